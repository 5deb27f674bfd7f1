"""Editing a value or a name in place: a line edit over the card."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from app.canvas.scene.camera import Camera
from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.marks import Rect

_LEAST = (112, 26)
"""The least width and height, in screen pixels."""
_LETTERS = 0.56
"""The height of letters as a share of the line's."""
_STYLE = """QLineEdit {{ background: {field}; color: {text}; border: 2px solid {edge}; border-radius: 5px;
padding: 0 5px; selection-background-color: {text}; selection-color: {field}; }}"""


class LineEditor(QLineEdit):
    """Stands over `area` of the scene. `accept` makes the edit, and returns why it could not or "".

    Enter accepts, and so does going elsewhere; Esc does not. What cannot be accepted stays, with the reason.
    """

    closed = Signal()

    def __init__(self, parent: QWidget, area: Rect, text: str, accept: Callable[[str], str], theme: Theme) -> None:
        super().__init__(text, parent)
        self._canvas = parent
        self._area = area
        self._before = text
        self._accept = accept
        self._theme = theme
        self.setFrame(False)
        self.setAccessibleName("Edit in place")
        self._outline("selection")
        self.textEdited.connect(self._reconsider)
        self.selectAll()

    def follow(self, camera: Camera) -> None:
        """Stands where a camera sees its area."""
        x, y = camera.screen(self._area.centre)
        width = max(round(self._area.width * camera.zoom), _LEAST[0])
        height = max(round(self._area.height * camera.zoom), _LEAST[1])
        self.setGeometry(QRect(round(x - width / 2), round(y - height / 2), width, height))
        font = QFont(metrics().type.text_family)
        font.setPixelSize(round(_LETTERS * height))
        self.setFont(font)

    def finish(self) -> None:
        """Accepts what was typed, and closes; stays open, with the reason, when it is refused."""
        if not self.isVisible():
            return
        reason = "" if self.text() == self._before else self._accept(self.text())
        if not reason:
            self.dismiss()
            return
        self._outline("error.base")
        self.setAccessibleDescription(reason)
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), reason, self)

    def dismiss(self) -> None:
        """Closes without accepting anything."""
        had_focus = self.hasFocus()
        self.hide()
        self.closed.emit()
        if had_focus:
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.finish()
            case Qt.Key.Key_Escape:
                self.dismiss()
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.finish()

    def _reconsider(self) -> None:
        """What is typed after a refusal has not been refused yet."""
        self._outline("selection")
        self.setAccessibleDescription("")
        QToolTip.hideText()

    def _outline(self, token: str) -> None:
        colour = self._theme.colour
        self.setStyleSheet(_STYLE.format(field=colour("field"), text=colour("value.strong"), edge=colour(token)))
