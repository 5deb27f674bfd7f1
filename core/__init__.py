"""The public, torch-shaped names: `import core as torch` runs a tutorial's code.

Tensors, the functions on them and the types are here at once. Networks, optimisers and the like are imported
when they are first asked for.
"""

from __future__ import annotations

import importlib
import math
from typing import Any

from core.tensor import dtype as _dtypes
from core.tensor.create import (
    as_tensor,
    asarray,
    empty,
    empty_like,
    from_numpy,
    full,
    full_like,
    ones,
    ones_like,
    scalar_tensor,
    tensor,
    zeros,
    zeros_like,
)
from core.tensor.device import device
from core.tensor.dtype import (
    can_cast,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    int8,
    int16,
    int32,
    int64,
    promote_types,
    set_default_dtype,
    uint8,
)
from core.tensor.functions import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    broadcast_shapes,
    broadcast_tensors,
    equal,
    is_complex,
    is_floating_point,
    is_nonzero,
    is_tensor,
    meshgrid,
    numel,
    result_type,
)
from core.tensor.legacy import TENSOR_TYPES as _TENSOR_TYPES
from core.tensor.limits import finfo, iinfo
from core.tensor.operations import FUNCTIONS as _FUNCTIONS
from core.tensor.random import (
    Generator,
    bernoulli,
    default_generator,
    initial_seed,
    manual_seed,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    seed,
)
from core.tensor.ranges import arange, eye, linspace, logspace, tril_indices, triu_indices
from core.tensor.saving import load, save
from core.tensor.show import set_printoptions
from core.tensor.size import Size
from core.tensor.tensor import Tensor

_LATER = {
    "autograd": "core.autograd",
    "cuda": "core.cuda",
    "debug": "core.debug",
    "linalg": "core.linalg",
    "nn": "core.nn",
    "optim": "core.optim",
    "__version__": "core.version",
    "enable_grad": "core.autograd.grad_mode",
    "inference_mode": "core.autograd.grad_mode",
    "is_anomaly_check_nan_enabled": "core.autograd.anomaly",
    "is_anomaly_enabled": "core.autograd.anomaly",
    "is_grad_enabled": "core.autograd.grad_mode",
    "is_inference_mode_enabled": "core.autograd.grad_mode",
    "no_grad": "core.autograd.grad_mode",
    "set_grad_enabled": "core.autograd.grad_mode",
}
"""Where to find the names that are imported when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'torch' has no attribute {name!r}")
    module = importlib.import_module(_LATER[name])
    found = module if _LATER[name] == f"{__name__}.{name}" else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None
strided = "torch.strided"

globals().update(
    {name: function for name, function in _FUNCTIONS.items() if "." not in name and name not in globals()},
    **{f"{name}_": getattr(Tensor, f"{name}_") for name in _FUNCTIONS if hasattr(Tensor, f"{name}_")},
    **_TENSOR_TYPES,
    bool=_dtypes.bool_,
    short=int16,
    int=int32,
    long=int64,
    half=float16,
    float=float32,
    double=float64,
)
