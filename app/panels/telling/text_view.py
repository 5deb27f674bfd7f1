"""A sentence as a widget that is as high as its lines."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.panels.telling.flow import Manner, flow
from app.render.inks import Ink
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.text import Text, plain


class TextView(QWidget):
    """Shows a sentence, broken into lines where it has to be."""

    def __init__(self, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._manner = manner
        self._text: Text = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def text(self) -> Text:
        """What is shown."""
        return self._text

    def show_text(self, text: Text) -> None:
        """Shows another sentence; nothing, when it is empty."""
        self.setVisible(bool(text))
        if text != self._text:
            self._text = text
            self.setAccessibleName(plain(text))
            self.updateGeometry()
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(flow(self._text, self._manner, float(width)).height)

    def sizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, round(self._manner.leading))

    def paintEvent(self, event: QPaintEvent) -> None:
        laid = flow(self._text, self._manner, float(self.width()))
        with QPainter(self) as painter:
            paint(painter, laid.marks(0, 0, Ink(theme_of(self))))
