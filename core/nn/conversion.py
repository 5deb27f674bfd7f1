"""Converting the element type of all parameters and buffers of a module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import KindError
from core.tensor.device import check_device
from core.tensor.dtype import dtype, numpy_of
from core.tensor.storage import fresh
from core.tensor.tensor import Tensor

if TYPE_CHECKING:
    from core.nn.module import Module


def requested_type(arguments: Sequence[Any], named: Mapping[str, Any]) -> np.dtype[Any] | None:
    """Return the type that the arguments of `to` ask for; a device among them has to be the CPU."""
    wanted = None
    for one in (*arguments, named.get("device"), named.get("dtype")):
        if isinstance(one, dtype):
            wanted = numpy_of(one)
        elif isinstance(one, Tensor):
            wanted = one.array.dtype
        elif not isinstance(one, bool):  # non_blocking and the like
            check_device(one)
    if wanted is not None and wanted.kind != "f":
        raise KindError(f"A module can be converted to floating point types only, not to {wanted}.")
    return wanted


def convert_parts(module: Module, wanted: np.dtype[Any] | None) -> None:
    """Convert the floating point parameters and buffers, and the gradients they have."""
    if wanted is None:
        return
    for inner in module.modules():
        for one in (*inner._parameters.values(), *inner._buffers.values()):
            if one is not None and one.array.dtype.kind == "f":
                _convert(one, wanted)
                if one._grad is not None:
                    _convert(one._grad, wanted)


def _convert(tensor: Tensor, wanted: np.dtype[Any]) -> None:
    if tensor.array.dtype != wanted:
        tensor.array = tensor.array.astype(wanted)
        tensor.storage = fresh()  # the values that graphs have saved stay as they were
        tensor._accumulate = None  # the node expects gradients of the type it was made for
