"""Answers of commands as JSON: those of a Python object, or of a file."""
import json
import pathlib

from .program import BadInput


def of(source, command, *members):
    """(answer, label): the answer of `montecopter COMMAND --json`, which has these members."""
    found = getattr(source, "summary", None)
    if found is not None:
        return found, command
    try:
        found = json.loads(pathlib.Path(source).read_text())
    except OSError as problem:
        raise BadInput(f"{source}: error: no such file, or it cannot be read ({problem.strerror}).", 6) from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("command") != command or not set(members) <= found.keys():
        raise BadInput(f"{source}: error: not an answer of `montecopter {command}`. "
                       f"Write one with `montecopter {command} SCENARIO ... --json > {command}.json`.", 3)
    return found, str(source)
