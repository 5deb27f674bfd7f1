"""What a user may ask of a node of the graph: its hooks, what it saved, and what it computes.

These are the parts of a node that show tensors, attached here to the engine's class, which only knows arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.engine.hooks import Hooks, Removable
from core.engine.node import AccumulateGrad, Gradient, Node
from core.errors import GradientError, KindError
from core.ops.spec import Kind
from core.tensor import dtype as dtypes
from core.tensor.hooks import from_user, hook_name, shown_to_user
from core.tensor.recorded import TENSORS, saved_tensors
from core.tensor.tensor import Tensor, hooks_on

_LAST = 2**64 - 1  # what PyTorch numbers the nodes of leaves with: they run before all others


class PreHook:
    """A user's hook on a node, before it runs: it takes the tuple of gradients, and returns one or None."""

    __slots__ = ("_results", "function")

    def __init__(self, function: Callable[[tuple[Any, ...]], Any], results: int) -> None:
        self.function = function
        self._results = results

    def __call__(self, g: Gradient) -> Gradient:
        shown = _shown_parts(g, self._results)
        parts = _replaced(self.function(shown), shown, self.function)
        if self._results == 1:
            return parts[0]
        return parts if any(one is not None for one in parts) else None


class PostHook:
    """A user's hook on a node, after it ran: it takes what came out and what went in."""

    __slots__ = ("_results", "function")

    def __init__(self, function: Callable[[tuple[Any, ...], tuple[Any, ...]], Any], results: int) -> None:
        self.function = function
        self._results = results

    def __call__(self, gradients: Sequence[Gradient], g: Gradient) -> Sequence[Gradient]:
        shown = tuple(map(shown_to_user, gradients))
        return _replaced(self.function(shown, _shown_parts(g, self._results)), shown, self.function)


def attached(name: str) -> Callable[[Any], Any]:
    """Make what is decorated an attribute of every node, under `name`."""

    def attach(member: Any) -> Any:
        setattr(Node, name, member)
        return member

    return attach


@attached("register_prehook")
def register_prehook(self: Node, hook: Callable[[tuple[Any, ...]], Any]) -> Removable:
    """Call `hook(grad_outputs)` before the node runs; a tuple it returns replaces them."""
    return _hooks_of(self, hook).pre.add(PreHook(hook, self.outputs))


@attached("register_hook")
def register_hook(self: Node, hook: Callable[[tuple[Any, ...], tuple[Any, ...]], Any]) -> Removable:
    """Call `hook(grad_inputs, grad_outputs)` after the node ran; a tuple it returns replaces `grad_inputs`."""
    return _hooks_of(self, hook).post.add(PostHook(hook, self.outputs))


@attached("_sequence_nr")
def sequence_number(self: Node) -> int:
    """Return the node's place in the order of creation."""
    return _LAST if isinstance(self, AccumulateGrad) else -int(self.order)


@attached("__call__")
def run_node(self: Node, *gradients: Tensor | None) -> Any:
    """Return what the node makes of the gradients of its results: one for each of its edges."""
    if len(gradients) != self.outputs:
        raise KindError(f"{self.name()} takes {self.outputs} gradients, not {len(gradients)}.")
    g = gradients[0] if self.outputs == 1 else list(gradients)
    made = TENSORS.gradients(self, g, self.edges)
    return made[0] if len(made) == 1 else tuple(made)


def metadata(self: Node) -> dict[str, Any]:
    """What has been noted about this node; anomaly mode notes where its operation was called."""
    try:
        return self.notes
    except AttributeError:
        self.notes = {}
        return self.notes


attached("metadata")(property(metadata))


@attached("saved_value")
def saved_value(self: Node, place: int) -> Any:
    """Return what the node saved at `place` as PyTorch shows it: an array as a tensor, dimensions as a tuple."""
    op: Any = self.op  # there is one: only the classes made of an operation have such attributes
    value, name = saved_tensors(self)[place], op.saved[place]
    if name.endswith(".strides"):
        return tuple(step // self.dtype.itemsize for step in value)
    if isinstance(value, np.dtype):
        return dtypes.of(value)
    kinds = {one.name: one.kind for one in op.attributes}
    several = kinds.get(name) in (Kind.DIMS, Kind.SHAPE) and isinstance(value, int)
    return (value,) if several else value


def _shown_parts(g: Gradient, results: int) -> tuple[Any, ...]:
    parts = [g] if results == 1 else g or [None] * results
    return tuple(map(shown_to_user, parts))


def _replaced(returned: Any, shown: tuple[Any, ...], hook: Callable[..., Any]) -> list[Gradient]:
    """Return the gradients that a hook's result means; None leaves those that it was shown."""
    if returned is None:
        return [from_user(None, one, hook) for one in shown]
    if not isinstance(returned, tuple):
        raise KindError(f"The hook {hook_name(hook)} has to return a tuple or None, not {type(returned).__name__}.")
    if len(returned) != len(shown):
        raise GradientError(
            f"The hook {hook_name(hook)} has returned an incorrect number of values: {len(returned)}, but "
            f"{len(shown)} are needed."
        )
    pairs = zip(returned, shown, strict=True)
    return [None if one is None else from_user(one, before, hook) for one, before in pairs]


def _hooks_of(node: Node, hook: Any) -> Hooks:
    if not callable(hook):
        raise KindError(f"A hook has to be a function, not {type(hook).__name__}.")
    hooks = hooks_on(node)
    if isinstance(node, AccumulateGrad):
        node.variable._hooks = hooks
    return hooks
