"""How the tracks of the timeline are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.model.metrics import metrics
from app.panels.timeline.tracks import Block, Indices, MarkKind, Tracks
from app.panels.timeline.view import TimeView
from app.render.fonts import elided, text_width
from app.render.hatching import hatching
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.looks import Icon
from app.render.marks import Anchor, Box, Disc, Lines, Mark, Marks, Rect, Shape, Stroke, Text, TextStyle
from core.debug.events import NodeNumber

RULER = 15.0
NODES = Rect(0, 18, 0, 23)
EVENTS_MIDDLE = 54.0
_NARROWEST = 3.0
"""Blocks that are narrower are drawn as one."""
_LEAST_TEXT = 14.0
_RADIUS = 5.0
"""Of the corners of blocks; narrow ones have none."""
_SIGN = 12.0
_CROWDED = 9.0
"""Marks of one kind that are closer stand as one."""


@dataclass(frozen=True, slots=True, eq=False)
class Scenery:
    """What the timeline is drawn from: the tracks, the part that is seen, and where stepping is.

    `current` is the node whose step it is, `next` the one that runs next.
    """

    tracks: Tracks
    view: TimeView
    index: int
    current: NodeNumber | None
    next: NodeNumber | None
    stops: Sequence[int]
    bookmarks: Sequence[int]


def ruler_marks(scenery: Scenery, ink: Ink) -> Marks:
    """Ticks and numbers."""
    view, style = scenery.view, TextStyle(metrics().type.size.ruler)
    small: list[tuple[float, float, float, float]] = []
    large: list[tuple[float, float, float, float]] = []
    numbers: list[Mark] = []
    for index, has_number in view.ticks():
        x = view.x(index)
        (large if has_number else small).append((x, RULER - (6 if has_number else 3), x, RULER))
        if has_number:
            numbers.append(Text(x + 4, 12, str(index), style, ink("text.quiet")))
    return (
        Lines(tuple(small), Stroke(ink("hairline"), 1)),
        Lines(tuple(large), Stroke(ink("text.quiet"), 1)),
        *numbers,
    )


# Nodes --------------------------------------------------------------------------------------------------


def node_marks(scenery: Scenery, ink: Ink) -> Marks:
    """A block for each step, and a diamond for each external gradient."""
    view = scenery.view
    seen = scenery.tracks.blocks_between(view.low - 0.5, view.high + 0.5)
    marks: list[Mark] = []
    if seen and view.pitch * (seen[-1].step.last - seen[0].step.first + 1) / len(seen) < _NARROWEST:
        marks += _density(scenery, ink)
    else:
        for block in seen:
            marks += _block(block, scenery, ink)
    for x in view.xs(_seen(scenery.tracks.seeds, view)).tolist():
        middle = NODES.y + NODES.height / 2
        diamond = f"M{x:.2f} {middle - 6.5:.2f}l6.5 6.5l-6.5 6.5l-6.5 -6.5z"
        marks.append(Shape(diamond, fill=ink("gradient.base")))
    return tuple(marks)


def _density(scenery: Scenery, ink: Ink) -> Iterator[Mark]:
    """Too many blocks to tell apart: what is done, and what is to come."""
    view, last = scenery.view, scenery.tracks.blocks[-1].step.last
    here = min(max(view.x(scenery.index), view.left), view.right)
    end, radius = min(view.x(last), view.right), _RADIUS
    yield Box(view.left, NODES.y, max(end - view.left, 1), NODES.height, radius, fill=ink("row.selected"))
    if here > view.left:
        yield Box(view.left, NODES.y, here - view.left, NODES.height, radius, fill=ink("gradient.soft"))


def _block(block: Block, scenery: Scenery, ink: Ink) -> Iterator[Mark]:
    view, step = scenery.view, block.step
    left = max(view.x(step.first - 0.46), view.left - 12)
    right = min(view.x(step.last + 0.46), view.right + 12)
    area = Rect(left, NODES.y, max(right - left, 1.0), NODES.height)
    box, shade = _ground(block, area, scenery, ink)
    yield box
    yield from _words(block, area, ink(shade), is_strong=shade == "gradient.on")


def _ground(block: Block, area: Rect, scenery: Scenery, ink: Ink) -> tuple[Box, str]:
    """The box of a block, and the token of its words."""
    step, radius = block.step, _RADIUS if area.width > 2 * _RADIUS else 0.0
    is_current = step.node == scenery.current and step.first <= scenery.index <= step.last
    if block.is_broken and step.first <= scenery.index:
        edge = Stroke(ink("nan.base"), 1.5 if is_current else 1)
        return _edged(area, radius, edge, ink("nan.soft")), "nan.text"
    if is_current:
        return Box(area.x, area.y, area.width, area.height, radius, fill=ink("gradient.base")), "gradient.on"
    if step.last <= scenery.index:
        return Box(area.x, area.y, area.width, area.height, radius, fill=ink("gradient.soft")), "gradient.strong"
    if step.node == scenery.next and step.first > scenery.index:
        return _edged(area, radius, Stroke(ink("gradient.base"), 1.25, (4, 3))), "gradient.strong"
    return _edged(area, radius, Stroke(ink("hairline"), 1), ink("control")), "text.quiet"


def _edged(area: Rect, radius: float, edge: Stroke, fill: str = "") -> Box:
    inner = area.grown(-edge.width / 2)
    return Box(inner.x, inner.y, max(inner.width, 0.5), inner.height, radius, fill=fill, stroke=edge)


def _words(block: Block, area: Rect, colour: str, *, is_strong: bool) -> Iterator[Mark]:
    room = area.width - 8
    if room < _LEAST_TEXT:
        return
    style = TextStyle(metrics().type.size.small, 600 if is_strong else 500, italic=block.is_leaf)
    name = elided(block.name, style, room)
    width = text_width(name, style)
    middle, baseline = area.centre[0], area.y + 16
    sign = block.sign
    if sign is None or width + _sign_width(sign) > room:
        yield Text(middle, baseline, name, style, colour, Anchor.MIDDLE)
        return
    left = middle - (width + _sign_width(sign)) / 2
    if isinstance(sign, Icon):
        yield from icon_marks(sign.name, left, area.y + 5.5, _SIGN, colour, 1.5)
    else:
        yield Text(left, baseline, sign.text, _sign_style(), colour)
    yield Text(left + _sign_width(sign), baseline, name, style, colour)


def _sign_width(sign: object) -> float:
    text = getattr(sign, "text", None)
    return (_SIGN if text is None else text_width(text, _sign_style())) + 4


def _sign_style() -> TextStyle:
    return TextStyle(metrics().type.size.body, 600)


# Marks --------------------------------------------------------------------------------------------------


def event_marks(scenery: Scenery, ink: Ink) -> Marks:
    """A sign for everything that is worth finding; those that stand too close are drawn once."""
    view = scenery.view
    marks: list[Mark] = []
    for kind, indices in scenery.tracks.marks.items():
        for x in _spread(view.xs(_seen(indices, view))):
            marks += _sign_at(kind, x, ink)
    for x in _spread(view.xs(_seen(np.array(scenery.bookmarks, np.intp), view))):
        marks += icon_marks("bookmark", x - 6, EVENTS_MIDDLE - 6, 12, ink("bookmark"), 1.5)
    for x in _spread(view.xs(_seen(np.array(scenery.stops, np.intp), view))):
        ring = Stroke(ink("panel"), 1.5)
        marks.append(Disc(x, EVENTS_MIDDLE, 5.25, fill=ink("stop"), stroke=ring))
    return tuple(marks)


def _seen(indices: Indices, view: TimeView) -> Indices:
    return indices[(indices >= view.low - 1) & (indices <= view.high + 1)]


def _spread(xs: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Iterator[float]:
    before = -_CROWDED
    for x in xs.tolist():
        if x - before >= _CROWDED:
            yield x
            before = x


def _sign_at(kind: MarkKind, x: float, ink: Ink) -> Iterator[Mark]:
    y = EVENTS_MIDDLE
    match kind:
        case MarkKind.SUM:
            style = TextStyle(metrics().type.size.body, 700)
            yield Text(x, y + 4.5, "Σ", style, ink("gradient.strong"), Anchor.MIDDLE)
        case MarkKind.BROADCAST:
            style = TextStyle(metrics().type.size.body, 700)
            yield Text(x, y + 3, "Σ", style, ink("gradient.strong"), Anchor.MIDDLE)
            yield Lines(((x - 5, y + 6.5, x + 5, y + 6.5),), Stroke(ink("gradient.strong"), 1.5))
        case MarkKind.ZERO_FILL:
            yield from icon_marks("zero", x - 5.5, y - 5.5, 11, ink("gradient.strong"), 1.5)
        case MarkKind.HOOK:
            yield from icon_marks("link", x - 6, y - 6, 12, ink("text"), 1.5)
        case MarkKind.BLOCKED:
            yield from _wall(x, y, ink)
        case MarkKind.NONFINITE:
            yield Shape(f"M{x - 6:.2f} {y}l3 -5h6l3 5l-3 5h-6z", fill=ink("nan.base"))
        case MarkKind.ERROR:
            yield from icon_marks("warning", x - 6.5, y - 6.5, 13, ink("error.base"), 1.5)


def _wall(x: float, y: float, ink: Ink) -> Iterator[Mark]:
    lines = hatching(Rect(x - 6, y - 7, 6, 14), 0, 4)
    yield Lines(lines, Stroke(ink("blocked.base"), 1.1))
    yield Lines(((x + 1, y - 7, x + 1, y + 7),), Stroke(ink("blocked.base"), 2))
