"""The steps that led to the document as it is, to go back to any of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.session import Session
from app.panels.following import Following
from app.render.marks import TextStyle
from app.widgets.theming import ui_font

_BEGINNING = "As it was opened"


class HistoryList(Following):
    """Lists all steps; those that were undone are grey. A click undoes or redoes up to there."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.list = QListWidget()
        self.list.setFont(ui_font(TextStyle(metrics().type.size.small)))
        self.list.setAccessibleName("Edits")
        self.list.itemActivated.connect(self._go_to)
        self.list.itemClicked.connect(self._go_to)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        column.addWidget(self.list)

    def refresh(self) -> None:
        """Shows the steps as they are now."""
        history = self.session.history
        self.list.clear()
        for number, name in enumerate((_BEGINNING, *history.names)):
            item = QListWidgetItem(name)
            item.setData(Qt.ItemDataRole.UserRole, number)
            if number > history.done:
                item.setForeground(self.palette().placeholderText())
            self.list.addItem(item)
        self.list.setCurrentRow(history.done)

    def _go_to(self, item: QListWidgetItem) -> None:
        self.session.history.go_to(int(item.data(Qt.ItemDataRole.UserRole)))
