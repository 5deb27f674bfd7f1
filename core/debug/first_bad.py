"""Where the first NaN or infinity comes from, among the values and among the gradients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core import numbers
from core.debug.arrays import Array, is_finite
from core.debug.events import NonFinite
from core.debug.finding import Finding, FindingKind
from core.debug.recording import Recording
from core.debug.source import Expression, Origin
from core.debug.text import Ink, Run, Text, code, joined, name, say, value


def nonfinite(recording: Recording) -> Iterator[Finding]:
    """Find the first NaN or infinity, among the values that a pass starts from or meets, and among the gradients."""
    first = next((event for event in recording.events if isinstance(event, NonFinite)), None)
    if recording.expression is not None:
        yield from _bad_value(recording, recording.expression, first)
    if first is not None:
        node, what = recording.nodes[first.node], Run(numbers.number(float(first.what)), Ink.NONFINITE)
        text = say("The first {} among the gradients is made by {} of {}.", what, code(node.name), name(node.label))
        yield Finding(FindingKind.NONFINITE, text, first.index, first.origin)


def _bad_value(recording: Recording, expression: Expression, met: NonFinite | None) -> Iterator[Finding]:
    """Find where the NaN or infinity comes from that a root, or the rule that made the first bad gradient, has."""
    starts = [recording.nodes[number].origin for track in recording.passes for number in track.begin.roots]
    origin = _first_bad([*starts, *([met.origin] if met is not None else [])], expression)
    held = expression.value(origin) if origin is not None else None
    if held is None:
        return
    bad = np.isnan(held) if np.isnan(held).any() else np.isinf(held)
    element = tuple(int(place) for place in np.argwhere(bad)[0])
    what = Run(numbers.number(float(held[element])), Ink.NONFINITE)
    label, given = name(expression.label(origin)), _given(expression, origin, held.shape, element)
    where = say("At element {}", ", ".join(map(str, element))) if element else say("There")
    text = say("The values are not finite before any gradient is: {} is the first with {}.", label, what)
    detail = say("{}, {}.", where, given) if given else ()
    yield Finding(FindingKind.NONFINITE, text, origin=origin, detail=detail)


def _first_bad(starts: Sequence[Origin], expression: Expression) -> Origin:
    """Follow what is not finite from a value to its operands, up to one that was made of finite numbers."""
    for start in starts:
        bad = start if _is_bad(expression, start) else None
        while bad is not None:
            before = next((one for one in expression.operands(bad) if _is_bad(expression, one)), None)
            if before is None:
                return bad
            bad = before
    return None


def _is_bad(expression: Expression, origin: Origin) -> bool:
    held = expression.value(origin) if origin is not None else None
    return held is not None and held.dtype.kind == "f" and not is_finite(held)


def _given(expression: Expression, origin: Origin, shape: tuple[int, ...], element: tuple[int, ...]) -> Text:
    """Say what the operands hold at an element, where they have one there: "z = 100"."""
    known = ((one, expression.value(one)) for one in dict.fromkeys(expression.operands(origin)) if one is not None)
    return joined(
        [
            say("{} = {}", name(expression.label(one)), value(np.broadcast_to(held, shape)[element]))
            for one, held in known
            if held is not None and _fits(held, shape)
        ]
    )


def _fits(held: Array, shape: tuple[int, ...]) -> bool:
    sizes = zip(held.shape[::-1], shape[::-1], strict=False)
    return held.ndim <= len(shape) and all(size in (1, other) for size, other in sizes)
