"""A frame as marks in the order they are drawn, item by item, for the painter and for an SVG writer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.model.theme import Emphasis, Theme
from app.render.crossings import Crossing, crossings
from app.render.detail import Detail, detail_at
from app.render.draw_chip import chip_marks, edge_marks, words_marks
from app.render.draw_node import node_marks
from app.render.draw_overlay import overlay_marks, overlay_places
from app.render.draw_packet import packet_marks, seed_marks, sum_marks
from app.render.draw_region import region_fill, region_marks
from app.render.draw_wire import halo_marks, wire_marks
from app.render.draw_wire_signs import wire_signs
from app.render.frame import Frame, PlacedPacket, PlacedWire
from app.render.geometry import point_at
from app.render.inks import ink
from app.render.marks import Box, Disc, Lines, Marks, Point, Rect, Stroke


class Part(StrEnum):
    """What an item of a frame is; an SVG writer makes it the class of its group."""

    GROUND = "ground"
    REGION = "region"
    WIRE = "wire"
    WIRE_SIGN = "wire-sign"
    NODE = "node"
    SEED = "seed"
    PACKET = "packet"
    SUM = "plus"
    CHIP = "chip"
    EDGE = "edge"
    WORDS = "words"
    OVERLAY = "overlay"


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a frame: marks around (x, y). `id` is of the node, wire or region, "" for others."""

    part: Part
    id: str
    x: float
    y: float
    marks: Marks


def items(frame: Frame, zoom: float = 1.0) -> Iterator[Item]:
    """The parts of a frame from back to front; `zoom` decides how much of a card is drawn."""
    yield from _ground(frame)
    for region in frame.regions:
        yield Item(Part.REGION, region.id, region.x, region.y, region_marks(region.look, frame.theme))
    yield from _wires(frame)
    if detail_at(zoom) is Detail.FULL:
        yield from _wire_signs(frame)
    for node in frame.nodes:
        yield Item(Part.NODE, node.id, node.x, node.y, node_marks(node.look, frame.theme, zoom))
    yield from _gradients(frame)
    yield from _notes(frame)
    places = overlay_places(frame.overlays, frame.bounds, frame.theme)
    for overlay, (x, y) in zip(frame.overlays, places, strict=True):
        yield Item(Part.OVERLAY, "", x, y, overlay_marks(overlay, frame.theme))


def ground_at(frame: Frame, place: Point) -> str:
    """The colour under a place: of the innermost region around it, or of the canvas."""
    x, y = place
    for region in reversed(frame.regions):
        look = region.look
        if 0 <= x - region.x <= look.width and 0 <= y - region.y <= look.height:
            return region_fill(look, frame.theme)
    return frame.theme.colour("canvas")


def _ground(frame: Frame) -> Iterator[Item]:
    area, theme = frame.bounds, frame.theme
    if frame.ground:
        fill = Box(area.x, area.y, area.width, area.height, fill=theme.colour("canvas"))
        yield Item(Part.GROUND, "", 0, 0, (fill,))
    if frame.grid:
        yield Item(Part.GROUND, "", 0, 0, grid_marks(area, theme))


def grid_marks(area: Rect, theme: Theme) -> Marks:
    """Dots in the middle of the squares of the canvas grid, counted from the corner of the area."""
    step = theme.metrics.space.canvas_grid
    colour = theme.colour("canvas.grid")
    columns, rows = int(area.width // step) + 1, int(area.height // step) + 1
    return tuple(
        Disc(area.x + step * (column + 0.5), area.y + step * (row + 0.5), 1, fill=colour)
        for row in range(rows)
        for column in range(columns)
        if step * (column + 0.5) < area.width and step * (row + 0.5) < area.height
    )


def _wires(frame: Frame) -> Iterator[Item]:
    """Each wire over the ones before it, with a gap where it crosses them."""
    over: dict[int, list[Crossing]] = {}
    for crossing in crossings([wire.points for wire in frame.wires]):
        over.setdefault(crossing.over, []).append(crossing)
    for index, wire in enumerate(frame.wires):
        halos = (_halo(frame, wire, crossing) for crossing in over.get(index, ()))
        marks = [mark for halo in halos for mark in halo]
        marks += wire_marks(wire.points, wire.look, frame.theme, ground_at(frame, wire.points[0]))
        yield Item(Part.WIRE, wire.id, 0, 0, tuple(marks))


def _wire_signs(frame: Frame) -> Iterator[Item]:
    for wire in frame.wires:
        ground = ground_at(frame, point_at(wire.points, wire.look.label_at))
        if signs := wire_signs(wire.points, wire.look, frame.theme, ground):
            yield Item(Part.WIRE_SIGN, wire.id, 0, 0, signs)


def _halo(frame: Frame, wire: PlacedWire, crossing: Crossing) -> Marks:
    ground = ground_at(frame, point_at(wire.points, crossing.share))
    return halo_marks(wire.points, wire.look, frame.theme, crossing.start, crossing.end, ground)


def _gradients(frame: Frame) -> Iterator[Item]:
    for seed in frame.seeds:
        yield Item(Part.SEED, "", seed.x, seed.y, seed_marks(seed.look, frame.theme))
    for packet in frame.packets:
        marks = (*tether_marks(packet, frame.theme), *packet_marks(packet.look, frame.theme))
        yield Item(Part.PACKET, "", packet.x, packet.y, marks)
    for x, y in frame.sums:
        yield Item(Part.SUM, "", x, y, sum_marks(frame.theme))


def tether_marks(packet: PlacedPacket, theme: Theme) -> Marks:
    """A dotted line from a packet to the point of a wire where it belongs."""
    if packet.tether is None:
        return ()
    shade = ink(theme, Emphasis.CURRENT)
    colour = shade("nan.base" if packet.look.nonfinite else "gradient.base")
    x, y = packet.tether[0] - packet.x, packet.tether[1] - packet.y
    line = Lines(((x, y, 0, 0),), Stroke(colour, 1.25, (2, 3)))
    return line, Disc(x, y, 5.5, fill=colour, stroke=Stroke(shade("canvas"), 1.5))


def _notes(frame: Frame) -> Iterator[Item]:
    for chip in frame.chips:
        yield Item(Part.CHIP, "", chip.x, chip.y, chip_marks(chip.look, frame.theme))
    for edge in frame.edges:
        yield Item(Part.EDGE, "", edge.x, edge.y, edge_marks(edge.look, frame.theme))
    for words in frame.words:
        yield Item(Part.WORDS, "", words.x, words.y, words_marks(words, frame.theme))
