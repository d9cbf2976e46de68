"""Errors and warnings of the program as exceptions and warnings of Python."""
from __future__ import annotations

import re
import sys
import types
import typing
import warnings

if typing.TYPE_CHECKING:
    from .result import Result


# Options of the program that messages recommend, as arguments of the functions.
_ARGUMENTS = {"--fresh": "fresh=True", "--force": "fresh=True", "--only": "only=", "--output": "output=", "-o": "output=",
              "--samples": "samples=", "-n": "samples=", "--seed": "seed=", "--set": "set=", "--threads": "threads=",
              "--across": "across=", "--metric": "metrics=", "--margin": "margins=", "--where": "where=",
              "--resamples": "resamples=", "--quantile": "quantile=", "--unpaired": "unpaired=True", "--until": "until=",
              "--lanes": "lanes=", "--sample": "samples=", "--signals": "signals=", "--rate": "rate_hz=",
              "--worst": "worst=", "--by": "by=", "--at": "at=", "--from": "begin_s=", "--to": "end_s=",
              "--quantiles": "quantiles=", "--width-mm": "width_mm=", "--height-mm": "height_mm=", "--font-pt": "font_pt=",
              "--no-verify": "verify=False", "--law": "law=", "--bandwidth": "bandwidth=", "--phase-margin": "phase_margin=",
              "--gain-margin": "gain_margin=", "--columns": "columns=", "--horizon": "horizons=", "--profile": "profile=",
              "--abs": "abs=", "--rel": "rel=", "--failed": "failed=True", "--smallest": "smallest=True",
              "--reproducible": "reproducible=True", "--method": "method=", "--held-out": "held_out=",
              "--compare-methods": "compare_methods=True", "--speed": "speed=", "--height": "height=",
              "--dimension": "dimension=", "--reaction": "reaction=", "--climb-rate": "climb_rate=", "--wind": "wind=", "--since": "since=", "--probability": "probability=",
              "--confidence": "confidence=", "--home": "home=", "--geography": "geography=", "--kml": "kml=", "--geojson": "geojson=", "--csv": "csv=", "--point": "point=", "--incomplete": "incomplete=True",
              "--requirement": "requirement=", "--over": "over=", "--per-level": "per_level=", "--most": "most=", "--within": "within=",
              "--keep": "keep=", "--flights": "flights=", "--resume": "resume="}


def _with_arguments(message: str) -> str:
    """The message with arguments of Python in place of options; commands to type are left as they are."""
    if "montecopter" in message.split(": error: ")[-1]:
        return message
    message = message.replace("or --across to", "or across=True to")  # the option without a key
    return re.sub(r"(?<![\w-])--?[a-z]+(?:-[a-z]+)*(?![\w-])", lambda found: _ARGUMENTS.get(found[0], found[0]), message)


class Error(Exception):
    """The program ended with an exit code that is not an answer, or its answer cannot be read.

    message: its text on stderr, word for word; or the reason why the answer cannot be read. As a text, the exception
        names the arguments of Python in place of the options: fresh=True, not --fresh.
    exit_code: see docs/commands.md; 128 + N if signal N ended the program. 0 if only the answer cannot be read.
    command: its command line, one word per argument.
    """

    def __init__(self, message: str, exit_code: int, command: typing.Sequence[str] = ()) -> None:
        super().__init__(_with_arguments(message))
        self.message = message
        self.exit_code = exit_code
        self.command = list(command)

    def __reduce__(self) -> tuple[type, tuple[str, int, list[str]]]:  # lets exceptions of worker processes be pickled
        return type(self), (self.message, self.exit_code, self.command)


class ScenarioError(Error):
    """Exit code 2: the scenario or an argument is wrong. The message names every problem with its place."""


class RefusedError(Error):
    """Exit code 3: the file is damaged, not finished, or holds something else. Also: a Result cannot read it."""


class FailuresError(Error):
    """Exit code 5: more samples failed than `simulation.max_failures` allows. `result` is the file, which is complete."""

    result: Result | None = None


class ProgramNotFound(Error):
    """There is no program to call. exit_code is 127, as in a shell."""


class MontecopterWarning(UserWarning):
    """A warning of the program: the flights are valid, but may not mean what they seem to mean. Also given for a Result
    that is read before it is finished.
    """


def warn(text: str) -> None:
    """Gives a MontecopterWarning that points to the line of the user that called the package."""
    frame: types.FrameType | None = sys._getframe()
    level = 1
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, MontecopterWarning, stacklevel=level)


def error_of(message: str, exit_code: int, command: typing.Sequence[str]) -> Error:
    """The exception for an exit code."""
    kinds: dict[int, type[Error]] = {2: ScenarioError, 3: RefusedError, 5: FailuresError}
    text = message.strip() or f"montecopter ended with exit code {exit_code} and no message"
    return kinds.get(exit_code, Error)(text, exit_code, command)
