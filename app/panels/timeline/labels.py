"""The names of the tracks, at the left of the timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.model.metrics import metrics
from app.panels.timeline.drawing import EVENTS_MIDDLE, NODES
from app.panels.timeline.tracks import MarkKind
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Mark, Rect, Text, TextStyle

_LEFT, _ROOM = 16.0, 90.0


def label_marks(kinds: Sequence[MarkKind], has_stops: bool, norm: str, plot: Rect, ink: Ink) -> Iterator[Mark]:
    """Says what is on each track; the marks are called by the kinds that there are."""
    style = TextStyle(metrics().type.size.caption, 500)
    colour = ink("text.quiet")
    events = _joined([*kinds, *(["stops"] if has_stops else [])], style) or "Events"
    yield Text(_LEFT, NODES.y + 15.5, "Nodes", style, colour)
    yield Text(_LEFT, EVENTS_MIDDLE + 4, events, style, colour)
    if plot.height > 8:
        yield Text(_LEFT, plot.centre[1] + 4, elided(norm, style, _ROOM), style, colour)


def _joined(kinds: Sequence[str], style: TextStyle) -> str:
    """As many of the kinds as there is room for, at least one."""
    shown = ""
    for kind in kinds:
        longer = f"{shown}, {kind}" if shown else kind[:1].upper() + kind[1:]
        if shown and text_width(longer, style) > _ROOM:
            break
        shown = longer
    return elided(shown, style, _ROOM)
