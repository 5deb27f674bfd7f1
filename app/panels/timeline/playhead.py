"""The playhead of the timeline, and what stands there when there is nothing to play."""

from __future__ import annotations

from collections.abc import Iterator

from app.model.metrics import metrics
from app.panels.telling.flow import Manner, flow
from app.panels.timeline.drawing import RULER, Scenery
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Lines, Mark, Marks, Stroke, Text, TextStyle
from core.debug.text import say

_TOP = 5.0


def playhead_marks(scenery: Scenery, pointed: int | None, bottom: float, ink: Ink) -> Iterator[Mark]:
    """A line where stepping is, with the number of the event, and a fainter one where the pointer is."""
    view, index = scenery.view, scenery.index
    if pointed is not None and pointed != index:
        x = view.x(pointed)
        yield Lines(((x, RULER, x, bottom),), Stroke(ink("control.edge"), 1))
    if not view.low <= index <= view.high:
        return
    x, style = view.x(index), TextStyle(metrics().type.size.badge, 600)
    half = 14 if index < 1000 else 4 + 4 * len(str(index))
    yield Lines(((x, _TOP, x, bottom),), Stroke(ink("text.strong"), metrics().line.playhead))
    yield Box(x - half, -1, 2 * half, 17, _TOP, fill=ink("accent"))
    yield Text(x, 11.5, str(index), style, ink("text.inverse"), Anchor.MIDDLE)


def nothing_marks(text: str, width: float, height: float, ink: Ink) -> Marks:
    """Why there is nothing, in the middle."""
    laid = flow(say("{}", text), Manner(metrics().type.size.small, 18, shade="text.quiet"), width - 32.0)
    return laid.marks((width - laid.width) / 2, (height - laid.height) / 2, ink)
