#!/usr/bin/python3
"""[source] of scenarios and of the files that they include: kept with the result, no part of the flights, and held to what is
written there."""
import json
import os
import tomllib
import unittest

import h5py
import jsonschema

import support
from report_page import Page
from support import SCENARIO, ProgramTest

START, END = SCENARIO.index("type = "), SCENARIO.index("[[wind]]")
VEHICLE = SCENARIO[START:END].replace("[vehicle.", "[").replace("[[vehicle.", "[[")
INCLUDING = SCENARIO[:START] + 'include = "quad.toml"\n' + SCENARIO[END:]


class SourceTest(ProgramTest):
    def fly(self, text, *options, name="a.h5"):
        self.write("s.toml", text)
        return self.expect(0, "run", "s.toml", "-n", "5", "--progress", "none", "--reproducible", "-o", name, *options)

    def sources(self, name="a.h5"):
        with h5py.File(self.path(name)) as file:
            return tomllib.loads(bytes(file.attrs.get("number_sources", b"")).decode())

    def wrong(self, keys, says, text=SCENARIO):
        self.write("s.toml", text + "\n[source]\n" + keys)
        self.assertIn(says, self.expect(2, "check", "s.toml").err)


class Kept(SourceTest):
    def test_paths_are_nested_or_in_quotes(self):
        self.fly(SCENARIO + '\n[source]\nvehicle.mass_kg = "scale"\n"monte_carlo.seed" = "dice"\n"vehicle.rotors.*.law" = "bench"\n'
                 "[source.vehicle.inertia_kg_m2]\nxx = 'CAD'\n")
        self.assertEqual(self.sources(), {"vehicle.mass_kg": "scale", "monte_carlo.seed": "dice", "vehicle.rotors.*.law": "bench",
                                          "vehicle.inertia_kg_m2.xx": "CAD"})

    def test_no_hash_depends_on_them(self):
        self.fly(SCENARIO)
        self.fly(SCENARIO + '\n[source]\nvehicle.mass_kg = "scale"\n', name="b.h5")
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            for key in ("provenance/resolved", "provenance/volatile/content_sha256", "digest", "check"):
                self.assertEqual(a[key][()].tobytes(), b[key][()].tobytes(), key)
        self.assertIn("same", self.expect(0, "diff", "a.h5", "b.h5").out)
        self.assertEqual(self.sources(), {})
        self.write("s.toml", SCENARIO + '\n[source]\nvehicle.mass_kg = "scale"\n')
        self.assertNotIn("scale", self.expect(0, "check", "s.toml", "--resolved").out)

    def test_another_text_is_no_other_campaign(self):
        self.fly(SCENARIO + '\n[source]\nvehicle.mass_kg = "scale"\n', "--only", "1,2", name="a.h5")
        self.fly(SCENARIO + '\n[source]\nvehicle.mass_kg = "another scale"\n', name="a.h5")  # goes on in the file
        self.assertEqual(self.sources(), {"vehicle.mass_kg": "scale"})
        self.fly(SCENARIO, name="a.h5")
        self.fly(SCENARIO, name="b.h5")
        self.expect(0, "diff", "a.h5", "b.h5")

    def test_they_survive_more_samples_and_stopping(self):
        text = SCENARIO + ('\n[source]\nvehicle.mass_kg = "scale"\n[requirement.tilt]\ntype = "probability"\nmetric = "max_tilt_deg"\n'
                           "at_most = 180.0\nprobability = 0.9\n")
        self.write("s.toml", text)
        self.expect(4, "run", "s.toml", "-n", "5", "--progress", "none", "-o", "a.h5")
        self.expect(0, "run", "s.toml", "-n", "60", "--progress", "none", "-o", "a.h5")
        self.assertEqual(self.sources(), {"vehicle.mass_kg": "scale"})
        self.expect(0, "run", "s.toml", "-n", "900", "--until", "decided", "--progress", "none", "-o", "b.h5")
        self.assertEqual(self.sources("b.h5"), {"vehicle.mass_kg": "scale"})

    def test_overrides_state_them_too(self):
        self.fly(SCENARIO, "--set", 'source.vehicle.mass_kg="by hand"')
        self.assertEqual(self.sources(), {"vehicle.mass_kg": "by hand"})


class Included(SourceTest):
    def test_of_a_vehicle_file(self):
        self.write("quad.toml", VEHICLE + '\n[source]\nmass_kg = "data sheet"\nrotor.motor.time_constant_s = "step"\n')
        self.fly(INCLUDING + '\n[source]\nvehicle.linear_drag_n_s_m = "wind tunnel"\n')
        self.assertEqual(self.sources(), {"vehicle.mass_kg": "data sheet", "vehicle.rotor.motor.time_constant_s": "step",
                                          "vehicle.linear_drag_n_s_m": "wind tunnel"})
        self.expect(0, "vehicle", "quad.toml")
        self.write("quad.toml", VEHICLE + '\n[source]\nmas_kg = "data sheet"\n')
        self.assertIn("Did you mean 'mass_kg'?", self.expect(2, "vehicle", "quad.toml").err)

    def test_a_number_that_is_put_over_another_has_not_its_source(self):
        self.write("quad.toml", VEHICLE + '\n[source]\nmass_kg = "data sheet"\nlinear_drag_n_s_m = "tunnel"\n')
        for keys, options in (("mass_kg = 1.1\n", ()), ("", ("--set", "vehicle.mass_kg=1.1"))):
            with self.subTest(keys=keys, options=options):
                self.fly(INCLUDING.replace('include = "quad.toml"\n', 'include = "quad.toml"\n' + keys), "--fresh", *options)
                self.assertEqual(self.sources(), {"vehicle.linear_drag_n_s_m": "tunnel"})
        # Who states the number states where it is from.
        self.fly(INCLUDING.replace('include = "quad.toml"\n', 'include = "quad.toml"\nmass_kg = 1.1\n') + '\n[source]\nvehicle.mass_kg = "scale"\n', "--fresh")
        self.assertEqual(self.sources()["vehicle.mass_kg"], "scale")
        self.fly(INCLUDING + '\n[source]\nvehicle.mass_kg = "scale"\n', "--fresh", "--set", "vehicle.mass_kg=1.1")
        self.assertNotIn("vehicle.mass_kg", self.sources())

    def test_of_a_sensor_file_and_one_that_is_called_source(self):
        self.write("imu.toml", '[gyroscope]\nrate_hz = 125\nwhite_noise_rad_s = 0.01\n[source]\ngyroscope.white_noise_rad_s = "data sheet"\n')
        text = SCENARIO + '\n[sensors.imu0]\ninclude = "imu.toml"\n[sensors.source]\ninclude = "imu.toml"\n'
        self.fly(text)
        self.assertEqual(self.sources(), {f"sensors.{name}.gyroscope.white_noise_rad_s": "data sheet" for name in ("imu0", "source")})
        self.fly(text.replace("[sensors.source]", "gyroscope.white_noise_deg_s = 1\n[sensors.source]"), "--fresh")  # in another unit
        self.assertEqual(self.sources(), {"sensors.source.gyroscope.white_noise_rad_s": "data sheet"})


class Mistakes(SourceTest):
    def test_they_are_told_with_their_place(self):
        self.wrong('vehicle.mas_kg = "x"\n', "Did you mean 'mass_kg'?")
        self.wrong('vehicle.mas_kg = "x"\n', f"s.toml:{len(SCENARIO.splitlines()) + 3}:")
        self.wrong('environment.air_density_kg_m3 = "x"\n', "nothing is written there")
        self.wrong('vehicle.rotors.9.spin = "x"\n', "nothing is written there")
        self.wrong("vehicle.mass_kg = 3\n", "a source is a text")
        self.wrong('"vehicle..mass_kg" = "x"\n', "'vehicle..mass_kg' is not a dotted path")
        self.wrong(f'vehicle.mass_kg = "{"x" * 33000}"\n', "more than 32000 bytes")
        self.write("s.toml", "source = 3\n" + SCENARIO)
        self.assertIn("a source is a text", self.expect(2, "check", "s.toml").err)

    def test_the_schema_takes_them_where_the_program_does(self):
        def fits(of, text):
            return jsonschema.Draft7Validator(json.loads(self.expect(0, "schema", of).out)).is_valid(tomllib.loads(text))
        self.assertTrue(fits("scenario", SCENARIO + '\n[source]\nvehicle.mass_kg = "scale"\n'))
        self.assertFalse(fits("scenario", SCENARIO + "\n[source]\nvehicle.mass_kg = 3\n"))
        self.assertTrue(fits("vehicle", VEHICLE + '\n[source]\nmass_kg = "scale"\n'))
        self.assertIn("Sources of numbers", self.expect(0, "explain", "source").out)


class Shown(SourceTest):
    def test_in_the_record_of_a_report_and_harmless(self):
        hostile = "<script>alert(1)</script>\u001b[31m" + "long " * 2000
        self.fly(SCENARIO + f'\n[source]\nvehicle.mass_kg = {json.dumps(hostile)}\nvehicle.rotor.motor = "step"\n')
        self.expect(0, "report", "a.h5", "-o", "p.html")
        with open(self.path("p.html"), encoding="utf-8") as file:
            page = Page(file.read())
        rows = {row[0]["text"]: [cell["text"] for cell in row[1:]] for row in page.sections["record"]}
        self.assertEqual(rows["vehicle.mass_kg"][0], "1.0")
        self.assertTrue(rows["vehicle.mass_kg"][1].startswith("<script>alert(1)</script>\\x1b[31mlong"))
        self.assertEqual(rows["vehicle.rotor.motor"], ["", "step"])
        self.assertNotIn("<script>alert", page.text)
        self.assertLess(os.path.getsize(self.path("p.html")), 1_500_000)
        self.fly(SCENARIO, name="b.h5")
        self.expect(0, "report", "b.h5", "-o", "q.html")
        with open(self.path("q.html"), encoding="utf-8") as file:
            self.assertIn("[source] states none", file.read())


if __name__ == "__main__":
    support.main()
