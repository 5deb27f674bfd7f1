"""Cards of the expression, as far as no backward pass is about them: what a node is called and what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.render.build.gradients import NO_GRAD_FN, OFF
from app.render.build.links import Link
from app.render.build.scene import Manner
from app.render.icons import symbol
from app.render.looks import (
    Cut,
    GradientLine,
    GradientState,
    NodeLook,
    Note,
    Preview,
    Side,
    Silhouette,
    Socket,
    SocketState,
    Symbol,
    ValueLine,
    WireState,
)
from app.render.looks import Problem as Trouble
from app.render.measure import card_size
from app.render.previews import Array, preview, type_label, value_sign
from core import numbers
from core.debug.document import takes_gradient
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Alias, Call, Constant, Document, Leaf, Node
from core.expr.ids import NodeId, WireId
from core.expr.operations import op_of, slots_of
from core.expr.spelling import ITEM
from core.expr.states import Computed, Failed, Waiting
from core.ops.spec import Category
from core.tensor.tensor import Tensor

LONGEST_TITLE = 14
LEAF_WORD = "leaf"
"""What a figure says where the screen has a leaf's switch."""


class CardMaker:
    """Makes the cards of one document and its values. `limit` is the end of the range of heat maps."""

    def __init__(
        self, evaluation: Evaluation, links: Mapping[WireId, Link], limit: float | None, manner: Manner, flow: Side
    ) -> None:
        self._document = evaluation.document
        self._evaluation = evaluation
        self._links = links
        self._limit = limit
        self._manner = manner
        self._flow = flow
        self._expressions = Expressions(evaluation.document)

    def card(self, key: NodeId) -> NodeLook:
        """The card of a node; its gradient line is as empty as before any pass."""
        node = self._document.nodes[key]
        tensors = self._evaluation.results(key)
        silhouette = silhouette_of(self._document, node)
        mark, title = self._title(node)
        is_tracked = _is_tracked(node, tensors)
        value, inputs = self._value(key), self._inputs(node, is_tracked=is_tracked)
        name = self._name(node, title)
        return NodeLook(
            size=card_size(
                value.preview, silhouette=silhouette, label=value.label, symbol=mark, title=title, name=name,
                inputs=len(inputs),
            ),
            silhouette=silhouette,
            category=_category(node),
            symbol=mark,
            title=title,
            name=name,
            value=value,
            gradient=self._gradient(node, is_tracked=is_tracked),
            tracked=is_tracked,
            inputs=inputs,
            outputs=tuple(self._outputs(node, tensors)),
            output_side=self._flow,
            switch=self._switch(node),
            muted=isinstance(node, Call) and node.muted,
        )  # fmt: skip

    # Names ------------------------------------------------------------------------------------------

    def _title(self, node: Node) -> tuple[Symbol | None, str]:
        """The symbol and the title of a card; a short index is written out, as in ``x[0]``."""
        match node:
            case Leaf():
                return None, self._expressions.names[node.id]
            case Alias():
                return symbol("="), self._short(node, "same")
        op = op_of(node)
        if op is None:
            return None, node.op
        title = "" if op.symbol == op.name else op.name
        return symbol(op.symbol), self._short(node, title) if self._is_written_out(node) else title

    def _is_written_out(self, node: Node) -> bool:
        """Whether a card is called by its expression: an index, or another name."""
        op = op_of(node)
        return isinstance(node, Alias) or (op is not None and op.spelling.operator == ITEM)

    def _short(self, node: Node, otherwise: str) -> str:
        text = self._expressions.of(node.id).text
        return text if len(text) <= LONGEST_TITLE else otherwise

    def _name(self, node: Node, title: str) -> str:
        """What stands at the right of the title: nothing where the title is the expression of a nameless node."""
        if isinstance(node, Leaf):
            return LEAF_WORD if self._manner is Manner.FIGURE else ""
        says_it_all = not node.name and self._is_written_out(node) and title == self._expressions.title(node.id)
        return "" if says_it_all else self._expressions.names[node.id]

    def _switch(self, node: Node) -> bool | None:
        return node.requires_grad if isinstance(node, Leaf) and self._manner is Manner.SCREEN else None

    # Values -----------------------------------------------------------------------------------------

    def _value(self, key: NodeId) -> ValueLine:
        match self._evaluation.states[key]:
            case Failed():
                return ValueLine(preview=Trouble(self._shapes(key)))
            case Waiting(on):
                return ValueLine(preview=Note(f"waits for {self._expressions.title(on[0])}"))
            case Computed(results):
                array = results[0].array
                several = f" × {len(results)}" if len(results) > 1 else ""
                return ValueLine(f"{type_label(array)}{several}", self._preview(array), sign=value_sign(array))

    def _preview(self, array: Array) -> Preview:
        """Numbers and heat maps; a heat map of truth values or positions has a range of its own."""
        return preview(array, self._limit if array.dtype.kind == "f" else None)

    def _shapes(self, key: NodeId) -> str:
        """What does not fit together: the shapes of the inputs, if all are there and it can be because of them."""
        node = self._document.nodes[key]
        shapes = [
            tensors[wire.source.output].array.shape
            for wire in self._document.wiring.into(key)
            if wire.source.output < len(tensors := self._evaluation.results(wire.source.node))
        ]
        if not any(shapes) or len(shapes) < len(list(slots_of(self._document, node))):
            return "not computed"
        op = op_of(node)
        sign = f" {op.spelling.operator} " if op is not None and len(op.spelling.operator) == 1 else ", "
        return sign.join(map(numbers.shape, shapes))

    def _gradient(self, node: Node, *, is_tracked: bool) -> GradientLine:
        state = self._evaluation.states[node.id]
        if isinstance(state, Failed):
            return GradientLine(GradientState.FAILED, text=state.problem.message)
        if is_tracked:
            return GradientLine()
        return GradientLine(GradientState.NO_GRAD_FN, text=OFF if isinstance(node, Leaf) else NO_GRAD_FN)

    # Sockets ----------------------------------------------------------------------------------------

    def _inputs(self, node: Node, *, is_tracked: bool) -> tuple[Socket, ...]:
        wires = {wire.slot: self._links[wire.id] for wire in self._document.wiring.into(node.id)}
        constants = node.constants if isinstance(node, Call) else {}
        return tuple(
            Socket(input_socket(wires[slot], is_tracked=is_tracked))
            if slot in wires
            else Socket(SocketState.UNTRACKED, constant_text(constants[slot]) if slot in constants else "")
            for slot in slots_of(self._document, node)
        )

    def _outputs(self, node: Node, tensors: tuple[Tensor, ...]) -> Iterator[Socket]:
        for tensor in tensors:
            yield Socket(SocketState.TRACKED if takes_gradient(tensor) else SocketState.UNTRACKED)
        missing = self._results(node) - len(tensors)
        yield from (Socket(SocketState.UNTRACKED) for _ in range(missing))

    def _results(self, node: Node) -> int:
        """How many results are used; a node has one socket at least, even if it could not be computed."""
        return 1 + max((wire.source.output for wire in self._document.wiring.out_of(node.id)), default=0)


def input_socket(link: Link, *, is_tracked: bool) -> SocketState:
    """The socket at the end of a wire, before a gradient has left it. Behind scissors it is a mere value's."""
    match link.state:
        case WireState.INVALID:
            return SocketState.BAD
        case WireState.BLOCKED if is_tracked and link.cut is not Cut.SCISSORS:
            return SocketState.BLOCKED
        case WireState.TRACKED if link.cut is Cut.NONE:
            return SocketState.TRACKED
        case _:
            return SocketState.UNTRACKED


def constant_text(value: Constant) -> str:
    """A number as it stands in a socket."""
    match value:
        case tuple():
            return f"[{', '.join(map(constant_text, value))}]"
        case bool() | int() | float():
            return numbers.number(value)
        case _:
            return str(value)


def silhouette_of(document: Document, node: Node) -> Silhouette:
    """Leaves are round, roots are pointed: what nothing uses, or a backward pass starts from."""
    if isinstance(node, Leaf):
        return Silhouette.LEAF
    return Silhouette.OPERATION if document.wiring.out_of(node.id) else Silhouette.ROOT


def _category(node: Node) -> str:
    if isinstance(node, Leaf):
        return LEAF_WORD
    op = op_of(node)
    return op.category if op is not None else Category.SHAPE if isinstance(node, Alias) else Category.CUSTOM


def _is_tracked(node: Node, tensors: tuple[Tensor, ...]) -> bool:
    """Whether a gradient can come here; a node that was not computed does not say that it cannot."""
    if tensors:
        return any(map(takes_gradient, tensors))
    return not isinstance(node, Leaf) or node.requires_grad
