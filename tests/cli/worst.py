#!/usr/bin/python3
"""montecopter worst: closed forms, the same bits, flights that come again, and mistakes."""
import json
import math

import h5py

import support
from rare import BODY, NOISY
from support import ProgramTest


class WorstTest(ProgramTest):
    def worst(self, *options, code=0, text=BODY):
        self.write("s.toml", text)
        return self.expect(code, "worst", "s.toml", *options)

    def found(self, *options, text=BODY):
        return json.loads(self.worst(*options, "--json", text=text).out)

    def test_closed_form(self):
        # The distance is the length of two standard normal numbers: at most the radius of 99.9 %, sqrt(-2 log(0.001)).
        radius = math.sqrt(-2 * math.log(0.001))
        out = self.found("--metric", "final_distance_from_start_m", "-n", "640")
        self.assertAlmostEqual(out["worst"][0]["value"], radius, places=6)
        self.assertEqual((out["unit"], out["flights"], out["within"]), ("m", 640, 0.999))
        self.assertEqual(out["progress"], sorted(out["progress"]))
        wider = self.found("--metric", "final_distance_from_start_m", "-n", "640", "--within", "0.999999")
        self.assertAlmostEqual(wider["worst"][0]["value"], math.sqrt(-2 * math.log(1e-6)), places=5)
        beyond = self.found("--requirement", "near", "-n", "640")
        self.assertAlmostEqual(beyond["worst"][0]["value"], radius - 4.5, places=6)

    def test_smallest(self):
        out = self.found("--metric", "final_distance_from_start_m", "--smallest", "-n", "1280")
        self.assertLess(out["worst"][0]["value"], 0.01)
        self.assertIn("smallest final_distance_from_start_m", self.worst("--metric", "final_distance_from_start_m", "--smallest", "-n", "64").out)

    def test_support(self):
        # A uniform input has no larger values than its bound.
        text = BODY.replace('dist = "normal"\nmean = 0\nsd = 1', 'dist = "uniform"\nlow = -2\nhigh = 1')
        out = self.found("--metric", "final_distance_from_start_m", "--within", "1", text=text)
        self.assertAlmostEqual(out["worst"][0]["value"], math.sqrt(8), places=6)

    def test_same_bits(self):
        options = ("--metric", "final_distance_from_start_m", "-n", "200", "--json")
        one = self.worst(*options, "-j", "1").out
        self.assertEqual(self.worst(*options, "-j", "3").out, one)
        self.assertNotEqual(self.worst(*options, "--seed", "5").out, one)

    def test_resumes_with_the_same_bits(self):
        options = ("--metric", "final_distance_from_start_m", "--json", "--resume", "kept.search")
        whole = self.worst(*options[:3], "-n", "500").out
        self.worst(*options, "-n", "200")
        self.assertEqual(self.worst(*options, "-n", "500").out, whole)
        self.worst(*options, "-n", "500", "--within", "0.99", code=3)

    def test_scores(self):
        # Normal inputs of mean 1 and standard deviation 2, and of a factor: draws are mean + score x deviation.
        text = BODY.replace("mean = 0\nsd = 1", "mean = 1\nsd = 2", 1) + '[disperse."vehicle.mass_kg"]\napply = "factor"\ndist = "uniform"\nlow = 0.5\nhigh = 1.5\n'
        for flight in self.found("--metric", "final_distance_from_start_m", "-n", "128", text=text)["worst"]:
            x, y, mass = (dict(one) for one in flight["inputs"])
            self.assertAlmostEqual(x["value"], 1 + 2 * x["score"], 9)
            self.assertAlmostEqual(y["value"], y["score"], 9)
            self.assertAlmostEqual(mass["value"], 0.5 + (1 + math.erf(mass["score"] / math.sqrt(2))) / 2, 9)

    def test_flights_come_again(self):
        options = ("--metric", "final_distance_from_start_m", "-n", "300", "--keep", "4", "--flights", "w.toml")
        out = self.found(*options, text=NOISY)
        self.expect(1, "run", "w.toml", "-o", "w.h5", "--progress", "none")
        with h5py.File(self.path("w.h5")) as file:
            self.assertEqual(list(file["m_final_distance_from_start_m"][:]), [flight["value"] for flight in out["worst"]])
        self.expect(0, "replay", "w.h5", "--sample", "2", "--progress", "none")

    def test_mistakes(self):
        def wrong(words, *options, text=BODY):
            self.assertIn(words, self.worst(*options, code=2, text=text).err)

        wrong("give either --metric or --requirement")
        wrong("give either --metric or --requirement", "--metric", "a", "--requirement", "near")
        wrong("Did you mean 'max_speed_m_s'?", "--metric", "max_sped_m_s")
        wrong("it belongs to --metric", "--requirement", "near", "--smallest")
        wrong("no input is drawn", "--metric", "max_speed_m_s", "--set", "disperse={}")
        wrong("the input is discrete", "--metric", "max_speed_m_s", "--set", 'disperse."vehicle.mass_kg"={dist="choice", values=[1.0, 2.0]}')
        wrong("--samples", "--metric", "max_speed_m_s", "-n", "3")
        wrong("--within", "--metric", "max_speed_m_s", "--within", "2")


if __name__ == "__main__":
    support.main()
