"""The methods and operators of Tensor, added from the records of the operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.tensor.apply import Operation
from core.tensor.composite import Composite
from core.tensor.inplace import in_place
from core.tensor.operations import FUNCTIONS, METHODS, OPERATIONS, RECORDED, spelled
from core.tensor.shortcuts import as_method, fastest
from core.tensor.tensor import Tensor

_INFIX = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne", "&": "and", "|": "or", "^": "xor",
    "<<": "lshift", ">>": "rshift",
}  # fmt: skip
_PREFIX = {"neg": "neg", "~": "invert", "abs": "abs"}
_COMMUTATIVE = {"+", "*", "&", "|", "^"}
_COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
_OPERANDS = (Tensor, int, float, np.ndarray, np.generic)


def _operator(operation: Operation | Composite) -> Callable[..., Any]:
    """Make an infix operator: for what is neither a tensor nor a number, Python asks the other operand."""

    def unusual(self: Tensor, other: Any) -> Any:
        return operation(self, other) if isinstance(other, _OPERANDS) else NotImplemented

    return as_method(fastest(operation, unusual))


def _reflected(function: Callable[..., Any]) -> Callable[[Tensor, Any], Any]:
    def method(self: Tensor, other: Any) -> Any:
        return function(other, self) if isinstance(other, _OPERANDS) else NotImplemented

    return method


def _install_operators(operation: Operation | Composite) -> None:
    spelling = operation.op.spelling
    if spelling.operator in _PREFIX:
        setattr(Tensor, f"__{_PREFIX[spelling.operator]}__", as_method(METHODS[operation.op.name]))
    elif spelling.operator in _INFIX:
        _install_infix(operation, spelling.operator)


def _install_infix(operation: Operation | Composite, symbol: str) -> None:
    name = _INFIX[symbol]
    operator = _operator(operation)
    setattr(Tensor, f"__{name}__", operator)
    if symbol in _COMPARISONS:
        return
    function = FUNCTIONS[operation.op.spelling.functions[0]]
    setattr(Tensor, f"__r{name}__", operator if symbol in _COMMUTATIVE else _reflected(function))
    if operation.op.spelling.in_place and isinstance(operation, Operation):
        setattr(Tensor, f"__i{name}__", in_place(operation))


def _install_all() -> None:
    for name, method in spelled(lambda spelling: spelling.methods).items():
        setattr(Tensor, name, as_method(method))
    writing = {name: in_place(one) for name, one in RECORDED.items() if one.op.spelling.in_place}
    for name, method in spelled(lambda spelling: spelling.methods, writing).items():
        setattr(Tensor, f"{name}_", method)
    for operation in OPERATIONS.values():
        _install_operators(operation)
    for operation in OPERATIONS.values():
        if operation.op.spelling.reflected:
            setattr(Tensor, f"__r{_INFIX[operation.op.spelling.reflected]}__", _operator(operation))


_install_all()
