#!/usr/bin/python3
"""scripts/firmware-check with the fakes of tests/core in the place of real firmwares: they pass its list, and what is wrong
with one is named together with what cures it."""
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import types

import loop_support
import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Gains of the fakes, whose laws are not those of the firmwares.
GAINS = {"ardupilot": {"MOT_THST_HOVER": 0.535, "ATC_RAT_RLL_P": 0.03, "ATC_RAT_PIT_P": 0.03, "ATC_RAT_YAW_P": 0.05},
         "px4": {"MPC_THR_HOVER": 0.55, "MC_ROLLRATE_P": 0.03, "MC_PITCHRATE_P": 0.03, "MC_YAWRATE_P": 0.05}}


class FirmwareCheck(loop_support.FirmwareTest):
    def setUp(self):
        super().setUp()
        self.write("etc/init.d-posix/rcS", "#!/bin/sh\n")
        self.write("copter.parm", "FAKE_STRICT 1\n")

    def check(self, kind, *options, **parameters):
        self.use(kind)
        sets = [f"controller.parameters.{name}={value}" for name, value in {**GAINS[kind], **parameters}.items()]
        files = ["--parameters", self.path("copter.parm")] if kind == "ardupilot" else ["--etc", self.path("etc")]
        return subprocess.run([ROOT / "scripts/firmware-check", self.fake, kind, *files, "--montecopter", support.PROGRAM,
                               *[word for one in (*sets, *options) for word in ("--set", one)]],
                              capture_output=True, text=True, check=False)

    def assert_fails(self, done, point, words, cure):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        lines = done.stdout.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("FAILS"))
        fails, help_ = lines[at], " ".join(lines[at + 1:])
        self.assertEqual(fails.split()[:2], ["FAILS", point], done.stdout)
        self.assertIn(words, fails)
        self.assertIn(cure, help_)

    def passes(self, kind):
        done = self.check(kind)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([line.split()[:2] for line in done.stdout.splitlines()],
                         [["good", point] for point in ("boots", "arms", "takes", "holds", "lands", "repeats")])

    def test_px4(self):
        self.passes("px4")
        self.assert_fails(self.check("px4", FAKE_UNARMED=1), "arms", "it never armed; it said: Arming denied: high gyro bias",
                          "the rate of this sensor")
        self.assert_fails(self.check("px4", FAKE_DIE=10), "boots", "hard fault in ekf2", "docs/")

    @support.slow
    def test_ardupilot(self):
        self.passes("ardupilot")
        self.assert_fails(self.check("ardupilot", FAKE_REFUSES=1), "arms", "Mode change to LOITER failed", "FLTMODE")

    @support.slow
    def test_more_that_is_wrong_with_px4(self):
        self.assert_fails(self.check("px4", FAKE_IDLE=1), "takes", "it armed, but the vehicle never took off", "docs/")
        self.assert_fails(self.check("px4", FAKE_DEAF=1e6), "arms", "did not acknowledge command 22", "startup_s")

    def test_a_second_flight_that_ends_early_does_not_repeat(self):
        loader = importlib.machinery.SourceFileLoader("firmware_check_script", str(ROOT / "scripts/firmware-check"))
        script = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(script)
        script.fly = lambda *_: ("again.h5", "it closed its connection")
        rows = [(time, 2.0, 0.0) for time in range(script.END_S + 1)]
        for end, repeats in ((script.END_S, True), (15, False), (5, False)):
            script.heights = lambda *_, end=end: rows[:end + 1]
            good, words = script.repeats(types.SimpleNamespace(kind="px4"), None, rows)
            self.assertEqual(good, repeats)
            self.assertEqual("it closed its connection" in words, not repeats)
        points = {point: good for point, good, _ in script.check_flight("", rows[:16])}
        self.assertFalse(points["holds"] or points["lands"])

    def test_what_cannot_be_flown(self):
        done = subprocess.run([ROOT / "scripts/firmware-check", self.path("nothing"), "px4"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not a program", done.stderr)
        os.remove(self.path("etc/init.d-posix/rcS"))
        done = self.check("px4")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("init.d-posix/rcS", done.stderr)


if __name__ == "__main__":
    loop_support.main()
