"""A limit on memory: how large a result will be is found out before it is computed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.errors import SizeError
from core.ops.spec import Op

MAX_PIECES = 100_000
"""Into how many pieces a tensor may be taken apart while there is a limit: each is a tensor of its own."""


def check_size(op: Op, inputs: Sequence[Any], attributes: Mapping[str, Any], limit: int) -> None:
    """Refuse to run an operation whose result would take more than `limit` bytes, or be too many. Views take none."""
    arrays = [one for one in inputs if isinstance(one, np.ndarray)]
    if op.pieces is not None and arrays and (count := op.pieces(*inputs, **attributes)) > MAX_PIECES:
        raise SizeError(
            f"{_called(op)} would take the tensor apart into {count:,} pieces; {MAX_PIECES:,} are allowed.",
            "Make fewer and larger pieces.",
        )
    if op.is_view or not arrays:
        return
    check_bytes(_called(op), expected_elements(op, inputs, attributes) * max(one.itemsize for one in arrays), limit)


def _called(op: Op) -> str:
    """Return the name that code calls an operation by."""
    return (*op.spelling.functions, *op.spelling.methods, op.name)[0]


def check_bytes(name: str, size: int, limit: int) -> None:
    """Refuse to make a result of that many bytes."""
    if size > limit:
        raise SizeError(
            f"The result of {name} would take {size / 1e6:,.0f} MB; {limit / 1e6:,.0f} MB are allowed.",
            "Use smaller tensors.",
        )


def expected_elements(op: Op, inputs: Sequence[Any], attributes: Mapping[str, Any]) -> int:
    """Return about how many elements a result has: its record says it, or an attribute, or the inputs together."""
    if op.elements is not None:
        return op.elements(*inputs, **attributes)
    shapes = [one.shape for one in inputs if isinstance(one, np.ndarray)]
    shape = attributes.get("shape", ())
    return max(_together(op, shapes), math.prod(shape if isinstance(shape, tuple) else (shape,)))


def _together(op: Op, shapes: Sequence[tuple[int, ...]]) -> int:
    """Return how many elements the inputs have when they are broadcast, or multiplied as matrices."""
    if op.inputs[0].variadic:
        return sum(map(math.prod, shapes))
    try:
        together = math.prod(np.broadcast_shapes(*shapes))
    except ValueError:
        together = sum(map(math.prod, shapes))
    return max(together, _product_elements(shapes))


def _product_elements(shapes: Sequence[tuple[int, ...]]) -> int:
    """Return how many elements a product of matrices has, if the last two can be multiplied."""
    match [shape for shape in shapes if len(shape) >= 2][-2:]:
        case [(*batch, rows, inner), (*others, same, columns)] if inner == same:
            return math.prod((*(batch if len(batch) > len(others) else others), rows, columns))
    return 0
