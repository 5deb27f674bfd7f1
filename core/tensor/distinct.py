"""Different elements: `unique` and `unique_consecutive`, which give as many results as are asked for."""

from __future__ import annotations

from core.ops.distinct import UNIQUE, UNIQUE_CONSECUTIVE, UNIQUE_DIM
from core.tensor.operations import METHODS
from core.tensor.tensor import Tensor, method

_unique, _unique_dim, _consecutive = (METHODS[op.name] for op in (UNIQUE, UNIQUE_DIM, UNIQUE_CONSECUTIVE))


@method
def unique(
    self: Tensor,
    sorted: bool = True,  # noqa: A002  # torch's name; they always are
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """Return the different elements, or slices along `dim`; if asked, also which one each is, and how often."""
    found = _unique(self) if dim is None else _unique_dim(self, dim)
    return _asked(found, return_inverse, return_counts)


@method
def unique_consecutive(
    self: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Tensor | tuple[Tensor, ...]:
    """Return the elements, or slices along `dim`, without those that repeat the one before."""
    return _asked(_consecutive(self, dim), return_inverse, return_counts)


def _asked(found: tuple[Tensor, ...], inverse: bool, counts: bool) -> Tensor | tuple[Tensor, ...]:
    further = [one for one, wanted in zip(found[1:], (inverse, counts), strict=True) if wanted]
    return (found[0], *further) if further else found[0]
