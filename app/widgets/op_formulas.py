"""The formulas of an operation's record, typeset: what it computes, and what each input gets back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from app.render.build.headlines import function_signs
from app.render.formula import Formula, Kind, Literal, Script, Symbol, equation
from app.render.formula_parse import FormulaError, Style, parse_formula
from core.ops.spec import Op

_LETTERS = ("x", "y")
"""What the first two inputs are called where their own names say nothing."""
_RESULT = "z"
_NAME = re.compile(r"(?<![\w.])[a-zA-Z_]\w*")


@lru_cache(maxsize=512)
def forward_formula(op: Op) -> Formula:
    """What the operation computes: z = x · y."""
    return equation(_result(op), _parsed(op.formula, op))


@lru_cache(maxsize=512)
def backward_formulas(op: Op) -> tuple[tuple[str, Formula], ...]:
    """For each input that a gradient goes to: its name, and g_x = g · y."""
    return tuple(_backward(op))


def _backward(op: Op) -> Iterator[tuple[str, Formula]]:
    letters = _letters(op)
    for port, rule in zip(op.inputs, op.rules, strict=True):
        if rule is not None:
            left = Script(Symbol("g", Kind.GRADIENT), below=Symbol(letters[port.name]))
            yield port.name, equation(left, _parsed(rule.shown or rule.text, op))


def _parsed(text: str, op: Op) -> Formula:
    letters = _letters(op)
    words = {letter: Symbol(letter, Kind.VALUE) for letter in letters.values()} | {"g": Symbol("g", Kind.GRADIENT)}
    lettered = _NAME.sub(lambda found: letters.get(found[0], found[0]), text)
    try:
        return parse_formula(lettered, Style(names=words, signs=function_signs()))
    except FormulaError:
        return Literal(text, Kind.QUIET)


def _result(op: Op) -> Symbol:
    return Symbol(_letters(op)[op.outputs[0]], Kind.VALUE)


def _letters(op: Op) -> Mapping[str, str]:
    """The letters for the names of inputs and results that records use."""
    anonymous = [port.name for port in op.inputs if port.name in ("self", "other")]
    letters = {port.name: port.name for port in op.inputs} | dict(zip(anonymous, _LETTERS, strict=False))
    results = {name: name for name in op.outputs} if len(op.outputs) > 1 else {op.outputs[0]: _RESULT}
    return letters | results
