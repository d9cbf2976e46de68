#!/usr/bin/python3
"""What a program has flown before is believed only if it flies the same now; --fresh flies anew beside it, and replaces it
at the end, whole. The file of a changed program is made by changing the numbers of a file, with checks that fit them."""
import ctypes
import json
import os
import pathlib
import re
import signal
import subprocess

import h5py

import support
from gate import GateTest
from support import SCENARIO, ProgramTest, edited, sha256

RUN = ["run", "s.toml", "--reproducible", "--progress", "none", "-o", "a.h5"]


class Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def xxh3_128(text):
    """From the library itself (docs/result-file.md says what it is taken of)."""
    hash_of = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
    hash_of.restype, hash_of.argtypes = Hash, [ctypes.c_char_p, ctypes.c_size_t]
    return hash_of(text, len(text))


class Fresh(GateTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", edited(("samples = 200", "samples = 9")))

    def fly_otherwise(self, sample, name="digest"):
        """a.h5 as a program would have left it that flies one sample in another way."""
        self.expect(0, *RUN)
        with h5py.File(self.path("a.h5"), "r+") as file:
            row = file[name][sample]
            file[name][sample] = row ^ 1 if name == "digest" else row + 1
            columns = []  # in the order in which they were created
            file.id.links.iterate(lambda link: columns.append(link.decode()), idx_type=h5py.h5.INDEX_CRT_ORDER)
            text = int(sample).to_bytes(8, "little")
            for dimension, at in (("sample", sample), ("trace_sample", list(file["trace_sample"]).index(sample)
                                                       if sample in file["trace_sample"][:] else None)):
                for column in columns:
                    item = file[column]
                    if at is None or column in ("sample", "check", "trace_sample") or "DIMENSION_LIST" not in item.attrs:
                        continue
                    if file[item.attrs["DIMENSION_LIST"][0][0]].name == "/" + dimension:
                        text += item[at].tobytes()
            check = xxh3_128(text)
            file["check"][sample] = [check.low, check.high]

    def test_the_first_and_the_last_finished_sample_are_flown_again(self):
        for sample in (0, 8):
            with self.subTest(sample=sample):
                self.fly_otherwise(sample)
                with self.nothing_touched():
                    done = self.expect(3, *RUN)
                for word in (f"sample {sample} flown again has a different 'digest'", "--fresh", "a.h5: error:"):
                    self.assertIn(word, done.err)
                os.remove(self.path("a.h5"))

    def test_another_metric_is_another_program_too(self):
        self.fly_otherwise(0, "m_max_speed_m_s")
        self.assertIn("has a different 'm_max_speed_m_s'", self.expect(3, *RUN).err)

    def test_fresh_replaces_what_was_refused(self):
        self.expect(0, *RUN)
        whole = sha256(self.path("a.h5"))
        os.remove(self.path("a.h5"))
        self.fly_otherwise(0)
        self.expect(3, *RUN)
        self.expect(0, *RUN, "--fresh")
        self.assertEqual(sha256(self.path("a.h5")), whole)
        self.assertEqual(sorted(os.listdir(self.dir)), ["a.h5", "s.toml"])

    def test_fresh_replaces_another_scenario_too_and_needs_no_file(self):
        self.expect(0, *RUN, "--fresh")
        whole = sha256(self.path("a.h5"))
        self.expect(0, *RUN, "--fresh", "--seed", "5")
        self.assertNotEqual(sha256(self.path("a.h5")), whole)
        self.expect(0, *RUN, "--fresh")
        self.assertEqual(sha256(self.path("a.h5")), whole)

    def test_fresh_replaces_nothing_but_a_result_file(self):
        with h5py.File(self.path("other.h5"), "w") as file:
            file["data"] = [1, 2, 3]
        self.write("text.h5", "not to be lost\n")
        os.mkdir(self.path("folder.h5"))
        os.mkfifo(self.path("fifo.h5"))
        os.symlink("nowhere", self.path("link.h5"))
        for name in ("other.h5", "text.h5", "folder.h5", "fifo.h5", "link.h5"):
            with self.subTest(name), self.nothing_touched():
                done = self.expect(3, "run", "s.toml", "--fresh", "-o", name)
                self.assertIn(name + ": error:", done.err)

    def test_a_symbolic_link_stays_one(self):
        self.expect(0, *RUN)
        os.mkdir(self.path("there"))
        os.rename(self.path("a.h5"), self.path("there/b.h5"))
        os.symlink("there/b.h5", self.path("a.h5"))
        self.expect(0, *RUN, "--fresh", "--seed", "5")
        self.assertTrue(os.path.islink(self.path("a.h5")))
        self.assertEqual(os.listdir(self.path("there")), ["b.h5"])
        self.expect(0, *RUN, "--seed", "5")

    def test_fresh_does_not_go_with_one_sample(self):
        self.assertIn("--only", self.expect(2, *RUN, "--fresh", "--only", "3").err)

    def another_run(self):
        """The hash of an a.h5 of another seed, and how often a new file is written into."""
        self.write("s.toml", SCENARIO)
        writes = self.calls(*RUN, "--fresh")["pwrite"]
        os.remove(self.path("a.h5"))
        self.expect(0, *RUN, "--seed", "12")
        return sha256(self.path("a.h5")), writes

    def test_killed_it_leaves_the_old_file(self):
        before, writes = self.another_run()
        for number in (1, writes // 2, writes):
            self.assertTrue(self.kill_at_gate("pwrite", number, *RUN, "-j", "1", "--fresh"))
            self.assertEqual(len(self.partial_files()), 1)
            self.assertEqual(sha256(self.path("a.h5")), before)
        done = self.expect(0, *RUN, "--fresh")
        self.assertIn("It was removed", done.err)
        self.assertEqual(sorted(os.listdir(self.dir)), ["a.h5", "s.toml"])
        self.assertNotEqual(sha256(self.path("a.h5")), before)

    def test_interrupted_it_leaves_the_old_file_and_says_so(self):
        before, writes = self.another_run()
        process = self.start_to_gate("pwrite", writes // 2, *RUN, "-j", "1", "--fresh")
        self.signal_at_gate(process, signal.SIGINT)
        err = process.communicate()[1]
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("a.h5 is unchanged, and nothing of this run is kept", err)
        self.assertEqual(sha256(self.path("a.h5")), before)
        self.assertEqual(sorted(os.listdir(self.dir)), ["a.h5", "s.toml"])

    def test_what_another_program_writes_is_not_replaced(self):
        _, writes = self.another_run()
        process = self.start_to_gate("pwrite", writes // 2, *RUN, "-j", "1", "--fresh")
        self.assertIn("another process is writing this file", self.expect(6, *RUN, "--fresh").err)
        os.remove(self.path("a.h5"))
        self.write("a.h5", "something else\n")
        self.open_gate()
        err = process.communicate()[1]
        self.assertEqual(process.returncode, 6, err)
        self.assertIn("during the run: ", err)
        with open(self.path("a.h5")) as file:
            self.assertEqual(file.read(), "something else\n")


class Build(ProgramTest):
    def test_the_version_names_the_commit_as_git_does(self):
        text = self.expect(0, "--version").out
        found = re.fullmatch(r"montecopter \d+\.\d+\.\d+ \(([0-9A-Za-z.+~_-]+)\)\n", text)
        self.assertTrue(found, text)
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        git = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
        commit = found[1].removesuffix("+modified")
        if git.returncode == 0 and commit != "unknown":
            known = subprocess.run(["git", "-C", root, "cat-file", "-t", commit], capture_output=True, text=True,
                                   check=False)
            self.assertEqual(known.stdout, "commit\n")

    def test_the_version_as_json(self):
        build = json.loads(self.expect(0, "--version", "--json").out)
        self.assertEqual(build, json.loads(self.expect(0, "--json", "--version").out))
        self.assertEqual(self.expect(0, "--version").out, f"montecopter {build['version']} ({build['commit']})\n")
        self.write("s.toml", edited(("samples = 200", "samples = 5")))
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        with h5py.File(self.path("a.h5")) as file:
            text = {name: bytes(file["provenance/volatile"][name][:]).rstrip(b"\0").decode() for name in ("compiler", "lanes")}
            self.assertEqual(build["formats"]["result"], file.attrs["format_version"])
        self.assertEqual(build["compiler"][:64], text["compiler"])
        self.assertIn(text["lanes"], build["kernels"])
        self.assertIn("baseline", build["kernels"])
        self.expect(0, "check", "s.toml", "--set", f"schema={build['formats']['scenario']}")
        self.expect(2, "check", "s.toml", "--set", f"schema={build['formats']['scenario'] + 1}")
        self.write("f/s.toml", edited(("samples = 200", "samples = 5")))
        self.expect(0, "bless", "f", "--reason", "first", "--yes")
        with open(self.path("f/s.golden"), "rb") as file:
            self.assertEqual(int.from_bytes(file.read(16)[8:], "little"), build["formats"]["golden"])
        header = pathlib.Path(__file__).resolve().parents[2] / "src/simulate/border/montecopter_controller.h"
        interface, = re.findall(r"#define MONTECOPTER_CONTROLLER_INTERFACE (\d+)u\n", header.read_text())
        self.assertEqual(build["formats"]["controller_library"], int(interface))
        self.assertRegex(build["hdf5"], r"^1\.\d+\.\d+$")
        self.assertIn("Write it behind the command", self.expect(2, "--json", "check", "s.toml").err)

    def test_the_file_names_it_and_another_build_is_said(self):
        self.write("s.toml", edited(("samples = 200", "samples = 5")))
        run = ["run", "s.toml", "-o", "a.h5"]
        self.expect(0, *run, "--only", "3")
        build = self.expect(0, "--version").out.removeprefix("montecopter ").strip()
        with h5py.File(self.path("a.h5"), "r+") as file:
            item = file["provenance/volatile/build"]
            self.assertEqual(bytes(item[:]).rstrip(b"\0").decode(), build)
            item[:] = list(b"0.0.1 (before)".ljust(64, b"\0"))
        done = self.expect(0, *run)
        self.assertIn("another build, 0.0.1 (before), flew them; this is " + build, done.err)
        self.assertNotIn("warning", done.err)
        self.assertNotIn("another build", self.expect(0, *run).err)


if __name__ == "__main__":
    support.main()
