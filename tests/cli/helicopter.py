#!/usr/bin/python3
"""Results of helicopters and of vehicles on the ground: what commands make of them, and what is refused."""
import csv
import json
import pathlib
import unittest

import h5py
import numpy as np

import support
from support import ProgramTest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "scenarios" / "examples"
SERVOS = ["collective", "cyclic_x", "cyclic_y", "tail", "throttle"]
# MARVIN's main rotor meets air from behind from 12 m/s on, its tail rotor from 34 m/s on.
WIND = ("--set", "wind.0.type=steady", "--set", 'disperse."wind.0.to_m_s.x"={dist="choice", values=[0, 13]}',
        "--set", "wind.0.to_m_s=[0, 0, 0]")


class Helicopter(ProgramTest):
    def fly(self, example, *options, file="a.h5", code=0):
        return self.expect(code, "run", EXAMPLES / f"{example}.toml", "--progress", "none", "-o", file, *options)

    def rows(self, name):
        """Of a CSV file, by column."""
        with open(self.path(name)) as file:
            return list(csv.DictReader(file))

    def refuse(self, example, *overrides, says):
        with self.nothing_touched():
            said = self.fly(example, *(word for o in overrides for word in ("--set", o)), code=2)
        self.assertEqual(said.out, "")
        self.assertIn(says, said.err)

    def test_commands_and_servos_have_names(self):
        self.fly("xcell-landing", "-n", "10", "--set", 'output.signals=["command", "servo", "rotor_speed"]')
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(file["command"].dims[2][0].name, "/control")
            self.assertEqual(file["servo"].shape[2], 5)
            self.assertEqual(file["rotor_speed"].shape[2], 2)
            # The first row of commands is where the servos start.
            np.testing.assert_array_equal(file["servo"][:, 0], file["command"][:, 0])
        self.expect(0, "export", "a.h5", "--traces", "-o", "t.csv")
        header = self.rows("t.csv")[0]
        for name in [f"command.{s}" for s in SERVOS] + [f"servo.{s}" for s in SERVOS]:
            self.assertIn(name, header)
        self.assertIn("rotor_speed.main", header)
        self.assertIn("servo.tail", self.expect(0, "stats", "a.h5", "--signal", "servo.tail").out)
        said = self.expect(2, "stats", "a.h5", "--signal", "servo.tial").err
        self.assertIn("Did you mean 'servo.tail'?", said)
        self.assertIn("servo", self.expect(2, "run", EXAMPLES / "sih-hover.toml", "--set",
                                           'output.signals=["servo"]').err)

    def test_samples_that_left_the_model_are_counted(self):
        text = self.fly("marvin-cyclic", *WIND).out
        with h5py.File(self.path("a.h5")) as file:
            windy = int((file["in_wind.0.to_m_s.x"][:] == 13).sum())
            validity = file["validity"]
            # Those in calm air stay below 3 m/s, those in 13 m/s begin above 12.
            np.testing.assert_array_equal(validity[:] == 1, file["in_wind.0.to_m_s.x"][:] == 13)
            self.assertEqual(list(validity.attrs["flag_masks"]), [1, 2])
        self.assertTrue(0 < windy < 100)
        line = f"model validity exceeded: main_rotor_flow_reversed in {windy} of 100 samples\n"
        self.assertIn(line, text)
        self.assertNotIn("tail_rotor_flow_reversed", text)
        self.assertIn(line, self.expect(0, "stats", "a.h5").out)
        data = json.loads(self.expect(0, "stats", "a.h5", "--json").out)
        self.assertEqual(data["validity"], {"main_rotor_flow_reversed": windy, "tail_rotor_flow_reversed": 0})
        self.expect(0, "export", "a.h5", "-o", "a.csv")
        rows = self.rows("a.csv")
        self.assertEqual(sum(row["validity"] == "1" for row in rows), windy)
        self.assertNotIn("model validity exceeded", self.fly("marvin-cyclic", file="calm.h5").out)

    def test_only_samples_that_were_flown_are_counted(self):
        self.fly("marvin-cyclic", *WIND, "--set", "wind.0.to_m_s=[0, 13, 0]", "--only", "3")
        self.assertIn("flow_reversed in 1 of 1 sample", self.expect(0, "stats", "a.h5", "--incomplete").out)

    def test_vehicles_without_limits_have_no_validity(self):
        data = json.loads(self.fly("sih-touchdown", "--json").out)
        self.assertNotIn("validity", data)
        with h5py.File(self.path("a.h5")) as file:
            self.assertNotIn("validity", file)

    def test_diff_compares_validity(self):
        self.fly("marvin-cyclic", *WIND)
        self.fly("marvin-cyclic", file="b.h5")
        said = self.expect(1, "diff", "--across", "a.h5", "b.h5").out
        self.assertRegex(said, r"(?m)^validity +differs")
        self.fly("marvin-cyclic", "-j", "1", "--lanes", "baseline", file="c.h5")
        self.assertIn("same: b.h5 and c.h5", self.expect(0, "diff", "b.h5", "c.h5").out)

    def test_springs_that_are_too_fast_for_the_step_are_not_flown(self):
        """A sample as well as a sweep point: rk4 at 500 Hz is stable up to 2.785 * 500 1/s."""
        stiff = 'disperse."environment.ground.stiffness_n_m"={dist="choice", values=[4e3, 1e7]}'
        said = self.fly("xcell-landing", "--set", stiff, code=5)
        with h5py.File(self.path("a.h5")) as file:
            high = file["in_environment.ground.stiffness_n_m"][:] == 1e7
            np.testing.assert_array_equal(file["status"][:] == 3, high)
            self.assertTrue((file["status"][:][~high] == 1).all())
        self.assertIn("invalid_input", said.out)
        self.refuse("xcell-landing", 'sweep."environment.ground.damping_n_s_m".values=[10, 1e4]',
                    says="sweep point 1: rk4 is unstable for the vehicle on the ground")
        slow = ["--set", "environment.ground.stiffness_n_m=2e5", "--set", "environment.ground.damping_n_s_m=0"]
        warned = self.fly("xcell-landing", "-n", "1", *slow, file="slow.h5").err
        self.assertIn("rk4 is inaccurate for the vehicle on the ground", warned)
        self.assertIn("without damping", warned)
        self.assertNotIn("use rk4", warned)
        self.fly("xcell-landing", "--set", stiff, "--set", "integrator.type=dopri5", "-n", "4", file="own.h5")

    def test_ground_and_helicopter_vary(self):
        self.fly("xcell-landing", "-n", "8", "--set", 'sweep."environment.ground.height_m".values=[0, 0.1]', "--set",
                 'disperse."vehicle.contact_points.*.position_m.z"={dist="normal", mean=0, sd=0.01, apply="offset", '
                 'share="each"}', "--set", 'disperse."vehicle.servos.collective_max"={dist="uniform", low=0.1, high=0.2}')
        with h5py.File(self.path("a.h5")) as file:
            self.assertTrue((file["status"][:] == 1).all())
            drawn = [file[f"in_vehicle.contact_points.{i}.position_m.z.offset"][:] for i in range(4)]
            self.assertEqual(len({d.tobytes() for d in drawn}), 4)
            low, high = file["m_min_altitude_m"][:8], file["m_min_altitude_m"][8:]
            # The same flights, met 0.1 m higher: slower, so less deep in the springs by less than 1 cm.
            np.testing.assert_allclose(high - low, 0.1, atol=0.01)

    def test_flapping_blades_fly_and_have_states(self):
        self.fly("xcell-flapping", "-n", "4", "--set", "simulation.duration_s=3")
        with h5py.File(self.path("a.h5")) as file:
            self.assertTrue((file["status"][:] == 1).all())
            self.assertEqual(file["longitudinal_flapping"].attrs["units"], b"rad")
            # It starts trimmed, at the inflow of momentum theory: 4.9 m/s in hover, less in the wind.
            inflow = file["induced_velocity"][0, 0]
            self.assertTrue(4.0 < inflow < 4.9, inflow)
            self.assertTrue((file["m_max_flapping_rad"][:] < 0.1).all())
        self.expect(0, "replay", "a.h5", "--sample", "1,3", "-o", "r.h5", "--progress", "none")
        self.expect(0, "run", EXAMPLES / "xcell-flapping.toml", "--progress", "none", "-o", "b.h5", "-n", "4", "--lanes", "baseline",
                    "-j", "1", "--set", "simulation.duration_s=3")
        self.expect(0, "diff", "a.h5", "b.h5")
        states = json.loads(self.expect(0, "linearize", EXAMPLES / "xcell-flapping.toml", "--json").out)["states"]
        self.assertEqual(states[-3:], ["longitudinal_flapping", "lateral_flapping", "induced_velocity"])
        trim = json.loads(self.expect(0, "trim", EXAMPLES / "xcell-flapping.toml", "--speed", "10", "--json").out)
        self.assertLess(trim["flapping"]["induced_velocity"], 3)
        self.assertIn("induced velocity", self.expect(0, "trim", EXAMPLES / "xcell-flapping.toml").out)
        self.assertIn("slowest mode    -0.5", self.expect(0, "margins", EXAMPLES / "xcell-flapping.toml").out)
        self.refuse("xcell-landing", 'output.signals=["induced_velocity"]',
                    says="the signal 'induced_velocity' does not exist here (the vehicle has no flapping blades).")

    def test_a_descent_into_the_vortex_ring_is_told(self):
        """The X-Cell induces 4.9 m/s in hover; it is in its own wake from 2.2 to 7.4 m/s."""
        calm = ("--set", "wind=[]", "--set", "monte_carlo.samples=4", "--set", "simulation.duration_s=12")
        down = ("--set", "trajectory.waypoints=[{position_m=[0, 0, -60]}, {position_m=[0, 0, -20]}]",
                "--set", "simulation.initial.position_m=[0, 0, -60]")
        slow = ("--set", "trajectory.max_speed_m_s=1.5")
        said = self.fly("xcell-flapping", *calm, *down)
        self.assertIn("model validity exceeded: vortex_ring in 4 of 4 samples\n", said.out)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(list(file["validity"][:]), [4] * 4)
            self.assertEqual(file["validity"].attrs["flag_meanings"].decode().split()[2:], ["vortex_ring", "flapping_angle"])
        self.assertNotIn("model validity", self.fly("xcell-flapping", *calm, *down, *slow, file="b.h5").out)
        warned = self.expect(0, "check", EXAMPLES / "xcell-flapping.toml", *calm, *down).err
        self.assertIn("the flight leaves what is known of the rotors (vortex ring: the main rotor descends in its own wake)",
                      warned)
        self.assertEqual(warned.count("leaves what is known"), 1)
        self.assertNotIn("leaves what is known", self.expect(0, "check", EXAMPLES / "xcell-flapping.toml", *calm, *down, *slow).err)

    def test_what_has_ended_exceeds_no_limit_any_more(self):
        """Four hovering flights in one pack; two end before a gust from below takes the others into their own wakes."""
        hover = ("--set", 'wind=[{type="one_minus_cosine", to_m_s=[0, 0, -4], start_s=2, length_m=1, airspeed_m_s=1}]',
                 "--set", "trajectory={type='hover', position_m=[0, 0, -20]}", "--set", "simulation.duration_s=5",
                 "--set", 'event=[{type="end", at_s=1}]', "--set", 'sweep."event.0.at_s".values=[1, 4.5]',
                 "--set", "monte_carlo.samples=2")
        self.fly("xcell-flapping", *hover)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(list(file["validity"][:]), [0, 0, 4, 4])

    def test_trim_names_the_limits_of_a_steady_flight(self):
        limits = {("--climb", "-3"): ["vortex_ring"], ("--climb", "-1.5"): [], ("--speed", "15"): []}
        for motion, expected in limits.items():
            with self.subTest(motion):
                trim = json.loads(self.expect(0, "trim", EXAMPLES / "xcell-flapping.toml", *motion, "--json").out)
                self.assertEqual(trim["exceeded_limits"], expected)
        self.assertIn("outside what is known: vortex ring: the main rotor descends in its own wake\n",
                      self.expect(0, "trim", EXAMPLES / "xcell-flapping.toml", "--climb", "-3").out)
        for motion, limit in ((("--speed", "15"), "main_rotor_flow_reversed"), (("--climb", "-3"), "vortex_ring")):
            rigid = self.expect(0, "trim", EXAMPLES / "marvin-cyclic.toml", *motion, "--json").out
            self.assertEqual(json.loads(rigid)["exceeded_limits"], [limit])

    def test_a_step_that_is_long_for_the_inflow_is_told(self):
        """It settles in 21 ms, flapping in 119 ms; rk4 is stable up to 2.785 of these."""
        def check(code, step_s):
            return self.expect(code, "check", EXAMPLES / "xcell-flapping.toml", "--set", f"integrator.rate_hz={1 / step_s:g}",
                               "--set", "controller.rate_hz=10", "--set", "output.rate_hz=10").err
        self.assertNotIn("inflow", check(0, 0.02))
        self.assertIn("rk4 is inaccurate for the inflow lag (a step of 0.025 s, a time constant of 0.02", check(0, 0.025))
        self.assertIn("rk4 is unstable for the inflow lag", check(2, 0.1))

    def test_what_cannot_vary_or_does_not_fit(self):
        uniform = '{dist="uniform", low=%g, high=%g}'
        for override, says in [
            ('disperse."environment.ground.type"=' + uniform % (0, 1), "addresses no number"),
            ('disperse."environment.ground.mu"=' + uniform % (0, 1), "addresses no number"),
            ('disperse."environment.ground.damping_n_s_m"=' + uniform % (-1, 1), "outside the range"),
            ('disperse."vehicle.contact_points.4.position_m.z"=' + uniform % (0, 1), "addresses no number"),
            ('disperse."vehicle.operating_points.second_hover.tail"=' + uniform % (0, 1), "has no value in this scenario"),
            ('sweep."environment.ground.friction".values=[0.1]', "is swept and dispersed"),
            ('sweep."environment.ground.slip_speed_m_s".values=[0.0]', "out of range"),
            ('sweep."vehicle.operating_points.second_hover.collective".values=[0.139661]',
             "both operating points have the collective pitch 0.139661"),
            ('sweep."vehicle.main_rotor.outer_radius_m".values=[0.1]', "must be below outer_radius_m"),
            ("environment.ground.type=sih2023", "Known: none, sih2019, sih2022 and spring_damper"),
            ("environment.ground.mu=1", "unknown key 'environment.ground.mu'"),
            ("vehicle.contact_points=[]", "the vehicle has no contact points"),
            ("simulation.initial.actuators=[-1, 0, 0, 0, 0, 0]", "it cannot turn backwards"),
            ("controller.rows=[[0, 1, 2, 3, 4]]", "collective"),
        ]:
            with self.subTest(override):
                self.refuse("xcell-landing", override, says=says)


if __name__ == "__main__":
    support.main()
