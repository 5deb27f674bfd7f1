"""Adding what was found: one undo step, connected, or nothing at all."""

import pytest

from app.model.files import Opened
from app.model.search.adding import Spot, add, free_name
from app.model.search.entries import AddExpression, AddLeaf, AddOp
from app.model.session import Session
from core.errors import GradwalkError
from core.expr.graph import Leaf, Slot, Source
from core.expr.parse import parse
from core.ops import registry


@pytest.fixture
def session():
    return Session(Opened(parse("x = torch.tensor([1., 2.], requires_grad=True)\ny = x * x").document))


def named(session, name):
    return next(key for key, one in session.document.nodes.items() if one.name == name)


def test_a_leaf_gets_a_free_name_and_asks_for_a_gradient(session):
    made = add(session, AddLeaf("[3., 4.]"), Spot((10.0, 20.0)))
    leaf = session.document.nodes[made]
    assert isinstance(leaf, Leaf)
    assert (leaf.name, leaf.requires_grad, leaf.x, leaf.y) == ("z", True, 10.0, 20.0)


def test_an_operation_takes_the_wire_and_hands_on(session):
    x, y = named(session, "x"), named(session, "y")
    made = add(session, AddOp(registry.get("sin")), Spot(source=Source(x), target=(y, Slot("other"))))
    assert [*session.document.wiring.sources(made)] == [x]
    assert session.document.wiring.at(y, Slot("other")).source == Source(made)
    assert session.history.names == ("Add sin",)
    session.history.undo()
    assert made not in session.document.nodes


def test_a_number_in_the_first_input_leaves_the_second_for_the_wire(session):
    op = registry.get("sub")
    entry = AddOp(op, constants={Slot(op.inputs[0].name): 1})
    made = add(session, entry, Spot(source=Source(named(session, "x"))))
    assert session.value_of(Source(made)).tolist() == [0.0, -1.0]


def test_an_expression_may_use_names(session):
    made = add(session, AddExpression("s = sin(x) + 2"), Spot())
    assert session.document.nodes[made].name == "s"
    assert session.value_of(Source(made)).shape == (2,)


def test_what_cannot_be_connected_leaves_nothing_behind(session):
    x, before = named(session, "x"), session.document
    with pytest.raises(GradwalkError):
        add(session, AddOp(registry.get("sin")), Spot(target=(x, Slot("self"))))
    assert session.document is before


def test_free_names_never_run_out(session):
    for _ in range(40):
        add(session, AddLeaf("1."), Spot())
    names = [node.name for node in session.document.nodes.values() if isinstance(node, Leaf)]
    assert len(set(names)) == len(names)
    assert free_name(session.document) not in names
