#!/usr/bin/python3
"""montecopter import bench-table: made-up stands whose laws are known, numpy's least squares, and every way of getting it wrong."""
import json
import math
import pathlib
import subprocess
import tomllib
import unittest
import xml.etree.ElementTree

import numpy as np

import support
from support import VEHICLES, ProgramTest

REFERENCE = pathlib.Path(__file__).resolve().parents[1] / "reference"

G = 9.80665
UTF16 = "it is text in UTF-16: save it as UTF-8, or convert it with iconv -f UTF-16 -t UTF-8"
K, B = 1.2e-5, 1.9e-7  # N s2, N m s2
SPEEDS = np.linspace(100, 900, 17)  # rad/s
RPM = SPEEDS * 60 / (2 * math.pi)


def table(header, *columns, separator=","):
    lines = [header] + [separator.join("" if x is None else repr(float(x)) for x in row) for row in zip(*columns)]
    return "\n".join(lines) + "\n"


class ImportBench(ProgramTest):
    def said(self, text, *options):
        self.write("b.csv", text)
        return json.loads(self.expect(0, "import", "bench-table", "b.csv", "--json", *options).out)

    def near(self, is_value, wanted, part=1e-12):
        self.assertEqual(len(is_value), len(wanted))
        for a, b in zip(is_value, wanted):
            self.assertAlmostEqual(a / b, 1, delta=part)

    def stand(self, noise=0.0, seed=1):
        """Rows of a motor of 920 rpm/V, 0.12 ohm and 0.7 A with a propeller, under a controller on a battery."""
        rng = np.random.default_rng(seed)
        constant = 60 / (2 * math.pi * 920)
        torque = B * SPEEDS**2
        amperes = torque / constant + 0.7
        duty = (constant * SPEEDS + 0.12 * amperes) / 16
        volts = 16 * (1 + noise * rng.standard_normal(len(duty)))
        return duty, torque, volts, duty * amperes * (1 + noise * rng.standard_normal(len(duty)))

    def test_a_motor_comes_back_from_voltage_current_and_speed(self):
        """Without noise what is left is rounding. The standard errors are numpy's."""
        header = "Throttle (%),RPM,Thrust (N),Torque (N·m),Voltage (V),Current (A)"
        constant = 60 / (2 * math.pi * 920)
        duty, torque, volts, amperes = self.stand()
        said = self.said(table(header, 100 * duty, RPM, K * SPEEDS**2, torque, volts, amperes))
        names = "motor_kv_rad_s_v", "motor_resistance_ohm", "motor_no_load_current_a"
        self.near([said["numbers"][name] for name in names], [1 / constant, 0.12, 0.7], 1e-10)
        self.assertTrue(all(said["numbers"][name + "_standard_error"] < 1e-9 for name in names))
        duty, torque, volts, amperes = self.stand(noise=0.01)
        said = self.said(table(header, 100 * duty, RPM, K * SPEEDS**2, torque, volts, amperes))["numbers"]
        terms = np.stack([SPEEDS, amperes / duty], axis=1)
        found, squares, _, _ = np.linalg.lstsq(terms, duty * volts, rcond=None)
        errors = np.sqrt(np.diag(np.linalg.inv(terms.T @ terms)) * squares[0] / (len(duty) - 2))
        self.near([said["motor_kv_rad_s_v"], said["motor_resistance_ohm"]], [1 / found[0], found[1]], 1e-9)
        self.near([said["motor_kv_rad_s_v_standard_error"], said["motor_resistance_ohm_standard_error"]],
                  [errors[0] / found[0]**2, errors[1]], 1e-9)
        for name, true in zip(names, (1 / constant, 0.12, 0.7)):
            self.assertLess(abs(said[name] - true), 4 * said[name + "_standard_error"])
        by_torque, covariance = np.polyfit(torque, amperes / duty, 1, cov=True)
        self.near([said["motor_kv_by_torque_rad_s_v"], said["motor_kv_by_torque_rad_s_v_standard_error"]],
                  [by_torque[0], math.sqrt(covariance[0, 0])], 1e-8)

    def test_kv_by_torque_does_not_depend_on_the_voltage(self):
        """A resistance that grows with the current, as by late commutation, is in the voltages alone."""
        constant = 60 / (2 * math.pi * 920)
        duty, torque, volts, amperes = self.stand()
        volts = volts + 0.004 * (amperes / duty) ** 2 / duty
        said = self.said(table("Throttle (%),RPM,Thrust (N),Torque (N·m),Voltage (V),Current (A)", 100 * duty, RPM,
                               K * SPEEDS**2, torque, volts, amperes))
        self.near([said["numbers"]["motor_kv_by_torque_rad_s_v"]], [1 / constant], 1e-10)
        self.assertGreater(abs(said["numbers"]["motor_kv_rad_s_v"] * constant - 1), 0.02)
        self.assertIn("Kv by torque and current alone is 920 +-", " ".join(said["assumed"]))

    def test_a_motor_without_torque_or_command_has_notes(self):
        constant = 60 / (2 * math.pi * 920)
        _, torque, _, _ = self.stand()
        amperes = torque / constant + 0.7
        volts = constant * SPEEDS + 0.12 * amperes
        said = self.said(table("RPM,Thrust (N),Voltage (V),Current (A)", RPM, K * SPEEDS**2, volts, amperes))
        self.near([said["numbers"]["motor_kv_rad_s_v"], said["numbers"]["motor_resistance_ohm"]], [1 / constant, 0.12], 1e-10)
        self.assertNotIn("motor_no_load_current_a", said["numbers"])
        self.assertNotIn("motor_kv_by_torque_rad_s_v", said["numbers"])
        notes = " ".join(said["assumed"])
        self.assertIn("electric motor: kv_rpm_v = 920", notes)
        self.assertIn("the duty of the electric motor is taken as 1 in all rows: the table has no command", notes)
        self.assertIn("no-load current of the electric motor is unknown", notes)
        # No resistance fits a voltage that falls as the speed rises. Without a command, the rows may be at partial throttle.
        columns = (RPM, K * SPEEDS**2, volts[::-1], amperes)
        full = np.full(len(RPM), 100.0)
        for said, noted in ((self.said(table("RPM,Thrust (N),Voltage (V),Current (A)", *columns)), False),
                            (self.said(table("ESC (%),RPM,Thrust (N),Voltage (V),Current (A)", full, *columns)), True)):
            self.assertEqual("no electric motor fits voltage, current and speed" in " ".join(said["assumed"]), noted)
            self.assertNotIn("motor_kv_rad_s_v", said["numbers"])

    def test_a_quadratic_law_comes_back_in_all_units(self):
        """Thrust and torque of w^2 without noise: what is left is rounding, some 1e-15 of 17 rows."""
        thrust, torque = K * SPEEDS**2, B * SPEEDS**2
        for header, columns, separator in (
            ("RPM,Thrust (N),Torque (N·m)", (RPM, thrust, torque), ","),
            ("Motor speed (rad/s),Thrust (gf),Torque (mN·m)", (SPEEDS, thrust / G * 1e3, torque * 1e3), ","),
            ("Motor Electrical Speed (RPM);Thrust (kgf);Torque (N*m)", (RPM, thrust / G, torque), ";"),
            ("Rotation speed (rpm)\tThrust (lbf)\tTorque (ozf·in)", (RPM, thrust / 4.4482216152605, torque / (4.4482216152605 / 16 * 0.0254)), "\t"),
            ("speed_rpm,thrust_g,torque_nm", (RPM, thrust / G * 1e3, torque), ","),
            ("speed_rad_s,Pull [kg],Torque - Nm", (SPEEDS, thrust / G, torque), ","),
            ('"RPM","Thrust (N)","Torque (Nm)"', (RPM, thrust, torque), ","),
            ("RPM,Thrust (N),Torque (N·m)", (-RPM, -thrust, -torque), ","),
        ):
            with self.subTest(header):
                said = self.said(table(header, *columns, separator=separator))
                self.near(said["numbers"]["thrust"] + said["numbers"]["torque"], [K, B])
                self.assertAlmostEqual(said["numbers"]["most"], 900, delta=1e-9)
                self.assertLess(said["fits"][0]["most_percent"], 1e-12)
        made = tomllib.loads(said["toml"])
        self.assertEqual(made["rotor"]["law"]["type"], "quadratic")
        self.assertEqual(made["rotor"]["motor"]["type"], "direct")

    def test_a_polynomial_law_of_the_command(self):
        u = np.linspace(0, 1, 11)
        thrust, torque = 6 * u + 9 * u**2, 0.08 * u + 0.11 * u**2
        for header, command in (("Throttle (%)", 100 * u), ("ESC signal (µs)", 1000 + 1000 * u), ("ESC signal (us)", 1000 + 1000 * u), ("Command", u)):
            with self.subTest(header):
                said = self.said(table(header + ",Thrust (N),Torque (N·m)", command, thrust, torque))
                self.near(said["numbers"]["thrust"] + said["numbers"]["torque"], [6, 9, 0.08, 0.11], part=1e-11)
                self.assertAlmostEqual(said["numbers"]["thr_mdl_fac"], 9 / 15, delta=1e-11)
        rows = "\n".join(f"{100 * a:.0f}%,{b!r}" for a, b in zip(u, map(float, thrust)))
        self.near(self.said("Throttle,Thrust (N)\n" + rows)["numbers"]["thrust"], [6, 9], part=1e-11)

    def test_a_propeller_has_the_loads_of_the_stand(self):
        """Thrust and torque in still air, of the law that is made: what the table says, to the digits that are printed."""
        law = {"thrust": 1.24e-5, "torque": 2.0e-7}
        self.write("b.csv", table("RPM,Thrust (N),Torque (N·m)", RPM, law["thrust"] * SPEEDS**2, law["torque"] * SPEEDS**2))
        made = self.expect(0, "import", "bench-table", "b.csv", "--propeller", "10x4.7", "--air-density", "1.1", "--vehicle",
                           VEHICLES / "f450.toml", "-o", "v.toml")
        self.assertIn("To match the static thrust, they are turned by", " ".join(made.err.split()))
        made = tomllib.loads(pathlib.Path(self.path("v.toml")).read_text())["rotors"][0]["law"]
        self.assertEqual(made["type"], "blade_element")
        self.assertAlmostEqual(made["diameter_m"], 0.254, delta=1e-12)
        self.assertAlmostEqual(made["pitch_m"], 4.7 * 0.0254, delta=1e-12)
        # Hover at the density of the stand: 1.4 kg on four rotors, w = sqrt(m g / (4 k)).
        air = ["--set", "environment.atmosphere.density_kg_m3=1.1", "--set", "environment.gravity_m_s2=9.81"]
        hover = json.loads(self.expect(0, "vehicle", "v.toml", "--json", *air).out)["hover"]
        speed = math.sqrt(1.4 * 9.81 / (4 * law["thrust"]))
        # The table is that of air rounded to 0.05 kg/m3, whose Reynolds number shifts thrust by less than 1 %.
        self.assertAlmostEqual(hover["commands"][0] / speed, 1, delta=0.01)

    def test_a_propeller_without_torque_or_density_is_told(self):
        said = self.said(table("RPM,Thrust (N)", RPM, K * SPEEDS**2), "--propeller", "10x4.7x3")
        self.assertIn("the table has no torque: it is that of the blades alone", said["assumed"])
        self.assertIn("the air of the test had 1.225 kg/m3 (give --air-density)", said["assumed"])
        made = tomllib.loads(said["toml"])["rotor"]["law"]
        self.assertEqual((made["type"], made["blades"], made["torque_scale"]), ("blade_element", 3, 1))

    def test_tables_of_coefficients(self):
        """A UIUC propeller (tests/reference/rotors): static and advance tables, in the layout of the database."""
        rows = [line.split(",") for line in (REFERENCE / "rotors/uiuc_coefficients.csv").read_text().splitlines() if line.startswith("1,")]
        static = "RPM        CT         CP\n" + "\n".join(f"{n}  {ct}  {cp}" for _, j, n, ct, cp in rows if float(j) == 0)
        advance = "J          CT         CP         eta\n" + "\n".join(f"{j}  {ct}  {cp} 0.5" for _, j, n, ct, cp in rows if float(j) > 0)
        for text in (static, advance):
            said = self.said(text, "--propeller", "10x4.7")
            law = tomllib.loads(said["toml"])["rotor"]["law"]
            self.assertEqual((law["type"], law["diameter_m"]), ("blade_element", 0.254))
            self.assertEqual(len(said["fits"]), 2)
            # Matched in one place: twice the calibrated median of the specification over the whole range.
            self.assertLess(said["fits"][0]["rms_percent"], 14)
            self.assertLess(said["fits"][1]["rms_percent"], 16)
        self.write("b.csv", static)
        self.assertIn("has CT and CP, but no diameter", " ".join(self.expect(2, "import", "bench-table", "b.csv").err.split()))
        self.write("b.csv", static + "\n1 2\n")
        self.assertIn("a row is not three numbers", " ".join(self.expect(2, "import", "bench-table", "b.csv", "--propeller", "10x4").err.split()))
        self.write("b.csv", "J CT CP\n")
        self.assertIn("the table has no rows", " ".join(self.expect(2, "import", "bench-table", "b.csv", "--propeller", "10x4").err.split()))
        self.write("b.csv", static)
        self.expect(0, "import", "bench-table", "b.csv", "--propeller", "10x4.7", "--vehicle", VEHICLES / "f450.toml", "-o", "v.toml")
        self.expect(0, "vehicle", "v.toml")

    def test_a_density_goes_into_the_law(self):
        said = self.said(table("RPM,Thrust (N),Torque (N·m)", RPM, K * SPEEDS**2, B * SPEEDS**2), "--air-density", "1.1")
        self.assertEqual(tomllib.loads(said["toml"])["rotor"]["law"]["measured_density_kg_m3"], 1.1)

    def test_what_is_no_propeller(self):
        self.write("b.csv", table("RPM,Thrust (N)", RPM, K * SPEEDS**2))
        for name in ("10", "10x", "x4", "axb", "10x4x2.5", "10x4x2x1", "-10x4", "1e9x4", "10x0"):
            with self.subTest(name):
                error = self.expect(2, "import", "bench-table", "b.csv", f"--propeller={name}").err
                self.assertIn("is not a propeller", " ".join(error.split()))
        self.write("c.csv", table("Command,Thrust (N)", np.linspace(0, 1, 9), 5 * np.linspace(0, 1, 9)))
        self.assertIn("the table has no speed", " ".join(self.expect(2, "import", "bench-table", "c.csv", "--propeller", "10x4").err.split()))
        self.expect(2, "import", "bench-table", "b.csv", "--air-density", "0")
        self.expect(2, "import", "betaflight-diff", "b.csv", "--propeller", "10x4")
        self.expect(2, "import", "log", "b.csv", "-o", "x.h5", "--air-density", "1")

    def test_a_cube_is_told_where_it_fits_better(self):
        """A supply that sags bends the curve of thrust over command; controllers cannot allocate by a cube."""
        u = np.linspace(0, 1, 21)
        self.write("b.csv", table("Command,Thrust (N)", u, 1 * u + 12 * u**2 - 8 * u**3))
        said = json.loads(self.expect(0, "import", "bench-table", "b.csv", "--json").out)
        self.near(said["numbers"]["cubic_thrust"], [1, 12, -8], part=1e-11)
        self.assertIn("with a cubic, which controllers cannot allocate", " ".join(said["assumed"]))
        c = np.linalg.lstsq(np.stack([u, u**2], 1), 1 * u + 12 * u**2 - 8 * u**3, rcond=None)[0]
        self.near(said["numbers"]["thrust"], c, part=1e-11)

    def test_with_noise_it_is_numpys_least_squares(self):
        random = np.random.default_rng(5)
        thrust = K * SPEEDS**2 * (1 + 0.03 * random.standard_normal(17))
        said = self.said(table("RPM,Thrust (N)", RPM, thrust))
        k = np.linalg.lstsq((SPEEDS**2)[:, None], thrust, rcond=None)[0][0]
        rest = thrust - k * SPEEDS**2
        self.near(said["numbers"]["thrust"], [k])
        self.near([said["fits"][0]["rms_percent"], said["fits"][0]["most_percent"]],
                  [100 * np.sqrt(np.mean(rest**2)) / thrust.max(), 100 * abs(rest).max() / thrust.max()], part=1e-9)

    def test_one_row_that_lies_apart(self):
        """Noise that is known to the digit, or all other rows would fit to the last bit and lie apart by rounding."""
        thrust = K * SPEEDS**2 + 0.01 * np.cos(np.arange(17))
        thrust[5] *= 3
        self.write("b.csv", table("RPM,Thrust (N)", RPM, thrust))
        self.assertIn("1 outlier is ignored", " ".join(self.expect(0, "import", "bench-table", "b.csv", "--robust").err.split()))

    def test_a_law_over_commands_has_no_rotor_inertia(self):
        u = np.linspace(0.1, 1, 10)
        self.write("b.csv", table("Throttle (%),Thrust (N),Torque (N·m)", 100 * u, 2 * u + 5 * u**2, 0.05 * u + 0.1 * u**2))
        result = self.expect(0, "import", "bench-table", "b.csv", "--vehicle", VEHICLES / "f450.toml", "-o", "v.toml")
        self.assertIn("the rotors have no rotor_inertia_kg_m2, unlike those of vehicle file f450.toml", " ".join(result.err.split()))
        with open(self.path("v.toml"), "rb") as file:
            text = file.read().decode()
        self.assertEqual([rotor["motor"].get("rotor_inertia_kg_m2", 0) for rotor in tomllib.loads(text)["rotors"]], [0] * 4)
        self.expect(0, "vehicle", "v.toml")
        self.write("s.csv", table("RPM,Thrust (N),Torque (N·m)", RPM, K * SPEEDS**2, B * SPEEDS**2))
        result = self.expect(0, "import", "bench-table", "s.csv", "--vehicle", VEHICLES / "f450.toml")
        self.assertNotIn("rotor_inertia_kg_m2", result.err)
        self.assertEqual(tomllib.loads(result.out)["rotors"][0]["motor"]["rotor_inertia_kg_m2"], 6.05e-05)

    def test_what_cannot_be_is_told(self):
        """80 % of the electric power reach the shaft, measured in units 44 times too small; a torque that turns in the middle."""
        torque = B * SPEEDS**2
        header, power = "RPM,Thrust (N),Torque (N·m),Power (W)", torque * SPEEDS / 0.8
        said = self.said(table(header, RPM, K * SPEEDS**2, torque, power / 44))
        self.assertNotIn("efficiency", said["numbers"])
        self.assertIn("is 35.2 times the electric power, and more than 1 is implausible", " ".join(said["assumed"]))
        said = self.said(table(header, RPM, K * SPEEDS**2, torque, power * 1000))
        self.assertIn("is 0.0008 times the electric power, and less than 0.01 is implausible", " ".join(said["assumed"]))
        turning = np.where(np.arange(17) % 4 == 0, -torque, torque)
        for column in (turning, -turning):
            self.write("b.csv", table(header, RPM, K * SPEEDS**2, column, power))
            self.assertIn("b.csv: error: the sign of the torque changes in the table (it ranges from", self.expect(2, "import", "bench-table", "b.csv").err)
        bent = self.said(table(header, RPM, K * SPEEDS**2, 60 * B * SPEEDS, power))
        self.assertIn("the torque law fits poorly", " ".join(bent["assumed"]))
        resting = -torque
        resting[0] = 0.01 * torque.max()  # noise without load
        said = self.said(table(header, RPM, K * SPEEDS**2, resting, power))
        self.assertIn("the torque is negative in the table; its sign is inverted", said["assumed"])
        self.assertNotIn("changes its sign", " ".join(said["assumed"]))

    def test_the_sign_is_that_under_load(self):
        """Load cells with an offset of a few per cent of the largest reading, either way, in both columns."""
        u = np.linspace(0, 1, 11)
        thrust, torque = 0.02 + 2 * u + 3 * u**2, 0.03 * u + 0.05 * u**2
        for offset, sign in ((0.008, -1), (-0.008, 1), (0.008, 1), (-0.008, -1), (0, 1), (0, -1)):
            with self.subTest(offset, sign=sign):
                said = self.said(table("Throttle (%),Thrust (N),Torque (N·m)", 100 * u, -thrust if sign < 0 else thrust, sign * torque + offset))
                measured = np.array(torque + sign * offset)
                wanted = np.linalg.lstsq(np.stack([u, u**2], axis=1), measured, rcond=None)[0]
                self.near(said["numbers"]["torque"], wanted, part=1e-9)
                self.assertEqual(any("torque is negative" in words for words in said["assumed"]), sign < 0)
                self.assertEqual(any("thrust is negative" in words for words in said["assumed"]), sign < 0)
                self.assertEqual(any("without a command is" in words for words in said["assumed"]), offset != 0)
                self.assertEqual(any("torque has the opposite sign in some rows, up to" in words for words in said["assumed"]), sign * offset < 0)
        case = "ESC signal (us),Torque (N·m),Thrust (gf)\n1000,0.00005,0.2\n1100,0.00008,1.0\n1200,0.00004,3.1\n1300,-0.00001,6.0\n1400,-0.00006,8.8\n" \
               "1500,-0.00010,12.0\n1600,-0.00015,15.1\n1700,-0.00019,18.0\n1800,-0.00022,20.2\n1900,-0.00025,22.6\n2000,-0.00029,24.3\n"
        self.assertGreater(sum(self.said(case)["numbers"]["torque"]), 0.00027)
        self.write("b.csv", table("Throttle (%),Thrust (N),Torque (N·m)", 100 * u, thrust, 0.05 * np.sin(math.pi * u)))
        self.assertIn("the torque does not increase with the command", self.expect(2, "import", "bench-table", "b.csv").err)

    def test_pulses_beyond_the_whole_are_told(self):
        u = np.linspace(0, 1, 11)
        thrust = 6 * u + 9 * u**2
        for header, beyond, says in (
            ("ESC signal (us)", 2100, "b.csv:13: error: 2100 in the column 'ESC signal (us)' is above 2000 us (pulses of 1000 to 2000 us are the full range). Leave out"),
            ("ESC signal (µs)", 2200, "is above 2000 us"), ("PWM (usec)", 2001, "is above 2000 us"),
        ):
            with self.subTest(header):
                good = table(f"{header},Thrust (N)", 1000 + 1000 * u, thrust)
                self.near(self.said(good)["numbers"]["thrust"], [6, 9])
                self.write("b.csv", good + f"{beyond},15.1\n")
                self.assertIn(says, self.expect(2, "import", "bench-table", "b.csv").err)
        low = self.said(good + "950,0\n800,0\n")
        self.near(low["numbers"]["thrust"], [6, 9])
        self.assertIn("pulses below 1000 us are taken as command 0", low["assumed"])
        for header, factor in (("Throttle (%)", 100), ("Throttle %", 100), ("Throttle (percent)", 100), ("Throttle_pct", 100), ("Command", 1)):
            with self.subTest(header):
                good = table(f"{header},Thrust (N)", factor * u, thrust)
                self.near(self.said(good)["numbers"]["thrust"], [6, 9])
                self.write("b.csv", good + f"{-0.2 * factor},-1\n")
                self.assertIn("is below 0 (commands go from 0 to ", self.expect(2, "import", "bench-table", "b.csv").err)

    def test_decimal_commas(self):
        good = table("RPM,Thrust (N),Torque (N·m)", RPM, K * SPEEDS**2, B * SPEEDS**2)
        said = self.said(good)
        for end in ("\n", ";\r\n"):
            other = self.said(good.replace(",", ";").replace(".", ",").replace("\n", end))
            self.assertEqual(other["numbers"], said["numbers"])

    def test_other_files_are_refused(self):
        """By their heads; the kinds of the other imports are named."""
        for text, says in (("# Stack: PX4 Pro\n1\t1\tMC_ROLL_P\t6.5\t9\n", "this is a file of PX4 (line 1 is '# Stack: PX4 Pro'; bench-table reads tables of thrust stands). Use: montecopter import px4-params b.csv"),
                           ("# Betaflight / STM32F405 (S405) 4.5.1 Jul 27 2024 / 13:41:23 (0123abc)\nset p_roll = 45\n", "Use: montecopter import betaflight-diff b.csv"),
                           ("MOT_THST_HOVER,0.35\nATC_RAT_RLL_P,0.135\n", "this is a file of ArduPilot")):
            with self.subTest(text):
                self.write("b.csv", text)
                self.assertIn(says, " ".join(self.expect(2, "import", "bench-table", "b.csv").err.split()))

    def test_commands_of_another_unit_are_told(self):
        u = np.linspace(0.3, 0.6, 7)
        thrust = 6 * u + 9 * u**2
        for name, command, says in (
            ("Throttle (%)", 1000 + 1000 * u, "b.csv:2: error: 1300 in the column 'Throttle (%)' is above 100 % (the numbers look like pulses of 1000 to 2000 us). Write (us) after the name of the column."),
            ("Throttle", 100 * u, "b.csv:2: error: 30 in the column 'Throttle' is above 1 (without a unit, commands are 0 to 1). Write (%) after the name of the column."),
            ("Throttle", 1000 + 1000 * u, "b.csv:2: error: 1300 in the column 'Throttle' is above 1 (the numbers look like pulses of 1000 to 2000 us). Write (us) after"),
            ("Throttle (%)", 1000 * u - 250, "b.csv:4: error: 150 in the column 'Throttle (%)' is above 100 %. Give commands from 0 to 100 under 'Throttle (%)'."),
            ("PWM", 255 * u + 60, "b.csv:2: error: 136.5 in the column 'PWM' is above 1 (without"),
        ):
            with self.subTest(name=name, says=says):
                self.write("b.csv", table(name + ",Thrust (N)", command, thrust))
                result = self.expect(2, "import", "bench-table", "b.csv")
                self.assertIn(says, " ".join(result.err.split()))
                self.assertEqual(result.err.count("error:"), 1)
        self.write("b.csv", "Throttle,Thrust (N)\n" + "".join(f"{100 * a:.0f}0%,{b!r}\n" for a, b in zip(u, map(float, thrust))))
        self.assertIn("b.csv:2: error: 300 in the column 'Throttle' is above 100 %", self.expect(2, "import", "bench-table", "b.csv").err)

    def test_what_lies_apart_does_not_count_if_that_is_asked(self):
        """A tachometer that sometimes counts each turn twice, as optical ones do."""
        random = np.random.default_rng(6)
        speeds = np.tile(SPEEDS, 20)
        thrust = K * speeds**2 + 0.01 * random.standard_normal(speeds.size)
        seen = np.where(random.random(speeds.size) < 0.2, 2 * speeds, speeds)
        text = table("RPM,Thrust (N)", seen * 60 / (2 * math.pi), thrust)
        plain, robust = self.said(text), self.said(text, "--robust")
        self.assertLess(plain["numbers"]["thrust"][0], 0.7 * K)
        # The standard error of k is 0.01 / sqrt(sum w^4 over 270 rows), 1.4e-9: four of them.
        self.assertAlmostEqual(robust["numbers"]["thrust"][0], K, delta=6e-9)
        self.assertGreater(robust["fits"][0]["apart"], 30)
        self.assertLess(robust["fits"][0]["rms_percent"], 0.2)
        self.assertIn("the thrust law fits poorly", " ".join(plain["assumed"]))

    def test_motor_and_battery(self):
        """80 % of V I reach the shaft; the supply has 16.8 V behind 0.05 ohm."""
        torque = B * SPEEDS**2
        shaft = torque * SPEEDS
        current = np.array([(16.8 - math.sqrt(16.8**2 - 4 * 0.05 * p / 0.8)) / 0.1 for p in shaft])
        said = self.said(table("RPM,Thrust (N),Torque (N·m),Voltage (V),Current (A)", RPM, K * SPEEDS**2, torque, 16.8 - 0.05 * current, current))
        self.near([said["numbers"][name] for name in ("efficiency", "open_circuit_v", "resistance_ohm", "full_command_voltage_v")],
                  [0.8, 16.8, 0.05, 16.8 - 0.05 * current[-1]], part=1e-9)
        self.near([tomllib.loads(said["toml"])["battery"]["efficiency"]], [0.8], part=1e-9)

    def test_a_vehicle_with_these_rotors(self):
        text = table("RPM,Thrust (N),Torque (N·m),Vibration (g)", RPM, K * SPEEDS**2, B * SPEEDS**2, RPM)
        self.write("b.csv", text)
        result = self.expect(0, "import", "bench-table", "b.csv", "--vehicle", VEHICLES / "hummingbird.toml", "--mass", "0.6", "--plot", "b.svg", "-o", "v.toml")
        self.assertIn("Vibration (g)", result.err)
        with open(self.path("v.toml"), "rb") as file:
            vehicle = tomllib.load(file)
        self.assertEqual(vehicle["mass_kg"], 0.6)
        for rotor in vehicle["rotors"]:
            self.near([rotor["law"]["thrust_n_s2"], rotor["law"]["torque_n_m_s2"], rotor["motor"]["max"]], [K, B, 900])
        said = json.loads(self.expect(0, "vehicle", "v.toml", "--json").out)
        self.assertAlmostEqual(said["mass_kg"], 0.6)
        self.write("s.toml", 'schema = 1\nname = "s"\nvehicle.include = "v.toml"\ntrajectory.type = "hover"\nsimulation.duration_s = 0.1\n'
                   'integrator = {type = "rk4", rate_hz = 1000}\ncontroller = {type = "lee", rate_hz = 500, position_gain_1_s2 = 2, velocity_gain_1_s = 2, '
                   'attitude_gain_n_m = 0.5, rate_gain_n_m_s = 0.1}\n')
        self.expect(0, "check", "s.toml")
        picture = xml.etree.ElementTree.parse(self.path("b.svg")).getroot()
        self.assertTrue(picture.tag.endswith("svg"))
        with open(self.path("b.svg")) as file:
            self.assertIn("thrust over speed", file.read())

    def test_rows_and_columns_as_stands_write_them(self):
        """RCbenchmark's program: a comma behind each row, empty cells, a column of zeros, words in a column that nobody needs."""
        lines = ["Time (s),ESC signal (µs),Torque (N·m),Thrust (kgf),Motor Electrical Speed (RPM),Motor Optical Speed (RPM),App message,"]
        for k, (w, rpm) in enumerate(zip(SPEEDS, RPM)):
            lines.append(f'{k},{1000 + w},{B * w**2!r},{K * w**2 / G!r},{rpm!r},0,"start, of ""step"", {k}",')
            lines.append(f"{k}.5,,,,,,,")
        said = self.said("\ufeff" + "\r\n".join(lines) + "\r\n")
        self.near(said["numbers"]["thrust"] + said["numbers"]["torque"], [K, B])
        latin = self.said("\r\n".join(lines).encode("latin-1"))  # as some spreadsheets save it
        self.assertEqual(latin["numbers"], said["numbers"])
        inches = self.said("\n".join(lines).replace('"start, of ""step""', '5.1" propeller'))
        self.assertEqual(inches["numbers"], said["numbers"])
        self.assertEqual({entry["name"] for entry in said["left_out"]}, {"Time (s)", "Motor Optical Speed (RPM)", "App message"})

    def test_broken_tables_are_told_by_line(self):
        good = table("RPM,Thrust (N)", RPM, K * SPEEDS**2)
        for text, says in (
            (good + "1000,x\n", "b.csv:19: error: 'x' in the column 'Thrust (N)' is not a number"),
            (good + "1000,nan\n", "b.csv:19: error: 'nan'"), (good + "inf,1\n", "b.csv:19: error: 'inf'"), (good + "1e300,1\n", "'1e300'"),
            (good + "1000,1,2\n", "b.csv:19: error: the row has 3 cells, the first line has 2 names"),
            (good.replace("Thrust (N)", "Thrust (stone)"), "b.csv:1: error: the column 'Thrust (stone)' has an unknown unit. Write one of g"),
            (good.replace("Thrust (N)", "Thrust"), "b.csv:1: error: the column 'Thrust' has no unit"),
            (good.replace("Thrust (N)", "Lift (N)"), "b.csv:1: error: the table has no thrust column"),
            (good.replace("RPM", "Time (s)"), "neither speed nor command"),
            ("RPM,Thrust (N)\n", "the table has no rows"), ("RPM,Thrust (N)\n1,1\n", "too few rows have"), ("RPM,Thrust (N)\n" + "5,1\n" * 9, "too few rows have"),
            (table("RPM,Thrust (N)", RPM, 0 * RPM), "too few rows have"), (table("RPM,Thrust (N)", RPM, 4 - 1e-5 * SPEEDS**2), "the sign of the thrust changes"),
            (",".join(["RPM"] * 300) + "\n1\n", "the table has 300 columns"),
            ("RPM;Thrust (N)\n" + "1000;1.000,5\n" * 9, "the decimal mark is a point, or a comma where semicolons"),
            ("", "it is empty"), (b"RPM,Thrust (N)\n1\x00,2\n", "binary file"), (b"\xfd\xfe\x01" * 999, "no thrust column"),
            (good.encode("utf-16"), UTF16), (good.encode("utf-16-be"), UTF16), (good.encode("utf-16-le"), UTF16),
            ("RPM,Thrust (N)\n" + "x,y\n" * 99999, "20 lines are wrong"),
        ):
            with self.subTest(says):
                self.write("b.csv", text)
                with self.nothing_touched():
                    result = self.expect(2, "import", "bench-table", "b.csv", "-o", "no.toml", "--plot", "no.svg")
                self.assertIn(says, result.err)
                self.assertLess(len(result.err), 5000)

    def test_a_table_from_standard_input(self):
        text = table("RPM,Thrust (N)", RPM, K * SPEEDS**2)
        self.write("b.csv", text)
        file = self.expect(0, "import", "bench-table", "b.csv")
        piped = self.pipe(text, "bench-table", "-")
        self.assertEqual((piped.returncode, piped.stdout), (0, file.out.replace("b.csv", "stdin")))
        piped = self.pipe("RPM,Thrust (N)\n1,x\n", "bench-table", "-")
        self.assertEqual(piped.returncode, 2)
        self.assertIn("stdin:2: error: 'x' in the column", piped.stderr)
        self.assertIn("stdin: error: cannot read it (it is empty)", self.pipe("", "bench-table", "-").stderr)
        log = self.pipe("x", "log", "-", "-o", "no.h5")
        self.assertEqual((log.returncode, log.stderr),
                         (2, "-: error: a log is read from a file, not from standard input. Give its name.\n"))

    def pipe(self, text, *words):
        return subprocess.run([support.PROGRAM, "import", *words], cwd=self.dir, input=text, capture_output=True, text=True)

    def test_options(self):
        self.write("b.csv", table("RPM,Thrust (N)", RPM, K * SPEEDS**2))
        result = self.expect(0, "import", "bench-table", "b.csv", "--motor-lag", "0.04")
        self.assertEqual(tomllib.loads(result.out)["rotor"]["motor"]["time_constant_s"], 0.04)
        self.assertIn("the table has no torque", result.err)
        self.assertIn("the file gives no controller", self.expect(2, "import", "bench-table", "b.csv", "--only", "controller").err)
        self.write("p.svg", "precious")
        with self.nothing_touched():
            self.expect(3, "import", "bench-table", "b.csv", "--plot", "p.svg", "-o", "new.toml")
            self.expect(3, "import", "bench-table", "b.csv", "--plot", "new.svg", "-o", "p.svg")
            self.expect(3, "import", "bench-table", "b.csv", "--plot", "b.csv", "--force")
            for other in ("m.toml", "./m.toml", self.path("m.toml"), "p.svg"):
                name = "p.svg" if other == "p.svg" else "m.toml"
                self.assertIn("is also the file of --output. Give two names.", self.expect(2, "import", "bench-table", "b.csv", "-o", name, "--plot", other, "--force").err)
            self.expect(6, "import", "bench-table", "b.csv", "--plot", "nowhere/p.svg")


if __name__ == "__main__":
    support.main()
