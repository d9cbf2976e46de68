"""Tests in which something happens to the program while it is at work: it waits at a gate, which is one of its calls of the
operating system, until the test has done what is to be done then. So nothing depends on who is faster.
"""
import os
import pathlib
import re
import shutil
import tempfile
import time

import support
from support import ProgramTest


class GateTest(ProgramTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.mkdtemp(prefix="montecopter-gate-")  # not where a test looks for what is left behind
        self.addCleanup(shutil.rmtree, folder)
        self.gate, self.log = os.path.join(folder, "gate"), os.path.join(folder, "log")

    def preloaded(self, **variables):
        """An environment in which calls are counted, and may be gates (tests/faults/faults.cpp)."""
        library = pathlib.Path(support.PROGRAM).parent / "tests/faults/libmontecopter_faults.so"
        if not library.exists():
            self.skipTest(f"no {library}")
        # The sanitizers want to be first, and would take what a killed process leaves for a leak.
        return {"ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0", **os.environ, "LD_PRELOAD": str(library),
                **variables}

    def calls(self, *arguments, code=0):
        """How often the program makes each call: {"pwrite": 31, "child pread": 7}, of itself and of HDF5's process."""
        self.expect(code, *arguments, env=self.preloaded(FAULT_LOG=self.log))
        if not os.path.exists(self.log):
            self.skipTest("a library cannot be preloaded into the program here")
        with open(self.log) as file:
            found = re.findall(r"^((?:child )?\w+) (\d+)$", file.read(), re.MULTILINE)
        os.remove(self.log)
        return {name: int(number) for name, number in found}

    def with_gate(self, call, number):
        """The same environment, with a gate at a call."""
        with open(self.gate, "w"):
            pass
        return self.preloaded(FAULT=f"{call}:{number}:gate", FAULT_GATE=self.gate)

    def at_the_gate(self):
        """The processes that are there."""
        with open(self.gate) as file:
            return [int(line) for line in file]

    def reach_gate(self, process, count=1):
        """Waits until so many are there. False if the process has ended, which it has without them."""
        while len(self.at_the_gate()) < count:
            if process.poll() is not None:
                return False
            time.sleep(0.001)
        return True

    def open_gate(self):
        os.remove(self.gate)

    def start_to_gate(self, call, number, *arguments):
        """The program in the background, at the gate."""
        process = self.start(*arguments, env=self.with_gate(call, number))
        if not self.reach_gate(process):
            self.fail(f"it ended before the gate: {process.returncode} {process.communicate()}")
        return process

    def kill_at_gate(self, call, number, *arguments):
        """Whether it came to the gate, where it is killed."""
        process = self.start(*arguments, env=self.with_gate(call, number))
        reached = self.reach_gate(process)
        process.kill()
        process.wait()
        self.open_gate()
        return reached

    def partial_files(self):
        """Partial files that were left behind."""
        return [name for name in os.listdir(self.dir) if ".partial-" in name]

    @staticmethod
    def signal(pid, number):
        """Sends a signal and waits until it is taken."""
        os.kill(pid, number)
        while True:
            with open(f"/proc/{pid}/status") as status:
                pending = int(re.search(r"^ShdPnd:\s*(\w+)$", status.read(), re.MULTILINE)[1], 16)
            if pending >> (number - 1) & 1 == 0:
                return
            time.sleep(0.001)

    def signal_at_gate(self, process, number):
        """A signal, and then the gate is opened."""
        self.signal(process.pid, number)
        self.open_gate()
