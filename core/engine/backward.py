"""The engine: one walk of the backward graph, from the roots to the leaves.

A node runs when every gradient that will reach it has arrived; they are added up on the way in. Of the
nodes that are ready, the one made last runs first, and a leaf's node before all others: the order is
PyTorch's, and the same graph always gives the same order. Nothing here recurses.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from core.engine.node import ARRAYS, AccumulateGrad, Algebra, Edge, Gradient, Node
from core.engine.observer import Observer
from core.errors import ShapeError

if TYPE_CHECKING:
    from core.engine.hooks import Hooks

Seed = tuple[Edge, Gradient]

_LARGE = 10_000
"""Elements from which it pays to look for an array that a sum can be written into."""


class Captures:
    """The gradients a pass is for (`autograd.grad`), and the nodes that have to run to get them.

    `runs_wanted` makes the nodes of the wanted gradients run as well (`backward(inputs=...)`).
    """

    def __init__(self, wanted: Iterable[Edge], roots: Iterable[Edge], *, runs_wanted: bool = False) -> None:
        self.wanted = tuple(wanted)
        self.found: dict[Edge, Gradient] = {}
        self._targets = {node for node, _ in self.wanted}
        self._needed = _nodes_leading_to(self._targets, [node for node, _ in roots])
        if runs_wanted:
            self._needed |= self._targets

    def take(self, node: Node, g: Gradient) -> None:
        """Note the gradients of `node` that were asked for."""
        if node in self._targets:
            for edge in self.wanted:
                if edge[0] is node:
                    self.found[edge] = g if node.outputs == 1 or g is None else g[edge[1]]

    def ends_at(self, node: Node) -> bool:
        """Whether the gradient of `node` is wanted, and nothing beyond it."""
        return node not in self._needed

    def edges(self, node: Node) -> Sequence[Edge | None]:
        """Return the edges of `node`, without those that lead away from what is wanted."""
        if node not in self._needed:
            return (None,) * len(node.edges)
        return [edge if edge and (edge[0] in self._needed or edge[0] in self._targets) else None for edge in node.edges]


class BackwardPass:
    """One pass over a graph, to be run once. `keep_graph` leaves the saved values in place for another one."""

    def __init__(
        self,
        *,
        keep_graph: bool = False,
        algebra: Algebra = ARRAYS,
        captures: Captures | None = None,
        watch: Observer | None = None,
    ) -> None:
        self._keep_graph = keep_graph
        self._algebra = algebra
        self._captures = captures
        self._watch = watch
        self._adds_in_place = algebra.adds_in_place and watch is None
        self._missing: dict[Node, int] = {}  # how many gradients a node still waits for
        self._arrived: dict[Node, Gradient] = {}  # the sum of those that it has
        self._owned: set[Node] = set()  # the nodes whose sum is an array that nobody else holds
        self._ready: list[tuple[float, int, Node]] = []
        self._turn = itertools.count()

    def run(self, seeds: Sequence[Seed]) -> None:
        """Send the seeds into the graph and run every node they reach."""
        self._count_contributions([edge[0] for edge, _ in seeds])
        if self._watch is not None:
            self._watch.began(self._missing)
        _running.passes.append(self)
        try:
            self._walk(seeds)
        finally:
            _running.passes.pop()

    def reaches(self, node: Node) -> bool:
        """Whether `node` gets a gradient in this pass."""
        return node in self._missing

    def _walk(self, seeds: Sequence[Seed]) -> None:
        """Deliver gradients, and run the nodes that become ready by it. The seeds come from no node.

        What happens to most nodes of most passes is written out here, without the questions of `_run_node` and
        `_add`: they are asked only where something is unusual.
        """
        missing, arrived, ready, turn, watch = self._missing, self._arrived, self._ready, self._turn, self._watch
        owned = self._owned
        plain = self._algebra is ARRAYS and self._captures is None and watch is None
        node: Node | None = None
        edges: Sequence[Edge | None] = [edge for edge, _ in seeds]
        gradients: Sequence[Gradient] = [gradient for _, gradient in seeds]
        while True:
            for slot, edge in enumerate(edges):
                if edge is None:
                    continue
                target, g = edge[0], gradients[slot]
                if g is not None:
                    fits = target.outputs == 1 and g.shape == target.shape and g.dtype is target.dtype
                    if fits and watch is None:
                        before = arrived.get(target)
                        arrived[target] = g if before is None else self._sum(node, slot, target, before, g)
                    else:
                        self._add(node, slot, edge, g)
                left = missing[target] = missing[target] - 1
                if not left:
                    heappush(ready, (target.order, next(turn), target))
                    if watch is not None:
                        watch.ready(target)
            if watch is not None and node is not None:
                watch.leave(node)
            if not ready:
                return
            node = heappop(ready)[2]
            g = arrived.pop(node, None)
            if plain and g is not None and node.hooks is None and node.outputs == 1:
                edges = node.edges
                if owned and node.__class__ is AccumulateGrad and node in owned:
                    gradients = node.accumulate(g, owned=True)
                else:
                    gradients = node.gradients(g, edges)
                if node.keeps_values and not self._keep_graph:
                    node.release()
            else:
                edges, gradients = self._run_node(node, g)

    def _run_node(self, node: Node, g: Gradient) -> tuple[Sequence[Edge | None], Sequence[Gradient]]:
        """Run one node and return where its gradients go, and the gradients."""
        hooks, watch, captures = node.hooks, self._watch, self._captures
        edges: Sequence[Edge | None] = node.edges
        if watch is not None:
            watch.enter(node, g)
        if captures is not None:
            if captures.ends_at(node):
                captures.take(node, g if hooks is None else hooks.arriving(node, g, watch))
                return (), ()
            captures.take(node, g)  # before the hooks, as in PyTorch: they are for what goes on from here
            edges = captures.edges(node)
        if hooks is not None:
            g = hooks.entering(node, hooks.arriving(node, g, watch), watch)
        gradients = self._compute(node, g, edges)
        if watch is not None:
            watch.computed(node, g, edges, gradients)
        if hooks is not None:
            gradients = self._after(hooks, node, g, edges, gradients)
        if node.keeps_values:
            if watch is not None:
                watch.releasing(node, self._keep_graph)
            if not self._keep_graph:
                node.release()
        return edges, gradients

    def _compute(self, node: Node, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        if g is not None or node.takes_none:
            filled = g if node.takes_none or node.outputs == 1 else self._complete(node, g)
            return self._algebra.gradients(node, filled, edges)
        if node.op is not None and node.keeps_values:
            node.values()  # that no gradient has arrived does not make up for values that are gone
        return (None,) * len(edges)

    def _after(
        self, hooks: Hooks, node: Node, g: Gradient, edges: Sequence[Edge | None], gradients: Sequence[Gradient]
    ) -> Sequence[Gradient]:
        """Run the post-hooks of a node, on gradients of the shapes in which they are sent on."""
        if not hooks.post:
            return gradients
        fitted = [
            self._fit(node, slot, edge, gradient) if edge is not None and gradient is not None else gradient
            for slot, (edge, gradient) in enumerate(zip(edges, gradients, strict=True))
        ]
        return hooks.leaving(node, fitted, g, self._watch)

    def _add(self, source: Node | None, slot: int, edge: Edge, gradient: Gradient) -> None:
        """Add a gradient to what has arrived at the edge's node."""
        node, part = edge
        gradient = self._fit(source, slot, edge, gradient)
        if node.outputs == 1:
            before = self._arrived.get(node)
            total = gradient if before is None else self._sum(source, slot, node, before, gradient)
            self._arrived[node] = total
        else:
            parts = self._arrived.setdefault(node, [None] * node.outputs)
            before = parts[part]
            total = parts[part] = gradient if before is None else before + gradient
        if self._watch is not None:
            self._watch.arrived(source, slot, edge, gradient, before, total)

    def _sum(self, source: Node | None, slot: int, node: Node, before: Gradient, gradient: Gradient) -> Gradient:
        """Return what has arrived at `node` with one more, in memory that nobody else holds if there is some."""
        if node in self._owned:
            before += gradient
            return before
        if not self._adds_in_place:
            return before + gradient
        self._owned.add(node)
        if source is not None and source.hooks is None and source.makes_new and source.makes_new[slot]:
            return np.add(before, gradient, out=gradient if gradient.size > _LARGE else None)
        return before + gradient

    def _fit(self, source: Node | None, slot: int, edge: Edge, gradient: Gradient) -> Gradient:
        """Bring a gradient into the shape and type of what it is the gradient of."""
        node, part = edge
        shape, dtype = (node.shape, node.dtype) if node.outputs == 1 else (node.shape[part], node.dtype[part])
        try:
            fitted = self._algebra.fit(gradient, shape, dtype)
        except ShapeError as error:
            where = f"{source.name()} returned for input {slot}" if source else "the pass was started with"
            raise ShapeError(
                f"The gradient {where} has shape {list(gradient.shape)}, but its tensor has shape {list(shape)}."
            ) from error
        if self._watch is not None and fitted is not gradient:
            self._watch.fitted(source, slot, gradient, fitted)
        return fitted

    def _complete(self, node: Node, parts: list[Gradient]) -> list[Gradient]:
        """Fill in zeros for the results of a node that no gradient reached."""
        return [
            self._algebra.zeros(shape, dtype) if part is None else part
            for part, shape, dtype in zip(parts, node.shape, node.dtype, strict=True)
        ]

    def _count_contributions(self, roots: Iterable[Node]) -> None:
        """Note how many gradients every node that the pass can reach will get: one per edge and seed."""
        missing, captures = self._missing, self._captures
        pending: list[Node] = []
        targets: Iterable[Edge | None] = [(root, 0) for root in roots]
        while True:
            for edge in targets:
                if edge is not None:
                    node = edge[0]
                    if node in missing:
                        missing[node] += 1
                    else:
                        missing[node] = 1
                        pending.append(node)
            if not pending:
                break
            node = pending.pop()
            targets = node.edges if captures is None else captures.edges(node)


class _Running(threading.local):
    """The passes of one thread that are under way: a hook may start another one."""

    def __init__(self) -> None:
        self.passes: list[BackwardPass] = []


_running = _Running()


def running_pass() -> BackwardPass:
    """Return the pass that is calling a hook in this thread."""
    return _running.passes[-1]


def _nodes_leading_to(targets: set[Node], roots: Sequence[Node]) -> set[Node]:
    """Return the nodes that lie above a target."""
    users: dict[Node, list[Node]] = {root: [] for root in roots}
    pending = list(users)
    while pending:
        node = pending.pop()
        for edge in node.edges:
            if edge is not None:
                if edge[0] not in users:
                    users[edge[0]] = []
                    pending.append(edge[0])
                users[edge[0]].append(node)
    above: set[Node] = set()
    pending = [target for target in targets if target in users]
    while pending:
        for user in users[pending.pop()]:
            if user not in above:
                above.add(user)
                pending.append(user)
    return above
