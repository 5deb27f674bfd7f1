"""Recording backward passes.

A pass is recorded on the same engine and by the same rules as `backward()` uses, with an observer that takes
notes. What `backward()` would write into tensors is withheld, and what it would free is given back in the end:
recording changes nothing, until `Recording.commit()` does what was withheld.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from core.debug.arrays import Array, read_only
from core.debug.live import DryAlgebra, LiveGraph, RecordedCall
from core.debug.making import EventMaker
from core.debug.nodes import Graph
from core.debug.notebook import DEFAULT_BUDGET, Notebook
from core.debug.notes import NoteTaker
from core.debug.recording import Recording
from core.debug.source import Expression
from core.engine.hooks import HookKind
from core.engine.modes import STATE
from core.engine.node import AccumulateGrad, Gradient
from core.ops.memory import copy_with_repetitions
from core.tensor.gradient import BackwardCall, Tensors, backward_call, clear_gradient
from core.tensor.hooks import RetainGrad
from core.tensor.tensor import Tensor, accumulate_node, gradient_edge, hooks_on


def record(
    roots: Tensors,
    gradients: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensors | None = None,
    *,
    expression: Expression | None = None,
    array_budget: int = DEFAULT_BUDGET,
) -> Recording:
    """Record what ``backward(roots, gradients, ...)`` does, without doing it.

    A pass that fails is recorded up to the error, which is the last event. `array_budget` bounds the bytes of
    gradients that are kept: beyond it, large ones are replaced by their statistics.
    """
    recorder = Recorder(expression, array_budget)
    recorder.run(roots, gradients, retain_graph, create_graph, inputs)
    return recorder.finish()


class Recorder:
    """Records one pass after another into one log, as a program that calls backward several times."""

    def __init__(self, expression: Expression | None = None, array_budget: int = DEFAULT_BUDGET) -> None:
        self._graph = Graph(expression)
        self._book = Notebook(array_budget)
        self._taker = NoteTaker(self._book.write, self._book.spend)
        self._calls: list[RecordedCall] = []
        self._grads: dict[int, Array | None] = {}  # what `.grad` would be by now
        self._failure: Exception | None = None

    def run(
        self,
        roots: Tensors,
        gradients: Tensor | Sequence[Tensor | None] | None = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Tensors | None = None,
    ) -> None:
        """Record a pass. After a pass that failed there is none: the program would have ended there."""
        if self._failure is not None:
            return
        listed = _listed(roots)
        nodes = [edge[0] for edge in map(gradient_edge, listed) if edge is not None]
        implicit = [one is None for one in _listed(gradients)] * (len(nodes) if gradients is None else 1)
        keeps = create_graph if retain_graph is None else retain_graph
        self._book.write((EventMaker.pass_begins, nodes, implicit, keeps, create_graph, STATE.mode.grad))
        try:
            self._run(backward_call(listed, gradients, retain_graph, create_graph, inputs))
        except Exception as error:  # whatever a user's hook or function may raise ends the pass
            self._failure = error
            self._book.write((EventMaker.failed, error))
        else:
            self._book.write((EventMaker.pass_ends,))

    def fail(self, error: Exception) -> None:
        """Record that a pass could not be begun."""
        if self._failure is None:
            self._failure = error
            self._book.write((EventMaker.pass_begins, [], [], False, False, STATE.mode.grad))
            self._book.write((EventMaker.failed, error))

    def clear(self, leaf: Tensor, *, to_zero: bool = False) -> None:
        """Take away the `.grad` of a leaf between two passes, or set it to zero."""
        if self._failure is None:
            before = self._grad_of(leaf)
            after = np.zeros_like(before) if to_zero and before is not None else None
            self._grads[id(leaf)] = after
            self._taker.withheld.append((partial(_clear, leaf, to_zero), None))
            self._book.write((EventMaker.cleared, accumulate_node(leaf), before, after))

    def finish(self) -> Recording:
        """Give back what the passes freed, and return the recording."""
        for node, saved, guards in reversed(self._taker.freed):
            node.saved, node.guards = saved, guards
        live = LiveGraph(self._book.notes, self._calls, self._taker.withheld, self._taker.freed, self._failure)
        return Recording(partial(_made, self._book.notes, self._graph), live, self._graph.expression)

    def _run(self, call: BackwardCall) -> None:
        if not call.create_graph:
            call = replace(call, seeds=[(edge, copy_with_repetitions(np.asarray(g))) for edge, g in call.seeds])
        self._calls.append(RecordedCall(len(self._book.notes), call))
        self._taker.withheld += [(partial(_retain, tensor), None) for tensor in call.wanted]
        with _retaining(call.wanted):
            call.run(DryAlgebra(call.create_graph, self._accumulate), self._taker)

    def _accumulate(self, node: AccumulateGrad, g: Gradient) -> None:
        self._taker.withheld.append((partial(_run_leaf, node), g))
        if g is not None:
            before, incoming = self._grad_of(node.variable), read_only(g)
            after = np.array(incoming) if before is None else np.asarray(before + incoming)
            self._grads[id(node.variable)] = after
            self._book.write((EventMaker.accumulated, node, before, incoming, after))
            for _ in node.hooks.accumulated if node.hooks is not None else ():
                self._book.write((EventMaker.hooked, node, HookKind.POST_ACCUMULATE, after, after))

    def _grad_of(self, tensor: Tensor) -> Array | None:
        if id(tensor) not in self._grads:
            grad = tensor._grad
            self._grads[id(tensor)] = None if grad is None else grad.array.copy()
        return self._grads[id(tensor)]


def _listed(given: Tensor | Sequence[Tensor | None] | None) -> list[Any]:
    return [given] if given is None or isinstance(given, Tensor) else list(given)


@contextmanager
def _retaining(wanted: Sequence[Tensor]) -> Iterator[None]:
    """While a pass for certain tensors runs, those that are not leaves retain their gradients."""
    edges = [(tensor, tensor.edge) for tensor in wanted if tensor.edge is not None and not tensor._retained]
    for tensor, (node, output) in edges:
        hooks_on(node).retain[output] = RetainGrad(tensor)
    try:
        yield
    finally:
        for _, (node, output) in edges:
            del hooks_on(node).retain[output]


def _retain(tensor: Tensor, _: None) -> None:
    tensor.retain_grad()


def _run_leaf(node: AccumulateGrad, g: Gradient) -> None:
    node.gradients(g, ())


def _clear(leaf: Tensor, to_zero: bool, _: None) -> None:
    clear_gradient(leaf, set_to_none=not to_zero)


def _made(notes: Sequence[Any], graph: Graph) -> Any:
    maker = EventMaker(graph)
    for method, *arguments in notes:
        method(maker, *arguments)
    return graph.described(), tuple(maker.events)
