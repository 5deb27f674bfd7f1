"""What the numbers of a type can be: `finfo` for floating point types, `iinfo` for integers."""

from __future__ import annotations

import numpy as np

from core.errors import KindError
from core.tensor import dtype as dtypes


class finfo:  # noqa: N801  # torch's name
    """The limits of a floating point type; the default one when none is given."""

    def __init__(self, type: dtypes.dtype | None = None) -> None:  # noqa: A002  # as in PyTorch
        kind = type or dtypes.get_default_dtype()
        if not kind.is_floating_point:
            raise KindError(f"torch.finfo() needs a floating point type, not {kind}.", "Use torch.iinfo().")
        info = np.finfo(kind.numpy)
        self.dtype = kind.name
        self.bits = info.bits
        self.eps = float(info.eps)
        self.max = float(info.max)
        self.min = float(info.min)
        self.tiny = self.smallest_normal = float(info.tiny)
        self.resolution = float(info.resolution)

    def __repr__(self) -> str:
        numbers = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        return f"finfo({', '.join(f'{name}={getattr(self, name):g}' for name in numbers)}, dtype={self.dtype})"


class iinfo:  # noqa: N801
    """The limits of an integer type."""

    def __init__(self, type: dtypes.dtype) -> None:  # noqa: A002
        if type.numpy.kind not in "iu":
            raise KindError(f"torch.iinfo() needs an integer type, not {type}.", "Use torch.finfo().")
        info = np.iinfo(type.numpy)
        self.dtype = type.name
        self.bits = info.bits
        self.max = int(info.max)
        self.min = int(info.min)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"
