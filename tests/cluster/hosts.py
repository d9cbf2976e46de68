#!/usr/bin/python3
"""Processes on two hosts fill one result: scripts/cluster/two-hosts makes them of this machine.

    hosts.py PROGRAM [names of tests]

It needs root, iproute2 and Open MPI; else it says why it is skipped.
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

import h5py

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
import ranks  # noqa: E402
import support  # noqa: E402
from gate import GateTest  # noqa: E402
from support import SCENARIO, edited, sha256  # noqa: E402

TWO_HOSTS = ROOT / "scripts/cluster/two-hosts"
# Some seconds of work: a host that begins a second later than the other still has its part of it.
MANY = edited(("samples = 200", "samples = 10000"), ("duration_s = 0.3", "duration_s = 1.5"))
RUN = ["run", "s.toml", "--reproducible", "-j", "1", "-o", "a.h5"]


def why_not():
    """Why there can be no two hosts here; empty: there can be."""
    for program, package in (("ip", "iproute2"), ("mpirun", "openmpi-bin")):
        if not shutil.which(program):
            return f"no {program} here (Debian: {package})"
    done = subprocess.run([TWO_HOSTS, "true"], capture_output=True, text=True, timeout=300)
    return "" if done.returncode == 0 else f"no hosts can be made here ({done.stderr.strip()})"


class Hosts(GateTest, ranks.RanksTest):
    of_one = {}  # hashes of what one process writes, by scenario

    def require_same(self, text):
        if text not in self.of_one:
            self.expect(0, *RUN[:-1], "one.h5")
            self.of_one[text] = sha256(self.path("one.h5"))
        self.assertEqual(sha256(self.path("a.h5")), self.of_one[text])

    def on_two(self, code, there="true", **variables):
        """Two processes on each. `received` is what has come through the cable, in bytes."""
        script = '"$@"; code=$?; grep cable /proc/net/dev; exit $code'
        done = subprocess.run([TWO_HOSTS, "--there", there, "bash", "-c", script, "bash", "mpirun", "-n", "4", support.PROGRAM,
                               *RUN], cwd=self.dir, env={**os.environ, **variables}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done)
        self.received = int(re.search(r"cable: *(\d+)", done.stdout)[1])
        return done

    def on_two_the_same(self, senders, *arguments, **variables):
        self.write("s.toml", MANY)
        done = self.on_two(0, *arguments, **variables)
        self.assertIn("in 4 processes on 2 machines)", done.stderr)
        self.require_same(MANY)
        self.assertEqual(done.stderr.count(f"a.h5: {senders} of 4 processes on 2 machines send"), senders > 0, done.stderr)

    def test_a_disk_of_one_machine(self):
        self.on_two_the_same(2)
        self.assertGreater(self.received, os.path.getsize(self.path("a.h5")) / 20)

    def test_a_file_system_that_keeps_writes_apart(self):
        self.on_two_the_same(0, **self.pretend())
        self.assertLess(self.received, os.path.getsize(self.path("a.h5")) / 20)

    def test_a_folder_that_is_another_one_there(self):
        self.write("elsewhere/s.toml", MANY)
        lustre = self.pretend()
        shutil.copy(lustre["LD_PRELOAD"], self.path("elsewhere"))
        self.on_two_the_same(2, f"mount --bind '{self.dir}/elsewhere' '{self.dir}'", **lustre)
        self.assertEqual(sorted(os.listdir(self.path("elsewhere"))), ["lustre.so", "s.toml"])

    def test_one_is_killed_there(self):
        self.write("s.toml", MANY)
        # The first one waits behind its first block, and with it all of them before the end.
        writes = self.calls(*RUN[:-1], "few.h5", "-n", "64")["pwrite"]
        variables = " ".join(f"{name}={value}" for name, value in self.with_gate("pwrite", writes + 1).items()
                             if name.startswith(("FAULT", "LD_PRELOAD")))
        script = f'[ $OMPI_COMM_WORLD_RANK != 0 ] || export {variables}; exec "$0" "$@"'
        process = subprocess.Popen([TWO_HOSTS, "mpirun", "-n", "4", "bash", "-c", script, support.PROGRAM, *RUN], cwd=self.dir,
                                   env=ranks.AT_ONCE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self._end, process)
        self.assertTrue(self.reach_gate(process))
        os.kill(self.process_there(), signal.SIGKILL)
        process.communicate()
        self.assertNotEqual(process.returncode, 0)
        kept = self.finished()
        self.assertTrue(0 < kept < 10000, kept)
        result = self.expect(0, *RUN)
        self.assertIn(f"a.h5: {kept} of 10000 samples are there already", result.err)
        self.require_same(MANY)

    def finished(self):
        """Samples of a.h5 that have a check."""
        try:
            return int((h5py.File(self.path("a.h5"), "r")["check"][:] != 0).any(axis=1).sum())
        except OSError:  # it is not laid out yet
            return 0

    def process_there(self):
        """Of this test's processes one whose network is not that of the first of them."""
        networks = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
                if words[0] == support.PROGRAM.encode() and os.readlink(folder / "cwd") == os.path.realpath(self.dir):
                    rank = re.search(rb"OMPI_COMM_WORLD_RANK=(\d)", (folder / "environ").read_bytes())
                    networks[int(rank[1])] = (os.readlink(folder / "ns/net"), int(folder.name))
            except (OSError, TypeError):  # it has ended, or is about to begin
                pass
        return next(pid for network, pid in networks.values() if network != networks[0][0])


if __name__ == "__main__":
    if why_not():
        print(f"skipped: {why_not()}")
        sys.exit(77)
    support.main()
