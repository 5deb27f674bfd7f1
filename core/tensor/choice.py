"""One name for several operations: `x.max()`, `x.max(dim)` and `x.max(other)`.

The operations that share a name are tried in the order of their definition; the first whose parameters fit
the arguments is the one that is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.errors import KindError, OptionError
from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port, Takes
from core.tensor.bind import parameters, plain_name

_WHOLE = {Kind.DIM, Kind.DIMS, Kind.INTEGER}

Candidate = tuple[Op, Callable[..., Any]]


def choose(name: str, candidates: Sequence[Candidate]) -> Callable[..., Any]:
    """Make the function that hands a call to the first of several operations that its arguments fit."""
    if len(candidates) == 1:
        return candidates[0][1]

    def method(*arguments: Any, **options: Any) -> Any:
        named = {key: value for key, value in options.items() if value is not None}  # None is a default
        refused: list[KindError] = []
        for op, function in candidates:
            if fits(op, arguments, named):
                try:
                    return function(*arguments, **named)
                except KindError as error:
                    refused.append(error)
        raise _refusal(refused) if refused else _unfit(name, candidates, arguments, named)

    method.__name__, method.__doc__ = name, "\n".join(dict.fromkeys(op.summary for op, _ in candidates))
    return method


def _refusal(errors: Sequence[KindError]) -> KindError:
    """Return the first complaint; of words that are not to choose from, together with those of the others."""
    words = [error for error in errors if isinstance(error, OptionError)]
    return OptionError(" ".join(map(str, words))) if len(words) == len(errors) else errors[0]


def fits(op: Op, arguments: Sequence[Any], named: Mapping[str, Any]) -> bool:
    """Whether an operation has a place for every argument, and tensors are given where it needs them."""
    places: tuple[Port | Attribute, ...] = parameters(op)
    if len(arguments) > len(places) and not any(isinstance(one, Attribute) and one.splat for one in places):
        return False
    given = {plain_name(name) for name in named}
    open_places = places[len(arguments) :]
    if any(_is_needed(one) and one.name not in given for one in open_places):
        return False
    return given <= {one.name for one in open_places} | {"out"} and all(map(_suits, places, arguments))


def _is_needed(place: Port | Attribute) -> bool:
    return not place.optional if isinstance(place, Port) else place.default is REQUIRED


def _suits(place: Port | Attribute, value: Any) -> bool:
    if isinstance(place, Attribute):
        return not place.keyword_only and not (isinstance(value, bool) and place.kind in _WHOLE)
    match place.takes:
        case Takes.NUMBER:
            return isinstance(value, (int, float))
        case Takes.TENSOR:
            return not isinstance(value, (int, float, str)) and (value is not None or place.optional)
    return True


def _unfit(name: str, candidates: Sequence[Candidate], arguments: Sequence[Any], named: Mapping[str, Any]) -> KindError:
    given = ", ".join([*(type(one).__name__ for one in arguments), *(f"{key}=..." for key in named)])
    forms = " or ".join(f"{name}({', '.join(one.name for one in parameters(op))})" for op, _ in candidates)
    return KindError(f"{name}() cannot be called with ({given}).", f"It can be called as {forms}.")
