"""Who may watch a pass. Without an observer the engine builds nothing for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from core.engine.hooks import HookKind
    from core.engine.node import Edge, Gradient, Node


class Observer(Protocol):
    """Told of everything that happens in a pass, in the order in which it happens."""

    def began(self, missing: Mapping[Node, int]) -> None:
        """A pass begins. It can reach these nodes, and each waits for so many gradients."""

    def ready(self, node: Node) -> None:
        """`node` has all its contributions, and waits for its turn."""

    def enter(self, node: Node, g: Gradient) -> None:
        """`node` is about to run with the summed gradient `g` (None when nothing arrived)."""

    def run_hook(self, node: Node, kind: HookKind, hook: Callable[..., Any], g: Gradient, *rest: Any) -> Gradient:
        """Call `hook` with the gradient `g` (and the rest) and return what it makes of it."""

    def computed(self, node: Node, g: Gradient, edges: Sequence[Edge | None], gradients: Sequence[Gradient]) -> None:
        """The rules of `node` turned `g` into one gradient, or None, for each of the edges."""

    def releasing(self, node: Node, kept: bool) -> None:
        """`node` is about to forget what it saved, unless the values are `kept` for another pass."""

    def fitted(self, node: Node | None, slot: int, before: Gradient, after: Gradient) -> None:
        """A gradient was summed over broadcast dimensions or converted to the type it is for."""

    def arrived(
        self, node: Node | None, slot: int, edge: Edge, gradient: Gradient, before: Gradient, after: Gradient
    ) -> None:
        """`gradient` reached `edge`: the first contribution when `before` is None, else added to it."""

    def leave(self, node: Node) -> None:
        """`node` is done and its gradients are delivered."""
