"""The functions of networks: `functional.relu(x)`, `functional.cross_entropy(scores, classes)`.

Most of them are operations and come from the table of these; the others are defined here.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import ArgumentError, UnknownNameError
from core.ops.spec import Category, Op
from core.tensor.inplace import in_place
from core.tensor.operations import NN_FUNCTIONS, OPERATIONS, RECORDED, TENSOR_WORDS
from core.tensor.random import default_generator
from core.tensor.tensor import Tensor, wrap


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set each element to zero with probability `p`, and scale up the others so that the mean stays the same."""
    check_probability(p)
    if not training or p == 0:
        return input
    kept = default_generator.numbers.random(input.array.shape) >= p
    factors = wrap(np.asarray(kept / (1 - p) if p < 1 else kept, input.array.dtype))
    return input.mul_(factors) if inplace else input * factors


def check_probability(p: float) -> None:
    """Refuse what is no probability."""
    if not 0 <= p <= 1:
        raise ArgumentError(f"A dropout probability has to be between 0 and 1, not {p}.")


def _with_in_place(op: Op, function: Callable[..., Any]) -> Callable[..., Any]:
    """Let the last argument, `inplace`, choose to write the result into the input."""
    write = _WRITING[op.name] if op.body is None else op.body(TENSOR_WORDS | _WRITING)
    settings = len(op.attributes)

    @functools.wraps(function)
    def activation(input: Tensor, *arguments: Any, inplace: bool = False, **named: Any) -> Any:
        if len(arguments) > settings:
            *arguments, inplace = arguments  # type: ignore[assignment]
        return (write if inplace else function)(input, *arguments, **named)

    return activation


def _with_implicit_dim(name: str) -> Callable[..., Any]:
    """Let `dim` be left out, as PyTorch still does: it is the first dimension then, or that of the channels."""

    @functools.wraps(NN_FUNCTIONS[name])
    def shares(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Any:
        if dim is None:
            warnings.warn(
                f"{name}: that the dimension is chosen for you is deprecated. Say along which one: dim=-1 is the last.",
                UserWarning,
                stacklevel=2,
            )
            dim = 0 if input.ndim in (0, 1, 3) else 1
        return NN_FUNCTIONS[name](input, dim, dtype=dtype)

    return shares


def _functions() -> dict[str, Callable[..., Any]]:
    """Return the functions that are operations, by their names; activations can work in place."""
    found = NN_FUNCTIONS | {name: _with_implicit_dim(name) for name in ("softmax", "softmin", "log_softmax")}
    activations = (one.op for one in OPERATIONS.values() if _is_activation(one.op))
    return found | {name: _with_in_place(op, found[name]) for op in activations for name in op.spelling.nn}


def _is_activation(op: Op) -> bool:
    return op.category is Category.ACTIVATION and len(op.inputs) == 1


_WRITING = {name: in_place(one) for name, one in RECORDED.items() if _is_activation(one.op)}
"""The words of formulas that write their result into their input. An activation that consists of another,
as relu6 does, writes when that one does."""

_FUNCTIONS = _functions()


def __getattr__(name: str) -> Any:
    try:
        return _FUNCTIONS[name]
    except KeyError:
        raise UnknownNameError(f"torch.nn.functional has no attribute {name!r}.") from None


def __dir__() -> list[str]:
    return [*_FUNCTIONS, dropout.__name__]
