"""Explaining a recording: each event and each step in one or two sentences with its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.debug.context import called, target_of
from core.debug.events import (
    Accumulate,
    Blocked,
    Error,
    Event,
    Hook,
    NonFinite,
    PassBegin,
    Seed,
    Sum,
    Unbroadcast,
    Vjp,
    ZeroFill,
)
from core.debug.explanation import Explanation, Line
from core.debug.recording import Recording
from core.debug.steps import Step
from core.debug.telling import tell
from core.debug.telling_edges import cells_read, local_value, passes_on
from core.debug.text import Ink, Run, Text, counted, gradient, joined, say

_TELLING = (Error, NonFinite, Hook, Sum, Accumulate, Unbroadcast, ZeroFill, Vjp, Blocked, Seed, PassBegin)
"""Kinds of events, the most telling first: a step is explained by the first of these in it."""


def explain(recording: Recording, index: int) -> Explanation:
    """Return the explanation of one event."""
    return tell(recording.events[index], recording)


def explain_step(recording: Recording, step: Step) -> Explanation:
    """Return the explanation of a node step: that of its most telling event."""
    events = recording.events[step.first : step.last + 1]
    telling = most_telling(events)
    told = tell(telling, recording)
    handed = [event for event in events if isinstance(event, Vjp)]
    return _for_all(told, recording, handed) if isinstance(telling, Vjp) and len(handed) > 1 else told


def _for_all(told: Explanation, recording: Recording, handed: Sequence[Vjp]) -> Explanation:
    """Explain a node that hands gradients to several inputs: `told` explains the last of them."""
    targets = [called(recording, target_of(recording, vjp).node) for vjp in handed]
    parts = joined([say("{} to {}", gradient(vjp.result), to) for vjp, to in zip(handed, targets, strict=True)])
    headline = say("{} hands {}.", called(recording, handed[0].node), parts)
    local = [local_value(vjp) for vjp in handed]
    factors = [say("{} for {}", one, to) for one, to in zip(local, targets, strict=True) if one is not None]
    body = told.body
    if len(factors) == len(handed) and not all(map(passes_on, handed)):
        came_in = gradient(handed[0].incoming[0])
        body = say("The gradient {} that came in is multiplied by {}.", came_in, joined(factors))
    return replace(told, remark=say("{}", counted(len(handed), "input")), headline=headline, body=body)


def most_telling(events: Iterable[Event]) -> Event:
    """Return the event that says most about a step; of several of its kind, the last."""

    def weight(event: Event) -> tuple[int, int]:
        dull = isinstance(event, Hook) and not event.changed
        place = len(_TELLING) if dull or type(event) not in _TELLING else _TELLING.index(type(event))
        return -place, event.index

    return max(events, key=weight)


def lines_of(recording: Recording, step: Step) -> tuple[Line, ...]:
    """Return the events of a step, each in a few words."""
    return tuple(line(recording, index) for index in range(step.first, step.last + 1))


def line(recording: Recording, index: int) -> Line:
    """Return an event in a few words."""
    event = recording.events[index]
    told = tell(event, recording)
    return Line(index, told.badge, _in_short(recording, event, told))


def _in_short(recording: Recording, event: Event, told: Explanation) -> Text:
    """Return the few words: for what is computed, the numbers; else the headline without its full stop."""
    match event:
        case Sum(before=before, incoming=incoming, after=after):
            return say("{} + {} = {}", gradient(before), gradient(incoming), gradient(after))
        case Vjp():
            return _computed(recording, event)
        case ZeroFill(zeros=zeros):
            return say(
                "{} not read: {}", "1 element was" if zeros == 1 else f"{zeros} elements were", Run("0", Ink.GRADIENT)
            )
    return told.headline


def _computed(recording: Recording, event: Vjp) -> Text:
    following = recording.events[event.index + 1] if event.index + 1 < len(recording.events) else None
    if isinstance(following, ZeroFill):
        return say("puts it into {}", cells_read(following))
    target, local = called(recording, target_of(recording, event).node), local_value(event)
    if local is None or passes_on(event):
        return say("{} for {}", gradient(event.result), target)
    return say("{} × {} = {} for {}", gradient(event.incoming[0]), local, gradient(event.result), target)
