#!/usr/bin/python3
"""`check` tells the size of the file before it is flown, and that samples are all alike."""
import json
import os

import h5py

import support
from broken_estimators import SCENARIO as SENSORS
from support import SCENARIO, ProgramTest, edited

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
