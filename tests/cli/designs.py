#!/usr/bin/python3
"""Designs of experiments from the command line to h5py: the same bits however they are flown."""
import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

KEYS = {
    "lhs": "samples = 150\ndesign = \"lhs\"",
    "lhs-replicates": "samples = 150\ndesign = \"lhs\"\nreplicates = 3",
    "sobol": "samples = 128\ndesign = \"sobol\"",
    "sobol-replicates": "samples = 128\ndesign = \"sobol\"\nreplicates = 4",
    "factorial": "samples = 81\ndesign = \"factorial\"\nlevels = 3",
    "file": "design = \"file\"\nfile = \"points.csv\"",
    "saltelli": "samples = 96\ndesign = \"saltelli\"",  # 16 base points of 4 + 2
    "morris": "samples = 100\ndesign = \"morris\"\nlevels = 4",  # 20 trajectories of 4 + 1
    "one_at_a_time": "samples = 90\ndesign = \"one_at_a_time\"",  # 10 repetitions of 1 + 2 * 4
}
INPUTS = ("vehicle.mass_kg", "vehicle.inertia_kg_m2.xx", "vehicle.rotors.all.motor.time_constant_s",
          "wind.0.to_m_s.x")


def uniform(path, values):
    """The u of values of the scenario's uniform input."""
    assert path == "vehicle.inertia_kg_m2.xx"
    return (values - 0.0045) / 0.001


class Designs(ProgramTest):
    def scenario(self, keys):
        with open(self.path("points.csv"), "w") as file:
            file.write("wind.0.to_m_s.y,simulation.initial.position_m.z\n")
            file.writelines(f"{0.01 * i},{-10 - 0.1 * i}\n" for i in range(100))
        self.write("s.toml", edited(("samples = 200", keys)))

    def fly(self, name, *options):
        self.expect(0, "run", "s.toml", "--progress", "none", "--reproducible", "-o", name, *options)
        with open(self.path(name), "rb") as file:
            return file.read()

    def column(self, name, column):
        with h5py.File(self.path(name), "r") as file:
            return file[column][:]

    def test_threads_lanes_single_samples_and_resuming(self):
        self.require_same("saltelli", "lhs")

    @support.slow
    def test_threads_lanes_single_samples_and_resuming_of_all_others(self):
        self.require_same(*(KEYS.keys() - {"saltelli", "lhs"}))

    def require_same(self, *designs):
        for design in designs:
            with self.subTest(design):
                self.scenario(KEYS[design])
                whole = self.fly(f"{design}-1.h5", "-j", "1", "--lanes", "baseline")
                # One sample alone has the draws and the flight that it has in the whole, and the run
                # that goes on from there, with other threads and lanes, ends in the same file.
                self.fly(f"{design}-o.h5", "--only", "70")
                for column in ("digest", "in_vehicle.mass_kg"):
                    self.assertTrue((self.column(f"{design}-o.h5", column)[70] ==
                                     self.column(f"{design}-1.h5", column)[70]).all())
                self.assertEqual(self.fly(f"{design}-o.h5", "-j", "3"), whole)

    def test_other_numbers_of_samples(self):
        """Sobol' points stay where they are; a Latin hypercube is another one, and refused."""
        self.scenario(KEYS["sobol"])
        self.fly("many.h5")
        self.fly("few.h5", "-n", "32")
        self.assertTrue((self.column("few.h5", "digest") == self.column("many.h5", "digest")[:32]).all())
        self.scenario(KEYS["lhs"])
        self.fly("lhs.h5")
        self.fly("other.h5", "-n", "75")
        a, b = self.column("lhs.h5", "in_vehicle.mass_kg")[:75], self.column("other.h5", "in_vehicle.mass_kg")
        self.assertFalse((a == b).any())
        self.expect(3, "run", "s.toml", "--progress", "none", "-o", "lhs.h5", "-n", "75")

    def test_numbers_that_no_such_design_has(self):
        """A file of a design is made longer by what the design is made of, or not at all, and never shorter."""
        for design, more, fewer, says in (("factorial", 162, 16, "162 samples for a grid of 3^4"),
                                          ("file", 101, 50, "101 samples, but 100 rows in the file"),
                                          ("saltelli", 100, 48, "100 samples are not a whole number of base points"),
                                          ("morris", 101, 50, "101 samples are not a whole number of trajectories"),
                                          ("one_at_a_time", 91, 45, "91 samples are not a whole number of repetitions")):
            with self.subTest(design):
                self.scenario(KEYS[design])
                before = self.fly("a.h5", "--fresh")
                said = self.expect(2, "run", "s.toml", "--progress", "none", "--reproducible", "-o", "a.h5", "-n", more)
                self.assertIn(says, said.err)
                code = 2 if design in ("factorial", "file") else 3
                said = self.expect(code, "run", "s.toml", "--progress", "none", "--reproducible", "-o", "a.h5", "-n", fewer)
                self.assertEqual(said.err.count("error:"), 1)
                if code == 3:
                    self.assertIn(f"but {fewer} are requested: finished samples are never discarded", said.err)
                with open(self.path("a.h5"), "rb") as file:
                    self.assertEqual(file.read(), before)

    def test_strata_are_hit_once(self):
        for design, keys, n in (("lhs", KEYS["lhs"], 150), ("sobol", KEYS["sobol"], 128)):
            self.scenario(keys)
            self.fly(f"{design}.h5")
            u = uniform(INPUTS[1], self.column(f"{design}.h5", "in_" + INPUTS[1]))
            self.assertEqual(sorted(np.floor(u * n).astype(int)), list(range(n)))

    def test_a_grid(self):
        self.scenario(KEYS["factorial"])
        self.fly("grid.h5")
        rows = np.stack([self.column("grid.h5", "in_" + path) for path in sorted(INPUTS)], axis=1)
        self.assertEqual(len(np.unique(rows, axis=0)), 81)
        for d in range(4):
            levels = np.unique(rows[:, d])
            self.assertEqual(len(levels), 3)
            digits = np.arange(81) // 3 ** (3 - d) % 3
            self.assertTrue((rows[:, d] == levels[digits]).all())
        said = self.expect(2, "check", "s.toml", "--set", "monte_carlo.levels=2")
        self.assertIn("81 samples for a grid of 2^4 (2 levels of 4 dispersed inputs). "
                      "Set monte_carlo.samples = 16.", said.err)

    def test_a_file(self):
        self.scenario(KEYS["file"])
        self.fly("file.h5")
        self.assertTrue((self.column("file.h5", "in_wind.0.to_m_s.y") == [0.01 * i for i in range(100)]).all())
        self.assertTrue((self.column("file.h5", "in_simulation.initial.position_m.z") ==
                         [float(f"{-10 - 0.1 * i}") for i in range(100)]).all())
        # What else is dispersed is drawn as without a design.
        self.scenario("samples = 100")
        self.fly("random.h5")
        self.assertTrue((self.column("file.h5", "in_vehicle.mass_kg") ==
                         self.column("random.h5", "in_vehicle.mass_kg")).all())

    def test_points_of_a_sweep(self):
        """They share the design, or each has its own."""
        sweep = '\n[sweep."environment.gravity_m_s2"]\nvalues = [9.7, 9.8, 9.9]\n'
        for design in ("lhs", "sobol"):
            for independent in (False, True):
                self.scenario(f"samples = 64\ndesign = \"{design}\"\nindependent_points = "
                              + ("true" if independent else "false"))
                with open(self.path("s.toml"), "a") as file:
                    file.write(sweep)
                self.fly("sweep.h5", "--fresh")
                values = self.column("sweep.h5", "in_" + INPUTS[1]).reshape(3, 64)
                for point in values:
                    strata = np.floor(uniform(INPUTS[1], point) * 64).astype(int)
                    self.assertEqual(sorted(strata), list(range(64)))
                self.assertEqual((values[0] == values[1]).all(), not independent)

    def test_sobol_says_where_it_is_uneven(self):
        self.scenario("samples = 100\ndesign = \"sobol\"")
        said = self.expect(0, "check", "s.toml")
        self.assertIn("100 Sobol' points are not a power of two", said.err)
        self.expect(2, "check", "s.toml", "--strict")


if __name__ == "__main__":
    support.main()
