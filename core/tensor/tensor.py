"""The tensor: an array, and how it was computed."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from core.engine.hooks import Hooks
from core.engine.modes import STATE
from core.engine.node import AccumulateGrad
from core.errors import DtypeError, GradientError, KindError, ShapeError
from core.ops.memory import laid_out_like, lies_like, room_like
from core.tensor import dtype as dtypes
from core.tensor.size import Size
from core.tensor.storage import Storage

if TYPE_CHECKING:
    from core.engine.node import Edge, Node
    from core.tensor.views import View

Array = np.ndarray[Any, np.dtype[Any]]
Function = TypeVar("Function", bound=Callable[..., Any])


class _Defaults:
    """What most tensors never change; a tensor that does keeps its own value in its `__dict__`."""

    __slots__ = ()

    _grad: Tensor | None = None
    _hooks: Hooks | None = None  # of a leaf; those of other tensors are on their node
    _accumulate: weakref.ref[AccumulateGrad] | None = None
    _retained: bool = False
    cut: str = ""  # why nothing is recorded before this tensor: "no_grad", "detach" ...
    name: str | None = None
    tangent: Any = None  # for forward-mode differentiation: (level, tensor)


class Tensor(_Defaults):
    """An n-dimensional array with its place in the computation graph.

    `array` holds the numbers and `storage` counts the writes to them. `edge` leads to the node that computed
    the tensor; a leaf has none, and `flag` says whether it asks for a gradient. `view_of` is set on a tensor
    that looks into the memory of another.
    """

    __slots__ = ("__dict__", "__weakref__", "array", "edge", "flag", "storage", "view_of")

    array: Array
    edge: Edge | None
    flag: bool
    storage: Storage
    view_of: View | None

    if TYPE_CHECKING:  # the operations' methods are added from their records (methods.py)

        def __getattr__(self, name: str) -> Any: ...
        def __add__(self, other: Any) -> Tensor: ...
        def __sub__(self, other: Any) -> Tensor: ...
        def __mul__(self, other: Any) -> Tensor: ...
        def __truediv__(self, other: Any) -> Tensor: ...
        def __pow__(self, other: Any) -> Tensor: ...
        def __matmul__(self, other: Any) -> Tensor: ...
        def __neg__(self) -> Tensor: ...
        def __eq__(self, other: Any) -> Any: ...
        def __ne__(self, other: Any) -> Any: ...
        def __getitem__(self, index: Any) -> Tensor: ...
        def __setitem__(self, index: Any, value: Any) -> None: ...

    # What it is -------------------------------------------------------------------------------------

    @property
    def shape(self) -> Size:
        """The length of every dimension."""
        return Size(self.array.shape)

    ndim = property(attrgetter("array.ndim"), doc="The number of dimensions.")

    @property
    def dtype(self) -> dtypes.dtype:
        """The type of the elements."""
        return dtypes.of(self.array.dtype)

    # Its place in the graph -------------------------------------------------------------------------

    @property
    def requires_grad(self) -> bool:
        """Whether backward() computes a gradient for this tensor, or for one it came from."""
        return self.flag or self.edge is not None or (self.view_of is not None and self.view_of.base.requires_grad)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if self.edge is not None:
            raise GradientError(
                "requires_grad can be changed for leaf variables only: this tensor was computed by "
                f"{self.grad_fn.name() if self.grad_fn else 'an operation'}.",
                "To get a tensor that is cut from the graph, use detach().",
            )
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Switch the recording of this leaf on or off, in place."""
        if requires_grad and self.array.dtype.kind != "f":
            raise DtypeError(
                f"Only tensors of floating point dtype can require gradients, not {self.dtype}.",
                "Convert it first, for example with .float().",
            )
        if requires_grad and self.storage.inference:
            raise GradientError(
                "Setting requires_grad on an inference tensor outside inference mode is not allowed.",
                "Make a normal tensor of it with clone().",
            )
        if self.edge is not None:
            if not requires_grad:
                self.requires_grad = False  # raises: not a leaf
            return self
        self.flag = bool(requires_grad)
        return self

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor was made by the user, not computed by a recorded operation."""
        return graph_edge(self) is None

    @property
    def grad_fn(self) -> Node | None:
        """The backward node of the operation that computed this tensor, or None for a leaf."""
        edge = graph_edge(self)
        return edge[0] if edge is not None else None

    @property
    def output_nr(self) -> int:
        """Which result of its grad_fn this tensor is."""
        return self.edge[1] if self.edge is not None else 0

    @property
    def _version(self) -> int:
        return int(self.storage.version)

    @property
    def _base(self) -> Tensor | None:
        return self.view_of.base if self.view_of is not None else None

    def _is_view(self) -> bool:
        return self.view_of is not None

    # Its gradient -----------------------------------------------------------------------------------

    @property
    def grad(self) -> Tensor | None:
        """The gradient that backward() has added up, or None when there is none yet."""
        if self._grad is None and self.edge is not None and not self._retained:
            warn_about_grad_of_non_leaf()
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            _check_grad(self, value)
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def accumulate_gradient(self, g: Any, *, owned: bool = False) -> None:
        """Add an incoming gradient: in place, or out of place in a pass that is recorded.

        The first one is copied, unless its memory is `owned` by nobody else and it lies there as the tensor does.
        """
        before, array = self._grad, g
        if isinstance(g, Tensor):
            if STATE.mode.grad:
                self._grad = before + g if before is not None else self._recorded_copy(g)
                return
            array = g.array
        if before is None:
            if array.__class__ is not np.ndarray:
                array = np.array(array)
            elif not ((array.strides == self.array.strides and array.flags.forc) or lies_like(array, self.array)):
                array = laid_out_like(array, self.array)
            elif not owned:
                array = np.array(array)
            self._grad = wrap(array)
        else:
            np.add(before.array, array, out=before.array)
            before.storage.wrote("the accumulation of a gradient")

    def _recorded_copy(self, g: Tensor) -> Tensor:
        """Copy a gradient that is itself in a graph into memory that is laid out as this tensor's is."""
        copied: Tensor = wrap(room_like(self.array, g.array.dtype)).copy_(g)
        return copied


_new = object.__new__


def wrap(array: Array) -> Tensor:
    """Make a tensor of an array, without copying it."""
    tensor = _new(Tensor)
    tensor.array = array
    tensor.storage = storage = Storage()
    storage.version = 0
    tensor.edge = tensor.view_of = None
    tensor.flag = False
    return tensor


def graph_edge(tensor: Tensor) -> Edge | None:
    """Return the edge to the node that computed `tensor`, or None for a leaf.

    A view whose memory was written to through another tensor gets a new node first.
    """
    view = tensor.view_of
    if view is not None and view.version != tensor.storage.version:
        view.renew(tensor)
    return tensor.edge


def gradient_edge(tensor: Tensor) -> Edge | None:
    """Return where a gradient of `tensor` goes: to its grad_fn, or into the `.grad` of a leaf, or nowhere."""
    edge = tensor.edge if tensor.view_of is None else graph_edge(tensor)
    if edge is None and tensor.flag:
        return accumulate_node(tensor), 0
    return edge


def accumulate_node(leaf: Tensor) -> AccumulateGrad:
    """Return the node that adds into `leaf.grad`; it lives as long as a graph refers to it."""
    known = leaf._accumulate
    node = known() if known is not None else None
    if node is None:
        node = AccumulateGrad(leaf)
        leaf._accumulate = weakref.ref(node)
    return node


def set_history(tensor: Tensor, node: Node, number: int = 0) -> None:
    """Let `tensor` be result `number` of `node` from now on.

    Its hooks stay with the value it had, but `retain_grad` is about the tensor and moves along.
    """
    before = tensor.edge
    tensor.edge = (node, number)
    if tensor._retained and before is not None and before[0].hooks is not None:
        hooks_on(node).retain[number] = before[0].hooks.retain.pop(before[1])


def hooks_on(node: Node) -> Hooks:
    """Return the hooks of a node, to add one."""
    if node.hooks is None:
        node.hooks = Hooks()
    return node.hooks


def method(function: Function) -> Function:
    """Make a function a method of Tensor: its topics are spread over the modules of this package."""
    setattr(Tensor, function.__name__, function)
    return function


def attribute(function: Function) -> Function:
    """Make a function a read-only attribute of Tensor."""
    setattr(Tensor, function.__name__, property(function))
    return function


def _check_grad(tensor: Tensor, value: Any) -> None:
    if not isinstance(value, Tensor):
        raise KindError(f"grad has to be a tensor or None, not {type(value).__name__}.")
    if value is tensor:
        raise GradientError("A tensor cannot be its own grad.", "Assign a clone() of it.")
    if value.array.dtype != tensor.array.dtype:
        raise DtypeError(f"The grad of a tensor of dtype {tensor.dtype} has to have the same dtype, not {value.dtype}.")
    if value.array.shape != tensor.array.shape:
        raise ShapeError(f"The grad of a tensor of size {list(tensor.shape)} cannot have size {list(value.shape)}.")


def warn_about_grad_of_non_leaf(which: str = "a tensor that is not a leaf") -> None:
    """Say why there is no `.grad`, and of which tensor."""
    warnings.warn(
        f"The .grad of {which} is read. Only leaf tensors get one during backward(); "
        "to get it for this tensor, call retain_grad() on it first.",
        UserWarning,
        stacklevel=3,
    )
