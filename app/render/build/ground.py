"""What of a picture follows from the document and its values alone: cards, places, courses of wires, frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from app.render.build.links import Link, Linker, causes
from app.render.build.nodes import CardMaker
from app.render.build.places import card_area, card_areas, input_places, wire_course
from app.render.build.regions import placed_regions, region_frames
from app.render.build.scene import Manner, Scene
from app.render.frame import PlacedNode, PlacedRegion
from app.render.geometry import Floats
from app.render.looks import HeatMap, NodeLook, Side
from app.render.marks import Cubic, Rect
from app.render.previews import MOST_NUMBERS, Array, largest
from core.expr.evaluate import Evaluation
from core.expr.graph import Document, Node, Wire
from core.expr.ids import NodeId, RegionId, WireId

_AT_HOME: Mapping[str, Any] = {"x": 0.0, "y": 0.0}


@dataclass(frozen=True, eq=False)
class Ground:
    """Cards with empty gradient lines, and where everything stands.

    It is made anew for each version of a document, but takes from the one before it what is still the same.
    `places` says at which input of its target each wire ends.
    """

    evaluation: Evaluation
    manner: Manner
    flow: Side
    limit: float | None
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
        return region_frames(self.document, {key: card_area(node) for key, node in self.nodes.items()})

    @cached_property
    def regions(self) -> tuple[PlacedRegion, ...]:
        """The regions, outer ones first."""
        return tuple(placed_regions(self.document, self.frames))

    @cached_property
    def causes(self) -> dict[NodeId, str]:
        """Why nodes get no gradient that no gradient reaches."""
        return causes(self.document, self.links)

    def serves(self, scene: Scene) -> bool:
        """Whether a scene stands on the same ground."""
        return self.evaluation is scene.evaluation and self.manner is scene.manner and self.flow is scene.flow


def lay_ground(scene: Scene, earlier: Ground | None) -> Ground:
    """Describe the document of a scene; what has not changed since `earlier` is the same object as there."""
    evaluation, document = scene.evaluation, scene.document
    linker = Linker(evaluation)
    links = {key: linker.link(wire) for key, wire in document.wires.items()}
    limit = value_limit(evaluation)
    nodes = dict(_placed(scene, links, limit, earlier))
    places = input_places(document)
    courses = {key: _course(scene, nodes, key, places[key], earlier) for key in document.wires}
    return Ground(evaluation, scene.manner, scene.flow, limit, links, nodes, places, courses)


def _placed(
    scene: Scene, links: Mapping[WireId, Link], limit: float | None, earlier: Ground | None
) -> Iterator[tuple[NodeId, PlacedNode]]:
    maker = CardMaker(scene.evaluation, links, limit, scene.manner, scene.flow)
    reusable = _reusable(scene, links, limit, earlier)
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
    scene: Scene, links: Mapping[WireId, Link], limit: float | None, earlier: Ground | None
) -> frozenset[NodeId]:
    """The nodes whose cards cannot have changed: the same node with the same value, names and wires around it."""
    if earlier is None or earlier.manner is not scene.manner or earlier.flow is not scene.flow:
        return frozenset()
    before, after = earlier.document, scene.document
    if _names(before) != _names(after):
        return frozenset()
    same_limit = earlier.limit == limit
    return frozenset(
        key
        for key, node in after.nodes.items()
        if key in before.nodes
        and _is_alike(before.nodes[key], node)
        and earlier.evaluation.states[key] is scene.evaluation.states[key]
        and (same_limit or not isinstance(earlier.nodes[key].look.value.preview, HeatMap))
        and _has_same_wires(earlier, after, links, key)
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


def _course(
    scene: Scene, nodes: Mapping[NodeId, PlacedNode], key: WireId, place: int, earlier: Ground | None
) -> tuple[Cubic, ...]:
    wire = scene.document.wires[key]
    is_known = earlier is not None and earlier.flow is scene.flow and earlier.document.wires.get(key) == wire
    if earlier is not None and is_known and all(earlier.nodes[end] is nodes[end] for end in _ends(wire)):
        return earlier.courses[key]
    return wire_course(nodes, wire, place, scene.flow, detour=_detour(scene.document, wire, place))


def _ends(wire: Wire) -> tuple[NodeId, NodeId]:
    return wire.source.node, wire.target


def _detour(document: Document, wire: Wire, place: int) -> int:
    """Whether a detached wire makes room for others between the same cards: to the front (1), back (-1) or not."""
    beside = [
        other
        for other in document.wiring.into(wire.target)
        if wire.detached and other.source == wire.source and not other.detached
    ]
    return 0 if not beside else 1 if place else -1


def value_limit(evaluation: Evaluation) -> float | None:
    """The end of the range that all heat maps of values share; None where there are none."""
    arrays = (tensor.array for key in evaluation.document.nodes for tensor in evaluation.results(key)[:1])
    return shared_limit(array for array in arrays if array.dtype.kind == "f")


def shared_limit(arrays: Iterator[Array]) -> float | None:
    """The largest absolute value of what is shown as heat maps."""
    return max((largest(array) for array in arrays if is_heat_map(array)), default=0.0) or None


def is_heat_map(array: Array) -> bool:
    """Whether an array is shown as cells."""
    return array.size > MOST_NUMBERS or (array.ndim > 1 and array.size > 0)
