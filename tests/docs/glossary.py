#!/usr/bin/python3
"""Every word of docs/glossary.md in code style is one that the other pages use: a key, a dataset, a metric, a command."""
import pathlib
import re
import unittest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
PAGES = ("reference.md", "result-file.md", "scenario.md", "statistics.md", "confidence.md", "allan-deviation.md",
         "models.md", "vehicles.md",
         *sorted((DOCS / "scenario").glob("*.md")))
WORD = re.compile(r"[A-Za-z_]\w*")


class Glossary(unittest.TestCase):
    def test_its_words_exist(self):
        known = set(WORD.findall(" ".join((DOCS / page).read_text() for page in PAGES)))
        used = {word for code in re.findall(r"`([^`]+)`", (DOCS / "glossary.md").read_text()) for word in WORD.findall(code)}
        self.assertGreater(len(used), 50)
        self.assertEqual(used - known, set())


if __name__ == "__main__":
    unittest.main()
