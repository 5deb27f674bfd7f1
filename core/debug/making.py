"""From notes to events: what the engine's calls mean."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from core.debug.arrays import Part, Value, read_only, same
from core.debug.events import (
    Accumulate,
    Blocked,
    Clear,
    Enter,
    Error,
    Event,
    Free,
    Hook,
    Leave,
    NonFinite,
    PassBegin,
    PassEnd,
    Ready,
    Receive,
    Retain,
    Seed,
    Sum,
    Unbroadcast,
    Vjp,
    ZeroFill,
)
from core.debug.factor import apply_rule, local_factor
from core.debug.nodes import Graph, input_places
from core.debug.nonfinite import birth
from core.debug.source import Cut, Origin, Reason
from core.engine.hooks import HookKind
from core.engine.node import Edge, Gradient, Guards, Node, one_by_one
from core.ops.rule import root

MOST_CELLS = 8
"""More cells than this are counted, not listed."""

Kind = TypeVar("Kind", bound=Event)


class EventMaker:
    """Makes the events of a recording, call by call. `events` grows; the rest is what has to be remembered."""

    def __init__(self, graph: Graph) -> None:
        self.events: list[Event] = []
        self._graph = graph
        self._expected: Mapping[Node, int] = {}
        self._arrived: Counter[Node] = Counter()
        self._queue: list[tuple[float, int]] = []
        self._running: Node | None = None
        self._seeded: list[tuple[Node, bool]] = []  # the roots whose seed is still to come
        self._beginning: tuple[Any, ...] = ()
        self._views: dict[int, Any] = {}
        self._told: set[Origin] = set()  # whose cuts have been noted in this pass

    # The pass ---------------------------------------------------------------------------------------

    def pass_begins(
        self,
        roots: Sequence[Node],
        implicit: Sequence[bool],
        retain_graph: bool,
        create_graph: bool,
        grad_enabled: bool,
    ) -> None:
        """Begin a pass; `implicit` says for which roots the external gradient was left out."""
        self._graph.add(roots)
        self._arrived, self._queue, self._running, self._told = Counter(), [], None, set()
        self._seeded = list(zip(roots, implicit, strict=False))  # a root without a node ends the pass
        self._beginning = tuple(map(self._graph.number, roots)), retain_graph, create_graph, grad_enabled

    def began(self, expected: Mapping[Node, int]) -> None:
        """Note how many contributions each node waits for."""
        self._expected = expected
        counts = {self._graph.number(node): count for node, count in expected.items()}
        self._event(PassBegin, None, None, *self._beginning, counts)
        self._beginning = ()

    def pass_ends(self) -> None:
        """End a pass that went well."""
        self._event(PassEnd, None, None)

    def failed(self, error: BaseException) -> None:
        """End a pass that did not."""
        if self._beginning:
            self.began({})
        message = getattr(error, "message", "") or str(error)
        where = (None, None) if self._running is None else self._graph.known(self._running)
        self._event(Error, *where, type(error).__name__, message, getattr(error, "hint", ""))

    # A node -----------------------------------------------------------------------------------------

    def ready(self, node: Node) -> None:
        """Put a node into the queue."""
        turn = (node.order, len(self.events))
        insort(self._queue, turn)
        self._add(Ready, node, self._queue.index(turn) + 1)

    def enter(self, node: Node, g: Gradient) -> None:
        """Take the first node out of the queue."""
        del self._queue[0]
        self._running = node
        self._add(Enter, node, self._parts(node, g))

    def leave(self, node: Node) -> None:
        """Finish a node."""
        self._running = None
        self._add(Leave, node)

    def hooked(self, node: Node, kind: HookKind, before: Gradient, after: Gradient) -> None:
        """Note what a hook made of a gradient."""
        if kind is HookKind.RETAIN:
            if before is not None:
                self._add(Retain, node, self._view(before))
            return
        first, second = self._several(before), self._several(after)
        changed = len(first) != len(second) or not all(map(same, first, second))
        self._add(Hook, node, kind, first, second, changed)
        for part in second if changed else ():
            if part is not None:
                self._look_for_birth(node, None, part, first)

    def computed(
        self,
        node: Node,
        g: Gradient,
        edges: Sequence[Edge | None],
        gradients: Sequence[Gradient],
        saved: Any,
        guards: Guards,
    ) -> None:
        """Note what the rules of a node gave for each input, or why they gave nothing."""
        incoming = self._parts(node, g)
        operands = _still_valid(node, saved, guards)
        is_direct = self._is_direct(node)
        slots = {place: slot for slot, place in enumerate(input_places(node))}
        for place in range(max([len(node.op.inputs) if node.op else 0, *(place + 1 for place in slots)])):
            slot = slots.get(place)
            edge = None if slot is None else node.edges[slot]
            if slot is None or edge is None:
                self._block(node, place, self._cut(node, place, operands) if is_direct else None)
            elif edges[slot] is None or gradients[slot] is None:
                self._arrived[edge[0]] += edges[slot] is not None  # it counts, although it brings nothing
                self._block(node, place, Cut(Reason.UNUSED))
            else:
                self._multiply(node, place, operands, incoming, self._view(gradients[slot]))
        if not is_direct:
            self._block_inputs(node)

    def releasing(self, node: Node, saved: Any, kept: bool) -> None:
        """Note what a node forgets."""
        values = {name: one for name, one in _named(node, saved) if one is not None and root(name) == name}
        held = sum(one.nbytes for one in values.values() if isinstance(one, np.ndarray))
        self._add(Free, node, tuple(values), held, kept)

    # An edge ----------------------------------------------------------------------------------------

    def fitted(self, source: Node | None, slot: int, before: Gradient, after: Gradient) -> None:
        """Note a sum over broadcast axes, or a conversion."""
        node = source or self._seeded[0][0]
        place = input_places(source)[slot] if source else None
        first, second = self._view(before), self._view(after)
        self._add(Unbroadcast, node, place, _summed_axes(first.shape, second.shape), first, second)
        self._look_for_birth(node, place, second, (first,))

    def arrived(
        self, source: Node | None, slot: int, edge: Edge, gradient: Gradient, before: Gradient, after: Gradient
    ) -> None:
        """Note a contribution to a node."""
        node, output = edge
        self._arrived[node] += 1
        along = None if source is None else self._graph.edge(source, slot)
        counts = self._arrived[node], self._expected[node]
        incoming = self._view(gradient)
        if source is None:
            self._add(Seed, node, output, incoming, self._seeded.pop(0)[1])
            self._look_for_birth(node, None, incoming, ())
            if before is None:
                return
        if before is None:
            self._add(Receive, node, along, output, incoming, *counts)
        else:
            first, total = self._view(before), self._view(after)
            self._add(Sum, node, along, output, first, incoming, total, *counts)
            self._look_for_birth(node, None, total, (first, incoming))

    def accumulated(self, node: Node, before: Gradient, incoming: Gradient, after: Gradient) -> None:
        """Note what a leaf's `.grad` became."""
        self._add(Accumulate, node, self._part(before), self._view(incoming), self._view(after))

    def cleared(self, node: Node, before: Gradient, after: Gradient) -> None:
        """Note that a leaf's `.grad` was taken away between two passes."""
        self._graph.add([node])
        self._add(Clear, node, self._part(before), self._part(after))

    # ------------------------------------------------------------------------------------------------

    def _add(self, kind: type[Kind], node: Node, *fields: Any) -> Kind:
        return self._event(kind, *self._graph.known(node), *fields)

    def _event(self, kind: type[Kind], *fields: Any) -> Kind:
        event = kind(len(self.events), *fields)
        self.events.append(event)
        return event

    def _view(self, gradient: Gradient) -> Any:
        """Return a gradient as a read-only array: the same for all notes that hold the same one."""
        found = self._views.get(id(gradient))
        if found is None:
            found = self._views[id(gradient)] = read_only(gradient)
        return found

    def _part(self, g: Gradient) -> Part:
        return None if g is None else self._view(g)

    def _parts(self, node: Node, g: Gradient) -> tuple[Part, ...]:
        if node.outputs == 1:
            return (self._part(g),)
        return (None,) * node.outputs if g is None else tuple(map(self._part, g))

    def _several(self, g: Gradient) -> tuple[Part, ...]:
        return tuple(map(self._part, g)) if isinstance(g, (list, tuple)) else (self._part(g),)

    def _multiply(
        self, node: Node, place: int, operands: Mapping[str, Any], incoming: tuple[Part, ...], result: Value
    ) -> None:
        op = node.op
        variadic = op is not None and op.inputs[0].variadic
        rule = op.rules[0 if variadic else place] if op else None
        read = [(name, operands[name]) for name in rule.names if name in operands] if rule else []
        if variadic:
            read.append(("k", place))  # the rule of a list is one for its k-th input
        vjp = self._add(Vjp, node, place, rule, tuple(read), incoming, result)
        self._look_for_birth(node, place, result, incoming, vjp)
        if op is not None and op.zero_fills:
            self._fill(vjp)

    def _fill(self, vjp: Vjp) -> None:
        """Note which cells a gradient was put into."""
        incoming = vjp.incoming[0]
        filled = apply_rule(vjp, np.ones_like(incoming)) if isinstance(incoming, np.ndarray) else None
        if filled is not None and not np.all(filled):
            written = np.argwhere(filled)
            few = len(written) <= MOST_CELLS
            cells = tuple(tuple(map(int, cell)) for cell in written) if few else ()
            self._event(ZeroFill, vjp.node, vjp.origin, vjp.slot, cells, len(written), filled.size - len(written))

    def _block(self, node: Node, place: int, cut: Cut | None) -> None:
        if cut is not None:
            self._add(Blocked, node, place, cut.reason, cut.region, cut.blamed)

    def _is_direct(self, node: Node) -> bool:
        """Whether the inputs of a node are those of the expression's node that it came from."""
        expression = self._graph.expression
        return expression is None or node.origin is None or expression.op(node.origin) is node.op

    def _cut(self, node: Node, place: int, operands: Mapping[str, Any]) -> Cut | None:
        """Return why an input takes no gradient: from the expression, or from what the node has saved of it."""
        if self._graph.expression is not None and node.origin is not None:
            return self._graph.expression.cut(node.origin, place)
        name = node.op.inputs[place].name if node.op and place < len(node.op.inputs) else ""
        operand = operands.get(name)
        if not isinstance(operand, np.ndarray):
            return None  # a number, or nothing is known of it
        return Cut(Reason.NOT_REQUIRED if operand.dtype.kind == "f" else Reason.DTYPE)

    def _block_inputs(self, node: Node) -> None:
        """Note the cuts at a node of the expression that left several nodes, with the first of them that runs."""
        expression = self._graph.expression
        if expression is not None and node.origin not in self._told:
            self._told.add(node.origin)
            for place in range(len(expression.operands(node.origin))):
                self._block(node, place, expression.cut(node.origin, place))

    def _look_for_birth(
        self, node: Node, place: int | None, value: Value, made_of: Iterable[Part], vjp: Vjp | None = None
    ) -> None:
        found = birth(value, made_of)
        if found is not None:
            operands = _operands_at(found.element, vjp) if vjp is not None else ()
            self._add(NonFinite, node, place, *found, operands)


def _named(node: Node, saved: Any) -> Iterable[tuple[str, Any]]:
    """Return what a node saved by name; nothing when it was saved in an unusual form."""
    if not isinstance(saved, tuple):
        return ()
    return zip(node.op.saved if node.op else (f"value {place}" for place in range(len(saved))), saved, strict=False)


def _still_valid(node: Node, saved: Any, guards: Guards) -> dict[str, Any]:
    """Return the saved values that nobody has written to since the pass."""
    stale = {place for memory, version, place in one_by_one(guards) if memory.version != version}
    return {name: one for place, (name, one) in enumerate(_named(node, saved)) if place not in stale}


def _summed_axes(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    added = len(before) - len(after)
    stretched = (added + axis for axis, size in enumerate(after) if size != before[added + axis])
    return (*range(added), *stretched)


def _operands_at(element: tuple[int, ...], vjp: Vjp) -> tuple[tuple[str, float], ...]:
    factor = local_factor(vjp)
    incoming = vjp.incoming[0]
    if factor is None or not isinstance(incoming, np.ndarray) or incoming.shape != factor.shape:
        return ()
    return ("g", float(incoming[element])), ("factor", float(factor[element]))
