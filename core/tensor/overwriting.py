"""Overwriting a whole tensor: with another one, or with one number."""

from __future__ import annotations

from typing import Any

from core.ops.writing import COPY, FILL, ZERO
from core.tensor.bind import bind
from core.tensor.inplace import write
from core.tensor.operations import RECORDED
from core.tensor.tensor import Tensor, method

_copy, _fill, _zero = RECORDED[COPY.name], RECORDED[FILL.name], RECORDED[ZERO.name]


@method
def copy_(self: Tensor, src: Any, non_blocking: bool = False) -> Tensor:
    """Overwrite the tensor with another one, which is broadcast and converted to its type."""
    return write(_copy, *bind(_copy.op, (self, src), {}))


@method
def fill_(self: Tensor, value: Any) -> Tensor:
    """Set every element to one number."""
    return write(_fill, *bind(_fill.op, (self, value), {}))


@method
def fill_diagonal_(self: Tensor, value: float) -> Tensor:
    """Set every element of the main diagonal to one number."""
    self.diagonal().fill_(value)
    return self


@method
def zero_(self: Tensor) -> Tensor:
    """Set every element to 0."""
    return write(_zero, [self], {})
