#!/usr/bin/python3
"""Which readers of Debian 12 take names as the coordinates of a dimension, in each form that HDF5 and netCDF have: the
table of docs/engineering/result-file.md, measured.

Usage: forms_of_names.py. Exit 77 (skipped) if a reader is not installed.
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import h5netcdf
    import h5py
    import netCDF4
    import numpy as np
    import xarray
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)
if not shutil.which("octave-cli") or not shutil.which("ncdump"):
    print("skipped: octave-cli or ncdump is not installed")
    sys.exit(77)

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/engineering/result-file.md"
NAMES = ["x", "y", "z1"]
BARE = "This is a netCDF dimension but not a netCDF variable. {:10}"
FORMS = {
    "none, as it is": "none",
    "texts of variable length, UTF-8": "variable",
    "texts of fixed length": "fixed",
    "characters in two dimensions": "characters",
}


def write(path, form):
    """`position` over `sample` and `axis`, whose elements have names in this form."""
    with h5py.File(path, "w", libver=("v108", "v108"), track_order=True) as file:
        file["sample"] = np.arange(4)
        file["sample"].make_scale("sample")
        if form == "none":
            file.create_dataset("axis", shape=3, dtype="f8")
            file["axis"].make_scale(BARE.format(3))
        elif form == "variable":
            file.create_dataset("axis", data=NAMES, dtype=h5py.string_dtype("utf-8"))
        elif form == "fixed":
            file["axis"] = np.array(NAMES, "S2")
        else:
            file.create_dataset("length", shape=2, dtype="f8")
            file["length"].make_scale(BARE.format(2))
            file["axis"] = np.array([list(name.ljust(2, "\0")) for name in NAMES], "S1")
            file["axis"].attrs["_Netcdf4Coordinates"] = np.array([1, 2], "i4")
            file["axis"].attrs["_Encoding"] = np.bytes_("utf-8")
            for number, name in enumerate(["sample", "axis", "length"]):
                file[name].attrs["_Netcdf4Dimid"] = np.int32(number)
        if form != "none":
            file["axis"].make_scale("axis")
        file["position"] = np.arange(12.0).reshape(4, 3)
        file["position"].dims[0].attach_scale(file["sample"])
        file["position"].dims[1].attach_scale(file["axis"])


def by_h5py(path):
    with h5py.File(path) as file:
        assert file["position"][1, 2] == 5 and len(file["axis"][:]) == 3
    return "reads"


def by_xarray(path, engine):
    """In a process of its own, which may crash."""
    code = """import sys, xarray
with xarray.open_dataset(sys.argv[1], engine=sys.argv[2]) as data:
    assert float(data.position[1, 2]) == 5
    if "axis" not in data.coords:
        sys.exit("reads")
    try:
        assert float(data.position.sel(axis="z1")[1]) == 5
    except KeyError:
        sys.exit("no such name")
sys.exit("`sel` works")"""
    done = subprocess.run([sys.executable, "-c", code, path, engine], capture_output=True, text=True, check=False)
    return "crashes" if done.returncode < 0 else done.stderr.strip().splitlines()[-1]


def by_ncdump(path):
    done = subprocess.run(["ncdump", path], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        assert "double position(sample, axis)" in done.stdout
    return "crashes" if done.returncode < 0 else "reads" if done.returncode == 0 else "fails"


def by_octave(path):
    code = f"data = load('{path}'); if any(data.position(3, 2) == 5) disp('reads'), end"
    done = subprocess.run(["octave-cli", "--no-init-file", "--eval", code], capture_output=True, text=True, check=False)
    return "reads" if done.stdout == "reads\n" else "fails"


def measured(folder):
    paths = {form: os.path.join(folder, f"{kind}.h5") for form, kind in FORMS.items()}
    for form, path in paths.items():
        write(path, FORMS[form])
    readers = [by_h5py, lambda path: by_xarray(path, "h5netcdf"), lambda path: by_xarray(path, "netcdf4"), by_ncdump,
               by_octave]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {form: list(pool.map(lambda reader, path=path: reader(path), readers)) for form, path in paths.items()}


def of_the_page():
    lines = PAGE.read_text().splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("| form of the names |"))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start + 2:start + 2 + len(FORMS)]]
    return {row[0]: row[1:] for row in rows}


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = measured(folder)
    said = of_the_page()
    for form, cells in found.items():
        print(f"{form}: {', '.join(cells)}")
        assert said.get(form) == cells, f"{PAGE.name} says {said.get(form)}"
    print("by h5py", h5py.__version__, "h5netcdf", h5netcdf.__version__, "netCDF4", netCDF4.__version__)


main()
