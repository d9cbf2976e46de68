#!/usr/bin/python3
"""Tables for LaTeX (stats --latex, requirements --latex): taken apart by a reader of our own and held against the JSON of the same
command. The reader knows of TeX what the tables use: comments, rows, cells, escaped characters and math mode."""
import json
import re

import support
from support import SCENARIO, ProgramTest, edited

REQUIREMENTS = """
[requirement.odd_50]
type = "probability"
text = "50 % & more"
metric = "max_tilt_deg"
at_most = 60
probability = 0.9

[requirement.slow]
type = "mean"
metric = "max_speed_m_s"
at_most = 1e-4
"""
ESCAPED = {r"\_": "_", r"\%": "%", r"\&": "&", r"\#": "#", r"\$": "$", r"\{": "{", r"\}": "}"}


def plain(cell):
    """A cell as text: ($ ... $ left out, escapes undone)."""
    cell = re.sub(r"\\times10\^\{(-?\d+)\}", r"e\1", cell)
    cell = cell.replace(r"\pm", "+-").replace(r"\le", "<=").replace(r"\ge", ">=").replace(r"\infty", "inf")
    cell = re.sub(r"\\[_%&#${}]", lambda found: ESCAPED[found[0]], re.sub(r"(?<!\\)\$", "", cell))
    return cell.strip()


def tables(text):
    """[(header, rows)] of all tabulars; nothing else stands outside of comments."""
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    found = []
    for block in re.split(r"\\end\{tabular\}\n?", "\n".join(lines) + "\n")[:-1]:
        begin, top, *rest = block.strip().splitlines()
        columns = re.fullmatch(r"\\begin\{tabular\}\{(lr*)\}", begin)[1]
        assert (top, rest[1], rest[-1]) == (r"\toprule", r"\midrule", r"\bottomrule"), block
        rows = []
        for line in (rest[0], *rest[2:-1]):
            assert line.endswith(r" \\"), line
            assert len(re.findall(r"(?<!\\)\$", line)) % 2 == 0, line  # math mode is left again
            assert not re.search(r"(?<!\\)[#%]", line), line
            outside = re.sub(r"(?<!\\)\$.*?(?<!\\)\$", "", line)
            assert not re.search(r"(?<!\\)[_^<>]", outside), line  # only in math mode
            cells = re.split(r"(?<!\\)&", line.removesuffix(r" \\"))
            assert len(cells) == len(columns), line
            rows.append(cells)
        found.append(([plain(cell) for cell in rows[0]], rows[1:]))
    assert text.count(r"\end{tabular}") == len(found)
    return found


class Latex(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", edited(('name = "small"', 'name = "a_b-c"'), text=SCENARIO) + REQUIREMENTS)
        self.expect(1, "run", "s.toml", "--progress", "none", "-o", "a.h5")

    def test_statistics_are_those_of_json(self):
        answer = json.loads(self.expect(0, "stats", "a.h5", "--json").out)
        text = self.expect(0, "stats", "a.h5", "--latex").out
        (header, rows), = tables(text)
        self.assertEqual(header, ["", "unit", "mean +- 95 %", "sd", "min", "q05", "q50", "[95 % of q50]", "q95", "max"])
        self.assertEqual([plain(row[0]) for row in rows], list(answer["metrics"]))
        units = {"1": "", "degree": r"$\mathrm{^{\circ}}$", "m s-1": r"$\mathrm{m\,s^{-1}}$", "m": r"$\mathrm{m}$"}
        for row in rows:
            wanted = answer["metrics"][plain(row[0])]
            if wanted["unit"] in units:
                self.assertEqual(row[1].strip(), units[wanted["unit"]])
            cells = dict(zip(header, map(plain, row)))
            for name in ("sd", "min", "q05", "q50", "q95", "max"):
                self.assertAlmostEqual(float(cells[name]), wanted[name], delta=5e-4 * abs(wanted[name]))  # four digits
            self.assertAlmostEqual(float(cells["mean +- 95 %"].split(" +- ")[0]), wanted["mean"], delta=0.1 * abs(wanted["mean"]))
            low, high = (float(word) for word in cells["[95 % of q50]"].strip("[]").split(","))
            self.assertAlmostEqual(low, wanted["q50_low95"], delta=5e-4 * abs(wanted["q50_low95"]))
            self.assertAlmostEqual(high, wanted["q50_high95"], delta=5e-4 * abs(wanted["q50_high95"]))
        self.assertTrue(text.startswith("% a_b-c: "))
        self.assertIn("\n% intervals are two-sided\n", text)

    def test_quantiles_and_lists(self):
        answer = json.loads(self.expect(0, "stats", "a.h5", "--quantiles", "5,50", "--metric", "max_tilt_deg", "--json").out)
        (header, (row,)), = tables(self.expect(0, "stats", "a.h5", "--quantiles", "5,50", "--metric", "max_tilt_deg", "--latex").out)
        self.assertEqual(header, ["", "unit", "n", "q05", "q50"])
        for name, cell in zip(("q05", "q50"), row[3:]):
            wanted = answer["quantiles"]["max_tilt_deg"][name]
            self.assertAlmostEqual(float(plain(cell)), wanted, delta=5e-4 * wanted)
        (header, rows), = tables(self.expect(0, "stats", "a.h5", "--sample", "3,7", "--metric", "max_tilt_deg", "--latex").out)
        self.assertIn("3", {*header, *(plain(cell) for row in rows for cell in row)})

    def test_a_sweep_has_a_table_for_each_point_or_metric(self):
        self.write("w.toml", edited(('name = "small"', 'name = "w"'), text=SCENARIO) + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.3]\n')
        self.expect(0, "run", "w.toml", "-n", "4", "--progress", "none", "-o", "w.h5")
        self.assertEqual(len(tables(self.expect(0, "stats", "w.h5", "--latex").out)), 2)
        (header, rows), = tables(self.expect(0, "stats", "w.h5", "--latex", "--metric", "max_tilt_deg").out)
        self.assertEqual(header[:2], ["point", "vehicle.linear_drag_n_s_m"])
        self.assertEqual([plain(row[1]) for row in rows], ["0.1", "0.3"])

    def test_verdicts_are_those_of_json(self):
        answer = json.loads(self.expect(1, "requirements", "a.h5", "--json").out)["requirements"]
        text = self.expect(1, "requirements", "a.h5", "--latex").out
        (header, rows), = tables(text)
        self.assertEqual(header, ["requirement", "verdict", "met", "unit", "observed", "bounds"])
        for row, wanted in zip(rows, answer, strict=True):
            self.assertEqual(plain(row[0]), f"{wanted['name']}: {wanted['statement']}")
            self.assertEqual(plain(row[1]), wanted["verdict"])
            observed = float(plain(row[4]).removeprefix("1-P = "))
            observed = 1 - observed if "1-P" in row[4] else observed
            self.assertAlmostEqual(observed, wanted["observed"], delta=5e-4 * max(abs(wanted["observed"]), 1))
        self.assertTrue(rows[1][5].strip().endswith("$*"))  # Student's t
        self.assertIn("\n% *: approximate (Student's t)\n", text)

    def test_one_answer_has_one_format(self):
        for words, says in ((("stats", "a.h5", "--latex", "--json"), "--latex: error: cannot go with --json"),
                            (("stats", "a.h5", "--latex", "--csv"), "--latex: error: cannot go with --csv"),
                            (("stats", "a.h5", "--latex", "--signal", "position"), "--latex: error: cannot go with --signal"),
                            (("requirements", "a.h5", "--json", "--latex"), "--latex: error: cannot go with --json"),
                            (("requirements", "a.h5", "--latx"), "no option '--latx'. Did you mean '--latex'?")):
            self.assertIn(says, self.expect(2, *words).err)


if __name__ == "__main__":
    support.main()
