"""The round button that plays, and the counters that lead to what they count."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.transport.place import Count
from app.render.fonts import text_width
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.marks import Box, Disc, Marks, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of

_ICON = 13.0
_MARGIN = 2.0
_PADDING = 6.0


class PlayButton(QAbstractButton):
    """Plays, and pauses while it plays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_playing = False
        self._forward = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Play")

    def show_playing(self, *, playing: bool, forward: bool) -> None:
        """Shows what a click would do."""
        if (playing, forward) != (self._is_playing, self._forward):
            self._is_playing, self._forward = playing, forward
            self.setAccessibleName("Pause" if playing else "Play")
            self.update()

    def sizeHint(self) -> QSize:
        side = round(metrics().size.control + 2 * _MARGIN)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        ink, middle = Ink(theme), self.width() / 2
        radius = middle - _MARGIN
        ground = ink("text.strong" if self.underMouse() else "accent") if self.isEnabled() else ink("control")
        sign = ink("text.inverse" if self.isEnabled() else "text.disabled")
        ring = Stroke(ink("focus"), theme.metrics.line.focus) if self.hasFocus() else None
        icon = "pause" if self._is_playing else "play"
        return (
            *((Disc(middle, middle, middle - 1, stroke=ring),) if ring is not None else ()),
            Disc(middle, middle, radius - (1.5 if ring is not None else 0), fill=ground),
            *icon_marks(icon, middle - _ICON / 2, middle - _ICON / 2, _ICON, sign),
        )


class CountButton(QAbstractButton):
    """Shows how often something happens; a click leads to the next time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = Count("", ())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_count(self, count: Count) -> None:
        """Shows another number."""
        if count != self.count:
            self.count = count
            self.setText(count.text)
            self.setAccessibleName(count.text)
            self.setEnabled(bool(count.indices))
            self.setToolTip(f"Go to the next of {len(count.indices)}" if count.indices else "")
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), _count_style()) + 2 * _PADDING), 24)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        ink = Ink(theme)
        stands_out = self.isEnabled() and (self.underMouse() or self.hasFocus())
        ring = Stroke(ink("focus"), theme.metrics.line.hairline) if self.hasFocus() else None
        ground = Box(
            0.5, 0.5, self.width() - 1, self.height() - 1, theme.metrics.radius.button, ink("control.hover"), ring
        )
        text = Text(_PADDING, 16, self.text(), _count_style(), ink("text.strong" if stands_out else "text.quiet"))
        return (ground, text) if stands_out else (text,)


def _count_style() -> TextStyle:
    return TextStyle(metrics().type.size.small)
