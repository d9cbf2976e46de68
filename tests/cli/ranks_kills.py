#!/usr/bin/python3
"""Processes that fill one result together may be killed, stopped, slowed or ended in any way: what was finished
stays, any number of processes goes on, and nobody waits for a slow one.

    ranks_kills.py PROGRAM [tests]          MONTECOPTER_KILLS=200 in the environment: so many kills, not a few
"""
import os
import pathlib
import random
import re
import signal
import subprocess
import time

import h5py

import ranks
import support
from gate import GateTest
from support import SCENARIO, edited, sha256

KILLS = int(os.environ.get("MONTECOPTER_KILLS", "4"))
LONG = edited(("samples = 200", "samples = 5000"), ('traces = "every:3"', 'traces = "every:40"'))  # in 79 blocks
RUN = ["run", "s.toml", "--reproducible", "-o", "a.h5", "-j", "1"]


class Kills(GateTest, ranks.RanksTest):
    expected = None

    def setUp(self):
        super().setUp()
        self.write("s.toml", LONG)
        if Kills.expected is None:
            alone = ["run", "s.toml", "--reproducible", "-j", "1"]
            few, all_ = (self.calls(*alone, "-n", str(n), "-o", f"{n}.h5")["pwrite"] for n in (64, 5000))
            with h5py.File(self.path("5000.h5"), "r") as file:
                place = file["check"].id.get_offset(), len(file["check"])
            of_a_block = (all_ - few) // 78
            Kills.expected = sha256(self.path("5000.h5")), place, of_a_block, few - of_a_block
            for n in (64, 5000):
                os.remove(self.path(f"{n}.h5"))
        self.hash, self.place, self.of_a_block, self.of_the_first = self.expected

    def checks(self):
        """Of each finished sample of a.h5, by number."""
        offset, count = self.place
        try:
            with open(self.path("a.h5"), "rb") as file:
                stored = os.pread(file.fileno(), 16 * count, offset)
        except FileNotFoundError:
            return {}
        all_of_them = (stored[16 * i:16 * i + 16] for i in range(count))
        return {i: check for i, check in enumerate(all_of_them) if check != bytes(16) and check}

    def write_of(self, rank, blocks):
        """The number of the write with which a process begins a block of its own, after so many others."""
        return blocks * self.of_a_block + (self.of_the_first if rank == 0 else 0) + 1

    def start_together(self, number, faults, env=ranks.TOGETHER):
        """Processes of which some have a fault, by rank (tests/faults/faults.cpp); what they called is in logs by rank."""
        with open(self.gate, "w"):
            pass
        library = self.preloaded()["LD_PRELOAD"]
        cases = "".join(f'{rank}) export LD_PRELOAD={library} FAULT={fault} FAULT_GATE={self.gate} FAULT_LOG={self.log}.{rank} ;;\n'
                        for rank, fault in faults.items())
        script = f'case $OMPI_COMM_WORLD_RANK in\n{cases}esac\nexec "$0" "$@"'
        process = subprocess.Popen(["mpirun", "-n", str(number), "bash", "-c", script, support.PROGRAM, *RUN], cwd=self.dir,
                                   env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(self._end, process)
        return process

    def start_to_gates(self, number, blocks, env=ranks.TOGETHER):
        """Each waits before it writes another block; the processes by rank."""
        process = self.start_together(number, {rank: f"pwrite:{self.write_of(rank, blocks)}:gate" for rank in range(number)}, env)
        self.assertTrue(self.reach_gate(process, number), "it has ended too early to prove anything")
        found = {}
        for pid in self.at_the_gate():
            variables = pathlib.Path(f"/proc/{pid}/environ").read_bytes()
            found[int(re.search(rb"OMPI_COMM_WORLD_RANK=(\d+)", variables)[1])] = pid
        return process, found

    def finish(self, number):
        """Goes on with so many processes: the file has to be that of one that was never stopped."""
        if number == 1:
            result = self.expect(0, *RUN)
        else:
            result = self.together(number, 0, *RUN)
        self.assertEqual(sha256(self.path("a.h5")), self.hash)
        return result

    def test_kill_any_of_them_at_any_moment(self):
        rng = random.Random(int(os.environ.get("MONTECOPTER_SEED", "20")))
        total = self.place[1]
        killed = lost = 0
        while killed < KILLS:
            number = rng.randrange(2, 5)
            rank = rng.randrange(number)
            process = self.start_together(number, {rank: f"pwrite:{rng.randrange(1, self.write_of(rank, 3))}:gate"}, ranks.AT_ONCE)
            if self.reach_gate(process):
                # The others go on meanwhile, for a moment or until nothing is left for them.
                time.sleep(rng.random() * 0.1)
                os.kill(self.at_the_gate()[0], signal.SIGKILL)
                killed += 1
                at_the_kill = self.checks()
                process.communicate()
                self.assertNotEqual(process.returncode, 0)
                now = self.checks()
                lost += sum(now.get(i) != check for i, check in at_the_kill.items())
            if len(self.checks()) > total // 2 or rng.randrange(4) == 0:
                kept = len(self.checks())
                result = self.finish(rng.randrange(1, 5))
                if kept < total and os.path.exists(self.path("a.h5")):
                    self.assertIn(f"a.h5: {kept} of {total} samples are there already" if kept else "", result.err)
                os.remove(self.path("a.h5"))
        self.assertEqual(lost, 0)
        print(f"killed {killed} processes, {lost} finished samples lost")

    def stop(self, *numbers):
        before = len(self.checks())
        process, found = self.start_to_gates(3, 2, ranks.IN_A_SECOND)
        for number in numbers:
            self.signal(found[number], signal.SIGTERM)
        self.open_gate()
        out, err = process.communicate()
        self.assertEqual((process.returncode, out), (143, ""), err)
        self.assertEqual(err.count("interrupted: finished samples are in a.h5"), 1, err)
        self.assertTrue(before + 300 < len(self.checks()) < 5000)

    def test_sigterm(self):
        self.stop(0)
        self.stop(2)
        self.stop(2, 1, 0)  # as Slurm does it
        self.finish(2)

    def test_sigterm_to_mpirun(self):
        process, _ = self.start_to_gates(2, 4, ranks.IN_A_SECOND)
        process.terminate()
        self.open_gate()
        process.communicate()
        self.assertGreaterEqual(len(self.checks()), 8 * 64)
        self.finish(3)

    def stands_still(self, rank):
        process = self.start_together(3, {rank: f"pwrite:{self.write_of(rank, 2)}:gate"})
        self.assertTrue(self.reach_gate(process), "it has ended too early to prove anything")
        # It keeps what it was given: a quarter of a second of work, of 64 samples in each block.
        total = self.place[1]
        last = time.monotonic() + 120
        while len(self.checks()) <= total * 3 // 4:
            self.assertLess(time.monotonic(), last, "the others wait")
            time.sleep(0.01)
        self.assertIsNone(process.poll(), "nobody can finish without it")
        self.open_gate()
        process.communicate()
        self.assertEqual(process.returncode, 0)
        self.assertEqual(sha256(self.path("a.h5")), self.hash)

    def test_one_that_stands_still_holds_nobody_up(self):
        self.stands_still(2)

    def test_nor_does_the_first_one(self):
        self.stands_still(0)

    def slow(self, rank, who):
        """Of one that takes a quarter of a second and more for a block, where the other takes some milliseconds."""
        process = self.start_together(2, {rank: "pwrite:1+:late", 1 - rank: "pwrite:0:late"})
        _, err = process.communicate()
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(sha256(self.path("a.h5")), self.hash)
        writes = {}
        for one in (0, 1):
            with open(f"{self.log}.{one}") as log:
                writes[one] = int(re.search(r"^pwrite (\d+)$", log.read(), re.MULTILINE)[1])
        writes[0] -= self.of_the_first
        share = writes[rank] / (writes[0] + writes[1])
        print(f"{who} was slow: it wrote {share:.2f} of all")
        self.assertLess(share, 0.25)

    def test_a_slow_first_one(self):
        self.slow(0, "the first of two")

    def test_a_slow_other_one(self):
        self.slow(1, "the second of two")


class TogetherIn(ranks.RanksTest):
    def test_progress_of_all_is_one_line(self):
        self.write("s.toml", LONG)
        result = self.together(3, 0, "run", "s.toml", "-o", "a.h5", "--progress", "lines")
        lines = [line for line in result.err.splitlines() if "Msteps/s" in line]
        done = [int(line.split("/")[0]) for line in lines]
        self.assertEqual(done, sorted(done))
        self.assertEqual(done[-1], 5000)
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
        """A block in each of two, whose programs hang: not those of the trial flight, before which there is no file."""
        self.write("hang.sh", f"""#!/bin/sh
[ -e '{self.path("a.h5")}' ] || exit 1
echo $PPID >> '{self.path("started")}'
exec sleep 1000
""")
        os.chmod(self.path("hang.sh"), 0o755)
        table = SCENARIO[SCENARIO.index("[controller]"):SCENARIO.index("[integrator]")]
        self.write("s.toml", edited((table, '[controller]\ntype = "external"\ncommand = ["./hang.sh"]\nrate_hz = 500\n'
                                     'timeout_s = 1000\n[trajectory]\ntype = "hover"\nposition_m = [0, 0, -10]\n\n'),
                                    ("samples = 200", "samples = 128")))
        self.write("started", "")
        process = subprocess.Popen(["mpirun", "-n", "2", support.PROGRAM, *RUN], cwd=self.dir, env=ranks.IN_A_SECOND,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self._end, process)
        ranks_flying = set()
        while len(ranks_flying) < 2:
            self.assertIsNone(process.poll())
            time.sleep(0.005)
            with open(self.path("started")) as file:
                ranks_flying = {int(line) for line in file if line.endswith("\n")}
        for number in ranks_flying:  # as Slurm does it
            os.kill(number, signal.SIGTERM)
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 143, err)
        self.assertEqual(err.count("128 samples in flight are dropped because a program was silent"), 1, err)


if __name__ == "__main__":
    support.main()
