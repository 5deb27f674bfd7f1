"""What a node takes: the inputs and attributes that the record of its operation has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.errors import ArgumentError
from core.expr.graph import ALIAS_SLOT, Alias, Call, Document, Leaf, Node, Slot
from core.expr.names import outputs_of
from core.ops import registry
from core.ops.spec import Attribute, Kind, Op, Port

_ALIAS_PORTS = (Port(ALIAS_SLOT.port, "The tensor that gets another name."),)


def op_of(node: Node) -> Op | None:
    """Return the record of a call's operation; None for other nodes, and when this version has no such operation."""
    if not isinstance(node, Call):
        return None
    try:
        return registry.get(node.op)
    except ArgumentError:
        return None


def has_several_results(node: Node) -> bool:
    """Whether a node has more than one result, each of which can be taken by itself."""
    op = op_of(node)
    return op is not None and op.has_many_results


def is_taken_apart(node: Node) -> bool:
    """Whether code takes a node apart into names: all its results have one, and they have none together."""
    op, names = op_of(node), outputs_of(node)
    count = len(op.outputs) if op is not None and not op.many_results else max(2, len(names))
    return not node.name and all(names) and len(names) == count


def ports_of(node: Node) -> tuple[Port, ...]:
    """Return the inputs that a node takes, in order; an index takes the tensors in it as a list."""
    match node:
        case Leaf():
            return ()
        case Alias():
            return _ALIAS_PORTS
    op = op_of(node)
    if op is None:
        return ()
    indices = (one for one in op.attributes if one.kind is Kind.INDEX)
    return (*op.inputs, *(Port(one.name, one.summary, variadic=True, optional=True) for one in indices))


def port_named(node: Node, name: str) -> Port | None:
    """Return the input of that name."""
    return next((port for port in ports_of(node) if port.name == name), None)


def is_list(node: Node, name: str) -> bool:
    """Whether an input of that name takes a list of tensors, which may have any length."""
    op = op_of(node)
    return op is not None and any(port.variadic and port.name == name for port in op.inputs)


def attribute_named(node: Node, name: str) -> Attribute | None:
    """Return the attribute of that name."""
    op = op_of(node)
    return next((one for one in op.attributes if one.name == name), None) if op else None


def is_choice(attribute: Attribute, value: Any) -> bool:
    """Whether an attribute offers a value; where it takes numbers, its choices are the words it takes as well."""
    takes_numbers = attribute.kind is Kind.NUMBER and isinstance(value, bool | int | float)
    return not attribute.choices or takes_numbers or value in attribute.choices


def length(document: Document, node: Node, port: str) -> int:
    """Return how many tensors or constants a port has."""
    places = [wire.slot.place for wire in document.wiring.into(node.id) if wire.slot.port == port]
    if isinstance(node, Call):
        places += [slot.place for slot in node.constants if slot.port == port]
    return 1 + max(places, default=-1)


def lengths_of(document: Document, node: Node) -> dict[str, int]:
    """Return the lengths of the ports that take a list, by name."""
    return {port.name: length(document, node, port.name) for port in ports_of(node) if port.variadic}


def slots_of(document: Document, node: Node) -> Iterator[Slot]:
    """Iterate over the inputs of a node, in order: one for each port, and of a list those that are there."""
    for port in ports_of(node):
        count = length(document, node, port.name) if port.variadic else 1
        yield from (Slot(port.name, place) for place in range(count))


def first_wired(document: Document, node: Node) -> Slot | None:
    """Return the first input that has a wire: what a muted or a dissolved operation hands on."""
    wired = {wire.slot for wire in document.wiring.into(node.id)}
    return next((slot for slot in slots_of(document, node) if slot in wired), None)
