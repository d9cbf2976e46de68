#!/usr/bin/python3
"""Broken trajectories: `check` or `run`, by turns, refuses each with exit 2 and one message that says where and why."""
import re

import support
from support import SCENARIO, ProgramTest, edited

HEADER = "duration," + ",".join(f"{axis}^{k}" for axis in ("x", "y", "z", "yaw") for k in range(8))
ROW = "1.5" + ",0" * 32
SNAP = 'type = "minimum_snap"\nwaypoints = [{position_m = [0, 0, -1], time_s = 0}, {position_m = [1, 2, -1], time_s = 2}]'
LEGS = 'type = "waypoints"\nmax_speed_m_s = 2\nmax_acceleration_m_s2 = 1\n'

FOLLOWING = SCENARIO[:SCENARIO.index("[controller]")] + """
[controller]
type = "lee"
rate_hz = 500
position_gain_1_s2 = 4.0
velocity_gain_1_s = 3.0
attitude_gain_n_m = [1.2, 1.2, 0.4]
rate_gain_n_m_s = [0.18, 0.18, 0.12]

""" + SCENARIO[SCENARIO.index("[integrator]"):]

# Keys of [trajectory] ('^' is where the message points to), and what the message says.
FAULTS = [
    ('type = ^"hovver"', "unknown type 'hovver' of 'trajectory'. Did you mean 'hover'?"),
    ('type = "hover"\n^positon_m = [0, 0, -1]', "Did you mean 'position_m'?"),
    ('type = "circle"\nradius_m = ^-1\nrate_rad_s = 1', "'trajectory.radius_m' must be between 0 and"),
    ('type = "circle"\nradius_m = 1\nrate_rad_s = ^1e6', "'trajectory.rate_rad_s' must be between -1000 and 1000"),
    ('type = "lissajous"\namplitude_m = ^[1, 2]\nrate_rad_s = [1, 1, 1]', "must be a list of 3 numbers, found 2"),
    ('type = "hover"\nheading = {type = ^"along_track"}', "the trajectory hover has no direction of flight"),
    ('type = "hover"\nheading = {type = ^"track"}', "unknown type 'track' of 'trajectory.heading'"),
    ('type = "hover"\nheading = {type = "profile", times_s = ^[0, 1], angles_deg = [0]}', "has 2 times and 1 angles"),
    ('type = "hover"\nheading = {type = "profile", times_s = [0, 2, ^1], angles_deg = [0, 5, 9]}', "1 s comes after 2 s"),
    ('type = "hover"\nheading = {type = "profile", times_s = [^1, 2], angles_deg = [0, 5]}', "the first time is 1 s, not 0"),
    ('type = "minimum_snap"\nwaypoints = ^[{position_m = [0, 0, -1], time_s = 0}]', "the trajectory has 1 waypoints"),
    ('type = "minimum_jerk"\nwaypoints = ^[]', "the trajectory has 0 waypoints"),
    ('type = "minimum_snap"\nwaypoints = [{position_m = [0, 0, -1], time_s = 0}, ^{position_m = [1, 0, -1]}]',
     "waypoint 1 has no time_s (a smooth trajectory needs a time at each waypoint). Give each waypoint its time_s, or the trajectory a mean_speed_m_s."),
    ('type = "minimum_snap"\nmean_speed_m_s = ^1\nwaypoints = [{position_m = [0, 0, -1], time_s = 0}, {position_m = [1, 0, -1]}]',
     "both mean_speed_m_s and time_s are given"),
    ('type = "minimum_snap"\nwaypoints = [{position_m = [0, 0, -1], time_s = 0}, ^{position_m = [0, 0, -1], time_s = 1}]',
     "waypoints 0 and 1 are the same place"),
    ('type = "minimum_snap"\nwaypoints = [{position_m = [0, 0, -1], time_s = ^0.5}, {position_m = [1, 0, -1], time_s = 1}]',
     "the first waypoint is at 0.5 s, not at 0"),
    ('type = "minimum_snap"\nwaypoints = [{position_m = [0, 0, -1], time_s = 0}, {position_m = [1, 0, -1], time_s = 1}, '
     "{position_m = [2, 0, -1], time_s = ^1}]", "the waypoint at 1 s comes after the one at 1 s (times must ascend strictly)"),
    ('type = "minimum_snap"\nwaypoints = ^[{position_m = [0, 0, -1], time_s = 0}, {position_m = [1, 0, -1], time_s = 1e-6}]',
     "times are between 1e-06 and 1e-06 s apart"),
    (SNAP + "\nmax_speed_m_s = ^1", "the trajectory has 2.4457 m/s at t = 1 s (max_speed_m_s is 1). Give it 2.446 times as much time."),
    (SNAP + "\nmax_acceleration_m_s2 = ^1", "(max_acceleration_m_s2 is 1)"),
    (SNAP + '\nheading = {type = ^"along_track", slow_m_s = 9}', "the trajectory is never faster than 9 m/s"),
    (LEGS + "waypoints = [{position_m = [0, 0, -1]}, {position_m = [10, 0, -1], time_s = ^5}]",
     "the leg of 10 m to waypoint 1 has 5 s (it needs 7 s within 2 m/s and 1 m/s2 from rest to rest). Set its time_s to 7 or later."),
    (LEGS + "waypoints = [{position_m = [0, 0, -1]}, ^{time_s = 5}]", "'trajectory.waypoints.1.position_m'"),
    ('type = "waypoints"\nmax_speed_m_s = ^0\nmax_acceleration_m_s2 = 1\nwaypoints = [{position_m = [0, 0, -1]}, {position_m = [1, 0, -1]}]',
     "'trajectory.max_speed_m_s' must be between"),
    ('type = "polynomial"\nfile = ^"none.csv"', "cannot read the trajectory file 'none.csv' (No such file or directory)"),
    ('type = "polynomial"\nframe = ^"ENU"\nrows = [[1]]', "unknown frame 'ENU' of 'trajectory'"),
    ('type = "polynomial"\nrows = [^[1, 2, 3]]', "the row has 3 numbers instead of 33"),
    ('type = "sampled"\nrows = [[0, 0, 0, 0], [1, 0, 0, 0], ^[1, 1, 0, 0]]', "the row at 1 s comes after the row at 1 s"),
    ('type = "sampled"\nrows = [^[0.5, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 0]]', "the first row is at 0.5 s, not at 0"),
    ('type = "sampled"\nrows = [[0, 0, 0, 0], [1, 0, 0, 0], ^[2, 1, 0, 0, 3]]', "the row has 5 numbers"),
    ('type = "sampled"\nrows = ^[[0, 0, 0, 0], [1, 0, 0, 0]]', "the trajectory has 2 rows"),
]

# What a polynomial file says, the line and column of the fault, and the message.
POLYNOMIAL_FAULTS = [
    (ROW + "\n", 1, 1, "column 1 is named '1.5', not 'duration'"),
    (HEADER.replace("y^3", "y3") + "\n" + ROW, 1, HEADER.index("y^3") + 1, "column 13 is named 'y3', not 'y^3'"),
    (HEADER.replace(",yaw^7", "") + "\n" + ROW, 1, 1, "the header has 32 names instead of 33"),
    (HEADER + "\n" + ROW + "\n" + ROW.replace("1.5", "0"), 3, 1, "the duration is 0 s"),
    (HEADER + "\n" + ROW + ",1\n", 2, 1, "the row has 34 numbers, the header 33 names"),
    (HEADER + "\n" + ROW[:-1] + "nan\n", 2, len(ROW), "'nan' is not a finite number"),
    (HEADER + "\n" + "1.5" + ",1e9" * 32 + "\n", 2, 1, "m or rad"),
]


class BrokenTrajectories(ProgramTest):
    def refuse(self, text, says, place):
        self.write("s.toml", text)
        with self.nothing_touched():
            result = self.expect(2, next(self.refusing), "s.toml")
        self.assertEqual(result.err.count("\n"), 1, result.err)
        self.assertIn(says, result.err)
        self.assertTrue(result.err.startswith(place + ": error: "), f"{place}: {result.err}")

    def refuse_keys(self, keys, says):
        scenario = edited(("[integrator]", "[trajectory]\n" + keys + "\n[integrator]"))
        before = scenario[:scenario.index("^")]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        self.refuse(scenario.replace("^", "", 1), says, f"s.toml:{line}:{column}")

    def test_each_fault(self):
        for keys, says in FAULTS:
            with self.subTest(keys):
                self.refuse_keys(keys, says)

    def test_each_fault_of_a_polynomial_file(self):
        text = edited(("[integrator]", '[trajectory]\ntype = "polynomial"\nfile = "t.csv"\n[integrator]'))
        for csv, line, column, says in POLYNOMIAL_FAULTS:
            with self.subTest(says):
                self.write("t.csv", csv)
                self.refuse(text, says, f"t.csv:{line}:{column}")

    def test_sampled_file(self):
        text = edited(("[integrator]", '[trajectory]\ntype = "sampled"\nfile = "t.csv"\n[integrator]'))
        for csv, place, says in (
                ("t,x,y,z\n0,0,0,0\n", "t.csv:1:1", "column 1 is named 't', not 't_s'"),
                ("t_s,x_m,y_m\n0,0,0\n", "t.csv:1:1", "the header has 3 names instead of 4"),
                ("t_s,x_m,y_m,z_m\n0,0,0,0\n1,0,0,0\n0.5,0,0,0\n", "t.csv:4:1", "comes after the row at 1 s")):
            with self.subTest(csv):
                self.write("t.csv", csv)
                self.refuse(text, says, place)

    def test_frames_of_sampled_rows(self):
        """The same places in three frames: north 1, east 2, up 3, heading 30 degrees."""
        rows = {"NED/FRD": [(0, 0, -1, 0), (1, 2, -4, 30), (1, 2, -4, 30)], "NWU/FLU": [(0, 0, 1, 0), (1, -2, 4, -30), (1, -2, 4, -30)],
                "ENU/FLU": [(0, 0, 1, 90), (2, 1, 4, 60), (2, 1, 4, 60)]}
        flown = {}
        for frame, places in rows.items():
            text = ", ".join(str([t, *place]) for t, place in enumerate(places))
            self.write("s.toml", edited(("[integrator]", f'[trajectory]\ntype = "sampled"\nframe = "{frame}"\nheading = {{type = "rows"}}\nrows = [{text}]\n[integrator]'),
                                        ("samples = 200", "samples = 1"), text=FOLLOWING))
            self.expect(0, "run", "s.toml", "-o", "s.h5", "--fresh", "--set", "simulation.duration_s=1.5")
            flown[frame] = self.expect(0, "export", "s.h5").out
        self.assertEqual(flown["NWU/FLU"], flown["NED/FRD"])
        # Headings of ENU are 90 degrees less what is written, which rounds once more.
        a, b = ([float(x) for x in flown[frame].splitlines()[1].split(",") if x not in ("", "ok")] for frame in ("ENU/FLU", "NED/FRD"))
        for x, y in zip(a, b, strict=True):
            self.assertAlmostEqual(x, y, delta=1e-9 * max(1, abs(y)))

    def test_a_trajectory_below_its_start_is_told(self):
        """Heights that were written upwards lead into the ground; a landing or a dive from the air does not."""
        row = "1.0" + ",0" * 16 + ",{0},{1}" + ",0" * 14
        polynomial = HEADER + "\n" + row.format(0, 1) + "\n" + row.format(1, 1) + "\n"
        self.write("p.csv", polynomial)
        up = 'type = "sampled"\nrows = [[0, 0, 0, 0], [1, 0, 0, 0.5], [2, 0.5, 0, 1], [3, 1, 0, 1.5]]\n'
        for keys, depth in (
                (up, 1.5), (up.replace("1.5", "1") + "offset_m = [0, 0, 0.25]\n", 1.25), ('type = "polynomial"\nframe = "NED/FRD"\nfile = "p.csv"\n', 2),
                (LEGS + "waypoints = [{position_m = [0, 0, 0]}, {position_m = [0, 0, 3]}, {position_m = [9, 0, 3]}]\n", 3),
                (LEGS + "waypoints = [{position_m = [0, 0, 2]}, {position_m = [5, 0, 2]}]\n", 2),
                (SNAP.replace("-1]", "1]"), 1), ('type = "hover"\nposition_m = [0, 0, 5]\n', 5)):
            with self.subTest(keys):
                err = self.warned(keys, "[0, 0, -10]" if depth in (1.5, 3) else "[0, 0, -0.0]")
                self.assertIn("the whole trajectory lies below its start", err)
                down_m = float(re.search(r"goes down to (\S+) m below the start", " ".join(err.split()))[1])
                self.assertAlmostEqual(down_m, depth, delta=0.1)  # a spline through few rows swings beyond them
                self.assertEqual('trajectory.frame = "ENU/FLU"' in err, "sampled" in keys or "NED/FRD" in keys)
        for keys in (
                up + 'frame = "ENU/FLU"\n', up.replace("1.5]", "-0.1]"), up + "offset_m = [0, 0, -5]\n", up.replace(", 0.5]", ", 0.1]").replace(", 1]", ", 0]").replace("1.5", "0"),
                'type = "polynomial"\nfile = "p.csv"\n', LEGS + "waypoints = [{position_m = [0, 0, -50]}, {position_m = [0, 0, -2]}]\n",
                LEGS + "waypoints = [{position_m = [0, 0, -5]}, {position_m = [0, 0, 0.3]}]\n", SNAP, 'type = "hover"\n',
                'type = "circle"\nradius_m = 1\nrate_rad_s = 1\n'):
            with self.subTest(keys):
                self.assertNotIn("below its start", self.warned(keys))

    def warned(self, keys, start="[0, 0, 0]"):
        self.write("s.toml", edited(("[integrator]", f"[trajectory]\n{keys}\n[integrator]"), ("position_m = [0, 0, -10]", f"position_m = {start}"), ("duration_s = 0.3", "duration_s = 20"), text=FOLLOWING))
        return self.expect(0, "check", "s.toml").err

    def test_a_command_table_follows_nothing(self):
        scenario = edited(("[integrator]", '[trajectory]\ntype = "hover"\n[integrator]'))
        line = scenario[:scenario.index("[trajectory]")].count("\n") + 1
        self.refuse(scenario, "a trajectory needs a controller that follows it", f"s.toml:{line}:1")


if __name__ == "__main__":
    support.main()
