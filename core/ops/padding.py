"""Borders around a tensor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import MissingError, ShapeError
from core.ops.arrays import Array, Result, number_of
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Sample

Sizes = tuple[int, ...]

_PAD = Attribute("pad", Kind.SHAPE, summary="Before and after, for the last dimension first; negative to cut off.")


def _borders(ndim: int, pad: Sizes) -> list[tuple[int, int]]:
    """Return the border before and after every dimension, from the first to the last."""
    if len(pad) % 2 or len(pad) // 2 > ndim:
        raise ShapeError(
            f"pad: the padding {list(pad)} has to be two numbers for each of {ndim} dimensions, the last first."
        )
    given = [(pad[place], pad[place + 1]) for place in range(0, len(pad), 2)]
    return [(0, 0)] * (ndim - len(given)) + given[::-1]


def _constant_pad(x: Array, pad: Sizes, value: float | None = None) -> Result:
    borders = _borders(x.ndim, pad)
    shape = [before + size + after for (before, after), size in zip(borders, x.shape, strict=True)]
    if any(size < 0 for size in shape):
        raise ShapeError(f"pad: the padding {list(pad)} cuts more off than there is of the shape {list(x.shape)}.")
    inside = tuple(
        slice(max(-before, 0), size - max(-after, 0)) for (before, after), size in zip(borders, x.shape, strict=True)
    )
    grown = [(max(before, 0), max(after, 0)) for before, after in borders]
    return np.pad(x[inside], grown, constant_values=number_of("pad", value or 0, x.dtype))


define_word("turned", lambda pad: tuple(-size for size in pad))


def _padded_elements(self: Array, pad: tuple[int, ...], value: float | None = None) -> int:
    borders = [sum(pad[place : place + 2]) for place in range(0, len(pad), 2)]
    grown = [length + border for length, border in zip(reversed(self.shape), borders, strict=False)]
    return math.prod((*self.shape[: self.ndim - len(grown)], *(max(length, 0) for length in grown)))


CONSTANT_PAD = define(
    "constant_pad",
    Category.SHAPE,
    "grid",
    "Surrounds a tensor with one number.",
    formula="constant_pad(self, pad, value)",
    forward=_constant_pad,
    attributes=(
        _PAD,
        Attribute("value", Kind.NUMBER, None, summary="What fills the border; 0, if not given."),
    ),
    vjp={"self": ("constant_pad(g, turned(pad))", "g without its border")},
    node="ConstantPadNdBackward0",
    hidden=True,
    elements=_padded_elements,
    samples=(Sample((2, 3), pad=(1, 2)), Sample((2, 3), pad=(-1, 1, 1, 0), value=7.0)),
)


def _mirrored(size: int, before: int, after: int, mode: str) -> Result:
    """Return which element each element of a padded row repeats."""
    places = np.arange(-before, size + after)
    match mode:
        case "replicate":
            return places.clip(0, size - 1)
        case "circular" if max(before, after) <= size:
            return places % size
        case "reflect" if max(before, after) < size:
            return size - 1 - np.abs(size - 1 - np.abs(places))
    raise ShapeError(f"pad: a border of {max(before, after)} is too wide for mode {mode!r} and a dimension of {size}.")


def _pad(ops: Words, self: Any, pad: Sizes, mode: str = "constant", value: float | None = None) -> Any:
    if mode == "constant":
        return ops.constant_pad(self, pad, value)
    if value:
        raise MissingError(f"pad: mode {mode!r} takes no value.")
    for dim, (before, after) in enumerate(_borders(self.ndim, pad)):
        if before or after:
            self = ops.index_select(self, dim, _mirrored(self.shape[dim], before, after, mode))
    return self


PAD = compose(
    "pad",
    Category.SHAPE,
    "grid",
    "Surrounds a tensor with a border: a number, or elements of its own.",
    formula="constant_pad(self, pad, value)",
    body=_pad,
    attributes=(
        _PAD,
        Attribute(
            "mode",
            Kind.CHOICE,
            "constant",
            choices=("constant", "reflect", "replicate", "circular"),
            summary="What the border is made of.",
        ),
        Attribute("value", Kind.NUMBER, None, summary="The number, for a constant border; 0, if not given."),
    ),
    methods=(),
    functions=(),
    nn=("pad",),
    keywords=("border", "margin", "zero padding", "mirror"),
    samples=(
        Sample((2, 3), pad=(1, 2)),
        Sample((2, 3), pad=(1, 1, 0, 1), value=2.0),
        Sample((2, 3), pad=(-1, 0)),
    ),
)
