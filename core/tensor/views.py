"""Views: tensors that look into the memory of another one.

A view of a view has the same base. When somebody writes to the memory, through the base or through any view
of it, the values change for all of them, and so the history has to: the base gets a new node, and every view
gets one that reads it from the base (`AsStridedBackward0`) the next time its history is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.engine.modes import STATE
from core.engine.node import Node, node_class
from core.errors import InPlaceError
from core.ops.memory import Shape, memory_of, offset_of, steps_of
from core.ops.windows import AS_STRIDED
from core.tensor.tensor import Array, Tensor, gradient_edge, set_history

if TYPE_CHECKING:
    from core.engine.node import Edge

_AS_STRIDED_NODE = node_class(AS_STRIDED)


@dataclass(slots=True)
class View:
    """Where a view looks. Its history is right for `version` of the memory.

    A view is closed to recorded writes when its base could not be told of them: because it was made in a mode
    without recording (`mode`), or together with others by one operation (`siblings`).
    """

    base: Tensor
    version: float
    mode: str = ""
    siblings: str = ""

    def renew(self, tensor: Tensor) -> None:
        """Give the view a history that starts from what its base is now, if there was a write to the memory."""
        if int(self.version) == int(tensor.storage.version):  # only the array was exchanged
            self.version = tensor.storage.version
            return
        if tensor.edge is None and not self.base.requires_grad:
            return
        self.check_open(tensor, "its base or another view of its base has been")
        if memory_of(self.base.array) is not memory_of(tensor.array):  # somebody exchanged the base's
            self.version = tensor.storage.version
            return
        set_history(tensor, read_node(gradient_edge(self.base), self.base.array, tensor.array))
        self.version = tensor.storage.version

    def check_open(self, tensor: Tensor, what: str) -> None:
        """Refuse a recorded write through a closed view; `what` says what happens to it."""
        if self.mode or (self.siblings and tensor.edge is None):
            mode = self.mode or "no_grad"
            raise InPlaceError(
                f"A view was created in {mode} mode and {what} modified inplace with recording on.",
                f"Move both into the {mode} block, or both out of it.",
            )
        if self.siblings:
            raise InPlaceError(
                f"This view is one of several that {self.siblings} returned, and {what} modified inplace. Views from "
                "a function that returns multiple views do not allow that.",
                "Use an operation that makes a new tensor, or index the tensor instead of splitting it.",
            )


@dataclass(frozen=True, slots=True)
class Window:
    """Which elements of a base a view shows: size and strides in elements, and where it starts."""

    size: Shape
    stride: Shape
    offset: int


def window(base: Array, view: Array) -> Window:
    """Return where `view` looks into the memory of `base`."""
    return Window(view.shape, steps_of(view), offset_of(view) - offset_of(base))


def read_node(edge: Edge | None, base: Array, view: Array) -> Node:
    """Make the node of a view that is read from its base."""
    node = _AS_STRIDED_NODE((edge,), view.shape, view.dtype)
    seen = window(base, view)
    values = {
        "self.shape": base.shape,
        "self.strides": base.strides,
        "self.dtype": base.dtype,
        "size": seen.size,
        "stride": seen.stride,
        "offset": seen.offset,
    }
    node.saved = tuple(values[name] for name in AS_STRIDED.saved)
    return node


def attach_view(result: Tensor, source: Tensor, siblings: str = "") -> None:
    """Note that `result` looks into the memory of `source`."""
    result.storage = source.storage
    if source.storage.inference:
        return  # outside of autograd there is nothing to be noted
    mode = "" if STATE.mode.grad else "inference_mode" if STATE.mode.inference else "no_grad"
    before = source.view_of
    if before is not None and not (mode or siblings):
        mode, siblings = before.mode, before.siblings
    base = source if before is None else before.base
    result.view_of = View(base, source.storage.version, mode, siblings)
