#!/usr/bin/python3
"""The JSON Schema of tests/scenario/instruments.hpp, judged by python3-jsonschema: it and the program refuse and accept
the same files. Run as json_schema.py INSTRUMENT_FORMAT."""
import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import unittest

import jsonschema

PROGRAM = sys.argv.pop(1)

GYROSCOPE = "[instruments.a.gyroscope]\n"
SOUND = [
    "", "instruments = {}", "[instruments.a]", "[instruments.A-z_09.range]\nfar_m = 1", "[floor]\nfar_m = 1",
    GYROSCOPE + "bias_rad_s = 1", GYROSCOPE + "bias_rad_s = [1, 2, 3]", GYROSCOPE + "bias_rad_s = {y = 1}",
    GYROSCOPE + "bias_deg_s = 1", GYROSCOPE + "bias_deg_h = [1, 2, 3]", GYROSCOPE + "bias_deg_s = 572",
    GYROSCOPE + "density_deg_sqrt_h = 0.3\nlimit_deg_s = 250\nscale = 1.5",
    GYROSCOPE + 'rounding = "down"\non = false\nrate_hz = "1000/3"',
    "[floor]\nfar_mm = 1", "[[parts]]\ndelay_ms = 1", "[part]\ndelay_us = 1\n[[parts]]",
    "[[parts]]\ndelay_s = 1\ntimes_s = [1, 60]", "[[parts]]\ndelay_s = 1\ntimes_ms = [1, 6e4]", "[[parts]]\ndelay_s = 1\ntimes_us = []",
    "[[parts]]\ndelay_s = 1\nrange.far_mm = 1\nranges.b.far_m = 2", "[[parts]]\ndelay_s = 1\nranges = {}",
    'instruments.a.include = "device.toml"', 'instruments.a = {include = "device.toml", gyroscope.bias_deg_s = 1}',
    'instruments.a = {include = "device.toml", range = {axis = [1, 0, 0]}}',
    'floor.far_mm = 1\n[vary."floor.far_m"]\nvalue = 1',
    'floor.far_mm = 1\n[vary."floor.axis.x"]\n', 'floor.far_mm = 1\n[vary."floor.axis.*"]\n',
    GYROSCOPE + '[vary."instruments.a.gyroscope.bias_rad_s.x"]', GYROSCOPE + '[vary."instruments.*.gyroscope.bias_rad_s.*"]',
    "[[parts]]\ndelay_s = 1\nranges.b.far_m = 2" + '\n[vary."parts.*.ranges.*.far_m"]\n[vary."parts.0.ranges.b.axis.z"]',
    "[[parts]]\ndelay_s = 1\nranges.b.far_m = 2" + '\n[vary."parts.0.ranges.*.far_m"]\n[vary."parts.*.ranges.b.axis.*"]',
]
BROKEN = [
    "instruments = 1", "instruments.a = 1", '[instruments."a b"]', '[instruments.""]', "[instruments.a.gyro]",
    "[instruments.a.range]", "[floor]", "floor = 1", "[floor]\nfar_m = 0", "[floor]\nfar_mm = 0",
    "[floor]\nfar_m = 1\nfar_mm = 1", "[floor]\nfar_km = 1", "[floor]\nfar_mm = true",
    GYROSCOPE + "bias_rad_s = [1, 2]", GYROSCOPE + "bias_rad_s = {w = 1}", GYROSCOPE + 'bias_rad_s = "1"',
    GYROSCOPE + "bias_rad_s = 11", GYROSCOPE + "bias_deg_s = 574", GYROSCOPE + "bias_deg_s = [0, 0, -574]",
    GYROSCOPE + "bias_rad_s = 1\nbias_deg_s = 1", GYROSCOPE + "bias_deg_h = 1\nbias_deg_s = 1",
    GYROSCOPE + "bias_deg_h = 1\nbias_deg_s = 1\nbias_rad_s = 1", GYROSCOPE + "limit_deg_s = [1, 2, 3]",
    GYROSCOPE + 'rounding = "up"', GYROSCOPE + "on = 1", GYROSCOPE + "scale = 0", GYROSCOPE + "rate_hz = 0",
    GYROSCOPE + "bias_m_s2 = 1", "[[parts]]\n", "[[parts]]\ndelay_s = 1\ndelay_ms = 1", "[[parts]]\ndelay_ms = -1",
    '[[parts]]\ndelay_s = 1\nranges."a b".far_m = 2', "[[parts]]\ndelay_s = 1\nranges.a = {}",
    "[[parts]]\ndelay_s = 1\nrange = {}", "[[parts]]\ndelay_s = 1\ntimes_s = [61]", "[[parts]]\ndelay_s = 1\ntimes_ms = [60001]",
    "[[parts]]\ndelay_s = 1\ntimes_ms = 1", "[[parts]]\ndelay_s = 1\ntimes_ms = [1]\ntimes_s = [1]",
    'instruments.a = {include = "device.toml", colour = 1}', 'instruments.a = {include = 1}', 'floor.include = "device.toml"',
    'instruments.a = {include = "device.toml", gyroscope = {bias_rad_s = 11}}',
    'floor.far_mm = 1\n[vary."floor.far_mm"]', 'floor.far_mm = 1\n[vary."floor.axis"]', 'floor.far_mm = 1\n[vary."floor.axis.w"]',
    GYROSCOPE + '[vary."instruments.a.gyroscope.bias_deg_s.x"]', GYROSCOPE + '[vary."instruments.a.*.bias_rad_s.x"]',
    GYROSCOPE + 'limit_rad_s = 1\n[vary."instruments.a.gyroscope.limit_rad_s"]',
    GYROSCOPE + '[vary."instruments.a b.gyroscope.bias_rad_s.x"]', GYROSCOPE + '[vary."instruments.a.gyroscope.rate_hz"]',
    'floor.far_mm = 1\n[vary."floor.far_m"]\nvalue = true', 'floor.far_mm = 1\n[vary."floor.far_m"]\nvalues = 1',
]
DEVICES = [("[range]\nfar_mm = 4", True), ("[range]", False), ("[gyroscope]\nbias_deg_s = 1", True), ("", True),
           ('include = "device.toml"', False), ("[gyroscope]\nbias = 1", False), ("[accelerometer]\nbias_ug = 1", True)]


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300)


class Agree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "device.toml").write_text("[range]\nfar_m = 4\n[gyroscope]\nlimit_deg_s = 250\n")

    def validator(self, *of):
        schema = json.loads(run("schema", *of).stdout)
        jsonschema.Draft7Validator.check_schema(schema)
        return jsonschema.Draft7Validator(schema)

    def compare(self, fits, text, ok, checked):
        with self.subTest(checked):
            (self.folder / "s.toml").write_text("schema = 1\n" + checked)
            done = run("check", self.folder / "s.toml")
            self.assertEqual(done.returncode, 0 if ok else 2, done.stderr)
            self.assertEqual(fits.is_valid(tomllib.loads(text)), ok)

    def test_of_the_format(self):
        fits = self.validator()
        for text in SOUND:
            self.compare(fits, text, True, text)
        for text in BROKEN:
            self.compare(fits, text, False, text)

    def test_of_a_file_that_is_included(self):
        fits = self.validator("device")
        for text, ok in DEVICES:
            (self.folder / "part.toml").write_text(text + "\n# not empty\n")
            self.compare(fits, text, ok, 'instruments.a.include = "part.toml"')

    def test_descriptions_name_the_unit_that_is_written(self):
        schema = json.loads(run("schema").stdout)
        entry = schema["properties"]["instruments"]["additionalProperties"]["properties"]
        self.assertEqual(entry["include"]["type"], "string")
        gyroscope = entry["gyroscope"]["properties"]
        self.assertIn("[rad s-1]", gyroscope["bias_rad_s"]["description"])
        self.assertIn("[degree h-1]", gyroscope["bias_deg_h"]["description"])
        self.assertNotIn("default", gyroscope["bias_deg_h"])
        self.assertEqual(gyroscope["bias_rad_s"]["default"], [0, 0, 0])


if __name__ == "__main__":
    unittest.main()
