#!/usr/bin/python3
"""montecopter stats: every way of getting it wrong."""
import os
import shutil
import subprocess

import h5py
import numpy as np

import support
from stats import StatsTest
from support import edited


class Mistakes(StatsTest):
    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "stats", *arguments)
        if "--json" not in arguments:
            self.assertEqual(result.out, "", arguments)
        self.assertIn("error:", result.err)
        for word in says:
            self.assertIn(word, result.err, arguments)

    def test_command_lines(self):
        self.fly()
        for arguments, says in [
            ([], ["file is required", "montecopter stats --help"]),
            (["a.h5", "b.h5"], ["b.h5"]),
            (["a.h5", "--wat"], ["--wat"]),
            (["a.h5", "--metric"], ["--metric"]),
            (["a.h5", "--metric", ""], ["unknown metric ''"]),
            (["a.h5", "--json", "--csv"], ["--csv", "--json"]),
            (["a.h5", "--csv", "--metric", "max_tilt_deg", "--signal", "position"], ["two tables"]),
            (["a.h5", "--at", "1"], ["--at", "--signal"]),
            (["a.h5", "--rows", "1"], ["--rows", "--signal"]),
            (["a.h5", "--signal", "position", "--at", "0", "--rows", "3"], ["--rows", "--at"]),
            (["a.h5", "--signal", "position", "--at", "0.31"], ["--at", "0.31", "0.3 s"]),
            (["a.h5", "--signal", "position", "--at", "-1"], ["--at", "'-1'"]),
            (["a.h5", "--signal", "position", "--at", "nan"], ["--at", "'nan'"]),
            (["a.h5", "--signal", "position", "--rows", "0"], ["--rows", "'0'"]),
            (["a.h5", "--signal", "position", "--rows", "010"], ["--rows", "'010'"]),
            (["a.h5", "--signal", "positin", "position.k", "position.x"],
             ["'positin'", "'position'", "'position.k'"]),
            (["a.h5", "--signal", "t_end_s"], ["unknown signal 't_end_s'"]),
            (["a.h5", "--point", "0"], ["--point", "no sweep"]),
            (["a.h5", "--point", "-1"], ["--point"]),
        ]:
            with self.subTest(arguments):
                self.refuse(2, *arguments, says=says)

    def test_no_traces(self):
        self.fly(edited(('traces = "every:3"', 'traces = "none"')))
        self.expect(0, "stats", "a.h5")
        self.refuse(2, "a.h5", "--signal", "position", says=["a.h5: error: there are no traces"])

    def test_files_that_are_no_results(self):
        self.fly()
        self.make_files_that_are_no_results()
        for name, code in [("text", 3), ("empty", 3), ("directory", 3), ("pipe", 3), ("cut.h5", 3),
                           ("foreign.h5", 3), ("s.toml", 3), ("/dev/null", 3), ("none.h5", 6)]:
            with self.subTest(name):
                self.refuse(code, name, says=[f"{name}: error:"])

    def test_results_that_contradict_themselves(self):
        self.fly()

        def status(file):
            file["status"][5] = 77

        def negative(file):
            file["status"][5] = -1

        def trace_sample(file):
            file["trace_sample"][3] = 100000

        def point(file, value=200):
            data = np.zeros(200, dtype="<i8")
            data[7] = value
            dataset = file.create_dataset("sweep_point", data=data)
            dataset.dims[0].attach_scale(file["sample"])

        for break_it, says in [(status, "status 77"), (negative, "status -1"),
                               (trace_sample, "trace_sample"), (point, "sweep"),
                               (lambda file: point(file, -5), "sweep"),
                               (lambda file: point(file, 2 ** 62), "sweep")]:
            with self.subTest(says):
                shutil.copy(self.path("a.h5"), self.path("b.h5"))
                with h5py.File(self.path("b.h5"), "r+") as file:
                    break_it(file)
                self.refuse(3, "b.h5", "--signal", "position", says=["b.h5: error:"])
                self.refuse(3, "b.h5", "--no-verify", "--signal", "position", says=["b.h5: error:", says])

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        self.fly()
        for options in ([], ["--json"], ["--csv"], ["--signal", "position", "--csv"]):
            for redirection in (">&-", ">/dev/full"):
                with self.subTest(options, redirection=redirection):
                    command = f'exec "$0" stats a.h5 "$@" {redirection}'
                    done = subprocess.run(["/bin/bash", "-c", command, support.PROGRAM, *options],
                                          cwd=self.dir, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 6, done.stderr)
                    self.assertIn("stdout: error: cannot print", done.stderr)


if __name__ == "__main__":
    support.main()
