#!/usr/bin/python3
"""A controller of one's own under regression: its hash is provenance, so that another build of it is compared by its
flights. What must hold is known without the program: a comment flies the same bits, a gain that `permit` names is judged
by its margins, a law that is wrong violates the requirement that an independent count of the samples violates."""
import json
import os
import pathlib
import re
import subprocess
import xml.etree.ElementTree as xml

import h5py
import numpy as np

import support
from support import ProgramTest, edited, sha256

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "scenarios/controllers/library/cascade.c").read_text()
SCRIPT = (ROOT / "scenarios/controllers/external/cascade.py").read_text()
FLIGHT = (ROOT / "scenarios/controllers/library/f450-cascade.toml").read_text()
REASON = ("--reason", "a test", "--yes")
RULES = """
[requirement.holds]
type = "probability"
metric = "rms_tracking_error_m"
at_most = 0.7
probability = 0.5
confidence = 0.9
"""


class UnderTest(ProgramTest):
    def flight(self, name, *changes, extra=""):
        """A scenario of 20 samples of 2 s."""
        text = edited(("../../vehicles", str(ROOT / "scenarios/vehicles")), ("duration_s = 10.0", "duration_s = 2.0"),
                      ("samples = 100", "samples = 20"), *changes, text=FLIGHT)
        self.write(f"flights/{name}.toml", text + extra)

    def build(self, *flags, change=lambda text: text):
        """Compiles cascade.c into the folder of the flights."""
        self.write("cascade.c", change(SOURCE))
        subprocess.run(["cc", "-ffp-contract=off", "-shared", "-fPIC", f"-I{ROOT / 'src/simulate/border'}", *flags,
                        "-o", self.path("flights/cascade.so"), self.path("cascade.c"), "-lm"], check=True)

    def regress(self, code, *options):
        return json.loads(self.expect(code, "regress", "flights", "--json", *options).out)["cases"][0]

    def start(self, extra="", changes=()):
        os.makedirs(self.path("flights"), exist_ok=True)
        self.build()
        self.flight("circle", *changes, extra=extra)
        self.expect(0, "bless", "flights", *REASON)


class Programs(UnderTest):
    def test_another_build_of_the_same_law_is_the_same(self):
        self.start()
        before = sha256(self.path("flights/cascade.so"))
        self.build("-DOTHER_BUILD", "-Wl,--build-id=sha1", "-g")
        after = sha256(self.path("flights/cascade.so"))
        self.assertNotEqual(before, after)
        case = self.regress(0)
        self.assertEqual((case["verdict"], case["program"]), ("same", {"a": before, "b": after}))
        self.assertIn(f"program differs ({before[:12]}, {after[:12]})", self.expect(0, "regress", "flights").out)

    def test_a_pinned_program_is_part_of_the_scenario(self):
        os.makedirs(self.path("flights"))
        self.build()
        self.flight("circle", ('library = "cascade.so" ', 'pin = true\nlibrary = "cascade.so" '))
        self.expect(0, "bless", "flights", *REASON)
        self.build("-DOTHER_BUILD", "-g")
        case = self.regress(3)
        self.assertEqual((case["verdict"], case["program"]), ("changed", None))
        self.assertRegex(case["changed_keys"][0], "^controller.sha256: ")
        self.assertEqual(self.regress(0, "--across", "controller.sha256")["verdict"], "same")

    def test_results_of_two_programs_are_compared_and_one_result_has_one_program(self):
        self.start()
        fly = ("run", "flights/circle.toml", "--progress", "none", "-o")
        self.expect(0, *fly, "a.h5")
        self.expect(0, *fly, "part.h5", "--only", "0..4")
        self.build(change=lambda text: text.replace('{"integral_gain_1_s3", 1.0}', '{"integral_gain_1_s3", 1.5}'))
        self.expect(0, *fly, "b.h5")
        note = rf"note: program differs \([0-9a-f]{{12}}, {sha256(self.path('flights/cascade.so'))[:12]}\)"
        self.assertRegex(self.expect(1, "diff", "a.h5", "b.h5").out, note)
        self.assertRegex(self.expect(0, "compare", "a.h5", "b.h5").out, note)
        self.assertIsNotNone(json.loads(self.expect(0, "compare", "a.h5", "b.h5", "--json").out)["program"])
        self.assertIsNotNone(json.loads(self.expect(1, "diff", "a.h5", "b.h5", "--json").out)["program"])
        # One result is flown by one program.
        self.assertIn("it holds a different scenario", self.expect(3, *fly, "part.h5").err)
        os.rename(self.path("flights/cascade.so"), self.path("cascade.so"))
        self.assertIn("different SHA-256", self.expect(2, "replay", "a.h5", "--sample", 0, "--allow-programs").err)

    @support.slow  # starts Python for each flight; the test above changes the bytes of a library
    def test_a_comment_of_a_script_flies_the_same_bits(self):
        os.makedirs(self.path("flights"))
        self.write("flights/cascade.py", SCRIPT)
        self.flight("circle", ('type = "library"', 'type = "external"'), ("samples = 20", "samples = 2"),
                    ('library = "cascade.so"', 'command = ["python3", "./cascade.py"]'), ("2.0, initial", "0.2, initial"))
        self.expect(0, "bless", "flights", *REASON)
        self.write("flights/cascade.py", SCRIPT + "# a comment\n")
        case = self.regress(0)
        self.assertEqual(case["verdict"], "same")
        self.assertEqual(case["program"]["b"], sha256(self.path("flights/cascade.py")))


class Permits(UnderTest):
    def gain(self, value):
        self.flight("circle", ("velocity_gain_1_s = 3.0", f"velocity_gain_1_s = {value}"), extra=self.RULES)
    RULES = ""

    def test_a_gain_is_refused_permitted_or_judged_by_margins(self):
        self.start()
        self.gain(3.01)
        self.assertEqual(self.regress(3)["verdict"], "changed")
        case = self.regress(1, "--across", "controller.parameters")
        self.assertEqual((case["verdict"], case["changed_keys"]), ("differs", []))
        self.assertEqual(case["permitted_keys"], ["controller.parameters.velocity_gain_1_s: 3.0 against 3.01"])
        self.RULES = ('\n[golden]\npermit = ["controller", "integrator"]\ncompare = "statistical"\n'
                      'margins = ["rms_tracking_error_m=1%"]\n')
        self.start(self.RULES)
        for value, code, verdict in ((3.01, 0, "equivalent"), (5.0, 1, "differs")):
            self.gain(value)
            self.assertEqual(self.regress(code)["verdict"], verdict, value)
        # Another integrator is judged so, too; another seed is nobody's permission.
        self.flight("circle", ("rate_hz = 1000", "rate_hz = 500"), extra=self.RULES)
        self.assertEqual(self.regress(0)["verdict"], "equivalent")
        self.flight("circle", ("seed = 24", "seed = 25"), extra=self.RULES)
        self.assertEqual(self.regress(3)["verdict"], "changed")
        # What is permitted needs no option to be blessed.
        self.gain(3.01)
        self.expect(0, "bless", "flights", *REASON)

    def test_keys_that_nobody_has(self):
        self.start()
        refused = self.expect(2, "regress", "flights", "--across", "controller.parametrs").err
        self.assertIn("--across: error: no scenario has the key 'controller.parametrs'. Did you mean", refused)
        self.flight("circle", extra='\n[golden]\npermit = ["contoller"]\n')
        self.assertIn("golden.permit: the scenario has no key 'contoller'", self.regress(3)["worst"])


class WhatChanged(UnderTest):
    """A law with a weak velocity gain, against numpy's and the samples' own account of it."""

    def change_the_law(self):
        self.start(RULES)
        self.expect(0, "run", "flights/circle.toml", "--progress", "none", "-o", "old.h5")
        self.build(change=lambda text: text.replace("k[VELOCITY] *", "0.4 * k[VELOCITY] *"))
        self.run_program("run", "flights/circle.toml", "--progress", "none", "-o", "new.h5")

    def metric(self, file, name):
        with h5py.File(self.path(file)) as result:
            return result[name][:]

    def test_requirements_then_metrics_by_their_effect_then_signals_then_digests(self):
        self.change_the_law()
        case = self.regress(1)
        # The verdicts of `requirements` on both results.
        verdicts = [json.loads(self.run_program("requirements", file, "--json").out)["requirements"][0]["verdict"]
                    for file in ("old.h5", "new.h5")]
        change, = case["changes"]["requirements"]
        self.assertEqual([change["golden"], change["flown"]], verdicts)
        self.assertNotEqual(*verdicts)
        # Means, and the paired interval by Student's t: 2.093 is its 97.5 % quantile for 19 degrees of freedom.
        moved = {metric["name"]: metric for metric in case["changes"]["metrics"]}
        for name in ("rms_tracking_error_m", "max_speed_m_s"):
            a, b = self.metric("old.h5", "m_" + name), self.metric("new.h5", "m_" + name)
            half = 2.0930240544082634 * np.std(b - a, ddof=1) / np.sqrt(20)
            np.testing.assert_allclose([moved[name]["golden"], moved[name]["flown"]], [a.mean(), b.mean()], rtol=1e-12)
            np.testing.assert_allclose(moved[name]["interval95"], (b - a).mean() + np.array([-half, half]), rtol=1e-8)
            self.assertAlmostEqual(moved[name]["effect"], abs((b - a).mean()) / np.std(a, ddof=1), 9)
        effects = [metric["effect"] for metric in case["changes"]["metrics"] if metric["effect"] is not None]
        self.assertEqual(effects, sorted(effects, reverse=True))
        self.assertEqual((case["changes"]["basis"], case["changes"]["too_few_pairs"]), ("20 pairs of samples", False))
        text = self.expect(1, "regress", "flights").out
        order = [text.index(words) for words in ("program differs (", "requirements whose verdict changed:\n  holds: met -> violated",
                                                 "metrics that moved beyond noise (20 pairs", "diverged first: ", "digest: ")]
        self.assertEqual(order, sorted(order))
        a, b = self.metric("old.h5", "m_rms_tracking_error_m").mean(), self.metric("new.h5", "m_rms_tracking_error_m").mean()
        percent = re.search(r"rms_tracking_error_m: \S+ -> \S+ m \(\+(\S+) %, 95 % interval \+\S+ % to \+\S+ %\)", text)
        self.assertAlmostEqual(float(percent[1]), 100 * (b / a - 1), delta=0.5)
        # Signals are sorted by their largest difference in standard deviations; hashes come last.
        signals = [s for s in case["diff"]["signals"] if s["verdict"] == "differs" and not s["round_off"]]
        names = [s["name"] for s in signals]
        hashes = [name for name in names if name in ("digest", "sample_digest")]
        self.assertEqual(names[-len(hashes):], hashes)
        numbers = [s["effect"] for s in signals if s["name"] not in hashes and not s["nan_against_number"]]
        self.assertEqual(numbers, sorted(numbers, reverse=True))

    def test_few_samples_show_no_change(self):
        """The signed ranks of 5 pairs have no p-value below 2 / 2^5 = 0.0625, however far all of them move."""
        self.start(changes=[("samples = 20", "samples = 5")])
        self.build(change=lambda text: text.replace("k[VELOCITY] *", "0.4 * k[VELOCITY] *"))
        changes = self.regress(1)["changes"]
        self.assertEqual((changes["metrics"], changes["basis"], changes["too_few_pairs"]), ([], "5 pairs of samples", True))
        self.assertIn("too few samples to show whether a metric moved (", self.expect(1, "regress", "flights").out)

    def test_reports_for_a_pull_request(self):
        self.change_the_law()
        subprocess.run(["git", "init", "-q", self.path("")], check=True)
        self.expect(1, "regress", ".", "--junit", "../j.xml", "--markdown", "../m.md", "--html", "../p.html",
                    cwd=self.path("flights"))
        page, markdown = (pathlib.Path(self.path(name)).read_text() for name in ("p.html", "m.md"))
        for text in (page, markdown):
            order = [text.index(words) for words in ("holds", "etrics that moved beyond noise", "signals, worst first")]
            self.assertEqual(order, sorted(order))
        self.assertIn("| holds | met | violated |", markdown)
        self.assertIn("<td>met</td><td>violated</td>", page)
        self.assertNotIn("<script", page)
        suite = xml.parse(self.path("j.xml")).getroot()[0]
        self.assertGreater(float(suite.get("time")), 0)
        self.assertGreater(float(suite[0].get("time")), 0)
        self.assertIn("met -> violated", suite[0][0].text)
        # An annotation is at the key that changed, relative to the root of the repository.
        self.flight("circle", ("velocity_gain_1_s = 3.0", "velocity_gain_1_s = 2.0"), extra=RULES)
        told = self.expect(3, "regress", ".", "--github", cwd=self.path("flights")).err
        place = re.search(r"::error file=(\S+?),line=(\d+),title=circle%3A changed::(.*)", told)
        self.assertEqual(place[1], "flights/circle.toml")
        line = pathlib.Path(self.path(place[1])).read_text().splitlines()[int(place[2]) - 1]
        self.assertTrue(line.startswith("velocity_gain_1_s = 2.0"), line)
        self.write("own.html", "<p>mine</p>")
        self.assertIn("own.html", self.expect(3, "regress", "flights", "--html", "own.html").err)

    def test_nothing_is_flown_for_what_is_missing(self):
        self.start()
        os.remove(self.path("flights/circle.golden"))
        case = self.regress(3)
        self.assertEqual((case["verdict"], case["samples"]), ("missing", 0))
        self.assertIn("cannot ask for confirmation", self.expect(2, "bless", "flights", "--reason", "x").err)


if __name__ == "__main__":
    support.main()
