"""What happens in a backward pass, as frozen data.

A recording is a tuple of these events in the order in which they happened. `node` is a number in
`Recording.nodes` (None where an event is about the pass as a whole) and `origin` the node of the expression it
came from. An edge is named by the node that sends a gradient along it and the slot of that node's input. All
arrays are read-only. A slot is the place of an input among the inputs of the node's operation.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NewType

from core.debug.arrays import Part, Value
from core.debug.source import Origin, Reason
from core.engine.hooks import HookKind
from core.ops.rule import Rule

NodeNumber = NewType("NodeNumber", int)


class EdgeId(NamedTuple):
    """An edge: the node that sends a gradient along it, and for which of its inputs."""

    node: NodeNumber
    slot: int


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """What all events have."""

    index: int
    node: NodeNumber | None
    origin: Origin

    @property
    def kind(self) -> str:
        """The name of the kind of event, such as ``Vjp``."""
        return type(self).__name__


@dataclass(frozen=True, slots=True, eq=False)
class NodeEvent(Event):
    """What all events have that are about a node."""

    node: NodeNumber


@dataclass(frozen=True, slots=True, eq=False)
class PassBegin(Event):
    """A backward pass begins at the roots. `expected` says for how many contributions each node waits."""

    roots: tuple[NodeNumber, ...]
    retain_graph: bool
    create_graph: bool
    grad_enabled: bool
    expected: Mapping[NodeNumber, int]


@dataclass(frozen=True, slots=True, eq=False)
class PassEnd(Event):
    """The pass is over: every node it reaches has run."""


@dataclass(frozen=True, slots=True, eq=False)
class Seed(NodeEvent):
    """A root gets its external gradient; `implicit` when it was left out and is 1."""

    output: int
    gradient: Value
    implicit: bool


@dataclass(frozen=True, slots=True, eq=False)
class Enter(NodeEvent):
    """A node runs. `gradients` holds what arrived, summed, for each of its results."""

    gradients: tuple[Part, ...]

    @property
    def gradient(self) -> Part:
        """The gradient of the node's only result."""
        return self.gradients[0] if len(self.gradients) == 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class Leave(NodeEvent):
    """A node is done, and what it computed is delivered."""


@dataclass(frozen=True, slots=True, eq=False)
class Hook(NodeEvent):
    """A user's hook saw a gradient, and may have changed it. A post hook sees one for each input."""

    when: HookKind
    before: tuple[Part, ...]
    after: tuple[Part, ...]
    changed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Vjp(NodeEvent):
    """A node's rule gave the gradient of one input. `operands` are the saved values that the rule reads.

    `rule` is None for a node that is not an operation's, such as a custom function's. An operand that was
    written to after the pass is left out.
    """

    slot: int
    rule: Rule | None
    operands: tuple[tuple[str, Any], ...]
    incoming: tuple[Part, ...]
    result: Value


@dataclass(frozen=True, slots=True, eq=False)
class ZeroFill(NodeEvent):
    """The gradient went into zeros: `written` cells were read in the forward, `zeros` cells were not.

    `cells` lists the ones that were read, when they are few.
    """

    slot: int
    cells: tuple[tuple[int, ...], ...]
    written: int
    zeros: int


@dataclass(frozen=True, slots=True, eq=False)
class Unbroadcast(NodeEvent):
    """A gradient was summed over the axes that the forward had broadcast, or converted to another type.

    `slot` is None for the seed of a root.
    """

    slot: int | None
    axes: tuple[int, ...]
    before: Value
    after: Value


@dataclass(frozen=True, slots=True, eq=False)
class Free(NodeEvent):
    """A node forgets the values it saved, unless they are kept for another pass."""

    names: tuple[str, ...]
    bytes: int
    kept: bool


@dataclass(frozen=True, slots=True, eq=False)
class Blocked(NodeEvent):
    """No gradient goes to an input: it was not computed."""

    slot: int
    reason: Reason
    region: Hashable
    blamed: Origin


@dataclass(frozen=True, slots=True, eq=False)
class Receive(NodeEvent):
    """The first gradient arrives at a node's result. `source` is None for the seed."""

    source: EdgeId | None
    output: int
    gradient: Value
    place: int  # it is the k-th ...
    expected: int  # ... of n contributions to the node


@dataclass(frozen=True, slots=True, eq=False)
class Sum(NodeEvent):
    """A further gradient arrives and is added: before + incoming = after."""

    source: EdgeId | None
    output: int
    before: Value
    incoming: Value
    after: Value
    place: int
    expected: int


@dataclass(frozen=True, slots=True, eq=False)
class Ready(NodeEvent):
    """All contributions are in. The node is the `place`-th in the queue, counted from 1."""

    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Accumulate(NodeEvent):
    """The `.grad` of a leaf grows. `before` is None when there was none, which is not zero."""

    before: Part
    incoming: Value
    after: Value


@dataclass(frozen=True, slots=True, eq=False)
class Retain(NodeEvent):
    """`retain_grad()` stores the gradient of a tensor that is not a leaf."""

    gradient: Value


@dataclass(frozen=True, slots=True, eq=False)
class Clear(NodeEvent):
    """Between two passes, the `.grad` of a leaf is taken away (`after` is None) or set to zero."""

    before: Part
    after: Part


@dataclass(frozen=True, slots=True, eq=False)
class NonFinite(NodeEvent):
    """The event before this one made a NaN or an infinity out of numbers that were none.

    `element` is the first such place. `operands` are what met there, by name: the incoming gradient, and the
    local factor where the rule is a product element by element.
    """

    slot: int | None
    what: str  # "nan", "inf" or "-inf"
    element: tuple[int, ...]
    count: int
    operands: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Error(Event):
    """The pass failed, while `node` ran if there is one. It is the last event."""

    error: str  # the class of the exception
    message: str
    hint: str
