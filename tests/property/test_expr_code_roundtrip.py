"""Documents as code: reading the code back gives the same document."""

from dataclasses import fields

from hypothesis import given, settings
from random_documents import documents

from core.codegen.torch import to_code
from core.expr.forms import with_all_settings
from core.expr.graph import Call, NodeBase, Source
from core.expr.operations import op_of
from core.expr.parse import parse
from core.expr.regions import frames_around, is_cut
from core.expr.syntax import parse_program

PLACING = {"id", "name", "region", "x", "y", "extra"}


def meaning(document):
    """What a document says, whatever its ids, places and made-up names are."""
    order = document.ordering.nodes
    return [_node(document, document.nodes[key], order) for key in order], _renamed(document.actions, order)


def _node(document, node, order):
    own = {one.name: repr(getattr(node, one.name)) for one in fields(node) if one.name not in PLACING}
    if isinstance(node, Call):
        own["attributes"] = sorted(with_all_settings(op_of(node), node).attributes.items())
    wires = document.wiring.into(node.id)
    return (
        type(node),
        own,
        sorted(
            (wire.slot, order.index(wire.source.node), wire.source.output, is_cut(document, wire)) for wire in wires
        ),
        [(frame.kind, frame.title, frame.enabled) for frame in frames_around(document, node.region)],
    )


def _renamed(data, order):
    """Replace the ids of nodes by their places in the order of evaluation."""
    if isinstance(data, Source):
        return Source(order.index(data.node), data.output)
    if isinstance(data, tuple):
        return tuple(_renamed(one, order) for one in data)
    if hasattr(data, "__dataclass_fields__"):
        return type(data), *(_renamed(getattr(data, one.name), order) for one in fields(data))
    return order.index(data) if data in order else data


def names(document):
    return [document.nodes[key].name for key in document.ordering.nodes]


@given(documents(max_nodes=14))
@settings(max_examples=200)
def test_code_reads_back_as_the_same_document(document):
    code = to_code(document)
    read = parse(code.text)
    assert read.problems == ()
    assert meaning(read.document) == meaning(document)
    assert read.document.title == document.title
    for own, found in zip(names(document), names(read.document), strict=True):
        assert found == own or not own
    assert to_code(read.document).text == code.text


@given(documents())
def test_each_node_knows_its_stretch_of_the_code(document):
    code = to_code(document)
    read = parse(code.text)
    lines = [code.line_of(key) for key in document.ordering.nodes]
    assert lines == [read.spans[key].line for key in read.document.ordering.nodes]
    assert lines == sorted(lines)
    assert len(code.action_lines) == len(document.actions)
    for mark in code.marks:
        parse_program(code.text[mark.start : mark.end])


def test_the_meaning_tells_documents_apart():
    one, other = parse("x = torch.ones(2)\ny = x * 2"), parse("x = torch.ones(2)\ny = x * 2.0")
    assert meaning(one.document) != meaning(other.document)
    assert isinstance(next(iter(one.document.nodes.values())), NodeBase)
