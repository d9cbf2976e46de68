"""Short scenarios of commands over time, and what can be added to any: sensors, winds, events, a ground, a battery."""
import functools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import support  # noqa: E402
from kinds import keys_of, sections, types  # noqa: E402
from support import edited  # noqa: E402

# Besides the example of each.
MORE_DISTRIBUTIONS = {
    "normal": ["mean = 0.1\nsd = 2", "mean = 0\nsd = 1\nlow_sd = 3\nhigh_sd = 9"],
    "truncated_normal": ["mean = 0.1\nsd = 2\nlow = -1\nhigh = 3"],
    "lognormal": ["mean = 2\nsd = 0.5\nlow_relative = -0.2"],
    "triangular": ["left = -1\nmode = 0.3\nright = 2\nlow = 0"],
    "exponential": ["mean = 3\nlow = 1\nhigh = 4"],
    "weibull": ["scale = 2\nshape = 1.7", "scale = 2\nshape = 0.6\nhigh = 5"],
    "rayleigh": ["sigma = 1.5\nlow = 2"],
    "empirical": ["values = [0.1, 0.7, 3, 1.9]\ninterpolate = false", "values = [0.1, 0.7, 3, 1.9]\nlow = 0.5\nhigh = 2"],
    "gamma": ["shape = 0.3\nscale = 2", "shape = 40\nscale = 0.1\nhigh_sd = 1"],
    "beta": ["alpha = 0.5\nbeta = 3\nlow = -1\nhigh = 2"],
    "von_mises": ["mean_rad = 0.5\nkappa = 2", "mean_rad = 0\nkappa = 500\nlow = 0.1"],
}
# Of several numbers: their path and keys.
VECTORS = {
    "multivariate_normal": ("simulation.initial.velocity_m_s",
                            "mean = [0.1, -0.2, 0.3]\ncovariance = [[0.5, 0.2, 0], [0.2, 0.3, -0.1], [0, -0.1, 0.4]]"),
    "uniform_rotation": ("simulation.initial.attitude", ""),
    "normal_rotation": ("simulation.initial.attitude", "mean = [0.8, 0, 0.6, 0]\nsd_rad = [0.02, 0.05, 0.3]"),
}
# What designs need for 144 samples of two dispersed inputs.
DESIGN_KEYS = {"lhs": "replicates = 3\n", "sobol": "replicates = 9\n", "factorial": "levels = 12\n",
               "morris": "levels = 6\n", "one_at_a_time": "quantiles = [0.01, 0.2, 0.8, 0.99]\n"}

# A grid has every combination of its levels; the others change one input while the rest stay.
UNCORRELATED_DESIGNS = {"factorial", "saltelli", "morris", "one_at_a_time"}

# MARVIN in wind, with noise, in air that thins; each sample at another altitude and of other blades.
HELICOPTER = f"""\
schema = 1
name = "helicopter"

[vehicle]
include = "{support.VEHICLES}/marvin.toml"
inertia_kg_m2 = {{xz = 0.02}}
body_rate_limit_rad_s = 20.0
servos = {{collective_max = 1060, cyclic_x_min = 55}}
process_noise = {{force_n2_s = 5e-2, moment_n2_m2_s = 1e-4}}

[environment]
gravity = "normal"
atmosphere = {{type = "isothermal"}}

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


def spread(path, low, high, how="value"):
    """Samples differ in this: uniformly between two numbers, factors or offsets."""
    return f'\n[disperse."{path}"]\ndist = "uniform"\nlow = {low}\nhigh = {high}\napply = "{how}"\n'


def helicopter(integrator="rk4", advance="continuous", samples=70, duration_s=0.3):
    """Some samples fly faster than the inner ends of their blades: their flow is reversed."""
    text = edited(('type = "rk4"', f'type = "{integrator}"'), ("samples = 70", f"samples = {samples}"),
                  ("duration_s = 0.3", f"duration_s = {duration_s}"),
                  ("servos = {", f'servos = {{advance = "{advance}", '), text=HELICOPTER)
    return text + "".join(spread(path, low, high, how) for path, how, low, high in HELICOPTERS)


def flapping(text):
    """A helicopter whose blades flap, each sample with another Lock number."""
    blades = "main_rotor = {flapping = {lock_number = 2.0, hinge_offset = 0.02, hub_stiffness_n_m_rad = 5.0}}\n"
    return edited(("servos = {", blades + "servos = {"), text=text) + spread("vehicle.main_rotor.flapping.lock_number", 0.5, 2, "factor")


def on_ground(ground, text):
    """On its feet or near the ground; some samples sink and others rise, each has its own ground."""
    feet = "".join(f"[[vehicle.contact_points]]\nposition_m = [{x}, {y}, 0.05]\n"
                   for x, y in ((0.1, 0.1), (-0.1, 0.1), (0, -0.1)))
    flip = "helicopter" in text  # its z axis is up
    text = edited(("position_m = [0, 0, -10]", "position_m = [0, 0, -0.0499]\nattitude = [0.9998, 0.02, 0, 0]"), text=text)
    text += "\n" + (feet.replace("0.05]", "-0.05]") if flip else feet)
    text += f'\n[environment.ground]\ntype = "{ground}"\n{keys_of("ground", ground)}\n'
    known = {key["key"] for key in sections()["ground"][ground]["keys"]}
    ground_path = [(f"environment.ground.{key}", low, high) for key, low, high in (("friction", 0, 1), ("height_m", 0.04, 0.06))
                   if key in known][:1]  # feet of springs reach the ground as it is
    return text + "".join(spread(*limits) for limits in ground_path + [("simulation.initial.velocity_m_s.z", -0.5, 1)])


def disturbed_air(text, ground_effect="sanchez_cuevas"):
    """Rotors that blow at each other, low over a slope that each sample has of its own."""
    radius = "" if "diameter_m" in text else "radius_m = 0.12\n"
    text = edited(("mass_kg = 1.0\n", f'mass_kg = 1.0\nground_effect = "{ground_effect}"\nrotor_interference = "momentum"\n'),
                  ("axis = [0, 0, -1]\n", f"axis = [0, 0, -1]\n{radius}"), text=on_ground("spring_damper", text))
    return text + spread("environment.ground.slope_north", -0.1, 0.1) + spread("environment.ground.slope_east", 0, 0.2)


SURFACE = """
[vehicle.response_surface]
rotor_loads = "%s"
terms = [
  {output = "force_z", factors = ["rotor_speed.0", "rotor_speed.0"], centre = 1.2e6, coefficient = -3e-6, standard_error = 1e-7},
  {output = "force_x", factors = ["u"], coefficient = -0.3, standard_error = 0.02},
  {output = "force_y", factors = ["v", "r"], coefficient = 0.2, deviation = 0.3, standard_error = 0.1},
  {output = "force_z", factors = [], coefficient = -8.5},
  {output = "moment_x", factors = ["p", "rotor_speed.2", "w"], coefficient = -1e-6},
  {output = "moment_y", factors = ["u"], coefficient = 0.003},
  {output = "moment_z", factors = ["rotor_acceleration.1"], coefficient = 2e-6},
]
"""


def surfaced(text, rotor_loads="added"):
    """A vehicle with a response surface, each sample with coefficients of its own."""
    path = "vehicle.response_surface.terms.*.deviation"
    return text + SURFACE % rotor_loads + f'\n[disperse."{path}"]\ndist = "normal"\nmean = 0\nsd = 1\nshare = "each"\n'


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


def sensing(text, geodesy="wgs84", field="vector"):
    """A scenario with every sensor and every error; its steps are 1 ms."""
    text += SENSORS + ROTOR_SPEED
    for kind, names in sections().items():
        if names.get(None, {}).get("header") == f"[sensors.NAME.{kind}]" and f"[sensors.s.{kind}]" not in text:
            text += f"[sensors.s.{kind}]\nrate_hz = 100\n"
    return text + f'\n[environment]\ngeodesy = "{geodesy}"\natmosphere.type = "isa"\n' \
        'home = {latitude_deg = 47, longitude_deg = 8, altitude_m = 500}\n' \
        f'[environment.magnetic_field]\ntype = "{field}"\n{keys_of("magnetic_field", field)}\n' \
        '[disperse."sensors.s.gyroscope.scale_error.*"]\ndist = "normal"\nmean = 0\nsd = 0.01\n'

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


BATTERY_PARTS = """when_empty = "stops"
cells = 3
relaxation = {resistance_ohm = 0.01, time_constant_s = 0.02}
curve = {exponential_voltage_v = 0.6, exponential_charge_a_s = 9, polarisation_voltage_v = 0.02}
rate = {rated_current_a = 7, exponent = 1.1}
thermal = {heat_capacity_j_k = 2, cooling_w_k = 3, initial_k = 301, resistance_1_k = -0.01, capacity_1_k = 0.005}
"""


def powered(text, full_command_voltage=16, parts=""):
    """A scenario with a battery, another in each sample."""
    text = edited(('signals = ["position", ', 'signals = ["battery_voltage", "battery_current", "state_of_charge", "position", '),
                  text=text)
    # Electric motors and engines without a limit of the throttle have no such voltage.
    text += (BATTERY % full_command_voltage if full_command_voltage
             else BATTERY.replace("full_command_voltage_v = %s\n", "")) + parts
    return text + "".join(spread(f"vehicle.battery.{key}", 0.9, 1.1, "factor")
                          for key in ("resistance_ohm", "capacity_a_s", "state_of_charge"))


def supplied(text):
    """A scenario of electric motors without their constant voltage."""
    return re.sub(r"(?m)^voltage_v = .*\n", "", text)


def by_thrust(text):
    """A scenario whose battery draws by the thrust."""
    return edited(("efficiency = 0.75", "thrust_per_power_n_w = 0.07"), text=text)


def eventful(text, *events, limits=""):
    """A scenario in which these events happen at another time in each sample, or on conditions; and limits."""
    if "battery_sag" in events:
        text = powered(text)
    for n, event in enumerate(events):
        keys = re.sub(r"(?m)^at_s = .*\n?", "", keys_of("event", event)).replace('"imu.', '"s.')
        text += f'\n[[event]]\ntype = "{event}"\n{WHEN[n % len(WHEN)]}\n{keys}\n'
        if "at_s" in WHEN[n % len(WHEN)]:
            text += spread(f"event.{n}.at_s", 0, 0.02)
    return text + (f"\n[simulation.limits]\n{limits}\n" if limits else "")


def limited(samples=70):
    """Samples that leave their box, tilt, and fly away, each at a time of its own, beside others that do not."""
    limits = "tilt_deg = 3.7\ndistance_m = 0.11\ngeofence = {low_m = [-9, -9, -99], high_m = [0.01, 9, 9]}"
    text = eventful(scenario("rk4", samples), "mass_drop", limits=limits)
    return edited(("duration_s = 0.3", f"duration_s = 0.3\nmax_failures = {samples}"), text=text)


# Of a wind or a pulse, if it is its key: how strong it is.
STRENGTHS = ("to_m_s.*", "scale", "sigma_m_s.*", "wind_20ft_m_s")


def windy(text, *winds, pulses=()):
    """A scenario in further winds of these types, each of another strength in each sample, and pulses; traced."""
    first = text.count("[[wind]]")
    for n, wind in enumerate(winds, first):
        keys = keys_of("wind", wind)
        text += f'\n[[wind]]\ntype = "{wind}"\n{keys}\n'
        for strength in STRENGTHS:
            if re.search(rf"(?m)^{strength.removesuffix('.*')} = ", keys):
                text += spread(f"wind.{n}.{strength}", 0.5, 2)
    for n, pulse in enumerate(pulses):
        keys = re.sub(r"(?m)^start_s = .*\n?", "", keys_of("disturbance", pulse))
        text += f'\n[[disturbance]]\ntype = "{pulse}"\nstart_s = 0.0033\n{keys}\n'
        text += spread(f"disturbance.{n}.start_s", 0, 0.02)
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


def propelled(law, motor, text):
    """A scenario with another law and motor."""
    return re.sub(r"\nlaw = .*\nmotor = .*\n", f'\n[vehicle.rotor.law]\ntype = "{law}"\n{keys_of("law", law)}\n'
                  f'[vehicle.rotor.motor]\ntype = "{motor}"\n{keys_of("motor", motor)}\n', text)


@functools.cache
def hover(law):
    """The command at which rotors of a law carry 1 kg: laws have commands of their own, speeds or shares of the thrust."""
    with tempfile.TemporaryDirectory(prefix="montecopter-test-") as directory:
        path = pathlib.Path(directory, "s.toml")
        path.write_text(propelled(law, "first_order", scenario("rk4")))
        done = subprocess.run([support.PROGRAM, "vehicle", path, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["hover"]["commands"][0]


def rotors(law, motor, count=4, tilted=False, integrator="rk4", samples=3, duration_s=0.03):
    """A ring of rotors of any law and motor; tilted ones lean outwards, so that nothing is aligned."""
    text = propelled(law, motor, scenario(integrator, samples, duration_s))
    text = edited(('"rotor_speed", ', '"rotor_thrust", "rotor_torque", '), text=text)  # not all motors have a speed
    blocks = ""
    for i in range(count):
        x, y = (round(f(2 * math.pi * i / count), 3) for f in (math.cos, math.sin))
        lean = f"axis = [{x}, {y}, -2]\n" if tilted else ""
        blocks += f"[[vehicle.rotors]]\n{lean}position_m = [{x / 10}, {y / 10}, 0]\nspin = {1 - i % 2 * 2}\n"
    text = between("[[vehicle.rotors]]", "\n[[wind]]", blocks, text)
    level = hover(law)
    rows = [[0.0] + [level * (0.9 + i / 100) for i in range(count)], [duration_s / 2] + [level * 1.1] * count]
    text = between("rows = [", "\n[integrator]", f"rows = {rows}\n", text)
    return between('[disperse."vehicle.rotors', '[disperse."wind', "", text)  # not all motors have it


def environment(atmosphere, gravity, samples=5):
    """A vehicle that depends on its air, each sample at another home."""
    text = rotors("performance_table", "first_order", samples=samples)
    text += f'\n[environment]\ngravity = "{gravity}"\n\n[environment.atmosphere]\ntype = "{atmosphere}"\n'
    text += keys_of("atmosphere", atmosphere) + "\n"
    return text + "".join(spread(f"environment.home.{key}", low, high)
                          for key, low, high in (("latitude_deg", -90, 90), ("altitude_m", -400, 60000)))


def distributions(samples=200):
    """Every distribution, with and without limits: the winds of one flight that is a step long."""
    values = f"values = {[0.1 * i for i in range(samples)]}"  # one for each sample
    kinds = [(dist, keys) for dist in types("disperse", VECTORS)
             for keys in ([values] if dist == "listed" else [keys_of("disperse", dist), *MORE_DISTRIBUTIONS.get(dist, [])])]
    text = scenario("euler", samples, 0.001)
    text = edited(("[[wind]]\n", '[[wind]]\ntype = "steady"\nto_m_s = [0, 0, 0]\n\n' * (len(kinds) - 1) + "[[wind]]\n"),
                  ('traces = "every:3"', 'traces = "none"'), ("rate_hz = 100\n", "rate_hz = 1000\n"), text=text)
    text = text[:text.index('[disperse."wind')]
    return text + "".join(f'[disperse."wind.{n}.to_m_s.x"]\ndist = "{dist}"\n{keys}\n\n'
                          for n, (dist, keys) in enumerate(kinds))


def designed(design, samples=144):
    """A design of two inputs, in one flight that is a step long."""
    text = edited(("seed = 11\n", f'seed = 11\ndesign = "{design}"\n{DESIGN_KEYS.get(design, "")}'),
                  ('traces = "every:3"', 'traces = "none"'), ("rate_hz = 100\n", "rate_hz = 1000\n"),
                  text=scenario("euler", samples, 0.001))
    text = text[:text.index('[disperse."')]
    if design == "file":
        text += f'[disperse."wind.0.to_m_s.z"]\ndist = "listed"\nvalues = {[0.1 * i for i in range(samples)]}\n'
    return text + "".join(f'\n[disperse."wind.0.to_m_s.{axis}"]\ndist = "normal"\nmean = 0\nsd = 1\n' for axis in "xy")


def vector(dist, samples=20):
    """A start that is drawn as a vector, by Latin hypercube."""
    path, keys = VECTORS[dist]
    return edited(("seed = 11\n", 'seed = 11\ndesign = "lhs"\n'), text=scenario("rk4", samples, 0.03)) + \
        f'\n[disperse."{path}.*"]\ndist = "{dist}"\n{keys}\n'


def correlated(design, samples=144):
    """The inputs of a design and another one, correlated."""
    return designed(design, samples) + """
[disperse."vehicle.mass_kg"]
dist = "weibull"
scale = 1
shape = 8
low = 0.7

[[correlate]]
inputs = ["wind.0.to_m_s.y", "vehicle.mass_kg", "wind.0.to_m_s.x"]
rank_correlation = [[1, -0.5, 0.7], [-0.5, 1, -0.2], [0.7, -0.2, 1]]
"""


def frozen(text):
    """Wind, noise, a gyroscope and the mass are the same in all samples; other sensors and inputs are not."""
    return edited(("seed = 11\n", 'seed = 11\nfreeze = ["wind", "process.*", "s.gyroscope", "disperse:vehicle.mass_kg"]\n'),
                  text=windy(sensing(text), "dryden", pulses=()))


def early_ends(samples=70, duration_s=0.3):
    """Diverging and invalid samples beside others: masked lanes, in every width."""
    text = scenario("euler", samples, duration_s, spread("vehicle.quadratic_aero_moment_n_m_s2.zz", -0.5, 0.5)
                    + spread("vehicle.inertia_kg_m2.zz", 0.007, 0.0105))
    return edited((f"duration_s = {duration_s}", f"duration_s = {duration_s}\nmax_failures = {samples}"),
                  ("position_m = [0, 0, -10]", "position_m = [0, 0, -10]\nbody_rate_rad_s = [0, 0, 0.3]"), text=text)


# Signals by what a flight needs to have them.
OF_ALL = ("euler_angles", "air_relative_velocity", "airspeed", "thrust_fraction", "force_thrust", "force_drag",
          "force_gravity", "force_noise", "moment_rotors", "moment_gyroscopic", "moment_noise")
OF_PULSES = ("force_disturbance", "moment_disturbance")
OF_GROUND = ("force_contact", "moment_contact")
OF_PATH = ("position_error", "acceleration_reference", "jerk_reference", "snap_reference")


def told(text, *more):
    """A scenario that records derived signals and forces and moments by term, with metrics over windows of time."""
    names = [f"{name}_{axes}" for name in (*OF_ALL, *more) if name.startswith(("force_", "moment_"))
             for axes in ("body", "world")]
    names += [name for name in (*OF_ALL, *more) if not name.startswith(("force_", "moment_"))]
    listed = "".join(f'"{name}", ' for name in names)
    text = edited(("signals = [", f"signals = [{listed}"), text=text)
    return text + "\n[window]\nfirst = {to_s = 0.0105}\nlater = {from_s = 0.0073}\n" \
        '[metrics]\nrolled = {formula = "max(abs(euler_angles.roll), later)"}\n'
