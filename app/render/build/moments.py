"""When a picture is taken, in words; and what the next step will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.render.build.progress import Progress
from app.render.formula import Kind
from app.render.overlays import Corner, Invitation, Moment, Tone, Words
from core import numbers
from core.debug.arrays import Part, is_finite
from core.debug.events import Accumulate, NonFinite, PassBegin, Receive, Seed, Sum
from core.debug.recording import Recording
from core.debug.steps import Step
from core.debug.text import written

NEXT_KEY = "Right →"
BEGINNING = Invitation("Tab", (Words("Add an operation or a number, or paste code", Kind.QUIET),), Corner.MIDDLE)
"""What to do where nothing is there yet: all that is said there, and where everybody looks."""
_MOST_TARGETS = 2
_SHORT = {(1,), (2,), (3,)}
"""The shapes of arrays that are short enough to be written out."""


def moment_text(progress: Progress | None) -> str:
    """When the picture is taken: "Backward, after step 7 of 8"."""
    if progress is None:
        return "Values only"
    recording, event = progress.recording, progress.state.event
    which = _which_pass(progress)
    if event is recording.error and not _count(progress):
        return f"{which} could not start"
    if event is recording.error:
        return f"{which} stopped with an error in step {_number(progress)} of {_count(progress)}"
    if isinstance(event, PassBegin):
        return f"Before {which.lower()}"
    if not progress.is_stepping and not isinstance(event, Seed) and _number(progress) == _count(progress):
        return f"After {which.lower()}: step {_number(progress)} of {_count(progress)}"
    return f"{which}, {_within(progress)}"


def _within(progress: Progress) -> str:
    if not _number(progress):
        return "before its first step"
    place = f"step {_number(progress)} of {_count(progress)}"
    if progress.index < progress.step.last:
        return f"in {place}, event {progress.index}"
    return f"after {place}"


def _which_pass(progress: Progress) -> str:
    passes = progress.recording.passes
    if len(passes) == 1:
        return "Backward"
    number = passes.index(progress.recording.pass_at(progress.index)) + 1
    return f"Backward {number} of {len(passes)}"


def _number(progress: Progress) -> int:
    """The number of the step in its pass."""
    return progress.step.number - progress.first_step.number


def _count(progress: Progress) -> int:
    """How many nodes run in the pass."""
    return len(progress.recording.pass_at(progress.index).entered)


def moment(progress: Progress | None) -> Moment:
    """The moment line, in the tone of what has just happened."""
    return Moment(_stopped_text(progress) or moment_text(progress), _tone(progress))


def _tone(progress: Progress | None) -> Tone:
    if progress is None:
        return Tone.VALUE
    event = progress.state.event
    if event is progress.recording.error:
        return Tone.ERROR
    if isinstance(event, NonFinite):
        return Tone.NONFINITE
    return Tone.QUIET if progress.is_before else Tone.GRADIENT


def _stopped_text(progress: Progress | None) -> str:
    if progress is None or not isinstance(progress.state.event, NonFinite):
        return ""
    event = progress.state.event
    first = next(one for one in progress.recording.events if isinstance(one, NonFinite))
    what = {"nan": "NaN"}.get(event.what, "infinity")
    stop = f"Stopped at the first {what}" if event is first else f"Stopped where {what} is made"
    return f"{stop}: step {_number(progress)} of {_count(progress)}, event {progress.index}"


# The next step ------------------------------------------------------------------------------------------


def invitation(progress: Progress | None, key: str = NEXT_KEY) -> Invitation | None:
    """What the next node step does, None where there is none."""
    if progress is None or not any(step.node is not None for step in progress.recording.steps):
        return None  # a pass that could not begin
    step = _next_step(progress)
    if step is None:
        return None
    return Invitation(key, (Words("Next: ", Kind.QUIET), *_announced(progress.recording, step)))


def _next_step(progress: Progress) -> Step | None:
    steps, number = progress.recording.steps, progress.step.number
    if progress.index < progress.step.last:
        return progress.step
    return steps[number + 1] if number + 1 < len(steps) else None


def _announced(recording: Recording, step: Step) -> Iterator[Words]:
    events = recording.events[step.first : step.last + 1]
    if step.node is None:
        yield from _seeding(recording, [event for event in events if isinstance(event, Seed)])
        return
    yield Words(recording.nodes[step.node].name, code=True)
    for event in events:
        if isinstance(event, Accumulate):
            yield Words(" sets ")
            yield Words(f"{recording.nodes[event.node].label}.grad", code=True)
            yield Words(": ")
            yield replace(_value(event.before), kind=Kind.PLAIN)
            yield Words(" → ")
            yield _value(event.after)
            return
    yield from _sending(recording, [event for event in events if isinstance(event, Receive | Sum)])


def _seeding(recording: Recording, given: Sequence[Seed]) -> Iterator[Words]:
    yield Words("backward starts")
    for event in given[:1]:
        yield Words(" at ")
        yield Words(recording.nodes[event.node].label, Kind.STRONG)
        yield Words(" with the gradient ")
        yield _value(event.gradient)


def _sending(recording: Recording, arrivals: Sequence[Receive | Sum]) -> Iterator[Words]:
    if not arrivals:
        yield Words(" has nothing to hand on")
    for place, event in enumerate(arrivals[:_MOST_TARGETS]):
        yield Words(" sends " if not place else ", ")
        yield _value(event.incoming if isinstance(event, Sum) else event.gradient)
        yield Words(" to ")
        yield Words(recording.nodes[event.node].label, Kind.STRONG)
    if len(arrivals) > _MOST_TARGETS:
        yield Words(f" and more to {len(arrivals) - _MOST_TARGETS} others")


def _value(value: Part) -> Words:
    """A gradient, by its numbers where they are few."""
    finite = Kind.GRADIENT if is_finite(value) else Kind.NONFINITE
    if value is None or not value.shape or value.shape in _SHORT:
        return Words(written(value), finite)
    return Words(f"a {numbers.shape(value.shape)} gradient", finite)
