"""Filling tensors with the numbers that training starts from. Each function writes in place and returns its tensor."""

from __future__ import annotations

import math

import numpy as np

from core.errors import ArgumentError
from core.ops.activation import LEAKY_RELU, RELU, SELU, SIGMOID, TANH
from core.ops.convolution import CONV1D, CONV2D
from core.ops.matmul import LINEAR
from core.tensor.random import default_generator
from core.tensor.tensor import Array, Tensor

_GAINS = {TANH.name: 5 / 3, RELU.name: math.sqrt(2), SELU.name: 3 / 4}
_LINEAR = (LINEAR.name, CONV1D.name, CONV2D.name, SIGMOID.name)


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0) -> Tensor:
    """Fill with numbers drawn evenly from [a, b)."""
    return _filled(tensor, default_generator.numbers.uniform(a, b, tensor.array.shape))


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    """Fill with normally distributed numbers."""
    return _filled(tensor, default_generator.numbers.normal(mean, std, tensor.array.shape))


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill with one number."""
    return _filled(tensor, val)


def ones_(tensor: Tensor) -> Tensor:
    """Fill with ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill with zeros."""
    return constant_(tensor, 0.0)


def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with ones on the diagonal and zeros elsewhere."""
    if tensor.array.ndim != 2:
        raise ArgumentError(f"eye_() fills matrices, but the tensor has {tensor.array.ndim} dimensions.")
    return _filled(tensor, np.eye(*tensor.array.shape))


def xavier_uniform_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    """Fill evenly, within bounds that keep the variance from layer to layer in both directions."""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound)


def xavier_normal_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    """Fill normally, with a deviation that keeps the variance from layer to layer in both directions."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain))


def kaiming_uniform_(tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = LEAKY_RELU.name) -> Tensor:
    """Fill evenly, within bounds that keep the variance through layers followed by `nonlinearity`."""
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound)


def kaiming_normal_(tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = LEAKY_RELU.name) -> Tensor:
    """Fill normally, with a deviation that keeps the variance through layers followed by `nonlinearity`."""
    return normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity))


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the factor of the deviation that makes up for what `nonlinearity` takes away."""
    if nonlinearity in _LINEAR:
        return 1.0
    if nonlinearity == LEAKY_RELU.name:
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        known = ", ".join([*_LINEAR, *_GAINS, LEAKY_RELU.name])
        raise ArgumentError(f"There is no gain for {nonlinearity!r}.", f"It is known for {known}.")
    return _GAINS[nonlinearity]


def _xavier_std(tensor: Tensor, gain: float) -> float:
    return gain * math.sqrt(2.0 / sum(_fans(tensor)))


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    if mode not in ("fan_in", "fan_out"):
        raise ArgumentError(f"mode has to be 'fan_in' or 'fan_out', not {mode!r}.")
    fan = _fans(tensor)[("fan_in", "fan_out").index(mode)]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _fans(tensor: Tensor) -> tuple[int, int]:
    """Return how many elements each output of a weight depends on, and each input acts on."""
    shape = tensor.array.shape
    if len(shape) < 2:
        raise ArgumentError(f"This filling is for weights of at least 2 dimensions, not of {len(shape)}.")
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


def _filled(tensor: Tensor, numbers: Array | float) -> Tensor:
    tensor.array[...] = numbers
    tensor.storage.wrote("nn.init")
    return tensor
