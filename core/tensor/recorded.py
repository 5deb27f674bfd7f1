"""Gradients as tensors: what a pass with create_graph=True computes with.

The rules are the ones that also run on arrays. Here their words are operations on tensors, so that the
gradient of a gradient comes from the same formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.engine.node import AccumulateGrad, Gradient, Node
from core.ops.rule import Gradients, compile_gradients, root
from core.tensor.operations import TENSOR_WORDS
from core.tensor.tensor import Array, Tensor, wrap

if TYPE_CHECKING:
    from core.engine.node import Edge
    from core.ops.spec import Op


class TensorAlgebra:
    """Gradients are tensors, and what is done to them is recorded."""

    adds_in_place = False

    def __init__(self) -> None:
        self._compiled: dict[type[Node], Gradients] = {}

    def gradients(self, node: Node, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return the gradient for each edge of `node`."""
        if node.op is None:
            return node.recorded_gradients(g, edges)
        gradients = self._compiled.get(type(node))
        if gradients is None:
            op = node.op
            gradients = self._compiled[type(node)] = compile_gradients(
                [op.rules[slot] for slot in node.slots],
                op.saved,
                "saved_tensors(node)",
                TENSOR_WORDS,
                variadic=op.inputs[0].variadic,
            )
        return gradients(node, g, edges)

    def fit(self, gradient: Tensor, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Tensor:
        """Sum over broadcast dimensions and convert, so that the gradient matches what it is for."""
        if gradient.array.shape != shape:
            gradient = TENSOR_WORDS["sum_to"](gradient, shape)
        return gradient if gradient.array.dtype == dtype else TENSOR_WORDS["to_dtype"](gradient, dtype)

    def zeros(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Tensor:
        """Return a gradient of zeros."""
        return wrap(np.zeros(shape, dtype))


TENSORS = TensorAlgebra()


TANGENTS = "tangents"
"""Where the notes of a node keep the tangents of what it saved, by their places (forward-mode differentiation)."""


def saved_tensors(node: Node) -> list[Any]:
    """Return what the node of an operation saved, with every array as a tensor that has its place in the graph."""
    if node.op is None:
        return []
    tensors = [_as_tensor(node, node.op, *saved) for saved in zip(node.op.saved, node.values(), strict=True)]
    for place, tangent in getattr(node, "notes", {}).get(TANGENTS, {}).items():
        if isinstance(tensors[place], Tensor):
            tensors[place].tangent = tangent
    return tensors


def by_name(op: Op, inputs: Sequence[Any], results: Sequence[Tensor]) -> dict[str, Any]:
    """Return what an application of an operation was given and has made, under the names that its rules use."""
    names = [port.name for port in op.inputs]
    return dict(zip(names, inputs, strict=True)) | dict(zip(op.outputs, results, strict=False))


def _as_tensor(node: Node, op: Op, name: str, value: Any) -> Any:
    if isinstance(value, tuple) and op.inputs[0].variadic and name == op.inputs[0].name:
        return [at_edge(one, edge) for one, edge in zip(value, node.edges, strict=True)]
    if not isinstance(value, np.ndarray):
        return value
    for edge, slot in zip(node.edges, node.slots, strict=True):
        if op.inputs[slot].name == name:
            return at_edge(value, edge)
    if root(name) in op.outputs and value.dtype.kind == "f":
        return at_edge(value, (node, op.outputs.index(name)))
    return wrap(value)


def at_edge(array: Array, edge: Edge | None) -> Tensor:
    """Return the tensor of a saved array whose gradient goes along `edge`; for a leaf, the leaf itself."""
    if edge is not None and isinstance(edge[0], AccumulateGrad):
        return edge[0].variable  # type: ignore[no-any-return]
    tensor = wrap(array)
    tensor.edge = edge
    return tensor


TENSOR_WORDS["saved_tensors"] = saved_tensors
