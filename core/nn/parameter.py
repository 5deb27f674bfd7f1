"""Parameters: the leaves that a module owns and an optimizer changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import KindError
from core.tensor.tensor import Tensor, wrap


class Parameter(Tensor):
    """A tensor that becomes one of the parameters of the module it is assigned to; it shares memory with `data`."""

    __slots__ = ()

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Any:
        source = wrap(np.empty(0, np.float32)) if data is None else data
        if not isinstance(source, Tensor):
            raise KindError(f"A Parameter is made of a tensor, not of {type(data).__name__}.")
        parameter = object.__new__(cls)
        parameter.array = source.array
        parameter.storage = source.storage
        parameter.edge = None
        parameter.flag = False
        parameter.view_of = None
        return parameter.requires_grad_(requires_grad)

    def __init__(self, data: Tensor | None = None, requires_grad: bool = True) -> None:
        pass  # everything is done when it is made

    def __repr__(self, **options: Any) -> str:
        return f"Parameter containing:\n{super().__repr__(**options)}"

    __str__ = __repr__
