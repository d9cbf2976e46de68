#!/usr/bin/python3
"""Which input matters: a scenario of which the answer is known, every number computed a second time by numpy
from the columns of the file, failures, sweeps, and every way of getting it wrong."""
import json
import math
import subprocess
import unittest

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

# Hovering rotors in wind of some 3 m/s: drag carries the vehicle off, the faster the more wind there is. There is no
# noise, and lag and inertia do nothing while commands are constant.
DRIFTING = edited(("mean = 0.0\nsd = 1.0", "mean = 3.0\nsd = 1.0"),
                  ("  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],\n  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],\n", ""),
                  ("[vehicle.process_noise]\nforce_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7\n", ""),
                  ('[disperse."vehicle.mass_kg"]\ndist = "truncated_normal"\nmean = 1.0\nsd = 0.05\nlow = 0.9\nhigh = 1.1\n', ""),
                  ("samples = 200", "samples = 400"))
WIND, XX, LAG = "wind.0.to_m_s.x", "vehicle.inertia_kg_m2.xx", "vehicle.rotors.all.motor.time_constant_s"


def first_order(x, y):
    """Gamboa et al. (2022) by the definition, and what the pair of the last and the first took off it."""
    y = y[np.argsort(x)]
    variance = np.mean(y ** 2) - np.mean(y) ** 2
    index = (np.mean(y * np.roll(y, -1)) - np.mean(y) ** 2) / variance
    return index + (y[-1] - y[0]) ** 2 / (2 * len(y) * variance)


def ranks_of(x):
    """Without ties."""
    return np.argsort(np.argsort(x))


def spearman(x, y):
    return np.corrcoef(ranks_of(x), ranks_of(y))[0, 1]


def xi(x, y):
    """Chatterjee (2021), without ties."""
    ranks = ranks_of(y[np.argsort(x)])
    return 1 - 3 * np.abs(np.diff(ranks)).sum() / (len(y) ** 2 - 1)


def partial(columns, j, y):
    """Correlation of the residuals of ranks."""
    ranks = [ranks_of(column) for column in columns]
    others = np.column_stack([np.ones(len(y))] + [r for k, r in enumerate(ranks) if k != j])
    residual = [v - others @ np.linalg.lstsq(others, v, rcond=None)[0] for v in (ranks[j], ranks_of(y))]
    return np.corrcoef(*residual)[0, 1]


def halved(x, y, p):
    """Every x(j) gives its mass to the k ranks about mean + (x(j) - mean) / 2; then Akinshin's quantile."""
    n, order = len(x), np.argsort(x)
    k = math.ceil(math.sqrt(n))
    weight = np.zeros(n)
    for value in x:
        first = np.searchsorted(x[order], x.mean() + 0.5 * (value - x.mean())) - k // 2
        first = min(max(first, 0), n - k)
        weight[order[first:first + k]] += 1 / (n * k)
    effective = 1 / (weight ** 2).sum()
    up = np.argsort(y)
    edges = np.concatenate([[0], np.cumsum(weight[up])])
    low, high = (effective - 1) * p / effective, ((effective - 1) * p + 1) / effective
    within = np.clip(edges, low, high)
    return (np.diff(within) * y[up]).sum() / np.diff(within).sum(), effective


class SensitivityTest(ProgramTest):
    def fly(self, text=DRIFTING, *options, name="a.h5", code=0):
        self.write("s.toml", text)
        return self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)

    def told(self, *options, name="a.h5"):
        return json.loads(self.expect(0, "sensitivity", name, "--json", *options).out)

    def column(self, name, file="a.h5"):
        with h5py.File(self.path(file)) as opened:
            return opened[name][()]

    def error(self, code, *arguments):
        result = self.expect(code, "sensitivity", *arguments)
        self.assertEqual(result.out, "")
        self.assertEqual(result.err.count("error:"), 1, result.err)
        return result.err


class Known(SensitivityTest):
    def test_the_wind_alone_makes_the_speed(self):
        self.fly()
        told = self.told()
        speed = told["metrics"]["max_speed_m_s"]
        wind = speed["inputs"][0]
        self.assertEqual((wind["input"], wind["beyond_chance"], speed["samples"]), (WIND, True, 400))
        self.assertGreater(wind["first_order"]["value"], 0.98)
        self.assertGreater(wind["rank_correlation"]["value"], 0.99)
        for other in speed["inputs"][1:]:
            # Chance alone: four standard errors.
            self.assertLess(abs(other["rank_correlation"]["value"]), 4 / math.sqrt(400))
            self.assertLess(abs(other["first_order"]["value"]), 4 / math.sqrt(400))
        # Speed rises almost in proportion with the wind above a calm, so that its deviation halves: of the 95 %
        # quantile (1.645 deviations above the mean) half of what is above the mean is left.
        x = self.column("m_max_speed_m_s")
        expected = x.mean() + 0.5 * (speed["quantile"] - x.mean())
        change = wind["halved_spread"]["change"]
        # 0.1 deviations: the error of a quantile of 260 samples is 0.13 of the halved deviation, and it is bent.
        self.assertAlmostEqual(wind["halved_spread"]["quantile"]["value"], expected, delta=0.2 * x.std())
        self.assertLess(change["high95"], 0)
        text = self.expect(0, "sensitivity", "a.h5", "--metric", "max_speed_m_s").out
        flat = " ".join(text.split())
        self.assertIn(f"max_speed_m_s rises with {WIND}, which alone explains", flat)
        self.assertIn(f"Halving the spread of {WIND} moves the 95 % quantile from", flat)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        self.assertEqual(text, self.expect(0, "sensitivity", "a.h5", "--metric", "m_max_speed_m_s").out)

    def test_a_relation_that_falls_and_rises_again(self):
        """In wind about zero the speed goes with its size: ranks see nothing, neighbours see all."""
        self.fly(edited(("mean = 3.0\nsd = 1.0", "mean = 0.0\nsd = 1.0"), text=DRIFTING))
        metrics = self.told()["metrics"]
        wind = metrics["max_speed_m_s"]["inputs"][0]
        self.assertEqual(wind["input"], WIND)
        self.assertGreater(wind["first_order"]["value"], 0.95)
        self.assertGreater(wind["xi"]["value"], 0.95)
        self.assertLess(abs(wind["rank_correlation"]["value"]), 4 / math.sqrt(400))
        self.assertTrue(metrics["min_altitude_m"]["constant"])
        text = " ".join(self.expect(0, "sensitivity", "a.h5").out.split())
        self.assertIn(f"max_speed_m_s depends on {WIND}, which alone explains", text)
        self.assertIn("min_altitude_m: constant in all 400 samples", text)

    def test_spreads_at_round_off_level_have_no_causes(self):
        """A speed of some 3 m/s, scaled to a spread of some 1e-10. The scale of metres is 1 m, of which 1e-9 counts; that of other units is a
        thousandth of the unit, or the numbers' own magnitude where that is larger."""
        rules = {"small_m": ("1e-10 * max(speed)", "m", True), "small_kg": ("1e-10 * max(speed)", "kg", False), "larger_m": ("1e-8 * max(speed)", "m", False),
                 "above_a_million_kg": ("1e6 + 1e-4 * max(speed)", "kg", True), "above_a_thousand_kg": ("1e3 + 1e-4 * max(speed)", "kg", False)}
        self.fly(DRIFTING + "".join(f'\n[metrics.{name}]\nformula = "{formula}"\nunit = "{unit}"\n'.replace("speed", "norm(velocity)")
                                    for name, (formula, unit, _) in rules.items()))
        told = self.told()["metrics"]
        text = " ".join(self.expect(0, "sensitivity", "a.h5").out.split())
        for name, (_, unit, is_constant) in rules.items():
            with self.subTest(name):
                values = self.column("m_" + name)
                scale = max(1 if unit == "m" else 1e-3, np.abs(values).max())
                self.assertEqual(np.ptp(values) <= 1e-9 * scale, is_constant)  # the case is what it says
                self.assertEqual(told[name]["constant"], is_constant)
                self.assertEqual(f"{name}: constant in all 400 samples up to round-off (1e-9 of its scale)" in text, is_constant)
                self.assertEqual(told[name]["inputs"] == [], is_constant)
                if not is_constant:
                    self.assertEqual((told[name]["inputs"][0]["input"], told[name]["inputs"][0]["beyond_chance"]), (WIND, True))

    def test_every_number_against_numpy(self):
        self.fly(SCENARIO)
        inputs = {name: self.column("in_" + name) for name in
                  (WIND, XX, LAG, "vehicle.mass_kg")}
        told = self.told("--quantile", "0.9")
        self.assertEqual({row["name"] for row in told["inputs"]}, set(inputs))
        for row in told["inputs"]:
            self.assertAlmostEqual(row["sd"], inputs[row["name"]].std(ddof=1), delta=1e-12)
        columns = list(inputs.values())
        for name in ("max_tilt_deg", "final_distance_from_start_m", "max_body_rate_rad_s"):
            metric, y = told["metrics"][name], self.column("m_" + name)
            self.assertAlmostEqual(metric["quantile"], np.quantile(y, 0.9), delta=1e-12)
            for effect in metric["inputs"]:
                with self.subTest(metric=name, input=effect["input"]):
                    x = inputs[effect["input"]]
                    j = list(inputs).index(effect["input"])
                    expected = {"first_order": first_order(x, y), "xi": xi(x, y),
                                "rank_correlation": spearman(x, y),
                                "partial_rank_correlation": partial(columns, j, y)}
                    for key, value in expected.items():
                        self.assertAlmostEqual(effect[key]["value"], value, delta=1e-11)
                        self.assertLess(effect[key]["low95"], value)
                        self.assertGreater(effect[key]["high95"], value)
                    quantile, effective = halved(x, y, 0.9)
                    self.assertAlmostEqual(effect["halved_spread"]["quantile"]["value"], quantile, delta=1e-11)
                    self.assertAlmostEqual(effect["halved_spread"]["effective_samples"], effective, delta=1e-6)
                    self.assertAlmostEqual(effect["halved_spread"]["change"]["value"], quantile - np.quantile(y, 0.9), delta=1e-11)
        self.assertEqual(self.told("--quantile", "0.9"), told)  # the same intervals each time

    def test_failures(self):
        left = edited(("[simulation.initial]", "[simulation.limits]\ngeofence = {low_m = [-9, -9, -99], high_m = [0.014, 9, 9]}\n\n[simulation.initial]"), text=DRIFTING)
        self.fly(left, code=5)
        failed = self.column("status") != 1
        self.assertTrue(10 < failed.sum() < 390, failed.sum())
        told = self.told()
        self.assertEqual((told["failed"], told["ok"]), (failed.sum(), (~failed).sum()))
        rows = {row["input"]: row for row in told["failures"]}
        self.assertEqual(told["failures"][0]["input"], WIND)
        for name, row in rows.items():
            x = self.column("in_" + name)
            auc = (x[failed][:, None] > x[~failed]).mean()
            self.assertAlmostEqual(row["auc"]["value"], auc, delta=1e-12)
            self.assertAlmostEqual(row["median_failed"], np.median(x[failed]), delta=1e-12)
            self.assertTrue(row["auc"]["low95"] <= auc <= row["auc"]["high95"])
        self.assertGreater(rows[WIND]["auc"]["value"], 0.999)  # the wind alone carries it there
        self.assertFalse(rows[LAG]["beyond_chance"])
        self.assertEqual(told["metrics"]["max_speed_m_s"]["samples"], (~failed).sum())
        self.assertIn(f"A failed sample has a larger {WIND}", " ".join(self.expect(0, "sensitivity", "a.h5").out.split()))

    def test_inputs_that_go_together(self):
        """Inputs are drawn apart: here one is made to follow another."""
        self.fly()
        self.assertEqual(self.told()["correlated_inputs"], [])
        with h5py.File(self.path("a.h5"), "r+") as file:
            file["in_" + XX][...] = 0.005 + 0.0001 * file["in_" + WIND][()] + 0.0001 * file["in_" + XX][()]
        told = json.loads(self.expect(0, "sensitivity", "a.h5", "--json", "--no-verify").out)
        pair = told["correlated_inputs"][0]
        self.assertEqual(set(pair["inputs"]), {XX, WIND})
        self.assertGreater(pair["rank_correlation"], 0.99)

    def test_sweep_point_by_point(self):
        swept = edited(("[monte_carlo]", '[sweep."vehicle.mass_kg"]\nvalues = [1.0, 2.0]\n\n[monte_carlo]'), ("samples = 400", "samples = 60"), text=DRIFTING)
        self.fly(swept)
        told = self.told("--metric", "max_speed_m_s")
        self.assertEqual([point["values"] for point in told["points"]], [{"vehicle.mass_kg": 1.0}, {"vehicle.mass_kg": 2.0}])
        one = self.told("--metric", "max_speed_m_s", "--point", "1")["points"]
        self.assertEqual(one, told["points"][1:])
        rows = slice(60, 120)
        wind = next(e for e in one[0]["metrics"]["max_speed_m_s"]["inputs"] if e["input"] == WIND)
        expected = spearman(self.column("in_" + WIND)[rows], self.column("m_max_speed_m_s")[rows])
        self.assertAlmostEqual(wind["rank_correlation"]["value"], expected, delta=1e-12)
        self.assertIn("point 1: vehicle.mass_kg = 2.0", self.expect(0, "sensitivity", "a.h5").out)
        self.assertIn("there is no point 2", self.error(2, "a.h5", "--point", "2"))


class ChosenSamples(SensitivityTest):
    def test_are_warned_of(self):
        self.fly(DRIFTING, "-n", "200")
        self.assertEqual(self.expect(0, "sensitivity", "a.h5").err, "")
        self.expect(0, "replay", "a.h5", "--worst", "50", "--by", "max_speed_m_s", "--progress", "none", "-o", "worst.h5")
        self.assertIn("worst.h5: warning: it holds selected samples (monte_carlo.only)", self.expect(0, "sensitivity", "worst.h5").err)


class Refused(SensitivityTest):
    def test_files(self):
        self.fly(DRIFTING, "-n", "30")
        self.fly(DRIFTING, "-n", "19", name="few.h5")
        self.fly(DRIFTING, "--set", "disperse={}", name="same.h5")
        self.assertIn("19 samples are too few", self.error(2, "few.h5"))
        self.assertIn("no input varies", self.error(2, "same.h5"))
        self.fly(DRIFTING, "--set", 'monte_carlo.freeze=["dispersions"]', "-n", "30", name="frozen.h5")
        self.assertIn("or only constants and frozen streams", self.error(2, "frozen.h5"))
        self.assertIn("Did you mean 'max_speed_m_s'?", self.error(2, "a.h5", "--metric", "max_sped_m_s"))
        self.assertIn("has no sweep", self.error(2, "a.h5", "--point", "0"))
        self.error(6, "none.h5")
        self.error(3, "s.toml")
        self.write("empty.h5", "")
        self.error(3, "empty.h5")
        with open(self.path("a.h5"), "rb") as file:
            data = bytearray(file.read())
        at = data.find(np.float64(self.column("in_" + WIND)[5]).tobytes())
        data[at] ^= 1
        self.write("damaged.h5", bytes(data))
        self.assertIn("damaged", self.error(3, "damaged.h5"))
        self.write("cut.h5", bytes(data[:len(data) // 2]))
        self.error(3, "cut.h5")
        with h5py.File(self.path("a.h5"), "r+") as file:
            file.attrs.modify("format_version", np.int64(99))
        self.assertIn("version", self.error(3, "a.h5"))

    def test_unfinished(self):
        self.fly(DRIFTING, "-n", "400", "--only", "7")
        self.assertIn("not finished", self.error(3, "a.h5"))
        self.assertIn("1 sample is too few", self.error(2, "a.h5", "--incomplete"))

    def test_options(self):
        self.fly(DRIFTING, "-n", "30")
        for options in (("--quantile", "0"), ("--quantile", "1"), ("--quantile", "nan"), ("--resamples", "10"), ("--resamples", "1e3"), ("--point", "-1")):
            self.assertIn(options[0], self.error(2, "a.h5", *options))
        told = self.told("--resamples", "50")
        self.assertEqual(told["resamples"], 50)

    def test_reader_goes_away(self):
        self.fly(DRIFTING, "-n", "30")
        done = subprocess.run(["bash", "-c", f"'{support.PROGRAM}' sensitivity a.h5 --json 2>e | true; echo ${{PIPESTATUS[0]}}"],
                              cwd=self.dir, capture_output=True, text=True)
        self.assertIn(done.stdout.strip(), ("0", "141"))
        with open(self.path("e")) as said:
            self.assertEqual(said.read(), "")
        done = subprocess.run(["bash", "-c", f"'{support.PROGRAM}' sensitivity a.h5 > /dev/full"], cwd=self.dir, capture_output=True)
        self.assertEqual(done.returncode, 6)


if __name__ == "__main__":
    support.main()
