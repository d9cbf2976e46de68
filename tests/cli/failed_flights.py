#!/usr/bin/python3
"""Flights that fail, by inputs that cannot be or by diverging: each is told, and no other one notices."""
import csv
import json

import h5py
import numpy as np

import support
from run_and_resume import RUN, datasets
from support import VEHICLES, ProgramTest, edited, sha256

EXAMPLES = VEHICLES.parent / "examples"


class Failures(ProgramTest):
    """Samples that fail are part of the result, and told by the exit code."""

    def invalid(self, max_failures=""):
        # No body has zz > xx + yy: of zz from 0.009 to 0.011 about a half is legal.
        return edited(("zz = 0.007", "zz = 0.0095"), ("duration_s = 0.3", "duration_s = 0.3\n" + max_failures)
                      ) + '\n[disperse."vehicle.inertia_kg_m2.zz"]\ndist = "uniform"\nlow = 0.009\nhigh = 0.011\n'

    def test_invalid_inputs(self):
        self.write("s.toml", self.invalid())
        result = self.expect(5, *RUN)
        data = datasets(self.path("a.h5"))
        failed = int(np.count_nonzero(data["status"] == 3))
        self.assertTrue(0 < failed < 200, failed)
        self.assertIn(f"error: {failed} samples failed, simulation.max_failures is 0", result.err)
        self.assertIn(f"{failed} invalid_input", result.out)
        self.assertEqual(int(data["provenance/volatile/complete"]), 1)
        bad = data["in_vehicle.inertia_kg_m2.zz"] > (data["in_vehicle.inertia_kg_m2.xx"] + 0.005)
        self.assertEqual((data["status"] == 3).tolist(), bad.tolist())
        traced = data["trace_sample"]
        self.assertTrue(np.isnan(data["position"][data["status"][traced] == 3]).all())
        self.assertFalse(np.isnan(data["position"][data["status"][traced] == 1]).any())
        before = sha256(self.path("a.h5"))
        self.expect(5, *RUN)  # still so
        self.assertEqual(sha256(self.path("a.h5")), before)
        answer = self.expect(5, *RUN, "--json")
        self.assertEqual(json.loads(answer.out)["status"]["invalid_input"], failed)
        self.write("s.toml", self.invalid(f"max_failures = {failed - 1}"))
        self.expect(5, "run", "s.toml", "-o", "b.h5")
        self.write("s.toml", self.invalid(f"max_failures = {failed}"))
        self.expect(0, "run", "s.toml", "-o", "c.h5")

    def reasons(self, name):
        """The reason of each sample in words."""
        with h5py.File(self.path(name)) as file:
            column = file["invalid_reason"]
            self.assertEqual(column.attrs["flag_values"].tolist(), list(range(len(column.attrs["flag_values"]))))
            return np.array(column.attrs["flag_meanings"].decode().split())[column[:]]

    def test_the_reason_is_in_the_result(self):
        self.write("s.toml", self.invalid("max_failures = 200"))
        run = json.loads(self.expect(0, *RUN, "--reproducible", "--json").out)
        data = datasets(self.path("a.h5"))
        # The triangle inequality is the only thing that these draws can break.
        bad = data["in_vehicle.inertia_kg_m2.zz"] > (data["in_vehicle.inertia_kg_m2.xx"] + 0.005)
        reasons = self.reasons("a.h5")
        self.assertEqual((reasons == "moments_of_inertia").tolist(), bad.tolist())
        self.assertEqual((reasons == "none").tolist(), (~bad).tolist())
        said = (f"{bad.sum()} of 200 samples cannot fly (no rigid body has these moments of inertia "
                f"(first: sample {int(bad.argmax())}, {self.inertia(data, bad.argmax())}))")
        stats = json.loads(self.expect(0, "stats", "a.h5", "--json").out)
        kept = bytes(data["provenance/warnings"]).rstrip(b"\0").decode()
        for told in (" ".join(run["warnings"]), " ".join(stats["warnings"]), kept):
            self.assertEqual(told.count(said), 1, told)
        replay = self.expect(0, "replay", "a.h5", "--failed", "-o", "r.h5")
        self.assertIn(f"{bad.sum()} of {bad.sum()} samples cannot fly", replay.err)
        self.assertIn(f"(first: sample {int(bad.argmax())}, ", replay.err)
        # Nobody is told to fly again what cannot fly.
        self.assertNotIn("fly them again", self.expect(0, *RUN).out)
        listed = json.loads(self.expect(0, "stats", "a.h5", "--failed", "--json").out)["list"]
        self.assertEqual({sample["invalid_reason"] for sample in listed}, {"moments_of_inertia"})

    def inertia(self, data, row):
        """What was drawn of the inertia, as replies have it."""
        paths = sorted(name for name in data if name.startswith("in_vehicle.inertia_kg_m2."))
        return ", ".join(f"{path[3:]} = {float(data[path][row])!r}" for path in paths)

    def replayed(self, number):
        """The line about one sample, and the same from JSON."""
        line = next(line for line in self.expect(0, "replay", "a.h5", "--sample", str(number), "-o", "r.h5", "--fresh").out.split("\n")
                    if line.startswith(f"sample {number} cannot fly: "))
        answer = json.loads(self.expect(0, "replay", "a.h5", "--sample", str(number), "-o", "r.h5", "--json").out)
        reason = answer["samples"][0]["reason"]
        self.assertEqual(line, f"sample {number} cannot fly: {reason}")
        return reason

    def test_replay_says_why_with_the_drawn_numbers(self):
        self.write("s.toml", self.invalid("max_failures = 200"))
        self.expect(0, *RUN)
        data = datasets(self.path("a.h5"))
        number = int((data["status"] == 3).argmax())
        reason = self.replayed(number)
        self.assertIn("the inertia tensor breaks the triangle inequality", reason)
        self.assertTrue(reason.endswith(" Drawn: " + self.inertia(data, number)), reason)

    def test_replay_says_which_mass_is_below_zero(self):
        drawn = ['--set', 'sweep."vehicle.mass_kg"={values=[1.0,0.01]}', '--set',
                 'disperse."vehicle.mass_kg"={dist="uniform",low=-0.02,high=0.0,apply="offset"}']
        self.expect(0, "run", EXAMPLES / "flightgoggles-roll-doublet.toml", "-o", "a.h5", "-n", "20", "--set",
                    "simulation.max_failures=40", *drawn)
        rows = list(csv.DictReader(self.expect(0, "export", "a.h5").out.splitlines()))
        offset, mass = ([row[f"in_vehicle.mass_kg{what}"] for row in rows] for what in (".offset", ""))
        bad = [k for k, row in enumerate(rows) if row["status"] == "invalid_input"]
        self.assertEqual(bad, [k for k in range(40) if float(mass[k]) + float(offset[k]) <= 0])
        reason = self.replayed(bad[0])
        self.assertIn(f"'vehicle.mass_kg' must be > 0, found {float(mass[bad[0]]) + float(offset[bad[0]])}", reason)
        self.assertIn(f" Drawn: vehicle.mass_kg.offset = {offset[bad[0]]}, vehicle.mass_kg = {mass[bad[0]]}", reason)

    def test_reasons_survive_resuming_merging_and_no_damage(self):
        self.write("s.toml", self.invalid("max_failures = 200"))
        self.expect(0, *RUN, "--reproducible")
        whole = self.reasons("a.h5").tolist()
        self.expect(0, "run", "s.toml", "-o", "b.h5", "--reproducible", "--only", "0..99")
        self.expect(0, "run", "s.toml", "-o", "b.h5", "--reproducible")
        self.assertEqual(sha256(self.path("b.h5")), sha256(self.path("a.h5")))
        for part in ("1/2", "2/2"):
            self.expect(0, "run", "s.toml", "-o", f"p{part[0]}.h5", "--shard", part)
        merged = self.expect(0, "merge", "p1.h5", "p2.h5", "-o", "m.h5")
        self.assertEqual(self.reasons("m.h5").tolist(), whole)
        self.assertIn("samples cannot fly", merged.err)
        with h5py.File(self.path("a.h5")) as file:
            at = file["invalid_reason"].id.get_offset() + whole.index("moments_of_inertia")
        with open(self.path("a.h5"), "r+b") as file:
            file.seek(at)
            file.write(b"\0")
        damaged = self.run_program("fsck", "a.h5")
        self.assertNotEqual(damaged.code, 0)
        self.assertIn(f"{whole.index('moments_of_inertia')}", damaged.out)

    def test_each_reason_is_named(self):
        def reason_where(bad, name, *overrides):
            sets = [word for text in overrides for word in ("--set", text)]
            self.expect(0, "run", EXAMPLES / "flightgoggles-roll-doublet.toml", "-o", "a.h5", "--fresh", "-n", "40", "--set",
                        "output.traces=none", "--set", "simulation.max_failures=40", *sets)
            data = datasets(self.path("a.h5"))
            wrong = bad(data)
            self.assertTrue(wrong.any() and not wrong.all())
            self.assertEqual((self.reasons("a.h5") == name).tolist(), wrong.tolist())

        # 1/960 s is stable from a time constant of 1/960/2.785 on (Hairer and Wanner, RK4 on the real axis).
        reason_where(lambda data: 1 / 960 >= 2.785 * data["in_vehicle.rotors.all.motor.time_constant_s"], "actuator_step",
                     'disperse."vehicle.rotors.*.motor.time_constant_s"={dist="uniform",low=1e-4,high=9e-4}')
        reason_where(lambda data: data["in_vehicle.rotors.all.motor.min"] >= 900, "actuator_limits", "vehicle.rotor.motor.max=900",
                     'disperse."vehicle.rotors.*.motor.min"={dist="uniform",low=0,high=1800}')
        reason_where(lambda data: data["in_event.0.mass_kg"] >= data["in_vehicle.mass_kg"], "events_mass", "vehicle.mass_kg=1.0",
                     'event=[{type="mass_drop",at_s=0.1,mass_kg=0.5}]', 'disperse."event.0.mass_kg"={dist="uniform",low=0.5,high=1.5}')
        data = datasets(self.path("a.h5"))
        drawn = float(data["in_event.0.mass_kg"][data["status"] == 3][0])
        self.assertIn(f"event.0.mass_kg = {drawn!r}", " ".join(json.loads(self.expect(0, "stats", "a.h5", "--json").out)["warnings"]))
        # A factor on a swept value: legal about the one that is written, and not about the largest.
        charge = "in_vehicle.battery.state_of_charge"
        reason_where(lambda data: data[charge + ".factor"] * data[charge] > 1, charge + ".factor_out_of_range",
                     'vehicle.battery={full_voltage_v=12,empty_voltage_v=9,resistance_ohm=0.01,capacity_a_s=4000,'
                     'state_of_charge=0.5,full_command_voltage_v=9,efficiency=0.8}',
                     'sweep."vehicle.battery.state_of_charge"={values=[0.5,0.95]}',
                     'disperse."vehicle.battery.state_of_charge"={dist="uniform",low=0.9,high=1.1,apply="factor"}')

    def diverging(self):
        # Aerodynamic moments that feed themselves: the faster it turns, the faster it is turned.
        return edited(("1150.0, 1116.0, 1150.0, 1116.0", "1133.0, 1133.0, 1133.0, 1133.0"),
                      ("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.1\nquadratic_aero_moment_n_m_s2"
                       " = [-0.3, 0, 0, 0, -0.3, 0, 0, 0, -0.3]")
                      ) + '\n[disperse."simulation.initial.body_rate_rad_s.z"]\ndist = "uniform"\nlow = 0\nhigh = 0.2\n'

    def test_diverging_flights(self):
        self.write("s.toml", self.diverging())
        result = self.expect(5, *RUN)
        data = datasets(self.path("a.h5"))
        diverged = data["status"] == 2
        self.assertTrue(20 < np.count_nonzero(diverged) < 180, result)
        # The last of them are finite to the end, and the squares of their last rates are not.
        self.assertTrue((data["t_end_s"][diverged] <= 0.3).all())
        self.assertTrue((data["t_end_s"][diverged] < 0.3).any())
        traced = diverged[data["trace_sample"]]
        ends = data["t_end_s"][data["trace_sample"]]
        for position, end in zip(data["position"][traced], ends[traced]):
            flown = data["time"] <= end + 1e-12
            self.assertTrue(np.isfinite(position[flown]).all())
            self.assertTrue(np.isnan(position[~flown]).all())
        for name, values in data.items():
            if values.dtype == np.float64:
                nans = values[np.isnan(values)].view(np.uint64)
                self.assertTrue((nans == 0x7ff8000000000000).all(), f"{name}: another NaN")
        answer = self.expect(5, *RUN, "--json").out
        json.loads(answer, parse_constant=lambda word: self.fail(f"{word} is not JSON"))

    def test_signals_do_not_decide_the_status(self):
        """Without any rotor, a thrust is a fraction of nothing; and so it is where a main rotor does not turn."""
        lost = "".join(f'\n[[event]]\ntype = "rotor_failure"\nrotor = {i}\nat_s = 0.1\n' for i in range(4))
        fell = edited(("samples = 200", "samples = 4")) + lost
        stands = edited(("{duration_s = 0.1}", "{duration_s = 0.1, initial = {actuators = [0, 1030, 60, 45, -205, 0]}}"),
                        ("-205, 730]]", "-205, 0]]"),
                        ("controller = ", "vehicle.servos.collective_max = 1100\ncontroller = "), text=support.HELICOPTER)
        for text, row in ((fell, -1), (stands, 0)):  # without a thrust at the end, and at the start
            for signals in ('["position"]', '["position", "thrust_fraction"]'):
                with self.subTest(text=text[:40], signals=signals):
                    self.write("s.toml", text)
                    self.expect(0, *RUN, "--fresh", "--set", f"output.signals={signals}")
                    data = datasets(self.path("a.h5"))
                    self.assertTrue((data["status"] == 1).all())
                    if "thrust" in signals:
                        self.assertTrue(np.isfinite(data["thrust_fraction"]).all())
                        self.assertTrue((data["thrust_fraction"][:, row] == 0).all())

    def test_limits_of_a_controller_that_are_drawn(self):
        """Nothing is left between a lowest thrust and a highest one that is drawn below it."""
        text = edited(("samples = 200", "samples = 40"))
        text = text[:text.index("[controller]")] + """[trajectory]
type = "hover"
[controller]
type = "px4"
rate_hz = 250
position = {position_gain_1_s = 1, velocity_gain_1_s = 2, thrust_min = 0.12, thrust_max = 0.9}
attitude = {gain_1_s = 4}
body_rate = {gain_1_s = 10}
""" + text[text.index("[integrator]"):] + """
[disperse."controller.position.thrust_max"]
dist = "uniform"
low = 0.05
high = 0.3
"""
        self.write("s.toml", text)
        self.expect(5, *RUN)
        data = datasets(self.path("a.h5"))
        highest = data["in_controller.position.thrust_max"]
        self.assertTrue((highest < 0.12).any() and (highest > 0.12).any())
        self.assertEqual((data["status"] == 3).tolist(), (highest <= 0.12).tolist())

    def test_one_failure_is_not_one_of_the_others(self):
        """Neighbours in the lanes of a diverging sample fly as they do alone."""
        self.write("s.toml", self.diverging())
        self.expect(5, *RUN, "-j", "1")
        data = datasets(self.path("a.h5"))
        status = data["status"]
        rows = [row for row in range(1, 199) if status[row] == 1 and status[row - 1] == 2][:5]
        self.assertEqual(len(rows), 5)
        for row in rows:
            self.expect(0, "run", "s.toml", "-o", "b.h5", "--only", row)
        alone = datasets(self.path("b.h5"))
        self.assertEqual(alone["check"][rows].tobytes(), data["check"][rows].tobytes())

    def test_numbers_beyond_all_bounds_stay_json(self):
        self.write("s.toml", edited(("position_m = [0, 0, -10]",
                                     "position_m = [0, 0, -10]\nvelocity_m_s = [1e200, 0, 0]"),
                                    ("linear_drag_n_s_m = 0.1", "")))
        result = self.run_program(*RUN, "--json")
        self.assertIn(result.code, (0, 5), result)
        json.loads(result.out, parse_constant=lambda word: self.fail(f"{word} is not JSON"))


if __name__ == "__main__":
    support.main()
