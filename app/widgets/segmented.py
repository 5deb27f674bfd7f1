"""A choice of one among a few words that stand side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.fonts import text_width
from app.render.marks import Anchor, Box, Marks, Rect, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of

_PADDING, _TIGHT, _INSET, _DROP = 12.0, 8.5, 3.0, 4.4


@dataclass(frozen=True, slots=True)
class Segment:
    """One of the choices."""

    key: str
    text: str
    tip: str = ""


class Segmented(QWidget):
    """Shows choices and which of them holds. `chosen` is emitted when the user takes another one."""

    chosen = Signal(str)

    def __init__(
        self, name: str, segments: Sequence[Segment], parent: QWidget | None = None, *, height: float | None = None
    ) -> None:
        super().__init__(parent)
        self._segments = tuple(segments)
        self._current = segments[0].key
        self._name = name
        self._height = height or metrics().size.control
        self._padding = _PADDING if self._height >= metrics().size.control else _TIGHT
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._announce()

    @property
    def current(self) -> str:
        """The key of the choice that holds."""
        return self._current

    def show_current(self, key: str) -> None:
        """Shows another choice as the one that holds."""
        if key != self._current:
            self._current = key
            self._announce()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(math.ceil(self._areas()[-1].right + _INSET), round(self._height))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        for segment, area in zip(self._segments, self._areas(), strict=True):
            if area.x <= x <= area.right:
                self._choose(segment.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = [segment.key for segment in self._segments]
        place = keys.index(self._current)
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self._choose(keys[max(place - 1, 0)])
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self._choose(keys[min(place + 1, len(keys) - 1)])
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def _choose(self, key: str) -> None:
        if key != self._current:
            self.show_current(key)
            self.chosen.emit(key)

    def _announce(self) -> None:
        text = next(segment.text for segment in self._segments if segment.key == self._current)
        self.setAccessibleName(f"{self._name}: {text}")
        tips = [f"{segment.text}: {segment.tip}" for segment in self._segments if segment.tip]
        self.setToolTip("\n".join(tips))

    def _areas(self) -> list[Rect]:
        x, areas = _INSET, []
        for segment in self._segments:
            width = text_width(segment.text, _style(selected=True)) + 2 * self._padding
            areas.append(Rect(x, _INSET, width, self._height - 2 * _INSET))
            x += width
        return areas

    def _marks(self, theme: Theme) -> Marks:
        areas, height, radius = self._areas(), self._height, theme.metrics.radius.button
        edge = Stroke(theme.colour("focus" if self.hasFocus() else "hairline"), theme.metrics.line.hairline)
        right = areas[-1].right + _INSET
        marks: list[Box | Text] = [
            Box(0.5, 0.5, right - 1, height - 1, radius + 1, fill=theme.colour("field"), stroke=edge)
        ]
        for segment, area in zip(self._segments, areas, strict=True):
            selected = segment.key == self._current
            if selected:
                fill = theme.colour("row.selected")
                marks.append(Box(area.x, area.y, area.width, area.height, radius - 1, fill=fill))
            colour = theme.colour("text.strong" if selected else "text")
            middle = area.centre[0], height / 2 + _DROP
            marks.append(Text(*middle, segment.text, _style(selected=selected), colour, Anchor.MIDDLE))
        return tuple(marks)


def _style(*, selected: bool) -> TextStyle:
    return TextStyle(metrics().type.size.label, 600 if selected else 400)
