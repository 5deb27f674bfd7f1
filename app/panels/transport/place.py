"""Where stepping is, as a line of words, and how often things happen that are worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.session import Session
from core.debug.context import called
from core.debug.events import (
    Accumulate,
    Blocked,
    Error,
    Event,
    Hook,
    NonFinite,
    PassBegin,
    PassEnd,
    Receive,
    Seed,
    Sum,
)
from core.debug.explain import explain
from core.debug.recording import Recording
from core.debug.steps import Step, step_at
from core.debug.text import Ink, Run, Text, code, counted, joined, say

_MOST_TARGETS = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where stepping is: the step, the event, and what has happened there."""

    step: str
    event: str = ""
    summary: Text = ()


def place_of(session: Session) -> Place:
    """Where a session is."""
    stepping, recording = session.stepping, session.stepping.recording
    obstacle = stepping.obstacle
    if obstacle is not None:
        return Place("No steps", summary=say(obstacle.message))
    if recording is None:
        return Place("Not recorded yet", summary=say("The first step records the backward pass."))
    last = len(recording.events) - 1
    return Place(
        _step_text(recording, stepping.index),
        f"event {stepping.index} of {last}",
        summary_at(recording, stepping.index),
    )


def _step_text(recording: Recording, index: int) -> str:
    track = recording.pass_at(index)
    number = step_at(recording.steps, index).number - step_at(recording.steps, track.first).number
    text = f"Step {number} of {len(track.entered)}"
    if len(recording.passes) == 1:
        return text
    return f"Pass {recording.passes.index(track) + 1} of {len(recording.passes)}, {text.lower()}"


def summary_at(recording: Recording, index: int) -> Text:
    """What has happened: in the whole step at its end, and before that in the event."""
    event, step = recording.events[index], step_at(recording.steps, index)
    if isinstance(event, PassBegin):
        return say("Before the backward pass.") if not index else say("Before the next pass.")
    if isinstance(event, PassEnd):
        return say("The pass is over.")
    if isinstance(event, NonFinite):
        what = "a NaN" if event.what == "nan" else "an infinity"
        return (Run(f"{recording.nodes[event.node].label} made {what}", Ink.NONFINITE),)
    return _step_summary(recording, step) if index == step.last else explain(recording, index).headline


def _step_summary(recording: Recording, step: Step) -> Text:
    events = recording.events[step.first : step.last + 1]
    if isinstance(events[-1], Error):
        return explain(recording, step.last).headline
    if step.node is None:
        seeds = [called(recording, event.node) for event in events if isinstance(event, Seed)]
        return say("{} {} the external gradient", joined(seeds), "takes" if len(seeds) == 1 else "take")
    who = called(recording, step.node)
    if any(isinstance(event, Accumulate) for event in events):
        return say("{} has its gradient", code(f"{recording.nodes[step.node].label}.grad"))
    targets = [called(recording, event.node) for event in events if isinstance(event, Receive | Sum)]
    if not targets:
        return say("{} has nothing to hand on", who)
    named = (
        joined(dict.fromkeys(targets)) if len(set(targets)) <= _MOST_TARGETS else say(counted(len(targets), "input"))
    )
    noun = "gradient" if len(targets) == 1 else "gradients"
    return say("{} hands its {} to {}", who, noun, named)


# How often things happen --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Count:
    """Something that is counted, and the events at which it happens."""

    noun: str
    indices: tuple[int, ...]

    @property
    def text(self) -> str:
        """The word and the number."""
        return f"{self.noun} {len(self.indices)}"

    def following(self, index: int) -> int | None:
        """The next event after `index` at which it happens, and after the last one the first."""
        return next((one for one in self.indices if one > index), self.indices[0]) if self.indices else None


def counts_of(session: Session) -> tuple[Count, ...]:
    """What is counted, in the whole recording."""
    recording, stops = session.stepping.recording, session.stepping.stops
    events = recording.events if recording is not None else ()
    return (
        Count("hooks", _where(events, Hook)),
        Count("sums", _where(events, Sum)),
        Count("blocked", _where(events, Blocked)),
        Count("non-finite", _where(events, NonFinite)),
        Count("stops", () if stops is None else stops.marks),
    )


def _where(events: Sequence[Event], kind: type[Event]) -> tuple[int, ...]:
    return tuple(event.index for event in events if isinstance(event, kind))
