"""All operations as functions on tensors, made from their records."""

from __future__ import annotations

from typing import Any

from core.ops.registry import all_ops
from core.ops.rule import ARRAY_WORDS
from core.tensor.apply import Operation

OPERATIONS: dict[str, Operation] = {op.name: Operation(op) for op in all_ops()}

TENSOR_WORDS: dict[str, Any] = ARRAY_WORDS | {name: one.method for name, one in OPERATIONS.items()}
"""What the words of a rule mean over tensors; words that only compute shapes are the same as over arrays."""
