#!/usr/bin/python3
"""All controllers of the F450 fly the same figure in the same winds: the table of docs/scenario/control.md, and bounds for it."""
import pathlib
import re
import subprocess
import sys
import unittest

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1]


class Comparison(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = subprocess.run([ROOT / "scripts/compare-controllers", PROGRAM], check=True, capture_output=True,
                                   text=True).stdout
        rows = re.findall(r"\| `(\w+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", cls.table)
        cls.errors = {name: [float(x) for x in numbers] for name, *numbers in rows}

    def test_it_is_the_table_of_the_documentation(self):
        self.assertIn(self.table, (ROOT / "docs/scenario/control.md").read_text())

    def test_all_converge(self):
        self.assertEqual(set(self.errors), {"lee", "mellinger", "px4", "indi", "lqr"})
        for name, errors in self.errors.items():
            # The figure is 4 m long to each side: nobody is lost.
            self.assertLess(max(errors), 0.5, name)

    def test_a_steady_wind_costs_what_the_gains_say(self):
        push = 0.25 * 5 / 1.4  # drag times wind over mass [m/s2]
        calm, steady, _ = self.errors["mellinger"]
        # Two errors that know nothing of each other add up by squares. The drag of the rotors is not counted.
        self.assertAlmostEqual((steady ** 2 - calm ** 2) ** 0.5 / (push / 4), 1, delta=0.15)
        # The integral begins at nothing: without it the wind alone would leave this.
        calm, steady, _ = self.errors["px4"]
        self.assertLess((steady ** 2 - calm ** 2) ** 0.5, 0.5 * push / (0.95 * 1.8))

    def test_increments_do_not_feel_it(self):
        calm, steady, gusts = self.errors["indi"]
        self.assertLess(calm, 0.05)  # 3.4 m/s times the lag of the looks and motors that is not known: some 10 ms
        self.assertLess(steady, 1.2 * calm)
        self.assertLess(gusts, 1.3 * calm)

    def test_a_model_of_the_vehicle_helps(self):
        """The regulator is designed with lag, delay and drag, which the others do not know; a wind is news to it."""
        calm, steady, gusts = self.errors["lqr"]
        self.assertLess(calm, min(errors[0] for name, errors in self.errors.items() if name != "lqr"))
        # Its weights call 0.1 m bad; its sums begin at nothing, and leave nothing of a steady wind after some seconds.
        self.assertLess(max(steady, gusts), 0.1)
        self.assertLess(steady, 0.5 * 0.1)
        self.assertLess(gusts, 1.5 * steady)


if __name__ == "__main__":
    support.main()
