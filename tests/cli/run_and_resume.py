#!/usr/bin/python3
"""A run may be stopped in any way at any moment: what was finished stays, nothing that is not a
result of the same scenario is touched, and in the end the file is the same, byte for byte."""
import os
import random
import resource
import signal
import subprocess
import time

import h5py
import numpy as np

import support
from gate import GateTest
from support import SCENARIO, ProgramTest, edited, sha256

# In 16 blocks, with traces.
LONG = edited(("samples = 200", "samples = 1000"), ('traces = "every:3"', 'traces = "every:40"'))
RUN = ["run", "s.toml", "--reproducible", "-o", "a.h5"]
SLOW_RUN = RUN + ["-j", "1", "--progress", "none"]


def datasets(path):
    """All datasets by name, as arrays of bytes per row."""
    found = {}
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: found.update({name: np.array(item[()])})
                        if isinstance(item, h5py.Dataset) else None)
    return found


def cpu_seconds(pid):
    """What all threads of a process have used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Resume(GateTest):
    expected = {}

    def setUp(self):
        super().setUp()
        self.write("s.toml", LONG)

    def reference(self, text=LONG):
        """File hash of an uninterrupted run, where that file has its `status`, and the calls that were made."""
        if text not in self.expected:
            self.write("reference.toml", text)
            calls = self.calls("run", "reference.toml", "--reproducible", "-o", "reference.h5")
            with h5py.File(self.path("reference.h5"), "r") as file:
                place = file["status"].id.get_offset(), len(file["status"])
            self.expected[text] = sha256(self.path("reference.h5")), place, calls
            os.remove(self.path("reference.h5"))
        return self.expected[text]

    def flown(self):
        """How many samples a.h5 has now; -1 if there is no such file yet."""
        offset, count = self.reference()[1]
        try:
            with open(self.path("a.h5"), "rb") as file:
                return count - os.pread(file.fileno(), count, offset).count(0)
        except FileNotFoundError:
            return -1

    def start_to_the_middle(self):
        """A run of which half is in the file."""
        process = self.start_to_gate("pwrite", self.reference()[2]["pwrite"] // 2, *SLOW_RUN)
        self.assertTrue(0 < self.flown() < 1000, self.flown())
        return process

    def finish(self):
        """Resumes to the end; the file has to be that of a run that was never interrupted."""
        result = self.expect(0, *RUN)
        self.assertEqual(sha256(self.path("a.h5")), self.reference()[0])
        return result

    def test_the_default_name_is_in_the_working_directory(self):
        os.mkdir(self.path("elsewhere"))
        self.expect(0, "run", "../s.toml", "-n", "3", cwd=self.path("elsewhere"))
        self.assertEqual(os.listdir(self.path("elsewhere")), ["small.h5"])

    def test_locale_time_zone_and_directory_change_nothing(self):
        self.write("s.toml", SCENARIO)
        wanted = self.reference(SCENARIO)[0]
        os.makedirs(self.path("deep/er"))
        for number, variables in enumerate(({"LC_ALL": "de_DE.UTF-8"}, {"LC_NUMERIC": "de_DE"},
                                            {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
                                            {"TZ": "Pacific/Apia"}, {"HOME": "/nonexistent"})):
            with self.subTest(variables):
                self.expect(0, "run", "../../s.toml", "--reproducible", "-o", f"{number}.h5",
                            cwd=self.path("deep/er"), env={**os.environ, **variables})
                self.assertEqual(sha256(self.path(f"deep/er/{number}.h5")), wanted)
        self.expect(0, "run", self.path("s.toml"), "--reproducible", "-o", self.path("b.h5"), cwd="/")
        self.assertEqual(sha256(self.path("b.h5")), wanted)
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "c.h5", env={})  # no environment
        self.assertEqual(sha256(self.path("c.h5")), wanted)

    def test_kill_at_any_moment(self):
        """At a write: any of a new file, in turns while it is laid out; two early ones of one file; and a moment later,
        when it goes on."""
        writes = self.reference()[2]["pwrite"]
        rng = random.Random(20)
        unfinished = absent = removed = 0
        for number in range(16):
            new, late = number % 4 == 0, number % 4 == 3
            last = 20 if number % 8 == 4 else writes if new else writes // 4  # a file is laid out by more than 20
            process = self.start_to_gate("pwrite", rng.randrange(1, last + 1), *SLOW_RUN)
            if late:
                self.open_gate()
            process.kill()
            process.wait()
            if not late:
                self.open_gate()
            partial = self.partial_files()
            if self.flown() < 0:
                absent += 1
            else:
                with h5py.File(self.path("a.h5"), "r") as file:
                    unfinished += 1 - int(file["provenance/volatile/complete"][()])
            if new or late:
                told = self.finish().err
                for name in partial:
                    self.assertIn(f"{name}: warning: a stopped process left this incomplete file; it holds no results. "
                                  "It was removed.\n", told)
                    removed += 1
                os.remove(self.path("a.h5"))
        self.assertEqual(self.partial_files(), [])
        print(f"killed: {absent} before the file appeared, {unfinished} before it was complete")
        self.assertGreater(removed, 1)
        self.assertGreater(unfinished, 4)
        self.assertGreater(absent, 2)

    def interrupt(self, number, code):
        process = self.start_to_the_middle()
        self.signal_at_gate(process, number)
        out, err = process.communicate()
        self.assertEqual(process.returncode, code, err)
        self.assertEqual(out, "")
        self.assertIn("interrupted: finished samples are in a.h5; run the same command to resume", err)
        flown = self.flown()
        self.assertTrue(0 < flown < 1000, flown)
        self.assertIn(f"a.h5: {flown} of 1000 samples are there already", self.finish().err)

    def test_ctrl_c(self):
        self.interrupt(signal.SIGINT, 130)

    def test_sigterm(self):
        self.interrupt(signal.SIGTERM, 143)

    def test_a_second_signal_ends_at_once_and_says_what_is_kept(self):
        said = "interrupted again, and ended at once: finished samples are in a.h5; run the same command to resume\n"
        # A block of flights takes minutes: long enough for the second signal.
        self.write("s.toml", edited(("duration_s = 0.3", "duration_s = 100000.0"), ('"every:40"', '"none"'), text=LONG))
        process = self.start(*SLOW_RUN)
        # All that comes before the block takes some hundredths of a second of the processor.
        while cpu_seconds(process.pid) < 0.5:
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        self.signal(process.pid, signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=200)
        self.assertEqual((process.returncode, err.count(said)), (143, 1), err)

    def test_a_signal_that_is_ignored_stays_so(self):
        """As SIGINT is in a background job of a shell: Ctrl-C is not for it."""
        wanted, _, calls = self.reference()
        process = self.start(*SLOW_RUN, env=self.with_gate("pwrite", calls["pwrite"] // 2),
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.assertTrue(self.reach_gate(process))
        self.signal_at_gate(process, signal.SIGINT)
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, err)
        self.assertNotIn("interrupted", err)
        self.assertEqual(sha256(self.path("a.h5")), wanted)

    def test_interrupted_while_it_lays_out(self):
        """A signal at any early moment leaves no partial file, and the file of the run unless it comes before main() or
        while the scenario is read, which is told."""
        for milliseconds in range(2, 40, 4):
            process = self.start(*SLOW_RUN)
            time.sleep(milliseconds / 1000)
            process.terminate()
            _, err = process.communicate()
            self.assertIn(process.returncode, (143, -signal.SIGTERM, 0))
            self.assertEqual([n for n in os.listdir(self.dir) if "partial" in n], [])
            exists = os.path.exists(self.path("a.h5"))
            too_early = process.returncode == -signal.SIGTERM or "interrupted: run did not finish" in err
            self.assertEqual(exists, not too_early, err)
            if exists:
                os.remove(self.path("a.h5"))

    def test_one_sample_alone_then_all(self):
        self.write("s.toml", SCENARIO)
        wanted = self.reference(SCENARIO)[0]
        for row in (6, 7, 199):  # 6 has a trace
            result = self.expect(0, *RUN, "--only", row)
            self.assertIn(f"sample {row} is ok", result.out)
        self.expect(0, *RUN, "--only", 7)  # again: nothing to do
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "all.h5")
        some, all_ = datasets(self.path("a.h5")), datasets(self.path("all.h5"))
        self.assertEqual(list(some), list(all_))
        compared = 0
        for name, values in all_.items():
            rows = {200: [6, 7, 199], 67: [2]}.get(len(values) if values.ndim else 0)
            if name.startswith("provenance") or rows is None:
                continue
            compared += 1
            self.assertEqual(some[name][rows].tobytes(), values[rows].tobytes(), name)
        self.assertGreater(compared, 20)
        self.assertEqual(np.flatnonzero(some["status"]).tolist(), [6, 7, 199])
        self.assertIn("3 of 200 samples are there already", self.expect(0, *RUN).err)
        self.assertEqual(sha256(self.path("a.h5")), wanted)
        self.expect(0, *RUN, "--only", 7)
        self.assertEqual(sha256(self.path("a.h5")), wanted)

    def test_a_complete_file_is_left_alone(self):
        self.write("s.toml", SCENARIO)
        first = self.expect(0, "run", "s.toml", "-o", "a.h5")
        before, status = sha256(self.path("a.h5")), os.stat(self.path("a.h5"))
        again = self.expect(0, "run", "s.toml", "-o", "a.h5")
        self.assertEqual(again.out, first.out)
        self.assertIn("200 of 200 samples are there already", again.err)
        self.assertEqual(sha256(self.path("a.h5")), before)
        self.assertEqual(os.stat(self.path("a.h5")).st_mtime_ns, status.st_mtime_ns)

    def test_damaged_samples_are_flown_again(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, *RUN)
        wanted = sha256(self.path("a.h5"))
        with h5py.File(self.path("a.h5"), "r") as file:
            places = [file["in_vehicle.mass_kg"].id.get_offset() + 8 * 5,
                      file["position"].id.get_offset() + 1234, file["check"].id.get_offset() + 77]
        for place in places:
            with open(self.path("a.h5"), "r+b") as file:
                file.seek(place)
                byte = file.read(1)[0]
                file.seek(place)
                file.write(bytes([byte ^ 0x10]))
            self.assertIn("199 of 200 samples are there already", self.expect(0, *RUN).err)
            self.assertEqual(sha256(self.path("a.h5")), wanted)

    def test_two_at_once(self):
        first = self.start_to_the_middle()
        second = self.run_program(*RUN)
        self.open_gate()
        _, err = first.communicate()
        self.assertEqual(first.returncode, 0, err)
        self.assertEqual(second.code, 6, second)
        self.assertIn("a.h5: error: another process is writing this file", second.err)
        self.assertEqual(second.out, "")
        self.assertEqual(sha256(self.path("a.h5")), self.reference()[0])
        # Both from nothing: one of them wins, or they follow each other; never a third way.
        os.remove(self.path("a.h5"))
        both = [self.start(*RUN) for _ in range(2)]
        codes = [process.wait() for process in both]
        self.assertIn(0, codes)
        self.assertLessEqual(set(codes), {0, 6})
        self.assertEqual(sha256(self.path("a.h5")), self.reference()[0])


class Refusals(ProgramTest):
    """Where a result cannot go."""

    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO)

    def refuse(self, code, path, *says):
        with self.nothing_touched():
            result = self.expect(code, "run", "s.toml", "-o", path)
        self.assertEqual(result.out, "")
        self.assertEqual(result.err.count("\n"), 1, result)
        for word in ("error:", *says):
            self.assertIn(word, result.err)

    def test_other_results(self):
        self.expect(0, "run", "s.toml", "-o", "a.h5")
        for number, (change, says) in enumerate([
            (("mass_kg = 1.0\n", "mass_kg = 1.01\n"), "it holds a different scenario"),
            (("samples = 200", "samples = 199"), "it has 200 samples"),
            (("seed = 11", "seed = 12"), "seed = 11"),
            (("rate_hz = 1000", "rate_hz = 500"), "rate_hz"),
            (('traces = "every:3"', 'traces = "none"'), "traces"),
            (('name = "small"', 'name = "other"'), "name"),
        ]):
            self.write("s.toml", edited(change))
            self.refuse(3, "a.h5", "a.h5: error: cannot resume this file", says, "was not touched")

    def test_remarks_and_the_order_of_keys_do_not_make_another_scenario(self):
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--only", "1")
        self.write("s.toml", "# remark\n" + edited(("samples = 200\nseed = 11", "seed = 11\nsamples=200")))
        self.expect(0, "run", "s.toml", "-o", "a.h5")

    def test_other_files(self):
        self.expect(0, "run", "s.toml", "-o", "whole.h5")
        with open(self.path("whole.h5"), "rb") as file:
            whole = file.read()
        for name, data in [("empty", b""), ("text", b"precious\n"), ("zeros", bytes(100000)),
                           ("cut", whole[:len(whole) // 2]), ("head", whole[:100]),
                           ("signature", whole[:8])]:
            self.write(name, data)
            self.refuse(3, name, f"{name}: error:")
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file["x"] = np.arange(5)
        self.refuse(3, "foreign.h5", "another program")
        rng = random.Random(3)
        for _ in range(20):  # damaged metadata: refused or resumed, never a crash
            data = bytearray(whole)
            for _ in range(3):
                data[rng.randrange(4000)] ^= 1 << rng.randrange(8)
            self.write("damaged.h5", bytes(data))
            result = self.run_program("run", "s.toml", "-o", "damaged.h5")
            self.assertIn(result.code, (0, 3), result)

    def test_names_that_are_no_files(self):
        os.mkdir(self.path("directory"))
        self.refuse(3, "directory", "a directory")
        self.refuse(3, ".", "a directory")
        self.refuse(3, "directory/", "a directory")
        os.mkfifo(self.path("pipe"))
        self.refuse(3, "pipe", "pipe")
        os.symlink("nothing", self.path("dangling"))
        self.refuse(3, "dangling", "broken symbolic link")
        os.symlink("loop", self.path("loop"))
        self.refuse(6, "loop")
        self.refuse(3, "/dev/null", "device")
        self.refuse(3, "/dev/full", "device")
        self.refuse(6, "none/a.h5: error: cannot create it (its folder does not exist).")
        self.refuse(6, "s.toml/a.h5", "Not a directory")
        self.refuse(6, "x" * 300, "name too long")
        self.refuse(3, "s.toml", "not an HDF5 file")

    def test_a_scenario_named_after_itself_is_not_overwritten(self):
        self.write("small.h5", SCENARIO)
        with self.nothing_touched():
            self.expect(3, "run", "small.h5")

    def test_read_only_directory(self):
        os.mkdir(self.path("locked"))
        os.chmod(self.dir, 0o755)
        os.chmod(self.path("locked"), 0o555)
        nobody = {}
        if os.geteuid() == 0:
            nobody = {"user": 65534, "group": 65534, "extra_groups": []}
            try:
                self.expect(0, "--version", **nobody)
            except (OSError, AssertionError):
                self.skipTest("the program cannot be run by another user")
        with self.nothing_touched():
            result = self.expect(6, "run", "s.toml", "-o", "locked/a.h5", **nobody)
        self.assertIn("Permission denied", result.err)
        os.chmod(self.path("locked"), 0o755)
        self.expect(0, "run", "s.toml", "-o", "locked/a.h5")
        os.chmod(self.path("locked/a.h5"), 0o444)
        os.chmod(self.path("locked"), 0o555)
        if os.geteuid() == 0:
            os.chown(self.path("locked"), 65534, 65534)
        with self.nothing_touched():
            self.expect(6, "run", "s.toml", "-o", "locked/a.h5", **nobody)
        os.chmod(self.path("locked"), 0o755)


class NoRoom(GateTest):
    """A full disk is told before the first step; one that fills up later costs no finished sample."""

    def setUp(self):
        super().setUp()
        self.write("s.toml", LONG)

    def test_full_disk(self):
        os.mkdir(self.path("small"))
        mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "montecopter-test", self.path("small")]
        if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
            self.skipTest("a small file system cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", self.path("small")], check=True)
        result = self.expect(6, "run", "s.toml", "-o", "small/a.h5")
        self.assertIn("disk full", result.err)
        self.assertIn("Nothing was computed or left behind", result.err)
        self.assertNotIn("%", result.err)
        self.assertEqual(os.listdir(self.path("small")), [])
        with open(self.path("small/hog"), "wb") as hog, self.assertRaises(OSError):
            hog.write(bytes(1 << 20))
            hog.flush()
        result = self.expect(6, "run", "s.toml", "-n", "1", "-o", "small/a.h5")
        self.assertEqual(os.listdir(self.path("small")), ["hog"])

    def test_too_large_for_any_disk(self):
        with self.nothing_touched():
            self.expect(6, "run", "s.toml", "-n", "1000000000000", "--set", "output.traces=none")
            self.expect(6, "run", "s.toml", "-n", "4000000000000000", "--set", "output.traces=none")
            self.expect(2, "run", "s.toml", "-n", "4000000000000001", "--set", "output.traces=none")

    def test_file_size_limit_before(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        with self.nothing_touched():
            result = self.expect(6, *RUN, preexec_fn=limit)
        self.assertIn("Nothing was computed or left behind", result.err)

    def test_file_size_limit_in_the_middle(self):
        calls = self.calls("run", "s.toml", "--reproducible", "-o", "expected.h5")
        process = self.start_to_gate("pwrite", calls["pwrite"] // 2, *SLOW_RUN)
        # What lies behind this place can no longer be written.
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (50_000, 50_000))
        self.open_gate()
        out, err = process.communicate()
        self.assertEqual(process.returncode, 6, err)
        self.assertEqual(out, "")
        self.assertIn("a.h5: error: cannot write (File too large). Raise the limit on file size (ulimit -f).", err)
        self.assertRegex(err, r"[1-9]\d* of 1000 samples are finished and kept: run the same command to resume")
        with h5py.File(self.path("a.h5"), "r") as file:
            self.assertEqual(int(file["provenance/volatile/complete"][()]), 0)
        self.expect(0, *RUN)
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("expected.h5")))


if __name__ == "__main__":
    support.main(in_memory=False)  # files that are synced and killed, once where users have them
