#!/usr/bin/python3
"""scripts/check-includes finds a source that uses what it does not include, and no other."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WING = "#pragma once\nnamespace wings {\nstruct LiftCurve {\n  double slope;\n};\ndouble lift_of(const LiftCurve& curve);\n}\n"
BODY = '#pragma once\n#include "flight/wing.hpp"\n'


class Includes(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-includes-"))
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("scripts", "src/flight"):
            (self.root / folder).mkdir(parents=True)
        shutil.copy(ROOT / "scripts/check-includes", self.root / "scripts")
        self.write("wing.hpp", WING)
        self.write("body.hpp", BODY)

    def write(self, name, text):
        (self.root / "src/flight" / name).write_text(text)

    def check(self, text):
        self.write("flight.cpp", text)
        done = subprocess.run([self.root / "scripts/check-includes"], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_what_is_included_may_be_used(self):
        good = (0, "includes: every file includes what it uses\n")
        use = "double f(const wings::LiftCurve& c) { return wings::lift_of(c); }\n"
        self.assertEqual(self.check('#include "flight/wing.hpp"\n' + use), good)
        self.assertEqual(self.check('#include "flight/body.hpp"\n' + use), good)

    def test_what_is_not_included_is_told(self):
        for use in ("double f(const LiftCurve&);", 'const char* x = "http://"; auto y = wings::lift_of(0);'):
            code, said = self.check(use + "\n")
            self.assertEqual(code, 1, use)
            self.assertIn("src/flight/flight.cpp: uses ", said)
            self.assertIn(" without src/flight/wing.hpp", said)

    def test_what_is_not_code_is_none(self):
        for text in ("// lift_of(LiftCurve)", 'auto x = "lift_of(";', "auto x = other.lift_of(1);", "auto x = std::lift_of(1);",
                     "struct LiftCurve;\nvoid f(LiftCurve&);", "#define USE \\\n  lift_of(1)"):
            self.assertEqual(self.check(text + "\n")[0], 0, text)


if __name__ == "__main__":
    unittest.main()
