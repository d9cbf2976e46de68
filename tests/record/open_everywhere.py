#!/usr/bin/python3
"""The sample result file in h5py, xarray (both engines), netCDF4 and ncdump.

Usage: open_everywhere.py MAKE_SAMPLE_RESULT. Exit 77 (skipped) if a reader is not installed.
"""
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

try:
    import h5netcdf
    import h5py
    import netCDF4
    import xarray
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)


def check_h5py(path):
    with h5py.File(path, "r") as file:
        assert file["position"].shape == (100, 50, 3)
        scales = [dim[0].name for dim in file["position"].dims]
        assert scales == ["/trace_sample", "/time", "/axis"], scales
        assert file["status"].attrs["flag_values"].dtype == np.int8
        assert file.attrs["seed"] in (b"42", "42")
        resolved = bytes(file["provenance/resolved"][:]).decode()
        assert resolved.endswith("mass_kg = 2.0  # µ\n"), resolved
        assert file["provenance/volatile/complete"][()] == 1
        for name in file:
            if isinstance(file[name], h5py.Dataset):
                assert file[name].chunks is None and file[name].compression is None


def check_xarray(path, engine):
    with xarray.open_dataset(path, engine=engine) as data:
        assert data["position"].dims == ("trace_sample", "time", "axis"), data["position"].dims
        assert data["time"].dtype == np.float64 and float(data["time"][3]) == 0.03
        assert data["position"].attrs["units"] == "m"
        assert data["position"].attrs["frame"] == "NED"
        assert data.attrs["Conventions"] == "CF-1.10"
        assert list(data["status"].attrs["flag_values"]) == [0, 1, 2]
        assert data["status"].attrs["flag_meanings"] == "not_run ok diverged"
        assert data["digest"].dtype == np.uint64
        assert list(data["trace_sample"].values[:3]) == [0, 2, 4]
        ok = data["t_end_s"].where(data["status"] == 1, drop=True)
        assert ok.sizes["sample"] == 200
        assert float(data["position"].sel(trace_sample=4)[0, 0]) == 1.4
        assert list(data["in_vehicle.mass_kg"].dims) == ["sample"]
    for group in ("provenance", "provenance/volatile"):
        with xarray.open_dataset(path, engine=engine, group=group) as data:
            assert len(data.variables) > 0


def check_netcdf4(path):
    with netCDF4.Dataset(path) as data:
        assert data.dimensions["axis"].size == 3 and "axis" not in data.variables
        assert data["position"].dimensions == ("trace_sample", "time", "axis")
        assert data.groups["provenance"].groups["volatile"]["content_sha256"].shape == (32,)


def check_tool(command, *expected):
    if shutil.which(command[0]) is None:
        print("not installed:", command[0])
        return
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    for text in expected:
        assert text in run.stdout, (command, text, run.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        finished = os.path.join(folder, "finished.h5")
        laid_out = os.path.join(folder, "laid-out.h5")
        subprocess.run([sys.argv[1], finished], check=True)
        subprocess.run([sys.argv[1], laid_out, "laid-out"], check=True)
        check_h5py(finished)
        check_netcdf4(finished)
        for engine in ("h5netcdf", "netcdf4"):
            check_xarray(finished, engine)
            with xarray.open_dataset(laid_out, engine=engine) as data:
                assert int((data["status"] != 0).sum()) == 0
                assert bool(np.isnan(data["t_end_s"]).all())
        check_tool(["ncdump", "-h", finished], "position(trace_sample, time, axis)", "axis = 3")
        check_tool(["h5dump", "-H", finished], 'DATASET "position"')
        # An h5py reader shall not be locked out, nor lock others out.
        with h5py.File(finished, "r"):
            subprocess.run([sys.argv[1], finished], check=True)
    print("opens everywhere: h5py", h5py.__version__, "h5netcdf", h5netcdf.__version__)


main()
