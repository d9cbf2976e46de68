#!/usr/bin/python3
"""montecopter trim: steady flight against closed forms, and flown by the program itself."""
import json
import math
import pathlib

import h5py
import numpy as np

import support
from support import ProgramTest

VEHICLES = pathlib.Path(__file__).resolve().parents[2] / "scenarios/vehicles"
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
[[rotors]]
position_m = [0.2, 0, 0]
spin = 1
[[rotors]]
position_m = [0, 0.2, 0]
spin = -1
[[rotors]]
position_m = [-0.2, 0, 0]
spin = 1
[[rotors]]
position_m = [0, -0.2, 0]
spin = -1
"""


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
            self.assertAlmostEqual(control["share"], speed / 2500, delta=1e-9)

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

    def test_hover_is_that_of_vehicle(self):
        """Whose numbers for MARVIN are those of the document (tests/analyse)."""
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

    def test_text(self):
        text = self.expect(0, "trim", VEHICLES / "f450.toml", "--speed", 5, "--climb", -1, "--heading", 90).out
        self.assertIn("5 m/s to 0 deg, climbing at -1 m/s, heading 90 deg", text)
        self.assertIn("command.3", text)
        self.assertIn("no limits", self.expect(0, "trim", VEHICLES / "marvin.toml").out)

    def test_refusals(self):
        self.write("quad.toml", QUAD.replace("DRAG", ""))
        for arguments, message in ((("--speed", "-1"), "--speed: error: '-1' is not a finite number >= 0."),
                                   (("--climb", "up"), "--climb: error: 'up' is not a finite number."),
                                   (("--rotor-speed", "9"), "a multirotor hovers at whatever speeds"),
                                   (("--set", "environment.gravity_m_s2=0"), "without gravity")):
            with self.subTest(message):
                self.assertIn(message, self.expect(2, "trim", "quad.toml", *arguments).err)
        self.write("quad.toml", QUAD.replace("DRAG", "linear_drag_n_s_m = 3"))
        result = self.expect(1, "trim", "quad.toml", "--speed", 100)
        self.assertIn("no commands within their limits hold that flight", result.err)


if __name__ == "__main__":
    support.main()
