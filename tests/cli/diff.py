#!/usr/bin/python3
"""montecopter diff: 0 same, 1 different, 2 usage, 3 not comparable or damaged, 6 cannot be read."""
import json
import os
import re
import shutil
import xml.etree.ElementTree

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited


class Diff(ProgramTest):
    def setUp(self):
        super().setUp()
        self.begin_with_a_result("-j", "1")

    def changed(self, dataset, index, change, name="b.h5"):
        """A copy of the result with one number changed, whose check is the old one."""
        shutil.copy(self.path("a.h5"), self.path(name))
        with h5py.File(self.path(name), "r+") as file:
            value = file[dataset][index]
            file[dataset][index] = change(value)
        return name

    def test_same(self):
        self.expect(0, "run", "s.toml", "-o", "b.h5", "-j", "2", "--lanes", "baseline")
        for other in ("a.h5", "b.h5"):
            with self.nothing_touched():
                result = self.expect(0, "diff", "a.h5", other)
            self.assertEqual(result.err, "")
            self.assertIn("same", result.out.splitlines()[-1])
            self.assertEqual(json.loads(self.expect(0, "diff", "--json", "a.h5", other).out)["verdict"],
                             "same")

    def test_one_number_of_one_trace(self):
        self.changed("position", (4, 10, 1), lambda x: x + 1e-9)
        with self.nothing_touched():
            result = self.expect(1, "diff", "--no-verify", "a.h5", "b.h5")
        self.assertIn("position", result.out)
        self.assertIn("sample 12, time 0.1 s (step 100), axis y", result.out)
        data = json.loads(self.expect(1, "diff", "--no-verify", "--json", "a.h5", "b.h5").out)
        self.assertEqual(data["verdict"], "differs")
        first = data["signals"][0]
        self.assertEqual((first["name"], first["differing"]), ("position", 1))
        self.assertEqual(first["first"]["sample"], 12)
        self.assertAlmostEqual(first["max_abs"], 1e-9, delta=1e-15)

    def test_tolerances(self):
        self.changed("position", (4, 10, 1), lambda x: x + 1e-9)
        for options, code in [
            (["--abs", "1e-8"], 0), (["--abs", "1e-10"], 1), (["--abs", "0"], 1),
            (["--ulp", "9007199254740992"], 0), (["--ulp", "1"], 1), (["--rel", "1e-15"], 1),
            (["--rel", "1"], 0), (["--abs", "1e-10", "--rel", "1"], 0),
        ]:
            with self.subTest(options):
                self.expect(code, "diff", "--no-verify", "a.h5", "b.h5", *options)

    def test_profiles(self):
        self.changed("position", (4, 10, 1), lambda x: x + 1e-9)
        compare = ["diff", "--no-verify", "a.h5", "b.h5", "--profile", "p.toml"]
        for text, code in [
            ("# exact\n", 1), ("[all]\nabs = 1e-8\n", 0), ("[signal.position]\nabs = 1e-8\n", 0),
            ("[signal.velocity]\nabs = 1e-8\n", 1), ("[all]\nabs = 1\n[signal.position]\nrel = 0\n", 1),
            ("[signal.position]\nulp = 100000000000000\n", 0),
        ]:
            with self.subTest(text):
                self.write("p.toml", text)
                self.expect(code, *compare)
        for text, says in [("[signal.positron]\nabs = 1\n", "'position'"), ("[signal.position]\nabs = inf\n", "p.toml:2:"),
                           ("[all]\nabs = 1\nabs = 2\n", "p.toml:3:")]:
            self.write("p.toml", text)
            with self.subTest(text), self.nothing_touched():
                result = self.expect(2, *compare)
                self.assertEqual(result.out, "")
                self.assertIn(says, result.err)
        self.expect(6, "diff", "--no-verify", "a.h5", "b.h5", "--profile", "none.toml")
        self.expect(6, "diff", "--no-verify", "a.h5", "b.h5", "--profile", ".")
        self.expect(2, "diff", "--no-verify", "a.h5", "b.h5", "--profile", "")

    def test_a_flight_that_parts_without_a_trace_is_found_by_its_digest(self):
        self.changed("digest", (1, 5), lambda x: x ^ np.uint64(1))
        result = self.expect(1, "diff", "--no-verify", "a.h5", "b.h5")
        # 300 steps at 1000 Hz: digest k is of step 300 (k + 1) / 16, rounded down
        self.assertIn("1 of 200 samples flew differently; sample 1 diverges between step 93 (0.093 s) and "
                      "step 112 (0.112 s)\n", result.out)
        self.assertIn("sample 1, step 112 (0.112 s)\n", result.out)
        data = json.loads(self.expect(1, "diff", "--no-verify", "--json", "a.h5", "b.h5").out)
        self.assertEqual((data["digest"]["step"], data["digest"]["time_s"]), (112, 0.112))
        digest = data["signals"][0]
        self.assertEqual((digest["name"], digest["max_abs"], digest["max_rel"]), ("digest", None, None))

    def test_status_and_integers_are_compared_exactly(self):
        self.changed("status", 5, lambda x: 2)
        command = ["diff", "--no-verify", "a.h5", "b.h5", "--abs", "10"]
        self.assertIn("sample 5: ok against diverged", self.expect(1, *command).out)
        first = json.loads(self.expect(1, *command, "--json").out)["signals"][0]["first"]
        self.assertEqual((first["a"], first["b"]), ("ok", "diverged"))
        self.changed("status", 5, lambda x: 99)  # a code without a name
        self.assertIn("sample 5: ok against 99", self.expect(1, *command).out)

    def test_what_the_numbers_mean(self):
        def reverse(file):
            attributes = file["status"].attrs
            attributes.modify("flag_values", attributes["flag_values"][::-1].copy())

        def rename(dimension):
            def change(file):
                name = file[dimension].attrs["long_name"].decode()
                file[dimension].attrs.modify("long_name", np.bytes_(", ".join(reversed(name.split(", ")))))
            return change

        for change, says in [(reverse, "status"), (rename("axis"), "names of 'axis': 'x, y, z' against 'z, y, x'"),
                             (rename("quaternion"), "names of 'quaternion'"), (rename("statistic"), "names of 'statistic'")]:
            shutil.copy(self.path("a.h5"), self.path("b.h5"))
            with h5py.File(self.path("b.h5"), "r+") as file:
                change(file)
            for tolerance in ([], ["--abs", "1e300", "--rel", "1"]):
                for pair in (("a.h5", "b.h5"), ("b.h5", "a.h5")):
                    with self.subTest(says):
                        result = self.expect(1, "diff", *pair, *tolerance)
                        self.assertEqual(result.err, "")
            self.assertIn(says, self.expect(1, "diff", "a.h5", "b.h5").out)

    def test_coordinates_of_what_has_none(self):
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["axis"][0] = 1  # its three numbers have a place in the file from now on
        for pair in (("a.h5", "b.h5"), ("b.h5", "a.h5")):
            self.assertIn("'axis' is wrong at index 1", self.expect(3, "diff", *pair).err)
            result = self.expect(1, "diff", "--no-verify", *pair)
            self.assertIn("axis", result.out)
            self.assertIn("coordinates against none", result.out)

    def test_what_a_sweep_means(self):
        self.write("s.toml", SCENARIO + '\n[sweep."wind.0.to_m_s.y"]\nvalues = [0.0, 1.0, 2.0]\n'
                   '[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.2]\n')
        self.expect(0, "run", "s.toml", "-n", "2", "-o", "sweep.h5")
        for attribute in ("grid_shape", "grid_axis"):
            shutil.copy(self.path("sweep.h5"), self.path("b.h5"))
            with h5py.File(self.path("b.h5"), "r+") as file:
                old = file["sweep_vehicle.linear_drag_n_s_m"].attrs[attribute]
                file["sweep_vehicle.linear_drag_n_s_m"].attrs.modify(attribute, old[::-1].copy() if old.size > 1 else old ^ 1)
            self.assertIn(attribute, self.expect(1, "diff", "sweep.h5", "b.h5").out)

    @support.slow
    def test_damage_is_found_before_it_says_anything(self):
        def poke(dataset, index=None):
            shutil.copy(self.path("a.h5"), self.path("b.h5"))
            with h5py.File(self.path("b.h5"), "r+") as file:
                if index is None:
                    index = (0,) * file[dataset].ndim
                file[dataset][index] = file[dataset][index] + 1

        for dataset, index, says in [
            ("check", (7, 1), "sample 7"), ("position", (4, 10, 1), "sample 12"), ("status", 9, "sample 9"),
            ("m_max_tilt_deg", 3, "sample 3"), ("digest", (5, 5), "sample 5"), ("stat_max_tilt_deg", None, "content hash"),
            ("provenance/volatile/content_sha256", 11, "content hash"),
        ]:
            poke(dataset, index)
            for pair in (("a.h5", "b.h5"), ("b.h5", "a.h5"), ("b.h5", "b.h5")):
                for options in ([], ["--json"], ["--abs", "1e300", "--rel", "1"]):
                    with self.subTest(dataset, pair=pair), self.nothing_touched():
                        result = self.expect(3, "diff", *pair, *options)
                        if options != ["--json"]:
                            self.assertEqual(result.out, "")
                        self.assertIn("b.h5: error: it is damaged (", result.err)
                        self.assertIn(says, result.err)
        # The last is not compared, nor is it verified if nobody shall: that is said.
        result = self.expect(0, "diff", "a.h5", "b.h5", "--no-verify")
        self.assertTrue(result.out.endswith("same: a.h5 and b.h5 (not verified)\n"), result.out)
        self.assertEqual(result.err.count("warning: not verified (--no-verify)"), 2)
        said = [json.loads(self.expect(0, "diff", "--json", "a.h5", "a.h5", *options).out)["verified"]
                for options in ([], ["--no-verify"])]
        self.assertEqual(said, [True, False])

    def test_other_scenarios(self):
        self.write("t.toml", edited(("mass_kg = 1.0\n", "mass_kg = 1.5\n"), ("seed = 11", "seed = 12")))
        self.expect(0, "run", "t.toml", "-o", "t.h5")
        result = self.expect(3, "diff", "a.h5", "t.h5")
        self.assertEqual(result.out, "")
        self.assertIn("--across", result.err)
        self.expect(1, "diff", "a.h5", "t.h5", "--across")
        self.write("u.toml", edited(("samples = 200", "samples = 100")))
        self.expect(0, "run", "u.toml", "-o", "u.h5")
        self.expect(3, "diff", "a.h5", "u.h5")
        self.expect(1, "diff", "a.h5", "u.h5", "--across", "--abs", "1e300")

    def test_keys_that_differ_are_named_and_can_be_permitted(self):
        self.write("t.toml", edited(("mass_kg = 1.0\n", "mass_kg = 1.5\n"), ("seed = 11", "seed = 12")))
        self.expect(0, "run", "t.toml", "-o", "t.h5")
        result = self.expect(3, "diff", "a.h5", "t.h5")
        for line in ("  vehicle.mass_kg: 1.0 against 1.5\n", "  monte_carlo.seed: 11 against 12\n"):
            self.assertIn(line, result.err)
        data = json.loads(self.expect(3, "diff", "a.h5", "t.h5", "--json").out)
        self.assertEqual(data["verdict"], "not comparable")
        self.assertEqual({key["key"]: (key["a"], key["b"]) for key in data["scenario"]},
                         {"vehicle.mass_kg": ("1.0", "1.5"), "monte_carlo.seed": ("11", "12")})
        # Wherever the option stands, and permitted by key, by table, or all.
        for arguments in (("a.h5", "t.h5", "--across", "vehicle.mass_kg", "monte_carlo.seed"),
                          ("--across", "vehicle.mass_kg", "monte_carlo.seed", "a.h5", "t.h5"),
                          ("a.h5", "t.h5", "--across", "vehicle", "--across", "monte_carlo"),
                          ("a.h5", "t.h5", "--across"), ("--across", "a.h5", "t.h5"), ("a.h5", "--across", "--json", "t.h5")):
            with self.subTest(arguments):
                self.assertIn("vehicle.mass_kg", self.expect(1, "diff", *arguments).out)
        result = self.expect(3, "diff", "a.h5", "t.h5", "--across", "vehicle.mass_kg")
        self.assertIn("monte_carlo.seed: 11 against 12", result.err)
        self.assertNotIn("mass_kg: 1", result.err)
        result = self.expect(2, "diff", "a.h5", "t.h5", "--across", "vehicle.mas_kg")
        self.assertIn("'vehicle.mass_kg'", result.err)

    def test_hashes_that_are_trusted(self):
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["position"][4, 10, 1] += 1  # damage that nobody shall look for
        self.expect(3, "diff", "a.h5", "b.h5")
        result = self.expect(0, "diff", "a.h5", "b.h5", "--trust-hashes")
        self.assertTrue(result.out.endswith("same: a.h5 and b.h5 (by their stored content hashes, which were not verified)\n"), result.out)
        data = json.loads(self.expect(0, "diff", "a.h5", "b.h5", "--trust-hashes", "--json").out)
        self.assertEqual((data["verdict"], data["verified"], data["trusted_hashes"]), ("same", False, True))
        self.assertIn("position", data["not_read"])
        self.assertIn("stat_max_tilt_deg", data["not_read"])
        self.assertNotIn("time", data["not_read"])
        # What no content hash covers is compared: units, times.
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["velocity"].attrs.modify("units", np.bytes_("ft s-1"))
            file["time"][3] += 1e-9
        data = json.loads(self.expect(1, "diff", "a.h5", "b.h5", "--trust-hashes", "--json").out)
        self.assertEqual({s["name"]: s["verdict"] for s in data["signals"] if s["verdict"] != "same"},
                         {"velocity": "unlike", "time": "differs"})
        # Other hashes, or a file that is not finished: all is verified and compared, as always.
        self.write("t.toml", edited(("seed = 11", "seed = 12")))
        self.expect(0, "run", "t.toml", "-o", "t.h5")
        data = json.loads(self.expect(1, "diff", "a.h5", "t.h5", "--across", "--trust-hashes", "--json").out)
        self.assertEqual((data["verified"], data["trusted_hashes"], data["not_read"]), (True, False, []))
        with h5py.File(self.path("t.h5"), "r+") as file:
            file["position"][4, 10, 1] += 1
        self.expect(3, "diff", "a.h5", "t.h5", "--across", "--trust-hashes")
        self.expect(0, "run", "s.toml", "-o", "c.h5", "--only", "3")
        self.expect(1, "diff", "c.h5", "c.h5", "--trust-hashes")

    def test_explanations(self):
        """What the file was changed by is what is said of it."""
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            times = file["time"][:]
            grown = 1e-9 * np.exp(20 * times)
            file["velocity"][4, 5:, 2] += grown[5:]
            file["position"][4, 12:, 1] += 0.5
            steps = file["command"][:]
        result = self.expect(1, "diff", "--no-verify", "a.h5", "b.h5")
        self.assertIn("velocity: largest 4.034e-07 m s-1 at sample 12, time 0.3 s (step 300), axis z", result.out)
        self.assertIn("grows exponentially from 2.72e-09 m s-1 at 0.05 s to 4.03e-07 m s-1 at 0.3 s, doubling every 0.0347 s (R2 1.00), in sample 12", result.out)
        self.assertIn("jumps by 0.5 m at 0.12 s", result.out)
        self.assertIn("diverged first: velocity, at 0.05 s (step 50) of sample 12; then position at 0.12 s\n", result.out)
        data = json.loads(self.expect(1, "diff", "--no-verify", "--json", "a.h5", "b.h5").out)
        signals = {signal["name"]: signal for signal in data["signals"]}
        self.assertAlmostEqual(signals["velocity"]["growth"]["doubling_s"], np.log(2) / 20, delta=1e-6)
        self.assertEqual(signals["position"]["growth"]["kind"], "jump")
        self.assertAlmostEqual(signals["position"]["rms"], 0.5 * np.sqrt(19 / steps.shape[0] / steps.shape[1] / 3), delta=1e-9)
        self.assertEqual(data["moved_first"]["signals"], ["velocity"])
        self.assertEqual((signals["position"]["samples_differing"], signals["position"]["samples"]), (1, 67))

    def test_round_off_comes_last_and_does_not_grow(self):
        """A velocity of 1e-13 that differs in sign and grows, statistics of it, and 19 % of a metric: that is the finding.
        The scales are those of docs/diff.md: 1e-9 of 1 m/s, 57.3 degrees, 1 of a quaternion."""
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            times = file["time"][:]
            file["velocity"][:, 5:, 2] += 1e-16 * times[5:] ** 16 * 1e10  # up to 4e-15
            file["attitude"][:, 5:, 1] += 1e-13
            file["m_max_tilt_deg"][:] += 4e-8
            stat = file["stat_max_tilt_deg"][...]
            stat[..., 1] += 4e-8  # the mean
            file["stat_max_tilt_deg"][...] = stat
            file["m_max_speed_m_s"][:] *= 1.19
        data = json.loads(self.expect(1, "diff", "--no-verify", "--json", "a.h5", "b.h5").out)
        differ = [signal for signal in data["signals"] if signal["verdict"] == "differs"]
        self.assertEqual([signal["name"] for signal in differ if not signal["round_off"]], ["m_max_speed_m_s"])
        self.assertEqual(differ[0]["name"], "m_max_speed_m_s")
        self.assertEqual({signal["name"] for signal in differ[1:]}, {"velocity", "attitude", "m_max_tilt_deg", "stat_max_tilt_deg"})
        said = self.expect(1, "diff", "--no-verify", "a.h5", "b.h5").out
        self.assertNotIn("grows", said)
        self.assertIn("round-off: 4 signals differ by less than 1e-9 of their scale: ", said)
        self.assertIn("no signal over time differs by more than round-off",
                      self.expect(1, "diff", "--no-verify", "a.h5", "b.h5", "--plot", "p.svg").err)
        # Just beyond the scale it is a finding, and what is drawn has the scale of its own numbers.
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["m_max_tilt_deg"][:] += 6e-8
            file["in_vehicle.mass_kg"][0] *= 1 + 1e-8
        data = json.loads(self.expect(1, "diff", "--no-verify", "--json", "a.h5", "b.h5").out)
        found = {signal["name"] for signal in data["signals"] if signal["verdict"] == "differs" and not signal["round_off"]}
        self.assertEqual(found, {"m_max_speed_m_s", "m_max_tilt_deg", "in_vehicle.mass_kg"})

    def test_profiles_with_patterns_reasons_floors_and_tubes(self):
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["velocity"][4, 5, 2] += 1e-10
            command = file["command"][:]
            file["command"][:, 1:] = command[:, :-1]  # one output later
        compare = ["diff", "--no-verify", "a.h5", "b.h5", "--profile", "p.toml"]
        velocity = '[signal.velocity]\nabs = 1e-9\n'
        for text, code, says in [
            ('[unit."m/s"]\nfloor = 1e-9\n[signal.command]\ntube_s = 0.01\n', 0, "floor 1e-09"),
            ('[unit."m/s"]\nfloor = 1e-11\n[signal.command]\ntube_s = 0.01\n', 1, "velocity"),
            (velocity + '[signal.command]\ntube_s = 0.009\n', 1, "tube 0.009 s"),
            (velocity + '[signal."com*"]\ntube_s = 0.01\n', 0, "tube 0.01 s"),
            (velocity + '[signal."com*"]\nignore = true\nreason = "switches"\n', 0, "switches"),
            (velocity + '[signal."com*"]\nignore = true\nreason = "x"\n[signal.command]\nabs = 1e-9\n', 1, "command"),
            (velocity + '[signal."com*"]\ntube_s = 0.01\n[signal."imu*"]\nabs = 1\n', 0, "note: no signal matches the pattern 'imu*'"),
        ]:
            with self.subTest(text):
                self.write("p.toml", text)
                self.assertIn(says, self.expect(code, *compare).out)
        self.write("p.toml", velocity + '[signal."com*"]\nignore = true\nreason = "switches"\n')
        data = json.loads(self.expect(0, *compare, "--json").out)
        self.assertEqual(data["ignored"], ["command"])
        for text in ('[signal."com*"]\nignore = true\n', '[signal.status]\ntube_s = 1\n', '[signal.attitude]\ntube_s = 1\n'):
            with self.subTest(text):
                self.write("p.toml", text)
                self.assertEqual(self.expect(2, *compare).out, "")

    def test_unfinished_against_finished(self):
        self.expect(0, "run", "s.toml", "-o", "b.h5", "--only", "3")
        result = self.run_program("diff", "a.h5", "b.h5", "--abs", "1e300", "--rel", "1")
        self.assertEqual(result.code, 1, result)

    def test_files_that_are_no_results(self):
        self.make_files_that_are_no_results()
        for name, code in [("text", 3), ("empty", 3), ("directory", 3), ("pipe", 3), ("cut.h5", 3),
                           ("foreign.h5", 3), ("s.toml", 3), ("/dev/null", 3), ("none.h5", 6),
                           ("text/none.h5", 6)]:
            for pair in ((name, "a.h5"), ("a.h5", name)):
                with self.subTest(pair), self.nothing_touched():
                    result = self.expect(code, "diff", *pair)
                    self.assertEqual(result.out, "")
                    self.assertIn(f"{name}: error:", result.err)
                    self.assertEqual(result.err.count("\n"), 1, result.err)


class Picture(ProgramTest):
    """diff --plot: the numbers that it draws, against h5py."""
    SVG = "{http://www.w3.org/2000/svg}"

    def fly(self, name, *changes):
        self.write("s.toml", edited(*changes))
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", name)

    def picture(self, *options, a="a.h5", b="b.h5", code=1):
        result = self.expect(code, "diff", a, b, "--across", "--plot", "d.svg", *options)
        return xml.etree.ElementTree.parse(self.path("d.svg")).getroot(), result

    def test_rows_are_the_signals_that_differ_where_they_differ_most(self):
        self.fly("a.h5")
        self.fly("b.h5", ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.2"))
        root, result = self.picture()
        said = {s["name"]: s for s in json.loads(self.expect(1, "diff", "a.h5", "b.h5", "--across", "--json").out)["signals"]}
        headings = [t.text for t in root.iter(self.SVG + "text") if t.get("class") == "heading"]
        self.assertGreater(len(headings), 2)
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            traced = list(a["trace_sample"][:])
            for heading in headings:
                name, sample, most = re.fullmatch(r"(\S+), sample (\d+): largest difference (\S+)( \S+)*", heading).groups()[:3]
                signal, component = name.rsplit(".", 1)
                self.assertEqual(said[signal]["largest"]["sample"], int(sample))
                apart = np.abs(b[signal][traced.index(int(sample))] - a[signal][traced.index(int(sample))]).max(axis=0)
                self.assertAlmostEqual(float(most), apart.max(), delta=5e-3 * apart.max())
                self.assertEqual(list("wxyz" if signal == "attitude" else "xyz" if len(apart) == 3 else "0123")[int(apart.argmax())], component)
        self.assertEqual(len(root.findall(self.SVG + "svg")), 2 * len(headings))
        self.assertIn("differs: a.h5 and b.h5", result.out)

    def test_a_turned_quaternion_is_the_same_attitude(self):
        self.fly("a.h5")
        self.fly("b.h5", ("1150.0, 1116.0, 1150.0, 1116.0", "1150.0, 1116.0, 1150.0, 1116.1"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["attitude"][:] = -file["attitude"][:]
        root, _ = self.picture("--no-verify")
        heading = next(t.text for t in root.iter(self.SVG + "text") if (t.text or "").startswith("attitude"))
        self.assertLess(float(heading.split("largest difference ")[1].split()[0]), 1e-3)

    def test_the_same_bytes_and_names_that_do_no_harm(self):
        name = "<b>&'\x1b.h5"
        self.fly("a.h5")
        self.fly(name, ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.2"))
        self.picture(b=name)
        with open(self.path("d.svg"), encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn("<b>", text)
        self.assertNotIn("\x1b", text)
        self.expect(1, "diff", "a.h5", name, "--across", "--plot", "e.svg", env=dict(os.environ, LC_ALL="C", TZ="Asia/Tokyo"))
        self.assertEqual(support.sha256(self.path("d.svg")), support.sha256(self.path("e.svg")))
        self.assertLess(os.path.getsize(self.path("d.svg")), 300_000)

    def test_nothing_to_draw_and_nothing_replaced(self):
        self.fly("a.h5")
        self.assertIn("no signal over time differs", self.expect(0, "diff", "a.h5", "a.h5", "--plot", "d.svg").err)
        self.assertFalse(os.path.exists(self.path("d.svg")))
        self.fly("b.h5", ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.2"), ('traces = "every:3"', 'traces = "none"'))
        self.expect(1, "diff", "a.h5", "b.h5", "--across", "--plot", "d.svg")  # one of them has no traces
        self.assertFalse(os.path.exists(self.path("d.svg")))
        self.fly("c.h5", ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.2"))
        self.write("d.svg", "mine")
        self.assertIn("--force", self.expect(3, "diff", "a.h5", "c.h5", "--across", "--plot", "d.svg").err)
        self.picture("--force", b="c.h5")
        self.expect(6, "diff", "a.h5", "c.h5", "--across", "--plot", "no/such/folder.svg")
        self.expect(2, "diff", "a.h5", "c.h5", "--across", "--plot", "")


if __name__ == "__main__":
    support.main()
