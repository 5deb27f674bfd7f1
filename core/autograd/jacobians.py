"""Jacobians of a function at a point, by differences and by differentiation, as matrices to compare.

The matrix of one output by one input has a row for each element of the input and a column for each of the
output.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.autograd.forward_ad import dual_level, make_dual, unpack_dual
from core.tensor.gradient import grad
from core.tensor.tensor import Array, Tensor, wrap

Function = Callable[..., Any]
Matrix = np.ndarray[Any, np.dtype[np.float64]]
Select = Callable[[Any], list[Tensor]]


def as_tuple(made: Any) -> tuple[Any, ...]:
    """Return what a function returned as a tuple of results."""
    return tuple(made) if isinstance(made, tuple | list) else (made,)


def differentiable(made: Any) -> list[Tensor]:
    """Return those results of a function that a gradient can flow back from."""
    return [one for one in as_tuple(made) if isinstance(one, Tensor) and one.requires_grad]


def of_floats(made: Any) -> list[Tensor]:
    """Return the floating point results of a function, whether a gradient can flow back from them or not."""
    return [one for one in as_tuple(made) if isinstance(one, Tensor) and one.array.dtype.kind == "f"]


def by_differences(
    func: Function, inputs: Sequence[Any], place: int, eps: float, select: Select = differentiable
) -> list[Matrix]:
    """Return, for each selected output, the Jacobian by input `place`, from central differences."""
    rows = []
    for index in np.ndindex(inputs[place].array.shape):
        unit = np.zeros(inputs[place].array.shape)
        unit[index] = 1
        rows.append(difference(func, inputs, place, unit, eps, select))
    return [np.array(column) for column in zip(*rows, strict=True)]


def difference(
    func: Function,
    inputs: Sequence[Any],
    place: int,
    direction: Matrix,
    eps: float,
    select: Select = differentiable,
) -> list[Matrix]:
    """Return how the selected outputs change as input `place` moves in a direction, flattened."""
    array = inputs[place].array
    before = array.copy()
    try:
        sides = []
        for step in (eps, -eps):
            array[...] = before + step * direction
            sides.append([one.array.astype(np.float64).ravel() for one in select(func(*inputs))])
    finally:
        array[...] = before
    return [(up - down) / (2 * eps) for up, down in zip(*sides, strict=True)]


def by_backward(output: Tensor, wanted: Sequence[Tensor]) -> list[Matrix]:
    """Return the Jacobians of one output by the wanted inputs: one backward pass for each of its elements."""
    columns = []
    for place in range(output.array.size):
        unit = np.zeros(output.array.size, output.array.dtype)
        unit[place] = 1
        columns.append(pulled_back(output, wanted, unit.reshape(output.array.shape)))
    return [
        np.array([column[number] for column in columns]).reshape(output.array.size, -1).T
        for number in range(len(wanted))
    ]


def pulled_back(output: Tensor, wanted: Sequence[Tensor], covector: Array) -> list[Matrix]:
    """Return the product of a covector with the Jacobian of one output, for each wanted input, flattened."""
    gradients = grad(output, wanted, wrap(covector), retain_graph=True, allow_unused=True)
    return [
        np.zeros(one.array.size) if gradient is None else gradient.array.astype(np.float64).ravel()
        for one, gradient in zip(wanted, gradients, strict=True)
    ]


def by_forward(func: Function, inputs: Sequence[Any], place: int) -> list[Matrix]:
    """Return, for each differentiable output, the Jacobian by input `place`, from dual numbers."""
    rows = []
    for index in np.ndindex(inputs[place].array.shape):
        unit = np.zeros_like(inputs[place].array)
        unit[index] = 1
        with dual_level():
            moved = [*inputs[:place], make_dual(inputs[place], wrap(unit)), *inputs[place + 1 :]]
            rows.append([_tangent(one) for one in differentiable(func(*moved))])
    return [np.array(column) for column in zip(*rows, strict=True)]


def _tangent(output: Tensor) -> Matrix:
    tangent = unpack_dual(output).tangent
    return np.zeros(output.array.size) if tangent is None else tangent.array.astype(np.float64).ravel()
