"""`Variable`, the name that tensors with gradients had once."""

from __future__ import annotations

from typing import Any

from core.tensor.tensor import Tensor


class _TensorsAreInstances(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=_TensorsAreInstances):
    """Every tensor is a Variable; making one returns a tensor of the same memory."""

    def __new__(cls, data: Tensor, requires_grad: bool = False) -> Any:
        return data.detach().requires_grad_(requires_grad)
