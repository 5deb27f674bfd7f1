"""Dropping operations from the palette onto the canvas."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

from app.model.search.adding import Spot, add
from app.model.search.entries import AddOp
from app.model.search.trial import sample_settings
from app.model.selection import Selection
from app.panels.palette.model import OP_TYPE
from app.render.marks import Point
from app.shell.parts import Parts
from app.shell.popups import region_at
from core.errors import GradwalkError
from core.ops import registry


class OpDrops(QObject):
    """Watches the canvas for operations that are dropped on it."""

    def __init__(self, parts: Parts, parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts
        parts.canvas.setAcceptDrops(True)
        parts.canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QDragEnterEvent() | QDragMoveEvent() if event.mimeData().hasFormat(OP_TYPE):
                event.acceptProposedAction()
                return True
            case QDropEvent() if event.mimeData().hasFormat(OP_TYPE):
                name = bytes(event.mimeData().data(OP_TYPE).data()).decode()
                self.add(name, self._scene(event.position()))
                event.acceptProposedAction()
                return True
        return super().eventFilter(watched, event)

    def add_in_middle(self, name: str) -> None:
        """Adds an operation where the view is."""
        self.add(name, self._parts.canvas.stage.camera.view.centre)

    def add(self, name: str, place: Point) -> None:
        """Adds an operation at a place, with the settings that it cannot do without."""
        op = registry.get(name)
        entry = AddOp(op, next(sample_settings(op), {}))
        spot = Spot(place, region_at(self._parts.picture.frame, place))
        try:
            made = add(self._parts.session, entry, spot)
        except GradwalkError as error:
            self._parts.status.say(str(error), refused=True)
            return
        self._parts.settings.used(name)
        if made is not None:
            self._parts.session.select(Selection.of_node(made))
        self._parts.canvas.setFocus()

    def _scene(self, position: QPointF) -> Point:
        return self._parts.canvas.stage.camera.scene((position.x(), position.y()))
