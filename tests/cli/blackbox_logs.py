#!/usr/bin/python3
"""montecopter log: Blackbox of Betaflight. Logs are written by blackbox_writer.py, from the definition."""
import math
import unittest

import blackbox_writer as b
import support
from logs import LogTest

RAD = math.pi / 180


class Bytes(unittest.TestCase):
    def test_encodings(self):
        """By hand, from the definition."""
        for written, expected in [
            (b.unsigned_vb(300), "ac02"), (b.unsigned_vb(127), "7f"), (b.unsigned_vb(2**32 - 1), "ffffffff0f"),
            (b.signed_vb(0), "00"), (b.signed_vb(-1), "01"), (b.signed_vb(1), "02"), (b.signed_vb(-65), "8101"),
            (b.write_values([b.NEG14], [-5]), "05"),
            (b.tag8_8svb([0, 3, 0, -2]), "0a0603"), (b.tag8_8svb([3]), "06"),
            # Sizes 4, 0, 8 and 16 bits from the low end: 11 10 00 01; nibbles 5, f6, 0123 and nothing.
            (b.tag8_4s16([5, 0, -10, 0x0123]), "e15f6012" "30"),
            (b.tag2_3s32([1, -2, 0]), "18"), (b.tag2_3s32([7, -8, 1]), "4781"), (b.tag2_3s32([-31, 5, 9]), "a10509"),
            (b.tag2_3s32([100, -300, 70000]), "e4" "64" "d4fe" "701101"), (b.tag2_3s32([2**30, 0, 0]), "c3" "00000040" "0000"),
            (b.tag2_3svariable([15, -16, 7]), "5f07"), (b.tag2_3svariable([-128, 63, -64]), "a01fc0"),
        ]:
            self.assertEqual(written, bytes.fromhex(expected))

    def test_frames(self):
        """One of each kind."""
        fields = [("loopIteration", 0, b.ZERO, b.UVB, b.INCREMENT, b.NULL), ("time", 0, b.ZERO, b.UVB, b.LINE, b.SVB)]
        writer = b.Writer(fields)
        self.assertEqual(writer.frame("I", [16, 1000]), bytes.fromhex("49 10 e807"))
        self.assertEqual(writer.frame("P", [17, 1002]), bytes.fromhex("50 04"))
        self.assertEqual(writer.frame("P", [18, 1003]), bytes.fromhex("50 01"))  # 1004 is foreseen
        self.assertEqual(b.slow(3), bytes.fromhex("53 03 01 05"))
        self.assertEqual(b.home(1, -1), bytes.fromhex("48 02 01"))
        self.assertEqual(b.position(12, -5, 3, (1, 0, -1), (10, -5)), bytes.fromhex("47 64 09 04 00 03 02 00 01"))
        self.assertEqual(b.END, bytes.fromhex("45 ff 456e64206f66206c6f67 00"))


class Blackbox(LogTest):
    def bbl(self, content):
        return self.log(content, "a.bbl")

    def test_signals(self):
        n = 64
        log = self.bbl(b.log(n))
        self.assertEqual((log["format"], log["part"], log["parts"], log["repaired"]), ("Blackbox", 1, 1, []))
        self.assertEqual(log["parameters"]["motor_poles"], 14)
        self.assertEqual(log["info"]["Craft name"], "five inch")
        self.assertEqual(log["other_topics"], {"axisP": n})
        signals = log["by_name"]
        for signal in signals.values():
            self.assertEqual((signal["values"], signal["missing"], signal["gaps_s"]), (n, 0, []))
            self.assertEqual(signal["first_s"], 0)
            self.assertAlmostEqual(signal["last_s"], ((n - 1) * 1000 + (n - 1) % 3) / 1e6, places=12)
        last = n - 1
        gyro = signals["body_rate"]
        self.near(gyro["first"], [-30 * RAD, -20 * RAD, -40 * RAD])  # front, left, up -> front, right, down
        self.near(gyro["highest"], [(7 * last - 30) * RAD, (3 * last - 20) * RAD, 40 * RAD])
        self.near(signals["imu.gyroscope"]["highest"], [8 * last * RAD, last * RAD, -12 * RAD])
        self.near(signals["body_rate_reference"]["first"], [100 * RAD, 50 * RAD, -25 * RAD])
        g = 9.80665
        self.near(signals["imu.accelerometer"]["first"], [10 / 2048 * g, 20 / 2048 * g, -g])  # at rest: 1 g upwards
        self.near([signals["imu.accelerometer"]["lowest"][2]], [-(2048 + 360) / 2048 * g])
        self.near(signals["rotor_speed"]["first"], [e * 100 / 7 * math.pi / 30 for e in (210, 220, 230, 240)])
        self.near([signals["rotor_speed"]["highest"][0]], [(210 + last) * 100 / 7 * math.pi / 30])
        self.near(signals["command"]["first"], [(m - 158) / (2047 - 158) for m in (500, 600, 700, 800)])
        self.near([signals["battery_voltage"]["lowest"][0]], [(1600 - last // 8) / 100])
        self.near([signals["battery_current"]["highest"][0]], [(2500 + last) / 100])
        half = 16384 / 32767  # of the world north, west, up: turned to the left, so less than 0 about down
        for got, wanted in zip(signals["attitude"]["first"], (math.sqrt(1 - half**2), 0, 0, -half)):
            self.assertAlmostEqual(got, wanted, delta=1e-15)
        # All of it is too short, and some of it is not there.
        self.assertEqual([use for use, v in log["by_use"].items() if any("too short" not in why for why in v["missing"])],
                         ["fly its commands again", "identify the vehicle", "feed an estimator"])  # no velocity, no GNSS

    def test_high_resolution_and_other_scales(self):
        log = self.bbl(b.log(lines={"blackbox_high_resolution": "1", "acc_1G": "4096", "motor_poles": "12",
                                    "motorOutput": None}))
        signals = log["by_name"]
        self.near(signals["body_rate"]["first"], [-3 * RAD, -2 * RAD, -4 * RAD])
        self.near(signals["body_rate_reference"]["first"], [10 * RAD, 5 * RAD, -2.5 * RAD])
        self.near([signals["rotor_speed"]["first"][0]], [210 * 100 / 6 * math.pi / 30])
        self.near([signals["imu.accelerometer"]["first"][2]], [-9.80665 / 2])

    def test_what_the_header_does_not_tell(self):
        log = self.bbl(b.log(lines={"motor_poles": None, "acc_1G": "0", "gyro_scale": "1.0",
                                    "Firmware revision": "Betaflight 3.5.7 (xyz)", "motorOutput": "2000,1000"}))
        self.assertEqual(sorted(log["by_name"]), ["attitude", "body_rate_reference"])
        for remark in ("rotor_speed (eRPM) is left out: the header does not give motor_poles",
                       "imu.accelerometer (accSmooth) is left out: the header does not give acc_1G",
                       "body_rate (gyroADC) is left out: the header does not give gyro_scale",
                       "battery_voltage (vbatLatest) is left out: its unit is known only since Betaflight 4.0",
                       "command (motor) is left out: the header does not give motorOutput"):
            self.assertIn(remark, log["repaired"])

    def test_position(self):
        origin = (473977418, 85455942)
        rows = b.rows(32)
        content = b.header() + b"".join(rows[:8]) + b.home(*origin) + b"".join(
            row + b.position(origin[0] + 100 * k, origin[1] - k, 4880 + k, (150, -20, 5), origin)
            for k, row in enumerate(rows[8:])) + b.END
        signals = self.bbl(content)["by_name"]
        self.near(signals["gps.gnss.latitude"]["highest"], [(origin[0] + 2300) * 1e-7])
        self.near(signals["gps.gnss.longitude"]["lowest"], [(origin[1] - 23) * 1e-7])
        self.near(signals["gps.gnss.altitude"]["first"], [488])
        self.near(signals["gps.gnss.velocity"]["first"], [1.5, -0.2, 0.05])

    def test_several_logs_in_one_file(self):
        two = b.log(16) + b"\0" * 40 + b.log(40, lines={"Craft name": "the other"}) + b"\xff" * 300
        self.write_log("a.bbl", two)
        log = self.bbl(two)
        self.assertEqual((log["part"], log["parts"], log["by_name"]["body_rate"]["values"]), (1, 2, 16))
        text = self.expect(0, "log", "a.bbl", "--part", "2").out
        self.assertIn("a.bbl: Blackbox, 0.039 s, log 2 of 2 in this file (--part), Firmware revision Betaflight 4.4.2", text)
        for part, says in (("3", "there is no log 3 in a.bbl. It has 2"), ("0", "--part"), ("x", "--part")):
            self.refuse(2, "a.bbl", "--part", part, says=[says])

    def test_the_clock_goes_round(self):
        """32 bits of microseconds hold 71 minutes."""
        writer, content = b.Writer(), b.header()
        for k in range(64):
            content += writer.at(k, b.values(k, time_us=(2**32 - 32000 + 1000 * k) % 2**32))
        rate = self.bbl(content + b.END)["by_name"]["body_rate"]
        self.assertEqual((rate["values"], rate["gaps_s"]), (64, []))
        self.assertAlmostEqual(rate["last_s"], 0.063, places=12)

    def test_every_iteration_and_each_fourth(self):
        for interval, step in (("1", 1), ("1/1", 1), ("1/4", 4)):
            fields = [("loopIteration", 0, b.ZERO, b.UVB, b.INCREMENT, b.NULL), ("time", 0, b.ZERO, b.UVB, b.LINE, b.SVB),
                      ("gyroADC[0]", 1, b.ZERO, b.SVB, b.PREVIOUS, b.SVB), ("gyroADC[1]", 1, b.ZERO, b.SVB, b.PREVIOUS, b.SVB),
                      ("gyroADC[2]", 1, b.ZERO, b.SVB, b.PREVIOUS, b.SVB)]
            writer, content = b.Writer(fields), b.header({"P interval": interval}, fields)
            for k in range(0, 64, step):  # each frame I says which iteration it is: 16 further, as the frames P count
                content += writer.frame("I" if k % 16 == 0 else "P", [k, 5000 + 125 * k, k, 2 * k, 3 * k])
            log = self.bbl(content + b.END)
            self.assertEqual((log["by_name"]["body_rate"]["values"], log["repaired"]), (64 // step, []))

    def test_events(self):
        events = [b"E\x00" + b.unsigned_vb(70000), b"E\x0f\x04", b"E\x0d\x05" + b.signed_vb(-3), b"E\x0d\x85" + bytes(4),
                  b"E\x1e\x01\x00", b"E\x0e" + b.unsigned_vb(9) + b.unsigned_vb(10)]
        log = self.bbl(b.header() + b.slow() + b"".join(e + r for e, r in zip(events * 20, b.rows(64))) + b.END)
        self.assertEqual((log["by_name"]["body_rate"]["values"], log["repaired"]), (64, []))

    def test_broken_logs(self):
        """Each is either refused with the reason, or read with a remark; nothing else."""
        head, rows = b.header() + b.slow(), b.rows(64)
        body, first = b"".join(rows), len(head)
        at = [first + sum(map(len, rows[:k])) for k in range(65)]
        whole = head + body + b.END
        noise = bytes((7 * i * i + 3 * i) % 251 for i in range(200))
        # A frame is whole if another one begins where it ends: of noise the one before it is left out, too.
        read = {
            "no end": (head + body, 64, "it has no end marker: power was cut, or the memory was full"),
            "truncated within a frame": (whole[:at[63] + 9], 63, f"its last frame is truncated and left out (9 bytes from byte {at[63]})"),
            "flash that was never written": (head + body + b"\xff" * 5000, 64, "it has no end"),
            "filled up": (whole + b"\0" * 5000, 64, None),
            "noise behind the end": (whole + noise, 64, None),
            "noise between frames": (head + b"".join(rows[:20]) + noise + b"".join(rows[20:]) + b.END, 59,
                                     "frames after the damage are left out: they encode changes"),
            "noise in place of the end": (head + body + noise * 2, 63, "damaged and left out: no complete frame follows"),
            "a frame lost": (head + b"".join(rows[:20] + rows[21:]) + b.END, 57,
                             "6 frames are left out: they depend on frames that were lost at 1 places"),
            "the middle of a frame lost": (whole[:at[20] + 3] + whole[at[20] + 20:], None, "damaged and left out"),
            "from within one frame to within another": (whole[:at[9] + 5] + whole[at[30] + 9:], None, "left out"),
            "an unknown event": (head + b"".join(rows[:8]) + b"E\x63\1\2\3" + b"".join(rows[8:]) + b.END, 64, "damaged and left out"),
            "an end that is none": (head + b"".join(rows[:8]) + b"E\xffEnd of lag\0" + b"".join(rows[8:]) + b.END, 64, "damaged"),
            "an unknown frame": (head + b"".join(rows[:16]) + b"X\1\2\3" + b"".join(rows[16:]) + b.END, 63, "damaged"),
            "frames P only at first": (head + b"".join(rows[1:]) + b.END, 56, "7 frames after the damage are left out"),
            "a frame I of another time": (
                head + b"".join(rows[:16]) + b.Writer().frame("I", b.values(16, time_us=3_000_000_000)) + b"".join(rows[16:]) + b.END,
                64, "1 frames are left out: their times do not fit the earlier ones"),
            "a number of more than 32 bits": (head + b"".join(rows[:8]) + b"I" + b"\xff" * 12 + b"".join(rows[8:]) + b.END, 64, "damaged"),
            "a line without a colon": (b.header().replace(b"H looptime:500", b"H looptime 500") + body + b.END, 64, "1 line of the header"),
            "coordinates without a home": (head + rows[0] + b.position(1, 2, 3, (0, 0, 0)) + b"".join(rows[1:]) + b.END, 64,
                                           "2 coordinates are left out: no home position precedes them"),
            "a header with carriage returns": (b.header().replace(b"\n", b"\r\n") + body + b.END, 64, None),
            "no slow frames described": (b.log(64, **{f"Field S {w}": None for w in ("name", "signed", "predictor", "encoding")}),
                                         64, "damaged"),
        }
        text = b.header().decode()
        refused = {
            "the first line only": (b.PRODUCT.encode(), "its header has no line 'Data version'"),
            "a header cut short": (text[:200].encode(), "its header has no line 'Field I name'"),
            "no frames": (b.header(), "no complete frame follows its header"),
            "noise only": (b.header() + noise * 9, "no complete frame follows its header"),
            "an old version": (b.log(lines={"Data version": "1"}), "its data version is 1, but only version 2 is supported"),
            "an encoding that is none": (b.log(**{"Field P encoding": [2] * len(b.FIELDS)}), "'2' in its line 'Field P encoding' is unknown"),
            "a predictor that is none": (b.log(**{"Field I predictor": [12] * len(b.FIELDS)}), "'12' in its line 'Field I predictor'"),
            "words for numbers": (b.log(**{"Field I encoding": "a,b"}), "has 2 numbers for 29 fields"),
            "a list too short": (b.log(**{"Field I encoding": "1,1,1"}), "has 3 numbers for 29 fields"),
            "no predictors of P": (b.log(**{"Field P predictor": None}), "its header has no line 'Field P predictor'"),
            "no time": (b.log(**{"Field I name": ",".join(["loopIteration"] * 29)}), "are not loopIteration and time"),
            "too many fields": (b.log(**{"Field I name": "x," * 2000}), "more than 1000 fields"),
            "no intervals": (b.log(lines={"I interval": "0"}), "its intervals of frames I and P are invalid"),
            "huge intervals": (b.log(lines={"P interval": "1/999999999"}), "its intervals of frames I and P are invalid"),
        }
        self.assertGreaterEqual(len(read) + len(refused), 20)
        for what, (content, count, remark) in read.items():
            with self.subTest(what):
                log = self.bbl(content)
                if remark:
                    self.assertIn(remark, " | ".join(log["repaired"]))
                if count is not None:
                    self.assertEqual(log["by_name"]["body_rate"]["values"], count)
        for what, (content, reason) in refused.items():
            with self.subTest(what):
                self.write_log("b.bbl", content)
                self.refuse(3, "b.bbl", says=["b.bbl: error: cannot use this Blackbox log", reason])

    def test_bytes_changed_and_lost_at_random(self):
        """Never anything but an answer or a reason; where bytes are lost, the rest is there. The same each time."""
        whole = b.log(64)
        start = len(b.header() + b.slow())
        state = 1
        for turn in range(60):
            state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            at = start + (state >> 33) % (len(whole) - start - 60)
            if turn % 2:
                size = 1 + (state >> 20) % 40
                content = whole[:at] + whole[at + size:]
            else:
                content = whole[:at] + bytes([state >> 25 & 255]) + whole[at + 1:]
            with self.subTest(f"turn {turn}, byte {at}"):
                # A frame I comes every 8 rows. Damage that looks like whole frames may take two such stretches.
                self.assertGreaterEqual(self.bbl(content)["by_name"]["body_rate"]["values"], 64 - 24)

    def test_choices_that_do_not_fit(self):
        self.write_log("a.bbl", b.log())
        self.write("columns.toml", '[time]\ncolumn = "t"\nunit = "s"\n[columns.position]\nfrom = ["x", "y", "z"]\nunit = "m"\n')
        self.refuse(2, "a.bbl", "--columns", "columns.toml", says=["--columns: error: a Blackbox log describes its own content"])
        self.refuse(2, "a.bbl", "--instance", "imu=1", says=["--instance: error: a Blackbox log has no instances"])


if __name__ == "__main__":
    support.main()
