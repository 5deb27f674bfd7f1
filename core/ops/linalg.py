"""Products of matrices and vectors."""

from __future__ import annotations

import numpy as np

from core.ops.registry import define
from core.ops.spec import Category, Promotion

MM = define(
    "mm",
    Category.LINALG,
    "@",
    "s",
    formula="self@other",
    forward=np.matmul,
    inputs=("self", "other"),
    vjp={"self": "g @ t(other)", "other": "t(self) @ g"},
    operator="@",
    promotion=Promotion.NONE,
)
