"""The program that made a result: it verifies that the file is as it was written, and computes what a picture shows."""
import json
import pathlib
import sys
import tomllib

from ..errors import Error, ProgramNotFound
from ..program import call, find_program


class BadInput(Exception):
    """One message for the user, and the exit code: 2 usage, 3 not such a file, 6 input or output."""

    def __init__(self, message, code=2):
        super().__init__(message)
        self.code = code


def program():
    """The name of the program, or None if it is neither built nor installed."""
    try:
        return find_program()
    except ProgramNotFound:
        return None


def is_scenario(source):
    """Whether a picture is of a scenario: a TOML file, or its text."""
    return "\n" in str(source) or pathlib.Path(source).suffix.lower() == ".toml"


def name_of(source):
    """The stem of a file, or the name in the text of a scenario."""
    if "\n" not in str(source):
        return pathlib.Path(source).stem[:80]
    try:
        return str(tomllib.loads(source).get("name", "scenario"))
    except tomllib.TOMLDecodeError:
        return "scenario"


def label(source):
    """A file or a scenario in messages."""
    return "scenario" if "\n" in str(source) else source


def say(*arguments, accept=(0,)):
    """What a command prints, with an exit code to accept. The text of a scenario goes through its standard input."""
    if not program():
        raise BadInput("montecopter: error: the program is not built. Run scripts/build, or set MONTECOPTER to its path.")
    text = next((word for word in map(str, arguments) if "\n" in word), None)
    words = ["-" if "\n" in word else word for word in map(str, arguments)]
    try:
        answer = call(*words, stdin=text, accept=range(256))
    except Error as problem:
        raise BadInput(problem.message.strip(), problem.exit_code) from None
    if answer.exit_code not in accept:
        raise BadInput(answer.remarks.strip(), answer.exit_code)  # no remark: the answer is "no"
    sys.stderr.write(answer.remarks)
    return answer.output


def ask(*arguments, accept=(0,)):
    """The answer of a command as JSON."""
    return json.loads(say(*arguments, "--json", accept=accept))


def chosen(path, *choice):
    """The numbers of the samples that `stats` selects, with its conditions and lists."""
    if not program():
        raise BadInput(f"{path}: error: montecopter, which selects samples, is not built. Run scripts/build.")
    return [row["sample"] for row in ask("stats", path, "--incomplete", *choice)["list"]]


def verify(path):
    """Lets the program verify every sample by the stored hashes; False if there is no program."""
    if not program():
        return False
    ask("stats", path, "--incomplete")
    return True
