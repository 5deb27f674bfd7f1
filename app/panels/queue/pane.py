"""The queue as a pane."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.selection import Selection
from app.model.session import Session
from app.panels.following import Following
from app.panels.queue.rows import QueueRow, done_count, rows_of
from app.panels.telling.hint import Hint
from app.panels.telling.row_list import RowList
from app.widgets.labels import Tone, label
from app.widgets.pane import PaneHeader

_BEFORE = "Nodes stand here while the backward pass runs. The first step begins it."


class QueuePane(Following):
    """Lists nodes by what has become of them. `shown` is emitted with what the user wants to see on the canvas."""

    shown = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setProperty("has_heading", True)
        self.setAccessibleName("Queue")
        self.count = label(tone=Tone.QUIET, size=metrics().type.size.caption)
        self.list = RowList("Queue")
        self.list.taken.connect(self._take)
        self._stack = QStackedWidget()
        self._hint = Hint(_BEFORE)
        self._lay_out()
        self.setFocusProxy(self.list)

    def refresh(self) -> None:
        stepping, recording = self.session.stepping, self.session.stepping.recording
        has_begun = recording is not None and stepping.index > 0 and stepping.obstacle is None
        self._stack.setCurrentIndex(1 if has_begun else 0)
        if recording is None or not has_begun:
            self.count.setText("")
            return
        state = recording.state_at(stepping.index)
        self.count.setText(f"{done_count(state):,} done")
        self.list.show_rows(rows_of(state))

    def _take(self, row: int) -> None:
        taken = self.list.rows[row]
        if isinstance(taken, QueueRow) and taken.node is not None:
            place = Selection.of_node(taken.node)
            self.session.select(place)
            self.shown.emit(place)

    def _lay_out(self) -> None:
        header = PaneHeader("Queue")
        header.row.addWidget(self.count)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._stack, 1)
