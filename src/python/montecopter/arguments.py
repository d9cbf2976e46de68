"""What Python hands over, as words of a command line."""
from __future__ import annotations

import operator
import os
import typing

AnyPath = typing.Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
SampleNumbers = typing.Union[int, str, typing.Iterable[int]]


def path_text(path: AnyPath, where: str) -> str:
    """A path as text; bytes as the file system has them. `where` is for the message of TypeError."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"{where}: {path!r} is no path (a {type(path).__name__}). "
                        "Give a str, bytes or a pathlib.Path.") from None


def names(value: str | typing.Iterable[str], where: str) -> list[str]:
    """Names, of "position,velocity" or of a list of texts; at least one."""
    if isinstance(value, str):
        return [name.strip() for name in value.split(",")]
    listed = list(value) if isinstance(value, typing.Iterable) else [value]
    if not all(isinstance(name, str) for name in listed):
        raise TypeError(f"{where}: {value!r} is no list of names. "
                        "Give a text, \"position,velocity\", or a list of texts.")
    if not listed:
        raise ValueError(f"{where}: the list is empty. Name one, or leave the argument out, which takes all.")
    return listed


def sample_numbers(value: SampleNumbers, where: str) -> str:
    """Numbers of samples as options have them, "3,17,40..45"; a text is passed on as it is. At least one."""
    numbers = _joined(value, where)
    if not numbers:
        raise ValueError(f"{where}: {value!r} has no sample in it. Name one, or leave the argument out.")
    return numbers


def _joined(value: SampleNumbers, where: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, range) and value and value.step == 1:
        return f"{value[0]}..{value[-1]}"  # a campaign has more numbers than a command line has room
    try:
        if isinstance(value, bytes):  # Python has numbers in them, which are none of samples
            raise TypeError
        listed = value if isinstance(value, typing.Iterable) else [value]
        return ",".join(item if isinstance(item, str) else str(operator.index(item)) for item in listed)
    except TypeError:
        raise TypeError(f"{where}: {value!r} names no samples. Give a whole number, a list or range of them, "
                        "or a text such as \"3,40..45\".") from None
