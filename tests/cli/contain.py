#!/usr/bin/python3
"""montecopter contain: numbers by formula against the reference, flights against closed forms, maps, and mistakes."""
import csv
import json
import math
import pathlib
import xml.etree.ElementTree

import numpy
import support
from requirements import tail
from support import VEHICLES, ProgramTest

# A body falls from 20 m at 6 m/s without drag from the start: it touches down 6 sqrt(2 h / g) away.
BODY = """schema = 1
name = "body"
environment = {gravity_m_s2 = 9.81}
integrator = {type = "rk4", rate_hz = 200}
""" + support.FREE_BODY + """[simulation]
duration_s = 1
[simulation.initial]
position_m = [0, 0, -40]
velocity_m_s = [6, 0, 0]
[[event]]
type = "all_rotors_off"
at_s = 0.0
[disperse."simulation.initial.position_m.z"]
dist = "uniform"
low = -40
high = -20
"""
OPERATION = ("--speed", "6", "--height", "40", "--dimension", "0.7")


class ContainTest(ProgramTest):
    def read(self, name):
        return pathlib.Path(self.path(name)).read_text()

    def contain(self, *options, code=0, text=BODY):
        self.write("s.toml", text)
        return self.expect(code, "contain", "s.toml", *OPERATION, *options)

    def test_numbers(self):
        out = json.loads(self.contain("-n", "500", "--probability", "0.99", "--json").out)
        formula = out["formula"]
        self.assertAlmostEqual(formula["contingency_volume_m"], 7 + 6 + 36 / 2 / 9.81, places=9)
        height = 40 + 4 + 5 + 36 / 2 / 9.81
        self.assertAlmostEqual(formula["contingency_height_m"], height, places=9)
        self.assertAlmostEqual(formula["ground_risk_buffer_m"], 6 * math.sqrt(2 * height / 9.81) + 0.35, places=9)
        self.assertEqual((out["flights"], out["touchdowns"], out["beyond"]), (500, 500, 0))
        self.assertAlmostEqual(out["beyond_bound"], 1 - 0.05 ** (1 / 500), places=9)  # no miss in 500
        self.assertEqual([row["class"] for row in out["ground_risk_classes"]], [1, 2, 3, 4, 5, 6, 7])
        numbers = {row["name"]: row for row in out["impacts"]}
        buffer = numbers["ground risk buffer"]
        truth = 6 * math.sqrt(2 * (40 - 0.01 * 20) / 9.81) + 0.35  # the 99 % quantile of the heights
        self.assertGreaterEqual(buffer["bound"], truth)
        self.assertLessEqual(buffer["bound"], 6 * math.sqrt(2 * 40 / 9.81) + 0.35)
        self.assertLessEqual(buffer["quantile"], buffer["bound"])
        steepest = math.degrees(math.atan2(6, math.sqrt(2 * 9.81 * 40)))  # of the highest fall
        flattest = math.degrees(math.atan2(6, math.sqrt(2 * 9.81 * 20)))
        angle = numbers["impact angle from vertical"]
        self.assertTrue(steepest < angle["mean"] < angle["quantile"] <= angle["bound"] <= flattest)
        self.assertGreater(angle["bound"], math.degrees(math.atan2(6, math.sqrt(2 * 9.81 * 20.2))))  # the 99 % quantile
        # Mean of v^2 / 2 over uniform heights: 9.81 * 30 + 18 J/kg; four standard errors.
        self.assertAlmostEqual(numbers["impact energy"]["mean"], 2 * (9.81 * 30 + 18), delta=4 * 2 * 9.81 * 5.78 / math.sqrt(500))

    def test_leaving_the_volume(self):
        """The body falls on a straight line from the start, which is the flight geography: its impact is the furthest place.
        The bound is that of Clopper and Pearson."""
        out = json.loads(self.contain("-n", "500", "--csv", "i.csv", "--json").out)
        rows = list(csv.DictReader(self.read("i.csv").splitlines()))
        away = [math.hypot(float(row["north_m"]), float(row["east_m"])) for row in rows]
        left = sum(x > 7 + 6 + 36 / 2 / 9.81 for x in away)
        self.assertTrue(50 < left < 450)
        self.assertEqual(out["left_volume"], left)
        self.assertAlmostEqual(float(tail(left + 1, 500, out["left_volume_bound"])), 0.95, places=9)
        numbers = {row["name"]: row for row in out["impacts"]}
        self.assertAlmostEqual(numbers["distance from geography"]["mean"], sum(away) / 500, places=9)
        wide = json.loads(self.contain("-n", "500", "--geography", "-1,-1,10,1", "--json").out)
        self.assertEqual(wide["left_volume"], 0)  # 10 m + S_CV is further than any impact
        low = ("--speed", "6", "--height", "20", "--dimension", "0.7", "--geography", "-1,-1,10,1")
        high = json.loads(self.expect(0, "contain", "s.toml", *low, "-n", "500", "--json").out)
        rows = [row for row in rows if float(row["time_after_event_s"]) > math.sqrt(2 * (20 + 4 + 5 + 36 / 2 / 9.81) / 9.81)]
        self.assertEqual(high["left_volume"], len(rows))  # they start above H_CV

    def test_until_decided(self):
        """The body lies within the buffer in every flight. The number of flights that decides is the same for any number of
        threads. With a buffer that half of the flights exceed, it is violated, and exit is 1."""
        for threads in ("1", "3"):
            out = json.loads(self.contain("--until", "decided", "--probability", "0.9", "-j", threads, "--json").out)
            self.assertEqual((out["verdict"], out["beyond"]), ("met", 0))
            if threads == "1":
                flights = out["flights"]
        self.assertEqual(out["flights"], flights)
        # No fewer than with a fixed number: 0.9^n < 0.05; and its bound is no tighter than the exact one.
        self.assertGreaterEqual(flights, 29)
        self.assertLess(flights, 200)
        self.assertGreaterEqual(out["beyond_bound"], 1 - 0.05 ** (1 / flights))
        self.assertLessEqual(out["beyond_bound"], 0.1)
        fast = BODY.replace("velocity_m_s = [6, 0, 0]", "velocity_m_s = [15, 0, 0]")
        out = json.loads(self.contain("--until", "decided", "--probability", "0.9", "--json", code=1, text=fast).out)
        self.assertEqual(out["verdict"], "violated")
        out = json.loads(self.contain("--until", "decided", "-n", "100", "--json", code=4).out)
        self.assertEqual((out["verdict"], out["flights"]), ("undecided", 100))
        self.assertIn("unknown word 'soon'", self.contain("--until", "soon", code=2).err)

    @support.slow
    def test_the_bound_holds(self):
        """The 90 % bound at 90 % lies above the true quantile in at least 90 % of studies: 40 of them, 29 are passed
        by 999 in 1000 right programs."""
        truth = 6 * math.sqrt(2 * 38 / 9.81) + 0.35
        held = 0
        for seed in range(40):
            out = json.loads(self.contain("--probability", "0.9", "--confidence", "0.9", "--json", "--set",
                                          f"monte_carlo.seed={seed}").out)
            self.assertEqual(out["flights"], 22)  # the fewest: 0.9^22 < 0.1
            held += out["impacts"][0]["bound"] >= truth
        self.assertGreaterEqual(held, 29)
        self.assertLess(held, 41)

    def test_inputs_that_matter(self):
        """The distance is 6 sqrt(2 h / g), a function of the height alone. The mass has no effect: its 200 values are beyond
        chance in one of 20 right programs, and the seed is one of the others."""
        mass = '[disperse."vehicle.mass_kg"]\ndist = "uniform"\nlow = 1\nhigh = 3\n'
        answer = json.loads(self.contain("-n", "200", "--probability", "0.9", "--json", text=BODY + mass).out)
        height, mass_effect = answer["inputs"]
        self.assertEqual((height["name"], mass_effect["name"]), ("simulation.initial.position_m.z", "vehicle.mass_kg"))
        self.assertGreater(height["first_order"], 0.98)  # neighbours among 200 differ by 1/200 of the range
        self.assertLess(height["first_order"], 1.0)
        self.assertEqual((height["beyond_chance"], mass_effect["beyond_chance"]), (True, False))
        self.assertLess(abs(mass_effect["first_order"]), 4 / math.sqrt(200))
        words = " ".join(self.contain("-n", "200", "--probability", "0.9", text=BODY + mass).out.split())
        self.assertRegex(words, r"Fractions of the impact distance's variance due to single inputs: simulation.initial.position_m.z (0.9\d|1.00)\. The rest")
        few = self.contain("-n", "19", "--probability", "0.8", "--json", text=BODY + mass)
        self.assertEqual(json.loads(few.out)["inputs"], [])

    def test_terminations_over_the_flight(self):
        """Without events, rotors go off anywhere in the flight. The body falls at once, so many are down before."""
        out = json.loads(self.contain("-n", "200", "--json", "--set", "event=[]", "--set", "simulation.duration_s=10").out)
        self.assertEqual(out["touchdowns"], 200)
        self.assertEqual(out["warnings"], [])  # none of the event that the command adds
        self.assertEqual(out["counted_events"], ["termination"])
        # The mean time of the fall is sqrt(2/g) 2/3 (40^1.5 - 20^1.5) / 20; four standard errors of the fraction.
        after = math.sqrt(2 / 9.81) * 2 / 3 * (40 ** 1.5 - 20 ** 1.5) / 20 / 10
        self.assertAlmostEqual(out["before_event"] / 200, 1 - after, delta=4 * math.sqrt(after * (1 - after) / 200))
        text = " ".join(self.contain("-n", "200", "--set", "event=[]").out.split())
        for words in ("contingency volume S_CV", "Impact ellipse", "A bound needs 2995 flights.", "below 5 people/km2",
                      "population, air risk"):
            self.assertIn(words, text)

    def test_distances_count_from_the_end_of_control(self):
        """The body flies 6 m/s to the north until it is down: from the cut of the power, from the first failure without
        one, or from the event that is named."""
        mass = '[[event]]\nname = "lost"\ntype = "mass_drop"\nat_s = 0.2\nmass_kg = 0.1\n'
        cut = '[[event]]\nname = "cut"\ntype = "all_rotors_off"\nat_s = %s\n'
        start = BODY[:BODY.index("[[event]]")]
        late = '[[event]]\nname = "late"\ntype = "all_rotors_off"\nat_s = 0.8\n'
        fall_s = math.sqrt(2 * 40 / 9.81)
        for events, options, begin_s in ((mass + cut % 0.5 + late, (), 0.5), (mass + late + cut % 0.5, (), 0.5), (mass, (), 0.2),
                                         (mass + cut % 50, (), 0.2), (mass + cut % 0.5, ("--since", "lost"), 0.2),
                                         (mass + cut % 0.5 + late, ("--since", "late"), 0.8)):
            out = json.loads(self.contain("-n", "1", "--probability", "0.5", "--confidence", "0.5", "--json", *options,
                                          text=start + events).out)
            numbers = {row["name"]: row["mean"] for row in out["impacts"]}
            self.assertAlmostEqual(numbers["time to impact"], fall_s - begin_s, places=9)
            self.assertAlmostEqual(numbers["ground risk buffer"], 6 * (fall_s - begin_s) + 0.35, places=9)
            self.assertEqual(out["before_event"], 0)
            names = [line.split('"')[1] for line in events.splitlines() if line.startswith("name")]
            self.assertEqual(out["counted_events"], list(options[1:]) or names)
        words = " ".join(self.contain("-n", "1", "--since", "cut", text=start + mass + cut % 50).out.split())
        self.assertIn("1 came down before 'cut' and count as 0 m.", words)
        self.assertIn("from the place where 'cut' begins", words)
        self.assertIn("no event is called 'cat' (the scenario has lost, cut).",
                      " ".join(self.contain("--since", "cat", code=2, text=start + mass + cut % 1).err.split()))
        self.assertIn("(the events of the scenario have no names)", " ".join(self.contain("--since", "cat", code=2).err.split()))

    def test_an_end_in_the_air_is_refused(self):
        end = BODY + '[[event]]\ntype = "end"\nwhen = {altitude_below_m = 5}\n'
        self.assertIn("an event of the type end ends flights in the air (`contain` studies where they come down). Remove the event.",
                      " ".join(self.contain(code=2, text=end).err.split()))

    def test_manoeuvres_are_no_end_of_control(self):
        """An X500 lands, and another one brakes first and is cut off 3 s later, in a hover: it falls where it is."""
        example = (VEHICLES.parent / "examples/x500-termination.toml").read_text().replace('"../', f'"{VEHICLES.parent}/')
        head, tail = example[:example.index("[[wind]]")], example[example.index("[integrator]"):]
        brake = '[[event]]\nname = "stop"\ntype = "brake"\nat_s = 2\ndeceleration_m_s2 = 2.5\n'
        land = brake.replace("brake", "land") + "descent_m_s = 4\n"
        options = ("-n", "2", "--probability", "0.5", "--json")
        said = " ".join(self.contain(*options, code=2, text=head + land + tail).err.split())
        self.assertIn("no event ends the control of the flight", said)
        cut = '[[event]]\ntype = "all_rotors_off"\nafter = "stop"\ndelay_s = 6\n'
        out = json.loads(self.contain(*options, text=head + brake + cut + tail).out)
        self.assertEqual((out["touchdowns"], out["before_event"]), (2, 0))
        self.assertLess(out["impacts"][0]["mean"], 0.35 + 0.1)  # the stop itself is 5 m long

    def test_the_drag_of_a_wreck_is_told(self):
        self.assertIn("stopped or windmilling rotors add none", " ".join(self.contain("-n", "3").out.split()))
        for keys in ("event.0.rotor_drag_area_m2=0.1", 'event=[{type="drag_change", at_s=0, drag_areas_m2=[1, 1, 1]}]'):
            words = " ".join(self.contain("-n", "3", "--set", keys).out.split())
            self.assertIn("Events change the drag of the wreck.", words)

    def test_flights_of_another_operation_are_told(self):
        """The body starts at 40 m and 6 m/s."""
        def warnings(*options):
            self.write("s.toml", BODY)
            answer = self.expect(0, "contain", "s.toml", "-n", "20", "--dimension", "0.7", "--json", *options)
            return [text.split(":")[0] for text in json.loads(answer.out)["warnings"]]

        self.assertEqual(warnings("--speed", "6.5", "--height", "44"), [])  # by less than a tenth
        self.assertEqual(warnings("--speed", "7", "--height", "40"), ["--speed"])
        self.assertEqual(warnings("--speed", "6", "--height", "60"), ["--height"])
        self.assertEqual(warnings("--speed", "5.9", "--height", "39"), ["--height", "--speed"])
        example = VEHICLES.parent / "examples/x500-termination.toml"  # a circle of 20 m at 0.25 rad/s: 5 m/s
        for speed, told in (("5", 0), ("6", 1)):
            answer = self.expect(0, "contain", example, "-n", "20", "--dimension", "0.7", "--height", "40", "--speed", speed)
            self.assertEqual(answer.err.count("the scenario flies at 5 m/s at most"), told)

    def test_a_parachute_has_a_wind(self):
        self.assertNotIn("parachute", self.contain("-n", "20").out)
        self.assertIsNone(json.loads(self.contain("-n", "20", "--json").out)["formula"]["parachute_m"])
        told = json.loads(self.contain("-n", "20", "--wind", "10", "--json").out)["formula"]
        self.assertAlmostEqual(told["parachute_m"], 2 * 6 + 10 * told["contingency_height_m"] / 5, places=9)
        self.assertIn("parachute in 10 m/s of wind", self.contain("-n", "20", "--wind", "10").out)
        self.assertLess(told["ground_risk_buffer_m"], 25)  # nothing opens a parachute
        opens = BODY + '[[event]]\ntype = "parachute"\nat_s = 0\ndrag_area_m2 = 3\n'
        told = json.loads(self.contain("-n", "20", "--wind", "10", "--json", text=opens).out)
        self.assertEqual(told["formula"]["ground_risk_buffer_m"], told["formula"]["parachute_m"])
        self.assertEqual(told["warnings"], [])
        told = json.loads(self.contain("-n", "20", "--json", text=opens).out)
        self.assertLess(told["formula"]["ground_risk_buffer_m"], 25)
        self.assertIn("the buffer by formula is ballistic, but a parachute opens", told["warnings"][0])

    def test_maps(self):
        self.contain("-n", "30", "--home", "47.4,8.5", "--kml", "m.kml", "--geojson", "m.geojson", "--csv", "m.csv",
                     "--geography", "-10,-20,10,20")
        tree = xml.etree.ElementTree.parse(self.path("m.kml"))
        space = "{http://www.opengis.net/kml/2.2}"
        self.assertEqual(len(tree.findall(f".//{space}Polygon")), 3)
        self.assertEqual(len(tree.findall(f".//{space}Point")), 30)
        features = json.loads(self.read("m.geojson"))["features"]
        self.assertEqual([f["properties"]["name"] for f in features[:3]],
                         ["ground_risk_buffer", "contingency_volume", "flight_geography"])
        for feature in features[:3]:
            (ring,) = feature["geometry"]["coordinates"]
            self.assertEqual(ring[0], ring[-1])
            north = max(place[1] for place in ring) - 47.4
            # A degree of latitude at 47.4 degrees has 111.18 km.
            self.assertAlmostEqual(north * 111180, 10 + feature["properties"]["distance_m"], delta=0.05)
        with open(self.path("m.csv")) as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 30)
        for row, feature in zip(rows, features[3:]):
            north = (feature["geometry"]["coordinates"][1] - 47.4) * 111180
            self.assertAlmostEqual(north, float(row["north_m"]), delta=0.05)
            self.assertAlmostEqual(float(row["north_m"]), float(row["distance_from_event_m"]), places=6)

    # North, east; not convex, and neither is the border around them. The neck of the bottle closes.
    POLYGONS = {"L": [(-10, -10), (60, -10), (60, 15), (20, 15), (20, 70), (-10, 70)],
                "arrow": [(-30, -80), (5, 0), (-30, 80), (90, 0)],
                "star": [(40, 0), (10, 10), (0, 45), (-12, 9), (-50, 3), (-11, -8), (-3, -60), (12, -14)],
                "U": [(-10, -60), (80, -60), (80, -45), (5, -45), (5, 5), (80, 5), (80, 60), (-10, 60)],
                "bottle": [(-10, -70), (130, -70), (130, -10), (115, -10), (115, -55), (5, -55),
                           (5, 55), (115, 55), (115, 10), (130, 10), (130, 70), (-10, 70)]}

    def around(self, corners, *options):
        """The study, and the rings of the map in metres: longitude and latitude are linear in metres."""
        text = ";".join(f"{n},{e}" for n, e in corners)
        out = self.contain("-n", "60", "--home", "47.4,8.5", "--geojson", "m.geojson", "--force", "--json", "--set",
                           "output.rate_hz=50", "--geography", text, *options)
        a, e2, latitude = 6378137.0, 0.00669437999014, math.radians(47.4)
        w2 = 1 - e2 * math.sin(latitude) ** 2
        prime, meridian = a / math.sqrt(w2), a * (1 - e2) / w2 ** 1.5
        rings = {}
        for feature in json.loads(self.read("m.geojson"))["features"][:3]:
            (ring,) = feature["geometry"]["coordinates"]
            rings[feature["properties"]["name"]] = (feature["properties"]["distance_m"], [
                (math.radians(y - 47.4) * meridian, math.radians(x - 8.5) * prime * math.cos(latitude)) for x, y in ring])
        return json.loads(out.out), rings

    def test_polygons_on_maps(self):
        """A place is within a border if it is as near to the polygon: 3000 random places. Chords of arcs are outside by up
        to 1 / cos(90 / 32 deg), and coordinates have 0.1 mm. Either direction of the corners gives the same."""
        random = numpy.random.default_rng(54)
        for name, corners in self.POLYGONS.items():
            for direction in (1, -1):
                _, rings = self.around(corners[::direction])
                for key, (distance, ring) in rings.items():
                    self.assertEqual(ring[0], ring[-1])
                    places = random.uniform(-170, 170, (1500, 2))
                    away = outside_by(corners, places)
                    found = inside(ring, places)
                    self.assertTrue(numpy.all(found[away < distance - 1e-3]), (name, key))
                    beyond = away > distance / math.cos(math.pi / 64) + 1e-3
                    if name == "bottle":  # what is left in it counts as within
                        beyond &= ~((places[:, 0] > 5) & (places[:, 0] < 130) & (numpy.abs(places[:, 1]) < 55))
                    self.assertFalse(numpy.any(found[beyond]), (name, key))
                    self.assertGreater(signed_area(ring), 0)

    def test_leaving_polygons(self):
        """The body flies to the north along 6 m/s t: rows have 50 places a second, and the impact is one more."""
        for corners in ([(-5, -5), (8, -5), (2, 0), (9, 4), (-5, 4)], [(-3, -2), (30, -1), (30, -0.2), (4, -0.1), (4, 3), (-3, 3)],
                        [(-8, 0), (3, 7), (3, -7)]):
            out, _ = self.around(corners, "--csv", "i.csv", "--force")
            rows = list(csv.DictReader(self.read("i.csv").splitlines()))
            truth = []
            for row in rows:
                end, duration = float(row["north_m"]), float(row["time_after_event_s"])
                places = [(6 * k / 50, 0.0) for k in range(int(duration * 50) + 1)] + [(end, 0.0)]
                truth.append(outside_by(corners, numpy.array(places)).max())
            numbers = {row["name"]: row for row in out["impacts"]}
            self.assertAlmostEqual(numbers["distance from geography"]["mean"], sum(truth) / len(truth), places=9)
            self.assertEqual(out["left_volume"], sum(x > 13 + 36 / 2 / 9.81 for x in truth))

    def test_polygons_of_files(self):
        """The map that the program wrote, without impacts, is a geography: the same numbers but for 1 mm."""
        corners = self.POLYGONS["L"]
        direct, rings = self.around(corners)
        features = json.loads(self.read("m.geojson"))
        features["features"] = [features["features"][2]]
        self.write("area.geojson", json.dumps(features))
        ring = features["features"][0]["geometry"]["coordinates"][0]
        places = " ".join(f"{x},{y},0" for x, y in ring)
        self.write("area.kml", f"<kml><Polygon><outerBoundaryIs><LinearRing><coordinates>{places}</coordinates>"
                   "</LinearRing></outerBoundaryIs></Polygon></kml>")
        for name in ("area.geojson", "area.kml"):
            out = json.loads(self.contain("-n", "60", "--home", "47.4,8.5", "--geography", name, "--json", "--set",
                                          "output.rate_hz=50").out)
            for one, other in zip(out["impacts"], direct["impacts"]):
                self.assertAlmostEqual(one["mean"], other["mean"], delta=1e-3)

    def test_broken_polygons(self):
        def wrong(words, geography, *options, code=2):
            done = self.contain("-n", "3", "--geography", geography, *options, code=code)
            self.assertIn(words, " ".join(done.err.split()))
            self.assertEqual(done.err.count("error:"), 1)

        wrong("the polygon has 2 corners (it needs from 3 to 64)", "0,0;10,10")
        wrong("a corner is farther than 1000 km from the origin. Give metres.", "2e6,0;0,5;7,7")
        wrong("it has 3 numbers. Give each corner as north,east in metres", "0,0;10,10,3;5,5")
        wrong("the edges 0 and 2 of the polygon cross", "0,0;10,10;10,0;0,10")
        wrong("corners 3 and 0 are both [0, 0] (the last corner is joined to the first one). Remove one of them.",
              "0,0;10,0;10,10;0,0")
        wrong("corners are metres north and east of the origin, not degrees", "47.4,8.5;47.401,8.5;47.401,8.501")
        wrong("the polygon has 65 corners (it needs from 3 to 64).",
              ";".join(f"{100 * math.sin(k / 65 * math.tau)},{100 * math.cos(k / 65 * math.tau)}" for k in range(65)))
        wrong("the polygon of a file needs the place of the origin. Give it, e.g. --home", "area.kml")
        wrong("cannot read none.kml", "none.kml", "--home", "47.4,8.5", code=6)
        ring = "8.5,47.4,0 8.501,47.4,0 8.501,47.401,0"
        for text, words in ((f"<kml><Polygon><coordinates>{ring}</coordinates></Polygon></kml>", "the ring of the polygon is open"),
                            ("<kml><Polygon><coordinates>0,0 500,0 500,400 0,0</coordinates></Polygon></kml>",
                             "'500,0' is not a position (a position is longitude,latitude in degrees)"),
                            ("<kml></kml>", "the file has no polygon"), ("none", "the file is neither KML nor GeoJSON")):
            self.write("area.kml", text)
            wrong(words, "area.kml", "--home", "47.4,8.5")

    def test_mistakes(self):
        def wrong(words, *options, text=BODY, code=2):
            self.assertIn(words, self.contain(*options, text=text, code=code).err)

        wrong("it must be below 1", "--probability", "1")
        wrong("--confidence", "--confidence", "0")
        wrong("--home: error: a map needs the place of the origin", "--kml", "m.kml")
        wrong("--reaction: error: 1e+10 is too large. Give at most 3600.", "--reaction", "1e10")
        wrong("--climb-rate: error: 101 is too large", "--climb-rate", "101")
        wrong("it has 1 numbers. Give latitude,longitude in degrees", "--home", "47.4")
        wrong("latitude or longitude is out of range", "--home", "474,8")
        wrong("it has 3 numbers", "--geography", "1,2,3")
        wrong("its south must be below its north", "--geography", "1,2,0,3")
        wrong("`contain` studies one operation", text=BODY + '[sweep."vehicle.mass_kg"]\nvalues = [1, 2]\n')
        wrong("this ground pushes the vehicle", "--set", "vehicle.contact_points=[{position_m=[0, 0, 0.1]}]", "--set",
              'environment.ground={type="spring_damper", stiffness_n_m=1000, damping_n_s_m=20}')
        self.write("m.csv", "mine")
        wrong("it exists already", "--csv", "m.csv", code=3)
        self.assertEqual(self.read("m.csv"), "mine")
        self.write("s.toml", BODY)
        self.assertIn("--speed", self.expect(2, "contain", "s.toml").err)
        # Rotors that hold it for ever: no flight comes down.
        hover = str(VEHICLES.parent / "examples/x500-termination.toml")
        out = self.expect(1, "contain", hover, *OPERATION, "-n", "3", "--set", "event.0.at_s=400", "--set", "disperse={}")
        self.assertIn("3 flights have no touchdown and count as infinitely far", " ".join(out.out.split()))


def signed_area(ring):
    """Of a closed ring [north, east]; positive if it is counter-clockwise from above."""
    return sum(a[1] * b[0] - b[1] * a[0] for a, b in zip(ring, ring[1:])) / 2


def inside(ring, places):
    """Whether the angles to the corners add up to a turn."""
    v = numpy.array(ring, float)[None] - places[:, None]
    angles = numpy.arctan2(v[..., 1], v[..., 0])
    steps = numpy.diff(numpy.concatenate([angles, angles[:, :1]], axis=1), axis=1)
    return numpy.abs(numpy.sum((steps + math.pi) % (2 * math.pi) - math.pi, axis=1)) > math.pi


def outside_by(corners, places):
    """Distance from a polygon, the nearest of the projections on its edges; 0 inside."""
    least = numpy.full(len(places), math.inf)
    for a, b in zip(corners, [*corners[1:], corners[0]]):
        a, b = numpy.array(a, float), numpy.array(b, float)
        along = numpy.clip((places - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        least = numpy.minimum(least, numpy.linalg.norm(places - a - along[:, None] * (b - a), axis=1))
    return numpy.where(inside(corners, places), 0, least)


if __name__ == "__main__":
    support.main()
