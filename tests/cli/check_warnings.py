#!/usr/bin/python3
"""What `check` knows before anything flies: vehicles that cannot fly well, overrides without effect, batteries that do not
last, and touchdowns that no requirement would judge. Each warning has a case that deserves it and one that does not."""
import json
import os
import time

import numpy as np

import support
from run_and_resume import datasets
from support import VEHICLES, ProgramTest

EXAMPLES = VEHICLES.parent / "examples"
X500 = EXAMPLES / "x500-survey.toml"

# Four of the six rotors of a hexarotor, two opposite ones gone, at surveyed places: the rows of roll and yaw are almost
# parallel (case 16).
FOUR = """schema = 1
name = "four"
integrator = {type = "rk4", rate_hz = 500}
simulation = {duration_s = 2}
trajectory = {type = "hover"}
[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 3
velocity_gain_1_s = 3
attitude_gain_n_m = [3, 3, 1]
rate_gain_n_m_s = [0.5, 0.5, 0.4]
[vehicle]
type = "multirotor"
frame = "NED/FRD"
mass_kg = 2.0
inertia_kg_m2 = {xx = 0.03, yy = 0.03, zz = 0.05}
[vehicle.rotor]
axis = [0, 0, -1]
law = {type = "linear", thrust_max_n = 10.0, torque_max_n_m = 0.5}
motor = {type = "first_order", time_constant_s = 0.03, min = 0, max = 1}
[[vehicle.rotors]]
position_m = [0.23816, -0.13750, 0]
spin = -1
[[vehicle.rotors]]
position_m = [-0.23816, 0.13750, 0]
spin = 1
[[vehicle.rotors]]
position_m = [0.23646, 0.14040, 0]
spin = 1
[[vehicle.rotors]]
position_m = [-0.23816, -0.13750, 0]
spin = -1
"""
X_PLACES = ([0.2, -0.2, 0], [-0.2, 0.2, 0], [0.2, 0.2, 0], [-0.2, -0.2, 0])

BATTERY = """
[vehicle.battery]
full_voltage_v = 16.8
empty_voltage_v = 13.2
resistance_ohm = 0.02
capacity_a_s = {capacity}
full_command_voltage_v = 10.0
efficiency = 0.8
"""


def x_quad(spins=(-1, -1, 1, 1), weaker=""):
    """The same rotors on an X, where each axis has commands of its own."""
    text = FOUR[:FOUR.index("[[vehicle.rotors]]")]
    for place, spin in zip(X_PLACES, spins):
        text += f"[[vehicle.rotors]]\nposition_m = {place}\nspin = {spin}\n"
    return text + weaker


class CheckWarnings(ProgramTest):
    def warnings(self, *arguments, command="check", code=0):
        return json.loads(self.expect(code, command, *arguments, "--json").out)["warnings"]

    def plausibility(self, *arguments, code=0):
        told = json.loads(self.expect(code, "vehicle", *arguments, "--json").out)["plausibility_warnings"]
        return " / ".join(f"{w['what']} ({w['why']})" for w in told)

    def say(self, text, code=0, *, says, overrides=()):
        """Both commands say it, and `vehicle` does not say that all is well."""
        self.write("s.toml", text)
        checked = " / ".join(self.warnings("s.toml", *overrides))
        seen = self.plausibility("s.toml", *overrides, code=code)
        for words in says:
            self.assertIn(words, checked)
            self.assertIn(words, seen)
        self.assertNotIn("No plausibility warnings.", self.expect(code, "vehicle", "s.toml", *overrides).out)
        self.expect(2, "check", "s.toml", *overrides, "--strict")
        return checked

    def test_a_sound_vehicle_raises_none(self):
        self.write("s.toml", x_quad())
        self.assertEqual([w for w in self.warnings("s.toml") if w.startswith("vehicle")], [])
        self.assertIn("No plausibility warnings.", self.expect(0, "vehicle", "s.toml").out)
        # A body that a table of commands drops is meant to fall.
        drop = x_quad().replace("mass_kg = 2.0", "mass_kg = 9.0")
        begin, end = drop.index("[controller]"), drop.index("[vehicle]")
        drop = drop[:begin] + '[controller]\ntype = "command_table"\nrows = [[0, 0, 0, 0, 0]]\n' + drop[end:]
        self.write("s.toml", drop.replace('trajectory = {type = "hover"}\n', ""))
        self.assertEqual(self.warnings("s.toml"), [])

    def test_a_trimmed_start_of_a_program(self):
        """The program in the loop is told no trim: `check` says so, and only where both are there. px4_controller.py and
        ardupilot_controller.py try firmware."""
        text = x_quad()
        begin, end = text.index("[controller]"), text.index("[vehicle]")
        self.write("none", "#!/bin/sh\n")
        os.chmod(self.path("none"), 0o755)
        trimmed = ("--set", "simulation.initial.trimmed=true")
        said = "simulation.initial.trimmed trims the vehicle only: the program starts from its own initial state"
        self.write("s.toml", text[:begin] + '[controller]\ntype = "external"\ncommand = ["./none"]\nrate_hz = 250\n' + text[end:])
        self.assertNotIn("trim", self.expect(0, "check", "s.toml").err)
        self.assertIn(said, " ".join(self.expect(0, "check", "s.toml", *trimmed).err.split()))
        self.assertIn(said, " ".join(json.loads(self.expect(0, "check", "s.toml", *trimmed, "--json").out)["notes"]))
        self.write("s.toml", text)
        self.assertNotIn("trim", self.expect(0, "check", "s.toml", *trimmed).err)

    def test_axes_that_are_not_apart(self):
        # Numpy's condition number of the rows of thrust, roll, pitch and yaw, each of unit length: all rotors are alike and
        # hover is level, so that r x n of unit thrusts and the torques are all that there is.
        places = np.array([[0.23816, -0.13750], [-0.23816, 0.13750], [0.23646, 0.14040], [-0.23816, -0.13750]])
        spins = np.array([-1, 1, 1, -1])
        rows = np.vstack([np.ones(4), -places[:, 1], places[:, 0], 0.05 * spins])
        condition = np.linalg.cond(rows / np.linalg.norm(rows, axis=1, keepdims=True))
        told = self.say(FOUR, says=["can hardly control roll and yaw separately", "degrees from parallel",
                                    f"condition number of {condition:.3g}", "-0.95 to 0 rad/s2 about roll", "-0.2 to 0 about yaw"])
        self.assertGreater(condition, 100)
        self.assertNotIn("margin", told)
        # A tenth of the torque leaves an axis of its own, and hardly any authority about it.
        weak = x_quad().replace("torque_max_n_m = 0.5", "torque_max_n_m = 1e-4")
        self.say(weak, says=["its control authority is", "rad/s2 about yaw"])

    def test_no_hover(self):
        for spins in ((1, 1, 1, 1), (-1, -1, -1, -1)):
            # One with less thrust for its torque leaves rank 4, so that the allocation alone does not refuse it.
            told = self.say(x_quad(spins, "law.thrust_max_n = 7.5\n"), 1, says=["it cannot hover (all 4 rotors spin the same way"])
            # Nothing is said about the gains of a loop that has nothing to hold.
            self.assertNotIn("lower the gains", told.lower())
            self.assertNotIn("margin", told)
        heavy = x_quad().replace("mass_kg = 2.0", "mass_kg = 4.5")
        self.say(heavy, 1, says=["it cannot hover (thrust to weight is 0.90"])

    def test_little_thrust(self):
        # 40 N over g times the mass: 1.29 at 3.16 kg, 1.31 at 3.11 kg.
        self.say(x_quad().replace("mass_kg = 2.0", "mass_kg = 3.16"), says=["thrust to weight is 1.29", "below 1.3"])
        self.write("s.toml", x_quad().replace("mass_kg = 2.0", "mass_kg = 3.11"))
        self.assertNotIn("thrust to weight", " ".join(self.warnings("s.toml")))

    def test_shipped_scenarios_are_checked_fast_and_without_these_warnings(self):
        for name in ("x500-survey.toml", "iris-gust-requirements.toml", "hummingbird-battery.toml", "xcell-landing.toml"):
            start = time.monotonic()
            told = self.warnings(EXAMPLES / name)
            self.assertLess(time.monotonic() - start, 2)  # 0.1 s on an idle machine
            self.assertEqual([w for w in told if w.startswith("vehicle")], [], name)

    def test_known_speeds(self):
        """Only a rotor law over the advance ratio knows fast flight."""
        text = self.expect(0, "vehicle", VEHICLES / "x500.toml").out
        self.assertIn("  top speed         unknown: the thrust was measured in hover", text)
        text = self.expect(0, "vehicle", VEHICLES / "f450.toml").out
        self.assertRegex(text, r"  top speed         at least \d\d\.\d m/s, and unknown above \((axial|edgewise) flow: the")

    def test_what_is_left_without_a_rotor_is_for_a_controller_that_reallocates(self):
        """`vehicle` says that a hexacopter can hold its heading without rotor 1. The controllers here do not know that it
        is lost: all flights tilt over."""
        example = EXAMPLES / "neo9-rotor-loss.toml"
        text = self.expect(0, "vehicle", example).out
        self.assertIn("one rotor out, with a controller that reallocates:", text)
        self.assertIn("1 or 4          can hold its heading", text)
        self.expect(5, "run", example, "-o", "a.h5", "-n", "20", "--set", "output.traces=none", "--set",
                    'disperse."event.0.effectiveness"={dist="fixed",value=0}', "--set", "simulation.limits={tilt_deg=45}")
        self.assertEqual(set(datasets(self.path("a.h5"))["status"].tolist()), {4})  # tilt_limit

    def test_overrides_without_effect(self):
        text = x_quad() + """
[[event]]
type = "rotor_failure"
at_s = 1
rotor = 0
effectiveness = 0.9
[disperse."event.0.effectiveness"]
dist = "uniform"
low = 0.8
high = 1.0
[disperse."vehicle.inertia_kg_m2.xx"]
dist = "uniform"
low = 0.9
high = 1.1
apply = "factor"
"""
        self.write("s.toml", text)
        drawn = "'event.0.effectiveness' is overridden, but every sample draws it"
        for override in ("event.0.effectiveness=0", 'event=[{type="rotor_failure",at_s=1,rotor=0,effectiveness=0.5}]'):
            (told,) = [w for w in self.warnings("s.toml", "--set", override) if "overridden" in w]
            self.assertIn(drawn, told)
            self.assertIn('disperse."event.0.effectiveness"', told)
            self.expect(2, "check", "s.toml", "--strict", "--set", override)
        # It still counts where the draw is a factor, beside the drawn key, and in the file itself.
        for override in ("vehicle.inertia_kg_m2.xx=0.02", "event.0.at_s=0.5", "monte_carlo.samples=3",
                         'disperse."event.0.effectiveness".low=0.9'):
            self.assertNotIn("overrid", " ".join(self.warnings("s.toml", "--set", override)))
        self.assertNotIn("overrid", " ".join(self.warnings("s.toml")))
        # What the rotors share is one key for all of them; another unit is the same key.
        self.write("s.toml", x_quad() + '\n[sweep]\n"vehicle.rotors.*.motor.time_constant_s" = {values = [0.02, 0.03]}\n')
        told = " ".join(self.warnings("s.toml", "--set", "vehicle.rotor.motor.time_constant_s=0.05"))
        self.assertIn("an override of 'vehicle.rotors.0.motor.time_constant_s' has no effect", told)
        self.assertIn('sweep."vehicle.rotors.*.motor.time_constant_s" gives it at every point', told)
        self.write("s.toml", x_quad() + '\n[sweep.load.sets.heavy]\nvehicle.mass_kg = 2.2\n'
                   '[sweep.load.sets.light]\nvehicle.mass_kg = 1.9\n')
        told = " ".join(self.warnings("s.toml", "--set", "vehicle.mass_kg=2.5"))
        self.assertIn("a set of the sweep replaces the override of 'vehicle.mass_kg'", told)
        self.assertNotIn("replaces", " ".join(self.warnings("s.toml", "--set", "vehicle.inertia_kg_m2.zz=0.04")))

    def battery(self, capacity_a_s, more=""):
        # A signal has no shaft power: a law of a speed. Hover at 500 rad/s: 4 x 2e-5 x 500^2 = 20 N, 4 x 2.5e-7 x 500^3 W.
        text = x_quad().replace('{type = "linear", thrust_max_n = 10.0, torque_max_n_m = 0.5}',
                                '{type = "quadratic", thrust_n_s2 = 2e-5, torque_n_m_s2 = 5e-7}')
        text = text.replace("min = 0, max = 1}", "min = 0, max = 800}").replace("mass_kg = 2.0", "mass_kg = 2.0389")
        at = text.index("[[vehicle.rotors]]")
        return text[:at] + BATTERY.replace("{capacity}", str(capacity_a_s)) + more + text[at:]

    def test_batteries_that_do_not_last(self):
        # 4 x 5e-7 x 500^3 = 250 W at the shafts, 312.5 W from 15 V: 20.8 A. 2 s take some 42 A s.
        self.write("s.toml", self.battery(25))
        (told,) = [w for w in self.warnings("s.toml") if "battery" in w]
        self.assertIn("in hover, the flight 2 s", told)
        self.assertIn("hover takes 312 W", told)
        flown = self.warnings("s.toml", "-o", "a.h5", command="run")
        self.assertIn("1 of 1 sample emptied the battery (the first is sample 0; unlike a real vehicle, the model flies on: set when_empty", " ".join(flown))
        self.assertIn("emptied the battery", " ".join(self.warnings("a.h5", command="stats")))
        self.write("s.toml", self.battery(100))
        self.assertNotIn("battery", " ".join(self.warnings("s.toml")))
        self.assertNotIn("battery", " ".join(self.warnings("s.toml", "-o", "b.h5", command="run")))
        self.write("s.toml", self.battery(100, "state_of_charge = 0\n"))
        self.assertIn("the battery is empty at the start", " ".join(self.warnings("s.toml")))

    def test_touchdowns_that_are_failures(self):
        """A vehicle whose rotors all stop is asked where it hits the ground: the limit leaves nothing to judge."""
        failures = "".join(f'[[event]]\ntype = "rotor_failure"\nat_s = 0.2\nrotor = {i}\n' for i in range(4))
        fall = x_quad().replace("duration_s = 2}", "duration_s = 2, max_failures = 9, initial = {position_m = [0, 0, -2]}, "
                                "limits = {ground = true}}").replace('{type = "hover"}', '{type = "hover", position_m = [0, 0, -2]}')
        asked = '[requirement.soft]\ntype = "probability"\nformula = "final(velocity.z)"\nunit = "m/s"\nat_most = 1\n' \
                'probability = 0.5\n[monte_carlo]\nsamples = 4\n'
        self.write("s.toml", fall + failures + asked)
        (told,) = [w for w in self.warnings("s.toml") if "touchdown" in w]
        self.assertIn("the remaining rotors cannot hold the vehicle", told)
        for way in ("sih2019", "sih2022", "spring_damper"):
            self.assertIn(way, told)
        run = json.loads(self.run_program("run", "s.toml", "-o", "a.h5", "--json").out)
        flown = " ".join(run["warnings"])
        self.assertIn("4 of 4 flights ended at simulation.limits.ground", flown)
        # Rotors that are off are at a limit whatever the gains.
        self.assertNotIn("lower the gains", flown)
        self.assertNotIn("lower the gains", " ".join(self.warnings("a.h5", command="stats")))
        # The way out is one.
        self.write("s.toml", fall.replace("limits = {ground = true}", "limits = {}") +
                   '[environment.ground]\ntype = "sih2019"\n' + failures + asked)
        self.assertNotIn("touchdown", " ".join(self.warnings("s.toml")))
        run = json.loads(self.run_program("run", "s.toml", "-o", "b.h5", "--json").out)
        self.assertEqual(run["status"]["ok"], 4)
        self.assertNotIn("limits.ground", " ".join(run["warnings"]))
        # A limit that only catches crashes is none of this; a trajectory that lands is.
        self.write("s.toml", fall + asked)
        self.assertNotIn("touchdown", " ".join(self.warnings("s.toml")))
        landing = fall.replace('{type = "hover", position_m = [0, 0, -2]}',
                               '{type = "waypoints", max_speed_m_s = 2, max_acceleration_m_s2 = 5, waypoints = '
                               '[{position_m = [0, 0, -2]}, {position_m = [0, 0, 0.1]}]}')
        self.write("s.toml", landing + asked)
        (told,) = [w for w in self.warnings("s.toml") if "touchdown" in w]
        self.assertIn("the trajectory reaches the ground at 1.", told)


if __name__ == "__main__":
    support.main()
