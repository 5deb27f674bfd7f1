"""The events of a step as rows: number, kind, and a few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.flow import Manner, line, without_stop
from app.panels.telling.row_list import RowState
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Anchor, Marks, Rect, Text, TextStyle
from core.debug.explanation import Line
from core.debug.text import plain

HEIGHT = 23.0
_NUMBER_END, _KIND, _TEXT, _LAST = 32.0, 42.0, 104.0, 148.0
_GAP, _RIGHT = 12.0, 12.0


@dataclass(frozen=True, slots=True)
class EventColumns:
    """Where the columns begin, for the kinds that are there."""

    number_end: float
    kind: float
    text: float

    @classmethod
    def of(cls, lines: Sequence[Line]) -> EventColumns:
        """As wide as they have to be."""
        sizes = metrics().type.size
        number = max((text_width(str(line.index), TextStyle(sizes.badge)) for line in lines), default=0.0)
        shift = max(number + 14.0 - _NUMBER_END, 0.0)
        kind = max((text_width(line.badge, TextStyle(sizes.label, 600)) for line in lines), default=0.0)
        return cls(_NUMBER_END + shift, _KIND + shift, min(max(_KIND + kind + _GAP, _TEXT), _LAST) + shift)


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event; one that has not happened yet is quieter."""

    line: Line
    columns: EventColumns
    has_happened: bool

    @property
    def spoken(self) -> str:
        """The row in words."""
        return f"{self.line.index} {self.line.badge}: {plain(self.line.text)}"

    @property
    def tip(self) -> str:
        """The whole sentence, which may be cut in the row."""
        return plain(self.line.text)

    def height(self, width: float) -> float:
        """One line."""
        return HEIGHT

    def marks(self, area: Rect, state: RowState, theme: Theme) -> Marks:
        """The number, the kind and the words."""
        ink, sizes, columns = Ink(theme), theme.metrics.type.size, self.columns
        baseline = area.y + 15.6
        kind = TextStyle(sizes.label, 600 if state.current else 500)
        shade = "text.strong" if state.current else "text" if self.has_happened else "text.quiet"
        words = Manner(sizes.label, HEIGHT, shade="text.quiet", code=False, coloured=self.has_happened or state.current)
        room = area.width - columns.text - _RIGHT
        return (
            Text(
                area.x + columns.number_end, baseline, str(self.line.index), TextStyle(sizes.badge), ink("text.quiet"),
                Anchor.END,
            ),
            Text(
                area.x + columns.kind, baseline,
                elided(self.line.badge, kind, columns.text - columns.kind - 6), kind, ink(shade),
            ),
            *line(without_stop(self.line.text), words, room).marks(area.x + columns.text, area.y - 0.4, ink),
        )  # fmt: skip
