"""What a tensor is like: its sizes, where its elements are in memory, and its kind."""

from __future__ import annotations

from core.errors import PositionError
from core.ops.arrays import axis
from core.ops.memory import offset_of, steps_of
from core.tensor import device as devices
from core.tensor.size import Size
from core.tensor.tensor import Tensor, attribute, method


@method
def size(self: Tensor, dim: int | None = None) -> Size | int:
    """Return the shape, or the length of one dimension."""
    return self.shape if dim is None else self.array.shape[_axis(self, dim)]


@method
def stride(self: Tensor, dim: int | None = None) -> tuple[int, ...] | int:
    """Return how far apart neighbours are in memory, in elements: for every dimension, or for one."""
    steps = steps_of(self.array)
    return steps if dim is None else steps[_axis(self, dim)]


def _axis(self: Tensor, dim: int) -> int:
    if self.array.ndim == 0:
        raise PositionError("A tensor without dimensions has no length or stride along one.")
    return axis(self.array.ndim, dim)


@method
def dim(self: Tensor) -> int:
    """Return the number of dimensions."""
    return self.array.ndim


@method
def numel(self: Tensor) -> int:
    """Return the number of elements."""
    return self.array.size


Tensor.ndimension = dim  # type: ignore[attr-defined]
Tensor.nelement = numel  # type: ignore[attr-defined]


@method
def element_size(self: Tensor) -> int:
    """Return how many bytes an element takes."""
    return self.array.itemsize


@attribute
def itemsize(self: Tensor) -> int:
    """How many bytes an element takes."""
    return self.array.itemsize


@attribute
def nbytes(self: Tensor) -> int:
    """How many bytes the elements take together."""
    return self.array.nbytes


@method
def data_ptr(self: Tensor) -> int:
    """Return the address of the first element."""
    return self.array.ctypes.data if self.array.size else 0


@method
def storage_offset(self: Tensor) -> int:
    """Return where the first element is in the memory that the tensor looks into, in elements."""
    return offset_of(self.array)


@method
def is_contiguous(self: Tensor) -> bool:
    """Return whether the rows follow each other in memory, without gaps."""
    return bool(self.array.flags.c_contiguous)


@method
def is_floating_point(self: Tensor) -> bool:
    """Return whether the elements are floating point numbers, which can have gradients."""
    return self.array.dtype.kind == "f"


@method
def is_signed(self: Tensor) -> bool:
    """Return whether the type of the elements has negative numbers."""
    return self.array.dtype.kind in "if"


@method
def is_complex(self: Tensor) -> bool:
    """Return whether the elements are complex numbers, which they never are here."""
    return False


@method
def is_inference(self: Tensor) -> bool:
    """Return whether the tensor was made in inference mode."""
    return self.storage.inference


@attribute
def device(self: Tensor) -> devices.device:
    """Where the tensor lives."""
    return devices.CPU


@method
def get_device(self: Tensor) -> int:
    """Return the number of the device; the CPU has -1."""
    return -1


@attribute
def is_cpu(self: Tensor) -> bool:
    """Whether the tensor is in the memory of the computer itself, as all are here."""
    return True


@attribute
def is_cuda(self: Tensor) -> bool:
    """Whether the tensor is on a graphics card, where it never is here."""
    return False
