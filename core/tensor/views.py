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
from core.ops.shape import AS_STRIDED
from core.tensor.tensor import Array, Tensor, gradient_edge

if TYPE_CHECKING:
    from core.engine.node import Edge

_AS_STRIDED_NODE = node_class(AS_STRIDED)


@dataclass(slots=True)
class View:
    """Where a view looks. Its history is right for `version` of the memory."""

    base: Tensor
    version: int
    recorded: bool = True  # made where operations are recorded; False in a no_grad block
    siblings: str = ""  # the operation that made it together with others (split, unbind), if any

    def renew(self, tensor: Tensor) -> None:
        """Give the view a history that starts from what its base is now."""
        edge = gradient_edge(self.base)
        if edge is not None and self.recorded:
            tensor.edge = (read_node(edge, self.base.array, tensor.array), 0)
        self.version = tensor.storage.version


@dataclass(frozen=True, slots=True)
class Window:
    """Which elements of a base a view shows: size and strides in elements, and where it starts."""

    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int


def window(base: Array, view: Array) -> Window:
    """Return where `view` looks into the memory of `base`."""
    item = base.itemsize
    start = (view.__array_interface__["data"][0] - base.__array_interface__["data"][0]) // item
    return Window(view.shape, tuple(stride // item for stride in view.strides), start)


def read_node(edge: Edge, base: Array, view: Array) -> Node:
    """Make the node of a view that is read from its base."""
    node = _AS_STRIDED_NODE((edge,), view.shape, view.dtype)
    seen = window(base, view)
    values = {"self.shape": base.shape, "size": seen.size, "stride": seen.stride, "offset": seen.offset}
    node.saved = tuple(values[name] for name in AS_STRIDED.saved)
    return node


def attach_view(result: Tensor, source: Tensor, siblings: str = "") -> None:
    """Note that `result` looks into the memory of `source`."""
    result.storage = source.storage
    base = source if source.view is None else source.view.base
    result.view = View(base, source.storage.version, STATE.grad, siblings)
