#!/usr/bin/python3
"""Mutations of a small result, and what `montecopter diff` says of them.

Each mutation has the verdict that is right: the same (exit 0), different (1), refused (3) or not
readable (6), and a word that the message has to hold.

A mutation is sealed, unless it is damage: its checks and its content hash are made anew, by the
definition in docs/result-file.md, as another program would have written it.
"""
import shutil

import h5py
import numpy as np

import support
from sealing import columns, first_dimension, seal
from support import ProgramTest, edited

SCENARIO = edited(("samples = 200", "samples = 24"), ('"specific_force"]', '"specific_force", "euler_angles"]'))


# --- mutations ------------------------------------------------------------------------------------

SAME, DIFFERS, REFUSED, UNREADABLE = 0, 1, 3, 6
MUTATIONS = []


class Mutation:
    def __init__(self, name, code, says, change, options=(), sealed=True, profile="", both=False):
        self.name, self.code, self.says, self.change = name, code, says, change
        self.options, self.sealed, self.profile, self.both = list(options), sealed, profile, both


def poke(dataset, index, change):
    def apply(file):
        file[dataset][index] = change(file[dataset][index])
    return apply


def whole(dataset, change):
    def apply(file):
        file[dataset][...] = change(file[dataset][...])
    return apply


def attribute(dataset, name, value):
    def apply(file):
        del file[dataset].attrs[name]
        if value is not None:
            file[dataset].attrs[name] = value
    return apply


def ulp(x):
    return np.nextafter(x, np.inf)


def swap_rows(*datasets):
    def apply(file):
        for name in datasets or [d.name for d in columns(file) if first_dimension(d) == "sample"]:
            data = file[name][...]
            data[[0, 1]] = data[[1, 0]]
            file[name][...] = data
    return apply


def later(data):
    data[:, 1:] = data[:, :-1].copy()
    return data


def as_float32(file):
    data = file["velocity"][...]
    attributes = dict(file["velocity"].attrs)
    scales = [file[f"{name}"] for name in ("trace_sample", "time", "axis")]
    del file["velocity"]
    dataset = file.create_dataset("velocity", data=data.astype(np.float32))
    for name, value in attributes.items():
        if name not in ("DIMENSION_LIST",):
            dataset.attrs[name] = value
    for axis, scale in enumerate(scales):
        dataset.dims[axis].attach_scale(scale)


def zeros_of_both_signs(a, b):
    a["position"][2, 5, 1] = 0.0
    b["position"][2, 5, 1] = -0.0


def nan_at(time_a, time_b):
    def apply(a, b):
        a["position"][2, time_a, 1] = np.nan
        b["position"][2, time_b, 1] = np.nan
    return apply


def other_nan(a, b):
    a["position"][2, 5, 1] = np.nan
    b["position"][2, 5, 1] = np.array([0xfff8000000000001], np.uint64).view(np.float64)[0]


def tiny_against_zero(a, b):
    a["position"][2, 5, 1] = 0.0
    b["position"][2, 5, 1] = 5e-324


def extra_signal(file):
    file.copy("velocity", "velocity_2")
    dataset = file["velocity_2"]
    if "DIMENSION_LIST" in dataset.attrs:
        del dataset.attrs["DIMENSION_LIST"]
    for axis, name in enumerate(("trace_sample", "time", "axis")):
        dataset.dims[axis].attach_scale(file[name])


def reversed_words(file):
    words = file["axis"].attrs["long_name"].decode().split(", ")
    file["axis"].attrs.modify("long_name", np.bytes_(", ".join(words[::-1])))


def volatile(file):
    file["provenance/volatile/host"][:5] = np.frombuffer(b"other", np.uint8)
    file["provenance/volatile/started"][:4] = np.frombuffer(b"2031", np.uint8)
    file["provenance/volatile/wall_s"][...] = 12.5


def comment(file):
    text = file["provenance/scenario"][:]
    text[0] = ord("#")
    file["provenance/scenario"][:] = text


def pulse(file):
    file["command"][3, 10, 0] += 5


for name, dataset, index in (("one ULP of a position", "position", (2, 5, 1)), ("one ULP of the last value of a trace", "velocity", (7, -1, 2)),
                             ("one ULP of a metric", "m_max_tilt_deg", 5), ("one ULP of a drawn input", "in_vehicle.mass_kg", 5),
                             ("one ULP of a statistic", "stat_max_tilt_deg", 1)):
    MUTATIONS.append(Mutation(name, DIFFERS, dataset, poke(dataset, index, ulp)))
MUTATIONS += [
    Mutation("nothing", SAME, "", lambda file: None),
    Mutation("NaN for a number", DIFFERS, "NaN", poke("position", (2, 5, 1), lambda x: np.nan), ["--abs", "1e9"]),
    Mutation("infinity for a number", DIFFERS, "position", poke("position", (2, 5, 1), lambda x: np.inf), ["--abs", "1e9"]),
    Mutation("NaN at the same place in both", SAME, "", nan_at(5, 5), both=True),
    Mutation("NaN one output later", DIFFERS, "NaN", nan_at(5, 6), both=True),
    Mutation("NaN with other bits", SAME, "", other_nan, both=True),
    Mutation("-0 for +0", SAME, "", zeros_of_both_signs, both=True),
    Mutation("5e-324 for 0", DIFFERS, "position", tiny_against_zero, both=True),
    Mutation("other sign of whole quaternions", DIFFERS, "attitude", whole("attitude", lambda x: -x)),
    Mutation("the same, with a tolerance", SAME, "check", whole("attitude", lambda x: -x), ["--abs", "1e-12"]),
    Mutation("other sign of one component of a quaternion", DIFFERS, "attitude", poke("attitude", (2, 25, 3), lambda x: -x - 1e-6), ["--abs", "1e-12"]),
    Mutation("Euler angles a full turn further, with a tolerance", SAME, "euler_angles", whole("euler_angles", lambda x: x + 2 * np.pi), ["--abs", "1e-12"]),
    Mutation("two samples swapped", DIFFERS, "sample 0", swap_rows()),
    Mutation("two traces swapped", DIFFERS, "position", swap_rows("position")),
    Mutation("a signal one output later", DIFFERS, "rotor_speed", whole("rotor_speed", later)),
    Mutation("commands one output later, in a tube of one output", SAME, "tube", whole("command", later), profile="[signal.command]\ntube_s = 0.01\n"),
    Mutation("a pulse of one output, in the same tube", DIFFERS, "command", pulse, profile="[signal.command]\ntube_s = 0.01\n"),
    Mutation("x and y swapped", DIFFERS, "position", whole("position", lambda x: x[..., [1, 0, 2]])),
    Mutation("z upwards", DIFFERS, "position", whole("position", lambda x: x * [1, 1, -1])),
    Mutation("all positions off by 1e-9 m, 1e-8 allowed", SAME, "within", whole("position", lambda x: x + 1e-9), ["--abs", "1e-8"]),
    Mutation("the same, 1e-10 allowed", DIFFERS, "position", whole("position", lambda x: x + 1e-9), ["--abs", "1e-10"]),
    Mutation("values rounded to float32", DIFFERS, "velocity", whole("velocity", lambda x: x.astype(np.float32))),
    Mutation("a bit of a digest", DIFFERS, "flew differently", poke("digest", (1, 5), lambda x: x ^ np.uint64(1))),
    Mutation("status diverged for ok", DIFFERS, "ok against diverged", poke("status", 5, lambda x: 2), ["--abs", "10"]),
    Mutation("a statistic", DIFFERS, "stat_max_tilt_deg", poke("stat_max_tilt_deg", 4, lambda x: x * (1 + 1e-9))),
    Mutation("a number of samples in the statistics", DIFFERS, "statistic n", poke("stat_max_tilt_deg", 0, lambda x: x - 1), ["--abs", "10"]),
    Mutation("times twice as long", DIFFERS, "time", whole("time", lambda x: 2 * x)),
    Mutation("a signal as float32", DIFFERS, "float64 against float32", as_float32, ["--abs", "1e9"]),
    Mutation("another unit", DIFFERS, "units 'm' against 'ft'", attribute("position", "units", np.bytes_("ft"))),
    Mutation("a unit removed", DIFFERS, "units", attribute("position", "units", None)),
    Mutation("another frame", DIFFERS, "frame", attribute("position", "frame", np.bytes_("ENU"))),
    Mutation("other names of the components", DIFFERS, "names of 'axis'", reversed_words),
    Mutation("other meanings of a code", DIFFERS, "flag_values", lambda file: attribute("status", "flag_values", file["status"].attrs["flag_values"][::-1].copy())(file)),
    Mutation("a signal dropped", DIFFERS, "only in", lambda file: file.__delitem__("velocity"), ["--abs", "1e9"]),
    Mutation("a metric dropped", DIFFERS, "only in", lambda file: file.__delitem__("m_max_tilt_deg"), ["--abs", "1e9"]),
    Mutation("a signal more", DIFFERS, "velocity_2", extra_signal, ["--abs", "1e9"]),
    Mutation("a signal renamed", DIFFERS, "speed", lambda file: file.move("velocity", "speed"), ["--abs", "1e9"]),
    Mutation("not finished", DIFFERS, "not complete", whole("provenance/volatile/complete", lambda x: np.uint8(0)), sealed=False),
    Mutation("another host, time and duration", SAME, "", volatile),
    Mutation("another remark in the scenario", SAME, "", comment),
    Mutation("an attribute that nobody reads", SAME, "", lambda file: file["position"].attrs.create("history", np.bytes_("looked at"))),
    Mutation("a newer format", REFUSED, "format version 99", lambda file: file.attrs.modify("format_version", np.int64(99))),
    Mutation("a statistic edited, the hash not", REFUSED, "content hash", poke("stat_max_tilt_deg", 1, ulp), sealed=False),
    Mutation("a value of a trace edited, the check not", REFUSED, "sample 6", poke("position", (2, 5, 1), ulp), sealed=False),
    Mutation("a check damaged", REFUSED, "sample 7", poke("check", (7, 1), lambda x: x + np.uint64(1)), sealed=False),
    Mutation("a content hash damaged", REFUSED, "content hash", poke("provenance/volatile/content_sha256", 11, lambda x: x ^ 1), sealed=False),
    Mutation("an index of a sample edited", REFUSED, "'sample' is wrong at index 3", poke("sample", 3, lambda x: x + 1), sealed=False),
]
# Results of other scenarios, and files that are none: made by a command or of bytes.
FLOWN = [
    ("another seed", REFUSED, "monte_carlo.seed: 11 against 12", ["--seed", "12"], []),
    ("another drag", REFUSED, "vehicle.linear_drag_n_s_m: 0.1 against 0.2", ["--set", "vehicle.linear_drag_n_s_m=0.2"], []),
    ("the same, the key permitted", DIFFERS, "velocity", ["--set", "vehicle.linear_drag_n_s_m=0.2"], ["--across", "vehicle.linear_drag_n_s_m"]),
    ("the same, another key permitted", REFUSED, "linear_drag_n_s_m", ["--set", "vehicle.linear_drag_n_s_m=0.2"], ["--across", "vehicle.mass_kg"]),
    ("a shorter trace", DIFFERS, "shape (8, 31, 3) against (8, 30, 3)", ["--set", "simulation.duration_s=0.29"], ["--across", "--abs", "1e9"]),
    ("a sample more", DIFFERS, "shape (24) against (25)", ["-n", "25"], ["--across", "--abs", "1e9"]),
    ("a sample less", DIFFERS, "shape (24) against (23)", ["-n", "23"], ["--across", "--abs", "1e9"]),
    ("more traces", DIFFERS, "shape", ["--set", "output.traces=every:2"], ["--across", "--abs", "1e9"]),
    ("another scenario of the same shape, all permitted", DIFFERS, "flew differently", ["--seed", "12"], ["--across"]),
]
BYTES = [
    ("truncated", REFUSED, "error:", lambda data: data[:len(data) // 2]),
    ("the last byte missing", REFUSED, "error:", lambda data: data[:-1]),
    ("no HDF5 file", REFUSED, "not an HDF5 file", lambda data: b"position,velocity\n1,2\n"),
    ("empty", REFUSED, "not an HDF5 file", lambda data: b""),
    ("no file", UNREADABLE, "none.h5", None),
]


class Mutations(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "-o", "base.h5", "--reproducible")

    def hold(self, name, code, says, options, a="a.h5", b="b.h5"):
        for pair in ((a, b), (b, a)):
            with self.subTest(name, pair=pair):
                result = self.expect(code, "diff", *pair, *options)
                if pair == (a, b):
                    self.assertIn(says, result.out + result.err)

    def test_all(self):
        with h5py.File(self.path("base.h5"), "r+") as file:
            before = file["check"][:], file["provenance/volatile/content_sha256"][:]
            seal(file)
            # The seal is what the program has written: the same definition, made a second time.
            self.assertTrue((before[0] == file["check"][:]).all())
            self.assertTrue((before[1] == file["provenance/volatile/content_sha256"][:]).all())
        for one in MUTATIONS:
            shutil.copy(self.path("base.h5"), self.path("a.h5"))
            shutil.copy(self.path("base.h5"), self.path("b.h5"))
            with h5py.File(self.path("a.h5"), "r+") as a, h5py.File(self.path("b.h5"), "r+") as b:
                one.change(a, b) if one.both else one.change(b)
                for file in (a, b) if one.sealed else ():
                    seal(file)
            options = list(one.options)
            if one.profile:
                options += ["--profile", self.write("p.toml", one.profile)]
            self.hold(one.name, one.code, one.says, options)
        shutil.copy(self.path("base.h5"), self.path("a.h5"))
        for number, (name, code, says, settings, options) in enumerate(FLOWN):
            self.expect(0, "run", "s.toml", "-o", f"{number}.h5", "--reproducible", *settings)
            self.hold(name, code, says, options, b=f"{number}.h5")
        for name, code, says, change in BYTES:
            if change:
                with open(self.path("base.h5"), "rb") as file:
                    self.write("b.h5", change(file.read()))
            self.hold(name, code, says, [], b="b.h5" if change else "none.h5")


if __name__ == "__main__":
    support.main()
