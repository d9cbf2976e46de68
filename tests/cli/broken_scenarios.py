#!/usr/bin/python3
"""Broken scenarios, as hostile users and tired ones write them: `check` and `run` refuse each with
exit 2, say where and why, and touch nothing."""
import os

import support
from support import SCENARIO, ProgramTest, edited

LAW = 'law = {type = "signed_quadratic", thrust_n_s2 = 1.91e-6, torque_n_m_s2 = 2.6e-7}'
TAU = "time_constant_s = 0.02"
MASS = "mass_kg = 1.0\n"
INERTIA = "{xx = 0.005, yy = 0.005, zz = 0.007}"
ROWS = """rows = [
  [0.0, 1133.0, 1133.0, 1133.0, 1133.0],
  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],
  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],
]"""


def line_of(text, part):
    return text[:text.index(part)].count("\n") + 1


NOISE = "[vehicle.process_noise]\nforce_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7\n\n[vehicle.rotor]\n"

# One fault each: what is replaced, by what ('^' is where the message points to), what it says.
FAULTS = [
    (MASS, "^mas_kg = 1.0\n", "unknown key 'vehicle.mas_kg'. Did you mean 'mass_kg'?"),
    (MASS, "mass_kg = ^-1.0\n", "'vehicle.mass_kg' must be > 0, found -1.0 (Mass of the whole vehicle [kg])."),
    (MASS, "mass_kg = ^true\n", "must be a number, found the boolean true"),
    (MASS, 'mass_kg = ^"1 kg"\n', 'must be a number, found the text "1 kg"'),
    (MASS, "mass_kg = ^inf\n", "must be finite, found inf"),
    ("yy = 0.005", "^yyy = 0.005", "unknown key 'vehicle.inertia_kg_m2.yyy'. Did you mean 'yy'?"),
    (INERTIA, "^{xx = 0.005, yy = 0.005, zz = 0.0101}", "breaks the triangle inequality"),
    (INERTIA, "^[0.005, 0.005, 0.007]", "'vehicle.inertia_kg_m2' must be a table, found a list"),
    ('"NED/FRD"', '^"NED/FLU"', "unknown frame 'NED/FLU' of 'vehicle'. Did you mean 'NED/FRD'? Known: NED/FRD and NWU/FLU."),
    ("force_n2_s = 5e-4", "^force_n2 = 5e-4", "Did you mean 'force_n2_s'?"),
    ("force_n2_s = 5e-4", "force_n2_s = ^-5e-4", "must be >= 0, found -0.0005"),
    ("axis = [0, 0, -1]", "axis = ^[0, 0]", "must be a list of 3 numbers, found 2"),
    ("axis = [0, 0, -1]", "axis = [0, ^'0', -1]", "'vehicle.rotor.axis.y' must be a number"),
    ("axis = [0, 0, -1]", "axis = ^[0, 0, 0]", "is zero (it must point along positive thrust)"),
    ('"signed_quadratic"', '^"quadratik"', "unknown type 'quadratik' of 'vehicle.rotor.law'. Did you mean 'quadratic'?"),
    ("torque_n_m_s2 = 2.6e-7", "^torque_n_s2 = 2.6e-7", "unknown key 'vehicle.rotor.law.torque_n_s2'. Did you mean 'torque_n_m_s2'?"),
    (LAW, "law = {type = 'performance_table', diameter_m = 0.2, advance_ratio = [0, 0.5], "
     "thrust_coefficient = ^[0.1], power_coefficient = [0.05, 0.04]}",
     "thrust_coefficient' has 1 number for 2 knots (one per advance ratio)"),
    (LAW, "law = {type = 'performance_table', diameter_m = 0.2, advance_ratio = ^[0.5, 0], "
     "thrust_coefficient = [0.1, 0], power_coefficient = [0.05, 0.04]}",
     "advance ratio 0 comes after 0.5 (advance ratios must increase strictly)"),
    (LAW, "law = {type = 'performance_table', diameter_m = 0.2, advance_ratio = ^[0], "
     "thrust_coefficient = [0.1], power_coefficient = [0.05]}", "has 1 knots (a table has 2 to"),
    (LAW, "law = {type = 'performance_table', diameter_m = 0.2, advance_ratio = ^[0, 0.5, 1], "
     "thrust_coefficient = [0.1, 0], power_coefficient = [0.05, 0.04]}",
     "advance_ratio' has 3 knots for 2 coefficients (one per advance ratio)"),
    (LAW, "law = {type = 'blade_element', diameter_m = ^0.2}", "has neither pitch_m nor twist_deg (the blades have no angle)"),
    (LAW, "law = {type = 'blade_element', diameter_m = 0.2, pitch_m = 0.1, radius_fraction = [0.2, 1], "
     "chord_fraction = ^[0.1]}", "chord_fraction' has 1 number for 2 radii (one per number of radius_fraction)"),
    (LAW, "law = {type = 'blade_element', diameter_m = 0.2, pitch_m = 0.1, radius_fraction = ^[0.9, 0.2], "
     "chord_fraction = [0.1, 0.1]}", "radius 0.2 comes after 0.9 (radii must increase strictly)"),
    (LAW, "law = {type = 'blade_element', diameter_m = 0.2, pitch_m = 0.1, radius_fraction = ^[0.9], "
     "chord_fraction = [0.1]}", "has one radius (a blade has two or more)"),
    ("thrust_n_s2 = 1.91e-6", "measured_density_kg_m3 = ^0, thrust_n_s2 = 1.91e-6", "must be > 0, found 0.0"),
    ("thrust_n_s2 = 1.91e-6", "thrust_n_s2 = ^-1.91e-6", "must be >= 0"),
    (NOISE, 'ground_effect = ^"cheesman_bennett"\n' + NOISE, "unknown ground_effect 'cheesman_bennett' of 'vehicle'. "
     "Did you mean 'cheeseman_bennett'?"),
    (NOISE, 'ground_effect = ^"cheeseman_bennett"\n' + NOISE, "'vehicle.ground_effect' needs the radius of rotor 0"),
    (NOISE, 'rotor_interference = ^"momentum"\n' + NOISE, "'vehicle.rotor_interference' needs the radius of rotor 0"),
    (NOISE, 'ground_effect = ^"sanchez_cuevas"\n' + NOISE + "radius_m = 0.1\n",
     "'vehicle.ground_effect' is given without a ground (its height is that over environment.ground)"),
    (NOISE, NOISE + "radius_m = ^0\n", "'vehicle.rotor.radius_m' must be > 0"),
    (NOISE, "body_lift = ^-1\n" + NOISE, "'vehicle.body_lift' must be >= 0"),
    ("[output]\n", "[simulation.limits]\noutside_fraction = ^0.1\n\n[output]\n",
     "'simulation.limits.outside_fraction' is given without output.validity"),
    ('"first_order"', '^"first-order"', "Did you mean 'first_order'? Known: first_order, direct, "
     "asymmetric_first_order, slew_limited, second_order, load_lag and electric."),
    ('"first_order", time_constant_s = 0.02, min = 0, max = 2200',
     '"second_order", time_constant_s = 0.02, damping_ratio = 1, min = 0, max = 2200, state_min = 500, state_max = ^100',
     "state_min 500 and state_max 100 (state_min must be below state_max)"),
    ('"first_order", time', '"second_order", damping_ratio = ^0, time', "damping_ratio' must be > 0"),
    ('"first_order", ', '"slew_limited", slew_up_1_s = ^-1, slew_down_1_s = 1, ', "slew_up_1_s' must be > 0"),
    ("linear_drag_n_s_m = 0.1", "linear_aero_moment_n_m_s = ^[1, 2]", "must be a number, a list of 3 or a list of 9 numbers, found 2"),
    ("linear_drag_n_s_m = 0.1", "body_rate_limit_rad_s = ^0", "must be > 0, found 0.0"),
    (TAU, "time_constant_s = ^0", "must be > 0, found 0.0"),
    (TAU, "^time_const_s = 0.02", "Did you mean 'time_constant_s'?"),
    ("rotor_inertia_kg_m2 = 6.6e-6", "rotor_inertia_kg_m2 = ^-1", "must be >= 0, found -1.0"),
    ("[-0.08, 0.08, 0]\nspin = -1", "[-0.08, 0.08, 0]\nspin = ^0", "'vehicle.rotors.3.spin' is 0"),
    ("[-0.08, 0.08, 0]\nspin = -1", "[-0.08, 0.08, 0]\nspin = ^-1.0", "must be an integer, found the number -1.0"),
    ("[-0.08, 0.08, 0]\nspin = -1", "[-0.08, 0.08, 0]\nspin = ^5", "must be between -1 and 1, found 5"),
    ('type = "steady"', 'type = ^"stady"', "unknown type 'stady' of 'wind.0'. Did you mean 'steady'?"),
    ("to_m_s = [1.0, 0.5, 0.0]", "^to_ms = [1.0, 0.5, 0.0]", "unknown key 'wind.0.to_ms'. Did you mean 'to_m_s'?"),
    ("[0.1, 1150.0, 1116.0, 1150.0, 1116.0]", "^[0.1, 1150.0]", "the row has 2 numbers instead of 5"),
    ("[0.2, 1133.0,", "^[0.1, 1133.0,", "times must ascend strictly"),
    ("rows = [\n", "time = ^'s'\nrows = [\n", "unknown time 's' of 'controller'"),
    ('type = "rk4"', 'type = ^"rk45"', "unknown type 'rk45' of 'integrator'. Did you mean 'rk4'?"),
    ("rate_hz = 1000", "rate_hz = ^0", "an integer or a ratio \"n/d\" of integers from 1 to 1e9"),
    ("rate_hz = 1000", "rate_hz = 1000\nrelative_tolerance = ^1e-9", "only a controlled integrator has a tolerance"),
    ('"rk4"', '"fehlberg78_fixed"\nabsolute_tolerance = ^1e-9',
     "'integrator.absolute_tolerance' is given for fehlberg78_fixed (only a controlled integrator has a tolerance"),
    ("duration_s = 0.3", "duration_s = ^0.30005", "is not a whole number of steps"),
    ("position_m = [0, 0, -10]", "position_m = [0, 0, -10]\nattitude = ^[1, 0, 0, 0.2]", "quaternion is 1.0198"),
    ('signals = ["position",', 'signals = [^"positions",', "unknown 'positions' in 'output.signals'. Did you mean 'position'?"),
    ('signals = ["position",', 'signals = ["position", ^"position",', "the signal 'position' is listed twice"),
    ('traces = "every:3"', 'traces = ^"every:0"', "'every:0' does not say which samples to trace"),
    ('traces = "every:3"', 'traces = "all"\ndtype = ^"f16"', "unknown dtype 'f16' of 'output'"),
    ("rate_hz = 100\n", "rate_hz = ^300\n", "a period of 300 Hz is not a whole number of steps"),
    ("samples = 200", "samples = ^0", "must be between 1 and"),
    ("seed = 11", "seed = ^-1", "must be between 0 and"),
    ("sd = 0.05", "sd = ^-0.05", "must be > 0, found -0.05"),
    ("low = 0.9\n", "low = ^-0.9\n", "a draw may be -0.9, outside the range of the dispersed number"),
    ("high = 0.0055", "high = ^0.0045", "low 0.0045 is not below high 0.0045"),
    ("low = 0.9\n", "low = 0.9\nshare = ^'some'\n", "unknown share 'some' of 'disperse.\"vehicle.mass_kg\"'. Known: all and each."),
    ("low = 0.9\n", "low = 0.9\napply = ^'times'\n", "Known: value, factor and offset."),
    ('[disperse."vehicle.inertia', '[disperse."environment.gravity_m_s2"]\ndist = "empirical"\nfile = ^"none.csv"\n[disperse."vehicle.inertia',
     "cannot read the observations 'none.csv' (No such file or directory)"),
    ('[disperse."vehicle.inertia', '[disperse."environment.gravity_m_s2"]\ndist = "weibull"\nscale = 1\nshape = ^0\n[disperse."vehicle.inertia',
     "must be > 0, found 0.0"),
    ("seed = 11", 'seed = 11\n^[sweep."vehicle.mass_kg"]\nvalues = [0.95, 1.0]', "is swept and dispersed"),
    ("seed = 11", 'seed = 11\n[sweep."environment.gravity_m_s2"]\nlinspace = ^[9, 10]', "has 2 numbers instead of 3 (first, last, count)"),
    ("[output]", "[environment]\n^air_density_kg_m3 = 1.2\n[output]", "Use 'environment.atmosphere.density_kg_m3'"),
    ("[output]", '[environment]\ngravity = "j2"\ngravity_m_s2 = ^9.81\n[output]', 'only "constant" uses it'),
    ("[output]", '[environment.atmosphere]\ntype = ^"ias"\n[output]', "Did you mean 'isa'?"),
    ('dist = "uniform"', 'dist = ^"unifrom"', "unknown dist 'unifrom'"),
    ('name = "small"', 'name = ^"../small"', "cannot be the name of a scenario"),
    ("schema = 1", "schema = ^2", "'schema' must be 1, found 2"),
]


class BrokenTest(ProgramTest):
    def refuse(self, *says, file="s.toml", lines=1, at=None):
        """Refused by check and by run, whose message has `lines` lines and says all of `says`; each
        line tells a place in the file, and one of them the line `at`."""
        errors = []
        for command in ("check", "run"):
            with self.nothing_touched():
                result = self.expect(2, command, file)
            self.assertEqual(result.out, "")
            errors.append(result.err)
        self.assertEqual(len(set(errors)), 1, "check and run say the same")
        text = errors[0]
        self.assertEqual(text.count("\n"), lines, text)
        for line in text.splitlines():
            self.assertRegex(line, r"^[^:]+(:[0-9]+:[0-9]+)?: (error|warning): .+(\.|Did you mean '[^']+'\?)$")
        for word in says:
            self.assertIn(word, text)
        if at is not None:
            self.assertRegex(text, rf"(?m)^[^:\n]+:{at}:[0-9]+: error: ")
        return text

    def broken(self, old, new, *says, lines=1, at=True):
        """The small scenario with one change, which is complained about on its line."""
        text = edited((old, new))
        self.write("s.toml", text)
        where = line_of(text, new) if at is True else at
        return self.refuse(*says, lines=lines, at=where)


class BrokenScenarios(BrokenTest):
    def test_the_scenario_they_are_made_from_is_sound(self):
        self.write("s.toml", SCENARIO)
        self.assertEqual(self.expect(0, "check", "s.toml").err, "")

    def test_each_fault_is_told_once_with_its_place(self):
        for old, marked, says in FAULTS:
            with self.subTest(marked):
                text = edited((old, marked))
                at = text.index("^")
                line, column = text[:at].count("\n") + 1, at - text.rfind("\n", 0, at)
                self.write("s.toml", text.replace("^", ""))
                message = self.refuse(says)
                self.assertTrue(message.startswith(f"s.toml:{line}:{column}: error: "), f"{line}:{column}: {message}")
        self.assertGreaterEqual(len(FAULTS), 60)

    def test_a_load_lag_needs_the_speed_of_its_rotor(self):
        """Told once for the motor that all four share; the signal that it lacks is told besides."""
        text = edited(('"first_order"', '"load_lag"'))
        self.write("s.toml", text)
        self.refuse("missing 'vehicle.rotors.0.motor.speed_thrust_n_s2' (the gyroscopic torque",
                    "the signal 'rotor_speed' does not exist here", lines=2, at=line_of(text, "load_lag"))

    def test_blades_need_a_motor_with_a_speed(self):
        text = edited(('"first_order"', '"load_lag"')).replace(LAW, 'law = {type = "blade_element", diameter_m = 0.2, pitch_m = 0.1}')
        text = text.replace('time_constant_s', 'speed_thrust_n_s2 = 1e-5, time_constant_s', 1)
        self.write("s.toml", text)
        for command in ("check", "run"):
            told = self.expect(2, command, "s.toml").err
            self.assertIn("the rotor law blade_element is given for motors of type load_lag", told)

    def test_misspelt_keys_and_tables(self):
        self.broken(MASS, "mass = 1.0\n", "unknown key 'vehicle.mass'", "'mass_kg'")
        self.broken("samples = 200", "sample = 200", "unknown key 'monte_carlo.sample'", "'samples'")
        self.broken("[output]", "[outputs]", "unknown key 'outputs'", "'output'")
        self.broken("seed = 11", "sede = 11", "unknown key 'monte_carlo.sede'", "'seed'")
        self.broken("to_m_s = [", "to_m = [", "'wind.0.to_m'", "'to_m_s'")

    def test_wrong_types(self):
        self.broken(MASS, "mass_kg = true\n", "must be a number", "boolean true")
        self.broken(MASS, 'mass_kg = "1.0"\n', "must be a number", "text")
        self.broken(MASS, "mass_kg = [1.0]\n", "must be a number", "a list")
        self.broken(MASS, "mass_kg = 1979-05-27\n", "must be a number", "date")
        self.broken("samples = 200", "samples = 200.0", "must be an integer")
        self.broken("samples = 200", "samples = false", "must be an integer")
        self.broken("axis = [0, 0, -1]", "axis = [0, 0, true]", "must be a number")
        self.broken("axis = [0, 0, -1]", "axis = [0, -1]", "list of 3 numbers")
        self.broken("axis = [0, 0, -1]", "axis = -1", "list of 3 numbers")
        self.broken('name = "small"', "name = 7", "must be a text")
        self.broken('signals = ["position", ', 'signals = [1, ', "must be a text")
        self.broken("position_m = [0, 0, -10]", "position_m = [0, [0], -10]", "must be a number")
        self.broken("[[wind]]", "[wind]",
                    "must be a list")

    def test_numbers_that_are_none(self):
        self.broken(MASS, "mass_kg = nan\n", "finite")
        self.broken(MASS, "mass_kg = inf\n", "finite")
        self.broken(MASS, "mass_kg = -inf\n", "finite")
        self.broken(MASS, "mass_kg = 1e400\n", "not valid TOML")
        self.broken(MASS, "mass_kg = 9007199254740993\n", "2^53")
        self.broken(MASS, "mass_kg = 1,5\n", "not valid TOML")
        self.broken("[0.1, 1150.0,", "[0.1, nan,", "finite")
        self.broken("sd = 1.0", "sd = nan", "finite")

    def test_physics_that_cannot_be(self):
        self.broken(MASS, "mass_kg = -1.0\n", "must be > 0")
        self.broken(MASS, "mass_kg = 0\n", "must be > 0")
        self.broken(INERTIA, "{xx = 0.005, yy = 0.005, zz = 0}", "must be > 0")
        self.broken(INERTIA, "{xx = 0.005, yy = 0.005, zz = 0.007, xy = 0.005}", "singular")
        self.broken(INERTIA, "{xx = 0.005, yy = 0.005, zz = 0.007, xy = 0.006}", "positive definite")
        self.broken(INERTIA, "{xx = 0.005, yy = 0.005, zz = 0.0101}", "triangle inequality")
        self.broken(TAU, "time_constant_s = 0", "must be > 0")
        self.broken(TAU, "time_constant_s = -0.02", "must be > 0")
        self.broken("min = 0, max = 2200", "min = 5, max = 5", "min")
        self.broken("axis = [0, 0, -1]", "axis = [0, 0, 0]", "zero")
        self.broken("[-0.08, 0.08, 0]\nspin = -1", "[-0.08, 0.08, 0]\nspin = 0", "spin", at=None)
        self.broken("[-0.08, 0.08, 0]\nspin = -1", "[-0.08, 0.08, 0]\nspin = 2", "spin", at=None)
        self.broken("[-0.08, 0.08, 0]\nspin = -1", "[-0.08, 0.08, 0]", "spin", at=None)
        self.broken("position_m = [0, 0, -10]", "position_m = [0, 0, -10]\nattitude = [1, 1, 0, 0]",
                    "norm", at=None)

    def test_steps_that_blow_up(self):
        text = edited(('type = "rk4"', 'type = "euler"'), (TAU, "time_constant_s = 0.00049"))
        text = text[:text.index('[disperse."vehicle.rotors')] + text[text.index('[disperse."wind'):]
        self.write("s.toml", text)
        self.refuse("euler is unstable for the motor lag", at=line_of(text, "0.00049"))
        self.write("s.toml", text.replace("0.00049", "0.00051"))
        self.assertIn("warning", self.expect(0, "check", "s.toml").err)

    def test_counts(self):
        self.broken("samples = 200", "samples = 0", "monte_carlo.samples")
        self.broken("samples = 200", "samples = -1", "monte_carlo.samples")
        self.broken("samples = 200", "samples = 9223372036854775807", "monte_carlo.samples")
        self.broken("samples = 200", "samples = 9223372036854775808", "64 bits")
        self.broken("samples = 200", "samples = 1e3", "integer")
        self.broken("seed = 11", "seed = -1", "monte_carlo.seed")
        self.broken("seed = 11", "noise_of = [1, 2]\nseed = 11", "2 numbers for 200 samples")
        self.broken("samples = 200", "noise_of = [1, 2]\nsamples = 2\nindependent_points = true", "the points of the sweep are independent", lines=2)
        self.broken("seed = 11", "noise_of = [-1]\nseed = 11", "monte_carlo.noise_of")
        self.broken("[monte_carlo]", "max_failures = -1\n[monte_carlo]", "max_failures", at=None)

    def test_times(self):
        self.broken("rate_hz = 100\n", "rate_hz = 300\n", "300 Hz", '"1000/3" or 250 Hz')
        self.broken("rate_hz = 100\n", "rate_hz = 2000\n", "2000 Hz", "1000 Hz")
        self.broken("rate_hz = 100\n", "rate_hz = 0\n", "integers from 1")
        self.broken("rate_hz = 100\n", "rate_hz = 99.5\n", '"n/d"')
        self.broken("duration_s = 0.3", "duration_s = 0.3005", "0.3 or 0.301 s")
        self.broken("duration_s = 0.3", "duration_s = 0", "must be > 0")
        self.broken("duration_s = 0.3", "duration_s = 0.3\nsteps = 300", "steps", at=None)
        self.broken("duration_s = 0.3", "", "duration_s", at=None)
        self.broken("rate_hz = 1000", "rate_hz = 1000\nstep_s = 0.001", "step_s", at=None)
        self.broken("rate_hz = 1000", "step_s = 0", "must be > 0")
        self.broken("[0.1, 1150.0", "[0.10005, 1150.0", "0.1 or 0.101 s")
        self.broken("[0.1, 1150.0", "[0.2, 1150.0", "ascend", at=None)
        self.broken("[0.0, 1133.0", "[0.1, 1133.0", "not at 0", lines=2, at=None)
        self.broken("force_n2_s = 5e-4", "force_n2_s = 5e-4\nrate_hz = 700", "700 Hz",
                    "500", "1000", at=None)

    def test_commands(self):
        self.broken(ROWS, "rows = []", "no rows")
        self.broken("[0.1, 1150.0, 1116.0,", "[0.1, 1150.0,", "4 numbers instead of 5")
        self.broken(ROWS, 'file = "none.csv"', "none.csv", "No such file")
        self.broken('type = "command_table"', 'type = "pid"', "unknown type 'pid'")
        self.broken('type = "command_table"', "", "missing 'controller.type'", at=None)

    def test_command_files(self):
        self.write("s.toml", edited((ROWS, 'file = "c.csv"')))
        good = "t_s,a,b,c,d\n0,1,1,1,1\n0.1,2,2,2,2\n"
        self.write("c.csv", good)
        self.expect(0, "check", "s.toml")
        for bad, at, says in [
            ("t_s,a,b,c,d\n0,1,1,1,1\n0.1,2,x,2,2\n", "3:7", "'x' is not a finite number"),
            ("t_s,a,b,c,d\n0,1,1,1,1\n0.1,2,2,2\n", "3:1", "4 numbers, the header 5"),
            ("t_s,a,b,c,d\n0,1,1,1,1\n\n0.1,2,2,2,2\n", "3:1", ""),
            ("t_s,a,b,c,d\n0,1,1,1,1\n0.1,2,nan,2,2\n", "3:7", "finite"),
            ("t_s,a,b,c,d\n0,1,1,1,1\n0.1,2,1e999,2,2\n", "3:7", "finite"),
            ("0,1,1,1,1\n", "1:1", "header"),
            ("t_s,a,b,c\n0,1,1,1\n", "2:1", "instead of 5"),
            ("t_s,a,b,c,d\n0.05,1,1,1,1\n", "2:1", "not at 0"),
            ("t_s,a,b,c,d\n0,1,1,1,1\n0,2,2,2,2\n", "3:1", "ascend"),
            ("t_s,a,b,c,d\n0,1,1,1,1\n0.00005,2,2,2,2\n", "3:1", "step"),
            ("step,a,b,c,d\n0,1,1,1,1\n1.5,2,2,2,2\n", "3:1", ""),
            ("t_s,a,b,c,d\n", "", "no rows"),
        ]:
            with self.subTest(bad):
                self.write("c.csv", bad)
                text = self.expect(2, "check", "s.toml").err
                self.assertIn(f"c.csv:{at}: error: " if at else "error: ", text)
                self.assertIn(says, text)
                with self.nothing_touched():
                    self.assertEqual(self.expect(2, "run", "s.toml").err, text)
        for bytes_ in (b"", b"\x89HDF\r\n\x1a\n\0\0", b"\0" * 100):
            self.write("c.csv", bytes_)
            self.refuse("c.csv")
        os.remove(self.path("c.csv"))
        os.mkdir(self.path("c.csv"))
        self.refuse("c.csv", "directory")

    def test_output(self):
        self.broken('"specific_force"', '"specific_farce"', "Did you mean 'specific_force'?")
        self.broken('"specific_force"', '"position"', "twice")
        for bad in ("some", "first", "first:", "first:-1", "first:x", "every:0", "every:-3", "every:1.5",
                    "All", "all:3", "first:99999999999999999999", "", " none"):
            with self.subTest(bad):
                self.broken('traces = "every:3"', f'traces = "{bad}"', "which samples to trace")
        self.broken('traces = "every:3"', 'traces = 3', "must be a text")
        self.broken('traces = "every:3"', 'traces = "all"\ndtype = "f16"', "'f16'", at=None)
        self.broken('name = "small"', 'name = "../evil"', "name")
        self.broken('name = "small"', 'name = ""', "name")

    def test_dispersions(self):
        def disperse(path, keys, *says, lines=1):
            text = SCENARIO + f'\n[disperse."{path}"]\n{keys}\n'
            self.write("s.toml", text)
            return self.refuse(*says, lines=lines)

        uniform = 'dist = "uniform"\nlow = 1\nhigh = 2'
        disperse("vehicle.weight_kg", uniform, "addresses no number")
        disperse("vehicle.mas_kg", uniform, "Did you mean 'vehicle.mass_kg'?")
        disperse("wind.1.to_m_s.x", uniform, "addresses no number")
        disperse("wind.0.to_m_s", uniform, "(it is a list of numbers). Use 'wind.0.to_m_s.*' for all of them, or 'wind.0.to_m_s.x' for one.")
        disperse("vehicle.rotors.9.motor.max", uniform, "addresses no number")
        for path in ("vehicle.body_rate_limit_rad_s", "vehicle.rotors.*.motor.state_max", "vehicle.battery.resistance_ohm"):
            disperse(path, uniform, f"'{path}' has no value in this scenario (it is optional, and left out here). "
                     "Give it a nominal value.")
        disperse("vehicle.body_rate_limit_rad", uniform, "Did you mean 'vehicle.body_rate_limit_rad_s'?")
        disperse("integrator.step_s", uniform, "'integrator.step_s' cannot be dispersed (all samples share it)")
        disperse("integrator.rate_hz", uniform, "addresses no number")
        disperse("simulation.duration_s", uniform, "cannot be dispersed")
        disperse("monte_carlo.samples", uniform, "addresses no number")
        disperse("vehicle.rotors.0.motor.time_constant_s", uniform.replace("1", "0.01"), "twice")
        disperse("wind.*.to_m_s.x", uniform, "twice")
        quadratic = "vehicle.quadratic_drag_n_s2_m2"
        disperse(quadratic, 'dist = "uniform"\nlow = 2\nhigh = 2', "not below")
        disperse(quadratic, 'dist = "uniform"\nlow = -1\nhigh = 2', "outside the range")
        disperse(quadratic, 'dist = "normal"\nmean = 1\nsd = 0.5', "Truncate the distribution by low")
        disperse(quadratic, 'dist = "normal"\nmean = 1\nsd = -0.5', "sd")
        disperse(quadratic, 'dist = "normal"\nmean = 1', "missing", ".sd")
        disperse(quadratic, 'dist = "gauss"\nmean = 1\nsd = 1', "unknown dist 'gauss'")
        disperse(quadratic, "mean = 1\nsd = 1", "missing", ".dist")
        disperse(quadratic, 'dist = "truncated_normal"\nmean = 0\nsd = 1e-6\nlow = 1\nhigh = 2',
                 "no probability")
        self.write("s.toml", SCENARIO + "\n[disperse.environment.gravity_m_s2]\n" + uniform)
        self.refuse('Quote the dotted path')

    def test_toml(self):
        self.broken(MASS, MASS + MASS, "not valid TOML", "redefine", at=None)
        self.broken("[output]", "[output", "not valid TOML")
        self.broken('name = "small"', 'name = "small', "not valid TOML")
        self.broken("seed = 11", "seed = 011", "not valid TOML", "leading zero")
        self.broken("schema = 1", "schema = 2", "schema")
        self.broken("schema = 1\n", "", "missing 'schema'", at=None)
        self.write("s.toml", SCENARIO + "x = " + "[" * 5000 + "]" * 5000 + "\n")
        self.refuse("depth")
        self.write("s.toml", SCENARIO.encode() + b'\nx = "\xff\xfe"\n')
        self.refuse("not valid TOML")

    def test_texts_that_no_result_can_hold(self):
        """Attributes of HDF5 end at a zero byte, and have less than 64 KiB."""
        requirement = '\n[requirement.{}]\ntype = "probability"\ntext = "{}"\nmetric = "max_tilt_deg"\nat_most = 89\nprobability = 0.5\n'
        metric = '\n[metrics.m]\nformula = "max(t)"\nunit = "{}"\n'
        line = SCENARIO.count("\n")
        for text, says in [
            (requirement.format("r", "a\\u0000b"), f"s.toml:{line + 4}:8: error: the text of 'requirement.r.text' has a zero byte in it"),
            (requirement.format("r", "a" * 70000), "the text of 'requirement.r.text' has 70000 bytes"),
            (requirement.format("r", "a" * 2000000), "the text of 'requirement.r.text' has 2000000 bytes"),
            (requirement.format('"a\\u0000b"', "a"), "has a zero byte in it"),
            (requirement.format("a" * 70000, "a"), "' has 70000 bytes (names have at most 1000 bytes)"),
            (metric.format("m\\u0000"), "the text of 'metrics.m.unit' has a zero byte in it"),
            ('\n[source]\n"vehicle.mass_kg" = "scale\\u0000"\n', "has a zero byte in it"),
            ('\n[source]\n"vehicle.mass_kg" = "{}"\n'.format("a" * 61000), "has 61000 bytes"),
            ('\n[source.vehicle]\nmass_kg = "{0}"\ninertia_kg_m2 = "{0}"\n'.format("a" * 40000), "the sources of numbers are too long in total"),
        ]:
            with self.subTest(says):
                self.write("s.toml", SCENARIO + text)
                for command in ("check", "run"):
                    with self.nothing_touched():
                        self.assertIn(says, self.expect(2, command, "s.toml").err[:100000])
        self.assertIn("--set name: error: the text of 'name' has a zero byte",
                      self.expect(2, "check", self.write("s.toml", SCENARIO), "--set", 'name="a\\u0000"').err.replace('="a\\u0000"', ""))
        # What fits is stored as it is.
        text = "é" * 25000 + "\\n\\u001b"
        self.write("s.toml", SCENARIO + requirement.format("r", text) + metric.format("m").replace("max(t)", "max(t)" + " + 1" * 14000))
        self.expect(4, "run", "s.toml", "-n", 1, "-o", "a.h5", "--progress", "none")  # one sample decides nothing

    def test_five_faults_are_told_at_once_in_the_order_of_the_file(self):
        self.write("s.toml", edited((MASS, "mass_kg = -1.0\n"), (TAU, "time_constant_s = true"),
                                    ('type = "rk4"', 'type = "rk5"'), ("seed = 11", "sede = 11"),
                                    ('"specific_force"', '"specific_farce"')))
        text = self.refuse("mass_kg", "time_constant_s", "rk5", "sede", "specific_farce", lines=5)
        places = [int(line.split(":")[1]) for line in text.splitlines()]
        self.assertEqual(places, sorted(places))


if __name__ == "__main__":
    support.main()
