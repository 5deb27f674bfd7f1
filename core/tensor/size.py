"""The shape of a tensor."""

from __future__ import annotations

import math
from typing import Any


class Size(tuple[int, ...]):
    """A shape: a tuple that prints as PyTorch's does, and whose parts and sums are shapes again."""

    __slots__ = ()

    def numel(self) -> int:
        """Return the number of elements of a tensor of this shape."""
        return math.prod(self)

    def __getitem__(self, place: Any) -> Any:
        part = super().__getitem__(place)
        return Size(part) if isinstance(place, slice) else part

    def __add__(self, other: Any) -> Size:
        return Size((*self, *other))

    def __radd__(self, other: Any) -> Size:
        return Size((*other, *self))

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    __str__ = __repr__
