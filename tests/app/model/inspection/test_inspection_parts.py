"""What the inspector shows of a selection, and what its fields do."""

import pytest

from app.model.inspection.fields import OFF, ON, FieldKind
from app.model.inspection.parts import inspect
from app.model.selection import Selection
from core.codegen.torch import to_code
from core.errors import GradwalkError
from core.expr.changes import apply
from core.expr.evaluate import evaluate
from core.expr.graph import Backward, RegionKind, Source
from core.expr.parse import parse
from core.ops.registry import all_ops
from core.ops.spec import REQUIRED

CODE = """
x = torch.tensor([1., 2.], requires_grad=True)
with torch.no_grad():
    h = x * 3
y = (x * h).softmax(0)
"""


class Desk:
    """A document with its inspector."""

    def __init__(self, code=CODE):
        self.document = parse(code).document

    @property
    def evaluation(self):
        return evaluate(self.document)

    def node(self, name):
        return next(key for key, one in self.document.nodes.items() if one.name == name)

    def shown(self, selection):
        return inspect(self.evaluation, selection)

    def fields(self, selection):
        return {field.key: field for section in self.shown(selection).sections for field in section.fields}

    def enter(self, selection, key, text):
        self.document = apply(self.document, self.fields(selection)[key].edit(self.document, text).changes)


@pytest.fixture
def desk():
    return Desk()


def test_the_fields_of_a_leaf(desk):
    x = Selection.of_node(desk.node("x"))
    fields = desk.fields(x)
    assert (fields["name"].value, fields["value"].value, fields["dtype"].value) == ("x", "[1., 2.]", "float32")
    desk.enter(x, "value", "[5, 6, 7]")
    desk.enter(x, "name", "w")
    desk.enter(x, "requires_grad", OFF)
    leaf = desk.document.nodes[desk.node("w")]
    assert (leaf.value.text, leaf.requires_grad) == ("[5., 6., 7.]", False)


@pytest.mark.parametrize("text", ["", "[1, [2]]", "no number", "randn(1e9)"])
def test_values_that_make_no_sense_are_refused(desk, text):
    with pytest.raises(GradwalkError):
        desk.enter(Selection.of_node(desk.node("x")), "value", text)


def test_the_settings_of_an_operation(desk):
    y = Selection.of_node(desk.node("y"))
    assert desk.fields(y)["dim"].value == "0"
    desk.enter(y, "dim", "-1")
    assert desk.document.nodes[desk.node("y")].attributes["dim"] == -1
    desk.enter(y, "dim", "")
    assert "dim" not in desk.document.nodes[desk.node("y")].attributes
    assert desk.fields(y)["dim"].placeholder == "-1"


def test_a_number_can_be_typed_into_an_input_and_taken_out(desk):
    h = Selection.of_node(desk.node("h"))
    assert desk.fields(h)["input other"].value == "3"
    desk.enter(h, "input other", "0.5")
    assert desk.evaluation.tensor(Source(desk.node("h"))).tolist() == [0.5, 1.0]
    desk.enter(h, "input other", "")
    assert "not connected" in desk.shown(h).problem


def test_a_root_that_is_no_number_needs_a_gradient(desk):
    y = Selection.of_node(desk.node("y"))
    assert desk.fields(y)["seed"].value == "none"
    assert desk.fields(y)["seed"].problem
    desk.enter(y, "seed", "ones")
    assert not desk.fields(y)["seed"].problem
    desk.enter(y, "seed", "own")
    desk.enter(y, "seed_value", "[1, 0.5]")
    (action,) = [one for one in desk.document.actions if isinstance(one, Backward)]
    assert action.seeds[0].gradient.text == "[1., 0.5]"
    desk.enter(y, "seed", "none")
    assert desk.fields(y)["seed"].value == "none"


def test_a_root_that_is_a_number_takes_any_number():
    desk = Desk("x = torch.tensor(3., requires_grad=True)\ny = x*x")
    y = Selection.of_node(desk.node("y"))
    assert [key for key, _ in desk.fields(y)["seed"].choices] == ["none", "own"]
    desk.enter(y, "seed", "own")
    desk.enter(y, "seed_value", "0.5")
    assert desk.fields(y)["seed_value"].value == "0.5"


def test_a_gradient_of_another_shape_is_refused(desk):
    y = Selection.of_node(desk.node("y"))
    desk.enter(y, "seed", "own")
    with pytest.raises(GradwalkError, match=r"\[2\], not \[3\]"):
        desk.enter(y, "seed_value", "[1, 2, 3]")


def test_nodes_inside_have_no_seed(desk):
    assert "seed" not in desk.fields(Selection.of_node(desk.node("h")))


def test_other_passes_stay_when_a_seed_is_given():
    desk = Desk("x = torch.tensor([1., 2.], requires_grad=True)\na = x * 2\nb = x * 3\nb.sum().backward()")
    document, before = desk.document, desk.document.actions
    b = next(key for key in document.nodes if any(key == seed.root.node for seed in before[0].seeds))
    desk.enter(Selection.of_node(b), "seed", "ones")
    assert len(desk.document.actions) == len(before)


def test_a_frame_is_switched_and_turned_into_another(desk):
    (key,) = desk.document.regions
    region = Selection.of_region(key)
    desk.enter(region, "enabled", OFF)
    desk.enter(region, "kind", "detach")
    desk.enter(region, "title", "frozen")
    made = desk.document.regions[key]
    assert (made.enabled, made.kind, made.title) == (False, RegionKind.DETACH, "frozen")


def test_a_wire_is_detached_and_says_why_no_gradient_comes(desk):
    wire = desk.document.wiring.out_of(desk.node("x"))[0]
    shown = Selection.of_wire(wire.id)
    assert desk.fields(shown)["detached"].value == OFF
    desk.enter(shown, "detached", ON)
    assert desk.document.wires[wire.id].detached
    assert desk.shown(shown).problem


def test_several_parts_are_set_together(desk):
    desk = Desk("a = torch.tensor(1.)\nb = torch.tensor(2.)")
    both = Selection(frozenset(desk.document.nodes))
    desk.enter(both, "requires_grad", ON)
    assert all(node.requires_grad for node in desk.document.nodes.values())


def test_without_a_selection_the_document_is_shown(desk):
    desk.enter(Selection(), "title", "Frozen branch")
    assert desk.document.title == "Frozen branch"


@pytest.mark.parametrize("op", [op for op in all_ops() if not op.hidden], ids=lambda op: op.name)
def test_every_operation_can_be_inspected(op):
    from core.expr import edits
    from core.expr.graph import new_document

    document = new_document()
    changes = edits.add_call(document, op.name)
    document = apply(document, changes.changes)
    (key,) = changes.new_nodes()
    shown = inspect(evaluate(document), Selection.of_node(key))
    fields = {field.key: field for section in shown.sections for field in section.fields}
    assert shown.op is op
    for attribute in op.attributes:
        field = fields[attribute.name]
        assert field.kind in (FieldKind.VALUE, FieldKind.CHOICE, FieldKind.SWITCH)
        if attribute.default is REQUIRED and field.kind is FieldKind.VALUE:
            assert field.placeholder == "needed"


@pytest.mark.parametrize(
    ("call", "labels"),
    [
        ("x.max(dim=1)", ["values", "indices"]),
        ("x.sort(1)", ["values", "indices"]),
        ("x.unbind(1)", ["result 0", "result 1", "result 2"]),
    ],
)
def test_each_of_several_results_can_be_named(call, labels):
    desk = Desk(f"x = torch.tensor([[1., 3., 2.]], requires_grad=True)\nm = {call}\ny = m[0].sum()")
    chosen = Selection.of_node(desk.node("m"))
    fields = [one for key, one in desk.fields(chosen).items() if key.startswith("result ")]
    assert [field.label for field in fields] == labels
    assert {field.kind for field in fields} == {FieldKind.NAME}
    with pytest.raises(GradwalkError, match="has the name"):
        desk.enter(chosen, "result 1", "x")
    desk.enter(chosen, "name", "")
    chosen = Selection.of_node(list(desk.document.nodes)[1])
    for place in range(len(labels)):
        desk.enter(chosen, f"result {place}", f"part{place}")
        assert desk.evaluation.problems == ()
    names = tuple(f"part{place}" for place in range(len(labels)))
    assert desk.document.nodes[next(iter(chosen.nodes))].outputs == names
    assert f"{', '.join(names)} = " in to_code(desk.document).text
    desk.enter(chosen, "result 1", "")
    assert desk.evaluation.problems == ()


def test_one_result_has_the_name_of_its_node(desk):
    assert not [key for key in desk.fields(Selection.of_node(desk.node("y"))) if key.startswith("result ")]
