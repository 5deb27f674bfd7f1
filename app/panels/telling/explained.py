"""Which event of a step is explained."""

from __future__ import annotations

from core.debug.events import Event
from core.debug.explain import most_telling
from core.debug.recording import Recording
from core.debug.steps import step_at


def explained_event(recording: Recording, index: int) -> Event:
    """At the end of a step the event that says most about it, and within a step the one that has just happened."""
    step = step_at(recording.steps, index)
    return most_telling(recording.events[step.first : index + 1]) if index == step.last else recording.events[index]
