"""What is being dragged: taken out of the picture, and drawn over it where it is now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from app.canvas.node_table import NodeTable
from app.canvas.wire_table import WireTable
from app.render.batch import Ints
from app.render.geometry import Floats, curves
from app.render.looks import Side
from app.render.marks import Point

_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Lift:
    """Rows of the lifted nodes and of the wires at them, ids of lifted regions, and how far all were moved.

    `starts` and `ends` (E,) tell which ends of the wires move along, `neighbours` are the resting nodes at the
    others.
    """

    nodes: Ints
    neighbours: Ints
    wires: Ints
    starts: Floats
    ends: Floats
    regions: frozenset[str] = field(default_factory=frozenset)
    offset: Point = (0.0, 0.0)

    @classmethod
    def of(cls, nodes: NodeTable, wires: WireTable, ids: Collection[str], regions: Collection[str] = ()) -> Lift:
        """Takes up these nodes and all wires at them."""
        chosen = frozenset(ids)
        ends = wires.ends_at(chosen)
        near = {node for row in ends for node in (wires.placed[row].source, wires.placed[row].target)}
        return cls(
            nodes=_rows(nodes, chosen),
            neighbours=_rows(nodes, near - chosen),
            wires=np.array([*ends], dtype=np.intp),
            starts=np.array([start for start, _ in ends.values()], dtype=np.float64),
            ends=np.array([end for _, end in ends.values()], dtype=np.float64),
            regions=frozenset(regions),
        )

    def curves(self, resting: Floats) -> Floats:
        """The curves (E, 4, 2) of the wires where they are now, from those where they rest."""
        moved = np.stack([self.starts, self.starts, self.ends, self.ends], axis=1)
        result = resting + moved[..., None] * np.asarray(self.offset)
        handles = resting[:, 1] - resting[:, 0]
        bent = np.flatnonzero(self.starts != self.ends)
        for side, towards in _DIRECTIONS.items():
            rows = bent[handles[bent] @ np.array(towards) >= np.abs(handles[bent]).max(axis=1) - _TOLERANCE]
            result[rows] = curves(result[rows, 0], result[rows, 3], side)
        return np.asarray(result)


_DIRECTIONS = {Side.LEFT: (-1.0, 0.0), Side.RIGHT: (1.0, 0.0), Side.TOP: (0.0, -1.0), Side.BOTTOM: (0.0, 1.0)}


def _rows(nodes: NodeTable, ids: Collection[str]) -> Ints:
    return np.array(sorted(nodes.rows[node] for node in ids if node in nodes.rows), dtype=np.intp)
