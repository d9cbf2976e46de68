"""What the tests of the program as a whole share. Every test file is run as

    /usr/bin/python3 FILE.py PATH/OF/montecopter [names of tests]

and leaves nothing behind.
"""
import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""  # absolute path, set by main()

# A quadcopter with motor lag, noise and wind that needs no other file.
SCENARIO = """\
schema = 1
name = "small"

[vehicle]
type = "multirotor"
frame = "NED/FRD"
mass_kg = 1.0
inertia_kg_m2 = {xx = 0.005, yy = 0.005, zz = 0.007}
linear_drag_n_s_m = 0.1

[vehicle.process_noise]
force_n2_s = 5e-4
moment_n2_m2_s = 1e-7

[vehicle.rotor]
axis = [0, 0, -1]
law = {type = "signed_quadratic", thrust_n_s2 = 1.91e-6, torque_n_m_s2 = 2.6e-7}
motor = {type = "first_order", time_constant_s = 0.02, min = 0, max = 2200, rotor_inertia_kg_m2 = 6.6e-6}

[[vehicle.rotors]]
position_m = [0.08, 0.08, 0]
spin = 1
[[vehicle.rotors]]
position_m = [-0.08, -0.08, 0]
spin = 1
[[vehicle.rotors]]
position_m = [0.08, -0.08, 0]
spin = -1
[[vehicle.rotors]]
position_m = [-0.08, 0.08, 0]
spin = -1

[[wind]]
type = "steady"
to_m_s = [1.0, 0.5, 0.0]

[controller]
type = "command_table"
rows = [
  [0.0, 1133.0, 1133.0, 1133.0, 1133.0],
  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],
  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],
]

[integrator]
type = "rk4"
rate_hz = 1000

[simulation]
duration_s = 0.3

[simulation.initial]
position_m = [0, 0, -10]

[output]
signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "command", "specific_force"]
rate_hz = 100
traces = "every:3"

[monte_carlo]
samples = 200
seed = 11

[disperse."vehicle.mass_kg"]
dist = "truncated_normal"
mean = 1.0
sd = 0.05
low = 0.9
high = 1.1

[disperse."vehicle.inertia_kg_m2.xx"]
dist = "uniform"
low = 0.0045
high = 0.0055

[disperse."vehicle.rotors.*.motor.time_constant_s"]
dist = "normal"
mean = 0.02
sd = 0.0005

[disperse."wind.0.to_m_s.x"]
dist = "normal"
mean = 0.0
sd = 1.0
"""

VEHICLES = pathlib.Path(__file__).resolve().parents[2] / "scenarios/vehicles"

# A helicopter that is not flown, for what does not suit it.
HELICOPTER = f"""schema = 1
name = "helicopter"
vehicle.include = "{VEHICLES}/marvin.toml"
controller = {{type = "command_table", rows = [[0, 1030, 60, 45, -205, 730]]}}
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 0.1}}
"""

# Vehicle and controller of a body of 2 kg on which gravity alone acts: one rotor without thrust, no drag.
FREE_BODY = """\
[vehicle]
type = "multirotor"
mass_kg = 2.0
inertia_kg_m2 = {xx = 0.01, yy = 0.02, zz = 0.025}
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {type = "quadratic", thrust_n_s2 = 0, torque_n_m_s2 = 0}
motor = {type = "direct", max = 1000}
[controller]
type = "command_table"
rows = [[0, 0]]
"""

# Rotors of a plus quadcopter in a vehicle file; what they share is left open.
PLUS_ROTORS = """\
[[rotors]]
position_m = [0.2, 0, 0]
spin = 1
[[rotors]]
position_m = [0, 0.2, 0]
spin = -1
[[rotors]]
position_m = [-0.2, 0, 0]
spin = 1
[[rotors]]
position_m = [0, -0.2, 0]
spin = -1
"""


def edited(*changes, text=SCENARIO):
    """The scenario with each (old, new) replaced; old has to be there exactly once."""
    for old, new in changes:
        if text.count(old) != 1:
            raise AssertionError(f"{old!r} is {text.count(old)} times in the scenario")
        text = text.replace(old, new)
    return text


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def snapshot(directory):
    """Everything below a directory, with the bytes of regular files."""
    found = {}
    for folder, names, files in os.walk(directory):
        for name in names + files:
            path = os.path.join(folder, name)
            regular = os.path.isfile(path) and not os.path.islink(path)
            found[os.path.relpath(path, directory)] = sha256(path) if regular else "-"
    return found


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __repr__(self):
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class ProgramTest(unittest.TestCase):
    """A test with a directory of its own, which is the working directory of the program."""
    results = {}  # bytes of what fly_once() has flown
    refusing = itertools.cycle(("check", "run"))  # broken_scenarios.py shows that both say the same

    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="montecopter-test-")
        self.addCleanup(shutil.rmtree, self.dir)

    def path(self, name):
        return os.path.join(self.dir, name)

    def make_files_that_are_no_results(self):
        """text, empty, directory, pipe, foreign.h5, and cut.h5, the beginning of a.h5."""
        import h5py  # few tests need it
        self.write("text", "hello\n")
        self.write("empty", "")
        os.mkdir(self.path("directory"))
        os.mkfifo(self.path("pipe"))
        with open(self.path("a.h5"), "rb") as file:
            self.write("cut.h5", file.read()[:20000])
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file["x"] = list(range(3))

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        mode = "wb" if isinstance(text, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(text)
        return name

    def run_program(self, *arguments, program=None, cwd=None, timeout=300, **options):
        """Runs the program to its end; arguments are taken as text."""
        command = [program or PROGRAM, *map(str, arguments)]
        if "env" in options and "LLVM_PROFILE_FILE" in os.environ:  # scripts/coverage: where it counts what is reached
            options["env"] = {"LLVM_PROFILE_FILE": os.environ["LLVM_PROFILE_FILE"], **options["env"]}
        done = subprocess.run(command, cwd=cwd or self.dir, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=timeout, **options)
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def expect(self, code, *arguments, **options):
        """Runs the program and requires an exit code."""
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.code, code, f"{arguments}: {result}")
        return result

    def assert_no_answer(self, result):
        """Nothing but the error, which JSON has, too."""
        if result.out.startswith("{"):
            answer = json.loads(result.out)
            self.assertEqual(list(answer), ["montecopter", "command", "schema", "warnings", "error"])
            self.assertEqual(answer["error"]["exit_code"], result.code)
        else:
            self.assertEqual(result.out, "")

    def refuse(self, text, message):
        """`check` or `run`, by turns, refuses a scenario with one message, and leaves nothing behind. Returns what it says."""
        self.write("s.toml", text)
        with self.nothing_touched():
            result = self.expect(2, next(self.refusing), "s.toml")
        self.assertIn(message, result.err)
        self.assertEqual(result.err.count("error:"), 1, result.err)
        return result.err

    def refuse_marked(self, text, message):
        """The same; the place of '^', which is taken out, is that of the message."""
        told = self.refuse(text.replace("^", ""), message)
        if "^" in text:
            before = text[:text.index("^")]
            place = f"s.toml:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: error: "
            self.assertIn(place, told)

    def fly_once(self, text, name, *options, code=0):
        """s.toml, and the result that it gives: flown for the first test of a file that asks for it, a copy for the others."""
        self.write("s.toml", text)
        flight = (text, options, code)
        if flight not in self.results:
            self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)
            with open(self.path(name), "rb") as file:
                self.results[flight] = file.read()
        self.write(name, self.results[flight])

    def begin_with_a_result(self, *options):
        """s.toml with SCENARIO, and its result a.h5."""
        self.fly_once(SCENARIO, "a.h5", *options)

    def start(self, *arguments, **options):
        """Starts the program in the background; it is ended with the test at the latest."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.dir,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(self._end, process)
        return process

    @staticmethod
    def _end(process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    @contextlib.contextmanager
    def nothing_touched(self):
        """Requires that the test's directory holds the same afterwards as before."""
        before = snapshot(self.dir)
        yield
        self.assertEqual(snapshot(self.dir), before)


def slow(test):
    """Marks a case that repeats over many vehicles, files or kernels what a quick case proves once, or that takes seconds
    for something rare: tests of the label `slow` run these cases of a file, and no others; the test of the file leaves
    them out."""
    test.slow = True
    return test


class _Loader(unittest.TestLoader):
    def getTestCaseNames(self, testCaseClass):
        wanted = "MONTECOPTER_TEST_SLOW" in os.environ
        return [name for name in super().getTestCaseNames(testCaseClass)
                if getattr(getattr(testCaseClass, name), "slow", False) == wanted]


def main(runner=None, in_memory=True):
    """`runner`: of unittest; without it, one test runs after the other. `in_memory`: whether its files may be there."""
    global PROGRAM
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = os.path.abspath(sys.argv[1])
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"{PROGRAM}: not a program")
    for name in ("LC_ALL", "SLURM_CPUS_ON_NODE"):
        os.environ.pop(name, None)
    if in_memory and "MONTECOPTER_TEST_FOLDER" in os.environ:  # tests/memory_folder.cmake
        os.environ["TMPDIR"] = tempfile.tempdir = os.environ["MONTECOPTER_TEST_FOLDER"]
    # Where this is a background job of a shell, SIGINT is ignored, and would be by all that is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[2:]], testRunner=runner,
                  testLoader=_Loader())
