"""What `print` shows, computed from the tensors of a document."""

from __future__ import annotations

from typing import Any

from core.engine.node import Node as BackwardNode
from core.errors import ArgumentError
from core.expr.evaluate import Evaluation
from core.expr.graph import Aspect, Print, Printable, Quantity
from core.tensor.tensor import Tensor


def printed(evaluation: Evaluation, action: Print) -> str:
    """Return the line that a print makes; raises when something in it could not be computed."""
    return " ".join(_argument(evaluation, one) for one in action.arguments)


def _argument(evaluation: Evaluation, argument: Printable | tuple[Printable, ...]) -> str:
    if isinstance(argument, tuple):
        return "".join(_piece(evaluation, one) for one in argument)
    return _piece(evaluation, argument)


def _piece(evaluation: Evaluation, piece: Printable) -> str:
    if isinstance(piece, str):
        return piece
    value = _value(evaluation, piece)
    return format(value, piece.format) if piece.format else str(value)


def _value(evaluation: Evaluation, quantity: Quantity) -> Any:
    tensor = evaluation.tensor(quantity.source)
    if tensor is None:
        raise ArgumentError("This cannot be printed: it could not be computed.")
    value = tensor if quantity.aspect is Aspect.VALUE else getattr(tensor, quantity.aspect)
    if isinstance(value, BackwardNode):
        return f"<{value.name()}>"  # its address would differ each time
    if not quantity.as_number:
        return value
    if not isinstance(value, Tensor):
        raise ArgumentError("There is no gradient here, so it has no item().", "Print it without .item().")
    return value.item()
