"""Figures of a walk in one size, so that nothing jumps from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.export.figure import Figure
from app.render.marks import Rect
from app.render.overlays import Footer, Overlay


def aligned(figures: Sequence[Figure]) -> list[Figure]:
    """The same figures on the same ground, all with the foot of the last one, which explains most."""
    bounds = [figure.frame.bounds for figure in figures]
    left, top = min(area.x for area in bounds), min(area.y for area in bounds)
    right, bottom = max(area.right for area in bounds), max(area.bottom for area in bounds)
    whole = Rect(left, top, right - left, bottom - top)
    last = next((one for one in figures[-1].frame.overlays if isinstance(one, Footer)), None)
    return [_on(figure, whole, last) for figure in figures]


def _on(figure: Figure, area: Rect, last: Footer | None) -> Figure:
    overlays = tuple(_with_foot_of(last, overlay) for overlay in figure.frame.overlays)
    return replace(figure, frame=replace(figure.frame, bounds=area, overlays=overlays))


def _with_foot_of(last: Footer | None, overlay: Overlay) -> Overlay:
    if last is None or not isinstance(overlay, Footer):
        return overlay
    return replace(last, moment=overlay.moment)
