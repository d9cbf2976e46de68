#!/usr/bin/python3
"""Estimators that cannot work: `check` or `run`, by turns, refuses each with exit 2 and one message that says where and why."""
import support
from broken_loops import SCENARIO as LOOP
from support import ProgramTest, edited

SCENARIO = edited(("rate_hz = 500\n", 'rate_hz = 500\nfeedback = "estimate"\n'), text=LOOP) + """
[environment.magnetic_field]
type = "vector"
field_t = [2e-5, 0, 4e-5]

[sensors.imu.accelerometer]
rate_hz = 250
white_noise_m_s2 = 0.05
turn_on_bias_m_s2 = 0.05
[sensors.imu.gyroscope]
rate_hz = 250
white_noise_rad_s = 0.003
turn_on_bias_rad_s = 0.01
[sensors.imu.magnetometer]
rate_hz = 50
white_noise_t = 3e-7
[sensors.gps.gnss]
rate_hz = 10
position.white_noise_m = 0.5
velocity.white_noise_m_s = 0.1
[sensors.baro.barometer]
rate_hz = 50
white_noise_m = 0.2

[estimator]
type = "ekf"
"""
ACCELEROMETER = SCENARIO[SCENARIO.index("[sensors.imu.accelerometer]"):SCENARIO.index("[sensors.imu.gyroscope]")]
GYROSCOPE = SCENARIO[SCENARIO.index("[sensors.imu.gyroscope]"):SCENARIO.index("[sensors.imu.magnetometer]")]

# What is replaced, by what, and what the message says.
FAULTS = [
    ('\n[estimator]\ntype = "ekf"\n', "", "feedback = \"estimate\" needs an estimator. Add [estimator] type = \"ekf\", or "
     'set feedback = "truth".'),
    ('feedback = "estimate"', 'feedback = "estimated"', "Did you mean 'estimate'?"),
    ('type = "ekf"', 'type = "kalman"', "mahony"),
    (ACCELEROMETER, "", "the estimator has no accelerometer (an estimator integrates the readings of an accelerometer "
     "and a gyroscope). Add [sensors.imu0.accelerometer], or include an IMU."),
    (GYROSCOPE, "", "the estimator has no gyroscope"),
    ('type = "ekf"', 'type = "ekf"\ngyroscope = "gps"', "the sensor unit 'gps' has no gyroscope. Possible: \"imu\"."),
    ('type = "ekf"', 'type = "ekf"\ngyroscope = "none"', "the sensor unit 'none' has no gyroscope. Possible: \"imu\"."),
    ('type = "mahony"', 'type = "mahony"\ngnss = "gps0"', "the sensor unit 'gps0' has no gnss. Possible: \"gps\" or \"none\"."),
    ("[sensors.imu.gyroscope]\nrate_hz = 250", "[sensors.imu.gyroscope]\nrate_hz = 500",
     "imu.accelerometer reads at 250 Hz, imu.gyroscope at 500 Hz (an estimator integrates both together). Give "
     "both the same rate_hz."),
    ("[sensors.imu.gyroscope]\nrate_hz = 250", "[sensors.imu.gyroscope]\nrate_hz = 250\nlatency_s = 0.002",
     "imu.accelerometer has a latency of 0 s, imu.gyroscope of 0.002 s (an estimator integrates both together). "
     "Give both the same latency_s."),
    ("[sensors.gps.gnss]\nrate_hz = 10", "[sensors.gps.gnss]\nrate_hz = 10\nlatency_s = 0.1234", "Nearest legal: "),
    ('type = "ekf"', 'type = "ekf"\ngnss_delay_s = -0.1', "'estimator.gnss_delay_s' must be between 0 and 60"),
    ('type = "ekf"', 'type = "ekf"\nwind = {}', "the wind cannot be estimated here (the vehicle has no drag along its x "
     "and y axes, which makes wind observable). Give vehicle.rotor_drag_1_s, linear_drag_n_s_m, quadratic_drag_n_s2_m2 or drag_area_m2."),
    ('type = "ekf"', 'type = "ekf"\nwind = {walk_m_s_sqrt_s = 0}', "'estimator.wind.walk_m_s_sqrt_s' must be > 0 and <= 1000"),
    ("turn_on_bias_m_s2 = 0.05\n", "", "the standard deviation of the bias of imu.accelerometer is zero (a Kalman filter with "
     "zero variance ignores all measurements of it). Give estimator.initial.accelerometer_bias_m_s2."),
    ("turn_on_bias_rad_s = 0.01", "turn_on_bias_rad_s = [0.01, 0.01, 0]", "Give estimator.initial.gyroscope_bias_rad_s."),
    ("position.white_noise_m = 0.5\n", "", "the standard deviation of the gps.gnss.position is zero (measurement noise of zero "
     "makes the innovation variance singular)."),
    ("velocity.white_noise_m_s = 0.1\n", "", "Give estimator.gnss_velocity_noise_m_s, or use_gnss_velocity = false."),
    ("white_noise_t = 3e-7\n", "", "Give estimator.magnetometer_noise_t."),
    ("[sensors.baro.barometer]\nrate_hz = 50\nwhite_noise_m = 0.2", "[sensors.baro.barometer]\nrate_hz = 50",
     "Give estimator.barometer_noise_m."),
    ('type = "ekf"', 'type = "ekf"\ninitial.position_m = 0', "'estimator.initial.position_m' must be > 0"),
    ('type = "ekf"', 'type = "ekf"\nbarometer_noise_m = 0', "'estimator.barometer_noise_m' must be > 0"),
    ("rate_hz = 500\nfeedback", 'rate_hz = "continuous"\nfeedback', "a continuous controller cannot use an estimate"),
    # What is fine.
    ("velocity.white_noise_m_s = 0.1\n", "[estimator]\nuse_gnss_velocity = false\ntype = 'ekf'\n", None),
    ('type = "ekf"', 'type = "ekf"\ngnss = "none"\nmagnetometer = "none"', None),
    ('type = "ekf"', 'type = "mahony"', None),
]


class BrokenEstimators(ProgramTest):
    def test_the_scenario_is_fine_without_a_fault(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "check", "s.toml")

    def test_each_fault_has_one_message(self):
        for old, new, message in FAULTS:
            with self.subTest(new=new, message=message):
                scenario = SCENARIO.replace('"ekf"', '"mahony"') if "mahony" in old else SCENARIO
                if new.startswith("[estimator]"):
                    scenario = edited(('\n[estimator]\ntype = "ekf"\n', ""), (old, ""), text=scenario) + "\n" + new
                    old = new
                text = edited((old, new), text=scenario)
                if message is None:
                    self.write("s.toml", text)
                    self.expect(0, "check", "s.toml")
                else:
                    self.refuse(text, message)

    def test_a_wind_wants_a_noise_to_weigh_it_with(self):
        text = edited(("white_noise_m_s2 = 0.05\n", ""), ('type = "ekf"', 'type = "ekf"\nwind = {}'),
                      ('f450.toml"\n', 'f450.toml"\nvehicle.linear_drag_n_s_m = 0.1\n'), text=SCENARIO)
        self.refuse(text,
                    "the standard deviation of the white noise of imu.accelerometer is zero (measurement noise of zero makes "
                    "the innovation variance singular). Give estimator.wind.specific_force_noise_m_s2.")

    def test_the_wind_wants_that_noise_along_x_and_y_only(self):
        def mounted(noise, mounting):
            return edited(("white_noise_m_s2 = 0.05\n", f"white_noise_m_s2 = {noise}\nmounting = {mounting}\n"),
                          ('type = "ekf"', 'type = "ekf"\nwind = {}'),
                          ('f450.toml"\n', 'f450.toml"\nvehicle.linear_drag_n_s_m = 0.1\n'), text=SCENARIO)
        on_its_side, askew = "[0.7071, 0, 0.7071, 0]", "[0.924, 0, 0.383, 0]"  # by 90 and 45 degrees about y
        for noise, mounting in [("[0.05, 0.05, 0]", "[1, 0, 0, 0]"), ("[0.05, 0.05, 0]", askew),
                                ("[0, 0.05, 0.05]", on_its_side), ("[0, 0.05, 0.05]", askew)]:
            with self.subTest(noise=noise, mounting=mounting):
                self.write("s.toml", mounted(noise, mounting))
                self.expect(0, "check", "s.toml")
        for noise, mounting in [("[0, 0.05, 0.05]", "[1, 0, 0, 0]"), ("[0.05, 0.05, 0]", on_its_side)]:
            with self.subTest(noise=noise, mounting=mounting):
                self.refuse(mounted(noise, mounting), "the standard deviation of the white noise of imu.accelerometer is zero")

    def test_its_signal_wants_the_estimate(self):
        self.refuse(SCENARIO + '\n[output]\nsignals = ["wind_estimate"]\n',
                    "the signal 'wind_estimate' does not exist here (the estimator does not estimate the wind). Add "
                    "[estimator.wind].")

    def test_not_too_many_readings_are_on_their_way(self):
        late = "[sensors.imu.magnetometer]\nrate_hz = 500\nlatency_s = "
        text = edited(("duration_s = 0.1", "duration_s = 3"), text=SCENARIO)
        self.refuse(edited(("[sensors.imu.magnetometer]\nrate_hz = 50", late + "2.002"), text=text),
                    "1001 readings would be in transit at once (an estimator can buffer at most 1000). Lower latency_s or "
                    "rate_hz.")
        self.write("s.toml", edited(("[sensors.imu.magnetometer]\nrate_hz = 50", late + "2"), text=text))
        self.expect(0, "check", "s.toml")

    def test_not_too_many_true_states_wait_for_a_late_estimate(self):
        # Steps of 2 ms: one reading of each of the IMU's is on its way, and 5000 of the magnetometer come out meanwhile.
        def behind(latency_s):
            late = "rate_hz = \"1/10\"\nlatency_s = %s\n" % latency_s
            return edited(("duration_s = 0.1", "duration_s = 20"), ('magnetometer]\nrate_hz = 50', 'magnetometer]\nrate_hz = 500'),
                          ('type = "ekf"', 'type = "ekf"\nbarometer = "none"\ngnss = "none"'),
                          ("accelerometer]\nrate_hz = 250\n", "accelerometer]\n" + late),
                          ("gyroscope]\nrate_hz = 250\n", "gyroscope]\n" + late), text=SCENARIO)
        self.refuse(behind("9.996"),
                    "5001 true states would be buffered at once (estimation errors need one per reading until "
                    "the estimate arrives; at most 5000 are possible). Lower latency_s or rate_hz of the sensors that the estimator uses.")
        self.write("s.toml", behind("9.994"))
        self.expect(0, "check", "s.toml")

    def test_signals_of_an_estimate_want_an_estimator(self):
        text = edited(('\n[estimator]\ntype = "ekf"\n', ""), ('feedback = "estimate"\n', ""), text=SCENARIO)
        self.refuse(text + '\n[output]\nsignals = ["position_estimate"]\n',
                    "the signal 'position_estimate' does not exist here (there is no estimator). Add [estimator] type = \"ekf\".")


if __name__ == "__main__":
    support.main()
