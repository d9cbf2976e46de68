#!/usr/bin/python3
"""What clang has compiled for graphics cards holds nothing that could round otherwise than the processor does:

    ptx.py FOLDER COMMAND...

FOLDER has a file NAME.ptx for each form of flights; COMMAND is how they were compiled, but for the form and the output.
"""
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

# PTX ISA, "Floating Point Instructions": .rn of double rounds as IEEE 754 says, without flushing of subnormal numbers.
# Those without a rounding are exact. max and min are what clang makes of a comparison with a constant that is not zero,
# where they agree with the comparison also where the other operand is NaN.
DOUBLE = set("""add.rn.f64 sub.rn.f64 mul.rn.f64 fma.rn.f64 div.rn.f64 rcp.rn.f64 sqrt.rn.f64 neg.f64 abs.f64 max.f64
min.f64 mov.f64 selp.f64 cvt.rn.f64.u64 cvt.rn.f64.s64 cvt.rn.f64.u32 cvt.rn.f64.s32 cvt.rzi.s32.f64 cvt.rzi.s64.f64
cvt.rzi.u32.f64 cvt.rzi.u64.f64""".split())
COPIES = re.compile(r"(ld|st)(\.(param|local|global|const))?(\.v[24])?\.f64|setp\.[a-z]+(\.(and|or))?\.f64")
INSTRUCTION = re.compile(r"^\s+(?:@!?%p\d+\s+)?([a-z][a-z0-9]*(?:\.[a-z0-9_]+)+)", re.MULTILINE)

FOLDER, COMMAND = pathlib.Path(), []


def texts():
    return {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.ptx"))}


class WhatIsCompiled(unittest.TestCase):
    def test_numbers_are_doubles_and_rounded_to_nearest(self):
        for form, text in texts().items():
            seen = collections.Counter(INSTRUCTION.findall(text))
            self.assertGreater(seen["fma.rn.f64"], 100, form)
            for name, times in seen.items():
                with self.subTest(form=form, instruction=name, times=times):
                    self.assertNotRegex(name, r"\.(ftz|approx|full|sat|f16|f16x2|bf16|f32)\b")
                    if ".f64" in name:
                        self.assertTrue(name in DOUBLE or COPIES.fullmatch(name))

    def test_nothing_is_called_that_is_not_there(self):
        for form, text in texts().items():
            with self.subTest(form=form):
                self.assertNotIn(".extern", text)
                self.assertIn("\n.version 6.0\n.target sm_70\n", text)
                self.assertEqual(text.count(".visible .entry fly("), 1)
                self.assertEqual(text.count(".entry"), 1)
                self.assertIn(f"// form {form}\n", text)

    def test_no_product_and_sum_have_become_one(self):
        """As many fused operations as the source has: clang's own, before it chooses instructions, are the function
        llvm.fma, which only fma() of the source becomes."""
        form = "NoisyOpenQuadrotor"
        command = [*COMMAND, f"-DMONTECOPTER_FORM={form}", "-S", "-emit-llvm", "-o", "-"]
        code = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        wanted = len(re.findall(r"call (?:[a-z]+ )*double @llvm\.fma\.f64\(", code))
        self.assertGreater(wanted, 100)
        self.assertEqual(INSTRUCTION.findall(texts()[form]).count("fma.rn.f64"), wanted)

    def test_assembler_takes_it(self):
        """Where there is one; the driver has its own."""
        ptxas = shutil.which("ptxas", path="/usr/local/cuda/bin:/usr/bin")
        if ptxas is None:
            self.skipTest("no ptxas")
        for form in ("NoisyOpenQuadrotor", "OpenQuadrotor"):
            subprocess.run([ptxas, "-arch=sm_90", "-O0", FOLDER / f"{form}.ptx", "-o", "/dev/null"], check=True)


if __name__ == "__main__":
    FOLDER, COMMAND = pathlib.Path(sys.argv[1]), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
