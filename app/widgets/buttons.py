"""Buttons with icons that follow the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.icons import BOX, icon_marks
from app.render.marks import Box, Marks, Stroke
from app.render.paint import paint
from app.widgets.theming import theme_of


class IconButton(QToolButton):
    """A square button with an icon. `name` is spoken, and shown as a tip with the key that does the same."""

    def __init__(self, icon: str, name: str, parent: QWidget | None = None, *, side: float | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._side = round(side or metrics().size.control)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            paint(painter, (*self._ground(theme), *self._sign(theme)))

    def _ground(self, theme: Theme) -> Marks:
        token = self._ground_token()
        stroke = Stroke(theme.colour("focus"), theme.metrics.line.hairline) if self.hasFocus() else None
        if not token and stroke is None:
            return ()
        radius = theme.metrics.radius.button
        fill = theme.colour(token) if token else ""
        return (Box(0.5, 0.5, self.width() - 1, self.height() - 1, radius, fill=fill, stroke=stroke),)

    def _ground_token(self) -> str:
        if self.isDown() or self.isChecked():
            return "row.selected"
        return "control.hover" if self.underMouse() and self.isEnabled() else ""

    def _sign(self, theme: Theme) -> Marks:
        colour = theme.colour("text.strong" if self.isEnabled() else "text.disabled")
        place = (self.width() - BOX) / 2, (self.height() - BOX) / 2
        return icon_marks(self._icon, *place, BOX, colour, theme.metrics.line.icon)
