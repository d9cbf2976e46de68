#!/usr/bin/python3
"""montecopter margins: against flights of the program itself at the limit that it states; the warnings of `check`; bad
input. margins_by_matrices.py computes them another way."""
import json
import math
import pathlib
import subprocess
import tempfile

import h5py
import numpy as np

import support
from margins_by_matrices import held
from controller_library import compiled
from support import SCENARIO, VEHICLES, ProgramTest

EXAMPLES = VEHICLES.parent / "examples"

# Laws on an f450, slow enough that the delay at which they grow is below their period.
LAWS = {
    "lee": """type = "lee"
position_gain_1_s2 = 1.0
velocity_gain_1_s = 1.5
attitude_gain_n_m = [0.8, 0.8, 0.4]
rate_gain_n_m_s = [0.2, 0.2, 0.15]
""",
    "px4": """type = "px4"
position = {position_gain_1_s = 0.6, velocity_gain_1_s = [1.2, 1.2, 3], velocity_integral_gain_1_s2 = 0.2}
attitude = {gain_1_s = [4, 4, 2]}
body_rate = {gain_1_s = [10, 10, 6], integral_gain_1_s2 = [5, 5, 2], cutoff_hz = 10}
""",
    "indi": """type = "indi"
position_gain_1_s2 = 0.5
velocity_gain_1_s = 1.0
attitude_gain_1_s2 = 9
rate_gain_1_s = 6
cutoff_hz = 4
motor_time_constant_s = 0.03
""",
    "lqr": """type = "lqr"
position_weight_1_m2 = 10
velocity_weight_s2_m2 = 4
attitude_weight_1_rad2 = [8.2, 8.2, 33.0]
rate_weight_s2_rad2 = [0.11, 0.11, 1.0]
command_weights = [0.021, 0.83, 0.83, 60]
""",
    "rate": """type = "rate"
gain_1_s = [18, 18, 9]
integral_gain_1_s2 = 3
derivative_gain = 0.1
cutoff_hz = 10
set_points = {kind = "body_rate", rows = [[0, 0, 0, 0, THRUST]]}
""",
}
LAWS["mellinger"] = LAWS["lee"].replace('"lee"', '"mellinger"')
STEP = 0.0002  # s


def slow(law, delay_s=0.0, more="", vehicle="f450", rate_hz=None):
    """A hover at 25 Hz (40 for indi), pushed a little."""
    trajectory = "" if law == "rate" else 'trajectory = {type = "hover"}\n'
    return f"""schema = 1
name = "slow"
vehicle.include = "{VEHICLES}/{vehicle}.toml"
integrator = {{type = "rk4", rate_hz = {round(1 / STEP)}}}
simulation = {{duration_s = 16, initial = {{body_rate_rad_s = [1e-6, 1e-6, 1e-6]}}}}
output = {{signals = ["body_rate"], rate_hz = 50, traces = "all"}}
{trajectory}{more}
[controller]
rate_hz = {rate_hz or (40 if law == "indi" else 25)}
delay_s = {delay_s:.6g}
{LAWS[law].replace("THRUST", {"f450": "13.729", "x500": "19.613"}[vehicle])}"""


class Flights(ProgramTest):
    def margins(self, text, code=0):
        self.write("m.toml", text)
        return json.loads(self.expect(code, "margins", "m.toml", "--json").out)

    def growth(self, text):
        """By how much the largest body rate is larger in the last 4 s than from 6 to 10 s."""
        self.write("f.toml", text)
        self.expect(0, "run", "f.toml", "-o", "f.h5", "--fresh", "--progress", "none")
        with h5py.File(self.path("f.h5")) as file:
            rates = abs(np.squeeze(file["body_rate"][:])).max(axis=1)
        return rates[-200:].max() / rates[300:500].max()

    def fly_beside(self, delay_s, text_of):
        """2 % less than the delay decays, 2 % more grows; both in whole steps."""
        low, high = (math.floor(0.98 * delay_s / STEP) * STEP, math.ceil(1.02 * delay_s / STEP) * STEP)
        self.assertLess(self.growth(text_of(low)), 0.7)
        self.assertGreater(self.growth(text_of(high)), 1.4)

    def test_a_loop_flown_at_its_delay_margin(self):
        # These laws do not know of the delay, so it is the one that the loop without a delay says.
        for law in ("lee", "mellinger", "px4", "rate"):
            with self.subTest(law):
                said = self.margins(slow(law))
                self.assertLess(1.02 * said["later_s"], 0.04)
                self.assertAlmostEqual(said["later_s"], min(l["delay"]["s"] for l in said["at_command"]), delta=1e-8)
                self.fly_beside(said["later_s"], lambda delay: slow(law, delay))

    @support.slow
    def test_a_delay_margin_of_several_periods(self):
        for law in ("lee", "px4", "rate"):
            with self.subTest(law):
                said = self.margins(slow(law, rate_hz=100))["later_s"]
                self.assertGreater(said, 0.02)
                self.fly_beside(said, lambda delay: slow(law, delay, rate_hz=100))

    @support.slow
    def test_a_law_that_knows_a_delay_of_several_periods(self):
        # As with one period below. The delay is in the law, so nothing but a search finds where nothing is left.
        low, high = round(0.005 / STEP), round(0.08 / STEP)
        while high - low > 1:
            middle = (low + high) // 2
            self.write("m.toml", slow("indi", middle * STEP, rate_hz=200))
            stable = self.run_program("margins", "m.toml", "--json").code == 0
            low, high = (middle, high) if stable else (low, middle)
        self.assertGreater(low * STEP, 0.01)
        self.fly_beside((low + 0.5) * STEP, lambda delay: slow("indi", delay, rate_hz=200))

    def test_margins_fall_by_what_a_delay_takes(self):
        # Yaw depends on no other axis: each period later turns its loop back by the crossover times the period, and
        # leaves so much less delay.
        def yaw(periods):
            loops = self.margins(slow("lee", 0.01 * periods, rate_hz=100))["at_command"]
            return next(loop for loop in loops if loop["name"] == "yaw")

        first = yaw(1)
        for periods in (2, 2.5, 4):
            with self.subTest(periods):
                later, late_s = yaw(periods), 0.01 * (periods - 1)
                self.assertAlmostEqual(later["delay"]["s"], first["delay"]["s"] - late_s, delta=1e-6)  # searched to 1e-7
                if periods % 1:
                    continue  # between updates a delay is not only one of the sampled loop
                self.assertAlmostEqual(later["crossover_rad_s"], first["crossover_rad_s"], delta=1e-5)
                taken = math.degrees(first["phase"]["at_rad_s"] * late_s)
                self.assertAlmostEqual(later["phase"]["deg"], first["phase"]["deg"] - taken, delta=1e-4)

    def test_a_sample_flown_at_its_delay_margin(self):
        # Lighter than the controller knows by a fifth: it rests above its place, where the law commands less thrust, and
        # the same forces accelerate it by more.
        light = 'disperse."vehicle.mass_kg" = {dist = "fixed", value = 0.8, apply = "factor"}\n'
        self.write("s.toml", slow("lee", more=light).replace('signals = ["body_rate"]', 'margins = true, signals = ["body_rate"]'))
        self.expect(0, "run", "s.toml", "-o", "s.h5", "--fresh", "--progress", "none")
        with h5py.File(self.path("s.h5")) as file:
            delay = file["m_delay_margin_s"][0]
        self.assertGreater(abs(delay / self.margins(slow("lee"))["later_s"] - 1), 0.05)
        self.fly_beside(delay, lambda late: slow("lee", late, more=light))

    @support.slow
    def test_a_law_that_knows_its_delay(self):
        # indi looks back at what has been commanded: with the delay, it is another law. The delay at which nothing is
        # left is between the last that is called stable and the first that is not.
        low, high = 0, round(0.025 / STEP)
        while high - low > 1:
            middle = (low + high) // 2
            self.write("m.toml", slow("indi", middle * STEP))
            stable = self.run_program("margins", "m.toml", "--json").code == 0
            low, high = (middle, high) if stable else (low, middle)
        left = self.margins(slow("indi", low * STEP))["later_s"]
        self.assertLess(left, 3 * STEP)
        self.fly_beside((low + 0.5) * STEP, lambda delay: slow("indi", delay))

    @support.slow
    def test_a_regulator_flown_at_its_delay_margin(self):
        # `lqr` is designed anew for each delay that it is given. With the gains of the design without a delay, found
        # here from the matrices of `linearize`, in a library, which knows of none, it is flown as late as `lqr` says.
        said = self.margins(slow("lqr"))
        gains, stays = self.regulator()
        library = f"""[controller]
rate_hz = 25
type = "library"
library = "{self.library("regulator")}"
parameters = {{{", ".join(f"{name} = {value!r}" for name, value in gains.items())}, motor_stays = {stays!r}}}
"""

        def flown(delay_s):
            text = slow("lqr")
            return text[:text.index("[controller]")] + library + f"delay_s = {delay_s:.6g}\n"

        self.assertLess(1.02 * said["later_s"], 0.04)
        self.fly_beside(said["later_s"], flown)
        # It is the same law: without a delay both fly alike, but for the curvature of a turn of some 1e-6 rad.
        rates = []
        for text in (slow("lqr"), flown(0)):
            self.growth(text)
            with h5py.File(self.path("f.h5")) as file:
                rates.append(np.squeeze(file["body_rate"][:]))
        np.testing.assert_allclose(rates[1], rates[0], atol=1e-5 * abs(rates[0]).max())

    def library(self, name):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return compiled(pathlib.Path(folder.name), name)

    def regulator(self):
        """The gains of lqr's weights as regulator.c calls them, and how much of itself a motor keeps over a period."""
        vehicle = json.loads(self.expect(0, "linearize", "m.toml", "--json").out)
        a, b, period_s = np.array(vehicle["A"]), np.array(vehicle["B"]), 0.04
        rows = [vehicle["states"].index(name) for name in ("velocity.z", "body_rate.x", "body_rate.y", "body_rate.z")]
        settled = -np.linalg.solve(a[12:, 12:], b[12:])
        wrench = np.linalg.inv(np.diag([-1.4, 0.019, 0.019, 0.0252]) @ (a[rows, 12:] @ settled + b[rows]))
        units = np.eye(16)
        units[12:, 12:] = settled @ wrench
        f, g = held(np.linalg.solve(units, a @ units), np.linalg.solve(units, b @ wrench), period_s)
        q = np.diag([10.0] * 3 + [4.0] * 3 + [8.2, 8.2, 33.0, 0.11, 0.11, 1.0] + [0.0] * 4)
        r, p = np.diag([0.021, 0.83, 0.83, 60]), q
        for _ in range(3000):  # Riccati's equation by its own recursion; the slowest motion is that of 1.6 1/s
            k = np.linalg.solve(r + g.T @ p @ g, g.T @ p @ f)
            p = q + f.T @ p @ (f - g @ k)
        places = {"thrust_z": (0, 2), "thrust_v": (0, 5), "thrust_motor": (0, 12), "roll_y": (1, 1), "roll_v": (1, 4),
                  "roll_angle": (1, 6), "roll_rate": (1, 9), "roll_motor": (1, 13), "pitch_x": (2, 0), "pitch_v": (2, 3),
                  "pitch_angle": (2, 7), "pitch_rate": (2, 10), "pitch_motor": (2, 14), "yaw_angle": (3, 8),
                  "yaw_rate": (3, 11), "yaw_motor": (3, 15)}
        return {name: float(k[place]) for name, place in places.items()}, float(f[12, 12])

    @support.slow
    def test_a_loop_flown_at_its_gain_margin(self):
        # Rotors further out than the controller knows are a larger gain of roll alone, on a vehicle whose rotors do
        # not feel that it rolls.
        for law in LAWS:
            with self.subTest(law):
                loops = {loop["name"]: loop for loop in self.margins(slow(law, vehicle="x500"))["at_command"]}
                factor = 10 ** (loops["roll"]["gain_up"]["db"] / 20)

                def wider(part):
                    return slow(law, 0, f"""[disperse."vehicle.rotors.*.position_m.y"]
dist = "fixed"
value = {part * factor}
apply = "factor"
""", "x500")

                self.assertLess(self.growth(wider(0.98)), 0.7)
                self.assertGreater(self.growth(wider(1.02)), 1.4)


# --- the command and the warnings --------------------------------------------------------------------


class Command(ProgramTest):
    def test_tables(self):
        out = self.expect(0, "margins", EXAMPLES / "f450-lemniscate.toml").out
        self.assertIn("f450-lemniscate: gain, phase and delay margins (GM, PM, DM) of the closed loop at hover\n", out)
        self.assertIn("controller      lee at 500 Hz, command delay 2 ms\n", out)
        for name in ("thrust", "roll", "pitch", "yaw", "position.x", "rotation.z", "body_rate.y"):
            self.assertIn("\n" + name + " ", out)
        self.assertLessEqual(max(map(len, out.splitlines())), 100)

    def test_loops_that_are_not_closed_are_not_listed(self):
        loops = json.loads(self.expect(0, "margins", VEHICLES.parent / "regression/integrator-abm-flightgoggles.toml",
                                       "--json").out)
        self.assertEqual([loop["name"] for loop in loops["at_command"]], ["roll", "pitch", "yaw"])
        self.assertEqual([loop["name"] for loop in loops["at_measurement"]],
                         ["body_rate.x", "body_rate.y", "body_rate.z"])

    def test_a_continuous_loop(self):
        said = json.loads(self.expect(0, "margins", EXAMPLES / "lee-helix.toml", "--json").out)
        self.assertIsNone(said["period_s"])
        self.assertIsNone(said["later_s"])
        self.assertIn("lee, continuous", self.expect(0, "margins", EXAMPLES / "lee-helix.toml").out)

    def test_a_helicopter(self):
        said = json.loads(self.expect(0, "margins", EXAMPLES / "marvin-square.toml", "--json").out)
        self.assertEqual([loop["name"] for loop in said["at_command"]],
                         ["collective", "cyclic_x", "cyclic_y", "tail", "throttle"])

    def test_points_of_a_sweep(self):
        gains = EXAMPLES / "f450-gain-sets.toml"
        first, second = (json.loads(self.expect(0, "margins", gains, "--json", "--point", point).out)
                         for point in (0, 1))
        self.assertEqual(second["point"], 1)
        self.assertNotEqual(first["at_command"], second["at_command"])
        self.assertIn("--point: error: this scenario has no sweep. Leave --point out.",
                      self.expect(2, "margins", EXAMPLES / "lee-helix.toml", "--point", 1).err)
        self.assertIn("there is no point 99", self.expect(2, "margins", gains, "--point", 99).err)
        self.assertIn("--point: error:", self.expect(2, "margins", gains, "--point", "-1").err)

    def test_curves(self):
        """The loops cross where the margins say, and steps arrive."""
        lemniscate = EXAMPLES / "f450-lemniscate.toml"
        said = json.loads(self.expect(0, "margins", lemniscate, "--json", "--curves").out)
        rad_s = np.array(said["rad_s"])
        self.assertTrue((np.diff(rad_s) > 0).all())
        self.assertAlmostEqual(rad_s[-1] * said["period_s"], math.pi)
        for loop in said["at_command"] + said["at_measurement"]:
            with self.subTest(loop["name"]):
                size = abs(np.array(loop["loop"]) @ [1, 1j])
                self.assertEqual(size.shape, rad_s.shape)
                last = np.flatnonzero(np.diff(np.sign(size - 1)))[-1]
                self.assertTrue(rad_s[last] <= loop["crossover_rad_s"] <= rad_s[last + 1])
                sensitivity = 1 / abs(1 + np.array(loop["loop"]) @ [1, 1j])
                self.assertLessEqual(sensitivity.max(), (1 + 1e-9) * loop["peak_sensitivity"]["value"])
        steps = {loop["name"]: loop["step"] for loop in said["at_measurement"]}
        for axis in ("position.x", "position.z", "rotation.z"):  # no other loop holds these back
            self.assertEqual(steps[axis]["value"][0], 0)
            self.assertAlmostEqual(steps[axis]["value"][-1], 1, delta=0.02)
            self.assertAlmostEqual(steps[axis]["time_s"][1], said["period_s"], delta=1e-15)
        continuous = json.loads(self.expect(0, "margins", EXAMPLES / "lee-helix.toml", "--json", "--curves").out)
        self.assertAlmostEqual(continuous["at_measurement"][0]["step"]["value"][-1], 1, delta=0.02)
        self.assertIn("only JSON has curves", self.expect(2, "margins", lemniscate, "--curves").err)

    def test_a_step_is_that_of_a_flight(self):
        """1 mm to the north of a hover, sampled: where the flight is at every update."""
        text = slow("lee", vehicle="x500").replace('type = "hover"', 'type = "step", step_m = [0.001, 0, 0], time_s = 0').replace(
            "[1e-6, 1e-6, 1e-6]", "[0, 0, 0]").replace('["body_rate"], rate_hz = 50', '["position"], rate_hz = 25')
        self.write("s.toml", text)
        loops = json.loads(self.expect(0, "margins", "s.toml", "--json", "--curves").out)["at_measurement"]
        step = loops[0]["step"]
        self.expect(0, "run", "s.toml", "-o", "s.h5", "--progress", "none")
        with h5py.File(self.path("s.h5")) as file:
            flown = np.squeeze(file["position"][:])[:len(step["value"]), 0] / 0.001
        self.assertGreater(len(flown), 100)
        # Motors are integrated to 1e-7 of their lag; what is not linear is of the square of a milliradian.
        np.testing.assert_allclose(step["value"][:len(flown)], flown, atol=1e-5)

    def test_an_unstable_loop(self):
        self.write("s.toml", slow("indi").replace("cutoff_hz = 4", "cutoff_hz = 20"))
        said = self.expect(1, "margins", "s.toml")
        self.assertIn("unstable", said.out)
        self.assertIn("there are no margins", said.out)
        data = json.loads(self.expect(1, "margins", "s.toml", "--json").out)
        self.assertEqual((data["stable"], data["at_command"]), (False, []))
        # `check` says so once, and does not warn of margins besides.
        err = self.expect(0, "check", "s.toml").err
        self.assertIn("unstable at hover", err)
        self.assertNotIn("margin", err)

    def test_warnings_name_loop_and_cause(self):
        err = self.expect(0, "check", EXAMPLES / "x500-wind-edge.toml").err
        self.assertIn("the loop of pitch has a phase margin of 14.2 degrees at 21 rad/s", err)
        self.assertIn("phase lag there: lag of motors or servos 49 degrees, delay 4.8", err)
        err = self.expect(0, "check", EXAMPLES / "f450-controllers.toml", "--set", "controller.cutoff_hz=20").err
        self.assertIn("the loop of yaw has a phase margin of 1.4 degrees", err)
        self.assertIn("phase lag there: delay 39 degrees", err)
        # Without the delay it has more than enough.
        self.assertEqual(self.expect(0, "check", EXAMPLES / "f450-lemniscate.toml").err, "")
        self.expect(2, "check", EXAMPLES / "x500-wind-edge.toml", "--strict")
        data = json.loads(self.expect(0, "check", EXAMPLES / "x500-wind-edge.toml", "--json").out)
        self.assertIn("phase margin", data["warnings"][0])

    def test_warnings_of_gain(self):
        self.write("s.toml", slow("lee").replace("0.2, 0.15]", "0.2, 0.17]"))
        err = self.expect(0, "check", "s.toml").err
        self.assertIn("the loop of yaw has a gain margin of", err)
        self.assertIn("may rise by a factor of no more than", err)

    def test_bad_input(self):
        self.write("s.toml", SCENARIO)
        self.write("empty.toml", "")
        self.write("damaged.toml", b"\x89HDF\x00")
        heavy = ("--set", "vehicle.mass_kg=50")
        for code, message, arguments in [
                (2, "the scenario has no feedback loop", ["s.toml"]),
                (2, "cannot read", ["none.toml"]),
                (2, "error:", ["empty.toml"]),
                (2, "error:", ["damaged.toml"]),
                (2, "Did you mean 'margins'?", None),
                (2, "unknown key", [EXAMPLES / "f450-lemniscate.toml", "--set", "controller.gain=1"]),
                (1, "there are no margins", [EXAMPLES / "f450-lemniscate.toml", *heavy])]:
            with self.subTest(message), self.nothing_touched():
                result = self.expect(code, *(["margin", "s.toml"] if arguments is None else ["margins", *arguments]))
                self.assertIn(message, result.err)
                self.assertEqual(result.out, "")

    def test_json_says_why_there_is_no_hover(self):
        done = self.expect(1, "margins", EXAMPLES / "f450-lemniscate.toml", "--set", "vehicle.mass_kg=50", "--json")
        said = json.loads(done.out)
        self.assertEqual((said["stable"], said["at_command"]), (None, []))
        self.assertIn("the vehicle has no hover", said["reason"])
        self.assertTrue(done.err.endswith(f"there are no margins: {said['reason']}\n"))

    @support.slow
    def test_margins_of_samples(self):
        drawn = """monte_carlo = {samples = 66, seed = 3}
disperse."vehicle.mass_kg" = {dist = "uniform", low = 0.9, high = 1.1, apply = "factor"}
requirement.phase = {type = "probability", metric = "phase_margin_deg", at_least = 85, probability = 0.9}
"""
        text = slow("lee", more=drawn).replace('signals = ["body_rate"]', 'margins = true, signals = ["body_rate"]')
        self.write("s.toml", text.replace("duration_s = 16", "duration_s = 0.2").replace('"all"', '"none"'))
        run = ("run", "s.toml", "--fresh", "--reproducible", "--progress", "none")
        self.expect(1, *run, "-o", "one.h5", "--threads", "1")  # which violates what is required
        for shard in "12":
            self.expect(0, *run, "-o", f"{shard}.h5", "--shard", f"{shard}/2")
        self.run_program("merge", "1.h5", "2.h5", "-o", "both.h5", "--reproducible")
        with h5py.File(self.path("one.h5")) as one, h5py.File(self.path("both.h5")) as both:
            axes = [f"{axis}_{what}" for axis in ("thrust", "roll", "pitch", "yaw")
                    for what in ("gain_margin_db", "phase_margin_deg")]
            for metric in ("gain_margin_db", "phase_margin_deg", "delay_margin_s", "disk_margin", *axes):
                values = one[f"m_{metric}"][:]
                self.assertTrue(np.isfinite(values).all() and values.std() > 0, metric)
                np.testing.assert_array_equal(values, both[f"m_{metric}"][:])
            for what in ("gain_margin_db", "phase_margin_deg"):
                least = np.min([one[f"m_{axis}"][:] for axis in axes if axis.endswith(what)], axis=0)
                np.testing.assert_array_equal(one[f"m_{what}"][:], least)
            delay = one["m_delay_margin_s"][:]
        said = json.loads(self.expect(0, "stats", "one.h5", "--metric", "delay_margin_s", "--json").out)
        self.assertAlmostEqual(said["metrics"]["delay_margin_s"]["mean"], delay.mean(), delta=1e-12)
        self.assertIn("phase_margin_deg", self.expect(0, "sensitivity", "one.h5", "--metric", "phase_margin_deg").out)
        self.write("t.toml", SCENARIO)
        result = self.expect(2, "check", "t.toml", "--set", "output.margins=true")
        self.assertIn("this controller has no margins (it is open-loop", result.err)
        result = self.expect(2, "check", "s.toml", "--set", "output.margins=false")
        self.assertIn("this scenario has no metric 'phase_margin_deg'", result.err)

    def test_a_closed_pipe_ends_it(self):
        command = f"'{support.PROGRAM}' margins '{EXAMPLES / 'f450-lemniscate.toml'}' | head -1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertIn(done.stdout.splitlines()[-1], ("0", "141"))


if __name__ == "__main__":
    support.main()
