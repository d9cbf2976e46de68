#!/usr/bin/python3
"""Broken winds and disturbances: `check` or `run`, by turns, refuses each with exit 2, and says where and why."""
import support
from support import ProgramTest, edited

STEADY = '[[wind]]\ntype = "steady"\nto_m_s = [1.0, 0.5, 0.0]\n'
RAMP = 'type = "ramp"\nto_m_s = [1, 0, 0]\nduration_s = 2\n'
SINE = 'type = "sinusoid"\nto_m_s = [1, 0, 0]\nfrequency_hz = 1\n'
GUST = 'type = "one_minus_cosine"\nto_m_s = [1, 0, 0]\nlength_m = 20\nairspeed_m_s = 5\n'
LOG = 'type = "log_shear"\nto_m_s = [1, 0, 0]\nreference_height_m = 10\nroughness_m = 0.1\n'
POWER = 'type = "power_shear"\nto_m_s = [1, 0, 0]\nreference_height_m = 10\n'
SERIES = 'type = "time_series"\nrows = [[0, 1, 2, 3], [1, 1, 2, 3]]\n'
FILE = 'type = "time_series"\nfile = "wind.csv"\n'
DRYDEN = 'type = "dryden"\nsigma_m_s = [1, 1, 1]\nlength_m = [20, 20, 20]\nairspeed_m_s = 5\n'
LOW = 'type = "dryden_low_altitude"\nwind_20ft_m_s = 7\nheight_m = 50\nairspeed_m_s = 5\n'
KARMAN = DRYDEN.replace("dryden", "von_karman")
KARMAN_LOW = LOW.replace("dryden", "von_karman")
SOUND = (RAMP, SINE, GUST, LOG, POWER, SERIES, FILE, DRYDEN, LOW, KARMAN, KARMAN_LOW)
FORCE = 'type = "force_pulse"\nforce_n = [1, 0, 0]\nstart_s = 0.1\nduration_s = 0.1\n'
TORQUE = FORCE.replace("force_n", "torque_n_m").replace("force_pulse", "torque_pulse")
HEADER = "t_s,north_m_s,east_m_s,down_m_s\n"

# The sound table, what is replaced, by what ('^' is where the message points to), what it says.
FAULTS = [
    (RAMP, "duration_s = 2", "duration_s = ^-2", "'wind.0.duration_s' must be > 0, found -2.0 (Duration of the rise [s])."),
    (RAMP, "duration_s = 2", "duration_s = ^0", "must be > 0, found 0"),
    (RAMP, "duration_s = 2\n", "", "missing 'wind.0.duration_s'"),
    (RAMP, "duration_s = 2", "duration_s = 2\n^start = 1", "unknown key 'wind.0.start'. Did you mean 'start_s'?"),
    (RAMP, "duration_s = 2", "duration_s = 2\nstart_s = ^inf", "must be finite, found inf"),
    (RAMP, '"ramp"', '^"rmap"', "Did you mean 'ramp'?"),
    (SINE, "frequency_hz = 1", "frequency_hz = ^0", "must be > 0, found 0"),
    (GUST, "length_m = 20", "length_m = ^0", "must be > 0, found 0"),
    (GUST, "airspeed_m_s = 5", "airspeed_m_s = ^-5", "must be > 0, found -5"),
    (GUST, "airspeed_m_s = 5", "airspeed_m_s = 5\nshape = ^'half'", "unknown shape 'half' of 'wind.0'. Did you mean 'held'?"),
    (LOG, "reference_height_m = 10", "reference_height_m = ^0.1",
     "the reference height 0.1 m is not above the roughness 0.1 m (at and below the roughness length the air is at rest)."),
    (LOG, "roughness_m = 0.1", "roughness_m = ^0", "must be > 0, found 0"),
    (POWER, "reference_height_m = 10", "reference_height_m = ^-1", "must be > 0, found -1"),
    (POWER, "reference_height_m = 10", "reference_height_m = 10\nexponent = ^0", "must be > 0 and <= 2, found 0"),
    (SERIES, "[1, 1, 2, 3]", "^[0, 1, 2, 3]", "the row at 0 comes after the row at 0 (times must ascend strictly)."),
    (SERIES, "[1, 1, 2, 3]", "^[1, 1, 2]", "the row has 3 numbers instead of 4 (a row is a time and the air velocity"),
    (SERIES, "rows = [[0, 1, 2, 3], [1, 1, 2, 3]]", "rows = ^[]", "the measured wind has no rows"),
    (SERIES, "rows = [[0, 1, 2, 3], [1, 1, 2, 3]]", 'file = ^"none.csv"', "cannot read the wind file 'none.csv' (No such file"),
    (DRYDEN, "sigma_m_s = [1, 1, 1]", "sigma_m_s = [1, ^-1, 1]", "must be >= 0, found -1"),
    (DRYDEN, "length_m = [20, 20, 20]", "length_m = [20, 20, ^0]", "must be > 0, found 0"),
    (DRYDEN, "airspeed_m_s = 5", "airspeed_m_s = ^0", "must be > 0, found 0"),
    (DRYDEN, "airspeed_m_s = 5", "airspeed_m_s = 5\nstandard = ^'mil'", "Known: mil_f_8785c and mil_hdbk_1797."),
    (LOW, "height_m = 50", "height_m = ^0", "must be > 0, found 0"),
    (LOW, "wind_20ft_m_s = 7", "wind_20ft_m_s = ^-7", "must be >= 0, found -7"),
    (KARMAN, "length_m = [20, 20, 20]", "length_m = ^[20, 20]", "must be a list of 3 numbers, found 2"),
]
PULSES = [
    (FORCE, "duration_s = 0.1", "duration_s = ^-0.1", "'disturbance.0.duration_s' must be > 0, found -0.1"),
    (FORCE, "force_n = [1, 0, 0]", "^force = [1, 0, 0]", "unknown key 'disturbance.0.force'. Did you mean 'force_n'?"),
    (TORQUE, "torque_n_m = [1, 0, 0]", "torque_n_m = ^[1, 0]", "must be a list of 3 numbers, found 2"),
    (TORQUE, '"torque_pulse"', '^"torqe_pulse"', "Did you mean 'torque_pulse'?"),
]
# Content of the file, what is said of it.
BROKEN_FILES = [
    ("", "s.toml:35:8: error: cannot read the wind file 'wind.csv' (it is empty)."),
    ("t,x,y,z\n0,1,2,3\n", "wind.csv:1:1: error: 't,x,y,z' is not the header of a wind file (the first line names the columns)."),
    (HEADER, "wind.csv:1:1: error: the file has no rows under its header."),
    (HEADER + "0,1,2,3\n1,1,2\n", "wind.csv:3:1: error: the row has 3 numbers instead of 4"),
    (HEADER + "0,1,two,3\n", "wind.csv:2:5: error: 'two' is not a finite number. Write decimal numbers"),
    (HEADER + "0,1,nan,3\n", "wind.csv:2:5: error: 'nan' is not a finite number."),
    (HEADER + "1,1,2,3\n0,1,2,3\n", "wind.csv:3:1: error: the row at 0 comes after the row at 1 (times must ascend strictly)."),
]


class BrokenWinds(ProgramTest):
    def refuse(self, *says, begins=""):
        """In one line."""
        with self.nothing_touched():
            error = self.expect(2, next(self.refusing), "s.toml").err
        self.assertEqual(error.count("\n"), 1, error)
        self.assertTrue(error.startswith(begins), error)
        for word in says:
            self.assertIn(word, error)

    def write_with(self, *tables, kind="wind"):
        text = edited((STEADY, "".join(f"[[{kind}]]\n{table}\n" for table in tables)))
        self.write("s.toml", text[:text.index('[disperse."wind')])

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_sound_ones_fly(self):
        self.write("wind.csv", HEADER + "0,1,2,3\n0.5,2,2,3\n\n")
        for table in SOUND:
            with self.subTest(table):
                self.write_with(table)
                self.assertEqual(self.expect(0, "check", "s.toml").err, "")
        for table in (FORCE, TORQUE):
            with self.subTest(table):
                self.write_with(table, kind="disturbance")
                self.assertEqual(self.expect(0, "check", "s.toml").err, "")

    def test_each_fault_is_told_once_with_its_place(self):
        for kind, faults in (("wind", FAULTS), ("disturbance", PULSES)):
            for sound, old, marked, says in faults:
                with self.subTest(marked):
                    self.assertEqual(sound.count(old), 1, old)
                    self.write_with(sound.replace(old, marked), kind=kind)
                    text = self.read("s.toml")
                    begins = ""
                    if "^" in text:
                        at = text.index("^")
                        begins = f"s.toml:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}: error: "
                    self.write("s.toml", text.replace("^", ""))
                    self.refuse(says, begins=begins)

    def test_broken_files(self):
        self.write_with(FILE)
        for content, says in BROKEN_FILES:
            with self.subTest(content):
                self.write("wind.csv", content)
                self.refuse(begins=says)

    def test_a_file_and_rows(self):
        self.write("wind.csv", HEADER + "0,1,2,3\n")
        self.write_with(FILE + "rows = [[0, 1, 2, 3]]\n")
        self.refuse("both wind.0.file and wind.0.rows are given (the file gives the rows). Remove one of them.")

    def test_too_many(self):
        self.write_with(*[RAMP] * 8)
        self.assertEqual(self.expect(0, "check", "s.toml").err, "")
        self.write_with(*[RAMP] * 9)
        self.refuse("there are 9 winds that are not steady (at most 8 are possible).")
        self.write_with(*[FORCE] * 9, kind="disturbance")
        self.refuse("there are 9 disturbances (at most 8 are possible).")

    def test_the_result_holds_the_rows_of_a_file(self):
        self.write("wind.csv", HEADER + "0,1,2,3\n0.5,2,2,3\n")
        self.write_with(FILE)
        resolved = self.expect(0, "check", "s.toml", "--resolved").out
        self.assertNotIn("wind.csv", resolved)
        self.write("r.toml", resolved)
        self.assertEqual(self.expect(0, "check", "r.toml", "--resolved").out, resolved)

    def test_a_sweep_into_nonsense(self):
        self.write_with(LOG)
        self.write("s.toml", self.read("s.toml") + '\n[sweep."wind.0.roughness_m"]\nvalues = [1, 20]\n')
        self.refuse("sweep point 1: the reference height 10 m is not above the roughness 20 m")

    def test_a_sample_drawn_into_nonsense_is_not_flown(self):
        self.write_with(LOG)
        self.write("s.toml", self.read("s.toml") +
                   '\n[disperse."wind.0.roughness_m"]\ndist = "uniform"\nlow = 5\nhigh = 15\n')
        self.expect(5, "run", "s.toml", "-o", "s.h5", "--progress", "none")


if __name__ == "__main__":
    support.main()
