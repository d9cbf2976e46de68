"""The scenarios whose bits are compared, small enough for every build and every emulated CPU."""
import math
import pathlib
import platform
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from support import SCENARIO, edited  # noqa: E402

LANES = ("baseline", "neon") if platform.machine() == "aarch64" else ("baseline", "scalar", "avx2", "avx512")

# All there are of each; same_bits.py compares with what the program knows.
INTEGRATORS = ("rk4", "euler", "semi_implicit_euler", "euler_exp", "dopri5_fixed", "cash_karp54_fixed",
               "fehlberg78_fixed", "adams_bashforth_moulton", "dopri5", "cash_karp54", "fehlberg78",
               "bulirsch_stoer", "rosenbrock4")
# With the same input from 0 to 1, so that every law goes with every motor.
LAWS = {
    "signed_quadratic": "thrust_n_s2 = 5, torque_n_m_s2 = 0.1",
    "linear": "thrust_max_n = 5, torque_max_n_m = 0.1",
    "quadratic": "thrust_n_s2 = 5, torque_n_m_s2 = 0.1",
    "polynomial": "thrust_0_n = -0.2, thrust_1_n = 3, thrust_2_n = 2, torque_1_n_m = 0.05, torque_2_n_m = 0.03",
    "performance_table": "diameter_m = 8, advance_ratio = [-1, 0, 0.5, 1], "
                         "thrust_coefficient = [0.14, 0.11, 0.08, 0], power_coefficient = [0.05, 0.05, 0.04, 0.02]",
}
MOTORS = {
    "first_order": "time_constant_s = 0.02, min = 0, max = 1",
    "direct": "min = 0, max = 1",
    "asymmetric_first_order": "time_constant_up_s = 0.02, time_constant_down_s = 0.05, min = 0, max = 1",
    "slew_limited": "time_constant_s = 0.02, slew_up_1_s = 2, slew_down_1_s = 1, min = 0, max = 1",
    "second_order": "time_constant_s = 0.02, damping_ratio = 0.7, min = 0, max = 1",
    "load_lag": "time_constant_s = 0.02, min = 0, max = 1, rotor_inertia_kg_m2 = 6e-6, speed_thrust_n_s2 = 1.5e-6",
}
ATMOSPHERES = {
    "uniform": "density_kg_m3 = 1.1",
    "isa": "temperature_offset_k = 7.5",
    "isothermal": "",
    "constant_lapse": "",
}
GRAVITIES = ("constant", "normal", "j2")
GROUNDS = {
    "none": "",
    "sih2019": "",
    "sih2022": "",
    "spring_damper": "stiffness_n_m = 800\ndamping_n_s_m = 8",
}
# Which way the servos move.
ADVANCES = ("continuous", "per_step")
DISTRIBUTIONS = {
    "fixed": ["value = 0.3"],
    "uniform": ["low = -1\nhigh = 2"],
    "normal": ["mean = 0.1\nsd = 2", "mean = 0\nsd = 1\nlow_sd = 3\nhigh_sd = 9"],
    "truncated_normal": ["mean = 0.1\nsd = 2\nlow = -1\nhigh = 3"],
    "lognormal": ["median = 2\nsigma = 0.3", "mean = 2\nsd = 0.5\nlow_relative = -0.2"],
    "triangular": ["left = -1\nmode = 0.3\nright = 2", "left = -1\nmode = 0.3\nright = 2\nlow = 0"],
    "exponential": ["mean = 3", "mean = 3\nlow = 1\nhigh = 4"],
    "weibull": ["scale = 2\nshape = 1.7", "scale = 2\nshape = 0.6\nhigh = 5"],
    "rayleigh": ["sigma = 1.5", "sigma = 1.5\nlow = 2"],
    "choice": ["values = [0.1, 0.7, 3]"],
    "discrete": ["values = [0.1, 0.7, 3]\nweights = [1, 0.3, 2]"],
    "empirical": ["values = [0.1, 0.7, 3, 1.9]", "values = [0.1, 0.7, 3, 1.9]\ninterpolate = false",
                  "values = [0.1, 0.7, 3, 1.9]\nlow = 0.5\nhigh = 2"],
    "gamma": ["shape = 0.3\nscale = 2", "shape = 40\nscale = 0.1\nhigh_sd = 1"],
    "beta": ["alpha = 0.5\nbeta = 3\nlow = -1\nhigh = 2"],
    "von_mises": ["mean_rad = 0.5\nkappa = 2", "mean_rad = 0\nkappa = 500\nlow = 0.1"],
    "listed": ["values = VALUES"],  # one for each sample
}
# With the keys that each needs for 144 samples of two dispersed inputs.
DESIGNS = {
    "random": "",
    "lhs": "replicates = 3\n",
    "sobol": "replicates = 9\n",
    "factorial": "levels = 12\n",
    "file": "",
}

# MARVIN in wind, with noise, in air that thins; each sample at another altitude and of other blades.
HELICOPTER = """\
schema = 1
name = "helicopter"

[vehicle]
type = "helicopter"
frame = "NWU/FLU"
mass_kg = 11.0
inertia_kg_m2 = {xx = 0.6, yy = 1.0, zz = 1.0, xz = 0.02}
drive_inertia_kg_m2 = 0.1
body_drag_kg_m = [0.3, 0.3, 0.2]
tail_drag_kg_m = 0.15
body_rate_limit_rad_s = 20.0
main_rotor = {position_m = [0.019, 0.013, 0], inner_radius_m = 0.1, outer_radius_m = 0.92, inertia_kg_m2 = 0.184}
servos = {time_constant_s = 0.4, collective_max = 1060, cyclic_x_min = 55}

[vehicle.tail_rotor]
arm_m = 1.045
gear_ratio = 5.666666666666667
inner_radius_m = 0.05
outer_radius_m = 0.17
inertia_kg_m2 = 0.00029

[vehicle.process_noise]
force_n2_s = 5e-2
moment_n2_m2_s = 1e-4

[vehicle.operating_points]
mass_kg = 11.0

[vehicle.operating_points.first_hover]
rotor_speed_rad_s = 120.0
roll_rad = 0.092
collective = 1030.0
tail = -205.0
throttle = 730.0
tail_torque_n_m = 0.2
friction_torque_n_m = 0.7

[vehicle.operating_points.second_hover]
rotor_speed_rad_s = 130.0
roll_rad = 0.0998
collective = 839.0

[environment]
gravity = "normal"
atmosphere = {type = "isothermal"}

[[wind]]
type = "steady"
to_m_s = [4.0, -2.0, 0.5]

[controller]
type = "command_table"
rows = [
  [0.0, 1030.0, 60.0, 45.4, -205.1, 730.4],
  [0.01, 1070.0, 50.0, 95.4, -225.1, 790.4],
]

[integrator]
type = "rk4"
rate_hz = 1000

[simulation]
duration_s = 0.3

[simulation.initial]
position_m = [0, 0, -10]
body_rate_rad_s = [0.1, -0.2, 0.3]

[output]
signals = ["position", "velocity", "attitude", "body_rate", "rotor_speed", "command", "specific_force",
           "rotor_thrust", "rotor_torque", "servo"]
rate_hz = 100
traces = "every:3"

[monte_carlo]
samples = 70
seed = 11
"""
# What tells samples of a helicopter apart: path, how, lowest and highest draw.
HELICOPTERS = (("vehicle.mass_kg", "factor", 0.9, 1.1), ("vehicle.inertia_kg_m2.stretch.*", "value", 0.9, 1.1),
               ("vehicle.operating_points.second_hover.collective", "offset", -9, 9),
               ("vehicle.servos.time_constant_s", "factor", 0.9, 1.1), ("wind.0.to_m_s.x", "offset", -20, 20),
               ("environment.home.altitude_m", "value", -100, 3000))


def helicopter(integrator="rk4", advance="continuous", samples=70, duration_s=0.3):
    """Some samples fly faster than the inner ends of their blades: their flow is reversed."""
    text = edited(('type = "rk4"', f'type = "{integrator}"'), ("samples = 70", f"samples = {samples}"),
                  ("duration_s = 0.3", f"duration_s = {duration_s}"),
                  ("time_constant_s = 0.4", f'time_constant_s = 0.4, advance = "{advance}"'), text=HELICOPTER)
    return text + "".join(f'\n[disperse."{path}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\napply = "{how}"\n'
                          for path, how, low, high in HELICOPTERS)


def on_ground(ground, text):
    """On its feet or near the ground; some samples sink and others rise, each has its own ground."""
    feet = "".join(f"[[vehicle.contact_points]]\nposition_m = [{x}, {y}, 0.05]\n"
                   for x, y in ((0.1, 0.1), (-0.1, 0.1), (0, -0.1)))
    flip = "NWU/FLU" in text
    text = edited(("position_m = [0, 0, -10]", "position_m = [0, 0, -0.0499]\nattitude = [0.9998, 0.02, 0, 0]"), text=text)
    text += "\n" + (feet.replace("0.05]", "-0.05]") if flip else feet)
    text += f'\n[environment.ground]\ntype = "{ground}"\n{GROUNDS[ground]}\n'
    ground_path = [("environment.ground.height_m", 0.04, 0.06)] if ground.startswith("sih") else []
    ground_path += [("environment.ground.friction", 0, 1)] if ground == "spring_damper" else []
    return text + "".join(f'\n[disperse."{path}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\n'
                          for path, low, high in ground_path + [("simulation.initial.velocity_m_s.z", -0.5, 1)])


ROTOR_SPEED = """
[sensors.s.rotor_speed]
rate_hz = 100
time_noise_us = 20
"""
SENSORS = """
[sensors.s.accelerometer]
rate_hz = 250
readings = "averaged"
jitter_s = 0.002
position_m = [0.1, 0.02, -0.05]
mounting = [0.5, 0.5, -0.5, 0.5]
misalignment_rad = [0.01, -0.02, 0.03]
cross_axis = [0, 0.01, 0, 0, 0, 0.02, -0.01, 0, 0]
white_noise_density_ug_sqrt_hz = 300
white_noise_density_is = "one_sided"
gauss_markov_bias_m_s2 = [0.1, 0.2, 0.3]
gauss_markov_time_s = 0.7
dropout = 0.1
[sensors.s.gyroscope]
rate_hz = 500
readings = "instantaneous"
latency_s = 0.003
turn_on_bias_deg_s = 3
bias_random_walk_rad_s_sqrt_s = 0.01
g_sensitivity_deg_s_g = 0.1
full_scale_deg_s = 250
resolution_deg_s = 0.01
word_bits = 16
registers = true
[sensors.s.magnetometer]
rate_hz = 100
jitter_s = 0.004
white_noise_nt = 300
[sensors.s.barometer]
rate_hz = 50
white_noise_m = 0.2
pressure_resolution_pa = 0.5
[sensors.s.gnss]
rate_hz = 50
latency_s = 0.013
position_m = [-0.1, 0, 0]
position.gauss_markov_bias_m = 1.5
position.gauss_markov_time_s = 20
velocity.white_noise_m_s = 0.1
[sensors.s.range_finder]
rate_hz = 20
white_noise_m = 0.02
[sensors.s.airspeed]
rate_hz = 20
indicates = "equivalent"
white_noise_m_s = 0.3
"""


def sensing(text, geodesy="wgs84"):
    """A scenario with every sensor and every error; its steps are 1 ms."""
    return text + SENSORS + ROTOR_SPEED + f'\n[environment]\ngeodesy = "{geodesy}"\natmosphere.type = "isa"\n' \
        'home = {latitude_deg = 47, longitude_deg = 8, altitude_m = 500}\n' \
        'magnetic_field = {type = "vector", field_t = [2.1e-5, 1.3e-6, 4.3e-5]}\n' \
        '[disperse."sensors.s.gyroscope.scale_error.*"]\ndist = "normal"\nmean = 0\nsd = 0.01\n'

# A flight has no more of them.
MOST_WINDS, MOST_EVENTS = 8, 8
# With what the drawn numbers of a flight of 0.3 s at a height of 10 m make of them.
WINDS = {
    "ramp": "to_m_s = [1, 2, -1]\nstart_s = 0.0033\nduration_s = 0.1",
    "sinusoid": "to_m_s = [1, 2, -1]\nfrequency_hz = 31\nphase_deg = 40",
    "one_minus_cosine": "to_m_s = [1, 2, -1]\nstart_s = 0.0033\nlength_m = 0.3\nairspeed_m_s = 7",
    "log_shear": "to_m_s = [5, -2, 0]\nreference_height_m = 6\nroughness_m = 0.03",
    "power_shear": "to_m_s = [5, -2, 0]\nreference_height_m = 6\nexponent = 0.143",
    "grid": "scale = 0.7\nrows = [[-1, -2, -10.5, 1, 2, 3], [-1, -2, -9.9, 3, 2, 1], [4, -2, -10.5, 0, 1, 0], [4, -2, -9.9, 1, 1, 2]]",
    "time_series": "scale = 0.7\nrows = [[0.002, 1, 2, 3], [0.0133, 3, 2, 1], [0.2, 0, 1, 0]]",
    "dryden": "sigma_m_s = [1, 2, 0.5]\nlength_m = [3, 4, 5]\nairspeed_m_s = 7\nazimuth_deg = 33",
    "dryden_low_altitude": "wind_20ft_m_s = 8\nheight_m = 10\nairspeed_m_s = 7",
    "von_karman": "sigma_m_s = [1, 2, 0.5]\nlength_m = [3, 4, 5]\nairspeed_m_s = 7\nstandard = 'mil_hdbk_1797'",
    "von_karman_low_altitude": "wind_20ft_m_s = 8\nheight_m = 10\nairspeed_m_s = 7",
}
PULSES = {
    "force_pulse": "force_n = [1, -2, 3]\nstart_s = 0.0033\nduration_s = 0.02",
    "torque_pulse": "torque_n_m = [0.01, -0.02, 0.03]\nstart_s = 0.0033\nduration_s = 0.02",
}

EVENTS = {
    "rotor_failure": "rotor = 1\neffectiveness = 0.4\nduration_s = 0.012",
    "rotor_stuck": "rotor = 2\nduration_s = 0.015",
    "sensor_outage": 'sensor = "s.gyroscope"\nduration_s = 0.01',
    "mass_drop": "mass_kg = 0.2",
    "gain_change": "factor = 1.4",
    "battery_sag": "voltage_drop_v = 2.5\nresistance_factor = 1.7\nduration_s = 0.02",
}
WHEN = ("at_s = 0.0053", "when = {speed_above_m_s = 0.05}", "when = {altitude_below_m = 10.0001}",
        "when = {tilt_above_deg = 0.05}", "when = {distance_above_m = 0.001}")


# Whose voltage limits the commands as its charge, of a fraction of a second, goes.
BATTERY = """
[vehicle.battery]
full_voltage_v = 12.6
empty_voltage_v = 9
resistance_ohm = 0.01
capacity_ma_h = 25
state_of_charge = 0.9
full_command_voltage_v = %s
efficiency = 0.75
avionics_power_w = 4
"""


def powered(text, full_command_voltage=16):
    """A scenario with a battery, another in each sample."""
    text = edited(('signals = ["position", ', 'signals = ["battery_voltage", "battery_current", "state_of_charge", "position", '),
                  text=text)
    text += BATTERY % full_command_voltage
    return text + "".join(f'\n[disperse."vehicle.battery.{key}"]\ndist = "uniform"\nlow = 0.9\nhigh = 1.1\napply = "factor"\n'
                          for key in ("resistance_ohm", "capacity_a_s", "state_of_charge"))


def eventful(text, *events, limits=""):
    """A scenario in which these events happen at another time in each sample, or on conditions; and limits."""
    if "battery_sag" in events:
        text = powered(text)
    for n, event in enumerate(events):
        text += f'\n[[event]]\ntype = "{event}"\n{WHEN[n % len(WHEN)]}\n{EVENTS[event]}\n'
        if "at_s" in WHEN[n % len(WHEN)]:
            text += f'[disperse."event.{n}.at_s"]\ndist = "uniform"\nlow = 0\nhigh = 0.02\n'
    return text + (f"\n[simulation.limits]\n{limits}\n" if limits else "")


def limited(samples=70):
    """Samples that leave their box, tilt, and fly away, each at a time of its own, beside others that do not."""
    limits = "tilt_deg = 3.7\ndistance_m = 0.11\ngeofence = {low_m = [-9, -9, -99], high_m = [0.01, 9, 9]}"
    text = eventful(scenario("rk4", samples), "mass_drop", limits=limits)
    return edited(("duration_s = 0.3", f"duration_s = 0.3\nmax_failures = {samples}"), text=text)


def windy(text, *winds, pulses=tuple(PULSES)):
    """A scenario in further winds of these types, each of another strength in each sample, and pulses; traced."""
    first = text.count("[[wind]]")
    for n, wind in enumerate(winds, first):
        strength = next(line.split(" = ")[0] for line in WINDS[wind].splitlines() if line[:6] in
                        ("to_m_s", "scale ", "sigma_", "wind_2"))
        path = f"wind.{n}.{strength}" + (".*" if strength in ("to_m_s", "sigma_m_s") else "")
        text += f'\n[[wind]]\ntype = "{wind}"\n{WINDS[wind]}\n'
        text += f'[disperse."{path}"]\ndist = "uniform"\nlow = 0.5\nhigh = 2\n'
    for n, pulse in enumerate(pulses):
        text += f'\n[[disturbance]]\ntype = "{pulse}"\n{PULSES[pulse]}\n'
        text += f'[disperse."disturbance.{n}.start_s"]\ndist = "uniform"\nlow = 0\nhigh = 0.02\n'
    return edited(('signals = ["position", ', 'signals = ["wind", "position", '), text=text)


def scenario(integrator, samples=70, duration_s=0.3, more=""):
    """Dispersions, process noise, wind and traces; 70 samples are a block and a bit."""
    text = edited(('type = "rk4"', f'type = "{integrator}"'), ("samples = 200", f"samples = {samples}"),
                  ("duration_s = 0.3", f"duration_s = {duration_s}"))
    if duration_s < 0.2:  # without the rows that are never reached
        text = edited(("\n  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],", ""),
                      ("\n  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],", ""), text=text)
    return text + more


def between(first, last, new, text):
    """The text with all from `first` up to `last` replaced."""
    begin = text.index(first)
    return text[:begin] + new + text[text.index(last, begin):]


def rotors(law, motor, count=4, tilted=False, integrator="rk4", samples=3, duration_s=0.03):
    """A ring of rotors of any law and motor; tilted ones lean outwards, so that nothing is aligned."""
    text = scenario(integrator, samples, duration_s)
    text = re.sub(r"\nlaw = .*\nmotor = .*\n", f'\nlaw = {{type = "{law}", {LAWS[law]}}}\n'
                  f'motor = {{type = "{motor}", {MOTORS[motor]}}}\n', text)
    text = edited(('"rotor_speed", ', '"rotor_thrust", "rotor_torque", '), text=text)  # not all motors have a speed
    blocks = ""
    for i in range(count):
        x, y = (round(f(2 * math.pi * i / count), 3) for f in (math.cos, math.sin))
        lean = f"axis = [{x}, {y}, -2]\n" if tilted else ""
        blocks += f"[[vehicle.rotors]]\n{lean}position_m = [{x / 10}, {y / 10}, 0]\nspin = {1 - i % 2 * 2}\n"
    text = between("[[vehicle.rotors]]", "\n[[wind]]", blocks, text)
    rows = [[0.0] + [0.4 + i / 250 for i in range(count)], [duration_s / 2] + [0.5] * count]
    text = between("rows = [", "\n[integrator]", f"rows = {rows}\n", text)
    return between('[disperse."vehicle.rotors', '[disperse."wind', "", text)  # not all motors have it


def environment(atmosphere, gravity, samples=5):
    """A vehicle that depends on its air, each sample at another home."""
    text = rotors("performance_table", "first_order", samples=samples)
    text += f'\n[environment]\ngravity = "{gravity}"\n\n[environment.atmosphere]\ntype = "{atmosphere}"\n'
    text += ATMOSPHERES[atmosphere] + "\n"
    return text + "".join(f'\n[disperse."environment.home.{key}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\n'
                          for key, low, high in (("latitude_deg", -90, 90), ("altitude_m", -400, 60000)))


def distributions(samples=200):
    """Every distribution, with and without limits: the winds of one flight that is a step long."""
    kinds = [(dist, keys) for dist, all_keys in DISTRIBUTIONS.items() for keys in all_keys]
    text = scenario("euler", samples, 0.001)
    text = edited(("[[wind]]\n", '[[wind]]\ntype = "steady"\nto_m_s = [0, 0, 0]\n\n' * (len(kinds) - 1) + "[[wind]]\n"),
                  ('traces = "every:3"', 'traces = "none"'), ("rate_hz = 100\n", "rate_hz = 1000\n"), text=text)
    text = text[:text.index('[disperse."wind')]
    values = str([0.1 * i for i in range(samples)])
    return text + "".join(f'[disperse."wind.{n}.to_m_s.x"]\ndist = "{dist}"\n{keys.replace("VALUES", values)}\n\n'
                          for n, (dist, keys) in enumerate(kinds))


def designed(design, samples=144):
    """A design of two inputs, in one flight that is a step long."""
    text = edited(("seed = 11\n", f'seed = 11\ndesign = "{design}"\n{DESIGNS[design]}'),
                  ('traces = "every:3"', 'traces = "none"'), ("rate_hz = 100\n", "rate_hz = 1000\n"),
                  text=scenario("euler", samples, 0.001))
    text = text[:text.index('[disperse."')]
    if design == "file":
        text += f'[disperse."wind.0.to_m_s.z"]\ndist = "listed"\nvalues = {[0.1 * i for i in range(samples)]}\n'
    return text + "".join(f'\n[disperse."wind.0.to_m_s.{axis}"]\ndist = "normal"\nmean = 0\nsd = 1\n' for axis in "xy")


def early_ends(samples=70, duration_s=0.3):
    """Diverging and invalid samples beside others: masked lanes, in every width."""
    text = scenario("euler", samples, duration_s, '\n[disperse."vehicle.quadratic_aero_moment_n_m_s2.zz"]\n'
                    'dist = "uniform"\nlow = -0.5\nhigh = 0.5\n\n[disperse."vehicle.inertia_kg_m2.zz"]\n'
                    'dist = "uniform"\nlow = 0.007\nhigh = 0.0105\n')
    return edited((f"duration_s = {duration_s}", f"duration_s = {duration_s}\nmax_failures = {samples}"),
                  ("position_m = [0, 0, -10]", "position_m = [0, 0, -10]\nbody_rate_rad_s = [0, 0, 0.3]"), text=text)


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
    "sampled": 'type = "sampled"\nrows = [[0, 0, 0, -10, 3], [0.01, 0.01, 0, -10, 5], [0.02, 0.02, 0.01, -10.01, 1], '
               '[9, 1, 1, -11, 359]]',
}
# Its pieces and its harmonics, with every way of stepping; the others with one.
WITH_ALL_INTEGRATORS = ("lissajous", "minimum_snap")


def steered(text, path="lissajous", rate='250\ndelay_s = 0.002'):
    """A closed loop instead of a table; its rotors saturate now and then. Gains and trajectory are dispersed, too."""
    text = between("[controller]", "[integrator]", LOOP % (rate, PATHS[path]), text)
    more = [("controller.position_gain_1_s2.*", 0.8, 1.2)]
    more += [("trajectory.amplitude_m.x", 0.5, 1.5)] if path == "lissajous" else []
    return text + "".join(f'\n[disperse."{path}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\napply = "factor"\n'
                          for path, low, high in more)

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
SET_POINTS = {
    "body_rate": "[0, 0.3, -0.2, 0.1, 9], [0.012, 9, 0, -2, 20]",
    "attitude": "[0, 0.9, 0.3, -0.3, 0.1, 11], [0.012, 0, 0.6, 0.8, 0, 9]",
    "acceleration": "[0, 3, -1, 2, 0.5], [0.012, 0, 0, 30, 3]",
}
# Laws beside Lee's; the named number is dispersed.
CONTROLLERS = {
    "mellinger": ("attitude_gain_n_m.*", LOOP[LOOP.index("rate_hz"):LOOP.index("[trajectory]")] % "250"),
    "px4": ("body_rate.gain_1_s.*", CASCADE % ""),
    "indi": ("rate_gain_1_s.*", "rate_hz = 250\ndelay_s = 0.002\nposition_gain_1_s2 = 6\nvelocity_gain_1_s = 4\n"
             "acceleration_gain = 0.2\nattitude_gain_1_s2 = 150\nrate_gain_1_s = 20\nmotor_time_constant_s = 0.02\n"),
    "rate": ("gain_1_s.*", f"rate_hz = 500\nset_points.rows = [{SET_POINTS['body_rate']}]\n"),
}


def controlled(text, controller, set_points=None):
    """A closed loop with a law beside Lee's; it follows a trajectory, or set-points of a kind."""
    path, keys = CONTROLLERS[controller]
    if set_points:
        keys = CASCADE % f'set_points = {{kind = "{set_points}", rows = [{SET_POINTS[set_points]}]}}'
    follows = "" if set_points or controller == "rate" else f'[trajectory]\n{PATHS["lissajous"]}\n\n'
    kind = "" if keys.startswith("type") else f'type = "{controller}"\n'
    text = between("[controller]", "[integrator]", f"[controller]\n{kind}{keys}\n{follows}", text)
    return text + f'\n[disperse."controller.{path}"]\ndist = "uniform"\nlow = 0.8\nhigh = 1.2\napply = "factor"\n'


ESTIMATORS = {
    "mahony": "attitude_gain_1_s = 0.4",
    "ekf": "initial.gyroscope_bias_deg_s = 3",
}
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
    text += NAVIGATION + f'\n[estimator]\ntype = "{estimator}"\n{ESTIMATORS[estimator]}\n'
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


def whole_flights():
    """(name, scenario) of flights of a block and a bit that take every turn there is: other vehicles, grounds."""
    yield "helicopter", helicopter()
    yield "helicopter-servos-per-step", helicopter("euler", "per_step")
    yield "sensors", sensing(scenario("rk4"))
    yield "loop", steered(scenario("rk4"))
    yield "loop-continuous", steered(scenario("rk4"), "minimum_snap", '"continuous"')
    for controller in CONTROLLERS:
        yield controller, controlled(scenario("rk4"), controller)
    for estimator in ESTIMATORS:
        yield estimator, estimating(steered(scenario("rk4")), estimator)
        yield f"{estimator}-late", late_and_windy(estimating(steered(scenario("rk4")), estimator))
    yield "regulated", regulated(scenario("rk4"))
    yield "regulated-helicopter", regulated(helicopter(), rate="20")
    yield "events", eventful(sensing(steered(scenario("rk4"))), *list(EVENTS)[:MOST_EVENTS])
    yield "battery", powered(scenario("rk4"))
    yield "battery-continuous", powered(steered(scenario("rk4"), rate='"continuous"'))
    yield "helicopter-events", eventful(helicopter(), "mass_drop")
    yield "winds", windy(scenario("rk4"), *list(WINDS)[:MOST_WINDS])
    yield "winds-helicopter", windy(helicopter(), *list(WINDS)[-MOST_WINDS:])
    for ground in GROUNDS:
        if ground != "none":
            yield f"{ground}", on_ground(ground, scenario("euler_exp"))
            yield f"{ground}-helicopter", on_ground(ground, helicopter("semi_implicit_euler"))


def every_model():
    """(name, scenario) of all that changes what is computed, each in a flight of a few steps."""
    for integrator in INTEGRATORS:
        yield f"integrator-{integrator}", scenario(integrator, samples=5, duration_s=0.03)
    for law in LAWS:
        for motor in MOTORS:
            yield f"aligned-{law}-{motor}", rotors(law, motor)
            yield f"tilted-{law}-{motor}", rotors(law, motor, tilted=True)
    for path in PATHS:
        for integrator in ("rk4", "euler", "dopri5_fixed", "dopri5") if path in WITH_ALL_INTEGRATORS else ("rk4",):
            yield f"{path}-{integrator}", steered(scenario(integrator, samples=5, duration_s=0.03), path)
    for integrator in ("rk4", "euler_exp"):
        yield f"continuous-{integrator}", steered(scenario(integrator, 5, 0.03), rate='"continuous"')
    for controller in CONTROLLERS:
        yield f"{controller}-dopri5", controlled(scenario("dopri5", samples=5, duration_s=0.03), controller)
    for kind in SET_POINTS:
        yield f"px4-{kind}", controlled(scenario("rk4", samples=5, duration_s=0.03), "px4", kind)
    for estimator in ESTIMATORS:
        for integrator in ("rk4", "dopri5_fixed", "dopri5"):
            yield f"{estimator}-{integrator}", estimating(steered(scenario(integrator, 5, 0.06)), estimator)
        yield f"{estimator}-late", late_and_windy(estimating(steered(scenario("rk4", 5, 0.06)), estimator))
        yield f"{estimator}-open", estimating(scenario("euler_exp", samples=5, duration_s=0.06), estimator, False)
    for motor in ("direct", "second_order", "load_lag"):
        yield f"regulated-{motor}", regulated(rotors("quadratic", motor))
    yield "regulated-hexa", regulated(rotors("quadratic", "first_order", 6, True), "minimum_snap", "250")
    yield "regulated-helicopter", regulated(helicopter(samples=5, duration_s=0.06), rate="50\ndelay_s = 0.02")
    for count in (1, 3, 6, 8, 16):
        yield f"{count}-rotors", rotors("quadratic", "first_order", count)
    for integrator in ("euler_exp", "dopri5_fixed", "dopri5", "rosenbrock4"):  # with two states per motor, as a table
        yield f"{integrator}-table", rotors("performance_table", "second_order", 6, True, integrator)
    for atmosphere in ATMOSPHERES:
        yield f"{atmosphere}-air", environment(atmosphere, "constant")
    for gravity in GRAVITIES:
        yield f"{gravity}-gravity", environment("isa", gravity)
    for integrator in ("rk4", "euler_exp", "dopri5_fixed", "dopri5"):
        yield f"{integrator}-sensors", sensing(scenario(integrator, samples=5, duration_s=0.06))
    yield "sphere-sensors", sensing(scenario("rk4", samples=5, duration_s=0.06), "sphere")
    for wind in WINDS:
        yield f"{wind}-wind", windy(scenario("rk4", samples=20, duration_s=0.03), wind, pulses=())
    for pulse in PULSES:
        yield f"{pulse}", windy(rotors("quadratic", "first_order", samples=20), pulses=(pulse,))
    for integrator in ("euler_exp", "adams_bashforth_moulton", "dopri5"):
        yield f"{integrator}-winds", windy(scenario(integrator, samples=5, duration_s=0.03), *list(WINDS)[:MOST_WINDS])
    for event in EVENTS:
        for integrator in ("rk4", "euler_exp", "adams_bashforth_moulton", "dopri5"):
            text = sensing(steered(scenario(integrator, samples=5, duration_s=0.06)))
            yield f"{event}-{integrator}", eventful(text, event)
    for motor in MOTORS:
        text = rotors("quadratic", motor, samples=20)
        yield f"events-{motor}", eventful(text, "rotor_failure", "rotor_stuck", "mass_drop")
    for integrator in ("rk4", "euler_exp", "dopri5_fixed", "adams_bashforth_moulton", "dopri5"):
        yield f"battery-{integrator}", powered(scenario(integrator, samples=5, duration_s=0.03))
    for motor in ("direct", "second_order"):
        yield f"battery-{motor}", powered(rotors("performance_table", motor, samples=5), 40)
    for controller in CONTROLLERS:
        yield f"gains-{controller}", eventful(controlled(scenario("rk4", 5, 0.03), controller), "gain_change")
    yield "gains-regulated", eventful(regulated(scenario("rk4", 5, 0.03)), "gain_change")
    yield "limits", limited(samples=20)
    for integrator in INTEGRATORS:
        yield f"helicopter-{integrator}", helicopter(integrator, samples=5, duration_s=0.03)
    yield "helicopter-servos-per-step", helicopter(advance="per_step", samples=5, duration_s=0.03)
    for ground in GROUNDS:
        for integrator in ("rk4", "euler_exp", "dopri5_fixed", "dopri5"):
            yield f"{ground}-{integrator}", on_ground(ground, scenario(integrator, samples=20, duration_s=0.03))
        yield f"{ground}-helicopter", on_ground(ground, helicopter(samples=20, duration_s=0.03))
    yield "distributions", distributions()
    for design in DESIGNS:
        yield f"design-{design}", designed(design)
    yield "early-ends", early_ends(samples=20)


def numbers(output):
    """What montecopter_flights prints, as {kernel: {(scenario, row, column): bytes as text}}; the resolved texts are
    of the kernel "text".
    """
    found = {}
    for line in output.splitlines():
        scenario, kernel, row, column, value = line.split(" ")
        found.setdefault(kernel, {})[scenario, row, column] = value
    return found
