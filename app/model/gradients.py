"""The gradient that has reached a node of the document, at a place in a recording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from core.debug.events import NodeNumber
from core.debug.recording import Recording
from core.expr.ids import NodeId


class Gradients:
    """Where in a recording the gradients of a document's nodes are found.

    An operation that consists of others leaves several backward nodes; the one that was made last takes the
    gradient of its result.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._heads: Mapping[object, NodeNumber] = {
            node.origin: node.number for node in sorted(recording.nodes, key=lambda one: -one.order)
        }

    def at(self, node: NodeId, index: int) -> NDArray[Any] | None:
        """What has arrived at a node after event `index`; for a leaf, what its `.grad` holds. None for nothing."""
        number = self._heads.get(node)
        if number is None:
            return None
        state = self.recording.state_at(index)
        stored = state.grad(number).grad if self.recording.nodes[number].is_leaf else None
        arrived = state.node(number).gradients[0]
        part = stored if arrived is None else arrived
        return None if part is None else self.recording.whole(part)
