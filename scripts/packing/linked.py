"""The Debian packages that the program is linked with or contains: versions, sources, licences. For the other files here."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMON_LICENCES = pathlib.Path("/usr/share/common-licenses")
OLDEST = 315532800  # 1980, if neither SOURCE_DATE_EPOCH nor git gives a time
# Objects that the program waits for, but does not contain: the module for mpirun.
APART = "montecopter_mpi"


@dataclasses.dataclass
class Package:
    """A Debian package, and the parts of it that are used."""

    name: str
    version: str
    architecture: str
    source: str
    source_version: str
    libraries: dict = dataclasses.field(default_factory=dict)  # loaded by the program: name -> path
    archives: bool = False   # code of its archives is in the program
    embedded: bool = False   # a file of it is in the program, unchanged
    headers: bool = False    # the compiler read its headers

    @property
    def licence(self):
        """Debian's copyright file, in bytes: a few are not UTF-8."""
        return pathlib.Path("/usr/share/doc", self.name, "copyright").read_bytes()


def run(*command, cwd=None):
    return subprocess.run([str(word) for word in command], cwd=cwd, stdout=subprocess.PIPE, text=True, check=True).stdout


def fail(text):
    sys.exit(f"scripts/packing: error: {text}")


def source_time():
    """The time of all files, in seconds since 1970."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    answer = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False)
    return int(answer.stdout) if (ROOT / ".git").exists() and answer.returncode == 0 else OLDEST


def owners(paths):
    """The Debian package of each file, with its architecture. dpkg may list a file of /usr/lib under /lib, and the other
    way round."""
    names = {}
    for path in paths:
        real = os.path.realpath(path)
        names.update({name: path for name in (real, real.removeprefix("/usr"), "/usr" + real)})
    answer = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True, check=False)  # 1: some unknown
    found = {}
    for line in answer.stdout.splitlines():
        package, name = line.split(": ", 1)
        if name in names:
            found[names[name]] = package
    for path in paths:
        if path not in found:
            fail(f"{path} belongs to no Debian package: its licence is not known.")
    return found


def loaded(program):
    """The libraries that a program or library loads: name -> path."""
    paths = {}
    for line in run("ldd", program).splitlines():
        if "not found" in line:
            fail(f"{program} needs a library that is missing: {line.strip()}")
        if match := re.match(r"\s*(\S+) => (/\S+)", line):
            paths[match[1]] = match[2]
    return paths


def cached(build, name):
    """A path in the cache of CMake; None if it was not found."""
    match = re.search(rf"^{re.escape(name)}:\w+=(/.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    return match and match[1]


def compiled(build):
    """Files outside the tree that the build of the program read: (headers, archives)."""
    inputs = [line for line in run("ninja", "-t", "inputs", "montecopter", cwd=build).splitlines() if APART not in line]
    targets, headers, ours = set(inputs), set(), False
    for line in run("ninja", "-t", "deps", cwd=build).splitlines():
        if line.startswith(" "):
            if ours and line.startswith("    /usr/"):
                headers.add(line.strip())
        else:
            target = line.split(": #deps")[0]
            ours = target in targets or str(build / target) in targets
    archives = {name for name in inputs if name.startswith("/usr/") and name.endswith(".a")}
    if not headers or not archives:
        fail(f"{build} does not know what the program was compiled from. Build it: scripts/build no-tests montecopter.")
    return headers, archives


def packages(build):
    """All packages of the program that was built in this folder, by name."""
    libraries = loaded(build / "montecopter")
    headers, archives = compiled(build)
    embedded = {path for path in [cached(build, "MONTECOPTER_D3")] if path}
    owner = owners({*libraries.values(), *headers, *archives, *embedded})
    found = described(set(owner.values()))
    for name, path in libraries.items():
        found[owner[path]].libraries[name] = path
    for paths, part in ((headers, "headers"), (archives, "archives"), (embedded, "embedded")):
        for path in paths:
            setattr(found[owner[path]], part, True)
    return {package.name: package for _, package in sorted(found.items())}


def described(names):
    """Versions and sources of packages, as dpkg knows them."""
    form = "${Package}\t${Version}\t${Architecture}\t${source:Package}\t${source:Version}\n"
    rows = [line.split("\t") for line in run("dpkg-query", "-W", "-f", form, *names).splitlines()]
    known = {row[0]: Package(*row) for row in rows}
    return {name: known[name.split(":")[0]] for name in sorted(names)}


def copy_licence(package, folder):
    """Copies Debian's copyright file of a package, and the licence texts that it refers to."""
    text = package.licence
    (folder / package.name).write_bytes(text)
    for name in re.findall(rb"/usr/share/common-licenses/([\w.+-]*\w)", text):
        referred = COMMON_LICENCES / name.decode()
        if referred.exists():  # some texts misspell it
            (folder / "common-licenses").mkdir(exist_ok=True)
            shutil.copyfile(referred, folder / "common-licenses" / name.decode())
