#!/usr/bin/python3
"""What people see on a terminal: its width, colour, progress, the end of a run; and what hostile names do there."""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import termios

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

RED, GREEN, YELLOW = "\033[1;31m", "\033[32m", "\033[33m"
COLOUR = re.compile(r"\033\[[0-9;]*[mK]")
JUDGED = SCENARIO + """
[requirement.calm]
type = "probability"
metric = "max_speed_m_s"
at_most = 0.01
probability = 0.9
[requirement.high]
type = "probability"
metric = "max_altitude_m"
at_least = 1.0
probability = 0.9
"""
SWEEP = edited(("samples = 200", "samples = 20")) + """
[sweep."environment.gravity_m_s2"]
values = [9.7, 9.8, 9.9]
"""


class Terminal(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO)
        self.write("judged.toml", JUDGED)

    def seen(self, width, *arguments, environment=None):
        """What a terminal of this width is told, without the ends of lines; and the exit code."""
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        settings = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
        done = subprocess.Popen([support.PROGRAM, *arguments], cwd=self.dir, stdin=follower, stdout=follower,
                                stderr=follower, env={**settings, "TERM": "xterm", **(environment or {})})
        os.close(follower)
        told = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # the end, on Linux
                break
            if not piece:
                break
            told += piece
        os.close(leader)
        return done.wait(), told.decode().replace("\r\n", "\n")

    def test_all_lines_fit(self):
        for name, more in (("a.h5", ()), ("b.h5", ("--set", "vehicle.mass_kg=1.3", "--set", "disperse={}"))):
            self.seen(80, "run", "judged.toml", "-o", name, *more)
        self.write("sweep.toml", SWEEP)
        self.expect(0, "run", "sweep.toml", "-o", "sweep.h5")
        for width in (60, 100):
            for words in (["run", "judged.toml", "-o", "a.h5"], ["stats", "a.h5"], ["stats", "a.h5", "--worst", "3", "--by", "max_speed_m_s"],
                          ["stats", "a.h5", "--signal", "position"], ["sensitivity", "a.h5"], ["requirements", "a.h5"],
                          ["compare", "a.h5", "a.h5"], ["diff", "a.h5", "b.h5", "--across"],
                          ["stats", "sweep.h5", "--metric", "max_*"], ["wind", "s.toml"], ["check", "sweep.toml"],
                          ["plan", "s.toml"], ["vehicle", "s.toml"], ["trim", "s.toml"],
                          ["stats", "sweep.h5", "--metric", "max_*", "--quantiles", "1,5,10,25,50,75,90,95,99,99.9"], ["--help"], ["stats", "--help"]):
                with self.subTest(width=width, words=words):
                    told = COLOUR.sub("", self.seen(width, *words)[1])
                    long = [line for line in told.splitlines() if len(line) > width and " " in line.strip()
                            and not line.startswith(("content sha256", "  montecopter "))]
                    self.assertEqual(long, [])

    def test_no_column_is_lost_in_a_narrow_terminal(self):
        """What does not fit goes on in blocks below, each with the first column."""
        for name, more in (("a.h5", ()), ("b.h5", ("--set", "vehicle.linear_drag_n_s_m=0.2"))):
            self.expect(0, "run", "s.toml", "-o", name, *more)
        for more in ((), ("--unpaired",)):
            wide, narrow = (COLOUR.sub("", self.seen(width, "compare", "a.h5", "b.h5", *more)[1]) for width in (250, 60))
            head = next(line for line in wide.splitlines() if line.startswith("metric "))
            heads = [line for line in narrow.splitlines() if line.startswith("metric ")]
            self.assertGreater(len(heads), 2)
            self.assertEqual([word for line in heads for word in line.split()[1:]], head.split()[1:])
            row = next(line for line in wide.splitlines() if line.startswith("max_speed_m_s "))
            rows = [line for line in narrow.splitlines() if line.startswith("max_speed_m_s ")]
            self.assertEqual([word for line in rows for word in line.split()[1:]], row.split()[1:])

    def test_a_pipe_has_the_same_text_whatever_the_terminal(self):
        self.expect(0, "run", "s.toml", "-o", "a.h5")
        told = self.expect(0, "stats", "a.h5").out
        self.assertGreater(max(map(len, told.splitlines())), 80)
        self.assertLessEqual(max(map(len, told.splitlines())), 100)
        self.assertEqual(self.seen(100, "stats", "a.h5")[1], told)

    def test_verdicts_are_coloured_and_tables_aligned(self):
        code, told = self.seen(160, "run", "judged.toml", "-o", "a.h5")
        self.assertEqual(code, 1)
        self.assertIn(f"{RED}violated\033[0m", told)
        self.assertIn(f"{GREEN}met\033[0m", told)
        self.assertIn(f"1 {GREEN}met\033[0m, 1 {RED}violated\033[0m", told)
        plain = self.expect(1, "requirements", "a.h5").out
        self.assertEqual(COLOUR.sub("", self.seen(160, "requirements", "a.h5")[1]), plain)
        self.assertNotIn("\033", plain)
        self.assertIn(f"{GREEN}same\033[0m: a.h5", self.seen(80, "diff", "a.h5", "a.h5")[1])
        self.expect(0, "bless", ".", "--pattern", "s.toml", "--reason", "test", "--yes")
        told = self.seen(80, "regress", ".", "--pattern", "s.toml")[1]
        self.assertEqual(told.count(f"{GREEN}same"), 2, told)  # in the table, which comes line by line, and in the sum
        self.assertIn(f"{RED}error:\033[0m", self.seen(80, "stats", "none.h5")[1])
        self.assertIn(f"{YELLOW}warning:\033[0m", self.seen(80, "stats", "a.h5", "--no-verify")[1])

    def test_when_there_is_no_colour(self):
        self.expect(1, "run", "judged.toml", "-o", "a.h5")
        for environment, words in (({"NO_COLOR": "1"}, []), ({"TERM": "dumb"}, []), ({}, ["--color", "never"])):
            self.assertNotIn("\033", self.seen(80, "requirements", "a.h5", *words, environment=environment)[1])
        self.assertIn(RED, self.seen(80, "requirements", "a.h5", environment={"NO_COLOR": ""})[1])
        for words in (["--color", "always", "requirements", "a.h5"], ["requirements", "a.h5", "--color=always"]):
            self.assertIn(RED, self.expect(1, *words).out)
        told = self.seen(80, "requirements", "a.h5", "--json", "--color", "always")[1]
        self.assertNotIn("\033", told)
        self.assertEqual(json.loads(told)["requirements"][0]["verdict"], "violated")
        self.assertIn("unknown word 'red'. Use auto, always or never.", self.expect(2, "stats", "a.h5", "--color", "red").err)

    def test_quiet(self):
        for words, code in ((["run", "judged.toml", "-o", "a.h5"], 1), (["requirements", "a.h5"], 1),
                            (["-q", "diff", "a.h5", "a.h5"], 0), (["stats", "a.h5", "--no-verify"], 0)):
            told = self.expect(code, *words, *([] if "-q" in words else ["--quiet"]))
            self.assertEqual((told.out, told.err), ("", ""), words)
        told = self.expect(6, "stats", "none.h5", "-q")
        self.assertIn("none.h5: error:", told.err)
        told = self.expect(5, "run", "s.toml", "-q", "-o", "f.h5", "--set", "simulation.limits.tilt_deg=0.001")
        self.assertEqual(told.err.count("\n"), 1)
        self.assertIn("error: 200 samples failed", told.err)

    def test_a_run_ends_with_what_to_look_at(self):
        told = self.expect(1, "run", "judged.toml", "-o", "a.h5").out
        with h5py.File(self.path("a.h5")) as file:
            worst = np.argsort(-file["m_max_speed_m_s"][:], kind="stable")[:3]
        end = told[told.index("content sha256"):].splitlines()
        self.assertRegex(end[1], rf"^calm is violated; the worst by max_speed_m_s are samples {worst[0]} "
                         rf"\(.*\), {worst[1]} \(.*\) and {worst[2]} \(.*\):$")
        self.assertEqual(end[2:], [f"  montecopter replay a.h5 --sample {','.join(map(str, worst))}"])
        self.expect(0, *end[2].split()[1:], "-o", "again.h5", "--progress", "none")
        clean = self.expect(0, "run", "s.toml", "-o", "b.h5").out
        self.assertTrue(clean.splitlines()[-1].startswith("content sha256"))
        name = "it's.h5"
        told = self.expect(5, "run", "s.toml", "-o", name, "--set", "simulation.limits.tilt_deg=0.001").out
        self.assertIn("200 failed (200 tilt_limit): samples 0, 1, 2, 3, 4 and 195 more; fly them again", told)
        self.assertEqual(told.splitlines()[-1], "  montecopter replay 'it'\\''s.h5' --failed")

    def test_a_run_ends_whatever_requirements_are_called(self):
        """A metric may have the name of a status, of a column or of a word of conditions."""
        for name in ("ok", "status", "not", "position", "sample", "max", "m_ok"):
            requirement = f'requirement.{name}={{type="probability",formula="first(position.x)",unit="m",at_most=-5.0,probability=0.9}}'
            with self.subTest(name=name):
                told = self.expect(1, "run", "s.toml", "-n", "20", "-o", name + ".h5", "--set", requirement, "--junit", "v.xml", "--markdown", "v.md").out
                self.assertIn(f"{name} is violated; the worst by {name} are samples 0 (0), 1 (0) and 2 (0):\n  montecopter replay {name}.h5 --sample 0,1,2\n", told)
                os.remove(self.path("v.xml")), os.remove(self.path("v.md"))

    def test_a_run_of_a_sweep_ends_with_samples_of_the_point_that_violates(self):
        """At the first point speeds are larger, and allowed for the lower bound; at the second they are too small."""
        fast = """
[requirement.fast]
type = "probability"
formula = "max(norm(velocity))"
unit = "m s-1"
at_least = %s
at_most = %s
probability = 0.9
[sweep."vehicle.linear_drag_n_s_m"]
values = [%s]
"""
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--set", 'sweep."vehicle.linear_drag_n_s_m".values=[9.0, 0.1]')
        with h5py.File(self.path("a.h5")) as file:
            slow, still = file["m_max_speed_m_s"][:].reshape(2, 200)
        least, most = float(np.quantile(slow, 0.01)), float(slow.max())
        self.assertLess(np.quantile(still, 0.5), least)  # or this test tests nothing
        self.write("swept.toml", SCENARIO + fast % (least, most, "9.0, 0.1"))
        told = self.expect(1, "run", "swept.toml", "-o", "b.h5").out
        worst = 200 + np.argsort(still, kind="stable")[:3]
        numbers = ",".join(map(str, worst))
        end = told[told.index("content sha256"):].splitlines()
        self.assertRegex(end[1], rf"^fast is violated at point 1; the worst by fast are samples {worst[0]} \(.*\), {worst[1]} \(.*\) and {worst[2]} \(.*\):$")
        self.assertEqual(end[2:], [f"  montecopter replay b.h5 --sample {numbers}"])
        # Both sides, each once, at the first point at which it is violated.
        low, high = np.quantile(slow, [0.3, 0.7])
        self.write("both.toml", SCENARIO + fast % (float(low), float(high), "9.0, 0.1"))
        told = self.expect(1, "run", "both.toml", "-o", "c.h5").out
        for order in (np.argsort(-slow, kind="stable"), np.argsort(slow, kind="stable")):
            self.assertEqual(told.count(f"  montecopter replay c.h5 --sample {','.join(map(str, order[:3]))}\n"), 1)
        self.assertEqual(told.count("fast is violated at point"), 2)

    def test_warnings_are_told_again_on_a_terminal(self):
        calm = re.sub(r"(?s)\[vehicle.process_noise\].*?\n\n", "", SCENARIO[:SCENARIO.index("[disperse.")])
        self.write("calm.toml", calm)
        with_warning = ["run", "calm.toml", "-o", "a.h5", "--fresh"]
        _, told = self.seen(160, *with_warning)
        self.assertEqual(told.count("the same flight"), 2, told)
        self.assertIn("1 warning, repeated:\n", told)
        self.assertEqual(self.expect(0, *with_warning).err.count("the same flight"), 1)

    def test_the_bar(self):
        _, told = self.seen(80, "run", "s.toml", "-o", "a.h5", "--set", "simulation.limits.tilt_deg=0.001")
        self.assertIn("\r[####################] 100%  200/200  200 failed (200 tilt_limit)", told)
        for line in COLOUR.sub("", self.seen(40, "run", "s.toml", "-o", "b.h5")[1]).split("\n")[0].split("\r"):
            self.assertLess(len(line), 40)

    def test_a_sweep_has_a_row_for_each_point(self):
        self.write("sweep.toml", SWEEP)
        self.expect(0, "run", "sweep.toml", "-o", "sweep.h5")
        told = self.seen(160, "stats", "sweep.h5", "--metric", "max_speed*", "flight_time_s")[1]
        blocks = told.split("\n\n")
        self.assertEqual([block.splitlines()[0] for block in blocks[1:]], ["max_speed_m_s [m s-1]", "flight_time_s [s]"])
        head, *rows = (line.split() for line in blocks[1].splitlines()[1:4 + 1])
        self.assertEqual(head[:4], ["point", "environment.gravity_m_s2", "n", "failed"])
        self.assertEqual([row[:4] for row in rows], [["0", "9.7", "20", "0"], ["1", "9.8", "20", "0"], ["2", "9.9", "20", "0"]])
        with h5py.File(self.path("sweep.h5")) as file:
            speed = file["m_max_speed_m_s"][:].reshape(3, 20)
        for row, values in zip(rows, speed):
            self.assertEqual(float(row[-1]), float(f"{values.max():.4g}"))
            self.assertEqual(float(row[-3]), float(f"{np.percentile(values, 50):.4g}"))
        self.assertIn("unknown metric 'x*'", self.expect(2, "stats", "sweep.h5", "--metric", "x*").err)
        self.assertIn("point 0: ", self.expect(0, "stats", "sweep.h5").out)

    def test_hostile_names_do_no_harm(self):
        """A name that steers a terminal, or is longer than a screen, is shown and does nothing."""
        self.expect(1, "run", "judged.toml", "-o", "a.h5")
        evil = "m_\033[2Jmet\007 <b>$x$</b>"
        for name in (evil, "m_" + 10000 * "x"):
            shutil.copy(self.path("a.h5"), self.path("evil.h5"))
            with h5py.File(self.path("evil.h5"), "r+") as file:
                file.move("m_max_speed_m_s", name)
                file[name].attrs["units"] = np.bytes_("\033]0;title\007" + 10000 * "u")
                file.attrs["title"] = np.bytes_("\033[5m" + 10000 * "t")
            for words in (["stats", "evil.h5", "--no-verify"], ["requirements", "evil.h5", "--no-verify"],
                          ["compare", "evil.h5", "evil.h5", "--no-verify"], ["sensitivity", "evil.h5", "--no-verify"],
                          ["diff", "a.h5", "evil.h5", "--no-verify"]):
                with self.subTest(words=words):
                    code, told = self.seen(80, *words)
                    self.assertNotIn(code, (70, -11, -6))
                    for bad in ("\033[2J", "\033]0", "\033[5m", "\007"):
                        self.assertNotIn(bad, told)


if __name__ == "__main__":
    support.main()
