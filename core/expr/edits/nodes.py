"""Edits of nodes: adding, removing and moving them, and changing what they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.expr.changes import ChangeSet
from core.expr.draft import Draft
from core.expr.edits.errors import EditError, the_call, the_leaf, the_node, the_region, the_wire
from core.expr.edits.regions import remove_region
from core.expr.edits.removal import close_gaps, remove_node
from core.expr.graph import Call, Constant, Document, Leaf, Point, Slot, Source
from core.expr.ids import NodeId, RegionId, WireId
from core.expr.literal import retyped
from core.expr.names import names_in, outputs_of, why_not_a_name
from core.expr.operations import attribute_named
from core.ops import registry


def add_leaf(
    document: Document,
    text: str,
    *,
    name: str = "",
    requires_grad: bool = False,
    at: Point = (0.0, 0.0),
    region: RegionId | None = None,
) -> ChangeSet:
    """Add a leaf whose numbers are given as text."""
    draft = Draft(document)
    check_names(document, None, [name])
    value = retyped(text)
    leaf = Leaf(
        id=draft.ids.node(), name=name, value=value, requires_grad=requires_grad, x=at[0], y=at[1], region=region
    )
    draft.put(leaf)
    return draft.finish("Add leaf")


def add_call(
    document: Document,
    op: str,
    *,
    attributes: Mapping[str, Any] | None = None,
    constants: Mapping[Slot, Constant] | None = None,
    at: Point = (0.0, 0.0),
    region: RegionId | None = None,
) -> ChangeSet:
    """Add an operation, not connected to anything yet."""
    registry.get(op)
    draft = Draft(document)
    call = Call(
        id=draft.ids.node(),
        op=op,
        attributes=dict(attributes or {}),
        constants=dict(constants or {}),
        x=at[0],
        y=at[1],
        region=region,
    )
    draft.put(call)
    return draft.finish(f"Add {op}")


def delete(
    document: Document,
    nodes: Iterable[NodeId] = (),
    wires: Iterable[WireId] = (),
    regions: Iterable[RegionId] = (),
) -> ChangeSet:
    """Remove nodes with their wires, wires, and frames (what is in a frame stays)."""
    draft = Draft(document)
    cut = [the_wire(draft, key) for key in wires]
    for wire in cut:
        draft.remove(wire)
    close_gaps(draft, cut)
    listed = [the_node(draft, key) for key in dict.fromkeys(nodes)]
    for node in listed:
        remove_node(draft, node)
    for key in regions:
        remove_region(draft, the_region(draft, key))
    return draft.finish(f"Delete {len(listed)} nodes" if len(listed) > 1 else "Delete")


def move(document: Document, places: Mapping[NodeId, Point]) -> ChangeSet:
    """Put nodes at other places."""
    draft = Draft(document)
    for key, (x, y) in places.items():
        draft.update(the_node(draft, key), x=float(x), y=float(y))
    return draft.finish("Move")


def rename(document: Document, key: NodeId, name: str) -> ChangeSet:
    """Give a node a name, or take it away with an empty one."""
    draft = Draft(document)
    node = the_node(draft, key)
    check_names(document, key, [name], beside=outputs_of(node))
    draft.update(node, name=name)
    return draft.finish("Rename")


def rename_result(document: Document, source: Source, name: str, results: int) -> ChangeSet:
    """Give one of the several results of a call a name, or take it away with an empty one."""
    draft = Draft(document)
    call = the_call(draft, source.node)
    names = [*call.outputs, *[""] * (results - len(call.outputs))]  # with a place for each: it is no unpacking of fewer
    names[source.output] = ""
    check_names(document, call.id, [name], beside=[call.name, *names])
    names[source.output] = name
    draft.update(call, outputs=tuple(names) if any(names) else ())
    return draft.finish("Rename")


def check_names(document: Document, key: NodeId | None, names: Sequence[str], beside: Sequence[str] = ()) -> None:
    """Refuse names that are no words of code, that another node than `key` has, or that are among those `beside`."""
    others = {name for node in document.nodes.values() if node.id != key for name in names_in(node)}
    others.update(filter(None, beside))
    for name in names:
        if name and (reason := why_not_a_name(name)):
            raise EditError(reason)
        if name in others:
            raise EditError(
                f"Another node or result has the name {name!r}.", "Names are what code calls the tensors by."
            )


def set_value(document: Document, key: NodeId, text: str) -> ChangeSet:
    """Give a leaf other numbers; without a type in the text it keeps the one it has, if that can hold them."""
    draft = Draft(document)
    leaf = the_leaf(draft, key)
    draft.update(leaf, value=retyped(text, leaf.value.dtype))
    return draft.finish("Change value")


def set_dtype(document: Document, key: NodeId, dtype: str) -> ChangeSet:
    """Give a leaf another element type."""
    draft = Draft(document)
    leaf = the_leaf(draft, key)
    draft.update(leaf, value=retyped(leaf.value.text, dtype, exactly=True))
    return draft.finish("Change type")


def set_attribute(document: Document, key: NodeId, name: str, value: Any) -> ChangeSet:
    """Set an attribute of an operation; None takes the given value away, so that the default holds."""
    draft = Draft(document)
    call = the_call(draft, key)
    if attribute_named(call, name) is None:
        raise EditError(f"{call.op} has no attribute {name!r}.")
    attributes = {one: given for one, given in call.attributes.items() if one != name}
    if value is not None:
        attributes[name] = value
    draft.update(call, attributes=attributes)
    return draft.finish(f"Change {name}")


def set_constant(document: Document, key: NodeId, slot: Slot, value: Constant) -> ChangeSet:
    """Type a number into an input, in place of a wire that is there; None takes it away."""
    draft = Draft(document)
    call = the_call(draft, key)
    wire = document.wiring.at(key, slot)
    if wire is not None:
        draft.remove(wire)
    constants = {one: given for one, given in call.constants.items() if one != slot}
    if value is not None:
        constants[slot] = value
    draft.update(call, constants=constants)
    return draft.finish("Change number")


def set_requires_grad(document: Document, nodes: Iterable[NodeId], requires_grad: bool) -> ChangeSet:
    """Switch the recording of leaves, or of computed tensors that nothing was recorded for."""
    return _flagged(document, nodes, "Switch requires_grad", requires_grad=requires_grad)


def set_retains_grad(document: Document, nodes: Iterable[NodeId], retains_grad: bool) -> ChangeSet:
    """Let tensors that are not leaves keep their gradient, or not."""
    return _flagged(document, nodes, "Switch retain_grad", retains_grad=retains_grad)


def set_muted(document: Document, nodes: Iterable[NodeId], muted: bool) -> ChangeSet:
    """Let operations hand on their first input instead of computing, or compute again."""
    draft = Draft(document)
    for key in nodes:
        draft.put(replace(the_call(draft, key), muted=muted))
    return draft.finish("Mute" if muted else "Unmute")


def _flagged(document: Document, nodes: Iterable[NodeId], name: str, **flags: bool) -> ChangeSet:
    draft = Draft(document)
    for key in nodes:
        draft.update(the_node(draft, key), **flags)
    return draft.finish(name)
