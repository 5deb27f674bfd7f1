"""The backward graph as a frame: what autograd recorded, and what goes through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.model.theme import Family
from app.render.build.extents import extent
from app.render.build.feet import with_foot
from app.render.build.grad_cards import FLOW, GradParts, Ranges, grad_look, grad_parts, rules_of, saved_limit
from app.render.build.grad_places import GradPlaces, edge_id, grad_places
from app.render.build.labels import MIDDLE
from app.render.build.links import Link
from app.render.build.moments import moment
from app.render.build.packets import given_seeds, placed_seed
from app.render.build.places import card_area
from app.render.build.progress import Progress
from app.render.build.regions import around
from app.render.build.route import gradient_limit
from app.render.build.scene import Manner, Scene
from app.render.build.wires import WireProgress, wire_look
from app.render.frame import Frame, PlacedNode, PlacedSeed, PlacedWire, PlacedWords
from app.render.marks import Rect
from app.render.overlays import FigureEntry, Overlay, Scale
from core.debug.arrays import Part
from core.debug.events import EdgeId, NodeNumber
from core.debug.recording import Recording

MARGIN = 32.0
_SEED_ROOM = 52.0
SCALE_ROOM = 54.0
"""Below the cards, for each scale."""
_ABOVE = 48.0
"""Where the title stands above the cards."""
_TITLE = ("Backward graph", "what autograd recorded; gradients flow down")
_NOTHING = ("Nothing is recorded yet", "Backward makes this graph from what the expression records.")


@dataclass(frozen=True, slots=True, eq=False)
class GradMap:
    """A recording as a picture before any step: its cards, where they stand, and the ranges of heat maps."""

    recording: Recording
    parts: Mapping[NodeNumber, GradParts]
    places: GradPlaces
    ranges: Ranges


def map_of(recording: Recording) -> GradMap:
    """Describe and place the graph of a recording."""
    rules = rules_of(recording)
    ranges = Ranges(gradient_limit(recording), saved_limit(rules))
    parts = {node.number: grad_parts(recording, node, rules, ranges) for node in recording.nodes}
    return GradMap(recording, parts, grad_places(recording, parts, rules, ranges.gradients), ranges)


class BackwardBuilder:
    """Makes frames of backward graphs one after the other; a recording is described and placed once."""

    def __init__(self) -> None:
        self._map: GradMap | None = None

    def frame(self, scene: Scene, viewport: Rect | None = None) -> Frame:
        """The frame of a scene; without a viewport it shows everything."""
        recording = scene.followed
        if recording is None:
            return _empty(scene, viewport)
        if self._map is None or self._map.recording is not recording:
            self._map = map_of(recording)
        return _Painter(scene, self._map, Progress(recording, scene.index)).frame(viewport)

    def origins(self) -> dict[str, object]:
        """The node of the expression that each card of the last frame came from, by the id of the card."""
        known = self._map
        if known is None:
            return {}
        return {known.places.nodes[node.number].id: node.origin for node in known.recording.nodes}


def _empty(scene: Scene, viewport: Rect | None) -> Frame:
    words = PlacedWords(MARGIN, MARGIN + 16, _NOTHING, strong=True)
    return Frame(scene.theme, viewport or Rect(0, 0, 480, 120), words=(words,), grid=scene.manner is Manner.SCREEN)


class _Painter:
    """Puts one frame together."""

    def __init__(self, scene: Scene, known: GradMap, progress: Progress) -> None:
        self._scene = scene
        self._map = known
        self._progress = progress
        self._is_figure = scene.manner is Manner.FIGURE

    def frame(self, viewport: Rect | None) -> Frame:
        """The frame."""
        places = self._map.places
        frame = Frame(
            theme=self._scene.theme,
            bounds=Rect(0, 0, 0, 0),
            nodes=tuple(self._node(number, node) for number, node in places.nodes.items()),
            wires=tuple(wire for edge in places.courses for wire in self._wires(edge)),
            seeds=tuple(self._seeds()),
            chips=places.chips,
            edges=tuple(places.sums.values()),
            grid=not self._is_figure,
        )
        content = self._with_seeds(extent(frame))
        area = Rect(content.x, content.y - _ABOVE, content.width, content.height + _ABOVE)
        bounds, overlays = self._around(viewport, area.grown(MARGIN))
        words = PlacedWords(area.x, area.y + 12, _TITLE, strong=True)
        return replace(frame, bounds=bounds, overlays=overlays, words=(words,))

    def _around(self, viewport: Rect | None, area: Rect) -> tuple[Rect, tuple[Overlay, ...]]:
        scales = tuple(self._scales())
        if not self._is_figure:
            below = Rect(area.x, area.y, area.width, area.height + SCALE_ROOM * len(scales))
            return viewport or below, (moment(self._progress), *scales)
        entries = (FigureEntry.GRADIENT, FigureEntry.FLOW, FigureEntry.ORDER, FigureEntry.LEAF)
        return with_foot(self._scene, self._progress, area, entries, scales, FLOW)

    def _scales(self) -> Iterator[Scale]:
        if self._map.ranges.saved is not None:
            yield Scale(Family.VALUE, self._map.ranges.saved, "value")
        if self._map.ranges.gradients is not None:
            yield Scale(Family.GRADIENT, self._map.ranges.gradients, "gradient")

    def _node(self, number: NodeNumber, placed: PlacedNode) -> PlacedNode:
        progress = self._progress.node(number)
        edges = self._map.recording.nodes[number].edges
        sent = [self._carried(EdgeId(number, slot)) for slot in edges]
        look = grad_look(placed.look, progress, sent, self._map.ranges.gradients)
        if self._is_figure:
            look = replace(look, queue=0, order=progress.order)
        return replace(placed, look=look)

    def _carried(self, edge: EdgeId) -> Part:
        return self._progress.state.edge(edge).gradient

    def _wires(self, edge: EdgeId) -> Iterator[PlacedWire]:
        """The pieces of an edge, from the node that takes the gradient to the one that sends it."""
        gradient, spot = self._carried(edge), self._map.places.spots.get(edge, MIDDLE)
        emphasis = self._progress.emphasis(edge.node)
        has_label = edge not in self._map.places.sums
        look = wire_look(
            Link(), WireProgress(gradient, emphasis, has_label=has_label), self._map.ranges.gradients, spot
        )
        nodes = self._map.places.nodes
        target = self._map.recording.nodes[edge.node].edges[edge.slot].node
        for place, piece in enumerate(self._map.places.courses[edge]):
            shown = look if place == spot.piece else replace(look, label=None)
            yield PlacedWire(edge_id(edge), piece, shown, nodes[target].id, nodes[edge.node].id)

    def _seeds(self) -> Iterator[PlacedSeed]:
        for (number, output), event in given_seeds(self._progress).items():
            yield placed_seed(self._map.places.nodes[number], output, event, self._progress, FLOW)

    def _with_seeds(self, content: Rect) -> Rect:
        """The area with room for the seeds, which are not there from the start."""
        roots = {root for track in self._map.recording.passes for root in track.begin.roots}
        areas = (card_area(self._map.places.nodes[number]).grown(_SEED_ROOM) for number in roots)
        return around((content, *areas)) or content
