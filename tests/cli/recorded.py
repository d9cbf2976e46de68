#!/usr/bin/python3
"""Usage: recorded.py MONTECOPTER

Flights beside a recorded one: its errors against numbers computed here, its set-points followed, its state to start
from, the result that flies again without the log, and logs that are refused."""
import csv
import hashlib
import json
import math
import os
import pathlib
import tomllib

import h5py
import numpy as np

import support
from support import VEHICLES, ProgramTest

COLUMNS = """
[time]
column = "t"
unit = "s"
[columns.position]
from = ["x", "y", "z"]
unit = "m"
[columns.velocity]
from = ["vx", "vy", "vz"]
unit = "m/s"
[columns.attitude]
from = ["qw", "qx", "qy", "qz"]
[columns.body_rate]
from = ["p", "q", "r"]
unit = "rad/s"
[columns.position_reference]
from = ["sx", "sy", "sz"]
unit = "m"
[columns.attitude_reference]
from = ["aw", "ax", "ay", "az"]
"""
LOOP = """\
schema = 1
name = "beside"
vehicle.include = "%s"
[controller]
type = "lee"
rate_hz = 200
position_gain_1_s2 = 4.0
velocity_gain_1_s = 3.0
attitude_gain_n_m = [1.2, 1.2, 0.4]
rate_gain_n_m_s = [0.18, 0.18, 0.12]
[integrator]
type = "rk4"
rate_hz = 400
[simulation]
duration_s = 1.0
[output]
signals = ["position", "velocity", "attitude", "body_rate", "position_reference", "velocity_reference"]
rate_hz = 100
""" % (VEHICLES / "hummingbird.toml")
RECORDED = """
[trajectory]
type = "recorded"
[recorded]
log = "flight.csv"
columns = "columns.toml"
from_s = 0.1
"""
HEADER = "t,x,y,z,vx,vy,vz,qw,qx,qy,qz,p,q,r,sx,sy,sz,aw,ax,ay,az"


def row_of(t):
    """A made-up flight from 10 s on: it only has to be one that can be told apart from any other."""
    s = t - 10
    half = 0.5 * (0.1 + 0.3 * s)
    heading = [math.cos(0.1), 0, 0, math.sin(0.1)]
    return [t, 0.3 * s * s, 0.1 * s, -2 - 0.2 * s, 0.6 * s, 0.1, -0.2, math.cos(half), 0, math.sin(half), 0, 0, 0.3, 0.05 * s,
            0.5 * s, 0.1, -2, *heading]


def log_of(times, change=lambda row: row):
    lines = [",".join(repr(float(x)) for x in change(row_of(t))) for t in times]
    return "\n".join([HEADER, *lines]) + "\n"


TIMES = [round(9.9 + 0.02 * k, 6) for k in range(70)]


class Recorded(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("columns.toml", COLUMNS)
        self.write("flight.csv", log_of(TIMES))
        self.write("s.toml", LOOP + RECORDED)

    def run_it(self, name="r.h5", *options):
        self.expect(0, "run", "s.toml", "-o", name, "--progress", "none", *options)
        return h5py.File(self.path(name))

    def interpolated(self, times, names):
        """Lines between the rows of the log, by numpy."""
        with open(self.path("flight.csv")) as file:
            rows = list(csv.DictReader(file))
        at = np.array([float(row["t"]) - 10 for row in rows])
        return np.array([np.interp(times, at, [float(row[name]) for row in rows]) for name in names]).T

    # --- errors ---

    def test_errors_are_those_computed_elsewhere(self):
        with self.run_it() as file:
            times = file["time"][:]
            for quantity, names, unit in (("position", "x y z", "m"), ("velocity", "vx vy vz", "m_s"),
                                          ("body_rate", "p q r", "rad_s")):
                errors = np.linalg.norm(file[quantity][0] - self.interpolated(times, names.split()), axis=1)
                # Sums of 100 squares, in another order: some 1e-14.
                self.assertAlmostEqual(file[f"m_rms_recorded_{quantity}_error_{unit}"][0], math.sqrt(np.mean(errors ** 2)), delta=1e-12)
                self.assertAlmostEqual(file[f"m_max_recorded_{quantity}_error_{unit}"][0], np.max(errors), delta=1e-12)
            there = self.interpolated(times, ["qw", "qx", "qy", "qz"])
            there /= np.linalg.norm(there, axis=1)[:, None]
            cosines = np.abs(np.sum(there * file["attitude"][0], axis=1))
            # The arc cosine loses half of the digits near 1.
            angles = np.degrees(2 * np.arccos(np.minimum(cosines, 1)))
            self.assertAlmostEqual(file["m_rms_recorded_attitude_error_deg"][0], math.sqrt(np.mean(angles ** 2)), delta=1e-5)
            self.assertAlmostEqual(file["m_max_recorded_attitude_error_deg"][0], np.max(angles), delta=1e-5)

    def test_only_where_something_was_recorded(self):
        # A gap from 0.2 to 0.6 s, and an end at 0.8 s.
        self.write("flight.csv", log_of([t for t in TIMES if not 10.2 < t < 10.6 and t < 10.81]))
        with self.run_it("r.h5", "--set", "window.gap={from_s=0.25,to_s=0.55}", "--set", "window.late={from_s=0.65}") as file:
            times = file["time"][:]
            there = ((times <= 0.2 + 1e-9) | (times >= 0.6 - 1e-9)) & (times <= 0.8 + 1e-9)
            errors = np.linalg.norm(file["position"][0] - self.interpolated(times, ["x", "y", "z"]), axis=1)
            name = "m_rms_recorded_position_error_m"
            self.assertAlmostEqual(file[name][0], math.sqrt(np.mean(errors[there] ** 2)), delta=1e-12)
            late = there & (times >= 0.65)
            self.assertAlmostEqual(file[name + "_late"][0], math.sqrt(np.mean(errors[late] ** 2)), delta=1e-12)
            self.assertTrue(math.isnan(file[name + "_gap"][0]))
            self.assertTrue(math.isnan(file["m_max_recorded_position_error_m_gap"][0]))
            self.assertEqual(file["status"][0], 1)  # ok

    def test_nothing_is_joined_where_the_clock_of_the_log_was_set_back(self):
        """At 10.5 s by three tenths, while the vehicle flies on: only what lies before is this flight. From behind it, only
        what lies there."""
        set_back = [t for t in TIMES if t < 10.51] + [t for t in TIMES if t > 10.19]
        def later(row):
            return [row[0]] + [value + (7 if k < 3 or 12 < k < 16 else 0) for k, value in enumerate(row[1:])]
        lines = log_of(set_back).splitlines()
        first = 1 + sum(t < 10.51 for t in TIMES)
        moved = log_of(set_back, later).splitlines()
        glued = "\n".join(lines[:first] + moved[first:]) + "\n"
        # The same without what lies behind, or before.
        cut = "\n".join(lines[:first]) + "\n"
        behind = "\n".join([lines[0]] + [row for row in moved[first:] if float(row.split(",")[0]) > 10.51]) + "\n"
        found = {}
        for name, log, from_s in (("glued", glued, 0.1), ("cut", cut, 0.1), ("late", glued, 0.7), ("behind", behind, 0.08)):
            self.write("flight.csv", log)
            options = ["--set", f"recorded.from_s={from_s}", "--set", "simulation.duration_s=0.6"]
            result = self.expect(0, "run", "s.toml", "-o", f"{name}.h5", "--progress", "none", *options)
            self.assertEqual(result.err.count("its clock was set back before 0.62 s, and later data are not used"),
                             1 if name == "glued" else 0, result.err)
            if name in ("glued", "cut"):
                self.assertIn("the log covers 0.5 of 0.6 s, from 0 to 0.5 s", result.err)
            with h5py.File(self.path(f"{name}.h5")) as file:
                found[name] = {key: file[key][0] for key in file if "recorded" in key}
                found[name]["there"] = file["position_reference"][0]
        for one, other in (("glued", "cut"), ("late", "behind")):
            for key, value in found[one].items():
                np.testing.assert_array_equal(value, found[other][key], err_msg=f"{one}: {key}")
        self.assertLess(found["glued"]["m_max_recorded_position_error_m"], 1)

    def test_the_stretch_begins_where_the_first_signal_does(self):
        """Velocities are recorded each tenth of a second only: behind the place where the clock was set back they begin later
        than positions do, and the flight may begin in between."""
        def slow(row):
            return ["" if 3 < k < 7 and round(100 * row[0]) % 10 else x for k, x in enumerate(map(repr, map(float, row)))]
        def lines_of(times):
            return [",".join(slow(row_of(t))) for t in times]
        set_back = [t for t in TIMES if t < 10.51] + [t for t in TIMES if t > 10.19]
        glued = "\n".join([HEADER, *lines_of(set_back)]) + "\n"
        behind = "\n".join([HEADER, *lines_of([t for t in TIMES if t > 10.51])]) + "\n"
        for late in (0, 0.03):  # positions begin at 0.62 s, velocities at 0.7 s
            found = []
            for log, from_s in ((glued, 0.62 + late), (behind, late)):
                self.write("flight.csv", log)
                name = f"{late}-{from_s}.h5"
                self.expect(0, "run", "s.toml", "-o", name, "--progress", "none", "--set",
                            f"recorded.from_s={from_s}", "--set", "recorded.sets_initial=false", "--set",
                            "simulation.duration_s=0.6")
                with h5py.File(self.path(name)) as file:
                    found.append({key: file[key][0] for key in [*file] if "recorded" in key or key == "position_reference"})
            self.assertIn("m_rms_recorded_velocity_error_m_s", found[0])
            for key, value in found[0].items():
                np.testing.assert_allclose(value, found[1][key], rtol=0, atol=1e-9, err_msg=f"{late}: {key}")

    def test_metrics_are_there_for_what_was_recorded_and_for_requirements(self):
        self.write("columns.toml", COLUMNS.split("[columns.velocity]")[0])
        result = self.expect(4, "run", "s.toml", "-o", "r.h5", "--progress", "none",  # one sample decides nothing
                             "--set", 'trajectory={type="recorded",follow="position"}',
                             "--set", 'requirement.near={type="mean",metric="rms_recorded_position_error_m",at_most=50}')
        self.assertIn("the log has no attitude to start from", result.err)
        with h5py.File(self.path("r.h5")) as file:
            names = {name for name in file if name.startswith("m_") and "recorded" in name}
        self.assertEqual(names, {"m_rms_recorded_position_error_m", "m_max_recorded_position_error_m"})
        self.assertIn("rms_recorded_position_error_m", self.expect(0, "stats", "r.h5").out)

    def test_bits_depend_on_nothing(self):
        spread = ["-n", "70", "--set", 'disperse."vehicle.mass_kg"={dist="uniform",apply="factor",low=0.9,high=1.1}', "--reproducible"]
        digests = set()
        for options in (["-j", "1", "--lanes", "baseline"], ["-j", "2"]):
            name = f"r{len(digests)}.h5"
            self.run_it(name, *spread, *options).close()
            digests.add(hashlib.sha256(pathlib.Path(self.path(name)).read_bytes()).hexdigest())
            os.rename(self.path(name), self.path("old.h5"))
        self.assertEqual(len(digests), 1)

    # --- set-points and start ---

    def test_set_points_are_joined_or_held(self):
        with self.run_it() as file:
            times = file["time"][:]
            there = self.interpolated(times, ["sx", "sy", "sz"])
            np.testing.assert_allclose(file["position_reference"][0], there, rtol=0, atol=1e-12)
            np.testing.assert_allclose(file["velocity_reference"][0][:-1, 0], 0.5, rtol=0, atol=1e-9)
        with self.run_it("held.h5", "--set", "trajectory.between=hold", "--set", "trajectory.offset_m=[0, 0, -1]") as file:
            held = np.floor(times / 0.02 + 1e-6) * 0.02
            odd = slice(1, None, 2)  # between the rows: at a row rounding decides
            np.testing.assert_allclose(file["position_reference"][0][odd, 0], 0.5 * held[odd], rtol=0, atol=1e-12)
            np.testing.assert_allclose(file["position_reference"][0][:, 2], -3, rtol=0, atol=1e-12)
            self.assertFalse(file["velocity_reference"][0].any())

    def resolved(self, *options):
        return tomllib.loads(self.expect(0, "check", "s.toml", "--resolved", *options).out)

    def test_headings_are_those_of_the_attitudes(self):
        rows = self.resolved()["trajectory"]["rows"]
        self.assertEqual((rows[0][0], rows[-1][0] >= 1), (0, True))
        for row in rows:
            self.assertAlmostEqual(row[4], math.degrees(0.2), delta=1e-9)

    def test_a_flight_starts_from_the_state_of_the_log_unless_it_says_another(self):
        initial = self.resolved()["simulation"]["initial"]
        at_start = row_of(10)
        np.testing.assert_allclose(initial["position_m"], at_start[1:4], atol=1e-12)
        np.testing.assert_allclose(initial["velocity_m_s"], at_start[4:7], atol=1e-12)
        np.testing.assert_allclose(initial["attitude"], at_start[7:11], atol=1e-12)
        np.testing.assert_allclose(initial["body_rate_rad_s"], at_start[11:14], atol=1e-12)
        other = self.resolved("--set", "simulation.initial.position_m=[1,2,-3]",
                              "--set", "simulation.initial.body_rate_deg_s=[0,0,0]")["simulation"]["initial"]
        self.assertEqual((other["position_m"], other["body_rate_rad_s"]), ([1, 2, -3], [0, 0, 0]))
        np.testing.assert_allclose(other["velocity_m_s"], at_start[4:7], atol=1e-12)
        own = self.resolved("--set", "recorded.sets_initial=false")["simulation"]["initial"]
        self.assertEqual(own["position_m"], [0, 0, 0])

    def test_it_begins_where_the_log_has_all_of_its_states(self):
        self.write("s.toml", LOOP + RECORDED.replace("from_s = 0.1", ""))
        # Only from 9.96 s on there are attitudes.
        def late(row):
            return row[:7] + [math.nan] * 4 + row[11:] if row[0] < 9.95 else row
        self.write("flight.csv", log_of(TIMES, late))
        np.testing.assert_allclose(self.resolved()["simulation"]["initial"]["position_m"], row_of(9.96)[1:4], atol=1e-12)

    def test_a_simulated_log_is_met(self):
        """Set-points and start of a flight of the same vehicle, through PX4's format with its single precision."""
        self.write("truth.toml", LOOP + '[trajectory]\ntype = "circle"\nradius_m = 1\nrate_rad_s = 1\ncenter_m = [0, 0, -2]\n'
                   "[simulation.initial]\nposition_m = [1, 0, -2]\nvelocity_m_s = [0, 1, 0]\n")
        self.expect(0, "run", "truth.toml", "-o", "truth.h5", "--progress", "none")
        self.expect(0, "export", "truth.h5", "--ulog", "truth.ulg")
        self.write("s.toml", LOOP + '[trajectory]\ntype = "recorded"\n[recorded]\nlog = "truth.ulg"\n')
        with self.run_it() as file:
            # The reference lacks its acceleration of 1 m/s2: with 4 / s2 that is a quarter of a metre in the end.
            self.assertLess(file["m_max_recorded_position_error_m"][0], 0.25)
        # The same vehicle, steered as it was: the errors are those of single precision and of lines between 100 Hz.
        self.write("s.toml", (LOOP + '[trajectory]\ntype = "circle"\nradius_m = 1\nrate_rad_s = 1\ncenter_m = [0, 0, -2]\n'
                              '[recorded]\nlog = "truth.ulg"\n'))
        with self.run_it("same.h5") as file:
            self.assertLess(file["m_max_recorded_position_error_m"][0], 1e-5)
            self.assertLess(file["m_max_recorded_attitude_error_deg"][0], 1e-2)

    # --- what is kept ---

    def test_the_result_flies_again_without_the_log(self):
        sha256 = hashlib.sha256(pathlib.Path(self.path("flight.csv")).read_bytes()).hexdigest()
        with self.run_it("r.h5", "-n", "3") as file:
            resolved = tomllib.loads(np.asarray(file["provenance/resolved"]).tobytes().decode())
        self.assertEqual(resolved["recorded"]["sha256"], sha256)
        self.assertNotIn("log", resolved["recorded"])
        for name in ("flight.csv", "columns.toml", "s.toml"):
            os.remove(self.path(name))
        replayed = json.loads(self.expect(0, "replay", "r.h5", "--sample", "0..2", "--progress", "none", "--json").out)
        self.assertTrue(replayed["same"])

    def test_a_resolved_scenario_is_its_own(self):
        text = self.expect(0, "check", "s.toml", "--resolved").out
        self.write("again.toml", text)
        os.remove(self.path("flight.csv"))
        self.assertEqual(self.expect(0, "check", "again.toml", "--resolved").out, text)

    def test_only_what_the_flight_needs_is_kept(self):
        recorded = self.resolved("--set", "simulation.duration_s=0.1")["recorded"]
        times = [row[0] for row in recorded["position"]]
        self.assertLessEqual(times[0], 0)
        self.assertGreater(times[1], 0)
        self.assertLess(times[-2], 0.1)
        self.assertGreaterEqual(times[-1], 0.1)

    def test_says_how_much_of_the_flight_the_log_covers(self):
        # The log ends at 11.28 s, which is 1.28 s behind from_s.
        self.assertNotIn("covers", self.expect(0, "check", "s.toml").err)
        self.assertNotIn("covers", self.expect(0, "check", "s.toml", "--set", "simulation.duration_s=1.28").err)
        for change, says in (("simulation.duration_s=30", "the log covers 1.28 of 30 s, from 0 to 1.28 s"),
                             ("recorded.from_s=1.375", "the log covers 0.005 of 1 s, from 0 to 0.005 s")):
            with self.subTest(change):
                result = self.expect(0, "check", "s.toml", "--set", change)
                self.assertIn(says, result.err)
                self.assertEqual(result.err.count("warning:"), 1, result.err)

    # --- what is wrong ---

    def test_refuses_with_one_message(self):
        self.write("truth.h5", b"\x89HDF\r\n\x1a\n")
        self.write("empty.csv", "")
        self.write("no-way.toml", COLUMNS.split("[columns.position_reference]")[0])
        for changes, message in (
                (['recorded.log="nowhere.csv"'], "cannot use the log 'nowhere.csv' (cannot read it"),
                (['recorded.log="empty.csv"'], "it is empty"),
                (['recorded.log="/dev/zero"'], "cannot use the log '/dev/zero' (cannot read it (it is a device"),
                (['recorded.log="truth.h5"'], "it is an HDF5 file"),
                (['recorded.columns=""'], "to describe its columns"),
                (['recorded.columns="nowhere.toml"'], "nowhere.toml"),
                (['recorded.columns="no-way.toml"'], 'the log has no position_reference to follow'),
                (["recorded.from_s=100"], "its states are from 0 to 1.38 s, and t = 0 is at 100 s"),
                (['recorded.log=""'], '--set recorded.log="": error: the name of the log is empty'),
                (['recorded.log="-"'], "cannot use the log '-' ("),
                (["recorded.part=2"], "--set recorded.part=2: error: cannot use the log 'flight.csv' (a CSV file contains only one log. Leave "
                                       "recorded.part out)"),
                (["recorded.instances=[\"a\"]"], "('a' is not a topic with an instance number. Write it like \"sensor_accel=1\")"),
                (['recorded.log="fli\\u0000ght.csv"'], "'recorded.log' has a zero byte in it"),
                ([f'recorded.sha256="{"0" * 64}"'], "the log 'flight.csv' has a different SHA-256"),
                (["recorded.position=[[0,0,0,0],[1,0,0,0]]"], "both recorded.log and recorded.position are given"),
                (['trajectory.rows=[[0,0,0,0],[1,1,0,0]]'], "both recorded.log and trajectory.rows are given"),
                (['sweep."recorded.from_s".values=[0.1,0.2]'], "'recorded.from_s' cannot be swept"),
                (['disperse."recorded.from_s"={dist="uniform",low=0.1,high=0.2}'], "'recorded.from_s' cannot be dispersed"),
                (['trajectory.between="cubic"'], "cubic"),
                (['trajectory.follow="velocity"'], "velocity"),
                (['trajectory.follow="positoin"'], "unknown follow 'positoin' of 'trajectory'. Did you mean 'position'?"),
                (['recorded.logg="x"'], "unknown key 'recorded.logg'"),
        ):
            with self.subTest(changes):
                result = self.expect(2, "check", "s.toml", *[word for change in changes for word in ("--set", change)])
                self.assertIn(message, result.err)
                self.assertEqual(result.err.count("error:"), 1, result.err)
                self.assertNotIn("--part", result.err)
                self.assertNotIn("--instance", result.err)
                if changes[0].startswith(("recorded.columns=\"nowhere", "recorded.part", "recorded.instances")):
                    self.assertTrue(result.err.startswith(f"--set {changes[0]}: error: "), result.err)

    def test_rows_of_a_trajectory_without_a_log_have_to_ascend(self):
        for rows, message in (("[[0, 0, 0, -2], [2, 1, 0, -2], [1, 2, 0, -2]]", "the row at 1 s comes after the row at 2 s"),
                              ("[[0, 0, 0, -2], [0, 1, 0, -2]]", "the row at 0 s comes after the row at 0 s")):
            with self.subTest(rows):
                self.write("s.toml", f'{LOOP}\n[trajectory]\ntype = "recorded"\nrows = {rows}\n')
                result = self.expect(2, "check", "s.toml")
                self.assertIn(message, result.err)
                self.assertEqual(result.err.count("error:"), 1, result.err)

    def test_refuses_tables_that_are_none(self):
        for keys, message in (
                ("position = [[0, 0, 0, 0]]", "the table has 1 row"),
                ("position = [[0, 0, 0, 0], [1, 0, 0]]", "the row has 3 numbers instead of 4"),
                ("position = [[1, 0, 0, 0], [1, 0, 0, 0]]", "the row at 1 s comes after the row at 1 s"),
                ("attitude = [[0, 1, 0, 0, 0], [1, 2, 0, 0, 0]]", "quaternion is 2"),
                ("from_s = 1\nposition = [[0, 0, 0, 0], [1, 0, 0, 0]]", "'recorded.from_s' is given without a log"),
                ("", "[recorded] is empty"),
        ):
            with self.subTest(keys):
                self.write("s.toml", f'{LOOP}\n[trajectory]\ntype = "hover"\n[recorded]\n{keys}\n')
                result = self.expect(2, "check", "s.toml")
                self.assertIn(message, result.err)
                self.assertEqual(result.err.count("error:"), 1, result.err)
        self.write("s.toml", LOOP + '[trajectory]\ntype = "recorded"\n[recorded]\nposition = [[0, 0, 0, 0], [1, 0, 0, 0]]\n')
        self.assertIn("the trajectory has 0 rows", self.expect(2, "check", "s.toml").err)


if __name__ == "__main__":
    support.main()
