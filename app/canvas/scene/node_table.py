"""The nodes of a frame as arrays, a row each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np

from app.canvas.scene.areas import grown
from app.model.theme import Theme
from app.render.batch import Ints
from app.render.card_box import card_box
from app.render.draw_node import OVERFLOW
from app.render.draw_small import dot_token
from app.render.frame import PlacedNode
from app.render.geometry import Floats
from app.render.inks import ink
from app.render.looks import NodeLook, Ring
from app.render.marks import Point

_STEPPING = frozenset({Ring.CURRENT, Ring.READY})


class NodeTable:
    """Rows in the frame's order. `boxes` (N, 4) are the cards' rectangles in the scene.

    `looks` are what is drawn: the frame's looks, with a ring around those of selected nodes. `highlighted` (N,)
    are the nodes that stepping is at, and `changes` counts how often a minimap of them became different.
    """

    def __init__(self, placed: Sequence[PlacedNode] = (), selected: Collection[str] = frozenset()) -> None:
        self.placed = placed
        self.rows = {node.id: row for row, node in enumerate(placed)}
        self.boxes = np.array([_box(node) for node in placed], dtype=np.float64).reshape(-1, 4)
        self.replaced: list[tuple[NodeLook, Point]] = []
        """The cards that the last update gave another look where they are: the looks they had."""
        self._selected = selected
        self.looks = [self._look(node) for node in placed]
        self.highlighted = np.array([_stands_out(node.look) for node in placed], dtype=bool)
        self.changes = 0
        self._dots: Dots | None = None

    @property
    def places(self) -> Floats:
        """The cards' upper left corners (N, 2)."""
        return self.boxes[:, :2]

    def update(self, placed: Sequence[PlacedNode], rows: list[int]) -> Floats:
        """Takes the same nodes with other looks or places in some rows; returns what of the picture changed."""
        before, highlighted = self.boxes[rows], self.highlighted[rows]
        staying = (row for row in rows if _box(self.placed[row]) == _box(placed[row]))
        self.replaced = [(self.looks[row], (placed[row].x, placed[row].y)) for row in staying]
        self.placed = placed
        for row in rows:
            self.boxes[row] = _box(placed[row])
            self.looks[row] = self._look(placed[row])
            self.highlighted[row] = _stands_out(placed[row].look)
        self._recolour(rows)
        moved = not np.array_equal(before, self.boxes[rows])
        self.changes += moved or not np.array_equal(highlighted, self.highlighted[rows])
        return grown(np.concatenate([before, self.boxes[rows]]), OVERFLOW)

    def select(self, selected: Collection[str]) -> Floats:
        """Draws these nodes as selected, and the others not; returns what of the picture changed."""
        differing = frozenset(selected) ^ frozenset(self._selected)
        self._selected = selected
        rows = [self.rows[node] for node in differing if node in self.rows]
        for row in rows:
            self.looks[row] = self._look(self.placed[row])
        self._recolour(rows)
        return grown(self.boxes[rows], OVERFLOW)

    def dots(self, theme: Theme) -> tuple[Ints, list[str]]:
        """For where a card is a mere rectangle: the class of each node (N,) and the colour of each class."""
        if self._dots is None or self._dots.theme is not theme:
            self._dots = Dots(theme, self.looks)
        return self._dots.classes, [*self._dots.colours]

    def _recolour(self, rows: Iterable[int]) -> None:
        if self._dots is not None:
            self._dots.update(self.looks, rows)

    def _look(self, node: PlacedNode) -> NodeLook:
        return accented(node.look, Ring.SELECTED) if node.id in self._selected else node.look


def accented(look: NodeLook, *rings: Ring) -> NodeLook:
    """The look with more rings around it."""
    return replace(look, rings=look.rings.union(rings))


def _box(node: PlacedNode) -> tuple[float, float, float, float]:
    box = card_box(node.look)
    return node.x, node.y, node.x + box.width, node.y + box.height


def _stands_out(look: NodeLook) -> bool:
    return not look.rings.isdisjoint(_STEPPING)


class Dots:
    """The colours of cards that are mere rectangles: a class for each row, and a number for each colour."""

    def __init__(self, theme: Theme, looks: Sequence[NodeLook]) -> None:
        self.theme = theme
        self.colours: dict[str, int] = {}
        self.classes: Ints = np.array([self._class(look) for look in looks], dtype=np.intp)

    def update(self, looks: Sequence[NodeLook], rows: Iterable[int]) -> None:
        """Some cards look different."""
        for row in rows:
            self.classes[row] = self._class(looks[row])

    def _class(self, look: NodeLook) -> int:
        """The state of a card; that it is selected, where there is no room for a ring."""
        if Ring.SELECTED in look.rings:
            colour = self.theme.colour("selection")
        else:
            colour = ink(self.theme, look.emphasis, muted=look.muted)(dot_token(look))
        return self.colours.setdefault(colour, len(self.colours))
