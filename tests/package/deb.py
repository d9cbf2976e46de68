#!/usr/bin/python3
"""Usage: deb.py BUILD_DIRECTORY CXX_COMPILER

Makes the Debian packages of the build, unpacks them into a folder (as root, dpkg installs them into
one), and runs the program from there.
"""
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 3 else sys.exit(__doc__)
EXAMPLE = "usr/share/montecopter/scenarios/examples/sih-hover.toml"


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout.decode()


def fields(package):
    text = run("dpkg-deb", "--field", package)
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line and line[0] != " ")


@unittest.skipUnless(shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"), "no dpkg here")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", cls.dir, cwd=cls.dir)
        cls.program, = cls.dir.glob("montecopter_*.deb")
        cls.development, = cls.dir.glob("libmontecopter-dev_*.deb")
        cls.root = cls.dir / "root"
        run("dpkg-deb", "-x", cls.program, cls.root)

    def test_control_fields(self):
        told = fields(self.program)
        version = run(BUILD / "montecopter", "--version").split()[1]
        self.assertEqual((told["Package"], told["Version"], told["Section"]),
                         ("montecopter", version, "science"))
        self.assertIn("Monte-Carlo", told["Description"])
        for library in ("libc6 (", "libstdc++6 (", "libfmt9 (", "libsz2", "libtomlplusplus3", "zlib1g ("):
            self.assertIn(library, told["Depends"])
        told = fields(self.development)
        self.assertEqual(told["Package"], "libmontecopter-dev")
        self.assertIn(f"montecopter (= {version})", told["Depends"])
        # Whatever its headers and its CMake package need is a package that exists here.
        for package in told["Depends"].split(", ")[1:]:
            self.assertIn("install ok installed", run("dpkg-query", "-W", "-f", "${Status}", package))

    def test_mpi_is_a_package_of_its_own(self):
        self.assertNotIn("mpi", fields(self.program)["Depends"])
        if not (BUILD / "montecopter_mpi.so").exists():
            self.skipTest("montecopter_mpi.so was not built (Debian: libopenmpi-dev)")
        package, = self.dir.glob("montecopter-mpi_*.deb")
        self.assertIn("libopenmpi3", fields(package)["Depends"])
        self.assertIn(f"montecopter (= {fields(self.program)['Version']})", fields(package)["Depends"])
        self.assertIn("./usr/lib/montecopter/montecopter_mpi.so", run("dpkg-deb", "-c", package))

    def test_contents(self):
        listing = run("dpkg-deb", "-c", self.program) + run("dpkg-deb", "-c", self.development)
        files = {line.split()[5]: line.split()[:2] for line in listing.splitlines()}
        self.assertEqual({owner for _, owner in files.values()}, {"root/root"})
        self.assertEqual(files["./usr/bin/montecopter"][0], "-rwxr-xr-x")
        for name in ("./usr/share/doc/montecopter/copyright", "./usr/share/doc/montecopter/copyright.hdf5",
                     "./usr/share/doc/montecopter/copyright.ssl",
                     "./usr/share/montecopter/schema/scenario.schema.json",
                     "./usr/share/doc/montecopter/docs/scenario/vehicle.md",
                     "./" + EXAMPLE, "./usr/lib/libmontecopter.a",
                     "./usr/lib/python3/dist-packages/montecopter/__init__.py",
                     "./usr/lib/python3/dist-packages/montecopter/py.typed",
                     "./usr/include/montecopter/results/library/fly.hpp",
                     "./usr/lib/cmake/montecopter/montecopter-config.cmake"):
            self.assertEqual(files[name][0], "-rw-r--r--", name)
        self.assertEqual([name for name in files if "__pycache__" in name], [])
        strange = [name for name in files if not name.startswith("./usr/")]
        self.assertEqual(strange, [])

    def test_runs_from_where_it_was_unpacked(self):
        dynamic = run("readelf", "-d", self.root / "usr/bin/montecopter")
        self.assertNotRegex(dynamic, "RPATH|RUNPATH")
        flown = [self.dir / "packaged.h5", self.dir / "built.h5"]
        for program, path in zip((self.root / "usr/bin/montecopter", BUILD / "montecopter"), flown):
            run(program, "run", self.root / EXAMPLE, "-n", 70, "--reproducible", "-o", path)
        self.assertEqual(flown[0].read_bytes(), flown[1].read_bytes())

    def test_the_python_package_calls_the_program_beside_it(self):
        environment = {"PYTHONPATH": str(self.root / "usr/lib/python3/dist-packages"), "PATH": os.environ["PATH"],
                       "PYTHONDONTWRITEBYTECODE": "1"}
        script = "import montecopter; print(montecopter.find_program(), montecopter.call('--version').output, end='')"
        done = subprocess.run(["/usr/bin/python3", "-c", script], env=environment, capture_output=True, text=True, check=True)
        program = self.root / "usr/bin/montecopter"
        self.assertEqual(done.stdout, f"{program} {run(program, '--version')}")

    def test_man_page_and_completions_are_those_of_the_program(self):
        share = self.root / "usr/share"
        for words, name in ((["man"], "man/man1/montecopter.1.gz"),
                            (["completions", "bash"], "bash-completion/completions/montecopter"),
                            (["completions", "zsh"], "zsh/vendor-completions/_montecopter"),
                            (["completions", "fish"], "fish/vendor_completions.d/montecopter.fish")):
            done = subprocess.run([BUILD / "montecopter", *words], capture_output=True, check=False)
            if done.returncode != 0:  # this version does not tell: nothing is installed
                self.assertFalse((share / name).exists(), name)
                continue
            packed = (share / name).read_bytes()
            self.assertEqual(gzip.decompress(packed) if name.endswith(".gz") else packed, done.stdout)

    @unittest.skipUnless(os.geteuid() == 0, "only root installs")
    def test_dpkg_installs_it(self):
        root = self.dir / "system"
        (root / "var/lib/dpkg/updates").mkdir(parents=True)
        (root / "var/lib/dpkg/info").mkdir()
        for name in ("status", "available"):
            (root / "var/lib/dpkg" / name).touch()
        dpkg = ("dpkg", f"--root={root}", f"--log={root}/log", "--force-depends")  # a root without libc6
        run(*dpkg, "-i", self.program, self.development)
        self.assertIn("montecopter ", run(root / "usr/bin/montecopter", "--version"))
        run(*dpkg, "--remove", "montecopter", "libmontecopter-dev")
        left = [path for path in (root / "usr").rglob("*") if path.is_file()] if (root / "usr").exists() else []
        self.assertEqual(left, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
