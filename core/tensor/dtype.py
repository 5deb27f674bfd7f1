"""Element types, and which one an operation on several inputs computes in.

The rules are PyTorch's: an input with dimensions outweighs one without, which outweighs a Python number,
unless the lighter one is of a higher kind (bool < integer < floating point).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.errors import DtypeError, KindError

Number = bool | int | float


class dtype:  # noqa: N801  # torch.dtype is written in lower case
    """An element type, such as `float32`. `numpy` is its numpy counterpart."""

    __slots__ = ("is_floating_point", "itemsize", "name", "numpy")

    def __init__(self, name: str) -> None:
        self.name = name
        self.numpy: np.dtype[Any] = np.dtype(name)
        self.is_floating_point = self.numpy.kind == "f"
        self.itemsize = self.numpy.itemsize

    is_complex = False

    @property
    def is_signed(self) -> bool:
        """Whether the type has negative numbers."""
        return self.numpy.kind in "if"

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return of, (self.name,)


uint8 = dtype("uint8")
int8 = dtype("int8")
int16 = dtype("int16")
int32 = dtype("int32")
int64 = dtype("int64")
float16 = dtype("float16")
float32 = dtype("float32")
float64 = dtype("float64")
bool_ = dtype("bool")

_BY_NUMPY = {one.numpy: one for one in (uint8, int8, int16, int32, int64, float16, float32, float64, bool_)}
_default = float32


def of(kind: Any) -> dtype:
    """Return the element type of a numpy dtype (or of its name)."""
    try:
        return _BY_NUMPY[np.dtype(kind)]
    except (KeyError, TypeError):
        raise KindError(
            f"There are no tensors of type {kind}.",
            f"The types are {', '.join(one.name for one in _BY_NUMPY.values())}.",
        ) from None


def numpy_of(kind: dtype | np.dtype[Any] | type | None) -> np.dtype[Any] | None:
    """Return the numpy dtype of an element type given by a user or a rule, or None for None."""
    if kind is None or isinstance(kind, np.dtype):
        return kind
    if isinstance(kind, dtype):
        return kind.numpy
    if kind in (bool, int, float):
        return {bool: bool_, int: int64, float: float64}[kind].numpy
    raise KindError(f"A dtype such as torch.float32 is needed, not {type(kind).__name__} {kind!r}.")


def get_default_dtype() -> dtype:
    """Return the type that Python floats become."""
    return _default


def set_default_dtype(kind: dtype) -> None:
    """Set the type that Python floats become; it has to be a floating point type."""
    global _default
    if not kind.is_floating_point:
        raise KindError(f"Only floating point types can be the default, not {kind}.")
    _default = kind


_RANK = {"b": 0, "u": 1, "i": 1, "f": 2}


def common_type(inputs: Iterable[Any]) -> np.dtype[Any]:
    """Return the numpy dtype that arrays and Python numbers are computed in together."""
    layers: list[np.dtype[Any] | None] = [None, None, None]  # with dimensions, without, Python numbers
    for value in inputs:
        layer, kind = _weight(value)
        before = layers[layer]
        layers[layer] = kind if before is None else _promoted(before, kind)
    result: np.dtype[Any] | None = None
    for found in layers:
        if found is not None and (result is None or _RANK[found.kind] > _RANK[result.kind]):
            result = found
    if result is None:
        raise KindError("An operation needs at least one tensor or number.")
    return result


def _weight(value: Any) -> tuple[int, np.dtype[Any]]:
    if isinstance(value, np.ndarray):
        return (0 if value.ndim else 1), value.dtype
    if isinstance(value, bool):
        return 2, bool_.numpy
    if isinstance(value, int):
        return 2, int64.numpy
    if isinstance(value, float):
        return 2, _default.numpy
    raise KindError(f"A tensor or a number is needed, not {type(value).__name__}.")


def as_float(kind: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type that functions such as exp compute in: integers become the default float type."""
    return kind if kind.kind == "f" else _default.numpy


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """Return the smallest type that holds both."""
    return of(_promoted(type1.numpy, type2.numpy))


def can_cast(from_: dtype, to: dtype) -> bool:
    """Return whether results of the first type may be written into a tensor of the second."""
    return _RANK[from_.numpy.kind] <= _RANK[to.numpy.kind]


def _promoted(first: np.dtype[Any], second: np.dtype[Any]) -> np.dtype[Any]:
    if first.kind != second.kind and "f" in (first.kind, second.kind):
        return first if first.kind == "f" else second  # float32 with int64 stays float32, unlike numpy's
    return np.promote_types(first, second)


def check_cast(source: np.dtype[Any], target: np.dtype[Any], writer: str) -> None:
    """Refuse to write floating point results into integers, or numbers into booleans."""
    if _RANK[source.kind] > _RANK[target.kind]:
        raise DtypeError(
            f"{writer}: the result is {source}, which can't be cast to {target}, the type of the tensor to write to.",
            "Use the operation that makes a new tensor, or convert the tensor first.",
        )
