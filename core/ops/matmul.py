"""Products that are put together from others, as the shapes ask: `@`, linear layers, Kronecker and the like."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.errors import OperandError, ShapeError
from core.ops.arrays import common_shape
from core.ops.products import require_addend, require_dims
from core.ops.registry import Words, compose
from core.ops.spec import Attribute, Category, Kind, Port, Sample


def _matmul(ops: Words, self: Any, other: Any) -> Any:
    match self.ndim, other.ndim:
        case (2, 2):
            return ops.mm(self, other)
        case (1, 1):
            return ops.dot(self, other)
        case (2, 1):
            return ops.mv(self, other)
        case (1, 2):
            return ops.squeezed(ops.mm(ops.unsqueeze(self, 0), other), 0)
        case (0, _) | (_, 0):
            raise ShapeError(
                "matmul: both arguments need to be at least 1D (have a dimension), but the shapes are "
                f"{list(self.shape)} and {list(other.shape)}.",
                "Multiply by a single number with *.",
            )
        case (_, 1 | 2):
            return _folded(ops, self, other)
        case (1, _):
            return _folded(ops, other.mT, self)
        case (2, _) if getattr(self, "requires_grad", False):
            return ops.clone(_folded(ops, other.mT, self.mT).mT)
    return _batched(ops, self, other)


def _rows(ops: Words, batch: Any) -> Any:
    """Return the rows of all matrices of a batch, as one matrix."""
    return ops.reshape(batch, (math.prod(batch.shape[:-1]), batch.shape[-1]))


def _folded(ops: Words, batch: Any, other: Any) -> Any:
    """Multiply a batch by one matrix or vector: all its rows at once."""
    rows = _rows(ops, batch)
    product = ops.mm(rows, other) if other.ndim == 2 else ops.mv(rows, other)
    return ops.unsafe_view(product, (*batch.shape[:-1], *other.shape[1:]))


def _batched(ops: Words, self: Any, other: Any) -> Any:
    """Multiply batches of matrices, whose leading dimensions are broadcast."""
    batch = common_shape(self.shape[:-2], other.shape[:-2], by="matmul (batches)")
    flat = math.prod(batch)
    first, second = (
        ops.reshape(ops.expand(one, (*batch, *one.shape[-2:])), (flat, *one.shape[-2:])) for one in (self, other)
    )
    return ops.unsafe_view(ops.bmm(first, second), (*batch, self.shape[-2], other.shape[-1]))


MATMUL = compose(
    "matmul",
    Category.LINALG,
    "@",
    "The matrix product; vectors and batches of matrices are multiplied as their shapes ask.",
    formula="self @ other",
    body=_matmul,
    inputs=("self", "other"),
    operator="@",
    for_matrices="mm",
    functions=("matmul", "linalg.matmul"),
    keywords=("matrix product", "dot", "multiply", "mm"),
    samples=(
        Sample((2, 3), (3, 2)),
        Sample((3,), (3,)),
        Sample((2, 3), (3,)),
        Sample((3,), (3, 2)),
        Sample((2, 2, 3), (3, 2)),
        Sample((2, 2, 3), (3,)),
        Sample((3,), (2, 3, 2)),
        Sample((2, 3), (2, 3, 2)),
        Sample((2, 1, 2, 3), (3, 3, 2)),
    ),
)


def _linear(ops: Words, self: Any, weight: Any, bias: Any = None) -> Any:
    if weight.ndim == 2 and self.shape[-1:] != weight.shape[-1:]:
        raise ShapeError(
            f"linear: the input of shape {list(self.shape)} and the weight of shape {list(weight.shape)} do not fit: "
            "their last dimensions have to have the same size."
        )
    if 0 in (self.ndim, weight.ndim):
        raise ShapeError(
            f"linear: input and weight need at least 1 dimension, but have {self.ndim} and {weight.ndim}.",
        )
    across = ops.t(weight)
    if bias is None:
        return _matmul(ops, self, across)
    if self.ndim == 2:
        return ops.addmm(bias, self, across)
    is_row = bias.ndim > 0 and math.prod(bias.shape) == bias.shape[-1]
    if not is_row or not getattr(self, "array", self).flags.c_contiguous:
        product = _matmul(ops, self, across)
        require_addend("linear", bias.shape, product.shape)
        return product + bias
    return ops.view(ops.addmm(bias, _rows(ops, self), across), (*self.shape[:-1], weight.shape[0]))


LINEAR = compose(
    "linear",
    Category.LINALG,
    "@",
    "A linear layer: the input times the transposed weight, plus the bias.",
    formula="self @ weight.mT + bias",
    body=_linear,
    inputs=("self", "weight", Port("bias", optional=True)),
    methods=(),
    functions=(),
    nn=("linear",),
    keywords=("layer", "dense", "affine", "fully connected"),
    samples=(Sample((2, 3), (2, 3), (2,)), Sample((3,), (2, 3), (2,)), Sample((2, 2, 3), (2, 3), (2,))),
)


def _inner(ops: Words, self: Any, other: Any) -> Any:
    if not self.ndim or not other.ndim:
        return self * other
    if self.shape[-1] != other.shape[-1]:
        raise ShapeError(f"inner: the last dimensions of {list(self.shape)} and {list(other.shape)} have to agree.")
    return _contracted(ops, self, other, [self.ndim - 1], [other.ndim - 1])


INNER = compose(
    "inner",
    Category.LINALG,
    "·",
    "The sums of products along the last dimension of both tensors.",
    formula="tensordot(self, other, ((-1,), (-1,)))",
    body=_inner,
    inputs=("self", "other"),
    keywords=("inner product", "dot"),
    samples=(Sample((3,), (3,)), Sample((2, 3), (2, 3))),
)


def _tensordot(ops: Words, self: Any, other: Any, dims: Any = 2) -> Any:
    first, second = _pairs(self, other, dims)
    for left, right in zip(first, second, strict=True):
        if self.shape[left] != other.shape[right]:
            raise ShapeError(
                f"tensordot: contracted dimensions need to match, but dim {left} of {list(self.shape)} and dim "
                f"{right} of {list(other.shape)} have different sizes."
            )
    return _contracted(ops, self, other, first, second)


def _pairs(self: Any, other: Any, dims: Any) -> tuple[list[int], list[int]]:
    if isinstance(dims, int):
        if not 0 <= dims <= min(self.ndim, other.ndim):
            raise OperandError(f"tensordot: dims = {dims} has to be between 0 and the number of dimensions.")
        return list(range(self.ndim - dims, self.ndim)), list(range(dims))
    first, second = ([one] if isinstance(one, int) else list(one) for one in dims)
    return [one % self.ndim for one in first], [one % other.ndim for one in second]


def _contracted(ops: Words, self: Any, other: Any, first: Sequence[int], second: Sequence[int]) -> Any:
    """Sum the products over pairs of dimensions, as one product of matrices."""
    kept_first = [place for place in range(self.ndim) if place not in first]
    kept_second = [place for place in range(other.ndim) if place not in second]
    rows, inner = _sizes(self, kept_first, first)
    inner, columns = _sizes(other, second, kept_second)
    left = ops.reshape(ops.permute(self, (*kept_first, *first)), (rows, inner))
    right = ops.reshape(ops.permute(other, (*second, *kept_second)), (inner, columns))
    shape = (*(self.shape[place] for place in kept_first), *(other.shape[place] for place in kept_second))
    return ops.view(ops.mm(left, right), shape)


def _sizes(x: Any, rows: Sequence[int], columns: Sequence[int]) -> tuple[int, int]:
    return math.prod(x.shape[place] for place in rows), math.prod(x.shape[place] for place in columns)


TENSORDOT = compose(
    "tensordot",
    Category.LINALG,
    "·",
    "The sums of products over several pairs of dimensions of two tensors.",
    formula="tensordot(self, other, dims)",
    body=_tensordot,
    inputs=("self", "other"),
    attributes=(
        Attribute("dims", Kind.PAIRS, 2, summary="How many: the last of one, the first of the other; or two lists."),
    ),
    methods=(),
    keywords=("contraction", "tensor product", "einsum"),
    samples=(Sample((2, 3), (3, 2), dims=1), Sample((2, 3, 2), (3, 2, 4)), Sample((2, 3), (3, 2), dims=((0,), (1,)))),
)


def _kron(ops: Words, self: Any, other: Any) -> Any:
    count = max(self.ndim, other.ndim)
    left = (1,) * (count - self.ndim) + tuple(self.shape)
    right = (1,) * (count - other.ndim) + tuple(other.shape)
    first = ops.reshape(self, tuple(size for one in left for size in (one, 1)))
    second = ops.reshape(other, tuple(size for one in right for size in (1, one)))
    return ops.unsafe_view(
        ops.contiguous(first * second), tuple(one * two for one, two in zip(left, right, strict=True))
    )


KRON = compose(
    "kron",
    Category.LINALG,
    "×",
    "The Kronecker product: a block for every element of the first tensor, the second times that element.",
    formula="kron(self, other)",
    body=_kron,
    inputs=("self", "other"),
    keywords=("kronecker", "tensor product", "block"),
    samples=(Sample((2, 2), (1, 2)), Sample((2,), (3,)), Sample((2, 3), (2,))),
)


def _chain(ops: Words, tensors: Sequence[Any]) -> Any:
    if len(tensors) < 2:
        raise ShapeError("multi_dot: at least 2 matrices are needed.")
    first, *_, last = chain = list(tensors)
    if first.ndim == 1:
        chain[0] = ops.unsqueeze(first, 0)
    if last.ndim == 1:
        chain[-1] = ops.unsqueeze(last, 1)
    product = _best_order(ops, chain)
    kept = [size for size, one in zip(product.shape, (first, last), strict=True) if one.ndim == 2]
    return ops.view(product, tuple(kept))


def _best_order(ops: Words, chain: list[Any]) -> Any:
    """Multiply with the fewest operations, found by dynamic programming."""
    for one in chain:
        require_dims("multi_dot", (2,), (one,))
    sizes = [chain[0].shape[0], *(one.shape[1] for one in chain)]

    @functools.cache
    def best(start: int, stop: int) -> tuple[int, int]:
        """Return the cost of multiplying chain[start:stop], and where to cut it."""
        if stop - start == 1:
            return 0, start
        return min(
            (best(start, cut)[0] + best(cut, stop)[0] + sizes[start] * sizes[cut] * sizes[stop], cut)
            for cut in range(start + 1, stop)
        )

    def product(start: int, stop: int) -> Any:
        cut = best(start, stop)[1]
        return chain[start] if stop - start == 1 else ops.mm(product(start, cut), product(cut, stop))

    return product(0, len(chain))


_CHAINS = (Sample([(2, 3), (3, 2), (2, 2)]), Sample([(3,), (3, 2), (2,)]), Sample([(1, 3), (3, 1)]))

MULTI_DOT = compose(
    "multi_dot",
    Category.LINALG,
    "@",
    "The product of several matrices, in the order that takes the fewest multiplications.",
    formula="multi_dot(tensors)",
    body=_chain,
    inputs=(Port("tensors", variadic=True),),
    methods=(),
    functions=("linalg.multi_dot", "chain_matmul"),
    keywords=("matrix chain", "product"),
    samples=_CHAINS,
)


def _matrix_power(ops: Words, self: Any, n: int) -> Any:
    if self.ndim < 2 or self.shape[-1] != self.shape[-2]:
        raise ShapeError(f"matrix_power: a square matrix is needed, not one of shape {list(self.shape)}.")
    if n < 0:
        return _matrix_power(ops, ops.inv(self), -n)
    if n == 0:
        return ops.where(np.eye(self.shape[-1], dtype=bool), 1, ops.zeros_like(self))
    if n == 1:
        return ops.clone(self)
    half = self if n < 4 else _matrix_power(ops, self, n // 2)
    square = _matmul(ops, half, half)
    return _matmul(ops, square, self) if n % 2 else square


MATRIX_POWER = compose(
    "matrix_power",
    Category.LINALG,
    "Aⁿ",
    "A square matrix multiplied by itself several times.",
    formula="matrix_power(self, n)",
    body=_matrix_power,
    attributes=(Attribute("n", Kind.INTEGER, summary="How often; negative for the inverse."),),
    functions=("matrix_power", "linalg.matrix_power"),
    domain=None,
    keywords=("power", "repeat"),
    samples=(Sample((2, 2), n=2), Sample((3, 3), n=3), Sample((2, 2), n=1)),
)
