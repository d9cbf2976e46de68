#!/usr/bin/python3
"""Controllers as Python functions: their flights are those of the same law as a program, and their faults are told."""
import functools
import importlib.util
import os
import signal
import subprocess
import sys
import textwrap
import time
import unittest
import warnings

import support
from support import ROOT, PackageTest

import montecopter
from montecopter.digests import digest_of

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

EXTERNAL = ROOT / "scenarios/controllers/external"


def cascade():
    """The law of the shipped program, as a module."""
    spec = importlib.util.spec_from_file_location("cascade", EXTERNAL / "cascade.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hover(state, reference, flight):
    """Thrust for the reference height; moments that keep the vehicle level."""
    down = 4 * (state.position_m - reference.position_m)[2] + 4 * state.velocity_m_s[2]
    lean = state.rotation.T @ [0, 0, 1]
    moments = flight.inertia_kg_m2 @ (60 * numpy.array([lean[1], -lean[0], 0]) - 14 * state.body_rate_rad_s)
    return [flight.mass_kg * (flight.gravity_m_s2 + down), *moments]


SCENARIO = {
    "schema": 1, "name": "function", "vehicle": {"include": str(ROOT / "scenarios/vehicles/f450.toml")},
    "controller": {"type": "lee", "position_gain_1_s2": 4.0}, "integrator": {"type": "rk4", "rate_hz": 500},
    "simulation": {"duration_s": 0.4, "initial": {"position_m": [0, 0, -5]}},
    "trajectory": {"type": "hover", "position_m": [0, 0, -5]}, "monte_carlo": {"samples": 3, "seed": 2},
    "output": {"traces": "none"},
    "disperse": {"vehicle.mass_kg": {"dist": "uniform", "low": 1.3, "high": 1.5}},
}
RATE = {"controller.rate_hz": 100}


@unittest.skipIf(h5py is None, "python3-h5py is not installed")
class Controllers(PackageTest):
    def fly(self, function, **changes):
        return montecopter.run(SCENARIO, **{"controller": function, "set": RATE, "output": "a.h5", **changes})

    def test_the_flights_of_a_program_with_the_same_law(self):
        """The same numbers reach the law and return, so that all states have the same bits."""
        program = cascade()

        def law(state, _, flight):
            if not flight.memory:
                own = flight.memory["own"] = object.__new__(program.Cascade)
                own.mass, own.gravity, own.period = flight.mass_kg, flight.gravity_m_s2, flight.period_s
                own.inertia, own.k, own.sum = flight.inertia_kg_m2.tolist(), program.DEFAULTS | flight.parameters, [0.0] * 3
            numbers = state._numbers.tolist()
            return flight.memory["own"].update(numbers[2:15], numbers[15:33])
        os.environ["PATH"] = f"/usr/bin:{os.environ['PATH']}"
        short = {"simulation.duration_s": 0.2, 'disperse."controller.parameters.position_gain_1_s2"': {
            "dist": "uniform", "low": 3.0, "high": 5.0}}
        one = montecopter.run(EXTERNAL / "f450-external.toml", set=short, samples=3, output="program.h5")
        keys = {"controller.rate_hz": 500, "controller.delay_s": 0.002, "controller.parameters": {
            "position_gain_1_s2": 4.0, "velocity_gain_1_s": 3.0}}
        with self.assertWarnsRegex(montecopter.MontecopterWarning, "position_gain_1_s2' is overridden, but every sample draws it"):
            two = montecopter.run(EXTERNAL / "f450-external.toml", set={**keys, **short}, samples=3, controller=law,
                                  output="function.h5")
        with h5py.File(one.path) as a, h5py.File(two.path) as b:
            numpy.testing.assert_array_equal(a["digest"][:], b["digest"][:])
            self.assertTrue((a["status"][:] == 1).all())

    def test_the_state_is_the_state_of_the_file(self):
        seen = {}
        result = self.fly(lambda s, r, f: [seen.setdefault((f.sample, s.time_s), (s, r, f)) and f.mass_kg * 9.0, 0, 0, 0],
                          threads=1, set={**RATE, "output": {"signals": ["position", "velocity", "attitude", "body_rate"],
                                                             "rate_hz": 100, "traces": "all"}})
        with h5py.File(result.path) as file:
            for sample in range(3):
                for row, at in enumerate(file["time"][:-1]):
                    state, reference, flight = seen[sample, float(at)]
                    numpy.testing.assert_array_equal(file["position"][sample, row], state.position_m)
                    numpy.testing.assert_array_equal(file["velocity"][sample, row], state.velocity_m_s)
                    numpy.testing.assert_array_equal(file["attitude"][sample, row], state.attitude)
                    numpy.testing.assert_array_equal(file["body_rate"][sample, row], state.body_rate_rad_s)
                    numpy.testing.assert_array_equal(reference.position_m, [0, 0, -5])
        self.assertEqual((flight.mass_kg, flight.period_s, flight.inertia_kg_m2[2, 2]), (1.4, 0.01, 0.0252))  # of f450.toml

    def test_rotor_commands_parameters_and_objects(self):
        class Law:
            gain = 1.0

            def __call__(self, state, reference, flight):
                return flight.hover * flight.parameters["gain"] * self.gain
        keys = {**RATE, "controller.commanded": "rotors", "controller.parameters.gain": 1.05}
        frame = self.fly(Law(), set=keys).to_pandas()
        self.assertTrue((frame.m_max_altitude_m > 5).all())  # more than hover thrust climbs

    def test_replay_and_another_function(self):
        result = self.fly(hover, only=[0, 2])
        with self.assertRaisesRegex(montecopter.RefusedError, "another controller flew it: hover-.*Replay with the function"):
            montecopter.replay(self.fly(hover), samples=1, controller=lambda s, r, f: [0, 0, 0, 0], output="r.h5")
        again = montecopter.replay(result, samples=[1], controller=hover, output="again.h5")
        self.assertEqual([sample["same"] for sample in again.summary["samples"]], [True])
        with self.assertRaisesRegex(montecopter.RefusedError, "different scenario.*hover-.*another output"):
            self.fly(lambda s, r, f: hover(s, r, f))

    def test_without_its_function(self):
        """Another call cannot fly on, and says so; the same call finishes the file."""
        result = self.fly(hover, only=[0])
        with self.assertWarnsRegex(montecopter.MontecopterWarning, "finishes it: the same call .* with its controller="):
            result.to_pandas()
        with warnings.catch_warnings(record=True) as caught, self.assertRaises(montecopter.FailuresError):
            warnings.simplefilter("always")
            montecopter.run(result.resolved(), output="alone.h5", set={"simulation.max_failures": 0})
        self.assertIn("MONTECOPTER_RELAY: parameter not set", str(caught[0].message))
        self.assertEqual(list(self.fly(hover).to_pandas().status), ["ok"] * 3)

    def test_lanes_and_threads_do_not_matter(self):
        hashes = {self.fly(hover, samples=20, threads=threads, lanes=lanes, output=f"{lanes}.h5").summary["content_sha256"]
                  for threads, lanes in ((1, "scalar"), (4, "baseline"))}
        self.assertEqual(len(hashes), 1)

    def test_hidden_state_is_found(self):
        calls = []
        with self.assertRaises(montecopter.RefusedError) as raised:
            self.fly(lambda s, r, f: calls.append(0) or [13.0 + len(calls), 0, 0, 0])
        self.assertIn("sample", raised.exception.message)
        self.assertEqual(os.listdir(), [])

    def test_an_exception_is_the_cause(self):
        def law(state, reference, flight):
            return hover(state, reference, flight) if state.time_s < 0.2 else [1 / 0]
        with self.assertRaisesRegex(montecopter.ControllerError,
                                    r"law raised ZeroDivisionError: .*\(sample 0, 0.2 s\)") as raised:
            self.fly(law)
        cause = raised.exception.__cause__
        self.assertIsInstance(cause, ZeroDivisionError)
        self.assertEqual(cause.__traceback__.tb_next.tb_frame.f_code.co_name, "law")

    def test_commands_that_are_none(self):
        for found, what in (([1, 2, 3], "returned 3 numbers, but 4 are needed: thrust"), (None, "returned None"),
                            (["x"] * 4, "which are no numbers")):
            with self.subTest(found), self.assertRaisesRegex(montecopter.ControllerError, what):
                self.fly(lambda s, r, f: found)
        for wrong in (5, "f"):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "controller: .* is not a function"):
                self.fly(wrong)
        with self.assertRaisesRegex(montecopter.ScenarioError, "rate_hz"):
            self.fly(hover, set={})

    def test_nan_ends_one_flight_only(self):
        def law(state, reference, flight):
            return [float("nan")] * 4 if flight.sample == 1 and state.time_s > 0.1 else hover(state, reference, flight)
        with self.assertWarnsRegex(montecopter.MontecopterWarning, "1 of 3 flights"):
            status = self.fly(law, set={**RATE, "simulation.max_failures": 1}).to_pandas().status
        self.assertEqual(list(status), ["ok", "controller_failed", "ok"])

    def test_an_interruption_ends_a_function_that_hangs(self):
        script = f"""if True:
            import sys, time, montecopter
            def law(state, reference, flight):
                print("called", flush=True)
                time.sleep(60)
            try:
                montecopter.run({SCENARIO!r}, controller=law, set={RATE!r}, output="h.h5")
            except KeyboardInterrupt:
                sys.exit(17)"""
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src/python"), "PYTHONDONTWRITEBYTECODE": "1"}
        with subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(process.stdout.readline(), "called\n")
            process.send_signal(signal.SIGINT)
            begun = time.monotonic()
            self.assertEqual(process.wait(20), 17)
            self.assertLess(time.monotonic() - begun, 15)


class Digests(unittest.TestCase):
    """What changes the commands changes the digest, as far as Python shows it; names of files and comments do not."""

    def made(self, text, **names):
        space = {"__name__": "study", **names}
        exec(textwrap.dedent(text), space)
        return digest_of(space["f"])

    def test_what_counts(self):
        first = self.made("def f(s, r, x):\n    return [k * 2.0]", k=1)
        self.assertEqual(first, self.made("# a comment\n\ndef f(s, r, x):  # another\n    return [k * 2.0]", k=1))
        others = [self.made("def f(s, r, x):\n    return [k * 3.0]", k=1), self.made("def f(s, r, x):\n    return [k * 2.0]", k=2),
                  self.made("def f(s, r, x=1):\n    return [k * 2.0]", k=1), self.made("def f(s, r, x):\n    return [k + 2.0]", k=1)]
        self.assertEqual(len({first, *others}), 5)
        helper = "def g(x):\n    return {} * x\ndef f(s, r, x):\n    return [g(1)]"
        self.assertNotEqual(self.made(helper.format(1)), self.made(helper.format(2)))
        self.assertEqual(self.made(helper.format(1)), self.made(helper.format(1)))

    def test_closures_objects_and_cycles(self):
        def make(gain):
            return lambda s, r, f: [gain]

        class Law:
            def __init__(self, gain):
                self.gain, self.me = gain, self

            def __call__(self, s, r, f):
                return [self.gain]
        for kind in (make, Law, lambda gain: Law(gain).__call__, lambda gain: functools.partial(make(1.0), gain=gain)):
            self.assertEqual(digest_of(kind(1.0)), digest_of(kind(1.0)))
            self.assertNotEqual(digest_of(kind(1.0)), digest_of(kind(2.0)))
        if h5py:
            self.assertNotEqual(digest_of(make(numpy.eye(2))), digest_of(make(numpy.zeros((2, 2)))))
            self.assertEqual(digest_of(make(numpy.array([None, 1.0]))), digest_of(make(numpy.array([None, 1.0]))))

    def test_methods_that_are_called_count(self):
        law = """
            class Law:
                def thrust(self):
                    return {}
                def __call__(self, s, r, f):
                    return [self.thrust(), 0, 0, 0]
            f = Law()"""
        self.assertNotEqual(self.made(law.format(1)), self.made(law.format(2)))
        self.assertEqual(self.made(law.format(1)), self.made(law.format(1)))

    def test_the_digest_is_the_same_in_another_process(self):
        """Hashes of texts, addresses and the order of sets differ between processes."""
        script = ("import json, math, sys; from json import dumps; from montecopter.digests import digest_of\n"
                  "names = {'a', 'b', 'c'}\n"
                  "def f(s, r, x):\n    return [dumps(sorted(names)), math.pi, json.loads, s in {'x', 'y', 'z'}]\n"
                  "print(digest_of(f))")
        found = {subprocess.run([sys.executable, "-c", script], text=True, capture_output=True, check=True, env={
            **os.environ, "PYTHONPATH": str(ROOT / "src/python"), "PYTHONHASHSEED": seed}).stdout for seed in ("1", "2", "3")}
        self.assertEqual(len(found), 1)


if __name__ == "__main__":
    support.main()
