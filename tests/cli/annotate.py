#!/usr/bin/python3
"""The record of a result is under a hash, and `annotate` adds to it: what is changed by another program is found."""
import hashlib
import json
import re
import shutil

import h5py

import support
from shards import ShardTest
from support import SCENARIO

STATED = SCENARIO + """
[record]
reviewer = "A. Smith"
[source]
"vehicle.mass_kg" = "scale, sd 2 g"
"""


class Record(ShardTest):
    def hash(self, name):
        return json.loads(self.expect(0, "fsck", name, "--json").out)["files"][0]["content_sha256"]

    def refused_everywhere(self, name, says):
        """fsck, report, diff and annotate say that the file is not as it was written."""
        self.assertIn(says, " ".join(self.expect(1, "fsck", name).out.split()))
        for command in (("report", name, "-o", "page.html", "--force"), ("diff", "good.h5", name), ("stats", name),
                        ("annotate", name, "--set", "reviewer=B")):
            self.assertIn("it is damaged", self.expect(3, *command).err)

    def test_what_another_program_changes_is_found(self):
        self.fly("-o", "good.h5", text=STATED)

        def reviewer(file):
            text = bytes(file["provenance/scenario"][:]).replace(b"A. Smith", b"B. Jones")
            file["provenance/scenario"][:] = list(text)

        def deviation(file):
            text = file.attrs["number_sources"].decode().replace("sd 2 g", "sd 1 g")
            file.attrs.modify("number_sources", text.encode())

        def title(file):
            file.attrs.modify("title", file.attrs["title"].swapcase())

        def last_bit(file):  # of a time, which still comes evenly within the rounding
            time = file["time"][:].view("int64")
            time[-2] ^= 1
            file["time"][:] = time.view("float64")

        def no_hash(file):
            del file["provenance/description_sha256"]

        for change in (reviewer, deviation, title, last_bit, no_hash):
            with self.subTest(change.__name__):
                shutil.copy(self.path("good.h5"), self.path("a.h5"))
                with h5py.File(self.path("a.h5"), "r+") as file:
                    change(file)
                self.assertIn("damaged", self.expect(1, "fsck", "a.h5").out)
                for command in (("report", "a.h5", "-o", "page.html"), ("diff", "good.h5", "a.h5"), ("stats", "a.h5")):
                    self.assertIn("it is damaged", self.expect(3, *command).err)

    def test_annotate(self):
        self.fly("-o", "good.h5", text=STATED)
        content = self.hash("good.h5")
        said = json.loads(self.expect(0, "annotate", "good.h5", "--set", "reviewer=C. D.", "--set", 'waivers=a "b"', "--set",
                                      "record.waivers=c", "--json").out)
        again = self.expect(0, "annotate", "good.h5", "--set", "known_defects=no ground effect").out
        self.assertEqual(self.hash("good.h5"), content)
        with h5py.File(self.path("good.h5")) as file:
            text = bytes(file["provenance/annotations"][:]).rstrip(b"\0").decode()
            head = bytes(file["provenance/description_sha256"][:]).hex()
        # The chain, computed by hashlib: each hash covers the one before and its own lines.
        for block in re.findall(r"(\[\[annotation\]\]\n.*?)sha256 = \"([0-9a-f]{64})\"\n", text, re.S):
            head = hashlib.sha256((head + block[0]).encode()).hexdigest()
            self.assertEqual(head, block[1])
        self.assertIn(head, again)
        self.assertIn(said["date"], text)
        self.expect(0, "report", "good.h5", "-o", "page.html")
        page = open(self.path("page.html"), encoding="utf-8").read()
        for words in ("A. Smith", f"C. D. (added {said['date']})", "a &quot;b&quot;", "no ground effect", head):
            self.assertIn(words, page)
        self.assertIn("intact", self.expect(0, "fsck", "good.h5").out)
        self.expect(0, "diff", "good.h5", "good.h5")
        for old, new in ((b"C. D.", b"C. E."), (b"ground", b"Ground"), (b"a \\\"b", b"a \\\"c")):
            shutil.copy(self.path("good.h5"), self.path("a.h5"))
            with h5py.File(self.path("a.h5"), "r+") as file:
                data = bytes(file["provenance/annotations"][:])
                self.assertIn(old, data)
                file["provenance/annotations"][:] = list(data.replace(old, new))
            self.refused_everywhere("a.h5", "does not match its hash")
        shutil.copy(self.path("good.h5"), self.path("a.h5"))  # the first one taken out
        with h5py.File(self.path("a.h5"), "r+") as file:
            data = bytes(file["provenance/annotations"][:])
            rest = data[data.index(b"[[annotation]]", 5):]
            file["provenance/annotations"][:] = list(rest.ljust(len(data), b"\0"))
        self.refused_everywhere("a.h5", "annotation 1 does not match its hash")

    def test_mistakes(self):
        self.fly("-o", "good.h5", text=STATED)
        with self.nothing_touched():
            self.assertIn("Did you mean reviewer?", self.expect(2, "annotate", "good.h5", "--set", "reviewr=x").err)
            self.assertIn("is not KEY=TEXT", self.expect(2, "annotate", "good.h5", "--set", "reviewer").err)
            self.assertIn("is empty", self.expect(2, "annotate", "good.h5", "--set", "reviewer=").err)
            self.assertIn("given twice", self.expect(2, "annotate", "good.h5", "--set", "reviewer=a", "--set", "reviewer=b").err)
            self.assertIn("there is nothing to add", self.expect(2, "annotate", "good.h5").err)
            self.assertIn("no space is left for this annotation", self.expect(3, "annotate", "good.h5", "--set", "waivers=" + "x" * 33000).err)
            self.expect(6, "annotate", "none.h5", "--set", "reviewer=x")
            self.expect(3, "annotate", "s.toml", "--set", "reviewer=x")

    def test_a_record_that_is_added_later_is_not_ignored_in_silence(self):
        self.fly("-o", "a.h5", "--only", "3", text=SCENARIO)
        told = self.fly("-o", "a.h5", text=STATED).err
        self.assertIn("keeps its original [record]", told)
        self.assertIn("keeps its original [source]", told)
        self.assertIn("montecopter annotate", told)
        self.assertNotIn("keeps the", self.fly("-o", "a.h5", text=SCENARIO + "# a remark\n").err)

    def test_annotations_go_along(self):
        for index in (1, 2):
            self.fly("--shard", f"{index}/2", "-o", f"{index}.h5", text=STATED)
            self.expect(0, "annotate", f"{index}.h5", "--set", f"waivers=of part {index}")
        for _ in range(2):  # the second time goes on with the file
            self.expect(0, "merge", "1.h5", "2.h5", "-o", "all.h5")
        self.expect(0, "run", "s.toml", "-o", "all.h5", "-n", "230", "--progress", "none")
        with h5py.File(self.path("all.h5")) as file:
            text = bytes(file["provenance/annotations"][:]).decode()
        self.assertEqual(text.count("[[annotation]]"), 2)
        self.assertIn("intact", self.expect(0, "fsck", "all.h5").out)


if __name__ == "__main__":
    support.main()
