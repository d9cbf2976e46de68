#!/usr/bin/python3
"""montecopter wind: profiles against their closed forms, and every way of getting it wrong."""
import json
import math
import unittest

import support
from support import SCENARIO, ProgramTest

HEAD, TAIL = SCENARIO.split("[[wind]]")[0], "[" + SCENARIO.split("[[wind]]")[1].split("\n[", 1)[1]
UNDISPERSED = TAIL.split("[disperse")[0]


class Wind(ProgramTest):
    def profile(self, winds, *options):
        self.write("s.toml", HEAD + winds + "\n" + UNDISPERSED)
        return json.loads(self.expect(0, "wind", "s.toml", *options, "--json").out)

    def test_shears_are_their_formulas(self):
        rows = self.profile('[[wind]]\ntype = "log_shear"\nto_m_s = [3, -4, 0]\nreference_height_m = 10\nroughness_m = 0.03\n',
                            "--from", "1", "--to", "51", "--rows", "6")["rows"]
        self.assertEqual([row["height_m"] for row in rows], [1, 11, 21, 31, 41, 51])
        for row in rows:
            wanted = 5 * math.log(row["height_m"] / 0.03) / math.log(10 / 0.03)
            self.assertAlmostEqual(row["speed_m_s"], wanted, delta=1e-12)
            self.assertAlmostEqual(row["from_deg"], math.degrees(math.atan2(4, -3)), delta=1e-9)
            self.assertAlmostEqual(row["to_m_s"][1], -0.8 * wanted, delta=1e-12)
        rows = self.profile('[[wind]]\ntype = "power_shear"\nto_m_s = [0, 6, 0]\nreference_height_m = 10\nexponent = 0.143\n', "--from", "5", "--rows", "3")["rows"]
        for row in rows:
            self.assertAlmostEqual(row["speed_m_s"], 6 * (row["height_m"] / 10) ** 0.143, delta=1e-12)
            self.assertEqual(row["from_deg"], 270)

    def test_winds_add_up_at_a_time_and_turbulence_is_left_out(self):
        winds = ('[[wind]]\ntype = "steady"\nto_m_s = [1, 0, 0.5]\n[[wind]]\ntype = "ramp"\nto_m_s = [0, 4, 0]\nstart_s = 1.0\nduration_s = 2.0\n'
                 '[[wind]]\ntype = "dryden_low_altitude"\nwind_20ft_m_s = 7.7\nairspeed_m_s = 8\nheight_m = 10\n')
        self.write("s.toml", HEAD + winds + "\n" + UNDISPERSED)
        shown = self.expect(0, "wind", "s.toml", "--time", "2", "--set", "wind.0.to_m_s.x=3")
        self.assertIn("turbulence is left out", shown.out)
        said = json.loads(self.expect(0, "wind", "s.toml", "--time", "2", "--json").out)
        self.assertEqual(said["turbulent_winds_left_out"], 1)
        self.assertEqual(said["rows"][0]["to_m_s"], [1, 2, 0.5])

    def test_calm_air_comes_from_nowhere(self):
        said = self.profile("")
        self.assertEqual({(row["speed_m_s"], row["from_deg"]) for row in said["rows"]}, {(0, None)})
        self.assertRegex(self.expect(0, "wind", "s.toml").out, r"\n0 +0 +- +0 +0 +0\n")

    def test_what_makes_no_sense(self):
        self.write("s.toml", SCENARIO)
        for options, says in ((("--from", "5", "--to", "5"), "--to: error: it must be above --from"), (("--rows", "1"), "--rows"),
                              (("--rows", "x"), "--rows"), (("--time", "-1"), "--time"), (("--to", "nan"), "--to"), (("--to", "inf"), "--to")):
            with self.subTest(options):
                self.assertIn(says, self.expect(2, "wind", "s.toml", *options).err)
        self.expect(2, "wind", "none.toml")


if __name__ == "__main__":
    support.main()
