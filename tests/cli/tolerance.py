#!/usr/bin/python3
"""montecopter tolerance learn: a profile from the spread of results, which they pass and others do not."""
import json
import shutil
import tomllib

import h5py
import numpy as np

import support
from sealing import seal
from support import ProgramTest, edited


class Tolerance(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", edited(("samples = 200", "samples = 24")))
        self.expect(0, "run", "s.toml", "-o", "a.h5")
        # As other builds might have flown it: h5py is the judge of how far apart they are.
        self.build("b.h5", 1e-10, 11)
        self.build("c.h5", 3e-10, 12)

    def build(self, name, size, seed):
        random = np.random.default_rng(seed)
        shutil.copy(self.path("a.h5"), self.path(name))
        with h5py.File(self.path(name), "r+") as file:
            for signal in ("position", "velocity", "m_max_tilt_deg"):
                file[signal][...] += random.uniform(-size, size, file[signal].shape)
            turn = random.uniform(-size, size, file["attitude"].shape[:2])
            q = file["attitude"][...]
            half = np.stack([np.cos(turn / 2), np.sin(turn / 2), 0 * turn, 0 * turn], axis=-1)
            file["attitude"][...] = np.stack([
                q[..., 0] * half[..., 0] - q[..., 1] * half[..., 1], q[..., 0] * half[..., 1] + q[..., 1] * half[..., 0],
                q[..., 2] * half[..., 0] + q[..., 3] * half[..., 1], q[..., 3] * half[..., 0] - q[..., 2] * half[..., 1]], axis=-1)
            seal(file)

    def values(self, signal):
        all_values = []
        for name in ("a.h5", "b.h5", "c.h5"):
            with h5py.File(self.path(name)) as file:
                all_values.append(file[signal][...])
        return all_values

    def test_learned_from_three(self):
        result = self.expect(0, "tolerance", "learn", "a.h5", "b.h5", "c.h5", "-o", "p.toml")
        self.assertEqual(result.out, "p.toml: 4 signals differ among 3 results; tolerances are 10 times the spread\n")
        with open(self.path("p.toml"), "rb") as file:
            profile = tomllib.load(file)
        self.assertEqual(set(profile["signal"]), {"position", "velocity", "attitude", "m_max_tilt_deg"})
        for signal in ("position", "velocity", "m_max_tilt_deg"):
            a, b, c = self.values(signal)
            spread = max(np.abs(a - b).max(), np.abs(a - c).max(), np.abs(b - c).max())
            learned = profile["signal"][signal]
            self.assertEqual(learned["spread_abs"], spread)
            self.assertGreaterEqual(learned["abs"], 10 * spread)
            self.assertLessEqual(learned["abs"], 11 * spread)
        self.assertEqual([entry["file"] for entry in profile["learned"]["results"]], ["a.h5", "b.h5", "c.h5"])
        for entry in profile["learned"]["results"]:
            with h5py.File(self.path(entry["file"])) as file:
                self.assertEqual(bytes(file["provenance/volatile/content_sha256"][:]).hex(), entry["content_sha256"])
            self.assertIn("montecopter", self.expect(0, "--version").out)
            self.assertTrue(entry["build"] and entry["compiler"] and entry["lanes"])
        # All pairs pass, without a tolerance none does, and one that is farther off does not.
        for pair in (("a.h5", "b.h5"), ("a.h5", "c.h5"), ("b.h5", "c.h5")):
            self.expect(1, "diff", *pair)
            self.expect(0, "diff", *pair, "--profile", "p.toml")
        self.build("far.h5", 3e-8, 13)
        result = self.expect(1, "diff", "a.h5", "far.h5", "--profile", "p.toml")
        for signal in ("position", "velocity", "attitude"):
            self.assertRegex(result.out, rf"(?m)^{signal} +differs")

    def test_margins_and_json(self):
        data = json.loads(self.expect(0, "tolerance", "learn", "a.h5", "b.h5", "--margin", "3", "--json").out)
        self.assertEqual((data["margin"], data["scenario"], len(data["files"])), (3, "small", 2))
        position = {signal["name"]: signal for signal in data["signals"]}["position"]
        self.assertGreaterEqual(position["tolerance"], 3 * position["spread"])
        self.assertEqual((position["unit"], position["a"], position["b"]), ("m", "a.h5", "b.h5"))
        # To stdout, as it would be in the file.
        self.write("p.toml", self.expect(0, "tolerance", "learn", "a.h5", "b.h5", "--margin", "1").out)
        self.expect(0, "diff", "a.h5", "b.h5", "--profile", "p.toml")

    def test_what_cannot_be_learned(self):
        with h5py.File(self.path("b.h5"), "r+") as file:
            file["status"][5] = 2
            seal(file)
        with h5py.File(self.path("c.h5"), "r+") as file:
            file["position"][2, 5, 1] += 1  # damage
        self.write("t.toml", edited(("samples = 200", "samples = 24"), ("seed = 11", "seed = 12")))
        self.expect(0, "run", "t.toml", "-o", "t.h5")
        self.expect(0, "run", "s.toml", "-o", "part.h5", "--only", "3")
        self.write("old.toml", "# mine\n")
        for code, says, arguments in [
            (2, "at least two results", ("learn", "a.h5")), (2, "files is required", ("learn",)), (2, "action is required", ()),
            (2, "has no action 'guess'", ("guess", "a.h5", "b.h5")), (2, "--margin", ("learn", "a.h5", "a.h5", "--margin", "0.5")),
            (2, "--margin", ("learn", "a.h5", "a.h5", "--margin", "nan")), (2, "--force needs", ("learn", "a.h5", "a.h5", "--force")),
            (3, "ok against diverged", ("learn", "a.h5", "b.h5")), (3, "it is damaged", ("learn", "a.h5", "c.h5")),
            (3, "monte_carlo.seed: 11 against 12", ("learn", "a.h5", "t.h5")), (3, "it is not finished", ("learn", "a.h5", "part.h5")),
            (3, "s.toml: error:", ("learn", "a.h5", "s.toml")), (6, "none.h5: error:", ("learn", "a.h5", "none.h5")),
            (3, "old.toml", ("learn", "a.h5", "a.h5", "-o", "old.toml")), (6, "no/p.toml", ("learn", "a.h5", "a.h5", "-o", "no/p.toml")),
        ]:
            with self.subTest(arguments), self.nothing_touched():
                result = self.expect(code, "tolerance", *arguments)
                self.assertEqual(result.out, "")
                self.assertIn(says, result.err)
        self.expect(0, "tolerance", "learn", "a.h5", "a.h5", "-o", "old.toml", "--force")


if __name__ == "__main__":
    support.main()
