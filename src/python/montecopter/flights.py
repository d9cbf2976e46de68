"""The commands that fly, as functions."""
from __future__ import annotations

import contextlib
import dataclasses
import os
import tomllib
import typing

from .arguments import AnyPath, SampleNumbers, names, path_text, sample_numbers
from .controller import ControlFunction, FunctionController
from .errors import FailuresError, RefusedError, warn
from .progress import is_wanted
from .program import Answer, call
from .result import Result
from .toml import dumps, value_text

Scenario = typing.Union[AnyPath, typing.Mapping[str, typing.Any]]
Overrides = typing.Union[typing.Mapping[str, typing.Any], typing.Iterable[str], None]
Axis = typing.Union[typing.Sequence[float], typing.Mapping[str, typing.Any]]

# 1 and 4 are verdicts: a requirement is violated or undecided. With 5 the file is complete, too.
_FLOWN = (0, 1, 4, 5)


@dataclasses.dataclass(frozen=True)
class Checked:
    """The planned flights of a scenario.

    scenario: name of the scenario.          step_s, duration_s: step and duration of each flight [s].
    points: points of the sweep (1 without a sweep).   samples: samples of all points together.
    steps: steps of a flight.                traced_samples, trace_rows: number of traces, and of times in each.
    file_bytes: size of the result.
    warnings, notes: remarks of the program about the scenario.
    """

    scenario: str
    points: int
    samples: int
    steps: int
    step_s: float
    duration_s: float
    traced_samples: int
    trace_rows: int
    file_bytes: int
    warnings: list[str]
    notes: list[str]


def check(scenario: Scenario, *, set: Overrides = None) -> Checked:
    """Checks a scenario without flying. ScenarioError lists all its problems, each with its place.

    Example:
        >>> montecopter.check("hover.toml", set={"monte_carlo.samples": 10}).samples
        10
    """
    answer = with_scenario("check", scenario, [*overrides_of(set), "--json"]).json()
    return Checked(**{field.name: answer[field.name] for field in dataclasses.fields(Checked)})


def run(scenario: Scenario, *, set: Overrides = None, samples: int | None = None, seed: int | None = None,
        output: AnyPath | None = None, threads: int | None = None, only: SampleNumbers | None = None,
        fresh: bool = False, reproducible: bool = False, until: str | None = None, lanes: str | None = None,
        controller: ControlFunction | None = None, progress: bool | None = None) -> Result:
    """Flies a scenario into a result file, or resumes one that was interrupted.

    scenario: a path (a str or bytes of one line is one), the text of a TOML file (several lines), or a dict. Text and
        dict have no folder: the files that they name are relative to the current folder.
    set: keys to override: {"vehicle.mass_kg": 1.2}, or a list of "PATH=VALUE" as for the option --set.
    samples, seed: number of samples and seed, in place of the scenario's.
    output: the result file; default: NAME.h5 in the current folder, with the name of the scenario.
    threads: number of threads; default: one per processor that this process may use.
    only: fly only these samples: 3, [3, 17], range(40, 46), or a text, "3,40..45".
    fresh: fly all samples again, and replace the file when done.   reproducible: equal results are equal files.
    until: "decided" stops as soon as all requirements are decided.   lanes: instruction set; the bits are the same.
    controller: a function f(state, reference, flight) that returns thrust [N] and three moments [N m]. It replaces the
        controller of the scenario; `set` gives its rate and other keys, {"controller.rate_hz": 250}. See docs/python-controller.md.
    progress: True or False shows progress or not; default: in notebooks and on terminals.

    Result.exit_code is 0, or a verdict: 1 a requirement is violated, 4 a requirement is undecided. Errors:
    ScenarioError, RefusedError (the file holds another campaign), FailuresError with the complete `result`, Error.
    ControllerError if the function fails. Warnings of the program are given as MontecopterWarning.

    Example:
        >>> result = montecopter.run("hover.toml", samples=50, seed=3, set={"vehicle.mass_kg": 1.2}, output="loaded.h5")
        >>> result.to_pandas().m_max_tilt_deg.quantile(0.95)
    """
    options = [*option("--samples", samples), *option("--seed", seed),
               *option("--output", output), *option("--threads", threads), *_numbers("--only", only, "only"),
               *option("--until", until), *option("--lanes", lanes)]
    options += ["--fresh"] * fresh + ["--reproducible"] * reproducible
    with _answering(controller) as answering:
        own = answering.overrides() if answering else []
        shown, style = _progress(progress)
        words = [*overrides_of([*own, *_pairs(set)]), *options, *style, "--json"]
        answer = with_scenario("run", scenario, words, accept=_FLOWN, progress=shown, controller=answering)
    return _result_of(answer, output)


def sweep(scenario: Scenario, axes: typing.Mapping[str, Axis], *, set: Overrides = None, samples: int | None = None,
          seed: int | None = None, output: AnyPath | None = None, threads: int | None = None,
          fresh: bool = False, reproducible: bool = False, controller: ControlFunction | None = None,
          progress: bool | None = None) -> Result:
    """Flies a scenario at every point of a grid, all points with the same draws.

    axes: values of each swept number, {"vehicle.mass_kg": [0.9, 1.0, 1.1]}, or a table as in a scenario,
        {"vehicle.mass_kg": {"linspace": [0.8, 1.2, 5]}}, {"controller": {"include": ["a.toml", "b.toml"]}}.
    samples: number of samples at each point.

    Other arguments are those of `run`. `Result.grid` gives a metric over the grid.

    Example:
        >>> result = montecopter.sweep("hover.toml", {"vehicle.mass_kg": [0.9, 1.0, 1.1]}, samples=20, output="three.h5")
        >>> result.grid("max_tilt_deg", "q95")
    """
    if not axes:
        raise ValueError("axes: there are none. Give values of a number, {'vehicle.mass_kg': [0.9, 1.0]}; "
                         "montecopter.run flies a scenario as it is.")
    tables = {path: axis if isinstance(axis, typing.Mapping) else {"values": axis} for path, axis in axes.items()}
    swept = [f"sweep.{value_text(path)}.{key}={value_text(item, f'axes.{path}.{key}')}"
             for path, table in tables.items() for key, item in table.items()]
    return run(scenario, set=[*_pairs(set), *swept], samples=samples, seed=seed, output=output, threads=threads,
               fresh=fresh, reproducible=reproducible, controller=controller, progress=progress)


def replay(result: Result | AnyPath, *, samples: SampleNumbers | None = None,
           failed: bool = False, where: str | None = None, worst: int | None = None, by: str | None = None,
           smallest: bool = False, signals: str | typing.Iterable[str] | None = None, rate_hz: float | None = None,
           output: AnyPath | None = None, threads: int | None = None, fresh: bool = False,
           controller: ControlFunction | None = None, progress: bool | None = None) -> Result:
    """Flies samples of a finished result again, with all signals at every step, and proves that they are the same.

    samples: 3, [3, 17], range(40, 46) or "3,40..45".
    failed: the failed samples.   where: the samples that satisfy a condition.
    worst, by, smallest: the N samples with the largest (smallest) value of a metric.
    signals, rate_hz: only these signals ("position", or a list), and the rate of the traces [Hz].
    output: the result file; default: NAME-replay.h5 in the current folder.
    controller: the function that flew the result, if a function did.

    Result.exit_code is 0. Error (exit code 1) if a flight differs from the file, or no sample is selected.

    Example:
        >>> worst = montecopter.replay("hover.h5", worst=2, by="max_tilt_deg", signals=["position"], rate_hz=125)
        >>> worst.traces_to_pandas().groupby("sample").max()
    """
    stored = None if signals is None else ",".join(names(signals, "signals"))
    options = [*_numbers("--sample", samples, "samples"), *option("--where", where), *option("--worst", worst),
               *option("--by", by), *option("--signals", stored),
               *option("--rate", rate_hz), *option("--output", output), *option("--threads", threads)]
    options += ["--failed"] * failed + ["--smallest"] * smallest + ["--fresh"] * fresh
    file = path_word(path_text(result, "result"))
    with _answering(controller) as answering:
        shown, style = _progress(progress)
        if answering:
            _require_function_of(Result(file), answering)
            options.append("--allow-programs")
        answer = call("replay", *options, *style, "--json", file, progress=shown, controller=answering)
    return _result_of(answer, output)


def with_scenario(command: str, scenario: Scenario, options: list[str], logs: typing.Iterable[str] = (),
                  **others: typing.Any) -> Answer:
    """Calls a command whose scenario is a file, or comes through standard input. Logs come after the scenario."""
    if isinstance(scenario, typing.Mapping):
        return call(command, *options, "-", *logs, stdin=dumps(scenario), **others)
    text = path_text(scenario, "scenario")
    if isinstance(scenario, (str, bytes)) and "\n" in text:
        return call(command, *options, "-", *logs, stdin=text, **others)
    return call(command, *options, path_word(text), *logs, **others)


def _progress(requested: bool | None) -> tuple[bool, list[str]]:
    """Whether progress is shown, and the words that make a command that flies report it."""
    shown = is_wanted(requested)
    return shown, ["--progress", "bar" if shown else "none"]


def _answering(function: ControlFunction | None) -> typing.ContextManager[FunctionController | None]:
    return contextlib.nullcontext() if function is None else FunctionController(function)


def _require_function_of(result: Result, answering: FunctionController) -> None:
    """RefusedError unless the function is the one that flew the result."""
    flown = tomllib.loads(result.resolved()).get("controller", {}).get("command", [""])
    if flown[-1] != answering.words()[-1]:
        raise RefusedError(f"{result.path}: error: another controller flew it: {' '.join(flown[3:]) or 'not a Python function'}. "
                           "Replay with the function that flew it.", 3)


def path_word(path: str) -> str:
    """A path in a form that is neither an option nor standard input."""
    return f"./{path}" if path.startswith("-") else path


def option(name: str, value: object) -> list[str]:
    """"--name=value", in one word, so that a value may begin with '-'; no words for None."""
    if value is None:
        return []
    return [f"{name}={os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else value}"]


def _numbers(name: str, value: SampleNumbers | None, where: str) -> list[str]:
    """The words of an option that takes numbers of samples."""
    return [] if value is None else option(name, sample_numbers(value, where))


def _pairs(overrides: Overrides) -> list[str]:
    """Overrides as "PATH=VALUE"."""
    if overrides is None:
        return []
    if isinstance(overrides, str):
        raise TypeError(f"set: {overrides!r} is a single text. Give a dict, or a list of texts.")
    if isinstance(overrides, typing.Mapping):
        return [f"{path}={value_text(value, f'set.{path}')}" for path, value in overrides.items()]
    return list(overrides)


def overrides_of(overrides: Overrides) -> list[str]:
    return [f"--set={pair}" for pair in _pairs(overrides)]


def _result_of(answer: Answer, output: AnyPath | None) -> Result:
    """The result that a command wrote. Gives its warnings, and raises FailuresError after too many failures.

    The path is the requested one, because JSON cannot contain names that are not UTF-8.
    """
    summary = answer.json()
    for text in summary.get("warnings", []):
        warn(text)
    result = Result(summary["file"] if output is None else output, exit_code=answer.exit_code, summary=summary)
    if answer.exit_code == 5:
        error = FailuresError(f"{result.path}: more samples failed than simulation.max_failures allows", 5)
        error.result = result
        raise error
    return result
