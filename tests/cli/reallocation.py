#!/usr/bin/python3
"""Controllers that reallocate after a rotor failure: the vehicle stays up, its thrusts are those of numpy's pseudo-inverse
without the failed column, and nothing changes before the detection."""
import csv
import io
import itertools
import json
import math
import re
import tomllib

import numpy
import support
from support import VEHICLES, ProgramTest

FLIGHT = """schema = 1
name = "realloc"
trajectory = {type = "hover", position_m = [0, 0, -5]}
integrator = {type = "rk4", rate_hz = 500}
environment = {gravity_m_s2 = 9.81}
[vehicle]
include = "%s"
[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 4.0
velocity_gain_1_s = 3.0
attitude_gain_1_s2 = [90, 90, 16]
rate_gain_1_s = [15, 15, 6]
[simulation]
duration_s = 20
initial = {position_m = [0, 0, -5]}
limits = {tilt_deg = 60, distance_m = 5}
[output]
rate_hz = 10
traces = "none"
"""
FAILURE = '[[event]]\ntype = "rotor_failure"\nname = "failure"\nat_s = 2\nrotor = %d\n'
REALLOCATION = '[[event]]\ntype = "reallocation"\nname = "found"\nafter = "failure"\ndelay_s = 0.1\nrotor = %d\n'


ALTERNATING, IN_PAIRS = (1, -1, 1, -1, 1, -1), (1, 1, -1, -1, 1, -1)


def hexarotor(spins):
    """The hexacopter NEO9 without its payload, so that the rotors have a reserve, with other directions of rotation."""
    turn = itertools.cycle(spins)
    text = (VEHICLES / "neo9-hexa.toml").read_text()
    text = re.sub(r"(?m)^spin = \S+", lambda _: f"spin = {next(turn)}", text)
    return re.sub(r"(?m)^mass_kg = \S+", "mass_kg = 2.0", text)


def octorotor():
    return (VEHICLES / "naki-octo.toml").read_text()


def effects(vehicle):
    """Thrust and moments per newton of each rotor, body axes: r x n - s k n, of the vehicle's file."""
    columns = []
    for rotor in vehicle["rotors"]:
        rotor = {**vehicle.get("rotor", {}), **rotor}
        n = numpy.array(rotor["axis"], float)
        n /= numpy.linalg.norm(n)
        ratio = rotor["law"]["torque_n_m_s2"] / rotor["law"]["thrust_n_s2"]
        columns.append([n[2], *(numpy.cross(rotor["position_m"], n) - rotor["spin"] * ratio * n)])
    return numpy.array(columns).T


class Reallocation(ProgramTest):
    def fly(self, vehicle, more, metrics, exit_code=0):
        """The metrics of one flight."""
        lines = "".join(f'{name} = {{formula = "{formula}", unit = "1"}}\n' for name, formula in metrics.items())
        self.write("v.toml", vehicle)
        self.write("s.toml", FLIGHT % "v.toml" + more + "[metrics]\n" + lines)
        self.expect(exit_code, "run", "s.toml", "-n", "1", "-o", "s.h5", "--fresh", "-q")
        row = next(csv.DictReader(io.StringIO(self.expect(0, "export", "s.h5").out)))
        return {name[2:]: float(value or "nan") for name, value in row.items() if name.startswith("m_")}

    def thrusts_at_end(self, vehicle, more, higher=0.0):
        """Thrusts in a steady hover so much higher, and the effectiveness matrix. The tilted axes of a hexarotor push it aside, and
        it ends some mm higher."""
        rotors = effects(tomllib.loads(vehicle))
        found = self.fly(vehicle, more, {
            **{f"f{i}": f"at(rotor_thrust[{i}], end)" for i in range(rotors.shape[1])},
            "z": "at(position.z, end)", "turns": "at(norm(body_rate), end)"})
        self.assertAlmostEqual(found["z"], -5.0 - higher, delta=0.01)
        self.assertLess(found["turns"], 1e-4)
        return numpy.array([found[f"f{i}"] for i in range(rotors.shape[1])]), rotors

    def assert_least(self, thrusts, rotors, left):
        """The thrusts of these rotors are the smallest for the wrench that they make. They are within 1e-4 of those
        of a steady hover, as the rates are."""
        least = numpy.linalg.pinv(rotors[:, left]) @ (rotors[:, left] @ thrusts[left])
        self.assertLess(numpy.max(numpy.abs(least - thrusts[left])), 1e-3)

    def held_without(self, vehicle, rotor):
        self.write("v.toml", vehicle)
        told = json.loads(self.expect(0, "vehicle", "v.toml", "--json").out)
        return told["rotor_failed"][rotor]["holds"]

    def test_hexarotors_and_octorotors_stay_up(self):
        """Those that `vehicle` calls controllable."""
        for vehicle, rotor, count in ((hexarotor(IN_PAIRS), 0, 6), (hexarotor(IN_PAIRS), 1, 6), (octorotor(), 0, 8)):
            with self.subTest(rotor=rotor, count=count):
                self.assertEqual(self.held_without(vehicle, rotor), "heading")
                thrusts, rotors = self.thrusts_at_end(vehicle, FAILURE % rotor + REALLOCATION % rotor)
                self.assertEqual(thrusts[rotor], 0)
                left = [i for i in range(count) if i != rotor]
                self.assert_least(thrusts, rotors, left)
                with self.assertRaises(AssertionError):  # all rotors would share the wrench in another way
                    self.assert_least(thrusts, rotors, list(range(count)))

    def test_a_controller_that_does_not_know_falls(self):
        self.fly(hexarotor(IN_PAIRS), FAILURE % 0, {}, exit_code=5)

    def test_a_failure_that_ends(self):
        passing = "duration_s = 3\n"
        thrusts, rotors = self.thrusts_at_end(hexarotor(IN_PAIRS), FAILURE % 1 + passing + REALLOCATION % 1 + passing)
        self.assertGreater(thrusts[1], 1)
        self.assert_least(thrusts, rotors, list(range(6)))

    def test_the_last_of_several_applies(self):
        two = ('[[event]]\ntype = "reallocation"\nat_s = 4\nrotors = [0, 3]\n')
        thrusts, rotors = self.thrusts_at_end(octorotor(), FAILURE % 0 + REALLOCATION % 0 + two, higher=0.527 / 7.5 / 4)
        self.assertAlmostEqual(thrusts[3], 0.527, delta=1e-3)  # at its lowest speed, which the controller does not know
        self.assert_least(thrusts, rotors, [1, 2, 4, 5, 6, 7])

    def test_nothing_changes_before_the_detection(self):
        values = {"z": "at(position.z, found)", "tilt": "at(norm(body_rate), found)", "end": "at(position.z, end)"}
        other = REALLOCATION % 0
        other = other.replace("reallocation", "gain_change").replace("rotor = 0", "factor = 1")
        with_it = self.fly(octorotor(), FAILURE % 0 + REALLOCATION % 0, values)
        without = self.fly(octorotor(), FAILURE % 0 + other, values)
        self.assertEqual((with_it["z"], with_it["tilt"]), (without["z"], without["tilt"]))
        self.assertNotEqual(with_it["end"], without["end"])

    def test_yaw_is_given_up(self):
        """A hexarotor whose rotors alternate in direction keeps place, height, roll and pitch, and turns as fast as its yaw
        damping allows: B w_z is the torque of the rotors. Thrusts are the smallest for thrust, roll and pitch. The rest of
        the tilt is that of the tilted axes, which turn with the vehicle."""
        damping = 0.03
        vehicle = f"linear_aero_moment_n_m_s = [0, 0, {damping}]\n" + hexarotor(ALTERNATING)
        text = FAILURE % 0 + REALLOCATION % 0 + "give_up_yaw = true\n"
        found = self.fly(vehicle, text, {
            **{f"f{i}": f"at(rotor_thrust[{i}], end)" for i in range(6)}, "x": "at(position.x, end)", "y": "at(position.y, end)",
            "z": "at(position.z, end)", "spin": "at(body_rate.z, end)", "roll": "at(euler_angles[0], end)",
            "pitch": "at(euler_angles[1], end)"})
        self.assertLess(math.hypot(found["x"], found["y"], found["z"] + 5), 0.01)
        self.assertLess(found["max_tilt_deg"], 15)
        self.assertLess(math.hypot(found["roll"], found["pitch"]), math.radians(0.5))
        rotors = effects(tomllib.loads(vehicle))
        thrusts = numpy.array([found[f"f{i}"] for i in range(6)])
        self.assertAlmostEqual(-found["spin"], (rotors @ thrusts)[3] / damping, delta=0.05)  # z of the file is up
        self.assertGreater(abs(found["spin"]), 3)
        self.assert_least(thrusts, rotors[:3], [1, 2, 3, 4, 5])

    def test_with_yaw_an_alternating_hexarotor_falls(self):
        """Balanced yaw takes the thrust of the opposite rotor, which can then push the vehicle to one side only."""
        rotors = effects(tomllib.loads(hexarotor(ALTERNATING)))
        left = [1, 2, 3, 4, 5]
        hover = numpy.linalg.pinv(rotors[:, left]) @ numpy.array([-2.0 * 9.81, 0, 0, 0])
        self.assertLess(hover.min(), 0.05 * hover.max())
        self.fly(hexarotor(ALTERNATING), FAILURE % 0 + REALLOCATION % 0, {}, exit_code=5)
        self.assertIn("hover without these rotors leaves rotor 3 at a limit", " ".join(self.expect(0, "check", "s.toml").err.split()))
        self.fly(hexarotor(ALTERNATING), FAILURE % 0 + REALLOCATION % 0 + "give_up_yaw = true\n", {})
        self.assertNotIn("at a limit", self.expect(0, "check", "s.toml").err)


if __name__ == "__main__":
    support.main()
