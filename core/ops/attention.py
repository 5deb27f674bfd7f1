"""Attention: averages of values, weighted by how well keys answer queries."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import OperandError
from core.ops.arrays import require_ndim
from core.ops.registry import Words, compose
from core.ops.spec import Attribute, Category, Kind, Port, Sample


def _attention(
    ops: Words,
    self: Any,
    key: Any,
    value: Any,
    attn_mask: Any = None,
    is_causal: bool = False,
    scale: float | None = None,
) -> Any:
    for one in (self, key, value):
        require_ndim("scaled_dot_product_attention", one.shape, 2)
    factor = 1 / math.sqrt(self.shape[-1]) if scale is None else scale
    scores = ops.matmul(self, key.mT) * factor
    if is_causal:
        if attn_mask is not None:
            raise OperandError("attention: an explicit attn_mask should not be set when is_causal=True.")
        attn_mask = np.tril(np.ones(scores.shape[-2:], bool))
    if attn_mask is not None:
        hides = attn_mask.dtype.name == "bool"
        scores = ops.where(attn_mask, scores, -math.inf) if hides else scores + attn_mask
    return ops.matmul(ops.softmax(scores, -1), value)


ATTENTION = compose(
    "scaled_dot_product_attention",
    Category.LINALG,
    "bars",
    "For every query, the average of the values, weighted by how well the keys answer it.",
    formula="softmax(self @ key.mT / sqrt(self.shape[-1]), -1) @ value",
    body=_attention,
    inputs=(
        "self",
        "key",
        "value",
        Port("attn_mask", "Where to look: truth values, or summands of the scores.", optional=True),
    ),
    attributes=(
        Attribute("is_causal", Kind.FLAG, False, keyword_only=True, summary="Look only at what came before."),
        Attribute("scale", Kind.NUMBER, None, keyword_only=True, summary="The factor of the scores."),
    ),
    methods=(),
    functions=(),
    nn=("scaled_dot_product_attention",),
    keywords=("transformer", "query", "key", "value"),
    samples=(
        Sample((2, 3), (4, 3), (4, 2)),
        Sample((2, 3, 2), (2, 3, 2), (2, 3, 2), is_causal=True),
        Sample((2, 3), (2, 3), (2, 3), np.array([[True, False], [True, True]])),
    ),
)
