"""A row with a sign, a sentence, and a quieter one below it."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.flow import Flow, Manner, flow
from app.panels.telling.row_list import RowState
from app.render.draw_signs import nan_marks
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.marks import Disc, Marks, Rect, Stroke
from core.debug.text import Text, plain

NAN, ON, OFF = "nan", "on", "off"
"""Signs that are no icons: that of NaN, and the discs of stops that are on and off."""
_SIGN, _TEXT, _RIGHT, _SIGN_WIDTH = 30.0, 52.0, 16.0, 14.0
_ABOVE, _BELOW = 7.0, 8.0
_MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class FactRow:
    """Something to know. One that does not count at present is `faint`."""

    sign: str
    shade: str
    text: Text
    detail: Text = ()
    faint: bool = False

    @property
    def spoken(self) -> str:
        """The row in words."""
        return f"{plain(self.text)} {plain(self.detail)}".rstrip()

    @property
    def tip(self) -> str:
        """What may be cut."""
        return self.spoken

    def height(self, width: float) -> float:
        """As many lines as it takes."""
        return _ABOVE + sum(part.height for part in self._laid(width)) + _BELOW

    def marks(self, area: Rect, state: RowState, theme: Theme) -> Marks:
        """The sign before the sentences."""
        ink, y = Ink(theme), area.y + _ABOVE
        marks = self._sign(area.x + _SIGN, y + 9, ink)
        for part in self._laid(area.width):
            marks += part.marks(area.x + _TEXT, y, ink)
            y += part.height
        return marks

    def _laid(self, width: float) -> tuple[Flow, ...]:
        sizes, room = metrics().type.size, width - _TEXT - _RIGHT
        shade = "text.quiet" if self.faint else "text"
        first = flow(self.text, Manner(sizes.label, 18, 500, shade, coloured=not self.faint), room, _MOST_LINES)
        if not self.detail:
            return (first,)
        second = Manner(sizes.caption, 17, shade="text.quiet", coloured=False)
        return (first, flow(self.detail, second, room, _MOST_LINES))

    def _sign(self, x: float, y: float, ink: Ink) -> Marks:
        if self.sign == NAN:
            return tuple(nan_marks(x, y, "NaN", ink))
        if self.sign == ON:
            return (Disc(x, y, 4.75, fill=ink(self.shade)),)
        if self.sign == OFF:
            return (Disc(x, y, 4.25, stroke=Stroke(ink(self.shade), 1.5)),)
        half = _SIGN_WIDTH / 2
        return icon_marks(self.sign, x - half, y - half, _SIGN_WIDTH, ink(self.shade))
