#!/usr/bin/python3
"""Files that a scenario names are looked for from where it is; those that an override names, as all files on a command
line, from the working directory."""
import os

import support
from support import ProgramTest, edited

# Without what the files below are for.
PLAIN = edited(('[disperse."wind.0.to_m_s.x"]\ndist = "normal"\nmean = 0.0\nsd = 1.0\n', ""))
LOOP = PLAIN[:PLAIN.index("[controller]")] + PLAIN[PLAIN.index("[integrator]"):] + """
[controller]
type = "lee"
rate_hz = 500
position_gain_1_s2 = 4.0
velocity_gain_1_s = 3.0
attitude_gain_n_m = [1.2, 1.2, 0.4]
rate_gain_n_m_s = [0.18, 0.18, 0.12]
"""
COLUMNS = '[time]\ncolumn = "t"\nunit = "s"\n[columns.position]\nfrom = ["x", "y", "z"]\nunit = "m"\n'

# What names a file: the scenario beside it, the key, the table without the name, and a file in which {} is a number.
NAMING = {
    "commands": (PLAIN[:PLAIN.index("[controller]")] + PLAIN[PLAIN.index("[integrator]"):],
                 "controller", 'type = "command_table", file', "t_s,r0,r1,r2,r3\n0,{0},{0},{0},{0}\n"),
    "trajectory": (LOOP, "trajectory", 'type = "sampled", file', "t_s,x_m,y_m,z_m\n0,0,0,-10\n1,{0},0,-10\n2,0,0,-10\n3,0,0,-10\n"),
    "wind": (PLAIN, "wind.1", 'type = "time_series", file', "t_s,north_m_s,east_m_s,down_m_s\n0,0,0,0\n1,{0},0,0\n"),
    "sweep": (PLAIN, 'sweep."wind.0.to_m_s.x"', "file", "x\n1\n{0}\n"),
    "observations": (PLAIN, 'disperse."wind.0.to_m_s.x"', 'dist = "empirical", file', "x\n1\n{0}\n"),
    "points": (PLAIN, "monte_carlo", 'design = "file", samples = 2, seed = 1, file', "wind.0.to_m_s.x\n1\n{0}\n"),
    "log": (LOOP + '[trajectory]\ntype = "hover"\nposition_m = [0, 0, -10]\n', "recorded", 'sets_initial = false, columns = "c.toml", log',
            "t,x,y,z\n0,0,0,-10\n0.2,{0},0,-10\n0.4,0,0,-10\n"),
}
HERE, THERE = 1.0625, 1.1875  # in the working directory, and beside the scenario


class FileNames(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("c.toml", COLUMNS)
        self.write("deep/c.toml", COLUMNS)

    def resolved(self, text, *options):
        self.write("deep/s.toml", text)
        return self.expect(0, "check", "deep/s.toml", "--resolved", *options).out

    def test_each_key_that_names_one(self):
        for what, (text, key, table, file) in NAMING.items():
            with self.subTest(what):
                self.write("a.csv", file.format(HERE))
                self.write("deep/a.csv", file.format(THERE))
                given = f'{table} = "a.csv"'
                inline = "[wind]" if key == "wind.1" else f"[{key}]"
                in_text = text.replace("[monte_carlo]\nsamples = 200\nseed = 11\n", "") if key == "monte_carlo" else text
                lines = given.replace(", ", "\n")
                in_text += f"\n[[wind]]\n{lines}\n" if inline == "[wind]" else f"\n{inline}\n{lines}\n"
                there = self.resolved(in_text)
                self.assertTrue(str(THERE) in there and str(HERE) not in there, there)
                here = self.resolved(text, "--set", f"{key}={{{given}}}")
                self.assertTrue(str(HERE) in here and str(THERE) not in here, here)

    def test_ways_in_which_a_csv_file_is_written(self):
        """An empty last column, as Crazyswarm's tools write one, semicolons, decimal commas and tabs make no other scenario."""
        polynomial = "duration," + ",".join(f"{axis}^{k}" for axis in ("x", "y", "z", "yaw") for k in range(8)) + "\n" + "1.5,{0}" + ",0" * 31 + "\n"
        naming = {what: row for what, row in NAMING.items() if what != "log"}
        naming["polynomial"] = (LOOP, "trajectory", 'type = "polynomial", file', polynomial)
        columns = ("sweep", 'sweep."wind.0.to_m_s.x"', "column", 'column = "x"', "y,x\n0.5,1\n0.5,{0}\n"), (
            "observations", 'disperse."wind.0.to_m_s.x"', "column", 'column = "x"', "y,x\n0.5,1\n0.5,{0}\n")
        for what, key, name, more, text in columns:
            naming[f"{name} of {what}"] = (PLAIN, key, NAMING[what][2].replace("file", f"{more}, file"), text)
        for what, (text, key, table, file) in naming.items():
            written = file.format(THERE)
            given = ("--set", f'{key}={{{table} = "a.csv"}}')
            self.write("a.csv", written)
            self.write("s.toml", text)
            plain = self.expect(0, "check", "s.toml", "--resolved", *given).out
            is_single = "," not in written
            comma = written.replace(".", ",").replace("wind,0,to_m_s,x", "wind.0.to_m_s.x")
            semicolons = written.replace(",", ";").replace(".", ",").replace("wind,0,to_m_s,x", "wind.0.to_m_s.x")
            for way, other in {
                "an empty last column": written.replace("\n", ",\n"),
                "several": written.replace("\n", ",,,\n"),
                "an empty last column of the rows": written.replace("\n", ",\r\n").replace(",\r\n", "\r\n", 1),
                "semicolons": written.replace(",", ";") if not is_single else written.replace("\n", ";\n"),
                "decimal commas": semicolons if not is_single else comma.replace("\n", ";\n"),
                "both, and an empty last column": "\ufeff" + semicolons.replace("\n", ";\r\n"),
                "tabs": written.replace(",", "\t") if not is_single else written,
            }.items():
                with self.subTest(what, way=way):
                    self.write("a.csv", other)
                    self.assertEqual(self.expect(0, "check", "s.toml", "--resolved", *given).out, plain)
        for broken, says in ((written.replace("1.1875", "1,1875"), "the row has 3 numbers"), ("y;x\n0,5;1.000,5\n", "'1.000,5' is not a finite number"),
                             ("y,x\n0.5,1,2\n", "the row has 3 numbers"), ("y,x,\n0.5,\n", "'' is not a finite number")):
            with self.subTest(broken):
                self.write("a.csv", broken)
                self.assertIn(says, self.expect(2, "check", "s.toml", *given).err)

    def test_a_missing_file_is_told_with_where_it_was_looked_for(self):
        for what, (text, key, table, _) in NAMING.items():
            with self.subTest(what):
                self.write("deep/s.toml", text)
                err = self.expect(2, "check", "deep/s.toml", "--set", f'{key}={{{table} = "none.csv"}}').err
                self.assertIn("'none.csv'", err)
                if what != "log":
                    self.assertIn("The name is relative to the current directory.", err)
        self.write("deep/s.toml", PLAIN + '[sweep."wind.0.to_m_s.x"]\nfile = "none.csv"\n')
        self.assertIn("'deep/none.csv' (No such file or directory). The name is relative to the scenario file.",
                      self.expect(2, "check", "deep/s.toml").err)

    def test_a_program(self):
        for folder, code in ((".", 1), ("deep", 2)):
            os.makedirs(self.path(folder), exist_ok=True)
            self.write(f"{folder}/own.sh", f"#!/bin/sh\nexit {code}\n")
            os.chmod(self.path(f"{folder}/own.sh"), 0o755)
        words = 'type = "external", rate_hz = 500, command'
        plain = NAMING["commands"][0] + '[trajectory]\ntype = "hover"\nposition_m = [0, 0, -10]\n'
        here = self.resolved(plain, "--set", f'controller={{{words} = ["./own.sh"]}}')
        self.assertIn(support.sha256(self.path("own.sh")), here)
        there = self.resolved(plain + "[controller]\n" + words.replace(", ", "\n") + ' = ["./own.sh"]\n')
        self.assertIn(support.sha256(self.path("deep/own.sh")), there)


if __name__ == "__main__":
    support.main()
