"""Nodes, wires, regions and actions as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.expr import graph
from core.expr.changes import Part
from core.expr.graph import Action, Aspect, Node, Quantity, RegionKind, Seed, Slot, Source, Value
from core.io import fields as read
from core.io.fields import Field, FormatError, Record

_KIND = "kind"


_SOURCE_PARTS = read.sequence(read.ident, read.count)


def _read_source(value: Any) -> Source:
    return Source(*_SOURCE_PARTS(value))


def _read_slot(value: Any) -> Slot:
    port, _, place = read.text(value).partition(".")
    if place and not (place.isascii() and place.isdigit() and len(place) < 6):
        raise FormatError(f"{value!r} is not an input such as other or tensors.1.")
    return Slot(port, int(place or 0))


def _write_slot(slot: Slot) -> str:
    return f"{slot.port}.{slot.place}" if slot.place else slot.port


_read_named = read.each_value(read.constant)


def _read_constants(value: Any) -> Mapping[Slot, Any]:
    return {_read_slot(name): one for name, one in _read_named(value).items()}


def _write_constants(constants: Mapping[Slot, Any]) -> Any:
    return {_write_slot(slot): read.write_constant(value) for slot, value in constants.items()}


def _write_attributes(attributes: Mapping[str, Any]) -> Any:
    return {name: read.write_constant(value) for name, value in attributes.items()}


_SOURCE = Field(_read_source, list)
_SOURCES = Field(read.each(_read_source), lambda sources: [list(one) for one in sources])

VALUE = Record(Value, text=read.text, dtype=read.text)

_NODE: dict[str, Any] = {
    "ignored": (_KIND,),
    "id": read.ident,
    "name": read.text,
    "requires_grad": read.flag,
    "retains_grad": read.flag,
    "region": read.optional(read.ident),
    "x": read.coordinate,
    "y": read.coordinate,
}
_NODES: dict[str, Record[Any]] = {
    "leaf": Record(graph.Leaf, **_NODE, value=Field(VALUE.read, VALUE.write)),
    "call": Record(
        graph.Call,
        **_NODE,
        op=read.text,
        attributes=Field(_read_named, _write_attributes),
        constants=Field(_read_constants, _write_constants),
        outputs=Field(read.each(read.text), list),
        muted=read.flag,
    ),
    "alias": Record(graph.Alias, **_NODE),
}
_NODE_KINDS = {graph.Leaf: "leaf", graph.Call: "call", graph.Alias: "alias"}

WIRE = Record(
    graph.Wire,
    id=read.ident,
    source=Field(_read_source, list, "from"),
    target=Field(read.ident, key="to"),
    slot=Field(_read_slot, _write_slot, "input"),
    detached=read.flag,
    via=Field(read.each(read.sequence(read.coordinate, read.coordinate)), lambda via: [list(one) for one in via]),
)
REGION = Record(
    graph.Region,
    id=read.ident,
    kind=read.one_of(RegionKind, "no_grad, enable_grad, inference_mode, detach or comment"),
    title=read.text,
    enabled=read.flag,
    folded=read.flag,
    parent=read.optional(read.ident),
    bounds=Field(read.optional(read.sequence(*[read.coordinate] * 4)), lambda bounds: bounds and list(bounds)),
)


def _read_gradient(value: Any) -> Value | Source | None:
    match value:
        case None:
            return None
        case list():
            return _read_source(value)
    return VALUE.read(value)


def _write_gradient(gradient: Value | Source | None) -> Any:
    match gradient:
        case None:
            return None
        case Source():
            return list(gradient)
    return VALUE.write(gradient)


_SEED = Record(Seed, root=_SOURCE, gradient=Field(_read_gradient, _write_gradient))
_QUANTITY = Record(
    Quantity,
    source=_SOURCE,
    aspect=read.one_of(Aspect, "value, grad, grad_fn, requires_grad, is_leaf, shape or dtype"),
    as_number=read.flag,
    format=read.text,
)


def _read_piece(value: Any) -> Any:
    return read.text(value) if isinstance(value, str) else _QUANTITY.read(value)


_read_pieces = read.each(_read_piece)


def _read_printable(value: Any) -> Any:
    return _read_pieces(value) if isinstance(value, list) else _read_piece(value)


def _write_printable(printable: Any) -> Any:
    match printable:
        case str():
            return printable
        case tuple():
            return [_write_printable(one) for one in printable]
    return _QUANTITY.write(printable)


_ACTIONS: dict[str, Record[Any]] = {
    "backward": Record(
        graph.Backward,
        ignored=(_KIND,),
        seeds=Field(read.each(_SEED.read), lambda seeds: [_SEED.write(one) for one in seeds]),
        retain_graph=read.optional(read.flag),
        create_graph=read.flag,
        inputs=_SOURCES,
    ),
    "clear_grad": Record(graph.ClearGrad, node=read.ident, to_zero=read.flag),
    "print": Record(
        graph.Print,
        arguments=Field(read.each(_read_printable), lambda given: [_write_printable(one) for one in given]),
    ),
}
_ACTION_KINDS = {graph.Backward: "backward", graph.ClearGrad: "clear_grad", graph.Print: "print"}


def read_node(value: Any) -> Node:
    """Read a node of any kind."""
    return _read_kind(_NODES, value)  # type: ignore[no-any-return]


def write_node(node: Node) -> dict[str, Any]:
    """Write a node of any kind."""
    kind = _NODE_KINDS[type(node)]
    return {_KIND: kind, **_NODES[kind].write(node)}


def read_action(value: Any) -> Action:
    """Read a backward pass, a print, or the clearing of a gradient."""
    return _read_kind(_ACTIONS, value)  # type: ignore[no-any-return]


def write_action(action: Action) -> dict[str, Any]:
    """Write an action of any kind."""
    kind = _ACTION_KINDS[type(action)]
    return {_KIND: kind, **_ACTIONS[kind].write(action)}


def write_part(part: Part) -> dict[str, Any]:
    """Write a node, a wire or a region."""
    match part:
        case graph.Wire():
            return WIRE.write(part)
        case graph.Region():
            return REGION.write(part)
    return write_node(part)


def _read_kind(records: Mapping[str, Record[Any]], value: Any) -> Any:
    kind = read.mapping(value).get(_KIND)
    if not isinstance(kind, str) or kind not in records:
        raise FormatError(f"nothing is known about the kind {kind!r}.", f"Known are {', '.join(records)}.")
    return records[kind].read(value)
