"""All operations as functions on tensors, made from their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.ops.registry import all_ops
from core.ops.rule import ARRAY_WORDS
from core.tensor.apply import Operation
from core.tensor.shortcuts import fastest

OPERATIONS: dict[str, Operation] = {op.name: Operation(op) for op in all_ops()}

METHODS: dict[str, Callable[..., Any]] = {name: fastest(operation) for name, operation in OPERATIONS.items()}
"""The same, as functions that are quick for the usual arguments."""

TENSOR_WORDS: dict[str, Any] = ARRAY_WORDS | METHODS
"""What the words of a rule mean over tensors; words that only compute shapes are the same as over arrays."""
