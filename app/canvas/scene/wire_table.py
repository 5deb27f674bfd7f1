"""The wires of a frame as arrays, a row each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from app.canvas.scene.areas import grown
from app.model.theme import Emphasis, Theme
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
_MOST_KNOWN = 100_000
_WIDTH_STEPS = 4
"""Widths of wires that are drawn many at a time differ by at least a quarter of a pixel."""


class WireTable:
    """Rows in the frame's order: curves (E, 4, 2), and boxes (E, 4) that hold all that is drawn of a wire.

    `classes` (E,) tell which of the `strokes` each wire is drawn with where many are drawn at a time, `signed`
    (E,) whether something stands on it, `special` (E,) whether it is more than a line.
    """

    def __init__(
        self, theme: Theme, placed: Sequence[PlacedWire] = (), selected: Collection[str] = frozenset()
    ) -> None:
        self.placed = placed
        self._rows = {wire.id: row for row, wire in reversed([*enumerate(placed)])}
        self.curves = np.array([wire.points for wire in placed], dtype=np.float64).reshape(-1, 4, 2)
        self.strokes: list[Stroke] = []
        self._theme = theme
        self._selected = selected
        self._by_stroke: dict[Stroke, int] = {}
        self._by_look: dict[tuple[WireState, Emphasis, float], int] = {}
        self.looks = [self._look(wire) for wire in placed]
        self.boxes = self._boxes(range(len(placed)))
        self.signed = np.array([_has_signs(look) for look in self.looks], dtype=bool)
        self.special = np.array([_is_special(look) for look in self.looks], dtype=bool)
        self.classes: Ints = np.array([self._class(wire.look) for wire in placed], dtype=np.intp)

    def update(self, placed: Sequence[PlacedWire], rows: list[int]) -> Floats:
        """Takes the same wires with other looks or places in some rows; returns what of the picture changed."""
        before = self.boxes[rows]
        self.placed = placed
        for row in rows:
            self.curves[row] = placed[row].points
            self.classes[row] = self._class(placed[row].look)
            self._look_again(row)
        self.boxes[rows] = self._boxes(rows)
        return np.concatenate([before, self.boxes[rows]])

    def select(self, selected: Collection[str]) -> Floats:
        """Draws these wires as selected, and the others not; returns what of the picture changed."""
        differing = frozenset(selected) ^ frozenset(self._selected)
        self._selected = selected
        rows = [row for wire in differing for row in self.rows_of(wire)]
        for row in rows:
            self._look_again(row)
        return self.boxes[rows]

    def rows_of(self, wire: str) -> range:
        """The rows of a wire, one for each of its curves, which follow each other; none for an unknown wire."""
        first = self._rows.get(wire)
        if first is None:
            return range(0)
        last = first
        while last + 1 < len(self.placed) and self.placed[last + 1].id == wire:
            last += 1
        return range(first, last + 1)

    def ends_at(self, nodes: Collection[str]) -> dict[int, tuple[bool, bool]]:
        """The rows of curves that move along with these nodes, and which of their ends do.

        A wire with both ends at them moves along as a whole; of another one only the outermost curve does.
        """
        found: dict[int, tuple[bool, bool]] = {}
        for first in self._rows.values():
            starts, ends = self.placed[first].source in nodes, self.placed[first].target in nodes
            if starts or ends:
                rows = self.rows_of(self.placed[first].id)
                moving = rows if starts and ends else rows[:1] if starts else rows[-1:]
                found |= dict.fromkeys(moving, (starts, ends))
        return found

    def _look_again(self, row: int) -> None:
        look = self.looks[row] = self._look(self.placed[row])
        self.signed[row], self.special[row] = _has_signs(look), _is_special(look)

    def _look(self, wire: PlacedWire) -> WireLook:
        return replace(wire.look, selected=True) if wire.id in self._selected else wire.look

    def _boxes(self, rows: Sequence[int]) -> Floats:
        reach = np.array([_reach(self.looks[row]) for row in rows], dtype=np.float64)
        return grown(boxes(self.curves[rows]), reach)

    def _class(self, look: WireLook) -> int:
        """The class of wires that share a pen; found out once for all that look the same but for their signs."""
        key = look.state, look.emphasis, look.norm
        if key not in self._by_look:
            exact = wire_stroke(look, self._theme)
            stroke = replace(exact, width=max(round(exact.width * _WIDTH_STEPS), 1) / _WIDTH_STEPS)
            known = self._by_stroke.setdefault(stroke, len(self.strokes))
            self.strokes += [stroke] * (known == len(self.strokes))
            if len(self._by_look) > _MOST_KNOWN:
                self._by_look.clear()
            self._by_look[key] = known
        return self._by_look[key]


def _reach(look: WireLook) -> float:
    if look.reason or look.ghost:
        return _WORDS_REACH
    if isinstance(look.label, HeatMap):
        return _HEAT_REACH
    return _SIGN_REACH if _has_signs(look) else _LINE_REACH


def _has_signs(look: WireLook) -> bool:
    """Whether anything stands on the wire."""
    said = look.label is not None or bool(look.reason)
    return said or look.cut is not Cut.NONE or look.state is WireState.INVALID


def _is_special(look: WireLook) -> bool:
    """Whether a wire has ticks, two parts, a trail or an outline."""
    return look.state is WireState.BLOCKED or look.cut is not Cut.NONE or look.trail or look.selected
