#!/usr/bin/python3
"""The navigation of the site (mkdocs.yml) has each page of docs/ once."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Navigation(unittest.TestCase):
    def test_each_page_once(self):
        listed = re.findall(r"^ +- (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
        pages = [str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")]
        self.assertEqual(sorted(listed), sorted(pages))


if __name__ == "__main__":
    unittest.main()
