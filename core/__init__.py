"""The public, torch-shaped names: `import core as torch` runs a tutorial's code.

Tensors, the functions on them and the element types are here at once. Networks, optimisers and the like are
imported when they are first asked for.
"""

from __future__ import annotations

import importlib
import math
from typing import Any

from core.ops.memory import MemoryFormat
from core.tensor.legacy import TENSOR_TYPES
from core.tensor.operations import FUNCTIONS
from core.tensor.tensor import Tensor

_HERE = {
    "core.tensor.convert": ("allclose",),
    "core.tensor.create": (
        "as_tensor", "asarray", "empty", "empty_like", "from_dlpack", "from_numpy", "full", "full_like", "ones",
        "ones_like", "scalar_tensor", "tensor", "zeros", "zeros_like",
    ),
    "core.tensor.detaching": ("detach", "detach_"),
    "core.tensor.device": ("device",),
    "core.tensor.dtype": (
        "can_cast", "dtype", "float16", "float32", "float64", "get_default_dtype", "int8", "int16", "int32", "int64",
        "promote_types", "set_default_dtype", "uint8",
    ),
    "core.tensor.distinct": ("unique", "unique_consecutive"),
    "core.tensor.functions": (
        "as_strided", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_shapes", "broadcast_tensors", "equal",
        "is_complex", "is_floating_point", "is_nonzero", "is_same_size", "is_tensor", "nonzero", "numel", "result_type",
    ),
    "core.tensor.grids": ("cartesian_prod", "combinations", "meshgrid"),
    "core.tensor.limits": ("finfo", "iinfo"),
    "core.tensor.random": (
        "Generator", "bernoulli", "default_generator", "get_rng_state", "initial_seed", "manual_seed", "multinomial",
        "normal", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm", "seed",
        "set_rng_state",
    ),
    "core.tensor.ranges": ("arange", "eye", "linspace", "logspace", "tril_indices", "triu_indices"),
    "core.tensor.show": ("set_printoptions",),
    "core.tensor.size": ("Size",),
}  # fmt: skip
"""The modules whose names are here at once."""

_LATER = {
    "core.autograd": ("autograd",),
    "core.autograd.anomaly": ("is_anomaly_check_nan_enabled", "is_anomaly_enabled"),
    "core.autograd.grad_mode": (
        "enable_grad", "inference_mode", "is_grad_enabled", "is_inference_mode_enabled", "no_grad", "set_grad_enabled",
    ),
    "core.cuda": ("cuda",),
    "core.debug": ("debug",),
    "core.linalg": ("linalg",),
    "core.nn": ("nn",),
    "core.optim": ("optim",),
    "core.special": ("special",),
    "core.tensor.saving": ("load", "save"),
}  # fmt: skip
"""The modules that are imported when one of their names (or they themselves) are asked for."""

_MODULES = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'torch' has no attribute {name!r}")
    module = importlib.import_module(_MODULES[name])
    found = module if _MODULES[name] == f"{__name__}.{name}" else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None
contiguous_format, preserve_format = MemoryFormat.CONTIGUOUS, MemoryFormat.PRESERVE

for _module, _names in _HERE.items():
    _loaded = importlib.import_module(_module)
    globals().update({_name: getattr(_loaded, _name) for _name in _names})
for _name, _function in FUNCTIONS.items():
    globals().setdefault(_name, _function)
    if hasattr(Tensor, f"{_name}_"):
        globals()[f"{_name}_"] = getattr(Tensor, f"{_name}_")
globals().update(TENSOR_TYPES)
_dtypes = importlib.import_module("core.tensor.dtype")
globals().update(
    bool=_dtypes.bool_,
    short=_dtypes.int16,
    int=_dtypes.int32,
    long=_dtypes.int64,
    half=_dtypes.float16,
    float=_dtypes.float32,
    double=_dtypes.float64,
)
