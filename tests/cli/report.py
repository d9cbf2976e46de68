#!/usr/bin/python3
"""montecopter report: the numbers of the page against h5py, and every way of getting it wrong."""
import html
import json
import math
import os
import re
import subprocess
import unittest

import h5py
import numpy as np

import support
from report_page import REQUIREMENTS, Page, ReportTest
from support import SCENARIO, edited


EPISTEMIC = """
[disperse."vehicle.linear_drag_n_s_m"]
kind = "epistemic"
dist = "uniform"
low = 0.1
high = 0.5
"""


class Numbers(ReportTest):
    def test_metrics_are_what_numpy_computes(self):
        self.fly()
        page = self.page()
        with h5py.File(self.path("a.h5")) as file:
            for name in (key[2:] for key in file if key.startswith("m_")):
                x = file["m_" + name][:]
                with self.subTest(name):
                    row = page.row("metrics", name)
                    n, mean, interval, sd, low, q05, q50, q95, high = row[2:]
                    self.assertEqual(n, [len(x)])
                    for got, wanted in ((mean, x.mean()), (sd, x.std(ddof=1)), (low, x.min()), (high, x.max()),
                                        (q05, np.quantile(x, 0.05)), (q50, np.quantile(x, 0.5)),
                                        (q95, np.quantile(x, 0.95))):
                        self.assertAlmostEqual(got[0], wanted, delta=1e-12 * max(1, abs(wanted)))
                    t = 1.9719565442517533  # scipy.stats.t.ppf(0.975, 199)
                    half = t * x.std(ddof=1) / np.sqrt(len(x))
                    for got, wanted in zip(interval, (x.mean() - half, x.mean() + half)):
                        self.assertAlmostEqual(got, wanted, delta=1e-9 * max(1, abs(wanted)))

    def test_histograms_count_every_sample(self):
        self.fly()
        page = self.page()
        charts = [c for c in page.charts.values() if "counts" in c.get("data", {})]
        self.assertGreater(len(charts), 4)
        with h5py.File(self.path("a.h5")) as file:
            for chart in charts:
                x = file["m_" + chart["x"]["label"].split(" ")[0]][:]
                wanted, _ = np.histogram(x, chart["data"]["edges"])
                self.assertEqual(chart["data"]["counts"], list(wanted))

    def test_verdicts_are_those_of_requirements(self):
        self.fly()
        page = self.page()
        wanted = json.loads(self.expect(0, "requirements", "a.h5", "--json").out)["requirements"][0]
        row = page.row("verdicts", "lean")
        self.assertEqual(row[3], [wanted["met"], wanted["flown"]])
        # Of a probability above 0.99 what it lacks is printed.
        lacks = [[1 - wanted["observed"]], [1 - wanted["upper_bound"], 1 - wanted["lower_bound"]]]
        self.assertEqual(row[4:6], lacks if wanted["observed"] > 0.99 else
                         [[wanted["observed"]], [wanted["lower_bound"], wanted["upper_bound"]]])
        self.assertIn("✓ met", page.text)

    def test_failed_samples_are_counted(self):
        self.fly(SCENARIO + "\n[simulation.limits]\ntilt_deg = 0.5\n", code=5)
        page = self.page()
        with h5py.File(self.path("a.h5")) as file:
            status = file["status"][:]
        self.assertEqual(page.row("verdicts", "tilt_limit")[1], [int((status == 4).sum())])
        self.assertIn("the scenario has no requirements", page.text)

    def test_samples_that_cannot_fly_are_no_flights(self):
        """No body has zz > xx + yy: of zz from 0.009 to 0.011 about a half cannot fly."""
        self.fly(edited(("zz = 0.007", "zz = 0.0095"), ("duration_s = 0.3", "duration_s = 0.3\nmax_failures = 200"))
                 + '\n[disperse."vehicle.inertia_kg_m2.zz"]\ndist = "uniform"\nlow = 0.009\nhigh = 0.011\n')
        said = {row[0]["text"]: row[1]["text"] for row in self.page().sections["record"] if len(row) == 2}["failed flights"]
        with h5py.File(self.path("a.h5")) as file:
            unfit, ok = (int((file["status"][:] == code).sum()) for code in (3, 1))
        self.assertTrue(0 < unfit < 200)
        self.assertIn(f"{200 - unfit - ok} of {200 - unfit} flights failed, by status", said)
        self.assertIn(f"{unfit} invalid_input: cannot fly", said)

    def test_the_record_counts_flights_that_failed(self):
        """By status, by the ground that no limit watches, and by requirements: each against the columns."""
        falls = edited(("position_m = [0, 0, -10]", "position_m = [0, 0, -0.3]"),
                       ("[0.0, 1133.0, 1133.0, 1133.0, 1133.0],", "[0.0, 0.0, 0.0, 0.0, 0.0],"),
                       ("[0.1, 1150.0, 1116.0, 1150.0, 1116.0],", "[0.1, 0.0, 0.0, 0.0, 0.0],"),
                       ("[0.2, 1133.0, 1133.0, 1133.0, 1133.0],", "[0.2, 0.0, 0.0, 0.0, 0.0],"))
        low = '\n[requirement.low]\ntype = "probability"\nmetric = "min_altitude_m"\nat_least = 0.0\nprobability = 0.5\n'
        self.fly(falls + low, code=1)
        record = {row[0]["text"]: row[1]["text"] for row in self.page().sections["record"] if len(row) == 2}
        said = record["failed flights"]
        with h5py.File(self.path("a.h5")) as file:
            down, all_of_them = int((file["m_min_altitude_m"][:] <= 1e-3).sum()), file["status"].size
            missed = int((file["req_low"][:] == 2).sum())
        self.assertEqual(down, all_of_them)
        for part in (f"0 of {all_of_them} flights failed, by status", "limits that end a flight (simulation.limits): none",
                     f"{down} with status ok reached the ground", f"{missed} with status ok miss at least one requirement"):
            self.assertIn(part, said)
        self.fly(falls + "\n[simulation.limits]\nground = true\n", name="b.h5", code=5)
        said = {row[0]["text"]: row[1]["text"] for row in self.page(name="b.h5").sections["record"] if len(row) == 2}["failed flights"]
        self.assertIn(f"{all_of_them} of {all_of_them} flights failed, by status", said)
        self.assertIn("hit_ground", said)
        self.assertNotIn("reached the ground", said)
        # A start on the ground is no crash.
        self.fly(edited(("position_m = [0, 0, -10]", "position_m = [0, 0, 0]")), name="c.h5")
        self.assertNotIn("reached the ground", self.page(name="c.h5").text)

    def test_a_sweep_has_a_matrix_and_one_point_in_detail(self):
        self.fly(SCENARIO + REQUIREMENTS + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.5, 2.0]\n')
        page = self.page("--point", "2")
        self.assertEqual(len([row for row in page.sections["verdicts"] if len(row) == 4 and row[0]["text"] == "lean"]), 1)
        with h5py.File(self.path("a.h5")) as file:
            x = file["m_max_speed_m_s"][:][file["sweep_point"][:] == 2]
        self.assertAlmostEqual(page.row("metrics", "max_speed_m_s")[3][0], x.mean(), delta=1e-12)
        self.assertIn("--point 2", page.text)
        heads = next(row for row in page.sections["verdicts"] if len(row) == 4 and row[0]["text"] == "requirement")
        self.assertEqual([cell["text"] for cell in heads[1:]], ["0.1", "0.5", "2.0"])


class Signals(ReportTest):
    def test_envelopes_are_what_numpy_computes(self):
        self.fly()
        page = self.page("--sample", "3,6", "--signal", "velocity.x", "--signal", "rotor_speed")
        self.assertEqual([c for c in page.charts if c.startswith("trace-")],
                         ["trace-velocity.x", *(f"trace-rotor_speed.{k}" for k in range(4))])
        drawn = page.charts["trace-velocity.x"]["data"]
        with h5py.File(self.path("a.h5")) as file:
            time, v = file["time"][:], file["velocity"][:, :, 0]
            samples = file["trace_sample"][:]
        np.testing.assert_allclose(drawn["x"], time, rtol=1e-5)
        series = {s["name"]: s["y"] for s in drawn["series"]}
        for name, wanted in (("min", v.min(axis=0)), ("max", v.max(axis=0)), ("q05", np.quantile(v, 0.05, axis=0)),
                             ("q50", np.quantile(v, 0.5, axis=0)), ("q95", np.quantile(v, 0.95, axis=0)),
                             ("sample 3", v[list(samples).index(3)]), ("sample 6", v[list(samples).index(6)])):
            with self.subTest(name):
                np.testing.assert_allclose(series[name], wanted, rtol=1e-5, atol=1e-12)

    def test_the_worst_are_those_of_stats(self):
        self.fly(edited(('traces = "every:3"', 'traces = "all"')))
        page = self.page("--worst", "2", "--by", "max_tilt_deg")
        with h5py.File(self.path("a.h5")) as file:
            worst = np.argsort(-file["m_max_tilt_deg"][:], kind="stable")[:2]
        names = [s["name"] for s in page.charts["trace-position.x"]["data"]["series"]][5:]
        self.assertEqual(names, [f"sample {k}" for k in worst])

    def test_attitudes_are_roll_pitch_and_yaw(self):
        """Against the formulas of Stevens & Lewis, computed by numpy of the stored quaternions; yaw has no jumps."""
        self.fly()
        page = self.page("--sample", "3")
        with h5py.File(self.path("a.h5")) as file:
            w, x, y, z = np.moveaxis(file["attitude"][:], -1, 0)
            row = list(file["trace_sample"][:]).index(3)
        angles = {"roll": np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), "pitch": np.arcsin(2 * (w * y - z * x)),
                  "yaw": np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))}
        self.assertEqual([c for c in page.charts if c.startswith("trace-attitude")], [f"trace-attitude.{name}" for name in angles])
        for name, wanted in angles.items():
            series = {s["name"]: s["y"] for s in page.charts[f"trace-attitude.{name}"]["data"]["series"]}
            np.testing.assert_allclose(series["sample 3"], np.degrees(wanted[row]), rtol=1e-5, atol=1e-6)
            np.testing.assert_allclose(series["q95"], np.degrees(np.quantile(wanted, 0.95, axis=0)), rtol=1e-5, atol=1e-6)

    def test_what_is_constant_is_named_and_not_drawn(self):
        """Round-off of 1e-15 is constant, a spread of 1e-6 is drawn."""
        self.fly(edited(("rate_hz = 100\n", 'rate_hz = 100\n'), text=SCENARIO + '\n[metrics.tiny]\nformula = "1e-15 * max(norm(velocity))"\n'
                        '[metrics.small]\nformula = "1e-6 * max(norm(velocity))"\n'))
        page = self.page()
        drawn = {chart["x"]["label"].split(" ")[0] for name, chart in page.charts.items() if name.startswith("metric-")}
        self.assertIn("small", drawn)
        self.assertNotIn("tiny", drawn)
        note = re.search(r"Constant, therefore not drawn \(variation below 1e-9 of the scale\): ([^<]*)", page.text).group(1)
        self.assertEqual({name for name in ("tiny", "flight_time_s", "small") if name in note}, {"tiny", "flight_time_s"})

    def test_the_worst_are_those_of_what_is_violated(self):
        """Not those of the first requirement, which is met by far."""
        violated = '\n[requirement.slow]\ntype = "probability"\nmetric = "max_speed_m_s"\nat_most = 0.01\nprobability = 0.9\n'
        self.fly(edited(('traces = "every:3"', 'traces = "all"'), text=SCENARIO + REQUIREMENTS + violated), code=1)
        page = self.page()
        with h5py.File(self.path("a.h5")) as file:
            worst = np.argsort(-file["m_max_speed_m_s"][:], kind="stable")[:3]
        names = [s["name"] for s in page.charts["trace-position.x"]["data"]["series"]][5:]
        self.assertEqual(names, [f"sample {k}" for k in worst])
        self.assertIn("the 3 with the largest max_speed_m_s (requirement slow: violated)", page.text)

    def test_samples_without_a_trace_are_named(self):
        self.fly()
        self.assertIn("there is no trace: sample 4, 5.", self.page("--sample", "3..5").text)
        self.fly(edited(('traces = "every:3"', 'traces = "none"')), name="none.h5")
        page = self.page(name="none.h5")
        self.assertIn("No traces", page.text)
        self.assertNotIn("paths", page.sections)

    def test_paths_are_in_their_places(self):
        self.fly()
        items = self.page("--sample", "6").charts["path-space"]["items"]
        with h5py.File(self.path("a.h5")) as file:
            p = file["position"][2]
        wanted = np.stack([p[:, 1], p[:, 0], -p[:, 2]], axis=1)
        lines = [np.array(points) for points in items if np.shape(points) == wanted.shape]
        self.assertTrue(any(np.allclose(line, wanted, rtol=1e-4, atol=1e-9) for line in lines))


class Touchdowns(ReportTest):
    def test_the_map_has_the_touchdowns_of_the_file(self):
        self.expect(0, "run", str(support.VEHICLES.parent / "examples/x500-termination.toml"), "-n", "60", "-o", "a.h5", "-q")
        page = self.page()
        with h5py.File(self.path("a.h5")) as file:
            north, east = (file[f"m_touchdown_{name}_m"][:] for name in ("north", "east"))
        drawn = page.charts["touchdown-map"]["data"]
        np.testing.assert_array_equal(drawn["north"], north)
        np.testing.assert_array_equal(drawn["east"], east)
        # Half axes: square roots of the eigenvalues of the covariance times the 95 % quantile of chi-square, 5.9915.
        half = np.sqrt(np.linalg.eigvalsh(np.cov(north, east)) * 5.991464547)
        for axis in half:
            self.assertIn(f"{float(f'{axis:.4g}'):g} m", page.text)
        self.assertNotIn("touchdowns", self.page(name=self.fly(name="b.h5")).sections)

    def test_the_map_has_the_borders_of_the_operation(self):
        """S_CV is 7 + v + v^2 / 2 g, S_GRB v sqrt(2 H / g) + D / 2: the northernmost points of the borders lie so far
        beyond the geography, in the units of the chart."""
        self.expect(0, "run", str(support.VEHICLES.parent / "examples/x500-termination.toml"), "-n", "20", "-o", "a.h5", "-q")
        operation = ("--speed", "5", "--height", "40", "--dimension", "0.7")
        page = self.page(*operation, "--geography", "-20,-25;25,-25;25,25;-20,25")
        for name in ("flight geography", "contingency volume", "ground risk buffer"):
            self.assertIn(name, page.text)
        self.assertNotIn("50 % lie within", page.text)
        figure = page.text[page.text.index('id="touchdown-map"'):].split("</figure>")[0]
        lines = [re.search(rf'class="line {style}" d="([^"]*)"', figure)[1] for style in ("c2", "c5", "c4")]
        down = [[float(y) for y in re.findall(r"[ML]\S+ ([^ML]+)", line)] for line in lines]
        north = [max(y) - min(y) for y in down]
        cv = 7 + 5 + 25 / 2 / 9.81
        grb = 5 * math.sqrt(2 * (40 + 4 + 5 + 25 / 2 / 9.81) / 9.81) + 0.35
        heights = [45, 45 + 2 * cv, 45 + 2 * (cv + grb)]
        for one, other in zip(north, heights):
            self.assertAlmostEqual(one / north[0], other / heights[0], delta=0.01)  # pixels have one decimal
        # With a parachute, the buffer is that of its formula if there is a wind, and otherwise says that it is not.
        drifts = str(support.VEHICLES.parent / "examples/x500-parachute.toml")
        self.expect(0, "run", drifts, "-n", "5", "-o", "p.h5", "-q", "--set", "integrator.rate_hz=100", "--set", "controller.rate_hz=100")
        reaches = []
        for wind, name in (((), "ground risk buffer, ballistic"), (("--wind", "9"), "ground risk buffer, parachute")):
            shown = self.page(*operation, *wind, "--geography", "-20,-20,20,20", name="p.h5")
            self.assertIn(name, shown.text)
            figure = shown.text[shown.text.index('id="touchdown-map"'):].split("</figure>")[0]
            spans = []
            for style in ("c2", "c4"):
                line = re.search(rf'class="line {style}" d="([^"]*)"', figure)[1]
                downs = [float(y) for y in re.findall(r"[ML]\S+ ([^ML]+)", line)]
                spans.append(max(downs) - min(downs))
            reaches.append((spans[1] / spans[0] * 40 - 40) / 2 - cv)
        self.assertNotIn("ballistic", page.text[page.text.index('id="touchdown-map"'):].split("</figure>")[0])
        height = 40 + 4 + 5 + 25 / 2 / 9.81
        self.assertAlmostEqual(reaches[0], grb, delta=0.5)
        self.assertAlmostEqual(reaches[1], 2 * 5 + 9 * height / 5, delta=0.5)
        self.fly(name="b.h5")
        self.assertIn("the result has no touchdowns, and so no map for borders",
                      " ".join(self.expect(3, "report", "b.h5", *operation, "-o", "b.html").err.split()))
        for words, options in (("Give --speed, --height and --dimension", ("--speed", "5")),
                               ("the edges 0 and 2 of the polygon cross", (*operation, "--geography", "0,0;9,9;9,0;0,9"))):
            done = self.expect(2, "report", "a.h5", "-o", "b.html", *options)
            self.assertIn(words, " ".join(done.err.split()))


RECORD = """
[record]
intended_use = "Whether the mount may be loosened"
waivers = ["no wind tunnel: agreed with N. N.", "no hardware in the loop"]
"""


class Record(ReportTest):
    def entry(self, page, item):
        found = [row for row in page.sections["record"] if row[0]["text"] == item]
        self.assertEqual(len(found), 1, item)
        return found[0][1]["text"]

    def test_what_people_state_comes_from_the_scenario_and_changes_nothing(self):
        self.fly(SCENARIO, name="plain.h5")
        self.fly(SCENARIO + RECORD)
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("plain.h5")) as b:
            self.assertEqual(a["provenance/resolved"][()].tobytes(), b["provenance/resolved"][()].tobytes())
        self.expect(0, "diff", "plain.h5", "a.h5")
        page = self.page()
        self.assertEqual(self.entry(page, "content sha256"), self.entry(self.page(name="plain.h5"), "content sha256"))
        self.assertEqual(self.entry(page, "intended use"), "Whether the mount may be loosened")
        self.assertEqual(self.entry(page, "waivers"), "no wind tunnel: agreed with N. N.no hardware in the loop")
        for item in ("referent data", "uncertainty statement", "known defects", "reviewer", "warnings"):
            self.assertEqual(self.entry(page, item), "none", item)
        self.assertIn("0 of 200 flights failed, by status", self.entry(page, "failed flights"))
        self.assertIn("none given", self.entry(page, "numerical error"))

    def test_it_is_read_where_what_is_included_is_gone(self):
        self.write("v.toml", SCENARIO.split("[vehicle]\n")[1].split("[[wind]]")[0].replace("[vehicle.", "[").replace("[[vehicle.", "[["))
        self.fly('schema = 1\nname = "small"\nvehicle.include = "v.toml"\n[[wind]]' + SCENARIO.split("[[wind]]")[1] + RECORD)
        os.remove(self.path("v.toml"))
        self.assertIn("loosened", self.entry(self.page(), "intended use"))

    def test_wrong_keys_are_refused_by_check(self):
        self.write("s.toml", SCENARIO + "\n[record]\nwaiver = 'x'\n")
        self.assertIn("waivers", self.expect(2, "check", "s.toml").err)

    def test_unmet_criteria_failures_and_warnings_are_there(self):
        self.fly(SCENARIO + REQUIREMENTS.replace("at_most = 60", "at_most = 0.01"), code=1)
        self.assertIn("lean: violated", self.entry(self.page(), "unmet criteria"))
        self.fly(SCENARIO + "\n[simulation.limits]\ntilt_deg = 0.5\n", name="b.h5", code=5)
        self.assertIn("tilt_limit", self.entry(self.page(name="b.h5"), "failed flights"))

    def test_convergence_is_shown_when_given(self):
        self.fly()
        said = self.run_program("converge", "s.toml", "--json", "--halvings", "2").out
        self.write("converge.json", said)
        self.assertIn("table below", self.entry(self.page("--converge", "converge.json"), "numerical error"))
        self.expect(0, "report", "a.h5", "-o", "shown.html", "--converge", "converge.json")
        page = open(self.path("shown.html"), encoding="utf-8").read()
        for step in json.loads(said)["steps"]:
            self.assertIn(f"<td>{step['position_error_m']:.2e}</td>", page)
        more = self.run_program("converge", "s.toml", "--json", "--halvings", "2", "--set", "monte_carlo.samples=7").out
        self.assertEqual(json.loads(more)["flights_sha256"], json.loads(said)["flights_sha256"])
        report = ("report", "a.h5", "-o", "q.html", "--converge")
        self.write("other.json", self.run_program("converge", "s.toml", "--json", "--halvings", "2", "--set",
                                                  "vehicle.mass_kg=1.1").out)
        self.assertIn("does not belong to the scenario of the result", self.expect(3, *report, "other.json").err)
        for name, text in (("text.json", "step 1 ms: error < 1e-6 m"), ("list.json", "[1]"), ("margins.json", '{"kind": "margins"}'),
                           ("half.json", said[:200]), ("deep.json", "[" * 50000)):
            self.write(name, text)
            self.assertIn("converge --json", self.expect(2, *report, name).err)
        self.assertIn("none.txt", self.expect(6, *report, "none.txt").err)

    def test_bands_are_what_the_bands_command_says(self):
        text = SCENARIO + REQUIREMENTS.replace("at_most = 60", "at_most = 3") + EPISTEMIC
        self.write("s.toml", text)
        self.run_program("run", "s.toml", "-n", "60", "-o", "a.h5", "--progress", "none", "--set", "monte_carlo.epistemic_points=4")
        page = self.page()
        metric = "final_distance_from_start_m"
        said = json.loads(self.run_program("bands", "a.h5", "--metric", metric, "--quantiles", "0,5,50,95,100", "--json").out)["bands"][0]
        wanted, = said["requirements"]
        row = page.row("bands", f"{wanted['name']}: {wanted['statement']}")
        self.assertEqual([cell[0] for cell in row[2:]],
                         [wanted[f"points_{verdict}"] for verdict in ("met", "violated", "undecided")] +
                         [wanted["observed"][key] for key in ("low", "low_point", "high", "high_point")])
        chart, = (c for name, c in page.charts.items() if name.startswith("box-") and c["y"]["label"].startswith(metric))
        with h5py.File(self.path("a.h5")) as file:
            distance, point = file["m_" + metric][:], file["sweep_point"][:]
        for quantile in said["metrics"][0]["quantiles"]:
            at = chart["data"]["percent"].index(quantile["percent"])
            of_points = [np.quantile(distance[point == k], quantile["percent"] / 100) for k in range(4)]
            self.assertEqual((chart["data"]["low"][at], chart["data"]["high"][at]), (quantile["low"], quantile["high"]))
            self.assertAlmostEqual(quantile["low"], min(of_points), 12)
            self.assertAlmostEqual(quantile["high"], max(of_points), 12)
        self.fly(name="b.h5")
        self.assertNotIn("bands", self.page(name="b.h5").sections)

    def test_searches_are_shown_when_given(self):
        self.fly()
        rare = json.loads(self.run_program("rare", "s.toml", "--requirement", "lean", "--per-level", "400", "--json").out)
        worst = json.loads(self.run_program("worst", "s.toml", "--metric", "max_tilt_deg", "-n", "130", "--json").out)
        self.write("rare.json", json.dumps(rare))
        self.write("worst.json", json.dumps(worst))
        page = self.page("--search", "rare.json", "--search", "worst.json")
        row = page.row("searches", f"P(not {rare['statement']})")
        self.assertEqual(row[2:], [[rare["probability"]], [rare["low"], rare["high"]], [rare["confidence"]], [rare["allowed"]],
                                   [rare["flights"]], [rare["effective_samples"]]])
        for one in worst["worst"][0]["inputs"]:
            self.assertEqual(page.row("searches", one["name"])[1:], [[one["value"]], [one["score"]]])
        value = worst["worst"][0]["value"]
        self.assertIn(f"largest max_tilt_deg [degree]: {value:.6g} after 130 flights, among the 99.9 % most plausible inputs", page.text)
        self.assertEqual(page.charts["search-1"]["data"], {"flights": [64, 128, 130], "worst": worst["progress"]})
        # A picture of levels, of numbers made by hand.
        level = {"beyond": -2.0, "probability": 0.1, "low": 0.08, "high": 0.12, "flights": 1, "step": 1, "acceptance": 1, "noise_acceptance": None}
        self.write("rare.json", json.dumps(rare | {"levels": [level], "probability": 0.01, "low": 0.008, "high": 0.02}))
        self.assertEqual(self.page("--search", "rare.json", name="a.h5").charts["search-0"]["data"], {"beyond": [-2, 0], "probability": [0.1, 0.01]})
        report = ("report", "a.h5", "-o", "q.html", "--search")
        self.write("other.json", json.dumps(worst | {"flights_sha256": "0" * 64}))
        self.assertIn("does not belong to the scenario of the result", self.expect(3, *report, "other.json").err)
        for name, text in (("margins.json", '{"command": "margins"}'), ("list.json", "[1]"), ("half.json", json.dumps(rare)[:300]),
                           ("deep.json", "[" * 50000), ("empty.json", json.dumps(worst | {"worst": []}))):
            self.write(name, text)
            self.assertIn("`rare --json` or `worst --json`", self.expect(2, *report, name).err)
        self.expect(6, *report, "none.json")

    def test_loops_are_what_margins_says(self):
        hover = (support.VEHICLES.parent / "examples/f450-lemniscate.toml").read_text()
        text = hover.replace("../vehicles", str(support.VEHICLES))
        text = re.sub(r"duration_s = .*", "duration_s = 0.1", re.sub(r"samples = .*", "samples = 2", text))
        self.fly(text)
        rows = {row[0]["text"]: row for row in self.page().sections["loops"]}
        said = json.loads(self.expect(0, "margins", "s.toml", "--json").out)
        for loop in said["at_command"] + said["at_measurement"]:
            with self.subTest(loop["name"]):
                cells = rows[loop["name"]]
                for cell, value in ((1, loop["gain_up"]["db"]), (3, loop["phase"]["deg"]),
                                    (5, 1e3 * loop["delay"]["s"]), (7, loop["peak_sensitivity"]["value"])):
                    self.assertEqual(cells[cell]["values"], [value])
        self.assertNotIn("loops", self.page(name=self.fly(name="open.h5")).sections)  # nothing is closed

    def test_inputs_are_those_of_the_scenario(self):
        self.fly()
        rows = {row[0]["text"]: row[1]["text"] for row in self.page().sections["record"]}
        self.assertIn("truncated_normal", rows["vehicle.mass_kg"])
        self.assertIn("1.0", rows["vehicle.mass_kg"])

    def test_comments_are_sources(self):
        self.fly(edited(("mass_kg = 1.0\n", "# with battery\nmass_kg = 1.0  # kitchen scale, '#3'\n")))
        rows = {row[0]["text"]: [c["text"] for c in row[1:]] for row in self.page().sections["scenario"]}
        self.assertEqual(rows["vehicle.mass_kg"], ["1.0", "with battery kitchen scale, '#3'"])


class Points(ReportTest):
    def test_a_sweep_of_one_axis_is_what_numpy_computes(self):
        self.fly(SCENARIO + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.5, 0.1, 2.0]\n')
        page = self.page()
        charts = [c for name, c in page.charts.items() if name.startswith("sweep-")]
        self.assertGreater(len(charts), 2)
        with h5py.File(self.path("a.h5")) as file:
            for chart in charts:
                x, point = file["m_" + chart["y"]["label"].split(" ")[0]][:], file["sweep_point"][:]
                self.assertEqual(chart["data"]["x"], [0.1, 0.5, 2.0])
                series = {s["name"]: s["y"] for s in chart["data"]["series"]}
                for name, of in (("mean", np.mean), ("q95", lambda v: np.quantile(v, 0.95))):
                    np.testing.assert_allclose(series[name], [of(x[point == p]) for p in (1, 0, 2)], rtol=1e-12)

    def test_a_sweep_of_two_axes_is_a_map(self):
        text = SCENARIO.replace('[disperse."vehicle.mass_kg"]\ndist = "truncated_normal"\nmean = 1.0\nsd = 0.05\nlow = 0.9\n'
                                'high = 1.1\n', "")
        self.fly(text + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.5]\n[sweep."vehicle.mass_kg"]\nvalues = [1, 1.1, 1.2]\n')
        page = self.page()
        chart = next(c for name, c in page.charts.items() if name.startswith("sweep-"))
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(chart["data"]["x_at"], list(file["sweep_vehicle.linear_drag_n_s_m"][:]))
            self.assertEqual(chart["data"]["y_at"], list(file["sweep_vehicle.mass_kg"][:]))
        self.assertEqual((chart["x"]["ticks"], chart["y"]["ticks"]), ([0.1, 0.5], [1, 1.1, 1.2]))  # at the points, not between them
        self.assertEqual(len(chart["data"]["mean"]), 6)


class Inputs(ReportTest):
    def test_the_tornado_is_what_sensitivity_says(self):
        self.fly()
        page = self.page()
        said = json.loads(self.expect(0, "sensitivity", "a.h5", "--json").out)["metrics"]
        charts = {c["y"]["label"]: c["data"] for name, c in page.charts.items() if name.startswith("tornado-")}
        self.assertGreater(len(charts), 2)
        for name, chart in charts.items():
            wanted = said[name]["inputs"]
            self.assertEqual(chart["inputs"], [one["input"] for one in wanted])
            self.assertEqual(chart["value"], [one["rank_correlation"]["value"] for one in wanted])

    def test_too_few_samples_say_so(self):
        self.fly(edited(("samples = 200", "samples = 8")))
        self.assertIn("20", self.page().text.split('id="sensitivity"')[1].split("</section>")[0])


class Two(ReportTest):
    def test_the_comparison_is_what_compare_says(self):
        self.fly()
        self.fly(edited(("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.2")) + REQUIREMENTS, name="b.h5")
        self.expect(0, "report", "a.h5", "b.h5", "-o", "p.html")
        with open(self.path("p.html"), encoding="utf-8") as file:
            page = Page(file.read())
        for row in json.loads(self.expect(0, "compare", "a.h5", "b.h5", "--json").out)["metrics"]:
            got = page.row("comparison", row["name"])
            self.assertEqual(got[2:5], [[row["a"]["mean"]], [row["b"]["mean"]], [row["difference"]]])
        self.assertIn("paired by common random numbers", page.text)

    def test_several_stand_side_by_side_and_each_against_the_first(self):
        self.fly()
        names = ["b.h5", "<i>c $(x).h5"]
        for name, drag in zip(names, ("0.2", "0.3")):
            self.fly(edited(("linear_drag_n_s_m = 0.1", f"linear_drag_n_s_m = {drag}")) + REQUIREMENTS, name=name)
        self.expect(0, "report", "a.h5", *names, "-o", "p.html")
        with open(self.path("p.html"), encoding="utf-8") as file:
            page = Page(file.read())
        self.assertNotIn("<i>c", page.text)
        rows = [row for row in page.sections["comparison"] if row[0]["text"] == "max_speed_m_s"]
        with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b, h5py.File(self.path(names[1])) as c:
            means = [file["m_max_speed_m_s"][:].mean() for file in (a, b, c)]
        self.assertEqual(len(rows), 3)
        for cell, mean in zip(rows[0][2:], means):
            self.assertAlmostEqual(cell["values"][0], mean, delta=1e-12)
        for row, name in zip(rows[1:], names):
            said = json.loads(self.expect(0, "compare", "a.h5", name, "--json").out)["metrics"]
            self.assertEqual(row[4]["values"], [one["difference"] for one in said if one["name"] == "max_speed_m_s"])
        self.assertEqual(len([c for c in page.charts if c.startswith("comparison-")]), 2)

    def test_what_is_not_comparable_is_refused(self):
        self.fly()
        self.fly(SCENARIO + REQUIREMENTS + '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.5]\n', name="s.h5")
        with self.nothing_touched():
            self.assertIn("not comparable", self.expect(3, "report", "a.h5", "a.h5", "s.h5", "-o", "p.html").err)

    def test_more_than_eight_are_too_many(self):
        self.fly()
        self.expect(0, "report", *["a.h5"] * 8, "-o", "p.html")
        self.assertLess(os.path.getsize(self.path("p.html")), 2_000_000)
        self.assertIn("at most 7 to compare with it", self.expect(2, "report", *["a.h5"] * 9).err)


class Commands(ReportTest):
    def test_every_number_leads_to_a_command_that_computes_it_again(self):
        self.fly()
        page = self.page()
        self.assertGreater(len(page.commands), 10)
        links = [a for tag, a in page.tags if tag == "a" and a.get("class") == "how"]
        self.assertEqual({a["href"][1:] for a in links}, set(page.commands))
        for a in links:
            self.assertEqual((a["data-number"], a["title"]), (a["href"].split("-")[1], page.commands[a["href"][1:]]))
        for name in ("verdicts", "metrics"):
            rows = page.text.split(f'<section id="{name}"')[1].split("</section>")[0].split("<tbody>")[1].split("</tbody>")[0]
            self.assertEqual(rows.count("<tr"), rows.count('<a class="how"'), name)
        # Each <p class="recompute"> is below a table or chart: there is one in every section that shows numbers of flights.
        for name in ("verdicts", "metrics", "traces", "paths", "sensitivity", "record"):
            self.assertIn('<p class="recompute"><a class="how"', page.text.split(f'<section id="{name}"')[1].split("</section>")[0])

    @support.slow
    def test_the_commands_work_and_say_the_same(self):
        self.fly()
        self.fly(edited(("linear_drag_n_s_m = 0.1", "linear_drag_n_s_m = 0.2")) + REQUIREMENTS, name="b's.h5")
        self.expect(0, "report", "a.h5", "b's.h5", "-o", "p.html")
        with open(self.path("p.html"), encoding="utf-8") as file:
            page = Page(file.read())
        shell = dict(os.environ, PATH=f"{os.path.dirname(support.PROGRAM)}:{os.environ['PATH']}")
        for command in page.commands.values():
            if command.startswith("h5dump"):
                continue
            with self.subTest(command):
                done = subprocess.run(["bash", "-c", command], cwd=self.dir, env=shell, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
        command = next(c for c in page.commands.values() if c.endswith("--metric max_tilt_deg") and " stats " in c)
        said = subprocess.run(["bash", "-c", command + " --json"], cwd=self.dir, env=shell, capture_output=True, text=True)
        metric = json.loads(said.stdout)["metrics"]
        self.assertIn(str(page.row("metrics", "max_tilt_deg")[3][0]), json.dumps(metric))


class Bytes(ReportTest):
    def test_they_depend_on_the_result_alone(self):
        self.fly()
        self.page()
        first = support.sha256(self.path("p.html"))
        os.mkdir(self.path("elsewhere"))
        os.rename(self.path("a.h5"), self.path("elsewhere/a.h5"))
        self.expect(0, "report", "elsewhere/a.h5", "-o", "q.html", env=dict(os.environ, TZ="Asia/Tokyo", LC_ALL="C"))
        self.assertEqual(support.sha256(self.path("q.html")), first)

    def test_nothing_is_asked_of_a_network(self):
        self.fly()
        page = self.page()
        policy = [a["content"] for tag, a in page.tags if a.get("http-equiv") == "Content-Security-Policy"]
        self.assertEqual(len(policy), 1)
        self.assertTrue(policy[0].startswith("default-src 'none'; "))
        self.assertNotIn("unsafe", policy[0])
        for tag, attributes in page.tags:
            self.assertNotIn("src", attributes, tag)
            self.assertNotIn("style", attributes, tag)  # which the policy would forbid
            self.assertFalse([name for name in attributes if name.startswith("on")], tag)
            self.assertTrue(attributes.get("href", "#").startswith("#"), attributes)
        self.assertLess(len(page.text), 1_500_000)


HOSTILE = '<script>alert(1)</script>"\'&amp;<img src=x onerror=alert(1)>]]>--></title></style>'


class Hostile(ReportTest):
    def test_texts_do_nothing(self):
        words = json.dumps(HOSTILE + "\x1b[31m\u202e" + "long " * 2000)
        self.fly(SCENARIO + REQUIREMENTS + f"text = {words}\n[metrics.energy]\nformula = \"max(norm(velocity))\"\n"
                 f"unit = {json.dumps(HOSTILE)}\n")
        before = len(self.page().tags)
        page = self.page()
        self.assertNotIn(HOSTILE, page.text)
        self.assertNotIn("\x1b", page.text)
        self.assertNotIn("img", [tag for tag, _ in page.tags])
        self.assertIn("&lt;script&gt;alert(1)", page.text)
        self.assertLess(len(page.text), 1_500_000)
        self.assertEqual(before, len(page.tags))

    def test_a_name_of_markup(self):
        self.fly()
        name = "<b>a b'$(x).h5"
        os.rename(self.path("a.h5"), self.path(name))
        page = self.page(name=name)
        self.assertNotIn("<b>", page.text)
        command = re.search(r"recompute</a>: <code>(.*?)</code>", page.text).group(1)
        words = html.unescape(re.sub("<.*?>", "", command)).split(" ", 2)[2]
        self.assertEqual(subprocess.run(["bash", "-c", f"printf %s {words}"], capture_output=True, text=True).stdout, name)


class Answers(ReportTest):
    def test_json_says_what_was_written(self):
        self.fly()
        answer = json.loads(self.expect(0, "report", "a.h5", "-o", "p.html", "--json").out)
        self.assertEqual(answer["file"], "p.html")
        self.assertEqual(answer["bytes"], os.path.getsize(self.path("p.html")))
        with open(self.path("p.html"), encoding="utf-8") as file:
            self.assertEqual(answer["sections"], list(Page(file.read()).sections))
        self.assertEqual(self.expect(0, "report", "a.h5").out, "small.html\n")

    def test_a_page_that_is_there_stays(self):
        self.fly()
        self.write("p.html", "mine")
        with self.nothing_touched():
            self.assertIn("--force", self.expect(3, "report", "a.h5", "-o", "p.html").err)
            self.assertIn("this command reads that file", self.expect(3, "report", "a.h5", "-o", "a.h5", "--force").err)
            self.expect(6, "report", "a.h5", "-o", "no/such/folder.html")

    def test_files_that_cannot_be_shown(self):
        self.fly()
        with open(self.path("a.h5"), "rb") as file:
            whole = file.read()
        self.write("text.h5", "no result")
        self.write("cut.h5", whole[:len(whole) // 2])
        with h5py.File(self.path("a.h5")) as file:
            at = file["m_max_tilt_deg"].id.get_offset()
        self.write("flipped.h5", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "--only", "1..50", "--progress", "none", "-o", "part.h5")
        with self.nothing_touched():
            for name, code, says in (("none.h5", 6, "No such file"), ("text.h5", 3, "not"), ("cut.h5", 3, "error"),
                                     ("flipped.h5", 3, "damaged"), ("part.h5", 3, "--incomplete")):
                with self.subTest(name):
                    result = self.expect(code, "report", name, "-o", "p.html")
                    self.assertIn(says, result.err)
                    self.assertEqual(result.out, "")
        self.page("--incomplete", name="part.h5")

    def test_options_that_make_no_sense(self):
        self.fly()
        with self.nothing_touched():
            for options, says in ((["--point", "1"], "no sweep"), (["--point", "x"], "--point"), (["--wat"], "--wat"), (["--worst", "2"], "--by"),
                                  (["--sample", "200"], "--sample"), (["--signal", "positon"], "position"),
                                  (["--worst", "2", "--by", "speed"], "--by"),
                                  (["-o", ""], "empty")):
                with self.subTest(options):
                    self.assertIn(says, self.expect(2, "report", "a.h5", *options).err)

    def test_pdf_without_a_browser_is_refused_before_anything_is_written(self):
        self.fly()
        self.write("there.pdf", "mine")
        with self.nothing_touched():
            result = self.expect(2, "report", "a.h5", "-o", "p.html", "--pdf", "p.pdf", env={"PATH": "/nowhere"})
            self.assertIn("Chromium, which prints the page, is not installed", result.err)
            self.assertIn("--force", self.expect(3, "report", "a.h5", "-o", "p.html", "--pdf", "there.pdf").err)

    def test_pdf_of_a_browser_that_fails_leaves_the_page(self):
        self.fly()
        self.write("chromium", "#!/bin/sh\nexit 1\n")
        os.chmod(self.path("chromium"), 0o755)
        result = self.expect(6, "report", "a.h5", "-o", "p.html", "--pdf", "p.pdf", env={"PATH": self.dir + ":/bin"})
        self.assertIn("could not print", result.err)
        self.assertTrue(os.path.exists(self.path("p.html")))
        self.assertFalse(os.path.exists(self.path("p.pdf")))

    def test_a_closed_pipe_is_no_failure_of_the_page(self):
        self.fly()
        process = self.start("report", "a.h5", "-o", "p.html")
        process.stdout.close()
        process.wait()
        self.assertTrue(os.path.exists(self.path("p.html")))
        process.stdout = open(os.devnull)


if __name__ == "__main__":
    support.main()
