#!/usr/bin/python3
"""The filters of PX4's control loop: flown against PX4's difference equations, written down anew; margins of imported files
against transfer functions in the s-plane; and what an import leaves out against the same with it."""
import json
import math
import re
import tomllib

import numpy as np

import support
from support import ProgramTest

G = 9.80665
COMMON = """CA_ROTOR_COUNT 4
CA_ROTOR0_PX 0.17
CA_ROTOR0_PY 0.17
CA_ROTOR0_KM 0.05
CA_ROTOR1_PX -0.17
CA_ROTOR1_PY -0.17
CA_ROTOR1_KM 0.05
CA_ROTOR2_PX 0.17
CA_ROTOR2_PY -0.17
CA_ROTOR2_KM -0.05
CA_ROTOR3_PX -0.17
CA_ROTOR3_PY 0.17
CA_ROTOR3_KM -0.05
MPC_THR_HOVER 0.275
THR_MDL_FAC 0.7
MC_ROLLRATE_P 0.16
MC_ROLLRATE_I 0.22
MC_ROLLRATE_D 0.005
MC_ROLL_P 6
MC_PITCHRATE_P 0.16
MC_PITCHRATE_I 0.22
MC_PITCHRATE_D 0.005
MC_PITCH_P 6
MC_YAWRATE_P 0.12
MC_YAWRATE_I 0.06
MC_YAWRATE_D 0.001
MC_YAW_P 2
"""
BODY = ("--mass", "2", "--inertia", "0.022,0.022,0.04", "--motor-lag", "0.03")


def params(version, **values):
    head = f"# Stack: PX4 Pro\n# Version: {version}\n" if version else ""
    lines = [line.split() for line in COMMON.splitlines()] + [[name, str(value)] for name, value in values.items()]
    return head + "".join(f"1\t1\t{name}\t{value}\t9\n" for name, value in lines)


def px4_low_pass(rate_hz, cutoff_hz):
    """LowPassFilter2p: numerator and denominator in 1/z."""
    ohm = math.tan(math.pi * cutoff_hz / rate_hz)
    c = 1 + 2 * math.cos(math.pi / 4) * ohm + ohm**2
    b = ohm**2 / c
    return (b, 2 * b, b), (1, 2 * (ohm**2 - 1) / c, (1 - 2 * math.cos(math.pi / 4) * ohm + ohm**2) / c)


def px4_notch(rate_hz, hz, bandwidth_hz):
    """NotchFilter."""
    alpha, beta = math.tan(math.pi * bandwidth_hz / rate_hz), -math.cos(2 * math.pi * hz / rate_hz)
    b = 1 / (alpha + 1)
    return (b, 2 * beta * b, b), (1, 2 * beta * b, (1 - alpha) * b)


class DirectForm:
    def __init__(self, coefficients):
        (self.b, self.a), self.u, self.y = coefficients, [0, 0], [0, 0]

    def __call__(self, u):
        y = self.b[0] * u + self.b[1] * self.u[0] + self.b[2] * self.u[1] - self.a[1] * self.y[0] - self.a[2] * self.y[1]
        self.u, self.y = [u, self.u[0]], [y, self.y[0]]
        return y


class Flown(ProgramTest):
    """Rotors that follow at once and turn about one axis: a body rate is the sum of what is commanded."""
    RATE = 400
    GAINS = {"gain": 20.0, "integral": 30.0, "derivative": 0.4}
    STEP = 0.01  # rad/s, so that PX4's weaker integral of large errors is below 1e-5

    def fly(self, axis, rate_keys):
        target = [0, 0, 0]
        target[axis] = self.STEP
        self.write("f.toml", f"""schema = 1
name = "f"
vehicle.include = "{support.VEHICLES}/lee2010.toml"
environment.gravity_m_s2 = 9.81
integrator = {{type = "rk4", rate_hz = 2000}}
simulation.duration_s = 0.5
output = {{signals = ["body_rate"], rate_hz = {self.RATE}, traces = "all"}}
[controller]
type = "px4"
rate_hz = {self.RATE}
position = {{position_gain_1_s = 1, velocity_gain_1_s = 3}}
attitude.gain_1_s = 6
set_points = {{kind = "body_rate", rows = [[0, 0, 0, 0, 42.5754], [0.1, {target[0]}, {target[1]}, {target[2]}, 42.5754]]}}
[controller.body_rate]
gain_1_s = {self.GAINS["gain"]}
integral_gain_1_s2 = {self.GAINS["integral"]}
derivative_gain = {self.GAINS["derivative"]}
{rate_keys}
""")
        self.expect(0, "run", "f.toml", "-o", "f.h5", "--fresh", "--progress", "none")
        import h5py
        with h5py.File(self.path("f.h5")) as file:
            return file["body_rate"][0, :, axis]

    def expected(self, rows, filters, derivative, yaw_hz=0):
        """One update after the other: filters, PID, low-pass of the torque."""
        period = 1 / self.RATE
        chain, rate, total, torque, slope, last, rates = [DirectForm(f) for f in filters], 0.0, 0.0, 0.0, 0.0, 0.0, []
        for k in range(rows):
            rates.append(rate)
            filtered = rate
            for one in chain:
                filtered = one(filtered)
            slope = derivative((filtered - last) / period)
            last = filtered
            error = (self.STEP if k * period >= 0.1 else 0) - filtered
            wanted = self.GAINS["gain"] * error + total - self.GAINS["derivative"] * slope
            total += self.GAINS["integral"] * period * error * (1 - (error / math.radians(400))**2)
            torque += (wanted - torque) * (period / (period + 1 / (2 * math.pi * yaw_hz)) if yaw_hz else 1)
            rate += period * torque
        return np.array(rates)

    def second_order(self, cutoff_hz):
        return DirectForm(px4_low_pass(self.RATE, cutoff_hz))

    def alpha_filter(self, cutoff_hz):
        state = [0.0]
        alpha = 1 / (1 + self.RATE / (2 * math.pi * cutoff_hz))

        def step(u):
            state[0] += alpha * (u - state[0])
            return state[0]
        return step

    def test_they_are_px4s_difference_equations(self):
        """Where the gyroscope's rate is the controller's. 1e-6 of the step: the integrator's error over rotors that are commanded in steps."""
        both = [px4_notch(self.RATE, 85, 30), px4_notch(self.RATE, 120, 20), px4_low_pass(self.RATE, 40)]
        for name, axis, keys, filters, yaw_hz in (
                ("low-pass", 0, "gyro_cutoff_hz = 40", both[2:], 0),
                ("notch", 1, "notch_hz = 85\nnotch_bandwidth_hz = 30", both[:1], 0),
                ("second notch", 0, "second_notch_hz = 120", both[1:2], 0),
                ("all, and yaw", 2, "gyro_cutoff_hz = 40\nnotch_hz = 85\nnotch_bandwidth_hz = 30\nsecond_notch_hz = 120\nyaw_torque_cutoff_hz = 2", both, 2),
                ("none", 1, "gyro_cutoff_hz = 0\nnotch_hz = 0\nyaw_torque_cutoff_hz = 0\ngyro_rate_hz = 400", [], 0)):
            with self.subTest(name):
                order = 2 if name == "none" else 1
                flown = self.fly(axis, f"derivative_order = {order}\ncutoff_hz = 30\n" + keys)
                wanted = self.expected(len(flown), filters, (self.alpha_filter if order == 1 else self.second_order)(30), yaw_hz)
                self.assertGreater(wanted[-1], 0.5 * self.STEP)
                np.testing.assert_allclose(flown, wanted, atol=1e-6 * self.STEP)

    def test_keys_that_are_off_change_no_bit(self):
        """Nor the text of the scenario."""
        texts = []
        for keys in ("", "gyro_cutoff_hz = 0.0\nnotch_hz = 0.0\nsecond_notch_hz = 0.0\nyaw_torque_cutoff_hz = 0.0\nderivative_order = 2\ngyro_rate_hz = 0.0"):
            rates = self.fly(0, keys)
            texts.append((rates.tobytes(), self.expect(0, "check", "f.toml", "--resolved").out))
        self.assertEqual(texts[0], texts[1])
        self.assertNotIn("notch", texts[0][1])

    def test_what_cannot_be_filtered_is_refused(self):
        for keys, says in (("gyro_cutoff_hz = 201", "the cut-off of 201 Hz is above half the controller's rate"),
                           ("notch_hz = 201", "201 Hz is above half the controller's rate"),
                           ("notch_hz = 201\ngyro_rate_hz = 8000", "201 Hz is above half the controller's rate"),
                           ("gyro_cutoff_hz = 4001\ngyro_rate_hz = 8000", "the cut-off of 4001 Hz is above half the gyroscope's rate"),
                           ("second_notch_hz = 50\nsecond_notch_bandwidth_hz = 300", "300 Hz is above half the controller's rate"),
                           ("gyro_rate_hz = 200", "the filters' rate of 200 Hz is below the controller's"),
                           ("yaw_torque_cutoff_hz = 300", "the cut-off of 300 Hz"),
                           ("derivative_order = 3", "derivative_order")):
            with self.subTest(keys), self.assertRaises(AssertionError):
                self.fly(0, keys)
            self.assertIn(says, self.expect(2, "check", "f.toml").err)


class Loop:
    """A loop in the s-plane, broken at the torque of one axis: PX4's rate PID, attitude P and, of roll, velocity PID and
    position P over a rigid body and the lag of its motors, which are commanded in steps."""

    def __init__(self, axis, rate_hz, gyro_hz=0, sampled=False, notches=(), derivative=(1, 30), yaw_hz=0, extra=lambda s: 1, slope=lambda s: 1, delay_s=0):
        thrust, tau, period = 2 * G / 0.275 / 4, 0.03, 1 / rate_hz
        P, I, D, att = {"roll": (0.16, 0.22, 0.005, 6), "yaw": (0.12, 0.06, 0.001, 2)}[axis]
        A = {"roll": 4 * thrust * 0.17 * math.sqrt(0.5) / 0.022, "yaw": 4 * thrust * 0.05 / 0.04}[axis]
        self.w = np.geomspace(0.3, 0.999 * math.pi / period, 20001)
        s = 1j * self.w
        H = extra(s) * np.ones_like(s)
        if gyro_hz and not sampled:
            H = H * self.low_pass(s, gyro_hz)
        for hz, bandwidth in notches:
            w0 = 2 * math.pi * hz
            H = H * (s**2 + w0**2) / (s**2 + 2 * math.pi * bandwidth * s + w0**2)
        order, cutoff = derivative
        d = slope(s) * (self.low_pass(s, cutoff) if order == 2 else 1 / (1 + s / (2 * math.pi * cutoff)))
        slope_s = s
        if sampled:  # as often as the controller, by PX4's difference equations
            z = np.exp(-s * period)

            def low_pass(hz):
                b, a = px4_low_pass(rate_hz, hz)
                return (b[0] + b[1] * z + b[2] * z**2) / (a[0] + a[1] * z + a[2] * z**2)
            H, d, slope_s = low_pass(gyro_hz), low_pass(cutoff), (1 - z) / period
        # Roll flies to the right: its set-point is what the velocity that follows from it asks for (PX4's defaults).
        outer = ((1.8 + 0.4 / s) * (1 + 0.95 / s) + 0.2 * s * self.low_pass(s, 5)) / s if axis == "roll" else 0
        plant = A / (tau * s + 1) / s * (1 - np.exp(-s * period)) / (s * period) * np.exp(-s * delay_s)
        yaw = 1 / (1 + s / (2 * math.pi * yaw_hz)) if yaw_hz else 1
        self.values = yaw * plant * ((P + I / s) * (H + att / s * (1 + outer)) + D * slope_s * d * H)

    @staticmethod
    def low_pass(s, hz):
        w = 2 * math.pi * hz
        return w**2 / (s**2 + math.sqrt(2) * w * s + w**2)

    def margins(self):
        """Phase margin in degrees, and by how many dB the gain may rise."""
        size, L = np.abs(self.values), self.values
        at = np.where((size[:-1] - 1) * (size[1:] - 1) < 0)[0]
        phase = min(abs(math.degrees(np.angle(-L[k]))) for k in at)
        at = np.where((L.imag[:-1] * L.imag[1:] < 0) & (L.real[:-1] < 0) & (size[:-1] < 1))[0]
        return phase, min(-20 * math.log10(size[k]) for k in at) if len(at) else math.inf


class Imported(ProgramTest):
    def made(self, text):
        self.write("a.params", text)
        self.expect(0, "import", "px4-params", "a.params", *BODY, "-o", "a.toml", "--force")
        with open(self.path("a.toml"), "rb") as file:
            return tomllib.load(file)

    def margins(self, *options):
        result = self.expect(0, "margins", "a.toml", "--json", *options)
        loops = {loop["name"]: loop for loop in json.loads(result.out)["at_command"]}
        return {axis: (loops[axis]["phase"]["deg"], loops[axis]["gain_up"]["db"]) for axis in ("roll", "yaw")}, result.err

    # Case 01 of the files that people sent, and its like. Rates are those of files.
    FILES = {
        "case 01": ("1.16.1", {"IMU_GYRO_RATEMAX": 800, "IMU_GYRO_CUTOFF": 40, "IMU_DGYRO_CUTOFF": 40, "IMU_GYRO_NF0_FRQ": 85, "IMU_GYRO_NF0_BW": 30, "MC_YAW_TQ_CUTOFF": 2},
                    {"gyro_hz": 40, "derivative": (1, 40), "notches": [(85, 30)], "yaw_hz": 2}),
        "defaults of 1.16": ("1.16.0", {}, {"gyro_hz": 40, "derivative": (1, 30), "yaw_hz": 2}),
        "yaw filter off": ("1.16.0", {"MC_YAW_TQ_CUTOFF": 0}, {"gyro_hz": 40, "derivative": (1, 30)}),
        "1.17": ("1.17.0", {}, {"gyro_hz": 40, "derivative": (1, 20), "yaw_hz": 2}),
        "1.14, two notches": ("1.14.3", {"IMU_GYRO_RATEMAX": 1000, "IMU_GYRO_CUTOFF": 60, "IMU_GYRO_NF0_FRQ": 70, "IMU_GYRO_NF1_FRQ": 140, "IMU_GYRO_NF1_BW": 40, "IMU_GYRO_NF0_BW": 15},
                              {"gyro_hz": 60, "derivative": (1, 30), "notches": [(70, 15), (140, 40)]}),
        "1.13, NF1 alone": ("1.13.3", {"IMU_GYRO_NF1_FRQ": 60, "IMU_GYRO_CUTOFF": 0}, {"notches": [(60, 20)]}),
        "1.12, second order": ("v1.12.3", {"IMU_GYRO_NF_FREQ": 65, "IMU_GYRO_NF_BW": 20, "IMU_DGYRO_CUTOFF": 40}, {"gyro_hz": 40, "derivative": (2, 40), "notches": [(65, 20)]}),
        "1.11": ("1.11.3", {"IMU_DGYRO_CUTOFF": 50}, {"gyro_hz": 30, "derivative": (2, 50), "sampled": True}),
        "no version, of 1.13 by its rotors": (None, {"IMU_GYRO_CUTOFF": 90, "IMU_DGYRO_CUTOFF": 70}, {"gyro_hz": 90, "derivative": (1, 70)}),
        "notch without a width": ("1.15.4", {"IMU_GYRO_NF0_FRQ": 85, "IMU_GYRO_NF0_BW": 0}, {"gyro_hz": 40}),
    }

    def test_margins_are_those_of_the_loop_that_px4_flies(self):
        """Within 0.5 degrees and 0.6 dB: integrals are sums, half an update late, and filters at 400 Hz are PX4's at 8 kHz up to 0.5
        degrees at 20 Hz and some tenths of a dB above. All filters together take 8 to 60 degrees here, one of another order 4."""
        for name, (version, values, loop) in self.FILES.items():
            self.made(params(version, **values))
            said, _ = self.margins()
            for axis in ("roll", "yaw"):
                with self.subTest(f"{name}: {axis}"):
                    own = loop if axis == "yaw" else {key: value for key, value in loop.items() if key != "yaw_hz"}
                    phase, gain = Loop(axis, values.get("IMU_GYRO_RATEMAX", 400), **own).margins()
                    self.assertAlmostEqual(said[axis][0], phase, delta=0.5)
                    if math.isfinite(gain):
                        self.assertAlmostEqual(said[axis][1], gain, delta=0.6)

    def test_case_01_as_it_was_sent(self):
        """With its gains of yaw, the torque filter leaves a phase margin of -1 degree: PX4's loop grows slowly, and so does ours."""
        version, values, _ = self.FILES["case 01"]
        self.made(params(version, **values).replace("MC_YAW_P\t2", "MC_YAW_P\t6").replace("MC_YAWRATE_I\t0.06", "MC_YAWRATE_I\t0.12"))
        self.expect(1, "margins", "a.toml")
        self.assertIn("unstable", self.expect(2, "check", "a.toml", "--strict").err)
        self.expect(0, "check", "a.toml", "--strict", "--set", "controller.body_rate.yaw_torque_cutoff_hz=0")

    def test_keys_of_a_file(self):
        version, values, _ = self.FILES["case 01"]
        rate = self.made(params(version, **values))["controller"]["body_rate"]
        self.assertEqual({key: rate[key] for key in rate if "gain" not in key and "integral" not in key},
                         {"cutoff_hz": 40, "derivative_order": 1, "gyro_cutoff_hz": 40, "notch_hz": 85, "notch_bandwidth_hz": 30, "gyro_rate_hz": 8000, "yaw_torque_cutoff_hz": 2})
        self.assertEqual(self.made(params("1.12.3"))["controller"]["body_rate"]["gyro_rate_hz"], 8000)
        # 1.11 filters as often as it controls; before 1.13 the derivative is of second order.
        rate = self.made(params("1.11.3"))["controller"]["body_rate"]
        self.assertNotIn("derivative_order", rate)
        self.assertEqual(rate["gyro_rate_hz"], 400)
        self.assertNotIn("yaw_torque_cutoff_hz", rate)
        # Without a limit of the rate.
        made = self.made(params("1.15.4", IMU_GYRO_RATEMAX=0))
        self.assertEqual(made["controller"]["rate_hz"], 1000)
        # An updated vehicle keeps the old name.
        rate = self.made(params("1.15.4", IMU_GYRO_NF_FREQ=50, IMU_GYRO_NF0_FRQ=80))["controller"]["body_rate"]
        self.assertEqual((rate["notch_hz"], rate["notch_bandwidth_hz"]), (80, 20))

    def test_what_was_left_out_is_in_the_file(self):
        """And in the result. A notch of 700 Hz takes 0.1 degrees: nothing to warn of."""
        made = self.made(params("1.16.1", MC_AIRMODE=1, MC_ROLLRATE_FF=0.1, BAT1_N_CELLS=4, IMU_GYRO_NF0_FRQ=700, IMU_GYRO_NF0_BW=50))
        record = made["imported"]
        self.assertEqual((record["file"], record["kind"], record["program"], record["others"]), ("a.params", "px4-params", "PX4 1.16.1", 1))
        rows = {row["settings"][0].split()[0]: row for row in record["left_out"]}
        self.assertEqual(set(rows), {"MC_AIRMODE", "MC_ROLLRATE_FF", "IMU_GYRO_NF0_FRQ"})
        notch = rows["IMU_GYRO_NF0_FRQ"]
        self.assertEqual([notch[key] for key in ("filter", "on", "frequency_hz", "bandwidth_hz")], ["notch", "body_rate", 700, 50])
        self.assertNotIn("filter", rows["MC_AIRMODE"])
        self.assertNotIn("left out", self.expect(0, "check", "a.toml").err + self.margins()[1])
        self.expect(0, "run", "a.toml", "-o", "a.h5", "--progress", "none", "--set", "simulation.duration_s=0.1")
        self.assertIn("IMU_GYRO_NF0_FRQ", self.expect(0, "replay", "a.h5", "--sample", "0", "--to-toml", "again.toml").out + open(self.path("again.toml")).read())

    def test_left_out_filters_that_matter_are_warned_of(self):
        """With the margin that the loop has with them, from the s-plane."""
        w = 2 * math.pi * 30
        cases = {
            'filter = "low_pass"\non = "body_rate"\norder = 2\nfrequency_hz = 30': {"extra": lambda s: Loop.low_pass(s, 30)},
            'filter = "low_pass"\non = "body_rate"\nfrequency_hz = 30': {"extra": lambda s: 1 / (1 + s / w)},
            'filter = "notch"\non = "body_rate"\nfrequency_hz = 40\nbandwidth_hz = 30': {"notches": [(40, 30)]},
            'filter = "delay"\non = "command"\ndelay_s = 0.0035': {"delay_s": 0.0035},
            'filter = "low_pass"\non = "derivative"\nfrequency_hz = 10': {"slope": lambda s: 1 / (1 + s / (2 * math.pi * 10))},
            'filter = "notch"\non = "body_rate"\ncount = 4\nfrequency_hz = 80\nbandwidth_hz = 15': {"notches": 4 * [(80, 15)]},
        }
        self.made(params("1.15.4", IMU_GYRO_CUTOFF=0, IMU_GYRO_RATEMAX=800))
        with open(self.path("a.toml"), encoding="utf-8") as file:
            plain = file.read()
        before, _ = self.margins()
        for keys, loop in cases.items():
            with self.subTest(keys):
                self.write("a.toml", plain + f'\n[[imported.left_out]]\nsettings = ["ITS_NAME = 1"]\nwhy = "a test"\n{keys}\n')
                after, err = self.margins()
                self.assertEqual(after, before)  # it does not fly
                err = " ".join(err.split())
                self.assertIn("settings left out by the import change the margins (with ITS_NAME = 1 the", err)
                self.assertIn("ITS_NAME", self.expect(2, "check", "a.toml", "--strict").err)
                what, axis, value = re.search(r"the (\w+) \w*\s*margin of (\w+) would be ([0-9.]+)", err.replace("the phase", "the phase any")).groups()
                axis = "roll" if axis == "pitch" else axis  # of equal inertia
                phase, gain = Loop(axis, 800, **loop).margins()
                self.assertAlmostEqual(float(value), phase if what == "phase" else gain, delta=1 if what == "phase" else 0.4)

    def test_notches_that_follow_the_rotors(self):
        """Where the vehicle file has a speed: a quarter of the weight on k n^2, three harmonics of each rotor."""
        iris = support.VEHICLES / "iris.toml"
        with open(iris, "rb") as file:
            vehicle = tomllib.load(file)
        self.write("a.params", params("1.16.1", IMU_GYRO_DNF_EN=1, IMU_GYRO_DNF_BW=20))
        made = tomllib.loads(self.expect(0, "import", "px4-params", "a.params", "--vehicle", iris).out)
        rows = [row for row in made["imported"]["left_out"] if row.get("filter") == "notch"]
        hz = math.sqrt(made["vehicle"]["mass_kg"] * G / 4 / vehicle["rotor"]["law"]["thrust_n_s2"]) / (2 * math.pi)
        self.assertEqual([(row["count"], row["bandwidth_hz"]) for row in rows], 3 * [(4, 20)])
        for k, row in enumerate(rows):
            self.assertAlmostEqual(row["frequency_hz"], (k + 1) * hz, delta=0.02 * hz)  # the rotors' density
        self.write("a.params", params("1.16.1", IMU_GYRO_DNF_EN=1))
        self.assertIn("their speed at hover is unknown", " ".join(self.expect(0, "import", "px4-params", "a.params", *BODY).err.split()))

    def test_small_ones_are_not(self):
        """By the gain margin of thrust, 52 dB, too: a low-pass of 400 Hz or 0.2 ms change a gain margin by more than 0.5 dB."""
        self.made(params("1.15.4", IMU_GYRO_RATEMAX=800))
        with open(self.path("a.toml"), encoding="utf-8") as file:
            plain = file.read()
        for keys in ('filter = "low_pass"\non = "body_rate"\norder = 2\nfrequency_hz = 2000', 'filter = "delay"\non = "command"\ndelay_s = 0.00002',
                     'filter = "notch"\non = "body_rate"\nfrequency_hz = 200\nbandwidth_hz = 10'):
            with self.subTest(keys):
                self.write("a.toml", plain + f'\n[[imported.left_out]]\nsettings = ["ITS_NAME = 1"]\nwhy = "a test"\n{keys}\n')
                self.assertNotIn("left out", self.expect(0, "check", "a.toml").err + self.margins()[1])

    def test_what_is_no_filter_is_refused(self):
        self.made(params("1.15.4"))
        with open(self.path("a.toml"), encoding="utf-8") as file:
            plain = file.read()
        for keys, says in (('filter = "notch"\non = "body_rate"\nfrequency_hz = 20', "'bandwidth_hz' of a notch is missing"),
                           ('filter = "delay"\non = "command"\nfrequency_hz = 20', "'delay_s' of a delay is missing"),
                           ('filter = "low_pass"\nfrequency_hz = 20', "the place of the filter is missing"),
                           ('delay_s = 0.1', "a row without filter has no 'delay_s'"),
                           ('filter = "comb"\non = "body_rate"', "comb"), ('filter = "delay"\non = "roll"\ndelay_s = 1', "roll")):
            with self.subTest(keys):
                self.write("a.toml", plain + f'\n[[imported.left_out]]\nsettings = ["ITS_NAME = 1"]\nwhy = "a test"\n{keys}\n')
                self.assertIn(says, self.expect(2, "check", "a.toml").err)


if __name__ == "__main__":
    support.main()
