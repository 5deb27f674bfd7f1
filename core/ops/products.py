"""Products of vectors, matrices and batches of matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, Result, axis, can_grow_to, common_shape
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Promotion, Sample

_BETA = Attribute("beta", Kind.NUMBER, 1, keyword_only=True, summary="The factor of the first tensor.")
_ALPHA = Attribute("alpha", Kind.NUMBER, 1, keyword_only=True, summary="The factor of the product.")
_MATRICES = (Sample((2, 3), (3, 2)), Sample((1, 3), (3, 1)), Sample((3, 3), (3, 3)), Sample((0, 3), (3, 2)))

define_word("rows_first", lambda strides: strides[-2] >= strides[-1])

SCALED = compose(
    "scaled",
    Category.ARITHMETIC,
    "×",
    "Multiplies by a number, unless that is 1.",
    formula="self if factor == 1 else self * factor",
    attributes=(Attribute("factor", Kind.NUMBER),),
    hidden=True,
    samples=(Sample((3,), factor=1), Sample((2, 3), factor=0.5)),
)


def require_dims(name: str, expected: tuple[int, ...], arrays: tuple[Array, ...]) -> None:
    """Refuse tensors that do not have the number of dimensions an operation is for."""
    if tuple(one.ndim for one in arrays) != expected:
        wanted = " and ".join(f"{count}D" for count in expected)
        given = " and ".join(str(list(one.shape)) for one in arrays)
        raise ShapeError(f"{name}: {wanted} tensors are expected, but the shapes are {given}.")


def _mm(x: Array, y: Array) -> Result:
    if x.ndim != 2 or y.ndim != 2:
        require_dims("mm", (2, 2), (x, y))
    return x.dot(y)  # the same as matmul for these, and quicker where they are small


def _mv(x: Array, y: Array) -> Result:
    require_dims("mv", (2, 1), (x, y))
    return x.dot(y)


def _bmm(x: Array, y: Array) -> Result:
    require_dims("bmm", (3, 3), (x, y))
    if x.shape[0] != y.shape[0]:
        raise ShapeError(f"bmm: the batch sizes {x.shape[0]} and {y.shape[0]} have to be the same.")
    return np.matmul(x, y)


def _dot(x: Array, y: Array) -> Any:
    require_dims("dot", (1, 1), (x, y))
    if x.shape != y.shape:
        raise ShapeError(f"dot: the vectors have sizes {len(x)} and {len(y)}; the number of elements has to agree.")
    return x.dot(y)


MM = define(
    "mm",
    Category.LINALG,
    "@",
    "Multiplies two matrices.",
    formula="self @ mat2",
    forward=_mm,
    inputs=("self", "mat2"),
    vjp={
        # The gradient gets the memory layout of the input: adding up gradients of two layouts is slow.
        "self": ("mm(g, mat2.mT) if rows_first(self.strides) else mm(mat2, g.mT).mT", "g @ mat2.mT"),
        "mat2": ("mm(self.mT, g) if rows_first(mat2.strides) else mm(g.mT, self).mT", "self.mT @ g"),
    },
    promotion=Promotion.SAME,
    keywords=("matrix product", "multiply"),
    samples=_MATRICES,
)
MV = define(
    "mv",
    Category.LINALG,
    "@",
    "Multiplies a matrix and a vector.",
    formula="self @ vec",
    forward=_mv,
    inputs=("self", "vec"),
    vjp={"self": "outer(g, vec)", "vec": "self.mT @ g"},
    promotion=Promotion.SAME,
    keywords=("matrix vector product", "multiply"),
    samples=(Sample((2, 3), (3,)), Sample((3, 1), (1,))),
)
BMM = define(
    "bmm",
    Category.LINALG,
    "@",
    "Multiplies the matrices of two batches, pair by pair.",
    formula="self @ mat2",
    forward=_bmm,
    inputs=("self", "mat2"),
    vjp={"self": "g @ mat2.mT", "mat2": "self.mT @ g"},
    promotion=Promotion.SAME,
    keywords=("batched matrix product", "multiply"),
    samples=(Sample((2, 2, 3), (2, 3, 2)), Sample((1, 3, 1), (1, 1, 2))),
)


def _inner_product(name: str) -> None:
    define(
        name,
        Category.LINALG,
        "·",
        "The sum of the products of the elements of two vectors.",
        formula="sum(self * tensor)",
        forward=_dot,
        inputs=("self", "tensor"),
        vjp={"self": "g * tensor", "tensor": "g * self"},
        promotion=Promotion.SAME,
        keywords=("inner product", "scalar product"),
        samples=(Sample((3,), (3,)), Sample((1,), (1,))),
    )


_inner_product("dot")
_inner_product("vdot")


def _outer(ops: Any, self: Any, vec2: Any) -> Any:
    require_dims("outer", (1, 1), (self, vec2))
    return ops.view(self, (-1, 1)) * vec2


OUTER = compose(
    "outer",
    Category.LINALG,
    "outer",
    "The products of every element of one vector with every element of another.",
    formula="view(self, (-1, 1)) * vec2",
    body=_outer,
    inputs=("self", "vec2"),
    methods=("outer", "ger"),
    functions=("outer", "ger"),
    keywords=("outer product", "rank one"),
    samples=(Sample((3,), (2,)), Sample((2,), (3,))),
)


def _trace(x: Array) -> Result:
    require_dims("trace", (2,), (x,))
    return np.trace(x, dtype=x.dtype if x.dtype.kind == "f" else np.int64)


define_word("on_diagonal", lambda shape: np.eye(*shape) == 1)

TRACE = define(
    "trace",
    Category.LINALG,
    "tr",
    "The sum of the elements on the diagonal of a matrix.",
    formula="sum(diagonal(self))",
    forward=_trace,
    vjp={"self": "where(on_diagonal(self.shape), g, 0)"},
    zero_fills=True,
    keywords=("diagonal", "sum"),
    samples=(Sample((3, 3)), Sample((2, 3))),
)

# Products that are added to something -----------------------------------------------------------------


def _times(factor: float, x: Array) -> Array:
    """Multiply by a number; integers stay integers."""
    return x if factor == 1 else (factor * x).astype(x.dtype, copy=False)


def require_addend(name: str, shape: tuple[int, ...], product: tuple[int, ...]) -> None:
    """Refuse to add a tensor to a product that it cannot be expanded to."""
    if not can_grow_to(shape, product):
        raise ShapeError(
            f"{name}: what is added, of shape {list(shape)}, cannot be expanded to the shape of the product, "
            f"{list(product)}."
        )


def _add_product(name: str, dims: tuple[int, int], multiply: Callable[[Array, Array], Array]) -> Any:
    def forward(x: Array, first: Array, second: Array, beta: float = 1, alpha: float = 1) -> Result:
        require_dims(name, dims, (first, second))
        product = _times(alpha, multiply(first, second))
        require_addend(name, x.shape, product.shape)
        if beta == 0:  # what is multiplied by 0 is not read: NaN in it stays out
            return product
        return _times(beta, x) + product

    return forward


ADDMM = define(
    "addmm",
    Category.LINALG,
    "+@",
    "Adds the product of two matrices to a tensor: what a linear layer does.",
    formula="beta * self + alpha * (mat1 @ mat2)",
    forward=_add_product("addmm", (2, 2), _mm),
    inputs=("self", "mat1", "mat2"),
    attributes=(_BETA, _ALPHA),
    vjp={
        "self": "scaled(g, beta)",
        "mat1": (
            "scaled(mm(g, mat2.mT) if rows_first(mat1.strides) else mm(mat2, g.mT).mT, alpha)",
            "alpha * g @ mat2.mT",
        ),
        "mat2": (
            "scaled(mm(mat1.mT, g) if rows_first(mat2.strides) else mm(g.mT, mat1).mT, alpha)",
            "alpha * mat1.mT @ g",
        ),
    },
    promotion=Promotion.SAME,
    in_place=True,
    keywords=("affine", "linear layer", "bias"),
    samples=(Sample((2,), (3, 4), (4, 2)), Sample((2, 2), (2, 3), (3, 2), beta=0.5, alpha=2)),
)
ADDMV = define(
    "addmv",
    Category.LINALG,
    "+@",
    "Adds the product of a matrix and a vector to a tensor.",
    formula="beta * self + alpha * (mat @ vec)",
    forward=_add_product("addmv", (2, 1), _mv),
    inputs=("self", "mat", "vec"),
    attributes=(_BETA, _ALPHA),
    vjp={
        "self": "scaled(g, beta)",
        "mat": "scaled(outer(g, vec), alpha)",
        "vec": "scaled(mat.mT @ g, alpha)",
    },
    promotion=Promotion.SAME,
    in_place=True,
    keywords=("affine",),
    samples=(Sample((2,), (2, 3), (3,)), Sample((2,), (2, 3), (3,), beta=0.5, alpha=2)),
)
BADDBMM = define(
    "baddbmm",
    Category.LINALG,
    "+@",
    "Adds the products of the matrices of two batches to a tensor.",
    formula="beta * self + alpha * (batch1 @ batch2)",
    forward=_add_product("baddbmm", (3, 3), _bmm),
    inputs=("self", "batch1", "batch2"),
    attributes=(_BETA, _ALPHA),
    vjp={
        "self": "scaled(g, beta)",
        "batch1": "scaled(g @ batch2.mT, alpha)",
        "batch2": "scaled(batch1.mT @ g, alpha)",
    },
    promotion=Promotion.SAME,
    in_place=True,
    keywords=("batched matrix product",),
    samples=(Sample((2, 2, 2), (2, 2, 3), (2, 3, 2)), Sample((2,), (2, 2, 3), (2, 3, 2), beta=0.5, alpha=2)),
)
ADDBMM = define(
    "addbmm",
    Category.LINALG,
    "+@",
    "Adds the products of the matrices of two batches up, onto a matrix.",
    formula="beta * self + alpha * sum(batch1 @ batch2, 0)",
    forward=_add_product("addbmm", (3, 3), lambda first, second: np.add.reduce(_bmm(first, second), axis=0)),
    inputs=("self", "batch1", "batch2"),
    attributes=(_BETA, _ALPHA),
    vjp={
        "self": "scaled(g, beta)",
        "batch1": "scaled(expand(g, (len(batch1), *g.shape)) @ batch2.mT, alpha)",
        "batch2": "scaled(batch1.mT @ expand(g, (len(batch1), *g.shape)), alpha)",
    },
    promotion=Promotion.SAME,
    in_place=True,
    keywords=("batched matrix product",),
    samples=(Sample((2, 2), (2, 2, 3), (2, 3, 2)), Sample((2, 2), (3, 2, 3), (3, 3, 2), beta=0.5, alpha=2)),
)


ADDR = define(
    "addr",
    Category.LINALG,
    "+outer",
    "Adds the outer product of two vectors to a matrix.",
    formula="beta * self + alpha * outer(vec1, vec2)",
    forward=_add_product("addr", (1, 1), np.outer),
    elements=lambda x, first, second, **_: max(x.size, first.size * second.size),
    inputs=("self", "vec1", "vec2"),
    attributes=(_BETA, _ALPHA),
    vjp={"self": "scaled(g, beta)", "vec1": "scaled(g @ vec2, alpha)", "vec2": "scaled(g.mT @ vec1, alpha)"},
    promotion=Promotion.SAME,
    in_place=True,
    keywords=("outer product", "rank one update"),
    samples=(Sample((2, 3), (2,), (3,)), Sample((2, 3), (2,), (3,), beta=0.5, alpha=2)),
)


def _cross(x: Array, y: Array, dim: int = -1) -> Result:
    shape = common_shape(x.shape, y.shape, by="cross")
    place = axis(len(shape), dim)
    if shape[place] != 3:
        raise ShapeError(f"cross: dimension {dim} has to have size 3, but the shapes are {x.shape} and {y.shape}.")
    return np.cross(np.broadcast_to(x, shape), np.broadcast_to(y, shape), axis=place)


_CROSSED = (Sample((3,), (3,)), Sample((2, 3), (1, 3)), Sample((3, 2), (3, 2), dim=0))

LINALG_CROSS = define(
    "linalg_cross",
    Category.LINALG,
    "×",
    "The cross product of vectors with three elements: at right angles to both.",
    formula="linalg_cross(self, other, dim=dim)",
    forward=_cross,
    inputs=("self", "other"),
    attributes=(
        Attribute("dim", Kind.DIM, -1, keyword_only=True, summary="The dimension that the vectors lie along."),
    ),
    vjp={"self": "linalg_cross(other, g, dim=dim)", "other": "linalg_cross(g, self, dim=dim)"},
    node="LinalgCrossBackward0",
    functions=("linalg.cross",),
    hidden=True,
    samples=_CROSSED,
)


def _first_of_three(ops: Words, self: Any, other: Any, dim: int | None = None) -> Any:
    if dim is None:
        shape = common_shape(self.shape, other.shape, by="cross")
        if 3 not in shape:
            raise ShapeError(f"cross: no dimension has size 3 in {list(shape)}.")
        dim = shape.index(3)
    return ops.linalg_cross(self, other, dim=dim)


CROSS = compose(
    "cross",
    Category.LINALG,
    "×",
    "The cross product of vectors with three elements: at right angles to both.",
    formula="cross(self, other, dim)",
    body=_first_of_three,
    inputs=("self", "other"),
    attributes=(
        Attribute("dim", Kind.DIM, None, summary="The dimension that the vectors lie along; else the first of size 3."),
    ),
    keywords=("vector product", "normal", "perpendicular"),
    samples=_CROSSED,
)
