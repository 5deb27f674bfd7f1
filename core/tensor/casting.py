"""Tensors of another element type: `x.to(torch.float64)`, `x.float()`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import KindError
from core.ops.writing import CLONE, TO_DTYPE
from core.tensor import dtype as dtypes
from core.tensor.device import check_device, device
from core.tensor.operations import METHODS
from core.tensor.tensor import Tensor, method

_clone, _to_dtype = METHODS[CLONE.name], METHODS[TO_DTYPE.name]


def cast(tensor: Tensor, kind: np.dtype[Any] | None, *, copy: bool = False) -> Tensor:
    """Return the tensor with elements of a type; the tensor itself, if it has them and no copy is wanted."""
    if kind is None or kind == tensor.array.dtype:
        return _clone(tensor) if copy else tensor
    return _to_dtype(tensor, kind)  # type: ignore[no-any-return]


@method
def to(self: Tensor, *targets: Any, dtype: Any = None, copy: bool = False, **further: Any) -> Tensor:
    """Return the tensor with another type, given as a dtype or by another tensor; a device can only be the CPU.

    The result is the tensor itself when nothing changes, unless `copy` is true.
    """
    check_device(further.pop("device", None))
    if further.keys() - {"non_blocking", "memory_format"}:
        raise KindError(f"to() got an unexpected keyword argument {next(iter(further))!r}.")
    kind = dtypes.numpy_of(dtype)
    flags = [one for one in targets if isinstance(one, bool)]  # non_blocking and copy may be given by position
    for target in targets:
        match target:
            case Tensor():
                kind = target.array.dtype
            case str() | device():
                check_device(target)
            case bool():
                pass
            case _:
                kind = dtypes.numpy_of(target)
    return cast(self, kind, copy=copy or flags[1:] == [True])


def _caster(name: str, kind: dtypes.dtype) -> Callable[[Tensor], Tensor]:
    def method(self: Tensor) -> Tensor:
        return cast(self, kind.numpy)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"Return the tensor with elements of type {kind}."
    return method


_CASTS = {
    "float": dtypes.float32, "double": dtypes.float64, "half": dtypes.float16, "int": dtypes.int32,
    "long": dtypes.int64, "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8, "bool": dtypes.bool_,
}  # fmt: skip
for _name, _kind in _CASTS.items():
    setattr(Tensor, _name, _caster(_name, _kind))


@method
def type_as(self: Tensor, other: Tensor) -> Tensor:
    """Return the tensor with elements of the type of another one."""
    return cast(self, other.array.dtype)


@method
def cpu(self: Tensor) -> Tensor:
    """Return the tensor on the CPU, where it is."""
    return self


@method
def cuda(self: Tensor, device: Any = "cuda") -> Tensor:
    """Say that there is no graphics card to be used."""
    check_device("cuda")
    return self
