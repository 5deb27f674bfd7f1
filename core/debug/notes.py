"""Taking notes while a pass runs.

A recording must not slow a pass down, and most of its events are never looked at one by one. So the engine's
calls are only written down, as tuples: the method of `EventMaker` that will make events of the call, and its
arguments. The events are made when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from core.debug.arrays import Array
from core.debug.making import EventMaker
from core.debug.notebook import Note
from core.engine.hooks import HookKind
from core.engine.node import Edge, Gradient, Guards, Node
from core.tensor.tensor import Tensor

Write: TypeAlias = Callable[[Note], None]


class NoteTaker:
    """An observer of the engine that writes its calls down, and `spend`s for every new array.

    `freed` collects what the nodes forgot, and `withheld` what was not written into tensors: the function that
    would have written it, and the gradient.
    """

    def __init__(self, write: Write, spend: Callable[[Array], None]) -> None:
        self.freed: list[tuple[Node, Any, Guards]] = []
        self.withheld: list[tuple[Callable[[Gradient], Any], Gradient]] = []
        self._write = write
        self._spend = spend

    def began(self, missing: Mapping[Node, int]) -> None:
        self._write((EventMaker.began, dict(missing)))

    def ready(self, node: Node) -> None:
        self._write((EventMaker.ready, node))

    def enter(self, node: Node, g: Gradient) -> None:
        self._write((EventMaker.enter, node, g))

    def run_hook(self, node: Node, kind: HookKind, hook: Callable[..., Any], g: Gradient, *rest: Any) -> Gradient:
        before = _copied(g)  # a hook may write into what it is given
        if kind is HookKind.RETAIN:
            self.withheld.append((hook, g))
            after = g
        else:
            after = self.call(hook, g, *rest)
        self._write((EventMaker.hooked, node, kind, before, after))
        return after

    def call(self, hook: Callable[..., Any], g: Gradient, *rest: Any) -> Gradient:
        """Run a user's hook."""
        return hook(g, *rest)

    def computed(self, node: Node, g: Gradient, edges: Sequence[Edge | None], gradients: Sequence[Gradient]) -> None:
        self._write((EventMaker.computed, node, g, edges, gradients, node.saved, node.guards))
        for gradient in gradients:
            if gradient.__class__ is np.ndarray:
                self._spend(gradient)
            elif gradient.__class__ is Tensor:
                self._spend(gradient.array)

    def releasing(self, node: Node, kept: bool) -> None:
        if not kept:
            self.freed.append((node, node.saved, node.guards))
        self._write((EventMaker.releasing, node, node.saved, kept))

    def fitted(self, node: Node | None, slot: int, before: Gradient, after: Gradient) -> None:
        self._write((EventMaker.fitted, node, slot, before, after))

    def arrived(
        self, node: Node | None, slot: int, edge: Edge, gradient: Gradient, before: Gradient, after: Gradient
    ) -> None:
        self._write((EventMaker.arrived, node, slot, edge, gradient, before, after))

    def leave(self, node: Node) -> None:
        self._write((EventMaker.leave, node))


def _copied(g: Gradient) -> Gradient:
    match g:
        case None:
            return None
        case tuple() | list():
            return tuple(map(_copied, g))
        case _:
            return np.array(getattr(g, "array", g))
