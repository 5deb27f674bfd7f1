"""Everything that is wrong with a document, found with and without computing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from core.expr.evaluate import Evaluation, evaluate
from core.expr.graph import Call, Document, Node
from core.expr.names import names_in
from core.expr.operations import is_choice, op_of, ports_of
from core.expr.problems import Problem
from core.ops.spec import Attribute, Op


def check(document: Document, evaluation: Evaluation | None = None) -> tuple[Problem, ...]:
    """Return what is wrong: with the drawing, and with what it computes (evaluated here, unless it has been)."""
    evaluation = evaluation or evaluate(document)
    return (*check_drawing(document), *evaluation.problems)


def check_drawing(document: Document) -> tuple[Problem, ...]:
    """Return what shows without computing anything."""
    return (*_cycles(document), *_names(document), *_inputs(document), *_settings(document))


def _cycles(document: Document) -> Iterator[Problem]:
    for wire in document.ordering.closing:
        yield Problem(
            message="The wires go round in a circle.", hint="Cut one of them.", node=wire.target, wire=wire.id
        )


def _names(document: Document) -> Iterator[Problem]:
    taken = Counter(name for node in document.nodes.values() for name in names_in(node))
    for key, node in document.nodes.items():
        for name in names_in(node):
            if taken[name] > 1:
                yield Problem(message=f"Several nodes have the name {name!r}.", hint="Rename one.", node=key)


def _inputs(document: Document) -> Iterator[Problem]:
    known = {key: {port.name for port in ports_of(node)} for key, node in document.nodes.items()}
    for wire in document.wires.values():
        node = document.nodes[wire.target]
        if _is_known(node) and wire.slot.port not in known[wire.target]:
            yield Problem(message=f"There is no input {wire.slot.port!r}.", node=node.id, wire=wire.id)
    for node in document.nodes.values():
        for slot in getattr(node, "constants", {}):
            if _is_known(node) and slot.port not in known[node.id]:
                yield Problem(message=f"There is no input {slot.port!r}.", hint="Take the number away.", node=node.id)


def _is_known(node: Node) -> bool:
    return not isinstance(node, Call) or op_of(node) is not None


def _settings(document: Document) -> Iterator[Problem]:
    for node in document.nodes.values():
        op = op_of(node)
        if isinstance(node, Call) and op is not None:
            for message in _wrong_settings(op, node.attributes):
                yield Problem(message=message, node=node.id)


def _wrong_settings(op: Op, given: Mapping[str, Any]) -> Iterator[str]:
    known = {one.name: one for one in op.attributes}
    for name, value in given.items():
        if name not in known:
            yield f"{op.name} has no attribute {name!r}."
        elif reason := why_not_a_setting(known[name], value):
            yield reason


def why_not_a_setting(attribute: Attribute, value: Any) -> str:
    """Return why an attribute cannot have a value, or nothing when it can."""
    if not is_choice(attribute, value):
        return f"{attribute.name!r} is one of {', '.join(map(repr, attribute.choices))}, not {value!r}."
    if isinstance(value, int | float):
        if attribute.minimum is not None and value < attribute.minimum:
            return f"{attribute.name!r} is at least {attribute.minimum:g}, not {value:g}."
        if attribute.maximum is not None and value > attribute.maximum:
            return f"{attribute.name!r} is at most {attribute.maximum:g}, not {value:g}."
    return ""
