"""The shipped examples: all there, all readable, and all with the right numbers, which are PyTorch's."""

import math

import pytest

from app.model.examples import examples, find_example
from core.codegen.torch import to_code
from core.expr.check import check_drawing
from core.expr.outcome_json import as_json
from core.expr.parse import parse
from core.expr.run import run
from core.io import project

EXAMPLES = examples()
WELCOME = [
    "A first gradient", "The external gradient", "Used twice", "Indexing and zero-fill", "Broadcasting",
    "Calling backward twice", "no_grad", "detach", "Why is grad None?", "Where a NaN comes from", "A small network",
    "Vanishing gradients",
]  # fmt: skip
NAN = "nan"
GRADIENTS = {
    "first_gradient": {"x": 6.0},
    "external_gradient": {"x": [2.0, 2.0]},
    "used_twice": {"a": 4.0, "b": 2.0},
    "indexing": {"x": [4.0, 16.0]},
    "broadcasting": {
        "m": [[0.121729, 0.076255, 0.248599], [0.177894, 0.025890, 0.205500]],
        "b": [0.299624, 0.102145, 0.454099],
        "s": -0.068091,
    },
    "backward_twice": {"a": 72.0, "b": 48.0},
    "no_grad": {"w": None, "x": None, "b": 1.0},
    "detach": {"c": 3.0},
    "why_none": {"a": 0.0, "b": 2.0, "d": None, "e": None},
    "where_nan": {"p": [1.0, NAN, 1.0], "q": [-1.0, NAN, -1.0]},
    "vanishing": {"x": 6.898344e-06},
    "from_numpy": {"x": [2.0, 8.0, 18.0]},
    "half_gradient": {"x": [1.0, 2.0, 3.0]},
    "one_element": {"x": [2.0, 0.0]},
    "typed_twice": {"x": [4.0, 16.0]},
    "slip": {"x": None},
    "inside_and_outside": {"x": [2.0, 2.0]},
    "detach_in_the_middle": {"a": None, "b": None, "c": 6.0},
    "vector_root": {"x": None},
}
REFUSED = {"slip": "not list", "vector_root": "scalar outputs"}

every = pytest.mark.parametrize("example", EXAMPLES, ids=[one.name for one in EXAMPLES])


def close(found, expected):
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(close, found, expected))
    if expected is None or isinstance(expected, str):
        return found == expected
    return math.isclose(found, expected, rel_tol=1e-4, abs_tol=1e-8)


def gradients(outcome):
    return {leaf["name"]: leaf["grad"] for leaf in as_json(outcome)["leaves"]}


def test_the_welcome_shows_them_in_the_order_of_the_tutorials():
    assert [one.title for one in EXAMPLES][:12] == WELCOME
    assert [one.number for one in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))


def test_an_example_is_found_by_name_and_by_number():
    assert find_example("detach").number == 8
    assert find_example("8").name == "detach"
    assert find_example("nothing") is None


@every
def test_it_is_complete_and_reads_without_problems(example):
    assert example.title
    assert example.question
    assert example.shown
    assert example.document.nodes
    assert check_drawing(example.document) == ()


@every
def test_it_gives_the_right_numbers(example):
    outcome = run(example.document)
    assert [example.name in REFUSED] == [outcome.has_errors]
    if outcome.has_errors:
        assert REFUSED[example.name] in outcome.problems[0].message
    expected = GRADIENTS.get(example.name)
    if expected is not None:
        found = gradients(outcome)
        assert found.keys() == expected.keys()
        assert all(close(found[name], expected[name]) for name in expected)


@every
def test_its_code_reads_back_and_gives_the_same(example):
    parsed = parse(to_code(example.document).text)
    assert parsed.problems == ()
    assert (parsed.document.title, parsed.document.note) == (example.document.title, example.document.note)
    assert gradients(run(parsed.document)) == gradients(run(example.document))


@every
def test_pytorch_gives_the_same_for_its_code(example):
    torch = pytest.importorskip("torch")
    names = {}
    code = compile(to_code(example.document).text, example.name, "exec")
    if example.name in REFUSED:
        with pytest.raises((TypeError, RuntimeError)):
            exec(code, names)
        return
    exec(code, names)
    theirs = {name: names[name] for name in names if isinstance(names[name], torch.Tensor) and names[name].is_leaf}
    ours = {leaf["name"]: leaf for leaf in as_json(run(example.document))["leaves"]}
    assert theirs.keys() >= ours.keys()
    for name, leaf in ours.items():
        assert str(theirs[name].dtype) == f"torch.{leaf['dtype']}"
        grad = theirs[name].grad
        assert close(leaf["grad"], grad if grad is None else worded(grad.tolist()))


def worded(value):
    if isinstance(value, list):
        return [worded(one) for one in value]
    return value if math.isfinite(value) else repr(value)


def test_the_drawn_example_is_stored_as_it_would_be_saved():
    document = find_example("indexing").document
    assert project.loads(project.dumps(document)).document == document
    assert {node.x for node in document.nodes.values()} != {0.0}


def test_small_numbers_of_the_networks():
    found = gradients(run(find_example("small_network").document))
    assert set(found) == {"x", "W", "V", "t"}
    assert found["x"] is None
    deep = gradients(run(find_example("perceptron").document))
    assert all(deep[name] is not None for name in "WbVc")
