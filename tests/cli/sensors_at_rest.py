#!/usr/bin/python3
"""Usage: sensors_at_rest.py MONTECOPTER

The noise of real sensors from a log at rest: figures of logs whose noise is known, as tables of a
scenario that are read again, and logs that are refused.
"""
import json
import math
import random

import log_writers
import support
from support import SCENARIO, ProgramTest

COLUMNS = """
[time]
column = "t"
unit = "s"
[columns."imu.gyroscope"]
from = ["gx", "gy", "gz"]
unit = "rad/s"
[columns."imu.accelerometer"]
from = ["ax", "ay", "az"]
unit = "m/s2"
"""
RATE_HZ = 50
# White noise N [u / sqrt(Hz)] and random walk K [u / sqrt(s)] of both sensors, the same along all axes.
GYROSCOPE = (2e-4, 1e-4)
ACCELEROMETER = (1e-3, 0)


def readings(rng, count, noise, mean):
    """N sqrt(f) is the standard deviation of a reading, K / sqrt(f) that of a step."""
    density, walk = noise
    bias = mean
    for _ in range(count):
        yield bias + rng.gauss(0, density * math.sqrt(RATE_HZ))
        bias += rng.gauss(0, walk / math.sqrt(RATE_HZ)) if walk else 0


def log_of(seconds, seed=1, change=lambda k, row: row):
    rng = random.Random(seed)
    count = int(seconds * RATE_HZ)
    columns = [readings(rng, count, GYROSCOPE, mean) for mean in (0.01, -0.02, 0)]
    columns += [readings(rng, count, ACCELEROMETER, mean) for mean in (0, 0.1, -9.8)]
    lines = ["t,gx,gy,gz,ax,ay,az"]
    for k, row in enumerate(zip(*columns)):
        row = change(k, list(row))
        if row is not None:
            lines.append(",".join([f"{k / RATE_HZ:.6f}"] + [f"{x:.9g}" for x in row]))
    return "\n".join(lines) + "\n"


class SensorsAtRest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("columns.toml", COLUMNS)

    def noise(self, *options):
        answer = json.loads(self.expect(0, "sensors", "rest.csv", "--columns", "columns.toml", "--json", *options).out)
        return {sensor["name"]: sensor for sensor in answer["sensors"]}

    def test_known_noise_is_found_within_the_stated_errors(self):
        self.write("rest.csv", log_of(400))
        noise = self.noise()
        self.assertEqual(list(noise), ["imu.accelerometer", "imu.gyroscope"])
        for name, (density, walk) in (("imu.gyroscope", GYROSCOPE), ("imu.accelerometer", ACCELEROMETER)):
            sensor = noise[name]
            self.assertEqual((sensor["readings"], sensor["missing"]), (400 * RATE_HZ, 0))
            self.assertAlmostEqual(sensor["rate_hz"], RATE_HZ, delta=1e-6)
            for axis in sensor["axes"]:
                # Three standard errors: of twelve figures one is outside once in 30 seeds.
                white = axis["white_noise_density"]
                self.assertLess(abs(white["value"] - density), 3 * white["standard_error"])
                self.assertLess(white["standard_error"], 0.02 * density)
                steps = axis["bias_random_walk"]
                if walk:
                    self.assertLess(abs(steps["value"] - walk), 3 * steps["standard_error"])
                else:
                    self.assertFalse(steps["known"])
                self.assertLess(axis["misfit"], 4)

    def test_tables_are_those_of_a_scenario(self):
        self.write("rest.csv", log_of(120))
        text = self.expect(0, "sensors", "rest.csv", "--columns", "columns.toml").out
        self.assertIn("[sensors.imu.gyroscope]\nrate_hz = 50\nwhite_noise_density_rad_s_sqrt_hz = [0.000", text)
        self.assertIn("# white noise (N), +- [", text)
        self.assertIn("# mean, which is a bias if the vehicle does not turn: [0.0", text)
        self.assertIn("random walk (K): not significant in this log; at most [", text)
        self.write("s.toml", SCENARIO + text)
        listed = json.loads(self.expect(0, "sensors", "s.toml", "--json").out)["sensors"]
        by_name = {row["name"]: row for row in listed}
        # N is written with four digits.
        for name, (density, _) in (("gyroscope", GYROSCOPE), ("accelerometer", ACCELEROMETER)):
            sd = by_name[f"imu.{name}.x"]["white_sd"]
            self.assertAlmostEqual(sd / (density * math.sqrt(RATE_HZ)), 1, delta=0.05)

    def test_a_part_of_a_log_and_one_sensor(self):
        # Carried for ten seconds first, then at rest; a tenth of the readings is missing.
        def carried(k, row):
            if k < 10 * RATE_HZ:
                row[0] += 0.5 * math.sin(k / 3)
            return row if k % 10 != 5 else None
        self.write("rest.csv", log_of(100, change=carried))
        result = self.expect(3, "sensors", "rest.csv", "--columns", "columns.toml")
        self.assertRegex(result.err, r"rest.csv: error: the noise of imu.gyroscope.x cannot be estimated: it moves: \d.\d+ s")
        noise = self.noise("--from", "10", "--sensor", "imu.gyroscope")
        self.assertEqual(list(noise), ["imu.gyroscope"])
        self.assertAlmostEqual(noise["imu.gyroscope"]["missing"] / noise["imu.gyroscope"]["readings"], 0.1, delta=0.01)
        for axis in noise["imu.gyroscope"]["axes"]:
            white = axis["white_noise_density"]
            self.assertLess(abs(white["value"] - GYROSCOPE[0]), 3 * white["standard_error"])

    def test_a_flight_is_no_rest(self):
        def sways(k, row):  # as a hover: everything is usual, but angles do not walk away
            row[1] += 0.1 * math.sin(2 * math.pi * 1.3 * k / RATE_HZ)
            return row
        self.write("rest.csv", log_of(60, change=sways))
        result = self.expect(3, "sensors", "rest.csv", "--columns", "columns.toml")
        self.assertIn("imu.gyroscope.y cannot be estimated", result.err)
        self.assertIn("moves or vibrates", result.err)
        self.write("turning.ulg", log_writers.ulog())
        result = self.expect(3, "sensors", "turning.ulg")
        self.assertIn("the vehicle is not at rest: rotors turn at", result.err)

    def test_refuses_with_one_message(self):
        self.write("rest.csv", log_of(20))
        self.write("s.toml", SCENARIO)
        self.write("still.csv", "t,gx,gy,gz,ax,ay,az\n" + "".join(f"{k / 50},0,0,0,0,0,-9.8\n" for k in range(3000)))
        self.write("other.toml", '[time]\ncolumn = "t"\nunit = "s"\n[columns.position]\nfrom = ["gx", "gy", "gz"]\nunit = "m"\n')
        self.write("empty.csv", "")
        columns = ["--columns", "columns.toml"]
        for arguments, code, message in (
                (["rest.csv", *columns], 3, "the record is too short: 1000 readings in 20 s, and 1000 in 30 s are needed"),
                (["rest.csv", *columns, "--from", "100"], 3, "there are no readings between --from and --to"),
                (["rest.csv", *columns, "--from", "3", "--to", "2"], 2, "--from: error: it is not before --to"),
                (["rest.csv", *columns, "--from", "x"], 2, "--from"),
                (["rest.csv", *columns, "--allan"], 2, "--allan: error: does not apply here"),
                (["rest.csv", *columns, "--set", "a=1"], 2, "a log is not a scenario"),
                (["rest.csv", *columns, "--sensor", "imu.gyro"], 2, "The log has imu.accelerometer and imu.gyroscope"),
                (["rest.csv"], 2, "a CSV file needs --columns FILE.toml"),
                (["rest.csv", "--columns", "other.toml"], 3, "the log has no imu.gyroscope"),
                (["still.csv", *columns], 3, "most readings are the same as the one before"),
                (["empty.csv", *columns], 3, "it is empty"),
                (["s.toml", "--from", "1"], 2, "it applies only to a log"),
                (["s.toml", "--part", "1"], 2, "they apply only to a log"),
                (["missing.csv", *columns], 6, "missing.csv"),
        ):
            with self.subTest(arguments):
                result = self.expect(code, "sensors", *arguments)
                self.assertIn(message, result.err)
                self.assertEqual(result.out, "")


if __name__ == "__main__":
    support.main()
