"""Shorter ways to define the common kinds of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from core.ops.registry import define
from core.ops.spec import Attribute, Category, Kind, Op, Overload, Port, Promotion, Sample, Takes

SHAPES = (Sample((3,)), Sample((2, 3)), Sample(()), Sample((0, 2)))
PAIRS = (Sample((3,), (3,)), Sample((2, 3), (3,)), Sample((), ()), Sample((2, 1), (1, 3)), Sample((0, 2), (2,)))
BOTH = (Port("self", takes=Takes.EITHER), Port("other", takes=Takes.EITHER))

DIM = Attribute("dim", Kind.DIM, summary="The dimension to go along.")
DIM_OR_ALL = Attribute("dim", Kind.DIM, None, summary="The dimension to reduce; without one, all of them.")
DIMS = Attribute("dim", Kind.DIMS, None, summary="The dimensions to reduce; without any, all of them.")
KEEPDIM = Attribute("keepdim", Kind.FLAG, False, summary="Leave the reduced dimensions in place, with length 1.")
DTYPE = Attribute("dtype", Kind.DTYPE, None, keyword_only=True, summary="The type to compute in.")
ZERO_SLOPE = "The gradient is 0 everywhere, also at the jumps."


def numbered(place: int, *, tensor: int, number: int) -> Overload:
    """Number the nodes as PyTorch does, by whether the input at `place` is a tensor or a Python number."""
    return lambda inputs, _: tensor if hasattr(inputs[place], "shape") else number


def elementwise(
    name: str,
    symbol: str,
    summary: str,
    forward: Callable[..., Any],
    gradient: str | tuple[str, str],
    *,
    category: Category = Category.ELEMENTWISE,
    formula: str = "",
    attributes: Iterable[Attribute] = (),
    promotion: Promotion = Promotion.FLOAT,
    samples: Iterable[Sample] = SHAPES,
    in_place: bool = True,
    **further: Any,
) -> Op:
    """Define a function of one tensor, element by element; `gradient` is the rule for it."""
    return define(
        name,
        category,
        symbol,
        summary,
        formula=formula or f"{name}(self)",
        forward=forward,
        attributes=attributes,
        vjp={"self": gradient},
        promotion=promotion,
        samples=samples,
        in_place=in_place,
        **further,
    )


def pairwise(
    name: str,
    symbol: str,
    summary: str,
    forward: Callable[..., Any],
    gradients: tuple[str | tuple[str, str], str | tuple[str, str]],
    *,
    category: Category = Category.ARITHMETIC,
    formula: str = "",
    inputs: Iterable[str | Port] = ("self", "other"),
    samples: Iterable[Sample] = PAIRS,
    **further: Any,
) -> Op:
    """Define a function of two tensors, element by element; `gradients` are the rules for the two, "" for none."""
    ports = [port if isinstance(port, Port) else Port(port) for port in inputs]
    return define(
        name,
        category,
        symbol,
        summary,
        formula=formula or f"{name}({ports[0].name}, {ports[1].name})",
        forward=forward,
        inputs=ports,
        vjp={port.name: rule for port, rule in zip(ports, gradients, strict=True) if rule},
        samples=samples,
        **further,
    )
