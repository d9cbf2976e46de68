"""A result file: the summary of the program, and the contents of the file."""
from __future__ import annotations

import contextlib
import difflib
import importlib.util
import os
import pathlib
import shlex
import typing

from .arguments import AnyPath, names as listed_names, path_text
from .errors import RefusedError, warn
from .program import call

if typing.TYPE_CHECKING:
    import h5py
    import pandas
    import xarray


class Result:
    """One campaign: an HDF5 file.

    path: path of the file.
    exit_code: 0, or the verdict of the call that made it: 1 a requirement is violated, 4 a requirement is undecided.
    summary: the JSON of that call (--json); empty if the file existed before.

    Result("hover.h5") opens an existing file. Data are read only when they are requested. The first access calls
    `montecopter fsck`, and so does the first access after a change of the file: RefusedError if it is damaged or not a
    result. Access to an unfinished file gives a MontecopterWarning.

    without_verification: True skips this verification, so damage is not found.
    """

    def __init__(self, path: AnyPath, *, without_verification: bool = False, exit_code: int = 0,
                 summary: typing.Mapping[str, typing.Any] | None = None) -> None:
        self.path = pathlib.Path(path_text(path, "path"))
        self.without_verification = without_verification
        self._verified: tuple[int, ...] | None = None
        self.exit_code = exit_code
        self.summary: dict[str, typing.Any] = dict(summary or {})

    def __repr__(self) -> str:
        return f"montecopter.Result({str(self.path)!r})"

    def __fspath__(self) -> str:
        return str(self.path)

    def open(self, *, engine: str = "h5netcdf") -> xarray.Dataset:
        """All data of flights in the file, read on demand; close the dataset, or use it in a `with`.

        Components and statistics are coordinates: `data.position.sel(axis="z")`,
        `data.stat_max_tilt_deg.sel(statistic="q95")`. docs/result-file.md lists the data, with shapes and units.
        Traces are NaN after the end of a flight; mask the numbers of samples that were not flown by `data.status`.
        MontecopterWarning if there are such samples, with the command that flies them.
        """
        return self._opened(engine)

    def _opened(self, engine: str = "h5netcdf") -> xarray.Dataset:
        """Like open(), for methods that users call: the warning points to their call."""
        _require("h5py", "xarray", *(["h5netcdf"] if engine == "h5netcdf" else []))
        import h5py
        import xarray

        self._verify()
        with _reading(self.path), h5py.File(self.path) as file:
            names = {scale: words for scale in file if (words := _element_names(file, scale))}
            remark = _unfinished(file, self.path)
        if remark:
            warn(remark)
        with _reading(self.path):
            data = xarray.open_dataset(self.path, engine=engine)
        return data.assign_coords({scale: words for scale, words in names.items()
                                   if scale in data.dims and scale not in data.coords})

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each sample: status, end, drawn and swept inputs, metrics, verdicts.

        The index is `sample`; the columns have the names of the file ("t_end_s", "in_vehicle.mass_kg",
        "m_max_tilt_deg"). Status, verdicts and sets of values are named categories.
        """
        _require("h5py", "xarray", "h5netcdf", "pandas")
        import pandas

        with self._opened() as data:
            columns = {name: _named_values(data[name], pandas) for name in data.data_vars
                       if data[name].dims == ("sample",)}
            return pandas.DataFrame(columns, index=pandas.Index(data["sample"].values, name="sample"))

    def traces_to_pandas(self, signals: str | typing.Iterable[str] | None = None) -> pandas.DataFrame:
        """One row for each traced sample and output time, up to the end of its flight.

        The index is (`sample`, `time` [s]); the columns are components, "position.x", of all signals at the output
        times, or of the named ones ("position", or a list). KeyError names a signal that does not exist.
        """
        _require("h5py", "xarray", "h5netcdf", "pandas")
        import pandas

        with self._opened() as data:
            there = [str(name) for name in data.data_vars if data[name].dims[:2] == ("trace_sample", "time")]
            wanted = there if signals is None else listed_names(signals, "signals")
            missing = [name for name in wanted if name not in there]
            if missing:
                raise KeyError(f"{self.path}: no traces of {', '.join(missing)}; there are {', '.join(there) or 'none'}")
            if not there:
                raise KeyError(f"{self.path}: there are no traces (output.traces is \"none\")")
            index = pandas.MultiIndex.from_product([data["trace_sample"].values, data["time"].values],
                                                   names=["sample", "time"])
            columns: dict[str, typing.Any] = {}
            for name in wanted:
                flat = data[name].values.reshape(len(index), -1)
                labels = _component_labels(data[name])
                columns.update({name + label: flat[:, k] for k, label in enumerate(labels)})
            return pandas.DataFrame(columns, index=index).dropna(how="all")

    def grid(self, metric: str, statistic: str = "mean") -> xarray.DataArray:
        """A statistic of a metric over the grid of a sweep: one dimension for each axis, with its values or the names
        of its sets as coordinates.

        metric: "max_tilt_deg" or "stat_max_tilt_deg".   statistic: "mean", "sd", "q95", ...
        KeyError if there is no such metric or statistic; ValueError if the file holds no sweep.
        """
        _require("h5py", "xarray", "h5netcdf")
        import xarray

        with self._opened() as data:
            axes = sorted((str(name) for name in data.data_vars if "grid_shape" in data[name].attrs),
                          key=lambda name: _listed(data[name].attrs["grid_axis"])[0])
            if not axes:
                raise ValueError(f"{self.path}: there is no sweep in this file")
            values = data[self._column_of(data, metric)]
            if statistic not in values["statistic"].values:
                raise KeyError(f"{self.path}: there is no statistic {statistic!r}; there are "
                               f"{', '.join(map(str, values['statistic'].values))}")
            values = values.sel(statistic=statistic)
            shape = _listed(data[axes[0]].attrs["grid_shape"])
            coordinates = {}
            for k, name in enumerate(axes):
                along: typing.Any = tuple(slice(None) if i == k else 0 for i in range(len(axes)))
                names = _flag_names(data[name])
                steps = data[name].values.reshape(shape)[along]
                coordinates[name.removeprefix("sweep_")] = [names[int(step)] for step in steps] if names else steps
            return xarray.DataArray(values.values.reshape(shape), coords=coordinates, dims=list(coordinates),
                                    name=metric, attrs={"units": values.attrs.get("units", "1")})

    def _column_of(self, data: xarray.Dataset, metric: str) -> str:
        """The name of the statistics of a metric. KeyError lists the existing metrics."""
        there = [str(name).removeprefix("stat_") for name in data.data_vars if str(name).startswith("stat_")]
        wanted = str(metric).removeprefix("stat_")
        if wanted in there:
            return f"stat_{wanted}"
        near = difflib.get_close_matches(wanted, there, n=1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        raise KeyError(f"{self.path}: there is no metric {metric!r}.{meant} Known metrics: {', '.join(there) or 'none'}")

    def resolved(self) -> str:
        """The complete scenario, as TOML: defaults, includes and overrides applied. tomllib.loads() reads it."""
        return self._text("resolved")

    def scenario(self) -> str:
        """The original scenario file."""
        return self._text("scenario")

    def _verify(self) -> None:
        """RefusedError unless `fsck` finds the file intact, finished or not; once, until the file changes."""
        if self.without_verification:
            return
        with self.path.open("rb") as file:
            there = os.fstat(file.fileno())
        state = (there.st_dev, there.st_ino, there.st_size, there.st_mtime_ns)
        if state == self._verified:
            return
        answer = call("fsck", "--progress", "none", "--", self.path, accept=(0, 1, 3))
        if answer.exit_code != 0:
            told = " ".join((answer.remarks or answer.output).split())
            raise RefusedError(f"{self.path}: error: it is damaged, or not a result of montecopter ({told}). To see "
                               f"what is wrong, and how to repair it: montecopter fsck {shlex.quote(str(self.path))}", 3)
        self._verified = state

    def _text(self, item: str) -> str:
        _require("h5py")
        import h5py

        self._verify()
        with _reading(self.path), h5py.File(self.path) as file:
            return bytes(file["provenance"][item][:]).decode("utf-8")


def _require(*names: str) -> None:
    """ModuleNotFoundError that names all of these packages that are missing. Only reading needs them."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        debian = " ".join(f"python3-{name}" for name in missing)
        raise ModuleNotFoundError(f"To read a result, montecopter needs {', '.join(missing)}. Install what is missing: "
                                  f"pip install {' '.join(missing)}. For Debian's Python: apt-get install {debian}.",
                                  name=missing[0])


@contextlib.contextmanager
def _reading(path: pathlib.Path) -> typing.Iterator[None]:
    """RefusedError for a file that the system can read, but HDF5 cannot."""
    try:
        yield
    except (OSError, KeyError, RuntimeError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and (error.errno or 0) > 0:  # missing, forbidden, a folder; netCDF's are negative
            raise
        raise RefusedError(f"{path}: error: it cannot be read: it is cut off, damaged, or not a result of montecopter "
                           f"({error}). To see what is wrong, and how to repair it: "
                           f"montecopter fsck {shlex.quote(str(path))}", 3) from error


def _unfinished(file: h5py.File, path: pathlib.Path) -> str:
    """The missing samples of a file, and the command that flies them; empty if it is finished."""
    if file["provenance"]["volatile"]["complete"][()] == 1:
        return ""
    missing = int((file["check"][:] == 0).all(axis=1).sum())  # the check of a sample is written last
    what = f"{missing} of {len(file['check'])} samples are missing" if missing else "only its end is missing"
    shard = file.attrs.get("shard", b"")
    if shard:  # "1 of 4"
        part = (shard.decode() if isinstance(shard, bytes) else str(shard)).replace(" of ", "/")
        how = f"montecopter run SCENARIO --shard {part} -o {shlex.quote(str(path))}"
    elif b"MONTECOPTER_RELAY" in bytes(file["provenance"]["resolved"][:]):  # a Python function flew it
        how = "the same call of montecopter.run, with its controller="
    else:
        name = repr(str(path))
        how = f"montecopter.run(montecopter.Result({name}).resolved(), output={name})"
    return f"{path}: it is not finished: {what}. This finishes it: {how}"


def _element_names(file: h5py.File, scale: str) -> list[str]:
    """Names of the elements of a dimension: the words of its long_name ("x, y, z") if there is one for each."""
    attributes = file[scale].attrs
    if attributes.get("CLASS") != b"DIMENSION_SCALE" or b"not a netCDF variable" not in attributes.get("NAME", b""):
        return []
    text = attributes.get("long_name", b"")
    words = (text.decode() if isinstance(text, bytes) else str(text)).split(", ")
    is_list = all(word and " " not in word for word in words)
    return words if is_list and len(words) == file[scale].shape[0] else []


def _component_labels(signal: xarray.DataArray) -> list[str]:
    """Labels of components in the order of memory: ".x", ".y", ".z"; ".0", ".1", ...; "" for a single number."""
    labels = [""]
    for dimension in signal.dims[2:]:
        size = signal.sizes[dimension]
        names: list[typing.Any] = list(range(size))
        if dimension in signal.coords:
            names = signal[dimension].values.tolist()
        labels = [f"{label}.{name}" for label in labels for name in names]
    return labels


def _flag_names(column: xarray.DataArray) -> dict[int, str]:
    """The names of a column of categories, number -> name; empty for other columns."""
    if "flag_values" not in column.attrs:
        return {}
    return dict(zip(_listed(column.attrs["flag_values"]), column.attrs["flag_meanings"].split(" ")))


def _named_values(column: xarray.DataArray, pandas: typing.Any) -> typing.Any:
    """The values, as categories if the numbers stand for names."""
    names = _flag_names(column)
    if not names:
        return column.values
    return pandas.Categorical([names.get(int(value)) if value == value else None for value in column.values],
                              categories=list(names.values()))


def _listed(attribute: typing.Any) -> list[int]:
    """The numbers of an attribute; readers return a list of one as a number."""
    return [int(value) for value in attribute] if hasattr(attribute, "__len__") else [int(attribute)]
