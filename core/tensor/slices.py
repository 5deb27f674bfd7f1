"""What a write through a view does to the history of its base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.engine.node import ARRAYS, Algebra, Gradient, Node
from core.ops.memory import steps_of
from core.ops.rule import ARRAY_WORDS
from core.ops.windows import STRIDED_PUT, STRIDED_READ
from core.tensor.operations import TENSOR_WORDS
from core.tensor.recorded import TENSORS
from core.tensor.tensor import Array
from core.tensor.views import window

if TYPE_CHECKING:
    from core.engine.node import Edge


class CopySlices(Node):
    """The node of a tensor after a write through one of its views.

    Outside the window of the view, the gradient goes to the earlier value as it is. Inside, it goes through
    `inner`, the node of the operation that wrote there, and what that makes of it takes its place.
    """

    __slots__ = ("_place",)

    keeps_values = True

    def __init__(self, inner: Node, before: Edge | None, base: Array, view: Array) -> None:
        super().__init__((before, *inner.edges[1:]), base.shape, base.dtype)
        self.saved = (inner,)
        seen = window(base, view)
        self._place = (steps_of(base), seen.size, seen.stride, seen.offset)

    def gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        return self._through_inner(g, edges, ARRAYS, ARRAY_WORDS)

    def recorded_gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        return self._through_inner(g, edges, TENSORS, TENSOR_WORDS)

    def _through_inner(
        self, g: Gradient, edges: Sequence[Edge | None], algebra: Algebra, words: Mapping[str, Any]
    ) -> Sequence[Gradient]:
        """Return the gradient of the earlier value, and those of what else the write was computed from."""
        (inner,) = self.values()
        part = words[STRIDED_READ.name](g, *self._place)
        first, *others = algebra.gradients(inner, part, edges)
        if edges[0] is None:
            return None, *others
        return words[STRIDED_PUT.name](g, 0 if first is None else first, *self._place), *others
