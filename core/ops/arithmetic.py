"""Sums, products and powers, element by element."""

from __future__ import annotations

import numpy as np

from core.ops.registry import define
from core.ops.spec import Category, Sample

_PAIRS = (
    Sample((3,), (3,)),
    Sample((2, 3), (3,)),
    Sample((), ()),
    Sample((2, 1), (1, 3)),
    Sample((0, 2), (2,)),
)

ADD = define(
    "add",
    Category.ARITHMETIC,
    "+",
    "Adds two tensors, element by element.",
    formula="self + other",
    forward=np.add,
    inputs=("self", "other"),
    vjp={"self": "g", "other": "g"},
    operator="+",
    samples=_PAIRS,
)
SUB = define(
    "sub",
    Category.ARITHMETIC,
    "−",
    "Subtracts the second tensor from the first.",
    formula="self - other",
    forward=np.subtract,
    inputs=("self", "other"),
    vjp={"self": "g", "other": "-g"},
    operator="-",
    methods=("sub", "subtract"),
    samples=_PAIRS,
)
MUL = define(
    "mul",
    Category.ARITHMETIC,
    "×",
    "Multiplies two tensors, element by element.",
    formula="self * other",
    forward=np.multiply,
    inputs=("self", "other"),
    vjp={"self": "g * other", "other": "g * self"},
    operator="*",
    methods=("mul", "multiply"),
    samples=_PAIRS,
)
NEG = define(
    "neg",
    Category.ARITHMETIC,
    "−",
    "Changes the sign of every element.",
    formula="-self",
    forward=np.negative,
    vjp={"self": "-g"},
)
