"""Saying no to an edit."""

from __future__ import annotations

from typing import TypeVar

from core.errors import ArgumentError
from core.expr.draft import Draft
from core.expr.graph import Call, Leaf, Node, Region, Wire
from core.expr.ids import NodeId, RegionId, WireId

Kind = TypeVar("Kind", bound=Node)


class EditError(ArgumentError):
    """An edit that can never be valid, and why."""


def the_node(draft: Draft, key: NodeId) -> Node:
    """Return a node that has to be there."""
    node = draft.node(key)
    if node is None:
        raise EditError(f"There is no node {key}.")
    return node


def the_call(draft: Draft, key: NodeId) -> Call:
    """Return a node that has to be an operation."""
    node = the_node(draft, key)
    if not isinstance(node, Call):
        raise EditError(f"{node.name or key} is not an operation.")
    return node


def the_leaf(draft: Draft, key: NodeId) -> Leaf:
    """Return a node that has to be a leaf."""
    node = the_node(draft, key)
    if not isinstance(node, Leaf):
        raise EditError(f"{node.name or key} is computed; only a leaf has a value of its own.")
    return node


def the_wire(draft: Draft, key: WireId) -> Wire:
    """Return a wire that has to be there."""
    wire = draft.wire(key)
    if wire is None:
        raise EditError(f"There is no wire {key}.")
    return wire


def the_region(draft: Draft, key: RegionId) -> Region:
    """Return a region that has to be there."""
    region = draft.region(key)
    if region is None:
        raise EditError(f"There is no region {key}.")
    return region
