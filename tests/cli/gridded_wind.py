#!/usr/bin/python3
"""Wind from a grid: what is linear along each axis is met exactly, and broken grids are refused."""
import itertools
import random

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

HEADER = "north_m,east_m,down_m,north_m_s,east_m_s,down_m_s\n"
NORTH, EAST, DOWN = [-3.0, -0.5, 0.25, 2.0], [-1.0, 0.1, 7.0], [-12.0, -10.3, -9.9, -8.0, 0.0]


def field(x, y, z):
    """Linear along each axis: what trilinear interpolation gives back exactly."""
    return np.array([1 + 0.5 * x - y + 0.2 * z + 0.3 * x * y * z, 2 * x * y - z, 0.1 * y * z + x])


def rows(north=NORTH, east=EAST, down=DOWN):
    places = list(itertools.product(north, east, down))
    random.Random(7).shuffle(places)
    return [[*place, *map(float, field(*place))] for place in places]


def csv(table):
    return HEADER + "".join(",".join(map(repr, row)) + "\n" for row in table)


WIND = '[[wind]]\ntype = "grid"\nfile = "wind.csv"\n'
STEADY = '[[wind]]\ntype = "steady"\nto_m_s = [1.0, 0.5, 0.0]\n'


def scenario(wind=WIND):
    return edited((STEADY, wind), ('"specific_force"]', '"specific_force", "wind"]'), ('"every:3"', '"all"'),
                  ("samples = 200", "samples = 12"), ("rate_hz = 100\n", "every_steps = 1\n"),
                  ('[disperse."wind.0.to_m_s.x"]\ndist = "normal"\nmean = 0.0\nsd = 1.0\n', START))


# Flights cross the grid, and leave it.
START = """
[disperse."simulation.initial.velocity_m_s.x"]
dist = "uniform"
low = -20
high = 20
[disperse."simulation.initial.velocity_m_s.y"]
dist = "uniform"
low = -20
high = 20
[disperse."simulation.initial.velocity_m_s.z"]
dist = "uniform"
low = -9
high = 9
"""


class GriddedWind(ProgramTest):
    def fly(self, text):
        self.write("s.toml", text)
        self.expect(0, "run", "s.toml")
        with h5py.File(self.path("small.h5")) as file:
            return file["position"][:].reshape(-1, 3), file["wind"][:].reshape(-1, 3)

    def meets(self, places, winds, north, east, down, scale=1.0):
        inside = [np.clip(places[:, k], axis[0], axis[-1]) for k, axis in enumerate((north, east, down))]
        # Some ten roundings of numbers up to 100.
        np.testing.assert_allclose(winds, scale * field(*inside).T, rtol=0, atol=1e-12)

    def test_the_vehicle_meets_the_field_and_beyond_the_grid_its_border(self):
        self.write("wind.csv", csv(rows()))
        places, winds = self.fly(scenario())
        for k, axis in enumerate((NORTH, EAST, DOWN)):
            self.assertTrue((places[:, k] > axis[-2]).any() and (places[:, k] < axis[1]).any())
        self.assertTrue((places[:, 0] < NORTH[0]).any() and (places[:, 0] > NORTH[-1]).any())
        self.meets(places, winds, NORTH, EAST, DOWN)

    def test_an_axis_of_one_node_is_the_same_everywhere_along_it(self):
        table = rows(east=[0.5])
        inline = str(table)
        places, winds = self.fly(scenario(f'[[wind]]\ntype = "grid"\nrows = {inline}\nscale = -2.0\n'))
        self.meets(places, winds, NORTH, [0.5], DOWN, -2.0)

    def test_a_single_node_is_a_steady_wind(self):
        places, winds = self.fly(scenario('[[wind]]\ntype = "grid"\nrows = [[5, 5, 5, 1.0, 2.0, 3.0]]\n'))
        self.assertTrue((winds == [1, 2, 3]).all())

    def refuse(self, table, message, wind=WIND):
        self.write("wind.csv", table)
        self.write("s.toml", scenario(wind))
        result = self.expect(2, "check", "s.toml")
        self.assertIn(message, result.err)
        self.assertEqual(result.err.count("error:"), 1, result.err)

    def test_each_fault_has_one_message(self):
        whole = rows()
        missing = [row for row in whole if row[:3] != [0.25, 0.1, -9.9]]
        self.refuse(csv(missing), "the grid has no node at north 0.25, east 0.1, down -9.9 (each coordinate must occur "
                    "with every coordinate of the other axes).")
        self.refuse(csv(whole + [whole[5]]), "the grid has several nodes at north")
        self.refuse(csv(whole).replace("north_m,", "x,", 1), "is not the header of a wind")
        self.refuse(HEADER, "the file has no rows under its header")
        self.refuse(HEADER + "1,2,3,4,5\n", "wind.csv:2:1: error: the row has 5 numbers instead of 6")
        self.refuse(HEADER + "1,2,3,4,5,nan\n", "'nan' is not a finite number")
        self.refuse("", "cannot read the wind file", WIND.replace("wind.csv", "none.csv"))
        self.refuse("", "the row has 2 numbers instead of 6", '[[wind]]\ntype = "grid"\nrows = [[1, 2]]\n')


if __name__ == "__main__":
    support.main()
