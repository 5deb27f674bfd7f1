"""Widgets that a field is edited with. Each shows what holds, and tells what was entered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from app.model.inspection.fields import OFF, ON, Field, FieldKind
from app.model.metrics import metrics
from app.render.marks import TextStyle
from app.widgets.inputs import Choice
from app.widgets.switch import Switch
from app.widgets.theming import ui_font

Enter = Callable[[str], None]


class LineField(QLineEdit):
    """Text: it counts while it is typed, or (a name) when it is done."""

    def __init__(self, field: Field, enter: Enter) -> None:
        super().__init__()
        self._enter = enter
        self._shown = field.value
        self.setFont(ui_font(TextStyle(metrics().type.size.small, code=field.kind is FieldKind.VALUE)))
        self.setPlaceholderText(field.placeholder)
        self.setText(field.value)
        self.setCursorPosition(0)
        if field.kind is FieldKind.VALUE:
            self.textEdited.connect(enter)
        self.editingFinished.connect(self._finish)

    def show_field(self, field: Field) -> None:
        """Shows what holds now, unless the user is typing here."""
        self._shown = field.value
        if not self.hasFocus() and self.text() != field.value:
            self.setText(field.value)
            self.setCursorPosition(0)

    def _finish(self) -> None:
        if self.text() != self._shown:
            self._enter(self.text())


class ChoiceField(Choice):
    """One of several words."""

    def __init__(self, field: Field, enter: Enter) -> None:
        super().__init__()
        self.setFont(ui_font(TextStyle(metrics().type.size.small)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for key, title in field.choices:
            self.addItem(title, key)
        self.show_field(field)
        self.activated.connect(lambda place: enter(str(self.itemData(place))))

    def show_field(self, field: Field) -> None:
        """Shows what holds now."""
        place = self.findData(field.value)
        if place < 0:  # a file may hold another word
            self.addItem(field.value, field.value)
            place = self.count() - 1
        self.setCurrentIndex(place)


class SwitchField(Switch):
    """On or off."""

    def __init__(self, field: Field, enter: Enter) -> None:
        super().__init__(field.label)
        self.show_field(field)
        self.clicked.connect(lambda on: enter(ON if on else OFF))

    def show_field(self, field: Field) -> None:
        """Shows what holds now."""
        self.setChecked(field.value == ON)


class FactField(QLabel):
    """Words that cannot be changed, but copied."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(ui_font(TextStyle(metrics().type.size.small)))
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_field(field)

    def show_field(self, field: Field) -> None:
        """Shows what holds now."""
        self.setText(field.value)


Editor = LineField | ChoiceField | SwitchField | FactField


def editor_of(field: Field, enter: Enter) -> Editor:
    """The widget for a field."""
    match field.kind:
        case FieldKind.NAME | FieldKind.VALUE:
            return LineField(field, enter)
        case FieldKind.CHOICE:
            return ChoiceField(field, enter)
        case FieldKind.SWITCH:
            return SwitchField(field, enter)
        case FieldKind.FACT:
            return FactField(field)
