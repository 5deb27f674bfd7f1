"""Computing one node: its inputs, its settings, and the modes of the frames around it."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from core.engine.modes import ModeSwitch
from core.errors import ArgumentError, GradwalkError, KindError, SizeError
from core.expr.graph import ALIAS_SLOT, Alias, Call, Document, Leaf, Node, Slot, Wire
from core.expr.ids import NodeId
from core.expr.indices import read_index
from core.expr.literal import array_of, dtype_named
from core.expr.names import outputs_of
from core.expr.operations import first_wired, is_taken_apart, length, op_of
from core.expr.problems import Problem
from core.expr.regions import is_cut, modes_at
from core.expr.spelling import STRENGTH
from core.expr.states import Computed, Failed, State, Waiting
from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port
from core.tensor import dtype as dtypes
from core.tensor.apply import Operation
from core.tensor.bind import parameters
from core.tensor.composite import Composite
from core.tensor.create import made
from core.tensor.operations import OPERATIONS, TENSOR_WORDS
from core.tensor.tensor import Tensor

_INFIX: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "@": operator.matmul, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
}  # fmt: skip

States = Mapping[NodeId, State]


def compute_node(document: Document, node: Node, states: States, limit: int) -> State:
    """Return what becomes of a node when its inputs are in these states; results over `limit` bytes are not made."""
    wires = {wire.slot: wire for wire in document.wiring.into(node.id)}
    if any(wire.source.node not in states for wire in wires.values()):
        return Failed(Problem(message="This would be computed from itself.", hint="Cut a wire.", node=node.id))
    if causes := _causes(wires.values(), states):
        return Waiting(causes)
    modes = modes_at(document, node.region)
    try:
        inputs = {slot: _input(document, wire, states) for slot, wire in wires.items()}
        with ModeSwitch(grad=modes.grad, inference=modes.inference, origin=node.id, limit=limit):
            return Computed(_finished(node, _results(document, node, inputs), limit))
    except GradwalkError as error:
        return Failed(Problem.of(error, node.id))
    except MemoryError:
        return Failed(Problem(message="There is not enough memory for the result.", node=node.id))
    except Exception as error:  # whatever an operation stumbles on, the other nodes keep their values
        return Failed(Problem(message=f"This could not be computed: {error}.", node=node.id))


def _causes(wires: Iterable[Wire], states: States) -> tuple[NodeId, ...]:
    """Return the nodes that have to be mended before this one can run."""
    causes: dict[NodeId, None] = {}
    for wire in wires:
        match states[wire.source.node]:
            case Failed():
                causes[wire.source.node] = None
            case Waiting(on):
                causes |= dict.fromkeys(on)
    return tuple(causes)


def _input(document: Document, wire: Wire, states: States) -> Tensor:
    state = states[wire.source.node]
    results = state.results if isinstance(state, Computed) else ()
    if wire.source.output >= len(results):
        raise ArgumentError(f"There is no result {wire.source.output}: the operation has {len(results)}.")
    tensor = results[wire.source.output]
    return tensor.detach() if is_cut(document, wire) else tensor


def _results(document: Document, node: Node, inputs: Mapping[Slot, Tensor]) -> Any:
    match node:
        case Leaf(value=value):
            return made(np.array(array_of(value)))
        case Alias():
            return _only(inputs.get(ALIAS_SLOT))
        case Call(muted=True):
            slot = first_wired(document, node)
            return _only(inputs[slot] if slot else None)
    op = op_of(node)
    if op is None:
        raise ArgumentError(f"There is no operation named {node.op!r} in this version.", "A newer one may have it.")
    return _call(document, node, op, inputs)


def _only(tensor: Tensor | None) -> Tensor:
    if tensor is None:
        raise ArgumentError("Nothing is connected here.", "Lead a wire into the input.")
    return tensor


def _finished(node: Node, computed: Any, limit: int) -> tuple[Tensor, ...]:
    """Check what was computed, and switch on what the node asks for."""
    results = tuple(computed) if isinstance(computed, tuple | list) else (computed,)
    if not all(isinstance(one, Tensor) for one in results):
        raise KindError("The operation does not return tensors.")
    size = sum(map(_weight, results))
    if size > limit:
        raise SizeError(
            f"The result takes {size / 1e6:,.0f} MB; {limit / 1e6:,.0f} MB are allowed.", "Use smaller tensors."
        )
    named = max((place for place, name in enumerate(outputs_of(node), 1) if name), default=0)
    if named > len(results) or (is_taken_apart(node) and named < len(results)):
        raise ArgumentError(f"There are {len(results)} results, but names for {named}.")
    for result in results:
        if node.requires_grad:
            result.requires_grad_()
        if node.retains_grad and (len(results) == 1 or result.requires_grad):
            result.retain_grad()
    return results


def _weight(result: Tensor) -> int:
    """Return the bytes that a result takes: a view none, unless it repeats elements, each of which is looked at."""
    own = result.array.nbytes
    return own if result.view_of is None or own > result.view_of.base.array.nbytes else 0


def _call(document: Document, call: Call, op: Op, inputs: Mapping[Slot, Tensor]) -> Any:
    given: Mapping[Slot, Any] = {**call.constants, **inputs}
    first = given.get(Slot(op.inputs[0].name))
    if op.spelling.operator in STRENGTH and isinstance(first, bool | int | float):
        # as in Python: 1 - x is for x to compute
        return _INFIX[op.spelling.operator](first, _port(document, call, op.inputs[1], given))
    positional, named = _arguments(document, call, op, given)
    return operation_of(op)(*positional, **named)


def _arguments(document: Document, call: Call, op: Op, given: Mapping[Slot, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of a call: by position, and by name what stands behind one that is left out."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    complete = True
    for one in parameters(op):
        if isinstance(one, Port):
            value = _port(document, call, one, given)
        elif one.name in call.attributes:
            value = _setting(document, call, one, given)
        elif one.default is REQUIRED:
            raise ArgumentError(f"{one.name!r} has no value.", "Set it in the inspector.")
        else:
            complete = False
            continue
        if complete and not (isinstance(one, Attribute) and one.keyword_only):
            positional.append(value)
        else:
            named[one.name] = value
    return positional, named


def _port(document: Document, call: Call, port: Port, given: Mapping[Slot, Any]) -> Any:
    slots = [Slot(port.name)]
    if port.variadic:
        slots = [Slot(port.name, place) for place in range(length(document, call, port.name))]
    missing = next((slot for slot in slots if slot not in given), None)
    if missing is not None and not port.optional:
        raise ArgumentError(f"The input {port.name!r} is not connected.", "Lead a wire into it, or type a number.")
    values = [_listed(given.get(slot)) for slot in slots]
    return values if port.variadic else values[0]


def _listed(value: Any) -> Any:
    """Return a constant as code has it: lists are lists."""
    return [_listed(one) for one in value] if isinstance(value, tuple) else value


def _setting(document: Document, call: Call, attribute: Attribute, given: Mapping[Slot, Any]) -> Any:
    value = call.attributes[attribute.name]
    match attribute.kind:
        case Kind.DTYPE if isinstance(value, str):
            return dtypes.of(dtype_named(value))
        case Kind.INDEX:
            places = range(length(document, call, attribute.name))
            return read_index(str(value), [given.get(Slot(attribute.name, place)) for place in places])
    return value


@functools.cache
def operation_of(op: Op) -> Operation | Composite:
    """Return an operation as a function on tensors; also of a record that was added after the others."""
    known = OPERATIONS.get(op.name)
    if known is not None and known.op is op:
        return known
    return Operation(op, TENSOR_WORDS) if op.body is None else Composite(op, op.body, TENSOR_WORDS)
