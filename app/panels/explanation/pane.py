"""The explanation as a pane."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.model.fixes import Fix
from app.model.metrics import metrics
from app.model.selection import Selection
from app.model.session import Session
from app.panels.explanation.badge_row import BadgeRow
from app.panels.explanation.content import Content, content_of
from app.panels.explanation.event_rows import EventColumns, EventRow
from app.panels.following import Following
from app.panels.telling.equation_view import EquationView
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
        self.equation = EquationView()
        self.fixes = QWidget()
        self._fix_row = QHBoxLayout(self.fixes)
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
        before, self._content = self._content, content
        self.badge.show_badge(content.badge, content.remark)
        self.headline.show_text(content.headline)
        self.body.show_text(content.body)
        self.equation.show_equation(content.equation)
        self._show_events(content)
        if before is None or (before.fixes, before.place) != (content.fixes, content.place):
            self._show_fixes(content)

    def _show_events(self, content: Content) -> None:
        columns = EventColumns.of(content.lines)
        rows = [EventRow(line, columns, line.index <= content.happened) for line in content.lines]
        self.events.show_rows(rows, content.current)
        for part in (self._title, self.events):
            part.setVisible(bool(rows))

    def _show_fixes(self, content: Content) -> None:
        while (item := self._fix_row.takeAt(0)) is not None:
            if (button := item.widget()) is not None:
                button.deleteLater()
        for number, fix in enumerate(content.fixes):
            self._add_button(fix.title, primary=not number).clicked.connect(lambda _=False, fix=fix: self._apply(fix))
        place = content.place
        if place is not None:
            self._add_button("Show it").clicked.connect(lambda: self._show(place))
        self._fix_row.addStretch(1)
        self.fixes.setVisible(bool(content.fixes or place is not None))

    def _add_button(self, title: str, *, primary: bool = False) -> QPushButton:
        button = QPushButton(title)
        button.setProperty("primary", primary)
        self._fix_row.addWidget(button)
        return button

    def _apply(self, fix: Fix) -> None:
        self.session.perform(fix.edit(self.session.document))

    def _show(self, place: Selection) -> None:
        self.session.select(place)
        self.shown.emit(place)

    def _go_to(self, row: int) -> None:
        if self._content is not None:
            self.session.stepping.to_event(self._content.lines[row].index)

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, _TOP, 0, 12)
        column.setSpacing(0)
        self._fix_row.setContentsMargins(0, 0, 0, 0)
        self._fix_row.setSpacing(8)
        for part, above in (
            (self.badge, 0), (self.headline, 9), (self.body, 3), (self.equation, 16), (self.fixes, 14),
            (self._title, 13),
        ):  # fmt: skip
            column.addLayout(_indented(part, above))
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


def _indented(part: QWidget, above: int) -> QHBoxLayout:
    """A part with room around it, which it takes along when it is hidden."""
    row = QHBoxLayout()
    row.setContentsMargins(_SIDE, above, _SIDE, 0)
    row.addWidget(part)
    return row
