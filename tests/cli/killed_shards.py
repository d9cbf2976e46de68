#!/usr/bin/python3
"""kill -9 of random shards at random writes costs no finished sample, and what is merged in the end is the file of a
run that nobody killed.

MONTECOPTER_KILLS says how many kills; without it there are 20:
  MONTECOPTER_KILLS=200 tests/cli/killed_shards.py build/release/montecopter
"""
import json
import os
import random

import h5py

import support
from gate import GateTest
from shards import ShardTest
from support import edited

KILLS = int(os.environ.get("MONTECOPTER_KILLS", "20"))
COUNT = 4
ROWS = [512, 512, 512, 464]
# In 32 blocks, with traces and noise.
TEXT = edited(("samples = 200", "samples = 2000"), ('traces = "every:3"', 'traces = "every:40"'))


class Killed(GateTest, ShardTest):
    def checks(self, name):
        """The stored checks, read beside whoever writes: {row: check} of finished samples. No file, or one that is not
        whole yet under its name, which never is: none."""
        path = self.path(name)
        if not os.path.exists(path):
            return {}
        with h5py.File(path, "r") as file:
            at, rows = file["check"].id.get_offset(), file["check"].shape[0]
        with open(path, "rb") as file:
            file.seek(at)
            data = file.read(16 * rows)
        found = {row: data[16 * row:16 * row + 16] for row in range(rows)}
        return {row: check for row, check in found.items() if check != bytes(16)}

    def kill(self, number, name, *arguments):
        """Kills the program at a write, or in every other case a moment later; returns what was finished right before."""
        process = self.start(*arguments, env=self.with_gate("pwrite", number))
        self.reach_gate(process)
        if number % 2:
            self.open_gate()
        before = self.checks(name)
        process.kill()
        process.wait()
        if number % 2 == 0:
            self.open_gate()
        return before

    def require_kept(self, before, name):
        after = self.checks(name)
        for row, check in before.items():
            self.assertEqual(after.get(row), check, f"row {row} of {name}")
        if os.path.exists(self.path(name)):
            one, = json.loads(self.expect(0, "fsck", "--json", name).out)["files"]
            self.assertEqual(one["findings"], [])

    def test_kills(self):
        self.write("s.toml", TEXT)
        self.fly("-o", "all.h5", text=TEXT)
        writes = self.calls("run", "s.toml", "--reproducible", "-j", "1", "--shard", f"1/{COUNT}", "-o", "counted.h5")["pwrite"]
        os.remove(self.path("counted.h5"))
        names = [f"p{index}.h5" for index in range(1, COUNT + 1)]
        choose, kept, partly, started_over = random.Random(20), 0, 0, 0
        for _ in range(KILLS):
            index = choose.randrange(COUNT)
            name = names[index]
            finished = self.checks(name)
            if len(finished) == ROWS[index]:
                os.remove(self.path(name))
                started_over += 1
                finished = {}
            before = self.kill(choose.randrange(1, writes), name, "run", "s.toml", "--reproducible", "--progress", "none", "-j", "1",
                               "--shard", f"{index + 1}/{COUNT}", "-o", name)
            self.require_kept({**finished, **before}, name)
            kept += len(before)
            partly += 0 < len(before) < ROWS[index]
        for name in names:
            before, index = self.checks(name), names.index(name) + 1
            result = self.fly("--shard", f"{index}/{COUNT}", "-o", name, text=TEXT)
            self.assertEqual(self.flown(result), ROWS[index - 1] - len(before), name)  # no finished sample is flown again
        merge = ["merge", "--reproducible", *names, "-o"]
        writes = self.calls(*merge, "counted.h5")["pwrite"]
        merges = max(5, KILLS // 10)
        for _ in range(merges):
            before = self.kill(choose.randrange(1, writes), "merged.h5", *merge, "merged.h5")
            self.require_kept(before, "merged.h5")
        self.expect(0, *merge, "merged.h5")
        self.assertEqual(support.sha256(self.path("merged.h5")), support.sha256(self.path("all.h5")))
        self.assertGreater(partly, KILLS // 10)
        print(f"{KILLS} shards killed, {partly} of them while they were partly flown, {started_over} finished ones started "
              f"over, and {merges} merges: {kept} finished samples looked at, none lost; the same SHA-256 as one run")


if __name__ == "__main__":
    support.main()
