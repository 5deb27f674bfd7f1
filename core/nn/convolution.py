"""Modules that move a window of weights over their input."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from core.errors import ArgumentError
from core.nn import functional, init
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Tensor, wrap

Lengths = int | tuple[int, ...]


class _Convolution(Module):
    """What convolutions of any number of dimensions share."""

    dimensions: ClassVar[int]

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Lengths,
        stride: Lengths = 1,
        padding: Lengths | str = 0,
        dilation: Lengths = 1,
        groups: int = 1,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if in_channels % groups or out_channels % groups:
            raise ArgumentError(f"in_channels and out_channels have to be divisible by groups ({groups}).")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._lengths(kernel_size)
        self.stride = self._lengths(stride)
        self.padding = padding if isinstance(padding, str) else self._lengths(padding)
        self.dilation = self._lengths(dilation)
        self.groups = groups
        shape = (out_channels, in_channels // groups, *self.kernel_size)
        self.weight = Parameter(wrap(np.empty(shape, np.float32)))
        self.register_parameter("bias", Parameter(wrap(np.empty(out_channels, np.float32))) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begin again, with random numbers of at most one over the root of how many inputs an output has."""
        bound = 1 / math.sqrt(math.prod(self.weight.shape[1:]))
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def extra_repr(self) -> str:
        settings = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if isinstance(self.padding, str) or any(self.padding):
            settings += f", padding={self.padding}"
        if any(one != 1 for one in self.dilation):
            settings += f", dilation={self.dilation}"
        if self.groups != 1:
            settings += f", groups={self.groups}"
        return settings if self.bias is not None else f"{settings}, bias=False"

    def _lengths(self, given: Lengths) -> tuple[int, ...]:
        return given if isinstance(given, tuple) else (given,) * self.dimensions

    def _settings(self) -> tuple[Any, ...]:
        return self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups


class Conv1d(_Convolution):
    """Convolves inputs of shape (batch, in_channels, length), with weights of (out, in / groups, kernel)."""

    dimensions = 1

    def forward(self, input: Tensor) -> Tensor:
        """Move the window over the input."""
        return functional.conv1d(input, *self._settings())  # type: ignore[no-any-return]


class Conv2d(_Convolution):
    """Convolves images of shape (batch, in_channels, height, width), with weights of (out, in / groups, kernel)."""

    dimensions = 2

    def forward(self, input: Tensor) -> Tensor:
        """Move the window over the input."""
        return functional.conv2d(input, *self._settings())  # type: ignore[no-any-return]
