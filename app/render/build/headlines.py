"""The expression as a formula, with the values it is computed with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app.render.fonts import elided
from app.render.formula import Formula, Kind, Literal, Row, Symbol, equation
from app.render.formula_layout import typeset
from app.render.formula_parse import FormulaError, Style, parse_formula
from app.render.looks import NumberText
from app.render.marks import TextStyle
from app.render.overlays import Headline
from app.render.previews import preview, type_label
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Backward, Document, Leaf
from core.expr.ids import NodeId
from core.ops.registry import all_ops

_MOST_LEAVES = 4
_MOST_NODES = 400
_LONGEST_CAPTION = 80
_BETWEEN = "     "


def roots_of(document: Document) -> list[NodeId]:
    """What the document is about: the roots of its backward passes, or else what nothing uses."""
    seeds = (seed for action in document.actions if isinstance(action, Backward) for seed in action.seeds)
    listed = list(dict.fromkeys(seed.root.node for seed in seeds))
    return listed or [
        key for key, node in document.nodes.items() if not isinstance(node, Leaf) and not document.wiring.out_of(key)
    ]


@lru_cache(maxsize=1)
def function_signs() -> dict[str, str]:
    """The symbols of functions by their names in code."""
    return {name: op.symbol for op in all_ops() for name in (*op.spelling.functions, *op.spelling.methods)}


def headline(evaluation: Evaluation, room: float, size: float) -> Headline | None:
    """The formula of the root; as far as there is room, those of the named tensors in it stand behind it.

    The expression of a large document is not written out: nobody could read it.
    """
    if len(evaluation.document.nodes) > _MOST_NODES:
        return None
    formula = expression_formula(evaluation.document, room, size)
    return None if formula is None else Headline(formula, caption(evaluation))


def expression_formula(document: Document, room: float, size: float) -> Formula | None:
    """What the roots and the named tensors behind them are equal to, as many of them as fit into `room`."""
    expressions = Expressions(document)
    found: Formula | None = None
    for node in _definitions(document):
        one = _equation(expressions, node)
        if found is None:
            found = one if typeset(one, size).width <= room else _cut(expressions, node, room, size)
            continue
        longer = Row((found, Literal(_BETWEEN), one))
        if typeset(longer, size).width > room:
            break
        found = longer
    return found


def _cut(expressions: Expressions, node: NodeId, room: float, size: float) -> Formula:
    """The beginning of an expression that is too long."""
    text = f"{expressions.names[node]} = {expressions.of(node).text}"
    return Literal(elided(text, TextStyle(size), room))


def _definitions(document: Document) -> Iterator[NodeId]:
    """The roots, then the named nodes they are computed from, nearest first."""
    pending, seen = roots_of(document), set()
    while pending:
        key = pending.pop(0)
        if key in seen or isinstance(document.nodes[key], Leaf):
            continue
        seen.add(key)
        if document.nodes[key].name or not document.wiring.out_of(key):
            yield key
        pending += document.wiring.sources(key)


def _equation(expressions: Expressions, node: NodeId) -> Formula:
    text = expressions.of(node).text
    style = Style(signs=function_signs(), gathered=True)
    try:
        right = parse_formula(text, style)
    except FormulaError:
        right = Literal(text)
    return equation(Symbol(expressions.names[node], Kind.STRONG), right)


def caption(evaluation: Evaluation) -> str:
    """The values of the leaves: "with x = [1, 2]"."""
    document = evaluation.document
    expressions = Expressions(document)
    leaves = [key for key, node in document.nodes.items() if isinstance(node, Leaf)]
    said = [f"{expressions.names[key]} = {_value(evaluation, key)}" for key in leaves[:_MOST_LEAVES]]
    text = ", ".join(said) + (f" and {len(leaves) - _MOST_LEAVES} more" if len(leaves) > _MOST_LEAVES else "")
    return f"with {text}" if text and len(text) <= _LONGEST_CAPTION else ""


def _value(evaluation: Evaluation, key: NodeId) -> str:
    tensors = evaluation.results(key)
    if not tensors:
        return "…"
    held = preview(tensors[0].array)
    return held.text if isinstance(held, NumberText) else type_label(tensors[0].array)
