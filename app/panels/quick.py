"""A field over a list, to find one thing among many by a few letters: a command, or a node."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.model.metrics import metrics
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Marks, Text, TextStyle
from app.render.paint import paint
from app.widgets.key_cap import key_text
from app.widgets.labels import Tone, label
from app.widgets.op_marks import spanned_text
from app.widgets.raised import SHADOW, Raised
from app.widgets.rule import Rule
from app.widgets.theming import theme_of, ui_font

Index = QModelIndex | QPersistentModelIndex
Spans = tuple[tuple[int, int], ...]

_WIDTH, _ROW, _MOST_ROWS, _FIELD = 560, 34, 11, 48
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things to choose from: its title, a remark, the key that does the same, and what it does."""

    title: str
    run: Callable[[], object]
    remark: str = ""
    shortcut: str = ""
    enabled: bool = True


def matching(choices: Sequence[Choice], text: str) -> list[tuple[Choice, Spans]]:
    """The choices that a text fits, the best ones first, with the letters it was found in.

    Each word has to begin a word of the title or stand in it; those found at the beginning come first.
    """
    words = text.lower().split()
    found = [
        (rank, place, choice, spans) for place, choice in enumerate(choices) for rank, spans in _found(choice, words)
    ]
    found.sort(key=lambda one: (not one[2].enabled, one[0], one[1]))
    return [(choice, spans) for _, _, choice, spans in found]


def _found(choice: Choice, words: Sequence[str]) -> list[tuple[int, Spans]]:
    title, spans, rank = choice.title.lower(), [], 0
    for word in words:
        at_start = re.search(rf"(?<!\w){re.escape(word)}", title)
        place = at_start.start() if at_start else title.find(word)
        if place < 0 and word in choice.remark.lower():
            rank += 3
            continue
        if place < 0:
            return []
        rank += 0 if place == 0 else 1 if at_start else 2
        spans.append((place, place + len(word)))
    return [(rank, _apart(spans))]


def _apart(spans: list[tuple[int, int]]) -> Spans:
    """The spans in order, without those that begin inside another."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)


class QuickPopup(Raised):
    """Lets one of the choices be found and taken. `closed` is emitted when it goes."""

    closed = Signal()

    def __init__(self, name: str, choices: Sequence[Choice], parent: QWidget) -> None:
        super().__init__(parent)
        self._choices = choices
        self.field = QLineEdit()
        self.rows = _Rows(self)
        self._list = QListView()
        self._nothing = label("Nothing is called that.", tone=Tone.QUIET, size=metrics().type.size.small)
        self.setAccessibleName(name)
        self.field.setPlaceholderText(name)
        self.field.setAccessibleName(name)
        self._set_up()
        self._show_found("")

    def open_over(self, area: QRect) -> None:
        """Opens in the upper middle of an area of the window."""
        rows = min(max(len(self._choices), 1), _MOST_ROWS)
        self.resize(_WIDTH + 2 * SHADOW, _FIELD + 1 + rows * _ROW + 14 + 2 * SHADOW)
        self.move(area.center().x() - self.width() // 2, area.top() + max(area.height() // 8 - SHADOW, 0))
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def accept(self) -> None:
        """Does what is chosen, and closes."""
        found = self.rows.choice_at(self._list.currentIndex().row())
        if found is not None and found.enabled:
            self.close_popup()
            found.run()

    def close_popup(self) -> None:
        """Closes without doing anything."""
        if self.isVisible():
            self.hide()
            self.closed.emit()
            self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QKeyEvent() if event.type() is QEvent.Type.KeyPress:
                return self._press(Qt.Key(event.key()))
            case QFocusEvent() if event.lostFocus() and event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
                self.close_popup()
        return super().eventFilter(watched, event)

    def _press(self, key: Qt.Key) -> bool:
        row = self._list.currentIndex().row()
        match key:
            case Qt.Key.Key_Down | Qt.Key.Key_Tab:
                self._choose(row + 1)
            case Qt.Key.Key_Up | Qt.Key.Key_Backtab:
                self._choose(row - 1)
            case Qt.Key.Key_PageDown:
                self._choose(min(row + _MOST_ROWS, self.rows.rowCount() - 1))
            case Qt.Key.Key_PageUp:
                self._choose(max(row - _MOST_ROWS, 0))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.accept()
            case Qt.Key.Key_Escape:
                self.close_popup()
            case _:
                return False
        return True

    def _choose(self, row: int) -> None:
        if 0 <= row < self.rows.rowCount():
            self._list.setCurrentIndex(self.rows.index(row))

    def _show_found(self, text: str) -> None:
        found = matching(self._choices, text)
        self.rows.show_found(found)
        self._list.setVisible(bool(found))
        self._nothing.setVisible(not found)
        self._choose(0)

    def _set_up(self) -> None:
        self.field.setProperty("bare", True)
        self.field.setFont(ui_font(TextStyle(15)))
        self.field.setFixedHeight(_FIELD)
        self.field.setTextMargins(18, 0, 18, 0)
        self.field.textChanged.connect(self._show_found)
        self.field.installEventFilter(self)
        self._list.setModel(self.rows)
        self._list.setItemDelegate(_RowPainter(self._list))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAccessibleName("Found")
        self._list.clicked.connect(lambda _: self.accept())
        self.plate.addWidget(self.field)
        self.plate.addWidget(Rule())
        self.plate.addSpacing(7)
        self.plate.addWidget(self._list, 1)
        self._nothing.setContentsMargins(18, 0, 18, 0)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.plate.addWidget(self._nothing, 1)
        self.plate.addSpacing(7)


class _Rows(QAbstractListModel):
    """What was found."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._found: list[tuple[Choice, Spans]] = []

    def show_found(self, found: list[tuple[Choice, Spans]]) -> None:
        """Shows other rows."""
        self.beginResetModel()
        self._found = found
        self.endResetModel()

    def choice_at(self, row: int) -> Choice | None:
        """The choice in a row; None where there is none."""
        return self._found[row][0] if 0 <= row < len(self._found) else None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        choice, spans = self._found[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return choice, spans
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(filter(None, (choice.title, choice.remark, choice.shortcut)))
        return None


class _RowPainter(QStyledItemDelegate):
    """Draws a row: the title with the letters that were found, the remark, and the key."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        choice, spans = index.data(Qt.ItemDataRole.UserRole)
        area, state = option.rect, option.state
        painter.save()
        painter.translate(area.x(), area.y())
        paint(painter, self._marks(choice, spans, area.width(), chosen=bool(state & QStyle.StateFlag.State_Selected)))
        painter.restore()

    def _marks(self, choice: Choice, spans: Spans, width: float, *, chosen: bool) -> Marks:
        theme = theme_of(self._list)
        ink, sizes = Ink(theme), theme.metrics.type.size
        plate = (Box(7, 1, width - 14, _ROW - 2, 6, fill=ink("row.selected")),) if chosen else ()
        shade = "text" if choice.enabled else "text.disabled"
        title = spanned_text(18, 22, choice.title, spans, TextStyle(sizes.body), ink, width * 0.5, shade)
        side = TextStyle(sizes.small)
        right = key_text(choice.shortcut) if choice.shortcut else choice.remark
        end = Text(width - 20, 22, right, side, ink("text.quiet"), Anchor.END)
        return (*plate, *title, end)
