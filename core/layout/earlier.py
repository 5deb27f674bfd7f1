"""What an earlier drawing tells about the order of the cells in a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf, isnan
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from core.layout.topology import ends_by_start

if TYPE_CHECKING:
    from core.layout.cells import Cells
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.lanes import Lanes


@dataclass(frozen=True)
class Earlier:
    """How far across things were.

    Known are the spines of boxes (else nan), the lanes of output ports (box, port) and the middles of frames.
    """

    boxes: Floats
    lanes: Mapping[tuple[int, int], tuple[float, ...]]
    frames: Mapping[int, float]

    def part(self, boxes: Ints) -> Earlier:
        """What it tells about some boxes, numbered anew in the given order."""
        number = {box: index for index, box in enumerate(boxes.tolist())}
        lanes = {(number[box], port): places for (box, port), places in self.lanes.items() if box in number}
        return Earlier(self.boxes[boxes], lanes, self.frames)

    def places(self, flow: Flow, cells: Cells, lanes: Lanes) -> list[float] | None:
        """A place for each cell to sort it by, or None if nothing is known about this part."""
        if np.isnan(self.boxes).all():
            return None
        boxes = self._completed(flow)
        middle = fmean(place for place in boxes if place != inf)
        fillers = cells.group[flow.count + len(lanes.owner) :].tolist()
        ports = zip(lanes.source.tolist(), lanes.output.tolist(), strict=True)
        places = list(boxes)
        for port, length in zip(ports, lanes.length.tolist(), strict=True):
            known = list(self.lanes.get(port, ())) or [boxes[port[0]]]
            places += (known + known[-1:] * (length - len(known)))[:length]
        return places + [self.frames.get(group, middle) for group in fillers]

    def _completed(self, flow: Flow) -> list[float]:
        """New boxes go level with their producers, or else with their consumers, or else to the high end."""
        places: list[float] = self.boxes.tolist()
        source, target, order = flow.source.tolist(), flow.target.tolist(), flow.order.tolist()
        _fill(places, order, ends_by_start(flow.count, target, source))
        _fill(places, reversed(order), ends_by_start(flow.count, source, target))
        return [inf if isnan(place) else place for place in places]


def _fill(places: list[float], order: Iterable[int], neighbours: list[list[int]]) -> None:
    for box in order:
        known = [places[each] for each in neighbours[box] if not isnan(places[each])]
        if isnan(places[box]) and known:
            places[box] = fmean(known)
