#!/usr/bin/python3
"""What is warned of is data: the same lines on stderr, in JSON and in the file, and --strict takes them for a no."""
import json

import h5py

import support
from broken_estimators import SCENARIO as ESTIMATED
from support import SCENARIO, ProgramTest, edited

# The filter knows neither of these two.
DOUBTFUL = edited(("[sensors.imu.accelerometer]\n", "[sensors.imu.accelerometer]\nscale_error = 0.01\n"),
                  ("[sensors.imu.gyroscope]\n", "[sensors.imu.gyroscope]\nscale_error = 0.01\n"),
                  text=ESTIMATED + '\n[environment.atmosphere]\ntype = "isa"\n[monte_carlo]\nsamples = 3\n')


def warned(text):
    return [line for line in text.splitlines() if "warning:" in line]


class Remarks(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("doubtful.toml", DOUBTFUL)
        self.write("good.toml", SCENARIO)

    def kept(self, name):
        with h5py.File(self.path(name), "r") as file:
            return bytes(file["provenance/warnings"][:]).rstrip(b"\0").decode().splitlines()

    def test_what_comes_many_times_is_given_once_in_full(self):
        """Of three overrides without effect one is given in full, the others by name; JSON and the file have all in full."""
        drawn = ("vehicle.mass_kg", "vehicle.inertia_kg_m2.xx", "wind.0.to_m_s.x")
        overrides = [word for path in drawn for word in ("--set", f"{path}={0.005 if 'inertia' in path else 1.01}")]
        shard = ("--progress", "none", *overrides)
        said = {
            "check": self.expect(0, "check", "good.toml", "--json", *overrides),
            "run": self.expect(0, "run", "good.toml", *shard, "-o", "all.h5", "--json"),
            "stats": self.expect(0, "stats", "all.h5", "--json"),
        }
        for part in (0, 1):
            self.expect(0, "run", "good.toml", *shard, "--shard", f"{part + 1}/2", "-o", f"part{part}.h5")
        said["merge"] = self.expect(0, "merge", "part0.h5", "part1.h5", "-o", "merged.h5", "--json")
        for name, done in said.items():
            with self.subTest(name):
                lines = warned(done.err)
                self.assertEqual(len(lines), 2, done.err)
                full = [line for line in json.loads(done.out)["warnings"] if "is overridden, but every sample draws it" in line]
                self.assertEqual(len(full), 3)
                self.assertEqual(lines[0], full[0])
                named = [path for path in drawn if f"'{path}'" not in lines[0]]
                self.assertTrue(lines[1].startswith("warning: 2 more like this: "))
                self.assertEqual(set(lines[1].removeprefix("warning: 2 more like this: ").split(", ")), set(named))
        for name in ("all.h5", "merged.h5"):
            self.assertEqual(len(self.kept(name)), 3)

    def test_check_gives_the_lines_of_stderr_as_json(self):
        done = self.expect(0, "check", "doubtful.toml", "--json")
        answer = json.loads(done.out)
        self.assertEqual(len(answer["warnings"]), 2)
        self.assertEqual(answer["warnings"], warned(done.err))
        self.assertEqual((answer["notes"], answer["samples"]), ([], 3))
        self.assertEqual(json.loads(self.expect(0, "check", "good.toml", "--json").out)["warnings"], [])

    def test_strict_check_is_exit_2_where_there_are_warnings_only(self):
        done = self.expect(2, "check", "doubtful.toml", "--strict")
        self.assertIn("error: there are 2 warnings, which are errors with --strict.", done.err)
        self.assertIn(": ok.", done.out)
        self.expect(0, "check", "good.toml", "--strict")

    def test_strict_run_is_exit_1_and_keeps_the_samples(self):
        strict = self.expect(1, "run", "doubtful.toml", "--strict", "--json", "-o", "a.h5")
        self.assertTrue(json.loads(strict.out)["complete"])
        relaxed = self.expect(0, "run", "doubtful.toml", "--json", "-o", "b.h5")
        self.assertEqual(json.loads(strict.out)["content_sha256"], json.loads(relaxed.out)["content_sha256"])
        self.expect(0, "diff", "a.h5", "b.h5")
        again = self.expect(1, "run", "doubtful.toml", "--strict", "-o", "a.h5")
        self.assertIn("3 of 3 samples are there already", again.err)
        self.expect(0, "run", "good.toml", "-n", "3", "--strict")

    def test_more_failures_than_allowed_are_said_first(self):
        done = self.expect(5, "run", "doubtful.toml", "--strict", "--set", "simulation.limits.distance_m=1e-9")
        self.assertIn("samples failed", done.err)

    def test_run_gives_them_as_json_and_in_the_file(self):
        done = self.expect(0, "run", "doubtful.toml", "--json", "-o", "a.h5")
        warnings = json.loads(done.out)["warnings"]
        self.assertEqual(warnings, warned(done.err))
        kept = self.kept("a.h5")
        self.assertEqual(len(kept), 2)
        for line, there in zip(kept, warnings):
            self.assertTrue(line.startswith("warning: "), line)
            self.assertTrue(there.endswith(": " + line) and there.startswith("doubtful.toml:"), there)
        self.expect(0, "run", "good.toml", "-n", "3", "-o", "good.h5")
        self.assertEqual(self.kept("good.h5"), [])
        again = self.expect(0, "run", "good.toml", "-n", "3", "-o", "good.h5", "--json")
        self.assertEqual(json.loads(again.out)["notes"], ["good.h5: 3 of 3 samples are there already"])

    def test_what_the_file_keeps_does_not_depend_on_where_the_scenario_lies(self):
        self.write("elsewhere/other.toml", DOUBTFUL)
        self.expect(0, "run", "doubtful.toml", "--reproducible", "-o", "a.h5")
        self.expect(0, "run", "elsewhere/other.toml", "--reproducible", "-o", "b.h5")
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))

    def test_stats_says_what_the_file_keeps(self):
        self.expect(0, "run", "doubtful.toml", "-o", "a.h5")
        done = self.expect(0, "stats", "a.h5", "--json")
        self.assertEqual(json.loads(done.out)["warnings"], ["a.h5: " + line for line in self.kept("a.h5")])
        self.assertEqual(warned(done.err), json.loads(done.out)["warnings"])

    def test_damaged_warnings_reach_no_terminal_and_are_written_again(self):
        self.expect(0, "run", "doubtful.toml", "-o", "a.h5", "--reproducible")
        whole = support.sha256(self.path("a.h5"))
        with h5py.File(self.path("a.h5"), "r+") as file:
            file["provenance/warnings"][3] = 0x1b
        self.assertNotIn("\x1b", self.expect(0, "stats", "a.h5").err)
        self.expect(0, "run", "doubtful.toml", "-o", "a.h5", "--reproducible")
        self.assertEqual(support.sha256(self.path("a.h5")), whole)


if __name__ == "__main__":
    support.main()
