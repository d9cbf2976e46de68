#!/usr/bin/python3
"""Usage: library.py BUILD_DIRECTORY CXX_COMPILER

Installs the build, configures and builds the stand-alone program in consumer/ against it, and
compares what that flies with what the installed program flies, byte for byte.
"""
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CONSUMER = pathlib.Path(__file__).resolve().parent / "consumer"
BUILD, COMPILER = sys.argv[1:3] if len(sys.argv) == 3 else sys.exit(__doc__)


def run(*command, cwd=None, code=0):
    done = subprocess.run([str(word) for word in command], cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != code:
        raise AssertionError(f"{command}: exit {done.returncode}, not {code}\n{done.stdout}")
    return done.stdout


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        installed = cls.dir / "installed"
        run("cmake", "--install", BUILD, "--prefix", installed)
        cls.prefix = cls.dir / "moved elsewhere"  # nothing may remember where it was installed
        installed.rename(cls.prefix)
        run("cmake", "-G", "Ninja", "-S", CONSUMER, "-B", cls.dir / "build",
            f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_PREFIX_PATH={cls.prefix}",
            # Hostile to bits; the package's own options come later and win.
            "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror -ffast-math -march=native")
        run("cmake", "--build", cls.dir / "build")

    def fly(self, name, *options):
        run(self.prefix / "bin/montecopter", "run", "--reproducible", "--progress", "none", "-o", name,
            self.prefix / "share/montecopter/scenarios/examples/sih-hover.toml", *options, cwd=self.dir)
        return (self.dir / name).read_bytes()

    def test_flies_the_same_bytes_as_the_program(self):
        text = run(self.dir / "build/consumer", "library.h5", cwd=self.dir)
        self.assertIn("200 samples, 200 ok", text)
        in_memory, in_file = re.search("fastest turn: (.*) rad/s, of sample .*: (.*) rad/s", text).groups()
        self.assertEqual(in_memory, in_file)  # all digits
        program = self.fly("program.h5", "-n", "200")
        said = json.loads(run(self.prefix / "bin/montecopter", "stats", "program.h5", "--json", cwd=self.dir))
        self.assertEqual(float(in_file), said["metrics"]["max_body_rate_rad_s"]["max"])
        self.assertEqual((self.dir / "library.h5").read_bytes(), program)

    def test_compares(self):
        self.fly("golden.h5", "-n", "200")
        text = run(self.dir / "build/consumer", "compared.h5", "golden.h5", cwd=self.dir)
        self.assertIn("same: golden.h5 and compared.h5", text)
        self.fly("other.h5", "-n", "201")
        text = run(self.dir / "build/consumer", "compared.h5", "other.h5", cwd=self.dir, code=3)
        self.assertIn("not comparable", text)

    def test_errors_reach_the_consumer(self):
        (self.dir / "taken.h5").write_text("not a result")
        text = run(self.dir / "build/consumer", "taken.h5", cwd=self.dir, code=3)
        self.assertIn("taken.h5", text)

    def test_headers_need_nothing_that_is_not_installed(self):
        headers = self.prefix / "include"
        found = sorted(headers.rglob("*.hpp"))
        page = (CONSUMER.parents[2] / "docs/library.md").read_text()
        listed = re.findall(r"^\| `([a-z_/]+\.hpp)` \|", page, re.MULTILINE)
        self.assertEqual([str(path.relative_to(headers / "montecopter")) for path in found], sorted(listed))
        self.assertLessEqual(len(found), 20)
        for path in found:
            for name in re.findall(r'#include [<"]([^">]+)[">]', path.read_text()):
                if "/" in name or "." in name:  # not of the standard library
                    self.assertTrue((headers / name).is_file() or name == "xmmintrin.h",
                                    f"{path.name} includes {name}")

    def test_what_the_program_tells_of_itself_is_installed(self):
        program = self.dir / "told"
        program.write_text("#!/bin/sh\ncase $* in man) echo 'page; $x';; 'completions zsh') echo z;; 'schema vehicle') echo s;; *) exit 2;; esac\n")
        program.chmod(0o755)
        share = self.dir / "share"
        run("cmake", f"-DMONTECOPTER_PROGRAM={program}", f"-DMONTECOPTER_STAGING={share}",
            "-P", CONSUMER.parents[2] / "cmake/self_description.cmake")
        found = {str(path.relative_to(share)) for path in share.rglob("*") if path.is_file()}
        self.assertEqual(found, {"man/man1/montecopter.1.gz", "zsh/vendor-completions/_montecopter",
                                 "montecopter/schema/vehicle.schema.json"})
        page = gzip.decompress((share / "man/man1/montecopter.1.gz").read_bytes())
        self.assertEqual(page, b"page; $x\n")

    def test_older_or_newer_versions_are_told(self):
        (self.dir / "asks").mkdir()
        (self.dir / "asks/CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES CXX)\n"
            "find_package(montecopter 99 REQUIRED)\n")
        text = run("cmake", "-S", self.dir / "asks", "-B", self.dir / "asks/build",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", code=1)
        self.assertIn('requested version "99"', " ".join(text.split()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
