#!/usr/bin/python3
"""montecopter import betaflight-diff: gains against Betaflight's scales and a closed form of the vehicle, flown, and what cannot be mapped."""
import json
import math
import re
import tomllib

import numpy as np

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

    def test_the_output_limit_scales_the_mixer(self):
        """Motors go from idle to the limit, and 1000 of the sum is all of that: (0.6 - 0.055) / (1 - 0.055) = 0.5767 of the gains."""
        head = "# Betaflight / STM32F7X2 (S7X2) 4.5.1 Jul 27 2024 / 13:41:23 (0123abc) MSP API: 1.46\nprofile 0\nset p_roll = 50\n"
        whole = self.made(head + "set motor_output_limit = 100\n")
        self.assertEqual(whole, self.made(head))
        self.assertNotIn("rotor", whole["vehicle"])
        for limit, idle in ((60, 0.055), (80, 0.055), (60, 0.1)):
            made = self.made(head + f"set motor_output_limit = {limit}\nset dshot_idle_value = {round(idle * 1e4)}\n")
            part = (limit / 100 - idle) / (1 - 0.055)
            for key in ("gain_1_s", "integral_gain_1_s2", "derivative_gain"):
                self.near(made["controller"][key], [part * x for x in whole["controller"][key]])
            self.assertEqual(made["controller"]["integral_limit_deg"], whole["controller"]["integral_limit_deg"])
            self.assertEqual(made["vehicle"]["rotor"], {"motor": {"max": limit / 100}})
        said = json.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--only", "controller", "--json").out)
        self.assertIn("motor_output_limit 60: gains are 0.5556 times the gains at 100, and the motors end at 0.6", " ".join(said["assumed"]))
        self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "-o", "b.toml")
        resolved = self.expect(0, "check", "b.toml", "--resolved").out
        self.assertEqual({rotor["motor"]["max"] for rotor in tomllib.loads(resolved)["vehicle"]["rotors"]}, {0.6})
        # Each profile has a limit of its own, and the last that is selected flies.
        several = head + "set motor_output_limit = 60\nprofile 1\nset p_roll = 30\nset motor_output_limit = 80\nset auto_profile_cell_count = 6\n"
        for last, limit in (("profile 0\n", 0.6), ("profile 1\n", 0.8), ("profile 0\nrateprofile 0\nset roll_srate = 70\n", 0.6), ("", 0.8)):
            self.assertEqual(self.made(several + last)["vehicle"]["rotor"]["motor"]["max"], limit)
        said = json.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--json").out)
        self.assertIn("profile 1, selected last, is used out of 0 and 1", " ".join(said["assumed"]))
        self.write("b.txt", head + "set motor_output_limit = 50\n")
        self.assertIn("with motor_output_limit 50 the rotors cannot carry the vehicle (their thrust is 15.93 N, the weight 19.61 N)",
                      " ".join(self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err.split()))
        for limit in ("0", "101", "60.5", "full"):
            self.write("b.txt", head + f"set motor_output_limit = {limit}\n")
            self.assertIn(f"motor_output_limit is '{limit}' (it must be a whole number between 1 and 100)", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err)

    def test_sliders_make_gains(self):
        """Gains that published diffs have beside their sliders, which Betaflight 4.4, 4.5 and 2025.12 computed."""
        per_degree = math.degrees(1) / 1000
        A = x500_authority(0.055)
        tail = " / X (X) {} Jul 27 2024 / 13:41:23 (0123abc) MSP API: 1.46\n"
        s120 = "set simplified_i_gain = 120\nset simplified_d_gain = 120\nset simplified_pi_gain = 110\nset simplified_dmax_gain = 0\n"
        for version, sliders, p, i, d in (
            ("4.5.1", s120, (49, 51, 49), (105, 110, 105), (35, 40, 0)),
            ("2025.12.1", "set simplified_master_multiplier = 120\nset simplified_d_gain = 110\nset simplified_pi_gain = 130\nset simplified_pitch_pi_gain = 120\n",
             (70, 87, 70), (124, 157, 124), (39, 44, 0)),
            ("2025.12.1", "set simplified_pids_mode = RP\nset simplified_master_multiplier = 120\nset simplified_d_gain = 140\n", (53, 56, 45), (95, 100, 80), (50, 57, 0)),
            ("2025.12.1", "set simplified_i_gain = 80\nset simplified_d_gain = 120\nset simplified_pitch_d_gain = 120\nset simplified_pitch_pi_gain = 120\n",
             (45, 56, 45), (63, 80, 63), (35, 48, 0)),
            ("4.3.0", "set simplified_pids_mode = OFF\n" + s120, (45, 47, 45), (80, 84, 80), (30, 34, 0)),
            ("4.4.2", "set simplified_master_multiplier = 200\nset simplified_pi_gain = 200\nset simplified_i_gain = 200\n", (180, 188, 180), (250, 250, 250), (60, 68, 0)),
            ("4.5.1", s120 + "simplified_tuning disable\n", (45, 47, 45), (80, 84, 80), (30, 34, 0)),
            ("4.5.1", s120 + "simplified_tuning apply\nsimplified_tuning disable\n", (49, 51, 49), (105, 110, 105), (35, 40, 0)),
            # Lines of the file hold, but for those before the command.
            ("4.5.1", s120 + "set p_roll = 60\n", (60, 51, 49), (105, 110, 105), (35, 40, 0)),
            ("4.5.1", "set p_roll = 60\n" + s120 + "simplified_tuning apply\nset i_yaw = 90\n", (49, 51, 49), (105, 110, 90), (35, 40, 0)),
        ):
            with self.subTest(version + sliders):
                gains = self.made("# Betaflight" + tail.format(version) + sliders)["controller"]
                self.near(gains["gain_1_s"], [P * x * per_degree * a for x, a in zip(p, A)])
                self.near(gains["integral_gain_1_s2"], [I * x * per_degree * a for x, a in zip(i, A)])
                self.near(gains["derivative_gain"], [D * x * per_degree * a for x, a in zip(d, A)])
        said = json.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--json").out)
        self.assertIn("gains computed from the sliders, as Betaflight does when they are applied: p_roll 49", " ".join(said["assumed"]))
        self.assertEqual([row["name"] for row in said["left_out"] if row["name"].startswith("simplified")], [])
        self.write("b.txt", "# Betaflight" + tail.format("4.5.1") + s120 + "set p_roll = 60\n")
        said = json.loads(self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--json").out)
        self.assertIn("in brackets: p_roll 60 (49)", " ".join(said["assumed"]))
        plain = json.loads(self.expect(0, "import", "betaflight-diff", self.path("b.txt"), "--vehicle", X500, "--json").out)
        self.assertEqual(plain["numbers"], {})
        self.assertEqual(self.made("set simplified_gyro_filter_multiplier = 60\n")["controller"]["cutoff_hz"], 150)
        self.assertEqual(self.made("set gyro_lpf1_dyn_min_hz = 0\nset gyro_lpf1_static_hz = 0\nset simplified_gyro_filter_multiplier = 60\nsimplified_tuning apply\n")
                         ["controller"]["cutoff_hz"], 2000)
        for line, says in (("set simplified_pids_mode = XY", "allowed: OFF, RP, RPY"), ("set simplified_d_gain = 201", "it must be a number between 0 and 200"),
                           ("simplified_tuning aply", "simplified_tuning takes apply or disable")):
            self.write("b.txt", line + "\nset p_roll = 45\n")
            self.assertIn(says, self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err)

    def test_settings_of_other_versions(self):
        """Before 4.3 other defaults and names of the low-pass; since 2025.12 the limit of the integral is a part of that of the sum."""
        old = self.made("# Betaflight / X (X) 4.2.9 Jul 27 2021 / 13:41:23 (0123abc)\nset dyn_lpf_gyro_min_hz = 180\nset gyro_lowpass_hz = 120\n")["controller"]
        A, per_degree = x500_authority(0.055), math.degrees(1) / 1000
        self.near(old["gain_1_s"], [P * x * per_degree * a for x, a in zip((42, 46, 45), A)])
        self.near(old["derivative_gain"], [D * x * per_degree * a for x, a in zip((23, 25, 0), A)])
        self.assertEqual(old["cutoff_hz"], 180)
        new = self.made("# Betaflight / X (X) 2025.12.1 Jul 27 2025 / 13:41:23 (0123abc)\nset pidsum_limit = 1000\nset motor_idle = 700\n")["controller"]
        self.near(new["integral_limit_deg"], [800 / (I * 80), 800 / (I * 84), 320 / (I * 80)])
        self.near(new["gain_1_s"], [P * x * per_degree * a for x, a in zip((45, 47, 45), x500_authority(0.07))])

    def test_the_rate_of_the_gyroscope(self):
        text = "# Betaflight / STM32G47X (G473) 4.5.1 Jul 27 2024 / 13:41:23 (0123abc)\nset pid_process_denom = 1\nset p_roll = 50\n"
        self.write("b.txt", text)
        result = self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--json")
        self.assertIn("the gyroscope is assumed to be read at 8 kHz, which a diff does not state", " ".join(json.loads(result.out)["assumed"]))
        self.assertIn("the gyroscope is assumed to be read at 8 kHz", " ".join(result.err.split()))
        for rate, denominator, wanted, steps in ((3200, 1, 3200, 3200), (6664, 3, "6664/3", 6664), (8000, 2, 4000, 4000)):
            self.write("b.txt", text.replace("denom = 1", f"denom = {denominator}"))
            result = self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--gyro-rate", rate)
            self.assertNotIn("the gyroscope is assumed", result.err)
            made = tomllib.loads(result.out)
            self.assertEqual((made["controller"]["rate_hz"], made["integrator"]["rate_hz"]), (wanted, steps))
        for rate in ("0", "-1", "99", "1e9", "3200.5", "fast"):
            self.assertIn("--gyro-rate: error:", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--gyro-rate", rate).err)
        self.assertIn("--gyro-rate: error: it applies only to betaflight-diff", self.expect(2, "import", "px4-params", "b.txt", "--gyro-rate", "3200").err)
        self.assertIn("--gyro-rate: error:", self.expect(2, "import", "log", "b.txt", "-o", "b.h5", "--gyro-rate", "3200").err)

    def test_files_of_other_firmware_are_refused(self):
        body = "# GCC-12.3.1\n\nbatch start\ndefaults nosave\n\n# profile\nprofile 1\nset mc_p_roll = 33\nset mc_i_roll = 70\nset mc_cd_roll = 50\nbatch end\nsave\n"
        own = "profile 0\nset p_roll = 45\nset d_roll = 30\n"
        for text, says in (
            ("# version\n# INAV/MADEUPBOARD 7.1.2 Jul  1 2024 / 10:00:00 (0123abc)\n" + body,
             "b.txt: error: this is a file of INAV (line 2 is '# INAV/MADEUPBOARD 7.1.2 Jul 1 2024 / 10:00:00...'; betaflight-diff reads settings of Betaflight)."),
            ("# version\n# EmuFlight / MADEUP (MADE) 0.4.3 Jul 12 2024 / 17:00:00 (0123abc) MSP API: 1.54\n" + own, "a file of EmuFlight"),
            ("# Cleanflight/SPRACINGF3 1.14.2 May  8 2016 / 14:17:28 (ab13ab8)\n" + own, "a file of Cleanflight"),
            ("# Rotorflight / STM32F7X2 (S7X2) 4.3.0 Jul 27 2024 / 13:41:23 (0123abc) MSP API: 12.6\n" + own, "a file of Rotorflight"),
            ("# Newflight / STM32F7X2 (S7X2) 1.0.0 Jul 27 2026 / 13:41:23 (0123abc) MSP API: 12.6\n" + own, "a file of Newflight"),
            ("# INAV/X 8.0\n" + own, "a file of INAV"), (body, "a file of INAV (line 8 has mc_p_roll"),
            ("set feathered_pids = 100\nset p_roll = 45\n", "a file of EmuFlight"),
            ('{"version": 120, "G_P": [3, 3, 8], "G_I": [0.035]}\n', "a file of KISS (it begins with '{'"),
            ("# Stack: PX4 Pro\n1\t1\tMC_ROLL_P\t6.5\t9\n", "a file of PX4 (line 1 is '# Stack: PX4 Pro'; betaflight-diff reads settings of Betaflight). Use: montecopter import px4-params b.txt"),
            ("# Stack: ArduPilot\n1\t1\tATC_RAT_RLL_P\t0.135\t9\n", "a file of ArduPilot"), ("ATC_RAT_RLL_P,0.135\n", "a file of ArduPilot"),
            ("ESC signal (us),Thrust (gf)\n1000,0\n", "a file of a thrust stand"),
        ):
            with self.subTest(text):
                self.write("b.txt", text)
                err = self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err
                self.assertIn(says, " ".join(err.split()))
                self.assertEqual(err.count("error:"), 1)
        # Silent with Betaflight's own, with or without a head, whatever its comments say.
        for head in ("", "# my quad / flown on 1/2/2024 at 10:00:00, tune 1.2\n", "# betaflight / X (X) 4.5.1 Jul 27 2024 / 13:41:23 (0123abc)\n", "# INAV was here\n"):
            self.made(head + own)

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
        self.assertIn("the vehicle file already gives the motors", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--motor-lag", "0.02").err)

    def test_what_has_no_place_is_told(self):
        self.write("b.txt", DIFF)
        result = self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--only", "controller")
        err = " ".join(result.err.split())
        self.assertIn("not imported: f_roll 110 (this controller has no feed-forward).", err)
        self.assertIn("tpa_rate 70 (gains here do not follow the throttle)", err)
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
                           ("profile x", "'x' is not a profile number"), ("profile -1", "is not a profile number"), ("@@@", "is not a line of a diff"),
                           ("set roll_srate = 3\nset roll_srate = 4", "roll_srate is set twice"),
                           ("profile 0\nset pid_process_denom = 8", "pid_process_denom is set twice (line 17 sets it too)"),
                           ("set gyro_lpf1_static_hz = 50", "gyro_lpf1_static_hz is set twice"), ("set p_roll = 50", "p_roll is set twice"), ("<html>", "is not a line of a diff")):
            with self.subTest(line):
                self.write("b.txt", DIFF + line + "\n")
                result = self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500)
                self.assertRegex(result.err, rf"^b\.txt:{last}: error: |^b\.txt:{last + 1}: error: ")
                self.assertIn(says, result.err)
        for text, says in (("", "it is empty"), ("# Betaflight /  X 4.5.1\nset p_r\n", "b.txt:2: error: "), ("# nothing\n", "the file has no settings"), ("set p_roll = nan\n", "b.txt:1: error: p_roll is 'nan' (it must be a number between 0 and 250)"),
                           ("set i_yaw = 300\n", "i_yaw is '300'"), ("set p_roll = fast\n", "p_roll is 'fast'"), ("mixer HEX6X\nset p_roll = 40\n", "b.txt:1: error: the mixer 'HEX6X' is not supported"),
                           ("mmix 0 1 1 1 1\nset p_roll = 40\n", "a custom mixer"),
                           ("set p_roll = 30\nprofile 0\nset p_roll = 50\n", "b.txt:3: error: p_roll is set twice (line 1 sets it too)"),
                           ("set pid_process_denom = 0\n", "b.txt:1: error: pid_process_denom is '0' (it must be a whole number between 1 and 16)"),
                           ("set pid_process_denom = 2.5\n", "pid_process_denom is '2.5'"), (b"\x00" * 99, "binary file"), (b"\x80\xff\n" * 999, "20 lines are wrong")):
            with self.subTest(text[:30]):
                self.write("b.txt", text)
                self.assertIn(says, self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err)
        self.write("b.txt", DIFF)
        self.assertIn("Give --vehicle FILE", self.expect(2, "import", "betaflight-diff", "b.txt").err)
        for vehicle, says in (("hummingbird", "not a quadrotor X"), ("neo9-hexa", "not a quadrotor X"), ("marvin", "not a multirotor")):
            self.assertIn(says, self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", VEHICLES / f"{vehicle}.toml").err)
        self.assertIn("cannot carry its weight", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500, "--mass", "20").err)

    def test_line_ends_do_not_matter(self):
        self.assertEqual(self.made("\ufeff" + DIFF.replace("\n", "\r\n")), self.made(DIFF))


class RateLoop:
    """A loop of body rate in the s-plane, broken at the command of one axis, as Betaflight flies it: its PID with the low-pass of the scenario,
    by backward Euler's rule, and the filters that the import left out, over a rigid body and the lag of its motors. What `rate` does by
    differences is exact; the others are analogue."""

    def __init__(self, axis, controller, rate=lambda s: 1, slope=lambda s: 1, yaw=lambda s: 1, yaw_p=lambda s: 1):
        T, tau = 1 / controller["rate_hz"], 0.054
        P, I, D = (controller[key][("roll", "pitch", "yaw").index(axis)] for key in ("gain_1_s", "integral_gain_1_s2", "derivative_gain"))
        w = np.geomspace(0.3, 0.999 * math.pi / T, 40001)
        s = 1j * w
        backward = (1 - np.exp(-s * T)) / T
        cutoff = 2 * math.pi * controller["cutoff_hz"]
        H = cutoff**2 / (backward**2 + math.sqrt(2) * cutoff * backward + cutoff**2) * rate(s)
        P, yaw = (P * yaw_p(s), yaw(s)) if axis == "yaw" else (P, 1)
        hold = (1 - np.exp(-s * T)) / (s * T)
        self.w, self.values = w, ((P + I / backward) * H + D * backward * H * slope(s)) * yaw * hold / (s * (tau * s + 1))

    def margins(self):
        """Phase margin in degrees, and by how many dB the gain may rise."""
        size, L = np.abs(self.values), self.values
        at = np.where((size[:-1] - 1) * (size[1:] - 1) < 0)[0]
        phase = min(abs(math.degrees(np.angle(-L[k]))) for k in at)
        at = np.where((L.imag[:-1] * L.imag[1:] < 0) & (L.real[:-1] < 0) & (size[:-1] < 1))[0]
        return phase, min(-20 * math.log10(size[k]) for k in at) if len(at) else math.inf


def first_order(hz, count=1):
    """Low-passes of first order that follow each other and are together 3 dB down at `hz`."""
    stage = hz / math.sqrt(2**(1 / count) - 1)
    return lambda s: 1 / (1 + s / (2 * math.pi * stage))**count


def butterworth(hz):
    w = 2 * math.pi * hz
    return lambda s: w**2 / (s**2 + math.sqrt(2) * w * s + w**2)


def notch(hz, edge_hz, count=1):
    """3 dB down at its lower edge, and at the upper one, whose geometric mean is the centre."""
    w, width = 2 * math.pi * hz, 2 * math.pi * (hz**2 / edge_hz - edge_hz)
    return lambda s: ((s**2 + w**2) / (s**2 + width * s + w**2))**count


def both(*filters):
    return lambda s: math.prod(one(s) for one in filters)


class LeftOutFilters(ProgramTest):
    HEAD = "# Betaflight / X (X) {} Jul 27 2024 / 13:41:23 (0123abc)\n"
    OFF = {"gyro_lpf2_static_hz": 0, "dterm_lpf1_dyn_min_hz": 0, "dterm_lpf1_static_hz": 0, "dterm_lpf2_static_hz": 0, "yaw_lowpass_hz": 0, "dyn_notch_count": 0}

    def made(self, version="4.5.1", vehicle=X500, **settings):
        self.write("b.txt", self.HEAD.format(version) + "set p_roll = 45\n" + "".join(f"set {name} = {value}\n" for name, value in settings.items()))
        self.expect(0, "import", "betaflight-diff", "b.txt", "--vehicle", vehicle, "-o", "b.toml", "--force")
        with open(self.path("b.toml"), "rb") as file:
            return tomllib.load(file)

    def rows(self, made):
        return [(row["settings"][0], row["on"], row.get("order"), row.get("count", 1), row["frequency_hz"]) for row in made["imported"].get("left_out", []) if "filter" in row]

    def test_defaults_of_each_version(self):
        """Source: gyro.c, gyro.h, pid.c, pid.h of Betaflight's branches."""
        self.assertEqual(self.rows(self.made()), [
            ("gyro_lpf2_static_hz = 500 (PT1, default)", "body_rate", 1, 1, 500), ("dterm_lpf1_dyn_min_hz = 75 (PT1, default)", "derivative", 1, 1, 75),
            ("dterm_lpf2_static_hz = 150 (PT1, default)", "derivative", 1, 1, 150), ("yaw_lowpass_hz = 100 (default)", "yaw", 1, 1, 100)])
        self.assertEqual(self.rows(self.made("4.3.2")), self.rows(self.made("2025.12.1")))
        self.assertEqual(self.rows(self.made("4.2.9")), [
            ("gyro_lowpass2_hz = 250 (PT1, default)", "body_rate", 1, 1, 250), ("dyn_lpf_dterm_min_hz = 70 (PT1, default)", "derivative", 1, 1, 70),
            ("dterm_lowpass2_hz = 150 (PT1, default)", "derivative", 1, 1, 150)])
        record = self.made()["imported"]
        self.assertEqual((record["program"], record["kind"], record["file"]), ("Betaflight 4.5.1", "betaflight-diff", "b.txt"))
        self.assertIn(["dyn_notch_count = 3 (default)"], [row["settings"] for row in record["left_out"] if "filter" not in row])

    def test_settings_go_over_defaults(self):
        made = self.made(gyro_lpf2_static_hz=0, dterm_lpf1_dyn_min_hz=0, dterm_lpf1_static_hz=90, dterm_lpf1_type="BIQUAD", dterm_lpf2_static_hz=100, dterm_lpf2_type="PT3", yaw_lowpass_hz=0,
                         dterm_notch_hz=260, dterm_notch_cutoff=160, gyro_notch1_hz=5000 - 1001, gyro_notch1_cutoff=3900, gyro_notch2_hz=100)
        rows = self.rows(made)
        self.assertEqual([row[:4] for row in rows], [
            ("gyro_notch1_hz = 3999, gyro_notch1_cutoff = 3900", "body_rate", None, 1), ("dterm_lpf1_static_hz = 90 (BIQUAD)", "derivative", 2, 1),
            ("dterm_lpf2_static_hz = 100 (PT3)", "derivative", 1, 3), ("dterm_notch_hz = 260, dterm_notch_cutoff = 160", "derivative", None, 1)])
        np.testing.assert_allclose([row[4] for row in rows], [3999, 90, 100 / math.sqrt(2**(1 / 3) - 1), 260], rtol=1e-9)  # Betaflight has nine digits
        # A slider scales what the file does not have, and no filter that is off.
        rows = self.rows(self.made(simplified_dterm_filter_multiplier=120, simplified_gyro_filter_multiplier=50, dterm_lpf2_static_hz=0))
        self.assertEqual([row[0] for row in rows], ["gyro_lpf2_static_hz = 250 (PT1, slider)", "dterm_lpf1_dyn_min_hz = 90 (PT1, slider)", "yaw_lowpass_hz = 100 (default)"])
        self.assertEqual(self.rows(self.made(simplified_dterm_filter="OFF", simplified_dterm_filter_multiplier=120))[1][4], 75)
        self.assertEqual(self.rows(self.made(**self.OFF)), [])
        self.write("b.txt", "set p_roll = 45\nset dterm_lpf1_type = PT9\n")
        self.assertIn("b.txt:2: error: dterm_lpf1_type is 'PT9' (allowed: PT1, BIQUAD, PT2, PT3, SVF)", self.expect(2, "import", "betaflight-diff", "b.txt", "--vehicle", X500).err)

    def test_filters_that_change_margins_are_warned_of(self):
        self.check_filters_that_change_margins(slice(0, None, 5))

    @support.slow
    def test_every_filter_that_changes_margins_is_warned_of(self):
        self.check_filters_that_change_margins(slice(None))

    def check_filters_that_change_margins(self, some):
        """With the margin that the loop has with them, from the s-plane. 0.5 degrees and 0.4 dB: the program has all filters by the bilinear
        transform at the controller's rate. The filters take 2 to 30 degrees or 5 to 30 dB here. That of yaw is on P and I, as the import says;
        on P alone, as in Betaflight, it takes less."""
        everything = {"rate": first_order(500), "slope": both(first_order(75), first_order(150)), "yaw": first_order(100)}
        cases = (
            ({}, everything),
            ({**self.OFF, "gyro_lpf2_static_hz": 90}, {"rate": first_order(90)}),
            ({**self.OFF, "gyro_lpf2_static_hz": 90, "gyro_lpf2_type": "BIQUAD"}, {"rate": butterworth(90)}),
            ({**self.OFF, "gyro_lpf2_static_hz": 90, "gyro_lpf2_type": "PT2"}, {"rate": first_order(90, 2)}),
            ({**self.OFF, "gyro_lpf2_static_hz": 90, "gyro_lpf2_type": "PT3"}, {"rate": first_order(90, 3)}),
            ({**self.OFF, "gyro_notch1_hz": 90, "gyro_notch1_cutoff": 50}, {"rate": notch(90, 50)}),
            ({**self.OFF, "gyro_notch2_hz": 70, "gyro_notch2_cutoff": 60}, {"rate": notch(70, 60)}),
            ({**self.OFF, "dterm_lpf1_static_hz": 30}, {"slope": first_order(30)}),
            ({**self.OFF, "dterm_lpf2_static_hz": 40, "dterm_lpf2_type": "PT2"}, {"slope": first_order(40, 2)}),
            ({**self.OFF, "dterm_notch_hz": 60, "dterm_notch_cutoff": 30}, {"slope": notch(60, 30)}),
            ({**self.OFF, "yaw_lowpass_hz": 30}, {"yaw": first_order(30)}),
        )
        for settings, filters in cases[some]:
            with self.subTest(settings):
                controller = self.made(**settings)["controller"]
                plain = {loop["name"]: loop for loop in json.loads(self.expect(0, "margins", "b.toml", "--json").out)["at_command"]}
                for axis in ("roll", "pitch", "yaw"):  # without them, the program's are the s-plane's
                    phase, gain = RateLoop(axis, controller).margins()
                    self.assertAlmostEqual(plain[axis]["phase"]["deg"], phase, delta=0.1)
                    self.assertAlmostEqual(plain[axis]["gain_up"]["db"], gain, delta=0.3)
                err = " ".join(self.expect(0, "check", "b.toml").err.split())
                self.assertIn(" ".join(self.expect(0, "margins", "b.toml").err.split()), err)
                self.assertIn("settings left out by the import change the margins (with ", err)
                what, axis, value = re.search(r"the (phase|gain) margin of (\w+) would be ([0-9.]+)", err.replace("upper gain", "gain")).groups()
                phase, gain = RateLoop(axis, controller, **filters).margins()
                self.assertAlmostEqual(float(value), phase if what == "phase" else gain, delta=0.5 if what == "phase" else 0.4)
                if axis == "yaw":
                    true = RateLoop(axis, controller, **{**filters, "yaw": lambda s: 1, "yaw_p": filters.get("yaw", lambda s: 1)}).margins()
                    self.assertGreater(true[what == "gain"] + 0.1, float(value))

    def test_filters_that_change_nothing_are_not(self):
        for settings in (self.OFF, {**self.OFF, "dterm_notch_hz": 500, "dterm_notch_cutoff": 499}, {**self.OFF, "gyro_notch1_hz": 800, "gyro_notch1_cutoff": 795}):
            with self.subTest(settings):
                self.made(**settings)
                self.assertNotIn("left out", self.expect(0, "check", "b.toml").err + self.expect(0, "margins", "b.toml").err)

    def test_notches_that_follow_the_rotors(self):
        """A quarter of the weight on k n^2 in the air of sea level, for which the vehicle file has k; a notch of quality 5 for each rotor and harmonic."""
        iris = VEHICLES / "iris.toml"
        hz = math.sqrt(1.545 * G / 4 / 5.84e-6) / (2 * math.pi)
        for version, settings, multiples in (("4.5.1", {}, (1, 2, 3)), ("4.5.1", {"rpm_filter_weights": "100,0,80"}, (1, 3)), ("4.4.2", {"rpm_filter_min_hz": 150}, (2, 3)),
                                             ("4.5.1", {"rpm_filter_harmonics": 1}, (1,)), ("4.5.1", {"rpm_filter_harmonics": 0}, ()), ("4.2.9", {"gyro_rpm_notch_min": 150}, (150 / hz, 2, 3))):
            with self.subTest((version, settings)):
                rows = [row for row in self.made(version, iris, dshot_bidir="ON", **settings)["imported"]["left_out"] if row.get("filter") == "notch"]
                self.assertEqual([row["count"] for row in rows], [4] * len(multiples))
                np.testing.assert_allclose([row["frequency_hz"] for row in rows], [k * hz for k in multiples], rtol=1e-6)
                np.testing.assert_allclose([row["bandwidth_hz"] for row in rows], [k * hz / 5 for k in multiples], rtol=1e-6)
        self.assertEqual([row for row in self.made("4.5.1", iris)["imported"]["left_out"] if row.get("filter") == "notch"], [])  # without telemetry
        self.assertIn("the vehicle file does not give their speed at hover", [row["why"] for row in self.made(dshot_bidir="ON")["imported"]["left_out"]][1])


if __name__ == "__main__":
    support.main()
