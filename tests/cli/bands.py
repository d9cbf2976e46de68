#!/usr/bin/python3
"""montecopter bands and epistemic inputs: a known p-box, requirements as a band, sets of distributions, and mistakes."""
import json

import h5py

import support
from rare import BODY
from support import ProgramTest

# The body moves by its horizontal velocity, which is normal: its distance has the quantiles mean + z sd.
VELOCITY = 'disperse."simulation.initial.velocity_m_s.x"'
FLIGHT = BODY[:BODY.index("[requirement.near]")] + """samples = 4000
[requirement.near]
type = "probability"
metric = "final_distance_from_start_m"
at_most = 14
probability = 0.99
[disperse."simulation.initial.velocity_m_s.x"]
dist = "normal"
mean = 11
sd = 0.7
"""
BOX = f"""
[disperse.'{VELOCITY}.mean']
kind = "epistemic"
dist = "uniform"
low = 10
high = 12
[disperse.'{VELOCITY}.sd']
kind = "epistemic"
dist = "uniform"
low = 0.5
high = 1.0
"""


class BandsTest(ProgramTest):
    def fly(self, text, *options):
        self.write("s.toml", text)
        return self.run_program("run", "s.toml", "-o", "r.h5", "--fresh", "--progress", "none", *options)

    def bands(self, *options, code=1):
        return json.loads(self.expect(code, "bands", "r.h5", *options, "--json").out)

    def metric(self, *options, code=1):
        (metric,) = self.bands("--metric", "final_distance_from_start_m", *options, code=code)["bands"][0]["metrics"]
        return metric["quantiles"]

    def test_known_p_box(self):
        self.fly(FLIGHT + BOX, "--set", "monte_carlo.epistemic_points=7")
        z = 1.6449  # of 95 %
        wanted = {5: (10 - z, 12 - 0.5 * z), 50: (10, 12), 95: (10 + 0.5 * z, 12 + z)}
        for quantile in self.metric():
            low, high = wanted[quantile["percent"]]
            # Three standard errors of a quantile of 4000 samples: 0.034 for 95 %, 0.020 for 50 %.
            self.assertAlmostEqual(quantile["low"], low, delta=0.1)
            self.assertAlmostEqual(quantile["high"], high, delta=0.1)
        out = self.bands()
        self.assertEqual(len(out["points"]), 7)
        values = [tuple(point["values"].values()) for point in out["points"]]
        self.assertEqual(values[:5], [(11, 0.75), (10, 0.5), (12, 0.5), (10, 1), (12, 1)])
        self.assertTrue(all(10 < mean < 12 and 0.5 < sd < 1 for mean, sd in values[5:]))
        (near,) = out["bands"][0]["requirements"]
        # P(x <= 14) is Phi(2) = 0.97725 at the corner (12, 1), its standard error 0.0024, and 1 at (10, 0.5).
        self.assertAlmostEqual(near["observed"]["low"], 0.97725, delta=0.0075)
        self.assertEqual((near["observed"]["low_point"], near["observed"]["high"]), (4, 1.0))
        self.assertEqual(near["verdict"], "violated")
        self.assertEqual(near["points_met"] + near["points_violated"] + near["points_undecided"], 7)
        text = self.expect(1, "bands", "r.h5").out
        for words in (f"{VELOCITY}.mean: 10.0000 to 12.0000", "violated at 1 of 7 points", "quantiles: smallest to largest"):
            self.assertIn(words, text)

    def test_met_at_all_points(self):
        self.fly(FLIGHT + BOX, "--set", "requirement.near.at_most=17", "--set", "monte_carlo.epistemic_points=5")
        self.assertIn("met at all points", self.expect(0, "bands", "r.h5").out)
        self.assertEqual(self.bands("--set", "requirement.near.at_most=5")["bands"][0]["requirements"][0]["points_violated"], 5)

    def test_points_share_their_draws(self):
        self.fly(FLIGHT + BOX[:BOX.index(f"[disperse.'{VELOCITY}.sd']")], "--set", "monte_carlo.epistemic_points=3")
        for quantile in self.metric(code=0):
            self.assertAlmostEqual(quantile["high"] - quantile["low"], 2, places=6)

    def test_distribution_of_a_parameter(self):
        self.fly(FLIGHT + BOX.replace('dist = "uniform"\nlow = 10\nhigh = 12', 'dist = "normal"\nmean = 11\nsd = 1'), "-n", "8")
        out = json.loads(self.run_program("bands", "r.h5", "--json").out)
        self.assertEqual(len(out["points"]), 20)
        means = sorted(point["values"][f"{VELOCITY}.mean"] for point in out["points"])
        self.assertEqual(out["points"][0]["values"][f"{VELOCITY}.mean"], 11)
        # Evenly spread quantiles: half below the median, and as wide as 20 samples of a normal law are.
        self.assertIn(sum(mean <= 11 for mean in means), range(8, 13))
        self.assertTrue(8.5 < means[0] < 10 and 12 < means[-1] < 13.5)

    def test_number_of_the_scenario(self):
        # A number of the vehicle is epistemic too, and each point flies with it.
        self.fly(FLIGHT + '[disperse."simulation.initial.velocity_m_s.y"]\nkind = "epistemic"\ndist = "uniform"\nlow = 0\nhigh = 6\n',
                 "-n", "4", "--set", "monte_carlo.epistemic_points=3")
        with h5py.File(self.path("r.h5")) as file:
            x = file["in_simulation.initial.velocity_m_s.x"][:]
            distance = file["m_final_distance_from_start_m"][:]
        for row, y in enumerate([3] * 4 + [0] * 4 + [6] * 4):
            self.assertAlmostEqual(distance[row]**2, x[row]**2 + y**2, delta=1e-6)
        self.expect(0, "replay", "r.h5", "--sample", "9", "--progress", "none")

    def test_sweep_of_a_distribution(self):
        sets = f"[sweep.spread.sets.narrow.{VELOCITY}]\nsd = 0.1\n[sweep.spread.sets.wide.{VELOCITY}]\nsd = 1.0\n"
        self.fly(FLIGHT + sets)
        low, middle, high = self.metric(code=0)
        self.assertAlmostEqual(high["high"] - middle["high"], 1.645, delta=0.1)
        self.assertAlmostEqual(high["low"] - middle["low"], 0.1645, delta=0.01)
        self.write("s.toml", FLIGHT + sets)
        rows = self.expect(0, "plan", "s.toml", "-n", "3", "--csv").out.splitlines()[1:]
        narrow, wide = float(rows[0].split(",")[1]) - 11, float(rows[3].split(",")[1]) - 11
        self.assertAlmostEqual(wide, 10 * narrow, delta=1e-9)

    def test_axes_beside(self):
        self.fly(FLIGHT + BOX + '[sweep."vehicle.mass_kg"]\nvalues = [1.0, 2.0]\n', "-n", "8", "--set", "monte_carlo.epistemic_points=5")
        bands = json.loads(self.run_program("bands", "r.h5", "--json").out)["bands"]
        self.assertEqual([band["other_axes"] for band in bands], ["vehicle.mass_kg = 1.0", "vehicle.mass_kg = 2.0"])
        over = json.loads(self.run_program("bands", "r.h5", "--over", "vehicle.mass_kg", "--json").out)["bands"]
        self.assertEqual(len(over), 5)
        self.assertIn("Its axes are epistemic and vehicle.mass_kg", self.expect(2, "bands", "r.h5", "--over", "mass").err)

    def test_mistakes(self):
        def wrong(words, more, *options, text=FLIGHT):
            self.write("s.toml", text + more)
            self.assertIn(words, self.expect(2, "check", "s.toml", *options).err)

        wrong("given without epistemic inputs", "", "--set", "monte_carlo.epistemic_points=5")
        wrong("must be a whole number from 2 to 500", BOX, "--set", "monte_carlo.epistemic_points=1")
        wrong("is swept beside epistemic inputs", BOX + "[sweep.epistemic.sets.a.vehicle]\nmass_kg = 1.0\n")
        wrong("is not the path of one number", BOX.replace(f"{VELOCITY}.sd", "vehicle.*"))
        wrong("cannot be epistemic", BOX.replace('dist = "uniform"\nlow = 0.5', 'dist = "uniform"\napply = "factor"\nlow = 0.5'))
        wrong("must be", BOX.replace("low = 0.5\nhigh = 1.0", "low = -1.0\nhigh = 1.0"))
        wrong("unknown", BOX.replace(f"{VELOCITY}.sd", f"{VELOCITY}.sdd"))
        wrong("cannot both be epistemic", BOX.replace(f"{VELOCITY}.sd", f"{VELOCITY}.mean.x"))
        wrong("epistemic within a set", f'[sweep.a.sets.one.{VELOCITY}]\nkind = "epistemic"\n[sweep.a.sets.two.vehicle]\nmass_kg = 1.0\n')
        self.fly(FLIGHT, "-n", "8")
        self.assertIn("it has no sweep", self.expect(2, "bands", "r.h5").err)
        self.write("s.toml", FLIGHT + BOX)
        self.assertIn("`rare` studies one point", self.expect(2, "rare", "s.toml", "--requirement", "near").err)


if __name__ == "__main__":
    support.main()
