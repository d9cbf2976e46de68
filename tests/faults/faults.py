#!/usr/bin/python3
"""The operating system fails at the n-th of each call that the record makes, the child that reads by HDF5 is
killed, the file is swapped under its writer: whatever happens, the exit code and the message say who had
the trouble, and the next run ends with the bytes of a run that was never disturbed.

    /usr/bin/python3 faults.py PATH/OF/montecopter PATH/OF/libmontecopter_faults.so [tests]
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from support import SCENARIO, edited, sha256  # noqa: E402

PROGRAM = LIBRARY = ""
# Three blocks with traces, in little time.
SMALL = edited(("samples = 200", "samples = 130"), ("duration_s = 0.3", "duration_s = 0.05"),
               ('"velocity", "attitude", "body_rate", "rotor_speed", "command", "specific_force"',
                '"velocity"'))
RUN = ["run", "s.toml", "-j", "1", "--progress", "none", "--reproducible", "-o", "a.h5"]
# What a failure of each of these is for a run that makes a file: exit 6, in any call of it.
FATAL = ("pread", "pwrite", "fallocate", "ftruncate", "fdatasync", "fsync", "renameat2")
# These may be called for something that a run can do without, or report in another way.
CLOSE_CALLS = ("open", "fstat", "stat", "lstat", "write", "unlink", "fcntl")


class Ended:
    def __init__(self, done, log):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.fired = "fired" in log
        self.counts = {name: int(number) for name, number in
                       re.findall(r"^((?:child )?\w+) (\d+)$", log, re.MULTILINE)}

    def __repr__(self):
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def run_in(folder, arguments, fault=None, **variables):
    """Runs the program in a folder, with a fault if one is named."""
    log = pathlib.Path(folder, "log")
    log.write_text("", encoding="utf-8")
    environment = {**os.environ, "LD_PRELOAD": LIBRARY, "FAULT_LOG": str(log), **variables}
    if fault:
        environment["FAULT"] = fault
    # The sanitizers want to be first, and would take what a killed process leaves for a leak.
    environment.setdefault("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0")
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    return Ended(done, log.read_text(encoding="utf-8"))


def sampled(count):
    """The first calls, the last, and fewer and fewer between."""
    chosen, number = set(), 1
    while number < count:
        chosen.add(number)
        number *= 4
    return sorted(chosen | {count - 1, count} - {0})


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp(prefix="montecopter-test-")
        cls.addClassCleanup(shutil.rmtree, cls.root)
        with cls.folder() as folder:
            cls.made = run_in(folder, RUN)
            if not cls.made.counts.get("pwrite"):
                print("skipped: a library cannot be preloaded into the program here")
                raise unittest.SkipTest("no preloading")
            cls.expected = sha256(f"{folder}/a.h5")
            cls.again = run_in(folder, RUN)
            cls.bytes = pathlib.Path(folder, "a.h5").read_bytes()

    @classmethod
    def folder(cls):
        found = tempfile.TemporaryDirectory(dir=cls.root)
        pathlib.Path(found.name, "s.toml").write_text(SMALL, encoding="utf-8")
        return found

    def each(self, check, cases):
        """Calls check(folder, case) for all cases, some at a time."""
        def one(case):
            with self.folder() as folder:
                return case, check(folder, case)

        self.assertTrue(cases)
        with concurrent.futures.ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
            wrong = [f"{case}: {why}" for case, why in pool.map(one, cases) if why]
        self.assertEqual(wrong, [], "\n".join(wrong))

    def afterwards(self, folder, arguments=None):
        """What is wrong after the next run, or nothing."""
        result = run_in(folder, arguments or RUN)
        if result.code != 0:
            return f"the next run: {result}"
        if sha256(f"{folder}/a.h5") != self.expected:
            return "other bytes after the next run"
        left = set(os.listdir(folder)) - {"s.toml", "a.h5", "log"}
        return f"left behind: {left}" if left else ""

    @staticmethod
    def message_fault(result):
        """What is wrong with what a failed command says."""
        lines = [line for line in result.err.splitlines() if "error:" in line]
        if len(lines) != 1:
            return f"{len(lines)} errors in {result}"
        for word in ("damaged", "Restore", "internal", "errno", "0x", "another version"):
            if word in lines[0]:
                return f"'{word}' in {result}"
        return ""

    def disturbed_run(self, folder, case, codes):
        fault = ":".join(map(str, case))
        result = run_in(folder, RUN, fault)
        if result.code not in codes:
            return str(result)
        if not result.fired:
            return f"the call was not made: {result}"
        if result.code == 0 and sha256(f"{folder}/a.h5") != self.expected:
            return "exit 0 with other bytes"
        wrong = self.message_fault(result) if result.code else ""
        return wrong or self.afterwards(folder)

    def cases(self, names, errors, child=False, counts=None):
        counts = counts or self.made.counts
        prefix, suffix = ("child ", ("child",)) if child else ("", ())
        return [(name, number, error, *suffix) for name in names for error in errors
                for number in sampled(counts.get(prefix + name, 0)) if counts.get(prefix + name, 0)]

    def test_calls_that_fail(self):
        self.each(lambda folder, case: self.disturbed_run(folder, case, {6}),
                  self.cases(FATAL, ["EIO"]) + self.cases(("pwrite", "fallocate", "ftruncate"), ["ENOSPC"]))

    def test_calls_that_a_run_may_survive(self):
        """The scenario is read with them, too: if that fails, it is exit 2."""
        self.each(lambda folder, case: self.disturbed_run(folder, case, {0, 2, 6}),
                  self.cases(CLOSE_CALLS, ["EIO"]) + self.cases(("open",), ["EMFILE"]))

    def test_calls_that_are_interrupted(self):
        self.each(lambda folder, case: self.disturbed_run(folder, case, {0}),
                  self.cases(("pread", "pwrite", "read", "write", "fallocate", "ftruncate", "fdatasync", "fsync"),
                             ["EINTR"]))

    def test_file_systems_that_cannot_reserve(self):
        self.each(lambda folder, case: self.disturbed_run(folder, case, {0}),
                  self.cases(("fallocate",), ["EOPNOTSUPP"]))

    def test_a_full_disk_counts_what_is_kept(self):
        """In the last blocks some samples are finished, in the first writes none, and it says so."""
        said = set()

        def check(folder, case):
            result = run_in(folder, RUN, ":".join(map(str, case)))
            kept = re.search(r"(\d+) of 130 samples are finished and kept: run the same command to resume", result.err)
            none = "No sample was finished" in result.err or "Nothing was computed or left behind" in result.err
            if result.code != 6 or bool(kept) == none:
                return str(result)
            resumed = run_in(folder, RUN)
            there = re.search(r"(\d+) of 130 samples are there already", resumed.err)
            if (kept.group(1) if kept else "0") != (there.group(1) if there else "0"):
                return f"{result}{resumed}"
            said.add(kept.group(1) if kept else "none")
            return self.afterwards(folder)

        count = self.made.counts["pwrite"]
        numbers = [1, *range(count // 3, count, count // 8), count]
        self.each(check, [("pwrite", number, "ENOSPC") for number in numbers] + [("pwrite", count, "EDQUOT")])
        self.assertGreater(len(said), 2, said)

    def test_good_files_are_not_called_damaged(self):
        """Commands that read a finished file, while the machine has some trouble or other."""
        commands = [RUN, ["stats", "a.h5"], ["diff", "a.h5", "b.h5"], ["export", "a.h5"]]
        cases = []
        for command in commands:
            with self.folder() as folder:
                self.lay(folder)
                counts = run_in(folder, command).counts
            faults = self.cases(("pread", "pipe2", "fork"), ["EIO"], counts=counts)
            if command in commands[:2]:
                faults += self.cases(("pread",), ["EIO"], child=True, counts=counts)
            cases += [(command, fault, {6}) for fault in faults]
            cases += [(command, ("fork", 1, "SIGKILL"), {6}), (command, ("fork", 1, "SIGSEGV"), {0}),
                      (command, ("fork", "1+", "SIGSEGV"), {3}), (command, ("fork", "1+", "SIGXCPU"), {3})]

        def check(folder, case):
            command, fault, codes = case
            self.lay(folder)
            result = run_in(folder, command, ":".join(map(str, fault)))
            if result.code not in codes or not result.fired:
                return str(result)
            if 3 in codes and "HDF5 cannot read it (its process failed twice: it " not in result.err:
                return str(result)
            if sha256(f"{folder}/a.h5") != self.expected:
                return "it touched the file"
            return self.message_fault(result) if result.code else ""

        self.each(check, cases)

    def lay(self, folder):
        for name in ("a.h5", "b.h5"):
            pathlib.Path(folder, name).write_bytes(self.bytes)

    def test_another_file_takes_the_name(self):
        """At any write: the half-filled file as it was, a whole one, or one of another scenario."""
        with self.folder() as folder:
            run_in(folder, [*RUN, "--seed", "12"])
            other = pathlib.Path(folder, "a.h5").read_bytes()
        with self.folder() as folder:
            run_in(folder, RUN, f"pwrite:{self.made.counts['pwrite'] * 3 // 4}:EIO")
            half = pathlib.Path(folder, "a.h5").read_bytes()
        self.assertNotEqual(half, self.bytes)

        def check(folder, case):
            number, kind = case
            source = pathlib.Path(folder, "source")
            source.write_bytes({"other": other, "half": half, "whole": self.bytes}[kind])
            result = run_in(folder, RUN, f"pwrite:{number}:swap", FAULT_FROM=str(source),
                            FAULT_TO=f"{folder}/a.h5")
            now = pathlib.Path(folder, "a.h5").read_bytes()
            if not result.fired or result.code not in ((3, 6) if kind == "other" else (0, 6)):
                return str(result)
            if result.code == 0 and now != self.bytes:
                return "exit 0 with other bytes"
            if kind == "other":
                if now != other:
                    return "it wrote into the file of another scenario"
                os.remove(f"{folder}/a.h5")
            if result.code == 6 and "another file took this name" not in result.err:
                return str(result)
            return self.afterwards(folder)

        numbers = sampled(self.made.counts["pwrite"])[1::2]
        self.each(check, [(number, kind) for number in numbers for kind in ("other", "half", "whole")])


def main():
    global PROGRAM, LIBRARY
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    PROGRAM, LIBRARY = map(os.path.abspath, sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])


if __name__ == "__main__":
    main()
