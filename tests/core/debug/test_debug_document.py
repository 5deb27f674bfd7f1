"""Recording a document: its passes in one log, the names of its nodes, and why its wires carry no gradient."""

import pytest

from core.debug.breakpoints import OnGradient, Stop, find_hits
from core.debug.document import DocumentExpression, record_document
from core.debug.events import Blocked, Leave
from core.debug.explain import explain_step
from core.debug.findings import findings
from core.debug.recording import Recording
from core.debug.source import Reason
from core.debug.text import plain
from core.expr.evaluate import evaluate
from core.expr.parse import parse
from core.expr.run import run

LEAVES = """\
a = torch.tensor(2., requires_grad=True)
w = torch.tensor(3., requires_grad=True)
b = torch.tensor(4., requires_grad=True)
"""


def document_of(code):
    parsed = parse(code)
    assert parsed.problems == ()
    return parsed.document


def recorded(code) -> Recording:
    return record_document(document_of(code))


def named(document, name):
    return next(key for key, node in document.nodes.items() if node.name == name)


def cuts(recording):
    """Every blocked input, by the names of the two nodes, with its reason and who is to blame."""
    label = recording.expression.label
    return {
        (label(event.origin), label(recording.expression.operands(event.origin)[event.slot])): (
            event.reason,
            label(event.blamed),
        )
        for event in recording.events
        if isinstance(event, Blocked)
    }


def test_the_tutorials_expression_typed_as_text_has_four_selects_in_the_order_of_pytorch():
    recording = recorded("x = torch.tensor([1., 2.], requires_grad=True)\ny = 2*x[0]*x[0] + 4*x[1]*x[1]\ny.backward()")
    labels = [recording.nodes[event.node].label for event in recording.events if isinstance(event, Leave)]
    assert labels == ["y", "m4", "x[1]", "4 * x[1]", "x[1]", "m2", "x[0]", "2 * x[0]", "x[0]", "x"]
    last = explain_step(recording, recording.steps[9])
    assert plain(last.headline) == "x is used 4 times, so its gradients add."
    assert last.equation.text == "∂y/∂x = [2, 16] + [2, 0] = [4, 16]"


def test_what_has_no_derivative_is_named_as_the_cut():
    recording = recorded(f"{LEAVES}h = torch.histc(a, 2)\ny = (h * w).sum()\ny.backward()")
    assert cuts(recording)["h * w", "h"] == (Reason.NO_RULE, "h")
    lost = [plain(one.text) for one in findings(recording)]
    assert "a got no gradient: h has no derivative there, so it passes no gradient on." in lost


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
@pytest.mark.parametrize(("view", "blamed"), [("a.view(1)", "v"), ("a.view(1)[0]", "a.view(1)")])
def test_a_view_that_was_made_without_recording_is_cut_by_its_frame(mode, view, blamed):
    recording = recorded(f"{LEAVES}with torch.{mode}():\n    v = {view}\ny = (w * v + a).sum()\ny.backward()")
    assert cuts(recording)["w * v", "v"] == (mode, blamed)
    lost = [plain(one.text) for one in findings(recording)]
    assert f"v got no gradient: {blamed} ran inside {mode}, so it has no grad_fn." in lost


def test_a_document_gives_the_gradients_that_running_it_gives():
    code = f"{LEAVES}y = (a * w).sin() / b\nz = y * b\nz.backward()"
    outcome, recording = run(document_of(code)), recorded(code)
    leaves = {recording.nodes[number].label: grad for number, grad in recording.grads.items()}
    for name in "awb":
        key = named(outcome.evaluation.document, name)
        (tensor,) = outcome.evaluation.results(key)
        assert leaves[name].tobytes() == tensor.grad.numpy().tobytes()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("with torch.no_grad():\n    t = a * w + 1", {("y", "t"): (Reason.NO_GRAD, "a * w")}),
        ("with torch.no_grad():\n    u = a * w\nt = u + 1", {("y", "t"): (Reason.NO_GRAD, "u")}),
        ("with torch.inference_mode():\n    t = a * w", {("y", "t"): (Reason.INFERENCE_MODE, "t")}),
        ("t = (a * w).detach()", {("y", "t"): (Reason.DETACH, "a * w")}),
        ("u = a.detach() * 2\nt = u + 1", {("y", "t"): (Reason.DETACH, "a")}),
        ("t = torch.tensor(5.)", {("y", "t"): (Reason.NOT_REQUIRED, "t")}),
        ("k = torch.tensor(5.)\nt = k * 2", {("y", "t"): (Reason.NOT_REQUIRED, "t")}),
        ("t = torch.tensor(5)", {("y", "t"): (Reason.DTYPE, "t")}),
        ("t = (a > 1)", {("y", "t"): (Reason.DTYPE, "t")}),
        ("t = (a > 1).float()", {("y", "t"): (Reason.DTYPE, "a > 1")}),
        ("t = 3", {}),
    ],
)
def test_why_a_wire_carries_no_gradient(lines, expected):
    assert cuts(recorded(f"{LEAVES}{lines}\ny = t + 5 * b\ny.backward()")) == expected


def test_a_composite_operation_names_its_blocked_inputs_once():
    recording = recorded(
        "x = torch.ones(2, 3)\nw = torch.ones(4, 3, requires_grad=True)\nb = torch.ones(4)\n"
        "y = torch.nn.functional.linear(x, w, b).sum()\ny.backward()"
    )
    assert set(cuts(recording).values()) == {(Reason.NOT_REQUIRED, "x"), (Reason.NOT_REQUIRED, "b")}
    assert sum(isinstance(event, Blocked) for event in recording.events) == 2


def test_the_region_that_is_to_blame_is_named():
    document = document_of(f"{LEAVES}with torch.no_grad():\n    u = a * w\ny = u + b\ny.backward()")
    (blocked,) = [event for event in record_document(document).events if isinstance(event, Blocked)]
    assert blocked.region in document.regions
    expression = DocumentExpression(evaluate(document))
    assert expression.cut(named(document, "y"), 0).region == blocked.region
    assert expression.cut(named(document, "y"), 1) is None


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("with torch.no_grad():\n    y = a * w", "y ran inside no_grad, so it has no grad_fn."),
        ("u = a * w\ny = u.detach()", "u is detached: its value passes, its gradient does not."),
        ("u = (a * w).long()\ny = u * 2", "u does not hold floating point numbers, and only those have gradients."),
        (
            "u = torch.stack([a, w]).argmax()\ny = (u - 1).float()",
            "u does not hold floating point numbers, and only those have gradients.",
        ),
    ],
)
def test_a_leaf_above_a_root_without_a_graph_is_told_what_cuts_it_off(code, why):
    recording = recorded(f"{LEAVES}{code}\ny.backward()")
    lost = [plain(one.text) for one in findings(recording)][1:]
    assert lost == [
        f"a got no gradient: {why}",
        f"w got no gradient: {why}",
        "b got no gradient: no root of the pass depends on it.",
    ]


def test_each_leaf_is_told_the_cut_that_is_on_its_way_to_a_root_without_a_graph():
    recording = recorded(f"{LEAVES}u = a.detach() * 2\nwith torch.no_grad():\n    v = w * 3\ny = u + v\ny.backward()")
    lost = [plain(one.text) for one in findings(recording)][1:]
    assert lost[:2] == [
        "a got no gradient: a is detached: its value passes, its gradient does not.",
        "w got no gradient: v ran inside no_grad, so it has no grad_fn.",
    ]


def test_findings_and_stops_blame_the_same_cut():
    document = document_of(f"{LEAVES}u = a * w\ny = u.detach() + b\ny.backward()")
    recording = record_document(document)
    sentence = "a got no gradient: u is detached: its value passes, its gradient does not."
    assert sentence in [plain(found.text) for found in findings(recording)]
    assert find_hits(recording, Stop(OnGradient(origin=named(document, "a")))).problem == sentence


def test_passes_and_cleared_gradients_are_one_log():
    recording = recorded(
        "x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\n"
        "y.backward(retain_graph=True)\nx.grad.zero_()\ny.backward()\nx.grad = None\ny.backward()"
    )
    kinds = [event.kind for event in recording.events if event.kind in ("PassBegin", "PassEnd", "Clear", "Error")]
    assert kinds == ["PassBegin", "PassEnd", "Clear", "PassBegin", "PassEnd", "Clear", "PassBegin", "Error"]


def test_a_document_without_a_pass_gets_one_from_each_result():
    recording = recorded(f"{LEAVES}y = a * w\nz = a * b\nv = torch.stack([a, b]) * 2")
    roots = [[recording.nodes[number].label for number in track.begin.roots] for track in recording.passes]
    assert roots == [["y"], ["z"], ["v"]]
    assert recording.error is not None  # v has two elements: what it is used for is not known
    assert recording.grads


def test_a_document_that_asks_for_no_gradient_has_no_events():
    assert recorded("x = torch.tensor([1., 2.])\ny = x * 2").events == ()


def test_a_pass_from_a_root_that_could_not_be_computed_is_recorded_as_its_error():
    recording = recorded("x = torch.ones(2, requires_grad=True)\ny = (x + torch.ones(3)).sum()\ny.backward()")
    assert [event.kind for event in recording.events] == ["PassBegin", "Error"]
    assert recording.error.message.startswith("The root waits for another node")
    assert recording.state_at(1).queue == ()


def test_a_name_for_a_leaf_is_one_leaf():
    recording = recorded("x = torch.tensor([1., 2.], requires_grad=True)\nz = x\ny = (z * z).sum()\ny.backward()")
    assert [node.label for node in recording.nodes if node.is_leaf] == ["x"]
