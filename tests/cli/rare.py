#!/usr/bin/python3
"""montecopter rare: a closed form, plain flights, the same bits, flights that come again, noise, and mistakes."""
import json
import math
import os
import signal
import time

import h5py

import support
from support import ProgramTest

# A body without forces but gravity falls from 40 m for 1 s. Its distance from the start is a function of the drawn
# velocity: with vertical velocity -g/2, it comes back to its height, and moves by the horizontal velocity alone.
BODY = """schema = 1
name = "body"
environment = {gravity_m_s2 = 9.81}
integrator = {type = "rk4", rate_hz = 10}
""" + support.FREE_BODY + """[simulation]
duration_s = 1
[simulation.initial]
position_m = [0, 0, -40]
velocity_m_s = [0, 0, -4.905]
[output]
rate_hz = 10
[monte_carlo]
seed = 59
[requirement.near]
type = "probability"
metric = "final_distance_from_start_m"
at_most = 4.5
probability = 0.999
[disperse."simulation.initial.velocity_m_s.x"]
dist = "normal"
mean = 0
sd = 1
[disperse."simulation.initial.velocity_m_s.y"]
dist = "normal"
mean = 0
sd = 1
"""
NOISY = BODY.replace("[vehicle]\n", "[vehicle]\nprocess_noise = {force_n2_s = 6.0}\n")
RAYLEIGH = math.exp(-4.5**2 / 2)  # P(distance > 4.5 m) = 4.0e-5


class RareTest(ProgramTest):
    def rare(self, *options, code=0, text=BODY):
        self.write("s.toml", text)
        return self.expect(code, "rare", "s.toml", "--requirement", "near", *options)

    def found(self, *options, code=0, text=BODY):
        return json.loads(self.rare(*options, "--json", code=code, text=text).out)

    def test_closed_form(self):
        """tests/vehicle/rare shows how often intervals cover, and that levels have their probabilities."""
        out = self.found("--seed", "1")
        self.assertEqual((out["verdict"], out["unit"], out["noise"]), ("met", "m", []))
        self.assertTrue(out["low"] <= RAYLEIGH <= out["high"])
        self.assertLess(abs(math.log(out["probability"] / RAYLEIGH)), 0.6)  # four standard deviations
        self.assertLess(out["high"], 3 * out["low"])
        self.assertLess(out["flights"], 24000)
        self.assertEqual(out["flights"], 5000 + sum(level["flights"] for level in out["levels"]))
        text = self.rare("--per-level", "500").out
        for words in ("near: P(not final_distance_from_start_m <= 4.5) = ", "95 % interval", "beyond the bound [m]",
                      "Only the inputs are random"):
            self.assertIn(words, text)

    def test_verdicts(self):
        few = ("--per-level", "1500")
        self.assertEqual(self.found(*few, "--set", "requirement.near.probability=0.99999", code=1)["verdict"], "violated")
        self.assertEqual(self.found(*few, "--set", f"requirement.near.probability={1 - self.found(*few)['probability']}", code=4)["verdict"], "undecided")

    def test_same_bits(self):
        few = ("--per-level", "1000", "--json")
        one = self.rare(*few, "-j", "1").out
        self.assertEqual(self.rare(*few, "-j", "3").out, one)
        self.assertNotEqual(self.rare(*few, "--seed", "60").out, one)

    def test_correlated_inputs(self):
        # The rank correlation 0.785 is the correlation 2 sin(pi 0.785 / 6) = 0.8 of the scores.
        names = '"simulation.initial.velocity_m_s.x", "simulation.initial.velocity_m_s.y"'
        text = BODY + f"[[correlate]]\ninputs = [{names}]\nrank_correlation = [[1.0, 0.785], [0.785, 1.0]]\n"
        out = self.found("--set", "requirement.near.probability=0.9", text=text)
        # The larger eigenvalue is 1 + r: P is that of |x| > b / sqrt(1.8) and a little more.
        least = math.erfc(4.5 / math.sqrt(1.8) / math.sqrt(2))
        self.assertGreater(out["high"], least)
        self.assertLess(out["low"], 2 * least)

    def test_noise_takes_part(self):
        # Force noise of density S over 1 s: the position has the variance S / m^2 / 3 for each axis.
        out = self.found("--per-level", "2500", "--set", "integrator.rate_hz=100", "--set", "requirement.near.at_most=5.5", text=NOISY)
        self.assertEqual(out["noise"], ["process.white"])
        variance = 1 + 6 / 2**2 / 3
        exact = math.exp(-5.5**2 / 2 / variance)  # the third axis adds little
        self.assertGreater(out["high"], exact)
        self.assertLess(out["low"], 3 * exact)
        self.assertGreater(out["levels"][0]["noise_acceptance"], 0)

    def test_importance(self):
        out = self.found("--method", "importance")
        self.assertEqual((out["method"], out["verdict"], out["first_flights_of_violations"]), ("importance", "met", None))
        self.assertLess(out["low"], RAYLEIGH)
        self.assertGreater(out["high"], RAYLEIGH)
        self.assertLess(out["high"], 1.3 * out["low"])  # a ring: its laws cover all directions
        self.assertLess(out["flights"], 24000)
        self.assertGreater(out["effective_samples"], 500)
        self.assertEqual(out["flights"], 5000 + sum(level["flights"] for level in out["levels"]))
        text = self.rare("--method", "importance")
        self.assertIn("fitted laws", text.out)
        self.assertNotIn("degenerate", text.err)
        self.assertEqual(*(self.rare("--method", "importance", "--per-level", "2500", "--json", "-j", threads).out for threads in "13"))
        noisy = self.found("--method", "importance", "--set", "integrator.rate_hz=100", "--set", "requirement.near.at_most=5.5",
                           "--flights", "found.toml", text=NOISY)
        exact = math.exp(-5.5**2 / 2 / (1 + 6 / 2**2 / 3))
        self.assertGreater(noisy["high"], exact)
        self.assertLess(noisy["low"], 2 * exact)
        self.expect(1, "run", "found.toml", "-o", "found.h5", "--progress", "none")
        with h5py.File(self.path("found.h5")) as file:
            self.assertGreater(min(file["m_final_distance_from_start_m"][:]), 5.5)

    def test_plain_samples_have_an_exact_interval(self):
        options = ("--per-level", "1000", "--most", "1000", "--set", "requirement.near.at_most=3")
        said = self.rare(*options, code=4)
        self.assertIn("the levels ended before the limit (1000 flights reached it too rarely", " ".join(said.err.split()))
        out = json.loads(self.rare(*options, "--json", code=4).out)
        count = round(1000 * out["probability"])  # some 11: exp(-9 / 2)
        self.assertTrue(2 < count < 30)

        def at_most(k, p):
            return sum(math.comb(1000, i) * p**i * (1 - p)**(1000 - i) for i in range(k + 1))

        # Clopper and Pearson's bounds: 2.5 % of campaigns would have at least, or at most, so many.
        self.assertAlmostEqual(1 - at_most(count - 1, out["low"]), 0.025, delta=1e-9)
        self.assertAlmostEqual(at_most(count, out["high"]), 0.025, delta=1e-9)

    def test_importance_ends_early(self):
        few = ("--method", "importance", "--set", "requirement.near.at_most=6.5")
        ended = self.rare(*few, "--per-level", "1000", "--most", "2000", code=4)
        self.assertIn("the levels ended before the limit (1000 flights gave no estimate)", " ".join(ended.err.split()))
        self.assertIn("= unknown, 95 % interval 0 to 1: undecided", ended.out)
        none = json.loads(self.rare(*few, "--per-level", "1000", "--most", "2000", "--json", code=4).out)
        self.assertEqual((none["probability"], none["low"], none["high"]), (None, 0, 1))
        self.assertIn("the weights degenerate", self.rare(*few, "--per-level", "400").err)

    def test_violations_fly_again(self):
        self.rare("--per-level", "2500", "--set", "requirement.near.probability=0.9", "--flights", "found.toml", text=NOISY)
        self.expect(1, "run", "found.toml", "-o", "found.h5", "--progress", "none")
        with h5py.File(self.path("found.h5")) as file:
            self.assertGreater(len(file["m_final_distance_from_start_m"]), 20)
            self.assertGreater(min(file["m_final_distance_from_start_m"][:]), 4.5)
            self.assertEqual(set(file["req_near"][:]), {2})
        self.expect(0, "replay", "found.h5", "--sample", "3", "--progress", "none")
        self.rare("--flights", "found.toml", code=3)

    def test_resumes_with_the_same_bits(self):
        for options in (("--per-level", "400"), ("--per-level", "400", "--method", "importance")):
            whole = self.rare(*options, "--json").out
            kept = (*options, "--json", "--resume", "kept.search")
            self.assertEqual(self.rare(*kept, "-j", "2").out, whole)
            with open(self.path("kept.search"), "rb") as file:
                flown = file.read()
            flights = json.loads(whole)["flights"]
            head = flown.index(b"\n") + 1
            self.assertEqual(len(flown), head + 16 * flights)
            # Cut off within a number, damaged, nothing but half of a name, and complete.
            damaged = bytearray(flown)
            damaged[head + 16 * 300 + 3] ^= 1
            for rest in (flown[:head + 16 * 600 + 7], bytes(damaged), flown[:10], flown):
                with open(self.path("kept.search"), "wb") as file:
                    file.write(rest)
                self.assertEqual(self.rare(*kept, "-j", "1").out, whole)
                with open(self.path("kept.search"), "rb") as file:
                    self.assertEqual(file.read(), flown)
            os.remove(self.path("kept.search"))

    def test_more_flights_continue(self):
        options = ("--per-level", "400", "--json")
        self.rare(*options, "--resume", "kept.search", "--most", "1000", code=4)
        size = os.path.getsize(self.path("kept.search"))
        self.assertEqual(self.rare(*options, "--resume", "kept.search").out, self.rare(*options).out)
        self.assertGreater(os.path.getsize(self.path("kept.search")), size)

    def test_interrupted(self):
        """Killed, it leaves a file that test_resumes_with_the_same_bits cuts off."""
        options = ("--per-level", "400", "--json", "-j", "1", "--set", "integrator.rate_hz=4000")
        whole = self.rare(*options).out
        process = self.start("rare", "s.toml", "--requirement", "near", *options, "--resume", "kept.search")
        while not os.path.exists(self.path("kept.search")) or os.path.getsize(self.path("kept.search")) < 16 * 300:
            self.assertIsNone(process.poll())
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, "flights are in kept.search" in err), (130, True), err + out)
        self.assertEqual(self.rare(*options, "--resume", "kept.search").out, whole)

    def test_files_of_other_searches(self):
        self.rare("--per-level", "400", "--most", "600", "--resume", "kept.search", code=4)
        for other in (("--per-level", "800"), ("--per-level", "400", "--seed", "3"), ("--per-level", "400", "--method", "importance"),
                      ("--per-level", "400", "--set", "requirement.near.at_most=4")):
            refused = self.rare(*other, "--resume", "kept.search", code=3)
            self.assertIn("kept.search: error: this file belongs to another search", refused.err)
        self.write("mine.txt", "mine\n")
        self.rare("--resume", "mine.txt", code=3)
        with open(self.path("mine.txt")) as file:
            self.assertEqual(file.read(), "mine\n")
        self.assertIn("--resume", self.rare("--resume", "", code=2).err)
        self.rare("--resume", "no/kept.search", code=6)

    def test_mistakes(self):
        def wrong(words, *options, text=BODY, code=2):
            self.assertIn(words, self.rare(*options, code=code, text=text).err)

        self.write("s.toml", BODY)
        self.assertIn("Did you mean 'near'?", self.expect(2, "rare", "s.toml", "--requirement", "nera").err)
        wrong("`rare` cannot be divided into shards", "--shard", "1/2", code=3)
        wrong("about 0.3", "--set", "requirement.near.at_most=1.5")
        wrong("the input is discrete", "--set", 'disperse."vehicle.mass_kg"={dist="choice", values=[1.0, 2.0]}')
        wrong("this search draws the inputs itself", "--set", "monte_carlo.design=sobol", "--set", "monte_carlo.samples=16", "--set", "monte_carlo.replicates=8")
        wrong("`rare` studies one point", "--set", 'sweep."vehicle.mass_kg".values=[1.0, 2.0]')
        wrong("chooses the samples itself", "--set", "monte_carlo.only=[0]")
        wrong("it is about a mean", text=BODY.replace('"probability"', '"mean"').replace("probability = 0.999\n", ""))
        wrong("it is about a quantile", text=BODY.replace('"probability"', '"quantile"').replace("probability = 0.999", "quantile = 0.9"))
        wrong("it judges failures", text=BODY.replace('"probability"\nmetric = "final_distance_from_start_m"', '"failures"').replace("probability = 0.999\n", "").replace("4.5", "0.5"))
        wrong("--per-level", "--per-level", "10")
        wrong("there is no method 'splitting'", "--method", "splitting")
        wrong("no input is dispersed", "--method", "importance", "--set", "disperse={}", text=NOISY)
        wrong("--confidence: error", "--confidence", "2")
        self.assertIn("the levels ended before the limit",
                      self.rare("--most", "6000", code=4).err)


if __name__ == "__main__":
    support.main()
