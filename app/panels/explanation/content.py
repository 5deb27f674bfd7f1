"""What the explanation says at the place where stepping is, as data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.model.fixes import Fix, cut_fixes, cut_place
from app.model.obstacles import Obstacle
from app.model.safe_input import choice_behind, safe_input_fix
from app.model.selection import Selection
from app.model.session import Session
from app.panels.telling.explained import explained_event
from app.panels.telling.flow import without_stop
from core import numbers
from core.debug.events import Blocked, Error, Event, Hook, NonFinite, PassBegin, Sum, Unbroadcast
from core.debug.explain import explain, explain_step, lines_of
from core.debug.explanation import Equation, Explanation, Line, number_term
from core.debug.recording import Recording
from core.debug.source import Cut
from core.debug.steps import step_at
from core.debug.text import Ink, Run, Text, code, say
from core.expr.evaluate import Evaluation

_NOT_BEGUN = say("The backward pass has not been recorded yet.")
_BEGIN = say("This is a large document. The first step records the pass, which may take a moment.")


class BadgeTone(StrEnum):
    """The colours of a badge."""

    GRADIENT = "gradient"
    BROKEN = "broken"
    ERROR = "error"
    BLOCKED = "blocked"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Badge:
    """What kind of event it is, with a sign."""

    text: str
    tone: BadgeTone = BadgeTone.GRADIENT
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that the pane shows.

    `current` is the place among `lines` of the event that is explained, and `happened` the index of the last event
    that has happened. `place` is what to look at to see the cause.
    """

    badge: Badge
    headline: Text
    body: Text = ()
    remark: Text = ()
    equation: Equation | None = None
    lines: tuple[Line, ...] = ()
    current: int = -1
    happened: int = 0
    fixes: tuple[Fix, ...] = ()
    place: Selection | None = None


def content_of(session: Session) -> Content:
    """What there is to say."""
    stepping = session.stepping
    obstacle, recording = stepping.obstacle, stepping.recording
    if obstacle is not None:
        return _obstacle(obstacle, failed=bool(recording and recording.error))
    if recording is None:
        return Content(Badge("Begin", BadgeTone.QUIET), _NOT_BEGUN, _BEGIN)
    return _event(recording, stepping.index, session.evaluation)


def _obstacle(obstacle: Obstacle, *, failed: bool) -> Content:
    badge = Badge("Error", BadgeTone.ERROR) if failed else Badge("Nothing to step", BadgeTone.QUIET)
    place = None if obstacle.node is None else Selection.of_node(obstacle.node)
    return Content(badge, say(obstacle.message), say(obstacle.hint), fixes=obstacle.fixes, place=place)


def _event(recording: Recording, index: int, evaluation: Evaluation) -> Content:
    step = step_at(recording.steps, index)
    told = explain_step(recording, step) if index == step.last else explain(recording, index)
    event, lines = explained_event(recording, index), lines_of(recording, step)
    content = Content(
        _badge(event, told),
        told.headline,
        told.body,
        told.remark,
        told.equation,
        lines,
        _place(lines, event.index),
        index,
    )
    match event:
        case NonFinite():
            return _with_cure(content, recording, event, evaluation)
        case Blocked(reason=reason, region=region, blamed=blamed):
            cut, document = Cut(reason, region, blamed), evaluation.document
            return replace(content, fixes=cut_fixes(document, cut), place=cut_place(document, cut) or None)
    return content


def _with_cure(content: Content, recording: Recording, event: NonFinite, evaluation: Evaluation) -> Content:
    """Add the numbers that met, and what can be done."""
    choice, fix = choice_behind(evaluation, event), safe_input_fix(evaluation, event)
    why = () if choice is None else say(", because {} took the other branch.", code(choice.op.name))
    return replace(
        content,
        body=(*without_stop(content.body), *why) if why else content.body,
        equation=_broken_product(recording, event),
        fixes=() if fix is None else (fix,),
    )


def _place(lines: Sequence[Line], index: int) -> int:
    return next((place for place, line in enumerate(lines) if line.index == index), -1)


def _broken_product(recording: Recording, event: NonFinite) -> Equation | None:
    """The rule that made a NaN or an infinity, with the numbers that met there."""
    made = explain(recording, event.index - 1).equation
    if made is None:
        return None
    rule = [term for term in made.terms if term.is_formula]
    captions = ("incoming",), ("local factor", *_element(event))
    met = [
        number_term(sign, _number(value), *caption)
        for sign, (_, value), caption in zip("=×", event.operands, captions, strict=False)
    ]
    return Equation(made.of, made.by, (*rule, *met, number_term("=", _number(float(event.what)))))


def _number(value: float) -> Run:
    return Run(numbers.number(value), Ink.GRADIENT if math.isfinite(value) else Ink.NONFINITE)


def _element(event: NonFinite) -> tuple[str, ...]:
    return (f"at element {', '.join(map(str, event.element))}",) if event.element else ()


def _badge(event: Event, told: Explanation) -> Badge:
    match event:
        case NonFinite():
            return Badge(told.badge, BadgeTone.BROKEN)
        case Error():
            return Badge(told.badge, BadgeTone.ERROR)
        case Blocked():
            return Badge(told.badge, BadgeTone.BLOCKED)
        case PassBegin() | Hook(changed=False):
            return Badge(told.badge, BadgeTone.QUIET)
        case Sum():
            return Badge(told.badge, sign="Σ")
        case Unbroadcast(axes=axes) if axes:
            return Badge(told.badge, sign="Σ")
    return Badge(told.badge)
