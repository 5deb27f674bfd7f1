"""Gradients that arrive but are of no use: zero, or larger or smaller than can be worked with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from core import numbers
from core.debug.arrays import Part, is_zero, statistics
from core.debug.events import Accumulate, EdgeId, Enter, NodeNumber, Receive, Seed, Sum, Unbroadcast, Vjp
from core.debug.factor import local_factor
from core.debug.finding import Finding, FindingKind
from core.debug.formulas import operand_label
from core.debug.recording import Recording
from core.debug.state import Grad
from core.debug.steps import step_at
from core.debug.text import Ink, Run, Text, code, gradient, joined, name, say
from core.debug.tracks import PassTrack

_LARGE, _SMALL = 1e6, 1e-8
"""How many times larger than the external gradient a leaf's is when that is worth a word.

Adding 1e-8 to a float32 of 1 changes nothing; the mean over a large batch alone does not make it so small.
"""

_Maker: TypeAlias = Vjp | Sum | Seed


# Zero -----------------------------------------------------------------------------------------------------


def zeros(recording: Recording) -> Iterator[Finding]:
    """Find the leaves whose gradient is zero, and what made it so."""
    if not recording.events:
        return
    end = recording.state_at(len(recording.events) - 1)
    makers: dict[tuple[int, NodeNumber], _Maker | None] = {}
    for node in recording.nodes:
        if node.is_leaf and end.grad(node.number).kind is Grad.ZERO:
            stored = recording.stored[node.number][-1]
            text = say("The gradient of {} is zero everywhere: it was computed, unlike None.", name(node.label))
            maker = _zero_maker(recording, recording.pass_at(stored), node.number, makers)
            if maker is None:
                yield Finding(FindingKind.ZERO, text, stored, node.origin)
            else:
                detail = _why_zero(recording, maker)
                yield Finding(FindingKind.ZERO, text, maker.index, maker.origin, detail=detail)


def _zero_maker(
    recording: Recording, track: PassTrack, leaf: NodeNumber, known: dict[tuple[int, NodeNumber], _Maker | None]
) -> _Maker | None:
    """Go up from a leaf as long as zeros came from there; `known` has what was found on the way before."""
    way, number, maker = [], leaf, None
    while number in track.nodes:
        if (track.first, number) in known:
            maker = known[track.first, number]
            break
        way.append((track.first, number))
        maker, source = _zero_at(recording, track, number)
        if source is None:
            break
        number = source.node
    known.update(dict.fromkeys(way, maker))
    return maker


def _zero_at(recording: Recording, track: PassTrack, number: NodeNumber) -> tuple[_Maker | None, EdgeId | None]:
    """Return what made zeros of something else at a node; or else the edge along which zeros came from above."""
    arrivals = [recording.events[index] for index in track.nodes[number].arrivals]
    for event in arrivals:
        if isinstance(event, Sum) and not is_zero(event.incoming):
            return event, None  # what arrives cancels
    first = arrivals[0] if arrivals else None
    if isinstance(first, Seed):
        return (first if is_zero(first.gradient) else None), None
    if not isinstance(first, Receive) or first.source is None or not is_zero(first.gradient):
        return None, None
    enter = recording.events[track.nodes[first.source.node].enter]
    if isinstance(enter, Enter) and all(map(is_zero, enter.gradients)):
        return None, first.source
    sent = recording.events[enter.index : first.index]
    return next((one for one in sent if isinstance(one, Vjp) and (one.node, one.slot) == first.source), None), None


def _why_zero(recording: Recording, maker: _Maker) -> Text:
    label = name(recording.nodes[maker.node].label)
    match maker:
        case Seed():
            return say("The external gradient of {} is zero.", label)
        case Sum():
            return say("What arrives at {} cancels.", label)
    given = joined([gradient(part) for part in maker.incoming])
    made = say("{} of {} makes zeros of {}", code(recording.nodes[maker.node].name), label, given)
    factor = local_factor(maker)
    if factor is not None and is_zero(factor):
        return (*made, *say(": its local factor is 0."))
    if is_zero(maker.result):
        empty = joined(map(name, _zero_operands(recording, maker)))
        return (*made, *(say(": {} is zero everywhere.", empty) if empty else say(".")))
    return (*made, *say(": its elements cancel when they are summed." if _is_summed(recording, maker) else "."))


def _zero_operands(recording: Recording, maker: Vjp) -> list[str]:
    """Return the names of those tensors that a rule reads whose elements are all zero."""
    expression = recording.expression
    wired = expression.operands(maker.origin) if expression is not None and maker.origin is not None else ()
    if expression is not None:
        found = [expression.label(one) for one in wired if one is not None and is_zero(expression.value(one))]
        if found:
            return list(dict.fromkeys(found))
    zero = (key for key, one in maker.operands if isinstance(one, np.ndarray) and is_zero(one))
    return [operand_label(recording, maker, key) for key in zero]


def _is_summed(recording: Recording, maker: Vjp) -> bool:
    """Whether what a rule made is summed because its input was broadcast."""
    following = recording.events[maker.index : step_at(recording.steps, maker.index).last + 1]
    return any(isinstance(one, Unbroadcast) and one.axes and one.slot == maker.slot for one in following)


# Too large, too small -------------------------------------------------------------------------------------


def extremes(recording: Recording) -> Iterator[Finding]:
    """Find the leaf whose gradient grew most, and the one whose shrank most, where it is by orders of magnitude."""
    changes = [change for track in recording.passes for change in _changes(recording, track)]
    if changes:
        (most, grown), (least, shrunk) = max(changes, key=_second), min(changes, key=_second)
        if grown > _LARGE:
            yield _extreme(recording, most, "explodes", largest=True)
        if shrunk < _SMALL:
            yield _extreme(recording, least, "vanishes", largest=False)


def _changes(recording: Recording, track: PassTrack) -> Iterator[tuple[Accumulate, float]]:
    """Iterate over what a pass gave to leaves, and how many times larger than the external gradient each is."""
    events = recording.events[track.first : track.last + 1]
    given = max((event.gradient for event in events if isinstance(event, Seed)), key=_absmax, default=None)
    for event in events:
        if isinstance(event, Accumulate):
            yield event, _ratio(event.incoming, given)


def _second(change: tuple[Accumulate, float]) -> float:
    return change[1]


def _extreme(recording: Recording, event: Accumulate, verb: str, *, largest: bool) -> Finding:
    node, size = recording.nodes[event.node], numbers.number(_absmax(event.incoming))
    text = say("The gradient of {} {}: its largest element is {}.", name(node.label), verb, Run(size, Ink.GRADIENT))
    events = recording.events[recording.pass_at(event.index).first : event.index]
    rules = {one.index: _ratio(one.result, one.incoming[0]) for one in events if isinstance(one, Vjp) and one.incoming}
    index = (max if largest else min)(rules, key=lambda index: rules[index], default=None)
    if index is None:
        return Finding(FindingKind.EXTREME, text, event.index, node.origin)
    maker = recording.nodes[NodeNumber(recording.events[index].node or 0)]
    by = numbers.number(rules[index])
    detail = say("The steepest step is {} of {}: × {}.", code(maker.name), name(maker.label), by)
    return Finding(FindingKind.EXTREME, text, index, maker.origin, detail=detail)


def _ratio(after: Part, before: Part) -> float:
    """Return how many times larger the largest element is; 1 where one of the two is zero or not finite."""
    sizes = _absmax(after), _absmax(before)
    return sizes[0] / sizes[1] if all(size and np.isfinite(size) for size in sizes) else 1.0


def _absmax(part: Part) -> float:
    size = 0.0 if part is None else statistics(part).absmax
    return 0.0 if np.isnan(size) else size
