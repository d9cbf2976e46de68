#!/usr/bin/python3
"""docs/architecture.md and scripts/check-layers say the same of who may include what, and the script finds what breaks
it."""
import ast
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def of_the_script(name):
    """A table of the script, read and not run."""
    for statement in ast.parse((ROOT / "scripts/check-layers").read_text()).body:
        if isinstance(statement, ast.Assign) and statement.targets[0].id == name:
            return ast.literal_eval(statement.value)
    raise LookupError(name)


def of_the_page(heading):
    """The table below the line with these columns: the first word of a row, and those that follow."""
    lines = (ROOT / "docs/architecture.md").read_text().splitlines()
    rows = lines[lines.index(heading) + 2:]
    table = {}
    for line in rows[:rows.index("")]:
        folder, *others = re.findall(r"`([^`]+)`", re.sub(r"\([^)]*\)", "", line))
        if folder in table:
            raise LookupError(f"{folder} has two rows")
        table[folder] = set(others)
    return table


class Tables(unittest.TestCase):
    maxDiff = None

    def test_the_page_has_those_of_the_script(self):
        self.assertEqual(of_the_page("| folder | may include |"), of_the_script("MAY_INCLUDE"))
        self.assertEqual(of_the_page("| room | may include |"), of_the_script("ROOM_MAY_INCLUDE"))

    def test_every_folder_has_a_row(self):
        def folders(path):
            return {below.parent.name for below in path.glob("*/*.[hc]pp")}
        self.assertEqual(folders(ROOT / "src"), set(of_the_script("MAY_INCLUDE")))
        self.assertEqual(folders(ROOT / "src/simulate") | {"simulate"}, set(of_the_script("ROOM_MAY_INCLUDE")))


class Faults(unittest.TestCase):
    def test_what_goes_the_other_way_is_found(self):
        with tempfile.TemporaryDirectory(prefix="montecopter-layers-") as name:
            root = pathlib.Path(name)
            (root / "scripts").mkdir()
            shutil.copy(ROOT / "scripts/check-layers", root / "scripts")
            for path, include, fault in (
                    ("base/a.hpp", '"plan/plan.hpp"', "base must not include plan"),
                    ("plan/a.hpp", "<hdf5.h>", "only record includes HDF5"),
                    ("simulate/border/a.hpp", '"simulate/lanes/flight.hpp"', "border of simulate must not include lanes"),
                    ("simulate/lanes/a.hpp", '"simulate/simulate.hpp"', "lanes of simulate must not include simulate"),
                    ("simulate/a.hpp", '"simulate/kernels/x.hpp"', "simulate of simulate must not include kernels")):
                with self.subTest(path):
                    header = root / "src" / path
                    header.parent.mkdir(parents=True, exist_ok=True)
                    header.write_text(f"#pragma once\n#include {include}\n")
                    done = subprocess.run([sys.executable, "-B", root / "scripts/check-layers"], capture_output=True,
                                          text=True, check=False)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(f"src/{path}:2: {fault}", done.stdout)
                    header.unlink()


if __name__ == "__main__":
    unittest.main()
