"""Formulas as data: fractions, powers, indices, roots and sums, with the meaning of each letter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Kind(StrEnum):
    """What a letter or number in a formula stands for; a theme gives each its colour."""

    PLAIN = "plain"
    QUIET = "quiet"
    STRONG = "strong"
    VALUE = "value"
    GRADIENT = "gradient"
    NONFINITE = "nonfinite"


class Spacing(StrEnum):
    """How far an operator stands from its neighbours."""

    NONE = "none"
    THIN = "thin"  # products
    BINARY = "binary"  # sums
    RELATION = "relation"  # equations
    COMMA = "comma"  # only behind it


@dataclass(frozen=True, slots=True)
class Symbol:
    """A variable, in italics."""

    text: str
    kind: Kind = Kind.PLAIN


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, a vector or a word, upright."""

    text: str
    kind: Kind = Kind.PLAIN


@dataclass(frozen=True, slots=True)
class Operator:
    """A sign between two terms."""

    text: str
    spacing: Spacing = Spacing.BINARY


@dataclass(frozen=True, slots=True)
class Row:
    """Terms side by side on one baseline."""

    items: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Fraction:
    """One formula over another."""

    over: Formula
    under: Formula


@dataclass(frozen=True, slots=True)
class Script:
    """A base with an index below, a power above, or both."""

    base: Formula
    below: Formula | None = None
    above: Formula | None = None


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    body: Formula


@dataclass(frozen=True, slots=True)
class Fenced:
    """A formula in brackets that grow with it."""

    body: Formula
    left: str = "("
    right: str = ")"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A formula with small lines of words under it: "before", "from x[1]"."""

    body: Formula
    lines: tuple[str, ...]


Formula: TypeAlias = Symbol | Literal | Operator | Row | Fraction | Script | Root | Fenced | Labelled


def equation(left: Formula, *right: Formula) -> Row:
    """`left = right = ...` on one line."""
    items: list[Formula] = [left]
    for side in right:
        items += [Operator("=", Spacing.RELATION), side]
    return Row(tuple(items))


def derivative(of: str, by: str) -> Fraction:
    """∂of / ∂by as a fraction."""
    return Fraction(Row((Literal("∂"), Symbol(of))), Row((Literal("∂"), Symbol(by))))
