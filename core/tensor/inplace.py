"""Writing into a tensor: `x.add_(y)`, `x[0] = 1`.

A write is checked before anything changes. It then computes what the operation without the underscore would
have computed, puts that into the memory of the tensor, counts it (a saved value that was overwritten is
noticed by that), and gives the tensor a new history. When the tensor is a view, it is its base that gets the
new history: there a part was replaced (`CopySlices`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.engine.node import Node
from core.errors import InPlaceError, ShapeError
from core.ops.memory import shares_elements
from core.ops.writing import FILL, ZERO
from core.tensor import special
from core.tensor.apply import Operation
from core.tensor.bind import bind
from core.tensor.dtype import check_cast
from core.tensor.slices import CopySlices
from core.tensor.tensor import Array, Tensor, gradient_edge, set_history, wrap


def in_place(operation: Operation) -> Callable[..., Tensor]:
    """Make the method that does in place what an operation does: `x.add_(y)`, `x.unsqueeze_(0)`."""
    change = look if operation.op.is_view else write

    def method(self: Tensor, *arguments: Any, **named: Any) -> Tensor:
        return change(operation, *bind(operation.op, (self, *arguments), named))

    method.__name__, method.__doc__ = f"{operation.op.name}_", f"In place: {operation.op.summary}"
    return method


def write(operation: Operation, inputs: Sequence[Any], attributes: Mapping[str, Any]) -> Tensor:
    """Write the result of an operation into its first input, and return that."""
    target: Tensor = inputs[0]
    name = f"{operation.op.name}_"
    recorded = STATE.mode.grad and target.array.dtype.kind == "f" and operation.is_asked(inputs)
    check_writable(target, name, recorded=recorded)
    _check_overlap(operation, inputs, name)
    edges = operation.edges(inputs) if recorded else None
    array = np.asarray(operation.compute(inputs, attributes))
    _check_fits(target, array, name)
    before = target if STATE.plain else special.before_write(target)
    node = None
    if edges is not None:
        node = operation.make_node(inputs, attributes, [target], edges, in_place=True)
    np.copyto(target.array, array, casting="unsafe")
    target.storage.wrote(name)
    if node is not None:
        give_history(target, node)
    if not STATE.plain:
        special.tell(operation, [before if one is target else one for one in inputs], attributes, [target], node)
    return target


def look(operation: Operation, inputs: Sequence[Any], attributes: Mapping[str, Any]) -> Tensor:
    """Let the first input itself look at its memory as the result of a view operation does, and return it."""
    target: Tensor = inputs[0]
    name = f"{operation.op.name}_"
    recorded = STATE.mode.grad and operation.is_asked(inputs)
    check_writable(target, name, recorded=recorded)
    edges = operation.edges(inputs) if recorded else None
    seen = wrap(operation.compute(inputs, attributes))
    node = operation.make_node(inputs, attributes, [seen], edges, in_place=True) if edges is not None else None
    target.array = seen.array
    target.storage.wrote(name)
    if node is not None:
        target.edge = (node, 0)
        if target.view_of is not None:
            target.view_of.version = target.storage.version
    if not STATE.plain:
        special.tell(operation, inputs, attributes, [target], node)
    return target


def check_writable(tensor: Tensor, writer: str, *, recorded: bool) -> None:
    """Refuse a write that would leave a wrong gradient, or a wrong value, behind."""
    if tensor.storage.inference and not STATE.mode.inference:
        raise InPlaceError(
            f"{writer} would be an inplace update to an inference tensor outside inference mode, which is not allowed.",
            "Make a normal tensor of it with clone().",
        )
    if not tensor.array.flags.writeable:
        raise InPlaceError(f"{writer}: the numpy array that the tensor shares is not writable.", "Write to a clone().")
    if recorded:
        _check_recordable(tensor, writer)


def _check_recordable(tensor: Tensor, writer: str) -> None:
    """Refuse a recorded write to a leaf, to a view of one, or to a view whose base could not be told of it."""
    view = tensor.view_of
    if view is not None:
        view.check_open(tensor, "is being")
        if view.base.edge is None and tensor.requires_grad:
            raise InPlaceError(
                f"{writer}: a view of a leaf tensor that requires grad is being used in an in-place operation.",
                _ABOUT_LEAVES,
            )
    if tensor.edge is None and tensor.requires_grad:
        raise InPlaceError(
            f"{writer}: a leaf tensor that requires grad is being used in an in-place operation.", _ABOUT_LEAVES
        )


_ABOUT_LEAVES = (
    "Update it in a torch.no_grad() block, or compute a new tensor: its value at the time of recording would be lost."
)


def _check_overlap(operation: Operation, inputs: Sequence[Any], writer: str) -> None:
    """Refuse a write whose result would depend on the order in which the elements are written."""
    target: Tensor = inputs[0]
    shape, strides = target.array.shape, target.array.strides
    shared = any(stride == 0 and size > 1 for stride, size in zip(strides, shape, strict=True))
    uniform = operation.op in _UNIFORM and not any(isinstance(one, Tensor) for one in inputs[1:])
    if shared and target.array.size and not uniform:
        raise InPlaceError(
            f"{writer}: more than one element of the tensor refers to a single memory location (it was expanded).",
            "Write to a clone() of it.",
        )
    for port, one in zip(operation.op.inputs[1:], inputs[1:], strict=True):
        is_number = not isinstance(one, Tensor) or (port.number_is_setting and one.ndim == 0)
        if is_number:
            continue
        if operation.op.scatters if one is target else shares_elements(target.array, one.array, operation.op.scatters):
            raise InPlaceError(
                f"{writer}: some elements of {port.name!r} and of the written-to tensor refer to a single memory "
                "location.",
                "Use a clone() of it.",
            )


_UNIFORM = {FILL, ZERO}
"""What may be written to a tensor whose elements share their memory: one number for all."""


def _check_fits(tensor: Tensor, result: Array, writer: str) -> None:
    if result.shape != tensor.array.shape:
        raise ShapeError(
            f"{writer}: a result of shape {list(result.shape)} cannot be broadcast into the memory of a tensor of "
            f"shape {list(tensor.shape)}.",
            "A tensor cannot grow in place: use the operation without the underscore.",
        )
    check_cast(result.dtype, tensor.array.dtype, writer)


def give_history(tensor: Tensor, node: Node) -> None:
    """Let `node` be what computed `tensor`; for a view, it becomes part of what computed the base."""
    view = tensor.view_of
    if view is None:
        set_history(tensor, node)
        return
    set_history(view.base, CopySlices(node, gradient_edge(view.base), view.base.array, tensor.array))
    view.renew(tensor)
