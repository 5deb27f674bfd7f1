"""Giving the results of a custom function their place in the graph."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

from core.autograd.custom import CustomNode
from core.engine.modes import STATE
from core.errors import GradientError, InPlaceError
from core.tensor.inplace import give_history
from core.tensor.tensor import Tensor, set_history, wrap
from core.tensor.views import attach_view


def attach_results(ctx: CustomNode, arguments: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
    """Return what `apply` returns for what `forward` returned; `ctx` becomes the node of the differentiable ones.

    An argument that was returned as it is becomes a view of itself, unless it was written to and marked dirty.
    """
    recorded = STATE.mode.grad and any(ctx.needs_input_grad)
    for tensor in ctx.dirty:
        tensor.storage.wrote(ctx.name())
    _check_dirty(ctx, arguments, outputs)
    ctx.take_results(outputs)
    results = []
    for number, output in enumerate(outputs):
        result = _separate(ctx, output, is_argument=_among(output, arguments)) if isinstance(output, Tensor) else output
        if recorded and _is_differentiable(ctx, output):
            _connect(ctx, result, number, len(outputs))
        results.append(result)
    ctx.save(results)
    return results


def _separate(ctx: CustomNode, output: Tensor, *, is_argument: bool) -> Tensor:
    """Return a tensor that can have a history of its own."""
    if not is_argument or _among(output, ctx.dirty):
        return output
    if _among(output, ctx.non_differentiable) and output.requires_grad:
        return output.detach()  # type: ignore[no-any-return]
    alias = wrap(output.array)
    attach_view(alias, output)
    return alias


def _is_differentiable(ctx: CustomNode, output: Any) -> bool:
    is_float = isinstance(output, Tensor) and output.array.dtype.kind == "f"
    return is_float and not _among(output, ctx.non_differentiable)


def _connect(ctx: CustomNode, result: Tensor, number: int, count: int) -> None:
    """Make `ctx` the node that computed `result`."""
    result.cut = ""  # forward() ran without recording, but the function as a whole is recorded
    if not _among(result, ctx.dirty):
        if result.view_of is not None:
            result.view_of.siblings = ctx.name()
        set_history(result, ctx, number)
    elif result.view_of is None:
        set_history(result, ctx, number)
    elif count == 1:
        give_history(result, ctx)
    else:
        raise InPlaceError(
            f"{ctx.name()} wrote to an argument that is a view, and returned {count} results.",
            "A function that writes to a view may return only that.",
        )


def _check_dirty(ctx: CustomNode, arguments: Sequence[Any], outputs: Sequence[Any]) -> None:
    for tensor in ctx.dirty:
        if not _among(tensor, outputs):
            raise GradientError(
                f"{ctx.name()}: an argument marked as dirty is not among the results.",
                "Return every tensor that forward() writes to.",
            )
        if not _among(tensor, arguments):
            warnings.warn(f"{ctx.name()}: only arguments need to be marked as dirty.", UserWarning, stacklevel=4)
        elif STATE.mode.grad and tensor.is_leaf and tensor.requires_grad:
            raise InPlaceError(
                f"{ctx.name()} was used on a leaf tensor that requires grad, in an in-place operation.",
                "Apply it to a clone(), or within a no_grad() block.",
            )


def _among(one: Any, several: Iterable[Any]) -> bool:
    return any(one is other for other in several)
