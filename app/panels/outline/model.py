"""The rows of the outline as Qt's model: parts with their rows, in three columns."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.panels.outline.rows import (
    RegionRow,
    Row,
    Section,
    gradient_text,
    rows_of,
    spoken,
    title_of,
    value_text,
)
from app.render.frame import Frame
from core.expr.graph import Document

Index = QModelIndex | QPersistentModelIndex

COLUMNS = ("name", "value", "grad")
_NOWHERE = QModelIndex()
_TOP = 0
"""The internal id of the parts; that of a row is the number of its part, from 1."""


class OutlineModel(QAbstractItemModel):
    """Shows what is in a frame. Where only looks differ, the rows stay, and so do selection and focus."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sections: list[tuple[Section, list[Row]]] = []
        self._places: dict[str, tuple[int, int]] = {}

    def show_frame(self, document: Document, frame: Frame) -> bool:
        """Shows another frame; returns whether there are other rows than before."""
        rows = rows_of(document, frame)
        if _keys(rows) == _keys(dict(self._sections)):
            before, self._sections = self._sections, list(rows.items())
            self._tell_changes(before)
            return False
        self.beginResetModel()
        self._sections = list(rows.items())
        self._places = {
            row.key: (place, number) for place, listed in enumerate(rows.values()) for number, row in enumerate(listed)
        }
        self.endResetModel()
        return True

    def row_at(self, index: Index) -> Row | None:
        """The row at an index; None for a part, and for no index."""
        if not index.isValid() or index.internalId() == _TOP:
            return None
        return self._sections[index.internalId() - 1][1][index.row()]

    def section_at(self, index: Index) -> str:
        """The title of the part at an index."""
        section, rows = self._sections[index.row()]
        return title_of(section, len(rows))

    def name(self, row: Row) -> str:
        """What a row is called."""
        if isinstance(row, RegionRow):
            return row.region.title or str(row.region.kind)
        return row.look.name or row.look.title

    def index_of(self, key: str) -> QModelIndex:
        """Where a node or a frame is; an invalid index where it is not."""
        place = self._places.get(key)
        return _NOWHERE if place is None else self.createIndex(place[1], 0, place[0] + 1)

    # What Qt asks

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self._sections)
        is_section = parent.internalId() == _TOP and parent.column() == 0
        return len(self._sections[parent.row()][1]) if is_section else 0

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return len(COLUMNS)

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return _NOWHERE
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent
        if not index.isValid() or index.internalId() == _TOP:
            return _NOWHERE
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if role == Qt.ItemDataRole.DisplayRole:
            if row is None:
                return self.section_at(index) if index.column() == 0 else None
            return (self.name(row), value_text(row), gradient_text(row))[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole and row is not None:
            return spoken(row, self.name(row))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return COLUMNS[section] if role == Qt.ItemDataRole.DisplayRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.row_at(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    # How it changes

    def _tell_changes(self, before: list[tuple[Section, list[Row]]]) -> None:
        for place, ((_, old), (_, new)) in enumerate(zip(before, self._sections, strict=True)):
            changed = [number for number, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
            if changed:
                first = self.createIndex(changed[0], 0, place + 1)
                last = self.createIndex(changed[-1], len(COLUMNS) - 1, place + 1)
                self.dataChanged.emit(first, last)


def _keys(rows: Mapping[Section, list[Row]]) -> list[tuple[Section, list[str]]]:
    return [(section, [row.key for row in listed]) for section, listed in rows.items()]
