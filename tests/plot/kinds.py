"""What scripts/plot computes and overlays: roll, pitch and yaw, errors, references, limits, windows of time, several
results, bars of sensitivity, wind, the vehicle; and results with hostile names. Run by plot.py.
"""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
import xml.etree.ElementTree

import h5py
import matplotlib
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else sys.exit("Run plot.py.")
sys.path.insert(0, str(ROOT / "src/python"))
matplotlib.use("Agg")
from montecopter.drawing import bands, footprint, histogram, margins, rare, style, tornado, traces, vehicle, wind, worst  # noqa: E402
from montecopter.drawing.result import Result, euler_deg  # noqa: E402

loader = importlib.machinery.SourceFileLoader("plot_script", str(ROOT / "scripts/plot"))
PLOT = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(PLOT)
SIGNALS = ["position", "velocity", "attitude", "position_reference", "velocity_reference", "wind"]


def example(name):
    return ROOT / f"scenarios/examples/{name}.toml"


def fly(name, scenario, *options):
    count = () if "-n" in options else ("-n", "40")
    done = subprocess.run([PROGRAM, "run", example(scenario), "--progress", "none", *count, "-o", name, "--set",
                           "output.traces=all", *options], check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):  # a requirement may be violated or undecided
        raise AssertionError(done.stderr)


def labelled(axes, label):
    return [line for line in axes.lines if line.get_label() == label]


class PlotTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.mkdtemp(prefix="montecopter-test-")
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        os.chdir(cls.dir)
        cls.addClassCleanup(os.chdir, "/")
        os.environ["MONTECOPTER"] = str(PROGRAM)

    def setUp(self):
        matplotlib.pyplot.close("all")
        style.use()

    def plot(self, *words, code=0):
        """What scripts/plot says to stdout, or if it is to fail, to stderr. (A process costs a second.)"""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            found = PLOT.main([str(word) for word in words])
        self.assertEqual(found, code, f"{words}: {out.getvalue()}{err.getvalue()}")
        return err.getvalue() if code else out.getvalue()


class Kinds(PlotTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        signals = ["--set", f"output.signals={json.dumps(SIGNALS)}"]
        fly("gust.h5", "iris-gust-requirements", *signals)
        fly("heavy.h5", "iris-gust-requirements", *signals, "--set", "vehicle.mass_kg=1.6")
        fly("stored.h5", "iris-gust-requirements", "--set", f'output.signals={json.dumps(SIGNALS + ["euler_angles", "position_error"])}')

    def test_computed_signals_are_those_of_the_program(self):
        """It computes them in other words while it flies (output.signals)."""
        computed, stored = Result("gust.h5"), Result("stored.h5")
        for request in ("euler_angles", "position_error"):
            for (label, values), (wanted_label, wanted) in zip(computed.traces(request), stored.traces(request)):
                self.assertEqual(label, wanted_label)
                np.testing.assert_allclose(values, wanted, atol=1e-12)
        self.assertEqual([label for label, _ in computed.traces("euler_angles")], ["roll [°]", "pitch [°]", "yaw [°]"])
        half, cosine = 0.5, np.sqrt(0.75)  # of half of 60 degrees about each axis
        np.testing.assert_allclose(euler_deg(np.array([[cosine, half, 0, 0], [cosine, 0, half, 0], [cosine, 0, 0, half]])),
                                   np.diag([60, 60, 60]), atol=1e-12)

    def test_what_was_to_be_followed_is_drawn(self):
        axes = traces.draw(Result("gust.h5"), ["position", "wind.x"], 1, None).axes
        with h5py.File("gust.h5") as file:
            wanted = np.median(file["position_reference"][:, :, 2], axis=0)
        np.testing.assert_array_equal(labelled(axes[2], "reference")[0].get_ydata(), wanted)
        self.assertEqual(labelled(axes[3], "reference"), [])

    def test_a_window_of_time(self):
        result = Result("gust.h5")
        result.set_window(2.0, 3.5)
        axes = traces.draw(result, ["position.east"], 1, None).axes[0]
        at = axes.lines[0].get_xdata()
        self.assertEqual((at[0], at[-1]), (2.0, 3.5))
        with h5py.File("gust.h5") as file:
            keep = (file["time"][:] >= 2.0) & (file["time"][:] <= 3.5)
            np.testing.assert_allclose(labelled(axes, "median")[0].get_ydata(), np.median(file["position"][:, keep, 1], axis=0), rtol=1e-12)
        for words, says in ((("--from", "3", "--to", "2"), "--from 3 is not before --to 2"), (("--from", "100"), "fewer than two output times"),
                            (("--to", "soon"), "--to soon: error: not a number")):
            self.assertIn(says, self.plot("gust.h5", "traces", *words, code=2))

    def test_p_boxes_hold_the_quantiles_of_all_points(self):
        fly("points.h5", "iris-gust-requirements", "--set", 'disperse."wind.0.airspeed_m_s".kind=epistemic', "--set",
            "monte_carlo.epistemic_points=3", "--set", "simulation.duration_s=2")
        axes = bands.draw("points.h5", ["max_tilt_deg"]).axes[0]
        with h5py.File("points.h5") as file:
            tilt, point = file["m_max_tilt_deg"][:], file["sweep_point"][:]
        for line, side in zip(axes.lines, (np.min, np.max)):
            for percent, shown in ((0, np.min), (50, np.median), (100, np.max)):
                at = line.get_xdata()[list(line.get_ydata()).index(percent)]
                self.assertAlmostEqual(at, side([shown(tilt[point == k]) for k in range(3)]), 12)
        self.plot("points.h5", "bands", "-o", "bands.png")
        self.assertIn("Did you mean 'max_tilt_deg'", self.plot("points.h5", "bands", "max_tilt_de", code=2))
        self.assertIn("it has no sweep", self.plot("gust.h5", "bands", code=2))
        self.assertIn("epistemic", self.plot("points.h5", "bands", "--over", "mass", code=2))

    def answer(self, name, command, **members):
        pathlib.Path(name).write_text(json.dumps({"command": command, "scenario": "gust", "unit": "m", **members}))
        return name

    def test_levels_of_a_rare_violation(self):
        levels = [{"beyond": -2.0, "probability": 0.1, "low": 0.08, "high": 0.12}, {"beyond": -1.0, "probability": 0.01, "low": 0, "high": 0.02}]
        found = {"statement": "$x <= 5", "verdict": "met", "method": "subset", "allowed": 0.001, "confidence": 0.95, "flights": 15000,
                 "reached": True, "probability": 0.0005, "low": 0.0004, "high": 0.0006, "levels": levels}
        axes, = rare.draw(self.answer("rare.json", "rare", **found)).axes
        line, = labelled(axes, "levels")
        self.assertEqual(line.get_xydata().tolist(), [[-2, 0.1], [-1, 0.01], [0, 0.0005]])
        self.assertEqual(labelled(axes, "allowed")[0].get_ydata()[0], 0.001)
        self.assertEqual(axes.get_yscale(), "log")
        self.plot("rare.json", "rare", "-o", "rare.svg")
        for changed, says in (({"method": "importance"}, "Draw an answer of --method subset"), ({"levels": [], "probability": 0}, "no flight came nearer")):
            self.answer("bad.json", "rare", **found | changed)
            self.assertIn(says, self.plot("bad.json", "rare", code=2))

    def test_search_for_the_worst_flight(self):
        flights = [{"value": 7 - k, "inputs": [{"name": "in_vehicle.mass_kg.factor", "value": 1.1, "score": 0.5 - k},
                                               {"name": "in_wind.0.to_m_s.x", "value": 9, "score": -3.0},
                                               {"name": "in_axis.x", "value": 0, "score": None}]} for k in range(2)]
        found = {"sought": "largest $error_m", "within": 0.999, "flights": 200, "flights_per_batch": 64, "progress": [None, 5.0, 6.0, 7.0],
                 "worst": flights}
        progress, inputs = worst.draw(self.answer("worst.json", "worst", **found)).axes
        np.testing.assert_array_equal(progress.lines[0].get_xydata(), [[64, np.nan], [128, 5], [192, 6], [200, 7]])
        self.assertEqual([text.get_text() for text in inputs.get_yticklabels()], ["factor on vehicle.mass_kg", "wind.0.to_m_s.x"])
        ends = [line.get_xdata()[0] for line in inputs.lines if line.get_marker() == "o"]
        self.assertEqual(ends, [-3.0, 0.5])
        self.plot("worst.json", "worst", "-o", "worst.png")
        self.plot("worst.json", "worst", "--width-mm", "85", "-o", "worst.pdf")
        pathlib.Path("text.json").write_text("{")
        for name, kind, says in (("worst.json", "rare", "not an answer of `montecopter rare`"), ("text.json", "worst", "worst.json`")):
            self.assertIn(says, self.plot(name, kind, code=3))
        self.assertIn("no such file", self.plot("nowhere.json", "worst", code=6))

    def test_limits_of_requirements(self):
        axes = histogram.draw(Result("gust.h5"), ["max_tilt_deg", "max_speed_m_s"]).axes
        self.assertIn(10.0, [line.get_xdata()[0] for line in axes[0].lines if line.get_color() == style.LIMIT and len(line.get_xdata())])
        self.assertEqual([line for line in axes[1].lines if line.get_color() == style.LIMIT], [])
        self.assertEqual(axes[0].get_legend().get_texts()[0].get_text(), "lean: ≤ 10")
        result = Result("gust.h5")
        self.assertEqual(sorted(result.bounds_of("euler_angles", "x")), [-10, 10])
        self.assertEqual(result.bounds_of("euler_angles", "z"), [])
        self.assertEqual(sorted(result.bounds_of("position_error", "y")), [-0.5, 0.5])

    def test_quantiles(self):
        figure = traces.draw(Result("gust.h5"), ["position.north"], 0, None, (10, 90))
        self.assertIn("10–90 %", figure.axes[0].get_legend_handles_labels()[1])
        with h5py.File("gust.h5") as file:
            high = np.percentile(file["position"][:, :, 0], 90, axis=0).max()
        band = figure.axes[0].collections[0].get_paths()[0].vertices
        self.assertAlmostEqual(band[:, 1].max(), high, places=12)
        self.plot("gust.h5", "histogram", "max_tilt_deg", "--quantiles", "1,99", "-o", "q.png")
        for bad in ("95,5", "5", "a,b", "-1,50", "nan,5"):
            self.assertIn("not two rising percentages", self.plot("gust.h5", "histogram", f"--quantiles={bad}", code=2))

    def test_two_results_in_one_picture(self):
        both = [Result("gust.h5"), Result("heavy.h5")]
        axes = traces.draw_two(both, ["position.z"]).axes[0]
        for k, name in enumerate(("gust.h5", "heavy.h5")):
            with h5py.File(name) as file:
                np.testing.assert_allclose(axes.lines[k].get_ydata(), np.median(file["position"][:, :, 2], axis=0), rtol=1e-12)
        figure = histogram.draw_two(both, ["back"])
        with h5py.File("gust.h5") as a, h5py.File("heavy.h5") as b:
            medians = [np.median(file["m_back"][:]) for file in (a, b)]
        self.assertEqual(figure.axes[0].get_title("left"), "A {:.4g}, B {:.4g}".format(*medians))
        self.assertIn("gust.h5", figure.texts[0].get_text())  # the scenarios have one name
        self.plot("gust.h5", "-o", "two.png", "heavy.h5", "histogram", "max_tilt_deg")
        self.assertIn("path draws one result", self.plot("gust.h5", "heavy.h5", "path", code=2))
        self.assertIn("--sample and --by need one result", self.plot("gust.h5", "heavy.h5", "traces", "--sample", "3", code=2))
        self.assertIn("no metric or input 'x'", self.plot("gust.h5", "heavy.h5", "histogram", "x", code=2))

    def test_bars_are_what_sensitivity_answers(self):
        for options, key in (((), "rank_correlation"), (("--set", 'monte_carlo.design="saltelli"', "-n", "320"), "total"),
                             (("--set", 'monte_carlo.design="morris"', "--set", "monte_carlo.levels=4", "-n", "40"), "mu_star"),
                             (("--set", 'monte_carlo.design="one_at_a_time"', "-n", "7"), "changes")):
            fly("design.h5", "iris-gust-requirements", "--fresh", "--set", "requirement={}", *options)
            done = subprocess.run([PROGRAM, "sensitivity", "design.h5", "--json", "--metric", "max_tilt_deg"],
                                  check=True, capture_output=True)
            inputs = json.loads(done.stdout)["metrics"]["max_tilt_deg"]["inputs"]
            wanted = [change["value"] for one in inputs for change in one["changes"]] if key == "changes" else [
                one[key]["value"] for one in inputs]
            axes = tornado.draw("design.h5", "max_tilt_deg").axes[0]
            found = [bar.get_width() for bar in axes.patches]
            for value in wanted:
                self.assertIn(value, found, key)
            self.assertEqual({label.get_text() for label in axes.get_yticklabels()}, {one["input"] for one in inputs})
        self.assertIn("max_tlt", self.plot("gust.h5", "tornado", "max_tlt", code=2))

    def test_footprints(self):
        """Points are the touchdowns of the file; the ellipse meets the covariance along its axes; rings are circles."""
        fly("fall.h5", "x500-termination", "-n", "200")
        with h5py.File("fall.h5") as file:
            found = {name: np.array(file[f"m_touchdown_{name}_m"]) for name in ("north", "east")}
        axes = footprint.draw(Result("fall.h5"), [30.0]).axes[0]
        points = np.array(axes.collections[0].get_offsets())
        np.testing.assert_array_equal(points, np.stack([found["east"], found["north"]], axis=1))
        ellipse = np.stack(labelled(axes, "ellipse: 95 % if normal")[0].get_data()) - points.mean(axis=0)[:, None]
        distance = np.sqrt(np.sum(ellipse * np.linalg.solve(np.cov(points.T), ellipse), axis=0))
        np.testing.assert_allclose(distance, 2.4477468, rtol=1e-6)  # the 95 % quantile of chi-square with 2 degrees of freedom
        ring = np.stack(labelled(axes, "30 m from the origin")[0].get_data())
        np.testing.assert_allclose(np.hypot(*ring), 30, rtol=1e-12)
        self.assertEqual(axes.get_aspect(), 1.0)
        self.assertIn("touchdown_north_m", self.plot("gust.h5", "footprint", code=2))

    def test_rotors_turn_as_documented(self):
        """PX4's quadrotor x: 0 front right and 1 rear left turn counter-clockwise, 2 front left and 3 rear right clockwise."""
        for name in ("x500-survey", "iris-gust"):  # FLU; FRD
            rotors = vehicle.multirotor(vehicle.resolved(str(example(name)))["vehicle"])
            self.assertEqual([(np.sign(r.at[0]), np.sign(r.at[1]), r.turns) for r in rotors],
                             [(1, 1, -1), (-1, -1, -1), (1, -1, 1), (-1, 1, 1)], name)
        clockwise = vehicle.Rotor("0", np.zeros(3), np.array([0, 0, -1.0]), 1, 1.0)
        figure, axes = matplotlib.pyplot.subplots()
        vehicle.draw_turn(axes, clockwise)
        (x0, y0), (x1, y1) = axes.patches[0]._posA_posB
        self.assertLess(x0 * y1 - y0 * x1, 0)  # clockwise, with x to the right and y up
        matplotlib.pyplot.close(figure)
        for source in ("gust.h5", example("neo9-hover")):
            matplotlib.pyplot.close(vehicle.draw(str(source)))
        self.plot(example("xcell-climb"), "vehicle", "-o", "vehicle.png")
        # A controller without gains yet, as a scenario for `tune` has it: the vehicle is the same.
        text = example("x500-survey").read_text().replace("../vehicles", str(ROOT / "scenarios/vehicles"))
        begin = text.index("[controller]")
        rest = text[begin + 1:]
        end = begin + 1 + (rest.index("\n[") if "\n[" in rest else len(rest))
        pathlib.Path("gainless.toml").write_text(text[:begin] + '[controller]\ntype = "lee"\nrate_hz = 250\n' + text[end:])
        self.assertNotEqual(subprocess.run([PROGRAM, "check", "gainless.toml"], capture_output=True).returncode, 0)
        self.assertEqual(vehicle.resolved("gainless.toml")["vehicle"], vehicle.resolved(str(example("x500-survey")))["vehicle"])
        figures = [vehicle.draw(source) for source in ("gainless.toml", str(example("x500-survey")))]
        lines = [[line.get_xydata().tolist() for axes in figure.axes for line in axes.lines] for figure in figures]
        self.assertEqual(lines[0], lines[1])
        self.assertGreaterEqual(len(lines[0]), 4)  # an arm for each rotor
        shutil.copy("gust.h5", "broken.h5")
        with h5py.File("broken.h5", "r+") as file:
            file["provenance/resolved"][:100] = 0
        self.assertIn("its scenario cannot be read", self.plot("broken.h5", "--no-verify", "vehicle", code=3))
        self.plot("broken.h5", "--no-verify", "histogram", "max_tilt_deg", "-o", "broken.png")  # without limits
        self.assertIn("error:", self.plot("none.toml", "vehicle", code=2))

    def test_margins(self):
        """Curves against the program's numbers; loops by name; what cannot be drawn."""
        figure = margins.draw(str(example("x500-survey")), ["body_rate.x", "position.x"])
        said = margins.ask(str(example("x500-survey")))
        loops = {loop["name"]: loop for loop in said["at_measurement"]}
        gain, phase, nyquist, steps = figure.axes
        for name in ("body_rate.x", "position.x"):
            (curve,) = labelled(gain, name)
            x, y = curve.get_data()
            np.testing.assert_allclose(np.interp(loops[name]["crossover_rad_s"], x, y), 0, atol=0.05)
            (step,) = labelled(steps, name)
            np.testing.assert_array_equal(step.get_data()[1], loops[name]["step"]["value"])
            self.assertEqual(step.get_color(), curve.get_color())
        dots = [line for line in phase.lines if line.get_marker() == "o"]
        for name, dot in zip(("body_rate.x", "position.x"), dots):
            self.assertAlmostEqual(abs(dot.get_ydata()[0] + 180), loops[name]["phase"]["deg"], delta=0.1)
        self.assertEqual(len(nyquist.patches), 1)  # the disk
        steps_of_others = margins.draw(str(example("x500-survey")), ["roll"]).axes[3]
        self.assertEqual(labelled(steps_of_others, "position.x")[0].get_color(), "black")
        # 1/(s (s + 1)^2) at frequencies as far apart as those of the program: a third-order curve between them.
        w = np.geomspace(0.05, 50, 200)
        fine = np.exp(np.interp(np.arange(199 * 12 + 1) / 12, np.arange(200), np.log(w)))
        drawn, exact = margins.rounded(1 / (1j * w * (1j * w + 1)**2)), 1 / (1j * fine * (1j * fine + 1)**2)
        shown = abs(exact) < 4
        np.testing.assert_allclose(drawn[shown], exact[shown], atol=1e-3)
        matplotlib.pyplot.close(margins.draw(str(example("lee-helix")), []))
        self.plot(example("marvin-square"), "margins", "-o", "helicopter.png")
        self.assertIn("there is no loop 'rol'", self.plot(example("lee-helix"), "margins", "rol", code=2))
        self.assertIn("the scenario has no feedback loop", self.plot(example("sih-hover"), "margins", code=2))
        self.assertIn("error:", self.plot("none.toml", "margins", code=2))
        text = example("f450-lemniscate").read_text().replace("../vehicles", str(ROOT / "scenarios/vehicles"))
        pathlib.Path("unstable.toml").write_text(text.replace("rate_hz = 500", "rate_hz = 10").replace("delay_s = 0.002", ""))
        self.assertIn("it has no margins to draw", self.plot("unstable.toml", "margins", code=1))

    def test_wind_over_height(self):
        climb = ["--set", 'output.signals=["position", "wind"]', "--set", "output.rate_hz=20"]
        fly("climb.h5", "f450-climb", *climb, "--set", "wind=[{type=\"steady\", to_m_s=[0, -6, 0]}]")
        figure = wind.draw(Result("climb.h5"))
        np.testing.assert_allclose(labelled(figure.axes[0], "median")[0].get_xdata(), 6)
        np.testing.assert_allclose(labelled(figure.axes[1], "median")[0].get_xdata(), 90)  # from the east
        np.testing.assert_allclose(wind.around(np.array([359.0, 1.0, 0.0])) % 360, [359, 1, 0])
        fly("nowind.h5", "iris-gust", "--set", 'output.signals=["position"]')
        self.assertIn("needs the traced signals 'wind'", self.plot("nowind.h5", "wind", code=2))

    def test_one_value_is_in_the_middle_of_its_bar(self):
        for value in (0.0, 5.0, -1e300, 1e-17):
            _, low, high, _ = histogram.bins(np.full(7, value))
            self.assertTrue(low < value < high)
            self.assertAlmostEqual((low + high) / 2, value, delta=1e-12 * max(1, abs(value)))

    def test_wind_of_a_scenario(self):
        figure = wind.draw_model(example("sih-gusts"), ("0", "40"), 0)
        speed, height = figure.axes[0].get_lines()[0].get_data()
        np.testing.assert_allclose(speed[1:], 3 * np.log(np.maximum(height[1:], 0.03) / 0.03) / np.log(10 / 0.03), atol=1e-9)  # its log_shear
        np.testing.assert_allclose(figure.axes[1].get_lines()[0].get_xdata() % 360, 180)  # from the south
        self.plot(example("sih-gusts"), "wind", "--heights", "0,40", "--time", "3", "-o", "profile.svg")
        self.plot(example("xcell-landing"), "wind", "-o", "calm.png")
        self.assertIn("not two rising heights", self.plot(example("sih-gusts"), "wind", "--heights", "5", code=2))
        self.assertIn("error:", self.plot("none.toml", "wind", code=2))

    def test_hostile_names_are_drawn_as_they_are(self):
        evil = "$\\frac{$ \033[31m <script>&\u202e " + 10000 * "x"
        shutil.copy("gust.h5", "evil.h5")
        with h5py.File("evil.h5", "r+") as file:
            file.attrs["title"] = np.bytes_(("../../" + evil).encode())
            file["m_max_tilt_deg"].attrs["units"] = np.bytes_(evil.encode())
            file["position"].attrs["units"] = np.bytes_(evil.encode())
            name = "m_$x^{$ \033]0;y\007" + 3000 * "z"
            file.move("m_back", name)
            values = file["sample"][:] % 2
            file["sweep_point"] = values
            file["sweep_" + evil[:200]] = np.arange(2.0)
            file["sweep_" + evil[:200]].attrs["units"] = np.bytes_(evil.encode())
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for kind in (["traces", "position.x"], ["histogram", name], ["path"], ["sweep", "max_tilt_deg"]):
                # The texts are those of the kind; how a format writes them is the same for all kinds.
                for suffix in ("png", "svg", "pdf") if kind == ["histogram", name] else ("png",):
                    self.plot("evil.h5", "--no-verify", "-o", "evil." + suffix, *kind)
                    if suffix == "svg":
                        text = pathlib.Path("evil.svg").read_text()
                        xml.etree.ElementTree.fromstring(text)
                        self.assertNotIn("<script", text)
                        self.assertLess(len(text), 3_000_000)
        told = self.plot("evil.h5", "--no-verify", "histogram", "max_tilt_deg")
        self.assertNotIn("/", told)
        self.assertTrue(pathlib.Path(told.strip()).is_file())
        self.assertEqual(style.plain("a$b\033\u202e"), "a\\$b\\x1b\\x202e")
        self.assertEqual(len(style.plain(10000 * "x")), 80)
        self.assertEqual(style.plain("Größe [m/s²]"), "Größe [m/s²]")
