"""What the tests of the package share: it is imported from the source tree, and calls the program that is given."""
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src" / "python"))
import montecopter  # noqa: E402

EXAMPLES = ROOT / "scenarios/examples"
HOVER = EXAMPLES / "sih-hover.toml"
VEHICLE = ROOT / "scenarios/vehicles/sih2019.toml"
# The scenario of the docs that needs one file.
TABLE = {
    "schema": 1, "name": "from-python", "vehicle": {"include": str(VEHICLE)},
    "controller": {"type": "command_table", "rows": [[0, 0.4905, 0.4905, 0.4905, 0.4905]]},
    "integrator": {"type": "euler", "rate_hz": 250}, "simulation": {"duration_s": 0.4},
    "output": {"signals": ["position", "attitude", "command"], "rate_hz": 50, "traces": "every:2"},
    "monte_carlo": {"samples": 6, "seed": 3},
    "disperse": {"vehicle.mass_kg": {"dist": "uniform", "low": 0.9, "high": 1.1}},
}
PICTURES = ("traces", "histogram", "path", "footprint", "sweep", "tornado", "wind", "vehicle", "allan", "margins", "bands", "rare", "worst")


def slow(test):
    """A case that runs only with MONTECOPTER_TEST_SLOW, which leaves the others out."""
    test.slow = True
    return test


class Loader(unittest.TestLoader):
    def getTestCaseNames(self, testCaseClass):
        wanted = "MONTECOPTER_TEST_SLOW" in os.environ
        return [name for name in super().getTestCaseNames(testCaseClass)
                if getattr(getattr(testCaseClass, name), "slow", False) == wanted]


class PackageTest(unittest.TestCase):
    """In a folder of its own, which is the current one."""

    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        self.addCleanup(shutil.rmtree, self.dir)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.dir)

    def fly(self, **changes):
        return montecopter.run(TABLE, **{"output": "a.h5", **changes})


def main():
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} PATH/OF/montecopter [names of tests]")
    os.environ["MONTECOPTER"] = os.path.abspath(sys.argv[1])
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[2:]], testLoader=Loader())
