#!/usr/bin/python3
"""PX4 in the loop, [controller] type = "px4_mavlink", with the fake firmware of tests/core/mavlink in its place, which repeats
its flights where PX4 does not: it hears what our sensors read, is given its parameters and commands; what goes wrong with it
ends one flight; no process is left behind; and what is repeatable in statistics only is said to be."""
import os
import pathlib
import shutil
import time

import h5py
import numpy as np

import loop_support
import support
from loop_support import FAILED, LoopTest
from support import SCENARIO, edited

RATE_HZ = 250
STARTUP = 250  # updates in lockstep before the flight: 1 s

CONTROLLER = """[controller]
type = "px4_mavlink"
command = ["./fake"]
etc = "./etc"
rate_hz = 250
startup_s = 1
timeout_s = 20
commands = [[-0.1, 400, 1], [0.1, 22, 0, 0]]

[controller.parameters]
MPC_THR_HOVER = 0.515
MC_ROLLRATE_P = 0.0092
MC_PITCHRATE_P = 0.0092
MC_YAWRATE_P = 0.004
MIS_TAKEOFF_ALT = 0.3

[trajectory]
type = "hover"
position_m = [0, 0, -10]

[environment]
home = {latitude_deg = 47.397742, longitude_deg = 8.545594, altitude_m = 488}
magnetic_field = {type = "vector", field_t = [2.1e-5, 1.2e-6, 4.3e-5]}
atmosphere = {type = "isa"}

"""
SENSORS = """
[sensors.imu.gyroscope]
rate_hz = 250
bias_rad_s = [0.002, -0.001, 0.003]
white_noise_rad_s = 0.002

[sensors.imu.accelerometer]
rate_hz = 250
white_noise_m_s2 = 0.02

[sensors.mag.magnetometer]
rate_hz = 50
white_noise_nt = 100

[sensors.baro.barometer]
rate_hz = 50
white_noise_m = 0.02

[sensors.gps.gnss]
rate_hz = 10
position = {white_noise_m = 0.02}
velocity = {white_noise_m_s = 0.02}
"""
FLIGHT = edited(
    (SCENARIO[SCENARIO.index("[controller]"):SCENARIO.index("[integrator]")], CONTROLLER),
    ("duration_s = 0.3", "duration_s = 1"), ("rate_hz = 1000\n", "rate_hz = 2000\n"), ("rate_hz = 100\n", "rate_hz = 250\n"),
    ("samples = 200", "samples = 3")) + SENSORS
NO_NOISE = edited(("[vehicle.process_noise]\nforce_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7\n", ""), text=FLIGHT)


def with_parameters(text=FLIGHT, **numbers):
    lines = "".join(f"{name} = {number}\n" for name, number in numbers.items())
    return edited(("[controller.parameters]\n", "[controller.parameters]\n" + lines), text=text)


def in_half(text, name, value):
    """Half of the flights have a number, the others 0."""
    return (with_parameters(**{name: value}, text=text) +
            f'\n[disperse."controller.parameters.{name}"]\ndist = "discrete"\nvalues = [0, {value}]\nweights = [1, 1]\n')


class Px4Test(LoopTest):
    @classmethod
    def compile(cls, path):
        shutil.copy(loop_support.built_fake("px4"), path)

    def setUp(self):
        super().setUp()
        self.write("etc/init.d-posix/rcS", "#!/bin/sh\n")
        self.write("etc/init.d/airframes/4001", "set VEHICLE_TYPE mc\n")

    def refused(self, text, *messages):
        self.write("bad.toml", text)
        said = self.expect(2, "check", "bad.toml").err
        for message in messages:
            self.assertIn(message, said)
        self.assertNotIn("not repeatable bit for bit", said)


class Flies(Px4Test):
    def test_it_is_armed_hovers_and_takes_off(self):
        done = self.fly(edited(("duration_s = 1", "duration_s = 3"), text=FLIGHT), "a")
        self.assertEqual(self.of("a", "status").tolist(), [1] * 3)
        position = self.of("a", "position")
        # The take-off raises it by 0.3 m; what is left is the noise of its estimate.
        np.testing.assert_allclose(position[:, -1, 2], -10.3, atol=0.25)
        self.assertLess(np.abs(position[:, :, :2]).max(), 1)
        self.assertEqual(set(self.words("a")), {""})
        self.assertIn("flights with the firmware are not repeatable bit for bit", done.err)

    def test_that_it_is_repeatable_in_statistics_only_is_in_the_result(self):
        self.fly(FLIGHT, "a", "-n", 1)
        said = self.expect(0, "stats", "a.h5")
        self.assertIn("flights with the firmware are not repeatable bit for bit", said.out + said.err)
        self.write("a.toml", FLIGHT)
        self.assertIn("flights with the firmware are not repeatable bit for bit", self.expect(0, "check", "a.toml").err)

    def test_replay(self):
        self.fly(FLIGHT, "a")
        self.assertIn("is not run", self.expect(3, "replay", "a.h5", "--sample", 2).err)
        # The fake repeats itself.
        done = self.expect(0, "replay", "a.h5", "--sample", 2, "--allow-programs")
        self.assertIn("the same flight", done.out)
        # What draws by a clock does not.
        self.with_variables(FAKE_HOVER="0.517")
        done = self.expect(1, "replay", "a.h5", "--sample", 2, "--allow-programs", "-o", "b.h5")
        self.assertIn("its controller does not repeat a flight bit by bit", done.err)
        self.write("etc/init.d-posix/rcS", "#!/bin/sh\n# another\n")
        self.assertIn("has a different SHA-256",
                      self.expect(2, "replay", "a.h5", "--sample", 2, "--allow-programs", "-o", "c.h5").err)

    def test_the_same_bytes_whatever_the_clock_does(self):
        """Of the fake: so our side of the exchange does not depend on the clock."""
        self.fly(FLIGHT, "a", "-j", 1)
        first = support.sha256(self.path("a.h5"))
        self.with_variables(FAKE_SLEEP_US="300")
        for options in (["-j", 1], ["-j", 2], ["-j", 2, "--lanes", "baseline"]):
            with self.subTest(options), self.disturbed():
                self.fly(FLIGHT, "a", "--fresh", *options)
                self.assertEqual(support.sha256(self.path("a.h5")), first)

    def test_answers_that_are_doubled_late_or_none_change_nothing(self):
        faults = ("FAKE_DOUBLE", "FAKE_LATE", "FAKE_BAD", "FAKE_OTHER", "FAKE_V1", "FAKE_SIGN", "FAKE_OLD")
        self.fly(with_parameters(**dict.fromkeys(faults, 0)), "quiet")
        self.fly(with_parameters(**dict(zip(faults, (3, 5, 7, 11, 4, 6, 1)))), "noisy")
        np.testing.assert_array_equal(self.of("noisy", "digest"), self.of("quiet", "digest"))

    def test_a_firmware_that_does_not_answer_at_first(self):
        """It is told of the rest at the pace of the clock until it does: 4 ms for each update."""
        begin = time.monotonic()
        self.fly(with_parameters(FAKE_MUTE=40), "a", "-n", 1)
        self.assertGreater(time.monotonic() - begin, 0.16)
        self.assertEqual(self.of("a", "status").tolist(), [1])

    def test_parameters_are_swept_and_dispersed(self):
        text = FLIGHT + '\n[sweep."controller.parameters.MPC_Z_P"]\nvalues = [1, 2]\n'
        text = with_parameters(MPC_Z_P=1, text=text)
        text += '\n[disperse."controller.parameters.MC_PITCHRATE_P"]\ndist = "uniform"\nlow = 0.008\nhigh = 0.01\n'
        self.fly(text, "swept", "-n", 2)
        self.assertEqual(len({digest.tobytes() for digest in self.of("swept", "digest")}), 4)

    def test_an_outage_of_the_gnss_and_a_rotor_that_fails(self):
        self.with_variables(FAKE_HEARD=self.path("heard"))
        outage = '\n[[event]]\ntype = "sensor_outage"\nsensor = "gps.gnss"\nat_s = 0.45\n'
        failure = '\n[[event]]\ntype = "rotor_failure"\nrotor = 0\nat_s = 0.5\n'
        self.fly(FLIGHT + outage + failure, "a", "-n", 1)
        lines = pathlib.Path(self.path("heard")).read_text().splitlines()
        fixes = [line for line in lines if line.startswith("gps")]
        # 0.1 to 0.4 s, the one at 0, and every 25th before the flight.
        before = sum(line.startswith("sensor") for line in lines) - RATE_HZ
        self.assertLess(abs(len(fixes) - (5 + before / 25)), 1.5)
        self.assertLess(self.of("a", "attitude")[0, -1, 0] ** 2, 0.99)


class Hears(Px4Test):
    """What the firmware is told."""

    def heard(self, text):
        self.with_variables(FAKE_HEARD=self.path("heard"))
        self.fly(text, "a", "-n", 1, "-j", 1, "--only", "0")
        lines = pathlib.Path(self.path("heard")).read_text().splitlines()
        sensors = np.array([[float(word) for word in line.split()[1:]] for line in lines if line.startswith("sensor")])
        fixes = np.array([[float(word) for word in line.split()[1:]] for line in lines if line.startswith("gps")])
        commands = [line.split()[1:] for line in lines if line.startswith("command")]
        return sensors, fixes, commands

    def readings(self, name):
        with h5py.File(self.path("a.h5")) as file:
            names = []
            file.visit(names.append)
            return file[next(one for one in names if one.endswith(name))][:]

    def test_our_readings(self):
        sensors, fixes, commands = self.heard(FLIGHT)
        time_us, updated = sensors[:, 0], sensors[:, 1].astype(int)
        np.testing.assert_array_equal(np.diff(time_us), 4000)
        # Single precision, as it is sent. The process is ended with the flight: it may not have heard the last.
        sensors = sensors.astype("f4")
        gyroscope = self.readings("gyroscope").reshape(-1, 3)
        n = next(k for k in range(len(sensors)) if np.array_equal(sensors[k, 5:8], gyroscope[0].astype("f4")))
        flight, bits = sensors[n:], updated[n:]
        count = min(len(flight), len(gyroscope))
        self.assertGreaterEqual(count, RATE_HZ)
        np.testing.assert_array_equal(flight[:count, 5:8], gyroscope[:count].astype("f4"))
        np.testing.assert_array_equal(flight[:count, 2:5], self.readings("accelerometer").reshape(-1, 3)[:count].astype("f4"))
        has_field, has_air = bits & 0x1c0 == 0x1c0, bits & 0x1a00 == 0x1a00
        self.assertEqual(set((bits & 0x3f).tolist()), {0x3f})
        np.testing.assert_array_equal(np.flatnonzero(has_field[:count]), np.arange(0, count, 5))
        np.testing.assert_array_equal(np.flatnonzero(has_air[:count]), np.arange(0, count, 5))
        field = self.readings("magnetometer").reshape(-1, 3)
        np.testing.assert_allclose(flight[:count:5, 8:11], 1e4 * field[:len(flight[:count:5])], rtol=1e-6)
        pressure = self.readings("pressure").ravel()
        np.testing.assert_allclose(flight[:count:5, 11], pressure[:len(flight[:count:5])] / 100, rtol=1e-6)
        latitude, longitude = self.readings("latitude").ravel(), self.readings("longitude").ravel()
        last = fixes[-len(latitude):] if fixes[-1, 0] >= time_us[n + count - 1] else fixes[-len(latitude) + 1:]
        np.testing.assert_allclose(last[:, 1], 1e7 * latitude[:len(last)], atol=0.51, rtol=0)
        np.testing.assert_allclose(last[:, 2], 1e7 * longitude[:len(last)], atol=0.51, rtol=0)
        self.assertEqual(set(fixes[:, 7].tolist()), {3.0})
        self.assertEqual(commands, [["400", "1"] + ["nan"] * 6, ["22", "0", "0"] + ["nan"] * 5])

    def test_readings_that_are_late(self):
        """Each is new once, at the update at which its latency has passed: 12 ms are 3 of them, and 20 ms the period, so that
        a reading is told where the next one is measured."""
        late = edited(("rate_hz = 50\nwhite_noise_nt = 100", "rate_hz = 50\nlatency_s = 0.012\nwhite_noise_nt = 100"),
                      ("rate_hz = 50\nwhite_noise_m = 0.02", "rate_hz = 50\nlatency_s = 0.02\nwhite_noise_m = 0.02"), text=FLIGHT)
        sensors, _, _ = self.heard(late)
        gyroscope = self.readings("gyroscope").reshape(-1, 3).astype("f4")
        n = next(k for k in range(len(sensors)) if np.array_equal(sensors[k, 5:8].astype("f4"), gyroscope[0]))
        flight, bits = sensors[n:], sensors[n:, 1].astype(int)
        count = min(len(flight), len(gyroscope))
        field, pressure = self.readings("magnetometer").reshape(-1, 3), self.readings("pressure").ravel()
        for mask, columns, told in ((0x1c0, slice(8, 11), 1e4 * field), (0x1a00, slice(11, 12), pressure[:, None] / 100)):
            new = np.flatnonzero(bits[:count] & mask == mask)
            self.assertEqual(new[-1] // 5, (count - 1) // 5)
            np.testing.assert_array_equal(new[new > 0], np.arange(5, count, 5))
            np.testing.assert_allclose(flight[5:count:5, columns], told[1:][:len(flight[5:count:5])], rtol=1e-6)
            self.assertTrue(np.isnan(told[0]).all())

    def test_at_rest_before_the_flight(self):
        """With the errors and at the rates of the sensors."""
        sensors, fixes, _ = self.heard(NO_NOISE)
        n = next(k for k in range(len(sensors)) if
                 np.array_equal(sensors[k, 5:8].astype("f4"), self.readings("gyroscope").reshape(-1, 3)[0].astype("f4")))
        rest, told = sensors[n - STARTUP:n], sensors[n - STARTUP:n, 1].astype(int)
        has_field, has_air = told & 0x1c0 == 0x1c0, told & 0x1a00 == 0x1a00
        np.testing.assert_array_equal(np.flatnonzero(has_field), np.arange(0, STARTUP, 5))
        np.testing.assert_array_equal(np.flatnonzero(has_air), np.arange(0, STARTUP, 5))
        before = fixes[fixes[:, 0] < sensors[n, 0]][-10:]
        np.testing.assert_array_equal(np.diff(before[:, 0]), 100000)
        field = 1e-3  # gauss
        for readings, mean, sd in ((rest[:, 2:5], [0, 0, -9.80665], 0.02), (rest[:, 5:8], [0.002, -0.001, 0.003], 0.002),
                                   (rest[has_field, 8:11], [0.21, 0.012, 0.43], field),
                                   (rest[has_air, 13], 498, 0.02),  # home and the 10 m above it
                                   (before[:, 1:4], [473977420, 85455940, 498000], [1.8, 2.7, 20])):
            count = len(readings)
            np.testing.assert_allclose(readings.mean(axis=0), mean, rtol=0, atol=4 * np.max(sd) / count ** 0.5)
            if count > 10:  # the standard deviation has one of sd / sqrt(2 count)
                np.testing.assert_allclose(readings.std(axis=0), sd, rtol=4 / (2 * count) ** 0.5)
        self.assertEqual(len(np.unique(rest[:, 2:8], axis=0)), STARTUP)

    def test_sensors_without_noise_are_not_taken_for_dead(self):
        """Their readings at rest vary by a digit."""
        quiet = NO_NOISE
        for line in ("white_noise_rad_s = 0.002\n", "white_noise_m_s2 = 0.02\n", "white_noise_nt = 100\n"):
            quiet = quiet.replace(line, "")
        sensors, _, _ = self.heard(quiet)
        rest = sensors[:STARTUP]
        np.testing.assert_allclose(rest[:, 2:5], np.tile([0, 0, -9.80665], (STARTUP, 1)), atol=9.80665 / 2048 + 1e-6)
        np.testing.assert_allclose(rest[:, 5:8], np.tile([0.002, -0.001, 0.003], (STARTUP, 1)), atol=np.radians(2000 / 32768) + 1e-9)
        self.assertEqual(len(np.unique(rest[:, 2:11], axis=0)), STARTUP)

    def test_a_turn_on_bias_is_there_from_the_start(self):
        """Of 6.7 deg/s, as a cheap gyroscope has: the firmware measures it at rest."""
        self.fly(edited(("bias_rad_s = [0.002, -0.001, 0.003]", "turn_on_bias_rad_s = 0.116"), text=FLIGHT), "a")
        self.assertEqual(self.of("a", "status").tolist(), [1] * 3)
        self.assertLess(np.abs(self.of("a", "position")[:, :, :2]).max(), 1)


class GoesWrong(Px4Test):
    def test_what_ends_a_flight(self):
        short = edited(("duration_s = 1", "duration_s = 0.3"), text=FLIGHT)
        for name, message, more in (("FAKE_DIE", "it exited with status 1; it printed:", "hard fault in ekf2"),
                                    ("FAKE_AHEAD", "it answered readings that were not yet sent", "")):
            with self.subTest(name):
                done = self.fly(in_half(short, name, STARTUP + 40), "a", "--fresh", "-n", 5, "--set",
                                "simulation.max_failures=5")
                ends = self.of("a", f"in_controller.parameters.{name}") > 0
                self.assertTrue(ends.any() and not ends.all())
                np.testing.assert_array_equal(self.of("a", "status"), np.where(ends, FAILED, 1))
                for words, has_ended in zip(self.words("a"), ends):
                    self.assertTrue(words.startswith(message) and more in words if has_ended else words == "", words)
                self.assertIn(message, done.err)

    def test_a_firmware_that_is_silent(self):
        """From the beginning, or when it hangs or loses an answer in flight. All of them are waited for at the same time."""
        silence_s = 4  # of what never answers; of what does it is some hundred times as long as the answer takes
        text = edited(("timeout_s = 20", f"timeout_s = {silence_s}"), ("duration_s = 1", "duration_s = 0.3"), text=FLIGHT)
        self.write("mute.sh", "#!/bin/sh\necho I am no autopilot\nexec sleep 1000\n")
        os.chmod(self.path("mute.sh"), 0o755)
        options = ["-n", 2, "--set", "simulation.max_failures=2"]
        faults = ("FAKE_HANG", "FAKE_LOSE")
        processes = [self.begin(with_parameters(**{name: STARTUP + 40, "FAKE_CHILD": 1}, text=text), name, *options)
                     for name in faults]
        processes.append(self.begin(edited(('["./fake"]', '["./mute.sh"]'), text=text), "mute", *options))
        for process in processes:
            self.end(process)
        for name in faults:
            for words in self.words(name):
                self.assertTrue(words.startswith(f"it did not answer the sensor readings of an update within {silence_s} s"), words)
                self.assertIn("it printed:", words)
        self.assertEqual(set(self.words("mute")),
                         {f"it gave no first answer within {silence_s} s (is it px4_sitl, with the etc of the same build?); it printed: I am no autopilot"})

    def test_a_command_that_is_refused(self):
        self.fly(with_parameters(FAKE_DENY=400), "a", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertTrue(self.words("a")[0].startswith("it refused command 400 (rejected for now); it printed:"), self.words("a"))
        self.assertIn("Preflight Fail: no fake", self.words("a")[0])

    def test_commands_before_its_port_is_open_are_sent_again(self):
        """It opens its port 2 s after its first answer; until then commands are lost."""
        text = edited(("startup_s = 1\n", "startup_s = 4\n"), ("[[-0.1,", "[[-3.5,"),
                      text=with_parameters(FAKE_DEAF=500))
        self.with_variables(FAKE_HEARD=self.path("heard"))
        self.fly(text, "a", "-n", 1)
        self.assertEqual(self.of("a", "status").tolist(), [1])
        commands = [line.split()[1] for line in pathlib.Path(self.path("heard")).read_text().splitlines() if line.startswith("command")]
        self.assertEqual(commands, ["400", "22"])

    def test_a_flight_that_does_not_happen_is_not_ok(self):
        ground = edited(("[environment]\n", '[environment]\nground = {type = "sih2022"}\n'),
                        ("[simulation.initial]\nposition_m = [0, 0, -10]", "[simulation.initial]\nposition_m = [0, 0, 0]"), text=FLIGHT)
        for name, message in (("FAKE_UNARMED", "it never armed; it said: Arming denied: high gyro bias"),
                              ("FAKE_IDLE", "it armed, but the vehicle never took off (its motors had"),
                              ("FAKE_DEAF", "it did not acknowledge command 400 (sent 5 times)")):
            with self.subTest(name):
                text = with_parameters(**{name: 1e6 if name == "FAKE_DEAF" else 1}, text=ground)
                if name == "FAKE_DEAF":
                    text = edited(("startup_s = 1\n", "startup_s = 6\n"), ("[[-0.1,", "[[-5.5,"), text=text)
                done = self.fly(text, name, "-n", 2, "--set", "simulation.max_failures=2")
                self.assertEqual(self.of(name, "status").tolist(), [FAILED] * 2)
                for words in self.words(name):
                    self.assertTrue(words.startswith(message), words)
                self.assertIn(message, done.err)

    def test_a_firmware_that_does_not_start(self):
        text = edited(('["./fake"]', '["./fake", "--frame", "x"]'), text=FLIGHT)
        self.fly(text, "a", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertIn("unknown option --frame", self.words("a")[0])

    def test_a_program_that_is_no_such_firmware(self):
        self.fly(edited(('["./fake"]', '["/bin/true"]'), text=FLIGHT), "a", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertEqual(self.words("a"), ["it exited with status 0 before its first answer (is it px4_sitl, with the etc of the same build?)"])

    def test_kill_leaves_nothing(self):
        self.killed_anywhere(with_parameters(FAKE_CHILD=1))


class Scenarios(Px4Test):
    def test_what_is_wrong_is_told(self):
        for change, messages in [
                ((('rate_hz = 250\nstartup', 'rate_hz = "continuous"\nstartup'),), ["called once per update"]),
                ((('command = ["./fake"]', 'frame = "hexa_x"\ncommand = ["./fake"]'),), ["frame"]),
                ((('spin = 1\n[[vehicle.rotors]]\nposition_m = [-0.08, -0.08, 0]',
                   'spin = -1\n[[vehicle.rotors]]\nposition_m = [-0.08, -0.08, 0]'),),
                 ["controller.frame does not match the vehicle", "quad_x has no motor at the place of rotor 0"]),
                ((('command = ["./fake"]', 'feedback = "estimate"\ncommand = ["./fake"]'),),
                 ["it estimates the state itself from sensor readings"]),
                ((('command = ["./fake"]', 'command = ["./fake", "-i", "3"]'),), ["'-i' is given", "Remove it."]),
                ((('etc = "./etc"\n', ''),), ["missing 'controller.etc'"]),
                ((('etc = "./etc"', 'etc = "./nowhere"'),), ["cannot read the folder 'nowhere'"]),
                ((("startup_s = 1", "startup_s = 1e9"),), ["controller.startup_s", "3600"]),
                ((("MPC_THR_HOVER = 0.515", "mpc_thr_hover = 0.515"),), ["the firmware cannot have a parameter of this name"]),
                ((("MPC_THR_HOVER = 0.515", "MPC_THR_HOVER = 1e39"),), ["single precision"]),
                ((("commands = [[-0.1,", "commands = [[-1.1,"),), ["before the firmware starts (startup_s = 1)"]),
                ((("[0.1, 22, 0, 0]", "[-0.2, 22]"),), ["before the previous row"]),
                ((("[0.1, 22, 0, 0]", "[0.1, 22.5]"),), ["22.5 is not a command number"]),
                ((("[0.1, 22, 0, 0]", "[0.1]"),), ["it has 1 number"]),
                ((("[0.1, 22, 0, 0]", "[0.1, 22, 1e39]"),), ["too large"]),
                ((("[sensors.gps.gnss]\nrate_hz = 10\nposition = {white_noise_m = 0.02}\n"
                   "velocity = {white_noise_m_s = 0.02}\n", ""),), ["the firmware has no gnss"]),
                ((('atmosphere = {type = "isa"}\n', ""),), ["the same pressure at any height", "isa"]),
                ((("field_t = [2.1e-5, 1.2e-6,", "field_t = [0, 0,"),), ["cannot measure the direction of north"])]:
            with self.subTest(change):
                self.refused(edited(*change, text=FLIGHT), *messages)

    def test_arming_before_it_is_ready_is_warned_of(self):
        late = edited(("startup_s = 1\n", "startup_s = 7.1\n"), text=FLIGHT)
        for text, is_warned in ((FLIGHT, True), (late, False)):
            self.write("a.toml", text)
            said = " ".join(self.expect(0, "check", "a.toml").err.split())
            self.assertEqual("the first command to arm comes" in said, is_warned, said)

    def test_a_parameter_that_is_not_there(self):
        for name, near in (("MC_ROLLRATE_PP", "Did you mean 'MC_ROLLRATE_P'?"), ("ZZZ_QQQ_XXX", "or correct its name")):
            self.with_variables(FAKE_LOOKS=self.path("looks"))
            self.write("bad.toml", with_parameters(**{name: 1}))
            for command in ("check", "run"):
                done = self.expect(2, command, "bad.toml")
                self.assertIn(f"the firmware has no parameter '{name}' (its binary does not contain this name). ", " ".join(done.err.split()))
                self.assertIn(near, " ".join(done.err.split()))
                self.assertEqual(done.err.count("error:"), 1)
            self.assertFalse(os.path.exists(self.path("looks")))

    def test_a_parameter_of_a_program_whose_names_are_not_in_its_file(self):
        """As a script that starts PX4: what it prints is known when it has started."""
        self.fake.write_bytes(self.fake.read_bytes().replace(b"SYS_AUTOSTART", b"SYS_AUTOSTARX"))
        self.write("bad.toml", with_parameters(MC_ROLLRATE_PP=1))
        self.expect(0, "check", "bad.toml")
        said = " ".join(self.expect(2, "run", "bad.toml").err.split())
        self.assertIn("the firmware has no parameter 'MC_ROLLRATE_PP' (it printed: Parameter MC_ROLLRATE_PP not found)", said)

    def test_a_gyroscope_that_turns_its_heading_is_warned_of(self):
        """Real headings were wrong from 3 deg/s on; three standard deviations are counted."""
        for bias, is_warned in (("turn_on_bias_deg_s = 6.67", True), ("turn_on_bias_deg_s = 1.1", True),
                                ("turn_on_bias_deg_s = 0.9", False), ("bias_deg_s = 3.1", True)):
            self.write("a.toml", edited(("bias_rad_s = [0.002, -0.001, 0.003]", bias), text=FLIGHT))
            said = " ".join(self.expect(0, "check", "a.toml").err.split())
            self.assertEqual("biases of imu.gyroscope turn the heading of PX4" in said, is_warned, said)

    def test_start_scripts_without_the_first(self):
        os.remove(self.path("etc/init.d-posix/rcS"))
        self.refused(FLIGHT, "cannot read the file 'etc/init.d-posix/rcS' (there is no such file, and the program starts",
                     f"bad.toml:{1 + FLIGHT[:FLIGHT.index('etc = ')].count(chr(10))}:")
        self.write("a.toml", edited(('["./fake"]', '["./fake", "-s", "etc/other"]'), text=FLIGHT))
        self.expect(0, "check", "a.toml")
        os.mkdir(self.path("etc/init.d-posix/rcS"))
        self.refused(FLIGHT, "etc/init.d-posix/rcS")

    def test_check_does_not_run_it(self):
        self.with_variables(FAKE_LOOKS=self.path("looks"))
        self.write("a.toml", FLIGHT)
        untrimmed = self.expect(0, "check", "a.toml").err
        self.assertIn("loop stability is not checked", untrimmed)
        self.assertNotIn("trims the vehicle only", untrimmed)
        trimmed = " ".join(self.expect(0, "check", "a.toml", "--set", "simulation.initial={position_m=[0,0,-10],trimmed=true}").err.split())
        self.assertIn("simulation.initial.trimmed trims the vehicle only: the program starts from its own initial state", trimmed)
        resolved = self.expect(0, "check", "a.toml", "--resolved").out
        self.assertIn("sha256 = ", resolved)
        self.write("resolved.toml", resolved)
        self.assertEqual(self.expect(0, "check", "resolved.toml", "--resolved").out, resolved)
        self.expect(0, "plan", "a.toml")
        self.assertFalse(os.path.exists(self.path("looks")))

    def test_it_runs_in_an_empty_folder_as_the_model_that_is_said(self):
        self.with_variables(FAKE_LOOKS=self.path("looks"))
        self.fly(edited(('etc = "./etc"', 'etc = "./etc"\nmodel = "none_x500"'), text=FLIGHT), "a", "-n", 2)
        looks = [line.split("|") for line in pathlib.Path(self.path("looks")).read_text().splitlines()]
        self.assertEqual(len({look[0] for look in looks}), len(looks))
        for folder, model, is_leader in looks:
            self.assertIn("montecopter-flights-", folder)
            self.assertEqual((model, is_leader), ("none_x500", "1"))


if __name__ == "__main__":
    loop_support.main()
