#!/usr/bin/python3
"""Campaigns that are made longer, and such that stop when all is decided: the bytes are those of a run with that number
of samples from the start."""
import json
import os
import re
import signal

import h5py

import support
from gate import GateTest
from requirements import required, table
from support import SCENARIO, edited

SWEEP = edited(('traces = "every:3"', 'traces = "first:5"')) + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1, 0.2]\n'


class CampaignTest(GateTest):
    def fly(self, name, *options, code=0, text=SCENARIO):
        self.write("s.toml", text)
        return self.expect(code, "run", "s.toml", "--progress", "none", "--reproducible", "-o", name, *options)

    def flown(self, result):
        """How many samples were flown, as stderr says."""
        found = re.search(r"^(\d+) samples? in ", result.err, re.MULTILINE)
        return int(found[1]) if found else 0

    def same(self, a, b):
        self.assertEqual(support.sha256(self.path(a)), support.sha256(self.path(b)))

    def attribute(self, name, key):
        with h5py.File(self.path(name)) as file:
            return file.attrs.get(key)


class Longer(CampaignTest):
    def test_more_samples_later(self):
        for text in (SCENARIO, SWEEP):
            points = 3 if text == SWEEP else 1
            with self.subTest(points=points):
                self.fly("a.h5", "-n", "50", "--fresh", text=text)
                result = self.fly("a.h5", "-n", "70", "-j", "2", text=text)
                self.assertEqual(self.flown(result), 20 * points)
                self.assertIn(f"{50 * points} of {70 * points} samples are there already", result.err)
                self.fly("b.h5", "-n", "70", "--fresh", text=text)
                self.same("a.h5", "b.h5")
                self.expect(0, "diff", "a.h5", "b.h5")

    def test_what_was_not_finished_or_is_damaged_is_flown(self):
        self.fly("a.h5", "-n", "10", "--only", "7")
        self.assertEqual(self.flown(self.fly("a.h5", "-n", "20")), 19)
        with open(self.path("a.h5"), "r+b") as file:  # one bit of a metric
            data = file.read()
            with h5py.File(self.path("a.h5")) as h5:
                at = data.find(h5["m_max_tilt_deg"][5].tobytes())
            file.seek(at)
            file.write(bytes([data[at] ^ 1]))
        self.assertEqual(self.flown(self.fly("a.h5", "-n", "64")), 45)
        self.fly("b.h5", "-n", "64")
        self.same("a.h5", "b.h5")

    def test_traces_that_are_not_there_are_flown(self):
        without = edited(('traces = "every:3"', 'traces = "none"'))
        self.fly("a.h5", "-n", "10", text=without)
        self.assertIn("it holds a different scenario", self.fly("a.h5", "-n", "20", code=3).err)
        automatic = edited(('traces = "every:3"', 'traces = "first:2"'))
        self.fly("c.h5", "-n", "2", text=automatic)
        self.assertEqual(self.flown(self.fly("c.h5", "-n", "9", text=automatic)), 7)
        self.fly("d.h5", "-n", "9", text=automatic)
        self.same("c.h5", "d.h5")

    def test_a_killed_extension_leaves_the_old_file(self):
        text = edited(('traces = "every:3"', 'traces = "none"'))
        self.fly("a.h5", "-n", "100", text=text)
        before = support.sha256(self.path("a.h5"))
        longer = ["run", "s.toml", "-n", "500", "--progress", "none", "--reproducible", "-j", "1", "-o"]
        writes = self.calls(*longer, "longer.h5")["pwrite"]
        self.kill_at_gate("pwrite", writes // 2, *longer, "a.h5")
        self.assertEqual(support.sha256(self.path("a.h5")), before)
        process = self.start_to_gate("pwrite", writes // 2, *longer, "a.h5")
        self.signal_at_gate(process, signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        self.assertEqual(support.sha256(self.path("a.h5")), before)
        self.fly("a.h5", "-n", "500", text=text)
        self.same("a.h5", "longer.h5")
        self.assertEqual([name for name in os.listdir(self.dir) if "partial" in name], [])

    def test_what_cannot_be_longer(self):
        self.fly("a.h5", "-n", "20")
        before = support.sha256(self.path("a.h5"))
        err = self.fly("a.h5", "-n", "10", code=3).err
        self.assertIn("it has 20 samples, but 10 are requested: finished samples are never discarded", err)
        self.assertIn("--only would leave a file of 30 unfinished", self.fly("a.h5", "-n", "30", "--only", "25", code=3).err)
        self.assertIn("it holds a different scenario", self.fly("a.h5", "-n", "30", "--seed", "5", code=3).err)
        self.assertEqual(support.sha256(self.path("a.h5")), before)
        latin = edited(("seed = 11", 'seed = 11\ndesign = "lhs"'))
        self.fly("l.h5", "-n", "20", text=latin)
        self.assertIn("every sample of a lhs design depends on the number of samples", self.fly("l.h5", "-n", "30", code=3, text=latin).err)
        sobol = edited(("seed = 11", 'seed = 11\ndesign = "sobol"'))
        self.fly("q.h5", "-n", "16", text=sobol)
        self.assertEqual(self.flown(self.fly("q.h5", "-n", "32", text=sobol)), 16)
        self.fly("r.h5", "-n", "32", text=sobol)
        self.same("q.h5", "r.h5")
        independent = edited(("seed = 11", "seed = 11\nindependent_points = true"), text=SWEEP)
        self.fly("i.h5", "-n", "20", text=independent)
        self.assertIn("each point has its own draws", self.fly("i.h5", "-n", "30", code=3, text=independent).err)


class Until(CampaignTest):
    ALWAYS = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.98))

    def first_look(self, p, confidence=0.95):
        """The first multiple of 64 flights, all of which meet a claim "at least p", at which the capital of the bets
        2^(-i/4), i < 64, with weights proportional to their square roots, reaches 1 / (1 - confidence)."""
        shares = [2 ** (-i / 4) for i in range(64)]
        total = sum(s ** 0.5 for s in shares)
        n = 64
        while sum(s ** 0.5 / total * (1 + s * (1 - p) / p) ** n for s in shares) < 1 / (1 - confidence):
            n += 64
        return n

    def test_stops_at_the_first_block_that_decides(self):
        n = self.first_look(0.98)
        self.assertTrue(128 < n < 1000, n)
        for options in (("-j", "1"), ("-j", "3", "--lanes", "baseline")):
            result = self.fly("a.h5", "-n", "5000", "--until", "decided", "--fresh", *options, text=self.ALWAYS)
            self.assertIn(f"decided at {n} of at most 5000 samples", result.out)
            self.assertEqual(self.attribute("a.h5", "stopped"), f"decided at {n} of at most 5000 samples".encode())
            sha = support.sha256(self.path("a.h5"))
            first = locals().get("first", sha)
            self.assertEqual(sha, first)
        said = self.expect(0, "requirements", "a.h5")
        self.assertIn(said.out, result.out)
        plain = self.fly("b.h5", "-n", str(n), text=self.ALWAYS, code=0)
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            self.assertEqual(a["provenance/volatile/content_sha256"][()].tobytes(), b["provenance/volatile/content_sha256"][()].tobytes())
        self.assertIsNone(self.attribute("b.h5", "stopped"))
        self.assertIn("verdict", plain.out)

    def test_again_and_longer(self):
        n = self.first_look(0.98)
        self.fly("a.h5", "-n", "5000", "--until", "decided", text=self.ALWAYS)
        before = support.sha256(self.path("a.h5"))
        again = self.fly("a.h5", "-n", "5000", "--until", "decided", text=self.ALWAYS)
        self.assertEqual(support.sha256(self.path("a.h5")), before)
        self.assertLess(self.flown(again), 5000 - n)
        self.fly("a.h5", "-n", str(n + 30), text=self.ALWAYS)
        self.fly("b.h5", "-n", str(n + 30), text=self.ALWAYS)
        self.same("a.h5", "b.h5")

    def test_a_killed_run_goes_on(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=180.0, probability=0.995))
        self.write("s.toml", text)
        run = ["run", "s.toml", "-n", "10000", "--until", "decided", "--progress", "none", "--reproducible", "-j", "1", "--set",
               "output.traces=none", "-o"]
        writes = self.calls(*run, "b.h5")["pwrite"]
        self.assertTrue(self.kill_at_gate("pwrite", writes // 2, *run, "a.h5"))
        self.expect(3, "stats", "a.h5")
        self.expect(0, *run, "a.h5")
        self.same("a.h5", "b.h5")

    def test_undecided(self):
        result = self.fly("a.h5", "-n", "100", "--until", "decided", code=4, text=self.ALWAYS)
        self.assertIn("undecided after 100 samples", result.out)
        self.assertEqual(self.attribute("a.h5", "stopped"), b"undecided after 100 samples")
        self.fly("a.h5", "-n", "5000", "--until", "decided", text=self.ALWAYS)

    def test_a_finished_file_is_not_cut(self):
        """It may hold more samples than decide; one that does not goes on."""
        n = self.first_look(0.98)
        self.fly("a.h5", "-n", str(n + 100), text=self.ALWAYS)
        before = support.sha256(self.path("a.h5"))
        for most in (n + 100, 5000):
            err = self.fly("a.h5", "-n", str(most), "--until", "decided", code=3, text=self.ALWAYS).err
            self.assertIn(f"a.h5: error: its requirements are decided at {n} of its {n + 100} samples; finished samples are never discarded. "
                          "Assess all of them with `montecopter requirements`", err)
            self.assertEqual(support.sha256(self.path("a.h5")), before)
        self.assertEqual(sorted(os.listdir(self.dir)), ["a.h5", "s.toml"])
        self.fly("b.h5", "-n", "5000", "--until", "decided", text=self.ALWAYS)
        self.fly("a.h5", "-n", "5000", "--until", "decided", "--fresh", text=self.ALWAYS)
        self.same("a.h5", "b.h5")
        for few in (50, n):  # finished, and no longer than what decides
            self.fly("c.h5", "-n", str(few), "--fresh", text=self.ALWAYS, code=4 if few == 50 else 0)
            self.fly("c.h5", "-n", "5000", "--until", "decided", text=self.ALWAYS)
            self.same("c.h5", "b.h5")
        self.fly("d.h5", "-n", str(n), text=self.ALWAYS)
        self.fly("d.h5", "-n", str(n), "--until", "decided", text=self.ALWAYS)
        self.assertEqual(self.attribute("d.h5", "stopped"), f"decided at {n} of at most {n} samples".encode())

    def test_violated_and_mean(self):
        text = required(table("never", type="probability", metric="max_tilt_deg", at_most=0.0, probability=0.5),
                        table("mean", type="mean", metric="max_tilt_deg", at_most=20.0, between=[0.0, 90.0]))
        result = self.fly("a.h5", "-n", "5000", "--until", "decided", code=1, text=text)
        self.assertRegex(result.out, r"decided at \d+ of at most 5000 samples")
        self.assertIn("2 requirements: 1 met, 1 violated", result.out)

    def test_mistakes(self):
        mean = required(table("mean", type="mean", metric="max_tilt_deg", at_most=20.0))
        for text, options, message in (
                (SCENARIO, ("--until", "decided"), "the scenario has no requirements"),
                (self.ALWAYS, ("--until", "desided"), "unknown word 'desided'. Use all or decided."),
                (self.ALWAYS, ("--until", "decided", "--only", "3"), "--until: error: it cannot be combined with --only"),
                (mean, ("--until", "decided"), "requirement.mean: error: a mean without known limits cannot be tested sequentially"),
                (required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.98),
                          text=edited(("seed = 11", "seed = 11\nindependent_points = true"), text=SWEEP)), ("--until", "decided"), "independent_points is set"),
                (mean.replace("[monte_carlo]", "[monte_carlo]\njudge_as_family = true"), ("--until", "decided"), "a mean without known limits")):
            with self.subTest(message=message):
                self.assertIn(message, self.fly("a.h5", *options, code=2, text=text).err)
                self.assertFalse(os.path.exists(self.path("a.h5")))


class UntilInASweep(CampaignTest):
    """At drags of 0 and 0.1 all flights meet the claim (0.36 m/s at most, by their masses), at 30 none does: the wind takes them along with 0.5 m/s."""
    TABLES = (table("slow", type="probability", metric="max_speed_m_s", at_most=0.45, probability=0.98),)
    N = 2000

    def text(self, *more, family=False):
        swept = edited(('traces = "every:3"', 'traces = "first:5"')) + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1, 30.0]\n'
        text = required(*self.TABLES, *more, text=swept)
        return text.replace("seed = 11", "seed = 11\njudge_as_family = true") if family else text

    def until(self, name, *options, code=1, text=None):
        return self.fly(name, "-n", str(self.N), "--until", "decided", *options, code=code, text=text or self.text())

    def flown_of_points(self, name):
        with h5py.File(self.path(name)) as file:
            status, point, within = (file[key][:] for key in ("status", "sweep_point", "sample_in_point"))
            n = len(status) // 3
            self.assertEqual(list(point), [k for k in range(3) for _ in range(n)])
            self.assertEqual(list(within), list(range(n)) * 3)
            flown = [(status[point == k] != 0) for k in range(3)]
            for one in flown:  # the first ones
                self.assertTrue((one == (range(n) < one.sum())).all())
            tilt = file["m_max_tilt_deg"][:]
            self.assertTrue(((tilt == tilt) == (status != 0)).all())
            return [int(one.sum()) for one in flown]

    def test_points_stop_one_by_one(self):
        met = Until.first_look(self, 0.98)
        result = self.until("a.h5", "-j", "1")
        self.assertEqual(self.flown_of_points("a.h5"), [met, met, 64])
        self.assertEqual(self.attribute("a.h5", "stopped"), f"decided at 64 to {met} of at most {self.N} samples of each point".encode())
        self.assertRegex(result.out, rf"point 2: vehicle.linear_drag_n_s_m = 30.* stopped at 64 samples\n")
        self.assertIn("3 requirements: 2 met, 1 violated", result.out)
        self.assertIn(self.expect(1, "requirements", "a.h5").out, result.out)
        rows = json.loads(self.expect(1, "requirements", "a.h5", "--json").out)["requirements"]
        self.assertEqual([row["stopped_at"] for row in rows], [met, met, 64])
        self.expect(0, "stats", "a.h5")  # intact
        # The flights are those of a campaign without looks.
        self.fly("b.h5", "-n", str(met), code=1, text=self.text())
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            flown = a["status"][:] != 0
            for key in ("digest", "m_max_tilt_deg", "req_slow", "in_vehicle.mass_kg"):
                self.assertEqual(a[key][:][flown].tobytes(), b[key][:][flown].tobytes(), key)
        self.until("c.h5", "-j", "3", "--lanes", "baseline")
        self.same("a.h5", "c.h5")

    def test_again_resumed_and_completed(self):
        met = Until.first_look(self, 0.98)
        self.until("a.h5")
        before = support.sha256(self.path("a.h5"))
        self.until("a.h5")
        self.assertEqual(support.sha256(self.path("a.h5")), before)
        self.write("s.toml", self.text())
        run = ["run", "s.toml", "-n", str(self.N), "--until", "decided", "--progress", "none", "--reproducible", "-j", "1", "-o"]
        writes = self.calls(*run, "k.h5", code=1)["pwrite"]
        os.remove(self.path("k.h5"))
        self.assertTrue(self.kill_at_gate("pwrite", writes // 2, *run, "k.h5"))
        self.until("k.h5")
        self.same("a.h5", "k.h5")
        # Without looks the rest is flown, here and in a longer campaign.
        self.fly("b.h5", "-n", str(met), code=1, text=self.text())
        self.assertEqual(self.flown(self.fly("a.h5", "-n", str(met), code=1, text=self.text())), met - 64)
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            self.assertEqual(a["provenance/volatile/content_sha256"][()].tobytes(), b["provenance/volatile/content_sha256"][()].tobytes())
        # What says that the flights had stopped is gone: the file is that of a campaign without looks.
        self.assertIsNone(self.attribute("a.h5", "stopped"))
        self.same("a.h5", "b.h5")
        err = self.fly("a.h5", "-n", str(met), "--until", "decided", code=3, text=self.text()).err
        self.assertIn(f"are decided at 64 of its {met} samples of point 2", err)
        self.until("k.h5", "--fresh")
        self.assertEqual(self.flown(self.fly("k.h5", "-n", str(met + 6), code=1, text=self.text())), met - 64 + 18)
        self.fly("b.h5", "-n", str(met + 6), code=1, text=self.text())
        self.same("k.h5", "b.h5")

    def test_as_a_family(self):
        """Holm by hand: of three claims with the p-values p, p and 1 the first two are met once 3 p is alpha at most; the third
        is violated at its first look, in a family of its own."""
        both = Until.first_look(self, 0.98, confidence=1 - 0.05 / 3)
        self.assertGreater(both, Until.first_look(self, 0.98))
        result = self.until("a.h5", text=self.text(family=True))
        self.assertEqual(self.flown_of_points("a.h5"), [both, both, 64])
        self.assertIn("verdicts hold jointly for all requirements (Holm)", result.out)
        self.assertIn(self.expect(1, "requirements", "a.h5").out, result.out)
        self.until("b.h5", "-j", "3", text=self.text(family=True))
        self.same("a.h5", "b.h5")

    def test_undecided_points_go_on(self):
        text = self.text()
        result = self.fly("a.h5", "-n", "150", "--until", "decided", code=1, text=text)
        self.assertEqual(self.flown_of_points("a.h5"), [150, 150, 64])
        self.assertEqual(self.attribute("a.h5", "stopped"), b"1 of 3 points decided at 64 of at most 150 samples of each point")
        self.assertIn("150 samples do not decide it", result.out)
        self.assertIn("1 violated, 2 undecided", result.out)
        traced = text.replace('traces = "first:5"', 'traces = "every:7"')  # whose samples depend on the length
        for name, options in (("b.h5", ("-j", "1")), ("c.h5", ("-j", "3"))):
            self.until(name, *options, text=traced)
        self.same("b.h5", "c.h5")
        with h5py.File(self.path("b.h5")) as file:
            n = len(file["sample"])
            self.assertEqual(list(file["trace_sample"][:]), list(range(0, n, 7)))
            flown = file["status"][:][::7] != 0
            self.assertTrue(((file["position"][:, 0, 0] == file["position"][:, 0, 0]) == flown).all())


if __name__ == "__main__":
    support.main()
