"""What a card shows of a tensor: a number, a short vector, or a heat map of at most 8 x 12 cells."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from app.render.looks import Badge, HeatMap, NumberText, Preview
from core import numbers

Array: TypeAlias = NDArray[Any]

MOST_NUMBERS = 4
MOST_ROWS = 8
MOST_COLUMNS = 12
_SHORT_DIGITS = 2

_TYPE_NAMES = {"float": "f", "int": "i", "uint": "u", "complex": "c"}


def preview(array: Array, limit: float | None = None) -> Preview:
    """Numbers for a scalar or a vector of up to four, otherwise a heat map with the range -limit..limit."""
    if array.ndim == 0:
        value = array.item()
        return NumberText(numbers.number(value), numbers.number(value, _SHORT_DIGITS))
    if array.size == 0:
        return NumberText("[ ]")
    if array.ndim == 1 and array.size <= MOST_NUMBERS:
        values = array.tolist()
        return NumberText(numbers.vector(values), numbers.vector(values, _SHORT_DIGITS))
    return heat_map(array, limit)


def heat_map(array: Array, limit: float | None = None, rows: int = MOST_ROWS, columns: int = MOST_COLUMNS) -> HeatMap:
    """Cells of a tensor; leading dimensions become rows, and more than `rows` x `columns` are averaged.

    A cell with NaN or an infinity in it is not finite, however many others it averages. Without a `limit`
    the range is as wide as the largest cell.
    """
    cells = averaged(_matrix(array), rows, columns)
    finite = np.isfinite(cells)
    reach = limit or np.abs(cells, where=finite, out=np.zeros_like(cells)).max() or 1.0
    with np.errstate(invalid="ignore"):
        levels = np.where(finite, 128 + np.rint(127 * np.clip(cells / reach, -1, 1)), 0)
    return HeatMap(cells.shape[1], levels.astype(np.uint8).tobytes())


def averaged(matrix: Array, rows: int = MOST_ROWS, columns: int = MOST_COLUMNS) -> NDArray[np.float64]:
    """A matrix reduced to at most `rows` x `columns` by the means of equal blocks."""
    tops, lefts = _starts(matrix.shape[0], rows), _starts(matrix.shape[1], columns)
    with np.errstate(invalid="ignore", over="ignore"):
        by_row = np.add.reduceat(matrix, tops, axis=0, dtype=np.float64)
        sums = np.add.reduceat(by_row, lefts, axis=1)
    counts = np.outer(np.diff([*tops, matrix.shape[0]]), np.diff([*lefts, matrix.shape[1]]))
    return np.asarray(sums / counts)


def largest(array: Array) -> float:
    """The largest finite absolute value, which a legend's range ends at; 0 where there is none."""
    finite = np.abs(array[np.isfinite(array)])
    return float(finite.max()) if finite.size else 0.0


def type_label(array: Array) -> str:
    """Element type and shape as a card shows them: "f32 [2, 3]", "bool [3]", "f64"."""
    return _type_label(array.dtype, array.shape)


@lru_cache(maxsize=4096)
def _type_label(dtype: np.dtype[Any], shape: tuple[int, ...]) -> str:
    kind = dtype.name.rstrip("0123456789")
    name = _TYPE_NAMES.get(kind, kind) + dtype.name[len(kind) :]
    return f"{name} {numbers.shape(shape)}" if shape else name


def nonfinite_text(array: Array) -> str:
    """How much of a gradient is broken: "NaN", "∞" or "1 of 3 NaN"."""
    if array.size == 1:
        return numbers.number(array.item())
    undefined = int(np.isnan(array).sum())
    count, name = (undefined, "NaN") if undefined else (int(np.isinf(array).sum()), "∞")
    return f"{count} of {array.size} {name}"


def value_sign(array: Array) -> Badge | None:
    """The sign of a value with NaN or infinity in it."""
    if array.dtype.kind not in "fc" or np.isfinite(array).all():
        return None
    return Badge.NONFINITE if np.isnan(array).any() else Badge.INFINITE


def _matrix(array: Array) -> Array:
    array = np.abs(array) if np.iscomplexobj(array) else array
    return array.reshape(-1, array.shape[-1]) if array.ndim > 1 else array.reshape(1, -1)


def _starts(length: int, most: int) -> NDArray[np.intp]:
    """Where each of at most `most` equal blocks begins."""
    return np.linspace(0, length, min(length, most), endpoint=False).astype(np.intp)
