"""Python values as TOML. The standard library reads TOML (tomllib) and does not write it."""
from __future__ import annotations

import json
import math
import os
import re
import typing


def dumps(table: typing.Mapping[str, typing.Any]) -> str:
    """The text of a TOML file with these keys: one line for each key, with its whole path ("vehicle.mass_kg = 1.2").

    Values are str, bool, int, float, paths, lists and tuples of these, dicts, and arrays and numbers of NumPy. Numbers
    read back the same. TypeError names the path of anything else; TOML has no None.

    Example:
        >>> montecopter.dumps({"vehicle": {"mass_kg": 1.2}})
        'vehicle.mass_kg = 1.2\\n'
    """
    return "".join(line + "\n" for line in _lines(table, ""))


def value_text(value: typing.Any, where: str = "value") -> str:
    """One value as TOML writes it in one line: 1.2, "text", [1, 2], {a = 1}. `where` is for the message of TypeError."""
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy
        value = value.tolist()
    if isinstance(value, os.PathLike):
        value = os.fsdecode(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)  # inf, -inf and nan are the same words in TOML
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, typing.Mapping):
        members = (f"{_key(key, where)} = {value_text(item, f'{where}.{key}')}" for key, item in value.items())
        return "{" + ", ".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(item, f"{where}.{i}") for i, item in enumerate(value)) + "]"
    raise TypeError(f"{where}: {value!r} cannot be written as TOML (a {type(value).__name__})")


def _lines(table: typing.Mapping[str, typing.Any], above: str) -> typing.Iterator[str]:
    for key, value in table.items():
        path = f"{above}.{_key(key, above)}" if above else _key(key, above)
        if isinstance(value, typing.Mapping) and value:
            yield from _lines(value, path)
        else:
            yield f"{path} = {value_text(value, path)}"


def _key(key: typing.Any, where: str) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{where or 'scenario'}: the key {key!r} is not a text (a {type(key).__name__})")
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _quoted(text: str) -> str:
    """A basic string with the escapes of JSON, and an escape for DEL, which JSON does not escape."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
