#!/usr/bin/python3
"""Kinds report through Problems only in functions that scenario/checks calls: a misspelt one would never be called."""
import pathlib
import re
import unittest

DYNAMICS = pathlib.Path(__file__).resolve().parents[2] / "src/dynamics"
CALLED = {"check": {"distributions", "events", "sampling", "trajectories", "winds"}, "check_step": {"winds"},
          "check_truncated": {"distributions"}}


class Checks(unittest.TestCase):
    def test_all_are_called(self):
        found = 0
        for path in DYNAMICS.rglob("*.hpp"):
            for name in re.findall(r"\bvoid (\w+)\([^)]*Problems& problems\)", path.read_text()):
                with self.subTest(f"{path.name}: {name}"):
                    self.assertIn(path.relative_to(DYNAMICS).parts[0], CALLED.get(name, ()))
                found += 1
        self.assertGreater(found, 20)


if __name__ == "__main__":
    unittest.main()
