"""Finding the operation that a call in code means, among those that share its name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.errors import KindError
from core.expr.operations import is_choice
from core.expr.parsing.values import Operand
from core.expr.problems import Span
from core.expr.syntax import CodeError
from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port
from core.tensor.bind import match_arguments, parameters
from core.tensor.choice import fits

Matched = tuple[Op, dict[str, Any]]


def match_call(
    name: str, candidates: Sequence[Op], arguments: Sequence[Any], named: Mapping[str, Any], span: Span
) -> Matched:
    """Return the first operation that the arguments fit, with the arguments by the names of its parameters."""
    for op in candidates:
        if len(candidates) > 1 and not fits(op, arguments, named):
            continue
        try:
            given = match_arguments(op, arguments, dict(named))
        except KindError:
            continue
        if _suits(op, given):
            return op, given
    if len(candidates) == 1:
        return _explained(candidates[0], arguments, named, span)
    forms = " or ".join(form_of(name, op) for op in candidates)
    raise CodeError(f"{name} does not take these arguments.", f"It is called as {forms}.", span)


def _suits(op: Op, given: Mapping[str, Any]) -> bool:
    """Whether what is needed is there, and the settings can be what they are given as."""
    return all(_may_be(one, given[one.name]) if one.name in given else _may_be_left_out(one) for one in parameters(op))


def _may_be(one: Port | Attribute, value: Any) -> bool:
    """Whether a parameter can have a value: a setting is one of its choices, and known before anything is computed."""
    if isinstance(one, Port) or one.kind is Kind.INDEX:
        return True
    if isinstance(value, list | tuple):
        return one.kind in _LISTS
    words = isinstance(value, str) == (one.kind in _WORDS or value in one.choices)
    return value is None or (words and not isinstance(value, Operand) and is_choice(one, value))


_LISTS = (Kind.DIMS, Kind.SHAPE)
_WORDS = (Kind.CHOICE, Kind.TEXT, Kind.DTYPE)


def _may_be_left_out(one: Port | Attribute) -> bool:
    return one.optional if isinstance(one, Port) else one.default is not REQUIRED


def _explained(op: Op, arguments: Sequence[Any], named: Mapping[str, Any], span: Span) -> Matched:
    """Say what is wrong with a call of the only operation of its name."""
    try:
        given = match_arguments(op, arguments, dict(named))
    except KindError as error:
        raise CodeError(error.message, f"It is called as {form_of(op.name, op)}.", span) from None
    missing = [one.name for one in parameters(op) if one.name not in given and not _may_be_left_out(one)]
    tensors = [one.name for one in op.attributes if isinstance(given.get(one.name), Operand)]
    if missing:
        what = f"{op.name} misses its argument {missing[0]!r}."
    elif tensors:
        what = f"{tensors[0]!r} of {op.name} has to be a plain number: it is a setting, not an input."
    else:
        what = f"{op.name} does not take these arguments."
    raise CodeError(what, f"It is called as {form_of(op.name, op)}.", span)


def form_of(name: str, op: Op) -> str:
    """Return how an operation is called: ``sum(self, dim=None, keepdim=False)``."""
    return f"{name}({', '.join(map(_parameter, parameters(op)))})"


def _parameter(one: Port | Attribute) -> str:
    if isinstance(one, Port):
        return f"[{one.name}, ...]" if one.variadic else one.name
    return one.name if one.default is REQUIRED else f"{one.name}={one.default!r}"


_CLOSE = 0.7
"""How alike two names are that may be meant for each other: of three letters, one may be missing, but not wrong."""


def unknown(name: str, known: Iterable[str], span: Span) -> CodeError:
    """Make the error for a name that nothing is known about, with the nearest ones that are."""
    word = name.rpartition(".")[2]
    alike = [one for one in known if one[:1].isupper() == word[:1].isupper()]  # a class is no slip for a function
    close = difflib.get_close_matches(word, alike, 3, _CLOSE)
    hint = f"Did you mean {' or '.join(close)}?" if close else "It is not among the operations of Gradwalk."
    return CodeError(f"{name} is not known.", hint, span)
