"""Which tensors a line of code writes into."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_KEEPS_NUMBERS = ("requires_grad_", "retain_grad_", "share_memory_", "detach_")


def overwritten(statement: ast.stmt) -> Iterator[str]:
    """Iterate over the names of the tensors into which a statement writes: `x` for ``x[0].add_(1)``."""
    for node in ast.walk(statement):
        match node:
            case ast.AugAssign(target=target):
                yield from _named(target)
            case ast.Subscript(ctx=ast.Store()):
                yield from _named(node)
            case ast.Call(func=ast.Attribute(owner, method)):
                if method.endswith("_") and not method.endswith("__") and method not in _KEEPS_NUMBERS:
                    yield from _named(owner)


def _named(node: ast.expr) -> Iterator[str]:
    """Yield the name of the tensor that an expression is, or is a part or view of; a gradient is another tensor."""
    while True:
        match node:
            case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(value=inner)):
                node = inner
            case ast.Attribute(value=inner, attr=name) if name != "grad":
                node = inner
            case ast.Name(id=name):
                yield name
                return
            case _:
                return
