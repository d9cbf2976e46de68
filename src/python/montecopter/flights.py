"""Commands that fly, as functions."""
from __future__ import annotations

import dataclasses
import os
import typing
import warnings

from .arguments import AnyPath, SampleNumbers, names, path_text, sample_numbers
from .errors import FailuresError, MontecopterWarning
from .program import Answer, call
from .result import Result
from .toml import dumps, value_text

Scenario = typing.Union[AnyPath, typing.Mapping[str, typing.Any]]
Overrides = typing.Union[typing.Mapping[str, typing.Any], typing.Iterable[str], None]
Axis = typing.Union[typing.Sequence[float], typing.Mapping[str, typing.Any]]

# 1 and 4 are verdicts: a requirement is violated, or not decided. With 5 the file is complete, too.
_FLOWN = (0, 1, 4, 5)


@dataclasses.dataclass(frozen=True)
class Checked:
    """What a scenario will fly.

    scenario: its name.                      step_s, duration_s: of each flight [s].
    points, samples: of the sweep (1 without one), and of all points together.
    steps: of a flight.                      traced_samples, trace_rows: traces, and times of each.
    file_bytes: size of the result, if it can be told.
    warnings, notes: what the program says of it.
    """

    scenario: str
    points: int
    samples: int
    steps: int
    step_s: float
    duration_s: float
    traced_samples: int
    trace_rows: int
    file_bytes: int | None
    warnings: list[str]
    notes: list[str]


def check(scenario: Scenario, *, set: Overrides = None) -> Checked:
    """Checks a scenario without flying. ScenarioError with all its problems, each with its place."""
    told = _with_scenario("check", scenario, [*_overrides(set), "--json"]).json()
    return Checked(**{field.name: told[field.name] for field in dataclasses.fields(Checked)})


def run(scenario: Scenario, *, set: Overrides = None, samples: int | None = None, seed: int | None = None,
        output: AnyPath | None = None, threads: int | None = None, only: SampleNumbers | None = None,
        fresh: bool = False, reproducible: bool = False, until: str | None = None, lanes: str | None = None) -> Result:
    """Flies a scenario into a result file, or resumes one that was interrupted.

    scenario: a path (a str or bytes of one line is one), the text of a TOML file (several lines), or a dict. Text and
        dict have no folder: files that they name are looked for from the current one.
    set: keys to override: {"vehicle.mass_kg": 1.2}, or a list of "PATH=VALUE" as the option --set has them.
    samples, seed: of the campaign, in place of the scenario's.
    output: the result file; default NAME.h5 in the current folder, NAME being that of the scenario.
    threads: default: one for each processor that this process may use.
    only: these samples alone: 3, [3, 17], range(40, 46), or a text, "3,40..45".
    fresh: fly all anew, and replace the file when done.   reproducible: equal results are equal files.
    until: "decided" stops as soon as all requirements are decided.   lanes: instruction set; the bits are the same.

    Result.exit_code is 0, or a verdict: 1 a requirement is violated, 4 one is undecided. Errors: ScenarioError,
    RefusedError (another campaign lies there), FailuresError with the complete `result`, Error. Warnings of the program
    are given as MontecopterWarning.
    """
    options = [*_overrides(set), *_option("--samples", samples), *_option("--seed", seed),
               *_option("--output", output), *_option("--threads", threads), *_numbers("--only", only, "only"),
               *_option("--until", until), *_option("--lanes", lanes)]
    options += ["--fresh"] * fresh + ["--reproducible"] * reproducible
    answer = _with_scenario("run", scenario, [*options, "--progress", "none", "--json"], accept=_FLOWN)
    return _result_of(answer, output)


def sweep(scenario: Scenario, axes: typing.Mapping[str, Axis], *, set: Overrides = None, samples: int | None = None,
          seed: int | None = None, output: AnyPath | None = None, threads: int | None = None,
          fresh: bool = False, reproducible: bool = False) -> Result:
    """Flies a scenario at every point of a grid, all points with the same draws.

    axes: values of each swept number, {"vehicle.mass_kg": [0.9, 1.0, 1.1]}, or a table as in a scenario,
        {"vehicle.mass_kg": {"linspace": [0.8, 1.2, 5]}}, {"controller": {"include": ["a.toml", "b.toml"]}}.
    samples: at each point.

    Else as `run`. `Result.grid` gives a metric over the grid.
    """
    if not axes:
        raise ValueError("axes: there is none. Give values of a number, {'vehicle.mass_kg': [0.9, 1.0]}; "
                         "montecopter.run flies a scenario as it is.")
    tables = {path: axis if isinstance(axis, typing.Mapping) else {"values": axis} for path, axis in axes.items()}
    swept = [f"sweep.{value_text(path)}.{key}={value_text(item, f'axes.{path}.{key}')}"
             for path, table in tables.items() for key, item in table.items()]
    return run(scenario, set=[*_pairs(set), *swept], samples=samples, seed=seed, output=output, threads=threads,
               fresh=fresh, reproducible=reproducible)


def replay(result: Result | AnyPath, *, samples: SampleNumbers | None = None,
           failed: bool = False, where: str | None = None, worst: int | None = None, by: str | None = None,
           smallest: bool = False, signals: str | typing.Iterable[str] | None = None, rate_hz: float | None = None,
           output: AnyPath | None = None, threads: int | None = None, fresh: bool = False) -> Result:
    """Flies samples of a finished result again, with all signals at every step, and proves that they are the same.

    samples: 3, [3, 17], range(40, 46) or "3,40..45".
    failed: those that failed.   where: those for which a condition holds.
    worst, by, smallest: the N samples with the largest (smallest) value of a metric.
    signals, rate_hz: only these signals ("position", or a list), and this rate of the traces [Hz].
    output: default NAME-replay.h5 in the current folder.

    Result.exit_code is 0; 1 if a flight is not the one that the file has, or none is chosen, is an Error.
    """
    stored = None if signals is None else ",".join(names(signals, "signals"))
    options = [*_numbers("--sample", samples, "samples"), *_option("--where", where), *_option("--worst", worst),
               *_option("--by", by), *_option("--signals", stored),
               *_option("--rate", rate_hz), *_option("--output", output), *_option("--threads", threads)]
    options += ["--failed"] * failed + ["--smallest"] * smallest + ["--fresh"] * fresh
    answer = call("replay", *options, "--progress", "none", "--json", _path_word(path_text(result, "result")))
    return _result_of(answer, output)


def _with_scenario(command: str, scenario: Scenario, options: list[str], accept: typing.Container[int] = (0,)) -> Answer:
    """Calls a command whose scenario is a file, or comes through standard input."""
    if isinstance(scenario, typing.Mapping):
        return call(command, *options, "-", stdin=dumps(scenario), accept=accept)
    text = path_text(scenario, "scenario")
    if isinstance(scenario, (str, bytes)) and "\n" in text:
        return call(command, *options, "-", stdin=text, accept=accept)
    return call(command, *options, _path_word(text), accept=accept)


def _path_word(path: str) -> str:
    """A path that is not taken for an option, nor for standard input."""
    return f"./{path}" if path.startswith("-") else path


def _option(name: str, value: object) -> list[str]:
    """"--name=value", in one word, so that a value may begin with '-'; nothing of None."""
    if value is None:
        return []
    return [f"{name}={os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else value}"]


def _numbers(name: str, value: SampleNumbers | None, where: str) -> list[str]:
    """An option that takes numbers of samples."""
    return [] if value is None else _option(name, sample_numbers(value, where))


def _pairs(overrides: Overrides) -> list[str]:
    """Overrides as "PATH=VALUE"."""
    if overrides is None:
        return []
    if isinstance(overrides, str):
        raise TypeError(f"set: {overrides!r} is one text. Give a dict, or a list of texts.")
    if isinstance(overrides, typing.Mapping):
        return [f"{path}={value_text(value, f'set.{path}')}" for path, value in overrides.items()]
    return list(overrides)


def _overrides(overrides: Overrides) -> list[str]:
    return [f"--set={pair}" for pair in _pairs(overrides)]


def _result_of(answer: Answer, output: AnyPath | None) -> Result:
    """The result that a command wrote; its warnings are given, too many failures raised.

    The file is that which was asked for: JSON has no way to write names that are no UTF-8.
    """
    told = answer.json()
    for text in told.get("warnings", []):
        warnings.warn(text, MontecopterWarning, stacklevel=4)
    result = Result(told["file"] if output is None else output, exit_code=answer.exit_code, summary=told)
    if answer.exit_code == 5:
        error = FailuresError(f"{result.path}: more samples failed than simulation.max_failures allows", 5)
        error.result = result
        raise error
    return result
