#!/usr/bin/python3
"""Every option that writes a file: no command writes over what it reads, under whichever name, nor over what somebody else
has written; a file that is replaced hands on its mode, and a link to it stays a link."""
import os
import shutil
import stat

import support
from support import SCENARIO, ProgramTest

FOREIGN = "somebody's words\n"
REQUIREMENT = '\n[requirement.lean]\ntype = "probability"\nmetric = "max_tilt_deg"\nat_most = 89\nprobability = 0.5\n'


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        vehicle, rest = SCENARIO[SCENARIO.index("[vehicle]"):].split("[[wind]]")
        self.write("vehicle.toml", vehicle.replace("[vehicle]\n", "").replace("[vehicle.", "[").replace("[[vehicle.", "[["))
        head, table = rest.split("rows = [")
        rows, tail = table.split("]\n\n[integrator]")
        self.write("commands.csv", "t_s,rotor_0,rotor_1,rotor_2,rotor_3\n" + "".join(
            row.strip(" [],") + "\n" for row in rows.splitlines() if "[" in row))
        self.text = (f'schema = 1\nname = "small"\nvehicle.include = "vehicle.toml"\n[[wind]]{head}file = "commands.csv"\n\n'
                     f"[integrator]{tail}{REQUIREMENT}").replace("samples = 200", "samples = 70")
        self.write("s.toml", self.text)
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--progress", "none")
        self.expect(0, "run", "s.toml", "-o", "b.h5", "--seed", 12, "--progress", "none")
        shutil.copy(self.path("a.h5"), self.path("c.h5"))
        self.write("columns.toml", '[time]\ncolumn = "t"\nunit = "s"\n[columns.body_rate]\nfrom = ["p", "q", "r"]\nunit = "rad/s"\n')
        self.write("log.csv", "t,p,q,r\n" + "".join(f"{0.01 * k:.2f},{0.01 * (k % 5)},0.02,0\n" for k in range(300)))
        self.write("profile.toml", "[all]\nabs = 1e-3\n")
        os.makedirs(self.path("g"))
        self.write("g/s.toml", self.text)
        for name in ("vehicle.toml", "commands.csv"):
            os.link(self.path(name), self.path("g/" + name))
        self.expect(0, "bless", "g", "--reason", "first", "--yes")
        run = ["run", "s.toml", "-o", "new.h5", "--progress", "none"]
        inputs = ["s.toml", "vehicle.toml", "commands.csv"]
        # Words, the option that names the output, what the command reads, and an ending that the output has to have.
        self.commands = [
            (run, "--junit", inputs, ""), (run, "--markdown", inputs, ""),
            (["requirements", "a.h5", "--of", "s.toml"], "--junit", ["a.h5", *inputs], ""),
            (["requirements", "a.h5", "--of", "s.toml"], "--markdown", ["a.h5", *inputs], ""),
            (["compare", "a.h5", "b.h5", "--margin", "max_tilt_deg=90"], "--junit", ["a.h5", "b.h5"], ""),
            (["compare", "a.h5", "b.h5", "--margin", "max_tilt_deg=90"], "--markdown", ["a.h5", "b.h5"], ""),
            (["regress", "g", "--profile", "profile.toml"], "--junit",
             ["g/s.toml", "g/s.golden", "g/s.golden.txt", "g/vehicle.toml", "g/commands.csv", "profile.toml"], ""),
            (["regress", "g"], "--markdown", ["g/s.toml", "g/s.golden", "g/s.golden.txt", "vehicle.toml", "commands.csv"], ""),
            (["replay", "a.h5", "--sample", 1], "--to-toml", ["a.h5"], ""),
            (["report", "a.h5", "b.h5"], "-o", ["a.h5", "b.h5"], ""),
            (["export", "a.h5"], "-o", ["a.h5"], ".csv"),
            (["export", "a.h5"], "-o", ["a.h5"], ".npz"),
            (["export", "a.h5", "--sample", 0], "--ulog", ["a.h5"], ".ulg"),
            (["diff", "a.h5", "b.h5", "--across", "--profile", "profile.toml"], "--plot", ["a.h5", "b.h5", "profile.toml"], ""),
            (["tolerance", "learn", "a.h5", "c.h5"], "-o", ["a.h5", "c.h5"], ""),
            (["new", "vehicle.toml"], "-o", ["vehicle.toml"], ""),
            (["import", "log", "log.csv", "--columns", "columns.toml"], "-o", ["log.csv", "columns.toml"], ""),
        ]

    def names_of(self, file, ending):
        """The file itself, a symbolic link to it, and a hard link."""
        soft, hard = "soft" + ending, "hard" + ending
        for name in (soft, hard):
            if os.path.lexists(self.path(name)):
                os.remove(self.path(name))
        os.symlink(file, self.path(soft))
        os.link(self.path(file), self.path(hard))
        return [soft, hard] if ending else [file, soft, hard]

    def test_no_command_writes_over_what_it_reads(self):
        """Each input under one of its names, in turn: one function tells whether two names are those of one file."""
        turn = 0
        for words, option, inputs, ending in self.commands:
            for file in inputs:
                names = self.names_of(file, ending)
                name, turn = names[turn % len(names)], turn + 1
                with self.subTest(command=words[0], option=option, file=file, name=name), self.nothing_touched():
                    done = self.run_program(*words, option, name, "--force")
                    self.assertEqual(done.code, 3, done)
                    self.assertRegex(done.err, f"(?m)^{name}: error: (this command reads that file|it is a result file)")

    def test_results_are_not_replaced_by_samples_of_theirs(self):
        for name in self.names_of("a.h5", ""):
            for words in (["replay", "a.h5", "--sample", 1], ["merge", "a.h5"]):
                with self.subTest((name, words)), self.nothing_touched():
                    fresh = ["--fresh"] if words[0] == "replay" else []
                    done = self.run_program(*words, "-o", name, *fresh, "--progress", "none")
                    self.assertIn(done.code, (2, 3), done)
                    self.assertRegex(done.err, "this command reads that file|is one of the merged files")

    def test_no_command_writes_over_what_others_have_written(self):
        for words, option, _, ending in self.commands:
            name = "theirs" + ending
            self.write(name, FOREIGN)
            os.chmod(self.path(name), 0o604)
            with self.subTest(command=words[0], option=option):
                with self.nothing_touched():
                    done = self.run_program(*words, option, name)
                    self.assertEqual(done.code, 3, done)
                    self.assertIn("--force to replace it", done.err)
                if "import" in words:  # only results are replaced by results
                    continue
                link = "link" + ending
                if os.path.lexists(self.path(link)):
                    os.remove(self.path(link))
                os.symlink(name, self.path(link))
                done = self.run_program(*words, option, link, "--force")
                self.assertIn(done.code, (0, 1), done)
                self.assertNotEqual(open(self.path(name), "rb").read(), FOREIGN.encode())
                self.assertTrue(os.path.islink(self.path(link)))
                self.assertEqual(stat.S_IMODE(os.stat(self.path(name)).st_mode), 0o604)
                self.assertFalse([left for left in os.listdir(self.dir) if ".partial" in left])
            os.remove(self.path(name))
            if os.path.exists(self.path("new.h5")):
                os.remove(self.path("new.h5"))

    def test_a_result_that_is_replaced_hands_on_its_mode(self):
        os.chmod(self.path("a.h5"), 0o640)
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--fresh", "--progress", "none")
        self.assertEqual(stat.S_IMODE(os.stat(self.path("a.h5")).st_mode), 0o640)

    def test_files_of_verdicts_of_its_own_are_replaced(self):
        """CI services have an empty file ready, and the same command runs again."""
        for option in ("--junit", "--markdown"):
            self.write("v", "")
            for _ in range(2):
                self.expect(0, "requirements", "a.h5", option, "v")
            with open(self.path("v"), encoding="utf-8") as file:
                self.assertIn("lean", file.read())
        self.expect(3, "requirements", "a.h5", "--junit", "v")  # that is Markdown
        self.assertIn("--force: error: needs --junit or --markdown", self.expect(2, "requirements", "a.h5", "--force").err)

    def test_the_pdf(self):
        """By a program that is called as Chromium is."""
        os.makedirs(self.path("bin"))
        self.write("bin/chromium", '#!/bin/sh\nfor w; do case $w in --print-to-pdf=*) echo %PDF > "${w#*=}";; esac; done\n')
        os.chmod(self.path("bin/chromium"), 0o755)
        env = {**os.environ, "PATH": self.path("bin") + ":" + os.environ["PATH"]}
        self.write("theirs.pdf", FOREIGN)
        self.write("x.pdf.partial", FOREIGN)
        self.expect(3, "report", "a.h5", "-o", "a.html", "--pdf", "theirs.pdf", env=env)
        self.expect(3, "report", "a.h5", "-o", "a.html", "--pdf", "a.h5", "--force", env=env)
        self.expect(2, "report", "a.h5", "-o", "a.html", "--pdf", "./a.html", env=env)
        self.assertFalse(os.path.exists(self.path("a.html")))
        self.expect(0, "report", "a.h5", "-o", "a.html", "--pdf", "x.pdf", env=env)
        self.assertEqual(open(self.path("x.pdf")).read(), "%PDF\n")
        self.assertEqual(open(self.path("x.pdf.partial")).read(), FOREIGN)


if __name__ == "__main__":
    support.main()
