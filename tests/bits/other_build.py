#!/usr/bin/python3
"""Usage: other_build.py PROGRAM FLIGHTS DIRECTORY COMPILER:FLAGS KERNEL

What flies, built in DIRECTORY by another compiler or at another optimisation level with the baseline and
one more kernel, gives the bits of FLIGHTS, which is the same small program (flights.cpp). scripts/bits-matrix
compares whole programs with all kernels.
"""
import os
import pathlib
import subprocess
import sys

import bits
import support
from support import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLIGHTS, OTHER, DIRECTORY, KERNEL = "", "", "", ""


def build(name):
    compiler, _, flags = name.partition(":")
    for step in (["cmake", "-G", "Ninja", "-S", ROOT, "-B", DIRECTORY, "-DCMAKE_BUILD_TYPE=None",
                  f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={flags}", f"-DMONTECOPTER_KERNELS={KERNEL}",
                  "-DMONTECOPTER_UNITY=ON"],
                 ["cmake", "--build", DIRECTORY, "--target", "montecopter_flights", "--parallel", str(os.cpu_count())],
                 [sys.executable, ROOT / "tests/bits/kernel_symbols.py", DIRECTORY]):
        done = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, step))} failed\n{done.stdout}")


class OtherBuild(ProgramTest):
    def fly(self, program, files):
        result = self.run_program(*files, program=program)
        self.assertEqual(result.code, 0, result.err)
        return bits.numbers(result.out)

    def test_the_same_bits(self):
        flights = [*bits.whole_flights(), *((f"short-{name}", text) for name, text in bits.every_model())]
        files = [self.write(f"{name}.toml", text) for name, text in flights]
        wanted, found = self.fly(FLIGHTS, files), self.fly(OTHER, files)
        self.assertEqual(found.pop("text"), wanted.pop("text"))
        self.assertLessEqual(set(found), {"baseline", KERNEL})  # not every CPU has the other one
        self.assertIn("baseline", found)
        for kernel, numbers in found.items():
            self.assertEqual(numbers.keys(), wanted["baseline"].keys())
            differing = [key for key in numbers if numbers[key] != wanted["baseline"][key]]
            self.assertEqual(differing[:20], [], f"{kernel}: {len(differing)} differ")


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    FLIGHTS, DIRECTORY = (os.path.abspath(path) for path in (sys.argv.pop(2), sys.argv.pop(2)))
    BUILD, KERNEL = sys.argv.pop(2), sys.argv.pop(2)
    build(BUILD)
    OTHER = f"{DIRECTORY}/tests/bits/montecopter_flights"
    support.main()
