#!/usr/bin/python3
"""Inputs that are drawn together and streams that all samples share: [[correlate]], distributions of vectors,
monte_carlo.freeze. The same bits however they are flown, what is reached, and every way of getting it wrong."""
import csv
import io
import json
import os
import re

import h5py
import numpy as np

import support
from support import SCENARIO, ProgramTest, edited

MASS, XX, WIND = "vehicle.mass_kg", "vehicle.inertia_kg_m2.xx", "wind.0.to_m_s.x"
GROUP = f"""
[[correlate]]
inputs = ["{WIND}", "{MASS}", "{XX}"]
rank_correlation = [[1, 0.7, -0.4], [0.7, 1, 0.1], [-0.4, 0.1, 1]]
"""
VELOCITY = """
[disperse."simulation.initial.velocity_m_s.*"]
dist = "multivariate_normal"
mean = [1.0, -2.0, 0.5]
covariance = [[4.0, 1.2, -0.5], [1.2, 1.0, 0.1], [-0.5, 0.1, 0.25]]
"""
ATTITUDE = """
[disperse."simulation.initial.attitude.*"]
dist = "normal_rotation"
mean = [0.8, 0.0, 0.0, 0.6]
sd_deg = [1.0, 2.0, 20.0]
"""
ANY_ATTITUDE = '\n[disperse."simulation.initial.attitude.*"]\ndist = "uniform_rotation"\n'
# Whatever can be frozen.
NOISY = edited(('signals = ["position"', 'signals = ["wind", "position"'), ('traces = "every:3"', 'traces = "all"'),
               ("samples = 200", "samples = 20"), ("duration_s = 0.3", "duration_s = 0.25"),
               ("[controller]", """[[wind]]
type = "dryden"
sigma_m_s = [1, 1, 1]
length_m = [20, 20, 20]
airspeed_m_s = 5

[sensors.imu0.gyroscope]
rate_hz = 100
white_noise_rad_s = 0.1
turn_on_bias_rad_s = 0.2

[sensors.imu0.accelerometer]
rate_hz = 100
white_noise_m_s2 = 0.3

[controller]"""))
CALM = re.sub(r'\[disperse.*', "", edited(("force_n2_s = 5e-4", "force_n2_s = 0"), ("moment_n2_m2_s = 1e-7", "moment_n2_m2_s = 0"),
                                          text=NOISY), flags=re.DOTALL)


def spearman(a, b):
    rank = [np.argsort(np.argsort(x)).astype(float) for x in (a, b)]
    return np.corrcoef(*rank)[0, 1]


class JointTest(ProgramTest):
    def fly(self, name, text, *options):
        self.write("s.toml", text)
        self.expect(0, "run", "s.toml", "--progress", "none", "--reproducible", "-o", name, *options)
        with open(self.path(name), "rb") as file:
            return file.read()

    def column(self, name, column):
        with h5py.File(self.path(name), "r") as file:
            return file[column][:]

    def drawn(self, text, *options):
        """The inputs of a campaign, by path, without flying it."""
        self.write("s.toml", text)
        rows = list(csv.reader(io.StringIO(self.expect(0, "plan", "s.toml", "--csv", *options).out)))
        return {name[3:]: np.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(rows[0]) if i > 0}

    def require_same_bits(self, text):
        """By threads, lanes, alone, resumed, and as a scenario of a sample's own."""
        whole = self.fly("a.h5", text, "-j", "1", "--lanes", "baseline")
        self.assertEqual(self.fly("b.h5", text, "-j", "3"), whole)
        self.fly("o.h5", text, "--only", "11")
        self.assertTrue((self.column("o.h5", "digest")[11] == self.column("a.h5", "digest")[11]).all())
        self.assertEqual(self.fly("o.h5", text), whole)
        self.expect(0, "replay", "a.h5", "--sample", "11", "--to-toml", "one.toml", "--force")
        self.expect(0, "run", "one.toml", "--progress", "none", "-o", "t.h5")
        self.assertTrue((self.column("t.h5", "digest")[0] == self.column("a.h5", "digest")[11]).all())
        for name in ("a.h5", "b.h5", "o.h5", "t.h5"):
            os.remove(self.path(name))


class Correlations(JointTest):
    def test_the_same_bits(self):
        for design in ("random", "lhs", "sobol"):
            with self.subTest(design):
                self.require_same_bits(edited(("samples = 200", "samples = 64"),
                                              ("seed = 11", f'seed = 11\ndesign = "{design}"')) + GROUP)

    def test_the_first_input_and_the_others_keep_their_draws(self):
        alone, together = self.drawn(SCENARIO), self.drawn(SCENARIO + GROUP)
        for path in alone:
            self.assertEqual((alone[path] == together[path]).all(), path not in (MASS, XX))
        more = self.drawn(SCENARIO + GROUP, "-n", "1000")  # sample 7 of 1000 is sample 7 of 200
        for path in together:
            self.assertTrue((more[path][:200] == together[path]).all())

    def test_what_is_asked_is_reached_and_limits_hold(self):
        n = 20000
        drawn = self.drawn(SCENARIO + GROUP, "-n", str(n))
        for a, b, r in ((WIND, MASS, 0.7), (WIND, XX, -0.4), (MASS, XX, 0.1)):
            # Standard error of Spearman's coefficient: Bonett & Wright (2000).
            self.assertLess(abs(spearman(drawn[a], drawn[b]) - r), 4 * (1 - r * r) * np.sqrt((1 + r * r / 2) / n))
        self.assertTrue(((drawn[MASS] >= 0.9) & (drawn[MASS] <= 1.1)).all())
        self.assertTrue(((drawn[XX] >= 0.0045) & (drawn[XX] <= 0.0055)).all())

    def test_plan_run_and_stats_print_what_is_reached(self):
        drawn = self.drawn(SCENARIO + GROUP)
        pairs = json.loads(self.expect(0, "plan", "s.toml", "--no-trial", "--json").out)["correlated"]
        self.assertEqual([pair["rank_correlation"] for pair in pairs], [0.7, -0.4, 0.1])
        for pair in pairs:
            a, b = (drawn[name[3:]] for name in pair["inputs"])
            self.assertAlmostEqual(pair["reached"], spearman(a, b), places=12)
            self.assertEqual(pair["samples"], 200)
        line = re.escape(f"{WIND}, {MASS}") + f" +0\\.70 +{pairs[0]['reached']:.2f}\n"
        self.assertRegex(self.expect(0, "plan", "s.toml", "--no-trial").out, line)
        self.assertRegex(self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5").out, line)
        again = json.loads(self.expect(0, "run", "s.toml", "--progress", "none", "--json", "-o", "a.h5").out)
        self.assertEqual(again["correlated"], pairs)
        self.assertRegex(self.expect(0, "stats", "a.h5").out, line)
        for options in ((), ("--metric", "max_speed_m_s"), ("--no-verify",)):
            self.assertEqual(json.loads(self.expect(0, "stats", "a.h5", "--json", *options).out)["correlated"], pairs)
        for options in (("--metric", "max_speed_m_s"), ("--signal", "velocity.x"), ("--csv",), ("--worst", "3", "--by", "max_speed_m_s")):
            self.assertNotIn("correlation", self.expect(0, "stats", "a.h5", *options).out)
        self.write("alone.toml", SCENARIO)
        self.expect(0, "run", "alone.toml", "-n", "5", "--progress", "none", "-o", "alone.h5")
        self.assertNotIn("correlat", self.expect(0, "stats", "alone.h5").out + self.expect(0, "stats", "alone.h5", "--json").out)
        said = self.expect(0, "sensitivity", "a.h5", "--metric", "max_speed_m_s").out
        self.assertIn(f"{WIND} (correlated)", said)
        self.assertNotIn("time_constant_s (correlated)", said)

    def test_stats_of_a_scenario_that_is_not_understood(self):
        """As of a file of another version: what there is to say of its samples is said."""
        self.fly("a.h5", SCENARIO + GROUP, "-n", "30")
        with h5py.File(self.path("a.h5"), "r+") as file:
            resolved = file["provenance/resolved"]
            resolved[()] = np.frombuffer(resolved[()].tobytes().replace(b"rank_correlation", b"rang_correlation"), dtype=resolved.dtype)
        said = self.expect(0, "stats", "a.h5", "--no-verify")
        self.assertIn("this version of the program cannot read its scenario, so it does not show rank correlations", said.err)
        self.assertNotIn("achieved", said.out)
        self.assertIn("max_speed_m_s", said.out)
        self.assertNotIn("correlated", json.loads(self.expect(0, "stats", "a.h5", "--no-verify", "--json").out))

    def test_points_of_a_sweep_share_them_or_not(self):
        sweep = '\n[sweep."environment.gravity_m_s2"]\nvalues = [9.7, 9.8]\n'
        for independent in ("false", "true"):
            drawn = self.drawn(edited(("seed = 11", f"seed = 11\nindependent_points = {independent}")) + GROUP + sweep)
            mass = drawn[MASS].reshape(2, 200)
            self.assertEqual((mass[0] == mass[1]).all(), independent == "false")

    def test_inputs_that_are_one(self):
        drawn = self.drawn(SCENARIO + f'\n[[correlate]]\ninputs = ["{MASS}", "{XX}"]\n'
                                      "rank_correlation = [[1, -1], [-1, 1]]\n")
        self.assertAlmostEqual(spearman(drawn[MASS], drawn[XX]), -1, places=12)

    def test_a_number_of_a_path_that_shares_nothing(self):
        each = edited(("sd = 0.0005\n", 'sd = 0.0005\nshare = "each"\n'))
        rotor = "vehicle.rotors.{}.motor.time_constant_s"
        group = '\n[[correlate]]\ninputs = ["{}", "{}"]\nrank_correlation = [[1, 0.9], [0.9, 1]]\n'
        drawn = self.drawn(each + group.format(rotor.format(0), rotor.format(2)), "-n", "2000")
        self.assertGreater(spearman(drawn[rotor.format(0)], drawn[rotor.format(2)]), 0.85)
        self.assertLess(abs(spearman(drawn[rotor.format(0)], drawn[rotor.format(1)])), 0.1)
        self.refuse(each + group.format(MASS, rotor.format("*")),
                    f"'{rotor.format('*')}' has a separate draw for each number (a correlation needs single draws). "
                    f"Name '{rotor.format(0)}', '{rotor.format(1)}', '{rotor.format(2)}' or '{rotor.format(3)}'.")

    def group(self, inputs=(MASS, XX), rows="[[1, 0.5], [0.5, 1]]"):
        return f"\n[[correlate]]\ninputs = {json.dumps(inputs)}\nrank_correlation = {rows}\n"

    def test_inputs_that_cannot_be_correlated(self):
        pair = f"the rank correlation of '{XX}' and '{MASS}'"
        for inputs, says in (
                ((MASS,), "a correlation needs at least two inputs"),
                ((MASS, "vehicle.mas_kg"), "'vehicle.mas_kg' is not dispersed (it addresses no number of this scenario). "
                                           f"Did you mean '{MASS}'?"),
                ((MASS, "environment.gravity_m_s2"), "'environment.gravity_m_s2' is not dispersed. "
                                                     'Disperse it by [disperse."environment.gravity_m_s2"].'),
                ((MASS, MASS), f"'{MASS}' is correlated twice (all correlations of an input belong in one matrix).")):
            with self.subTest(inputs):
                self.refuse(SCENARIO + self.group(inputs), says)
        self.refuse(SCENARIO + self.group() + self.group((WIND, MASS)), f"'{MASS}' is correlated twice")
        for rows, says in (
                ("[[1, 0.5]]", "1 row for 2 inputs (the matrix has 2 rows of 2 numbers)."),
                ("[[1, 0.5], [0.5]]", "1 number in row 1 for 2 inputs"),
                ("[[1, 0.5], [0.4, 1]]", pair + " is 0.4 in row 1 and 0.5 in row 0 (the matrix must be symmetric)."),
                ("[[1, 0.5], [0.5, 2]]", f"the rank correlation of '{XX}' and '{XX}' is 2 (it must be 1 on the diagonal)."),
                ("[[1, 1.5], [1.5, 1]]", pair + " is 1.5 (it must be from -1 to 1).")):
            with self.subTest(rows):
                self.refuse(SCENARIO + self.group(rows=rows), says)
        for dist, says in (('dist = "choice"\nvalues = [0.9, 1.1]', 'its dist = "choice" is discrete, and equal values share'),
                           ('dist = "discrete"\nvalues = [0.9, 1.1]\nweights = [1, 2]', 'its dist = "discrete" is discrete'),
                           ('dist = "empirical"\nvalues = [0.9, 1.1]\ninterpolate = false', "without interpolation it is discrete"),
                           ('dist = "fixed"\nvalue = 1.0', "it is a constant")):
            with self.subTest(dist):
                text = edited(('dist = "truncated_normal"\nmean = 1.0\nsd = 0.05\nlow = 0.9\nhigh = 1.1', dist))
                self.refuse(text + self.group(), f"'{MASS}' cannot be correlated ({says}")
        self.refuse(SCENARIO + VELOCITY + self.group((MASS, "simulation.initial.velocity_m_s.x")),
                    'cannot be correlated (its dist = "multivariate_normal" already defines the correlation of its numbers)')
        self.refuse(edited(("samples = 200", "samples = 81"), ("seed = 11", 'seed = 11\ndesign = "factorial"\nlevels = 3'))
                    + self.group(), "the inputs of a factorial design cannot be correlated")
        for design, samples in (("saltelli", 384), ("morris", 80)):
            keys = f'seed = 11\ndesign = "{design}"' + ("\nlevels = 4" if design == "morris" else "")
            self.refuse(edited(("samples = 200", f"samples = {samples}"), ("seed = 11", keys)) + self.group(),
                        f"the inputs of a {design} design cannot be correlated")
        self.refuse(edited(("samples = 200", "samples = 576"), ("seed = 11", 'seed = 11\ndesign = "saltelli"')) + VELOCITY,
                    "a saltelli design cannot vary numbers that are drawn together")
        self.refuse(edited(("seed = 11", f'seed = 11\nfreeze = ["disperse:{MASS}"]')) + self.group(),
                    f"'{MASS}' is frozen and '{XX}' is not (an input that is the same in all samples cannot be correlated).")

    def test_a_matrix_that_is_none_is_told_with_the_nearest(self):
        self.write("s.toml", SCENARIO + self.group((MASS, XX, WIND), "[[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]]"))
        said = self.expect(2, "check", "s.toml").err
        self.assertIn("these rank correlations contradict each other (the matrix of their normal scores, "
                      "2 sin(pi r / 6), is not positive semidefinite; the rank correlation of", said)
        self.assertRegex(said, r"would have to change most, from -?0\.9 to -?0\.4\d+\)")
        nearest = re.search(r"The nearest valid matrix is (\[\[.*\]\])\.", said).group(1)
        rows = np.array(json.loads(nearest))
        # By symmetry all entries change alike: to normal scores of +-0.5, whose smallest eigenvalue is 0.
        self.assertTrue((np.abs(np.abs(rows[np.triu_indices(3, 1)]) - 6 / np.pi * np.arcsin(0.25)) < 3e-4).all(), rows)
        self.expect(0, "check", "s.toml", "--set", f"correlate.0.rank_correlation={nearest}")


class Vectors(JointTest):
    def test_the_same_bits(self):
        few = ("samples = 200", "samples = 64")
        for design in ("random", "sobol"):
            for more in (VELOCITY + ATTITUDE, ANY_ATTITUDE):
                self.require_same_bits(edited(few, ("seed = 11", f'seed = 11\ndesign = "{design}"')) + more)

    def test_covariance(self):
        n = 20000
        drawn = self.drawn(SCENARIO + VELOCITY, "-n", str(n))
        x = np.stack([drawn[f"simulation.initial.velocity_m_s.{axis}"] for axis in "xyz"])
        asked = np.array([[4.0, 1.2, -0.5], [1.2, 1.0, 0.1], [-0.5, 0.1, 0.25]])
        sd = np.sqrt(np.diag(asked))
        self.assertTrue((np.abs(x.mean(axis=1) - [1, -2, 0.5]) < 4 * sd / np.sqrt(n)).all())
        # Standard error of a covariance of normal numbers: sqrt((s_ii s_jj + s_ij^2) / n).
        self.assertTrue((np.abs(np.cov(x) - asked) < 4 * np.sqrt((np.outer(sd**2, sd**2) + asked**2) / n)).all())

    def test_flights_start_there(self):
        self.fly("a.h5", edited(('traces = "every:3"', 'traces = "all"')) + VELOCITY + ATTITUDE)
        for signal, path, axes in (("velocity", "velocity_m_s", "xyz"), ("attitude", "attitude", "wxyz")):
            drawn = np.stack([self.column("a.h5", f"in_simulation.initial.{path}.{axis}") for axis in axes], axis=1)
            np.testing.assert_allclose(self.column("a.h5", signal)[:, 0], drawn, rtol=1e-15, atol=1e-15)
        # 20 degrees about the body's z axis, 1 about x: seen as heading and roll.
        q = self.column("a.h5", "attitude")[:, 0].T
        heading = np.degrees(np.arctan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2]**2 + q[3]**2)))
        self.assertLess(abs(heading.std() - 20), 4 * 20 / np.sqrt(400))
        pairs = json.loads(self.expect(0, "plan", "s.toml", "--no-trial", "--json").out)["correlated"]
        self.assertEqual(len(pairs), 3)
        self.assertAlmostEqual(pairs[0]["rank_correlation"], 6 / np.pi * np.arcsin(0.6 / 2), places=12)

    def test_a_vector_of_offsets_and_of_rotors(self):
        drawn = self.drawn(SCENARIO + VELOCITY.replace('mean', 'apply = "offset"\nmean'))
        self.assertIn("simulation.initial.velocity_m_s.y.offset", drawn)
        rotors = self.drawn(SCENARIO + '\n[disperse."vehicle.rotors.*.law.thrust_n_s2"]\ndist = "multivariate_normal"\n'
                            'mean = [1, 1, 1, 1]\napply = "factor"\ncovariance = [[1e-4, 5e-5, 0, 0], [5e-5, 1e-4, 0, 0], '
                            '[0, 0, 1e-4, 0], [0, 0, 0, 1e-4]]\n')
        self.assertIn("vehicle.rotors.3.law.thrust_n_s2.factor", rotors)

    def test_what_is_wrong(self):
        for old, new, says in (
                ("[1.0, -2.0, 0.5]", "^[1.0, -2.0]", "3 rows for 2 means (the matrix has 2 rows of 2 numbers)"),
                ("[1.0, -2.0, 0.5]", "[]", "there are no means. Give mean = [...]."),
                ("[1.2, 1.0, 0.1]", "[1.1, 1.0, 0.1]", "the covariance of numbers 0 and 1 is 1.1 in row 1 and 1.2 in row 0"),
                ("[-0.5, 0.1, 0.25]", "[-0.5, 0.1, -0.25]", "the variance of number 2 is -0.25 (a variance is not negative)."),
                ("[-0.5, 0.1, 0.25]", "[-0.5, 0.1, 0.05]", "the matrix is not a covariance matrix (it is not positive"),
                ("mean =", 'share = ^"each"\nmean =', "a multivariate_normal draws all its numbers together. Remove share."),
                ("velocity_m_s.*", "velocity_m_s.x", "3 means for 1 number (there is one mean for each number that "
                                                     "'simulation.initial.velocity_m_s.x' addresses). "
                                                     "Write the path with '*' for all of a vector."),
                ("velocity_m_s.*", "attitude.*", "3 means for 4 numbers")):
            with self.subTest(new):
                self.assertEqual(VELOCITY.count(old), 1, old)
                self.refuse(SCENARIO + VELOCITY.replace(old, new.replace("^", "")), says)
        for old, new, says in (
                ("attitude.*", "velocity_m_s.*", "'simulation.initial.velocity_m_s.*' is not an attitude (a normal_rotation draws "
                                                 "the four numbers of a quaternion). For example simulation.initial.attitude.*."),
                ("0.8, 0.0, 0.0, 0.6", "0.8, 0.0, 0.0, 0.7", "the mean attitude has the norm 1.06301"),
                ("mean", 'apply = "offset"\nmean', "a drawn attitude cannot be a factor or an offset. Remove apply"),
                ("sd_deg = [1.0, 2.0, 20.0]", "sd_deg = [1.0, 2.0, -20.0]", "must be from 0 to 180")):
            with self.subTest(new):
                self.assertEqual(ATTITUDE.count(old), 1, old)
                self.write("s.toml", SCENARIO + ATTITUDE.replace(old, new))
                error = self.expect(2, "check", "s.toml").err
                self.assertEqual(error.count("error:"), 1, error)
                if not says.startswith("must"):
                    self.assertIn(says, error)
        self.refuse(SCENARIO + '\n[disperse."vehicle.rotors.*.law.thrust_n_s2"]\ndist = "uniform_rotation"\n', "is not an attitude")
        self.refuse(SCENARIO + '\n[disperse."vehicle.rotors.*.law.thrust_n_s2"]\ndist = "multivariate_normal"\n'
                    'mean = [1, 1, 1, 1]\ncovariance = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]\n',
                    "outside the range of the dispersed number")
        self.refuse(edited(("seed = 11", 'seed = 11\nfreeze = ["disperse:simulation.initial.velocity_m_s.x"]')) + VELOCITY,
                    "'simulation.initial.velocity_m_s.x' is frozen and 'simulation.initial.velocity_m_s.y' is not "
                    "(the numbers of 'simulation.initial.velocity_m_s.*' are drawn together)")


class Frozen(JointTest):
    def freeze(self, *names, text=NOISY):
        return edited(("seed = 11", "seed = 11\nfreeze = " + json.dumps(names)), text=text)

    def test_the_same_bits(self):
        self.require_same_bits(self.freeze("wind", "imu0.gyroscope", f"disperse:{MASS}"))

    def test_the_same_wind_for_all_and_other_sensors(self):
        self.fly("free.h5", NOISY)
        for name, frozen in (("wind", "wind"), ("wind1.dryden", "wind"), ("wind1", "wind")):
            self.fly("a.h5", self.freeze(name), "--fresh")
            # The turbulence is that of sample 0; the mean wind, which is dispersed, is not.
            wind = self.column("a.h5", "wind") - self.column("a.h5", "in_" + WIND)[:, None, None] * [1, 0, 0]
            np.testing.assert_allclose(wind, np.broadcast_to(wind[0], wind.shape), atol=1e-14)
            self.assertTrue((self.column("a.h5", "digest")[0] == self.column("free.h5", "digest")[0]).all())
            self.assertEqual(len(np.unique(self.column("a.h5", "digest")[:, -1])), 20)
            free = self.column("free.h5", "wind")
            self.assertGreater(np.abs(free[1] - free[0]).max(), 0.1)

    def test_sensors_by_name(self):
        """In flights that are all the same but for the wind's turbulence, which is frozen, too."""
        self.fly("free.h5", self.freeze("wind", text=CALM))
        self.fly("a.h5", self.freeze("wind", "imu0.gyroscope", text=CALM))
        gyroscope, accelerometer = "imu0.gyroscope", "imu0.accelerometer"
        readings = self.column("a.h5", gyroscope)
        self.assertTrue((readings == readings[0]).all())
        self.assertTrue((readings[0] == self.column("free.h5", gyroscope)[0]).all())
        self.assertEqual(len(np.unique(self.column("free.h5", gyroscope)[:, 0, 0])), 20)
        self.assertTrue((self.column("a.h5", accelerometer) == self.column("free.h5", accelerometer)).all())
        # The bias of the turn-on alone: the white noise stays each sample's own.
        self.fly("b.h5", self.freeze("wind", "*.turn_on", text=CALM))
        bias = [self.column(name, gyroscope).mean(axis=1)[:, 0].std() for name in ("free.h5", "b.h5")]
        self.assertGreater(bias[0], 0.1)
        self.assertLess(bias[1], 0.05)  # 0.1 / sqrt(26 readings)

    def test_dispersed_inputs(self):
        free = self.drawn(SCENARIO)
        for name, paths in (("dispersions", set(free)), (f"disperse:{MASS}", {MASS}), ("disperse:vehicle", set(free) - {WIND}),
                            ("disperse:*_s.x", {WIND})):
            drawn = self.drawn(self.freeze(name, text=SCENARIO))
            for path, values in drawn.items():
                path = path.replace("all", "*")
                self.assertEqual((values == values[0]).all(), path in {p.replace("all", "*") for p in paths}, (name, path))
        for path, values in drawn.items():
            self.assertEqual(values[0], free[path][0])
        # In a design they are no dimension: the others stand as if this one were a constant.
        sobol = edited(("seed = 11", 'seed = 11\ndesign = "sobol"'), ("samples = 200", "samples = 64"))
        frozen = self.drawn(self.freeze(f"disperse:{XX}", text=sobol))
        constant = self.drawn(edited(('dist = "uniform"\nlow = 0.0045\nhigh = 0.0055', 'dist = "fixed"\nvalue = 0.005'), text=sobol))
        self.assertEqual(frozen[MASS].tolist(), constant[MASS].tolist())

    def test_what_is_all_the_same_is_said(self):
        text = self.freeze("process", "wind", "sensors", "dispersions")
        self.write("s.toml", text)
        said = self.expect(0, "run", "s.toml", "--progress", "none", "-o", "a.h5")
        self.assertIn("all 20 samples are the same flight (monte_carlo.freeze freezes every random stream)", said.err)
        digests = self.column("a.h5", "digest")
        self.assertTrue((digests == digests[0]).all())
        plan = json.loads(self.expect(0, "plan", "s.toml", "--no-trial", "--json").out)
        self.assertIn("imu0.accelerometer.gauss_markov", plan["frozen"])
        self.assertTrue(all(one["frozen"] for one in plan["inputs"]))
        self.write("s.toml", self.freeze("wind"))
        self.assertIn("the same in all samples: wind1.dryden\n", self.expect(0, "plan", "s.toml", "--no-trial").out)

    def test_names_that_mean_nothing(self):
        for name, says in (("winds", "Did you mean 'wind'?"), ("imu0.gyroscop.white", "Did you mean 'imu0.gyroscope.white'?"),
                           ("disperse:vehicle.mas_kg", f"Did you mean 'disperse:{MASS}'?"), ("wind0", "Did you mean 'wind'?"),
                           ("estimator", "an entry is a purpose"), ("lightning.*", "For example monte_carlo.freeze = [\"process\"].")):
            with self.subTest(name):
                self.write("s.toml", self.freeze(name))
                error = self.expect(2, "check", "s.toml").err
                self.assertIn(f"'{name}' matches no random stream of this scenario (an entry is a purpose", error)
                self.assertIn(says, error)


if __name__ == "__main__":
    support.main()
