#!/usr/bin/python3
"""montecopter import betaflight-diff: gains against Betaflight's scales and a closed form of the vehicle, flown, and what cannot be mapped."""
import json
import math
import tomllib
import unittest

import support
from support import VEHICLES, ProgramTest

G = 9.80665
X500 = VEHICLES / "x500.toml"
P, I, D = 0.032029, 0.244381, 0.000529  # PTERM_SCALE, ITERM_SCALE, DTERM_SCALE of Betaflight, over PID_MIXER_SCALING = 1000

DIFF = """\
# diff all

# version
# Betaflight / STM32F7X2 (S7X2) 4.5.1 Jul 27 2024 / 13:41:23 (77d01ba3b) MSP API: 1.46

batch start
defaults nosave
board_name MAMBAF722_2022B
feature -AIRMODE
serial 0 64 115200 57600 0 115200

# master
set acc_calibration = 21,-5,12,1
set gyro_lpf1_static_hz = 200
set gyro_lpf1_dyn_min_hz = 0
set dshot_idle_value = 450
set pid_process_denom = 2

profile 0
set p_roll = 50
set d_min_roll = 35
set d_roll = 42
set f_roll = 110
set tpa_rate = 70

profile 1
set p_roll = 20

profile 0

rateprofile 0
set roll_srate = 75

save
"""


def x500_authority(idle=0.045):
    """Each rotor gives 15.926 u^2, its torque 1.7275 u^2; a motor's whole range is worth the slope at hover."""
    thrust, torque, arm = 15.926119900619797, 1.7275062256202294, 0.176776695296636
    hover = math.sqrt(2.0 * G / 4 / thrust)
    return [(1 - idle) * 4 * 2 * hover * a for a in (thrust * arm / 0.021705, thrust * arm / 0.021304, torque / 0.039396244)]


class ImportBetaflight(ProgramTest):
    def made(self, text, *options):
        self.write("b.txt", text)
        return tomllib.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, *options).out)

    def near(self, is_value, wanted):
        """The slope at hover is a difference over 2e-4: rounding of 1e-16 leaves 1e-12."""
        for a, b in zip(is_value, wanted, strict=True):
            self.assertAlmostEqual(a, b, delta=1e-10 * max(1, abs(b)))

    def test_gains_are_settings_times_scales(self):
        gains = self.made(DIFF)["controller"]
        A = x500_authority()
        per_degree = math.degrees(1) / 1000
        self.assertEqual((gains["type"], gains["rate_hz"], gains["cutoff_hz"]), ("rate", 4000, 200))
        self.near(gains["gain_1_s"], [P * p * per_degree * a for p, a in zip((50, 47, 45), A)])
        self.near(gains["integral_gain_1_s2"], [I * i * per_degree * a for i, a in zip((80, 84, 80), A)])
        self.near(gains["derivative_gain"], [D * d * per_degree * a for d, a in zip((35, 34, 0), A)])  # d_min, which holds at rest
        self.near(gains["integral_limit_deg"], [400 / (I * i) for i in (80, 84, 80)])

    def test_which_d_holds(self):
        A = x500_authority(0.055)[0]
        unit = D * math.degrees(1) / 1000 * A
        for settings, version, d in (("set d_roll = 42", "4.5.1", 30), ("set d_roll = 25", "4.5.1", 25), ("set d_min_roll = 0\nset d_roll = 42", "4.5.1", 42),
                                     ("set d_min_roll = 90", "4.5.1", 40), ("set d_min_roll = 0", "4.5.1", 40), ("set d_min_roll = 35", "4.5.1", 35),
                                     ("set d_roll = 28\nset d_max_roll = 40", "2025.12.1", 28), ("set p_roll = 45", "2025.12.1", 30)):
            with self.subTest(settings):
                made = self.made(f"# Betaflight / X (X) {version} now\n{settings}\n")["controller"]
                self.near(made["derivative_gain"][:1], [d * unit])

    def test_it_flies(self):
        self.write("b.txt", DIFF)
        self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "-o", "b.toml")
        self.expect(0, "check", "b.toml")
        self.assertIn("1 sample, 1 ok", self.expect(0, "run", "b.toml", "-o", "b.h5").out)
        self.expect(0, "check", "b.toml", "--set", "vehicle.mass_kg=2.1")

    def test_settings_of_the_board_are_of_no_profile(self):
        self.assertEqual(self.made("profile 1\nset pid_process_denom = 4\nprofile 0\nset p_roll = 50\n")["controller"]["rate_hz"], 2000)
        after = self.made("profile 0\nset p_pitch = 60\nrateprofile 0\nset roll_srate = 75\nset p_roll = 50\nset pid_process_denom = 4\n")
        self.assertEqual(after["controller"], self.made("set pid_process_denom = 4\nset p_roll = 50\nset p_pitch = 60\n")["controller"])

    def test_d_min_is_told_where_nothing_takes_it(self):
        self.write("b.txt", "# Betaflight / X (X) 2025.12.1 now\nset p_roll = 45\nset d_min_roll = 20\n")
        said = json.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--json").out)
        self.assertIn("d_min_roll", [entry["name"] for entry in said["left_out"]])

    def test_rates_that_are_no_whole_numbers(self):
        made = self.made("set pid_process_denom = 3\n")
        self.assertEqual((made["controller"]["rate_hz"], made["integrator"]["rate_hz"]), ("8000/3", 8000))

    def test_options_go_over_the_vehicle_file(self):
        made = self.made(DIFF, "--mass", "2.5", "--inertia", "0.03,0.03,0.05")
        self.assertEqual((made["vehicle"]["mass_kg"], made["vehicle"]["inertia_kg_m2"]["zz"]), (2.5, 0.05))
        self.assertAlmostEqual(made["controller"]["set_points"]["rows"][0][4], 2.5 * G)
        self.assertIn("the motors are those of the vehicle file", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--motor-lag", "0.02").err)

    def test_what_has_no_place_is_told(self):
        self.write("b.txt", DIFF)
        result = self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--only", "controller")
        err = " ".join(result.err.split())
        self.assertIn("no place here: f_roll 110 (the law here has no feed-forward).", err)
        self.assertIn("tpa_rate 70 (gains do not follow the throttle here)", err)
        self.assertIn("i_pitch", err)
        said = json.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--json").out)
        left = {(entry["name"], entry["value"]) for entry in said["left_out"]}
        self.assertLessEqual({("p_roll", "20"), ("roll_srate", "75"), ("f_roll", "110"), ("board_name", "MAMBAF722_2022B")}, left)
        self.write("c.toml", result.out)
        self.write("s.toml", f'schema = 1\nname = "s"\nvehicle.include = "{X500}"\nintegrator = {{type = "rk4", rate_hz = 4000}}\nsimulation.duration_s = 0.1\n'
                   'controller = {include = "c.toml", set_points = {kind = "body_rate", rows = [[0, 0, 0, 0, 19.6]]}}\n')
        self.expect(0, "check", "s.toml")

    def test_broken_texts_are_told_by_line(self):
        last = DIFF.count("\n") + 1
        for line, says in (("set p_roll", "sets nothing"), ("set = 4", "sets nothing"), ("set P-Roll = 4", "sets nothing"),
                           ("profile x", "'x' is no number of a profile"), ("profile -1", "is no number of a profile"), ("@@@", "is no line of a diff"),
                           ("set roll_srate = 3\nset roll_srate = 4", "roll_srate is set twice"),
                           ("profile 0\nset pid_process_denom = 8", "pid_process_denom is set twice (line 17 has it already)"),
                           ("set gyro_lpf1_static_hz = 50", "gyro_lpf1_static_hz is set twice"), ("set p_roll = 50", "p_roll is set twice"), ("<html>", "is no line of a diff")):
            with self.subTest(line):
                self.write("b.txt", DIFF + line + "\n")
                result = self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500)
                self.assertRegex(result.err, rf"^b\.txt:{last}: error: |^b\.txt:{last + 1}: error: ")
                self.assertIn(says, result.err)
        for text, says in (("", "it is empty"), ("# nothing\n", "there is no setting in it"), ("set p_roll = nan\n", "b.txt:1: error: p_roll is 'nan' (it is a number between 0 and 250)"),
                           ("set i_yaw = 300\n", "i_yaw is '300'"), ("set p_roll = fast\n", "p_roll is 'fast'"), ("mixer HEX6X\nset p_roll = 40\n", "b.txt:1: error: the mixer 'HEX6X' is not known"),
                           ("mmix 0 1 1 1 1\nset p_roll = 40\n", "a mixer of its own"),
                           ("set p_roll = 30\nprofile 0\nset p_roll = 50\n", "b.txt:3: error: p_roll is set twice (line 1 has it already)"),
                           ("set pid_process_denom = 0\n", "b.txt:1: error: pid_process_denom is '0' (it is a whole number between 1 and 16)"),
                           ("set pid_process_denom = 2.5\n", "pid_process_denom is '2.5'"), (b"\x00" * 99, "binary file"), (b"\x80\xff\n" * 999, "20 lines are wrong")):
            with self.subTest(text[:30]):
                self.write("b.txt", text)
                self.assertIn(says, self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err)
        self.write("b.txt", DIFF)
        self.assertIn("Give --vehicle FILE", self.expect(2, "import", "betaflight-diff", "b.txt").err)
        for vehicle, says in (("hummingbird", "no quadrotor x"), ("neo9-hexa", "no quadrotor x"), ("marvin", "no multirotor")):
            self.assertIn(says, self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", VEHICLES / f"{vehicle}.toml").err)
        self.assertIn("cannot carry it", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--mass", "20").err)

    def test_line_ends_do_not_matter(self):
        self.assertEqual(self.made("\ufeff" + DIFF.replace("\n", "\r\n")), self.made(DIFF))


if __name__ == "__main__":
    support.main()
