"""Methods and attributes of tensors that are no operations: `detach`, `requires_grad_`, `float`, `data` ..."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.expr.graph import Call, Node
from core.expr.parsing.builder import Builder
from core.expr.parsing.calls import unknown
from core.expr.parsing.values import DtypeName, Numbers, Operand
from core.expr.problems import Span
from core.expr.spelling import CONVERSIONS
from core.expr.syntax import CodeError
from core.ops.writing import TO_DTYPE

_SAME = {"cpu", "contiguous_", "positive"}
_NOT_YET_KNOWN = {"size", "dim", "numel", "nelement", "ndimension", "stride"}
_LEAVES_THE_GRAPH = {"item", "numpy", "tolist"}
_FACTS = {"shape", "ndim", "dtype", "is_leaf", "requires_grad", "grad_fn", "device"}


class TensorMethods:
    """Reads what is done to one tensor without an operation of its own."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def knows(self, name: str) -> bool:
        """Whether a method is one of those read here."""
        return name in CONVERSIONS or name in _SAME or name in ("to", "type", "detach", "requires_grad_")

    def call(
        self, tensor: Operand, name: str, arguments: Sequence[Any], named: Mapping[str, Any], span: Span
    ) -> Operand:
        """Return what a method returns."""
        given = [*arguments, *named.values()]
        match name, given:
            case "detach", []:
                return Operand(tensor.source, detached=True)
            case "requires_grad_", [] | [True]:
                return self.flagged(tensor, True, span)
            case "requires_grad_", [False]:
                return self.flagged(tensor, False, span)
            case (("to" | "type"), [DtypeName(dtype)]):
                return self._converted(tensor, dtype, span)
            case "to", ["cpu"]:
                return tensor
            case _, [] if name in CONVERSIONS:
                return self._converted(tensor, CONVERSIONS[name], span)
            case _, [] if name in _SAME:
                return tensor
        raise CodeError(f"{name}() is not read with these arguments.", span=span)

    def attribute(self, tensor: Operand, name: str, span: Span) -> Operand:
        """Return what an attribute is."""
        if name == "data":
            return Operand(tensor.source, detached=True)
        if name == "grad":
            raise CodeError(
                "The whole expression is computed before any backward() runs, so no gradient can be a part of it.",
                "Print it: print(x.grad). To go on with it, write its numbers out: torch.tensor([...]).",
                span,
            )
        if name in _FACTS:
            raise CodeError(f"{name} is not known before the code runs.", "It can be printed. Else write it out.", span)
        raise unknown(name, (), span)

    def why_not(self, name: str, known: Iterable[str], span: Span) -> CodeError:
        """Return the error for a method that cannot be read."""
        if name in _LEAVES_THE_GRAPH:
            hint = f"Go on with the tensor itself, or with its detach(). Inside print(...), {name}() is read."
            return CodeError(f"{name}() leaves the graph.", hint, span)
        if name in _NOT_YET_KNOWN:
            return CodeError(f"{name}() is not known before the code runs.", "Write the number out.", span)
        if name in ("backward", "retain_grad"):
            return CodeError(f"{name}() stands on a line of its own.", span=span)
        if name.endswith("_") and not name.endswith("__"):
            return CodeError(
                f"{name}() writes into a tensor, which an expression cannot show.",
                f"Make a new tensor with {name[:-1]}().",
                span,
            )
        return unknown(name, known, span)

    def flagged(self, tensor: Operand, requires_grad: bool, span: Span) -> Operand:
        """Switch the recording of a tensor on or off, from its beginning."""
        source = self._builder.as_node(tensor, span)
        if self._builder.is_used(source.node):
            raise CodeError(
                "The switch comes after the tensor was used; here it would hold for those uses too.",
                "Set requires_grad before the first use.",
                span,
            )
        node: Node = self._builder.node(source.node)
        if isinstance(node, Call) and not requires_grad:
            raise CodeError("A computed tensor cannot be switched off.", "Use detach().", span)
        self._builder.draft.update(node, requires_grad=requires_grad)
        return Operand(source)

    def variable(
        self, arguments: Sequence[Any], named: Mapping[str, Any], span: Span, *, is_new: bool, flag: bool
    ) -> Operand:
        """Return what `Variable(tensor, requires_grad=...)` and `nn.Parameter(tensor)` return: a leaf.

        It has the numbers of the tensor, and is that tensor itself when it `is_new`, made for this only.
        """
        data = arguments[0] if arguments else named.get("data")
        match data:
            case Numbers(value):
                tensor = self._builder.leaf(value, False, span)
            case Operand(source):
                tensor = data if is_new else Operand(source, detached=True)
            case _:
                raise CodeError("A tensor is needed here.", "Make one with torch.tensor(...).", span)
        asked = named.get("requires_grad", arguments[1] if len(arguments) > 1 else flag)
        return self.flagged(tensor, True, span) if asked else tensor

    def _converted(self, tensor: Operand, dtype: str, span: Span) -> Operand:
        made = self._builder.call(TO_DTYPE, {TO_DTYPE.inputs[0].name: tensor, "dtype": DtypeName(dtype)}, span)
        return Operand(made.source)
