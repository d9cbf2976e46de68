#!/usr/bin/python3
"""fsck finds a byte that was flipped in any dataset, and what it says `run` makes good, `run` makes good: byte by byte."""
import json
import os
import random
import shutil

import h5py

import support
from merge import attribute, cut, damage_data, flip, further, no_check, place, renamed
from shards import SWEEP, ShardTest
from support import SCENARIO, edited, sha256

# What no hash covers and nobody else knows: numbers of the run that finished the file, and whether it is finished,
# which run looks after.
SILENT = {"provenance/volatile/complete", "provenance/volatile/wall_s", "provenance/volatile/threads"}
# Covered by the description hash: either the text or the hash is damaged.
DESCRIPTION = ("provenance/scenario", "provenance/description_sha256")


class FsckTest(ShardTest):
    def examined(self, *names, code=0, options=()):
        return json.loads(self.expect(code, "fsck", "--json", *names, *options).out)["files"]

    def only_finding(self, name, code=1):
        one, = self.examined(name, code=code)
        self.assertEqual(len(one["findings"]), 1, one)
        return one["findings"][0]


class Intact(FsckTest):
    def test_what_is_intact(self):
        self.fly("-o", "all.h5")
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "volatile.h5")
        self.fly("--shard", "2/3", "-o", "two.h5")
        self.fly("-o", "some.h5", "--only", "3,70")
        self.fly("-o", "sweep.h5", text=SWEEP)
        self.fly("-o", "chosen.h5", text=SCENARIO.replace("seed = 11", "seed = 11\nonly = [3, 5, 170]"))
        self.fly("-o", "none.h5", text=edited(('traces = "every:3"', 'traces = "none"')))
        names = ["all.h5", "volatile.h5", "two.h5", "some.h5", "sweep.h5", "chosen.h5", "none.h5"]
        with self.nothing_touched():
            found = self.examined(*names)
        for one in found:
            self.assertEqual((one["verdict"], one["findings"], one["notes"]), ("intact", [], []), one)
        self.assertEqual(found[2]["shard"], "2 of 3")
        self.assertEqual((found[3]["finished"], found[3]["missing"]), (False, 198))
        with h5py.File(self.path("all.h5")) as file:
            self.assertEqual(found[0]["content_sha256"], file["provenance/volatile/content_sha256"][:].tobytes().hex())
        self.assertEqual(found[0]["bytes"], os.path.getsize(self.path("all.h5")))
        text = self.expect(0, "fsck", "two.h5", "some.h5").out
        self.assertIn("two.h5: intact: shard 2 of 3, 64 samples\n", text)
        self.assertIn("some.h5: intact: 200 samples, not finished: 198 are missing\n", text)

    def test_what_another_program_added_is_no_damage(self):
        self.fly("-o", "all.h5")
        with h5py.File(self.path("all.h5"), "r+") as file:
            file["status"].attrs["mine"] = 1
        one, = self.examined("all.h5")
        self.assertEqual(one["verdict"], "intact")
        self.assertIn("the metadata differ from the bytes that this HDF5 writes", one["notes"][0])


class Progress(FsckTest):
    def test_of_verifying(self):
        self.fly("-o", "all.h5")
        told = self.expect(0, "fsck", "all.h5", "--progress", "lines").err
        self.assertIn("verifying all.h5  100%, then statistics", told.splitlines()[-1])
        self.assertIn("] 100%", self.expect(0, "fsck", "all.h5", "--progress", "bar").err.split("\r")[-1])
        self.assertEqual(self.expect(0, "fsck", "all.h5").err, "")  # it does not take long
        self.assertEqual(self.expect(0, "fsck", "all.h5", "--progress", "none").err, "")
        self.assertIn("--progress: error: unknown style", self.expect(2, "fsck", "all.h5", "--progress", "some").err)

    def test_of_merging(self):
        for index in (1, 2):
            self.fly("--shard", f"{index}/2", "-o", f"{index}.h5")
        told = self.expect(0, "merge", "1.h5", "2.h5", "-o", "all.h5", "--progress", "lines").err
        self.assertIn("verifying 2 files  100%", told)
        self.assertIn("copying 2 files  100%", told)
        self.assertNotIn("%", self.expect(0, "merge", "1.h5", "2.h5", "-o", "again.h5").err)
        self.expect(2, "merge", "1.h5", "2.h5", "-o", "all.h5", "--progress", "some")


class Damaged(FsckTest):
    @support.slow  # tests/results/fsck damages each column of samples
    def test_a_byte_of_any_dataset(self):
        """In each dataset one byte, by turns at its start, at its end and in between: found, and made good as is said."""
        text = SWEEP
        self.fly("-o", "good.h5", text=text)
        with h5py.File(self.path("good.h5")) as file:
            places = {}
            file.visititems(lambda name, data: places.update({name: (data.id.get_offset(), data.id.get_storage_size())})
                            if isinstance(data, h5py.Dataset) and data.id.get_offset() else None)
        self.assertGreater(len(places), 40)
        flipped = {}
        for turn, (name, (offset, size)) in enumerate(sorted(places.items())):
            if name in SILENT:
                continue
            flipped[name] = f"a{turn}.h5"
            shutil.copy(self.path("good.h5"), self.path(flipped[name]))
            flip(self.path(flipped[name]), offset + [0, size - 1, size // 2][turn % 3])
        with self.nothing_touched():
            found = self.examined(*flipped.values(), code=1)
        of_samples = []  # run flies each such sample again, all in one go
        for (name, file), one in zip(flipped.items(), found, strict=True):
            with self.subTest(name):
                self.assertNotEqual(one["verdict"], "intact")
                cures = {finding["cure"] for finding in one["findings"]}
                said = str(one["findings"])
                if name not in ("provenance/resolved", *DESCRIPTION) and not name.startswith("provenance/volatile/content"):
                    self.assertTrue(name.split("/")[-1] in said or "stored check" in said, said)
                if {finding["part"] for finding in one["findings"]} == {"samples"}:
                    self.assertEqual(cures, {"run"})
                    of_samples.append(name)
                elif cures == {"run"}:
                    self.fly("-o", file, text=text)
                    self.assertEqual(sha256(self.path(file)), sha256(self.path("good.h5")), said)
                elif name == "provenance/resolved":
                    with self.nothing_touched():
                        self.fly("-o", file, text=text, code=3)
                elif name in ("provenance/volatile/content_sha256", *DESCRIPTION):
                    self.assertEqual(cures, {"perhaps"})
                    self.fly("-o", file, text=text)
                    self.assertEqual(sha256(self.path(file)), sha256(self.path("good.h5")))
                elif name == "provenance/annotations":
                    with self.nothing_touched():
                        self.fly("-o", file, text=text, code=3)
                else:
                    self.assertTrue(name.startswith("provenance/volatile/"), said)
        self.assertGreater(len(of_samples), 20)
        shutil.copy(self.path("good.h5"), self.path("a.h5"))
        for turn, name in enumerate(of_samples):
            flip(self.path("a.h5"), places[name][0] + places[name][1] * turn // len(of_samples))
        self.fly("-o", "a.h5", text=text)
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("good.h5")))

    def test_any_byte_of_the_metadata(self):
        """HDF5's own bytes, outside of all datasets: unreadable, or at least said."""
        self.fly("-o", "good.h5")
        with h5py.File(self.path("good.h5")) as file:
            data = []
            file.visititems(lambda name, d: data.append((d.id.get_offset(), d.id.get_offset() + d.id.get_storage_size()))
                            if isinstance(d, h5py.Dataset) and d.id.get_offset() else None)
        size, at, metadata = os.path.getsize(self.path("good.h5")), 0, []
        for first, end in sorted(data) + [(size, size)]:
            metadata += range(at, first)
            at = end
        flipped = {f"a{position}.h5": position for position in random.Random(5).sample(metadata, 30)}
        for name, position in flipped.items():
            shutil.copy(self.path("good.h5"), self.path(name))
            flip(self.path(name), position)
        for (name, position), one in zip(flipped.items(), self.examined(*flipped, code=3), strict=True):
            self.assertEqual(one["file"], name)
            self.assertTrue(one["verdict"] != "intact" or "the metadata differ from the bytes that this HDF5 writes" in str(one["notes"]), (position, one))

    def test_what_is_said(self):
        self.fly("-o", "good.h5", text=SWEEP)
        for what, damage, part, says, cure in (
                ("a metric", damage_data("m_max_tilt_deg", 8 * 5), "samples", "the stored check of sample 5", "run"),
                ("a check", no_check, "samples", "finished, but there is no check of sample 5", "run"),
                ("statistics", damage_data("stat_max_tilt_deg", 9), "statistics", "'stat_max_tilt_deg' does not match the samples", "run"),
                ("a number", damage_data("sweep_point", 8 * 5 + 7), "samples", "the stored check of sample 5", "run"),
                ("times", damage_data("time", 17), "coordinates", "'time' does not match the scenario", "run"),
                ("traced", damage_data("trace_sample", 9), "coordinates", "'trace_sample' does not match the scenario", "run"),
                ("complete", damage_data("provenance/volatile/complete", 0), None, None, None),
                ("a name", renamed, "metadata", "no dataset 'm_max_tilt_deg'", "none"),
                ("a dataset more", further, "metadata", "additional datasets", "none"),
                ("a shard", lambda test, path: add_shard(test, path), "metadata", "", "none")):
            with self.subTest(what):
                shutil.copy(self.path("good.h5"), self.path("a.h5"))
                damage(self, "a.h5")
                if part is None:  # a byte that says that it is not finished: nothing is damaged
                    self.assertEqual(self.examined("a.h5")[0]["finished"], False)
                    continue
                one, = self.examined("a.h5", code=1)
                found = [finding for finding in one["findings"] if finding["part"] == part]
                self.assertEqual(len(found), 1, one)
                self.assertIn(says, found[0]["what"])
                self.assertEqual(found[0]["cure"], cure)
        shutil.copy(self.path("good.h5"), self.path("a.h5"))
        for row in (5, 6, 7, 100):
            damage_data("t_end_s", 8 * row)(self, "a.h5")
        self.assertEqual(self.only_finding("a.h5")["samples"], [[5, 7], [100, 100]])
        self.assertIn("samples 5 to 7 and 100; `run` repairs it", " ".join(self.expect(1, "fsck", "a.h5").out.split()))

    def test_what_is_no_result(self):
        self.fly("-o", "good.h5")
        shutil.copy(self.path("good.h5"), self.path("cut.h5"))
        cut(0.5)(self, "cut.h5")
        self.write("text.h5", "mine")
        with self.nothing_touched():
            found = self.examined("cut.h5", "good.h5", "text.h5", code=3)
            self.assertEqual([one["verdict"] for one in found], ["unreadable", "intact", "unreadable"])
            self.assertEqual(self.expect(6, "fsck", "good.h5", "none.h5", "text.h5").out.count("unreadable"), 2)
            self.assertIn("golden", self.golden(3))
        self.expect(2, "fsck")
        self.expect(2, "fsck", "good.h5", "-j", "0")

    def golden(self, code):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scenarios/regression")
        name = sorted(name for name in os.listdir(folder) if name.endswith(".golden"))[0]
        return self.expect(code, "fsck", os.path.join(folder, name)).err


def add_shard(test, path):
    with h5py.File(test.path(path), "r+") as file:
        file.attrs.create("shard", b"2 of 3", dtype="S6")


if __name__ == "__main__":
    support.main()
