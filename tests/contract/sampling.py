"""The samples of the operations' records as arrays and as tensors."""

import zlib

import numpy as np
import pytest

from core.ops.registry import all_ops
from core.tensor.operations import OPERATIONS
from core.tensor.tensor import wrap

OPS = list(all_ops())
CASES = [(op, sample) for op in OPS for sample in op.samples]
every = pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
IDS = [f"{op.name}-{place}" for op in OPS for place, _ in enumerate(op.samples)]


def arrays_of(op, sample, dtype=np.float64):
    """Return the inputs of a sample as arrays: shapes are filled with numbers from the operation's domain."""
    random = np.random.default_rng(zlib.crc32(op.name.encode()))

    def made(value):
        if isinstance(value, tuple):
            return random.uniform(op.domain.low, op.domain.high, value).astype(dtype)
        if isinstance(value, list):
            return [made(one) for one in value]
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            return value.astype(dtype)
        return value.copy() if isinstance(value, np.ndarray) else value

    inputs = [made(value) for value in sample.inputs]
    return inputs + [None] * (len(op.inputs) - len(inputs))


def flat(inputs):
    """Return the inputs one by one, those of a list as well."""
    return [one for value in inputs for one in (value if isinstance(value, list) else [value])]


def floating(inputs):
    """Return the places, in the flat inputs, of what a gradient can be asked for."""
    return [place for place, one in enumerate(flat(inputs)) if isinstance(one, np.ndarray) and one.dtype.kind == "f"]


def rebuilt(inputs, values):
    """Put flat values back into the form of the inputs."""
    rest = iter(values)
    return [[next(rest) for _ in value] if isinstance(value, list) else next(rest) for value in inputs]


def as_tensors(inputs, requires_grad=False):
    """Return the inputs as tensors; what cannot be one stays."""

    def made(value):
        if not isinstance(value, np.ndarray):
            return value
        tensor = wrap(value.copy())
        return tensor.requires_grad_() if requires_grad and value.dtype.kind == "f" else tensor

    return rebuilt(inputs, map(made, flat(inputs)))


def run(op, inputs, attributes):
    """Run the operation on tensors, as a call by keywords would."""
    names = [port.name for port in op.inputs]
    given = dict(zip(names, inputs, strict=True))
    return OPERATIONS[op.name](**given, **attributes)


def results_of(made):
    """Return the results as a list."""
    return list(made) if isinstance(made, (tuple, list)) else [made]
