"""What of a picture follows from the document and its values alone: cards, places, courses of wires, frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from app.model.metrics import metrics
from app.render.build.headlines import headline
from app.render.build.links import Link, Linker, causes
from app.render.build.nodes import CardMaker
from app.render.build.places import Course, card_area, card_areas, input_places, wire_courses
from app.render.build.regions import placed_regions, region_frames
from app.render.build.scene import Manner, Scene
from app.render.frame import PlacedNode, PlacedRegion
from app.render.geometry import Floats
from app.render.looks import HeatMap, NodeLook, Side
from app.render.marks import Cubic, Rect
from app.render.overlays import Headline
from app.render.previews import MOST_NUMBERS, Array, largest
from core.expr.evaluate import Evaluation
from core.expr.graph import Document, Node, Wire
from core.expr.ids import NodeId, RegionId, WireId

_AT_HOME: Mapping[str, Any] = {"x": 0.0, "y": 0.0}


@dataclass(frozen=True, eq=False)
class Ground:
    """Cards with empty gradient lines, and where everything stands.

    It is made anew for each version of a document, but takes from the one before it what is still the same.
    `places` says at which input of its target each wire ends. Heat maps of values run from -limit to limit, which is
    the largest of the `ranges` of the nodes.
    """

    evaluation: Evaluation
    manner: Manner
    flow: Side
    limit: float | None
    ranges: Mapping[NodeId, float]
    links: Mapping[WireId, Link]
    nodes: Mapping[NodeId, PlacedNode]
    places: Mapping[WireId, int]
    courses: Mapping[WireId, tuple[Cubic, ...]]

    @property
    def document(self) -> Document:
        """The document."""
        return self.evaluation.document

    @cached_property
    def cards(self) -> Floats:
        """The rectangles (N, 4) of the cards."""
        return card_areas(self.nodes.values())

    @cached_property
    def frames(self) -> dict[RegionId, Rect]:
        """The rectangles of the regions."""
        inside = {key: node for key, node in self.nodes.items() if self.document.nodes[key].region is not None}
        return region_frames(self.document, {key: card_area(node) for key, node in inside.items()})

    @cached_property
    def regions(self) -> tuple[PlacedRegion, ...]:
        """The regions, outer ones first."""
        return tuple(placed_regions(self.document, self.frames))

    @cached_property
    def causes(self) -> dict[NodeId, str]:
        """Why nodes get no gradient that no gradient reaches."""
        return causes(self.document, self.links)

    def differences(self, earlier: Ground) -> set[NodeId]:
        """The nodes that are not as they were on an earlier ground, they or the wires into them."""
        if earlier is self:
            return set()
        found = {key for key, node in self.nodes.items() if earlier.nodes.get(key) is not node}
        wires = self.document.wires
        found |= {wires[key].target for key, one in self.courses.items() if earlier.courses.get(key) is not one}
        found |= {wires[key].target for key, one in self.links.items() if earlier.links.get(key) is not one}
        held = {key for key, area in self.frames.items() if earlier.frames.get(key) != area}
        return found | {wires[key].target for key, one in self.links.items() if one.frame in held}

    def headline(self, room: float) -> Headline | None:
        """The formula of the document, if it fits into some room."""
        if room not in self._headlines:
            size = metrics().type.size.formula_canvas
            self._headlines[room] = headline(self.evaluation, room, size)
        return self._headlines[room]

    @cached_property
    def _headlines(self) -> dict[float, Headline | None]:
        return {}

    def serves(self, scene: Scene) -> bool:
        """Whether a scene stands on the same ground."""
        return self.evaluation is scene.evaluation and self.manner is scene.manner and self.flow is scene.flow


def lay_ground(scene: Scene, earlier: Ground | None) -> Ground:
    """Describe the document of a scene; what has not changed since `earlier` is the same object as there."""
    evaluation, document = scene.evaluation, scene.document
    kept = _kept_states(scene, earlier)
    links = dict(_links(evaluation, kept, earlier))
    ranges = {key: _reach(evaluation, key, kept, earlier) for key in document.nodes}
    limit = max(ranges.values(), default=0.0) or None
    nodes = dict(_placed(scene, links, limit, kept, earlier))
    places = dict(_places(document, earlier))
    courses = _courses(scene, nodes, places, earlier)
    return Ground(evaluation, scene.manner, scene.flow, limit, ranges, links, nodes, places, courses)


def _places(document: Document, earlier: Ground | None) -> Iterator[tuple[WireId, int]]:
    same_wires = earlier is not None and earlier.document.wires is document.wires
    for key, node in document.nodes.items():
        if earlier is not None and same_wires and earlier.document.nodes.get(key) is node:
            yield from ((wire.id, earlier.places[wire.id]) for wire in document.wiring.into(key))
        else:
            yield from input_places(document, node)


def _kept_states(scene: Scene, earlier: Ground | None) -> frozenset[NodeId]:
    """The nodes that hold what they held before, in regions that are as they were."""
    if earlier is None or earlier.document.regions is not scene.document.regions:
        return frozenset()
    before, states = earlier.document.nodes, earlier.evaluation.states
    return frozenset(
        key
        for key, node in scene.document.nodes.items()
        if states.get(key) is scene.evaluation.states[key]
        and (before[key] is node or before[key].region == node.region)
    )


def _links(evaluation: Evaluation, kept: frozenset[NodeId], earlier: Ground | None) -> Iterator[tuple[WireId, Link]]:
    linker = Linker(evaluation)
    for key, wire in evaluation.document.wires.items():
        is_kept = earlier is not None and wire.source.node in kept and wire.target in kept
        if earlier is not None and is_kept and earlier.document.wires.get(key) is wire:
            yield key, earlier.links[key]
        else:
            yield key, linker.link(wire)


def _reach(evaluation: Evaluation, key: NodeId, kept: frozenset[NodeId], earlier: Ground | None) -> float:
    """The largest absolute value of a result that is shown as a heat map."""
    if earlier is not None and key in kept:
        return earlier.ranges[key]
    results = evaluation.results(key)
    shown = results and results[0].array.dtype.kind == "f" and is_heat_map(results[0].array)
    return largest(results[0].array) if shown else 0.0


def _placed(
    scene: Scene, links: Mapping[WireId, Link], limit: float | None, kept: frozenset[NodeId], earlier: Ground | None
) -> Iterator[tuple[NodeId, PlacedNode]]:
    maker = CardMaker(scene.evaluation, links, limit, scene.manner, scene.flow)
    reusable = _reusable(scene, links, limit, kept, earlier)
    for key, node in scene.document.nodes.items():
        before = earlier.nodes.get(key) if earlier is not None else None
        look = before.look if before is not None and key in reusable else _same(maker.card(key), before)
        if before is not None and look is before.look and (before.x, before.y) == (node.x, node.y):
            yield key, before
        else:
            yield key, PlacedNode(key, node.x, node.y, look)


def _same(look: NodeLook, before: PlacedNode | None) -> NodeLook:
    """The earlier object where both are equal, since sprites are found by identity."""
    return before.look if before is not None and before.look == look else look


def _reusable(
    scene: Scene, links: Mapping[WireId, Link], limit: float | None, kept: frozenset[NodeId], earlier: Ground | None
) -> frozenset[NodeId]:
    """The nodes whose cards cannot have changed: the same node with the same value, names and wires around it."""
    if earlier is None or earlier.manner is not scene.manner or earlier.flow is not scene.flow:
        return frozenset()
    before, after = earlier.document, scene.document
    if before.nodes is not after.nodes and _names(before) != _names(after):
        return frozenset()
    same_wires, same_limit = before.wires is after.wires, earlier.limit == limit
    return frozenset(
        key
        for key in kept
        if _is_alike(before.nodes[key], after.nodes[key])
        and (same_limit or not isinstance(earlier.nodes[key].look.value.preview, HeatMap))
        and (same_wires or _has_same_wires(earlier, after, links, key))
    )


def _names(document: Document) -> list[str]:
    return [node.name for node in document.nodes.values()]


def _is_alike(before: Node, after: Node) -> bool:
    return before is after or replace(before, **_AT_HOME) == replace(after, **_AT_HOME)


def _has_same_wires(earlier: Ground, after: Document, links: Mapping[WireId, Link], key: NodeId) -> bool:
    before = earlier.document
    if before.wiring.into(key) != after.wiring.into(key) or before.wiring.out_of(key) != after.wiring.out_of(key):
        return False
    return all(earlier.links[wire.id] == links[wire.id] for wire in after.wiring.into(key))


def _courses(
    scene: Scene, nodes: Mapping[NodeId, PlacedNode], places: Mapping[WireId, int], earlier: Ground | None
) -> dict[WireId, tuple[Cubic, ...]]:
    """The curves of all wires; those between cards that stand where they stood are the same objects."""
    found: dict[WireId, tuple[Cubic, ...]] = {}
    made: list[Course] = []
    for key, wire in scene.document.wires.items():
        if earlier is not None and _is_unmoved(scene, nodes, wire, earlier):
            found[key] = earlier.courses[key]
        else:
            made.append(Course(nodes, wire, places[key], _detour(scene.document, wire, places[key])))
    found.update(wire_courses(made, scene.flow))
    return {key: found[key] for key in scene.document.wires}


def _is_unmoved(scene: Scene, nodes: Mapping[NodeId, PlacedNode], wire: Wire, earlier: Ground) -> bool:
    same_wire = earlier.flow is scene.flow and earlier.document.wires.get(wire.id) == wire
    return same_wire and all(earlier.nodes[end] is nodes[end] for end in (wire.source.node, wire.target))


def _detour(document: Document, wire: Wire, place: int) -> int:
    """Whether a detached wire makes room for others between the same cards: to the front (1), back (-1) or not."""
    beside = [
        other
        for other in document.wiring.into(wire.target)
        if wire.detached and other.source == wire.source and not other.detached
    ]
    return 0 if not beside else 1 if place else -1


def is_heat_map(array: Array) -> bool:
    """Whether an array is shown as cells."""
    return array.size > MOST_NUMBERS or (array.ndim > 1 and array.size > 0)
