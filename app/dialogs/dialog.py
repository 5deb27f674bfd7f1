"""What dialogs have in common."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.widgets.labels import Tone, label
from app.widgets.screen import room_on_screen
from app.widgets.theming import theme_of

_PAD = 20


def keep_on_screen(dialog: QWidget) -> None:
    """Make a dialog that is about to be shown as large as its screen at most."""
    dialog.resize(dialog.size().boundedTo(room_on_screen(dialog)))


class Dialog(QDialog):
    """A window with a title, a body and a row of buttons. It goes, with all that is in it, when it is closed."""

    def __init__(self, title: str, parent: QWidget | None, *, remark: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sizes = metrics().type.size
        column = QVBoxLayout(self)
        column.setContentsMargins(_PAD, _PAD - 4, _PAD, _PAD - 4)
        column.setSpacing(10)
        column.addWidget(label(title, tone=Tone.STRONG, size=sizes.title, weight=600))
        if remark:
            column.addWidget(label(remark, tone=Tone.QUIET, size=sizes.small, wraps=True))
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        column.addLayout(self.body, 1)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        column.addLayout(self.buttons)
        self.buttons.addStretch(1)

    def add_button(self, text: str, *, primary: bool = False) -> QPushButton:
        """Add a button at the right end of the row."""
        made = QPushButton(text)
        made.setProperty("primary", primary)
        made.setDefault(primary)
        made.setAutoDefault(primary)
        self.buttons.addWidget(made)
        return made

    def showEvent(self, event: QShowEvent) -> None:
        keep_on_screen(self)
        super().showEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme_of(self).colour("panel")))
