#!/usr/bin/python3
"""montecopter stats: tables, JSON and CSV against numpy. stats_mistakes.py gets it wrong."""
import csv
import io
import json
import shutil

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

# Aerodynamic moments that feed themselves: about a half of the flights diverge.
DIVERGING = edited(("1150.0, 1116.0, 1150.0, 1116.0", "1133.0, 1133.0, 1133.0, 1133.0"),
                   ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.1\nquadratic_aero_moment_n_m_s2"
                    " = [-0.3, 0, 0, 0, -0.3, 0, 0, 0, -0.3]"),
                   ("seed = 11", "seed = 9")  # of which no sample ends where powers of its metrics overflow
                   ) + '\n[disperse."simulation.initial.body_rate_rad_s.z"]\ndist = "uniform"\nlow = 0\nhigh = 0.2\n'


def strict_json(text):
    def refuse(word):
        raise AssertionError(f"{word} is not JSON")
    return json.loads(text, parse_constant=refuse)


class StatsTest(ProgramTest):
    def fly(self, text=SCENARIO, code=0, name="a.h5", *options):
        self.fly_once(text, name, *options, code=code)
        return name

    def json(self, *arguments):
        return strict_json(self.expect(0, "stats", *arguments, "--json").out)

    def close(self, got, wanted):
        """Sums in another order: some n roundings apart."""
        if np.isnan(wanted):
            self.assertIsNone(got)
        else:
            self.assertAlmostEqual(got, wanted, delta=1e-12 * max(1.0, abs(wanted)))


class Metrics(StatsTest):
    def check_metric(self, got, x):
        n = len(x)
        self.assertEqual(got["n"], n)
        d = x - x.mean()
        m2, m3, m4 = ((d ** k).mean() for k in (2, 3, 4))
        self.close(got["mean"], x.mean())
        self.close(got["sd"], x.std(ddof=1))
        self.close(got["se"], x.std(ddof=1) / np.sqrt(n))
        if x.std() > 1e-6 * abs(x.mean()):
            self.close(got["skewness"], np.sqrt(n * (n - 1)) / (n - 2) * m3 / m2 ** 1.5)
            self.close(got["kurtosis"],
                       (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (m4 / m2 ** 2 - 3) + 6))
        for name, p in [("q01", 0.01), ("q05", 0.05), ("q25", 0.25), ("q50", 0.5), ("q75", 0.75),
                        ("q95", 0.95), ("q99", 0.99)]:
            self.close(got[name], np.quantile(x, p))
        self.assertEqual((got["min"], got["max"]), (x.min(), x.max()))

    def test_they_are_what_numpy_computes(self):
        self.fly()
        answer = self.json("a.h5")
        self.assertEqual((answer["scenario"], answer["file"]), ("small", "a.h5"))
        self.assertEqual((answer["complete"], answer["samples"]), (True, 200))
        with h5py.File(self.path("a.h5")) as file:
            names = [name[2:] for name in file if name.startswith("m_")]
            self.assertEqual(sorted(answer["metrics"]), sorted(names))
            self.assertGreater(len(names), 7)
            for name in names:
                with self.subTest(name):
                    x = file["m_" + name][:]
                    self.check_metric(answer["metrics"][name], x)
                    # ranks of n = 200: scipy.stats.binom.ppf
                    order = np.sort(x)
                    got = answer["metrics"][name]
                    self.assertEqual((got["q50_low95"], got["q50_high95"]), (order[85], order[114]))
                    self.assertIsNone(got["q01_low95"])
                    self.assertEqual(answer["metrics"][name]["unit"],
                                     file["m_" + name].attrs["units"].decode())

    def test_they_are_what_is_stored_bit_by_bit(self):
        self.fly()
        answer = self.json("a.h5")["metrics"]
        with h5py.File(self.path("a.h5")) as file:
            names = file["statistic"].attrs["long_name"].decode().split(", ")
            for metric, got in answer.items():
                stored = file["stat_" + metric][:]
                self.assertEqual(list(got)[1:], names + ["mean_low95", "mean_high95", "skewed"])
                for name, value in zip(names, stored):
                    self.assertEqual(got[name], None if np.isnan(value) else value)

    def test_samples_that_failed_are_counted_but_not_averaged(self):
        self.fly(DIVERGING, 5)
        answer = self.json("a.h5")
        with h5py.File(self.path("a.h5")) as file:
            ok = file["status"][:] == 1
            self.assertTrue(20 < ok.sum() < 180)
            self.assertEqual(answer["status"]["diverged"], int((~ok).sum()))
            for name, got in answer["metrics"].items():
                self.check_metric(got, file["m_" + name][:][ok])
        text = self.expect(0, "stats", "a.h5").out
        self.assertIn(f"200 samples, {ok.sum()} ok, {(~ok).sum()} diverged\n", text)
        # Next to the statistics, whatever asks for them.
        said = f"\nstatistics of {ok.sum()} of 200 samples; failed samples are excluded: {(~ok).sum()} diverged\n"
        self.assertIn(said, text)
        self.assertIn(said, self.expect(0, "stats", "a.h5", "--metric", "max_tilt_deg").out)
        self.assertIn(said, self.expect(5, "run", "s.toml", "-o", "a.h5").out)
        self.assertEqual(answer["left_out"], {"diverged": int((~ok).sum())})
        rows = list(csv.DictReader(io.StringIO(self.expect(0, "stats", "a.h5", "--csv").out)))
        for row in rows:
            self.assertEqual((int(row["samples"]), int(row["ok"]), int(row["diverged"]), int(row["hit_ground"])),
                             (200, ok.sum(), (~ok).sum(), 0))

    def test_the_interval_of_the_mean(self):
        """Student's t as R and scipy have it: qt(0.975, 199) = 1.971957, qt(0.975, 4) = 2.776445."""
        self.fly()
        answer = self.json("a.h5")
        self.assertEqual(answer["left_out"], {})
        rows = csv.DictReader(io.StringIO(self.expect(0, "stats", "a.h5", "--csv").out))
        rows = {row["metric"]: row for row in rows}
        text = {}
        for line in self.expect(0, "stats", "a.h5").out.splitlines():
            text.setdefault(line.split()[0], line.split())  # the first block of columns
        self.assertIn("mean +- 95 %", self.expect(0, "stats", "a.h5").out)
        for name, got in answer["metrics"].items():
            half = 1.971957 * got["se"]
            for key, wanted in (("mean_low95", got["mean"] - half), ("mean_high95", got["mean"] + half)):
                self.assertAlmostEqual(got[key], wanted, delta=1e-6 * half + 1e-15)
                self.assertEqual(float(rows[name][key]), got[key])
            skewed = got["skewness"] is not None and 200 < 25 * got["skewness"] ** 2
            self.assertEqual((got["skewed"], rows[name]["skewed"]), (skewed, str(int(skewed))))
            self.assertEqual(text[name][3].endswith("*"), skewed)
            self.assertAlmostEqual(float(text[name][3].rstrip("*")), half, delta=0.06 * half)
        self.fly(SCENARIO, 0, "five.h5", "-n", "5")
        got = self.json("five.h5")["metrics"]["max_speed_m_s"]
        self.assertAlmostEqual((got["mean_high95"] - got["mean"]) / got["se"], 2.776445, delta=1e-6)
        self.fly(SCENARIO, 0, "one.h5", "-n", "1")
        got = self.json("one.h5")["metrics"]["max_speed_m_s"]
        self.assertEqual((got["mean_low95"], got["mean_high95"], got["skewed"]), (None, None, False))

    def test_skewed_values_are_starred(self):
        """A product of six large powers of a dispersed number, at n = 30."""
        self.fly(SCENARIO + '\n[metrics]\nheavy = {formula = "mean(velocity.x) ^ 6", unit = "1"}\n', 0, "a.h5",
                 "-n", "30")
        self.assertTrue(self.json("a.h5")["metrics"]["heavy"]["skewed"])
        text = self.expect(0, "stats", "a.h5").out
        self.assertRegex(text, r"(?m)^heavy +\S+ \+- \S+\* ")
        self.assertIn("*: too skewed for this number of samples: the coverage of the interval is below 95 %\n", text)

    def test_designs_have_the_errors_that_replicates_tell(self):
        """Student's t over the means of 8 replicates: qt(0.975, 7) = 2.364624251592784."""
        self.fly(edited(("seed = 11", 'seed = 11\ndesign = "lhs"\nreplicates = 8')))
        answer = self.json("a.h5")
        self.assertEqual((answer["design"], answer["replicates"]), ("lhs", 8))
        rows = {row["metric"]: row for row in csv.DictReader(io.StringIO(self.expect(0, "stats", "a.h5", "--csv").out))}
        text = self.expect(0, "stats", "a.h5").out
        run = self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5").out
        for name, got in answer["metrics"].items():
            with h5py.File(self.path("a.h5")) as file:
                x, stored = file["m_" + name][()], file["stat_" + name][()]
            se = x.reshape(-1, 8).mean(axis=0).std(ddof=1) / 8 ** 0.5  # sample i is in i mod 8
            self.close(got["se"], se)
            self.close(got["mean_low95"], x.mean() - 2.364624251592784 * se)
            self.close(got["mean_high95"], x.mean() + 2.364624251592784 * se)
            self.close(stored[2], x.std(ddof=1) / np.sqrt(len(x)))  # what is stored is as it was
            self.assertFalse(got["skewed"])
            bounds = [key for key in got if key.startswith("q") and key.endswith("95") and "_" in key]
            self.assertEqual((len(bounds), {got[key] for key in bounds}), (14, {None}))
            self.assertEqual({rows[name][key] for key in bounds}, {"NaN"})
            self.assertEqual(float(rows[name]["se"]), got["se"])
        for said, header in ((text, "mean +- 95 %"), (run, "mean +- se")):
            self.assertIn(header, said)
            self.assertNotIn("[95 % of q50]", said)
            self.assertIn("standard errors of means: Student's t over 8 replicates (approximate)\n", said)
        line = next(line for line in run.splitlines() if line.startswith("max_tilt_deg")).split()
        got = answer["metrics"]["max_tilt_deg"]
        self.assertAlmostEqual(float(line[3]), got["se"], delta=0.06 * got["se"])

    def test_designs_without_replicates_have_no_errors(self):
        for keys in ('design = "lhs"', 'design = "factorial"\nlevels = 3', 'design = "sobol"'):
            self.fly(edited(("samples = 200\nseed = 11", "samples = 81\nseed = 11\n" + keys)), 0, "a.h5", "--fresh")
            answer = self.json("a.h5")
            got = answer["metrics"]["max_tilt_deg"]
            self.assertEqual({got[key] for key in ("se", "mean_low95", "mean_high95", "q50_low95", "q95_high95")}, {None})
            self.assertIsNotNone(got["q50"])
            for said in (self.expect(0, "stats", "a.h5").out, self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5").out):
                self.assertNotIn("+-", said)
                self.assertIn(f"no standard errors of means: the samples of a {answer['design']} design are not independent\n", said)

    def test_replicates_at_each_point_of_a_sweep(self):
        self.fly(edited(("samples = 200", "samples = 16"), ("seed = 11", 'seed = 11\ndesign = "sobol"\nreplicates = 4')) +
                 '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.0, 0.1]\n')
        answer = self.json("a.h5")
        with h5py.File(self.path("a.h5")) as file:
            x = file["m_max_speed_m_s"][()].reshape(2, 4, 4)
        for point, values in zip(answer["points"], x):
            self.close(point["metrics"]["max_speed_m_s"]["se"], values.mean(axis=0).std(ddof=1) / 2)
        # Samples that were picked by number are of no replicates.
        self.fly(edited(("samples = 200", "samples = 16\nonly = [1, 2, 5]"),
                        ("seed = 11", 'seed = 11\ndesign = "sobol"\nreplicates = 4')), 0, "b.h5")
        self.assertIsNone(self.json("b.h5")["metrics"]["max_speed_m_s"]["se"])

    def test_the_table(self):
        self.fly()
        with self.nothing_touched():
            result = self.expect(0, "stats", "a.h5")
        self.assertEqual(result.err, "")
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "small: 200 samples, 200 ok")
        for word in ("mean +- 95 %", "sd", "min", "q05", "q50", "[95 % of q50]", "q95", "max"):
            self.assertIn(word, result.out)
        self.assertTrue(all(len(line) <= 100 for line in lines), result.out)
        # Columns that do not fit go on below, with the names again.
        rows = [line.split() for line in lines if line.startswith("max_tilt_deg")]
        got = self.json("a.h5")["metrics"]["max_tilt_deg"]
        self.assertEqual(rows[0][2], "+-")
        self.assertAlmostEqual(float(rows[0][1]), got["mean"], delta=got["se"] / 10)
        self.assertAlmostEqual(float(rows[-1][-1]), got["max"], delta=1e-3 * got["max"])
        # run says the same, but for the intervals
        run = self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5").out.splitlines()
        self.assertEqual(run[0], lines[0])
        self.assertEqual(run[2].split()[0], lines[2].split()[0])
        self.assertIn("mean +- se", run[1])
        self.assertTrue(all(len(line) <= 100 for line in run[:-1]), run)
        self.assertNotIn("95 %", "\n".join(run))

    def test_some_metrics(self):
        self.fly()
        answer = self.json("a.h5", "--metric", "max_tilt_deg", "m_flight_time_s")
        self.assertEqual(sorted(answer["metrics"]), ["flight_time_s", "max_tilt_deg"])
        result = self.expect(2, "stats", "a.h5", "--metric", "max_tilt", "max_sped_m_s", "nonsense")
        for word in ("'max_tilt'", "'max_tilt_deg'", "'max_sped_m_s'", "'max_speed_m_s'",
                     "'nonsense'", "flight_time_s"):
            self.assertIn(word, result.err)
        self.assertEqual(result.err.count("error:"), 3)
        self.assertEqual(result.out, "")

    def test_csv(self):
        self.fly()
        rows = list(csv.DictReader(io.StringIO(self.expect(0, "stats", "a.h5", "--csv").out)))
        answer = self.json("a.h5")["metrics"]
        self.assertEqual([row["metric"] for row in rows], list(answer))
        for row in rows:
            for name, value in answer[row["metric"]].items():
                if name == "unit":
                    self.assertEqual(row["unit"], value)
                else:
                    self.assertEqual(row[name], "NaN" if value is None else row[name])
                    self.assertTrue(value is None or float(row[name]) == value)

    def test_a_file_that_is_not_finished(self):
        self.fly(SCENARIO, 0, "a.h5", "--only", "3")
        for options in ([], ["--json"], ["--csv"], ["--signal", "position"], ["--no-verify"]):
            with self.nothing_touched():
                result = self.expect(3, "stats", "a.h5", *options)
            self.assert_no_answer(result)
            self.assertIn("a.h5: error: it is not finished (199 of 200 samples are missing)", result.err)
        answer = self.json("a.h5", "--incomplete")
        self.assertEqual((answer["complete"], answer["verified"], answer["content_sha256"]), (False, True, ""))
        self.assertEqual(answer["status"], {**answer["status"], "ok": 1, "not_run": 199})
        self.assertEqual(answer["metrics"]["max_tilt_deg"]["n"], 1)
        self.assertIsNone(answer["metrics"]["max_tilt_deg"]["sd"])
        text = self.expect(0, "stats", "a.h5", "--incomplete").out
        self.assertIn("incomplete: 199 of 200 samples are missing\n", text)
        # a row whose check is missing is not finished, whatever its status says
        with h5py.File(self.path("a.h5"), "r+") as file:
            file["check"][3] = 0
        self.assertEqual(self.json("a.h5", "--incomplete")["status"]["not_run"], 200)
        self.assertIn("200 of 200", self.expect(0, "stats", "a.h5", "--incomplete", "--signal", "position").out)

    def poked(self, dataset, index, change=lambda x: x ^ 1):
        """A copy of the result with a number changed, whose check is the old one."""
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            file[dataset][index] = change(file[dataset][index])

    def test_damage_is_told(self):
        self.fly()
        for dataset, index, change, says in [
            ("m_max_tilt_deg", 17, lambda x: 1.5 * x, "of sample 17)"),
            ("status", 3, lambda x: 2, "of sample 3)"),
            ("in_vehicle.mass_kg", 0, lambda x: -x, "of sample 0)"),
            ("position", (4, 7, 1), lambda x: x + 1e-12, "of sample 12)"),
            ("check", (9, 0), lambda x: x ^ np.uint64(1), "of sample 9)"),
            ("stat_max_tilt_deg", 1, lambda x: x * (1 + 1e-14), "its content hash"),
            ("stat_max_tilt_deg", 28, lambda x: x * (1 + 1e-14), "its content hash"),
            ("provenance/volatile/content_sha256", 5, lambda x: x ^ 1, "its content hash"),
            ("time", 5, lambda x: x * (1 + 1e-9), "'time' is wrong at index 5"),
            ("sample", 5, lambda x: 6, "'sample' is wrong at index 5"),
        ]:
            with self.subTest(dataset, index=index):
                self.poked(dataset, index, change)
                every = (["stats", "--csv"], ["stats", "--metric", "flight_time_s"], ["stats", "--signal", "position"],
                         ["export", "--traces"]) if dataset == "m_max_tilt_deg" else ()
                for command, *options in (["stats", "--json"], ["export"], *every):
                    result = self.expect(3, command, "b.h5", *options)
                    self.assert_no_answer(result)
                    self.assertIn("b.h5: error: it is damaged (", result.err)
                    self.assertIn(says, result.err)
                self.expect(0, "run", "s.toml", "-o", "b.h5")  # repairs it, as the message says
                self.expect(0, "stats", "b.h5")

    def test_damage_of_a_sweep_is_told(self):
        self.fly(SCENARIO + '\n[sweep."wind.0.to_m_s.y"]\nvalues = [0.0, 1.0]\n', 0, "a.h5", "-n", "5")
        for dataset, index in [("sweep_wind.0.to_m_s.y", 1), ("sweep_point", 4), ("point", 1), ("sample_in_point", 2)]:
            self.poked(dataset, index, lambda x: x + 1)
            for command in ("stats", "export"):
                self.assertIn("b.h5: error: it is damaged (", self.expect(3, command, "b.h5").err)

    def test_validity_is_verified(self):
        """What statistics count beside metrics."""
        self.write("s.toml", (support.VEHICLES.parent / "examples/marvin-cyclic.toml").read_text()
                   .replace("../vehicles", str(support.VEHICLES)))
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        self.poked("validity", 0)
        self.assertIn("of sample 0)", self.expect(3, "stats", "b.h5").err)

    def test_hashes_that_nobody_verified_are_not_the_hash(self):
        self.fly()
        answer = self.json("a.h5")
        with h5py.File(self.path("a.h5")) as file:
            wanted = bytes(file["provenance/volatile/content_sha256"][:]).hex()
        self.assertEqual((answer["verified"], answer["content_sha256"]), (True, wanted))
        self.assertNotIn("stored_content_sha256", answer)
        self.poked("provenance/volatile/content_sha256", 5)
        result = self.expect(0, "stats", "b.h5", "--no-verify", "--json")
        self.assertIn("b.h5: warning: not verified (--no-verify)", result.err)
        answer = strict_json(result.out)
        self.assertEqual((answer["verified"], answer["content_sha256"]), (False, ""))
        self.assertEqual(len(answer["stored_content_sha256"]), 64)
        for command in (["stats", "a.h5"], ["export", "a.h5"]):
            self.assertEqual(self.expect(0, *command).err, "")
            self.assertIn("not verified", self.expect(0, *command, "--no-verify").err)

    def test_statistics_of_another_version_are_not_believed(self):
        self.fly()
        with h5py.File(self.path("a.h5"), "r+") as file:
            name = file["statistic"].attrs["long_name"].decode().replace("kurtosis", "kurtotic")
            file["statistic"].attrs.modify("long_name", np.bytes_(name))
        result = self.expect(0, "stats", "a.h5")
        self.assertIn("another version", result.err)


class Quantiles(StatsTest):
    PERCENT = [0, 0.1, 1, 50, 95, 100]

    def test_they_are_those_of_numpy(self):
        self.fly(DIVERGING, 5)
        said = self.json("a.h5", "--quantiles", "95,50,0.1,1,100,0,50", "--metric", "max_tilt_deg", "max_speed_m_s")
        with h5py.File(self.path("a.h5")) as file:
            ok = file["status"][:] == 1
            for name in ("max_tilt_deg", "max_speed_m_s"):
                x = file["m_" + name][:][ok]
                self.assertLess(0, len(x))
                self.assertEqual(list(said["quantiles"][name]), ["q00", "q00.1", "q01", "q50", "q95", "q100"])
                np.testing.assert_allclose(list(said["quantiles"][name].values()), np.quantile(x, np.array(self.PERCENT) / 100), rtol=1e-13)
                self.assertEqual(said["quantiles"][name]["q95"], said["metrics"][name]["q95"])
        self.assertEqual(list(said["quantiles"]), ["max_speed_m_s", "max_tilt_deg"])  # as in the file

    def test_a_sweep_has_a_row_for_each_point(self):
        text = SCENARIO + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.5, 2.0]\n'
        self.fly(text)
        shown = self.expect(0, "stats", "a.h5", "--metric", "max_speed_m_s", "--quantiles", "1,99").out
        lines = shown[shown.index("max_speed_m_s"):].splitlines()
        self.assertEqual(lines[0], "max_speed_m_s [m s-1]")
        self.assertEqual(lines[1].split(), ["point", "vehicle.linear_drag_n_s_m", "n", "q01", "q99"])
        self.assertEqual(len({len(line) for line in lines[1:]}), 1)  # aligned
        rows = list(csv.DictReader(io.StringIO(self.expect(0, "stats", "a.h5", "--metric", "max_speed_m_s", "--quantiles", "1,99", "--csv").out)))
        with h5py.File(self.path("a.h5")) as file:
            speed, point = file["m_max_speed_m_s"][:], file["sweep_point"][:]
            for k, (row, line) in enumerate(zip(rows, lines[2:])):
                wanted = np.quantile(speed[point == k], [0.01, 0.99])
                np.testing.assert_allclose([float(row["q01"]), float(row["q99"])], wanted, rtol=1e-13)
                np.testing.assert_allclose([float(cell) for cell in line.split()[3:]], wanted, rtol=1e-3)
                self.assertEqual((row["point"], row["unit"], row["n"]), (str(k), "m s-1", "200"))
        one = self.json("a.h5", "--quantiles", "1", "--point", "2")
        self.assertEqual(one["points"][0]["quantiles"]["max_speed_m_s"]["q01"], float(rows[2]["q01"]))

    def test_a_metric_without_values_has_none(self):
        self.fly(SCENARIO + '\n[metrics.none]\nformula = "sqrt(-1 - max(norm(velocity)))"\n')
        self.assertEqual(self.json("a.h5", "--quantiles", "50", "--metric", "none")["quantiles"]["none"]["q50"], None)

    def test_what_makes_no_sense(self):
        self.fly()
        for text, says in (("", "needs a value"), ("5,", "'' is not a number"), ("x", "'x' is not a number"), ("101", "101 is not a percentage"),
                           ("-1", "-1 is not a percentage"), ("nan", "nan"), (",".join(map(str, range(60))), "more than 50")):
            with self.subTest(text):
                self.assertIn(says, self.expect(2, "stats", "a.h5", f"--quantiles={text}").err)
        for options in (("--signal", "position"), ("--failed",), ("--worst", "3", "--by", "max_tilt_deg"), ("--smallest",)):
            self.assertIn("--quantiles", self.expect(2, "stats", "a.h5", "--quantiles", "5", *options).err)


if __name__ == "__main__":
    support.main()
