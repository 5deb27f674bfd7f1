"""The inspector as a pane."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.model.inspection.fields import Field, FieldKind, Inspection
from app.model.inspection.parts import inspect
from app.model.metrics import metrics
from app.model.session import Session
from app.panels.following import Following
from app.panels.inspector.form import Form
from app.panels.inspector.record import RecordView
from app.widgets.labels import Tone, label
from core.errors import GradwalkError
from core.ops.spec import Op


class Inspector(Following):
    """Shows the settings of what is selected, and edits them. Typing in one field is one undo step."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        sizes = metrics().type.size
        self.form: Form | None = None
        self._subject = ""
        self._op: Op | None = None
        self._record: RecordView | None = None
        self._title = label(tone=Tone.STRONG, size=sizes.headline, weight=600, wraps=True)
        self._remark = label(tone=Tone.QUIET, size=sizes.small, wraps=True)
        self._problem = label(tone=Tone.ERROR, size=sizes.small, wraps=True)
        self._column = QVBoxLayout()
        self._lay_out()

    def refresh(self) -> None:
        """Shows what is selected as it is now."""
        shown = inspect(self.session.evaluation, self.session.selection)
        self._title.setText(shown.title)
        self._remark.setText(shown.remark)
        self._remark.setVisible(bool(shown.remark))
        self._problem.setText(shown.problem)
        self._problem.setVisible(bool(shown.problem))
        is_same = shown.subject == self._subject and self.form is not None and self.form.show_sections(shown.sections)
        if not is_same:
            self._show_form(shown)
        self._show_record(shown.op)

    def _show_form(self, shown: Inspection) -> None:
        if self.form is not None:
            self._column.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self._subject = shown.subject
        self.form = Form(shown.sections, self._enter)
        self._column.insertWidget(0, self.form)

    def _show_record(self, op: Op | None) -> None:
        if op is self._op:
            return
        if self._record is not None:
            self._column.removeWidget(self._record)
            self._record.hide()
            self._record.deleteLater()
        self._op = op
        self._record = RecordView(op) if op is not None else None
        if self._record is not None:
            self._column.insertWidget(1, self._record)

    def _enter(self, field: Field, text: str) -> str:
        if field.edit is None:
            return ""
        merge = f"inspect {self._subject} {field.key}" if field.kind is FieldKind.VALUE else ""
        try:
            self.session.perform(field.edit(self.session.document, text), merge=merge)
        except GradwalkError as error:
            return str(error)
        return ""

    def _lay_out(self) -> None:
        body = QWidget()
        pad = round(metrics().space.panel_pad)
        inner = QVBoxLayout(body)
        inner.setContentsMargins(pad, 14, pad, 14)
        inner.setSpacing(6)
        for part in (self._title, self._remark, self._problem):
            inner.addWidget(part)
        inner.addSpacing(4)
        self._column.setSpacing(14)
        inner.addLayout(self._column)
        inner.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)
