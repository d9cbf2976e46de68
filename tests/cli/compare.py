#!/usr/bin/python3
"""Comparisons of two campaigns: every number computed a second time with numpy, what is paired and what is not, margins and
their exit codes, sweeps, reports, and every way of getting it wrong. One file, for all of it is held to the same second
computation."""
import json
import math
import shutil
import unittest
import xml.etree.ElementTree
from fractions import Fraction

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

SMALL = edited(("samples = 200", "samples = 60"), ('traces = "every:3"', 'traces = "none"'), ("duration_s = 0.3", "duration_s = 0.25"))
HEAVY = edited(("mean = 1.0\nsd = 0.05\nlow = 0.9\nhigh = 1.1", "mean = 1.2\nsd = 0.06\nlow = 1.08\nhigh = 1.32"), text=SMALL)
DRAGGED = edited(("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.12"), text=SMALL)
# Quantiles of Student's t with 59 degrees of freedom: mpmath, betainc with 30 digits, findroot. (t.ppf of scipy 1.10 is good to 5e-10 here.)
T59 = 2.0009953780882677  # 97.5 %
T59_90 = 1.6710930321038950  # 95 %


def holm(p_values):
    adjusted, most = {}, 0.0
    for i, index in enumerate(sorted(range(len(p_values)), key=lambda k: p_values[k])):
        most = max(most, min(1.0, (len(p_values) - i) * p_values[index]))
        adjusted[index] = most
    return [adjusted[i] for i in range(len(p_values))]


def signed_rank_p(d):
    """Two-sided, by the normal distribution with ties and continuity correction."""
    d = d[d != 0]
    magnitude = np.abs(d)
    rank = np.array([(magnitude < m).sum() + ((magnitude == m).sum() + 1) / 2 for m in magnitude])
    ties = sum(int(t) ** 3 - int(t) for t in np.unique(magnitude, return_counts=True)[1])
    n, positive = len(d), rank[d > 0].sum()
    sd = math.sqrt((n * (n + 1) * (2 * n + 1) - ties / 2) / 24)
    return math.erfc(max(0.0, abs(positive - n * (n + 1) / 4) - 0.5) / sd / math.sqrt(2))


def sign_p(less, more):
    n = less + more
    return float(min(Fraction(1), 2 * sum(Fraction(math.comb(n, k), 2 ** n) for k in range(min(less, more) + 1))))


def distance_p(n_a, n_b, distance):
    """P(D >= distance / (n_a n_b)): of all orders of the values, counted, those that come so far."""
    paths = [0] * (n_b + 1)
    for i in range(n_a + 1):
        for j in range(n_b + 1):
            count = 1 if i == j == 0 else (paths[j] if i else 0) + (paths[j - 1] if j else 0)
            paths[j] = count if abs(i * n_b - j * n_a) < distance else 0
    return float(1 - Fraction(paths[n_b], math.comb(n_a + n_b, n_a)))


def fisher_p(a, of_a, b, of_b):
    """Two-sided: of all tables with the same sums those that are no more probable."""
    passed = a + b
    ways = {k: math.comb(of_a, k) * math.comb(of_b, passed - k) for k in range(max(0, passed - of_b), min(passed, of_a) + 1)}
    return float(Fraction(sum(count for count in ways.values() if count <= ways[a]), math.comb(of_a + of_b, passed)))


class CompareTest(ProgramTest):
    def fly(self, name, text, *options, code=0):
        self.fly_once(text, name, *options, code=code)

    def column(self, file, name):
        with h5py.File(self.path(file)) as opened:
            return opened[name][()]

    def fly_fenced(self, fence_of_b=0.004):
        """Two campaigns in which some samples leave their fence, and some lean too much; of B fewer."""
        fence = ("[simulation.initial]", "[simulation.limits]\ngeofence = {low_m = [-0.01, -9, -99], high_m = [%s, 9, 9]}\n\n[simulation.initial]")
        requirement = ("[monte_carlo]", '[requirement.lean]\ntype = "probability"\nmetric = "max_tilt_deg"\nat_most = 5.0\nprobability = 0.5\n[monte_carlo]')
        self.write("s.toml", edited((fence[0], fence[1] % 0.002), requirement, text=SMALL))
        self.run_program("run", "s.toml", "--progress", "none", "-o", "a.h5")
        self.write("s.toml", edited((fence[0], fence[1] % fence_of_b), requirement, text=DRAGGED))
        self.run_program("run", "s.toml", "--progress", "none", "-o", "b.h5")

    def compared(self, *options, code=0, files=("a.h5", "b.h5")):
        return json.loads(self.expect(code, "compare", *files, "--json", *options).out)

    def metric(self, out, name, point=None):
        return next(row for row in out["metrics"] if row["name"] == name and row.get("point") == point)


class Paired(CompareTest):
    def test_numbers_against_numpy(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        out = self.compared()
        self.assertEqual((out["paired"], out["pairs_per_point"], out["same_inputs"], out["unlike_inputs"]), (True, 60, 4, []))
        p_values = []
        for row in out["metrics"]:
            a, b = (self.column(file, "m_" + row["name"]) for file in ("a.h5", "b.h5"))
            d = b - a
            se = d.std(ddof=1) / math.sqrt(60)
            with self.subTest(metric=row["name"]):
                # Sums of 60 numbers in another order: 1e-12 of what is added up.
                near = lambda x, y, scale: self.assertAlmostEqual(x, y, delta=1e-12 * scale)
                near(row["difference"], d.mean(), np.abs(a).max())
                near(row["se"], se, np.abs(a).max())
                near(row["interval95"][0], d.mean() - T59 * se, np.abs(a).max())
                near(row["interval95"][1], d.mean() + T59 * se, np.abs(a).max())
                near(row["a"]["sd"], a.std(ddof=1), np.abs(a).max())
                self.assertEqual((row["smaller"], row["equal"], row["larger"]), ((d < 0).sum(), (d == 0).sum(), (d > 0).sum()))
                self.assertAlmostEqual(row["sign_p"], sign_p(int((d < 0).sum()), int((d > 0).sum())), delta=1e-13)
                if d.any():
                    expected = signed_rank_p(d)
                    self.assertAlmostEqual(row["wilcoxon"]["p"], expected, delta=1e-10 * expected)
                    ratio = (a.var(ddof=1) + b.var(ddof=1)) / d.var(ddof=1)
                    self.assertAlmostEqual(row["variance_ratio"], ratio, delta=1e-9 * ratio)
                    # nct of scipy at n = 60: brentq as in tests/core/statistics/mean_difference.test.cpp
                    self.assertAlmostEqual(row["detectable_difference"] / d.std(ddof=1), 0.3677043159517671, delta=1e-7)
            p_values.append(row["wilcoxon"]["p"])
        self.assertEqual(len(p_values), 8)
        for row, adjusted in zip(out["metrics"], holm(p_values)):
            self.assertAlmostEqual(row["p_adjusted"], adjusted, delta=1e-15)
        adjusted = [row["p_adjusted"] for row in out["metrics"]]
        self.assertEqual(adjusted, sorted(adjusted))
        constant = self.metric(out, "flight_time_s")
        self.assertEqual((constant["equal"], constant["wilcoxon"]["p"], constant["variance_ratio"]), (60, 1, None))
        self.assertGreater(self.metric(out, "max_speed_m_s")["variance_ratio"], 10)  # the winds are the same

    def test_another_distribution_is_named(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", HEAVY)
        out = self.compared()
        self.assertEqual((out["paired"], out["same_inputs"], out["unlike_inputs"]), (True, 3, ["in_vehicle.mass_kg"]))
        self.assertIn("inputs with a different distribution in B: in_vehicle.mass_kg", self.expect(0, "compare", "a.h5", "b.h5").out)

    def test_first_samples_of_both(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED, "-n", "23")
        out = self.compared()
        row = self.metric(out, "max_tilt_deg")
        d = self.column("b.h5", "m_max_tilt_deg") - self.column("a.h5", "m_max_tilt_deg")[:23]
        self.assertEqual((out["pairs_per_point"], row["a"]["n"], row["wilcoxon"]["exact"]), (23, 23, True))
        self.assertAlmostEqual(row["difference"], d.mean(), delta=1e-12)
        self.assertIn("the first 23 samples", self.expect(0, "compare", "a.h5", "b.h5").out)

    def test_pairs_of_which_one_failed(self):
        self.fly_fenced()
        ok = [self.column(file, "status") == 1 for file in ("a.h5", "b.h5")]
        met = [self.column(file, "req_lean") == 1 for file in ("a.h5", "b.h5")]
        self.assertTrue(0 < ok[0].sum() < ok[1].sum() < 60)
        out = self.compared()
        for name, (a, b) in (("status ok", ok), ("req_lean", met)):
            row = next(row for row in out["passed"] if row["name"] == name)
            counts = [(a & b).sum(), (a & ~b).sum(), (~a & b).sum(), (~a & ~b).sum()]
            self.assertEqual([row[key] for key in ("both", "only_a", "only_b", "neither")], counts)
            self.assertAlmostEqual(row["mcnemar_p"], sign_p(int(counts[1]), int(counts[2])), delta=1e-13)
        self.assertEqual({row["a"]["n"] for row in out["metrics"]}, {(ok[0] & ok[1]).sum()})

    def test_requirements_that_differ_are_left_out(self):
        """The same bound counts, whatever is asked of the campaign; another bound is another requirement."""
        table = '[requirement.%s]\ntype = "probability"\nmetric = "max_speed_m_s"\nat_most = %s\nprobability = %s\n'
        a = edited(("[monte_carlo]", table % ("same", 9.0, 0.5) + table % ("other", 9.0, 0.5) + "[monte_carlo]"), text=SMALL)
        b = edited(("[monte_carlo]", table % ("same", 9.0, 0.6) + table % ("other", 8.0, 0.5) + "[monte_carlo]"), text=SMALL)
        self.fly("a.h5", a)
        self.fly("b.h5", b)
        out = self.compared()
        self.assertEqual([row["name"] for row in out["passed"]], ["status ok", "req_same"])
        self.assertEqual(out["not_compared"], ["req_other"])
        self.assertIn("not compared (different requirements): req_other", self.expect(0, "compare", "a.h5", "b.h5").out)

    def test_a_run_that_stopped_is_warned_of(self):
        table = '[requirement.slow]\ntype = "probability"\nmetric = "max_speed_m_s"\nat_most = 99.0\nprobability = 0.5\n'
        self.fly("a.h5", edited(("[monte_carlo]", table + "[monte_carlo]"), text=SMALL), "--until", "decided", "-n", "500")
        self.assertEqual(self.expect(0, "compare", "a.h5", "a.h5").err.count("its run stopped when"), 2)

    def test_samples_that_are_not_independent_are_warned_of(self):
        for design, samples, says in (("lhs", 60, "intervals are approximate."), ("saltelli", 60, "because samples share inputs."),
                                      ("morris\"\nlevels = 4\n#", 60, "because samples share inputs.")):
            text = edited(("samples = 60", f'samples = {samples}\ndesign = "{design}"'), text=SMALL)
            self.fly("a.h5", text, "--fresh")
            err = self.expect(0, "compare", "a.h5", "a.h5").err
            self.assertEqual(err.count("a.h5: warning: samples of a"), 2, err)
            self.assertIn(says, err)
        self.fly("a.h5", SMALL, "--fresh")
        self.assertNotIn("warning", self.expect(0, "compare", "a.h5", "a.h5").err)

    def test_a_metric_without_numbers(self):
        self.fly("a.h5", SMALL + '\n[metrics.none]\nformula = "sqrt(0 - 1 - final(t))"\n', "-n", "5")
        for options in ((), ("--unpaired",)):
            out = self.compared("--metric", "none", "--margin", "none=5%", *options, code=4, files=("a.h5", "a.h5"))
            row = out["metrics"][0]
            self.assertEqual((row["a"]["n"], row["difference"], row["interval95"], row["p_adjusted"]), (0, None, [None, None], 1))
            self.assertEqual((out["margins"][0]["verdict"], out["margins"][0]["margin"]), ("undecided", None))
            self.expect(0, "compare", "a.h5", "a.h5", "--metric", "none", *options)

    def test_text_is_100_columns_wide(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        for options in ((), ("--unpaired",), ("--margin", "max_speed_m_s=50%")):
            out = self.expect(0, "compare", "a.h5", "b.h5", *options).out
            self.assertLessEqual(max(map(len, out.splitlines())), 100, out)
            self.assertIn("of 8 metrics differ significantly", " ".join(out.split()))

    def test_a_file_against_itself(self):
        self.fly("a.h5", SMALL)
        out = self.compared("--margin", "max_tilt_deg=0.001", files=("a.h5", "a.h5"))
        self.assertTrue(all(row["equal"] == 60 and row["p_adjusted"] == 1 and row["interval95"] == [0, 0] for row in out["metrics"]))
        self.assertEqual(out["margins"][0]["verdict"], "equivalent")


class Unpaired(CompareTest):
    def test_numbers_against_numpy(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED, "--set", "monte_carlo.seed=12", "-n", "40")
        out = self.compared()
        self.assertEqual((out["paired"], out["why_not_paired"]), (False, "the seeds are 11 and 12"))
        p_values = []
        for row in out["metrics"]:
            a, b = (np.sort(self.column(file, "m_" + row["name"])) for file in ("a.h5", "b.h5"))
            va, vb = a.var(ddof=1) / 60, b.var(ddof=1) / 40
            with self.subTest(metric=row["name"]):
                self.assertAlmostEqual(row["difference"], b.mean() - a.mean(), delta=1e-12)
                self.assertAlmostEqual(row["se"], math.sqrt(va + vb), delta=1e-12)
                if va + vb > 1e-20:
                    freedom = (va + vb) ** 2 / (va ** 2 / 59 + vb ** 2 / 39)
                    self.assertAlmostEqual(row["degrees_of_freedom"], freedom, delta=1e-9 * freedom)
                at = np.concatenate([a, b])
                distance = np.abs(np.searchsorted(a, at, "right") / 60 - np.searchsorted(b, at, "right") / 40).max()
                self.assertAlmostEqual(row["kolmogorov_smirnov"]["distance"], distance, delta=1e-14)
                expected = distance_p(60, 40, round(distance * 2400))
                self.assertAlmostEqual(row["kolmogorov_smirnov"]["p"], expected, delta=1e-12 * expected)
                self.assertTrue(row["kolmogorov_smirnov"]["exact"])
                for quantile in row["quantiles"]:
                    shift = np.quantile(b, quantile["p"]) - np.quantile(a, quantile["p"])
                    self.assertAlmostEqual(quantile["difference"], shift, delta=1e-11)
                    self.assertLessEqual(quantile["interval95"][0], shift + 1e-11)
                    self.assertGreaterEqual(quantile["interval95"][1], shift - 1e-11)
            p_values.append(row["kolmogorov_smirnov"]["p"])
        for row, adjusted in zip(out["metrics"], holm(p_values)):
            self.assertAlmostEqual(row["p_adjusted"], adjusted, delta=1e-15)
        again = self.expect(0, "compare", "a.h5", "b.h5", "--json").out
        self.assertEqual(json.loads(again), out)  # the bootstrap, too

    def test_samples_that_passed(self):
        self.fly_fenced(9)
        out = self.compared("--unpaired")
        p_values = []
        for name, column in (("status ok", "status"), ("req_lean", "req_lean")):
            passed = [int((self.column(file, column) == 1).sum()) for file in ("a.h5", "b.h5")]
            row = next(row for row in out["passed"] if row["name"] == name)
            self.assertEqual([row[key] for key in ("passed_a", "of_a", "passed_b", "of_b")], [passed[0], 60, passed[1], 60])
            self.assertNotIn("mcnemar_p", row)
            p_values.append(fisher_p(passed[0], 60, passed[1], 60))
            self.assertAlmostEqual(row["fisher_p"], p_values[-1], delta=1e-11 * p_values[-1])
        self.assertEqual([row["p_adjusted"] for row in out["passed"]],
                         [float(p) for p in holm([row["fisher_p"] for row in out["passed"]])])
        self.assertLess(p_values[0], 0.02)
        text = self.expect(0, "compare", "a.h5", "b.h5", "--unpaired").out
        self.assertRegex(text, r"status ok: A passes \d+ of 60, B \d+ of 60; adjusted p = ")
        self.assertIn("Fisher's exact test", text)

    def test_bootstrap_interval_of_the_median(self):
        """Against one that draws its sets: each end to three standard errors of such an end."""
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        row = self.metric(self.compared("--unpaired"), "max_speed_m_s")
        a, b = (self.column(file, "m_max_speed_m_s") for file in ("a.h5", "b.h5"))
        random = np.random.default_rng(1)
        shifts = np.sort(np.median(random.choice(b, (20000, 60)), axis=1) - np.median(random.choice(a, (20000, 60)), axis=1))
        # The 2.5 % quantile of 1999 sets has the ranks 50 +- 7.
        low, high = row["quantiles"][1]["interval95"]
        self.assertTrue(shifts[int(20000 * (0.025 - 0.011))] <= low <= shifts[int(20000 * (0.025 + 0.011))])
        self.assertTrue(shifts[int(20000 * (0.975 - 0.011))] <= high <= shifts[int(20000 * (0.975 + 0.011))])

    def test_forced(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        out = self.compared("--unpaired")
        self.assertEqual((out["paired"], out["why_not_paired"]), (False, "--unpaired"))
        self.assertGreater(self.metric(out, "max_speed_m_s")["se"], 3 * self.metric(self.compared(), "max_speed_m_s")["se"])

    def test_other_bits_of_a_drawn_input(self):
        """A file that says the seed of another, and was drawn with its own."""
        self.fly("a.h5", SMALL)
        self.fly("b.h5", SMALL, "--set", "monte_carlo.seed=12")
        with h5py.File(self.path("b.h5"), "r+") as file:
            text = bytes(file["provenance/resolved"][()])
            self.assertEqual(text.count(b"seed = 12"), 1)
            file["provenance/resolved"][...] = np.frombuffer(text.replace(b"seed = 12", b"seed = 11"), np.uint8)
        out = json.loads(self.expect(0, "compare", "a.h5", "b.h5", "--json", "--no-verify").out)
        self.assertEqual((out["paired"], out["verified"], out["a"]["content_sha256"]), (False, False, ""))
        self.assertEqual(len(out["a"]["stored_content_sha256"]), 64)
        self.expect(3, "compare", "a.h5", "b.h5")
        self.assertRegex(out["why_not_paired"], "'in_.*' differs in sample 0")


class Margins(CompareTest):
    def test_verdicts_and_exit_codes(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        a, b = (self.column(file, "m_max_speed_m_s") for file in ("a.h5", "b.h5"))
        d = b - a
        mean, se = d.mean(), d.std(ddof=1) / math.sqrt(60)
        inner = max(abs(mean - T59_90 * se), abs(mean + T59_90 * se))
        beyond = abs(mean) - T59 * se
        self.assertGreater(beyond, 0)
        for margin, verdict, code in ((inner * 1.0001, "equivalent", 0), (inner * 0.9999, "undecided", 4),
                                      (beyond * 1.0001, "undecided", 4), (beyond * 0.9999, "different", 1)):
            row = self.compared("--margin", f"max_speed_m_s={margin!r}", code=code)["margins"][0]
            self.assertEqual((row["verdict"], row["margin"]), (verdict, margin))
            self.assertAlmostEqual(row["interval90"][0], mean - T59_90 * se, delta=1e-12)
        row = self.compared("--margin", "m_max_speed_m_s=50%")["margins"][0]
        self.assertAlmostEqual(row["margin"], 0.5 * a.mean(), delta=1e-12)

    def test_two_margins_are_a_family(self):
        """Just equivalent alone; with one that is not, Holm takes twice the p-value."""
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        d = self.column("b.h5", "m_max_speed_m_s") - self.column("a.h5", "m_max_speed_m_s")
        edge = abs(d.mean()) + T59_90 * d.std(ddof=1) / math.sqrt(60)
        one = self.compared("--margin", f"max_speed_m_s={edge * 1.0001}")["margins"]
        two = self.compared("--margin", f"max_speed_m_s={edge * 1.0001}", "--margin", "max_distance_from_start_m=1e-9", code=1)["margins"]
        self.assertEqual([row["verdict"] for row in one + two], ["equivalent", "undecided", "different"])
        self.assertAlmostEqual(two[0]["p_equivalent"], 2 * one[0]["p_equivalent"], delta=1e-12)

    def test_reports(self):
        self.fly("a.h5", SMALL)
        self.fly("b.h5", DRAGGED)
        self.expect(1, "compare", "a.h5", "b.h5", "--margin", "max_speed_m_s=1e-9", "--margin", "flight_time_s=0.1", "--junit", "v.xml", "--markdown", "v.md")
        suite = xml.etree.ElementTree.parse(self.path("v.xml")).getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("2", "1"))
        cases = {case.get("name"): case for case in suite.iter("testcase")}
        self.assertIn("different: B - A = ", cases["max_speed_m_s within 1e-9"].find("failure").get("message"))
        self.assertIsNone(cases["flight_time_s within 0.1"].find("failure"))
        text = open(self.path("v.md")).read()
        self.assertIn("| metric", text)
        for block in text.split("\n\n"):
            rows = [line.count("|") for line in block.splitlines() if line.startswith("|")]
            self.assertLessEqual(len(set(rows)), 1, block)


class Sweeps(CompareTest):
    SWEEP = '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [%s]\n'

    def test_point_by_point(self):
        few = edited(("samples = 60", "samples = 20"), text=SMALL)
        self.fly("a.h5", few + self.SWEEP % "0.0, 0.1")
        self.fly("b.h5", edited(("thrust_n_s2 = 1.91e-6", "thrust_n_s2 = 1.95e-6"), text=few) + self.SWEEP % "0.0, 0.1")
        out = self.compared()
        self.assertEqual(len(out["metrics"]), 16)
        point = self.column("a.h5", "sweep_point")
        d = self.column("b.h5", "m_max_speed_m_s") - self.column("a.h5", "m_max_speed_m_s")
        for p in (0, 1):
            row = self.metric(out, "max_speed_m_s", p)
            self.assertAlmostEqual(row["difference"], d[point == p].mean(), delta=1e-12)
            only = self.metric(self.compared("--point", p), "max_speed_m_s", p)
            self.assertEqual(only["difference"], row["difference"])
        self.assertIn("max_speed_m_s at point 1", self.expect(0, "compare", "a.h5", "b.h5").out)
        self.assertEqual(len(self.compared("--margin", "max_tilt_deg=1000%")["margins"]), 2)

        self.fly("c.h5", few + self.SWEEP % "0.0, 0.2")
        self.assertIn("--point N", self.expect(3, "compare", "a.h5", "c.h5").err)
        self.assertTrue(all(row["equal"] == 20 for row in self.compared("--point", "0", files=("a.h5", "c.h5"))["metrics"]))
        self.fly("d.h5", few)  # its drag is 0.1: point 1 of the sweep
        self.assertIn("only a.h5 is a sweep", self.expect(3, "compare", "a.h5", "d.h5").err)
        self.assertTrue(all(row["equal"] == 20 for row in self.compared("--point", "1", files=("a.h5", "d.h5"))["metrics"]))
        self.assertIn("has no point 2", self.expect(2, "compare", "a.h5", "b.h5", "--point", "2").err)
        self.assertIn("neither file is a sweep", self.expect(2, "compare", "d.h5", "d.h5", "--point", "0").err)


    def test_one_point_against_another(self):
        few = edited(("samples = 60", "samples = 20"), text=SMALL)
        self.fly("a.h5", few + self.SWEEP % "0.0, 0.1, 0.2")
        row = self.metric(self.compared("--point", "0,2", files=("a.h5", "a.h5")), "max_speed_m_s", 0)
        point, speed = self.column("a.h5", "sweep_point"), self.column("a.h5", "m_max_speed_m_s")
        d = speed[point == 2] - speed[point == 0]
        self.assertEqual((row["a"]["n"], row["point_of_b"], row["values_of_b"]), (20, 2, "point 2: vehicle.linear_drag_n_s_m = 0.2"))
        self.assertAlmostEqual(row["difference"], d.mean(), delta=1e-12)
        text = self.expect(0, "compare", "a.h5", "a.h5", "--point", "0,2").out
        self.assertIn("A at point 0: vehicle.linear_drag_n_s_m = 0.0; B at point 2: vehicle.linear_drag_n_s_m = 0.2", text)
        self.fly("b.h5", few)  # a file without a sweep has no points
        self.assertTrue(all(row["equal"] == 20 for row in self.compared("--point", "1,0", files=("a.h5", "b.h5"))["metrics"]))
        for points, says in (("0,3", "a.h5 has no point 3"), ("0,", "'' is not a whole number"), ("0,1,2", "'1,2' is not a whole number"), (",", "'' is not")):
            self.assertIn(says, self.expect(2, "compare", "a.h5", "a.h5", "--point", points).err)
        self.fly("i.h5", few + self.SWEEP % "0.0, 0.1", "--set", "monte_carlo.independent_points=true")
        out = self.compared("--point", "0,1", files=("i.h5", "i.h5"))
        self.assertEqual((out["paired"], out["why_not_paired"]), (False, "with independent_points the draws depend on the sweep"))
        self.assertTrue(self.compared(files=("i.h5", "i.h5"))["paired"])


class ChosenSamples(CompareTest):
    """Files that hold only some samples: pairs have the same number and point, whatever row they are in."""
    FEW = edited(("samples = 60", "samples = 20"), text=SMALL)
    SWEEP = FEW + Sweeps.SWEEP % "0.0, 0.1, 0.3"

    def differences(self, numbers, metric="max_tilt_deg", a="a.h5", b="b.h5"):
        """By the numbers of the samples in the campaign."""
        values = []
        for file in (a, b):
            column = self.column(file, "m_" + metric)
            with h5py.File(self.path(file)) as opened:
                of = opened["campaign_sample"][()] if "campaign_sample" in opened else np.arange(len(column))
            values.append(dict(zip(of, column)))
        return np.array([values[1][n] - values[0][n] for n in numbers])

    def test_a_replay_against_its_campaign_and_another(self):
        self.fly("a.h5", self.FEW)
        self.fly("b.h5", edited(("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.12"), text=self.FEW))
        self.expect(0, "replay", "a.h5", "--sample", "3,7,9,19", "-o", "r.h5", "--progress", "none")
        out = self.compared(files=("a.h5", "r.h5"))
        self.assertEqual((out["paired"], out["pairs_per_point"], out["same_inputs"]), (True, 4, 4))
        self.assertTrue(all(row["equal"] == 4 and row["a"]["n"] == 4 for row in out["metrics"]))
        row = self.metric(self.compared(files=("r.h5", "b.h5")), "max_tilt_deg")
        expected = self.differences([3, 7, 9, 19])
        self.assertAlmostEqual(row["difference"], expected.mean(), delta=1e-12)
        self.assertEqual((row["smaller"], row["larger"]), ((expected < 0).sum(), (expected > 0).sum()))
        text = self.expect(0, "compare", "r.h5", "b.h5")
        self.assertIn("the 4 samples common to both", text.out)
        self.assertEqual(text.err.count("r.h5: warning: it holds selected samples (monte_carlo.only)"), 1)

    def test_points_with_unlike_numbers_of_samples(self):
        """Point 0 has two, point 1 none, point 2 three of which the other file lacks one."""
        self.fly("a.h5", self.SWEEP, "--set", "monte_carlo.only=[3, 7, 40, 41, 59]")
        self.fly("b.h5", edited(("thrust_n_s2 = 1.91e-6", "thrust_n_s2 = 1.95e-6"), text=self.SWEEP), "--set", "monte_carlo.only=[2, 3, 7, 41, 59]")
        out = self.compared()
        self.assertEqual((out["paired"], out["pairs_per_point"]), (True, 2))
        for point, numbers in ((0, [3, 7]), (2, [41, 59])):
            row = self.metric(out, "max_tilt_deg", point)
            self.assertEqual(row["a"]["n"], 2)
            self.assertAlmostEqual(row["difference"], self.differences(numbers).mean(), delta=1e-12)
        self.assertEqual(self.metric(out, "max_tilt_deg", 1)["a"]["n"], 0)
        self.assertIn("at each point, 2 at most", self.expect(0, "compare", "a.h5", "b.h5").out)
        apart = self.compared("--unpaired")
        self.assertEqual([(self.metric(apart, "max_tilt_deg", p)["a"]["n"], self.metric(apart, "max_tilt_deg", p)["b"]["n"]) for p in (0, 1, 2)],
                         [(2, 3), (0, 0), (3, 2)])
        passed = [row for row in apart["passed"] if row["name"] == "status ok"]
        self.assertEqual([(row["of_a"], row["of_b"]) for row in sorted(passed, key=lambda row: row["point"])], [(2, 3), (0, 0), (3, 2)])

    def test_no_sample_in_both(self):
        self.fly("a.h5", self.FEW, "--set", "monte_carlo.only=[1, 2, 3]")
        self.fly("b.h5", self.FEW, "--set", "monte_carlo.only=[4, 5]")
        out = self.compared()
        self.assertEqual((out["paired"], out["why_not_paired"]), (False, "no sample in common"))
        self.assertEqual(self.metric(out, "max_tilt_deg")["b"]["n"], 2)

    def test_a_sweep_that_stopped(self):
        """Points were kept to unlike numbers of samples; what was dropped is no sample of a comparison."""
        table = '[requirement.lean]\ntype = "probability"\nmetric = "max_tilt_deg"\nat_most = 2.3\nprobability = 0.5\n[monte_carlo]'
        for name, drag in (("a.h5", 0.1), ("b.h5", 0.12)):
            text = edited(("linear_drag_n_s_m = 0.1", f"linear_drag_n_s_m = {drag}"), ("[monte_carlo]", table), text=SMALL)
            self.write("s.toml", text + '\n[sweep."vehicle.rotors.*.law.thrust_n_s2"]\nvalues = [1.91e-6, 2.3e-6]\n')
            self.run_program("run", "s.toml", "--progress", "none", "-o", name, "--until", "decided", "-n", "2000")
        rows = [[np.nonzero((self.column(f, "sweep_point") == k) & (self.column(f, "status") != 0))[0] for k in (0, 1)] for f in ("a.h5", "b.h5")]
        self.assertNotEqual(len(rows[0][0]), len(rows[0][1]))  # or this test tests nothing
        out = self.compared()
        for k in (0, 1):
            n = min(len(rows[0][k]), len(rows[1][k]))
            row = self.metric(out, "max_tilt_deg", k)
            d = self.column("b.h5", "m_max_tilt_deg")[rows[1][k][:n]] - self.column("a.h5", "m_max_tilt_deg")[rows[0][k][:n]]
            self.assertEqual(row["a"]["n"], n)
            self.assertAlmostEqual(row["difference"], d.mean(), delta=1e-12)


class Mistakes(CompareTest):
    def test_files(self):
        self.fly("a.h5", SMALL, "-n", "5")
        self.expect(6, "compare", "a.h5", "none.h5")
        self.expect(3, "compare", "s.toml", "a.h5")
        self.write("empty.h5", "")
        self.expect(3, "compare", "a.h5", "empty.h5")
        data = bytearray(open(self.path("a.h5"), "rb").read())
        data[data.find(np.float64(self.column("a.h5", "m_max_tilt_deg")[3]).tobytes())] ^= 1
        self.write("damaged.h5", bytes(data))
        self.assertIn("damaged", self.expect(3, "compare", "a.h5", "damaged.h5").err)
        shutil.copy(self.path("a.h5"), self.path("newer.h5"))
        with h5py.File(self.path("newer.h5"), "r+") as file:
            file.attrs["format_version"] = np.int64(2)
        self.assertIn("format", self.expect(3, "compare", "a.h5", "newer.h5").err)
        self.fly("part.h5", SMALL, "--only", "7")
        self.assertIn("not finished", self.expect(3, "compare", "a.h5", "part.h5").err)
        out = self.compared("--incomplete", files=("part.h5", "part.h5"))
        self.assertEqual((out["metrics"][0]["a"]["n"], out["metrics"][0]["interval95"]), (1, [None, None]))

    def test_rounding_is_no_difference(self):
        """A metric of 1e-17 differs between all pairs; so does one of 1e3 of which 1e-11 are another."""
        tiny = '\n[metrics.tiny]\nformula = "1e-17 * max(norm(velocity))"\n[metrics.offset]\nformula = "1e3 + 1e-10 * max(norm(velocity))"\n'
        for name, text in (("a.h5", SMALL), ("b.h5", DRAGGED)):
            self.fly(name, text + tiny)
        rows = {row["name"]: row for row in self.compared()["metrics"]}
        for name in ("tiny", "offset"):
            self.assertLess(rows[name]["p_adjusted"], 1e-3)
        self.assertEqual([rows[name]["differs"] for name in ("max_speed_m_s", "tiny", "offset")], [True, False, False])
        said = " ".join(self.expect(0, "compare", "a.h5", "b.h5").out.split())
        self.assertIn(f"{sum(row['differs'] for row in rows.values())} of {len(rows)} metrics differ significantly", said)
        self.assertRegex(said, r"the difference is round-off \(less than 1e-9 of the scale\): .*tiny")
        # Distributions of one mean may differ.
        self.fly("c.h5", SMALL.replace("seed = 11", "seed = 12") + tiny)
        self.assertFalse(any(row["differs"] for row in self.compared("--unpaired", files=("a.h5", "c.h5"))["metrics"] if row["name"] == "tiny"))

    def test_units(self):
        metric = '\n[metrics.far]\nformula = "max(norm(position))"\nunit = "%s"\n'
        self.fly("a.h5", SMALL + metric % "m", "-n", "5")
        self.fly("b.h5", SMALL + metric % "ft", "-n", "5")
        self.fly("c.h5", SMALL, "-n", "5")
        self.assertEqual(self.compared()["not_compared"], ["far"])
        self.assertIn("its unit is m in a.h5 and ft in b.h5", self.expect(3, "compare", "a.h5", "b.h5", "--metric", "far").err)
        self.assertIn("only a.h5 has it", self.expect(3, "compare", "a.h5", "c.h5", "--metric", "far").err)
        self.assertIn("only b.h5 has it", self.expect(3, "compare", "c.h5", "b.h5", "--margin", "far=1").err)

    def test_names_and_margins(self):
        self.fly("a.h5", SMALL, "-n", "5")
        out = self.compared("--metric", "max_tilt_deg", "m_max_speed_m_s", files=("a.h5", "a.h5"))
        self.assertEqual({row["name"] for row in out["metrics"]}, {"max_tilt_deg", "max_speed_m_s"})
        for options, message in ((("--metric", "max_tild_deg"), "Did you mean 'max_tilt_deg'?"),
                                 (("--metric", "xyz"), "Both files have"),
                                 (("--margin", "max_tild_deg=1"), "Did you mean 'max_tilt_deg'?"),
                                 (("--margin", "max_tilt_deg"), "it has no METRIC="),
                                 (("--margin", "=1"), "it has no METRIC="),
                                 (("--margin", "max_tilt_deg="), "'' is no number"),
                                 (("--margin", "max_tilt_deg=%"), "'%' is no number"),
                                 (("--margin", "max_tilt_deg=1m"), "'1m' is no number"),
                                 (("--margin", "max_tilt_deg=0"), "it must be above 0"),
                                 (("--margin", "max_tilt_deg=-5%"), "it must be above 0"),
                                 (("--margin", "max_tilt_deg=nan"), "max_tilt_deg=nan"),
                                 (("--margin", "max_tilt_deg=1", "--margin", "m_max_tilt_deg=2"), "has a margin already"),
                                 (("--point", "-1"), "--point"),
                                 (("--junit", "v.xml"), "Add a --margin."),
                                 (("--margin", "max_tilt_deg=1", "--junit", ""), "the name of the file is empty")):
            with self.subTest(options=options):
                self.assertIn(message, self.expect(2, "compare", "a.h5", "a.h5", *options).err)
        self.expect(2, "compare", "a.h5")
        self.expect(6, "compare", "a.h5", "a.h5", "--markdown", "no/such/folder/v.md")


if __name__ == "__main__":
    support.main()
