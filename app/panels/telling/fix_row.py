"""Buttons with edits that help, and one that shows the cause."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.model.fixes import Fix
from app.model.metrics import metrics
from app.model.selection import Selection
from app.model.session import Session
from app.render.marks import TextStyle
from app.widgets.theming import ui_font


class FixRow(QWidget):
    """Makes the edits through a session, with some room `above` that goes with it when it is hidden.

    `shown` is emitted with what the user wants to see on the canvas.
    """

    shown = Signal(object)

    def __init__(self, session: Session, show_title: str, parent: QWidget | None = None, *, above: int = 0) -> None:
        super().__init__(parent)
        self._session = session
        self._show_title = show_title
        self._shown: tuple[tuple[Fix, ...], Selection | None] = ((), None)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, above, 0, 0)
        self._row.setSpacing(8)
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons, the most helpful first."""
        widgets = (item.widget() for place in range(self._row.count()) if (item := self._row.itemAt(place)) is not None)
        return tuple(one for one in widgets if isinstance(one, QPushButton))

    def show_fixes(self, fixes: Sequence[Fix], place: Selection | None) -> None:
        """Shows other edits, and a button that selects a place."""
        self.setVisible(bool(fixes) or place is not None)
        if (tuple(fixes), place) == self._shown:
            return
        self._shown = tuple(fixes), place
        self._clear()
        for number, fix in enumerate(fixes):
            self._add(fix.title, primary=not number).clicked.connect(partial(self._apply, fix))
        if place is not None:
            self._add(self._show_title).clicked.connect(partial(self._show, place))
        self._row.addStretch(1)

    def _clear(self) -> None:
        for button in self.buttons:
            button.hide()  # without a parent it would come up as a window: Qt shows what is laid out a moment later
            button.deleteLater()
        while self._row.takeAt(0) is not None:
            pass

    def _add(self, title: str, *, primary: bool = False) -> QPushButton:
        button = QPushButton(title)
        button.setFont(ui_font(TextStyle(metrics().type.size.label, 500)))
        button.setProperty("primary", primary)
        self._row.addWidget(button)
        return button

    def _apply(self, fix: Fix, _: bool = False) -> None:
        self._session.perform(fix.edit(self._session.document))

    def _show(self, place: Selection, _: bool = False) -> None:
        self._session.select(place)
        self.shown.emit(place)
