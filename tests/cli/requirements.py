#!/usr/bin/python3
"""Requirements: verdicts and bounds computed a second time in Python by exact binomial sums, what counts as a
violation, every exit code, the reports, and every way of getting it wrong."""
import bisect
import json
import math
import xml.etree.ElementTree
from fractions import Fraction

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited


def tail(k, n, p):
    """P(B >= k) of binomial(n, p), every term exact: whole numbers over one denominator."""
    a, whole = Fraction(p).as_integer_ratio()
    b = whole - a
    return Fraction(sum(math.comb(n, i) * a ** i * b ** (n - i) for i in range(k, n + 1)), whole ** n)


def lower_bound(k, n, confidence):
    """Clopper and Pearson (1934): the p with P(B >= k) = 1 - confidence, by bisection to 1e-9."""
    if k == 0:
        return 0.0
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if tail(k, n, middle) <= 1 - confidence else (low, middle)
    return low


def upper_bound(k, n, confidence):
    return 1 - lower_bound(n - k, n, confidence)


def required(*tables, text=SCENARIO):
    return edited(("[monte_carlo]", "\n".join(tables) + "\n[monte_carlo]"), text=text)


def table(name, **keys):
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    return f"[requirement.{name}]\n" + "\n".join(lines) + "\n"


# About half of these flights end at a distance of 5 cm.
LEAVING = edited(("[simulation.initial]", "[simulation.limits]\ngeofence = {low_m = [-0.01, -9, -99], high_m = [0.002, 9, 9]}\n\n[simulation.initial]"))


class RequirementsTest(ProgramTest):
    def fly(self, code, text, *options):
        self.write("s.toml", text)
        return self.expect(code, "run", "s.toml", "--progress", "none", "-o", "a.h5", *options)

    def judged(self, code, *options):
        """What is said of each requirement; with whichever exit code if that is None."""
        words = ("requirements", "a.h5", "--json", *options)
        out = json.loads((self.run_program(*words) if code is None else self.expect(code, *words)).out)
        return {row["name"]: row for row in out["requirements"]}

    def column(self, name):
        with h5py.File(self.path("a.h5")) as file:
            return file[name][()]


class Verdicts(RequirementsTest):
    def test_quantile_is_a_claim_about_a_fraction(self):
        self.fly(0, SCENARIO)
        tilt = np.sort(self.column("m_max_tilt_deg"))
        n = len(tilt)
        # The upper bound of the 90 % quantile is the least order statistic r with P(B <= r - 1) >= 0.95.
        rank = bisect.bisect_left(range(n + 1), 0.95, key=lambda r: 1 - float(tail(r, n, 0.9)))
        for bound, verdict in ((tilt[rank - 1], "met"), (np.nextafter(tilt[rank - 1], 0), "undecided"), (tilt[n // 2], "violated")):
            code = {"met": 0, "violated": 1, "undecided": 4}[verdict]
            row = self.judged(code, "--set", f'requirement.q={{type="quantile",metric="max_tilt_deg",at_most={float(bound)!r},quantile=0.9}}')["q"]
            self.assertEqual((row["verdict"], row["upper_bound"]), (verdict, tilt[rank - 1]))

    def test_a_quantile_is_the_sample_of_its_rank(self):
        """100 samples of which 7 are 7 %: 100 x 0.07 is 7.000000000000001."""
        self.fly(0, SCENARIO, "-n", "100")
        tilt = np.sort(self.column("m_max_tilt_deg"))
        for percent, shown in ((7, "7"), (28, "28"), (56, "56"), (99.9, "99.9"), (95, "95")):
            row = self.judged(None, "--set", f'requirement.q={{type="quantile",metric="max_tilt_deg",at_most=3.0,quantile={percent / 100}}}')["q"]
            self.assertEqual(row["observed"], tilt[math.ceil(percent) - 1])
            self.assertEqual(row["statement"], f"{shown} % quantile of max_tilt_deg <= 3")

    def test_mean_by_students_t_and_with_limits(self):
        self.fly(0, SCENARIO)
        x = self.column("m_max_tilt_deg")
        mean, se = x.mean(), x.std(ddof=1) / math.sqrt(len(x))
        t95 = 1.652547  # t(199, 95 %), a table
        for bound, verdict in ((mean + 1.66 * se, "met"), (mean + 1.64 * se, "undecided"), (mean - 1.66 * se, "violated")):
            code = {"met": 0, "violated": 1, "undecided": 4}[verdict]
            row = self.judged(code, "--set", f'requirement.m={{type="mean",metric="max_tilt_deg",at_most={bound}}}')["m"]
            self.assertEqual((row["verdict"], row["approximate"]), (verdict, True))
            self.assertAlmostEqual(row["upper_bound"], mean + t95 * se, delta=1e-6 * se)
        wide = x.max() * 2
        row = self.judged(0, "--set", f'requirement.m={{type="mean",metric="max_tilt_deg",at_most={mean * 1.3},between=[0,{wide}]}}')["m"]
        self.assertEqual((row["verdict"], row["approximate"]), ("met", False))
        # For values between limits no bound that holds for all distributions is tighter than Student's t here.
        self.assertGreater(row["upper_bound"], mean + t95 * se)
        self.assertLess(row["upper_bound"], mean * 1.3)
        row = self.judged(1, "--set", f'requirement.m={{type="mean",metric="max_tilt_deg",at_most={mean * 1.1},between=[0,{x.max() * 0.99}]}}')["m"]
        self.assertEqual(row["verdict"], "violated")  # a value left the limits that were promised

    def test_a_mean_between_bounds_is_violated_as_its_p_value_says(self):
        """Either bound may be called violated wrongly, so that each has half of what is left to certainty (Bonferroni)."""
        self.fly(0, SCENARIO)
        x = self.column("m_max_tilt_deg")
        mean, se = x.mean(), x.std(ddof=1) / math.sqrt(len(x))
        for side in (-1, 1):
            for distance, verdict in ((1.8, "undecided"), (1.95, "undecided"), (2.0, "violated")):  # t(199, 97.5 %) = 1.971957
                least, most = sorted((mean + side * distance * se, mean + side * 9 * se))
                row = self.judged(1 if verdict == "violated" else 4, "--set", f'requirement.m={{type="mean",metric="max_tilt_deg",at_least={least},at_most={most}}}')["m"]
                self.assertEqual((row["verdict"], row["p_violated"] < 0.05), (verdict, verdict == "violated"))
        half = 8 * se
        row = self.judged(0, "--set", f'requirement.m={{type="mean",metric="max_tilt_deg",at_least={mean - half},at_most={mean + half}}}')["m"]
        self.assertEqual(row["verdict"], "met")

    def test_a_mean_between_bounds_that_is_looked_at_again_and_again(self):
        """It is violated when a test of the bound alone, with half of what is left to certainty, says so."""
        self.write("s.toml", SCENARIO)

        def stopped_at(most, confidence, *bounds):
            keys = ",".join((f'type="mean",metric="max_tilt_deg",between=[0,10],at_most={most},confidence={confidence}', *bounds))
            out = self.expect(1, "run", "s.toml", "-n", "4000", "--progress", "none", "-o", "d.h5", "--fresh", "--until", "decided", "--json",
                              "--set", "requirement.m={%s}" % keys).out
            return json.loads(out)["requirements"][0]["stopped_at"]
        for most in (3.25, 3.45):
            surer = stopped_at(most, 0.975)
            self.assertNotEqual(stopped_at(most, 0.95), surer)  # or this test tests nothing
            self.assertEqual(stopped_at(most, 0.95, "at_least=0.1"), surer)

    def test_family(self):
        """Holm: of two claims with p-values a <= b the first is met if 2 a, the second if max(2 a, b) is 0.05 at most."""
        self.fly(0, SCENARIO)
        tilt = np.sort(self.column("m_max_tilt_deg"))
        n = len(tilt)
        claims = [(2, 0.97), (0, 0.95)]
        options = []
        for i, (violations, probability) in enumerate(claims):
            options += ["--set", f'requirement.r{i}={{type="probability",metric="max_tilt_deg",at_most={tilt[-1 - violations]},probability={probability}}}']
        p = [float(tail(n - violations, n, probability)) for violations, probability in claims]
        self.assertTrue(p[1] < 0.025 < p[0] < 0.05 or p[0] > 0.05, p)
        rows = self.judged(4 if max(p) > 0.05 else 0, *options, "--set", "monte_carlo.judge_as_family=true")
        self.assertAlmostEqual(rows["r1"]["p_met"], 2 * p[1], delta=1e-12)
        self.assertAlmostEqual(rows["r0"]["p_met"], max(2 * p[1], p[0]), delta=1e-12)


class Forecasts(RequirementsTest):
    """How many samples would decide, of a family at Holm's first step; nothing is said where that was not computed."""
    NONE = "and more samples with the same observed fraction would not either"

    def told(self, *options):
        text = self.expect(4, "requirements", "a.h5", *options).out
        (line,) = (line for line in text.splitlines() if "decide it" in line)
        return line, self.judged(4, *options)

    def test_a_fraction_at_the_bound_is_decided_by_none(self):
        self.fly(0, SCENARIO)
        median = np.sort(self.column("m_max_tilt_deg"))[99]
        line, rows = self.told("--set", f'requirement.t={{type="probability",metric="max_tilt_deg",at_most={median},probability=0.5}}')
        self.assertEqual(line, "t: 200 samples do not decide it, " + self.NONE)
        self.assertNotIn("samples_to_decide", rows["t"])

    def test_a_mean_with_limits(self):
        self.fly(0, SCENARIO)
        line, rows = self.told("--set", 'requirement.m={type="mean",metric="max_tilt_deg",at_most=3.6,between=[0,90]}')
        self.assertEqual(line, "m: 200 samples do not decide it")
        self.assertIsNone(rows["m"]["samples_to_decide"])

    def test_replicates(self):
        self.fly(0, edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 5')))
        median = np.sort(self.column("m_max_tilt_deg"))[95]
        line, rows = self.told("--set", f'requirement.t={{type="probability",metric="max_tilt_deg",at_most={median},probability=0.5}}')
        self.assertEqual((line, rows["t"]["approximate"]), ("t: 200 samples do not decide it", True))
        self.assertIsNone(rows["t"]["samples_to_decide"])

    def test_what_is_decided_alone_and_not_in_the_family(self):
        self.fly(0, SCENARIO)
        largest = np.sort(self.column("m_max_tilt_deg"))[-1]
        options = ["--set", "monte_carlo.judge_as_family=true"]
        for i in range(2):
            options += ["--set", f'requirement.t{i}={{type="probability",metric="max_tilt_deg",at_most={largest},probability=0.984}}']
        self.assertTrue(0.05 / 2 < 0.984 ** 200 < 0.05)  # decided alone, and not as one of two
        text = self.expect(4, "requirements", "a.h5", *options).out
        rows = self.judged(4, *options)
        for name in ("t0", "t1"):
            wanted = math.ceil(math.log(0.05 / 2) / math.log(0.984))  # at Holm's first step
            self.assertIn(f"{name}: 200 samples do not decide it; {wanted} in total would, at the same observed fraction\n", text)
            self.assertEqual(rows[name]["samples_to_decide"], wanted)


class Violations(RequirementsTest):
    def test_failed_samples_count(self):
        text = required(table("near", type="probability", metric="max_distance_from_start_m", at_most=10.0, probability=0.5),
                        table("fails", type="failures", at_most=0.999), table("low", type="quantile", metric="max_tilt_deg", at_least=0.0, quantile=0.001),
                        table("mean", type="mean", metric="max_tilt_deg", at_most=90.0), text=LEAVING)
        result = self.fly(1, text)
        failed = int((self.column("status") != 1).sum())
        self.assertTrue(20 < failed < 180, failed)
        rows = self.judged(1)
        self.assertEqual(rows["near"]["violations"], {"beyond_bounds": 0, "failed": failed, "invalid": 0, "without_number": 0})
        self.assertEqual(rows["near"]["met"], 200 - failed)
        self.assertAlmostEqual(rows["fails"]["observed"], failed / 200, delta=1e-15)
        self.assertAlmostEqual(rows["fails"]["upper_bound"], upper_bound(failed, 200, 0.95), delta=2e-9)
        self.assertEqual(rows["mean"]["verdict"], "violated")  # no mean of flights of which some have no end
        column = self.column("req_near")
        self.assertEqual(((column == 1).sum(), (column == 2).sum()), (200 - failed, failed))
        np.testing.assert_array_equal(column == 2, self.column("status") != 1)
        self.assertIn(f"{failed} failed", result.out)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(file["req_near"].attrs["flag_meanings"], b"not_run met violated")
            self.assertNotIn("req_mean", file)

    def test_failures_are_judged_by_requirements(self):
        self.fly(0, required(table("fails", type="failures", at_most=0.999), text=LEAVING))
        self.fly(5, required(table("fails", type="failures", at_most=0.999),
                             text=edited(("duration_s = 0.3", "duration_s = 0.3\nmax_failures = 1"), text=LEAVING)), "--fresh")
        self.fly(5, LEAVING, "--fresh")


class Runs(RequirementsTest):
    MET = table("tilt", type="probability", text="It hardly leans", metric="max_tilt_deg", at_most=90.0, probability=0.95)

    def test_run_says_what_requirements_says(self):
        said = self.fly(0, required(self.MET))
        told = self.expect(0, "requirements", "a.h5")
        self.assertIn(told.out, said.out)
        self.assertIn("1 requirement: 1 met", told.out)
        again = self.fly(0, required(self.MET), "--json")
        rows = json.loads(again.out)["requirements"]
        self.assertEqual([(r["name"], r["verdict"], r["statement"]) for r in rows], [("tilt", "met", "P(max_tilt_deg <= 90) >= 0.95")])

    def test_undecided_and_resumed(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.99))
        out = self.fly(4, text, "-n", "100").out
        self.assertIn("100 samples do not decide it; 299 in total would", out)  # Wilks (1941): 299 for 99 % at 95 %
        self.fly(0, text, "-n", "299", "--fresh")

    def test_only_has_no_verdict(self):
        self.fly(0, required(self.MET), "--only", "7")
        self.assertIn("not finished", self.expect(3, "requirements", "a.h5").err)
        row = self.judged(4, "--incomplete")["tilt"]
        self.assertEqual((row["flown"], row["samples"], row["met"]), (1, 200, 1))

    def test_threads_lanes_and_order_of_flight_do_not_matter(self):
        text = required(self.MET)
        self.fly(0, text, "--reproducible", "-j", "1", "--lanes", "baseline")
        first = support.sha256(self.path("a.h5"))
        self.fly(0, text, "--reproducible", "-j", "3", "--fresh")
        self.assertEqual(support.sha256(self.path("a.h5")), first)

    def test_sweep_has_verdicts_of_each_point(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=6.0, probability=0.5)) + \
            '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1]\n'
        self.write("s.toml", text)
        self.run_program("run", "s.toml", "--progress", "none", "-o", "a.h5", "--junit", "v.xml")
        rows = json.loads(self.run_program("requirements", "a.h5", "--json").out)["requirements"]
        self.assertEqual([(r["point"], r["values"]) for r in rows],
                         [(0, {"vehicle.linear_drag_n_s_m": 0}), (1, {"vehicle.linear_drag_n_s_m": 0.1})])
        suite = xml.etree.ElementTree.parse(self.path("v.xml")).getroot()
        self.assertEqual([case.get("name") for case in suite.iter("testcase")],
                         [f"tilt at point {p}: vehicle.linear_drag_n_s_m = {v}" for p, v in ((0, "0.0"), (1, "0.1"))])
        point = self.column("sweep_point")
        met = self.column("m_max_tilt_deg") <= 6.0
        self.assertEqual([r["met"] for r in rows], [int(met[point == p].sum()) for p in (0, 1)])

    def test_what_was_not_flown_is_an_error(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=6.0, probability=0.5)) + \
            '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1]\n'
        self.fly(0, text, "--only", "3")
        self.expect(4, "requirements", "a.h5", "--incomplete", "--junit", "v.xml")
        suite = xml.etree.ElementTree.parse(self.path("v.xml")).getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("2", "1", "1"))

    def test_reports(self):
        text = required(self.MET, table("slow", type="quantile", text="Not <fast> & \"furious\"", metric="max_speed_m_s", at_most=1e-3, quantile=0.5),
                        table("open", type="probability", metric="max_tilt_deg", at_most=90, probability=0.9999))
        self.fly(1, text, "--junit", "v.xml", "--markdown", "v.md")
        suites = xml.etree.ElementTree.parse(self.path("v.xml")).getroot()
        self.assertEqual((suites.get("tests"), suites.get("failures"), suites.get("errors")), ("3", "2", "0"))
        cases = {case.get("name"): case for case in suites.iter("testcase")}
        self.assertIsNone(cases["tilt"].find("failure"))
        self.assertIn("Not <fast> & \"furious\"", cases["slow"].find("failure").text)
        self.assertEqual(cases["open"].find("failure").get("message"), "undecided: P(max_tilt_deg <= 90) >= 0.9999")
        lines = open(self.path("v.md")).read().splitlines()
        self.assertEqual([line.count("|") for line in lines if line.startswith("|")], 5 * [6])
        self.assertIn("3 requirements: 1 met, 1 violated, 1 undecided", lines)
        before = open(self.path("v.xml")).read()
        self.expect(1, "requirements", "a.h5", "--junit", "w.xml")
        self.assertEqual(open(self.path("w.xml")).read(), before)

    def test_probabilities_near_0_and_1_are_printed_by_what_they_lack(self):
        """Against exact binomial sums; 0.95 is printed as it is, and JSON has P."""
        def small(p):
            mantissa, _, exponent = f"{p:.1e}".partition("e")
            return "0" if p == 0 else f"{mantissa}e{int(exponent)}" if p < 0.01 else f"{p:.2g}"

        self.fly(0, SCENARIO)
        tilt = np.sort(self.column("m_max_tilt_deg"))
        for met, bound in ((200, tilt[-1]), (199, tilt[-2]), (190, tilt[-11]), (1, tilt[0])):
            one = f'requirement.r={{type="probability", metric="max_tilt_deg", at_most={bound!r}, probability=0.5}}'
            said = self.run_program("requirements", "a.h5", "--set", one).out
            row = self.judged(None, "--set", one)["r"]
            self.assertEqual((row["met"], row["observed"], row["bounds"]), (met, met / 200, "one-sided"))
            low, high = lower_bound(met, 200, 0.95), upper_bound(met, 200, 0.95)
            line = " ".join(next(line for line in said.splitlines() if line.startswith("r:")).split())
            if met / 200 > 0.99:
                self.assertIn(f" 1-P: {small(1 - met / 200)} [{small(1 - high)}, {small(1 - low)}]", line)
                self.assertIn("1-P and its bounds are printed where P is above 0.99", said)
            elif met / 200 < 0.01:
                self.assertIn(f" {small(met / 200)} [{small(low)}, {small(high)}]", line)
            else:
                self.assertIn(f" {met / 200:.4f} [{low:.4f}, {high:.4f}]", line)
                self.assertNotIn("1-P", said)
            self.assertIn("each bound is a one-sided 95 % confidence bound", said)

    def test_other_requirements_on_the_same_flights(self):
        self.fly(0, SCENARIO)
        self.write("other.toml", required(self.MET))
        self.assertEqual(self.judged(0, "--of", "other.toml")["tilt"]["verdict"], "met")


class FilesOfOtherScenarios(RequirementsTest):
    """Requirements may come from elsewhere; which samples a file has, and of what design, it says itself."""
    MET = Runs.MET

    def test_chosen_samples_have_no_verdict(self):
        swept = '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1]\n'
        for text, only in ((SCENARIO, "[1, 2, 30]"), (SCENARIO + swept, "[3, 198, 199, 350]")):
            self.fly(0, text, "--set", f"monte_carlo.only={only}", "--fresh")
            self.write("other.toml", required(self.MET, text=text))
            said = self.expect(3, "requirements", "a.h5", "--of", "other.toml").err
            self.assertIn("a.h5: error: it holds selected samples (monte_carlo.only), which do not represent all flights.", said)
            self.assertEqual(self.expect(3, "requirements", "a.h5", "--of", "other.toml", "--json").err, said)
            requirement = 'requirement.t={type="probability",metric="max_tilt_deg",at_most=90,probability=0.9}'
            self.assertEqual(self.expect(3, "requirements", "a.h5", "--set", requirement, "--set", "monte_carlo.only=[]").err, said)

    def test_design_of_the_file(self):
        design = ("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = %d')
        self.write("random.toml", required(self.MET))
        self.fly(0, edited((design[0], design[1] % 1)))
        told = self.expect(3, "requirements", "a.h5", "--of", "random.toml").err
        self.assertIn("a.h5: error: its samples give no confidence for requirements (samples of a lhs design", told)
        self.fly(0, edited((design[0], design[1] % 5)), "--fresh")
        speed = table("speed", type="mean", metric="max_speed_m_s", at_most=1.0)
        self.write("random.toml", required(speed))
        self.write("lhs.toml", required(speed, text=edited((design[0], design[1] % 5))))
        self.assertEqual(self.judged(0, "--of", "random.toml"), self.judged(0, "--of", "lhs.toml"))
        self.assertEqual(self.judged(0, "--of", "lhs.toml", "--set", "monte_carlo.replicates=50"), self.judged(0, "--of", "lhs.toml"))
        self.fly(0, SCENARIO, "--fresh")
        self.assertEqual(self.judged(0, "--of", "lhs.toml"), self.judged(0, "--of", "random.toml"))

    def test_points_that_stopped_are_looked_at_as_they_were_kept(self):
        """The file says again what its run said, point by point; a replay of it says nothing of all flights."""
        text = required(table("slow", type="probability", metric="max_speed_m_s", at_most=0.45, probability=0.98)) + \
            '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 30.0]\n'
        self.write("s.toml", text)
        said = self.run_program("run", "s.toml", "--progress", "none", "-o", "a.h5", "--until", "decided", "-n", "3000", "--json")
        kept = [int(((self.column("sweep_point") == k) & (self.column("status") != 0)).sum()) for k in (0, 1)]
        self.assertNotEqual(*kept)  # or this test tests nothing
        told = json.loads(self.expect(said.code, "requirements", "a.h5", "--json").out)["requirements"]
        self.assertEqual(told, json.loads(said.out)["requirements"])
        self.assertEqual([row["flown"] for row in told], kept)
        point = self.column("sweep_point")
        met = (self.column("m_max_speed_m_s") <= 0.45) & (self.column("status") == 1)
        self.assertEqual([row["met"] for row in told], [int(met[point == k].sum()) for k in (0, 1)])
        self.expect(0, "replay", "a.h5", "--sample", "1,2", "--progress", "none", "-o", "r.h5")
        self.assertIn("selected samples", self.expect(3, "requirements", "r.h5", "--of", "s.toml").err)


class Designs(RequirementsTest):
    def test_replicates(self):
        """Student's t over the fractions of the replicates; sample i is of replicate i mod R."""
        text = edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 5'))
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=3.6, probability=0.3),
                        table("speed", type="mean", metric="max_speed_m_s", at_most=1.0),
                        table("all", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.5), text=text)
        self.fly(0, text)
        rows = self.judged(0)
        replicate = np.arange(200) % 5
        t95 = 2.131847  # t(4, 95 %), a table
        for name, values in (("tilt", self.column("m_max_tilt_deg") <= 3.6), ("speed", self.column("m_max_speed_m_s"))):
            means = np.array([values[replicate == r].mean() for r in range(5)])
            half = t95 * means.std(ddof=1) / math.sqrt(5)
            self.assertEqual(rows[name]["approximate"], True)
            self.assertAlmostEqual(rows[name]["observed"], means.mean(), delta=1e-12)
            self.assertAlmostEqual(rows[name]["lower_bound"], means.mean() - half, delta=1e-6 * half)
        self.assertEqual((rows["all"]["approximate"], rows["all"]["met"]), (False, 200))  # no spread: as if independent
        self.assertAlmostEqual(rows["all"]["lower_bound"], lower_bound(200, 200, 0.95), delta=2e-9)

    def test_bounds_of_a_probability_by_replicates_are_probabilities(self):
        text = edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 5'))
        self.fly(0, text)
        tilt = self.column("m_max_tilt_deg")
        ascending = np.sort(tilt)
        limit = (ascending[-3] + ascending[-2]) / 2
        rows = self.judged(4, "--set", f'requirement.t={{type="probability",metric="max_tilt_deg",at_most={limit},probability=0.98}}')
        fractions = np.array([(tilt[r::5] <= limit).mean() for r in range(5)])
        half = 2.131847 * fractions.std(ddof=1) / math.sqrt(5)  # t(4, 95 %)
        self.assertGreater(0.99 + half, 1)  # or this test tests nothing
        self.assertEqual((rows["t"]["approximate"], rows["t"]["upper_bound"]), (True, 1))
        self.assertAlmostEqual(rows["t"]["lower_bound"], 0.99 - half, delta=1e-6 * half)
        self.fly(4, edited(("[simulation.initial]", f"[simulation.limits]\ntilt_deg = {limit}\n[simulation.initial]"), text=required(
            table("fails", type="failures", at_most=0.02), text=text)), "--fresh")
        row = self.judged(4)["fails"]
        self.assertEqual((row["approximate"], row["lower_bound"]), (True, 0))
        self.assertAlmostEqual(row["upper_bound"], 0.01 + half, delta=1e-6 * half)

    def test_other_designs_have_no_interval(self):
        tilt = table("tilt", type="probability", metric="max_tilt_deg", at_most=3.6, probability=0.3)
        for design in ('design = "lhs"', 'design = "sobol"\nreplicates = 4'):
            self.refuse(required(tilt, text=edited(("seed = 11", "seed = 11\n" + design))), "requirements cannot be judged with a")


class Mistakes(RequirementsTest):
    def test_scenarios(self):
        tilt = {"type": "probability", "metric": "max_tilt_deg", "at_most": 30.0, "probability": 0.9}
        for changes, message in (
                ({"probability": 1}, "'requirement.t.probability' must be > 0 and < 1, found 1"),
                ({"confidence": 0}, "'requirement.t.confidence' must be > 0 and < 1, found 0"),
                ({"metric": "max_tild_deg"}, "this scenario has no metric 'max_tild_deg'. Did you mean 'max_tilt_deg'?"),
                ({"at_most": None}, "the requirement has no bound. Give at_most, at_least, or both."),
                ({"at_least": 31.0}, "at_least = 31 is above at_most = 30 (no number satisfies both)"),
                ({"metric": None}, "neither 'metric' nor 'formula' is given"),
                ({"formula": "max(norm(velocity))"}, "both 'metric' and 'formula' are given"),
                ({"metric": None, "formula": "max(norm(velosity))"}, "Did you mean 'velocity'?"),
                ({"unit": "m"}, "a unit is given for a metric"),
                ({"type": "probabilty"}, "Did you mean 'probability'?"),
                ({"propability": 0.9, "probability": None}, "Did you mean 'probability'?"),
                ({"type": "quantile", "probability": None, "quantile": 0.9, "at_least": 1.0}, "the quantile has two bounds"),
                ({"type": "mean", "probability": None, "between": [2.0, 1.0]}, "the lower limit 2 is not below the upper limit 1"),
                ({"type": "mean", "probability": None, "between": [0.0, 10.0]}, "the bound 30 is not between the limits 0 and 10"),
                ({"type": "mean", "probability": None, "between": [0.0]}, "there are 1 limits instead of 2")):
            keys = {key: value for key, value in {**tilt, **changes}.items() if value is not None}
            with self.subTest(message=message):
                self.refuse(required(table("t", **keys)), message)
        self.refuse(required(table("no-name", **tilt)), "'no-name' cannot be the name of a requirement")
        self.refuse(required(table("most_g", type="mean", formula="max(norm(specific_force))", at_most=1.0), "[metrics.most_g]\nformula = \"max(t)\"\n"),
                    "the metric 'most_g' already exists")

    def test_commands(self):
        met = 'requirement.t={type="probability",metric="max_tilt_deg",at_most=90,probability=0.9}'
        self.fly(0, SCENARIO)
        self.assertIn("has no requirements", self.expect(2, "requirements", "a.h5").err)
        self.assertIn("has no requirements", self.expect(2, "run", "s.toml", "-o", "b.h5", "--junit", "v.xml").err)
        self.assertIn("the name of the file is empty", self.expect(2, "requirements", "a.h5", "--set", met, "--junit", "").err)
        self.expect(6, "requirements", "none.h5")
        self.expect(3, "requirements", "s.toml")
        self.write("empty.h5", "")
        self.expect(3, "requirements", "empty.h5")
        self.expect(6, "requirements", "a.h5", "--set", met, "--junit", "no/such/folder/v.xml")
        self.assertIn("no metric", self.expect(3, "requirements", "a.h5", "--set", 'requirement.t={type="mean",metric="tracking",at_most=1}').err)
        data = bytearray(open(self.path("a.h5"), "rb").read())
        at = data.find(np.float64(self.column("m_max_tilt_deg")[5]).tobytes())
        data[at] ^= 1
        self.write("damaged.h5", bytes(data))
        self.assertIn("damaged", self.expect(3, "requirements", "damaged.h5", "--set", met).err)


if __name__ == "__main__":
    support.main()
