#!/usr/bin/python3
"""The notebooks of scenarios/gallery/ run, in one process, and their answers are those of closed forms and files."""
import ast
import contextlib
import io
import os
import re
import warnings
import unittest

import support
from support import ROOT, PackageTest

import montecopter

try:
    import h5py
    import matplotlib
    matplotlib.use("Agg")
    import numpy
    import pandas  # noqa: F401
    import xarray  # noqa: F401
except ImportError:
    matplotlib = None

GALLERY = ROOT / "scenarios/gallery"


@unittest.skipIf(matplotlib is None, "python3-matplotlib or python3-xarray is not installed")
class Gallery(PackageTest):
    def run_script(self, name):
        """Its variables, and the value of each cell's last line, which a notebook shows."""
        os.symlink(ROOT / "scenarios", "scenarios")
        text = (GALLERY / f"{name}.py").read_text()
        space, shown = {"__name__": "__main__"}, []
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("error", montecopter.MontecopterWarning)
            for statement in ast.parse(text).body:
                if isinstance(statement, ast.Expr):
                    shown.append(eval(compile(ast.Expression(statement.value), name, "eval"), space))
                else:
                    exec(compile(ast.Module([statement], []), name, "exec"), space)
        for picture in re.findall(r'output="(\S+\.png)"', text):
            self.assertGreater(len(numpy.unique(matplotlib.image.imread(picture)[::3, ::3, 0])), 10, picture)  # not blank
        return space, shown

    def test_all_are_scripts_of_cells(self):
        names = sorted(path.stem for path in GALLERY.glob("*.py"))
        self.assertEqual(names, ["compare_gains", "first_campaign", "fit_and_validate", "python_controller", "rare_and_worst", "tune_and_margins"])
        for name in names:
            text = (GALLERY / f"{name}.py").read_text()
            self.assertTrue(text.startswith("# %% [markdown]\n# # "), name)
            self.assertTrue(hasattr(type(self), f"test_{name}"), name)
            self.assertIn(f"scenarios/gallery/{name}.py", (ROOT / "docs/python-gallery.md").read_text())

    def test_first_campaign(self):
        space, shown = self.run_script("first_campaign")
        self.assertEqual(shown[0], 200)
        with h5py.File("first.h5") as file:
            error = file["m_max_tracking_error_m"][:]
        self.assertAlmostEqual(space["statistics"]["mean"]["max_tracking_error_m"], error.mean(), 12)
        worst = {sample["sample"] for sample in space["worst"].summary["samples"]}
        self.assertEqual(worst, set(numpy.argsort(error)[-3:]))

    def test_tune_and_margins(self):
        space, _ = self.run_script("tune_and_margins")
        self.assertAlmostEqual(space["phase"].after.min(), 55, 0)  # what was requested, for gains of four digits
        before = space["before"].loc["roll"]
        # The delay that takes the phase margin at the crossover: seconds = radians / (rad/s).
        # The program finds both by a search, so they agree to 1e-5.
        numpy.testing.assert_allclose(before.delay_s, numpy.radians(before.phase_deg) / before.crossover_rad_s, rtol=1e-4)
        with h5py.File("tune-before.h5") as a, h5py.File("tune-after.h5") as b:
            moved = (b["m_max_tilt_deg"][:] - a["m_max_tilt_deg"][:]).mean()
        row = space["difference"].loc["max_tilt_deg"]
        self.assertTrue(row.low95 < moved < row.high95)

    def test_compare_gains(self):
        space, _ = self.run_script("compare_gains")
        self.assertEqual(list(space["verdicts"].loc["Displaced by less than 0.3 m in 99 %"]), ["violated", "met"])
        for name, expected in (("given", False), ("stiff", True)):
            with h5py.File(f"{name}.h5") as file:  # far from the limit, so the fraction itself tells
                self.assertEqual((file["m_max_tracking_error_m"][:] <= 0.3).mean() >= 0.99, expected)
        self.assertEqual(space["tilt"][9.0], "met")

    def test_python_controller(self):
        space, _ = self.run_script("python_controller")
        for offset in space["offset_m"]:  # drag / (mass x gain) of the nominal mass, which the law knows; masses vary by 2 %
            self.assertAlmostEqual(offset, 0.25 * 4.0 / (1.4 * 4.0), delta=0.002 + 0.05 * 0.18)
        self.assertLess(space["final_m"][1.5], 0.01)

    def test_rare_and_worst(self):
        space, _ = self.run_script("rare_and_worst")
        rare, again = space["rare"], space["again"].to_pandas()
        self.assertTrue(rare.low < rare.probability < rare.high < 1e-4)
        # How far they are beyond the limit of 0.6 m, to the bit.
        self.assertEqual([x - 0.6 for x in again.m_max_tracking_error_m], list(space["worst"].worst.value))

    def test_fit_and_validate(self):
        space, _ = self.run_script("fit_and_validate")
        true, found = space["true"], space["fitted"].parameters
        for path, column in (("vehicle.mass_kg", "in_vehicle.mass_kg.factor"), ("vehicle.linear_drag_n_s_m",) * 2):
            wanted = true[column if column.startswith("in_") else f"in_{column}"]
            self.assertAlmostEqual(found.value[path], wanted, delta=0.01 * wanted)
        self.assertLess((space["errors"]["fitted"] / space["errors"]["nominal"])["position"], 0.1)


if __name__ == "__main__":
    support.main()
