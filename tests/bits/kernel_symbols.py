#!/usr/bin/python3
"""Usage: kernel_symbols.py BUILD_DIRECTORY [PREFIX]

Each kernel object shares nothing with the program but its table: code for AVX-512 must not serve
anybody else. So it defines one global symbol, calls no function of libm that rounds in its own way,
and runs nothing before main(), when nobody has asked yet what the CPU can do. PREFIX is that of cross binutils.
"""
import pathlib
import re
import subprocess
import sys
import unittest

OBJECTS = []
PREFIX = ""
KERNELS = set()  # asked of the build; empty: all
# Correctly rounded or exact everywhere; the rest is the compiler's own.
MAY_CALL = re.compile(r"fma|sqrt|mem(cpy|move|set|cmp)|_GLOBAL_OFFSET_TABLE_|__dso_handle|__cxa_\w+"
                      r"|__gxx_personality_v0|_Unwind_Resume|__stack_chk_fail|_ZN?K?St.*|_Z(nw|dl|da|na).*"
                      r"|__asan_.*|__ubsan_.*")


def output(tool, *options):
    return subprocess.run([PREFIX + tool, *options], check=True, capture_output=True, text=True).stdout


class KernelSymbols(unittest.TestCase):
    def test_there_are_kernels(self):
        names = {path.stem for path in OBJECTS}
        self.assertIn("kernel_baseline", names)
        architecture = output("objdump", "-f", str(OBJECTS[0]))
        for here, lanes in {"x86-64": {"baseline", "scalar", "avx2", "avx512"}, "aarch64": {"baseline", "neon"}}.items():
            if here in architecture:
                asked = KERNELS or lanes
                self.assertEqual(names, {f"kernel_{n}" for n in lanes & ({"baseline"} | asked)})

    def test_one_global_symbol(self):
        for path in OBJECTS:
            with self.subTest(path.name):
                lines = output("nm", "--defined-only", "--extern-only", str(path)).splitlines()
                symbols = [line.split()[-1] for line in lines]
                self.assertEqual(symbols, [f"montecopter_{path.stem}"])

    def test_no_function_that_rounds_in_its_own_way(self):
        for path in OBJECTS:
            with self.subTest(path.name):
                called = {line.split()[-1] for line in
                          output("nm", "--undefined-only", str(path)).splitlines()}
                strange = {name for name in called if not MAY_CALL.fullmatch(name)}
                self.assertEqual(strange, set())

    def test_nothing_runs_before_main(self):
        for path in OBJECTS:
            with self.subTest(path.name):
                headers = output("objdump", "--section-headers", str(path))
                self.assertNotRegex(headers, r"\.(init_array|ctors|preinit_array)\b")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv.pop(1))
    OBJECTS = sorted(p for p in build.glob("src/simulate/kernel_*.o") if not p.name.endswith(".all.o"))
    KERNELS = set(re.search(r"^MONTECOPTER_KERNELS:STRING=(.*)$", (build / "CMakeCache.txt").read_text(),
                            re.MULTILINE)[1].split(";")) - {"all"}
    if len(sys.argv) > 1:
        PREFIX = sys.argv.pop(1)
    if not OBJECTS:
        sys.exit("no kernel objects there")
    unittest.main()
