"""What is shown of a node."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.model.inspection.attributes import default_text, text_of, value_of
from app.model.inspection.fields import ON, Field, FieldKind, Inspection, Section, fact, switch
from app.model.inspection.seeds import seed_section
from app.model.reasons import Reasons
from core import numbers
from core.expr import edits
from core.expr.arithmetic import number_of
from core.expr.changes import ChangeSet
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Alias, Call, Document, Leaf, Node, Slot, Source
from core.expr.ids import NodeId
from core.expr.operations import op_of, slots_of
from core.expr.syntax import CodeError, parse_expression
from core.expr.text import constant_text
from core.ops.spec import Attribute, Kind, Op

_DTYPES = ("float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")

_MOST_NAMED = 24
"""Results beyond these have no field for a name."""


def inspect_node(evaluation: Evaluation, key: NodeId) -> Inspection:
    """Everything about a node."""
    document = evaluation.document
    node, op = document.nodes[key], op_of(document.nodes[key])
    sections = [Section("", tuple(_own(node)))]
    if isinstance(node, Call) and op is not None:
        sections += _of_call(document, node, op)
    names = tuple(_result_names(evaluation, node, op)) if isinstance(node, Call) and op is not None else ()
    sections += [Section("Names of the results", names)] if names else []
    seed = seed_section(evaluation, key)
    sections += [seed] if seed is not None else []
    sections.append(Section("Result", tuple(_facts(evaluation, node))))
    title = Expressions(document).title(key)
    return Inspection(key, title, _kind(node, op), tuple(sections), op, Reasons(evaluation, None).of(key))


def _kind(node: Node, op: Op | None) -> str:
    match node:
        case Leaf():
            return "leaf"
        case Alias():
            return "another name"
    return node.op if op is None else f"{op.name}, {op.category}"


def _own(node: Node) -> Iterator[Field]:
    """What every node of its kind has."""
    yield Field("name", "name", FieldKind.NAME, node.name, partial(_rename, key=node.id), placeholder="none")
    if isinstance(node, Leaf):
        yield Field("value", "value", FieldKind.VALUE, node.value.text, partial(_set_value, key=node.id),
                    help="A number, a list, or a call such as randn(3, seed=0).")  # fmt: skip
        choices = tuple((name, name) for name in _DTYPES)
        yield Field("dtype", "dtype", FieldKind.CHOICE, node.value.dtype, partial(_set_dtype, key=node.id), choices)
        yield switch("requires_grad", "requires_grad", node.requires_grad, partial(_set_requires_grad, key=node.id),
                     "Whether what is computed from it is recorded.")  # fmt: skip
    else:
        yield switch("retains_grad", "retain_grad", node.retains_grad, partial(_set_retains_grad, key=node.id),
                     "Whether its gradient is kept although it is no leaf.")  # fmt: skip
    if isinstance(node, Call):
        yield switch("muted", "bypass", node.muted, partial(_set_muted, key=node.id),
                     "Whether it only hands its first input on.")  # fmt: skip


def _of_call(document: Document, call: Call, op: Op) -> Iterator[Section]:
    if op.attributes:
        yield Section("Settings", tuple(_attribute(call, one) for one in op.attributes))
    if op.inputs:
        yield Section("Inputs", tuple(_inputs(document, call)))


def _attribute(call: Call, one: Attribute) -> Field:
    held = text_of(call.attributes.get(one.name))
    edit = partial(_set_attribute, key=call.id, attribute=one)
    if one.kind is Kind.CHOICE:
        choices = (("", f"({default_text(one)})"), *((str(choice), str(choice)) for choice in one.choices))
        return Field(one.name, one.name, FieldKind.CHOICE, held, edit, choices, help=one.summary)
    if one.kind is Kind.FLAG:
        on = bool(call.attributes.get(one.name, one.default))
        return switch(one.name, one.name, on, partial(_set_flag, key=call.id, name=one.name), one.summary)
    if one.kind is Kind.DTYPE:
        choices = (("", f"({default_text(one)})"), *((name, name) for name in _DTYPES))
        return Field(one.name, one.name, FieldKind.CHOICE, held, edit, choices, help=one.summary)
    return Field(one.name, one.name, FieldKind.VALUE, held, edit, placeholder=default_text(one), help=one.summary)


def _inputs(document: Document, call: Call) -> Iterator[Field]:
    expressions = Expressions(document)
    for slot in slots_of(document, call):
        wire = document.wiring.at(call.id, slot)
        label = f"{slot.port}[{slot.place}]" if slot.place else slot.port
        if wire is not None:
            yield fact(f"input {label}", label, expressions.result_title(wire.source))
            continue
        constant = call.constants.get(slot)
        held = "" if constant is None else constant_text(constant).text
        yield Field(f"input {label}", label, FieldKind.VALUE, held, partial(_set_constant, key=call.id, slot=slot),
                    placeholder="not connected", help="A number in place of a wire.")  # fmt: skip


def _result_names(evaluation: Evaluation, call: Call, op: Op) -> Iterator[Field]:
    """A field for the name of each result, where there are several."""
    if not op.has_many_results:
        return
    titles = () if op.many_results else op.outputs
    count = max(len(evaluation.results(call.id)) or len(titles), len(call.outputs))
    for place in range(min(count, _MOST_NAMED)):
        title = titles[place] if place < len(titles) else f"result {place}"
        held = call.outputs[place] if place < len(call.outputs) else ""
        edit = partial(_rename_result, source=Source(call.id, place), results=count)
        yield Field(f"result {place}", title, FieldKind.NAME, held, edit, placeholder="none",
                    help="What code calls this result by.")  # fmt: skip


def _facts(evaluation: Evaluation, node: Node) -> Iterator[Field]:
    """The type, the shape and the grad_fn of each result."""
    results = evaluation.results(node.id)
    for place, tensor in enumerate(results):
        names = node.outputs if isinstance(node, Call) else ()
        label = names[place] if place < len(names) and names[place] else f"result {place}"
        shape = numbers.shape(tensor.array.shape) if tensor.array.ndim else "one number"
        yield fact(f"shape {place}", "shape" if len(results) == 1 else label, f"{tensor.dtype.name}, {shape}")
        yield fact(f"grad_fn {place}", "grad_fn", "None" if tensor.grad_fn is None else tensor.grad_fn.name())


# What is entered ----------------------------------------------------------------------------------------


def _rename(document: Document, text: str, key: NodeId) -> ChangeSet:
    return edits.rename(document, key, text.strip())


def _rename_result(document: Document, text: str, source: Source, results: int) -> ChangeSet:
    return edits.rename_result(document, source, text.strip(), results)


def _set_value(document: Document, text: str, key: NodeId) -> ChangeSet:
    return edits.set_value(document, key, text)


def _set_dtype(document: Document, text: str, key: NodeId) -> ChangeSet:
    return edits.set_dtype(document, key, text)


def _set_requires_grad(document: Document, text: str, key: NodeId) -> ChangeSet:
    return edits.set_requires_grad(document, [key], text == ON)


def _set_retains_grad(document: Document, text: str, key: NodeId) -> ChangeSet:
    return edits.set_retains_grad(document, [key], text == ON)


def _set_muted(document: Document, text: str, key: NodeId) -> ChangeSet:
    return edits.set_muted(document, [key], text == ON)


def _set_attribute(document: Document, text: str, key: NodeId, attribute: Attribute) -> ChangeSet:
    return edits.set_attribute(document, key, attribute.name, value_of(attribute, text))


def _set_flag(document: Document, text: str, key: NodeId, name: str) -> ChangeSet:
    return edits.set_attribute(document, key, name, text == ON)


def _set_constant(document: Document, text: str, key: NodeId, slot: Slot) -> ChangeSet:
    if not text.strip():
        return edits.set_constant(document, key, slot, None)
    number = number_of(parse_expression(text))
    if number is None:
        raise CodeError("A number is needed here.", "Such as 2 or 0.5; or lead a wire into the input.")
    return edits.set_constant(document, key, slot, number)
