#!/usr/bin/python3
"""Files of verdicts (--junit, --markdown): what a command reads or writes otherwise stays, and is refused before anything
is flown."""
import os

import support
from requirements import RequirementsTest, Runs, required
from support import SCENARIO

MET = Runs.MET
del Runs  # its tests are those of requirements.py


class FilesOfVerdicts(RequirementsTest):
    """What a command reads or writes otherwise is not replaced."""
    HERE = "error: this command reads that file"

    def refused(self, code, *words):
        with self.nothing_touched():
            return self.expect(code, *words).err

    def test_what_a_run_reads_and_writes_stays(self):
        vehicle, rest = SCENARIO[SCENARIO.index("[vehicle]"):].split("[[wind]]")
        self.write("vehicle.toml", vehicle.replace("[vehicle]\n", "").replace("[vehicle.", "[").replace("[[vehicle.", "[["))
        self.write("s.toml", required(MET))
        self.write("included.toml", required(MET, text='schema = 1\nvehicle.include = "vehicle.toml"\n[[wind]]' + rest))
        os.symlink("s.toml", self.path("link.xml"))
        for option in ("--junit", "--markdown"):
            for scenario, file in (("s.toml", "s.toml"), ("s.toml", "./s.toml"), ("s.toml", "link.xml"), ("included.toml", "vehicle.toml")):
                with self.subTest(option=option, file=file):
                    told = self.refused(3, "run", scenario, "--progress", "none", "-o", "a.h5", option, file)
                    self.assertIn(f"{file}: {self.HERE}", told)
            told = self.refused(2, "run", "s.toml", "--progress", "none", "-o", "a.h5", option, "./a.h5")
            self.assertIn(f"{option}: error: './a.h5' is also the file of the result. Give them different names.", told)
        told = self.refused(2, "run", "s.toml", "--progress", "none", "-o", "a.h5", "--junit", "v", "--markdown", "./v")
        self.assertIn("--markdown: error: './v' is also the file of --junit. Give them different names.", told)

    def test_what_is_judged_by_stays(self):
        self.fly(0, SCENARIO)
        self.write("v.toml", required(MET))
        for option in ("--junit", "--markdown"):
            self.assertIn(f"v.toml: {self.HERE}", self.refused(3, "requirements", "a.h5", "--of", "v.toml", option, "v.toml"))
            self.assertIn("a.h5: " + self.HERE, self.refused(3, "requirements", "a.h5", "--of", "v.toml", option, "a.h5"))
            self.assertIn("a.h5: " + self.HERE, self.refused(3, "compare", "a.h5", "a.h5", "--margin", "max_tilt_deg=1", option, "a.h5"))
        self.assertIn("'v' is also the file of --junit", self.refused(2, "requirements", "a.h5", "--of", "v.toml", "--junit", "v", "--markdown", "v"))

    def test_shards_and_what_is_made_of_them_stay(self):
        self.write("s.toml", required(MET))
        names = [f"small.shard-{i}-of-2.h5" for i in (1, 2)]
        for i in (1, 2):
            self.expect(0, "run", "s.toml", "--progress", "none", "--shard", f"{i}/2")
        self.assertIn(f"{names[1]}: {self.HERE}", self.refused(3, "merge", *names, "-o", "all.h5", "--junit", names[1]))
        self.assertIn("'all.h5' is also the file of the result", self.refused(2, "merge", *names, "-o", "all.h5", "--markdown", "all.h5"))

    def test_what_is_there_for_a_summary_is_replaced(self):
        self.write("summary.md", "")
        self.fly(0, required(MET), "--markdown", "summary.md")
        self.assertIn("1 requirement: 1 met", open(self.path("summary.md")).read())


if __name__ == "__main__":
    support.main()
