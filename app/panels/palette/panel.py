"""The palette as a pane: a field that narrows the list, and operations to drag onto the canvas."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.palette.model import Operations
from app.render.draw_formula import formula_marks
from app.render.fonts import elided
from app.render.formula_layout import typeset
from app.render.inks import Ink
from app.render.marks import Box, Marks, Text, TextStyle
from app.render.paint import paint
from app.widgets.op_formulas import forward_formula
from app.widgets.op_marks import TILE, op_tile
from app.widgets.theming import theme_of, ui_font
from core.ops.spec import Category, Op

Index = QModelIndex | QPersistentModelIndex

_ROW, _HEADING, _LEFT = 40, 30, 12.0
_FORMULA = 11.0


class Palette(QWidget):
    """Lists operations. `wanted` is emitted with the name of one that is to be added."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.list = _OpList(self)
        self._rows = Operations(self)
        self.list.setModel(self._rows)
        self.list.setItemDelegate(_Rows(self.list))
        self.field.setPlaceholderText("Filter")
        self.field.setAccessibleName("Filter operations")
        self.field.setFont(ui_font(TextStyle(metrics().type.size.small)))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._rows.show_matching)
        self.list.doubleClicked.connect(self._want)
        self.list.accepted.connect(self._want)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 0)
        column.setSpacing(6)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)

    def _want(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index.row()) if index.isValid() else None
        if isinstance(row, Op):
            self.wanted.emit(row.name)


class _OpList(QListView):
    """The list; Enter takes what is chosen, as a double click does."""

    accepted = Signal(QModelIndex)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setDragEnabled(True)
        self.setDragDropMode(QListView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Operations")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class _Rows(QStyledItemDelegate):
    """Draws an operation with its formula, and headings."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _ROW if isinstance(index.data(Qt.ItemDataRole.UserRole), Op) else _HEADING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, area = index.data(Qt.ItemDataRole.UserRole), option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        theme = theme_of(self._list)
        painter.save()
        painter.translate(area.x(), area.y())
        painter.setClipRect(0, 0, area.width(), area.height())
        marks = _op_marks(row, area.width(), theme, chosen=chosen) if isinstance(row, Op) else _heading(row, theme)
        paint(painter, marks)
        painter.restore()


def _heading(category: Category, theme: Theme) -> Marks:
    style = TextStyle(theme.metrics.type.size.small)
    return (Text(8, 20, str(category).capitalize(), style, theme.colour("text.quiet")),)


def _op_marks(op: Op, width: float, theme: Theme, *, chosen: bool) -> Marks:
    ink, sizes = Ink(theme), theme.metrics.type.size
    ground = (Box(0, 1, width, _ROW - 2, theme.metrics.radius.button, fill=ink("row.selected")),) if chosen else ()
    style, left = TextStyle(sizes.label), _LEFT + TILE + 10
    name = Text(left, 16, elided(op.name, style, width - left - 6), style, ink("text"))
    return (*ground, *op_tile(op, _LEFT - 4, (_ROW - TILE) / 2, ink), name, *_formula(op, left, width, ink))


def _formula(op: Op, left: float, width: float, ink: Ink) -> Marks:
    """The formula in one line, or its text where it is too wide or too high."""
    laid = typeset(forward_formula(op), _FORMULA)
    if laid.width <= width - left - 6 and laid.ascent + laid.descent < 18:
        return formula_marks(laid, left, 31, ink)
    style = TextStyle(ink.theme.metrics.type.size.micro, code=True)
    return (Text(left, 32, elided(op.formula, style, width - left - 6), style, ink("text.quiet")),)
