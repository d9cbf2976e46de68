#!/usr/bin/python3
"""Files in the place of tables (--set TABLE.include=FILE), and sets of values as points of a sweep: each point has the bits
of the scenario that says so itself, on any threads and lanes, and what does not fit is refused."""
import json
import os
import pathlib

import h5py
import numpy as np

import support
from support import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
CONTROLLERS = {name: ROOT / "controllers" / f"f450-{name}.toml" for name in ("lee", "mellinger", "px4", "lqr")}

HEAD = f"""\
schema = 1
name = "sets"
[vehicle]
include = "{ROOT}/vehicles/f450.toml"
[trajectory]
type = "lemniscate"
center_m = [0.0, 0.0, -5.0]
half_length_m = 4.0
rate_rad_s = 0.6
[simulation]
duration_s = 0.4
initial = {{position_m = [0.0, 0.0, -5.0], velocity_m_s = [2.4, 2.4, 0.0]}}
[output]
signals = ["position", "command"]
rate_hz = 50
traces = "first:2"
[monte_carlo]
samples = 21
seed = 4
[integrator]
type = "rk4"
rate_hz = 500
[[wind]]
type = "dryden_low_altitude"
wind_20ft_m_s = 5.0
airspeed_m_s = 5.0
height_m = 5.0
[disperse."vehicle.mass_kg"]
dist = "uniform"
low = 0.95
high = 1.05
apply = "factor"
"""
LEE = f'controller.include = "{CONTROLLERS["lee"]}"\n'
GAINS = LEE + """
[sweep.gains.sets.soft]
controller.position_gain_1_s2 = 4.0
controller.velocity_gain_1_s = 3.0
[sweep.gains.sets.stiff]
controller.position_gain_1_s2 = 9.0
controller.velocity_gain_1_s = 4.5
"""
KINDS = "sweep.controller.include = [" + ", ".join(f'"{CONTROLLERS[name]}"' for name in ("px4", "lee", "lqr")) + "]\n"
REQUIREMENT = """
[requirement.keeps_course]
type = "probability"
metric = "max_tracking_error_m"
at_most = 2.0
probability = 0.9
"""
METHODS = LEE + """
[sweep.method.sets.a_runge_kutta]
integrator.type = "rk4"
[sweep.method.sets.b_euler]
integrator.type = "semi_implicit_euler"
[sweep.method.sets.c_dopri5]
integrator = {type = "dopri5", relative_tolerance = 1e-9}
"""


def scenario(text):
    """Keys of the top stand before tables."""
    at = text.find("[") if "[" in text and not text.startswith("sweep.controller") else len(text)
    return HEAD.replace("[vehicle]", text[:at] + "[vehicle]", 1) + text[at:]


class Sets(ProgramTest):
    def fly(self, name, text, *options, code=0):
        self.write("s.toml", scenario(text))
        return self.expect(code, "run", "s.toml", "--progress", "none", "--reproducible", "-o", name, *options)

    def same(self, a, b):
        self.assertEqual(support.sha256(self.path(a)), support.sha256(self.path(b)))

    def same_content(self, a, b):
        with h5py.File(self.path(a)) as one, h5py.File(self.path(b)) as other:
            for key in ("provenance/resolved", "provenance/volatile/content_sha256"):
                self.assertEqual(one[key][()].tobytes(), other[key][()].tobytes(), key)

    def refuse(self, text, *options, says):
        self.write("s.toml", scenario(text))
        err = self.expect(2, "check", "s.toml", *options).err
        self.assertEqual(len(err.splitlines()), 1, err)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, err)


class Files(Sets):
    def test_a_file_takes_the_place_of_a_table(self):
        self.write("px4.toml", CONTROLLERS["px4"].read_text())
        direct = f'controller.include = "{CONTROLLERS["px4"]}"\n'
        os.mkdir(self.path("below"))
        self.write("below/s.toml", scenario(LEE))
        # Relative to the current directory, not to the scenario.
        resolved = self.expect(0, "check", "below/s.toml", "--resolved", "--set", "controller.include=px4.toml").out
        self.write("s.toml", scenario(direct))
        self.assertEqual(resolved, self.expect(0, "check", "s.toml", "--resolved").out)
        # Other overrides lie over it, wherever they stand.
        both = ["--set", "controller.attitude.yaw_weight=0.7", "--set", "controller.include=px4.toml"]
        self.assertIn("yaw_weight = 0.7", self.expect(0, "check", "below/s.toml", "--resolved", *both).out)
        self.fly("a.h5", LEE, "--set", "controller.include=px4.toml", "-n", "3")
        self.fly("b.h5", direct, "-n", "3")
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            self.assertEqual(a.attrs.keys(), b.attrs.keys())
        self.same_content("a.h5", "b.h5")
        os.remove(self.path("px4.toml"))  # the file says it all
        self.assertIn("the same flight", self.expect(0, "replay", "a.h5", "--sample", "1", "--progress", "none").out)

    def test_wherever_overrides_are(self):
        mellinger = ["--set", f"controller.include={CONTROLLERS['mellinger']}"]
        self.write("s.toml", scenario(LEE))
        self.expect(0, "plan", "s.toml", "--no-trial", *mellinger)
        heavy = self.write("heavy.toml", (ROOT / "vehicles/x500.toml").read_text())
        for command in ("vehicle", "trim", "linearize"):
            self.assertNotEqual(self.expect(0, command, "s.toml").out, self.expect(0, command, "s.toml", "--set", f"vehicle.include={heavy}").out)
        alone = self.expect(0, "vehicle", ROOT / "vehicles/f450.toml", "--set", "vehicle.include=heavy.toml").out
        self.assertEqual(alone.splitlines()[1:], self.expect(0, "vehicle", "heavy.toml").out.splitlines()[1:])
        imu = self.write("imu.toml", (ROOT / "sensors/mpu-6000.toml").read_text())
        self.assertIn("[sensors.imu0.gyroscope]", self.expect(0, "check", "s.toml", "--resolved", "--set", f"sensors.imu0.include={imu}").out)
        self.assertIn("vehicle.include", self.expect(0, "completions", "bash").out)

    def test_mistakes(self):
        self.write("self.toml", 'include = "self.toml"\n')
        self.write("bad.toml", CONTROLLERS["lee"].read_text().replace("rate_hz", "rate_hx"))
        for override, says in (
                ("controller.include=none.toml", "--set controller.include=none.toml: error: cannot read the included file 'none.toml' (No such file or directory)"),
                ("controller.include=self.toml", "self.toml:1:11: error: an included file cannot include another"),
                ("controller.include=s.toml", "'s.toml' is a scenario, not a controller"),
                ("controller.include=./", "cannot read the included file"),
                ("controller.include=", "has no value"),
                ("controler.include=bad.toml", "unknown key 'controler'. Did you mean 'controller'?"),
                ("trajectory.include=bad.toml", "unknown key 'trajectory.include'")):
            with self.subTest(override):
                self.refuse(LEE, "--set", override, says=says)
        self.write("s.toml", scenario(LEE))
        err = self.expect(2, "check", "s.toml", "--set", "controller.include=bad.toml").err
        self.assertIn("bad.toml:6:1: error: unknown key 'controller.rate_hx'", err)


class Points(Sets):
    def compare_with_alone(self, file, point, name, text, *options):
        """The point is, bit by bit, the scenario that has its set."""
        self.fly(name, text, *options, "--fresh")
        with h5py.File(self.path(file)) as a, h5py.File(self.path(name)) as b:
            rows = np.flatnonzero(a["sweep_point"][:] == point)
            for key in ["digest", "status"] + [key for key in b if key.startswith("m_")]:
                self.assertEqual(a[key][rows[0]:rows[-1] + 1].tobytes(), b[key][:].tobytes(), key)
            self.assertEqual(a["position"][2 * point:2 * point + 2].tobytes(), b["position"][:2].tobytes())

    def names(self, file, axis):
        with h5py.File(self.path(file)) as h5:
            data = h5["sweep_" + axis]
            self.assertEqual(list(data.attrs["flag_values"]), list(range(len(data.attrs["flag_values"]))))
            names = data.attrs["flag_meanings"].decode().split()
            return [names[int(k)] for k in data[:]]

    def test_keys_that_move_together(self):
        self.fly("a.h5", GAINS)
        self.assertEqual(self.names("a.h5", "gains"), ["soft", "stiff"])
        self.compare_with_alone("a.h5", 0, "b.h5", LEE)
        stiff = ("--set", "controller.position_gain_1_s2=9", "--set", "controller.velocity_gain_1_s=4.5")
        self.compare_with_alone("a.h5", 1, "b.h5", LEE, *stiff)
        for options in (("-j", "1", "--lanes", "baseline"), ("-j", "3"), ("-j", "2")):
            # In pieces, and then resumed.
            if "baseline" not in options:
                self.fly("c.h5", GAINS, *options, "--only", "30,5..9")
            self.fly("c.h5", GAINS, *options)
            self.same("a.h5", "c.h5")
            os.remove(self.path("c.h5"))

    def test_whole_controllers(self):
        self.fly("a.h5", KINDS)
        self.assertEqual(self.names("a.h5", "controller"), ["f450-lee", "f450-lqr", "f450-px4"])
        for point, name in enumerate(("lee", "lqr", "px4")):
            self.compare_with_alone("a.h5", point, "b.h5", f'controller.include = "{CONTROLLERS[name]}"\n')
        # The same by an override, which starts from here.
        for name in ("px4", "lee", "lqr"):
            self.write(f"f450-{name}.toml", CONTROLLERS[name].read_text())
        self.fly("d.h5", LEE, "--set", 'sweep.controller.include=["f450-px4.toml", "f450-lee.toml", "f450-lqr.toml"]')
        self.same_content("a.h5", "d.h5")  # the texts of the scenarios differ
        self.expect(0, "diff", "a.h5", "d.h5")

    def test_integrators_and_grids(self):
        self.fly("a.h5", METHODS)
        for point, options in enumerate(((), ("--set", "integrator.type=semi_implicit_euler"),
                                         ("--set", "integrator.type=dopri5", "--set", "integrator.relative_tolerance=1e-9"))):
            self.compare_with_alone("a.h5", point, "b.h5", LEE, *options)
        grid = GAINS + '[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.3]\n' + METHODS.replace(LEE, "")
        self.fly("g.h5", grid, "-n", "5")
        self.assertEqual(self.names("g.h5", "gains"), ["soft"] * 6 + ["stiff"] * 6)
        self.assertEqual(self.names("g.h5", "method"), ["a_runge_kutta"] * 2 + ["b_euler"] * 2 + ["c_dopri5"] * 2 + ["a_runge_kutta"] * 2 + ["b_euler"] * 2 + ["c_dopri5"] * 2)
        with h5py.File(self.path("g.h5")) as h5:
            self.assertEqual(list(h5["sweep_vehicle.linear_drag_n_s_m"][:]), [0.0, 0.3] * 6)
            self.assertEqual(tuple(h5["sweep_gains"].attrs["grid_shape"]), (2, 3, 2))
        stiff = ("--set", "controller.position_gain_1_s2=9", "--set", "controller.velocity_gain_1_s=4.5")
        self.compare_with_alone("g.h5", 9, "b.h5", LEE, "-n", "5", *stiff, "--set", "integrator.type=semi_implicit_euler", "--set", "vehicle.linear_drag_n_s_m=0.3")

    def test_vehicles_of_as_many_rotors(self):
        vehicles = "".join(f"""[sweep.size.sets.{name}]\nvehicle.include = "{ROOT}/vehicles/{name}.toml"\n""" for name in ("f450", "iris"))
        self.fly("a.h5", LEE + vehicles)
        self.assertEqual(self.names("a.h5", "size"), ["f450", "iris"])
        self.compare_with_alone("a.h5", 0, "b.h5", LEE)
        self.compare_with_alone("a.h5", 1, "b.h5", LEE, "--set", f"vehicle.include={ROOT}/vehicles/iris.toml")

    def test_what_is_told(self):
        self.fly("a.h5", GAINS)
        self.assertEqual(self.expect(0, "check", "s.toml", "--points").out, "point,gains\n0,soft\n1,stiff\n")
        self.assertIn("gains = stiff", self.expect(0, "stats", "a.h5").out)
        points = json.loads(self.expect(0, "stats", "a.h5", "--json").out)["points"]
        self.assertEqual([point["values"] for point in points], [{"gains": "soft"}, {"gains": "stiff"}])
        csv = self.expect(0, "stats", "a.h5", "--csv").out.splitlines()
        self.assertIn("gains", csv[0])
        self.assertIn("stiff", csv[-1])
        resolved = self.expect(0, "check", "s.toml", "--resolved").out
        self.write("r.toml", resolved)
        self.assertEqual(self.expect(0, "check", "r.toml", "--resolved").out, resolved)
        self.assertNotIn("\n[controller]", resolved)
        said = self.expect(0, "replay", "a.h5", "--sample", "3", "30", "--progress", "none", "-o", "r.h5").out
        self.assertIn("each the same flight", said)
        self.expect(0, "replay", "a.h5", "--sample", "30", "--to-toml", "one.toml")
        self.assertIn("position_gain_1_s2 = [9.0, 9.0, 9.0]", self.path_text("one.toml"))
        self.expect(0, "run", "one.toml", "--progress", "none", "-o", "one.h5")
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("one.h5")) as one:
            self.assertEqual(a["digest"][30].tobytes(), one["digest"][0].tobytes())

    def path_text(self, name):
        return pathlib.Path(self.path(name)).read_text()

    def test_overridden(self):
        self.write("s.toml", scenario(GAINS))
        out = self.expect(0, "check", "s.toml", "--resolved", "--set", "sweep.gains.sets.stiff.controller.velocity_gain_1_s=5").out
        self.assertEqual(out.count("velocity_gain_1_s = [5.0, 5.0, 5.0]"), 1)
        self.assertEqual(out.count("velocity_gain_1_s = [3.0, 3.0, 3.0]"), 1)
        self.assertNotIn("[sweep", self.expect(0, "check", "s.toml", "--resolved", "--set", "sweep={}").out)

    def test_conditions_name_sets(self):
        self.write("s.toml", scenario(GAINS) + "[sweep.wind.sets.soft]\nwind = []\n[sweep.wind.sets.storm]\nwind.0.wind_20ft_m_s = 20.0\n")
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")

        def chosen(condition, command="stats"):
            return [row["sample"] for row in json.loads(self.expect(0, command, "a.h5", "--json", "--where", condition).out)["list"]]
        # Points in the order of gains soft, stiff, then wind soft, storm.
        self.assertEqual(chosen("gains == stiff and wind == storm"), list(range(63, 84)))
        self.assertEqual(chosen("gains == gains.soft and sample_in_point < 2"), [0, 1, 21, 22])
        self.assertEqual(chosen("gains != stiff and wind != wind.soft"), list(range(21, 42)))
        # Lists and tables have the names.
        listed = json.loads(self.expect(0, "stats", "a.h5", "--json", "--sample", "63").out)["list"][0]["inputs"]
        self.assertEqual((listed["gains"], listed["wind"]), ("stiff", "storm"))
        self.assertRegex(self.expect(0, "stats", "a.h5", "--sample", "63").out, r"\nsample +63\n(.*\n)*gains +stiff\nwind +storm\n")
        for command in (("stats", "a.h5", "--csv", "--sample", "63"), ("export", "a.h5", "--where", "sample == 63")):
            header, row = self.expect(0, *command).out.splitlines()
            cells = dict(zip(header.split(","), row.split(",")))
            self.assertEqual((cells["in_gains"], cells["in_wind"]), ("stiff", "storm"))
        for condition, says in (("gains == soft", "character 10 of the condition: 'soft' is a value of both 'gains' and 'wind'. Write gains.soft or wind.soft."),
                                ("gains == stif", "there is no column 'stif'. Did you mean 'stiff'?"),
                                ("gains == storm", "names of different columns are compared"),
                                ("gains == 1", "a name and a number cannot be compared (their types differ). Names are compared with names")):
            for command in ("stats", "export", "replay"):
                self.assertIn(says, self.expect(2, command, "a.h5", "--where", condition).err)

    def test_mistakes(self):
        table = 'type = "command_table"\nrows = [[0, 700, 700, 700, 700]]\n'
        self.write("open.toml", table)
        one = GAINS + "[sweep.gains.sets.wrong]\n"
        for text, says in (
                (one + "controller.position_gain_1_s = 4\n", ["unknown key 'controller.position_gain_1_s'", "gains = wrong"]),
                (one + "controller.position_gain_1_s2 = -4\n", ["must be", "gains = wrong"]),
                (one, "the set 'wrong' of 'sweep.gains' is empty"),
                (one + "monte_carlo.samples = 3\n", "'sweep.gains.sets.wrong.monte_carlo' differs from point to point"),
                (one + "integrator.rate_hz = 1000\n", ["do not fit into one file", "gains = wrong", "0.002 s and 0.001 s long"]),
                (one + f'controller.include = "{self.path("open.toml")}"\n', ["a trajectory needs a controller that follows it", "gains = wrong"]),
                (one + 'trajectory = {type = "step", step_m = [1, 0, 0]}\n', "do not fit into one file (only flights with gains = wrong have m_"),
                (one + f'vehicle.include = "{ROOT}/vehicles/neo9-hexa.toml"\n', "'rotor' differs in size or values). Leave command out of output.signals."),
                (one + f'vehicle.include = "{ROOT}/vehicles/x500.toml"\n', "the units of 'command' are 'rad s-1' and '1'). Leave command out of output.signals."),  # shares of 1, not rad/s
                (GAINS + "[sweep.more.sets.x]\ncontroller.velocity_gain_1_s = 2\n", "the sets of 'gains' and of 'more' both change 'controller'"),
                (LEE + '[sweep."vehicle.mass_kg".sets.x]\ncontroller.velocity_gain_1_s = 2\n', "'vehicle.mass_kg' cannot be the name of an axis of sets"),
                (LEE + "[sweep.gains]\nsets = 3\n", "'sweep.gains.sets' must be a table"),
                (LEE + "[sweep.gains]\nsets = {}\n", "'sweep.gains' has no sets"),
                (LEE + '[sweep.trajectory]\ninclude = ["open.toml"]\n', "'trajectory' is not a table that a file can replace"),
                (LEE + '[sweep.controler]\ninclude = ["open.toml"]\n', "Did you mean 'controller'?"),
                ('sweep.controller.include = ["none/a.toml"]\n', "cannot read the included file 'none/a.toml'"),
                ('sweep.controller.include = ["a/x.toml", "b/x.toml"]\n', "two files are called 'x'"),
                (GAINS + '[sweep.gains]\ninclude = ["a.toml"]\n', "is given by sets and include")):
            with self.subTest(says=says):
                self.refuse(text, says=says)
        for vehicle in ("neo9-hexa", "x500"):  # without that signal they fit
            self.write("s.toml", scenario(one + f'vehicle.include = "{ROOT}/vehicles/{vehicle}.toml"\n'))
            self.expect(0, "check", "s.toml", "--set", 'output.signals=["position"]')
        self.write("s.toml", scenario(GAINS) + REQUIREMENT)
        self.assertIn("search over sets of values", self.expect(2, "edge", "s.toml", "--of", "vehicle.mass_kg", "--from", "1", "--to", "2").err)


if __name__ == "__main__":
    support.main()
