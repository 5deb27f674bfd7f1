"""What the words and signs of code mean: the operations by the ways in which they are written."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.expr.spelling import INVERT, ITEM, MINUS, UNSPELLED
from core.ops.registry import all_ops
from core.ops.spec import Op

NN = "torch.nn.functional"

INFIX: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
PREFIX: Mapping[type[ast.AST], str] = {ast.USub: MINUS, ast.Invert: INVERT}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Operations by sign, by the full name of a function, and by the name of a method.

    `modules` are those that functions are in. Several operations may share a name, such as ``max``; the arguments
    of a call decide among them.
    """

    signs: Mapping[str, Op]
    functions: Mapping[str, tuple[Op, ...]]
    methods: Mapping[str, tuple[Op, ...]]
    modules: frozenset[str]

    def property_named(self, name: str) -> Op | None:
        """Return the operation that is written as an attribute, such as ``x.T``."""
        return self.signs.get(f".{name}")

    def known_functions(self) -> set[str]:
        """Return the names that functions are called by, without their modules."""
        return {path.rpartition(".")[2] for path, ops in self.functions.items() if not ops[0].hidden}

    @property
    def item(self) -> Op | None:
        """The operation of square brackets."""
        return self.signs.get(ITEM)


def vocabulary() -> Vocabulary:
    """Return the vocabulary of all operations that are defined now."""
    return _vocabulary(tuple(all_ops()))


@functools.lru_cache(maxsize=4)
def _vocabulary(ops: tuple[Op, ...]) -> Vocabulary:
    functions = _by_name(ops, _paths)
    return Vocabulary(
        signs={op.spelling.operator: op for op in ops if op.spelling.operator},
        functions=functions,
        methods=_by_name(ops, lambda op: op.spelling.methods),
        modules=frozenset(_modules(functions)),
    )


def _modules(functions: Iterable[str]) -> Iterator[str]:
    """Iterate over the modules that functions are in: ``torch`` and ``torch.nn`` for ``torch.nn.relu``."""
    for name in functions:
        parts = name.split(".")
        yield from (".".join(parts[:length]) for length in range(1, len(parts)))


def _paths(op: Op) -> list[str]:
    """Return the full names of an operation; each is also found under its own, whatever it is called elsewhere."""
    spelling = op.spelling
    functions = [f"torch.{name}" for name in (*spelling.functions, f"{UNSPELLED}{op.name}")]
    return [*functions, *(f"{NN}.{name}" for name in spelling.nn)]


def _by_name(ops: Iterable[Op], names: Callable[[Op], Iterable[str]]) -> dict[str, tuple[Op, ...]]:
    found: dict[str, tuple[Op, ...]] = {}
    for op in ops:
        for name in names(op):
            found[name] = (*found.get(name, ()), op)
    return found
