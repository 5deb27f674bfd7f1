"""The name and the type of a tensor, in the heading of its pane."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Family, Theme
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Marks, Text, TextStyle
from app.render.paint import paint
from app.render.previews import type_label
from app.widgets.theming import theme_of
from core import numbers
from core.debug.arrays import Part

_BASELINE = 15.5
_GAP = 7.0


class TensorTitle(QWidget):
    """Shows "∂x  f32 [2]", cut where there is no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = self._type = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_title(self, name: str, value: Part, family: Family) -> None:
        """Shows another tensor."""
        self._name = f"∂{name}" if name and family is Family.GRADIENT else name
        self._type = _type_text(value)
        self.setAccessibleName(f"{self._name} {self._type}".strip())
        self.setToolTip(f"{self._name}  {self._type}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, 22)

    def minimumSizeHint(self) -> QSize:
        return QSize(20, 22)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        ink, sizes = Ink(theme), metrics().type.size
        style, quiet = TextStyle(sizes.body, 600, italic=True), TextStyle(sizes.caption)
        name = elided(self._name, style, self.width() - 4)
        end = 4 + text_width(name, style) + _GAP
        label = elided(self._type, quiet, self.width() - end)
        return (
            Text(4, _BASELINE, name, style, ink("text")),
            Text(end, _BASELINE, label, quiet, ink("text.quiet")),
        )


def _type_text(value: Part) -> str:
    if value is None:
        return ""
    if isinstance(value, np.ndarray):
        return type_label(value)
    return f"{value.dtype} {numbers.shape(value.shape)}"
