"""The sentences about passes and nodes: what happened, with its numbers, and why."""

from __future__ import annotations

from functools import singledispatch

from core.debug.context import called, grad_fn, roots_of, sent_by
from core.debug.events import (
    Accumulate,
    Clear,
    Enter,
    Error,
    Event,
    Free,
    Hook,
    Leave,
    PassBegin,
    PassEnd,
    Ready,
    Retain,
    Seed,
)
from core.debug.explanation import Equation, Explanation, number_term
from core.debug.recording import Recording
from core.debug.text import Text, code, counted, gradient, joined, ordinal, say
from core.engine.hooks import HookKind


@singledispatch
def tell(event: Event, recording: Recording) -> Explanation:
    """Return the explanation of one event; each kind of event has a function of its own."""
    raise TypeError(f"There is no sentence for a {event.kind} event.")


@tell.register
def _(event: PassBegin, recording: Recording) -> Explanation:
    headline = say("The backward pass begins at {}.", roots_of(recording, event))
    if not event.expected:
        return Explanation("Begin", (), headline, ())
    kept = "what they saved is kept" if event.retain_graph else "each forgets what it saved once it has run"
    reach = say("It can reach {}; {} ({}).", counted(len(event.expected), "node"), kept, _setting(event))
    return Explanation("Begin", (), headline, reach)


def _setting(event: PassBegin) -> Text:
    settings = [code(f"retain_graph={event.retain_graph}")]
    return joined([*settings, code("create_graph=True")] if event.create_graph else settings)


@tell.register
def _(event: PassEnd, recording: Recording) -> Explanation:
    track = recording.pass_at(event.index)
    written = [one for one in recording.events[track.first : event.index] if isinstance(one, Accumulate)]
    leaves = joined([called(recording, number) for number in dict.fromkeys(one.node for one in written)])
    ran = say("{} ran. ", counted(len(track.entered), "node"))
    received = say("{} {} a gradient.", leaves, "has" if len(written) == 1 else "have") if written else ()
    return Explanation("End", (), say("The backward pass is over."), (*ran, *received))


@tell.register
def _(event: Error, recording: Recording) -> Explanation:
    where = say(" in {}", grad_fn(recording, event.node)) if event.node is not None else ()
    body = say("{}{}", event.message, f" {event.hint}" if event.hint else "")
    return Explanation("Error", say(event.error), say("The pass failed{}.", where), body)


@tell.register
def _(event: Seed, recording: Recording) -> Explanation:
    root = called(recording, event.node)
    headline = say("{} is a root: its gradient starts as {}.", root, gradient(event.gradient))
    given = say("It was passed to {}.", code("backward()"))
    meant = say("{} has one element, so none had to be given: it is 1.", root)
    equation = Equation(root.text, root.text, (number_term("=", gradient(event.gradient)),))
    return Explanation("Seed", say("external gradient"), headline, meant if event.implicit else given, equation)


@tell.register
def _(event: Enter, recording: Recording) -> Explanation:
    label, received = called(recording, event.node), joined([gradient(part) for part in event.gradients])
    arrived = recording.state_at(event.index).node(event.node).arrived
    headline = say("{} receives {}.", grad_fn(recording, event.node), received)
    if all(part is None for part in event.gradients):
        return Explanation("Enter", (), headline, say("Nothing has arrived for {}, so nothing is handed on.", label))
    several = say(", the sum of {}", counted(arrived, "contribution")) if arrived > 1 else ()
    return Explanation("Enter", (), headline, say("It is the gradient of {}{}.", label, several))


@tell.register
def _(event: Leave, recording: Recording) -> Explanation:
    node = recording.nodes[event.node]
    if node.is_leaf:
        body = say("Its gradient is in {}.", code(f"{node.label}.grad"))
    else:
        sent = sent_by(recording, event)
        handed = joined([say("{} to {}", gradient(value), called(recording, to)) for value, to in sent])
        body = say("It has handed {}.", handed) if sent else say("It had nothing to hand on.")
    return Explanation("Leave", (), say("{} is done.", called(recording, event.node)), body)


@tell.register
def _(event: Hook, recording: Recording) -> Explanation:
    kind, label = say("a {} hook", str(event.when)), called(recording, event.node)
    before, after = (joined([gradient(part) for part in parts]) for parts in (event.before, event.after))
    if event.when is HookKind.POST_ACCUMULATE:
        body = say("A recording writes nothing: it runs when the recording is committed.")
        return Explanation("Hook", kind, say("A {} hook waits for {}.", str(event.when), label), body)
    if event.changed:
        headline = say("A {} hook changes a gradient at {}.", str(event.when), label)
        return Explanation("Hook", kind, headline, say("It was {} and becomes {}.", before, after))
    headline = say("A {} hook looks at a gradient at {}.", str(event.when), label)
    return Explanation("Hook", kind, headline, say("It leaves {} as it is.", before))


@tell.register
def _(event: Free, recording: Recording) -> Explanation:
    names = joined([code(name) for name in event.names])
    size = f" ({counted(event.bytes, 'byte')})" if event.bytes else ""
    node = grad_fn(recording, event.node)
    if event.kept:
        return Explanation("Keep", (), say("{} keeps {}{}.", node, names, size), say("Another pass may need it."))
    body = say("A second pass through it would fail, unless this one had {}.", code("retain_graph=True"))
    return Explanation("Free", (), say("{} forgets {}{}.", node, names, size), body)


@tell.register
def _(event: Ready, recording: Recording) -> Explanation:
    headline = say("{} has all its contributions.", called(recording, event.node))
    place = ordinal(event.place)
    if event.place == 1:
        why = "A leaf runs before all others." if recording.nodes[event.node].is_leaf else "It runs next."
        return Explanation("Ready", say("{} in the queue", place), headline, say(why))
    body = say("It is {} in the queue: of the nodes that are ready, the one made last runs first.", place)
    return Explanation("Ready", say("{} in the queue", place), headline, body)


@tell.register
def _(event: Accumulate, recording: Recording) -> Explanation:
    grad, after = code(f"{recording.nodes[event.node].label}.grad"), gradient(event.after)
    headline = say("{} becomes {}.", grad, after)
    if event.before is None:
        body = say("It was {}, which is not zero: nothing had been written.", code("None"))
        return Explanation("Accumulate", (), headline, body)
    before, incoming = gradient(event.before), gradient(event.incoming)
    body = say("Gradients accumulate: {} is added to the {} that was there.", incoming, before)
    terms = number_term("=", before, "before"), number_term("+", incoming, "incoming"), number_term("=", after, "after")
    return Explanation("Accumulate", (), headline, body, Equation("", "", (number_term("", grad), *terms)))


@tell.register
def _(event: Clear, recording: Recording) -> Explanation:
    grad = code(f"{recording.nodes[event.node].label}.grad")
    headline = say("{} is cleared: it is {} now.", grad, gradient(event.after))
    return Explanation("Clear", (), headline, say("It was {}. The next pass adds to nothing.", gradient(event.before)))


@tell.register
def _(event: Retain, recording: Recording) -> Explanation:
    label = called(recording, event.node)
    headline = say("{} keeps its gradient {}.", label, gradient(event.gradient))
    return Explanation("Retain", (), headline, say("It is not a leaf; {} asked for it.", code("retain_grad()")))
