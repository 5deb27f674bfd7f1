"""Walking from card to card with the arrow keys."""

from __future__ import annotations

from enum import Enum

import numpy as np

from app.canvas.scene.areas import middles
from app.canvas.scene.node_table import NodeTable
from app.render.marks import Point

_ASIDE = 2.0
"""How much farther a card seems that lies aside of the direction."""


class Direction(Enum):
    """Where an arrow key leads."""

    LEFT = (-1.0, 0.0)
    RIGHT = (1.0, 0.0)
    UP = (0.0, -1.0)
    DOWN = (0.0, 1.0)


def neighbour(nodes: NodeTable, node: str, direction: Direction) -> str:
    """The nearest card in a direction from another, "" where there is none."""
    places = middles(nodes.boxes)
    away = places - places[nodes.rows[node]]
    x, y = direction.value
    along = away @ np.array([x, y])
    aside = np.abs(away @ np.array([y, x]))
    distance = np.where(along > np.maximum(aside / _ASIDE, 1.0), along + _ASIDE * aside, np.inf)
    row = int(distance.argmin())
    return nodes.placed[row].id if np.isfinite(distance[row]) else ""


def nearest(nodes: NodeTable, place: Point) -> str:
    """The card whose middle is nearest to a place, "" for an empty scene."""
    if not len(nodes.boxes):
        return ""
    away = middles(nodes.boxes) - place
    return nodes.placed[int((away**2).sum(axis=1).argmin())].id
