#!/usr/bin/python3
"""montecopter margins against loops that are built here from the matrices of `linearize` alone: another computation."""
import json
import math

import numpy as np

import support
from support import VEHICLES, ProgramTest


def exponential(a):
    """e^a, by Taylor's series of a / 2^20."""
    small, total, term = a / 2**20, np.eye(len(a)), np.eye(len(a))
    for k in range(1, 8):
        term = term @ small / k
        total = total + term
    for _ in range(20):
        total = total @ total
    return total


def held(a, b, time_s):
    """Transition and effect of inputs that are held."""
    n, m = b.shape
    both = np.zeros((n + m, n + m))
    both[:n, :n], both[:n, n:] = a * time_s, b * time_s
    both = exponential(both)
    return both[:n, :n], both[:n, n:]


class Cascade:
    """PX4's cascade at hover, written down anew: one update from what is seen to accelerations [down, roll, pitch, yaw].

    States: integrals of velocity and rate, filtered velocity and rate and their slopes, three of each.
    """
    GRAVITY = 9.80665
    SIZE = 18

    def __init__(self, period_s, gains):
        self.period_s, self.g = period_s, gains

    def filter(self, cutoff_hz):
        w = 2 * math.pi * cutoff_hz
        angle = w * self.period_s
        return w * angle, 1 / (1 + angle * (angle + math.sqrt(2)))

    def update(self, seen, memory):
        """Linear: [position, velocity, rotation, rate] and memory to accelerations and next memory."""
        position, velocity, turn, rate = seen.reshape(4, 3)
        sum_v, sum_w, low_v, slope_v, low_w, slope_w = memory.reshape(6, 3)
        pull, keep = self.filter(self.g["velocity_cutoff"])
        slope_v = keep * (slope_v + pull * (velocity - low_v))
        low_v = low_v + self.period_s * slope_v
        pull, keep = self.filter(self.g["rate_cutoff"])
        slope_w = keep * (slope_w + pull * (rate - low_w))
        low_w = low_w + self.period_s * slope_w
        error_v = -self.g["p"] * position - velocity
        a = self.g["v"] * error_v + sum_v - self.g["vd"] * slope_v
        wanted = np.array([a[1], -a[0], 0]) / self.GRAVITY  # rolled right flies to the right, nose up backwards
        error_w = self.g["att"] * (wanted - turn) - rate
        alpha = self.g["w"] * error_w + sum_w - self.g["wd"] * slope_w
        sum_v = sum_v + self.period_s * self.g["vi"] * error_v
        sum_w = sum_w + self.period_s * self.g["wi"] * error_w
        return np.array([a[2], *alpha]), np.concatenate([sum_v, sum_w, low_v, slope_v, low_w, slope_w])

    def matrices(self):
        columns = [np.concatenate(self.update(u[:12], u[12:])) for u in np.eye(12 + self.SIZE)]
        return np.array(columns).T


def open_loop(vehicle, cascade, period_s, delay_s, place):
    """A, B, C of the loop that is opened at `place`: ("command", axis) or ("seen", number). From what goes in behind
    the gap to what comes out before it."""
    a, b = vehicle["A"], vehicle["B"]
    n, m = b.shape
    # Commands for accelerations: those that settled motors answer.
    rows = [vehicle["states"].index(name) for name in ("velocity.z", "body_rate.x", "body_rate.y", "body_rate.z")]
    settled = -np.linalg.solve(a[12:, 12:], b[12:])
    commands = np.linalg.inv(a[rows, 12:] @ settled + b[rows])
    early, early_in = held(a, b @ commands, delay_s)
    late, late_in = held(a, b @ commands, period_s - delay_s)
    transition, before, now = late @ early, late @ early_in, late_in
    law = cascade.matrices()
    size = n + 4 + Cascade.SIZE
    kind, number = place
    # Rows of accelerations and memory by [state], and by what goes in.
    by_state = np.zeros((4 + Cascade.SIZE, size))
    by_state[:, :12], by_state[:, n + 4:] = law[:, :12], law[:, 12:]
    by_input = np.zeros(4 + Cascade.SIZE)
    out = np.zeros(size)
    if kind == "seen":
        out[number] = 1
        by_input = law[:, number].copy()
        by_state[:, number] = 0
    else:
        out = by_state[number].copy()
        by_state[number], by_input[number] = 0, 1
    whole, enter = np.zeros((size, size)), np.zeros(size)
    whole[:n, :n], whole[:n, n:n + 4] = transition, before
    whole[:n] += now @ by_state[:4]
    enter[:n] = now @ by_input[:4]
    whole[n:], enter[n:] = by_state, by_input
    return whole, enter, out


class OpenLoop:
    def __init__(self, matrices, period_s):
        self.a, self.b, self.c = matrices
        self.period_s = period_s

    def __call__(self, w):
        """L, with negative feedback."""
        z = np.exp(1j * w * self.period_s)
        return -self.c @ np.linalg.solve(z * np.eye(len(self.a)) - self.a, self.b)

    def crossings(self, of, grid):
        """Where a function of L changes its sign."""
        values = [of(self(w)) for w in grid]
        for low, high, at_low, at_high in zip(grid, grid[1:], values, values[1:]):
            if at_low * at_high >= 0:
                continue
            for _ in range(50):
                middle = (low + high) / 2
                low, high = (middle, high) if of(self(middle)) * at_low > 0 else (low, middle)
            yield high

    def margins(self):
        grid = np.geomspace(0.05, 0.9999 * math.pi / self.period_s, 700)
        phase, gains = math.inf, []
        for w in self.crossings(lambda value: abs(value) - 1, grid):
            phase = min(phase, abs(math.degrees(np.angle(-self(w)))))
        for w in self.crossings(lambda value: value.imag, grid):
            if self(w).real < 0:
                gains.append(-20 * math.log10(-self(w).real))
        size = [1 / abs(1 + self(w)) for w in grid]
        # The grid is 1.5 % wide: its largest value is within 1e-3 of the largest.
        return {"phase": phase, "up": min([g for g in gains if g > 0], default=None),
                "down": min([-g for g in gains if g < 0], default=None), "sensitivity": max(size)}


# PX4's defaults (f450-px4.toml names the parameters). Those of the rates are of normalised torque: for a vehicle that
# its whole makes 100 rad/s2 they are MC_ROLLRATE_P 0.15, _I 0.2, _D 0.003, MC_YAWRATE_P 0.2 / 2, _I 0.1 / 2 times 100.
PX4 = {"p": np.array([0.95, 0.95, 1.0]), "v": np.array([1.8, 1.8, 4.0]), "vi": np.array([0.4, 0.4, 2.0]),
       "vd": np.array([0.2, 0.2, 0.0]), "att": np.array([6.5, 6.5, 2.8]), "w": np.array([15, 15, 10.0]),
       "wi": np.array([20, 20, 5.0]), "wd": np.array([0.3, 0.3, 0.0]), "velocity_cutoff": 5.0, "rate_cutoff": 30.0}


class AnotherComputation(ProgramTest):
    def px4(self, vehicle, period_s, delay_s):
        def row(key):
            return PX4[key].tolist()

        return f"""schema = 1
name = "px4"
vehicle.include = "{VEHICLES}/{vehicle}.toml"
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 1}}
trajectory = {{type = "hover"}}
[controller]
type = "px4"
rate_hz = {round(1 / period_s)}
delay_s = {delay_s}
position = {{position_gain_1_s = {row("p")}, velocity_gain_1_s = {row("v")}, velocity_integral_gain_1_s2 = {row("vi")}, velocity_derivative_gain = {row("vd")}}}
attitude = {{gain_1_s = {row("att")}}}
body_rate = {{gain_1_s = {row("w")}, integral_gain_1_s2 = {row("wi")}, derivative_gain = {row("wd")}}}
"""

    def test_px4_on_two_vehicles(self):
        for name, period_s, delay_s in (("f450", 0.002, 0.001), ("hummingbird", 0.004, 0.004)):
            self.write("px4.toml", self.px4(name, period_s, delay_s))
            said = json.loads(self.expect(0, "margins", "px4.toml", "--json").out)
            vehicle = json.loads(self.expect(0, "linearize", "px4.toml", "--json").out)
            for key in "AB":
                vehicle[key] = np.array(vehicle[key])
            loops = {loop["name"]: loop for loop in said["at_command"] + said["at_measurement"]}
            places = [(axis, ("command", k)) for k, axis in enumerate(("thrust", "roll", "pitch", "yaw"))]
            places += [(vehicle["states"][k], ("seen", k)) for k in (0, 2, 4, 6, 8, 9, 11)]
            for axis, place in places:
                with self.subTest(f"{name} {axis}"):
                    own = OpenLoop(open_loop(vehicle, Cascade(period_s, PX4), period_s, delay_s, place),
                                   period_s).margins()
                    loop = loops[axis]
                    # Slopes of the law are differences with errors of 1e-9 of its largest element in a row.
                    for key, there in (("up", loop["gain_up"]["db"]), ("down", loop["gain_down"]["db"]),
                                       ("phase", loop["phase"]["deg"])):
                        if own[key] is None:
                            self.assertTrue(there is None or key == "up", (key, there))
                        else:
                            self.assertAlmostEqual(there, own[key], delta=1e-6 * max(1, own[key]), msg=key)
                    self.assertAlmostEqual(loop["peak_sensitivity"]["value"], own["sensitivity"],
                                           delta=1e-3 * own["sensitivity"])


if __name__ == "__main__":
    support.main()
