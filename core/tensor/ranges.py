"""Tensors of numbers in a row, and other regular patterns."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import KindError, OperandError
from core.tensor.create import made, settings, sized
from core.tensor.dtype import get_default_dtype
from core.tensor.tensor import Tensor


def arange(*bounds: Any, **options: Any) -> Tensor:
    """Make the numbers from `start` (0) up to, but without, `end`, in steps of `step` (1).

    It is called as arange(end), arange(start, end) or arange(start, end, step).
    """
    start, end, step = _bounds(bounds, options)
    kind, requires_grad = settings("arange", options)
    if step == 0:
        raise OperandError("arange(): step must be nonzero.")
    if (end - start) * step < 0:
        raise OperandError("arange(): upper bound and lower bound are inconsistent with the sign of step.")
    if kind is None:
        whole = all(isinstance(one, int) for one in (start, end, step))
        kind = np.dtype(np.int64) if whole else get_default_dtype().numpy
    count = math.ceil((end - start) / step)
    return made((start + step * np.arange(count)).astype(kind), requires_grad)


def _bounds(bounds: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return start, end and step, and take those that were given by name out of the options."""
    given = dict(zip(("end",) if len(bounds) == 1 else ("start", "end", "step"), bounds, strict=False))
    given |= {name: options.pop(name) for name in ("start", "end", "step") if name in options}
    if len(bounds) > 3 or "end" not in given:
        raise KindError("arange() takes (end), (start, end) or (start, end, step).")
    return _number(given.get("start", 0)), _number(given["end"]), _number(given.get("step", 1))


def _number(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def linspace(start: Any, end: Any, steps: int, **options: Any) -> Tensor:
    """Make `steps` numbers from `start` to `end`, both included, at equal distances."""
    if steps < 0:
        raise OperandError(f"linspace(): the number of steps cannot be negative, as {steps} is.")
    kind, requires_grad = settings("linspace", options)
    numbers = np.linspace(_number(start), _number(end), steps)
    return made(numbers.astype(kind or get_default_dtype().numpy), requires_grad)


def logspace(start: Any, end: Any, steps: int, base: float = 10.0, **options: Any) -> Tensor:
    """Make `steps` numbers from base**start to base**end, both included, at equal ratios."""
    kind, requires_grad = settings("logspace", options)
    numbers = np.logspace(_number(start), _number(end), steps, base=base)
    return made(numbers.astype(kind or get_default_dtype().numpy), requires_grad)


def eye(n: int, m: int | None = None, **options: Any) -> Tensor:
    """Make a matrix with 1 on the diagonal and 0 elsewhere, of n rows and m (or n) columns."""
    kind, requires_grad = settings("eye", options)
    rows, columns = sized((n, n if m is None else m))
    return made(np.eye(rows, columns, dtype=kind or get_default_dtype().numpy), requires_grad)


def tril_indices(row: int, col: int, offset: int = 0) -> Tensor:
    """Return the positions of the lower triangle of a matrix: a row of row numbers above one of column numbers."""
    return made(np.stack(np.tril_indices(row, offset, col)))


def triu_indices(row: int, col: int, offset: int = 0) -> Tensor:
    """Return the positions of the upper triangle of a matrix: a row of row numbers above one of column numbers."""
    return made(np.stack(np.triu_indices(row, offset, col)))
