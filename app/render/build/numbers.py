"""Arrays of a recording as previews, also those of which only statistics were kept."""

from __future__ import annotations

import math

import numpy as np

from app.render.looks import NumberText, Preview
from app.render.previews import nonfinite_text, preview
from core import numbers
from core.debug.arrays import Part, Statistics, Value, is_finite


def gradient_preview(value: Value, limit: float | None) -> Preview:
    """What a card or a wire shows of a gradient: its numbers, a heat map, or its norm where it was not kept."""
    match value:
        case Statistics(nans=nans, infinities=infinities) if nans or infinities:
            count, name = (nans, "NaN") if nans else (infinities, "∞")
            return NumberText(f"{count} of {value.size} {name}", name)
        case Statistics(norm=norm):
            return NumberText(f"norm {numbers.number(norm)}", numbers.number(norm, 2))
        case _:
            return preview(value, limit)


def broken_preview(value: Value, limit: float | None) -> Preview:
    """What a card shows of a gradient with NaN or infinity in it: the heat map, or how much of it is broken."""
    if isinstance(value, Statistics):
        return gradient_preview(value, limit)
    whole = preview(value, limit)
    return NumberText(nonfinite_text(value)) if isinstance(whole, NumberText) else whole


def norm_of(value: Part) -> float:
    """The Euclidean norm; 0 for nothing, infinity for what has NaN in it."""
    match value:
        case None:
            return 0.0
        case Statistics(norm=norm):
            found = norm
        case _:
            found = float(np.linalg.norm(value.astype(np.float64).ravel()))
    return found if math.isfinite(found) else math.inf


def is_broken(value: Value) -> bool:
    """Whether there is NaN or infinity in it."""
    return not is_finite(value)


def is_zero(value: Value) -> bool:
    """Whether every element is zero."""
    if isinstance(value, Statistics):
        return value.zeros == value.size
    return not np.any(value)


def largest_of(value: Part) -> float:
    """The largest finite absolute value, 0 where there is none."""
    match value:
        case None:
            return 0.0
        case Statistics(absmax=absmax):
            return absmax if math.isfinite(absmax) else 0.0
        case _:
            finite = np.abs(value[np.isfinite(value)])
            return float(finite.max()) if finite.size else 0.0
