"""From a scene to a frame, for the screen and for files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from app.model.theme import Family
from app.render.build.extents import extent
from app.render.build.feet import with_foot
from app.render.build.ground import lay_ground
from app.render.build.moments import BEGINNING, invitation, moment
from app.render.build.packets import given_seeds, placed_seed, undelivered
from app.render.build.progress import Progress
from app.render.build.scene import Manner, Scene
from app.render.build.walk import Walk, take_walk
from app.render.frame import Frame, PlacedPacket, PlacedRegion, PlacedSeed
from app.render.looks import GradientState, WireState
from app.render.marks import Rect
from app.render.overlays import FigureEntry, Legend, LegendEntry, Overlay, Scale
from core.expr.graph import Document, Wire
from core.expr.ids import NodeId, RegionId
from core.expr.regions import nodes_in

MARGIN = 24.0
"""Around what a figure shows, and what a window brings into view."""
_NARROWEST_SCREEN = 720.0
_OVERLAY_ROOM, _LEAST_ROOM, _ROOM_ABOVE = (104.0, 112.0), (64.0, 92.0), (88.0, 20.0)
"""Above and below what a window shows; where everything has to be made smaller for it; and with a headline only."""


class FrameBuilder:
    """Makes frames one after the other, and describes anew only what has changed since the last one."""

    def __init__(self) -> None:
        self._walk: Walk | None = None

    def frame(self, scene: Scene, viewport: Rect | None = None) -> Frame:
        """The frame of a scene; without a viewport it shows everything."""
        walk = self.walk(scene)
        frame = _contents(walk)
        if scene.manner is Manner.FIGURE:
            bounds, overlays = _figure(walk, frame)
        else:
            bounds = viewport or with_room_for_overlays(_reach(walk, frame))
            overlays = tuple(_screen_overlays(walk, bounds))
        return replace(frame, bounds=bounds, overlays=overlays, grid=scene.manner is Manner.SCREEN)

    def reach(self, scene: Scene) -> Rect:
        """How far everything reaches that is on the canvas, and the seeds, which are not there from the start."""
        walk = self.walk(scene)
        return _reach(walk, _contents(walk))

    def walk(self, scene: Scene) -> Walk:
        """The cards and wires of a scene."""
        earlier = self._walk
        ground = earlier.ground if earlier is not None else None
        if ground is None or not ground.serves(scene):
            ground = lay_ground(scene, ground)
        self._walk = take_walk(scene, ground, earlier)
        return self._walk


def _contents(walk: Walk) -> Frame:
    """What is on the canvas, or the chosen nodes of it with what lies between them."""
    scene, only = walk.scene, walk.scene.only
    wires = (walk.wires[key] for key, wire in scene.document.wires.items() if not only or _is_between(wire, only))
    at_sums = [one for one in walk.docked if not only or one.node in only]
    return Frame(
        theme=scene.theme,
        bounds=Rect(0, 0, 0, 0),
        nodes=tuple(node for key, node in walk.nodes.items() if not only or key in only),
        wires=tuple(piece for pieces in wires for piece in pieces),
        regions=tuple(region for region in walk.ground.regions if not only or _holds(scene.document, region, only)),
        packets=(*(packet for one in at_sums for packet in one.packets), *_on_their_way(walk)),
        sums=tuple(one.plus for one in at_sums),
        seeds=tuple(_seeds(walk)),
    )


def _is_between(wire: Wire, nodes: Collection[NodeId]) -> bool:
    return wire.source.node in nodes and wire.target in nodes


def _holds(document: Document, region: PlacedRegion, nodes: Collection[NodeId]) -> bool:
    """Whether one of the nodes is in a region."""
    return any(key in nodes for key in nodes_in(document, RegionId(region.id)))


def _on_their_way(walk: Walk) -> Iterator[PlacedPacket]:
    if walk.progress is not None and walk.route is not None and not walk.scene.only:
        yield from undelivered(walk.progress, walk.route.passage, walk.stage)


def _seeds(walk: Walk) -> Iterator[PlacedSeed]:
    if walk.progress is not None:
        yield from _seeds_at(walk, walk.progress)


def _seeds_at(walk: Walk, progress: Progress) -> Iterator[PlacedSeed]:
    """The seeds that a pass has been given at some time."""
    if walk.route is None:
        return
    for (number, output), event in given_seeds(progress).items():
        node = walk.route.passage.origins[number]
        if node is not None and (not walk.scene.only or node in walk.scene.only):
            yield placed_seed(walk.nodes[node], output, event, progress, walk.ground.flow)


def _reach(walk: Walk, frame: Frame) -> Rect:
    recording = walk.scene.followed
    ends = () if recording is None else [Progress(recording, one.last) for one in recording.passes]
    seeds = (seed for end in ends for seed in _seeds_at(walk, end))
    return extent(replace(frame, seeds=(*frame.seeds, *seeds)))


def with_room_for_overlays(content: Rect, size: tuple[float, float] | None = None, *, is_bare: bool = False) -> Rect:
    """What a window has to show so that nothing stands over a card; a bare one has overlays above only.

    Overlays keep their size when a window of a `size` shows everything smaller: on the canvas they are larger then.
    """
    if size is None:
        width, room, zoom = max(content.width + 2 * MARGIN, _NARROWEST_SCREEN), _OVERLAY_ROOM, 1.0
    else:
        room = _OVERLAY_ROOM if _zoom(content, size, _OVERLAY_ROOM) == 1.0 else _LEAST_ROOM
        room = _ROOM_ABOVE if is_bare else room
        width, zoom = content.width + 2 * MARGIN, _zoom(content, size, room)
    (above, below), left = room, content.x - (width - content.width) / 2
    return Rect(left, content.y - above / zoom, width, content.height + (above + below) / zoom)


def _zoom(content: Rect, size: tuple[float, float], room: tuple[float, float]) -> float:
    """How large everything is shown: not larger than it is, and in half of the height at least."""
    width, height = size
    return min(1.0, width / (content.width + 2 * MARGIN), max(height - sum(room), height / 2) / content.height)


# On the screen ------------------------------------------------------------------------------------------


def _screen_overlays(walk: Walk, viewport: Rect) -> Iterator[Overlay]:
    if not walk.scene.document.nodes:
        yield BEGINNING
        return
    title = walk.ground.headline(viewport.width / 2)
    if title is not None:
        yield title
    yield moment(walk.progress)
    yield Legend(tuple(_legend(walk)))
    yield from scales(walk)
    inviting = invitation(walk.progress)
    if inviting is not None:
        yield inviting


def _legend(walk: Walk) -> Iterator[LegendEntry]:
    yield LegendEntry.VALUE
    if walk.progress is not None:
        yield from (LegendEntry.GRADIENT, LegendEntry.PENDING)
    yield from (LegendEntry.NONE, LegendEntry.BLOCKED)
    if walk.route is not None and walk.route.is_broken:
        yield LegendEntry.NONFINITE


def scales(walk: Walk) -> Iterator[Scale]:
    """The ranges of the heat maps that are there."""
    if walk.ground.limit is not None:
        yield Scale(Family.VALUE, walk.ground.limit, "value")
    if walk.route is not None and walk.route.limit is not None:
        yield Scale(Family.GRADIENT, walk.route.limit, "gradient")


# In a file ----------------------------------------------------------------------------------------------


def _figure(walk: Walk, frame: Frame) -> tuple[Rect, tuple[Overlay, ...]]:
    """What a figure shows, with its foot."""
    entries, area = tuple(_figure_entries(walk, frame)), extent(frame).grown(MARGIN)
    return with_foot(walk.scene, walk.progress, area, entries, tuple(scales(walk)), walk.ground.flow)


def _figure_entries(walk: Walk, frame: Frame) -> Iterator[FigureEntry]:
    states = {node.look.gradient_state for node in frame.nodes}
    wires = {wire.look.state for wire in frame.wires}
    yield FigureEntry.VALUE
    if walk.progress is not None and WireState.GRADIENT in wires:
        yield from (FigureEntry.GRADIENT, FigureEntry.FLOW, FigureEntry.ORDER)
    yield from (FigureEntry.LEAF, FigureEntry.ROOT)
    if WireState.BLOCKED in wires or GradientState.BLOCKED in states:
        yield FigureEntry.BLOCKED
    if GradientState.NONFINITE in states or any(node.look.value.sign for node in frame.nodes):
        yield FigureEntry.NONFINITE
