#!/usr/bin/python3
"""Results that earlier builds wrote are read by stats, diff, export and plot. tests/cli/older/ has
one of each format version, and of each generation of names within it; README.md there says which
commit wrote what."""
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import h5py
import numpy as np

import support
from support import ProgramTest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class OlderResults(ProgramTest):
    def setUp(self):
        super().setUp()
        self.names = []
        for path in sorted((HERE / "older").glob("*.h5.gz")):
            with gzip.open(path) as packed:
                self.write(path.stem, packed.read())
            self.names.append(path.stem)
        self.assertGreaterEqual(len(self.names), 2)

    def each(self):
        for name in self.names:
            with self.subTest(name), h5py.File(self.path(name)) as file:
                yield name, file

    def test_every_version_is_here(self):
        """The list in the source and the files tell of the same versions."""
        source = (ROOT / "src/record/validate_schema.hpp").read_text()
        listed = source.split("readable_versions = {")[1].split("}")[0]
        here = {int(file.attrs["format_version"]) for _, file in self.each()}
        self.assertEqual(here, {int(version) for version in listed.split(",")})

    def test_a_newer_version_is_refused_in_one_sentence(self):
        with h5py.File(self.path(self.names[0]), "r+") as file:
            file.attrs.modify("format_version", np.int64(1000))
        for command in (["stats"], ["export"], ["diff", self.names[0]]):
            result = self.expect(3, *command, self.names[0])
            self.assertEqual(result.out, "")
            self.assertIn("it has format version 1000, which a newer program writes; this one reads version 1)", result.err)
            self.assertEqual(result.err.count("\n"), 1)

    def test_stats(self):
        for name, file in self.each():
            data = json.loads(self.expect(0, "stats", name, "--json").out)
            self.assertEqual(data["samples"], file["sample"].size)
            ok = file["status"][:] == 1
            for metric in [key for key in file if key.startswith("m_")]:
                mean = data["metrics"][metric[2:]]["mean"]
                self.assertAlmostEqual(mean, file[metric][:][ok].mean(), delta=1e-12 * abs(mean))

    def test_export(self):
        for name, file in self.each():
            table = self.expect(0, "export", name).out.splitlines()
            self.assertEqual(len(table), file["sample"].size + 1)
            traces = self.expect(0, "export", name, "--traces", "--signal", "position").out.splitlines()
            self.assertEqual(len(traces), file["position"].shape[0] * file["position"].shape[1] + 1)
            self.assertEqual([float(x) for x in traces[2].split(",")[-3:]], list(file["position"][0, 1]))

    def test_diff(self):
        for name, file in self.each():
            self.expect(0, "diff", name, name)
            shutil.copy(self.path(name), self.path("b.h5"))
            with h5py.File(self.path("b.h5"), "r+") as changed:
                changed["position"][0, 3, 1] += 1e-9
            self.assertIn("sample 0", self.expect(3, "diff", name, "b.h5").err)
            result = self.expect(1, "diff", "--no-verify", name, "b.h5")
            self.assertRegex(result.out, r"position: largest 1e-09 m at sample 0, time .*, axis y")

    def test_diff_across_generations(self):
        """What both hold is compared, and the rest is named."""
        for name, file in self.each():
            scenario = ROOT / f"scenarios/examples/{file.attrs['title'].decode()}.toml"
            self.expect(0, "run", scenario, "-n", file["sample"].size, "--fresh", "-o", "now.h5")
            self.assertIn("their scenarios differ in", self.expect(3, "diff", name, "now.h5").err)
            data = json.loads(self.run_program("diff", name, "now.h5", "--across", "--json").out)
            with h5py.File(self.path("now.h5")) as now:
                only = {key for key in set(file) ^ set(now) if not h5py.h5ds.is_scale((file if key in file else now)[key].id)}
                both = {key for key in set(file) & set(now) if key.startswith("m_")}
            self.assertEqual(set(data["missing"]), only)
            signals = {signal["name"]: signal for signal in data["signals"]}
            for metric in both:
                self.assertEqual(signals[metric]["compared"], file["sample"].size)
                if signals["stat_" + metric[2:]]["verdict"] == "unlike":
                    self.assertRegex(signals["stat_" + metric[2:]]["reason"], "statistics that both have")
            if signals["status"]["verdict"] == "unlike":
                self.assertRegex(signals["status"]["reason"], "all .* values mean the same")

    @unittest.skipUnless(os.path.exists("/usr/lib/python3/dist-packages/matplotlib"), "matplotlib is not installed")
    def test_plot(self):
        for name, _ in self.each():
            for kind in (["traces", "position"], ["histogram"]):
                done = subprocess.run(["/usr/bin/python3", "-B", ROOT / "scripts/plot", name, *kind, "-o", "picture.png"], cwd=self.dir,
                                      capture_output=True, text=True, timeout=300, env={**os.environ, "MONTECOPTER": support.PROGRAM})
                self.assertEqual(done.returncode, 0, done)
                self.assertGreater(os.path.getsize(self.path("picture.png")), 1000)


if __name__ == "__main__":
    support.main()
