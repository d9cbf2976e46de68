#!/usr/bin/python3
"""One unit in the last place of a parameter of each vehicle is found by `montecopter diff`, which names
the signal that moves first, and when: as h5py finds it in the traces."""
import json
import math
import pathlib
import tomllib

import h5py
import numpy as np

import support
from support import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEHICLES = ROOT / "scenarios/vehicles"
EXAMPLES = ROOT / "scenarios/examples"
# What flies the vehicles: the first example that includes them, or that of a vehicle of their kind.
IN_PLACE_OF = {"plus-quad-unit": "plus-quad-real", "polyrotor-agi": "polyrotor-rpg", "polyrotor-simplified": "polyrotor-rpg",
               "f450-slow-flyer": "f450"}


PARAMETERS = ("vehicle.mass_kg", "vehicle.inertia_kg_m2.xx", "vehicle.inertia_kg_m2.yy")


def example_of(vehicle):
    for path in sorted(EXAMPLES.glob("*.toml")):
        scenario = tomllib.loads(path.read_text())
        if "sweep" not in scenario and "requirement" not in scenario and scenario["vehicle"].get("include", "").endswith(f"/{vehicle}.toml"):
            return path
    return None


def first_unequal(a, b):
    """Signals over time that differ first, and when."""
    first = {}
    for name, dataset in a.items():
        if not isinstance(dataset, h5py.Dataset) or dataset.ndim < 2 or not dataset.dims[1] or not len(dataset.dims[1]):
            continue
        times = dataset.dims[1][0]
        if dataset.dims[0][0].name != "/trace_sample" or times.attrs.get("units", b"") != b"s":
            continue
        x, y = dataset[0].reshape(dataset.shape[1], -1), b[name][0].reshape(dataset.shape[1], -1)
        differs = np.flatnonzero(((x != y) & ~(np.isnan(x) & np.isnan(y))).any(axis=1))
        if differs.size:
            first[name] = times[differs[0]]
    if not first:
        return None
    earliest = min(first.values())
    return {name for name, time in first.items() if time == earliest}, earliest


class OneUlp(ProgramTest):
    def test_a_parameter_of_every_vehicle(self):
        vehicles = sorted(path.stem for path in VEHICLES.glob("*.toml"))
        self.assertGreaterEqual(len(vehicles), 18)
        for vehicle in vehicles:
            with self.subTest(vehicle):
                # Where the flight does not depend on the last bit of one, the next is tried.
                self.assertTrue(any(self.finds(vehicle, key) for key in PARAMETERS))

    def finds(self, vehicle, key):
        scenario = example_of(IN_PLACE_OF.get(vehicle, vehicle))
        self.assertIsNotNone(scenario, vehicle)
        settings = ["--set", "disperse={}", "--set", "output.traces=all", "--set", "monte_carlo.samples=1"]
        if "monte_carlo" in tomllib.loads(scenario.read_text()):
            settings += ["--set", "monte_carlo.design=random"]
        if vehicle in IN_PLACE_OF:
            settings += ["--set", f"vehicle.include={VEHICLES / vehicle}.toml"]
        value = tomllib.loads(self.expect(0, "check", scenario, *settings, "--resolved").out)
        for step in key.split("."):
            value = value[step]
        for name, changed in (("a.h5", value), ("b.h5", math.nextafter(value, 1e9))):
            self.expect(0, "run", scenario, *settings, "--set", f"{key}={changed!r}", "--fresh", "-o", name)
        self.assertIn(f"\n  {key}: {value!r} against {math.nextafter(value, 1e9)!r}\n", self.expect(3, "diff", "a.h5", "b.h5").err)
        result = self.run_program("diff", "a.h5", "b.h5", "--across", key)
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
            first = first_unequal(a, b)
            flew_alike = bool((a["digest"][:] == b["digest"][:]).all())
        if flew_alike and not first:
            self.assertEqual(result.code, 0, result)
            return False
        self.assertEqual(result.code, 1, result)
        names, time = first
        data = json.loads(self.expect(1, "diff", "a.h5", "b.h5", "--across", key, "--json").out)
        moved = data["moved_first"]
        self.assertEqual((set(moved["signals"]), moved["time_s"], moved["sample"]), (names, time, 0))
        self.assertIn(f"diverged first: {moved['text']}\n", result.out)
        for name in names:
            self.assertIn(name, moved["text"])
        print(f"{vehicle:21} {key:24} {moved['text']}")
        return True


if __name__ == "__main__":
    support.main()
