"""The document that the editor edits: nodes, the wires between them, and the frames around them.

All of it is frozen data. An edit makes a new document that shares everything it did not touch with the old
one: keeping a version costs next to nothing, and two versions are compared by identity.

The order of `Document.nodes` is part of the document. Nodes that do not depend on each other are evaluated in
that order, as lines of code are, and the order of evaluation decides the order of the backward pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias
from uuid import uuid4

from core.expr.ids import IdSource, NodeId, RegionId, WireId
from core.expr.ordering import Ordering, order_nodes
from core.expr.wiring import Wiring

Constant: TypeAlias = "bool | int | float | str | tuple[Constant, ...] | None"
"""What may be typed into a socket: a number. Code may hold other things there, which evaluation explains."""

Point: TypeAlias = tuple[float, float]


class Source(NamedTuple):
    """A result: the node that has it, and which of its results it is."""

    node: NodeId
    output: int = 0


class Slot(NamedTuple):
    """An input of a node. `place` counts the tensors of a port that takes a list of them."""

    port: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class Value:
    """The numbers of a leaf, as text (``[1., 2.]``, ``randn(3, seed=0)``) and the name of their element type."""

    text: str
    dtype: str = "float32"


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBase:
    """What all nodes have. `region` is the innermost frame around the node; x and y are its place in px."""

    id: NodeId
    name: str = ""
    requires_grad: bool = False
    retains_grad: bool = False
    region: RegionId | None = None
    x: float = 0.0
    y: float = 0.0
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf(NodeBase):
    """A tensor that the user gives."""

    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(NodeBase):
    """An operation on the results of other nodes.

    `attributes` holds only those that were given; `constants` are the numbers typed into sockets. `outputs`
    names the results of an operation with several. A muted call hands its first input on.
    """

    op: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[Slot, Constant] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    muted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias(NodeBase):
    """A tensor under another name. With a detached wire it is what ``y = x.detach()`` makes."""


Node: TypeAlias = Leaf | Call | Alias

ALIAS_SLOT = Slot("self")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """Carries a result to an input. `detached` lets the value through, not the gradient; `via` are bends."""

    id: WireId
    source: Source
    target: NodeId
    slot: Slot
    detached: bool = False
    via: tuple[Point, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class RegionKind(StrEnum):
    """What a frame does to the nodes in it."""

    NO_GRAD = "no_grad"  # nothing is recorded
    ENABLE_GRAD = "enable_grad"  # recorded, even in a no_grad frame
    INFERENCE_MODE = "inference_mode"  # nothing is recorded, and the results never can be
    DETACH = "detach"  # every wire that leaves the frame is detached
    COMMENT = "comment"  # a frame with a title


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A frame. `bounds` (left, top, width, height in px) is None while it fits itself to its nodes."""

    id: RegionId
    kind: RegionKind
    title: str = ""
    enabled: bool = True
    folded: bool = False
    parent: RegionId | None = None
    bounds: tuple[float, float, float, float] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seed:
    """A root to start a backward pass from, and its external gradient: none, numbers, or another result."""

    root: Source
    gradient: Value | Source | None = None


@dataclass(frozen=True, slots=True)
class Backward:
    """A backward pass. `inputs` are the leaves it is for; all, when empty."""

    seeds: tuple[Seed, ...]
    retain_graph: bool | None = None
    create_graph: bool = False
    inputs: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class ClearGrad:
    """Takes away the gradient that a leaf has gathered, or sets it to zero."""

    node: NodeId
    to_zero: bool = False


class Aspect(StrEnum):
    """What a print shows of a tensor."""

    VALUE = "value"
    GRAD = "grad"
    GRAD_FN = "grad_fn"
    REQUIRES_GRAD = "requires_grad"
    IS_LEAF = "is_leaf"
    SHAPE = "shape"
    DTYPE = "dtype"


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something to print. `as_number` is ``.item()``; `format` is what stands behind a colon in an f-string."""

    source: Source
    aspect: Aspect = Aspect.VALUE
    as_number: bool = False
    format: str = ""


Printable: TypeAlias = str | Quantity


@dataclass(frozen=True, slots=True)
class Print:
    """Prints its arguments; one that is a tuple is an f-string."""

    arguments: tuple[Printable | tuple[Printable, ...], ...]


Action: TypeAlias = Backward | ClearGrad | Print


@dataclass(frozen=True, kw_only=True)
class Document:
    """An expression with everything around it.

    `actions` are what is done with the tensors, in order. `view` belongs to the window. `serial` is the
    highest number given out as an id; it never goes down, so that an id always means the same part.
    """

    id: str
    title: str = ""
    note: str = ""
    nodes: Mapping[NodeId, Node] = field(default_factory=dict)
    wires: Mapping[WireId, Wire] = field(default_factory=dict)
    regions: Mapping[RegionId, Region] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    view: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    serial: int = field(default=0, compare=False)

    @cached_property
    def wiring(self) -> Wiring:
        """Which wires reach and leave each node."""
        return Wiring(self.wires.values())

    @cached_property
    def ordering(self) -> Ordering:
        """The order in which the nodes are evaluated."""
        return order_nodes(self)

    def new_ids(self) -> IdSource:
        """Return a source of ids that this document has never used."""
        return IdSource(self.serial)


def new_document(title: str = "") -> Document:
    """Return an empty document with an id of its own."""
    return Document(id=uuid4().hex, title=title)
