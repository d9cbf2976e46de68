#!/usr/bin/python3
"""Sensors that cannot be, which `check` refuses, and such as read nothing, of which it warns."""
import support
from support import SCENARIO, ProgramTest


class BrokenSensors(ProgramTest):
    def test_sensors_that_cannot_be(self):
        """Each mistake is one message that says where, what and why."""
        inertial = "[sensors.imu0.gyroscope]\nrate_hz = 100\n"
        for more, *words in (
                ("[sensors.imu0.gyroscope]\nrate_hz = 60\n",
                 "a period of 60 Hz is not a whole number of steps", "Nearest legal:"),
                ("[sensors.imu0.gyroscope]\n", "sensors.imu0.gyroscope", "rate_hz"),
                (inertial + "latency_s = 0.0005\n", "0.0005 s is not a whole number of steps"),
                (inertial + "latency_s = 1e300\n",
                 "1e+300 s are 1e+303 steps (the step rate is 1000 Hz, and a flight has at most 1e12 steps)."),
                (inertial + "jitter_s = 1e300\n", "1e+300 s are 1e+303 steps"),
                (inertial + "latency_s = 5\n", "every reading would be from before the start", "5 s late"),
                (inertial + "jitter_s = 0.01\n", "readings would arrive out of order", "the period 0.01 s"),
                (inertial + "bias_deg = 1\n", "unknown key 'sensors.imu0.gyroscope.bias_deg'", "bias_deg_s"),
                (inertial + "white_noise_density_deg_s_sqrt_hz = 0.01\n",
                 "a noise density is given without white_noise_density_is", "sqrt(2)"),
                (inertial + "gauss_markov_bias_rad_s = 0.01\n", "without gauss_markov_time_s"),
                (inertial + '[disperse."sensors.imu0.gyroscope.white_noise_density_rad_s_sqrt_hz.x"]\n'
                 'dist = "uniform"\nlow = 0\nhigh = 1\n', "without white_noise_density_is"),
                (inertial + '[disperse."sensors.imu0.gyroscope.gauss_markov_bias_rad_s.*"]\n'
                 'dist = "uniform"\nlow = 0\nhigh = 1\n', "without gauss_markov_time_s"),
                (inertial + "word_bits = 16\n", "a word length is given without a resolution"),
                (inertial + "registers = true\n", "there are no 16-bit registers"),
                (inertial + "mounting = [1, 1, 0, 0]\n", "the norm of the mounting quaternion is 1.41421"),
                (inertial + "cross_axis = [1, 0, 0, 0, 0, 0, 0, 0, 0]\n", "diagonal of cross_axis", "scale_error"),
                (inertial + "full_scale_rad_s = 0\n", "full_scale_rad_s"),
                ("[sensors.sonar.range_finder]\nrate_hz = 10\nmin_m = 2\nmax_m = 2\n",
                 "no distance is between 2 and 2 m", "never read anything"),
                ("[sensors.sonar.range_finder]\nrate_hz = 10\nmax_m = 0\n", "max_m"),
                ("[sensors.sonar.range_finder]\nrate_hz = 10\naxis = [0, 0, 0]\n", "the axis is zero"),
                ("[sensors.imu0]\n", "this unit has no sensor"),
                ("[sensors.imu0.gyro]\nrate_hz = 100\n", "unknown key 'sensors.imu0.gyro'", "gyroscope"),
                ('[sensors."my imu".gyroscope]\nrate_hz = 100\n', "my imu"),
                ('[sensors.imu0]\ninclude = "icm-20498.toml"\n', "cannot read the included file",
                 "Did you mean 'icm-20948.toml'?"),
        ):
            self.write("icm-20948.toml", "[gyroscope]\nrate_hz = 100\n")
            self.write("s.toml", SCENARIO + "\n" + more)
            with self.nothing_touched():
                result = self.expect(2, "check", "s.toml")
            errors = [line for line in result.err.splitlines() if "error:" in line]
            self.assertEqual(len(errors), 1, result.err)
            for word in words:
                self.assertIn(word, result.err)

    def test_sensors_that_read_nothing_are_warned_of(self):
        for more, word in (("[sensors.mag.magnetometer]\nrate_hz = 100\n", "there is no magnetic field to read"),
                           ("[sensors.baro.barometer]\nrate_hz = 100\n", "the pressure is the same everywhere")):
            self.write("s.toml", SCENARIO + "\n" + more)
            self.assertIn(word, self.expect(0, "check", "s.toml").err)


if __name__ == "__main__":
    support.main()
