#!/usr/bin/python3
"""montecopter verify: the table, JSON, groups and exit codes."""
import datetime
import json
import os
import pathlib
import re
import subprocess

import h5py

import support
from support import ProgramTest

GROUPS = ["known-answers", "closed-forms", "rigid-body", "conservation", "orders", "variances", "environment", "bits"]


class Verify(ProgramTest):
    def test_all_checks_pass_and_leave_nothing_behind(self):
        with self.nothing_touched():
            text = self.expect(0, "verify").out
        table, last = text.rstrip("\n").split("\n\n")
        header, *lines = table.splitlines()
        self.assertEqual(header.split(), ["group", "check", "figure", "tolerance", "verdict"])
        self.assertRegex(last, rf"^all {len(lines)} checks passed$")
        for line in lines:
            self.assertTrue(line.endswith("pass"), line)
            self.assertLessEqual(len(line), 100)
        seen = []
        for line in lines:
            if line.split()[0] not in seen:
                seen.append(line.split()[0])
        self.assertEqual(seen, GROUPS)

    def test_json_has_what_the_table_has(self):
        data = json.loads(self.expect(0, "verify", "--json", "known-answers", "rigid-body").out)
        self.assertEqual((data["failed"], data["passed"]), (0, len(data["checks"])))
        self.assertEqual({check["group"] for check in data["checks"]}, {"known-answers", "rigid-body"})
        for check in data["checks"]:
            self.assertIs(check["passed"], True)
            self.assertLessEqual(abs(check["figure"] - check["wanted"]), check["tolerance"])
            self.assertTrue(check["source"] and check["name"] and check["unit"], check)

    @support.slow
    def test_figures_do_not_depend_on_lanes_or_threads(self):
        groups = ("closed-forms", "variances")
        wanted = self.expect(0, "verify", *groups).out
        self.assertEqual(self.expect(0, "verify", *groups, "--lanes", "baseline").out, wanted)

    def test_groups_come_once_and_in_their_order(self):
        text = self.expect(0, "verify", "bits", "environment", "bits").out
        self.assertLess(text.index("\nenvironment "), text.index("\nbits "))
        kernels = re.findall(r"(?m)^bits +helicopter, rk4 on (\S+)", text)
        self.assertIn("baseline", kernels)
        self.assertEqual(len(kernels), len(set(kernels)))

    def test_list(self):
        text = self.expect(0, "verify", "--list").out
        self.assertEqual([line.split()[0] for line in text.splitlines()], GROUPS)
        data = json.loads(self.expect(0, "verify", "--list", "--json").out)
        self.assertEqual([group["name"] for group in data["groups"]], GROUPS)

    def test_mistakes(self):
        for arguments, says in [
            (["rigidbody"], "unknown group of checks 'rigidbody'. Did you mean 'rigid-body'? Use known-answers, "),
            (["--list", "physics"], "unknown group of checks 'physics'. Use known-answers, "),
            (["--lanes", "mmx"], "unknown instruction set 'mmx'"),
            (["--jsno"], "`montecopter verify` has no option '--jsno'. Did you mean '--json'?"),
        ]:
            with self.subTest(arguments):
                result = self.expect(2, "verify", *arguments)
                self.assertEqual(result.out, "")
                self.assertIn("error: " + says, result.err)
                self.assertEqual(result.err.count("\n"), 1)

    def test_a_stamp_is_about_all_checks(self):
        for arguments, says in [(["bits"], "cannot be combined with chosen groups"), (["--list"], "cannot be combined with --list"),
                                (["--lanes", "baseline"], "cannot be combined with --lanes")]:
            with self.subTest(arguments):
                self.assertIn(says, self.expect(2, "verify", "--stamp", *arguments).err)

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.PROGRAM, "verify", "rigid-body"], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 6)


class Stamp(ProgramTest):
    """`verify --stamp` of this build, which all tests of the class share; each has a copy of the state folder."""
    stamped = {}

    def setUp(self):
        super().setUp()
        self.write("s.toml", support.edited(("samples = 200", "samples = 5")))
        self.state = {**os.environ, "XDG_STATE_HOME": self.path("state")}
        if not self.stamped:
            said = self.expect(0, "verify", "--stamp", env=self.state)
            self.assertIn("stamped: ", said.err)
            self.stamped.update({path.name: path.read_text() for path in self.stamps()})
            self.checks = int(re.search(r"^all (\d+) checks passed$", said.out, re.MULTILINE)[1])
            self.stamped["checks"] = self.checks
        for name, text in self.stamped.items():
            if name != "checks":
                self.write(f"state/montecopter/verified/{name}", text)

    def stamps(self):
        return list(pathlib.Path(self.path("state/montecopter/verified")).iterdir())

    def fly(self, name, *options, env=None):
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", name, *options, env=env or self.state)
        with h5py.File(self.path(name)) as file:
            return bytes(file["provenance/volatile/verify_stamp"][:]).rstrip(b"\0").decode()

    def test_its_file_is_named_by_the_hash_of_the_program(self):
        file, = self.stamps()
        self.assertEqual(file.name.split(".")[0], support.sha256(support.PROGRAM))
        when, checks = file.read_text().strip().split(", ")
        self.assertEqual(checks, f"{self.stamped['checks']} checks")
        at = datetime.datetime.strptime(when, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
        self.assertLess(abs(datetime.datetime.now(datetime.timezone.utc) - at), datetime.timedelta(hours=1))

    def test_results_flown_afterwards_carry_it_outside_of_all_hashes(self):
        file, = self.stamps()
        text = file.read_text().strip()
        self.assertEqual(self.fly("a.h5"), text)
        without = {**self.state, "XDG_STATE_HOME": self.path("empty")}
        self.assertEqual(self.fly("b.h5", env=without), "")
        a, b = (json.loads(self.expect(0, "stats", name, "--json").out) for name in ("a.h5", "b.h5"))
        self.assertEqual((a["verify_stamp"], b["verify_stamp"]), (text, None))
        self.assertEqual(a["content_sha256"], b["content_sha256"])
        self.expect(0, "fsck", "a.h5", "b.h5")
        self.expect(0, "diff", "a.h5", "b.h5")
        self.assertIn(f"passed `verify` there: {text}", self.expect(0, "stats", "a.h5").out)
        self.assertNotIn("passed `verify`", self.expect(0, "stats", "b.h5").out)
        for name, says in (("a.h5", text), ("b.h5", "montecopter verify --stamp")):
            self.expect(0, "report", name, "-o", name + ".html")
            self.assertIn(says, pathlib.Path(self.path(name + ".html")).read_text())

    def test_reproducible_results_leave_it_out(self):
        self.assertEqual(self.fly("a.h5", "--reproducible"), "")

    def test_another_build_another_machine_and_another_text_have_none(self):
        file, = self.stamps()
        program, machine = file.name.split(".")
        for name, text in ((f"{'0' * 64}.{machine}", "2026-11-28T13:00:00Z, 1 check\n"), (f"{program}.other", "2026-11-28T13:00:00Z, 1 check\n"),
                           (file.name, "x" * 100 + "\n"), (file.name, "\x1b[31m\n")):
            with self.subTest(name):
                file.unlink(missing_ok=True)
                self.write(f"state/montecopter/verified/{name}", text)
                self.assertEqual(self.fly("a.h5", "--fresh"), "")
                os.unlink(self.path(f"state/montecopter/verified/{name}"))

    def test_without_a_place_nothing_is_stamped(self):
        nowhere = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_STATE_HOME")}
        self.assertEqual(self.fly("a.h5", env=nowhere), "")
        self.write("file", "")
        for env, says in ((nowhere, "there is no folder for the stamp"), ({**nowhere, "XDG_STATE_HOME": self.path("file")}, "cannot write the stamp")):
            self.assertIn(says, self.expect(6, "verify", "--stamp", "-q", env=env).err)


if __name__ == "__main__":
    support.main()
