"""Modules that bring their input to a mean of 0 and a variance of 1, and then scale and shift it."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from core.errors import ArgumentError
from core.nn import functional
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Tensor, wrap


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
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.register_parameter("weight", _ones(shape) if elementwise_affine else None)
        self.register_parameter("bias", _zeros(shape) if elementwise_affine and bias else None)
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
        self.register_parameter("weight", _ones((num_features,)) if affine else None)
        self.register_parameter("bias", _zeros((num_features,)) if affine else None)
        tracked = track_running_stats
        self.register_buffer("running_mean", wrap(np.zeros(num_features, np.float32)) if tracked else None)
        self.register_buffer("running_var", wrap(np.ones(num_features, np.float32)) if tracked else None)
        self.register_buffer("num_batches_tracked", wrap(np.zeros((), np.int64)) if tracked else None)
        self.to(device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalize, scale and shift; in training, also update the running statistics."""
        if input.array.ndim not in self.ranks:
            expected = " or ".join(map(str, self.ranks))
            raise ArgumentError(f"{type(self).__name__} takes {expected} dimensions, not {input.array.ndim}.")
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


def _ones(shape: tuple[int, ...]) -> Parameter:
    return Parameter(wrap(np.ones(shape, np.float32)))


def _zeros(shape: tuple[int, ...]) -> Parameter:
    return Parameter(wrap(np.zeros(shape, np.float32)))
