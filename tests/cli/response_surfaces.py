#!/usr/bin/python3
"""Response surfaces: broken ones are refused with exit 2, and say where and why; sound ones leave signals, metrics and the
status invalid; `vehicle`, `trim`, `linearize` and `margins` work with them."""
import json
import pathlib

import h5py
import numpy as np

import support
from support import HELICOPTER, SCENARIO, ProgramTest, edited

TERM = '{output = "force_x", factors = ["u"], coefficient = -0.4, standard_error = 0.01, lowest = -2, highest = 2}'
SURFACE = f"\n[vehicle.response_surface]\nterms = [\n  {TERM},\n]\n"

# What is replaced, by what ('^' is where the message points to), what it says.
FAULTS = [
    ('"force_x"', '^"force_u"', "unknown output 'force_u'"),
    ('output = "force_x", ', "", "missing 'vehicle.response_surface.terms.0.output'"),
    ("coefficient = -0.4, ", "", "missing 'vehicle.response_surface.terms.0.coefficient'"),
    ("standard_error = 0.01", "standard_error = ^-0.01", "must be >= 0, found -0.01"),
    ('factors = ["u"]', 'factors = ^["x"]', "'x' is no factor of a response surface"),
    ('factors = ["u"]', 'factors = ^["u", "v", "w", "p"]', "a term has 4 factors (at most 3 are possible)"),
    ('factors = ["u"]', 'factors = ^["rotor_speed.4"]', "'rotor_speed.4' is given for 4 rotors (rotors count from 0)"),
    ("lowest = -2", "lowest = ^3", "'vehicle.response_surface.terms.0.lowest' is not below highest"),
    ('factors = ["u"], coefficient = -0.4, standard_error = 0.01, lowest = -2',
     'factors = ["rotor_acceleration.0"], coefficient = -0.4, standard_error = 0.01, lowest = ^-2',
     "has a range and the acceleration of a rotor (accelerations of rotors are not monitored)"),
    ("standard_error = 0.01", "deviation = ^1", "deviation' has no standard error (it counts standard errors)"),
    ("terms = [\n  " + TERM + ",\n]", "terms = ^[]", "the response surface has 0 terms (1 to 256 are possible)"),
    ("terms = [\n  " + TERM, "terms = ^[\n" + ",\n".join([TERM] * 257), "the response surface has 257 terms (1 to 256 are possible)"),
    ("terms = [\n", 'terms = ^[\n' + "".join(
        f'  {{output = "force_x", factors = ["u"], centre = {i}, coefficient = 1}},\n' for i in range(1, 49)),
     "the terms have 49 different products (at most 48 are possible)"),
    ("terms = [", 'rotor_loads = ^"none"\nterms = [', "unknown rotor_loads 'none'"),
]


class Refused(ProgramTest):
    def test_each_fault_has_one_message(self):
        for old, new, message in FAULTS:
            with self.subTest(new=new, message=message):
                self.refuse_marked(SCENARIO + edited((old, new), text=SURFACE), message)

    def test_it_has_to_fit_the_vehicle(self):
        surface = edited(('["u"]', '["rotor_speed.0"]'), text=SURFACE)
        direct = edited(('motor = {type = "first_order", time_constant_s = 0.02', 'motor = {type = "direct"'),
                        (", rotor_inertia_kg_m2 = 6.6e-6", ""), ('"rotor_speed", ', ""))
        self.refuse(direct + surface, "'rotor_speed.0' is given for rotors without a speed")
        self.refuse(HELICOPTER + SURFACE, "unknown key 'vehicle.response_surface'")
        draws = '\n^[disperse."vehicle.response_surface.terms.*.deviation"]\ndist = "normal"\nmean = 0\nsd = 1\nshare = "each"\n'
        self.refuse_marked(SCENARIO + edited(("standard_error = 0.01, ", ""), text=SURFACE) + draws,
                           "varies without a standard error (it counts standard errors, and the flights would not differ)")
        signal = edited(('signals = ["position"', 'signals = ["force_surface_body", "position"'))
        self.refuse(signal, "the signal 'force_surface_body' does not exist here (the vehicle has no response surface)")


class SurfacesInFlight(ProgramTest):
    IMPACT = str(support.VEHICLES / "impact.toml")

    def test_ranges_are_monitored(self):
        text = edited(('signals = ["position"', 'signals = ["force_surface_body", "position"'))
        text = edited(("[output]\n", "[output]\nvalidity = true\n"), text=text) + edited(("lowest = -2, highest = 2", "lowest = -1e-4, highest = 1e-4"), text=SURFACE)
        self.write("surface.toml", text)
        self.expect(0, "run", "surface.toml", "-o", "surface.h5", "--progress", "none")
        with h5py.File(self.path("surface.h5")) as file:
            outside = file["m_response_surface_outside_fraction"][:]
            flags = file["validity"]
            self.assertTrue(np.all(outside > 0))
            self.assertEqual(flags.attrs["flag_meanings"].split()[-1], b"response_surface")
            self.assertEqual(flags.attrs["flag_masks"][-1], -128)
            self.assertTrue(np.all(flags[:] & flags.attrs["flag_masks"][-1] != 0))
        done = self.expect(5, "run", "surface.toml", "-o", "limited.h5", "--progress", "none", "--set",
                           "simulation.limits.outside_fraction=0.001")
        self.assertIn("invalid", done.out + done.err)
        self.write("without.toml", edited((", lowest = -1e-4, highest = 1e-4", ""), text=text))
        self.expect(0, "run", "without.toml", "-o", "without.h5", "--progress", "none")
        with h5py.File(self.path("without.h5")) as file:
            self.assertNotIn("m_response_surface_outside_fraction", file)
            self.assertNotIn(b"response_surface", file["validity"].attrs["flag_meanings"])

    def test_terms_do_not_follow_the_density(self):
        """In the air of 3000 m, 0.74 of that at sea level."""
        thin = json.loads(self.expect(0, "trim", self.IMPACT, "--json", "--set", "environment.atmosphere.type=isa", "--set",
                                      "environment.home.altitude_m=3000").out)
        self.assertIn("density", thin["exceeded_limits"])
        self.assertNotIn("density", json.loads(self.expect(0, "trim", self.IMPACT, "--json").out)["exceeded_limits"])

    def test_vehicle_and_trim_name_the_range(self):
        vehicle = json.loads(self.expect(0, "vehicle", self.IMPACT, "--json").out)
        self.assertIn("response_surface", vehicle["not_monitored"])
        text = pathlib.Path(self.IMPACT).read_text()
        ranged = edited(('"force_x", factors = ["u"]', '"force_x", factors = ["u"], lowest = -3, highest = 3'), text=text)
        self.write("ranged.toml", ranged)
        fast = json.loads(self.expect(0, "trim", "ranged.toml", "--speed", "4", "--json").out)
        self.assertIn("response_surface", fast["exceeded_limits"])
        slow = json.loads(self.expect(0, "trim", "ranged.toml", "--speed", "2.5", "--json").out)
        self.assertNotIn("response_surface", slow["exceeded_limits"])
        self.assertIn("response surface: a term of the response surface is outside",
                      " ".join(self.expect(0, "vehicle", "ranged.toml").out.split()))

    def test_its_linear_model_and_margins_exist(self):
        linear = json.loads(self.expect(0, "linearize", self.IMPACT, "--json").out)
        names = linear["states"]
        p = names.index("body_rate.x")
        # The published L_p [ft lbf s] in N m s by the moment of inertia.
        self.assertAlmostEqual(linear["A"][p][p], -3.63123844135711e-02 * 4.4482216152605 * 0.3048 / 0.029262, places=5)
        example = str(support.VEHICLES.parent / "examples/impact-spread.toml")
        firm = json.loads(self.expect(0, "margins", example, "--json").out)["growth_1_s"]
        # With less than half of the published damping of roll, L_p, the closed loop settles otherwise.
        text = pathlib.Path(self.IMPACT).read_text()
        self.write("weak.toml", edited(("\"moment_x\", factors = [\"p\"], coefficient = -0.049", "\"moment_x\", factors = [\"p\"], coefficient = -0.0"),
                                       text=text))
        weak = json.loads(self.expect(0, "margins", example, "--json", "--set", "vehicle.include=weak.toml").out)
        self.assertNotEqual(firm, weak["growth_1_s"])


if __name__ == "__main__":
    support.main()
