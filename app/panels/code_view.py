"""The document as PyTorch code, with the line of what runs or is selected."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QTextEdit, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.session import Session
from app.panels.following import Following
from app.render.marks import TextStyle
from app.widgets.theming import theme_of, ui_font
from core.codegen.torch import Code, to_code
from core.expr.graph import Document
from core.expr.ids import NodeId


class CodeView(Following):
    """Shows code that computes the same. `edit_wanted` is emitted when the user wants to write code instead."""

    edit_wanted = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._document: Document | None = None
        self._code = Code("", (), ())
        self.text = QPlainTextEdit()
        self._lay_out()

    def refresh(self) -> None:
        """Shows the code as it is now, and where in it stepping is."""
        if self.session.document is not self._document:
            self._document = self.session.document
            self._code = to_code(self._document)
            if self.text.toPlainText() != self._code.text:
                self.text.setPlainText(self._code.text)
        self._highlight()

    def _highlight(self) -> None:
        colour = theme_of(self).colour
        current = self.session.current_node()
        chosen = [self._line(key, colour("row.selected")) for key in self.session.selection.nodes]
        running = [self._stretch(current, colour("gradient.soft"))] if current is not None else []
        self.text.setExtraSelections([one for one in (*chosen, *running) if one is not None])
        if running and running[0] is not None:
            self.text.setTextCursor(QTextCursor(running[0].cursor.block()))
            self.text.ensureCursorVisible()

    def _stretch(self, node: NodeId, colour: str) -> QTextEdit.ExtraSelection | None:
        mark = next((mark for mark in self._code.marks if mark.node == node), None)
        return None if mark is None else self._marked(mark.start, mark.end, colour)

    def _line(self, node: NodeId, colour: str) -> QTextEdit.ExtraSelection | None:
        found = self._stretch(node, colour)
        if found is not None:
            found.format.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
            found.cursor.clearSelection()
        return found

    def _marked(self, start: int, end: int, colour: str) -> QTextEdit.ExtraSelection:
        found = QTextEdit.ExtraSelection()
        cursor, shown = QTextCursor(self.text.document()), QTextCharFormat()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        shown.setBackground(QColor(colour))
        found.cursor, found.format = cursor, shown
        return found

    def _lay_out(self) -> None:
        self.text.setReadOnly(True)
        self.text.setFont(ui_font(TextStyle(metrics().type.size.small, code=True)))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("Code")
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        copy, edit = QPushButton("Copy"), QPushButton("Edit…")
        copy.clicked.connect(self._copy)
        edit.clicked.connect(lambda: self.edit_wanted.emit(self._code.text))
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addWidget(edit)
        row.addStretch(1)
        pad = round(metrics().space.panel_pad)
        column = QVBoxLayout(self)
        column.setContentsMargins(pad, 12, pad, 12)
        column.addWidget(self.text, 1)
        column.addLayout(row)

    def _copy(self) -> None:
        self.text.selectAll()
        self.text.copy()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
