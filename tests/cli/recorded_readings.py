#!/usr/bin/python3
"""Which readings of sensors are stored: all, none, or every how many-th, of all sensors or of each."""
import json
import os

import h5py
import numpy as np

import support
from support import ProgramTest, edited

SENSORS = """
[sensors.imu.accelerometer]
rate_hz = 500
latency_s = 0.003
white_noise_m_s2 = 0.1
dropout = 0.1
%s
[sensors.imu.gyroscope]
rate_hz = 250
white_noise_rad_s = 0.01
full_scale_deg_s = 250
resolution_deg_s = 0.01
word_bits = 16
registers = true
%s
[sensors.gps.gnss]
rate_hz = 20
position.white_noise_m = 0.5
%s
"""
NAMES = ("imu.accelerometer", "imu.gyroscope", "gps.gnss.position", "gps.gnss.altitude")


def sensing(accelerometer="", gyroscope="", gnss="", output=""):
    text = edited(("samples = 200", "samples = 3"), ('traces = "every:3"', f'traces = "all"\n{output}'))
    return text + SENSORS % (accelerometer, gyroscope, gnss) + '[environment]\natmosphere.type = "isa"\n'


class RecordedReadings(ProgramTest):
    def fly(self, name, *options, **keys):
        self.write(f"{name}.toml", sensing(**keys))
        self.expect(0, "run", f"{name}.toml", "-o", f"{name}.h5", *options)
        return h5py.File(self.path(f"{name}.h5"))

    def size(self, name):
        return os.path.getsize(self.path(f"{name}.h5"))

    def test_thinned_readings_are_some_of_all(self):
        with self.fly("all") as whole, self.fly("few", output='readings = "every:7"') as few, \
                self.fly("own", accelerometer='recorded = "every:10"', gnss='recorded = "all"',
                         output='readings = "none"') as own:
            self.assertEqual(whole["digest"][()].tobytes(), few["digest"][()].tobytes())
            self.assertEqual(whole["digest"][()].tobytes(), own["digest"][()].tobytes())
            for name in (*NAMES, "imu.gyroscope.registers"):
                np.testing.assert_array_equal(few[name][:], whole[name][:, ::7], name)
            for unit in ("imu.accelerometer", "imu.gyroscope", "gps.gnss"):
                np.testing.assert_array_equal(few[f"{unit}.time"][:], whole[f"{unit}.time"][::7])
            np.testing.assert_array_equal(own["imu.accelerometer"][:], whole["imu.accelerometer"][:, ::10])
            np.testing.assert_array_equal(own["gps.gnss.position"][:], whole["gps.gnss.position"][:])
            self.assertFalse([name for name in own if name.startswith("imu.gyroscope")])

    def test_single_precision_and_flights_that_end_early(self):
        limit = "\n[simulation.limits]\ndistance_m = 1e-4\n"
        files = {}
        for name, output in (("f64", ""), ("f32", 'dtype = "f32"\nreadings = "every:4"')):
            self.write("s.toml", sensing(output=output) + limit)
            self.expect(5, "run", "s.toml", "-o", f"{name}.h5")
            files[name] = h5py.File(self.path(f"{name}.h5"))
        for name in NAMES:
            np.testing.assert_array_equal(files["f32"][name][:], files["f64"][name][:, ::4].astype(np.float32), name)
        self.assertTrue(np.isnan(files["f64"]["imu.accelerometer"][:, -1]).all(), "they end early")

    def test_files_are_smaller_and_known_before(self):
        for name, keys in (("all", {}), ("none", {"output": 'readings = "none"'})):
            with self.fly(name, **keys):
                told = json.loads(self.expect(0, "check", f"{name}.toml", "--json").out)["file_bytes"]
                self.assertEqual(self.size(name), told)
        self.assertLess(self.size("none"), 0.75 * self.size("all"))

    def test_without_the_keys_the_scenario_is_the_one_that_it_was(self):
        self.write("a.toml", sensing())
        self.write("b.toml", sensing(output='readings = "all"'))
        resolved = [self.expect(0, "check", f"{name}.toml", "--resolved").out for name in "ab"]
        self.assertEqual(resolved[0], resolved[1])
        self.assertNotIn("recorded", resolved[0])

    def test_resumed_and_replayed(self):
        keys = {"output": 'readings = "every:3"'}
        with self.fly("once", "--reproducible", **keys):
            pass
        for number in range(3):
            self.expect(0, "run", "once.toml", "-o", "pieces.h5", "--reproducible", "--only", number)
        self.expect(0, "run", "once.toml", "-o", "pieces.h5", "--reproducible")
        with open(self.path("once.h5"), "rb") as once, open(self.path("pieces.h5"), "rb") as pieces:
            self.assertEqual(once.read(), pieces.read())
        self.expect(0, "replay", "once.h5", "--sample", "1", "-o", "again.h5")

    def test_an_allan_deviation_wants_all_of_them(self):
        with self.fly("few", output='readings = "every:5"'):
            pass
        result = self.expect(2, "sensors", "--allan", "few.h5", "--sensor", "imu.accelerometer")
        self.assertIn("not all readings of imu.accelerometer are stored", result.err)
        self.assertIn("keeps one in 5", result.err)
        self.expect(0, "sensors", "--allan", "few.toml", "--sensor", "imu.gyroscope", "--duration", "20")

    def test_bad_input(self):
        for keys, message in (({"output": 'readings = "some"'}, "output.readings: error: 'some' does not say which readings to store"),
                              ({"output": 'readings = "every:0"'}, "'every:0' does not say"),
                              ({"output": 'readings = "first:3"'}, "'first:3' does not say"),
                              ({"gnss": 'recorded = "often"'}, "'often' does not say which readings to store"),
                              ({"gnss": "recorded = 3"}, "recorded"),
                              ({"output": 'readings = "none"\nsignals = []'}, "signals")):
            with self.subTest(message):
                self.write("s.toml", sensing(**keys))
                self.assertIn(message.replace("output.readings: error: ", ""), self.expect(2, "check", "s.toml").err)
        text = edited(('signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "command", "specific_force"]',
                       "signals = []"), text=sensing(output='readings = "none"'))
        self.refuse(text, "no signals to trace")


if __name__ == "__main__":
    support.main()
