"""Hooks on tensors, and what `retain_grad` does: it is a hook of our own.

The engine calls hooks with its gradients, which are arrays in a plain pass. The classes here show them to the
user's function as tensors, check what it returns and hand that back as an array.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from core.engine.hooks import Hook, Hooks, Removable
from core.engine.modes import STATE
from core.engine.node import Gradient
from core.errors import DtypeError, GradientError, KindError, ShapeError
from core.ops.memory import MemoryFormat
from core.tensor.tensor import Tensor, attribute, graph_edge, hooks_on, method, wrap


class TensorHook:
    """A user's hook on a tensor: it takes the gradient, and returns a new one or None."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def __call__(self, g: Gradient) -> Gradient:
        shown = shown_to_user(g)
        return from_user(self.function(shown), shown, self.function)


class PostAccumulateHook:
    """A user's hook on a leaf: it takes the leaf, whose `.grad` is up to date, and returns None."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[Tensor], Any]) -> None:
        self.function = function

    def __call__(self, leaf: Tensor) -> None:
        if self.function(leaf) is not None:
            raise GradientError(f"The post-accumulate-grad hook {hook_name(self.function)} has to return None.")


class RetainGrad:
    """Stores the gradient of a tensor that is not a leaf in its `.grad`, as long as the tensor lives."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = weakref.ref(tensor)

    def __call__(self, g: Gradient) -> Gradient:
        tensor = self._tensor()
        if tensor is not None and g is not None:
            before = tensor._grad
            if isinstance(g, Tensor):
                tensor._grad = g.clone(memory_format=MemoryFormat.CONTIGUOUS) if before is None else before + g
            else:
                tensor._grad = wrap(np.array(g if before is None else before.array + g, order="C"))
        return g


@method
def register_hook(self: Tensor, hook: Callable[[Tensor], Any]) -> Removable:
    """Call `hook(gradient)` in every backward pass; a tensor it returns replaces the gradient.

    The hook stays with the value the tensor has now: an in-place operation later does not take it along.
    """
    hooks, part = _hooks_of(self, hook)
    return hooks.of_tensor(part).add(TensorHook(hook))


@method
def register_post_accumulate_grad_hook(self: Tensor, hook: Callable[[Tensor], None]) -> Removable:
    """Call `hook(leaf)` whenever a backward pass has added to the `.grad` of this leaf."""
    hooks, _ = _hooks_of(self, hook)
    if not self.is_leaf:
        raise GradientError(
            "Post-accumulate-grad hooks cannot be registered on non-leaf tensors: nothing accumulates there.",
            "Use register_hook(), or retain_grad() to get the gradient.",
        )
    return hooks.accumulated.add(PostAccumulateHook(hook))


@method
def retain_grad(self: Tensor) -> None:
    """Let backward() set the `.grad` of this tensor too, although it is not a leaf."""
    if not self.requires_grad:
        raise GradientError("retain_grad() needs a tensor that has requires_grad=True.")
    edge = graph_edge(self)
    if edge is not None and not self._retained:
        hooks_on(edge[0]).retain[edge[1]] = RetainGrad(self)
        self._retained = True


@attribute
def retains_grad(self: Tensor) -> bool:
    """Whether backward() sets `.grad` although the tensor is not a leaf."""
    return self._retained


def shown_to_user(g: Gradient) -> Tensor | None:
    """Return a gradient of the engine as the tensor that a user's function takes."""
    return g if g is None or isinstance(g, Tensor) else wrap(np.asarray(g))


def from_user(returned: Any, shown: Tensor | None, hook: Hook) -> Gradient:
    """Return the gradient that a hook's result means; None leaves the one that it was shown."""
    if returned is None:
        returned = shown
    elif not isinstance(returned, Tensor):
        raise KindError(f"The hook {hook_name(hook)} has to return a tensor or None, not {type(returned).__name__}.")
    elif shown is not None:
        _check_like(returned, shown, hook)
    return returned if returned is None or STATE.mode.gradients_are_tensors else returned.array


def hook_name(hook: Hook) -> str:
    """Return how messages call a hook."""
    return repr(getattr(hook, "__name__", type(hook).__name__))


def _check_like(returned: Tensor, shown: Tensor, hook: Hook) -> None:
    if returned.array.shape != shown.array.shape:
        raise ShapeError(
            f"The hook {hook_name(hook)} has changed the size of the gradient, from {list(shown.shape)} to "
            f"{list(returned.shape)}.",
            "It has to return a tensor of the same shape.",
        )
    if returned.array.dtype != shown.array.dtype:
        raise DtypeError(
            f"The hook {hook_name(hook)} has changed the type of the gradient, from {shown.dtype} to {returned.dtype}."
        )


def _hooks_of(tensor: Tensor, hook: Any) -> tuple[Hooks, int]:
    """Return the hooks a tensor's hook is added to, and which result of its node the tensor is."""
    if not callable(hook):
        raise KindError(f"A hook has to be a function, not {type(hook).__name__}.")
    if not tensor.requires_grad:
        raise GradientError(
            "A hook cannot be registered on a tensor that does not require grad: no gradient will come by."
        )
    edge = graph_edge(tensor)
    return (hooks_on(edge[0]), edge[1]) if edge is not None else (_hooks_of_leaf(tensor), 0)


def _hooks_of_leaf(leaf: Tensor) -> Hooks:
    """Return the hooks of a leaf. They outlive its node, which lives only as long as a graph refers to it."""
    if leaf._hooks is None:
        node = leaf._accumulate and leaf._accumulate()
        leaf._hooks = node.hooks if node and node.hooks else Hooks()
        if node:
            node.hooks = leaf._hooks
    return leaf._hooks
