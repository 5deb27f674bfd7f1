"""Which names in code stand for modules, and the full names of what is in them."""

from __future__ import annotations

import ast

from core.expr.syntax import CodeError, dotted, span_of

_USUAL = {
    "torch": "torch",
    "np": "numpy",
    "numpy": "numpy",
    "math": "math",
    "F": "torch.nn.functional",
    "nn": "torch.nn",
    "linalg": "torch.linalg",
    "special": "torch.special",
    "ops": "torch.ops",
    "Variable": "torch.autograd.Variable",
}
_KNOWN = ("torch", "numpy", "math")


class Modules:
    """The names that imports have set; the usual ones are known without."""

    def __init__(self) -> None:
        self._names = dict(_USUAL)

    def path(self, node: ast.expr, shadowed: object) -> str:
        """Return the full name of what a chain of names means, or nothing when it starts from something else."""
        first, _, rest = dotted(node).partition(".")
        if first not in self._names or (hasattr(shadowed, "__contains__") and first in shadowed):
            return ""
        home = self._names[first]
        return f"{home}.{rest}" if rest else home

    def rename(self, name: str, path: str) -> None:
        """Let a name stand for a module or for something in one: ``F = torch.nn.functional``."""
        self._names[name] = path

    def read_import(self, node: ast.Import | ast.ImportFrom) -> None:
        """Take in an import of torch, numpy or math, or of something in them."""
        home = f"{node.module}." if isinstance(node, ast.ImportFrom) and node.module else ""
        for alias in node.names:
            path = f"{home}{alias.name}"
            if path.partition(".")[0] not in _KNOWN or (isinstance(node, ast.ImportFrom) and node.level):
                raise CodeError(
                    f"{path.partition('.')[0]} is not known here.",
                    "Code is read, not run: torch, numpy and math can be imported.",
                    span_of(node),
                )
            if home or alias.asname:
                self._names[alias.asname or alias.name] = path
