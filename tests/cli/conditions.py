#!/usr/bin/python3
"""Samples that are chosen by a condition, as the worst or as failed: stats lists them, export writes them. What is
chosen is computed a second time with numpy; every way of getting a condition wrong has one message with its place."""
import csv
import io
import json
import subprocess

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

# Limits that end about half of the flights.
FAILING = edited(("[simulation.initial]", "[simulation.limits]\ntilt_deg = 3.5\n\n[simulation.initial]"),
                 ("[simulation]\nduration_s = 0.3", "[simulation]\nduration_s = 0.3\nmax_failures = 400"))

SWEPT = FAILING + '\n[sweep."environment.gravity_m_s2"]\nvalues = [9.0, 9.8]\n'

FAULTS = [
    ("max_tild_deg > 40", "--where: error: character 1 of the condition: there is no column 'max_tild_deg'. "
                          "Did you mean 'max_tilt_deg'?"),
    ("max_tilt_deg >", "character 15 of the condition: the condition ends where a value is expected."),
    ("status < ok", "character 8 of the condition: names have no order (they are equal or different). Use == or !="),
    ("max_tilt_deg = 4", "character 14 of the condition: '=' is not a comparison. Write '==' for equality"),
    ("max_tilt_deg", "character 1 of the condition: this is a number (it is neither true nor false)."),
    ("", "character 1 of the condition: the condition ends where a value is expected."),
    ("status == broken", "there is no column 'broken'."),
    ("vehicle.mass > 1", "Did you mean 'vehicle.mass_kg'?"),
]


class Chosen(ProgramTest):
    def fly(self, text=FAILING, name="a.h5", code=0, *options):
        self.write("s.toml", text)
        self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)
        with h5py.File(self.path(name)) as file:
            columns = ["sample", "status", "t_end_s", *(key for key in file if key.startswith(("m_", "in_", "sweep_point")))]
            return {key: file[key][:] for key in columns}

    def listed(self, *arguments):
        return json.loads(self.expect(0, "stats", *arguments, "--json").out)

    def numbers(self, *arguments):
        return [entry["sample"] for entry in self.listed(*arguments)["list"]]

    def test_conditions_choose_what_numpy_chooses(self):
        x = self.fly()
        ok, tilt, mass = x["status"] == 1, x["m_max_tilt_deg"], x["in_vehicle.mass_kg"]
        tau = x["in_vehicle.rotors.all.motor.time_constant_s"]
        self.assertTrue(20 < ok.sum() < 180)
        for text, wanted in [
                ("status != ok", ~ok),
                ("status == tilt_limit and vehicle.mass_kg > 1.02", ~ok & (mass > 1.02)),
                ("not (status == ok or t_end_s < 0.2)", ~(ok | (x["t_end_s"] < 0.2))),
                ("abs(vehicle.mass_kg - 1) < 0.01 or sample < 3", (abs(mass - 1) < 0.01) | (x["sample"] < 3)),
                ("m_max_tilt_deg / in_vehicle.mass_kg > 3.4", tilt / mass > 3.4),
                ("vehicle.rotors.all.motor.time_constant_s >= 0.02", tau >= 0.02),
                ('"wind.0.to_m_s.x"^2 < 0.5', x["in_wind.0.to_m_s.x"] ** 2 < 0.5),
                ("max_tilt_deg > 1e3", tilt > 1e3)]:
            with self.subTest(text):
                self.assertEqual(self.numbers("a.h5", "--where", text), list(np.flatnonzero(wanted)))
                rows = list(csv.reader(io.StringIO(self.expect(0, "export", "a.h5", "--where", text).out)))
                self.assertEqual([int(row[0]) for row in rows[1:]], list(np.flatnonzero(wanted)))
        traced = self.expect(0, "export", "a.h5", "--traces", "--where", "sample < 7", "--signal", "position.x").out
        self.assertEqual({line.split(",")[0] for line in traced.splitlines()[1:]}, {"0", "3", "6"})

    def test_the_worst_stand_first(self):
        x = self.fly()
        tilt = x["m_max_tilt_deg"]
        order = np.argsort(-tilt, kind="stable")
        self.assertEqual(self.numbers("a.h5", "--worst", 5, "--by", "max_tilt_deg"), list(order[:5]))
        smallest = np.argsort(x["m_min_altitude_m"], kind="stable")
        self.assertEqual(self.numbers("a.h5", "--worst", 4, "--by", "m_min_altitude_m", "--smallest"),
                         list(smallest[:4]))
        failed = [i for i in order if x["status"][i] != 1]
        self.assertEqual(self.numbers("a.h5", "--failed", "--worst", 3, "--by", "max_tilt_deg"), failed[:3])
        by = x["m_max_tilt_deg"] / x["in_vehicle.mass_kg"]
        self.assertEqual(self.numbers("a.h5", "--worst", 3, "--by", "max_tilt_deg / vehicle.mass_kg"),
                         list(np.argsort(-by, kind="stable")[:3]))
        self.assertEqual(self.numbers("a.h5", "--sample", "3,17", "40..42", "--sample", 3), [3, 17, 40, 41, 42])
        self.assertEqual(len(self.numbers("a.h5", "--worst", 1000, "--by", "sample")), 200)

    def test_a_list_holds_what_the_file_holds(self):
        x = self.fly()
        answer = self.listed("a.h5", "--failed")
        failed = np.flatnonzero(x["status"] != 1)
        self.assertEqual((answer["samples"], answer["chosen"]), (200, len(failed)))
        self.assertEqual(answer["choice"], {"failed": True})
        for entry in answer["list"]:
            i = entry["sample"]
            self.assertEqual((entry["status"], entry["t_end_s"]), ("tilt_limit", x["t_end_s"][i]))
            self.assertEqual(entry["inputs"]["vehicle.mass_kg"], x["in_vehicle.mass_kg"][i])
            self.assertEqual(entry["metrics"]["max_tilt_deg"], x["m_max_tilt_deg"][i])
        rows = list(csv.reader(io.StringIO(self.expect(0, "stats", "a.h5", "--failed", "--csv").out)))
        self.assertEqual(rows[0][:4], ["sample", "status", "t_end_s", "in_vehicle.inertia_kg_m2.xx"])
        tilt = rows[0].index("m_max_tilt_deg")
        self.assertEqual([float(row[tilt]) for row in rows[1:]], list(x["m_max_tilt_deg"][failed]))
        some = self.listed("a.h5", "--failed", "--metric", "max_tilt_deg")["list"][0]
        self.assertEqual(list(some["metrics"]), ["max_tilt_deg"])

    def test_many_inputs_stay_one_table(self):
        """18 dispersed inputs: a column for each sample; with more samples the first columns, and the metrics that are named."""
        inputs = [
            *(f"vehicle.rotors.{r}.position_m.{axis}" for r in range(4) for axis in "xyz"), "vehicle.inertia_kg_m2.yy",
            "vehicle.inertia_kg_m2.zz", "vehicle.linear_drag_n_s_m", "wind.0.to_m_s.z"]
        spread = "".join(f'[disperse."{name}"]\ndist = "uniform"\nlow = -1e-4\nhigh = 1e-4\napply = "offset"\n' for name in inputs)
        x = self.fly(SCENARIO + spread)
        worst = list(np.argsort(-x["m_max_tilt_deg"], kind="stable")[:25])
        few = self.expect(0, "stats", "a.h5", "--worst", 3, "--by", "max_tilt_deg").out.splitlines()
        self.assertEqual(few[1].split(), ["sample", *map(str, worst[:3])])
        names = [line.split()[0] for line in few[2:]]
        self.assertEqual(names[:3], ["status", "max_tilt_deg", "t_end_s"])
        self.assertEqual(len(names), len(set(names)))
        for name in inputs:
            self.assertIn(f"{name}.offset", names)
        values = dict(zip(names, (line.split()[1:] for line in few[2:])))
        np.testing.assert_allclose([float(word) for word in values["max_speed_m_s"]], x["m_max_speed_m_s"][worst[:3]], rtol=5e-4)
        many = self.expect(0, "stats", "a.h5", "--worst", 25, "--by", "max_tilt_deg", "--metric", "max_speed_m_s").out.splitlines()
        self.assertEqual([line.split()[0] for line in many[1:27]], ["sample", *map(str, worst)])
        self.assertEqual(many[1].split()[:5], ["sample", "status", "max_tilt_deg", "t_end_s", "max_speed_m_s"])
        self.assertRegex(many[27], r"^\d+ of \d+ columns; --metric chooses metrics, --csv prints all$")
        self.assertEqual(len(many), 28)
        self.assertTrue(all(len(line) <= 100 for line in few + many))
        latex = self.expect(0, "stats", "a.h5", "--worst", 3, "--by", "max_tilt_deg", "--latex").out
        self.assertIn("\\begin{tabular}{lrrr}\n", latex)

    def test_people_get_a_table(self):
        x = self.fly()
        text = self.expect(0, "stats", "a.h5", "--worst", 2, "--by", "max_tilt_deg", "--metric", "max_speed_m_s",
                           "max_tilt_deg").out
        lines = text.splitlines()
        self.assertEqual(lines[0], "small: 2 of 200 samples (the 2 largest max_tilt_deg)")
        self.assertEqual([line.split()[0] for line in lines[1:6]], ["sample", "status", "max_tilt_deg", "t_end_s", "max_speed_m_s"])
        self.assertEqual(int(lines[1].split()[1]), np.argmax(x["m_max_tilt_deg"]))
        self.assertEqual(text.count("max_tilt_deg"), 2)
        self.assertTrue(all(len(line) <= 100 for line in lines), text)
        none = self.expect(0, "stats", "a.h5", "--where", "max_tilt_deg > 1000").out
        self.assertEqual(none, "small: 0 of 200 samples (max_tilt_deg > 1000)\n")

    def test_points_of_a_sweep_are_columns(self):
        x = self.fly(SWEPT)
        at_one = np.flatnonzero((x["sweep_point"] == 1) & (x["status"] == 1))
        self.assertEqual(self.numbers("a.h5", "--where", "sweep_point == 1 and status == ok"), list(at_one))
        self.assertEqual(self.numbers("a.h5", "--where", "environment.gravity_m_s2 > 9.5 and status == ok"),
                         list(at_one))
        self.assertEqual(self.numbers("a.h5", "--point", 1, "--where", "status == ok"), list(at_one))
        self.assertIn("there is no point 2", self.expect(2, "stats", "a.h5", "--failed", "--point", 2).err)

    def test_nan_compares_false(self):
        with_nan = FAILING + '\n[metrics]\nodd = {formula = "sqrt(final(position.x) - 0.001)"}\n'
        x = self.fly(with_nan)
        odd = x["m_odd"]
        self.assertTrue(0 < np.isnan(odd).sum() < 200)
        self.assertEqual(self.numbers("a.h5", "--where", "odd == odd"), list(np.flatnonzero(~np.isnan(odd))))
        self.assertEqual(self.numbers("a.h5", "--where", "odd != 0 or odd == 0"), list(np.flatnonzero(~np.isnan(odd))))
        self.assertEqual(self.numbers("a.h5", "--where", "not odd == odd"), list(np.flatnonzero(np.isnan(odd))))
        self.assertEqual(len(self.numbers("a.h5", "--worst", 200, "--by", "odd")), (~np.isnan(odd)).sum())

    def test_mistakes_have_one_message_with_the_place(self):
        self.fly()
        for command in ("stats", "export"):
            for text, message in FAULTS:
                with self.subTest(command=command, text=text), self.nothing_touched():
                    result = self.expect(2, command, "a.h5", "--where", text)
                    self.assertIn(message, result.err)
                    self.assertEqual((result.out, result.err.count("error:")), ("", 1), result.err)
        for options, message in [
                (["--worst", "5"], "--worst: error: needs --by"),
                (["--by", "max_tilt_deg"], "--by: error: needs --worst"),
                (["--smallest"], "--smallest: error: needs --worst"),
                (["--worst", "0", "--by", "max_tilt_deg"], "'0' is not a whole number from 1"),
                (["--worst", "5", "--by", "max_tild_deg"],
                 "--by: error: character 1 of the formula: there is no column 'max_tild_deg'. Did you mean "
                 "'max_tilt_deg'?"),
                (["--worst", "5", "--by", "status"], "this is a name (one number per sample is expected)"),
                (["--sample", "200"], "'200' is not a whole number from 0 to 199"),
                (["--sample", "9..3"], "'9..3' is an empty range (it goes down). Write 3..9."),
                (["--sample", "3,"], "'' is not a whole number"),
                (["--sample", "..4"], "'' is not a whole number"),
                (["--failed", "--metric", "tilt"], "--metric: error: unknown metric 'tilt'"),
                (["--failed", "--signal", "position"], "--signal: error: cannot be combined with a list of samples")]:
            with self.subTest(options):
                result = self.expect(2, "stats", "a.h5", *options)
                self.assertIn(message, result.err)
                self.assertEqual((result.out, result.err.count("error:")), ("", 1), result.err)

    def test_what_is_not_flown_is_never_chosen(self):
        self.write("s.toml", FAILING)
        self.expect(0, "run", "s.toml", "--only", "7", "-o", "a.h5")
        self.assertEqual(self.expect(3, "stats", "a.h5", "--failed").out, "")
        every = self.numbers("a.h5", "--incomplete", "--where", "not max_tilt_deg > 1000")
        self.assertEqual(every, [7])
        self.assertIn("sample 8 has not been flown",
                      self.expect(2, "stats", "a.h5", "--incomplete", "--sample", "8").err)

    def test_damage_is_refused_and_a_closed_pipe_is_none(self):
        self.fly()
        piped = subprocess.run(["bash", "-o", "pipefail", "-c", '"$0" stats a.h5 --where "sample >= 0" --csv | true',
                                support.PROGRAM], cwd=self.dir, capture_output=True, text=True)
        self.assertEqual(piped.stderr, "")
        with open(self.path("a.h5"), "r+b") as file:
            with h5py.File(self.path("a.h5")) as result:
                offset = result["m_max_tilt_deg"].id.get_offset()
            file.seek(offset + 8)
            file.write(b"\0\1")
        self.assertIn("sample", self.expect(3, "stats", "a.h5", "--failed").err)
        self.write("empty.h5", "")
        self.expect(3, "stats", "empty.h5", "--failed")
        self.expect(6, "stats", "missing.h5", "--failed")


if __name__ == "__main__":
    support.main()
