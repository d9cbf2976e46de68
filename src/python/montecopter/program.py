"""Finding the program, and calling it."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import select
import shutil
import subprocess
import threading
import typing

from .controller import FunctionController
from .errors import Error, ProgramNotFound, error_of
from .progress import Display


class Answer(typing.NamedTuple):
    """The answer of the program: its exit code, stdout, stderr (warnings and notes), and the command line."""

    exit_code: int
    output: str
    remarks: str
    command: typing.Sequence[str] = ("montecopter",)

    def json(self) -> typing.Any:
        """stdout as JSON, for commands that were called with --json. Error if it is not JSON."""
        try:
            return json.loads(self.output)
        except json.JSONDecodeError:
            answered = f"{self.output[:60]!r}, which is not JSON" if self.output else "nothing, but JSON was expected"
            raise Error(f"{self.command[0]}: error: it answered {answered}. If this is montecopter, call it with --json; "
                        "if not, set the path of the program: MONTECOPTER=/PATH/OF/montecopter.",
                        self.exit_code, self.command) from None


def find_program() -> str:
    """Path of the program: $MONTECOPTER, else in this installation, else the first on PATH. Else ProgramNotFound.

    Example:
        >>> program = montecopter.find_program()
    """
    named = os.environ.get("MONTECOPTER")
    if named:
        found = shutil.which(named)
        if not found:
            raise ProgramNotFound(f"MONTECOPTER: error: '{named}' is not a program that can be run. "
                                  "Give its path, or unset the variable.", 127, [named])
        return found
    prefix = pathlib.Path(__file__).resolve().parents[4]  # PREFIX/lib/python3/dist-packages/montecopter/program.py
    found = shutil.which(str(prefix / "bin" / "montecopter")) or shutil.which("montecopter")
    if not found:
        raise ProgramNotFound("error: the program montecopter is neither beside this package nor on PATH. "
                              "Set its path: MONTECOPTER=/PATH/OF/montecopter.", 127, ["montecopter"])
    return found


def call(*words: object, stdin: str | None = None, accept: typing.Container[int] = (0,), progress: bool = False,
         controller: FunctionController | None = None) -> Answer:
    """Calls the program with these words and returns its answer.

    For commands without their own function: call("stats", result.path, "--json").json().

    words: the command and its arguments, each as text; bytes are a path.
    stdin: the text of its standard input; empty if None.
    accept: exit codes that are answers; any other raises Error.
    progress: whether to show the progress that the program reports.
    controller: answers the flights of a controller function; see `run`.

    A KeyboardInterrupt is passed on to the program, which ends in an orderly way (the same call resumes its flights).

    Example:
        >>> montecopter.call("explain", "mass_kg").output
    """
    if stdin is not None and not isinstance(stdin, str):
        raise TypeError(f"stdin: {stdin!r:.60} is not a text (a {type(stdin).__name__}). "
                        "Give a str; bytes have decode().")
    command = [find_program(), *(os.fsdecode(w) if isinstance(w, (bytes, os.PathLike)) else str(w) for w in words)]
    display = Display(progress, title=str(words[0]) if words else "")
    environment = {**os.environ, **(controller.environment() if controller else {})}
    # In its own process group the program gets one signal, from this process: a second one would end it at once. The
    # signal is SIGTERM, because the program ignores SIGINT if this process does.
    with subprocess.Popen(command, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, process_group=0) as process:
        output: list[bytes] = []
        exchange = threading.Thread(target=lambda: output.append(_feed_and_read(process, stdin)), daemon=True)
        exchange.start()
        try:
            _watch(process, display, controller)
        except BaseException:
            process.terminate()
            _watch(process, display, None)
            raise
        finally:
            exchange.join()
            remarks = display.close()
    code = process.returncode if process.returncode >= 0 else 128 - process.returncode
    if code not in accept:
        raise error_of(remarks, code, command)
    return Answer(code, output[0].decode("utf-8", "surrogateescape"), remarks, command)


def _feed_and_read(process: subprocess.Popen[bytes], text: str | None) -> bytes:
    """Writes the standard input of a process, which reads it before it answers, and returns its stdout."""
    assert process.stdout
    if process.stdin:
        with contextlib.suppress(BrokenPipeError), process.stdin:  # it may end before it has read everything
            process.stdin.write((text or "").encode("utf-8", "surrogateescape"))
    return process.stdout.read()


def _watch(process: subprocess.Popen[bytes], display: Display, controller: FunctionController | None) -> None:
    """Takes the stderr of a process until it ends, and answers its flights meanwhile."""
    assert process.stderr
    stderr = process.stderr.fileno()
    with select.epoll() as poll:
        poll.register(stderr, select.EPOLLIN)
        if controller:
            controller.register(poll)
        while True:
            for number, _ in poll.poll():
                if number != stderr:
                    assert controller
                    controller.answer(number)
                elif data := os.read(stderr, 1 << 16):
                    display.take(data)
                else:
                    process.wait()
                    return
