"""What a tensor comes to: extremes, mean, zeros, and what is not finite; and the scale of its colours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.model.metrics import metrics
from app.model.theme import Family
from app.render.inks import Ink
from app.render.marks import Anchor, Lines, Mark, Marks, Ramp, Stroke, Text, TextStyle
from core import numbers
from core.debug.arrays import Value, statistics

_NAME, _SIDE = 30.0, 16.0
_LINE = 17.5
SCALE_HEIGHT, SUMMARY_HEIGHT = 29.0, 3 * _LINE + 2


def scale_marks(family: Family, limit: float, left: float, right: float, ink: Ink) -> Marks:
    """The colours from -limit to limit, with their numbers."""
    digits, quiet = TextStyle(metrics().type.size.micro), ink("text.quiet")
    stops = tuple(((at + 1) / 2, colour) for at, colour in ink.theme.ramps[family].stops)
    middle, end = (left + right) / 2, numbers.number(limit)
    return (
        Text(_NAME, 11, "scale", TextStyle(metrics().type.size.caption), quiet),
        Ramp(left, 4, right - left, 8, 2, stops),
        Lines(((middle, 2, middle, 14),), Stroke(quiet, 1)),
        Text(left, 25, numbers.MINUS + end, digits, quiet),
        Text(middle, 25, "0", digits, quiet, Anchor.MIDDLE),
        Text(right, 25, end, digits, quiet, Anchor.END),
    )


def summary_marks(value: Value, width: float, ink: Ink) -> Marks:
    """Two columns of names and numbers."""
    middle = _NAME + (width - _NAME - _SIDE) / 2
    columns = (_NAME, middle - 12), (middle + 12, width - _SIDE)
    marks: list[Mark] = []
    for place, (name, text, is_bad) in enumerate(_facts(value)):
        left, right = columns[place % 2]
        baseline = 13 + place // 2 * _LINE
        style, token = TextStyle(metrics().type.size.small, 600 if is_bad else 500), "nan.text" if is_bad else "text"
        marks.append(Text(left, baseline, name, TextStyle(metrics().type.size.caption), ink("text.quiet")))
        marks.append(Text(right, baseline, text, style, ink(token), Anchor.END))
    return tuple(marks)


def spoken(value: Value) -> str:
    """The same in words."""
    return ", ".join(f"{name} {text}" for name, text, _ in _facts(value))


def _facts(value: Value) -> Iterator[tuple[str, str, bool]]:
    """What there is to know: name, text, and whether it is bad. Extremes are those of the finite numbers."""
    held = statistics(value)
    broken = held.nans + held.infinities
    if broken and isinstance(value, np.ndarray):
        finite = statistics(value[np.isfinite(value)])
        yield "finite", f"{finite.size:,} of {held.size:,}", False
        yield "NaN", f"{held.nans:,}", held.nans > 0
        yield "max", numbers.number(finite.maximum), False
        yield "Inf", f"{held.infinities:,}", held.infinities > 0
        yield "min", numbers.number(finite.minimum), False
        yield "zeros", f"{held.zeros:,}", False
        return
    yield "max", numbers.number(held.maximum), False
    yield "mean", numbers.number(held.mean), False
    yield "min", numbers.number(held.minimum), False
    yield "zeros", f"{held.zeros:,} of {held.size:,}", False
    yield "norm", numbers.number(held.norm), False
    yield "NaN, Inf", f"{broken:,}", broken > 0
