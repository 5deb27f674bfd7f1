"""The graph as arrays, with every box measured along and across the direction of its edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import ArgumentError
from core.layout.graph import Box, Size
from core.layout.topology import ends_by_start, find_cycle, topological_order

if TYPE_CHECKING:
    from core.layout.direction import Direction
    from core.layout.graph import Graph, Group, Key

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


HAIR = 4.0
"""A wire that leans by less, in px, looks like a mistake; one that leans by more shows that boxes are level."""


@dataclass(frozen=True)
class Frame:
    """The room a group keeps around its members, and the index of the group around it (or -1)."""

    parent: int
    before: float
    after: float
    low: float
    high: float


@dataclass(frozen=True)
class Flow:
    """Boxes and edges by index. Offsets are px across, from the low side of the box.

    `axis` is the offset of a box's spine: boxes on one straight chain share it. `order` lists the boxes so
    that every edge points forwards; `group` is the innermost group of each box, or -1.
    """

    length: Floats
    breadth: Floats
    axis: Floats
    order: Ints
    group: Ints
    source: Ints
    target: Ints
    output: Ints
    leave: Floats
    enter: Floats
    label: Floats
    frames: tuple[Frame, ...]

    @property
    def count(self) -> int:
        """The number of boxes."""
        return len(self.length)

    def part(self, boxes: Ints, edges: Ints) -> Flow:
        """The flow of some boxes and the edges between them, numbered anew in the given order."""
        number = np.full(self.count, -1)
        number[boxes] = np.arange(len(boxes))
        order = number[self.order]
        return Flow(
            length=self.length[boxes],
            breadth=self.breadth[boxes],
            axis=self.axis[boxes],
            order=order[order >= 0],
            group=self.group[boxes],
            source=number[self.source[edges]],
            target=number[self.target[edges]],
            output=self.output[edges],
            leave=self.leave[edges],
            enter=self.enter[edges],
            label=self.label[edges],
            frames=self.frames,
        )


def flow_of(graph: Graph, direction: Direction) -> Flow:
    """The graph measured for a direction. Raises ArgumentError when its edges form a cycle."""
    number = {key: index for index, key in enumerate(graph.boxes)}
    boxes = list(graph.boxes.values())
    sizes = np.array([direction.measure(box) for box in boxes], float).reshape(-1, 2)
    source = np.array([number[edge.source] for edge in graph.edges], int)
    target = np.array([number[edge.target] for edge in graph.edges], int)
    middle = (sizes[:, 1] / 2).tolist()
    order = _topological_order(list(graph.boxes), source, target)
    enter = _offsets([boxes[i].inputs for i in target], [edge.target_port for edge in graph.edges], target, middle)
    axis = np.array([_spine(box, half) for box, half in zip(boxes, middle, strict=True)], float)
    return Flow(
        length=sizes[:, 0],
        breadth=sizes[:, 1],
        axis=_with_straight_ends(
            axis, np.array([len(box.inputs) == 1 for box in boxes], bool), order, (source, target), enter
        ),
        order=order,
        group=_innermost_groups(graph, number),
        source=source,
        target=target,
        output=np.array([edge.source_port for edge in graph.edges], int),
        leave=_offsets([boxes[i].outputs for i in source], [edge.source_port for edge in graph.edges], source, middle),
        enter=enter,
        label=np.array([direction.measure(edge.label or Size(0, 0)) for edge in graph.edges], float).reshape(-1, 2),
        frames=_frames(graph, direction),
    )


def _spine(box: Box, middle: float) -> float:
    ports = box.outputs or box.inputs
    return sum(ports) / len(ports) if ports else middle


def _with_straight_ends(
    axis: Floats, has_one_input: NDArray[np.bool_], order: Ints, ends: tuple[Ints, Ints], enter: Floats
) -> Floats:
    """The spines, but of a box that nothing follows where its deepest producer enters, and so in a straight line.

    Of several inputs, this is one only where the wire would lean by a hair: boxes in a row are rather level.
    """
    source, target = ends
    place, depth = np.argsort(order), np.zeros(len(axis), int)
    for edge in np.argsort(place[source], kind="stable").tolist():
        depth[target[edge]] = max(depth[target[edge]], depth[source[edge]] + 1)
    deepest = depth[source] == depth[target] - 1
    is_end = np.bincount(source, minlength=len(axis)) == 0
    chosen = deepest & is_end[target] & (has_one_input[target] | (np.abs(enter - axis[target]) <= HAIR))
    axis[target[chosen]] = enter[chosen]
    return axis


def _offsets(
    ports: Sequence[tuple[float, ...]], numbers: Sequence[int], owners: Ints, middle: Sequence[float]
) -> Floats:
    rows = zip(ports, numbers, owners.tolist(), strict=True)
    return np.array([offsets[number] if offsets else middle[owner] for offsets, number, owner in rows], float)


def _innermost_groups(graph: Graph, number: dict[Key, int]) -> Ints:
    group = np.full(len(graph.boxes), -1)
    for index, each in enumerate(graph.groups.values()):
        group[[number[key] for key in each.members]] = index
    return group


def _frames(graph: Graph, direction: Direction) -> tuple[Frame, ...]:
    number = {key: index for index, key in enumerate(graph.groups)}

    def frame(group: Group) -> Frame:
        parent = -1 if group.parent is None else number[group.parent]
        return Frame(parent, *direction.turn(group.insets))

    return tuple(map(frame, graph.groups.values()))


def _topological_order(keys: list[Key], source: Ints, target: Ints) -> Ints:
    successors = ends_by_start(len(keys), source.tolist(), target.tolist())
    order = topological_order(successors)
    if len(order) < len(keys):
        cycle = " -> ".join(repr(keys[box]) for box in find_cycle(successors, order))
        raise ArgumentError(f"The edges form a cycle: {cycle}.", "Remove one of them.")
    return np.array(order, int)
