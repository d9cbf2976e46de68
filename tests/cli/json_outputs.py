#!/usr/bin/python3
"""Every JSON answer is one object with the same envelope, and is what `schema --output COMMAND` says it is. jsonschema
checks this. MONTECOPTER_UPDATE_SCHEMAS=1 writes cli/outputs.json from the answers: look at the difference before you
commit it, for other programs rely on these members."""
import json
import os
import pathlib
import re

import jsonschema

import support
from support import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
OUTPUTS = ROOT / "cli/outputs.json"
FIT = """schema = 1
name = "quad"
vehicle.include = "{vehicles}/f450.toml"
integrator = {{type = "rk4", rate_hz = 500}}
simulation.duration_s = 2.0
trajectory = {{type = "circle", center_m = [0, 0, -5], radius_m = 2, rate_deg_s = 90}}
controller = {{type = "lee", rate_hz = 500, position_gain_1_s2 = 4.0, velocity_gain_1_s = 3.0, attitude_gain_n_m = [3, 3, 1.5], rate_gain_n_m_s = [0.6, 0.6, 0.5]}}
monte_carlo.samples = 2
output = {{traces = "all", rate_hz = 250, signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed"]}}
[disperse."vehicle.mass_kg"]
dist = "normal"
apply = "factor"
mean = 1.0
sd = 0.05
"""
# Objects whose members are names of the user's: by the end of their path.
MAPS = re.compile(r"\.(metrics|inputs_by_name|groups|requirements|parameters|values|rotors_by_name|counts|status|statuses|"
                  r"statistics|failures_by_status|signals|fields|gains|keys)$")


def envelope():
    """What every answer has."""
    text, null = {"type": "string"}, {"type": ["string", "null"]}
    problem = {"where": null, "what": text, "why": null, "suggestion": null}
    error = {"type": "object", "additionalProperties": False, "required": [*problem, "exit_code", "problems"], "properties": problem | {
        "exit_code": {"type": "integer"},
        "problems": {"type": "array", "items": {"type": "object", "additionalProperties": False, "required": list(problem), "properties": problem}}}}
    return {"montecopter": text, "command": text, "schema": {"const": 1}, "warnings": {"type": "array", "items": text}, "error": error}


def closed(schema):
    """The schema without members that it does not describe. The published one permits them, for later versions add some."""
    out = dict(schema)
    if "properties" in schema:
        out |= {"properties": {key: closed(value) for key, value in schema["properties"].items()}, "additionalProperties": False}
    if isinstance(out.get("additionalProperties"), dict):
        out["additionalProperties"] = closed(out["additionalProperties"])
    if "items" in schema:
        out["items"] = closed(schema["items"])
    return out


def kind_of(value):
    return {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object", type(None): "null"}[type(value)]


class Form:
    """The form of all values seen at one place."""

    def __init__(self):
        self.kinds, self.members, self.seen, self.items, self.is_map = set(), {}, 0, None, False

    def add(self, value, path):
        self.kinds.add(kind_of(value))
        if isinstance(value, list):
            self.items = self.items or Form()
            for item in value:
                self.items.add(item, path + "[]")
        if isinstance(value, dict):
            self.seen += 1
            self.is_map = self.is_map or bool(MAPS.search(path)) or any(not re.fullmatch(r"[a-z0-9_]+", key) for key in value)
            for key, member in value.items():
                form, count = self.members.get(key, (Form(), 0))
                form.add(member, f"{path}.{key}")
                self.members[key] = (form, count + 1)

    def merged(self):
        """The form of all members of a map."""
        form = Form()
        for member, _ in self.members.values():
            form.kinds |= member.kinds
            form.seen += member.seen
            form.is_map = form.is_map or member.is_map
            if member.items:
                form.items = member.items
            for key, (inner, count) in member.members.items():
                known, before = form.members.get(key, (inner, 0))
                known.kinds |= inner.kinds
                form.members[key] = (known, before + count)
        return form

    def schema(self):
        # A number without decimals may have some elsewhere, and is null where it is not finite. What is always null here
        # may be anything elsewhere.
        kinds = {"number" if kind == "integer" else kind for kind in self.kinds}
        kinds = sorted(kinds | ({"null"} if "number" in kinds else set()))
        out = {"type": kinds[0] if len(kinds) == 1 else kinds} if kinds not in ([], ["null"]) else {}
        if self.items:
            out["items"] = self.items.schema()
        if "object" in self.kinds and self.is_map:
            out["additionalProperties"] = self.merged().schema()
        elif "object" in self.kinds:
            out["properties"] = {key: form.schema() for key, (form, _) in self.members.items()}
        return out


class Outputs(ProgramTest):
    def answers(self):
        """Answers of every command: lists of exit code, command, words."""
        self.write("quad.toml", FIT.format(vehicles=SCENARIOS / "vehicles"))
        gust, vehicle = SCENARIOS / "examples/iris-gust-requirements.toml", SCENARIOS / "vehicles/f450.toml"
        self.write("flights/a.toml", FIT.format(vehicles=SCENARIOS / "vehicles"))
        self.write("p.params", "1\t1\tMC_ROLLRATE_P\t0.15\t9\n")
        run = ("--progress", "none", "-n", "30", "--set", "simulation.duration_s=2")
        self.expect(0, "run", "quad.toml", "-o", "quad.h5", "--progress", "none")
        self.expect(0, "run", "quad.toml", "-o", "quad-2.h5", "--progress", "none", "--lanes", "baseline")
        shard = ("quad.toml", "-n", "128", "--set", "simulation.duration_s=0.1", "--set", 'output.traces="none"', "--progress", "none", "--shard")
        self.expect(0, "export", "quad.h5", "--sample", "1", "--ulog", "quad.ulg")
        return [
            ("run", gust, "-o", "a.h5", *run), ("run", "quad.toml", "-o", "q.h5", "--progress", "none"),
            ("run", gust, "-o", "b.h5", *run, "--set", "controller.position_gain_1_s2=5"),
            ("run", SCENARIOS / "examples/mass-sweep.toml", "-o", "s.h5", "--progress", "none", "-n", "20", "--set", "simulation.duration_s=1"),
            ("check", gust), ("check", "quad.toml"), ("plan", "quad.toml"), ("plan", gust), ("new", "x500", "-o", "new.toml"),
            ("replay", "a.h5", "--sample", "3", "--progress", "none"),
            ("fsck", "a.h5", "b.h5"), ("annotate", "b.h5", "--set", "reviewer=me"),
            ("stats", "a.h5"), ("stats", "s.h5"), ("stats", "a.h5", "--worst", "3"), ("report", "a.h5", "-o", "a.html"),
            ("sensitivity", "a.h5", "--resamples", "50"), ("sensitivity", "s.h5", "--resamples", "50"), ("log", "quad.ulg"),
            ("requirements", "a.h5"), ("contain", SCENARIOS / "examples/x500-termination.toml", "--speed", "5", "--height", "40", "--dimension", "0.7", "-n", "20"),
            ("rare", gust, "--requirement", "carried", "--per-level", "500", "--set", "requirement.carried.at_most=0.2", "--set", "simulation.duration_s=2"),
            ("rare", gust, "--requirement", "carried", "--method", "importance", "--per-level", "500", "--set", "requirement.carried.at_most=0.2", "--set", "simulation.duration_s=2"),
            ("run", gust, "-o", "band.h5", *run, "--set", 'disperse."wind.0.airspeed_m_s".kind=epistemic', "--set", "monte_carlo.epistemic_points=3"), ("bands", "band.h5"),
            ("tune", gust, "--robust", "--samples", "10", "--flights", "320", "--held-out", "20", "--set", "simulation.duration_s=2"),
            ("worst", gust, "--metric", "max_tilt_deg", "-n", "64", "--keep", "2", "--set", "simulation.duration_s=2"),
            ("edge", SCENARIOS / "examples/x500-wind-edge.toml", "-n", "30", "--set", "simulation.duration_s=1"),
            ("bless", "flights", "--reason", "first", "--yes"), ("regress", "flights"),
            ("validate", "quad.toml", "quad.ulg"), ("diff", "a.h5", "a.h5"), ("diff", "a.h5", "b.h5", "--across"),
            ("diff", "a.h5", "b.h5"), ("compare", "a.h5", "b.h5"), ("compare", "a.h5", "b.h5", "--unpaired", "--margin", "max_tilt_deg=5%"),
            ("run", *shard, "1/2", "-o", "one.h5"), ("run", *shard, "2/2", "-o", "two.h5"), ("merge", "one.h5", "two.h5", "-o", "whole.h5"),
            ("tolerance", "learn", "quad.h5", "quad-2.h5"), ("vehicle", vehicle), ("vehicle", SCENARIOS / "vehicles/marvin.toml", "--rotor-speed", "130"),
            ("trim", vehicle), ("trim", vehicle, "--speed", "5"), ("linearize", vehicle), ("margins", gust), ("margins", "quad.toml"),
            ("tune", gust, "--bandwidth", "8"), ("wind", gust), ("sensors", SCENARIOS / "examples/sih-sensors.toml"),
            ("converge", "quad.toml", "--set", "simulation.duration_s=0.5"), ("import", "px4-params", "p.params", "--vehicle", SCENARIOS / "vehicles/x500.toml", "--only", "controller"),
            ("fit", "quad.toml", "quad.ulg", "-o", "fitted.toml"), ("fit", "quad.toml", "quad.ulg", "--held-out", "none"), ("verify", "rigid-body"), ("explain",), ("explain", "px4"), ("explain", "mass_kg"),
            # Failures.
            ("check", "none.toml"), ("run", "broken.toml"), ("stats", "quad.toml"), ("run", gust, "--sampels", "3"), ("merge", "a.h5", "b.h5", "-o", "m.h5"),
        ]

    def test_every_answer_is_what_its_schema_says(self):
        self.write("broken.toml", FIT.format(vehicles=SCENARIOS / "vehicles") + "\n[simulaton]\nx = 1\n[winds]\ny = 2\n")
        forms, failures = {}, 0
        schemas = {}
        for words in self.answers():
            command = words[0]
            with self.subTest(" ".join(map(str, words))):
                done = self.run_program(*words, "--json")

                def once(pairs):
                    self.assertEqual(len(dict(pairs)), len(pairs), f"a member twice: {[key for key, _ in pairs]}")
                    return dict(pairs)
                answer = json.loads(done.out, object_pairs_hook=once)
                self.assertEqual(list(answer)[:3], ["montecopter", "command", "schema"])
                self.assertEqual((answer["command"], answer["schema"]), (command, 1))
                self.assertEqual("error" in answer, done.code not in (0, 1, 4), done)
                if "error" in answer:
                    failures += 1
                    self.assertEqual(answer["error"]["exit_code"], done.code)
                    self.assertIn(answer["error"]["what"].split("\n")[0][:40], done.err)
                forms.setdefault(command, Form())
                if "error" not in answer:
                    forms[command].add({key: value for key, value in answer.items() if key not in envelope()}, "")
                if not os.environ.get("MONTECOPTER_UPDATE_SCHEMAS"):
                    if command not in schemas:
                        schemas[command] = jsonschema.Draft202012Validator(closed(json.loads(self.expect(0, "schema", "--output", command).out)))
                        schemas[command].check_schema(schemas[command].schema)
                    schemas[command].validate(answer)
        self.assertGreater(failures, 4)
        self.assertEqual({command for command, form in forms.items() if not form.seen}, set(), "commands that only failed")
        if os.environ.get("MONTECOPTER_UPDATE_SCHEMAS"):
            self.update(forms)

    def update(self, forms):
        described = {}
        for command, form in sorted(forms.items()):
            own = {key: member.schema() for key, (member, _) in form.members.items()}
            always = [key for key, (_, count) in form.members.items() if count == form.seen]
            described[command] = {
                "$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"answer of montecopter {command} --json", "type": "object",
                "properties": envelope() | own, "required": ["montecopter", "command", "schema", "warnings"],
                "if": {"not": {"required": ["error"]}}, "then": {"required": always}}
        # A line for each member of an answer, so that changes are seen.
        blocks = []
        for command, schema in described.items():
            members = ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in schema["properties"].items())
            rest = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in schema.items() if key != "properties")
            blocks.append(f' {json.dumps(command)}: {{\n{rest}  "properties": {{\n{members}\n  }}\n }}')
        OUTPUTS.write_text("{\n" + ",\n".join(blocks) + "\n}\n")

    def test_all_problems_of_a_scenario(self):
        self.write("broken.toml", FIT.format(vehicles=SCENARIOS / "vehicles") + "\n[simulaton]\nx = 1\n[winds]\ny = 2\n")
        error = json.loads(self.expect(2, "check", "broken.toml", "--json").out)["error"]
        self.assertEqual([problem["what"] for problem in error["problems"]], ["unknown key 'simulaton'", "unknown key 'winds'"])
        self.assertTrue(error["where"].startswith("broken.toml:"))
        self.assertIn("simulation", error["suggestion"])

    def test_every_command_with_json_has_a_schema(self):
        page = self.expect(0, "--help").out
        commands = set(re.findall(r"^  ([a-z]+)[, ]", page, re.MULTILINE))
        self.assertGreater(len(commands), 30)
        with_json = {command for command in commands if "--json" in self.run_program(command, "--help").out}
        described = set(json.loads(OUTPUTS.read_text()))
        self.assertEqual(with_json, described)
        self.assertIn("there is no output of", self.expect(2, "schema", "--output", "flights").err)


if __name__ == "__main__":
    support.main()
