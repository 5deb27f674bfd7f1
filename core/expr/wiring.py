"""Wires by the nodes they connect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.expr.graph import Slot, Source, Wire
    from core.expr.ids import NodeId


class Wiring:
    """Finds the wires at a node without going through all of them."""

    def __init__(self, wires: Iterable[Wire]) -> None:
        into: dict[NodeId, list[Wire]] = defaultdict(list)
        out_of: dict[NodeId, list[Wire]] = defaultdict(list)
        for wire in wires:
            into[wire.target].append(wire)
            out_of[wire.source.node].append(wire)
        self._into = {node: tuple(ending) for node, ending in into.items()}
        self._out_of = {node: tuple(starting) for node, starting in out_of.items()}

    def changed(self, gone: Collection[Wire], come: Iterable[Wire]) -> Wiring:
        """Return what is found when some wires are replaced; only their ends are looked at."""
        changed = Wiring(())
        changed._into, changed._out_of = dict(self._into), dict(self._out_of)
        for wire in gone:
            changed._into[wire.target] = _without(changed._into[wire.target], wire)
            changed._out_of[wire.source.node] = _without(changed._out_of[wire.source.node], wire)
        for wire in come:
            changed._into[wire.target] = (*changed.into(wire.target), wire)
            changed._out_of[wire.source.node] = (*changed.out_of(wire.source.node), wire)
        return changed

    def into(self, node: NodeId) -> tuple[Wire, ...]:
        """Return the wires that end at `node`."""
        return self._into.get(node, ())

    def out_of(self, node: NodeId) -> tuple[Wire, ...]:
        """Return the wires that start at `node`."""
        return self._out_of.get(node, ())

    def at(self, node: NodeId, slot: Slot) -> Wire | None:
        """Return the wire that ends in this input."""
        return next((wire for wire in self.into(node) if wire.slot == slot), None)

    def sources(self, node: NodeId) -> Iterable[NodeId]:
        """Return the nodes that `node` takes its inputs from, one for each wire."""
        return (wire.source.node for wire in self.into(node))

    def uses(self, source: Source) -> int:
        """Return how many inputs take this result."""
        return sum(wire.source == source for wire in self.out_of(source.node))


def _without(wires: tuple[Wire, ...], wire: Wire) -> tuple[Wire, ...]:
    return tuple(one for one in wires if one.id != wire.id)
