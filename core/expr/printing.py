"""What `print` shows, computed from the tensors of a document."""

from __future__ import annotations

from typing import Any

from core.engine.node import Node as BackwardNode
from core.errors import ArgumentError
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Aspect, Print, Printable, Quantity
from core.tensor.tensor import Tensor, warn_about_grad_of_non_leaf


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
    value = _looked_at(evaluation, quantity, tensor)
    if isinstance(value, BackwardNode):
        return f"<{value.name()}>"  # its address would differ each time
    if not quantity.as_number:
        return value
    if not isinstance(value, Tensor):
        raise ArgumentError("There is no gradient here, so it has no item().", "Print it without .item().")
    return value.item()


def _looked_at(evaluation: Evaluation, quantity: Quantity, tensor: Tensor) -> Any:
    match quantity.aspect:
        case Aspect.VALUE:
            return tensor
        case Aspect.GRAD if not (tensor.is_leaf or tensor.retains_grad):
            title = Expressions(evaluation.document).result_title(quantity.source)
            warn_about_grad_of_non_leaf(f"{title}, which is not a leaf,")
            return None
    return getattr(tensor, quantity.aspect)
