"""Asking for gradients: `backward` adds them to the leaves, `grad` returns them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.engine.backward import BackwardPass, Captures, Seed
from core.engine.modes import STATE, ModeSwitch
from core.engine.node import ARRAYS, Edge
from core.errors import GradientError, ShapeError
from core.tensor.recorded import TENSORS
from core.tensor.tensor import Tensor, gradient_edge, method, wrap

Tensors = Tensor | Sequence[Tensor]


def run_backward(
    tensors: Tensors,
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensors | None = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they were computed from.

    `grad_tensors` holds, for each tensor, the external gradient: a tensor of the same shape. It may be left
    out (or None) for tensors of one element, where it is 1. `inputs` limits which leaves receive one.
    """
    roots = _listed(tensors)
    seeds = _seeds(roots, _given(grad_tensors, len(roots)), create_graph)
    captures = None
    if inputs is not None:
        wanted = _listed(inputs)
        if not wanted:
            raise GradientError("backward() was given an empty list of inputs.", "Leave it out for all leaves.")
        captures = Captures([_wanted_edge(one) for one in wanted], [edge for edge, _ in seeds])
    _run(seeds, retain_graph, create_graph, captures)
    if captures is not None:
        for one, edge in zip(wanted, captures.wanted, strict=True):
            if captures.found.get(edge) is not None:
                one.accumulate_gradient(captures.found[edge])


def grad(
    outputs: Tensors,
    inputs: Tensors,
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradients of the sum of `outputs` with respect to `inputs`, and change no `.grad`.

    An input that the outputs do not depend on is an error, unless `allow_unused` (its gradient is None then)
    or `materialize_grads` (zeros).
    """
    roots, wanted = _listed(outputs), _listed(inputs)
    seeds = _seeds(roots, _given(grad_outputs, len(roots)), create_graph)
    captures = Captures([_wanted_edge(one) for one in wanted], [edge for edge, _ in seeds])
    _run(seeds, retain_graph, create_graph, captures)
    found = [captures.found.get(edge) for edge in captures.wanted]
    if materialize_grads:
        found = [np.zeros_like(one.array) if g is None else g for one, g in zip(wanted, found, strict=True)]
    elif not allow_unused and any(g is None for g in found):
        place = found.index(None)
        raise GradientError(
            f"Input {place} of grad() appears to not have been used in the graph of the outputs.",
            "Pass allow_unused=True to get None for it.",
        )
    return tuple(g if g is None or isinstance(g, Tensor) else wrap(np.array(g)) for g in found)


@method
def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensors | None = None,
) -> None:
    """Add the gradient of this tensor to the `.grad` of the leaves it was computed from.

    `gradient` is the external gradient, of this tensor's shape; 1 when left out, for one element only.
    """
    run_backward(self, gradient, retain_graph, create_graph, inputs)


def _run(seeds: Sequence[Seed], retain_graph: bool | None, create_graph: bool, captures: Captures | None) -> None:
    keep = create_graph if retain_graph is None else retain_graph
    engine = BackwardPass(keep_graph=keep, algebra=TENSORS if create_graph else ARRAYS, captures=captures)
    if STATE.mode.grad == create_graph:
        engine.run(seeds)
    else:
        with ModeSwitch(grad=create_graph):
            engine.run(seeds)


def _seeds(roots: Sequence[Tensor], gradients: Sequence[Tensor | None], create_graph: bool) -> list[Seed]:
    return [
        (_root_edge(place, root), _seed(root, gradient, create_graph))
        for place, (root, gradient) in enumerate(zip(roots, gradients, strict=True))
    ]


def _root_edge(place: int, root: Tensor) -> Edge:
    edge = gradient_edge(root)
    if edge is None:
        raise GradientError(
            f"Element {place} of the tensors does not require grad and does not have a grad_fn.",
            "Nothing it was computed from asks for a gradient: set requires_grad=True on an input, "
            "and check for no_grad() and detach() on the way.",
        )
    return edge


def _seed(root: Tensor, gradient: Tensor | None, create_graph: bool) -> Any:
    if gradient is None:
        if root.array.size != 1:
            raise GradientError(
                f"grad can be implicitly created only for scalar outputs, but this one has shape {list(root.shape)}.",
                "Pass a gradient of that shape to backward(), or reduce to a scalar first, for example with .sum().",
            )
        ones = np.ones(root.array.shape, root.array.dtype)
        return wrap(ones) if create_graph else ones
    if not isinstance(gradient, Tensor):
        raise GradientError(f"The gradient has to be a tensor or None, not {type(gradient).__name__}.")
    if gradient.array.shape != root.array.shape:
        raise ShapeError(
            f"Mismatch in shape: the gradient has shape {list(gradient.shape)} and the tensor has shape "
            f"{list(root.shape)}.",
            "They have to be equal; a gradient is not broadcast.",
        )
    return gradient if create_graph else gradient.array


def _wanted_edge(tensor: Tensor) -> Edge:
    edge = gradient_edge(tensor)
    if edge is None:
        raise GradientError("One of the inputs does not require grad, so it has no gradient.")
    return edge


def _listed(tensors: Tensors) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _given(gradients: Tensor | Sequence[Tensor | None] | None, count: int) -> list[Tensor | None]:
    if gradients is None:
        return [None] * count
    listed = [gradients] if isinstance(gradients, Tensor) else list(gradients)
    if len(listed) != count:
        raise GradientError(f"{count} tensors need {count} gradients, but {len(listed)} were given.")
    return listed
