"""A backward pass that cannot begin says which leaves could require a gradient, and what cuts others off."""

import pytest

from core.debug.document import record_document
from core.expr.parse import parse
from core.expr.run import run

X, W = "x = torch.tensor([1., 2.])\n", "w = torch.tensor(2.)\n"
TRACKED = "x = torch.tensor([1., 2.], requires_grad=True)\n"
END = "\ny.backward()"

PROGRAMS = {
    "a leaf": (X + "y = x.sum()", "x could require it: set requires_grad=True"),
    "two leaves": (X + W + "y = (w * x).sum()", "w or x could require it"),
    "many leaves": ("y = " + " + ".join(f"torch.ones({n})[0]" for n in range(1, 7)), "or another leaf could"),
    "an integer among them": (X + "n = torch.tensor([1, 2])\ny = (x * n).sum()", "grad_fn. x could require it"),
    "a tensor without a name": ("y = torch.ones(3).sum()", "ones(3) could require it"),
    "made after the model of another": (X + "y = torch.zeros_like(x).sum()", "zeros_like(x) could require it"),
    "a leaf that is not used": (X + W + "y = w * 2", "grad_fn. w could require it"),
    "integers": ("n = torch.tensor([1, 2])\ny = n.sum()", "y holds torch.int64: only floating point"),
    "truth values on the way": (TRACKED + "y = (x > 1).float().sum()", "x > 1 holds torch.bool"),
    "detach": (TRACKED + "a = x * 2\ny = a.detach().sum()", "a is cut off by detach() or .data: leave that out"),
    "detach beside a leaf": (TRACKED + W + "y = (x.detach() * w).sum()", "w could require it: set requires_grad=True "
                             "there. Or: x is cut off by detach() or .data"),
    "no_grad": (TRACKED + "with torch.no_grad():\n    a = x * 2\ny = a.sum()", "a is computed under no_grad()"),
    "inference": (TRACKED + "with torch.inference_mode():\n    y = x.sum()", "y is computed under inference_mode()"),
    "the second of two results": (TRACKED + "y = x.topk(1, 0)[1]", "holds torch.int64"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "advice"), PROGRAMS.values(), ids=PROGRAMS)
def test_the_error_says_what_could_require_a_gradient(text, advice):
    parsed = parse(text + END)
    assert parsed.problems == ()
    problem = run(parsed.document).problems[0]
    assert "does not require grad" in problem.message
    assert advice in f"grad_fn. {problem.hint}"


@pytest.mark.parametrize("name", ["w", "x"])
def test_what_it_says_to_do_helps(name):
    fixed = f"{X}{W}{name}.requires_grad_()\ny = (w * x).sum(){END}"
    assert not run(parse(fixed).document).has_errors


def test_a_recording_ends_with_the_same_error():
    recording = record_document(parse(X + "y = x.sum()" + END).document)
    assert "x could require it" in str(recording.events[-1])
