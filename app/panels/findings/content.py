"""The findings of a recording as rows, each with the place to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.model.fixes import cut_place
from app.model.selection import Selection
from app.panels.telling.fact_row import NAN, FactRow
from core import numbers
from core.debug.events import Blocked, NonFinite
from core.debug.explain import explain
from core.debug.finding import Finding, FindingKind
from core.debug.findings import Checkup, Health, checkups, findings, why_cut
from core.debug.recording import Recording
from core.debug.source import Cut, Reason
from core.debug.steps import step_at
from core.debug.text import Ink, Run, code, counted, plain, say
from core.expr.graph import Document
from core.expr.ids import NodeId

_EXPECTED = (Reason.DTYPE, Reason.NO_RULE, Reason.UNUSED, Reason.NOT_REQUIRED)
"""Reasons for which it is as it should be that an edge carries nothing."""
_HEALTHS = {
    Health.CLEAN: "clean",
    Health.BIRTH: "where it is made",
    Health.PROPAGATED: "that it passed through",
    Health.HEALED: "where it ended",
    Health.UNCHECKED: "not checked",
}


@dataclass(frozen=True, slots=True)
class Noted:
    """A row, the event to go to, and what to look at on the canvas."""

    row: FactRow
    index: int | None = None
    place: Selection | None = None


def noted(recording: Recording, document: Document) -> tuple[Noted, ...]:
    """Everything that there is to know, the most important first."""
    return (
        *(_noted(recording, document, one) for one in findings(recording)),
        *_expected(recording, document),
        _summary(checkups(recording)),
    )


def _noted(recording: Recording, document: Document, finding: Finding) -> Noted:
    place = _place(document, finding)
    match finding.kind:
        case FindingKind.LOST:
            return Noted(_lost(recording, finding), finding.index, place)
        case FindingKind.NONFINITE:
            return Noted(_broken(recording, finding), finding.index, place)
        case FindingKind.ZERO:
            return Noted(FactRow("zero", "gradient.strong", finding.text, finding.detail), finding.index, place)
        case FindingKind.EXTREME:
            return Noted(FactRow("warning", "gradient.strong", finding.text, finding.detail), finding.index, place)
        case FindingKind.FAILED:
            return Noted(FactRow("warning", "error.base", finding.text, finding.detail), finding.index, place)
        case FindingKind.BROADCAST | FindingKind.SUMMED | FindingKind.UNKEPT:
            return Noted(FactRow("info", "text.quiet", finding.text, finding.detail), finding.index, place)


def _place(document: Document, finding: Finding) -> Selection | None:
    if finding.cut is not None:
        return cut_place(document, finding.cut) or None
    node = NodeId(str(finding.origin))
    return Selection.of_node(node) if node in document.nodes else None


def _lost(recording: Recording, finding: Finding) -> FactRow:
    """A leaf without a gradient: which, and below it why."""
    if finding.cut is None or recording.expression is None:
        return FactRow("info", "text.quiet", finding.text)
    label = Run(recording.expression.label(finding.origin), Ink.NAME)
    text = say("{} got no gradient: {}", label, code("None"))
    return FactRow("no_grad", "blocked.base", text, why_cut(finding.cut, recording.expression))


def _broken(recording: Recording, finding: Finding) -> FactRow:
    event = recording.events[finding.index] if finding.index is not None else None
    if not isinstance(event, NonFinite):
        return FactRow(NAN, "nan.base", finding.text, finding.detail)
    step = step_at(recording.steps, event.index).number
    met = " × ".join(numbers.number(value) for _, value in event.operands)
    detail = say("step {}, from {}", step, met) if met else say("step {}", step)
    return FactRow(NAN, "nan.base", finding.text, detail)


def _expected(recording: Recording, document: Document) -> Iterator[Noted]:
    """Edges that carry nothing, as they should."""
    edges = [one for one in recording.events if isinstance(one, Blocked) and one.reason in _EXPECTED]
    if not edges:
        return
    number = f"{counted(len(edges), 'edge')} carr{'ies' if len(edges) == 1 else 'y'} no gradient, as expected"
    why = explain(recording, edges[0].index)
    cut = Cut(edges[0].reason, edges[0].region, edges[0].blamed)
    row = FactRow("info", "text.quiet", say(number), say("{}", plain(why.body)))
    yield Noted(row, edges[0].index, cut_place(document, cut) or None)


def _summary(checked: Sequence[Checkup]) -> Noted:
    """How much was looked at, and what came out."""
    elements, healths = sum(one.elements for one in checked), Counter(one.health for one in checked)
    parts = [f"{healths[health]} {words}" for health, words in _HEALTHS.items() if healths[health]]
    text = say("{} checked, {}", counted(len(checked), "node"), counted(elements, "number"))
    broken = any(healths[health] for health in (Health.BIRTH, Health.PROPAGATED, Health.HEALED))
    detail = say("NaN and Inf: {}", ", ".join(parts)) if parts else ()
    return Noted(FactRow("info" if broken else "check", "text.quiet", text, detail))
