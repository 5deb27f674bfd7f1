"""What the keys do while the canvas has the focus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import Qt

from app.canvas.commands import (
    delete_selection,
    dissolve_selection,
    duplicate_selection,
    nudge_selection,
)
from app.canvas.keyboard.navigation import Direction, nearest, neighbour
from app.canvas.motion.viewing import Viewing
from app.canvas.stage import Stage
from app.model.metrics import metrics
from app.model.selection import Selection
from core.expr.ids import NodeId

Key: TypeAlias = tuple[int, Qt.KeyboardModifier]

_NONE = Qt.KeyboardModifier.NoModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_ARROWS = {
    Qt.Key.Key_Left: Direction.LEFT,
    Qt.Key.Key_Right: Direction.RIGHT,
    Qt.Key.Key_Up: Direction.UP,
    Qt.Key.Key_Down: Direction.DOWN,
}


class Keys:
    """A table of keys. Each command returns whether it did anything; a key that did nothing is left to others."""

    def __init__(self, stage: Stage, viewing: Viewing) -> None:
        self._stage = stage
        self._viewing = viewing
        self._commands: dict[Key, Callable[[], object]] = {}

    def bind(self, key: Qt.Key, command: Callable[[], object], modifiers: Qt.KeyboardModifier = _NONE) -> None:
        """Lets a key do something; it has done so unless the command returns False."""
        self._commands[key, modifiers] = command

    def press(self, key: int, modifiers: Qt.KeyboardModifier) -> bool:
        """Does what a key is for; False for a key that is for nothing now."""
        held = modifiers & ~Qt.KeyboardModifier.KeypadModifier
        command = self._commands.get((key, held))
        return command is not None and command() is not False

    def bind_edits(self) -> None:
        """Keys that change the document."""
        for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.bind(key, partial(delete_selection, self._stage))
            self.bind(key, partial(dissolve_selection, self._stage), _CTRL)
        self.bind(Qt.Key.Key_D, partial(duplicate_selection, self._stage), _CTRL)
        for key, direction in _ARROWS.items():
            self.bind(key, partial(self._nudge, direction), _ALT)

    def bind_views(self) -> None:
        """Keys that change what is seen, or what is selected."""
        self.bind(Qt.Key.Key_Home, self._viewing.fit_all)
        self.bind(Qt.Key.Key_F, lambda: self._viewing.fit(self._stage.model.selection.nodes))
        for key, direction in _ARROWS.items():
            self.bind(key, partial(self._walk, direction))

    def _nudge(self, direction: Direction) -> bool:
        x, y = direction.value
        grid = metrics().space.grid
        return nudge_selection(self._stage, x * grid, y * grid)

    def _walk(self, direction: Direction) -> bool:
        """Selects the next card in a direction; the one in the middle of the view where none is selected."""
        nodes, current = self._stage.scene.nodes, self._stage.model.selection.current or ""
        known = current in nodes.rows
        found = neighbour(nodes, current, direction) if known else nearest(nodes, self._stage.camera.view.centre)
        if not found:
            return False
        self._stage.select(Selection.of_node(NodeId(found)))
        self._viewing.reveal(found)
        return True
