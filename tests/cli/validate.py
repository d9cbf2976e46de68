#!/usr/bin/python3
"""montecopter validate: recorded flights flown again. Logs are flights of the program's own, whose equations are
tested elsewhere, or closed forms."""
import csv
import io
import json
import math
import pathlib
import random
import subprocess
import unittest

import support
from support import HELICOPTER, ProgramTest, edited

G = 9.80665
CALM = edited(("""[[wind]]
type = "steady"
to_m_s = [1.0, 0.5, 0.0]
""", ""), ("""[vehicle.process_noise]
force_n2_s = 5e-4
moment_n2_m2_s = 1e-7
""", ""), ("""[disperse."wind.0.to_m_s.x"]
dist = "normal"
mean = 0.0
sd = 1.0
""", ""), ("rate_hz = 100\n", "rate_hz = 1000\n"), ("duration_s = 0.3", "duration_s = 1.0"),
    ("""  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],
  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],
""", "".join(f"  [{k / 10}, {1133 + 9 * (k % 3)}, {1133 - 7 * (k % 2)}, {1133 - 8 * (k % 3)}, {1133 + 7 * (k % 2)}],\n"
             for k in range(1, 10))))
COLUMNS = """
time = {column = "t", unit = "s"}
[columns]
position = {from = ["x", "y", "z"], unit = "m"}
velocity = {from = ["vx", "vy", "vz"], unit = "m/s"}
attitude = {from = ["qw", "qx", "qy", "qz"]}
body_rate = {from = ["p", "q", "r"], unit = "rad/s"}
rotor_speed = {from = ["w1", "w2", "w3", "w4"], unit = "rad/s"}
command = {from = ["c1", "c2", "c3", "c4"]}
"""
NAMES = {"position": "x y z", "velocity": "vx vy vz", "attitude": "qw qx qy qz", "body_rate": "p q r",
         "rotor_speed": "w1 w2 w3 w4", "command": "c1 c2 c3 c4"}
HEADER = ["t"] + " ".join(NAMES.values()).split()


def text_of(rows):
    return ",".join(HEADER) + "\n" + "".join(",".join(repr(float(x)) for x in row) + "\n" for row in rows)


def closed_form(height_of, speed_of, rotors=0.0, count=101):
    """A vehicle that stays level; 100 rows a second."""
    return [[t, 0, 0, -height_of(t), 0, 0, -speed_of(t), 1, 0, 0, 0, 0, 0, 0] + 4 * [rotors] + 4 * [rotors]
            for t in (k / 100 for k in range(count))]


FALL = closed_form(lambda t: -G * t * t / 2, lambda t: -G * t)
STAY = closed_form(lambda t: 0.0, lambda t: 0.0)
NO_DRAG = "--set=vehicle.linear_drag_n_s_m=0"


class ValidateTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", CALM)
        self.write("c.toml", COLUMNS)

    def validate(self, log, *arguments, scenario="s.toml"):
        return json.loads(self.expect(0, "validate", scenario, log, "--json", *arguments).out)

    def validate_rows(self, rows, *arguments):
        self.write("a.csv", text_of(rows))
        return self.validate("a.csv", "--columns", "c.toml", *arguments)

    def flown_rows(self, *settings):
        """The rows of a flight of sample 0, 1000 a second."""
        self.expect(0, "run", "s.toml", "-n", "1", "--progress", "none", "-o", "a.h5", "--set", "output.traces=all",
                    "--set", "disperse={}", *settings)
        table = list(csv.DictReader(io.StringIO(self.expect(0, "export", "a.h5", "--traces").out)))
        columns = {"t": "time"}
        for signal, names in NAMES.items():
            found = [key for key in table[0] if key.startswith(signal + ".")]
            columns.update(zip(names.split(), found))
        return [[float(row[columns[name]]) for name in HEADER] for row in table]

    def error(self, answer, quantity, horizon=-1, of="rms"):
        return answer["horizons"][horizon]["errors"][quantity][of]


class Truth(ValidateTest):
    def test_falls_as_galilei_says(self):
        """Runge-Kutta's method is exact for parabolas: what is left is rounding, of numbers below 10."""
        answer = self.validate_rows(FALL, NO_DRAG, "--horizon", "0.1", "0.5")
        for horizon, h in enumerate((0.1, 0.5)):
            for quantity in ("position", "velocity", "attitude", "body_rate"):
                self.assertLess(self.error(answer, quantity, horizon), 1e-13)
            self.assertAlmostEqual(self.error(answer, "velocity", horizon, "unchanged_rms"), G * h, places=12)

    def test_nothing_is_flown_across_a_clock_that_was_set_back(self):
        """By 0.2 s after half of the fall: the rows up to there are left out, and the state jumps."""
        rows = [[row[0] - 0.2, *row[1:]] if k > 50 else row for k, row in enumerate(FALL)]
        answer = self.validate_rows(rows, NO_DRAG, "--horizon", "0.1", "0.25")
        for horizon in (0, 1):
            self.assertLess(self.error(answer, "position", horizon), 1e-13)
        self.assertRegex(answer["warnings"][0], r"a.csv: .*its clock jumps back before 0.5 s")
        # Before: rows 0 to 49 (row 70 has the time of row 50 but for rounding, and takes its place). Behind: rows 70 to
        # 100 but for three, so that more than 2.5 intervals are in between.
        self.assertEqual(answer["horizons"][0]["windows"], (50 - 10) + (31 - 3 - 10))

    def test_errors_of_a_vehicle_that_should_have_fallen(self):
        answer = self.validate_rows(STAY, NO_DRAG, "--horizon", "0.5")
        self.assertAlmostEqual(self.error(answer, "position"), G / 8, places=12)
        self.assertAlmostEqual(self.error(answer, "velocity", of="mean"), G / 2, places=12)
        self.assertEqual(self.error(answer, "position", of="unchanged_rms"), 0)
        self.assertEqual(answer["horizons"][0]["windows"], 101 - 50)

    def test_attitude_errors_are_angles(self):
        """The log turns about z by 1 rad/s and says that it does not: after 0.1 s it is 0.1 rad off."""
        rows = [row[:7] + [math.cos(row[0] / 2), 0, 0, math.sin(row[0] / 2)] + row[11:] for row in FALL]
        answer = self.validate_rows(rows, NO_DRAG, "--horizon", "0.1")
        self.assertAlmostEqual(self.error(answer, "attitude"), 0.1, places=12)

    def test_recorded_speeds_that_change_turn_the_body(self):
        """M = -h': rotors that all spin up at a rad/s2 with one spin turn a body the other way. All rotors
        of one sign: sum of s n J_r, n = -z, so that h = -4 J_r w and omega' = 4 J_r a / J_zz."""
        a, inertia, j_zz = 10.0, 6.6e-6, 0.007
        rows = [row[:14] + 4 * [a * row[0]] + row[18:] for row in STAY]
        spins = [f"--set=vehicle.rotors.{i}.spin=1" for i in range(4)]
        laws = ["--set=vehicle.rotor.law.thrust_n_s2=1e-30", "--set=vehicle.rotor.law.torque_n_m_s2=1e-30"]
        answer = self.validate_rows(rows, NO_DRAG, "--horizon", "0.1", *spins, *laws)
        self.assertAlmostEqual(self.error(answer, "body_rate"), 4 * inertia * a / j_zz * 0.1, places=12)
        held = self.validate_rows(rows, NO_DRAG, "--horizon", "0.1", "--between", "hold", *spins, *laws)
        self.assertLess(self.error(held, "body_rate"), 1e-13)

    def test_own_flight_by_its_commands(self):
        """Steps, commands and equations are those of the flight. Only the motors of the first rows have to
        be known: they begin settled. Rounding grows in a body that nothing holds."""
        answer = self.validate_rows(self.flown_rows(), "--drive", "command")
        for quantity in ("position", "velocity", "attitude", "body_rate"):
            self.assertLess(self.error(answer, quantity), 1e-11)
            self.assertGreater(self.error(answer, quantity, of="unchanged_rms"), 1e-3)

    def test_own_flight_by_its_rotor_speeds(self):
        """Speeds follow exponentials of 20 ms, and are taken as lines over 1 ms: off by
        (1 / 20)^2 / 8 of their change, 3e-4 of about 20 rad/s of 1133, whose thrusts differ by 1e-5 of g."""
        answer = self.validate_rows(self.flown_rows())
        self.assertEqual((answer["drive"], answer["between"]), ("rotor_speed", "linear"))
        self.assertLess(self.error(answer, "velocity"), 1e-5 * G * 0.5)
        self.assertLess(self.error(answer, "body_rate") / self.error(answer, "body_rate", of="unchanged_rms"), 1e-3)

    def test_other_vehicle_is_seen(self):
        rows = self.flown_rows()
        heavier = self.validate_rows(rows, "--set", "vehicle.mass_kg=1.1", "--horizon", "0.1")
        # Thrust is m g about: by a tenth of the mass more it falls by g / 11.
        self.assertAlmostEqual(self.error(heavier, "velocity"), G / 11 * 0.1, delta=2e-2 * G / 11 * 0.1)

    def test_own_flight_as_a_ulog(self):
        """PX4's numbers are single precision, and speeds are whole rpm: 0.05 rad/s of 1133."""
        self.flown_rows()
        self.expect(0, "export", "a.h5", "--ulog", "a.ulg")
        for drive in ("command", "rotor_speed"):
            answer = self.validate("a.ulg", "--drive", drive, "--horizon", "0.2")
            self.assertLess(self.error(answer, "velocity"), 2e-3)
            self.assertGreater(self.error(answer, "velocity", of="unchanged_rms"), 2e-2)


class Trim(ValidateTest):
    def test_what_turns_the_vehicle_at_first_turns_it_on(self):
        """It falls, and turns about its front axis faster and faster, by 2 rad/s2."""
        rows = closed_form(lambda t: -G * t * t / 2, lambda t: -G * t)
        for row in rows:
            angle = row[0] ** 2
            row[7:11] = [math.cos(angle / 2), math.sin(angle / 2), 0, 0]
            row[11] = 2 * row[0]
        plain = self.validate_rows(rows, NO_DRAG, "--horizon", "0.2")
        trimmed = self.validate("a.csv", "--columns", "c.toml", NO_DRAG, "--horizon", "0.2", "--calibrate", "0.3")
        self.assertEqual((plain["from_s"], trimmed["from_s"]), (0, 0.3))
        self.assertEqual(plain["angular_acceleration_rad_s2"], [0, 0, 0])
        for found, true in zip(trimmed["angular_acceleration_rad_s2"], (2, 0, 0)):
            self.assertAlmostEqual(found, true, places=9)
        self.assertAlmostEqual(plain["horizons"][0]["errors"]["body_rate"]["rms"], 0.4, places=9)
        self.assertLess(trimmed["horizons"][0]["errors"]["body_rate"]["rms"], 1e-9)
        self.assertLess(trimmed["horizons"][0]["errors"]["attitude"]["rms"], 1e-9)

    def test_accelerations_that_last_are_observed(self):
        """It falls, and is turned about its front axis by 2 rad/s2, a second to and a second fro."""
        draw = random.Random(1)
        rows = closed_form(lambda t: -G * t * t / 2, lambda t: -G * t, count=601)
        rate = angle = 0.0
        for row in rows:
            row[7:11] = [math.cos(angle / 2), math.sin(angle / 2), 0, 0]
            row[11] = rate + draw.gauss(0, 0.002)
            change = 0.02 if row[0] % 2 < 0.999 else -0.02
            angle, rate = angle + 0.01 * (rate + change / 2), rate + change
        options = (NO_DRAG, "--horizon", "0.1", "--calibrate", "2")
        plain = self.validate_rows(rows, *options)
        observed = self.validate("a.csv", "--columns", "c.toml", *options, "--observe")
        self.assertEqual((plain["observed"], observed["observed"]), (False, True))
        self.assertAlmostEqual(self.error(plain, "body_rate", of="mean"), 0.2, delta=0.02)
        # All but the windows in which it turns back, and those right behind: 10 and some of each 100.
        self.assertLess(self.error(observed, "body_rate", of="mean"), 0.08)
        self.assertLess(self.error(observed, "attitude", of="mean"), 0.5 * self.error(plain, "attitude", of="mean"))
        one, two = (self.validate("a.csv", "--columns", "c.toml", *options, "--observe", "-j", n) for n in "12")
        self.assertEqual(one, two)
        too_long = self.expect(3, "validate", "s.toml", "a.csv", "--columns", "c.toml", NO_DRAG, "--horizon", "2.5",
                               "--calibrate", "2", "--observe")
        self.assertIn("no window of the requested horizons fits into --calibrate", too_long.err)

    def test_horizons_are_told_as_they_were_asked_for(self):
        """Rows are 0.01 s apart but for rounding; 0.123 s are no whole number of them."""
        horizons = self.validate_rows(FALL, "--horizon", "0.3", "0.1", "0.123")["horizons"]
        found = [h["horizon_s"] for h in horizons]
        self.assertEqual((found[0], found[2]), (0.1, 0.3))
        self.assertAlmostEqual(found[1], 0.12, places=9)
        self.assertEqual([h["asked_s"] for h in horizons], [0.1, 0.123, 0.3])

    def test_motors_that_are_not_known_yet_calibrate_nothing(self):
        """Driven by commands, the first 0.3 s do not count; where these turn the vehicle, nothing else is seen."""
        rows = closed_form(lambda t: -G * t * t / 2, lambda t: -G * t)
        for row in rows:
            row[11] = 5 * min(row[0], 0.3)
        answer = self.validate_rows(rows, NO_DRAG, "--drive", "command", "--horizon", "0.2", "--calibrate", "0.5")
        self.assertLess(abs(answer["angular_acceleration_rad_s2"][0]), 1e-9)


class Windows(ValidateTest):
    def test_none_goes_across_a_gap(self):
        answer = self.validate_rows(FALL[:40] + FALL[60:], NO_DRAG, "--horizon", "0.1", "0.3")
        self.assertEqual([h["windows"] for h in answer["horizons"]], [30 + 31, 10 + 11])

    def test_part_of_a_log(self):
        answer = self.validate_rows(FALL, NO_DRAG, "--from", "0.2", "--to", "0.5", "--horizon", "0.1")
        self.assertEqual((answer["rows"], answer["horizons"][0]["windows"]), (31, 21))

    def test_threads_change_nothing(self):
        self.write("a.csv", text_of(self.flown_rows()[::5]))
        outs = {self.expect(0, "validate", "s.toml", "a.csv", "--columns", "c.toml", "-j", n).out for n in "123"}
        self.assertEqual(len(outs), 1)

    def test_table(self):
        self.write("a.csv", text_of(FALL))
        out = self.expect(0, "validate", "s.toml", "a.csv", "--columns", "c.toml", NO_DRAG).out
        self.assertIn("101 rows of 0.01 s", out)
        self.assertLessEqual(max(map(len, out.splitlines())), 100)
        self.assertEqual(out.count("position [m]"), 3)

    def test_without_position(self):
        self.write("c.toml", COLUMNS.replace('position = {from = ["x", "y", "z"], unit = "m"}\n', ""))
        answer = self.validate_rows(FALL, NO_DRAG)
        self.assertEqual(list(answer["horizons"][0]["errors"]), ["velocity", "attitude", "body_rate"])

    def test_states_that_a_log_lacks_are_derived(self):
        """A fall is a parabola, whose slope is exact but for the decimals of the log."""
        lines = COLUMNS.splitlines(True)
        self.write("c.toml", "".join(line for line in lines if not line.startswith(("velocity", "body_rate"))))
        answer = self.validate_rows(FALL, NO_DRAG)
        for told in ("velocity is the slope of position", "body_rate is the slope of attitude"):
            self.assertEqual(sum(told in warning for warning in answer["warnings"]), 1)
        for horizon, h in enumerate((0.1, 0.25, 0.5)):
            self.assertLess(self.error(answer, "velocity", horizon), 1e-9)
            self.assertLess(self.error(answer, "position", horizon), 1e-9)
            self.assertAlmostEqual(self.error(answer, "velocity", horizon, "unchanged_rms"), G * h, places=9)
        self.assertEqual(answer["rows"], len(FALL) - 4)
        self.assertIn("fly its commands again: yes", self.expect(0, "log", "a.csv", "--columns", "c.toml").out)
        self.write("slow.csv", text_of(FALL[::4]))
        said = self.expect(3, "validate", "s.toml", "slow.csv", "--columns", "c.toml").err
        self.assertIn("the log has no velocity or body_rate (windows start from recorded states). Velocity can come from "
                      "position at 40 Hz or more. Body rate can come from imu.gyroscope, or from attitude at 80 Hz", said)

    def test_the_slope_of_attitude_replaces_a_slow_gyroscope(self):
        self.write("c.toml", COLUMNS.replace("body_rate", "imu.gyroscope").replace("imu.gyroscope =", '"imu.gyroscope" ='))

        def source(every):
            rows = text_of(FALL).splitlines()
            header, rows = rows[0], [row.split(",") for row in rows[1:]]
            first = HEADER.index("p")
            for k, row in enumerate(rows):
                if k % every:
                    row[first:first + 3] = 3 * [""]
            self.write("a.csv", "\n".join([header, *map(",".join, rows)]) + "\n")
            warnings = self.validate("a.csv", "--columns", "c.toml", NO_DRAG)["warnings"]
            return [word for word in ("imu.gyroscope", "slope of attitude") if f"body_rate is {word}" in str(warnings)
                    or f"body_rate is the {word}" in str(warnings)]

        self.assertEqual(source(1), ["imu.gyroscope"])  # 100 Hz
        self.assertEqual(source(4), ["slope of attitude"])  # 25 Hz, beside an attitude at 100 Hz

    def test_windows_that_leave_all_bounds_are_counted(self):
        answer = self.validate_rows([row[:14] + 4 * [1e150] + row[18:] for row in FALL], "--horizon", "0.1")
        self.assertEqual(answer["horizons"][0]["lost"], answer["horizons"][0]["windows"])
        self.assertIsNone(self.error(answer, "position"))


    def test_speeds_that_no_rotor_has_are_left_out(self):
        """A row that is left out is bridged as if it had not been recorded: rotors stand still in both logs."""
        rows = self.flown_rows()[::5]
        expected = self.validate_rows(rows[:50] + rows[51:], "--horizon", "0.1")
        rows[50] = rows[50][:14] + [5 * rows[50][14]] + rows[50][15:]
        self.write("a.csv", text_of(rows))
        found = self.validate("a.csv", "--columns", "c.toml", "--horizon", "0.1")
        self.assertIn("1 recorded rotor speeds are left out", found["warnings"][0])
        for quantity in ("position", "velocity", "attitude", "body_rate"):
            self.assertLess(self.error(found, quantity), 2 * self.error(expected, quantity))
        self.assertEqual(found["horizons"][0]["windows"], len(rows) - 20)


class Mistakes(ValidateTest):
    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "validate", *arguments)
        self.assertEqual(result.out, "")
        for word in ("error:", *says):
            self.assertIn(word, result.err, arguments)

    def test_each_has_its_message(self):
        self.write("a.csv", text_of(FALL))
        self.write("empty.csv", "")
        self.write("heli.toml", HELICOPTER)
        columns = ["--columns", "c.toml"]
        for name, left_out in (("no_rate.toml", "attitude|body_rate"), ("no_drive.toml", "rotor_speed|command")):
            self.write(name, "\n".join(line for line in COLUMNS.splitlines()
                                       if line.split(" = ")[0] not in left_out.split("|")))
        self.write("three.toml", COLUMNS.replace(', "w4"', "").replace(', "c4"', ""))
        for code, arguments, says in [
            (2, ["s.toml", "a.csv"], ["a CSV file needs --columns FILE.toml"]),
            (2, ["s.toml"], ["log is required"]),
            (2, ["none.toml", "a.csv", *columns], ["none.toml"]),
            (6, ["s.toml", "none.csv", *columns], ["none.csv: error: cannot read it"]),
            (2, ["s.toml", "-", *columns], ["-: error: a log cannot be read from standard input"]),
            (6, ["s.toml", "/dev/zero", *columns], ["/dev/zero: error: cannot read it (it is a device, not a file)"]),
            (3, ["heli.toml", "a.csv", *columns], ["only multirotors"]),
            (3, ["s.toml", "a.csv", "--columns", "no_rate.toml"], ["the log has no attitude or body_rate", "`montecopter log`"]),
            (3, ["s.toml", "a.csv", "--columns", "no_drive.toml"], ["no rotor_speed", "no command", "`montecopter log` lists"]),
            (3, ["s.toml", "a.csv", "--columns", "three.toml"], ["has 3 rotors, and the vehicle has 4"]),
            (3, ["s.toml", "a.csv", *columns, "--from", "5"], ["--from, --to"]),
            (2, ["s.toml", "a.csv", *columns, "--from", "2", "--to", "1"], ["not before --to"]),
            (2, ["s.toml", "a.csv", *columns, "--from", "soon"], ["--from"]),
            (2, ["s.toml", "a.csv", *columns, "--horizon", "0"], ["--horizon"]),
            (3, ["s.toml", "a.csv", *columns, "--horizon", "9"], ["no 9 s without a gap", "shorter --horizon"]),
            (2, ["s.toml", "a.csv", *columns, "--calibrate", "0"], ["--calibrate"]),
            (3, ["s.toml", "a.csv", *columns, "--calibrate", "0.001"], ["no usable rows in the first 0.001 s (--calibrate)"]),
            (3, ["s.toml", "a.csv", *columns, "--calibrate", "2"], ["or none after them"]),
            (2, ["s.toml", "a.csv", *columns, "--observe"], ["--observe: error: it needs --calibrate"]),
            (3, ["s.toml", "a.csv", *columns, "--calibrate", "0.5", "--observe"],
             ["it has 51 rows within --calibrate", "Give --calibrate more seconds"]),
            (2, ["s.toml", "a.csv", *columns, "--drive", "pedals"], ["--drive"]),
            (2, ["s.toml", "a.csv", *columns, "--between", "often"], ["--between"]),
            (2, ["s.toml", "a.csv", *columns, "--set", "vehicle.mas_kg=1"], ["mas_kg"]),
            (2, ["s.toml", "a.csv", *columns, "--horzon", "1"], ["--horzon"]),
        ]:
            with self.subTest(arguments):
                self.refuse(code, *arguments, says=says)
        self.assertNotEqual(self.run_program("validate", "s.toml", "empty.csv", *columns).code, 0)

    def test_wind_of_the_scenario_is_told(self):
        self.write("windy.toml", CALM + '\n[[wind]]\ntype = "steady"\nto_m_s = [1, 0, 0]\n')
        self.write("a.csv", text_of(FALL))
        result = self.expect(0, "validate", "windy.toml", "a.csv", "--columns", "c.toml", "--json")
        self.assertIn("the wind of the scenario is ignored", json.loads(result.out)["warnings"][0])

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        self.write("a.csv", text_of(FALL))
        for redirection in (">&-", ">/dev/full"):
            done = subprocess.run(
                ["/bin/bash", "-c", f'exec "$0" validate s.toml a.csv --columns c.toml {redirection}', support.PROGRAM],
                cwd=self.dir, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 6, done.stderr)


ROOT = pathlib.Path(__file__).resolve().parents[2]
LISSAJOUS = f"""
schema = 1
name = "order"
vehicle.include = "{ROOT}/scenarios/vehicles/VEHICLE.toml"
integrator = {{type = "rk4", rate_hz = 500}}
simulation = {{duration_s = 6}}
trajectory = {{type = "lissajous", amplitude_m = [1.5, 1.2, 0.3], rate_rad_s = [1.6, 2.3, 1.1]}}
output = {{traces = "all", signals = ["position", "velocity", "attitude", "body_rate", "command"], rate_hz = 250}}
[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 3
velocity_gain_1_s = 2.5
attitude_gain_n_m = [2, 2, 1]
rate_gain_n_m_s = [0.4, 0.4, 0.4]
"""
HOVER = LISSAJOUS.replace('type = "lissajous", amplitude_m = [1.5, 1.2, 0.3], rate_rad_s = [1.6, 2.3, 1.1]',
                          'type = "hover", position_m = [0, 0, 0]')


class Motors(ValidateTest):
    def fly(self, vehicle, scenario=LISSAJOUS):
        self.write("s.toml", scenario.replace("VEHICLE", vehicle))
        self.expect(0, "run", "s.toml", "-q", "--fresh", "-o", "a.h5")
        self.write("a.csv", self.expect(0, "export", "a.h5", "--traces").out)

    def validate_in_order(self, motors, *arguments):
        """The recorded motors are columns of the log in this order."""
        columns = '[time]\ncolumn = "time"\nunit = "s"\n[columns]\n'
        for name, unit, axes in (("position", "m", "xyz"), ("velocity", "m s-1", "xyz"), ("body_rate", "rad s-1", "xyz")):
            names = ", ".join(f'"{name}.{axis}"' for axis in axes)
            columns += f'{name} = {{from = [{names}], unit = "{unit.replace(" s-1", "/s")}"}}\n'
        columns += 'attitude = {from = ["attitude.w", "attitude.x", "attitude.y", "attitude.z"]}\n'
        columns += f"command = {{from = [{', '.join(f'{chr(34)}command.{m}{chr(34)}' for m in motors)}]}}\n"
        self.write("c.toml", columns)
        return self.validate("a.csv", "--columns", "c.toml", "--drive", "command", "--horizon", "0.1", *arguments)

    def named(self, answer):
        return [word for word in answer["warnings"] if "in the order" in word]

    def test_the_order_of_the_motors_is_found(self):
        """It is the one in which the columns of the log were put: of a quadrotor, and of four coaxial pairs."""
        for vehicle, orders in (("x500", [(3, 0, 1, 2), (1, 0, 2, 3)]), ("naki-octo", [(1, 2, 3, 4, 5, 6, 7, 0), (7, 6, 5, 4, 3, 2, 1, 0)])):
            self.fly(vehicle)
            right = self.validate_in_order(range(len(orders[0])))
            self.assertEqual(self.named(right), [])
            for order in orders:
                with self.subTest(order):
                    found, = self.named(self.validate_in_order(order))
                    self.assertIn("the angular accelerations fit the motors in the order " + ", ".join(map(str, order)) + " (", found)
                    told = self.validate_in_order(order, "--motor-order", ",".join(map(str, order)))
                    self.assertEqual((told["warnings"], told["horizons"]), (right["warnings"], right["horizons"]))

    def test_a_hover_does_not_decide(self):
        self.fly("x500", HOVER)
        self.assertEqual(self.named(self.validate_in_order((3, 0, 1, 2))), [])

    def test_mistakes_in_orders(self):
        self.fly("x500", HOVER)
        for order, says in (("0,1,2", "it names 3 rotors, but the vehicle has 4"), ("0,1,2,2", "'0,1,2,2' is not an order of 4 rotors"),
                            ("0,1,2,4", "is not an order"), ("a", "is not an order")):
            self.validate_in_order(range(4))
            result = self.expect(2, "validate", "s.toml", "a.csv", "--columns", "c.toml", "--motor-order", order)
            self.assertIn("--motor-order: error: ", result.err)
            self.assertIn(says, result.err)

    def test_commands_beyond_the_limits_are_counted(self):
        self.fly("x500", HOVER)
        self.assertFalse([word for word in self.validate_in_order(range(4))["warnings"] if "beyond" in word])
        rows = list(csv.reader(io.StringIO(pathlib.Path(self.path("a.csv")).read_text())))
        last = rows[0].index("command.3")
        for row in rows[1:]:
            row[last] = str(1000 + 1000 * float(row[last]))
        self.write("a.csv", "".join(",".join(row) + "\n" for row in rows))
        warning, = [word for word in self.validate_in_order(range(4))["warnings"] if "beyond" in word]
        self.assertIn(f"{len(rows) - 1} of {4 * (len(rows) - 1)} commands are beyond the limits of the motors", warning)
        self.assertIn("but the motors take 0 to 1", warning)


if __name__ == "__main__":
    support.main()
