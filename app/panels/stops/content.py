"""Stops in words, and the stops that can be added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.model.session import Session
from app.panels.telling.fact_row import OFF, ON, FactRow
from core.debug.breakpoints import Hits, OnEdge, OnEvent, OnGradient, OnNode, OnOp, Stop
from core.debug.recording import Recording
from core.debug.text import Text, code, counted, joined, name, say
from core.expr.expression import Expressions
from core.expr.ids import NodeId

NOT_FINITE = "any_nan or any_inf"
EVENTS = {
    "Sum": "gradients are summed",
    "Unbroadcast": "a broadcast gradient is summed",
    "ZeroFill": "a gradient goes into zeros",
    "Blocked": "an edge carries no gradient",
    "Hook": "a hook changes a gradient",
    "NonFinite": "NaN or Inf is made",
    "Accumulate": "a leaf gets its gradient",
    "Error": "the pass fails",
}
"""Kinds of events that can be stopped at, in words."""
_CONDITIONS = {NOT_FINITE: "becomes NaN or Inf", "all_zero": "is zero everywhere", "changes_sign": "changes its sign"}
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Offer:
    """A stop that can be added, and what a menu calls it."""

    title: str
    stop: Stop


def offers(session: Session) -> Iterator[Offer]:
    """The stops that a menu offers, those about the selected node first."""
    selected = session.selection.current
    if selected is not None and selected in session.document.nodes:
        title = Expressions(session.document).title(selected)
        yield Offer(f"Before {title} runs", Stop(OnNode(origin=selected)))
        yield Offer(f"The gradient of {title} is written", Stop(OnGradient(origin=selected)))
    yield Offer("Any gradient becomes NaN or Inf", Stop(OnGradient(), NOT_FINITE))
    yield Offer("Any gradient is zero everywhere", Stop(OnGradient(), "all_zero"))
    yield Offer("Any gradient changes its sign", Stop(OnGradient(), "changes_sign"))
    for kind, words in EVENTS.items():
        yield Offer(words[:1].upper() + words[1:], Stop(OnEvent(kind)))


def row_of(session: Session, stop: Stop) -> FactRow:
    """A stop with how often it hits, or why it never does."""
    stops = session.stepping.stops
    hits = stops.of(stop) if stops is not None else Hits(())
    recording = session.stepping.recording
    detail = _hits(recording, hits, session.stepping.index) if stop.enabled and recording else say("off")
    text = _described(session, stop)
    return FactRow(ON if stop.enabled else OFF, "stop", text, detail, faint=not stop.enabled)


def _described(session: Session, stop: Stop) -> Text:
    words = _CONDITIONS.get(stop.condition)
    what = _trigger(session, stop)
    if stop.hit:
        what = (*what, *say(", time {}", stop.hit))
    if not stop.condition:
        return what
    if isinstance(stop.trigger, OnGradient):
        return (*_gradient(session, stop.trigger), *(say(" {}", words) if words else say(": {}", code(stop.condition))))
    return (*what, *say(" if {}", code(stop.condition)))


def _trigger(session: Session, stop: Stop) -> Text:
    match stop.trigger:
        case OnNode(origin=origin) if origin is not None:
            return say("node {}, {}", name(_title(session, origin)), "each time" if not stop.hit else "once")
        case OnGradient():
            return (*_gradient(session, stop.trigger), *say(" is written"))
        case OnEvent(kind):
            return say(EVENTS.get(kind, f"at any {kind}"))
        case OnOp(op):
            return say("any {}", code(op))
        case OnEdge():
            return say("a gradient is delivered along an edge")
    return say("a node runs")


def _gradient(session: Session, trigger: OnGradient) -> Text:
    return say("any gradient") if trigger.origin is None else say("∂{}", name(_title(session, trigger.origin)))


def _title(session: Session, origin: object) -> str:
    node = NodeId(str(origin))
    return Expressions(session.document).title(node) if node in session.document.nodes else "a removed node"


def _hits(recording: Recording, hits: Hits, index: int) -> Text:
    total = len(hits.indices)
    if not total:
        return say("0 hits: {}", hits.problem) if hits.problem else say("0 hits")
    here = hits.indices.index(index) + 1 if index in hits.indices else 0
    count = say("hit {} of {}", here, total) if here else say(counted(total, "hit"))
    named = dict.fromkeys(_about(recording, place) for place in hits.indices)
    shown = [label for label in named if label][:_MOST_NAMED]
    more = "" if len(named) <= _MOST_NAMED else " …"
    return (*count, *say(": {}{}", joined([name(label) for label in shown], ", "), more)) if shown else count


def _about(recording: Recording, index: int) -> str:
    number = recording.events[index].node
    return "" if number is None else recording.nodes[number].label


def switched(stop: Stop) -> Stop:
    """The stop on instead of off, or off instead of on."""
    return replace(stop, enabled=not stop.enabled)
