"""The text of a tensor, as PyTorch prints it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.errors import ArgumentError, InPlaceError
from core.tensor import dtype as dtypes
from core.tensor.tensor import Array, Tensor, method


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How numbers and long tensors are printed. Beyond `threshold` elements only `edgeitems` at each end are."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None  # whether numbers get an exponent; None leaves that to the numbers


_PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}
_options = PrintOptions()


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors are printed, from a profile ("default", "short" or "full") or from what was set before."""
    global _options
    if profile is not None and profile not in _PROFILES:
        raise ArgumentError(f"There is no print profile {profile!r}.", f"There are {', '.join(_PROFILES)}.")
    before = _options if profile is None else _PROFILES[profile]
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    _options = replace(before, **{k: v for k, v in given.items() if v is not None}, sci_mode=sci_mode)  # type: ignore[arg-type]


@method
def __repr__(self: Tensor) -> str:  # noqa: N807  # a method of Tensor
    opening = "tensor("
    body = _body(self.array, len(opening)) if self.array.size else "[]"
    return _with_remarks(opening + body, list(_remarks(self)), len(opening))


def _remarks(tensor: Tensor) -> Iterator[str]:
    """Iterate over what is said of a tensor behind its numbers."""
    array, default = tensor.array, dtypes.get_default_dtype()
    if not array.size and array.ndim != 1:
        yield f"size={array.shape}"
    if tensor.dtype is not default and (not array.size or tensor.dtype not in (dtypes.int64, dtypes.bool_)):
        yield f"dtype={tensor.dtype}"
    if name := _history(tensor):
        yield f"grad_fn=<{name}>"
    elif tensor.requires_grad:
        yield "requires_grad=True"
    if tensor.tangent is not None:
        yield f"tangent={tensor.tangent[1]!r}"


def _history(tensor: Tensor) -> str:
    try:
        node = tensor.grad_fn
    except InPlaceError:  # a view whose history was lost
        return "Invalid"
    return node.name() if node is not None else ""


def _with_remarks(text: str, remarks: list[str], indent: int) -> str:
    """Add remarks, each on the same line if there is room for it."""
    column = len(text) - text.rfind("\n") + 1
    for remark in remarks:
        if column + len(remark) + 2 > _options.linewidth:
            text += f",\n{' ' * indent}{remark}"
            column = indent + len(remark)
        else:
            text += f", {remark}"
            column += len(remark) + 2
    return f"{text})"


def _body(array: Array, indent: int) -> str:
    shortened = array.size > _options.threshold
    style = NumberStyle(_edges(array) if shortened else array)
    return _nested(array, indent, style, shortened)


def _edges(array: Array) -> Array:
    """Return the elements of a long tensor that are printed."""
    count = _options.edgeitems
    for axis, length in enumerate(array.shape):
        if length > 2 * count:
            array = np.take(array, [*range(count), *range(length - count, length)], axis)
    return array


def _nested(array: Array, indent: int, style: NumberStyle, shortened: bool) -> str:
    if array.ndim == 0:
        return style.text(array.item())
    count = _options.edgeitems
    gap = shortened and len(array) > 2 * count
    rows = [*array[:count], *array[len(array) - count :]] if gap else list(array)
    if array.ndim == 1:
        texts = [style.text(number.item()) for number in rows]
        return _lines([*texts[:count], " ...", *texts[count:]] if gap else texts, indent, style.width)
    parts = [_nested(row, indent + 1, style, shortened) for row in rows]
    if gap:
        parts.insert(count, "...")
    between = ",".ljust(array.ndim, "\n") + " " * (indent + 1)
    return f"[{between.join(parts)}]"


def _lines(texts: list[str], indent: int, width: int) -> str:
    """Put numbers next to each other, as many as fit on a line."""
    per_line = max(1, (_options.linewidth - indent) // (width + 2))
    lines = [", ".join(texts[start : start + per_line]) for start in range(0, len(texts), per_line)]
    return f"[{(',' + chr(10) + ' ' * (indent + 1)).join(lines)}]"


class NumberStyle:
    """How the numbers of one tensor are written: all alike, and mostly equally wide."""

    def __init__(self, array: Array) -> None:
        self._is_float = array.dtype.kind == "f"
        self._whole = self._exponent = False
        self.width = 1
        telling = array.ravel()
        if self._is_float:
            telling = telling[np.isfinite(telling) & (telling != 0)].astype(np.float64)
            self._choose(telling)
        self.width = max((len(self._plain(number)) for number in telling.tolist()), default=1)

    def _choose(self, numbers: Array) -> None:
        """Choose between 2., 2.5000 and 2.5000e+00."""
        self._whole = bool(np.all(numbers == np.ceil(numbers)))
        if not numbers.size:
            return
        sizes = np.abs(numbers)
        low, high = sizes.min(), sizes.max()
        wide = high / low > 1000 or high > 1e8 or (low < 1e-4 and not self._whole)
        self._exponent = bool(wide) if _options.sci_mode is None else _options.sci_mode

    def text(self, number: Any) -> str:
        """Return a number, padded to the common width."""
        return self._plain(number).rjust(self.width)

    def _plain(self, number: Any) -> str:
        if not self._is_float:
            return str(number)
        if self._exponent:
            return f"{number:.{_options.precision}e}"
        if self._whole:
            return f"{number:.0f}." if math.isfinite(number) else f"{number:.0f}"
        return f"{number:.{_options.precision}f}"
