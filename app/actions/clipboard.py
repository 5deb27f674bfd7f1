"""Copying and pasting, as text that every program can hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.actions.conditions import selected_nodes
from app.actions.desk import Desk
from app.export.pictures import placed
from app.model.selection import Selection
from app.model.session import Session
from app.model.workspace import PaneId
from core.errors import GradwalkError
from core.expr import edits
from core.expr.evaluate import evaluate
from core.expr.graph import Document
from core.expr.parse import parse
from core.expr.passes import passes_of, usual_passes
from core.expr.problems import Problem
from core.io import project

_ASIDE = (24.0, 24.0)
"""How far pasted nodes stand from where they were copied."""
_MOST_LINES = 4
"""How many lines are named that could not be read, besides the last."""
_LONGEST = 60
"""How many characters of such a line are shown."""


def copy(session: Session, desk: Desk) -> None:
    """Puts the selected nodes, with the wires between them, onto the clipboard."""
    part = edits.cut_out(session.document, selected_nodes(session))
    desk.copy_text(project.dumps(part).decode())


def cut(session: Session, desk: Desk) -> None:
    """Copies the selected nodes, and removes them."""
    copy(session, desk)
    with session.step("Cut"):
        session.perform(edits.delete(session.document, selected_nodes(session)))


def paste(session: Session, desk: Desk) -> None:
    """Adds what is on the clipboard: nodes that were copied, or PyTorch-like code, which is read and never run."""
    text = desk.clipboard_text()
    if not text.strip():
        desk.say("There is nothing to paste: copy nodes or code first.", refused=True)
        return
    is_copy = text.lstrip().startswith("{")
    part, problems = _copied(text) if is_copy else _written(text)
    if not part.nodes:
        desk.say(_refusal(problems), refused=True)
        return
    before = session.document.nodes.keys()
    with session.step("Paste"):
        if passes_of(part) and not passes_of(session.document):  # those that it had without asking, it keeps
            usual = usual_passes(session.evaluation)
            session.perform(edits.set_actions(session.document, [*session.document.actions, *usual]))
        session.perform(edits.paste(session.document, part, by=_ASIDE if is_copy else _below(part, desk)))
    new = [key for key in session.document.nodes if key not in before]
    session.select(Selection(frozenset(new), current=new[-1]))
    if not is_copy:
        desk.fit(new if before else ())
    if problems:
        session.lose([_quoting(one, text) for one in problems])
        desk.show_pane(PaneId.PROBLEMS, visible=True)
        desk.say(f"Pasted without {_lines(problems)}; see Problems.", refused=True)


def _lines(problems: Sequence[Problem]) -> str:
    """Where what could not be read stands: "lines 7 and 8"; "2 parts" where that is not known."""
    lines = sorted({one.span.line for one in problems if one.span is not None})
    if not lines:
        return "1 part" if len(problems) == 1 else f"{len(problems)} parts"
    *first, last = map(str, lines)
    if not first:
        return f"line {last}"
    return f"lines {', '.join(first[:_MOST_LINES])}{' …' if len(first) > _MOST_LINES else ''} and {last}"


def _quoting(problem: Problem, text: str) -> Problem:
    """A problem with the line that it is about: the text that was pasted is nowhere else to be seen."""
    if problem.span is None:
        return problem
    line = text.splitlines()[problem.span.line - 1].strip()
    return replace(problem, message=f"Line {problem.span.line}, {line[:_LONGEST]}: {problem.message}", span=None)


def _copied(text: str) -> tuple[Document, tuple[Problem, ...]]:
    """Nodes that were copied, where they were."""
    try:
        read = project.loads(text.encode())
    except GradwalkError as error:
        return Document(id=""), (Problem.of(error),)
    return read.document, read.problems


def _written(text: str) -> tuple[Document, tuple[Problem, ...]]:
    """What code says, arranged."""
    parsed = parse(text)
    return placed(evaluate(parsed.document)).document, parsed.problems


def _below(part: Document, desk: Desk) -> tuple[float, float]:
    """How far nodes have to move to stand under everything else."""
    x, y = desk.free_place()
    return x - min(node.x for node in part.nodes.values()), y - min(node.y for node in part.nodes.values())


def _refusal(problems: tuple[Problem, ...]) -> str:
    reason = f": {problems[0].message}" if problems else "."
    return f"What is on the clipboard is neither nodes nor code{reason}"
