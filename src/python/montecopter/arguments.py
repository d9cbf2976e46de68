"""Arguments of Python functions as words of a command line."""
from __future__ import annotations

import operator
import os
import typing

AnyPath = typing.Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
SampleNumbers = typing.Union[int, str, typing.Iterable[int]]


def path_text(path: AnyPath, where: str) -> str:
    """A path as text; bytes are decoded as by the file system. `where` is for the message of TypeError."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"{where}: {path!r} is not a path (a {type(path).__name__}). "
                        "Give a str, bytes or a pathlib.Path.") from None


def names(value: str | typing.Iterable[str], where: str) -> list[str]:
    """Names from "position,velocity" or from a list of texts; at least one."""
    if isinstance(value, str):
        return [name.strip() for name in value.split(",")]
    listed = list(value) if isinstance(value, typing.Iterable) else [value]
    if not all(isinstance(name, str) for name in listed):
        raise TypeError(f"{where}: {value!r} is not a list of names. "
                        "Give a text, \"position,velocity\", or a list of texts.")
    if not listed:
        raise ValueError(f"{where}: the list is empty. Give a name, or leave the argument out to take all.")
    return listed


def sample_numbers(value: SampleNumbers, where: str) -> str:
    """Numbers of samples for an option, "3,17,40..45"; a text is passed on unchanged. At least one."""
    numbers = _joined(value, where)
    if not numbers:
        raise ValueError(f"{where}: {value!r} contains no sample. Give a number, or leave the argument out.")
    return numbers


def _joined(value: SampleNumbers, where: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, range) and value and value.step == 1:
        return f"{value[0]}..{value[-1]}"  # a command line has no room for all numbers of a campaign
    try:
        if isinstance(value, bytes):  # their elements are numbers, but not of samples
            raise TypeError
        listed = value if isinstance(value, typing.Iterable) else [value]
        return ",".join(item if isinstance(item, str) else str(operator.index(item)) for item in listed)
    except TypeError:
        raise TypeError(f"{where}: {value!r} names no samples. Give a whole number, a list or range of them, "
                        "or a text such as \"3,40..45\".") from None
