"""Modules that bring their input to a mean of 0 and a variance of 1, and then scale and shift it."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from core.errors import ArgumentError
from core.nn import functional
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Array, Tensor, wrap


class LayerNorm(Module):
    """Normalizes over the last dimensions, which have the shape `normalized_shape`."""

    def __init__(
        self,
        normalized_shape: int | tuple[int, ...],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        shape = _as_shape(normalized_shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        _add_scale_and_shift(self, shape, scale=elementwise_affine, shift=elementwise_affine and bias)
        self.to(device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalize, scale and shift."""
        return functional.layer_norm(  # type: ignore[no-any-return]
            input, self.normalized_shape, self.weight, self.bias, self.eps
        )

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class RMSNorm(Module):
    """Divides by the root of the mean of the squares over the last dimensions, of shape `normalized_shape`."""

    def __init__(
        self,
        normalized_shape: int | tuple[int, ...],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        shape = _as_shape(normalized_shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.register_parameter("weight", _ones(shape) if elementwise_affine else None)
        self.to(device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Divide and scale."""
        result: Tensor = functional.rms_norm(input, self.normalized_shape, self.weight, self.eps)
        return result

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(Module):
    """Normalizes every group of channels of every example by itself."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ArgumentError(f"{num_channels} channels cannot be divided into {num_groups} groups of one size.")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        _add_scale_and_shift(self, (num_channels,), scale=affine, shift=affine and bias)
        self.to(device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalize, scale and shift."""
        result: Tensor = functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)
        return result

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )


class _BatchNorm(Module):
    """Normalizes every channel over the batch; evaluation uses the running statistics of training."""

    ranks: ClassVar[tuple[int, ...]]  # how many dimensions an input may have

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        _add_scale_and_shift(self, (num_features,), scale=affine, shift=affine)
        tracked = track_running_stats
        self.register_buffer("running_mean", wrap(np.zeros(num_features, np.float32)) if tracked else None)
        self.register_buffer("running_var", wrap(np.ones(num_features, np.float32)) if tracked else None)
        self.register_buffer("num_batches_tracked", wrap(np.zeros((), np.int64)) if tracked else None)
        self.to(device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalize, scale and shift; in training, also update the running statistics."""
        self._check_rank(input)
        by_batch = self.training or not self.track_running_stats
        return functional.batch_norm(  # type: ignore[no-any-return]
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            by_batch,
            self._count_batch() if self.training and self.track_running_stats else 0.0,
            self.eps,
        )

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.affine}, track_running_stats={self.track_running_stats}"
        )

    def _check_rank(self, input: Tensor) -> None:
        if input.array.ndim not in self.ranks:
            expected = " or ".join(map(str, self.ranks))
            raise ArgumentError(f"{type(self).__name__} takes {expected} dimensions, not {input.array.ndim}.")

    def _count_batch(self) -> float:
        """Count a batch, and return its weight in the running statistics; without a momentum all weigh the same."""
        self.num_batches_tracked.array[...] += 1
        return 1 / int(self.num_batches_tracked.array) if self.momentum is None else self.momentum


class BatchNorm1d(_BatchNorm):
    """Normalizes inputs of shape (batch, channels) or (batch, channels, length)."""

    ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Normalizes images of shape (batch, channels, height, width)."""

    ranks = (4,)


class _InstanceNorm(_BatchNorm):
    """Normalizes every channel of every example by itself; it keeps running statistics only when asked to."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalize, scale and shift; in training, also update the running statistics that are kept."""
        self._check_rank(input)
        alone = input.array.ndim == min(self.ranks)  # one example, without a batch
        by_input = self.training or not self.track_running_stats
        batch = input.unsqueeze(0) if alone else input
        if self.training and self.track_running_stats:
            self._follow(batch.array)
        result: Tensor = functional.instance_norm(
            batch,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            by_input,
            self.momentum or 0.0,
            self.eps,
        )
        if alone:
            result = result.squeeze(0)
        return result

    def _follow(self, batch: Array) -> None:
        """Bring the running statistics nearer to the means of those of the examples."""
        space = tuple(range(2, batch.ndim))
        seen = {"running_mean": batch.mean(space), "running_var": batch.var(space, ddof=1)}
        for name, statistics in seen.items():
            running: Tensor = getattr(self, name)
            running.array[...] += (self.momentum or 0.0) * (statistics.mean(0) - running.array)
            running.storage.wrote(type(self).__name__)


class InstanceNorm1d(_InstanceNorm):
    """Normalizes inputs of shape (batch, channels, length), or without the batch."""

    ranks = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Normalizes images of shape (batch, channels, height, width), or without the batch."""

    ranks = (3, 4)


def _as_shape(given: int | tuple[int, ...]) -> tuple[int, ...]:
    return (given,) if isinstance(given, int) else tuple(given)


def _add_scale_and_shift(module: Module, shape: tuple[int, ...], *, scale: bool, shift: bool) -> None:
    """Give a module its `weight` and `bias`, or None for those that it does without."""
    module.register_parameter("weight", _ones(shape) if scale else None)
    module.register_parameter("bias", _zeros(shape) if shift else None)


def _ones(shape: tuple[int, ...]) -> Parameter:
    return Parameter(wrap(np.ones(shape, np.float32)))


def _zeros(shape: tuple[int, ...]) -> Parameter:
    return Parameter(wrap(np.zeros(shape, np.float32)))
