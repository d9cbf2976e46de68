#!/usr/bin/python3
"""Metrics by formula, which flights compute in groups of rows: against numpy on the stored traces, and bit by bit against
the formulas that are computed from traces."""
import csv
import io
import math

import numpy
import support
from support import VEHICLES, ProgramTest

SIGNALS = ("position", "velocity", "attitude", "command", "wind", "airspeed")
# Formula -> the same with numpy, of the traces s[name][rows, components] at the times t, `w` the rows of a window.
FORMULAS = {
    "max(velocity.x)": lambda s, t, w: s["velocity"][:, 0].max(),
    "min(velocity.z - 2 * position.x, gust)": lambda s, t, w: (s["velocity"][:, 2] - 2 * s["position"][:, 0])[w].min(),
    "mean(airspeed)": lambda s, t, w: s["airspeed"].mean(),
    "mean(airspeed, gust)": lambda s, t, w: s["airspeed"][w].mean(),
    "rms(wind.x - velocity.x)": lambda s, t, w: numpy.sqrt(numpy.mean((s["wind"][:, 0] - s["velocity"][:, 0]) ** 2)),
    "first(command[1])": lambda s, t, w: s["command"][0, 1],
    "first(command[1], gust)": lambda s, t, w: s["command"][w][0, 1],
    "final(norm(position))": lambda s, t, w: numpy.linalg.norm(s["position"][-1]),
    "norm(final(position) - first(position))": lambda s, t, w: numpy.linalg.norm(s["position"][-1] - s["position"][0]),
    "integral(sum(command^2) / 1e6)": lambda s, t, w: numpy.trapz((s["command"] ** 2).sum(axis=1) / 1e6, t),
    "integral(t * airspeed, gust)": lambda s, t, w: numpy.trapz((t * s["airspeed"])[w], t[w]),
    "time_of_max(airspeed)": lambda s, t, w: t[s["airspeed"].argmax()],
    "time_of_min(airspeed, gust)": lambda s, t, w: t[w][s["airspeed"][w].argmin()],
    "first_time(airspeed, 2 + 1)": lambda s, t, w: (t[s["airspeed"] > 3].tolist() or [math.nan])[0],
    "last_time(airspeed, 3, gust)": lambda s, t, w: (t[w][s["airspeed"][w] > 3].tolist() or [0.0])[-1],
    "fraction(abs(velocity.x), 0.1)": lambda s, t, w: numpy.mean(abs(s["velocity"][:, 0]) > 0.1),
    "max(sqrt(max(abs(velocity.y), 1e-3) * min(airspeed, 5)))":
        lambda s, t, w: numpy.sqrt(numpy.maximum(abs(s["velocity"][:, 1]), 1e-3) * numpy.minimum(s["airspeed"], 5)).max(),
    "-max(-attitude.w) / max(norm(attitude * (position.z - 3)))":
        lambda s, t, w: s["attitude"][:, 0].min() / numpy.linalg.norm(s["attitude"] * (s["position"][:, 2:] - 3), axis=1).max(),
    "max(sqrt(velocity.x))": lambda s, t, w: math.nan,  # of negative numbers
    "sum(max(velocity) - min(velocity))": lambda s, t, w: (s["velocity"].max(axis=0) - s["velocity"].min(axis=0)).sum(),
    "max(1.5 * velocity.x + 2.5 * velocity.y + position.z * 3 + 0.1 * airspeed + velocity.z)":
        lambda s, t, w: (1.5 * s["velocity"][:, 0] + 2.5 * s["velocity"][:, 1] + 3 * s["position"][:, 2] + 0.1 * s["airspeed"]
                         + s["velocity"][:, 2]).max(),
    "norm(mean(2 * velocity + 3 * position + 5 * velocity, gust))":
        lambda s, t, w: numpy.linalg.norm((7 * s["velocity"] + 3 * s["position"])[w].mean(axis=0)),
    # One function inside another: from traces.
    "mean((airspeed - mean(airspeed))^2)": lambda s, t, w: s["airspeed"].var(),
}
# A term that is 0 and needs two flights over the rows.
FROM_TRACES = " + 0 * max(t - max(t))"


class FormulasInFlight(ProgramTest):
    def fly(self, *options):
        text = (VEHICLES.parent / "examples/iris-gust-window.toml").read_text().replace('"../vehicles', f'"{VEHICLES}')
        text = text[:text.index("[requirement.carried]")] + text[text.index("[output]"):]
        text = text.replace('["position", "attitude", "wind"]', str(list(SIGNALS)).replace("'", '"')).replace('"first:5"', '"all"')
        for k, formula in enumerate(FORMULAS):
            text += f'[metrics.a{k}]\nformula = "{formula}"\n[metrics.b{k}]\nformula = "{formula}{FROM_TRACES}"\n'
        self.write("g.toml", text)
        # 11 samples: the last pack of lanes is not full. Some flights end at the limit, within a group of rows.
        self.expect(0, "run", "g.toml", "-n", "11", "-o", "g.h5", "-q", "--set", "simulation.max_failures=11", *options)
        return list(csv.DictReader(io.StringIO(self.expect(0, "export", "g.h5").out)))

    def check(self, rows, period_s):
        import h5py
        ends = set()
        with h5py.File(self.path("g.h5")) as file:
            traces = {name: numpy.array(file[name]) for name in SIGNALS}
        for i, row in enumerate(rows):
            ends.add(row["status"])
            count = int(float(row["t_end_s"]) / period_s + 1e-6) + 1
            t = numpy.arange(count) * period_s
            signals = {name: traces[name][i, :count] for name in SIGNALS}
            gust = (t > 1 - 1e-9) & (t < 4 + 1e-9)
            for k, (formula, truth) in enumerate(FORMULAS.items()):
                found, traced = row[f"m_a{k}"], row[f"m_b{k}"]
                self.assertEqual(found, traced, formula)  # every digit
                with numpy.errstate(invalid="ignore"):
                    wanted = float(truth(signals, t, gust))
                if math.isnan(wanted):
                    self.assertTrue(math.isnan(float(found or "nan")), formula)
                else:  # sums are added in another order
                    self.assertAlmostEqual(float(found), wanted, delta=1e-11 * max(1, abs(wanted)), msg=formula)
        return ends

    def test_values(self):
        self.assertEqual(self.check(self.fly(), 0.02), {"ok"})
        ends = self.check(self.fly("--fresh", "--set", "simulation.limits.distance_m=0.35"), 0.02)
        self.assertEqual(len(ends), 2, ends)  # some end early


if __name__ == "__main__":
    support.main()
