#!/usr/bin/python3
"""Broken closed loops: `check` and `run` refuse each with exit 2 and one message that says where and why."""
import pathlib

import support
from support import ProgramTest, edited

VEHICLES = pathlib.Path(__file__).resolve().parents[2] / "scenarios/vehicles"
SCENARIO = f"""schema = 1
name = "loop"
vehicle.include = "{VEHICLES}/f450.toml"
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 0.1}}

[trajectory]
type = "hover"

[controller]
type = "lee"
rate_hz = 500
position_gain_1_s2 = 4
velocity_gain_1_s = 3
attitude_gain_n_m = 1.5
rate_gain_n_m_s = 0.3
"""

# What is replaced, by what, and what the message says.
FAULTS = [
    ("rate_hz = 500", "rate_hz = 300", "a period of 300 Hz is not a whole number of steps (the step rate is 1000 Hz). "
     "Nearest legal: \"1000/3\" or 250 Hz."),
    ("rate_hz = 500", 'rate_hz = "continous"', 'or "continuous"'),
    ("rate_hz = 500", "delay_s = 0.001", "missing 'controller.rate_hz'"),
    ("rate_hz = 500", "rate_hz = 500\ndelay_s = 0.003", "the delay of 0.003 s is longer than the controller's period "
     "(commands would be overtaken by later ones). At most 0.002 s."),
    ("rate_hz = 500", "rate_hz = 500\ndelay_s = 0.0004", "0.0004 s is not a whole number of steps"),
    ("rate_hz = 500", 'rate_hz = "continuous"\ndelay_s = 0.002', "a delay is given for a continuous controller"),
    ("position_gain_1_s2 = 4", "position_gain_1_s2 = -4", "'controller.position_gain_1_s2' must be >= 0"),
    ("position_gain_1_s2 = 4", "position_gain = 4", "Perhaps 'position_gain_1_s2' is meant"),
    ("rate_gain_n_m_s = 0.3\n", "", "missing 'controller.rate_gain_n_m_s'"),
    ('[trajectory]\ntype = "hover"\n', "", "there is no trajectory to follow (the controller closes a loop). "
     'Add [trajectory] type = "hover", for example.'),
    ('type = "lee"', 'type = "leee"', "Perhaps 'lee' is meant"),
    ("f450.toml", "marvin.toml", "this controller cannot fly a helicopter"),
    ('"rk4", rate_hz = 1000}', '"dopri5", rate_hz = 1000}', None),  # samples its own steps, is held: fine
]

REGULATOR = SCENARIO[:SCENARIO.index("[controller]")] + """[controller]
type = "lqr"
rate_hz = 100
position_weight_1_m2 = 4
attitude_weight_1_rad2 = 4
command_weights = [0.05, 40, 40, 100]
"""
REGULATOR_FAULTS = [
    ("[0.05, 40, 40, 100]", "[0, 40, 40, 100]", "'controller.command_weights.0' must be > 0"),
    ("command_weights = [0.05, 40, 40, 100]\n", "", "there are 0 weights of commands instead of 4"),
    ("[0.05, 40, 40, 100]", "[0.05, 40, 40]", "there are 3 weights of commands instead of 4 (a multirotor is commanded by "
     "thrust and the moments x, y, z)."),
    ("attitude_weight_1_rad2 = 4", "attitude_weight_1_rad2 = 0", "'controller.attitude_weight_1_rad2' must be > 0"),
    ("rate_hz = 100\n", 'rate_hz = "continuous"\n', "a linear-quadratic regulator is given no rate (it is designed for samples "
     "at a rate and commands held between). Give a rate, for example rate_hz = 100."),
    ("rate_hz = 100\n", "rate_hz = 100\nrotor_speed_rad_s = 120\n", "'controller.rotor_speed_rad_s' is given for a multirotor"),
    ("f450.toml", "marvin.toml", "there are 4 weights of commands instead of 5"),
]


class BrokenLoops(ProgramTest):
    def refuse(self, text, message):
        self.write("s.toml", text)
        for command in ("check", "run"):
            with self.nothing_touched():
                result = self.expect(2, command, "s.toml")
            self.assertIn(message, result.err)
            self.assertEqual(result.err.count("error:"), 1, result.err)

    def test_the_scenario_is_fine_without_a_fault(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "check", "s.toml")

    def test_each_fault_has_one_message(self):
        for old, new, message in FAULTS:
            with self.subTest(new=new, message=message):
                text = edited((old, new), text=SCENARIO)
                if message is None:
                    self.write("s.toml", text)
                    self.expect(0, "check", "s.toml")
                else:
                    self.refuse(text, message)

    def test_integrators_that_do_not_know_their_stages(self):
        text = edited(("rate_hz = 500", 'rate_hz = "continuous"'), ('"rk4"', '"dopri5_fixed"'), text=SCENARIO)
        self.refuse(text, "dopri5_fixed evaluates no continuous controller (only rk4 and the Euler methods know the time "
                    'of their stages). Use integrator.type = "rk4" or give a rate.')

    def test_rotors_that_cannot_push_about_an_axis(self):
        with open(f"{VEHICLES}/f450.toml", encoding="utf-8") as file:
            vehicle = file.read()
        for axis, old, new in (("yaw", "spin = -1", "spin = 1"), ("roll", "0.1651, 0]", "0, 0]")):
            with self.subTest(axis):
                self.write("odd.toml", vehicle.replace(old, new).replace("[0.1651, -0, 0]", "[0.1651, 0, 0]"))
                text = edited((f"{VEHICLES}/f450.toml", "odd.toml"), text=SCENARIO)
                self.refuse(text, f"the rotors give no {axis} of their own")

    def test_a_sweep_may_not_take_an_axis_away(self):
        text = SCENARIO + '[sweep."vehicle.rotors.*.law.torque_scale"]\nvalues = [1, 0]\n'
        self.write("s.toml", text)
        result = self.expect(2, "check", "s.toml")
        self.assertIn("the rotors give no yaw of their own", result.err)

    def test_a_regulator_without_what_it_is_designed_from(self):
        for old, new, message in REGULATOR_FAULTS:
            with self.subTest(new=new, message=message):
                self.refuse(edited((old, new), text=REGULATOR), message)

    def test_a_regulator_without_a_hover(self):
        self.refuse(REGULATOR + "[vehicle.rotor.motor]\nmax = 300\n", "s.toml:10:1: error: the vehicle has no hover to design the "
                    "regulator for (there is none within the limits of its rotors). See `montecopter vehicle`.")

    def test_a_regulator_out_of_reach(self):
        text = REGULATOR + "[environment]\ngravity_m_s2 = 0\n"  # nothing pulls it aside if it tilts
        self.refuse(text, "there is no linear-quadratic regulator for this vehicle (a motion that does not decay")

    def test_gains_that_are_too_high_are_a_warning(self):
        self.write("s.toml", edited(("rate_gain_n_m_s = 0.3", "rate_gain_n_m_s = 30"), text=SCENARIO))
        for command in ("check", "run"):
            result = self.expect(0, command, "s.toml")
            self.assertIn("s.toml:10:1: warning: the gains make the loop unstable at hover (an eigenvalue per period of 0.002 s",
                          result.err)
            self.assertEqual(result.err.count("warning:"), 1, result.err)


if __name__ == "__main__":
    support.main()
