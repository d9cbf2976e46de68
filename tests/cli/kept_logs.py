#!/usr/bin/python3
"""keep_log = true: the log that a firmware writes of each flight is kept beside the result, to the end of the flight and no
further, and `log`, `validate` and `fit` work on it. The fakes of tests/core write it as the firmwares do: late, in pieces, and
beyond the end of the flight."""
import json
import os
import pathlib
import re
import shutil
import subprocess

import h5py
import numpy as np

import ardupilot_controller as ardupilot
import loop_support
import px4_controller as px4
import support
from loop_support import FAILED
from support import SCENARIO, edited

KEPT = ("timeout_s = 20\n", "timeout_s = 20\nkeep_log = true\n")
ARDUPILOT, PX4 = (edited(KEPT, text=text) for text in (ardupilot.FLIGHT, px4.FLIGHT))
# What the fits must find: sample 0 has drawn it.
PRIORS = """
[disperse]
"vehicle.mass_kg" = {dist = "normal", mean = 1.0, sd = 0.05, apply = "factor", low_sd = -3, high_sd = 3}
"vehicle.inertia_kg_m2.stretch.x" = {dist = "normal", mean = 1.0, sd = 0.1, low_sd = -3, high_sd = 3}
"vehicle.linear_drag_n_s_m" = {dist = "uniform", low = 0.05, high = 0.3}
"""


class KeptLogs(loop_support.FirmwareTest):
    def setUp(self):
        super().setUp()
        self.write("fake.parm", ardupilot.PARAMETERS)
        self.write("etc/init.d-posix/rcS", "#!/bin/sh\n")

    def logs(self, name="a"):
        folder = pathlib.Path(self.path(name + ".logs"))
        return sorted(os.listdir(folder)) if folder.is_dir() else []

    def log(self, path):
        answer = json.loads(self.expect(0, "log", path, "--json").out)
        return {signal["name"]: signal for signal in answer["signals"]}, answer


class Keeps(KeptLogs):
    def test_ardupilot(self):
        """The log has each frame of the start and of the flight, and none after it. The flights are those without a log."""
        self.use("ardupilot")
        done = self.fly(ARDUPILOT, "a", "-j", 2)
        self.assertIn("a.logs: the logs of the firmware", done.err)
        self.assertEqual(self.logs(), ["sample-0.BIN", "sample-1.BIN", "sample-2.BIN"])
        signals, answer = self.log("a.logs/sample-1.BIN")
        frames = ardupilot.STARTUP + ardupilot.RATE_HZ + 1  # at the start of the flight and at its end
        self.assertEqual((signals["body_rate"]["values"], signals["attitude"]["values"]), (frames, frames))
        self.assertIn("motor mixer", answer["repaired"][0])
        self.fly(ardupilot.FLIGHT, "b")
        self.assertEqual(self.logs("b"), [])
        np.testing.assert_array_equal(self.of("a", "digest"), self.of("b", "digest"))

    def test_px4(self):
        self.use("px4")
        self.fly(PX4, "a", "-n", 2)
        self.assertEqual(self.logs(), ["sample-0.ulg", "sample-1.ulg"])
        signals, answer = self.log("a.logs/sample-1.ulg")
        self.assertAlmostEqual(signals["command"]["last_s"] - signals["command"]["first_s"],
                               (signals["command"]["values"] - 1) / px4.RATE_HZ, places=9)
        self.assertGreaterEqual(signals["command"]["values"], px4.STARTUP + px4.RATE_HZ)
        # Before its first answer it gets readings at the pace of the clock.
        self.assertLess(signals["command"]["values"], px4.STARTUP + px4.RATE_HZ + 500)
        self.assertNotIn("rotor_speed", signals)
        self.assertIn("PX4's simulation makes it of the commands", " ".join(answer["repaired"]))
        self.fly(px4.FLIGHT, "b", "-n", 2)
        np.testing.assert_array_equal(self.of("a", "digest"), self.of("b", "digest"))

    @support.slow
    def test_names_tell_samples_of_sweeps_shards_and_resumed_runs_apart(self):
        self.use("ardupilot")
        swept = ardupilot.with_parameters(PSC_VELZ_P=4, text=ARDUPILOT)
        swept += '\n[sweep."controller.parameters.PSC_VELZ_P"]\nvalues = [4, 6]\n'
        short = ("--set", "simulation.duration_s=0.1", "-n", 2)
        self.fly(swept, "a", *short, "--only", 3)
        self.assertEqual(self.logs(), ["sample-3.BIN"])
        last = pathlib.Path(self.path("a.logs/sample-3.BIN")).read_bytes()
        self.fly(swept, "a", *short)
        self.assertEqual(self.logs(), [f"sample-{k}.BIN" for k in range(4)])
        self.assertEqual(pathlib.Path(self.path("a.logs/sample-3.BIN")).read_bytes(), last)
        self.write("b.toml", ARDUPILOT)
        self.expect(0, "run", "b.toml", "--progress", "none", "--shard", "2/2", *short[:2], "-n", 65)
        self.assertEqual(self.logs("small.shard-2-of-2"), ["sample-64.BIN"])
        self.expect(0, "run", "b.toml", "--progress", "none", *short[:2], "-n", 1, "-o", "gain-0.5")
        self.assertEqual(self.logs("gain-0.5"), ["sample-0.BIN"])
        self.fly(swept, "a", *short[:2], "-n", 1, "--fresh")  # one at each point
        self.assertEqual(self.logs(), ["sample-0.BIN", "sample-1.BIN"])

    def test_a_flight_that_fails_keeps_what_there_is(self):
        self.use("ardupilot")
        dies = ardupilot.with_parameters(FAKE_DIE=ardupilot.STARTUP + 200, text=ARDUPILOT)
        self.fly(dies, "a", "-n", 1, "--set", "simulation.max_failures=1")
        self.assertEqual(self.of("a", "status").tolist(), [FAILED])
        values = self.log("a.logs/sample-0.BIN")[0]["body_rate"]["values"]
        self.assertLess(values, ardupilot.STARTUP + 200)
        self.assertGreater(values, ardupilot.STARTUP + 100)  # it wrote all but the last 4096 bytes


class DoesNotKeep(KeptLogs):
    def test_parameters_that_turn_it_off_are_refused(self):
        for text, parameter in ((ARDUPILOT, "LOG_BACKEND_TYPE"), (PX4, "SDLOG_BACKEND")):
            with self.subTest(parameter):
                self.write("a.toml", text)
                set_to = lambda value: ("--set", f"controller.parameters.{parameter}={value}")
                said = " ".join(self.expect(2, "check", "a.toml", *set_to(2)).err.split())
                self.assertIn(f"controller.parameters.{parameter}=2: error: the firmware writes no log file to keep", said)
                self.assertIn(f"{parameter} = 2, and controller.keep_log = true", said)
                self.assertNotIn("writes no log", self.expect(0, "check", "a.toml", *set_to(3)).err)
                self.assertNotIn("writes no log",
                                 self.expect(0, "check", "a.toml", *set_to(2), "--set", "controller.keep_log=false").err)

    def test_a_missing_log_ends_the_run(self):
        self.use("ardupilot")
        said = " ".join(self.fly(ardupilot.with_parameters(FAKE_LOG=0, text=ARDUPILOT), "a", "-n", 1, code=6).err.split())
        self.assertIn("controller.keep_log: error: the firmware has written no log of sample 0 (there is no file *.BIN", said)
        self.assertIn("LOG_BACKEND_TYPE and LOG_DISARMED of ArduPilot", said)

    def test_a_log_without_the_end_of_its_flight_ends_the_run(self):
        self.use("ardupilot")
        cut = ardupilot.with_parameters(FAKE_LOG_S=2, text=ARDUPILOT)  # of 2.5 s
        said = " ".join(self.fly(cut, "a", "-n", 1, code=6).err.split())
        found = re.search(r"error: the firmware's log of sample 0 ends before its flight \(it ends (\S+) s earlier\)", said)
        self.assertTrue(0.5 <= float(found[1]) < 1, said)  # it writes whole pieces of 4096 bytes
        self.assertEqual(self.logs(), [])

    @support.slow
    def test_a_log_that_cannot_be_written_ends_the_run_and_the_sample_flies_again(self):
        self.use("ardupilot")
        os.makedirs(self.path("a.logs/sample-0.BIN.partial"))
        said = " ".join(self.fly(ARDUPILOT, "a", "-n", 1, code=6).err.split())
        self.assertIn("controller.keep_log: error: cannot write 'a.logs/sample-0.BIN' (Is a directory)", said)
        shutil.rmtree(self.path("a.logs"))
        self.fly(ARDUPILOT, "a", "-n", 1)
        self.assertEqual(self.logs(), ["sample-0.BIN"])
        shutil.rmtree(self.path("a.logs"))
        self.write("a.logs", "")
        said = self.fly(ARDUPILOT, "a", "-n", 1, code=6).err
        self.assertIn("a.logs: error: cannot make the folder for the firmware's logs", said)


class FullDisk(KeptLogs):
    """The disk with the folders of the firmwares is full, and the one of the result is not."""

    def setUp(self):
        super().setUp()
        self.apart = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
        if subprocess.run([*self.apart, "true"], capture_output=True).returncode != 0:
            self.skipTest("this system lets nobody mount a small disk (unshare --mount)")
        self.use("ardupilot")

    def fly_with_little(self, size, name, *options):
        script = f'mount -t tmpfs -o size={size} none "$TMPDIR" && exec "$@"'
        done = subprocess.run([*self.apart, "bash", "-c", script, "bash", support.PROGRAM, "run", name + ".toml", "-o",
                               name + ".h5", "--progress", "none", "--reproducible", *options], cwd=self.dir,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("error:")), (6, 1), done.stderr)
        return " ".join(done.stderr.split())

    def loses_nothing(self, text, size, message):
        """One sample is there before, and stays; the others fly when there is room."""
        self.fly(text, "whole")
        self.fly(text, "a", "--only", "0")
        said = self.fly_with_little(size, "a")
        self.assertIn(message, said)
        self.assertIn("is full; ", said)
        self.assertIn("Free space there, or set TMPDIR to another folder; run the same command again", said)
        self.assertEqual(self.of("a", "status").tolist()[0], 1)
        self.fly(text, "a")
        np.testing.assert_array_equal(self.of("a", "digest"), self.of("whole", "digest"))

    @support.slow
    def test_without_a_log(self):
        self.loses_nothing(ardupilot.FLIGHT, "16k", "controller: error: no disk space for the files of a firmware (the disk of '")

    @support.slow
    def test_with_a_log(self):
        self.loses_nothing(ARDUPILOT, "64k", "controller.keep_log: error: no disk space for the log of a firmware (the disk of '")
        self.assertEqual(self.logs(), ["sample-0.BIN", "sample-1.BIN", "sample-2.BIN"])


class CloseTheLoop(KeptLogs):
    """A fit on the firmware's own log of a simulated flight finds the simulated vehicle."""

    def fit(self, text, name, log, from_s):
        self.fly(edited((SCENARIO[SCENARIO.index("[disperse."):], ""), text=text) + PRIORS, name, "-n", 1, "--set", "vehicle.process_noise.force_n2_s=0", "--set",
                 "vehicle.process_noise.moment_n2_m2_s=0", "--set", "wind=[]")
        found = json.loads(self.expect(0, "fit", name + ".toml", log, "--from", from_s, "--held-out", "none", "--json").out)
        with h5py.File(self.path(name + ".h5")) as file:
            for parameter in found["parameters"]:
                inputs = [column for column in file if column.startswith("in_" + parameter["path"])]
                self.assertEqual(len(inputs), 1, parameter["path"])
                yield parameter, float(file[inputs[0]][0])

    def test_ardupilot(self):
        self.use("ardupilot")
        # Velocities by its sticks, back and forth; it records what it is told, exactly.
        sticks = [[0.2, 1500, 1500, 1600]] + [
            [1 + 0.7 * k, 1500 + (450 if k % 3 == 0 else -450), 1500 + (450 if k % 2 else -450), 1400 + 100 * (k % 3)]
            for k in range(12)]
        flight = edited((", [0.2, 1500, 1500, 2000], [0.6, 1500, 1500, 1500]]", f", {str(sticks)[1:]}"),
                        ("duration_s = 1", "duration_s = 10"), text=ARDUPILOT)
        found = list(self.fit(flight, "a", "a.logs/sample-0.BIN", 2))
        self.assertEqual(len(found), 3)
        for parameter, truth in found:
            with self.subTest(parameter["path"]):
                self.assertTrue(parameter["identified"])
                # Pulses are whole microseconds: commands near 515 us are wrong by 0.1 % at most, thrusts by 0.2 %.
                error = abs(parameter["value"] - truth)
                self.assertLess(error, max(3 * parameter["standard_error"], 0.002 * truth), parameter)

    @support.slow
    def test_px4(self):
        """It hovers, and its log has what it estimates by noisy sensors: only the mass is found, within a few per cent."""
        self.use("px4")
        flight = edited(("duration_s = 1", "duration_s = 8"), text=PX4)
        found = {parameter["path"]: (parameter, truth) for parameter, truth in self.fit(flight, "a", "a.logs/sample-0.ulg", 2)}
        mass, truth = found["vehicle.mass_kg"]
        self.assertTrue(mass["identified"])
        self.assertLess(mass["standard_error"], 0.02)
        self.assertLess(abs(mass["value"] - truth), 3 * mass["standard_error"], mass)


if __name__ == "__main__":
    loop_support.main()
