"""All operations as functions on tensors, made from their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.ops.registry import all_ops
from core.ops.rule import ARRAY_WORDS
from core.ops.spec import Spelling
from core.tensor.apply import Operation
from core.tensor.choice import choose
from core.tensor.composite import Composite
from core.tensor.documenting import documentation
from core.tensor.shortcuts import as_method, fastest

Method = Callable[..., Any]

TENSOR_WORDS: dict[str, Any] = dict(ARRAY_WORDS)
"""What the words of a rule mean over tensors; words that only compute shapes are the same as over arrays."""

RECORDED: dict[str, Operation] = {op.name: Operation(op, TENSOR_WORDS) for op in all_ops() if op.body is None}
"""The operations that leave nodes of their own."""

OPERATIONS: dict[str, Operation | Composite] = {
    op.name: RECORDED[op.name] if op.body is None else Composite(op, op.body, TENSOR_WORDS) for op in all_ops()
}
"""All operations, in the order of their records."""


def _quick(operation: Operation | Composite) -> Method:
    """Make the quick form of an operation, with its name and documentation for `help()`."""
    function, op = fastest(operation), operation.op
    for one in (function, as_method(function)):
        one.__name__, one.__doc__ = op.name, documentation(op)
    return function


METHODS: dict[str, Method] = {name: _quick(one) for name, one in OPERATIONS.items()}
"""The same, as functions that are quick for the usual arguments."""

TENSOR_WORDS |= METHODS


def spelled(names: Callable[[Spelling], tuple[str, ...]], methods: dict[str, Method] = METHODS) -> dict[str, Method]:
    """Return functions under the names that users write; a name of several operations chooses among them."""
    sharing: dict[str, list[str]] = {}
    for name in methods:
        for written in names(OPERATIONS[name].op.spelling):
            sharing.setdefault(written, []).append(name)
    return {
        written: choose(written, [(OPERATIONS[name].op, methods[name]) for name in same])
        for written, same in sharing.items()
    }


FUNCTIONS: dict[str, Method] = spelled(lambda spelling: spelling.functions)
"""The functions of the module: `torch.exp`."""

NN_FUNCTIONS: dict[str, Method] = spelled(lambda spelling: spelling.nn)
"""The functions of `torch.nn.functional`."""
