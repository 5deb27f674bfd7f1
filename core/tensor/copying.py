"""Copies made by Python's `copy` module."""

from __future__ import annotations

from typing import Any

from core.errors import GradientError
from core.tensor.storage import INFERENCE, fresh
from core.tensor.tensor import Tensor, method


@method
def __copy__(self: Tensor) -> Tensor:  # noqa: N807  # methods of Tensor
    """Return another leaf that looks at the same memory."""
    result = _alike(self, self.array)
    result.storage = self.storage
    return result


@method
def __deepcopy__(self: Tensor, memo: dict[int, Any]) -> Tensor:  # noqa: N807
    """Return an independent leaf with the same numbers, flag and gradient."""
    if id(self) in memo:
        return memo[id(self)]  # type: ignore[no-any-return]
    if not self.is_leaf:
        raise GradientError(
            "Only tensors created explicitly by the user (graph leaves) support deepcopy: a copy of this one would "
            "be cut from the graph.",
            "Use clone() to keep it in the graph, or detach() it first.",
        )
    result = _alike(self, self.array.copy(order="K"))
    memo[id(self)] = result
    if self._grad is not None:
        result._grad = self._grad.__deepcopy__(memo)
    return result


def _alike(source: Tensor, array: Any) -> Tensor:
    result = object.__new__(type(source))
    result.array = array
    result.edge = result.view_of = None
    result.flag = source.requires_grad
    result.storage = INFERENCE if source.storage.inference else fresh()
    return result
