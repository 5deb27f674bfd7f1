"""Frames of regions: fitted to the cards in them, unless they have a size of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from app.model.metrics import metrics
from app.render.draw_region import HEADER
from app.render.frame import PlacedRegion
from app.render.looks import RegionKind, RegionLook
from app.render.marks import Rect
from core.expr.graph import Document, Region
from core.expr.ids import NodeId, RegionId
from core.expr.regions import frames_around

HEADER_GAP = 16.0
"""Between the header of a frame and the cards in it."""
_NARROWEST = 176.0
_EMPTY = Rect(0, 0, 280, 112)


def region_frames(document: Document, cards: Mapping[NodeId, Rect]) -> dict[RegionId, Rect]:
    """The rectangle of each region, given those of the cards; outer regions come first."""
    inside: dict[RegionId, list[Rect]] = {key: [] for key in document.regions}
    for key, card in cards.items():
        region = document.nodes[key].region
        if region is not None:
            inside[region].append(card)
    found: dict[RegionId, Rect] = {}
    for frame in reversed(_outer_first(document)):
        found[frame.id] = _frame(frame, inside[frame.id])
        if frame.parent is not None:
            inside[frame.parent].append(found[frame.id])
    return dict(reversed(found.items()))


def _outer_first(document: Document) -> list[Region]:
    depths = {key: sum(1 for _ in frames_around(document, key)) for key in document.regions}
    return sorted(document.regions.values(), key=lambda region: depths[region.id])


def _frame(region: Region, held: Iterable[Rect]) -> Rect:
    if region.bounds is not None:
        return Rect(*region.bounds)
    area = around(held)
    if area is None:
        return _EMPTY
    pad = metrics().space.region_pad
    width = max(area.width + 2 * pad, _NARROWEST)
    return Rect(area.x - pad, area.y - HEADER - HEADER_GAP, width, area.height + HEADER + HEADER_GAP + pad)


def around(areas: Iterable[Rect]) -> Rect | None:
    """The smallest rectangle around others; None without any."""
    listed = list(areas)
    if not listed:
        return None
    left, top = min(area.x for area in listed), min(area.y for area in listed)
    right, bottom = max(area.right for area in listed), max(area.bottom for area in listed)
    return Rect(left, top, right - left, bottom - top)


def placed_regions(document: Document, frames: Mapping[RegionId, Rect]) -> Iterator[PlacedRegion]:
    """The regions with their looks."""
    for key, area in frames.items():
        region = document.regions[key]
        kind = RegionKind(region.kind)
        is_on = region.enabled or kind is RegionKind.COMMENT
        yield PlacedRegion(key, area.x, area.y, RegionLook(kind, area.width, area.height, is_on, region.title))
