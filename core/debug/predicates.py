"""Conditions on gradients, such as ``absmax > 100 or any_nan``: a small typed language.

A condition is parsed once into data and looks at nothing but the numbers it is given. There are numbers
(``absmax``, ``min``, ``max``, ``mean``, ``norm``, ``1e-3``), truths (``any_nan``, ``all_zero`` ...) and shapes
(``shape``, ``[2, 3]``); comparisons make truths of numbers and shapes; `and`, `or`, `not` and brackets join them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np

from core.debug.arrays import Part, Statistics


class Type(StrEnum):
    """What an expression of the language stands for."""

    NUMBER = "a number"
    TRUTH = "a truth value"
    SHAPE = "a shape"


@dataclass(frozen=True, slots=True)
class Sight:
    """What a condition looks at: a gradient, the one before it on the same tensor, and which contribution it is."""

    value: Part
    numbers: Statistics
    previous: Part = None
    place: int = 1
    expected: int = 1


WORDS: dict[str, tuple[Type, str, Callable[[Sight], Any]]] = {
    "absmax": (Type.NUMBER, "the largest absolute value", lambda sight: sight.numbers.absmax),
    "min": (Type.NUMBER, "the smallest element", lambda sight: sight.numbers.minimum),
    "max": (Type.NUMBER, "the largest element", lambda sight: sight.numbers.maximum),
    "mean": (Type.NUMBER, "the mean of the elements", lambda sight: sight.numbers.mean),
    "norm": (Type.NUMBER, "the Euclidean norm", lambda sight: sight.numbers.norm),
    "any_nan": (Type.TRUTH, "some element is NaN", lambda sight: sight.numbers.nans > 0),
    "any_inf": (Type.TRUTH, "some element is infinite", lambda sight: sight.numbers.infinities > 0),
    "all_zero": (Type.TRUTH, "all elements are zero", lambda sight: sight.numbers.zeros == sight.numbers.size),
    "changes_sign": (Type.TRUTH, "some element has another sign than before", lambda sight: _changes_sign(sight)),
    "first": (Type.TRUTH, "it is the first contribution", lambda sight: sight.place == 1),
    "last": (Type.TRUTH, "it is the last contribution", lambda sight: sight.place == sight.expected),
    "shape": (Type.SHAPE, "the shape", lambda sight: tuple(sight.numbers.shape)),
}
"""The words of the language: their type, what they mean, and how they are looked up."""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language."""

    name: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or a shape."""

    value: float | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two numbers or shapes, compared."""

    left: Word | Literal
    sign: str
    right: Word | Literal


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    inner: Predicate


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions of which all have to hold ("and"), or one ("or")."""

    word: str
    parts: tuple[Predicate, ...]


Predicate: TypeAlias = Word | Comparison | Not | Joined


def holds(predicate: Predicate, sight: Sight) -> bool:
    """Whether a condition is true of what it looks at."""
    match predicate:
        case Word():
            return bool(_value(predicate, sight))
        case Comparison(left, sign, right):
            return bool(COMPARISONS[sign](_value(left, sight), _value(right, sight)))
        case Not(inner):
            return not holds(inner, sight)
        case Joined(word, parts):
            return (all if word == "and" else any)(holds(part, sight) for part in parts)


def _value(term: Word | Literal, sight: Sight) -> Any:
    return term.value if isinstance(term, Literal) else WORDS[term.name][2](sight)


def _changes_sign(sight: Sight) -> bool:
    before, after = sight.previous, sight.value
    if not isinstance(before, np.ndarray) or not isinstance(after, np.ndarray) or before.shape != after.shape:
        return False
    return bool((np.sign(before) * np.sign(after) < 0).any())
