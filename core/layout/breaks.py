"""Where a long part is broken into columns."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from core.layout.frames import enclose

if TYPE_CHECKING:
    from core.layout.bands import Bands
    from core.layout.flow import Flow, Ints
    from core.layout.lanes import Lanes

EVEN = 0.75
"""The end of a column is sought from this share of its even length on, where the fewest wires pass."""


def find_breaks(flow: Flow, layer: Ints, lanes: Lanes, bands: Bands, room: float) -> list[int]:
    """The last layer of every column but the last, so that columns fit into the room and no frame is broken.

    Columns are about equally long. A frame that is longer than the room makes its column longer.
    """
    passing = _passing_wires(layer, lanes, len(bands.start))
    allowed = np.flatnonzero(~_inside_frames(flow, layer, len(bands.start)))
    breaks: list[int] = []
    first = 0
    while (rest := float(bands.end[-1] - bands.start[first])) > room:
        ahead = allowed[np.searchsorted(allowed, first) :]
        length = bands.end[ahead] - bands.start[first]
        even = rest / ceil(rest / room)
        late = ahead[(length <= room) & (length >= EVEN * even)]
        candidates = next((each for each in (late, ahead[length <= room], ahead[:1]) if len(each)), None)
        if candidates is None:
            break
        far = np.abs(bands.end[candidates] - bands.start[first] - even)
        breaks.append(int(candidates[np.lexsort((far, passing[candidates]))[0]]))
        first = breaks[-1] + 1
    return breaks


def _passing_wires(layer: Ints, lanes: Lanes, count: int) -> Ints:
    """How many chains go on from each layer to the next."""
    change = np.zeros(count + 1, int)
    np.add.at(change, layer[lanes.source], 1)
    np.add.at(change, layer[lanes.source] + lanes.length + 1, -1)
    return np.cumsum(change)[:-1]


def _inside_frames(flow: Flow, layer: Ints, count: int) -> Ints:
    """Which layers a frame joins to the next one; the last layer counts as joined, since nothing follows it."""
    inside = np.zeros(count, bool)
    inside[-1] = True
    for first, last in enclose(flow, layer.tolist(), layer.tolist(), [(0, 0)] * len(flow.frames)).values():
        inside[int(first) : int(last)] = True
    return inside
