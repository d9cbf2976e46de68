#!/usr/bin/python3
"""montecopter import log: the log of a real flight as a result file, and what opens that."""
import hashlib
import json
import math
import os
import subprocess
import sys
import unittest

import h5py
import numpy as np

import blackbox_writer as b
import dataflash_writer as d
import log_writers as w
import support
from logs import COLUMNS, CSV, LogTest

ALL = """
[time]
column = "t"
unit = "s"
[columns.position]
from = ["x", "y", "z"]
unit = "m"
[columns.attitude]
from = ["qw", "qx", "qy", "qz"]
[columns.command]
from = ["m1", "m2"]
["columns"."imu.gyroscope"]
from = ["p", "q", "r"]
unit = "rad/s"
"""
HEADER = "t,x,y,z,qw,qx,qy,qz,m1,m2,p,q,r\n"


def line(t, position=None, attitude=None, command=None, gyro=None):
    cells = [repr(t)]
    for values, count in ((position, 3), (attitude, 4), (command, 2), (gyro, 3)):
        cells += [""] * count if values is None else [repr(float(v)) for v in values]
    return ",".join(cells) + "\n"


class ImportLog(LogTest):
    def brought_in(self, content, name, *arguments, columns=None):
        self.write_log(name, content)
        arguments = ["import", "log", name, "-o", "log.h5", "--force", *arguments]
        if columns:
            self.write("columns.toml", columns)
            arguments += ["--columns", "columns.toml"]
        self.out = self.expect(0, *arguments).out
        file = h5py.File(self.path("log.h5"), "r")
        self.addCleanup(file.close)
        return file

    def csv(self, rows, *arguments):
        return self.brought_in(HEADER + "".join(rows), "a.csv", *arguments, columns=ALL)

    def test_values_that_come_evenly_stay_as_they_are(self):
        file = self.brought_in(CSV, "a.csv", columns=COLUMNS.replace("delay_s = 0.005\n", ""))
        k = np.arange(100)
        self.assertTrue(np.array_equal(file["time"][:], k / 100))
        self.assertTrue(np.array_equal(file["position"][0], np.tile([2.0, 1.0, -3.0], (100, 1))))  # from east, north, up in cm
        np.testing.assert_allclose(file["body_rate"][0, :, 2], -k * math.pi / 180, rtol=1e-15)
        attributes = {key: (value.decode() if isinstance(value, bytes) else value) for key, value in file.attrs.items()}
        self.assertEqual((attributes["source"], attributes["log_format"], attributes["title"]), ("flight log", "CSV", "a.csv"))
        self.assertEqual(attributes["log_sha256"], hashlib.sha256(CSV.encode()).hexdigest())
        self.assertEqual((file["position"].attrs["units"], file["position"].attrs["frame"]), (b"m", b"NED"))
        self.assertEqual(bytes(file["provenance/scenario"][:]).decode(), COLUMNS.replace("delay_s = 0.005\n", ""))
        self.assertIn("log.h5: flight with 3 signals; resampled to 100 times at 100 Hz, except sensor readings; time 0 is 0.000 s in the log", self.out)

    def test_rate(self):
        rows = [line(k / 100, (k, 0, 0)) for k in range(101)]
        file = self.csv(rows, "--rate", "25")
        np.testing.assert_allclose(file["position"][0, :, 0], 4.0 * np.arange(26), rtol=1e-14)
        file = self.csv(rows, "--rate", "200")
        np.testing.assert_allclose(file["position"][0, :, 0], 0.5 * np.arange(201), rtol=1e-14, atol=1e-14)

    def test_gaps_and_what_is_missing(self):
        rows = [line(k / 100, (k, math.nan if k == 3 else 0, 0)) for k in range(100) if not 40 < k < 60]
        position = self.csv(rows)["position"][0]
        missing = np.isnan(position[:, 0])
        self.assertEqual(list(np.flatnonzero(missing)), list(range(41, 60)))
        self.assertEqual(list(np.flatnonzero(np.isnan(position[:, 1]))), [3, *range(41, 60)])

    def test_readings_keep_their_rate_and_their_noise(self):
        """Each is taken as it is, once, though their clock trembles and runs 2 % fast."""
        noise = [(k * k * 7919 % 1009) / 1009 - 0.5 for k in range(1000)]
        rows = [line(round(k / 1020 + 1e-4 * noise[-k], 6), gyro=(noise[k], k, 1)) for k in range(1000)]
        rows += [line(k / 50 + 0.0003, (k, 0, 0)) for k in range(50)]
        file = self.csv(sorted(rows, key=lambda row: float(row.split(",")[0])))
        gyro, t = file["imu.gyroscope"][0], file["imu.gyroscope.time"][:]
        np.testing.assert_array_equal(gyro[:, 1], np.arange(1000))
        np.testing.assert_array_equal(gyro[:, 0], noise)
        self.assertAlmostEqual(1 / t[1], 1020, delta=0.2)
        self.assertEqual(file["position"].shape, (1, 50, 3))
        np.testing.assert_array_equal(file["position"][0, :, 0], np.arange(50))

    def test_each_format(self):
        file = self.brought_in(w.ulog(), "a.ulg")
        self.assertEqual(file["body_rate"].shape, (1, 200, 3))
        np.testing.assert_array_equal(file["body_rate"][0, :, 0], 0.5 * np.arange(200))
        np.testing.assert_allclose(file["imu.gyroscope"][0, :, 0], 0.25 * np.arange(400))
        self.assertIn("in this log SDLOG_PROFILE is 1", self.out)
        resolved = bytes(file["provenance/resolved"][:]).decode()
        for said in ('format = "ULog"', '"SDLOG_PROFILE" = 1', '"sys_name" = "PX4"', 'resampling = "nearest"'):
            self.assertIn(said, resolved)
        file = self.brought_in(b.log(8) + b.log(400), "a.bbl", "--part", "2")
        self.assertEqual(file["rotor_speed"].shape, (1, 400, 4))  # 1 kHz, though its clock trembles
        self.assertIn("part = 2", bytes(file["provenance/resolved"][:]).decode())

        file = self.brought_in(d.log(), "a.bin")
        self.assertEqual((file["imu.gyroscope"].shape, file["rotor_speed"].shape), ((1, 400, 3), (1, 200, 4)))
        np.testing.assert_allclose(file["body_rate"][0, :, 2], np.radians(np.arange(200)), rtol=1e-15)
        self.assertEqual(file["command"].attrs["units"], b"us (pulse width)")

    def test_the_same_bytes_each_time(self):
        self.write_log("a.ulg", w.ulog())
        for name in ("one.h5", "two.h5"):
            self.expect(0, "import", "a.ulg", "-o", name)  # the kind may be left out
        with open(self.path("one.h5"), "rb") as one, open(self.path("two.h5"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_what_opens_it(self):
        self.brought_in(w.ulog(), "a.ulg").close()
        self.assertIn("position.x [m] in NED", self.expect(0, "stats", "log.h5", "--signal", "position", "--rows", "3").out)
        lines = self.expect(0, "export", "log.h5", "--traces", "--signal", "imu.gyroscope").out.splitlines()
        self.assertEqual((len(lines), lines[0]), (401, "sample,time,imu.gyroscope.x,imu.gyroscope.y,imu.gyroscope.z"))
        self.expect(0, "export", "log.h5", "-o", "log.npz")
        self.expect(0, "export", "log.h5", "--mcap", "log.mcap")
        self.assertIn("25 signals the same", self.expect(0, "diff", "log.h5", "log.h5").out)
        self.expect(0, "report", "log.h5", "-o", "log.html")
        with open(self.path("log.html"), encoding="utf-8") as page:
            self.assertIn("this is the log of a real flight without a scenario", page.read())
        fsck = self.expect(0, "fsck", "log.h5").out
        self.assertIn("log.h5: intact: 1 sample", fsck)
        self.assertIn("the file is the log of a real flight", fsck)

    @support.slow  # tests/python opens results
    def test_the_python_package_opens_it(self):
        self.brought_in(w.ulog(), "a.ulg").close()
        program = """if True:
            import sys
            import montecopter
            with montecopter.Result(sys.argv[1]).open() as data:
                print(data.position.shape, data.position.attrs["frame"], list(data.axis.values), float(data.position[0, 199, 0]))
            """
        package = os.path.join(os.path.dirname(__file__), "..", "..", "src", "python")
        done = subprocess.run([sys.executable, "-c", program, self.path("log.h5")], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": package, "PYTHONDONTWRITEBYTECODE": "1", "MONTECOPTER": support.PROGRAM})
        self.assertEqual(done.stdout, "(1, 200, 3) NED ['x', 'y', 'z'] nan\n", done.stderr)  # the last position is at 1.9 s

    def test_what_needs_a_scenario_says_so(self):
        self.brought_in(w.ulog(), "a.ulg").close()
        for arguments in (["replay", "log.h5", "--sample", "0"], ["sensitivity", "log.h5"], ["requirements", "log.h5"],
                          ["sensors", "log.h5", "--allan"], ["compare", "log.h5", "log.h5"],
                          ["merge", "log.h5", "-o", "all.h5"]):
            with self.subTest(arguments), self.nothing_touched():
                self.assertIn("it is the log of a real flight, and has no scenario", self.expect(3, *arguments).err)

    def test_damage_is_found(self):
        self.brought_in(w.ulog(), "a.ulg").close()
        with h5py.File(self.path("log.h5"), "r") as file:
            at = file["position"].id.get_offset()
        with open(self.path("log.h5"), "r+b") as file:
            file.seek(at + 400)
            file.write(b"\x55")
        self.assertIn("do not match the stored check of sample 0", self.expect(3, "stats", "log.h5").err)

    def test_bad_input(self):
        self.write_log("a.ulg", w.ulog())
        self.write_log("a.csv", CSV)
        self.write_log("b.ulg", w.ulog(b""))
        self.write_log("far.csv", HEADER + line(0.0, (0, 0, 0)) + line(0.001, (0, 0, 0)) + line(0.002, (0, 0, 0)) + line(9e7, (0, 0, 0))
                       + line(9.1e7, (0, 0, 0)))
        self.write("columns.toml", COLUMNS)
        self.write("all.toml", ALL)
        self.write("there.h5", "something else")
        self.write("wide.csv", CSV.encode("utf-16"))
        self.write("wide.toml", COLUMNS.encode("utf-16-le"))
        self.write("params.txt", "x")
        for code, arguments, says in [
            (2, ["log", "a.ulg"], "--output: error: it is missing. A log becomes a result file"),
            (2, ["log"], "file: error: it is missing. Write: montecopter import log FILE"),
            (6, ["none.ulg", "-o", "x.h5"], "none.ulg: error: cannot read it"),
            (2, ["px4-param"], "kind: error: 'px4-param' is neither a kind of import nor a file. Did you mean 'px4-params'? The kinds are"),
            (2, ["nothing"], "kind: error: 'nothing' is neither a kind of import nor a file. The kinds are px4-params, "),
            (2, ["nothing", "--rate", "5"], "kind: error: 'nothing' is neither a kind of import"),
            (2, ["nothing", "a.ulg", "--rate", "5"], "kind: error: 'nothing' is not a kind of file"),
            (2, ["lgo", "a.ulg", "-o", "x.h5"], "'lgo' is not a kind of file that can be imported. Did you mean 'log'?"),
            (6, ["/dev/zero", "-o", "x.h5"], "/dev/zero: error: cannot read it (it is a device, not a file)"),
            (6, ["log", "none.ulg", "-o", "x.h5"], "none.ulg: error: cannot read it"),
            (3, ["log", "b.ulg", "-o", "x.h5"], "none of its topics contains a usable signal"),
            (2, ["log", "a.csv", "-o", "x.h5"], "a CSV file needs --columns FILE.toml to describe its columns"),
            (2, ["log", "a.ulg", "-o", "x.h5", "--columns", "columns.toml"], "a ULog describes its own content"),
            (2, ["log", "a.csv", "-o", "x.h5", "--columns", "a.ulg"], "a.ulg: error: it is a binary file, not TOML"),
            (3, ["log", "wide.csv", "-o", "x.h5", "--columns", "columns.toml"],
             "wide.csv: error: this is not a flight log in a known format (it is text in UTF-16: save it as UTF-8"),
            (2, ["log", "a.csv", "-o", "x.h5", "--columns", "wide.toml"],
             "wide.toml: error: cannot read it (it is text in UTF-16: save it as UTF-8"),
            (2, ["log", "a.ulg", "-o", ""], "--output: error: the name of the result file is empty."),
            (2, ["log", "a.ulg", "-o", "x.h5", "--rate", "0"], "--rate: error:"),
            (2, ["log", "a.ulg", "-o", "x.h5", "--rate", "fast"], "--rate: error:"),
            (2, ["log", "far.csv", "-o", "x.h5", "--columns", "all.toml", "--rate", "1000"], "exceed 86400000 times"),
            (2, ["log", "a.ulg", "-o", "x.h5", "--vehicle", "v.toml"], "--vehicle: error: does not apply to a log"),
            (2, ["px4-params", "params.txt", "--rate", "5"], "--rate: error: does not apply to this kind of file"),
            (3, ["log", "a.ulg", "-o", "there.h5"], "there.h5: error: it exists. Use --force to replace it"),
            (3, ["log", "a.ulg", "-o", "there.h5", "--force"], "there.h5"),
            (3, ["log", "a.ulg", "-o", "a.ulg", "--force"], "a.ulg"),
            (6, ["log", "a.ulg", "-o", "no/folder.h5"], "no/folder.h5"),
        ]:
            with self.subTest(arguments), self.nothing_touched():
                self.assertIn(says, self.expect(code, "import", *arguments).err)

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        self.write_log("a.ulg", w.ulog())
        done = subprocess.run(["/bin/bash", "-c", 'exec "$0" import a.ulg -o x.h5 >/dev/full', support.PROGRAM], cwd=self.dir,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 6, done.stderr)
        self.expect(0, "fsck", "x.h5")  # the file is whole nevertheless

    def test_json(self):
        self.write_log("a.ulg", w.ulog())
        answer = json.loads(self.expect(0, "import", "log", "a.ulg", "-o", "x.h5", "--json").out)
        self.assertEqual((answer["output"], answer["start_s"], answer["times"], answer["format"]), ("x.h5", 0, 200, "ULog"))


if __name__ == "__main__":
    support.main()
