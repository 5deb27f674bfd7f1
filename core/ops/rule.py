"""Gradient rules, written as formulas.

A rule is one line of text such as ``"g * other"``: the gradient of an input in terms of the gradient `g`
of the result, the operation's inputs, its results and its attributes. The text *is* the rule. It is
compiled when it is first used, and the same text is what the explanation shows, so the two cannot differ.

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

RESERVED = ("g", "node", "edges")
"""What the compiled rules use for themselves; other names of theirs begin with an underscore."""

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
    words: dict[str, Any],
    *,
    variadic: bool,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    into_g: bool = False,
) -> Gradients:
    """Compile the rules of one operation into the function that computes its gradients.

    `saved` names what a node keeps, in order, and `values` is how the function gets at it; the lines `before` come
    first, and the lines `after` when the gradients are computed. There is one gradient for each input with a rule; a
    variadic operation has one rule, for its k-th input. `into_g` allows the last one that is asked for to be written
    into the memory of `g`, if no other can be `g` itself.
    """
    lines = list(before)
    if saved:
        lines.append(f"({', '.join(map(_flat, saved))},) = {values}")
    given = [rule for rule in rules if rule]
    texts = [_flattened(rule.text) for rule in given]
    if into_g and not variadic:
        texts = _writing_into_g(texts, given)
    if variadic and texts:
        lines.append(f"_made = [{texts[0]} if edges[k] is not None else None for k in range(len(edges))]")
    elif len(texts) == 1:
        lines.append(f"_made = (({texts[0]}) if edges[0] is not None else None,)")
    else:
        parts = (f"({text}) if edges[{slot}] is not None else None" for slot, text in enumerate(texts))
        lines.append(f"_made = ({''.join(part + ', ' for part in parts)})")
    source = "\n    ".join(["def gradients(node, g, edges):", *lines, *after, "return _made"])
    title = ", ".join(rule.text for rule in given)
    gradients: Gradients = compiled(source, {**words, **_WRITING} if into_g else words, "gradients", title)
    return gradients


def compile_formula(
    text: str, names: Sequence[str], defaults: Mapping[str, Any]
) -> Callable[[dict[str, Any]], Callable[..., Any]]:
    """Compile a formula into a function of `names`, given what its words mean."""
    source = f"def formula({', '.join(names)}):\n    return {text}"

    def with_words(words: dict[str, Any]) -> Callable[..., Any]:
        made = compiled(source, words, "formula", text)
        made.__defaults__ = tuple(defaults[name] for name in names if name in defaults)
        return made  # type: ignore[no-any-return]

    return with_words


def compiled(source: str, words: dict[str, Any], name: str, title: str) -> Any:
    """Run source text made from the records of this package, and return what it calls `name`.

    Where a traceback or a profile would name a file, they give the title.
    """
    made: dict[str, Any] = {}
    exec(_code(source, title), words, made)  # noqa: S102  # our own text, never a user's
    return made[name]


@functools.cache
def _code(source: str, title: str) -> Any:
    return compile(source, f"<{title}>", "exec")


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
        case ast.Call(ast.Name("mm")):  # its forward function always makes one
            return True
    return False


def _writing_into_g(texts: Sequence[str], rules: Sequence[Rule]) -> list[str]:
    """Let formulas write their results over `g`: products with `g`, and `-g`.

    Only the last that is asked for may, when those before it have what they need of `g`, and none of them is `g`.
    """
    made = list(texts)
    for place, text in enumerate(texts):
        last = " and ".join(f"edges[{later}] is None" for later in range(place + 1, len(texts))) or "True"
        match ast.parse(text, mode="eval").body:
            case ast.UnaryOp(ast.USub(), ast.Name("g")):
                made[place] = f"negated_into(g) if {last} else {text}"
            case ast.BinOp(ast.Name("g"), ast.Mult(), factor):
                made[place] = f"multiplied_into(g, {ast.unparse(factor)}) if {last} else {text}"
        if not rules[place].makes_new:
            break
    return made


def _multiplied_into(g: Any, factor: Any) -> Any:
    fits = factor.__class__ in (bool, int, float) or (
        factor.dtype is g.dtype and factor.shape == g.shape and factor.strides == g.strides
    )
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
