"""Sentences as data: runs of text that say what they are, so that a screen can colour them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np

from core import numbers
from core.debug.arrays import Part, Statistics


class Ink(StrEnum):
    """What a run of text is."""

    PLAIN = "plain"
    VALUE = "value"
    GRADIENT = "gradient"
    NONFINITE = "nonfinite"
    NAME = "name"  # of a tensor or node
    CODE = "code"  # of a grad_fn, a formula, an argument


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one kind."""

    text: str
    ink: Ink = Ink.PLAIN


Text: TypeAlias = tuple[Run, ...]

MOST_NUMBERS = 6
"""An array of more elements is described, not listed."""


def say(pattern: str, *parts: Run | Text | str | int) -> Text:
    """Return a sentence: each ``{}`` in the pattern is replaced by the next part."""
    pieces = pattern.split("{}")
    runs: list[Run] = [Run(pieces[0])]
    for part, piece in zip(parts, pieces[1:], strict=True):
        runs += part if isinstance(part, tuple) else (part if isinstance(part, Run) else Run(str(part)),)
        runs.append(Run(piece))
    return tuple(run for run in runs if run.text)


def plain(text: Text) -> str:
    """Return a sentence without its kinds."""
    return "".join(run.text for run in text)


def joined(items: Iterable[Run | Text], last: str = " and ") -> Text:
    """Return items as a list in a sentence: "a, b and c"."""
    listed = [item if isinstance(item, tuple) else (item,) for item in items]
    runs: list[Run] = []
    for place, item in enumerate(listed):
        if place:
            runs.append(Run(last if place == len(listed) - 1 else ", "))
        runs += item
    return tuple(runs)


def name(label: str) -> Run:
    """Return the name of a tensor or node."""
    return Run(label, Ink.NAME)


def code(text: str) -> Run:
    """Return something written as in code."""
    return Run(text, Ink.CODE)


def gradient(value: Part) -> Run:
    """Return a gradient."""
    finite = not isinstance(value, np.ndarray) or bool(np.isfinite(value).all())
    return Run(written(value), Ink.GRADIENT if finite else Ink.NONFINITE)


def value(number: Any) -> Run:
    """Return a forward value: an array or a setting."""
    is_number = isinstance(number, (np.ndarray, np.generic, float, int))
    return Run(written(np.asarray(number)) if is_number else str(number), Ink.VALUE)


def written(array: Part) -> str:
    """Return an array as text: its numbers when they are few, else its shape and norm."""
    match array:
        case None:
            return "None"
        case Statistics(shape=shape, norm=norm):
            return f"{numbers.shape(shape)} of norm {numbers.number(norm)}"
        case _ if array.size > MOST_NUMBERS:
            norm = float(np.linalg.norm(array.astype(np.float64)))
            return f"{numbers.shape(array.shape)} of norm {numbers.number(norm)}"
        case _:
            return _nested(array.tolist())


def times(count: int) -> str:
    """Return "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def counted(count: int, noun: str) -> str:
    """Return "1 element", "3 elements"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def ordinal(place: int) -> str:
    """Return "1st", "2nd", "3rd", "11th"."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def _nested(items: Any) -> str:
    return f"[{', '.join(map(_nested, items))}]" if isinstance(items, list) else numbers.number(items)
