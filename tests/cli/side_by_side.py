"""The tests of a file, a few at once, each in a process of its own: for files whose tests wait for what is silent, hangs or
sleeps, and would keep a core from its work meanwhile. A test sees as little of the others as in a process for all: less, for
no variable, limit or handler of one is there for the next."""
import io
import os
import signal
import sys
import tempfile
import time
import unittest

SKIPPED = 77  # exit code of a process


def each_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each_of(test)
        else:
            yield test


class Outcome:
    """What unittest.main() asks of a result."""

    def __init__(self):
        self.failed, self.skipped = 0, 0

    def wasSuccessful(self):
        return self.failed == 0


class Runner:
    """A runner for unittest.main()."""

    def __init__(self, at_once=4):
        self.at_once = at_once

    def run(self, suite):
        begin, outcome, waiting, running = time.monotonic(), Outcome(), list(each_of(suite)), {}
        count = len(waiting)
        try:
            while waiting or running:
                while waiting and len(running) < self.at_once:
                    test = waiting.pop(0)
                    number, told = self.begin(test)
                    running[number] = test, told
                number, status = os.wait()
                if number in running:
                    self.end(*running.pop(number), os.waitstatus_to_exitcode(status), outcome)
        finally:
            for number in running:
                os.kill(number, signal.SIGKILL)
                os.waitpid(number, 0)
        print(f"Ran {count} tests side by side in {time.monotonic() - begin:.1f} s: {outcome.failed} failed, "
              f"{outcome.skipped} skipped", file=sys.stderr)
        return outcome

    @staticmethod
    def begin(test):
        """The number of the process, and the file for what unittest says of the test."""
        told = tempfile.TemporaryFile("w+")
        sys.stdout.flush(), sys.stderr.flush()
        number = os.fork()
        if number == 0:
            code = 2
            try:
                text = io.StringIO()
                result = unittest.TextTestRunner(text, buffer=True).run(unittest.TestSuite([test]))
                code = 1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0
                told.write(text.getvalue())
                told.flush()
            finally:
                os._exit(code)
        return number, told

    @staticmethod
    def end(test, told, code, outcome):
        outcome.skipped += code == SKIPPED
        if code not in (0, SKIPPED):
            outcome.failed += 1
            told.seek(0)
            print(f"{test.id()}: exit code {code}\n{told.read()}", file=sys.stderr)
        told.close()
