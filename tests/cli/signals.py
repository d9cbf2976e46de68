#!/usr/bin/python3
"""Every command ends within a second of SIGINT or SIGTERM, whatever it is at, and leaves no half of a file. Only flights into
a result may take longer, which run_and_resume.py tests."""
import os
import signal
import subprocess
import time

import support
from support import SCENARIO, ProgramTest, edited


class Signals(ProgramTest):
    def setUp(self):
        super().setUp()
        # Flights of ten hours, a file that HDF5 reads without end: nothing here ends by itself.
        self.write("long.toml", edited(("duration_s = 0.3", "duration_s = 36000"), ('traces = "every:3"', 'traces = "none"')))
        self.expect(0, "run", self.write("s.toml", SCENARIO), "-n", 70, "-o", "a.h5", "--progress", "none", "--reproducible")
        spinning = self.make_hdf5_spin()
        self.write("one/long.toml", open(self.path("long.toml")).read())
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
            ["regress", "one", "--junit", "j.xml"], ["bless", "one", "--reason", "x", "--yes"],
            ["verify", "bits"],
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

    def test_each_command(self):
        tmp = self.path("tmp")
        os.mkdir(tmp)
        before = support.snapshot(self.dir)
        for place, words in enumerate(self.commands):
            for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143))[place % 2:place % 2 + 1]:
                with self.subTest(words=words, signal=number):
                    process = subprocess.Popen([support.PROGRAM, *map(str, words)], cwd=self.dir, stdin=subprocess.DEVNULL,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                               env={**os.environ, "TMPDIR": tmp})
                    time.sleep(0.15)
                    self.assertIsNone(process.poll(), "the input is too short")
                    start = time.monotonic()
                    process.send_signal(number)
                    told = process.communicate(timeout=20)[1]
                    self.assertLess(time.monotonic() - start, 1.0 + 0.5)  # the machine may be busy
                    self.assertEqual(process.returncode, code, told)
                    self.assertIn("interrupted", told)
                    after = support.snapshot(self.dir)
                    self.assertEqual({name for name in after if name not in before}, set())


if __name__ == "__main__":
    support.main()
