"""Gradients that arrive but are odd: what made them NaN, zero, huge or tiny, and what they are summed over."""

import numpy as np
import pytest

from core.debug.document import record_document
from core.debug.finding import FindingKind
from core.debug.findings import findings
from core.debug.text import plain
from core.expr.parse import parse


def found(code, *kinds):
    """Every finding of some kinds, as its sentence and its detail."""
    recording = record_document(parse(code).document)
    return [(plain(one.text), plain(one.detail)) for one in findings(recording) if not kinds or one.kind in kinds]


def leaf(name, numbers):
    return f"{name} = torch.tensor({numbers}, requires_grad=True)\n"


@pytest.mark.parametrize(
    ("code", "where", "held"),
    [
        ("y = (x - 4) / (x - 4)", "y is the first with NaN", "At element 1, x - 4 = 0."),
        ("y = (x - 1).log()", "y is the first with −∞", "At element 0, x - 1 = 0."),
        ("e = (x * 100).exp()\ny = e / e.sum()", "e is the first with ∞", "At element 0, x * 100 = 100."),
        (
            "y = torch.stack([x[0], x[1]]) + float('inf')",
            "y is the first with ∞",
            "At element 0, stack(x[0], x[1]) = 1.",
        ),
    ],
)
def test_values_that_are_not_finite_are_traced_to_where_they_are_made(code, where, held):
    sentence, detail = found(f"{leaf('x', [1.0, 4.0])}{code}\ny.sum().backward()", FindingKind.NONFINITE)[0]
    assert sentence == f"The values are not finite before any gradient is: {where}."
    assert detail.split(",")[0] == held.split(",")[0]


def test_a_bad_value_behind_a_where_is_named_when_a_rule_meets_it():
    code = f"{leaf('x', [0.0, 1.0])}q = x / x\ny = torch.where(x > 0, q, torch.zeros(2)).sum()\ny.backward()"
    assert found(code, FindingKind.NONFINITE)[0] == (
        "The values are not finite before any gradient is: q is the first with NaN.",
        "At element 0, x = 0.",
    )


def test_infinities_that_do_no_harm_are_not_reported():
    code = (
        f"{leaf('x', [0.0, 1.0])}m = x + torch.tensor([0., float('-inf')])\n"
        "y = torch.softmax(m, dim=0)\nz = (y * torch.tensor([1., 2.])).sum()\nz.backward()"
    )
    assert found(code, FindingKind.NONFINITE) == []


@pytest.mark.parametrize(
    ("code", "detail"),
    [
        ("h = torch.relu(x)\ny = (h * 2).sum()", "ReluBackward0 of h makes zeros of [2, 2]: its local factor is 0."),
        (
            "h = torch.sigmoid(x * 200)\ny = h.sum()",
            "SigmoidBackward0 of h makes zeros of [1, 1]: its local factor is 0.",
        ),
        ("y = (x * 0).sum()", "MulBackward0 of x * 0 makes zeros of [1, 1]: its local factor is 0."),
        (
            "z = torch.zeros(2, 1)\np = x.view(1, 2) @ z\ny = p.sum()",
            "MmBackward0 of p makes zeros of [[1]]: z is zero everywhere.",
        ),
        ("y = (x - x).sum()", "What arrives at x cancels."),
        ("y = (x * 2).sum() * 0", "MulBackward0 of y makes zeros of 1: its local factor is 0."),
    ],
)
def test_zeros_are_traced_to_what_made_them(code, detail):
    ((sentence, said),) = found(f"{leaf('x', [-1.0, -2.0])}{code}\ny.backward()", FindingKind.ZERO)
    assert sentence == "The gradient of x is zero everywhere: it was computed, unlike None."
    assert said == detail


def test_an_external_gradient_of_zeros_and_elements_that_cancel():
    seeded = f"{leaf('x', [1.0, 2.0])}y = x * 3\ny.backward(torch.tensor([0., 0.]))"
    assert found(seeded, FindingKind.ZERO)[0][1] == "The external gradient of y is zero."
    cancelling = f"{leaf('b', [1.0])}y = (b * torch.tensor([1., -1.])).sum()\ny.backward()"
    said = found(cancelling, FindingKind.ZERO)[0][1]
    assert said == "MulBackward0 of b * x1 makes zeros of [1, 1]: its elements cancel when they are summed."


def test_all_zeros_below_a_dead_unit_have_the_same_maker():
    code = f"{leaf('w', [-1.0])}{leaf('b', -1.0)}h = torch.relu(w * 3 + b)\ny = h.sum()\ny.backward()"
    assert len({detail for _, detail in found(code, FindingKind.ZERO)}) == 1


def test_a_gradient_that_grows_or_shrinks_out_of_bounds_names_the_steepest_step():
    grown = f"{leaf('x', 1.0)}a = x * 20\nb = a * 3000\ny = b * 200\ny.backward()"
    assert found(grown) == [
        (
            "The gradient of x explodes: its largest element is 1.2e7.",
            "The steepest step is MulBackward0 of b: × 3000.",
        )
    ]
    shrunk = f"{leaf('x', 1.0)}a = x * 0.1\nb = a * 0.00000001\ny = b * 0.5\ny.backward()"
    ((sentence, detail),) = found(shrunk)
    assert sentence.startswith("The gradient of x vanishes")
    assert detail.startswith("The steepest step is MulBackward0 of b")


def test_size_is_judged_by_the_external_gradient():
    assert found(f"{leaf('x', 1.0)}y = x * 2\ny.backward(torch.tensor(1e9))") == []


def test_operands_that_are_both_broadcast_are_named_with_their_shapes():
    code = f"{leaf('p', [[1.0], [2.0]])}t = torch.tensor([1., 2.])\nd = p - t\ny = (d ** 2).mean()\ny.backward()"
    assert found(code) == [
        (
            "p [2, 1] and t [2] are both broadcast: d has shape [2, 2].",
            "Where that is not meant, bring them to one shape first.",
        )
    ]


@pytest.mark.parametrize(
    "code",
    [
        "y = (p * torch.ones(2, 3)).sum()",  # one of the two has the shape already
        "y = (p + 1).sum()",
        "y = torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3), p[0] * torch.ones(4)).sum()",
    ],
)
def test_an_ordinary_broadcast_is_no_finding(code):
    assert found(f"{leaf('p', [[1.0], [2.0]])}{code}\ny.backward()") == []


def test_a_grad_that_nothing_cleared_is_the_sum_of_passes():
    code = f"{leaf('w', 2.0)}y = w * 3\ny.backward()\nz = w * 4\nz.backward()"
    ((sentence, detail),) = found(code)
    assert sentence == "w.grad is the sum of 2 passes."
    assert "zero_grad()" in detail
    assert found(code.replace("z.backward", "w.grad = None\nz.backward")) == []


def test_large_arrays_of_which_only_statistics_are_kept_are_judged_too():
    code = "x = torch.zeros(5000, requires_grad=True)\ny = (torch.relu(x) * 2).sum()\ny.backward()"
    recording = record_document(parse(code).document, array_budget=0)
    assert [one.kind for one in findings(recording)] == [FindingKind.ZERO]
    assert not any(isinstance(event.result, np.ndarray) for event in recording.events if event.kind == "Vjp")


@pytest.mark.parametrize("read", ["print(w.grad)", "print(f'{w.grad}')"])
def test_the_grad_of_a_computed_tensor_is_told_to_be_none_and_which_leaf_has_it(read):
    code = f"{leaf('w0', [1.0, 2.0])}w = w0 * 0.1\ny = w.sum()\ny.backward()\n{read}"
    assert found(code) == [
        (
            "w.grad is None: w is computed, and only leaves keep a gradient.",
            "Call w.retain_grad() before backward(), or read w0.grad.",
        )
    ]
    assert found(code.replace("y = ", "w.retain_grad()\ny = ")) == []
