#!/usr/bin/python3
"""Every script of scripts/, of the folders below and of .ci says what it is for when it is asked, refuses what it does
not know with exit 2, and does nothing else then: no package is installed, no folder made. The same of installing what
has not been built."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sorted(path.relative_to(ROOT) for folder in ("scripts", ".ci") for path in (ROOT / folder).rglob("*")
                 if path.is_file() and os.access(path, os.X_OK))
# What else would be called: each says so, and fails. What is only asked for its help answers.
TOOLS = ("apt-get", "cmake", "ctest", "cpack", "sudo", "ninja", "dpkg-query", "mmdebstrap", "clang-format",
         "git", "unshare", "montecopter", "srun")
TOOL = """#!/bin/sh
[ "$*" != --help ] || exec {real} --help
echo called {tool} >&2
exit 99
"""
# Which of their words go on to which program, and options of it that they take.
PASSED_ON = {
    "ctest": (["test", "asan", "coverage", "tsan"],
              (["-R", "record"], ["-j4"], ["-j", "4", "-VV"], ["--preset=release"], ["--repeat", "until-fail:2"],
               ["-N"], ["--show-only=json-v1"], ["-R", "-x"])),
    "cpack": (["package"], (["-D", "CPACK_PACKAGE_CONTACT=Me"], ["-DCPACK_PACKAGE_CONTACT=Me"])),
    "Google Benchmark": (["bench"], (["--benchmark_filter=x"], ["--benchmark_list_tests"])),
}


class Scripts(support.ProgramTest):
    """On a copy of the scripts, so that what they make by mistake is seen."""

    def setUp(self):
        super().setUp()
        self.copy = pathlib.Path(self.dir, "project")
        for folder in ("scripts", ".ci", "src/python", "tests/bits", "tests/cli"):
            shutil.copytree(ROOT / folder, self.copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "CMakePresets.json", self.copy)
        tools = pathlib.Path(self.dir, "tools")
        tools.mkdir()
        for tool in TOOLS:
            (tools / tool).write_text(TOOL.format(tool=tool, real=shutil.which(tool) or "false"))
            (tools / tool).chmod(0o755)
        before = support.snapshot(self.dir)
        self.addCleanup(lambda: self.assertEqual(support.snapshot(self.dir), before, "something was made or changed"))
        self.environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PATH": f"{tools}:{os.environ['PATH']}"}

    def call(self, script, *words):
        return subprocess.run([self.copy / script, *words], cwd=self.dir, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)

    @staticmethod
    def forms(script, one, other):
        """Shell scripts tell words apart themselves; Python's starts are slow, and argparse knows both forms."""
        return (one,) if b"argparse" in (ROOT / script).read_bytes() else (one, other)

    @support.slow
    def test_each_answers_help(self):
        self.assertGreater(len(SCRIPTS), 15)
        for script in SCRIPTS:
            for word in self.forms(script, "--help", "-h"):
                with self.subTest(f"{script} {word}"):
                    done = self.call(script, word)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertGreater(len(done.stdout.splitlines()), 1)

    def refuse(self, script, *words):
        done = self.call(script, *words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotIn("called", done.stderr)
        self.assertIn(script.name, done.stderr.splitlines()[0])
        return done.stderr.splitlines()[0]

    @support.slow
    def test_each_refuses_what_it_does_not_know(self):
        for script in SCRIPTS:
            for word in self.forms(script, "--nonsense", "nonsense"):
                with self.subTest(f"{script} {word}"):
                    self.refuse(script, word)
        self.refuse(pathlib.Path("scripts/fuzz"), "10m", "nonsense")

    def test_what_is_passed_on_is_looked_up(self):
        """ctest takes no notice of an option that it does not know, and runs all tests."""
        for program, (names, taken) in PASSED_ON.items():
            if program == "Google Benchmark" and not list(pathlib.Path("/usr/lib").glob("*/libbenchmark.so")):
                continue  # scripts/setup installs it for the benchmarks only
            for name in names:
                script = pathlib.Path("scripts", name)
                for words in taken if name == names[0] else taken[:1]:  # one function looks up the words of all
                    with self.subTest(f"{name} {words}"):
                        done = self.call(script, *words)
                        self.assertNotEqual(done.returncode, 2, done.stderr)
                        self.assertIn("scripts/setup: ", done.stderr)
                for word in ("--quik", "--quik=1", "--benchmark_filtr=x") if name == names[0] else ("--quik",):
                    with self.subTest(f"{name} {word}"):
                        self.assertIn(f"{program} has no option '", self.refuse(script, *taken[0], word))
        test = pathlib.Path("scripts/test")
        self.assertIn("'record' is neither an option of ctest", self.refuse(test, "-VV", "record"))
        self.assertIn("'-R' of ctest needs a value", self.refuse(test, "-R"))
        self.assertIn("ctest has no option '--timeout='", self.refuse(test, "--timeout=5"))
        self.assertIn("ctest has no option '--quik'", self.refuse(test, "--quick", "--quik"))
        self.assertIn("scripts/setup: ", self.call(test, "--quick").stderr)


class Installing(unittest.TestCase):
    @support.slow
    def test_what_is_not_built_is_not_installed_by_half(self):
        """As after `scripts/build release montecopter`."""
        with tempfile.TemporaryDirectory(prefix="montecopter-test-") as folder:
            build, prefix = pathlib.Path(folder, "build"), pathlib.Path(folder, "prefix")
            subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DMONTECOPTER_TESTS=OFF",
                            "-DMONTECOPTER_KERNELS=avx2", "-DCMAKE_BUILD_TYPE=Release"],
                           capture_output=True, check=True, timeout=300)
            shutil.copy(support.PROGRAM, build / "montecopter")
            install = ["cmake", "--install", build, "--prefix", prefix]
            done = subprocess.run(install, capture_output=True, text=True, timeout=300, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("libmontecopter.a has not been built", done.stderr)
            self.assertIn("--component program", done.stderr)
            self.assertFalse(prefix.exists(), "a half installation")
            # What is there can be installed alone.
            subprocess.run([*install, "--component", "program"], capture_output=True, check=True, timeout=300)
            self.assertTrue(os.access(prefix / "bin/montecopter", os.X_OK))
            os.remove(build / "montecopter")
            done = subprocess.run([*install, "--component", "program"], capture_output=True, text=True, timeout=300,
                                  check=False)
            self.assertIn("montecopter has not been built", done.stderr)


class FirstProgram(unittest.TestCase):
    @support.slow
    def test_it_compiles_what_run_needs_alone(self):
        """The units that ninja would compile for the preset first. A build takes minutes: the nightly job flies it."""
        with tempfile.TemporaryDirectory(prefix="montecopter-test-") as folder:
            subprocess.run(["cmake", "--preset", "first", "-B", folder], cwd=ROOT, capture_output=True, check=True,
                           timeout=300)
            steps = subprocess.run(["ninja", "-n", "-C", folder, "montecopter"], capture_output=True, text=True,
                                   check=True, timeout=60).stdout
        self.assertIn("src/simulate", steps)
        for part in ("src/results/report", "src/vehicle/tune", "src/flights", "kernel_baseline", "usual_quadrotors"):
            self.assertNotIn(part, steps)


if __name__ == "__main__":
    support.main()
