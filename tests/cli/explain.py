#!/usr/bin/python3
"""`explain`: what may stand in a scenario, and what a word means there."""
import fcntl
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import termios
import tomllib

import support
from support import SCENARIO, ProgramTest

SWEEP = '\n[sweep."environment.gravity_m_s2"]\nvalues = [9.7, 9.8]\n'
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Overview(ProgramTest):
    def names(self):
        """KIND and KIND/TYPE of all sections."""
        data = json.loads(self.expect(0, "explain", "--json").out)
        return [s["kind"] + ("/" + s["type"] if s["type"] else "") for s in data["sections"]]

    def test_the_overview_names_every_type_of_the_source(self):
        text = self.expect(0, "explain").out
        names = re.findall(r"(?m)^ *(\S+)", text)
        for path in (ROOT / "src").rglob("*.hpp"):
            for name in re.findall(r'type_name = "(\w+)"', path.read_text()):
                self.assertIn(name, names, path)
        for name in ("rk4", "dopri5", "environment", "monte_carlo", "initial"):
            self.assertIn(name, names)

    def test_every_type_and_choice_of_an_integrator_says_what_it_is(self):
        for line in self.expect(0, "explain").out.splitlines():
            if re.match(r"  \S", line):
                self.assertRegex(line, r"^  \S+ +\S+")

    def test_it_says_how_to_go_on(self):
        text = self.expect(0, "explain").out
        self.assertIn("`montecopter explain WORD` explains", text)
        for word in ("motor", "px4", "vehicle.mass_kg", "mass_kg", "max_tilt_deg", "pid"):
            self.assertIn(word, text[text.index("`montecopter explain WORD`"):])
            self.expect(0, "explain", word)

    def test_everything_fits_into_80_columns(self):
        words = [s["word"] for s in json.loads(self.expect(0, "explain", "--json", *self.names()).out)["words"]]
        for text in (self.expect(0, "explain").out, self.expect(0, "explain", *words).out):
            for line in text.splitlines():
                # Headers of tables and single words are as long as they are.
                if not line.startswith("  In a scenario:"):
                    self.assertLessEqual(len(line), 80, line)
            self.assertNotRegex(text, r"(?m) $")

    def test_a_kind_a_type_and_a_path_of_it(self):
        one = self.expect(0, "explain", "motor/first_order").out
        self.assertRegex(one, r"(?m)^  time_constant_s +s +number +required +> 0 +sample$")
        self.assertIn('[vehicle.rotors.motor] type = "first_order"', one)
        both = self.expect(0, "explain", "motor").out
        self.assertTrue(both.startswith(one))
        self.assertIn("motor/direct:", both)
        integrator = self.expect(0, "explain", "integrator/rk4").out
        self.assertIn("Exactly one of step_s and rate_hz", integrator)
        self.assertRegex(self.expect(0, "explain", "environment").out,
                         r"gravity_m_s2 +m s-2 +number +9.80665 +0 ... 100 +sample")

    def test_misspelt(self):
        for name, says in [("motr", "'motor'"), ("motor/firstorder", "'motor/first_order'"),
                           ("wind/stead", "'wind/steady'"), ("zzzzzzzz", "lists all"),
                           ("motor/", "'motor'")]:
            result = self.expect(2, "explain", name)
            self.assertEqual(result.out, "")
            self.assertEqual(result.err.count("\n"), 1)
            self.assertIn("there is no kind, type, key or metric", result.err)
            self.assertIn(says, result.err)

    def test_json_holds_numbers_and_ranges(self):
        data = json.loads(self.expect(0, "explain", "--json").out)
        self.assertIn("max_tilt_deg", [metric["name"] for metric in data["metrics"]])
        keys = {(s["kind"], s["type"], k["key"]): k for s in data["sections"] for k in s["keys"]}
        gravity = keys["environment", None, "gravity_m_s2"]
        self.assertEqual(gravity["default"], 9.80665)
        self.assertEqual(gravity["range"], {"low": 0, "low_open": False, "high": 100, "high_open": False})
        self.assertEqual(gravity["varies"], "sample")
        self.assertTrue(keys["motor", "first_order", "time_constant_s"]["required"])
        self.assertEqual(keys["output", None, "dtype"]["choices"], ["f64", "f32"])
        self.assertEqual(keys["output", None, "dtype"]["choice_docs"], ["double precision", "single precision"])
        self.assertEqual(keys["output", None, "signals"]["default"][0], "position")
        one = json.loads(self.expect(0, "explain", "wind/steady", "--json").out)["sections"]
        self.assertEqual([s["kind"] for s in one], ["wind"])

    def test_the_defaults_are_those_that_are_used(self):
        """What the reference calls the default is what a scenario without that key gets. It sweeps over
        a sphere, because some keys are of use only then."""
        text = SCENARIO + SWEEP + '\n[environment]\ngeodesy = "sphere"\n'
        resolved = tomllib.loads(self.resolved(text))
        defaults = {s["kind"]: s for s in json.loads(self.expect(0, "explain", "--json").out)["sections"]}
        given = tomllib.loads(text)
        compared = 0
        inner = {"initial": "simulation", "home": "environment"}
        # Keys that came later are left out at their defaults, so that scenarios keep their hash;
        # tests/scenario/checks/design.test.cpp compares a random design with one that is given.
        left_out = {"monte_carlo": {"design", "replicates", "quantiles", "judge_as_family"}, "output": {"readings", "margins", "validity"},
                    "initial": {"trimmed"}, "simulation": {"end"}}
        for kind in ("environment", "home", "output", "monte_carlo", "simulation", "initial"):
            table, wrote = ((tables[inner[kind]] if kind in inner else tables).get(kind, {})
                            for tables in (resolved, given))
            for key in defaults[kind]["keys"]:
                if key["key"] in wrote or key["default"] is None:
                    continue
                if key["key"] in left_out.get(kind, ()):
                    self.assertNotIn(key["key"], table)
                    continue
                self.assertEqual(table[key["key"]], key["default"], key)
                compared += 1
        self.assertGreater(compared, 4)

    def resolved(self, text):
        self.write("s.toml", text)
        return self.expect(0, "check", "s.toml", "--resolved").out


class Words(ProgramTest):
    def text(self, *words):
        return self.expect(0, "explain", *words).out

    def json(self, *words):
        return json.loads(self.expect(0, "explain", "--json", *words).out)

    def places(self, word):
        """Paths of all keys that a word means."""
        return {place["path"] for key in self.json(word)["keys"] for place in key["places"]}

    def test_a_key_by_its_path(self):
        text = self.text("vehicle.mass_kg")
        self.assertEqual(text, """\
mass_kg: Mass of the whole vehicle
  type     number
  unit     kg
  default  none: it is required
  range    > 0
  varies   from sample to sample: it may be dispersed or swept
  at       vehicle.mass_kg
""")
        self.assertRegex(self.text("monte_carlo.samples"), r"(?m)^  type +integer$")
        self.assertRegex(self.text("output.traces"), r'(?m)^  default +"auto"$')
        self.assertRegex(self.text("output.dtype"), r'(?m)^  words +"f64": double precision$')
        self.assertRegex(self.text("output.rate_hz"), r'(?m)^  type +rate, an integer or a ratio "n/d"$')

    def test_indices_names_and_shared_tables_may_be_anything_or_left_out(self):
        wanted = {"vehicle.rotors.*.law.thrust_n_s2"}
        for word in ("vehicle.rotors.*.law.thrust_n_s2", "vehicle.rotors.3.law.thrust_n_s2",
                     "vehicle.rotors.law.thrust_n_s2", "vehicle.rotor.law.thrust_n_s2", "law.thrust_n_s2",
                     "thrust_n_s2"):
            self.assertEqual(self.places(word), wanted, word)
        text = self.text("thrust_n_s2")
        self.assertIn("(law/signed_quadratic)", text)
        self.assertIn("(law/quadratic)", text)
        wanted = {"sensors.NAME.gyroscope.bias_rad_s"}
        for word in ("sensors.NAME.gyroscope.bias_rad_s", "sensors.imu0.gyroscope.bias_rad_s.x",
                     "sensors.gyroscope.bias_deg_s", "sensors.*.gyroscope.bias_deg_h.*", "gyroscope.bias_rad_s"):
            self.assertEqual(self.places(word), wanted, word)
        self.assertEqual(self.places("wind.0.to_m_s.x"), {"wind.*.to_m_s"})
        for word in ('disperse."vehicle.mass_kg".share', 'disperse."PATH".share', "disperse.share", "share"):
            self.assertEqual(self.places(word), {'disperse."PATH".share'}, word)

    def test_a_bare_key_is_listed_with_all_its_places(self):
        self.assertGreaterEqual(self.places("mass_kg"), {"vehicle.mass_kg", "event.*.mass_kg",
                                                         "vehicle.operating_points.mass_kg"})
        text = self.text("mass_kg")
        self.assertIn("Mass of the whole vehicle\n", text)
        self.assertIn("Lost mass\n", text)
        self.assertRegex(text, r"event\.\*\.mass_kg \(event/mass_drop\)")

    def test_other_units_are_told(self):
        text = self.text("full_scale_rad_s")
        self.assertRegex(text, r"(?m)^  or +full_scale_deg_s \[degree s-1\]$")
        self.assertEqual(text, self.text("full_scale_deg_s"))

    def test_a_table_by_its_path_is_its_kind(self):
        self.assertEqual(self.text("vehicle.battery"), self.text("battery"))
        self.assertEqual(self.text("vehicle.rotors.0.motor"), self.text("motor"))
        self.assertIn("estimator.initial", self.text("estimator.initial"))

    def test_keys_that_no_field_describes(self):
        self.assertIn('"px4"', self.text("controller.type"))
        self.assertIn('"uniform"', self.text("dist"))
        self.assertIn("Vehicle file", self.text("vehicle.include"))

    def test_types_with_and_without_kind(self):
        self.assertEqual(self.text("px4"), self.text("controller/px4"))
        self.assertTrue(self.text("rk4").startswith("integrator/rk4: Classical Runge-Kutta\n"))
        both = self.text("uniform")
        self.assertIn("atmosphere/uniform:", both)
        self.assertIn("disperse/uniform:", both)

    def test_every_type_has_an_example_in_toml(self):
        for section in self.json()["sections"]:
            if section["type"] is None and section["kind"] != "integrator":
                self.assertIsNone(section["example"])
                continue
            table = tomllib.loads(section["example"])
            while len(table) == 1 and not {"type", "dist"} & set(table):
                table = next(iter(table.values()))
                table = table[0] if isinstance(table, list) else table
            self.assertIn(section["type"] or "rk4", [table.get("type"), table.get("dist")])
        self.assertIn('\nExample:\n\n[controller]\ntype = "px4"\nrate_hz = 500\n', self.text("px4"))
        self.assertIn('\ntype = "dopri5"\nrate_hz = 1000\n', self.text("dopri5"))

    def test_a_choice_names_its_keys(self):
        text = self.text("battery_voltage")
        self.assertIn('"battery_voltage", a choice of signals', text)
        self.assertIn("output.signals", text)
        self.assertIn('"f32", a choice of dtype: single precision', self.text("f32"))

    def test_metrics(self):
        text = self.text("max_tilt_deg")
        self.assertTrue(text.startswith("max_tilt_deg: "))
        self.assertRegex(text, r"(?m)^  unit +degree$")
        self.assertRegex(text, r"(?m)^  stored +as m_max_tilt_deg, its statistics as stat_max_tilt_deg$")
        self.assertEqual(text, self.text("m_max_tilt_deg"))
        names = [metric["name"] for metric in self.json()["metrics"]]
        told = self.json(*names)["metrics"]
        self.assertEqual([metric["name"] for metric in told], names)
        self.assertTrue(all(metric["doc"] and metric["unit"] and metric["flights"] for metric in told))

    def test_retired_keys_name_what_took_their_place(self):
        old, new = "environment.air_density_kg_m3", "environment.atmosphere.density_kg_m3"
        text = self.text(old)
        self.assertIn(f"{old} is no longer a key: use\n{new}.\n", text)
        self.assertIn("density_kg_m3: ", text)
        found = self.json(old)
        self.assertEqual(found["words"][0]["moved"], [{"from": old, "to": new}])
        self.assertEqual(found["keys"][0]["places"][0]["path"], new)
        bare = self.text("air_density_kg_m3")  # a helicopter still has one
        self.assertIn("is no longer a key", bare)
        self.assertIn("vehicle.operating_points.air_density_kg_m3", bare)

    def test_words_of_the_field(self):
        for word, names in [("pid", ["px4"]), ("PID", ["px4"]), ("kalman", ["ekf"]), ("Kalman-Filter", ["ekf"]),
                            ("gps", ["gnss"]), ("gust", ["one_minus_cosine", "dryden"]),
                            ("turbulence", ["dryden", "von_karman"]), ("quadcopter", ["multirotor"]),
                            ("autopilot", ["px4", "px4_mavlink", "ardupilot_json"]), ("mixer", ["rotors"]),
                            ("failsafe", ["limits", "event"])]:
            found = self.json(word)
            self.assertEqual(found["words"][0]["meant"], names)
            self.assertLessEqual(set(names), {s[of] for s in found["sections"] for of in ("kind", "type")})
            text = self.text(word)
            self.assertTrue(text.startswith(f"'{word}' is called "), text)
            self.assertTrue(text.endswith(self.text(*names)))

    def test_a_part_of_names_leads_to_all_that_have_it(self):
        text = self.text("drag")
        self.assertTrue(text.startswith("Nothing is called 'drag'. These names contain it:\n"))
        for name in ("vehicle.linear_drag_n_s_m", "vehicle.drag_area_m2", "vehicle.tail_drag_kg_m"):
            self.assertRegex(text, rf"(?m)^  {name} \(vehicle/")
        found = self.json("drag")
        self.assertTrue(found["words"][0]["is_part_of_names"])
        self.assertIn("linear_drag_n_s_m", [key["key"] for key in found["keys"]])
        self.assertIn("process_noise", self.text("noise"))
        self.assertIn("max_tilt_deg", self.text("max tilt"))

    def test_every_key_of_the_format_is_explained(self):
        """In one process: as the sections have it, and at a place."""
        sections = self.json()["sections"]
        keys = {key["key"]: None for section in sections for key in section["keys"]}
        found = self.json(*keys)
        told = {}
        for key in found["keys"]:
            told.setdefault(key["word"], []).append(key)
        kinds = {section["word"] for section in found["sections"]}
        for section in sections:
            for key in section["keys"]:
                name = key["key"]
                if name not in told:
                    self.assertIn(name, kinds)  # it is a table
                    continue
                alike = [{k: v for k, v in one.items() if k not in ("places", "word")} for one in told[name]]
                if [one["path"] for one in told[name][0]["places"]] == [name]:
                    continue  # the whole path of a key at the root means that key alone
                if not key["type"].endswith(("table", "tables")):
                    self.assertIn(key, alike)
        self.assertEqual(self.json("event.*.name")["keys"][0]["places"][0]["path"], "event.*.name")
        for key in found["keys"]:
            self.assertTrue(key["doc"])
            self.assertTrue(key["places"])
        paths = sorted({place["path"] for key in found["keys"] for place in key["places"]})
        self.assertGreater(len(paths), 300)
        again = self.json(*paths)
        self.assertLessEqual(set(paths), {place["path"] for key in again["keys"] for place in key["places"]})
        for path in ("vehicle.mass_kg", "output.traces", "monte_carlo.samples", "sensors.NAME.gnss.rate_hz",
                     'sweep."PATH".linspace', "simulation.limits.tilt_deg"):
            self.assertIn(path, paths)

    def test_every_path_that_is_told_can_be_read(self):
        """What an error of `check` names is explained."""
        self.write("s.toml", SCENARIO.replace("mass_kg = 1.0\n", "", 1))
        key = re.search(r"'(vehicle\.\w+)'", self.expect(2, "check", "s.toml").err)[1]
        self.assertIn("it is required", self.text(key))

    def test_several_words(self):
        both = self.text("wind/steady", "mass_kg")
        self.assertEqual(both, self.text("wind/steady") + "\n" + self.text("mass_kg"))
        found = self.json("wind/steady", "mass_kg")
        self.assertEqual([section["word"] for section in found["sections"]], ["wind/steady"])
        self.assertEqual({key["word"] for key in found["keys"]}, {"mass_kg"})
        result = self.expect(2, "explain", "motr", "mass_kg", "zzzzzzzz")
        self.assertEqual(result.out, "")
        self.assertEqual(result.err.count("error:"), 2)

    def test_bad_words(self):
        self.assertTrue(self.expect(2, "explain", "").err.startswith("word: error: it is empty "))
        for word in (" ", ".", "vehicle.", ".mass_kg", "vehicle..mass_kg", '"', "*", "zzzzzzzz", "x" * 100000,
                     "vehicle.mass_kg.q", "vehicle.zzzzzzzzzzzz", "motor mass_kg", "\x1b[31m", "é", "." * 3000):
            result = self.expect(2, "explain", word)
            self.assertEqual(result.out, "", word)
            self.assertEqual(result.err.count("\n"), 1, word)
            self.assertTrue(result.err.startswith("error: there is no kind, type, key or metric '"), result.err)
        for word, meant in [("mas_kg", "mass_kg"), ("max_titl_deg", "max_tilt_deg"), ("vehicle.mas_kg", "vehicle.mass_kg"),
                            ("controler", "controller"), ("controller/pid", "controller/px4")]:
            self.assertIn(f"Did you mean '{meant}'?", self.expect(2, "explain", word).err)

    def test_the_former_name(self):
        self.assertIn("is now called `montecopter explain`", self.expect(2, "models", "motor").err)

    def test_closed_pipe(self):
        for arguments in ([], ["px4"], ["mass_kg", "--json"]):
            read, write = os.pipe()
            os.close(read)
            with open(write, "w") as pipe:
                done = subprocess.run([support.PROGRAM, "explain", *arguments], stdout=pipe, stderr=subprocess.PIPE,
                                      stdin=subprocess.DEVNULL, check=False)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))

    def on_terminal(self, columns, *arguments):
        """What a terminal of that width is given."""
        terminal, end = os.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        process = subprocess.Popen([support.PROGRAM, *arguments], stdout=end, stdin=subprocess.DEVNULL)
        os.close(end)
        text = b""
        try:
            while piece := os.read(terminal, 65536):
                text += piece
        except OSError:
            pass  # the end of a terminal
        os.close(terminal)
        self.assertEqual(process.wait(), 0)
        return text.decode().replace("\r\n", "\n")

    def test_sentences_end_where_the_terminal_does(self):
        longest = {columns: max(map(len, self.on_terminal(columns, "explain").splitlines()))
                   for columns in (60, 80, 120, 200)}
        for columns, length in longest.items():
            self.assertLessEqual(length, columns)
        self.assertGreater(longest[200], 120)
        self.assertEqual(self.on_terminal(80, "explain", "gyroscope"), self.text("gyroscope"))
        self.assertNotEqual(self.on_terminal(120, "explain", "gyroscope"), self.text("gyroscope"))


if __name__ == "__main__":
    support.main()
