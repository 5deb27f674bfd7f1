"""A list whose rows are drawn, reached by keyboard and read aloud like any list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.model.theme import Theme
from app.render.marks import Box, Marks, Rect, Stroke
from app.render.paint import paint
from app.widgets.theming import theme_of

Index = QModelIndex | QPersistentModelIndex

_NOWHERE = QModelIndex()
_INSET = 8.0


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row stands out: the keyboard is at it, the pointer is over it, or it is where stepping is.

    `now` is the last event that has happened.
    """

    focused: bool = False
    pointed: bool = False
    current: bool = False
    now: int = 0


class ListRow(Protocol):
    """What is in a row."""

    @property
    def spoken(self) -> str:
        """The row in words."""

    @property
    def tip(self) -> str:
        """What is said about it when the pointer rests on it."""

    def height(self, width: float) -> float:
        """How high it is."""

    def marks(self, area: Rect, state: RowState, theme: Theme) -> Marks:
        """How it is drawn; its ground is there already."""


class RowList(QListView):
    """Shows rows. `taken` is emitted with the place of a row that is clicked, or at which Enter is pressed.

    `taken_at` is emitted as well, with how far from the left the click was.
    A list that `grows` is as high as its rows, and is scrolled by what it stands in.
    """

    taken = Signal(int)
    taken_at = Signal(int, float)

    def __init__(self, name: str, parent: QWidget | None = None, *, grows: bool = False) -> None:
        super().__init__(parent)
        self._rows = _Rows(self)
        self._current, self._now = -1, 0
        self._grows = grows
        self.setModel(self._rows)
        self.setItemDelegate(_RowDelegate(self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        if grows:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> tuple[ListRow, ...]:
        """What is shown."""
        return self._rows.rows

    @property
    def current_row(self) -> int:
        """The row where stepping is; -1 for none."""
        return self._current

    def show_rows(self, rows: Sequence[ListRow], current: int = -1, now: int = 0) -> None:
        """Shows other rows, which of them is where stepping is, and the last event that has happened."""
        kept = self.currentIndex().row()
        self._now = now
        if rows is not self._rows.rows and tuple(rows) != self._rows.rows:
            self._rows.show(rows)
            if 0 <= kept < len(rows):
                self.setCurrentIndex(self._rows.index(kept))
        self._current = current
        if current >= 0 and not self._grows:
            self.scrollTo(self._rows.index(current))
        self.updateGeometry()
        self.viewport().update()

    def area(self, row: int) -> Rect:
        """Where a row is in the list."""
        found = self.visualRect(self._rows.index(row))
        return Rect(found.x(), found.y(), found.width(), found.height())

    def sizeHint(self) -> QSize:
        width = float(max(self.viewport().width(), 80))
        return QSize(160, round(sum(row.height(width) for row in self.rows)) if self._grows else 80)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint() if self._grows else QSize(80, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()
        super().resizeEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid() and index == self.currentIndex():
            self._take(index, event.position().x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._take(self.currentIndex(), float(self.viewport().width()))
        else:
            super().keyPressEvent(event)

    def row_state(self, row: int, *, pointed: bool) -> RowState:
        """How a row stands out."""
        focused = self.hasFocus() and row == self.currentIndex().row()
        return RowState(focused, pointed, row == self._current, self._now)

    def _take(self, index: QModelIndex, x: float) -> None:
        self.taken.emit(index.row())
        self.taken_at.emit(index.row(), x)


class _Rows(QAbstractListModel):
    """The rows for Qt."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[ListRow, ...] = ()

    def show(self, rows: Sequence[ListRow]) -> None:
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return row.tip or None
        return None


class _RowDelegate(QStyledItemDelegate):
    """Draws the rows."""

    def __init__(self, view: RowList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = float(self._view.viewport().width())
        return QSize(round(width), round(self._view.rows[index.row()].height(width)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown: Any = option  # the stubs lack its fields
        pointed = bool(shown.state & QStyle.StateFlag.State_MouseOver)
        area = Rect(shown.rect.x(), shown.rect.y(), shown.rect.width(), shown.rect.height())
        state, theme = self._view.row_state(index.row(), pointed=pointed), theme_of(self._view)
        painter.save()
        paint(painter, (*ground_marks(area, state, theme), *self._view.rows[index.row()].marks(area, state, theme)))
        painter.restore()


def ground_marks(area: Rect, state: RowState, theme: Theme) -> Marks:
    """The ground of a row, with a bar where stepping is and a ring where the keyboard is."""
    width, height, radius = area.width - 2 * _INSET, area.height - 1, theme.metrics.radius.button - 1
    left, top = area.x + _INSET, area.y + 0.5
    marks: Marks = ()
    if state.current or state.pointed:
        token = "row.selected" if state.current else "row.hover"
        marks += (Box(left, top, width, height, radius, fill=theme.colour(token)),)
    if state.current:
        bar = min(15.0, height - 6)
        marks += (Box(left, area.y + (area.height - bar) / 2, 3, bar, 1.5, fill=theme.colour("gradient.base")),)
    if state.focused:
        ring = Stroke(theme.colour("focus"), theme.metrics.line.hairline)
        marks += (Box(left + 0.5, top + 0.5, width - 1, height - 1, radius, stroke=ring),)
    return marks
