#!/usr/bin/python3
"""Results that earlier builds wrote are read by stats, diff, export and plot, by the names of today. tests/cli/older/ has
one of each format version, and of each generation of names within it; README.md there says which
commit wrote what."""
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import h5py
import numpy as np

import support
from support import ProgramTest, renamed

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "tests/docs"))
import here  # noqa: E402


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
                mean = data["metrics"][renamed.dataset_now(metric)[2:]]["mean"]
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
                changed["position"][0, 3, 1] += 1e-8
            self.assertIn("sample 0", self.expect(3, "diff", name, "b.h5").err)
            result = self.expect(1, "diff", "--no-verify", name, "b.h5")
            self.assertRegex(result.out, r"position: largest 1e-08 m at sample 0, time .*, axis y")

    def test_diff_across_generations(self):
        """What both hold is compared, and the rest is named."""
        for name, file in self.each():
            scenario = ROOT / f"scenarios/examples/{file.attrs['title'].decode()}.toml"
            self.expect(0, "run", scenario, "-n", file["sample"].size, "--fresh", "-o", "now.h5")
            self.assertIn("their scenarios differ in", self.expect(3, "diff", name, "now.h5").err)
            data = json.loads(self.run_program("diff", name, "now.h5", "--across", "--json").out)
            with h5py.File(self.path("now.h5")) as here:
                there = {renamed.dataset_now(key): file[key] for key in file}
                only = {key for key in set(there) ^ set(here) if not h5py.h5ds.is_scale(there.get(key, here.get(key)).id)}
                only.discard("invalid_reason")  # all samples have flown, which the older file says, too
                both = {key for key in set(there) & set(here) if key.startswith("m_")}
            self.assertEqual(set(data["missing"]), only)
            signals = {signal["name"]: signal for signal in data["signals"]}
            for metric in both:
                self.assertEqual(signals[metric]["compared"], file["sample"].size)
                if signals["stat_" + metric[2:]]["verdict"] == "unlike":
                    self.assertRegex(signals["stat_" + metric[2:]]["reason"], "statistics that both have")
            if signals["status"]["verdict"] == "unlike":
                self.assertRegex(signals["status"]["reason"], "all .* values mean the same")

    def test_renamed_datasets(self):
        """Read by their names of today, former names of metrics refused with these, while the file keeps what is in it."""
        file, column = "version-1-shares.h5", "in_vehicle.tail_rotor.profile_fraction.factor"
        before = pathlib.Path(self.path(file)).read_bytes()
        for former, now in (*renamed.METRICS.items(), ("saturated_share_late", "saturated_fraction_late"),
                            ("max_position_error_m_late", "max_distance_from_start_m_late")):
            said = f"there is no metric '{former}' any more. Use '{now}'."
            for metric in (former, "m_" + former):
                self.assertEqual(self.expect(2, "stats", file, "--metric", metric).err, f"--metric: error: {said}\n")
            self.assertEqual(list(json.loads(self.expect(0, "stats", file, "--metric", now, "--json").out)["metrics"]), [now])
            for command in (("stats", file, "--metric", former, "--worst", "1", "--by", "flight_time_s"), ("sensitivity", file, "--metric", former),
                            ("compare", file, file, "--metric", former), ("compare", file, file, "--margin", f"{former}=1"),
                            ("requirements", file, "--set", f'requirement.r={{type="mean", metric="{former}", at_most=0.5, between=[-1, 1]}}')):
                told = self.expect(2, *command).err
                self.assertIn(said, told)
                self.assertEqual(told.count("error:"), 1, told)
            pathlib.Path(self.path("profile.toml")).write_text(f'[signal.m_{former}]\nabs = 1.0\n')
            for option in (("stats", file, "--where", f"{former} > 0"), ("stats", file, "--worst", 1, "--by", f"2*m_{former}"),
                           ("diff", file, file, "--profile", "profile.toml")):
                told = self.expect(2, *option).err
                self.assertRegex(told, "any more|no more")
                self.assertIn(f"'{now}'", told.replace("'m_", "'"))
        self.assertNotIn("_share", self.expect(0, "stats", file).out)
        self.assertNotIn("position_error_m", self.expect(0, "stats", file).out)
        head = self.expect(0, "export", file).out.splitlines()[0]
        self.assertIn(column, head)
        self.assertNotIn("_share", head)
        chosen = [self.expect(0, "stats", file, "--where", f"{name} <= 0 and {path} > 1", "--json").out
                  for name, path in (("saturated_fraction", "vehicle.tail_rotor.profile_share.factor"),
                                     ("saturated_fraction", "vehicle.tail_rotor.profile_fraction.factor"))]
        self.assertEqual(*[[one["sample"] for one in json.loads(text)["list"]] for text in chosen])
        self.expect(0, "fsck", file)
        judged = self.expect(4, "requirements", file, "--set",
                             'requirement.few={type="mean", metric="saturated_fraction", at_most=0.5, between=[-1, 1]}', "--json").out
        self.assertIn('mean of saturated_fraction', judged)
        self.assertEqual(pathlib.Path(self.path(file)).read_bytes(), before)

    def test_the_python_package_has_the_names_of_today(self):
        done = subprocess.run(["/usr/bin/python3", "-B", "-c", "import montecopter\nwith montecopter.Result('version-1-shares.h5').open() as data:\n"
                               "    print(*data.data_vars)"], cwd=self.dir, capture_output=True, text=True, timeout=300,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "src/python"), "MONTECOPTER": support.PROGRAM})
        self.assertEqual(done.returncode, 0, done)
        self.assertNotIn("_share", done.stdout)
        for name in ("m_saturated_fraction", "m_final_distance_from_start_m", "stat_saturated_fraction_late", "in_vehicle.tail_rotor.profile_fraction.factor"):
            self.assertIn(name, done.stdout.split())

    def test_renamed_keys_are_told_and_draw_as_before(self):
        """The same scenario under the new name: the same draws and digests; under the old one: an error that tells the
        new one."""
        file = "version-1-shares.h5"
        scenario = ROOT / "scenarios/examples/marvin-square.toml"
        options = ["-n", 5, "--set", "simulation.duration_s=6", "--set", "output.traces=every:2", "--set", "output.rate_hz=5",
                   "--set", 'output.signals=["position","attitude"]', "--set", "window.late.from_s=4.0", "-o", "now.h5", "--fresh",
                   "--set"]
        law = '={dist="uniform",low=0.9,high=1.1,apply="factor"}'
        self.expect(0, "run", scenario, *options, f'disperse."vehicle.tail_rotor.profile_fraction"{law}')
        with h5py.File(self.path(file)) as old, h5py.File(self.path("now.h5")) as now:
            before = "in_vehicle.tail_rotor.profile_share.factor"
            self.assertTrue(np.array_equal(old[before][:], now[renamed.dataset_now(before)][:]))
            self.assertTrue(np.array_equal(old["digest"][:], now["digest"][:]))
        self.expect(0, "diff", file, "now.h5")
        self.assertIn("disperse:vehicle.tail_rotor.profile_share", self.expect(0, "plan", scenario, "-n", 5, "--set",
                      f'disperse."vehicle.tail_rotor.profile_fraction"{law}').out)
        told = self.expect(2, "run", scenario, *options, "vehicle.tail_rotor.profile_share=0.5").err
        self.assertIn("there is no key 'vehicle.tail_rotor.profile_share' any more", told)
        self.assertIn("vehicle.tail_rotor.profile_fraction", told)

    def test_former_names_in_a_scenario(self):
        """Each is one error, which tells the name of today."""
        scenario = ROOT / "scenarios/examples/marvin-square.toml"
        for former, now in renamed.METRICS.items():
            for entry in (f'requirement.r={{type="mean", metric="{former}", at_most=0.5, between=[-1, 1]}}',
                          f'metrics.{former}={{formula="max(t)", unit="s"}}',
                          f'golden={{compare="statistical", margins=["{former}=1%"]}}'):
                told = self.expect(2, "check", scenario, "--set", entry).err
                self.assertEqual(told.count("error:"), 1, told)
                self.assertIn(f"'{now}'", told)
        told = self.expect(2, "check", scenario, "--set", 'metrics.m={formula="share(airspeed, 1)", unit="1"}').err
        self.assertIn("there is no function 'share' any more. Use 'fraction'", told.replace(" (", ". ("))

    def test_names_are_those_of_the_program(self):
        """The list for Python and that of the source."""
        source = "".join((ROOT / f"src/core/fields/{name}.hpp").read_text() for name in ("renamed", "renamed_metrics"))
        for before, now in [*renamed.METRICS.items(), *renamed.KEYS.items()]:
            self.assertIn(f'"{before}"', source)
            self.assertIn(f'"{now}"', source)
        self.assertEqual((ROOT / "src/core/fields/renamed_metrics.hpp").read_text().count("Renamed{\""), len(renamed.METRICS))

    @unittest.skipUnless(os.path.exists("/usr/lib/python3/dist-packages/matplotlib"), "matplotlib is not installed")
    def test_plot(self):
        """scripts/plot in copies of a process that has matplotlib: to load it takes longer than to draw."""
        here.prepare(["matplotlib.pyplot"])
        environment = {**os.environ, "MONTECOPTER": support.PROGRAM}
        for name, _ in self.each():
            metrics = ["saturated_fraction"] if name == "version-1-shares.h5" else []
            for kind in (["traces", "position"], ["histogram"], *(["histogram", metric] for metric in metrics)):
                done = here.run_file(ROOT / "scripts/plot", [name, *kind, "-o", "picture.png"], self.dir, environment)
                self.assertEqual(done.returncode, 0, done)
                self.assertGreater(os.path.getsize(self.path("picture.png")), 1000)
                os.remove(self.path("picture.png"))
        done = here.run_file(ROOT / "scripts/plot", ["version-1-shares.h5", "histogram", "saturated_share", "-o", "picture.png"],
                             self.dir, environment)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("there is no metric or input 'saturated_share' any more. Use 'saturated_fraction'.", str(done.stderr))


if __name__ == "__main__":
    support.main()
