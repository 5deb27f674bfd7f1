"""What single edits do, and which are refused."""

import itertools

import pytest

from core.errors import ArgumentError
from core.expr import edits
from core.expr.actions import nodes_of
from core.expr.changes import SettingChange, apply
from core.expr.evaluate import evaluate
from core.expr.graph import Backward, Call, Document, RegionKind, Seed, Slot, Source, Wire, new_document
from core.expr.parse import parse
from core.expr.regions import cutting_frame, is_cut, modes_at, nodes_in
from core.ops.arithmetic import ADD, MUL, NEG

SELF, OTHER = Slot("self"), Slot("other")


class Sketch:
    """A document that is edited step by step."""

    def __init__(self):
        self.document = new_document("sketch")

    def do(self, edit, *arguments, **named):
        changes = edit(self.document, *arguments, **named)
        self.document = apply(self.document, changes.changes)
        return changes

    def leaf(self, text="1.", **named):
        return self.do(edits.add_leaf, text, **named).added()[0].id

    def call(self, op, *sources, **named):
        key = self.do(edits.add_call, op.name, **named).added()[0].id
        for source, port in zip(sources, op.inputs, strict=False):
            self.do(edits.connect, Source(source), key, Slot(port.name))
        return key

    def into(self, node):
        return {wire.slot: wire.source.node for wire in self.document.wiring.into(node)}


@pytest.fixture
def sketch():
    return Sketch()


def test_a_second_wire_into_one_input_takes_the_place_of_the_first(sketch):
    a, b = sketch.leaf(), sketch.leaf()
    total = sketch.call(ADD, a, a)
    changes = sketch.do(edits.connect, Source(b), total, OTHER)
    assert sketch.into(total) == {SELF: a, OTHER: b}
    assert len(changes.changes) == 2


def test_a_wire_takes_the_place_of_a_constant_and_the_other_way_round(sketch):
    a = sketch.leaf()
    product = sketch.call(MUL, a)
    sketch.do(edits.set_constant, product, OTHER, 2)
    assert sketch.document.nodes[product].constants == {OTHER: 2}
    sketch.do(edits.connect, Source(a), product, OTHER)
    assert sketch.document.nodes[product].constants == {}
    sketch.do(edits.set_constant, product, OTHER, 3)
    assert sketch.into(product) == {SELF: a}


@pytest.mark.parametrize(
    ("connection", "reason"),
    [
        (lambda s, leaf, first, second: (Source(first), leaf, SELF), "leaf"),
        (lambda s, leaf, first, second: (Source(first), first, SELF), "own result"),
        (lambda s, leaf, first, second: (Source(second), first, SELF), "cycle"),
        (lambda s, leaf, first, second: (Source(leaf), first, Slot("third")), "no input 'third'"),
        (lambda s, leaf, first, second: (Source(leaf), first, Slot("self", 1)), "no input"),
        (lambda s, leaf, first, second: (Source("n99"), first, SELF), "no such node"),
    ],
)
def test_what_can_never_be_is_refused_with_its_reason(sketch, connection, reason):
    leaf = sketch.leaf()
    first = sketch.call(NEG, leaf)
    second = sketch.call(NEG, first)
    source, target, slot = connection(sketch, leaf, first, second)
    assert reason in edits.why_not_connect(sketch.document, source, target, slot)
    with pytest.raises(edits.EditError, match=reason):
        edits.connect(sketch.document, source, target, slot)


def test_shapes_that_do_not_fit_are_no_reason_to_refuse_a_wire(sketch):
    a, b = sketch.leaf("[1., 2.]"), sketch.leaf("[1., 2., 3.]")
    total = sketch.call(ADD, a)
    assert edits.why_not_connect(sketch.document, Source(b), total, OTHER) == ""


def test_deleting_a_node_takes_its_wires_and_what_was_to_be_done_with_it(sketch):
    a = sketch.leaf()
    negative = sketch.call(NEG, a)
    last = sketch.call(NEG, negative)
    sketch.do(edits.set_actions, [Backward((Seed(Source(last), Source(negative)),)), Backward((Seed(Source(last)),))])
    sketch.do(edits.delete, [negative])
    assert set(sketch.document.nodes) == {a, last}
    assert not sketch.document.wires
    assert sketch.document.actions == (Backward((Seed(Source(last)),)),)


def test_dissolving_a_node_bridges_it(sketch):
    a = sketch.leaf()
    negative = sketch.call(NEG, a)
    square = sketch.call(MUL, negative, negative)
    sketch.do(edits.set_detached, [sketch.document.wiring.at(square, OTHER).id], True)
    sketch.do(edits.dissolve, negative)
    assert sketch.into(square) == {SELF: a, OTHER: a}
    assert [wire.detached for wire in sketch.document.wiring.into(square)] == [False, True]
    with pytest.raises(edits.EditError, match="Nothing is connected"):
        edits.dissolve(sketch.document, a)


def test_a_node_dropped_on_a_wire_stands_between_its_ends(sketch):
    a, b = sketch.leaf(), sketch.leaf()
    total = sketch.call(ADD, a, b)
    product = sketch.call(MUL)
    sketch.do(edits.set_constant, product, SELF, 2)
    sketch.do(edits.insert_on_wire, sketch.document.wiring.at(total, OTHER).id, product)
    assert sketch.into(product) == {OTHER: b}
    assert sketch.into(total) == {SELF: a, OTHER: product}
    with pytest.raises(edits.EditError, match="cycle"):
        edits.insert_on_wire(sketch.document, sketch.document.wiring.at(product, OTHER).id, total, SELF)


def test_names_are_words_of_code_and_belong_to_one_node(sketch):
    a = sketch.leaf(name="a")
    b = sketch.leaf()
    for bad in ("a", "1a", "lambda", "torch", "a b", "x" * 61):
        with pytest.raises(edits.EditError):
            edits.rename(sketch.document, b, bad)
    sketch.do(edits.rename, b, "b")
    sketch.do(edits.rename, a, "a")
    sketch.do(edits.rename, a, "")
    sketch.do(edits.rename, b, "a")
    assert [node.name for node in sketch.document.nodes.values()] == ["", "a"]


def test_results_have_names_of_their_own():
    document = parse("x = torch.tensor([3., 1.])\nboth = torch.sort(x)\ny = both[0] * both[1]").document
    both = next(key for key, node in document.nodes.items() if node.name == "both")

    def named(place, name):
        return apply(document, edits.rename_result(document, Source(both, place), name, 2).changes)

    for taken in ("x", "y", "both", "lambda", "1a"):
        with pytest.raises(edits.EditError):
            named(1, taken)
    document = named(1, "order")
    assert document.nodes[both].outputs == ("", "order") and evaluate(document).problems == ()
    with pytest.raises(edits.EditError):
        named(0, "order")
    with pytest.raises(edits.EditError):
        edits.rename(document, both, "order")
    document = named(0, "values")
    assert named(0, "values") == document
    document = named(0, "")
    assert named(1, "").nodes[both].outputs == ()


def test_a_typed_value_keeps_the_type_that_can_hold_it(sketch):
    a = sketch.leaf("[1, 2]")
    assert sketch.document.nodes[a].value.dtype == "float32"
    sketch.do(edits.set_dtype, a, "int64")
    sketch.do(edits.set_value, a, "[3, 4]")
    assert sketch.document.nodes[a].value.dtype == "int64"
    sketch.do(edits.set_value, a, "[0.5]")
    assert sketch.document.nodes[a].value.dtype == "float32"
    sketch.do(edits.set_value, a, "zeros(2, dtype=float64)")
    assert sketch.document.nodes[a].value == edits.add_leaf(sketch.document, "zeros(2, dtype=double)").added()[0].value
    with pytest.raises(ArgumentError, match="not a number"):
        edits.set_value(sketch.document, a, "open('file')")


def test_copies_have_new_ids_and_no_names_that_are_taken(sketch):
    a = sketch.leaf(name="a")
    product = sketch.call(MUL, a, a)
    sketch.do(edits.rename, product, "y")
    copies = sketch.do(edits.duplicate, [product], with_inputs=True).added()
    copy = copies[0]
    assert copy.id != product
    assert copy.name == ""
    assert sketch.into(copy.id) == {SELF: a, OTHER: a}
    sketch.do(edits.duplicate, [product])
    assert sketch.into(list(sketch.document.nodes)[-1]) == {}
    fragment = edits.cut_out(sketch.document, [a, product])
    pasted = edits.paste(new_document(), fragment, by=(10, 0)).added()
    assert [node.name for node in pasted[:2]] == ["a", "y"]
    assert pasted[0].x == sketch.document.nodes[a].x + 10


def test_pasting_keeps_what_is_done_with_the_tensors(sketch):
    code = """x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2
y.backward(x)
x.grad.zero_()
print("grad", x.grad, f"{y[0].item():.2f}")
"""
    sketch.leaf()
    other = parse(code).document
    sketch.do(edits.paste, other)
    assert [type(action) for action in sketch.document.actions] == [type(action) for action in other.actions]
    assert all(nodes_of(action) <= sketch.document.nodes.keys() for action in sketch.document.actions)
    assert [nodes_of(action) for action in sketch.document.actions] != [nodes_of(action) for action in other.actions]


def test_wrapping_nests_frames(sketch):
    a, b = sketch.leaf(), sketch.leaf()
    inner = sketch.do(edits.wrap, [a], RegionKind.DETACH).added()[0].id
    outer = sketch.do(edits.wrap, [a, b], RegionKind.NO_GRAD, title="both").added()[0].id
    assert sketch.document.regions[inner].parent == outer
    assert sketch.document.nodes[a].region == inner
    assert nodes_in(sketch.document, outer) == (a, b)
    middle = sketch.do(edits.wrap, [a], RegionKind.COMMENT).added()[0]
    assert (middle.parent, sketch.document.nodes[a].region) == (inner, middle.id)
    sketch.do(edits.unwrap, inner)
    assert sketch.document.regions[middle.id].parent == outer
    assert sketch.document.nodes[b].region == outer
    with pytest.raises(edits.EditError, match="something to go around"):
        edits.wrap(sketch.document, [], RegionKind.COMMENT)


def test_the_innermost_frame_wins_and_one_that_is_off_does_nothing(sketch):
    a = sketch.leaf()
    inner = sketch.do(edits.wrap, [a], RegionKind.ENABLE_GRAD).added()[0].id
    outer = sketch.do(edits.wrap, [a], RegionKind.NO_GRAD).added()[0].id
    sketch.do(edits.unwrap, outer)
    b = sketch.leaf()
    outer = sketch.do(edits.wrap, [a, b], RegionKind.NO_GRAD).added()[0].id
    assert modes_at(sketch.document, inner).grad
    assert not modes_at(sketch.document, outer).grad
    sketch.do(edits.set_region_kind, outer, RegionKind.INFERENCE_MODE)
    assert not modes_at(sketch.document, inner).grad
    assert modes_at(sketch.document, inner).inference
    sketch.do(edits.set_region_enabled, outer, False)
    assert modes_at(sketch.document, inner).grad
    assert modes_at(sketch.document, outer).grad


def test_a_detach_frame_cuts_the_wires_that_leave_it(sketch):
    a = sketch.leaf()
    inside = sketch.call(NEG, a)
    also_inside = sketch.call(NEG, inside)
    outside = sketch.call(NEG, also_inside)
    frame = sketch.do(edits.wrap, [inside, also_inside], RegionKind.DETACH).added()[0].id

    def cut_at(node):
        return is_cut(sketch.document, sketch.document.wiring.at(node, SELF))

    assert [cut_at(node) for node in (inside, also_inside, outside)] == [False, False, True]
    assert cutting_frame(sketch.document, sketch.document.wiring.at(outside, SELF)).id == frame
    sketch.do(edits.put_into_region, [outside], frame)
    assert not cut_at(outside)
    sketch.do(edits.put_into_region, [outside], None)
    sketch.do(edits.set_region_enabled, frame, False)
    assert not cut_at(outside)


def test_a_change_that_does_not_fit_is_refused_and_nothing_happens(sketch):
    sketch.leaf(name="a")
    document = sketch.document
    title = SettingChange("title", "another", "new")
    rename = edits.rename(document, "n1", "b")
    renamed = apply(document, rename.changes)
    with pytest.raises(ArgumentError, match="does not fit"):
        apply(document, [title])
    with pytest.raises(ArgumentError, match="does not fit"):
        apply(renamed, rename.changes)
    assert renamed.nodes["n1"].name == "b"


def test_unchanged_parts_are_shared_between_versions(sketch):
    for _ in range(20):
        sketch.leaf()
    before = sketch.document
    sketch.do(edits.move, {"n1": (5, 5)})
    shared = [key for key in before.nodes if before.nodes[key] is sketch.document.nodes[key]]
    assert len(shared) == 19
    assert before.wires is sketch.document.wires


def test_order_of_evaluation_follows_the_document_and_puts_inputs_first(sketch):
    a, b = sketch.leaf(), sketch.leaf()
    early = sketch.call(ADD, a)
    late = sketch.call(NEG, b)
    sketch.do(edits.connect, Source(late), early, OTHER)
    assert sketch.document.ordering.nodes == (a, b, late, early)


def test_a_long_chain_is_ordered_without_recursion():
    calls = {f"n{place}": Call(id=f"n{place}", op=NEG.name) for place in range(20_000)}
    chain = itertools.pairwise(reversed(calls))
    wires = {
        f"w{place}": Wire(id=f"w{place}", source=Source(a), target=b, slot=SELF) for place, (a, b) in enumerate(chain)
    }
    assert Document(id="d", nodes=calls, wires=wires).ordering.nodes == tuple(reversed(calls))
