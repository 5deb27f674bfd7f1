"""The gradient line of a card: which of the states it is in, and what it shows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from app.render.build.numbers import broken_preview, gradient_preview, is_zero
from app.render.build.progress import NodeProgress
from app.render.looks import GradientLine, GradientState, NumberText, Preview, Ring
from app.render.measure import fits_well
from app.render.previews import heat_map
from core.debug.arrays import Value, is_finite
from core.debug.state import Phase

NO_GRAD_FN = "no grad_fn"
OFF = "requires_grad off"

_FILLED = {
    Phase.WAITING: GradientState.WAITING,
    Phase.READY: GradientState.PENDING,
    Phase.CURRENT: GradientState.CURRENT,
}
"""What the line of a node says that has a gradient; of one that has run, that it is done."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What else decides about a gradient line: whether anything is recorded here, and why nothing comes.

    `plain` lines bear no signs, as on paper. `limit` is the end of the range of heat maps, and `width` that of the
    card: numbers that would be cut are shown as cells.
    """

    is_tracked: bool = True
    is_leaf: bool = False
    cause: str = ""
    ghost: str = ""
    failure: str = ""
    is_changed: bool = False
    plain: bool = False
    limit: float | None = None
    width: float = math.inf


def gradient_line(progress: NodeProgress | None, about: Circumstances) -> GradientLine:
    """The gradient line of a node, which is in the recording if there is `progress`."""
    if about.failure:
        return GradientLine(GradientState.FAILED, text=about.failure)
    if not about.is_tracked:
        return GradientLine(GradientState.NO_GRAD_FN, text=OFF if about.is_leaf else NO_GRAD_FN)
    if progress is None or progress.gradient is None:
        return _empty(progress, about)
    return _filled(progress, progress.gradient, about)


def _empty(progress: NodeProgress | None, about: Circumstances) -> GradientLine:
    """Nothing was written: because it cannot be, because it was not yet, or (a leaf) because nothing has come."""
    if about.ghost:
        return GradientLine(GradientState.GHOST, text=about.ghost)
    if about.cause and (progress is None or progress.phase is Phase.OUTSIDE):
        return GradientLine(GradientState.BLOCKED, text=about.cause)
    return GradientLine()


def _filled(progress: NodeProgress, gradient: Value, about: Circumstances) -> GradientLine:
    is_from_before = progress.phase is Phase.WAITING and not progress.arrived
    state = None if is_from_before else _FILLED.get(progress.phase)
    if not is_finite(gradient):
        return GradientLine(GradientState.NONFINITE, broken_preview(gradient, about.limit))
    if state is None:
        state = _done(gradient, about)
    held = _held(gradient, about)
    if state is GradientState.WAITING:
        return GradientLine(state, held, arrived=progress.arrived, expected=progress.expected)
    return GradientLine(state, held)


def _held(gradient: Value, about: Circumstances) -> Preview:
    held = gradient_preview(gradient, about.limit)
    if isinstance(held, NumberText) and isinstance(gradient, np.ndarray) and gradient.size > 1:
        return held if fits_well(held, about.width, leaf=about.is_leaf) else heat_map(gradient, about.limit)
    return held


def _done(gradient: Value, about: Circumstances) -> GradientState:
    if is_zero(gradient):
        return GradientState.ZERO
    if about.is_changed:
        return GradientState.CHANGED
    return GradientState.PLAIN if about.plain else GradientState.DONE


def rings(progress: NodeProgress | None) -> frozenset[Ring]:
    """The ring around a node that runs or waits in the queue."""
    match progress:
        case NodeProgress(phase=Phase.CURRENT):
            return frozenset({Ring.CURRENT})
        case NodeProgress(phase=Phase.READY):
            return frozenset({Ring.READY})
        case _:
            return frozenset()
