"""Reading PyTorch-like code: it becomes a document, and none of it is run.

One call in the code is one node; equal parts are never merged. What cannot be read is reported with its line and
column, and the rest is read all the same.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.expr.changes import Setting, apply
from core.expr.draft import Draft
from core.expr.edits.wires import set_detached
from core.expr.graph import Call, Document, new_document
from core.expr.ids import NodeId
from core.expr.names import why_not_a_name
from core.expr.operations import has_several_results
from core.expr.parsing.builder import Builder
from core.expr.parsing.expressions import ExpressionReader
from core.expr.parsing.markers import Markers
from core.expr.parsing.statements import StatementReader
from core.expr.parsing.values import Lost, Operand, Several
from core.expr.problems import Problem, Span
from core.expr.regions import cutting_frame
from core.expr.syntax import CodeError, SourceText, parse_program


@dataclass(frozen=True, slots=True)
class Parsed:
    """The document that code stands for, what of it could not be read, and where nodes and actions come from."""

    document: Document
    problems: tuple[Problem, ...] = ()
    spans: Mapping[NodeId, Span] = field(default_factory=dict)
    action_spans: tuple[Span, ...] = ()


def parse(text: str, document: Document | None = None) -> Parsed:
    """Read a program into a document: an empty one, unless another is given."""
    document = document or new_document()
    source = SourceText(text)
    try:
        program = parse_program(source.text)
    except CodeError as error:
        return Parsed(document, _in_characters([Problem.of(error, span=error.span)], source))
    draft = Draft(document)
    builder = Builder(draft)
    names: dict[str, Any] = {}
    statements = StatementReader(ExpressionReader(builder, source, names), Markers(source.text))
    statements.read(_without_docstring(program, draft))
    name_nodes(draft, names)
    return Parsed(
        _cut_by_frames(apply(document, draft.finish("Read code").changes)),
        _in_characters(statements.problems, source),
        {key: source.span(span) for key, span in builder.spans.items()},
        tuple(map(source.span, statements.action_spans)),
    )


def _without_docstring(program: ast.Module, draft: Draft) -> list[ast.stmt]:
    """Take the title and the note of the document from the text that the program begins with."""
    text = ast.get_docstring(program)
    if text is None:
        return program.body
    title, _, note = text.partition("\n")
    draft.set(Setting.TITLE, title.strip())
    draft.set(Setting.NOTE, note.strip())
    return program.body[1:]


def _cut_by_frames(document: Document) -> Document:
    """Leave it to the detach frames to cut the wires that leave them, though the code says detach() as well."""
    cut = [key for key, wire in document.wires.items() if wire.detached and cutting_frame(document, wire)]
    return apply(document, set_detached(document, cut, False).changes)


def _in_characters(problems: list[Problem], source: SourceText) -> tuple[Problem, ...]:
    return tuple(replace(one, span=one.span and source.span(one.span)) for one in problems)


def name_nodes(draft: Draft, names: Mapping[str, Any]) -> None:
    """Give the nodes the names that the variables have at the end; a tensor with several keeps the first."""
    for name, known in names.items():
        value = known.before if isinstance(known, Lost) else known
        match value:
            case Operand(source) | Several(source):
                if not why_not_a_name(name):
                    _name(draft, name, source.node, source.output if isinstance(value, Operand) else None)


def _name(draft: Draft, name: str, key: NodeId, output: int | None) -> None:
    node = draft.node(key)
    if node is None:
        return
    if isinstance(node, Call) and output is not None and has_several_results(node):
        outputs = [*node.outputs, *[""] * (output + 1 - len(node.outputs))]
        if not outputs[output]:
            outputs[output] = name
            draft.update(node, outputs=tuple(outputs))
    elif not node.name:
        draft.update(node, name=name)
