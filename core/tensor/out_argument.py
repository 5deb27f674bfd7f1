"""The argument `out=`: results that go into an existing tensor, which autograd cannot follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.errors import GradientError, KindError, ShapeError
from core.tensor.tensor import Tensor


def put_into(out: Any, name: str, *, asked: bool, compute: Callable[[], Any]) -> Tensor:
    """Compute an array and write it into `out`; refused where an input asks for a gradient."""
    if not isinstance(out, Tensor):
        raise KindError(f"{name}(): out= takes a tensor, not {type(out).__name__}.")
    if STATE.mode.grad and (asked or out.requires_grad):
        raise GradientError(
            f"{name}(): functions with out=... do not support automatic differentiation, but one of the "
            "arguments requires grad.",
            "Leave out= away, or compute in a no_grad() block.",
        )
    array = np.asarray(compute())
    if array.shape != out.array.shape:
        raise ShapeError(f"{name}(): out= has shape {list(out.shape)}, but the result has {list(array.shape)}.")
    np.copyto(out.array, array, casting="unsafe")
    out.storage.wrote(name)
    return out
