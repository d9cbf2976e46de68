#!/usr/bin/python3
"""What scripts/hook lets git check before a commit is the text that is committed, whatever is in the folder, and it
installs nothing. What scripts/tidy asks clang-tidy about is every header that differs."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = "#pragma once\n\n/// Of a circle.\nconstexpr double circumference(double radius_m) { return 6.28 * radius_m; }\n"
UNFORMATTED = HEADER.replace("(double radius_m) {", "( double radius_m )\n{")
UPWARDS = HEADER.replace("once\n", 'once\n\n#include "plan/plan.hpp"\n')  # base includes nothing
# What would install something, and what takes long: each writes down how it was called.
TOOLS = ("apt-get", "sudo", "dpkg-query", "cmake", "clang-tidy")


class Repository(unittest.TestCase):
    """One of a few files, with the scripts that look at them."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-hook-"))
        self.addCleanup(shutil.rmtree, self.root)
        self.project = self.root / "project"
        shutil.copytree(ROOT / "scripts", self.project / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / ".clang-format", self.project)
        tools = self.root / "tools"
        tools.mkdir()
        self.called = self.root / "called"
        for tool in TOOLS:
            (tools / tool).write_text(f'#!/bin/sh\necho {tool} "$@" >> {self.called}\n')
            (tools / tool).chmod(0o755)
        people = {f"GIT_{who}_{what}": "test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        mine = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment = {**mine, **people, "HOME": str(self.root), "PYTHONDONTWRITEBYTECODE": "1",
                            "PATH": f"{tools}:{os.environ['PATH']}"}
        self.header = self.project / "src/core/base/circle.hpp"
        self.header.parent.mkdir(parents=True)
        shutil.copy(ROOT / "src/wings.txt", self.project / "src")
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "Scripts")

    def do(self, *words):
        return subprocess.run(words, cwd=self.project, env=self.environment, capture_output=True, text=True,
                              timeout=120, check=False)

    def git(self, *words):
        done = self.do("git", *words)
        self.assertEqual(done.returncode, 0, done.stderr)


class Hook(Repository):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.do("scripts/hook", "--install").returncode, 0)

    def commit(self, staged, in_the_folder):
        self.header.write_text(staged)
        self.git("add", ".")
        self.header.write_text(in_the_folder)
        done = self.do("git", "commit", "-q", "-m", "Circle")
        self.assertFalse(self.called.exists(), "something is installed")
        self.assertEqual(self.header.read_text(), in_the_folder)
        return done

    def test_the_staged_text_is_checked(self):
        done = self.commit(UNFORMATTED, HEADER)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("run scripts/format, and git add them\n  src/core/base/circle.hpp\n", done.stderr)
        done = self.commit(UPWARDS, HEADER)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("src/core/base/circle.hpp:3: core must not include plan", done.stdout + done.stderr)

    def test_what_is_only_in_the_folder_is_not(self):
        done = self.commit(HEADER, UNFORMATTED + UPWARDS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_what_git_commits_of_the_folder_by_itself_is_checked(self):
        """`git commit -a` and `git commit FILE` have an index of their own."""
        self.assertEqual(self.commit(HEADER, HEADER).returncode, 0)
        self.header.write_text(UNFORMATTED)
        for words in (["-a"], ["src/core/base/circle.hpp"]):
            self.assertNotEqual(self.do("git", "commit", "-q", "-m", "Circle", *words).returncode, 0, words)

    def test_without_clang_format_it_says_so(self):
        """Programs are searched for in a folder that has only what the script calls before."""
        self.header.write_text(HEADER)
        self.git("add", ".")
        few = self.root / "few"
        few.mkdir()
        for tool in ("bash", "env", "git", "realpath", "dirname", "basename"):
            (few / tool).symlink_to(shutil.which(tool))
        self.environment["PATH"] = str(few)
        done = self.do("scripts/format", "--check", "--staged")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "scripts/format: error: there is no clang-format here; scripts/setup installs it\n"))


class Tidy(Repository):
    def test_a_header_without_a_source_is_looked_at(self):
        (self.header.parent / "square.hpp").write_text(HEADER)
        (self.header.parent / "square.cpp").write_text('#include "core/base/square.hpp"\n')
        (self.header.parent / "piece.hpp").write_text("// included in the middle of another\n")
        self.header.write_text(HEADER)
        done = self.do("scripts/tidy")
        self.assertEqual(done.returncode, 0, done.stderr)
        units = sorted(line.split()[-1] for line in self.called.read_text().splitlines()
                       if line.startswith("clang-tidy -p build/tidy "))
        self.assertEqual(units, ["build/tidy/headers/src/core/base/circle.cpp", "src/core/base/square.cpp"])
        self.assertEqual((self.project / units[0]).read_text(), f'#include "{self.header}"\n')


if __name__ == "__main__":
    unittest.main()
