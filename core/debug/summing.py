"""Gradients that are summed over more than may be meant: over what was paired by broadcasting, over several passes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from core import numbers
from core.debug.arrays import Array
from core.debug.events import Accumulate, Clear, NodeNumber, Unbroadcast
from core.debug.factor import BY_ELEMENT
from core.debug.finding import Finding, FindingKind
from core.debug.recording import Recording
from core.debug.source import Expression, Origin
from core.debug.text import Run, Text, code, joined, name, say


def mutual_broadcasts(recording: Recording) -> Iterator[Finding]:
    """Find the operations whose operands were all broadcast, to a shape that none of them had."""
    expression = recording.expression
    if expression is None:
        return
    told: set[Origin] = set()
    for event in recording.events:
        if isinstance(event, Unbroadcast) and event.axes and event.origin is not None and event.origin not in told:
            told.add(event.origin)
            text = _paired(expression, event.origin)
            if text:
                detail = say("Where that is not meant, bring them to one shape first.")
                yield Finding(FindingKind.BROADCAST, text, event.index, event.origin, detail=detail)


def _paired(expression: Expression, origin: Origin) -> Text:
    op, result = expression.op(origin), expression.value(origin)
    if op is None or op.category not in BY_ELEMENT or result is None:
        return ()
    operands = {one: expression.value(one) for one in expression.operands(origin) if one is not None}
    arrays = {one: held for one, held in operands.items() if held is not None and held.ndim}
    if len(arrays) < 2 or any(held.shape == result.shape for held in arrays.values()):
        return ()
    both = joined([say("{} {}", name(expression.label(one)), _shape(held)) for one, held in arrays.items()])
    return say("{} are both broadcast: {} has shape {}.", both, name(expression.label(origin)), _shape(result))


def _shape(held: Array) -> Run:
    return code(numbers.shape(held.shape))


def sums_of_passes(recording: Recording) -> Iterator[Finding]:
    """Find the leaves whose `.grad` several passes added to, with nothing that cleared it in between."""
    leaves: dict[int, list[NodeNumber]] = defaultdict(list)
    for number, indices in recording.stored.items():
        leaves[_passes_since_clear(recording, indices)].append(number)
    for count, several in leaves.items():
        if count > 1:
            grads = joined([code(f"{recording.nodes[number].label}.grad") for number in several])
            text = say("{} {} of {} passes.", grads, "is the sum" if len(several) == 1 else "are sums", count)
            detail = say("To start afresh, clear it before backward(): set it to None, or call zero_grad().")
            last, origin = recording.stored[several[0]][-1], recording.nodes[several[0]].origin
            yield Finding(FindingKind.SUMMED, text, last, origin, detail=detail)


def _passes_since_clear(recording: Recording, indices: list[int]) -> int:
    count = 0
    for index in indices:
        event = recording.events[index]
        count = 0 if isinstance(event, Clear) else count + isinstance(event, Accumulate)
    return count
