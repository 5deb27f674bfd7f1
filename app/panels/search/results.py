"""The list of what was found: its rows as Qt's model, and how a row is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.model.search.entries import AddExpression, AddLeaf, AddOp
from app.model.search.ranking import Found
from app.model.theme import Theme
from app.render.fonts import text_width
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Marks, Text, TextStyle
from app.render.paint import paint
from app.widgets.op_marks import LEAF_CATEGORY, TILE, op_tile, spanned_text, tile
from app.widgets.theming import theme_of
from core import numbers

Index = QModelIndex | QPersistentModelIndex

DIVIDER = "divider"
_ROW, _HEADING = 40, 34
_SIDE = 12.0


class Results(QAbstractListModel):
    """What was found, with a heading before what does not fit."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Found | str] = []

    def show_found(self, found: Sequence[Found]) -> None:
        """Shows other lines."""
        self.beginResetModel()
        fitting = [one for one in found if one.fits]
        rest = [one for one in found if not one.fits]
        self._rows = [*fitting, *([DIVIDER] if rest else []), *rest]
        self.endResetModel()

    def found_at(self, row: int) -> Found | None:
        """The line of a row; None for the heading, and where there is no such row."""
        line = self._rows[row] if 0 <= row < len(self._rows) else None
        return line if isinstance(line, Found) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self._rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _spoken(line)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self._rows[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def _spoken(line: Found | str) -> str:
    if isinstance(line, str):
        return "Does not fit this wire"
    return ", ".join(filter(None, (line.title, line.also, shapes_text(line), line.refusal)))


def shape_text(array: NDArray[Any]) -> str:
    """A shape: "[3]", "[ ]" for a single number."""
    return numbers.shape(array.shape) if array.ndim else "[ ]"


def shapes_text(line: Found) -> str:
    """The shapes of the results."""
    return ", ".join(map(shape_text, line.results))


class ResultRows(QStyledItemDelegate):
    """Draws the rows. `given` is the shape of what the wire carries, as text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.given = ""
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _HEADING if isinstance(index.data(Qt.ItemDataRole.UserRole), str) else _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        area, state = option.rect, option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        theme = theme_of(self._list)
        painter.save()
        painter.translate(area.x(), area.y())
        if isinstance(line, Found):
            paint(painter, self._row(line, float(area.width()), theme, chosen=chosen))
        else:
            paint(painter, _heading(float(area.width()), theme))
        painter.restore()

    def _row(self, line: Found, width: float, theme: Theme, *, chosen: bool) -> Marks:
        ink, sizes = Ink(theme), theme.metrics.type.size
        result = f"{self.given} → {shapes_text(line)}" if self.given and line.results else ""
        side = TextStyle(sizes.caption)
        room = width - 62 - (text_width(result, side) + 20 if result else 10)
        below = line.refusal or (f"also: {line.also}" if line.also else "")
        offset = len(below) - len(line.also)
        spans = tuple((start + offset, end + offset) for start, end in line.also_spans) if line.also else ()
        token = "text" if line.fits else "text.quiet"
        title = spanned_text(
            50, 18 if below else 25, line.title, line.spans, TextStyle(sizes.body, 400), ink, room, token
        )
        note = spanned_text(50, 33, below, spans, side, ink, width - 60, "text.quiet") if below else ()
        end = Text(width - _SIDE, 25, result, side, ink("text.quiet"), Anchor.END)
        return (*_ground(width, ink, chosen=chosen), *_sign(line, ink), *title, *note, end)


def _ground(width: float, ink: Ink, *, chosen: bool) -> Marks:
    if not chosen:
        return ()
    radius = ink.theme.metrics.radius.button
    plate = Box(0, 1, width, _ROW - 2, radius, fill=ink("row.selected"))
    return (plate, Box(0, 11, 3, 18, 1.5, fill=ink("accent")))


def _sign(line: Found, ink: Ink) -> Marks:
    y = (_ROW - TILE) / 2
    match line.entry:
        case AddOp(op):
            return op_tile(op, _SIDE, y, ink, faint=not line.fits)
        case AddLeaf():
            return op_tile(None, _SIDE, y, ink)
        case AddExpression():
            return tile("edit", LEAF_CATEGORY, _SIDE, y, ink)


def _heading(width: float, theme: Theme) -> Marks:
    ink, style = Ink(theme), TextStyle(theme.metrics.type.size.caption)
    line = Box(_SIDE, 4, width - 2 * _SIDE, 1, fill=ink("hairline"))
    return (line, Text(_SIDE, 25, _spoken(DIVIDER), style, ink("text.quiet")))


class ResultList(QListView):
    """The list itself. The keyboard stays in the field above it, which moves through the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results = Results(self)
        self.rows = ResultRows(self)
        self.setModel(self.results)
        self.setItemDelegate(self.rows)
        self.setUniformItemSizes(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAccessibleName("Results")

    @property
    def chosen(self) -> Found | None:
        """The line that is chosen."""
        return self.results.found_at(self.currentIndex().row())

    def choose_first(self) -> None:
        """Chooses the best line."""
        self.setCurrentIndex(self.results.index(0))

    def choose_next(self, rows: int) -> None:
        """Chooses a line farther down, or up; headings are passed over."""
        row = self.currentIndex().row() + rows
        while 0 <= row < self.results.rowCount() and self.results.found_at(row) is None:
            row += 1 if rows > 0 else -1
        if self.results.found_at(row) is not None:
            self.setCurrentIndex(self.results.index(row))
