"""The sentences: one golden text for every kind of event, and those of the worked example."""

import pytest
from debug_drawing import Drawing, frozen_branch, indexing

import core as torch
from core.debug import events
from core.debug.explain import explain, explain_step, lines_of
from core.debug.explanation import Equation
from core.debug.recorder import Recorder, record
from core.debug.source import Reason
from core.debug.telling import tell
from core.debug.text import Ink, plain


@pytest.fixture(scope="module")
def recording():
    y, drawing = indexing()
    return record(y, expression=drawing)


def told(recording, index):
    explanation = explain(recording, index)
    return f"{plain(explanation.headline)} {plain(explanation.body)}".strip()


def tell_first(recording, kind, **fields):
    for event in recording.events:
        if event.kind == kind and all(getattr(event, name) == value for name, value in fields.items()):
            return told(recording, event.index)
    raise AssertionError(f"no {kind} event")


def test_the_sum_of_the_worked_example(recording):
    explanation = explain_step(recording, recording.steps[7])
    assert explanation.badge == "Sum"
    assert plain(explanation.remark) == "contribution 2 of 2 to x"
    assert plain(explanation.headline) == "x is used twice, so its gradients add."
    assert plain(explanation.body) == (
        "x[0] read only element 0: its gradient 4 becomes [4, 0]. Add it to [0, 16], which x[1] sent in step 4."
    )
    assert explanation.equation.text == "∂y/∂x = [0, 16] + [4, 0] = [4, 16]"
    assert [term.captions for term in explanation.equation.terms] == [
        ("before", "from x[1]"), ("incoming", "from x[0]"), ("after", "now in x"),
    ]  # fmt: skip


def test_the_kinds_of_the_words_are_kept(recording):
    body = explain(recording, 47).body
    assert [run.text for run in body if run.ink is Ink.GRADIENT] == ["4", "[4, 0]", "[0, 16]"]
    assert [run.text for run in body if run.ink is Ink.NAME] == ["x[0]", "x[1]"]


def test_the_events_of_a_step_in_a_few_words(recording):
    lines = [(line.index, line.badge, plain(line.text)) for line in lines_of(recording, recording.steps[7])]
    assert lines == [
        (44, "Enter", "SelectBackward0 receives 4."),
        (45, "VJP", "puts it into element 0"),
        (46, "Zero-fill", "1 element was not read: 0"),
        (47, "Sum", "[0, 16] + [4, 0] = [4, 16]"),
        (48, "Ready", "x has all its contributions."),
        (49, "Leave", "x[0] is done."),
    ]


def test_a_node_that_hands_gradients_to_several_inputs(recording):
    explanation = explain_step(recording, recording.steps[2])
    assert plain(explanation.headline) == "m4 hands 2 to m3 and 8 to x[1]."
    assert plain(explanation.body) == "The gradient 1 that came in is multiplied by 2 for m3 and 8 for x[1]."
    assert explanation.equation.text == "∂y/∂x[1] = g * m3 = 1 × 8 = 8"
    assert (explanation.formula.expression, explanation.formula.numbers) == ("g * self", "1 * 8")
    assert [(one.name, one.label, one.value.text) for one in explanation.formula.bindings] == [
        ("g", "g", "1"), ("self", "m3", "8"),
    ]  # fmt: skip


GOLDEN = {
    0: "The backward pass begins at y. It can reach 8 nodes; each forgets what it saved once it has run "
    "(retain_graph=False).",
    1: "y is a root: its gradient starts as 1. y has one element, so none had to be given: it is 1.",
    2: "y has all its contributions. It runs next.",
    3: "AddBackward0 receives 1. It is the gradient of y.",
    4: "y hands 1 to m2. The gradient that came in is passed on as it is.",
    6: "m2 receives 1 from y. It is the only contribution.",
    9: "m4 has all its contributions. It runs next.",
    10: "y is done. It has handed 1 to m2 and 1 to m4.",
    12: "m4 hands 2 to m3. The gradient 1 that came in is multiplied by the local factor 2.",
    14: "MulBackward0 forgets other and self (8 bytes). A second pass through it would fail, unless this one had "
    "retain_graph=True.",
    17: "x[1] receives 8 from m4. 1 more will follow.",
    22: "x[1] is used twice, so its gradients add. m3 sends 8. Add it to 8, which m4 sent in step 2.",
    25: "SelectBackward0 receives 16. It is the gradient of x[1], the sum of 2 contributions.",
    27: "x[1] read only element 1. The gradient goes there. The other element had no part in it: 0.",
    48: "x has all its contributions. A leaf runs before all others.",
    51: "x.grad becomes [4, 16]. It was None, which is not zero: nothing had been written.",
    52: "x is done. Its gradient is in x.grad.",
    53: "The backward pass is over. 8 nodes ran. x has a gradient.",
}


@pytest.mark.parametrize("index", GOLDEN)
def test_golden_sentences_of_the_worked_example(recording, index):
    assert told(recording, index) == GOLDEN[index]


def test_blocked():
    y, drawing = frozen_branch(Reason.NO_GRAD)
    found = tell_first(record(y, expression=drawing), "Blocked")
    assert found == "No gradient goes from y to t. u ran inside no_grad, so it has no grad_fn."


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (Reason.DETACH, "u is detached: its value passes, its gradient does not."),
        (Reason.NOT_REQUIRED, "u has requires_grad=False, and so has all it was computed from."),
        (Reason.DTYPE, "u does not hold floating point numbers, and only those have gradients."),
        (Reason.NO_RULE, "u has no derivative there, so it passes no gradient on."),
        (Reason.UNUSED, "Nothing that the pass computes depends on u."),
        (Reason.INFERENCE_MODE, "u ran inside inference_mode, so it has no grad_fn."),
    ],
)
def test_every_reason_of_a_cut_has_a_sentence(reason, sentence):
    y, drawing = frozen_branch(reason)
    assert tell_first(record(y, expression=drawing), "Blocked").endswith(sentence)


def broadcast():
    m = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    b = torch.tensor([1.0, 1.0, 1.0], requires_grad=True)
    drawing = Drawing(m=m, b=b)
    u = drawing.add("u", m + b, "m", "b")
    return drawing.add("y", u.mean(), "u"), drawing


def test_a_broadcast_sum():
    y, drawing = broadcast()
    recording = record(y, expression=drawing)
    assert tell_first(recording, "Unbroadcast") == (
        "b was broadcast from [3] to [2, 3], so its gradient is summed. "
        "Each copy has a gradient of its own; over axis 0 they add up to [0.3333, 0.3333, 0.3333]."
    )
    assert tell_first(recording, "Vjp") == (
        "y hands [[0.1667, 0.1667, 0.1667], [0.1667, 0.1667, 0.1667]] to u. "
        "The gradient 1 that came in, times 0.1667, goes to each of the 6 elements."
    )


def test_a_seed_that_was_given():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    found = tell_first(record(x * 2, torch.tensor([1.0, 0.5])), "Seed")
    assert found == "mul is a root: its gradient starts as [1, 0.5]. It was passed to backward()."


def test_hooks_and_retain_grad():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    h.register_hook(lambda g: g * 3)
    h.retain_grad()
    h.grad_fn.register_prehook(lambda g: None)
    x.register_post_accumulate_grad_hook(lambda leaf: None)
    recording = record(h.sum())
    assert tell_first(recording, "Hook", changed=True) == (
        "A tensor hook changes a gradient at mul. It was [1, 1] and becomes [3, 3]."
    )
    assert tell_first(recording, "Hook", changed=False) == (
        "A node pre hook looks at a gradient at mul. It leaves [3, 3] as it is."
    )
    assert tell_first(recording, "Retain") == (
        "mul keeps its gradient [3, 3]. It is not a leaf; retain_grad() asked for it."
    )
    assert told(recording, recording.events[-3].index) == (
        "A post-accumulate hook waits for leaf. A recording writes nothing: it runs when the recording is committed."
    )


def test_accumulating_clearing_and_keeping():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    x.name = "x"
    y = (x * x).sum()
    recorder = Recorder()
    recorder.run(y, retain_graph=True)
    recorder.run(y, retain_graph=True)
    recorder.clear(x)
    recording = recorder.finish()
    second = [event for event in recording.events if isinstance(event, events.Accumulate)][1]
    assert told(recording, second.index) == (
        "x.grad becomes [4, 8]. Gradients accumulate: [2, 4] is added to the [2, 4] that was there."
    )
    assert explain(recording, second.index).equation.text == "x.grad = [2, 4] + [2, 4] = [4, 8]"
    assert (
        tell_first(recording, "Clear")
        == "x.grad is cleared: it is None now. It was [4, 8]. The next pass adds to nothing."
    )
    assert tell_first(recording, "Free") == "MulBackward0 keeps other and self (16 bytes). Another pass may need it."
    assert tell_first(recording, "Sum") == (
        "x is used twice, so its gradients add. mul sends [1, 2]. Add it to [1, 2], which it sent for its other input."
    )


def test_nan_and_infinity():
    z = torch.tensor([4.0, 0.0, 1.0], requires_grad=True)
    drawing = Drawing(z=z)
    r = drawing.add("r", z**0.5, "z")
    y = drawing.add("y", torch.where(z > 0, r, torch.zeros(3)).sum(), "w")
    recording = record(y, expression=drawing)
    assert tell_first(recording, "NonFinite") == (
        "0 × ∞ makes the first NaN. At element 1, z = 0, so the local factor is ∞. The gradient that came in is 0."
    )


def test_an_error():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    found = tell_first(record(x * 2), "Error")
    assert found.startswith("The pass failed. grad can be implicitly created only for scalar outputs")
    assert "reduce to a scalar first" in found


def test_a_node_that_nothing_has_arrived_for():
    class Half(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            return None

    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    recording = record(Half.apply(h).sum())
    assert tell_first(recording, "Blocked") == (
        "No gradient goes from HalfBackward to its input 0. HalfBackward computed none for it."
    )
    empty = next(event for event in recording.events if event.kind == "Enter" and event.gradient is None)
    assert told(recording, empty.index) == (
        "MulBackward0 receives None. Nothing has arrived for mul, so nothing is handed on."
    )


def test_a_pass_for_inputs_leaves_the_rest_alone():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    recording = record((h * 3).sum(), inputs=[h])
    assert tell_first(recording, "Blocked").endswith("Nothing that was asked for lies that way.")


def test_every_kind_of_event_has_a_sentence():
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)}
    assert kinds - set(tell.registry) <= {events.Event, events.NodeEvent}
    assert len(kinds) == 21


@pytest.mark.parametrize(
    ("label", "left"),
    [
        ("h**2", "∂y/∂(h**2)"),
        ("x@w", "∂y/∂(x@w)"),
        ("-x", "∂y/∂(-x)"),
        ("a + b", "∂y/∂(a + b)"),
        ("p[1].log()", "∂y/∂p[1].log()"),
        ("x.sum(dim=-1)", "∂y/∂x.sum(dim=-1)"),
    ],
)
def test_what_an_operator_joins_is_bracketed_in_a_derivative(label, left):
    assert Equation("y", label, ()).text == left
