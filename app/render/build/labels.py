"""Where numbers stand on wires: clear of cards, of other numbers, and of other wires where that can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from app.render.geometry import Floats, flattened, points_at
from app.render.marks import Cubic

Size: TypeAlias = tuple[float, float]

_SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)
"""Where on a wire a label may stand, the best place first."""
_SEGMENTS = 12
_CLEAR = 3.0
_CARD, _LABEL, _WIRE, _ASIDE = 100.0, 40.0, 1.0, 4.0
"""How bad it is to cover a card, another label, a point of another wire, and to stand away from the middle."""
MOST_TOGETHER = 200
"""More labels than this are not arranged: nobody reads them together."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the label of a wire stands: on which of its pieces, at which share of it, and in which of its forms."""

    piece: int
    share: float
    form: int = 0


MIDDLE = Spot(0, _SHARES[0], -1)
"""Where a label stands that was not arranged: in its shortest form in the middle."""


def label_spots(wires: Sequence[Sequence[Cubic]], sizes: Sequence[Sequence[Size]], cards: Floats) -> list[Spot]:
    """A spot for the label of each wire, in the longest of its forms that covers no card.

    `sizes` are those of the forms, the longest first; `cards` (N, 4) are left, top, right and bottom.
    """
    lines = [flattened(np.array(pieces), _SEGMENTS).reshape(-1, 2) for pieces in wires]
    strewn = Strewn.of(lines)
    taken = np.zeros((len(wires), 4))
    spots = []
    for place, (pieces, forms) in enumerate(zip(wires, sizes, strict=True)):
        area = _reach(pieces, forms)
        near = Obstacles(_touching(cards, area), _touching(taken[:place], area), strewn.near(area, place))
        best = _best(pieces, forms, near)
        spots.append(best)
        taken[place] = _boxes(pieces, [best], forms[best.form])[0]
    return spots


def _reach(pieces: Sequence[Cubic], forms: Sequence[Size]) -> Floats:
    """The rectangle (4,) in which a label stands wherever it stands: a curve stays within its four points."""
    ends = np.array(pieces).reshape(-1, 2)
    most = np.max(np.array(forms), axis=0) / 2 + _CLEAR
    return np.concatenate([ends.min(axis=0) - most, ends.max(axis=0) + most])


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What a label should not cover: cards (N, 4), other labels (M, 4), and points (P, 2) of other wires."""

    cards: Floats
    labels: Floats
    points: Floats


@dataclass(frozen=True, slots=True)
class Strewn:
    """Points (P, 2) of lines, from left to right, and which line each belongs to."""

    points: Floats
    owners: NDArray[np.intp]

    @classmethod
    def of(cls, lines: Sequence[Floats]) -> Self:
        """The points of some lines (K, 2)."""
        points = np.concatenate([np.zeros((0, 2)), *lines])
        owners = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
        order = np.argsort(points[:, 0], kind="stable")
        return cls(points[order], owners[order])

    def near(self, area: Floats, line: int) -> Floats:
        """The points in an area (4,) that do not belong to a line."""
        first, last = np.searchsorted(self.points[:, 0], area[[0, 2]])
        points, owners = self.points[first:last], self.owners[first:last]
        return np.asarray(points[(points[:, 1] >= area[1]) & (points[:, 1] <= area[3]) & (owners != line)])


def _touching(boxes: Floats, area: Floats) -> Floats:
    return np.asarray(boxes[((boxes[:, :2] <= area[2:]) & (boxes[:, 2:] >= area[:2])).all(axis=1)])


def _best(pieces: Sequence[Cubic], forms: Sequence[Size], around: Obstacles) -> Spot:
    cheapest: list[tuple[float, Spot]] = []
    for form, size in enumerate(forms):
        choices = [Spot(piece, share, form) for share in _SHARES for piece in _by_length(pieces)]
        boxes = _boxes(pieces, choices, size)
        cost = _CARD * overlaps(boxes, around.cards) + _LABEL * overlaps(boxes, around.labels)
        cost += _WIRE * _covered(boxes, around.points) + _ASIDE * np.abs([spot.share - 0.5 for spot in choices])
        best = int(np.argmin(cost))
        cheapest.append((float(cost[best]), choices[best]))
        if cost[best] < _LABEL:
            break
    return min(cheapest, key=lambda found: found[0])[1]


def _by_length(pieces: Sequence[Cubic]) -> list[int]:
    spans = [abs(piece[3][0] - piece[0][0]) + abs(piece[3][1] - piece[0][1]) for piece in pieces]
    return sorted(range(len(pieces)), key=lambda place: -spans[place])


def _boxes(pieces: Sequence[Cubic], choices: Sequence[Spot], size: Size) -> Floats:
    """The rectangles (K, 4) that a label would cover."""
    width, height = size
    curves = np.array([pieces[spot.piece] for spot in choices])
    middles = points_at(curves, np.array([spot.share for spot in choices]))
    reach = np.array([width / 2 + _CLEAR, height / 2 + _CLEAR])
    return np.concatenate([middles - reach, middles + reach], axis=1)


def overlaps(boxes: Floats, others: Floats) -> Floats:
    """How many of the other rectangles each box (K,) touches."""
    apart = (boxes[:, None, :2] >= others[None, :, 2:]) | (boxes[:, None, 2:] <= others[None, :, :2])
    return np.asarray((~apart.any(axis=2)).sum(axis=1), dtype=np.float64)


def _covered(boxes: Floats, points: Floats) -> Floats:
    """How many points each box (K,) covers."""
    inside = (points[None] > boxes[:, None, :2]) & (points[None] < boxes[:, None, 2:])
    return np.asarray(inside.all(axis=2).sum(axis=1), dtype=np.float64)
