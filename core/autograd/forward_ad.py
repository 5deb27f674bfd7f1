"""Forward-mode differentiation: tensors that carry a tangent, which every operation passes on.

    with dual_level():
        y = f(make_dual(x, v))
        value, derivative_in_direction_v = unpack_dual(y)

No operation has a rule of its own for this. Its gradient rule is linear in the gradient `g` of the result;
differentiating by `g`, in the direction of the tangents of the inputs, gives the tangent of the result. The
rules that the backward pass uses are enough for that, since they also run on recorded tensors.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from core.engine.modes import STATE, ModeSwitch
from core.engine.node import Node
from core.errors import ArgumentError, GradientError, KindError, ShapeError
from core.ops.rule import Gradients, compile_gradients
from core.ops.spec import Op
from core.tensor.apply import Operation
from core.tensor.gradient import grad
from core.tensor.keeping import arrays_in
from core.tensor.operations import TENSOR_WORDS
from core.tensor.recorded import TANGENTS, TENSORS, by_name
from core.tensor.tensor import Tensor, wrap


class UnpackedDualTensor(NamedTuple):
    """A dual tensor taken apart; `tangent` is None for a tensor that has none."""

    primal: Tensor
    tangent: Tensor | None


class DualLevel:
    """Passes tangents on from the inputs of operations to their results."""

    def tangent_of(self, tensor: Any) -> Tensor | None:
        """Return the tangent that a tensor has on this level, if it has one."""
        if isinstance(tensor, Tensor) and tensor.tangent is not None and tensor.tangent[0] is self:
            return tensor.tangent[1]  # type: ignore[no-any-return]
        return None

    def applied(
        self,
        operation: Any,
        inputs: Sequence[Any],
        attributes: Mapping[str, Any],
        results: Sequence[Any],
        node: Node | None,
    ) -> None:
        """Give the results of an operation, or of a custom function, their tangents."""
        is_list = isinstance(operation, Operation) and operation.variadic
        tangents = [self.tangent_of(one) for one in (inputs[0] if is_list else inputs)]
        if all(one is None for one in tangents):
            return
        with ModeSwitch(dual_level=None, saving=None):
            if isinstance(operation, Operation):
                self._push(operation, inputs, attributes, results)
                self._keep_with(node, operation.op, inputs, results)
            else:
                made = operation.jvp(node, *tangents)
                self._give(results, made if isinstance(made, tuple) else (made,))

    def _push(
        self, operation: Operation, inputs: Sequence[Any], attributes: Mapping[str, Any], results: Sequence[Tensor]
    ) -> None:
        op = operation.op
        tracked = [one for one in results if one.array.dtype.kind == "f"]
        if not tracked:
            return
        ends = inputs[0] if operation.variadic else [inputs[slot] for slot in op.slots]
        tangents = [self.tangent_of(one) for one in ends]
        values = _values(op, inputs, attributes, results)
        create_graph = STATE.mode.grad
        with ModeSwitch(grad=True):
            seeds = [wrap(np.zeros_like(one.array)).requires_grad_() for one in tracked]
            gradients = _gradients_of(op)(values, seeds if len(seeds) != 1 else seeds[0], tangents)
            linear = [
                (TENSORS.fit(gradient, end.array.shape, end.array.dtype), tangent)
                for gradient, tangent, end in zip(gradients, tangents, ends, strict=True)
                if gradient is not None and gradient.requires_grad
            ]
            outputs, directions = zip(*linear, strict=True) if linear else ((), ())
            found = grad(outputs, seeds, directions, create_graph=create_graph, materialize_grads=True)
        self._give(tracked, found)

    def _give(self, results: Sequence[Any], tangents: Sequence[Tensor | None]) -> None:
        for result, tangent in zip(results, tangents, strict=True):
            if isinstance(result, Tensor) and tangent is not None:
                result.tangent = (self, tangent)

    def _keep_with(self, node: Node | None, op: Op, inputs: Sequence[Any], results: Sequence[Tensor]) -> None:
        """Keep the tangents of what a node saved: a backward pass on this level passes them on in turn."""
        if node is not None:
            known = by_name(op, inputs, results)
            found = {place: self.tangent_of(known.get(name)) for place, name in enumerate(op.saved)}
            node.note(TANGENTS, {place: (self, one) for place, one in found.items() if one is not None})


@functools.cache
def _gradients_of(op: Op) -> Gradients:
    """Return the gradient rules of an operation on tensors, which take the values that they read as a tuple."""
    rules = [rule for rule in op.rules if rule is not None]
    return compile_gradients(rules, op.saved, "node", TENSOR_WORDS, variadic=op.inputs[0].variadic)


def _values(op: Op, inputs: Sequence[Any], attributes: Mapping[str, Any], results: Sequence[Tensor]) -> tuple[Any, ...]:
    known = by_name(op, inputs, results) | {name: _setting(value) for name, value in attributes.items()}
    return tuple(_value(known, *name.partition(".")[::2]) for name in op.saved)


def _value(known: Mapping[str, Any], subject: str, fact: str) -> Any:
    value = known[subject]
    if not fact:
        return value
    return tuple(getattr(one.array, fact) for one in value) if isinstance(value, list) else getattr(value.array, fact)


def _setting(value: Any) -> Any:
    return arrays_in(value) if isinstance(value, tuple) else value


class dual_level(ModeSwitch):  # noqa: N801  # torch's name
    """A block in which tensors can carry tangents; at its end they lose them."""

    def __enter__(self) -> Self:
        _check_no_level()
        self._changes = {"dual_level": DualLevel()}
        return super().__enter__()


def enter_dual_level() -> int:
    """Begin what `dual_level` does for a block, and return the number of the level."""
    _check_no_level()
    STATE.switch(STATE.mode._replace(dual_level=DualLevel()))
    return 0


def exit_dual_level(*, level: int | None = None) -> None:
    """End what `enter_dual_level` began."""
    _current_level()
    STATE.switch(STATE.mode._replace(dual_level=None))


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """Return a view of `tensor` that carries `tangent`, of the same shape."""
    current = _current_level()
    for one in (tensor, tangent):
        if not isinstance(one, Tensor):
            raise KindError(f"make_dual() takes tensors, not {type(one).__name__}.")
        if one.array.dtype.kind != "f":
            raise ArgumentError(f"Only tensors of floating point dtype can be dual, not {one.dtype}.")
    if tangent.array.shape != tensor.array.shape:
        raise ShapeError(
            f"The tangent has a different size ({list(tangent.shape)}) than the tensor ({list(tensor.shape)})."
        )
    dual = tensor.view_as(tensor)
    dual.tangent = (current, tangent)
    return dual  # type: ignore[no-any-return]


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return the tensor without its tangent, and the tangent."""
    current = STATE.mode.dual_level
    if not isinstance(current, DualLevel):
        return UnpackedDualTensor(tensor, None)
    with ModeSwitch(dual_level=None):
        return UnpackedDualTensor(tensor.view_as(tensor), current.tangent_of(tensor))


def _current_level() -> Any:
    if STATE.mode.dual_level is None:
        raise GradientError(
            "There is no dual level to carry tangents on.", "Do this within `with forward_ad.dual_level():`."
        )
    return STATE.mode.dual_level


def _check_no_level() -> None:
    if STATE.mode.dual_level is not None:
        raise GradientError("Nested forward mode AD is not supported: there already is a dual level.")
