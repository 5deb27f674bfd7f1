"""Edits from text: the expression bar."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from core.expr.changes import ChangeSet
from core.expr.draft import Draft
from core.expr.edits.errors import EditError, the_node
from core.expr.edits.exchange import exchange
from core.expr.edits.nodes import check_names
from core.expr.graph import Document, Node, Point, Source, Value
from core.expr.ids import NodeId, RegionId
from core.expr.literal import retyped
from core.expr.names import outputs_of, why_not_a_name
from core.expr.operations import op_of
from core.expr.ordering import depends_on
from core.expr.parsing.builder import Builder, results_of
from core.expr.parsing.expressions import ExpressionReader
from core.expr.parsing.values import Numbers, Operand, Several
from core.expr.problems import Span
from core.expr.syntax import CodeError, SourceText, parse_program, span_of


def add_expression(
    document: Document, text: str, *, at: Point = (0.0, 0.0), region: RegionId | None = None
) -> ChangeSet:
    """Add the nodes of an expression such as ``y = 2*x[0] + b``.

    Names stand for the nodes that have them; a name that nothing has becomes a new leaf.
    """
    draft = Draft(document)
    reading = _Reading(draft, document.nodes, text, at, region)
    root = reading.root()
    if reading.name and root is not None:
        check_names(document, root.node, [reading.name])
        draft.update(the_node(draft, root.node), name=reading.name)
    return draft.finish("Add expression")


class _Reading:
    """Reads one expression into a draft; `nodes` are those whose names it may use."""

    def __init__(
        self, draft: Draft, nodes: Mapping[NodeId, Node], text: str, at: Point, region: RegionId | None
    ) -> None:
        self._source = SourceText(text.strip())
        self.name, self._tree = _divided(self._source.text)
        self._builder = Builder(draft)
        self._builder.region = region
        self._at = at
        self._names = _names(nodes)
        self._reader = ExpressionReader(self._builder, self._source, self._names, self._new_leaf)

    def root(self) -> Source | None:
        """Read the expression, and return the result it stands for."""
        value = self._reader.read(self._tree)
        span = span_of(self._tree)
        match value:
            case Operand():
                source = self._builder.as_node(value, span)
            case Several(source):
                pass
            case Numbers(numbers):
                source = self._builder.leaf(numbers, False, span).source
            case bool() | int() | float() | list():
                source = self._builder.leaf(retyped(self._source.segment(self._tree)), False, span).source
            case _:
                raise CodeError("This is no tensor.", "Write an expression such as 2*x + b.", span)
        for key in self._builder.spans:
            self._builder.draft.update(self._builder.node(key), x=self._at[0], y=self._at[1])
        return source

    def _new_leaf(self, name: str, span: Span) -> Operand:
        if reason := why_not_a_name(name):
            raise CodeError(reason, span=span)
        operand = self._builder.leaf(Value(_guess(self._tree, name)), True, span)
        self._builder.draft.update(self._builder.node(operand.source.node), name=name)
        self._names[name] = operand
        return operand


def _divided(text: str) -> tuple[str, ast.expr]:
    """Return the name in front of ``=``, if there is one, and the expression."""
    match parse_program(text).body:
        case [ast.Assign([ast.Name(name)], value)]:
            return name, value
        case [ast.Expr(value)]:
            return "", value
    raise CodeError("Write one expression, with a name before it or without.", "For example y = 2*x + b.")


def _names(nodes: Mapping[NodeId, Node]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for key, node in nodes.items():
        if node.name:
            op = op_of(node)
            names[node.name] = results_of(op, Source(key)) if op else Operand(Source(key))
        for output, name in enumerate(outputs_of(node)):
            names[name] = Operand(Source(key, output))
    return names


def _guess(tree: ast.expr, name: str) -> str:
    """Return numbers for a new leaf: 1, or as many as the expression takes single ones of."""
    places = [
        index.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == name
        for index in [node.slice]
        if isinstance(index, ast.Constant) and isinstance(index.value, int) and 0 <= index.value < 100
    ]
    return f"[{', '.join(f'{place + 1}.' for place in range(max(places) + 1))}]" if places else "1."


def replace_expression(document: Document, key: NodeId, text: str) -> ChangeSet:
    """Let a node compute another expression; nodes that are in both stay where they are.

    The node keeps its id, its name and what takes its result. Nodes without a name that only it used go.
    """
    root = the_node(Draft(document), key)
    usable = {one: node for one, node in document.nodes.items() if one != key}
    made = Draft(document)
    reading = _Reading(made, usable, text, (root.x, root.y), root.region)
    result = reading.root()
    if result is None or depends_on(document, result.node, key):
        raise EditError(f"{root.name or 'The node'} cannot be computed from itself.")
    return exchange(document, root, made.finish("").added(), result).finish("Change expression")
