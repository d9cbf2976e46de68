#!/usr/bin/python3
"""`check` and `run` warn of what a Kalman filter does not know of its sensors, once each, with the key and the way out."""
import json
import pathlib

import h5py
import numpy as np
import scipy.stats

import support
from broken_estimators import SCENARIO as ESTIMATED
from support import ProgramTest, edited

# A barometer wants an atmosphere that has pressures.
SCENARIO = ESTIMATED + '\n[environment.atmosphere]\ntype = "isa"\n'
# A key of a sensor, and of the estimator the figure that says how far to trust it.
UNKNOWN = [
    ("imu.accelerometer", "position_m = [0.1, 0, 0]", "accelerometer_noise_m_s2 = 0.1"),
    ("imu.accelerometer", "scale_error = 0.01", "accelerometer_noise_m_s2 = 0.1"),
    ("imu.accelerometer", "misalignment_rad = [0.01, 0, 0]", "accelerometer_noise_m_s2 = 0.1"),
    ("imu.accelerometer", "jitter_s = 0.002", "accelerometer_noise_m_s2 = 0.1"),
    ("imu.gyroscope", "cross_axis = [0, 0.01, 0, 0, 0, 0, 0, 0, 0]", "gyroscope_noise_rad_s = 0.01"),
    ("imu.gyroscope", "g_sensitivity_rad_s_m_s2 = 1e-4", "gyroscope_noise_rad_s = 0.01"),
    ("imu.magnetometer", "turn_on_bias_t = 1e-7", "magnetometer_noise_t = 1e-6"),
    ("imu.magnetometer", "scale_error = 0.01", "magnetometer_noise_t = 1e-6"),
    ("gps.gnss", "position.gauss_markov_time_s = 60\nposition.gauss_markov_bias_m = 1.5", "gnss_position_noise_m = 5"),
    ("gps.gnss", "velocity.bias_m_s = [0, 0.1, 0]", "gnss_velocity_noise_m_s = 1"),
    ("baro.barometer", "bias_random_walk_m_sqrt_s = 0.1", "barometer_noise_m = 1"),
]


class EstimatorWarnings(ProgramTest):
    def warnings(self, text):
        self.write("s.toml", text)
        done = self.expect(0, "check", "s.toml")
        return [line for line in (done.out + done.err).splitlines() if "warning:" in line]

    def test_nothing_is_warned_of_where_the_filter_knows_all(self):
        self.assertEqual(self.warnings(SCENARIO), [])

    def test_each_error_that_it_does_not_know_is_warned_of_once(self):
        for sensor, keys, figure in UNKNOWN:
            with self.subTest(sensor=sensor, keys=keys):
                text = edited((f"[sensors.{sensor}]\n", f"[sensors.{sensor}]\n{keys}\n"), text=SCENARIO)
                warnings = self.warnings(text)
                self.assertEqual(len(warnings), 1, warnings)
                self.assertRegex(warnings[0], "the EKF (ignores|treats)")
                self.assertIn(sensor, warnings[0])
                self.assertIn("estimator." + figure.split(" ")[0], warnings[0])
                # The line of the key itself.
                line = text[:text.index(keys.splitlines()[-1])].count("\n") + 1
                self.assertIn(f"s.toml:{line}:", warnings[0])
                # Who gives the figure has decided; a filter without covariance claims nothing.
                self.assertEqual(self.warnings(edited(('type = "ekf"', 'type = "ekf"\n' + figure), text=text)), [])
                self.assertEqual(self.warnings(edited(('type = "ekf"', 'type = "mahony"'), text=text)), [])

    def test_a_dispersed_error_is_warned_of(self):
        text = SCENARIO + '\n[disperse."sensors.imu.gyroscope.scale_error.*"]\ndist = "normal"\nmean = 0\nsd = 0.01\n'
        warnings = self.warnings(text)
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("the EKF ignores scale_error of imu.gyroscope", warnings[0])

    def test_process_noise_between_instants_is_warned_of(self):
        noise = SCENARIO + "\n[vehicle.process_noise]\nforce_n2_s = 0.001\n"
        self.assertEqual(self.warnings(noise), [])
        instant = edited(("[sensors.imu.accelerometer]\n", '[sensors.imu.accelerometer]\nreadings = "instantaneous"\n'),
                         text=noise)
        warnings = self.warnings(instant)
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("Set readings = \"averaged\"", warnings[0])


class Consistency(ProgramTest):
    """The mean of final_nees over flights against chi-square bounds, which scipy computes."""

    def fly(self, *options, name="a.h5"):
        self.write("s.toml", SCENARIO)
        done = self.expect(0, "run", "s.toml", "-n", "100", "--set", "simulation.duration_s=1", "--progress", "none",
                           "--fresh", "-o", name, *options)
        with h5py.File(self.path(name)) as file:
            nees = file["m_final_nees"][:]
        return " ".join(done.err.split()), nees[np.isfinite(nees)]

    @staticmethod
    def bounds(n, level=0.01):
        return [scipy.stats.chi2.ppf(p, 15 * n) / n for p in (level / 2, 1 - level / 2)]

    def test_a_filter_that_knows_its_noises_is_consistent(self):
        said, nees = self.fly()
        low, high = self.bounds(len(nees))
        self.assertTrue(low < nees.mean() < high, nees.mean())
        self.assertNotIn("the filter is", said)
        self.assertNotIn("the filter is", self.expect(0, "stats", "a.h5").err)
        self.expect(0, "report", "a.h5", "-o", "p.html")
        page = pathlib.Path(self.path("p.html")).read_text()
        self.assertIn(f"final_nees: mean {nees.mean():.4g} over 100 samples, within [{low:.4g}, {high:.4g}]: consistent "
                      "(two-sided chi-square test at level 1 %, 100 samples with 15 degrees of freedom each)", page)

    def test_a_filter_that_trusts_its_sensors_too_much_or_too_little_is_told(self):
        """GNSS velocities of 0.1 m/s that are taken for 0.02, and accelerations of 0.05 m/s2 that are taken for 5."""
        for options, word in ((["gnss_velocity_noise_m_s=0.02", "gnss_position_noise_m=0.1"], "overconfident"),
                              (["accelerometer_noise_m_s2=5", "gyroscope_noise_rad_s=0.3"], "underconfident")):
            said, nees = self.fly(*(part for option in options for part in ("--set", "estimator." + option)))
            low, high = self.bounds(len(nees))
            self.assertFalse(low < nees.mean() < high, nees.mean())
            wanted = f"the filter is {word}: final_nees is {nees.mean():.4g} on average, 15 expected (a consistent filter stays within [{low:.4g}, {high:.4g}]: "
            self.assertIn(wanted, said)
            self.assertIn(wanted, " ".join(self.expect(0, "stats", "a.h5").err.split()))
            self.assertIn("the filter is " + word, json.loads(self.expect(0, "stats", "a.h5", "--json").out)["warnings"][-1])
            self.expect(0, "report", "a.h5", "-o", "p.html", "--force")
            self.assertIn(f": {word} (two-sided", pathlib.Path(self.path("p.html")).read_text())
        # Where samples share draws, or were spread by a design, no level is known.
        for option in ('monte_carlo.freeze=["*"]', "monte_carlo.design=lhs"):
            said, _ = self.fly("--set", "estimator.gnss_velocity_noise_m_s=0.02", "--set", option)
            self.assertNotIn("the filter is", said)


if __name__ == "__main__":
    support.main()
