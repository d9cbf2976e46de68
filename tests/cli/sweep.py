#!/usr/bin/python3
"""Sweeps from the command line to h5py and xarray: what is flown, stored, summarised and compared."""
import json
import os
import random
import resource

import h5py
import numpy as np

import support
from gate import GateTest
from support import SCENARIO, edited, sha256

MASS_DISPERSED = SCENARIO[SCENARIO.index('[disperse."vehicle.mass_kg"]'):
                          SCENARIO.index('[disperse."vehicle.inertia')]
# 4 masses x 3 winds x 9 samples = 108 rows: blocks of 64 hold parts of several points.
BASE = edited((MASS_DISPERSED, ""), ("samples = 200", "samples = 9"),
              ('traces = "every:3"', 'traces = "first:2"'))
AXES = ["environment.gravity_m_s2", "vehicle.mass_kg"]
SWEEP = BASE + """
[sweep."vehicle.mass_kg"]
values = [0.9, 1.0, 1.25]
[sweep."environment.gravity_m_s2"]
linspace = [9.7, 10.0, 4]
"""
POINTS, SAMPLES = 12, 9


class Sweep(GateTest):
    def fly(self, name, *options, text=SWEEP, code=0):
        self.write("s.toml", text)
        return self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)

    def test_check_tells_the_points(self):
        self.write("s.toml", SWEEP)
        self.assertIn("12 points of 9 samples: 108 samples of 300 steps",
                      self.expect(0, "check", "s.toml").out)
        lines = self.expect(0, "check", "s.toml", "--points").out.splitlines()
        self.assertEqual(lines[0], "point,environment.gravity_m_s2,vehicle.mass_kg")
        self.assertEqual(lines[1:3], ["0,9.7,0.9", "1,9.7,1.0"])
        self.assertEqual(len(lines), 1 + POINTS)
        grid = np.array([[float(x) for x in line.split(",")] for line in lines[1:]])
        wanted = np.stack(np.meshgrid(np.linspace(9.7, 10.0, 4), [0.9, 1.0, 1.25], indexing="ij"))
        self.assertTrue((grid[:, 1:].T.reshape(wanted.shape) == wanted).all())
        self.write("s.toml", BASE)
        self.assertEqual(self.expect(0, "check", "s.toml", "--points").out, "point\n0\n")

    def test_what_h5py_reads(self):
        self.fly("a.h5")
        with h5py.File(self.path("a.h5"), "r") as file:
            self.assertEqual(len(file["sample"]), POINTS * SAMPLES)
            rows = np.arange(POINTS * SAMPLES)
            self.assertTrue((file["sweep_point"][:] == rows // SAMPLES).all())
            self.assertTrue((file["sample_in_point"][:] == rows % SAMPLES).all())
            self.assertTrue((file["point"][:] == np.arange(POINTS)).all())
            shape = file["sweep_vehicle.mass_kg"].attrs["grid_shape"]
            self.assertEqual(tuple(shape), (4, 3))
            self.assertEqual(list(file["sweep_vehicle.mass_kg"].attrs["grid_axis"]), [1])
            mass = file["sweep_vehicle.mass_kg"][:].reshape(shape)
            gravity = file["sweep_environment.gravity_m_s2"][:].reshape(shape)
            self.assertTrue((mass == [[0.9, 1.0, 1.25]] * 4).all())
            self.assertTrue((gravity.T == [np.linspace(9.7, 10.0, 4)] * 3).all())
            for path in AXES:
                by_row = file["sweep_" + path][:][file["sweep_point"][:]]
                self.assertTrue((file["in_" + path][:] == by_row).all())
            self.assertTrue((file["trace_sample"][:] ==
                             [p * SAMPLES + i for p in range(POINTS) for i in range(2)]).all())
            # Statistics of each point are those of its samples.
            names = file["statistic"].attrs["long_name"].decode().split(", ")
            stats = file["stat_max_speed_m_s"][:]
            self.assertEqual(stats.shape, (POINTS, len(names)))
            speed = file["m_max_speed_m_s"][:].reshape(POINTS, SAMPLES)
            for name, values in [("n", np.full(POINTS, SAMPLES)), ("mean", speed.mean(axis=1)),
                                 ("sd", speed.std(axis=1, ddof=1)), ("min", speed.min(axis=1)),
                                 ("q50", np.median(speed, axis=1)), ("max", speed.max(axis=1))]:
                np.testing.assert_allclose(stats[:, names.index(name)], values, rtol=1e-13)
            # All points see the same draws: the spread is the same, what comes of it is not.
            drawn = file["in_vehicle.inertia_kg_m2.xx"][:].reshape(POINTS, SAMPLES)
            self.assertTrue((drawn == drawn[0]).all())
            self.assertEqual(len(set(drawn[0])), SAMPLES)
            self.assertEqual(len({row.tobytes() for row in file["digest"][:]}), POINTS * SAMPLES)

    @support.slow  # tests/python/package.py has the grid of a sweep
    def test_what_xarray_reads(self):
        import xarray  # takes as long as many flights
        self.fly("a.h5")
        for engine in ("h5netcdf", "netcdf4"):
            with self.subTest(engine), xarray.open_dataset(self.path("a.h5"), engine=engine) as data:
                self.assertEqual(data["stat_max_speed_m_s"].dims, ("point", "statistic"))
                self.assertEqual(data["sweep_vehicle.mass_kg"].dims, ("point",))
                means = data["m_max_speed_m_s"].groupby(data["sweep_point"]).mean()
                np.testing.assert_allclose(means.values, data["stat_max_speed_m_s"][:, 1].values,
                                           rtol=1e-13)
                index = ["sweep_environment.gravity_m_s2", "sweep_vehicle.mass_kg"]
                grid = (data.set_coords(index)["stat_max_speed_m_s"].set_index(point=index)
                        .unstack("point"))
                self.assertEqual(grid.sizes[index[0]], 4)
                self.assertEqual(grid.sizes[index[1]], 3)
                cell = grid.sel({index[0]: 9.7, index[1]: 1.25})
                self.assertEqual(float(cell[1]), float(data["stat_max_speed_m_s"][2, 1]))

    def test_each_point_is_the_scenario_with_its_values(self):
        self.fly("a.h5")
        with h5py.File(self.path("a.h5"), "r") as file:
            digests = file["digest"][:].reshape(POINTS, SAMPLES, 16)
            values = {path: file["sweep_" + path][:] for path in AXES}
        for point in range(POINTS):
            sets = [f"--set={path}={float(values[path][point])!r}" for path in AXES]
            self.fly("b.h5", *sets, text=BASE)
            with h5py.File(self.path("b.h5"), "r") as file:
                self.assertTrue((file["digest"][:] == digests[point]).all(), point)
                self.assertEqual(file["stat_max_speed_m_s"].shape, file["statistic"].shape)
                self.assertNotIn("sweep_point", file)
            os.remove(self.path("b.h5"))

    def test_independent_points(self):
        self.fly("a.h5", "--set", "monte_carlo.independent_points=true")
        with h5py.File(self.path("a.h5"), "r") as file:
            drawn = file["in_vehicle.inertia_kg_m2.xx"][:]
        self.assertEqual(len(set(drawn)), POINTS * SAMPLES)
        self.fly("b.h5", "-n", POINTS * SAMPLES, text=BASE)  # row of the sweep = sample of the run
        with h5py.File(self.path("b.h5"), "r") as file:
            self.assertTrue((file["in_vehicle.inertia_kg_m2.xx"][:] == drawn).all())

    def test_threads_lanes_and_single_rows_change_nothing(self):
        self.fly("a.h5", "--reproducible", "-j", "1")
        self.fly("b.h5", "--reproducible", "-j", "2", "--lanes", "baseline")
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("b.h5")))
        for row in (107, 0, 64, 50):
            out = self.fly("c.h5", "--reproducible", "--only", row).out
            self.assertIn(f"sample {row} is ok", out)
        self.fly("c.h5", "--reproducible", "-j", "2")
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("c.h5")))
        self.assertIn("whole number from 0 to 107", self.fly("d.h5", "--only", "108", code=2).err)

    def test_tolerances_are_swept_within_blocks(self):
        sweep = """
[sweep."integrator.relative_tolerance"]
geomspace = [1e-13, 1e-4, 4]
[sweep."vehicle.mass_kg"]
values = [0.9, 1.0]
"""
        self.fly("a.h5", "--reproducible", "--set", "integrator.type=dopri5", "-n", "3", "-j", "1",
                 text=BASE + sweep)
        self.fly("b.h5", "--reproducible", "--set", "integrator.type=dopri5", "-n", "3", "-j", "2",
                 "--lanes", "baseline", text=BASE + sweep)
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("b.h5")))
        with h5py.File(self.path("a.h5"), "r") as file:
            digests = file["digest"][:].reshape(4, 2, 3, 16)
            tolerances = file["sweep_integrator.relative_tolerance"][:].reshape(4, 2)[:, 0]
        np.testing.assert_allclose(tolerances, np.geomspace(1e-13, 1e-4, 4), rtol=1e-14)
        self.assertTrue((digests[0] != digests[3]).any())
        self.fly("c.h5", "--set", "integrator.type=dopri5", "-n", "3", "--set",
                 f"integrator.relative_tolerance={float(tolerances[1])!r}", text=BASE)
        with h5py.File(self.path("c.h5"), "r") as file:
            self.assertTrue((file["digest"][:] == digests[1, 1]).all())

    @support.slow  # run_and_resume.py kills runs without a sweep each time
    def test_killed_at_any_moment_and_resumed(self):
        self.write("s.toml", SWEEP)
        writes = self.calls("run", "s.toml", "--reproducible", "-n", "400", "-o", "whole.h5")["pwrite"]
        wanted = sha256(self.path("whole.h5"))
        arguments = ["run", "s.toml", "--reproducible", "-n", "400", "-o", "a.h5", "-j", "1",
                     "--progress", "none"]
        rng = random.Random(3)
        unfinished = 0
        for _ in range(8):
            self.kill_at_gate("pwrite", rng.randrange(1, writes), *arguments)
            if not os.path.exists(self.path("a.h5")):
                continue
            with h5py.File(self.path("a.h5"), "r") as file:  # it opens at any moment
                unfinished += 1 - int(file["provenance/volatile/complete"][()])
                self.assertEqual(file["sweep_vehicle.mass_kg"][2], 1.25)
            if sha256(self.path("a.h5")) == wanted:
                os.remove(self.path("a.h5"))
        self.assertGreater(unfinished, 2, "killed too late to prove anything")
        self.expect(0, *arguments)
        self.assertEqual(sha256(self.path("a.h5")), wanted)

    def test_diff_compares_the_new_datasets(self):
        self.fly("a.h5")
        self.fly("b.h5", "-j", "1")
        self.expect(0, "diff", "a.h5", "b.h5")
        for name, index, where in [("sweep_vehicle.mass_kg", 5, "point 5"),
                                   ("stat_max_speed_m_s", (3, 1), "point 3, statistic mean"),
                                   ("sweep_point", 7, "sample 7"), ("point", 2, "position 2")]:
            with self.subTest(name):
                with h5py.File(self.path("b.h5"), "r+") as file:
                    kept = file[name][index]
                    file[name][index] = kept + 1
                self.expect(3, "diff", "a.h5", "b.h5")  # damaged
                out = self.expect(1, "diff", "--no-verify", "a.h5", "b.h5").out
                self.assertRegex(out, rf"(?m)^{name} +differs .*{where}")
                with h5py.File(self.path("b.h5"), "r+") as file:
                    file[name][index] = kept
        self.expect(0, "diff", "a.h5", "b.h5")
        self.fly("c.h5", text=SWEEP.replace("0.9, 1.0, 1.25", "0.9, 1.0, 1.2"))
        self.assertIn("their scenarios differ", self.expect(3, "diff", "a.h5", "c.h5").err)
        self.assertRegex(self.expect(1, "diff", "--across", "a.h5", "c.h5").out,
                         r"sweep_vehicle.mass_kg +differs")

    def test_another_sweep_is_another_scenario(self):
        self.fly("a.h5")
        kept = sha256(self.path("a.h5"))
        said = self.fly("a.h5", "--set", 'sweep."vehicle.mass_kg".values=[0.9, 1.0]', code=3).err
        self.assertIn("it holds a different scenario", said)
        self.assertEqual(sha256(self.path("a.h5")), kept)

    def test_damaged_points_are_refused_or_repaired(self):
        self.fly("a.h5", "--reproducible")
        wanted = sha256(self.path("a.h5"))
        with h5py.File(self.path("a.h5"), "r+") as file:
            file["sweep_vehicle.mass_kg"][4] = 7.0
            file["sweep_point"][9] = 10 ** 15
        said = self.fly("a.h5", "--reproducible").err
        self.assertIn("'sweep_vehicle.mass_kg' did not match this scenario", said)
        self.assertEqual(sha256(self.path("a.h5")), wanted)

    def test_the_summary_is_per_point(self):
        out = self.fly("a.h5").out
        self.assertTrue(out.startswith("small: 108 samples, 108 ok\n12 sweep points: `montecopter stats`"), out)
        out = self.expect(0, "stats", "a.h5").out
        self.assertIn("\npoint 11: environment.gravity_m_s2 = 10.0, vehicle.mass_kg = 1.25 (9 ok)\n", out)
        self.assertEqual(out.count("\npoint "), POINTS)
        data = json.loads(self.fly("a.h5", "--json").out)
        self.assertEqual(len(data["points"]), POINTS)
        wanted = {"environment.gravity_m_s2": np.linspace(9.7, 10.0, 4)[1], "vehicle.mass_kg": 1.25}
        self.assertEqual(data["points"][5]["values"], wanted)
        with h5py.File(self.path("a.h5"), "r") as file:
            self.assertEqual(data["points"][5]["metrics"]["max_speed_m_s"]["mean"],
                             file["stat_max_speed_m_s"][5, 1])
            self.assertEqual(data["points"][5]["status"]["ok"], SAMPLES)
        self.assertNotIn("metrics", data)
        del data["notes"]  # of that run
        answer = json.loads(self.expect(0, "stats", "a.h5", "--json").out)
        self.assertEqual(answer.pop("notes"), [])
        self.assertIsNone(answer.pop("verify_stamp"))
        self.assertEqual((answer.pop("command"), data.pop("command")), ("stats", "run"))
        self.assertEqual(answer, data)

    def test_failed_samples_of_a_point_are_counted_there(self):
        text = BASE + '[sweep."vehicle.inertia_kg_m2.zz"]\nvalues = [0.007, 0.0099]\n'
        self.fly("a.h5", text=text, code=5)
        with h5py.File(self.path("a.h5"), "r") as file:
            status = file["status"][:].reshape(2, SAMPLES)
            self.assertTrue((status[0] == 1).all())
            self.assertGreater((status[1] == 3).sum(), 0)
            self.assertEqual(list(file["stat_max_speed_m_s"][:, 0]),
                             [SAMPLES, (status[1] == 1).sum()])

    def test_values_from_a_file_beside_the_scenario(self):
        self.write("deep/masses.csv", "id,mass_kg\n1,0.9\n2,1.0\n3,1.25\n")
        self.write("deep/s.toml", SWEEP.replace("values = [0.9, 1.0, 1.25]",
                                                'file = "masses.csv"\ncolumn = "mass_kg"'))
        self.write("s.toml", SWEEP)
        self.assertEqual(self.expect(0, "check", "--resolved", "deep/s.toml").out,
                         self.expect(0, "check", "--resolved", "s.toml").out)

    def test_a_million_points_are_checked_by_corners_and_draws(self):
        path = '[sweep."vehicle.inertia_kg_m2.zz"]\n'
        self.write("s.toml", BASE + path + "linspace = [0.006, 0.008, 1000000]\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = self.expect(0, "check", "s.toml").err
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # 1.2 s on a machine that does nothing else; each point looked at as a whole would take 60 s in all.
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 4.0)
        self.assertRegex(told, r"100\d of 1000000 sweep points are checked as complete scenarios: all corners of the grid and 1000")
        # Legal by itself, impossible with the other moments of inertia: at the last corner, and of any value by its range.
        self.write("s.toml", BASE + path + "linspace = [0.006, 0.01000001, 1000000]\n")
        self.assertIn("sweep point 999999: the inertia tensor breaks", self.expect(2, "check", "s.toml").err)
        self.write("s.toml", BASE + path + "linspace = [0.006, -0.001, 5000]\n")
        self.assertIn("which is out of range", self.expect(2, "check", "s.toml").err)
        self.write("s.toml", SWEEP)
        self.assertNotIn("whole scenarios", self.expect(0, "check", "s.toml").err)

    def test_run_refuses_a_point_that_no_check_has_looked_at(self):
        """A quaternion of norm 0.5 among those of norm 1: at no corner. Of ten such points most are not drawn."""
        missed = 0
        for bad in range(500, 3500, 300):
            values = [(1 if k % 2 else -1) * (1 + 1e-9 * k) for k in range(4000)]  # 1 but for rounding
            values[bad] = 0.5
            self.write("v.csv", "".join(f"{value}\n" for value in ["w", *values]))
            self.write("s.toml", BASE.replace("samples = 9", "samples = 1")
                       + '[sweep."simulation.initial.attitude.w"]\nfile = "v.csv"\n')
            done = self.run_program("check", "s.toml")
            missed += done.code == 0
            if done.code == 0 and missed == 1:
                with self.nothing_touched():
                    told = self.expect(2, "run", "s.toml", "-o", "a.h5").err
                self.assertIn(f"sweep point {bad}: the norm of the attitude quaternion is 0.5", told)
        self.assertGreaterEqual(missed, 4)  # each is drawn with a probability of 22 %: of ten, seven more often are not

    def test_broken_sweeps(self):
        """Exit 2 from check and run, a line that says where and why, and nothing touched."""
        self.write("two.csv", "a,b\n1,2\n3,oops\n")
        for axis, says in [
            ("", "has no values"),
            ("values = []", "has no values"),
            ("values = [0.9, 0.9]", "has the value 0.9 twice"),
            ("values = [0.9, -1.0]", "is swept to -1, which is out of range"),
            ("values = [0.9, nan]", "must be finite"),
            ('values = "0.9"', "must be a list"),
            ("value = [0.9]", "unknown key"),
            ("values = [0.9]\nlinspace = [1, 2, 3]", "is given by values and linspace"),
            ("linspace = [1, 2]", "2 numbers instead of 3"),
            ("linspace = [1, 2, 0]", "asks for 0 values"),
            ("linspace = [1, 2, 1e9]", "asks for 1000000000 values"),
            ("geomspace = [-1, 2, 3]", "the same sign"),
            ('file = "none.csv"', "No such file"),
            ('file = "two.csv"', "has 2 columns"),
            ('file = "two.csv"\ncolumn = "c"', "has no column 'c'"),
            ('file = "two.csv"\ncolumn = "b"', "two.csv:3:3: error: 'oops' is not a finite number"),
        ]:
            with self.subTest(axis):
                self.refuse(BASE + f'[sweep."vehicle.mass_kg"]\n{axis}\n', says)
        values = "values = [0.9, 1.0]"
        for path, says in [
            ('"vehicle.mass"', "Did you mean 'vehicle.mass_kg'?"),
            ('"integrator.rate_hz"', "whole numbers, rates, texts, lists and tables cannot vary"),
            ('"simulation.duration_s"', "cannot be swept (all points share the time grid and the layout of the result)"),
            ('"vehicle.body_rate_limit_rad_s"', "has no value in this scenario (it is optional, and left out here)"),
            ('"integrator.absolute_tolerance"', "is swept for rk4"),
            ('"wind.0.to_m_s.x"', "is swept and dispersed"),
            ('"vehicle.inertia_kg_m2.zz"', "sweep point 0: the inertia tensor breaks"),
            ("environment.gravity_m_s2", "Quote the dotted path"),
        ]:
            with self.subTest(path):
                self.refuse(BASE + f"[sweep.{path}]\n{values}\n", says)
        self.refuse(BASE + f'[sweep."wind.*.to_m_s.y"]\n{values}\n[sweep."wind.0.to_m_s.y"]\n{values}',
                    "is swept twice")
        self.refuse(edited(("samples = 9", "samples = 3000000000000000"),
                           ('traces = "first:2"', 'traces = "none"'), text=SWEEP),
                    "at each of 12 points are too many")
        self.refuse(edited(("seed = 11", "seed = 11\nindependent_points = true"), text=BASE),
                    "is given without a sweep")

    def refuse(self, text, says):
        self.write("s.toml", text)
        for command in ("check", "run"):
            with self.nothing_touched():
                result = self.expect(2, command, "s.toml")
            self.assertEqual(result.out, "")
            self.assertIn(says, result.err)
            for line in result.err.splitlines():
                self.assertRegex(line, r"^[^:]+:[0-9]+:[0-9]+: error: .+(\.|Did you mean '[^']+'\?)$")


if __name__ == "__main__":
    support.main()
