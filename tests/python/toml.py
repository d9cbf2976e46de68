#!/usr/bin/python3
"""montecopter.dumps: what Python's own reader of TOML makes of it is what went in."""
import math
import os
import pathlib
import random
import tomllib
import unittest

import support

from montecopter import dumps  # pylint: disable=wrong-import-position
from montecopter.toml import value_text

try:
    import numpy
except ImportError:
    numpy = None


class Values(unittest.TestCase):
    def same(self, table):
        self.assertEqual(tomllib.loads(dumps(table)), table)

    def test_a_scenario(self):
        text = dumps({"schema": 1, "vehicle": {"include": "x500.toml", "mass_kg": 1.2},
                      "disperse": {"vehicle.mass_kg": {"dist": "uniform", "low": 1.0, "high": 2.0}},
                      "wind": [{"type": "steady", "to_m_s": [1, 2.5, 0]}]})
        self.assertEqual(text, 'schema = 1\n'
                               'vehicle.include = "x500.toml"\n'
                               'vehicle.mass_kg = 1.2\n'
                               'disperse."vehicle.mass_kg".dist = "uniform"\n'
                               'disperse."vehicle.mass_kg".low = 1.0\n'
                               'disperse."vehicle.mass_kg".high = 2.0\n'
                               'wind = [{type = "steady", to_m_s = [1, 2.5, 0]}]\n')

    def test_all_types(self):
        self.same({})
        self.same({"a": {}, "b": [], "c": [[], [1]], "d": [{}, {"e": {"f": 1}}], "g": {"h": {"i": {}}}})
        self.same({"yes": True, "no": False, "int": -(2 ** 63), "large": 2 ** 63 - 1})
        self.same({"text": "", "quotes": "\"'\\", "lines": "a\nb\r\n\tc", "control": "\x00\x1f\x7f", "wide": "µ\U0001f681"})
        self.same({"": 1, "a b": 2, "ä": 3, "x.y": {"\"": 4, "line\nbreak": 5}})

    def test_numbers_read_back_bit_by_bit(self):
        drawn = random.Random(1)
        values = [0.0, -0.0, 1e16, 1e22, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, 0.1, 1 / 3]
        values += [drawn.uniform(-1, 1) * 10.0 ** drawn.randint(-300, 300) for _ in range(300)]
        read = tomllib.loads(dumps({"values": values}))["values"]
        self.assertEqual([value.hex() for value in read], [value.hex() for value in values])
        self.assertTrue(math.isnan(tomllib.loads(dumps({"a": math.nan}))["a"]))

    def test_paths_tuples_and_numpy(self):
        self.assertEqual(tomllib.loads(dumps({"file": pathlib.Path("a/b.toml"), "pair": (1, 2.0)})),
                         {"file": "a/b.toml", "pair": [1, 2.0]})
        with os.scandir(os.fsencode(support.ROOT / "src/python/montecopter")) as entries:  # paths of bytes
            entry = min(entries, key=lambda entry: entry.name)
        self.assertEqual(tomllib.loads(dumps({"file": entry})), {"file": os.fsdecode(entry.path)})
        if numpy is None:
            self.skipTest("no NumPy")
        read = tomllib.loads(dumps({"v": numpy.linspace(0, 1, 3), "n": numpy.int64(3), "f": numpy.float64(0.1),
                                    "b": numpy.bool_(True), "m": numpy.eye(2)}))
        self.assertEqual(read, {"v": [0.0, 0.5, 1.0], "n": 3, "f": 0.1, "b": True, "m": [[1.0, 0.0], [0.0, 1.0]]})

    def test_what_has_no_form_is_told_with_its_place(self):
        for table, place in (({"a": {"b": None}}, "a.b: None"), ({"a": [1, {"c": object}]}, "a.1.c"),
                             ({"a": {1: 2}}, "a: the key 1"), ({2: 3}, "scenario: the key 2"), ({"z": 1j}, "z: 1j")):
            with self.subTest(place), self.assertRaises(TypeError) as raised:
                dumps(table)
            self.assertIn(place, str(raised.exception))

    def test_a_value_is_one_line(self):
        self.assertEqual(value_text({"values": [0.9, "a\nb"], "deep": {"x y": True}}),
                         '{values = [0.9, "a\\nb"], deep = {"x y" = true}}')


if __name__ == "__main__":
    support.main()
