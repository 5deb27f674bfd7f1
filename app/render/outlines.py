"""Outlines of cards: convex polygons with rounded corners, grown for rings and cut for titles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from app.model.metrics import metrics
from app.render.looks import Side, Silhouette
from app.render.marks import Point

_ARC = 0.5523
"""Where the control points of a cubic lie for it to look like a quarter of a circle."""

_SHOULDER = 6.0
_POINT = 4.3
"""How far the corners at the foot and at the end of a root's tip are cut."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex polygon, clockwise on the screen, and how much of its edges each corner's curve takes."""

    points: tuple[Point, ...]
    cuts: tuple[float, ...]

    def path(self) -> str:
        """The outline as SVG path data."""
        return _path(self)

    def grown(self, by: float) -> Polygon:
        """The polygon with every edge moved outwards, round corners keeping their centres."""
        return _grown(self, by)

    def above(self, limit: float) -> Polygon:
        """The part with y up to `limit`; the new corners are sharp."""
        return _above(self, limit)


@lru_cache(maxsize=1024)
def card_polygon(silhouette: Silhouette, width: float, height: float, side: Side) -> Polygon:
    """A card of this outer size, a root's tip included, whose values leave at `side`."""
    if silhouette is Silhouette.ROOT:
        return _root(width, height, side)
    radius = metrics().radius
    left = right = radius.card
    if silhouette is Silhouette.LEAF:
        left, right = (radius.card, radius.leaf_left) if side is Side.LEFT else (radius.leaf_left, radius.card)
    return Polygon(_corners(0, 0, width, height), (left, right, right, left))


@lru_cache(maxsize=4096)
def _path(polygon: Polygon) -> str:
    points, cuts = polygon.points, polygon.cuts
    parts: list[str] = []
    for index, corner in enumerate(points):
        start = _towards(corner, points[index - 1], cuts[index])
        end = _towards(corner, points[(index + 1) % len(points)], cuts[index])
        parts.append(("L" if parts else "M") + _text(start))
        if cuts[index]:
            controls = (_between(start, corner, _ARC), _between(end, corner, _ARC), end)
            parts.append("C" + " ".join(map(_text, controls)))
    return "".join(parts) + "Z"


@lru_cache(maxsize=4096)
def _grown(polygon: Polygon, by: float) -> Polygon:
    points: list[Point] = []
    cuts: list[float] = []
    for index, (x, y) in enumerate(polygon.points):
        before = _direction(polygon.points[index - 1], (x, y))
        after = _direction((x, y), polygon.points[(index + 1) % len(polygon.points)])
        turn = (_angle(after) - _angle(before)) % (2 * math.pi)
        along = by * math.tan(turn / 2)
        points.append((x + before[1] * by + before[0] * along, y - before[0] * by + before[1] * along))
        cuts.append(polygon.cuts[index] + along)
    return Polygon(tuple(points), tuple(cuts))


@lru_cache(maxsize=1024)
def _above(polygon: Polygon, limit: float) -> Polygon:
    points: list[Point] = []
    cuts: list[float] = []
    for index, corner in enumerate(polygon.points):
        previous = polygon.points[index - 1]
        if (previous[1] <= limit) != (corner[1] <= limit):
            share = (limit - previous[1]) / (corner[1] - previous[1])
            points.append(_between(previous, corner, share))
            cuts.append(0.0)
        if corner[1] <= limit:
            points.append(corner)
            cuts.append(polygon.cuts[index])
    return Polygon(tuple(points), tuple(cuts))


def _root(width: float, height: float, side: Side) -> Polygon:
    tip, round_ = metrics().size.root_tip, metrics().radius.card
    match side:
        case Side.RIGHT:
            a, b, c, d = _corners(0, 0, width - tip, height)
            return Polygon((a, b, (width, height / 2), c, d), (round_, _SHOULDER, _POINT, _SHOULDER, round_))
        case Side.LEFT:
            a, b, c, d = _corners(tip, 0, width, height)
            return Polygon((a, b, c, d, (0.0, height / 2)), (_SHOULDER, round_, round_, _SHOULDER, _POINT))
        case Side.TOP:
            a, b, c, d = _corners(0, tip, width, height)
            return Polygon((a, (width / 2, 0.0), b, c, d), (_SHOULDER, _POINT, _SHOULDER, round_, round_))
        case Side.BOTTOM:
            a, b, c, d = _corners(0, 0, width, height - tip)
            return Polygon((a, b, c, (width / 2, height), d), (round_, round_, _SHOULDER, _POINT, _SHOULDER))


def _corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, Point, Point, Point]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return dx / length, dy / length


def _angle(direction: Point) -> float:
    return math.atan2(direction[1], direction[0])


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _towards(start: Point, end: Point, distance: float) -> Point:
    dx, dy = _direction(start, end)
    return start[0] + dx * distance, start[1] + dy * distance


def _text(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"
