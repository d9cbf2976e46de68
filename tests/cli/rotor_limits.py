#!/usr/bin/python3
"""Limits of the rotor laws: flights are monitored, `check` and `tune` warn of them, and are silent where all is known."""
import json
import pathlib

import h5py
import numpy as np
import support
from support import ProgramTest

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
# A quadrotor of 1 kg whose rotors of 0.1 m induce 5.65 m/s in hover, on a line at constant speed.
FLIGHT = """schema = 1
name = "flight"
[vehicle]
type = "multirotor"
mass_kg = 1.0
inertia_kg_m2 = {xx = 0.01, yy = 0.01, zz = 0.015}
quadratic_drag_n_s2_m2 = 0.01
rotors = [
  {position_m = [0.15, 0.15, 0], spin = 1}, {position_m = [-0.15, -0.15, 0], spin = 1},
  {position_m = [0.15, -0.15, 0], spin = -1}, {position_m = [-0.15, 0.15, 0], spin = -1}]
[vehicle.rotor]
radius_m = 0.1
axis = [0, 0, -1]
law = {type = "quadratic", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}
motor = {type = "first_order", time_constant_s = 0.02, max = 2000}
[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 4
velocity_gain_1_s = 3
attitude_gain_n_m = 0.8
rate_gain_n_m_s = 0.16
[trajectory]
type = "helix"
radius_m = 0
rate_rad_s = 1
climb_m_s = 0
center_m = [0, 0, -100]
[integrator]
type = "rk4"
rate_hz = 500
[simulation]
duration_s = 2
initial.position_m = [0, 0, -100]
[output]
validity = true
rate_hz = 50
signals = ["velocity"]
[monte_carlo]
samples = 3
[disperse."vehicle.mass_kg"]
dist = "uniform"
low = 0.999
high = 1.001
"""
FRACTIONS = ["outside_fraction", "axial_flow_outside_fraction", "edgewise_flow_outside_fraction", "vortex_ring_fraction",
             "tip_mach_outside_fraction", "reynolds_number_outside_fraction", "near_ground_fraction", "density_outside_fraction"]


def falling(speed):
    return ("--set", f"trajectory.climb_m_s={-speed}", "--set", f"simulation.initial.velocity_m_s=[0, 0, {speed}]",
            "--set", "simulation.initial.trimmed=true")


FAILED = """schema = 1
name = "failed"
event = [
  {{type = "rotor_failure", rotor = 0, at_s = 0.02}}, {{type = "rotor_failure", rotor = 1, at_s = 0.02}},
  {{type = "rotor_failure", rotor = 2, at_s = 0.02}}, {{type = "rotor_failure", rotor = 3, at_s = 0.02}},
]
[vehicle]
include = "%s"
ground_effect = "{}"
contact_points = [{{position_m = [0, 0, -0.1]}}]
[environment]
gravity_m_s2 = 9.81
ground = {{type = "spring_damper", stiffness_n_m = 1000, damping_n_s_m = 10}}
[[wind]]
type = "steady"
to_m_s = [10, 0, 0]
[controller]
type = "command_table"
rows = [[0, 460, 460, 460, 460]]
[integrator]
type = "rk4"
rate_hz = 500
[simulation]
duration_s = 0.2
[simulation.initial]
position_m = [0, 0, -1000]
[output]
signals = ["velocity"]
rate_hz = 100
traces = "all"
""" % (SCENARIOS / "vehicles" / "f450-slow-flyer.toml")


class RotorLimits(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("flight.toml", FLIGHT)

    def fly(self, *sets, code=0, file="flight.toml"):
        pathlib.Path(self.path("flight.h5")).unlink(missing_ok=True)
        self.expect(code, "run", file, *sets, "--progress", "none", "-o", "flight.h5")
        with h5py.File(self.path("flight.h5"), "r") as result:
            return {name: result["m_" + name][:] for name in FRACTIONS}, result["validity"][:], result["status"][:]

    def test_hover_is_known(self):
        fractions, validity, status = self.fly("--set", "simulation.limits.outside_fraction=0")
        for name in FRACTIONS:
            # Without a chord there is no Reynolds number.
            np.testing.assert_array_equal(fractions[name], np.nan if name.startswith("reynolds") else 0, name)
        self.assertEqual((set(validity), set(status)), ({0}, {1}))

    def test_what_is_not_monitored_is_no_number(self):
        self.write("unknown.toml", FLIGHT.replace("radius_m = 0.1\n", ""))
        fractions, validity, _ = self.fly(*falling(6.4), file="unknown.toml")
        for name in FRACTIONS:
            monitored = name in ("outside_fraction", "density_outside_fraction")
            np.testing.assert_array_equal(fractions[name], 0 if monitored else np.nan, name)
        self.assertEqual(set(validity), {0})
        told = self.expect(2, "check", "unknown.toml", "--strict").err
        self.assertIn("only the density is monitored (the vehicle gives no radius", told)

    def test_each_limit_has_its_fraction_and_its_flag(self):
        # 6.4 m/s down is 1.13 of the induced velocity.
        fractions, validity, status = self.fly(*falling(6.4))
        for name in ("outside_fraction", "axial_flow_outside_fraction", "vortex_ring_fraction"):
            np.testing.assert_array_equal(fractions[name], 1, name)
        for name in ("edgewise_flow_outside_fraction", "tip_mach_outside_fraction", "density_outside_fraction"):
            np.testing.assert_array_equal(fractions[name], 0, name)
        self.assertEqual(set(validity), {0b101})
        with h5py.File(self.path("flight.h5"), "r") as result:
            column = result["validity"]
            self.assertEqual(column.attrs["flag_meanings"].decode().split()[:3], ["axial_flow", "edgewise_flow", "vortex_ring"])
            self.assertEqual(list(column.attrs["flag_masks"]), [1, 2, 4, 8, 16, 32, 64])
        text = self.expect(0, "stats", "flight.h5").out
        self.assertIn("model validity exceeded: vortex_ring in 3 of 3 samples\n", text)
        self.assertNotIn("tip_mach in", text)
        self.assertEqual(json.loads(self.expect(0, "stats", "flight.h5", "--json").out)["validity"]["axial_flow"], 3)
        thin, _, _ = self.fly("--set", "environment.atmosphere.density_kg_m3=0.8")
        np.testing.assert_array_equal(thin["density_outside_fraction"], 1)
        windy, _, _ = self.fly("--set", 'wind=[{type="steady", to_m_s=[8, 0, 0]}]')
        self.assertGreater(windy["edgewise_flow_outside_fraction"].min(), 0.5)

    def test_a_flight_that_is_outside_for_too_long_is_invalid(self):
        limit = ("--set", "simulation.limits.outside_fraction=0.5")
        _, _, status = self.fly(*falling(6.4), *limit, code=5)
        self.assertEqual(set(status), {9})
        with h5py.File(self.path("flight.h5"), "r") as result:
            self.assertEqual(result["status"].attrs["flag_meanings"].decode().split()[9], "invalid")
        self.assertIn("3 invalid", self.expect(0, "stats", "flight.h5").out)
        self.expect(0, "fsck", "flight.h5")
        _, _, status = self.fly(*falling(1.5), *limit)
        self.assertEqual(set(status), {1})

    def test_the_flight_is_the_same_with_and_without_the_monitor(self):
        digests = []
        for validity in ("true", "false"):
            name = f"{validity}.h5"
            self.expect(0, "run", "flight.toml", *falling(6.4), "--set", f"output.validity={validity}", "--progress", "none",
                        "-o", name)
            with h5py.File(self.path(name), "r") as result:
                digests.append(result["digest"][:].tolist())
                self.assertEqual("validity" in result, validity == "true")
        self.assertEqual(*digests)

    def test_check_warns_of_the_trajectory(self):
        self.assertEqual(self.expect(0, "check", "flight.toml").err, "")
        told = self.expect(2, "check", "flight.toml", *falling(6.4), "--strict").err
        self.assertIn("the flight leaves what is known of the rotors (vortex ring: the rotor descends in its own wake)", told)
        self.assertIn("montecopter trim --speed 0 --climb -6.4", told)
        unknown = FLIGHT.replace("radius_m = 0.1\n", "")
        self.write("unknown.toml", unknown)
        self.assertNotIn("known of the rotors", self.expect(0, "check", "unknown.toml", *falling(6.4)).err)

    def test_thin_air_and_overlapping_rotors_are_told(self):
        thin = ("--set", "environment.atmosphere.density_kg_m3=0.777")
        wide = ("--set", "vehicle.rotor.radius_m=0.16")
        for command in (("check",), ("tune", "--law", "lee")):
            with self.subTest(command[0]):
                told = self.run_program(command[0], "flight.toml", *command[1:], *thin).err
                self.assertIn("the air density is 0.777 kg/m3, and the rotor law does not depend on it", told)
                told = self.run_program(command[0], "flight.toml", *command[1:], *wide).err
                self.assertIn("overlap, and their interference is left out", told)
                told = self.run_program(command[0], "flight.toml", *command[1:], *wide, "--set",
                                        "vehicle.rotor_interference=momentum").err
                self.assertNotIn("interference", told)
        told = self.expect(0, "vehicle", "flight.toml", *wide).out
        self.assertIn("implausible: rotors 0 and 2 overlap, and their interference is left out", told)

    def test_a_slope_with_ground_effect_flies(self):
        fractions, _, status = self.fly(file=SCENARIOS / "examples" / "x500-ground-effect.toml")
        self.assertEqual(set(status), {1})
        # Its law is that of hover, and it flies at up to 1 m/s, above half a radius.
        np.testing.assert_array_equal(fractions["near_ground_fraction"], 0)

        def error_m(effect):
            self.expect(0, "run", SCENARIOS / "examples" / "x500-ground-effect.toml", "--progress", "none", "--fresh",
                        "--set", f"vehicle.ground_effect={effect}", "-o", "ground.h5")
            with h5py.File(self.path("ground.h5")) as file:
                return file["m_max_tracking_error_m"][:]
        # The same draws: what differs is the thrust near the ground, which lifts every one of them off its path.
        self.assertGreater((error_m("sanchez_cuevas") - error_m("none")).min(), 0.02)

    def test_rotors_that_failed_push_in_no_direction(self):
        """Blades in a wind, 1000 m above a ground: its effect is (R / 4 z)^2 = 1e-9, also on what a failed rotor has
        in the plane of its disc."""
        velocity = []
        for effect in ("none", "cheeseman_bennett"):
            self.write("failed.toml", FAILED.format(effect))
            self.expect(0, "run", "failed.toml", "--progress", "none", "--fresh", "-o", "failed.h5")
            with h5py.File(self.path("failed.h5")) as file:
                velocity.append(file["velocity"][0])
        self.assertGreater(np.abs(velocity[0][-1, :2]).max(), 1e-3)
        np.testing.assert_allclose(velocity[1], velocity[0], rtol=0, atol=1e-7)


if __name__ == "__main__":
    support.main()
