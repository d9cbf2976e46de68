#!/usr/bin/python3
"""montecopter fit --method prediction, and the errors of flight that a fit did not use.

Vehicles, noise, bias and delay of the flights are known (fitted_logs.py); errors of "nothing changes" are computed here."""
import json
import math
import pathlib
import statistics

import support
from fitted_logs import BIAS, DELAY_ROWS, HIDDEN, FitTest, noisy, text_of, truth_of
from validate import text_of as exact_text

# What factors apply to (scenarios/vehicles/hummingbird.toml).
NOMINAL = {"vehicle.mass_kg": 0.716, "vehicle.rotors.*.law.torque_n_m_s2": 1.3677728e-07}
HORIZONS = (0.1, 0.25, 0.5)
PATHS = ("[1.6, 2.3, 2.9]", "[2.0, 1.4, 2.4]", "[1.2, 1.9, 2.1]")


def later(rows, count):
    """The drive is recorded some rows later still."""
    return [row[:14] + rows[max(0, k - count)][14:] for k, row in enumerate(rows)]


class Prediction(FitTest):
    logs = []
    drawn = None

    def setUp(self):
        """One vehicle along three paths; the delay of the rotor record is another one in each log."""
        super().setUp()
        if not Prediction.logs:
            for k, path in enumerate(PATHS):
                Prediction.drawn = self.fly("-n", "1", "--set", f"trajectory.rate_rad_s={path}", "--set",
                                            "simulation.duration_s=6", result=f"{k}.h5")[0]
                Prediction.logs.append(text_of(later(noisy(self.rows(0, f"{k}.h5"), k), k)))
        for k, log in enumerate(self.logs):
            self.write(f"{k}.csv", log)

    def fit_prediction(self, *arguments, logs=("0.csv", "1.csv", "2.csv")):
        answer = json.loads(self.expect(0, "fit", "s.toml", *logs, "--columns", "c.toml", "--json", *arguments).out)
        self.assertEqual(answer["method"], "prediction")  # the default
        return answer

    def method(self, answer, name):
        return next(m for m in answer["held_out"]["methods"] if m["method"] == name)

    def held_out(self, answer, quantity, name="prediction"):
        errors = next(e for e in self.method(answer, name)["errors"] if e["quantity"] == quantity)
        return {h["horizon_s"]: h for h in errors["horizons"]}

    def test_the_vehicle_is_found_within_its_errors(self):
        answer = self.fit_prediction()
        self.assertTrue(answer["converged"])
        for p in answer["parameters"]:
            self.assertEqual(p["identified"], p["path"] != HIDDEN, p)
            # Of seven numbers, one in three thousand times one is farther off.
            self.assertLess(abs(p["value"] - truth_of(self.drawn, p["path"])), 4 * p["standard_error"], p)
        for k, log in enumerate(answer["logs"]):
            self.assertLess(abs(log["delay_s"] - 0.005 * (DELAY_ROWS + k)), 4 * log["delay_standard_error_s"], log)
            for axis in range(3):
                self.assertLess(abs(log["rate_bias_rad_s"][axis] - BIAS[axis]),
                                4 * log["rate_bias_standard_error_rad_s"][axis], log)

    @support.slow
    def test_held_out_errors_are_those_of_the_true_vehicle(self):
        """The vehicle is found to a per cent from two logs, so it predicts the third as the truth does, which `validate`
        flies. The third has the mean delay of the others. Errors come from noise of the starts and of the rotor speeds;
        `fit` averages the speeds over a step, where `validate` joins them by lines, which costs up to 3 %."""
        answer = self.fit_prediction("--held-out", "1.csv", "--errors", "e.toml")
        self.assertEqual(answer["held_out"]["recommended"], "prediction")
        # Bands need a dispersion; its errors are those of the means.
        sets = ["--set", "disperse={}", "--set", 'disperse."vehicle.drag_area_m2"={dist="normal",mean=5e-5,sd=1e-9}']
        for p in answer["parameters"]:
            value = truth_of(self.drawn, p["path"]) * NOMINAL.get(p["path"], 1)
            for rotor in range(4 if "*" in p["path"] else 1):
                sets += ["--set", f"{p['path'].replace('*', str(rotor))}={value!r}"]
        truth = json.loads(self.expect(0, "validate", "s.toml", "1.csv", "--columns", "c.toml", "--errors", "e.toml",
                                       "--json", *sets).out)
        for entry in truth["horizons"]:
            for quantity, errors in entry["errors"].items():
                found = self.held_out(answer, quantity)[entry["horizon_s"]]
                for key in ("held_out_mean", "own_mean"):
                    self.assertAlmostEqual(found[key] / errors["mean"], 1, delta=0.05, msg=f"{quantity} {key} {entry}")

    @support.slow
    def test_the_log_that_is_named_is_left_out(self):
        every = self.fit_prediction()
        named = self.fit_prediction("--held-out", "1.csv")
        self.assertEqual(named["held_out"]["left_out"], "1.csv")
        self.assertEqual(named["parameters"], every["parameters"])
        # Its errors are those of a fit without it: `validate` says the same (see above).
        self.fit_prediction("--held-out", "none", "-o", "p.toml", "--errors", "e.toml", logs=("0.csv", "2.csv"))
        flown = json.loads(self.expect(0, "validate", "p.toml", "1.csv", "--columns", "c.toml", "--errors", "e.toml",
                                       "--json").out)
        for entry in flown["horizons"]:
            found = self.held_out(named, "velocity")[entry["horizon_s"]]
            self.assertAlmostEqual(found["held_out_mean"] / entry["errors"]["velocity"]["mean"], 1, delta=0.05)

    def test_parts_of_a_single_log(self):
        answer = self.fit_prediction(logs=("0.csv",))
        self.assertEqual(answer["held_out"]["left_out"], "each quarter of the log in turn")
        self.assertEqual(answer["held_out"]["recommended"], "prediction")

    @support.slow
    def test_methods_are_compared(self):
        answer = self.fit_prediction("--compare-methods", logs=("0.csv", "1.csv"))
        held_out = answer["held_out"]
        self.assertEqual({m["method"] for m in held_out["methods"]}, {"prediction", "output_error", "filter_error"})
        self.assertEqual(held_out["methods"][0]["method"], "prediction")
        best = min((m for m in held_out["methods"] if m["better_than_unchanged"]), key=lambda m: m["ratio"])
        self.assertEqual(held_out["recommended"], best["method"])
        for method in held_out["methods"]:
            ratios = [h["held_out_mean"] / h["unchanged_mean"] for e in method["errors"] for h in e["horizons"]]
            self.assertAlmostEqual(method["ratio"], statistics.mean(ratios), places=12)

    def test_nothing_changes(self):
        """Turning about the vertical with an acceleration that changes its sign from quarter to quarter, and climbing
        faster and faster, in closed form. Level rotors explain the climb alone. The other quarters turn the other way on
        average, so the turn is predicted worse than by "nothing changes"."""
        climb_m_s2, turn_rad_s2 = 0.3, 0.2
        rows, angle, rate = [], 0.0, 0.0
        for k in range(1001):
            t = k / 100
            change = turn_rad_s2 / 100 * (1 if int(t / 2.5) % 2 == 0 else -1)
            rows.append([t, 0, 0, -climb_m_s2 * t * t / 2, 0, 0, -climb_m_s2 * t, math.cos(angle / 2), 0, 0,
                         math.sin(angle / 2), 0, 0, rate] + 8 * [453.0])
            angle, rate = angle + (rate + change / 2) / 100, rate + change
        self.write("a.csv", exact_text(rows))
        settings = ["--set", "vehicle.linear_drag_n_s_m=0", "--set", "disperse={}", "--set",
                    'disperse."vehicle.mass_kg"={dist="normal",mean=0.7,sd=0.05}']
        answer = self.fit_prediction(*settings, logs=("a.csv",))
        for h in HORIZONS:
            # Decimals of the log have 16 digits. The turn changes its sign within a window of the last row of a quarter.
            self.assertAlmostEqual(self.held_out(answer, "velocity")[h]["unchanged_mean"], climb_m_s2 * h, places=9)
            self.assertAlmostEqual(self.held_out(answer, "body_rate")[h]["unchanged_mean"], turn_rad_s2 * h, delta=0.03 * h)
            self.assertLess(self.held_out(answer, "velocity")[h]["held_out_mean"], 1e-3 * h)
        self.assertFalse(self.method(answer, "prediction")["better_than_unchanged"])
        self.assertEqual(answer["held_out"]["recommended"], "none")
        self.assertTrue(any("predicted no better than" in warning for warning in answer["warnings"]), answer["warnings"])

    def test_a_parameter_at_the_edge_of_its_prior_is_not_identified(self):
        """The drag is drawn at 0.05 to 0.3 N s/m; this prior lies above."""
        answer = self.fit_prediction("--held-out", "none", "--set",
                                     'disperse."vehicle.linear_drag_n_s_m"={dist="uniform",low=0.6,high=0.7}', logs=("0.csv",))
        drag = self.parameter(answer, "vehicle.linear_drag_n_s_m")
        self.assertFalse(drag["identified"])
        self.assertIn("at the edge of its prior", drag["reason"])

    def test_a_rotor_that_reads_zero_is_told(self):
        rows = [line.split(",") for line in self.logs[0].splitlines()]
        speeds = [k for k, name in enumerate(rows[0]) if name in ("w1", "w2", "w3", "w4")]
        for row in rows[1::20]:
            row[speeds[2]] = "0"
        self.write("zero.csv", "\n".join(map(",".join, rows)) + "\n")
        for command, scenario in (("validate", []), ("fit", ["--held-out", "none"])):
            said = self.run_program(command, "s.toml", "zero.csv", "--columns", "c.toml", *scenario).err
            self.assertIn(f"rotor 2 is zero in {len(rows[1::20])} of {len(rows) - 1} rows", said)
            self.assertNotIn("rotor 1 is zero", said)
        for row in rows[1:]:  # a tachometer that is not connected
            row[speeds[2]] = "0"
        self.write("zero.csv", "\n".join(map(",".join, rows)) + "\n")
        said = self.expect(0, "log", "zero.csv", "--columns", "c.toml").out
        self.assertIn(f"rotor 2 is zero in {len(rows) - 1} of {len(rows) - 1} rows", said)
        for row in rows[1:]:
            for k in speeds:
                row[k] = "0"
        self.write("zero.csv", "\n".join(map(",".join, rows)) + "\n")
        said = self.expect(0, "log", "zero.csv", "--columns", "c.toml").out
        self.assertIn("rotor_speed is zero in all rows", said)
        said = self.expect(0, "validate", "s.toml", "zero.csv", "--columns", "c.toml").err
        self.assertIn("zero.csv: warning: rotor_speed is zero in all rows (the vehicle is flown without thrust)", said)

    def test_speeds_beyond_the_motors_are_told(self):
        """Rotor speeds in rpm that pass for rad/s, and speeds of the wrong sign."""
        rows = [line.split(",") for line in self.logs[0].splitlines()]
        speeds = [k for k, name in enumerate(rows[0]) if name in ("w1", "w2", "w3", "w4")]
        for factor in (9.549, -1):
            text = [rows[0]] + [[str(factor * float(x)) if k in speeds else x for k, x in enumerate(row)]
                                for row in rows[1:]]
            self.write("unit.csv", "\n".join(map(",".join, text)) + "\n")
            said = self.expect(0, "validate", "s.toml", "unit.csv", "--columns", "c.toml").err
            self.assertRegex(said, r"unit.csv: warning: \d+ of \d+ rotor speeds are beyond the limits of the motors "
                                   r"\(they range from .*, but the motors take 0 to \d+\). Check the unit and the sign")
        self.assertNotIn("beyond", self.expect(0, "validate", "s.toml", "1.csv", "--columns", "c.toml").err)
        rows[len(rows) // 2] = [f"-{x}" if k in speeds else x for k, x in enumerate(rows[len(rows) // 2])]
        self.write("noisy.csv", "\n".join(map(",".join, rows)) + "\n")  # one row of hundreds is no unit
        self.assertNotIn("beyond", self.expect(0, "validate", "s.toml", "noisy.csv", "--columns", "c.toml").err)

    @support.slow
    def test_a_delay_beyond_the_search_is_told(self):
        rows = [[float(x) for x in line.split(",")] for line in self.logs[0].splitlines()[1:]]
        self.write("late.csv", exact_text(later(rows, 14)))  # 75 ms in all
        columns = ["late.csv", "--columns", "c.toml"]
        said = self.run_program("fit", "s.toml", *columns, "--held-out", "none").err
        self.assertIn("late.csv: warning: the delay of its rotor record is 49.", said)
        self.assertIn("the end of the search", said)
        # Without the scatter of other flights, delays within 30 ms are tried.
        said = self.expect(0, "validate", "s.toml", *columns, "--calibrate", "3").err
        self.assertIn("late.csv: warning: the best delay of the rotor record, 30 ms, is at the end of the search", said)
        self.assertNotIn("the end of the search", self.expect(0, "validate", "s.toml", "1.csv", "--columns", "c.toml",
                                                       "--calibrate", "3").err)

    @support.slow
    def test_a_moment_of_all_flights_is_a_centre_of_mass(self):
        """The vehicle flies with its centre of mass 2 mm ahead and 1 mm to the right; the scenario does not know it. In
        level flight the thrust m g acts beside it. The path is gentle: tilts change the thrust by about a per cent, and so
        the moment that is taken for constant."""
        for k in (0, 1):
            self.fly("-n", "1", "--set", f"trajectory.rate_rad_s={PATHS[k]}", "--set", "simulation.duration_s=6", "--set",
                     "vehicle.centre_of_mass_m=[0.002, -0.001, 0]", "--set", "trajectory.amplitude_m=[0.5, 0.4, 0.2]", result=f"com{k}.h5")
            self.write(f"com{k}.csv", text_of(noisy(self.rows(0, f"com{k}.h5"), k)))
        answer = self.fit_prediction("--held-out", "none", "-o", "p.toml", "--errors", "e.toml", logs=("com0.csv", "com1.csv"))
        x, y, z = answer["centre_of_mass_shift_m"]
        self.assertAlmostEqual(x, 0.002, delta=1e-4)
        self.assertAlmostEqual(y, -0.001, delta=1e-4)
        self.assertEqual(z, 0)
        # It is in the scenario, and no longer in the errors of single flights.
        self.assertIn(f"centre_of_mass_m = [{x!r}, {y!r}, 0.0]", pathlib.Path(self.path("p.toml")).read_text())
        self.assertIn("angular_acceleration_rad_s2 = [0.0, 0.0, ", pathlib.Path(self.path("e.toml")).read_text())
        alone = self.fit_prediction("--held-out", "none", logs=("com0.csv",))
        self.assertEqual(alone["centre_of_mass_shift_m"], [0, 0, 0])
        fitted = self.fit_prediction("--held-out", "none", "--set",
                                     'disperse."vehicle.centre_of_mass_m.x"={dist="normal",mean=0,sd=0.003}',
                                     logs=("com0.csv", "com1.csv"))
        self.assertEqual(fitted["centre_of_mass_shift_m"], [0, 0, 0])

    def test_refusals(self):
        columns = ["--columns", "c.toml", "--method", "prediction"]
        for code, arguments, says in [
            (2, ["0.csv", "--columns", "c.toml", "--method", "predicton"], ["unknown word 'predicton'", "prediction"]),
            (2, ["0.csv", "1.csv", *columns, "--held-out", "2.csv"], ["'2.csv' is not a log of this fit", "0.csv, 1.csv"]),
            (2, ["0.csv", *columns, "--held-out", "0.csv"], ["only log of this fit"]),
            (2, ["0.csv", "1.csv", *columns, "--held-out", "none", "--compare-methods"], ["--compare-methods"]),
            (2, ["0.csv", *columns, "--window", "0.3"], ["only output_error has windows"]),
            (3, ["0.csv", "1.csv", *columns, "--to", "6", "--to", "0.4"], ["1.csv: error: no 0.5 s of states"]),
        ]:
            with self.subTest(arguments):
                refused = self.expect(code, "fit", "s.toml", *arguments)
                for words in says:
                    self.assertIn(words, refused.err)

    def test_a_log_too_short_for_parts(self):
        answer = self.fit_prediction("--to", "3", logs=("0.csv",))
        self.assertIsNone(answer["held_out"])
        text = self.expect(0, "fit", "s.toml", "0.csv", "--columns", "c.toml", "--method", "prediction", "--to", "3").out
        self.assertIn("held-out errors: none, because the log is too short", text)


if __name__ == "__main__":
    support.main()
