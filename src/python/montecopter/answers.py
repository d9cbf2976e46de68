"""The commands that answer from results, as functions. Tables are pandas DataFrames; verdicts are dataclasses."""
from __future__ import annotations

import dataclasses
import os
import pathlib
import typing

from .arguments import AnyPath, names, path_text
from .flights import Overrides, option, overrides_of, path_word
from .program import call
from .progress import is_wanted
from .result import Result

if typing.TYPE_CHECKING:
    import pandas

Tree = dict[str, typing.Any]
AnyResult = typing.Union[Result, AnyPath]
Geography = typing.Union[AnyPath, typing.Sequence[typing.Tuple[float, float]]]
# Verdicts: a requirement or a margin is violated (1) or undecided (4).
VERDICTS = (0, 1, 4)


@dataclasses.dataclass(frozen=True)
class Requirement:
    """A requirement as assessed: `verdict` is "met", "violated" or "undecided" at the stated confidence.

    statement: the claim, "P(max_tilt_deg <= 35) >= 0.99".   observed, lower_bound, upper_bound: in `unit`.
    flown, met: samples.   point: point of a sweep, if there is one.
    """

    name: str
    text: str
    statement: str
    verdict: str
    confidence: float
    observed: float | None
    lower_bound: float | None
    upper_bound: float | None
    unit: str
    flown: int
    met: int
    point: int | None = None


@dataclasses.dataclass(frozen=True)
class Difference:
    """Two results compared number by number. signals: a row for each signal, worst first. summary: the whole answer."""

    same: bool
    signals: pandas.DataFrame
    summary: Tree


def requirements(result: AnyResult, *, set: Overrides = None, incomplete: bool = False,
                 progress: bool | None = None) -> list[Requirement]:
    """The requirements of the scenario of a result. set: other limits, {"requirement.tilt.at_most": 30}.
    incomplete: use the finished samples of an unfinished file.
    progress: True or False shows the progress of long work or not; default: in notebooks and on terminals.

    Example:
        >>> [(each.name, each.verdict) for each in montecopter.requirements("hover.h5")]
        [('level', 'met')]
    """
    answer = call("requirements", result_word(result, "result"), *overrides_of(set), *["--incomplete"] * incomplete, "--json",
                  accept=VERDICTS, progress=is_wanted(progress)).json()
    fields = [field.name for field in dataclasses.fields(Requirement)]
    return [Requirement(**{name: row.get(name) for name in fields}) for row in answer["requirements"]]


@dataclasses.dataclass(frozen=True)
class Bands:
    """Ranges over the points of a sweep. points: the values of the inputs.   summary: the whole answer."""

    points: pandas.DataFrame
    requirements: pandas.DataFrame
    quantiles: pandas.DataFrame
    summary: Tree = dataclasses.field(repr=False)


def bands(result: AnyResult, *, over: str | None = None, metrics: str | typing.Iterable[str] | None = None,
          quantiles: typing.Iterable[float] | None = None, set: Overrides = None) -> Bands:
    """Requirements and quantiles as ranges over the points of a sweep, such as the values of epistemic inputs (p-boxes).

    over: axis of the sweep.   quantiles: in percent.   set: other limits, {"requirement.tilt.at_most": 30}.

    Example:
        >>> montecopter.bands("masses.h5", metrics="max_tilt_deg").quantiles[["percent", "low", "high"]]
    """
    options = [*overrides_of(set), *_metrics(metrics), *option("--over", over)]
    if quantiles is not None:
        options += ["--quantiles", ",".join(map(str, quantiles))]
    answer = call("bands", result_word(result, "result"), *options, "--json", accept=VERDICTS).json()
    frame = pandas_module().DataFrame
    points = frame([{"point": point["point"], **point["values"]} for point in answer["points"]])
    rows = [{"other_axes": band["other_axes"]} | row for band in answer["bands"] for row in band["requirements"]]
    lines = [{"other_axes": band["other_axes"], "metric": metric["name"], "unit": metric["unit"]} | quantile
             for band in answer["bands"] for metric in band["metrics"] for quantile in metric["quantiles"]]
    return Bands(points, frame(rows), frame(lines), answer)


def stats(result: AnyResult, *, metrics: str | typing.Iterable[str] | None = None, incomplete: bool = False,
          progress: bool | None = None) -> pandas.DataFrame:
    """Statistics of each metric of a result without a sweep: a row for each, by name. `Result.grid` is for sweeps, and
    `Result.to_pandas` for statistics of some samples.

    Example:
        >>> montecopter.stats("hover.h5").loc["max_tilt_deg", ["mean", "q95"]]
    """
    options = [*["--incomplete"] * incomplete, *_metrics(metrics)]
    answer = call("stats", result_word(result, "result"), "--json", *options, progress=is_wanted(progress)).json()
    if "metrics" not in answer:
        raise ValueError("result: it is a sweep, with statistics at each point. Use result.grid(metric, statistic).")
    return pandas_module().DataFrame.from_dict(answer["metrics"], orient="index")


def compare(a: AnyResult, b: AnyResult, *, metrics: str | typing.Iterable[str] | None = None,
            margins: typing.Mapping[str, float | str] | None = None, unpaired: bool = False,
            point: int | tuple[int, int] | None = None, incomplete: bool = False, progress: bool | None = None) -> pandas.DataFrame:
    """Two campaigns compared statistically, B - A: a row for each metric, with the interval of the difference.

    margins: largest acceptable change of means, {"max_tilt_deg": "5%", "rms_tracking_error_m": 0.01}. The column
        `verdict` then has "equivalent", "different" or "undecided".
    unpaired: the samples of the two results have nothing in common.
    point: only this point of a sweep; (0, 1) compares point 0 of A with point 1 of B, which may be the same result.
    incomplete: use the finished samples of unfinished files.

    Example:
        >>> montecopter.compare("hover.h5", "heavy.h5", metrics="max_tilt_deg", margins={"max_tilt_deg": "5%"})
    """
    options = [*_metrics(metrics), *["--incomplete"] * incomplete]
    options += option("--point", point if point is None or isinstance(point, int) else ",".join(map(str, point)))
    for metric, value in (margins or {}).items():
        options += ["--margin", f"{metric}={value}"]
    options += ["--unpaired"] * unpaired + ["--json"]
    answer = call("compare", result_word(a, "a"), result_word(b, "b"), *options, accept=VERDICTS,
                  progress=is_wanted(progress)).json()
    rows = [{"metric": row["name"], "point": row.get("point"), "unit": row["unit"], "mean_a": row["a"]["mean"],
             "mean_b": row["b"]["mean"], "difference": row["difference"], "low95": row["interval95"][0],
             "high95": row["interval95"][1], "p_adjusted": row["p_adjusted"], "differs": row["differs"]}
            for row in answer["metrics"]]
    table = pandas_module().DataFrame(rows)
    verdicts = {(row["metric"], row.get("point")): row["verdict"] for row in answer["margins"]}
    if verdicts:
        table["verdict"] = [verdicts.get((row["metric"], row["point"])) for row in rows]
    return table


def diff(a: AnyResult, b: AnyResult, *, across: str | typing.Iterable[str] | bool | None = None,
         abs: float | None = None, rel: float | None = None, profile: AnyPath | None = None,
         progress: bool | None = None) -> Difference:
    """Two results compared number by number. across: keys of the scenario that may differ, or True for any.
    abs, rel: tolerances of all signals.   profile: a file with a tolerance for each signal.

    Example:
        >>> montecopter.diff("hover.h5", "heavy.h5", across="vehicle").same
        False
    """
    options = [*option("--abs", abs), *option("--rel", rel), *option("--profile", profile)]
    if across:
        options += ["--across"] + ([] if across is True else names(across, "across"))
    answer = call("diff", result_word(a, "a"), result_word(b, "b"), "--json", *options, accept=(0, 1),
                  progress=is_wanted(progress)).json()
    signals = pandas_module().DataFrame(answer["signals"])
    return Difference(answer["verdict"] == "same", signals, answer)


def sensitivity(result: AnyResult, *, metrics: str | typing.Iterable[str] | None = None, quantile: float | None = None,
                resamples: int | None = None, point: int | None = None, incomplete: bool = False,
                progress: bool | None = None) -> pandas.DataFrame:
    """The effect of each dispersed input on each metric: a row for each pair, and for each point of a sweep. Columns
    are measures, such as first_order and rank_correlation, and their 95 % intervals.
    quantile: also of this quantile of the metric.   resamples: number of bootstrap samples.
    point: only this point of a sweep.   incomplete: use the finished samples of an unfinished file.

    Example:
        >>> montecopter.sensitivity("hover.h5", metrics="max_tilt_deg", resamples=100)
    """
    options = [*_metrics(metrics), *option("--quantile", quantile), *option("--resamples", resamples),
               *option("--point", point), *["--incomplete"] * incomplete, "--json"]
    answer = call("sensitivity", result_word(result, "result"), *options, progress=is_wanted(progress)).json()
    rows = []
    for at in answer.get("points", [answer]):
        for metric, found in at["metrics"].items():
            rows += [{**({"point": at["point"]} if "point" in at else {}), "metric": metric, **_effect(effect)}
                     for effect in found.get("inputs", [])]
    return pandas_module().DataFrame(rows)


def _effect(effect: Tree) -> Tree:
    """The effect of an input: each measure with its interval."""
    row = {"input": effect["input"], "beyond_chance": effect.get("beyond_chance")}
    for measure, estimate in effect.items():
        if isinstance(estimate, dict) and "value" in estimate:
            row |= {measure: estimate["value"], f"{measure}_low95": estimate["low95"],
                    f"{measure}_high95": estimate["high95"]}
    return row


def operation_words(*, speed: float | None, height: float | None, dimension: float | None, reaction: float | None,
                    climb_rate: float | None, wind: float | None, geography: Geography | None,
                    home: tuple[float, float] | None) -> list[str]:
    """Options of the volumes of an operation."""
    if geography is not None and not isinstance(geography, (str, bytes, os.PathLike)):
        geography = ";".join(f"{north},{east}" for north, east in geography)
    return [*option("--speed", speed), *option("--height", height), *option("--dimension", dimension),
            *option("--reaction", reaction), *option("--climb-rate", climb_rate), *option("--wind", wind),
            *option("--geography", None if geography is None else path_text(geography, "geography")),
            *option("--home", None if home is None else f"{home[0]},{home[1]}")]


def report(result: AnyResult, *others: AnyResult, output: AnyPath, fresh: bool = False,
           incomplete: bool = False, speed: float | None = None, height: float | None = None,
           dimension: float | None = None, reaction: float | None = None, climb_rate: float | None = None,
           wind: float | None = None, geography: Geography | None = None, home: tuple[float, float] | None = None,
           progress: bool | None = None) -> pathlib.Path:
    """Writes one page about a result, compared with others, for the browser. fresh: replace the file if it exists.
    incomplete: use the finished samples of unfinished files.

    speed [m/s], height [m] and dimension [m] of an operation draw its borders on the map of touchdowns. reaction,
    climb_rate, wind, geography and home are those of contain().

    Example:
        >>> montecopter.report("hover.h5", "heavy.h5", output="hover.html")
        PosixPath('hover.html')
    """
    answer = call("report", result_word(result, "result"), *(result_word(other, "others") for other in others),
                *option("--output", output), *["--force"] * fresh, *["--incomplete"] * incomplete,
                  *operation_words(speed=speed, height=height, dimension=dimension, reaction=reaction,
                                   climb_rate=climb_rate, wind=wind, geography=geography, home=home), "--json",
                  progress=is_wanted(progress)).json()
    return pathlib.Path(answer["file"])


def _metrics(metrics: str | typing.Iterable[str] | None) -> list[str]:
    return [] if metrics is None else ["--metric", *names(metrics, "metrics")]


def result_word(result: AnyResult, where: str) -> str:
    return path_word(path_text(typing.cast(AnyPath, result), where))


def pandas_module() -> typing.Any:
    try:
        import pandas
    except ModuleNotFoundError:
        raise ModuleNotFoundError("pandas is needed for tables. On Debian: apt install python3-pandas") from None
    return pandas
