"""The kinds that the program knows, and keys for each of their types."""
import functools
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import support  # noqa: E402


@functools.cache
def sections():
    """Of each kind the types in the order of its list, as `explain --json` has them."""
    done = subprocess.run([support.PROGRAM, "explain", "--json"], capture_output=True, text=True, check=True)
    kinds = {}
    for section in json.loads(done.stdout)["sections"]:
        kinds.setdefault(section["kind"], {})[section["type"]] = section
    return kinds


def types(kind, but=()):
    """The names of a list, but for those that have flights of their own."""
    return [name for name in sections()[kind] if name not in but]


def choices(table, key):
    """What a key of a table may be."""
    return next(k for k in sections()[table][None]["keys"] if k["key"] == key)["choices"]


# In place of what a type needs, where other keys or other numbers take more turns in a short flight.
RICHER = {
    "law": {
        "polynomial": "thrust_0_n = -0.2\nthrust_1_n = 3\nthrust_2_n = 2\ntorque_1_n_m = 0.05\ntorque_2_n_m = 0.03",
        "blade_element": "diameter_m = 0.25\nblades = 3\nradius_fraction = [0.2, 0.6, 1.0]\nchord_fraction = [0.2, 0.18, 0.08]\n"
                         "twist_deg = [30, 15, 8]\npitch_m = 0.12\nthrust_scale = 1.1\ntorque_scale = 0.9",
        "quadratic": "thrust_n_s2 = 2e-6\ntorque_n_m_s2 = 3e-8\nmeasured_density_kg_m3 = 1.1",
        "performance_table": "diameter_m = 0.25\nadvance_ratio = [-1, 0, 0.5, 1]\n"
                             "thrust_coefficient = [0.14, 0.11, 0.08, 0]\npower_coefficient = [0.05, 0.05, 0.04, 0.02]",
    },
    "motor": {"slew_limited": "time_constant_s = 0.02\nmax = 2000\nslew_up_1_s = 2000\nslew_down_1_s = 1000"},
    "magnetic_field": {"vector": "field_t = [2.1e-5, 1.3e-6, 4.3e-5]"},
    "atmosphere": {"isa": "temperature_offset_k = 7.5"},
    "wind": {
        "sinusoid": "to_m_s = [1, 2, -1]\nfrequency_hz = 31\nphase_deg = 40",
        "one_minus_cosine": "to_m_s = [1, 2, -1]\nstart_s = 0.0033\nlength_m = 0.3\nairspeed_m_s = 7",
        "grid": "scale = 0.7\nrows = [[-1, -2, -10.5, 1, 2, 3], [-1, -2, -9.9, 3, 2, 1], [4, -2, -10.5, 0, 1, 0], "
                "[4, -2, -9.9, 1, 1, 2]]",
        "time_series": "scale = 0.7\nrows = [[0.002, 1, 2, 3], [0.0133, 3, 2, 1], [0.2, 0, 1, 0]]",
        "dryden": "sigma_m_s = [1, 2, 0.5]\nlength_m = [3, 4, 5]\nairspeed_m_s = 7\nazimuth_deg = 33",
        "von_karman": "sigma_m_s = [1, 2, 0.5]\nlength_m = [3, 4, 5]\nairspeed_m_s = 7\nstandard = 'mil_hdbk_1797'",
    },
    "event": {
        "rotor_failure": "rotor = 1\neffectiveness = 0.4\nduration_s = 0.012",
        "rotor_stuck": "rotor = 2\nduration_s = 0.015",
        "sensor_outage": 'sensor = "s.gyroscope"\nduration_s = 0.01',
        "battery_sag": "voltage_drop_v = 2.5\nresistance_factor = 1.7\nduration_s = 0.02",
    },
    "estimator": {"mahony": "attitude_gain_1_s = 0.4", "ekf": "initial.gyroscope_bias_deg_s = 3"},
}


def keys_of(kind, name):
    """The keys of a type: the richer ones, or those of its example, all axes different from zero and each other, and
    times so early that a flight of some ms reaches them."""
    if name in RICHER.get(kind, {}):
        return RICHER[kind][name]
    keys = sections()[kind][name]["example"].split("\n", 2)[2].rstrip()  # behind the header and the type
    keys = re.sub(r"\[([\d.]+), 0\.0, 0\.0\]", lambda x: f"[{x[1]}, {-float(x[1]) / 2}, {float(x[1]) / 4}]", keys)
    return re.sub(r"(?m)^(at_s|start_s|duration_s) = ([\d.]+)$", lambda x: f"{x[1]} = {float(x[2]) / 99:.4f}", keys)


def winds():
    """Those that vary over a flight; all others have a steady one."""
    return types("wind", ("steady",))


# That have functions of their own.
NOT_SIMPLY_CONTROLLED = ("command_table", "lee", "lqr", "library", "external", "ardupilot_json", "px4_mavlink")


def controllers():
    """The laws beside Lee's and the regulator's."""
    return types("controller", NOT_SIMPLY_CONTROLLED)


def integrators():
    return choices("integrator", "type")
