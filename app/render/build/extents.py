"""How far a picture reaches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.render.build.places import card_area
from app.render.build.regions import around
from app.render.draw_chip import CHIP_HEIGHT, CHIP_WIDTH, edge_size
from app.render.draw_packet import packet_size, seed_area
from app.render.frame import Frame, PlacedPacket
from app.render.marks import Rect

_RINGS = 8.0
"""How far rings and queue numbers reach beyond a card."""
_SHADOW = 6.0
_CAPTION = 22.0
_EMPTY = Rect(0, 0, 480, 240)


def extent(frame: Frame) -> Rect:
    """The rectangle around everything in a frame but its overlays and words."""
    return around(_areas(frame)) or _EMPTY


def _areas(frame: Frame) -> Iterator[Rect]:
    yield from (card_area(node).grown(_RINGS) for node in frame.nodes)
    yield from (region.area for region in frame.regions)
    yield from (_moved(seed_area(seed.look), seed.x, seed.y) for seed in frame.seeds)
    yield from map(_packet_area, frame.packets)
    yield from (Rect(chip.x, chip.y, CHIP_WIDTH, CHIP_HEIGHT) for chip in frame.chips)
    yield from (_centred(edge.x, edge.y, *edge_size(edge.look)) for edge in frame.edges)
    if frame.wires:
        points = np.array([wire.points for wire in frame.wires]).reshape(-1, 2)
        (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        yield Rect(left, top, right - left, bottom - top)


def _moved(area: Rect, x: float, y: float) -> Rect:
    return Rect(area.x + x, area.y + y, area.width, area.height)


def _centred(x: float, y: float, width: float, height: float) -> Rect:
    return Rect(x - width / 2, y - height / 2, width, height)


def _packet_area(packet: PlacedPacket) -> Rect:
    area = _centred(packet.x, packet.y, *packet_size(packet.look)).grown(_SHADOW)
    return Rect(area.x, area.y, area.width, area.height + (_CAPTION if packet.look.caption else 0.0))
