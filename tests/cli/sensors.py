#!/usr/bin/python3
"""Usage: sensors.py MONTECOPTER

`montecopter sensors`: what it says of scenarios and results, and how it refuses.
"""
import json
import math

import support
from support import SCENARIO, VEHICLES, ProgramTest

SENSORS = """
[sensors.imu0.gyroscope]
rate_hz = 100
white_noise_density_deg_s_sqrt_hz = 0.01
white_noise_density_is = "two_sided"
turn_on_bias_deg_s = 1
gauss_markov_bias_rad_s = [0.001, 0, 0.002]
gauss_markov_time_s = 10
[sensors.gps0.gnss]
rate_hz = 10
position.white_noise_m = 1.5
"""


class Sensors(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO + SENSORS)

    def listed(self, *options):
        return json.loads(self.expect(0, "sensors", "s.toml", "--json", *options).out)["sensors"]

    def allan(self, *options):
        return json.loads(self.expect(0, "sensors", "--allan", *options, "--json").out)

    def test_list_has_the_numbers_of_the_scenario(self):
        by_name = {row["name"]: row for row in self.listed()}
        self.assertEqual(len(by_name), 9)
        gyro = by_name["imu0.gyroscope.z"]
        self.assertAlmostEqual(gyro["white_sd"], math.radians(0.01) * 10, delta=1e-17)  # N sqrt(100 Hz)
        self.assertAlmostEqual(gyro["turn_on_bias_sd"], math.radians(1), delta=1e-17)
        self.assertEqual((gyro["gauss_markov_sd"], gyro["gauss_markov_time_s"]), (0.002, 10))
        self.assertEqual(by_name["gps0.gnss.position.x"]["white_sd"], 1.5)
        text = self.expect(0, "sensors", "s.toml").out
        self.assertIn("imu0.gyroscope.x", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_parts_have_the_figures_of_their_sheets(self):
        """In 100 Hz, at 200 readings per second, densities make the rms that the sheet of the ICM-42688-P computes; CEP and R50 are medians."""
        sheets = {  # white noise of a reading, the same at any rate but for densities
            "icm-42688": {"gyroscope.x": math.radians(0.028), "accelerometer.x": 0.65e-3 * 9.80665, "accelerometer.z": 0.70e-3 * 9.80665},
            "bmi088": {"gyroscope.x": math.radians(0.14), "accelerometer.x": 1.6e-3 * 9.80665, "accelerometer.z": 1.9e-3 * 9.80665},
            "bmp388": {"barometer.altitude": 0.11}, "ist8310": {"magnetometer.x": 0},
            "u-blox-m9n": {"gnss.position.x": 2.0 / 1.17741, "gnss.velocity.y": 0.05 / 1.17741, "gnss.position.z": 0},
            "u-blox-f9p": {"gnss.position.x": 0.01 / 1.17741, "gnss.position.z": 0.01 / 0.67449},
        }
        for part, figures in sheets.items():
            rates = "gyroscope.rate_hz = 200\naccelerometer.rate_hz = 200\n" if "gyroscope.x" in figures else ""
            self.write("s.toml", SCENARIO + f'[environment]\natmosphere.type = "isa"\n[sensors.s]\ninclude = "{VEHICLES.parent}/sensors/{part}.toml"\n{rates}')
            self.expect(0, "check", "s.toml")
            by_name = {row["name"]: row["white_sd"] for row in self.listed()}
            for name, white in figures.items():
                with self.subTest(part, name=name):
                    # Rounding of 1.17741 and 0.67449 to six and five digits.
                    self.assertAlmostEqual(by_name.get(f"s.{name}", 0), white, delta=1e-5 * white)

    def test_allan_at_rest_is_what_theory_expects(self):
        answer = self.allan("s.toml", "--sensor", "gps0.gnss", "--duration", "1000")
        channels = answer["channels"]
        self.assertEqual([c["noise"]["name"] for c in channels][:3],
                         [f"gps0.gnss.position.{axis}" for axis in "xyz"])
        for channel in channels[:3]:
            self.assertEqual(channel["readings"], 10001)
            for point in channel["points"]:  # white: sd / sqrt(m)
                self.assertAlmostEqual(point["expected"], 1.5 / math.sqrt(point["readings"]), delta=1e-12)
                self.assertLess(abs(point["off_sd"]), 4)
        text = self.expect(0, "sensors", "--allan", "s.toml", "--duration", "100").out
        self.assertIn("Allan deviation (overlapping) of 100 s at rest", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_allan_does_not_depend_on_the_vehicle_nor_on_other_sensors(self):
        one = self.allan("s.toml", "--sensor", "imu0.gyroscope", "--duration", "50")
        self.write("s.toml", (SCENARIO + SENSORS).replace("mass_kg = 1.0", "mass_kg = 1.5")
                   + "[sensors.more.accelerometer]\nrate_hz = 50\nwhite_noise_m_s2 = 1\n")
        self.assertEqual(one, self.allan("s.toml", "--sensor", "imu0.gyroscope", "--duration", "50"))

    def test_allan_of_a_result_takes_the_recorded_readings(self):
        self.write("s.toml", SCENARIO.replace('traces = "every:3"', 'traces = "first:2"') + SENSORS)
        self.expect(0, "run", "s.toml", "-o", "s.h5")
        answer = self.allan("s.h5", "--sensor", "imu0.gyroscope", "--sample", "1")
        self.assertTrue(answer["verified"])
        self.assertFalse(self.allan("s.h5", "--sensor", "imu0.gyroscope", "--no-verify")["verified"])
        self.assertNotIn("verified", self.allan("s.toml", "--sensor", "imu0.gyroscope", "--duration", "50"))
        self.assertIn("sample 1 of", answer["source"])
        self.assertEqual(answer["channels"][0]["readings"], 31)  # 0.3 s at 100 Hz
        self.assertNotEqual(answer["channels"], self.allan("s.h5", "--sensor", "imu0.gyroscope")["channels"])
        self.assertEqual(len(json.loads(self.expect(0, "sensors", "s.h5", "--json").out)["sensors"]), 9)

    def test_refuses_with_one_message(self):
        self.write("none.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-o", "none.h5", "--set", "output.traces=none")
        for arguments, code, message in (
                (["none.toml"], 2, "there are no sensors"),
                (["--allan", "s.toml", "--sensor", "imu0.gyro"], 2, "Did you mean 'imu0.gyroscope'?"),
                (["--allan", "s.toml", "--duration", "0.001"], 2, "--duration: error:"),
                (["--allan", "s.toml", "--duration", "1e12"], 2, "--duration: error:"),
                (["s.toml", "--duration", "10"], 2, "--duration: error: does not apply here"),
                (["--allan", "s.toml", "--sample", "1"], 2, "only a result has samples"),
                (["--allan", "none.h5"], 2, "there are no readings in this file"),
                (["--allan", "none.h5", "--set", "a=1"], 2, "a result has already been flown"),
                (["missing.toml"], 2, "missing.toml"),
        ):
            with self.subTest(arguments):
                result = self.expect(code, "sensors", *arguments)
                self.assertIn(message, result.err)
                self.assertEqual(result.out, "")


if __name__ == "__main__":
    support.main()
