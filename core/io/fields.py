"""Reading JSON that may hold anything: each reader takes what it expects, or says where it found something else."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Generic, TypeVar

from core.errors import ArgumentError
from core.expr.limits import MAX_BITS, MAX_CODE, MAX_PLACE

Read = Callable[[Any], Any]
"""Takes a JSON value and returns what it stands for, or raises FormatError."""

_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


class FormatError(ArgumentError):
    """A file, or a part of it, that does not hold what it should. `path` leads to the place in the file."""

    def __init__(self, message: str, hint: str = "", path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message, hint)
        self._bare = message
        self._path = path

    def inside(self, step: str | int) -> FormatError:
        """Return the same error, seen from one step further out."""
        key = f"[{step}]" if isinstance(step, int) else step
        separator = "." if self._path and not self._path.startswith("[") else ""
        return FormatError(self._bare, self.hint, f"{key}{separator}{self._path}")


def wrong(expected: str, found: Any) -> FormatError:
    """Make the error for a value of the wrong kind."""
    shown = {dict: "an object", list: "a list", str: "a text", type(None): "null"}.get(type(found)) or repr(found)
    return FormatError(f"{expected} is expected here, not {shown if len(shown) < 40 else 'a very long number'}.")


def text(value: Any) -> str:
    """Read a text of bounded length."""
    if not isinstance(value, str):
        raise wrong("a text", value)
    if len(value) > MAX_CODE:
        raise FormatError(f"this text has {len(value):,} characters; {MAX_CODE:,} are allowed.")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise FormatError("this text has half a character in it.")
    return value


def ident(value: Any) -> str:
    """Read an id."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise wrong("an id (up to 64 letters and digits)", value)
    return value


def flag(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise wrong("true or false", value)
    return value


def integer(value: Any) -> int:
    """Read an integer, no longer than code may have one."""
    if not isinstance(value, int) or isinstance(value, bool) or value.bit_length() > MAX_BITS:
        raise wrong("an integer", value)
    return value


def count(value: Any) -> int:
    """Read a small integer that is not negative."""
    if not 0 <= integer(value) < MAX_PLACE:
        raise wrong(f"an integer from 0 to {MAX_PLACE - 1:,}", value)
    return int(value)


def coordinate(value: Any) -> float:
    """Read a finite number of px."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise wrong("a number below a billion", value)
    return float(value)


def constant(value: Any) -> Any:
    """Read a number, text, null, or list of these; numbers that JSON has no words for are ``{"number": "nan"}``."""
    match value:
        case list():
            return tuple(map(constant, value))
        case {"number": ("nan" | "inf" | "-inf") as word}:
            return float(word)
        case bool() | None:
            return value
        case str():
            return text(value)
        case int():
            return integer(value)
        case float():
            return value
    raise wrong("a number, a text or a list", value)


def write_constant(value: Any) -> Any:
    """Write what `constant` reads."""
    if isinstance(value, tuple):
        return [write_constant(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": repr(value)}
    return value


def items(value: Any) -> list[Any]:
    """Read a list, whatever is in it."""
    if not isinstance(value, list):
        raise wrong("a list", value)
    return value


def mapping(value: Any) -> dict[str, Any]:
    """Read an object, whatever is in it."""
    if not isinstance(value, dict):
        raise wrong("an object", value)
    return value


def stepping(read: Read, value: Any, step: str | int) -> Any:
    """Read what is inside something else; an error says where."""
    try:
        return read(value)
    except FormatError as error:
        raise error.inside(step) from None


def each(read: Read) -> Read:
    """Make the reader of a list whose items `read` reads; it gives a tuple."""
    return lambda value: tuple(stepping(read, one, place) for place, one in enumerate(items(value)))


def each_value(read: Read) -> Read:
    """Make the reader of an object whose values `read` reads."""
    return lambda value: {text(key): stepping(read, one, key) for key, one in mapping(value).items()}


def optional(read: Read) -> Read:
    """Make the reader of null or what `read` reads."""
    return lambda value: None if value is None else read(value)


def one_of(kinds: Callable[[str], Any], expected: str) -> Read:
    """Make the reader of a word that `kinds` (an enumeration) knows."""

    def read(value: Any) -> Any:
        try:
            return kinds(value)
        except ValueError:
            raise wrong(expected, value) from None

    return read


def sequence(*readers: Read) -> Read:
    """Make the reader of a list of fixed length."""

    def read(value: Any) -> tuple[Any, ...]:
        if len(items(value)) != len(readers):
            raise wrong(f"a list of {len(readers)}", value)
        return tuple(stepping(one, value[place], place) for place, one in enumerate(readers))

    return read


Data = TypeVar("Data")


def same(value: Any) -> Any:
    """Write a value that is JSON already."""
    return value


@dataclass(frozen=True, slots=True)
class Field:
    """How one field of a dataclass stands in a file: under which key, how it is read and how it is written."""

    read: Read
    write: Callable[[Any], Any] = same
    key: str = ""


class Record(Generic[Data]):
    """Reads and writes a dataclass as an object; what equals its default is left out.

    Keys that are not known are kept in the field `extra`, if the dataclass has one; `ignored` are those that
    somebody else reads.
    """

    def __init__(self, kind: type[Data], /, *, ignored: Iterable[str] = (), **entries: Field | Read) -> None:
        self._kind = kind
        self._ignored = frozenset(ignored)
        self._fields = {name: one if isinstance(one, Field) else Field(one) for name, one in entries.items()}
        self._keys = {field.key or name: name for name, field in self._fields.items()}
        declared = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
        self._required = {name for name in self._fields if _default(declared[name]) is MISSING}
        self._defaults = {name: _default(declared[name]) for name in self._fields}
        self._keeps_extra = "extra" in declared

    def read(self, value: Any) -> Data:
        """Make the object, or say what is wrong with it."""
        made: dict[str, Any] = {}
        extra: dict[str, Any] = {}
        for key, one in mapping(value).items():
            name = self._keys.get(key)
            if name is not None:
                made[name] = stepping(self._fields[name].read, one, key)
            elif key not in self._ignored:
                extra[key] = one
        if missing := self._required - made.keys():
            raise FormatError(f"{', '.join(sorted(missing))} is missing.")
        if self._keeps_extra:
            made["extra"] = extra
        return self._kind(**made)

    def write(self, data: Data) -> dict[str, Any]:
        """Return the object as JSON."""
        written: dict[str, Any] = dict(data.extra) if self._keeps_extra else {}  # type: ignore[attr-defined]
        for key, name in self._keys.items():
            value = getattr(data, name)
            if name in self._required or value != self._defaults[name]:
                written[key] = self._fields[name].write(value)
        return written


def _default(field: Any) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
