#!/usr/bin/python3
"""The program with a graphics card, for which a stand-in is found in place of NVIDIA's driver (stand_in.cpp): the same bits
as without, files that resume, and what is said where there is no card or it fails."""
import os
import pathlib
import re
import signal
import time

import h5py

import support
from gate import GateTest
from support import SCENARIO, ProgramTest, edited, sha256

STAND_IN = os.environ["MONTECOPTER_STAND_IN"]  # the folder of libcuda.so.1
SCENARIOS = pathlib.Path(support.__file__).resolve().parents[2] / "scenarios"

# What the fastest form flies.
OPEN_LOOP = edited(("linear_drag_n_s_m = 0.1", "quadratic_drag_n_s2_m2 = 0.1"))
# A quadrotor under a controller, with sensors.
CLOSED_LOOP = re.sub(r"(?s)\[controller\].*?\[integrator\]", """\
[trajectory]
type = "hover"
position_m = [1.0, 0.0, -10.0]

[controller]
type = "lee"
rate_hz = 250
delay_s = 0.004
position_gain_1_s2 = 2.0
velocity_gain_1_s = 2.0
attitude_gain_n_m = [0.6, 0.6, 0.4]
rate_gain_n_m_s = [0.1, 0.1, 0.1]

[sensors.imu.accelerometer]
rate_hz = 200
white_noise_m_s2 = 0.05

[sensors.imu.gyroscope]
rate_hz = 100
latency_s = 0.003
white_noise_rad_s = 0.002

[integrator]""", OPEN_LOOP)
ALL_FORMS = set(re.findall(r"^  X\((\w+)\)", (SCENARIOS.parent / "src/simulate/nvidia/forms_list.hpp").read_text(),
                           re.MULTILINE))


def card(*words):
    """An environment in which there is a card that is like this (stand_in.cpp)."""
    return {**os.environ, "LD_LIBRARY_PATH": STAND_IN, "MONTECOPTER_CARD": ",".join(words)}


class CardTest(ProgramTest):
    def fly(self, *arguments, code=0, name="card.h5", words=("log",)):
        """A run with the card: its answer, and the forms and numbers of samples of its launches."""
        result = self.expect(code, "run", *arguments, "--lanes", "nvidia", "--reproducible", "--fresh", "-o", name,
                             env=card(*words))
        return result, re.findall(r"stand-in: (\w+) flies (\d+)", result.err)

    def same_bytes(self, *arguments, code=0):
        """Flies with the processor and the card; returns the launches."""
        self.expect(code, "run", *arguments, "--reproducible", "--fresh", "-o", "processor.h5")
        _, launches = self.fly(*arguments, code=code)
        self.assertEqual(sha256(self.path("processor.h5")), sha256(self.path("card.h5")), arguments)
        return launches


class Bits(CardTest):
    """The result of each run is one file, byte by byte."""

    def forms(self, launches):
        return {form for form, _ in launches}

    def test_forms(self):
        for text, form in ((OPEN_LOOP, "NoisyOpenQuadrotor"),
                           (edited(("[vehicle.process_noise]\nforce_n2_s = 5e-4\nmoment_n2_m2_s = 1e-7\n", ""),
                                   text=OPEN_LOOP), "PlainOpenQuadrotor"),
                           (edited(("quadratic_drag_n_s2_m2 = 0.1",
                                    "rotor_drag_1_s = [0.1, 0.1, 0]\nquadratic_drag_n_s2_m2 = 0.1"), text=OPEN_LOOP),
                            "OpenQuadrotor"),
                           (CLOSED_LOOP, "AnyLoopQuadrotor"), (SCENARIO, "OpenQuadrotor"),
                           (edited(("\"rk4\"", "\"euler\"")), "GeneralMultirotor")):
            with self.subTest(form=form):
                self.write("s.toml", text)
                self.assertEqual(self.forms(self.same_bytes("s.toml", "-n", 70)), {form})

    def test_regression_scenarios_and_examples(self):
        """All types of everything that there is; sizes of the designs as they are."""
        forms, launched = set(), 0
        for scenario in sorted([*SCENARIOS.glob("regression/*.toml"), *SCENARIOS.glob("examples/*.toml")]):
            is_example = scenario.parent.name == "examples"
            sizes = ["-n", 8] if is_example else []
            with self.subTest(scenario=scenario.name):
                code = self.run_program("run", scenario, *sizes, "--reproducible", "--fresh", "-o", "processor.h5").code
                launches = self.same_bytes(scenario, *sizes, code=code)
                forms |= self.forms(launches)
                launched += bool(launches)
        self.assertEqual(forms | {"PlainOpenQuadrotor", "OpenQuadrotor", "AnyLoopQuadrotor"}, ALL_FORMS)
        self.assertGreater(launched, 50)

    def test_what_is_measured(self):
        """docs/engineering/graphics-cards.md"""
        folder = SCENARIOS.parent / "tests/bench"
        for name, form in (("card_open.toml", "NoisyOpenQuadrotor"), ("card_closed.toml", "AnyLoopQuadrotor")):
            launches = self.same_bytes(folder / name, "-n", 10, "--set", "simulation.duration_s=1")
            self.assertEqual(self.forms(launches), {form})

    def test_threads_and_many_blocks(self):
        """Waves of several blocks, of which the last is not full, by one thread and by three."""
        self.write("s.toml", CLOSED_LOOP)
        for threads in (1, 3):
            launches = self.same_bytes("s.toml", "-n", 1000, "-j", threads)
            self.assertEqual(sum(int(count) for _, count in launches), 1000)
            self.assertEqual(len(launches), threads)

    def test_sweep_points_of_different_forms(self):
        self.write("s.toml", OPEN_LOOP + """
[sweep."vehicle.linear_drag_n_s_m"]
values = [0.0, 0.1, 0.2]
""")
        launches = self.same_bytes("s.toml", "-n", 100, "-j", 1)
        self.assertEqual(sorted(launches), [("NoisyOpenQuadrotor", "100"), ("OpenQuadrotor", "200")])

    def test_flights_that_fail(self):
        """Some lanes leave what can be computed with, and some draws are no vehicle."""
        self.write("s.toml", OPEN_LOOP + """
[disperse."simulation.initial.velocity_m_s.x"]
dist = "choice"
values = [1.0, 1e200, 1e120]
""")
        self.same_bytes("s.toml", "--set", "simulation.max_failures=200")
        with h5py.File(self.path("card.h5"), "r") as file:
            self.assertGreater(len(set(file["status"][:])), 1)

    def test_gridded_winds(self):
        """Of one node, of few and of many: the table of each is longer or shorter than its nodes would make it."""
        for counts in ((1, 1, 1), (2, 2, 2), (3, 3, 3)):
            axes = [[-20.0 * k for k in range(count)] for count in counts]
            axes = [sorted(axis) for axis in axes]
            rows = [[x, y, z, x + 1.0, y - 1.0, 0.5 - z / 40] for x in axes[0] for y in axes[1] for z in axes[2]]
            self.write("s.toml", OPEN_LOOP + f'\n[[wind]]\ntype = "grid"\nrows = {rows}\n')
            with self.subTest(counts=counts):
                self.assertTrue(self.same_bytes("s.toml", "-n", 70))

    def test_traces_wanted_by_a_metric(self):
        """They are in memory for every sample, though none is stored, and are gathered to a limit."""
        self.write("s.toml", OPEN_LOOP + """
[metrics]
mean_speed_m_s = {formula = "mean(norm(velocity))", unit = "m/s"}
""")
        self.same_bytes("s.toml", "-n", 700, "--set", "output.traces=none")

    def test_few_traces_do_not_split_what_flies_at_once(self):
        self.write("s.toml", OPEN_LOOP)
        long = ["--set", "output.rate_hz=1000", "--set", "simulation.duration_s=2"]
        launches = self.same_bytes("s.toml", "-n", 400, "-j", 1, "--set", "output.traces=first:3", *long)
        self.assertEqual([count for _, count in launches], ["400"])

    def test_memory_for_a_few_samples_at_once(self):
        self.write("s.toml", CLOSED_LOOP)
        self.expect(0, "run", "s.toml", "-n", 4000, "--reproducible", "--fresh", "-o", "processor.h5")
        _, launches = self.fly("s.toml", "-n", 4000, "-j", 1, words=("log", "small"))
        self.assertEqual(sha256(self.path("processor.h5")), sha256(self.path("card.h5")))
        self.assertGreater(len(launches), 1)

    def test_known_hashes(self):
        told = self.expect(0, "verify", "bits", "--lanes", "nvidia", env=card()).out
        self.assertRegex(told, r"rk4 on nvidia")
        self.assertNotRegex(told, r"dopri5 on nvidia")  # which no card flies


class WithoutCard(CardTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", OPEN_LOOP)
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "processor.h5")

    def flown_by_processor(self, reason, environment):
        result = self.expect(0, "run", "s.toml", "--lanes", "nvidia", "--reproducible", "--fresh", "-o", "card.h5",
                             env=environment)
        self.assertEqual(sha256(self.path("processor.h5")), sha256(self.path("card.h5")))
        self.assertEqual(result.err.count("--lanes nvidia: "), 1, result.err)
        self.assertIn(f"--lanes nvidia: flying on the processor: {reason}; the results are the same bits", result.err)

    def test_no_driver(self):
        if os.path.exists("/proc/driver/nvidia/version"):
            self.skipTest("this machine has one")
        self.flown_by_processor("NVIDIA's driver (libcuda.so.1) is not installed", os.environ)

    def test_no_card(self):
        self.flown_by_processor("NVIDIA's driver reports: no CUDA-capable device is detected", card("none"))

    def test_old_card(self):
        self.flown_by_processor("no card has compute capability 7.0 or later", card("old"))

    def test_driver_that_lacks_functions(self):
        os.symlink("/lib/x86_64-linux-gnu/libm.so.6", self.path("libcuda.so.1"))
        self.flown_by_processor("NVIDIA's driver is too old: cuInit is missing",
                                {**os.environ, "LD_LIBRARY_PATH": self.dir})

    def test_commands_that_need_one(self):
        """They do not say that a card was looked at where there is none."""
        for command in (["verify", "bits"], ["replay", "processor.h5", "--sample", "3"]):
            result = self.expect(2, *command, "--lanes", "nvidia", env=card("none"))
            self.assertIn("--lanes: error: NVIDIA's driver reports: no CUDA-capable device is detected. Use \"auto\".",
                          result.err)

    def test_program_in_the_loop(self):
        self.write("p.toml", edited(("type = \"command_table\"", "type = \"external\"\ncommand = [\"./p\"]\n#"),
                                    text=re.sub(r"(?s)rows = \[\n.*?\n\]\n", "rate_hz = 100\n[trajectory]\ntype = \"hover\"\nposition_m = [0, 0, -10]\n", OPEN_LOOP)))
        os.symlink("/bin/false", self.path("p"))
        result = self.run_program("run", "p.toml", "-n", "2", "--lanes", "nvidia", env=card("log"))
        self.assertIn("--lanes nvidia: flying on the processor: graphics cards run no programs in the loop; ", result.err)
        self.assertNotIn("stand-in", result.err)

    def test_integrator_that_does_not_fly_there(self):
        result, launches = self.fly("s.toml", "--set", "integrator.type=dopri5")
        self.assertEqual(launches, [])
        self.assertEqual(result.err.count("--lanes nvidia: flying on the processor: graphics cards have only the integrators euler, "), 1)


class Auto(CardTest):
    """A card is taken without being asked for where a run is large."""

    LARGE = ["run", "s.toml", "-n", "10048", "-j", "1", "--set", "simulation.duration_s=100", "-o", "card.h5", "--progress",
             "none", "--set", "output.traces=none"]

    def setUp(self):
        super().setUp()
        self.write("s.toml", OPEN_LOOP)

    def test_large(self):
        process = self.start(*self.LARGE, env=card("log"))
        self.assertRegex(process.stderr.readline(), "^stand-in: NoisyOpenQuadrotor flies 10048 ")

    def test_small(self):
        result = self.expect(0, "run", "s.toml", "-o", "card.h5", env=card("log"))
        self.assertNotIn("stand-in", result.err)

    def test_few_samples_of_a_large_campaign(self):
        result = self.expect(0, "run", "s.toml", "-n", 4000000, "--only", "17", "-o", "card.h5", "--set",
                             "output.traces=none", env=card("log"))
        self.assertNotIn("stand-in", result.err)

    def stays_with_the_processor(self, *words):
        process = self.start(*self.LARGE, env=card("log", *words))
        while not os.path.exists(self.path("card.h5")) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        self.assertNotIn("stand-in", process.communicate()[1])

    def test_large_and_a_card_that_is_not_ready(self):
        self.stays_with_the_processor("small")

    def test_large_and_a_card_that_is_slow_with_doubles(self):
        self.stays_with_the_processor("graphics")


class Trouble(GateTest, CardTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", OPEN_LOOP)
        self.expect(0, "run", "s.toml", "-n", 1000, "--reproducible", "-o", "expected.h5")
        os.environ["LD_LIBRARY_PATH"] = STAND_IN
        self.addCleanup(os.environ.pop, "LD_LIBRARY_PATH")

    def test_card_that_fails(self):
        """It says so, keeps what there is, and the processor goes on."""
        result, _ = self.fly("s.toml", "-n", 1000, code=6, words=("broken",))
        self.assertIn("error: the card cannot fly: unspecified launch failure. Use --lanes ", result.err)
        self.assertEqual(result.out, "")
        self.expect(0, "run", "s.toml", "-n", 1000, "--reproducible", "-o", "card.h5")
        self.assertEqual(sha256(self.path("expected.h5")), sha256(self.path("card.h5")))

    def test_a_flight_that_has_no_room(self):
        result, _ = self.fly("s.toml", "-n", 10, "--set", "simulation.duration_s=3000", "--set", "output.traces=all",
                             code=6, words=("small",))
        self.assertIn("error: the card cannot allocate memory: out of memory", result.err)

    def test_killed_and_resumed(self):
        run = ["run", "s.toml", "-n", "1000", "-j", "1", "--lanes", "nvidia", "--reproducible", "-o", "card.h5"]
        writes = self.calls(*run)["pwrite"]
        for at in (writes // 3, writes // 2, writes * 2 // 3):
            os.remove(self.path("card.h5"))
            self.assertTrue(self.kill_at_gate("pwrite", at, *run))
            self.expect(0, *run)
            self.assertEqual(sha256(self.path("expected.h5")), sha256(self.path("card.h5")))

    def test_interrupted_and_resumed(self):
        """What flies on the card at a signal is finished and kept."""
        run = ["run", "s.toml", "-n", "1000", "-j", "1", "--lanes", "nvidia", "--reproducible", "-o", "card.h5"]
        writes = self.calls(*run)["pwrite"]
        os.remove(self.path("card.h5"))
        process = self.start_to_gate("pwrite", writes // 2, *run, "--progress", "none")
        self.signal_at_gate(process, signal.SIGINT)
        told = process.communicate()[1]
        self.assertEqual(process.returncode, 130, told)
        self.assertIn("interrupted: all samples are flown and in card.h5", told)  # one wave holds all
        self.expect(0, *run)
        self.assertEqual(sha256(self.path("expected.h5")), sha256(self.path("card.h5")))


if __name__ == "__main__":
    support.main()
