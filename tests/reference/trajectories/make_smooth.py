#!/usr/bin/python3
"""Exact splines of least snap and least jerk through waypoints, from rest to rest: writes
minsnap_five.csv, minjerk_five.csv.

Independent of the program: one linear system for all coefficients in local time, with interpolation,
rest at both ends and continuity to derivative 2n - 2 as its rows (the Euler-Lagrange conditions of
the problem), solved by Gauss elimination over fractions."""
import pathlib
from fractions import Fraction as F

TIMES = [F(0), F(1), F(5, 2), F(3), F(7)]
POINTS = [[F(0), F(0), F(-1)], [F(2), F(1), F(-3)], [F(1), F(4), F(-2)], [F(-1), F(3), F(-2)], [F(0), F(0), F(-5)]]


def falling(j, k):
    product = 1
    for i in range(k):
        product *= j - i
    return product


def solve(matrix, right):
    size = len(matrix)
    rows = [list(m) + list(r) for m, r in zip(matrix, right)]
    for i in range(size):
        pivot = next(r for r in range(i, size) if rows[r][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(size):
            if r != i and rows[r][i] != 0:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    return [row[size:] for row in rows]


def spline(n):
    pieces = len(TIMES) - 1
    terms = 2 * n
    matrix, right = [], []

    def add(parts, values=(0, 0, 0)):
        row = [F(0)] * (pieces * terms)
        for piece, k, t, sign in parts:
            for j in range(k, terms):
                row[piece * terms + j] += sign * falling(j, k) * t ** (j - k)
        matrix.append(row)
        right.append([F(v) for v in values])

    for i in range(pieces):
        add([(i, 0, F(0), 1)], POINTS[i])
        add([(i, 0, TIMES[i + 1] - TIMES[i], 1)], POINTS[i + 1])
    for k in range(1, n):
        add([(0, k, F(0), 1)])
        add([(pieces - 1, k, TIMES[-1] - TIMES[-2], 1)])
    for i in range(1, pieces):
        for k in range(1, 2 * n - 1):
            add([(i - 1, k, TIMES[i] - TIMES[i - 1], 1), (i, k, F(0), -1)])
    return solve(matrix, right)


for n, name in ((4, "minsnap_five"), (3, "minjerk_five")):
    c = spline(n)
    lines = ["segment,axis," + ",".join(f"c{k}" for k in range(8))]
    for piece in range(len(TIMES) - 1):
        for axis in range(3):
            values = [float(c[piece * 2 * n + k][axis]) if k < 2 * n else 0.0 for k in range(8)]
            lines.append(f"{piece},{axis}," + ",".join(repr(v) for v in values))
    path = pathlib.Path(__file__).with_name(name + ".csv")
    times, points = [float(t) for t in TIMES], [[float(x) for x in p] for p in POINTS]
    path.write_text(f"# exact to a double; make_smooth.py; waypoints {points} at {times} s\n" + "\n".join(lines) + "\n")
