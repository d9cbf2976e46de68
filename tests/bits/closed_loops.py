"""Scenarios of the same flights under controllers and estimators."""
import re

from kinds import keys_of, sections
from scenarios import between, spread
from support import edited

LOOP = """[controller]
type = "lee"
rate_hz = %s
position_gain_1_s2 = 6
velocity_gain_1_s = 4
attitude_gain_n_m = [0.9, 0.9, 0.3]
rate_gain_n_m_s = [0.1, 0.1, 0.06]

[trajectory]
%s

"""
# With headings of every type, from where the flights begin; others have what their types need.
PATHS = {
    "lissajous": 'type = "lissajous"\namplitude_m = [2, 1, 0.5]\nrate_rad_s = [1, 2, 0.5]\ncenter_m = [0, 0, -10]\n'
                 'heading = {type = "fixed", rate_rad_s = 1}',
    "minimum_snap": 'type = "minimum_snap"\nheading = {type = "along_track"}\n'
                    'waypoints = [{position_m = [0, 0, -10], time_s = 0}, {position_m = [1, 0, -11], time_s = 0.2}, '
                    '{position_m = [1, 2, -10], time_s = 1}]',
    "hover": 'type = "hover"\nposition_m = [0.1, -0.1, -10]\nheading = {type = "profile", times_s = [0, 0.01, 0.1], '
             'angles_deg = [0, 3, -9]}',
    "step": 'type = "step"\nposition_m = [0, 0, -10]\nstep_m = [0.3, -0.2, -0.1]\ntime_s = 0.0133',
    "waypoints": 'type = "waypoints"\nmax_speed_m_s = 3\nmax_acceleration_m_s2 = 9\nhold_s = 0.004\n'
                 'waypoints = [{position_m = [0, 0, -10]}, {position_m = [0.01, 0.02, -10]}, {position_m = [1, 2, -10]}]',
    "circle": 'type = "circle"\ncenter_m = [-1, 0, -10]\nradius_m = 1\nrate_rad_s = 2\nphase_rad = 0.1',
    "lemniscate": 'type = "lemniscate"\ncenter_m = [0, 0, -10]\nhalf_length_m = 2\nrate_rad_s = 2\nphase_rad = 1.5',
    "helix": 'type = "helix"\ncenter_m = [-1, 0, -10]\nradius_m = 1\nrate_rad_s = 2\nclimb_m_s = 0.7',
    "minimum_jerk": 'type = "minimum_jerk"\nmean_speed_m_s = 9\noffset_m = [0, 0.1, 0]\nwaypoints = '
                    '[{position_m = [0, 0, -10]}, {position_m = [0.1, 0, -10.1]}, {position_m = [1, 2, -10]}]',
    "polynomial": 'type = "polynomial"\noffset_m = [0, 0, -10]\nrows = [%s, %s]' % (
        [0.0133, *[0, 0, 0, 0, 9, -7, 5, 3], *[0, 0.1, 0, 4, 0, 0, 0, 0], *[0] * 8, *[1.5, 0.3, 0, 0, 0, 0, 0, 0]],
        [9.0, *[0, 0.1, 0.2, 0, 0, 0, 0, 0], *[0, 0.1, 0, 0, 0, 0, 0, 0], *[0] * 8, *[1.5, 0, 0.2, 0, 0, 0, 0, 0]]),
    "sampled": 'type = "sampled"\nheading = {type = "rows"}\nrows = [[0, 0, 0, -10, 3], [0.01, 0.01, 0, -10, 5], [0.02, 0.02, 0.01, -10.01, 1], '
               '[9, 1, 1, -11, 359]]',
}
# Its pieces and its harmonics, with every way of stepping; the others with one.
WITH_ALL_INTEGRATORS = ("lissajous", "minimum_snap")


def steered(text, path="lissajous", rate='250\ndelay_s = 0.002'):
    """A closed loop instead of a table; its rotors saturate now and then. Gains and trajectory are dispersed, too."""
    keys = PATHS.get(path) or f'type = "{path}"\n{keys_of("trajectory", path)}'
    text = between("[controller]", "[integrator]", LOOP % (rate, keys), text)
    more = [("controller.position_gain_1_s2.*", 0.8, 1.2)]
    more += [("trajectory.amplitude_m.x", 0.5, 1.5)] if path == "lissajous" else []
    return text + "".join(spread(*limits, "factor") for limits in more)

REGULATOR = """[controller]
type = "lqr"
rate_hz = %s
position_weight_1_m2 = 4
velocity_weight_s2_m2 = 1
attitude_weight_1_rad2 = [4, 4, 2]
rate_weight_s2_rad2 = 0.1
position_integral_weight_1_m2_s2 = 1
heading_integral_weight_1_rad2_s2 = 0.5
%s

[trajectory]
%s

"""
SERVOS = "rotor_speed_weight_s2_rad2 = 0.04\nrotor_speed_integral_weight_1_rad2 = 0.01\n" \
    "command_weights = [1e-5, 2e-6, 2e-6, 1e-5, 2e-5]"


def regulated(text, path="lissajous", rate="100\ndelay_s = 0.004"):
    """The same under a linear-quadratic regulator, of any vehicle."""
    weights = SERVOS if "helicopter" in text else "command_weights = [0.05, 40, 40, 100]"
    return between("[controller]", "[integrator]", REGULATOR % (rate, weights, PATHS[path]), text)


CASCADE = """type = "px4"
rate_hz = 250
delay_s = 0.002
%s
[controller.position]
position_gain_1_s = 2
velocity_gain_1_s = 4
velocity_integral_gain_1_s2 = 1
velocity_derivative_gain = 0.1
tilt_deg = 20
thrust_max = 0.4
[controller.attitude]
gain_1_s = [9, 9, 4]
[controller.body_rate]
gain_1_s = 25
integral_gain_1_s2 = 9
derivative_gain = 0.1
"""
FILTERS = """derivative_order = 1
gyro_cutoff_hz = 60
notch_hz = 70
second_notch_hz = 90
gyro_rate_hz = 8000
yaw_torque_cutoff_hz = 2
"""
SET_POINTS = {
    "body_rate": "[0, 0.3, -0.2, 0.1, 9], [0.012, 9, 0, -2, 20]",
    "attitude": "[0, 0.9, 0.3, -0.3, 0.1, 11], [0.012, 0, 0.6, 0.8, 0, 9]",
    "acceleration": "[0, 3, -1, 2, 0.5], [0.012, 0, 0, 30, 3]",
}


def controlled(text, controller, set_points=None, filters=False):
    """A closed loop with such a law; it follows a trajectory, or set-points of a kind. One of its gains is dispersed."""
    if controller == "px4":
        points = f'set_points = {{kind = "{set_points}", rows = [{SET_POINTS[set_points]}]}}' if set_points else ""
        keys, gain = CASCADE % points + FILTERS * filters, "body_rate.gain_1_s.*"
    else:
        keys = keys_of("controller", controller).replace("rate_hz = 500", "rate_hz = 250\ndelay_s = 0.002")
        keys = re.sub(r"\[controller\.set_points\]\nrows = .*", f"set_points.rows = [{SET_POINTS['body_rate']}]", keys)
        keys = f'type = "{controller}"\n{keys}\n'
        known = {key["key"]: key["type"] for key in sections()["controller"][controller]["keys"]}
        gain = next((key + ".*" * ("3" in known[key]) for key in re.findall(r"(?m)^(\w*gain\w*) = ", keys)), None)
    follows = "" if "set_points" in keys else f'[trajectory]\n{PATHS["lissajous"]}\n\n'
    text = between("[controller]", "[integrator]", f"[controller]\n{keys}\n{follows}", text)
    return text + (spread(f"controller.{gain}", 0.8, 1.2, "factor") if gain else "")


# An IMU whose readings are lost now and then, and sensors that are late.
NAVIGATION = """
[sensors.imu.accelerometer]
rate_hz = 500
mounting = [0.5, 0.5, -0.5, 0.5]
position_m = [0.01, 0.02, -0.03]
white_noise_m_s2 = 0.05
turn_on_bias_m_s2 = 0.05
dropout = 0.05
[sensors.imu.gyroscope]
rate_hz = 500
white_noise_rad_s = 0.003
gauss_markov_bias_rad_s = 0.01
gauss_markov_time_s = 5
[sensors.aid.magnetometer]
rate_hz = 50
white_noise_nt = 300
resolution_ut = 0.15
[sensors.aid.barometer]
rate_hz = 50
white_noise_m = 0.2
[sensors.aid.gnss]
rate_hz = 20
jitter_s = 0.004
position_m = [-0.1, 0, 0]
position.white_noise_m = 0.3
velocity.white_noise_m_s = 0.1
[environment]
atmosphere.type = "isa"
magnetic_field = {type = "vector", field_t = [2.1e-5, 1.3e-6, 4.3e-5]}
"""


def estimating(text, estimator, feedback=True):
    """A scenario with an estimator; its controller, if it has one, sees what that believes."""
    text += NAVIGATION + f'\n[estimator]\ntype = "{estimator}"\n{keys_of("estimator", estimator)}\n'
    signals = "".join(f'"{name}_estimate", ' for name in ("position", "velocity", "attitude", "accelerometer_bias",
                                                          "gyroscope_bias"))
    text = edited(('signals = ["position", ', f'signals = [{signals}"position", '), text=text)
    return edited(("rate_hz = 250\ndelay", 'feedback = "estimate"\nrate_hz = 250\ndelay'), text=text) if feedback else text


def late_and_windy(text):
    """The same with readings on their way, those of the IMU for a shorter time, and a wind that is estimated."""
    for sensor, latency in (("accelerometer", 0.006), ("gyroscope", 0.006), ("magnetometer", 0.02), ("barometer", 0.01),
                            ("gnss", 0.03)):
        text = edited((f".{sensor}]\n", f".{sensor}]\nlatency_s = {latency}\n"), text=text)
    text = edited(("[estimator]\n", "[estimator]\nwind = {walk_m_s_sqrt_s = 1}\n"), text=text)
    return edited(('signals = ["position_estimate"', 'signals = ["wind_estimate", "position_estimate"'), text=text)
