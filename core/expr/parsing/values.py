"""What an expression in code can stand for while it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.expr.graph import Source, Value


@dataclass(frozen=True, slots=True)
class Operand:
    """A tensor: the result of a node, cut off from the graph when it is `detached`."""

    source: Source
    detached: bool = False


@dataclass(frozen=True, slots=True)
class Several:
    """All results of a node that has several, by position and, where they have them, by name."""

    node: Source
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Numbers:
    """A numpy array of given numbers."""

    value: Value


@dataclass(frozen=True, slots=True)
class DtypeName:
    """An element type, such as ``torch.float64``."""

    name: str


@dataclass(frozen=True, slots=True)
class Lost:
    """What a name stands for after a line that sets it could not be read; `before` is what it stood for until then."""

    before: Any = None


def is_plain(value: Any) -> bool:
    """Whether a value is a Python number, text, None, or a list of these."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    return value is None or isinstance(value, bool | int | float | str)


def frozen(value: Any) -> Any:
    """Return a plain value with tuples in place of lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value
