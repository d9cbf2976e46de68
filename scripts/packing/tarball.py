"""Makes a tarball that runs without installed packages: tarball.py BUILD_DIRECTORY OUTPUT_DIRECTORY, for scripts/package

montecopter-VERSION-linux-MACHINE.tar.gz has the program, its manual page, completions and scenarios, the Python package,
every shared library that the program needs except glibc's, and all licences. The libraries are Debian's own, byte for
byte: the program finds them by its RPATH (cmake/install.cmake). bin/montecopter is a launcher (launcher.sh), which
answers in one line where glibc is too old.
"""
import pathlib
import platform
import re
import shutil
import sys
import tempfile

import archive
import linked
from linked import ROOT, run


def oldest_glibc(files):
    """The minor version of the oldest glibc 2 with which these files run."""
    versions = [int(minor) for file in files
                for minor in re.findall(r"GLIBC_2\.(\d+)", run("readelf", "--version-info", "--wide", file))]
    return max(versions)


def licences_page(packages):
    """The page that lists the package, version and source of each library."""
    rows = []
    for name, package in packages.items():
        what = [f"`{library}`" for library in package.libraries]
        what += [text for text, is_so in (("archive", package.archives), ("embedded file", package.embedded),
                                          ("compiled in", package.headers)) if is_so]
        rows.append(f"| {', '.join(what)} | {name} | {package.version} | {package.source} {package.source_version} |\n")
    return ("# Libraries\n\n"
            "The licence of montecopter is in the file LICENSE. The libraries in lib/montecopter/ are Debian's, unchanged; the\n"
            "code of the other libraries is in the program. For each package, the file of that name beside this page has the\n"
            "copyright and licence; texts that it refers to are in common-licenses/. The sources are Debian's: get them with\n"
            "`apt-get source NAME=VERSION`, or from the archive of all versions, snapshot.debian.org.\n\n"
            "| library | package | version | source |\n|---|---|---|---|\n" + "".join(rows))


def readme(version, libraries, glibc):
    return f"""{version}

flies Monte-Carlo campaigns of multirotors and helicopters: one TOML scenario in, one HDF5 result file out.

    bin/montecopter --help
    bin/montecopter run share/montecopter/scenarios/examples/sih-hover.toml
    bin/montecopter regress share/montecopter/scenarios/regression

The last line flies the regression scenarios of the developers, and compares them bit by bit. There is nothing to install:
unpack the folder anywhere and call bin/montecopter by its path, by a symbolic link or through PATH. It needs {platform.machine()} with
glibc 2.{glibc} (Debian 12) or newer; the {libraries} other libraries are in lib/montecopter/.

man -l share/man/man1/montecopter.1.gz shows the manual page; completions for bash, zsh and fish are in share/.
For Python, set PYTHONPATH to the folder lib/python3/dist-packages.
LICENSE is the licence of montecopter; licences/LIBRARIES.md lists the licences of the libraries.
"""


def fill(folder, build, version):
    """Puts the contents of the tarball into an empty folder."""
    launcher, program = folder / "bin/montecopter", folder / "libexec/montecopter"
    for component in ("program", "portable"):
        launcher.unlink(missing_ok=True)  # both have the same time, so cmake would not replace it
        run("cmake", "--install", build, "--component", component, "--prefix", folder)
    program.parent.mkdir()
    launcher.rename(program)
    run("strip", program)
    shutil.rmtree(folder / "share/doc")  # only in the Debian package; the manual page says where
    packages = {name: package for name, package in linked.packages(build).items() if name != "libc6"}
    libraries = {name: path for package in packages.values() for name, path in package.libraries.items()}
    (folder / "lib/montecopter").mkdir(parents=True)
    for name, path in libraries.items():
        shutil.copyfile(path, folder / "lib/montecopter" / name)
    glibc = oldest_glibc([program, *(folder / "lib/montecopter").iterdir()])
    launcher.write_text((ROOT / "scripts/packing/launcher.sh").read_text().replace("@MINOR@", str(glibc)))
    launcher.chmod(0o755)
    licences = folder / "licences"
    licences.mkdir()
    for package in packages.values():
        linked.copy_licence(package, licences)
    shutil.copyfile(ROOT / "src/results/report/page/d3-licence.txt", licences / "d3")  # more than Debian's text of node-d3
    (licences / "LIBRARIES.md").write_text(licences_page(packages))
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    (folder / "README").write_text(readme(version, len(libraries), glibc))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, output = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    version = run(build / "montecopter", "--version").strip()  # montecopter VERSION (COMMIT)
    name = f"montecopter-{version.split()[1]}-linux-{platform.machine()}"
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="montecopter-") as folder:
        staged = pathlib.Path(folder, name)
        staged.mkdir()
        fill(staged, build, version)
        archive.pack(staged, output / f"{name}.tar.gz")


if __name__ == "__main__":
    main()
