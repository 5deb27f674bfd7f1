"""One number of a gradient in words: the weighted sum of the numbers that came in."""

from __future__ import annotations

import math

from core import numbers
from core.debug.elements import Contribution, element
from core.debug.events import Vjp
from core.debug.text import Ink, Run, Text, name, say, value
from core.errors import GradwalkError

_MOST_TERMS = 6


def taken_apart(label: str, vjp: Vjp, cell: tuple[int, ...]) -> Text:
    """What a number of a rule's result is made of: ``∂x[1] = 0.6 × 2 + 1.1 × 0.5 = 1.75``."""
    try:
        found = element(vjp, cell)
    except GradwalkError as error:
        return say("{}", error.message)
    left, result = say("{}{} = ", name(f"∂{label}"), _index(cell)), _number(found.result)
    if not found.terms:
        return (*left, *say("{}: no number that came in has a part in it.", result))
    terms = found.terms[:_MOST_TERMS]
    rest = len(found.terms) - len(terms) + found.left_out
    return (*left, *_sum(terms), *(say(" + {} more", rest) if rest else ()), *say(" = {}", result))


def _sum(terms: tuple[Contribution, ...]) -> Text:
    products = [say("{} × {}", _number(term.incoming), value(term.weight)) for term in terms]
    return tuple(run for place, product in enumerate(products) for run in (*(say(" + ") if place else ()), *product))


def _number(number: float) -> Run:
    return Run(numbers.number(number), Ink.GRADIENT if math.isfinite(number) else Ink.NONFINITE)


def _index(cell: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, cell))}]" if cell else ""
