"""The explanation as a pane."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.session import Session
from app.panels.explanation.badge_row import BadgeRow
from app.panels.explanation.content import Content, content_of
from app.panels.explanation.event_rows import EventColumns, EventRow
from app.panels.following import Following
from app.panels.telling.equation_view import EquationView
from app.panels.telling.fix_row import FixRow
from app.panels.telling.flow import Manner
from app.panels.telling.row_list import RowList
from app.panels.telling.text_view import TextView
from app.widgets.labels import Tone, label

_SIDE, _TOP = 16, 13


class ExplanationPane(Following):
    """Says what has just happened. `shown` is emitted with what the user wants to see on the canvas."""

    shown = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        sizes = metrics().type.size
        self.badge = BadgeRow()
        self.headline = TextView(Manner(sizes.headline, 21, 600, "text.strong", coloured=False))
        self.body = TextView(Manner(sizes.body, 20))
        self.equation = EquationView(above=20)
        self.fixes = FixRow(session, "Show it", above=14)
        self.fixes.shown.connect(self.shown)
        self._title = label("In this step", tone=Tone.QUIET, size=sizes.caption, weight=600)
        self.events = RowList("Events of this step", grows=True)
        self.events.taken.connect(self._go_to)
        self._content: Content | None = None
        self._lay_out()
        self.setFocusProxy(self.events)

    @property
    def content(self) -> Content | None:
        """What is shown."""
        return self._content

    def refresh(self) -> None:
        content = content_of(self.session)
        if content == self._content:
            return
        self._content = content
        self.badge.show_badge(content.badge, content.remark)
        self.headline.show_text(content.headline)
        self.body.show_text(content.body)
        self.equation.show_equation(content.equation)
        self._show_events(content)
        self.fixes.show_fixes(content.fixes, content.place)

    def _show_events(self, content: Content) -> None:
        columns = EventColumns.of(content.lines)
        rows = [EventRow(line, columns, line.index <= content.happened) for line in content.lines]
        self.events.show_rows(rows, content.current)
        for part in (self._title, self.events):
            part.setVisible(bool(rows))

    def _go_to(self, row: int) -> None:
        if self._content is not None:
            self.session.stepping.to_event(self._content.lines[row].index)

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, _TOP, 0, 12)
        column.setSpacing(0)
        told = QVBoxLayout()
        told.setContentsMargins(_SIDE, 0, _SIDE, 0)
        told.setSpacing(0)
        told.addWidget(self.badge)
        told.addSpacing(9)
        told.addWidget(self.headline)
        told.addSpacing(3)
        for part in (self.body, self.equation, self.fixes):
            told.addWidget(part)
        told.addSpacing(10)
        told.addWidget(self._title)
        column.addLayout(told)
        column.addSpacing(5)
        column.addWidget(self.events)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
