#!/usr/bin/python3
"""A controller of one's own as a process, [controller] type = "external": the law of `rate` behind packets flies the bits
of the built-in one whatever happens on the way; what goes wrong ends one flight and is told; no process is left behind. Kills are in
controller_kills.py."""
import contextlib
import hashlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np

import loop_support
import support
from loop_support import FAILED, LoopTest, processes_of, wait_until
from controller_library import DISPERSED_GAIN, GAIN_CHANGE, RATE, SENSORS
from support import edited

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLES = ROOT / "scenarios/controllers"

OWN = edited(('type = "rate"', 'type = "external"\ncommand = ["./fake"]\ntimeout_s = 20'),
             ("integral_gain_1_s2 = [2.5, 3, 4]", "parameters = {integral_x = 2.5, integral_z = 4}"), text=RATE)
# Half of the flights have a gain_x above 9, by which the fake chooses those in which it does what it is told.
SOME = OWN.replace("{integral_x", "{gain_x = 9, integral_x") + DISPERSED_GAIN.format("controller.parameters.gain_x")
FEW = SOME.replace("samples = 70", "samples = 8\n").replace("duration_s = 0.3", "duration_s = 0.2")


def doing(*words, text=OWN):
    return edited(('"./fake"', ", ".join(f'"{word}"' for word in ("./fake", *words))), text=text)


class ExternalTest(LoopTest):
    @classmethod
    def compile(cls, path):
        subprocess.run(["cc", "-std=gnu99", "-Wall", "-Werror", "-O2", "-ffp-contract=off", f"-I{ROOT}/src/simulate/border",
                        "-o", path, HERE / "external_controller/fake.c", "-lm"], check=True)


class SameLaw(ExternalTest):
    def require_same(self, built_in, own):
        self.fly(built_in, "built-in")
        self.fly(own, "own")
        np.testing.assert_array_equal(self.of("own", "digest"), self.of("built-in", "digest"))
        self.assertEqual(set(self.words("own")), {""})

    def test_the_rate_law_behind_packets_has_the_bits_of_the_built_in_one(self):
        self.require_same(RATE + GAIN_CHANGE,
                          edited(('"./fake"]', '"./fake"]\ntakes_gain_factor = true'), text=OWN) + GAIN_CHANGE)

    @support.slow
    def test_and_on_an_estimate_with_a_delay(self):
        feedback = ("delay_s = 0.001", 'delay_s = 0.001\nfeedback = "estimate"')
        few = ("samples = 70", "samples = 9")
        self.require_same(edited(feedback, few, text=RATE) + SENSORS, edited(feedback, few, text=OWN) + SENSORS)

    @support.slow
    def test_the_example_in_python_has_the_bits_of_that_in_c(self):
        shutil.copytree(EXAMPLES, self.path("x/controllers"))
        shutil.copytree(ROOT / "scenarios/vehicles", self.path("x/vehicles"))
        folder = self.path("x/controllers/library")
        subprocess.run(["cc", "-O2", "-ffp-contract=off", f"-I{ROOT}/src/simulate/border", "-shared", "-fPIC", "-o",
                        "cascade.so", "cascade.c", "-lm"], cwd=folder, check=True)
        for name, path in (("c", "library/f450-cascade"), ("python", "external/f450-external")):
            self.expect(0, "run", f"x/controllers/{path}.toml", "-n", 3, "--set", "simulation.duration_s=1",
                        *(["--set", "controller.timeout_s=120"] if name == "python" else []),
                        "-o", name + ".h5", "--progress", "none")
        np.testing.assert_array_equal(self.of("python", "digest"), self.of("c", "digest"))
        self.assertEqual(self.of("python", "status").tolist(), [1, 1, 1])


class SameBytes(ExternalTest):
    def test_whatever_happens_on_the_way(self):
        """Sleeps, answers that come twice, and answers that come again after the next question; one thread or two, other
        lanes, and after an end. With sleeps on both sides: montecopter itself is stopped now and then."""
        some, few = (edited(("samples = 70", f"samples = {count}"), text=OWN) for count in (24, 3))
        self.fly(some, "built", "-j", 1)
        digests = self.of("built", "digest")
        whole = {}
        for words in ((), ("twice",), ("late",), ("sleeps", "twice", "late", "family")):
            text = doing(*words, text=some) if "sleeps" not in words else doing(*words, text=few)
            for options in (["-j", 2], ["--lanes", "baseline", "-j", 1]) if not words else (["-j", 2],):
                with self.subTest(words=words, options=options):
                    with self.disturbed() if "sleeps" in words else contextlib.nullcontext([]) as stops:
                        self.fly(text, "a", "--fresh", *options)
                    self.assertEqual(len(stops) > 3, "sleeps" in words)
                    here = support.sha256(self.path("a.h5"))
                    self.assertEqual(whole.setdefault(words, here), here)
                    flown = self.of("a", "digest")
                    np.testing.assert_array_equal(flown, digests[:len(flown)])
        os.remove(self.path("a.h5"))
        self.fly(some, "a", "--only", "3,14")
        self.fly(some, "a")
        self.assertEqual(support.sha256(self.path("a.h5")), whole[()])


class GoesWrong(ExternalTest):
    """In some flights at packet 40, which is the update at 39 periods of 2 ms."""

    def setUp(self):
        super().setUp()
        self.fly(FEW, "whole")

    def require_ended(self, words, message, *options, timeout_s=20):
        text = doing(*words, text=FEW).replace("timeout_s = 20", f"timeout_s = {timeout_s}")
        done = self.fly(text, "a", "--fresh", "--set", "simulation.max_failures=8", *options)
        gain = self.of("a", "in_controller.parameters.gain_x")
        self.assertTrue((gain > 9).any() and (gain <= 9).any())
        np.testing.assert_array_equal(self.of("a", "status"), np.where(gain > 9, FAILED, 1))
        np.testing.assert_allclose(self.of("a", "t_end_s")[gain > 9], 0.078, rtol=1e-15)
        np.testing.assert_array_equal(self.of("a", "digest")[gain <= 9], self.of("whole", "digest")[gain <= 9])
        self.assertEqual({words for words, high in zip(self.words("a"), gain > 9) if high}, {message})
        self.assertEqual({words for words, high in zip(self.words("a"), gain > 9) if not high}, {""})
        self.assertIn(f"the controller program failed in {(gain > 9).sum()} of 8 flights (sample ", done.err)
        self.assertIn(message, done.err)
        return done

    def test_a_program_that_ends(self):
        self.require_ended(["exits"], "it exited with status 7")
        self.require_ended(["killed"], "it was killed by signal 9 (Killed)")
        self.require_ended(["prints", "exits", "family"],
                           r"it exited with status 7; it printed: motor 3 is \x1b[31mhot\x1b[0m I stop")
        self.assertIn("controller_failed", self.expect(0, "stats", "a.h5").out)
        self.assertIn("motor 3 is", self.expect(0, "stats", "a.h5").err)

    def test_a_program_that_hangs(self):
        """The others have a second for an answer of microseconds, on a machine that does much else. A program that closes
        its socket has as long as for an answer to end, by which its exit status would be known."""
        self.require_ended(["hangs"], "it did not answer packet 40 within 1 s", timeout_s=1)
        self.require_ended(["closes"], "it closed its socket", timeout_s=2)

    def test_programs_that_hang_together_are_waited_for_together(self):
        """Eight lanes or fewer: each pack of them takes the time of one."""
        text = doing("hangs", text=OWN).replace("{integral_x", "{gain_x = 10, integral_x")
        text = edited(("samples = 70", "samples = 8"), ("timeout_s = 20", "timeout_s = 2"), text=text)
        begin = time.monotonic()
        self.fly(text, "a", "--set", "simulation.max_failures=8", "-j", 1)
        took_s = time.monotonic() - begin
        self.assertEqual(set(self.words("a")), {"it did not answer packet 40 within 2 s"})
        # Two packs of four lanes, and the first flight that is flown alone beforehand, take 6 s; of two lanes, four packs
        # take 10 s. One after another they would take 18 s.
        self.assertLess(took_s, 17)

    def test_progress_tells_of_programs_that_are_silent(self):
        """The first sample, which is flown alone beforehand, is none of those that hang."""
        self.assertLess(self.of("whole", "in_controller.parameters.gain_x")[0], 9)
        self.write("a.toml", doing("hangs", text=FEW).replace("timeout_s = 20", "timeout_s = 300"))
        with subprocess.Popen([support.PROGRAM, "run", "a.toml", "-o", "a.h5", "--progress", "lines", "-j", "1"],
                              cwd=self.path("."), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            self.addCleanup(process.kill)
            lines = iter(process.stderr.readline, "")
            self.assertIsNotNone(line := next((line for line in lines if "silent" in line), None))
            process.send_signal(signal.SIGINT)
            process.stderr.read()
        self.assertRegex(line, r"^  0/8    0%  0 failed  .*  1 thread waits for silent programs\n$")
        self.assertEqual(process.returncode, 130)

    def test_dropped_packets_do_not_renew_the_time(self):
        begin = time.monotonic()
        self.require_ended(["floods"], "it did not answer packet 40 within 1 s", timeout_s=1)
        self.assertLess(time.monotonic() - begin, 60)  # and not for ever

    @support.slow
    def test_packets_that_are_none(self):
        for word, message in [("short", "it sent a packet of 5 bytes, shorter than a header (16)"),
                              ("header", "it sent commands of 16 bytes instead of 144"),
                              ("long", "it sent commands of 1041 bytes instead of 144"),
                              ("magic", "it sent a packet with the magic number 0x504f434c instead of 0x504f434d"),
                              ("version", "it sent a packet of version 2 instead of 1"),
                              ("kind", "it sent a packet of kind 2 instead of 4"),
                              ("future", "it answered packet 41 instead of packet 40"),
                              ("says", "it says: the law has no solution")]:
            with self.subTest(word):
                self.require_ended([word], message)

    def test_commands_that_are_no_numbers(self):
        self.require_ended(["none"], "its commands are not finite at t = 0.078 s (command 1 is NaN)")
        self.require_ended(["endless"], "its commands are not finite at t = 0.078 s (command 2 is -inf)")

    def test_many_lines_and_controls_are_one_line_of_the_warning(self):
        lines = r"bad \x1b[31mlaw\tof\n" * 200
        told = f"it says: {lines}".replace(r"\t", "\t").replace(r"\n", "\n")[:256]
        done = self.fly(doing("rages", text=FEW), "a", "--fresh", "--set", "simulation.max_failures=8")
        self.assertEqual(set(self.words("a")), {"", told})
        warning = next(line for line in done.err.splitlines() if "failed in" in line)
        self.assertIn(r"(sample 1: it says: bad \x1b[31mlaw of bad", warning)
        self.assertIn("of; sample 3: it says: ", warning)
        self.assertIn("'last_words' in the file has the last output for each flight", warning)
        self.assertLess(len(warning), 3 * 180 + 200)

    def test_a_long_text_is_cut_behind_a_whole_character(self):
        self.fly(doing("umlauts", text=FEW), "a", "--fresh", "--set", "simulation.max_failures=8")
        said = "it says: "
        self.assertEqual(set(self.words("a")), {"", said + "ü" * ((256 - len(said)) // 2)})

    def test_a_program_that_is_never_ready(self):
        done = self.fly(doing("unready", text=FEW).replace("timeout_s = 20", "timeout_s = 0.05"), "a", "--fresh", "-n", 3,
                        "--set", "simulation.max_failures=3")
        self.assertEqual(set(self.words("a")), {"it did not answer packet 0 within 0.05 s"})
        self.assertEqual(set(self.of("a", "t_end_s").tolist()), {0.0})
        self.assertIn("failed in 3 of 3 flights", done.err)

    def test_parameters_that_it_does_not_have(self):
        self.fly(FEW.replace("integral_z", "integral_w"), "a", "--fresh", "--set", "simulation.max_failures=8")
        self.assertEqual(set(self.words("a")), {"it says: there is no parameter integral_w"})

    @support.slow
    def test_a_program_that_prints_without_an_end(self):
        """Only the end of that is kept meanwhile: TMPDIR does not fill."""
        largest, is_over = [0], threading.Event()

        def look():
            while not is_over.wait(0.005):
                for path in pathlib.Path(self.path("tmp")).glob("montecopter-flights-*/*.log"):
                    with contextlib.suppress(OSError):
                        largest[0] = max(largest[0], path.stat().st_size)

        looking = threading.Thread(target=look)
        looking.start()
        try:
            text = doing("chatters", text=FEW).replace("timeout_s = 20", "timeout_s = 3")
            self.fly(text, "a", "--fresh", "-j", 1, "--set", "simulation.max_failures=8")
        finally:
            is_over.set()
            looking.join()
        words = max(self.words("a"), key=len)
        self.assertTrue(words.startswith("it did not answer packet 40 within 3 s; it printed: ..."), words)
        self.assertIn("again again", words)
        # It prints 24 MB in all, and is looked at each 20 ms; this process and montecopter may stand still for a second.
        self.assertTrue(0.5e6 < largest[0] < 16e6, largest)

    @support.slow
    def test_no_file_is_free_for_a_program(self):
        """That is no end of a flight: the run ends, and the same command goes on where there are files again."""
        self.write("a.toml", FEW)
        command = ["run", "a.toml", "-o", "a.h5", "--progress", "none", "--reproducible", "-j", "1"]
        refused = 0
        for files in range(8, 13):
            limit = (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
            done = self.run_program(*command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit))
            if "its program cannot be run here now" not in done.err:
                continue
            refused += 1
            self.assertEqual(done.code, 6, done)
            self.assertRegex(done.err, r"here now \(.+\)\. Free resources, and run the same command again\.\n")
            self.assertNotIn("failed in", done.err)
        self.assertGreater(refused, 0)
        self.expect(0, *command)
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("whole.h5")))


class Stopped(ExternalTest):
    """A signal while programs fly, or hang."""

    def interrupted(self, text, *options, after_s):
        """What a run says that gets SIGINT while its programs are there; and the time that it took from then on."""
        self.write("a.toml", text)
        process = subprocess.Popen([support.PROGRAM, "run", "a.toml", "-o", "a.h5", "--progress", "none", "-j", "1",
                                    "--reproducible", *options], cwd=self.path("."), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.assertTrue(wait_until(lambda: any(name.startswith("a.h5") for name in os.listdir(self.path(".")))))
        self.assertTrue(wait_until(lambda: processes_of(self.fake) != []))
        time.sleep(after_s)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=200)[1]
        self.assertEqual(process.returncode, 130, err)
        return err, time.monotonic() - begin

    def test_while_programs_hang(self):
        """They are given a second, and not the time of each; their block is dropped, and flown by the same command."""
        text = doing("obeys", text=FEW)
        self.fly(text, "whole")
        with_hanging = {"FAKE_HANGS": "1"}
        os.environ.update(with_hanging)
        try:
            err, took_s = self.interrupted(text, after_s=0.3)
        finally:
            del os.environ["FAKE_HANGS"]
        self.assertLess(took_s, 10)  # of 20 s for each of some flights
        self.assertIn("interrupted: finishing the samples in flight", err)
        self.assertIn("8 samples in flight are dropped because a program was silent", err)
        self.assertIn("interrupted: finished samples are in a.h5; run the same command to resume", err)
        self.assertNotIn("failed in", err)
        self.fly(text, "a")
        self.assertEqual(support.sha256(self.path("a.h5")), support.sha256(self.path("whole.h5")))

    def test_the_trial_flights_of_a_program(self):
        self.write("a.toml", edited(("samples = 70", "samples = 3"), ("duration_s = 0.3", "duration_s = 1"), text=doing("naps")))
        for words in (["converge", "a.toml"], ["run", "a.toml", "-o", "a.h5"]):
            with self.subTest(words):
                # Programs of the command before may outlive it by a moment.
                self.assertTrue(wait_until(lambda: processes_of(self.fake) == []))
                process = subprocess.Popen([support.PROGRAM, *words], cwd=self.path("."), stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE, text=True)
                self.assertTrue(wait_until(lambda: processes_of(self.fake) != []))
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=200)
                self.assertEqual((process.returncode, out), (130, ""))
                self.assertEqual(err, "interrupted: the trial flights of the controller's program did not finish\n")
                self.assertFalse(os.path.exists(self.path("a.h5")))

    @support.slow
    def test_when_all_samples_are_flown_by_then(self):
        text = edited(("samples = 70", "samples = 3"), ("duration_s = 0.3", "duration_s = 0.1"), text=doing("naps"))
        err, _ = self.interrupted(text, after_s=0.05)
        self.assertIn("interrupted: all samples are flown and in a.h5; run the same command for their summary", err)
        self.assertNotIn("to resume", err)
        self.fly(text, "a")
        self.assertEqual(set(self.of("a", "status").tolist()), {1})


class Commands(ExternalTest):
    def loud(self):
        """A program that leaves a trace where it runs."""
        self.write("loud.sh", f'#!/bin/sh\necho ran >> "{self.path("trace")}"\nexec "{self.fake}" "$@"\n')
        os.chmod(self.path("loud.sh"), 0o755)
        return OWN.replace('"./fake"', '"./loud.sh"').replace("samples = 70", "samples = 3")

    def ran(self):
        there = os.path.exists(self.path("trace"))
        if there:
            os.remove(self.path("trace"))
        return there

    def test_only_run_runs_it(self):
        text = self.loud()
        self.fly(text, "a")
        self.assertTrue(self.ran())
        self.fly(text, "b")
        self.ran()
        for words in (["check", "a.toml"], ["check", "a.toml", "--resolved"], ["plan", "a.toml"], ["stats", "a.h5"],
                      ["diff", "a.h5", "b.h5"], ["fsck", "a.h5"], ["export", "a.h5"]):
            with self.subTest(words):
                self.assertEqual(self.run_program(*words).code, 0)
                self.assertFalse(self.ran())
        self.assertIn("loop stability is not checked", self.expect(0, "check", "a.toml").err)
        done = self.expect(3, "replay", "a.h5", "--sample", 1)
        self.assertIn("the program 'loud.sh' is not run", done.err)
        self.assertFalse(self.ran())
        done = self.expect(0, "replay", "a.h5", "--sample", 1, "--allow-programs")
        self.assertIn("each the same flight", done.out + done.err)
        self.assertTrue(self.ran())

    def test_what_is_in_the_file_is_the_hash(self):
        text = self.loud()
        self.write("table.csv", "1,2\n")
        self.fly(text.replace('"./loud.sh"', '"./loud.sh", "./table.csv", "-v"'), "a")
        resolved = self.expect(0, "check", "a.toml", "--resolved").out
        whole = b"".join(pathlib.Path(self.path(name)).read_bytes() for name in ("loud.sh", "table.csv"))
        self.assertIn(f'sha256 = "{hashlib.sha256(whole).hexdigest()}"', resolved)
        self.assertIn('command = ["./loud.sh", "./table.csv", "-v"]', resolved)
        self.write("resolved.toml", resolved)
        self.assertEqual(self.expect(0, "check", "resolved.toml", "--resolved").out, resolved)
        self.write("table.csv", "1,3\n")
        self.expect(3, "run", "a.toml", "-o", "a.h5")
        self.assertIn("has a different SHA-256",
                      self.expect(2, "replay", "a.h5", "--sample", 1, "--allow-programs").err)
        os.remove(self.path("table.csv"))
        self.assertIn("cannot read the program 'table.csv'",
                      self.expect(2, "replay", "a.h5", "--sample", 1, "--allow-programs").err)
        self.expect(0, "stats", "a.h5")

    def test_it_runs_in_an_empty_folder_with_its_socket_alone(self):
        self.write("look.py", f"""import os
with open({self.path("seen")!r}, "a") as file:
    print(os.listdir("."), sorted(int(n) for n in os.listdir("/proc/self/fd"))[:4], os.environ["MONTECOPTER_SOCKET"],
          os.getpgid(0) == os.getpid(), len(os.listdir("/proc/self/fd")), file=file)
os.execv({str(self.fake)!r}, ["fake"])
""")
        self.fly(OWN.replace('["./fake"]', f'["{sys.executable}", "./look.py"]').replace("samples = 70", "samples = 2"), "a")
        # Beside 0 to 3: the file that it writes, and the folder that it lists.
        seen = set(pathlib.Path(self.path("seen")).read_text().splitlines())
        self.assertEqual(seen, {"[] [0, 1, 2, 3] 3 True 6"})


class Bad(ExternalTest):
    def test_a_delay_is_not_held_against_a_period_that_is_none(self):
        text = OWN.replace("rate_hz = 500", "rate_hz = 3")
        self.refused("a period of 3 Hz is not a whole number of steps", text)
        self.refused("the delay of 0.033 s exceeds 16 periods of the controller",
                     OWN.replace("delay_s = 0.001", "delay_s = 0.033"))

    def refused(self, message, text=OWN, code=2):
        self.write("s.toml", text)
        with self.nothing_touched():
            done = self.expect(code, "run", "s.toml")
        self.assertIn(message, done.err)
        self.assertEqual(done.err.count("error:"), 1, done.err)

    def test_commands_that_are_none(self):
        for command, message in [
                ('["./fakes"]', "cannot read the program 'fakes'"),
                ('["fake"]', "the command names no file of yours"),
                ('["nowhere", "./fake"]', "cannot run the program 'nowhere' (PATH has no program of that name)"),
                ('["./s.toml"]', "cannot run the program 's.toml' (Permission denied)"),
                ('["./tmp"]', "cannot read the program 'tmp'"),
                ('["", "./fake"]', "the first word is empty"),
                ('["./fake", "a\\u0000b"]', "'controller.command.1' has a zero byte in it"),
                ("[]", "missing 'controller.command'")]:
            with self.subTest(command):
                self.refused(message, OWN.replace('["./fake"]', command))
        self.refuse(OWN.replace('command = ["./fake"]\n', ""), "missing 'controller.command'")
        self.refuse(OWN.replace('["./fake"]', '"./fake"'), "controller.command")
        self.refuse(OWN.replace("timeout_s = 20", "timeout_s = 0"), "timeout_s")
        self.refuse(OWN.replace("timeout_s = 20", "timeout_s = 1e9"), "controller.timeout_s")
        self.refuse(OWN.replace("timeout_s = 20", 'commanded = "thrust"'), "commanded")

    def test_a_file_that_cannot_be_executed_is_an_error_of_its_flights(self):
        self.write("none", "\x7fELF no program\n")
        os.chmod(self.path("none"), 0o755)
        self.fly(OWN.replace("./fake", "./none").replace("samples = 70", "samples = 2"), "a", "--set",
                 "simulation.max_failures=2")
        self.assertIn("': Exec format error", self.words("a")[1])

    def test_events_and_names_that_do_not_fit(self):
        self.refuse(OWN + GAIN_CHANGE, "the gains of the program cannot be scaled")
        self.refuse(OWN.replace("integral_x", "x" * 56), "has 56 characters (a packet has room for 55)")
        self.refuse(OWN.replace("rate_hz = 500\ndelay_s = 0.001", 'rate_hz = "continuous"'),
                      "a controller of type external cannot be continuous")

    def test_what_outlives_a_flight_is_found_out(self):
        self.write("s.toml", doing("counts"))
        done = self.expect(3, "run", "s.toml")
        self.assertIn("the program ('fake counts') flies sample 0 differently the second time", done.err)
        self.assertFalse(os.path.exists(self.path("small.h5")))


if __name__ == "__main__":
    loop_support.main()
