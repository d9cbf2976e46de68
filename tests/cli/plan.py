#!/usr/bin/python3
"""montecopter plan: the inputs that it prints are those that are flown, what it says of samples is what verdicts say, and
every way of getting it wrong."""
import csv
import io
import json
import os
import unittest

import h5py
import numpy as np

import support
from requirements import required, table
from support import SCENARIO, ProgramTest, edited

SWEEP = '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1]\n'


class PlanTest(ProgramTest):
    def plan(self, *options, text=SCENARIO, code=0):
        self.write("s.toml", text)
        return self.expect(code, "plan", "s.toml", *options)


class Inputs(PlanTest):
    def test_csv_is_what_is_flown(self):
        for text in (SCENARIO, SCENARIO + SWEEP, edited(("seed = 11", 'seed = 11\ndesign = "sobol"')),
                     edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 4'))):
            rows = list(csv.reader(io.StringIO(self.plan("--csv", text=text).out)))
            self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5", "--fresh")
            with h5py.File(self.path("a.h5")) as file:
                names = [name for name in file if name.startswith("in_")]
                self.assertEqual(sorted(rows[0][1:]), sorted(names))
                self.assertEqual([int(row[0]) for row in rows[1:]], list(range(file["status"].shape[0])))
                for column, name in enumerate(rows[0][1:], 1):
                    np.testing.assert_array_equal(np.array([float(row[column]) for row in rows[1:]]), file[name][()])

    def test_closed_pipe(self):
        self.write("s.toml", SCENARIO)
        process = self.start("plan", "s.toml", "--csv", "-n", "200000")
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual((process.wait(20), process.stderr.read()), (-13, ""))


class Showing(PlanTest):
    def test_samples_of_wilks(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.99))
        for n, failures in ((298, None), (299, 0), (473, 1), (628, 2)):  # Conover (1999), table A6
            out = json.loads(self.plan("--json", "--no-trial", "-n", str(n), text=text).out)
            self.assertEqual(out["requirements"][0]["met_up_to_violations"], failures)
            self.assertEqual(out["requirements"][0]["least_samples_to_meet"], 299)
        self.assertIn("tilt: cannot be met, which takes 299 samples of which none violates it", self.plan("-n", "298", text=text).out)
        self.assertIn("tilt: met with up to 1 samples that violate it", self.plan("-n", "473", text=text).out)

    def test_the_verdicts_agree(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        with h5py.File(self.path("a.h5")) as file:
            tilt = np.sort(file["m_max_tilt_deg"][()])
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.95))
        counts = json.loads(self.plan("--json", "--no-trial", text=text).out)["requirements"][0]
        met, violated = int(counts["met_up_to_violations"]), int(counts["violated_from_violations"])
        for violations, code in ((met, 0), (met + 1, 4), (violated - 1, 4), (violated, 1)):
            self.expect(code, "requirements", "a.h5", "--set",
                        f'requirement.tilt={{type="probability",metric="max_tilt_deg",at_most={tilt[-1 - violations]},probability=0.95}}')

    def test_sizes_and_json(self):
        out = json.loads(self.plan("--json", "-j", "2").out)
        self.assertEqual((out["points"], out["samples"], out["steps"], out["duration_s"], out["threads"]), (1, 200, 300, 0.3, 2))
        self.assertEqual([i["path"] for i in out["inputs"]], ["vehicle.inertia_kg_m2.xx", "vehicle.mass_kg",
                                                              "vehicle.rotors.*.motor.time_constant_s", "wind.0.to_m_s.x"])
        self.assertAlmostEqual(out["flight_time_s"], 200 * 300 / out["steps_per_s"] / 2, delta=1e-12)
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        self.assertEqual(out["file_bytes"], os.path.getsize(self.path("a.h5")))
        with self.nothing_touched():
            self.plan()

    def test_mistakes(self):
        for options, message in ((("-n", "0"), "--samples"), (("-j", "0"), "--threads"), (("--csv", "--json"), "--csv"),
                                 (("--set", "monte_carlo.sample=3"), "Perhaps 'samples' is meant")):
            self.assertIn(message, self.plan(*options, code=2).err)
        self.expect(2, "plan", "none.toml")
        self.expect(2, "plan")


if __name__ == "__main__":
    support.main()
