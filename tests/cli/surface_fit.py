#!/usr/bin/python3
"""montecopter fit of response surfaces: coefficients of simulated vehicles are found within their stated errors, with
ranges of the data and standard errors in the fitted vehicle.

MONTECOPTER_FIT_TRIALS=100 tries so many vehicles, and prints how many coefficients are within 1.96 standard errors."""
import json
import math
import pathlib
import tomllib

import support
from fitted_logs import TRIALS, TRUTH, FitTest, noisy, text_of, truth_of

TERMS = [("force_x", ["u"], -0.3), ("force_y", ["v"], -0.35), ("force_z", ["w", "w"], 0.05), ("moment_y", ["u"], 0.004),
         ("moment_z", ["r"], -0.01)]
SURFACE = "[vehicle.response_surface]\nterms = [\n" + "".join(
    f"  {{output = {json.dumps(output)}, factors = {json.dumps(factors)}, coefficient = {coefficient}, standard_error = "
    f"{abs(coefficient) / 5}}},\n" for output, factors, coefficient in TERMS) + "]\n"
PATH = "vehicle.response_surface.terms.{}.coefficient"
EACH = ('[disperse]\n"vehicle.response_surface.terms.*.{}" = {{dist = "normal", mean = {}, sd = {}, share = "each"{}}}\n')
FACTORS = EACH.format("coefficient", 1.0, 0.3, ', apply = "factor"')
DEVIATIONS = EACH.format("deviation", 0.0, 1.0, "")
SURFACED = TRUTH[:TRUTH.index("[disperse]")] + SURFACE
NOISE = ["--set", "vehicle.process_noise.force_n2_s=2e-5", "--set", "vehicle.process_noise.moment_n2_m2_s=2e-9"]


def products(rows):
    """Products of the factors in NWU/FLU, the frame of the hummingbird; rows are NED/FRD."""
    found = [[] for _ in TERMS]
    for row in rows:
        v, (a, b, c, d) = row[4:7], row[7:11]
        body = [(a * a + b * b - c * c - d * d) * v[0] + 2 * (b * c + a * d) * v[1] + 2 * (b * d - a * c) * v[2],
                2 * (b * c - a * d) * v[0] + (a * a - b * b + c * c - d * d) * v[1] + 2 * (c * d + a * b) * v[2],
                2 * (b * d + a * c) * v[0] + 2 * (c * d - a * b) * v[1] + (a * a - b * b - c * c + d * d) * v[2]]
        value = {"u": body[0], "v": -body[1], "w": -body[2], "r": -row[13]}
        for k, (_, factors, _) in enumerate(TERMS):
            found[k].append(math.prod(value[factor] for factor in factors))
    return found


class Surfaces(FitTest):
    def record(self, sample):
        rows = noisy(self.rows(sample), sample)[::2]
        self.write("a.csv", text_of(rows))
        return rows

    def flown(self, draws, *settings):
        self.write("s.toml", SURFACED + draws)
        return self.fly(*NOISE, *settings)

    def test_coefficients_are_found_with_their_errors_and_ranges(self):
        drawn = self.flown(FACTORS, "-n", "1", "--set", "simulation.duration_s=10")[0]
        rows = self.record(0)
        answer = self.fit("--method", "prediction", "--held-out", "none", "-o", "p.toml", "--vehicle", "v.toml")
        self.assertTrue(answer["converged"])
        scenario, vehicle = tomllib.loads(pathlib.Path(self.path("p.toml")).read_text()), tomllib.loads(pathlib.Path(self.path("v.toml")).read_text())
        seen = products(rows)
        self.assertEqual(len(answer["parameters"]), len(TERMS))
        for k, p in enumerate(answer["parameters"]):
            self.assertEqual(p["path"], PATH.format(k))
            self.assertTrue(p["identified"], p)
            # Of five numbers, one in three thousand times one is farther off.
            self.assertLess(abs(p["value"] - truth_of(drawn, p["path"])), 4 * p["standard_error"], p)
            term = vehicle["response_surface"]["terms"][k]
            self.assertEqual(term, scenario["vehicle"]["response_surface"]["terms"][k])
            self.assertAlmostEqual(term["coefficient"] / (p["value"] * TERMS[k][2]), 1, places=12)
            self.assertAlmostEqual(term["standard_error"] / (p["standard_error"] * abs(TERMS[k][2])), 1, places=12)
            # Windows of half a second leave out a few rows at the end; the log has nine digits.
            self.assertTrue(min(seen[k]) - 1e-6 <= term["lowest"] < term["highest"] <= max(seen[k]) + 1e-6, (term, k))
            self.assertGreater(term["highest"] - term["lowest"], 0.8 * (max(seen[k]) - min(seen[k])))
            spread = scenario["disperse"][p["path"]]
            self.assertAlmostEqual(spread["sd"], p["standard_error"] / p["value"], places=12)
        self.assertEqual(scenario["correlate"][0]["inputs"], [PATH.format(k) for k in range(len(TERMS))])
        self.expect(0, "run", "p.toml", "-n", "2", "-o", "p.h5", "-q")
        said = self.expect(0, "fit", "s.toml", "a.csv", "--columns", "c.toml", "--held-out", "none").out
        self.assertIn(PATH.format(2) + " (force_z of w w, factor)", said)

    @support.slow
    def test_standard_errors_of_a_published_surface_are_priors(self):
        drawn = self.flown(DEVIATIONS, "-n", "1", "--set", "simulation.duration_s=30")[0]
        self.record(0)
        answer = self.fit("--method", "prediction", "--held-out", "none", "-o", "p.toml")
        for p in answer["parameters"]:
            self.assertTrue(p["identified"], p)
            self.assertEqual((p["prior_mean"], round(p["prior_sd"], 3)), (0, 1))
            self.assertLess(abs(p["value"] - truth_of(drawn, p["path"])), 4 * p["standard_error"], p)
        # The surface keeps its coefficients and errors; its deviations are those of the fit.
        terms = tomllib.loads(pathlib.Path(self.path("p.toml")).read_text())["vehicle"]["response_surface"]["terms"]
        for (_, _, coefficient), term, p in zip(TERMS, terms, answer["parameters"]):
            self.assertEqual((term["coefficient"], term["standard_error"]), (coefficient, abs(coefficient) / 5))
            self.assertEqual(term["deviation"], p["value"])

    @support.slow
    def test_stated_errors_hold(self):
        drawn = self.flown(FACTORS)
        errors = []
        for sample in range(TRIALS):
            self.record(sample)
            answer = self.fit("--method", "prediction", "--held-out", "none")
            errors += [(p["value"] - truth_of(drawn[sample], p["path"])) / p["standard_error"] for p in answer["parameters"]]
        within = sum(abs(e) < 1.96 for e in errors) / len(errors)
        if TRIALS > 3:
            print(f"{within:.3f} of {len(errors)} are within 1.96 standard errors")
        # 95 % are due; of 15 numbers, fewer than 70 % would come once in a thousand times.
        self.assertGreaterEqual(within, 0.7)
        self.assertLess(max(map(abs, errors)), 5)


if __name__ == "__main__":
    support.main()
