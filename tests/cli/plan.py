#!/usr/bin/python3
"""montecopter plan: the inputs that it prints are those that are flown, what it says of samples is what verdicts say, and
every way of getting it wrong."""
import csv
import io
import json
import math
import os
import resource
import pathlib
import re
import unittest

import h5py
import numpy as np

import support
from requirements import required, table, tail
from support import SCENARIO, ProgramTest, edited

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWEEP = '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1]\n'


class PlanTest(ProgramTest):
    def plan(self, *options, text=SCENARIO, code=0):
        self.write("s.toml", text)
        return self.expect(code, "plan", "s.toml", *options)


class Inputs(PlanTest):
    def test_csv_is_what_is_flown(self):
        for text in (SCENARIO, SCENARIO + SWEEP, edited(("seed = 11", 'seed = 11\ndesign = "sobol"')),
                     edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 4'))):
            rows = list(csv.reader(io.StringIO(self.plan("--csv", text=text).out)))
            self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5", "--fresh")
            with h5py.File(self.path("a.h5")) as file:
                names = [name for name in file if name.startswith("in_")]
                self.assertEqual(sorted(rows[0][1:]), sorted(names))
                self.assertEqual([int(row[0]) for row in rows[1:]], list(range(file["status"].shape[0])))
                for column, name in enumerate(rows[0][1:], 1):
                    np.testing.assert_array_equal(np.array([float(row[column]) for row in rows[1:]]), file[name][()])

    def test_closed_pipe(self):
        self.write("s.toml", SCENARIO)
        process = self.start("plan", "s.toml", "--csv", "-n", "200000")
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual((process.wait(), process.stderr.read()), (-13, ""))


SENSING = """
[[wind]]
type = "von_karman"
sigma_m_s = [1, 1, 1]
length_m = [9, 9, 9]
airspeed_m_s = 9
[sensors.imu.gyroscope]
rate_hz = 250
white_noise_rad_s = 0.1
turn_on_bias_rad_s = 0.1
bias_random_walk_rad_s_sqrt_s = 0.1
latency_s = 0.006
dropout = 0.1
[sensors.gps.gnss]
rate_hz = 20
jitter_s = 0.01
position.gauss_markov_bias_m = 1
position.gauss_markov_time_s = 9
velocity.white_noise_m_s = 1
[sensors.imu.rotor_speed]
rate_hz = 100
time_noise_us = 20
"""


class Streams(PlanTest):
    def streams(self, text, *options):
        out = json.loads(self.plan("--json", "--no-trial", *options, text=text).out)
        return {row["stream"]: tuple(row[key] for key in ("numbers", "rate_hz", "in_flight", "in_all")) for row in out["streams"]}

    def test_consumers_and_their_numbers(self):
        """By the tables of random-numbers.md: 300 steps of 1 ms, 200 flights, of which every third is traced."""
        inputs = {f"disperse:{path}": (1, None, 1, 200) for path in
                  ("vehicle.inertia_kg_m2.xx", "vehicle.mass_kg", "vehicle.rotors.*.motor.time_constant_s", "wind.0.to_m_s.x")}
        noise = {"process.white": (6, 1000, 6 * 301, 6 * 301 * 200)}
        self.assertEqual(self.streams(SCENARIO), {**noise, **inputs})
        # The readings of sensors are drawn where somebody sees them: 76 and 7 in a flight, in 67 of them. The first two
        # of the gyroscope come out before anything was measured.
        wanted = {**noise, "wind1.von_karman": (8, 1000, 8 * 301, 8 * 301 * 200),
                  "imu.gyroscope.white": (3, 250, 3 * 76, 3 * 76 * 67), "imu.gyroscope.walk": (3, 250, 3 * 76, 3 * 76 * 67),
                  "imu.gyroscope.turn_on": (3, None, 3, 3 * 67), "imu.gyroscope.dropout": (1, 250, 74, 74 * 67),
                  "gps.gnss.position.gauss_markov": (3, 20, 21, 21 * 67), "gps.gnss.velocity.white": (3, 20, 21, 21 * 67),
                  "gps.gnss.jitter": (1, 20, 7, 7 * 67), "imu.rotor_speed.time": (1, None, None, None), **inputs}
        self.assertEqual(self.streams(SCENARIO + SENSING), wanted)
        text = self.plan("--no-trial", text=SCENARIO + SENSING).out
        for name in wanted:
            self.assertEqual(len(re.findall(rf"(?m)^{re.escape(name)} ", text)), 1)
        self.assertEqual(text.count("random stream"), 1)  # one table, though the widest of its columns does not fit
        self.assertRegex(text, r"(?m)^imu\.gyroscope\.white +3 +250 +228 +15276$")
        self.assertIn("white noise of the readings", self.plan("--json", "--no-trial", text=SCENARIO + SENSING).out)

    def test_what_no_flight_draws_is_not_there(self):
        still = edited(("force_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7", "force_n2_s = 0\nmoment_n2_m2_s = 0"))
        still = still[:still.index("[disperse")]
        self.assertEqual(self.streams(still), {})
        self.assertIn("no random numbers are drawn", self.plan("--no-trial", text=still).out)
        self.assertEqual(self.streams(still + '\n[disperse."vehicle.mass_kg"]\ndist = "fixed"\nvalue = 1.1\n'), {})
        # A sweep that begins without noise.
        swept = self.streams(still + '\n[sweep."vehicle.process_noise.force_n2_s"]\nvalues = [0.0, 1e-4]\n')
        self.assertEqual(swept, {"process.white": (6, 1000, 6 * 301, 6 * 301 * 400)})

    def test_designs(self):
        for keys, wanted in (('design = "lhs"\nreplicates = 4', {"disperse:vehicle.mass_kg": (1, None, 1, 200),
                                                                 "lhs:vehicle.mass_kg": (1, None, None, 4)}),
                             ('design = "sobol"', {"sobol:vehicle.mass_kg": (1, None, 1, 200)})):
            streams = self.streams(edited(("seed = 11", "seed = 11\n" + keys)))
            self.assertEqual({name: row for name, row in streams.items() if "mass" in name}, wanted)

    def test_the_estimator_reads_sensors_in_every_flight(self):
        with open(ROOT / "scenarios/examples/x500-estimated.toml") as file:
            self.assertIn("[estimator", file.read())
        out = json.loads(self.expect(0, "plan", ROOT / "scenarios/examples/x500-estimated.toml", "--json", "--no-trial").out)
        rows = {row["stream"]: row for row in out["streams"]}
        for what in ("position", "velocity", "attitude"):
            self.assertEqual((rows[f"estimator.{what}"]["in_flight"], rows[f"estimator.{what}"]["in_all"]), (3, 3 * out["samples"]))
        white = [row for name, row in rows.items() if name.endswith(".gyroscope.white")]
        self.assertEqual([row["in_all"] for row in white], [row["in_flight"] * out["samples"] for row in white])
        self.assertEqual(len(white), 1)


class Showing(PlanTest):
    def test_samples_of_wilks(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.99))
        for n, failures in ((298, None), (299, 0), (473, 1), (628, 2)):  # Conover (1999), table A6
            out = json.loads(self.plan("--json", "--no-trial", "-n", str(n), text=text).out)
            self.assertEqual(out["requirements"][0]["met_up_to_violations"], failures)
            self.assertEqual(out["requirements"][0]["least_samples_to_meet"], 299)
        self.assertIn("tilt: cannot be met: that takes 299 samples without a violation", self.plan("-n", "298", text=text).out)
        self.assertIn("tilt: met with up to 1 sample that violates it", self.plan("-n", "473", text=text).out)

    def test_more_samples_than_can_be_counted(self):
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.9999999999999))
        told = self.plan("--no-trial", text=text).out
        self.assertIn("tilt: cannot be met: that takes more than 10^12 samples without a violation; violated from 1 on\n", told)
        (row,) = json.loads(self.plan("--json", "--no-trial", text=text).out)["requirements"]
        self.assertIsNone(row["least_samples_to_meet"])
        self.assertEqual((row["met_up_to_violations"], row["violated_from_violations"]), (None, 1))

    def test_counts_are_those_of_independent_samples(self):
        tilt = table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.9)
        text = required(tilt, text=edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 5')))
        self.assertNotIn("can show", self.plan("--no-trial", text=text).out)
        out = json.loads(self.plan("--json", "--no-trial", text=text).out)
        self.assertEqual(out["requirements"], [{"name": "tilt"}])

    def test_the_verdicts_agree(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        with h5py.File(self.path("a.h5")) as file:
            tilt = np.sort(file["m_max_tilt_deg"][()])
        text = required(table("tilt", type="probability", metric="max_tilt_deg", at_most=90.0, probability=0.95))
        counts = json.loads(self.plan("--json", "--no-trial", text=text).out)["requirements"][0]
        met, violated = int(counts["met_up_to_violations"]), int(counts["violated_from_violations"])
        for violations, code in ((met, 0), (met + 1, 4), (violated - 1, 4), (violated, 1)):
            self.expect(code, "requirements", "a.h5", "--set",
                        f'requirement.tilt={{type="probability",metric="max_tilt_deg",at_most={tilt[-1 - violations]},probability=0.95}}')

    def test_a_family_has_two_ends(self):
        """Eight claims together, P >= 0.9, 100 samples: Clopper and Pearson with 95 % and with 1 - 0.05 / 8."""
        def most(alpha):
            return max(k for k in range(100) if 1 - tail(k + 1, 100, 0.1) <= alpha)

        def least(alpha):
            return min(k for k in range(100) if tail(k, 100, 0.1) < alpha)

        def tables(*limits):
            return "".join(table(name, type="probability", metric="max_tilt_deg", at_most=limit, probability=0.9)
                           for name, limit in zip("abcdefgh", limits))
        self.assertEqual((most(0.05), most(0.05 / 8)), (4, 2))
        alone = ("--no-trial",)
        together = (*alone, "--set", "monte_carlo.judge_as_family=true")
        text = required(tables(*8 * [90.0]))
        row = json.loads(self.plan("--json", *together, "-n", "100", text=text).out)["requirements"][0]
        for end, alpha in (("first_in_family", 0.05 / 8), ("last_in_family", 0.05)):
            self.assertEqual(row[end]["met_up_to_violations"], most(alpha))
            self.assertEqual(row[end]["violated_from_violations"], least(alpha))
            self.assertEqual(row[end]["least_samples_to_meet"], math.ceil(math.log(alpha) / math.log(0.9)))
        self.assertEqual(set(row), {"name", "first_in_family", "last_in_family", "rare_flights"})
        self.assertIn(f"a: met with up to 2 to 4 samples that violate it, violated from {least(0.05)} to {least(0.05 / 8)} on, "
                      "depending on its place in the family\n", self.plan(*together, "-n", "100", text=text).out)
        self.assertIn(f"a: met with up to 4 samples that violate it, violated from {least(0.05)} on\n", self.plan(*alone, "-n", "100", text=text).out)
        self.assertIn("a: met with up to 0 samples that violate it if not first (if first, it takes 49 samples without a violation), ",
                      self.plan(*together, "-n", "30", text=text).out)
        self.assertIn("a: cannot be met: that takes 29 to 49 samples without a violation; ", self.plan(*together, "-n", "28", text=text).out)
        # What is judged agrees: with 2 that violate it `a` is met though nothing else is, with 3 or 4 where all others are.
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-n", "100", "--progress", "none", "-o", "a.h5")
        with h5py.File(self.path("a.h5")) as file:
            tilt = np.sort(file["m_max_tilt_deg"][()])

        def verdict(violations, others):
            self.write("s.toml", required(tables(tilt[-1 - violations], *7 * [tilt[-1 - others]])).replace(
                "[monte_carlo]", "[monte_carlo]\njudge_as_family = true"))
            self.run_program("run", "s.toml", "-n", "100", "--progress", "none", "-o", "b.h5", "--fresh")
            return json.loads(self.run_program("requirements", "b.h5", "--json").out)["requirements"][0]["verdict"]
        self.assertEqual([verdict(*counts) for counts in ((2, 10), (3, 10), (4, 0), (5, 0))], ["met", "undecided", "met", "undecided"])

    def test_flights_of_rare(self):
        import rare
        out = self.plan("--no-trial", text=rare.BODY).out  # P near 0.001: 5000 flights, and 4500 for each of two more levels
        self.assertIn("`rare` would judge near by about 14000 flights, for a probability near the limit", out)
        (row,) = json.loads(self.plan("--no-trial", "--json", text=rare.BODY).out)["requirements"]
        self.assertEqual(row["rare_flights"], 14000)
        # Silent where `rare` refuses the scenario or the requirement.
        for more in ("disperse={}", "requirement.near.probability=0.8", 'sweep."vehicle.mass_kg".values=[1.0, 2.0]',
                     'disperse."vehicle.mass_kg"={dist="choice", values=[1.0, 2.0]}'):
            self.assertNotIn("`rare`", self.plan("--no-trial", "--set", more, text=rare.BODY).out)
            self.assertNotIn("rare_flights", self.plan("--no-trial", "--json", "--set", more, text=rare.BODY).out)

    def test_sizes_and_json(self):
        out = json.loads(self.plan("--json", "-j", "2").out)
        self.assertEqual((out["points"], out["samples"], out["steps"], out["duration_s"], out["threads"]), (1, 200, 300, 0.3, 2))
        self.assertEqual([i["path"] for i in out["inputs"]], ["vehicle.inertia_kg_m2.xx", "vehicle.mass_kg",
                                                              "vehicle.rotors.*.motor.time_constant_s", "wind.0.to_m_s.x"])
        self.assertAlmostEqual(out["flight_time_s"], 200 * 300 / out["steps_per_s"] / 2, delta=1e-12)
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        self.assertEqual(out["file_bytes"], os.path.getsize(self.path("a.h5")))
        with self.nothing_touched():
            self.plan()

    @support.slow
    def test_formulas_that_cost_more_than_flights(self):
        """300 of 200 terms each: the trial flights stop after about a second."""
        terms = " + ".join(f"{k + 1} * max(abs(velocity.{'xyz'[k % 3]}) + {k})" for k in range(200))
        self.write("f.toml", SCENARIO.replace("rate_hz = 100\n", "rate_hz = 1000\n") + "".join(
            f'\n[metrics.f{k}]\nformula = "{k} + {terms}"\nunit = "m/s"\n' for k in range(300)))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = json.loads(self.expect(0, "plan", "f.toml", "--json").out)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(after.ru_utime - before.ru_utime, 3.0)
        self.assertGreater(out["flight_time_s"], 0)

    def test_mistakes(self):
        for options, message in ((("-n", "0"), "--samples"), (("-j", "0"), "--threads"), (("--csv", "--json"), "--csv"),
                                 (("--set", "monte_carlo.sample=3"), "Did you mean 'samples'?")):
            self.assertIn(message, self.plan(*options, code=2).err)
        self.expect(2, "plan", "none.toml")
        self.expect(2, "plan")


if __name__ == "__main__":
    support.main()
