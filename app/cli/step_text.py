"""How the terminal debugger writes explanations, states and lists: plain text, in colour on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.debug.cursor import Cursor
from core.debug.events import Error, NodeNumber
from core.debug.explain import explain, explain_step, lines_of
from core.debug.explanation import Explanation
from core.debug.finding import Finding, FindingKind
from core.debug.findings import findings
from core.debug.recording import Recording
from core.debug.state import Grad, Phase, State
from core.debug.text import Ink, Run, Text, plain, written

_COLOURS: Mapping[Ink, str] = {
    Ink.VALUE: "36",
    Ink.GRADIENT: "33",
    Ink.NONFINITE: "35",
    Ink.NAME: "1",
    Ink.CODE: "2",
}
"""The numbers of terminal colours: values are cool, gradients warm, as on screen."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Turns text into what a terminal shows; without `colour`, into plain text."""

    colour: bool = False

    def __call__(self, text: Text) -> str:
        """Return a sentence."""
        return "".join(map(self._run, text)) if self.colour else plain(text)

    def _run(self, run: Run) -> str:
        colour = _COLOURS.get(run.ink)
        return f"\033[{colour}m{run.text}\033[0m" if colour else run.text


def place(cursor: Cursor) -> str:
    """Return where the cursor is: ``Step 7 of 8, event 49 of 53``."""
    return f"Step {cursor.step.number} of {len(cursor.recording.steps) - 1}, event {cursor.index} of {cursor.last}"


def here(cursor: Cursor, pen: Pen) -> Iterator[str]:
    """Yield where the cursor is, and what has happened there."""
    at_end = cursor.index == cursor.step.last
    told = explain_step(cursor.recording, cursor.step) if at_end else explain(cursor.recording, cursor.index)
    yield f"{place(cursor)}: {told.badge}"
    yield from explanation(told, pen)


def explanation(told: Explanation, pen: Pen) -> Iterator[str]:
    """Yield the sentences of an explanation, and its equation."""
    yield f"  {pen(told.headline)}"
    if told.body:
        yield f"  {pen(told.body)}"
    if told.equation is not None:
        yield f"    {told.equation.text}"


def step_events(cursor: Cursor, pen: Pen) -> Iterator[str]:
    """Yield the events of the current step, the one at the cursor marked."""
    for line in lines_of(cursor.recording, cursor.step):
        mark = ">" if line.index == cursor.index else " "
        yield f"{mark} {line.index:5}  {line.badge:13}  {pen(line.text)}"


def queue(state: State) -> Iterator[str]:
    """Yield what runs, what is ready, and what waits for whom."""
    nodes = state.recording.nodes
    if state.current is not None:
        yield f"running  {_called(state, state.current)}"
    for turn, number in enumerate(state.queue, 1):
        yield f"ready {turn}  {_called(state, number)}, in: {_arrived(state, number)}"
    for number in state.waiting:
        missing = ", ".join(nodes[edge.node].label for edge in state.missing(number))
        one = state.node(number)
        yield f"waiting  {_called(state, number)}, {one.arrived} of {one.expected} arrived; missing from {missing}"
    if state.current is None and not state.queue and not state.waiting:
        yield "Nothing runs, is ready or waits."


def leaves(state: State, pen: Pen) -> Iterator[str]:
    """Yield the gradient of each leaf, and why there is none."""
    for node in state.recording.nodes:
        if node.is_leaf:
            yield f"{node.label:12} {_grad(state, node.number)}"
    for finding in findings(state.recording):
        if finding.cut is not None:
            yield f"  {pen(finding.text)}"


def node(state: State, number: NodeNumber) -> Iterator[str]:
    """Yield what is known of a node at the cursor."""
    one, found = state.recording.nodes[number], state.node(number)
    shapes = ", ".join(f"{kind} {list(shape)}" for kind, shape in zip(one.dtypes, one.shapes, strict=True))
    expression = state.recording.expression
    value = expression.value(one.origin) if expression is not None and one.origin is not None else None
    shown = "" if value is None else f", value {written(value)}"
    yield f"{one.label}: {one.name}, {shapes}{shown}"
    waits = f", {found.arrived} of {found.expected} arrived" if found.phase is Phase.WAITING else ""
    yield f"  {found.phase}{waits}; gradient {_arrived(state, number)}"
    if one.is_leaf or number in state.recording.stored:
        yield f"  .grad {_grad(state, number)}"


def found(recording: Recording, pen: Pen) -> Iterator[str]:
    """Yield the findings of a recording."""
    lines = [line for finding in findings(recording) for line in _finding(recording, finding, pen)]
    yield from lines or ["Nothing to report: every leaf has a gradient, and all numbers are finite."]


def _finding(recording: Recording, finding: Finding, pen: Pen) -> Iterator[str]:
    yield f"- {pen(finding.text)}"
    is_step = finding.kind is FindingKind.NONFINITE and finding.index is not None
    detail = explain(recording, finding.index or 0).body if is_step else finding.detail
    if detail:
        yield f"  {pen(detail)}"


def table(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield rows of two columns."""
    listed = list(rows)
    width = max((len(first) for first, _ in listed), default=0)
    yield from (f"  {first:{width}}  {second}".rstrip() for first, second in listed)


def _called(state: State, number: NodeNumber) -> str:
    one = state.recording.nodes[number]
    return f"{one.name} of {one.label}"


def _arrived(state: State, number: NodeNumber) -> str:
    return ", ".join(map(written, state.node(number).gradients))


def _grad(state: State, number: NodeNumber) -> str:
    grad = state.grad(number)
    match grad.kind:
        case Grad.PENDING:
            pending = f"pending {written(grad.pending)}"
        case _ if state.node(number).phase is Phase.WAITING and not isinstance(state.event, Error):
            pending = "pending"
        case Grad.ZERO:
            return f"{written(grad.grad)} (zero, not None)"
        case _:
            return written(grad.grad)
    stored = "" if grad.grad is None else f"{written(grad.grad)}, "
    return f"{stored}{pending} ({grad.arrived} of {grad.expected} arrived)"
