"""Gradient rules, written as formulas.

A rule is one line of text such as ``"g * other"``: the gradient of an input in terms of the gradient `g`
of the result, the operation's inputs, its results and its attributes. The text *is* the rule. It is
compiled once, when the operation is defined, and the same text is what the explanation shows, so the two
cannot differ.

The words a rule may use are the operations themselves (``exp``, ``where``, ``sum`` ...). Over arrays they
mean the operations' forward functions; over tensors they mean the recorded operations, which makes every
rule differentiable again without writing it twice. ``self.shape`` keeps only the shape of an input, not its
values: what a rule names is what the graph has to keep in memory.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Gradients = Callable[[Any, Any, Sequence[Any]], Sequence[Any]]
"""Computes the gradients of a node: (node, g, edges) -> one gradient or None per edge."""

ARRAY_WORDS: dict[str, Any] = {}
"""What the words of a rule mean over arrays; the registry fills it as operations are defined."""

FACTS = ("shape", "dtype", "strides")
"""What a rule may ask of an input without keeping the input itself."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A gradient formula. `names` are the values it reads, such as ``("other", "self.shape")``."""

    text: str
    names: tuple[str, ...]
    shown: str = ""  # the formula as it is shown, where the exact one would be hard to read

    @property
    def makes_new(self) -> bool:
        """Whether the gradient is surely an array of its own, and not `g` or a view of it: arithmetic makes one."""
        return _makes_new(ast.parse(self.text, mode="eval").body)


def parse_rule(text: str, known: Iterable[str], shown: str = "") -> Rule:
    """Read a formula; `known` are the names of inputs, results and attributes it may refer to."""
    known = frozenset(known)
    names = dict.fromkeys(name for name in _names(ast.parse(text, mode="eval").body) if root(name) in known)
    return Rule(text, tuple(names), shown)


def compile_gradients(
    rules: Sequence[Rule | None],
    saved: Sequence[str],
    values: str,
    words: Mapping[str, Any],
    *,
    variadic: bool,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    into_g: bool = False,
) -> Gradients:
    """Compile the rules of one operation into the function that computes its gradients.

    `saved` names what a node keeps, in order, and `values` is how the function gets at it; the lines `before` come
    first, and the lines `after` when the gradients are computed. There is one gradient for each input with a rule; a
    variadic operation has one rule, for its k-th input. `into_g` allows the last gradient to be written into the
    memory of `g`, if no other can be `g` itself.
    """
    lines = list(before)
    if saved:
        lines.append(f"({', '.join(map(_flat, saved))},) = {values}")
    given = [rule for rule in rules if rule]
    texts = [_flattened(rule.text) for rule in given]
    if into_g and texts and not variadic and all(rule.makes_new for rule in given[:-1]):
        texts[-1] = _writing_into_g(texts[-1])
        words = {**words, **_WRITING}
    if variadic and texts:
        lines.append(f"made = [{texts[0]} if edges[k] is not None else None for k in range(len(edges))]")
    elif len(texts) == 1:
        lines.append(f"made = (({texts[0]}) if edges[0] is not None else None,)")
    else:
        parts = (f"({text}) if edges[{slot}] is not None else None" for slot, text in enumerate(texts))
        lines.append(f"made = ({''.join(part + ', ' for part in parts)})")
    source = "\n    ".join(["def gradients(node, g, edges):", *lines, *after, "return made"])
    return compiled(source, words, "gradients")  # type: ignore[no-any-return]


def compile_formula(
    text: str, names: Sequence[str], defaults: Mapping[str, Any]
) -> Callable[[dict[str, Any]], Callable[..., Any]]:
    """Compile a formula into a function of `names`, given what its words mean."""
    source = f"def formula({', '.join(names)}):\n    return {text}"

    def with_words(words: dict[str, Any]) -> Callable[..., Any]:
        made = compiled(source, words, "formula")
        made.__defaults__ = tuple(defaults[name] for name in names if name in defaults)
        return made  # type: ignore[no-any-return]

    return with_words


def compiled(source: str, words: Mapping[str, Any], name: str) -> Any:
    """Run source text made from the records of this package, and return what it calls `name`."""
    made: dict[str, Any] = {}
    exec(_code(source), words, made)  # type: ignore[arg-type]  # noqa: S102  # our own text, never a user's
    return made[name]


@functools.cache
def _code(source: str) -> Any:
    return compile(source, f"<{max(source.splitlines(), key=len).strip()}>", "exec")


def root(name: str) -> str:
    """Return the input a name is about: `self` for ``self.shape``."""
    return name.partition(".")[0]


def _names(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in FACTS:
        yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.Name):
        yield node.id
    else:
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


def _makes_new(formula: ast.AST) -> bool:
    match formula:
        case ast.BinOp() | ast.UnaryOp():
            return True
        case ast.IfExp():
            return _makes_new(formula.body) and _makes_new(formula.orelse)
        case ast.Attribute():  # a view of an array that has no other name
            return _makes_new(formula.value)
        case ast.Call(ast.Name(word)):
            return word == "mm"
    return False


def _writing_into_g(text: str) -> str:
    """Return a formula that writes its result over `g` where that fits: for a product with `g`, and for `-g`."""
    match ast.parse(text, mode="eval").body:
        case ast.UnaryOp(ast.USub(), ast.Name("g")):
            return "negated_into(g)"
        case ast.BinOp(ast.Name("g"), ast.Mult(), factor):
            return f"multiplied_into(g, {ast.unparse(factor)})"
    return text


def _multiplied_into(g: Any, factor: Any) -> Any:
    fits = factor.__class__ in (int, float) or (factor.dtype is g.dtype and factor.shape == g.shape)
    return np.multiply(g, factor, out=g) if fits else g * factor


_WRITING = {"negated_into": lambda g: np.negative(g, out=g), "multiplied_into": _multiplied_into}


def _flat(name: str) -> str:
    return name.replace(".", "_")


def _flattened(text: str) -> str:
    return ast.unparse(_FactsToNames().visit(ast.parse(text, mode="eval")))


class _FactsToNames(ast.NodeTransformer):
    """Turns ``self.shape``, which a node keeps by itself, into the name ``self_shape``."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id != "g" and node.attr in FACTS:
            return ast.Name(f"{node.value.id}_{node.attr}", ast.Load())
        return self.generic_visit(node)
