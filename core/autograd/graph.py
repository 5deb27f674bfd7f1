"""Working with the recorded graph: what it saves, where gradients go, and hooks on several tensors."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from core.autograd.saving import Packing
from core.engine.backward import BackwardPass, running_pass
from core.engine.hooks import Removable
from core.engine.modes import ModeSwitch
from core.engine.node import Node
from core.errors import ArgumentError, GradientError
from core.tensor.gradient import GradientEdge
from core.tensor.tensor import Tensor, gradient_edge

Gradients = list[Tensor | None]


class saved_tensors_hooks(ModeSwitch):  # noqa: N801  # torch's name
    """A block in which `pack_hook` decides what is kept of every tensor that an operation saves.

    It takes the tensor and returns anything, from which `unpack_hook` makes the tensor again when it is needed.
    """

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        super().__init__(saving=Packing(pack_hook, unpack_hook))


class save_on_cpu(saved_tensors_hooks):  # noqa: N801
    """A block in which saved tensors are kept in main memory, where all of ours are."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor, lambda tensor: tensor)


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return where the gradient of `tensor` goes; for a leaf, to the node that adds into its `.grad`."""
    edge = gradient_edge(tensor)
    if edge is None:
        raise GradientError("get_gradient_edge() needs a tensor that requires grad.")
    return GradientEdge(*edge)


def increment_version(tensor: Tensor | Sequence[Tensor]) -> None:
    """Count a write to a tensor, or to several, that autograd could not see."""
    for one in (tensor,) if isinstance(tensor, Tensor) else tensor:
        one.storage.wrote("increment_version")


class MultiHandle:
    """A handle for a hook on several tensors: `remove()` takes it out of all of them."""

    def __init__(self, handles: Sequence[Removable]) -> None:
        self._handles = tuple(handles)

    def remove(self) -> None:
        """Take the hook out."""
        for handle in self._handles:
            handle.remove()

    def __enter__(self) -> MultiHandle:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


def register_multi_grad_hook(tensors: Sequence[Tensor], fn: Callable[..., None], *, mode: str = "all") -> MultiHandle:
    """Call `fn` once in every backward pass that reaches some of `tensors`.

    With mode "all" it is called with the list of their gradients, as soon as the last one is there (None for
    tensors that the pass does not reach); with "any", with the first gradient.
    """
    match mode:
        case "all":
            hook: _All | _Any = _All(tensors, fn)
        case "any":
            hook = _Any(fn)
        case _:
            raise ArgumentError(f"mode has to be 'all' or 'any', not {mode!r}.")
    return MultiHandle([one.register_hook(hook.on(place)) for place, one in enumerate(tensors)])


class _All:
    """Collects the gradients of several tensors, pass by pass."""

    def __init__(self, tensors: Sequence[Tensor], fn: Callable[[Gradients], None]) -> None:
        self._edges = [get_gradient_edge(one) for one in tensors]
        self._fn = fn
        self._found: weakref.WeakKeyDictionary[BackwardPass, dict[int, Tensor | None]] = weakref.WeakKeyDictionary()

    def on(self, place: int) -> Callable[[Tensor | None], None]:
        """Return the hook on the tensor at `place`."""

        def hook(gradient: Tensor | None) -> None:
            now = running_pass()
            found = self._found.setdefault(now, {})
            found[place] = gradient
            if len(found) == sum(now.reaches(node) for node, _ in self._edges):
                self._fn([found.get(one) for one in range(len(self._edges))])

        return hook


class _Any:
    """Passes on the first of several gradients, once in each pass."""

    def __init__(self, fn: Callable[[Tensor | None], None]) -> None:
        self._fn = fn
        self._seen: weakref.WeakSet[BackwardPass] = weakref.WeakSet()

    def on(self, place: int) -> Callable[[Tensor | None], None]:
        """Return the hook on the tensor at `place`."""

        def hook(gradient: Tensor | None) -> None:
            if running_pass() not in self._seen:
                self._seen.add(running_pass())
                self._fn(gradient)

        return hook


__all__ = [
    "GradientEdge",
    "Node",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]
