#!/usr/bin/python3
"""montecopter vehicle: what it prints of each kind of vehicle, and what it refuses."""
import json
import pathlib
import shutil
import unittest

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
VEHICLES = SCENARIOS / "vehicles"
MARVIN = VEHICLES / "marvin.toml"
GRAVITY = ("--set", "environment.gravity_m_s2=9.81")
# The thrust and torque of FlightGoggles' rotors, 1.91e-6 and 2.6e-7 w^2, as coefficients at every advance ratio.
KNOWN = ("--set", 'vehicle.rotor.law={type = "performance_table", diameter_m = 0.2, advance_ratio = [-9, 9], '
         "thrust_coefficient = [0.03847, 0.03847], power_coefficient = [0.16452, 0.16452]}")


class Vehicle(ProgramTest):
    def data(self, *arguments, code=0):
        return json.loads(self.expect(code, "vehicle", *arguments, "--json").out)

    def refuse(self, *arguments, says):
        """Exit 2, nothing on stdout, one line on stderr that has all of `says`."""
        with self.nothing_touched():
            result = self.expect(2, "vehicle", *arguments)
        self.assertEqual(result.out, "")
        self.assertEqual(result.err.count("\n"), 1, result)
        for word in says:
            self.assertIn(word, result.err)

    @support.slow
    def test_every_vehicle_and_scenario_is_told_within_80_columns(self):
        for path in sorted([*VEHICLES.glob("*.toml"), *(SCENARIOS / "examples").glob("*.toml")]):
            with self.subTest(path.stem):
                lines = self.expect(0, "vehicle", path).out.splitlines()
                self.assertTrue(lines[0].startswith(path.stem + ": "))
                facts = [line for line in lines if not line.startswith("implausible: ")]
                self.assertLessEqual(max(map(len, facts)), 80, max(facts, key=len))
                data = self.data(path)
                self.assertEqual(data["vehicle"], path.stem)
                self.assertIsNotNone(data["hover"])

    def test_the_top_speed_is_that_of_the_trims(self):
        """Up to it `trim` finds commands, above it none; a limit is named."""
        path = VEHICLES / "flightgoggles.toml"
        data = self.data(path, *GRAVITY, *KNOWN)
        top = data["top_speed_m_s"]
        self.assertEqual(data["level_flight_up_to_m_s"], top)
        self.assertIsNone(data["unknown_above"])
        self.assertEqual(data["top_speed_limit"], "rotors 0, 1, 2 and 3 at their highest commands")
        self.assertIn(" m/s, level: rotors 0, 1, 2 and 3 at their", self.expect(0, "vehicle", path, *KNOWN).out)
        told = json.loads(self.expect(0, "trim", path, *GRAVITY, *KNOWN, "--speed", 0.999 * top, "--json").out)
        for control in told["controls"]:
            self.assertGreater(control["fraction"], 0.98)
        self.expect(1, "trim", path, *GRAVITY, *KNOWN, "--speed", 1.001 * top)

    def test_what_the_rotor_law_cannot_know_is_not_printed(self):
        """The model of FlightGoggles flies at 18.9 m/s; its thrust was measured in hover."""
        path = VEHICLES / "flightgoggles.toml"
        text = self.expect(0, "vehicle", path, *GRAVITY).out
        self.assertIn("  top speed         unknown: the thrust was measured in hover, and without", text)
        self.assertNotIn("18.8", text)
        self.assertNotIn("wind limit", text)
        data = self.data(path, *GRAVITY)
        self.assertEqual((data["top_speed_m_s"], data["wind_held_m_s"], data["level_flight_up_to_m_s"]), (None, None, 0))
        self.assertEqual(len(data["level_flights"]), 1)
        self.assertIn("edgewise_flow", data["not_monitored"])
        radius = ("--set", "vehicle.rotor.radius_m=0.127")
        text = " ".join(self.expect(0, "vehicle", path, *GRAVITY, *radius).out.split())
        self.assertRegex(text, r"top speed at least 4\.\d+ m/s, and unknown above \(edgewise flow: the flow along the disc is "
                               r"outside the rotor law\)")
        self.assertRegex(text, r"wind limit at least 4\.\d+ m/s from any side")
        self.assertNotIn("18.8", text)
        data = self.data(path, *GRAVITY, *radius)
        self.assertIsNone(data["top_speed_m_s"])
        self.assertAlmostEqual(data["level_flights"][-1]["speed_m_s"], data["level_flight_up_to_m_s"], delta=1e-6)

    def test_trim_names_the_limits_that_it_exceeds(self):
        path, radius = VEHICLES / "flightgoggles.toml", ("--set", "vehicle.rotor.radius_m=0.127")
        for where, limits in (((), []), (("--speed", 5), ["edgewise_flow"]), (("--climb", -4), ["axial_flow", "vortex_ring"])):
            told = self.expect(0, "trim", path, *GRAVITY, *radius, *where)
            self.assertEqual(told.out.count("outside what is known: "), len(limits))
            data = json.loads(self.expect(0, "trim", path, *GRAVITY, *radius, *where, "--json").out)
            self.assertEqual(data["exceeded_limits"], limits)

    def fly(self, told, vehicle, duration, sets=(), output=""):
        """Velocities over time of the flight that holds the commands of `trim`, from its state."""
        commands = [c["command"] for c in told["controls"]]
        self.write("flight.toml", f"""schema = 1
name = "flight"
vehicle.include = "{vehicle}"
environment = {{gravity_m_s2 = 9.81}}
controller = {{type = "command_table", rows = [[0, {", ".join(map(repr, commands))}]]}}
integrator = {{type = "rk4", step_s = 0.001}}
[simulation]
duration_s = {duration}
initial.attitude = {told["attitude"]}
initial.velocity_m_s = {told["velocity_m_s"]}
initial.actuators = {commands}
[output]
signals = ["velocity"]
""")
        pathlib.Path(self.path("flight.h5")).unlink(missing_ok=True)
        self.expect(0, "run", "flight.toml", *sets, "--progress", "none", "-o", "flight.h5")
        with h5py.File(self.path("flight.h5"), "r") as file:
            return file["velocity"][0]

    def test_the_top_speed_is_flown_steadily(self):
        still = ("--set", "vehicle.process_noise={}")
        path = VEHICLES / "flightgoggles.toml"
        speeds = {s["course_deg"]: s["top_speed_m_s"] for s in self.data(path, *GRAVITY, *KNOWN)["top_speeds"]}
        for course in (0, 45):
            with self.subTest(course=course):
                told = json.loads(self.expect(0, "trim", path, *GRAVITY, *KNOWN, "--speed", 0.99999 * speeds[course],
                                              "--course", course, "--json").out)
                velocity = self.fly(told, path, 2, still + KNOWN)
                # Nothing grows of the residual of 1e-9 m/s2: drag damps, and attitude is neutral.
                np.testing.assert_allclose(velocity, [told["velocity_m_s"]] * len(velocity), atol=1e-6)

    def test_a_hover_ends_when_its_endurance_is_over(self):
        """Flown with commands held: it sinks when the battery's voltage limits them."""
        path, step, small = VEHICLES / "hummingbird.toml", 0.001, 40
        battery = ["--set", "vehicle.battery={full_voltage_v = 12.69, empty_voltage_v = 9.55, resistance_ohm = 0.061, "
                   f"capacity_a_s = {small}, full_command_voltage_v = 20.0, efficiency = 0.7, avionics_power_w = 3.0}}"]
        drag = ["--set", "vehicle.linear_drag_n_s_m=0.3"]
        flights = self.data(path, *GRAVITY, *battery, *drag)
        endurance = flights["level_flights"][0]["endurance_s"]
        self.assertTrue(1 < endurance < 10, endurance)
        told = json.loads(self.expect(0, "trim", path, *GRAVITY, *drag, "--json").out)
        sinks = self.fly(told, path, round(1.2 * endurance, 3), battery + drag)[:, 2]
        rows = np.arange(len(sinks)) * (round(1.2 * endurance, 3) / (len(sinks) - 1))
        self.assertLess(abs(sinks[rows < endurance - 0.02]).max(), 1e-6)
        # Of first order in the step of 1 ms, and a row each 10 ms; the sink speed grows with the square of the time.
        self.assertGreater(sinks[rows > endurance + 0.2].min(), 1e-4)

    def test_authority_and_failures(self):
        """Closed forms of an X: free thrust 4 a d / J; hexacopters' and octocopters' failures."""
        data = self.data(VEHICLES / "sih2019.toml", *GRAVITY)
        for failure in data["rotor_failed"]:
            self.assertEqual((failure["holds"], failure["roll_fraction"]), ("nothing", 0))
        low, high = data["authority"]["roll_rad_s2"]
        self.assertAlmostEqual(-low, high, delta=1e-9 * high)
        self.assertAlmostEqual(data["authority"]["thrust_to_weight"][1], data["thrust_to_weight"], delta=1e-9)
        self.assertAlmostEqual(data["hover"]["thrust_fraction"] * data["thrust_to_weight"], 1, delta=1e-9)
        hexa = self.data(VEHICLES / "neo9-hexa.toml")
        self.assertEqual([f["rotor"] for f in hexa["rotor_failed"]], list(range(6)))
        octo = self.data(VEHICLES / "naki-octo.toml")
        self.assertEqual({f["holds"] for f in octo["rotor_failed"]}, {"heading"})
        text = self.expect(0, "vehicle", VEHICLES / "naki-octo.toml").out
        self.assertIn("any             can hold its heading: roll ", text)

    def test_the_envelope(self):
        path = VEHICLES / "f450.toml"
        self.assertNotIn("envelope", self.data(path))
        points = self.data(path, "--envelope")["envelope"]
        self.assertEqual(len(points), 20)
        at = {(p["mass_kg"], p["air_density_kg_m3"]): p for p in points}
        self.assertEqual(at[1.4, 1.225]["thrust_to_weight"], self.data(path)["thrust_to_weight"])
        lines = self.expect(0, "vehicle", path, "--envelope").out.splitlines()
        begin = next(i for i, line in enumerate(lines) if line.startswith("  envelope"))
        self.assertIn("mass [kg]", lines[begin + 1])
        self.assertLessEqual(max(map(len, lines[begin:begin + 22])), 80)
        heavy = next(p for p in points if p["mass_kg"] == 2.8 and p["air_density_kg_m3"] < 0.8)
        if not heavy["can_hover"]:
            self.assertIsNone(heavy["thrust_fraction"])
        self.refuse(MARVIN, "--envelope", says=["--envelope: error: only multirotors have an envelope", "leave it out"])

    def test_a_helicopter_says_why_it_has_no_performance(self):
        text = self.expect(0, "vehicle", MARVIN).out
        self.assertIn("performance       no top speed, range or control authority: two hovers\n", text)
        self.assertIn("two hovers", self.data(MARVIN)["no_performance"])

    def test_what_kinds_have_in_common_has_the_same_names(self):
        quad, heli = self.data(VEHICLES / "sih2019.toml"), self.data(MARVIN)
        self.assertEqual((quad["type"], heli["type"]), ("multirotor", "helicopter"))
        for key in ("mass_kg", "gravity_m_s2", "air_density_kg_m3", "principal_inertia_kg_m2", "hover",
                    "eigenvalues_1_s", "plausibility_warnings", "varied"):
            self.assertIn(key, quad)
            self.assertIn(key, heli)
        for key in ("commands", "command_fraction", "roll_rad", "pitch_rad"):
            self.assertIn(key, quad["hover"])
            self.assertIn(key, heli["hover"])

    def test_the_text_has_the_published_digits_of_marvin(self):
        text = self.expect(0, "vehicle", MARVIN, *GRAVITY).out
        for figure in ("C_1 = 0.00414248494707", "C_2 = 1.62065337609e-05", "K_1 = 0.00211325113218",
                       "K_2 = 5.80369350581e-10", "C_T1 = 0,", "C_T2 = -0.000252325670778",
                       "K_T1 = 0.00381622945939", "K_T2 = 9.08085534656e-08",
                       "roll 0.092055121 rad", "pitch 0\n", "1029.993460", "59.862389", "45.409542",
                       "-205.12247", "730.411114", "120.0 rad/s", "28.49228 rad/s", "28.505157428",
                       "for steps below 0.8000 s", "doubles in 63.98 s", "1 x 28.49 rad/s, undamped",
                       "No plausibility warnings."):
            self.assertIn(figure, text)

    def test_json_has_the_trim_by_the_names_of_the_servos(self):
        data = self.data(MARVIN, *GRAVITY, "--rotor-speed", "130")
        # The second trim of the reference, rounded there to 1e-4.
        wanted = {"collective": 838.9949, "cyclic_x": 50.4784, "cyclic_y": 38.6632, "tail": -189.5244,
                  "throttle": 792.2170}
        self.assertEqual(list(data["hover"]["commands"]), list(wanted))
        for name, command in wanted.items():
            self.assertAlmostEqual(data["hover"]["commands"][name], command, delta=5.1e-5)
        self.assertEqual(data["rotor_speed_rad_s"], 130)
        self.assertEqual(len(data["eigenvalues_1_s"]), 18)
        self.assertEqual(set(data["hover"]["command_fraction"].values()), {None})
        fraction = self.data(VEHICLES / "xcell.toml")["hover"]["command_fraction"]
        self.assertAlmostEqual(fraction["throttle"], 0.5, delta=1e-3)

    def test_a_scenario_gives_air_gravity_step_and_says_what_it_varies(self):
        path = SCENARIOS / "examples" / "marvin-cyclic.toml"
        data = self.data(path, "--set", "environment.atmosphere.density_kg_m3=1.0",
                         "--set", "environment.gravity_m_s2=9.5")
        self.assertEqual((data["air_density_kg_m3"], data["gravity_m_s2"]), (1.0, 9.5))
        # The servos' lag of 0.4 s over a step of 1/200 s: exp(-1/80).
        self.assertAlmostEqual(data["servos"]["left_after_step"], 0.98757780049, delta=1e-11)
        self.assertIn("vehicle.mass_kg", data["varied"])
        swept = self.data(path, "--set", 'sweep."vehicle.operating_points.mass_kg".values=[10, 11]')
        self.assertIn("vehicle.operating_points.mass_kg", swept["varied"])
        # The nominal vehicle is the same: swept and dispersed values are not taken.
        self.assertEqual(swept["hover"], self.data(path)["hover"])
        text = self.expect(0, "vehicle", path).out
        self.assertIn("nominal values of vehicle.main_rotor.position_m.x\n", text)
        self.assertEqual(self.data(MARVIN)["varied"], [])

    def test_what_cannot_hover_is_exit_code_1(self):
        weak = ("--set", "vehicle.servos.collective_max=1000", *GRAVITY)
        result = self.expect(1, "vehicle", MARVIN, *weak)
        self.assertIn("impossible at 120.0 rad/s", result.out)
        data = self.data(MARVIN, *weak, code=1)
        self.assertIsNone(data["hover"])
        self.assertEqual(data["eigenvalues_1_s"], [])
        self.assertIsNone(data["nutation"]["eigenvalue_rad_s"])

    def test_wrong_input(self):
        self.refuse("none.toml", says=["none.toml: error: cannot read the vehicle", "No such file"])
        self.refuse(self.dir, says=["cannot read the vehicle"])
        self.refuse(says=["file is required", "montecopter vehicle --help"])
        self.refuse(MARVIN, "--rotor-sped", "1", says=["Did you mean '--rotor-speed'?"])
        for speed in ("0", "-1", "nan", "inf", "1e5", "fast", "", "1e400"):
            self.refuse(MARVIN, "--rotor-speed", speed, says=[f"--rotor-speed: error: '{speed}'", "up to 10000"])
        self.refuse(VEHICLES / "sih2019.toml", "--rotor-speed", "100",
                    says=["--rotor-speed: error: a multirotor", "Leave it out."])
        self.refuse(MARVIN, "--set", "environment.gravity_m_s2=0", says=["without gravity there is no hover"])
        points = "vehicle.operating_points"
        for override, says in [
            (f"{points}.second_hover.collective=1030", "both operating points have the collective pitch 1030"),
            (f"{points}.second_hover.collective=-1030", "the same in both"),
            (f"{points}.second_hover.tail=-205", "both operating points have the tail pitch -205"),
            (f"{points}.first_hover.tail=0", "Count the tail pitch from zero pitch"),
            (f"{points}.first_hover.roll_rad=0", "must be > 0"),
            ("vehicle.main_rotor={inner_radius_m=1.0, outer_radius_m=0.92}", "must be below"),
            ("vehicle.mass=1", "Did you mean 'mass_kg'?"),
            ("vehicle.include=x.toml", "cannot read the included file 'x.toml'"),
        ]:
            with self.subTest(override):
                said = self.run_program("vehicle", MARVIN, "--set", override)
                self.assertEqual(said.code, 2, said)
                self.assertEqual(said.out, "")
                self.assertIn("--set " + override.split("=")[0], said.err)
                self.assertIn(says, said.err)

    def test_files_that_are_no_vehicle(self):
        self.write("empty.toml", "")
        self.refuse("empty.toml", says=["cannot read the vehicle (it is empty)"])
        self.write("broken.toml", "mass_kg = \n")
        self.refuse("broken.toml", says=["broken.toml:1:"])
        self.write("both.toml", SCENARIO.replace('type = "multirotor"', 'type = "helicopter"', 1))
        self.assertIn("unknown key 'vehicle.rotors'", self.expect(2, "vehicle", "both.toml").err)
        self.write("binary.toml", b"\x89HDF\r\n\x1a\n\x00\xff")
        self.assertEqual(self.expect(2, "vehicle", "binary.toml").out, "")
        text = MARVIN.read_text()
        second = text[text.index("[operating_points.second_hover]"):text.index("[servos]")]
        self.write("one.toml", text.replace(second, ""))
        self.assertIn("missing 'vehicle.operating_points.second_hover'", self.expect(2, "vehicle", "one.toml").err)
        shutil.copy(MARVIN, self.path("copy.toml"))
        self.assertEqual(self.data("copy.toml")["vehicle"], "copy")


if __name__ == "__main__":
    support.main()
