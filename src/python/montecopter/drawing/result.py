"""The contents of a result file (docs/result-file.md) as figures need them: columns with labels, and masks."""
import difflib
import functools
import pathlib
import re
import sys
import tomllib

import h5py
import numpy as np

from . import program, style
from .program import BadInput

NED = ("north", "east", "down")
NOT_FLOWN = ("not_run", "invalid_input")
REFERENCES = {"position": "position_reference", "velocity": "velocity_reference",
              "position_estimate": "position_reference", "velocity_estimate": "velocity_reference"}
# Signals that are computed if the file does not contain them, and their sources.
COMPUTED = {"euler_angles": ("attitude",), "position_error": ("position", "position_reference")}
# Bounds of a metric as bounds of signal components: component (None: each), factor, and whether both signs are bounded.
BOUNDED = {"max_altitude_m": ("position", "z", -1, False), "min_altitude_m": ("position", "z", -1, False),
           "max_tracking_error_m": ("position_error", None, 1, True), "max_speed_m_s": ("velocity", None, 1, True),
           "max_body_rate_rad_s": ("body_rate", None, 1, True), "max_tilt_deg": ("euler_angles", "xy", 1, True)}


def text(value):
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)


def euler_deg(attitude):
    """Roll, pitch, yaw [deg] of the 3-2-1 sequence of unit quaternions (scalar first) that turn body axes into NED."""
    w, x, y, z = np.moveaxis(attitude, -1, 0)
    roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2 * (w * y - x * z), -1, 1))
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return np.degrees(np.stack([roll, pitch, yaw], axis=-1))


def pretty_unit(unit):
    """'m s-2' -> 'm/s²'."""
    above, below = [], []
    for factor in unit.replace("degree", "°").split():
        name = factor.rstrip("-0123456789")
        power = int(factor[len(name):] or 1) if name else 1
        raised = name + {1: "", 2: "²", 3: "³"}.get(abs(power), f"^{abs(power)}")
        (below if power < 0 else above).append(raised)
    return " ".join(above).strip() + ("/" + "/".join(below) if below else "") if above or below else ""


def envelope_middle(values):
    """The median over samples at each time; NaN where no sample flies."""
    found = np.full(values.shape[1], np.nan)
    someone = ~np.isnan(values).all(axis=0)
    found[someone] = np.nanmedian(values[:, someone], axis=0)
    return found


class Result:
    """Error messages name the file. `flown` and `ok` are masks over samples. Only samples
    that satisfy the condition `where` are drawn; `single` lists samples that are drawn as single lines ("3,17")."""

    def __init__(self, path, verify=True, where=None, single=None):
        self.path = path
        self.single = None
        if not pathlib.Path(path).is_file():
            raise BadInput(f"{path}: error: there is no such file. Make one with `montecopter run`.", 6)
        verified = verify and program.verify(path)  # before h5py, which damaged files can crash
        try:
            self.file = h5py.File(path, "r")
        except OSError as problem:
            raise BadInput(f"{path}: error: cannot be opened ({problem}).", 3) from None
        if text(self.file.attrs.get("format", "")) != "montecopter result":
            raise BadInput(f"{path}: error: not a result file of montecopter.", 3)
        self.require_one_file(self.file)
        self.name = text(self.file.attrs["title"])
        self.title = style.plain(self.name)
        self.window = (None, None)
        self.read_status()
        self.note = self.read_note(verify, verified)
        self.choose_samples(where, single, [] if verify else ["--no-verify"])

    def choose_samples(self, where, single, options):
        """Reduces the masks to the samples that the program selects."""
        if where is not None:
            holds = np.zeros(self.flown.size, dtype=bool)
            holds[program.chosen(self.path, "--where", where, *options)] = True
            self.flown &= holds
            self.ok &= holds
            self.note += f"; where {style.plain(where)}"
            if not self.flown.any():
                raise self.bad(f"no flown sample meets the condition {where}.")
        if single is not None:
            self.single = program.chosen(self.path, "--sample", single, *options)

    def require_one_file(self, group):
        """Refuses links and datasets that lead to other files."""
        names = []
        group.id.links.iterate(names.append)
        for name in names:
            where = f"'{group.name.rstrip('/')}/{text(name)}'"
            if group.id.links.get_info(name).type != h5py.h5l.TYPE_HARD:
                raise self.damaged(f"{where} is a link, and may lead out of the file")
            found = group[name]
            if isinstance(found, h5py.Group):
                self.require_one_file(found)
            elif isinstance(found, h5py.Dataset) and (found.external or found.is_virtual):
                raise self.damaged(f"{where} is stored in another file")

    def read_status(self):
        """Reads the masks, with the status codes that the file itself states."""
        status = self.file["status"]
        meanings = text(status.attrs["flag_meanings"]).split()
        codes = dict(zip(meanings, status.attrs["flag_values"]))
        unknown = np.flatnonzero(~np.isin(status[:], list(codes.values())))
        if unknown.size:
            raise self.damaged(f"sample {unknown[0]} has the unknown status {status[unknown[0]]}")
        finished = self.file["check"][:].any(axis=1)  # the check is written last
        self.tried = finished & (status[:] != codes["not_run"])
        self.ok = finished & (status[:] == codes["ok"])
        self.flown = finished & ~np.isin(status[:], [codes[name] for name in NOT_FLOWN if name in codes])
        if not self.flown.any():
            raise BadInput(f"{self.path}: error: no sample was flown. Run the scenario first.")

    def read_note(self, verify, verified):
        """The note under every figure of the file; an unverified file is also reported on stderr."""
        note = ""
        if self.file["provenance/volatile/complete"][()] != 1:
            note += f"; NOT FINISHED: {self.flown.sum()} of {self.flown.size} flown"
        if not verified:
            why = "montecopter is not built; run scripts/build" if verify else "--no-verify"
            print(f"{self.path}: warning: not verified ({why}): damaged samples are not found.", file=sys.stderr)
            note += "; not verified"
        return note

    def damaged(self, why):
        return BadInput(f"{self.path}: error: cannot be drawn ({why}). It is damaged, or another program changed it.", 3)

    def bad(self, message):
        return BadInput(f"{self.path}: error: {message}")

    def names(self, *prefixes):
        """Datasets whose names begin with a prefix, in the order of the file."""
        return [name for name in self.stored if name.startswith(prefixes)]

    @functools.cached_property
    def stored(self):
        """Names of the datasets of the root group, in the order of the file."""
        found = []
        self.file.id.links.iterate(found.append, idx_type=h5py.h5.INDEX_CRT_ORDER)
        return [text(name) for name in found]

    def choose(self, name, names, kind):
        if name in names:
            return name
        near = difflib.get_close_matches(name, names, 1, 0.5)
        hint = f"Did you mean '{near[0]}'?" if near else f"There are: {', '.join(names) or 'none'}."
        raise self.bad(f"there is no {kind} '{name}'. {hint}")

    def values(self, name):
        """A metric (with or without m_) or an input (in_...): values per sample."""
        names = self.names("m_", "in_")
        bare = [n.removeprefix("m_") for n in names]
        chosen = names[bare.index(self.choose(name.removeprefix("m_"), bare, "metric or input"))]
        return chosen, self.file[chosen][:]

    def label(self, name):
        """'max tilt [°]': the name without its unit suffix, and the unit from the attribute."""
        unit = text(self.file[name].attrs.get("units", "1"))
        bare = name.removeprefix("m_").removeprefix("in_").removeprefix("sweep_")
        drawn = ""  # for a dispersion that draws a factor or an offset
        for suffix, words in ((".factor", "factor on "), (".offset", "offset of ")):
            if name.startswith("in_") and bare.endswith(suffix):
                drawn, bare = words, bare.removesuffix(suffix)
        return in_words(drawn, bare, unit)

    def set_names(self, name):
        """Names of the sets of a sweep axis, by their numbers; empty for an axis of numbers."""
        return [style.plain(word, 24) for word in text(self.file[name].attrs.get("flag_meanings", "")).split()]

    def long_name(self, name):
        return text(self.file[name].attrs.get("long_name", ""))

    def trace_rows(self):
        """(positions in the traces, sample numbers) of traced samples that were flown."""
        if "trace_sample" not in self.file:
            raise self.bad("it holds no traces. Set output.traces in the scenario, e.g. --set output.traces=every:10.")
        samples = self.file["trace_sample"][:]
        rows = np.flatnonzero(self.flown[samples])
        if rows.size == 0:
            raise self.bad("no traced sample was flown.")
        return rows, samples[rows]

    def set_window(self, begin, end):
        """Sets the part of the time that is drawn [s]."""
        if begin is not None and end is not None and not begin < end:
            raise self.bad(f"--from {begin:g} is not before --to {end:g}.")
        self.window = (begin, end)

    def times_of(self, axis):
        """The output times that are drawn: (mask, times)."""
        time = self.file[axis][:]
        begin, end = self.window
        keep = np.ones(time.size, bool)
        if begin is not None:
            keep &= time >= begin - 1e-9
        if end is not None:
            keep &= time <= end + 1e-9
        if keep.sum() < 2:
            raise self.bad(f"fewer than two output times are within --from and --to: they are {time[0]:g} to {time[-1]:g} s.")
        return keep, time[keep]

    def file_name(self):
        """The title as part of a file name: no folder, no hidden file, not too long."""
        return re.sub(r"[^\w.+-]", "_", self.name).lstrip(".")[:80] or "result"

    def requirements(self):
        """Requirements of the flown scenario: {metric: [(name, at_least, at_most)]}."""
        try:
            scenario = tomllib.loads(bytes(self.file["provenance/resolved"][:]).decode())
        except (KeyError, ValueError, TypeError):
            return {}
        found = {}
        for name, one in (scenario.get("requirement") or {}).items():
            if one.get("type") != "failures":
                found.setdefault(one.get("metric", name), []).append((name, one.get("at_least"), one.get("at_most")))
        return found

    def bounds_of(self, signal, component):
        """Limits of a component in the unit of the panel, from bounds of metrics."""
        limits = []
        for metric, each in self.requirements().items():
            of, components, factor, both = BOUNDED.get(metric, ("", "", 1, False))
            if of != signal or not (components is None or component in components):
                continue
            for _, low, high in each:
                for bound in (low, high):
                    if bound is not None:
                        limits += [factor * bound, -factor * bound] if both else [factor * bound]
        return limits

    def reference(self, request):
        """The reference values (time) for each panel of a request, or None."""
        name, _ = self.split(request)
        other = REFERENCES.get(name)
        if other not in self.signals() or self.dims(self.file[other])[1] != self.dims(self.data_of(name))[1]:
            return [None] * len(self.traces(request))
        component = request.removeprefix(name)
        found = self.traces(other + component)
        with np.errstate(all="ignore"):
            return [envelope_middle(values) for _, values in found]

    def signals(self):
        stored = self.stored_signals()
        return stored + [name for name, needs in COMPUTED.items()
                         if name not in stored and all(need in stored for need in needs)]

    def stored_signals(self):
        return [name for name in self.names("")
                if isinstance(self.file[name], h5py.Dataset) and self.file[name].ndim in (2, 3)
                and self.dims(self.file[name])[0] == "trace_sample"]

    def times(self, requests):
        """The name of the time axis that the signals share."""
        axes = {self.dims(self.data_of(self.split(request)[0]))[1]: request for request in requests}
        if len(axes) > 1:
            one, other = list(axes.values())[:2]
            raise self.bad(f"'{one}' and '{other}' have different times. Draw one after the other.")
        return next(iter(axes))

    def split(self, request):
        """The pair (signal, component or ""); names of sensors contain dots themselves."""
        signals = self.signals()
        name, _, wanted = (request, "", "") if request in signals else request.rpartition(".")
        if name not in signals and request.partition(".")[0] in signals:
            name, _, wanted = request.partition(".")
        self.choose(name or request, signals, "traced signal")
        return name, wanted

    def data_of(self, signal):
        """The dataset of a signal, or of the first signal from which it is computed."""
        return self.file[signal if signal in self.file else COMPUTED[signal][0]]

    def values_of(self, signal, rows, index):
        """Values of one component: (flown traces, times within the window)."""
        data = self.data_of(signal)
        keep, _ = self.times_of(self.dims(data)[1])
        if signal in self.file:
            found = (data[:, :] if index is None else data[:, :, index])[rows][:, keep].astype(float)
            return np.degrees(found) if signal == "euler_angles" else found
        if signal == "euler_angles":
            return euler_deg(data[:, :, :][rows][:, keep].astype(float))[:, :, index]
        reference = self.file[COMPUTED[signal][1]]
        return (data[:, :, index] - reference[:, :, index])[rows][:, keep].astype(float)

    @staticmethod
    def dims(data):
        return [dim[0].name.lstrip("/") if len(dim) else "" for dim in data.dims]

    def element_names(self, dimension, size):
        """Names of the elements of a dimension, or their numbers, as in `montecopter stats`."""
        scale = self.file.get(dimension)
        names = text(scale.attrs.get("long_name", "")).split(", ") if scale is not None else []
        return names if len(names) == size and all(n and " " not in n for n in names) else list(map(str, range(size)))

    def components(self, name):
        """Components of a signal: [(index, name, label)]; index None if it has no further axis."""
        if name == "euler_angles":  # in degrees
            return [(i, n, with_unit(n, "degree")) for i, n in enumerate(("roll", "pitch", "yaw"))]
        data = self.data_of(name)
        unit, frame = (text(data.attrs.get(key, "")) for key in ("units", "frame"))
        words = name.replace("_", " ")
        if data.ndim == 2:
            return [(None, "", with_unit(words, unit))]
        names = self.element_names(self.dims(data)[2], data.shape[2])
        shown = NED if frame == "NED" and len(names) == 3 else names
        return [(i, n, with_unit(f"{words} {style.plain(s, 24)}", unit)) for i, (n, s) in enumerate(zip(names, shown))]

    def traces(self, request):
        """Traces of SIGNAL or SIGNAL.COMPONENT: [(label, values (flown traces, time))]."""
        rows, _ = self.trace_rows()
        name, wanted = self.split(request)
        found = self.components(name)
        wanted = dict(zip(NED, "xyz")).get(wanted, wanted)
        if wanted:
            self.choose(wanted, [n for _, n, _ in found], f"component of {name}")
        return [(label, self.values_of(name, rows, i)) for i, n, label in found if wanted in ("", n)]

    def panels(self, request):
        """Panels of SIGNAL or SIGNAL.COMPONENT: [(label, values, reference or None, limits)]."""
        self.trace_rows()  # raises an error if there are none
        name, wanted = self.split(request)
        wanted = dict(zip(NED, "xyz")).get(wanted, wanted)
        shown = [n for _, n, _ in self.components(name) if wanted in ("", n)]
        short = {"roll": "x", "pitch": "y", "yaw": "z"}
        return [(label, values, reference, self.bounds_of(name, short.get(n, n)))
                for (label, values), reference, n in zip(self.traces(request), self.reference(request), shown)]

    def worst(self, count, metric):
        """The worst samples, or the requested ones: (rows among the flown traces, sample numbers, description)."""
        if self.single is not None:
            return self.named()
        if count < 0:
            raise self.bad(f"--worst {count}: a number of samples is not negative.")
        if not metric and not self.names("m_"):
            return [], [], ""
        name, values = self.values(metric or self.names("m_")[0])
        _, samples = self.trace_rows()
        keys = values[samples] if name.startswith("m_min_") else -values[samples]
        order = np.argsort(keys, kind="stable")[:count]  # NaN last
        return order, samples[order], "worst " + self.label(name).split(" [")[0]

    def named(self):
        """The samples that were requested by number."""
        _, samples = self.trace_rows()
        absent = [str(number) for number in self.single if number not in samples]
        if absent:
            raise self.bad(f"sample {', '.join(absent)} cannot be drawn: it has no trace, was not flown, or "
                           "does not meet the condition.")
        order = np.searchsorted(samples, self.single)
        return order, samples[order], "as requested"

    def traced_text(self):
        shown = self.trace_rows()[1].size
        return f"{shown} traced of {self.ok.size} samples"


def in_words(drawn, name, unit):
    """A name as words: 'max tilt [°]' for 'max_tilt_deg'."""
    suffix = {"degree": "_deg"}.get(unit, "_" + unit.replace("-1", "").replace("-", "").replace(" ", "_"))
    bare = name.removesuffix(suffix)
    return with_unit(drawn + (bare if "." in bare else bare.replace("_", " ")), unit)


def with_unit(words, unit):
    unit = pretty_unit(unit) if unit != "1" else ""
    return style.plain(f"{words} [{unit}]" if unit else words)
