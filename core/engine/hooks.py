"""Functions that users attach to a node, and the order in which they run.

For a gradient that comes in: the hooks of the tensor (`retain_grad` last), then the node's pre-hooks, then the
node itself, then its post-hooks. A leaf also has hooks that run as soon as its `.grad` is up to date. The
engine only knows functions that take a gradient and return one; what a user wrote takes tensors and may
return None, and making the one of the other is the tensor's business.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.engine.node import Gradient, Node
    from core.engine.observer import Observer

Hook = Callable[..., Any]


class HookKind(StrEnum):
    """What a hook is attached to, and so when it runs."""

    TENSOR = "tensor"
    RETAIN = "retain"  # retain_grad(): stores the gradient of a tensor that is not a leaf
    PRE = "node pre"
    POST = "node post"
    POST_ACCUMULATE = "post-accumulate"


class HookTable:
    """Hooks of one kind, in the order of their registration."""

    __slots__ = ("_hooks",)

    def __init__(self) -> None:
        self._hooks: dict[int, Hook] = {}

    def add(self, hook: Hook) -> Removable:
        """Append a hook; the handle takes it out again."""
        handle = Removable(self._hooks)
        self._hooks[handle.id] = hook
        return handle

    def __bool__(self) -> bool:
        return bool(self._hooks)

    def __iter__(self) -> Iterator[Hook]:
        return iter(tuple(self._hooks.values()))  # a hook may remove itself while they run


class Removable:
    """A handle for a hook: `remove()` takes the hook out; more than once does no harm.

    As a context manager it removes the hook at the end of the block.
    """

    _ids = itertools.count()

    def __init__(self, hooks: dict[int, Hook]) -> None:
        self._hooks = hooks
        self.id = next(self._ids)

    def remove(self) -> None:
        """Take the hook out."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> Removable:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


class Hooks:
    """All hooks of one node. `tensor` and `retain` are per result of the node."""

    __slots__ = ("accumulated", "post", "pre", "retain", "tensor")

    def __init__(self) -> None:
        self.tensor: dict[int, HookTable] = {}
        self.retain: dict[int, Hook] = {}
        self.pre = HookTable()
        self.post = HookTable()
        self.accumulated = HookTable()

    def of_tensor(self, part: int) -> HookTable:
        """Return the hooks of the tensor that is the node's result number `part`."""
        return self.tensor.setdefault(part, HookTable())

    def arriving(self, node: Node, g: Gradient, watch: Observer | None) -> Gradient:
        """Run the hooks of the node's results on the gradient that has come together."""
        for part, table in self.tensor.items():
            for hook in table:
                g = _on_part(node, g, part, HookKind.TENSOR, hook, watch)
        for part, retain in self.retain.items():
            g = _on_part(node, g, part, HookKind.RETAIN, retain, watch)
        return g

    def entering(self, node: Node, g: Gradient, watch: Observer | None) -> Gradient:
        """Run the pre-hooks."""
        for hook in self.pre:
            g = call_hook(watch, node, HookKind.PRE, hook, g)
        return g

    def leaving(
        self, node: Node, gradients: Sequence[Gradient], g: Gradient, watch: Observer | None
    ) -> Sequence[Gradient]:
        """Run the post-hooks with what the node computed and what it was given."""
        for hook in self.post:
            gradients = call_hook(watch, node, HookKind.POST, hook, gradients, g)
        return gradients

    def listed(self) -> list[tuple[HookKind, Hook]]:
        """Return every hook with its kind, in the order in which they run."""
        by_kind: list[tuple[HookKind, Iterator[Hook]]] = [
            (HookKind.TENSOR, itertools.chain.from_iterable(self.tensor.values())),
            (HookKind.RETAIN, iter(self.retain.values())),
            (HookKind.PRE, iter(self.pre)),
            (HookKind.POST_ACCUMULATE, iter(self.accumulated)),
            (HookKind.POST, iter(self.post)),
        ]
        return [(kind, hook) for kind, hooks in by_kind for hook in hooks]


def _on_part(node: Node, g: Gradient, part: int, kind: HookKind, hook: Hook, watch: Observer | None) -> Gradient:
    if node.outputs == 1:
        return call_hook(watch, node, kind, hook, g)
    parts = [None] * node.outputs if g is None else list(g)
    parts[part] = call_hook(watch, node, kind, hook, parts[part])
    return parts if any(one is not None for one in parts) else None


def call_hook(watch: Observer | None, node: Node, kind: HookKind, hook: Hook, g: Gradient, *rest: Any) -> Gradient:
    """Run a hook, or let whoever watches the pass run it."""
    return hook(g, *rest) if watch is None else watch.run_hook(node, kind, hook, g, *rest)
