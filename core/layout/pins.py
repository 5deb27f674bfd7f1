"""Pinned boxes: they stay where they are, the drawing is fitted to them, and what is in their way moves aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.layout.bands import Bands
from core.layout.rows import BORDER

if TYPE_CHECKING:
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.graph import Gaps
    from core.layout.rows import Rows

Span = tuple[float, float]


@dataclass(frozen=True)
class Pins:
    """The pinned boxes of a part, and where they begin."""

    box: Ints
    along: Floats
    across: Floats

    def part(self, boxes: Ints) -> Pins:
        """The pins of some boxes, numbered anew in the given order (ascending)."""
        inside = np.isin(self.box, boxes)
        return Pins(np.searchsorted(boxes, self.box[inside]), self.along[inside], self.across[inside])


def fit_bands(flow: Flow, layer: Ints, bands: Bands, pins: Pins) -> Bands:
    """Move the bands so that pinned boxes stand in the middle of theirs, as far as the order of layers allows.

    Layers between pinned ones move in proportion, and no gap becomes narrower: no band may move back against
    the one before it.
    """
    natural = bands.centre(flow.length, layer)[pins.box]
    pinned, where = np.unique(layer[pins.box], return_inverse=True)
    moves = pins.along - natural
    shifts = [_usual(moves[where == index]) for index in range(len(pinned))]
    shift = np.maximum.accumulate(np.round(np.interp(np.arange(len(bands.start)), pinned, shifts)))
    return Bands(bands.start + shift, bands.end + shift)


def make_way(flow: Flow, rows: Rows, bands: Bands, across: Floats, pins: Pins, gaps: Gaps) -> Floats:
    """Spines with the pinned boxes in place and no other cell in their way, all of them moved to fit best."""
    low = pins.across
    spines = low + flow.axis[pins.box]
    across = across + _usual(spines - across[pins.box])
    across[pins.box] = spines
    high = low + flow.breadth[pins.box]
    end = pins.along + flow.length[pins.box]
    free = rows.kind != BORDER
    free[pins.box] = False
    for layer, start, stop in zip(rows.layers, bands.start, bands.end, strict=True):
        inside = (pins.along < stop) & (end > start)
        blocked = list(zip((low[inside] - gaps.row / 2).tolist(), (high[inside] + gaps.row / 2).tolist(), strict=True))
        if blocked:
            for cell, place in _dodge([cell for cell in layer if free[cell]], rows, across, blocked):
                across[cell] = place
    return across


def _dodge(cells: Sequence[int], rows: Rows, across: Floats, blocked: list[Span]) -> Iterator[tuple[int, float]]:
    """New places for the cells that are in the way, each as near to its old one as there is room."""
    reach = {cell: (float(rows.low[cell]), float(rows.high[cell])) for cell in cells}
    place = {cell: float(across[cell]) for cell in cells}
    taken = list(blocked)
    in_the_way = []
    for cell in cells:
        if _is_free(place[cell], reach[cell], blocked):
            taken.append((place[cell] - reach[cell][0], place[cell] + reach[cell][1]))
        else:
            in_the_way.append(cell)
    for cell in in_the_way:
        low, high = reach[cell]
        beside = [edge for span in taken for edge in (span[0] - high, span[1] + low)]
        chosen = min((at for at in beside if _is_free(at, reach[cell], taken)), key=lambda at: abs(at - place[cell]))
        taken.append((chosen - low, chosen + high))
        yield cell, chosen


def _is_free(place: float, reach: Span, taken: Sequence[Span]) -> bool:
    return all(high <= place - reach[0] or low >= place + reach[1] for low, high in taken)


def _usual(moves: Floats) -> float:
    """The move that most pins ask for; of equally many, the one of the first pin."""
    values, first, counts = np.unique(moves, return_index=True, return_counts=True)
    return float(values[np.lexsort((first, -counts))[0]])
