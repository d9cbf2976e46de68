#!/usr/bin/python3
"""The command line: help, version, and every way of getting it wrong."""
import json
import os
import re
import subprocess
import unittest

import support
from support import HELICOPTER, SCENARIO, ProgramTest


class Usage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO)

    def refuse(self, *arguments, says):
        """Exit 2, one line on stderr that says so, nothing on stdout, nothing created."""
        with self.nothing_touched():
            result = self.expect(2, *arguments)
        self.assert_no_answer(result)
        self.assertEqual(result.err.count("\n"), 1, f"{arguments}: {result}")
        self.assertIn("error:", result.err, arguments)
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, result.err, arguments)

    def test_help_and_version_go_to_stdout(self):
        for arguments, says in [
            (["--help"], "Exit codes:\n  0         yes"), (["-h"], "\nRead a result:\n  stats "),
            (["run", "--help"], "--reproducible"), (["check", "--help"], "--resolved"),
            (["diff", "-h"], "--profile"), (["stats", "--help"], "--signal"),
            (["export", "--help"], "--traces"), (["verify", "--help"], "--list"), (["--version"], "montecopter "),
        ]:
            with self.subTest(arguments), self.nothing_touched():
                result = self.expect(0, *arguments)
                self.assertIn(says, result.out)
                self.assertEqual(result.err, "")

    def test_help_of_options_that_take_one_value_each_time(self):
        """"..." stands where more values may follow."""
        for command, options in (("fit", ["--columns FILE.toml", "--from X", "--to X"]), ("run", ["--set PATH=VALUE", "--only N"]),
                                 ("regress", ["-k NAME"]), ("compare", ["--margin METRIC=VALUE"])):
            told = self.expect(0, command, "--help").out
            for option in options:
                with self.subTest(command, option=option):
                    self.assertRegex(told, rf"{re.escape(option)}(?! *\.\.\.)")
        self.assertIn("--metric NAME ...", self.expect(0, "compare", "--help").out)

    def test_unknown_commands_and_options(self):
        for arguments, says in [
            ([], ["command is needed", "new, check, plan, run"]),
            (["fly"], ["unknown command 'fly'", "new, check, plan, run"]),
            ([""], "command is needed"),
            (["--wat"], "`montecopter` has no option '--wat'"),
            (["run"], ["scenario is required", "montecopter run --help"]),
            (["check"], ["scenario is required", "montecopter check --help"]),
            (["diff"], "is required"),
            (["diff", "a.h5"], "is required"),
            (["run", "s.toml", "--wat"], "--wat"),
            (["check", "s.toml", "--only", "1"], "--only"),
            (["run", "s.toml", "second.toml"], "second.toml"),
            (["check", "s.toml", "s.toml"], "s.toml"),
            (["diff", "a", "b", "c"], "unexpected argument 'c'."),
            (["run", "s.toml", "-j"], "--threads"),
            (["run", "s.toml", "-o", "a.h5", "-o", "b.h5"], "--output"),
            (["run", "s.toml", "-n", "1", "-n", "2"], "--samples"),
            (["run", "s.toml", "--json=maybe"], "--json"),
        ]:
            with self.subTest(arguments):
                self.refuse(*arguments, says=says)

    def test_near_names(self):
        """Each mistake is told in this one line."""
        run, check = "Try `montecopter run --help`.", "Try `montecopter check --help`."
        for arguments, says in [
            (["rnu", "s.toml"], "unknown command 'rnu'. Did you mean 'run'? Use new, "),
            (["chekc", "s.toml"], "unknown command 'chekc'. Did you mean 'check'? Use new, "),
            (["explains"], "unknown command 'explains'. Did you mean 'explain'? Use new, "),
            (["judge", "s.toml", "a.ulg"], "`montecopter judge` is now called `montecopter validate`."),
            (["validate", "s.toml"], "log is required. To check a scenario without a log, use `montecopter check`. Try `montecopter validate --help`."),
            (["explian"], "unknown command 'explian'. Did you mean 'explain'? Use new, "),
            (["--versoin"], "`montecopter` has no option '--versoin'. Did you mean '--version'? Try `montecopter --help`."),
            (["--threads", "4", "run", "s.toml"], "`montecopter` has no option '--threads'. Try `montecopter --help`."),
            (["run", "s.toml", "--thread", "4"], f"`montecopter run` has no option '--thread'. Did you mean '--threads'? {run}"),
            (["run", "s.toml", "--sample=4"], f"`montecopter run` has no option '--sample'. Did you mean '--samples'? {run}"),
            (["run", "s.toml", "--reproducable"], f"`montecopter run` has no option '--reproducable'. Did you mean '--reproducible'? {run}"),
            (["run", "s.toml", "--outptu", "a.h5"], f"`montecopter run` has no option '--outptu'. Did you mean '--output'? {run}"),
            (["run", "s.toml", "-x"], "`montecopter run` has no option '-x'."),
            (["check", "s.toml", "--resolve"], f"`montecopter check` has no option '--resolve'. Did you mean '--resolved'? {check}"),
            (["check", "s.toml", "--wat"], f"`montecopter check` has no option '--wat'. "),
            (["diff", "a.h5", "b.h5", "--acros"], "`montecopter diff` has no option '--acros'. Did you mean '--across'?"),
            (["run", "s.toml", "t.toml"], f"unexpected argument 't.toml'. {run}"),
            (["explain", "--jsno"], "`montecopter explain` has no option '--jsno'. Did you mean '--json'?"),
            (["explain", "--json", "--markdown"], "--json excludes --markdown. Try `montecopter explain --help`."),
            (["explain", "motor", "--markdown"], "word excludes --markdown. Try `montecopter explain --help`."),
            (["explain", "moter"], "there is no kind, type, key or metric 'moter'. Did you mean 'motor'?"),
            (["verify", "order"], "unknown group of checks 'order'. Did you mean 'orders'? Use known-answers, "),
            (["completions"], "shell is required. Try `montecopter completions --help`."),
            (["completions", "csh"], "no completions for the shell 'csh'. Use bash, zsh or fish."),
            (["schema", "resutl"], "there is no schema for 'resutl'. Use scenario, vehicle, controller or sensor."),
            (["man", "run"], "unexpected argument 'run'. Try `montecopter man --help`."),
            (["trim", "q.toml", "--speed", "1", "--speed", "2"],
             "--speed is given 2 times (it takes one value). Try `montecopter trim --help`."),
            (["run", "s.toml", "-n1", "-n", "2", "--samples=3"], f"--samples is given 3 times (it takes one value). {run}"),
            (["run", "s.toml", "-j"], f"--threads needs a value: --threads N. {run}"),
            (["check", "s.toml", "--set", "name=a", "--set"], f"--set needs a value: --set PATH=VALUE. {check}"),
        ]:
            with self.subTest(arguments):
                self.refuse(*arguments, says="error: " + says)

    def commands(self):
        listed = self.expect(0, "--help").out
        listed = listed[listed.index("\nFly:"):listed.index("Exit codes:")]
        return re.findall(r"(?m)^  ([\w-]+)", listed)

    def test_every_command_explains_itself_with_examples(self):
        self.assertGreaterEqual(len(self.commands()), 7)
        for command in self.commands():
            with self.subTest(command):
                text = self.expect(0, command, "--help").out
                self.assertRegex(text, rf"Examples?:\n  montecopter {command}")
                self.assertNotRegex(text, "(?m) TEXT")

    @support.slow
    def test_no_option_given_twice_gets_the_words_of_the_library(self):
        told = 0
        for command in self.commands():
            for option in re.findall(r"(?m)^ +(?:-\w,)?(--[\w-]+) \S", self.expect(0, command, "--help").out):
                with self.subTest(command=command, option=option):
                    result = self.run_program(command, option, "1", option, "2")
                    self.assertNotIn("received", result.err)
                    told += f"error: {option} is given 2 times" in result.err
        self.assertGreater(told, 20)

    def test_numbers_are_parsed_strictly(self):
        bad = ["0x10", "x", "", " 1", "1 ", "1e3", "1.5", "+1", "010", "-1", "-0", "1_000", "٣", "nan",
               "9223372036854775808", "18446744073709551617", "99999999999999999999999"]
        for option in ("--threads", "--samples", "--seed", "--only"):
            for value in bad:
                with self.subTest(option=option, value=value):
                    self.refuse("run", "s.toml", option, value, says=[option, f"'{value}'"])
        for option, value in [("-j", "0"), ("-j", "4097"), ("-n", "0"), ("--only", "200"),
                              ("--only", "99999")]:
            with self.subTest(option=option, value=value):
                self.refuse("run", "s.toml", option, value, says=["whole number", f"'{value}'"])
        self.refuse("run", "s.toml", "-n", "4000000000000001", says="monte_carlo.samples")
        for option in ("--abs", "--rel"):
            for value in ["-1", "nan", "inf", "1e400", "0x1", "", "1,5"]:
                with self.subTest(option=option, value=value):
                    self.refuse("diff", "a.h5", "b.h5", option, value, says=[option, f"'{value}'"])
        for value in ["-1", "1.5", "01", "9007199254740993"]:
            self.refuse("diff", "a.h5", "b.h5", "--ulp", value, says="--ulp")

    def test_words(self):
        self.refuse("run", "s.toml", "--lanes", "foo", says=["--lanes", "'foo'", "baseline"])
        self.refuse("run", "s.toml", "--lanes", "", says="--lanes")
        self.refuse("run", "s.toml", "--lanes", "BASELINE", says="baseline")
        self.refuse("run", "s.toml", "--progress", "foo", says=["--progress", "bar"])
        self.refuse("run", "s.toml", "-o", "", says="--output")

    def test_names_that_are_empty(self):
        for words, name in ((["check"], "scenario"), (["fsck"], "file"), (["stats"], "file"), (["log"], "log"), (["wind"], "file")):
            with self.subTest(words):
                result = self.expect(2, *words, "")
                self.assertRegex(result.err, r"^[\w.]+: error: it is empty \(perhaps from a shell variable that is not set\)\. Try ")
                self.assertEqual(result.err.count("\n"), 1)
        self.assertIn("--vehicle: error: the name of the file is empty",
                      self.expect(2, "import", "px4-params", "x", "--vehicle", "").err)

    def test_overrides(self):
        for override, says in [
            ("nonsense", "PATH=VALUE"), ("", "PATH=VALUE"), ("=1", "not a dotted path"),
            ("a..b=1", "not a dotted path"), ("vehicle.mass_kg=", "no value"),
            ("vehicle.mass_kg=heavy", "must be a number"), ("vehicle.mas_kg=1", "mass_kg"),
            ("vehicle.mass_kg=-1", "must be > 0"), ("vehicle.mass_kg=true", "must be a number"),
            ("vehicle.mass_kg=1e", "not a TOML value"), ("vehicle=1", "must be a table"), ("wind.7.to_m_s.x=1", "not an element"),
            ("vehicle.include=x.toml", "cannot read the included file 'x.toml'"), ("schema=2", "schema"),
            ("monte_carlo.samples=1.0", "must be an integer"),
        ]:
            for command in ("check", "run"):
                with self.subTest(override=override, command=command):
                    self.refuse(command, "s.toml", "--set", override, says=["--set", says])

    def test_an_empty_table_takes_the_place_of_what_is_there(self):
        resolved = self.expect(0, "check", "s.toml", "--resolved", "--set", "disperse={}", "--set", "simulation.initial = {}").out
        self.assertNotIn("[disperse", resolved)
        self.assertIn("position_m = [0.0, 0.0, 0.0]", resolved)
        for override, says in [
            ("vehicle={}", "missing 'vehicle.type'"), ("vehicle.rotor={}", "missing 'vehicle.rotors.0"),
            ("wind.0={}", "missing 'wind.0.type'"), ("wind={}", "'wind' must be a list"),
            ('disperse."vehicle.mass_kg"={}', "dist"),
        ]:
            with self.subTest(override):
                self.assertIn(says, self.expect(2, "check", "s.toml", "--set", override).err)
        # A header without keys says nothing, in an including file as elsewhere.
        self.expect(0, "check", self.write("h.toml", HELICOPTER + "[vehicle.servos]\n"))
        self.expect(2, "check", "h.toml", "--set", "vehicle.servos={}")

    def test_several_overrides_the_last_of_a_key_wins(self):
        result = self.expect(0, "check", "s.toml", "--resolved", "--set", "vehicle.mass_kg=2",
                             "--set", "monte_carlo.samples=7", "--set=vehicle.mass_kg=3")
        self.assertIn("mass_kg = 3.0", result.out)
        self.assertIn("samples = 7", result.out)

    def test_the_shortcuts_are_overrides(self):
        long = ["--set", "monte_carlo.samples=5", "--set", "monte_carlo.seed=9223372036854775807"]
        short = ["-n", "5", "--seed", "9223372036854775807"]
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "a.h5", *long)
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "b.h5", *short)
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("b.h5")))

    def test_check_creates_nothing_and_resolved_is_a_scenario(self):
        with self.nothing_touched():
            result = self.expect(0, "check", "s.toml")
            self.assertEqual(result.out.count("\n"), 1)
            self.assertIn("small: ok. 200 samples of 300 steps", result.out)
            self.assertEqual(result.err, "")
            resolved = self.expect(0, "check", "s.toml", "--resolved").out
        self.write("again.toml", resolved)
        self.assertEqual(self.expect(0, "check", "again.toml", "--resolved").out, resolved)


class Streams(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "expected.h5")
        self.expected = support.sha256(self.path("expected.h5"))

    def test_the_answer_goes_to_stdout_and_the_rest_to_stderr(self):
        text = self.expect(0, "run", "s.toml", "-o", "a.h5")
        self.assertIn("result: a.h5\ncontent sha256: ", text.out)
        self.assertIn("200/200", text.err)
        self.assertNotIn("steps per second", text.out)
        data = json.loads(self.expect(0, "run", "s.toml", "--json", "-o", "b.h5").out)
        self.assertEqual(data["samples"], 200)
        self.assertEqual(data["status"]["ok"], 200)
        self.assertEqual(data["file"], "b.h5")
        self.assertIn(data["content_sha256"], text.out)
        self.assertEqual(set(data["metrics"]), {
            line.split()[0] for line in text.out.splitlines()[2:-2]})

    def test_one_sample_answers_in_json_too(self):
        data = json.loads(self.expect(0, "run", "s.toml", "--json", "--only", "3", "-o", "a.h5").out)
        envelope = {"montecopter": data["montecopter"], "command": "run", "schema": 1}
        self.assertEqual(data, envelope | {"file": "a.h5", "complete": False, "sample": 3, "status": "ok", "missing": 199,
                                "warnings": [], "notes": []})

    def test_names_are_quoted_in_json(self):
        name = 'a "b" \\ ü\n.h5'
        data = json.loads(self.expect(0, "run", "s.toml", "--json", "-o", name).out)
        self.assertEqual(data["file"], name)

    def test_progress(self):
        none = self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5").err
        self.assertNotIn("%", none)
        lines = self.expect(0, "run", "s.toml", "--progress", "lines", "-o", "b.h5").err
        self.assertRegex(lines, r"(?m)^  200/200  100%  0 failed  [0-9.]+ Msteps/s$")
        self.assertNotIn("\r", lines)
        bar = self.expect(0, "run", "s.toml", "--progress", "bar", "-o", "c.h5").err
        self.assertIn("\r[####################] 100%  200/200  0 failed", bar)
        automatic = self.expect(0, "run", "s.toml", "-o", "d.h5").err
        self.assertNotIn("\r", automatic)

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        for arguments in (["--help"], ["--version"], ["check", "s.toml"],
                          ["check", "s.toml", "--resolved"], ["run", "s.toml", "-o", "a.h5"],
                          ["run", "s.toml", "--json", "-o", "a.h5"],
                          ["diff", "expected.h5", "expected.h5"]):
            for closed in (False, True):
                with self.subTest(arguments, closed=closed):
                    redirection = ">&-" if closed else ">/dev/full"
                    result = self.shell(redirection, *arguments)
                    self.assertEqual(result.returncode, 6, result.stderr)
                    self.assertIn("stdout: error: cannot print", result.stderr)
        self.expect(0, "run", "s.toml", "-o", "a.h5")  # it was completed all the same

    def test_closed_or_full_streams_never_harm_the_file(self):
        for number, redirection in enumerate((">&-", "2>&-", "<&-", ">&- 2>&-", ">&- 2>&- <&-",
                                              "2>/dev/full", ">/dev/full 2>/dev/full")):
            with self.subTest(redirection):
                name = f"{number}.h5"
                for _ in range(2):  # when it is made, and when it is opened again
                    result = self.shell(redirection, "run", "s.toml", "--reproducible",
                                        "--progress", "lines", "-o", name)
                    self.assertEqual(result.returncode, 6 if "1>" in redirection or
                                     redirection.startswith(">") else 0, result.stderr)
                    self.assertEqual(support.sha256(self.path(name)), self.expected)

    def test_a_reader_that_goes_away_does_not_end_a_run(self):
        read, write = os.pipe()
        os.close(read)
        with open(write, "w") as pipe:
            done = subprocess.run([support.PROGRAM, "run", "s.toml", "--reproducible", "--progress",
                                   "lines", "-o", "a.h5"], cwd=self.dir, stderr=pipe,
                                  stdout=subprocess.DEVNULL, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(support.sha256(self.path("a.h5")), self.expected)

    def shell(self, redirection, *arguments):
        command = f'exec "$0" "$@" {redirection}'
        return subprocess.run(["/bin/bash", "-c", command, support.PROGRAM, *arguments],
                              cwd=self.dir, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    support.main()
