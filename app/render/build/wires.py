"""Wires of the expression: what they carry, what stops it, and the number that stands on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.model.metrics import metrics
from app.model.theme import Emphasis
from app.render.build.labels import Spot
from app.render.build.links import Link
from app.render.build.numbers import gradient_preview, norm_of
from app.render.build.paths import crossing_share
from app.render.draw_heat import heat_size
from app.render.draw_wire_signs import LABEL_CELL
from app.render.fonts import text_width
from app.render.frame import PlacedWire
from app.render.looks import Cut, HeatMap, NumberText, Preview, WireLook, WireState
from app.render.marks import Cubic, Rect, TextStyle
from app.render.previews import heat_map
from core.debug.arrays import Part, Value, is_finite
from core.expr.graph import Wire

_SCISSORS_AT = 0.5
_LABEL_CELLS = (4, 5)
"""How many rows and columns a heat map on a wire has at most."""


@dataclass(frozen=True, slots=True, eq=False)
class WireProgress:
    """What has come along a wire, and whether that has only just arrived.

    A gradient that waits as a packet beside the socket `has_label` no more: it is not written on the wire as well.
    """

    gradient: Part = None
    emphasis: Emphasis = Emphasis.CURRENT
    is_arriving: bool = False
    has_label: bool = True


def wire_look(link: Link, progress: WireProgress, limit: float | None, spot: Spot, ghost: str = "") -> WireLook:
    """The look of a wire that is one piece, before its cut has a place."""
    gradient, at = progress.gradient, spot.share
    if gradient is None:
        return WireLook(
            link.state, label_at=at, cut=link.cut, reason=link.reason, ghost=ghost, emphasis=progress.emphasis
        )
    state = WireState.GRADIENT if is_finite(gradient) else WireState.NONFINITE
    label = label_forms(gradient, limit)[spot.form] if progress.has_label else None
    return WireLook(state, norm_of(gradient), label, at, trail=progress.is_arriving, emphasis=progress.emphasis)


def placed_wire(
    wire: Wire, look: WireLook, pieces: Sequence[Cubic], spot: Spot, frame: Rect | None
) -> tuple[PlacedWire, ...]:
    """The pieces of a wire, in order; its label, its trail and what cuts it stand on one of them each.

    The part behind scissors, and that before a wall, carries the value only.
    """
    ends = wire.source.node, wire.target
    if len(pieces) == 1 and look.cut is Cut.NONE:
        return (PlacedWire(wire.id, pieces[0], look, *ends),)
    cut_piece, cut_at = _cut_place(look.cut, pieces, frame)
    longest = max(range(len(pieces)), key=lambda place: math.dist(pieces[place][0], pieces[place][3]))
    looks = (_on_piece(look, place, spot, cut_piece, cut_at) for place in range(len(pieces)))
    return tuple(
        PlacedWire(wire.id, piece, part if place == longest else replace(part, trail=False), *ends)
        for place, (piece, part) in enumerate(zip(pieces, looks, strict=True))
    )


def _on_piece(look: WireLook, place: int, spot: Spot, cut_piece: int, cut_at: float) -> WireLook:
    part = look if place == spot.piece else replace(look, label=None, reason="")
    if look.cut is Cut.NONE:
        return part
    if place == cut_piece:
        return replace(part, cut_at=cut_at)
    passes = place > cut_piece if look.cut is Cut.SCISSORS else place < cut_piece
    state = WireState.UNTRACKED if passes else look.state
    return replace(part, cut=Cut.NONE, ghost="", state=state)


def _cut_place(cut: Cut, pieces: Sequence[Cubic], frame: Rect | None) -> tuple[int, float]:
    """On which piece, and where on it, the cut stands: at the edge of the frame, or in the middle."""
    if cut is not Cut.NONE and frame is not None:
        shares = [(place, crossing_share(piece, frame)) for place, piece in enumerate(pieces)]
        at_edge = [(place, share) for place, share in shares if share is not None]
        if at_edge:
            return at_edge[-1]
    return len(pieces) // 2, _SCISSORS_AT


def label_forms(value: Value, limit: float | None) -> list[Preview]:
    """What may be written on a wire, the longest first: all digits, few digits, a few cells."""
    whole = gradient_preview(value, limit)
    forms: list[Preview] = []
    if isinstance(whole, NumberText):
        forms = [NumberText(text) for text in dict.fromkeys((whole.text, whole.short)) if text]
    if isinstance(value, np.ndarray) and value.ndim and value.size:
        forms.append(heat_map(value, limit, *_LABEL_CELLS))
    return forms


def label_size(label: Preview) -> tuple[float, float]:
    """Width and height of what stands on a wire."""
    if isinstance(label, HeatMap):
        width, height = heat_size(label, LABEL_CELL)
        return width + 8, height + 8
    sizes = metrics()
    return text_width(label.text, TextStyle(sizes.type.size.badge, 600)) + 8, sizes.size.edge_badge_height
