#!/usr/bin/python3
"""What the program tells of itself: schema, completions and man. explain.py tests `explain`."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tomllib

import jsonschema

import support
from support import SCENARIO, ProgramTest, edited

ROOT = pathlib.Path(__file__).resolve().parents[2]


def replaced(old, new):
    return edited((old, new))


DRAG = "linear_drag_n_s_m = 0.1"


def environment(keys):
    return "[output]", f"[environment]\n{keys}\n[output]"


# What both the program and the schema refuse.
BROKEN = [
    ("mass_kg = 1.0\n", "mas_kg = 1.0\n"), ("mass_kg = 1.0\n", ""),
    ("mass_kg = 1.0\n", "mass_kg = true\n"), ("mass_kg = 1.0\n", 'mass_kg = "1"\n'),
    ("mass_kg = 1.0\n", "mass_kg = 0\n"), ("mass_kg = 1.0\n", "mass_kg = [1.0]\n"),
    ("zz = 0.007", "zz = -1"), (", zz = 0.007", ""), ("zz = 0.007", "zz = 0.007, zy = 0"),
    ('"NED/FRD"', '"ENU"'), ("schema = 1\n", ""), ("schema = 1", "schema = 2"),
    ("schema = 1", 'schema = "1"'), ("[output]", "[outputs]"), ("axis = [0, 0, -1]", "axis = [0, -1]"),
    ("axis = [0, 0, -1]", "axis = {q = 1}"), ("axis = [0, 0, -1]", "axis = -1"),
    ("time_constant_s = 0.02", "time_constant_s = 0"),
    ('"first_order"', '"third_order"'), ('"signed_quadratic"', '"cubic"'),
    ('"signed_quadratic"', '"linear"'),  # has other keys
    (DRAG, "linear_aero_moment_n_m_s = [1, 2]"), (DRAG, 'linear_aero_moment_n_m_s = "1"'),
    (DRAG, "linear_aero_moment_n_m_s = {xq = 1}"),
    ('"wind.0.to_m_s.x"', '"wind.0.to_m_s.0"'), ('"vehicle.rotors.*.motor', '"vehicle.*.*.motor'),
    ('"vehicle.mass_kg"', '"vehicle.mass_kg.*"'), ('"vehicle.mass_kg"', '"vehicle.inertia_kg_m2.*"'),
    ('dist = "uniform"', 'dist = "uniform"\nshare = "some"'), ('dist = "uniform"', 'dist = "uniform"\napply = "times"'),
    ("max = 2200", 'max = "2200"'), ("[[wind]]", "[wind]"), ('"steady"', '"gusty"'),
    ("to_m_s = [1.0, 0.5, 0.0]", "to_m_s = [1.0, 0.5]"), ("to_m_s = [1.0, 0.5, 0.0]", ""),
    ("to_m_s = [1.0, 0.5, 0.0]", "to_m_s = {x = 1}"),
    ('"rk4"', '"rk5"'), ("rate_hz = 1000", "rate_hz = 99.5"), ("rate_hz = 1000", 'rate_hz = "0/1"'),
    ("rate_hz = 1000", ""), ("rate_hz = 1000", "rate_hz = 1000\nstep_s = 0.001"),
    ("duration_s = 0.3", ""), ("duration_s = 0.3", "duration_s = 0.3\nsteps = 300"),
    ("duration_s = 0.3", "duration_s = 0"), ("duration_s = 0.3", "steps = 0"),
    ('["position", "velocity"', '["positon", "velocity"'),
    ('["position", "velocity"', '["position", "position"'),
    ("samples = 200", "samples = 0"), ("samples = 200", "samples = 200.5"), ("seed = 11", "seed = -1"),
    ("seed = 11", "sede = 11"), ('"vehicle.mass_kg"', '"vehicle.weight_kg"'),
    ('"vehicle.rotors.*.motor', '"vehicle.rotors.x.motor'), ('"wind.0.to_m_s.x"', '"wind.0.to_m_s.q"'),
    ('dist = "uniform"', 'dist = "gauss"'), ('dist = "uniform"', 'dist = "uniform"\nsd = 1'),
    ("position_m = [0, 0, -10]", "body_rate_deg_s = 1"),
    ("position_m = [0, 0, -10]", "body_rate_deg_s = [0, 0, 1]\nbody_rate_rad_s = [0, 0, 1]"),
    ('"wind.0.to_m_s.x"', '"simulation.initial.body_rate_deg_s.x"'),
    ("sd = 0.05", "sd = -0.05"), ('"command_table"', '"pid"'), ("[0.0, 1133.0,", "[0.0, true,"),
    environment("atmosphere.temperature_offset_k = 1"), environment('atmosphere.type = "ISA"'),
    environment("air_density_kg_m3 = 1.2"), environment("home.latitude_deg = 91"), environment('gravity = "earth"'),
    environment('magnetic_field = {type = "angles", strength_t = 5e-5}'),
]
# What both accept.
SOUND = [
    ("mass_kg = 1.0\n", "mass_kg = 1\n"), ("axis = [0, 0, -1]", "axis = {x = 0, y = 0, z = -1}"),
    ("rate_hz = 1000", 'rate_hz = "2000/2"'), ("rate_hz = 1000", "step_s = 0.001"),
    ("duration_s = 0.3", "steps = 300"), ('"vehicle.rotors.*.motor', '"vehicle.rotors.3.motor'),
    ("position_m = [0, 0, -10]", "position_m = {z = -10}"), ('name = "small"\n', ""),
    ('"signed_quadratic"', '"quadratic"'),
    ('"first_order"', '"second_order", damping_ratio = 0.7'),
    (DRAG, "linear_aero_moment_n_m_s = 0.1"), (DRAG, "linear_aero_moment_n_m_s = [0.1, 0.1, 0.2]"),
    (DRAG, "linear_aero_moment_n_m_s = [1, 0, 0, 0, 1, 0, 0, 0, 1]"),
    (DRAG, "linear_aero_moment_n_m_s = {xy = 0.1}"),
    ("position_m = [0, 0, -10]", "body_rate_deg_s = [0, 0, 90]"), ("position_m = [0, 0, -10]", "body_rate_deg_h = {z = 15}"),
    ('"wind.0.to_m_s.x"', '"wind.0.to_m_s.*"'), ('"wind.0.to_m_s.x"', '"wind.*.to_m_s.*"'),
    ('"wind.0.to_m_s.x"', '"simulation.initial.position_m.*"'),
    ('"wind.0.to_m_s.x"', '"vehicle.inertia_kg_m2.turn_rad.*"'),
    ("seed = 11", 'seed = 11\n[sweep."vehicle.linear_aero_moment_n_m_s.xy"]\nlinspace = [0, 0.1, 3]'),
    ("seed = 11", 'seed = 11\n[sweep."vehicle.rotors.*.axis.*"]\nvalues = [-1]'),
    ("seed = 11", 'seed = 11\n[sweep.drag.sets.much]\nvehicle.linear_drag_n_s_m = 1\n[sweep.drag.sets.none]\nvehicle.linear_drag_n_s_m = 0'),
    environment("atmosphere.density_kg_m3 = 1.1"), environment("atmosphere = {}"),
    environment('atmosphere = {type = "isa", temperature_offset_k = 5}'), environment('gravity = "j2"'),
    environment("magnetic_field.field_t = [2e-5, 0, 4e-5]"), environment("home = {latitude_deg = 47.4}"),
    environment('magnetic_field = {type = "angles", strength_t = 5e-5, inclination_deg = 60, declination_deg = 2}'),
    ('"wind.0.to_m_s.x"', '"environment.home.altitude_m"'),
]


# A change that misspells a key, the misspelt key, and the path of its table. The first rotor of the list is meant.
MISSPELT = [
    (("mass_kg = 1.0\n", "mas_kg = 1.0\n"), "mas_kg", ["vehicle"]),
    (("inertia_kg_m2 = {xx = 0.005", "inertia_kg_m2 = {xxx = 0.005"), "xxx", ["vehicle", "inertia_kg_m2"]),
    (("force_n2_s", "force_n_s"), "force_n_s", ["vehicle", "process_noise"]),
    (("time_constant_s = 0.02", "time_const_s = 0.02"), "time_const_s", ["vehicle", "rotor", "motor"]),
    (("thrust_n_s2 = 1", "thrust_n_s = 1"), "thrust_n_s", ["vehicle", "rotor", "law"]),
    (("position_m = [0.08, 0.08, 0]", "positon_m = [0.08, 0.08, 0]"), "positon_m", ["vehicle", "rotors", 0]),
    (("to_m_s = [1.0", "to_ms = [1.0"), "to_ms", ["wind", 0]),
    (("rows = [", "row = ["), "row", ["controller"]),
    (("duration_s", "durations"), "durations", ["simulation"]),
    (("position_m = [0, 0, -10]", "postion_m = [0, 0, -10]"), "postion_m", ["simulation", "initial"]),
    (('traces = "every:3"', 'trace = "every:3"'), "trace", ["output"]),
    (("seed = 11", "sed = 11"), "sed", ["monte_carlo"]),
    (("sd = 0.05", "std = 0.05"), "std", ["disperse", "vehicle.mass_kg"]),
    (environment('atmosphere = {type = "isa", offset_k = 5}'), "offset_k", ["environment", "atmosphere"]),
]


class Schema(ProgramTest):
    validators = {}

    def validator(self, *of):
        if of not in self.validators:
            schema = json.loads(self.expect(0, "schema", *of).out)
            jsonschema.Draft7Validator.check_schema(schema)
            self.validators[of] = jsonschema.Draft7Validator(schema)
        return self.validators[of]

    @support.slow
    def test_accepts_every_scenario_and_vehicle(self):
        of = {"vehicles": self.validator("vehicle"), "sensors": self.validator("sensor"),
              "controllers": self.validator("controller")}
        scenario = self.validator()
        files = [file for file in (ROOT / "scenarios").rglob("*.toml") if file.parent.name != "columns"]  # of logs
        self.assertGreater(len(files), 3)
        for path in files:
            with self.subTest(path.name):
                data = tomllib.loads(path.read_text())
                of.get(path.parent.name, scenario).validate(data)

    @support.slow
    def test_accepts_what_check_resolved_prints(self):
        fits = self.validator()
        scenarios = ROOT / "scenarios"
        for path in (*scenarios.glob("examples/*.toml"), *scenarios.glob("regression/*.toml")):
            text = self.expect(0, "check", path, "--resolved").out
            data = tomllib.loads(text)
            with self.subTest(path.name):  # a resolved table has its defaults, too: `file = ""` says nothing
                fits.validate(data)

    def test_program_and_schema_refuse_the_same(self):
        fits = self.validator()
        self.assertTrue(fits.is_valid(tomllib.loads(SCENARIO)))
        for change in BROKEN:
            with self.subTest(change):
                text = replaced(*change)
                self.write("s.toml", text)
                self.expect(2, "check", "s.toml")
                self.assertFalse(fits.is_valid(tomllib.loads(text)), change)
        self.assertEqual(len(set(BROKEN)), 68)

    @support.slow
    def test_rotors_that_share_nothing_are_whole(self):
        self.write("s.toml", SCENARIO)
        whole = self.expect(0, "check", "s.toml", "--resolved").out
        fits = self.validator()
        fits.validate(tomllib.loads(whole))
        for line in ("spin = -1\n", "time_constant_s = 0.02\n", "thrust_n_s2 = 1.91e-06\n", "axis = [0.0, 0.0, -1.0]\n",
                     'type = "first_order"\n'):
            with self.subTest(line):
                at = whole.rindex(line)  # of the last rotor only
                text = whole[:at] + whole[at + len(line):]
                self.write("s.toml", text)
                self.expect(2, "check", "s.toml")
                self.assertFalse(fits.is_valid(tomllib.loads(text)))

    @support.slow
    def test_program_and_schema_accept_the_same(self):
        fits = self.validator()
        for change in SOUND:
            with self.subTest(change):
                text = replaced(*change)
                self.write("s.toml", text)
                self.expect(0, "check", "s.toml")
                fits.validate(tomllib.loads(text))

    def test_vehicles_by_include(self):
        start, end = SCENARIO.index("type = "), SCENARIO.index("[[wind]]")
        vehicle = SCENARIO[start:end].replace("[vehicle.", "[").replace("[[vehicle.", "[[")
        self.write("quad.toml", vehicle)
        self.validator("vehicle").validate(tomllib.loads(vehicle))
        fits = self.validator()
        head, tail = SCENARIO[:start], SCENARIO[end:]
        for keys, ok in [("", True), ("mass_kg = 1.1", True), ("inertia_kg_m2 = {zz = 0.008}", True),
                         ("rotors = {1 = {spin = 1}}", True), ("rotor = {motor = {max = 2300}}", True),
                         ("mass = 1.1", False), ("mass_kg = -1", False), ("rotor = {spin = 2}", False),
                         ("inertia_kg_m2 = {zy = 1}", False), ("include2 = 'x'", False)]:
            with self.subTest(keys):
                text = f'{head}include = "quad.toml"\n{keys}\n{tail}'
                self.write("s.toml", text)
                self.expect(0 if ok else 2, "check", "s.toml")
                self.assertEqual(fits.is_valid(tomllib.loads(text)), ok)

    def test_the_best_error_names_a_misspelt_key_and_its_table(self):
        fits = self.validator()
        self.assertEqual(len(MISSPELT), 14)
        for (old, new), key, path in MISSPELT:
            with self.subTest(key):
                error = jsonschema.exceptions.best_match(fits.iter_errors(tomllib.loads(replaced(old, new))))
                self.assertIn(f"'{key}' was unexpected", error.message)
                self.assertEqual(list(error.absolute_path), path)

    def test_also_beside_an_include_where_the_type_is_in_the_file(self):
        fits = self.validator()
        for vehicle, message, path in [
                ({"mass_kg": -1}, "-1 is less", ["mass_kg"]), ({"rotor": {"motor": {"mx": 1}}}, "'mx' was unexpected", ["rotor", "motor"])]:
            with self.subTest(message):
                data = {**tomllib.loads(SCENARIO), "vehicle": {"include": "quad.toml", **vehicle}}
                error = jsonschema.exceptions.best_match(fits.iter_errors(data))
                self.assertIn(message, error.message)
                self.assertEqual(list(error.absolute_path), ["vehicle", *path])

    def test_editors_find_the_keys_of_each_type(self):
        """Taplo looks below properties, items, anyOf, oneOf and allOf; not below if and then."""
        def keys(schema):
            found = set(schema.get("properties", {}))
            return found.union(*(keys(part) for part in schema.get("anyOf", []) if part is not True))
        properties = json.loads(self.expect(0, "schema").out)["properties"]
        self.assertLessEqual({"type", "include", "mass_kg", "rotors", "main_rotor"}, keys(properties["vehicle"]))
        self.assertLessEqual({"type", "include", "rows", "rate_hz", "attitude_gain_n_m"}, keys(properties["controller"]))
        self.assertLessEqual({"type", "to_m_s", "wind_20ft_m_s"}, keys(properties["wind"]["items"]))

    def test_descriptions_have_units(self):
        properties = json.loads(self.expect(0, "schema").out)["properties"]
        gravity = properties["environment"]["properties"]["gravity_m_s2"]
        self.assertIn("[m s-2]", gravity["description"])
        self.assertEqual((gravity["minimum"], gravity["maximum"], gravity["default"]), (0, 100, 9.80665))
        self.assertEqual(properties["integrator"]["properties"]["type"]["enum"][:2], ["euler", "semi_implicit_euler"])

    def test_of_something_else(self):
        result = self.expect(2, "schema", "result")
        self.assertIn("Use scenario, vehicle, controller or sensor", result.err)
        self.assertIn("scenario|vehicle|controller|sensor", self.expect(0, "schema", "--help").out)  # no other list


# Gives the words that bash offers after a line, one in each line.
BASH = """
source ./completions.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
compopt() { :; }  # only the shell's own completion may call it
_montecopter
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Completions(ProgramTest):
    def offered(self, *words):
        self.write("completions.bash", self.expect(0, "completions", "bash").out)
        done = subprocess.run(["bash", "-c", BASH, "bash", "montecopter", *words], cwd=self.dir,
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_offers_commands_options_and_values(self):
        commands = self.offered("")
        for name in ("run", "check", "diff", "verify", "explain", "schema", "completions", "man"):
            self.assertIn(name, commands)
        self.assertEqual(self.offered("ru"), ["run"])
        self.assertEqual(self.offered("run", "--thr"), ["--threads"])
        kernels = re.search(r"--lanes (\S+)", self.expect(0, "run", "--help").out)[1].split("|")  # those of this build
        self.assertEqual(self.offered("run", "s.toml", "--lanes", ""), kernels)
        self.assertEqual(self.offered("run", "s.toml", "--lanes", "avx"), [name for name in kernels if name.startswith("avx")])
        self.assertEqual(self.offered("run", "s.toml", "--lanes", "=", "ba"), ["baseline"])
        self.assertEqual(self.offered("run", "--progress", "b"), ["bar"])
        self.assertEqual(self.offered("completions", ""), ["bash", "zsh", "fish"])
        self.assertIn("motor/first_order", self.offered("explain", "motor"))
        self.assertEqual(self.offered("explain", "motor", "max_tilt"), ["max_tilt_deg"])
        self.assertIn("vehicle.rotors.law.thrust_n_s2", self.offered("explain", "vehicle.rotors.law"))
        self.assertIn("vehicle.mass_kg=", self.offered("check", "--set", "vehicle.m"))
        self.assertEqual(self.offered("run", "-n", ""), [])

    def test_bash_offers_files(self):
        for name in ("a.toml", "b.h5", "c.txt"):
            self.write(name, "")
        os.mkdir(self.path("folder"))
        self.assertEqual(self.offered("run", ""), ["a.toml", "folder"])
        self.assertEqual(self.offered("diff", ""), ["b.h5", "folder"])
        self.assertEqual(self.offered("run", "a.toml", "-o", ""), ["b.h5", "folder"])
        self.assertEqual(self.offered("stats", ""), ["b.h5", "folder"])
        self.assertEqual(self.offered("stats", "b.h5", "--metric", ""), [])
        self.write("d.csv", "")
        self.assertEqual(self.offered("export", "b.h5", "-o", "d"), ["d.csv"])

    @support.slow  # explain.py asks for every key
    def test_every_word_that_is_offered_is_explained(self):
        words = self.offered("explain", "")
        self.assertGreater(len(words), 500)
        found = json.loads(self.expect(0, "explain", "--json", *words).out)
        self.assertEqual([word["word"] for word in found["words"]], words)
        self.assertFalse(any(word["is_part_of_names"] or word["meant"] for word in found["words"]))

    def test_every_path_that_is_offered_can_be_set(self):
        """None of the offered paths is an unknown key: of each table the first and the last, of which a wrong name of the
        table would show; with MONTECOPTER_TEST_PATHS=all (ctest's label `slow`) all of them."""
        self.write("s.toml", SCENARIO)
        tables = {}
        for path in self.offered("check", "--set", ""):
            tables.setdefault(path.rpartition(".")[0], []).append(path)
        self.assertGreater(len(tables), 50)
        every = os.environ.get("MONTECOPTER_TEST_PATHS") == "all"
        for path in [path for paths in tables.values() for path in (paths if every else {paths[0], paths[-1]})]:
            result = self.run_program("check", "s.toml", "--set", path + "7")
            # Keys of another type than that of this vehicle are unknown here, but told as such.
            if "unknown key" in result.err:
                self.assertRegex(path, r"\.(law|motor)\.|^controller\.|^wind\.|^vehicle\.(rotor|main_rotor|tail_rotor|"
                                 r"operating_points|servos|body_drag|tail_drag|drive_inertia)", result.err)

    def test_the_scripts_are_sound(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                text = self.expect(0, "completions", shell).out
                for word in ("run", "reproducible", "baseline", "monte_carlo.samples", "*.h5" if shell == "zsh" else ".h5"):
                    self.assertIn(word, text)
                if shutil.which(shell):
                    self.write("script", text)
                    subprocess.run([shell, "-n", "script"], cwd=self.dir, check=True)
        self.assertIn("bash, zsh or fish", self.expect(2, "completions", "tcsh").err)


class Manual(ProgramTest):
    def test_names_every_command_and_option(self):
        text = self.expect(0, "man").out
        self.assertTrue(text.startswith(".TH MONTECOPTER 1"))
        help_text = self.expect(0, "--help").out
        listed = help_text[help_text.index("\nFly:"):help_text.index("Exit codes:")]
        commands = re.findall(r"(?m)^  ([\w-]+)", listed)
        self.assertIn("run", commands)
        for command in commands:
            self.assertIn(f".SS montecopter {command}", text)
            for option in re.findall(r"--[a-z-]+", self.expect(0, command, "--help").out):
                self.assertIn(option.replace("-", "\\-"), text)

    def test_lists(self):
        text = self.expect(0, "man").out
        self.assertIn(".SS montecopter explain [word...] [options]", text)

    def test_roff_has_no_warnings(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        text = self.expect(0, "man").out
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=text, text=True,
                              capture_output=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertGreater(len(done.stdout.splitlines()), 100)


if __name__ == "__main__":
    support.main()
