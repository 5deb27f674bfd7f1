"""Code that would need too much, or that stands for something else than it looks like, is refused where it stands."""

import time

import pytest

from core.expr.evaluate import evaluate
from core.expr.graph import Value
from core.expr.limits import MAX_FRAMES, MAX_NODES
from core.expr.literal import array_of
from core.expr.parse import parse
from core.expr.regions import frames_around
from core.expr.syntax import CodeError

X = "x = torch.tensor([1., 2.], requires_grad=True)\n"


def only_problem(code):
    (problem,) = parse(X + code).problems
    return problem


@pytest.mark.parametrize(
    ("code", "message", "column"),
    [
        ("print([x, x])", "Only tensors, numbers and texts", 6),
        ("print(x.max(0))", "Only tensors, numbers and texts", 6),
        ("print(torch.from_numpy)", "not known", 6),
        ("y = ~1.5", "integers and truth values", 4),
        ("y = torch.tensor([1.], require_grad=True)", "no argument 'require_grad'", 23),
        ("y = torch.tensor([1.], requires_grad='yes')", "True or False", 37),
        ("y = torch.tensor([1.], dtype='double')", "torch.float64", 29),
        ("x.requires_grad = 5", "True or False", 18),
        ("x.sum().backward(retain_graph=x)", "True or False", 30),
        ("torch.autograd.backward([])", "no tensor to go back from", 0),
        ("a = [x, x]; y = torch.tensor(a)", "more than numbers", 29),
        ("a = torch.float32; y = torch.tensor([a])", "more than numbers", 37),
        ("y = torch.ones(2).unbind()[10**20]", "picked with a number", 27),
        ("ä = 'ö'; y = x × x", "invalid character", 15),
        ("y = 'a\\ud800'", "half a character", 4),
        ("with torch.no_grad(), open('a'): pass", "This block is not read", 22),
    ],
)
def test_what_makes_no_sense_is_refused_in_its_place(code, message, column):
    problem = only_problem(code)
    assert message in problem.message + problem.hint
    assert problem.span[:2] == (2, column)


@pytest.mark.parametrize("use", ["torch.tensor(a)", "torch.tensor([a, 1.])", "x * a", "torch.zeros(a)"])
def test_a_name_whose_line_could_not_be_read_is_reported_once(use):
    assert "nope" in only_problem(f"a = nope\ny = {use}").message


def test_a_block_that_could_not_be_read_leaves_no_frame_behind():
    parsed = parse(X + "with torch.no_grad(), open('a'): pass\ny = x * x")
    assert all(node.region is None for node in parsed.document.nodes.values())
    assert not parsed.document.regions


@pytest.mark.parametrize("use", ["print(a)", "y = torch.tensor(a)", "y = x[a]", "y = x.sum(a)", "y = x + a", "b = [a]"])
@pytest.mark.parametrize("growth", ["a = [a, a]", "a = [a]", "a = [a, a, a, a, a, a, a, a]"])
def test_lists_that_grow_with_each_line_are_bounded(growth, use):
    code = "a = 1\n" + f"{growth}\n" * 300 + use
    assert any("nested too deeply" in one.message or "too large" in one.message for one in parse(X + code).problems)


def test_lists_may_be_used_by_name():
    parsed = parse("row = [1., 2.]\nx = torch.tensor([row, row])\ny = x.sum([0, 1])")
    assert parsed.problems == ()


@pytest.mark.parametrize("text", ["ones(50000, 1) * ones(1, 50000)", "zeros(7000, 1) + ones(1, 8000) * 2"])
def test_calculated_numbers_are_no_more_than_a_leaf_may_hold(text):
    with pytest.raises(CodeError, match="too large"):
        array_of(Value(text))
    problem = only_problem(f"y = torch.as_tensor({text.replace('zeros', 'torch.zeros').replace('ones', 'torch.ones')})")
    assert "too large" in problem.message


def test_frames_in_frames_are_bounded():
    parsed = parse("# region no_grad\n" * 500 + X)
    assert {"frames stand inside each other" in one.message for one in parsed.problems} == {len(parsed.problems) > 0}
    depth = max(len([*frames_around(parsed.document, key)]) for key in parsed.document.regions)
    assert depth == MAX_FRAMES


def test_many_frames_are_read_in_time_that_grows_with_their_number():
    def spent(count):
        start = time.process_time()
        parse("# region no_grad\n# endregion\n" * count)
        return time.process_time() - start

    assert spent(4000) < 20 * spent(500) + 0.5


def test_a_number_of_any_length_may_stand_in_a_comment():
    assert parse("# region no_grad continued " + "9" * 5000 + f"\n{X}").problems == ()
    assert parse(f"with torch.no_grad(): # (continued {'9' * 5000})\n    {X}").problems == ()


def test_code_makes_no_more_nodes_than_a_file_can_hold():
    parsed = parse(X + "y=-x\n" * (MAX_NODES + 5))
    assert len(parsed.document.nodes) == MAX_NODES
    assert all("20,000 nodes" in problem.message for problem in parsed.problems)
    assert len(parsed.problems) == 6


def test_complex_numbers_are_refused_in_one_sentence():
    assert only_problem("y = (-1)**.5").message == "This is a complex number; only real ones are supported."
    assert evaluate(parse(X).document).problems == ()


def test_all_results_together_are_bounded(monkeypatch):
    monkeypatch.setattr("core.expr.evaluate.TOTAL", 1000)
    document = parse("x = torch.ones(100)\na = x + 1\nb = x[:50]\nc = a + b[0]").document
    evaluation = evaluate(document)
    (problem,) = evaluation.problems
    assert "MB are allowed" in problem.message
    assert document.nodes[problem.node].name == "c"
    again = evaluate(document, evaluation)
    assert again.problems == evaluation.problems


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x.repeat_interleave(torch.tensor([10**9, 10**9]))", "repeat_interleave would take 16,000 MB"),
        ("x.repeat_interleave(torch.tensor([2**62, 2**62]))", "repeat_interleave would take"),
        ("x.reshape(2, 1).repeat_interleave(torch.tensor([10**8]), 1)", "repeat_interleave would take"),
        ("x[0].expand(10**10)", "takes 40,000 MB"),
        ("x.reshape(1, 2).expand(10**10, 2).reshape(-1)", "takes 80,000 MB"),
        ("x.tensor_split(10**8)", "tensor_split would take the tensor apart into 100,000,000 pieces"),
        ("x.tensor_split(10**8)[0]", "100,000 are allowed"),
        ("torch.zeros(0).chunk(10**8)", "chunk would take"),
        ("torch.zeros(0, 2).vsplit(10**8)", "tensor_split would take"),
        ("torch.ones(200000).unbind()", "unbind would take"),
        ("torch.ones(200000).split(1)", "split would take"),
        ("torch.ones(200000).chunk(200000)", "pieces"),
    ],
)
def test_results_are_bounded_before_they_are_computed(line, message):
    (problem,) = evaluate(parse(f"{X}y = {line}").document).problems
    assert message in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    "line",
    [
        "x.repeat_interleave(torch.tensor([1, 3]))",
        "x.repeat_interleave(torch.tensor([2]))",
        "torch.zeros(0, 2).repeat_interleave(torch.tensor([2]), 0)",
        "x[0].expand(10**6).reshape(-1)",
        "x.tensor_split(1000)",
        "x.chunk(10**9)",
    ],
)
def test_what_is_small_enough_is_computed(line):
    assert evaluate(parse(f"{X}y = {line}").document).problems == ()
