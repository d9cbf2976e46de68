#!/usr/bin/python3
"""Events that leave the trajectory: brake, land, return. Each way against straight motion with constant accelerations,
integrated leg by leg; the vehicle follows it; same bits alone, in packs and on threads. Conditions that begin them."""
import json
import math

import h5py
import numpy
import support
from support import ProgramTest, edited

# 8.3 m/s to the north-east, climbing, at 60 m.
FLIGHT = """schema = 1
name = "diverted"
integrator = {type = "rk4", rate_hz = 500}
[vehicle]
include = "%s"
%s
[trajectory]
type = "lissajous"
center_m = [30, 10, -60]
velocity_m_s = [8, 2, -1]
amplitude_m = [0, 0, 0]
rate_rad_s = [0, 0, 0]
heading = {type = "fixed", angle_deg = 20}
[controller]
type = "lee"
rate_hz = 250
position_gain_1_s2 = 4.0
velocity_gain_1_s = 3.0
attitude_gain_n_m = [0.8, 0.8, 0.4]
rate_gain_n_m_s = [0.25, 0.25, 0.2]
[simulation]
duration_s = %s
[simulation.initial]
position_m = [30, 10, -60]
velocity_m_s = [8, 2, -1]
[output]
rate_hz = 50
signals = ["position", "velocity", "position_reference", "velocity_reference", "acceleration_reference", "rotor_thrust"]
traces = "all"
"""
X500 = support.VEHICLES / "x500.toml"
BRAKE = '[[event]]\nname = "stop"\ntype = "brake"\nat_s = 2.0\ndeceleration_m_s2 = 2.5\n'
LAND = BRAKE.replace('"brake"', '"land"') + "descent_m_s = 1.5\n"
RETURN = (LAND.replace('"land"', '"return"') +
          "speed_m_s = 6\nclimb_m_s = 2\naltitude_m = 75\nhome_north_m = -5\nhome_east_m = 3\n")
STATE = "".join(f'{s}{a} = {{formula = "at({n}.{a}, stop)", unit = "1"}}\n'
                for s, n in (("p", "position"), ("v", "velocity")) for a in "xyz")


def rest_to_rest(length, speed, a):
    """Durations and signs of the acceleration on a way of that length."""
    if length <= 0:
        return []
    if length >= speed * speed / a:
        return [(speed / a, 1), (length / speed - speed / a, 0), (speed / a, -1)]
    return [(math.sqrt(length / a), 1), (math.sqrt(length / a), -1)]


def way(p, v, a, descent=0.0, speed=0.0, climb=1.0, altitude=-1e9, home=(0, 0)):
    """Legs (duration, acceleration vector) from a state."""
    v0 = numpy.linalg.norm(v)
    legs = [(v0 / a, -a * v / v0)]
    stop = p + v * v0 / (2 * a)
    if speed:
        up = max(0.0, altitude + stop[2])
        legs += [(t, sign * a * numpy.array([0, 0, -1.0])) for t, sign in rest_to_rest(up, climb, a)]
        ahead = numpy.array([home[0] - stop[0], home[1] - stop[1], 0.0])
        far = numpy.linalg.norm(ahead)
        legs += [(t, sign * a * ahead / far) for t, sign in rest_to_rest(far, speed, a)]
    if descent:
        legs.append((descent / a, numpy.array([0, 0, a])))
    return legs


def along(p, v, legs, t):
    """Position, velocity and acceleration after the time t: leg by leg."""
    for duration, a in legs:
        dt = min(t, duration)
        p, v, t = p + v * dt + a * dt * dt / 2, v + a * dt, t - dt
        if t <= 0:
            return p, v, a
    return p + v * t, v, numpy.zeros(3)


class Diversions(ProgramTest):
    def fly(self, more, length=30, vehicle=X500, keys="", options=("-n", "1"), change=lambda text: text):
        self.write("s.toml", change(FLIGHT % (vehicle, keys, length)) + more)
        self.expect(0, "run", "s.toml", *options, "-o", "s.h5", "--fresh", "-q")
        with h5py.File(self.path("s.h5")) as file:
            return {name: file[name][...] for name in file if isinstance(file[name], h5py.Dataset)}

    def state_at_stop(self, found, sample=0):
        return [numpy.array([found[f"m_{s}{a}"][sample] for a in "xyz"]) for s in "pv"]

    def assert_way(self, found, sample=0, begin_s=2.0, **numbers):
        """The reference is the way from the state at the event: to 1e-9 m, a millionth of a step's motion."""
        p, v = self.state_at_stop(found, sample)
        legs = way(p, v, 2.5, **numbers)
        edges = begin_s + numpy.cumsum([0] + [duration for duration, _ in legs])
        names = [f"{n}_reference" for n in ("position", "velocity", "acceleration")]
        times = numpy.arange(found[names[0]].shape[1]) / 50
        times = times[(times >= begin_s) & ~numpy.isnan(found[names[0]][sample, :, 0])]
        self.assertGreater(len(times), 100)
        truth = [along(p, v, legs, t - begin_s) for t in times]
        for i, name in enumerate(names):
            # The acceleration jumps at the edges.
            k = [n for n, t in enumerate(times) if i < 2 or numpy.min(numpy.abs(edges - t)) >= 1e-6]
            rows = numpy.rint(times[k] * 50).astype(int)
            numpy.testing.assert_allclose(found[name][sample, rows], [truth[n][i] for n in k], rtol=0, atol=1e-9, err_msg=name)
        return p, v, legs

    def test_brake(self):
        """Stop after v / a, v^2 / (2 a) ahead; the vehicle follows within 0.3 m, as the start of the deceleration tilts it
        for some 0.3 s, and hovers there to 1 mm."""
        found = self.fly(BRAKE + "[metrics]\n" + STATE, 12)
        p, v, _ = self.assert_way(found)
        speed = numpy.linalg.norm(v)
        self.assertAlmostEqual(speed, math.sqrt(69), delta=0.1)
        stop = p + v / speed * speed ** 2 / 5
        numpy.testing.assert_allclose(found["position_reference"][0, -1], stop, atol=1e-9)
        numpy.testing.assert_allclose(found["position"][0, -1], stop, atol=1e-3)
        off = found["position"][0] - found["position_reference"][0]
        self.assertLess(numpy.max(numpy.linalg.norm(off, axis=1)), 0.3)
        self.assertLess(numpy.linalg.norm(off[100]), 1e-12)  # the way begins at the vehicle

    def test_land(self):
        """The touchdown comes h / v + v / (2 a) after the stop, and as much later as the vehicle lags: not 0.05 s."""
        found = self.fly(LAND + "[metrics]\n" + STATE, 90,
                         change=lambda text: text.replace("[simulation]", '[simulation]\nend = "touchdown"'))
        p, v, _ = self.assert_way(found, descent=1.5)
        speed = numpy.linalg.norm(v)
        stop = p + v * speed / 5
        landing_s = 2 + speed / 2.5 + -stop[2] / 1.5 + 1.5 / 5
        self.assertAlmostEqual(found["t_end_s"][0], landing_s, delta=0.05)
        self.assertAlmostEqual(found["m_touchdown_vertical_speed_m_s"][0], 1.5, delta=1e-3)

    def test_return(self):
        numbers = dict(descent=1.5, speed=6.0, climb=2.0, altitude=75, home=(-5, 3))
        found = self.fly(RETURN + "[metrics]\n" + STATE, 120,
                         change=lambda text: text.replace("[simulation]", '[simulation]\nend = "touchdown"'))
        _, _, legs = self.assert_way(found, **numbers)
        self.assertEqual(len(legs), 8)  # all legs are long
        self.assertAlmostEqual(-numpy.nanmin(found["position"][0, :, 2]), 75, delta=0.2)
        end = 2 + sum(t for t, _ in legs[:-1]) + 75 / 1.5 + 1.5 / 5
        self.assertAlmostEqual(found["t_end_s"][0], end, delta=0.05)
        last = found["position"][0][~numpy.isnan(found["position"][0, :, 0])][-1]
        numpy.testing.assert_allclose(last[:2], [-5, 3], atol=1e-2)

    def test_short_and_missing_legs(self):
        """Too short for its speed; no climb; already home."""
        for altitude, north, east in ((62.9, 49.0, 15.5), (10, 200, -80), (75, 59.7777, 18)):
            more = RETURN.replace("= 75", f"= {altitude}").replace("= -5", f"= {north}").replace("= 3\n", f"= {east}\n")
            found = self.fly(more + "[metrics]\n" + STATE, 40)
            self.assert_way(found, descent=1.5, speed=6.0, climb=2.0, altitude=altitude, home=(north, east))

    def test_a_second_one_begins_anew(self):
        """A landing while the vehicle still brakes begins at its state then. The heading stays."""
        more = BRAKE.replace('"stop"', '"first"') + '[[event]]\nname = "stop"\ntype = "land"\nafter = "first"\ndelay_s = 1.5\n'
        more += "deceleration_m_s2 = 2.5\ndescent_m_s = 1.5\n[metrics]\n" + STATE
        more += 'nose = {formula = "at(euler_angles[2], end)", unit = "rad"}\n'
        found = self.fly(more, 12)
        p, v, _ = self.assert_way(found, begin_s=3.5, descent=1.5)
        self.assertLess(numpy.linalg.norm(v), 6)
        self.assertAlmostEqual(found["m_nose"][0], math.radians(20), delta=1e-3)

    def test_from_the_estimate(self):
        """A controller with an estimate begins at the estimate, which errs by some decimetres, of place and velocity."""
        text = (support.VEHICLES.parent / "examples/x500-estimated.toml").read_text()
        text = text.replace('"../', f'"{support.VEHICLES.parent}/')
        signals = '"position", "position_estimate", "velocity_estimate", "position_reference", "velocity_reference"'
        text = text.replace("[output]", f"[output]\nsignals = [{signals}]", 1) if "signals" not in text else text
        self.write("s.toml", text + BRAKE)
        self.expect(0, "run", "s.toml", "-n", "3", "-o", "s.h5", "-q", "--set", "output.traces=all",
                    "--set", f"output.signals=[{signals}]", "--set", "output.rate_hz=50", "--set", "simulation.duration_s=3")
        with h5py.File(self.path("s.h5")) as file:
            for sample in range(3):
                for name in ("position", "velocity"):
                    numpy.testing.assert_array_equal(file[f"{name}_reference"][sample, 100],
                                                     file[f"{name}_estimate"][sample, 100])
                self.assertGreater(numpy.linalg.norm(file["position"][sample, 100] - file["position_estimate"][sample, 100]), 1e-3)

    def test_same_bits(self):
        """11 flights begin at different times in their packs: alone, and on one or two threads."""
        spread = '[disperse."event.0.at_s"]\ndist = "uniform"\nlow = 0.5\nhigh = 4\n'
        spread += '[disperse."event.0.speed_m_s"]\ndist = "uniform"\nlow = 3\nhigh = 7\n'
        digests = set()
        for threads in ("1", "2"):
            found = self.fly(RETURN + spread, 20, options=("-n", "11", "-j", threads))
            digests.add(found["digest"].tobytes())
        self.assertEqual(len(digests), 1)
        self.assertEqual(len(numpy.unique(found["digest"], axis=0)), 11)
        told = self.expect(0, "replay", "s.h5", "--sample", "6", "--fresh", "-o", "one.h5", "--json").out
        self.assertIn("same", told)

    def test_continuous_control(self):
        """A controller within the equations sees the way at every stage: as with 500 updates a second, to 2 cm."""
        found = self.fly(BRAKE + "[metrics]\n" + STATE, 8, change=lambda text: text.replace("rate_hz = 250", "rate_hz = \"continuous\""))
        p, v, _ = self.assert_way(found)
        numpy.testing.assert_allclose(found["position"][0, -1], p + v * numpy.linalg.norm(v) / 5, atol=2e-2)

    def crossing(self, trace, below):
        return numpy.argmax(trace < below) / 50

    def test_battery(self):
        """The event begins in the step after the battery has fallen below the threshold: traces have 50 rows a second."""
        battery = ("[vehicle.battery]\nfull_voltage_v = 12.69\nempty_voltage_v = 9.55\nresistance_ohm = 0.061\n"
                   "capacity_a_h = 0.1\nstate_of_charge = 0.9\nfull_command_voltage_v = 11.1\nefficiency = 0.7\n")
        change = {'"rotor_thrust"': '"state_of_charge", "battery_voltage"', "[0.8, 0.8, 0.4]": "[1.2, 1.2, 0.4]",
                  "[0.25, 0.25, 0.2]": "[0.18, 0.18, 0.12]"}
        for key, signal, threshold in (("state_of_charge_below", "state_of_charge", 0.7),
                                       ("battery_voltage_below_v", "battery_voltage", 11.8)):
            with self.subTest(key=key):
                more = BRAKE.replace("at_s = 2.0", f"when = {{{key} = {threshold}}}")
                found = self.fly(more + '[metrics]\nbegin = {formula = "at(t, stop)", unit = "s"}\n', 12, keys=battery,
                                 vehicle=support.VEHICLES / "hummingbird.toml",
                                 change=lambda text: edited(*change.items(), text=text))
                crossed = self.crossing(found[signal][0], threshold)
                self.assertGreater(crossed, 1)
                self.assertLessEqual(abs(found["m_begin"][0] - crossed), 0.02 + 0.002 + 1e-9)

    def test_disarm_on_touchdown(self):
        """The rotors stop a second after the contact points touch, and the vehicle rests."""
        ground = 'environment = {ground = {type = "spring_damper", stiffness_n_m = 3000, damping_n_s_m = 60}}\n'
        feet = ", ".join(f"{{position_m = [{x}, {y}, -0.2]}}" for x in (0.15, -0.15) for y in (0.15, -0.15))
        more = LAND.replace("at_s = 2.0", "at_s = 0.0") + ('[[event]]\ntype = "all_rotors_off"\nname = "disarm"\n'
                                                           "when = {touchdown = true}\ndelay_s = 1.0\n")
        more += '[metrics]\nbegin = {formula = "at(t, disarm)", unit = "s"}\n'
        found = self.fly(more, 20, keys=f"contact_points = [{feet}]\n", change=lambda text: ground_first(text, ground).replace("-60]", "-10]"))
        lowest = found["position"][0, :, 2] + 0.2
        touched = numpy.argmax(lowest >= 0) / 50
        self.assertAlmostEqual(found["m_begin"][0], touched + 1.0, delta=0.03)
        self.assertGreater(found["rotor_thrust"][0, int((touched + 0.5) * 50)].sum(), 0.1)
        self.assertEqual(found["rotor_thrust"][0, int((touched + 1.1) * 50):].max(), 0)
        self.assertLess(numpy.abs(found["velocity"][0, -1]).max(), 1e-3)

    def test_a_start_on_the_ground_is_no_touchdown(self):
        more = '[[event]]\ntype = "all_rotors_off"\nname = "disarm"\nwhen = {touchdown = true}\n'
        more += '[metrics]\nbegin = {formula = "at(t, disarm)", unit = "s"}\n'
        found = self.fly(more, 3, change=lambda text: ground_first(
            text, 'environment = {ground = {type = "sih2022"}}\n').replace("-60]", "0]"))
        self.assertTrue(math.isnan(found["m_begin"][0]))

    def test_estimate_error(self):
        text = (support.VEHICLES.parent / "examples/x500-estimated.toml").read_text()
        text = text.replace('"../', f'"{support.VEHICLES.parent}/')
        self.write("s.toml", text + BRAKE.replace("at_s = 2.0", "when = {estimate_error_above_m = 0.4}") +
                   '[metrics]\nbegin = {formula = "at(t, stop)", unit = "s"}\n')
        self.expect(0, "run", "s.toml", "-n", "4", "-o", "s.h5", "-q", "--set", "output.traces=all", "--set",
                    'output.signals=["position", "position_estimate"]', "--set", "output.rate_hz=250")
        with h5py.File(self.path("s.h5")) as file:
            for sample in range(4):
                off = numpy.linalg.norm(file["position"][sample] - file["position_estimate"][sample], axis=1)
                begin = file["m_begin"][sample]
                if numpy.all(off <= 0.4):
                    self.assertTrue(math.isnan(begin))
                else:
                    self.assertAlmostEqual(begin, numpy.argmax(off > 0.4) / 250, delta=1 / 250 + 1e-9)
            self.assertTrue(numpy.any(numpy.isfinite(file["m_begin"][:4])))


def ground_first(text, ground):
    return text.replace("[vehicle]", ground + "[vehicle]", 1)


# Events, what is changed, and the message. '^' marks its place.
class Messages(ProgramTest):
    def refuse(self, more, message, change=lambda text: text):
        self.write("s.toml", change(FLIGHT % (X500, "", 5)) + more)
        done = self.expect(2, "check", "s.toml")
        self.assertIn(message, " ".join(done.err.split()))
        self.assertEqual(done.err.count("error:"), 1, done.err)

    def test_signals_that_do_not_exist(self):
        for condition, message in (
                ("state_of_charge_below = 0.2", "a condition on the battery needs a battery (the vehicle has none). Add [vehicle.battery]."),
                ("battery_voltage_below_v = 14", "a condition on the battery needs a battery"),
                ("estimate_error_above_m = 2", "an error of the estimate needs an estimator (the scenario has none). Add [estimator]."),
                ("touchdown = true", "a touchdown needs a ground (environment.ground has no type)."),
                ("touchdown = false", "the condition has 0 comparisons instead of one.")):
            with self.subTest(condition=condition):
                self.refuse(BRAKE.replace("at_s = 2.0", f"when = {{{condition}}}"), message)
        self.refuse(BRAKE.replace("at_s = 2.0", "when = {touchdown = true}"),
                    "the flight ends at its touchdown, before the event",
                    lambda text: text.replace("[simulation]", '[simulation]\nend = "touchdown"'))

    def test_controllers_without_a_trajectory(self):
        text = support.SCENARIO + "\n" + BRAKE
        self.write("s.toml", text)
        self.assertIn("this controller does not follow a trajectory that it could leave",
                      " ".join(self.expect(2, "check", "s.toml").err.split()))

    def test_numbers(self):
        self.refuse(BRAKE.replace("2.5", "0"), "'event.0.deceleration_m_s2' must be > 0, found 0")
        self.refuse(BRAKE + "descent_m_s = 1\n", "unknown key 'event.0.descent_m_s'")
        self.refuse(LAND.replace("descent_m_s = 1.5\n", ""), "missing 'event.0.descent_m_s'")

    def test_landings_that_do_not_end(self):
        for change, message in ((lambda text: text, "no ground ends the descent"),
                                (lambda text: text.replace("[simulation]", "[simulation]\nlimits = {ground = true}"),
                                 "the landing ends with the status hit_ground")):
            self.write("s.toml", change(FLIGHT % (X500, "", 5)) + LAND)
            told = json.loads(self.expect(0, "check", "s.toml", "--json").out)
            self.assertIn(message, " ".join(json.dumps(told["warnings"]).split()))


if __name__ == "__main__":
    support.main()
