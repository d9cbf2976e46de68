#!/usr/bin/python3
"""scripts/check-layers finds what breaks src/wings.txt, and the page on the architecture shows that list."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Page(unittest.TestCase):
    def test_it_shows_the_list(self):
        page = (ROOT / "docs/architecture.md").read_text()
        for line in (ROOT / "src/wings.txt").read_text().splitlines():
            if line and not line.startswith("#"):
                self.assertIn(line + "\n", page)

    def test_every_folder_is_in_the_list(self):
        words = {line.split()[0] for line in (ROOT / "src/wings.txt").read_text().splitlines() if line}
        for folder in (ROOT / "src").iterdir():
            if folder.is_dir() and list(folder.rglob("*.cpp")):
                self.assertIn(folder.name, words)


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="montecopter-layers-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("scripts", "src"):
            (self.root / name).mkdir()
        shutil.copy(ROOT / "scripts/check-layers", self.root / "scripts")
        self.wings = self.root / "src/wings.txt"
        shutil.copy(ROOT / "src/wings.txt", self.wings)

    def check(self, fault):
        done = subprocess.run([sys.executable, "-B", self.root / "scripts/check-layers"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(fault, done.stdout)

    def test_an_include_that_goes_the_other_way(self):
        for path, include, fault in (
                ("src/core/base/a.hpp", '"plan/plan.hpp"', "core must not include plan"),
                ("src/core/base/a.hpp", '"core/logs/stamps.hpp"', "base of core must not include logs"),
                ("src/plan/a.hpp", "<hdf5.h>", "only record includes HDF5"),
                ("src/simulate/border/a.hpp", '"simulate/lanes/flight.hpp"', "border of simulate must not include lanes"),
                ("src/simulate/lanes/a.hpp", '"simulate/simulate.hpp"', "lanes of simulate must not include ."),
                ("src/simulate/a.hpp", '"simulate/kernels/x.hpp"', ". of simulate must not include kernels"),
                ("src/novel/a.hpp", '"core/base/text.hpp"', "src/wings.txt has no novel")):
            with self.subTest(path):
                header = self.root / path
                header.parent.mkdir(parents=True, exist_ok=True)
                header.write_text(f"#pragma once\n#include {include}\n")
                self.check(f"{path}:2: {fault}")
                header.unlink()

    def test_a_source_that_defines_what_another_wing_declares(self):
        for path in ("src/plan/a.hpp", "src/vehicle/stability/a.cpp"):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text('#include "plan/a.hpp"\n' if path.endswith("cpp") else "#pragma once\n")
        self.check("src/vehicle/stability/a.cpp: defines what plan/a.hpp declares")

    def test_physics_reached_through_another_header(self):
        for path, text in (("plan/b.hpp", '#include "dynamics/state.hpp"\n'), ("dynamics/state.hpp", ""),
                           ("results/diff/a.hpp", '#include "plan/b.hpp"\n')):
            (self.root / "src" / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / "src" / path).write_text(text)
        self.check("src/results/diff/a.hpp: reaches src/dynamics/state.hpp")

    def test_a_list_with_a_circle_or_too_many_arrows(self):
        text = self.wings.read_text()
        self.wings.write_text(text.replace("\ndynamics        core", "\ndynamics        core plan"))
        self.check("dynamics may not include plan, which does not come before it")
        self.wings.write_text(text.replace("\nverify ", "\nverify record"))
        self.check("at most 12 and 40")


if __name__ == "__main__":
    unittest.main()
