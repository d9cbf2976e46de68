#!/usr/bin/python3
"""montecopter log: DataFlash of ArduPilot. Logs are written by dataflash_writer.py, from the definition."""
import json
import math
import struct
import unittest

import dataflash_writer as d
import support
from logs import LogTest

RAD = math.pi / 180


# Motors 1 to 4 are at outputs 3, 1, 2 and 4; MOT_PWM_MIN and MOT_PWM_MAX of Copter count for all of them.
QUAD = {"SERVO1_FUNCTION": 34, "SERVO2_FUNCTION": 35, "SERVO3_FUNCTION": 33, "SERVO4_FUNCTION": 36, "MOT_PWM_MIN": 1100,
        "MOT_PWM_MAX": 1900}


def parameters(values):
    return b"".join(d.of("PARM", d.START_US, name, float(value), 0.0) for name, value in values.items())


class DataFlash(LogTest):
    def bin(self, content):
        return self.log(content, "a.bin")

    def test_bytes_of_the_messages(self):
        """One of each kind, by hand."""
        self.assertEqual(d.format_of(9, "RCOU", "QHH", "TimeUS,C1,C2"), bytes.fromhex(
            "a395 80 09 0f 52434f55 514848" + "00" * 13 + "54696d6555532c43312c4332" + "00" * 52))
        self.assertEqual(len(d.format_of(9, "RCOU", "QHH", "TimeUS,C1,C2")), 89)
        for message, expected in [
            (d.of("RCOU", 1, 1500, 1400, 1300, 1200, 0, 0), "a395 09 0100000000000000 dc05 7805 1405 b004 0000 0000"),
            (d.of("CTUN", 258, 1.0), "a395 10 0201000000000000 0000803f"),
            (d.of("PARM", 0, "AB", 2.0, 0.0), "a395 04" + "00" * 8 + "4142" + "00" * 14 + "00000040 00000000"),
            (d.of("MSG", 0, "hi"), "a395 05" + "00" * 8 + "6869" + "00" * 62),
            (d.of("FMTU", 0, 16, "s-", "F-"), "a395 03" + "00" * 8 + "10 732d" + "00" * 14 + "462d" + "00" * 14),
            (d.of("MULT", 0, ord("B"), 0.5), "a395 02" + "00" * 8 + "42 000000000000e03f"),
            (d.of("UNIT", 0, ord("m"), "m"), "a395 01" + "00" * 8 + "6d 6d" + "00" * 63),
            (d.message(7, "bBhHiIqQ", -1, 255, -2, 65535, -3, 3, -4, 4),
             "a395 07 ff ff feff ffff fdffffff 03000000 fcffffffffffffff 0400000000000000"),
            (d.message(7, "cCeELMgn", -1, 1, -1, 1, -2, 5, 1.5, "AB"), "a395 07 ffff 0100 ffffffff 01000000 feffffff 05 003e 41420000"),
        ]:
            self.assertEqual(message, bytes.fromhex(expected))

    def test_signals(self):
        log = self.bin(d.log())
        self.assertEqual((log["format"], log["repaired"]), ("DataFlash", []))
        self.assertEqual(log["parameters"], {"LOG_BITMASK": 176126})
        self.assertEqual(log["info"], {"firmware": "ArduCopter V4.5.7 (2a3dc4b7)"})
        self.assertEqual(log["other_topics"]["CTUN"], 20)
        signals = log["by_name"]
        for name, hz in (("attitude", 10), ("body_rate", 100), ("imu.gyroscope", 200), ("imu.accelerometer", 200), ("command", 10),
                         ("rotor_speed", 50), ("gps.gnss.latitude", 5), ("position", 10), ("compass.magnetometer", 10)):
            self.assertEqual((signals[name]["values"], signals[name]["gaps_s"], signals[name]["first_s"]), (2 * hz, [], 0), name)
            self.assertAlmostEqual(signals[name]["last_s"], 2 - 1 / hz, places=9)
        for name, angles in (("attitude", (10, -20, 90)), ("attitude_reference", (1, -2, 90))):
            for got, wanted in zip(signals[name]["first"], d.quaternion(*(RAD * a for a in angles)), strict=True):
                self.assertAlmostEqual(got, wanted, delta=4e-16)  # three roundings of factors at most 1
        self.near(signals["body_rate"]["highest"], [90 * RAD, -45 * RAD, 199 * RAD])
        self.near(signals["body_rate_reference"]["first"], [RAD, 2 * RAD, 3 * RAD])
        self.assertEqual(signals["imu.gyroscope"]["highest"], [0.25 * 399, 0.5, -0.75])
        self.assertEqual(signals["imu.accelerometer"]["first"], [1, 2, -9.5])
        self.assertEqual(signals["rotor_speed"]["components"], ["0", "1", "2", "3"])
        self.near(signals["rotor_speed"]["first"], [(6000 + 60 * i) * math.pi / 30 for i in range(4)])
        self.assertEqual((signals["command"]["first"], signals["command"]["unit"]), ([1500, 1400, 1300, 1200], "us (pulse width)"))
        self.near(signals["gps.gnss.latitude"]["first"], [47.3977418])
        self.near(signals["gps.gnss.longitude"]["highest"], [8.5455951])
        self.near(signals["gps.gnss.altitude"]["first"], [488.12])
        north, east, down = signals["gps.gnss.velocity"]["first"]  # 5 m/s to the east
        self.assertAlmostEqual(north, 0, delta=1e-15)
        self.assertEqual((east, down), (5, -0.5))
        self.assertEqual((signals["position"]["first"], signals["velocity"]["first"]), ([10, 20, -30], [1, 2, -0.5]))
        self.assertEqual((signals["battery_voltage"]["first"], signals["battery_current"]["first"]), ([15.5], [12.25]))
        self.near(signals["state_of_charge"]["first"], [0.8])
        self.near(signals["compass.magnetometer"]["first"], [2e-5, -4e-6, 4.3e-5])  # milligauss
        self.assertEqual(signals["baro.barometer.pressure"]["first"], [95000.5])

    def test_pulse_widths_are_commands_by_the_parameters_of_the_log(self):
        """Outputs 1 to 4 have pulses of 1500, 1400, 1300 and 1200 us, and 5 and 6 have none."""
        own = {f"SERVO{k}_{end}": us for k in range(1, 5) for end, us in (("MIN", 1000), ("MAX", 2000))}
        for what, changes, wanted in [
            ("Copter", {}, [(p - 1100) / 800 for p in (1300, 1500, 1400, 1200)]),
            ("outputs of their own", {**own, "MOT_PWM_MIN": 0}, [(p - 1000) / 1000 for p in (1300, 1500, 1400, 1200)]),
            ("a quadplane", {"MOT_PWM_MIN": None, "Q_M_PWM_MIN": 1000, "Q_M_PWM_MAX": 2000},
             [(p - 1000) / 1000 for p in (1300, 1500, 1400, 1200)]),
            ("a tricopter's servo", {"SERVO4_FUNCTION": 39}, None),  # motor 7 without 4 to 6
            ("no functions", {f"SERVO{k}_FUNCTION": None for k in range(1, 5)}, None),
            ("no range", {"MOT_PWM_MAX": None}, None),
        ]:
            with self.subTest(what):
                values = {name: value for name, value in {**QUAD, **changes}.items() if value is not None}
                log = self.bin(d.definitions() + parameters(values) + b"".join(d.flight(rates={d.esc: 0, d.outputs: 100})))
                command, use = log["by_name"]["command"], log["by_use"]["fly its commands again"]
                if wanted is None:
                    self.assertEqual(command["unit"], "us (pulse width)")
                    self.assertIn("command is in us (pulse width), and the log lacks the parameters that convert it", use["missing"][0])
                else:
                    self.assertEqual((command["unit"], command["components"]), ("1", ["0", "1", "2", "3"]))
                    self.near(command["first"], wanted)
                    self.assertNotIn("pulse", " ".join(use["missing"]))

    def test_attitude_of_each_loop(self):
        """ArduPilot 4.7 logs it as ANG, and ATT at 10 Hz beside it."""
        kinds = {**d.KINDS, "ANG": (17, "Qfffffff", "TimeUS,DesRoll,Roll,DesPitch,Pitch,DesYaw,Yaw,Dt", "sddddhhs", "F0000000")}
        body = d.flight() + [d.message(17, "Qfffffff", d.START_US + 2500 * k, 1.0, 10.0, -2.0, -20.0, 90.0, 90.0, 0.0025)
                             for k in range(800)]
        signals = self.bin(d.log(body, d.definitions(kinds=kinds)))["by_name"]
        for name, angles in (("attitude", (10, -20, 90)), ("attitude_reference", (1, -2, 90))):
            self.assertEqual(signals[name]["values"], 800)
            for got, wanted in zip(signals[name]["first"], d.quaternion(*(RAD * a for a in angles)), strict=True):
                self.assertAlmostEqual(got, wanted, delta=4e-16)

    # Rotors as AP_MotorsMatrix.cpp lists them: angle to the right of the nose, and direction (counter-clockwise 1).
    FRAMES = {(1, 1): ((45, 1), (-135, 1), (-45, -1), (135, -1)),
              (2, 0): ((0, -1), (180, 1), (-120, -1), (60, 1), (-60, 1), (120, -1))}

    def mixed(self, frame, row, gain, expo, low, high):
        """Commands by the written definition: thrusts, then their inverse on the curve thrust = (1 - e) u + e u^2."""
        motors = self.FRAMES[frame]
        roll, pitch = ([f(math.radians(angle)) for angle, _ in motors] for f in (lambda a: -math.sin(a), math.cos))
        commands = []
        for i, (_, spin) in enumerate(motors):
            thrust = gain * (row[3] + 0.5 * roll[i] / max(map(abs, roll)) * row[0] + 0.5 * pitch[i] / max(map(abs, pitch)) * row[1]
                             + 0.5 * spin * row[2])
            thrust = max(thrust, 0)
            u = thrust if expo == 0 else (expo - 1 + math.sqrt((1 - expo) ** 2 + 4 * expo * thrust)) / (2 * expo)
            commands.append(low + (high - low) * u)
        return commands

    def mixer_log(self, frame, *, expo=0.65, shown=None, changes=None, seconds=2, row=None):
        """RATE at 400 Hz, and RCOU at 10 Hz as the mixer of another frame, or a motor at its limit, makes it of them."""
        row = row or (lambda k: (0.1 * math.sin(k / 7), 0.05 * math.cos(k / 11), 0.02 * math.sin(k / 5), 0.4 + 0.05 * math.sin(k / 40)))
        low, high, count = 0.15, 0.95, len(self.FRAMES[frame])
        body, commands = [], []
        for k in range(400 * seconds):
            us = d.START_US + 2500 * k
            inputs = [struct.unpack("f", struct.pack("f", x))[0] for x in row(k)]
            body.append(d.of("RATE", us, 0, 0.0, inputs[0], 0, 0.0, inputs[1], 0, 0.0, inputs[2], 0, 0, inputs[3]))
            commands.append(self.mixed(shown or frame, inputs, 1.05 + 1e-5 * k, expo, low, high))
            if k % 40 == 0:
                pulses = [round(1100 + 800 * u) for u in commands[-1]] + [0] * (6 - len(commands[-1]))
                body.append(d.of("RCOU", us + 300, *pulses))
        values = {"FRAME_CLASS": frame[0], "FRAME_TYPE": frame[1], "MOT_THST_EXPO": expo, "MOT_SPIN_MIN": low, "MOT_SPIN_MAX": high,
                  "MOT_PWM_MIN": 1100, "MOT_PWM_MAX": 1900, **{f"SERVO{i + 1}_FUNCTION": 33 + i for i in range(count)}}
        values = {**values, **(changes or {})}
        return self.bin(d.definitions() + parameters(values) + b"".join(body)), commands

    def test_commands_of_the_motor_mixer(self):
        """A row for each of the rate controller, from the first output to the last, with the gain that these show. Pulses are
        whole microseconds of 800: thrusts are wrong by 0.5 / 800 at most, and the gain by as much."""
        for frame, expo in (((1, 1), 0.65), ((2, 0), 0.65), ((1, 1), 0.0)):
            with self.subTest(f"{frame} {expo}"):
                log, commands = self.mixer_log(frame, expo=expo)
                command = log["by_name"]["command"]
                self.assertEqual((command["values"], command["from"], command["unit"]), (760, "RATE.ROut", "1"))
                self.assertAlmostEqual(command["rate_hz"], 400, places=6)
                for ours, of in (("first", commands[0]), ("lowest", map(min, zip(*commands[:760]))),
                                 ("highest", map(max, zip(*commands[:760])))):
                    for got, wanted in zip(command[ours], of, strict=True):
                        self.assertAlmostEqual(got, wanted, delta=1.5 / 800)
                self.assertIn("commands are those of the motor mixer (RATE), which RCOU confirms in 20 of 20 rows in flight", log["repaired"])
                self.assertNotIn("command", " ".join(log["by_use"]["identify the vehicle"]["missing"]))

    def test_outputs_that_the_mixer_does_not_explain_stay(self):
        for what, arguments in {
            "another frame": {"changes": {"FRAME_TYPE": 0}},
            "a frame that is not known": {"changes": {"FRAME_TYPE": 3}},
            "another curve": {"changes": {"MOT_THST_EXPO": 0.2}},
            "a compensated battery": {"changes": {"MOT_BAT_V_MAX": 16.8}},
        }.items():
            with self.subTest(what):
                log, _ = self.mixer_log((1, 1), **arguments)
                self.assertEqual((log["by_name"]["command"]["values"], log["by_name"]["command"]["from"]), (20, "RCOU.C1"))
                self.assertNotIn("motor mixer", " ".join(log["repaired"]))

    def test_rows_at_the_limits_of_motors_are_left_out(self):
        """For a tenth of a second roll is more than the motors have."""
        def row(k):
            return (2.0 if 210 <= k < 230 else 0.05, 0.05, 0.02, 0.5)
        log, commands = self.mixer_log((1, 1), row=lambda k: row(k) if k % 40 else row(0))
        self.assertEqual(log["by_name"]["command"]["values"], 740)

    def test_without_units(self):
        """Earlier logs have no FMTU: their letters tell what is times 100."""
        with_units, without = self.bin(d.log())["by_name"], self.bin(d.log(defined=d.definitions(units=False)))["by_name"]
        self.assertEqual(with_units.keys(), without.keys())
        for name, signal in with_units.items():
            for a, b in zip(signal["highest"], without[name]["highest"]):
                self.assertTrue(math.isclose(a, b, rel_tol=1e-15, abs_tol=1e-15), name)

    def test_units_of_the_log_count(self):
        """Multipliers of its own, an angle in radians."""
        kinds = {**d.KINDS, "ATT": (6, "Qfff", "TimeUS,Roll,Pitch,Yaw", "srrr", "FXXX")}
        content = d.definitions(kinds=kinds) + d.of("MULT", 0, ord("X"), 0.5) + b"".join(
            d.message(6, "Qfff", d.START_US + 1000 * k, 1.0, 0.0, 0.0) for k in range(9))
        attitude = self.bin(content)["by_name"]["attitude"]["first"]
        for got, wanted in zip(attitude, (math.cos(0.25), math.sin(0.25), 0, 0)):
            self.assertAlmostEqual(got, wanted, delta=2e-16)

    def test_instances(self):
        self.write_log("a.bin", d.log())
        log = json.loads(self.expect(0, "log", "a.bin", "--json", "--instance", "IMU=1").out)
        gyro = {signal["name"]: signal for signal in log["signals"]}["imu.gyroscope"]
        self.assertEqual(gyro["first"], [0, 0.5, -1.75])
        self.refuse(2, "a.bin", "--instance", "IMU=2", says=["there is no instance 2 of 'IMU' in a.bin. It has 0 and 1"])
        self.refuse(2, "a.bin", "--part", "1", says=["--part: error: a DataFlash log contains only one log"])

    def test_what_it_is_good_for(self):
        uses = self.bin(d.definitions() + parameters(QUAD) + b"".join(d.flight(rates={d.esc: 0})))["by_use"]
        self.assertIn("command is logged at 10 Hz, and 100 Hz are needed. ArduPilot logs RCOU at 10 Hz", uses["identify the vehicle"]["missing"][0])
        self.assertTrue(self.bin(d.log(d.flight(rates={d.esc: 100})))["by_use"]["identify the vehicle"]["good"])
        slow = self.bin(d.log(d.flight(rates={d.imu: 25, d.imu_1: 0, d.rate: 25})))["by_use"]["feed an estimator"]
        self.assertIn("bit 18", slow["missing"][0])

    def test_rotors_that_tell_at_times_of_their_own(self):
        rows = [d.of("ESC", d.START_US + 1000 * k + 10 * i, i, 600.0 * (i + 1), 0.0, 0.0, 0.0, 0, 0.0, 0, 0.0)
                for k in range(50) for i in ((2, 0, 1) if k != 7 else (2, 1))]
        speed = self.bin(d.definitions() + b"".join(rows))["by_name"]["rotor_speed"]
        self.assertEqual((speed["values"], speed["missing"], speed["components"]), (50, 1, ["0", "1", "2"]))
        self.near(speed["first"], [20 * math.pi * (i + 1) for i in range(3)])

    def test_broken_logs(self):
        """Each is either refused with the reason, or read with a remark; nothing else."""
        defined, rows = d.definitions(), d.flight()
        body = b"".join(rows)
        whole = defined + body
        at = len(defined) + sum(map(len, rows[:300]))
        noise = bytes((7 * i * i + 3 * i) % 251 for i in range(400))
        bad = d.format_of(40, "BAD", "Qff", "TimeUS,A,B", 20)
        read = {
            "truncated within a message": (whole[:-5], "its last message is truncated and left out ("),
            "truncated within the sync": (whole + b"\xa3", "its last message is truncated and left out (1 bytes"),
            "filled up with zeros": (whole + bytes(4000), None),
            "flash that was never written": (whole + b"\xff" * 4000, None),
            "noise between messages": (whole[:at] + noise + whole[at:], "bytes from byte "),
            "noise behind the end": (whole + noise, "damaged and left out: no complete message follows"),
            "the middle of a message lost": (whole[:at + 4] + whole[at + 12:], "damaged and left out"),
            "from within one message to within another": (whole[:at + 4] + whole[at + 700:], "damaged and left out"),
            "an unknown type": (whole[:at] + d.SYNC + b"\x77" + bytes(20) + whole[at:], "damaged and left out"),
            "a format with another length": (bad + whole, "1 malformed messages that define others are left out"),
            "a format with an unknown letter": (d.format_of(40, "BAD", "Q", "TimeUS,A", 15).replace(b"Q\0", b"QW", 1) + whole, "1 malformed messages"),
            "a format with too few names": (d.format_of(40, "BAD", "Qff", "TimeUS,A") + whole, "1 malformed messages that define"),
            "a format with too many names": (d.format_of(40, "BAD", "Q", "TimeUS,A,B") + whole, "1 malformed messages that define"),
            "a format without a name": (d.format_of(40, "", "Q", "TimeUS") + whole, "1 malformed messages that define"),
            "a format of no length": (d.format_of(40, "BAD", "Q", "TimeUS", 1) + whole, "1 malformed messages that define"),
            "a type defined twice": (defined + d.format_of(6, "ATT", "Qf", "TimeUS,Roll") + body, "1 malformed messages that define"),
            "units of what is not defined": (defined + d.of("FMTU", 0, 99, "s", "F") + body, "1 malformed messages that define"),
            "a multiplier that is none": (defined + d.of("MULT", 0, ord("B"), math.nan) + body, None),
            "times that go back": (whole + d.rate(0, d.START_US + 10), "body_rate: 1 of 201 rows left out"),
            "the last time far ahead": (whole + d.rate(0, d.START_US + 10**12), "body_rate: the last row left out"),
            "NaN": (defined + body + d.of("RATE", d.START_US + 3_000_000, *[math.nan] * 12), None),
            "huge angles": (whole + d.of("IMU", d.START_US + 3_000_000, 200, *[1e38] * 6, 0, 0, 0.0, 0, 0, 0, 0), None),
            "GNSS without a fix": (whole + d.gnss(0, d.START_US + 3_000_000, 1), "1 GNSS messages without a 3D fix"),
            "formats behind what they define": (d.format_of(128, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89) + body + defined, None),
        }
        refused = {
            "the sync only": (d.SYNC, "it defines no messages known to this program"),
            "formats only": (defined, "none of its messages contains a usable signal"),
            "no formats": (d.format_of(128, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89) + body, "it defines no messages"),
            "messages that we do not know": (defined + b"".join(d.throttle(k, k) for k in range(9)), "none of its messages contains a usable signal"),
            "noise only": (d.SYNC + noise, "it defines no messages"),
        }
        self.assertGreaterEqual(len(read) + len(refused), 20)
        for what, (content, remark) in read.items():
            with self.subTest(what):
                log = self.bin(content)
                if remark:
                    self.assertIn(remark, " | ".join(log["repaired"]))
                else:
                    self.assertEqual(log["repaired"], [])
                # 700 bytes are some 12 messages, of which one in five is of a body rate, and the one before them.
                self.assertGreaterEqual(log["by_name"]["body_rate"]["values"], 200 - 6)
        for what, (content, reason) in refused.items():
            with self.subTest(what):
                self.write_log("b.bin", content)
                self.refuse(3, "b.bin", says=["b.bin: error: cannot use this DataFlash log", reason])

    def test_bytes_changed_and_lost_at_random(self):
        """Never anything but an answer or a reason; where bytes are lost, the rest is there. The same each time."""
        whole = d.log(d.flight(0.5))
        start = len(d.definitions())
        state = 1
        for turn in range(60):
            state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            at = start + (state >> 33) % (len(whole) - start - 60)
            size = 1 + (state >> 20) % 40
            content = whole[:at] + (b"" if turn % 2 else bytes([state >> 25 & 255])) + whole[at + (size if turn % 2 else 1):]
            with self.subTest(f"turn {turn}, byte {at}"):
                log = self.bin(content)
                # 40 bytes touch two messages of 30 bytes and more; the one before them may go, too.
                self.assertGreaterEqual(log["by_name"]["body_rate"]["values"], 50 - 3)


if __name__ == "__main__":
    support.main()
