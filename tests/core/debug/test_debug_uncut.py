"""Ghosts of documents: the gradients that there would be without no_grad and detach."""

import pytest

from core.debug.document import record_document
from core.debug.uncut import ghosts_of
from core.expr.parse import parse

LEAVES = """\
a = torch.tensor(2., requires_grad=True)
w = torch.tensor(3., requires_grad=True)
b = torch.tensor(4., requires_grad=True)
"""


def ghosts(code):
    document = parse(f"{LEAVES}{code}\ny.backward()").document
    names = {key: node.name for key, node in document.nodes.items()}
    found = ghosts_of(document, record_document(document))
    inputs = {(names[key], slot): value.item() for (key, slot), value in found.inputs.items()}
    return inputs, {names[key]: value.item() for key, value in found.leaves.items()}


@pytest.mark.parametrize(
    ("code", "inputs", "leaves"),
    [
        ("with torch.no_grad():\n    t = a * w + 1\ny = t + 5 * b", {("y", 0): 1}, {"a": 3, "w": 2}),
        ("with torch.inference_mode():\n    t = a * w + 1\ny = t + 5 * b", {("y", 0): 1}, {"a": 3, "w": 2}),
        ("y = b * (a * w).detach()", {("y", 1): 4}, {"a": 12, "w": 8}),
        ("y = a * a.detach()", {("y", 1): 2}, {}),
        ("with torch.no_grad():\n    u = a.detach() * w\ny = u * b", {("y", 0): 4}, {"a": 12, "w": 8}),
        ("y = a * w + b", {}, {}),
        ("y = a * torch.tensor(5.)", {}, {}),
    ],
)
def test_what_blocked_inputs_and_lost_leaves_would_have_got(code, inputs, leaves):
    assert ghosts(code) == (inputs, leaves)
