"""Which of its names an operation is written with, so that reading the text finds the same operation again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.expr.graph import Call, Slot, Source
from core.expr.ids import NodeId
from core.expr.parsing.calls import match_call
from core.expr.parsing.values import Operand
from core.expr.parsing.vocabulary import NN, Vocabulary
from core.expr.problems import Span
from core.expr.spelling import UNSPELLED
from core.expr.syntax import CodeError
from core.ops.spec import REQUIRED, Op, Port
from core.tensor.bind import parameters

_TENSOR = Operand(Source(NodeId("")))
_NOWHERE = Span(1, 0, 1, 0)


@dataclass(frozen=True, slots=True)
class Form:
    """A name in a module, or of a method of the first input."""

    home: str
    name: str
    is_method: bool = False


def form_of_call(op: Op, call: Call, words: Vocabulary) -> tuple[Form, Call]:
    """Return how a call is written, and the call as it is written.

    Where several operations share a name, the settings that tell them apart are written out.
    """
    forms = list(_forms(op, call, words))
    for written in (call, with_all_settings(op, call)):
        for form, candidates in forms:
            if len(candidates) == 1 or _is_found(op, written, form, candidates):
                return form, written
    return Form("torch", f"{UNSPELLED}{op.name}"), call


def _forms(op: Op, call: Call, words: Vocabulary) -> Iterator[tuple[Form, Sequence[Op]]]:
    first = op.inputs[0]
    if parameters(op)[0] is first and not first.variadic and Slot(first.name) not in call.constants:
        yield from ((Form("", name, is_method=True), words.methods[name]) for name in op.spelling.methods)
    for home, names in (("torch", op.spelling.functions), (NN, op.spelling.nn)):
        yield from ((Form(home, name), words.functions[f"{home}.{name}"]) for name in names)


def with_all_settings(op: Op, call: Call) -> Call:
    """Return a call with the attributes that it was not given set to their defaults."""
    defaults = {one.name: one.default for one in op.attributes if one.default not in (REQUIRED, None)}
    return replace(call, attributes=defaults | dict(call.attributes))


def _is_found(op: Op, call: Call, form: Form, candidates: Sequence[Op]) -> bool:
    arguments = [_argument(one, call.constants) for one in parameters(op) if isinstance(one, Port)]
    while arguments and arguments[-1] is None:
        arguments.pop()
    try:
        found, _ = match_call(form.name, candidates, arguments, call.attributes, _NOWHERE)
    except CodeError:
        return False
    return found is op


def _argument(port: Port, constants: Mapping[Slot, Any]) -> Any:
    if port.variadic:
        return [_TENSOR]
    return constants.get(Slot(port.name), None if port.optional else _TENSOR)
