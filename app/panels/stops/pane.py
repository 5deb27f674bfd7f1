"""The stops as a pane: a list, a menu of what can be added, and a field for conditions."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.session import Session
from app.panels.following import Following
from app.panels.stops.content import offers, row_of, switched
from app.panels.telling.hint import Hint
from app.panels.telling.row_list import RowList
from app.render.marks import TextStyle
from app.widgets.buttons import IconButton
from app.widgets.labels import Tone, label
from app.widgets.pane import PaneHeader
from app.widgets.theming import ui_font
from core.debug.breakpoints import OnGradient, Stop
from core.debug.predicate_parser import PredicateError, parse_predicate
from core.debug.predicates import WORDS

_EMPTY = "Continue runs to the end. Add a stop with +, press F9 on a node, or type a condition below."
_SIGN_END = 44


class StopsPane(Following):
    """Lists the stops. A click leads to the next hit, one on the disc and Space switch, Delete takes away."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setProperty("has_heading", True)
        self.setAccessibleName("Stops")
        self.add_button = IconButton("plus", "Add a stop", side=22)
        self.menu = QMenu(self)
        self.list = RowList("Stops")
        self.field = QLineEdit()
        self.problem = label(tone=Tone.ERROR, size=metrics().type.size.caption, wraps=True)
        self._stack = QStackedWidget()
        self._set_up()
        self._lay_out()
        self.setFocusProxy(self.list)

    def refresh(self) -> None:
        stops, index = self.session.stepping.marks.stops, self.session.stepping.index
        found = self.session.stepping.stops
        hitting = {hit.stop for hit in found.at(index)} if found is not None else set()
        current = next((place for place, stop in enumerate(stops) if stop in hitting), -1)
        self.list.show_rows([row_of(self.session, stop) for stop in stops], current)
        self._stack.setCurrentIndex(1 if stops else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            row = self.list.currentIndex().row()
            match event.key():
                case Qt.Key.Key_Space if row >= 0:
                    self.switch(row)
                    return True
                case Qt.Key.Key_Delete | Qt.Key.Key_Backspace if row >= 0:
                    self.remove(row)
                    return True
        return super().eventFilter(watched, event)

    def switch(self, row: int) -> None:
        """Turns a stop on or off."""
        stops = self.session.stepping.marks.stops
        self._set([switched(one) if place == row else one for place, one in enumerate(stops)])

    def remove(self, row: int) -> None:
        """Takes a stop away."""
        stops = self.session.stepping.marks.stops
        self._set([one for place, one in enumerate(stops) if place != row])

    def _take(self, row: int, x: float) -> None:
        stop, found = self.session.stepping.marks.stops[row], self.session.stepping.stops
        if x < _SIGN_END:
            self.switch(row)
            return
        hits = found.of(stop).indices if found is not None else ()
        if hits:
            index = self.session.stepping.index
            self.session.stepping.to_event(next((place for place in hits if place > index), hits[0]))

    def _add(self, stop: Stop, _: bool = False) -> None:
        self._set([*self.session.stepping.marks.stops, stop])

    def _set(self, stops: list[Stop]) -> None:
        self.session.stepping.marks.set_stops(stops)

    def _add_typed(self) -> None:
        """Adds a stop on the gradient of the selected node, or of any, when the condition makes sense."""
        text = self.field.text().strip()
        if not text:
            return
        try:
            parse_predicate(text)
        except PredicateError as error:
            self._complain(str(error))
            return
        self._add(Stop(OnGradient(origin=self.session.selection.current), text))
        self.field.clear()

    def _complain(self, message: str) -> None:
        self.problem.setText(message)
        self.problem.setVisible(bool(message))
        self.field.setProperty("wrong", bool(message))
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def _fill_menu(self) -> None:
        self.menu.clear()
        for offer in offers(self.session):
            self.menu.addAction(offer.title).triggered.connect(partial(self._add, offer.stop))

    def _open_menu(self) -> None:
        self._fill_menu()
        self.menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    def _set_up(self) -> None:
        self.add_button.clicked.connect(self._open_menu)
        self.list.taken_at.connect(self._take)
        self.list.installEventFilter(self)
        self.field.setPlaceholderText("absmax > 100 or any_nan")
        self.field.setAccessibleName("Stop when a gradient fulfils a condition")
        self.field.setToolTip("Words: " + ", ".join(WORDS) + "; comparisons, and, or, not")
        self.field.setFont(ui_font(TextStyle(metrics().type.size.small, code=True)))
        self.field.returnPressed.connect(self._add_typed)
        self.field.textEdited.connect(lambda _: self._complain(""))
        self.problem.hide()

    def _lay_out(self) -> None:
        header = PaneHeader("Stops")
        header.row.addWidget(self.add_button)
        self._stack.addWidget(Hint(_EMPTY))
        self._stack.addWidget(self.list)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label("Stop when", tone=Tone.QUIET, size=metrics().type.size.caption))
        row.addWidget(self.field, 1)
        foot.addLayout(row)
        foot.addWidget(self.problem)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)
