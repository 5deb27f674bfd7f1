"""Derivatives of functions: Jacobians, Hessians, and their products with vectors.

Each takes a function of tensors and the inputs to differentiate at, one tensor or a tuple of them; the result
has the same structure. With `create_graph` it can be differentiated again. An output that does not depend on
an input has a derivative of zero, or with `strict` is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.engine.modes import ModeSwitch
from core.errors import ArgumentError, GradientError, KindError, MissingError
from core.ops.joining import STACK
from core.tensor.gradient import grad
from core.tensor.operations import OPERATIONS
from core.tensor.tensor import Tensor, wrap

Structure = Tensor | tuple[Tensor, ...]
Parts = tuple[Tensor, ...]

_RECORDED = {"grad": True}


def vjp(
    func: Callable[..., Any],
    inputs: Structure,
    v: Structure | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """Return the outputs, and the product of the vector `v` (shaped like them) with the Jacobian."""
    with ModeSwitch(**_RECORDED):
        points = _points(inputs, "vjp")
        outputs, structure = _evaluated(func, points, "vjp", strict)
        vector = _vector(v, outputs, "function returns")
        products = _filled(_products(outputs, points, vector, create_graph), points, strict)
    return structure(_cut(outputs, create_graph)), _like(inputs, _cut(products, create_graph))


def jvp(
    func: Callable[..., Any],
    inputs: Structure,
    v: Structure | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """Return the outputs, and the product of the Jacobian with the vector `v` (shaped like the inputs).

    A product of a vector with the Jacobian is linear in that vector: its derivative is the wanted product.
    """
    with ModeSwitch(**_RECORDED):
        points = _points(inputs, "jvp")
        vector = _vector(v, points, "input is")
        outputs, structure = _evaluated(func, points, "jvp", strict)
        seeds = tuple(wrap(np.zeros_like(one.array)).requires_grad_() for one in outputs)
        linear = _filled(_products(outputs, points, seeds, True), points, strict)
        products = _filled(_products(linear, seeds, vector, create_graph), seeds, strict)
    return structure(_cut(outputs, create_graph)), structure(_cut(products, create_graph))


def jacobian(
    func: Callable[..., Any],
    inputs: Structure,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """Return the Jacobian of every output by every input, of the shape of the one followed by that of the other.

    `vectorize` and `strategy` are accepted as in PyTorch and make no difference: there is one backward pass for
    each element of the outputs.
    """
    _check_strategy(strict, vectorize, strategy)
    with ModeSwitch(**_RECORDED):
        points = _points(inputs, "jacobian")
        outputs, structure = _evaluated(func, points, "jacobian", strict)
        blocks = [_like(inputs, _cut(_rows(one, points, create_graph, strict), create_graph)) for one in outputs]
    return structure(tuple(blocks))


def hessian(
    func: Callable[..., Any],
    inputs: Structure,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """Return the second derivatives of a function with one result of one element."""
    gradient = _Gradient(func, "hessian", strict)
    rows = jacobian(gradient, _as_tuple(inputs), create_graph, strict, vectorize, outer_jacobian_strategy)
    return rows[0][0] if isinstance(inputs, Tensor) else rows


def vhp(
    func: Callable[..., Any],
    inputs: Structure,
    v: Structure | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Any]:
    """Return the output, and the product of the vector `v` with the Hessian."""
    return _hessian_product(vjp, "vhp", func, inputs, v, create_graph, strict)


def hvp(
    func: Callable[..., Any],
    inputs: Structure,
    v: Structure | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Any]:
    """Return the output, and the product of the Hessian with the vector `v`."""
    return _hessian_product(jvp, "hvp", func, inputs, v, create_graph, strict)


class _Gradient:
    """The gradient of a function with one result of one element, as a function itself. Keeps the last result."""

    def __init__(self, func: Callable[..., Any], where: str, strict: bool) -> None:
        self._func = func
        self._where = where
        self._strict = strict

    def __call__(self, *points: Tensor) -> Parts:
        outputs, structure = _evaluated(self._func, points, self._where, self._strict)
        if structure is not _only or outputs[0].array.size != 1:
            raise GradientError(
                f"The function given to {self._where}() has to return a single tensor with a single element."
            )
        self.output = outputs[0]
        return _filled(_products(outputs, points, _vector(None, outputs, ""), True), points, self._strict)


def _hessian_product(
    product: Callable[..., Any],
    where: str,
    func: Callable[..., Any],
    inputs: Structure,
    v: Structure | None,
    create_graph: bool,
    strict: bool,
) -> tuple[Tensor, Any]:
    gradient = _Gradient(func, where, strict)
    vector = None if v is None else _as_tuple(v)
    _, products = product(gradient, _as_tuple(inputs), vector, create_graph, strict)
    return _cut((gradient.output,), create_graph)[0], _like(inputs, products)


def _rows(output: Tensor, points: Parts, create_graph: bool, strict: bool) -> Parts:
    """Return the Jacobian of one output by every point, one backward pass for each element of the output."""
    rows = []
    for place in range(output.array.size):
        unit = np.zeros_like(output.array, order="C")
        unit.reshape(-1)[place] = 1
        rows.append(_filled(_products((output,), points, (wrap(unit),), create_graph), points, strict))
    if not rows:
        return tuple(wrap(np.zeros((*output.shape, *point.shape), point.array.dtype)) for point in points)
    return tuple(
        OPERATIONS[STACK.name](list(column)).reshape((*output.shape, *point.shape))
        for column, point in zip(zip(*rows, strict=True), points, strict=True)
    )


def _products(outputs: Sequence[Tensor], points: Parts, vectors: Parts, create_graph: bool) -> list[Tensor | None]:
    """Return the gradients by the points, None for a point that no output depends on."""
    tracked = [(one, vector) for one, vector in zip(outputs, vectors, strict=True) if one.requires_grad]
    if not tracked:
        return [None] * len(points)
    ends, vectors = zip(*tracked, strict=True)
    return list(grad(ends, points, vectors, retain_graph=True, create_graph=create_graph, allow_unused=True))


def _filled(gradients: Sequence[Tensor | None], points: Parts, strict: bool) -> Parts:
    if strict and any(one is None for one in gradients):
        place = next(place for place, one in enumerate(gradients) if one is None)
        raise GradientError(
            f"The result is independent of input {place}, which is not allowed in strict mode.",
            "Leave strict=True away to get a derivative of zero.",
        )
    return tuple(
        wrap(np.zeros_like(point.array)) if one is None else one for one, point in zip(gradients, points, strict=True)
    )


def _points(inputs: Structure, where: str) -> Parts:
    """Return the inputs as tensors that ask for a gradient; those that already do stay connected."""
    return tuple(
        one.view_as(one) if one.requires_grad else one.detach().requires_grad_()
        for one in _tensors(inputs, f"The inputs of {where}()")
    )


def _evaluated(
    func: Callable[..., Any], points: Parts, where: str, strict: bool
) -> tuple[Parts, Callable[[tuple[Any, ...]], Any]]:
    """Return the outputs of the function, and what gives a tuple the structure that they came in."""
    made = func(*points)
    outputs = _tensors(made, f"The outputs of the function given to {where}()")
    independent = [place for place, one in enumerate(outputs) if not one.requires_grad]
    if strict and independent:
        raise GradientError(
            f"Output {independent[0]} of the function does not require gradients: it is not computed from the inputs "
            "in a differentiable manner, which is not allowed in strict mode."
        )
    return outputs, _only if isinstance(made, Tensor) else tuple


def _vector(v: Structure | None, like: Parts, what: str) -> Parts:
    """Check the vector of a product; without one it is 1, which takes a single element."""
    if v is None:
        if len(like) != 1 or like[0].array.size != 1:
            raise GradientError(f"The vector v can only be left out if the {what} a single tensor of one element.")
        return (wrap(np.ones_like(like[0].array)),)
    vectors = _tensors(v, "The vector v")
    if [one.array.shape for one in vectors] != [one.array.shape for one in like]:
        shapes = ", ".join(str(list(one.shape)) for one in like)
        raise GradientError(f"The vector v has an invalid size: it has to be of shape {shapes}.")
    return vectors


def _tensors(value: Any, what: str) -> Parts:
    parts = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(one, Tensor) for one in parts):
        raise KindError(f"{what} have to be a tensor or a tuple of tensors, not {type(value).__name__}.")
    return parts


def _as_tuple(value: Structure) -> Parts:
    return value if isinstance(value, tuple) else (value,)


def _like(structure: Any, parts: tuple[Any, ...]) -> Any:
    return parts if isinstance(structure, tuple) else parts[0]


def _only(parts: tuple[Any, ...]) -> Any:
    return parts[0]


def _cut(tensors: Sequence[Tensor], create_graph: bool) -> Parts:
    return tuple(tensors) if create_graph else tuple(one.detach() for one in tensors)


def _check_strategy(strict: bool, vectorize: bool, strategy: str) -> None:
    if strategy not in ("reverse-mode", "forward-mode"):
        raise ArgumentError(f"strategy has to be 'reverse-mode' or 'forward-mode', not {strategy!r}.")
    if strict and vectorize:
        raise GradientError("strict=True and vectorize=True are not supported together.")
    if strategy == "forward-mode" and not vectorize:
        raise MissingError("strategy='forward-mode' is only supported with vectorize=True.")
