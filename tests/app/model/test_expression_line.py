"""The line of the expression bar."""

import pytest

from app.model.expression_line import edit_line, line_of, main_root
from app.model.selection import Selection
from core.expr.changes import apply
from core.expr.evaluate import evaluate
from core.expr.graph import Source
from core.expr.parse import parse
from core.expr.syntax import CodeError

CODE = """
x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4*x[1]*x[1]
"""


def line(code=CODE, selection=None):
    document = parse(code).document
    return document, line_of(evaluate(document), selection or Selection())


def named(document, name):
    return next(key for key, one in document.nodes.items() if one.name == name)


def test_shows_the_root():
    _, shown = line()
    assert shown.whole == "y = 2*x[0]*x[0] + 4*x[1]*x[1]"


def test_shows_what_is_selected():
    document, _ = line()
    _, shown = line(selection=Selection.of_node(named(document, "x")))
    assert shown.whole == "x = [1., 2.]"


def test_is_empty_for_an_empty_document():
    assert line("")[1].whole == ""


def test_stretches_of_a_node_are_marked_in_the_line():
    document, shown = line()
    select = document.wiring.out_of(named(document, "x"))[0].target
    assert [shown.whole[start:end] for start, end in shown.stretches(select)] == ["x[0]"]
    assert shown.stretches(named(document, "y")) == ()


def test_the_root_of_the_first_pass_is_what_a_document_is_about():
    document = parse(CODE + "z = x.sum()\nz.backward()").document
    assert main_root(document) == named(document, "z")


@pytest.mark.parametrize(("typed", "value"), [("y = x[0] + 10", 11.0), ("y = x.sum()", 3.0)])
def test_the_same_name_changes_what_is_shown(typed, value):
    document, shown = line()
    changed = apply(document, edit_line(document, shown, typed, (0.0, 0.0)).changes)
    assert evaluate(changed).tensor(Source(named(changed, "y"))).item() == value
    assert named(changed, "y") == named(document, "y")


def test_another_name_adds_something():
    document, shown = line()
    changed = apply(document, edit_line(document, shown, "z = x * 3", (0.0, 0.0)).changes)
    assert named(changed, "y") == named(document, "y")
    assert evaluate(changed).tensor(Source(named(changed, "z"))).tolist() == [3.0, 6.0]


def test_the_value_of_a_leaf_is_typed_like_an_expression():
    document, _ = line()
    x = named(document, "x")
    shown = line_of(evaluate(document), Selection.of_node(x))
    changed = apply(document, edit_line(document, shown, "x = [5, 6]", (0.0, 0.0)).changes)
    assert evaluate(changed).tensor(Source(x)).tolist() == [5.0, 6.0]


@pytest.mark.parametrize(("typed", "wrong"), [("y = 2*x[0] +", ""), ("y = x.nothing()", "x.nothing()"), ("z = ", "")])
def test_mistakes_have_their_place_in_the_line(typed, wrong):
    document, shown = line()
    with pytest.raises(CodeError) as caught:
        edit_line(document, shown, typed, (0.0, 0.0))
    span = caught.value.span
    if wrong:
        assert typed[span.column : span.end_column].startswith(wrong[:5])
    else:
        assert span is None or 0 <= span.column <= len(typed)
