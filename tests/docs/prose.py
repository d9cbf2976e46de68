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
    def check(self, *texts, ending=".md"):
        """Exit code and answer for files 0.md, 1.md, ... with these texts."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder) / f"{number}{ending}" for number in range(len(texts))]
            for path, text in zip(paths, texts):
                path.write_text(text)
            done = subprocess.run([SCRIPT, *paths], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout.replace(f"{folder}/", "")

    def test_plain_english(self):
        self.assertEqual(self.check(PLAIN), (0, "0 faults in 1 files\n"))

    def test_each_fault(self):
        faults = (("Of all of them this is one.", "begins with 'Of'"), ("Goldens are held against results.", "'held against'"),
                  ("The color is red.", "'color' is not spelt so"), ("It has recieved data.", "recieved ==> received"),
                  (" ".join(["word"] * 31) + ".", "31 words"), ("- An item\n- Who flies it", "begins with 'Who'"))
        code, told = self.check(*(PLAIN + "\n" + line + "\n" for line, _ in faults))
        self.assertEqual(code, 1)
        for number, (_, fault) in enumerate(faults):
            self.assertRegex(told, rf"(?m)^{number}.md:.*{fault}")
        self.assertIn(f"{len(faults)} faults in {len(faults)} files", told)

    def test_long_sentences_on_average(self):
        code, told = self.check("page.md", "\n\n".join([" ".join(["Word"] * 21) + "."] * 3))
        self.assertEqual(code, 1)
        self.assertIn("21.0 words a sentence in the mean", told)

    def test_sources(self):
        """Doc comments, comments and literals; formulas, lists of members and programs are no prose."""
        plain = ("/// Mass of the vehicle,\n/// Of one row.\nint a;\n", "/// Offset of a row.\nint a;\n",
                 "/// A sum:\n///   Of one + of what\nint a;\n", 'auto a = R"(\nname = "of what"\n)";\n', 'call("Of");\n',
                 'auto a = "The value " \n "{} of the key.";\n')
        self.assertEqual(self.check(*plain, ending=".hpp"), (0, f"0 faults in {len(plain)} files\n"))
        faulty = ("/// Of one row.\nint a;\n", "// It is held against a limit.\nint a;\n", 'auto a = "The value is held "\n  "against a limit";\n',
                  f"// {' '.join(['word'] * 20)}\n// {' '.join(['word'] * 11)}.\nint a;\n")
        code, told = self.check(*faulty, ending=".hpp")
        self.assertEqual(code, 1)
        for number, fault in enumerate(("a doc comment without a subject", "'held against'", "'held against'", "31 words")):
            self.assertRegex(told, rf"(?m)^{number}.hpp:1: {fault}")

    def test_unknown_options(self):
        done = subprocess.run([SCRIPT, "--tabel"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown option '--tabel'", done.stderr)


if __name__ == "__main__":
    unittest.main()
