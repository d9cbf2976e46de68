#!/usr/bin/python3
"""A controller of one's own, [controller] type = "library": the law of `rate`, written again in C, flies the bits of the
built-in one; what is wrong with a library is told; nothing but `run` runs it unless that is asked for."""
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLE = ROOT / "scenarios/controllers/library"

# A doublet of roll rates, with everything of SCENARIO that differs from sample to sample.
RATE = edited(
    (SCENARIO[SCENARIO.index("[controller]"):SCENARIO.index("[integrator]")],
     """[controller]
type = "rate"
rate_hz = 500
delay_s = 0.001
integral_gain_1_s2 = [2.5, 3, 4]
set_points = {rows = [[0, 0.1, 0, 0, 9.81], [0.1, 2, -0.5, 0.2, 11], [0.2, -2, 0, 0, 9]]}

"""),
    ("samples = 200", "samples = 70"))
OWN = edited(('type = "rate"', 'type = "library"\nlibrary = "rate.so"'),
             ("integral_gain_1_s2 = [2.5, 3, 4]", "parameters = {integral_x = 2.5, integral_z = 4}"), text=RATE)
SENSORS = f"""
[sensors.imu]
include = "{ROOT}/scenarios/sensors/mpu-6000.toml"

[sensors.compass.magnetometer]
rate_hz = 50
white_noise_nt = 400

[sensors.gps.gnss]
rate_hz = 10
position = {{white_noise_m = 0.4}}
velocity = {{white_noise_m_s = 0.1}}

[estimator]
type = "ekf"
"""
GAIN_CHANGE = '\n[[event]]\ntype = "gain_change"\nat_s = 0.15\nfactor = 0.5\n'
DISPERSED_GAIN = '\n[disperse."{}"]\ndist = "uniform"\nlow = 8\nhigh = 10\n'
SWEPT = '\n[sweep."{}"]\nvalues = [{}]\n'

def without(text, first, behind):
    return text[:text.index(first)] + text[text.index(behind):]


CALM = without(without(without(SCENARIO, "[vehicle.process_noise]", "[vehicle.rotor]"), "[[wind]]", "[controller]") + "#",
               "[disperse", "#")
ALTITUDE = edited(
    (CALM[CALM.index("[controller]"):CALM.index("[integrator]")],
     """[controller]
type = "library"
library = "rotors.so"
rate_hz = 250
parameters = {gain = 0.2}

[trajectory]
type = "hover"
position_m = [0, 0, -10.5]

"""),
    ("duration_s = 0.3", "duration_s = 4"), ("samples = 200", "samples = 3"), text=CALM)


def compiled(folder, name, *definitions):
    """The path of a library of one of the C files here; compiled once."""
    library = folder / f"{name}-{'-'.join(definitions).replace('/', '_') or 'plain'}.so"
    if not library.exists():
        command = ["cc", "-std=c99", "-Wall", "-Werror", "-ffp-contract=off", "-shared", "-fPIC",
                   f"-I{ROOT / 'src/simulate/border'}", *(f"-D{word}" for word in definitions), "-o", library,
                   HERE / "controller_library" / f"{name}.c", "-lm"]
        subprocess.run(command, check=True)
    return library


class OwnTest(ProgramTest):
    libraries = None  # of all classes

    @classmethod
    def setUpClass(cls):
        if OwnTest.libraries is None:
            OwnTest.libraries = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-libraries-"))
            unittest.addModuleCleanup(shutil.rmtree, OwnTest.libraries)

    def put(self, name="rate", *definitions):
        """A library beside the scenarios of the test, as NAME.so."""
        shutil.copy(compiled(self.libraries, name, *definitions), self.path(name + ".so"))

    def fly(self, text, name, *options, code=0):
        self.write(name + ".toml", text)
        return self.expect(code, "run", name + ".toml", "-o", name + ".h5", "--progress", "none", "--reproducible", *options)

    def digests(self, name):
        with h5py.File(self.path(name + ".h5")) as file:
            return file["digest"][:]

    def status(self, name):
        with h5py.File(self.path(name + ".h5")) as file:
            return list(file["status"][:]), file["status"].attrs["flag_meanings"]


class SameLaw(OwnTest):
    def require_same(self, built_in, own):
        self.put()
        self.fly(built_in, "built-in")
        self.fly(own, "own")
        np.testing.assert_array_equal(self.digests("own"), self.digests("built-in"))

    def test_the_rate_law_in_c_has_the_bits_of_the_built_in_one(self):
        self.require_same(RATE, OWN)

    def test_and_with_gains_that_an_event_changes(self):
        self.require_same(RATE + GAIN_CHANGE, OWN + GAIN_CHANGE)

    def test_and_with_parameters_that_are_swept(self):
        """Draws are addressed by paths, which differ: that what is drawn gets there is shown by those that fail below."""
        self.require_same(
            RATE + SWEPT.format("controller.gain_1_s.x", "8, 9.5") + SWEPT.format("controller.cutoff_hz", "20, 30"),
            OWN.replace("{integral_x", "{gain_x = 9, cutoff_hz = 30, integral_x")
            + SWEPT.format("controller.parameters.cutoff_hz", "20, 30")
            + SWEPT.format("controller.parameters.gain_x", "8, 9.5"))

    def test_and_on_an_estimate_with_a_delay(self):
        feedback = ("delay_s = 0.001", 'delay_s = 0.001\nfeedback = "estimate"')
        self.require_same(edited(feedback, text=RATE) + SENSORS, edited(feedback, text=OWN) + SENSORS)


class SameBytes(OwnTest):
    def test_for_any_threads_and_lanes_and_after_an_end(self):
        self.put()
        self.fly(OWN, "a", "-j", 1)
        whole = support.sha256(self.path("a.h5"))
        for options in (["-j", 2], ["--lanes", "baseline"]):
            with self.subTest(options):
                self.fly(OWN, "a", "--fresh", *options)
                self.assertEqual(support.sha256(self.path("a.h5")), whole)
        os.remove(self.path("a.h5"))
        self.fly(OWN, "a", "--only", "3,64")
        self.fly(OWN, "a")
        self.assertEqual(support.sha256(self.path("a.h5")), whole)

    def test_rotors_are_commanded_one_by_one(self):
        """Thrust goes with the square of the command: x'' = -2 k g (x + x') for small x, with k = 0.2 two real poles at
        -1.7 and -2.2 1/s: after 4 s 0.5 m has become 4 mm, the lag of the motors aside."""
        self.put("rotors")
        self.fly(ALTITUDE, "a", "-j", 1)
        with h5py.File(self.path("a.h5")) as file:
            down = file["position"][0, :, 2]
            self.assertGreater(down[0] - down[-1], 0.48)
            self.assertLess(abs(down[-1] + 10.5), 0.02)
        self.fly(ALTITUDE, "b", "-j", 2)
        np.testing.assert_array_equal(self.digests("a"), self.digests("b"))

    def test_the_example_follows_its_circle(self):
        shutil.copytree(EXAMPLE, self.path("x/controllers/library"))
        shutil.copytree(ROOT / "scenarios/vehicles", self.path("x/vehicles"))
        shutil.copy(ROOT / "src/simulate/border/montecopter_controller.h", self.path("x/controllers/library"))
        folder = self.path("x/controllers/library")
        subprocess.run(["cc", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-o", "cascade.so", "cascade.c", "-lm"],
                       cwd=folder, check=True)
        self.expect(0, "run", "x/controllers/library/f450-cascade.toml", "-n", 8, "-o", "c.h5")
        with h5py.File(self.path("c.h5")) as file:
            # The circle starts at 3.1 m/s, the vehicle at rest 1 m behind at most: 0.34 m, most of it then.
            self.assertLess(file["m_rms_tracking_error_m"][:].max(), 0.5)
            self.assertTrue((file["status"][:] == 1).all())


class Commands(OwnTest):
    """What runs a library, and what does not."""

    def setUp(self):
        super().setUp()
        # It says on stdout that it has been loaded.
        self.write("loud.c", '#include <stdio.h>\n#include "rate.c"\n'
                   '__attribute__((constructor)) static void loaded(void) { puts("LOADED"); fflush(stdout); }\n')
        subprocess.run(["cc", "-O2", "-ffp-contract=off", "-shared", "-fPIC", f"-I{HERE / 'controller_library'}",
                        f"-I{ROOT / 'src/simulate/border'}", "-o", self.path("rate.so"), self.path("loud.c"), "-lm"],
                       check=True)

    def test_only_run_loads_it(self):
        self.assertIn("LOADED", self.fly(OWN, "a").out)
        self.fly(OWN, "b")
        for words in (["check", "a.toml"], ["check", "a.toml", "--resolved"], ["plan", "a.toml"], ["stats", "a.h5"],
                      ["diff", "a.h5", "b.h5"], ["fsck", "a.h5"], ["export", "a.h5"]):
            with self.subTest(words):
                self.assertNotIn("LOADED", self.expect(0, *words).out)
        self.assertIn("loop stability is not checked", self.expect(0, "check", "a.toml").err)

    def test_replay_runs_it_where_that_is_said(self):
        self.fly(OWN, "a")
        done = self.expect(3, "replay", "a.h5", "--sample", 3)
        self.assertIn("the library 'rate.so' is not run", done.err)
        self.assertIn("use --allow-programs", done.err)
        self.assertNotIn("LOADED", done.out)
        self.assertFalse(os.path.exists(self.path("a-replay.h5")))
        done = self.expect(0, "replay", "a.h5", "--sample", 3, "--allow-programs")
        self.assertIn("each the same flight", done.out)

    def test_a_scenario_that_runs_it_is_written_where_that_is_said(self):
        """Of a file of somebody else's, `run` of what --to-toml writes would run the program."""
        self.fly(OWN, "a")
        with self.nothing_touched():
            done = self.expect(3, "replay", "a.h5", "--sample", 3, "--to-toml", "one.toml")
        self.assertIn('a.h5: error: its scenario runs a program: "rate.so"', done.err)
        done = self.expect(0, "replay", "a.h5", "--sample", 3, "--to-toml", "one.toml", "--allow-programs")
        self.assertIn('and runs "rate.so"', done.out)
        self.assertNotIn("LOADED", done.out)
        self.assertIn('# It runs a program: "rate.so"', pathlib.Path(self.path("one.toml")).read_text())
        self.fly(RATE, "b")
        self.assertNotIn("runs a program", self.expect(0, "replay", "b.h5", "--sample", 3, "--to-toml", "two.toml").out)

    def test_what_is_in_the_file_is_the_hash(self):
        self.fly(OWN, "a")
        resolved = self.expect(0, "check", "a.toml", "--resolved").out
        digest = hashlib.sha256(pathlib.Path(self.path("rate.so")).read_bytes()).hexdigest()
        self.assertIn(f'sha256 = "{digest}"', resolved)
        self.assertIn("[controller.parameters]\nintegral_x = 2.5\nintegral_z = 4.0\n", resolved)
        self.write("resolved.toml", resolved)
        self.assertEqual(self.expect(0, "check", "resolved.toml", "--resolved").out, resolved)
        # Another library is another scenario, and none that a file was flown by is flown by it.
        self.put()
        self.expect(3, "run", "a.toml", "-o", "a.h5")
        done = self.expect(2, "replay", "a.h5", "--sample", 3, "--allow-programs")
        self.assertIn("has a different SHA-256", done.err)
        for command in ("check", "run"):
            self.assertIn("has a different SHA-256", self.expect(2, command, "resolved.toml").err)
        os.remove(self.path("rate.so"))
        self.assertIn("cannot read the library", self.expect(2, "replay", "a.h5", "--sample", 3, "--allow-programs").err)
        self.expect(0, "stats", "a.h5")


class Bad(OwnTest):
    def refused(self, message, text=OWN, code=2):
        """`run` refuses it with one message and leaves no file."""
        self.write("s.toml", text)
        with self.nothing_touched():
            done = self.expect(code, "run", "s.toml")
        self.assertIn(message, done.err)
        self.assertEqual(done.err.count("error:"), 1, done.err)

    def test_files_that_are_none(self):
        self.refuse(OWN, "cannot read the library 'rate.so'")
        self.write("rate.so", "no library\n")
        self.refused("the library 'rate.so' cannot be loaded")
        self.refuse(OWN.replace("rate.so", "/dev/zero"), "cannot read the library '/dev/zero' (it is a device, not a file)")
        self.refuse(OWN.replace('library = "rate.so"\n', ""), "missing 'controller.library'")
        self.refuse(OWN.replace('library = "rate.so"', 'library = "rate.so"\nsha256 = "12"'), "this is not a SHA-256")

    def test_half_a_library_is_refused(self):
        """Mapped, it would end the program where its bytes end."""
        self.put()
        with open(self.path("rate.so"), "rb") as file:
            whole = file.read()
        for part in (100, 3000, len(whole) // 2, len(whole) - 1):
            with self.subTest(part):
                self.write("rate.so", whole[:part])
                self.refused("is truncated")

    def test_libraries_that_are_no_controllers(self):
        for definition, message in [
                ("NO_SYMBOL", "has no function montecopter_own_controller"),
                ("VERSION=99u", "it was compiled for version 99, this program has version 1"),
                ("STRUCT_BYTES=8", "has a struct of 8 bytes"),
                ("MEMORY=70000", "requests 70000 bytes of memory per flight (the limit is 65536)")]:
            with self.subTest(definition):
                if definition == "NO_SYMBOL":
                    self.write("empty.c", "int nothing;\n")
                    subprocess.run(["cc", "-shared", "-fPIC", "-o", self.path("rate.so"), self.path("empty.c")], check=True)
                else:
                    self.put("rate", definition)
                self.refused(message)

    def test_parameters_and_events_that_it_does_not_have(self):
        self.put()
        self.refused("the library has no parameter 'integral_w'", OWN.replace("integral_x", "integral_w"))
        self.put("rate", "TAKES_FACTOR=0")
        self.refused("does not support gain factors (the scenario has an event gain_change)", OWN + GAIN_CHANGE)
        self.put("rotors")
        self.refused("missing 'controller.parameters.gain' (the library has no default for it)",
                     ALTITUDE.replace("parameters = {gain = 0.2}\n", ""))

    def test_what_no_library_can_do(self):
        self.put()
        self.refuse(OWN.replace("rate_hz = 500\ndelay_s = 0.001", 'rate_hz = "continuous"'),
                      "a controller of type library cannot be continuous")
        self.put("rotors")
        controller = ALTITUDE[ALTITUDE.index("[controller]"):ALTITUDE.index("[integrator]")]
        helicopter = support.HELICOPTER.replace('controller = {type = "command_table", rows = [[0, 1030, 60, 45, -205, 730]]}\n', "")
        self.refuse(helicopter + "\n" + controller, "this controller cannot fly a helicopter")

    def test_global_state_is_found_out(self):
        for definition, message in [("KEEPS_STATIC", "flies sample 0 differently the second time"),
                                    ("KEEPS_LAST", "flies sample 0 differently beside another flight")]:
            with self.subTest(definition):
                self.put("rate", definition)
                self.refused(message, code=3)

    def test_flights_whose_controller_fails_end_and_others_go_on(self):
        own = OWN.replace("{integral_x", "{gain_x = 9, integral_x") + DISPERSED_GAIN.format("controller.parameters.gain_x")
        self.put()
        self.fly(own, "whole")
        for definition in ("RETURNS_ERROR", "COMMANDS_NAN"):
            with self.subTest(definition):
                self.put("rate", definition)
                self.fly(own, "a", "--fresh", "--set", "simulation.max_failures=70")
                status, meanings = self.status("a")
                with h5py.File(self.path("a.h5")) as file:
                    gain = file[[n for n in file if n.startswith("in_") and "gain_x" in n][0]][:]
                    ends = file["t_end_s"][:]
                np.testing.assert_array_equal(status, np.where(gain > 9, 8, 1))
                self.assertIn(b" controller_failed", meanings)
                # Updates every 2 ms: the first that is after 0.1 s is at 0.102 s.
                np.testing.assert_allclose(ends[gain > 9], 0.102, rtol=1e-15)
                np.testing.assert_array_equal(self.digests("a")[gain <= 9], self.digests("whole")[gain <= 9])
                self.assertIn("controller_failed", self.expect(0, "stats", "a.h5").out)

    def test_other_files_name_no_such_status(self):
        self.fly(RATE, "built-in")
        self.assertNotIn("controller_failed", str(self.status("built-in")[1]))


class Ends(OwnTest):
    """A library runs within the process, and may end it with any exit code: that is never an answer."""
    # Those with a gain_x above 9.5 end it, after 0.1 s.
    OWN = OWN.replace("{integral_x", "{gain_x = 9, integral_x") + DISPERSED_GAIN.format("controller.parameters.gain_x")
    ALWAYS = OWN.split('\n[disperse."controller')[0].replace("{gain_x = 9,", "{gain_x = 9.6,")
    SAID = "error: the controller library '{}rate.so' ended the process ("

    def ended(self, how, *words, code=6):
        done = self.run_program(*words)
        self.assertEqual(done.code, code, done)
        self.assertIn(self.SAID.format("") + how, done.err)
        self.assertEqual(done.err.count("error:"), 1, done.err)
        if "--json" not in words:
            self.assertEqual(done.out, "")
        return done

    CRASH = "signal 11, Segmentation fault"

    def test_by_what_it_calls(self):
        self.require_ended([("exit(0)", "exit code 0"), ("abort()", "signal 6, Aborted"), ("raise(SIGSEGV)", self.CRASH)])

    @support.slow
    def test_by_whatever_it_calls(self):
        self.require_ended([("_exit(0)", "exit code 0"), ("quick_exit(0)", "exit code 0"), ("_exit(1)", "exit code 1"),
                            ("syscall(SYS_exit_group, 0)", "exit code 0"), ("pthread_exit(0)", "signal 6, Aborted"),
                            ("longjmp(never_set, 1)", "signal "), ("execl(\"/bin/true\", \"true\", (char *)0)", "exit code 0"),
                            ("execl(\"/bin/false\", \"false\", (char *)0)", "exit code 1")])

    def require_ended(self, calls):
        self.put()
        self.fly(self.OWN, "whole")
        with h5py.File(self.path("whole.h5")) as file:
            gain = file["in_controller.parameters.gain_x"][:]
            digests = file["digest"][:]
        self.assertLess(gain[0], 9.5)  # that of the trial flights
        self.write("a.toml", self.OWN)
        for ends, how in calls:
            with self.subTest(ends):
                self.put("rate", f"ENDS={ends}")
                done = self.ended(how, "run", "a.toml", "-o", "a.h5", "--progress", "none", "-j", 1)
                sample = int(re.search(r", in sample (\d+)\)", done.err).group(1))
                self.assertGreater(gain[sample], 9.5)
                self.assertIn("finished samples are in a.h5; run the same command to resume", done.err)
                self.expect(0, "fsck", "a.h5")
                with h5py.File(self.path("a.h5")) as file:
                    flown = file["status"][:] == 1
                    self.assertFalse(file["provenance/volatile/complete"][()])
                    np.testing.assert_array_equal(file["digest"][:][flown], digests[flown])
                os.remove(self.path("a.h5"))

    def test_in_every_command_that_flies(self):
        self.put("rate", "ENDS=_exit(0)")
        self.write("a.toml", self.OWN)
        self.write("now.toml", self.ALWAYS)
        run = ["run", "a.toml", "--progress", "none"]
        self.ended("exit code 0, in ", *run, "-o", "a.h5", "--json")
        self.ended("exit code 0, in ", *run, "--shard", "1/2")
        self.ended("exit code 0, in ", *run, "-o", "b.h5", "--fresh", "-j", 2)
        with self.nothing_touched():  # a trial flight, before there is a file
            self.ended("exit code 0, in sample 0)", "run", "now.toml", "-o", "c.h5")
            self.ended("exit code 0, in sample 0)", "converge", "now.toml", "--set", "integrator.type='rk4'")
            self.ended("exit code 0, in sample 0)", "edge", "now.toml", "--set", "requirement.r={type='failures', at_most=0.5}",
                       "--of", "environment.gravity_m_s2", "--from", 9.7, "--to", 9.9)
        self.put("rate", "ENDS_LOADED=exit(0)")
        with self.nothing_touched():
            self.ended("exit code 0, while loading)", *run, "-o", "d.h5")
        # A replay, by a library that says it is the one of the file.
        self.put()
        self.fly(self.OWN, "whole")
        self.expect(0, "check", "a.toml")

    def test_regress_and_bless_go_on(self):
        os.mkdir(self.path("flights"))
        self.put()
        shutil.move(self.path("rate.so"), self.path("flights/rate.so"))
        for name in ("a", "b", "c"):
            self.write(f"flights/{name}.toml", (self.OWN if name == "b" else RATE).replace("samples = 70", "samples = 20"))
        self.expect(0, "bless", "flights", "--reason", "first", "--yes")
        for ends in ("_exit(0)", "exit(0)", "abort()", "pthread_exit(0)"):
            with self.subTest(ends):
                shutil.copy(compiled(self.libraries, "rate", f"ENDS={ends}"), self.path("flights/rate.so"))
                self.write("flights/b.toml", self.OWN.replace("samples = 70", "samples = 20"))
                done = self.run_program("regress", "flights", "--junit", "j.xml")
                self.assertEqual(done.code, 6, done)
                self.assertRegex(done.out, r"b +broken")
                self.assertRegex(done.out, self.SAID.format("flights/")[7:] .replace("(", r"\(") + ".*in sample \\d+")
                self.assertRegex(done.out, r"a +same")
                self.assertRegex(done.out, r"c +same")
                junit = pathlib.Path(self.path("j.xml")).read_text()
                self.assertIn('tests="3" failures="0" errors="1"', junit)
                with self.nothing_touched():
                    done = self.run_program("bless", "flights", "--reason", "x", "--yes")
                    self.assertEqual(done.code, 6)
                    self.assertIn("b: error: not blessed: the controller library", done.err)

    def test_signals_are_passed_on(self):
        """The process that guards the flights has the number that a shell knows."""
        self.put()
        self.write("a.toml", self.OWN.replace("duration_s = 0.3", "duration_s = 30"))
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                process = subprocess.Popen([support.PROGRAM, "run", "a.toml", "-n", "100000", "--set", "output.traces=none", "-o", f"{code}.h5"],
                                           cwd=self.path(""), stderr=subprocess.PIPE, text=True)
                while not os.path.exists(self.path(f"{code}.h5")):
                    self.assertIsNone(process.poll(), "it ended before it began a file")
                    time.sleep(0.01)
                process.send_signal(number)
                self.assertIn("interrupted: finished samples are in", process.communicate(timeout=20)[1])
                self.assertEqual(process.returncode, code)
        process = subprocess.Popen([support.PROGRAM, "run", "a.toml", "-n", "100000", "--set", "output.traces=none", "-o", "k.h5"], cwd=self.path(""),
                                   stderr=subprocess.DEVNULL)
        while not os.path.exists(self.path("k.h5")):
            self.assertIsNone(process.poll(), "it ended before it began a file")
            time.sleep(0.01)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
        process.wait()
        deadline = time.monotonic() + 5  # nobody flies on
        while any(os.path.exists(f"/proc/{child}") for child in children) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse([child for child in children if os.path.exists(f"/proc/{child}")])


if __name__ == "__main__":
    support.main()
