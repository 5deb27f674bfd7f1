"""Cutting a tensor from the graph: a new one, or the tensor itself."""

from __future__ import annotations

from core.errors import GradientError, KindError
from core.tensor.storage import DETACHED
from core.tensor.tensor import Tensor, method, wrap


@method
def detach(self: Tensor) -> Tensor:
    """Return a tensor of the same memory that is cut from the graph."""
    result = wrap(self.array.view())
    result.storage = self.storage
    result.cut = "detach"
    return result


@method
def detach_(self: Tensor) -> Tensor:
    """Cut this tensor itself from the graph: it becomes a leaf without a gradient."""
    if self.view_of is not None:
        raise GradientError("A view cannot be detached in place: it shares the history of its base.", "Use detach().")
    array = self.array.view()
    if self.edge is not None:
        self.storage.exchange(self.array, DETACHED)
    self.array = array
    self.edge = None
    self.flag = False
    self.cut = "detach"
    return self


def _get_data(self: Tensor) -> Tensor:
    """Return the same memory, cut from the graph; writes to it are not counted as writes to this tensor."""
    result = wrap(self.array.view())
    result.cut = "detach"
    return result


def _set_data(self: Tensor, value: Tensor) -> None:
    """Let this tensor look at the memory of another one; its history, flag and version stay."""
    if not isinstance(value, Tensor):
        raise KindError(f"data has to be a tensor, not {type(value).__name__}.")
    if value.array.dtype != self.array.dtype and self.requires_grad and value.array.dtype.kind != "f":
        raise GradientError(f"A tensor that requires grad cannot be given data of type {value.dtype}.")
    array = value.array.view()
    self.storage.exchange(self.array, array)
    self.array = array
    node = self._accumulate() if self._accumulate is not None else None
    if node is not None:
        node.shape, node.dtype = array.shape, array.dtype


Tensor.data = property(_get_data, _set_data)  # type: ignore[attr-defined]
