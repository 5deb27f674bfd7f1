"""The operations as Qt's model, with headings between the categories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QAbstractListModel, QByteArray, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.model.search.matching import match
from core.ops.registry import all_ops
from core.ops.spec import Category, Op

Index = QModelIndex | QPersistentModelIndex

OP_TYPE = "application/x-gradwalk-operation"
"""What a dragged operation is called while it is dragged."""
_NOWHERE = QModelIndex()

Row = Op | Category


class Operations(QAbstractListModel):
    """All operations that a text fits, or all."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self.show_matching("")

    def show_matching(self, text: str) -> None:
        """Shows those that a text fits."""
        self.beginResetModel()
        self._rows = list(_rows(text))
        self.endResetModel()

    def row_at(self, row: int) -> Row:
        """An operation, or the heading of a category."""
        return self._rows[row]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        is_op = isinstance(row, Op)
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole:
                return row.name if isinstance(row, Op) else str(row)
            case Qt.ItemDataRole.AccessibleTextRole if is_op:
                return f"{row.name}, {row.summary}" if isinstance(row, Op) else str(row)
            case Qt.ItemDataRole.ToolTipRole if isinstance(row, Op):
                return f"{row.name}\n{row.summary}\n{row.formula}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not isinstance(self._rows[index.row()], Op):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [OP_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        row = self._rows[indexes[0].row()]
        data = QMimeData()
        data.setData(OP_TYPE, QByteArray((row.name if isinstance(row, Op) else "").encode()))
        return data


def _rows(text: str) -> Iterator[Row]:
    for category in Category:
        ops = [op for op in all_ops() if op.category is category and not op.hidden and match(text, op) is not None]
        if ops:
            yield category
            yield from ops
