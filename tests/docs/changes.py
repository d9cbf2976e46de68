#!/usr/bin/python3
"""The changelog is short, each change note has the form that changes/README.md asks for, and CITATION.cff names the version."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = (ROOT / "changes/README.md").read_text()
WORDS = re.findall(r"^\| `(\w+):` \|", RULES, re.MULTILINE)


class Changes(unittest.TestCase):
    def test_form_of_notes(self):
        self.assertEqual(len(WORDS), 4)
        for note in sorted((ROOT / "changes").iterdir()):
            if note.name == "README.md":
                continue
            with self.subTest(note.name):
                self.assertRegex(note.name, r"^[a-z0-9-]+\.md$")
                lines = note.read_text().splitlines()
                self.assertIn(lines[0].partition(":")[0], WORDS)
                self.assertLessEqual(len(lines), 5)

    def test_each_release_has_at_most_forty_lines(self):
        text = (ROOT / "CHANGELOG.md").read_text()
        releases = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
        self.assertTrue(releases)
        for release in releases:
            self.assertRegex(release, r"^\d+\.\d+\.\d+\n")
            self.assertLessEqual(release.count("\n") + 1, 40)

    def test_the_citation_is_of_this_version(self):
        version, = re.findall(r"^project\(montecopter VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
        cited = dict(re.findall(r"^([a-z-]+): ?(.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
        # What the Citation File Format 1.2.0 requires: cff-version, message, title, authors.
        self.assertLessEqual({"cff-version", "message", "title", "authors"}, set(cited))
        self.assertEqual((cited["cff-version"], cited["version"], cited["license"]), ("1.2.0", version, "MIT"))
        self.assertIn("MIT License", (ROOT / "LICENSE").read_text())
        self.assertIn(f"\n## {version}\n", (ROOT / "CHANGELOG.md").read_text())


if __name__ == "__main__":
    unittest.main()
