#!/usr/bin/python3
"""Flights that fail, by inputs that cannot be or by diverging: each is told, and no other one notices."""
import json

import numpy as np

import support
from run_and_resume import RUN, datasets
from support import ProgramTest, edited, sha256


class Failures(ProgramTest):
    """Samples that fail are part of the result, and told by the exit code."""

    def invalid(self, max_failures=""):
        # No body has zz > xx + yy: of zz from 0.009 to 0.011 about a half is legal.
        return edited(("zz = 0.007", "zz = 0.0095"), ("duration_s = 0.3", "duration_s = 0.3\n" + max_failures)
                      ) + '\n[disperse."vehicle.inertia_kg_m2.zz"]\ndist = "uniform"\nlow = 0.009\nhigh = 0.011\n'

    def test_invalid_inputs(self):
        self.write("s.toml", self.invalid())
        result = self.expect(5, *RUN)
        data = datasets(self.path("a.h5"))
        failed = int(np.count_nonzero(data["status"] == 3))
        self.assertTrue(0 < failed < 200, failed)
        self.assertIn(f"error: {failed} samples failed, simulation.max_failures is 0", result.err)
        self.assertIn(f"{failed} invalid_input", result.out)
        self.assertEqual(int(data["provenance/volatile/complete"]), 1)
        bad = data["in_vehicle.inertia_kg_m2.zz"] > (data["in_vehicle.inertia_kg_m2.xx"] + 0.005)
        self.assertEqual((data["status"] == 3).tolist(), bad.tolist())
        traced = data["trace_sample"]
        self.assertTrue(np.isnan(data["position"][data["status"][traced] == 3]).all())
        self.assertFalse(np.isnan(data["position"][data["status"][traced] == 1]).any())
        before = sha256(self.path("a.h5"))
        self.expect(5, *RUN)  # still so
        self.assertEqual(sha256(self.path("a.h5")), before)
        answer = self.expect(5, *RUN, "--json")
        self.assertEqual(json.loads(answer.out)["status"]["invalid_input"], failed)
        self.write("s.toml", self.invalid(f"max_failures = {failed - 1}"))
        self.expect(5, "run", "s.toml", "-o", "b.h5")
        self.write("s.toml", self.invalid(f"max_failures = {failed}"))
        self.expect(0, "run", "s.toml", "-o", "c.h5")

    def diverging(self):
        # Aerodynamic moments that feed themselves: the faster it turns, the faster it is turned.
        return edited(("1150.0, 1116.0, 1150.0, 1116.0", "1133.0, 1133.0, 1133.0, 1133.0"),
                      ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.1\nquadratic_aero_moment_n_m_s2"
                       " = [-0.3, 0, 0, 0, -0.3, 0, 0, 0, -0.3]")
                      ) + '\n[disperse."simulation.initial.body_rate_rad_s.z"]\ndist = "uniform"\nlow = 0\nhigh = 0.2\n'

    def test_diverging_flights(self):
        self.write("s.toml", self.diverging())
        result = self.expect(5, *RUN)
        data = datasets(self.path("a.h5"))
        diverged = data["status"] == 2
        self.assertTrue(20 < np.count_nonzero(diverged) < 180, result)
        # The last of them are finite to the end, and the squares of their last rates are not.
        self.assertTrue((data["t_end_s"][diverged] <= 0.3).all())
        self.assertTrue((data["t_end_s"][diverged] < 0.3).any())
        traced = diverged[data["trace_sample"]]
        ends = data["t_end_s"][data["trace_sample"]]
        for position, end in zip(data["position"][traced], ends[traced]):
            flown = data["time"] <= end + 1e-12
            self.assertTrue(np.isfinite(position[flown]).all())
            self.assertTrue(np.isnan(position[~flown]).all())
        for name, values in data.items():
            if values.dtype == np.float64:
                nans = values[np.isnan(values)].view(np.uint64)
                self.assertTrue((nans == 0x7ff8000000000000).all(), f"{name}: another NaN")
        answer = self.expect(5, *RUN, "--json").out
        json.loads(answer, parse_constant=lambda word: self.fail(f"{word} is not JSON"))

    def test_signals_do_not_decide_the_status(self):
        """Without any rotor, a thrust is a fraction of nothing; and so it is where a main rotor does not turn."""
        lost = "".join(f'\n[[event]]\ntype = "rotor_failure"\nrotor = {i}\nat_s = 0.1\n' for i in range(4))
        fell = edited(("samples = 200", "samples = 4")) + lost
        stands = edited(("{duration_s = 0.1}", "{duration_s = 0.1, initial = {actuators = [0, 1030, 60, 45, -205, 0]}}"),
                        ("-205, 730]]", "-205, 0]]"),
                        ("controller = ", "vehicle.servos.collective_max = 1100\ncontroller = "), text=support.HELICOPTER)
        for text, row in ((fell, -1), (stands, 0)):  # without a thrust at the end, and at the start
            for signals in ('["position"]', '["position", "thrust_fraction"]'):
                with self.subTest(text=text[:40], signals=signals):
                    self.write("s.toml", text)
                    self.expect(0, *RUN, "--fresh", "--set", f"output.signals={signals}")
                    data = datasets(self.path("a.h5"))
                    self.assertTrue((data["status"] == 1).all())
                    if "thrust" in signals:
                        self.assertTrue(np.isfinite(data["thrust_fraction"]).all())
                        self.assertTrue((data["thrust_fraction"][:, row] == 0).all())

    def test_limits_of_a_controller_that_are_drawn(self):
        """Nothing is left between a lowest thrust and a highest one that is drawn below it."""
        text = edited(("samples = 200", "samples = 40"))
        text = text[:text.index("[controller]")] + """[trajectory]
type = "hover"
[controller]
type = "px4"
rate_hz = 250
position = {position_gain_1_s = 1, velocity_gain_1_s = 2, thrust_min = 0.12, thrust_max = 0.9}
attitude = {gain_1_s = 4}
body_rate = {gain_1_s = 10}
""" + text[text.index("[integrator]"):] + """
[disperse."controller.position.thrust_max"]
dist = "uniform"
low = 0.05
high = 0.3
"""
        self.write("s.toml", text)
        self.expect(5, *RUN)
        data = datasets(self.path("a.h5"))
        highest = data["in_controller.position.thrust_max"]
        self.assertTrue((highest < 0.12).any() and (highest > 0.12).any())
        self.assertEqual((data["status"] == 3).tolist(), (highest <= 0.12).tolist())

    def test_one_failure_is_not_one_of_the_others(self):
        """Neighbours in the lanes of a diverging sample fly as they do alone."""
        self.write("s.toml", self.diverging())
        self.expect(5, *RUN, "-j", "1")
        data = datasets(self.path("a.h5"))
        status = data["status"]
        rows = [row for row in range(1, 199) if status[row] == 1 and status[row - 1] == 2][:5]
        self.assertEqual(len(rows), 5)
        for row in rows:
            self.expect(0, "run", "s.toml", "-o", "b.h5", "--only", row)
        alone = datasets(self.path("b.h5"))
        self.assertEqual(alone["check"][rows].tobytes(), data["check"][rows].tobytes())

    def test_numbers_beyond_all_bounds_stay_json(self):
        self.write("s.toml", edited(("position_m = [0, 0, -10]",
                                     "position_m = [0, 0, -10]\nvelocity_m_s = [1e200, 0, 0]"),
                                    ("linear_drag_n_s_m = 0.1", "")))
        result = self.run_program(*RUN, "--json")
        self.assertIn(result.code, (0, 5), result)
        json.loads(result.out, parse_constant=lambda word: self.fail(f"{word} is not JSON"))


if __name__ == "__main__":
    support.main()
