#!/usr/bin/python3
"""ArduPilot in the loop, [controller] type = "ardupilot_json", with the fake firmware of tests/core/ardupilot in its place: it
flies the same bytes whatever the clock does, hears what our sensors read, is given its parameters; what goes wrong with it
ends one flight; no process is left behind."""
import hashlib
import json
import os
import pathlib
import re
import shutil

import h5py
import numpy as np

import loop_support
import support
from loop_support import FAILED, LoopTest
from support import SCENARIO, edited

RATE_HZ = 400
STARTUP = 600  # frames before the flight: 1.5 s

# Armed while it is held, and flying when it is let go; then up, and back to the middle.
CONTROLLER = """[controller]
type = "ardupilot_json"
command = ["./fake", "--home", "-35.36,149.16,584,0"]
parameter_files = ["fake.parm"]
rate_hz = 400
startup_s = 1.5
timeout_s = 20
rc = [[-1.4, 1500, 1500, 1000, 2000], [-0.2, 1500, 1500, 1500, 1500], [0.2, 1500, 1500, 2000], [0.6, 1500, 1500, 1500]]

[controller.parameters]
MOT_THST_HOVER = 0.515
ATC_RAT_PIT_P = 0.0092

[trajectory]
type = "hover"
position_m = [0, 0, -10]

"""
PARAMETERS = "# gains\nATC_RAT_RLL_P,0.0092\nATC_RAT_PIT_P 0.02\nATC_RAT_YAW_P=0.004\n"
FLIGHT = edited(
    (SCENARIO[SCENARIO.index("[controller]"):SCENARIO.index("[integrator]")], CONTROLLER),
    ("duration_s = 0.3", "duration_s = 1"), ("rate_hz = 1000", "rate_hz = 2000"), ("rate_hz = 100\n", "rate_hz = 400\n"),
    ("samples = 200", "samples = 3"))
IMU = """
[sensors.imu.gyroscope]
rate_hz = 400
bias_rad_s = [0.02, -0.01, 0.03]
white_noise_rad_s = 0.002

[sensors.imu.accelerometer]
rate_hz = 200
bias_m_s2 = [0.1, 0.2, -0.3]
white_noise_m_s2 = 0.05
"""


def with_parameters(text=FLIGHT, **numbers):
    lines = "".join(f"{name} = {number}\n" for name, number in numbers.items())
    return edited(("[controller.parameters]\n", "[controller.parameters]\n" + lines), text=text)


def dispersed(name, low, high):
    return f'\n[disperse."controller.parameters.{name}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\n'


class ArdupilotTest(LoopTest):
    @classmethod
    def compile(cls, path):
        shutil.copy(loop_support.built_fake("ardupilot"), path)

    def setUp(self):
        super().setUp()
        self.write("fake.parm", PARAMETERS)

    def refused(self, text, *messages):
        self.write("bad.toml", text)
        said = self.expect(2, "check", "bad.toml").err
        for message in messages:
            self.assertIn(message, said)


class Flies(ArdupilotTest):
    def test_it_hovers_and_climbs_by_its_sticks(self):
        self.fly(FLIGHT, "a")
        self.assertEqual(self.of("a", "status").tolist(), [1] * 3)
        position = self.of("a", "position")
        np.testing.assert_allclose(position[:, 80, 2], -10, atol=0.1)  # let go in flight
        np.testing.assert_allclose(position[:, -1, 2], -10.35, atol=0.15)  # 0.4 s at 1 m/s, of which it is 0.15 s behind
        self.assertEqual(set(self.words("a")), {""})

    def test_the_same_bytes_whatever_the_clock_does(self):
        self.fly(FLIGHT, "a", "-j", 1)
        first = support.sha256(self.path("a.h5"))
        for options in (["-j", 1], ["-j", 2], ["-j", 2, "--lanes", "baseline"]):
            with self.subTest(options):
                self.fly(FLIGHT, "a", "--fresh", *options)
                self.assertEqual(support.sha256(self.path("a.h5")), first)
        self.with_variables(FAKE_SLEEP_US="400")
        with self.disturbed() as stops:
            while len(stops) < 10:
                self.fly(FLIGHT, "a", "--fresh", "-j", 2)
                self.assertEqual(support.sha256(self.path("a.h5")), first)

    def test_datagrams_that_are_doubled_late_or_none_change_nothing(self):
        quiet = with_parameters(FAKE_DOUBLE=0, FAKE_LATE=0, FAKE_BAD=0, SERVO_32_ENABLE=0)
        self.fly(quiet, "quiet")
        self.fly(with_parameters(FAKE_DOUBLE=3, FAKE_LATE=5, FAKE_BAD=7, SERVO_32_ENABLE=1), "noisy")
        np.testing.assert_array_equal(self.of("noisy", "digest"), self.of("quiet", "digest"))

    def test_replay_and_a_sample_alone(self):
        self.fly(FLIGHT, "a")
        self.assertIn("is not run", self.expect(3, "replay", "a.h5", "--sample", 2).err)
        done = self.expect(0, "replay", "a.h5", "--sample", 2, "--allow-programs")
        self.assertIn("the same flight", done.out)
        self.write("fake.parm", PARAMETERS + "# another\n")
        self.assertIn("has a different SHA-256",
                      self.expect(2, "replay", "a.h5", "--sample", 2, "--allow-programs").err)

    def test_parameters_are_swept_and_dispersed(self):
        text = with_parameters(PSC_VELZ_P=4, text=FLIGHT)
        text += '\n[sweep."controller.parameters.PSC_VELZ_P"]\nvalues = [4, 6]\n'
        text += dispersed("ATC_RAT_PIT_P", 0.008, 0.01)
        self.fly(text, "swept", "-n", 2)
        digests = self.of("swept", "digest")
        self.assertEqual(len({digest.tobytes() for digest in digests}), 4)
        # A point of the sweep flies what the scenario with that number does.
        self.fly(edited(("PSC_VELZ_P = 4", "PSC_VELZ_P = 6"), ('\n[sweep."controller.parameters.PSC_VELZ_P"]\nvalues = [4, 6]\n', ""),
                        text=text), "alone", "-n", 2)
        np.testing.assert_array_equal(self.of("alone", "digest"), digests[2:])

    def test_a_parameter_goes_before_that_of_a_file(self):
        own = "ATC_RAT_PIT_P = 0.0092\n"
        for name, text in (("both", FLIGHT), ("file", FLIGHT.replace(own, "")),
                           ("same", FLIGHT.replace(own, "ATC_RAT_PIT_P = 0.02\n"))):
            self.fly(text, name, "-n", 2)
        np.testing.assert_array_equal(self.of("same", "digest"), self.of("file", "digest"))
        self.assertTrue((self.of("both", "digest") != self.of("file", "digest")).any())

    def test_other_outputs_for_rotors_in_another_order(self):
        """The same vehicle with its rotors listed in another order flies the same way."""
        self.fly(FLIGHT, "a")
        places = ["position_m = [0.08, 0.08, 0]\nspin = 1", "position_m = [-0.08, -0.08, 0]\nspin = 1",
                  "position_m = [0.08, -0.08, 0]\nspin = -1", "position_m = [-0.08, 0.08, 0]\nspin = -1"]
        text = FLIGHT
        for i, place in enumerate(places):
            text = text.replace(place, f"@{(i + 1) % 4}")
        for i, place in enumerate(places):
            text = text.replace(f"@{i}", place)
        self.fly(text, "b")
        # Sums over rotors in another order: rounding, which 2 s of a stable loop do not let grow.
        np.testing.assert_allclose(self.of("b", "position"), self.of("a", "position"), atol=1e-6)


class Hears(ArdupilotTest):
    """What the firmware is told."""

    def heard(self, text, *options):
        self.with_variables(FAKE_HEARD=self.path("heard"))
        self.fly(text, "a", "-n", 1, "-j", 1, "--only", "0", *options)
        # `run` flies the first sample alone before it flies it again for the result: the first lines are of one flight. Its
        # firmware is ended with the flight, so that it may not have heard the last one.
        lines = pathlib.Path(self.path("heard")).read_text().splitlines()[:STARTUP + RATE_HZ]
        self.assertEqual(len(lines), STARTUP + RATE_HZ)
        return [json.loads(line) for line in lines]

    def column(self, lines, *keys):
        values = lines
        for key in keys:
            values = [value[key] for value in values]
        return np.array(values)

    def test_what_is_true_where_there_is_no_sensor(self):
        calm = edited(("[vehicle.process_noise]\nforce_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7\n", ""), text=FLIGHT)
        lines = self.heard(calm)
        time_s = self.column(lines, "timestamp")
        np.testing.assert_array_equal(time_s, (np.arange(len(lines)) + 1) / RATE_HZ)
        before, flight = lines[:STARTUP], lines[STARTUP:]
        self.assertEqual({json.dumps(line["imu"]) for line in before},
                         {json.dumps({"gyro": [0, 0, 0], "accel_body": [0, 0, -9.80665]})})
        self.assertEqual({json.dumps(line["position"] + line["velocity"] + line["quaternion"]) for line in before},
                         {json.dumps([0, 0, -10, 0, 0, 0, 1, 0, 0, 0])})
        n = len(flight)
        for key, signal_name in (("position", "position"), ("velocity", "velocity"), ("quaternion", "attitude")):
            np.testing.assert_array_equal(self.column(flight, key)[:n], self.of("a", signal_name)[0, :n])
        np.testing.assert_array_equal(self.column(flight, "imu", "gyro")[:n], self.of("a", "body_rate")[0, :n])
        # Behind motors with a lag the command of an update does not change the force at it.
        np.testing.assert_array_equal(self.column(flight, "imu", "accel_body")[:n], self.of("a", "specific_force")[0, :n])
        self.assertNotIn("battery", lines[0])
        self.assertNotIn("rng_1", lines[0])

    def test_readings_of_our_sensors(self):
        range_finder = "\n[sensors.down.range_finder]\nrate_hz = 50\n"
        lines = self.heard(FLIGHT + IMU + range_finder + '\n[environment.ground]\ntype = "sih2022"\n')
        flight = lines[STARTUP:]
        n = len(flight)
        with h5py.File(self.path("a.h5")) as file:
            names = []
            file.visit(names.append)
            gyro = file[next(name for name in names if name.endswith("gyroscope"))][:]
            force = file[next(name for name in names if name.endswith("accelerometer"))][:]
        np.testing.assert_array_equal(self.column(flight, "imu", "gyro")[:n], gyro.reshape(-1, 3)[:n])
        # At half of the rate: each is there twice.
        np.testing.assert_array_equal(self.column(flight, "imu", "accel_body")[:n],
                                      np.repeat(force.reshape(-1, 3), 2, axis=0)[:n])
        self.assertEqual(lines[STARTUP - 1]["rng_1"], 10)
        self.assertIn("rng_1", flight[0])

    def test_errors_run_from_the_start(self):
        """Readings before the flight have the biases and the noise of the flight, so that a firmware that calibrates on them
        flies with the turn-on biases of a cheap IMU (6.7 deg/s). A latency leaves no gap."""
        imu = edited(("bias_rad_s = [0.02, -0.01, 0.03]", "turn_on_bias_rad_s = 0.116\nlatency_s = 0.02"), text=IMU)
        lines = self.heard(FLIGHT + imu)
        readings, true = self.readings("gyroscope").reshape(-1, 3), self.of("a", "body_rate")[0]
        bias = (readings[8:400] - true[:392]).mean(axis=0)
        gyro, force = (self.column(lines, "imu", key)[:STARTUP + 8] for key in ("gyro", "accel_body"))
        # Means of 392 and 608 readings with a noise of 0.002 rad/s.
        np.testing.assert_allclose(gyro.mean(axis=0), bias, atol=4 * 0.002 * (1 / 392 + 1 / 608) ** 0.5)
        self.assertGreater(np.abs(bias).max(), 0.02)
        for signal, every, sd in ((gyro, 1, 0.002), (force[:STARTUP], 2, 0.05)):
            np.testing.assert_array_equal(signal, np.repeat(signal[::every], every, axis=0))
            # 300 readings: 4 standard deviations of a standard deviation are 4 / sqrt(600).
            np.testing.assert_allclose(signal[::every].std(axis=0), sd, rtol=4 / 600 ** 0.5)
            self.assertEqual(len(np.unique(signal[:, 0])), len(signal) // every)

    def test_readings_that_are_late(self):
        """Each is told when its latency has passed, and shows what was true that much earlier; before that, what was true at
        rest."""
        late = IMU.replace("rate_hz = 400\nbias_rad_s = [0.02, -0.01, 0.03]\nwhite_noise_rad_s = 0.002",
                           'rate_hz = 400\nreadings = "instantaneous"\nlatency_s = 0.0125').replace(
                               "rate_hz = 200\nbias_m_s2 = [0.1, 0.2, -0.3]\nwhite_noise_m_s2 = 0.05",
                               "rate_hz = 200\nlatency_s = 0.0125\njitter_s = 0.0025")
        flight = self.heard(FLIGHT + late)[STARTUP:]
        n, by = len(flight), round(0.0125 * RATE_HZ)
        self.assertEqual((RATE_HZ, by), (400, 5))
        rate = self.of("a", "body_rate")[0]
        np.testing.assert_array_equal(self.column(flight, "imu", "gyro")[by:n], rate[:n - by])
        np.testing.assert_array_equal(self.column(flight, "imu", "gyro")[:by], np.tile(rate[0], (by, 1)))
        # Every second update, from the sixth on, which is the first that is 5 or more updates after the start.
        force = self.column(flight, "imu", "accel_body")[:n]
        told = self.readings("accelerometer").reshape(-1, 3)
        self.assertTrue(np.isnan(told[:3]).all() and np.isfinite(told[3]).all())
        np.testing.assert_array_equal(force[6:], np.repeat(told, 2, axis=0)[6:n])

    def test_readings_that_are_lost(self):
        """While a sensor is out, or loses a reading, the firmware keeps the one before: what it receives is the recorded
        readings with their gaps filled from the left, those that were on their way when the outage began included."""
        lost = IMU.replace("rate_hz = 400\n", "rate_hz = 400\nlatency_s = 0.0125\ndropout = 0.2\n").replace(
            "rate_hz = 200\n", "rate_hz = 200\nlatency_s = 0.01\n")
        lost += '\n[[event]]\ntype = "sensor_outage"\nat_s = 0.4\nduration_s = 0.1\nsensor = "imu"\n'
        flight = self.heard(FLIGHT + lost)[STARTUP:]
        for name, key, every, true in (("gyroscope", "gyro", 1, "body_rate"), ("accelerometer", "accel_body", 2, None)):
            with self.subTest(name):
                received = self.column(flight, "imu", key)
                readings = np.repeat(self.readings(name).reshape(-1, 3), every, axis=0)[:len(received)]
                is_there = np.isfinite(readings[:, 0])
                self.assertLess(is_there[round(0.42 * RATE_HZ):round(0.5 * RATE_HZ)].sum(), 1)
                first = int(np.argmax(is_there))
                self.assertGreaterEqual(first, round(0.01 * RATE_HZ))
                last = np.maximum.accumulate(np.where(is_there, np.arange(len(readings)), 0))
                np.testing.assert_array_equal(received[first:], readings[last][first:])
        self.assertGreater(np.isnan(self.readings("gyroscope")[..., 0]).sum(), 0.2 * RATE_HZ)

    @support.slow
    def test_readings_that_are_lost_in_some_lanes(self):
        """Outages that begin at other times in each lane, and readings that some lanes lose: each sample is the one that is
        flown in a single lane."""
        lost = IMU.replace("rate_hz = 400\n", "rate_hz = 400\nlatency_s = 0.0125\ndropout = 0.2\n").replace(
            "rate_hz = 200\n", "rate_hz = 200\nlatency_s = 0.01\njitter_s = 0.002\n")
        lost += ('\n[[event]]\ntype = "sensor_outage"\nat_s = 0.4\nduration_s = 0.1\nsensor = "imu"\n'
                 '\n[disperse."event.0.at_s"]\ndist = "uniform"\nlow = 0.1\nhigh = 0.35\n')
        text = edited(("duration_s = 1", "duration_s = 0.5"), text=FLIGHT) + lost
        options = ("-n", 5, "-j", 1, "--set", "simulation.max_failures=0")
        self.fly(text, "a", *options)
        together = self.of("a", "digest")
        self.assertEqual(len({digest.tobytes() for digest in together}), 5)
        for sample in range(5):
            self.fly(text, f"alone{sample}", *options, "--only", sample)
            np.testing.assert_array_equal(self.of(f"alone{sample}", "digest")[sample], together[sample])

    def readings(self, name):
        with h5py.File(self.path("a.h5")) as file:
            names = []
            file.visit(names.append)
            return file[next(one for one in names if one.endswith(name))][:]


class DoesNotFly(ArdupilotTest):
    """A flight that did not happen is not ok, and the firmware's own words say why."""

    def fails(self, text, message):
        done = self.fly(text, "a", "-n", 1, "--fresh", "--set", "simulation.max_failures=1")
        self.assertEqual(self.of("a", "status").tolist(), [FAILED])
        self.assertTrue(self.words("a")[0].startswith(message), self.words("a")[0])
        self.assertIn(message, done.err)

    def test_frames_that_are_too_slow(self):
        strict = with_parameters(FAKE_STRICT=1)
        self.fails(strict, "it never armed; it said: Arm: Gyro 0 rate 400Hz < loop*1.8 720Hz")
        said = " ".join(self.expect(0, "check", "a.toml").err.split())
        self.assertIn("400 Hz is too slow for ArduPilot to arm", said)
        self.assertIn("Use at least 720 Hz", said)

    def test_arming_before_it_is_ready(self):
        slow_loop = with_parameters(FAKE_STRICT=1, SCHED_LOOP_RATE=200)
        self.fails(slow_loop, "it never armed; it said: Arm: Gyros inconsistent")
        said = " ".join(self.expect(0, "check", "a.toml").err.split())
        self.assertIn("the first command to arm comes 0.1 s after the start", said)
        self.assertNotIn("too slow", said)

    def test_it_flies_as_told(self):
        """With the rate and the time that it wants, without a log file, whatever the clock does; with one, it does not repeat."""
        text = edited(("rate_hz = 400\nstartup", "rate_hz = 800\nstartup"), ("startup_s = 1.5", "startup_s = 38.6"),
                      ("duration_s = 1", "duration_s = 0.3"), text=with_parameters(FAKE_STRICT=1))
        text = text.replace("rate_hz = 2000", "rate_hz = 1600").replace("[[-1.4, 1500", "[[-2.5, 1500")
        self.fly(text, "a", "-n", 1)
        self.assertEqual(self.of("a", "status").tolist(), [1])
        said = self.expect(0, "check", "a.toml").err
        for words in ("too slow", "first command to arm", "repeatable"):
            self.assertNotIn(words, said)
        self.write("b.toml", with_parameters(LOG_BACKEND_TYPE=1, text=text))
        # It measures the bias of its gyroscope at rest, and gives up where that changes by 0.5 deg/s.
        self.fly(text + edited(("rate_hz = 400\nbias_rad_s = [0.02, -0.01, 0.03]", "rate_hz = 800\nturn_on_bias_rad_s = 0.116"),
                               text=IMU), "biased", "-n", 1)
        self.assertEqual(self.of("biased", "status").tolist(), [1])
        self.assertLess(np.abs(self.of("biased", "position")[0, -1] - self.of("a", "position")[0, -1]).max(), 0.1)
        self.assertIn("flights may not be repeatable bit for bit", " ".join(self.expect(0, "check", "b.toml").err.split()))
        self.write("c.toml", with_parameters(LOG_BACKEND_TYPE=1, LOG_DISARMED=1, text=text))
        self.assertNotIn("repeatable", self.expect(0, "check", "c.toml").err)

    def test_idle_and_a_mode_that_is_refused(self):
        ground = edited(("[simulation.initial]\nposition_m = [0, 0, -10]", "[simulation.initial]\nposition_m = [0, 0, 0]"), text=FLIGHT)
        ground += '\n[environment.ground]\ntype = "sih2022"\n'
        self.fails(with_parameters(FAKE_IDLE=1, text=ground), "it armed, but the vehicle never took off (its motors had")
        self.fails(with_parameters(FAKE_REFUSES=1),
                   "it refused a mode; it said: Mode change to LOITER failed: requires position")


class GoesWrong(ArdupilotTest):
    @support.slow
    def test_what_ends_a_flight(self):
        # One that hangs is waited for meanwhile; of one that does not, its frame takes some milliseconds.
        text = edited(("duration_s = 1", "duration_s = 0.4"), ("timeout_s = 20", "timeout_s = 4"),
                      text=with_parameters(FAKE_HANG=STARTUP + 100, FAKE_CHILD=1))
        hangs = self.begin(text, "hangs", "-n", 2, "--set", "simulation.max_failures=2")
        for name, message in (("FAKE_DIE", "it exited with status 1; it printed:"),
                              ("FAKE_RESTART", "it restarted; it printed:"),
                              ("FAKE_SKIP", "its frames skip a number: it took a reply that was not sent")):
            with self.subTest(name):
                text = edited(("duration_s = 1", "duration_s = 0.4"), text=with_parameters(**{name: STARTUP + 100}))
                text += f'\n[disperse."controller.parameters.{name}"]\ndist = "discrete"\nvalues = [0, {STARTUP + 100}]\nweights = [1, 1]\n'
                done = self.fly(text, "a", "--fresh", "-n", 5, "--set", "simulation.max_failures=5")
                ends = self.of("a", f"in_controller.parameters.{name}") > 0
                self.assertTrue(ends.any() and not ends.all())
                np.testing.assert_array_equal(self.of("a", "status"), np.where(ends, FAILED, 1))
                for words, has_ended in zip(self.words("a"), ends):
                    self.assertTrue(words.startswith(message) if has_ended else words == "", words)
                if name == "FAKE_DIE":
                    self.assertIn(f"PANIC: EKF lane gone at frame {STARTUP + 100}", self.words("a")[int(np.argmax(ends))])
                self.assertIn(message, done.err)
                # Frame k is heard before update k: the flight ends at the update that did not get its answer.
                np.testing.assert_allclose(self.of("a", "t_end_s")[ends], self.of("a", "t_end_s")[ends][0])
        self.end(hangs)
        for words in self.words("hangs"):
            self.assertTrue(words.startswith("it sent no frame within 4 s; it printed:"), words)
            self.assertTrue(words.endswith("Main loop stuck"), words)

    def test_a_firmware_that_does_not_start(self):
        text = edited(('"-35.36,149.16,584,0"]', '"-35.36,149.16,584,0", "--frame", "x"]'), text=FLIGHT)
        self.fly(text, "a", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertIn("PANIC: unknown option --frame", self.words("a")[0])
        self.assertEqual(self.of("a", "t_end_s").tolist(), [0.0])

    def test_a_parameter_that_is_not_there(self):
        for name, near in (("PSC_VELXY_PP", "Did you mean 'PSC_VELXY_P'?"), ("ZZZ_QQQ_XXX", "or correct its name")):
            done = self.fly(with_parameters(**{name: 1}), name, "-n", 2, code=2)
            said = " ".join(done.err.split())
            self.assertIn(f"the firmware has no parameter '{name}' (it reports other parameters, but not this one). ", said)
            self.assertIn(near, said)
            self.assertEqual(done.err.count("error:"), 1)

    def kept(self):
        """The file of its parameters, which the first flight has left."""
        return pathlib.Path(self.path("cache/montecopter"), support.sha256(self.fake) + ".txt")

    def test_what_it_has_reported_is_known_before_it_starts(self):
        self.fly(FLIGHT, "a", "-n", 1)
        lines = self.kept().read_text().splitlines()
        self.assertIn("PSC_VELXY_P 2", lines)
        self.assertEqual(lines[0], hashlib.sha256("".join(line + "\n" for line in lines[1:]).encode()).hexdigest())
        self.assertNotIn("BATT_CAPACITY", self.kept().read_text())
        self.with_variables(FAKE_HEARD=self.path("heard"))
        wrong = with_parameters(PSC_VELXY_PP=1)
        for said in (self.refuse_kept(wrong, "check"), self.refuse_kept(wrong, "run")):
            self.assertIn("error: the firmware has no parameter 'PSC_VELXY_PP' (an earlier flight of this firmware did not "
                          "report it). Did you mean 'PSC_VELXY_P'?", said)
        self.assertFalse(os.path.exists(self.path("heard")))
        # A parameter that no list has until another one is set is accepted, and is known from then on.
        hidden = with_parameters(BATT_CAPACITY=1000)
        self.write("hidden.toml", hidden)
        self.expect(0, "check", "hidden.toml")
        self.fly(hidden, "hidden", "-n", 1)
        self.assertIn("BATT_CAPACITY", self.kept().read_text())

    def refuse_kept(self, text, command):
        self.write("bad.toml", text)
        options = ["--fresh"] if command == "run" else []
        return " ".join(self.expect(2, command, "bad.toml", *options).err.split())

    def test_another_firmware_and_a_broken_list_are_asked_anew(self):
        wrong = with_parameters(PSC_VELXY_PP=1)
        asked = "it reports other parameters, but not this one"
        self.assertIn(asked, " ".join(self.fly(wrong, "a", "-n", 1, code=2).err.split()))
        whole, first = self.kept().read_bytes(), self.kept()
        self.assertIn("an earlier flight of this firmware did not report it", self.refuse_kept(wrong, "run"))
        for broken in (b"", b"\0" * 5000, whole[:-1], whole.replace(b"PSC_VELXY_P 2", b"PSC_VELXY_PP 2"), whole + b"X 1\n"):
            self.kept().write_bytes(broken)
            self.expect(0, "check", "bad.toml")
            self.assertIn(asked, self.refuse_kept(wrong, "run"))
            self.assertEqual(self.kept().read_bytes(), whole)
        with open(self.fake, "ab") as file:
            file.write(b"another")
        self.assertNotEqual(self.kept(), first)
        self.expect(0, "check", "bad.toml")
        self.assertIn(asked, self.refuse_kept(wrong, "run"))
        self.assertIn("an earlier flight of this firmware did not report it", self.refuse_kept(wrong, "run"))

    def test_a_script_may_start_another_firmware_next_time(self):
        """So what one firmware has reported is not kept for the script."""
        self.write("start.sh", f'#!/bin/sh\nexec "{self.path("fake")}" "$@"\n')
        os.chmod(self.path("start.sh"), 0o755)
        by_script = edited(('"./fake"', '"./start.sh"'), text=FLIGHT)
        self.fly(by_script, "a", "-n", 1)
        wrong = with_parameters(text=by_script, PSC_VELXY_PP=1)
        self.assertIn("it reports other parameters, but not this one", self.refuse_kept(wrong, "run"))
        self.assertFalse(os.path.exists(self.path("cache/montecopter")))

    def test_a_list_that_cannot_be_kept_is_no_fault(self):
        self.write("file", "")
        os.makedirs(pathlib.Path(self.path("folder/montecopter"), self.kept().name))  # a folder in place of the list
        for folder in (self.path("file"), self.path("folder"), "/proc", "not/absolute"):
            self.with_variables(XDG_CACHE_HOME=folder, HOME=self.path("file"))
            self.fly(FLIGHT, "a", "-n", 1, "--fresh")
            self.assertEqual(self.of("a", "status").tolist(), [1])
        del os.environ["XDG_CACHE_HOME"]
        self.with_variables(HOME=self.path("home"))
        self.fly(FLIGHT, "a", "-n", 1, "--fresh")
        self.assertTrue(pathlib.Path(self.path("home/.cache/montecopter"), self.kept().name).exists())

    def test_programs_that_are_no_such_firmware(self):
        self.fly(with_parameters(FAKE_TYPE=1), "a", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertTrue(self.words("a")[0].startswith("it is not a firmware for multirotors: it says that it is a fixed wing"), self.words("a"))
        self.fly(edited(('"./fake"', '"/bin/true"'), text=FLIGHT), "b", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertEqual(self.words("b"), ["it exited with status 0 before its first frame (is it ArduPilot for multirotors, "
                                           "built for the board sitl?)"])

    def test_firmwares_that_hang_at_their_start_are_awaited_together(self):
        self.with_variables(STARTS=self.path("starts"))
        self.write("mute.sh", '#!/bin/sh\ndate +%s.%N >> "$STARTS"\necho I am no autopilot\nexec sleep 100\n')
        os.chmod(self.path("mute.sh"), 0o755)
        text = edited(('"./fake"', '"./mute.sh"'), ("timeout_s = 20", "timeout_s = 6"), text=FLIGHT)
        built = re.search(r"--lanes (\S+)", self.expect(0, "run", "--help").out)[1].split("|")
        flags = pathlib.Path("/proc/cpuinfo").read_text().split()
        wide = [name for name, flag in (("avx2", "avx2"), ("neon", "asimd")) if name in built and flag in flags]
        if not wide:
            self.skipTest("no kernel with several lanes flies here")
        self.fly(text, "a", "-n", 2, "-j", 1, "--lanes", wide[0], "--set", "simulation.max_failures=2")
        self.assertEqual(set(self.words("a")), {"it sent no frame within 6 s (is it ArduPilot for multirotors, built for the board sitl?); it printed: I am no autopilot"})
        # The trial flight has its time, the two of the pack have theirs together.
        trial, one, other = map(float, pathlib.Path(self.path("starts")).read_text().split())
        self.assertGreater(one - trial, 6)
        self.assertLess(other - one, 5)

    def test_kill_leaves_nothing(self):
        self.killed_anywhere(with_parameters(FAKE_CHILD=1))


class Scenarios(ArdupilotTest):
    def test_what_is_wrong_is_told(self):
        for change, messages in [
                ((("rate_hz = 400\nstartup", "rate_hz = 10\nstartup"),), ["10 Hz is too slow", "0.1 s or more"]),
                ((("rate_hz = 400\nstartup", 'rate_hz = "continuous"\nstartup'),), ["called once per update"]),
                ((('command = ["./fake"', 'frame = "quad_plus"\ncommand = ["./fake"'),),
                 ["controller.frame does not match the vehicle", "quad_plus has no motor at the place of rotor 0"]),
                ((('command = ["./fake"', 'frame = "hexa_x"\ncommand = ["./fake"'),),
                 ["hexa_x has 6 motors, and the vehicle has 4 rotors"]),
                ((('command = ["./fake"', 'feedback = "estimate"\ncommand = ["./fake"'),), ["estimates the state itself"]),
                ((('command = ["./fake"', 'command = ["./fake", "--model", "x"'),), ["'--model' is given"]),
                ((('command = ["./fake"', 'command = ["./fake", "--defaults=x"'),), ["Give parameter_files"]),
                ((("startup_s = 1.5", "startup_s = 1e9"),), ["controller.startup_s", "3600"]),
                ((("MOT_THST_HOVER", "mot_thst_hover"),), ["the firmware cannot have a parameter of this name"]),
                ((("MOT_THST_HOVER = 0.515", "MOT_THST_HOVER = 1e39"),), ["single precision"]),
                ((("rc = [[-1.4,", "rc = [[-1.6,"),), ["before the firmware starts (startup_s = 1.5)"]),
                ((("[0.2, 1500, 1500, 2000]", "[-1, 1500]"),), ["not after the previous row"]),
                ((("[0.2, 1500, 1500, 2000]", "[0.2, 1500.5]"),), ["1500.5 is not a pulse width"]),
                ((("[0.2, 1500, 1500, 2000]", "[0.2]"),), ["it has 1 number"]),
                ((('"fake.parm"', '"other.parm"'),), ["cannot read the file 'other.parm'", "The name is relative to"]),
                ((('command = ["./fake"', 'pulse_low_us = 2000\ncommand = ["./fake"'),), ["not above the lowest"])]:
            with self.subTest(change):
                self.refused(edited(*change, text=FLIGHT), *messages)

    def test_readings_that_would_wait_in_their_thousands(self):
        slow = IMU.replace("rate_hz = 400\n", "rate_hz = 2000\nlatency_s = 0.9\n")
        self.refused(FLIGHT + slow, "1800 readings would be in transit at once",
                     "at most 1000 can be buffered for a firmware). Lower latency_s or rate_hz.")

    def test_words_that_no_program_can_be_given(self):
        for command, says in (('["", "./fake"]', "the first word is empty"), ('["./fake", "a\\u0000b"]', "the text of 'controller.command.1' has a zero byte in it")):
            text = edited(('command = ["./fake", "--home", "-35.36,149.16,584,0"]', f"command = {command}"), text=FLIGHT)
            self.refused(text, says)
            self.assertEqual(self.expect(2, "check", "bad.toml").err.count("error:"), 1)

    def test_check_does_not_run_it(self):
        self.with_variables(FAKE_HEARD=self.path("heard"))
        self.write("a.toml", FLIGHT)
        untrimmed = self.expect(0, "check", "a.toml").err
        self.assertIn("loop stability is not checked", untrimmed)
        self.assertNotIn("trims the vehicle only", untrimmed)
        trimmed = " ".join(self.expect(0, "check", "a.toml", "--set", "simulation.initial={position_m=[0,0,-10],trimmed=true}").err.split())
        self.assertIn("simulation.initial.trimmed trims the vehicle only: the program starts from its own initial state", trimmed)
        resolved = self.expect(0, "check", "a.toml", "--resolved").out
        self.assertIn("sha256 = ", resolved)
        self.expect(0, "plan", "a.toml")
        self.assertFalse(os.path.exists(self.path("heard")))


if __name__ == "__main__":
    loop_support.main()
