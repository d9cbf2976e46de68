#!/usr/bin/python3
"""montecopter trim: steady flight against closed forms, and flown by the program itself."""
import json
import math
import pathlib

import h5py
import numpy as np

import support
from support import PLUS_ROTORS, VEHICLES, ProgramTest

GRAVITY = 9.80665
MASS = 1.3

# A quadrotor + whose drag is `DRAG`; its rotors are as strong as they have to be.
QUAD = """
type = "multirotor"
mass_kg = 1.3
inertia_kg_m2 = {xx = 0.011, yy = 0.013, zz = 0.021}
DRAG
[rotor]
axis = [0, 0, -1]
law = {type = "quadratic", thrust_n_s2 = 8e-6, torque_n_m_s2 = 1.2e-7}
motor = {type = "direct", max = 2500}
""" + PLUS_ROTORS

# The scenario that a vehicle flies in, if somebody flies it.
SCENARIO = f"""schema = 1
name = "windy"
environment = {{gravity_m_s2 = {GRAVITY}}}
controller = {{type = "command_table", rows = [COMMANDS]}}
integrator = {{type = "rk4", step_s = 0.001}}
simulation = {{duration_s = 1.0, initial = {{position_m = [3, -2, -10]}}}}
wind = [WINDS]
"""
STEADY = '{type = "steady", to_m_s = [4, -3, 0.5]}'


class Trim(ProgramTest):
    def trim(self, *arguments):
        return json.loads(self.expect(0, "trim", *arguments, "--json").out)

    def check_balance(self, told, drag, velocity):
        """Thrust T along -body z, drag D against the velocity: T b = m g down + D, so tan(tilt) = D_h / (m g + D_z)."""
        force = np.array([0, 0, MASS * GRAVITY]) - drag * velocity / max(np.linalg.norm(velocity), 1e-300)
        thrust = np.linalg.norm(force)
        # What is left of a solution is rounding of 10 m/s2.
        self.assertLess(told["residual"], 1e-9)
        self.assertAlmostEqual(sum(r["thrust_n"] for r in told["rotors"]), thrust, delta=1e-8)
        self.assertAlmostEqual(told["tilt_rad"], math.acos(force[2] / thrust), delta=1e-8)
        w, x, y, z = told["attitude"]
        up = np.array([-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))])
        np.testing.assert_allclose(thrust * up, -force, atol=1e-7)
        nose = math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))
        self.assertAlmostEqual(math.degrees(nose), told["heading_deg"], delta=1e-9)
        speed = math.sqrt(thrust / 4 / 8e-6)
        for control in told["controls"]:
            self.assertAlmostEqual(control["command"], speed, delta=1e-6)
            self.assertAlmostEqual(control["fraction"], speed / 2500, delta=1e-9)

    def test_drag_balances_tilt(self):
        for key, factor, power in (("linear_drag_n_s_m", 0.26, 1), ("quadratic_drag_n_s2_m2", 0.05, 2)):
            self.write("quad.toml", QUAD.replace("DRAG", f"{key} = {factor}"))
            for speed, climb, course, heading in ((0, 0, 0, 0), (5, 0, 0, 0), (12, 0, 70, 25), (3, 4, -120, 10),
                                                  (0, 6, 0, 0), (6, -3, 30, 30)):
                with self.subTest(key=key, speed=speed, climb=climb, course=course, heading=heading):
                    told = self.trim("quad.toml", "--speed", speed, "--climb", climb, "--course", course,
                                     "--heading", heading)
                    way = math.radians(course)
                    velocity = np.array([speed * math.cos(way), speed * math.sin(way), -climb])
                    np.testing.assert_allclose(told["velocity_m_s"], velocity, atol=1e-12)
                    self.check_balance(told, factor * np.linalg.norm(velocity) ** power, velocity)

    @support.slow
    def test_hover_is_that_of_vehicle(self):
        """Whose numbers for MARVIN are those of the document (tests/vehicle/performance)."""
        for path in sorted(VEHICLES.glob("*.toml")):
            with self.subTest(path.stem):
                told, hover = self.trim(path), json.loads(self.expect(0, "vehicle", path, "--json").out)["hover"]
                commands = hover["commands"]
                commands = list(commands.values()) if isinstance(commands, dict) else commands
                np.testing.assert_allclose([c["command"] for c in told["controls"]], commands, rtol=1e-12)

    def test_marvin_flies_as_it_is_trimmed(self):
        told = self.trim(VEHICLES / "marvin.toml", "--rotor-speed", 130, "--speed", 5, "--climb", 1)
        self.assertEqual([r["name"] for r in told["rotors"]], ["main", "tail"])
        self.assertLess(told["residual"], 1e-9)
        commands = [c["command"] for c in told["controls"]]
        self.write("flight.toml", f"""schema = 1
name = "flight"
vehicle.include = "{VEHICLES}/marvin.toml"
environment = {{gravity_m_s2 = {GRAVITY}}}
controller = {{type = "command_table", rows = [[0, {", ".join(map(repr, commands))}]]}}
integrator = {{type = "dopri5", step_s = 0.01}}
[simulation]
duration_s = 1.0
initial.attitude = {told["attitude"]}
initial.velocity_m_s = {told["velocity_m_s"]}
initial.actuators = {[130.0] + commands}
""")
        self.expect(0, "run", "flight.toml", "--progress", "none", "-o", "flight.h5")
        with h5py.File(self.path("flight.h5"), "r") as file:
            velocity = file["velocity"][0]
        # Residuals of 1e-10 grow by the unstable modes of a helicopter, e^(1 s / 1 s).
        np.testing.assert_allclose(velocity, [told["velocity_m_s"]] * len(velocity), atol=1e-7)

    def write_scenario(self, winds, drag="", vehicle="quad.toml"):
        self.write("quad.toml", QUAD.replace("DRAG", drag))
        commands = {"marvin": 5, "neo9-hexa": 6}.get(pathlib.Path(vehicle).stem, 4)
        self.write("windy.toml", SCENARIO.replace("WINDS", winds).replace("COMMANDS", str([0.0] + [500.0] * commands)) +
                   f'[vehicle]\ninclude = "{vehicle}"\n')

    def test_drag_in_wind_is_that_of_the_velocity_through_the_air(self):
        """tan(tilt) = D(v - w) / (m g), against the air."""
        wind = np.array([4, -3, 0.5])
        for key, factor, power in (("linear_drag_n_s_m", 0.26, 1), ("quadratic_drag_n_s2_m2", 0.05, 2)):
            self.write_scenario(STEADY, f"{key} = {factor}")
            for speed, climb, course, heading in ((0, 0, 0, 0), (5, 0, 0, 0), (12, 0, 70, 25), (3, 4, -120, 200)):
                with self.subTest(key=key, speed=speed, climb=climb, course=course, heading=heading):
                    told = self.trim("windy.toml", "--speed", speed, "--climb", climb, "--course", course,
                                     "--heading", heading)
                    told["heading_deg"] = (heading + 180) % 360 - 180
                    way = math.radians(course)
                    over_ground = np.array([speed * math.cos(way), speed * math.sin(way), -climb])
                    np.testing.assert_allclose(told["velocity_m_s"], over_ground, atol=1e-12)
                    np.testing.assert_allclose(told["wind_m_s"], wind, atol=1e-14)
                    velocity = over_ground - wind
                    self.check_balance(told, factor * np.linalg.norm(velocity) ** power, velocity)

    def test_wind_carries_a_trim(self):
        """Flight at v in a wind w is flight at v - w in calm air."""
        vehicles = {"marvin": ("--rotor-speed", 130), "f450": (), "neo9-hexa": (), "sih2022": ()}
        through_air = np.array([6, 1, 0]) - [4, -3, 0.5]
        for name, arguments in vehicles.items():
            with self.subTest(name):
                self.write_scenario(STEADY, vehicle=VEHICLES / f"{name}.toml")
                told = self.trim("windy.toml", "--speed", math.hypot(6, 1), "--course",
                                 math.degrees(math.atan2(1, 6)), "--heading", 20, *arguments)
                calm = self.trim("windy.toml", "--no-wind", "--speed", math.hypot(*through_air[:2]), "--course",
                                 math.degrees(math.atan2(through_air[1], through_air[0])), "--climb",
                                 -through_air[2], "--heading", 20, *arguments)
                self.assertEqual(calm["wind_m_s"], [0, 0, 0])
                np.testing.assert_allclose([c["command"] for c in told["controls"]],
                                           [c["command"] for c in calm["controls"]], rtol=1e-9)
                np.testing.assert_allclose(told["attitude"], calm["attitude"], atol=1e-10)
                np.testing.assert_allclose([r["thrust_n"] for r in told["rotors"]],
                                           [r["thrust_n"] for r in calm["rotors"]], rtol=1e-8)

    def test_winds_are_those_of_the_time_and_the_place(self):
        rows = "rows = [[0, 1, 0, 0], [4, 3, -2, 1]]"
        nodes = ", ".join(f"[{x}, {y}, {z}, {2 + 3 * x - y}, {0.1 * z}, 0]"
                          for x in (0, 10) for y in (-9, 5) for z in (-30, 0))
        cases = (
            (STEADY, (), (4, -3, 0.5)),
            ('{type = "ramp", to_m_s = [6, 0, 0], start_s = 1, duration_s = 4}', (), (0, 0, 0)),
            ('{type = "ramp", to_m_s = [6, 0, 0], start_s = 1, duration_s = 4}', ("--time", 2), (1.5, 0, 0)),
            ('{type = "sinusoid", to_m_s = [0, 2, 0], frequency_hz = 0.25}', ("--time", 0.4),
             (0, 2 * math.sin(0.2 * math.pi), 0)),
            ('{type = "one_minus_cosine", to_m_s = [0, 0, 3], length_m = 10, airspeed_m_s = 5}', ("--time", 0.5),
             (0, 0, 1.5 * (1 - math.cos(0.25 * math.pi)))),
            ('{type = "log_shear", to_m_s = [5, 0, 0], reference_height_m = 20, roughness_m = 0.1}', (),
             (5 * math.log(100) / math.log(200), 0, 0)),
            ('{type = "power_shear", to_m_s = [0, 5, 0], reference_height_m = 20}', ("--height", 40),
             (0, 5 * 2 ** (1 / 7), 0)),
            ('{type = "power_shear", to_m_s = [0, 5, 0], reference_height_m = 20}', ("--height", -1), (0, 0, 0)),
            (f'{{type = "time_series", {rows}, scale = 2}}', ("--time", 1), (3, -1, 0.5)),
            (f'{{type = "grid", rows = [{nodes}]}}', (), (2 + 3 * 3 + 2, -1, 0)),  # at the start, 3, -2, -10
            (f'{STEADY}, {{type = "steady", to_m_s = [1, 1, 1]}}', (), (5, -2, 1.5)),
            (STEADY, ("--no-wind",), (0, 0, 0)),
        )
        for winds, arguments, expected in cases:
            with self.subTest(winds=winds, arguments=arguments):
                self.write_scenario(winds)
                told = self.trim("windy.toml", *arguments)
                np.testing.assert_allclose(told["wind_m_s"], expected, atol=1e-13)
                self.assertEqual(told["turbulent_winds_left_out"], 0)
        self.assertEqual(self.trim("windy.toml")["height_m"], 10)
        ground = ("--set", "environment.ground.type=sih2022", "--set", "environment.ground.height_m=4")
        self.assertEqual(self.trim("windy.toml", *ground)["height_m"], 6)

    def test_air_is_that_of_the_height(self):
        self.write_scenario("")
        told = self.trim("windy.toml", "--set", "environment.atmosphere.type=isa", "--height", 10000)
        # U.S. Standard Atmosphere 1976, table I: 4.1351e-1
        self.assertAlmostEqual(told["air_density_kg_m3"], 0.41351, delta=5e-6)
        told = self.trim("windy.toml", "--set", "environment.atmosphere.type=isa", "--height", 0)
        self.assertAlmostEqual(told["air_density_kg_m3"], 1.225, delta=1e-6)

    def test_turbulence_is_left_out_and_said_so(self):
        dryden = '{type = "dryden_low_altitude", wind_20ft_m_s = 5, airspeed_m_s = 5, height_m = 5}'
        self.write_scenario(f"{dryden}, {STEADY}")
        told = self.trim("windy.toml")
        self.assertEqual((told["wind_m_s"], told["turbulent_winds_left_out"]), ([4, -3, 0.5], 1))
        text = self.expect(0, "trim", "windy.toml").out
        self.assertIn("turbulence        left out: its mean is 0\n", text)
        self.assertIn("wind              4 -3 0.5 m/s (air velocity, NED) at 0 s, height 10 m\n", text)
        self.assertIn("airspeed          5.02494 m/s\n", text)
        calm = self.expect(0, "trim", "windy.toml", "--no-wind").out
        self.assertNotIn("wind", calm.replace("windy", ""))
        self.assertNotIn("turbulence", calm)

    def test_text(self):
        text = self.expect(0, "trim", VEHICLES / "f450.toml", "--speed", 5, "--climb", -1, "--heading", 90).out
        self.assertIn("5 m/s, course 0 deg, climb -1 m/s, heading 90 deg", text)
        self.assertIn("command.3", text)
        self.assertIn("no limits", self.expect(0, "trim", VEHICLES / "marvin.toml").out)

    def test_refusals(self):
        self.write("quad.toml", QUAD.replace("DRAG", ""))
        for arguments, message in ((("--speed", "-1"), "--speed: error: '-1' is not a finite number >= 0."),
                                   (("--climb", "up"), "--climb: error: 'up' is not a finite number."),
                                   (("--time", "-1"), "--time: error: '-1' is not a finite number >= 0."),
                                   (("--height", "high"), "--height: error: 'high' is not a finite number."),
                                   (("--rotor-speed", "9"), "a multirotor has no choice of rotor speed"),
                                   (("--set", "environment.gravity_m_s2=0", "--speed", "3"), "without gravity there is no "
                                    "hover (every steady flight is searched for from a hover). Give a gravity above 0")):
            with self.subTest(message):
                self.assertIn(message, self.expect(2, "trim", "quad.toml", *arguments).err)
        self.write("quad.toml", QUAD.replace("DRAG", "linear_drag_n_s_m = 3"))
        for command in ("trim", "linearize"):
            result = self.expect(1, command, "quad.toml", "--speed", 1000, "--json")
            self.assertTrue(result.err.endswith(f"quad.toml: {json.loads(result.out)['reason']}\n"), result)
        result = self.expect(1, "trim", "quad.toml", "--speed", 100)
        self.assertIn("no commands within their limits hold that flight", result.err)
        self.assertNotIn("wind", result.err)
        self.write_scenario('{type = "steady", to_m_s = [100, 0, 0]}', "linear_drag_n_s_m = 3")
        result = self.expect(1, "trim", "windy.toml")
        self.assertIn("no commands within their limits hold that flight in a wind of 100 m/s (`--no-wind` leaves it "
                      "out). `montecopter vehicle` shows", result.err)
        self.expect(0, "trim", "windy.toml", "--no-wind")
        self.write_scenario('{type = "sinusoid", to_m_s = [1, 0, 0], frequency_hz = 2}')
        self.assertIn("wind: error: it has no finite velocity at 1e+308 s, height 10 m (a number overflows).",
                      self.expect(2, "trim", "windy.toml", "--time", "1e308").err)


if __name__ == "__main__":
    support.main()
