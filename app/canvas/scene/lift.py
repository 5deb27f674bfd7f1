"""What is being dragged: taken out of the picture, and drawn over it where it is now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from app.canvas.scene.node_table import NodeTable
from app.canvas.scene.wire_table import WireTable
from app.render.batch import Ints
from app.render.geometry import Floats, curves
from app.render.looks import Side
from app.render.marks import Point


@dataclass(frozen=True, slots=True, eq=False)
class Lift:
    """Rows of the lifted nodes and of the wires at them, ids of lifted regions, and how far all were moved.

    `starts` and `ends` (E,) tell which ends of the wires move along, `neighbours` are the resting nodes at the
    others. `bent` are those of the wires that change their course, by the side of the card where they leave.
    """

    nodes: Ints
    neighbours: Ints
    wires: Ints
    starts: Floats
    ends: Floats
    bent: tuple[tuple[Side, Ints], ...]
    regions: frozenset[str] = field(default_factory=frozenset)
    offset: Point = (0.0, 0.0)

    @classmethod
    def of(cls, nodes: NodeTable, wires: WireTable, ids: Collection[str], regions: Collection[str] = ()) -> Lift:
        """Takes up these nodes and all wires at them."""
        chosen = frozenset(ids)
        moving = wires.ends_at(chosen)
        near = {node for row in moving for node in (wires.placed[row].source, wires.placed[row].target)}
        rows = np.array([*moving], dtype=np.intp)
        starts = np.array([start for start, _ in moving.values()], dtype=np.float64)
        ends = np.array([end for _, end in moving.values()], dtype=np.float64)
        return cls(
            nodes=_rows(nodes, chosen),
            neighbours=_rows(nodes, near - chosen),
            wires=rows,
            starts=starts,
            ends=ends,
            bent=_by_side(wires.curves[rows], np.flatnonzero(starts != ends)),
            regions=frozenset(regions),
        )

    def curves(self, resting: Floats) -> Floats:
        """The curves (E, 4, 2) of the wires where they are now, from those where they rest."""
        moved = np.stack([self.starts, self.starts, self.ends, self.ends], axis=1)
        result = resting + moved[..., None] * np.asarray(self.offset)
        for side, rows in self.bent:
            result[rows] = curves(result[rows, 0], result[rows, 3], side)
        return np.asarray(result)


def _by_side(resting: Floats, rows: Ints) -> tuple[tuple[Side, Ints], ...]:
    """Some curves (E, 4, 2), by the direction in which they leave their cards."""
    right, down = (resting[rows, 1] - resting[rows, 0]).T
    sideways = np.abs(right) >= np.abs(down)
    groups = (
        (Side.RIGHT, sideways & (right >= 0)),
        (Side.LEFT, sideways & (right < 0)),
        (Side.BOTTOM, ~sideways & (down >= 0)),
        (Side.TOP, ~sideways & (down < 0)),
    )
    return tuple((side, rows[members]) for side, members in groups if members.any())


def _rows(nodes: NodeTable, ids: Collection[str]) -> Ints:
    return np.array(sorted(nodes.rows[node] for node in ids if node in nodes.rows), dtype=np.intp)
