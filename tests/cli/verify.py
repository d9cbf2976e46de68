#!/usr/bin/python3
"""montecopter verify: the table, JSON, groups and exit codes."""
import json
import re
import subprocess

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

    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.PROGRAM, "verify", "rigid-body"], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 6)


if __name__ == "__main__":
    support.main()
