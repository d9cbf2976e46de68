#!/usr/bin/python3
"""montecopter export: CSV that reads back as h5py reads the file."""
import csv
import io
import os
import resource
import shutil
import signal
import subprocess
import unittest

import h5py
import numpy as np

try:
    import pandas
except ImportError:
    pandas = None

import support
from gate import GateTest
from support import SCENARIO, ProgramTest, edited, sha256
from stats import DIVERGING

STATUS = np.array(["not_run", "ok", "diverged", "invalid_input"])


class ExportTest(GateTest):
    def setUp(self):
        super().setUp()
        self.begin_with_a_result()

    def fly(self, text=SCENARIO, code=0, name="a.h5", *options):
        self.write("s.toml", text)
        self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)

    def refuse_unfinished(self, *arguments):
        with self.nothing_touched():
            result = self.expect(3, "export", *arguments, "-o", "new.csv")
        self.assertIn("error: it is not finished (199 of 200 samples are missing)", result.err)

    def table(self, *arguments):
        """(names without units, {name with unit: column as text})"""
        result = self.expect(0, "export", *arguments)
        lines = list(csv.reader(io.StringIO(result.out)))
        self.assertEqual({len(line) for line in lines}, {len(lines[0])})
        return {name: [line[i] for line in lines[1:]] for i, name in enumerate(lines[0])}

    def floats(self, cells):
        return np.array([float(cell) for cell in cells])

    def same(self, cells, values):
        """Bit by bit, but for NaN, which must be NaN."""
        got = self.floats(cells).astype(values.dtype)
        self.assertTrue(np.array_equal(got, values, equal_nan=True))
        self.assertTrue((np.signbit(got) == np.signbit(values))[~np.isnan(values)].all())


class Samples(ExportTest):
    def check_against_file(self, table, name="a.h5"):
        with h5py.File(self.path(name)) as file:
            def is_column(key):
                if not isinstance(file[key], h5py.Dataset) or file[key].ndim != 1:
                    return False
                scales = list(file[key].dims[0].values())
                return key == "sample" or bool(scales) and scales[0].name == "/sample"
            wanted = [key for key in file if is_column(key)]
            self.assertGreater(len(wanted), 10)
            with_units = {}
            self.assertEqual(sorted(table), sorted(wanted))
            for key in wanted:
                cells = table[key]
                if key == "status":
                    self.assertEqual(cells, list(STATUS[file[key][:]]))
                elif key == "sample":
                    self.assertEqual(cells, [str(i) for i in range(200)])
                else:
                    self.same(cells, file[key][:])
                units = file[key].attrs.get("units", b"").decode()
                unit = "" if units in ("", "1") else f" [{units}]"
                with_units[key] = key + unit
            named = self.table(name, "--units", "--incomplete")
            self.assertEqual(list(named), [with_units[key] for key in table])
            self.assertEqual(list(named.values()), list(table.values()))

    def test_every_number_reads_back(self):
        with self.nothing_touched():
            table = self.table("a.h5")
        self.check_against_file(table)
        self.assertEqual(list(table)[:3], ["sample", "status", "t_end_s"])
        self.assertIn("in_vehicle.mass_kg", table)
        self.assertIn("m_max_tilt_deg", table)

    def test_failures(self):
        self.fly(DIVERGING, 5, "d.h5")
        table = self.table("d.h5")
        self.check_against_file(table, "d.h5")
        self.assertGreater(table["status"].count("diverged"), 20)

    def test_unfinished(self):
        self.fly(SCENARIO, 0, "b.h5", "--only", "3")
        self.refuse_unfinished("b.h5")
        result = self.expect(0, "export", "b.h5", "--incomplete")
        self.assertIn("199 of 200 samples are missing", result.err)
        table = self.table("b.h5", "--incomplete")
        self.assertEqual(table["status"].count("not_run"), 199)
        self.assertEqual(table["status"][3], "ok")
        self.assertEqual(table["t_end_s"].count("NaN"), 199)
        self.check_against_file(table, "b.h5")

    def test_more_rows_than_are_read_at_once(self):
        self.fly(edited(("samples = 200", "samples = 9000"), ('"every:3"', '"none"'),
                        ("duration_s = 0.3", "duration_s = 0.01")), 0, "m.h5")
        table = self.table("m.h5")
        with h5py.File(self.path("m.h5")) as file:
            self.same(table["m_max_tilt_deg"], file["m_max_tilt_deg"][:])

    @unittest.skipUnless(pandas, "no pandas")
    def test_pandas_and_numpy_read_it_with_one_call(self):
        self.expect(0, "export", "a.h5", "-o", "a.csv")
        # pandas' default parser is off by an ulp; round_trip is not
        frame = pandas.read_csv(self.path("a.csv"), float_precision="round_trip")
        array = np.genfromtxt(self.path("a.csv"), delimiter=",", names=True, dtype=None,
                              encoding="utf-8")
        with h5py.File(self.path("a.h5")) as file:
            tilt = file["m_max_tilt_deg"][:]
        self.assertTrue((frame["m_max_tilt_deg"] == tilt).all())
        self.assertTrue((array["m_max_tilt_deg"] == tilt).all())
        self.assertTrue((frame["status"] == "ok").all())

    def test_other_columns_of_a_sample_come_along(self):
        with h5py.File(self.path("a.h5"), "r+") as file:
            for name, dtype in [("sweep_point", "<i8"), ("flag", "u1"), ("count", "<u8"),
                                ("narrow", "<f4"), ('odd, "name"', "<f8")]:
                values = np.arange(200).astype(dtype)
                values = values if dtype == "u1" else values * values.dtype.type(2 ** 40 / 10)
                dataset = file.create_dataset(name, data=values)
                dataset.dims[0].attach_scale(file["sample"])
            file["sweep_point"][:] = np.arange(200) % 5
        table = self.table("a.h5", "--no-verify")
        with h5py.File(self.path("a.h5")) as file:
            for name in ("sweep_point", "flag", "count"):
                self.assertEqual([int(cell) for cell in table[name]], file[name][:].tolist())
            self.same(table["narrow"], file["narrow"][:])
            self.same(table['odd, "name"'], file['odd, "name"'][:])


class Traces(ExportTest):
    def check_traces(self, table, signals, samples=None, name="a.h5"):
        with h5py.File(self.path(name)) as file:
            traced = list(file["trace_sample"][:])
            time = file["time"][:]
            rows = [traced.index(s) for s in (samples or traced)]
            some = file[signals[0]][:][rows].reshape(len(rows), len(time), -1)
            flying = ~np.isnan(some).all(axis=2)
            where = np.argwhere(flying)
            self.assertEqual([int(c) for c in table["sample"]],
                             [traced[rows[k]] for k, _ in where])
            self.same(table["time"], time[where[:, 1]])
            for signal_name in signals:
                values = file[signal_name][:][rows]
                values = values.reshape(len(rows), len(time), -1)[flying]
                columns = [c for c in table if c.split(" [")[0].split(".")[0] == signal_name]
                self.assertEqual(len(columns), values.shape[1])
                for column, expected in zip(columns, values.T):
                    self.same(table[column], expected)

    def test_all(self):
        with self.nothing_touched():
            table = self.table("a.h5", "--traces")
        signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "command",
                   "specific_force"]
        self.check_traces(table, signals)
        self.assertEqual(list(table)[:5], ["sample", "time", "position.x", "position.y", "position.z"])
        self.assertIn("rotor_speed.3", table)
        with_units = self.expect(0, "export", "a.h5", "--traces", "--units", "--sample", "9").out.splitlines()[0]
        self.assertTrue(with_units.startswith("sample,time [s],position.x [m],"))
        self.assertIn(",attitude.w,", with_units)
        self.assertIn(",rotor_speed.3 [rad s-1],", with_units)
        self.assertEqual(len(table["sample"]), 67 * 31)

    def test_some(self):
        table = self.table("a.h5", "--traces", "--sample", "9", "3", "--signal", "velocity",
                           "attitude.y")
        self.assertEqual(list(table)[2:], ["velocity.x", "velocity.y", "velocity.z", "attitude.y"])
        del table["attitude.y"]
        self.check_traces(table, ["velocity"], [3, 9])
        # Lists and ranges as other commands have them; once each.
        self.assertEqual(self.table("a.h5", "--traces", "--sample", "9,3", "3..3", "--signal", "velocity", "attitude.y")["sample"],
                         self.table("a.h5", "--traces", "--sample", "3", "9", "--signal", "velocity", "attitude.y")["sample"])

    def test_single_precision(self):
        self.fly(edited(("[monte_carlo]", 'dtype = "f32"\n[monte_carlo]')), 0, "f.h5")
        table = self.table("f.h5", "--traces", "--signal", "attitude")
        self.check_traces(table, ["attitude"], None, "f.h5")
        self.assertTrue(all(len(cell) < 16 for cell in table["attitude.x"]))

    def test_flights_end(self):
        self.fly(DIVERGING, 5, "d.h5")
        table = self.table("d.h5", "--traces", "--signal", "position")
        self.check_traces(table, ["position"], None, "d.h5")
        self.assertLess(len(table["sample"]), 67 * 31)

    def test_unfinished(self):
        self.fly(SCENARIO, 0, "b.h5", "--only", "3")
        self.refuse_unfinished("b.h5", "--traces")
        table = self.table("b.h5", "--traces", "--incomplete")
        self.assertEqual(set(table["sample"]), {"3"})
        result = self.expect(2, "export", "b.h5", "--incomplete", "--traces", "--sample", "6")
        self.assertIn("--sample: error: sample 6 is not flown yet", result.err)


class Files(ExportTest):
    def test_a_file_holds_what_stdout_gets(self):
        for options in ([], ["--traces"]):
            out = self.expect(0, "export", "a.h5", *options).out
            result = self.expect(0, "export", "a.h5", *options, "-o", "out.csv")
            self.assertEqual((result.out, result.err), ("", ""))
            with open(self.path("out.csv"), encoding="utf-8") as file:
                self.assertEqual(file.read(), out)
            os.remove(self.path("out.csv"))

    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "export", *arguments)
        self.assertEqual(result.out, "", arguments)
        for word in ["error:", *says]:
            self.assertIn(word, result.err, arguments)

    def test_nothing_is_replaced_unless_forced(self):
        self.write("there.csv", "precious\n")
        self.refuse(3, "a.h5", "-o", "there.csv", says=["there.csv", "--force"])
        self.expect(0, "export", "a.h5", "-o", "there.csv", "--force")
        with open(self.path("there.csv"), encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("sample,status,"))
        os.symlink("nowhere", self.path("dangling"))
        self.refuse(3, "a.h5", "-o", "dangling", says=["dangling"])

    def test_never_the_result_itself(self):
        os.symlink("a.h5", self.path("link"))
        os.link(self.path("a.h5"), self.path("hard"))
        for name in ("link", "hard", "./link"):
            for force in ([], ["--force"]):
                self.refuse(3, "a.h5", "-o", name, *force, says=["this command reads that file"])

    def test_only_csv_is_called_csv(self):
        for name in ("x.parquet", "x.h5", "a.h5", "./a.h5", "x.csv.gz", "x.json", "x.", "folder.csv/x.np"):
            for options in ([], ["--traces"], ["--force"]):
                self.refuse(2, "a.h5", "-o", name, *options, says=[f"'{name}'", "export writes .csv, .mat and .npz"])
        os.mkdir(self.path("folder.csv"))
        for name in ("x.CSV", "plain", "folder.csv/plain", ".hidden"):
            self.expect(0, "export", "a.h5", "-o", name)

    def test_places_where_no_file_can_be(self):
        os.mkdir(self.path("directory"))
        os.mkfifo(self.path("pipe"))
        for name in ("directory", "pipe", "/dev/null"):
            for force in ([], ["--force"]):
                self.refuse(3, "a.h5", "-o", name, *force, says=["regular file"])
        self.refuse(6, "a.h5", "-o", "none/x.csv", says=["none/x.csv"])
        self.refuse(2, "a.h5", "-o", "", says=["--output"])
        self.refuse(2, "a.h5", "-o", "-", says=["-: error: this would be a file named '-'", "stdout"])

    def test_command_lines(self):
        for arguments, says in [
            ([], ["file is required", "montecopter export --help"]),
            (["a.h5", "--sample", "3"], ["--sample", "--traces"]),
            (["a.h5", "--signal", "position"], ["--signal", "--traces"]),
            (["a.h5", "--force"], ["--force", "--output"]),
            (["a.h5", "--traces", "--sample", "4"], ["sample 4 has no trace"]),
            (["a.h5", "--traces", "--sample", "200"], ["--sample", "'200'"]),
            (["a.h5", "--traces", "--sample", "-1"], ["--sample"]),
            (["a.h5", "--traces", "--sample", "3..5"], ["samples 4, 5 have no trace"]),
            (["a.h5", "--traces", "--sample", "0..199"], ["samples 1, 2, 4, 5, 7 and 128 more have no trace"]),
            (["a.h5", "--traces", "--sample", "9..3"], ["'9..3' is an empty range"]),
            (["a.h5", "--traces", "--signal", "positon"], ["Did you mean 'position'"]),
            (["a.h5", "--wat"], ["--wat"]),
        ]:
            with self.subTest(arguments):
                self.refuse(2, *arguments, says=says)
                if "--traces" in arguments:  # told before a file is made
                    self.refuse(2, *arguments, "-o", "new.csv", says=says)

    def test_files_that_are_no_results(self):
        self.write("text", "hello\n")
        with open(self.path("a.h5"), "rb") as file:
            self.write("cut.h5", file.read()[:20000])
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["status"][5] = 77
        for name, code in [("text", 3), ("cut.h5", 3), ("b.h5", 3), ("none.h5", 6), ("s.toml", 3)]:
            self.refuse(code, name, "-o", "new.csv", says=[f"{name}: error:"])

    def test_full_disk(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        self.write("there.csv", "precious\n")
        for options in (["-o", "new.csv"], ["-o", "there.csv", "--force"]):
            with self.nothing_touched():
                result = self.expect(6, "export", "a.h5", "--traces", *options,
                                     preexec_fn=small_files)
            self.assertIn("error: cannot write", result.err)

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        for options in ([], ["--traces"]):
            for redirection in (">&-", ">/dev/full"):
                command = f'exec "$0" export a.h5 "$@" {redirection}'
                done = subprocess.run(["/bin/bash", "-c", command, support.PROGRAM, *options],
                                      cwd=self.dir, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 6, done.stderr)
                self.assertIn("stdout: error: cannot print", done.stderr)

    def test_a_reader_that_goes_away_ends_it(self):
        process = self.start("export", "a.h5", "--traces")
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.wait(), -signal.SIGPIPE)

    def test_a_signal_leaves_nothing(self):
        self.fly(edited(("every:3", "all")), 0, "all.h5")  # of several megabytes, each of which is a write
        before = sorted(os.listdir(self.dir))
        process = self.start_to_gate("write", 1, "export", "all.h5", "--traces", "-o", "all.csv")
        self.assertEqual(len([name for name in os.listdir(self.dir) if "partial" in name]), 1)
        self.signal_at_gate(process, signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        self.assertEqual(sorted(os.listdir(self.dir)), before)

    def test_the_same_bytes_again(self):
        self.expect(0, "export", "a.h5", "--traces", "-o", "x.csv")
        self.fly(SCENARIO, 0, "b.h5", "-j", "1", "--lanes", "baseline")
        self.expect(0, "export", "b.h5", "--traces", "-o", "y.csv")
        self.assertEqual(sha256(self.path("x.csv")), sha256(self.path("y.csv")))


if __name__ == "__main__":
    support.main()
