"""The norm of a gradient over the recording, as a step plot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.model.metrics import metrics
from app.panels.timeline.tracks import NormTrack
from app.panels.timeline.view import TimeView
from app.render.fonts import text_width
from app.render.hatching import hatching
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Disc, Lines, Mark, Marks, Rect, Stroke, Text, TextStyle
from core import numbers

_MOST_STEPS, _MOST_DOTS = 400, 100
"""More steps than this are sampled, a few pixels apart; and more have no dots where they begin."""
_SAMPLE = 2.0
_WIDE_RANGE = 100.0
"""From this ratio of the largest to the smallest on, heights go by the logarithm."""
_LEAST_HEIGHT = 0.12
_LABEL_ROOM, _LABEL_HEIGHT = 10.0, 13.0
_FILL = 0.14

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Levels between `starts` and `ends`; `is_sampled` when there are too many to be told apart."""

    starts: Floats
    ends: Floats
    norms: Floats
    is_sampled: bool = False

    def until(self, x: float) -> _Steps:
        """The part before a place."""
        kept = self.starts <= x
        return _Steps(self.starts[kept], np.minimum(self.ends[kept], x), self.norms[kept], self.is_sampled)

    def beyond(self, x: float) -> _Steps:
        """The part behind a place."""
        kept = self.ends > x
        return _Steps(np.maximum(self.starts[kept], x), self.ends[kept], self.norms[kept], self.is_sampled)


def is_logarithmic(track: NormTrack) -> bool:
    """Whether heights go by the logarithm."""
    positive = track.norms[np.isfinite(track.norms) & (track.norms > 0)]
    return bool(positive.size and positive.max() / positive.min() > _WIDE_RANGE)


def norm_marks(track: NormTrack, view: TimeView, index: int, area: Rect, ink: Ink) -> Marks:
    """The plot: what has happened is filled, what is to come only a line, and what is not finite hatched."""
    base = Lines(((area.x, area.bottom, area.right, area.bottom),), Stroke(ink("hairline"), 1))
    if not track.indices.size:
        return (base,)
    broken_from = track.broken_from
    until = view.right if broken_from is None else min(max(view.x(broken_from), area.x), view.right)
    here = min(max(view.x(index), area.x), until)
    plot = _Plot(track, area, ink)
    steps = _steps(track, view, until)
    return (
        base,
        *plot.past(steps.until(here), here, until),
        *plot.outline(steps.beyond(here), "control.edge", 1.0),
        *(_broken(Rect(until, area.y, view.right - until, area.height), ink) if broken_from is not None else ()),
    )


def _steps(track: NormTrack, view: TimeView, end: float) -> _Steps:
    """The levels that are seen, the first from the edge on."""
    first = max(int(np.searchsorted(track.indices, view.low, "right")) - 1, 0)
    last = int(np.searchsorted(track.indices, view.high, "right"))
    if last - first > _MOST_STEPS:
        starts = np.arange(view.left, end, _SAMPLE)
        places = np.searchsorted(track.indices, view.low + (starts - view.left) / view.pitch, "right") - 1
        starts, places = starts[places >= 0], places[places >= 0]
        return _Steps(starts, np.minimum(starts + _SAMPLE, end), track.norms[places], is_sampled=True)
    starts, norms = np.maximum(view.xs(track.indices[first:last]), view.left), track.norms[first:last]
    starts, norms = starts[starts < end], norms[starts < end]
    return _Steps(starts, np.append(starts[1:], end) if starts.size else starts, norms)


class _Plot:
    """Draws levels at their heights."""

    def __init__(self, track: NormTrack, area: Rect, ink: Ink) -> None:
        self._area = area
        self._ink = ink
        self._log = is_logarithmic(track)
        finite = track.norms[np.isfinite(track.norms)]
        self._high = float(finite.max(initial=0.0)) or 1.0
        self._low = float(finite[finite > 0].min()) if self._log else 0.0
        self._style = TextStyle(metrics().type.size.micro, 500)

    def _ys(self, norms: Floats) -> Floats:
        """How high levels are; what is not finite is at the top."""
        finite = np.where(np.isfinite(norms), norms, self._high)
        shares = finite / self._high
        if self._log:
            logs = np.log(np.maximum(finite, self._low) / self._low) / np.log(self._high / self._low)
            shares = np.where(finite > 0, _LEAST_HEIGHT + (1 - _LEAST_HEIGHT) * logs, 0.0)
        return np.asarray(self._area.bottom - shares * (self._area.height - 2))

    def past(self, steps: _Steps, here: float, until: float) -> Iterator[Mark]:
        """What has happened, with numbers where there is room, and the number that holds now."""
        yield from self._fill(steps)
        yield from self.outline(steps, "gradient.base", 1.75)
        yield from self._numbers(steps, here, until)

    def outline(self, steps: _Steps, token: str, width: float) -> Iterator[Mark]:
        """A line along the levels, upright from one to the next."""
        ys = self._ys(steps.norms)
        level = np.stack([steps.starts, ys, steps.ends, ys], axis=1)
        upright = np.stack([steps.starts[1:], ys[:-1], steps.starts[1:], ys[1:]], axis=1)
        lines = (*map(tuple, level.tolist()), *map(tuple, upright.tolist()))
        yield Lines(lines, Stroke(self._ink(token), width))

    def _fill(self, steps: _Steps) -> Iterator[Mark]:
        """The ground under the levels: boxes, or lines side by side where there are many."""
        colour, bottom = self._ink.over("panel", "gradient.base", _FILL), self._area.bottom
        ys = self._ys(steps.norms).tolist()
        places = zip(steps.starts.tolist(), steps.ends.tolist(), ys, strict=True)
        if steps.is_sampled:
            half = _SAMPLE / 2
            yield Lines(tuple((x + half, y, x + half, bottom) for x, _, y in places), Stroke(colour, _SAMPLE))
        else:
            yield from (Box(start, y, end - start, bottom - y, fill=colour) for start, end, y in places)

    def _numbers(self, steps: _Steps, here: float, until: float) -> Iterator[Mark]:
        colour, last = self._ink("gradient.strong"), len(steps.norms) - 1
        spans = zip(
            steps.starts.tolist(), steps.ends.tolist(), steps.norms.tolist(), self._ys(steps.norms), strict=True
        )
        for place, (start, end, norm, y) in enumerate(spans):
            if last < _MOST_DOTS:
                yield Disc(start, float(y), 2.6, fill=self._ink("gradient.base"))
            if 0 < place < last and end - start < _LABEL_ROOM:
                continue
            text, baseline = numbers.number(norm), self._baseline(float(y))
            width = text_width(text, self._style)
            if place == last and here + width + _LABEL_ROOM < until:
                yield Text(here + 8, baseline, text, self._style, colour)
            elif not place and start - width - 8 > self._area.x:
                yield Text(start - 8, baseline, text, self._style, colour, Anchor.END)
            elif end - start > width + _LABEL_ROOM:
                yield Text(start + 7, baseline, text, self._style, colour)

    def _baseline(self, y: float) -> float:
        """Under the line while there is room, else above it."""
        return y + 11.5 if self._area.bottom - y >= _LABEL_HEIGHT else y - 4


def _broken(area: Rect, ink: Ink) -> Iterator[Mark]:
    if area.width <= 0:
        return
    yield Box(area.x, area.y, area.width, area.height, fill=ink("nan.soft"))
    yield Lines(hatching(area, 0, metrics().size.hatch_step), Stroke(ink.over("nan.soft", "nan.base", 0.45), 1))
    style = TextStyle(metrics().type.size.badge, 600)
    text = "NaN from here on"
    width = text_width(text, style)
    if area.width > width + 40:
        middle = area.centre[1]
        yield Box(area.x + 16, middle - 9, width + 16, 18, 6, fill=ink("nan.soft"))
        yield Text(area.x + 24, middle + 4, text, style, ink("nan.text"))
