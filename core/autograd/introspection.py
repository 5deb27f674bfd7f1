"""Everything a tool may want to show about a node of the graph, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from core.autograd.custom import CustomNode, OwnResult
from core.autograd.saving import PackedValue, PackedValues
from core.engine.anomaly import CALLED_FROM
from core.engine.hooks import HookKind
from core.engine.node import FREED, Node
from core.ops.spec import Op
from core.tensor.tensor import Tensor


class Keeping(StrEnum):
    """What became of a value that a node saved."""

    KEPT = "kept"
    FREED = "freed"  # by a pass that was not told to keep the graph
    PACKED = "packed"  # by a hook on saved tensors, and not unpacked for looking at it


@dataclass(frozen=True, slots=True)
class SavedValue:
    """One value a node saved: an array, or a shape or setting of its operation. `bytes` is what it holds in memory."""

    name: str
    value: Any
    bytes: int
    keeping: Keeping


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """A node of the graph: `op` is None where no operation stands behind it, such as the node of a leaf."""

    name: str
    op: Op | None
    sequence_number: int
    origin: object
    saved: tuple[SavedValue, ...]
    next_edges: tuple[tuple[Node | None, int], ...]
    hooks: tuple[tuple[HookKind, Callable[..., Any]], ...]
    called_from: tuple[str, ...]  # lines of the program, if anomaly detection was on


def describe(node: Node) -> NodeFacts:
    """Return everything there is to say about `node`, without changing or unpacking anything."""
    hooks = node.hooks.listed() if node.hooks is not None else ()
    return NodeFacts(
        name=node.name(),
        op=node.op,
        sequence_number=node._sequence_nr(),  # type: ignore[attr-defined]  # attached to every node
        origin=node.origin,
        saved=_saved(node),
        next_edges=node.next_functions,
        hooks=tuple((kind, getattr(hook, "function", hook)) for kind, hook in hooks),
        called_from=tuple(getattr(node, "notes", {}).get(CALLED_FROM, ())),
    )


def _saved(node: Node) -> tuple[SavedValue, ...]:
    saved: Any = node.saved
    names = node.op.saved if node.op is not None else ()
    if saved is FREED:
        return tuple(SavedValue(name, None, 0, Keeping.FREED) for name in names)
    values = saved.values if isinstance(saved, PackedValues) else saved
    if isinstance(node, CustomNode):
        names = tuple(f"saved_tensors[{place}]" for place in range(len(values)))
    return tuple(_described(name, value) for name, value in zip(names, values, strict=True))


def _described(name: str, value: Any) -> SavedValue:
    match value:
        case PackedValue():
            return SavedValue(name, value.content, _bytes(value.content), Keeping.PACKED)
        case Tensor() | OwnResult():
            return SavedValue(name, value.array, value.array.nbytes, Keeping.KEPT)
        case _:
            return SavedValue(name, value, _bytes(value), Keeping.KEPT)


def _bytes(value: Any) -> int:
    if isinstance(value, tuple | list):
        return sum(map(_bytes, value))
    array = value.array if isinstance(value, Tensor) else value
    return array.nbytes if isinstance(array, np.ndarray) else 0
