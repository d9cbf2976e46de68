#!/usr/bin/python3
"""montecopter converge: orders, and estimated errors against exact ones."""
import json
import math

import numpy as np

import support
from support import VEHICLES, ProgramTest, edited

DRAG, GRAVITY, SPEED = 0.8, 9.81, 3.0  # per mass [1/s]; m/s2; at the start, northwards

FALL = f"""schema = 1
name = "fall"
[vehicle]
type = "multirotor"
mass_kg = 1
inertia_kg_m2 = {{xx = 0.01, yy = 0.02, zz = 0.025}}
linear_drag_n_s_m = {DRAG}
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {{type = "quadratic", thrust_n_s2 = 0, torque_n_m_s2 = 0}}
motor = {{type = "direct", max = 1000}}
[controller]
type = "command_table"
rows = [[0, 0]]
[environment]
gravity_m_s2 = {GRAVITY}
[integrator]
type = "rk4"
step_s = 0.125
[simulation]
duration_s = 4
[simulation.initial]
velocity_m_s = [{SPEED}, 0, 0]
"""


def error_of(order, step_s):
    """Largest error of the position in 4 s of one-step methods that are Taylor series of that order."""
    matrix = np.array([[0, 1, 0], [0, -DRAG, 1], [0, 0, 0]])  # x, v, and what pulls
    power, step = np.eye(3), np.eye(3)
    for k in range(1, order + 1):
        power = power @ matrix * step_s / k
        step = step + power
    worst, north, down = 0, np.array([0, SPEED, 0]), np.array([0, 0, GRAVITY])
    for n in range(1, round(4 / step_s) + 1):
        north, down = step @ north, step @ down
        t = n * step_s
        gone = -math.expm1(-DRAG * t) / DRAG
        worst = max(worst, math.hypot(north[0] - SPEED * gone, down[0] - GRAVITY * (t - gone) / DRAG))
    return worst


class Converge(ProgramTest):
    def told(self, code, *arguments):
        return json.loads(self.expect(code, "converge", *arguments, "--json").out)

    def test_errors_are_those_of_the_closed_form(self):
        self.write("s.toml", FALL)
        for integrator, order, code in (("euler", 1, 1), ("rk4", 4, 0)):
            with self.subTest(integrator):
                told = self.told(code, "s.toml", "--set", f"integrator.type={integrator}")
                self.assertEqual([s["step_s"] for s in told["steps"]], [0.125 / 2**k for k in range(5)])
                for k, step in enumerate(told["steps"]):
                    exact = error_of(order, step["step_s"])
                    # The next term of the error is as large as step * drag = 0.1 of it at most, and halves.
                    self.assertAlmostEqual(step["position_error_m"] / exact, 1, delta=0.1 / 2**min(k, 3))
                for step in told["steps"][:3]:
                    self.assertAlmostEqual(step["position_order"], order, delta=0.15)
                    self.assertIsNone(step["attitude_order"])  # it does not turn
                self.assertEqual(told["left_out"], [])

    def test_a_step_is_recommended(self):
        self.write("s.toml", FALL)
        exact = [error_of(4, 0.125 / 2**k) for k in range(5)]
        told = self.told(1, "s.toml", "--tolerance-m", 1.2 * exact[2])
        self.assertEqual(told["recommended_step_s"], 0.125 / 4)
        self.assertEqual(self.told(0, "s.toml", "--tolerance-m", 1.2 * exact[0])["recommended_step_s"], 0.125)
        self.assertIsNone(self.told(1, "s.toml", "--tolerance-m", exact[4] / 2)["recommended_step_s"])
        text = self.expect(0, "converge", "s.toml").out
        self.assertIn("longest tested step that meets 0.001 m and 0.01 deg: 0.125 s, the step of the scenario", text)

    def test_a_step_that_is_good_by_chance_is_not_recommended(self):
        # A vehicle that PX4's simulation stops on the ground: the step in which it is met decides, and errors do not
        # fall with the step.
        touchdown = str(VEHICLES.parent / "examples/sih-touchdown.toml")
        steps = self.told(1, touchdown)["steps"]
        errors = [step["position_error_m"] for step in steps]
        self.assertLess(errors[0], errors[1])
        between = math.sqrt(errors[0] * errors[1])
        told = self.told(1, touchdown, "--tolerance-m", between)
        self.assertEqual(told["recommended_step_s"], steps[2]["step_s"])
        text = self.expect(1, "converge", touchdown, "--tolerance-m", between).out
        self.assertIn(f"only by chance: {steps[1]['step_s']} s does not", text)

    def test_a_turn_has_the_order_of_its_integrator(self):
        spin = edited(("velocity_m_s = [3.0, 0, 0]", "body_rate_rad_s = [2, 1, 3]"), ("0.125", "0.01"), text=FALL)
        self.write("s.toml", spin)
        for integrator, order in (("euler", 1), ("semi_implicit_euler", 1), ("rk4", 4)):
            steps = self.told(0 if order == 4 else 1, "s.toml", "--set", f"integrator.type={integrator}")["steps"]
            for step in steps[:2]:
                self.assertAlmostEqual(step["attitude_order"], order, delta=0.2)

    def test_counted_steps_stay_times(self):
        counted = edited(("duration_s = 4", "steps = 32"), ('"command_table"', '"command_table"\ntime = "step"'),
                         ("rows = [[0, 0]]", "rows = [[0, 0], [16, 5]]"), text=FALL)
        self.write("s.toml", counted + "[output]\nevery_steps = 2\n")
        self.assertEqual(len(self.told(0, "s.toml")["steps"]), 5)
        self.write("s.toml", edited(("step_s = 0.125", "rate_hz = 8"), text=FALL))
        self.assertEqual([s["step_s"] for s in self.told(0, "s.toml")["steps"]], [0.125 / 2**k for k in range(5)])

    def test_counted_set_points_stay_times(self):
        flight = f'''schema = 1
name = "rates"
vehicle.include = "{VEHICLES}/flightgoggles.toml"
integrator = {{type = "rk4", rate_hz = 960}}
simulation = {{duration_s = 0.4}}
controller = {{type = "rate", rate_hz = 480, set_points = {{rows = [[0, 0, 0, 0, 9.81], [0.1, 2, 0, 0, 9.81]]}}}}
'''
        self.write("s.toml", flight)
        self.write("counted.toml", edited(("rows = ", 'time = "step", rows = '), ("[0.1, 2", "[96, 2"), text=flight))
        self.assertEqual(self.told(0, "s.toml")["steps"], self.told(0, "counted.toml")["steps"])

    def test_what_is_drawn_in_every_step_is_left_out(self):
        noisy = FALL + '[vehicle.process_noise]\nforce_n2_s = 0.1\n' \
            '[[wind]]\ntype = "dryden_low_altitude"\nwind_20ft_m_s = 8\nheight_m = 10\nairspeed_m_s = 7\n' \
            '[disperse."vehicle.mass_kg"]\ndist = "uniform"\nlow = 0.5\nhigh = 2\n'
        self.write("s.toml", noisy)
        text = self.expect(0, "converge", "s.toml").out
        self.assertIn("the nominal flight without dispersions, process noise and turbulence\n", text)
        self.write("quiet.toml", FALL)
        self.assertEqual(text.split("\n", 1)[1], self.expect(0, "converge", "quiet.toml").out.split("\n", 1)[1])
        # Noise with a rate of its own is the same noise at every step.
        self.write("s.toml", noisy.replace("force_n2_s = 0.1", "force_n2_s = 0.1\nrate_hz = 8"))
        told = self.told(0, "s.toml")
        self.assertEqual(told["left_out"], ["dispersions", "turbulence"])
        self.assertAlmostEqual(told["steps"][0]["position_order"], 4, delta=0.2)

    def test_refusals(self):
        self.write("s.toml", FALL)
        for arguments, message in ((("--set", "integrator.type=dopri5"), "dopri5 chooses its own steps"),
                                   (("--halvings", "1"), "'1' is not a whole number from 2 to 8"),
                                   (("--tolerance-m", "0"), "'0' is not a number above 0"),
                                   (("--set", "vehicle.mass_kg=-1"), "must be > 0")):
            with self.subTest(message), self.nothing_touched():
                self.assertIn(message, self.expect(2, "converge", "s.toml", *arguments).err)


if __name__ == "__main__":
    support.main()
