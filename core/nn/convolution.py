"""Modules that move a window of weights over their input."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from core.errors import ArgumentError
from core.nn import functional, init
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Tensor, wrap

Lengths = int | tuple[int, ...]

_PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _Convolution(Module):
    """What convolutions of any number of dimensions share."""

    dimensions: ClassVar[int]
    function: ClassVar[Callable[..., Any]]

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
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if padding_mode not in _PADDING_MODES:
            raise ArgumentError(f"padding_mode has to be one of {', '.join(_PADDING_MODES)}, not {padding_mode!r}.")
        if in_channels % groups or out_channels % groups:
            raise ArgumentError(f"in_channels and out_channels have to be divisible by groups ({groups}).")
        if padding == "same" and any(one != 1 for one in self._lengths(stride)):
            raise ArgumentError(
                "padding='same' is not supported for strided convolutions.", "Give the padding in numbers."
            )
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._lengths(kernel_size)
        self.stride = self._lengths(stride)
        self.padding = padding if isinstance(padding, str) else self._lengths(padding)
        self.dilation = self._lengths(dilation)
        self.groups = groups
        self.padding_mode = padding_mode
        shape = (out_channels, in_channels // groups, *self.kernel_size)
        self.weight = Parameter(wrap(np.empty(shape, np.float32)))
        self.register_parameter("bias", Parameter(wrap(np.empty(out_channels, np.float32))) if bias else None)
        self.to(device, dtype)
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
        if self.bias is None:
            settings += ", bias=False"
        return settings if self.padding_mode == "zeros" else f"{settings}, padding_mode={self.padding_mode}"

    def forward(self, input: Tensor) -> Tensor:
        """Move the window over the input."""
        seen, padding = input, self.padding
        if self.padding_mode != "zeros":
            seen, padding = functional.pad(input, self._borders(), self.padding_mode), "valid"
        return type(self).function(  # type: ignore[no-any-return]
            seen, self.weight, self.bias, self.stride, padding, self.dilation, self.groups
        )

    def _borders(self) -> tuple[int, ...]:
        """Return how far the input is continued before and after, for the last dimension first."""
        if not isinstance(self.padding, str):
            borders = [(length, length) for length in self.padding]
        elif self.padding == "same":
            spans = [step * (size - 1) for step, size in zip(self.dilation, self.kernel_size, strict=True)]
            borders = [(span // 2, span - span // 2) for span in spans]
        else:
            borders = [(0, 0)] * self.dimensions
        return tuple(length for border in reversed(borders) for length in border)

    def _lengths(self, given: Lengths) -> tuple[int, ...]:
        return given if isinstance(given, tuple) else (given,) * self.dimensions


class Conv1d(_Convolution):
    """Convolves inputs of shape (batch, in_channels, length), with weights of (out, in / groups, kernel)."""

    dimensions = 1
    function = functional.conv1d


class Conv2d(_Convolution):
    """Convolves images of shape (batch, in_channels, height, width), with weights of (out, in / groups, kernel)."""

    dimensions = 2
    function = functional.conv2d
