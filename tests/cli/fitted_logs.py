"""Flights of known vehicles whose logs are fitted: samples whose vehicles were drawn, with noise, bias and delay added
here. Used by fit.py and fit_statistics.py."""
import csv
import io
import json
import math
import os
import pathlib
import random

from validate import COLUMNS, HEADER, NAMES
from support import ProgramTest

TRIALS = int(os.environ.get("MONTECOPTER_FIT_TRIALS", "3"))
ROOT = pathlib.Path(__file__).resolve().parents[2]
TRUTH = f"""
schema = 1
name = "truth"
vehicle.include = "{ROOT}/scenarios/vehicles/hummingbird.toml"
vehicle.linear_drag_n_s_m = 0.15
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 20.0, initial.position_m = [0, 0, -5]}}
monte_carlo = {{samples = {TRIALS}, seed = 7}}

[output]
signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "command"]
rate_hz = 200
traces = "all"

[trajectory]
type = "lissajous"
center_m = [0, 0, -5]
amplitude_m = [1.5, 1.2, 0.5]
rate_rad_s = [1.6, 2.3, 2.9]
heading = {{type = "fixed", rate_rad_s = 0.8}}

[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 4.0
velocity_gain_1_s = 3.0
attitude_gain_n_m = [0.8, 0.8, 0.3]
rate_gain_n_m_s = [0.11, 0.11, 0.07]

[disperse]
"vehicle.mass_kg" = {{dist = "normal", mean = 1.0, sd = 0.05, apply = "factor", low_sd = -3, high_sd = 3}}
"vehicle.inertia_kg_m2.stretch.x" = {{dist = "normal", mean = 1.0, sd = 0.07, low_sd = -3, high_sd = 3}}
"vehicle.inertia_kg_m2.stretch.y" = {{dist = "normal", mean = 1.0, sd = 0.07, low_sd = -3, high_sd = 3}}
"vehicle.linear_drag_n_s_m" = {{dist = "uniform", low = 0.05, high = 0.3}}
"vehicle.rotors.*.law.torque_n_m_s2" = {{dist = "normal", mean = 1.0, sd = 0.1, apply = "factor", low = 0.7, high = 1.3}}
"vehicle.drag_area_m2" = {{dist = "uniform", low = 0.0, high = 0.0001}}
"""
# Thrust of the drag area at 5 m/s is below 2 mN: nothing shows it.
HIDDEN = "vehicle.drag_area_m2"
BIAS = [0.02, -0.015, 0.01]
FORCE_N2_S, MOMENT_N2_M2_S = 2e-4, 2e-8
NOISE = {"position": 0.002, "velocity": 0.02, "attitude": 0.0015, "body_rate": 0.02, "rotor_speed": 1.0, "command": 0.0}
DELAY_ROWS = 1


def noisy(rows, seed, delay_rows=DELAY_ROWS, bias=BIAS):
    """Recorded by sensors: white noise, a bias of the rates, and a drive that is recorded late, by rows of 5 ms."""
    draw = random.Random(seed)
    spread = [0.0] + [NOISE[name] for name, columns in NAMES.items() for _ in columns.split()]
    out = []
    for k, row in enumerate(rows):
        row = row[:14] + rows[max(0, k - delay_rows)][14:]
        row = [x + (s and draw.gauss(0, s)) for x, s in zip(row, spread)]
        for axis in range(3):
            row[11 + axis] += bias[axis]
        norm = math.sqrt(sum(x * x for x in row[7:11]))
        out.append(row[:7] + [x / norm for x in row[7:11]] + row[11:])
    return out


def with_late_attitude(rows):
    """Recorded a row late, by 5 ms."""
    return [row[:7] + rows[max(0, k - 1)][7:11] + row[11:] for k, row in enumerate(rows)]


def text_of(rows):
    return ",".join(HEADER) + "\n" + "".join(",".join(f"{x:.9g}" for x in row) + "\n" for row in rows)


class FitTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", TRUTH)
        self.write("c.toml", COLUMNS)

    def fly(self, *settings, result="a.h5"):
        self.expect(0, "run", "s.toml", "--progress", "none", "-o", result, *settings)
        return list(csv.DictReader(io.StringIO(self.expect(0, "export", result).out)))

    def rows(self, sample, result="a.h5"):
        table = list(csv.DictReader(io.StringIO(
            self.expect(0, "export", result, "--traces", "--sample", str(sample)).out)))
        columns = {"t": "time"}
        for signal, names in NAMES.items():
            columns.update(zip(names.split(), [key for key in table[0] if key.startswith(signal + ".")]))
        return [[float(row[columns[name]]) for name in HEADER] for row in table]

    def fit(self, *arguments, logs=("a.csv",)):
        """By filter error, unless another method is given; prediction_fit.py is about the others."""
        if "--method" not in arguments:
            arguments = ("--method", "filter_error", "--held-out", "none", *arguments)
        return json.loads(self.expect(0, "fit", "s.toml", *logs, "--columns", "c.toml", "--json", *arguments).out)

    def parameter(self, answer, path):
        return next(p for p in answer["parameters"] if p["path"] == path)


def truth_of(drawn, path):
    column = "in_" + path.replace("*", "all")
    return next(float(value) for key, value in drawn.items()
                if key.split(" [")[0] in (column, column + ".factor"))
