#!/usr/bin/python3
"""montecopter log: flights recorded as CSV, of which a file says what the columns are: units, axes, signs, delays, attitudes;
broken files, and mistakes in what is said."""
import math

import support
from logs import COLUMNS, CSV, HEADER, LogTest, degrees, row


class Csv(LogTest):
    def csv(self, text, columns=COLUMNS):
        return self.log(text, "a.csv", columns)

    def test_units_axes_signs_delay_and_pole_pairs(self):
        log = self.csv(CSV)
        signals = log["by_name"]
        self.assertEqual((log["format"], log["repaired"]), ("CSV", []))
        self.assertEqual(signals["position"]["first"], [2, 1, -3])  # east, north, up in cm -> NED in m
        self.near(signals["body_rate"]["first"][:2], [degrees(90), -degrees(45)])
        self.near([signals["body_rate"]["lowest"][2]], [-degrees(99)])
        self.assertEqual(signals["body_rate"]["first_s"], -0.005)
        self.near(signals["rotor_speed"]["first"], [6000 * math.pi / 30, -3000 * math.pi / 30])
        self.assertAlmostEqual(signals["position"]["rate_hz"], 100, places=6)
        self.assertEqual(signals["position"]["from"], "x, y, z")
        self.assertTrue(log["by_use"]["compare a flight with it"]["good"])

    def test_attitudes(self):
        """Level and looking north, east, and rolled to the right, in each pair of axes."""
        h = math.sqrt(0.5)
        turned = math.cos(math.radians(5)), math.sin(math.radians(5))  # 10 degrees of roll
        for frame, given, wanted in [
            ("FRD to NED", (h, 0, 0, h), (h, 0, 0, h)),
            ("FLU to NWU", (1, 0, 0, 0), (1, 0, 0, 0)),
            ("FLU to NWU", (h, 0, 0, -h), (h, 0, 0, h)),       # clockwise from above: east
            ("FLU to NWU", (turned[0], turned[1], 0, 0), (turned[0], turned[1], 0, 0)),
            ("FLU to ENU", (h, 0, 0, h), (1, 0, 0, 0)),        # 90 degrees left of east: north
            ("FLU to ENU", (1, 0, 0, 0), (h, 0, 0, h)),
            ("FLU to ENU", (turned[0] * h, turned[1] * h, turned[1] * h, turned[0] * h), (turned[0], turned[1], 0, 0)),
        ]:
            columns = f'[time]\ncolumn = "t"\nunit = "s"\n[columns.attitude]\nfrom = ["w", "x", "y", "z"]\nframe = "{frame}"\n'
            text = "t,w,x,y,z\n" + "".join(f"{k}," + ",".join(map(repr, given)) + "\n" for k in range(3))
            got = self.csv(text, columns)["by_name"]["attitude"]["first"]
            sign = 1 if got[0] >= 0 else -1  # q and -q are the same attitude
            for a, b in zip(got, wanted):
                self.assertAlmostEqual(sign * a, b, delta=4e-16, msg=(frame, given, got))

    def test_what_is_no_attitude(self):
        columns = '[time]\ncolumn = "t"\nunit = "s"\n[columns.attitude]\nfrom = ["w", "x", "y", "z"]\n'
        log = self.csv("t,w,x,y,z\n0,1,0,0,0\n1,2,0,0,0\n2,0,0,0,0\n3,0.71,0,0,0.71\n4,1.02,0,0,0\n5,0,-0.6,0.8,\n", columns)
        attitude = log["by_name"]["attitude"]
        self.assertEqual(log["repaired"], ["attitude: 3 of 6 rows left out: the norms of their quaternions "
                                           "differ from 1 by more than 0.01"])
        self.assertEqual((attitude["values"], attitude["missing"]), (3, 1))
        self.near([attitude["highest"][3]], [math.sqrt(0.5)])  # two decimals, brought to norm 1
        self.write_log("a.csv", "t,w,x,y,z\n0,2,0,0,0\n1,0,0,0,0\n")
        self.refuse(3, "a.csv", "--columns", "columns.toml",
                    says=["none of the signals has a usable value: attitude: 2 of 2 rows left out"])

    def test_pulse_widths(self):
        """1555 us of 1000 to 2000 are 0.555; floats of 0.555 are within 2^-53 of it."""
        columns = '[time]\ncolumn = "t"\nunit = "s"\n[columns.command]\nfrom = ["a", "b"]\nunit = "us"\nminimum = 1000\nmaximum = 2000\n'
        text = "t,a,b\n" + "".join(f"{k / 100},1555,{1000 + k}\n" for k in range(100))
        command = self.csv(text, columns)["by_name"]["command"]
        self.near(command["first"] + command["highest"], [0.555, 0, 0.555, 0.099])
        self.assertEqual(command["unit"], "1")
        for old, new, says in [("minimum = 1000\n", "", "'minimum' and 'maximum' are missing"),
                               ("minimum = 1000", "minimum = 2000", "'minimum' is not below 'maximum'"),
                               ("minimum = 1000", "min = 1000", "unknown name 'min'. Known names:"),
                               ('unit = "us"', 'unit = "1"', "'minimum' and 'maximum' are not allowed here"),
                               ('unit = "us"', 'unit = "ms"', "'ms' is not an allowed unit. Use one of 1, % or us")]:
            self.write("columns.toml", columns.replace(old, new))
            self.refuse(2, "a.csv", "--columns", "columns.toml", says=["columns.toml:", says])

    def test_roll_pitch_and_yaw_need_a_unit(self):
        columns = '[time]\ncolumn = "t"\nunit = "s"\n[columns.attitude]\nfrom = ["r", "p", "y"]\n'
        self.write_log("a.csv", "t,r,p,y\n0,0,0,90\n")
        for more, says in (("", "'unit' is missing"), ('unit = "1"\n', "'1' is not an allowed unit. Use one of deg or rad")):
            self.write("columns.toml", columns + more)
            self.refuse(2, "a.csv", "--columns", "columns.toml", says=[says])
        self.write("columns.toml", columns.replace(', "y"', ""))
        self.refuse(2, "a.csv", "--columns", "columns.toml", says=["Name the columns of w x y z, or three: roll, pitch and yaw"])

    def test_names_with_dots(self):
        """[columns.imu.gyroscope] is a table in a table, and means the same."""
        for name in ("imu.gyroscope", '"imu.gyroscope"'):
            columns = f'[time]\ncolumn = "t"\nunit = "ms"\n[columns.{name}]\nfrom = ["p", "q", "r"]\nunit = "rad/s"\n'
            self.assertEqual(self.csv(CSV, columns)["by_name"]["imu.gyroscope"]["first"], [90, 45, 0])
        self.write("columns.toml", columns.replace('"imu.gyroscope"', "imu.gyroscop"))
        self.refuse(2, "a.csv", "--columns", "columns.toml", says=["unknown name 'imu.gyroscop'. Did you mean 'imu.gyroscope'"])

    def test_rates_of_their_own(self):
        """What one signal leaves empty in the rows of another is no gap."""
        text = HEADER + "".join(row(k) if k % 5 == 0 else f"{10 * k + 1000},,,,1,2,3,,\n" for k in range(100))
        signals = self.csv(text)["by_name"]
        self.assertEqual((signals["position"]["values"], signals["body_rate"]["values"]), (20, 100))
        self.assertAlmostEqual(signals["position"]["rate_hz"], 20, places=6)
        self.assertEqual(signals["position"]["gaps_s"], [])

    def test_broken_logs(self):
        lines = CSV.splitlines(keepends=True)
        read = {
            "the last line cut off": (CSV[:-20], "1 line whose number of cells differs from the header is left out; the first is line 101"),
            "a line too long": ("".join(lines[:50]) + "1,2,3,4,5,6,7,8,9,10\n" + "".join(lines[50:]), "the first is line 51"),
            "a time that goes back": (CSV + row(0, 1100), "1 of 101 rows left out"),
            "all times go back": (HEADER + "".join(row(0, 9000 - k) for k in range(9)), "8 of 9 rows left out"),
            "the same time twice": (CSV + row(99), "1 of 101 rows left out"),
            "one time far ahead": (lines[0] + row(0, 1e12) + "".join(lines[1:]), "1 of 101 rows left out"),
            "the last time far ahead": (CSV + row(0, 1e9), "body_rate: the last row left out: its time, 999998.995 s, is far"),
            "a time that no clock shows": (CSV + row(0, 1e300), "1 line is left out: its time is beyond 1e+11 s"),
            "a time that is NaN": (CSV + row(0, "nan"), "1 line without a time is left out"),
            "a time that is missing": (CSV + row(0, ""), "1 line without a time is left out"),
            "a time that is infinite": (CSV + row(0, "inf"), "1 line without a time is left out"),
            "values NaN": (CSV.replace(",100,200,300,", ",nan,200,300,"), None),
            "a signal without a value": (CSV.replace(",100,200,300,", ",,,,"), "position: none of its columns has a value"),
            "carriage returns, a byte order mark and empty lines": ("\ufeff" + CSV.replace("\n", "\r\n") + "\r\n\r\n", None),
            "semicolons": (CSV.replace(",", ";"), None),
            "tabs": (CSV.replace(",", "\t"), None),
            "semicolons and decimal commas": (CSV.replace(",", ";").replace(";100;", ";100,0;"), None),
            "an empty last column": (CSV.replace("\n", ",\n"), None),
            "a separator behind each row": (CSV.replace("\n", ";\n").replace("e2;", "e2").replace(",", ";"), None),
            "quoted names": (CSV.replace("t,x", '"t","x"', 1), None),
            "one row": (lines[0] + lines[1], None),
        }
        refused = {
            "empty": ("", 3, "it is empty"),
            "a header only": (HEADER, 3, "no line below the header has 9 cells and a time"),
            "times that no clock shows": (HEADER + row(0, 1e300) + row(0, 2e300), 3,
                                          "and a time within 1e+11 s. Check the unit of [time] in columns.toml)."),
            "no header": ("".join(lines[1:]), 2, "there is no column 't'"),
            "a column that is not there": (CSV.replace("e2", "e3", 1), 2, "there is no column 'e2'"),
            "a column twice": (CSV.replace("e2", "e1", 1), 2, "there are several columns 'e1'"),
            "words": (CSV.replace(",100,", ",high,", 1), 2, "a.csv:2:6: error: 'high' in column 'x' is not a number"),
            "hexadecimal": (CSV.replace(",100,", ",0x10,", 1), 2, "is not a number"),
            "thousands": (CSV.replace(",", ";").replace(";100;", ";1.000,5;", 1), 2, "'1.000,5' in column 'x' is not a number"),
            "a byte 0": (CSV[:40] + "\0" + CSV[40:], 3, "it is not text"),
            "too many columns": (",".join(f"c{i}" for i in range(20001)) + "\n", 2, "more than 10000 names"),
        }
        self.assertGreaterEqual(len(read) + len(refused), 20)
        for what, (content, remark) in read.items():
            with self.subTest(what):
                log = self.csv(content)
                if remark is None:
                    self.assertEqual(log["repaired"], [])
                if remark:
                    self.assertIn(remark, " | ".join(log["repaired"]))
        for what, (content, code, reason) in refused.items():
            with self.subTest(what):
                self.write_log("a.csv", content)
                self.write("columns.toml", COLUMNS)
                self.refuse(code, "a.csv", "--columns", "columns.toml", says=["a.csv", reason])

    def test_mistakes_in_columns(self):
        self.write_log("a.csv", CSV)
        for old, new, says in [
            ('[time]\ncolumn = "t"\nunit = "ms"\n', "", "there is no table [time]"),
            ('unit = "ms"', 'unit = "hours"', "'hours' is not an allowed unit. Use one of s, ms, us or ns"),
            ('column = "t"', "column = 3", "'column' is not a text"),
            ("[columns.position]", "[columns.positon]", "unknown name 'positon'. Did you mean 'position'?"),
            ('from = ["x", "y", "z"]', 'from = ["x", "y"]', "'from' of 'position' does not name 3 columns"),
            ('from = ["x", "y", "z"]', 'from = ["x", 2, "z"]', "does not name 3 columns"),
            ('from = ["x", "y", "z"]', 'from = ["x", "x", "x"]',
             "'from' of 'position' names the column 'x' more than once. Name another column for each component"),
            ('from = ["e1", "e2"]', 'from = ["e1", "e1"]', "'from' of 'rotor_speed' names the column 'e1' more than once"),
            ('from = ["x", "y", "z"]', "", "'from' is missing"),
            ('unit = "cm"', 'unit = "deg/s"', "'deg/s' is not an allowed unit"),
            ('unit = "cm"', "", "'unit' is missing"),
            ('frame = "ENU"', 'frame = "FLU"', "'FLU' is not a frame of 'position'. Use one of NED, ENU or NWU"),
            ("pole_pairs = 7", "", "'pole_pairs' is missing"),
            ("pole_pairs = 7", "pole_pairs = 0.5", "'pole_pairs' is not a whole number from 1 to 100"),
            ('unit = "erpm"', 'unit = "rpm"', "'pole_pairs' is not allowed here"),
            ("sign = [1, -1]", "sign = [1, 2]", "'sign' is not 1 or -1 for each column"),
            ("delay_s = 0.005", "delay_s = 60", "'delay_s' is more than 10 s"),
            ("delay_s = 0.005", "dealy_s = 0.005", "unknown name 'dealy_s'. Did you mean 'delay_s'?"),
            ("[time]", "[time", "it is not valid TOML"),
            ("[time]", "[tiem]\n[time]", "unknown name 'tiem'"),
        ]:
            with self.subTest(new):
                self.write("columns.toml", COLUMNS.replace(old, new, 1))
                self.refuse(2, "a.csv", "--columns", "columns.toml", says=["columns.toml:", says])
        # The header is told once, with long names cut.
        self.write("columns.toml", COLUMNS)
        self.write_log("other.csv", "one," + 500 * "b" + "\n1,2\n")
        said = self.expect(2, "log", "other.csv", "--columns", "columns.toml").err
        self.assertGreater(said.count("there is no column"), 3)
        self.assertEqual(said.count("The header has one and bbb"), 1)
        self.assertLess(len(said.split("The header has")[1].splitlines()[0]), 100)
        self.write("columns.toml", '[time]\ncolumn = "t"\nunit = "s"\n')
        self.refuse(2, "a.csv", "--columns", "columns.toml", says=["there is no table [columns.SIGNAL]"])


if __name__ == "__main__":
    support.main()
