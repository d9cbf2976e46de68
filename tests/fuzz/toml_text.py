"""Writes TOML, also such as no reader should take."""
import json
import math


class Raw(str):
    """A value that is written as it is."""


class Twice:
    """The value of a key that is given twice."""

    def __init__(self, first, second):
        self.first, self.second = first, second


def key_text(key):
    bare = key != "" and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if bare else text(key)


def text(value):
    # JSON writes DEL as it is and characters beyond 16 bits in two parts; TOML wants neither so.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def value_text(value):
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        return repr(value) if math.isfinite(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key_text(k)} = {v}" for k, v in entries(value)) + "}"
    return text(str(value))  # dates and times


def entries(table):
    for key, value in table.items():
        for one in (value.first, value.second) if isinstance(value, Twice) else (value,):
            yield key, value_text(one)


def document(table):
    return "".join(f"{key_text(key)} = {value}\n" for key, value in entries(table))
