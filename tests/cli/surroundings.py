#!/usr/bin/python3
"""What surrounds the program: readers that go away, pipes in the place of files, little stack, names
as long as they may be, what killed runs have left, disks that are nearly full."""
import json
import os
import re
import resource
import signal
import subprocess
import time

import h5py
import numpy as np

import support
from sealing import description
from gate import GateTest
from support import SCENARIO, ProgramTest, edited, sha256

EXAMPLES = support.VEHICLES.parent / "examples"


class ClosedPipes(ProgramTest):
    """`montecopter ... | head` ends as other programs do: by SIGPIPE, without a word."""

    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--reproducible")

    def test_every_command(self):
        hover = str(EXAMPLES / "sih-hover.toml")
        sensors = str(EXAMPLES / "sih-sensors.toml")
        for arguments in (["--help"], ["--version"], ["run", "--help"], ["check", "s.toml"],
                          ["check", "s.toml", "--resolved"], ["run", "s.toml", "-o", "a.h5"],
                          ["run", "s.toml", "-o", "a.h5", "--json"], ["run", "s.toml", "-o", "b.h5", "--only", "3"],
                          ["diff", "a.h5", "a.h5"], ["diff", "a.h5", "a.h5", "--json"], ["stats", "a.h5"],
                          ["stats", "a.h5", "--json"], ["export", "a.h5"], ["export", "a.h5", "--traces"],
                          ["vehicle", hover], ["trim", hover], ["linearize", hover], ["sensors", sensors],
                          ["explain"], ["explain", "--json"], ["explain", "wind"], ["schema"], ["completions", "bash"], ["man"]):
            with self.subTest(arguments):
                read, write = os.pipe()
                os.close(read)
                with open(write, "w") as pipe:
                    done = subprocess.run([support.PROGRAM, *arguments], cwd=self.dir, stdout=pipe,
                                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                                          check=False)
                self.assertEqual(done.returncode, -signal.SIGPIPE, done.stderr)
                self.assertNotIn("pipe", done.stderr.lower())
                self.assertNotIn("error", done.stderr)

    def test_head(self):
        done = subprocess.run(["/bin/bash", "-c", '"$0" export a.h5 --traces | head -n 2; echo ${PIPESTATUS[0]}',
                               support.PROGRAM], cwd=self.dir, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("sample,time"), lines)
        self.assertEqual(lines[-1], str(128 + signal.SIGPIPE))

    def test_the_run_is_finished_all_the_same(self):
        wanted = sha256(self.path("a.h5"))
        os.remove(self.path("a.h5"))
        done = subprocess.run(["/bin/bash", "-c", '"$0" run s.toml --reproducible -o a.h5 | true', support.PROGRAM],
                              cwd=self.dir, capture_output=True, check=False)
        self.assertNotIn(b"error", done.stderr)
        self.assertEqual(sha256(self.path("a.h5")), wanted)


class Pipes(ProgramTest):
    """A named pipe that nobody writes into is refused at once wherever a file is read."""

    def setUp(self):
        super().setUp()
        os.mkfifo(self.path("pipe"))

    def refused(self, *arguments, code=2):
        result = self.expect(code, *arguments)
        self.assertIn("named pipe", result.err)
        self.assertEqual(result.err.count("error:"), 1, result.err)

    def test_scenario_and_what_it_includes(self):
        for command in ("check", "run", "vehicle", "sensors"):
            self.refused(command, "pipe")
        text = SCENARIO[:SCENARIO.index("[vehicle]")]
        self.write("s.toml", text + '[vehicle]\ninclude = "pipe"\n' + SCENARIO[SCENARIO.index("[[wind]]"):])
        self.refused("check", "s.toml")

    def test_tables(self):
        wind = 'to_m_s = [1.0, 0.5, 0.0]'
        self.write("s.toml", edited(('type = "steady"\n' + wind, 'type = "time_series"\nfile = "pipe"')))
        table = SCENARIO.index("rows = ["), SCENARIO.index("[integrator]")
        self.write("c.toml", SCENARIO[:table[0]] + 'file = "pipe"\n\n' + SCENARIO[table[1]:])
        for name in ("s.toml", "c.toml"):
            result = self.run_program("check", name)
            self.assertEqual(result.code, 2, result)
        self.assertIn("named pipe", self.run_program("check", "c.toml").err)

    def test_profile(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-o", "a.h5")
        self.refused("diff", "a.h5", "a.h5", "--profile", "pipe", code=6)

    def test_open_pipes_are_read(self):
        self.write("s.toml", SCENARIO)
        for command in ('"$0" check <(cat s.toml)', '(sleep 0.2; cat s.toml) | "$0" check /dev/stdin'):
            done = subprocess.run(["/bin/bash", "-c", command, support.PROGRAM], cwd=self.dir,
                                  capture_output=True, text=True, timeout=300, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


class LittleStack(ProgramTest):
    def test_commands(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--reproducible")
        for kibibytes in (64, 128, 1024):
            def lower(size=kibibytes << 10):
                resource.setrlimit(resource.RLIMIT_STACK, (size, size))

            for arguments in (["check", "s.toml"], ["run", "s.toml", "-o", "b.h5", "--reproducible", "-j", "2"],
                              ["stats", "a.h5"], ["export", "a.h5"], ["diff", "a.h5", "a.h5"],
                              ["vehicle", str(EXAMPLES / "sih-hover.toml")]):
                self.expect(0, *arguments, preexec_fn=lower)
            self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("b.h5")))
            os.remove(self.path("b.h5"))


class Names(ProgramTest):
    def test_as_long_as_a_name_may_be(self):
        self.write("s.toml", SCENARIO)
        for size in (230, 244, 250, 255):
            name = "n" * (size - 3) + ".h5"
            self.expect(0, "run", "s.toml", "-n", "3", "-o", name)
            table = "t" * (size - 4) + ".csv"
            self.expect(0, "export", name, "-o", table)
            self.expect(0, "export", name, "-o", table, "--force")
            self.assertEqual(set(os.listdir(self.dir)), {"s.toml", name, table})
            os.remove(self.path(name))
            os.remove(self.path(table))
        self.assertIn("name too long", self.expect(6, "run", "s.toml", "-o", "n" * 256).err)

    def test_that_are_no_text(self):
        """JSON is JSON whatever a file is called, and no name does anything to the terminal."""
        self.write("s.toml", SCENARIO)
        for name in (b"n\xff\xe2\x80.h5", b"n\x1b[31m\xc2\x9b1m\r.h5", "n\u00e9\u2026\U0001f681.h5".encode()):
            done = [subprocess.run([support.PROGRAM.encode(), *words, name], cwd=self.dir, capture_output=True, check=True)
                    for words in ([b"run", b"s.toml", b"-n", b"3", b"--json", b"-o"], [b"run", b"s.toml", b"-n", b"3", b"-o"],
                                  [b"stats", b"--json"], [b"stats", b"--json", b"--no-verify"],
                                  [b"diff", b"--json", name], [b"diff", name])]
            for answer in done:
                for text in (answer.stdout.decode(), answer.stderr.decode()):
                    self.assertFalse([c for c in text if ord(c) < 32 and c not in "\n\t" or 127 <= ord(c) < 160], text)
            for answer in (done[0], *done[2:5]):
                told = json.loads(answer.stdout)
                self.assertEqual((told.get("file") or told["a"])[0], "n")
            if b"\xf0" in name:
                self.assertEqual(json.loads(done[2].stdout)["file"], name.decode())

    def test_control_characters_of_a_damaged_file(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-n", "3", "-o", "a.h5")
        with h5py.File(self.path("a.h5"), "r+") as file:
            file.attrs.modify("title", np.bytes_(b"\x1b[1m\x07"))
            file["m_max_tilt_deg"].attrs.modify("units", np.bytes_(b"\x1b[2J"))
            file["provenance/description_sha256"][:] = np.frombuffer(description(file), np.uint8)
        for command in (["stats", "a.h5"], ["stats", "a.h5", "--json"], ["stats", "a.h5", "--csv"], ["export", "a.h5"],
                        ["diff", "a.h5", "a.h5"]):
            result = self.expect(0, *command)
            for text in (result.out, result.err):
                self.assertNotIn("\x1b", text)
                self.assertNotIn("\x07", text)
        self.assertIn(r"\x1b[1m\x07: 3 samples", self.expect(0, "stats", "a.h5").out)


LEFT_BEHIND = ": warning: a stopped process left this incomplete file; it holds no results. It was removed.\n"


class Leftovers(GateTest):
    """Partial files of processes that were killed."""

    def left(self, *arguments, call="renameat2"):
        """The name of what it leaves that is killed at its first call of this kind."""
        self.assertTrue(self.kill_at_gate(call, 1, *arguments))
        name, = self.partial_files()
        return name

    def test_of_run(self):
        self.write("s.toml", SCENARIO)
        run = ["run", "s.toml", "-o", "a.h5"]
        for call in ("renameat2", "pwrite"):  # laid out, and before
            with self.subTest(call):
                name = self.left(*run, call=call)
                self.assertFalse(os.path.exists(self.path("a.h5")))
                result = self.expect(0, *run, "-n", "10")
                self.assertIn(name + LEFT_BEHIND, result.err)
                self.assertEqual(set(os.listdir(self.dir)), {"s.toml", "a.h5"})
                os.remove(self.path("a.h5"))

    def test_of_export(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-o", "a.h5")
        name = self.left("export", "a.h5", "--traces", "-o", "t.csv")
        result = self.expect(0, "export", "a.h5", "-o", "t.csv")
        self.assertIn(name + LEFT_BEHIND, result.err)
        self.assertEqual(set(os.listdir(self.dir)), {"s.toml", "a.h5", "t.csv"})


class NearlyFull(ProgramTest):
    def free(self):
        disk = os.statvfs(self.dir)
        return (disk.f_bavail if os.geteuid() else disk.f_bfree) * disk.f_frsize

    def test_what_is_free_is_not_taken_to_find_out(self):
        """More than is free, less than the disk: it is told, and at no time is the disk filled. (A program that fills
        it all the same ends at the limit of its files' size.)"""
        self.write("s.toml", SCENARIO)
        run = ["run", "s.toml", "--set", "output.traces=all", "--set", "output.rate_hz=1000",
               "--set", "simulation.duration_s=60"]
        self.expect(0, *run, "-n", "1", "-o", "one.h5")
        per_sample = os.path.getsize(self.path("one.h5"))
        free, disk = self.free(), os.statvfs(self.dir)
        samples = int(1.1 * free / per_sample) + 1
        if samples * per_sample > disk.f_blocks * disk.f_frsize:
            self.skipTest("the disk is empty: its size would be enough to refuse the file")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (free // 3, free // 3))
        process = self.start(*run, "-n", samples, "-o", "a.h5", preexec_fn=limit)
        least = free
        while process.poll() is None:
            least = min(least, self.free())
            time.sleep(0.001)
        err = process.communicate()[1]
        self.assertEqual(process.returncode, 6, err)
        needed, said = map(int, re.search(r"it needs (\d+) bytes, (\d+) are free", err).groups())
        self.assertGreater(needed, said)
        self.assertAlmostEqual(said / free, 1, delta=0.2)  # others use the disk as well
        self.assertGreater(least, 0.8 * free)
        self.assertEqual(set(os.listdir(self.dir)), {"s.toml", "one.h5"})


if __name__ == "__main__":
    support.main(in_memory=False)  # a disk has more used and free than memory
