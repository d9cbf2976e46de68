#!/usr/bin/python3
"""montecopter stats --signal: statistics of traced signals over time, against numpy."""
import csv
import io

import h5py
import numpy as np

import support
from stats import DIVERGING, StatsTest
from support import edited

TIME_STATISTICS = ["n", "mean", "sd", "min", "q05", "q25", "q50", "q75", "q95", "max"]


class Signals(StatsTest):
    def check_signal(self, answer, name, components, take=slice(None)):
        with h5py.File(self.path("a.h5")) as file:
            x = file[name][:].astype(float)
            time = file["time"][:][take]
        signal = answer["signals"][name]
        self.assertEqual([row["time_s"] for row in signal["times"]], list(time))
        for k, row in zip(np.arange(x.shape[1])[take], signal["times"]):
            for c, component in enumerate(components):
                if component not in row:
                    continue
                values = x[:, k, c]
                values = values[~np.isnan(values)]
                got = row[component]
                self.assertEqual(list(got), TIME_STATISTICS)
                self.assertEqual(got["n"], len(values))
                if len(values) < 2:
                    continue
                self.close(got["mean"], values.mean())
                self.close(got["sd"], values.std(ddof=1))
                self.assertEqual((got["min"], got["max"]), (values.min(), values.max()))
                for q in (5, 25, 50, 75, 95):
                    self.close(got[f"q{q:02}"], np.quantile(values, q / 100))

    def test_all_times_and_components(self):
        self.fly()
        answer = self.json("a.h5", "--signal", "position", "attitude.y", "rotor_speed")
        self.assertEqual(answer["metrics"], {})
        self.assertEqual(list(answer["signals"]), ["position", "attitude", "rotor_speed"])
        self.check_signal(answer, "position", "xyz")
        self.check_signal(answer, "attitude", "wxyz")
        self.check_signal(answer, "rotor_speed", "0123")
        self.assertEqual(list(answer["signals"]["attitude"]["times"][0]), ["time_s", "y"])
        self.assertEqual(answer["signals"]["position"]["unit"], "m")
        self.assertEqual(answer["signals"]["position"]["frame"], "NED")
        self.assertEqual(answer["signals"]["position"]["traces"], 67)

    def test_single_precision(self):
        self.fly(edited(("[monte_carlo]", 'dtype = "f32"\n[monte_carlo]')))
        self.check_signal(self.json("a.h5", "--signal", "position"), "position", "xyz")

    def test_only_samples_that_still_fly_count(self):
        self.fly(DIVERGING, 5)
        answer = self.json("a.h5", "--signal", "velocity")
        counts = [row["x"]["n"] for row in answer["signals"]["velocity"]["times"]]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertEqual(counts[0], 67)
        with h5py.File(self.path("a.h5")) as file:
            ends = file["t_end_s"][:][file["trace_sample"][:]]
            flying = [int((ends >= t - 1e-12).sum()) for t in file["time"][:]]
        self.assertEqual(counts, flying)
        self.assertLess(counts[-1], 60)

    def test_times(self):
        self.fly()
        answer = self.json("a.h5", "--signal", "position", "--at", "0.1", "0.204", "0.3", "0.2")
        self.check_signal(answer, "position", "xyz", [10, 20, 30])
        answer = self.json("a.h5", "--signal", "position", "--rows", "4")
        self.check_signal(answer, "position", "xyz", [0, 10, 20, 30])
        text = self.expect(0, "stats", "a.h5", "--signal", "position.z", "--rows", "3").out
        lines = text.splitlines()
        self.assertEqual(lines[2], "position.z [m] in NED: 67 traced samples")
        self.assertEqual([line.split()[0] for line in lines[4:]], ["0", "0.15", "0.3"])
        default = self.expect(0, "stats", "a.h5", "--signal", "position.z").out
        self.assertEqual(len(default.splitlines()), 4 + 20)

    def test_signals_and_metrics(self):
        self.fly()
        options = ["--metric", "max_tilt_deg", "--signal", "position"]
        answer = self.json("a.h5", *options)
        self.assertEqual((list(answer["metrics"]), list(answer["signals"])),
                         (["max_tilt_deg"], ["position"]))
        text = self.expect(0, "stats", "a.h5", *options).out
        self.assertIn("max_tilt_deg", text)
        self.assertIn("position.z", text)
        self.assertTrue(all(len(line) <= 100 for line in text.splitlines()), text)

    def test_csv(self):
        self.fly()
        text = self.expect(0, "stats", "a.h5", "--signal", "position.x", "velocity", "--csv").out
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(len(rows), 4 * 31)
        answer = self.json("a.h5", "--signal", "position", "velocity")["signals"]
        index = {name: 0 for name in ("position.x", "velocity.x", "velocity.y", "velocity.z")}
        for row in rows:
            name, component = row["signal"].split(".")
            entry = answer[name]["times"][index[row["signal"]]]
            index[row["signal"]] += 1
            self.assertEqual(float(row["time_s"]), entry["time_s"])
            for statistic in TIME_STATISTICS:
                self.assertEqual(float(row[statistic]), entry[component][statistic])
        self.assertEqual(set(index.values()), {31})


if __name__ == "__main__":
    support.main()
