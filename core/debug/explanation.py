"""An explanation as data: sentences whose parts say what they are, and an equation with the numbers put in."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from core.debug.text import Ink, Run, Text


@dataclass(frozen=True, slots=True)
class Term:
    """One side or factor of an equation: ``= [4, 16]`` with the lines "after", "now in x" under it.

    `sign` stands before it. When `is_formula`, the text is an expression to be typeset.
    """

    sign: str
    run: Run
    captions: tuple[str, ...] = ()
    is_formula: bool = False


@dataclass(frozen=True, slots=True)
class Equation:
    """A derivative of `of` by `by`, and what it is equal to. Without the two, an equation of numbers."""

    of: str
    by: str
    terms: tuple[Term, ...]

    @property
    def text(self) -> str:
        """The equation on one line."""
        left = [f"∂{_bracketed(self.of)}/∂{_bracketed(self.by)}"] if self.by else []
        return " ".join([*left, *(f"{term.sign} {term.run.text}".strip() for term in self.terms)])


def _bracketed(label: str) -> str:
    """Put brackets around what an operator joins: its name in a fraction is read as one thing."""
    try:
        is_joined = isinstance(ast.parse(label, mode="eval").body, ast.BinOp | ast.UnaryOp | ast.Compare)
    except SyntaxError:
        is_joined = " " in label
    return f"({label})" if is_joined else label


@dataclass(frozen=True, slots=True)
class Binding:
    """What a letter of a formula stands for: the tensor of that label, with this value."""

    name: str
    label: str
    value: Run


@dataclass(frozen=True, slots=True)
class Formula:
    """A gradient rule as an expression, what its letters stand for, and the same with the numbers put in.

    Where the exact rule would be hard to read, the expression is a description in words.
    """

    expression: str
    bindings: tuple[Binding, ...]
    numbers: str
    result: Run


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened, in one or two sentences: `headline` says it, `body` says why."""

    badge: str
    remark: Text
    headline: Text
    body: Text
    equation: Equation | None = None
    formula: Formula | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """An event in a few words: ``44  Enter  SelectBackward0 receives 4``."""

    index: int
    badge: str
    text: Text


def number_term(sign: str, run: Run, *captions: str) -> Term:
    """Return a term that is a number or an array."""
    return Term(sign, run, captions)


def formula_term(sign: str, expression: str, *captions: str) -> Term:
    """Return a term that is an expression."""
    return Term(sign, Run(expression, Ink.PLAIN), captions, is_formula=True)
