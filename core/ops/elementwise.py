"""Functions of one tensor, element by element."""

from __future__ import annotations

import numpy as np

from core.ops.registry import define
from core.ops.spec import Category, Promotion

E_ = Category.ELEMENTWISE
F = Promotion.FLOAT
EXP = define("exp", E_, "exp", "e", formula="exp(self)", forward=np.exp, vjp={"self": "g * result"}, promotion=F)
SIN = define("sin", E_, "exp", "e", formula="exp(self)", forward=np.sin, vjp={"self": "g * cos(self)"}, promotion=F)
COS = define("cos", E_, "exp", "e", formula="exp(self)", forward=np.cos, vjp={"self": "g * -sin(self)"}, promotion=F)
TANH = define(
    "tanh",
    E_,
    "exp",
    "e",
    formula="exp(self)",
    forward=np.tanh,
    vjp={"self": "g * (1 - result * result)"},
    promotion=F,
)


def _relu(x):
    return np.maximum(x, 0)


RELU = define("relu", E_, "exp", "e", formula="exp(self)", forward=_relu, vjp={"self": "where(result > 0, g, 0)"})
WHERE = define(
    "where",
    E_,
    "?",
    "e",
    formula="where(c,a,b)",
    forward=np.where,
    inputs=("condition", "self", "other"),
    vjp={"self": "where(condition, g, 0)", "other": "where(condition,0,g)"},
)
