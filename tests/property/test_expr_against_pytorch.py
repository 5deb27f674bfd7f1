"""Random documents: their code, run by PyTorch, gives the values and gradients that running them gives."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_documents import documents

from core.codegen.torch import to_code
from core.expr.evaluate import evaluate
from core.expr.graph import Backward, Leaf, RegionKind, Seed, Source
from core.expr.run import run
from core.ops.activation import RELU, SIGMOID, TANH
from core.ops.arithmetic import ADD, DIV, MUL, NEG, SUB
from core.ops.trigonometry import COS, SIN

OPS = [ADD, SUB, MUL, NEG, DIV, TANH, SIGMOID, RELU, SIN, COS]
FRAMES = [RegionKind.NO_GRAD, RegionKind.ENABLE_GRAD, RegionKind.DETACH]


@st.composite
def programs(draw):
    """A document of named nodes, with leaves whose shapes mostly fit, and passes from the last results."""
    document = draw(documents(max_nodes=12, ops=OPS, frames=FRAMES))
    values = st.sampled_from(["0.5", "[0.5, -1.5]", "[[0.25, 2.], [-1., 0.75]]"])
    nodes = {}
    for place, (key, node) in enumerate(document.nodes.items()):
        if isinstance(node, Leaf):
            value = replace(node.value, text=draw(values), dtype=draw(st.sampled_from(["float32", "float64"])))
            nodes[key] = replace(node, value=value, requires_grad=draw(st.integers(0, 3)) > 0, name=f"leaf{place}")
        else:
            nodes[key] = replace(node, name=f"node{place}")
    document = replace(document, nodes=nodes, actions=(), title="")
    evaluation = evaluate(document)
    roots = [key for key in nodes if any(result.requires_grad for result in evaluation.results(key))][-2:]
    roots += draw(st.sampled_from([[], [], [], [], [list(nodes)[-1]]]))  # sometimes one that nothing was recorded for
    passes = (Backward((Seed(Source(key), Source(key)),), retain_graph=True) for key in roots)
    return replace(document, actions=tuple(passes))


@given(programs())
@settings(max_examples=150)
def test_pytorch_agrees(document):
    pytest.importorskip("torch")
    names: dict = {}
    error = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(to_code(document).text, "code", "exec"), names)
    except RuntimeError as caught:
        error = caught
    outcome = run(document)
    assert outcome.has_errors == (error is not None), error
    if outcome.has_errors:
        return
    for key, node in document.nodes.items():
        (ours,), theirs = outcome.evaluation.results(key), names[node.name]
        assert str(theirs.dtype) == str(ours.dtype)
        assert theirs.requires_grad == ours.requires_grad
        np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=1e-5, atol=1e-6)
        if isinstance(node, Leaf):
            assert (theirs.grad is None) == (ours.grad is None)
            if ours.grad is not None:
                np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-4, atol=1e-5)
