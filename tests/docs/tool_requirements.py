#!/usr/bin/python3
"""docs/tool-requirements.md names tests that ctest lists, numbers its requirements in order, and has each command.

Run as tool_requirements.py BUILD_FOLDER."""
import pathlib
import re
import subprocess
import sys
import unittest

BUILD = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/tool-requirements.md").read_text()
ROWS = re.findall(r"^\| (R\d+) \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)


class ToolRequirements(unittest.TestCase):
    def test_each_test_exists(self):
        done = subprocess.run(["ctest", "-N"], cwd=BUILD, capture_output=True, text=True, check=True, timeout=60)
        listed = set(re.findall(r"^ *Test +#\d+: (.+)$", done.stdout, re.MULTILINE))
        for number, _, tests in ROWS:
            named = re.findall(r"`([^`]+)`", tests)
            self.assertTrue(named, number)
            for name in named:
                self.assertTrue(name in listed, f"{number}: ctest lists no test '{name}'")

    def test_numbers_and_wording(self):
        self.assertGreaterEqual(len(ROWS), 40)
        self.assertEqual([number for number, _, _ in ROWS], [f"R{i + 1}" for i in range(len(ROWS))])
        for number, text, _ in ROWS:
            self.assertIn(" shall ", text, number)

    def test_each_command_has_a_requirement(self):
        table = (ROOT / "docs/commands.md").read_text().split("| command |")[1].split("\n\n")[0]
        commands = {name for row in table.splitlines()[1:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}
        self.assertGreater(len(commands), 30)
        stated = {name for _, text, _ in ROWS for name in re.findall(r"`(\w+)`", text)}
        self.assertEqual(commands - stated, set())


if __name__ == "__main__":
    unittest.main()
