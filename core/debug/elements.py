"""One cell of a gradient, taken apart: which cells of the incoming gradient it is made of, with what weights.

A rule is linear in `g`, so a cell of its result is a weighted sum of the cells of `g`. The weights are the
derivative of that cell by `g`, and the rule can be differentiated like any other computation.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.debug.arrays import Array, read_only
from core.debug.events import Vjp
from core.errors import GradientError, PositionError
from core.ops.rule import Rule, compile_gradients
from core.tensor.gradient import grad
from core.tensor.operations import TENSOR_WORDS
from core.tensor.tensor import wrap

MOST_TERMS = 64


@dataclass(frozen=True, slots=True)
class Contribution:
    """A cell of the incoming gradient, and the weight it enters with."""

    cell: tuple[int, ...]
    incoming: float
    weight: float


@dataclass(frozen=True, slots=True)
class Element:
    """A cell of a gradient as a weighted sum. `left_out` counts the terms beyond the first `MOST_TERMS`."""

    cell: tuple[int, ...]
    result: float
    terms: tuple[Contribution, ...]
    left_out: int


def element(vjp: Vjp, cell: tuple[int, ...]) -> Element:
    """Take a cell of the result of a rule apart; an error when the rule, or a value it read, is not known."""
    incoming = vjp.incoming[0]
    if not isinstance(vjp.result, np.ndarray) or not isinstance(incoming, np.ndarray) or len(vjp.incoming) > 1:
        raise GradientError("Only the cells of one whole gradient can be taken apart.")
    shape = vjp.result.shape
    if len(cell) != len(shape) or not all(0 <= one < size for one, size in zip(cell, shape, strict=True)):
        raise PositionError(f"There is no cell {list(cell)} in a gradient of shape {list(shape)}.")
    weights = _weights(vjp, cell, incoming)
    found = [tuple(map(int, place)) for place in np.argwhere(weights)]
    terms = (Contribution(place, float(incoming[place]), float(weights[place])) for place in found[:MOST_TERMS])
    return Element(cell, float(vjp.result[cell]), tuple(terms), max(len(found) - MOST_TERMS, 0))


def _weights(vjp: Vjp, cell: tuple[int, ...], incoming: Array) -> Array:
    operands = dict(vjp.operands)
    if vjp.rule is None or not operands.keys() >= set(vjp.rule.names):
        raise GradientError("The rule of this node, or a value that it read, is not known.")
    g = wrap(incoming.copy()).requires_grad_()
    values = tuple(map(_tensor, operands.values()))
    (result,) = _recorded(vjp.rule, tuple(operands))(values, g, (vjp.rule,))
    if not result.requires_grad:
        return np.zeros_like(incoming)  # a rule that gives zeros, whatever comes in
    chosen = np.zeros_like(vjp.result)
    chosen[cell] = 1
    (weights,) = grad(result, g, wrap(chosen), materialize_grads=True)
    return read_only(weights)  # type: ignore[no-any-return]


def _tensor(operand: Any) -> Any:
    return wrap(operand) if isinstance(operand, np.ndarray) else operand


@functools.cache
def _recorded(rule: Rule, names: tuple[str, ...]) -> Any:
    return compile_gradients((rule,), names, "node", TENSOR_WORDS, variadic=False)
