"""What a run leaves, as JSON: the form that `run --json` prints."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.expr.expression import Expressions
from core.expr.graph import Source
from core.expr.problems import Problem
from core.expr.run import Outcome
from core.tensor.tensor import Tensor


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON; NaN and infinities are the texts "nan", "inf" and "-inf"."""
    texts = Expressions(outcome.evaluation.document)
    return {
        "roots": [_root_json(outcome, source, texts) for source in outcome.roots()],
        "leaves": [_leaf_json(outcome, source, texts) for source in outcome.leaves()],
        "printed": list(outcome.printed),
        "problems": [problem_json(problem, texts) for problem in outcome.problems],
    }


def _root_json(outcome: Outcome, source: Source, texts: Expressions) -> dict[str, Any]:
    tensor = outcome.evaluation.tensor(source)
    node = tensor.grad_fn if tensor is not None else None
    return _tensor_json(tensor, texts.result_title(source)) | {"grad_fn": node.name() if node else None}


def _leaf_json(outcome: Outcome, source: Source, texts: Expressions) -> dict[str, Any]:
    tensor = outcome.evaluation.tensor(source)
    grad = tensor.grad if tensor is not None else None
    return _tensor_json(tensor, texts.result_title(source)) | {"grad": None if grad is None else numbers_json(grad)}


def _tensor_json(tensor: Tensor | None, name: str) -> dict[str, Any]:
    if tensor is None:
        return {"name": name, "value": None, "shape": None, "dtype": None, "requires_grad": None}
    return {
        "name": name,
        "value": numbers_json(tensor),
        "shape": list(tensor.shape),
        "dtype": tensor.dtype.name,
        "requires_grad": tensor.requires_grad,
    }


def numbers_json(tensor: Tensor) -> Any:
    """Return the numbers of a tensor as nested lists."""
    values = tensor.array.tolist()
    return values if np.all(np.isfinite(tensor.array)) else _finite(values)


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return value if math.isfinite(value) else repr(value)


def problem_json(problem: Problem, texts: Expressions) -> dict[str, Any]:
    """Return a problem with the place in the code it is about, and the name of its node."""
    return {
        "line": problem.span.line if problem.span else None,
        "column": problem.span.column + 1 if problem.span else None,
        "node": texts.title(problem.node) if problem.node else None,
        "message": problem.message,
        "hint": problem.hint,
    }
