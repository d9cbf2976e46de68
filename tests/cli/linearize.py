#!/usr/bin/python3
"""montecopter linearize: matrices against closed forms, and against flights of the program itself."""
import json
import math
import pathlib

import h5py
import numpy as np

import support
from support import PLUS_ROTORS, VEHICLES, ProgramTest

GRAVITY = 9.80665

# A quadrotor + whose every element is known: linear drag, first-order motors with inertia.
QUAD = """
type = "multirotor"
mass_kg = 1.3
inertia_kg_m2 = {xx = 0.011, yy = 0.013, zz = 0.021}
linear_drag_n_s_m = 0.26
linear_aero_moment_n_m_s = [0.002, 0.003, 0.004]
[rotor]
axis = [0, 0, -1]
law = {type = "quadratic", thrust_n_s2 = 8e-6, torque_n_m_s2 = 1.2e-7}
motor = {type = "first_order", time_constant_s = 0.02, max = 1500, rotor_inertia_kg_m2 = 7e-6}
""" + PLUS_ROTORS


class Linearize(ProgramTest):
    def model(self, *arguments):
        data = json.loads(self.expect(0, "linearize", *arguments, "--json").out)
        for name in "ABCD":
            data[name] = np.array(data[name])
        return data

    def test_a_quadrotor_is_as_its_closed_form(self):
        self.write("quad.toml", QUAD)
        data = self.model("quad.toml")
        states, inputs = data["states"], data["inputs"]
        speed = math.sqrt(1.3 * GRAVITY / 4 / 8e-6)
        np.testing.assert_allclose(data["trim"]["commands"], [speed] * 4, rtol=1e-9)
        A, B = np.zeros((16, 16)), np.zeros((16, 4))
        row = states.index
        inertia, drag = {"x": 0.011, "y": 0.013, "z": 0.021}, {"x": 0.002, "y": 0.003, "z": 0.004}
        for axis in "xyz":
            A[row(f"position.{axis}"), row(f"velocity.{axis}")] = 1
            A[row(f"rotation.{axis}"), row(f"body_rate.{axis}")] = 1
            A[row(f"velocity.{axis}"), row(f"velocity.{axis}")] = -0.26 / 1.3
            A[row(f"body_rate.{axis}"), row(f"body_rate.{axis}")] = -drag[axis] / inertia[axis]
        A[row("velocity.x"), row("rotation.y")] = -GRAVITY  # nose up flies backwards
        A[row("velocity.y"), row("rotation.x")] = GRAVITY
        places = [(0.2, 0), (0, 0.2), (-0.2, 0), (0, -0.2)]
        for i, (x, y) in enumerate(places):
            spin = 1 if i % 2 == 0 else -1
            motor, thrust, torque = row(f"motor.{i}"), 2 * 8e-6 * speed, 2 * 1.2e-7 * speed
            A[motor, motor], B[motor, inputs.index(f"command.{i}")] = -1 / 0.02, 1 / 0.02
            A[row("velocity.z"), motor] = -thrust / 1.3
            A[row("body_rate.x"), motor] = -y * thrust / 0.011  # M = r x (-f z)
            A[row("body_rate.y"), motor] = x * thrust / 0.013
            # A rotor that is right-handed about its axis, which points up, turns the nose to the right by its drag,
            # and by what it takes to speed it up: h = -s J w along z.
            gain = spin * 7e-6 / 0.02
            A[row("body_rate.z"), motor] = (spin * torque - gain) / 0.021
            B[row("body_rate.z"), inputs.index(f"command.{i}")] = gain / 0.021
        # Central differences of steps of 1e-6: rounding of forces of 10 N is 1e-15 over 1e-6.
        np.testing.assert_allclose(data["A"], A, rtol=1e-7, atol=1e-7)
        np.testing.assert_allclose(data["B"], B, rtol=1e-7, atol=1e-7)
        C = np.zeros((15, 16))
        C[:12, :12] = np.eye(12)
        outputs = data["outputs"]
        for axis in "xyz":  # what drag takes is felt; what gravity takes is not
            C[outputs.index(f"specific_force.{axis}"), row(f"velocity.{axis}")] = -0.26 / 1.3
        for i in range(4):
            C[outputs.index("specific_force.z"), row(f"motor.{i}")] = -2 * 8e-6 * speed / 1.3
        np.testing.assert_allclose(data["C"], C, rtol=1e-7, atol=1e-7)
        np.testing.assert_allclose(data["D"], 0, atol=1e-7)

    def test_modes_are_those_of_vehicle(self):
        for name in ("marvin", "xcell", "f450", "sih2022"):
            with self.subTest(name):
                path = VEHICLES / f"{name}.toml"
                told = json.loads(self.expect(0, "vehicle", path, "--json").out)["eigenvalues_1_s"]
                found = np.linalg.eigvals(self.model(path)["A"])
                self.assertEqual(len(told), len(found))
                # The many zeros of a body that nothing holds are a multiple root: 1e-9 of an element moves it by the
                # third root of that.
                told = np.array([complex(*v) if isinstance(v, list) else complex(v["re"], v["im"]) for v in told])
                for value in told[abs(told) > 0.1]:
                    self.assertLess(min(abs(found - value)), 1e-4 * abs(value))

    def test_a_small_push_flies_as_the_model_says(self):
        """The linear model of a helicopter with its servos against the nonlinear flight."""
        path = VEHICLES / "marvin.toml"
        model = self.model(path)
        trim, step = model["trim"], 1.0
        commands = list(trim["commands"])
        commands[1] += step
        attitude, actuators = trim["state"][6:10], trim["state"][13:]
        self.write("push.toml", f"""schema = 1
name = "push"
vehicle.include = "{path}"
environment = {{gravity_m_s2 = {GRAVITY}}}
controller = {{type = "command_table", rows = [[0, {", ".join(map(repr, commands))}]]}}
integrator = {{type = "dopri5", step_s = 0.01}}
simulation = {{duration_s = 0.3, initial = {{attitude = {attitude}, actuators = {actuators}}}}}
output = {{signals = ["body_rate"]}}
""")
        told = json.loads(self.expect(0, "vehicle", path, "--json").out)
        self.assertAlmostEqual(told["gravity_m_s2"], GRAVITY)
        self.expect(0, "run", "push.toml", "--progress", "none", "-o", "push.h5")
        with h5py.File(self.path("push.h5"), "r") as file:
            flown = file["body_rate"][0]
        A, B = model["A"], model["B"]
        n, u = len(A), np.eye(len(B[0]))[1] * step
        whole = np.zeros((n + 1, n + 1))
        whole[:n, :n], whole[:n, n] = A, B @ u
        x, power, factor = np.zeros(n + 1), np.eye(n + 1), 1.0
        propagate = np.eye(n + 1)
        for k in range(1, 30):  # exp of 0.01 s: converged to rounding
            power, factor = power @ whole * 0.01, factor * k
            propagate = propagate + power / factor
        x[n] = 1
        rows = [x]
        for _ in range(len(flown) - 1):
            rows.append(propagate @ rows[-1])
        linear = np.array(rows)[:, 9:12]
        largest = np.abs(flown).max()
        self.assertGreater(largest, 1e-4)
        # One count of cyclic is 1/60 of what the rotor has: second-order terms are below that share.
        np.testing.assert_allclose(flown, linear, atol=0.02 * largest)

    def test_matrices_are_the_slopes_of_the_flown_scenario(self):
        """exp(A T), exp of [A B] T, the eigenvalues and [C D] against flights that start or are commanded a little off
        a steady flight in wind that grows with the height."""
        self.write("quad.toml", QUAD)
        duration, off, step = 0.05, 1e-4, 5e-4
        self.write("shear.toml", f"""schema = 1
name = "shear"
vehicle.include = "quad.toml"
environment = {{gravity_m_s2 = {GRAVITY}}}
controller = {{type = "command_table", rows = [[0, 900, 900, 900, 900]]}}
wind = [{{type = "power_shear", to_m_s = [3, 6, 0], reference_height_m = 5, exponent = 0.3}},
        {{type = "steady", to_m_s = [-1, 0, 0.2]}}]
integrator = {{type = "rk4", step_s = {step}}}
simulation = {{duration_s = {duration}, initial.position_m = [1, 2, -4]}}
output = {{signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "specific_force"]}}
""")
        model = self.model("shear.toml", "--speed", 4, "--course", 70, "--heading", 40, "--climb", 0)
        A, B, trim = model["A"], model["B"], model["trim"]
        n = len(A)
        self.assertGreater(abs(A[3:6, 2]).min(initial=1, where=[True, True, False]), 0.01)  # it feels the shear
        at = np.array(trim["state"])
        self.assertEqual(list(at[:3]), [1, 2, -4])
        np.testing.assert_allclose(at[3:6], [4 * math.cos(math.radians(70)), 4 * math.sin(math.radians(70)), 0],
                                   atol=1e-12)

        def turned(q, r):
            """q times exp of the rotation vector, to third order of a small one."""
            w, x, y, z = q
            a, b, c = np.array(r) / 2
            d = 1 - (a * a + b * b + c * c) / 2
            return np.array([w * d - x * a - y * b - z * c, w * a + x * d + y * c - z * b,
                             w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d])

        def end(deviation, commands):
            """The deviation after the flight, and the specific force at its start."""
            x = at.copy()
            x[:6] += deviation[:6]
            x[6:10] = turned(x[6:10], deviation[6:9])
            x[10:] += deviation[9:]
            sets = {"initial.position_m": x[:3], "initial.velocity_m_s": x[3:6], "initial.attitude": x[6:10],
                    "initial.body_rate_rad_s": x[10:13], "initial.actuators": x[13:]}
            sets = [f"simulation.{key}={value.tolist()}" for key, value in sets.items()]
            sets.append(f"controller.rows={[[0.0, *commands.tolist()]]}")
            pathlib.Path(self.path("shear.h5")).unlink(missing_ok=True)
            self.expect(0, "run", "shear.toml", "--progress", "none", "-o", "shear.h5",
                        *(argument for s in sets for argument in ("--set", s)))
            with h5py.File(self.path("shear.h5"), "r") as file:
                p, v, q, w, m = (file[name][0, -1] for name in ("position", "velocity", "attitude", "body_rate",
                                                                "rotor_speed"))
                felt = file["specific_force"][0, 0]
            b = at[6:10] * [1, -1, -1, -1]
            turn = 2 * np.array([b[0] * q[1] + b[1] * q[0] + b[2] * q[3] - b[3] * q[2],
                                 b[0] * q[2] - b[1] * q[3] + b[2] * q[0] + b[3] * q[1],
                                 b[0] * q[3] + b[1] * q[2] - b[2] * q[1] + b[3] * q[0]])
            return np.concatenate([p - at[:3], v - at[3:6], turn, w - at[10:13], m - at[13:]]), felt

        commands = np.array(trim["commands"])
        rest, _ = end(np.zeros(n), commands)
        # The trim is one: what is left is rounding and the residual of 1e-9 m/s2.
        np.testing.assert_allclose(rest[3:], 0, atol=1e-9)
        flown, felt = np.zeros((n, n + 4)), np.zeros((3, n + 4))
        for k in range(n + 4):
            d, u = off * np.eye(n + 4)[k][:n], off * np.eye(n + 4)[k][n:]
            (above, felt_above), (below, felt_below) = end(d, commands + u), end(-d, commands - u)
            flown[:, k], felt[:, k] = (above - below) / (2 * off), (felt_above - felt_below) / (2 * off)
        C, D = model["C"][12:], model["D"][12:]
        self.assertEqual(model["outputs"][12:], [f"specific_force.{axis}" for axis in "xyz"])
        self.assertGreater(abs(C[:2, 2]).min(), 0.01)  # it feels the shear
        # Rounding of 10 m/s2 over 1e-4 is 2e-11; the wind's third derivative makes less than off^2 = 1e-8.
        np.testing.assert_allclose(felt, np.hstack([C, D]), atol=1e-8)
        whole = np.zeros((n + 4, n + 4))
        whole[:n, :n], whole[:n, n:] = A, B
        power, told = np.eye(n + 4), np.eye(n + 4)
        for k in range(1, 40):
            power = power @ whole * (duration / k)
            told = told + power
        # Wind is looked at once a step: of the step's share of a change over the height, 5e-4 s * 0.4 1/s, drag makes
        # 5e-4 * 0.4 * 0.2 1/s * 0.05 s = 2e-6; RK4 adds (h / 0.02 s)^4 / 120 = 3e-9, the differences off^2 = 1e-8.
        np.testing.assert_allclose(flown, told[:n], atol=3e-6)
        found = np.log(np.linalg.eigvals(flown[:, :n]).astype(complex)) / duration
        for value in np.linalg.eigvals(A):
            if abs(value) > 20:  # the motors; the others are near the multiple root 0, which spreads errors
                self.assertLess(min(abs(found - value)), 1e-4 * abs(value))

    def test_a_steady_flight_in_wind_is_that_in_calm_air(self):
        """At v in a steady wind w as at v - w in calm air: all matrices, and so the eigenvalues."""
        wind, velocity = np.array([4, -3, 0.5]), np.array([6, 1, -1])
        vehicles = {"f450": (4, ()), "neo9-hexa": (6, ()), "sih2022": (4, ()), "marvin": (5, ("--rotor-speed", 130))}
        for name, (commands, arguments) in vehicles.items():
            with self.subTest(name):
                self.write("windy.toml", f"""schema = 1
name = "windy"
vehicle.include = "{VEHICLES}/{name}.toml"
controller = {{type = "command_table", rows = [{[0.0] * (commands + 1)}]}}
wind = [{{type = "steady", to_m_s = {wind.tolist()}}}]
integrator = {{type = "rk4", step_s = 0.001}}
simulation = {{duration_s = 1.0, initial = {{position_m = [3, -2, -10]}}}}
""")

                def at(v, *more):
                    return self.model("windy.toml", "--speed", math.hypot(v[0], v[1]), "--course",
                                      math.degrees(math.atan2(v[1], v[0])), "--climb", -v[2], "--heading", 20,
                                      *arguments, *more)

                windy, calm = at(velocity), at(velocity - wind, "--no-wind")
                np.testing.assert_allclose(windy["trim"]["state"][3:6], velocity, atol=1e-14)
                np.testing.assert_allclose(calm["trim"]["state"][3:6], velocity - wind, atol=1e-14)
                # The two velocities through the air differ by rounding; differences over 1e-6 make 1e-9 of that.
                for matrix in "ABCD":
                    largest = max(abs(calm[matrix]).max(), 1)
                    np.testing.assert_allclose(windy[matrix], calm[matrix], rtol=1e-6, atol=1e-8 * largest)
                # Position makes a multiple root 0, which spreads errors: only what is away from it.
                found, expected = (np.linalg.eigvals(model["A"]) for model in (windy, calm))
                for value in expected[abs(expected) > 0.1]:
                    self.assertLess(min(abs(found - value)), 1e-6 * abs(value))

    def test_a_course_and_a_heading_turn_the_model(self):
        calm = self.model(VEHICLES / "f450.toml", "--speed", 5)
        turned = self.model(VEHICLES / "f450.toml", "--speed", 5, "--course", 90, "--heading", 90)
        east = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])  # forward is y, right is -x
        states, outputs = np.eye(len(calm["A"])), np.eye(len(calm["C"]))
        states[:3, :3] = states[3:6, 3:6] = outputs[:3, :3] = outputs[3:6, 3:6] = east
        expected = {"A": states @ calm["A"] @ states.T, "B": states @ calm["B"],
                    "C": outputs @ calm["C"] @ states.T, "D": outputs @ calm["D"]}
        for name, matrix in expected.items():
            np.testing.assert_allclose(turned[name], matrix, atol=1e-7)
        text = self.expect(0, "linearize", VEHICLES / "f450.toml", "--speed", 5).out
        self.assertIn("linearisation about a steady flight, gravity", text)
        self.assertIn("motion            5 m/s, course 0 deg, climb 0 m/s, heading 0 deg\n", text)

    def test_text(self):
        self.write("quad.toml", QUAD)
        text = self.expect(0, "linearize", "quad.toml").out
        self.assertIn("position.x'       = velocity.x\n", text)
        self.assertIn("velocity.x'       = - 0.2 velocity.x - 9.80665 rotation.y\n", text)
        self.assertIn("motor.3'          = - 50 motor.3 + 50 command.3\n", text)
        self.assertIn("specific_force.x  = - 0.2 velocity.x\n", text)
        for path in VEHICLES.glob("*.toml"):
            with self.subTest(path.stem):
                self.assertIn("specific_force.z", self.expect(0, "linearize", path).out)

    def test_refusals(self):
        self.write("quad.toml", QUAD)
        cases = [(("quad.toml", "--rotor-speed", "9"), "a multirotor has no choice of rotor speed"),
                 (("none.toml",), "cannot read"),
                 (("quad.toml", "--set", "environment.gravity_m_s2=0"), "without gravity there is no hover"),
                 (("quad.toml", "--climb", "nan"), "--climb: error: 'nan' is not a finite number"),
                 ((VEHICLES / "marvin.toml", "--rotor-speed", "fast"), "'fast' is not a number")]
        for arguments, message in cases:
            with self.subTest(message), self.nothing_touched():
                result = self.expect(2, "linearize", *arguments)
                self.assertIn(message, result.err)
                self.assertEqual(result.out, "")
        result = self.expect(1, "linearize", "quad.toml", "--set", "vehicle.mass_kg=50")
        self.assertIn("no commands within their limits hold that flight", result.err)
        result = self.expect(1, "linearize", "quad.toml", "--speed", 1000)
        self.assertIn("no commands within their limits hold that flight", result.err)


if __name__ == "__main__":
    support.main()
