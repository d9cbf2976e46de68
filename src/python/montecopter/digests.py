"""Digests of Python functions, so that a result tells which function flew it."""
from __future__ import annotations

import functools
import hashlib
import types
import typing


def digest_of(function: typing.Any) -> str:
    """A digest of what a function or an object with __call__ does, as far as it can be seen: code, constants, defaults,
    values in closures and members, and the global names that it uses, in the same way. Comments do not matter, and
    functions and classes of other packages count by their names.
    """
    digest = _Digest(_package_of(function))
    digest.add(function)
    return digest.hash.hexdigest()[:16]


def _package_of(value: typing.Any) -> str:
    """The package or the module that defines a function or an object."""
    while isinstance(value, functools.partial):
        value = value.func
    module = getattr(value, "__module__", None) or type(value).__module__
    return str(module).partition(".")[0]


class _Digest:
    def __init__(self, home: str) -> None:
        self.hash = hashlib.sha256()
        self.home = home
        self.seen: set[int] = set()

    def add(self, value: typing.Any) -> None:
        self.hash.update(type(value).__qualname__.encode() + b"\0")
        if isinstance(value, (type(None), bool, int, float, complex, str, bytes)):
            self.hash.update(repr(value).encode() + b"\0")
        elif isinstance(value, types.CodeType):
            self.hash.update(value.co_code + repr((value.co_names, value.co_varnames, value.co_freevars)).encode())
            self.add(value.co_consts)
        elif hasattr(value, "tobytes") and getattr(value, "dtype", None) != object:
            self.hash.update(f"{getattr(value, 'dtype', '')}{getattr(value, 'shape', '')}".encode() + value.tobytes())
        elif id(value) not in self.seen:
            self.seen.add(id(value))
            for part in self.parts(value):
                self.add(part)

    def parts(self, value: typing.Any) -> typing.Iterable[typing.Any]:
        """The parts of a value that count."""
        if isinstance(value, types.ModuleType):
            return [value.__name__]
        if isinstance(value, (types.FunctionType, type)) and _package_of(value) != self.home:
            return [value.__module__, value.__qualname__]
        if isinstance(value, types.FunctionType):
            cells = [_content(cell) for cell in value.__closure__ or ()]
            names = sorted(_names(value.__code__) & value.__globals__.keys())
            return [value.__code__, value.__defaults__, value.__kwdefaults__, cells, *(value.__globals__[n] for n in names)]
        if isinstance(value, type):
            members = sorted((name, part) for name, part in vars(value).items() if not name.startswith("__")
                             or isinstance(part, types.FunctionType))
            return [value.__qualname__, *value.__bases__, *(part for member in members for part in member)]
        if isinstance(value, types.MethodType):
            return [value.__func__, value.__self__]
        if isinstance(value, functools.partial):
            return [value.func, value.args, value.keywords]
        if isinstance(value, (staticmethod, classmethod)):
            return [value.__func__]
        if isinstance(value, typing.Mapping):
            return [part for item in value.items() for part in item]
        if isinstance(value, (list, tuple)):
            return value
        if isinstance(value, (set, frozenset)):
            return sorted(map(repr, value))
        if hasattr(value, "tolist"):
            return [value.tolist()]
        return [type(value), *(part for item in sorted(getattr(value, "__dict__", {}).items()) for part in item)]


def _content(cell: types.CellType) -> typing.Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is not filled yet
        return None


def _names(code: types.CodeType) -> set[str]:
    """Names that a code and the codes inside it use."""
    inner = (part for part in code.co_consts if isinstance(part, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))
