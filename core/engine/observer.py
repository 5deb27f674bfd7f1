"""Who may watch a pass. Without an observer the engine builds nothing for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from core.engine.node import Edge, Gradient, Node


class Observer(Protocol):
    """Told of everything that happens in a pass, in the order in which it happens."""

    def ready(self, node: Node, waiting: int) -> None:
        """`node` has all its contributions; `waiting` other nodes are ready too."""

    def enter(self, node: Node, g: Gradient) -> None:
        """`node` is about to run with the summed gradient `g` (None when nothing arrived)."""

    def computed(self, node: Node, gradients: Sequence[Gradient], kept: bool) -> None:
        """The rules of `node` gave these gradients; what it saved was freed unless `kept`."""

    def fitted(self, node: Node | None, slot: int, before: Gradient, after: Gradient) -> None:
        """A gradient was summed over broadcast dimensions or converted to the type it is for."""

    def arrived(
        self, node: Node | None, slot: int, edge: Edge, gradient: Gradient, before: Gradient, after: Gradient
    ) -> None:
        """`gradient` reached `edge`: the first contribution when `before` is None, else added to it."""

    def hooked(self, node: Node, kind: str, before: Gradient, after: Gradient) -> None:
        """A hook of `node` ran, and may have changed the gradient."""

    def accumulated(self, node: Node, before: Gradient, incoming: Gradient, after: Gradient) -> None:
        """The `.grad` of the leaf of `node` went from `before` (None: there was none) to `after`."""

    def leave(self, node: Node) -> None:
        """`node` is done and its gradients are delivered."""
