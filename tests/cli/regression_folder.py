#!/usr/bin/python3
"""scenarios/regression: its goldens are what the program flies, and it guards all that there is to fly."""
import json
import math
import pathlib
import re
import shutil
import tomllib

import support
from support import ProgramTest

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
FOLDER = SCENARIOS / "regression"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
INCLUDED = ("vehicles", "controllers", "sensors")
MOST_BYTES = 50_000
MOST_SECONDS = 60
# Whose flights end early, for that is what they are about.
END_EARLY = {"limits-cubic-quad", "response-surface-added", "rotor-flow-coaxial-octo"}
# Ways to give the points of a sweep: the resolved scenario has the points themselves.
SWEPT = {"values", "linspace", "geomspace", "file", "sets", "include"}


def one_ulp_up(text, key):
    """The text with the first number of this key made the next one that there is."""
    changed, count = re.subn(rf"\b{key} = ([-+.\de]+)", lambda found: f"{key} = {math.nextafter(float(found[1]), math.inf)!r}",
                             text, count=1)
    if count != 1:
        raise AssertionError(f"there is no {key} in the text")
    return changed


class RegressionFolder(ProgramTest):
    def setUp(self):
        """A copy, so that nothing is written beside the scenarios."""
        super().setUp()
        for folder in ("regression", *INCLUDED):
            shutil.copytree(SCENARIOS / folder, self.path(folder), ignore=shutil.ignore_patterns(".montecopter"))

    def change(self, file, key):
        path = pathlib.Path(self.path(file))
        path.write_text(one_ulp_up(path.read_text(), key))

    def regress(self, code, *options):
        return json.loads(self.expect(code, "regress", "regression", "--json", *options).out)

    def verdicts(self, code, *options):
        return {case["name"]: case["verdict"] for case in self.regress(code, *options)["cases"]}

    # --- the goldens are what is flown ---

    def test_all_fly_as_they_did(self):
        result = self.regress(0)
        self.assertEqual(result["verdict"], "same")
        self.assertLess(result["wall_s"], MOST_SECONDS)
        cases = result["cases"]
        self.assertEqual([case["name"] for case in cases], NAMES)
        self.assertEqual({case["verdict"] for case in cases}, {"same"})
        self.assertEqual({case["name"] for case in cases if case["golden"] != case["flown"]}, set())
        self.assertEqual({case["name"] for case in cases if case["failed"]}, END_EARLY)
        self.assertEqual({case["name"] for case in cases if case["not_compared"]}, set())

    @support.slow
    def test_also_with_other_lanes_and_threads(self):
        self.assertEqual(set(self.verdicts(0, "--lanes", "baseline", "-j", "1").values()), {"same"})

    # --- that would pass if nothing were compared ---

    @support.slow
    def test_the_last_digit_of_a_rotor_is_noticed(self):
        self.change("vehicles/iris.toml", "thrust_n_s2")
        result = self.regress(3)
        self.assertEqual(result["verdict"], "differs")
        changed = [case for case in result["cases"] if case["verdict"] == "changed"]
        self.assertEqual({case["name"] for case in changed},
                         {name for name in NAMES if "vehicles/iris.toml" in (FOLDER / f"{name}.toml").read_text()})
        self.assertGreater(len(changed), 1)
        for case in changed:
            self.assertEqual(case["changed_keys"], [
                f"vehicle.rotors.{rotor}.law.thrust_n_s2: 5.84e-06 against 5.840000000000001e-06" for rotor in range(4)])
            self.assertNotEqual(case["golden"], case["flown"], "its flights differ, too")

    @support.slow
    def test_every_published_vehicle_is_guarded(self):
        vehicles = sorted(path.stem for path in (SCENARIOS / "vehicles").glob("*.toml"))
        for vehicle in vehicles:
            self.change(f"vehicles/{vehicle}.toml", "mass_kg")
        guards = {}
        for case in self.regress(3)["cases"]:
            for vehicle in re.findall(r"vehicles/([\w-]+)\.toml", (FOLDER / f"{case['name']}.toml").read_text()):
                self.assertEqual(case["verdict"], "changed", case["name"])
                self.assertIn("vehicle.mass_kg", {key.split(":")[0] for key in case["changed_keys"]}, case["name"])
                guards.setdefault(vehicle, []).append(case["name"])
        self.assertEqual(sorted(guards), vehicles)

    def test_every_published_controller_and_sensor_is_guarded(self):
        texts = "".join((FOLDER / f"{name}.toml").read_text() for name in NAMES)
        for folder in INCLUDED:
            for path in (SCENARIOS / folder).glob("*.toml"):
                self.assertIn(f'"../{folder}/{path.name}"', texts)

    def test_a_missing_golden_is_noticed(self):
        for name in NAMES[3:]:  # enough beside it
            pathlib.Path(self.path(f"regression/{name}.toml")).unlink()
            pathlib.Path(self.path(f"regression/{name}.golden")).unlink()
        pathlib.Path(self.path(f"regression/{NAMES[0]}.golden")).unlink()
        self.assertEqual({name for name, verdict in self.verdicts(3).items() if verdict != "same"}, {NAMES[0]})

    # --- it guards everything ---

    def resolved(self, name):
        return tomllib.loads(self.expect(0, "check", "--resolved", f"regression/{name}.toml").out)

    def test_every_type_and_every_choice_is_flown(self):
        """What `explain` lists, without exception: also every signal, since signals are choices."""
        sections = json.loads(self.expect(0, "explain", "--json").out)["sections"]
        types, choices = set(), set()

        def note(kind, value):
            if isinstance(value, list):
                for entry in value:
                    note(kind, entry)
            elif isinstance(value, dict):
                types.update((kind, value[key]) for key in ("type", "dist") if isinstance(value.get(key), str))
                for key, entry in value.items():
                    note(kind if kind in ("disperse", "requirement") and isinstance(entry, dict) else key, entry)
            elif isinstance(value, str):
                choices.add((kind, value))

        for name in NAMES:
            scenario = self.resolved(name)
            note("", scenario)
            note("golden", tomllib.loads((FOLDER / f"{name}.toml").read_text()).get("golden", {}))  # not in the resolved text
            choices.add(("design", scenario["monte_carlo"].get("design", "random")))
            choices.add(("end", scenario["simulation"].get("end", "duration")))
            choices.add(("feedback", scenario.get("controller", {}).get("feedback", "truth")))
        listed = {(section["kind"], section["type"]) for section in sections if section["type"]}
        self.assertGreater(len(listed), 80)
        # Programs are no files of this folder: tests/cli/controller_library.py and external_controller.py hold their flights
        # against those of `rate`.
        self.assertEqual(listed - types, {("controller", name) for name in ("library", "external", "ardupilot_json", "px4_mavlink")})
        listed = {(key["key"], choice) for section in sections for key in section["keys"] for choice in key.get("choices", [])}
        self.assertGreater(len(listed), 100)
        self.assertIn(("type", "rosenbrock4"), listed)
        of_programs = {(key["key"], choice) for section in sections if section["type"] in ("external", "ardupilot_json", "px4_mavlink")
                       for key in section["keys"] if key["key"] in ("commanded", "frame") for choice in key["choices"]}
        # What an import left out flies nothing: tests/cli/px4_filters.py.
        of_imports = {(key["key"], choice) for section in sections if section["kind"] == "left_out"
                      for key in section["keys"] for choice in key.get("choices", [])}
        # Keys that came later are not in the resolved text where they say nothing.
        unsaid = {("ground_effect", "none"), ("rotor_interference", "none"), ("when_empty", "holds")}
        # Epistemic inputs become a sweep when the scenario is read: tests/cli/bands.py.
        of_inputs = {("kind", "aleatory"), ("kind", "epistemic")}
        self.assertEqual(listed - choices, of_programs | of_imports | unsaid | of_inputs)

    def test_every_table_is_flown(self):
        """Tables that a scenario need not have, and each way to give the points of a sweep."""
        scenarios = [tomllib.loads((FOLDER / f"{name}.toml").read_text()) for name in NAMES]
        sections = json.loads(self.expect(0, "explain", "--json").out)["sections"]
        tables = {key["key"] for section in sections if section["kind"] == "scenario" for key in section["keys"]}
        self.assertEqual(tables - {key for scenario in scenarios for key in scenario}, {"imported"})
        swept = {way for scenario in scenarios for axis in scenario.get("sweep", {}).values() for way in axis}
        self.assertEqual(SWEPT - swept, set())
        for part in ("battery", "contact_points", "process_noise"):
            self.assertTrue(any(part in scenario["vehicle"] for scenario in scenarios), part)
        self.assertTrue(any("freeze" in scenario["monte_carlo"] for scenario in scenarios))
        estimators = {(scenario["estimator"]["type"], scenario["controller"].get("feedback"))
                      for scenario in scenarios if "estimator" in scenario}
        self.assertEqual(estimators, {(name, feedback) for name in ("ekf", "mahony") for feedback in (None, "estimate")})

    # --- and stays small and readable ---

    def test_goldens_are_small_and_have_pages(self):
        self.assertTrue(24 <= len(NAMES) <= 60, len(NAMES))
        for name in NAMES:
            golden = FOLDER / f"{name}.golden"
            self.assertLess(golden.stat().st_size, MOST_BYTES, name)
            self.assertTrue((FOLDER / f"{name}.golden.txt").read_text().startswith(f"{name}: "), name)
        stems = {path.name.split(".")[0] for path in FOLDER.glob("*.golden*")}
        self.assertEqual(stems, set(NAMES), "goldens without a scenario")

    @support.slow  # checks each once more
    def test_scenarios_are_as_the_readme_says(self):
        rows = re.findall(r"(?m)^\| `([\w-]+)` \| .+ \|$", (FOLDER / "README.md").read_text())
        self.assertEqual(rows, NAMES)
        for name in NAMES:
            text = (FOLDER / f"{name}.toml").read_text()
            self.assertRegex(text, r"^# Guards .+\n(# .+\n){1,3}\nschema = 1\n", name)
            scenario = tomllib.loads(text)
            self.assertEqual(scenario["name"], name)
            self.assertIn("seed", scenario["monte_carlo"], name)
            plan = json.loads(self.expect(0, "check", "--json", f"regression/{name}.toml").out)
            # The loops of examples, of which docs/margins.md says why they have so little, guard as well as others.
            # The rotors of NAKI blow at each other, and nobody published their size; an X500 tumbles in thin air. Conditions
            # on tilt, speed and distance are met at a start at rest.
            known = ("has a phase margin of", "are coaxial, and their interference is left out",
                     "and the rotor law does not depend on it", "the flight leaves what is known of the rotors",
                     "the condition holds at the start")
            self.assertEqual([w for w in plan["warnings"] if not any(word in w for word in known)], [], name)
            self.assertTrue(4 <= plan["samples"] <= 32, name)
            self.assertTrue(0.5 <= plan["duration_s"] <= 5, name)

    def test_every_file_is_read(self):
        texts = "".join((FOLDER / f"{name}.toml").read_text() for name in NAMES)
        for path in FOLDER.glob("*.csv"):
            self.assertIn(f'file = "{path.name}"', texts)


if __name__ == "__main__":
    support.main()
