"""What a search text says besides a name."""

import pytest

from app.model.search.entries import AddExpression, AddLeaf, AddOp
from app.model.search.reading import meanings
from core.expr.graph import Slot


def read(text, from_wire=False):
    return [*meanings(text, from_wire=from_wire)]


@pytest.mark.parametrize("text", ["3", "-2.5", "[1, 2]", "[[1., 2.], [3., 4.]]", "randn(3)", "zeros(2, 3)", "1e-3"])
def test_numbers_make_a_leaf(text):
    assert AddLeaf(text) in read(text)


@pytest.mark.parametrize("text", ["ten", "tensor", "leaf"])
def test_words_for_a_leaf_make_one(text):
    assert [one for one in read(text) if isinstance(one, AddLeaf)] == [AddLeaf("1.")]


@pytest.mark.parametrize(("text", "op", "place", "number"), [
    ("* 2", "mul", 1, 2), ("**3", "pow", 1, 3), ("- 1.5", "sub", 1, 1.5), ("> 0", "gt", 1, 0), ("1 -", "sub", 0, 1),
    ("2 /", "div", 0, 2), ("// -2", "floor_divide", 1, -2),
])  # fmt: skip
def test_an_operator_takes_a_number(text, op, place, number):
    (found,) = [one for one in read(text) if isinstance(one, AddOp)]
    assert (found.op.name, found.constants) == (op, {Slot(found.op.inputs[place].name): number})
    assert found.slot == Slot(found.op.inputs[1 - place].name)


def test_brackets_are_an_index_first_where_a_wire_is_dragged():
    assert [type(one) for one in read("[0]", from_wire=True)] == [AddOp, AddLeaf]
    assert [type(one) for one in read("[0]")] == [AddLeaf, AddOp]
    assert read("[0]", from_wire=True)[0].attributes == {"index": "0"}


@pytest.mark.parametrize("text", ["+ 4", "-1"])
def test_signed_numbers_are_calculated_with_where_a_wire_is_dragged(text):
    assert [type(one) for one in read(text, from_wire=True)] == [AddOp, AddLeaf]
    assert [type(one) for one in read(text)] == [AddLeaf, AddOp]


@pytest.mark.parametrize("text", ["sin(h) + 2", "y = 2*x[0]", "x @ w", "-x"])
def test_expressions_are_taken_whole(text):
    assert AddExpression(text) in read(text)


@pytest.mark.parametrize("text", ["softmax", "", "  ", "[ ]", "*", "log_soft", "(", "x.y"])
def test_names_and_signs_mean_nothing_else(text):
    assert read(text) == []
