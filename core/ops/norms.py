"""Lengths of vectors and sizes of matrices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import OperandError, ShapeError
from core.ops.arrays import Array, Dims, Result, axes, reduced, require_floating, widened
from core.ops.families import DIMS, DTYPE, KEEPDIM
from core.ops.reduction import total
from core.ops.registry import Words, compose, define
from core.ops.spec import Attribute, Category, Domain, Kind, Promotion, Sample

_INF = math.inf
_NAMES = ("fro", "nuc")
_ORD = Attribute("ord", Kind.NUMBER, 2, summary="The power; inf for the largest, 0 for how many are not 0.")
_AWAY = Domain(0.25, 2.0, "all real numbers")


@widened
def _vector_norm(x: Array, ord: float = 2, dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> Any:  # noqa: A002
    x = x if dtype is None else x.astype(dtype)
    require_floating("linalg.vector_norm", x)
    places = axes(x.ndim, dim)
    size = np.abs(x)
    if ord == _INF:
        return reduced(np.maximum, size, places, keepdim)
    if ord == -_INF:
        return reduced(np.minimum, size, places, keepdim)
    if ord == 0:
        return total((x != 0).astype(x.dtype), places, keepdim)
    if ord == 1:
        return total(size, places, keepdim)
    if ord == 2:
        return np.sqrt(total(np.square(x), places, keepdim))
    return total(size**ord, places, keepdim) ** (1 / ord)


def _norm_slope(ops: Words, self: Any, result: Any, g: Any, ord: float, dim: Dims = None) -> Any:  # noqa: A002
    """Return the gradient of a norm; `result` and `g` have the dimensions of `self`, or length 1."""
    if ord == 0:
        return ops.zeros_like(self)
    if ord == 1:
        return g * ops.sign(self)
    if ord == 2:
        return g * ops.where(result == 0, 0, self / result)
    size = ops.abs(self)
    if abs(ord) == _INF:
        return ops.sign(self) * ops.share(g, ops.same(size, result), dim)
    if ord < 1:
        return g * ops.where(self == 0, 0, ops.sign(self) * size ** (ord - 1)) * result ** (1 - ord)
    if ord < 2:
        return ops.sign(self) * size ** (ord - 1) * ops.where(result == 0, 0, g / result ** (ord - 1))
    return self * size ** (ord - 2) * ops.where(result == 0, 0, g / result ** (ord - 1))


NORM_SLOPE = compose(
    "norm_slope",
    Category.REDUCTION,
    "‖x‖",
    "How a norm changes with every element.",
    formula="g * sign(self) * (abs(self) / result) ** (ord - 1)",
    body=_norm_slope,
    inputs=("self", "result", "g"),
    attributes=(Attribute("ord", Kind.NUMBER), DIMS),
    hidden=True,
    samples=(Sample((3,), (1,), (1,), ord=3), Sample((3,), (1,), (1,), ord=2)),
)
_NORM_RULE = (
    "norm_slope(self, keep_dims(result, self.shape, dim), keep_dims(g, self.shape, dim), ord, dim)",
    "g * sign(self) * (abs(self) / result) ** (ord - 1)",
)

VECTOR_NORM = define(
    "vector_norm",
    Category.REDUCTION,
    "‖x‖",
    "The length of a vector: by default the root of the sum of squares.",
    formula="sum(abs(self) ** ord, dim, keepdim) ** (1 / ord)",
    forward=_vector_norm,
    attributes=(_ORD, DIMS, KEEPDIM, DTYPE),
    vjp={"self": _NORM_RULE},
    node="LinalgVectorNormBackward0",
    methods=(),
    functions=("linalg.vector_norm",),
    domain=_AWAY,
    kinks="Where the norm is 0, the gradient is 0. For ord=inf, equal largest elements share it evenly.",
    keywords=("norm", "length", "magnitude", "euclidean", "distance"),
    samples=(
        Sample((3,)),
        Sample((2, 3), dim=1),
        Sample((2, 3), ord=1, dim=0, keepdim=True),
        Sample((2, 3), ord=3),
        Sample((3,), ord=1.5),
        Sample((4,), ord=_INF),
        Sample((4,), ord=-_INF),
        Sample((4,), ord=0.5),
    ),
)
NORM_ALONG = define(
    "norm_along",
    Category.REDUCTION,
    "‖x‖",
    "The lengths of the vectors along some dimensions, as distances of pairs need them.",
    formula="vector_norm(self, ord, dim, keepdim)",
    forward=_vector_norm,
    attributes=(_ORD, DIMS, KEEPDIM),
    vjp={"self": _NORM_RULE},
    node="NormBackward1",
    domain=_AWAY,
    hidden=True,
    samples=(Sample((2, 3), dim=1), Sample((2, 3), ord=1, dim=0, keepdim=True)),
)


def _norm(ops: Words, self: Any, p: Any = "fro", dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> Any:
    if p == "nuc":
        return _matrix_norm(ops, self, "nuc", (-2, -1) if dim is None else dim, keepdim)
    return ops.vector_norm(self, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)


NORM = compose(
    "norm",
    Category.REDUCTION,
    "‖x‖",
    "The length of a tensor: by default the root of the sum of squares.",
    formula="vector_norm(self, 2 if p == 'fro' else p, dim, keepdim)",
    body=_norm,
    attributes=(
        Attribute("p", Kind.NUMBER, "fro", choices=_NAMES, summary="The power, or the name of a matrix norm."),
        DIMS,
        KEEPDIM,
        DTYPE,
    ),
    domain=_AWAY,
    kinks="Where the norm is 0, the gradient is 0.",
    keywords=("length", "magnitude", "euclidean", "frobenius", "distance"),
    samples=(Sample((3,)), Sample((2, 3), dim=1), Sample((2, 3), p=1), Sample((2, 3), p=3, dim=0, keepdim=True)),
)


def _matrix_norm(
    ops: Words,
    self: Any,
    ord: Any = "fro",  # noqa: A002  # as PyTorch names it
    dim: Any = (-2, -1),
    keepdim: bool = False,
    dtype: Any = None,
) -> Any:
    if self.ndim < 2 or len(dim) != 2:
        raise ShapeError(f"matrix_norm: a matrix is needed, not a tensor of shape {list(self.shape)}.")
    if ord == "fro":
        return ops.vector_norm(self, 2, tuple(dim), keepdim, dtype=dtype)
    rows, columns = axes(self.ndim, tuple(dim))
    if ord in ("nuc", 2, -2):
        return _spectral_norm(ops, ops.movedim(self, (rows, columns), (-2, -1)), ord, keepdim, (rows, columns))
    if abs(ord) not in (1, _INF):
        raise OperandError(f"matrix_norm: there is no order {ord!r}.", "It can be 'fro', 'nuc', ±1, ±2 or ±inf.")
    inner, outer = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = ops.vector_norm(self, 1, (inner,), keepdim)
    return (ops.amax if ord > 0 else ops.amin)(sums, (outer if keepdim or outer < inner else outer - 1,), keepdim)


def _spectral_norm(ops: Words, matrix: Any, ord: Any, keepdim: bool, places: tuple[int, int]) -> Any:  # noqa: A002
    values = ops.svdvals(matrix)
    combine = ops.sum if ord == "nuc" else ops.amax if ord > 0 else ops.amin
    made = combine(values, (-1,))
    for place in sorted(places) if keepdim else ():
        made = ops.unsqueeze(made, place)
    return made


MATRIX_NORM = compose(
    "matrix_norm",
    Category.REDUCTION,
    "‖A‖",
    "The size of a matrix: by default the root of the sum of squares.",
    formula="vector_norm(self, 2, dim, keepdim)",
    body=_matrix_norm,
    attributes=(
        Attribute("ord", Kind.NUMBER, "fro", choices=_NAMES, summary="Which size: 'fro', 'nuc', ±1, ±2 or ±inf."),
        Attribute("dim", Kind.DIMS, (-2, -1), summary="The dimensions of the matrix."),
        KEEPDIM,
        DTYPE,
    ),
    methods=(),
    functions=("linalg.matrix_norm",),
    keywords=("norm", "frobenius", "nuclear", "spectral"),
    samples=(Sample((2, 3)), Sample((2, 2, 3), keepdim=True)),
)


def _linalg_norm(
    ops: Words,
    self: Any,
    ord: Any = None,  # noqa: A002  # as PyTorch names it
    dim: Dims = None,
    keepdim: bool = False,
    dtype: Any = None,
) -> Any:
    places = (dim,) if isinstance(dim, int) else dim
    if ord is None:
        return ops.vector_norm(self, 2, places, keepdim, dtype=dtype)
    if isinstance(ord, str) or len(places if places is not None else self.shape) == 2:
        return _matrix_norm(ops, self, ord, places or (-2, -1), keepdim, dtype)
    return ops.vector_norm(self, ord, places, keepdim, dtype=dtype)


LINALG_NORM = compose(
    "linalg_norm",
    Category.REDUCTION,
    "‖x‖",
    "The length of a vector or the size of a matrix, as its dimensions ask.",
    formula="vector_norm(self, 2 if ord is None else ord, dim, keepdim)",
    body=_linalg_norm,
    attributes=(
        Attribute("ord", Kind.NUMBER, None, choices=_NAMES, summary="Which length; by default the root of squares."),
        DIMS,
        KEEPDIM,
        DTYPE,
    ),
    methods=(),
    functions=("linalg.norm",),
    kinks="Where the norm is 0, the gradient is 0.",
    keywords=("norm", "length", "size"),
    samples=(Sample((3,)), Sample((2, 3)), Sample((2, 3), dim=1)),
)


DIST = define(
    "dist",
    Category.REDUCTION,
    "‖x−y‖",
    "The distance of two tensors: the length of their difference.",
    formula="vector_norm(self - other, p)",
    forward=lambda x, y, p=2: _vector_norm(np.subtract(x, y), p),
    inputs=("self", "other"),
    attributes=(Attribute("p", Kind.NUMBER, 2, summary="The power of the norm."),),
    vjp={"self": "norm_slope(self - other, result, g, p)", "other": "-norm_slope(self - other, result, g, p)"},
    kinks="Where the distance is 0, the gradient is 0.",
    keywords=("distance", "euclidean", "difference"),
    samples=(Sample((3,), (3,)), Sample((2, 3), (3,), p=1)),
)


def _distances(x: Array, y: Array, p: float = 2.0) -> Result:
    if x.ndim < 2 or y.ndim < 2 or x.shape[-1] != y.shape[-1]:
        raise ShapeError(f"cdist: rows of one length are needed, not {list(x.shape)} and {list(y.shape)}.")
    if p < 0:
        raise OperandError(f"cdist: the power of the norm cannot be negative, as {p} is.")
    require_floating("cdist", x)
    return _vector_norm(x[..., :, None, :] - y[..., None, :, :], p, -1)


def _differences(self: Array, other: Array, p: float = 2.0) -> int:
    """Return how many elements the differences of all rows have, which are more than the distances."""
    return math.prod((*self.shape[:-2], *other.shape[:-2], *self.shape[-2:-1], *other.shape[-2:]))


_APART = (
    "norm_slope(unsqueeze(self, -2) - unsqueeze(other, -3), unsqueeze(result, -1), "
    "unsqueeze(where(result == 0, 0, g), -1), p, -1)"
)

CDIST = define(
    "cdist",
    Category.REDUCTION,
    "‖x−y‖",
    "The distances of every row of one matrix from every row of another.",
    formula="vector_norm(unsqueeze(self, -2) - unsqueeze(other, -3), p, -1)",
    forward=widened(_distances),
    inputs=("self", "other"),
    promotion=Promotion.SAME,
    elements=_differences,
    attributes=(Attribute("p", Kind.NUMBER, 2.0, 0, summary="The power of the norm."),),
    vjp={
        "self": (f"sum({_APART}, -2)", "sum(g * (self - other) / result)"),
        "other": (f"-sum({_APART}, -3)", "-sum(g * (self - other) / result)"),
    },
    methods=(),
    kinks="Where the distance is 0, the gradient is 0.",
    keywords=("distance", "pairwise", "euclidean", "neighbours"),
    samples=(Sample((2, 3), (4, 3)), Sample((2, 3), (2, 3), p=1.0), Sample((2, 2, 3), (2, 1, 3))),
)


def _normalize(ops: Words, self: Any, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Any:
    length = ops.clamp_min(ops.vector_norm(self, p, dim, True), eps)
    return self / ops.expand(length, self.shape)


NORMALIZE = compose(
    "normalize",
    Category.ELEMENTWISE,
    "x/‖x‖",
    "Divides every vector along a dimension by its length.",
    formula="self / maximum(vector_norm(self, p, dim, True), eps)",
    body=_normalize,
    attributes=(
        Attribute("p", Kind.NUMBER, 2.0, summary="The power of the norm."),
        Attribute("dim", Kind.DIM, 1, summary="The dimension that the vectors lie along."),
        Attribute("eps", Kind.NUMBER, 1e-12, 0, summary="The smallest length to divide by."),
    ),
    methods=(),
    functions=(),
    nn=("normalize",),
    kinks="Vectors shorter than eps are divided by eps, and their length gets no gradient.",
    keywords=("unit length", "unit vector"),
    samples=(Sample((2, 3)), Sample((3,), dim=0), Sample((2, 3), p=1.0, dim=-1)),
)
