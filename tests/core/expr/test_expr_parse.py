"""Reading code: what becomes a node, what is refused, and where."""

import pytest

from core.expr.graph import (
    Alias,
    Backward,
    Call,
    ClearGrad,
    Leaf,
    Print,
    Quantity,
    RegionKind,
    Seed,
    Slot,
    Source,
    Value,
)
from core.expr.ids import NodeId
from core.expr.parse import parse
from core.expr.syntax import MAX_CODE
from core.ops.registry import all_ops
from core.ops.spec import REQUIRED, Takes

X = "x = torch.tensor([1., 2.], requires_grad=True)\n"


def read(text):
    parsed = parse(text)
    assert parsed.problems == ()
    return parsed.document


def kinds(document):
    return [node.op if isinstance(node, Call) else type(node).__name__ for node in document.nodes.values()]


def last(document):
    return list(document.nodes.values())[-1]


def inputs(document, node):
    return {wire.slot: wire.source for wire in document.wiring.into(node.id)}


def test_one_call_is_one_node_and_equal_parts_are_not_merged():
    document = read(X + "y = 2*x[0]*x[0] + 4*x[1]*x[1]")
    assert kinds(document) == ["Leaf", "getitem", "mul", "getitem", "mul", "getitem", "mul", "getitem", "mul", "add"]
    assert [node.name for node in document.nodes.values()] == ["x", *[""] * 8, "y"]
    assert document.nodes["n4"].constants == {Slot("self"): 2}


def test_nodes_stand_in_the_order_in_which_the_code_runs():
    document = read(X + "a = x.exp()\nb = (x * a) - x.sin()\n")
    assert kinds(document) == ["Leaf", "exp", "mul", "sin", "sub"]
    assert document.ordering.nodes == tuple(document.nodes)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("torch.tensor(3.)", Value("3.")),
        ("torch.tensor([[1, 2], [3, 4]])", Value("[[1, 2], [3, 4]]", "int64")),
        ("torch.tensor([1, 2], dtype=torch.float32)", Value("[1., 2.]")),
        ("torch.tensor([True, False])", Value("[True, False]", "bool")),
        ("torch.tensor(2 * 3.5)", Value("2. * 3.5")),
        ("torch.tensor([float('inf'), -torch.inf])", Value("[inf, -inf]")),
        ("torch.zeros(2, 3)", Value("zeros(2, 3)")),
        ("torch.ones((2,), dtype=torch.float64)", Value("ones((2,))", "float64")),
        ("torch.full((2,), 3)", Value("full((2,), 3)", "int64")),
        ("torch.arange(6)", Value("arange(6)", "int64")),
        ("torch.arange(6.)", Value("arange(6.0)")),
        ("torch.linspace(0, 1, 5)", Value("linspace(0, 1, 5)")),
        ("torch.eye(2)", Value("eye(2)")),
        ("torch.randn(3)", Value("randn(3, seed=0)")),
        ("torch.rand(3, seed=4)", Value("rand(3, seed=4)")),
        ("torch.from_numpy(np.array([1., 2.]))", Value("[1., 2.]", "float64")),
        ("torch.from_numpy(np.array([1, 2]))", Value("[1, 2]", "int64")),
        ("torch.from_numpy(np.ones(3))", Value("ones(3)", "float64")),
        ("torch.tensor(np.array([1., 2.], dtype=np.float32))", Value("[1., 2.]")),
        ("torch.as_tensor(torch.ones(2) * 0.5)", Value("ones(2) * 0.5")),
        ("torch.FloatTensor([1, 2])", Value("[1., 2.]")),
        ("Variable(torch.from_numpy(np.arange(3.)), requires_grad=True)", Value("arange(3.0)", "float64")),
    ],
)
def test_calls_that_make_leaves(text, value):
    (leaf,) = read(f"import numpy as np\nx = {text}").nodes.values()
    assert leaf.value == value
    assert leaf.requires_grad == ("requires_grad" in text)


def test_plain_numbers_and_lists_may_have_names():
    document = read(
        "n = 2\nrow = [1., 2.]\nx = torch.tensor(row)\nz = torch.zeros(n, n + 1)\ny = n * x\nn += 1\nw = x * n"
    )
    assert [node.value.text for node in document.nodes.values() if isinstance(node, Leaf)] == [
        "[1.0, 2.0]",
        "zeros(2, 2 + 1)",
    ]
    assert [node.constants for node in document.nodes.values() if isinstance(node, Call)] == [
        {Slot("self"): 2},
        {Slot("other"): 3},
    ]


def test_random_numbers_follow_the_seed():
    document = read("a = torch.randn(2)\ntorch.manual_seed(7)\nb = torch.rand(2)\nc = torch.randn(2)")
    assert [node.value.text for node in document.nodes.values()] == [
        "randn(2, seed=0)", "rand(2, seed=7)", "randn(2, seed=8)"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        "x = torch.ones(2)\nx.requires_grad_()",
        "x = torch.ones(2)\nx.requires_grad = True",
        "x = torch.ones(2)\nx = x.requires_grad_(True)",
        "x = torch.nn.Parameter(torch.ones(2))",
        "x = Variable(torch.ones(2), requires_grad=True)",
    ],
)
def test_the_ways_to_ask_for_a_gradient(lines):
    (leaf,) = read(lines).nodes.values()
    assert leaf.requires_grad


def test_a_leaf_made_of_a_tensor_is_cut_from_it():
    document = read(X + "p = torch.nn.Parameter(x)\nv = Variable(x)\ny = p * v")
    assert kinds(document) == ["Leaf", "Alias", "Alias", "mul"]
    assert [node.requires_grad for node in document.nodes.values()] == [True, True, False, False]
    assert [wire.detached for wire in document.wires.values()] == [True, True, False, False]


def test_the_kinds_of_settings_decide_among_operations_too():
    document = read("x = torch.ones(3)\na, b = x.split(2)\nc, d = x.split([1, 2])\ne = torch.nn.functional.gelu(x)")
    assert kinds(document)[1:] == ["split", "split_with_sizes", "gelu"]


def test_a_computed_tensor_can_ask_for_a_gradient_before_it_is_used():
    document = read("x = torch.ones(2)\ny = (x * 2).requires_grad_()\nz = y * y")
    assert [node.requires_grad for node in document.nodes.values()] == [False, True, False]
    late = parse("x = torch.ones(2)\ny = x * 2\nx.requires_grad_()")
    assert "after the tensor was used" in late.problems[0].message


def test_detach_is_a_detached_wire_and_with_a_name_a_node():
    document = read(X + "a = x.detach() * x\nd = x.detach()\nb = d * x.data")
    assert kinds(document) == ["Leaf", "mul", "Alias", "mul"]
    assert [wire.detached for wire in document.wires.values()] == [True, False, True, False, True]
    assert document.nodes[last(document).id].name == "b"
    assert next(node.name for node in document.nodes.values() if isinstance(node, Alias)) == "d"


def test_frames_nest_and_keep_their_titles():
    document = read(
        X
        + "with torch.no_grad():  # frozen\n    a = x * 2\n    with torch.enable_grad():\n        b = a * 2\n"
        + "    c = b * 2\n"
        + "with torch.inference_mode():\n    d = x + 1\nwith torch.set_grad_enabled(False):\n    e = x + 2\n"
        + "# region detach off: cut\nf = x + 3\n# endregion\ng = x + 4"
    )
    frames = {node.name: document.regions.get(node.region) for node in document.nodes.values()}
    assert (frames["a"].kind, frames["a"].title) == (RegionKind.NO_GRAD, "frozen")
    assert (frames["b"].kind, frames["b"].parent) == (RegionKind.ENABLE_GRAD, frames["a"].id)
    assert frames["c"] == frames["a"]
    assert frames["d"].kind is RegionKind.INFERENCE_MODE
    assert frames["e"].kind is RegionKind.NO_GRAD
    assert (frames["f"].kind, frames["f"].enabled, frames["f"].title) == (RegionKind.DETACH, False, "cut")
    assert frames["g"] is None


def test_wires_that_leave_a_detach_frame_are_cut_by_the_frame():
    document = read(X + "# region detach\nh = x * 2\n# endregion\ny = h.detach() * x")
    assert not any(wire.detached for wire in document.wires.values())


def test_several_results_are_picked_by_place_and_by_name():
    document = read(
        "x = torch.eye(3)\nv, i = x.max(dim=1)\na = x.max(1)[0] + x.max(1).values\ns = x.split(1)\nb = s[2] * 2"
    )
    assert [node.outputs for node in document.nodes.values() if getattr(node, "outputs", ())] == [("v", "i")]
    assert [wire.source.output for wire in document.wires.values()][-3:] == [0, 0, 2]
    assert any(node.name == "s" for node in document.nodes.values())


def test_the_arguments_decide_among_operations_of_one_name():
    document = read(
        X + "a = x.max()\nb = x.max(0)[0]\nc = x.max(x)\nd = torch.add(x, x, alpha=2)\ne = torch.pow(2, x)\n"
    )
    assert kinds(document)[1:] == ["max", "max_dim", "maximum", "add_scaled", "pow_of_number"]


def test_modules_may_have_other_names():
    document = read(X + "G = torch.nn.functional\nfrom torch import nn, exp\nimport torch.linalg as la\n"
                    "a = G.relu(x)\nb = nn.functional.softplus(x)\nc = exp(x)\nd = la.norm(x)")  # fmt: skip
    assert kinds(document)[1:] == ["relu", "softplus", "exp", "linalg_norm"]


def test_settings_may_be_numbers_or_words():
    document = read(X + "a = x.norm()\nb = x.norm(p=1)\nc = x.norm(p=float('inf'))\nd = torch.einsum('i,i->', x, x)")
    assert [dict(node.attributes) for node in document.nodes.values() if isinstance(node, Call)] == [
        {}, {"p": 1}, {"p": float("inf")}, {"equation": "i,i->"}
    ]  # fmt: skip


def test_names_follow_the_variables():
    document = read(X + "y = x * 2\ny = y * 3\nz = y\ny = y + 1")
    assert [node.name for node in document.nodes.values()] == ["x", "", "z", "y"]


@pytest.mark.parametrize(
    ("index", "text", "tensors"),
    [
        ("0", "0", 0), ("-1", "-1", 0), ("1:", "1:", 0), ("::2", "::2", 0), ("..., None", "..., None", 0),
        ("[0, 1]", "[0, 1]", 0), (":, 1", ":, 1", 0), ("True", "True", 0), ("x > 0", "_0", 1), ("k", "_0", 1),
        ("k, k", "_0, _1", 2), ("n", "2", 0), ("n:n+1", "2:3", 0), ("[[0, 1], [1, 0]]", "[[0, 1], [1, 0]]", 0),
    ],
)  # fmt: skip
def test_what_stands_between_square_brackets(index, text, tensors):
    document = read(f"x = torch.eye(3)\nk = torch.tensor(1)\nn = 2\ny = x[{index}]")
    call = next(node for node in document.nodes.values() if node.name == "y")
    assert call.attributes == {"index": text}
    assert len(inputs(document, call)) == 1 + tensors


def test_what_is_done_with_the_tensors():
    document = read(
        X + "y = x * x\ny.backward(torch.ones(2) * 0.5, retain_graph=True)\ny[0].backward()\n"
        "torch.autograd.backward([y, y[1]], [x, None], create_graph=True)\nx.grad.zero_()\nx.grad = None\n"
        'y.retain_grad()\nprint("g", x.grad, f"{y[0].item():.2f}")'
    )
    y = next(node.id for node in document.nodes.values() if node.name == "y")
    first, second, third, zero, none, shown = document.actions
    assert first == Backward((Seed(Source(y), Value("ones(2) * 0.5")),), retain_graph=True)
    assert second.seeds[0].root != Source(y)
    assert third.create_graph
    assert [seed.gradient for seed in third.seeds] == [Source(NodeId("n1")), None]
    assert (zero, none) == (ClearGrad(NodeId("n1"), to_zero=True), ClearGrad(NodeId("n1")))
    assert isinstance(shown, Print)
    assert shown.arguments[0] == "g"
    assert shown.arguments[2][0].format == ".2f"
    assert document.nodes[y].retains_grad


def test_external_gradients_may_be_computed():
    document = read(X + "y = x * x\ny.backward(torch.ones_like(y))\ny.backward(gradient=x.exp(), inputs=[x])")
    first, second = document.actions
    assert document.nodes[first.seeds[0].gradient.node].op == "ones_like"
    assert document.nodes[second.seeds[0].gradient.node].op == "exp"
    assert second.inputs == (Source(NodeId("n1")),)


def test_the_first_text_is_title_and_note():
    document = read('"""Title\n\nWhat happens?\nAnd why?\n"""\nx = torch.ones(2)')
    assert (document.title, document.note) == ("Title", "What happens?\nAnd why?")


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("for i in range(3): pass", "Loops are not read", 0),
        ("if x > 0: y = 1", "Choices made while code runs", 0),
        ("def f(a): return a", "Functions are not read", 0),
        ("class A: pass", "Classes are not read", 0),
        ("import os", "os is not known here", 0),
        ("from os import path", "os is not known here", 0),
        ("y = nothing * 2", "Nothing is called 'nothing'", 4),
        ("y = x.nosuch()", "nosuch is not known", 4),
        ("y = torch.nosuch(x)", "torch.nosuch is not known", 4),
        ("y = x.sum(1, 2, 3, 4)", "sum() takes no further argument", 4),
        ("y = x.sum(foo=1)", "sum() takes no further argument", 4),
        ("y = x.select(0)", "misses its argument 'index'", 4),
        ("y = x.sum(dim=x)", "has to be a plain number", 4),
        ("y = x.max('a', 2, 3)", "does not take these arguments", 4),
        ("y = x and x", "use & and |", 4),
        ("y = not x", "not works on one truth value", 4),
        ("y = 0 < x < 1", "Chained comparisons", 4),
        ("y = x if x else x", "use torch.where", 4),
        ("y = [a for a in x]", "Loops are not read", 4),
        ("y = lambda a: a", "Functions are not read", 4),
        ("y = x.add_(1)", "writes into a tensor", 4),
        ("x += 1", "overwrite the numbers of x", 0),
        ("x[0] = 1", "Writing into a part", 0),
        ("y = x.grad * 2", "The whole expression is computed before any backward() runs", 4),
        ("y = torch.ones(x.shape)", "x.shape is not known before", 15),
        ("y = torch.tensor([x, 2])", "x is a tensor", 18),
        ("y = torch.tensor([[1], [2, 3]])", "same length", 17),
        ("y = torch.zeros(10**6, 10**6)", "is too large", 4),
        ("y = torch.randn(2) + 10**10**10", "too large", 21),
        ("y = x.item()", "leaves the graph", 4),
        ("y = x.size(0)", "not known before the code runs", 4),
        ("a, b = x", "not taken apart", 0),
        ("a, b, c = x.max(0)", "There are 2 results", 0),
        ("y = x.max(0) * 2", "several results", 4),
        ("y = x[1.5]", "An index is made of", 6),
        ("y = x[x:]", "ends of a range", 6),
        ("y = x * (lambda: 1)()", "cannot be called", 8),
        ("with open('f'): y = x", "This block is not read", 5),
        ("with torch.no_grad() as m: y = x", "with ... as is not read", 0),
        ("y = x(1)", "cannot be called", 4),
        ("y = f'{x}'", "can only be printed", 4),
        ("print(x, sep='')", "without sep", 0),
        ("x.grad = x", "only be set to None", 9),
        ("x.backward(1, 2, 3, 4, 5)", "backward is called with", 0),
        ("y = x.backward()", "stands on a line of its own", 4),
        ("y = __import__('os')", "is not known", 4),
        ("y = x.__class__", "is not known", 4),
        ("y = eval('1')", "is not known", 4),
        ("y = x.exp(*x)", "* and ** are not read", 4),
        ("lambda: 0", "Functions are not read", 0),
        ("y = torch.from_numpy(np.random.randn(3))", "np.random.randn does not make", 21),
        ("y = 1j * x", "Only real numbers", 4),
        ("del x", "not deleted", 0),
        ("torch.manual_seed(-1)", "A seed is", 0),
        ("y = torch.from_numpy([1.])", "takes a numpy array", 21),
        ("x.backward(inputs=[])", "inputs is empty", 18),
        ("(x * 2).requires_grad_(False)", "cannot be switched off", 0),
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_its_place_and_the_rest_is_read(line, message, column):
    parsed = parse(f"{X}{line}\nv = torch.tensor(1.)\nz = v * 2\n")
    (problem,) = parsed.problems
    assert message in problem.message
    assert (problem.span.line, problem.span.column) == (2, column)
    assert kinds(parsed.document) == ["Leaf", "Leaf", "mul"]


@pytest.mark.parametrize("name", ["item", "numpy", "tolist"])
def test_what_leaves_the_graph_is_refused_with_what_to_do_instead(name):
    (problem,) = parse(f"{X}y = x.{name}()").problems
    assert "Go on with the tensor itself, or with its detach()" in problem.hint


def test_a_tensor_that_should_have_been_overwritten_is_lost():
    for line in ("x += 1", "x[0] = 1", "x[0][1] = 1"):
        parsed = parse(f"{X}{line}\ny = x * 2")
        assert len(parsed.problems) == 1
        assert kinds(parsed.document) == ["Leaf"]


@pytest.mark.parametrize(
    "lines",
    [
        "y.mul_(2)",
        "z = y.add_(1)",
        "y[0].zero_()",
        "y.data.clamp_(0)",
        "v = y.view(1, 2)\nv[0] = 0.",
        "v = y.reshape(1, 2)\nv += 1",
        "v = y[0:1]\nv.zero_()",
        "v = y.detach().unsqueeze(0)\nv.zero_()",
        "for i in range(2):\n    y.mul_(2)",
    ],
)
def test_no_number_is_computed_from_a_tensor_whose_memory_should_have_been_overwritten(lines):
    parsed = parse(f"{X}y = x * 2\nw = y.exp()\n{lines}\nq = y.sin()\np = w.cos()")
    assert len(parsed.problems) == 1
    assert "sin" not in kinds(parsed.document)
    assert "cos" in kinds(parsed.document)  # computed before


def test_what_shares_no_memory_with_an_overwritten_tensor_is_read():
    parsed = parse(f"{X}c = x.clone()\nx.grad.mul_(2)\nc[0] = 1\ny = x * 2")
    assert len(parsed.problems) == 2
    assert kinds(parsed.document) == ["Leaf", "clone", "mul"]


def test_a_tensor_keeps_the_name_that_a_line_gives_away_which_could_not_be_read():
    for lines in ("for i in range(3):\n    x = x - 1", "x = x.nosuch()", "x[0] = 1\nx[1] = 2", "x, b = x.nosuch()"):
        parsed = parse(f"{X}{lines}\ny = x * 2")
        assert [node.name for node in parsed.document.nodes.values()] == ["x"]


def test_formats_are_bounded():
    assert "format is not read" in parse(X + "print(f'{x:>999999}')").problems[0].message
    assert read(X + "print(f'{x.grad:>12.3e}')").actions[0].arguments[0][0].format == ">12.3e"


def test_what_needs_a_line_that_could_not_be_read_is_not_reported_again():
    parsed = parse(X + "y = x.nosuch()\nz = y * 2\nw = z + y\nv = x + 1")
    assert len(parsed.problems) == 1
    assert kinds(parsed.document) == ["Leaf", "add"]


def test_columns_count_characters():
    parsed = parse("größe = torch.ones(2); y = größe * größe.nosuch()")
    assert parsed.problems[0].span.column == 35
    assert next(iter(parsed.spans.values())).column == 8


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "1" + ")" * 5000,
        "x = " + "-" * 100_000 + "1",
        "x = " + "+".join(["y"] * 20_000),
        "x = torch.tensor(" + "[" * 90 + "]" * 90 + ")",
        "x = 1" + "\n" * (MAX_CODE + 1),
        "x = '" + "\0" + "'",
        "x = torch.ones(2)\n  y = 2",
        "x = (",
        "x = 'a",
        "\ud800",
    ],
    ids=range(10),
)
def test_hostile_code_gives_a_clear_error(text):
    (problem,) = parse(text).problems
    assert problem.message


def test_each_operation_can_be_called_under_each_of_its_names():
    for op in all_ops():
        if op.hidden or any(one.default is REQUIRED for one in op.attributes):
            continue
        given = [
            f"{port.name}=" * (place > 0) + ("2." if port.takes is Takes.NUMBER else "[x, x]" if port.variadic else "x")
            for place, port in enumerate(op.inputs)
        ]
        names = [f"torch.{name}" for name in op.spelling.functions] + [f"F.{name}" for name in op.spelling.nn]
        for name in names:
            document = read(f"x = torch.ones(2, 2)\n{name}({', '.join(given)})")
            assert len(document.nodes) == 2, name
        for name in op.spelling.methods if given[0] == "x" else ():
            assert len(read(f"x = torch.ones(2, 2)\nx.{name}({', '.join(given[1:])})").nodes) == 2, name


def test_the_places_of_actions_are_known():
    parsed = parse(X + "y = x.sum()\ny.backward()\nprint(x.grad)\n")
    assert [span.line for span in parsed.action_spans] == [3, 4]
    assert isinstance(parsed.document.actions[1].arguments[0], Quantity)


@pytest.mark.parametrize(
    ("call", "near"), [("torch.mtmul(x, x)", "matmul"), ("x.meen()", "mean"), ("sn(x)", "sin"), ("Net(x)", "")]
)
def test_only_names_that_may_be_meant_are_suggested(call, near):
    (problem,) = parse(f"{X}y = {call}").problems
    assert (f"Did you mean {near}" in problem.hint) if near else problem.hint.startswith("It is not among")
