"""Functions that users attach to a node, and the order in which they run.

For a gradient that comes in: the hooks of the tensor, then the node's pre-hooks, then the node itself, then
its post-hooks. A hook that returns something other than None replaces the gradient. The engine only knows
functions from gradient to gradient; turning arrays into tensors for the user is the tensor's business.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.engine.node import Gradient, Node
    from core.engine.observer import Observer

TensorHook = Callable[["Gradient"], "Gradient"]
PreHook = Callable[["Gradient"], "Gradient"]
PostHook = Callable[[Sequence["Gradient"], "Gradient"], Sequence["Gradient"]]


class HookKind(StrEnum):
    """What a hook is attached to, and so when it runs."""

    TENSOR = "tensor"
    RETAIN = "retain"  # retain_grad(): stores the gradient of a tensor that is not a leaf
    PRE = "node pre"
    POST = "node post"
    POST_ACCUMULATE = "post-accumulate"


class HookTable:
    """Hooks of one kind, in the order of their registration."""

    def __init__(self) -> None:
        self.hooks: dict[int, Callable[..., Any]] = {}
        self._numbers = itertools.count()

    def add(self, hook: Callable[..., Any]) -> Removable:
        """Append a hook; the handle takes it out again."""
        number = next(self._numbers)
        self.hooks[number] = hook
        return Removable(self.hooks, number)

    def __iter__(self) -> Any:
        return iter(tuple(self.hooks.values()))


class Removable:
    """A handle for a hook: `remove()` takes the hook out; more than once does no harm."""

    def __init__(self, hooks: dict[int, Callable[..., Any]], number: int) -> None:
        self._hooks = hooks
        self._number = number

    def remove(self) -> None:
        """Take the hook out."""
        self._hooks.pop(self._number, None)

    def __enter__(self) -> Removable:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


class Hooks:
    """All hooks of one node. `tensor` and `retain` are per result of the node."""

    __slots__ = ("post", "pre", "retain", "tensor")

    def __init__(self) -> None:
        self.tensor: dict[int, HookTable] = {}
        self.retain: dict[int, TensorHook] = {}
        self.pre = HookTable()
        self.post = HookTable()

    def before(self, node: Node, g: Gradient, watch: Observer | None) -> Gradient:
        """Run the tensor hooks (retain_grad last), then the pre-hooks."""
        for part, table in self.tensor.items():
            for hook in table:
                g = self._on_part(node, g, part, hook, HookKind.TENSOR, watch)
        for part, retain in self.retain.items():
            self._on_part(node, g, part, retain, HookKind.RETAIN, watch)
        for hook in self.pre:
            g = call_hook(watch, node, HookKind.PRE, hook, g)
        return g

    def after(
        self, node: Node, gradients: Sequence[Gradient], g: Gradient, watch: Observer | None
    ) -> Sequence[Gradient]:
        """Run the post-hooks with what the node computed and what it was given."""
        for hook in self.post:
            gradients = call_hook(watch, node, HookKind.POST, hook, gradients, g)
        return gradients

    def _on_part(
        self, node: Node, g: Gradient, part: int, hook: TensorHook, kind: HookKind, watch: Observer | None
    ) -> Gradient:
        if g is None:
            return None
        if node.outputs == 1:
            return call_hook(watch, node, kind, hook, g)
        parts = list(g)
        parts[part] = call_hook(watch, node, kind, hook, parts[part])
        return parts


def call_hook(
    watch: Observer | None, node: Node, kind: HookKind, hook: Callable[..., Any], g: Gradient, *rest: Any
) -> Gradient:
    """Run a hook, or let whoever watches the pass run it."""
    return hook(g, *rest) if watch is None else watch.run_hook(node, kind, hook, g, *rest)
