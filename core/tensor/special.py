"""What the unusual modes add to an operation that has run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.engine.modes import STATE
from core.engine.node import Node
from core.tensor.tensor import Tensor, gradient_edge


def note(inputs: Sequence[Any], results: Sequence[Tensor], node: Node | None) -> None:
    """Mark the results of an operation as the current modes ask."""
    mode = STATE.mode
    if mode.inference:
        for result in results:
            result.storage.inference = True
    if not mode.grad and any(isinstance(one, Tensor) and gradient_edge(one) for one in inputs):
        for result in results:
            result.cut = "inference_mode" if mode.inference else "no_grad"
