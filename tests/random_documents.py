"""Random documents and random edits of them, for property tests."""

from dataclasses import replace
from functools import partial

from hypothesis import strategies as st

from core.expr import edits
from core.expr.changes import ChangeSet
from core.expr.graph import (
    ALIAS_SLOT,
    Alias,
    Aspect,
    Backward,
    Call,
    ClearGrad,
    Document,
    Leaf,
    Print,
    Quantity,
    Region,
    RegionKind,
    Seed,
    Slot,
    Source,
    Value,
    Wire,
)
from core.expr.ids import IdSource, last_number
from core.ops.extremes import MAX_DIM
from core.ops.joining import STACK
from core.ops.notation import GETITEM
from core.ops.registry import all_ops
from core.ops.spec import REQUIRED, Category, Op, Takes

NAMES = st.sampled_from(["a", "b", "c", "weight", "x_1", "größe"])
NUMBERS = st.one_of(st.integers(-9, 9), st.floats(-9, 9, width=16), st.sampled_from([float("inf"), 1e-12, True]))
VALUES = st.sampled_from(
    [
        Value("1."),
        Value("[1., 2.]"),
        Value("[[1, 2], [3, 4]]", "int64"),
        Value("randn(2, seed=3)"),
        Value("[1., 2.]", "float64"),
        Value("zeros(2, 2)"),
        Value("[True, False]", "bool"),
    ]
)


def is_simple(op: Op) -> bool:
    """Whether an operation takes one or two tensors and needs nothing else."""
    plain = not any(port.variadic or port.optional or port.takes is Takes.NUMBER for port in op.inputs)
    return plain and not op.hidden and all(one.default is not REQUIRED for one in op.attributes)


OPS = [op for op in all_ops() if is_simple(op) and op.category is not Category.CUSTOM]


@st.composite
def documents(draw, max_nodes=10, ops=None, frames=tuple(RegionKind)):
    """A document without problems: every input is connected or has a number in it.

    With `ops` it has calls of these only.
    """
    ids = IdSource(0)
    call = partial(_call, ops or OPS)
    makers = [call] if ops else [call, call, call, _indexed, _listed, _picked, _detached]
    regions: dict = {}
    for _ in range(draw(st.integers(0, 3))):
        region = Region(
            id=ids.region(),
            kind=draw(st.sampled_from(frames)),
            title=draw(st.sampled_from(["", "frozen"])),
            enabled=draw(st.booleans()),
            parent=draw(st.sampled_from([None, *regions])),
            bounds=draw(st.sampled_from([None, (0.0, 1.5, 20.0, 30.0)])),
        )
        regions[region.id] = region
    nodes: dict = {}
    wires: dict = {}
    names = draw(st.lists(NAMES, unique=True))
    for count in range(draw(st.integers(1, max_nodes))):
        shared = {
            "id": ids.node(),
            "name": names.pop() if names and draw(st.booleans()) else "",
            "region": draw(st.sampled_from([None, *regions])),
            "x": draw(st.integers(-50, 50)) / 2,
            "y": 8.0 * count,
        }
        if not nodes or draw(st.integers(0, 2)) == 0:
            node = Leaf(**shared, value=draw(VALUES), requires_grad=draw(st.booleans()))
        else:
            node = draw(st.sampled_from(makers))(draw, ids, nodes, wires, shared)
        nodes[node.id] = node
    document = Document(
        id="d", title="random", nodes=nodes, wires=wires, regions=regions, view={"zoom": 1.5}, extra={"later": [1]}
    )
    actions = tuple(draw(st.lists(_actions(list(nodes)), max_size=3)))
    return replace(document, actions=actions, serial=last_number([*nodes, *wires, *regions]))


def _connect(draw, ids, nodes, wires, target, slot, detached=None):
    key = draw(st.sampled_from(list(nodes)))
    has_several = getattr(nodes[key], "op", "") == MAX_DIM.name
    source = Source(key, draw(st.integers(0, 1)) if has_several else 0)
    cut = draw(st.integers(0, 4)) == 0 if detached is None else detached
    wire = Wire(id=ids.wire(), source=source, target=target, slot=slot, detached=cut)
    wires[wire.id] = wire


def _call(ops, draw, ids, nodes, wires, shared):
    op = draw(st.sampled_from(ops))
    constants = {}
    for place, port in enumerate(op.inputs):
        slot = Slot(port.name)
        if place and port.takes is not Takes.TENSOR and draw(st.integers(0, 3)) == 0:
            constants[slot] = draw(NUMBERS)
        else:
            _connect(draw, ids, nodes, wires, shared["id"], slot)
    return Call(**shared, op=op.name, constants=constants, retains_grad=draw(st.integers(0, 5)) == 0)


def _indexed(draw, ids, nodes, wires, shared):
    """Square brackets, with up to two tensors between them."""
    index = draw(st.sampled_from(["0", "1:, None", "..., [0, 1]", "_0", ":, _0", "_0, _1"]))
    for slot in [Slot("self"), *(Slot("index", place) for place in range(index.count("_")))]:
        _connect(draw, ids, nodes, wires, shared["id"], slot)
    return Call(**shared, op=GETITEM.name, attributes={"index": index})


def _listed(draw, ids, nodes, wires, shared):
    """An operation on a list of tensors."""
    for place in range(draw(st.integers(1, 3))):
        _connect(draw, ids, nodes, wires, shared["id"], Slot(STACK.inputs[0].name, place))
    return Call(**shared, op=STACK.name, attributes=draw(st.sampled_from([{}, {"dim": 1}])))


def _picked(draw, ids, nodes, wires, shared):
    """An operation with several results, which may have names."""
    _connect(draw, ids, nodes, wires, shared["id"], Slot("self"))
    possible = [()] if any(map(_has_outputs, nodes.values())) else [(), ("top", "place"), ("top",), ("", "place")]
    return Call(**shared, op=MAX_DIM.name, attributes={"dim": 0}, outputs=draw(st.sampled_from(possible)))


def _has_outputs(node):
    return bool(getattr(node, "outputs", ()))


def _detached(draw, ids, nodes, wires, shared):
    _connect(draw, ids, nodes, wires, shared["id"], ALIAS_SLOT, detached=True)
    return Alias(**shared, requires_grad=draw(st.booleans()))


def _actions(nodes):
    sources = st.sampled_from(nodes).map(Source)
    seeds = st.builds(Seed, sources, st.one_of(st.none(), VALUES, sources))
    return st.one_of(
        st.builds(
            Backward,
            st.lists(seeds, min_size=1, max_size=2).map(tuple),
            retain_graph=st.sampled_from([None, True, False]),
            create_graph=st.booleans(),
        ),
        st.builds(ClearGrad, st.sampled_from(nodes), st.booleans()),
        st.builds(Print, st.lists(st.builds(Quantity, sources, st.sampled_from(Aspect)), max_size=2).map(tuple)),
    )


@st.composite
def edited(draw, document) -> ChangeSet:
    """Some edit that the document allows."""
    nodes, wires, regions = list(document.nodes), list(document.wires), list(document.regions)
    possible = [
        lambda: edits.add_leaf(document, draw(VALUES).text, at=(3, 4)),
        lambda: edits.add_call(document, draw(st.sampled_from(OPS)).name),
        lambda: edits.set_title(document, draw(st.text(max_size=5))),
    ]
    if nodes:
        some = st.lists(st.sampled_from(nodes), unique=True, min_size=1)
        possible += [
            lambda: edits.delete(document, draw(some)),
            lambda: edits.move(document, dict.fromkeys(draw(some), (1.0, draw(st.integers(-9, 9))))),
            lambda: edits.duplicate(document, draw(some), with_inputs=draw(st.booleans())),
            lambda: edits.wrap(document, draw(some), draw(st.sampled_from(RegionKind))),
            lambda: edits.set_requires_grad(document, draw(some), draw(st.booleans())),
            lambda: edits.paste(document, edits.cut_out(document, draw(some))),
            lambda: edits.dissolve(document, draw(st.sampled_from(nodes))),
            lambda: _connected(draw, document, nodes),
        ]
    if wires:
        wire = st.sampled_from(wires)
        possible += [
            lambda: edits.disconnect(document, [draw(wire)]),
            lambda: edits.set_detached(document, [draw(wire)], draw(st.booleans())),
            lambda: edits.delete(document, wires=[draw(wire)]),
            lambda: edits.insert_on_wire(document, draw(wire), draw(st.sampled_from(nodes))),
        ]
    if regions:
        region = st.sampled_from(regions)
        possible += [
            lambda: edits.unwrap(document, draw(region)),
            lambda: edits.set_region_enabled(document, draw(region), draw(st.booleans())),
        ]
    try:
        return draw(st.sampled_from(possible))()
    except edits.EditError:
        return ChangeSet("refused")


def _connected(draw, document, nodes):
    target = document.nodes[draw(st.sampled_from(nodes))]
    slot = draw(st.sampled_from([Slot("self"), Slot("other")]))
    return edits.connect(document, Source(draw(st.sampled_from(nodes))), target.id, slot)


def contents(document):
    """Everything in a document that counts, with the order of its parts."""
    return (
        document,
        *(list(getattr(document, name).items()) for name in ("nodes", "wires", "regions")),
        repr([getattr(node, "constants", None) for node in document.nodes.values()]),
    )


def broken_references(document):
    """What a document must never have: a reference to a part that is not there, or two wires into one input."""
    nodes, regions = document.nodes, document.regions
    ends = [(wire.target, wire.slot) for wire in document.wires.values()]
    return [
        *(key for key, node in nodes.items() if node.region is not None and node.region not in regions),
        *(wire.id for wire in document.wires.values() if wire.source.node not in nodes or wire.target not in nodes),
        *(key for key, region in regions.items() if region.parent is not None and region.parent not in regions),
        *(end for end in ends if ends.count(end) > 1),
        *document.ordering.closing,
    ]
