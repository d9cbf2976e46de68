#!/usr/bin/python3
"""What montecopter tune says of gains, against an independent model: the roll axis of a multirotor with motors of first
order under the cascade of PX4, sampled, held and delayed, written down in numpy. Margins, bandwidth and the peak after a
moment; the peak in flights of the linear region; and a grid over all gains, which finds nothing faster.

MONTECOPTER_TEST_TUNE=all has four vehicles and ten values of each gain (ctest's label `slow`)."""
import json
import os
import tomllib

import h5py
import numpy as np
from scipy.linalg import expm

import support
from support import VEHICLES, ProgramTest

G = 9.81
RATE_HZ = 400
PERIOD_S = 1 / RATE_HZ
DELAY_S = 0.0025
SCENARIO = """schema = 1
vehicle.include = "{vehicles}/{vehicle}.toml"
environment = {{gravity_m_s2 = 9.81}}
trajectory = {{type = "hover"}}
integrator = {{type = "rk4", rate_hz = 2400}}
simulation = {{duration_s = 3}}
output = {{signals = ["attitude"], rate_hz = 400}}
"""
CONTROLLER = f'controller = {{type = "px4", rate_hz = {RATE_HZ}, delay_s = {DELAY_S}}}\n'
LAG_S = {"f450": 0.03, "x500": 0.054, "naki-octo": 0.03, "lee2010": 0.0}  # of the vehicle files


class Axis:
    """States: velocity, angle, body rate and, with a lag, angular acceleration."""

    def __init__(self, lag_s, frequencies=200):
        n = 4 if lag_s > 0 else 3
        A, B = np.zeros((n, n)), np.zeros((n, 2))  # by the commanded angular acceleration, by that of a moment
        A[0, 1], A[1, 2] = G, 1
        if lag_s > 0:
            A[2, 3], A[3, 3], B[3, 0] = 1, -1 / lag_s, 1 / lag_s
        else:
            B[2, 0] = 1
        B[2, 1] = 1
        both = np.zeros((n + 2, n + 2))
        both[:n, :n], both[:n, n:] = A, B
        whole, late = expm(both * PERIOD_S), expm(both * (PERIOD_S - DELAY_S))
        self.move, self.moment = whole[:n, :n], whole[:n, n + 1]
        self.now, self.before = late[:n, n], whole[:n, n] - late[:n, n]
        self.rad_s = np.geomspace(0.05, np.pi / PERIOD_S, frequencies)
        self.z = np.exp(1j * self.rad_s * PERIOD_S)
        self.seen = np.array([np.linalg.solve(z * np.eye(n) - self.move, self.now + self.before / z) for z in self.z]).T

    def low_pass(self, cutoff_hz):
        w = 2 * np.pi * cutoff_hz
        angle = w * PERIOD_S
        return w * angle, 1 / (angle * (angle + np.sqrt(2)) + 1)

    def filtered_rate(self, cutoff_hz):
        """The rate of the low-pass of a signal, backward Euler: r = keep (pull (u - y') + r'), y = y' + T r."""
        pull, keep = self.low_pass(np.asarray(cutoff_hz)[..., None])
        return keep * pull / (1 - keep / self.z + keep * pull * PERIOD_S / (self.z - 1))

    def loop(self, rate, attitude, derivative, cutoff_hz, integral, outer):
        """L at the command; gains may be arrays."""
        position, velocity, velocity_integral = outer
        rate, attitude, derivative, integral = (np.asarray(g)[..., None] for g in (rate, attitude, derivative, integral))
        v, angle, w = self.seen[:3]
        sums = PERIOD_S / (self.z - 1)
        place = v / 1j / self.rad_s  # slow: its integral
        wanted = (velocity + velocity_integral * sums) * (-position * place - v) / G
        error = attitude * (wanted - angle) - w
        return -((rate + integral * sums) * error - derivative * self.filtered_rate(cutoff_hz) * w)

    def margins(self, *gains):
        """Phase [deg], gain [dB] and bandwidth [rad/s] of each row; margins below 0 are of unstable loops."""
        L = self.loop(*gains)
        a, b = L[..., :-1], L[..., 1:]
        size_a, size_b = np.log(np.abs(a)), np.log(np.abs(b))
        with np.errstate(divide="ignore", invalid="ignore"):
            at = a + size_a / (size_a - size_b) * (b - a)
            ahead = np.degrees(np.angle(-at))
            real = (a + a.imag / (a.imag - b.imag) * (b - a)).real
            decibels = np.abs(20 * np.log10(-real))
        phase = np.where((size_a > 0) != (size_b > 0), np.where(size_b < 0, ahead, np.abs(ahead)), np.inf).min(-1)
        gain = np.where(((a.imag > 0) != (b.imag > 0)) & (real < 0), decibels, np.inf).min(-1)
        last = L[..., -1].real
        gain = np.where(last < 0, np.minimum(gain, np.abs(20 * np.log10(np.abs(last)))), gain)
        T = np.log(np.abs(L / (1 + L)) * np.sqrt(2))
        top = T.shape[-1] - 1 - np.argmax((T > 0)[..., ::-1], axis=-1)
        top = np.minimum(top, T.shape[-1] - 2)
        low, high = (np.take_along_axis(T, (top + k)[..., None], -1)[..., 0] for k in (0, 1))
        part = low / (low - high)
        return phase, gain, self.rad_s[top] * (self.rad_s[top + 1] / self.rad_s[top]) ** part

    def peak(self, rate, attitude, derivative, cutoff_hz, integral, outer, until_s=6.0):
        """The largest angle after a step of 1 rad/s2, by stepping the loop; infinite if it grows."""
        position, velocity, velocity_integral = outer
        pull, keep = self.low_pass(cutoff_hz)
        x, before = np.zeros(len(self.move)), 0.0
        place = rate_sum = value = slope = velocity_sum = most = 0.0
        for _ in range(int(until_s / PERIOD_S)):
            v, angle, w = x[:3]
            slope = keep * (pull * (w - value) + slope)
            value += PERIOD_S * slope
            error_v = -position * place - v
            error = attitude * ((velocity * error_v + velocity_sum) / G - angle) - w
            command = rate * error + rate_sum - derivative * slope
            velocity_sum += velocity_integral * PERIOD_S * error_v
            rate_sum += integral * PERIOD_S * error
            place += PERIOD_S * v
            x = self.move @ x + self.now * command + self.before * before + self.moment
            before = command
            most = max(most, abs(x[1]))
            if most > 1e3:
                return np.inf
        return most


def gains_of(toml):
    controller = tomllib.loads(toml)["controller"]
    rate, place = controller["body_rate"], controller["position"]
    return (rate["gain_1_s"][0], controller["attitude"]["gain_1_s"][0], rate["derivative_gain"][0], rate["cutoff_hz"],
            rate["integral_gain_1_s2"][0],
            (place["position_gain_1_s"][1], place["velocity_gain_1_s"][1], place["velocity_integral_gain_1_s2"][1]))


class Truth(ProgramTest):
    EVERY = os.environ.get("MONTECOPTER_TEST_TUNE") == "all"

    said = {}  # what was said before: several tests ask for the same

    def tuned(self, *asked):
        """`asked`: vehicle and options."""
        if asked not in self.said:
            self.write("s.toml", SCENARIO.format(vehicles=VEHICLES, vehicle=asked[0]) + CONTROLLER)
            self.said[asked] = json.loads(self.expect(0, "tune", "s.toml", "--json", *asked[1:]).out)
        return self.said[asked]

    def test_grid_and_peak(self):
        for vehicle in LAG_S if self.EVERY else ["f450"]:
            with self.subTest(vehicle):
                said = self.tuned(vehicle)
                self.check_numbers(vehicle, said)
                self.check_grid(vehicle, said)

    def check_numbers(self, vehicle, said):
        """Within 2 %: the model has no drag, and its frequencies lie 6 % apart."""
        axis, gains, own = Axis(LAG_S[vehicle], 800), gains_of(said["toml"]), said["compared"][0]
        loops = {loop["name"]: loop for loop in said["margins"]["at_command"]}
        phase, _, bandwidth = axis.margins(*gains)
        self.assertAlmostEqual(loops["roll"]["phase"]["deg"], phase, delta=0.02 * phase)
        self.assertAlmostEqual(loops["roll"]["bandwidth_rad_s"], bandwidth, delta=0.02 * bandwidth)
        with open(VEHICLES / f"{vehicle}.toml", "rb") as file:
            inertia = tomllib.load(file)["inertia_kg_m2"]
        # A moment about a diagonal, or about one of two axes that are nearly alike: within 2 % again.
        mean = 2 / (1 / inertia["xx"] + 1 / inertia["yy"])
        peak = np.degrees(axis.peak(*gains) * own["moment_n_m"] / mean)
        self.assertAlmostEqual(own["peak_deg"], peak, delta=0.04 * peak if vehicle == "lee2010" else 0.02 * peak)
        self.assertAlmostEqual(own["stiffness_n_m_rad"], own["moment_n_m"] / np.radians(own["peak_deg"]),
                               delta=1e-6 * own["stiffness_n_m_rad"])

    def check_grid(self, vehicle, said):
        """No gains around those proposed that keep the same bounds are more than 5 % faster."""
        axis, own = Axis(LAG_S[vehicle], 140), gains_of(said["toml"])
        rows = {row["gains"]: row for row in said["compared"]}
        most_deg = rows["proposed"]["peak_deg"]
        px4 = rows["PX4's defaults"]
        if px4["stable"]:
            most_deg = max(most_deg, px4["peak_deg"])
        most = axis.peak(*own) * most_deg / rows["proposed"]["peak_deg"]
        count = 10 if self.EVERY else 6
        factors = np.geomspace(0.4, 2.5, count)
        cutoffs = np.minimum(own[3] * factors, 0.4 * RATE_HZ)
        derivative = np.linspace(0, max(2 * own[2], 1), count)
        faster = []
        for rate in own[0] * factors:
            for attitude in own[1] * factors:
                D, F, I = (a.ravel() for a in np.meshgrid(derivative, cutoffs, own[4] * factors))
                with np.errstate(all="ignore"):
                    phase, gain, bandwidth = axis.margins(np.full(D.shape, rate), np.full(D.shape, attitude), D, F, I, own[5])
                does = (phase >= 45) & (gain >= 6) & (bandwidth > 1.05 * said["found"]["bandwidth_rad_s"])
                faster += [(bandwidth[k], (rate, attitude, D[k], F[k], I[k], own[5])) for k in np.flatnonzero(does)]
        faster.sort(key=lambda pair: -pair[0])
        beaten = [(w, gains) for w, gains in faster[:40] if axis.peak(*gains) <= most]
        self.assertEqual(beaten[:1], [], f"{vehicle}: {len(faster)} of {count ** 5} are faster; "
                                         f"found {said['found']['bandwidth_rad_s']} with {own}")

    def test_a_flight_in_the_linear_region(self):
        """A hundredth of the moment tilts the vehicle by a hundredth of the peak: within 5 %, for the traces are 2.5 ms
        apart and the nonlinear terms are of second order."""
        for law in ("px4", "lee"):
            said = self.tuned("f450", *(("--law", law) if law != "px4" else ()))  # px4 is the scenario's
            moment = 0.01 * said["compared"][0]["moment_n_m"]
            asked = self.tuned("f450", "--law", law, "--moment", str(moment), "--peak", "179")["compared"]
            self.assertEqual(asked[0]["moment_n_m"], moment)
            pulse = f"""[[disturbance]]
type = "torque_pulse"
torque_n_m = [{moment}, 0, 0]
start_s = 0.1
duration_s = 9
"""
            self.write("f.toml", SCENARIO.format(vehicles=VEHICLES, vehicle="f450") + said["toml"] + pulse)
            self.expect(0, "run", "f.toml", "-o", "f.h5", "--fresh", "--progress", "none")
            with h5py.File(self.path("f.h5")) as file:
                q = file["attitude"][:].reshape(-1, 4)
            tilt = np.degrees(np.arccos(np.clip(1 - 2 * (q[:, 1] ** 2 + q[:, 2] ** 2), -1, 1)))
            peak = 0.01 * said["compared"][0]["peak_deg"]
            self.assertAlmostEqual(tilt.max(), peak, delta=0.05 * peak)

    def test_a_larger_peak_is_said_and_a_smaller_one_is_not(self):
        words = "have a larger peak tilt than PX4's defaults"
        soft = self.tuned("f450", "--peak", "179")
        stiff = self.tuned("f450")
        for said in (soft, stiff):
            rows = {row["gains"]: row for row in said["compared"]}
            is_larger = rows["proposed"]["peak_deg"] > 1.01 * rows["PX4's defaults"]["peak_deg"]
            self.assertEqual(is_larger, any(words in note for note in said["notes"]), rows)
        self.assertIn("fastest of %d candidates of this structure" % stiff["candidates"], stiff["toml"].replace("\n# ", " "))
        self.assertNotIn("No faster loop", stiff["toml"])


if __name__ == "__main__":
    support.main()
