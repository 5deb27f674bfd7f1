"""Something went wrong in the program itself: what is said then, and what can be sent to whoever mends it."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.dialogs.dialog import Dialog
from app.model.metrics import metrics
from app.render.marks import TextStyle
from app.widgets.theming import ui_font

_REMARK = (
    "This is a mistake in Gradwalk, not in what you did. Your document is as it was before, and a copy is kept for "
    "recovery. You can go on working; to be safe, save first."
)


class ErrorDialog(Dialog):
    """Says that something went wrong, and gives the report out of the way."""

    def __init__(self, summary: str, report: str, parent: QWidget | None) -> None:
        super().__init__("Something went wrong", parent, remark=_REMARK)
        self.report = QPlainTextEdit(f"{summary}\n\n{report}")
        self.report.setReadOnly(True)
        self.report.setFont(ui_font(TextStyle(metrics().type.size.caption, code=True)))
        self.report.setAccessibleName("Report")
        self.report.hide()
        self.body.addWidget(self.report, 1)
        self.details, copy = self.add_button("Show report"), self.add_button("Copy report")
        close = self.add_button("Go on", primary=True)
        self.details.clicked.connect(self._show_report)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        close.clicked.connect(self.close)
        self.resize(520, 200)

    def _show_report(self) -> None:
        self.report.setVisible(not self.report.isVisible())
        self.details.setText("Hide report" if self.report.isVisible() else "Show report")
        self.resize(self.width(), 420 if self.report.isVisible() else 200)
