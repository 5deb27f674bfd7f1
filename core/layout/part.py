"""One connected part of a graph, from its flow to coordinates."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from core.layout.alignment import place_across, spine_links
from core.layout.bands import place_bands
from core.layout.borders import with_borders
from core.layout.breaks import find_breaks
from core.layout.cells import build_cells
from core.layout.drawing import Drawing
from core.layout.labels import label_places, place_columns
from core.layout.layering import assign_layers
from core.layout.ordering import order_cells
from core.layout.pins import fit_bands, make_way
from core.layout.routes import route_edges
from core.layout.rows import build_rows
from core.layout.settling import settle
from core.layout.wrapping import Wrapping

if TYPE_CHECKING:
    from core.layout.earlier import Earlier
    from core.layout.flow import Floats, Flow
    from core.layout.graph import Gaps
    from core.layout.lanes import Lanes
    from core.layout.pins import Pins


def draw_part(flow: Flow, gaps: Gaps, room: float, pause: Callable[[], None], earlier: Earlier, pins: Pins) -> Drawing:
    """Place a part, in columns if it is longer than the room and nothing is pinned.

    `pause` is called between the phases and may raise to give up.
    """
    if flow.count == 1:
        return Drawing(*((pins.along, pins.across) if len(pins.box) else (np.zeros(1), np.zeros(1))), [], [], {})
    layer = assign_layers(flow)
    cells, lanes = build_cells(flow, layer)
    pause()
    order = order_cells(cells, pause, earlier.places(flow, cells, lanes))
    rows = build_rows(flow, cells, order, gaps)
    if flow.frames:
        rows = with_borders(rows, cells, gaps)
    pause()
    across = np.round(settle(rows, place_across(rows), spine_links(rows)))
    position, label_room = place_columns(flow, layer, lanes, across)
    bands = place_bands(flow, layer, gaps, label_room)
    if len(pins.box):
        bands = fit_bands(flow, layer, bands, pins)
        across = make_way(flow, rows, bands, across, pins, gaps)
    along = bands.centre(flow.length, layer)
    along[pins.box] = pins.along
    pause()
    courses = route_edges(flow, layer, lanes, bands, along, across)
    labels = label_places(flow, layer, lanes, across, bands, position, courses)
    drawing = Drawing(along, across[: flow.count] - flow.axis, courses, labels, _lane_places(lanes, across))
    breaks = [] if len(pins.box) else find_breaks(flow, layer, lanes, bands, room)
    return Wrapping(flow, layer, lanes, bands, drawing, breaks, gaps).wrapped() if breaks else drawing


def _lane_places(lanes: Lanes, across: Floats) -> dict[tuple[int, int], tuple[float, ...]]:
    ends = (lanes.first + lanes.length).tolist()
    rows = zip(lanes.source.tolist(), lanes.output.tolist(), lanes.first.tolist(), ends, strict=True)
    return {(box, port): tuple(across[first:end].tolist()) for box, port, first, end in rows if end > first}
