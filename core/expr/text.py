"""Nodes as text: ``2*x[0] + b`` for titles and the expression bar, and the same as code.

A text knows which stretch of it belongs to which node, and how strongly its outermost sign binds, so that
parentheses stand where they are needed and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.expr.forms import form_of_call
from core.expr.graph import Call, Constant, Slot
from core.expr.ids import NodeId
from core.expr.indices import TENSOR_PLACE
from core.expr.operations import op_of
from core.expr.parsing.vocabulary import NN, vocabulary
from core.expr.spelling import (
    ATOM,
    CONVERSIONS,
    ITEM,
    POWER_STRENGTH,
    PREFIX,
    PREFIX_STRENGTH,
    PRODUCT_STRENGTH,
    STRENGTH,
    operands,
)
from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port
from core.ops.writing import TO_DTYPE
from core.tensor.bind import parameters


class Mark(NamedTuple):
    """A stretch of a text, from `start` up to `end`, that a node is written as."""

    start: int
    end: int
    node: NodeId


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of an expression. `strength` says how strongly it holds together (spelling.py).

    `node` is what it is the text of, and `parts` are the texts in it, with where they start. `tight` is the same
    without spaces, for a product in a sum: ``2*x + 1``.
    """

    text: str
    strength: int = ATOM
    node: NodeId | None = None
    parts: tuple[tuple[int, Text], ...] = ()
    tight: Text | None = None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The stretches of all nodes, outer ones before those in them."""
        found: list[Mark] = []
        pending = [(0, self)]
        while pending:
            start, text = pending.pop()
            if text.node is not None:
                found.append(Mark(start, start + len(text.text), text.node))
            pending += [(start + offset, part) for offset, part in reversed(text.parts)]
        return tuple(found)

    def at_least(self, strength: int) -> Text:
        """Return the text, in parentheses when it does not hold together as strongly as that."""
        return self if self.strength >= strength else joined("(", self, ")")

    def of(self, node: NodeId) -> Text:
        """Return the text as that of a node."""
        return Text(self.text, self.strength, node, ((0, self),), self.tight and self.tight.of(node))

    def inside(self, strength: int) -> Text:
        """Return the text as it stands beside a sign of that strength: tight, when the sign binds less."""
        return self.tight if self.tight is not None and strength < self.strength else self


def joined(*parts: str | Text, strength: int = ATOM) -> Text:
    """Put parts together."""
    text = ""
    placed: list[tuple[int, Text]] = []
    for part in parts:
        if isinstance(part, Text):
            placed.append((len(text), part))
            text += part.text
        else:
            text += part
    return Text(text, strength, None, tuple(placed))


def separated(parts: Iterable[str | Text], separator: str = ", ") -> Iterator[str | Text]:
    """Iterate over parts with a separator between them."""
    for place, part in enumerate(parts):
        if place:
            yield separator
        yield part


Inputs = Callable[[Slot], Text]
"""What stands in an input: the text of a tensor or a constant."""

MISSING = Text("...")
"""What is written where an input has nothing."""


def constant_text(value: Constant) -> Text:
    """Return a number, or whatever else stands in an input, as code."""
    match value:
        case tuple():
            return joined("[", *separated(map(constant_text, value)), "]")
        case float() if not math.isfinite(value):
            return Text(f"float('{value!r}')")
    text = repr(value)
    return Text(text, PREFIX_STRENGTH if text.startswith("-") else ATOM)


class CallWriter:
    """Writes calls. `torch` and `nn` stand before the names of functions: nothing in the expression bar."""

    def __init__(self, torch: str = "", nn: str = "") -> None:
        self._torch = torch
        self._nn = nn
        self._words = vocabulary()

    def write(self, call: Call, inputs: Inputs, lengths: Mapping[str, int]) -> Text:
        """Return a call as text. `lengths` says how many tensors there are in each list of them."""
        op = op_of(call)
        if op is None:
            return joined(f"{self._torch}{call.op}(", *separated(map(inputs, sorted(call.constants))), ")")
        return self._signed(op, call, inputs) or self._named(op, call, inputs, lengths)

    def _signed(self, op: Op, call: Call, inputs: Inputs) -> Text | None:
        """Return a call that is written with a sign, if this one is."""
        sign = op.spelling.operator
        first = inputs(Slot(op.inputs[0].name))
        if sign in STRENGTH:
            return infix(first, sign, inputs(Slot(op.inputs[1].name)))
        if sign in PREFIX:
            return joined(PREFIX[sign], first.at_least(PREFIX_STRENGTH), strength=PREFIX_STRENGTH)
        if sign == ITEM:
            return joined(first.at_least(ATOM), "[", *_index_parts(op, call, inputs), "]")
        if sign.startswith("."):
            return joined(first.at_least(ATOM), sign)
        if op is TO_DTYPE:
            return joined(first.at_least(ATOM), _conversion(call.attributes.get(op.attributes[0].name, "")))
        return None

    def _named(self, op: Op, call: Call, inputs: Inputs, lengths: Mapping[str, int]) -> Text:
        """Return a call by name: as a method of its first input when it has one."""
        form, call = form_of_call(op, call, self._words)
        arguments = separated(_arguments(op, call, inputs, lengths))
        if not form.is_method:
            homes = {"torch": self._torch, NN: self._nn}
            return joined(f"{homes[form.home]}{form.name}(", *arguments, ")")
        owner = next(arguments)
        next(arguments, None)  # the separator behind it
        strong = owner.at_least(ATOM) if isinstance(owner, Text) else owner
        return joined(strong, f".{form.name}(", *arguments, ")")


def _arguments(op: Op, call: Call, inputs: Inputs, lengths: Mapping[str, int]) -> Iterator[Text]:
    by_name = False
    for one in parameters(op):
        by_name = by_name or (isinstance(one, Attribute) and (one.keyword_only or one.default is not REQUIRED))
        if isinstance(one, Port):
            text = _port_text(one, inputs, lengths.get(one.name, 0))
        elif one.name in call.attributes:
            text = _setting(one, call.attributes[one.name], by_name)
        else:
            text = MISSING if one.default is REQUIRED else constant_text(one.default) if one.written else None
        if text is not None:
            yield joined(f"{one.name}=", text) if by_name else text
        by_name = by_name or text is None


def _setting(attribute: Attribute, value: Any, by_name: bool) -> Text:
    if attribute.kind is Kind.DTYPE:
        return Text(f"torch.{value}")
    if not isinstance(value, tuple):
        return constant_text(value)
    numbers = separated(map(constant_text, value))
    if attribute.splat and value and not by_name:
        return joined(*numbers)
    return joined("(", *numbers, ",)" if len(value) == 1 else ")")


def infix(first: Text, sign: str, second: Text) -> Text:
    """Return two operands with a sign between them."""
    own = STRENGTH[sign]
    left, right = operands(sign)
    parts = first.at_least(left).inside(own), second.at_least(right).inside(own)
    close = joined(parts[0].tight or parts[0], sign, parts[1].tight or parts[1], strength=own)
    if own == POWER_STRENGTH:
        return close
    spaced = joined(parts[0], f" {sign} ", parts[1], strength=own)
    return replace(spaced, tight=close) if own == PRODUCT_STRENGTH else spaced


def _conversion(dtype: str) -> str:
    method = next((name for name, made in CONVERSIONS.items() if made == dtype), "")
    return f".{method}()" if method else f".to(torch.{dtype})"


def _port_text(port: Port, inputs: Inputs, length: int) -> Text | None:
    if port.variadic:
        return joined("[", *separated(inputs(Slot(port.name, place)) for place in range(length)), "]")
    text = inputs(Slot(port.name))
    return None if port.optional and text is MISSING else text


def _index_parts(op: Op, call: Call, inputs: Inputs) -> Iterator[str | Text]:
    """Iterate over the parts of an index, with the tensors in their places."""
    (setting,) = op.attributes
    index = str(call.attributes.get(setting.name, MISSING.text))
    end = 0
    for match in TENSOR_PLACE.finditer(index):
        yield index[end : match.start()]
        yield inputs(Slot(setting.name, int(match[1])))
        end = match.end()
    yield index[end:]
