"""Recording what a document asks for, with the document as the expression that the recording came from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from core.debug.arrays import Array, read_only
from core.debug.notebook import DEFAULT_BUDGET
from core.debug.recorder import Recorder
from core.debug.recording import Recording
from core.debug.source import Cut, Origin, Reason
from core.errors import GradwalkError
from core.expr.actions import quantities_of
from core.expr.evaluate import Evaluation, evaluate
from core.expr.expression import Expressions
from core.expr.graph import Action, Aspect, Backward, ClearGrad, Document, Leaf, Print, Wire
from core.expr.ids import NodeId, RegionId
from core.expr.operations import op_of, slots_of
from core.expr.passes import make_pass, passes_of, usual_passes
from core.expr.regions import cutting_frame, frames_around, is_cut, modes_at
from core.ops.spec import Op
from core.tensor.tensor import Tensor, gradient_edge


def record_document(document: Document, *, array_budget: int = DEFAULT_BUDGET) -> Recording:
    """Compute a document on new tensors, and record the backward passes that it asks for."""
    return record_evaluation(evaluate(document), array_budget=array_budget)


def record_evaluation(evaluation: Evaluation, *, array_budget: int = DEFAULT_BUDGET) -> Recording:
    """Record the backward passes of a document that was computed, in one log.

    A document that asks for none gets one from each result that nothing else uses. A recording without events
    means that none of them asks for a gradient.
    """
    recorder = Recorder(DocumentExpression(evaluation), array_budget)
    actions: Sequence[Action] = evaluation.document.actions
    if not any(isinstance(action, Backward) for action in actions):
        actions = [*actions, *_implied(evaluation)]
    for action in actions:
        match action:
            case Backward():
                _record(recorder, evaluation, action)
            case ClearGrad(node, to_zero):
                for tensor in evaluation.results(node):
                    recorder.clear(tensor, to_zero=to_zero)
    return recorder.finish()


def _record(recorder: Recorder, evaluation: Evaluation, action: Backward) -> None:
    try:
        ready = make_pass(evaluation, action)
    except GradwalkError as error:
        recorder.fail(error)
    else:
        recorder.run(ready.roots, ready.gradients, ready.retain_graph, ready.create_graph, ready.inputs)


def _implied(evaluation: Evaluation) -> Sequence[Backward]:
    """Return the usual passes; those that need an external gradient, and so end the log, come last."""
    passes = sorted(usual_passes(evaluation), key=lambda one: _size(evaluation, one) != 1)
    last = len(passes) - 1
    return [replace(one, retain_graph=True if place < last else None) for place, one in enumerate(passes)]


def _size(evaluation: Evaluation, action: Backward) -> int:
    root = evaluation.tensor(action.seeds[0].root)
    return 0 if root is None else root.array.size


def takes_gradient(tensor: Tensor) -> bool:
    """Whether a gradient goes on from a tensor: one that asks for it may be a view that was not recorded."""
    return tensor.requires_grad and gradient_edge(tensor) is not None


class DocumentExpression:
    """A document and its values, as far as a recording asks about them. Its origins are ids of nodes."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._document = evaluation.document
        self._evaluation = evaluation

    def label(self, origin: Origin) -> str:
        """Return the name of a node, or its own expression."""
        return self._expressions.title(_id(origin))

    def op(self, origin: Origin) -> Op | None:
        """Return the operation of a call."""
        return op_of(self._document.nodes[_id(origin)])

    def operands(self, origin: Origin) -> Sequence[Origin]:
        """Return the nodes wired to the inputs, by the place of the input; None for a constant."""
        return [wire and wire.source.node for wire in self._wires(_id(origin))]

    def cut(self, origin: Origin, slot: int) -> Cut | None:
        """Return why an input takes no gradient; None for a constant, and for an input that takes one."""
        wires = self._wires(_id(origin))
        wire = wires[slot] if slot < len(wires) else None
        if wire is None:
            return None
        if self._is_tracked(wire):
            return self._cut_on(wire)
        source = wire.source.node
        return Cut(Reason.DTYPE, blamed=source) if not self._is_floating(source) else self._cut_above(source)

    def value(self, origin: Origin) -> Array | None:
        """Return the first result of a node."""
        results = self._evaluation.results(_id(origin))
        return read_only(results[0]) if results else None

    def leaves(self) -> Mapping[Origin, Tensor]:
        """Return the tensors of the leaves, and of what has become one by asking for a gradient."""
        found: dict[Origin, Tensor] = {}
        seen: set[int] = set()
        for key, node in self._document.nodes.items():
            tensors = self._evaluation.results(key)
            if tensors and id(tensors[0]) not in seen and (isinstance(node, Leaf) or _is_new_leaf(tensors[0])):
                found[key] = tensors[0]
                seen.add(id(tensors[0]))
        return found

    def root_cuts(self) -> Sequence[Cut]:
        """Return what keeps gradients from the roots that ask for none, the nearest first."""
        roots = dict.fromkeys(seed.root for one in passes_of(self._document) for seed in one.seeds)
        tensors = {root.node: self._evaluation.tensor(root) for root in roots}
        untracked = [node for node, one in tensors.items() if one is not None and not one.requires_grad]
        return [cut for node in untracked for cut in self._cuts(node)]

    def unkept(self) -> Sequence[Origin]:
        """Return the computed tensors whose `.grad` is printed although none of them keeps it."""
        prints = (action for action in self._document.actions if isinstance(action, Print))
        read = [one.source for action in prints for one in quantities_of(action) if one.aspect is Aspect.GRAD]
        tensors = {source.node: self._evaluation.tensor(source) for source in read}
        return [node for node, one in tensors.items() if one is not None and not (one.is_leaf or one.retains_grad)]

    @cached_property
    def _expressions(self) -> Expressions:
        return Expressions(self._document)

    def _wires(self, node: NodeId) -> list[Wire | None]:
        slots = slots_of(self._document, self._document.nodes[node])
        return [self._document.wiring.at(node, slot) for slot in slots]

    def _is_tracked(self, wire: Wire) -> bool:
        tensor = self._evaluation.tensor(wire.source)
        return tensor is not None and takes_gradient(tensor)

    def _is_floating(self, node: NodeId) -> bool:
        return any(tensor.dtype.is_floating_point for tensor in self._evaluation.results(node))

    def _cut_on(self, wire: Wire) -> Cut | None:
        """Return what keeps a gradient from going along a wire from a tensor that asks for one."""
        frame = cutting_frame(self._document, wire)
        if frame is not None or wire.detached:
            return Cut(Reason.DETACH, frame.id if frame is not None else None, wire.source.node)
        op = op_of(self._document.nodes[wire.target])
        ports = zip(op.inputs, op.rules, strict=True) if op is not None else ()
        has_rule = any(port.name == wire.slot.port and rule is not None for port, rule in ports)
        return None if has_rule or op is None or op.body is not None else Cut(Reason.NO_RULE, blamed=wire.target)

    def _cut_above(self, start: NodeId) -> Cut:
        """Return why a tensor of floating point numbers asks for no gradient: the nearest cut above it."""
        return next(self._cuts(start), Cut(Reason.NOT_REQUIRED, blamed=start))

    def _cuts(self, start: NodeId) -> Iterator[Cut]:
        """Iterate over the cuts above a tensor that asks for no gradient, the nearest first."""
        seen, pending = {start}, deque([start])
        while pending:
            node = pending.popleft()
            wires = [wire for wire in self._wires(node) if wire is not None]
            cut = self._cut_at(node, [wire for wire in wires if self._is_tracked(wire)])
            if cut is not None:
                yield cut
            untracked = (wire.source.node for wire in wires if not self._is_tracked(wire))
            fresh = [source for source in dict.fromkeys(untracked) if source not in seen]
            seen.update(fresh)
            pending += fresh

    def _cut_at(self, node: NodeId, tracked: Sequence[Wire]) -> Cut | None:
        """Return why a node that was given tensors that ask for gradients has none itself."""
        if not tracked:
            return None
        modes = modes_at(self._document, self._document.nodes[node].region)
        if not modes.grad:
            reason = Reason.INFERENCE_MODE if modes.inference else Reason.NO_GRAD
            return Cut(reason, self._silent_frame(node), node)
        for wire in tracked:
            if is_cut(self._document, wire):
                return self._cut_on(wire)
        return Cut(Reason.NO_RULE if self._is_floating(node) else Reason.DTYPE, blamed=node)

    def _silent_frame(self, node: NodeId) -> RegionId | None:
        """Return the outermost region around a node that keeps it from being recorded."""
        frames = [
            frame.id
            for frame in frames_around(self._document, self._document.nodes[node].region)
            if frame.enabled and not modes_at(self._document, frame.id).grad
        ]
        return frames[-1] if frames else None


def _is_new_leaf(tensor: Tensor) -> bool:
    return tensor.is_leaf and tensor.requires_grad


def _id(origin: Origin) -> NodeId:
    return NodeId(str(origin))
