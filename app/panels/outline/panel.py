"""The outline as a pane: a tree that is in step with the canvas."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from app.model.selection import Selection
from app.model.session import Session
from app.panels.outline.drawing import HEADING, ROW, Columns, RowState, caption_marks, heading_marks, row_marks
from app.panels.outline.model import OutlineModel
from app.panels.outline.rows import NodeRow, RegionRow
from app.render.frame import Frame
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.expr.ids import NodeId

Index = QModelIndex | QPersistentModelIndex

_CAPTIONS = 112
"""Room for the titles of the columns."""


class Outline(QTreeView):
    """Lists roots, operations, leaves and frames with their values and gradients.

    What is selected here is selected on the canvas, and the other way round. `revealed` is emitted with a node
    that the user wants to see there.
    """

    revealed = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows = OutlineModel(self)
        self._is_following = False
        self.heading = _Captions(self)
        self.setModel(self._rows)
        self._set_up()
        self.selectionModel().selectionChanged.connect(self._select)
        self.entered.connect(self._point)
        self.activated.connect(self._reveal)
        session.selected.connect(self._follow_selection)
        session.pointed.connect(lambda _: self.viewport().update())

    def show_frame(self, frame: Frame) -> None:
        """Shows what is in a frame."""
        self._is_following = True
        is_new = self._rows.show_frame(self._session.document, frame)
        if is_new:
            self.expandAll()
            self._follow_selection(self._session.selection)
        self._is_following = False

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area = self.visualRect(index)
        theme, row = theme_of(self), self._rows.row_at(index)
        painter.save()
        painter.translate(0, area.y())
        if row is None:
            paint(painter, heading_marks(self._rows.section_at(index), theme))
        else:
            state = RowState(
                selected=self.selectionModel().isSelected(index),
                pointed=isinstance(row, NodeRow) and row.key == self._session.pointed_at,
                focused=self.hasFocus() and index == self.currentIndex().siblingAtColumn(0),
            )
            columns = Columns(float(self.viewport().width()))
            paint(painter, row_marks(row, self._rows.name(row), columns, state, theme))
        painter.restore()

    def leaveEvent(self, event: object) -> None:
        self._session.point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._reveal(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _set_up(self) -> None:
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setIndentation(0)
        self.setMouseTracking(True)
        self.setUniformRowHeights(False)
        self.setItemDelegate(_Heights(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setAccessibleName("Outline")

    def _select(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if self._is_following:
            return
        rows = [self._rows.row_at(index) for index in self.selectionModel().selectedRows()]
        current = self._rows.row_at(self.currentIndex())
        self._session.select(
            Selection(
                frozenset(row.key for row in rows if isinstance(row, NodeRow)),
                regions=frozenset(row.key for row in rows if isinstance(row, RegionRow)),
                current=current.key if isinstance(current, NodeRow) and current in rows else None,
            )
        )

    def _follow_selection(self, selection: Selection) -> None:
        """Shows what was selected elsewhere."""
        chosen = QItemSelection()
        for key in (*selection.nodes, *selection.regions):
            index = self._rows.index_of(key)
            if index.isValid():
                chosen.select(index, index)
        self._is_following = True
        rows = QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect | rows)
        current = self._rows.index_of(selection.current) if selection.current is not None else QModelIndex()
        if current.isValid():
            self.selectionModel().setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(current)
        self._is_following = False
        self.viewport().update()

    def _point(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        self._session.point_at(row.key if isinstance(row, NodeRow) else None)

    def _reveal(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if isinstance(row, NodeRow):
            self.revealed.emit(NodeId(row.key))


class _Captions(QWidget):
    """The titles of the columns, in the header of the pane."""

    def __init__(self, tree: Outline) -> None:
        super().__init__()
        self._tree = tree
        self.setMinimumWidth(_CAPTIONS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        left = self.mapTo(self.window(), QPoint(0, 0)).x() - self._tree.mapTo(self.window(), QPoint(0, 0)).x()
        with QPainter(self) as painter:
            painter.translate(-left, 0)
            paint(painter, caption_marks(Columns(float(self._tree.viewport().width())), theme_of(self)))


class _Heights(QStyledItemDelegate):
    """Says how high rows are; they are drawn as a whole."""

    def __init__(self, tree: Outline) -> None:
        super().__init__(tree)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW if index.parent().isValid() else HEADING)
