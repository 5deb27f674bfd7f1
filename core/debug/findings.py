"""What a reader of a recording should know first: lost gradients, NaN and infinity, zeros, and what else is odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.debug.arrays import is_finite, size_of
from core.debug.events import Accumulate, Blocked, Enter, NodeNumber, Vjp
from core.debug.finding import Finding, FindingKind
from core.debug.first_bad import nonfinite
from core.debug.recording import Recording
from core.debug.sizes import extremes, zeros
from core.debug.source import Cut, Expression, Origin, Reason
from core.debug.steps import step_at
from core.debug.summing import mutual_broadcasts, sums_of_passes
from core.debug.text import Run, Text, code, joined, name, say

_MOST_LEAVES = 3


class Health(StrEnum):
    """Whether NaN or infinity passed through a node."""

    CLEAN = "clean"
    BIRTH = "birth"  # it made the first one
    PROPAGATED = "propagated"
    HEALED = "healed"  # it was given some, and handed on none
    UNCHECKED = "unchecked"  # it has not run, or handed on nothing


@dataclass(frozen=True, slots=True)
class Checkup:
    """The health of a node, and how many elements that was judged by."""

    node: NodeNumber
    health: Health
    elements: int


def findings(recording: Recording) -> tuple[Finding, ...]:
    """Return what to know about a recording, the most important first."""
    return (
        *_failure(recording),
        *nonfinite(recording),
        *lost_leaves(recording),
        *_unkept(recording),
        *zeros(recording),
        *extremes(recording),
        *mutual_broadcasts(recording),
        *sums_of_passes(recording),
    )


def lost_leaves(recording: Recording) -> tuple[Finding, ...]:
    """Return the leaves that require a gradient and got none, with the cut that is to blame."""
    expression = recording.expression
    if expression is None:
        return ()
    reached = {event.origin for event in recording.events if isinstance(event, Accumulate)}
    lost = [origin for origin, leaf in expression.leaves().items() if leaf.requires_grad and origin not in reached]
    causes = _cuts_above(lost, recording, expression) if lost else {}
    waiting = {node.origin for node in recording.nodes if node.is_leaf}
    return tuple(_lost(origin, causes.get(origin), expression, pending=origin in waiting) for origin in lost)


def checkups(recording: Recording) -> tuple[Checkup, ...]:
    """Return the health of each node, in the order in which they run."""
    return tuple(_checkup(recording, enter) for track in recording.passes for enter in track.entered)


def why_cut(cut: Cut, expression: Expression | None) -> Text:
    """Return why a cut lets no gradient through, in a sentence."""
    known = expression is not None and cut.blamed is not None
    blamed = name(expression.label(cut.blamed)) if expression is not None and known else Run("This input")
    match cut.reason:
        case Reason.NO_GRAD | Reason.INFERENCE_MODE:
            return say("{} ran inside {}, so it has no grad_fn.", blamed, code(cut.reason))
        case Reason.DETACH:
            return say("{} is detached: its value passes, its gradient does not.", blamed)
        case Reason.NOT_REQUIRED:
            is_leaf = expression is None or not known or not any(expression.operands(cut.blamed))
            rest = "" if is_leaf else ", and so has all it was computed from"
            return say("{} has {}{}.", blamed, code(cut.reason), rest)
        case Reason.DTYPE:
            return say("{} does not hold floating point numbers, and only those have gradients.", blamed)
        case Reason.NO_RULE:
            return say("{} has no derivative there, so it passes no gradient on.", blamed)
        case Reason.UNUSED:
            return say("Nothing that the pass computes depends on {}.", blamed)


def _lost(origin: Origin, cause: _Cause | None, expression: Expression, *, pending: bool) -> Finding:
    label = name(expression.label(origin))
    if cause is not None:
        text = (*say("{} got no gradient: ", label), *why_cut(cause.cut, expression))
        return Finding(FindingKind.LOST, text, cause.event, origin, cause.cut)
    if pending:
        return Finding(FindingKind.LOST, say("{} got no gradient: the pass ended before it.", label), origin=origin)
    text = say("{} got no gradient: no root of the pass depends on it.", label)
    return Finding(FindingKind.LOST, text, origin=origin, cut=Cut(Reason.UNUSED, blamed=origin))


class _Cause(NamedTuple):
    """A cut, and the event that met it, if a pass came so far."""

    cut: Cut
    event: int | None


def _cuts_above(leaves: Iterable[Origin], recording: Recording, expression: Expression) -> dict[Origin, _Cause]:
    """Return, for each of the leaves, the first cut that keeps gradients from it."""
    missing, causes = set(leaves), {}
    for cause, start in _all_cuts(recording, expression):
        below = _all_below(start, expression)
        causes.update(dict.fromkeys(missing & below, cause))
        missing -= below
    return causes


def _all_cuts(recording: Recording, expression: Expression) -> Iterator[tuple[_Cause, Origin]]:
    """Iterate over the cuts that passes met, and over those at which none could begin, with what lies behind each."""
    for event in recording.events:
        if isinstance(event, Blocked) and event.origin is not None:
            operands = expression.operands(event.origin)
            if event.slot < len(operands):
                yield _Cause(Cut(event.reason, event.region, event.blamed), event.index), operands[event.slot]
    for cut in expression.root_cuts():
        yield _Cause(cut, None), cut.blamed


def _all_below(start: Origin, expression: Expression) -> set[Origin]:
    found: set[Origin] = set()
    pending = [start]
    while pending:
        origin = pending.pop()
        if origin is not None and origin not in found:
            found.add(origin)
            pending += expression.operands(origin)
    return found


def _unkept(recording: Recording) -> Iterator[Finding]:
    expression = recording.expression
    if expression is None:
        return
    for origin in expression.unkept():
        label, leaves = expression.label(origin), _all_below(origin, expression)
        kept = [leaf for leaf, tensor in expression.leaves().items() if leaf in leaves and tensor.requires_grad]
        grads = [code(f"{expression.label(leaf)}.grad") for leaf in kept]
        text = say("{} is None: {} is computed, and only leaves keep a gradient.", code(f"{label}.grad"), name(label))
        instead = say(", or read {}", joined(grads[:_MOST_LEAVES], " or ")) if grads else ()
        detail = (*say("Call {} before backward()", code(f"{label}.retain_grad()")), *instead, *say("."))
        yield Finding(FindingKind.UNKEPT, text, origin=origin, detail=detail)


def _failure(recording: Recording) -> Iterator[Finding]:
    error = recording.error
    if error is not None:
        text = say("The pass failed: {}", error.message)
        yield Finding(FindingKind.FAILED, text, error.index, error.origin, detail=say("{}", error.hint))


def _checkup(recording: Recording, enter: Enter) -> Checkup:
    step = step_at(recording.steps, enter.index)
    given, handed_on = list(enter.gradients), []
    for event in recording.events[step.first : step.last + 1]:
        if isinstance(event, Vjp):
            handed_on.append(event.result)
        elif isinstance(event, Accumulate):
            handed_on.append(event.after)
    elements = sum(size_of(value) for value in (*given, *handed_on))
    if not handed_on:
        return Checkup(enter.node, Health.UNCHECKED, elements)
    match all(map(is_finite, given)), all(map(is_finite, handed_on)):
        case True, True:
            return Checkup(enter.node, Health.CLEAN, elements)
        case True, False:
            return Checkup(enter.node, Health.BIRTH, elements)
        case False, True:
            return Checkup(enter.node, Health.HEALED, elements)
    return Checkup(enter.node, Health.PROPAGATED, elements)
