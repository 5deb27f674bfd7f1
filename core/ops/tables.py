"""Rows of a table: embeddings, and class numbers as rows of a unit matrix."""

from __future__ import annotations

import numpy as np

from core.errors import DtypeError, OperandError, PositionError
from core.ops.arrays import Array, Result, require_ndim
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample

_NUMBERS = Port("self", "The numbers of the rows.", as_is=True)
_ROWS = np.array([[0, 2], [1, 2]])


def _embedding(indices: Array, weight: Array, padding_idx: int | None = None) -> Result:
    if indices.dtype.kind not in "ui":
        raise DtypeError(f"embedding: the indices have to be integers (long), not {indices.dtype}.")
    require_ndim("embedding: the weight", weight.shape, 2, 2)
    if np.any((indices < 0) | (indices >= len(weight))):
        raise PositionError(f"embedding: index out of range in self: the table has rows 0 to {len(weight) - 1}.")
    return weight[indices]


def _embedding_back(g: Array, index: Array, rows: int, padding: int) -> Result:
    table = np.zeros((rows, g.shape[-1]), g.dtype)
    np.add.at(table, index, np.where((index == padding)[..., None], 0, g))
    return table


def _padding_row(padding_idx: int | None, rows: int) -> int:
    """Return the number of the row that gets no gradient; -1 for none."""
    return -1 if padding_idx is None else padding_idx % rows


define_word("padding_row", _padding_row)


def _looked_up_elements(self: Array, weight: Array, padding_idx: int | None = None) -> int:
    return int(self.size * weight.shape[-1])


EMBEDDING = define(
    "embedding",
    Category.INDEXING,
    "ladder",
    "Looks up rows of a table by their numbers: a vector for every word.",
    formula="weight[self]",
    forward=_embedding,
    inputs=(_NUMBERS, "weight"),
    attributes=(Attribute("padding_idx", Kind.INTEGER, None, summary="A row that gets no gradient."),),
    vjp={
        "weight": (
            "embedding_back(g, self, weight.shape[0], padding_row(padding_idx, weight.shape[0]))",
            "zeros, with g added at the rows that were looked up",
        )
    },
    methods=(),
    functions=(),
    nn=("embedding",),
    zero_fills=True,
    kinks="Rows that were not looked up get 0, and so does the padding row.",
    keywords=("lookup", "table", "words", "vectors"),
    elements=_looked_up_elements,
    samples=(Sample(_ROWS, (3, 2)), Sample(_ROWS, (4, 3), padding_idx=3), Sample(np.array(1), (3, 2))),
)


def _table_elements(self: Array, index: Array, rows: int, padding: int) -> int:
    return int(rows * self.shape[-1])


EMBEDDING_BACK = define(
    "embedding_back",
    Category.INDEXING,
    "ladder",
    "Adds rows into a table of zeros, at their numbers.",
    formula="embedding_back(self, index, rows, padding)",
    forward=_embedding_back,
    inputs=("self", Port("index", as_is=True)),
    attributes=(Attribute("rows", Kind.INTEGER), Attribute("padding", Kind.INTEGER)),
    vjp={"self": "where(unsqueeze(index == padding, -1), 0, embedding(index, g))"},
    promotion=Promotion.NONE,
    hidden=True,
    elements=_table_elements,
    samples=(Sample((2, 2, 3), _ROWS, rows=4, padding=2), Sample((2, 3), _ROWS[0], rows=3, padding=-1)),
)


def _one_hot(x: Array, num_classes: int = -1) -> Result:
    if x.dtype != np.int64:
        raise DtypeError(f"one_hot: class numbers have to be of type long (int64), not {x.dtype}.")
    if not x.size and num_classes <= 0:
        raise OperandError("one_hot: num_classes has to be given where there are no class numbers to infer it from.")
    if x.size and x.min() < 0:
        raise OperandError("one_hot: class values must be non-negative.")
    count = num_classes if num_classes != -1 else int(x.max()) + 1
    if x.size and x.max() >= count:
        raise OperandError(f"one_hot: class values must be smaller than num_classes, but {x.max()} >= {count}.")
    return np.eye(count, dtype=np.int64)[x]


def _one_hot_elements(x: Array, num_classes: int = -1) -> int:
    return x.size * (num_classes if num_classes != -1 else int(x.max(initial=-1)) + 1)


ONE_HOT = define(
    "one_hot",
    Category.INDEXING,
    "cell",
    "Turns class numbers into rows that are 1 at the class and 0 elsewhere.",
    formula="unsqueeze(self, -1) == arange(num_classes)",
    forward=_one_hot,
    attributes=(Attribute("num_classes", Kind.INTEGER, -1, summary="How many classes; -1 for as many as occur."),),
    methods=(),
    functions=(),
    nn=("one_hot",),
    kinks="The result is counted: no gradient passes.",
    keywords=("classes", "categorical", "indicator"),
    elements=_one_hot_elements,
    samples=(Sample(np.array([[1], [0]]), num_classes=3), Sample(np.array([1, 0, 2]))),
)
define_word("arange", np.arange)
