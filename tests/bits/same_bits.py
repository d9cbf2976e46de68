#!/usr/bin/python3
"""Usage: same_bits.py PROGRAM

The number of threads, the instruction set, interruptions and what else is recorded never change a bit of a flight;
what one draw is does not depend on what else is drawn.
"""
import json
import os
import pathlib
import tomllib
import unittest

import h5py
import numpy as np

import bits
import kinds
import scenarios
import support
from support import ProgramTest, edited, sha256


def inputs(path):
    with h5py.File(path, "r") as file:
        return {name: file[name][()].tobytes() for name in file if name.startswith("in_")}


def column(path, name):
    with h5py.File(path, "r") as file:
        return file[name][()]


# Flights of several models at once; the others are flown each night.
MIXED = ("helicopter", "ekf-late", "events", "battery-parts", "frozen", "told", "winds-1-helicopter", "spring_damper", "disturbed-air")


class SameBits(ProgramTest):
    here = None  # what lanes_here() has found

    def lanes_here(self):
        if SameBits.here:
            return SameBits.here
        self.write("probe.toml", scenarios.scenario("euler", samples=1))
        here = []
        for lanes in bits.LANES:
            result = self.run_program("run", "probe.toml", "-o", f"probe-{lanes}.h5", "--lanes", lanes)
            if result.code == 0:
                here.append(lanes)
            else:
                self.assertEqual(result.code, 2, result)  # this machine, or this build, has none
                self.assertRegex(result.err, "this CPU does not support|unknown instruction set")
        self.assertIn("baseline", here)
        SameBits.here = here
        return here

    def fly(self, name, text, *options):
        """Flies a scenario; returns the hash of the file and the content hash."""
        self.write("s.toml", text)
        result = self.run_program("run", "s.toml", "--reproducible", "--json", "-o", name, *options)
        self.assertEqual(result.code, 0, result)
        return sha256(self.path(name)), json.loads(result.out)["content_sha256"]

    def pieces(self, name, text, first, last):
        """A file that one instruction set begins and another one ends, as fly() tells of it: some of a block fly beside
        others than in the whole."""
        self.expect(0, "run", "s.toml", "--reproducible", "-o", name, "--only", "0,3,8..40,63,69", "-j", 2, "--lanes", first)
        return self.fly(name, text, "--lanes", last, "-j", "3")

    def test_threads_lanes_and_pieces(self):
        # A tenth of a second: what a step leaves in its last bit, all after it have.
        self.require_same((integrator, scenarios.scenario(integrator, duration_s=0.1)) for integrator in kinds.integrators())
        mixed = [(name, text) for name, text in bits.whole_flights() if name in MIXED]
        self.assertEqual({name for name, _ in mixed}, set(MIXED))
        self.require_same(mixed)

    @support.slow  # tests/physics/lanes.test.cpp has every type in packs
    def test_threads_lanes_and_pieces_of_all_others(self):
        self.require_same((name, text) for name, text in bits.whole_flights() if name not in MIXED)

    def require_same(self, flights):
        here = self.lanes_here()
        for name, text in flights:
            # Another number of threads, other lanes, in one piece and in two: if one of them matters, both files differ.
            whole = self.fly(f"{name}-whole.h5", text, "--lanes", here[-1], "-j", 1)
            pieces = self.pieces(f"{name}-pieces.h5", text, here[0], here[len(here) // 2])
            self.assertEqual(whole, pieces, name)
            self.assertTrue((column(self.path(f"{name}-whole.h5"), "status") == 1).all(), "all of them fly to the end")
            for flown in pathlib.Path(self.dir).glob(f"{name}-*.h5"):
                flown.unlink()

    def test_the_kernel_that_is_chosen_has_the_bits_of_all(self):
        text = scenarios.scenario("rk4")
        hashes = {self.fly(f"{lanes}.h5", text, "--lanes", lanes, "-j", 1) for lanes in ("auto", "baseline")}
        self.assertEqual(len(hashes), 1)

    @support.slow  # what the nightly tests of older CPUs and aarch64 fly
    def test_every_type_is_in_the_matrix(self):
        """What `explain` lists, without exception."""
        flown = set()

        def note(name, value):
            if isinstance(value, list):
                for entry in value:
                    note(name, entry)
            elif isinstance(value, dict):
                flown.update((name, value[key]) for key in ("type", "dist") if key in value)
                for key, entry in value.items():
                    note("disperse" if name == "disperse" else key, entry)

        for name, text in bits.every_model():
            if "include" in text:
                self.write(f"{name}.toml", text)
                text = self.expect(0, "check", f"{name}.toml", "--resolved").out
            scenario = tomllib.loads(text)
            flown.add(("gravity", scenario.get("environment", {}).get("gravity")))
            flown.add(("advance", scenario["vehicle"].get("servos", {}).get("advance")))
            flown.add(("design", scenario["monte_carlo"].get("design", "random")))
            note("", scenario)
        typed = {(kind, name) for kind, names in kinds.sections().items() for name in names if name}
        self.assertGreater(len(typed), 80)
        typed |= {("integrator", name) for name in kinds.integrators()}
        for table, key in (("environment", "gravity"), ("servos", "advance"), ("monte_carlo", "design")):
            typed |= {(key, name) for name in kinds.choices(table, key)}
        # Requirements compute nothing of a flight; a scenario without a type of these has the default one.
        typed -= {one for one in typed if one[0] == "requirement"}
        # Programs are no part of this: tests/cli/controller_library.py, external_controller.py, ardupilot_controller.py and px4_controller.py fly them.
        self.assertEqual(typed - flown, {("controller", name) for name in ("library", "external", "ardupilot_json", "px4_mavlink")})

    def test_flights_take_every_turn(self):
        """Or else their bits would prove nothing of the turns that are not taken."""
        flights = dict(bits.whole_flights())
        self.fly("helicopter.h5", flights["helicopter"])
        validity = column(self.path("helicopter.h5"), "validity")
        self.assertEqual({v & 1 for v in validity.tolist()}, {0, 1}, "some rotors meet air from behind")
        for name in flights:
            if not name.startswith(("sih", "spring_damper")):
                continue
            self.fly(f"{name}.h5", flights[name])
            speed = np.abs(column(self.path(f"{name}.h5"), "velocity")).sum(axis=2)
            if name.startswith("sih"):  # at rest on the ground, or away from it
                self.assertEqual(set((speed[:, 1:] == 0).any(axis=1).tolist()), {True, False}, name)
            elif name.startswith("spring_damper"):  # feet that carry weight feel more than the rotors' thrust
                force = column(self.path(f"{name}.h5"), "specific_force")[:, :, 2]
                self.assertGreater(np.ptp(force), 5, name)

    def test_flights_that_end_early(self):
        text = scenarios.early_ends()
        hashes = {lanes: self.fly(f"{lanes}.h5", text, "--lanes", lanes) for lanes in self.lanes_here()}
        self.assertEqual(len(set(hashes.values())), 1, hashes)
        status = column(self.path("baseline.h5"), "status")
        self.assertTrue({1, 2, 3} <= set(status.tolist()), np.bincount(status))

    def test_flights_that_reach_limits(self):
        text = scenarios.limited()
        hashes = {lanes: self.fly(f"{lanes}.h5", text, "--lanes", lanes) for lanes in self.lanes_here()}
        self.assertEqual(len(set(hashes.values())), 1, hashes)
        status = column(self.path("baseline.h5"), "status")
        self.assertTrue({1, 4, 5, 7} <= set(status.tolist()), np.bincount(status))
        self.assertGreater(len(set(column(self.path("baseline.h5"), "t_end_s").tolist())), 20)

    def test_draws_do_not_depend_on_each_other(self):
        text = scenarios.scenario("euler")
        self.fly("base.h5", text)
        base = inputs(self.path("base.h5"))
        self.assertEqual(len(base), 4)
        self.assertEqual(len(set(base.values())), 4, "each draws for itself")
        drag = scenarios.spread("vehicle.quadratic_drag_n_s2_m2", 0, 0.1)
        for name, other in {
            "another dispersion": text + drag,
            "more noise": edited(("moment_n2_m2_s = 1e-7", "moment_n2_m2_s = 1e-6"), text=text),
            "no moment noise": edited(("moment_n2_m2_s = 1e-7\n", ""), text=text),
            "another integrator": scenarios.scenario("rk4"),
            "more signals": edited(('"specific_force"]', "]"), (', ]', "]"), text=text),
            "a wind of its own": text.replace("\n[controller]", '\n[[wind]]\ntype = "steady"\nto_m_s = [0, 0, 1]\n\n[controller]'),
        }.items():
            with self.subTest(name):
                self.fly(f"{name}.h5", other)
                found = inputs(self.path(f"{name}.h5"))
                self.assertEqual({key: found[key] for key in base}, base)
        self.fly("less.h5", text[:text.index('[disperse."vehicle.inertia')]
                 + text[text.index('[disperse."vehicle.rotors'):])
        found = inputs(self.path("less.h5"))
        self.assertEqual(found, {key: base[key] for key in found})
        self.assertEqual(len(found), 3)

    def test_samples_do_not_depend_on_each_other(self):
        self.fly("few.h5", scenarios.scenario("rk4"))
        self.fly("more.h5", scenarios.scenario("rk4", samples=133))
        for name in ("digest", "in_vehicle.mass_kg", "t_end_s", "m_max_tilt_deg"):
            few, more = (column(self.path(file), name) for file in ("few.h5", "more.h5"))
            self.assertEqual(few.tobytes(), more[:70].tobytes(), name)

    def test_what_is_recorded_changes_no_flight(self):
        text = scenarios.scenario("rk4")
        self.fly("base.h5", text)
        digest = column(self.path("base.h5"), "digest").tobytes()
        position = column(self.path("base.h5"), "position")
        for number, changes in enumerate([
            (('traces = "every:3"', 'traces = "none"'),), (('traces = "every:3"', 'traces = "all"'),),
            (("rate_hz = 100\n", "rate_hz = 500\n"),), (("rate_hz = 100\n", "every_steps = 10\n"),),
            (('traces = "every:3"', 'traces = "every:3"\ndtype = "f32"'),),
            (('signals = ["position", "velocity", ', 'signals = ["position", '),),
        ]):
            self.fly(f"{number}.h5", edited(*changes, text=text))
            self.assertEqual(column(self.path(f"{number}.h5"), "digest").tobytes(), digest, changes)
        self.assertEqual(column(self.path("1.h5"), "position")[::3].tobytes(), position.tobytes())
        self.assertEqual(column(self.path("2.h5"), "position")[:, ::5].tobytes(), position.tobytes())
        self.assertEqual(column(self.path("4.h5"), "position").tobytes(),
                         position.astype(np.float32).tobytes())

    def test_every_number_is_told_exactly(self):
        """No NaN but the one, no infinity, no flight that stands still."""
        self.fly("a.h5", scenarios.scenario("rk4"))
        with h5py.File(self.path("a.h5"), "r") as file:
            # Bounds that n is too small for, and the shape of equal numbers, are the stored NaN.
            statistics = file["statistic"].attrs["long_name"].decode().split(", ")
            may_lack = np.array([s.endswith("95") and "_" in s or s in ("skewness", "kurtosis")
                                 for s in statistics])
            for name in file:
                values = file[name][()] if isinstance(file[name], h5py.Dataset) else None
                if name.startswith("stat_"):
                    nans = values[may_lack & np.isnan(values)].view(np.uint64)
                    self.assertTrue((nans == 0x7ff8000000000000).all(), name)
                    values = values[~(may_lack & np.isnan(values))]
                if values is not None and values.dtype == np.float64:
                    bare = file[name].attrs.get("NAME", b"").startswith(b"This is a netCDF dimension")
                    self.assertTrue(bare or np.isfinite(values).all(), name)
            self.assertTrue((np.ptp(file["digest"][()], axis=1) > 0).all())


if __name__ == "__main__":
    support.main()
