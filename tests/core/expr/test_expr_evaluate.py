"""Values of documents: order, frames, cuts, errors, limits, and what an edit makes necessary."""

import pytest

from core.codegen.torch import to_code
from core.expr import edits
from core.expr.changes import apply
from core.expr.check import check, check_drawing
from core.expr.evaluate import evaluate
from core.expr.expression import Expressions
from core.expr.graph import Call, Document, Leaf, RegionKind, Slot, Source, Value, Wire
from core.expr.parse import parse
from core.expr.problems import Severity
from core.expr.states import Computed, Failed, Waiting
from core.ops.arithmetic import ADD, MUL, NEG

X = "x = torch.tensor([1., 2.], requires_grad=True)\n"


def read(text):
    parsed = parse(text)
    assert parsed.problems == ()
    return parsed.document


def named(document, name):
    return next(key for key, node in document.nodes.items() if node.name == name)


def tensor(evaluation, name):
    return evaluation.tensor(Source(named(evaluation.document, name)))


def changed(document, changes):
    return apply(document, changes.changes)


def test_values_types_and_graph_are_those_of_the_code():
    evaluation = evaluate(read(X + "y = 2*x[0] - 1\nz = x.sum(dim=0, keepdim=True)\nk = x > 1\ni = x.long()"))
    assert [tensor(evaluation, name).tolist() for name in "yzki"] == [1.0, [3.0], [False, True], [1, 2]]
    assert [str(tensor(evaluation, name).dtype) for name in "yki"] == ["torch.float32", "torch.bool", "torch.int64"]
    assert tensor(evaluation, "y").grad_fn.name() == "SubBackward0"
    assert tensor(evaluation, "k").grad_fn is None


def test_numbers_on_the_left_do_what_python_does():
    evaluation = evaluate(read(X + "a = 1 - x\nb = 2 / x\nc = 2 ** x\nd = 3 * x\ne = 1 < x"))
    assert [tensor(evaluation, name).grad_fn.name() for name in "abcd"] == [
        "RsubBackward1", "MulBackward0", "PowBackward2", "MulBackward0"
    ]  # fmt: skip
    assert [tensor(evaluation, name).tolist() for name in "abc"] == [[0, -1], [2, 1], [2, 4]]
    assert tensor(evaluation, "e").tolist() == [False, True]


def test_each_node_of_the_graph_knows_the_node_it_came_from():
    document = read(X + "y = torch.logsumexp(x[0:2] * x, dim=0)\nz = torch.nn.functional.softsign(y)")
    evaluation = evaluate(document)
    pending, origins = [tensor(evaluation, "z").grad_fn], set()
    while pending:
        node = pending.pop()
        origins.add(node.origin)
        pending += [following for following, _ in node.next_functions if following is not None and following.op]
    assert origins == {key for key, node in document.nodes.items() if isinstance(node, Call)}


def test_the_graph_is_made_in_the_order_of_the_document():
    document = read(X + "a = x * 2\nb = x * 3\ny = b + a")
    evaluation = evaluate(document)
    assert tensor(evaluation, "a").grad_fn.order > tensor(evaluation, "b").grad_fn.order  # later nodes count lower
    late = changed(document, edits.connect(document, Source(named(document, "b")), named(document, "a"), Slot("other")))
    assert late.ordering.nodes[1:3] == (named(document, "b"), named(document, "a"))


@pytest.mark.parametrize(
    ("frame", "tracked", "inference"),
    [
        (RegionKind.NO_GRAD, False, False),
        (RegionKind.INFERENCE_MODE, False, True),
        (RegionKind.ENABLE_GRAD, True, False),
        (RegionKind.COMMENT, True, False),
        (RegionKind.DETACH, True, False),
    ],
)
def test_what_frames_do_to_the_nodes_in_them(frame, tracked, inference):
    document = read(X + "y = x * 2\nz = y * x")
    document = changed(document, edits.wrap(document, [named(document, "y")], frame))
    evaluation = evaluate(document)
    assert tensor(evaluation, "y").requires_grad == tracked
    assert tensor(evaluation, "y").is_inference() == inference
    if inference:
        assert "nference" in evaluation.problems[0].message  # what it made cannot be saved for a backward pass
        return
    reaches = [node and node.origin for node, _ in tensor(evaluation, "z").grad_fn.next_functions]
    assert (named(document, "y") in reaches) == (tracked and frame is not RegionKind.DETACH)


def test_a_detached_wire_carries_the_value_only():
    evaluation = evaluate(read(X + "y = x.detach() * x\nd = x.detach()\nz = d * 2"))
    assert [node is None for node, _ in tensor(evaluation, "y").grad_fn.next_functions] == [True, False]
    assert tensor(evaluation, "z").tolist() == [2, 4]
    assert not tensor(evaluation, "z").requires_grad


def test_an_error_in_one_node_leaves_the_others_alive():
    document = read(X + "a = x + torch.ones(3)\nb = a * 2\nc = b.exp() + a\nd = x * 2\n")
    evaluation = evaluate(document)
    a, b, c, d = (evaluation.states[named(document, name)] for name in "abcd")
    assert isinstance(a, Failed)
    assert "[2] and [3]" in a.problem.message
    assert b == c == Waiting((named(document, "a"),))
    assert isinstance(d, Computed)
    assert [problem.node for problem in evaluation.problems] == [named(document, "a")]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("y = 4 * x[1] * [1]", "has to be a tensor or a number, not list", "torch.tensor"),
        ("y = x * 'a'", "has to be a tensor or a number, not str", ""),
        ("y = x @ torch.ones(3)", "sizes 2 and 3", ""),
        ("y = x[5]", "index 5 is out of bounds", ""),
        ("y = torch.stack([x, torch.ones(3)])", "same size", ""),
        ("y = x.long().requires_grad_()", "floating point", ""),
        ("y = x.sum(dim=3)", "out of range", ""),
        ("y = x.view(3)", "shape", ""),
        ("a, b, c = x.split(1)", "There are 2 results, but names for 3", ""),
        ("a, b = torch.ones(3).split(1)", "There are 3 results, but names for 2", ""),
        ("y = x.split(1)[7]", "There are 2 results, but names for 8", ""),
        ("y = x.split(1)[7] * 2", "There is no result 7", ""),
    ],
)
def test_errors_say_what_happened_and_belong_to_their_node(text, message, hint):
    parsed = parse(X + text)
    assert parsed.problems == ()
    (problem,) = evaluate(parsed.document).problems
    assert message in problem.message
    assert hint in problem.hint
    assert parsed.spans[problem.node].line == 2


def test_the_famous_slip_is_an_error_at_its_place():
    parsed = parse("x = torch.tensor([1., 2.], requires_grad=True)\ny = 2*x[0]*x[0] + 4 * x[1] * [1]")
    (problem,) = check(parsed.document)
    assert parsed.spans[problem.node] == (2, 18, 2, 32)


def test_warnings_are_notes_of_their_node():
    document = read(X + "y = torch.nn.functional.mse_loss(x, torch.ones(2, 1))")
    (problem,) = evaluate(document).problems
    assert (problem.severity, problem.node) == (Severity.WARNING, named(document, "y"))
    assert isinstance(evaluate(document).states[problem.node], Computed)


def test_unfinished_drawings_say_what_is_missing():
    call = Call(id="n1", op=ADD.name, constants={Slot("self"): 2})
    select = Call(id="n2", op="select")
    odd = Call(id="n3", op="not_yet_invented")
    wild = Call(id="n4", op=NEG.name, attributes={"speed": 3}, constants={Slot("self"): 1, Slot("extra"): 2})
    document = Document(id="d", nodes={node.id: node for node in (call, select, odd, wild)})
    found = {(problem.node, problem.message) for problem in check(document)}
    assert ("n1", "The input 'other' is not connected.") in found
    assert any(node == "n2" and "self" in message for node, message in found)
    assert any(node == "n3" and "no operation named 'not_yet_invented'" in message for node, message in found)
    assert ("n4", "neg has no attribute 'speed'.") in found
    assert ("n4", "There is no input 'extra'.") in found


def test_settings_outside_their_limits_are_problems():
    document = read("x = torch.ones(4)\ny = torch.nn.functional.gelu(x)")
    call = document.nodes[named(document, "y")]
    wrong = Document(
        id="d", nodes={**document.nodes, call.id: Call(id=call.id, op=call.op, attributes={"approximate": "a bit"})}
    )
    assert "'approximate' is one of" in check_drawing(wrong)[0].message


def test_a_circle_is_a_problem_and_no_crash():
    nodes = {key: Call(id=key, op=NEG.name) for key in ("n1", "n2")}
    wires = {
        "w1": Wire(id="w1", source=Source("n1"), target="n2", slot=Slot("self")),
        "w2": Wire(id="w2", source=Source("n2"), target="n1", slot=Slot("self")),
    }
    problems = check(Document(id="d", nodes=nodes, wires=wires))
    assert [problem.message for problem in problems][:2] == [
        "The wires go round in a circle.", "This would be computed from itself."
    ]  # fmt: skip


def test_two_nodes_of_one_name_are_a_problem():
    nodes = {key: Leaf(id=key, name="a", value=Value("1.")) for key in ("n1", "n2")}
    assert "Several nodes have the name 'a'" in check_drawing(Document(id="d", nodes=nodes))[0].message


def test_a_result_over_the_limit_is_not_made():
    document = read("x = torch.ones(1000, 1)\ny = x * x.t()\nz = y + 1\nw = x + 1\nk = torch.outer(x[:, 0], x[:, 0])\n")
    evaluation = evaluate(document, limit=1_000_000)
    assert isinstance(evaluation.states[named(document, "w")], Computed)
    for name in "yk":
        assert "1 MB are allowed" in evaluation.states[named(document, name)].problem.message
    assert isinstance(evaluation.states[named(document, "z")], Waiting)


def test_a_result_that_turns_out_to_be_too_large_is_not_kept():
    evaluation = evaluate(read("x = torch.ones(100_000)\ny = x[::2]\n"), limit=300_000)
    assert "0 MB are allowed" in evaluation.problems[0].message


def test_a_view_takes_nothing_unless_it_repeats_elements():
    small = evaluate(read("x = torch.ones(200)\ny = x.view(2, 100)\na, b = y.unbind()\n"), limit=1000)
    assert small.problems == ()
    large = evaluate(read("x = torch.ones(10)\ny = x.expand(1000, 10)\n"), limit=1000)
    assert "The result takes 0 MB" in large.problems[0].message


def test_a_muted_operation_hands_on_its_first_connected_input():
    document = read(X + "y = 5 * x\nz = y + 1")
    document = changed(document, edits.set_muted(document, [named(document, "y")], True))
    assert tensor(evaluate(document), "z").tolist() == [2, 3]


# What an edit makes necessary ---------------------------------------------------------------------------------

CHAIN = X + "w = torch.tensor(3.)\na = x * 2\nb = a + w\nc = b.exp()\nd = x - 1\n"


@pytest.fixture
def chain():
    return evaluate(read(CHAIN))


def computed_after(previous, changes):
    evaluation = evaluate(changed(previous.document, changes), previous)
    fresh = evaluate(evaluation.document)
    for key in evaluation.document.nodes:
        assert [one.tolist() for one in evaluation.results(key)] == [one.tolist() for one in fresh.results(key)]
        flags = ([one.requires_grad for one in which.results(key)] for which in (evaluation, fresh))
        assert next(flags) == next(flags)
    return {evaluation.document.nodes[key].name for key in evaluation.computed}


def test_only_what_depends_on_an_edit_is_computed_again(chain):
    document = chain.document
    key = {node.name: node.id for node in document.nodes.values()}
    assert computed_after(chain, edits.set_value(document, key["w"], "5.")) == {"w", "b", "c"}
    assert computed_after(chain, edits.set_constant(document, key["a"], Slot("other"), 3)) == {"a", "b", "c"}
    assert computed_after(chain, edits.set_requires_grad(document, [key["x"]], False)) == {"x", "a", "b", "c", "d"}
    assert computed_after(chain, edits.connect(document, Source(key["x"]), key["c"], Slot("self"))) == {"c"}
    wire = document.wiring.at(key["b"], Slot("self")).id
    assert computed_after(chain, edits.set_detached(document, [wire], True)) == {"b", "c"}
    assert computed_after(chain, edits.disconnect(document, [wire])) == {"b", "c"}
    assert computed_after(chain, edits.delete(document, [key["b"]])) == {"c"}
    assert computed_after(chain, edits.add_call(document, MUL.name)) == {""}


def test_what_makes_no_difference_computes_nothing(chain):
    document = chain.document
    key = {node.name: node.id for node in document.nodes.values()}
    for changes in (
        edits.move(document, dict.fromkeys(document.nodes, (5, 5))),
        edits.rename(document, key["a"], "other_name"),
        edits.set_title(document, "title"),
        edits.wrap(document, [key["a"]], RegionKind.COMMENT),
        edits.wrap(document, [key["a"]], RegionKind.ENABLE_GRAD),
    ):
        assert computed_after(chain, changes) == set()


def test_a_frame_computes_again_what_it_changes(chain):
    document = chain.document
    key = {node.name: node.id for node in document.nodes.values()}
    assert computed_after(chain, edits.wrap(document, [key["b"]], RegionKind.NO_GRAD)) == {"b", "c"}
    wrapped = changed(document, edits.wrap(document, [key["a"], key["d"]], RegionKind.DETACH))
    inside = evaluate(wrapped, chain)
    assert {wrapped.nodes[one].name for one in inside.computed} == {"b", "c"}
    (region,) = wrapped.regions
    assert computed_after(inside, edits.set_region_enabled(wrapped, region, False)) == {"b", "c"}
    assert computed_after(inside, edits.put_into_region(wrapped, [key["d"]], None)) == set()
    assert computed_after(inside, edits.unwrap(wrapped, region)) == {"b", "c"}


def test_mending_an_error_computes_what_waited(chain):
    document = chain.document
    key = {node.name: node.id for node in document.nodes.values()}
    broken = evaluate(changed(document, edits.set_value(document, key["w"], "[1., 2., 3.]")), chain)
    assert isinstance(broken.states[key["c"]], Waiting)
    assert computed_after(broken, edits.set_value(broken.document, key["w"], "[1., 2.]")) == {"w", "b", "c"}


def test_without_an_earlier_evaluation_every_tensor_is_new(chain):
    again = evaluate(chain.document)
    assert len(again.computed) == len(chain.document.nodes)
    assert all(one.results(key)[0] is not chain.results(key)[0] for one in [again] for key in chain.document.nodes)
    same = evaluate(chain.document, chain)
    assert all(same.results(key) is chain.results(key) for key in chain.document.nodes)


def test_a_long_chain_is_computed_without_recursion():
    nodes = {"n0": Leaf(id="n0", value=Value("1."), requires_grad=True)}
    nodes |= {f"n{place}": Call(id=f"n{place}", op=NEG.name) for place in range(1, 3001)}
    wires = {
        f"w{place}": Wire(id=f"w{place}", source=Source(f"n{place - 1}"), target=f"n{place}", slot=Slot("self"))
        for place in range(1, 3001)
    }
    document = Document(id="d", nodes=nodes, wires=wires)
    assert evaluate(document).results("n3000")[0].item() == 1
    assert len(Expressions(document).of("n3000").text) < 300


@pytest.mark.parametrize(
    "code",
    [
        "v = x.max(1)[0]",
        "v = x.max(1).values",
        "v, _ = torch.sort(x, 1)",
        "_, v = torch.sort(x, 1)",
        "v = x.unbind(1)[0]",
        "u = x.unbind(1)\nv = u[0]\nw = u[1]",
        "v = x.split(5)[0]",
    ],
)
def test_a_name_for_some_of_the_results_is_no_name_for_all(code):
    document = parse(f"x = torch.tensor([[1., 3., 2.]], requires_grad=True)\n{code}\ny = v * 2").document
    evaluation = evaluate(document)
    assert evaluation.problems == ()
    again = parse(to_code(document).text).document
    assert evaluate(again).problems == ()
    assert [node.outputs for node in again.nodes.values() if isinstance(node, Call)] == [
        node.outputs for node in document.nodes.values() if isinstance(node, Call)
    ]
