"""The commands that answer from results, scenarios, vehicles and logs, as functions.

Tables are pandas DataFrames; verdicts are dataclasses. Commands whose answer is a tree give a dict, which is described
by the JSON Schema of `montecopter schema --output COMMAND`.
"""
from __future__ import annotations

import dataclasses
import pathlib
import typing

from .arguments import AnyPath, names, path_text
from .flights import Overrides, Scenario, _option, _overrides, _path_word, _with_scenario
from .program import call
from .result import Result

if typing.TYPE_CHECKING:
    import pandas

Tree = dict[str, typing.Any]
AnyResult = typing.Union[Result, AnyPath]
# Verdicts: a requirement or a margin is violated (1) or undecided (4).
_VERDICTS = (0, 1, 4)


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


def plan(scenario: Scenario, *, set: Overrides = None, samples: int | None = None) -> Tree:
    """What a campaign will draw, cost and be able to show, before it is flown."""
    return _with_scenario("plan", scenario, [*_overrides(set), *_option("--samples", samples), "--json"]).json()


def requirements(result: AnyResult, *, set: Overrides = None) -> list[Requirement]:
    """The requirements of the scenario of a result. set: other limits, {"requirement.tilt.at_most": 30}."""
    answer = call("requirements", _word(result, "result"), *_overrides(set), "--json", accept=_VERDICTS).json()
    fields = [field.name for field in dataclasses.fields(Requirement)]
    return [Requirement(**{name: row.get(name) for name in fields}) for row in answer["requirements"]]


def stats(result: AnyResult, *, where: str | None = None) -> pandas.DataFrame:
    """Statistics of each metric of a result without a sweep: a row for each, by name. `Result.grid` is for sweeps."""
    answer = call("stats", _word(result, "result"), *_option("--where", where), "--json").json()
    if "metrics" not in answer:
        raise ValueError("result: it is a sweep, with statistics at each point. Use result.grid(metric, statistic).")
    return _pandas().DataFrame.from_dict(answer["metrics"], orient="index")


def compare(a: AnyResult, b: AnyResult, *, metrics: str | typing.Iterable[str] | None = None,
            margins: typing.Mapping[str, float | str] | None = None, unpaired: bool = False) -> pandas.DataFrame:
    """Two campaigns compared statistically, B - A: a row for each metric, with the interval of the difference.

    margins: largest acceptable change of means, {"max_tilt_deg": "5%", "rms_tracking_error_m": 0.01}. The column
        `verdict` then has "equivalent", "different" or "undecided".
    """
    options = [] if metrics is None else ["--metric", *names(metrics, "metrics")]
    for metric, value in (margins or {}).items():
        options += ["--margin", f"{metric}={value}"]
    options += ["--unpaired"] * unpaired + ["--json"]
    answer = call("compare", _word(a, "a"), _word(b, "b"), *options, accept=_VERDICTS).json()
    rows = [{"metric": row["name"], "point": row.get("point"), "unit": row["unit"], "mean_a": row["a"]["mean"],
             "mean_b": row["b"]["mean"], "difference": row["difference"], "low95": row["interval95"][0],
             "high95": row["interval95"][1], "p_adjusted": row["p_adjusted"], "differs": row["differs"]}
            for row in answer["metrics"]]
    table = _pandas().DataFrame(rows)
    verdicts = {(row["metric"], row.get("point")): row["verdict"] for row in answer["margins"]}
    if verdicts:
        table["verdict"] = [verdicts.get((row["metric"], row["point"])) for row in rows]
    return table


def diff(a: AnyResult, b: AnyResult, *, across: str | typing.Iterable[str] | bool | None = None,
         abs: float | None = None, rel: float | None = None, profile: AnyPath | None = None) -> Difference:
    """Two results compared number by number. across: keys of the scenario that may differ, or True for any."""
    options = [*_option("--abs", abs), *_option("--rel", rel), *_option("--profile", profile)]
    if across:
        options += ["--across"] + ([] if across is True else names(across, "across"))
    answer = call("diff", _word(a, "a"), _word(b, "b"), "--json", *options, accept=(0, 1)).json()
    signals = _pandas().DataFrame(answer["signals"])
    return Difference(answer["verdict"] == "same", signals, answer)


def sensitivity(result: AnyResult, *, metrics: str | typing.Iterable[str] | None = None, quantile: float | None = None,
                resamples: int | None = None) -> pandas.DataFrame:
    """The effect of each dispersed input on each metric: a row for each pair, the most important input of a metric
    first. Columns are measures, such as first_order and rank_correlation, and their 95 % intervals.
    """
    options = [] if metrics is None else ["--metric", *names(metrics, "metrics")]
    options += [*_option("--quantile", quantile), *_option("--resamples", resamples), "--json"]
    answer = call("sensitivity", _word(result, "result"), *options).json()
    rows = []
    for metric, found in answer["metrics"].items():
        for effect in found.get("inputs", []):
            row = {"metric": metric, "input": effect["input"], "beyond_chance": effect.get("beyond_chance")}
            for measure, estimate in effect.items():
                if isinstance(estimate, dict) and "value" in estimate:
                    row |= {measure: estimate["value"], f"{measure}_low95": estimate["low95"],
                            f"{measure}_high95": estimate["high95"]}
            rows.append(row)
    return _pandas().DataFrame(rows)


def report(result: AnyResult, *others: AnyResult, output: AnyPath, fresh: bool = False) -> pathlib.Path:
    """Writes one page about a result, compared with others, for the browser. fresh: replace the file if it exists."""
    answer = call("report", _word(result, "result"), *(_word(other, "others") for other in others),
                *_option("--output", output), *["--force"] * fresh, "--json").json()
    return pathlib.Path(answer["file"])


def margins(scenario: Scenario, *, set: Overrides = None) -> Tree:
    """Gain, phase, delay and disk margins of the closed loops at hover."""
    return _with_scenario("margins", scenario, [*_overrides(set), "--json"], accept=_VERDICTS).json()


def tune(scenario: Scenario, *, set: Overrides = None, law: str | None = None, bandwidth: float | None = None,
         phase_margin: float | None = None) -> Tree:
    """Gains of a controller from a bandwidth [rad/s] or a phase margin [degree], and what limits them."""
    options = [*_overrides(set), *_option("--law", law), *_option("--bandwidth", bandwidth),
               *_option("--phase-margin", phase_margin), "--json"]
    return _with_scenario("tune", scenario, options).json()


def vehicle(file: Scenario, *, set: Overrides = None) -> Tree:
    """Hover, reserves, control authority, top speeds, endurance and warnings of a vehicle file or a scenario."""
    return _with_scenario("vehicle", file, [*_overrides(set), "--json"], accept=_VERDICTS).json()


def fit(scenario: Scenario, *logs: AnyPath, set: Overrides = None, output: AnyPath | None = None,
        columns: AnyPath | None = None) -> Tree:
    """Fits the dispersed numbers of a scenario to recorded flights: values, standard errors, the fitted scenario."""
    words = [_path_word(path_text(log, "logs")) for log in logs]
    options = [*_overrides(set), *_option("--output", output), *_option("--columns", columns), "--json"]
    return call("fit", _path_word(path_text(typing.cast(AnyPath, scenario), "scenario")), *words, *options, accept=_VERDICTS).json()


def validate(scenario: Scenario, log: AnyPath, *, set: Overrides = None, columns: AnyPath | None = None) -> Tree:
    """Flies a recorded flight again over windows, and gives the errors of the model."""
    options = [*_overrides(set), *_option("--columns", columns), "--json"]
    return call("validate", _path_word(path_text(typing.cast(AnyPath, scenario), "scenario")),
                _path_word(path_text(log, "log")), *options).json()


def _word(result: AnyResult, where: str) -> str:
    return _path_word(path_text(typing.cast(AnyPath, result), where))


def _pandas() -> typing.Any:
    try:
        import pandas
    except ModuleNotFoundError:
        raise ModuleNotFoundError("pandas is needed for tables. On Debian: apt install python3-pandas") from None
    return pandas
