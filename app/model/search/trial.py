"""What an operation would make of a value: tried out on a document of two nodes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from app.model.search.entries import AddOp
from core.expr.compute import compute_node
from core.expr.graph import Call, Document, Leaf, Source, Value, Wire
from core.expr.ids import NodeId, WireId
from core.expr.states import Computed, Failed
from core.ops.spec import REQUIRED, Kind, Op
from core.tensor.tensor import Tensor

LARGEST = 4096
"""Elements of a value that is still tried with every operation."""
_LIMIT = 10_000_000
_GIVEN, _TRIED, _WIRE = NodeId("n1"), NodeId("n2"), WireId("w3")


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The results, or why there are none; neither, where it cannot be known yet."""

    entry: AddOp
    results: tuple[NDArray[Any], ...] = ()
    refusal: str = ""


def try_entry(entry: AddOp, tensor: Tensor) -> Trial:
    """Apply an operation to a value, with the settings of its samples where it has none of its own."""
    if tensor.array.size > LARGEST or asks_for_more(entry):
        return Trial(entry)
    failed: Trial | None = None
    for attributes in _settings(entry):
        tried = AddOp(entry.op, attributes, entry.constants)
        match _state(tried, tensor):
            case Computed(results):
                return Trial(tried, tuple(one.array for one in results))
            case Failed(problem):
                failed = failed or Trial(entry, refusal=problem.message)
    if failed is None or _needs_settings(entry):  # with others it might fit
        return Trial(entry)
    return failed


def asks_for_more(entry: AddOp) -> bool:
    """Whether another input has to be connected before anything can be computed."""
    open_ports = [port for port in entry.op.inputs if not port.optional]
    return len(open_ports) - len(entry.constants) > 1


def _needs_settings(entry: AddOp) -> bool:
    return any(one.default is REQUIRED and one.name not in entry.attributes for one in entry.op.attributes)


def _settings(entry: AddOp) -> Iterator[Mapping[str, Any]]:
    if not _needs_settings(entry):
        yield entry.attributes
        return
    seen: list[Mapping[str, Any]] = []
    for sample in sample_settings(entry.op):
        if sample not in seen:
            seen.append(sample)
            yield {**sample, **entry.attributes}


def sample_settings(op: Op) -> Iterator[Mapping[str, Any]]:
    """The settings that an operation cannot do without, as in each of its samples."""
    needed = [one for one in op.attributes if one.default is REQUIRED]
    for sample in op.samples:
        if all(_is_plain(sample.attributes.get(one.name)) for one in needed):
            yield {one.name: _written(one.kind, sample.attributes[one.name]) for one in needed}


def _is_plain(value: Any) -> bool:
    """Whether a setting can stand in a document."""
    match value:
        case bool() | int() | float() | str():
            return True
        case tuple():
            return all(isinstance(one, int | float) for one in value)
    return False


def _written(kind: Kind, value: Any) -> Any:
    return str(value).strip("()") if kind is Kind.INDEX else value


def _state(entry: AddOp, tensor: Tensor) -> object:
    given = Leaf(id=_GIVEN, value=Value("0."))
    tried = Call(id=_TRIED, op=entry.op.name, attributes=entry.attributes, constants=entry.constants)
    slot = entry.slot
    wires = (
        {} if slot is None else {WireId("w3"): Wire(id=WireId("w3"), source=Source(_GIVEN), target=_TRIED, slot=slot)}
    )
    document = Document(id="trial", nodes={_GIVEN: given, _TRIED: tried}, wires=wires)
    with warnings.catch_warnings(action="ignore"):  # nobody has asked for this operation yet
        return compute_node(document, tried, {_GIVEN: Computed((tensor.detach(),))}, _LIMIT)
