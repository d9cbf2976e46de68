#!/usr/bin/python3
"""montecopter log: logs of the Crazyflie's micro SD card deck (.cfusd), which crazyflie_writer.py writes from the format."""
import math
import pathlib
import struct
import tomllib

import crazyflie_writer as w
import support
from logs import LogTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STATE = [(f"stateEstimate.{name}", "f") for name in ("x", "y", "z", "vx", "vy", "vz", "qw", "qx", "qy", "qz")]
FAST = STATE + [(f"gyro.{axis}", "f") for axis in "xyz"] + [(f"rpm.m{k}", "H") for k in range(1, 5)] + \
    [(f"motor.m{k}", "I") for k in range(1, 5)] + [("pm.vbatMV", "H")]
POSE = [("locSrv.x", "f"), ("stateEstimate.x", "f"), ("flags", "b")]
EVENTS = [(0, "fixedFrequency", FAST), (7, "estPose", POSE)]


def values(k, rpm=15000):
    return [1, 2, 3, 0.5, 0.25, 0.125, 1, 0, 0, 0, 90, -45, 0, rpm, 15000, 15000, 15000, 32768, 0, 65535, 32768, 3700 + k % 2]


def rows(count=60, step_ms=10, rpm=lambda k: 15000):
    out = []
    for k in range(count):
        out.append((0, 1000 + step_ms * k, values(k, rpm(k))))
        if k % 4 == 0:
            out.append((7, 1003 + step_ms * k, [0.5, 9, -3]))
    return out


class Crazyflie(LogTest):
    def cfusd(self, data, columns=None):
        return self.log(data, "a.cfusd", columns)

    def test_usual_variables(self):
        """World x forward, y left, z up and body front, left, up become ours; 65535 is a command of 1."""
        for version in (1, 2):
            log = self.cfusd(w.log(version, EVENTS, rows()))
            signals = log["by_name"]
            self.assertEqual((log["format"], log["repaired"], log["drive_faults"]), ("Crazyflie", [], []))
            self.assertEqual(signals["position"]["first"], [1, -2, -3])
            self.assertEqual(signals["velocity"]["first"], [0.5, -0.25, -0.125])
            self.near(signals["body_rate"]["first"], [math.pi / 2, math.pi / 4, 0])
            self.near(signals["rotor_speed"]["first"], 4 * [15000 * math.pi / 30])
            self.near(signals["command"]["first"], [32768 / 65535, 0, 1, 32768 / 65535])
            self.near(signals["battery_voltage"]["highest"], [3.701])
            self.assertAlmostEqual(signals["position"]["rate_hz"], 100, places=6)
            self.assertEqual(signals["position"]["values"], 60)

    def test_microseconds_of_version_2(self):
        log = self.cfusd(w.log(2, EVENTS, rows(step_ms=2.5)))
        self.assertAlmostEqual(log["by_name"]["position"]["rate_hz"], 400, places=6)

    def test_other_variables_by_columns(self):
        """A variable that two events have is called by its event the second time."""
        columns = '[time]\ncolumn = "timestamp"\nunit = "ms"\n[columns.position]\n' \
                  'from = ["locSrv.x", "estPose/stateEstimate.x", "flags"]\nunit = "m"\nframe = "NWU"\n'
        log = self.cfusd(w.log(2, EVENTS, rows()), columns)
        self.assertEqual(log["by_name"]["position"]["first"], [0.5, -9, 3])
        self.assertEqual(log["by_name"]["position"]["values"], 15)

    def test_the_file_of_columns_says_the_same(self):
        """scenarios/columns/crazyflie.toml is for these logs, and for their tables as CSV."""
        data = w.log(2, EVENTS, rows())
        usual = self.cfusd(data)
        told = self.cfusd(data, (ROOT / "scenarios/columns/crazyflie.toml").read_text())
        for name in ("position", "velocity", "attitude", "body_rate", "rotor_speed"):
            self.assertEqual(told["by_name"][name], usual["by_name"][name])

    def test_unfit_drives_are_told(self):
        log = self.cfusd(w.log(2, EVENTS, rows(rpm=lambda k: 0 if k % 20 == 5 else 15000)))
        self.assertEqual(log["drive_faults"], ["rotor_speed of rotor 0 is zero in 3 of 60 rows where others turn: its "
                                               "tachometer drops out"])
        self.assertIn("warning: rotor_speed of rotor 0", self.expect(0, "log", "a.cfusd").out)
        beyond = [(number, t, v[:17] + [70000] + v[18:] if number == 0 else v) for number, t, v in rows()]
        log = self.cfusd(w.log(2, EVENTS, beyond))
        self.assertEqual(log["drive_faults"],
                         ["60 of 240 commands are beyond the range of the motors, -1 to 1"])

    def test_damaged_logs(self):
        good = w.log(2, EVENTS, rows())
        cut = self.cfusd(good[:-40])
        self.assertEqual(cut["repaired"], ["its checksum is wrong: it may have been cut"])
        self.assertEqual(cut["by_name"]["position"]["values"], 59)
        unknown = good[:-4] + struct.pack("<HQ", 5, 0)
        log = self.cfusd(unknown + b"abcd")
        self.assertIn(f"an unknown event at byte {len(good) - 4}; the rest is left out", log["repaired"])
        start = len(w.header(2, EVENTS))
        for data, says in [
            (good[:3], "it ends within its header"),
            (good[:start - 1], "it ends within its header"),
            (w.log(2, [], []), "its header has no variables"),
            (w.log(2, [(0, "e", [("x", "f")])], []), "none of the usual variables"),
            (w.header(2, EVENTS).replace(b"gyro.x(f)", b"gyro.x(w)"), "'gyro.x(w)' is not a name with a type"),
            (w.header(2, EVENTS).replace(b"gyro.x(f)", b"gyro.x[f]"), "is not a name with a type"),
            (w.header(2, EVENTS), "no line below the header"),
            (w.header(3, EVENTS), "not a flight log in a known format"),
        ]:
            with self.subTest(says):
                pathlib.Path(self.path("a.cfusd")).write_bytes(data)
                self.refuse(3, "a.cfusd", says=[says])
        pathlib.Path(self.path("a.cfusd")).write_bytes(good)
        self.refuse(2, "a.cfusd", "--part", "2", says=["contains only one log"])


class Library(LogTest):
    def test_each_file_of_columns_reads_a_log_that_has_them(self):
        """A hover in the axes of the file: level, facing north, one metre up."""
        files = sorted((ROOT / "scenarios/columns").glob("*.toml"))
        self.assertGreaterEqual(len(files), 4)
        listed = (ROOT / "scenarios/columns/README.md").read_text()
        for file in files:
            with self.subTest(file.name):
                self.assertIn(f"`{file.name}`", listed)
                table = tomllib.loads(file.read_text())
                columns = {name: rule["from"] for name, rule in table["columns"].items()}
                world = table["columns"]["position"].get("frame", "NED")
                facing = [math.sqrt(0.5), 0, 0, math.sqrt(0.5)] if world == "ENU" else [1, 0, 0, 0]
                row = {name: 0 for names in columns.values() for name in names}
                row[columns["position"][2]] = -1 if world == "NED" else 1
                row.update(zip(columns["attitude"], facing))
                scale = {"s": 1, "ms": 1000}[table["time"]["unit"]]
                text = ",".join([table["time"]["column"], *row]) + "\n" + "".join(
                    ",".join(map(repr, [scale * k / 100, *row.values()])) + "\n" for k in range(100))
                signals = self.log(text, "a.csv", file.read_text())["by_name"]
                self.assertEqual(set(signals), set(columns))
                self.assertEqual(signals["position"]["first"], [0, 0, -1])
                for got, wanted in zip(signals["attitude"]["first"], (1, 0, 0, 0)):
                    self.assertAlmostEqual(abs(got), wanted, places=12)
                self.assertAlmostEqual(signals["position"]["rate_hz"], 100, places=6)


if __name__ == "__main__":
    support.main()
