"""Formulas from the text of a Python expression, which is read and never run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from types import EllipsisType
from typing import TypeGuard

from app.render.formula import (
    Fenced,
    Formula,
    Fraction,
    Literal,
    Operator,
    Root,
    Row,
    Script,
    Spacing,
    Symbol,
)
from core import numbers
from core.errors import ArgumentError

LONGEST = 2_000
DEEPEST = 60
"""Longer or more deeply nested text is not typeset, because nobody could read the formula."""

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "theta": "θ", "mu": "μ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω", "inf": "∞",
}  # fmt: skip
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.Lt: "<", ast.GtE: "≥", ast.LtE: "≤", ast.Eq: "=", ast.NotEq: "≠",
}  # fmt: skip
_WORDS: dict[type[ast.operator | ast.boolop], str] = {
    ast.BitAnd: "and", ast.BitOr: "or", ast.And: "and", ast.Or: "or",
}  # fmt: skip
_OPEN = Literal("…")
"""A place that nothing is connected to yet, or all axes of an index."""
_SUMS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: numbers.MINUS}


class FormulaError(ArgumentError):
    """Text that is not an expression; the message says where it stops making sense."""


@dataclass(frozen=True, slots=True)
class Style:
    """How to write what can be written in several ways.

    `names` replaces variables, by symbols with a meaning or by their numbers. `signs` gives the symbol of a
    function by its name, as operation records do: "√", "Σ", "|x|". `stacked` puts fractions one over the
    other instead of on the line. `gathered` writes equal neighbouring factors as a power.
    """

    names: Mapping[str, Formula] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    stacked: bool = True
    gathered: bool = False


def parse_formula(text: str, style: Style = Style()) -> Formula:
    """The formula of an expression such as "g * (1 - result**2)"; FormulaError where it is none."""
    if len(text) > LONGEST:
        raise FormulaError(f"The formula is {len(text)} characters long; up to {LONGEST} are typeset.")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        place = f"{error.msg} at character {error.offset}"
        raise FormulaError(f"{text!r} is not an expression: {place}.") from None
    except (RecursionError, MemoryError, ValueError):
        raise FormulaError("The formula is nested too deeply to be typeset.") from None
    reader = _Reader(style)
    if _depth(tree.body) > DEEPEST:
        raise FormulaError(f"The formula is nested deeper than {DEEPEST} levels; it is not typeset.")
    return reader.read(tree.body)


def _depth(node: ast.expr) -> int:
    """Levels of nesting; a chain of sums or of products is one level, however long."""
    deepest, waiting = 0, [(node, 1)]
    while waiting and deepest <= DEEPEST:
        here, depth = waiting.pop()
        deepest = max(deepest, depth)
        children = [child for child in ast.iter_child_nodes(here) if isinstance(child, ast.expr)]
        waiting += [(child, depth if _continues(here, child) else depth + 1) for child in children]
    return deepest


def _continues(node: ast.expr, child: ast.expr) -> bool:
    if not isinstance(node, ast.BinOp) or node.left is not child:
        return False
    return (_is_sum(node) and _is_sum(child)) or (_is_product(node) and _is_product(child))


@dataclass(frozen=True, slots=True)
class _Reader:
    style: Style

    def read(self, node: ast.expr) -> Formula:
        match node:
            case ast.Name(id=name):
                return self.style.names.get(name) or Symbol(_GREEK.get(name, name))
            case ast.Constant(value=value):
                return _constant(value)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Row((Operator(numbers.MINUS, Spacing.NONE), self._factor(operand)))
            case ast.Compare():
                return self._compare(node)
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=base, slice=index):
                return Script(self._atom(base), below=self._index(index))
            case ast.Attribute(value=base, attr="T" | "mT"):
                return Script(self._atom(base), above=Literal("T"))
            case ast.IfExp(body=body, test=test, orelse=otherwise):
                parts = (self.read(body), Operator("if"), self.read(test), Operator("else"), self.read(otherwise))
                return Row(parts)
            case ast.BoolOp(op=op, values=values):
                return self._words(_WORDS[type(op)], values)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return Fenced(self._listed(items), "[", "]")
            case _:
                return Literal(ast.unparse(node))

    def _binary(self, node: ast.BinOp) -> Formula:
        match node.op:
            case ast.Add() | ast.Sub():
                return self._sum(node)
            case ast.Mult():
                return _product(self._factors(node), gathered=self.style.gathered)
            case ast.MatMult():
                return Row((self._factor(node.left), Operator("", Spacing.THIN), self._factor(node.right)))
            case ast.Div():
                return self._quotient(node)
            case ast.Pow():
                return Script(self._atom(node.left), above=self.read(node.right))
            case ast.BitAnd() | ast.BitOr():
                return self._words(_WORDS[type(node.op)], [node.left, node.right])
            case _:
                return Literal(ast.unparse(node))

    def _sum(self, node: ast.expr) -> Formula:
        items: list[Formula] = []
        while _is_sum(node):
            items[:0] = [Operator(_SUMS[type(node.op)]), self._term(node.right)]
            node = node.left
        return Row((self.read(node), *items))

    def _term(self, node: ast.expr) -> Formula:
        """A later term of a sum; a sum or a sign in it needs brackets."""
        formula = self.read(node)
        return Fenced(formula) if _is_sum(node) or isinstance(node, ast.UnaryOp) else _signed(formula)

    def _factors(self, node: ast.expr) -> list[Formula]:
        factors: list[Formula] = []
        while _is_product(node):
            factors.insert(0, self._factor(node.right))
            node = node.left
        first = self.read(node) if isinstance(node, ast.UnaryOp) else self._factor(node)
        return [first, *factors]

    def _quotient(self, node: ast.BinOp) -> Formula:
        if self.style.stacked:
            return Fraction(self.read(node.left), self.read(node.right))
        under = self._factor(node.right)
        if isinstance(node.right, ast.BinOp) and not isinstance(under, Fenced | Script):
            under = Fenced(under)
        return Row((self._factor(node.left), Operator("/", Spacing.THIN), under))

    def _words(self, word: str, nodes: list[ast.expr]) -> Formula:
        items = [self.read(nodes[0])]
        for node in nodes[1:]:
            items += [Operator(word), self.read(node)]
        return Row(tuple(items))

    def _compare(self, node: ast.Compare) -> Formula:
        items = [self.read(node.left)]
        for operator, right in zip(node.ops, node.comparators, strict=True):
            sign = _RELATIONS.get(type(operator))
            if sign is None:
                return Literal(ast.unparse(node))
            items += [Operator(sign, Spacing.RELATION), self.read(right)]
        return Row(tuple(items))

    def _call(self, node: ast.Call) -> Formula:
        """A function by its name; a method reads as the function of the same name."""
        match node.func:
            case ast.Name(id=name):
                arguments = node.args
            case ast.Attribute(value=ast.Name(id="torch"), attr=name):
                arguments = node.args
            case ast.Attribute(value=receiver, attr=name):
                arguments = [receiver, *node.args]
            case _:
                return Literal(ast.unparse(node))
        sign = self.style.signs.get(name, name)
        written = _WRITTEN.get(sign)
        if written is not None and len(arguments) == 1:
            return written(self._factor(arguments[0]))
        word = sign if len(sign) == 1 and sign.isalpha() else name
        return Row((Literal(word), Fenced(self._listed(arguments))))

    def _listed(self, nodes: Iterable[ast.expr]) -> Formula:
        return _separated([self.read(node) for node in nodes])

    def _index(self, node: ast.expr) -> Formula:
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        return _separated([Literal(ast.unparse(p)) if isinstance(p, ast.Slice) else self.read(p) for p in parts])

    def _factor(self, node: ast.expr) -> Formula:
        """A factor of a product: sums, comparisons and signs in brackets."""
        formula = self.read(node)
        loose = _is_sum(node) or isinstance(node, ast.Compare | ast.UnaryOp)
        return Fenced(formula) if loose else formula

    def _atom(self, node: ast.expr) -> Formula:
        """What may carry an index or a power: everything but a name, a number or a call in brackets."""
        formula = self.read(node)
        plain = isinstance(node, ast.Name | ast.Constant | ast.Subscript | ast.Attribute)
        return _signed(formula) if plain or isinstance(formula, Fenced) else Fenced(formula)


_WRITTEN: dict[str, Callable[[Formula], Formula]] = {
    "√": lambda body: Root(_bare(body)),
    "eˣ": lambda body: Script(Symbol("e"), above=_bare(body)),
    "|x|": lambda body: Fenced(_bare(body), "|", "|"),
    "‖x‖": lambda body: Fenced(_bare(body), "‖", "‖"),
    "x²": lambda body: Script(body, above=Literal("2")),
    "T": lambda body: Script(body, above=Literal("T")),
    "Σ": lambda body: Row((Literal("Σ"), Operator("", Spacing.THIN), body)),
}
"""How a function of one argument is written, by the symbol of its operation."""


def _bare(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Fenced) and formula.left == "(" else formula


def _is_sum(node: ast.expr) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)


def _is_product(node: ast.expr) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)


def _constant(value: object) -> Formula:
    match value:
        case EllipsisType():
            return _OPEN
        case bool() | None | str():
            return Literal(str(value))
        case int() | float() | complex():
            return Literal(numbers.number(value))
        case _:
            return Literal(repr(value))


def _separated(items: list[Formula]) -> Formula:
    parts: list[Formula] = []
    for item in items:
        parts += [Operator(",", Spacing.COMMA), item] if parts else [item]
    return parts[0] if len(parts) == 1 else Row(tuple(parts))


def _product(factors: list[Formula], *, gathered: bool) -> Formula:
    """Factors side by side; a number in front of a letter needs no sign between them."""
    if gathered:
        runs = [(factor, len(list(same))) for factor, same in groupby(factors)]
        factors = [one for factor, times in runs for one in _gathered(factor, times)]
    items = [factors[0]]
    for left, right in pairwise(factors):
        items += [Operator(_times(left, right), Spacing.THIN), _signed(right)]
    return Row(tuple(items)) if len(items) > 1 else items[0]


def _gathered(factor: Formula, times: int) -> list[Formula]:
    """Equal factors as a power; places that are open are not equal."""
    return [factor] * times if factor == _OPEN else [_power(factor, times)]


def _signed(formula: Formula) -> Formula:
    """A negative number in brackets, where a minus in front of it would be read as a difference."""
    negative = isinstance(formula, Literal) and formula.text.startswith(numbers.MINUS)
    return Fenced(formula) if negative else formula


def _power(factor: Formula, count: int) -> Formula:
    match factor:
        case _ if count == 1:
            return factor
        case Script(base=base, below=below, above=None):
            return Script(base, below, Literal(str(count)))
        case _:
            return Script(factor, above=Literal(str(count)))


def _times(left: Formula, right: Formula) -> str:
    match left, right:
        case Literal(), Literal():
            return "×"
        case Literal(), Symbol() | Fenced() | Script(base=Symbol() | Fenced()):
            return ""
        case _:
            return "·"
