"""Old ways to make tensors that tutorials still use: `FloatTensor`, `Tensor(2, 3)`."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ArgumentError, KindError
from core.tensor import dtype as dtypes
from core.tensor.casting import cast
from core.tensor.create import made, sized
from core.tensor.nested import array_of
from core.tensor.tensor import Tensor, method, wrap


class TensorType:
    """An old name for the tensors of one type: it makes them, and `isinstance` knows it."""

    def __init__(self, name: str, kind: dtypes.dtype) -> None:
        self.__name__ = name
        self.dtype = kind

    def __call__(self, *data: Any) -> Tensor:
        """Make a tensor of nested lists, or of a shape: FloatTensor([1, 2]) or FloatTensor(2, 3)."""
        return _made_of(data, self.dtype)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, Tensor) and instance.dtype is self.dtype

    def __repr__(self) -> str:
        return f"torch.{self.__name__}"


_NAMES = {
    "Float": dtypes.float32, "Double": dtypes.float64, "Half": dtypes.float16, "Long": dtypes.int64,
    "Int": dtypes.int32, "Short": dtypes.int16, "Char": dtypes.int8, "Byte": dtypes.uint8, "Bool": dtypes.bool_,
}  # fmt: skip
TENSOR_TYPES = {f"{name}Tensor": TensorType(f"{name}Tensor", kind) for name, kind in _NAMES.items()}
"""`FloatTensor` and its relatives, by name."""

_BY_DTYPE = {one.dtype: one for one in TENSOR_TYPES.values()}


def _made_of(data: tuple[Any, ...], kind: dtypes.dtype) -> Tensor:
    match data:
        case ():
            return made(np.empty(0, kind.numpy))
        case (Tensor() as source,):
            return wrap(source.array)
        case (list() | tuple() | np.ndarray() as numbers,):
            return made(array_of(numbers, kind.numpy))
        case (float(),):
            raise KindError("A tensor is made of a sequence or of lengths here, not of a float.", "Use torch.tensor().")
    return made(np.empty(sized(data), kind.numpy))


def _new_tensor(cls: Any, *data: Any) -> Any:
    """Make a tensor of the default type of nested lists, or of a shape."""
    if cls is not Tensor:
        return object.__new__(cls)
    return _made_of(data, dtypes.get_default_dtype())


Tensor.__new__ = staticmethod(_new_tensor)  # type: ignore[method-assign]


@method
def type(self: Tensor, dtype: Any = None) -> Any:  # noqa: A001  # PyTorch's name
    """Return the old name of the tensor's type; or, given a type or such a name, the converted tensor."""
    if dtype is None:
        return repr(_BY_DTYPE[self.dtype])
    if isinstance(dtype, str):
        found = TENSOR_TYPES.get(dtype.removeprefix("torch."))
        if found is None:
            raise ArgumentError(f"There is no tensor type {dtype!r}.", f"There are {', '.join(TENSOR_TYPES)}.")
        dtype = found
    return cast(self, dtypes.numpy_of(dtype.dtype if isinstance(dtype, TensorType) else dtype))
