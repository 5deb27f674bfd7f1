"""Transposes as attributes: `x.T`, `x.mT`."""

from __future__ import annotations

import warnings

from core.errors import ShapeError
from core.ops.order import PERMUTE, TRANSPOSE
from core.tensor.operations import METHODS
from core.tensor.tensor import Tensor, attribute

_permute, _transpose = METHODS[PERMUTE.name], METHODS[TRANSPOSE.name]


@attribute
def T(self: Tensor) -> Tensor:  # noqa: N802  # PyTorch's name, here and below
    """The tensor with its dimensions in the opposite order."""
    if self.ndim not in (0, 2):
        warnings.warn(
            f".T of a tensor with {self.ndim} dimensions is deprecated: use .mT for a stack of matrices, or permute().",
            UserWarning,
            stacklevel=2,
        )
    return _permute(self, tuple(range(self.ndim))[::-1])  # type: ignore[no-any-return]


@attribute
def mT(self: Tensor) -> Tensor:  # noqa: N802
    """The matrices that the last two dimensions make, transposed."""
    if self.ndim == 0:
        warnings.warn(".mT of a tensor without dimensions is deprecated.", UserWarning, stacklevel=2)
        return self
    if self.ndim < 2:
        raise ShapeError(f".mT needs a tensor with at least 2 dimensions, not {self.ndim}.")
    return _transpose(self, -2, -1)  # type: ignore[no-any-return]


@attribute
def H(self: Tensor) -> Tensor:  # noqa: N802
    """The matrix, transposed."""
    if self.ndim not in (0, 2):
        raise ShapeError(
            f".H needs a matrix, not a tensor with {self.ndim} dimensions.", "Use .mH for a stack of them."
        )
    return _transpose(self, 0, 1) if self.ndim else self


@attribute
def mH(self: Tensor) -> Tensor:  # noqa: N802
    """The matrices that the last two dimensions make, transposed."""
    return mT(self)
