"""The nodes of the backward graph.

Every recorded operation leaves a `Node` behind. Its edges lead to the nodes of its inputs, and what it saved
is what its gradient rules read. There is one class per operation, made from the operation's record and named
as in PyTorch (`MulBackward0`), and `AccumulateGrad`, which adds into the `.grad` of a leaf.
"""

from __future__ import annotations

import functools
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from core.errors import GradientError
from core.ops.registry import values_read
from core.ops.rule import ARRAY_WORDS, Gradients, compile_gradients
from core.ops.spec import Kind

if TYPE_CHECKING:
    from core.engine.hooks import Hooks
    from core.ops.spec import Op

Edge = tuple["Node", int]
"""Where a gradient goes: a node, and which of its results the gradient belongs to."""

Gradient = Any
"""A numpy array or scalar; a Tensor when the pass itself is recorded (create_graph)."""

next_order = itertools.count(0, -1).__next__
"""Counts down: a node made later has the lower order, and runs first."""


class Versioned(Protocol):
    """Memory that counts how often it was written to, and remembers what wrote last."""

    version: float  # only its whole part counts writes
    writer: str

    def current(self, saved: Any) -> Any:
        """Return the array that a saved one was exchanged for, or itself."""


Guard = tuple[Versioned, float, int]
"""The memory of a saved value, its version when it was saved, and the place of the value in `saved`."""

Guards = Sequence[Any]
"""Guards one after the other: three items each, since a tuple for each of them would be one object more."""


def one_by_one(guards: Guards) -> Iterator[Guard]:
    """Iterate over guards."""
    parts = iter(guards)
    return zip(parts, parts, parts, strict=True)


class Kept(Protocol):
    """Saved values in an unusual form, which have to be asked for."""

    def arrays(self, node: Node) -> tuple[Any, ...]:
        """Return the arrays and attributes that `node` saved, or say why they cannot be used."""


class _Freed:
    """What is left of the saved values after a pass."""

    def arrays(self, node: Node) -> tuple[Any, ...]:
        raise GradientError(
            f"Backward through {node.name()} a second time: what it saved for the pass was freed.",
            "Pass retain_graph=True to the first backward(), or build the graph again.",
        )


FREED: Kept = _Freed()
FACTS_ONLY: Guards = []
"""The guards of a node that saved shapes and settings but no values: there is nothing to free."""


class Node:
    """One step of the backward pass.

    `shape` and `dtype` describe the gradient the node takes (lists of them when it has several results).
    `origin` is the node of the drawn expression it came from. `notes` is set only on nodes that have some.
    """

    __slots__ = ("__weakref__", "dtype", "edges", "guards", "hooks", "notes", "order", "origin", "saved", "shape")

    op: ClassVar[Op | None] = None
    slots: ClassVar[tuple[int, ...]] = ()  # which inputs of the operation the edges belong to
    outputs: int = 1
    keeps_values: ClassVar[bool] = False  # whether a second pass would miss what this one frees
    takes_none: ClassVar[bool] = False  # whether it also runs when no gradient has arrived
    makes_new: ClassVar[frozenset[int]] = frozenset()  # the edges whose gradient is surely an array of its own
    notes: dict[str, Any]

    def __init__(self, edges: tuple[Edge | None, ...], shape: Any, dtype: Any) -> None:
        self.edges = edges
        self.saved: tuple[Any, ...] | Kept = ()
        self.guards: Guards = ()
        self.hooks: Hooks | None = None
        self.origin: object = None
        self.order: float = next_order()
        self.shape = shape
        self.dtype = dtype

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes the gradients go to, one per input; None for an input that takes none."""
        return tuple(edge or (None, 0) for edge in self.edges)

    def name(self) -> str:
        """Return the class name, as PyTorch does."""
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<{self.name()} object at {id(self):#x}>"

    def gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return the gradient for each edge, as arrays, given the gradient `g` of the result."""
        raise NotImplementedError

    def spend(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return what `gradients` does, and forget the saved values."""
        made = self.gradients(g, edges)
        if self.keeps_values:
            self.release()
        return made

    def spend_into(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return what `spend` does; `g` is a large array that nobody else holds: a gradient may be written over it."""
        return self.spend(g, edges)

    def recorded_gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return the gradient for each edge as tensors that know where they came from."""
        raise NotImplementedError

    def values(self) -> tuple[Any, ...]:
        """Return the saved values, or say why they cannot be used any more."""
        saved = self.saved
        if saved.__class__ is not tuple:
            return saved.arrays(self)  # type: ignore[union-attr]
        for memory, version, place in one_by_one(self.guards):
            if memory.version != version:
                saved = self._looked_up(saved, memory, version, place)
        return saved

    def release(self) -> None:
        """Forget the saved values: the pass is over for this node."""
        if self.guards is not FACTS_ONLY:
            self.saved = FREED
            self.guards = ()

    def note(self, name: str, value: Any) -> None:
        """Add to `notes`."""
        try:
            self.notes[name] = value
        except AttributeError:
            self.notes = {name: value}

    def _looked_up(self, saved: tuple[Any, ...], memory: Versioned, version: float, place: int) -> tuple[Any, ...]:
        """Return the saved values with the array that a tensor has now; where it was written to, refuse."""
        if int(memory.version) != int(version):
            raise self._stale(memory, version, place)
        if self.op is not None and self.op.saved[place] in self.op.outputs:
            return saved  # what became of the tensor of a result is no matter
        return (*saved[:place], memory.current(saved[place]), *saved[place + 1 :])

    def _stale(self, memory: Versioned, version: float, place: int) -> GradientError:
        name = self.op.saved[place] if self.op else f"saved_tensors[{place}]"
        return GradientError(
            f"{self.name()} needs {name!r} as it was when it was saved (version {version:.0f}), but it has been "
            f"modified by an inplace operation: {memory.writer} made it version {memory.version:.0f}.",
            "Write to a clone(), or move the in-place operation before the one that saves the value.",
        )


_FIRST = float("-inf")
_ACCUMULATING = threading.Lock()
"""Passes in several threads may end in the same leaf."""


class AccumulateGrad(Node):
    """The node of a leaf: it adds what arrives to `variable.grad`, and runs as soon as it is ready."""

    __slots__ = ("variable",)

    takes_none = True

    def __init__(self, variable: Any) -> None:  # a step of training makes one for every parameter: no super() here
        array = variable.array
        self.edges = self.saved = self.guards = ()
        self.hooks = variable._hooks
        self.origin = None
        self.order = _FIRST
        self.shape, self.dtype = array.shape, array.dtype
        self.variable = variable

    def gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        return self.accumulate(g)

    recorded_gradients = gradients

    def accumulate(self, g: Gradient, *, owned: bool = False) -> Sequence[Gradient]:
        """Add to the leaf's `.grad`, or let `g` become it: as it is, if its memory is `owned` by nobody else."""
        variable = self.variable
        if not variable.flag and not variable.requires_grad:
            return ()  # its requires_grad was switched off after the graph was built
        if (variable.edge is not None or variable.view_of is not None) and not variable.is_leaf:
            raise GradientError(
                "A leaf tensor has been moved into the interior of the graph: after it was used, something that "
                "requires grad was written to it, or to the tensor that it is a view of.",
                "Write to a clone() of it.",
            )
        if g is not None:
            with _ACCUMULATING:
                variable.accumulate_gradient(g, owned=owned)
        if self.hooks is not None:
            for hook in self.hooks.accumulated:
                hook(self.variable)
        return ()


class ManyNode(Node):
    """A node with several results; `outputs` says how many."""

    __slots__ = ("outputs",)


class _CompiledWhenUsed:
    """Stands for a method of a node class that computes gradients, until it is first used: most never are."""

    def __init__(self, compiled: Callable[[], Gradients]) -> None:
        self._compiled = compiled

    def __set_name__(self, owner: type[Node], name: str) -> None:
        self._name = name

    def __get__(self, node: Node, owner: type[Node]) -> Any:
        gradients = self._compiled()
        setattr(owner, self._name, gradients)
        return functools.partial(gradients, node)


def _reading(op: Op) -> tuple[str, ...]:
    """Write `_saved = node.values()`, without the call where all is as it was saved."""
    if op.inputs[0].variadic or any(one.kind is Kind.INDEX for one in op.attributes):  # there may be any number
        return ("_saved = node.values()",)
    stale = " or ".join(
        f"(len(_guards) > {at} and _guards[{at}].version != _guards[{at + 1}])" for at in range(0, 3 * len(op.saved), 3)
    )
    return (
        "_saved, _guards = node.saved, node.guards",
        f"if _saved.__class__ is not tuple or {stale}:",
        "    _saved = node.values()",
    )


_FACT_NAMES = {"shape": "sym_sizes", "strides": "sym_strides", "dtype": "scalar_type"}


class SavedValue:
    """An attribute of a node class: a saved value as a user sees it (`saved_value` is the tensors' business).

    A `__getattr__` would do for all of them, but every attribute of every node would be slower to read.
    """

    __slots__ = ("_place",)

    def __init__(self, place: int) -> None:
        self._place = place

    def __get__(self, node: Any, owner: type[Node]) -> Any:
        return self if node is None else node.saved_value(self._place)


def _saved_name(name: str) -> str:
    """Return PyTorch's name for a saved value: `_saved_self`, `_saved_dim`, `_saved_self_sym_sizes`."""
    subject, _, fact = name.partition(".")
    return f"_saved_{subject}_{_FACT_NAMES[fact]}" if fact else f"_saved_{subject}"


def node_class(op: Op, overload: int = 0, slots: tuple[int, ...] | None = None) -> type[Node]:
    """Make the node class of an operation.

    `overload` is the number at the end of its name, and `slots` are the places of the inputs that the node
    has an edge for: all that can have a gradient, unless some were given as plain numbers.
    """
    slots = op.slots if slots is None else slots
    rules = [op.rules[slot] for slot in slots]
    keeps_values = values_read(op, op.rules)
    variadic = op.inputs[0].variadic
    compiled = functools.partial(
        compile_gradients,
        rules,
        op.saved,
        "_saved" if keeps_values else "node.saved",
        ARRAY_WORDS,
        variadic=variadic,
        before=_reading(op) if keeps_values else (),
    )
    after = ("node.release()",) if keeps_values else ()
    members = {
        "__slots__": (),
        "op": op,
        "slots": slots,
        "keeps_values": keeps_values,
        "makes_new": frozenset(place for place, rule in enumerate(rules) if rule and rule.makes_new and not variadic),
        "gradients": _CompiledWhenUsed(compiled),
        "spend": _CompiledWhenUsed(functools.partial(compiled, after=after)),
        "spend_into": _CompiledWhenUsed(functools.partial(compiled, after=after, into_g=True)),
        **{_saved_name(name): SavedValue(place) for place, name in enumerate(op.saved)},
    }
    base = ManyNode if op.has_many_results else Node
    name = f"{op.node_name[:-1]}{overload}" if overload else op.node_name
    return type(name, (base,), members)


class Algebra(Protocol):
    """What gradients are made of: arrays, or tensors that record what is done to them."""

    adds_in_place: bool  # whether a sum of gradients may be written into by the next addition

    def gradients(self, node: Node, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return the gradient for each edge of `node`."""

    def fit(self, gradient: Gradient, shape: tuple[int, ...], dtype: Any) -> Gradient:
        """Sum over broadcast dimensions and convert, so that the gradient matches what it is for."""

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Gradient:
        """Return a gradient of zeros."""


class ArrayAlgebra:
    """Gradients are numpy arrays: nothing is recorded."""

    adds_in_place = True

    def gradients(self, node: Node, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        return node.gradients(g, edges)

    def fit(self, gradient: Gradient, shape: tuple[int, ...], dtype: Any) -> Gradient:
        if gradient.shape != shape:
            gradient = ARRAY_WORDS["sum_to"](gradient, shape)
        return gradient if gradient.dtype == dtype else gradient.astype(dtype)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Gradient:
        return np.zeros(shape, dtype)


ARRAYS: Algebra = ArrayAlgebra()
