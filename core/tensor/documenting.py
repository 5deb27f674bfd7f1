"""The documentation of an operation's function, written from its record: what it takes, and an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port, Promotion, Sample

_TYPES = {
    Promotion.NONE: "Each tensor is taken with the dtype it has.",
    Promotion.SAME: "All tensors have to be of the same dtype.",
    Promotion.COMMON: "Tensors of different dtypes are brought to their common one.",
    Promotion.NUMERIC: "Tensors of different dtypes are brought to their common one; truth values are refused.",
    Promotion.FLOAT: "Tensors are brought to their common dtype, and integers to the default floating point one.",
    Promotion.FLOATING: "Tensors are brought to their common dtype; integers are refused with an error.",
}


def documentation(op: Op) -> str:
    """Return the documentation of an operation."""
    parts = [op.summary, f"Formula: {op.formula}", "\n".join(_arguments(op)), f"Dtypes: {_TYPES[op.promotion]}"]
    if op.domain.text != type(op.domain)().text:
        parts.append(f"Defined for {op.domain.text}.")
    if op.kinks:
        parts.append(f"Gradient: {op.kinks}")
    if call := example(op):
        parts.append(f"Example: {call}")
    return "\n\n".join(parts)


def example(op: Op) -> str:
    """Return a call of an operation, as a user writes it; empty where it is written with signs only."""
    home = next((f"torch.{name}" for name in op.spelling.functions), "")
    home = home or next((f"torch.nn.functional.{name}" for name in op.spelling.nn), "")
    home = home or next((f"torch.Tensor.{name}" for name in op.spelling.methods), "")
    return f"{home}({', '.join(_given(op, op.samples[0]))})" if home and op.samples else ""


def _arguments(op: Op) -> Iterator[str]:
    yield "Arguments:"
    told = {port.name: _port(port) for port in op.inputs} | {one.name: _attribute(one) for one in op.attributes}
    for name in op.signature or told:
        yield f"    {name}: {told[name]}"


def _port(port: Port) -> str:
    what = f"a list, each {port.takes}" if port.variadic else port.takes
    return f"{what}{' or None' if port.optional else ''}. {port.summary}".strip()


def _attribute(attribute: Attribute) -> str:
    kind = " or ".join(map(repr, attribute.choices)) if attribute.kind is Kind.CHOICE else attribute.kind.value
    default = "" if attribute.default is REQUIRED else f", {_written(attribute.default)} if left out"
    return f"{kind}{default}. {attribute.summary}".strip()


def _given(op: Op, sample: Sample) -> Iterator[str]:
    """Write the arguments of a sample in order: by name where they need it, or where one before them is left out."""
    values = dict(zip((port.name for port in op.inputs), map(_input, sample.inputs), strict=False))
    values |= {name: _written(value) for name, value in sample.attributes.items()}
    by_name = {one.name for one in op.attributes if one.keyword_only or not op.signature}
    for name in op.signature or values:
        if name in values:
            yield f"{name}={values[name]}" if name in by_name else values[name]
        else:
            by_name |= values.keys()


def _input(value: Any) -> str:
    match value:
        case list():
            return f"[{', '.join(map(_input, value))}]"
        case ():
            return "torch.rand(())"
        case tuple():
            return f"torch.rand({', '.join(map(str, value))})"
    return _written(value)


def _written(value: Any) -> str:
    match value:
        case np.ndarray():
            return f"torch.tensor({_written(value.tolist())})"
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case np.dtype():
            return f"torch.{value.name}"
        case tuple():
            return f"({', '.join(map(_written, value))}{',' if len(value) == 1 else ''})"
        case float() if not np.isfinite(value):
            return f"float({str(value)!r})"
    return repr(value)
