"""Asking for gradients: `backward` adds them to the leaves, `grad` returns them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from core.engine.anomaly import Suspicion
from core.engine.backward import BackwardPass, Seed
from core.engine.captures import Captures
from core.engine.modes import STATE
from core.engine.node import ARRAYS, Algebra, Edge, Node
from core.engine.observer import Observer
from core.errors import ArgumentError, GradientError, KindError, MissingError, ShapeError
from core.tensor.recorded import TENSORS
from core.tensor.tensor import Tensor, accumulate_node, gradient_edge, method, wrap


class GradientEdge(NamedTuple):
    """Where the gradient of a tensor goes: to a node, as the gradient of its result `output_nr`.

    It can stand for the tensor where gradients are asked for, and does not keep it alive.
    """

    node: Node
    output_nr: int


Tensors = Tensor | Sequence[Tensor]
Ends = Tensors | GradientEdge | Sequence[Tensor | GradientEdge]


@dataclass(slots=True)
class BackwardCall:
    """What a call asks for, checked: where the pass starts, what it is for, and what it leaves behind."""

    seeds: Sequence[Seed]
    wanted: Sequence[Any]  # tensors, or gradient edges
    captures: Captures | None  # None: the gradients of all leaves
    keep_graph: bool
    create_graph: bool

    def run(self, algebra: Algebra | None = None, watch: Observer | None = None) -> None:
        """Walk the graph; `algebra` stands in for the one that gradients are usually computed with."""
        run_pass(self.seeds, self.keep_graph, self.create_graph, self.captures, algebra, watch)

    def found(self) -> Iterator[tuple[Tensor, Any]]:
        """Iterate over the tensors the gradients were asked for, with what the pass found (or None)."""
        if self.captures is not None:
            for tensor, edge in zip(self.wanted, self.captures.wanted, strict=True):
                yield tensor, self.captures.found.get(edge)


def run_pass(
    seeds: Sequence[Seed],
    keep_graph: bool,
    create_graph: bool,
    captures: Captures | None = None,
    algebra: Algebra | None = None,
    watch: Observer | None = None,
) -> None:
    """Walk the graph in the mode that gradients are computed in; in anomaly mode, look out for bad ones."""
    before = STATE.mode
    mode = before.recording(create_graph)
    suspicion = Suspicion(before.anomaly) if before.anomaly is not None and watch is None else None
    algebra = algebra or (TENSORS if mode.gradients_are_tensors else ARRAYS)
    STATE.switch(mode)
    try:
        BackwardPass(keep_graph, algebra, captures, watch or suspicion).run(seeds)
    except Exception:
        if suspicion is not None:
            suspicion.failed()
        raise
    finally:
        STATE.switch(before)


def backward_call(
    tensors: Ends,
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensors | None = None,
) -> BackwardCall:
    """Check the arguments of `run_backward`."""
    roots = _listed(tensors)
    seeds = _seeds(roots, _given(grad_tensors, len(roots)), create_graph)
    keep_graph = _keeps(retain_graph, create_graph)
    if inputs is None:
        return BackwardCall(seeds, (), None, keep_graph, create_graph)
    wanted = _listed(inputs)
    if not wanted:
        raise GradientError("backward() was given an empty list of inputs.", "Leave it out for all leaves.")
    if not all(isinstance(one, Tensor) for one in wanted):
        raise KindError("The inputs of backward() have to be tensors: it writes into their .grad.", "Use grad().")
    return BackwardCall(seeds, wanted, _captures(wanted, seeds, runs_wanted=True), keep_graph, create_graph)


def run_backward(
    tensors: Ends,
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensors | None = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they were computed from.

    `grad_tensors` holds, for each tensor, the external gradient: a tensor of the same shape. It may be left
    out (or None) for tensors of one element, where it is 1. `inputs` limits which leaves receive one.
    """
    call = backward_call(tensors, grad_tensors, retain_graph, create_graph, inputs)
    if create_graph:
        warnings.warn(
            "backward() with create_graph=True makes a cycle between a leaf and its gradient, which stays in memory "
            "until it is broken. Use autograd.grad(), or set .grad to None afterwards.",
            UserWarning,
            stacklevel=3,
        )
    for tensor in call.wanted:
        tensor.retain_grad()
    call.run()


def grad(
    outputs: Ends,
    inputs: Ends,
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
    *,
    only_inputs: bool = True,
    is_grads_batched: bool = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradients of the sum of `outputs` with respect to `inputs`, and change no `.grad`.

    An input that the outputs do not depend on is an error, unless `allow_unused` (its gradient is None then)
    or `materialize_grads` (zeros).
    """
    _check_options(allow_unused, materialize_grads, only_inputs, is_grads_batched)
    roots, wanted = _listed(outputs), _listed(inputs)
    if not wanted:
        raise GradientError("grad() was given an empty list of inputs.", "Name the tensors to differentiate by.")
    seeds = _seeds(roots, _given(grad_outputs, len(roots)), create_graph)
    call = BackwardCall(seeds, wanted, _captures(wanted, seeds), _keeps(retain_graph, create_graph), create_graph)
    call.run()
    found = [g for _, g in call.found()]
    if materialize_grads:
        found = [np.zeros(*_facts(one)) if g is None else g for one, g in zip(wanted, found, strict=True)]
    elif not allow_unused and any(g is None for g in found):
        place = next(place for place, g in enumerate(found) if g is None)
        raise GradientError(
            f"Input {place} of grad() appears to not have been used in the graph of the outputs.",
            "Pass allow_unused=True to get None for it.",
        )
    return tuple(g if g is None or isinstance(g, Tensor) else wrap(_copied(g)) for g in found)


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
    if gradient is None and not create_graph and inputs is None:  # as mostly: there is nothing to be checked
        run_pass([(_root_edge(0, self), _seed(self, None, False))], bool(retain_graph), False)
    else:
        run_backward(self, gradient, retain_graph, create_graph, inputs)


def clear_gradient(leaf: Tensor, *, set_to_none: bool) -> None:
    """Forget the gradient of a leaf, or fill it with zeros where it has one."""
    g = leaf.grad
    if set_to_none or g is None:
        leaf.grad = None
    elif g.requires_grad:
        leaf.grad = wrap(np.zeros_like(g.array))
    else:
        g.array[...] = 0
        g.storage.wrote("zero_grad")


def _check_options(allow_unused: bool | None, materialize: bool, only_inputs: bool, batched: bool) -> None:
    if batched:
        raise MissingError(
            "grad() does not take is_grads_batched=True.", "Call it once for each gradient, or use functional.jacobian."
        )
    if materialize and allow_unused is False:
        raise ArgumentError("allow_unused has to be True, or left out, when materialize_grads=True.")
    if not only_inputs:
        warnings.warn(
            "only_inputs is ignored: grad() never changes a .grad. Use backward() to do that.",
            FutureWarning,
            stacklevel=3,
        )


def _captures(wanted: Sequence[Tensor | GradientEdge], seeds: Sequence[Seed], *, runs_wanted: bool = False) -> Captures:
    return Captures([_wanted_edge(one) for one in wanted], [edge for edge, _ in seeds], runs_wanted=runs_wanted)


def _keeps(retain_graph: bool | None, create_graph: bool) -> bool:
    return create_graph if retain_graph is None else retain_graph


def _seeds(
    roots: Sequence[Tensor | GradientEdge], gradients: Sequence[Tensor | None], create_graph: bool
) -> list[Seed]:
    return [
        (_root_edge(place, root), _seed(root, gradient, create_graph))
        for place, (root, gradient) in enumerate(zip(roots, gradients, strict=True))
    ]


def _root_edge(place: int, root: Tensor | GradientEdge) -> Edge:
    if isinstance(root, GradientEdge):
        return root
    edge = gradient_edge(root)
    if edge is None:
        raise untracked(place, root)
    return edge


def untracked(place: int, root: Tensor, remedy: str = "") -> GradientError:
    """Return the error that a root has no graph, with what could be done about it, where that is not known better."""
    message = f"Element {place} of the tensors does not require grad and does not have a grad_fn."
    return GradientError(message, remedy or _remedy(root))


def _remedy(root: Tensor) -> str:
    """Say why nothing leads on from a tensor, and what could be done about it."""
    if root.array.dtype.kind != "f":
        return f"It is of type {root.dtype}, and only floating point numbers have gradients: use .float()."
    if root.cut == "detach":
        return "It was cut off by detach() or .data: leave that out, or call backward() on what was detached."
    if root.cut:
        return f"It was computed under {root.cut}(), which records nothing: compute it outside of that block."
    if root._accumulate is not None:
        return "It is a leaf whose requires_grad is False by now: set it to True before it is used."
    return (
        "Nothing it was computed from asks for a gradient: set requires_grad=True on an input of floating point type, "
        "and check for no_grad() and detach() on the way."
    )


def _facts(end: Tensor | GradientEdge) -> tuple[tuple[int, ...], Any]:
    """Return the shape and the dtype of a gradient."""
    if isinstance(end, Tensor):
        return end.array.shape, end.array.dtype
    node, number = end
    return (node.shape, node.dtype) if node.outputs == 1 else (node.shape[number], node.dtype[number])


def _seed(root: Tensor | GradientEdge, gradient: Tensor | None, create_graph: bool) -> Any:
    shape, dtype = _facts(root)
    on_tensors = create_graph or STATE.mode.dual_level is not None
    if gradient is None:
        if not shape and not on_tensors:
            return dtype.type(1)
        if math.prod(shape) != 1:
            raise GradientError(
                f"grad can be implicitly created only for scalar outputs, but this one has shape {list(shape)}.",
                "Pass a gradient of that shape to backward(), or reduce to a scalar first, for example with .sum().",
            )
        ones = np.ones(shape, dtype)
        return wrap(ones) if on_tensors else ones
    if gradient.array.shape != shape:
        raise ShapeError(
            f"Mismatch in shape: the gradient has shape {list(gradient.shape)} and the tensor has shape {list(shape)}.",
            "They have to be equal; a gradient is not broadcast.",
        )
    return gradient if on_tensors else gradient.array


def _copied(g: Any) -> Any:
    """Return a copy of a gradient; one that repeats elements in memory is laid out in rows."""
    return np.array(g, order="C" if 0 in g.strides else "K")


def _wanted_edge(end: Tensor | GradientEdge) -> Edge:
    edge = end if isinstance(end, GradientEdge) else gradient_edge(end)
    if edge is None and isinstance(end, Tensor) and end.requires_grad:
        return accumulate_node(end), 0  # a view that was made where nothing is recorded: nothing leads to it
    if edge is None:
        raise GradientError(
            "One of the inputs does not require grad, so it has no gradient.",
            "Set requires_grad=True on it, or on what it is computed from, before it is used.",
        )
    return edge


def _listed(tensors: Any) -> list[Any]:
    if isinstance(tensors, Tensor | GradientEdge):
        return [tensors]
    if not isinstance(tensors, Iterable):
        raise KindError(f"A tensor or a sequence of tensors is needed, not {type(tensors).__name__}.")
    return list(tensors)


def _given(gradients: Tensor | Sequence[Tensor | None] | None, count: int) -> list[Tensor | None]:
    if gradients is None:
        return [None] * count
    listed = _listed(gradients)
    for one in listed:
        if not isinstance(one, Tensor | None):
            raise KindError(f"The gradients have to be tensors or None, not {type(one).__name__}.")
    if len(listed) != count:
        raise GradientError(f"{count} tensors need {count} gradients, but {len(listed)} were given.")
    return listed
