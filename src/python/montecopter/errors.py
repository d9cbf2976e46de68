"""What the program refuses or warns of, as exceptions and warnings of Python."""
from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from .result import Result


class Error(Exception):
    """The program ended with an exit code that is no answer, or what it answered cannot be read.

    message: what it wrote to stderr, word for word; or what cannot be read.
    exit_code: as docs/commands.md lists them; 128 + N if signal N ended it. 0 if only the answer cannot be read.
    command: its command line, a word for each argument.
    """

    def __init__(self, message: str, exit_code: int, command: typing.Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        self.command = list(command)

    def __reduce__(self) -> tuple[type, tuple[str, int, list[str]]]:  # exceptions of worker processes travel so
        return type(self), (self.message, self.exit_code, self.command)


class ScenarioError(Error):
    """Exit code 2: the scenario or an argument is wrong. The message names every problem with its place."""


class RefusedError(Error):
    """Exit code 3: the file is damaged, not finished, or holds something else. Also what a Result cannot read."""


class FailuresError(Error):
    """Exit code 5: more samples failed than `simulation.max_failures` allows. `result` is the file, which is complete."""

    result: Result | None = None


class ProgramNotFound(Error):
    """There is no program to call. exit_code is 127, as in a shell."""


class MontecopterWarning(UserWarning):
    """What the program warns of: the flights are made, and may not mean what they seem to. Also of a Result that is
    read before it is finished.
    """


def error_of(message: str, exit_code: int, command: typing.Sequence[str]) -> Error:
    """The exception for an exit code."""
    kinds: dict[int, type[Error]] = {2: ScenarioError, 3: RefusedError, 5: FailuresError}
    text = message.strip() or f"montecopter ended with exit code {exit_code} without a word"
    return kinds.get(exit_code, Error)(text, exit_code, command)
