"""What nodes have saved, as rows."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.theme import Theme
from app.panels.telling.row_list import RowState
from app.render.fonts import elided
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.marks import Anchor, Marks, Rect, Text, TextStyle
from core.debug.events import Free
from core.debug.recording import Recording
from core.debug.text import counted

_SIGN, _NAME, _RIGHT = 16.0, 40.0, 16.0
_HEIGHT = 42.0
_KILO = 1024


@dataclass(frozen=True, slots=True)
class SavedRow:
    """The values that a node has saved, and the event at which it forgets them, or at which they are kept."""

    index: int
    node: str
    label: str
    names: tuple[str, ...]
    bytes: int
    is_kept: bool

    def is_held(self, now: int) -> bool:
        """Whether they are still there after event `now`."""
        return self.is_kept or self.index > now

    def _fate(self, now: int) -> str:
        if self.is_kept:
            return "kept: another pass may need them"
        return f"held until event {self.index}" if self.is_held(now) else f"freed at event {self.index}"

    @property
    def spoken(self) -> str:
        """The row in words."""
        until = "kept" if self.is_kept else f"freed at event {self.index}"
        return f"{self.node} of {self.label} saved {', '.join(self.names)}, {bytes_text(self.bytes)}, {until}"

    @property
    def tip(self) -> str:
        """What may be cut."""
        return self.spoken

    def height(self, width: float) -> float:
        """Two lines."""
        return _HEIGHT

    def marks(self, area: Rect, state: RowState, theme: Theme) -> Marks:
        """Whose and what, how much, and until when."""
        ink, sizes = Ink(theme), theme.metrics.type.size
        is_held = self.is_held(state.now)
        shade = "text" if is_held else "text.quiet"
        quiet, code = TextStyle(sizes.caption), TextStyle(sizes.caption, 500, code=True)
        size = Text(
            area.right - _RIGHT, area.y + 17, bytes_text(self.bytes), TextStyle(sizes.small), ink(shade), Anchor.END
        )
        room = area.width - _NAME - _RIGHT
        names = elided(f"{self.label}: {', '.join(self.names)}", code, room - 64)
        return (
            *icon_marks("pin" if is_held else "check", area.x + _SIGN, area.y + 6, 13, ink(shade)),
            Text(area.x + _NAME, area.y + 17, names, code, ink(shade)),
            Text(area.x + _NAME, area.y + 33, elided(self._fate(state.now), quiet, room), quiet, ink("text.quiet")),
            size,
        )


def rows_of(recording: Recording) -> tuple[SavedRow, ...]:
    """What was saved, in the order in which it is freed."""
    return tuple(
        SavedRow(
            event.index,
            recording.nodes[event.node].name,
            recording.nodes[event.node].label,
            event.names,
            event.bytes,
            event.kept,
        )
        for event in recording.events
        if isinstance(event, Free)
    )


def bytes_text(count: int) -> str:
    """A number of bytes: "24 bytes", "1.5 KiB"."""
    if count < _KILO:
        return counted(count, "byte")
    for unit in ("KiB", "MiB"):
        count_in = count / _KILO
        if count_in < _KILO:
            return f"{count_in:.1f} {unit}"
        count //= _KILO
    return f"{count / _KILO:.1f} GiB"
