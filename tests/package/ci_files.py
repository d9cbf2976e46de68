#!/usr/bin/python3
"""Usage: ci_files.py BUILD_DIRECTORY CXX_COMPILER

Runs the shell steps of the files for the CI of users, as GitHub, GitLab and pre-commit run them, with a release in a
folder: action.yml, .ci/gitlab.yml and .pre-commit-hooks.yaml. Of Containerfile, the step that installs, with stand-ins.
"""
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 3 else sys.exit(__doc__)
VERSION = "9.8.7"  # of the release that is made up here


def read_yaml(name):
    return yaml.safe_load((ROOT / name).read_text())


class CiFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        name = f"montecopter-{VERSION}-linux-{os.uname().machine}"
        program = cls.dir / name / "bin/montecopter"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec "{BUILD}/montecopter" "$@"\n')
        program.chmod(0o755)
        cls.release = cls.dir / "release"
        cls.release.mkdir()
        with tarfile.open(cls.release / f"{name}.tar.gz", "w:gz") as tar:
            tar.add(cls.dir / name, name)
        cls.sha256 = hashlib.sha256((cls.release / f"{name}.tar.gz").read_bytes()).hexdigest()

    def setUp(self):
        """A repository of a user, with a scenario that has a golden."""
        self.work = pathlib.Path(tempfile.mkdtemp(dir=self.dir))
        (self.work / "my flights").mkdir()
        text = (ROOT / "scenarios/examples/sih-hover.toml").read_text()
        self.scenario = self.work / "my flights/hover.toml"
        self.scenario.write_text(text.replace('"../', f'"{ROOT}/scenarios/'))
        self.call([BUILD / "montecopter", "bless", "my flights", "--reason", "first", "--yes"])

    def call(self, command, code=0, **variables):
        done = subprocess.run([str(word) for word in command], cwd=self.work, env={**os.environ, **variables},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def change(self):
        """Makes another flight; returns the number of the line."""
        text, count = re.subn(r"(?m)^duration_s = .*$", "duration_s = 3.5", self.scenario.read_text())
        self.assertEqual(count, 1)
        self.scenario.write_text(text)
        return text.splitlines().index("duration_s = 3.5") + 1

    # --- action.yml ---

    def steps(self, **inputs):
        """The shell steps of the action: (script, variables), as a runner makes them of its inputs."""
        action = read_yaml("action.yml")
        values = {name: given.get("default") for name, given in action["inputs"].items()}
        values.update(url=f"file://{self.release}", version=VERSION, sha256=self.sha256, scenarios="my flights")
        values.update(inputs)
        self.assertNotIn(None, values.values())

        def filled(text):
            return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: values[match[1]], text)
        found = []
        for step in action["runs"]["steps"]:
            if "run" in step:
                self.assertEqual(step["shell"], "bash")
                found.append((step["run"], {name: filled(text) for name, text in step["env"].items()}))
        return found

    def runner(self):
        temporary = self.work / "runner"
        temporary.mkdir(exist_ok=True)
        return {"RUNNER_TEMP": str(temporary), "GITHUB_PATH": str(temporary / "path"),
                "GITHUB_STEP_SUMMARY": str(temporary / "summary.md")}

    def act(self, code=0, **inputs):
        """Runs the steps; the last one ends with this code."""
        variables = self.runner()
        install, compare = self.steps(**inputs)
        bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]  # GitHub's shell: bash
        self.call([*bash, install[0]], **variables, **install[1])
        path = pathlib.Path(variables["GITHUB_PATH"]).read_text().split()[-1]
        return self.call([*bash, compare[0]], code, **variables, **compare[1], PATH=f"{path}:{os.environ['PATH']}")

    def test_the_action_compares_and_keeps_its_findings(self):
        done = self.act()
        self.assertIn("1 scenario: 1 same", done.stdout)
        findings = self.work / "runner/montecopter-findings"
        suite = xml.etree.ElementTree.parse(findings / "regress.xml").getroot()
        self.assertEqual(suite.get("failures"), "0")
        self.assertIn("1 same", (findings / "regress.md").read_text())
        self.assertEqual(sorted(path.name for path in findings.iterdir()), ["regress.md", "regress.xml"])
        upload = read_yaml("action.yml")["runs"]["steps"][-1]
        self.assertEqual(upload["with"]["path"].replace("${{ runner.temp }}", str(self.work / "runner")), str(findings))

    def test_the_action_annotates_at_the_changed_key(self):
        line = self.change()
        done = self.act(code=3, options="--threads 1 -k hover")
        self.assertIn(f"::error file=my flights/hover.toml,line={line},", done.stderr)
        self.assertIn("simulation.duration_s", (self.work / "runner/summary.md").read_text())
        self.assertIn("<html", (self.work / "runner/montecopter-findings/hover.html").read_text())

    def test_the_action_reports_only_what_is_not_the_same(self):
        other = self.scenario.with_name("another.toml")
        other.write_text(self.scenario.read_text())
        self.act(code=3)  # it has no golden
        findings = self.work / "runner/montecopter-findings"
        self.assertEqual([path.name for path in findings.glob("*.html")], ["another.html"])

    def test_the_action_refuses_another_archive(self):
        variables = self.runner()
        script, environment = self.steps(sha256="0" * 64)[0]
        done = self.call(["bash", "-eo", "pipefail", "-c", script], 1, **variables, **environment)
        self.assertIn("FAILED", done.stdout + done.stderr)
        self.assertFalse(pathlib.Path(variables["GITHUB_PATH"]).exists())

    def test_the_address_and_the_checksum_have_no_default(self):
        inputs = read_yaml("action.yml")["inputs"]
        for name in ("url", "version", "sha256"):
            self.assertTrue(inputs[name]["required"])
            self.assertNotIn("default", inputs[name])

    # --- .ci/gitlab.yml ---

    def pipeline(self, code, **variables):
        job = read_yaml(".ci/gitlab.yml")[".montecopter-regress"]
        given = {**job["variables"], "MONTECOPTER_URL": f"file://{self.release}", "MONTECOPTER_VERSION": VERSION,
                 "MONTECOPTER_SHA256": self.sha256, "MONTECOPTER_SCENARIOS": "my flights", **variables}
        # GitLab's runner joins the lines of both, and bash ends at the first that fails.
        script = "\n".join([*job["before_script"], *job["script"]])
        return job, self.call(["bash", "-eo", "pipefail", "-c", script], code, **given)

    def test_the_template_for_gitlab(self):
        job, done = self.pipeline(0)
        self.assertIn("1 scenario: 1 same", done.stdout)
        for name in [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]:
            self.assertTrue((self.work / name).is_file(), name)
        self.change()
        self.pipeline(3, MONTECOPTER_OPTIONS="--threads 1")
        shutil.rmtree(self.work / ".montecopter-ci")
        _, done = self.pipeline(1, MONTECOPTER_SHA256="0" * 64)
        self.assertIn("FAILED", done.stdout + done.stderr)

    # --- .pre-commit-hooks.yaml ---

    def test_the_hook_of_pre_commit(self):
        hook, = read_yaml(".pre-commit-hooks.yaml")
        self.assertEqual((hook["id"], hook["language"], hook["types"]), ("montecopter-check", "system", ["toml"]))
        entry = shlex.split(hook["entry"])
        path = f"{self.dir}/montecopter-{VERSION}-linux-{os.uname().machine}/bin:{os.environ['PATH']}"
        vehicle = ROOT / "scenarios/vehicles/iris.toml"  # no scenario
        self.assertEqual(self.call([*entry, "my flights/hover.toml", vehicle], PATH=path).stdout, "")
        broken = self.work / "broken.toml"
        broken.write_text(self.scenario.read_text() + "\n[nonsense]\n")
        done = self.call([*entry, "broken.toml", "my flights/hover.toml"], 2, PATH=path)
        self.assertRegex(done.stderr, r"broken\.toml:\d+:\d+: error: unknown key 'nonsense'")

    # --- Containerfile ---

    def test_the_container_installs_the_checked_package(self):
        step = re.search(r"^RUN --mount=type=bind,target=/release ((?:.*\\\n)+.*)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)[1]
        context, tools = self.work / "context", self.work / "tools"
        for folder in (context, tools):
            folder.mkdir()
        for tool in ("apt-get", "rm"):
            (tools / tool).write_text(f'#!/bin/sh\necho {tool} "$@"\n')
            (tools / tool).chmod(0o755)
        package = context / f"montecopter_{VERSION}_amd64.deb"
        package.write_text("package")
        (context / "SHA256SUMS").write_text(f"{hashlib.sha256(b'package').hexdigest()}  {package.name}\n"
                                            f"{'0' * 64}  libmontecopter-dev_{VERSION}_amd64.deb\n")  # not installed
        script = ["sh", "-c", step.replace("/release", str(context))]
        path = f"{tools}:{os.environ['PATH']}"
        self.assertIn(f"apt-get install -y --no-install-recommends {package}\n", self.call(script, PATH=path).stdout)
        package.write_text("another")
        self.assertNotIn("apt-get", self.call(script, 1, PATH=path).stdout)

    # --- ci.yml ---

    def test_tags_make_a_release(self):
        workflow = read_yaml(".github/workflows/ci.yml")
        self.assertEqual(workflow[True]["push"]["tags"], ["v[0-9]+.[0-9]+.[0-9]+"])  # YAML 1.1 takes `on` for true
        steps = workflow["jobs"]["release"]["steps"]
        commands = [step["run"] for step in steps if step.get("run", "").startswith("scripts/")]
        for command in commands:
            script = shlex.split(command)[0]
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)
        answer = self.call(["bash", "-c", commands[0].replace("scripts/release", "echo")], GITHUB_REF_NAME="v0.1.0")
        self.assertEqual(answer.stdout, "0.1.0\n")
        self.assertTrue(any("upload-artifact" in step.get("uses", "") for step in steps))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
