#!/usr/bin/python3
"""Kills of controllers that are processes, and of montecopter while they fly: each ends one flight or the campaign, at
times that differ; nothing is left, what is finished stays, and the same command flies the rest with the same bits. Three
hundred of either side under ctest's label `slow`, a few otherwise (MONTECOPTER_TEST_KILLS)."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time

import numpy as np

import loop_support
import support
from external_controller import SOME, ExternalTest, doing
from loop_support import FAILED, processes_of, wait_until


class Kills(ExternalTest):
    times = int(os.environ.get("MONTECOPTER_TEST_KILLS", "4"))

    def test_of_montecopter(self):
        text = doing("sleeps", "family").replace("samples = 70", f"samples = {max(40, 4 * self.times)}")
        self.fly(text.replace('"sleeps", ', ""), "whole")
        self.write("a.toml", text)
        finished = 0
        for k in range(self.times):
            process = subprocess.Popen([support.PROGRAM, "run", "a.toml", "-o", "a.h5", "--progress", "none", "-j", "2"],
                                       cwd=self.path("."), start_new_session=True, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            self.assertTrue(wait_until(lambda: processes_of(self.fake) != [] or process.poll() is not None))
            time.sleep(0.005 * (k * 37 % 60))
            # Alone, or with its whole group, as a terminal does it.
            with contextlib.suppress(ProcessLookupError):  # it has ended
                (os.kill if k % 2 else os.killpg)(process.pid, signal.SIGKILL)
            process.wait()
            self.assertTrue(wait_until(lambda: processes_of(self.fake) == []), "a process is left")
            self.assertTrue(wait_until(lambda: self.folders() == []), "a folder is left")
            before, finished = finished, self.finished()
            self.assertGreaterEqual(finished, before, "a sample is lost")
        self.fly(text, "a")
        np.testing.assert_array_equal(self.of("a", "digest"), self.of("whole", "digest"))

    def begin_again(self):
        return subprocess.Popen([support.PROGRAM, "run", "a.toml", "-o", "b.h5", "--progress", "none", "--fresh"],
                                cwd=self.path("."), start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def test_of_montecopter_as_it_begins(self):
        """At times before and after the folder of its programs is made: neither that nor who is to remove it may stay."""
        self.write("a.toml", doing("sleeps"))
        began = time.monotonic()
        process = self.begin_again()
        self.assertTrue(wait_until(lambda: self.folders() != []))
        until_made, found = time.monotonic() - began, []
        self.kill(process)
        kills = max(20, self.times)
        for k in range(kills):
            process = self.begin_again()
            time.sleep(1.5 * until_made * k / kills)
            found.append(self.folders() != [])
            self.kill(process)
        self.assertTrue(any(found))  # the first come before it, unless the machine is busy

    def kill(self, process):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.assertTrue(wait_until(lambda: processes_of(self.fake) == []), "a process is left")
        self.assertTrue(wait_until(lambda: self.folders() == [], 5), "a folder is left")

    def finished(self):
        """Samples in the file, as the program reads it."""
        if not os.path.exists(self.path("a.h5")):
            return 0
        done = self.run_program("stats", "a.h5", "--json")
        return json.loads(done.out)["status"]["ok"] if done.code == 0 else 0

    def hangs(self, number):
        """Whether a program hangs, which it does at packet 40 of half of the flights, but not of the first."""
        with contextlib.suppress(OSError):
            return pathlib.Path(f"/proc/{number}/comm").read_text() == "hangs\n"
        return False

    def test_of_programs(self):
        """Each kill ends one flight; the same command flies the others as if nothing had been. Some are killed as they
        come, and then those that hang until they are."""
        samples = max(24, 3 * self.times)
        some = SOME.replace("samples = 70", f"samples = {samples}").replace("timeout_s = 20", "timeout_s = 1000")
        self.fly(some, "whole")
        self.write("a.toml", doing("sleeps", "hangs", text=some))
        process = subprocess.Popen([support.PROGRAM, "run", "a.toml", "-o", "a.h5", "--progress", "none", "-j", "2",
                                    "--set", f"simulation.max_failures={samples}"], cwd=self.path("."),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Before that the first sample is flown several times, and a kill would make these flights differ.
        self.assertTrue(wait_until(lambda: any(name.startswith("a.h5") for name in os.listdir(self.path(".")))))
        kills = 0
        while process.poll() is None:
            for number in processes_of(self.fake):
                if kills < self.times // 2 or self.hangs(number):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(number, signal.SIGKILL)
                        kills += 1
            time.sleep(0.015)
        self.assertEqual(process.wait(), 0)
        self.assertGreaterEqual(kills, self.times)
        status = self.of("a", "status")
        self.assertTrue(set(status.tolist()) <= {1, FAILED})
        for sample, words in enumerate(self.words("a")):
            self.assertEqual(words, "it was killed by signal 9 (Killed)" if status[sample] == FAILED else "")
        good = status == 1
        np.testing.assert_array_equal(self.of("a", "digest")[good], self.of("whole", "digest")[good])


if __name__ == "__main__":
    loop_support.main(at_once=1)  # it kills at parts of a time that it has measured
