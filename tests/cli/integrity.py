#!/usr/bin/python3
"""What a run answers with is what it wrote, or it says what happened; a file that another program
changed is read by name or refused, never mixed up."""
import json
import os
import resource
import shutil
import signal

import h5py
import numpy as np

import support
from gate import GateTest
from support import SCENARIO, ProgramTest, edited, sha256

# In 8 blocks, with traces.
LONG = edited(("samples = 200", "samples = 500"), ('traces = "every:3"', 'traces = "every:40"'))
RUN = ["run", "s.toml", "--reproducible", "-o", "a.h5"]


class WhileFlying(GateTest):
    """Something happens to the file, or to its name, while it is filled."""
    expected, writes = "", 0

    def setUp(self):
        super().setUp()
        self.write("s.toml", LONG)
        if not WhileFlying.expected:
            WhileFlying.writes = self.calls("run", "s.toml", "--reproducible", "-o", "expected.h5")["pwrite"]
            WhileFlying.expected = sha256(self.path("expected.h5"))
            os.remove(self.path("expected.h5"))

    def disturbed(self, disturb, *options, by_signal=None):
        """What a run says during which `disturb` is called, when some samples are flown and others are not."""
        process = self.start_to_gate("pwrite", self.writes // 2, *RUN, "-j", "1", "--progress", "none", *options)
        with h5py.File(self.path("a.h5"), "r") as file:
            self.assertTrue(100 < np.count_nonzero(file["status"][:]) < 500)
        disturb()
        if by_signal:
            self.signal_at_gate(process, by_signal)
        else:
            self.open_gate()
        out, err = process.communicate()
        self.assertEqual(process.returncode, 6, out + err)
        if "--json" not in options:
            self.assertEqual(out, "")
        return err

    def resumed(self):
        self.expect(0, *RUN)
        self.assertEqual(sha256(self.path("a.h5")), self.expected)

    def test_another_result_takes_the_name(self):
        # The same scenario but for the seed: nothing but the numbers tells them apart.
        self.expect(0, *RUN[:2], "--seed", "12", "-o", "other.h5")
        err = self.disturbed(lambda: os.replace(self.path("other.h5"), self.path("a.h5")))
        self.assertIn("a.h5: error: another file took this name", err)
        self.assertIn("lost", err)
        os.remove(self.path("a.h5"))
        self.resumed()

    def test_the_result_of_another_scenario_takes_the_name(self):
        self.write("small.toml", SCENARIO)
        self.expect(0, "run", "small.toml", "-o", "other.h5")
        before = sha256(self.path("other.h5"))
        for options in ((), ("--json",)):
            shutil.copy(self.path("other.h5"), self.path("copy.h5"))
            err = self.disturbed(lambda: os.replace(self.path("copy.h5"), self.path("a.h5")), *options)
            self.assertIn("a.h5: error: another file took this name", err)
            self.assertEqual(sha256(self.path("a.h5")), before)
            os.remove(self.path("a.h5"))

    def test_a_copy_of_the_half_filled_file_takes_the_name(self):
        def swap():
            shutil.copy(self.path("a.h5"), self.path("copy.h5"))
            os.replace(self.path("copy.h5"), self.path("a.h5"))

        self.assertIn("another file took this name", self.disturbed(swap))
        self.resumed()

    def test_it_is_moved_away(self):
        err = self.disturbed(lambda: os.rename(self.path("a.h5"), self.path("b.h5")))
        self.assertIn("a.h5: error: the file disappeared", err)
        self.assertIn("in the original file, which was moved", err)
        self.assertFalse(os.path.exists(self.path("a.h5")))
        os.rename(self.path("b.h5"), self.path("a.h5"))
        self.assertEqual(sha256(self.path("a.h5")), self.expected)

    def test_it_is_moved_away_and_interrupted(self):
        err = self.disturbed(lambda: os.rename(self.path("a.h5"), self.path("b.h5")), by_signal=signal.SIGINT)
        self.assertNotIn("finished samples are in a.h5", err)

    def test_it_is_removed(self):
        err = self.disturbed(lambda: os.remove(self.path("a.h5")))
        self.assertIn("a.h5: error: the file disappeared", err)
        self.assertIn("lost", err)
        self.resumed()

    def test_its_first_half_is_copied_over_it(self):
        """The same file, with the bytes of an earlier time."""
        def overwrite():
            half = os.path.join(self.dir, "half")
            shutil.copy(self.path("a.h5"), half)
            with h5py.File(half, "r") as file:
                at = file["check"].id.get_offset()
            with open(half, "rb") as source, open(self.path("a.h5"), "r+b") as target:
                source.seek(at)
                target.seek(at)
                target.write(bytes(16 * 100) + source.read(16 * 100))

        err = self.disturbed(overwrite)
        self.assertIn("a.h5: error: another program wrote into this file", err)
        self.resumed()

    def test_it_is_cut(self):
        err = self.disturbed(lambda: os.truncate(self.path("a.h5"), 0))
        self.assertIn("a.h5: error:", err)
        self.assertNotIn("are finished and kept", err)


def recreate(group, name):
    """Deletes a dataset and makes it again with the same values, scales and attributes."""
    values, old = group[name][()], group[name]
    attributes = {key: old.attrs[key] for key in old.attrs if key not in ("DIMENSION_LIST",)}
    types = {key: old.attrs.get_id(key).get_type() for key in attributes}
    scales = [dim[0] for dim in old.dims]
    for axis, scale in enumerate(scales):
        old.dims[axis].detach_scale(scale)
    del group[name]
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_layout(h5py.h5d.CONTIGUOUS)
    properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    space = h5py.h5s.create_simple(values.shape)
    h5py.h5d.create(group.id, name.encode(), h5py.h5t.py_create(values.dtype), space, properties)
    new = group[name]
    new[...] = values
    for key, value in attributes.items():
        scalar = h5py.h5s.create(h5py.h5s.SCALAR) if np.ndim(value) == 0 else h5py.h5s.create_simple(np.shape(value))
        made = h5py.h5a.create(new.id, key.encode(), types[key], scalar)
        made.write(np.array(value, dtype=types[key].dtype))
    for axis, scale in enumerate(scales):
        new.dims[axis].attach_scale(scale)


class Changed(ProgramTest):
    """Another program changed the finished file."""

    def setUp(self):
        super().setUp()
        self.begin_with_a_result("--reproducible")
        self.whole = sha256(self.path("a.h5"))

    def metrics(self):
        with h5py.File(self.path("a.h5"), "r") as file:
            return [name for name in file if name.startswith("m_")]

    def refused(self, *says):
        """`run` refuses the file and leaves it as it is, as often as one asks."""
        for _ in range(2):
            with self.nothing_touched():
                result = self.expect(3, *RUN)
            self.assertEqual(result.out, "")
            for word in says:
                self.assertIn(word, result.err)

    def test_a_metric_is_made_again(self):
        name = self.metrics()[0]
        with h5py.File(self.path("a.h5"), "r+") as file:
            recreate(file, name)
        self.refused("a.h5: error: cannot resume this file", f"the place of '{name}'")

    def test_a_metric_is_moved_away_and_back(self):
        name = self.metrics()[0]
        with h5py.File(self.path("a.h5"), "r+") as file:
            file.move(name, "elsewhere")
            file.move("elsewhere", name)
        self.refused("a.h5: error: cannot resume this file", f"the place of '{name}'")

    def test_a_statistic_is_moved_away_and_back(self):
        with h5py.File(self.path("a.h5"), "r+") as file:
            name = next(name for name in file if name.startswith("stat_"))
            file.move(name, "elsewhere")
            file.move("elsewhere", name)
        self.refused(f"the place of '{name}'")

    def test_scales_that_are_none(self):
        """A list of scales for another number of axes, and one that refers to a group."""
        kind = h5py.special_dtype(vlen=h5py.special_dtype(ref=h5py.Reference))
        metric = self.metrics()[0]
        whole = self.path("whole.h5")
        shutil.copy(self.path("a.h5"), whole)
        for names, says in ((["sample", "sample", "sample"], "a dataset has scales for other dimensions"),
                            (["provenance"], "a dimension scale is not a dataset of the file")):
            shutil.copy(whole, self.path("a.h5"))
            with h5py.File(self.path("a.h5"), "r+") as file:
                lists = np.empty(len(names), dtype=kind)
                for axis, name in enumerate(names):
                    lists[axis] = np.array([file[name].ref], dtype=h5py.special_dtype(ref=h5py.Reference))
                del file[metric].attrs["DIMENSION_LIST"]
                file[metric].attrs.create("DIMENSION_LIST", lists, dtype=kind)
            self.assertIn(says, self.expect(3, "stats", "a.h5").err)

    def test_diff_goes_by_name(self):
        """Two metrics that change their names differ, wherever they stand."""
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("a.h5"), "r") as file:
            units = {name: file[name].attrs["units"] for name in self.metrics()}
        first, second = next((a, b) for a in units for b in units
                             if a < b and units[a] == units[b])
        with h5py.File(self.path("a.h5"), "r+") as file:
            for prefix in ("m_", "stat_"):
                a, b = prefix + first[2:], prefix + second[2:]
                file.move(a, "elsewhere")
                file.move(b, a)
                file.move("elsewhere", b)
        result = self.run_program("diff", "a.h5", "b.h5")
        self.assertIn(result.code, (1, 3), result)
        self.refused()

    def poke(self, name, at, byte):
        with h5py.File(self.path("a.h5"), "r") as file:
            place = file[name].id.get_offset() + at
        with open(self.path("a.h5"), "r+b") as file:
            file.seek(place)
            file.write(bytes([byte]))

    def test_complete_is_one_or_the_file_is_not(self):
        for value in (2, 3, 128, 255):
            self.poke("provenance/volatile/complete", 0, value)
            self.expect(3, "stats", "a.h5", "--json")
            answer = json.loads(self.expect(0, "stats", "a.h5", "--json", "--incomplete").out)
            self.assertFalse(answer["complete"])
            result = self.expect(0, *RUN)
            self.assertIn(f"a.h5: warning: 'complete' is {value}", result.err)
            self.assertEqual(sha256(self.path("a.h5")), self.whole)

    def test_a_zero_in_the_scenario_as_given(self):
        with open(self.path("a.h5"), "rb") as file:
            whole = file.read()
        length = len(SCENARIO.encode())
        for at in (0, 1, 17, length // 2, length - 2, length - 1):
            self.poke("provenance/scenario", at, 0)
            result = self.expect(0, *RUN)
            self.assertIn("'provenance/scenario' did not match this scenario", result.err)
            self.assertEqual(sha256(self.path("a.h5")), self.whole)
        # With another remark the text cannot be made again.
        self.poke("provenance/scenario", length - 1, 0)
        self.write("s.toml", SCENARIO + "# remark\n")
        self.refused(f"a.h5: error: 'provenance/scenario' is damaged (its byte {length - 1} is zero")
        self.write("a.h5", whole)
        self.expect(0, *RUN)

    def test_damage_of_the_resolved_scenario_is_told_from_another_one(self):
        with open(self.path("a.h5"), "rb") as file:
            whole = file.read()
        with h5py.File(self.path("a.h5"), "r") as file:
            text = bytes(file["provenance/resolved"][:])
        for at in (0, 40, text.index(b"mass_kg"), len(text) - 1):
            self.poke("provenance/resolved", at, 0)
            self.refused(f"a.h5: error: 'provenance/resolved' is damaged (its byte {at} is zero")
            self.write("a.h5", whole)
            self.poke("provenance/resolved", at, text[at] ^ 4)
            self.refused("a.h5: error: cannot resume this file (it is damaged")
            self.write("a.h5", whole)
        self.write("s.toml", edited(("mass_kg = 1.0\n", "mass_kg = 1.01\n")))
        self.refused("it holds a different scenario")


class Machine(ProgramTest):
    """The machine has the trouble, not the file."""

    def setUp(self):
        super().setUp()
        self.begin_with_a_result("--reproducible")

    def each(self, check, *, codes=(6,), **options):
        """Every command that reads a result, on a good file."""
        for command in (RUN, ["stats", "a.h5"], ["diff", "a.h5", "a.h5"], ["export", "a.h5"]):
            with self.nothing_touched():
                result = self.run_program(*command, **options)
            self.assertIn(result.code, codes, f"{command}: {result}")
            if result.code:
                check(result.err)

    def test_few_descriptors(self):
        codes = set()
        for limit in range(4, 12):
            def lower(limit=limit):
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))

            def check(err):
                codes.add(limit)
                self.assertIn("Too many open files", err)
                self.assertIn("ulimit -n", err)

            try:
                self.each(check, codes=(0, 6), preexec_fn=lower)
            except OSError:  # too few to start a program
                continue
        self.assertTrue(codes)

    def test_little_memory(self):
        """Below our own limit memory is the machine's affair. (Where it is just enough for the libraries to be loaded, at
        some 36 MiB, the C++ library has none left to throw with, and ends the program.)"""
        enough = False
        for mebibytes in (40, 44, 60, 80, 120, 200, 400, 1000):
            def lower(size=mebibytes << 20):
                resource.setrlimit(resource.RLIMIT_AS, (size, size))

            for command in (["stats", "a.h5"], ["export", "a.h5"], ["check", "s.toml"],
                            ["run", "s.toml", "-n", "2", "-j", "1", "-o", f"{mebibytes}.h5"]):
                result = self.run_program(*command, preexec_fn=lower)
                self.assertIn(result.code, (0, 6, 127), f"{mebibytes} MiB: {result}")
                enough = enough or result.code == 0
            self.assertFalse([name for name in os.listdir(self.dir) if ".partial-" in name])
        self.assertTrue(enough)


if __name__ == "__main__":
    support.main()
