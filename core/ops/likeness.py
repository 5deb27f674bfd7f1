"""Tensors of one number, in the shape and type of another tensor. No gradient passes them."""

from __future__ import annotations

import numpy as np

from core.ops.registry import define
from core.ops.spec import Attribute, Category, Kind, Port, Sample

_SHAPES = (Sample((3,)), Sample((2, 3)), Sample(()), Sample((0, 2)))

ONES_LIKE = define(
    "ones_like",
    Category.SHAPE,
    "1",
    "Ones in the shape of a tensor: the usual external gradient.",
    formula="ones_like(self)",
    forward=np.ones_like,
    methods=(),
    keywords=("filled", "constant", "seed", "gradient"),
    samples=_SHAPES,
)
BERNOULLI = define(
    "bernoulli",
    Category.SHAPE,
    "0 1",
    "Passes on what was drawn with the probabilities of a tensor; these have gradient 0.",
    formula="drawn",
    forward=lambda self, drawn: drawn.copy(),
    inputs=("self", Port("drawn", as_is=True)),
    vjp={"self": "zeros_like(g)"},
    hidden=True,
    samples=(Sample((3,), np.array([1.0, 0.0, 1.0])), Sample((2, 1), np.array([[0.0], [1.0]]))),
)
FULL_LIKE = define(
    "full_like",
    Category.SHAPE,
    "c",
    "One number everywhere, in the shape of a tensor.",
    formula="full_like(self, fill_value)",
    forward=np.full_like,
    attributes=(Attribute("fill_value", Kind.NUMBER, summary="The number."),),
    methods=(),
    keywords=("filled", "constant"),
    samples=tuple(Sample(*sample.inputs, fill_value=2.5) for sample in _SHAPES),
)
