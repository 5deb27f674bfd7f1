"""One cell of a gradient, taken apart: which cells of the incoming gradient it is made of, with what weights.

A rule is linear in `g`, so a cell of its result is a weighted sum of the cells of `g`. The weights are the
derivative of that cell by `g`, and the rule can be differentiated like any other computation.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
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
_MOST_QUESTIONS = 256


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
    result = float(vjp.result[cell])
    found = [tuple(map(int, place)) for place in np.argwhere(_entering(vjp, cell, result, incoming, weights))]
    terms = (Contribution(place, float(incoming[place]), float(weights[place])) for place in found[:MOST_TERMS])
    return Element(cell, result, tuple(terms), max(len(found) - MOST_TERMS, 0))


def _weights(vjp: Vjp, cell: tuple[int, ...], incoming: Array) -> Array:
    g = wrap(incoming.copy()).requires_grad_()
    result = _applied(vjp, g)
    if not result.requires_grad:
        return np.zeros_like(incoming)  # a rule that gives zeros, whatever comes in
    chosen = np.zeros_like(vjp.result)
    chosen[cell] = 1
    (weights,) = grad(result, g, wrap(chosen), materialize_grads=True)
    return read_only(weights)  # type: ignore[no-any-return]


def _entering(vjp: Vjp, cell: tuple[int, ...], result: float, incoming: Array, weights: Array) -> Array:
    """Which cells enter: those with a weight, and NaN and infinity whatever their weight is, as 0 × NaN is NaN.

    A weight of zero does not tell whether there is a product at all, nor does NaN, which may have come from 0 × ∞ in
    the derivative. So the rule is asked: it makes the cell NaN from a NaN that enters, and from no other.
    """
    enters = np.asarray(weights != 0)
    doubtful = np.asarray(np.isnan(weights))
    if not math.isfinite(result):
        doubtful |= ~enters & ~np.isfinite(incoming)

    def enters_some(places: Array) -> bool:
        alone = np.zeros_like(incoming)
        alone.flat[places] = np.nan
        return bool(np.isnan(_applied(vjp, wrap(alone)).array[cell]))

    suspects = np.flatnonzero(doubtful)
    if len(suspects) and not enters_some(suspects[:0]):
        enters &= ~doubtful
        for place in _found(suspects, enters_some):
            enters.flat[place] = True
    return enters


def _found(suspects: Array, holds: Callable[[Array], bool]) -> Iterator[int]:
    """Look for those that something holds for, by halves; after `_MOST_QUESTIONS` the search is given up."""
    groups = [suspects]
    for _ in range(_MOST_QUESTIONS):
        if not groups:
            return
        group = groups.pop()
        if holds(group):
            if len(group) == 1:
                yield int(group[0])
            else:
                groups += [group[len(group) // 2 :], group[: len(group) // 2]]


def _applied(vjp: Vjp, g: Any) -> Any:
    """The rule's result for another incoming gradient."""
    operands = dict(vjp.operands)
    if vjp.rule is None or not operands.keys() >= set(vjp.rule.names):
        raise GradientError("The rule of this node, or a value that it read, is not known.")
    (result,) = _recorded(vjp.rule, tuple(operands))(tuple(map(_tensor, operands.values())), g, (vjp.rule,))
    return result


def _tensor(operand: Any) -> Any:
    return wrap(operand) if isinstance(operand, np.ndarray) else operand


@functools.cache
def _recorded(rule: Rule, names: tuple[str, ...]) -> Any:
    return compile_gradients((rule,), names, "node", TENSOR_WORDS, variadic=False)
