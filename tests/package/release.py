#!/usr/bin/python3
"""Usage: release.py BUILD_DIRECTORY CXX_COMPILER

scripts/release in a repository of its own, with stand-ins for compiling, apt and mkdocs: what it refuses, what it makes,
and the same bytes again. The wheel that it makes, in an environment of Python. The bill of materials of the real build.
"""
import base64
import csv
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 3 else sys.exit(__doc__)
MACHINE = os.uname().machine
PIP = next(iter(sorted(pathlib.Path("/usr/share/python-wheels").glob("pip-*.whl"))), None)
STAND_INS = {
    "scripts/setup": "",
    "scripts/docs": "mkdir -p build/site; echo page >build/site/index.html; echo $PWD/build/site/index.html",
    "scripts/packing/sbom.py": "",
    "scripts/package": """
        mkdir -p build/release/src; ln -sf "$PWD/../montecopter" build/release/; touch build/release/src/libmontecopter.a
        t=$(mktemp -d); f=$t/montecopter-0.1.0-linux-$(uname -m); mkdir -p $f/bin $f/libexec $f/lib/montecopter $f/licences
        s=$f/share; mkdir -p $s/man/man1 $s/zsh/vendor-completions $s/fish/vendor_completions.d $s/montecopter
        mkdir -p $s/bash-completion/completions $f/lib/python3/dist-packages
        cp -r src/python/montecopter $f/lib/python3/dist-packages/; cp LICENSE $f; echo MIT >$f/licences/libfmt9
        echo "needs glibc 2.36" >$f/bin/montecopter; cp ../montecopter $f/libexec/; chmod 755 $f/libexec/montecopter
        for n in man/man1/montecopter.1.gz zsh/vendor-completions/_montecopter fish/vendor_completions.d/montecopter.fish \\
          bash-completion/completions/montecopter montecopter/vehicle.toml; do echo $n >$s/$n; done
        cp ../montecopter $f/lib/montecopter/libx.so.1
        /usr/bin/python3 -B scripts/packing/archive.py $f $PACKAGE_FOLDER/$(basename $f).tar.gz
        rm -r $t; echo deb >$PACKAGE_FOLDER/montecopter_0.1.0_amd64.deb"""}


def run(*command, cwd=None, code=0, **variables):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **variables},
                          capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise AssertionError(f"{command}: exit {done.returncode}, not {code}\n{done.stdout}\n{done.stderr}")
    return done


def git(folder, *words):
    author = {f"GIT_{who}_{what}": text for who in ("AUTHOR", "COMMITTER")
              for what, text in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", "2001-02-03T04:05:06Z"))}
    return run("git", "-c", "core.hooksPath=/dev/null", *words, cwd=folder, **author).stdout


def make_repository(folder):
    """A repository with the scripts, whose program answers by the one that was built."""
    for name in ("scripts", "src/python"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "CMakeLists.txt", ".gitignore", ".gitattributes", "cmake/identity.cmake"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in ("scenarios", "docs"):
        (folder / name).mkdir()
        (folder / name / "file").write_text("x")
    text = (folder / "CMakeLists.txt").read_text()
    (folder / "CMakeLists.txt").write_text(re.sub(r"(?m)^(project\(montecopter VERSION) \S+", r"\1 0.1.0", text))
    for name, script in STAND_INS.items():
        head = "" if name.endswith(".py") else "#!/bin/bash\nset -e\n"
        (folder / name).write_text(head + script + "\n")
        (folder / name).chmod(0o755)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    commit = git(folder, "rev-parse", "--short=12", "HEAD").strip()
    (folder.parent / "montecopter").write_text(
        f'#!/bin/sh\ncase $1 in --version) echo "montecopter 0.1.0 ({commit})";; *) exec "{BUILD}/montecopter" "$@";; esac\n')
    (folder.parent / "montecopter").chmod(0o755)


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        cls.tree = cls.dir / "one/tree"
        cls.tree.mkdir(parents=True)
        make_repository(cls.tree)
        cls.said = cls.release(cls.tree, "0.1.0").stderr
        cls.out = cls.tree / "build/release-0.1.0"
        cls.wheel = cls.out / f"montecopter-0.1.0-py3-none-manylinux_2_36_{MACHINE}.whl"

    @staticmethod
    def release(tree, *words, code=0):
        return run("scripts/release", *words, cwd=tree, code=code)

    def test_names_and_sums(self):
        self.assertEqual(sorted(path.name for path in self.out.iterdir()), sorted([
            "SHA256SUMS", "_montecopter", "controller.schema.json", "montecopter-0.1.0-docs.tar.gz",
            "montecopter-0.1.0-licences.tar.gz", f"montecopter-0.1.0-linux-{MACHINE}.tar.gz", self.wheel.name,
            "montecopter-0.1.0.spdx.json", "montecopter-0.1.0.tar.gz", "montecopter.1.gz", "montecopter.bash", "montecopter.fish",
            "montecopter_0.1.0_amd64.deb", "scenario.schema.json", "sensor.schema.json", "vehicle.schema.json"]))
        sums = dict(reversed(line.split("  ")) for line in (self.out / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sums, {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.out.iterdir()
                                if path.name != "SHA256SUMS"})
        for step in ("source tarball", "wheel", "documentation", "done: build/release-0.1.0"):
            self.assertIn(f"scripts/release: {step}", self.said)
        self.assertIn("scenario", json.loads((self.out / "scenario.schema.json").read_text())["title"].lower())

    def test_another_folder_another_time_the_same_bytes(self):
        other = self.dir / "another/place"
        git(self.dir, "clone", "-q", self.tree, other)
        shutil.copy(self.dir / "one/montecopter", self.dir / "another")
        os.umask(0o077)
        self.release(other, "0.1.0")
        os.umask(0o022)
        for path in self.out.iterdir():
            self.assertEqual(path.read_bytes(), (other / "build/release-0.1.0" / path.name).read_bytes(), path.name)

    def test_the_source_tarball_knows_its_commit(self):
        commit = git(self.tree, "rev-parse", "HEAD").strip()
        text = gzip.decompress((self.out / "montecopter-0.1.0.tar.gz").read_bytes())
        self.assertIn(f'set(archived "{commit}")'.encode(), text)

    def test_what_is_refused(self):
        for words in ((), ("0.1",), ("v0.1.0",), ("0.1.0", "0.2.0")):
            self.release(self.tree, *words, code=2)
        other = self.dir / "refused"
        git(self.dir, "clone", "-q", self.tree, other)
        told = self.release(other, "0.2.0", code=1).stderr
        self.assertIn("CMakeLists.txt has version 0.1.0, not 0.2.0", told)
        (other / "scenarios/left.h5").write_text("ignored by git, but cmake --install would take it")
        self.assertIn("scenarios/left.h5", self.release(other, "0.1.0", code=1).stderr)
        (other / "LICENSE").write_text("changed")
        told = self.release(other, "0.1.0", code=1).stderr
        self.assertIn("the tree has changes", told)
        self.assertIn(" M LICENSE", told)
        self.assertFalse((other / "build").exists())

    def test_the_wheel_is_valid(self):
        """By the specification of binary distributions (packaging.python.org)."""
        with zipfile.ZipFile(self.wheel) as wheel:
            self.assertIsNone(wheel.testzip())
            files = {entry.filename: (wheel.read(entry), entry.external_attr >> 16) for entry in wheel.infolist()}
            self.assertEqual({entry.date_time for entry in wheel.infolist()}, {(2001, 2, 3, 4, 5, 6)})
        record = "montecopter-0.1.0.dist-info/RECORD"
        rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(files[record][0].decode()))}
        self.assertEqual(rows.pop(record), ("", ""))
        self.assertEqual(list(rows), [name for name in files if name != record])
        for name, (digest, size) in rows.items():
            sha256 = base64.urlsafe_b64encode(hashlib.sha256(files[name][0]).digest()).decode().rstrip("=")
            self.assertEqual((digest, size), (f"sha256={sha256}", str(len(files[name][0]))))
        self.assertIn(f"Tag: py3-none-manylinux_2_36_{MACHINE}\n", files["montecopter-0.1.0.dist-info/WHEEL"][0].decode())
        self.assertEqual(files["montecopter-0.1.0.data/scripts/montecopter"][1], 0o100755)
        for name in ("montecopter/__init__.py", "montecopter/py.typed", "montecopter-0.1.0.data/data/lib/montecopter/libx.so.1",
                     "montecopter-0.1.0.data/data/share/montecopter/vehicle.toml", "montecopter-0.1.0.dist-info/licences/libfmt9"):
            self.assertIn(name, files)

    @unittest.skipUnless(PIP, "no wheel of pip here (Debian: python3-venv)")
    def test_pip_installs_the_wheel(self):
        """Into an environment that has neither the network nor any other package."""
        environment = self.dir / "venv"
        run("/usr/bin/python3", "-m", "venv", "--without-pip", environment)
        python = environment / "bin/python"
        run(python, "-m", "pip", "install", "--no-index", "--no-compile", self.wheel, PYTHONPATH=str(PIP), HOME=str(self.dir))
        script = f"""if True:
            import montecopter
            print(montecopter.find_program(), montecopter.call("--version").output.split()[1])
            result = montecopter.run("{ROOT}/scenarios/examples/sih-hover.toml", samples=3, output="pip.h5")
            try:
                result.open()
            except ModuleNotFoundError as error:
                print(error)"""
        text = run(python, "-c", script, cwd=self.dir).stdout.splitlines()
        self.assertEqual(text[0], f"{environment}/bin/montecopter 0.1.0")
        self.assertIn("montecopter needs h5py, xarray, h5netcdf. ", text[1])
        self.assertTrue((self.dir / "pip.h5").is_file())


@unittest.skipUnless(shutil.which("dpkg-query") and (BUILD / "CMakeCache.txt").exists(), "no dpkg, or not the folder of a build")
class BillOfMaterials(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = run("/usr/bin/python3", "-B", ROOT / "scripts/packing/sbom.py", BUILD, SOURCE_DATE_EPOCH="981173106").stdout
        cls.document = json.loads(text)
        cls.packages = {package["name"]: package for package in cls.document["packages"]}
        cls.related = {(one["relationshipType"], one["relatedSpdxElement"]): one.get("comment", "")
                       for one in cls.document["relationships"]}

    def element(self, name):
        return self.packages[name]["SPDXID"]

    def test_every_library_that_the_loader_names(self):
        loaded = re.findall(r"(\S+) => /", run("ldd", BUILD / "montecopter").stdout)
        self.assertGreater(len(loaded), 6)
        listed = " ".join(comment for (kind, _), comment in self.related.items() if kind == "DYNAMIC_LINK")
        for library in loaded:
            self.assertIn(library, listed.replace(",", "").split())

    def test_archives_headers_and_embedded_data(self):
        """By texts and names of types in the program that only these libraries have."""
        program = (BUILD / "montecopter").read_bytes()
        for text, name, kind in ((b"HDF5 library version: 1.", "libhdf5-dev", "STATIC_LINK"),
                                 (b"https://d3js.org v", "node-d3", "CONTAINS"),
                                 (b"N8nlohmann16json", "nlohmann-json3-dev", "CONTAINS"),
                                 (b"N3CLI3AppE", "libcli11-dev", "CONTAINS")):
            self.assertTrue(text in program or name == "node-d3", name)  # d3 is left out where it is not installed
            self.assertEqual(text in program, name in self.packages, name)
            if text in program:
                self.assertIn((kind, self.element(name)), self.related, name)
        self.assertIn(("STATIC_LINK", self.element("libssl-dev")), self.related)
        for name in ("libboost1.74-dev", "libeigen3-dev", "libxxhash-dev", "libtomlplusplus-dev", "libfmt-dev"):
            self.assertIn(("CONTAINS", self.element(name)), self.related)
        for name in ("catch2", "librandom123-dev", "libgeographiclib-dev"):  # only in tests
            self.assertNotIn(name, self.packages)

    def test_it_is_a_document_of_spdx(self):
        """By the specification of SPDX 2.3: what must be there, and references that lead somewhere."""
        document = self.document
        self.assertEqual((document["spdxVersion"], document["dataLicense"], document["SPDXID"]),
                         ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertRegex(document["documentNamespace"], "^urn:uuid:[0-9a-f-]{36}$")
        self.assertEqual(document["creationInfo"]["created"], "2001-02-03T04:05:06Z")
        known = {package["SPDXID"] for package in document["packages"]} | {"SPDXRef-DOCUMENT"}
        self.assertEqual(len(known), len(document["packages"]) + 1)
        for one in document["relationships"]:
            self.assertLessEqual({one["spdxElementId"], one["relatedSpdxElement"]}, known)
        texts = {one["licenseId"]: one["extractedText"] for one in document["hasExtractedLicensingInfos"]}
        for package in document["packages"]:
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            self.assertIn("downloadLocation", package)
            if package["licenseDeclared"] not in ("MIT", "NOASSERTION"):
                self.assertRegex(texts[package["licenseDeclared"]], "(?i)copyright")
            status = "MIT" if package["name"].startswith("montecopter") else package["versionInfo"]
            if status != "MIT":
                self.assertEqual(run("dpkg-query", "-W", "-f", "${Version}\n", package["name"]).stdout.splitlines()[0], status)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
