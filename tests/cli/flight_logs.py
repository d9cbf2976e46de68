#!/usr/bin/python3
"""montecopter export --ulog and --mcap: one sample as a flight log, read by readers that were written
from the formats' definitions (log_readers.py)."""
import csv
import io
import math
import os
import struct
import unittest
import zlib

import h5py

import support
from log_readers import Mcap, Ulog
from stats import DIVERGING
from support import SCENARIO, ProgramTest, edited, sha256

SENSORS = """
[sensors.imu0.accelerometer]
rate_hz = 250
white_noise_m_s2 = 0.1
[sensors.imu0.gyroscope]
rate_hz = 250
white_noise_rad_s = 0.01
dropout = 0.2
[sensors.imu1.accelerometer]
rate_hz = 100
[sensors.imu1.gyroscope]
rate_hz = 500
latency_s = 0.003
[sensors.gps.gnss]
rate_hz = 20
position.white_noise_m = 0.5
[sensors.baro.barometer]
rate_hz = 50
[sensors.compass.magnetometer]
rate_hz = 50
[sensors.esc.rotor_speed]
rate_hz = 100
[environment]
atmosphere.type = "isa"
magnetic_field = {type = "vector", field_t = [2e-5, 1e-6, 4e-5]}
"""
SENSING = edited(("samples = 200", "samples = 8")) + SENSORS

# Fields of PX4's topics, the column of `export --traces` that each shows, and the type it has in
# PX4's message definitions (msg/*.msg of PX4 1.15): f float, d double.
XYZ = ("x", "y", "z")
PX4 = {
    "vehicle_attitude": [("q", [f"attitude.{c}" for c in "wxyz"], "f")],
    "vehicle_angular_velocity": [("xyz", [f"body_rate.{c}" for c in XYZ], "f")],
    "vehicle_acceleration": [("xyz", [f"specific_force.{c}" for c in XYZ], "f")],
    "vehicle_local_position": [(c, f"position.{c}", "f") for c in XYZ] +
                              [("v" + c, f"velocity.{c}", "f") for c in XYZ],
    "vehicle_local_position_setpoint": [(c, f"position_reference.{c}", "f") for c in XYZ] +
                                       [("v" + c, f"velocity_reference.{c}", "f") for c in XYZ],
    "trajectory_setpoint": [("position", [f"position_reference.{c}" for c in XYZ], "f"),
                            ("velocity", [f"velocity_reference.{c}" for c in XYZ], "f")],
    "estimator_attitude": [("q", [f"attitude_estimate.{c}" for c in "wxyz"], "f")],
    "estimator_local_position": [(c, f"position_estimate.{c}", "f") for c in XYZ] +
                                [("v" + c, f"velocity_estimate.{c}", "f") for c in XYZ],
    "wind": [("windspeed_north", "wind.x", "f"), ("windspeed_east", "wind.y", "f")],
    "battery_status": [("voltage_v", "battery_voltage", "f"), ("current_a", "battery_current", "f"),
                       ("remaining", "state_of_charge", "f")],
}


def as_float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def same(a, b):
    return struct.pack("<d", a) == struct.pack("<d", b) or (math.isnan(a) and math.isnan(b))


class FlightLogs(ProgramTest):
    def fly(self, text, name="a.h5", code=0):
        self.write("s.toml", text)
        self.expect(code, "run", "s.toml", "--progress", "none", "-o", name)

    def written(self, option, name, *arguments):
        result = self.expect(0, "export", *arguments, option, name)
        self.assertEqual(result.out, "")
        with open(self.path(name), "rb") as file:
            return file.read()

    def ulog(self, *arguments, name="out.ulg"):
        return Ulog(self.written("--ulog", name, *arguments))

    def mcap(self, *arguments, name="out.mcap"):
        return Mcap(self.written("--mcap", name, *arguments))

    def traced(self, sample, *signals, file="a.h5"):
        """Times and {column without unit: values} of `export --traces`."""
        result = self.expect(0, "export", file, "--traces", "--sample", sample, "--signal", *signals)
        lines = list(csv.reader(io.StringIO(result.out)))
        table = {name.split(" [")[0]: [float(line[i]) for line in lines[1:]] for i, name in enumerate(lines[0])}
        del table["sample"]
        return table.pop("time"), table

    def signals(self, file="a.h5"):
        """Names of all that is traced."""
        with h5py.File(self.path(file)) as data:
            return [key for key in data if isinstance(data[key], h5py.Dataset) and data[key].ndim >= 2
                    and data[key].dims[0].values() and data[key].dims[0].values()[0].name == "/trace_sample"]

    def check_topic(self, log, name, instance, fields, sample, file="a.h5"):
        """Times and every number of a topic; of an array the columns are a list."""
        columns = [c for _, wanted, _ in fields for c in (wanted if isinstance(wanted, list) else [wanted])]
        times, table = self.traced(sample, *columns, file=file)
        series = log.topics[name, instance]
        self.assertEqual([time for time, _ in series], [int(t * 1e6 + 0.5) for t in times], name)
        for field, wanted, kind in fields:
            for k, (_, values) in enumerate(series):
                got = values[field] if isinstance(wanted, list) else [values[field]]
                for value, column in zip(got, wanted if isinstance(wanted, list) else [wanted], strict=True):
                    expected = table[column][k]
                    self.assertTrue(same(value, as_float32(expected) if kind == "f" else expected),
                                    (name, field, k, value, expected))

    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "export", *arguments)
        self.assertEqual(result.out, "")
        for word in ("error:", *says):
            self.assertIn(word, result.err, arguments)


class ULog(FlightLogs):
    def test_every_number_is_that_of_the_traces(self):
        self.fly(SENSING)
        log = self.ulog("a.h5", "--sample", "3")
        self.assertEqual(log.start_us, 0)
        self.assertEqual(log.info["sys_name"], "montecopter")
        self.assertEqual((log.info["montecopter_scenario"], log.info["montecopter_sample"]), ("small", 3))
        with h5py.File(self.path("a.h5")) as file:
            drawn = {key[3:]: file[key][3] for key in file if key.startswith("in_")}
        self.assertEqual(log.parameters, {key.replace(".", "/").replace("*", "/"): as_float32(value)
                                          for key, value in drawn.items()})
        self.assertIn("vehicle/mass_kg", log.parameters)
        flown = ("vehicle_attitude", "vehicle_angular_velocity", "vehicle_acceleration", "vehicle_local_position")
        for name in flown:
            self.check_topic(log, name, 0, PX4[name], "3")
        # Our own topics, in double precision: what PX4 has no topic for.
        own = {"command": 4, "rotor_speed": 4, "esc.rotor_speed": 4}
        for signal, count in own.items():
            self.check_topic(log, "montecopter_" + signal.replace(".", "_"), 0,
                             [("value", [f"{signal}.{i}" for i in range(count)], "d")], "3")
        self.check_topic(log, "montecopter_gps_gnss_position", 0,
                         [(c, f"gps.gnss.position.{c}", "d") for c in XYZ], "3")
        for channel in ("altitude", "temperature"):
            self.check_topic(log, f"montecopter_baro_barometer_{channel}", 0,
                             [("value", f"baro.barometer.{channel}", "d")], "3")
        # Readings, at their own times; those that were dropped are not there.
        for instance, unit in enumerate(("imu0", "imu1")):
            for topic, kind in (("sensor_gyro", "gyroscope"), ("sensor_accel", "accelerometer")):
                self.check_topic(log, topic, instance, [(c, f"{unit}.{kind}.{c}", "f") for c in XYZ], "3")
        self.assertLess(len(log.topics["sensor_gyro", 0]), 70)
        self.check_topic(log, "sensor_baro", 0, [("pressure", "baro.barometer.pressure", "f")], "3")
        self.check_topic(log, "sensor_gps", 0,
                         [("latitude_deg", "gps.gnss.latitude", "d"), ("longitude_deg", "gps.gnss.longitude", "d"),
                          ("altitude_msl_m", "gps.gnss.altitude", "d")] +
                         [(f"vel_{a}_m_s", f"gps.gnss.velocity.{c}", "f") for a, c in zip("ned", XYZ)], "3")
        _, field = self.traced("3", "compass.magnetometer")
        for c in XYZ:
            self.assertEqual([v[c] for _, v in log.topics["sensor_mag", 0]],
                             [as_float32(t * 1e4) for t in field[f"compass.magnetometer.{c}"]])  # gauss
        # Both sensors of imu0 are read at the same times, those of imu1 are not.
        combined = log.topics["sensor_combined", 0]
        self.assertNotIn(("sensor_combined", 1), log.topics)
        _, force = self.traced("3", "imu0.accelerometer")
        self.assertEqual([v["accelerometer_m_s2"][2] for _, v in combined],
                         [as_float32(f) for f in force["imu0.accelerometer.z"]])
        self.assertEqual({v["accelerometer_timestamp_relative"] for _, v in combined}, {0})
        rates = {time: [v[c] for c in XYZ] for time, v in log.topics["sensor_gyro", 0]}
        for time, values in combined:
            self.assertTrue(values["gyro_rad"] == rates[time] if time in rates
                            else all(math.isnan(x) for x in values["gyro_rad"]))
        # All of it by time.
        times = [time for time, _, _ in log.order]
        self.assertEqual(times, sorted(times))

    def test_commands_and_rotor_speeds_as_px4_counts_them(self):
        self.fly(SENSING)
        log = self.ulog("a.h5", "--sample", "3")
        _, command = self.traced("3", "command")
        _, speed = self.traced("3", "rotor_speed")
        for k, (_, values) in enumerate(log.topics["actuator_motors", 0]):  # min = 0, max = 2200 rad/s
            self.assertEqual(values["control"], [as_float32(command[f"command.{i}"][k] / 2200) for i in range(4)])
        for k, (_, values) in enumerate(log.topics["esc_status", 0]):
            self.assertEqual([esc["esc_rpm"] for esc in values["esc"]],
                             [round(speed[f"rotor_speed.{i}"][k] * 30 / math.pi) for i in range(4)])
        # A motor that turns both ways; an idle speed; limits that differ between samples.
        for limits, share in (("min = -1000, max = 2200", lambda c: c / 2200),
                              ("min = 200, max = 2200", lambda c: (c - 200) / (2200 - 200))):
            self.fly(edited(("min = 0, max = 2200", limits), text=SENSING), "l.h5")
            motors = self.ulog("l.h5", "--sample", "0", name=f"{limits}.ulg").topics["actuator_motors", 0]
            _, command = self.traced("0", "command", file="l.h5")
            self.assertEqual([v["control"][1] for _, v in motors],
                             [as_float32(share(c)) for c in command["command.1"]])
            os.remove(self.path("l.h5"))
        self.fly(SENSING + '[disperse."vehicle.rotors.*.motor.max"]\ndist = "uniform"\nlow = 2000\nhigh = 2200\n', "l.h5")
        result = self.expect(0, "export", "l.h5", "--sample", "0", "--ulog", "no.ulg")
        self.assertIn("has no topic actuator_motors (the limits of the motors differ between samples)", result.err)
        with open(self.path("no.ulg"), "rb") as file:
            topics = Ulog(file.read()).topics
        self.assertNotIn(("actuator_motors", 0), topics)
        self.assertIn(("montecopter_command", 0), topics)

    def test_references_and_estimates(self):
        names = ["position", "velocity", "attitude", "wind", "position_reference", "velocity_reference",
                 "position_estimate", "velocity_estimate", "attitude_estimate"]
        self.expect(0, "run", str(support.VEHICLES.parent / "examples/x500-estimated.toml"), "-o", "a.h5",
                    "--progress", "none", "--set", "simulation.duration_s=1", "--set", "monte_carlo.samples=1",
                    "--set", f"output.signals={names}".replace("'", '"'))
        log = self.ulog("a.h5")  # the only sample need not be named
        for name in ("vehicle_attitude", "vehicle_local_position", "vehicle_local_position_setpoint",
                     "trajectory_setpoint", "estimator_attitude", "estimator_local_position", "wind"):
            self.check_topic(log, name, 0, PX4[name], "0")
        self.check_topic(log, "montecopter_wind", 0, [(c, f"wind.{c}", "d") for c in XYZ], "0")

    def test_bytes(self):
        """Written down by hand from the definition; the flight begins at rest, 10 m up."""
        self.fly(edited(("samples = 200", "samples = 1")))
        data = self.written("--ulog", "b.ulg", "a.h5", "--signal", "position", "velocity", "attitude")
        expected = bytes.fromhex(
            "55 4c 6f 67 01 12 35 01  00 00 00 00 00 00 00 00"  # ULog, version 1, began at 0 us
            "28 00 42" + "00" * 40)                            # 40 bytes 'B': no flags, nothing appended
        expected += b"\x2f\x00F" + b"vehicle_attitude:uint64_t timestamp;float[4] q;"
        expected += b"\x5d\x00F" + b"vehicle_local_position:uint64_t timestamp;float x;float y;float z;" \
            b"float vx;float vy;float vz;"
        expected += b"\x1d\x00I\x11" + b"char[11] sys_name" + b"montecopter"
        self.assertEqual(data[:len(expected)], expected)
        number = b"\x23\x00I\x1a" + b"int64_t montecopter_sample" + bytes(8)
        self.assertIn(number, data)
        with h5py.File(self.path("a.h5")) as file:
            mass = struct.pack("<f", file["in_vehicle.mass_kg"][0])
        self.assertIn(b"\x1a\x00P\x15" + b"float vehicle/mass_kg" + mass, data)
        tail = bytes.fromhex("13 00 41  00  00 00") + b"vehicle_attitude"           # instance 0, number 0
        tail += bytes.fromhex("19 00 41  00  01 00") + b"vehicle_local_position"
        tail += bytes.fromhex("1a 00 44  00 00  00 00 00 00 00 00 00 00"             # number 0 at 0 us
                              "00 00 80 3f  00 00 00 00  00 00 00 00  00 00 00 00")  # q = 1, 0, 0, 0
        tail += bytes.fromhex("22 00 44  01 00  00 00 00 00 00 00 00 00"
                              "00 00 00 00  00 00 00 00  00 00 20 c1" + "00" * 12)   # z = -10
        tail += bytes.fromhex("1a 00 44  00 00  10 27 00 00 00 00 00 00")            # 10 000 us
        self.assertIn(tail, data)

    def test_synchronization(self):
        """Before the first data of every half second but the first: between 0.49 and 0.5 s of 100 Hz."""
        self.fly(edited(("samples = 200", "samples = 1"), ("duration_s = 0.3", "duration_s = 1.2")))
        data = self.written("--ulog", "b.ulg", "a.h5", "--signal", "position")
        sync = bytes.fromhex("08 00 53  2f 73 13 20 25 0c bb 12")
        log = Ulog(data)
        self.assertEqual([log.order[k][0] for k in log.synchronizations], [500_000, 1_000_000])
        self.assertEqual(data.count(sync), 2)
        size = 3 + 2 + 8 + 12  # of a position
        for us in (500_000, 1_000_000):
            time = struct.pack("<Q", us)
            before = data.index(time) - 5
            self.assertEqual(data[before - 11:before], sync)
            self.assertEqual(data[before - 11 - size + 5:before - 11 - size + 13], struct.pack("<Q", us - 10_000))


class MCAP(FlightLogs):
    def test_every_number_is_that_of_the_traces(self):
        self.fly(SENSING)
        log = self.mcap("a.h5", "--sample", "3")
        signals = self.signals()
        self.assertEqual({metadata["signal"] for _, _, metadata in log.channels.values()}, set(signals))
        self.assertIn("imu1.gyroscope", signals)
        for topic, schema, metadata in log.channels.values():
            signal = metadata["signal"]
            self.assertEqual(topic, "/" + signal.replace(".", "/"))
            times, table = self.traced("3", signal)
            self.assertEqual([time for time, _ in log.messages[topic]], [int(t * 1e9 + 0.5) for t in times])
            name, described = log.schemas[schema]
            self.assertEqual((name, described["title"]), (f"montecopter.{signal}", signal))
            members = [column[len(signal):].lstrip(".") or "value" for column in table]
            self.assertEqual(list(described["properties"]), members)
            for k, (_, values) in enumerate(log.messages[topic]):
                wanted = {m: c[k] for m, c in zip(members, table.values()) if not math.isnan(c[k])}
                self.assertEqual(values, wanted)
            with h5py.File(self.path("a.h5")) as file:
                self.assertEqual(metadata, {"signal": signal, **{
                    key: file[signal].attrs.get(stored, b"").decode()
                    for key, stored in (("unit", "units"), ("frame", "frame"), ("long_name", "long_name"))}})
                self.assertEqual(log.metadata["montecopter"]["in_vehicle.mass_kg"],
                                 repr(float(file["in_vehicle.mass_kg"][3])))
        self.assertEqual((log.metadata["montecopter"]["scenario"], log.metadata["montecopter"]["sample"]), ("small", "3"))
        times = [time for time, _ in log.order]
        self.assertEqual(times, sorted(times))

    def test_several_chunks(self):
        self.fly(edited(("samples = 200", "samples = 1"), ("duration_s = 0.3", "duration_s = 5"),
                        ("rate_hz = 100\n", "rate_hz = 1000\n")))
        log = self.mcap("a.h5")
        self.assertGreater(len(log.chunks), 2)
        self.assertEqual(len(log.messages["/position"]), 5001)

    def test_bytes(self):
        """Written down by hand from the specification; the flight begins at rest, 10 m up."""
        self.fly(edited(("samples = 200", "samples = 1"), ("duration_s = 0.3", "duration_s = 0.01")))
        data = self.written("--mcap", "b.mcap", "a.h5", "--signal", "position")

        def text(value):
            return struct.pack("<I", len(value)) + value
        log = Mcap(data)
        library = log.library.encode()
        self.assertRegex(log.library, r"^montecopter \d")
        header = b"\x89MCAP0\r\n" + b"\x01" + struct.pack("<Q", 8 + len(library)) + bytes(4) + text(library)
        self.assertEqual(data[:len(header)], header)
        schema = data[len(header):]
        self.assertEqual(schema[0], 3)
        start = b"\x01\x00" + text(b"montecopter.position") + text(b"jsonschema")
        self.assertEqual(schema[9:9 + len(start)], start)
        channel = b"\x01\x00\x01\x00" + text(b"/position") + text(b"json") + text(
            text(b"signal") + text(b"position") + text(b"unit") + text(b"m") + text(b"frame") + text(b"NED") +
            text(b"long_name") + text(b"position of the centre of mass"))
        self.assertIn(b"\x04" + struct.pack("<Q", len(channel)) + channel, data)
        # Channel 1, the first of its messages, 0 ns twice.
        first = bytes.fromhex("01 00  00 00 00 00" + "00" * 16) + b'{"x":0.0,"y":0.0,"z":-10.0}'
        messages = b"\x05" + struct.pack("<Q", len(first)) + first
        self.assertIn(messages, data)
        second = struct.pack("<HIQQ", 1, 1, 10_000_000, 10_000_000) + \
            str({k: v for k, v in log.messages["/position"][1][1].items()}).encode().replace(b"'", b'"').replace(b" ", b"")
        messages += b"\x05" + struct.pack("<Q", len(second)) + second
        chunk = struct.pack("<QQQIIQ", 0, 10_000_000, len(messages), zlib.crc32(messages), 0, len(messages)) + messages
        index = struct.pack("<HIQQQQ", 1, 32, 0, 0, 10_000_000, 9 + len(first))
        end = b"\x06" + struct.pack("<Q", len(chunk)) + chunk + b"\x07" + struct.pack("<Q", 38) + index + \
            b"\x0f" + struct.pack("<Q", 4) + bytes(4)
        self.assertIn(end, data)


class Both(FlightLogs):
    def test_bytes_are_the_same_each_time(self):
        self.fly(SENSING)
        for option, ending in (("--ulog", "ulg"), ("--mcap", "mcap")):
            names = [f"{i}.{ending}" for i in (1, 2)]
            for name in names:
                self.written(option, name, "a.h5", "--sample", "3")
            self.assertEqual(*(sha256(self.path(name)) for name in names))
            self.written(option, f"3.{ending}", "a.h5", "--sample", "0")
            self.assertNotEqual(sha256(self.path(f"3.{ending}")), sha256(self.path(names[0])))

    def test_single_precision_and_flights_that_end(self):
        self.fly(edited(("[monte_carlo]", 'dtype = "f32"\n[monte_carlo]'), text=DIVERGING), "d.h5", 5)
        with h5py.File(self.path("d.h5")) as file:
            traced = list(file["trace_sample"][:])
            sample = next(s for s in traced if file["status"][s] == 2)
        log = self.ulog("d.h5", "--sample", str(sample))
        self.assertEqual(log.formats["montecopter_command"][1][0], "float")
        self.check_topic(log, "vehicle_local_position", 0, PX4["vehicle_local_position"], str(sample), "d.h5")
        times, table = self.traced(str(sample), "position", file="d.h5")
        messages = self.mcap("d.h5", "--sample", str(sample)).messages["/position"]
        self.assertEqual([time for time, _ in messages], [int(t * 1e9 + 0.5) for t in times])
        # JSON has no infinity: what went there is left out.
        self.assertEqual([v.get("x") for _, v in messages], [x if math.isfinite(x) else None for x in table["position.x"]])

    def test_some_signals(self):
        self.fly(SENSING)
        names = ["position.z", "velocity", "imu1.gyroscope.x"]
        log = self.ulog("a.h5", "--sample", "3", "--signal", *names)
        self.assertEqual({name: [f for _, _, f in log.formats[name][1:]] for name, _ in log.topics},
                         {"vehicle_local_position": ["z", "vx", "vy", "vz"], "sensor_gyro": ["x"]})
        log = self.mcap("a.h5", "--sample", "3", "--signal", *names)
        self.assertEqual({topic: list(series[0][1]) for topic, series in log.messages.items()},
                         {"/position": ["z"], "/velocity": ["x", "y", "z"], "/imu1/gyroscope": ["x"]})

    def test_other_programs_read_it(self):
        """pyulog and mcap are no packages of Debian 12: where they are installed, they have to agree."""
        self.fly(SENSING)
        mine = self.ulog("a.h5", "--sample", "3")
        try:
            import pyulog
        except ImportError:
            self.skipTest("pyulog is not installed: only our own reader has read the file")
        theirs = pyulog.ULog(self.path("out.ulg"))
        self.assertEqual({(d.name, d.multi_id): len(d.data["timestamp"]) for d in theirs.data_list},
                         {key: len(series) for key, series in mine.topics.items()})

    def test_mistakes(self):
        self.fly(SENSING)
        self.write("there.ulg", "precious\n")
        self.write("text", "hello\n")
        for option, good in (("--ulog", "new.ulg"), ("--mcap", "new.mcap")):
            for code, arguments, says in [
                (2, ["a.h5", option, good], ["--sample", "holds one sample, not 3"]),
                (2, ["a.h5", option, good, "--sample", "0,3"], ["holds one sample, not 2"]),
                (2, ["a.h5", option, good, "--sample", "4"], ["sample 4 has no trace", "replay"]),
                (2, ["a.h5", option, good, "--sample", "8"], ["--sample", "'8'"]),
                (2, ["a.h5", option, good, "--sample", "x"], ["--sample", "'x'"]),
                (2, ["a.h5", option, good, "--sample", "3", "--signal", "positon"], ["Did you mean 'position'"]),
                (2, ["a.h5", option, good, "--sample", "3", "--traces"], [f"{option}: error: cannot be combined with --traces"]),
                (2, ["a.h5", option, good, "--sample", "3", "-o", "x.csv"], ["cannot be combined with --output"]),
                (2, ["a.h5", option, good, "--sample", "3", "--where", "status == ok"], ["cannot be combined with --where"]),
                (2, ["a.h5", option, "new.csv", "--sample", "3"], ["'new.csv' does not end with"]),
                (2, ["a.h5", option, good[3:], "--sample", "3"], [f"{option}: error: '{good[3:]}' is an extension without a name"]),
                (2, ["a.h5", option, "", "--sample", "3"], [option]),
                (2, ["a.h5", option], [option]),
                (6, ["a.h5", option, "none/" + good, "--sample", "3"], ["none/" + good]),
                (3, ["text", option, good], ["text: error:"]),
                (6, ["none.h5", option, good], ["none.h5: error:"]),
            ]:
                with self.subTest(arguments):
                    self.refuse(code, *arguments, says=says)
        self.refuse(2, "a.h5", "--ulog", "a.ulg", "--mcap", "a.mcap", "--sample", "3", says=["cannot be combined with --mcap"])
        self.refuse(3, "a.h5", "--ulog", "there.ulg", "--sample", "3", says=["there.ulg", "--force"])
        self.expect(0, "export", "a.h5", "--ulog", "there.ulg", "--sample", "3", "--force")
        self.refuse(2, "a.h5", "--force", says=["--ulog or --mcap"])

    def test_nothing_recorded(self):
        self.fly(edited(("samples = 200", "samples = 2"), ('traces = "every:3"', 'traces = "none"')), "none.h5")
        self.refuse(2, "none.h5", "--ulog", "new.ulg", says=["there are no traces in this file"])
        self.write("s.toml", edited(("samples = 200", "samples = 4"), ('"every:3"', '"all"')))
        self.expect(0, "run", "s.toml", "-o", "part.h5", "--only", "1", "--progress", "none")
        self.refuse(3, "part.h5", "--mcap", "new.mcap", "--sample", "1", says=["it is not finished"])
        self.refuse(2, "part.h5", "--mcap", "new.mcap", "--sample", "2", "--incomplete", says=["sample 2 is not flown yet"])
        result = self.expect(0, "export", "part.h5", "--mcap", "new.mcap", "--sample", "1", "--incomplete")
        self.assertIn("3 of 4 samples are missing", result.err)
        with h5py.File(self.path("part.h5"), "r+") as file:
            file["position"][1] = math.nan
        self.refuse(3, "part.h5", "--ulog", "new.ulg", "--sample", "1", "--incomplete", "--no-verify", "--signal",
                    "position", says=["sample 1 has no recorded values"])


if __name__ == "__main__":
    support.main()
