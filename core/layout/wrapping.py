"""Long parts broken into columns, as text is into lines.

A wire that passes from one column to the next goes straight on, turns into the gutter between the columns, runs
back through it, and enters the next column straight again. Wires keep their order on the way: the outermost at
the end of one column is the innermost at the beginning of the next, so that none of them cross.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.layout.drawing import Drawing
from core.layout.labels import CLEARANCE
from core.layout.routes import simplified

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.layout.bands import Bands
    from core.layout.flow import Flow, Ints
    from core.layout.graph import Gaps
    from core.layout.lanes import Lanes
    from core.layout.routes import Course, Spot


class Wrapping:
    """A drawing in columns, of which each but the last ends after a layer in `breaks`."""

    def __init__(
        self, flow: Flow, layer: Ints, lanes: Lanes, bands: Bands, drawing: Drawing, breaks: Sequence[int], gaps: Gaps
    ) -> None:
        self.flow, self.drawing, self.gaps = flow, drawing, gaps
        self.layer: list[int] = layer.tolist()
        self.chain: list[int] = lanes.chain.tolist()
        self.column_of_layer: list[int] = np.searchsorted(breaks, np.arange(len(bands.start))).tolist()
        self.column = [self.column_of_layer[each] for each in self.layer]
        self.starts: list[float] = bands.start[[0, *(each + 1 for each in breaks)]].tolist()
        self.ends: list[float] = bands.end[[*breaks, len(bands.end) - 1]].tolist()
        self.ways = list(zip(flow.source.tolist(), flow.target.tolist(), strict=True))
        self.pieces = [self._pieces(edge) for edge in range(len(self.ways))]
        self.tracks = self._tracks()
        self.forth = [self.starts[0] - start for start in self.starts]
        self.aside, self.gutter = self._stacked()
        self.margin = gaps.layer / 2 + float(flow.label[:, 0].max(initial=0)) + 2 * CLEARANCE + self._overhang()

    def wrapped(self) -> Drawing:
        """The drawing with its columns beside each other."""
        lanes = {
            (box, port): tuple(self._aside(place, self.layer[box] + step) for step, place in enumerate(places, 1))
            for (box, port), places in self.drawing.lanes.items()
        }
        return Drawing(
            self.drawing.along + np.array(self.forth)[self.column],
            self.drawing.across + np.array(self.aside)[self.column],
            [self._course(edge) for edge in range(len(self.ways))],
            [self._label(edge) for edge in range(len(self.ways))],
            lanes,
        )

    def _aside(self, place: float, layer: int) -> float:
        return place + self.aside[self.column_of_layer[layer]]

    def _pieces(self, edge: int) -> list[Course]:
        """The course of an edge, cut where columns end and where the next ones begin."""
        course = self.drawing.courses[edge]
        along, across = zip(*course, strict=True)
        first, last = (self.column[box] for box in self.ways[edge])
        begins = [along[0], *self.starts[first + 1 : last + 1]]
        stops = [*self.ends[first:last], along[-1]]
        pieces = []
        for begin, stop in zip(begins, stops, strict=True):
            low, high = np.interp([begin, stop], along, across).tolist()
            inside = [spot for spot in course if begin < spot[0] < stop]
            pieces.append([(begin, low), *inside, (stop, high)])
        return pieces

    def _tracks(self) -> list[dict[int, int]]:
        """For each column the chains that go on to the next one, numbered from low to high."""
        places: list[dict[int, float]] = [{} for _ in self.ends]
        for (source, _), chain, pieces in zip(self.ways, self.chain, self.pieces, strict=True):
            for column, piece in enumerate(pieces[:-1], self.column[source]):
                places[column][chain] = piece[-1][1]
        return [{chain: track for track, chain in enumerate(sorted(place, key=place.__getitem__))} for place in places]

    def _stacked(self) -> tuple[list[float], list[float]]:
        """How far each column moves aside, and where the first track in the gutter beyond it runs."""
        aside, gutter = [0.0], []
        for (here, following), tracks in zip(pairwise(self._spans()), self.tracks, strict=False):
            gutter.append(max(here) + aside[-1] + self.gaps.part / 2)
            aside.append(gutter[-1] + len(tracks) * self.gaps.wire + self.gaps.part / 2 - min(following))
        return aside, gutter

    def _spans(self) -> list[list[float]]:
        """Coordinates across of what is in each column, the outermost among them."""
        spans: list[list[float]] = [[] for _ in self.ends]
        for column, low, breadth in zip(
            self.column, self.drawing.across.tolist(), self.flow.breadth.tolist(), strict=True
        ):
            spans[column] += low, low + breadth
        for first, _, low, high in self.drawing.frames(self.flow).values():
            spans[self._column_at(first)] += low, high
        for (source, _), pieces in zip(self.ways, self.pieces, strict=True):
            for column, piece in enumerate(pieces, self.column[source]):
                spans[column] += (across for _, across in piece)
        return spans

    def _column_at(self, along: float) -> int:
        """The column of something that begins there; a frame may begin a little before its column."""
        return int(np.searchsorted([*self.ends[:-1]], along))

    def _overhang(self) -> float:
        """How far frames reach beyond the ends of their columns."""
        overhang = 0.0
        for first, last, _, _ in self.drawing.frames(self.flow).values():
            column = self._column_at(first)
            overhang = max(overhang, self.starts[column] - first, last - self.ends[column])
        return overhang

    def _course(self, edge: int) -> Course:
        source = self.ways[edge][0]
        spots: Course = []
        for column, piece in enumerate(self.pieces[edge], self.column[source]):
            moved = [(along + self.forth[column], across + self.aside[column]) for along, across in piece]
            if spots:
                spots += self._turn(column - 1, self.chain[edge], spots[-1][1], moved[0][1])
            spots += moved
        return simplified(spots)

    def _turn(self, column: int, chain: int, leave: float, enter: float) -> Iterator[Spot]:
        """Out of a column, back through the gutter beyond it, and on to the next column."""
        track = self.tracks[column][chain]
        outer = (len(self.tracks[column]) - 1 - track) * self.gaps.wire
        right = self.ends[column] + self.forth[column] + self.margin + outer
        left = self.starts[0] - self.margin - track * self.gaps.wire
        gutter = self.gutter[column] + outer
        yield from ((right, leave), (right, gutter), (left, gutter), (left, enter))

    def _label(self, edge: int) -> Spot | None:
        """The label keeps its place, or stands before the target if its gap was broken."""
        spot = self.drawing.labels[edge]
        target = self.ways[edge][1]
        column = self.column[target]
        if spot is None:
            return None
        if column == self.column_of_layer[self.layer[target] - 1]:
            return spot[0] + self.forth[column], spot[1] + self.aside[column]
        room = CLEARANCE + float(self.flow.label[edge, 0]) / 2
        return self.starts[0] - room, self.pieces[edge][-1][0][1] + self.aside[column]
