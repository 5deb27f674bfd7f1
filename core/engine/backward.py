"""The engine: one walk of the backward graph, from the roots to the leaves.

A node runs when every gradient that will reach it has arrived; they are added up on the way in. Of the
nodes that are ready, the one made last runs first, and a leaf's node before all others: the order is
PyTorch's, and the same graph always gives the same order. Nothing here recurses.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush, heappushpop
from typing import TYPE_CHECKING

import numpy as np

from core.engine.captures import Captures
from core.engine.node import ARRAYS, AccumulateGrad, Algebra, Edge, Gradient, Node
from core.engine.observer import Observer
from core.errors import ShapeError

if TYPE_CHECKING:
    from core.engine.hooks import Hooks

Seed = tuple[Edge, Gradient]
Gradients = Sequence[Gradient]
Edges = Sequence[Edge | None]

_NONE: frozenset[int] = frozenset()
_LARGE = 10_000
"""Elements from which it pays to look for an array that a result can be written into."""


class BackwardPass:
    """One pass over a graph, to be run once. `keep_graph` leaves the saved values in place for another one."""

    __slots__ = (
        "__weakref__",
        "_adds_in_place",
        "_algebra",
        "_arrived",
        "_captures",
        "_keep_graph",
        "_leaves",
        "_missing",
        "_owned",
        "_ready",
        "_watch",
    )

    def __init__(
        self,
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
        self._ready: list[tuple[float, Node]] = []  # a heap: no two nodes have the same order, but those of leaves
        self._leaves: list[Node] = []  # the nodes of leaves that are ready: they run first

    def run(self, seeds: Sequence[Seed]) -> None:
        """Send the seeds into the graph and run every node they reach."""
        edges: list[Edge | None] = []
        gradients: list[Gradient] = []
        for edge, gradient in seeds:
            edges.append(edge)
            gradients.append(gradient)
        self._count_contributions(edges)
        _running.passes.append(self)
        try:
            if self._watch is not None:
                self._watch.began(self._missing)
            if self._watch is None and self._captures is None and self._algebra is ARRAYS:
                self._walk_plainly(edges, gradients)
            else:
                self._walk(edges, gradients)
        finally:
            _running.passes.pop()

    def reaches(self, node: Node) -> bool:
        """Whether `node` gets a gradient in this pass."""
        return node in self._missing

    def _walk(self, edges: Edges, gradients: Gradients) -> None:
        """Deliver gradients, and run the nodes that become ready by it. The first ones come from no node."""
        watch, leaves, ready = self._watch, self._leaves, self._ready
        node: Node | None = None
        while True:
            for slot, edge in enumerate(edges):
                if edge is not None:
                    self._deliver(node, slot, edge, gradients[slot])
            if watch is not None and node is not None:
                watch.leave(node)
            if not leaves and not ready:
                return
            node = leaves.pop(0) if leaves else heappop(ready)[1]
            edges, gradients = self._run_node(node, self._arrived.pop(node, None))

    def _walk_plainly(self, edges: Edges, gradients: Gradients) -> None:
        """The same, where gradients are arrays that all go to the leaves, and nobody watches.

        What happens to most nodes of most passes is written out here, without the questions of `_deliver` and
        `_run_node`: they are asked only where something is unusual. Most nodes make one other ready, which runs
        next without having been in the heap.
        """
        missing, arrived, owned, leaves, ready = self._missing, self._arrived, self._owned, self._leaves, self._ready
        node, makes_new, frees = None, _NONE, not self._keep_graph
        while True:
            following = None
            for slot, edge in enumerate(edges):
                if edge is None:
                    continue
                target, g = edge[0], gradients[slot]
                if g is None or g.shape != target.shape or g.dtype is not target.dtype:
                    self._deliver(node, slot, edge, g)
                    continue
                is_leaf = target.__class__ is AccumulateGrad
                is_new = (is_leaf or g.size > _LARGE) and slot in makes_new
                if target not in arrived:
                    if is_new:
                        owned.add(target)
                elif target in owned or g.size > _LARGE:
                    g = self._sum(target, arrived[target], g, is_new=is_new)
                else:
                    owned.add(target)
                    g = arrived[target] + g
                arrived[target] = g
                left = missing[target] - 1
                if left:
                    missing[target] = left
                elif is_leaf:
                    leaves.append(target)
                elif following is None:
                    following = target
                else:
                    heappush(ready, (target.order, target))
            if leaves:
                self._run_leaves()
            if following is not None:
                node = heappushpop(ready, (following.order, following))[1] if ready else following
            elif ready:
                node = heappop(ready)[1]
            else:
                return
            g, edges, makes_new = arrived.pop(node, None), node.edges, node.makes_new
            if g is None or node.hooks is not None or g.__class__ is list:
                makes_new = _NONE
                edges, gradients = self._run_node(node, g)
            elif not frees:
                gradients = node.gradients(g, edges)
            elif owned and node in owned and g.size > _LARGE:
                gradients = node.spend_into(g, edges)
            else:
                gradients = node.spend(g, edges)

    def _run_leaves(self) -> None:
        """Run the nodes of leaves, in the order in which they became ready."""
        for leaf in self._leaves:
            g = self._arrived.pop(leaf, None)
            if leaf.hooks is None:
                leaf.accumulate(g, owned=leaf in self._owned)  # type: ignore[attr-defined]  # only leaves are here
            else:
                self._run_node(leaf, g)
        self._leaves.clear()

    def _run_node(self, node: Node, g: Gradient) -> tuple[Edges, Gradients]:
        """Run one node and return where its gradients go, and the gradients."""
        hooks, watch, captures = node.hooks, self._watch, self._captures
        edges: Edges = node.edges
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

    def _compute(self, node: Node, g: Gradient, edges: Edges) -> Gradients:
        if g is not None or node.takes_none:
            filled = g if node.takes_none or node.outputs == 1 else self._complete(node, g)
            return self._algebra.gradients(node, filled, edges)
        if node.op is not None and node.keeps_values:
            node.values()  # that no gradient has arrived does not make up for values that are gone
        return (None,) * len(edges)

    def _after(self, hooks: Hooks, node: Node, g: Gradient, edges: Edges, gradients: Gradients) -> Gradients:
        """Run the post-hooks of a node, on gradients of the shapes in which they are sent on."""
        if not hooks.post:
            return gradients
        fitted = [
            self._fit(node, slot, edge, gradient) if edge is not None and gradient is not None else gradient
            for slot, (edge, gradient) in enumerate(zip(edges, gradients, strict=True))
        ]
        return hooks.leaving(node, fitted, g, self._watch)

    def _deliver(self, source: Node | None, slot: int, edge: Edge, gradient: Gradient) -> None:
        """Add a gradient to what has arrived at the edge's node, which is ready when it was the last one."""
        node, part = edge
        if gradient is not None:
            self._add(source, slot, node, part, self._fit(source, slot, edge, gradient))
        left = self._missing[node] = self._missing[node] - 1
        if not left:
            if node.__class__ is AccumulateGrad:
                self._leaves.append(node)
            else:
                heappush(self._ready, (node.order, node))
            if self._watch is not None:
                self._watch.ready(node)

    def _add(self, source: Node | None, slot: int, node: Node, part: int, gradient: Gradient) -> None:
        if node.outputs == 1:
            before = self._arrived.get(node)
            total = gradient if before is None else self._sum(node, before, gradient)
            self._arrived[node] = total
        else:
            parts = self._arrived.setdefault(node, [None] * node.outputs)
            before = parts[part]
            total = parts[part] = gradient if before is None else before + gradient
        if self._watch is not None:
            self._watch.arrived(source, slot, (node, part), gradient, before, total)

    def _sum(self, node: Node, before: Gradient, gradient: Gradient, *, is_new: bool = False) -> Gradient:
        """Return what has arrived at `node` with one more: in memory that nobody else holds, where there is some."""
        if not self._adds_in_place:
            return before + gradient
        if before.strides != gradient.strides:  # numpy chooses how the sum lies in memory, as it does in every pass
            self._owned.add(node)
            return before + gradient
        if node in self._owned:
            before += gradient
            return before
        self._owned.add(node)
        return np.add(before, gradient, out=gradient) if is_new else before + gradient

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

    def _count_contributions(self, targets: Iterable[Edge | None]) -> None:
        """Note how many gradients every node that the pass can reach will get: one per edge and seed."""
        missing, captures = self._missing, self._captures
        pending: list[Node] = []
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
