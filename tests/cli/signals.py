#!/usr/bin/python3
"""Every command ends within a second of SIGINT or SIGTERM, whatever it is at, and leaves no half of a file. Only flights into
a result may take longer, which run_and_resume.py tests."""
import math
import os
import shutil
import signal
import subprocess
import time

import support
from fitted_logs import TRUTH
from validate import CALM, COLUMNS, HEADER
from support import SCENARIO, VEHICLES, ProgramTest, edited

EXAMPLES = VEHICLES.parent / "examples"
X500 = EXAMPLES / "x500-survey.toml"
# What it left out has 384 states, whose margins take seconds.
MANY_FILTERS = """
[[imported.left_out]]
settings = ["ONE = 1"]
why = "a test"
filter = "low_pass"
on = "body_rate"
order = 2
count = 64
frequency_hz = 1e5
"""


def hovering(count):
    """Rows of a log in which the vehicle turns to and fro about the vertical."""
    rows = [",".join(HEADER)]
    for k in range(count):
        psi, w = 0.3 * math.sin(0.01 * k), f"{1133 + 9 * math.sin(0.015 * k):.2f}"
        rows.append(f"{k * 0.005:.3f},0,0,-10,0,0,0,{math.cos(psi / 2):.7f},0,0,{math.sin(psi / 2):.7f},0,0,{0.6 * math.cos(0.01 * k):.6f}" + 8 * ("," + w))
    return "\n".join(rows) + "\n"


def still(count):
    """Rows of a log of a vehicle that does not move."""
    tail = ",0,0,-10,0,0,0,1" + 6 * ",0" + 8 * ",1133\n"
    return ",".join(HEADER) + "\n" + "".join([f"{k / 200:.3f}{tail}" for k in range(count)])


class Signals(ProgramTest):
    def setUp(self):
        super().setUp()
        # Flights of ten hours, a file that HDF5 reads without end: nothing here ends by itself.
        self.write("long.toml", edited(("duration_s = 0.3", "duration_s = 36000"), ('traces = "every:3"', 'traces = "none"')))
        self.expect(0, "run", self.write("s.toml", SCENARIO), "-n", 70, "-o", "a.h5", "--progress", "none", "--reproducible")
        spinning = self.make_hdf5_spin()
        os.mkdir(self.path("one"))
        shutil.copy(self.path("long.toml"), self.path("one"))
        # regress flies what has a golden: that of a short flight.
        os.mkdir(self.path("two"))
        self.write("two/long.toml", edited(('traces = "every:3"', 'traces = "none"')))
        self.expect(0, "bless", "two", "--reason", "x", "--yes")
        shutil.copy(self.path("long.toml"), self.path("two"))
        for name, text in (("judged.toml", CALM), ("fitted.toml", TRUTH), ("c.toml", COLUMNS), ("still.csv", still(300000)), ("hovering.csv", hovering(6000))):
            self.write(name, text)
        self.write("filters.toml", X500.read_text().replace('"../vehicles', f'"{VEHICLES}') + '[imported]\nfile = "a"\nkind = "px4-params"\n' + MANY_FILTERS)
        judged = ["--set", "requirement.r={type='failures', at_most=0.5}"]
        points = ["--set", "sweep.\"vehicle.inertia_kg_m2.zz\".linspace=[0.006, 0.008, 1000000]"]
        self.commands = [
            ["fsck", spinning], ["merge", spinning, "-o", "m.h5"], ["stats", spinning], ["sensitivity", spinning],
            ["requirements", spinning, "--junit", "j.xml"], ["export", spinning, "-o", "e.csv"],
            ["report", spinning, "-o", "r.html"], ["diff", "a.h5", spinning, "--plot", "d.svg"],
            ["compare", "a.h5", spinning, "--margin", "max_tilt_deg=1", "--junit", "j.xml"],
            ["tolerance", "learn", "a.h5", spinning, "-o", "t.toml"],
            ["replay", spinning, "--sample", "1"],
            ["run", "s.toml", *points, "-o", "p.h5"],  # checks all points first
            ["converge", "long.toml"], ["plan", "long.toml"],
            ["edge", "long.toml", *judged, "--of", "environment.gravity_m_s2", "--from", "9.7", "--to", "9.9"],
            ["regress", "two", "--across", "simulation.duration_s", "--junit", "j.xml"],
            ["bless", "one", "--reason", "x", "--yes"],
            ["verify", "bits"],
        ]
        self.computing = [
            ["tune", X500, "--law", "px4", "-o", "gains.toml"], ["margins", "filters.toml", "--json"], ["check", "filters.toml"],
            ["log", "still.csv", "--columns", "c.toml"], ["validate", "judged.toml", "still.csv", "--columns", "c.toml"],
            ["fit", "fitted.toml", "hovering.csv", "--columns", "c.toml", "-o", "f.toml", "--errors", "e.toml"],
            ["sensors", "still.csv", "--columns", "c.toml"],
            ["sensors", "--allan", EXAMPLES / "x500-estimated.toml", "--duration", "70000"],
        ]

    def make_hdf5_spin(self):
        """A file that HDF5 1.10.8 reads without end: an object of its global heap has no size, so the next is the same."""
        with open(self.path("a.h5"), "rb") as file:
            data = bytearray(file.read())
        heap = data.index(b"GCOL")
        end = heap + int.from_bytes(data[heap + 8:heap + 16], "little")
        at, last = heap + 16, None
        while at + 16 <= end and int.from_bytes(data[at:at + 2], "little"):
            last, at = at, at + 16 + (int.from_bytes(data[at + 8:at + 16], "little") + 7) // 8 * 8
        data[last + 8:last + 16] = bytes(8)
        self.write("h.h5", bytes(data))
        return "h.h5"

    def listens(self, pid, number):
        """Whether a process has said what it does at a signal."""
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            caught = next(line for line in file if line.startswith("SigCgt:"))
        return int(caught.split()[1], 16) >> (number - 1) & 1

    def end(self, words, number, code):
        """Ends a command that is at work; what it has said on stdout by then."""
        process = subprocess.Popen([support.PROGRAM, *map(str, words)], cwd=self.dir, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": self.path("tmp")})
        while process.poll() is None and not self.listens(process.pid, number):
            time.sleep(0.002)
        time.sleep(0.05)
        self.assertIsNone(process.poll(), "the input is too short")
        start = time.monotonic()
        process.send_signal(number)
        out, told = process.communicate(timeout=20)
        self.assertLess(time.monotonic() - start, 1.0 + 0.5)  # the machine may be busy
        self.assertEqual(process.returncode, code, told)
        self.assertIn("interrupted", told)
        return out

    @support.slow
    def test_each_command(self):
        """Those that only read and compute with both signals; they answer in the end, and so not at all."""
        os.mkdir(self.path("tmp"))
        before = support.snapshot(self.dir)
        signals = ((signal.SIGINT, 130), (signal.SIGTERM, 143))
        trials = [(words, *signals[place % 2]) for place, words in enumerate(self.commands)]
        trials += [(words, *each) for words in self.computing for each in signals]
        for words, number, code in trials:
            with self.subTest(words=words, signal=number):
                out = self.end(words, number, code)
                if words in self.computing:
                    self.assertEqual(out, "")
                self.assertEqual({name for name in support.snapshot(self.dir) if name not in before}, set())


if __name__ == "__main__":
    support.main()
