"""What training loops do with all parameters at once."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from core.errors import OperandError, ShapeError
from core.ops.joining import CAT
from core.tensor.operations import OPERATIONS
from core.tensor.tensor import Array, Tensor, wrap


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale all gradients down, in place, so that their common norm is at most `max_norm`; return what it was."""
    gradients = _gradients(parameters)
    total = _norm([_norm([one.array], norm_type) for one in gradients], norm_type)
    if error_if_nonfinite and not np.isfinite(total):
        raise OperandError(
            f"The norm of the gradients is non-finite ({float(total)}), so they cannot be clipped.",
            "Look for the operation that brings it in with torch.autograd.detect_anomaly().",
        )
    factor = np.minimum(max_norm / (total + 1e-6), 1.0)
    for one in gradients:
        one.array[...] *= factor
        one.storage.wrote("clip_grad_norm_")
    return wrap(np.asarray(total))


def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None) -> None:
    """Bring every element of the gradients, in place, into the range from -clip_value to clip_value."""
    for one in _gradients(parameters):
        np.clip(one.array, -clip_value, clip_value, out=one.array)
        one.storage.wrote("clip_grad_value_")


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """Return all parameters in one vector, which they can be differentiated through."""
    return OPERATIONS[CAT.name]([one.reshape(-1) for one in parameters])  # type: ignore[no-any-return]


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Copy the parts of a vector into the parameters, in their order."""
    start = 0
    for one in parameters:
        part = vec.array[start : start + one.array.size]
        if part.size != one.array.size:
            raise ShapeError(f"The vector of {vec.array.size} elements is too short for the parameters.")
        one.array[...] = part.reshape(one.array.shape)
        one.storage.wrote("vector_to_parameters")
        start += one.array.size


def _gradients(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    listed = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    return [one.grad for one in listed if one.grad is not None]


def _norm(arrays: list[Array], power: float) -> Array:
    if not arrays:
        return np.zeros((), np.float32)
    numbers = np.abs(np.concatenate([np.ravel(one) for one in arrays]))
    if math.isinf(power):
        return np.asarray(numbers.max(initial=0))
    return np.asarray(np.add.reduce(numbers**power) ** (1 / power), numbers.dtype)
