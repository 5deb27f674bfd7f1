"""The norm of a gradient over the recording, as a step plot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.model import numbers
from app.model.metrics import metrics
from app.panels.timeline.tracks import NormTrack
from app.panels.timeline.view import TimeView
from app.render.fonts import text_width
from app.render.hatching import hatching
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Disc, Lines, Mark, Marks, Rect, Stroke, Text, TextStyle

_MOST_STEPS = 400
"""More steps than this are sampled, a few pixels apart."""
_SAMPLE = 2.0
_WIDE_RANGE = 100.0
"""From this ratio of the largest to the smallest on, heights go by the logarithm."""
_LEAST_HEIGHT = 0.12
_LABEL_ROOM, _LABEL_HEIGHT = 10.0, 13.0
_FILL = 0.14

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Levels that begin at `xs`; each goes to where the next one begins, the last to `end`."""

    xs: Floats
    norms: Floats
    end: float

    def spans(self) -> Iterator[tuple[float, float, float]]:
        """Where each level begins and ends, and how high it is."""
        ends = [*self.xs[1:].tolist(), self.end]
        yield from zip(self.xs.tolist(), ends, self.norms.tolist(), strict=True)


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
        *plot.past(steps, here),
        *plot.future(steps, here),
        *(_broken(Rect(until, area.y, view.right - until, area.height), ink) if broken_from is not None else ()),
    )


def _steps(track: NormTrack, view: TimeView, end: float) -> _Steps:
    """The levels that are seen, the first from the edge on."""
    first = max(int(np.searchsorted(track.indices, view.low, "right")) - 1, 0)
    last = int(np.searchsorted(track.indices, view.high, "right"))
    indices, norms = track.indices[first:last], track.norms[first:last]
    if indices.size > _MOST_STEPS:
        sampled = np.arange(view.left, end, _SAMPLE)
        places = np.searchsorted(track.indices, view.low + (sampled - view.left) / view.pitch, "right") - 1
        return _Steps(sampled[places >= 0], track.norms[places[places >= 0]], end)
    xs = np.maximum(view.xs(indices), view.left)
    return _Steps(xs[xs < end], norms[xs < end], end)


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

    def y(self, norm: float) -> float:
        """How high a level is."""
        if not np.isfinite(norm):
            return self._area.y
        if not self._log:
            share = norm / self._high
        elif norm <= 0:
            return self._area.bottom
        else:
            share = float(np.log(norm / self._low) / np.log(self._high / self._low))
            share = _LEAST_HEIGHT + (1 - _LEAST_HEIGHT) * share
        return self._area.bottom - share * (self._area.height - 2)

    def past(self, steps: _Steps, here: float) -> Iterator[Mark]:
        """What has happened, with numbers where there is room, and the number that holds now."""
        line: list[tuple[float, float, float, float]] = []
        before: float | None = None
        spans = [(start, min(end, here), norm) for start, end, norm in steps.spans() if start <= here]
        for start, end, norm in spans:
            y = self.y(norm)
            yield Box(start, y, end - start, self._area.bottom - y, fill=self._ink("gradient.base"), opacity=_FILL)
            line += [(start, before, start, y)] if before is not None else []
            line.append((start, y, end, y))
            before = y
        yield Lines(tuple(line), Stroke(self._ink("gradient.base"), 1.75))
        yield from self._numbers(spans, here)

    def _numbers(self, spans: list[tuple[float, float, float]], here: float) -> Iterator[Mark]:
        colour = self._ink("gradient.strong")
        for place, (start, end, norm) in enumerate(spans):
            if len(spans) <= _MOST_STEPS / 4:
                yield Disc(start, self.y(norm), 2.6, fill=self._ink("gradient.base"))
            text = numbers.number(norm)
            width = text_width(text, self._style)
            if place == len(spans) - 1:
                yield Text(here + 8, self._baseline(norm), text, self._style, colour)
            elif not place and start - width - 8 > self._area.x:
                yield Text(start - 8, self._baseline(norm), text, self._style, colour, Anchor.END)
            elif end - start > width + _LABEL_ROOM:
                yield Text(start + 7, self._baseline(norm), text, self._style, colour)

    def _baseline(self, norm: float) -> float:
        """Under the line while there is room, else above it."""
        y = self.y(norm)
        return y + 11.5 if self._area.bottom - y >= _LABEL_HEIGHT else y - 4

    def future(self, steps: _Steps, here: float) -> Iterator[Mark]:
        """What is to come."""
        line: list[tuple[float, float, float, float]] = []
        before: float | None = None
        for start, end, norm in steps.spans():
            y = self.y(norm)
            if end > here:
                line += [(start, before, start, y)] if before is not None and start > here else []
                line.append((max(start, here), y, end, y))
            before = y
        yield Lines(tuple(line), Stroke(self._ink("control.edge"), 1))


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
