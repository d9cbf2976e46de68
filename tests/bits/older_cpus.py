#!/usr/bin/python3
"""Usage: older_cpus.py PROGRAM

The program on emulated CPUs without AVX-512, without AVX2 and without FMA: it chooses what the CPU has,
never runs an instruction that it has not, and gives the same bits.
"""
import os
import shutil
import unittest

import h5py

import closed_loops
import kinds
import scenarios
import support
from support import ProgramTest, edited, sha256

# The emulator has no AVX-512, whatever CPU it is asked for.
CPUS = [("Nehalem", "baseline"), ("SandyBridge", "baseline"), ("Haswell", "avx2"), ("max", "avx2")]
# One for each kernel flies all; the others show that they choose the same.
FLYING_ALL = ("Nehalem", "Haswell")
EMULATOR = shutil.which("qemu-x86_64-static") or shutil.which("qemu-x86_64")


@unittest.skipUnless(EMULATOR, "qemu-user-static is not installed")
class OlderCpus(ProgramTest):
    def emulate(self, cpu, *arguments):
        return self.run_program("-cpu", cpu, support.PROGRAM, *arguments, program=EMULATOR)

    def test_the_same_bits(self):
        flights = {integrator: scenarios.scenario(integrator, samples=10, duration_s=0.03) for integrator in kinds.integrators()}
        flights["landing"] = scenarios.on_ground("sih2022", scenarios.scenario("euler_exp", samples=10, duration_s=0.03))
        flights["helicopter"] = scenarios.on_ground("spring_damper", scenarios.helicopter(samples=10, duration_s=0.03))
        # Products of matrices have one way for each of these CPUs.
        flights["regulated"] = edited(("[output]\n", "[output]\nmargins = true\n"),
                                      text=closed_loops.regulated(scenarios.scenario("rk4", samples=2, duration_s=0.03)))
        for name, text in flights.items():
            self.write("s.toml", text)
            self.expect(0, "run", "s.toml", "--reproducible", "-o", "here.h5")
            here = sha256(self.path("here.h5"))
            cpus = [cpu for cpu, _ in CPUS if cpu in FLYING_ALL or name in ("rk4", "helicopter")]
            for cpu in cpus:
                with self.subTest(flight=name, cpu=cpu):
                    result = self.emulate(cpu, "run", "s.toml", "--reproducible", "-o", f"{cpu}.h5")
                    self.assertEqual(result.code, 0, result)
                    self.assertEqual(sha256(self.path(f"{cpu}.h5")), here)
            for file in ["here", *cpus]:
                os.remove(self.path(f"{file}.h5"))

    def test_lanes_are_chosen_by_the_cpu(self):
        self.write("s.toml", scenarios.scenario("euler", samples=1, duration_s=0.01))
        for cpu, lanes in CPUS:
            with self.subTest(cpu):
                result = self.emulate(cpu, "run", "s.toml", "-o", f"{cpu}.h5")
                self.assertEqual(result.code, 0, result)
                with h5py.File(self.path(f"{cpu}.h5"), "r") as file:
                    used = bytes(file["provenance/volatile/lanes"][()]).rstrip(b"\0").decode()
                self.assertEqual(used, lanes)

    def test_lanes_that_are_not_there_are_refused(self):
        self.write("s.toml", scenarios.scenario("euler", samples=1, duration_s=0.01))
        for cpu, lanes in [("Nehalem", "scalar"), ("Nehalem", "avx2"), ("SandyBridge", "scalar"),
                           ("Haswell", "avx512")]:
            with self.subTest(cpu=cpu, lanes=lanes), self.nothing_touched():
                result = self.emulate(cpu, "run", "s.toml", "--lanes", lanes)
                self.assertEqual(result.code, 2, result)
                self.assertIn(f"this CPU does not support {lanes}", result.err)


if __name__ == "__main__":
    support.main()
