#!/usr/bin/python3
"""Usage: tarball.py BUILD_DIRECTORY CXX_COMPILER

Makes the tarball of the build, unpacks it into a folder and runs the program from there with no variable set: what it
loads and what it flies. The same of the wheel that is made of the tarball.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 3 else sys.exit(__doc__)
# The libraries of glibc 2.36, by the list of its package in Debian 12.
GLIBC = {"libc.so.6", "libm.so.6", "libresolv.so.2", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1",
         "libanl.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def run(*command, cwd=None, env=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={} if env is None else env,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def make(folder, **variables):
    """Into a folder of its own. Returns the path of the tarball."""
    run(sys.executable, "-B", ROOT / "scripts/packing/tarball.py", BUILD, folder, env={**os.environ, **variables})
    path, = pathlib.Path(folder).iterdir()
    return path


def dynamic(path, tag):
    """The entries of an ELF file's dynamic section, by tag."""
    return re.findall(rf"\({tag}\).*\[(.*)\]", run("/usr/bin/readelf", "-d", path))


@unittest.skipUnless(shutil.which("dpkg-query"), "no dpkg here: licences are those of Debian's packages")
class Tarball(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        cls.tarball = make(cls.dir / "made")
        (cls.dir / "any where").mkdir()
        run("/usr/bin/tar", "-xzf", cls.tarball, cwd=cls.dir / "any where", env={"PATH": os.environ["PATH"]})
        cls.root, = (cls.dir / "any where").iterdir()
        cls.program = cls.root / "bin/montecopter"  # the launcher
        cls.elves = [cls.root / "libexec/montecopter", *sorted((cls.root / "lib/montecopter").iterdir())]

    def test_name_and_contents(self):
        version = run(self.program, "--version").split()[1]
        self.assertEqual(self.root.name, f"montecopter-{version}-linux-{os.uname().machine}")
        self.assertEqual(self.tarball.name, self.root.name + ".tar.gz")
        self.assertEqual(sorted(path.name for path in self.root.iterdir()),
                         ["LICENSE", "README", "bin", "lib", "libexec", "licences", "share"])
        self.assertEqual((self.root / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        self.assertIn(run(self.program, "--version").strip(), (self.root / "README").read_text())
        for name in ("man/man1/montecopter.1.gz", "bash-completion/completions/montecopter",
                     "zsh/vendor-completions/_montecopter", "fish/vendor_completions.d/montecopter.fish"):
            self.assertTrue((self.root / "share" / name).is_file(), name)
        scenarios = self.root / "share/montecopter/scenarios"
        self.assertEqual({path.relative_to(scenarios) for path in scenarios.rglob("*")},
                         {path.relative_to(ROOT / "scenarios") for path in (ROOT / "scenarios").rglob("*")
                          if ".montecopter" not in path.parts}
                         | {pathlib.Path("controllers/library/montecopter_controller.h")})

    def test_same_tree_same_bytes(self):
        """Made again and later, from a process with another umask, it differs in what is asked for: the time."""
        os.umask(0o077)
        again = make(self.dir / "again", SOURCE_DATE_EPOCH="1000000000")
        os.umask(0o022)
        told = []
        for path in (self.tarball, again):
            packed = path.read_bytes()
            self.assertEqual(packed[4:8], bytes(4), "the time of compression")
            with tarfile.open(path) as tar:
                entries = tar.getmembers()
                contents = [tar.extractfile(entry).read() if entry.isfile() else b"" for entry in entries]
            self.assertEqual({(entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries},
                             {(0, 0, "root", "root")})
            self.assertEqual({entry.type for entry in entries}, {tarfile.REGTYPE, tarfile.DIRTYPE})
            told.append([(entry.name, entry.mode, content) for entry, content in zip(entries, contents)])
            times = {entry.mtime for entry in entries}
        self.assertTrue(told[0] == told[1])  # megabytes: not to be printed
        self.assertEqual(times, {1000000000})
        names = [name.split("/") for name, _, _ in told[0]]
        self.assertEqual(names, sorted(names))
        for name, mode, _ in told[0]:
            program_or_folder = name.endswith(("/bin/montecopter", "/libexec/montecopter")) or (self.root.parent / name).is_dir()
            self.assertEqual(mode, 0o755 if program_or_folder else 0o644, name)

    def test_every_library_but_those_of_glibc_is_its_own(self):
        for elf in self.elves:
            own = {path.name for path in self.elves[1:]}
            self.assertLessEqual(set(dynamic(elf, "NEEDED")), own | GLIBC, elf.name)
            self.assertEqual(dynamic(elf, "RUNPATH"), [], f"{elf.name}: it would hide the RPATH of the program")
            self.assertEqual(dynamic(elf, "RPATH"), ["$ORIGIN/../lib/montecopter"] if elf == self.elves[0] else [])
        # What the loader makes of it, with a variable that would lead elsewhere.
        hostile = {"LD_LIBRARY_PATH": "/lib/x86_64-linux-gnu:/usr/lib/aarch64-linux-gnu"}
        loaded = dict(re.findall(r"(\S+) => (.*) \(0x", run("/usr/bin/ldd", self.elves[0], env=hostile)))
        self.assertGreater(len(loaded), 6)
        for name, path in loaded.items():
            inside = pathlib.Path(path).resolve().is_relative_to(self.root / "lib/montecopter")
            self.assertNotEqual(inside, name in GLIBC, f"{name} is {path}")

    def test_an_older_or_another_c_library_gets_one_line(self):
        tools = self.dir / "tools"
        tools.mkdir(exist_ok=True)
        for answer, found in (("echo glibc 2.31", "glibc 2.31"), ("exit 1", "no glibc")):  # Debian 11; musl has none
            (tools / "getconf").write_text(f"#!/bin/sh\n{answer}\n")
            (tools / "getconf").chmod(0o755)
            done = subprocess.run([self.program, "--version"], env={"PATH": f"{tools}:/usr/bin:/bin"}, capture_output=True,
                                  text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (126, ""))
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(f"this system has {found}. This program needs glibc 2.36", done.stderr)

    def test_glibc_of_debian_12_is_new_enough(self):
        for elf in self.elves:
            asked = re.findall(r"GLIBC_2\.(\d+)", run("/usr/bin/readelf", "--version-info", elf))
            self.assertLessEqual(max(map(int, asked), default=0), 36, elf.name)

    def test_licences_of_all_libraries(self):
        licences = self.root / "licences"
        page = (licences / "LIBRARIES.md").read_text()
        rows = re.findall(r"^\| ([^|]*) \| (\S+) \| (\S+) \| (\S+) (\S+) \|$", page, re.MULTILINE)
        self.assertEqual(sorted(name.strip("`") for row in rows for name in row[0].split(", ") if name[0] == "`"),
                         sorted(path.name for path in self.elves[1:]))
        packages = [row[1] for row in rows]
        for package in ("libboost1.74-dev", "libcli11-dev", "libeigen3-dev", "libhdf5-dev", "libssl-dev", "libxxhash-dev",
                        "nlohmann-json3-dev", "node-d3"):  # inside
            self.assertIn(package, packages)
        for package in packages:
            text = (licences / package).read_text()
            self.assertRegex(text, "(?i)copyright")
            for name in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text):
                if pathlib.Path("/usr/share/common-licenses", name).exists():
                    self.assertTrue((licences / "common-licenses" / name).is_file(), f"{package}: {name}")

    def test_flies_the_same_from_any_folder(self):
        """By its path, by a link, and through PATH, from a folder of its own; as the program that was built."""
        link = self.dir / "link"
        link.symlink_to(self.program)
        scenario = self.root / "share/montecopter/scenarios/examples/sih-hover.toml"
        options = ("run", scenario, "-n", 20, "--reproducible", "--progress", "none", "-o")
        flown = {}
        for name, command in (("path", [self.program]), ("link", [link]), ("built", [BUILD / "montecopter"]),
                              ("named", ["/usr/bin/env", f"PATH={self.program.parent}", "montecopter"])):
            run(*command, *options, f"{name}.h5", cwd=self.dir)
            flown[name] = (self.dir / f"{name}.h5").read_bytes()
        self.assertEqual(len(set(flown.values())), 1, flown.keys())

    def test_the_wheel_in_an_empty_environment(self):
        """By Debian's pip without network; it flies the same, without NumPy, h5py and xarray."""
        run(sys.executable, "-B", ROOT / "scripts/packing/wheel.py", self.tarball, self.dir / "wheels")
        wheel, = (self.dir / "wheels").iterdir()
        run("/usr/bin/python3", "-m", "venv", self.dir / "venv", env=os.environ)
        run(self.dir / "venv/bin/pip", "install", "--no-index", "--quiet", wheel, env={"HOME": str(self.dir)})
        script = """if True:
            import montecopter
            shipped = montecopter.find_program().replace("bin/montecopter", "share/montecopter/scenarios")
            result = montecopter.run(shipped + "/examples/sih-hover.toml", samples=20, reproducible=True, output="wheel.h5")
            try:
                result.open()
            except ModuleNotFoundError as error:
                print(error)"""
        text = run(self.dir / "venv/bin/python", "-c", script, cwd=self.dir)
        self.assertIn("needs h5py, xarray, h5netcdf", text)
        run(BUILD / "montecopter", "run", self.root / "share/montecopter/scenarios/examples/sih-hover.toml", "-n", 20,
            "--reproducible", "--progress", "none", "-o", "program.h5", cwd=self.dir)
        self.assertEqual((self.dir / "wheel.h5").read_bytes(), (self.dir / "program.h5").read_bytes())

    def test_holds_the_goldens(self):
        copy = self.dir / "scenarios"
        shutil.copytree(self.root / "share/montecopter/scenarios", copy)
        text = run(self.program, "regress", copy / "regression", cwd=self.dir)
        goldens = len(list((ROOT / "scenarios/regression").glob("*.golden")))
        self.assertGreater(goldens, 30)
        self.assertIn(f"{goldens} scenarios: {goldens} same", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
