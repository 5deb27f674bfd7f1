"""A wire as marks: its line, what cuts it, and what is written on it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from app.model.colour import mix
from app.model.theme import Theme
from app.render.geometry import as_cubic, evenly_spaced, gradient_width, part
from app.render.inks import ink
from app.render.looks import Cut, WireLook, WireState
from app.render.marks import Cubic, Curve, Disc, Lines, Marks, Stroke

_TICK_SLANT = (0.6, 0.8)
_TRAIL = (0.42, 0.96, 12.0, 0.55)
"""Where a trail ends and begins on its wire, its width and its opacity at its head."""
_TRAIL_PIECES = 24

_COLOURS = {
    WireState.TRACKED: "wire.tracked",
    WireState.UNTRACKED: "wire.untracked",
    WireState.GRADIENT: "wire.gradient",
    WireState.NONFINITE: "nan.base",
    WireState.BLOCKED: "wire.blocked",
    WireState.INVALID: "error.base",
    WireState.DRAGGED: "text.strong",
}


def wire_stroke(look: WireLook, theme: Theme) -> Stroke:
    """The main line of a wire."""
    return Stroke(ink(theme, look.emphasis)(_COLOURS[look.state]), _width(look, theme))


def _width(look: WireLook, theme: Theme) -> float:
    line = theme.metrics.line
    match look.state:
        case WireState.UNTRACKED:
            return line.wire_untracked
        case WireState.BLOCKED:
            return line.wire_blocked
        case WireState.NONFINITE:
            return line.wire_gradient_base + 1
        case WireState.GRADIENT:
            base, step, most = line.wire_gradient_base, line.wire_gradient_per_log2, line.wire_gradient_max
            return float(gradient_width(np.array([look.norm]), base, step, most)[0])
        case _:
            return line.wire_tracked


def wire_marks(wire: Cubic, look: WireLook, theme: Theme, ground: str) -> Marks:
    """The whole wire, on a ground of some colour, without what is written on it."""
    stroke = wire_stroke(look, theme)
    line = _cut_line(wire, look, stroke, theme) if look.cut is not Cut.NONE else _line(wire, look, stroke, theme)
    outline = _selection(wire, stroke, theme, ground) if look.selected else ()
    return (*outline, *_trail(wire, look, theme, ground), *line)


def _line(wire: Cubic, look: WireLook, stroke: Stroke, theme: Theme) -> Marks:
    if look.state is WireState.BLOCKED:
        return Curve(wire, stroke), ticks(wire, stroke.colour, theme)
    if look.state is WireState.DRAGGED:
        return Curve(wire, stroke), Disc(*wire[3], 4, fill=stroke.colour)
    return (Curve(wire, stroke),)


def _selection(wire: Cubic, stroke: Stroke, theme: Theme, ground: str) -> Marks:
    """A neutral outline, apart from the line by a gap."""
    outer = Stroke(theme.colour("selection"), stroke.width + 5.5, round_cap=True)
    return Curve(wire, outer), Curve(wire, Stroke(ground, stroke.width + 2.5, round_cap=True))


def _cut_line(wire: Cubic, look: WireLook, stroke: Stroke, theme: Theme) -> Marks:
    first, second = split(wire, look.cut_at)
    untracked = wire_stroke(WireLook(WireState.UNTRACKED, emphasis=look.emphasis), theme)
    if look.cut is Cut.SCISSORS:
        return (*_line(first, look, stroke, theme), Curve(second, untracked))
    return (Curve(first, untracked), *_line(second, look, stroke, theme))


def split(wire: Cubic, share: float) -> tuple[Cubic, Cubic]:
    """The two pieces of a curve on either side of a share."""
    whole = np.array([wire])
    return as_cubic(part(whole, 0.0, share)[0]), as_cubic(part(whole, share, 1.0)[0])


def ticks(wire: Cubic, colour: str, theme: Theme) -> Lines:
    """Short strokes across a blocked wire, which say so without colour."""
    size = theme.metrics.size
    points, along = evenly_spaced(wire, size.blocked_tick_every)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    half = size.blocked_tick_length / 2 * (_TICK_SLANT[0] * along + _TICK_SLANT[1] * across)
    segments = np.concatenate([points - half, points + half], axis=1)
    return Lines(tuple(map(tuple, segments.tolist())), Stroke(colour, theme.metrics.size.hatch_line))


def _trail(wire: Cubic, look: WireLook, theme: Theme, ground: str) -> Marks:
    """A wide band under the wire that fades into the ground, in short pieces of one colour each."""
    if not look.trail:
        return ()
    start, end, width, opacity = _TRAIL
    edges = np.linspace(start, end, _TRAIL_PIECES + 1).tolist()
    amber, shares = theme.colour("gradient.base"), np.linspace(opacity, 0.0, _TRAIL_PIECES).tolist()
    return tuple(
        Curve(as_cubic(part(np.array([wire]), low, high)[0]), Stroke(mix(ground, amber, share), width))
        for (low, high), share in zip(pairwise(edges), shares, strict=True)
    )


def halo_marks(wire: Cubic, look: WireLook, theme: Theme, start: float, end: float, ground: str) -> Marks:
    """A gap in what lies below, between two shares of the wire, that keeps a crossing readable."""
    width = wire_stroke(look, theme).width + theme.metrics.line.wire_halo
    return (Curve(as_cubic(part(np.array([wire]), start, end)[0]), Stroke(ground, width)),)
