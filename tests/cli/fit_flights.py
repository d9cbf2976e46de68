#!/usr/bin/python3
"""Flights of one vehicle differ: each log has its own delay of the rotor record, its own bias of the rates, and its own
trim. montecopter fit states errors of parameters and bands of predictions that hold nevertheless.

MONTECOPTER_FIT_TRIALS=200 tries so many vehicles in the place of a few, and prints how many numbers are within their
errors, and what bands hold."""
import csv
import io
import json
import math
import random

import support
from fitted_logs import BIAS, TRIALS, TRUTH, FitTest, noisy, text_of, truth_of

PATHS = ("[1.6, 2.3, 2.9]", "[2.0, 1.4, 2.4]", "[1.2, 1.9, 2.1]", "[2.2, 1.7, 1.5]", "[1.5, 2.1, 2.6]")
FITTED = len(PATHS) - 1  # the last one is predicted
SECONDS = 10
PROCESS_NOISE = ["--set", "vehicle.process_noise.force_n2_s=2e-5", "--set", "vehicle.process_noise.moment_n2_m2_s=2e-9"]
# Trim of 0.5 rad/s2 in roll and pitch, and of 0.05 m/s2: a centre of mass that is off by 0.5 mm, a slight wind.
TORQUE_N_M, FORCE_N = 0.5 * 0.0073, 0.05 * 0.716
DELAY_ROWS = (0, 4)
BIAS_SD = 0.01


def trim_of(log):
    """Disturbances of one log, all along. Their numbers and kinds make the draws of each log independent of others."""
    kinds = [("torque_pulse", "torque_n_m", "xy", TORQUE_N_M), ("force_pulse", "force_n", "xyz", FORCE_N)]
    if log == FITTED:  # eight disturbances are possible
        kinds, log = kinds[::-1], 0
    text = ""
    for number in range(2 * log + 2):
        kind, key, axes, sd = kinds[number % 2]
        text += f'[[disturbance]]\ntype = "{kind}"\n{key} = [0, 0, 0]\nstart_s = 0\nduration_s = {SECONDS + 1}\n'
        for axis in axes if number >= 2 * log else "":
            text += f'[disperse."disturbance.{number}.{key}.{axis}"]\ndist = "normal"\nmean = 0\nsd = {sd}\n'
    return text


class Flights(FitTest):
    def setUp(self):
        super().setUp()
        for log, path in enumerate(PATHS):
            self.write(f"{log}.toml", TRUTH + "\n" + trim_of(log))
            self.expect(0, "run", f"{log}.toml", "--progress", "none", "-o", f"{log}.h5", *PROCESS_NOISE, "--set",
                        f"simulation.duration_s={SECONDS}", "--set", f"trajectory.rate_rad_s={path}")

    def record(self, sample):
        """Writes the logs; returns their delays and biases."""
        draw = random.Random(1000 + sample)
        effects = []
        for log in range(len(PATHS)):
            delay_rows, bias = draw.randint(*DELAY_ROWS), [b + draw.gauss(0, BIAS_SD) for b in BIAS]
            rows = noisy(self.rows(sample, f"{log}.h5"), draw.randint(0, 10**9), delay_rows, bias)
            self.write(f"{log}.csv", text_of(rows[::2]))  # 100 Hz
            effects.append((0.005 * delay_rows, bias))
        return effects

    def fit_trial(self, sample, drawn):
        """Errors of all numbers by their standard errors, and fractions of the last flight inside bands of 95 %."""
        effects = self.record(sample)
        logs = [f"{log}.csv" for log in range(FITTED)]
        # The first second has the start from rest, which tells nearly all of a delay: its error would rest on one block.
        answer = json.loads(self.expect(0, "fit", "s.toml", *logs, "--columns", "c.toml", "--held-out", "none", "-o", "p.toml",
                                        "--errors", "e.toml", "--force", "--json", "--from", "1").out)
        errors = {p["path"]: (p["value"] - truth_of(drawn, p["path"])) / p["standard_error"] for p in answer["parameters"]}
        for (delay_s, bias), log in zip(effects, answer["logs"]):
            errors[f"delay {log['log']}"] = (log["delay_s"] - delay_s) / log["delay_standard_error_s"]
            for k in range(3):
                errors[f"bias {log['log']} {k}"] = (log["rate_bias_rad_s"][k] - bias[k]) / log["rate_bias_standard_error_rad_s"][k]
        found = {}
        for kind, options in (("predicted", []), ("calibrated", ["--calibrate", "3"]))[:1 if TRIALS > 3 and sample % 5 else 2]:
            judged = json.loads(self.expect(0, "validate", "p.toml", f"{FITTED}.csv", "--columns", "c.toml", "--errors",
                                            "e.toml", "--json", "--from", "1", *options).out)
            for row in judged["coverage"]:
                band = next(b for b in row["inside"] if b["band"] == 0.95)
                found[kind, row["quantity"], row["horizon_s"]] = band["fraction"]
            if options and judged["delay_standard_error_s"] > 0:  # not if the delays of all logs are equal
                errors["calibrated delay"] = (judged["delay_s"] - effects[-1][0]) / judged["delay_standard_error_s"]
        return answer, errors, found

    def drawn_vehicles(self):
        return list(csv.DictReader(io.StringIO(self.expect(0, "export", "0.h5").out)))

    def test_what_differs_between_flights_is_found(self):
        answer, errors, found = self.fit_trial(0, self.drawn_vehicles()[0])
        self.assertTrue(answer["converged"])
        between = answer["between_flights"]
        # Of four logs, whose effects are drawn: a standard deviation is rarely beyond a factor of four of the truth
        # (chi-square with three degrees of freedom), and errors of estimates add to it.
        delay_sd = 0.005 * math.sqrt(((DELAY_ROWS[1] + 1) ** 2 - 1) / 12)
        for name, truth in [("delay_sd_s", delay_sd), *((("rate_bias_sd_rad_s", k), BIAS_SD) for k in range(3)),
                            *((("angular_acceleration_sd_rad_s2", k), 0.5) for k in range(2))]:
            sd = between[name] if isinstance(name, str) else between[name[0]][name[1]]
            self.assertTrue(truth / 4 < sd < 4 * truth, (name, sd, truth))
        # No flight is trimmed about the vertical.
        self.assertLess(between["angular_acceleration_sd_rad_s2"][2], 0.1)
        self.assertLess(max(map(abs, errors.values())), 6)
        # After its first seconds a flight is known. Of 20 flights, each of these was 0.89 to 0.99.
        for key, fraction in found.items():
            if key[0] == "calibrated":
                self.assertTrue(0.85 < fraction <= 1, (key, fraction))
        self.assert_short_calibration_is_told()
        judged = json.loads(self.expect(0, "validate", "p.toml", f"{FITTED}.csv", "--columns", "c.toml", "--errors", "e.toml",
                                        "--json", "--from", "1", "--to", "7").out)
        self.assertTrue(all(row["blocks"] < 8 for row in judged["coverage"]), judged["coverage"])
        self.assertNotIn("right", {row["verdict"] for row in judged["coverage"]})

    def assert_short_calibration_is_told(self):
        """Two seconds show the trim of a flight; half a second does not, and then it is not said to come from there."""
        known = ["validate", "p.toml", f"{FITTED}.csv", "--columns", "c.toml", "--errors", "e.toml"]
        two, half = (self.expect(0, *known, "--from", "1", "--calibrate", s).out for s in ("2", "0.5"))
        self.assertRegex(two, "added angular acceleration: .* rad/s2, from the calibration")
        self.assertRegex(half, "added acceleration: .* m/s2, the mean of the fitted flights")
        own, other = (json.loads(self.expect(0, *known, "--json", *part).out)
                      for part in (["--from", "1", "--calibrate", "2"], ["--from", "3"]))
        for k in range(2):
            sds = [answer["angular_acceleration_standard_error_rad_s2"][k] for answer in (own, other)]
            self.assertLess(sds[0], 0.5 * sds[1], k)  # a trim has a standard deviation of 0.5 rad/s2
        rates = [answer["horizons"][-1]["errors"]["body_rate"]["rms"] for answer in (own, other)]
        self.assertLess(rates[0], 0.8 * rates[1])

    @support.slow
    def test_flights_of_one_vehicle_differ(self):
        drawn = self.drawn_vehicles()
        every, bands = [], []
        for sample in range(TRIALS):
            answer, errors, found = self.fit_trial(sample, drawn[sample])
            self.assertTrue(answer["converged"])
            every.append(errors), bands.append(found)
        pooled = [e for trial in every for e in trial.values()]
        within = sum(abs(e) < 1.96 for e in pooled) / len(pooled)
        if TRIALS > 3:
            report(every, bands)
            print(f"{within:.3f} of {len(pooled)} are within 1.96 standard errors")
        # 95 % are due; numbers of a trial are not independent.
        self.assertGreaterEqual(within, 0.85)
        self.assertLess(max(map(abs, pooled)), 6)
        # One flight is one draw of delay and trim, so its own fraction may be far from 95 %.
        fractions = [fraction for found in bands for fraction in found.values()]
        self.assertTrue(0.9 < sum(fractions) / len(fractions) < 0.99, fractions)


def report(every, bands):
    for name in dict.fromkeys(name for trial in every for name in trial):
        own = [trial[name] for trial in every if name in trial]
        print(f"{name}: {sum(abs(e) < 1.96 for e in own) / len(own):.3f} of {len(own)} within, "
              f"rms {math.sqrt(sum(e * e for e in own) / len(own)):.2f}")
    for name in dict.fromkeys(name for trial in bands for name in trial):
        own = [trial[name] for trial in bands if name in trial]
        print(f"{name}: {sum(own) / len(own):.3f} inside of bands of 95 %, of {len(own)}")


if __name__ == "__main__":
    support.main()
