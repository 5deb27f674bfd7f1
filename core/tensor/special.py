"""What the unusual modes add to an operation that has run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.engine.modes import STATE
from core.engine.node import Node
from core.tensor.storage import INFERENCE
from core.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from core.tensor.apply import Operation


def mark(inputs: Sequence[Any], results: Sequence[Tensor]) -> None:
    """Mark new tensors as the current modes ask."""
    mode = STATE.mode
    if mode.grad:
        return
    asked = any(one.requires_grad or one.cut for one in inputs if isinstance(one, Tensor))
    for result in results:
        if mode.inference and result.view_of is None:
            result.storage = INFERENCE
        if asked:  # remember why nothing is recorded before this, for the one who wonders later
            result.cut = "inference_mode" if mode.inference else "no_grad"


def tell(
    operation: Operation,
    inputs: Sequence[Any],
    attributes: Mapping[str, Any],
    results: Sequence[Tensor],
    node: Node | None,
) -> None:
    """Tell those who listen that an operation ran."""
    for listener in STATE.mode.listeners:
        listener.applied(operation, inputs, attributes, results, node)


def before_write(target: Tensor) -> Tensor:
    """Return what listeners see as the earlier value of a tensor that is about to be overwritten."""
    if next(STATE.mode.listeners, None) is None:
        return target
    earlier = wrap(target.array.copy())
    earlier.edge, earlier.flag, earlier.tangent = target.edge, target.flag, target.tangent
    return earlier
