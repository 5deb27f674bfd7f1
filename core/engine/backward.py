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
from typing import Any

from core.engine.node import ARRAYS, Algebra, Edge, Gradient, Node
from core.engine.observer import Observer
from core.errors import ShapeError

Seed = tuple[Edge, Gradient]
Inboxes = dict[Node, "Inbox"]


class Inbox:
    """What has arrived at a node, and how many contributions are still missing."""

    __slots__ = ("missing", "node", "owned", "total")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.missing = 1
        self.total: Gradient = None
        self.owned = False  # whether `total` is an array that nobody else holds


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
        self._inboxes: Inboxes = {}
        self._ready: list[tuple[float, int, Inbox]] = []
        self._turn = itertools.count()

    def run(self, seeds: Sequence[Seed]) -> None:
        """Send the seeds into the graph and run every node they reach."""
        self._count_contributions([edge[0] for edge, _ in seeds])
        if self._watch is not None:
            self._watch.began(self._inboxes)
        _running.passes.append(self)
        try:
            self._walk(seeds)
        finally:
            _running.passes.pop()

    def reaches(self, node: Node) -> bool:
        """Whether `node` gets a gradient in this pass."""
        return node in self._inboxes

    def _walk(self, seeds: Sequence[Seed]) -> None:
        for root, gradient in seeds:
            self._send(None, 0, root, gradient)
        while self._ready:
            inbox = heappop(self._ready)[2]
            node = inbox.node
            g, inbox.total = inbox.total, None
            edges, gradients = self._run_node(node, g)
            for slot, edge in enumerate(edges):
                if edge is not None:
                    self._send(node, slot, edge, gradients[slot])
            if self._watch is not None:
                self._watch.leave(node)

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
        if (g is None or node.outputs != 1) and not node.takes_none:
            g = self._complete(node, g)
        runs = g is not None or node.takes_none
        gradients = self._algebra.gradients(node, g, edges) if runs else (None,) * len(edges)
        if watch is not None:
            watch.computed(node, g, edges, gradients)
        if hooks is not None:
            gradients = hooks.leaving(node, gradients, g, watch)
        if node.keeps_values:
            if watch is not None:
                watch.releasing(node, self._keep_graph)
            if not self._keep_graph:
                node.release()
        return edges, gradients

    def _send(self, source: Node | None, slot: int, edge: Edge, gradient: Gradient) -> None:
        """Add a gradient to what has arrived at the edge's node; after the last one, the node is ready."""
        node = edge[0]
        inbox = self._inboxes[node]
        if gradient is None:
            pass
        elif node.outputs != 1:
            self._add_part(source, slot, edge, gradient, inbox)
        else:
            if gradient.shape != node.shape or gradient.dtype is not node.dtype:
                gradient = self._fit(source, slot, gradient, node.shape, node.dtype)
            before = inbox.total
            if before is None:
                inbox.total = gradient
            elif inbox.owned:
                inbox.total += gradient
            else:
                inbox.total = before + gradient
                inbox.owned = self._adds_in_place
            if self._watch is not None:
                self._watch.arrived(source, slot, edge, gradient, before, inbox.total)
        inbox.missing -= 1
        if inbox.missing == 0:
            heappush(self._ready, (node.order, next(self._turn), inbox))
            if self._watch is not None:
                self._watch.ready(node)

    def _add_part(self, source: Node | None, slot: int, edge: Edge, gradient: Gradient, inbox: Inbox) -> None:
        """Add a gradient to one of several results of the edge's node."""
        node, part = edge
        gradient = self._fit(source, slot, gradient, node.shape[part], node.dtype[part])
        if inbox.total is None:
            inbox.total = [None] * node.outputs
        before = inbox.total[part]
        inbox.total[part] = gradient if before is None else before + gradient
        if self._watch is not None:
            self._watch.arrived(source, slot, edge, gradient, before, inbox.total[part])

    def _fit(self, source: Node | None, slot: int, gradient: Gradient, shape: Any, dtype: Any) -> Gradient:
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

    def _complete(self, node: Node, parts: list[Gradient] | None) -> list[Gradient] | None:
        """Fill in zeros for the results of a node that no gradient reached, unless none was reached."""
        return parts and [
            self._algebra.zeros(shape, dtype) if part is None else part
            for part, shape, dtype in zip(parts, node.shape, node.dtype, strict=True)
        ]

    def _count_contributions(self, roots: Iterable[Node]) -> None:
        """Make an inbox for every node the pass can reach: it waits for one gradient per edge and seed."""
        pending: list[Node] = []
        for root in roots:
            self._expect(root, pending)
        while pending:
            node = pending.pop()
            for edge in node.edges if self._captures is None else self._captures.edges(node):
                if edge is not None:
                    self._expect(edge[0], pending)

    def _expect(self, node: Node, pending: list[Node]) -> None:
        inbox = self._inboxes.get(node)
        if inbox is None:
            self._inboxes[node] = Inbox(node)
            pending.append(node)
        else:
            inbox.missing += 1


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
