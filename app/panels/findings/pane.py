"""The findings as a pane."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.model.session import Session
from app.panels.findings.content import Noted, noted
from app.panels.following import Following
from app.panels.telling.hint import Hint
from app.panels.telling.row_list import RowList
from core.debug.recording import Recording

_LATER = "The findings of a large document come with its recording: the first step makes it."


class FindingsPane(Following):
    """Lists what to know about the pass. `shown` is emitted with what the user wants to see on the canvas."""

    shown = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.list = RowList("Findings")
        self.list.taken.connect(self._take)
        self._hint = Hint()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._hint)
        self._stack.addWidget(self.list)
        self._recording: Recording | None = None
        self._noted: tuple[Noted, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.addWidget(self._stack)
        self.setFocusProxy(self.list)

    def refresh(self) -> None:
        stepping = self.session.stepping
        recording, obstacle = stepping.recording, stepping.obstacle
        if recording is None or not recording.events:
            self._hint.show_hint(f"{obstacle.message} {obstacle.hint}" if obstacle is not None else _LATER)
            self._stack.setCurrentIndex(0)
            self._recording = None
            return
        if recording is not self._recording:
            self._recording = recording
            self._noted = noted(recording, self.session.document)
        at_cursor = (place for place, one in enumerate(self._noted) if one.index == stepping.index)
        self.list.show_rows([one.row for one in self._noted], next(at_cursor, -1))
        self._stack.setCurrentIndex(1)

    def _take(self, row: int) -> None:
        taken = self._noted[row]
        if taken.index is not None and self.session.stepping.obstacle is None:
            self.session.stepping.to_event(taken.index)
        if taken.place is not None:
            self.session.select(taken.place)
            self.shown.emit(taken.place)
