#!/usr/bin/python3
"""Usage: aarch64.py PROGRAM FLIGHTS DIRECTORY

What flies, built for aarch64 in DIRECTORY by clang++ with Debian's cross tools and run in an emulator, gives the
bits of PROGRAM and of FLIGHTS, which is the same small program (flights.cpp) for this machine.
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import h5py

import bits
import kinds
import scenarios
import support
from support import ProgramTest

HERE = pathlib.Path(__file__).resolve().parent
COMPILER = "aarch64-linux-gnu-g++"
EMULATOR = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
SKIPPED = 77  # told to ctest
FLIGHTS, EMULATED, DIRECTORY = "", "", ""


def build():
    for step in (["cmake", "-G", "Ninja", "-S", HERE / "aarch64", "-B", DIRECTORY,
                  f"--toolchain={HERE}/aarch64/toolchain.cmake", "-DCMAKE_BUILD_TYPE=Release"],
                 ["cmake", "--build", DIRECTORY, "--target", "montecopter_flights", "--parallel", str(os.cpu_count())]):
        done = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, step))} failed\n{done.stdout}")


class Aarch64(ProgramTest):
    def write_scenarios(self):
        return [self.write(f"{name}.toml", text) for name, text in bits.every_model()]

    def fly(self, files, *emulator):
        result = self.run_program(*emulator[1:], *([EMULATED] if emulator else []), *files,
                                  program=emulator[0] if emulator else FLIGHTS)
        self.assertEqual(result.code, 0, result.err)
        return bits.numbers(result.out)

    def test_the_same_bits(self):
        files = self.write_scenarios()
        here = self.fly(files)
        text, wanted = here.pop("text"), here["baseline"]
        self.assertEqual({key[0] for key in wanted}, set(files))
        for kernel, found in here.items():
            self.assertEqual(found, wanted, kernel)
        # A CPU of the first generation: the program uses nothing that newer ones add. An emulator for each half of the files.
        there = {}
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for half in pool.map(lambda some: self.fly(some, EMULATOR, "-cpu", "cortex-a53"), (files[::2], files[1::2])):
                for kernel, found in half.items():
                    there.setdefault(kernel, {}).update(found)
        self.assertEqual(there.pop("text"), text)
        self.assertEqual(set(there), {"baseline", "neon"})
        for kernel, found in there.items():
            self.assertEqual(found.keys(), wanted.keys())
            differing = [key for key in wanted if found[key] != wanted[key]]
            self.assertEqual(differing[:20], [], f"{kernel}: {len(differing)} differ")

    def test_the_small_program_flies_what_the_program_flies(self):
        for integrator in kinds.integrators():
            self.write("s.toml", scenarios.scenario(integrator, samples=5, duration_s=0.03))
            self.expect(0, "run", "s.toml", "-o", f"{integrator}.h5")
            flown = self.fly(["s.toml"])["baseline"]
            with h5py.File(self.path(f"{integrator}.h5"), "r") as file:
                for (_, row, column), value in flown.items():
                    self.assertEqual(file[column][int(row)].tobytes().hex(), value, (integrator, column, row))

    def test_fused_multiply_add_is_an_instruction(self):
        for kernel, instruction in (("baseline", "fmadd"), ("neon", "fmla")):
            path = f"{DIRECTORY}/src/simulate/kernel_{kernel}.o"
            tools = {tool: subprocess.run(["aarch64-linux-gnu-" + tool, *options, path], check=True, text=True,
                                          capture_output=True).stdout
                     for tool, options in {"nm": ["--undefined-only"], "objdump": ["-d"]}.items()}
            self.assertNotIn("fma", [line.split()[-1] for line in tools["nm"].splitlines()])
            self.assertGreater(tools["objdump"].count(f"\t{instruction}\t"), 1000)

    def test_kernel_symbols(self):
        done = subprocess.run([sys.executable, HERE / "kernel_symbols.py", DIRECTORY, "aarch64-linux-gnu-"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    for tool, package in {COMPILER: "g++-aarch64-linux-gnu", EMULATOR or "qemu-aarch64-static": "qemu-user-static"}.items():
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is missing. scripts/setup installs {package}.")
            sys.exit(SKIPPED)
    FLIGHTS, DIRECTORY = (os.path.abspath(path) for path in (sys.argv.pop(2), sys.argv.pop(2)))
    build()
    EMULATED = f"{DIRECTORY}/montecopter_flights"
    support.main()
