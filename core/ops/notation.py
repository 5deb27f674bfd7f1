"""What is written with signs of its own: square brackets, `x.T` and `x.mT`. Each consists of other operations."""

from __future__ import annotations

from typing import Any

from core.ops.registry import Words, compose
from core.ops.spec import Attribute, Category, Kind, Sample


def _getitem(words: Words, self: Any, index: Any) -> Any:
    return self[index]


def _reverse_dims(words: Words, self: Any) -> Any:
    return words.permute(self, tuple(reversed(range(self.ndim))))


def _swap_last_dims(words: Words, self: Any) -> Any:
    return words.transpose(self, -2, -1)


GETITEM = compose(
    "getitem",
    Category.INDEXING,
    "[·]",
    "Takes the part of a tensor that an index means: positions, ranges, lists of positions or a mask.",
    formula="self[index]",
    body=_getitem,
    attributes=(Attribute("index", Kind.INDEX, summary="What would stand between the square brackets."),),
    operator="[]",
    methods=(),
    functions=(),
    zero_fills=True,
    keywords=("square brackets", "element", "row", "part", "range", "subscript"),
    samples=(Sample((3,), index=1), Sample((2, 3), index=(0, slice(1, None))), Sample((3,), index=(None, ...))),
)
REVERSED_DIMS = compose(
    "reversed_dims",
    Category.SHAPE,
    "T",
    "Puts the dimensions in the opposite order: a matrix is transposed.",
    formula="self.T",
    body=_reverse_dims,
    operator=".T",
    methods=(),
    functions=(),
    keywords=("transpose", "flip"),
    samples=(Sample((2, 3)), Sample((3,)), Sample((2, 3, 4))),
)
SWAPPED_LAST_DIMS = compose(
    "swapped_last_dims",
    Category.SHAPE,
    "mT",
    "Transposes each matrix of a batch: swaps the last two dimensions.",
    formula="self.mT",
    body=_swap_last_dims,
    operator=".mT",
    methods=(),
    functions=(),
    keywords=("transpose", "batch"),
    samples=(Sample((2, 3)), Sample((2, 3, 4))),
)
