"""What the unusual modes add to an operation that has run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.engine.modes import STATE
from core.engine.node import Node
from core.tensor.storage import INFERENCE
from core.tensor.tensor import Tensor

if TYPE_CHECKING:
    from core.tensor.apply import Operation


def note(
    operation: Operation,
    inputs: Sequence[Any],
    attributes: Mapping[str, Any],
    results: Sequence[Tensor],
    node: Node | None,
) -> None:
    """Mark the results of an operation as the current modes ask, and tell those who listen."""
    mode = STATE.mode
    if mode.inference:
        for result in results:
            if result.view_of is None:
                result.storage = INFERENCE
    if not mode.grad:
        _note_cut(inputs, results, "inference_mode" if mode.inference else "no_grad")
    for listener in mode.listeners:
        listener.applied(operation, inputs, attributes, results, node)


def _note_cut(inputs: Sequence[Any], results: Sequence[Tensor], reason: str) -> None:
    """Remember why nothing is recorded before these results, for the one who wonders later."""
    flat = inputs[0] if isinstance(inputs[0], list) else inputs
    if any(isinstance(one, Tensor) and one.requires_grad for one in flat):
        for result in results:
            result.cut = reason
