#!/usr/bin/python3
"""The changelog is short, its notes for the next release have the form that it asks for, and CITATION.cff names the version."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CHANGELOG.md").read_text()
NEXT = "Next release\n"


def bad_notes(section):
    """Lines of a section that are neither empty nor a note."""
    return [line for line in section.splitlines() if line and not re.match(r"\* (Added|Changed|Fixed|Bits): \S.{0,400}$", line)]


class Changes(unittest.TestCase):
    def test_form_of_notes(self):
        self.assertEqual(bad_notes("\n* Added: a plot of the wind.\n* Bits: none.\n"), [])
        for line in ("* A plot was added.", "Added: a plot.", "* Added: " + "x" * 500):
            self.assertEqual(bad_notes(line), [line])
        section, = [part for part in re.split(r"(?m)^## ", TEXT) if part.startswith(NEXT)]
        self.assertEqual(bad_notes(section.removeprefix(NEXT)), [])

    def test_each_release_has_at_most_forty_lines(self):
        releases = [part for part in re.split(r"(?m)^## ", TEXT)[1:] if not part.startswith(NEXT)]
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
        self.assertIn(f"\n## {version}\n", TEXT)


if __name__ == "__main__":
    unittest.main()
