"""The methods and operators of Tensor, added from the records of the operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.tensor.apply import Operation
from core.tensor.operations import OPERATIONS
from core.tensor.tensor import Tensor

_INFIX = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne", "&": "and", "|": "or", "^": "xor",
}  # fmt: skip
_PREFIX = {"neg": "-"}


def reflected(operation: Operation) -> Callable[[Tensor, Any], Any]:
    def method(self: Tensor, other: Any) -> Any:
        return operation(other, self)

    return method


for operation in OPERATIONS.values():
    spelling = operation.op.spelling
    for name in spelling.methods:
        setattr(Tensor, name, operation.method)
    if spelling.operator in _INFIX:
        name = _INFIX[spelling.operator]
        setattr(Tensor, f"__{name}__", operation.method)
        if name not in ("lt", "le", "gt", "ge", "eq", "ne"):
            setattr(Tensor, f"__r{name}__", reflected(operation))
