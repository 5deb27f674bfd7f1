"""Wires as curves: what a painter may draw along a route without touching a box."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from core.layout.direction import Direction
from core.layout.graph import Point

Cubic: TypeAlias = tuple[Point, Point, Point, Point]
"""The start, two control points and the end of a cubic curve."""


def wire_curves(route: Sequence[Point], direction: Direction) -> list[Cubic]:
    """The curves of a wire, one for each stretch of its route.

    All begin and end in the direction of the edges, so that they join smoothly. Their handles are half as long
    as the stretch: a curve stays in the gap that its stretch crosses, and labels are placed on it.
    """
    curves = []
    for start, end in pairwise(route):
        half = (end.x - start.x) / 2 if direction.horizontal else (end.y - start.y) / 2
        step = (half, 0) if direction.horizontal else (0, half)
        handles = Point(start.x + step[0], start.y + step[1]), Point(end.x - step[0], end.y - step[1])
        curves.append((start, *handles, end))
    return curves
