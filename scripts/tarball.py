"""Makes a tarball that runs without installed packages: tarball.py BUILD_DIRECTORY OUTPUT_DIRECTORY, for scripts/package

montecopter-VERSION-linux-MACHINE.tar.gz has the program, its manual page, completions and scenarios, every shared library
that it needs except glibc's, and all their licences. The libraries are Debian's own, byte for byte: the program
finds them by its RPATH (cmake/install.cmake). The same tree gives the same bytes: files are sorted, belong to root, and
have the time of SOURCE_DATE_EPOCH or of the commit. It is compressed by gzip, because a bare Debian has no xz.
"""
import gzip
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMMON_LICENCES = pathlib.Path("/usr/share/common-licenses")
# Libraries whose code is in the program: headers only, and archives.
COMPILED_IN = ["/usr/include/CLI/CLI.hpp", "/usr/include/eigen3/Eigen/Core", "/usr/include/boost/version.hpp",
               "/usr/include/xxhash.h", f"/usr/lib/{platform.machine()}-linux-gnu/libhdf5_serial.a",
               f"/usr/lib/{platform.machine()}-linux-gnu/libcrypto.a"]
OLDEST = 315532800  # 1980, if neither SOURCE_DATE_EPOCH nor git gives a time


def run(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True).stdout


def source_time():
    """The time of all files, in seconds since 1970."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    told = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False)
    return int(told.stdout) if (ROOT / ".git").exists() and told.returncode == 0 else OLDEST


def owners(paths):
    """The Debian package of each file. dpkg may list a file of /usr/lib under /lib, and the other way round."""
    names = {}
    for path in paths:
        real = os.path.realpath(path)
        names.update({name: path for name in (real, real.removeprefix("/usr"), "/usr" + real)})
    told = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True, check=False)  # 1: some unknown
    found = {}
    for line in told.stdout.splitlines():
        package, name = line.split(": ", 1)
        found[names[name]] = package
    for path in paths:
        if path not in found:
            sys.exit(f"scripts/tarball.py: error: {path} belongs to no Debian package: its licence is not known.")
    return found


def libraries(program):
    """The libraries that the program loads, without glibc: (file name, path, package)."""
    paths = {}
    for line in run("ldd", program).splitlines():
        if "not found" in line:
            sys.exit(f"scripts/tarball.py: error: {program} needs a library that is missing: {line.strip()}")
        loaded = re.match(r"\s*(\S+) => (/\S+)", line)
        if loaded:
            paths[loaded[1]] = loaded[2]
    found = owners(paths.values())
    return sorted((name, path, found[path]) for name, path in paths.items() if found[path].split(":")[0] != "libc6")


def copy_licence(package, folder):
    """Copies Debian's copyright file of a package, and the licence texts that it refers to."""
    text = pathlib.Path("/usr/share/doc", package.split(":")[0], "copyright").read_bytes()
    (folder / package.split(":")[0]).write_bytes(text)
    for name in re.findall(rb"/usr/share/common-licenses/([\w.+-]*\w)", text):
        referred = COMMON_LICENCES / name.decode()
        if referred.exists():  # some texts misspell it
            (folder / "common-licenses").mkdir(exist_ok=True)
            shutil.copyfile(referred, folder / "common-licenses" / name.decode())


def licences_page(needed, inlined):
    """The page that lists the package, version and source of each library."""
    libraries_of = {package: [] for package in inlined}
    for name, _, package in needed:
        libraries_of.setdefault(package, []).append(f"`{name}`")
    form = "${Version}\t${source:Package}\t${source:Version}\n"
    rows = []
    for package, names in sorted(libraries_of.items()):
        version, source, source_version = run("dpkg-query", "-W", "-f", form, package).splitlines()[0].split("\t")
        rows.append(f"| {', '.join(names) or 'compiled in'} | {package.split(':')[0]} | {version} | {source} {source_version} |\n")
    return ("# Libraries\n\n"
            "The licence of montecopter is in the file LICENSE. The libraries in lib/montecopter/ are Debian's, unchanged; the\n"
            "code of the other libraries is in the program. For each package, the file of that name beside this page has the\n"
            "copyright and licence; texts that it refers to are in common-licenses/. The sources are Debian's: get them with\n"
            "`apt-get source NAME=VERSION`, or from the archive of all versions, snapshot.debian.org.\n\n"
            "| library | package | version | source |\n|---|---|---|---|\n" + "".join(rows))


def readme(told, needed):
    return f"""{told}

flies Monte-Carlo campaigns of multirotors and helicopters: one TOML scenario in, one HDF5 result file out.

    bin/montecopter --help
    bin/montecopter run share/montecopter/scenarios/examples/sih-hover.toml
    bin/montecopter regress share/montecopter/scenarios/regression

The last line flies the regression scenarios of the developers, and compares them bit by bit. There is nothing to install:
unpack the folder anywhere and call bin/montecopter by its path, by a symbolic link or through PATH. It needs {platform.machine()} with
glibc {platform.libc_ver()[1]} (Debian 12) or newer; the {len(needed)} other libraries are in lib/montecopter/.

man -l share/man/man1/montecopter.1.gz shows the manual page; completions for bash, zsh and fish are in share/.
LICENSE is the licence of montecopter; licences/LIBRARIES.md lists the licences of the libraries.
"""


def fill(folder, build, told):
    """Puts the contents of the tarball into an empty folder."""
    program = folder / "bin/montecopter"
    for component in ("program", "portable"):
        program.unlink(missing_ok=True)  # both have the same time, so cmake would not replace it
        run("cmake", "--install", build, "--component", component, "--prefix", folder)
    run("strip", program)
    shutil.rmtree(folder / "share/doc")  # only in the Debian package; the manual page says where
    needed = libraries(program)
    (folder / "lib/montecopter").mkdir(parents=True)
    for name, path, _ in needed:
        shutil.copyfile(path, folder / "lib/montecopter" / name)
    licences = folder / "licences"
    licences.mkdir()
    inlined = set(owners(COMPILED_IN).values())
    for package in sorted(inlined | {package for _, _, package in needed}):
        copy_licence(package, licences)
    (licences / "LIBRARIES.md").write_text(licences_page(needed, inlined))
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    (folder / "README").write_text(readme(told, needed))


def pack(folder, path, seconds):
    """Writes the archive: names in order, owner root, one time, and modes that do not depend on the umask."""
    def neutral(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = seconds
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
            tar.add(folder, folder.name, recursive=False, filter=neutral)
            for entry in sorted(folder.rglob("*")):
                tar.add(entry, entry.relative_to(folder.parent), recursive=False, filter=neutral)
    partial.replace(path)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, output = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    told = run(build / "montecopter", "--version").strip()  # montecopter VERSION (COMMIT)
    name = f"montecopter-{told.split()[1]}-linux-{platform.machine()}"
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="montecopter-") as folder:
        staged = pathlib.Path(folder, name)
        staged.mkdir()
        fill(staged, build, told)
        pack(staged, output / f"{name}.tar.gz", source_time())


if __name__ == "__main__":
    main()
