"""What the expression bar shows: the expression of a root, which stretches of it belong to a node, and its value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.selection import Selection
from core.expr import edits
from core.expr.changes import ChangeSet
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Backward, Document, Leaf, Point
from core.expr.ids import NodeId
from core.expr.syntax import CodeError
from core.expr.text import Mark


@dataclass(frozen=True, slots=True)
class ExpressionLine:
    """``y = 2*x[0]`` of a node. `marks` say which stretch belongs to which node, the outer ones first."""

    node: NodeId | None = None
    name: str = ""
    text: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def whole(self) -> str:
        """The line as it is edited."""
        return f"{self.name} = {self.text}" if self.name else self.text

    @property
    def offset(self) -> int:
        """Where the expression begins in the line."""
        return len(self.whole) - len(self.text)

    def stretches(self, node: NodeId | None) -> Sequence[tuple[int, int]]:
        """The stretches of the line that a node is written as."""
        if node is None or node == self.node:
            return ()
        return [(mark.start + self.offset, mark.end + self.offset) for mark in self.marks if mark.node == node]


def line_of(evaluation: Evaluation, selection: Selection) -> ExpressionLine:
    """The line of the selected node, or of the root."""
    document = evaluation.document
    node = selection.current or next(iter(selection.nodes), None) or main_root(document)
    if node is None or node not in document.nodes:
        return ExpressionLine()
    text = Expressions(document).of(node)
    return ExpressionLine(node, document.nodes[node].name, text.text, text.marks)


def main_root(document: Document) -> NodeId | None:
    """What the document is about: the root of its first backward pass, or else the last result that nothing uses."""
    for action in document.actions:
        if isinstance(action, Backward) and action.seeds:
            return action.seeds[0].root.node
    unused = [key for key in document.nodes if not document.wiring.out_of(key)]
    computed = [key for key in unused if not isinstance(document.nodes[key], Leaf)]
    return next(reversed(computed or unused), None)


def edit_line(document: Document, line: ExpressionLine, typed: str, at: Point) -> ChangeSet:
    """The edit that a typed line stands for.

    What was shown is changed where the name before ``=`` is the same; anything else adds new nodes, at a place.
    Raises CodeError with the place of the mistake in the text.
    """
    start = _body_start(typed)
    if line.node is None or typed[:start].rstrip("= ") != line.name:
        return edits.add_expression(document, typed, at=at)
    try:
        if isinstance(document.nodes[line.node], Leaf):
            return edits.set_value(document, line.node, typed[start:])
        return edits.replace_expression(document, line.node, typed[start:])
    except CodeError as error:
        raise _moved(error, start) from None


def _body_start(typed: str) -> int:
    """Where the expression begins, behind a name and ``=``."""
    found = _ASSIGNED.match(typed)
    return found.end() if found else len(typed) - len(typed.lstrip())


_ASSIGNED = re.compile(r"\s*[^\W\d]\w*\s*=(?!=)\s*")


def _moved(error: CodeError, by: int) -> CodeError:
    """The same mistake in a line that begins earlier."""
    span = error.span
    if span is None or span.line > 1:
        return error
    moved = span._replace(column=span.column + by, end_column=span.end_column + by)
    return CodeError(error.message, error.hint, moved)
