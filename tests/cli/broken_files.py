#!/usr/bin/python3
"""Files that are no scenario, or only a part of one: included, unreadable, cut off, with wrong bytes."""
import os
import random

import support
from broken_scenarios import BrokenTest, line_of
from support import SCENARIO


class BrokenFiles(BrokenTest):
    def test_includes(self):
        start, end = SCENARIO.index("type = "), SCENARIO.index("[[wind]]")
        vehicle = SCENARIO[start:end].replace("[vehicle.", "[").replace("[[vehicle.", "[[")
        text = SCENARIO[:start] + 'include = "v/quad.toml"\n\n' + SCENARIO[end:]
        at = line_of(text, "include")
        self.write("s.toml", text)
        self.refuse("v/quad.toml", "No such file", at=at)
        self.write("v/quad.toml", vehicle)
        self.expect(0, "check", "s.toml")
        self.write("v/quad.toml", vehicle.replace("mass_kg = 1.0", "mass_kg = -1.0"))
        self.assertIn("v/quad.toml:", self.refuse("must be > 0"))
        self.write("v/quad.toml", vehicle + '\ninclude = "other.toml"\n')
        self.refuse()
        self.write("v/quad.toml", 'include = "quad.toml"\n')
        self.refuse("cannot include another")
        self.write("v/quad.toml", SCENARIO)
        self.refuse("is a scenario, not a vehicle", at=at)
        self.write("v/quad.toml", "")
        self.refuse("empty", at=at)
        self.write("v/quad.toml", b"\0\1\2")
        self.refuse("binary", at=at)
        self.write("s.toml", text.replace("v/quad.toml", "v"))
        self.refuse("directory", at=at)
        self.write("s.toml", text.replace('"v/quad.toml"', "true"))
        self.refuse("vehicle.include", at=at)

    def test_files_that_are_no_scenario(self):
        self.refuse("nothing.toml", "No such file", file="nothing.toml")
        self.refuse("directory", file=".")
        self.expect(2, "check", "")
        self.write("s.toml", "")
        self.refuse("empty")
        self.write("s.toml", " \n\t\n")
        self.refuse("empty")
        self.write("s.toml", "# nothing but a remark\n")
        self.expect(2, "check", "s.toml")
        self.write("s.toml", b"\x89HDF\r\n\x1a\n" + bytes(1000))
        self.refuse("binary")
        self.write("s.toml", random.Random(1).randbytes(5000).replace(b"\0", b"\1"))
        self.refuse("not valid TOML")
        self.write("s.toml", b"a" * (20 << 20))
        self.refuse("larger than")
        os.remove(self.path("s.toml"))
        os.symlink("nothing", self.path("s.toml"))
        self.refuse("No such file")
        os.remove(self.path("s.toml"))
        os.symlink("s.toml", self.path("s.toml"))
        self.refuse("s.toml")

    def test_unreadable_file(self):
        if os.geteuid() == 0:
            # Root reads everything: become somebody else, if that one can reach the program.
            nobody = {"user": 65534, "group": 65534, "extra_groups": []}
            os.chmod(self.dir, 0o755)
            try:
                self.expect(0, "--version", **nobody)
            except (OSError, AssertionError):
                self.skipTest("the program cannot be run by another user")
        else:
            nobody = {}
        self.write("s.toml", SCENARIO)
        os.chmod(self.path("s.toml"), 0)
        for command in ("check", "run"):
            with self.nothing_touched():
                result = self.expect(2, command, "s.toml", **nobody)
            self.assertIn("s.toml: error: cannot read the scenario (Permission denied)", result.err)

    def test_files_that_scenarios_include_are_told_from_scenarios(self):
        for text, words in (
                ('type = "multirotor"\nmass_kg = 1.4\n', ("this is a vehicle file", "`montecopter vehicle FILE`", "[vehicle] include")),
                ("[[rotors]]\nspin = 1\n", ("this is a vehicle file", "[vehicle] include")),
                ('type = "px4"\nrate_hz = 250\n', ("this is a controller file", "Write a scenario with [controller] include")),
                ("[gyroscope]\nrate_hz = 100\n", ("this is a sensor file", "[sensors.NAME] include"))):
            self.write("part.toml", text)
            with self.nothing_touched():
                for command in ("check", "run", "plan"):
                    told = self.expect(2, command, "part.toml").err
                    self.assertEqual(told.count("error:"), 1, told)
                    self.assertTrue(told.startswith("part.toml: error: "), told)
                    for word in words:
                        self.assertIn(word, told)
        self.write("part.toml", 'type = "multirotor"\n[vehicle]\n')  # a scenario with a mistake in it
        self.assertIn("unknown key 'type'", self.expect(2, "check", "part.toml").err)

    def test_truncated_anywhere(self):
        """Cut off at any byte, the file is refused or still a whole scenario; nothing crashes."""
        for end in range(0, len(SCENARIO), 61):
            self.write("s.toml", SCENARIO[:end])
            result = self.run_program("check", "s.toml")
            self.assertIn(result.code, (0, 2), f"cut at {end}: {result}")

    def test_every_byte_may_be_wrong(self):
        rng = random.Random(5)
        for _ in range(150):
            text = bytearray(SCENARIO.encode())
            for _ in range(rng.randint(1, 4)):
                text[rng.randrange(len(text))] = rng.randrange(1, 256)
            self.write("s.toml", bytes(text))
            result = self.run_program("check", "s.toml")
            self.assertIn(result.code, (0, 2), f"{bytes(text)!r}: {result}")


if __name__ == "__main__":
    support.main()
