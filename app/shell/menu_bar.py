"""The slim bar at the top: the mark, the menus, and the name of the document in the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QMenuBar, QWidget

from app.actions.menus import MENU_BAR
from app.actions.qt import QtActions
from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.draw_logo import logo_marks
from app.render.marks import Marks, TextStyle
from app.widgets.labels import Tone, label
from app.widgets.painted import Painted
from app.widgets.theming import theme_of, ui_font

_LOGO = 22.0
_NEAREST = 24
"""The least distance of the name from the menus."""


class Logo(Painted):
    """The mark of Gradwalk."""

    def __init__(self, width: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = width
        self.setAccessibleName("Gradwalk")

    def measure(self, theme: Theme) -> tuple[float, float]:
        return self._width, self._width * 0.72

    def marks(self, theme: Theme) -> Marks:
        return logo_marks(0, 0, self._width, theme)


class MenuBar(QWidget):
    """Holds the menus. `fillers` fill those whose entries are not known before they open."""

    def __init__(
        self, actions: QtActions, fillers: Mapping[str, Callable[[QMenu], None]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFixedHeight(round(metrics().size.menubar))
        self.menus = QMenuBar()
        self.menus.setNativeMenuBar(False)
        self.menus.setFont(ui_font(TextStyle(metrics().type.size.body)))
        for menu in MENU_BAR:
            actions.fill(self.menus.addMenu(menu.title), menu.entries, fillers)
        self._name = label(tone=Tone.QUIET, size=metrics().type.size.body, parent=self)
        self._name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(4)
        row.addWidget(Logo(_LOGO), alignment=Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.menus, alignment=Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)

    @property
    def name(self) -> str:
        """The name of the document as it is shown."""
        return self._name.text()

    def show_name(self, name: str, *, is_dirty: bool) -> None:
        """Shows the name of the document, with a dot while it is not saved."""
        self._name.setText(f"{name} •" if is_dirty else name)
        self._name.setAccessibleName(f"{name}, not saved" if is_dirty else name)
        self._place_name()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_name()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme_of(self).colour("bar")))

    def _place_name(self) -> None:
        """In the middle of the window, or right of the menus where they reach that far."""
        self._name.adjustSize()
        middle = (self.width() - self._name.width()) // 2
        left = max(middle, self.menus.x() + self.menus.sizeHint().width() + _NEAREST)
        self._name.move(left, (self.height() - self._name.height()) // 2)
