"""The path as a pane."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.selection import Selection
from app.model.session import Session
from app.panels.following import Following
from app.panels.path.rows import PathRow, rows_of
from app.panels.path.table import PathTable
from app.panels.telling.explained import explained_event
from app.panels.telling.flow import Manner
from app.panels.telling.hint import Hint
from app.panels.telling.row_list import RowList
from app.panels.telling.subject import subject_of
from app.panels.telling.text_view import TextView
from app.widgets.buttons import IconButton
from core.debug.events import NodeNumber, NonFinite
from core.debug.paths import MOST_PATHS, Path, paths_to
from core.debug.recording import Recording
from core.debug.text import Text, counted, gradient, name, say

_BEFORE = "The way of a gradient from the root stands here once the backward pass has begun."
_NOWHERE = "No gradient comes here: no path leads from a root to it."
_MOST_SHARES = 4
_WIDE = 1.4
"""A pane that is so many times as wide as it is high shows the path from left to right."""


class PathPane(Following):
    """Shows the way from a root to the selected node, or to the one that the step is about.

    Where there are several, buttons lead from one to the next. `shown` is emitted with a node that was clicked.
    """

    shown = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = TextView(Manner(metrics().type.size.small, 18))
        self.total = TextView(Manner(metrics().type.size.small, 18, shade="text.quiet"))
        self.back = IconButton("chevron_left", "Path before", side=22)
        self.forward = IconButton("chevron_right", "Next path", side=22)
        self.list = RowList("Path")
        self.table = PathTable()
        self._hint = Hint()
        self._stack = QStackedWidget()
        self._paths: tuple[Path, ...] = ()
        self._about: tuple[Recording, NodeNumber, int] | None = None
        self._rows: tuple[PathRow, ...] = ()
        self._place = 0
        self._across = QScrollArea()
        self._ways = QStackedWidget()
        self._set_up()
        self.setFocusProxy(self.list)

    def refresh(self) -> None:
        stepping, recording = self.session.stepping, self.session.stepping.recording
        number = None
        if recording is not None and stepping.obstacle is None and stepping.index > 0:
            number = subject_of(self.session, recording)
        if recording is None or number is None:
            self._say(_BEFORE)
            return
        about = recording, number, recording.pass_at(stepping.index).first
        if self._about != about:
            self._about, self._place = about, 0
            self._paths = paths_to(recording, number, stepping.index)
        if not self._paths:
            self._say(_NOWHERE)
            return
        self._show_path(recording, number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ways.setCurrentWidget(self._across if self._is_wide else self.list)
        self.refresh()

    def turn(self, by: int) -> None:
        """Shows another of the paths."""
        self._place = (self._place + by) % max(len(self._paths), 1)
        self.refresh()

    @property
    def _is_wide(self) -> bool:
        return self.width() > _WIDE * self.height()

    def _show_latest(self) -> None:
        """Scrolls to where the gradient has come."""
        left, right = self.table.latest
        self._across.ensureVisible(round((left + right) / 2), 0, round((right - left) / 2) + 16, 0)

    def _say(self, text: str) -> None:
        self._about = None
        self._hint.show_hint(text)
        self._stack.setCurrentIndex(0)

    def _show_path(self, recording: Recording, number: NodeNumber) -> None:
        self._place = min(self._place, len(self._paths) - 1)
        path, count = self._paths[self._place], len(self._paths)
        root, end = (name(recording.nodes[one].label) for one in (path.root, number))
        most = f"{count}+" if count == MOST_PATHS else str(count)
        which = say(", path {} of {}", self._place + 1, most) if count > 1 else ()
        total = self._sum(end.text)
        beside = self._is_wide and bool(total)
        self.title.show_text((*say("{} to {}", root, end), *which, *(say(":  {}", total) if beside else ())))
        self.total.show_text(() if beside else total)
        for button in (self.back, self.forward):
            button.setVisible(count > 1)
        self._rows = rows_of(recording, path, self.session.stepping.index)
        event = explained_event(recording, self.session.stepping.index)
        element = event.element if isinstance(event, NonFinite) and event.element else None
        self.list.show_rows(self._rows)
        self.table.show_rows(self._rows, element)
        self._show_latest()
        self._stack.setCurrentIndex(1)

    def _sum(self, end: str) -> Text:
        """The shares of all paths: what the gradient at the end is the sum of."""
        shares = [path.steps[-1].share if path.steps else path.seed for path in self._paths]
        if not 1 < len(shares) <= _MOST_SHARES or any(share is None for share in shares):
            return say("∂{} is the sum of {}.", end, counted(len(shares), "path")) if len(shares) > 1 else ()
        rest = [run for share in shares[1:] for run in say(" + {}", gradient(share))]
        return (*say("∂{} = {}", end, gradient(shares[0])), *rest)

    def _take(self, row: int) -> None:
        node = self._rows[row].node
        if node is not None:
            self.shown.emit(Selection.of_node(node))

    def _set_up(self) -> None:
        self.back.clicked.connect(lambda: self.turn(-1))
        self.forward.clicked.connect(lambda: self.turn(1))
        for way in (self.list, self.table):
            way.taken.connect(self._take)
        self._across.setWidget(self.table)
        self._across.setWidgetResizable(True)
        self._across.setFrameShape(QFrame.Shape.NoFrame)
        self._across.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._across.horizontalScrollBar().rangeChanged.connect(lambda *_: self._show_latest())
        self._ways.addWidget(self.list)
        self._ways.addWidget(self._across)
        head = QHBoxLayout()
        head.setContentsMargins(16, 5, 10, 2)
        head.setSpacing(2)
        for part in (self.title, self.back, self.forward):
            head.addWidget(part)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 4, 16, 10)
        foot.addWidget(self.total)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._ways, 1)
        column.addLayout(foot)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
