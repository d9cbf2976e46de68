#!/usr/bin/python3
"""Usage: plot.py MONTECOPTER

scripts/plot draws each kind of picture from real results, and from results made by hand whose
pictures are known: each flight and each point of the sweep has values that a formula gives.
"""
import contextlib
import io
import os
import pathlib
import resource
import shutil
import struct
import subprocess
import sys
import unittest

import h5py
import matplotlib
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else sys.exit(__doc__)
sys.path.insert(0, str(ROOT / "src/python"))
matplotlib.use("Agg")
from kinds import PLOT, Kinds, PlotTest  # noqa: E402, F401 (its cases run here: one process, for matplotlib starts slowly)
from paper import Paper  # noqa: E402, F401
from montecopter.drawing import histogram, path, program, style, sweep, traces  # noqa: E402
from montecopter.drawing.result import Result, pretty_unit  # noqa: E402

SAMPLES, MASSES, WINDS = 120, (0.8, 1.0, 1.2), (0.0, 4.0)
PER_POINT = SAMPLES // (len(MASSES) * len(WINDS))


def fly(name, *options, example="sih-hover"):
    count = () if "-n" in options else ("-n", str(SAMPLES))
    subprocess.run([PROGRAM, "run", ROOT / f"scenarios/examples/{example}.toml", "--progress", "none",
                    *count, "-o", name, *options], check=True, capture_output=True)


def tilt(mass, wind, i):
    return 10 * mass + wind**2 + i


def make_sweep(name):
    """The layout of a sweep: row = point * PER_POINT + i; in the last point nobody ends well."""
    shutil.copy("real.h5", name)
    points = [(mass, wind) for mass in MASSES for wind in WINDS]
    with h5py.File(name, "r+") as file:
        file["sweep_point"] = np.arange(SAMPLES) // PER_POINT
        for column, (key, unit) in enumerate((("vehicle.mass_kg", "kg"), ("wind.0.to_m_s.x", "m s-1"))):
            file["sweep_" + key] = [point[column] for point in points]
            file["sweep_" + key].attrs["units"] = unit
        file["m_max_tilt_deg"][:] = [tilt(*point, i) for point in points for i in range(PER_POINT)]
        status = file["status"][:]
        status[-PER_POINT:] = 2
        file["status"][:] = status


def make_ended(name):
    """Sample s is s metres north, and ends at time s / 10; samples 5 and 6 were not flown."""
    shutil.copy("real.h5", name)
    with h5py.File(name, "r+") as file:
        time, samples = file["time"][:], file["trace_sample"][:]
        north = np.where(time <= samples[:, None] / 10, samples[:, None].astype(float), np.nan)
        position = file["position"][:]
        position[:, :, 0] = north
        position[5:7] = 0  # as laid out
        file["position"][:] = position
        status = np.full(SAMPLES, 2)
        status[5:7] = 0, 3
        file["status"][:] = status


class Pictures(PlotTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        fly("real.h5")
        fly("untraced.h5", "--set", "output.traces=none")
        make_sweep("sweep.h5")
        make_ended("ended.h5")

    KINDS = {
        "traces": ("real.h5", "traces", "position.east", "attitude.x", "--worst", "2", "--by", "max_speed_m_s"),
        "histogram": ("real.h5", "histogram", "max_tilt_deg", "in_vehicle.mass_kg"),
        "map": ("sweep.h5", "sweep", "max_tilt_deg", "--no-verify"),
        "line": ("sweep.h5", "--no-verify", "sweep", "max_tilt_deg", "--at", "wind.0.to_m_s.x=4", "--statistic", "mean"),
        "path": ("real.h5", "path"),
    }

    def test_every_kind_is_a_picture(self):
        for name, words in self.KINDS.items():
            with self.subTest(name):
                self.assertEqual(self.plot(*words, "-o", name + ".png"), name + ".png\n")
                data = pathlib.Path(name + ".png").read_bytes()
                self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
                width, height = struct.unpack(">II", data[16:24])
                self.assertEqual(width, 1080)  # 7.2 in at 150 dpi
                self.assertGreater(height, 300)
                red, green, blue = np.rint(255 * matplotlib.image.imread(name + ".png")[::3, ::3, :3]).astype(int).T
                self.assertGreater(len(np.unique(red << 16 | green << 8 | blue)), 50)  # not blank

    def test_a_process_of_its_own(self):
        """Scripts without a program, which is not installed either: the default name, the warning, the same bytes, the time."""
        shutil.copytree(ROOT / "scripts", "scripts")
        shutil.copytree(ROOT / "src/python", "src/python")
        environment = {key: value for key, value in os.environ.items() if key != "MONTECOPTER"}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(["scripts/plot", "real.h5", "histogram", "max_tilt_deg"],
                              env={**environment, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(done.stdout, "sih-hover-histogram.png\n")
        self.assertEqual(done.stderr, "real.h5: warning: not verified (montecopter is not built; run scripts/build): "
                         "damaged samples are not found.\n")
        self.plot("real.h5", "--no-verify", "histogram", "max_tilt_deg", "-o", "here.png")
        self.assertEqual(pathlib.Path("sih-hover-histogram.png").read_bytes(), pathlib.Path("here.png").read_bytes())
        took_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLess(took_s, 10)  # of the processor, on a slow machine; 1.3 s on one of 2020

    def test_sweep_map_shows_the_medians(self):
        image, = sweep.draw(Result("sweep.h5", verify=False), "max_tilt_deg", "median", []).axes[0].images
        middle = (PER_POINT - 1) / 2  # median of 0 ... PER_POINT - 1
        wanted = np.array([[tilt(mass, wind, middle) for mass in MASSES] for wind in WINDS])
        wanted[1, 2] = np.nan
        np.testing.assert_array_equal(np.ma.filled(image.get_array(), np.nan), wanted)

    def test_sweep_line_holds_the_other_parameter(self):
        axes = sweep.draw(Result("sweep.h5", verify=False), "max_tilt_deg", "max", ["vehicle.mass_kg=1.0"]).axes[0]
        x, y = axes.lines[0].get_data()
        np.testing.assert_array_equal(x, WINDS)
        np.testing.assert_allclose(y, [tilt(1.0, wind, PER_POINT - 1) for wind in WINDS], rtol=1e-15)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("wind.0.to_m_s.x [m/s]", "max tilt [°]"))

    def test_sweep_says_how_many_samples_a_point_has(self):
        def said(name):
            figure = sweep.draw(Result(name, verify=False), "max_tilt_deg", "median", [])
            return " ".join(text.get_text() for text in figure.texts)
        self.assertIn(f"{PER_POINT} samples at each of 6 points", said("sweep.h5"))
        shutil.copy("sweep.h5", "stopped.h5")
        with h5py.File("stopped.h5", "r+") as file:  # of the first point 3 samples are there
            status = file["status"][:]
            status[3:PER_POINT] = 0
            file["status"][:] = status
        self.assertIn(f"3 to {PER_POINT} samples at each of 6 points", said("stopped.h5"))

    def test_sets_of_values_have_their_names(self):
        shutil.copy("sweep.h5", "sets.h5")
        with h5py.File("sets.h5", "r+") as file:
            winds = file["sweep_wind.0.to_m_s.x"][:]
            file["sweep_gusts"] = [float(WINDS.index(wind)) for wind in winds]
            file["sweep_gusts"].attrs["flag_meanings"] = " ".join(f"wind_{k}" for k in range(len(WINDS)))
            del file["sweep_wind.0.to_m_s.x"]
        result = Result("sets.h5", verify=False)
        axes = sweep.draw(result, "max_tilt_deg", "max", ["vehicle.mass_kg=1.0"]).axes[0]
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()], [f"wind_{k}" for k in range(len(WINDS))])
        np.testing.assert_allclose(axes.lines[0].get_ydata(), [tilt(1.0, wind, PER_POINT - 1) for wind in WINDS], rtol=1e-15)
        axes = sweep.draw(result, "max_tilt_deg", "median", []).axes[0]
        self.assertIn("wind_1", [label.get_text() for label in axes.get_xticklabels() + axes.get_yticklabels()])
        x, _ = sweep.draw(result, "max_tilt_deg", "max", ["gusts=wind_1"]).axes[0].lines[0].get_data()
        np.testing.assert_array_equal(x, MASSES)
        self.assertIn("no set of gusts 'wind_x'", self.plot("sets.h5", "--no-verify", "sweep", "max_tilt_deg", "--at", "gusts=wind_x", code=2))

    def test_envelope_is_over_those_that_still_fly(self):
        figure = traces.draw(Result("ended.h5", verify=False), ["position.north"], 0, None)
        time, median = figure.axes[0].lines[-1].get_data()
        flown = np.delete(np.arange(SAMPLES), [5, 6])
        for moment, found in zip(time, median):
            self.assertEqual(found, np.median(flown[moment <= flown / 10]))
        counts = [vertices[:, 1].max() for vertices in
                  (p.vertices for p in figure.axes[1].collections[0].get_paths())]
        self.assertEqual(figure.axes[1].get_ylabel(), "still flying")
        self.assertEqual(max(counts), len(flown))

    def test_quantiles_are_those_of_the_result(self):
        """Type 7 of Hyndman & Fan, as in stat_<metric> of the file."""
        figure = histogram.draw(Result("real.h5"), ["max_speed_m_s"])
        with h5py.File("real.h5") as file:
            names = file["statistic"].attrs["long_name"].decode().split(", ")
            stats = file["stat_max_speed_m_s"][:]
            q05, q50, q95 = (stats[names.index(name)] for name in ("q05", "q50", "q95"))
        self.assertEqual(figure.axes[0].get_title("left"), f"{q50:.4g}  ({q05:.4g} … {q95:.4g})")
        self.assertEqual(sum(bar.get_height() for bar in figure.axes[0].patches), SAMPLES)

    def test_a_histogram_says_how_many_have_a_value(self):
        shutil.copy("real.h5", "few.h5")
        with h5py.File("few.h5", "r+") as file:
            file["m_max_speed_m_s"][5:] = np.nan
        axes = histogram.draw(Result("few.h5", verify=False), ["max_speed_m_s", "max_tilt_deg"]).axes
        self.assertIn(f"\n5 of {SAMPLES} have a value", axes[0].get_title("left"))
        self.assertNotIn("have a value", axes[1].get_title("left"))
        histogram.draw(Result("few.h5", verify=False), [])  # NaN is no reason not to differ

    def test_numbers_of_any_size(self):
        self.assertEqual(histogram.in_words(1.2, 3.4, 5.6), "3.4  (1.2 … 5.6)")
        self.assertEqual(histogram.in_words(-1.2e-7, 3.4e-6, 5.6e-6), "3.4  (−0.12 … 5.6)  × 10⁻⁶")
        self.assertEqual(histogram.in_words(0, 0, 0), "0  (0 … 0)")
        shutil.copy("real.h5", "tiny.h5")
        with h5py.File("tiny.h5", "r+") as file:
            file["m_max_speed_m_s"][:] = np.linspace(1.2e-7, 8.9e-7, SAMPLES)
        figure = histogram.draw(Result("tiny.h5", verify=False), ["max_speed_m_s"])
        figure.canvas.draw()
        axes = figure.axes[0]
        boxes = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_text()]
        inside = [box for box in boxes if 0 <= box.x0 and box.x1 <= figure.bbox.x1]
        self.assertTrue(all(a.x1 < b.x0 for a, b in zip(inside, inside[1:])), "tick labels overlap")

    def test_each_of_the_worst_has_a_line_of_its_own(self):
        self.assertEqual(len({str(style.line(i)) for i in range(30)}), 30)
        figure = traces.draw(Result("real.h5"), ["position.east"], 9, None)
        lines = [line for line in figure.axes[0].lines if line.get_label().startswith("sample ")]
        self.assertEqual(len({(line.get_color(), str(line.get_linestyle())) for line in lines}), 9)
        figure.canvas.draw()
        legend = figure.axes[0].get_legend().get_window_extent()
        self.assertGreater(legend.x0, 0)
        self.assertLess(legend.width, figure.bbox.width)

    def test_factors_are_called_factors(self):
        fly("factor.h5", "--set", 'disperse."vehicle.mass_kg"={dist="uniform", low=0.9, high=1.1, apply="factor"}',
            "--set", 'disperse."wind.0.to_m_s.x"={dist="uniform", low=-1, high=1, apply="offset"}', "--set",
            'wind=[{type="steady", to_m_s=[1, 0, 0]}]')
        result = Result("factor.h5")
        self.assertEqual(result.label("in_vehicle.mass_kg.factor"), "factor on vehicle.mass_kg")
        self.assertEqual(result.label("in_wind.0.to_m_s.x.offset"), "offset of wind.0.to_m_s.x [m/s]")
        with self.assertRaises(program.BadInput):
            result.values("in_vehicle.mass_kg")

    def test_worst_samples(self):
        result = Result("real.h5")
        with h5py.File("real.h5") as file:
            speed, low = file["m_max_speed_m_s"][:], file["m_min_altitude_m"][:]
        self.assertEqual(list(result.worst(2, "max_speed_m_s")[1]), list(np.argsort(-speed)[:2]))
        self.assertEqual(result.worst(1, "min_altitude_m")[1][0], np.argmin(low))

    def test_only_samples_that_meet_a_condition(self):
        with h5py.File("real.h5") as file:
            speed = file["m_max_speed_m_s"][:]
            traced = file["trace_sample"][:]
        limit = float(np.median(speed))
        result = Result("real.h5", where=f"max_speed_m_s > {limit}")
        np.testing.assert_array_equal(np.flatnonzero(result.ok), np.flatnonzero(speed > limit))
        np.testing.assert_array_equal(result.trace_rows()[1], traced[speed[traced] > limit])
        self.assertIn(f"; where max_speed_m_s > {limit}", result.note)
        self.plot("real.h5", "path", "--where", f"max_speed_m_s > {limit}", "--no-verify", "-o", "some.png")

    def test_single_samples_by_number(self):
        result = Result("real.h5", single="7,3,20..21")
        self.assertEqual(list(result.worst(1, None)[1]), [3, 7, 20, 21])
        figure = traces.draw(result, ["position.east"], 1, None)
        with h5py.File("real.h5") as file:
            east = file["position"][list(file["trace_sample"][:]).index(7), :, 1]
        line = next(line for line in figure.axes[0].lines if line.get_label() == "sample 7")
        np.testing.assert_array_equal(line.get_ydata(), east)

    def test_path_is_east_north_up(self):
        figure = path.draw(Result("real.h5"), 1, None)
        with h5py.File("real.h5") as file:
            start = file["position"][0, 0]
        x, y, z = figure.axes[0].collections[0]._offsets3d
        self.assertEqual((x[0], y[0], z[0]), (start[1], start[0], -start[2]))

    def test_components_have_the_names_of_the_result(self):
        """As `montecopter stats` has them; rotors of a multirotor are but counted."""
        fly("heli.h5", "--set", 'output.signals=["servo", "rotor_speed", "velocity"]', "-n", "10",
            example="xcell-landing")
        result = Result("heli.h5")
        with h5py.File("heli.h5") as file:
            for request, signal, index in (("servo.tail", "servo", 3), ("rotor_speed.main", "rotor_speed", 0),
                                           ("velocity.down", "velocity", 2), ("velocity.z", "velocity", 2)):
                (_, values), = result.traces(request)
                np.testing.assert_array_equal(values, file[signal][:, :, index])
        self.assertEqual([n for _, n, _ in result.components("servo")],
                         ["collective", "cyclic_x", "cyclic_y", "tail", "throttle"])
        self.assertEqual(self.plot("heli.h5", "traces", "servo.collective", "-o", "servo.png"), "servo.png\n")
        self.assertIn("'tail'", self.plot("heli.h5", "traces", "servo.tial", code=2))

    def test_units(self):
        for unit, wanted in (("m s-1", "m/s"), ("rad s-1", "rad/s"), ("degree", "°"), ("kg m2", "kg m²"),
                             ("m s-2", "m/s²"), ("1", ""), ("N2 s", "N² s"), ("", "")):
            self.assertEqual(pretty_unit(unit).replace("1", ""), wanted)

    def test_bad_input_is_one_clear_message(self):
        pathlib.Path("text.h5").write_text("no")
        with h5py.File("other.h5", "w") as file:
            file["a"] = 1
        for code, words, says in (
                (6, ("missing.h5", "path"), "missing.h5: error: there is no such file"),
                (3, ("text.h5", "path"), "text.h5: error:"),
                (3, ("other.h5", "path"), "it is an HDF5 file of another program"),
                (2, ("untraced.h5", "traces"), "it holds no traces. Set output.traces"),
                (2, ("real.h5", "traces", "positoin"), "no traced signal 'positoin'. Did you mean 'position'?"),
                (2, ("real.h5", "traces", "position.q"), "no component of position 'q'"),
                (2, ("real.h5", "traces", "--by", "max_speed"), "Did you mean 'max_speed_m_s'?"),
                (2, ("real.h5", "traces", "--worst", "-1"), "--worst -1"),
                (2, ("real.h5", "path", "--where", "max_tlt_deg > 3"), "max_tlt_deg"),
                (2, ("real.h5", "path", "--where", "max_tilt_deg > 1e9"), "no flown sample meets the condition max_tilt_deg > 1e9"),
                (2, ("real.h5", "path", "--where", "max_speed_m_s >"), "the condition ends where a value is expected"),
                (2, ("real.h5", "path", "--sample", "120"), "120"),
                (2, ("real.h5", "path", "--where", "sample > 50", "--sample", "7"), "sample 7 cannot be drawn"),
                (2, ("real.h5", "histogram", "tilt"), "no metric or input 'tilt'"),
                (2, ("real.h5", "sweep", "max_tilt_deg"), "it holds no sweep"),
                (2, ("sweep.h5", "--no-verify", "sweep", "max_tilt_deg", "--at", "vehicle.mass_kg=3"), "Values: 0.8, 1, 1.2."),
                (2, ("sweep.h5", "--no-verify", "sweep", "max_tilt_deg", "--at", "vehicle.mass=1"), "Did you mean 'vehicle.mass_kg'?"),
                (2, ("sweep.h5", "--no-verify", "sweep", "max_tilt_deg", "--at", "vehicle.mass_kg=1", "--at", "wind.0.to_m_s.x=0"),
                 "no swept parameter is left"),
                (2, ("real.h5", "path", "-o", "a.gif"), "a.gif: error: cannot write this kind of figure"),
                (6, ("real.h5", "path", "-o", "nowhere/a.png"), "nowhere/a.png: error: cannot be written"),
                (2, ("real.h5", "pie"), "error: argument KIND"),
                (2, (), "Try scripts/plot --help.")):
            with self.subTest(words=words):
                message = self.plot(*words, code=code)
                self.assertIn(says, message)
                self.assertEqual(message.count("\n"), 1 + ("--no-verify" in words))
        self.assertFalse(pathlib.Path("a.gif").exists())

    def poked(self, dataset, index, value):
        shutil.copy("real.h5", "poked.h5")
        with h5py.File("poked.h5", "r+") as file:
            file[dataset][index] = value

    def test_damage_is_told_and_not_drawn(self):
        for dataset, index, value, says in (("position", (3, 7, 1), 5.0, "sample 3)"), ("status", 9, 2, "sample 9)"),
                                            ("status", 9, 99, "sample 9)"), ("check", (4, 1), 7, "sample 4)"),
                                            ("m_max_tilt_deg", 2, 0.0, "sample 2)"), ("time", 3, 0.0, "'time'")):
            self.poked(dataset, index, value)
            for kind in ("traces", "histogram", "path"):
                message = self.plot("poked.h5", kind, code=3)
                self.assertIn("poked.h5: error: it is damaged (", message)
                self.assertIn(says, message)
        self.poked("status", 9, 99)
        message = self.plot("poked.h5", "--no-verify", "histogram", code=3)
        self.assertIn("sample 9 has the unknown status 99", message)

    def test_what_was_not_verified_says_so(self):
        real = Result("real.h5")
        self.assertEqual(real.note, "")
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            trusted = Result("real.h5", verify=False)
        self.assertIn("real.h5: warning: not verified (--no-verify)", told.getvalue())
        figure = traces.draw(trusted, ["position"], 1, None)
        self.assertTrue(figure.texts[1].get_text().endswith("; not verified"))
        self.assertFalse(traces.draw(real, ["position"], 1, None).texts[1].get_text().endswith("not verified"))

    def test_links_out_of_the_file_are_refused(self):
        for link, where in ((h5py.ExternalLink("untraced.h5", "/m_max_tilt_deg"), "m_max_tilt_deg"),
                            (h5py.SoftLink("/m_max_speed_m_s"), "m_max_tilt_deg"),
                            (h5py.ExternalLink("untraced.h5", "/provenance"), "more")):
            shutil.copy("real.h5", "linked.h5")
            with h5py.File("linked.h5", "r+") as file:
                if where in file:
                    del file[where]
                file[where] = link
            message = self.plot("linked.h5", "--no-verify", "histogram", code=3)
            self.assertIn(f"'/{where}' is a link", message)
            self.assertIn("linked.h5: error:", self.plot("linked.h5", "histogram", code=3))
        shutil.copy("real.h5", "linked.h5")
        with h5py.File("linked.h5", "r+") as file:
            del file["m_max_tilt_deg"]
            file.create_dataset("m_max_tilt_deg", (SAMPLES,), "f8", external=[("outside.bin", 0, SAMPLES * 8)])
        self.assertIn("is stored in another file", self.plot("linked.h5", "--no-verify", "histogram", code=3))

    def test_a_file_that_is_not_finished_says_so(self):
        fly("one.h5", "--only", "0")
        self.assertEqual(Result("one.h5").note, f"; NOT FINISHED: 1 of {SAMPLES} flown")
        self.plot("one.h5", "traces", "position.north", "-o", "one.png")

    def test_help(self):
        for words, says in ((("--help",), ("traces", "histogram", "sweep", "path", "examples:")),
                            (("x.h5", "sweep", "--help"), ("--statistic", "--at", "--output"))):
            told = io.StringIO()
            with contextlib.redirect_stdout(told), self.assertRaises(SystemExit) as end:
                PLOT.main(words)
            self.assertEqual(end.exception.code, 0)
            for word in says:
                self.assertIn(word, told.getvalue())


if __name__ == "__main__":  # what each kind draws, and sizes for papers, are slow
    IS_SLOW = "MONTECOPTER_TEST_SLOW" in os.environ
    unittest.main(argv=[sys.argv[0], *(name for name, each in list(globals().items()) if isinstance(each, type) and
                                       issubclass(each, unittest.TestCase) and (each.__module__ != "__main__") == IS_SLOW)])
