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


if __name__ == "__main__":
    support.main()
