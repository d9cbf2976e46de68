#!/usr/bin/python3
"""Shards: each has its part of what one run flies, is resumed, and says to everybody that it is a part. merge.py puts
them together."""
import json
import os
import re

import h5py
import numpy as np

import support
from requirements import required, table
from support import SCENARIO, ProgramTest, edited

SWEEP = edited(("samples = 200", "samples = 50")) + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1, 0.2, 0.3]\n'
REQUIRED = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.9))



class ShardTest(ProgramTest):
    def fly(self, *options, code=0, text=SCENARIO):
        self.write("s.toml", text)
        return self.expect(code, "run", "s.toml", "--progress", "none", "--reproducible", *options)

    def flown(self, result):
        found = re.search(r"^(\d+) samples? in ", result.err, re.MULTILINE)
        return int(found[1]) if found else 0


class Parts(ShardTest):
    def test_a_shard_has_its_blocks_of_one_run(self):
        for text in (SCENARIO, SWEEP):
            self.fly("-o", "all.h5", "--fresh", text=text)
            seen = []
            with h5py.File(self.path("all.h5")) as all_:
                for index in (1, 2, 3):
                    self.fly("--shard", f"{index}/3", "--fresh", text=text)
                    with h5py.File(self.path(f"small.shard-{index}-of-3.h5")) as shard:
                        self.assertEqual(shard.attrs["shard"], f"{index} of 3".encode())
                        rows = shard["campaign_sample"][:]
                        self.assertEqual(list(rows), [r for r in range(200) if r // 64 % 3 == index - 1])
                        self.assertEqual(list(shard["sample"]), list(range(len(rows))))
                        self.assertEqual(shard["provenance/resolved"][:].tobytes(), all_["provenance/resolved"][:].tobytes())
                        traced = [i for i, r in enumerate(rows) if r in set(all_["trace_sample"])]
                        self.assertEqual(list(shard["trace_sample"]), traced)
                        for name, data in all_.items():
                            if not isinstance(data, h5py.Dataset) or name in ("sample", "check") or data.dims[0].keys() == []:
                                continue
                            scale = data.dims[0].keys()[0] if len(data.dims) else ""
                            first = data.dims[0][0].name if len(data.dims) and len(data.dims[0]) else ""
                            if first == "/sample":
                                np.testing.assert_array_equal(shard[name][:], data[:][rows], err_msg=name + scale)
                            if first == "/trace_sample":
                                places = np.searchsorted(all_["trace_sample"][:], rows[traced])
                                np.testing.assert_array_equal(shard[name][:], data[:][places], err_msg=name)
                        seen += list(rows)
            self.assertEqual(sorted(seen), list(range(200)))

    def test_flights_that_leave_their_trajectory(self):
        """Shards, and runs that are continued, of flights that brake, return and land at different times: the bytes are
        those of one run."""
        text = (support.VEHICLES.parent / "regression/events-return-hummingbird.toml").read_text()
        text = text.replace('"../', f'"{support.VEHICLES.parent}/')
        self.fly("-n", "80", "-o", "all.h5", text=text)
        self.fly("-n", "80", "--only", "3,70..75", "-o", "parts.h5", text=text)
        self.assertEqual(self.flown(self.fly("-n", "80", "-o", "parts.h5", text=text)), 73)
        self.assertEqual(support.sha256(self.path("parts.h5")), support.sha256(self.path("all.h5")))
        for index in "12":
            self.fly("-n", "80", "--shard", f"{index}/2", "-o", f"{index}.h5", text=text)
        self.expect(0, "merge", "--reproducible", "1.h5", "2.h5", "-o", "merged.h5")
        self.assertEqual(support.sha256(self.path("merged.h5")), support.sha256(self.path("all.h5")))

    def test_it_takes_the_room_of_its_samples(self):
        self.fly("-o", "all.h5")
        self.fly("--shard", "1/4")
        size = os.path.getsize(self.path("small.shard-1-of-4.h5"))
        self.assertLess(size, 0.55 * os.path.getsize(self.path("all.h5")))  # half of it, and texts of 45 kB
        self.assertGreaterEqual(os.stat(self.path("small.shard-1-of-4.h5")).st_blocks * 512, size * 0.9)

    def test_it_is_resumed_and_healed(self):
        self.fly("--shard", "2/3", "-o", "a.h5")
        result = self.fly("--shard", "2/3", "-o", "b.h5", "--only", "70,100..105")
        self.assertEqual(self.flown(result), 7)
        self.assertIn("57 are missing", result.out)
        self.assertIn("-o and --shard 2/3", self.expect(3, "stats", "b.h5").err)
        self.assertEqual(self.flown(self.fly("--shard", "2/3", "-o", "b.h5")), 57)
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))
        with h5py.File(self.path("b.h5")) as file:
            at = file["t_end_s"].id.get_offset() + 8 * 6
        with open(self.path("b.h5"), "r+b") as file:
            file.seek(at)
            file.write(b"\x01")
        self.assertEqual(self.flown(self.fly("--shard", "2/3", "-o", "b.h5")), 1)
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))

    def test_it_grows(self):
        self.fly("-n", "150", "--shard", "1/2", "-o", "a.h5")
        result = self.fly("-n", "400", "--shard", "1/2", "-o", "a.h5")
        self.assertEqual(self.flown(result), 208 - 86)
        self.fly("-n", "400", "--shard", "1/2", "-o", "b.h5")
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))

    def test_one_of_a_sweep_grows(self):
        """Rows of a sweep move when its points have more samples, some of them into other shards: what is left is kept.
        (Other rows may be traced then, too; here none is.)"""
        text = SWEEP.replace('traces = "every:3"', 'traces = "none"')
        self.fly("--shard", "1/2", "-o", "a.h5", text=text)
        result = self.fly("-n", "70", "--shard", "1/2", "-o", "a.h5", text=text)
        first = [row for row in range(200) if row // 64 % 2 == 0]
        there = {(row // 50, row % 50) for row in first}
        rows = [row for row in range(280) if row // 64 % 2 == 0]
        kept = [row for row in rows if (row // 70, row % 70) in there]
        self.assertEqual(self.flown(result), len(rows) - len(kept))
        self.assertGreater(len(kept), 50)
        self.fly("-n", "70", "--shard", "1/2", "-o", "b.h5", text=text)
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))

    def test_one_of_chosen_samples(self):
        text = SCENARIO.replace("seed = 11", "seed = 11\nonly = [3, 5, " + ", ".join(map(str, range(10, 110))) + "]")
        self.fly("--shard", "2/2", "-o", "a.h5", text=text)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(list(file["campaign_sample"]), list(range(72, 110)))


class Refusals(ShardTest):
    def test_what_is_no_shard(self):
        self.write("s.toml", SCENARIO)
        for text in ("1", "0/4", "5/4", "1/", "/4", "a/b", "1/4/2", "-1/4", "1.5/4"):
            with self.nothing_touched():
                self.assertIn("--shard: error: ", self.expect(2, "run", "s.toml", f"--shard={text}").err)
        with self.nothing_touched():
            result = self.expect(2, "run", "s.toml", "--shard", "1/5")
            self.assertIn("200 samples form 4 blocks of 64, too few for 5 shards. Use at most 4.", result.err)

    def test_what_needs_all_samples(self):
        self.write("s.toml", REQUIRED)
        for options, reason in ((["--until", "decided"], "--until: error: it cannot be combined with --shard: the end depends"),
                                (["--junit", "j.xml"], "--junit: error: it cannot be combined with --shard"),
                                (["--markdown", "m.md"], "--markdown: error: it cannot be combined with --shard"),
                                (["--only", "64"], "--only: error: sample 64 belongs to shard 2 of 2, not to 1 of 2.")):
            with self.nothing_touched():
                self.assertIn(reason, self.expect(2, "run", "s.toml", "--shard", "1/2", *options).err)

    def test_another_file_is_not_touched(self):
        self.fly("-o", "all.h5")
        self.fly("--shard", "1/2", "-o", "one.h5")
        with self.nothing_touched():
            for options, reason in ((["-o", "one.h5"], "it holds shard 1 of 2, and this run flies all samples). Use --shard 1/2"),
                                    (["-o", "one.h5", "-n", "300"], "it holds a different scenario"),
                                    (["-o", "one.h5", "--shard", "2/2"], "it holds shard 1 of 2, and this run flies shard 2 of 2"),
                                    (["-o", "one.h5", "--shard", "1/3"], "it holds shard 1 of 2, and this run flies shard 1 of 3"),
                                    (["-o", "all.h5", "--shard", "1/2"], "it holds all samples, and this run flies shard 1 of 2")):
                self.assertIn(reason, self.fly(*options, code=3).err)


class Readers(ShardTest):
    def test_what_others_make_of_it(self):
        text = REQUIRED
        self.fly("-o", "all.h5", "-j", "2", text=text)
        result = self.fly("--shard", "2/2", "-o", "two.h5", text=text)
        self.assertIn("result: two.h5, shard 2 of 2", result.out)
        self.assertEqual(json.loads(self.fly("--shard", "2/2", "-o", "two.h5", "--json", text=text).out)["shard"],
                         {"index": 2, "count": 2})
        self.assertIn("shard 2 of 2 of its campaign", self.expect(0, "stats", "two.h5").err)
        stats = json.loads(self.expect(0, "stats", "two.h5", "--json").out)
        self.assertEqual(stats["samples"], 72)
        with self.nothing_touched():
            self.assertIn("Merge the shards", self.expect(3, "requirements", "two.h5").err)
            self.assertIn("(all samples against shard 2 of 2)", self.expect(3, "diff", "all.h5", "two.h5").err)
        self.assertIn("it is shard 2 of 2", self.expect(0, "sensitivity", "two.h5").err)
        self.expect(0, "diff", "two.h5", "two.h5")
        result = self.expect(0, "compare", "all.h5", "two.h5")
        self.assertIn("not for all flights", result.err)
        self.assertIn("72", result.out)  # the samples that both have, by their numbers
        self.expect(0, "report", "two.h5", "-o", "two.html")
        with open(self.path("two.html")) as page:
            self.assertIn("the file is a shard of its campaign", page.read())
        self.expect(0, "export", "two.h5", "-o", "two.csv")
        with open(self.path("two.csv")) as table:
            self.assertIn("campaign_sample", table.readline())

    def test_its_samples_are_flown_again(self):
        """Sample 6 of the second of three shards is sample 70 of the campaign, and proved to be."""
        self.fly("--shard", "2/3", "-o", "two.h5")
        result = self.expect(0, "replay", "two.h5", "--sample", "6", "-o", "again.h5", "--reproducible")
        with h5py.File(self.path("again.h5")) as file:
            self.assertEqual(list(file["campaign_sample"]), [70])
        self.assertIn("same", result.out)
        self.expect(0, "replay", "two.h5", "--sample", "6", "--to-toml", "one.toml")


if __name__ == "__main__":
    support.main()
