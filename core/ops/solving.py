"""Determinants, inverses and equations of matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import OperandError, ShapeError
from core.ops.arrays import Array, Result, require_floating, require_ndim
from core.ops.placing import SHAPE
from core.ops.registry import compose, define
from core.ops.spec import Category, Domain, Promotion, Sample

_A = np.array([[2.0, 1.0], [-0.5, 3.0]])
_B = np.array([[1.0, 0.3, 0.0], [0.2, -1.5, 0.4], [0.0, 0.7, 2.0]])
_SQUARES = (Sample(_A), Sample(_B), Sample(np.stack([_A, _A.T + 0.5])))
_INVERTIBLE = Domain(text="square matrices that can be inverted")


def _require_square(name: str, x: Array) -> None:
    require_floating(name, x)
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise ShapeError(f"{name}: square matrices are needed, not a tensor of shape {list(x.shape)}.")


def _solving(name: str, function: Callable[..., Any], *arrays: Array) -> Any:
    _require_square(name, arrays[0])
    try:
        return function(*arrays)
    except np.linalg.LinAlgError as error:
        raise OperandError(
            f"{name}: the matrix cannot be used ({error}).",
            "It is singular or not of the kind this needs; look at its determinant.",
        ) from None


def _cofactor(x: Array) -> Result:
    """Return the matrix of cofactors, det(x) times the transposed inverse; it exists for singular ones, too."""
    _require_square("det", x)
    left, sizes, right = np.linalg.svd(x)
    sign = np.linalg.det(left) * np.linalg.det(right)
    count = x.shape[-1]
    others = np.where(np.eye(count, dtype=bool), 1, sizes[..., None, :]).prod(-1)
    return sign[..., None, None] * (left * others[..., None, :]) @ right


DET = define(
    "det",
    Category.LINALG,
    "det",
    "The determinant of a square matrix: by how much it stretches volumes.",
    formula="det(self)",
    forward=lambda x: _solving("det", np.linalg.det, x),
    vjp={"self": ("g[..., None, None] * cofactor(self)", "g * det(self) * inv(self).mT")},
    node="LinalgDetBackward0",
    functions=("det", "linalg.det"),
    kinks="For singular matrices the gradient is the matrix of cofactors, too.",
    keywords=("determinant", "volume"),
    samples=_SQUARES,
)
COFACTOR = define(
    "cofactor",
    Category.LINALG,
    "det",
    "The matrix of cofactors: how the determinant changes with every element.",
    formula="det(self)[..., None, None] * inv(self).mT",
    forward=_cofactor,
    vjp={
        "self": (
            "sum(g * result, (-2, -1), True) * inv(self).mT - result @ g.mT @ inv(self).mT",
            "sum(g * result) * inv(self).mT - result @ g.mT @ inv(self).mT",
        )
    },
    hidden=True,
    domain=_INVERTIBLE,
    samples=_SQUARES,
)


def _solving_any(name: str, x: Array) -> Array:
    require_floating(name, x)
    require_ndim(name, x.shape, 2)
    return np.linalg.svd(x, compute_uv=False)


def _slogdet(x: Array) -> tuple[Any, Any]:
    sign, size = _solving("slogdet", np.linalg.slogdet, x)
    return sign, size


SLOGDET = define(
    "slogdet",
    Category.LINALG,
    "ln det",
    "The sign of the determinant and the logarithm of its size, without overflow.",
    formula="(sign(det(self)), log(abs(det(self))))",
    forward=_slogdet,
    outputs=("sign", "logabsdet"),
    vjp={"self": "g[1][..., None, None] * inv(self).mT"},
    node="LinalgSlogdetBackward0",
    functions=("slogdet", "linalg.slogdet"),
    domain=_INVERTIBLE,
    keywords=("determinant", "logarithm"),
    samples=_SQUARES,
)
LOGDET = compose(
    "logdet",
    Category.LINALG,
    "ln det",
    "The logarithm of the determinant; NaN if that is negative.",
    formula="where(slogdet(self)[0] == -1, nan, slogdet(self)[1])",
    domain=_INVERTIBLE,
    keywords=("determinant", "logarithm"),
    samples=(Sample(_A), Sample(_A.T + 0.5)),
)
INV = define(
    "inv",
    Category.LINALG,
    "A⁻¹",
    "The inverse of a square matrix.",
    formula="inv(self)",
    forward=lambda x: _solving("inv", np.linalg.inv, x),
    vjp={"self": "-(result.mT @ g @ result.mT)"},
    node="LinalgInvExBackward0",
    methods=("inverse",),
    functions=("inverse", "linalg.inv"),
    domain=_INVERTIBLE,
    keywords=("inverse", "reciprocal"),
    samples=_SQUARES,
)


def _solve(x: Array, right: Array) -> Array:
    if right.ndim == 1 or right.shape == x.shape[:-1]:
        return np.linalg.solve(x, right[..., None])[..., 0]
    return np.linalg.solve(x, right)


SOLVE = define(
    "solve",
    Category.LINALG,
    "x=",
    "Solves a system of linear equations: finds the x with A @ x = B.",
    formula="inv(self) @ other",
    forward=lambda x, right: _solving("solve", _solve, x, right),
    inputs=("self", "other"),
    vjp={
        "self": (
            "-(columns(solve(self.mT, g), self.shape) @ columns(result, self.shape).mT)",
            "-solve(self.mT, g) @ result.mT",
        ),
        "other": "solve(self.mT, g)",
    },
    promotion=Promotion.SAME,
    node="LinalgSolveExBackward0",
    methods=(),
    functions=("linalg.solve",),
    domain=_INVERTIBLE,
    keywords=("linear equations", "system", "inverse"),
    samples=(Sample(_A, (2,)), Sample(_B, (3, 2)), Sample(np.stack([_A, _A.T]), (2, 2, 1))),
)
COLUMNS = compose(
    "columns",
    Category.LINALG,
    "view",
    "Makes the solution for one right-hand side a matrix with one column.",
    formula="unsqueeze(self, -1) if self.ndim == len(shape) - 1 else self",
    attributes=(SHAPE,),
    hidden=True,
    samples=(Sample((2,), shape=(2, 2)), Sample((3, 2), shape=(3, 3))),
)


def _singular_frame(x: Array, sizes: Array) -> Result:
    left, _, right = np.linalg.svd(x, full_matrices=False)
    return (left * sizes[..., None, :]) @ right


SVDVALS = define(
    "svdvals",
    Category.LINALG,
    "σ",
    "The singular values of a matrix, the largest first: by how much it stretches in which directions.",
    formula="svdvals(self)",
    forward=lambda x: _solving_any("svdvals", x),
    vjp={"self": ("singular_frame(self, g)", "U @ diag(g) @ V.mT")},
    node="LinalgSvdBackward0",
    methods=(),
    functions=("linalg.svdvals",),
    keywords=("singular values", "spectrum", "norm"),
    samples=(Sample(_A), Sample(_B[:2])),
)
SINGULAR_FRAME = define(
    "singular_frame",
    Category.LINALG,
    "σ",
    "A matrix with the singular vectors of another one, and given singular values.",
    formula="singular_frame(self, sizes)",
    forward=_singular_frame,
    inputs=("self", "sizes"),
    vjp={"self": "missing('svdvals (a second time)')", "sizes": "missing('svdvals (a second time)')"},
    hidden=True,
    samples=(Sample(_A, (2,)), Sample(_B[:2], (2,))),
)
