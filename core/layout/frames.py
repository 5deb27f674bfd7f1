"""The extent of group frames: around their members and the frames inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.layout.flow import Flow, Frame

Span = tuple[float, float]


def deepest_first(frames: Sequence[Frame]) -> list[int]:
    """The groups in an order in which each comes before the group around it."""
    return sorted(range(len(frames)), key=lambda group: -len(ancestry(group, frames)))


def ancestry(group: int, frames: Sequence[Frame]) -> tuple[int, ...]:
    """A group and those around it, the outermost first."""
    path: list[int] = []
    while group >= 0:
        path.append(group)
        group = frames[group].parent
    return tuple(reversed(path))


def enclose(
    flow: Flow, start: Sequence[float], end: Sequence[float], margins: Sequence[tuple[float, float]]
) -> dict[int, Span]:
    """What each group covers on one axis, from its boxes' `start` and `end` and the margins of its frame."""
    spans: dict[int, Span] = {}
    for group, low, high in zip(flow.group.tolist(), start, end, strict=True):
        _widen(spans, group, low, high)
    for group in deepest_first(flow.frames):
        if group in spans:
            low, high = spans[group][0] - margins[group][0], spans[group][1] + margins[group][1]
            spans[group] = low, high
            _widen(spans, flow.frames[group].parent, low, high)
    return spans


def _widen(spans: dict[int, Span], group: int, low: float, high: float) -> None:
    if group >= 0:
        old_low, old_high = spans.get(group, (low, high))
        spans[group] = min(low, old_low), max(high, old_high)
