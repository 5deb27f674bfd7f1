"""Copies of a tensor in which a part is replaced: what a write through a view would do, without the write."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array
from core.ops.indexing import SELECT, SLICE
from core.ops.registry import define
from core.ops.spec import Category, Op, Port, Promotion, Sample
from core.ops.windows import DIAGONAL

_SRC = Port("src", "What to put there, in the shape of the part.")


def _pasting(view: Op, symbol: str, summary: str, *samples: Sample, **further: Any) -> Op:
    """Define the operation that replaces what `view` looks at."""
    name = f"{view.name}_scatter"
    place = ", ".join(one.name for one in view.attributes)

    def forward(self: Array, src: Array, *place: Any, **named: Any) -> Array:
        result = np.array(self, order="K")
        part = view.forward(result, *place, **named)
        if src.shape != part.shape:
            raise ShapeError(
                f"{name}: a source of size {list(src.shape)} does not fit a part of size {list(part.shape)}.",
                "Expand or reshape it first.",
            )
        part[...] = src
        return result

    return define(
        name,
        Category.INDEXING,
        symbol,
        summary,
        formula=f"{name}(self, src, {place})",
        forward=forward,
        inputs=("self", _SRC),
        attributes=view.attributes,
        promotion=Promotion.NONE,
        vjp={
            "self": f"{name}(g, zeros(src.shape, src.dtype), {place})",
            "src": f"{view.name}(g, {place})",
        },
        samples=samples,
        **further,
    )


SELECT_SCATTER = _pasting(
    SELECT,
    "[i]=",
    "Copies a tensor with other elements at one position of a dimension.",
    Sample((2, 3), (3,), dim=0, index=1),
    Sample((2, 3), (2,), dim=1, index=-1),
    keywords=("replace", "row", "functional assignment"),
)
SLICE_SCATTER = _pasting(
    SLICE,
    "[a:b]=",
    "Copies a tensor with other elements in a range of positions of a dimension.",
    Sample((5,), (3,), start=1, end=4),
    Sample((2, 5), (2, 3), dim=1, step=2),
    keywords=("replace", "range", "functional assignment"),
)
DIAGONAL_SCATTER = _pasting(
    DIAGONAL,
    "diag",
    "Copies a matrix, or every matrix in a stack, with another diagonal.",
    Sample((3, 3), (3,)),
    Sample((2, 4), (2,), offset=1),
    keywords=("replace", "main diagonal"),
)
