#!/usr/bin/python3
"""montecopter log: logs of real flights. ULogs are written by log_writers.py, from the definition."""
import csv
import io
import json
import math
import os
import struct
import subprocess

import log_writers as w
import support
from flight_logs import SENSING
from log_readers import Ulog
from support import ProgramTest, edited

COLUMNS = """
[time]
column = "t"
unit = "ms"
[columns.position]
from = ["x", "y", "z"]
unit = "cm"
frame = "ENU"
[columns.body_rate]
from = ["p", "q", "r"]
unit = "deg/s"
frame = "FLU"
delay_s = 0.005
[columns.rotor_speed]
from = ["e1", "e2"]
unit = "erpm"
pole_pairs = 7
sign = [1, -1]
"""
HEADER = "t,x,y,z,p,q,r,e1,e2\n"


def row(k, ms=None):
    return f"{10 * k + 1000 if ms is None else ms},100,200,300,90,45,{k},42000,21000\n"


CSV = HEADER + "".join(row(k) for k in range(100))


def degrees(x):
    return x * math.pi / 180


class LogTest(ProgramTest):
    def write_log(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def log(self, content, name="a.ulg", columns=None):
        self.write_log(name, content)
        arguments = ["log", name, "--json"]
        if columns:
            self.write("columns.toml", columns)
            arguments += ["--columns", "columns.toml"]
        answer = json.loads(self.expect(0, *arguments).out)
        answer["by_name"] = {signal["name"]: signal for signal in answer["signals"]}
        answer["by_use"] = {use["use"]: use for use in answer["uses"]}
        return answer

    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "log", *arguments)
        self.assertEqual(result.out, "")
        for word in ("error:", *says):
            self.assertIn(word, result.err, arguments)

    def near(self, got, wanted):
        """Our factors are the nearest doubles: a product is one ulp off at most, two of them two."""
        self.assertEqual(len(got), len(wanted))
        for a, b in zip(got, wanted):
            self.assertTrue(math.isclose(a, b, rel_tol=5e-16, abs_tol=0), (got, wanted))


class ULog(LogTest):
    def test_writer_and_reader_of_the_tests_agree(self):
        log = Ulog(w.header() + w.flags() + w.format_of("a", *w.TOPICS["vehicle_angular_velocity"]) +
                   w.subscription(0, "a") + w.data(0, "Q3f", 7, 1.0, 2.0, 3.0))
        self.assertEqual(log.topics, {("a", 0): [(7, {"xyz": [1.0, 2.0, 3.0]})]})

    def test_what_export_writes_is_read_as_the_same_signals(self):
        """The lists of PX4's names, of `export` and of `log`, belong together."""
        self.write("s.toml", SENSING.replace("dropout = 0.2\n", ""))
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        self.expect(0, "export", "a.h5", "--sample", "3", "--ulog", "a.ulg")
        read = {signal["name"]: signal for signal in json.loads(self.expect(0, "log", "a.ulg", "--json").out)["signals"]}
        shared = {"position": "position", "velocity": "velocity", "attitude": "attitude", "body_rate": "body_rate",
                  "specific_force": "specific_force", "imu.gyroscope": "imu0.gyroscope",
                  "imu.accelerometer": "imu0.accelerometer", "compass.magnetometer": "compass.magnetometer",
                  "baro.barometer.pressure": "baro.barometer.pressure", "gps.gnss.velocity": "gps.gnss.velocity",
                  "gps.gnss.latitude": "gps.gnss.latitude", "gps.gnss.altitude": "gps.gnss.altitude"}
        for name, flown in shared.items():
            with self.subTest(name):
                out = self.expect(0, "export", "a.h5", "--traces", "--sample", "3", "--signal", flown).out
                rows = [[float(cell) for cell in line[2:]] for line in list(csv.reader(io.StringIO(out)))[1:]]
                for ours, of in (("first", rows[0]), ("lowest", map(min, zip(*rows))), ("highest", map(max, zip(*rows)))):
                    for got, wanted in zip(read[name][ours], of, strict=True):
                        # Fields of PX4 are float32: half of 2^-23, and twice where gauss are converted.
                        self.assertTrue(math.isclose(got, wanted, rel_tol=2**-22, abs_tol=1e-12), (ours, got, wanted))

    def test_bytes_of_the_messages(self):
        """One of each kind, by hand."""
        for message, expected in [
            (w.header(1, 258), "554c6f67011235 01 0201000000000000"),
            (w.flags(), "2800 42" + "00" * 40),
            (w.format_of("a", "uint64_t timestamp"), "1500 46 613a75696e7436345f742074696d657374616d703b"),
            (w.info("k", "vw"), "0c00 49 09 636861725b325d206b 7677"),
            (w.parameter("P", 3), "0e00 50 09 696e7433325f742050 03000000"),
            (w.subscription(5, "a", 1), "0400 41 01 0500 61"),
            (w.data(5, "Qf", 1, 1.0), "0e00 44 0500 0100000000000000 0000803f"),
            (w.dropout(3), "0200 4f 0300"),
            (w.message("S", w.SYNC), "0800 53 2f731320250cbb12"),
        ]:
            self.assertEqual(message, bytes.fromhex(expected))

    def test_signals(self):
        log = self.log(w.ulog())
        self.assertEqual(log["format"], "ULog")
        self.assertEqual(log["info"], {"sys_name": "PX4", "ver_hw": "BOARD"})
        self.assertEqual(log["parameters"], {"SDLOG_PROFILE": 1})
        self.assertEqual(log["other_topics"], {"cpuload": 4})
        self.assertEqual((log["repaired"], log["dropouts_s"]), ([], []))
        signals = log["by_name"]
        for name, hz in (("attitude", 50), ("body_rate", 100), ("position", 10), ("velocity", 10),
                         ("specific_force", 100), ("imu.gyroscope", 200), ("imu.accelerometer", 200),
                         ("command", 10), ("rotor_speed", 10), ("gps.gnss.latitude", 5)):
            self.assertEqual(signals[name]["values"], 2 * hz)
            self.assertAlmostEqual(signals[name]["rate_hz"], hz, places=6)
            self.assertEqual((signals[name]["gaps_s"], signals[name]["missing"]), ([], 0))
            self.assertAlmostEqual(signals[name]["last_s"] - signals[name]["first_s"], 2 - 1 / hz, places=9)
        for key, x in (("first", -4), ("highest", 4)):  # float has 24 bits
            for got, wanted in zip(signals["attitude"][key], (2, x, 5, -6), strict=True):
                self.assertAlmostEqual(got, wanted / 9, delta=2 ** -24)
        self.assertEqual(signals["body_rate"]["highest"], [0.5 * 199, -1, 2])
        self.assertEqual((signals["position"]["first"], signals["velocity"]["first"]), ([0, 2, -3], [4, 5, 6]))
        self.assertEqual(signals["imu.accelerometer"]["first"], [1, 2, -9.5])
        self.assertEqual(signals["imu.accelerometer"]["first_s"], -0.0005)  # its own time
        self.assertEqual(signals["command"]["components"], ["0", "1", "2", "3"])  # not the 12 there is room for
        self.assertEqual(signals["command"]["first"], [0.5, 0.25, 0.125, 0])
        self.near(signals["rotor_speed"]["first"], [(6000 + 60 * i) * math.pi / 30 for i in range(4)])
        self.near(signals["gps.gnss.latitude"]["first"], [47.3977418])
        self.near(signals["gps.gnss.altitude"]["first"], [488.123])

    def test_what_it_is_good_for(self):
        uses = self.log(w.ulog())["by_use"]
        self.assertTrue(uses["compare a flight with it"]["good"])
        self.assertTrue(uses["feed an estimator"]["good"])
        self.assertEqual(len(uses["identify the vehicle"]["missing"]), 1)
        for use in ("identify the vehicle", "fly its commands again"):
            self.assertFalse(uses[use]["good"])
            for word in ("is logged at 10 Hz, and 100 Hz are needed", "SDLOG_PROFILE", "bit 3 (add 8", "bit 4 (add 16",
                         "in this log SDLOG_PROFILE is 1"):
                self.assertIn(word, uses[use]["missing"][0])
        uses = self.log(w.ulog(w.flight(rates={w.motors: 250})))["by_use"]
        self.assertEqual([use for use, v in uses.items() if not v["good"]], ["follow its set-points"])

    def test_rotor_speeds_that_a_simulator_makes_up(self):
        """PX4's simulation writes 6000 rpm times the control, which its outputs round to whole pulses of 1000."""
        control = lambda k, i: 0.5 + 0.05 * math.sin(k / 9 + i)
        def motors(k, us):
            return w.data(5, "QH12f", us, 0, *[control(k, i) for i in range(4)], *[math.nan] * 8)
        def made_up(full_rpm):
            def esc(k, us):
                speeds = [int(round(1000 * control(k, i)) / 1000 * full_rpm) if i < 4 else 0 for i in range(8)]
                return w.data(6, "QB" + "if" * 8, us, 4, *[v for speed in speeds for v in (speed, 0.0)])
            return esc
        for full_rpm, left_out in ((6000, True), (6100, False)):
            with self.subTest(full_rpm):
                log = self.log(w.ulog(w.flight(rates={w.motors: 0, w.esc: 0, motors: 100, made_up(full_rpm): 100})))
                self.assertEqual("rotor_speed" not in log["by_name"], left_out)
                said = "esc_status.esc is left out: PX4's simulation makes it of the commands (6000 rpm times each)"
                self.assertEqual(said in log["repaired"], left_out)
                self.assertTrue(log["by_use"]["identify the vehicle"]["good"])

    def test_instances(self):
        """A second receiver logs under the name of the first, with another number."""
        second = w.subscription(20, "vehicle_gps_position", 1) + b"".join(
            w.data(20, "Q3i3f", 5_000_000 + 200_000 * k, 10_000_000, 0, 0, 0.0, 0.0, 0.0) for k in range(4))
        self.write_log("a.ulg", w.ulog(w.flight() + second))
        for arguments, values, latitude in (([], 10, 47.3977418), (["--instance", "vehicle_gps_position=1"], 4, 1)):
            log = json.loads(self.expect(0, "log", "a.ulg", "--json", *arguments).out)
            read = {signal["name"]: signal for signal in log["signals"]}["gps.gnss.latitude"]
            self.assertEqual(read["values"], values)
            self.near(read["first"], [latitude])
        for text, says in [("vehicle_gps_position=2", "there is no instance 2 of 'vehicle_gps_position' in a.ulg. It has 0 and 1"),
                           ("vehicle_gps_positon=1", "no topic 'vehicle_gps_positon' in a.ulg. Did you mean 'vehicle_gps_position'?"),
                           ("sensor_gyro", "'sensor_gyro' is not a topic with an instance number"), ("=1", "not a topic with an instance number"),
                           ("sensor_gyro=-1", "not a topic with an instance number"), ("sensor_gyro=256", "not a topic with an instance number")]:
            self.refuse(2, "a.ulg", "--instance", text, says=["--instance: error:", says])
        self.refuse(2, "a.ulg", "--part", "1", says=["--part: error: a ULog contains only one log. Leave --part out"])

    def test_gaps_and_dropouts(self):
        whole = w.flight(1)
        later = w.flight(1, start_us=6_500_000)
        log = self.log(w.ulog(whole + w.dropout(500) + w.message("S", w.SYNC) + later))
        self.assertEqual(log["dropouts_s"], [0.5])
        gap, = log["by_name"]["body_rate"]["gaps_s"]
        self.assertAlmostEqual(gap[0], 0.99, places=9)
        self.assertAlmostEqual(gap[1], 1.5, places=9)
        text = self.expect(0, "log", "a.ulg").out
        self.assertIn("gaps of body_rate: 0.990 to 1.500 s", text)
        self.assertIn("dropouts while logging: 1, 0.500 s in all", text)

    def test_appended_data(self):
        """Behind a log that ended within a message."""
        parts = w.ulog()[:-5]
        flags = w.flags(incompatible=b"\1" + bytes(7), appended=(len(parts), 0, 0))
        log = self.log(w.ulog(flags=flags)[:-5] + w.flight(1, start_us=7_000_000))
        self.assertEqual(log["by_name"]["body_rate"]["values"], 300)
        # The counter of the positions begins anew, and their velocity does not say so.
        self.assertEqual([remark.split(",")[0] for remark in log["repaired"]], ["position: 1 jump that velocity contradicts"])

    def test_broken_logs(self):
        """Each is either refused with the reason, or read with a remark; nothing else."""
        whole, body = w.ulog(), w.flight()
        start = len(w.header() + w.flags())
        half = body[:w.flight().index(w.rate(100, 6_000_000))]
        rest = body[len(half):]
        nan = struct.pack("<f", math.nan)
        self.assertIn(nan, whole)
        read = {
            "truncated within a message": (whole[:-5], "its last message is truncated"),
            "truncated within the length": (whole + b"\x20", "its last message is truncated"),
            "a length beyond the end": (w.ulog(body + w.message("D", b"", 60000)), "its last message is truncated"),
            "a message shorter than its format": (w.ulog(body + w.data(1, "Qf", 9_000_000, 1.0)),
                                                  "vehicle_angular_velocity: 1 messages whose length differs from their format"),
            "data of no subscription": (w.ulog(body + w.data(77, "Q", 1)), "1 data messages without a valid subscription"),
            "a message longer than its format": (w.ulog(half + w.data(1, "Q4f", 6_000_000, 1, 2, 3, 4) + rest),
                                                 "vehicle_angular_velocity: 1 messages whose length differs from their format"),
            "a message of another kind that is none": (w.ulog(half + w.message("S", b"12345678") + rest),
                                                       "1 malformed messages are left out"),
            "a data message without a number": (w.ulog(body + w.message("D", b"\1")), "without a valid subscription"),
            "an unknown type of message": (w.ulog(half + w.message("z", b"abc") + rest), "1 messages of unknown types"),
            "damaged bytes, then a synchronization": (
                w.ulog(half + w.message("~", b"abc") + b"\x05\x00~" + bytes(90) + w.message("S", w.SYNC) + rest),
                "are damaged and left out"),
            "damaged bytes to the end": (w.ulog(body + b"\1\0~~" * 40), "are damaged and left out"),
            "a subscription to what is not defined": (w.ulog(w.subscription(50, "nothing") + body), "1 subscriptions"),
            "a number used twice": (w.ulog(w.subscription(1, "cpuload") + body), "1 subscriptions"),
            "a subscription without a name": (w.ulog(w.message("A", b"\0\1") + body), "1 subscriptions"),
            "a format without fields": (w.ulog(definitions=w.format_of("x") + w.definitions()), "1 malformed formats"),
            "a format without a name": (w.ulog(definitions=w.message("F", b":float x;") + w.definitions()), "1 malformed formats"),
            "a format that holds itself": (
                w.ulog(definitions=w.definitions() + w.format_of("loop", "uint64_t timestamp", "loop[2] x"),
                       subscriptions=w.subscriptions() + w.subscription(60, "loop")), None),
            "formats that multiply": (
                w.ulog(definitions=w.definitions() + b"".join(
                    w.format_of(f"m{i}", f"m{i + 1}[60000] x") for i in range(30)) + w.format_of("m30", "double[60000] x"),
                    subscriptions=w.subscriptions() + w.subscription(60, "m0")), None),
            "times that go back": (w.ulog(body + w.rate(0, 5_100_000)), "body_rate: 1 of 201 rows left out"),
            "one time far ahead": (w.ulog(w.rate(0, 2 ** 62) + body), "body_rate: 1 of 201 rows left out"),
            "the last time far ahead": (
                w.ulog(body + w.rate(0, 1_060_898_000_000)),
                "body_rate: the last row left out: its time, 1060893.000 s, is far ahead of the previous time, 1.990 s"),
            "the same time twice": (w.ulog(body + w.rate(0, 6_990_000)), "body_rate: 1 of 201 rows left out"),
            "flags twice": (w.ulog(body=w.flags() + body), "a flag message that is not the first message"),
            "appended data beyond the file": (
                w.ulog(flags=w.flags(incompatible=b"\1" + bytes(7), appended=(2 ** 40, 0, 0))), "are not in the file"),
            "a key longer than its message": (w.ulog(definitions=w.message("P", b"\xff1") + w.definitions()), None),
            "a newer version": (w.ulog(header=w.header(9, 5_000_000)), "its version 9 is newer"),
            "all values NaN": (w.ulog(body.replace(struct.pack("<3f", 0, 0.125, -9.75), nan * 3)), None),
        }
        refused = {
            "empty": (b"", "it is empty"),
            "four bytes": (b"ULog", "its header is malformed"),
            "a header cut short": (whole[:12], "it ends within its header"),
            "a header only": (whole[:16], "nothing follows its header"),
            "another magic": (b"ULog\x01\x12\x36" + whole[7:], "its header is malformed"),
            "unknown incompatible flags": (w.ulog(flags=w.flags(incompatible=b"\2" + bytes(7))), "incompatible flags"),
            "unknown incompatible flags, later bytes": (w.ulog(flags=w.flags(incompatible=bytes(7) + b"\x80")), "incompatible"),
            "flags cut short": (whole[:16] + w.message("B", bytes(20)) + whole[start:], "its flag bits are cut short"),
            "no data": (w.ulog(b""), "none of its topics contains a usable signal"),
            "no formats": (w.ulog(definitions=b""), "none of its topics contains a usable signal"),
            "topics that we do not know": (w.ulog(b"".join(w.load(k, k) for k in range(9))), "none of its topics"),
        }
        self.assertGreaterEqual(len(read) + len(refused), 20)
        for what, (content, remark) in read.items():
            with self.subTest(what):
                log = self.log(content)
                if remark:
                    self.assertIn(remark, " | ".join(log["repaired"]))
                self.assertGreaterEqual(log["by_name"]["body_rate"]["values"], 200)
        for what, (content, reason) in refused.items():
            with self.subTest(what):
                self.write_log("b.ulg", content)
                self.refuse(3, "b.ulg", says=["b.ulg: error:", reason])

    def test_bytes_changed_at_random(self):
        """Never anything but an answer or a reason. The changes are the same each time."""
        whole = w.ulog(w.flight(0.2))
        state = 1
        for _ in range(60):
            content = bytearray(whole)
            for _ in range(3):
                state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
                content[16 + (state >> 33) % (len(content) - 16)] = state >> 25 & 255
            self.write_log("m.ulg", bytes(content))
            result = self.run_program("log", "m.ulg")
            self.assertIn(result.code, (0, 3), result)

    def damaged(self, content):
        """Read, with all times within those that were flown."""
        log = self.log(content, "m.ulg")
        for signal in log["signals"]:
            self.assertGreaterEqual(signal["first_s"], -0.001, signal["name"])
            self.assertLessEqual(signal["last_s"], 2, signal["name"])
        return log

    def test_lost_bytes(self):
        """Where the thread is lost and found, byte by byte."""
        rows = [w.rate(k, 5_000_000 + 10_000 * k) for k in range(200)]  # of 25 bytes
        whole = w.ulog(b"".join(rows))
        start = len(whole) - 25 * 200

        def place(k):
            return start + 25 * k

        for cut, rows_left, remark in [
            # From within row 50 to within row 51: both are lost, and not what row 50 now takes from row 52.
            ((place(50) + 7, place(51) + 12), 198,
             f"20 bytes from byte {place(50)} are damaged and left out: the next complete message is at byte "
             f"{place(50) + 20}"),
            # The beginning of row 50: the one before it may be what is short, and is left out too.
            ((place(50), place(50) + 3), 198, f"47 bytes from byte {place(49)} are damaged and left out: "),
            # The end of the last row.
            ((place(199) + 20, place(200)), 199,
             f"its last message is truncated and left out (20 bytes from byte {place(199)})"),
            # All rows from the middle of row 100 on, but the end of the last one.
            ((place(100) + 9, place(200) - 10), 100, f"its last message is truncated and left out (19 bytes from byte {place(100)})"),
        ]:
            with self.subTest(cut):
                log = self.damaged(whole[:cut[0]] + whole[cut[1]:])
                self.assertEqual(log["by_name"]["body_rate"]["values"], rows_left)
                self.assertEqual(len(log["repaired"]), 1)
                self.assertIn(remark, log["repaired"][0])
        noise = bytes((7 * i * i + 3 * i) % 251 for i in range(200))
        log = self.damaged(whole[:place(50)] + noise + whole[place(50):])
        self.assertEqual(log["by_name"]["body_rate"]["values"], 199)
        self.assertEqual(log["repaired"], [
            f"225 bytes from byte {place(49)} are damaged and left out: the next complete message is at byte "
            f"{place(50) + 200}"])
        log = self.damaged(whole + noise)
        self.assertEqual(log["repaired"], [
            f"225 bytes from byte {place(199)} are damaged and left out: no complete message follows"])
        holes = b"".join(b"".join(rows[20 * k:20 * k + 20])[:-3] for k in range(10))
        log = self.damaged(w.ulog(holes))
        self.assertEqual(log["by_name"]["body_rate"]["values"], 190)
        self.assertEqual(len(log["repaired"]), 7)  # the last one is cut off
        self.assertEqual(log["repaired"][-1], "88 more bytes at 4 later places are damaged and left out")

    def test_deletions_at_random(self):
        """1 to 399 bytes are lost somewhere: no time is made up, what is lost is told, and the rest is there."""
        whole = w.ulog()
        start = len(w.ulog(b""))
        starts, at = set(), start
        while at < len(whole):
            starts.add(at)
            at += 3 + struct.unpack_from("<H", whole, at)[0]
        state = 1
        for _ in range(60):
            state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            size = 1 + (state >> 20) % 399
            first = start + (state >> 33) % (len(whole) - size - start)
            if first in starts and first + size in starts:
                continue  # whole messages that are not there
            with self.subTest(f"{size} bytes from {first}"):
                log = self.damaged(whole[:first] + whole[first + size:])
                self.assertTrue(log["repaired"])
                # A body rate has 25 bytes, and at least 140 pass from one to the next: 399 touch four, and the
                # one before them may go too.
                self.assertGreaterEqual(log["by_name"]["body_rate"]["values"], 200 - 5)

    def test_what_we_write_ourselves(self):
        self.write("s.toml", edited(("samples = 200", "samples = 1"), ("rate_hz = 100\n", "rate_hz = 500\n")))
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--progress", "none")
        self.expect(0, "export", "a.h5", "--ulog", "ours.ulg")
        with open(self.path("ours.ulg"), "rb") as file:
            content = file.read()
        log = self.log(content, "again.ulg")
        self.assertEqual(log["repaired"], [])
        self.assertEqual(log["by_name"]["position"]["first"], [0, 0, -10])
        self.assertAlmostEqual(log["by_name"]["rotor_speed"]["rate_hz"], 500, places=6)
        for why in log["by_use"]["identify the vehicle"]["missing"]:
            self.assertIn("too short", why)


class Files(LogTest):
    def test_other_files(self):
        self.write_log("a.csv", CSV)
        self.write_log("a.ulg", w.ulog())
        self.write("columns.toml", COLUMNS)
        self.write_log("a.mcap", b"\x89MCAP0\r\n" + bytes(40))
        self.write_log("a.bin", b"\xa3\x95\x80" + bytes(40))
        self.write_log("a.bbl", b"H Product:Blackbox flight data recorder by Nicholas Sherlock\n")
        self.write_log("a.zip", b"PK\x03\x04" + bytes(40))
        os.mkdir(self.path("folder"))
        for code, arguments, says in [
            (2, ["a.csv"], ["a CSV file needs --columns FILE.toml"]),
            (2, ["a.ulg", "--columns", "columns.toml"], ["--columns: error: a ULog describes its own content"]),
            (3, ["a.mcap"], ["it is an MCAP", "Give a PX4 ULog, a Betaflight Blackbox log, an ArduPilot DataFlash log, a Crazyflie log, or CSV"]),
            (3, ["a.bin"], ["cannot use this DataFlash log"]),
            (3, ["a.bbl"], ["cannot use this Blackbox log"]),
            (3, ["a.zip"], ["unpack it first"]),
            (6, ["none.ulg"], ["none.ulg: error: cannot read it"]),
            (6, ["folder"], ["it is a directory"]),
            (6, ["/dev/zero"], ["/dev/zero: error: cannot read it (it is a device, not a file)"]),
            (3, ["/dev/null"], ["it is empty"]),
            (6, ["a.csv", "--columns", "none.toml"], ["none.toml: error: cannot read it"]),
            (2, [], ["file is required"]),
            (2, ["a.ulg", "--jsn"], ["--jsn"]),
        ]:
            with self.subTest(arguments):
                self.refuse(code, *arguments, says=says)

    def test_large_files_are_not_read_to_be_refused(self):
        # Sparse: no memory holds the first, and nobody is to wait until the second is read.
        for name, beginning, size, says in (("huge.ulg", b"", 20 << 30, "it is not text, and begins like no known log"),
                                            ("long.ulg", b"ULog\x01\x12\x35\x01", 3 << 30, "it is larger than 2048 MiB")):
            self.write_log(name, beginning)
            os.truncate(self.path(name), size)
            result = self.expect(3, "log", name)
            self.assertIn(f"{name}: error: ", result.err)
            self.assertIn(says, result.err)

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        self.write_log("a.ulg", w.ulog())
        for redirection in (">&-", ">/dev/full"):
            done = subprocess.run(["/bin/bash", "-c", f'exec "$0" log a.ulg {redirection}', support.PROGRAM],
                                  cwd=self.dir, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 6, done.stderr)
            self.assertIn("stdout: error: cannot print", done.stderr)


if __name__ == "__main__":
    support.main()
