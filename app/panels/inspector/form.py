"""A form: fields in sections, each with its label at the left and what is wrong with it below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from app.model.inspection.fields import Field, FieldKind, Section
from app.model.metrics import metrics
from app.panels.inspector.editors import Editor, LineField, editor_of
from app.widgets.labels import Tone, label

Enter = Callable[[Field, str], str]
"""Makes the edit of a field; returns why it was refused, or nothing."""

_LABEL = 96


@dataclass(slots=True, eq=False)
class _Line:
    field: Field
    editor: Editor
    problem: QLabel

    def show(self, field: Field) -> None:
        self.field = field
        self.editor.show_field(field)
        if not (isinstance(self.editor, LineField) and self.editor.hasFocus() and self.problem.text()):
            self.complain(field.problem)

    def complain(self, problem: str) -> None:
        """Says what is wrong, or nothing."""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if bool(self.editor.property("wrong")) != bool(problem):
            self.editor.setProperty("wrong", bool(problem))
            self.editor.style().unpolish(self.editor)
            self.editor.style().polish(self.editor)


class Form(QWidget):
    """Shows sections of fields."""

    def __init__(self, sections: tuple[Section, ...], enter: Enter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._enter = enter
        self._shape = shape_of(sections)
        self._lines: dict[str, _Line] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for section in sections:
            self._add(section, column)

    def editor(self, key: str) -> Editor:
        """The widget of a field."""
        return self._lines[key].editor

    def problem(self, key: str) -> str:
        """What is said under a field."""
        return self._lines[key].problem.text()

    def show_sections(self, sections: tuple[Section, ...]) -> bool:
        """Shows what holds now; False when there are other fields, so that another form is needed."""
        if shape_of(sections) != self._shape:
            return False
        for field in (field for section in sections for field in section.fields):
            self._lines[field.key].show(field)
        return True

    def _add(self, section: Section, column: QVBoxLayout) -> None:
        sizes = metrics().type.size
        if section.title:
            column.addSpacing(8)
            column.addWidget(label(section.title, tone=Tone.QUIET, size=sizes.caption, weight=500))
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(5)
        grid.setColumnMinimumWidth(0, _LABEL)
        grid.setColumnStretch(1, 1)
        for field in section.fields:
            self._add_line(field, grid)
        column.addLayout(grid)

    def _add_line(self, field: Field, grid: QGridLayout) -> None:
        sizes, row = metrics().type.size, grid.rowCount()
        name = label(field.label, tone=Tone.QUIET, size=sizes.small)
        editor = editor_of(field, partial(self._entered, field.key))
        problem = label(tone=Tone.ERROR, size=sizes.caption, wraps=True)
        editor.setAccessibleName(field.label)
        for widget in (name, editor):
            widget.setToolTip(field.help)
        place = Qt.AlignmentFlag.AlignLeft if field.kind is FieldKind.SWITCH else Qt.AlignmentFlag(0)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(editor, row, 1, place)
        grid.addWidget(problem, row + 1, 1)
        self._lines[field.key] = _Line(field, editor, problem)
        self._lines[field.key].complain(field.problem)

    def _entered(self, key: str, text: str) -> None:
        line = self._lines[key]
        line.complain(self._enter(line.field, text))
        if isinstance(line.editor, LineField):
            line.editor.setAccessibleDescription(line.problem.text())


def shape_of(sections: tuple[Section, ...]) -> tuple[object, ...]:
    """What a form is made for: with other values it can stay as it is."""
    return tuple(
        (section.title, tuple((field.key, field.label, field.kind, field.choices) for field in section.fields))
        for section in sections
    )
