#!/usr/bin/python3
"""scripts/prose finds each kind of fault, and nothing in plain English."""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/prose"
PLAIN = """# A page

The vehicle hovers at 1.5 m, e.g. in wind. It draws `of what` from the battery:

* [One link](page.md) to a page.

| a table | of cells |
|---|---|
| The first cell is short | The second cell is short, too |

```
Of what is in a block nothing is said, whoever reads the colour of a center in such a very long line of words that nobody ever reads it to its end at all.
```
"""


class Prose(unittest.TestCase):
    def check(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_text(text)
            done = subprocess.run([SCRIPT, path], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout.replace(f"{path}:", "")

    def test_plain_english(self):
        self.assertEqual(self.check("page.md", PLAIN), (0, "0 faults in 1 files\n"))

    def test_each_fault(self):
        for line, fault in (("Of all of them this is one.", "begins with 'Of'"), ("Goldens are held against results.", "'held against'"),
                            ("The color is red.", "'color' is not spelt so"), ("It has recieved data.", "recieved ==> received"),
                            (" ".join(["word"] * 31) + ".", "31 words"), ("- An item\n- Who flies it", "begins with 'Who'")):
            with self.subTest(line):
                code, told = self.check("page.md", PLAIN + "\n" + line + "\n")
                self.assertEqual(code, 1)
                self.assertIn(fault, told)

    def test_long_sentences_on_average(self):
        code, told = self.check("page.md", "\n\n".join([" ".join(["Word"] * 21) + "."] * 3))
        self.assertEqual(code, 1)
        self.assertIn("21.0 words a sentence in the mean", told)

    def test_doc_comments(self):
        for comment, code in (("/// Of one row.", 1), ("/// Mass of the vehicle,\n/// Of one row.", 0), ("/// Offset of a row.", 0)):
            self.assertEqual(self.check("a.hpp", comment + "\nint a;\n")[0], code, comment)

    def test_unknown_options(self):
        done = subprocess.run([SCRIPT, "--tabel"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown option '--tabel'", done.stderr)


if __name__ == "__main__":
    unittest.main()
