#!/usr/bin/python3
"""`check` tells the size of the file before it is flown, which samples are traced by default, and that samples are all alike."""
import json
import os

import h5py

import support
from broken_estimators import SCENARIO as SENSORS
from support import SCENARIO, ProgramTest, edited

WITHOUT = edited(('traces = "every:3"\n', ""))
BUDGET = 64 * 2**20
# position, velocity, attitude, body_rate, rotor_speed, command, specific_force: 24 numbers at 31 times.
TRACE = 8 * (3 + 3 + 4 + 3 + 4 + 4 + 3) * 31

CALM = edited(("force_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7\n", "force_n2_s = 0\n"),
              text=SCENARIO[:SCENARIO.index("[disperse.")])


class ExpectedSize(ProgramTest):
    def check(self, text, *options):
        self.write("s.toml", text)
        return json.loads(self.expect(0, "check", "s.toml", "--json", *options).out)

    def test_it_is_that_of_the_file(self):
        sweep = SCENARIO + '[sweep."vehicle.mass_kg"]\nvalues = [1.0, 1.1, 1.2]\n'
        sweep = sweep.replace('[disperse."vehicle.mass_kg"]\ndist = "truncated_normal"\nmean = 1.0\nsd = 0.05\nlow = 0.9\nhigh = 1.1\n', "")
        for text, options in ((SCENARIO, []), (SCENARIO, ["--set", "output.traces=none"]), (sweep, []),
                              (SCENARIO, ["--set", "monte_carlo.samples=1"]), (SENSORS, []),
                              (SCENARIO, ["--set", "output.dtype=f32", "--set", "output.traces=all"])):
            with self.subTest(options=options):
                expected = self.check(text, *options)["file_bytes"]
                self.expect(0, "run", "s.toml", *options, "-o", "a.h5")
                size = os.path.getsize(self.path("a.h5"))
                self.assertEqual(expected, size)
                os.remove(self.path("a.h5"))

    def test_it_is_told_of_files_that_fit_on_no_disk(self):
        answer = self.check(SCENARIO, "--set", "output.traces=all", "--set", "monte_carlo.samples=50000000")
        # 48 kB of traces and 0.5 kB of everything else at most.
        self.assertGreater(answer["file_bytes"], 50_000_000 * TRACE)
        self.assertLess(answer["file_bytes"], 50_000_000 * (TRACE + 512))
        text = self.expect(0, "check", "s.toml", "--set", "output.traces=all", "--set", "monte_carlo.samples=50000000").out
        self.assertRegex(text, r"; the file takes 3\d\d GB\.\n")

    def test_all_samples_are_traced_by_default_while_that_is_little(self):
        self.assertEqual(self.check(WITHOUT)["traced_samples"], 200)
        fitting = BUDGET // TRACE
        for samples in (fitting - 1, fitting):
            self.assertEqual(self.check(WITHOUT, "--set", f"monte_carlo.samples={samples}")["traced_samples"], samples)
        for samples in (fitting + 1, 10**6):
            self.assertEqual(self.check(WITHOUT, "--set", f"monte_carlo.samples={samples}")["traced_samples"], fitting)

    def test_the_first_of_every_point_are(self):
        sweep = ["--set", "disperse={}", "--set", 'sweep."vehicle.linear_drag_n_s_m".values=[0.1, 0.2, 0.3]',
                 "--set", "monte_carlo.samples=10000"]
        each = BUDGET // TRACE // 3
        self.assertEqual(self.check(WITHOUT, *sweep)["traced_samples"], 3 * each)

    def test_where_not_one_of_every_point_fits_they_are_spread(self):
        many = ["--set", "disperse={}", "--set", 'sweep."vehicle.linear_drag_n_s_m".linspace=[0.1, 0.3, 20000]',
                "--set", "monte_carlo.samples=2"]
        self.assertEqual(self.check(WITHOUT, *many)["traced_samples"], 40000 // 4)  # 11275 fit: every 4th

    def test_one_long_trace_is_kept_whatever_it_takes(self):
        long = ["--set", "simulation.duration_s=600", "--set", "output.rate_hz=1000", "--set", "monte_carlo.samples=7"]
        self.assertEqual(self.check(WITHOUT, *long)["traced_samples"], 1)

    def test_what_is_resolved_says_auto_and_flies_the_same(self):
        self.write("s.toml", WITHOUT)
        self.assertIn('traces = "auto"', self.expect(0, "check", "s.toml", "--resolved").out)
        self.expect(0, "run", "s.toml", "-n", "3", "-o", "auto.h5")
        self.expect(0, "run", "s.toml", "-n", "3", "-o", "none.h5", "--set", "output.traces=none")
        with h5py.File(self.path("auto.h5")) as auto, h5py.File(self.path("none.h5")) as none:
            self.assertEqual(len(auto["trace_sample"]), 3)
            self.assertNotIn("trace_sample", none)
            self.assertEqual(auto["digest"][:].tolist(), none["digest"][:].tolist())

    def test_nothing_to_trace_needs_no_word(self):
        self.write("s.toml", edited(('"position", "velocity", "attitude", "body_rate", "rotor_speed", "command", '
                                     '"specific_force"', ""), text=WITHOUT))
        self.assertIn(" 0 traced", self.expect(0, "check", "s.toml").out)


class SameFlights(ProgramTest):
    def warnings(self, text, *options):
        self.write("s.toml", text)
        return json.loads(self.expect(0, "check", "s.toml", "--json", *options).out)["warnings"]

    def test_samples_that_are_all_one_flight_are_told(self):
        warnings = self.warnings(CALM)
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("all 200 samples are the same flight", warnings[0])
        self.expect(0, "run", "s.toml", "-n", "5", "-o", "a.h5")
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(len(set(map(tuple, file["digest"][:].tolist()))), 1)
        swept = ["--set", 'sweep."vehicle.mass_kg".values=[1, 2]']
        self.assertIn("all 200 samples of a point are the same flight", self.warnings(CALM, *swept)[0])
        self.assertIn("warning", self.expect(2, "check", "s.toml", "--strict").err)

    def test_nothing_is_told_where_they_differ(self):
        self.assertEqual(self.warnings(CALM, "--set", "monte_carlo.samples=1"), [])
        self.assertEqual(self.warnings(SCENARIO), [])
        for override in ("vehicle.process_noise.force_n2_s=1e-4", 'disperse."vehicle.mass_kg"={dist="normal", mean=1, sd=0.1}',
                         'wind=[{type="dryden", airspeed_m_s=5, length_m=[200, 200, 50], sigma_m_s=[1, 1, 1]}]'):
            with self.subTest(override):
                self.assertEqual(self.warnings(CALM, "--set", override), [])
                self.expect(0, "run", "s.toml", "-n", "5", "-o", "a.h5", "--set", override)
                with h5py.File(self.path("a.h5")) as file:
                    self.assertEqual(len(set(map(tuple, file["digest"][:].tolist()))), 5)
                os.remove(self.path("a.h5"))


class LongArguments(ProgramTest):
    def test_nobody_is_shown_120_kB(self):
        self.write("s.toml", SCENARIO)
        long = "x" * 120_000
        for arguments in (["check", "s.toml", "--set", long], ["check", "s.toml", "--set", f"vehicle.{long}=3"],
                          ["check", "s.toml", "--set", f"vehicle.mass_kg={long}"], ["check", long], ["stats", long],
                          ["run", "s.toml", "--seed", long], ["run", "s.toml", "--lanes", long],
                          ["check", "s.toml", "--set", f'output.signals=["{long}"]'],
                          ["check", "s.toml", "--set", "wind=[" + '{type="steady"},' * 6000 + "]"]):
            with self.subTest(arguments[0] + " " + arguments[-1][:40]):
                result = self.run_program(*arguments)
                self.assertIn(result.code, (2, 6))
                self.assertTrue(all(len(line) < 4400 for line in result.err.splitlines()))
        # One line for each of 6000 mistakes, none with all of the argument.
        self.assertLess(len(result.err), 6000 * 500)
        self.assertIn("--set wind=[{type", result.err)

    def test_characters_are_not_cut(self):
        self.write("s.toml", SCENARIO)
        for shift in range(3):
            err = self.run_program("check", "s.toml", "--set", "a" * shift + "\u20ac" * 3000).err  # decodes, or throws
            self.assertIn("...: error: an override has the form PATH=VALUE", err)


if __name__ == "__main__":
    support.main()
