"""Names of nodes: which texts may be one, and one for every node that was given none."""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Callable, Collection, Mapping

from core.expr.graph import Call, Document, Leaf, Node
from core.expr.ids import NodeId

RESERVED = frozenset({"torch", "np", "numpy", "F", "nn", "math", "print", "float", "inf", "nan", "_"})
"""Names that mean something else in code."""

_LONGEST = 60


def why_not_a_name(text: str) -> str:
    """Return why `text` cannot be the name of a node, or nothing when it can."""
    if not text.isidentifier():
        return (
            f"A name is made of letters, digits and underscores and does not start with a digit: {text[:_LONGEST]!r}."
        )
    if keyword.iskeyword(text) or text in RESERVED:
        return f"{text!r} has a meaning of its own in code."
    if len(text) > _LONGEST:
        return f"A name has up to {_LONGEST} letters."
    return ""


def outputs_of(node: Node) -> tuple[str, ...]:
    """Return the names that the results of a node were given one by one."""
    return node.outputs if isinstance(node, Call) else ()


def names_in(node: Node) -> tuple[str, ...]:
    """Return the names that a node was given: its own, and those of its results."""
    return tuple(name for name in (node.name, *outputs_of(node)) if name)


def names_of(document: Document) -> Mapping[NodeId, str]:
    """Return a name for every node: its own, or a letter and a number, counted in the document's order."""
    taken = RESERVED.union(*map(names_in, document.nodes.values()))
    counters: dict[str, Callable[[], str]] = {}
    names = {}
    for key, node in document.nodes.items():
        letter = _letter(node)
        if letter not in counters:
            counters[letter] = _counter(letter, taken)
        names[key] = node.name or counters[letter]()
    return names


def _letter(node: Node) -> str:
    match node:
        case Leaf():
            return "x"
        case Call():
            return node.op[0] if node.op[:1].isalpha() else "t"
    return "d"


def _counter(letter: str, taken: Collection[str]) -> Callable[[], str]:
    numbered = (f"{letter}{place}" for place in itertools.count(1))
    return (name for name in numbered if name not in taken).__next__


def free_name(document: Document, wanted: str) -> str:
    """Return `wanted`, with a number behind it when another node has it already."""
    taken = {name for node in document.nodes.values() for name in names_in(node)}
    stem = wanted.rstrip("0123456789") or wanted
    tries = itertools.chain([wanted], (f"{stem}{place}" for place in itertools.count(2)))
    return next(name for name in tries if name not in taken)
