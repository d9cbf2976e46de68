#!/usr/bin/python3
"""Answers of the package: tables and verdicts beside numpy and the JSON of the program, and the examples of docstrings."""
import doctest
import inspect
import json
import os
import pathlib
import subprocess
import tempfile
import tomllib
import unittest

import support
from support import EXAMPLES, PICTURES, ROOT, TABLE, PackageTest

import montecopter

try:
    import matplotlib
    matplotlib.use("Agg")
    import numpy
    import xarray
except ImportError:
    xarray = None

# A flight whose log identifies the mass.
SQUARE = {"schema": 1, "name": "square", "vehicle": {"include": str(ROOT / "scenarios/vehicles/hummingbird.toml")},
    "controller": {"type": "command_table", "rows": [[0.0, 453, 453, 453, 453], [0.5, 456, 452, 456, 452]]},
    "integrator": {"type": "rk4", "rate_hz": 500}, "simulation": {"duration_s": 1.5},
    "disperse": {"vehicle.mass_kg": {"dist": "normal", "apply": "factor", "mean": 1.05, "sd": 0.05}},
    "output": {"signals": ["position", "velocity", "attitude", "body_rate", "rotor_speed"]}}


@unittest.skipUnless(xarray, "needs xarray and pandas")
class Answers(PackageTest):
    """Tables and verdicts, beside numpy on the columns of the files."""
    REQUIREMENT = {"requirement": {"heavy": {"type": "probability", "metric": "max_altitude_m", "at_most": 1e9, "probability": 0.1,
                                             "confidence": 0.9}}}

    def test_tables_have_the_numbers_of_the_columns(self):
        a = montecopter.run(TABLE | self.REQUIREMENT, output="a.h5", samples=30)
        b = montecopter.run(TABLE | self.REQUIREMENT, output="b.h5", samples=30, set={"environment.gravity_m_s2": 9.9})
        of_a, of_b = (result.to_pandas().m_max_speed_m_s for result in (a, b))
        self.assertAlmostEqual(montecopter.stats(a)["mean"]["max_speed_m_s"], of_a.mean(), 12)
        row = montecopter.compare(a, b, metrics="max_speed_m_s", margins={"max_speed_m_s": 10}).iloc[0]
        self.assertAlmostEqual(row.difference, (of_b - of_a).mean(), 12)
        self.assertEqual(row.verdict, "equivalent")
        found, = montecopter.requirements(a)
        self.assertEqual((found.name, found.verdict, found.met, found.flown), ("heavy", "met", 30, 30))
        table = montecopter.sensitivity(a, metrics=["max_speed_m_s"], resamples=50)
        self.assertEqual(list(table.input), ["vehicle.mass_kg"])
        ranks = numpy.corrcoef(of_a.rank(), a.to_pandas()["in_vehicle.mass_kg"].rank())[0, 1]
        self.assertAlmostEqual(table.rank_correlation[0], ranks, 12)

    def test_points_and_unfinished_files(self):
        """Points of one sweep compare like the two campaigns that fly them; an unfinished file has the samples it has."""
        at = {"environment.gravity_m_s2": [9.0, 9.9]}
        swept = montecopter.sweep(TABLE, at, samples=20, output="s.h5")
        ends = [montecopter.run(TABLE, samples=20, set={"environment.gravity_m_s2": value}, output=f"{value}.h5")
                for value in at["environment.gravity_m_s2"]]
        wanted = montecopter.compare(*ends, metrics="max_speed_m_s").iloc[0]
        found = montecopter.compare(swept, swept, metrics="max_speed_m_s", point=(0, 1)).iloc[0]
        self.assertEqual((found.difference, found.low95), (wanted.difference, wanted.low95))
        effects = montecopter.sensitivity(swept, metrics="max_speed_m_s", resamples=50)
        self.assertEqual(list(effects.point), [0, 1])
        for end, (_, row) in zip(ends, effects.iterrows()):
            alone = montecopter.sensitivity(end, metrics="max_speed_m_s", resamples=50).iloc[0]
            self.assertEqual(row.rank_correlation, alone.rank_correlation)
        part = self.fly(only=[0, 2], output="part.h5")
        with self.assertRaisesRegex(montecopter.Error, "incomplete=True"):
            montecopter.stats(part)
        self.assertEqual(montecopter.stats(part, incomplete=True).n["max_speed_m_s"], 2)

    def test_differences_and_reports(self):
        a, b = self.fly(), self.fly(output="b.h5")
        c = self.fly(output="c.h5", set={"environment.gravity_m_s2": 9.9})
        self.assertTrue(montecopter.diff(a, b).same)
        self.assertFalse(montecopter.diff(a, c, across="environment").same)
        with self.assertRaisesRegex(montecopter.RefusedError, "across= environment.gravity_m_s2 .*or across=True to permit all"):
            montecopter.diff(a, c)
        self.assertTrue(montecopter.report(a, c, output="page.html").read_text().startswith("<!DOCTYPE html>"))

    def test_studies_have_the_numbers_of_the_commands(self):
        gust = str(EXAMPLES / "iris-gust.toml")

        def told(*words):
            return json.loads(subprocess.run([os.environ["MONTECOPTER"], *words, "--json"], capture_output=True, check=False).stdout)
        planned = montecopter.plan(TABLE, samples=40)
        self.assertEqual((planned.scenario, planned.samples, planned.steps, planned.duration_s), ("from-python", 40, 100, 0.4))
        self.assertEqual(list(planned.inputs.path), ["vehicle.mass_kg"])
        margins, wanted = montecopter.margins(gust), told("margins", gust)
        self.assertEqual((margins.controller, margins.stable, margins.disk), ("lee", True, wanted["all_commands"]["alpha"]))
        loops = margins.loops.set_index("loop")
        for loop in wanted["at_command"] + wanted["at_measurement"]:
            self.assertEqual(loops.phase_deg[loop["name"]], loop["phase"]["deg"])
            self.assertEqual(loops.delay_s[loop["name"]], loop["delay"]["s"])
        tuned = montecopter.tune(gust, phase_margin=50, output="gains.toml")
        self.assertEqual(tuned.gains, tomllib.loads(pathlib.Path("gains.toml").read_text()))
        again = montecopter.margins(gust, set=tuned.overrides).loops.set_index("loop")
        self.assertAlmostEqual(again.phase_deg["roll"], 50, 1)  # gains have four digits
        self.assertEqual(list(tuned.compared.gains)[:2], ["proposed", "of the scenario"])
        f450 = montecopter.vehicle(ROOT / "scenarios/vehicles/f450.toml")
        self.assertEqual((f450.name, f450.type, f450.mass_kg, f450.warnings), ("f450", "multirotor", 1.4, []))
        self.assertEqual((len(f450.rotor_failed), f450.level_flights.speed_m_s[0]), (4, 0))
        self.assertIn("nutation", montecopter.vehicle(EXAMPLES / "marvin-square.toml").warnings[0])
        for answer in (planned, margins, tuned, f450):
            self.assertEqual(answer.summary["montecopter"], montecopter.__version__)

    def test_where_flights_come_down(self):
        found = montecopter.contain(EXAMPLES / "x500-termination.toml", speed=5, height=40, dimension=0.7, probability=0.99)
        # 299 flights without a miss: the fewest that show 99 % at 95 % confidence. The largest one is the bound.
        self.assertEqual((found.flights, found.touchdowns), (299, 299))
        self.assertEqual(found.formula["one_to_one_m"], found.formula["contingency_height_m"] + 0.7 / 2)
        impacts = found.impacts
        self.assertTrue((impacts["mean"] < impacts["quantile"]).all() and (impacts["quantile"] <= impacts["bound"]).all())
        self.assertEqual(len(found.ground_risk_classes), 7)
        self.assertIsNone(found.verdict)
        decided = montecopter.contain(EXAMPLES / "x500-termination.toml", speed=50, height=40, dimension=0.7, probability=0.9,
                                      until="decided")
        self.assertEqual(decided.verdict, "met")  # far within the buffer of 50 m/s
        self.assertLess(decided.flights, 200)
        options = dict(speed=5, height=40, dimension=0.7, samples=20, probability=0.9)
        square = montecopter.contain(EXAMPLES / "x500-termination.toml", **options,
                                     geography=[(-9, -9), (9, -9), (9, 9), (-9, 9)]).impacts["mean"]
        around = montecopter.contain(EXAMPLES / "x500-termination.toml", **options).impacts["mean"]
        self.assertGreater(square["distance from geography"], around["distance from geography"] + 5)  # the circle has 20 m
        slow = montecopter.contain(EXAMPLES / "x500-termination.toml", **options, climb_rate=2, wind=4)
        # H_CV has one second of climb, and a parachute sinks at 5 m/s.
        height = slow.formula["contingency_height_m"]
        self.assertAlmostEqual(montecopter.contain(EXAMPLES / "x500-termination.toml", **options).formula["contingency_height_m"], height + 3)
        self.assertAlmostEqual(slow.formula["parachute_m"], 2 * 5 + 4 * height / 5)
        self.assertEqual(slow.counted_events, ["event.0"])
        with self.assertRaisesRegex(montecopter.Error, "since= no event is called 'cut'|since=: error: no event is called 'cut'"):
            montecopter.contain(EXAMPLES / "x500-termination.toml", **options, since="cut")

    def test_borders_in_reports(self):
        falls = montecopter.run(EXAMPLES / "x500-termination.toml", samples=5, output="falls.h5")
        plain = montecopter.report(falls, output="plain.html").read_text()
        self.assertNotIn("ground risk buffer", plain)
        borders = dict(speed=5, height=40, dimension=0.7, reaction=2, climb_rate=3, wind=4)
        corners = [(-22, -22), (22, -22), (22, 22), (-22, 22)]
        page = montecopter.report(falls, output="rings.html", **borders, geography=corners).read_text()
        self.assertIn("ground risk buffer", page)
        shell = subprocess.run([os.environ["MONTECOPTER"], "report", "falls.h5", "-o", "shell.html", "--speed", "5", "--height", "40",
                                "--dimension", "0.7", "--reaction", "2", "--climb-rate", "3", "--geography", "-22,-22;22,-22;22,22;-22,22"],
                               capture_output=True, check=False)
        self.assertEqual(shell.returncode, 0, shell.stderr)
        self.assertEqual(page, pathlib.Path("shell.html").read_text())
        with self.assertRaisesRegex(montecopter.Error, "the borders of an operation need three numbers"):
            montecopter.report(falls, output="two.html", speed=5, height=40)

    def test_rare_and_worst(self):
        gust = EXAMPLES / "iris-gust-requirements.toml"
        short = {"simulation.duration_s": 2.5}
        found = montecopter.rare(gust, requirement="carried", set=short | {"requirement.carried.at_most": 0.3}, per_level=500)
        self.assertTrue(found.reached)
        self.assertTrue(found.low < found.probability < found.high < 0.1)
        self.assertEqual(found.flights, 8 * (500 // 8) + found.levels["flights"].sum())
        worst = montecopter.worst(gust, metric="max_tilt_deg", set=short, samples=256, keep=3)
        self.assertEqual((worst.unit, worst.flights, len(worst.worst)), ("degree", 256, 3))
        self.assertEqual(worst.worst["value"].max(), worst.progress[-1])

    def test_bands_and_robust_gains(self):
        gust = EXAMPLES / "iris-gust-requirements.toml"
        short = {"simulation.duration_s": 2.5, "requirement": {}}
        montecopter.run(gust, set=short | {'disperse."wind.0.airspeed_m_s".kind': "epistemic", "monte_carlo.epistemic_points": 4},
                        samples=50, output="bands.h5")
        found = montecopter.bands("bands.h5", metrics="max_tilt_deg", quantiles=[10, 90])
        self.assertEqual(list(found.points["wind.0.airspeed_m_s"][:3]), [8.5, 5.0, 12.0])
        self.assertEqual(list(found.quantiles["percent"]), [10, 90])
        self.assertTrue((found.quantiles["low"] < found.quantiles["high"]).all())
        robust = montecopter.robust_gains(gust, set={"simulation.duration_s": 2.5, "requirement.back.at_most": 2.0}, flights=640,
                                          samples=20, held_out=50)
        self.assertGreater(robust.margin, robust.margin_before)
        self.assertEqual(len(robust.requirements), 4)
        self.assertIn("controller.rate_gain_n_m_s", robust.overrides)

    def test_logs(self):
        """The log is a flight of the same model: its mass is known. In one log alone, a part of it looks like a constant
        acceleration, so it has an error of about 1 %.
        """
        montecopter.run({**SQUARE, "disperse": {}}, output="a.h5", samples=1)
        montecopter.call("export", "a.h5", "--ulog", "a.ulg")
        fitted = montecopter.fit(SQUARE, "a.ulg", output="fitted.toml")
        self.assertTrue(fitted.converged)
        row = fitted.parameters.loc["vehicle.mass_kg"]
        self.assertLess(row.standard_error, 0.015)
        self.assertLess(abs(row.value - 1.0), 3 * row.standard_error)
        self.assertTrue(row.identified)
        with self.assertRaisesRegex(montecopter.Error, "fresh=True"):
            montecopter.fit(SQUARE, "a.ulg", output="fitted.toml")
        errors = montecopter.validate({**SQUARE, "disperse": {}}, "a.ulg", horizons=[0.1, 0.25]).errors
        self.assertEqual(list(errors.horizon_s.unique()), [0.1, 0.25])
        self.assertLess(errors[errors.quantity == "position"].rms.max(), 1e-3)  # m, against 0.02 and more without a model

    def test_a_negative_verdict_is_an_answer(self):
        heavy = montecopter.vehicle(ROOT / "scenarios/vehicles/f450.toml", set={"vehicle.mass_kg": 9.0})
        self.assertLess(heavy.thrust_to_weight, 1)
        loose = montecopter.margins(EXAMPLES / "iris-gust.toml", set={"controller.rate_gain_n_m_s": [50.0, 50.0, 50.0]})
        self.assertEqual((loose.stable, loose.disk, list(loose.loops.phase_deg)), (False, None, []))

    @support.slow
    def test_the_examples_of_functions(self):
        self.run_examples(getattr(montecopter, name) for name in montecopter.__all__ if name != "__version__")

    @support.slow
    def test_the_examples_of_pictures(self):
        self.run_examples(getattr(montecopter.plot, name) for name in PICTURES)

    def run_examples(self, functions):
        """All lines after >>> run, in one folder with the files that they name; what is below them is what they give."""
        level = {"requirement": {"level": {"type": "failures", "at_most": 0.5}},
                 "disperse": {"vehicle.mass_kg": {"dist": "uniform", "apply": "factor", "low": 0.9, "high": 1.1}},
                 "output": {"signals": ["position", "attitude", "wind"], "rate_hz": 50, "traces": "all"}}
        pathlib.Path("hover.toml").write_text(montecopter.dumps({**TABLE, **level, "name": "hover"}))
        pathlib.Path("loop.toml").write_text((EXAMPLES / "iris-gust.toml").read_text().replace("../", f"{ROOT}/scenarios/"))
        pathlib.Path("sensors.toml").write_text((EXAMPLES / "sih-sensors.toml").read_text().replace("../", f"{ROOT}/scenarios/"))
        pathlib.Path("gust.toml").write_text(
            (EXAMPLES / "iris-gust-requirements.toml").read_text().replace("../", f"{ROOT}/scenarios/"))
        pathlib.Path("termination.toml").write_text(
            (EXAMPLES / "x500-termination.toml").read_text().replace("../", f"{ROOT}/scenarios/"))
        montecopter.run("hover.toml", samples=20, output="hover.h5")
        montecopter.run("termination.toml", samples=20, output="fall.h5")
        montecopter.run("hover.toml", samples=20, output="heavy.h5", set={"vehicle.mass_kg": 1.1})
        montecopter.sweep("hover.toml", {"vehicle.inertia_kg_m2.xx": [0.02, 0.025]}, samples=2, output="masses.h5")
        pathlib.Path("square.toml").write_text(montecopter.dumps(SQUARE))
        montecopter.run({**SQUARE, "disperse": {}}, samples=1, output="square.h5")
        montecopter.call("export", "square.h5", "--ulog", "square.ulg")
        kept = os.getcwd()
        for function in filter(inspect.isfunction, functions):
            examples = doctest.DocTestParser().get_examples(inspect.getdoc(function))
            with self.subTest(function.__name__), tempfile.TemporaryDirectory(dir=".") as folder:
                self.assertTrue(examples, "there is no example")
                for file in os.listdir():
                    if os.path.isfile(file):
                        os.symlink(os.path.abspath(file), os.path.join(folder, file))
                os.chdir(folder)
                space = {"montecopter": montecopter}
                try:
                    for example in examples:
                        found = None
                        try:
                            found = eval(example.source, space)
                        except SyntaxError:
                            exec(example.source, space)
                        if example.want:
                            self.assertEqual(repr(found) + "\n", example.want)
                finally:
                    os.chdir(kept)


if __name__ == "__main__":
    support.main()
