#!/usr/bin/python3
"""Usage: new_model.py COMPILER

What scripts/new-model writes compiles as a member of every list, with its tests; and what it is not to do, it does not
do in part.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = ""
KINDS = {"wind", "distribution", "controller", "estimator", "event", "rotor-law", "motor", "atmosphere",
         "metric-group", "sensor", "trajectory", "integrator", "ground", "magnetic-field", "pulse", "heading", "design"}
# What the script reads and writes, and what a compiler needs of it.
NEEDED = ("src", "cli", "tests", "scripts", "scenarios/vehicles", ".clang-format")


def copy_of_the_tree():
    root = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-new-model-"))
    for path in NEEDED:
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, root / path, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, root / path)
    return root


def files_of(root):
    """All that is in a tree, with when files were written."""
    return {path: path.stat().st_mtime_ns if path.is_file() else None for path in root.rglob("*")}


def script(root, *words):
    return subprocess.run([root / "scripts/new-model", *words], capture_output=True, text=True, check=False)


class Written(unittest.TestCase):
    """One of each kind, in one tree."""

    @classmethod
    def setUpClass(cls):
        cls.root = copy_of_the_tree()
        cls.addClassCleanup(shutil.rmtree, cls.root)
        before = files_of(cls.root)
        cls.answers = [script(cls.root, kind, "gust_front") for kind in sorted(KINDS)]
        cls.new = sorted(path for path in files_of(cls.root) if path not in before and path.is_file())

    def test_it_says_what_it_has_written(self):
        for done in self.answers:
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = "".join(done.stdout for done in self.answers)
        for path in self.new:
            self.assertIn(f"  {path.relative_to(self.root)}\n", said)

    def test_all_compile_beside_the_others(self):
        headers = [path for path in self.new if path.suffix == ".hpp"]
        tests = [path for path in self.new if path.name.endswith(".test.cpp")]
        self.assertEqual((len(headers), len(tests)), (len(KINDS), len(KINDS)))
        for path in self.new:
            self.assertNotIn("@", re.sub(r"@[a-z]+\.", "", path.read_text()), path)
        unit = self.root / "all.cpp"
        # models.hpp holds the lists; the others use all kinds, and the schemas ask for the key of each member.
        lists = ["dynamics/models.hpp", "plan/metrics/metric_groups.cpp", "dynamics/controllers/allocation_setup.cpp",
                 "scenario/model/scenario_schema.cpp", "scenario/model/controller_schema.cpp", "scenario/model/rotor_schema.cpp"]
        unit.write_text("".join(f'#include "{path}"\n' for path in [*lists, *tests]))
        done = subprocess.run([COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Isrc",
                               "-Itests", unit], cwd=self.root, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for check in ("check-layers", "check-includes"):
            done = subprocess.run([self.root / "scripts" / check], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_each_test_is_listed_and_each_scenario_is_read(self):
        """They are not built: a new member of a list compiles kernels and scenarios again, which takes minutes."""
        lists = "".join((self.root / path).read_text() for path in
                        ("tests/dynamics/CMakeLists.txt", "tests/plan/CMakeLists.txt"))
        for path in self.new:
            if path.name.endswith(".test.cpp"):
                self.assertIn(f" {'/'.join(path.relative_to(self.root).parts[2:])}\n", lists.replace(" LIBS", "\n"))
            elif path.suffix == ".toml":
                scenario = tomllib.loads(path.read_text())
                self.assertEqual(scenario["name"], path.stem)
                self.assertTrue((path.parent / scenario["vehicle"]["include"]).exists())


class Refused(unittest.TestCase):
    def setUp(self):
        self.root = copy_of_the_tree()
        self.addCleanup(shutil.rmtree, self.root)

    def refuse(self, message, *words):
        before = files_of(self.root)
        done = script(self.root, *words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertTrue(files_of(self.root) == before, words)

    def test_what_is_wrong_is_told_and_nothing_is_written(self):
        self.refuse("a KIND and a NAME are needed")
        self.refuse("a KIND and a NAME are needed", "wind")
        self.refuse("one argument too many", "wind", "gust_front", "more")
        self.refuse("there is no kind 'winds'", "winds", "gust_front")
        self.refuse("unknown option '--force'", "wind", "gust_front", "--force")
        self.refuse("--root needs a directory", "wind", "gust_front", "--root")
        self.refuse("there is no tests/dynamics/CMakeLists.txt", "wind", "gust_front", "--root", self.root / "scenarios")
        for name in ("GustFront", "gust-front", "gust__front", "_gust", "gust_", "1gust", "", "gust front", "../gust",
                     "g" * 33, "böe"):
            self.refuse("is not a valid name", "wind", name)
        self.refuse("'log_shear' exists already, in src/dynamics/winds/shear.hpp", "wind", "log_shear")
        self.refuse("src/dynamics/winds/velocity.hpp exists already", "wind", "velocity")
        self.refuse("has a WindEstimator", "estimator", "wind")
        self.refuse("src/dynamics/sensors/sensor_kinds.hpp has a AnySensor", "sensor", "any")
        self.refuse("src/plan/metrics/battery_metrics.hpp exists already", "metric-group", "battery")

    def test_no_file_is_written_over(self):
        (self.root / "scenarios/examples").mkdir()
        (self.root / "scenarios/examples/gust-front-wind.toml").write_text("mine\n")
        self.refuse("scenarios/examples/gust-front-wind.toml exists already", "wind", "gust_front")
        self.assertEqual(script(self.root, "event", "gust_front").returncode, 0)
        self.refuse("exists already", "event", "gust_front")

    def test_a_list_that_has_moved_is_told(self):
        path = self.root / "src/dynamics/winds/wind.hpp"
        path.write_text(path.read_text().replace("struct Wind", "struct AnyWind"))
        self.refuse("has no 'struct Wind'", "wind", "gust_front")

    def test_what_cannot_be_written_leaves_nothing(self):
        shutil.rmtree(self.root / "tests/dynamics/winds")
        (self.root / "tests/dynamics/winds").write_text("a file where a folder is to be\n")
        self.refuse("cannot write", "wind", "gust_front")


class Help(unittest.TestCase):
    def test_help_has_examples(self):
        done = script(ROOT, "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("scripts/new-model wind gust_front", done.stdout)
        for kind in KINDS:
            self.assertIn(kind, done.stdout)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    COMPILER = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
