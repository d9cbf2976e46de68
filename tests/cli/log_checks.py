#!/usr/bin/python3
"""montecopter log: attitudes that contradict the rates, resets of estimators, and stamps that are no times of readings. The
logs are closed forms: angles that are sums of sines, and the body rates that follow from them."""
import json
import math

import numpy as np
import support
from fitted_logs import TRUTH
from logs import LogTest

QUATERNION, ANGLES, RATES = ["qw", "qx", "qy", "qz"], ["roll", "pitch", "yaw"], ["p", "q", "r"]
ROTATED = [1, 2, 3, 0]  # x, y, z, w in columns that are taken for w, x, y, z


def flight(amplitude=(0.2, 0.2, 0.3), seconds=10, hz=100, lag_s=0.0, seed=1):
    """Times, angles [3] and body rates [3], by the kinematics of roll, pitch and yaw (Stevens & Lewis, eq. 1.4-4)."""
    rng, t = np.random.default_rng(seed), np.arange(0, seconds, 1 / hz)
    late = t - lag_s
    angles, rates, late_angles = np.zeros((3, t.size)), np.zeros((3, t.size)), np.zeros((3, t.size))
    for k in range(3):
        for _ in range(5):
            a, w, phase = rng.uniform(0.3, 1) * amplitude[k], 2 * math.pi * rng.uniform(0.3, 2.5), rng.uniform(0, 6.28)
            angles[k] += a * np.sin(w * t + phase)
            late_angles[k] += a * np.sin(w * late + phase)
            rates[k] += a * w * np.cos(w * t + phase)
    (roll, pitch, _), (dr, dp, dy) = angles, rates
    body = np.array([dr - dy * np.sin(pitch), dp * np.cos(roll) + dy * np.cos(pitch) * np.sin(roll),
                     -dp * np.sin(roll) + dy * np.cos(pitch) * np.cos(roll)])
    return t, late_angles, body


def quaternions(angles):
    (cr, cp, cy), (sr, sp, sy) = np.cos(angles / 2), np.sin(angles / 2)
    return np.array([cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
                     cr * cp * sy - sr * sp * cy])


class CheckTest(LogTest):
    def rows(self, t, attitude, rates, names=QUATERNION, attitude_is="", rate_is='unit = "rad/s"', digits=7, more=()):
        """The log of these rows; `more`: further signals, as (name, unit, [3] values)."""
        table = np.vstack([t, attitude, rates, *(values for _, _, values in more)]).T
        header = ["t", *names, *RATES, *(f"{name}{c}" for name, _, _ in more for c in "xyz")]
        columns = f'[time]\ncolumn = "t"\nunit = "s"\n[columns.attitude]\nfrom = {names}\n{attitude_is}\n'
        columns += f"[columns.body_rate]\nfrom = {RATES}\n{rate_is}\n".replace("'", '"')
        for name, unit, _ in more:
            columns += f'[columns.{name}]\nfrom = ["{name}x", "{name}y", "{name}z"]\nunit = "{unit}"\n'
        lines = "\n".join(",".join(f"{x:.{digits}f}" for x in row) for row in table)
        return self.log(",".join(header) + "\n" + lines + "\n", "a.csv", columns.replace("'", '"'))

    def cures(self, log):
        return [cure for contradiction in log["contradictions"] for cure in contradiction["cures"]]


class Attitudes(CheckTest):
    def test_right_logs_are_not_accused(self):
        noise = np.random.default_rng(7)
        for what, make in {
            "a flight": lambda t, a, w: (t, quaternions(a), w),
            "noise of both": lambda t, a, w: (t, quaternions(a + noise.normal(0, 0.01, a.shape)),
                                              w + noise.normal(0, 0.1, w.shape)),
            "a biased gyroscope": lambda t, a, w: (t, quaternions(a), w + 0.05),
            "a vehicle that rests": lambda t, a, w: (t, quaternions(0 * a + noise.normal(0, 0.004, a.shape)),
                                                     0 * w + noise.normal(0, 0.05, w.shape)),
            "a calm hover": lambda t, a, w: (t, quaternions(0.02 * a + noise.normal(0, 0.002, a.shape)),
                                             0.02 * w + noise.normal(0, 0.02, w.shape)),
            "10 Hz": lambda t, a, w: (t[::10], quaternions(a)[:, ::10], w[:, ::10]),
            "another sign of q": lambda t, a, w: (t, quaternions(a) * np.where(noise.random(t.size) < 0.5, -1, 1), w),
        }.items():
            with self.subTest(what):
                log = self.rows(*make(*flight()))
                self.assertEqual((log["contradictions"], log["repaired"]), ([], []))
                self.assertNotEqual(log["attitude_check"]["verdict"], "contradict")
        for lag_s in (-0.05, 0.05, 0.12):  # of motion capture, of a radio link
            t, angles, rates = flight(lag_s=lag_s)
            check = self.rows(t, quaternions(angles), rates)["attitude_check"]
            # Lags are tried in steps of 0.01 s.
            self.assertEqual((check["verdict"], round(check["lag_s"], 2)), ("agree", lag_s))

    def test_wrong_logs_are_named(self):
        """Each is one change of a right log, and it is undone by the line that is named."""
        t, angles, w = flight()
        q, flip = quaternions(angles), np.array([[1], [-1], [-1]])
        for what, named, log in [
            ("x y z w", 'from = ["qz", "qw", "qx", "qy"] of [columns.attitude]', (t, q[ROTATED], w)),
            ("the inverse", "sign = [1, -1, -1, -1] of [columns.attitude]", (t, q * np.array([[1], [-1], [-1], [-1]]), w)),
            ("deg/s", 'unit = "deg/s" of [columns.body_rate]', (t, q, np.degrees(w))),
            ("another frame of the rates", 'frame = "FLU" of [columns.body_rate]', (t, q, flip * w)),
            ("two columns exchanged", 'from = ["q", "p", "r"] of [columns.body_rate]', (t, q, w[[1, 0, 2]])),
            ("one sign", "sign = [1, -1, 1] of [columns.body_rate]", (t, q, np.array([[1], [-1], [1]]) * w)),
        ]:
            with self.subTest(what):
                found = self.rows(*log)
                self.assertIn(named, self.cures(found))
                uses = found["by_use"]
                for use in ("fly its commands again", "identify the vehicle"):
                    self.assertIn("attitude contradicts body_rate", " ".join(uses[use]["missing"]))
        for what, named, log, said in [
            ("a frame that is not the log's", 'frame = "FRD to NED" of [columns.attitude]', (t, q, w),
             {"attitude_is": 'frame = "FLU to ENU"'}),
            ("rad/s as deg/s", 'unit = "rad/s" of [columns.body_rate]', (t, q, w), {"rate_is": 'unit = "deg/s"'}),
            ("degrees as radians", 'unit = "deg" of [columns.attitude]', (t, np.degrees(angles), w),
             {"names": ANGLES, "attitude_is": 'unit = "rad"'}),
            ("radians as degrees", 'unit = "rad" of [columns.attitude]', (t, angles, w),
             {"names": ANGLES, "attitude_is": 'unit = "deg"'}),
            ("yaw first", 'from = ["yaw", "pitch", "roll"] of [columns.attitude]', (t, np.degrees(angles)[::-1], w),
             {"names": ANGLES, "attitude_is": 'unit = "deg"'}),
        ]:
            with self.subTest(what):
                self.assertIn(named, self.cures(self.rows(*log, **said)))
        two = self.rows(t, q[ROTATED], np.degrees(w))
        self.assertIn('from = ["qz", "qw", "qx", "qy"] of [columns.attitude] and unit = "deg/s" of [columns.body_rate]', self.cures(two))

    def test_angles_in_degrees_are_the_same_attitude(self):
        """Against quaternions by products of turns about one axis each, in numpy: 1e-12, as the digits of the file."""
        t, angles, w = flight(amplitude=(0.6, 0.4, 2.0), seconds=3)
        log = self.rows(t, np.degrees(angles) % 360, w, names=ANGLES, attitude_is='unit = "deg"', digits=13)
        for got, wanted in zip(log["by_name"]["attitude"]["first"], quaternions(angles)[:, 0]):
            self.assertAlmostEqual(abs(got), abs(wanted), delta=1e-12)
        self.assertEqual(log["contradictions"], [])

    def test_axes_without_turns_are_named(self):
        t, angles, w = flight(amplitude=(0.3, 0, 0))
        self.rows(t, quaternions(angles), w)
        out = self.expect(0, "log", "a.csv", "--columns", "columns.toml").out
        self.assertIn("checked: attitude agrees with body_rate about x; about y and z the vehicle turns too little to tell", out)


class Resets(CheckTest):
    def test_resets_are_counted_and_not_flown_across(self):
        t, angles, w = flight()
        for what, change, size in [("yaw", np.array([[0], [0], [0.5]]) * (t > 7), 0.5),
                                   ("yaw by 5 degrees, twice", np.array([[0], [0], [0.0873]]) * ((t > 7) + 1.0 * (t > 9)), 0.0873)]:
            with self.subTest(what):
                log = self.rows(t, quaternions(angles + change), w)
                resets = log["by_name"]["attitude"]["resets"]
                self.assertEqual(len(resets), round(change[2].max() / size))
                self.assertAlmostEqual(resets[0]["time_s"], 7.01, places=9)
                self.assertAlmostEqual(resets[0]["size"], size, delta=0.01)  # what turns in a row is known so well
                self.assertIn("jump", log["repaired"][0])
                self.assertIn("that body_rate contradicts", log["repaired"][0])
        spike = self.rows(t, quaternions(angles + np.array([[0.3], [0], [0]]) * (abs(t - 5) < 0.004)), w)
        self.assertEqual(spike["repaired"], ["attitude: 1 of 1000 rows left out: body_rate contradicts them"])

    def test_positions_that_the_velocity_contradicts(self):
        t, angles, w = flight()
        velocity = np.array([np.cos(t), 2 * np.sin(0.5 * t), 0.1 * np.cos(3 * t)])
        position = np.array([np.sin(t), 4 - 4 * np.cos(0.5 * t), 0.1 / 3 * np.sin(3 * t)])
        for jump, count in ((0, 0), (3, 1)):
            moved = position + np.array([[jump], [0], [0]]) * (t > 6)
            log = self.rows(t, quaternions(angles), w, more=[("position", "m", moved), ("velocity", "m/s", velocity)])
            self.assertEqual(len(log["by_name"]["position"]["resets"]), count)
            self.assertEqual(len(log["repaired"]), count)
        self.assertAlmostEqual(log["by_name"]["position"]["resets"][0]["size"], 3, delta=0.001)


class Stamps(CheckTest):
    COLUMNS = '[time]\ncolumn = "t"\nunit = "s"\n[columns."imu.gyroscope"]\nfrom = ["x", "y", "z"]\nunit = "rad/s"\n'

    def gyroscope(self, stamps, *arguments, values=None):
        readings = np.random.default_rng(3).normal(0, 1, (len(stamps), 3)) if values is None else values
        self.write_log("a.csv", "t,x,y,z\n" + "".join(f"{t:.6f},{x:.6f},{y:.6f},{z:.6f}\n" for t, (x, y, z) in zip(stamps, readings)))
        self.write("columns.toml", self.COLUMNS)
        answer = json.loads(self.expect(0, "log", "a.csv", "--columns", "columns.toml", "--json", *arguments).out)
        return answer["signals"][0], answer["repaired"]

    def test_readings_are_spread_over_the_time_they_took(self):
        k = np.arange(4000)
        lost = k[(k // 4) % 100 != 50]
        for what, stamps, hz, gaps in [
            ("whole milliseconds", np.floor(k * 0.625) / 1000, 1600, 0),
            ("four at once", (k // 4 * 4 + 3) / 1000, 1000, 0),
            ("four at once, 10 us apart", (k // 4 * 4 + 3) / 1000 + k % 4 * 1e-5, 1000, 0),
            ("2 and 3 ms of 400 Hz", np.floor(k * 2.5) / 1000, 400, 0),
            ("bursts that are lost", (lost // 4 * 4 + 3) / 1000, 1000, 10),
            ("a pause", np.floor(k * 0.625) / 1000 + 1.5 * (k > 1500), 1600, 1),
        ]:
            with self.subTest(what):
                signal, repaired = self.gyroscope(stamps)
                self.assertEqual((signal["values"], len(signal["gaps_s"])), (stamps.size, gaps))
                # Stamps are off by a millisecond at the two ends of some seconds.
                self.assertAlmostEqual(signal["rate_hz"], hz, delta=1e-3 * hz)
                self.assertIn("the readings are spaced evenly over their time", repaired[0])
                self.assertLess(abs(signal["last_s"] - (stamps[-1] - stamps[0])), 0.004)

    def test_stamps_that_are_times_stay(self):
        k, rng = np.arange(4000), np.random.default_rng(2)
        for what, stamps in [("even", k / 1000), ("10 % missing", k[rng.random(4000) > 0.1] / 100),
                             ("40 % missing", k[rng.random(4000) > 0.4] / 100), ("jitter", k / 100 + rng.normal(0, 1e-3, 4000))]:
            with self.subTest(what):
                signal, repaired = self.gyroscope(stamps)
                self.assertEqual((signal["values"], repaired), (stamps.size, []))
        twice = np.repeat(np.arange(2000), 2)
        signal, repaired = self.gyroscope(twice / 100, values=np.tile(twice[:, None] * 0.1, 3))
        self.assertEqual((signal["values"], len(repaired)), (2000, 1))  # rows that are written twice are one

    def test_rate(self):
        signal, repaired = self.gyroscope(np.zeros(5000), "--rate", "1600")
        self.assertEqual((signal["values"], signal["last_s"]), (5000, 4999 / 1600))
        self.assertIn("at 1600 Hz (--rate)", repaired[0])
        self.assertIn("Give it with --rate", self.gyroscope(np.zeros(5000))[1][0])
        self.refuse(2, "a.csv", "--columns", "columns.toml", "--rate", "none", says=["--rate"])


class Lengths(CheckTest):
    moving = (("body_rate", "rad/s", "012"), ("velocity", "m/s", "012"), ("command", "1", "0123"))

    def columns_at_hover(self, seconds, hz):
        """Lines of a columns file, and the table of a vehicle that does not move."""
        t = np.arange(0, seconds, 1 / hz)
        level = np.array([[1.0], [0], [0], [0]]) * np.ones(t.size)
        columns = ["[time]", 'column = "t"', 'unit = "s"', "[columns]", 'attitude = {from = ["w", "x", "y", "z"]}']
        columns += [f'{name} = {{from = {json.dumps([name + c for c in places])}, unit = "{unit}"}}' for name, unit, places in self.moving]
        header = ["t", "w", "x", "y", "z"] + [name + c for name, _, places in self.moving for c in places]
        table = np.vstack([t, level, np.zeros((6, t.size)), 0.5 * np.ones((4, t.size))]).T
        return columns, ",".join(header) + "\n" + "\n".join(",".join(map(repr, map(float, row))) for row in table) + "\n"

    def test_short_logs_are_good_for_nothing(self):
        for seconds, hz, good in ((0.0025, 2000, []), (0.6, 100, ["compare a flight with it"]),
                                  (1.2, 100, ["compare a flight with it", "fly its commands again"]),
                                  (3, 100, ["compare a flight with it", "fly its commands again", "identify the vehicle"])):
            columns, values = self.columns_at_hover(seconds, hz)
            log = self.log(values, "a.csv", "\n".join(columns) + "\n")
            self.assertEqual([use for use, verdict in log["by_use"].items() if verdict["good"]], good)
            if not good:
                self.assertIn("0.002 s are too short", log["by_use"]["identify the vehicle"]["missing"][0])

    def test_what_fit_needs_is_what_log_says(self):
        """A log without one of these signals is refused by fit, and log says so before. Body rates can come from
        attitudes at 80 Hz or more."""
        self.write("s.toml", TRUTH)
        for missing, hz in (("velocity", 100), ("attitude", 100), ("body_rate", 70)):
            with self.subTest(missing):
                columns, values = self.columns_at_hover(3, hz)
                kept = [line for line in columns if not line.startswith(missing + " =")]
                log = self.log(values, "a.csv", "\n".join(kept) + "\n")
                for use in ("fly its commands again", "identify the vehicle"):
                    self.assertIn(f"there is no {missing}", " ".join(log["by_use"][use]["missing"]))
                self.write("c.toml", "\n".join(kept) + "\n")
                self.assertIn(f"the log has no {missing}", self.expect(3, "fit", "s.toml", "a.csv", "--columns", "c.toml").err)


if __name__ == "__main__":
    support.main()
