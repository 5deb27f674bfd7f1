"""From a scene to a frame, for the screen and for files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.model.theme import Family
from app.render.build.feet import with_foot
from app.render.build.ground import lay_ground
from app.render.build.moments import invitation, moment
from app.render.build.packets import seeds, undelivered
from app.render.build.places import card_area
from app.render.build.regions import around
from app.render.build.scene import Manner, Scene
from app.render.build.walk import Walk, take_walk
from app.render.draw_packet import packet_size, seed_area
from app.render.frame import Frame, PlacedPacket, PlacedSeed
from app.render.looks import GradientState, WireState
from app.render.marks import Rect
from app.render.overlays import (
    FigureEntry,
    Legend,
    LegendEntry,
    Overlay,
    Scale,
)

MARGIN = 24.0
"""Around what a figure shows, and what a window brings into view."""
_RINGS = 8.0
_NARROWEST_SCREEN = 720.0
_OVERLAY_ROOM = (104.0, 112.0)
"""Above and below what a window shows."""
_EMPTY = Rect(0, 0, 480, 240)


class FrameBuilder:
    """Makes frames one after the other, and describes anew only what has changed since the last one."""

    def __init__(self) -> None:
        self._walk: Walk | None = None

    def frame(self, scene: Scene, viewport: Rect | None = None) -> Frame:
        """The frame of a scene; without a viewport it shows everything."""
        walk = self.walk(scene)
        packets, placed_seeds = tuple(_packets(walk)), tuple(_seeds(walk))
        if scene.manner is Manner.FIGURE:
            bounds, overlays = _figure(walk, _content(walk, packets, placed_seeds))
        else:
            bounds = viewport or _with_room_for_overlays(_content(walk, packets, placed_seeds))
            overlays = tuple(_screen_overlays(walk, bounds))
        return Frame(
            theme=scene.theme,
            bounds=bounds,
            nodes=tuple(walk.nodes.values()),
            wires=tuple(piece for pieces in walk.wires.values() for piece in pieces),
            regions=walk.ground.regions,
            packets=packets,
            sums=tuple(one.plus for one in walk.docked),
            seeds=placed_seeds,
            overlays=overlays,
            grid=scene.manner is Manner.SCREEN,
        )

    def walk(self, scene: Scene) -> Walk:
        """The cards and wires of a scene."""
        earlier = self._walk
        ground = earlier.ground if earlier is not None else None
        if ground is None or not ground.serves(scene):
            ground = lay_ground(scene, ground)
        self._walk = take_walk(scene, ground, earlier)
        return self._walk


def _packets(walk: Walk) -> Iterator[PlacedPacket]:
    yield from (packet for one in walk.docked for packet in one.packets)
    if walk.progress is not None and walk.route is not None:
        yield from undelivered(walk.progress, walk.route.passage, walk.stage)


def _seeds(walk: Walk) -> Iterator[PlacedSeed]:
    if walk.progress is not None and walk.route is not None:
        yield from seeds(walk.progress, walk.route.passage, walk.stage)


def _content(walk: Walk, packets: Iterable[PlacedPacket], placed_seeds: Iterable[PlacedSeed]) -> Rect:
    """The rectangle around everything that is drawn."""
    areas = [card_area(node).grown(_RINGS) for node in walk.nodes.values()]
    areas += walk.ground.frames.values()
    areas += [_moved(seed_area(seed.look), seed.x, seed.y) for seed in placed_seeds]
    areas += [_packet_area(packet) for packet in packets]
    xs = [x for pieces in walk.ground.courses.values() for piece in pieces for x, _ in piece]
    ys = [y for pieces in walk.ground.courses.values() for piece in pieces for _, y in piece]
    if xs:
        areas.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return around(areas) or _EMPTY


def _with_room_for_overlays(content: Rect) -> Rect:
    """What a window would have to show so that nothing stands over a card."""
    above, below = _OVERLAY_ROOM
    width = max(content.width + 2 * MARGIN, _NARROWEST_SCREEN)
    left = content.x - (width - content.width) / 2
    return Rect(left, content.y - above, width, content.height + above + below)


def _moved(area: Rect, x: float, y: float) -> Rect:
    return Rect(area.x + x, area.y + y, area.width, area.height)


def _packet_area(packet: PlacedPacket) -> Rect:
    width, height = packet_size(packet.look)
    caption = 22.0 if packet.look.caption else 0.0
    return Rect(packet.x - width / 2 - 6, packet.y - height / 2 - 6, width + 12, height + 12 + caption)


# On the screen ------------------------------------------------------------------------------------------


def _screen_overlays(walk: Walk, viewport: Rect) -> Iterator[Overlay]:
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


def _figure(walk: Walk, content: Rect) -> tuple[Rect, tuple[Overlay, ...]]:
    """What a figure shows, with its foot."""
    entries = tuple(_figure_entries(walk))
    return with_foot(walk.scene, walk.progress, content.grown(MARGIN), entries, tuple(scales(walk)), walk.ground.flow)


def _figure_entries(walk: Walk) -> Iterator[FigureEntry]:
    states = {node.look.gradient_state for node in walk.nodes.values()}
    wires = {piece.look.state for pieces in walk.wires.values() for piece in pieces}
    yield FigureEntry.VALUE
    if walk.progress is not None and WireState.GRADIENT in wires:
        yield from (FigureEntry.GRADIENT, FigureEntry.FLOW, FigureEntry.ORDER)
    yield from (FigureEntry.LEAF, FigureEntry.ROOT)
    if WireState.BLOCKED in wires or GradientState.BLOCKED in states:
        yield FigureEntry.BLOCKED
    if GradientState.NONFINITE in states:
        yield FigureEntry.NONFINITE
