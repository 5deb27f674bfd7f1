"""Which of the pinned overlays are shown where there is not room for all."""

from __future__ import annotations

from collections.abc import Sequence

from app.model.theme import Theme
from app.render.draw_overlay import overlay_places, overlay_size
from app.render.marks import Point, Rect
from app.render.overlays import Headline, Invitation, Legend, MiniMap, Moment, Overlay, Scale

_RANKS: tuple[type, ...] = (Invitation, Moment, Headline, Scale, Legend, MiniMap)
"""The first is left out last."""
_NARROW = 560.0
"""A viewport that is narrower has no room for a minimap."""
_BETWEEN = 4.0


def placed_overlays(overlays: Sequence[Overlay], viewport: Rect, theme: Theme) -> list[tuple[Overlay, Point]]:
    """The overlays that do not stand over one another or outside the viewport, and their places."""
    kept = [one for one in overlays if viewport.width >= _NARROW or not isinstance(one, MiniMap)]
    while True:
        places = overlay_places(kept, viewport, theme)
        areas = [Rect(*place, *overlay_size(one, theme)) for one, place in zip(kept, places, strict=True)]
        outside = [number for number, area in enumerate(areas) if not _holds(viewport, area)]
        crowding = outside or [number for number, _ in enumerate(kept) if _is_crowding(number, kept, areas)]
        if not crowding:
            return list(zip(kept, places, strict=True))
        del kept[max(crowding, key=lambda number: _rank(kept[number]))]


def _is_crowding(number: int, overlays: Sequence[Overlay], areas: Sequence[Rect]) -> bool:
    """Whether an overlay stands over one that matters at least as much."""
    area, rank = areas[number].grown(_BETWEEN), _rank(overlays[number])
    others = (other for other in range(len(areas)) if other != number and _rank(overlays[other]) <= rank)
    return any(_meet(area, areas[other]) for other in others)


def _holds(viewport: Rect, area: Rect) -> bool:
    inside = viewport.x <= area.x and area.right <= viewport.right
    return inside and viewport.y <= area.y and area.bottom <= viewport.bottom


def _meet(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _rank(overlay: Overlay) -> int:
    return _RANKS.index(type(overlay)) if type(overlay) in _RANKS else len(_RANKS)
