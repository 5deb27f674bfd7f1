"""The first line of the explanation: what kind of event it is, and a remark."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.explanation.content import Badge, BadgeTone
from app.panels.telling.flow import Manner, line
from app.render.fonts import text_width
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Marks, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.text import Text as Sentence
from core.debug.text import plain

_TOKENS = {
    BadgeTone.GRADIENT: ("gradient.soft", "gradient.strong"),
    BadgeTone.BROKEN: ("nan.soft", "nan.text"),
    BadgeTone.ERROR: ("error.soft", "error.text"),
    BadgeTone.BLOCKED: ("blocked.soft", "blocked.text"),
    BadgeTone.QUIET: ("row.selected", "text"),
}
_HEIGHT, _PADDING, _GAP = 18.0, 10.0, 8.0


class BadgeRow(QWidget):
    """Shows a badge, and beside it what is worth knowing first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._badge = Badge("")
        self._remark: Sentence = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_badge(self, badge: Badge, remark: Sentence) -> None:
        """Shows another kind of event."""
        self._badge, self._remark = badge, remark
        self.setAccessibleName(f"{badge.text}: {plain(remark)}" if remark else badge.text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, round(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        ink, sizes = Ink(theme), metrics().type.size
        ground, colour = _TOKENS[self._badge.tone]
        words, style = _words(self._badge), TextStyle(sizes.badge, 600)
        width = text_width(words, style) + 2 * _PADDING
        badge = Box(0, 0, width, _HEIGHT, theme.metrics.radius.chip, fill=ink(ground))
        text = Text(width / 2, 12.8, words, style, ink(colour), Anchor.MIDDLE)
        room = self.width() - width - _GAP
        if not self._remark or room < 24:
            return (badge, text)
        remark = line(self._remark, Manner(sizes.small, _HEIGHT, shade="text.quiet"), room)
        return (badge, text, *remark.marks(width + _GAP, -0.4, ink))


def _words(badge: Badge) -> str:
    return f"{badge.sign}  {badge.text}" if badge.sign else badge.text
