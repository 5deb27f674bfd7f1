"""What is selected."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.expr.graph import Document
from core.expr.ids import NodeId, RegionId, WireId


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected nodes, wires and frames; `current` is the node that was chosen last, where the keyboard goes on."""

    nodes: frozenset[NodeId] = field(default_factory=frozenset)
    wires: frozenset[WireId] = field(default_factory=frozenset)
    regions: frozenset[RegionId] = field(default_factory=frozenset)
    current: NodeId | None = None

    @classmethod
    def of_node(cls, node: NodeId) -> Selection:
        """A single node."""
        return cls(frozenset({node}), current=node)

    @classmethod
    def of_wire(cls, wire: WireId) -> Selection:
        """A single wire."""
        return cls(wires=frozenset({wire}))

    @classmethod
    def of_region(cls, region: RegionId) -> Selection:
        """A single frame, without what is in it."""
        return cls(regions=frozenset({region}))

    def __bool__(self) -> bool:
        return bool(self.nodes or self.wires or self.regions)

    def __contains__(self, other: Selection) -> bool:
        return other.nodes <= self.nodes and other.wires <= self.wires and other.regions <= self.regions

    def with_more(self, other: Selection) -> Selection:
        """Both together."""
        return Selection(
            self.nodes | other.nodes, self.wires | other.wires, self.regions | other.regions,
            other.current or self.current,
        )  # fmt: skip

    def without(self, other: Selection) -> Selection:
        """What is left when `other` is not selected any more."""
        nodes = self.nodes - other.nodes
        current = self.current if self.current in nodes else None
        return Selection(nodes, self.wires - other.wires, self.regions - other.regions, current)

    def toggled(self, other: Selection) -> Selection:
        """With `other` if it was not wholly selected, without it if it was."""
        return self.without(other) if other in self else self.with_more(other)

    def within(self, document: Document) -> Selection:
        """What of it is still there."""
        kept = Selection(
            self.nodes & document.nodes.keys(),
            self.wires & document.wires.keys(),
            self.regions & document.regions.keys(),
        )
        return replace(kept, current=self.current if self.current in kept.nodes else None)
