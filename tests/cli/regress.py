#!/usr/bin/python3
"""montecopter regress and bless: scenarios held against goldens. What a golden holds is read here by the definition of
its format (docs/golden-file.md) and compared with the result file that `run` writes of the same scenario. One
file, for all tests need that second reader."""
import ctypes.util
import json
import os
import re
import shutil
import signal
import stat
import struct
import subprocess
import time
import xml.etree.ElementTree as xml
import zlib

import h5py
import numpy as np

import support
from support import SCENARIO, VEHICLES, ProgramTest, edited, sha256, snapshot

TYPES = ("<i1", "<i8", "<u8", "<f8", "<f4", "<u1")
REASON = ("--reason", "a test", "--yes")


def xxh3_128(data):
    """By the library that the program hashes with, called by its documented interface."""
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")

    class Hash(ctypes.Structure):
        _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]
    library.XXH3_128bits.restype = Hash
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    found = library.XXH3_128bits(data, len(data))
    return struct.pack("<QQ", found.low, found.high)


class Golden:
    """A golden by the definition of the format: datasets by name, and the history."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        assert data[:8] == b"MCGOLDEN"
        version, size = struct.unpack("<QQ", data[8:24])
        assert version == 1
        body = self.rest = zlib.decompress(data[24:-16])
        assert len(body) == size
        assert data[-16:] == xxh3_128(data[:-16])
        self.history = [[self.text() for _ in range(5)] for _ in range(self.number())]
        schema_bytes, rest = self.bytes(), self.rest
        self.body_head = body[:len(body) - len(rest)]
        self.rest = schema_bytes
        self.attributes = self.read_attributes()
        schema = [self.dataset() for _ in range(self.number())]
        assert self.rest == b""
        self.data = {}
        for name, element, shape, dims, _, scale in schema:
            if scale == 2:
                self.data[name] = (dims, shape, None)
                continue
            count = int(np.prod(shape, dtype=np.int64))
            width = np.dtype(TYPES[element]).itemsize
            raw, rest = rest[:count * width], rest[count * width:]
            ordered = np.frombuffer(raw, np.uint8).reshape(width, count).T.tobytes()
            self.data[name] = (dims, shape, np.frombuffer(ordered, TYPES[element]).reshape(shape))
        assert rest == b""
        self.head = data[:16]

    def write(self, path):
        """The same golden with what `data` holds now: somebody else's flights."""
        body = self.body_head
        for _, _, values in self.data.values():
            if values is not None:
                raw = np.frombuffer(values.tobytes(), np.uint8)
                body += raw.reshape(values.size, values.itemsize).T.tobytes()
        out = self.head + struct.pack("<Q", len(body)) + zlib.compress(body, 9)
        with open(path, "wb") as file:
            file.write(out + xxh3_128(out))

    def number(self):
        value, self.rest = struct.unpack("<q", self.rest[:8])[0], self.rest[8:]
        return value

    def bytes(self):
        size = self.number()
        value, self.rest = self.rest[:size], self.rest[size:]
        assert len(value) == size
        return value

    def text(self):
        return self.bytes().decode()

    def read_attributes(self):
        found = {}
        for _ in range(self.number()):
            name, kind = self.text(), self.number()
            found[name] = (self.text, self.number, self.bytes,
                           lambda: [self.number() for _ in range(self.number())])[kind]()
        return found

    def dataset(self):
        name, element = self.text(), self.number()
        shape = [self.number() for _ in range(self.number())]
        dims = [self.text() for _ in range(self.number())]
        attributes, scale = self.read_attributes(), self.number()
        assert self.number() == 0
        return name, element, shape, dims, attributes, scale

    def __getitem__(self, name):
        return self.data[name][2]


class RegressTest(ProgramTest):
    def folder(self, *names):
        """A folder with scenarios of some samples each."""
        for name in names:
            self.write(f"f/{name}.toml", edited(("samples = 200", "samples = 20"),
                                                ('name = "', f'name = "{name}-'), text=SCENARIO))

    def bless(self, *options, code=0):
        return self.expect(code, "bless", "f", *REASON, *options)

    def regress(self, *options, code=0):
        return json.loads(self.expect(code, "regress", "f", "--json", *options).out)

    def verdicts(self, *options, code):
        return {case["name"]: case["verdict"] for case in self.regress(*options, code=code)["cases"]}

    def edit(self, name, *changes):
        with open(self.path(name), encoding="utf-8") as file:
            text = file.read()
        self.write(name, edited(*changes, text=text))

    def forge(self, name, signal="position", change=lambda values: values + 1e-9):
        """A golden with other numbers."""
        golden = Golden(self.path(name))
        dims, shape, values = golden.data[signal]
        golden.data[signal] = dims, shape, change(values)
        golden.write(self.path(name))


class Contents(RegressTest):
    maxDiff = 2000

    def test_a_golden_holds_the_numbers_of_the_result(self):
        self.folder("a")
        self.bless()
        golden = Golden(self.path("f/a.golden"))
        self.expect(0, "run", "f/a.toml", "-o", "r.h5", "--progress", "none", "--set", "output.traces=all")
        chosen = list(golden["chosen_sample"])
        self.assertEqual(chosen, [0, 6, 13, 19])
        with h5py.File(self.path("r.h5")) as result:
            kept = [np.where(result["time"][:] == t)[0][0] for t in golden["time"]]
            self.assertEqual((kept[0], kept[-1]), (0, len(result["time"]) - 1))
            np.testing.assert_array_equal(golden["status"], result["status"][:])
            self.assertEqual(len(golden["sample_digest"]), 20)
            self.assertEqual(len(set(golden["sample_digest"])), 20)
            compared = set()
            for name, (dims, _, values) in golden.data.items():
                if values is None or name not in result or not dims:
                    continue
                whole = result[name][:]
                if dims == ["sample"]:  # metrics and inputs of so few samples are there for all of them
                    np.testing.assert_array_equal(values, whole, name)
                elif dims[0] == "chosen_sample":
                    np.testing.assert_array_equal(values, whole[chosen], name)
                elif dims[0] == "trace_sample" and len(dims) > 1:
                    np.testing.assert_array_equal(values, whole[chosen][:, kept], name)
                elif dims[-1] == "statistic":
                    names = result["statistic"].attrs["long_name"].decode().split(", ")
                    columns = [names.index(word) for word in ("n", "mean", "sd", "min", "q05", "q50", "q95", "max")]
                    np.testing.assert_array_equal(values, whole[..., columns], name)
                else:
                    continue
                compared.add(name)
            columns = {name for name in result if name.startswith(("m_", "in_", "stat_")) or name in
                       ("digest", "t_end_s", "position", "velocity", "attitude", "body_rate")}
            self.assertEqual(columns - compared, set())

    def test_history_and_page(self):
        self.folder("a")
        days = [time.strftime("%Y-%m-%d", time.gmtime())]
        self.bless()
        days.append(time.strftime("%Y-%m-%d", time.gmtime()))
        self.edit("f/a.toml", ("samples = 20", "samples = 21"))
        self.expect(0, "bless", "f/a.toml", "--reason", "one more", "--yes", "--changed-scenario")
        first, second = Golden(self.path("f/a.golden")).history
        self.assertIn(first[0], days)
        self.assertEqual((first[1], first[3]), ("a test", ""))
        self.assertEqual((second[1], second[3]), ("one more", first[4]))
        self.assertRegex(second[4], "^[0-9a-f]{64}$")
        with open(self.path("f/a.golden.txt"), encoding="utf-8") as file:
            page = file.read()
        for text in ("21 samples: 21 ok", second[4], "one more", "a test", "max_tilt_deg"):
            self.assertIn(text, page)
        self.assertLess(max(map(len, page.splitlines())), 121)

    def test_the_bytes_do_not_depend_on_threads_or_lanes(self):
        self.folder("a", "b")
        self.bless("-j", 1, "--lanes", "baseline")
        first = snapshot(self.path("f"))
        for name in ("a", "b"):
            os.remove(self.path(f"f/{name}.golden"))
        self.bless("-j", 2)
        self.assertEqual(snapshot(self.path("f")), first)


class Verdicts(RegressTest):
    def test_each_verdict_and_the_order_of_exit_codes(self):
        self.folder("changed", "differs", "missing", "same", "sick")
        self.bless()
        self.assertEqual(set(self.verdicts(code=0).values()), {"same"})
        os.remove(self.path("f/missing.golden"))
        self.edit("f/changed.toml", ("seed = ", "seed = 1"))
        self.write("f/sick.toml", "schema = 1\nnonsense\n")
        self.forge("f/differs.golden")
        wanted = {name: name for name in ("changed", "differs", "missing", "same")} | {"sick": "refused"}
        self.assertEqual(self.verdicts(code=3), wanted)
        self.assertEqual(self.verdicts("-k", "differs", "-k", "same", code=1), {"differs": "differs", "same": "same"})
        # What the machine does wins over everything.
        full = os.environ | {"TMPDIR": self.path("nowhere")}
        self.expect(6, "regress", "f", env=full)

    def test_the_worst_signal_is_named_with_its_place(self):
        self.folder("a")
        self.bless()

        def change(values):
            values = values.copy()
            values[1, 3, 2] += 0.25  # sample 6, the fourth time that is kept, axis z
            return values
        self.forge("f/a.golden", change=change)
        moment = float(Golden(self.path("f/a.golden"))["time"][3])
        case, = self.regress(code=1)["cases"]
        self.assertRegex(case["worst"], rf"^position: 0\.25 m at sample 6, time {moment:g} s.*axis z")
        self.assertEqual([s["name"] for s in case["diff"]["signals"] if s["verdict"] == "differs"], ["position"])

    def test_a_changed_scenario_is_told_by_its_keys(self):
        self.folder("a")
        self.bless()
        self.edit("f/a.toml", ("samples = 20", "samples = 23"))
        case, = self.regress(code=3)["cases"]
        self.assertEqual(case["verdict"], "changed")
        self.assertEqual(case["changed_keys"], ["monte_carlo.samples: 20 against 23"])
        self.assertIn("monte_carlo.samples: 20 against 23", self.expect(3, "regress", "f").out)

    def test_tolerances_of_a_profile(self):
        self.folder("a")
        self.bless()
        self.forge("f/a.golden")
        self.write("loose.toml", '[all]\nrel = 1e9\nabs = 1e300\n[signal.position_of_nothing]\nabs = 1\n')
        self.assertEqual(self.verdicts(code=1), {"a": "differs"})
        self.assertEqual(self.verdicts("--profile", "loose.toml", code=0), {"a": "within"})

    def test_a_golden_that_is_damaged_or_without_its_scenario(self):
        self.folder("a", "b", "c")
        self.bless()
        with open(self.path("f/a.golden"), "r+b") as file:
            file.seek(100)
            file.write(b"\0\0\0")
        os.remove(self.path("f/b.toml"))
        with open(self.path("f/c.golden"), "r+b") as file:
            file.truncate(200)
        answer = self.regress(code=3)
        self.assertEqual({case["verdict"] for case in answer["cases"]}, {"refused"})
        texts = " ".join(case["worst"] for case in answer["cases"])
        self.assertEqual(texts.count("damaged or truncated"), 2)
        self.assertIn("No such file", texts)

    def test_reports(self):
        self.folder("differs", "same")
        self.bless()
        self.forge("f/differs.golden")
        result = self.expect(1, "regress", "f", "--junit", "j.xml", "--markdown", "m.md", "--github")
        suite = xml.parse(self.path("j.xml")).getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("2", "1", "0"))
        with open(self.path("m.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("| differs | differs |", text)
        self.assertIn("#### differs: differs\n\n<details><summary>signals, worst first, and digests</summary>", text)
        lines = [line for line in result.err.splitlines() if line.startswith("::")]
        self.assertEqual(len(lines), 2)
        self.assertTrue(lines[0].startswith("::error title=montecopter regress::2 scenarios: 1 same, 1 differs"))
        self.assertRegex(lines[1], r"^::error file=f/differs\.toml,line=\d+,title=differs%3A differs::")
        number = int(re.search(r"line=(\d+)", lines[1])[1])
        with open(self.path("f/differs.toml"), encoding="utf-8") as file:
            self.assertTrue(file.read().splitlines()[number - 1].startswith("schema"))

    def test_reports_replace_nothing_that_is_held_against(self):
        self.folder("a", "b")
        self.bless()
        self.write("p.toml", "[all]\nabs = 1e-9\n")
        for file in ("f/a.toml", "f/b.golden", "f/a.golden.txt", "p.toml"):
            for option in ("--junit", "--markdown"):
                with self.subTest(option=option, file=file), self.nothing_touched():
                    told = self.expect(3, "regress", "f", "--profile", "p.toml", option, file).err
                    self.assertIn(f"{file}: error: this command reads that file", told)
        with self.nothing_touched():
            self.assertIn("is also the file of --junit", self.expect(2, "regress", "f", "--junit", "v", "--markdown", "v").err)

    def test_last_failed(self):
        self.folder("a", "b", "c")
        self.bless()
        self.assertIn("note: no earlier run is known: all are flown", self.expect(0, "regress", "f", "--last-failed").err)
        self.edit("f/b.toml", ("samples = 20", "samples = 22"))
        self.regress(code=3)
        self.assertEqual(self.verdicts("--last-failed", code=3), {"b": "changed"})
        self.edit("f/b.toml", ("samples = 22", "samples = 20"))
        self.assertEqual(self.verdicts("--last-failed", code=0), {"b": "same"})
        self.assertIn("no scenario failed", self.expect(0, "regress", "f", "--last-failed").err)
        shutil.rmtree(self.path("f/.montecopter"))
        self.assertEqual(len(self.verdicts(code=0)), 3)

    def test_a_result_is_compared_with_a_golden(self):
        self.folder("a")
        self.bless()
        self.expect(0, "run", "f/a.toml", "-o", "r.h5", "--progress", "none")
        for pair in (("f/a.golden", "r.h5"), ("r.h5", "f/a.golden"), ("f/a.golden", "f/a.golden")):
            self.expect(0, "diff", *pair)
        report = json.loads(self.expect(0, "diff", "f/a.golden", "r.h5", "--json").out)
        self.assertIn("the golden holds digests and status of all 20 samples", report["notes"][0])
        self.assertNotIn("flew the golden", report["notes"][0])
        with h5py.File(self.path("r.h5"), "a") as result:
            untraced = [s for s in (0, 6, 13, 19) if s not in result["trace_sample"][:]]
            build = result["provenance/volatile/build"]
            build[()] = list(b"9.9.9".ljust(len(build), b"\0"))
        self.assertTrue(untraced)
        self.assertIn(f"not compared: traces of samples {', '.join(map(str, untraced))}", report["notes"][1])
        other = json.loads(self.expect(0, "diff", "f/a.golden", "r.h5", "--json").out)["notes"][0]
        self.assertTrue(other.endswith("flew the golden, montecopter 9.9.9 the other flights"), other)
        self.expect(0, "run", "f/a.toml", "-o", "s.h5", "--progress", "none")
        self.assertIn("montecopter 9.9.9 flew A, montecopter 0.", self.expect(0, "diff", "r.h5", "s.h5").out)
        self.assertNotIn("flew A", self.expect(0, "diff", "s.h5", "s.h5").out)
        self.expect(0, "run", "f/a.toml", "-o", "o.h5", "--progress", "none", "--seed", 5)
        self.assertIn("monte_carlo.seed", self.expect(3, "diff", "f/a.golden", "o.h5").err)
        self.assertIn("sample_digest", self.expect(1, "diff", "f/a.golden", "o.h5", "--across", "monte_carlo.seed").out)
        self.assertIn("this is a golden", self.expect(3, "stats", "f/a.golden").err)


class Rules(RegressTest):
    """[golden] in a scenario."""
    MARGINS = '\n[golden]\ncompare = "statistical"\nmargins = ["max_tilt_deg=1%", "max_speed_m_s=0.01"]\n'

    def write_rules(self, rules):
        with open(self.path("f/a.toml"), "a", encoding="utf-8") as file:
            file.write(rules)

    def test_rules_are_no_part_of_the_flights(self):
        self.folder("a")
        before = json.loads(self.expect(0, "run", "f/a.toml", "-o", "a.h5", "--json").out)["content_sha256"]
        self.bless()
        self.write_rules('\n[golden]\nsamples = [3, 4, 17]\n')
        self.expect(0, "check", "f/a.toml")
        after = json.loads(self.expect(0, "run", "f/a.toml", "-o", "b.h5", "--json").out)["content_sha256"]
        self.assertEqual(after, before)
        self.assertEqual(self.verdicts(code=0), {"a": "same"})
        self.assertIn("a.golden", self.bless().out)
        self.assertEqual(list(Golden(self.path("f/a.golden"))["chosen_sample"]), [3, 4, 17])
        self.assertEqual(list(Golden(self.path("f/a.golden"))["trace_sample"]), [3, 4, 17])

    def test_means_within_their_margins(self):
        self.folder("a")
        self.write_rules(self.MARGINS)
        self.bless()
        whole = Golden(self.path("f/a.golden"))
        self.assertEqual(whole["m_max_tilt_deg"].shape, (20,))
        self.assertEqual(self.verdicts(code=0), {"a": "same"})
        # Other bits, and means that move by 0.1 % where 1 % is allowed.
        self.forge("f/a.golden", "m_max_tilt_deg", lambda values: values * (1 + 1e-3))
        self.forge("f/a.golden")
        case, = self.regress(code=0)["cases"]
        self.assertEqual(case["verdict"], "equivalent")
        self.assertIn("within their margins", case["worst"])
        # 3 % is too much.
        self.forge("f/a.golden", "m_max_tilt_deg", lambda values: values * 1.03)
        case, = self.regress(code=1)["cases"]
        self.assertEqual(case["verdict"], "differs")
        self.assertIn("max_tilt_deg: different", case["worst"])

    def test_samples_that_end_otherwise(self):
        self.folder("a")
        self.write_rules(self.MARGINS)
        self.bless()

        def ended(values):
            values = values.copy()
            values[:9] = 2  # diverged
            return values
        self.forge("f/a.golden", "status", ended)
        case, = self.regress(code=1)["cases"]
        self.assertIn("20 samples end ok instead of 11", case["worst"])

    def test_a_golden_without_what_is_judged(self):
        self.folder("a")
        self.edit("f/a.toml", ("samples = 20", "samples = 300"))  # too many to hold all metrics
        self.bless()
        self.forge("f/a.golden")
        self.write_rules(self.MARGINS)
        case, = self.regress(code=3)["cases"]
        self.assertIn("lacks 'm_max_speed_m_s' of all samples", case["worst"])

    def test_rules_that_make_no_sense(self):
        for rules, text in (("samples = [3, 3]", "sample 3 is listed after sample 3"),
                            ("samples = [0, 20]", "there is no sample 20"),
                            ("samples = [0, 1, 2, 3, 4, 5, 6, 7, 8]", "9 samples are listed"),
                            ("samples = [-1]", "-1"),
                            ('compare = "roughly"', "roughly"),
                            ('compare = "statistical"', "needs margins"),
                            ('margins = ["max_tilt_deg=1%"]', "margins have no effect here"),
                            ('compare = "statistical"\nmargins = ["max_tilt_deg"]', "it has no METRIC="),
                            ('compare = "statistical"\nmargins = ["a=1%", "m_a=2"]', "'a' has a margin already"),
                            ('compare = "statistical"\nmargins = ["a=-1"]', "it must be above 0"),
                            ('margin = ["a=1"]', "margins")):
            text_of = edited(("samples = 200", "samples = 20"), text=SCENARIO) + f"\n[golden]\n{rules}\n"
            self.write("s.toml", text_of)
            self.assertIn(text, self.expect(2, "check", "s.toml").err, rules)


class Blessing(RegressTest):
    def test_nothing_is_written_if_one_refuses(self):
        self.folder("a", "b")
        self.bless()
        self.edit("f/a.toml", ("samples = 20", "samples = 21"))
        self.edit("f/b.toml", ("samples = 20", "samples = 21"))
        with self.nothing_touched():
            result = self.expect(3, "bless", "f", *REASON)
        self.assertEqual(result.err.count("not blessed"), 2)
        self.assertIn("to accept it, add --changed-scenario", result.err)
        # One that does not fly to the end refuses for both.
        self.edit("f/b.toml", ("[simulation.initial]", "[simulation.limits]\ntilt_deg = 0.001\n\n[simulation.initial]"))
        with self.nothing_touched():
            result = self.expect(3, "bless", "f", *REASON, "--changed-scenario")
        self.assertIn("b: error: not blessed: 21 of 21 samples did not end ok", result.err)

    def test_what_is_the_same_is_left_alone(self):
        self.folder("a")
        self.bless()
        with self.nothing_touched():
            self.assertIn("nothing to bless", self.bless().out)

    def test_somebody_has_to_agree(self):
        self.folder("a")
        self.assertIn("cannot ask for confirmation", self.expect(2, "bless", "f", "--reason", "x").err)
        self.assertFalse(os.path.exists(self.path("f/a.golden")))

    def test_a_reason_is_needed(self):
        self.folder("a")
        for reason in ((), ("--reason", ""), ("--reason", "  "), ("--reason", "x" * 2000), ("--reason", "a\nb")):
            self.assertIn("--reason", self.expect(2, "bless", "f", *reason, "--yes").err)

    def test_a_folder_that_cannot_be_written(self):
        self.folder("a")
        if os.geteuid() == 0:
            os.mkdir(self.path("f/a.golden.txt"))  # a folder in the way: root may write anywhere
            self.assertIn("f/a.golden.txt: error: it is not a regular file", self.bless(code=3).err)
        else:
            os.chmod(self.path("f"), stat.S_IRUSR | stat.S_IXUSR)
            self.addCleanup(os.chmod, self.path("f"), stat.S_IRWXU)
            self.bless(code=6)
        self.assertFalse(os.path.exists(self.path("f/a.golden")))
        self.assertEqual([name for name in os.listdir(self.path("f")) if "partial" in name], [])


    def test_a_disk_that_fills_up_on_the_way(self):
        """Room for some goldens: none is written."""
        folder = self.path("f")
        os.mkdir(folder)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", folder], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("no file system may be mounted here")
        self.addCleanup(subprocess.run, ["umount", folder], check=True)
        self.folder(*"abcdefghijkl")
        with self.nothing_touched():
            result = self.expect(6, "bless", "f", *REASON)
        self.assertIn("No space left on device", result.err)


class Usage(RegressTest):
    def test_bad_input(self):
        self.folder("a")
        for options, code, text in ((("nowhere",), 6, "no such folder"),
                                    (("f", "-k", "zzz"), 2, "no scenario matches"),
                                    (("f", "--pattern", "*.yaml"), 2, "no scenario matches"),
                                    (("f", "-j", "0"), 2, "--threads"),
                                    (("f", "--lanes", "mmx"), 2, "mmx"),
                                    (("f", "--junit", ""), 2, "--junit"),
                                    (("f", "--profile", "nowhere.toml"), 6, "nowhere.toml"),
                                    (("f", "--last-faild"), 2, "--last-failed")):
            self.assertIn(text, self.expect(code, "regress", *options).err, options)
        os.mkdir(self.path("empty"))
        self.assertIn("there are no scenarios", self.expect(2, "regress", "empty").err)
        self.assertIn("not a scenario", self.expect(2, "regress", self.write("x.txt", "")).err)

    def test_one_scenario(self):
        self.folder("a", "b")
        self.expect(0, "bless", "f/a.toml", *REASON)
        self.assertEqual(sorted(os.listdir(self.path("f"))), ["a.golden", "a.golden.txt", "a.toml", "b.toml"])
        self.expect(0, "regress", "f/a.toml")

    def test_a_closed_pipe_ends_it_without_a_word(self):
        self.folder(*"abcdef")
        process = subprocess.Popen([support.PROGRAM, "regress", "f"], cwd=self.dir, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        _, error = process.communicate()
        self.assertEqual((process.returncode, error), (-signal.SIGPIPE, b""))

    def write_long(self):
        """A scenario that flies for long. It has a golden, of fewer samples, for without one it is not flown."""
        self.folder("long")
        self.bless()
        self.edit("f/long.toml", ("samples = 20", "samples = 20000000"))

    def test_an_interruption_ends_all_processes(self):
        self.write_long()
        temporary = self.path("tmp")
        os.mkdir(temporary)
        process = subprocess.Popen([support.PROGRAM, "regress", "f"], cwd=self.dir, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, env=os.environ | {"TMPDIR": temporary})
        while not os.listdir(temporary):  # until it flies
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate()
        self.assertEqual(process.returncode, 130, error)
        self.assertIn(b"interrupted: 0 of 1", error)
        self.assertEqual(os.listdir(temporary), [])

    @support.slow
    def test_what_a_kill_leaves_is_removed_by_the_next_command(self):
        self.write_long()
        self.write("g/a.toml", edited(("samples = 200", "samples = 20"), text=SCENARIO))
        temporary = self.path("tmp")
        os.mkdir(temporary)
        env = os.environ | {"TMPDIR": temporary}

        def begun():
            before = set(os.listdir(temporary))
            process = subprocess.Popen([support.PROGRAM, "regress", "f"], cwd=self.dir, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=env)
            while not any(file.endswith(".h5") for name in set(os.listdir(temporary)) - before
                          for file in os.listdir(os.path.join(temporary, name))):
                time.sleep(0.01)
            return process, (set(os.listdir(temporary)) - before).pop()

        killed, left = begun()
        killed.kill()
        killed.wait()
        time.sleep(0.2)  # its processes, too
        running, used = begun()
        # What only looks like one: without a lock of ours, and a link.
        os.mkdir(os.path.join(temporary, "montecopter-abcdef"), 0o700)
        os.symlink(self.dir, os.path.join(temporary, "montecopter-123456"))
        done = self.expect(3, "regress", "g", env=env)
        self.assertNotIn(left, os.listdir(temporary))
        self.assertEqual(sorted(os.listdir(temporary)), sorted([used, "montecopter-abcdef", "montecopter-123456"]))
        self.assertTrue(os.listdir(os.path.join(temporary, used)))
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(), 143)
        self.assertNotIn(used, os.listdir(temporary))
        # The second of the three commands has found the folder, and says so on its stderr, which nobody reads here.
        self.assertNotIn("left behind", done.err)
        killed, left = begun()
        killed.kill()
        killed.wait()
        time.sleep(0.2)
        done = self.expect(3, "regress", "g", env=env)
        self.assertIn(f"{temporary}/{left}: warning: left behind by a process that was stopped", done.err)
        self.assertIn("It was removed.", done.err)
        # And what `bless` has not finished.
        for name, text in (("a.golden.partial-4194305", "MCGOLDENx"), ("a.golden.txt.partial-4194305", "a: 20 samples")):
            self.write("g/" + name, text)
        done = self.expect(3, "regress", "g", env=env)
        self.assertRegex(done.err, r"g/a.golden.partial-4194305: warning: a stopped process left this incomplete file; it holds no results\. It was removed")
        self.assertRegex(done.err, r"g/a.golden.txt.partial-4194305: warning: a stopped process left this incomplete file; it holds no results\. It was removed")
        self.assertFalse(os.path.exists(self.path("g/a.golden.partial-4194305")))
        self.assertFalse(os.path.exists(self.path("g/a.golden.txt.partial-4194305")))


class Sizes(RegressTest):
    @support.slow
    def test_every_shipped_example_has_a_small_golden(self):
        shutil.copytree(VEHICLES.parent, self.path("scenarios"), ignore=shutil.ignore_patterns("regression"))
        self.expect(0, "bless", "scenarios/examples", *REASON)
        sizes = {name: os.path.getsize(self.path(f"scenarios/examples/{name}"))
                 for name in os.listdir(self.path("scenarios/examples")) if name.endswith(".golden")}
        self.assertGreater(len(sizes), 30)
        self.assertLess(max(sizes.values()), 55000, sizes)


if __name__ == "__main__":
    support.main()
