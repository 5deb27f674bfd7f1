"""The saved tensors as a pane."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.session import Session
from app.panels.following import Following
from app.panels.saved.rows import SavedRow, bytes_text, rows_of
from app.panels.telling.hint import Hint
from app.panels.telling.row_list import RowList
from app.widgets.labels import Tone, label
from core.debug.recording import Recording

_NOTHING = "No node of the pass has saved anything."
_BEFORE = "What nodes save for the backward pass is known once it has been recorded."


class SavedPane(Following):
    """Lists what each node has saved. A click leads to where it is freed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.total = label(tone=Tone.QUIET, size=metrics().type.size.caption)
        self.total.setContentsMargins(16, 10, 16, 4)
        self.list = RowList("Saved tensors")
        self.list.taken.connect(self._take)
        self._hint = Hint()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._hint)
        self._stack.addWidget(self.list)
        self._recording: Recording | None = None
        self._rows: tuple[SavedRow, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.total)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.list)

    def refresh(self) -> None:
        recording, index = self.session.stepping.recording, self.session.stepping.index
        if recording is not self._recording:
            self._recording = recording
            self._rows = () if recording is None else rows_of(recording)
        self.total.setVisible(bool(self._rows))
        if not self._rows:
            self._hint.show_hint(_BEFORE if recording is None else _NOTHING)
            self._stack.setCurrentIndex(0)
            return
        held = sum(row.bytes for row in self._rows if row.is_held(index))
        whole = sum(row.bytes for row in self._rows)
        self.total.setText(f"{bytes_text(held)} of {bytes_text(whole)} still held")
        current = next((place for place, row in enumerate(self._rows) if row.index == index), -1)
        self.list.show_rows(self._rows, current, index)
        self._stack.setCurrentIndex(1)

    def _take(self, row: int) -> None:
        self.session.stepping.to_event(self._rows[row].index)
