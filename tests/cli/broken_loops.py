#!/usr/bin/python3
"""Broken closed loops: `check` or `run`, by turns, refuses each with exit 2 and one message that says where and why."""
import support
from support import VEHICLES, ProgramTest, edited

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
    ("rate_hz = 500", "rate_hz = 500\ndelay_s = 0.032", None),  # 16 periods
    ("rate_hz = 500", "rate_hz = 500\ndelay_s = 0.033", "the delay of 0.033 s exceeds 16 periods of the controller "
     "(at most 16 commands can be delayed at once). Give at most 0.032 s, or a lower controller.rate_hz."),
    ("rate_hz = 500", "rate_hz = 500\ndelay_s = 0.0004", "0.0004 s is not a whole number of steps"),
    ("rate_hz = 500", "rate_hz = 500\ndelay_s = 1e300", "1e+300 s are 1e+303 steps (the step rate is 1000 Hz, and a flight "
     "has at most 1e12 steps)."),
    ("rate_hz = 500", 'rate_hz = "continuous"\ndelay_s = 0.002', "a delay is given for a continuous controller"),
    ("position_gain_1_s2 = 4", "position_gain_1_s2 = -4", "'controller.position_gain_1_s2' must be >= 0"),
    ("position_gain_1_s2 = 4", "position_gain = 4", "Did you mean 'position_gain_1_s2'?"),
    ("rate_gain_n_m_s = 0.3\n", "", "neither 'rate_gain_n_m_s' nor 'rate_gain_1_s' is given"),
    ("rate_gain_n_m_s = 0.3\n", "rate_gain_n_m_s = 0.3\nrate_gain_1_s = 16\n",
     "both 'rate_gain_n_m_s' and 'rate_gain_1_s' are given"),
    ("rate_gain_n_m_s = 0.3\n", "rate_gain_1_s = -1\n", "controller.rate_gain_1_s"),
    ('[trajectory]\ntype = "hover"\n', "", "there is no trajectory to follow (the controller closes a loop). "
     'Add [trajectory] type = "hover", for example.'),
    ('type = "lee"', 'type = "leee"', "Did you mean 'lee'?"),
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
    ("command_weights = [0.05, 40, 40, 100]\n", "", "there are 0 command weights instead of 4"),
    ("[0.05, 40, 40, 100]", "[0.05, 40, 40]", "there are 3 command weights instead of 4 (a multirotor is commanded by "
     "thrust and the moments x, y, z)."),
    ("attitude_weight_1_rad2 = 4", "attitude_weight_1_rad2 = 0", "'controller.attitude_weight_1_rad2' must be > 0"),
    ("rate_hz = 100\n", 'rate_hz = "continuous"\n', "a linear-quadratic regulator needs a rate (it is designed for a fixed "
     "update rate with commands held in between). Give a rate, for example rate_hz = 100."),
    ("rate_hz = 100\n", "rate_hz = 100\nrotor_speed_rad_s = 120\n", "'controller.rotor_speed_rad_s' is given for a multirotor"),
    ("f450.toml", "marvin.toml", "there are 4 command weights instead of 5"),
]


MEMORIES = {
    "px4": "position.position_gain_1_s = 1\nposition.velocity_gain_1_s = 2\nattitude.gain_1_s = 6\n"
           "body_rate.gain_1_s = 20\n",
    "indi": "position_gain_1_s2 = 4\nvelocity_gain_1_s = 3\nattitude_gain_1_s2 = 80\nrate_gain_1_s = 15\n",
    "rate": "set_points.rows = [[0, 0, 0, 0, 13]]\n",
}
# Type, what is appended to its keys, and what the message says.
MEMORY_FAULTS = [
    ("indi", "cutoff_hz = 0", "'controller.cutoff_hz' must be > 0"),
    ("indi", "cutoff_hz = -3", "'controller.cutoff_hz' must be > 0"),
    ("indi", "cutoff_hz = 251", "the cut-off of 251 Hz is above half the controller's rate (it is updated at 500 Hz). "
     "Use at most 250 Hz."),
    ("rate", "cutoff_hz = 400", "the cut-off of 400 Hz is above half the controller's rate"),
    ("px4", "position.thrust_min = 1", "the lowest thrust, 1, is not below the highest, 1"),
    ("px4", "position.tilt_deg = 95", "'controller.position.tilt_deg' must be"),
    ("px4", "set_points.rows = [[0, 0, 0, 0, 13]]", "both set-points and a trajectory are given (the controller can follow "
     "only one of them). Remove [trajectory] or controller.set_points."),
    ("rate", '[trajectory]\ntype = "hover"', "a trajectory is given for a rate controller"),
    ("rate", 'set_points.kind = "attitude"', "a rate controller cannot follow set-points of attitude (its only "
     "input is a body rate)."),
]
# Set-points of px4, and what the message says.
POINT_FAULTS = [
    ('kind = "body_rate", rows = [[0, 0, 0, 0]]', "the row has 4 numbers instead of 5 (a time and roll, pitch and yaw "
     "rate [rad/s] and collective thrust [N])"),
    ('kind = "attitude", rows = [[0, 1, 0, 0, 13]]', "the row has 5 numbers instead of 6 (a time and quaternion"),
    ('kind = "attitude", rows = [[0, 1, 1, 0, 0, 13]]', "the norm of the attitude quaternion is 1.41421"),
    ('kind = "acceleration", rows = [[0, 0, 0, 0, 0, 0]]', "the row has 6 numbers instead of 5"),
    ('kind = "acceleration", rows = []', "the set-points have no rows"),
    ('kind = "acceleration"', "the set-points have no rows"),
    ('kind = "thrust", rows = [[0, 0, 0, 0, 0]]', "Known: body_rate, attitude and acceleration"),
    ('kind = "acceleration", rows = [[0.1, 0, 0, 0, 0]]', "the first row is at 0.1, not at 0"),
    ('rows = [[0, 0, 0, 0, 13], [0.0004, 0, 0, 0, 13]]', "0.0004 s is not a whole number of steps"),
    ('file = "none.csv"', "cannot read the command file"),
]


def remembering(controller, more="", rate="500"):
    """A scenario with a law that remembers."""
    text = SCENARIO[:SCENARIO.index("[controller]")]
    if controller == "rate":
        text = text.replace('[trajectory]\ntype = "hover"\n', "")
    return text + f'[controller]\ntype = "{controller}"\nrate_hz = {rate}\n{MEMORIES[controller]}{more}\n'


class BrokenLoops(ProgramTest):
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
        self.refuse(text, "dopri5_fixed cannot evaluate a continuous controller (only rk4 and the Euler methods evaluate the "
                    'controller at their stages). Use integrator.type = "rk4" or give a rate.')

    def test_rotors_that_cannot_push_about_an_axis(self):
        with open(f"{VEHICLES}/f450.toml", encoding="utf-8") as file:
            vehicle = file.read()
        for axis, old, new in (("yaw", "spin = -1", "spin = 1"), ("roll", "0.1651, 0]", "0, 0]")):
            with self.subTest(axis):
                self.write("odd.toml", vehicle.replace(old, new).replace("[0.1651, -0, 0]", "[0.1651, 0, 0]"))
                text = edited((f"{VEHICLES}/f450.toml", "odd.toml"), text=SCENARIO)
                self.refuse(text, f"the rotors cannot produce an independent {axis} (the controller commands thrust and three moments: the "
                            "control effectiveness matrix must have rank 4)")

    def test_every_command_refuses_a_broken_table_of_a_propeller(self):
        """They crashed: the loop's allocation was computed of a table that was not there."""
        self.write("s.toml", SCENARIO)
        longer = str([k / 100 for k in range(65)])
        for command in ("check", "run", "vehicle", "linearize", "trim", "converge"):
            for value in ("0", "[]", "[0]", "[0, 0.5]", longer):
                with self.subTest(command=command, value=value):
                    override = f"vehicle.rotor.law.advance_ratio={value}"
                    done = self.expect(2, command, "s.toml", "--set", override)
                    self.assertEqual(done.err.count("error:"), 1, done)
                    self.assertTrue(done.err.startswith(f"--set {override}"[:150]), done.err)

    def test_laws_that_remember(self):
        for controller in MEMORIES:
            with self.subTest(controller):
                self.write("s.toml", remembering(controller))
                self.expect(0, "check", "s.toml")
                self.refuse(remembering(controller, rate='"continuous"'), f"a controller of type {controller} cannot be continuous "
                            "(its filters and integrals advance once per update). Give a rate, for example 500.")
        for controller, more, message in MEMORY_FAULTS:
            with self.subTest(controller=controller, more=more):
                self.refuse(remembering(controller, more), message)

    def test_set_points(self):
        text = remembering("px4").replace('[trajectory]\ntype = "hover"\n', "")
        self.refuse(text, "there is no trajectory to follow")
        for keys, message in POINT_FAULTS:
            with self.subTest(keys):
                self.refuse(text + f"set_points = {{{keys}}}\n", message)
        self.refuse(remembering("rate").replace("set_points.rows = [[0, 0, 0, 0, 13]]\n", ""),
                    "the set-points have no rows")
        self.write("points.csv", "t_s,roll,pitch,yaw,thrust\n0,0,0,0,13\n0.05,0.1,0,0,13\n")
        self.write("s.toml", text + 'set_points = {file = "points.csv"}\n')
        self.expect(0, "check", "s.toml")

    def test_a_sweep_may_not_cut_too_high(self):
        self.write("s.toml", remembering("indi") + '[sweep."controller.cutoff_hz"]\nvalues = [30, 300]\n')
        self.assertIn("the cut-off of 300 Hz is above half", self.expect(2, "check", "s.toml").err)

    def test_a_sweep_may_not_take_an_axis_away(self):
        text = SCENARIO + '[sweep."vehicle.rotors.*.law.torque_scale"]\nvalues = [1, 0]\n'
        self.write("s.toml", text)
        result = self.expect(2, "check", "s.toml")
        self.assertIn("the rotors cannot produce an independent yaw", result.err)

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
            flown = 1 if command == "run" else 0  # which says, too, that the rotors were at their limits
            self.assertEqual(result.err.count("warning:"), 1 + flown, result.err)


if __name__ == "__main__":
    support.main()
