#!/usr/bin/python3
"""Later versions read what releases wrote: the files of tests/stored/ with the commands and with the Python package."""
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import sys

import h5py
import numpy

import support
from support import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORED = ROOT / "tests/stored"
# Never changed: a file that is made again is not the file of that release. content: what its `run` printed.
HASHES = {
    "0.1.0": {
        "content": "d550631ee9bfdd67410214583d84aa03d4234d681c138997296ae912e3146532",
        "flight.golden": "e4677c937066d0b57bd78918f5003b4a327a746a740270fee1dcb00ee9fd8d7f",
        "flight.golden.txt": "53fa2dbbb64f0b51acd3a3dee617d7875c5dd6477abbc6f9122eaee2b2bf752a",
        "flight.h5.gz": "b10215aa1cfe8e6eb8a171637733e1b7ee2b48b44f17c61f3829f70981c9d38d",
        "flight.toml": "31970fb5aadec526a6f0bbd037fbe5e0f7f9f360232327952f718b1324c5fcae",
    },
}


class Stored(ProgramTest):
    def releases(self):
        """(release, folder with a copy of its files, the result decompressed)"""
        found = []
        for folder in sorted(path for path in STORED.iterdir() if path.is_dir()):
            copy = pathlib.Path(self.path(folder.name))
            shutil.copytree(folder, copy)
            (copy / "flight.h5").write_bytes(gzip.decompress((folder / "flight.h5.gz").read_bytes()))
            found.append((folder.name, copy))
        return found

    def test_the_files_are_those_of_the_releases(self):
        releases = [release for release, _ in self.releases()]
        self.assertEqual(releases, sorted(HASHES))
        self.assertIn("0.1.0", releases)
        for release in releases:
            for name, sha256 in HASHES[release].items():
                if name != "content":
                    self.assertEqual(hashlib.sha256((STORED / release / name).read_bytes()).hexdigest(), sha256, f"{release}/{name}")

    def test_stats_and_export_have_the_stored_numbers(self):
        for release, folder in self.releases():
            data = json.loads(self.expect(0, "stats", folder / "flight.h5", "--json").out)
            self.assertEqual(data["content_sha256"], HASHES[release]["content"])
            self.assertIs(data["verified"], True)
            with h5py.File(folder / "flight.h5") as file:
                speed = file["m_max_speed_m_s"][:]
                mass = file["in_vehicle.mass_kg"][:]
            # The sum of eight numbers of this size rounds by less than 1e-15.
            self.assertAlmostEqual(data["metrics"]["max_speed_m_s"]["mean"], numpy.mean(speed), delta=1e-15)
            table = self.expect(0, "export", folder / "flight.h5").out.splitlines()
            column, = (i for i, title in enumerate(table[0].split(",")) if "vehicle.mass_kg" in title)
            self.assertEqual([float(line.split(",")[column]) for line in table[1:]], list(mass))

    def test_verdicts_damage_and_reports(self):
        for _, folder in self.releases():
            self.assertIn("low", self.expect(0, "requirements", folder / "flight.h5").out)
            self.assertIn("intact: 8 samples", self.expect(0, "fsck", folder / "flight.h5").out)
            self.expect(0, "report", folder / "flight.h5", "-o", folder / "flight.html")

    def test_diff_reads_results_and_goldens(self):
        for _, folder in self.releases():
            self.assertIn("same: ", self.expect(0, "diff", folder / "flight.h5", folder / "flight.h5").out)
            self.assertIn("same: ", self.expect(0, "diff", folder / "flight.golden", folder / "flight.h5").out)

    def test_replay_flies_the_stored_scenario(self):
        """Whether the flights are the same is up to the models of this version."""
        for _, folder in self.releases():
            said = self.run_program("replay", folder / "flight.h5", "--sample", "3", "--progress", "none", "-o", folder / "again.h5", "--json")
            self.assertIn(said.code, (0, 1), said)
            with h5py.File(folder / "again.h5") as file:
                self.assertEqual(list(file["campaign_sample"][:]), [3])

    def test_regress_reads_the_golden(self):
        for _, folder in self.releases():
            said = self.run_program("regress", folder, "--json")
            one, = json.loads(said.out)["cases"]
            self.assertIn(one["verdict"], ("same", "within", "equivalent", "differs", "changed"), said)

    @support.slow
    def test_the_python_package_opens_the_result(self):
        sys.path.insert(0, str(ROOT / "src/python"))
        os.environ["MONTECOPTER"] = support.PROGRAM
        import montecopter
        for _, folder in self.releases():
            result = montecopter.Result(folder / "flight.h5")
            self.assertIn('name = "flight"', result.scenario())
            with result.open() as data, h5py.File(folder / "flight.h5") as file:
                self.assertEqual(data.position.shape, (2, 11, 3))
                self.assertTrue(numpy.array_equal(data.m_max_speed_m_s, file["m_max_speed_m_s"][:]))
            self.assertEqual(list(result.to_pandas().status), ["ok"] * 8)


if __name__ == "__main__":
    support.main()
