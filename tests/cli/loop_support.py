"""What the tests of programs in the loop share: a fake in the place of the user's program, a copy of its own for each test,
so that what is left of it can be told; and a clock that disturbs."""
import contextlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import h5py

import side_by_side
import support
from support import ProgramTest

FAILED = 8  # status controller_failed


def processes_of(path):
    """Those that run a program."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.readlink(entry / "exe").startswith(str(path)):
                    found.append(int(entry.name))
            except OSError:  # it has ended, or is not ours
                pass
    return found


def wait_until(what, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.005)
    return False


class LoopTest(ProgramTest):
    """compile(path) makes the fake: once for all tests of a file, for that takes a second."""
    compiled = None

    def setUp(self):
        super().setUp()
        self.fake = pathlib.Path(self.path("fake"))
        shutil.copy(self.compiled, self.fake)
        # Folders of flights are made here.
        os.mkdir(self.path("tmp"))
        self.with_variables(TMPDIR=self.path("tmp"), XDG_CACHE_HOME=self.path("cache"))

    def tearDown(self):
        gone = wait_until(lambda: processes_of(self.fake) == [])
        for number in processes_of(self.fake):
            os.kill(number, signal.SIGKILL)
        self.assertTrue(gone, "a process is left")
        self.assertTrue(wait_until(lambda: self.folders() == []), "a folder is left")
        super().tearDown()

    def folders(self):
        return [name for name in os.listdir(self.path("tmp")) if name.startswith("montecopter-flights-")]

    def with_variables(self, **variables):
        os.environ.update(variables)
        for name in variables:
            self.addCleanup(os.environ.pop, name, None)

    def fly(self, text, name, *options, code=0):
        self.write(name + ".toml", text)
        return self.expect(code, "run", name + ".toml", "-o", name + ".h5", "--progress", "none", "--reproducible", *options)

    def begin(self, text, name, *options):
        """The same in the background: where programs are silent it does nothing but wait."""
        self.write(name + ".toml", text)
        return self.start("run", name + ".toml", "-o", name + ".h5", "--progress", "none", "--reproducible", *options)

    def end(self, process):
        _, err = process.communicate()
        self.assertEqual(process.returncode, 0, err)

    def of(self, name, column):
        with h5py.File(self.path(name + ".h5")) as file:
            return file[column][:]

    def words(self, name):
        return [bytes(row).rstrip(b"\0").decode() for row in self.of(name, "last_words")]

    def killed_anywhere(self, text):
        """montecopter, or its whole process group, is killed while programs fly: nothing of them is left."""
        self.write("a.toml", text)
        for k in range(4):
            process = subprocess.Popen([support.PROGRAM, "run", "a.toml", "-o", "a.h5", "--progress", "none", "-n", "10000", "--set",
                                        "output.traces=none"], cwd=self.path("."), start_new_session=True,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertTrue(wait_until(lambda: processes_of(self.fake) != []))
            time.sleep(0.05 * k)
            self.assertIsNone(process.poll())
            (os.kill if k % 2 else os.killpg)(process.pid, signal.SIGKILL)
            process.wait()
            self.assertTrue(wait_until(lambda: processes_of(self.fake) == []), "a process is left")
            self.assertTrue(wait_until(lambda: self.folders() == []), "a folder is left")

    @contextlib.contextmanager
    def disturbed(self):
        """Stops montecopter now and then for some milliseconds: what it does sleeps anywhere. Yields how often, once left."""
        stop, stops = threading.Event(), []
        stopper = threading.Thread(target=self.stop_and_go, args=[stop, stops])
        stopper.start()
        try:
            yield stops
        finally:
            stop.set()
            stopper.join()

    def stop_and_go(self, stop, stops):
        draw = random.Random(1)
        while not stop.wait(0.02 * draw.random()):
            for number in processes_of(support.PROGRAM):
                try:
                    if not self.is_ours(number):
                        continue
                    os.kill(number, signal.SIGSTOP)
                    time.sleep(0.01 * draw.random())
                    os.kill(number, signal.SIGCONT)
                    stops.append(number)
                except OSError:
                    pass

    def is_ours(self, number):
        """Whether a process is the campaign of this test."""
        command = pathlib.Path(f"/proc/{number}/cmdline").read_text()
        return os.readlink(f"/proc/{number}/cwd") == os.path.realpath(self.dir) and "\0run\0" in command


class Runner(side_by_side.Runner):
    """Programs in the loop are mostly waited for. Makes the fake before all tests."""

    def run(self, suite):
        with tempfile.TemporaryDirectory(prefix="montecopter-fake-") as folder:
            LoopTest.compiled = pathlib.Path(folder) / "fake"
            next(side_by_side.each_of(suite)).compile(LoopTest.compiled)
            return super().run(suite)


def built_fake(kind):
    """The fake of tests/core in the place of a firmware, from the folder of the program."""
    return pathlib.Path(support.PROGRAM).parent / "tests/core" / {"ardupilot": "ardupilot/fake_ardupilot", "px4": "mavlink/fake_px4"}[kind]


class FirmwareTest(LoopTest):
    """Tests with the fakes of both firmwares; use(kind) takes one."""

    @classmethod
    def compile(cls, path):
        shutil.copy(built_fake("px4"), path)

    def use(self, kind):
        shutil.copy(built_fake(kind), self.fake)


def main(at_once=4):
    support.main(Runner(at_once))
