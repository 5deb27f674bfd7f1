"""Modules that summarize windows of their input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from core.nn import functional
from core.nn.activation import Activation
from core.nn.configured import Settings
from core.ops.convolution import each


class _Pooling(Activation):
    """A pooling whose stride is its window, if no other is given; `shown` are the settings that repr() shows."""

    shown: ClassVar[tuple[str, ...]]
    kernel_size: Any
    stride: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.stride is None:
            self.stride = self.kernel_size

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self.shown)


_MAX_POOL: Settings = {"kernel_size": None, "stride": None, "padding": 0, "dilation": 1, "ceil_mode": False}
_MAX_POOL_SHOWN = ("kernel_size", "stride", "padding", "dilation", "ceil_mode")
_AVG_POOL: Settings = {
    "kernel_size": None,
    "stride": None,
    "padding": 0,
    "ceil_mode": False,
    "count_include_pad": True,
}
_AVG_POOL_SHOWN = ("kernel_size", "stride", "padding")


class MaxPool1d(_Pooling):
    """The largest element of every window."""

    function = functional.max_pool1d
    settings = _MAX_POOL
    shown = _MAX_POOL_SHOWN


class MaxPool2d(_Pooling):
    """The largest element of every window."""

    function = functional.max_pool2d
    settings = _MAX_POOL
    shown = _MAX_POOL_SHOWN


class AvgPool1d(_Pooling):
    """The mean of every window."""

    function = functional.avg_pool1d
    settings = _AVG_POOL
    shown = _AVG_POOL_SHOWN

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={each(getattr(self, name), 1)}" for name in self.shown)


class AvgPool2d(_Pooling):
    """The mean of every window."""

    function = functional.avg_pool2d
    settings: ClassVar[Settings] = {**_AVG_POOL, "divisor_override": None}
    shown = _AVG_POOL_SHOWN


class AdaptiveAvgPool1d(Activation):
    """The means of as many windows as the output is to have elements."""

    function: ClassVar[Callable[..., Any]] = functional.adaptive_avg_pool1d
    settings: ClassVar[Settings] = {"output_size": None}


class AdaptiveAvgPool2d(Activation):
    """The means of as many windows as the output is to have elements."""

    function: ClassVar[Callable[..., Any]] = functional.adaptive_avg_pool2d
    settings: ClassVar[Settings] = {"output_size": None}
