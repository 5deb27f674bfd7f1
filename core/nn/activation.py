"""Activations as modules: each calls a function, with the settings that the module was made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from core.nn import functional
from core.nn.configured import Configured, Settings
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Tensor, wrap


class Activation(Configured):
    """A module that calls a function of one tensor; its settings are the further arguments."""

    function: ClassVar[Callable[..., Any]]

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function."""
        return type(self).function(input, **self.chosen())  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        shown = self.chosen().items()
        return ", ".join(f"{name}={value!r}" for name, value in shown if name != "inplace" or value)


class ReLU(Activation):
    """max(0, x)."""

    function = functional.relu
    settings: ClassVar[Settings] = {"inplace": False}


class ReLU6(Activation):
    """min(max(0, x), 6)."""

    function = functional.relu6
    settings: ClassVar[Settings] = {"inplace": False}


class LeakyReLU(Activation):
    """x, or `negative_slope` times x where it is negative."""

    function = functional.leaky_relu
    settings: ClassVar[Settings] = {"negative_slope": 0.01, "inplace": False}


class ELU(Activation):
    """x, or alpha * (exp(x) - 1) where it is negative."""

    function = functional.elu
    settings: ClassVar[Settings] = {"alpha": 1.0, "inplace": False}


class CELU(Activation):
    """x, or alpha * (exp(x / alpha) - 1) where it is negative."""

    function = functional.celu
    settings: ClassVar[Settings] = {"alpha": 1.0, "inplace": False}


class SELU(Activation):
    """An ELU that keeps the mean and the variance of its input."""

    function = functional.selu
    settings: ClassVar[Settings] = {"inplace": False}


class GELU(Activation):
    """x times the share of a normal distribution that lies below x."""

    function = functional.gelu
    settings: ClassVar[Settings] = {"approximate": "none"}


class SiLU(Activation):
    """x * sigmoid(x)."""

    function = functional.silu
    settings: ClassVar[Settings] = {"inplace": False}


class Mish(Activation):
    """x * tanh(softplus(x))."""

    function = functional.mish
    settings: ClassVar[Settings] = {"inplace": False}


class Sigmoid(Activation):
    """1 / (1 + exp(-x))."""

    function = functional.sigmoid


class LogSigmoid(Activation):
    """The logarithm of the sigmoid."""

    function = functional.logsigmoid


class Hardsigmoid(Activation):
    """A sigmoid of three straight pieces."""

    function = functional.hardsigmoid
    settings: ClassVar[Settings] = {"inplace": False}


class Hardswish(Activation):
    """x times a sigmoid of three straight pieces."""

    function = functional.hardswish
    settings: ClassVar[Settings] = {"inplace": False}


class Tanh(Activation):
    """The hyperbolic tangent."""

    function = functional.tanh


class Tanhshrink(Activation):
    """x - tanh(x)."""

    function = functional.tanhshrink


class Hardtanh(Activation):
    """x within two bounds."""

    function = functional.hardtanh
    settings: ClassVar[Settings] = {"min_val": -1.0, "max_val": 1.0, "inplace": False}


class Softplus(Activation):
    """log(1 + exp(beta * x)) / beta; x itself above the threshold."""

    function = functional.softplus
    settings: ClassVar[Settings] = {"beta": 1.0, "threshold": 20.0}


class Softshrink(Activation):
    """x moved towards 0 by `lambd`, and 0 within that distance."""

    function = functional.softshrink
    settings: ClassVar[Settings] = {"lambd": 0.5}

    def extra_repr(self) -> str:
        return str(self.lambd)


class Hardshrink(Activation):
    """x, and 0 within `lambd` of 0."""

    function = functional.hardshrink
    settings: ClassVar[Settings] = {"lambd": 0.5}

    def extra_repr(self) -> str:
        return str(self.lambd)


class GLU(Activation):
    """The first half along `dim` times the sigmoid of the second."""

    function = functional.glu
    settings: ClassVar[Settings] = {"dim": -1}


class Softsign(Activation):
    """x / (1 + |x|)."""

    function = functional.softsign


class Threshold(Activation):
    """x above a threshold, and a value below it."""

    function = functional.threshold
    settings: ClassVar[Settings] = {"threshold": 0.0, "value": 0.0, "inplace": False}


class Softmax(Activation):
    """Positive numbers along `dim` that sum up to 1."""

    function = functional.softmax
    settings: ClassVar[Settings] = {"dim": None}


class Softmin(Activation):
    """The softmax of -x."""

    function = functional.softmin
    settings: ClassVar[Settings] = {"dim": None}


class LogSoftmax(Activation):
    """The logarithm of the softmax."""

    function = functional.log_softmax
    settings: ClassVar[Settings] = {"dim": None}


class PReLU(Module):
    """x, or a learned multiple of x where it is negative; one factor for all channels, or one for each."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(wrap(np.full(num_parameters, init, np.float32)))
        self.to(device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function."""
        return functional.prelu(input, self.weight)  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"
