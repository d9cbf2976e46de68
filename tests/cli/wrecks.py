#!/usr/bin/python3
"""Drag of wrecks by attitude, and of failed rotors: against closed forms along each axis, terminal velocities of fixed
attitudes, and an independent integration of a tumbling fall."""
import csv
import io
import math

import h5py
import numpy
import support
from scipy.integrate import solve_ivp
from support import ProgramTest

G, RHO, MASS = 9.81, 1.225, 2.0
AREAS = numpy.array([0.1, 0.2, 0.5])
INERTIA = numpy.array([0.01, 0.02, 0.025])
HUBS = numpy.array([[0.2, 0.2, -0.05], [-0.2, -0.2, -0.05], [0.2, -0.2, -0.05], [-0.2, 0.2, -0.05]])
BODY = """schema = 1
name = "wreck"
environment = {gravity_m_s2 = 9.81, atmosphere = {type = "uniform", density_kg_m3 = 1.225}}
integrator = {type = "rk4", rate_hz = 200}
[vehicle]
type = "multirotor"
mass_kg = 2.0
inertia_kg_m2 = {xx = 0.01, yy = 0.02, zz = 0.025}
[vehicle.rotor]
axis = [0, 0, -1]
law = {type = "quadratic", thrust_n_s2 = 1e-5, torque_n_m_s2 = 1e-7}
motor = {type = "direct", max = 1000}
""" + "".join(f"[[vehicle.rotors]]\nposition_m = {list(map(float, hub))}\nspin = 1\n" for hub in HUBS) + """[controller]
type = "command_table"
rows = [[0, 0, 0, 0, 0]]
[simulation]
duration_s = 5
[simulation.initial]
position_m = [0, 0, -500]
velocity_m_s = [6, 2, 0]
[output]
rate_hz = 10
traces = "none"
"""
WRECK = '[[event]]\ntype = "drag_change"\nname = "wreck"\nat_s = 0\ndrag_areas_m2 = [0.1, 0.2, 0.5]\n'
END = {f"{name}{axis}": f"at({signal}.{axis}, end)" for name, signal in (("p", "position"), ("v", "velocity"), ("w", "body_rate"))
       for axis in "xyz"}


def rotation(q):
    w, x, y, z = q
    return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def cross(a, b):
    """numpy.cross() of two vectors takes ten times as long."""
    return numpy.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def fall(state, duration, areas, rotor_areas, wind=(0, 0, 0), mass=MASS, density=RHO):
    """Position, velocity, quaternion and body rate after a time: DOP853 of Newton's and Euler's equations."""
    def motion(_, y):
        q, w = y[6:10], y[10:]
        turn = rotation(q / numpy.linalg.norm(q))
        v = turn.T @ (y[3:6] - wind)
        force = -0.5 * density * numpy.linalg.norm(v) * areas * v
        moment = numpy.zeros(3)
        for hub, area in zip(HUBS, rotor_areas):
            up = -(v + cross(w, hub))[2]  # along the axis [0, 0, -1]
            push = numpy.array([0, 0, 0.5 * density * area * abs(up) * up])
            force, moment = force + push, moment + cross(hub, push)
        turning = (moment - cross(w, INERTIA * w)) / INERTIA
        rate = 0.5 * numpy.array([-q[1:] @ w, *(q[0] * w + cross(q[1:], w))])
        return numpy.concatenate([y[3:6], turn @ force / mass + [0, 0, G], rate, turning])
    return solve_ivp(motion, (0, duration), state, "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]


class Wrecks(ProgramTest):
    def fly(self, more, metrics, *options, text=BODY):
        """The metrics of the first sample."""
        lines = "".join(f'{name} = {{formula = "{formula}", unit = "1"}}\n' for name, formula in metrics.items())
        self.write("s.toml", f"{text}{more}[metrics]\n{lines}")
        self.expect(0, "run", "s.toml", "-n", "1", "-o", "s.h5", "--fresh", "-q", *options)
        row = next(csv.DictReader(io.StringIO(self.expect(0, "export", "s.h5").out)))
        return {name[2:]: float(value or "nan") for name, value in row.items() if name.startswith("m_")}

    def vector(self, found, name):
        return numpy.array([found[name + axis] for axis in "xyz"])

    def test_deceleration_along_each_axis(self):
        """Without weight, v = v0 / (1 + k v0 t) with k = rho A / (2 m). RK4 at 200 Hz is good to 1e-9."""
        for axis in range(3):
            start = [0.0, 0.0, 0.0]
            start[axis] = -12.0
            text = BODY.replace("gravity_m_s2 = 9.81", "gravity_m_s2 = 0").replace("[6, 2, 0]", str(start))
            k = RHO * AREAS[axis] / 2 / MASS
            truth = numpy.zeros(3)
            truth[axis] = -12 / (1 + k * 12 * 5)
            numpy.testing.assert_allclose(self.vector(self.fly(WRECK, END, text=text), "v"), truth, rtol=0, atol=1e-9)

    def test_terminal_velocity_of_fixed_attitudes(self):
        """1/2 rho |v| R A R^T v = m g: the wreck glides to a side. After 200 s at least 30 time constants of each axis are over."""
        for q in ([1, 0, 0, 0], [math.cos(0.3), 0, math.sin(0.3), 0], [0.5, 0.5, 0.5, 0.5], [0.8, 0.36, -0.48, 0]):
            text = BODY.replace("duration_s = 5", "duration_s = 200").replace("velocity_m_s", f"attitude = {q}\nvelocity_m_s")
            turn = rotation(q)
            w = 2 * MASS * G / RHO * (turn @ numpy.diag(1 / AREAS) @ turn.T)[:, 2]
            found = self.vector(self.fly(WRECK, END, text=text), "v")
            numpy.testing.assert_allclose(found, w / math.sqrt(numpy.linalg.norm(w)), rtol=0, atol=1e-9)

    def test_equal_areas_are_the_drag_of_the_vehicle(self):
        """In any attitude, with wind. The attitudes at the stages of RK4 are not quite unit quaternions: 1e-7."""
        turned = BODY.replace("velocity_m_s", "attitude = [0.8, 0.36, -0.48, 0]\nbody_rate_rad_s = [3, -2, 1]\nvelocity_m_s")
        turned += '[[wind]]\ntype = "steady"\nto_m_s = [4, 1, 0.5]\n'
        own = turned.replace("mass_kg = 2.0", "mass_kg = 2.0\ndrag_area_m2 = 0.3")
        equal = WRECK.replace("[0.1, 0.2, 0.5]", "[0.3, 0.3, 0.3]")
        one, other = self.fly(equal, END, text=turned), self.fly("", END, text=own)
        for name, value in other.items():
            self.assertAlmostEqual(one[name], value, delta=1e-7, msg=name)

    def tumble(self, more, rate, text=BODY):
        text = text.replace("velocity_m_s", "attitude = [0.8, 0.36, -0.48, 0]\nbody_rate_rad_s = [3, -2, 1]\nvelocity_m_s")
        text += '[[wind]]\ntype = "steady"\nto_m_s = [4, 1, 0.5]\n'
        return self.fly(more, END, "--set", f"integrator.rate_hz={rate}", text=text)

    START = [0, 0, -500, 6, 2, 0, 0.8, 0.36, -0.48, 0, 3, -2, 1]

    def assert_tumbles(self, more, areas, rotor_areas, text=BODY, order=4, **numbers):
        """The error falls with the step as RK4 lets it, and is below 1e-6 m at 800 Hz."""
        end = fall(self.START, 5, areas, rotor_areas, wind=(4, 1, 0.5), **numbers)
        errors = []
        for rate in (400, 800):
            found = self.tumble(more, rate, text)
            errors.append(max(numpy.linalg.norm(self.vector(found, "p") - end[:3]),
                              numpy.linalg.norm(self.vector(found, "w") - end[10:])))
        self.assertLess(errors[1], 1e-6)
        self.assertLess(errors[1], max(1.4 * errors[0] / 2 ** order, 1e-10))

    def test_tumbling(self):
        self.assert_tumbles(WRECK, AREAS, [0, 0, 0, 0])

    def test_rotors(self):
        """Failed rotors pull at their hubs, which turns the wreck. The largest of several failures of a rotor applies. Where
        the flow changes its side, |u| u has no second derivative: order 3."""
        off = '[[event]]\ntype = "all_rotors_off"\nat_s = 0\nrotor_drag_area_m2 = 0.02\n'
        more = '[[event]]\ntype = "rotor_failure"\nat_s = 0\nrotors = [0, 2]\nrotor_drag_area_m2 = 0.07\n'
        self.assert_tumbles(WRECK + off + more, AREAS, [0.07, 0.02, 0.07, 0.02], order=3)

    def test_rotors_keep_the_drag_of_the_body(self):
        off = '[[event]]\ntype = "all_rotors_off"\nat_s = 0\nrotor_drag_area_m2 = 0.05\n'
        text = BODY.replace("mass_kg = 2.0", "mass_kg = 2.0\ndrag_area_m2 = 0.3")
        self.assert_tumbles(off, numpy.full(3, 0.3), [0.05] * 4, text=text, order=3)

    def test_all_drag_is_replaced(self):
        """The last active event applies, lost mass counts, and a parachute adds its drag. The drag of the vehicle returns."""
        drags = ("mass_kg = 2.0\ndrag_area_m2 = 0.4\nquadratic_drag_n_s2_m2 = 0.2\nlinear_drag_n_s_m = 0.3\n"
                 "rotor_drag_1_s = [0.2, 0.2, 0.1]\ntranslational_lift_1_m = 0.01")
        first = WRECK.replace("wreck", "before").replace("[0.1, 0.2, 0.5]", "[1, 1, 1]")
        lost = '[[event]]\ntype = "mass_drop"\nat_s = 0\nmass_kg = 0.5\n'
        chute = '[[event]]\ntype = "parachute"\nat_s = 0\ndrag_area_m2 = 0.2\n'
        text = BODY.replace("mass_kg = 2.0", drags)
        self.assert_tumbles(first + WRECK + lost + chute, AREAS + 0.2, [0] * 4, text=text, mass=1.5)
        passing = self.tumble(WRECK.replace("at_s = 0", "at_s = 0\nduration_s = 0.005"), 200, text)
        without = self.tumble(WRECK.replace("at_s = 0", "at_s = 9"), 200, text)
        self.assertNotEqual(passing, without)
        numpy.testing.assert_allclose(self.vector(passing, "v"), self.vector(without, "v"), atol=0.1)  # 1 of 1000 steps

    def test_air_that_varies(self):
        """In an atmosphere the terminal speed follows the density of the altitude: m g = 1/2 rho A v^2."""
        text = BODY.replace('atmosphere = {type = "uniform", density_kg_m3 = 1.225}', 'atmosphere = {type = "isa"}, home = {altitude_m = 1500}')
        text = text.replace("[6, 2, 0]", "[0, 0, 3]").replace("duration_s = 5", 'duration_s = 150\nend = "touchdown"')
        off = '[[event]]\ntype = "all_rotors_off"\nat_s = 0\nrotor_drag_area_m2 = 0.25\n'
        found = self.fly(WRECK + off, END, text=text)
        density = 1.0581  # U.S. Standard Atmosphere 1976, table I, 1500 m
        # A fall through 500 m lags 5 % of a scale height behind the density: 1e-3 of the speed.
        self.assertAlmostEqual(found["vz"], math.sqrt(2 * MASS * G / density / (0.5 + 1.0)), delta=2e-3)

    def test_forces_are_recorded(self):
        text = BODY.replace('traces = "none"', 'traces = "all"\nsignals = ["velocity", "force_drag_body"]')
        self.fly(WRECK, {}, text=text)
        with h5py.File(self.path("s.h5")) as file:
            v, force = file["velocity"][0], file["force_drag_body"][0]
        truth = -0.5 * RHO * numpy.linalg.norm(v, axis=1)[:, None] * AREAS * v
        numpy.testing.assert_allclose(force, truth, rtol=1e-12, atol=1e-12)
        # Failed rotors 0 and 2 pull up at [0.2, +-0.2]: the moment is along pitch.
        off = '[[event]]\ntype = "rotor_failure"\nat_s = 0\nrotors = [0, 2]\nrotor_drag_area_m2 = 0.07\n'
        self.fly(off, {}, text=text.replace("force_drag_body", 'body_rate", "force_drag_body", "moment_aero_body'))
        with h5py.File(self.path("s.h5")) as file:
            force, moment = file["force_drag_body"][0, 0], file["moment_aero_body"][0, 0]
            self.assertEqual((force[2], moment[1]), (0, 0))  # no velocity along the axis yet
            force, moment = file["force_drag_body"][0], file["moment_aero_body"][0]
        self.assertTrue(numpy.all(force[1:4, 2] < 0))
        numpy.testing.assert_allclose(moment[1:, 1], -0.2 * force[1:, 2], rtol=1e-12)

    def test_same_bits(self):
        """11 wrecks begin at different times in their packs, with other areas: alone, and on one or two threads."""
        more = WRECK.replace("at_s = 0", "at_s = 1") + '[[event]]\ntype = "all_rotors_off"\nat_s = 1\nrotor_drag_area_m2 = 0.02\n'
        for path, low, high in (("0.at_s", 0.2, 4), ("0.drag_areas_m2.z", 0.2, 0.7), ("1.rotor_drag_area_m2", 0.01, 0.07)):
            more += f'[disperse."event.{path}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\n'
        text = BODY.replace("velocity_m_s", "body_rate_rad_s = [3, -2, 1]\nvelocity_m_s")
        found = set()
        for threads in "12":
            self.write("s.toml", text + more)
            self.expect(0, "run", "s.toml", "-n", "11", "-j", threads, "-o", "s.h5", "--fresh", "-q")
            with h5py.File(self.path("s.h5")) as file:
                found.add(file["digest"][...].tobytes())
                self.assertEqual(len(numpy.unique(file["digest"][...], axis=0)), 11)
        self.assertEqual(len(found), 1)
        self.assertIn("same", self.expect(0, "replay", "s.h5", "--sample", "6", "--fresh", "-o", "one.h5", "--json").out)

    def test_mistakes(self):
        for more, words in ((WRECK.replace("0.5]", "-0.5]"), "must be >= 0"),
                            (WRECK.replace(", 0.5]", "]"), "must be a list of 3 numbers, found 2"),
                            (WRECK.replace("drag_areas_m2 = [0.1, 0.2, 0.5]\n", ""), "missing 'event.0.drag_areas_m2'"),
                            ('[[event]]\ntype = "all_rotors_off"\nat_s = 1\nrotor_drag_area_m2 = -1\n', "must be >= 0")):
            self.write("s.toml", BODY + more)
            told = self.expect(2, "check", "s.toml").err
            self.assertIn(words, " ".join(told.split()))
            self.assertEqual(told.count("error:"), 1)


if __name__ == "__main__":
    support.main()
