"""Makes a wheel of the tarball: wheel.py TARBALL OUTPUT_DIRECTORY, for scripts/release

The wheel has the Python package, the program, its shared libraries and the scenarios. pip puts the program into bin/ of
the environment, beside the folders lib/montecopter/ and share/montecopter/, which the program finds from there.
Its tag says which glibc it needs, so pip refuses it on older systems. The same tarball gives the same bytes.
"""
import base64
import hashlib
import pathlib
import re
import sys
import tarfile
import time
import zipfile

# What `Result.open` and the tables need, and what pictures and progress in notebooks need; flights need none of it.
EXTRAS = {"read": ["numpy", "h5py", "xarray", "h5netcdf", "pandas"], "plot": ["numpy", "h5py", "matplotlib"],
          "progress": ["tqdm"]}
PACKAGE = "lib/python3/dist-packages/"
COMPRESSION = 6


def metadata(version):
    lines = ["Metadata-Version: 2.1", "Name: montecopter", f"Version: {version}",
             "Summary: Monte-Carlo flight simulation of multirotors and small helicopters", "License: MIT",
             "Requires-Python: >=3.11"]
    for extra, names in EXTRAS.items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {name}; extra == "{extra}"' for name in names)]
    return "\n".join(lines) + ("\n\nFlies a scenario, a TOML file, thousands of times; one HDF5 file has the result. `import montecopter` calls\n"
                               "the program `montecopter`, which is part of this wheel.\n")


def description(tag):
    return f"Wheel-Version: 1.0\nGenerator: montecopter scripts/packing/wheel.py\nRoot-Is-Purelib: false\nTag: {tag}\n"


def place(name, version):
    """The place of a file of the tarball in the wheel; None if it stays out."""
    if name.startswith(PACKAGE):
        return name.removeprefix(PACKAGE)
    if name == "libexec/montecopter":  # pip knows the glibc, so the launcher is not needed
        return f"montecopter-{version}.data/scripts/montecopter"
    if name.startswith(("lib/montecopter/", "share/")):
        return f"montecopter-{version}.data/data/{name}"
    if name == "LICENSE" or name.startswith("licences/"):
        return f"montecopter-{version}.dist-info/{name}"
    return None


def glibc_of(launcher):
    """The minor version of glibc that the launcher asks for."""
    return int(re.search(rb"needs glibc 2\.(\d+)", launcher)[1])


def contents(tarball):
    """The files of the tarball without its folder: name -> (bytes, whether it is a program), and their time."""
    files = {}
    with tarfile.open(tarball) as tar:
        for entry in tar:
            if entry.isfile():
                files[entry.name.split("/", 1)[1]] = (tar.extractfile(entry).read(), bool(entry.mode & 0o100))
                seconds = entry.mtime
    return files, seconds


def write(path, files, record, seconds):
    """Writes the wheel, with RECORD at its end."""
    stamp = time.gmtime(seconds)[:6]

    def add(wheel, name, data, is_program=False):
        entry = zipfile.ZipInfo(name, stamp)
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        entry.create_system = 3  # Unix, wherever it is made
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, data, compresslevel=COMPRESSION)
    rows = []
    partial = path.with_name(path.name + ".partial")
    with zipfile.ZipFile(partial, "w") as wheel:
        for name, (data, is_program) in sorted(files.items()):
            add(wheel, name, data, is_program)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(data)}\n")
        add(wheel, record, "".join([*rows, f"{record},,\n"]).encode())
    partial.replace(path)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tarball, output = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    version, machine = re.fullmatch(r"montecopter-(.+)-linux-(\w+)\.tar\.gz", tarball.name).groups()
    packed, seconds = contents(tarball)
    tag = f"py3-none-manylinux_2_{glibc_of(packed['bin/montecopter'][0])}_{machine}"
    information = f"montecopter-{version}.dist-info"
    files = {target: content for name, content in packed.items() if (target := place(name, version))}
    files[f"{information}/METADATA"] = (metadata(version).encode(), False)
    files[f"{information}/WHEEL"] = (description(tag).encode(), False)
    output.mkdir(parents=True, exist_ok=True)
    write(output / f"montecopter-{version}-{tag}.whl", files, f"{information}/RECORD", seconds)


if __name__ == "__main__":
    main()
