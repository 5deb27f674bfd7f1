"""The nodes of a path as rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.flow import Manner, line
from app.panels.telling.row_list import RowState
from app.render.build.numbers import norm_of
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Disc, Lines, Marks, Rect, Stroke, Text, TextStyle
from core import numbers
from core.debug.arrays import Part, same
from core.debug.events import EdgeId, NodeNumber, Vjp
from core.debug.paths import Path
from core.debug.recording import Recording
from core.debug.steps import step_at
from core.debug.text import Run, gradient
from core.debug.text import Text as Sentence
from core.expr.ids import NodeId

_RAIL, _NAME, _RIGHT = 24.0, 42.0, 16.0
_HEIGHT, _SHARE = 28.0, 18.0
_NAME_SHARE = 0.48


@dataclass(frozen=True, slots=True, eq=False)
class PathRow:
    """A node on the way: what has arrived there, and the share of it that came along this path if that is less."""

    name: str
    kind: str
    carried: Part
    share: Part
    node: NodeId | None
    has_arrived: bool
    is_first: bool = False
    is_last: bool = False

    @property
    def spoken(self) -> str:
        """The row in words."""
        share = f", of which {self._share[0].text} along this path" if self._share else ""
        return f"{self.name}, {self.kind}: {self._value.text if self.has_arrived else 'not yet'}{share}"

    @property
    def tip(self) -> str:
        """What may be cut, and the norm."""
        return f"{self.spoken}\nnorm {numbers.number(norm_of(self.carried))}" if self.has_arrived else self.spoken

    @property
    def _value(self) -> Run:
        return gradient(self.carried)

    @property
    def _share(self) -> Sentence:
        is_less = self.has_arrived and self.share is not None and not same(self.share, self.carried)
        return (gradient(self.share),) if is_less else ()

    def height(self, width: float) -> float:
        """Higher where there is a share."""
        return _HEIGHT + (_SHARE if self._share else 0.0)

    def marks(self, area: Rect, state: RowState, theme: Theme) -> Marks:
        """A stop on the rail, the node, and at the right the numbers."""
        ink, sizes = Ink(theme), theme.metrics.type.size
        name, kind = TextStyle(sizes.label, 600, italic=True), TextStyle(sizes.caption)
        baseline, room = area.y + 18, area.width * _NAME_SHARE - _NAME
        shown = elided(self.name, name, room)
        end = area.x + _NAME + text_width(shown, name) + 7
        marks = (
            *self._rail(area, ink),
            Text(area.x + _NAME, baseline, shown, name, ink("text.strong" if self.has_arrived else "text.quiet")),
            Text(end, baseline, elided(self.kind, kind, area.x + _NAME + room - end), kind, ink("text.quiet")),
            *self._number(self._value if self.has_arrived else Run("—"), area, baseline, ink),
        )
        if not self._share:
            return marks
        below = baseline + _SHARE
        words = Text(area.x + _NAME, below, "of which this way", kind, ink("text.quiet"))
        return (*marks, words, *self._number(self._share[0], area, below, ink))

    def _number(self, run: Run, area: Rect, baseline: float, ink: Ink) -> Marks:
        manner = Manner(metrics().type.size.label, 20)
        laid = line((run,), manner, area.width * (1 - _NAME_SHARE) - _RIGHT)
        return laid.marks(area.right - _RIGHT - laid.width, baseline - 14.6, ink)

    def _rail(self, area: Rect, ink: Ink) -> Marks:
        """The line from the node above to the one below, with a disc."""
        x, middle = area.x + _RAIL, area.y + 14
        token = "gradient.base" if self.has_arrived else "control.edge"
        top, bottom = (middle if self.is_first else area.y), (middle if self.is_last else area.bottom)
        rail = Lines(((x, top, x, bottom),), Stroke(ink(token), 2))
        filled = ink(token) if self.has_arrived else ink("panel")
        return (rail, Disc(x, middle, 4.5, fill=filled, stroke=Stroke(ink(token), 2)))


def rows_of(recording: Recording, path: Path, index: int) -> tuple[PathRow, ...]:
    """The nodes of a path, from the root down."""
    return tuple(_rows(recording, path, index))


def _rows(recording: Recording, path: Path, index: int) -> Iterator[PathRow]:
    track = recording.pass_at(index)
    begun = track.nodes[path.root].arrivals
    last = len(path.steps)
    is_here = bool(begun) and begun[0] <= index
    yield _row(recording, path.root, path.seed, path.seed, has_arrived=is_here, is_first=True, is_last=not last)
    for place, step in enumerate(path.steps, 1):
        target = recording.nodes[step.edge.node].edges[step.edge.slot].node
        has_arrived = track.edges[step.edge] <= index or _is_computed(recording, step.edge, index)
        yield _row(recording, target, step.carried, step.share, has_arrived=has_arrived, is_last=place == last)


def _is_computed(recording: Recording, edge: EdgeId, index: int) -> bool:
    """Whether the node that runs has computed what it will deliver along an edge."""
    events = recording.events[step_at(recording.steps, index).first : index + 1]
    return any(isinstance(event, Vjp) and (event.node, event.slot) == edge for event in events)


def _row(
    recording: Recording,
    number: NodeNumber,
    carried: Part,
    share: Part,
    *,
    has_arrived: bool,
    is_first: bool = False,
    is_last: bool = False,
) -> PathRow:
    node = recording.nodes[number]
    kind = "leaf" if node.is_leaf else node.name.removesuffix("0").removesuffix("Backward").lower()
    origin = None if node.origin is None else NodeId(str(node.origin))
    return PathRow(node.label, kind, carried, share, origin, has_arrived, is_first, is_last)
