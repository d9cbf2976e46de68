#!/usr/bin/python3
"""Sensitivity by design, of metrics that are known functions of the dispersed inputs: every number from its closed
form, or computed a second time by numpy from the columns; failures, noise, sweeps, and every way of getting it wrong."""
import json
import math

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest

AXES = "xyz"
INPUTS = [f"simulation.initial.position_m.{axis}" for axis in AXES]
# The starting point is what is dispersed, uniformly between 0 and 1, and metrics are functions of it alone.
METRICS = """
[metrics]
product = "first(abs(4 * position.x - 2) * (abs(4 * position.y - 2) + 1) * (abs(4 * position.z - 2) + 9)) / 20"
line = "first(2 * position.x - 3 * position.y)"
square = "first(position.z^2)"
same = "first(position.x - position.x)"
seldom = "sqrt(first(position.x) - 0.02)"
often = "sqrt(first(position.x) - 0.3)"
"""


def scenario(keys, noise=False, more=""):
    text = SCENARIO[:SCENARIO.index('[disperse."')]
    if not noise:
        begin, end = text.index("[vehicle.process_noise]"), text.index("[vehicle.rotor]")
        text = text[:begin] + text[end:]
    text = text.replace("samples = 200\nseed = 11\n", f"seed = 11\n{keys}\n").replace("duration_s = 0.3", "duration_s = 0.01")
    text = text.replace("  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],\n  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],\n", "")
    return text + METRICS.replace(' = "', ' = {formula = "').replace('"\n', '"}\n') + "".join(
        f'\n[disperse."{path}"]\ndist = "uniform"\nlow = 0\nhigh = 1\n' for path in INPUTS) + more


SALTELLI = 'samples = 5120\ndesign = "saltelli"'  # 1024 base points of 3 + 2
MORRIS = 'samples = 80\ndesign = "morris"\nlevels = 4'  # 20 trajectories of 3 + 1
TORNADO = 'samples = 7\ndesign = "one_at_a_time"'


class DesignedTest(ProgramTest):
    def fly(self, text, *options, name="a.h5", code=0):
        self.write("s.toml", text)
        return self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)

    def told(self, *options, name="a.h5"):
        return json.loads(self.expect(0, "sensitivity", name, "--json", *options).out)

    def text(self, *options, name="a.h5"):
        text = self.expect(0, "sensitivity", name, *options).out
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        return " ".join(text.split())

    def column(self, name, file="a.h5"):
        with h5py.File(self.path(file)) as opened:
            return opened[name][()]

    def by_input(self, told, metric):
        return {one["input"]: one for one in told["metrics"][metric]["inputs"]}

    def error(self, code, *arguments):
        result = self.expect(code, "sensitivity", *arguments)
        self.assertEqual(result.out, "")
        self.assertEqual(result.err.count("error:"), 1, result.err)
        return result.err


class Saltelli(DesignedTest):
    def test_indices_of_a_product(self):
        """The g-function of Sobol' with a = 0, 1, 9, in closed form."""
        self.fly(scenario(SALTELLI))
        told = self.told()
        parts = [1 / (3 * (1 + a) ** 2) for a in (0, 1, 9)]
        product = math.prod(1 + part for part in parts)
        found = self.by_input(told, "product")
        for path, part in zip(INPUTS, parts):
            first, total = part / (product - 1), part * product / (1 + part) / (product - 1)
            for key, truth in (("first_order", first), ("total", total)):
                index = found[path][key]
                error = (index["high95"] - index["low95"]) / (2 * 1.96)
                self.assertLess(abs(index["value"] - truth), 4 * error, (path, key, index))
                self.assertLess(error, 0.1)
        self.assertEqual([one["input"] for one in told["metrics"]["product"]["inputs"]], INPUTS)
        self.assertEqual((told["design"], told["comparisons"], told["samples_in_each"]), ("saltelli", 1024, 5))
        text = self.text("--metric", "product")
        self.assertIn("saltelli: 1024 base points of 5 samples", text)
        self.assertIn(f"{INPUTS[0]} alone explains", text)
        self.assertIn("the rest is interactions and noise", text)
        self.assertIn("The last input could be fixed: each explains at most 1 % of the variance.",
                      self.text("--metric", "line"))

    def test_every_number_against_numpy(self):
        self.fly(scenario(SALTELLI))
        y = self.column("m_line").reshape(-1, 5)
        x = np.stack([self.column("in_" + path).reshape(-1, 5) for path in INPUTS])
        a, b = y[:, 0], y[:, 4]
        everything = np.concatenate([a, b])
        found = self.by_input(self.told(), "line")
        for i, path in enumerate(INPUTS):
            ab = y[:, 1 + i]
            for k in range(3):  # AB is A with one input of B
                self.assertTrue((x[k, :, 1 + i] == x[k, :, 4 if k == i else 0]).all())
            first = np.mean((b - everything.mean()) * (ab - a)) / everything.var()
            total = np.mean((a - ab) ** 2) / (2 * everything.var())
            self.assertAlmostEqual(found[path]["first_order"]["value"], first, delta=1e-12)
            self.assertAlmostEqual(found[path]["total"]["value"], total, delta=1e-12)
        # Variances 4/12 and 9/12; Sobol' points of smooth functions are good to 1/n or better.
        for path, truth in zip(INPUTS, (4 / 13, 9 / 13, 0)):
            self.assertAlmostEqual(found[path]["first_order"]["value"], truth, delta=0.01)

    def test_differences_at_round_off_level_are_not_ranked(self):
        """A line of the inputs between -3 and 2, in metres (of which 1e-9 counts), scaled; exact equality is told as before."""
        more = "".join(f'\n[metrics.{name}]\nformula = "{factor} * first(2 * position.x - 3 * position.y)"\nunit = "m"\n'
                       for name, factor in (("tiny", "1e-10"), ("small", "1e-8")))
        says = "constant in all samples up to round-off (1e-9 of its scale)"
        for design in (SALTELLI.replace("5120", "320"), MORRIS, TORNADO):
            with self.subTest(design):
                self.fly(scenario(design, more=more), "--fresh")
                told = self.told()["metrics"]
                self.assertEqual((told["tiny"]["inputs"], told["tiny"]["obstacle"]), ([], says))
                self.assertEqual([one["input"] for one in told["small"]["inputs"]], [one["input"] for one in told["line"]["inputs"]])
                self.assertEqual(len(told["small"]["inputs"]), 3)
                self.assertIn(f"tiny: {says}", self.text())
                self.assertNotIn("up to round-off", self.text("--metric", "same"))

    def test_failures_are_deleted_and_counted(self):
        self.fly(scenario(SALTELLI))
        told = self.told()["metrics"]
        # A base point has x at two places, each below 0.02 with this probability.
        self.assertAlmostEqual(told["seldom"]["deleted"] / 1024, 1 - 0.98 ** 2, delta=0.005)
        self.assertEqual(told["seldom"]["used"], 1024 - told["seldom"]["deleted"])
        bad = np.isnan(self.column("m_seldom").reshape(-1, 5)).any(axis=1).sum()
        self.assertEqual(told["seldom"]["deleted"], bad)
        self.assertGreater(told["often"]["deleted"], 400)
        self.assertEqual(told["often"]["inputs"], [])
        self.assertIn("above 10 % the rest is not representative", told["often"]["obstacle"])
        self.assertEqual(told["same"]["obstacle"], "constant at all 1024 base points")
        self.assertEqual(len(self.told("--most-deleted", "0.9")["metrics"]["often"]["inputs"]), 3)
        self.assertIn(f"{bad} of 1024 base points are deleted", self.text("--metric", "seldom"))
        # Flights that end early are no flights, either.
        self.fly(scenario(SALTELLI) + "\n[simulation.limits]\ngeofence = {low_m = [-50, -50, -50], high_m = [0.97, 50, 50]}\n", "--set",
                 "simulation.max_failures=9999", name="f.h5")
        failed = (self.column("status", "f.h5").reshape(-1, 5) != 1).any(axis=1).sum()
        self.assertGreater(failed, 20)
        told = self.told(name="f.h5")
        self.assertEqual(told["metrics"]["line"]["deleted"], failed)
        self.assertEqual(told["failed"], (self.column("status", "f.h5") != 1).sum())

    def test_noise_is_shared_where_samples_are_compared(self):
        """What is not dispersed is the same in A and all AB, and another in B; and an input without an effect on the
        speed has none, whatever the noise."""
        self.fly(scenario(SALTELLI.replace("5120", "160"), noise=True))
        speed = self.column("m_max_speed_m_s").reshape(-1, 5)
        self.assertTrue((speed[:, :4] == speed[:, :1]).all())
        self.assertTrue((speed[:, 4] != speed[:, 0]).all())
        self.assertEqual(len(np.unique(speed)), 64)
        for one in self.told()["metrics"]["max_speed_m_s"]["inputs"]:
            self.assertEqual((one["first_order"]["value"], one["total"]["value"]), (0, 0))


class Morris(DesignedTest):
    def test_lines_and_curves(self):
        self.fly(scenario(MORRIS))
        told = self.told()
        line = self.by_input(told, "line")
        for path, slope in zip(INPUTS, (2, -3, 0)):
            # Positions are sums of a few doubles: 1e-12.
            self.assertAlmostEqual(line[path]["mu"]["value"], slope, delta=1e-12)
            self.assertAlmostEqual(line[path]["mu_star"]["value"], abs(slope), delta=1e-12)
            self.assertAlmostEqual(line[path]["sigma"], 0, delta=1e-12)
            self.assertAlmostEqual(line[path]["mu"]["se"], 0, delta=1e-12)
        self.assertEqual([one["input"] for one in told["metrics"]["line"]["inputs"]], [INPUTS[1], INPUTS[0], INPUTS[2]])
        # (b^2 - a^2) / (b - a) = a + b: 1/8 + 5/8 or 3/8 + 7/8, each as likely: mean 1, deviation 1/4.
        z = self.by_input(told, "square")[INPUTS[2]]
        u = self.column("in_" + INPUTS[2]).reshape(-1, 4)
        sums = np.array([row.min() + row.max() for row in u])
        self.assertEqual(set(np.round(sums, 12)), {0.75, 1.25})
        self.assertAlmostEqual(z["mu"]["value"], sums.mean(), delta=1e-12)
        self.assertAlmostEqual(z["sigma"], sums.std(ddof=1), delta=1e-12)
        self.assertAlmostEqual(z["mu"]["se"], sums.std(ddof=1) / math.sqrt(20), delta=1e-12)
        self.assertLess(abs(z["mu"]["value"] - 1), 4 * 0.25 / math.sqrt(20))
        text = self.text("--metric", "line")
        self.assertIn("morris: 20 trajectories of 4 samples", text)
        self.assertIn(f"line falls with {INPUTS[1]} on every trajectory, nearly linearly.", text)
        # |4 x - 2| is 1.5, 0.5, 0.5, 1.5 at the levels: effects of both signs.
        self.assertIn(f"{INPUTS[0]} matters most. Its effects have both signs", self.text("--metric", "product"))

    def test_failures(self):
        self.fly(scenario(MORRIS))
        told = self.told("--most-deleted", "1")
        y = self.column("m_often").reshape(-1, 4)  # without a number where x is below 0.3: at 1/8
        lost = np.isnan(np.diff(y, axis=1)).sum()
        self.assertEqual((told["metrics"]["often"]["deleted"], told["metrics"]["often"]["used"]), (lost, 60 - lost))
        self.assertIn("above 10 % the rest is not representative", self.told()["metrics"]["often"]["obstacle"])

    def test_noise_is_shared_along_a_trajectory(self):
        self.fly(scenario(MORRIS, noise=True))
        speed = self.column("m_max_speed_m_s").reshape(-1, 4)
        self.assertEqual(len(np.unique(speed)), 20)
        self.assertTrue((speed == speed[:, :1]).all())
        self.assertIn("No input has an effect.", self.text("--metric", "max_speed_m_s"))


class OneAtATime(DesignedTest):
    def test_tornado(self):
        self.fly(scenario(TORNADO))
        told = self.told()
        self.assertEqual(told["quantiles"], [0.05, 0.95])
        line = self.by_input(told, "line")
        self.assertAlmostEqual(told["metrics"]["line"]["at_medians"]["value"], -0.5, delta=1e-12)
        for path, slope in zip(INPUTS, (2, -3, 0)):
            changes = [change["value"] for change in line[path]["changes"]]
            self.assertAlmostEqual(changes[0], -0.45 * slope, delta=1e-12)
            self.assertAlmostEqual(changes[1], 0.45 * slope, delta=1e-12)
            self.assertAlmostEqual(line[path]["swing"], 0.9 * abs(slope), delta=1e-12)
            self.assertIsNone(line[path]["changes"][0]["se"])  # one flight each
        # |4 x - 2| has its least at the median: both quantiles are above, and the swing counts from there.
        product = self.by_input(told, "product")[INPUTS[0]]
        self.assertAlmostEqual(product["swing"], max(c["value"] for c in product["changes"]), delta=1e-12)
        for one in told["inputs"]:  # to the 2^-53 that a uniform number has
            self.assertTrue(np.allclose(one["at_quantiles"], [0.05, 0.95], rtol=0, atol=1e-15))
        text = self.text("--metric", "line")
        self.assertIn("one_at_a_time: 1 repetition of 7 samples", text)
        self.assertIn("line is -0.5000 where all inputs are at their medians.", text)
        self.assertIn("median q05 q95", text)

    def test_repetitions_have_other_noise(self):
        self.fly(scenario(TORNADO.replace("7", "70") + "\nquantiles = [0.1]", noise=True).replace("samples = 70", "samples = 40"))
        speed = self.column("m_max_speed_m_s").reshape(-1, 4)  # 1 + 3
        self.assertTrue((speed == speed[:, :1]).all())
        self.assertEqual(len(np.unique(speed)), 10)
        told = self.told()["metrics"]["max_speed_m_s"]
        self.assertAlmostEqual(told["at_medians"]["se"], np.std(speed[:, 0], ddof=1) / math.sqrt(10), delta=1e-12)
        self.assertEqual(told["inputs"][0]["swing"], 0)

    def test_failures(self):
        self.fly(scenario(TORNADO))
        found = self.by_input(self.told(), "seldom")[INPUTS[0]]  # 0.05 - 0.02 has a root
        self.assertIsNotNone(found["changes"][0]["value"])
        found = self.by_input(self.told(), "often")[INPUTS[0]]  # 0.05 - 0.3 has none
        self.assertIsNone(found["changes"][0]["value"])
        self.assertAlmostEqual(found["changes"][1]["value"], math.sqrt(0.65) - math.sqrt(0.2), delta=1e-12)
        self.assertIn("1 of 6 changes are deleted", self.text("--metric", "often"))


class Campaigns(DesignedTest):
    def test_points_of_a_sweep(self):
        sweep = '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.2]\n'
        for independent in (False, True):
            keys = MORRIS + "\nindependent_points = " + str(independent).lower()
            self.fly(scenario(keys, noise=True, more=sweep), "--fresh")
            told = self.told()
            self.assertEqual([point["values"]["vehicle.linear_drag_n_s_m"] for point in told["points"]], [0.1, 0.2])
            for point in told["points"]:
                line = self.by_input(point, "line")
                self.assertAlmostEqual(line[INPUTS[1]]["mu"]["value"], -3, delta=1e-12)
            speed = self.column("in_" + INPUTS[0]).reshape(2, 20, 4)
            self.assertEqual((speed[0] == speed[1]).all(), not independent)
            self.assertIn("point 1: vehicle.linear_drag_n_s_m = 0.2", self.text("--point", "1"))

    def test_more_samples_later(self):
        """Samples stay what they are: the bytes are those of a run with so many from the start."""
        for keys, few, many in ((SALTELLI, 40, 80), (MORRIS, 40, 60), (TORNADO, 7, 21)):
            text = scenario(keys, noise=True)
            self.fly(text, "-n", str(few), "--reproducible", "--fresh")
            said = self.fly(text, "-n", str(many), "--reproducible")
            self.assertIn(f"{few} of {many} samples are there already", said.err)
            self.fly(text, "-n", str(many), "--reproducible", "--fresh", name="b.h5")
            self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))

    def test_replay_and_chosen_samples(self):
        for keys in (SALTELLI.replace("5120", "160"), MORRIS, TORNADO):
            self.fly(scenario(keys, noise=True), "--fresh")
            self.expect(0, "replay", "a.h5", "--sample", "4", "-o", "r.h5")
            self.assertIn("holds chosen samples", self.error(3, "r.h5"))
            self.expect(0, "replay", "a.h5", "--sample", "4", "--to-toml", "one.toml")
            self.expect(0, "run", "one.toml", "--progress", "none", "-o", "one.h5")
            self.assertTrue((self.column("digest", "one.h5")[0] == self.column("digest")[4]).all())
            for name in ("r.h5", "one.h5", "one.toml"):
                (support.pathlib.Path(self.path(name))).unlink()

    def test_plan_tells_the_comparisons(self):
        self.write("s.toml", scenario(MORRIS))
        self.assertIn("design: morris (20 trajectories of 4 samples), seed 11", self.expect(0, "plan", "s.toml").out)

    def test_requirements_have_no_confidence(self):
        for keys in (SALTELLI, MORRIS, TORNADO):
            requirement = '\n[requirement.slow]\ntype = "probability"\nmetric = "max_speed_m_s"\nat_most = 9\nprobability = 0.9\n'
            self.refuse(scenario(keys, more=requirement), "requirements cannot be judged with a")

    def test_refused(self):
        self.fly(scenario(SALTELLI.replace("5120", "50")))
        self.assertIn("10 base points are too few for a sensitivity analysis (at least 20 are needed). Run its scenario with "
                      "-n 100 or more", self.error(2, "a.h5"))
        self.fly(scenario(MORRIS.replace("80", "4")), "--fresh")
        self.assertIn("1 trajectories are too few", self.error(2, "a.h5"))
        self.fly(scenario(MORRIS), "--fresh")
        self.assertIn("--quantile: error: the design of the file is 'morris'", self.error(2, "a.h5", "--quantile", "0.9"))
        self.assertIn("--resamples: error: the design of the file is 'morris'", self.error(2, "a.h5", "--resamples", "90"))
        for value in ("0", "1.1", "nan", "x"):
            self.assertIn("--most-deleted", self.error(2, "a.h5", "--most-deleted", value))
        self.fly(scenario("samples = 30"), "--fresh")
        self.assertIn("--most-deleted: error: the design of the file is 'random'", self.error(2, "a.h5", "--most-deleted", "0.2"))

    def test_unfinished(self):
        self.fly(scenario(MORRIS), "--only", "0..39")
        self.assertIn("not finished", self.error(3, "a.h5"))
        told = self.told("--incomplete")
        self.assertEqual((told["ok"], told["not_flown"]), (40, 40))
        self.assertIn("30 of 60 effects are deleted", told["metrics"]["line"]["obstacle"])


if __name__ == "__main__":
    support.main()
