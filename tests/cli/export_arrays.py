#!/usr/bin/python3
"""montecopter export to .npz and .mat: NumPy, SciPy and Octave read what h5py reads from the result."""
import os
import resource
import shutil
import subprocess
import unittest
import zipfile

import h5py
import numpy as np

try:
    import scipy.io
except ImportError:
    scipy = None

import support
from support import SCENARIO, ProgramTest, edited, sha256
from stats import DIVERGING

SWEEP = SCENARIO + """
[sweep."vehicle.linear_drag_n_s_m"]
values = [0.1, 0.2, 0.3]
"""
SIGNALS = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "command", "specific_force"]


class ArraysTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.begin_with_a_result()

    def fly(self, text=SCENARIO, code=0, name="a.h5", *options):
        self.write("s.toml", text)
        self.expect(code, "run", "s.toml", "--progress", "none", "-o", name, *options)

    def columns(self, file):
        """Names of the datasets with one number for each sample."""
        def scales(key):
            return [scale.name for scale in file[key].dims[0].values()] if file[key].ndim == 1 else []
        return [key for key in file if isinstance(file[key], h5py.Dataset)
                and (key == "sample" or scales(key) == ["/sample"])]

    def npz(self, result, *options, name="a.npz"):
        said = self.expect(0, "export", result, *options, "-o", name, "--force")
        self.assertEqual(said.out, "")
        self.assertIsNone(zipfile.ZipFile(self.path(name)).testzip())
        with np.load(self.path(name)) as data:  # nothing pickled: allow_pickle is False
            return dict(data)

    def same(self, got, wanted):
        """Type, shape and bits."""
        self.assertEqual((got.dtype, got.shape), (wanted.dtype, wanted.shape))
        self.assertEqual(got.tobytes(), wanted.tobytes())


class Npz(ArraysTest):
    def test_samples_and_statistics(self):
        with self.nothing_touched():
            data = self.npz("a.h5", name="../" + os.path.basename(self.dir) + ".npz")
        os.remove(self.dir + ".npz")
        with h5py.File(self.path("a.h5")) as file:
            names = self.columns(file)
            self.assertGreater(len(names), 10)
            statistics = [key for key in file if key.startswith("stat_")]
            self.assertEqual(set(data), {*names, *statistics, "statistic", "status_names", "invalid_reason_names", "columns"})
            for name in names + statistics:
                self.same(data[name], file[name][:])
            words = file["statistic"].attrs["long_name"].decode().split(", ")
        self.assertEqual(data["statistic"].tolist(), words)
        self.assertEqual(data["status_names"][data["status"]].tolist(), ["ok"] * 200)
        table = {name: (unit, meaning) for name, unit, meaning in data["columns"]}
        self.assertEqual(table["in_vehicle.mass_kg"][0], "kg")
        self.assertEqual(table["m_max_tilt_deg"], ("degree", "largest angle between body z and world z"))

    def test_traces(self):
        data = self.npz("a.h5", "--traces")
        with h5py.File(self.path("a.h5")) as file:
            for name in ["time", "trace_sample", *SIGNALS]:
                self.same(data[name], file[name][:])
        self.assertIn("m_max_tilt_deg", data)
        self.assertIn("x, y, z", dict(data["columns"][:, [0, 2]])["position"])

    def test_some_traces(self):
        data = self.npz("a.h5", "--traces", "--sample", "9", "3", "--signal", "velocity", "attitude.y")
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(data["trace_sample"].tolist(), [3, 9])
            self.same(data["velocity"], file["velocity"][[1, 3]])
            self.same(data["attitude"], file["attitude"][[1, 3]][:, :, [2]])
        self.assertNotIn("position", data)
        self.assertEqual(len(data["sample"]), 200)

    def test_some_samples(self):
        data = self.npz("a.h5", "--traces", "--where", "max_speed_m_s > 0.3 and sample < 150")
        with h5py.File(self.path("a.h5")) as file:
            chosen = np.flatnonzero((file["m_max_speed_m_s"][:] > 0.3) & (np.arange(200) < 150))
            self.assertTrue(0 < len(chosen) < 200)
            self.same(data["in_vehicle.mass_kg"], file["in_vehicle.mass_kg"][:][chosen])
            self.same(data["sample"], chosen)
            rows = np.flatnonzero(np.isin(file["trace_sample"][:], chosen))
            self.same(data["position"], file["position"][:][rows])
        self.assertEqual([name for name in data if name.startswith("stat")], ["status", "status_names"])
        self.assertEqual(self.npz("a.h5", "--where", "max_tilt_deg > 1e9")["sample"].shape, (0,))

    def test_sweeps(self):
        self.fly(SWEEP, 0, "w.h5", "-n", "5")
        data = self.npz("w.h5")
        with h5py.File(self.path("w.h5")) as file:
            for name in ("point", "sweep_vehicle.linear_drag_n_s_m", "stat_max_tilt_deg", "sweep_point"):
                self.same(data[name], file[name][:])

    def test_failed_and_missing_samples(self):
        self.fly(DIVERGING, 5, "d.h5")
        data = self.npz("d.h5", "--traces")
        self.assertGreater((data["status_names"][data["status"]] == "diverged").sum(), 20)
        self.fly(SCENARIO, 0, "b.h5", "--only", "3")
        result = self.expect(3, "export", "b.h5", "-o", "b.npz")
        self.assertIn("not finished", result.err)
        data = self.npz("b.h5", "--incomplete")
        self.assertEqual(np.isnan(data["t_end_s"]).sum(), 199)
        self.assertEqual(data["status"].tolist(), [0] * 3 + [1] + [0] * 196)
        self.assertEqual(data["sample"].tolist(), list(range(200)))
        self.assertNotIn("stat_max_tilt_deg", data)

    def test_single_precision(self):
        self.fly(edited(("[monte_carlo]", 'dtype = "f32"\n[monte_carlo]')), 0, "f.h5")
        with h5py.File(self.path("f.h5")) as file:
            self.same(self.npz("f.h5", "--traces")["attitude"], file["attitude"][:])

    def test_the_same_bytes_again(self):
        self.fly(SCENARIO, 0, "b.h5", "-j", "1", "--lanes", "baseline")
        for form in ("npz", "mat"):
            for name in "ab":
                self.expect(0, "export", f"{name}.h5", "--traces", "-o", f"{name}.{form}")
            self.assertEqual(sha256(self.path(f"a.{form}")), sha256(self.path(f"b.{form}")), form)


@unittest.skipIf(scipy is None, "no SciPy (Debian: python3-scipy)")
class Mat(ArraysTest):
    def mat(self, result, *options):
        self.expect(0, "export", result, *options, "-o", "a.mat", "--force")
        return scipy.io.loadmat(self.path("a.mat"))

    def test_every_array_is_that_of_h5read(self):
        data = self.mat("a.h5", "--traces")
        with h5py.File(self.path("a.h5")) as file:
            arrays = self.columns(file) + [key for key in file if key.startswith("stat_")] + ["time", *SIGNALS]
            names = {row[1][0]: row[0][0] for row in data["columns"]}
            for name in arrays:
                wanted = file[name][:]
                wanted = wanted.reshape(-1, 1) if wanted.ndim == 1 else wanted.T
                got = data[names.get(name, name)]
                self.assertEqual((got.dtype, got.shape), (wanted.dtype, wanted.shape), name)
                np.testing.assert_array_equal(got, wanted)
        self.assertEqual(names["in_vehicle.rotors.all.motor.time_constant_s"],
                         "in_vehicle_rotors_all_motor_time_constant_s")
        self.assertEqual([cell[0][0] for cell in data["status_names"]][:2], ["not_run", "ok"])
        self.assertTrue(data["__header__"].startswith(b"MATLAB 5.0 MAT-file"))

    def test_texts_and_units(self):
        table = {row[1][0]: [cell[0] if cell.size else "" for cell in row] for row in self.mat("a.h5")["columns"]}
        self.assertEqual(table["t_end_s"][:3], ["t_end_s", "t_end_s", "s"])
        self.assertEqual(table["m_max_tilt_deg"][2:], ["degree", "largest angle between body z and world z"])

    def test_where_nothing_is_left(self):
        self.assertEqual(self.mat("a.h5", "--where", "max_tilt_deg > 1e9")["t_end_s"].shape, (0, 1))


@unittest.skipUnless(shutil.which("octave-cli"), "no Octave (Debian: octave)")
class Octave(ArraysTest):
    def octave(self, script):
        done = subprocess.run(["octave-cli", "--no-init-file", "--eval", script], cwd=self.dir, timeout=300,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split()

    def test_octave_loads_it(self):
        self.expect(0, "export", "a.h5", "--traces", "-o", "a.mat")
        said = self.octave("load a.mat; printf('%.17g ', position(3, end, :)); printf('%.17g ', m_max_tilt_deg(7));"
                           "printf('%s ', class(status), status_names{status(1) + 1}, columns{4, 2}, columns{4, 3});"
                           "printf('%d ', size(attitude)); q95 = strcmp(statistic, 'q95');"
                           "printf('%.17g ', stat_max_speed_m_s(q95));")
        with h5py.File(self.path("a.h5")) as file:
            numbers = [*file["position"][:, -1, 2], file["m_max_tilt_deg"][6]]
            last = file["stat_max_speed_m_s"][22]
        self.assertEqual([float(word) for word in said[:len(numbers)]], numbers)
        self.assertEqual(said[len(numbers):-1], ["int8", "ok", "t_end_s", "s", "4", "31", "67"])
        self.assertEqual(float(said[-1]), last)


class Files(ArraysTest):
    def refuse(self, code, *arguments, says):
        with self.nothing_touched():
            result = self.expect(code, "export", *arguments)
        self.assertEqual(result.out, "")
        for word in ("error:", *says):
            self.assertIn(word, result.err, arguments)

    def test_the_ending_tells(self):
        for name in ("x.parquet", "x.h5", "x.mat.gz", "x.json", "x."):
            self.refuse(2, "a.h5", "-o", name, says=[f"'{name}' has no known extension", ".csv, .mat and .npz"])
        for name in (".mat", ".NPZ", ".csv", "./.mat"):  # the system takes these for hidden files without an ending
            self.refuse(2, "a.h5", "-o", name, says=[f"'{name}' is an extension without a name", "Put a name before"])
        for name, magic in (("x.NPZ", b"PK\x03\x04"), ("x.Mat", b"MATLAB 5.0"), ("x.csv", b"sample,")):
            self.expect(0, "export", "a.h5", "-o", name)
            with open(self.path(name), "rb") as file:
                self.assertEqual(file.read(len(magic)), magic)

    def test_what_is_wrong_is_told_before_a_byte_is_written(self):
        self.write("there.npz", "precious\n")
        os.mkdir(self.path("directory.mat"))
        for form in ("npz", "mat"):
            self.refuse(2, "a.h5", "--signal", "position", "-o", f"x.{form}", says=["--signal", "--traces"])
            self.refuse(2, "a.h5", "--traces", "--signal", "positon", "-o", f"x.{form}", says=["Did you mean 'position'"])
            self.refuse(2, "a.h5", "--where", "max_tild > 3", "-o", f"x.{form}", says=["max_tilt"])
            self.refuse(6, "none.h5", "-o", f"x.{form}", says=["none.h5"])
            self.refuse(3, "s.toml", "-o", f"x.{form}", says=["s.toml"])
            self.refuse(6, "a.h5", "-o", f"none/x.{form}", says=["none/x"])
        self.refuse(3, "a.h5", "-o", "there.npz", says=["--force"])
        self.refuse(3, "a.h5", "-o", "directory.mat", says=["not a regular file"])

    def test_full_disk(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        for form in ("npz", "mat"):
            with self.nothing_touched():
                result = self.expect(6, "export", "a.h5", "--traces", "-o", f"x.{form}", preexec_fn=small_files)
            self.assertIn("error: cannot write", result.err)


if __name__ == "__main__":
    support.main()
