#!/usr/bin/python3
"""Events that begin in areas, after other events and after delays, parachutes, and the values of signals at those
instants: against closed forms, an independent integration and another test of points in polygons."""
import csv
import io
import json
import math
import pathlib
import re

import numpy
import support
from scipy.integrate import solve_ivp
from support import ProgramTest

G = 9.81
RHO = 1.225
MASS = 2.0

# A point mass: one rotor without thrust, no drag unless a test gives some.
BODY = """schema = 1
name = "body"
environment = {gravity_m_s2 = 9.81, atmosphere = {type = "uniform", density_kg_m3 = 1.225}}
integrator = {type = "rk4", rate_hz = 200}
""" + support.FREE_BODY + """[simulation]
duration_s = 20
end = "touchdown"
[simulation.initial]
position_m = [0, 0, -100]
velocity_m_s = [6, 2, 0]
[output]
rate_hz = 10
traces = "none"
"""
OFF = '[[event]]\ntype = "all_rotors_off"\nname = "cut"\n'


def inside(corners, point):
    """Whether the angles to the corners add up to a full turn: another way than that of the program."""
    v = numpy.array(corners, float) - point
    angles = numpy.arctan2(v[:, 1], v[:, 0])
    steps = numpy.diff(numpy.append(angles, angles[0]))
    turns = numpy.sum((steps + math.pi) % (2 * math.pi) - math.pi)
    return abs(turns) > math.pi


class EventFlights(ProgramTest):
    def fly(self, more, metrics, *options, text=BODY):
        """The metrics of the first sample."""
        lines = "".join(f'{name} = {{formula = "{formula}", unit = "1"}}\n' for name, formula in metrics.items())
        self.write("s.toml", f"{text}{more}[metrics]\n{lines}")
        self.expect(0, "run", "s.toml", "-n", "1", "-o", "s.h5", "--fresh", "-q", *options)
        row = next(csv.DictReader(io.StringIO(self.expect(0, "export", "s.h5").out)))
        return {name[2:]: float(value or "nan") for name, value in row.items() if name.startswith("m_")}

    def test_moments(self):
        """A body falls in a vacuum: its velocity at any instant is known. Events begin with steps, the touchdown is
        within one."""
        found = self.fly(OFF + "at_s = 1.0\ndelay_s = 0.25\n", {
            "x": "at(position.x, cut)", "vz": "at(velocity.z, cut)", "cut_s": "at(t, cut)", "end_s": "at(t, end)",
            "far": "at(position.x, end) - at(position.x, cut)",
            "speed": "at(norm(velocity), end)", "z": "at(position.z, end)"})
        fall_s = math.sqrt(2 * 100 / G)
        truth = {"x": 7.5, "vz": G * 1.25, "cut_s": 1.25, "end_s": fall_s, "far": 6 * (fall_s - 1.25),
                 "speed": math.hypot(6, 2, G * fall_s), "z": 0.0,
                 "touchdown_tilt_deg": 0.0, "touchdown_body_rate_rad_s": 0.0}
        for name, value in truth.items():
            self.assertAlmostEqual(found[name], value, delta=1e-9, msg=name)

    def test_the_distance_from_any_event(self):
        """By the formula of docs/scenario/metrics.md. The metric counts from the first event."""
        page = (pathlib.Path(__file__).resolve().parents[2] / "docs/scenario/metrics.md").read_text()
        formula = re.search(r"write `(sqrt\(.*?)`\.", page)[1]
        events = '[[event]]\ntype = "parachute"\nname = "parachute"\ndrag_area_m2 = 1e-30\nat_s = 1.5\n'
        found = self.fly(OFF + "at_s = 1.0\n" + events, {"far": formula})
        fall_s = math.sqrt(2 * 100 / G)
        self.assertAlmostEqual(found["far"], math.hypot(6, 2) * (fall_s - 1.5), delta=1e-9)
        self.assertAlmostEqual(found["touchdown_distance_from_event_m"], math.hypot(6, 2) * (fall_s - 1.0), delta=1e-9)

    def test_ends_in_the_file(self):
        """Ends by events have the same bits for any number of threads, on other lanes, and in a campaign that is completed."""
        spread = '[disperse."event.0.when.speed_above_m_s"]\ndist = "uniform"\nlow = 10\nhigh = 30\n'
        more = '[[event]]\ntype = "end"\nname = "fast"\nwhen = {speed_above_m_s = 20}\ndelay_s = 0.0123\n' + spread
        self.write("s.toml", BODY + more + '[metrics]\nfast_s = {formula = "at(t, fast)", unit = "s"}\n')
        tables = []
        for name, options in (("a", ("-j", "1")), ("b", ("-j", "3")), ("c", ("--lanes", "baseline"))):
            self.expect(0, "run", "s.toml", "-n", "200", "-o", f"{name}.h5", "-q", *options)
            tables.append(self.expect(0, "export", f"{name}.h5").out)
        self.expect(0, "run", "s.toml", "-n", "200", "-o", "d.h5", "-q", "--only", "0,70,199")
        self.expect(0, "run", "s.toml", "-n", "200", "-o", "d.h5", "-q")
        tables.append(self.expect(0, "export", "d.h5").out)
        self.assertEqual(len(set(tables)), 1)
        self.expect(0, "report", "a.h5", "-o", "a.html", "-q")
        with open(self.path("a.html")) as file:  # BODY ends at its touchdown, too
            self.assertRegex(file.read(), r"events of the type <code>end</code> end flights with status ok</li>\s*<li>so does their touchdown")
        ended = 0
        for row in csv.DictReader(io.StringIO(tables[0])):
            threshold = float(row["in_event.0.when.speed_above_m_s"])
            time_s = math.sqrt(threshold ** 2 - 40) / G + 0.0123
            ended += time_s < math.sqrt(200 / G)
            self.assertEqual(row["status"], "ok")
            self.assertAlmostEqual(float(row["t_end_s"]), min(time_s, math.sqrt(200 / G)), delta=1e-9)
            self.assertEqual(row["m_fast_s"] == "", time_s > math.sqrt(200 / G))
        self.assertTrue(0 < ended)

    def test_ends_at_whole_steps(self):
        """The charge of a battery is known at steps: an event without an end begins in the step that ends the flight."""
        text = (support.VEHICLES.parent / "examples/hummingbird-battery.toml").read_text().replace('"../', f'"{support.VEHICLES.parent}/')
        when = "when = {state_of_charge_below = 0.37}\n"
        found = self.fly(f'[[event]]\ntype = "end"\n{when}[[event]]\nname = "low"\ntype = "mass_drop"\nmass_kg = 0.01\n{when}',
                         {"low_s": "at(t, low)", "charge": "at(state_of_charge, end)"}, text=text)
        self.assertTrue(0 < found["flight_time_s"] < 19, found)
        self.assertEqual(found["flight_time_s"], found["low_s"])
        self.assertAlmostEqual(found["flight_time_s"] * 500, round(found["flight_time_s"] * 500), delta=1e-9)
        self.assertAlmostEqual(found["charge"], 0.37, delta=1e-4)
        self.assertLess(found["charge"], 0.37)
        self.assertEqual(found["end_time_after_event_s"], 0)  # the last whole step began both

    def test_a_moment_that_does_not_come(self):
        found = self.fly(OFF + "when = {altitude_above_m = 200}\n", {"x": "at(position.x, cut)"})
        self.assertTrue(math.isnan(found["x"]))

    def test_attitude_at_the_touchdown(self):
        """A body that turns about its x axis without moments lands at the angle rate times time."""
        text = BODY.replace("velocity_m_s", "body_rate_rad_s = [0.5, 0, 0]\nvelocity_m_s")
        found = self.fly("", {}, text=text)
        fall_s = math.sqrt(2 * 100 / G)
        self.assertAlmostEqual(found["touchdown_tilt_deg"], math.degrees(0.5 * fall_s), delta=1e-7)
        self.assertAlmostEqual(found["touchdown_body_rate_rad_s"], 0.5, delta=1e-12)

    def test_sequences(self):
        """Each event begins at the first step at or after its time: 200 steps a second. The body leaves the box after
        1.5 s, because the edge itself is 9 m away."""
        box = "when = {leaves = {corners_m = [[-50, -50], [9, -50], [9, 50], [-50, 50]]}}\ndelay_s = 0.7\n"
        second = '[[event]]\ntype = "mass_drop"\nname = "drop"\nmass_kg = 0.5\nafter = "cut"\ndelay_s = 0.303\n'
        found = self.fly(OFF + box + second, {"a": "at(t, cut)", "b": "at(t, drop)"})
        self.assertAlmostEqual(found["a"], 1.5 + 0.7, delta=0.005 + 1e-9)
        self.assertAlmostEqual(found["b"] - found["a"], 0.305, delta=1e-9)

    def test_delays_are_dispersed(self):
        """Over 200 flights a delay is uniform: mean within four standard errors and one step, range within it."""
        self.write("s.toml", BODY + OFF + "at_s = 1.0\n" + """[disperse."event.0.delay_s"]
dist = "uniform"
low = 0.5
high = 1.5
[metrics]
cut_s = {formula = "at(t, cut)", unit = "s"}
""")
        self.expect(0, "run", "s.toml", "-n", "200", "-o", "s.h5", "-q")
        rows = list(csv.DictReader(io.StringIO(self.expect(0, "export", "s.h5").out)))
        times = numpy.array([float(row["m_cut_s"]) for row in rows])
        drawn = numpy.array([float(row["in_event.0.delay_s"]) for row in rows])
        numpy.testing.assert_array_less(-1e-9, times - 1 - drawn)
        numpy.testing.assert_array_less(times - 1 - drawn, 0.005 + 1e-9)
        self.assertAlmostEqual(times.mean(), 2.0, delta=4 * 0.289 / math.sqrt(200) + 0.005)

    def test_polygons(self):
        """A body crosses polygons on a straight track. The first step inside is that of the winding number."""
        shapes = {"concave": [[0, -20], [60, -20], [60, 20], [30, 0], [0, 20]],
                  "star": [[5, 0], [25, 5], [30, 25], [35, 5], [55, 0], [35, -5], [30, -25], [25, -5]],
                  "slanted": [[12.3, -40], [50.1, -11.7], [22.2, 31.5]]}
        for name, corners in shapes.items():
            for north, east in ((6, 2), (9, -1.7), (4, 0)):
                text = BODY.replace("[6, 2, 0]", f"[{north}, {east}, 0]").replace("[0, 0, -100]", "[-7.7, -0.307, -100]")
                found = self.fly(OFF + f"when = {{enters = {{corners_m = {corners}, low_m = 20, high_m = 90}}}}\n",
                                 {"cut_s": "at(t, cut)"}, text=text)
                truth = math.nan
                for step in range(904):
                    t = step / 200
                    altitude = 100 - G * t * t / 2
                    if 20 <= altitude <= 90 and inside(corners, (-7.7 + north * t, -0.307 + east * t)):
                        truth = t
                        break
                if math.isnan(truth):
                    self.assertTrue(math.isnan(found["cut_s"]), name)
                else:
                    self.assertAlmostEqual(found["cut_s"], truth, delta=1e-9, msg=f"{name} {north} {east}")

    def test_polygons_of_files(self):
        """Corners of KML and GeoJSON are those of the radii of curvature of WGS-84, to 1 cm at 300 m."""
        a, e2, latitude = 6378137.0, 0.00669437999014, math.radians(47.3977)
        w2 = 1 - e2 * math.sin(latitude) ** 2
        prime, meridian = a / math.sqrt(w2), a * (1 - e2) / w2 ** 1.5
        corners = [(-200, -100), (50, -100), (50, 300), (-200, 300)]
        places = [(8.5456 + math.degrees(east / prime / math.cos(latitude)), 47.3977 + math.degrees(north / meridian))
                  for north, east in [*corners, corners[0]]]
        kml = ('<?xml version="1.0"?><kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>\n'
               + "\n ".join(f"{x!r},{y!r},0" for x, y in places)
               + "\n</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>")
        geojson = json.dumps({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {
            "type": "Polygon", "coordinates": [places]}}]}, indent=1)
        home = BODY.replace("environment = {", "environment = {home = {latitude_deg = 47.3977, longitude_deg = 8.5456}, ")
        times = []
        for name, text in (("area.kml", kml), ("area.geojson", geojson), ("tight.json", geojson.replace(" ", "").replace("\n", ""))):
            self.write(name, text)
            more = OFF + f'when = {{leaves = {{file = "{name}"}}}}\n'
            found = self.fly(more, {"x": "at(position.x, cut)", "cut_s": "at(t, cut)"}, text=home.replace("[6, 2, 0]", "[12, 0, 0]"))
            times.append(found["cut_s"])
            self.assertAlmostEqual(found["x"], 50, delta=12 * 0.005 + 0.01)
            self.assertGreaterEqual(found["x"], 50 - 0.01)
        self.assertEqual(len(set(times)), 1)
        for name, text, words in (("open.json", json.dumps({"type": "Polygon", "coordinates": [places[:-1]]}), "the ring of the polygon is open"),
                                  ("none.json", '{"type": "Point", "coordinates": [8, 47]}', "the file has no polygon"),
                                  ("two.kml", kml.replace("</kml>", "<Polygon></Polygon></kml>"), "the file has several polygons"),
                                  ("hole.json", geojson.replace("\n", "").replace(" ", "").replace("]]]", "]],[[[8,47],[8.1,47],[8,47]]]"), "more than the outer ring"),
                                  ("line.kml", kml.replace("<Placemark>", "<LineString><coordinates>8,47</coordinates></LineString><Placemark>"), "more than the outer ring"),
                                  ("bad.kml", kml.replace(repr(places[1][0]), "east"), "is not a position"),
                                  ("text.kml", "hello", "neither KML nor GeoJSON")):
            self.write(name, text)
            self.write("s.toml", home + OFF + f'when = {{leaves = {{file = "{name}"}}}}\n')
            self.assertIn(words, self.expect(2, "check", "s.toml").err)
        self.write("s.toml", BODY + OFF + 'when = {leaves = {file = "area.kml"}}\n')
        self.assertIn("km from the home", self.expect(2, "check", "s.toml").err)

    def test_several_rotors_fail(self):
        """Two of the four rotors of a hovering X500 lose half of their thrust: a quarter of the weight is missing."""
        quad = (support.VEHICLES.parent / "examples/x500-termination.toml").read_text()
        quad = quad.replace('"../vehicles/x500.toml"', f'"{support.VEHICLES}/x500.toml"')
        quad = quad.replace('type = "all_rotors_off"', 'type = "rotor_failure"\nrotors = [0, 2]\neffectiveness = 0.5\nname = "cut"')
        quad = quad.replace("at_s = 5.0", "at_s = 0.0").replace("low = 2.0\nhigh = 12.0", "low = 0.0\nhigh = 0.0001")
        quad += ('[metrics]\nthrust = {formula = "final(rotor_thrust[0]) + final(rotor_thrust[2])", unit = "N"}\n'
                 'all = {formula = "final(sum(rotor_thrust))", unit = "N"}\n')
        self.write("q.toml", quad)
        self.expect(0, "run", "q.toml", "-n", "1", "-o", "q.h5", "-q", "--set", "simulation.end=duration", "--set",
                    "simulation.duration_s=0.02")
        row = next(csv.DictReader(io.StringIO(self.expect(0, "export", "q.h5").out)))
        # The other two keep their halves of the weight at first: 1/2 of 1/2 of 3/4 in all.
        self.assertAlmostEqual(float(row["m_thrust"]) / float(row["m_all"]), 1 / 3, delta=0.02)
        for name, rotors in (("all", '"*"'), ("four", "[0, 1, 2, 3]")):
            self.write(f"{name}.toml", quad.replace("rotors = [0, 2]", f"rotors = {rotors}"))
            self.expect(0, "run", f"{name}.toml", "-n", "1", "-o", f"{name}.h5", "-q", "--set", "name=q", "--set",
                        "simulation.end=duration", "--set", "simulation.duration_s=0.02")
        self.expect(0, "diff", "all.h5", "four.h5")

    def test_conditions_that_hold_at_the_start(self):
        """The event begins in the first step, or after its delay, and `check` says so. Others are silent. The body starts
        100 m high at 6.3 m/s, level, in the middle of a field."""
        field = "[[-50, -50], [50, -50], [50, 50], [-50, 50]]"
        far = "[[10, 10], [50, 10], [50, 50]]"
        holds = "the condition holds at the start (the event begins in the first step, or delay_s later)"
        for condition, words in (("altitude_below_m = 120", holds), ("altitude_above_m = 120", ""), ("speed_above_m_s = 6", holds),
                                 ("speed_below_m_s = 6", ""), ("tilt_below_deg = 10", holds), ("tilt_above_deg = 10", ""),
                                 ("distance_below_m = 5", holds), ("distance_above_m = 0", ""),
                                 (f"leaves = {{corners_m = {far}}}", "the flight starts outside the area (the event begins"),
                                 (f"leaves = {{corners_m = {field}, high_m = 90}}", "the flight starts outside the area"),
                                 (f"leaves = {{corners_m = {field}}}", ""), (f"enters = {{corners_m = {far}}}", ""),
                                 (f"enters = {{corners_m = {field}}}", "the flight starts inside the area")):
            self.write("s.toml", BODY + OFF + f"when = {{{condition}}}\ndelay_s = 0.5\n")
            told = json.loads(self.expect(0, "check", "s.toml", "--json").out)["warnings"]
            self.assertEqual(len(told), 1 if words else 0, (condition, told))
            self.assertIn(words, " ".join(" ".join(told).split()))
            if words:
                found = self.fly(OFF + f"when = {{{condition}}}\ndelay_s = 0.5\n", {"cut_s": "at(t, cut)"})
                self.assertAlmostEqual(found["cut_s"], 0.5, delta=1e-12)
        tilted = BODY.replace("velocity_m_s", "attitude = [0.9, 0.4358898943540674, 0, 0]\nvelocity_m_s")  # 51.7 degrees
        for degrees, count in ((51, 1), (52, 0)):
            self.write("s.toml", tilted + OFF + f"when = {{tilt_above_deg = {degrees}}}\n")
            self.assertEqual(len(json.loads(self.expect(0, "check", "s.toml", "--json").out)["warnings"]), count)

    # --- parachutes --------------------------------------------------------------------------------------------------

    def test_terminal_speed(self):
        """A canopy of drag area A on a body from rest: v = v_t tanh(g t / v_t). RK4 at 200 Hz is good to 1e-9."""
        area = 0.8
        text = BODY.replace("[6, 2, 0]", "[0, 0, 0]").replace('end = "touchdown"', "").replace("duration_s = 20", "duration_s = 4")
        found = self.fly(f'[[event]]\ntype = "parachute"\nname = "open"\ndrag_area_m2 = {area}\nat_s = 0\n',
                         {"v": "at(velocity.z, end)", "z": "at(position.z, end)"}, text=text)
        terminal = math.sqrt(2 * MASS * G / RHO / area)
        self.assertAlmostEqual(found["v"], terminal * math.tanh(G * 4 / terminal), delta=1e-9)
        self.write("d.toml", text + '[[event]]\ntype = "parachute"\ndrag_area_m2 = 4\nat_s = 0\n')  # a body without drag of its own
        self.expect(0, "check", "d.toml", "--set", 'output.signals=["force_drag_body"]')
        self.assertAlmostEqual(found["z"], -100 + terminal ** 2 / G * math.log(math.cosh(G * 4 / terminal)), delta=1e-9)

    def test_drift(self):
        """A canopy opens at once on a body that moves with the air: it drifts by wind times time. The wind is uniform,
        so the body has no velocity relative to it but the fall."""
        text = BODY.replace("[6, 2, 0]", "[5, -3, 0]").replace("duration_s = 20", "duration_s = 60") + '[[wind]]\ntype = "steady"\nto_m_s = [5, -3, 0]\n'
        found = self.fly('[[event]]\ntype = "parachute"\ndrag_area_m2 = 4\nat_s = 0\n',
                         {"end_s": "at(t, end)", "x": "at(position.x, end)", "y": "at(position.y, end)"}, text=text)
        self.assertAlmostEqual(found["x"], 5 * found["end_s"], delta=1e-9)
        self.assertAlmostEqual(found["y"], -3 * found["end_s"], delta=1e-9)
        terminal = math.sqrt(2 * MASS * G / RHO / 4)  # v_t^2 / g ln cosh(g t / v_t) = 100
        fall_s = terminal / G * math.acosh(math.exp(100 * G / terminal ** 2))
        self.assertAlmostEqual(found["end_s"], fall_s, delta=1e-8)

    def test_inflation_and_opening_shock(self):
        """A body at 20 m/s releases a canopy after 1.2 s, which fills in 0.8 s, in wind, beside a drag of its own. The
        reference is DOP853 at 1e-12. The area is constant over a step, so the error falls with its square: from 200 to
        800 Hz to a sixteenth, and it is 2e-4 m at 200 Hz."""
        area, own, wind = 4.0, 0.05, numpy.array([4.0, 1.0, 0.0])

        def motion(t, y):
            part = min(max((t - 1.2) / 0.8, 0.0), 1.0) ** 2
            v = y[3:] - wind
            force = -0.5 * RHO * (own + area * part) * numpy.linalg.norm(v) * v
            return numpy.concatenate([y[3:], force / MASS + [0, 0, G]])

        ends, state = [0, 1.2, 2.0, 6.0], [0, 0, -100, 20, 0, 0]
        for a, b in zip(ends, ends[1:]):
            state = solve_ivp(motion, (a, b), state, "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
        chute = '[[event]]\ntype = "parachute"\nname = "open"\nat_s = 0.2\ndelay_s = 1.0\ndrag_area_m2 = 4\ninflation_s = 0.8\n'
        text = (BODY.replace("[6, 2, 0]", "[20, 0, 0]").replace('end = "touchdown"', "").replace("duration_s = 20", "duration_s = 6")
                .replace("mass_kg = 2.0", "mass_kg = 2.0\ndrag_area_m2 = 0.05") + '[[wind]]\ntype = "steady"\nto_m_s = [4, 1, 0]\n')
        errors = []
        for rate in (200, 800):
            found = self.fly(chute, {axis: f"at(position.{axis}, end)" for axis in "xyz"} | {"shock": "max(norm(specific_force))"},
                             "--set", f"integrator.rate_hz={rate}", "--set", f"output.rate_hz={rate}", text=text)
            errors.append(math.dist(state[:3], [found[axis] for axis in "xyz"]))
        self.assertLess(errors[0], 2e-4)
        self.assertAlmostEqual(errors[0] / errors[1], 16, delta=1.6)
        # An infinite mass at the speed of the release would feel 1/2 rho A v^2: the shock is far below.
        times = numpy.linspace(1.2, 2.0, 2001)
        path = solve_ivp(motion, (0, 2.0), [0, 0, -100, 20, 0, 0], "DOP853", t_eval=times, rtol=1e-11, atol=1e-11, max_step=0.01).y
        felt = [numpy.linalg.norm(motion(t, y)[3:] - [0, 0, G]) for t, y in zip(times, path.T)]
        self.assertAlmostEqual(found["shock"], max(felt), delta=0.01 * max(felt))

    def test_air_that_varies(self):
        """In an atmosphere the terminal speed follows the density of the altitude: mg = 1/2 rho A v^2."""
        text = BODY.replace('atmosphere = {type = "uniform", density_kg_m3 = 1.225}', 'atmosphere = {type = "isa"}, home = {altitude_m = 1500}')
        text = text.replace("[6, 2, 0]", "[0, 0, 3]").replace("duration_s = 20", "duration_s = 60")
        found = self.fly('[[event]]\ntype = "parachute"\ndrag_area_m2 = 4\nat_s = 0\n', {"v": "at(velocity.z, end)"}, text=text)
        density = 1.0581  # U.S. Standard Atmosphere 1976, table I, 1500 m
        self.assertAlmostEqual(found["v"], math.sqrt(2 * MASS * G / density / 4), delta=2e-4)

    # --- what is refused ---------------------------------------------------------------------------------------------

    def test_mistakes(self):
        area = "[[event]]\ntype = \"all_rotors_off\"\nwhen = {leaves = {corners_m = %s}}\n"
        for more, words in (
                (area % "[[0, 0], [1, 0]]", "the polygon has 2 corners (it needs from 3 to 256)"),
                (area % "[[0, 0], [50, 50], [50, 0], [0, 50]]", "the edges 0 and 2 of the polygon cross"),
                (area % "[[0, 0], [50, 0], [50, 50], [0, 0]]", "corners 3 and 0 are both [0, 0]"),
                (area % "[[47.3, 8.5], [47.4, 8.5], [47.4, 8.6]]", "metres north and east of the origin, not degrees"),
                (area % "[[0, 0], [50, 0, 3], [50, 50]]", "the corner has 3 numbers (a corner is [north, east])"),
                (OFF + 'after = "landing"\n', "no earlier event is called 'landing'"),
                (OFF + 'after = "cut"\n', "no earlier event is called 'cut'"),
                (OFF + "at_s = 1\n" + OFF + "at_s = 2\n", "another event is called 'cut'"),
                (OFF.replace("cut", "end") + "at_s = 1\n", "'end' cannot be the name of an event (in formulas it has another meaning)"),
                ('[[event]]\ntype = "rotor_failure"\nat_s = 1\n', "no rotor is given"),
                ('[[event]]\ntype = "rotor_failure"\nat_s = 1\nrotor = 0\nrotors = [0]\n', "both 'rotor' and 'rotors' are given"),
                ('[[event]]\ntype = "rotor_failure"\nat_s = 1\nrotors = [0, 5]\n', "there is no rotor 5")):
            self.write("s.toml", BODY + more)
            self.assertIn(words, self.expect(2, "check", "s.toml").err, more)
        for formula, words in (("at(position.x, stop)", "there is no signal 'stop'"),
                               ("at(position.x)", "at(...) needs the name of an event, or end"),
                               ("max(position.x, end)", "max(...) does not take a moment"),
                               ("max(position.x - at(position.x, end))", "at(...) and another function over time are nested"),
                               ("at(max(position.x), end)", "the argument of at(...) does not change with time")):
            self.write("s.toml", f'{BODY}[metrics]\na = {{formula = "{formula}", unit = "1"}}\n')
            self.assertIn(words, self.expect(2, "check", "s.toml").err)


if __name__ == "__main__":
    support.main()
