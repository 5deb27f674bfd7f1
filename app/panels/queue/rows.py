"""The rows of the queue, as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.flow import Flow, Manner, flow
from app.panels.telling.row_list import RowState
from app.render.fonts import elided
from app.render.inks import Ink
from app.render.marks import Marks, Rect, Text, TextStyle
from core.debug.events import NodeNumber
from core.debug.state import State
from core.debug.text import Text as Sentence
from core.debug.text import gradient, joined, name, plain, say
from core.expr.ids import NodeId

_LABEL, _TEXT, _RIGHT = 16.0, 70.0, 12.0
_TOP, _LINE, _BOTTOM = 8.0, 17.0, 8.0
_MOST_NAMED = 3
_MOST_ROWS = 200
"""Longer queues are cut: nobody reads them."""


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A node with its state; without a `name` it says that there is none. `node` is where it came from."""

    label: str
    name: str = ""
    detail: Sentence = ()
    node: NodeId | None = None

    @property
    def spoken(self) -> str:
        """The row in words."""
        return f"{self.label}: {self.name or 'none'} {plain(self.detail)}".rstrip()

    @property
    def tip(self) -> str:
        """What may be cut."""
        return f"{self.name} {plain(self.detail)}".strip()

    def height(self, width: float) -> float:
        """The name, and the lines of what there is to say about it."""
        return _TOP + _LINE + (self._laid(width).height if self.detail else 0.0) + (_BOTTOM if self.name else 2.0)

    def marks(self, area: Rect, state: RowState, theme: Theme) -> Marks:
        """The state at the left, the node beside it."""
        ink, sizes, room = Ink(theme), theme.metrics.type.size, area.width - _TEXT - _RIGHT
        baseline = area.y + _TOP + 13
        caption, code = TextStyle(sizes.caption), TextStyle(sizes.caption, 500, code=True)
        label = Text(area.x + _LABEL, baseline, self.label, caption, ink("text.quiet"))
        if not self.name:
            return (label, Text(area.x + _TEXT, baseline, "none", TextStyle(sizes.small), ink("text.quiet")))
        title = Text(area.x + _TEXT, baseline, elided(self.name, code, room), code, ink("text"))
        return (label, title, *self._laid(area.width).marks(area.x + _TEXT, area.y + _TOP + _LINE, ink))

    def _laid(self, width: float) -> Flow:
        manner = Manner(metrics().type.size.caption, _LINE, shade="text.quiet", coloured=False)
        return flow(self.detail, manner, width - _TEXT - _RIGHT)


def rows_of(state: State) -> tuple[QueueRow, ...]:
    """What runs, what is ready in order, and what waits."""
    return (*_running(state), *_ready(state), *_waiting(state))


def _running(state: State) -> Iterator[QueueRow]:
    number = state.current
    yield QueueRow("Running") if number is None else _row(state, "Running", number, _received(state, number))


def _ready(state: State) -> Iterator[QueueRow]:
    queue = state.queue[:_MOST_ROWS]
    for place, number in enumerate(queue, 1):
        expected = state.node(number).expected
        arrived = say("{} of {} arrived", expected, expected) if expected > 1 else _received(state, number)
        yield _row(state, f"Ready {place}", number, arrived)
    if not queue:
        yield QueueRow("Ready")


def _waiting(state: State) -> Iterator[QueueRow]:
    waiting = state.waiting[:_MOST_ROWS]
    for number in waiting:
        node = state.node(number)
        missing = _named(state, [edge.node for edge in state.missing(number)])
        detail = say("{} of {} arrived, waits for {}", node.arrived, node.expected, missing)
        yield _row(state, "Waiting", number, detail)
    if not waiting:
        yield QueueRow("Waiting")


def _received(state: State, number: NodeNumber) -> Sentence:
    return say("in: {}", joined([gradient(part) for part in state.node(number).gradients]))


def _named(state: State, numbers: Sequence[NodeNumber]) -> Sentence:
    labels = list(dict.fromkeys(state.recording.nodes[number].label for number in numbers))
    shown = joined([name(label) for label in labels[:_MOST_NAMED]])
    return shown if len(labels) <= _MOST_NAMED else (*shown, *say(" and {} more", len(labels) - _MOST_NAMED))


def _row(state: State, label: str, number: NodeNumber, detail: Sentence) -> QueueRow:
    node = state.recording.nodes[number]
    origin = None if node.origin is None else NodeId(str(node.origin))
    return QueueRow(label, node.name, say("of {}, {}", name(node.label), detail), origin)


def done_count(state: State) -> int:
    """How many nodes of the pass are done."""
    tracks = state.recording.pass_at(state.index).nodes.values()
    return sum(track.leave < state.index for track in tracks)
