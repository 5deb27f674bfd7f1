"""The wires of a frame as arrays, a row each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from app.canvas.areas import grown
from app.model.theme import Theme
from app.render.batch import Ints
from app.render.draw_wire import wire_stroke
from app.render.frame import PlacedWire
from app.render.geometry import Floats, boxes
from app.render.looks import Cut, HeatMap, WireLook, WireState
from app.render.marks import Stroke

_LINE_REACH = 12.0
_SIGN_REACH = 32.0
_HEAT_REACH = 64.0
_WORDS_REACH = 240.0
"""How far a line, a sign, a heat map or words on a wire may reach beyond its control points."""
_WIDTH_STEPS = 4
"""Widths of wires that are drawn many at a time differ by at least a quarter of a pixel."""


class WireTable:
    """Rows in the frame's order: curves (E, 4, 2), and boxes (E, 4) that hold all that is drawn of a wire.

    `classes` (E,) tell which of the `strokes` each wire is drawn with where many are drawn at a time.
    """

    def __init__(
        self, theme: Theme, placed: Sequence[PlacedWire] = (), selected: Collection[str] = frozenset()
    ) -> None:
        self.placed = placed
        self.rows = _rows(placed)
        self.curves = np.array([wire.points for wire in placed], dtype=np.float64).reshape(-1, 4, 2)
        self.strokes: list[Stroke] = []
        self._theme = theme
        self._selected = selected
        self._by_stroke: dict[Stroke, int] = {}
        self._by_look: dict[WireLook, int] = {}
        self.looks = [self._look(wire) for wire in placed]
        self.boxes = self._boxes(range(len(placed)))
        self.classes: Ints = np.array([self._class(wire.look) for wire in placed], dtype=np.intp)

    def update(self, placed: Sequence[PlacedWire], rows: list[int]) -> Floats:
        """Takes the same wires with other looks or places in some rows; returns what of the picture changed."""
        before = self.boxes[rows]
        self.placed = placed
        for row in rows:
            self.curves[row] = placed[row].points
            self.looks[row] = self._look(placed[row])
            self.classes[row] = self._class(placed[row].look)
        self.boxes[rows] = self._boxes(rows)
        return np.concatenate([before, self.boxes[rows]])

    def select(self, selected: Collection[str]) -> Floats:
        """Draws these wires as selected, and the others not; returns what of the picture changed."""
        differing = frozenset(selected) ^ frozenset(self._selected)
        self._selected = selected
        rows = [row for wire in differing for row in self.rows.get(wire, ())]
        for row in rows:
            self.looks[row] = self._look(self.placed[row])
        return self.boxes[rows]

    def ends_at(self, nodes: Collection[str]) -> dict[int, tuple[bool, bool]]:
        """The rows of curves that start or end at one of these nodes, and at which of their ends they do."""
        found: dict[int, tuple[bool, bool]] = {}
        for rows in self.rows.values():
            first, last = rows[0], rows[-1]
            starts, ends = self.placed[first].source in nodes, self.placed[last].target in nodes
            if starts:
                found[first] = (True, ends and first == last)
            if ends:
                found[last] = (starts and first == last, True)
        return found

    def _look(self, wire: PlacedWire) -> WireLook:
        return replace(wire.look, selected=True) if wire.id in self._selected else wire.look

    def _boxes(self, rows: Sequence[int]) -> Floats:
        reach = np.array([_reach(self.looks[row]) for row in rows], dtype=np.float64)
        return grown(boxes(self.curves[rows]), reach)

    def _class(self, look: WireLook) -> int:
        """The class of wires that share a pen."""
        known = self._by_look.get(look)
        if known is None:
            exact = wire_stroke(look, self._theme)
            stroke = replace(exact, width=max(round(exact.width * _WIDTH_STEPS), 1) / _WIDTH_STEPS)
            known = self._by_look[look] = self._by_stroke.setdefault(stroke, len(self.strokes))
            self.strokes += [stroke] * (known == len(self.strokes))
        return known


def _rows(placed: Sequence[PlacedWire]) -> Mapping[str, list[int]]:
    """The rows of each wire: one for each of its curves."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for row, wire in enumerate(placed):
        rows[wire.id].append(row)
    return dict(rows)


def _reach(look: WireLook) -> float:
    if look.reason or look.ghost:
        return _WORDS_REACH
    if isinstance(look.label, HeatMap):
        return _HEAT_REACH
    signs = look.label is not None or look.cut is not Cut.NONE or look.state is WireState.INVALID
    return _SIGN_REACH if signs else _LINE_REACH
