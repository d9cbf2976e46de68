#!/usr/bin/python3
"""A scenario on standard input, `-`: the bytes of the same scenario in a file; messages call it stdin; what it includes is
looked for from the current directory."""
import os
import subprocess

import support
from support import SCENARIO, ProgramTest, Result, edited, sha256

QUIET = ["--reproducible", "--progress", "none"]


class StandardInput(ProgramTest):
    def pipe(self, text, *arguments):
        done = subprocess.run([support.PROGRAM, *arguments], cwd=self.dir, capture_output=True, timeout=300,
                              input=text if isinstance(text, bytes) else text.encode())
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def expect_of(self, code, text, *arguments):
        result = self.pipe(text, *arguments)
        self.assertEqual(result.code, code, result)
        return result

    def test_the_result_is_that_of_a_file_and_is_resumed(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", *QUIET, "-o", "file.h5")
        self.expect_of(0, SCENARIO, "run", "-", "--only", "0..20", *QUIET, "-o", "pipe.h5")
        self.expect_of(0, SCENARIO, "run", "-", *QUIET, "-o", "pipe.h5")
        self.assertEqual(sha256(self.path("file.h5")), sha256(self.path("pipe.h5")))

    def test_a_nameless_scenario_is_called_stdin(self):
        self.expect_of(0, edited(('name = "small"\n', "")), "run", "-", "-n", "2", *QUIET)
        self.assertTrue(os.path.exists(self.path("stdin.h5")))

    def test_other_commands_read_it(self):
        for command in (["check"], ["sensors"], ["vehicle"], ["wind"], ["trim"], ["linearize"]):
            with self.subTest(command=command[0]):
                self.write("s.toml", SCENARIO)
                of_file = self.run_program(*command, "s.toml")
                of_pipe = self.pipe(SCENARIO, *command, "-")
                self.assertEqual((of_pipe.code, of_pipe.out.replace("stdin", "s")),
                                 (of_file.code, of_file.out.replace("s.toml", "s")), of_pipe)

    def test_problems_are_told_at_lines_of_stdin(self):
        text = edited(("mass_kg = 1.0\n", "mas_kg = 1.0\n"))
        line = text.split("\n").index("mas_kg = 1.0") + 1
        self.assertIn(f"stdin:{line}:1: error: ", self.expect_of(2, text, "check", "-").err)

    def test_inclusions_are_relative_to_the_current_directory(self):
        head, rest = SCENARIO.split("[vehicle]\n")
        vehicle, rest = rest.split("[[wind]]")
        text = head + '[vehicle]\ninclude = "parts/v.toml"\n[[wind]]' + rest
        missing = self.expect_of(2, text, "check", "-")
        self.assertIn("cannot read the included file 'parts/v.toml'", missing.err)
        self.assertIn("The name is relative to the current directory", missing.err)
        self.assertEqual(missing.err.count("error:"), 1, missing.err)
        self.write("parts/v.toml", vehicle.replace("[vehicle.", "[").replace("[[vehicle.", "[["))
        self.expect_of(0, text, "check", "-")

    def test_what_is_no_scenario_is_refused(self):
        for text, said in (("", "stdin"), (b"\xff\xfe\x00", "stdin"), ("a = [", "stdin:1"),
                           ("[rotor]\n", "stdin")):
            with self.subTest(text=text):
                err = self.expect_of(2, text, "run", "-").err
                self.assertTrue(err.startswith(said), err)
        with open(self.path("closed"), "w") as nothing:
            done = subprocess.run(["sh", "-c", f"{support.PROGRAM} check - <&-"], cwd=self.dir, stdout=nothing,
                                  stderr=subprocess.PIPE, timeout=300)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"stdin: error: cannot read the scenario", done.stderr)

    def test_a_vehicle_alone_is_a_file(self):
        self.assertIn("a vehicle file cannot come from standard input",
                      self.expect_of(2, "mass_kg = 1.0\n", "vehicle", "-").err)

    def test_a_file_of_that_name_is_named_with_its_folder(self):
        self.write("-", SCENARIO)
        self.expect(0, "check", "./-")


if __name__ == "__main__":
    support.main()
