#!/usr/bin/python3
"""montecopter new: of every vehicle that comes with the program a scenario which check accepts without a warning, also
with all that is commented out, and which run flies where it is to be."""
import json
import os
import pathlib
import re
import shutil
import unittest

import h5py
import numpy as np

import support
from support import PLUS_ROTORS, VEHICLES, ProgramTest

NAMES = sorted(path.stem for path in VEHICLES.glob("*.toml"))
# What is commented out and no remark: keys and tables.
READY = re.compile(r"# (\[|[a-z0-9_.]+ = |#?$)|#$")


def uncommented(text):
    return "\n".join(re.sub("^# ?", "", line) if READY.match(line) else line for line in text.split("\n"))


class Shipped(ProgramTest):
    def new(self, name):
        said = self.expect(0, "new", name, "-o", "hover.toml", "--force")
        self.assertEqual(said.err, "")
        return pathlib.Path(self.path("hover.toml")).read_text()

    @support.slow
    def test_every_vehicle_hovers(self):
        self.assertGreater(len(NAMES), 15)
        for name in NAMES:
            with self.subTest(name):
                self.new(name)
                for command in (["check"], ["run", "--progress", "none", "--fresh"]):
                    said = self.expect(0, *command, "hover.toml").err
                    warnings = [line for line in said.splitlines() if "warning" in line]
                    # No rotor size is published for the coaxial vehicle.
                    coaxial = [line for line in warnings if "are coaxial, and their interference is left out" in line]
                    self.assertEqual(warnings, coaxial if name == "naki-octo" else [])
                with h5py.File(self.path("hover.h5")) as file:
                    position = file["position"][0]
                # From the hover, in calm air: whatever it does to find its trim, it stays in a ball of 0.5 m, which
                # the weights call as bad as their other deviations, and ends at its place.
                miss = np.linalg.norm(position - [0, 0, -10], axis=1)
                self.assertLess(miss.max(), 0.5)
                self.assertLess(miss[-1], 0.1)

    def test_a_way_to_rotors_away_from_hover(self):
        for name, told in (("x500", True), ("f450", False), ("f450-slow-flyer", False), ("marvin", False)):
            self.assertEqual("import bench-table TABLE.csv --propeller" in self.new(name), told, name)

    @support.slow
    def test_what_is_commented_out_is_ready(self):
        for name in NAMES:
            with self.subTest(name):
                text = uncommented(self.new(name))
                for table in ("[[wind]]", "[sensors.gps.gnss]", "[estimator]", '[disperse."vehicle.mass_kg"]',
                              "[requirement.stays_upright]", 'feedback = "estimate"', "magnetic_field"):
                    self.assertIn("\n" + table, text)
                self.write("all.toml", text)
                told = self.expect(0, "check", "all.toml").err
                # Nobody published the size of NAKI's rotors, which blow at each other.
                self.assertRegex(told, r"\A(.* are coaxial, and their interference is left out .*\n)?\Z")
                self.assertEqual(told != "", name == "naki-octo")

    def test_all_of_it_flies(self):
        self.write("all.toml", uncommented(self.new("x500")))
        self.expect(0, "run", "all.toml", "-n", "70", "--progress", "none", "-o", "all.h5")
        with h5py.File(self.path("all.h5")) as file:
            self.assertEqual(set(file["status"][:]), {1})


class Words(ProgramTest):
    def test_to_stdout_or_into_a_file(self):
        with self.nothing_touched():
            text = self.expect(0, "new", "x500").out
        self.assertIn('name = "x500-hover"', text)
        self.assertIn(str(VEHICLES / "x500.toml"), text)
        self.assertTrue(all(len(line) <= 120 for line in text.split("\n") if "include" not in line))
        said = self.expect(0, "new", "x500", "-o", "gusty.toml")
        self.assertEqual(said.out, "gusty.toml: a hover of x500; to fly it: montecopter run gusty.toml\n")
        self.assertIn('name = "gusty"', pathlib.Path(self.path("gusty.toml")).read_text())

    def test_the_first_line_names_the_schema(self):
        self.assertTrue(self.expect(0, "new", "x500").out.startswith("#:schema scenario.schema.json\n"))
        # As it is installed: bin/ and share/ side by side.
        self.write("usr/share/montecopter/schema/scenario.schema.json", self.expect(0, "schema").out)
        os.makedirs(self.path("usr/bin"))
        program = self.path("usr/bin/montecopter")
        shutil.copy(support.PROGRAM, program)
        text = self.expect(0, "new", VEHICLES / "x500.toml", program=program).out
        schema = os.path.realpath(self.path("usr/share/montecopter/schema/scenario.schema.json"))
        self.assertEqual(text.split("\n")[0], f"#:schema {schema}")

    def test_the_vehicle_is_included_by_the_way_from_the_scenario(self):
        text = (VEHICLES / "iris.toml").read_text()
        self.write("mine/vehicles/quad.toml", text)
        os.makedirs(self.path("mine/scenarios/deep/deeper/deepest"))
        for output, include in (("mine/scenarios/a.toml", "../vehicles/quad.toml"), ("a.toml", "mine/vehicles/quad.toml"),
                                ("mine/scenarios/deep/deeper/deepest/a.toml", self.path("mine/vehicles/quad.toml"))):
            self.expect(0, "new", "mine/vehicles/quad.toml", "-o", output)
            made = pathlib.Path(self.path(output)).read_text()
            self.assertIn(f'include = "{os.path.realpath(include) if include[0] == "/" else include}"', made)
            self.expect(0, "check", output)

    def test_json(self):
        told = json.loads(self.expect(0, "new", "crazyflie", "--json").out)
        self.assertEqual((told["name"], told["file"], told["warnings"]), ("crazyflie-hover", None, []))
        self.assertIn("[controller]", told["text"])
        told = json.loads(self.expect(0, "new", "crazyflie", "-o", "c.toml", "--json").out)
        self.assertEqual((told["name"], told["file"]), ("c", "c.toml"))
        self.assertNotIn("text", told)

    def test_the_same_text_again(self):
        self.assertEqual(self.expect(0, "new", "neo9-hexa").out, self.expect(0, "new", "neo9-hexa").out)


class Mistakes(ProgramTest):
    def refuse_all(self, code, *words, says):
        with self.nothing_touched():
            result = self.expect(code, "new", *words)
        self.assertEqual(result.out, "")
        for word in ("error:", *says):
            self.assertIn(word, result.err)

    def test_bad_words(self):
        self.refuse_all(2, says=["vehicle is required"])
        self.refuse_all(2, "x5000", says=["'x5000'", "Did you mean 'x500'"])
        self.refuse_all(2, "zeppelin", says=["The shipped vehicles are crazyflie, f450", "./zeppelin.toml"])
        self.refuse_all(2, "", says=["vehicle"])
        self.refuse_all(2, "none.toml", says=["none.toml"])
        self.refuse_all(2, "x500", "--force", says=["--force", "--output"])
        self.refuse_all(2, "x500", "-o", "", says=["--output"])
        self.refuse_all(6, "x500", "-o", "none/a.toml", says=["none/a.toml"])

    def test_nothing_is_replaced_unless_forced(self):
        self.write("there.toml", "precious\n")
        self.refuse_all(3, "x500", "-o", "there.toml", says=["there.toml", "--force"])
        self.expect(0, "new", "x500", "-o", "there.toml", "--force")

    def test_never_the_vehicle_nor_what_is_no_file(self):
        self.write("quad.toml", (VEHICLES / "x500.toml").read_text())
        os.symlink("quad.toml", self.path("link.toml"))
        os.mkfifo(self.path("pipe"))
        for force in ([], ["--force"]):
            for name in ("quad.toml", "./quad.toml", "link.toml"):
                self.refuse_all(3, "quad.toml", "-o", name, *force, says=[name, "this command reads that file"])
            self.refuse_all(3, "quad.toml", "-o", "pipe", *force, says=["not a regular file"])
            self.refuse_all(2, "quad.toml", "-o", "-", *force, says=["cannot be the name of a scenario"])

    def test_files_that_are_no_vehicle(self):
        self.write("empty.toml", "")
        self.write("text.toml", "hello\n")
        self.write("binary.toml", b"\x00\xff" * 100)
        for name in ("empty.toml", "text.toml", "binary.toml"):
            self.refuse_all(2, name, says=[name])
        self.write("s.toml", support.SCENARIO)
        self.refuse_all(2, "s.toml", says=["it is already a scenario"])

    def test_vehicles_that_cannot_fly(self):
        shared = ('type = "multirotor"\nframe = "NED/FRD"\nmass_kg = {mass}\ninertia_kg_m2 = {{xx = 0.01, yy = 0.01, zz = 0.02}}\n'
                  '[rotor]\naxis = [0, 0, -1]\nlaw = {{type = "linear", thrust_max_n = 5, torque_max_n_m = {torque}}}\n'
                  'motor = {{type = "direct", min = 0, max = 1}}\n')
        self.write("heavy.toml", shared.format(mass=10.0, torque=0.1) + PLUS_ROTORS)
        self.refuse_all(2, "heavy.toml", says=["cannot hover"])
        self.write("no-yaw.toml", shared.format(mass=1.0, torque=0.0) + PLUS_ROTORS)
        self.refuse_all(2, "no-yaw.toml", says=["controller"])

    def test_a_reader_that_goes_away(self):
        process = self.start("new", "x500")
        process.stdout.close()
        self.assertIn(process.wait(), (0, -13))


if __name__ == "__main__":
    support.main()
