#!/usr/bin/python3
"""Broken events and limits: `check` or `run`, by turns, refuses each with exit 2, and says where and why; limits end flights."""
import json

import support
from support import HELICOPTER, SCENARIO, ProgramTest, edited

FAILURE = 'type = "rotor_failure"\nat_s = 0.1\nrotor = 1\n'
STUCK = 'type = "rotor_stuck"\nat_s = 0.1\nrotor = 1\nduration_s = 0.1\n'
OUTAGE = 'type = "sensor_outage"\nat_s = 0.1\nsensor = "imu.gyroscope"\n'
DROP = 'type = "mass_drop"\nat_s = 0.1\nmass_kg = 0.2\n'
GAINS = 'type = "gain_change"\nat_s = 0.1\nfactor = 0.5\n'
SENSOR = "[sensors.imu.gyroscope]\nrate_hz = 100\n"
LOOP = """[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 6
velocity_gain_1_s = 4
attitude_gain_n_m = 0.9
rate_gain_n_m_s = 0.1
[trajectory]
type = "hover"
"""

# The sound table, what is replaced, by what ('^' is where the message points to), what it says.
FAULTS = [
    (FAILURE, "rotor = 1", "rotor = ^4", "there is no rotor 4 (the vehicle has 4 rotors, counted from 0)."),
    (FAILURE, "rotor = 1", "rotor = ^-1", "'event.0.rotor' must be"),
    (FAILURE, "rotor = 1\n", "", "no rotor is given (the event concerns one rotor or several)."),
    (FAILURE, "rotor = 1", "rotor = 1\neffectiveness = ^1.5", "must be between 0 and 1, found 1.5"),
    (FAILURE, "rotor = 1", "rotor = 1\nduration_s = ^0", "must be > 0, found 0"),
    (FAILURE, "at_s = 0.1", "at_s = ^-0.1", "must be >= 0, found -0.1"),
    (FAILURE, "at_s = 0.1\n", "", "none of 'at_s', 'when' and 'after' is given (an event begins with one of them). Give at_s = 2.0,"),
    (FAILURE, "at_s = 0.1", "at_s = 0.1\nwhen = ^{altitude_below_m = 1}", "both 'at_s' and 'when' are given"),
    (FAILURE, "at_s = 0.1", "when = ^{}", "the condition has 0 comparisons instead of one."),
    (FAILURE, "at_s = 0.1", "when = ^{altitude_below_m = 1, tilt_above_deg = 2}",
     "the condition has 2 comparisons instead of one."),
    (FAILURE, "at_s = 0.1", "when = {^altitude_m = 1}", "unknown key 'event.0.when.altitude_m'"),
    (FAILURE, "at_s = 0.1", "when = {tilt_above_deg = ^200}", "must be between 0 and 180, found 200"),
    (FAILURE, '"rotor_failure"', '^"rotor_failur"', "Did you mean 'rotor_failure'?"),
    (STUCK, "rotor = 1", "rotor = ^7", "there is no rotor 7"),
    (STUCK, "rotor = 1", "rotor = 1\n^effectiveness = 0.5", "unknown key 'event.0.effectiveness'"),
    (OUTAGE, '"imu.gyroscope"', '^"imu.gyro"', "there is no sensor 'imu.gyro'. Did you mean 'imu.gyroscope'?"),
    (DROP, "mass_kg = 0.2", "mass_kg = ^0", "must be > 0, found 0"),
    (DROP, "mass_kg = 0.2", "mass_kg = ^1.5", "the events drop 1.5 kg in total (the vehicle weighs 1 kg)."),
    (GAINS, "factor = 0.5", "factor = ^-1", "must be >= 0, found -1"),
]
LIMITS = [
    ("tilt_deg = ^181", "must be between 0 and 180, found 181"),
    ("distance_m = ^0", "must be > 0, found 0"), ("ground = ^1", "must be true or false"),
    ("geofence = {low_m = [0, 0, 0]}", "missing 'simulation.limits.geofence.high_m'"),
    ("geofence = ^{low_m = [0, 0, 0], high_m = [1, 0, 1]}",
     "low_m has 0 and high_m 0 to the east (low_m must be below high_m in every component; down is positive)."),
    ("^tilt = 30", "Did you mean 'tilt_deg'?"),
]


class BrokenEvents(ProgramTest):
    def scenario(self, table):
        loop = table.startswith(GAINS[:20])
        text = SCENARIO
        if loop:
            first, last = text.index("[controller]"), text.index("[integrator]")
            text = text[:first] + LOOP + "\n" + text[last:]
        return text + "\n" + SENSOR + "\n[[event]]\n" + table

    def test_sound_ones_pass(self):
        for table in (FAILURE, STUCK, OUTAGE, DROP, GAINS):
            self.write("s.toml", self.scenario(table))
            self.expect(0, "check", "s.toml")

    def test_each_fault_has_one_message(self):
        for table, old, new, message in FAULTS:
            with self.subTest(new=new, message=message):
                self.refuse_marked(self.scenario(edited((old, new), text=table)), message)

    def test_what_does_not_fit_the_rest(self):
        self.refuse_marked(SCENARIO + "\n^[[event]]\n" + GAINS, "the gains of this controller cannot be changed "
                           "(a command table has no gains). Use a controller that closes a loop.")
        self.refuse_marked(SCENARIO + "\n[[event]]\n" + OUTAGE, "there is no sensor 'imu.gyroscope' (the scenario has none).")
        self.refuse_marked(self.scenario(FAILURE) + ("[[event]]\n" + FAILURE) * 16, "there are 17 events (at most 16 are possible).")

    def test_helicopters_lose_no_rotors(self):
        self.refuse_marked(HELICOPTER + "\n[[event]]\n" + FAILURE, "a rotor failure needs a multirotor")
        self.write("s.toml", HELICOPTER + "\n[[event]]\n" + DROP)
        self.expect(0, "check", "s.toml")

    def test_reallocation_needs_an_allocation(self):
        other = 'type = "reallocation"\nat_s = 0.1\nrotor = 1\n'
        self.refuse_marked(SCENARIO + "\n^[[event]]\n" + other, "this controller cannot reallocate (it does not allocate a wrench "
                           'to rotors in the program). Use another controller, such as "px4" or "lee".')
        self.refuse_marked(HELICOPTER + "\n^[[event]]\n" + other, "a rotor failure needs a multirotor")
        loop = self.scenario(GAINS)
        self.refuse_marked(loop + "\n[[event]]\n" + edited(("rotor = 1", "rotor = ^4"), text=other), "there is no rotor 4")
        self.refuse_marked(loop + "\n^[[event]]\n" + edited(("rotor = 1", "rotors = [0, 1, 2, 3]"), text=other),
                           "the other rotors cannot produce an independent thrust")
        # Three rotors of a quadrotor have no independent yaw, and carry the weight with two.
        self.write("s.toml", loop + "\n[[event]]\n" + other)
        told = self.expect(0, "check", "s.toml").err
        self.assertIn("the other rotors cannot produce an independent yaw (the controller gives up yaw", told)
        self.assertIn("hover without these rotors leaves rotor", told)
        for vehicle, rotor, warns in (("neo9-hexa", 2, False), ("naki-octo", 0, False), ("neo9-hexa", 0, True)):
            text = edited(("rotor = 1", f"rotor = {rotor}"), text=other)
            self.write("v.toml", f"""schema = 1
name = "v"
vehicle = {{include = "{support.VEHICLES}/{vehicle}.toml"}}
integrator = {{type = "rk4", rate_hz = 500}}
simulation = {{duration_s = 1}}
""" + LOOP + "[[event]]\n" + text)
            told = self.expect(0, "check", "v.toml").err
            self.assertEqual("leaves rotor" in told, warns, f"{vehicle} without {rotor}: {told}")
            self.assertNotIn("independent yaw", told)

    def test_limits(self):
        for line, message in LIMITS:
            with self.subTest(line):
                self.refuse_marked(SCENARIO + "\n[simulation.limits]\n" + line + "\n", message)

    def test_touchdowns(self):
        ends = 'duration_s = 0.3\nend = "touchdown"'
        lands = edited(("duration_s = 0.3", ends))
        self.write("s.toml", lands + "\n[[event]]\ntype = \"all_rotors_off\"\nat_s = 0.1\n")
        self.expect(0, "check", "s.toml")
        self.refuse_marked(lands + "\n[simulation.limits]\nground = ^true\n", "a touchdown cannot be both the end and a failure "
                           '(simulation.end = "touchdown" ends flights at the ground as ok). Remove simulation.limits.ground.')
        self.refuse_marked(edited(("duration_s = 0.3", 'duration_s = 0.3\nend = ^"touch-down"')), "touchdown")
        self.refuse_marked(HELICOPTER + "\n^[[event]]\ntype = \"all_rotors_off\"\nat_s = 0.1\n", "a rotor failure needs a multirotor")
        # In the air at the end, and a failure.
        self.write("s.toml", lands)
        told = json.loads(self.expect(5, "run", "s.toml", "-n", 3, "-o", "a.h5", "--json").out)
        self.assertEqual(told["status"]["no_touchdown"], 3)

    def test_ends(self):
        end = '[[event]]\ntype = "end"\nname = "low"\nwhen = {altitude_below_m = -0.1}\n'
        waits = edited(("duration_s = 0.3", 'duration_s = 0.3\nend = "event"'))
        for text in (waits, SCENARIO, edited(("duration_s = 0.3", 'duration_s = 0.3\nend = "touchdown"'))):
            self.write("s.toml", text + "\n" + end)
            self.assertEqual(self.expect(0, "check", "s.toml").err, "")
        self.refuse_marked(edited(("duration_s = 0.3", 'duration_s = 0.3\nend = ^"event"')) + "\n[[event]]\n" + FAILURE,
                           'no event ends the flight (simulation.end = "event" waits for one). Add [[event]] with type = "end"')
        self.refuse_marked(SCENARIO + "\n" + end.replace("altitude_below_m = -0.1", "touchdown = true").replace("when = {", "when = ^{"),
                           'an event of the type end cannot wait for a touchdown (another key ends flights at touchdowns). Remove the event, and set simulation.end = "touchdown".')
        self.refuse_marked(SCENARIO + "\n" + end + '[[event]]\ntype = "all_rotors_off"\nafter = ^"low"\n',
                           "no event can follow 'low' (it ends the flight). Name another event.")
        self.refuse_marked(SCENARIO + "\n" + end + "^duration_s = 1\n", "unknown key 'event.0.duration_s'")
        self.refuse_marked(SCENARIO + "\n" + end.replace('"low"', '^"end"'), "'end' cannot be the name of an event")
        # It never sinks so deep: a failure, or else an end after the duration.
        self.write("s.toml", waits + "\n" + end.replace("-0.1", "-99"))
        told = json.loads(self.expect(5, "run", "s.toml", "-n", 3, "-o", "a.h5", "--json").out)
        self.assertEqual(told["status"]["no_end"], 3)
        self.expect(0, "run", "s.toml", "-n", 3, "-o", "b.h5", "-q", "--set", "simulation.end=duration")
        # Warned of where it holds at the start, and not elsewhere (above).
        self.write("s.toml", SCENARIO + "\n" + end.replace("-0.1", "99"))
        self.assertIn("the condition holds at the start (the flight ends at once, or after delay_s)",
                      " ".join(self.expect(0, "check", "s.toml").err.split()))

    def test_flights_that_end_are_failures_with_a_name(self):
        """Exit 5 and words everywhere, unless max_failures allows them."""
        self.write("s.toml", edited(("duration_s = 0.3", "duration_s = 0.3\nlimits.distance_m = 0.012"), text=SCENARIO))
        result = self.expect(5, "run", "s.toml", "-n", 20, "-o", "a.h5", "--progress", "none")
        self.assertRegex(result.out, r"distance_limit")
        self.assertIn("samples failed, simulation.max_failures is 0", result.err)
        told = json.loads(self.expect(5, "run", "s.toml", "-n", 20, "-o", "a.h5", "--json").out)
        counts = told["status"] if "status" in told else told
        self.assertGreater(json.dumps(counts).count("distance_limit"), 0)
        self.expect(0, "run", "s.toml", "-n", 20, "--set", "simulation.max_failures=20", "-o", "b.h5")
        self.assertIn("distance_limit", self.expect(0, "export", "b.h5").out)
        self.expect(0, "diff", "b.h5", "b.h5")


if __name__ == "__main__":
    support.main()
