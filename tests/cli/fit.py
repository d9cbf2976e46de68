#!/usr/bin/python3
"""montecopter fit: what it answers, and what it refuses. Whether its errors are true is in fit_statistics.py."""
import csv
import io
import json
import math
import pathlib
import re
import subprocess
import tomllib

import support
from fitted_logs import DELAY_ROWS, HIDDEN, TRUTH, FitTest, noisy, text_of, with_late_attitude
from validate import COLUMNS
from support import HELICOPTER

LEE = """type = "lee"
rate_hz = 250
position_gain_1_s2 = 4
velocity_gain_1_s = 3
attitude_gain_n_m = 0.8
rate_gain_n_m_s = 0.1
"""


class Answers(FitTest):
    """One short flight; what is found is tested above."""
    SHORT = ["-n", "1", "--set", "simulation.duration_s=4"]
    log, plain = "", None

    def setUp(self):
        super().setUp()
        if not Answers.log:
            self.fly(*self.SHORT)
            Answers.log = text_of(noisy(self.rows(0), 1))
        self.write("a.csv", self.log)

    def fit_as_it_is(self):
        """What is found of it with no option, by the first that asks."""
        Answers.plain = self.plain or self.fit()
        return self.plain

    @support.slow
    def test_threads_change_nothing(self):
        outs = {self.expect(0, "fit", "s.toml", "a.csv", "--columns", "c.toml", "--json", "-j", n).out for n in "13"}
        self.assertEqual(len(outs), 1)

    def test_posterior_flies(self):
        """What was a factor is one about 1 now, for the vehicle is the fitted one; and it can be fitted again."""
        answer = self.fit("-o", "p.toml", "--vehicle", "v.toml")
        resolved = self.expect(0, "check", "p.toml", "--resolved").out
        mass = self.parameter(answer, "vehicle.mass_kg")
        self.assertIn(f"\nmass_kg = {0.716 * mass['value']!r}\n", resolved)
        at = resolved.index('[disperse."vehicle.mass_kg"]')
        part = resolved[at:resolved.index("\n\n", at)]
        self.assertIn("\nmean = 1.0\n", part)
        self.assertIn(f"{mass['standard_error'] / mass['value']:.12g}"[:9], part)
        self.expect(0, "run", "p.toml", "-n", "3", "--progress", "none", "-o", "p.h5")
        self.expect(0, "vehicle", "v.toml")
        self.assertIn("+-", pathlib.Path(self.dir, "v.toml").read_text().splitlines()[2])
        again = json.loads(self.expect(0, "fit", "p.toml", "a.csv", "--columns", "c.toml", "--method",
                                       "filter_error", "--held-out", "none", "--json").out)
        for p in again["parameters"]:
            if p["identified"]:
                self.assertLess(abs(p["value"] - p["prior_mean"]), p["prior_sd"], p)

    @support.slow
    def test_motors_do_not_matter_where_speeds_are_recorded(self):
        path = 'vehicle.rotors.*.motor.time_constant_up_s'
        more = f'disperse."{path}"={{dist="uniform", low=0.01, high=0.02}}'
        answer = self.fit("--set", more)
        found = self.parameter(answer, path)
        self.assertFalse(found["identified"])
        self.assertIn("the rotors turn as recorded", found["reason"])
        self.assertAlmostEqual(found["value"], found["prior_mean"], places=9)
        by_command = self.parameter(self.fit("--set", more, "--drive", "command"), path)
        self.assertTrue(by_command["identified"])
        self.assertLess(abs(by_command["value"] - 0.0125), 4 * by_command["standard_error"])

    def test_what_is_fixed_is_not_fitted(self):
        fixed = 'disperse."vehicle.mass_kg"={dist="fixed", value=1.02, apply="factor"}'
        answer = self.fit("--set", 'disperse."vehicle.mass_kg"={}', "--set", fixed)
        self.assertNotIn("vehicle.mass_kg", [p["path"] for p in answer["parameters"]])

    def test_refuses_if_nothing_is_identified(self):
        only = 'disperse."vehicle.rotors.*.motor.max"={dist="uniform", low=800.0, high=850.0}'
        result = self.expect(3, "fit", "s.toml", "a.csv", "--columns", "c.toml", "--set", "disperse={}", "--set", only)
        self.assertIn("identify none of the dispersed parameters", result.err)
        self.assertIn("the rotors turn as recorded", result.err)

    @support.slow
    def test_several_logs(self):
        self.write("b.csv", pathlib.Path(self.dir, "a.csv").read_text().rsplit("\n", 2)[0] + "\n")
        answer = self.fit(logs=("a.csv", "b.csv"))
        self.assertEqual([log["log"] for log in answer["logs"]], ["a.csv", "b.csv"])

    @support.slow
    def test_a_flight_counts_once(self):
        self.write("b.csv", pathlib.Path(self.dir, "a.csv").read_text())
        for options in ([], ["--from", "0", "--from", "2", "--to", "3", "--to", "5"]):
            result = self.expect(2, "fit", "s.toml", "a.csv", "b.csv", "--columns", "c.toml", *options)
            self.assertIn("b.csv: error: it is the same log as 'a.csv'", result.err)
            self.assertIn("makes standard errors too small", result.err)
        parts = self.fit("--from", "0", "--from", "3", "--to", "3", "--to", "6", logs=("a.csv", "a.csv"))
        self.assertEqual(len(parts["logs"]), 2)

    @support.slow
    def test_each_log_has_its_columns_and_part(self):
        """The second log is the first one under other names, in degrees, and an hour later."""
        rows = list(csv.reader(io.StringIO(pathlib.Path(self.dir, "a.csv").read_text())))
        for row in rows[1:]:
            row[0] = f"{float(row[0]) + 3600:.9g}"
            row[11:14] = [f"{math.degrees(float(x)):.12g}" for x in row[11:14]]
        self.write("b.csv", "\n".join(",".join(row) for row in [["s"] + rows[0][1:]] + rows[1:]) + "\n")
        self.write("d.toml", COLUMNS.replace('"t"', '"s"').replace('"rad/s"}\nrotor', '"deg/s"}\nrotor'))
        both = self.fit("--columns", "d.toml", "--from", "1", "--from", "1", "--to", "3", "--to", "4",
                        logs=("a.csv", "b.csv"))
        self.assertEqual([log["windows"] for log in both["logs"]], [5, 7])
        one = self.fit("--from", "1", "--to", "4")
        self.assertAlmostEqual(both["logs"][1]["rate_bias_rad_s"][0], one["logs"][0]["rate_bias_rad_s"][0], delta=1e-3)

    @support.slow
    def test_columns_are_of_csv_logs(self):
        """The first log is a ULog, which describes its own content. It has no noise, and its drive is not late: there its
        loss has a kink, so that no step leads down though the gradient is not small. The fit says so."""
        self.fly(*self.SHORT, result="b.h5")
        self.expect(0, "export", "b.h5", "--sample", "0", "--ulog", "u.ulg")
        result = self.expect(4, "fit", "s.toml", "u.ulg", "a.csv", "--columns", "c.toml", "--method", "filter_error",
                             "--json")
        self.assertEqual([log["log"] for log in json.loads(result.out)["logs"]], ["u.ulg", "a.csv"])
        self.assertIn("no fraction of the step reduces the loss", result.err)
        result = self.expect(2, "fit", "s.toml", "u.ulg", "--columns", "c.toml")
        self.assertIn("describes its own content", result.err)
        result = self.expect(2, "fit", "s.toml", "u.ulg", "a.csv", "--columns", "c.toml", "--columns", "c.toml")
        self.assertIn("it is given 2 times, for 1 CSV log.", result.err)

    @support.slow
    def test_rotors_that_act_late_are_told(self):
        """The drive of the log is 5 ms late; brought forward by 25 ms it is 20 ms early."""
        self.assertNotIn("seem to act", " ".join(self.fit_as_it_is()["warnings"]))
        self.write("c.toml", COLUMNS.replace('"w4"], unit = "rad/s"', '"w4"], unit = "rad/s", delay_s = 0.025'))
        told = [text for text in self.fit()["warnings"] if "seem to act" in text]
        self.assertRegex(told[0], r"a.csv: .*act (19|20)[.0-9]* ms later than recorded")

    @support.slow
    def test_a_number_far_from_what_was_known_is_told(self):
        """A vehicle of half the mass: the factor that is found is twice that of the draws."""
        answer = self.fit("--set", "vehicle.mass_kg=0.358")
        told = [text for text in answer["warnings"] if "standard deviations from its mean" in text]
        self.assertTrue(any("vehicle.mass_kg (factor)" in text for text in told), answer["warnings"])

    @support.slow
    def test_output_error_finds_the_same(self):
        """Where nothing but the rotors turns the vehicle."""
        filtered, windowed = self.fit_as_it_is(), self.fit("--method", "output_error", "--window", "0.3")
        self.assertEqual((filtered["method"], windowed["method"]), ("filter_error", "output_error"))
        for one, other in zip(filtered["parameters"], windowed["parameters"]):
            sd = math.hypot(one["standard_error"], other["standard_error"])
            self.assertLess(abs(one["value"] - other["value"]), 3 * sd, one["path"])

    def test_a_fit_that_ends_too_early_is_undecided(self):
        """Its files are there, and say so."""
        result = self.expect(4, "fit", "s.toml", "a.csv", "--columns", "c.toml", "--iterations", "1", "--vehicle", "v.toml")
        self.assertIn("did not converge in 1 iteration (", result.err)
        self.assertIn("1 iteration, which did not converge", result.out)
        self.assertIn("The fit did not converge.", pathlib.Path(self.dir, "v.toml").read_text())
        result = self.expect(4, "fit", "s.toml", "a.csv", "--columns", "c.toml", "--iterations", "1", "--json")
        self.assertFalse(json.loads(result.out)["converged"])

    def test_table(self):
        out = self.expect(0, "fit", "s.toml", "a.csv", "--columns", "c.toml").out
        self.assertIn("vehicle.mass_kg (factor)", out)
        self.assertIn(f"not identified: {HIDDEN}", out)


class Records(FitTest):
    """What is wrong with a vehicle or a record shows in the terms that are estimated beside the parameters."""

    def test_a_centre_of_mass_that_moved_is_told(self):
        """2 mm behind the middle: the weight by that by the moment of inertia, and thrust is nearly the weight."""
        self.fly("-n", "1", "--set", "simulation.duration_s=12", "--set", "trajectory.rate_rad_s=[0.8, 1.1, 1.4]", "--set",
                 "disperse={}", "--set",
                 'disperse."vehicle.rotors.*.position_m.x"={dist="uniform", low=0.0019999, high=0.0020001, apply="offset"}')
        self.write("a.csv", text_of(noisy(self.rows(0), 3)))
        log = self.fit("--errors", "e.toml")["logs"][0]
        turned = 9.81 * 0.716 * 0.002 / 0.00752
        self.assertLess(abs(log["angular_acceleration_rad_s2"][1] - turned), 0.15 * turned, log)
        self.assertLess(abs(log["angular_acceleration_rad_s2"][0]), 0.1 * turned, log)
        told = tomllib.loads(pathlib.Path(self.dir, "e.toml").read_text())
        self.assertEqual(told["angular_acceleration_rad_s2"], log["angular_acceleration_rad_s2"])
        # It belongs to this flight, and is not carried to another one.
        self.write("b.csv", text_of(noisy(self.rows(0), 4)))
        fitted = ["--set", 'disperse."vehicle.drag_area_m2"={dist="normal",mean=5e-5,sd=1e-9}']
        other = self.expect(0, "validate", "s.toml", "b.csv", "--columns", "c.toml", "--errors", "e.toml", "--json", *fitted)
        answer = json.loads(other.out)
        self.assertEqual(answer["angular_acceleration_rad_s2"], [0, 0, 0])
        self.assertTrue(any("angular acceleration of its only flight is not applied" in w for w in answer["warnings"]))
        self.assertNotIn("right", {row["verdict"] for row in answer["coverage"]})
        # Its own first seconds show it, and the delay of one row.
        own = json.loads(self.expect(0, "validate", "s.toml", "b.csv", "--columns", "c.toml", "--calibrate", "6",
                                     "--json").out)
        self.assertLess(abs(own["angular_acceleration_rad_s2"][1] - turned), 0.15 * turned, own)
        self.assertLess(abs(own["delay_s"] - 0.005 * DELAY_ROWS), 4 * own["delay_standard_error_s"], own)
        self.assertLess(own["delay_standard_error_s"], 0.002, own)

    @support.slow
    def test_an_attitude_that_is_recorded_late_is_told(self):
        self.fly("-n", "1", "--set", "simulation.duration_s=6")
        self.write("a.csv", text_of(with_late_attitude(noisy(self.rows(0), 3))))
        log = self.fit()["logs"][0]
        for k, late_s in enumerate((0, 0, 0.005)):
            # The first differences of noisy records make 0.1 ms of bias.
            self.assertLess(abs(log["late_s"][k] - late_s), 3.5 * log["late_standard_error_s"][k] + 1e-4, log)
            self.assertLess(log["late_standard_error_s"][k], 0.001, log)


class Errors(FitTest):
    def test_damaged_files_of_errors(self):
        self.fly("-n", "1", "--set", "simulation.duration_s=2")
        self.write("a.csv", text_of(noisy(self.rows(0), 1)))
        self.fit("--errors", "e.toml")
        good = pathlib.Path(self.dir, "e.toml").read_text()
        for code, text, says in [
            (2, "", "logs is missing"),
            (2, good.replace("delay_s =", "delai_s ="), "did you mean 'delay_s'?"),
            (2, good[:-30], "e.toml"),
            (2, re.sub("\nlogs = .*", "\nlogs = 2.5", good), "2.5 is no number of logs"),
            (2, good.replace("delay_sd_s = ", "delay_sd_s = -1"), "is negative"),
            (2, re.sub("delay_s = .*", "delay_s = 1", good), "delay_s = 1 is outside -0.05 to 0.05"),
            (2, re.sub("delay_s = .*", "delay_s = -5", good), "delay_s = -5 is outside -0.05 to 0.05"),
            (2, re.sub("activity_rad_s = .*", "activity_rad_s = 1e300", good),
             "activity_rad_s = 1e+300 is outside 0 to 1000000"),
            (2, re.sub("horizon_s = .*", "horizon_s = [0.05, 0.1, 0.1, 0.5]", good), "does not ascend"),
            (2, re.sub("delay_s = .*", "delay_s = nan", good), "is not a number"),
            (2, re.sub("rate_bias_rad_s = .*", "rate_bias_rad_s = [1, 2]", good), "not a list of 3"),
        ]:
            self.write("e.toml", text)
            result = self.expect(code, "validate", "s.toml", "a.csv", "--columns", "c.toml", "--errors", "e.toml")
            self.assertIn(says, result.err)
        result = self.expect(6, "validate", "s.toml", "a.csv", "--columns", "c.toml", "--errors", "none.toml")
        self.assertIn("cannot read it", result.err)
        self.write("e.toml", good)
        result = self.expect(3, "validate", "s.toml", "a.csv", "--columns", "c.toml", "--errors", "e.toml",
                             "--set", "disperse={}")
        self.assertIn("disperses no vehicle parameter", result.err)


class Mistakes(FitTest):
    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "fit", *arguments)
        self.assertEqual(result.out, "")
        for word in ("error:", *says):
            self.assertIn(word, result.err, arguments)

    def test_each_has_its_message(self):
        still = [[k / 100, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + 8 * [450.0] for k in range(120)]
        self.write("a.csv", text_of(still))
        self.write("once.csv", text_of(2 * still[:1]))
        self.write("damaged.csv", text_of(still)[:4000] + "\n1,2,word" + 19 * ",3" + "\n")
        self.write("empty.csv", "")
        self.write("heli.toml", HELICOPTER)
        self.write("no_rate.toml", "\n".join(line for line in COLUMNS.splitlines() if "body_rate" not in line and "attitude" not in line))
        columns = ["--columns", "c.toml"]
        windows = ["--method", "output_error", "--window"]
        controller = ["--set", 'controller.include="lee.toml"']
        self.write("lee.toml", LEE)
        self.expect(0, "run", "s.toml", "-n", "1", "-q", "-o", "r.h5")
        vector = ('disperse."vehicle.inertia_kg_m2.turn_rad.*"={dist="multivariate_normal", mean=[0.0, 0.0, 0.0], '
                  'covariance=[[1e-4, 0, 0], [0, 1e-4, 0], [0, 0, 1e-4]]}')
        for code, arguments, says in [
            (2, ["s.toml", "a.csv"], ["a CSV file needs --columns FILE.toml"]),
            (2, ["s.toml"], ["log is required"]),
            (2, ["none.toml", "a.csv", *columns], ["none.toml"]),
            (6, ["s.toml", "none.csv", *columns], ["none.csv: error: cannot read it"]),
            (2, ["s.toml", "-", *columns], ["-: error: a log cannot be read from standard input", "./-"]),
            (3, ["s.toml", "once.csv", *columns], ["the log has rotor_speed at one time only"]),
            (6, ["s.toml", "/dev/zero", *columns], ["/dev/zero: error: cannot read it (it is a device, not a file)"]),
            (2, ["s.toml", "damaged.csv", *columns], ["word"]),
            (3, ["heli.toml", "a.csv", *columns], ["only multirotors"]),
            (3, ["s.toml", "a.csv", *columns, "--set", "disperse={}"], ["disperses no vehicle parameter"]),
            (3, ["s.toml", "a.csv", *columns, "--set", 'sweep."vehicle.mass_kg".values=[0.7, 0.8]'],
             ["'vehicle.mass_kg' is both swept and fitted"]),
            (3, ["s.toml", "a.csv", *columns, "--set", vector], ["not a distribution of one number"]),
            (3, ["s.toml", "a.csv", "--columns", "no_rate.toml"], ["the log has no attitude or body_rate"]),
            (3, ["s.toml", "a.csv", *columns, "--from", "5"], ["--from, --to"]),
            (3, ["s.toml", "a.csv", *columns, *windows, "3"], ["no 3 s of states", "shorter --window"]),
            (2, ["s.toml", "a.csv", *columns, *windows, "0.01"], ["--window", "too short"]),
            (2, ["s.toml", "a.csv", *columns, *windows, "long"], ["--window"]),
            (2, ["s.toml", "a.csv", *columns, "--window", "0.3"], ["only output_error has windows"]),
            (2, ["s.toml", "a.csv", *columns, "--method", "kalman"], ["unknown word 'kalman'"]),
            (2, ["s.toml", "a.csv", *columns, "--iterations", "0"], ["--iterations"]),
            (2, ["s.toml", "a.csv", *columns, "--drive", "pedals"], ["--drive"]),
            (2, ["s.toml", "a.csv", *columns, "--from", "2", "--to", "1"], ["not before --to"]),
            (2, ["s.toml", "a.csv", "a.csv", "a.csv", *columns, *columns], ["--columns", "2 times, for 3 logs"]),
            (2, ["s.toml", "a.csv", *columns, "--to", "1", "--to", "2"], ["--to", "once for each"]),
            (2, ["s.toml", "a.csv", *columns, "--force"], ["--force"]),
            (3, ["s.toml", "a.csv", *columns, "-o", "s.toml"], ["s.toml"]),
            (3, ["s.toml", "a.csv", *columns, "-o", "a.csv", "--force"], ["a.csv"]),
            (2, ["s.toml", "a.csv", *columns, "-o", ""], ["empty"]),
            (2, ["s.toml", "a.csv", *columns, "-o", "x.toml", "--vehicle", "./x.toml"], ["--vehicle", "also the file of --output"]),
            (3, ["s.toml", "a.csv", *columns, *controller, "-o", "lee.toml", "--force"], ["lee.toml", "this command reads that file"]),
            # Before anything is fitted, so that nothing is told of the fit.
            (6, ["s.toml", "a.csv", *columns, "-o", "x.toml", "--errors", "none/e.toml"], ["its folder does not exist"]),
            (3, ["s.toml", "a.csv", *columns, "-o", "/dev/full"], ["not a regular file"]),
            (3, ["s.toml", "a.csv", *columns, "--errors", "r.h5", "--force"], ["r.h5", "it is a result file"]),
            (2, ["s.toml", "a.csv", *columns, "--windw", "1"], ["--windw"]),
        ]:
            with self.subTest(arguments):
                self.refuse(code, *arguments, says=says)
        self.assertNotEqual(self.run_program("fit", "s.toml", "empty.csv", *columns).code, 0)

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        self.fly("-n", "1", "--set", "simulation.duration_s=1")
        self.write("a.csv", text_of(noisy(self.rows(0), 1)))
        for redirection in (">&-", ">/dev/full"):
            done = subprocess.run(
                ["/bin/bash", "-c", f'exec "$0" fit s.toml a.csv --columns c.toml {redirection}', support.PROGRAM],
                cwd=self.dir, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 6, done.stderr)


class Blades(FitTest):
    """Flights of a vehicle with blades: the fit finds what was drawn, and the vehicle predicts its own log better than
    "nothing changes" does."""

    def test_what_was_drawn_is_found(self):
        text = TRUTH.replace("hummingbird.toml", "f450-slow-flyer.toml").replace("samples = 3", "samples = 1")
        text = text[:text.index("[disperse]")].replace("vehicle.linear_drag_n_s_m = 0.15\n", "")
        text = text.replace("attitude_gain_n_m = [0.8, 0.8, 0.3]", "attitude_gain_n_m = [1.5, 1.5, 0.6]")
        text = text.replace("rate_gain_n_m_s = [0.11, 0.11, 0.07]", "rate_gain_n_m_s = [0.3, 0.3, 0.15]")
        self.write("s.toml", text + """[disperse]
"vehicle.mass_kg" = {dist = "normal", mean = 1.3, sd = 0.1}
"vehicle.rotors.*.law.thrust_scale" = {dist = "normal", mean = 1.0, sd = 0.05}
""")
        drawn = self.fly("--set", "simulation.duration_s=10", "-n", "1")[0]
        self.write("a.csv", text_of(noisy(self.rows(0), 1)))
        log = ("s.toml", "a.csv", "--columns", "c.toml", "--json")
        found = {p["path"]: p for p in json.loads(self.expect(0, "fit", *log).out)["parameters"]}
        for path in ("vehicle.mass_kg", "vehicle.rotors.*.law.thrust_scale"):
            value = float(drawn["in_" + path.replace("*", "all")])
            # Nobody misses three standard errors by chance: 1 in 370.
            self.assertLess(abs(found[path]["value"] - value), 3 * found[path]["standard_error"], path)
        for horizon in json.loads(self.expect(0, "validate", *log).out)["horizons"]:
            for quantity, error in horizon["errors"].items():  # of the mean vehicle
                self.assertLess(error["rms"], 0.5 * error["unchanged_rms"], quantity)


if __name__ == "__main__":
    support.main()
