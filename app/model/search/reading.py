"""What a search text means besides a name: numbers, an operator with a number, an index, an expression."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.model.search.entries import AddExpression, AddLeaf, AddOp, Entry
from core.errors import GradwalkError
from core.expr.arithmetic import Number, number_of
from core.expr.graph import Slot
from core.expr.literal import retyped
from core.expr.spelling import ITEM, STRENGTH
from core.expr.syntax import dotted, parse_expression, walk_names
from core.ops.registry import all_ops
from core.ops.spec import Op

_SIGNS = "|".join(re.escape(sign) for sign in sorted(STRENGTH, key=len, reverse=True))
_BEHIND = re.compile(rf"({_SIGNS})\s*(.+)")
_BEFORE = re.compile(rf"(.+?)\s*({_SIGNS})")
_TENSOR = ("tensor", "leaf", "variable", "parameter", "number")
"""Words that a new leaf is looked for with."""


def meanings(text: str, *, from_wire: bool) -> Iterator[Entry]:
    """What a text asks for by what it says; `from_wire`, an operation is likelier than numbers."""
    text = text.strip()
    leaf: list[Entry] = [*_leaf(text)]
    operations: list[Entry] = [*_index(text), *_calculations(text)]
    yield from [*operations, *leaf] if from_wire else [*leaf, *operations]
    if not leaf and _is_expression(text):
        yield AddExpression(text)


def _leaf(text: str) -> Iterator[AddLeaf]:
    if not re.search(r"\w", text):
        return
    if any(word.startswith(text.lower()) for word in _TENSOR) and len(text) > 1:
        yield AddLeaf("1.")
        return
    try:
        retyped(text)
    except GradwalkError:
        return
    yield AddLeaf(text)


def _index(text: str) -> Iterator[AddOp]:
    op = _with_sign(ITEM)
    if op is not None and text.startswith("[") and text.endswith("]") and text[1:-1].strip():
        yield AddOp(op, {op.attributes[0].name: text[1:-1]})


def _calculations(text: str) -> Iterator[AddOp]:
    """``* 2`` takes a number as its second operand, ``2 *`` as its first."""
    for pattern, (sign_group, number_group), place in ((_BEHIND, (1, 2), 1), (_BEFORE, (2, 1), 0)):
        found = pattern.fullmatch(text)
        number = _number(found[number_group]) if found else None
        op = _with_sign(found[sign_group]) if found else None
        if op is not None and number is not None:
            yield AddOp(op, constants={Slot(op.inputs[place].name): number})


def _number(text: str) -> Number | None:
    try:
        return number_of(parse_expression(text))
    except GradwalkError:
        return None


def _with_sign(sign: str) -> Op | None:
    return next((op for op in all_ops() if op.spelling.operator == sign), None)


def _is_expression(text: str) -> bool:
    """Whether a text is more than a name: it calculates, calls or assigns something."""
    body = text.partition("=")[2] if re.match(r"\w+\s*=[^=]", text) else text
    try:
        tree = parse_expression(body)
    except GradwalkError:
        return False
    return not dotted(tree) and any(True for _ in walk_names(tree))
