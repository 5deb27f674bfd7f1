"""The first page as a dialog."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.dialogs.dialog import keep_on_screen
from app.dialogs.welcome.card import LEAST_WIDTH, ExampleCard
from app.dialogs.welcome.side import WelcomeSide
from app.dialogs.welcome.thumbnail import Thumbnails
from app.model.examples import Example, examples
from app.model.metrics import metrics
from app.model.settings import Settings
from app.render.marks import TextStyle
from app.widgets.labels import Tone, label
from app.widgets.theming import theme_of, ui_font

_SIZE = (1200, 792)
_MOST_COLUMNS, _SIDE, _BETWEEN, _SCROLL_BAR = 3, 32, 16, 12
_FOOT = "Arrows choose, Enter opens. You can come back with Help, Welcome."


class WelcomeDialog(QDialog):
    """Shows examples and recent documents. `open_example`, `open_file` and `begin` open them in the window."""

    def __init__(
        self, settings: Settings, open_example: Callable[[str], object], open_file: Callable[[Path | None], object],
        begin: Callable[[], object], now: Callable[[], datetime] = datetime.now, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Welcome to Gradwalk")
        self._open_example = open_example
        self.cards = [ExampleCard(example) for example in examples()]
        self.field = QLineEdit()
        self.side = WelcomeSide(settings, self._leave_for(open_file), self._leave_for(begin), now)
        self._thumbnails = Thumbnails()
        self._waiting = list(self.cards)
        self._grid = QGridLayout()
        self._columns = _MOST_COLUMNS
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._draw_next)
        self._timer.start(0)
        self._lay_out()
        self.resize(*_SIZE)

    def showEvent(self, event: QShowEvent) -> None:
        keep_on_screen(self)
        self.cards[0].setFocus(Qt.FocusReason.TabFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        room = self.width() - self.side.width() - 2 * _SIDE - _SCROLL_BAR + _BETWEEN
        columns = min(max(room // (LEAST_WIDTH + _BETWEEN), 1), _MOST_COLUMNS)
        if columns != self._columns:
            self._columns = columns
            self._show_found(self.field.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across = self._columns
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -across, Qt.Key.Key_Down: across}
        shown = [card for card in self.cards if card.isVisibleTo(self)]
        focused = next((place for place, card in enumerate(shown) if card is self.focusWidget()), None)
        step = steps.get(Qt.Key(event.key()))
        if step is not None and focused is not None:
            shown[min(max(focused + step, 0), len(shown) - 1)].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and focused is not None:
            shown[focused].click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side = theme_of(self), self.side.width()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.colour("panel")))
            painter.fillRect(0, 0, side, self.height(), QColor(theme.colour("window")))
            painter.fillRect(side, 0, 1, self.height(), QColor(theme.colour("hairline")))

    def _leave_for(self, leave: Callable[..., object]) -> Callable[..., None]:
        """Closes the page, and then does something else."""

        def run(*given: object) -> None:
            self.close()
            leave(*given)

        return run

    def _draw_next(self) -> None:
        """Makes one picture: the page is there before all of them are."""
        if not self._waiting:
            self._timer.stop()
            return
        card = self._waiting.pop(0)
        card.show_thumbnail(self._thumbnails.of(card.example, theme_of(self)))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.side)
        row.addLayout(self._right(), 1)
        self._show_found("")

    def _right(self) -> QVBoxLayout:
        sizes = metrics().type.size
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(label("Examples", tone=Tone.STRONG, size=sizes.title, weight=600))
        remark = "in the order of the tutorials; each opens already evaluated"
        head.addWidget(label(remark, tone=Tone.QUIET, size=sizes.number))
        head.addStretch(1)
        self.field.setPlaceholderText("Find an example")
        self.field.setAccessibleName("Find an example")
        self.field.setFont(ui_font(TextStyle(sizes.body)))
        self.field.setFixedSize(200, 32)
        self.field.textChanged.connect(self._show_found)
        head.addWidget(self.field)
        column = QVBoxLayout()
        column.setContentsMargins(_SIDE, 28, _SIDE, 20)
        column.setSpacing(18)
        column.addLayout(head)
        column.addWidget(self._examples(), 1)
        column.addWidget(label(_FOOT, tone=Tone.QUIET, size=sizes.small))
        return column

    def _examples(self) -> QScrollArea:
        body, scroll = QWidget(), QScrollArea()
        self._grid.setContentsMargins(0, 2, 0, 2)
        self._grid.setSpacing(14)
        self._grid.setHorizontalSpacing(_BETWEEN)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._grid)
        column.addStretch(1)
        for card in self.cards:
            card.setParent(body)
            card.clicked.connect(partial(self._leave_for(self._open_example), card.example.name))
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return scroll

    def _show_found(self, text: str) -> None:
        shown = [card for card in self.cards if _is_found(card.example, text)]
        for card in self.cards:
            self._grid.removeWidget(card)
            card.setVisible(card in shown)
        for place, card in enumerate(shown):
            self._grid.addWidget(card, *divmod(place, self._columns))
        for column in range(_MOST_COLUMNS):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)


def _is_found(example: Example, text: str) -> bool:
    words = " ".join((example.title, example.question, example.shown, example.name)).lower()
    return all(word in words for word in text.lower().split())
