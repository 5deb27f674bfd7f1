"""What is to be placed, as plain data: boxes with ports, edges, frames and pins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import NamedTuple, TypeAlias

from core.errors import ArgumentError

Key: TypeAlias = Hashable


class Point(NamedTuple):
    """A place on the drawing in px; x grows to the right and y downwards."""

    x: float
    y: float


class Size(NamedTuple):
    """A width and a height in px."""

    width: float
    height: float


class Insets(NamedTuple):
    """The room in px that a frame keeps between itself and its members."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Box:
    """A card: its size in px, and where its ports are.

    A port is given by its distance in px from the card's top (in a drawing from left to right or right
    to left) or from its left side. Without ports, edges meet the middle of the side.
    """

    width: float
    height: float
    inputs: tuple[float, ...] = ()
    outputs: tuple[float, ...] = ()


@dataclass(frozen=True)
class Edge:
    """A wire from an output port to an input port, with the size in px of the label that rides on it."""

    source: Key
    target: Key
    source_port: int = 0
    target_port: int = 0
    label: Size | None = None


FRAME = Insets(24, 44, 24, 24)
"""The usual room in a frame; at the top a header has its place."""


@dataclass(frozen=True)
class Group:
    """Boxes that share a rectangular frame; `parent` is the group whose frame surrounds this one."""

    members: tuple[Key, ...]
    parent: Key | None = None
    insets: Insets = FRAME


@dataclass(frozen=True)
class Gaps:
    """Distances in px.

    Along the edges: between layers, after a leaf with several uses, and between a frame and the next layer.
    Across them: between the boxes of a layer, between its wires, and between parts that no edge connects.
    """

    layer: float = 56
    shared_leaf: float = 88
    frame: float = 40
    row: float = 24
    wire: float = 14
    part: float = 48


@dataclass(frozen=True)
class Graph:
    """A directed acyclic graph to place.

    A pinned box keeps the position of its top left corner that `pins` gives. Raises ArgumentError when
    the parts do not fit together.
    """

    boxes: Mapping[Key, Box]
    edges: Sequence[Edge] = ()
    groups: Mapping[Key, Group] = field(default_factory=dict)
    pins: Mapping[Key, Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_boxes()
        self._check_edges()
        self._check_groups()

    def _check_boxes(self) -> None:
        for key, box in self.boxes.items():
            if not all(isfinite(length) and length >= 0 for length in (box.width, box.height)):
                raise ArgumentError(f"Box {key!r} has the size {box.width} x {box.height}.", "Give it a finite size.")
            if not all(0 <= offset <= max(box.width, box.height) for offset in (*box.inputs, *box.outputs)):
                raise ArgumentError(f"Box {key!r} has a port that is not on its side.", "Count from its top or left.")
        _require_known(self.pins, self.boxes, "A pin")
        for key, point in self.pins.items():
            if not all(map(isfinite, point)):
                raise ArgumentError(f"Box {key!r} is pinned at {tuple(point)}.", "Pin it at finite coordinates.")

    def _check_edges(self) -> None:
        for edge in self.edges:
            _require_known((edge.source, edge.target), self.boxes, "An edge")
            _require_port(edge.source, edge.source_port, self.boxes[edge.source].outputs, "output")
            _require_port(edge.target, edge.target_port, self.boxes[edge.target].inputs, "input")
            if edge.label and not all(isfinite(length) and length >= 0 for length in edge.label):
                raise ArgumentError(
                    f"The edge from {edge.source!r} to {edge.target!r} has a label of the size {tuple(edge.label)}.",
                    "Give it a finite size.",
                )

    def _check_groups(self) -> None:
        owner: dict[Key, Key] = {}
        for key, group in self.groups.items():
            _require_known(group.members, self.boxes, f"Group {key!r}")
            for member in group.members:
                if owner.setdefault(member, key) != key:
                    raise ArgumentError(
                        f"Box {member!r} is in the groups {owner[member]!r} and {key!r}.",
                        "List it in the innermost group only, and nest that one by its parent.",
                    )
        for key in self.groups:
            self._check_ancestors(key)

    def _check_ancestors(self, key: Key) -> None:
        seen = {key}
        parent = self.groups[key].parent
        while parent is not None:
            _require_known((parent,), self.groups, f"Group {key!r}", "group")
            if parent in seen:
                raise ArgumentError(f"Group {key!r} lies within itself.", "Let its parents end at a group without one.")
            seen.add(parent)
            parent = self.groups[parent].parent


def _require_known(keys: Iterable[Key], known: Mapping[Key, object], user: str, kind: str = "box") -> None:
    for key in keys:
        if key not in known:
            raise ArgumentError(
                f"{user} names the {kind} {key!r}, which is not in the graph.", "Add it, or drop the name."
            )


def _require_port(key: Key, port: int, offsets: tuple[float, ...], kind: str) -> None:
    """A box without offsets has one port in the middle, whatever its number."""
    if port < 0 or (offsets and port >= len(offsets)):
        raise ArgumentError(
            f"An edge uses {kind} {port} of box {key!r}, which has {len(offsets)}.",
            "Use one of its ports, counted from 0.",
        )
