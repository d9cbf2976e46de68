#!/usr/bin/python3
"""montecopter edge: a free fall, of which the edge is known in closed form; what is flown is what `run` flies; every way
of getting it wrong."""
import json
import math

import support
from requirements import required, table
from support import SCENARIO, ProgramTest, edited

# Without thrust, drag and noise of the force it falls g t^2 / 2 in 0.3 s from 10 m.
FALL = edited(("linear_drag_n_s_m = 0.1\n", ""), ("force_n2_s = 5e-4", "force_n2_s = 0.0"),
              ("[0.0, 1133.0, 1133.0, 1133.0, 1133.0],\n  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],\n  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],",
               "[0.0, 0.0, 0.0, 0.0, 0.0],"))
LOWEST = table("low", type="probability", formula="max(position.z)", unit="m", at_most=-9.5, probability=0.9)
EDGE = 2 * 0.5 / 0.3 ** 2  # of g: 10 - g t^2 / 2 = 9.5
SWEEP = '\n[sweep."environment.gravity_m_s2"]\nvalues = [9.0, 10.0, 13.0]\n'


class EdgeTest(ProgramTest):
    def edge(self, code, *options, text=required(LOWEST, text=FALL)):
        self.write("s.toml", text)
        return self.expect(code, "edge", "s.toml", *options)

    def found(self, *options, code=0, **keys):
        return json.loads(self.edge(code, "--json", *options, **keys).out)

    def test_free_fall(self):
        out = self.found("--of", "environment.gravity_m_s2", "--from", "9", "--to", "13", "--tolerance", "0.01")
        self.assertLessEqual(out["holds_at"], EDGE)
        self.assertGreater(out["not_shown_at"], EDGE)
        self.assertLessEqual(out["not_shown_at"] - out["holds_at"], 0.01)
        looks = 2 + math.ceil(math.log2(4 / 0.01))
        self.assertLessEqual(len(out["values"]), looks)
        for value in out["values"]:
            self.assertEqual(value["verdict"], "met" if value["value"] <= EDGE else "violated")
            self.assertAlmostEqual(value["requirements"][0]["confidence"], 1 - 0.05 / looks, delta=1e-15)

    def test_the_other_way_and_from_the_sweep(self):
        least = table("low", type="probability", formula="max(position.z)", unit="m", at_least=-9.5, probability=0.9)
        out = self.found("--of", "environment.gravity_m_s2", "--from", "13", "--to", "9", text=required(least, text=FALL))
        self.assertGreaterEqual(out["holds_at"], EDGE)
        self.assertLess(out["not_shown_at"], EDGE)
        swept = self.found(text=required(LOWEST, text=FALL) + SWEEP)
        self.assertEqual((swept["path"], swept["from"], swept["to"]), ("environment.gravity_m_s2", 9.0, 13.0))
        self.assertLessEqual(swept["not_shown_at"] - swept["holds_at"], 4 / 128)

    def test_ends(self):
        result = self.edge(0, "--of", "environment.gravity_m_s2", "--from", "8", "--to", "9")
        self.assertIn("all requirements hold from environment.gravity_m_s2 = 8 to 9: the edge lies beyond", result.out)
        result = self.edge(1, "--of", "environment.gravity_m_s2", "--from", "12", "--to", "9")
        self.assertIn("not all requirements are shown to hold at environment.gravity_m_s2 = 12, the start of the search", result.out)
        result = self.edge(4, "--of", "environment.gravity_m_s2", "--from", "9", "--to", "12", "-n", "10")
        # 10 flights show no probability of 0.9: all n do with the confidence c where 0.9^n <= 1 - c.
        confidence = 1 - 0.05 / (2 + 7)
        wanted = math.ceil(math.log(1 - confidence) / math.log(0.9))
        self.assertIn(f"low at environment.gravity_m_s2 = 9: 10 samples do not decide it; {wanted} in total would", result.out)

    def test_it_flies_what_run_flies(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=3.6, probability=0.5))
        out = self.found("--of", "vehicle.mass_kg", "--from", "0.95", "--to", "1.0", "--tolerance", "0.05",
                         code=None, text=text.replace('[disperse."vehicle.mass_kg"]\ndist = "truncated_normal"\nmean = 1.0\nsd = 0.05\nlow = 0.9\nhigh = 1.1\n', ""))
        for value in out["values"]:
            self.run_program("run", "s.toml", "--progress", "none", "-o", "a.h5", "--fresh", "--set", f"vehicle.mass_kg={value['value']}")
            row = json.loads(self.run_program("requirements", "a.h5", "--json").out)["requirements"][0]
            self.assertEqual((value["requirements"][0]["met"], value["requirements"][0]["observed"]), (row["met"], row["observed"]))

    def test_neighbouring_numbers(self):
        """No middle lies between them, however small the tolerance is."""
        start = table("start", type="probability", formula="first(position.z)", unit="m", at_most=-9.5, probability=0.9)
        ends = [-9.5, math.nextafter(-9.5, 0)]
        for first in (ends[0], math.nextafter(ends[0], -10)):
            out = self.found("--of", "simulation.initial.position_m.z", "--from", repr(first), "--to", repr(ends[1]), "--tolerance", "1e-16",
                             text=required(start, text=FALL))
            self.assertEqual((out["holds_at"], out["not_shown_at"]), tuple(ends))
            self.assertEqual(len({value["value"] for value in out["values"]}), len(out["values"]))

    def expect(self, code, *arguments, **options):
        if code is None:
            return self.run_program(*arguments, **options)
        return super().expect(code, *arguments, **options)

    def test_mistakes(self):
        of = ("--of", "environment.gravity_m_s2")
        for options, text, message in (
                (of + ("--from", "9", "--to", "9"), None, "--to: error: it is the same as --from"),
                (of + ("--from", "9"), None, "--to: error: it is missing, and the scenario does not sweep"),
                ((), None, "--of: error: the scenario sweeps 0 numbers"),
                (of + ("--from", "9", "--to", "13", "--tolerance", "0"), None, "--tolerance"),
                (of + ("--from", "9", "--to", "13", "--tolerance", "1e-14"), None, "more than 40 campaigns"),
                (of + ("--from", "x", "--to", "13"), None, "--from"),
                (("--of", "environment.gravity", "--from", "9", "--to", "13"), None, "environment.gravity"),
                (of + ("--from", "9", "--to", "13"), FALL, "the scenario has no requirements"),
                (of + ("--from", "-9", "--to", "13"), None, "environment.gravity_m_s2 = -9: error: "),
                (of + ("--from", "9", "--to", "13", "-n", "0"), None, "--samples")):
            with self.subTest(message=message):
                err = self.edge(2, *options, text=text or required(LOWEST, text=FALL)).err
                self.assertIn(message, err)
                self.assertNotIn("--set", err)  # nobody typed it
        super().expect(2, "edge", "none.toml", *of, "--from", "9", "--to", "13")


if __name__ == "__main__":
    support.main()
