"""Letting the user have a say in what nodes keep: every saved tensor goes through a pair of functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from core.autograd.custom import OwnResult
from core.engine.modes import ModeSwitch
from core.engine.node import FACTS_ONLY, Node
from core.errors import GradientError, KindError
from core.tensor.recorded import at_edge, by_name
from core.tensor.tensor import Array, Tensor, gradient_edge, wrap


@dataclass(frozen=True, slots=True)
class Packing:
    """What to do with saved tensors: `pack` when they are saved, `unpack` when they are needed."""

    pack: Callable[[Tensor], Any]
    unpack: Callable[[Any], Tensor]

    def applied(
        self,
        operation: Any,
        inputs: Sequence[Any],
        attributes: Mapping[str, Any],
        results: Sequence[Any],
        node: Node | None,
    ) -> None:
        """Pack what the node of an operation has saved. From then on nobody watches for writes to it."""
        if node is None or node.guards is FACTS_ONLY or not isinstance(node.saved, tuple):
            return
        known = by_name(operation.op, inputs, results) if node.op is not None else {}
        originals = [one for one in known.values() if isinstance(one, Tensor)]
        with ModeSwitch(grad=False, saving=None):
            node.saved = PackedValues(tuple(self._packed(value, originals) for value in node.saved), self.unpack)
        node.guards = ()

    def _packed(self, value: Any, originals: Sequence[Tensor]) -> Any:
        match value:
            case tuple():
                return tuple(self._packed(one, originals) for one in value)
            case np.ndarray():
                original = next((one for one in originals if one.array is value), None)
                return self._pack(wrap(value) if original is None else original, _array)
            case Tensor():
                return self._pack(value, partial(_tensor, edge=gradient_edge(value)))
            case OwnResult():
                return self._pack(wrap(value.array), partial(_own_result, number=value.number))
            case _:
                return value

    def _pack(self, tensor: Tensor, restore: Callable[[Tensor], Any]) -> PackedValue:
        version = tensor.storage.version
        content = self.pack(tensor)
        if tensor.storage.version != version:
            raise GradientError(
                "The pack hook of saved_tensors_hooks has modified its input in place.", "Write to a clone() of it."
            )
        return PackedValue(content, restore)


@dataclass(frozen=True, slots=True)
class PackedValue:
    """What a pack hook returned for one tensor, and what becomes of the tensor that it is unpacked to."""

    content: Any
    restore: Callable[[Tensor], Any]


@dataclass(frozen=True, slots=True)
class PackedValues:
    """All that a node saved, in packed form."""

    values: tuple[Any, ...]
    unpack: Callable[[Any], Tensor]

    def arrays(self, node: Node) -> tuple[Any, ...]:
        """Return what the node saved, unpacked."""
        return tuple(map(self._unpacked, self.values))

    def _unpacked(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._unpacked, value))
        if not isinstance(value, PackedValue):
            return value
        tensor = self.unpack(value.content)
        if not isinstance(tensor, Tensor):
            raise KindError(f"The unpack hook has to return a tensor, not {type(tensor).__name__}.")
        return value.restore(tensor)


def _array(tensor: Tensor) -> Array:
    return tensor.array


def _tensor(tensor: Tensor, edge: Any) -> Tensor:
    return at_edge(tensor.array, edge)


def _own_result(tensor: Tensor, number: int) -> OwnResult:
    return OwnResult(tensor.array, tensor.storage, number)
