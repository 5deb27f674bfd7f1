"""The cells of the drawing (boxes, and lanes of wires) and the links between cells of neighbouring layers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.layout.frames import ancestry, deepest_first
from core.layout.lanes import lane_groups, lanes_of
from core.layout.links import Links

if TYPE_CHECKING:
    from core.layout.flow import Floats, Flow, Frame, Ints
    from core.layout.lanes import Lanes


@dataclass(frozen=True)
class Cells:
    """Cells by index: first the boxes, then the lanes. `group` is the innermost group of a cell, or -1."""

    layer: Ints
    group: Ints
    links: Links
    frames: tuple[Frame, ...]

    @property
    def count(self) -> int:
        """The number of cells."""
        return len(self.layer)

    @cached_property
    def layers(self) -> int:
        """The number of layers."""
        return int(self.layer.max()) + 1

    @cached_property
    def touch(self) -> tuple[Floats, Floats]:
        """Where links leave and enter their cells, as parts of a rank between -1/2 and 1/2."""
        leave, enter = self.links.leave, self.links.enter
        widest = max(np.abs(leave).max(initial=0), np.abs(enter).max(initial=0))
        return leave / (2 * widest + 1), enter / (2 * widest + 1)

    @cached_property
    def group_path(self) -> list[tuple[int, ...]]:
        """The groups around each cell, the outermost first."""
        paths = [ancestry(group, self.frames) for group in range(len(self.frames))]
        return [paths[group] if group >= 0 else () for group in self.group.tolist()]


def build_cells(flow: Flow, layer: Ints) -> tuple[Cells, Lanes]:
    """The cells of a flow whose boxes stand in these layers."""
    lanes = lanes_of(flow, layer)
    lane_layer = layer[lanes.source[lanes.owner]] + 1 + lanes.step
    cells = Cells(
        np.concatenate([layer, lane_layer]),
        np.concatenate([flow.group, lane_groups(flow, layer, lanes, lane_layer)]),
        _lane_links(flow, lanes).and_also(_edge_links(flow, layer, lanes)),
        flow.frames,
    )
    return (_with_fillers(cells) if flow.frames else cells), lanes


def _lane_links(flow: Flow, lanes: Lanes) -> Links:
    """The link that leads to each lane: from the source, or from the lane before."""
    is_first = lanes.step == 0
    lane = flow.count + np.arange(len(is_first))
    leave = np.zeros(len(lanes.first))
    leave[lanes.chain] = flow.leave - flow.axis[flow.source]
    upper = np.where(is_first, lanes.source[lanes.owner], lane - 1)
    return Links(upper, lane, np.where(is_first, leave[lanes.owner], 0), np.zeros(len(lane)))


def _edge_links(flow: Flow, layer: Ints, lanes: Lanes) -> Links:
    """The last link of each edge: from the source, or from the lane before the target."""
    passed = layer[flow.target] - layer[flow.source] - 1
    upper = np.where(passed == 0, flow.source, lanes.first[lanes.chain] + passed - 1)
    leave = np.where(passed == 0, flow.leave - flow.axis[flow.source], 0)
    return Links(upper, flow.target, leave, flow.enter - flow.axis[flow.target])


def _with_fillers(cells: Cells) -> Cells:
    """Give every group a cell in each layer between its first and its last: its frame has a place there."""
    layer, group = cells.layer.tolist(), cells.group.tolist()
    links: list[tuple[int, int]] = []
    members: list[dict[int, int]] = [{} for _ in cells.frames]
    for cell, path in enumerate(cells.group_path):
        for each in path:
            members[each].setdefault(layer[cell], cell)
    for each in deepest_first(cells.frames):
        for empty in _missing(members[each]):
            filler = len(layer)
            layer.append(empty)
            group.append(each)
            links.append((members[each][empty - 1], filler))
            if empty + 1 in members[each]:
                links.append((filler, members[each][empty + 1]))
            for around in ancestry(each, cells.frames):
                members[around].setdefault(empty, filler)
    return Cells(np.array(layer), np.array(group), cells.links.and_also(Links.straight(links)), cells.frames)


def _missing(numbers: dict[int, int]) -> list[int]:
    """The numbers between the least and the greatest that are not there."""
    return [number for number in range(min(numbers, default=0), max(numbers, default=0)) if number not in numbers]
