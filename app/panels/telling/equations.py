"""Equations of explanations as formulas, broken into lines where they are too wide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.render.build.headlines import function_signs
from app.render.formula import (
    Formula,
    Fraction,
    Kind,
    Labelled,
    Literal,
    Operator,
    Row,
    Spacing,
    Symbol,
)
from app.render.formula_layout import Typeset, typeset
from app.render.formula_parse import FormulaError, Style, parse_formula
from core.debug.explanation import Equation, Term
from core.debug.text import Ink

_KINDS = {Ink.VALUE: Kind.VALUE, Ink.GRADIENT: Kind.GRADIENT, Ink.NONFINITE: Kind.NONFINITE, Ink.NAME: Kind.STRONG}
_RELATION = "="
_VARIABLE = re.compile(r"(?<![\w.'\"])([A-Za-z_]\w*)(?!\w*\s*\()")
_GRADIENT = "g"
"""What rules call the gradient that came in."""
_SMALLEST, _BROKEN = 11.5, 13.0
"""The smallest letters of an equation on one line, and those of one on several lines."""
_LINE_GAP = 10.0


@dataclass(frozen=True, slots=True)
class PlacedFormula:
    """A part of an equation with the start of its baseline at (x, y)."""

    laid: Typeset
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class EquationLayout:
    """An equation with every part in its place."""

    parts: tuple[PlacedFormula, ...]
    width: float
    height: float


def lay_out(equation: Equation, size: float, room: float) -> EquationLayout:
    """The equation on one line if it fits with letters not much smaller than `size`, else on several."""
    left, terms = _left(equation), [_term(one) for one in equation.terms]
    whole = Row((*([left] if left is not None else []), *(item for term in terms for item in term)))
    for smaller in np.arange(size, _SMALLEST, -1.0).tolist():
        laid = typeset(whole, smaller)
        if laid.width <= room:
            return EquationLayout((PlacedFormula(laid, 0, laid.ascent),), laid.width, laid.height)
    return _in_lines(left, terms, _BROKEN, room)


def _in_lines(left: Formula | None, terms: Sequence[tuple[Formula, ...]], size: float, room: float) -> EquationLayout:
    """Each line holds as many terms as fit; they begin behind what the equation is about."""
    lines: list[list[Formula]] = [[] if left is None else [left]]
    indent = 0.0 if left is None else typeset(left, size).width
    for term in terms:
        longer = typeset(Row((*lines[-1], *term)), size).width
        if lines[-1] and (indent if len(lines) > 1 else 0) + longer > room:
            lines.append([])
        lines[-1] += term
    return _stacked([typeset(Row(tuple(line)), size) for line in lines], indent)


def _stacked(lines: Sequence[Typeset], indent: float) -> EquationLayout:
    parts: list[PlacedFormula] = []
    y = 0.0
    for place, line in enumerate(lines):
        parts.append(PlacedFormula(line, indent if place else 0.0, y + line.ascent))
        y += line.height + _LINE_GAP
    return EquationLayout(tuple(parts), max(part.x + part.laid.width for part in parts), y - _LINE_GAP)


# From the words of an explanation ---------------------------------------------------------------------------


def _left(equation: Equation) -> Formula | None:
    if not equation.by:
        return None
    return Fraction(_partial(equation.of), _partial(equation.by))


def _partial(label: str) -> Formula:
    return Row((Literal("∂"), _labelled(label)))


def _labelled(label: str) -> Formula:
    parsed = _parsed(label, {})
    return parsed if isinstance(parsed, Symbol | Literal) or "(" not in label else Literal(label)


def _term(term: Term) -> tuple[Formula, ...]:
    body = (
        _expression(term.run.text) if term.is_formula else Literal(term.run.text, _KINDS.get(term.run.ink, Kind.PLAIN))
    )
    shown = Labelled(body, term.captions) if term.captions else body
    if not term.sign:
        return (shown,)
    return (Operator(term.sign, Spacing.RELATION if term.sign == _RELATION else Spacing.BINARY), shown)


def _expression(text: str) -> Formula:
    """A rule, with the gradient that came in and the forward values in their colours."""
    names = {name: Symbol(name, _kind(name)) for name in _VARIABLE.findall(text)}
    return _parsed(text, names)


def _kind(name: str) -> Kind:
    return Kind.GRADIENT if name == _GRADIENT else Kind.VALUE


def _parsed(text: str, names: Mapping[str, Formula]) -> Formula:
    try:
        return parse_formula(text, Style(names=names, signs=function_signs()))
    except FormulaError:
        return Literal(text)


def spoken(equation: Equation) -> str:
    """The equation for those who do not see it, with the captions of its terms."""
    return " ".join(_spoken(equation))


def _spoken(equation: Equation) -> Iterator[str]:
    if equation.by:
        yield f"derivative of {equation.of} by {equation.by}"
    for term in equation.terms:
        captions = f" ({', '.join(term.captions)})" if term.captions else ""
        yield f"{term.sign} {term.run.text}{captions}".strip()
