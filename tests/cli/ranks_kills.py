#!/usr/bin/python3
"""Processes that fill one result together may be killed, stopped, slowed or ended in any way: what was finished
stays, any number of processes goes on, and nobody waits for a slow one.

    ranks_kills.py PROGRAM [tests]          MONTECOPTER_KILLS=200 in the environment: so many kills, not a few
"""
import os
import pathlib
import random
import signal
import subprocess
import threading
import time
import unittest

import h5py

import ranks
import support
from support import SCENARIO, edited, sha256

KILLS = int(os.environ.get("MONTECOPTER_KILLS", "4"))


def lasting(samples):
    """Flights of which 20000 take one thread more than a second."""
    return edited(("samples = 200", f"samples = {samples}"), ('traces = "every:3"', 'traces = "every:40"'),
                  ("duration_s = 0.3", "duration_s = 3.0"))


LONG = lasting(20000)  # in 313 blocks
RUN = ["run", "s.toml", "--reproducible", "-o", "a.h5", "-j", "1"]


def children(pid):
    """The processes that mpirun has started, by rank."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent != pid:
                continue
            for variable in (folder / "environ").read_bytes().split(b"\0"):
                if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                    found[int(variable.split(b"=")[1])] = int(folder.name)
        except (OSError, IndexError):  # it has ended
            pass
    return found


class Kills(ranks.RanksTest):
    @classmethod
    def setUpClass(cls):
        cls.expected = {}

    def setUp(self):
        super().setUp()
        self.take(LONG)

    def take(self, text):
        self.text = text
        self.write("s.toml", text)
        self.reference()  # before anything is measured

    def reference(self):
        """File hash of one process, how long it took, and where that file has its `check`."""
        if self.text not in self.expected:
            begin = time.monotonic()
            self.expect(0, "run", "s.toml", "--reproducible", "-j", "1", "-o", "reference.h5")
            took = time.monotonic() - begin
            with h5py.File(self.path("reference.h5"), "r") as file:
                place = file["check"].id.get_offset(), len(file["check"])
            self.expected[self.text] = sha256(self.path("reference.h5")), took, place
            os.remove(self.path("reference.h5"))
        return self.expected[self.text]

    def checks(self):
        """Of each finished sample of a.h5, by number."""
        offset, count = self.reference()[2]
        try:
            with open(self.path("a.h5"), "rb") as file:
                stored = os.pread(file.fileno(), 16 * count, offset)
        except FileNotFoundError:
            return {}
        all_of_them = (stored[16 * i:16 * i + 16] for i in range(count))
        return {i: check for i, check in enumerate(all_of_them) if check != bytes(16) and check}

    def start_together(self, number, env=ranks.TOGETHER):
        process = subprocess.Popen(["mpirun", "-n", str(number), support.PROGRAM, *RUN], cwd=self.dir,
                                   env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(self._end, process)
        return process

    def wait_for(self, process, samples, number):
        """Waits until so many samples are finished, and gives the processes by rank."""
        deadline = time.monotonic() + 60
        while len(self.checks()) < samples and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        found = children(process.pid)
        self.assertEqual(len(found), number, "it has ended too early to prove anything")
        return found

    def finish(self, number):
        """Goes on with so many processes: the file has to be that of one that was never stopped."""
        if number == 1:
            result = self.expect(0, *RUN)
        else:
            result = self.together(number, 0, *RUN)
        self.assertEqual(sha256(self.path("a.h5")), self.reference()[0])
        return result

    def test_kill_any_of_them_at_any_moment(self):
        self.take(lasting(10000))
        rng = random.Random(int(os.environ.get("MONTECOPTER_SEED", "20")))
        total = self.reference()[2][1]
        killed = lost = 0
        while killed < KILLS:
            number = rng.randrange(2, 5)
            there = self.checks()
            process = self.start_together(number, ranks.AT_ONCE)
            aim = len(there) + rng.randrange(1, max(2, (total - len(there)) * 3 // 4))
            found = children(process.pid)
            while len(self.checks()) < aim and process.poll() is None:
                if len(found) < number:
                    found = children(process.pid)
                time.sleep(0.002)
            if process.poll() is not None or len(found) < number:  # ended before the kill
                process.communicate()
            else:
                os.kill(found[rng.randrange(number)], signal.SIGKILL)
                killed += 1
                at_the_kill = self.checks()
                process.communicate()
                self.assertNotEqual(process.returncode, 0)
                now = self.checks()
                lost += sum(now.get(i) != check for i, check in at_the_kill.items())
                there = at_the_kill
            if len(self.checks()) > total * 3 // 4 or rng.randrange(4) == 0:
                kept = len(self.checks())
                result = self.finish(rng.randrange(1, 5))
                if kept < total:
                    self.assertIn(f"a.h5: {kept} of {total} samples are there already", result.err)
                os.remove(self.path("a.h5"))
        self.assertEqual(lost, 0)
        print(f"killed {killed} processes, {lost} finished samples lost")

    def stop(self, *numbers):
        before = len(self.checks())
        process = self.start_together(3, ranks.IN_A_SECOND)
        found = self.wait_for(process, before + 500, 3)
        for number in numbers:
            os.kill(found[number], signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (143, ""), err)
        self.assertEqual(err.count("interrupted: finished samples are in a.h5"), 1, err)
        self.assertTrue(before + 500 <= len(self.checks()) < 20000)

    def test_sigterm(self):
        self.stop(0)
        self.stop(2)
        self.stop(2, 1, 0)  # as Slurm does it
        self.finish(2)

    def test_sigterm_to_mpirun(self):
        process = self.start_together(2, ranks.IN_A_SECOND)
        self.wait_for(process, 500, 2)
        process.terminate()
        process.communicate(timeout=60)
        self.assertGreaterEqual(len(self.checks()), 500)
        self.finish(3)

    def test_one_that_stands_still_holds_nobody_up(self):
        process = self.start_together(3)
        still = self.wait_for(process, 500, 3)[2]
        os.kill(still, signal.SIGSTOP)
        # It keeps what it was given: a quarter of a second of work, of 64 samples in each block.
        total, before = self.reference()[2][1], -1
        while len(self.checks()) > before:
            before = len(self.checks())
            time.sleep(0.5)
        self.assertIsNone(process.poll(), "nobody can finish without it")
        self.assertGreater(before, total * 3 // 4)
        os.kill(still, signal.SIGCONT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(sha256(self.path("a.h5")), self.reference()[0])

    def slowed_tenfold(self, rank):
        """How much longer two processes take, one of which runs a tenth of the time, than one alone."""
        process = self.start_together(2)
        begin = time.monotonic()
        while len(children(process.pid)) < 2:
            time.sleep(0.001)
        slow, over = children(process.pid)[rank], threading.Event()

        def slow_down():
            try:
                while not over.is_set():
                    os.kill(slow, signal.SIGSTOP)
                    time.sleep(0.009)
                    os.kill(slow, signal.SIGCONT)
                    time.sleep(0.001)
            except ProcessLookupError:
                pass
        thread = threading.Thread(target=slow_down)
        self.wait_for(process, 64, 2)
        thread.start()
        out, err = process.communicate(timeout=100)
        took = time.monotonic() - begin
        over.set()
        thread.join()
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(sha256(self.path("a.h5")), self.reference()[0])
        return took / self.reference()[1]

    def slow(self, rank, who):
        # With equal shares they would take 5 times as long as one alone, with perfect ones 0.9 times.
        ratio = self.slowed_tenfold(rank)
        print(f"{who} slowed tenfold: {ratio:.2f} times as long as one process alone")
        self.assertLess(ratio, 3)

    def test_a_slow_first_one(self):
        self.slow(0, "the first of two")

    def test_a_slow_other_one(self):
        self.slow(1, "the second of two")


class TogetherIn(ranks.RanksTest):
    def test_progress_of_all_is_one_line(self):
        self.write("s.toml", lasting(6000))  # in 94 blocks
        result = self.together(3, 0, "run", "s.toml", "-o", "a.h5", "--progress", "lines")
        lines = [line for line in result.err.splitlines() if "Msteps/s" in line]
        done = [int(line.split("/")[0]) for line in lines]
        self.assertEqual(done, sorted(done))
        self.assertEqual(done[-1], 6000)
        self.assertLessEqual(len(lines), 21)  # every 5 %

    def test_until_decided(self):
        text = SCENARIO + """
[requirement.tilt]
type = "probability"
metric = "max_tilt_deg"
at_most = 30.0
probability = 0.95
confidence = 0.95
"""
        self.write("s.toml", text)
        options = ["run", "s.toml", "-n", "20000", "--until", "decided", "--reproducible"]
        self.expect(0, *options, "-o", "one.h5")
        for number in (2, 4):
            result = self.together(number, 0, *options, "-o", f"{number}.h5")
            self.assertEqual(sha256(self.path(f"{number}.h5")), sha256(self.path("one.h5")))
        self.assertLess(os.path.getsize(self.path("one.h5")), 20e6)
        self.assertIn("decided at", result.out + result.err)


class SilentPrograms(ranks.RanksTest):
    def test_what_a_stop_has_dropped_is_told_of_all_processes(self):
        """A block in each of two, whose programs hang."""
        self.write("hang.sh", "#!/bin/sh\nexec sleep 100\n")
        os.chmod(self.path("hang.sh"), 0o755)
        table = SCENARIO[SCENARIO.index("[controller]"):SCENARIO.index("[integrator]")]
        self.write("s.toml", edited((table, '[controller]\ntype = "external"\ncommand = ["./hang.sh"]\nrate_hz = 500\n'
                                     'timeout_s = 6\n[trajectory]\ntype = "hover"\nposition_m = [0, 0, -10]\n\n'),
                                    ("samples = 200", "samples = 128")))
        process = subprocess.Popen(["mpirun", "-n", "2", support.PROGRAM, *RUN], cwd=self.dir, env=ranks.IN_A_SECOND,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self._end, process)
        deadline = time.monotonic() + 60
        while not os.path.exists(self.path("a.h5")) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(1.5)
        for number in children(process.pid).values():  # as Slurm does it
            os.kill(number, signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143, err)
        self.assertEqual(err.count("128 samples in flight are dropped, for a program was silent"), 1, err)


if __name__ == "__main__":
    support.main()
