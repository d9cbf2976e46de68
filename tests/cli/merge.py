#!/usr/bin/python3
"""Shards become the file of a single run, byte by byte; what is wrong with a set of shards is named, and nothing is
written then."""
import fcntl
import json
import os
import shutil
import signal
import struct
import time

import h5py

import support
from requirements import required, table
from shards import SWEEP, ShardTest
from support import SCENARIO, edited, sha256

REQUIRED = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.9))


class MergeTest(ShardTest):
    def shards(self, count, *options, text=SCENARIO):
        names = [f"p{index}.h5" for index in range(1, count + 1)]
        for index, name in enumerate(names, 1):
            self.fly("--shard", f"{index}/{count}", "-o", name, *options, text=text)
        return names

    def merge(self, *arguments, code=0):
        return self.expect(code, "merge", "--reproducible", *arguments)

    def same(self, a, b):
        self.assertEqual(sha256(self.path(a)), sha256(self.path(b)))


class SameBytes(MergeTest):
    def test_as_a_single_run(self):
        for text in (SCENARIO, SWEEP, REQUIRED, edited(('traces = "every:3"', 'traces = "first:3"')), SCENARIO.replace("seed = 11", "seed = 11\nonly = [3, 5, " + ", ".join(map(str, range(10, 110))) + "]")):
            blocks = 2 if "only" in text else 4
            single = self.fly("-o", "all.h5", "--fresh", text=text)
            # One file is a copy, and two are the fewest that are put together: what is in them does not matter to that.
            for count in (1, 2, blocks) if text is SCENARIO else (blocks,):
                with self.subTest(text=text[-200:], count=count):
                    names = self.shards(count, "--fresh", text=text)
                    if os.path.exists(self.path("merged.h5")):
                        os.remove(self.path("merged.h5"))
                    merged = self.merge(*reversed(names), "-o", "merged.h5")
                    self.same("all.h5", "merged.h5")
                    self.assertEqual(merged.out.replace("merged.h5", "all.h5"), single.out)

    def test_where_numbers_are_from_is_kept(self):
        text = SCENARIO + '\n[source]\nvehicle.mass_kg = "kitchen scale"\n'
        self.fly("-o", "all.h5", "--fresh", text=text)
        names = self.shards(2, "--fresh", text=text)
        self.merge(*names, "-o", "merged.h5")
        self.same("all.h5", "merged.h5")
        for name in (*names, "merged.h5"):
            told, = json.loads(self.expect(0, "fsck", "--json", name).out)["files"]
            self.assertEqual((told["findings"], told["notes"]), ([], []), name)

    def test_sensors_estimator_controller_and_sweep(self):
        text = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scenarios/examples/x500-estimated.toml")
        options = ["--progress", "none", "--reproducible", "-n", "64", "--set", 'simulation.duration_s=1', "--set",
                   'sweep."vehicle.mass_kg".values=[2.0, 2.1, 2.2]']
        self.expect(0, "run", text, *options, "-o", "all.h5")
        for index in (1, 2, 3):
            self.expect(0, "run", text, *options, "--shard", f"{index}/3", "-o", f"p{index}.h5")
        self.merge("p1.h5", "p2.h5", "p3.h5", "-o", "merged.h5")
        self.same("all.h5", "merged.h5")

    def test_extended_shards(self):
        for text, few, many in ((SCENARIO, "150", "400"), (SWEEP, "50", "90")):
            self.shards(2, "-n", few, "--fresh", text=text)
            self.fly("-n", many, "-o", "all.h5", "--fresh", text=text)
            name = f"merged{many}.h5"
            self.merge(*self.shards(2, "-n", many, text=text), "-o", name)
            self.same("all.h5", name)

    def test_runs_that_did_not_end(self):
        self.fly("-o", "all.h5")
        self.fly("-o", "a.h5", "--only", "0..99")
        self.fly("-o", "b.h5", "--only", "100..199")
        self.merge("a.h5", "b.h5", "-o", "merged.h5")
        self.same("all.h5", "merged.h5")
        self.fly("-o", "b.h5", "--only", "99")
        with self.nothing_touched():
            self.assertIn("b.h5: error: sample 99 is in a.h5, too.", self.merge("a.h5", "b.h5", "-o", "c.h5", code=3).err)

    def test_verdicts(self):
        self.fly("-o", "all.h5", "--junit", "all.xml", text=REQUIRED)
        names = self.shards(4, text=REQUIRED)
        result = self.merge(*names, "-o", "merged.h5", "--json", "--junit", "merged.xml")
        self.assertEqual(json.loads(result.out)["requirements"][0]["verdict"], "met")
        self.same("all.xml", "merged.xml")
        never = required(table("never", type="probability", metric="max_tilt_deg", at_most=0.0, probability=0.5))
        self.merge(*self.shards(2, "--fresh", text=never), "-o", "never.h5", code=1)


class Resuming(MergeTest):
    def test_missing_is_typed_and_recorded(self):
        self.fly("-o", "all.h5")
        self.shards(4)
        with self.nothing_touched():
            result = self.merge("p1.h5", "p4.h5", "-o", "merged.h5", code=3)
            self.assertIn("128 of 200 samples are in none of the files: samples 64 to 191. Shards 2 and 3 of 4 are not", result.err)
        result = self.merge("p1.h5", "p4.h5", "-o", "merged.h5", "--allow-missing", "--json")
        self.assertEqual(json.loads(result.out)["missing_samples"], [[64, 191]])
        result = self.expect(0, "stats", "merged.h5", "--incomplete")
        self.assertIn("merged without samples 64 to 191 (--allow-missing)", result.err)
        self.expect(3, "stats", "merged.h5")
        shutil.copy(self.path("merged.h5"), self.path("flown.h5"))
        self.merge("p1.h5", "p2.h5", "p3.h5", "p4.h5", "-o", "merged.h5")
        self.same("all.h5", "merged.h5")
        self.assertEqual(self.flown(self.fly("-o", "flown.h5")), 128)
        self.same("all.h5", "flown.h5")

    def test_what_is_damaged_is_named_and_left_out(self):
        self.fly("-o", "all.h5")
        names = self.shards(4)
        damage_data("m_max_tilt_deg", 8 * 6)(self, "p2.h5")
        result = self.merge(*names, "-o", "merged.h5", "--allow-missing")
        self.assertIn("p2.h5: warning: the data do not match the stored check of sample 70.", result.err)
        self.fly("--shard", "2/4", "-o", "p2.h5")
        self.merge(*names, "-o", "merged.h5")
        self.same("all.h5", "merged.h5")

    @support.slow
    def test_killed_and_done_again(self):
        text = edited(('traces = "every:3"', 'traces = "all"'), ("duration_s = 0.3", "duration_s = 2.0"))
        self.fly("-o", "all.h5", text=text)
        names = self.shards(3, text=text)
        began = time.monotonic()
        self.merge(*names, "-o", "timed.h5")
        takes = time.monotonic() - began
        for delay in range(12):
            process = self.start("merge", "--reproducible", *names, "-o", "merged.h5")
            time.sleep(takes * delay / 11)
            process.send_signal(signal.SIGKILL if delay % 2 else signal.SIGINT)
            process.wait()
        self.merge(*names, "-o", "merged.h5")
        self.same("all.h5", "merged.h5")
        with self.nothing_touched():
            self.merge(*names, "-o", "merged.h5")


def place(path, name):
    with h5py.File(path) as file:
        return file[name].id.get_offset()


def flip(path, at, bit=1):
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ bit]))


def damage_data(name, at=0):
    def damage(test, path):
        flip(test.path(path), place(test.path(path), name) + at)
    return damage


def attribute(name, value):
    def damage(test, path):
        with h5py.File(test.path(path), "r+") as file:
            old = file.attrs[name]
            file.attrs.create(name, value.encode(), dtype=f"S{len(value)}")
            test.assertNotEqual(old, value.encode())
    return damage


def cut(share):
    def damage(test, path):
        os.truncate(test.path(path), int(os.path.getsize(test.path(path)) * share) - 1)
    return damage


def replaced(data):
    def damage(test, path):
        test.write(path, data)
    return damage


def flown_otherwise(*options):
    """Instead of shard 2 of 4 something else is in its file."""
    def damage(test, path):
        os.remove(test.path(path))
        test.fly("-o", path, *options)
    return damage


def other_program(test, path):
    """Flights of another seed that pass for those of this one: what another build might have flown."""
    test.fly("--shard", "2/4", "--seed", "12", "-o", path, "--fresh")
    with open(test.path(path), "r+b") as file:
        data = file.read()
        at = data.rfind(b"\nseed = 12")
        file.seek(at)
        file.write(b"\nseed = 11")
        file.seek(place(test.path(path), "provenance/volatile/complete"))
        file.write(b"\0")


def no_check(test, path):
    with open(test.path(path), "r+b") as file:
        file.seek(place(test.path(path), "check") + 16 * 5)
        file.write(bytes(16))


def further(test, path):
    with h5py.File(test.path(path), "r+") as file:
        file["mine"] = [1.0, 2.0]


def renamed(test, path):
    with h5py.File(test.path(path), "r+") as file:
        file.move("m_max_tilt_deg", "m_maximal_tilt")


# What is done to p2.h5, the second of four shards; the exit code; what is said of it.
DAMAGES = {
    "seed": (flown_otherwise("--shard", "2/4", "--seed", "12"), 3, "p2.h5: error: its campaign differs from p1.h5 (monte_carlo.seed: 12 against 11)"),
    "samples": (flown_otherwise("--shard", "2/4", "-n", "250"), 3, "p2.h5: error: its campaign differs from p1.h5 (monte_carlo.samples: 250 against 200)"),
    "scenario": (flown_otherwise("--shard", "2/4", "--set", "vehicle.mass_kg=1.2"), 3, "p2.h5: error: its campaign differs from p1.h5 (vehicle.mass_kg: 1.2 against 1.0)"),
    "half finished": (flown_otherwise("--shard", "2/4", "--only", "64..99"), 3, "28 of 200 samples are in none of the files: samples 100 to 127. p2.h5 is not finished (28 of its samples are missing): run its scenario with --shard 2/4 -o p2.h5"),
    "another number of shards": (flown_otherwise("--shard", "1/3"), 3, "p2.h5: error: samples 0 to 63 are in p1.h5, too"),
    "the whole": (flown_otherwise(), 3, "p2.h5: error: samples 0 to 63 are in p1.h5, too"),
    "another shard": (flown_otherwise("--shard", "3/4"), 3, "p3.h5: error: samples 128 to 191 are in p2.h5, too"),
    "until decided": (lambda test, path: test.fly("-o", path, "--fresh", "--until", "decided", text=REQUIRED), 3, "p2.h5: error: its campaign differs from p1.h5"),
    "another program": (other_program, 3, "p2.h5: error: another program flew it (sample 64, flown again, differs in "),
    "version": (attribute("source", "montecopter 0.0.9"), 3, "p2.h5: error: its version differs from p1.h5 (montecopter 0.0.9 against montecopter "),
    "name of the shard": (attribute("shard", "1 of 4"), 3, "p2.h5: error: the file claims to be shard 1 of 4, whose row 0 is sample 0, but it holds sample 64 there"),
    "no shard": (attribute("shard", "5 of 4"), 3, "p2.h5: error: cannot use this file (its attribute 'shard' is '5 of 4', which is not a shard)"),
    "a byte of a metric": (damage_data("m_max_tilt_deg", 8 * 3 + 2), 3, "p2.h5: error: the data do not match the stored check of sample 67. Repair it: run its scenario with --shard 2/4 -o p2.h5."),
    "a byte of a trace": (damage_data("position", 1000), 3, "p2.h5: error: the data do not match the stored check of sample 69."),
    "a byte of a digest": (damage_data("digest", 128 * 63), 3, "p2.h5: error: the data do not match the stored check of sample 127."),
    "a byte of a check": (damage_data("check", 16 * 63 + 3), 3, "p2.h5: error: the data do not match the stored check of sample 127."),
    "a byte of a number": (damage_data("campaign_sample", 8 * 10), 3, "p2.h5: error: the data do not match the stored check of sample 74."),
    "a byte of statistics": (damage_data("stat_max_tilt_deg", 8), 3, "p2.h5: error: it is damaged (its content hash does not match"),
    "a byte of the times": (damage_data("time", 8 * 5 + 6), 3, "p2.h5: error: it is damaged ('time' is wrong at index 5)"),
    "a byte of the traced samples": (damage_data("trace_sample"), 3, "p2.h5: error: the file is damaged ('trace_sample' does not match its scenario"),
    "a byte of the scenario": (damage_data("provenance/resolved", 0), 3, "p2.h5: error: its campaign differs from p1.h5"),
    "a byte of the metadata": (lambda test, path: flip(test.path(path), 30), 3, "p2.h5: "),
    "a check that is gone": (no_check, 3, "p2.h5: error: it is damaged (it is marked as finished, but has no check of sample 5)"),
    "half of the file": (cut(0.5), 3, "p2.h5: error: "),
    "the last byte": (cut(1.0), 3, "p2.h5: error: "),
    "an empty file": (replaced(""), 3, "p2.h5: error: cannot use this file (it is not an HDF5 file)"),
    "a text": (replaced("not a result"), 3, "p2.h5: error: cannot use this file (it is not an HDF5 file)"),
    "a dataset more": (further, 3, "p2.h5: error: "),
    "another name": (renamed, 3, "p2.h5: error: the layout does not match the scenario (no dataset 'm_max_tilt_deg')"),
    "gone": (lambda test, path: os.remove(test.path(path)), 6, "p2.h5: error: cannot open it"),
    "a folder": (lambda test, path: (os.remove(test.path(path)), os.mkdir(test.path(path))), 3, "p2.h5: error: not a result file (it is a directory)"),
    "twice": (lambda test, path: (os.remove(test.path(path)), os.link(test.path("p1.h5"), test.path(path))), 3, "p2.h5: error: it is the same file as p1.h5"),
    "a copy of another": (lambda test, path: shutil.copy(test.path("p4.h5"), test.path(path)), 3, "p4.h5: error: samples 192 to 199 are in p2.h5, too"),
}


class Damages(MergeTest):
    def setUp(self):
        super().setUp()
        self.names = self.shards(4)
        self.fly("-o", "all.h5")
        os.mkdir(self.path("kept"))
        for name in self.names:
            shutil.copy(self.path(name), self.path("kept"))

    def restore(self):
        for name in self.names:
            if os.path.isdir(self.path(name)):
                os.rmdir(self.path(name))
            elif os.path.lexists(self.path(name)):
                os.remove(self.path(name))
            shutil.copy(os.path.join(self.path("kept"), name), self.path(name))

    @support.slow
    def test_each_is_named_and_nothing_is_written(self):
        self.assertGreater(len(DAMAGES), 25)
        for what, (damage, code, message) in DAMAGES.items():
            with self.subTest(what):
                self.restore()
                damage(self, "p2.h5")
                with self.nothing_touched():
                    result = self.merge(*self.names, "-o", "merged.h5", code=code)
                self.assertIn(message, result.err)
                self.assertIn("Nothing was merged.", result.err)

    def test_damage_does_not_hide_a_wrong_name(self):
        """With --allow-missing a damaged sample is left out; a shard that passes for another one is not let in."""
        for name in ("p3.h5", "p2.h5"):
            damage_data("m_max_tilt_deg", 8 * 3)(self, name)
        attribute("shard", "2 of 4")(self, "p3.h5")
        with self.nothing_touched():
            result = self.merge("p1.h5", "p3.h5", "p4.h5", "-o", "merged.h5", "--allow-missing", code=3)
        self.assertIn("p3.h5: error: the file claims to be shard 2 of 4, whose row ", result.err)
        damage_data("campaign_sample", 7)(self, "p2.h5")  # of its first sample, which is damaged then
        result = self.merge("p1.h5", "p2.h5", "-o", "merged.h5", "--allow-missing")
        self.assertIn("p2.h5: warning: the data do not match the stored check of samples 64 and 67.", result.err)

    def test_several_are_named_at_once(self):
        damage_data("m_max_tilt_deg")(self, "p2.h5")
        replaced("")(self, "p3.h5")
        with self.nothing_touched():
            self.assertIn("p3.h5: error:", self.merge(*self.names, "-o", "merged.h5", code=3).err)
        damage_data("m_max_tilt_deg")(self, "p4.h5")
        shutil.copy(self.path("kept/p3.h5"), self.path("p3.h5"))
        with self.nothing_touched():
            result = self.merge(*self.names, "-o", "merged.h5", code=3)
        self.assertIn("p2.h5: error: the data do not match the stored check of sample 64.", result.err)
        self.assertIn("p4.h5: error: the data do not match the stored check of sample 192.", result.err)

    def test_what_does_no_harm(self):
        """Swapped names; a shard whose end was not written; a text that no hash covers."""
        os.rename(self.path("p1.h5"), self.path("x.h5"))
        os.rename(self.path("p2.h5"), self.path("p1.h5"))
        os.rename(self.path("x.h5"), self.path("p2.h5"))
        flip(self.path("p3.h5"), place(self.path("p3.h5"), "provenance/volatile/complete"))
        flip(self.path("p4.h5"), place(self.path("p4.h5"), "provenance/scenario"))
        flip(self.path("p3.h5"), place(self.path("p3.h5"), "provenance/warnings"), 0x40)
        result = self.merge(*self.names, "-o", "merged.h5")
        self.assertIn("p4.h5: warning: its scenario text differs from the text in most files", result.err)
        self.same("all.h5", "merged.h5")

    def test_one_that_is_being_written(self):
        with open(self.path("p2.h5"), "r+b") as file:
            fcntl.fcntl(file, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))  # F_OFD_SETLK
            with self.nothing_touched():
                self.assertIn("p2.h5: error: another process is writing this file",
                              self.merge(*self.names, "-o", "merged.h5", code=6).err)

    def test_nothing_else_is_written_over(self):
        self.write("text.h5", "mine")
        os.mkdir(self.path("folder.h5"))
        self.fly("-o", "other.h5", "--seed", "12")
        os.symlink("p1.h5", self.path("link.h5"))
        with self.nothing_touched():
            for output, code, message in (("p2.h5", 2, "is one of the merged files"), ("link.h5", 2, "is one of the merged files"),
                                          ("text.h5", 3, "text.h5: "), ("folder.h5", 3, "it is a directory"),
                                          ("other.h5", 3, "it holds a different scenario"), ("", 2, "is empty"),
                                          ("no/where.h5", 6, "no/where.h5")):
                self.assertIn(message, self.merge(*self.names, "-o", output, code=code).err)
            self.assertIn("--output", self.expect(2, "merge", "p1.h5").err)
            self.expect(2, "merge", "-o", "merged.h5")
            self.assertIn("no requirements", self.merge(*self.names, "-o", "merged.h5", "--junit", "j.xml", code=2).err)


if __name__ == "__main__":
    support.main()
