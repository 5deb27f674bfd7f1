"""Running documents: backward passes, prints, and what is reported."""

import json

import pytest

from core.expr.graph import Source
from core.expr.outcome_json import as_json
from core.expr.parse import parse
from core.expr.problems import Severity, placed
from core.expr.run import run

X = "x = torch.tensor([1., 2.], requires_grad=True)\n"


def ran(text):
    parsed = parse(text)
    assert parsed.problems == ()
    return run(parsed.document)


def gradients(outcome):
    return {leaf["name"]: leaf["grad"] for leaf in as_json(outcome)["leaves"]}


def test_json_is_as_the_command_line_promises():
    outcome = ran(
        "import numpy as np\nx = torch.from_numpy(np.array([1., 2., 3.]))\nx.requires_grad_()\ny = x*x + 4\n"
        "y.backward(x)\nprint('gradient:', x.grad)\n"
    )
    assert as_json(outcome) == {
        "roots": [
            {"name": "y", "value": [5.0, 8.0, 13.0], "shape": [3], "dtype": "float64", "requires_grad": True,
             "grad_fn": "AddBackward0"}
        ],
        "leaves": [
            {"name": "x", "value": [1.0, 2.0, 3.0], "shape": [3], "dtype": "float64", "requires_grad": True,
             "grad": [2.0, 8.0, 18.0]}
        ],
        "printed": ["gradient: tensor([ 2.,  8., 18.], dtype=torch.float64)"],
        "problems": [],
    }  # fmt: skip


def test_passes_run_in_order_and_add_up():
    outcome = ran(
        X + "y = (x * x).sum()\nprint(x.grad)\ny.backward(retain_graph=True)\nprint(x.grad)\ny.backward()\n"
        "print(x.grad)\nx.grad.zero_()\nprint(x.grad)\nx.grad = None\nprint(x.grad)\n"
    )
    assert outcome.printed == ("None", "tensor([2., 4.])", "tensor([4., 8.])", "tensor([0., 0.])", "None")
    assert not outcome.has_errors


def test_without_a_pass_there_is_one_from_each_root():
    outcome = ran(X + "a = (x * x).sum()\nb = x[1] * 3\nc = torch.tensor(1.) * 2")
    assert gradients(outcome) == {"x": [2.0, 7.0], "1.": None}
    assert [root["name"] for root in as_json(outcome)["roots"]] == ["a", "b", "c"]
    assert outcome.problems == ()


def test_what_is_only_printed_is_no_root():
    outcome = ran(X + "y = (x * x).sum()\nprint((y * 2).item(), f'{x[0].item():.1f}')")
    assert gradients(outcome) == {"x": [2.0, 4.0]}
    assert outcome.printed == ("10.0 1.0",)


def test_a_vector_root_is_pointed_out_and_is_an_error_when_asked_for():
    implied = ran(X + "y = x * x")
    assert [problem.severity for problem in implied.problems] == [Severity.WARNING]
    assert "scalar" in implied.problems[0].message
    assert not implied.has_errors
    asked = ran(X + "y = x * x\ny.backward()")
    assert asked.has_errors
    assert asked.problems[0].hint


def test_errors_have_their_place_in_the_code():
    parsed = parse(X + "y = x * x\ny.backward()\nz = x + torch.ones(3)\nz.sum().backward()\nä = 1; print(x.item())\n")
    outcome = run(parsed.document)
    places = [problem.span[:2] for problem in placed(outcome.problems, parsed.spans, parsed.action_spans)]
    assert places == [(4, 4), (3, 0), (6, 7)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y = x.sum()\ny.backward()\ny.backward()", ""),
        ("y = (x * x).sum()\ny.backward()\ny.backward()", "second time"),
        ("y = x * x\ny.backward(torch.ones(3))", "shape"),
        ("y = torch.ones(2).sum()\ny.backward()", "does not require grad"),
        ("with torch.no_grad():\n    y = x.sum()\ny.backward()", "does not require grad"),
        ("y = x.detach().sum()\ny.backward()", "does not require grad"),
        ("y = x.sum()\nprint(x.grad.item())", "no item()"),
        ("y = x.sum()\nx.grad.zero_()", "no gradient to set to zero"),
        ("y = x.sum()\nprint(f'{x.grad:.2f}')", "could not be done"),
    ],
)
def test_passes_that_cannot_run_say_why(text, message):
    outcome = ran(X + text)
    assert outcome.has_errors == bool(message)
    assert not message or message in outcome.problems[0].message


def test_numbers_that_json_has_no_word_for():
    outcome = ran(
        "x = torch.tensor([0., -1., float('inf')], requires_grad=True)\ny = x.log()\ny.backward(torch.ones(3))"
    )
    found = as_json(outcome)
    assert found["roots"][0]["value"] == ["-inf", "nan", "inf"]
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_gradients_of_what_is_no_leaf_are_kept_on_request():
    outcome = ran(
        X + "y = x * 3\ny.retain_grad()\ny.sum().backward()\nprint(y.grad, y.is_leaf, y.grad_fn, y.shape, y.dtype)"
    )
    assert outcome.printed == ("tensor([1., 1.]) False <MulBackward0> torch.Size([2]) torch.float32",)


def test_a_pass_for_some_leaves_only_and_a_pass_from_several_roots():
    outcome = ran(X + "w = torch.tensor(2., requires_grad=True)\ny = (w * x).sum()\ny.backward(inputs=[w])")
    assert gradients(outcome) == {"x": None, "w": 3.0}
    outcome = ran(X + "y = x.sum()\nz = x * 2\ntorch.autograd.backward([y, z], [None, torch.ones(2) * 0.5])")
    assert gradients(outcome) == {"x": [2.0, 2.0]}


def test_the_graph_of_the_gradient():
    outcome = ran("x = torch.tensor(2., requires_grad=True)\ny = x ** 3\ny.backward(create_graph=True)\nprint(x.grad)")
    assert "grad_fn" in outcome.printed[0]
    assert [problem.severity for problem in outcome.problems] == [Severity.WARNING]


def test_running_again_starts_anew():
    document = parse(X + "y = (x * x).sum()\ny.backward()").document
    first, second = run(document), run(document)
    assert gradients(first) == gradients(second) == {"x": [2.0, 4.0]}


def test_a_root_that_could_not_be_computed_has_no_value():
    outcome = ran(X + "y = x + torch.ones(3)\nz = y.sum()\nz.backward()")
    found = as_json(outcome)
    assert (found["roots"][0]["name"], found["roots"][0]["value"]) == ("z", None)
    assert [problem["node"] for problem in found["problems"]] == ["y"]
    assert outcome.roots() == (Source(list(outcome.evaluation.document.nodes)[-1]),)


def test_what_needs_a_node_that_failed_is_not_reported_again():
    code = "x = torch.ones(2, requires_grad=True)\ny = x * [1]\nz = y + 1\nprint(z)\nz.backward()\nz.grad = None"
    outcome = run(parse(code).document)
    assert [problem.message for problem in outcome.problems] == [
        "mul(): 'other' has to be a tensor or a number, not list."
    ]
    assert outcome.printed == ()


def test_passes_that_a_program_of_which_a_part_is_lost_did_not_ask_for_do_not_fail_aloud():
    document = parse(X + "y = x * 2\ny += 1\ny.sum().backward()").document
    assert [problem.severity for problem in run(document).problems] == [Severity.WARNING]
    assert run(document, is_whole=False).problems == ()


@pytest.mark.parametrize(
    "passes",
    [
        "y = x.foo()\ny.sum().backward()",
        "y.sum().foo().backward()",
        "for i in range(3):\n    y.sum().backward()",
        "y.backward()",
        "(y @ y[:1]).backward()",
        "x.detach().sum().backward()",
    ],
)
def test_a_gradient_that_hangs_on_a_pass_that_did_not_run_is_not_printed(passes):
    start = "x = torch.tensor([1., 2.], requires_grad=True)\ny = x * 2\n"
    finish = "print(x.grad)\nprint(f'{x.grad} of x')\nprint(x.shape)\nw = torch.ones(1, requires_grad=True)\n"
    again = "x.grad = None\nx.sum().backward()\nprint(x.grad)\n"
    parsed = parse(start + passes + "\n" + finish + again)
    outcome = run(parsed.document)
    assert len(parsed.problems) + sum(one.severity is Severity.ERROR for one in outcome.problems) == 1
    assert outcome.printed == ("torch.Size([2])", "tensor([1., 1.])")


def test_the_warning_about_a_gradient_that_is_not_kept_names_the_tensor():
    text = "x = torch.ones(2, requires_grad=True)\nw = x * 2\nw.sum().backward()\nprint(x.grad, w.grad, (w + 1).grad)"
    outcome = run(parse(text).document)
    assert outcome.printed == ("tensor([2., 2.]) None None",)
    assert [one.message.partition(" is read")[0] for one in outcome.problems] == [
        "The .grad of w, which is not a leaf,",
        "The .grad of w + 1, which is not a leaf,",
    ]
