#!/usr/bin/python3
"""montecopter replay: samples flown again are the same flights bit by bit, whatever was dispersed, swept, measured or
estimated; one that is not is named with the checkpoint where it begins to differ. And run --only with lists."""
import json
import os
import shutil

import h5py
import numpy as np

import support
from support import SCENARIO, VEHICLES, ProgramTest, edited

FAILING = edited(("[simulation.initial]", "[simulation.limits]\ntilt_deg = 3.5\n\n[simulation.initial]"),
                 ("[simulation]\nduration_s = 0.3", "[simulation]\nduration_s = 0.3\nmax_failures = 4000"))

# Two axes; the draw of the mass is a factor on what is swept, inertia and drag are drawn for themselves.
SWEPT = edited(('[disperse."vehicle.mass_kg"]\ndist = "truncated_normal"\nmean = 1.0',
                '[disperse."vehicle.mass_kg"]\napply = "factor"\ndist = "truncated_normal"\nmean = 1.0'),
               ("samples = 200", "samples = 20"), text=SCENARIO) + """
[disperse."vehicle.rotors.*.law.thrust_n_s2"]
dist = "normal"
apply = "offset"
share = "each"
mean = 0
sd = 1e-8

[sweep."vehicle.mass_kg"]
values = [0.9, 1.0, 1.1]

[sweep."environment.gravity_m_s2"]
values = [9.7, 9.8]
"""

EXAMPLES = VEHICLES.parent / "examples"
# Everything that draws: sensors, estimator in the loop, turbulence, process noise, events, a helicopter.
WHOLE_FLIGHTS = {
    "x500-estimated": ["simulation.duration_s=1.5"],
    "sih-gusts": ["simulation.duration_s=1"],
    "iris-gust": ["simulation.duration_s=1"],
    "marvin-square": ["simulation.duration_s=1"],
    "neo9-rotor-loss": ["simulation.duration_s=1.5"],
}


class ReplayTest(ProgramTest):
    def fly(self, text=FAILING, name="a.h5", *options):
        self.fly_once(text, name, *options)
        return name

    def replay(self, *options, code=0):
        return json.loads(self.expect(code, "replay", *options, "--progress", "none", "--json").out)

    def require_same(self, campaign, numbers, replay):
        """Digests and all numbers of samples are those of the campaign."""
        with h5py.File(self.path(campaign)) as a, h5py.File(self.path(replay)) as b:
            self.assertEqual(list(b["campaign_sample"]), list(numbers))
            self.assertEqual(b["sample"].shape, (len(numbers),))
            for name in a:
                if not isinstance(a[name], h5py.Dataset) or name in ("sample", "check") or a[name].ndim == 0:
                    continue
                if a[name].dims[0].keys() != ["sample"]:
                    continue
                np.testing.assert_array_equal(a[name][:][list(numbers)], b[name][:], name)


class SameFlights(ReplayTest):
    def test_samples_by_number_with_all_signals_at_every_step(self):
        self.fly()
        answer = self.replay("a.h5", "--sample", "17,3", "--sample", "40..42")
        numbers = [3, 17, 40, 41, 42]
        self.assertEqual((answer["file"], answer["campaign"], answer["same"]), ("a-replay.h5", "a.h5", True))
        self.assertEqual([entry["sample"] for entry in answer["samples"]], numbers)
        self.require_same("a.h5", numbers, "a-replay.h5")
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("a-replay.h5")) as b:
            self.assertEqual(b["position"].shape, (5, 301, 3))
            self.assertIn("rotor_thrust", b)
            self.assertEqual(b["position"].dtype, np.float64)
            traced = list(a["trace_sample"]).index(3)
            np.testing.assert_array_equal(a["position"][traced], b["position"][0, ::10])
            np.testing.assert_array_equal(a["specific_force"][traced], b["specific_force"][0, ::10])
        self.expect(0, "stats", "a-replay.h5")

    def test_the_traces_cost_their_own_space_only(self):
        self.fly(FAILING.replace("samples = 200", "samples = 4000").replace("every:3", "none"))
        self.replay("a.h5", "--sample", "3999", "--signals", "position", "--rate", "10")
        self.assertLess(os.path.getsize(self.path("a-replay.h5")), 400_000)
        self.require_same("a.h5", [3999], "a-replay.h5")
        with h5py.File(self.path("a-replay.h5")) as b:
            self.assertEqual(b["position"].shape, (1, 4, 3))
            self.assertNotIn("velocity", b)

    def test_the_worst_the_failed_and_those_of_a_condition(self):
        self.fly()
        with h5py.File(self.path("a.h5")) as a:
            tilt, status = a["m_max_tilt_deg"][:], a["status"][:]
        for options, numbers in [
                (["--worst", 3, "--by", "max_tilt_deg"], np.sort(np.argsort(-tilt, kind="stable")[:3])),
                (["--failed"], np.flatnonzero(status != 1)),
                (["--where", "status == ok and max_tilt_deg > 3.4"], np.flatnonzero((status == 1) & (tilt > 3.4)))]:
            with self.subTest(options):
                self.replay("a.h5", *options, "-o", "b.h5", "--rate", "100", "--fresh")
                self.require_same("a.h5", numbers, "b.h5")
                os.remove(self.path("b.h5"))

    def test_points_of_a_sweep(self):
        for independent in ("false", "true"):
            with self.subTest(independent):
                self.fly(SWEPT.replace("seed = 11", f"seed = 11\nindependent_points = {independent}"), independent + ".h5")
                numbers = [0, 27, 64, 119]
                self.replay(independent + ".h5", "--sample", "0,27,64,119", "--rate", "100", "-o", "b.h5", "--fresh")
                self.require_same(independent + ".h5", numbers, "b.h5")
                self.expect(0, "stats", "b.h5")
                self.expect(0, "export", "b.h5")
                for number in numbers:
                    os.path.exists(self.path("t.h5")) and os.remove(self.path("t.h5"))
                    self.expect(0, "replay", independent + ".h5", "--sample", number, "--to-toml", "one.toml", "--force")
                    self.expect(0, "run", "one.toml", "-o", "t.h5")
                    with h5py.File(self.path(independent + ".h5")) as a, h5py.File(self.path("t.h5")) as b:
                        np.testing.assert_array_equal(a["digest"][number], b["digest"][0])
                os.remove(self.path("b.h5"))

    def test_sensors_estimators_turbulence_and_helicopters(self):
        for name, overrides in WHOLE_FLIGHTS.items():
            with self.subTest(name):
                settings = [word for override in overrides for word in ("--set", override)]
                done = self.run_program("run", EXAMPLES / f"{name}.toml", "-n", 5, "--set", "output.traces=none",
                                        "--progress", "none", "-o", name + ".h5", *settings)
                self.assertIn(done.code, (0, 5), done)
                self.replay(name + ".h5", "--sample", "1,4", "-o", "b.h5")
                self.require_same(name + ".h5", [1, 4], "b.h5")
                self.expect(0, "replay", name + ".h5", "--sample", 4, "--to-toml", "one.toml")
                done = self.run_program("run", "one.toml", "-o", "t.h5", "--progress", "none")
                self.assertIn(done.code, (0, 5), done)
                with h5py.File(self.path(name + ".h5")) as a, h5py.File(self.path("t.h5")) as b:
                    np.testing.assert_array_equal(a["digest"][4], b["digest"][0])
                    self.assertEqual(list(b["campaign_sample"]), [4])
                for made in ("b.h5", "one.toml", "t.h5"):
                    os.remove(self.path(made))

    def test_a_replay_is_a_campaign_itself(self):
        self.fly()
        self.replay("a.h5", "--sample", "3,17,40")
        answer = self.replay("a-replay.h5", "--sample", "1", "-o", "again.h5")
        self.assertTrue(answer["same"])
        self.require_same("a.h5", [17], "again.h5")
        # It is resumed like any other result, and one of other samples is not touched.
        self.assertTrue(self.replay("a.h5", "--sample", "3,17,40")["same"])
        with self.nothing_touched():
            self.assertIn("a-replay.h5: error:", self.expect(3, "replay", "a.h5", "--sample", "5").err)
        self.assertTrue(self.replay("a.h5", "--sample", "5", "--fresh")["same"])
        self.require_same("a.h5", [5], "a-replay.h5")

    def test_metrics_by_formula_are_of_the_traces_times(self):
        self.fly(FAILING + '\n[metrics]\nway = {formula = "integral(norm(velocity))"}\n')
        self.assertTrue(self.replay("a.h5", "--sample", "3")["same"])
        self.assertTrue(self.replay("a.h5", "--sample", "3", "--rate", "100", "-o", "same.h5")["same"])
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("a-replay.h5")) as b, \
                h5py.File(self.path("same.h5")) as c:
            self.assertNotEqual(a["m_way"][3], b["m_way"][0])
            self.assertEqual(a["m_way"][3], c["m_way"][0])

    def test_the_scenario_of_a_sample_says_what_was_drawn(self):
        self.fly()
        self.expect(0, "replay", "a.h5", "--sample", "17", "--to-toml", "one.toml")
        with open(self.path("one.toml")) as file:
            text = file.read()
        with h5py.File(self.path("a.h5")) as a:
            mass = float(a["in_vehicle.mass_kg"][17])
            sha = bytes(a["provenance/volatile/content_sha256"][:]).hex()
        self.assertTrue(text.startswith(f"# Sample 17 of a.h5, content sha256 {sha}.\n"), text[:200])
        self.assertIn(f'[disperse."vehicle.mass_kg"]\ndist = "fixed"\nvalue = {mass!r}\n', text)
        self.assertIn("samples = 200\nseed = 11\n", text)
        self.assertIn("only = [17]\n", text)
        with self.nothing_touched():
            self.expect(3, "replay", "a.h5", "--sample", "17", "--to-toml", "one.toml")
        self.expect(0, "replay", "a.h5", "--sample", "18", "--to-toml", "one.toml", "--force")


class OtherFlights(ReplayTest):
    def change(self, name, dataset, index, value):
        with h5py.File(self.path(name), "r+") as file:
            file[dataset][index] = value

    def test_the_first_checkpoint_that_differs_is_named(self):
        self.fly()
        self.change("a.h5", "digest", (17, slice(5, 16)), 1)
        result = self.expect(1, "replay", "a.h5", "--no-verify", "--sample", "3,17", "-o", "b.h5", "--progress", "none")
        self.assertIn("sample 17 is not the same flight as in a.h5: step 112 (0.112 s) is the first checkpoint that "
                      "differs, number 6 of 16 (both are of the build", result.err)
        self.assertIn("2 samples flown again, 1 not the same as in a.h5", result.out)
        answer = self.replay("a.h5", "--no-verify", "--sample", "3,17", "-o", "b.h5", code=1)
        self.assertEqual([entry["same"] for entry in answer["samples"]], [True, False])
        self.assertEqual((answer["samples"][1]["step"], answer["samples"][1]["time_s"]), (112, 0.112))
        # The replay says so itself.
        self.assertIn("sample 17 is not the same flight as in a.h5", self.expect(0, "stats", "b.h5").err)

    def test_another_build_is_named(self):
        self.fly()
        self.change("a.h5", "digest", (3, slice(None)), 1)
        build = np.zeros(64, np.uint8)
        build[:12] = list(b"0.0.1 (old0)")
        self.change("a.h5", "provenance/volatile/build", slice(None), build)
        self.assertIn("(0.0.1 (old0) flew it, this is ",
                      self.expect(1, "replay", "a.h5", "--no-verify", "--sample", "3").err)

    def test_another_metric_of_the_same_states_is_named(self):
        self.fly()
        self.change("a.h5", "m_max_tilt_deg", 3, 1.0)
        self.assertIn("sample 3 has the same states as in a.h5, but a different 'm_max_tilt_deg'",
                      self.expect(1, "replay", "a.h5", "--no-verify", "--sample", "3").err)

    def test_damaged_files_are_refused_before_anything_is_flown(self):
        self.fly()
        self.change("a.h5", "digest", (17, 3), 1)
        with self.nothing_touched():
            self.assertIn("sample", self.expect(3, "replay", "a.h5", "--sample", "3").err)

    def test_other_files_are_refused_with_one_message(self):
        self.fly()
        shutil.copy(self.path("a.h5"), self.path("version.h5"))
        with h5py.File(self.path("version.h5"), "r+") as file:
            file.attrs["format_version"] = np.int64(2)
        shutil.copy(self.path("a.h5"), self.path("scenario.h5"))
        with h5py.File(self.path("scenario.h5"), "r+") as file:
            text = bytes(file["provenance/resolved"][:]).replace(b"mass_kg =", b"mess_kg =", 1)
            file["provenance/resolved"][:] = np.frombuffer(text, np.uint8)
        self.write("empty.h5", "")
        self.write("text.h5", "no result")
        shutil.copy(self.path("a.h5"), self.path("cut.h5"))
        os.truncate(self.path("cut.h5"), 3000)
        for name, code, message in [("version.h5", 3, "it has format version 2 of a newer program; this program reads version 1"),
                                    ("scenario.h5", 3, "this program cannot fly its scenario"),
                                    ("empty.h5", 3, "empty.h5: error:"), ("text.h5", 3, "text.h5: error:"),
                                    ("cut.h5", 3, "cut.h5: error:"), ("missing.h5", 6, "missing.h5")]:
            with self.subTest(name), self.nothing_touched():
                result = self.expect(code, "replay", name, "--sample", "3", "--no-verify")
                self.assertIn(message, result.err)
                self.assertEqual(result.out, "")

    def test_mistakes_in_the_command(self):
        self.fly()
        for options, message in [
                ([], "replay: error: no sample is selected. Use --sample 17"),
                (["--sample", "200"], "--sample: error: '200' is not a whole number from 0 to 199."),
                (["--where", "max_tild_deg > 1"], "Did you mean 'max_tilt_deg'?"),
                (["--worst", "3"], "--worst: error: needs --by"),
                (["--sample", "3", "--signals", "positon"], "Did you mean 'position'?"),
                (["--sample", "3", "--signals", "servo"], "the signal 'servo' does not exist here"),
                (["--sample", "3", "--signals", ""], "output.signals"),
                (["--sample", "3", "--rate", "333"], "a period of 333 Hz is not a whole number of steps"),
                (["--sample", "3", "--rate", "fast"], "output.rate_hz"),
                (["--sample", "3,4", "--to-toml", "x.toml"], "--to-toml: error: 2 samples are chosen"),
                (["--sample", "3", "--to-toml", "x.toml", "--rate", "10"], "--rate: error: cannot be combined with --to-toml"),
                (["--sample", "3", "--force"], "--force: error: needs --to-toml"),
                (["--sample", "3", "-o", ""], "--output: error: the name of the result file is empty."),
                (["--sample", "3", "--progress", "much"], "unknown style 'much'"),
                (["--sampel", "3"], "--sample")]:
            with self.subTest(options), self.nothing_touched():
                result = self.expect(2, "replay", "a.h5", *options)
                self.assertIn(message, result.err)
                self.assertEqual(result.out, "")
        with self.nothing_touched():
            self.assertIn("none of 200 samples is selected (max_tilt_deg > 1000): nothing is flown",
                          self.expect(1, "replay", "a.h5", "--where", "max_tilt_deg > 1000").err)

    def test_draws_that_are_not_legal_stay_so(self):
        # Above the sum of the other two, no body has such a moment of inertia.
        self.fly(edited(("low = 0.0045\nhigh = 0.0055", "low = 0.0045\nhigh = 0.03"), text=FAILING))
        with h5py.File(self.path("a.h5")) as a:
            bad = int(np.flatnonzero(a["status"][:] == 3)[0])
        self.assertTrue(self.replay("a.h5", "--sample", bad)["same"])
        self.expect(0, "replay", "a.h5", "--sample", bad, "--to-toml", "x.toml")
        self.expect(0, "run", "x.toml", "-o", "x.h5")
        with h5py.File(self.path("x.h5")) as x:
            self.assertEqual(list(x["status"]), [3])


class SomeSamplesAlone(ReplayTest):
    def test_run_flies_lists_and_ranges(self):
        self.fly(FAILING, "all.h5")
        self.write("s.toml", FAILING)
        result = self.expect(0, "run", "s.toml", "-o", "a.h5", "--only", "3,17", "--only", "40..45")
        self.assertIn("a.h5: samples 3, 17, 40, 41, 42, 43, 44 and 45 are ", result.out)
        self.assertIn(", 192 are missing; run without --only to fly them\n", result.out)
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("all.h5")) as b:
            flown = [3, 17, *range(40, 46)]
            self.assertEqual(list(np.flatnonzero(a["check"][:, 0])), flown)
            np.testing.assert_array_equal(a["digest"][:][flown], b["digest"][:][flown])
        answer = json.loads(self.expect(0, "run", "s.toml", "-o", "a.h5", "--only", "17,18", "--json").out)
        self.assertEqual((answer["samples"], len(answer["statuses"]), answer["missing"]), ([17, 18], 2, 191))
        answer = json.loads(self.expect(0, "run", "s.toml", "-o", "a.h5", "--only", "17", "--json").out)
        self.assertEqual((answer["sample"], answer["missing"]), (17, 191))
        for text, message in [("3,", "--only: error: '' is not a whole number from 0 to 199."),
                              ("200", "'200' is not"), ("5..3", "'5..3' is an empty range"), ("", "'' is not"),
                              ("3..x", "'x' is not"), ("3...5", "'.5' is not")]:
            with self.subTest(text):
                self.assertIn(message, self.expect(2, "run", "s.toml", "-o", "b.h5", "--only", text).err)

    def test_a_scenario_says_which_samples_it_flies(self):
        self.fly(FAILING, "all.h5")
        self.fly(FAILING.replace("seed = 11", "seed = 11\nonly = [3, 17, 199]"), "some.h5")
        self.require_same("all.h5", [3, 17, 199], "some.h5")
        for value, message in [("[3, 3]", "sample 3 is listed after sample 3 (list each sample once, in ascending order)"),
                               ("[17, 3]", "sample 3 is listed after sample 17"),
                               ("[3, 200]", "there is no sample 200 (samples count from 0 to 199)"),
                               ("[-1]", "must be between 0 and"), ("[1.5]", "integer"), ("3", "list")]:
            with self.subTest(value):
                self.refuse(FAILING.replace("seed = 11", f"seed = 11\nonly = {value}"), message)


if __name__ == "__main__":
    support.main()
