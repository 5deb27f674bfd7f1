"""The line at the foot of the window: how large the graph is, what was recorded, and the keys that help now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.model.metrics import metrics
from app.model.workspace import PaneId
from app.render.marks import TextStyle
from app.shell.facts import Fact
from app.widgets.key_cap import KeyCap
from app.widgets.labels import Tone, label, set_tone
from app.widgets.rule import Rule
from app.widgets.theming import theme_of, ui_font

_BETWEEN = 64
_SHOWN_FOR = 6_000
"""Milliseconds that a message stays."""


class StatusBar(QWidget):
    """Shows facts at the left, keys at the right, and for a while what was just said.

    `asked` is emitted with a pane when the user wants to know more about a fact.
    """

    asked = Signal(PaneId)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(round(metrics().size.status))
        self._message = label(size=metrics().type.size.caption)
        self._facts = QWidget()
        self._fact_row = _row(self._facts, 12)
        self._hints = QWidget()
        self._hint_row = _row(self._hints, 16)
        self._shown_facts: tuple[Fact, ...] = ()
        self._shown_hints: tuple[tuple[str, str], ...] = ()
        row = _row(self, 12)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)  # what finds no room is left out
        row.setContentsMargins(16, 1, 16, 0)
        row.addWidget(self._facts)
        row.addWidget(self._message)
        row.addStretch(1)
        row.addWidget(self._hints)
        self._message.hide()
        self._hides_when_silent = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._end_message)

    @property
    def hides_when_silent(self) -> bool:
        """Whether it is there only while something is being said."""
        return self._hides_when_silent

    @hides_when_silent.setter
    def hides_when_silent(self, hides: bool) -> None:
        if self._hides_when_silent and not hides:  # what was said is about how to get here
            self._timer.stop()
            self._end_message()
        self._hides_when_silent = hides
        self.setVisible(not hides or self._timer.isActive())

    @property
    def message(self) -> str:
        """What is being said, if anything."""
        return self._message.text() if self._message.isVisibleTo(self) else ""

    def say(self, message: str, *, refused: bool = False) -> None:
        """Shows a sentence for a while, in place of the facts."""
        self._message.setText(message)
        set_tone(self._message, Tone.ERROR if refused else Tone.PLAIN)
        self._message.show()
        self._facts.hide()
        self.show()
        self._timer.start(_SHOWN_FOR)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Shows facts, with a line between them."""
        if tuple(facts) == self._shown_facts:
            return
        self._shown_facts = tuple(facts)
        _clear(self._fact_row)
        for place, fact in enumerate(facts):
            if place:
                self._fact_row.addWidget(Rule(Qt.Orientation.Vertical, length=14))
            self._fact_row.addWidget(self._fact(fact))
        self._fit()

    def _fact(self, fact: Fact) -> QWidget:
        if fact.pane is None:
            return label(fact.words, tone=Tone.QUIET, size=metrics().type.size.caption)
        button = QPushButton(fact.words)
        button.setProperty("trouble", True)
        button.setFont(ui_font(TextStyle(metrics().type.size.caption)))
        button.setToolTip("Show what is wrong")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(partial(self.asked.emit, fact.pane))
        return button

    def show_hints(self, hints: Sequence[tuple[str, str]]) -> None:
        """Shows keys with what they do."""
        if tuple(hints) == self._shown_hints:
            return
        self._shown_hints = tuple(hints)
        _clear(self._hint_row)
        for key, words in hints:
            self._hint_row.addWidget(KeyCap(key, words))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.colour("bar")))
            painter.fillRect(0, 0, self.width(), 1, QColor(theme.colour("hairline")))

    def _fit(self) -> None:
        """Leaves the keys out where the facts need the room."""
        wanted = self._facts.sizeHint().width() + self._hints.sizeHint().width() + _BETWEEN
        self._hints.setVisible(wanted <= self.width())

    def _end_message(self) -> None:
        self._message.hide()
        self._facts.show()
        self.setVisible(not self._hides_when_silent)


def _row(widget: QWidget, spacing: int) -> QHBoxLayout:
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    return row


def _clear(row: QHBoxLayout) -> None:
    while (item := row.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
