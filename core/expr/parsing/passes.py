"""Reading backward calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from core.expr.graph import Backward, Seed, Source, Value
from core.expr.parsing.expressions import ExpressionReader
from core.expr.syntax import CodeError, span_of


class PassReader:
    """Reads what a backward pass starts from, and how it is run."""

    def __init__(self, expressions: ExpressionReader) -> None:
        self._read = expressions

    def of_one(self, owner: ast.expr, call: ast.Call) -> Backward:
        """Read ``y.backward(...)``."""
        root = self._read.builder.as_node(self._read.operand(owner), span_of(owner))
        given = self._given(call, ("gradient", "retain_graph", "create_graph", "inputs"))
        gradient = self._gradient(given.pop("gradient", None))
        return self._pass([Seed(root, gradient)], given)

    def of_several(self, call: ast.Call) -> Backward:
        """Read ``torch.autograd.backward([y, z], [...])``."""
        given = self._given(call, ("tensors", "grad_tensors", "retain_graph", "create_graph", "inputs"))
        tensors, gradients = (_listed(given.pop(name, None)) for name in ("tensors", "grad_tensors"))
        roots = [self._read.builder.as_node(self._read.operand(one), span_of(one)) for one in tensors]
        if not roots:
            raise CodeError("There is no tensor to go back from.", "Name one, or several in a list.", span_of(call))
        if gradients and len(gradients) != len(roots):
            raise CodeError(f"{len(roots)} tensors need {len(roots)} gradients.", span=span_of(call))
        listed: list[ast.expr | None] = [*gradients, *[None] * (len(roots) - len(gradients))]
        seeds = [Seed(root, self._gradient(one)) for root, one in zip(roots, listed, strict=True)]
        return self._pass(seeds, given)

    def _given(self, call: ast.Call, names: Sequence[str]) -> dict[str, ast.expr]:
        given = dict(zip(names, call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg}
        if len(call.args) > len(names) or given.keys() - set(names):
            raise CodeError(f"backward is called with {', '.join(names)}.", span=span_of(call))
        return given

    def _pass(self, seeds: Sequence[Seed], given: dict[str, ast.expr]) -> Backward:
        inputs = [self._read.operand(one).source for one in _listed(given.get("inputs"))]
        if "inputs" in given and not inputs:
            raise CodeError("inputs is empty.", "Leave it out for all leaves.", span_of(given["inputs"]))
        asked = given.get("retain_graph")
        retain = None if _is_none(asked) else self._read.flag_of(asked)
        create = self._read.flag_of(given.get("create_graph"))
        return Backward(tuple(seeds), retain, create, tuple(inputs))

    def _gradient(self, node: ast.expr | None) -> Value | Source | None:
        """Return an external gradient: given numbers as they are, anything else as a result."""
        if node is None or _is_none(node):
            return None
        numbers = self._read.leaves.calculated(node) if not isinstance(node, ast.Name) else None
        if numbers is not None:
            return numbers
        return self._read.builder.as_node(self._read.operand(node), span_of(node))


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _listed(node: ast.expr | None) -> list[ast.expr]:
    match node:
        case None:
            return []
        case ast.List(parts) | ast.Tuple(parts):
            return parts
    return [node]
