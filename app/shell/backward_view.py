"""The backward graph beside the expression, or in its place: looked at, stepped through, and not edited."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.canvas.canvas import Canvas
from app.canvas.scene.targets import OnCard
from app.model.history import Clock
from app.model.selection import Selection
from app.model.session import Session
from app.render.build.backward import SCALE_ROOM, BackwardBuilder
from app.render.draw_overlay import overlay_size
from app.render.frame import Frame
from app.render.marks import Rect
from app.render.overlays import Moment, Scale
from app.shell.picture import Picture
from core.expr.changes import ChangeSet
from core.expr.edits import EditError
from core.expr.graph import Document, Source
from core.expr.ids import NodeId, WireId

_BETWEEN = 20.0
"""Room between a scale and what is around it."""


class BackwardModel:
    """What the canvas of the backward graph works on: cards that stand for the nodes they were recorded from.

    Selecting a card selects its node, and the other way round. Nothing can be edited: the graph is what autograd
    has recorded.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._cards: Mapping[str, object] = {}
        self.document = Document(id="backward graph")

    def show_cards(self, origins: Mapping[str, object]) -> None:
        """Note which node each card stands for."""
        self._cards = origins

    def cards_of(self, nodes: Collection[NodeId]) -> list[str]:
        """The cards of nodes of the expression."""
        return [card for card, origin in self._cards.items() if origin in nodes]

    def node_of(self, card: str) -> NodeId | None:
        """The node of the expression that a card stands for, if it is still there."""
        origin = NodeId(str(self._cards.get(card, "")))
        return origin if origin in self._session.document.nodes else None

    @property
    def selection(self) -> Selection:
        """The cards of the nodes that are selected."""
        chosen = self._session.selection
        cards = [NodeId(card) for card in self.cards_of(chosen.nodes)]
        current = next((card for card in cards if self._cards[card] == chosen.current), None)
        return Selection(frozenset(cards), current=current)

    def select(self, selection: Selection) -> None:
        """Select the nodes of these cards."""
        chosen = frozenset(node for card in selection.nodes if (node := self.node_of(card)) is not None)
        current = self.node_of(selection.current) if selection.current is not None else None
        self._session.select(Selection(chosen, current=current))

    def perform(self, changes: ChangeSet, *, merge: str = "") -> None:
        """Refuse."""
        raise EditError("The backward graph is what was recorded.", "Edit the expression that it comes from.")

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Let the edits in a block be refused."""
        yield

    def value_of(self, source: Source) -> NDArray[Any] | None:
        """The value of the node that a card stands for."""
        node = self.node_of(source.node)
        return None if node is None else self._session.value_of(Source(node, source.output))

    def gradient_of(self, node: NodeId) -> NDArray[Any] | None:
        """The gradient that has reached it."""
        origin = self.node_of(node)
        return None if origin is None else self._session.gradient_of(origin)

    def reason_at(self, part: NodeId | WireId) -> str:
        """Nothing: what was not recorded is not here."""
        return ""


class BackwardView(QObject):
    """Keeps a canvas with the backward graph up to date, while it is visible.

    Beside the expression it does not repeat which moment it shows.
    """

    def __init__(self, session: Session, picture: Picture, clock: Clock) -> None:
        super().__init__()
        self.is_beside = False
        self._picture = picture
        self._builder = BackwardBuilder()
        self._model = BackwardModel(session)
        self._size = (0.0, 0.0)
        self.canvas = Canvas(self._model, self._frame(), clock=clock)
        self.canvas.setAccessibleName("Backward graph")
        self.setParent(self.canvas)
        ends = (
            picture.shown.connect(lambda _: self.refresh()),
            session.selected.connect(lambda _: self.canvas.show_selection(self._model.selection)),
            session.opened.connect(lambda _: self.canvas.viewing.fit_all()),
        )
        self.canvas.destroyed.connect(lambda: [end() for end in ends])

    def cards_of(self, nodes: Collection[NodeId]) -> list[str]:
        """The cards of nodes of the expression."""
        return self._model.cards_of(nodes)

    @property
    def pointed_at(self) -> NodeId | None:
        """The node of the expression whose card the pointer is over."""
        target = self.canvas.stage.shown.hovered
        return self._model.node_of(target.node) if isinstance(target, OnCard) else None

    def refresh(self) -> None:
        """Show the graph as it is now."""
        self._size = (self.canvas.width(), self.canvas.height())
        if not self.canvas.isHidden():
            self.canvas.show_frame(self._frame())
            self.canvas.show_selection(self._model.selection)

    def _frame(self) -> Frame:
        frame = self._builder.frame(self._picture.scene)
        self._model.show_cards(self._builder.origins())
        shown = (one for one in frame.overlays if not self.is_beside or not isinstance(one, Moment))
        return replace(frame, overlays=tuple(shown), bounds=_with_room(frame, *self._size))


def _with_room(frame: Frame, width: float, height: float) -> Rect:
    """What a canvas of some size has to show so that its scales, which do not shrink, stand below all cards."""
    area = frame.bounds
    heights = [overlay_size(one, frame.theme)[1] for one in frame.overlays if isinstance(one, Scale)]
    below, room = area.height - SCALE_ROOM * len(heights), sum(height + _BETWEEN for height in heights)
    if not heights or height <= room:
        return area
    zoom = min(1.0, width / area.width, (height - room) / below)
    return replace(area, height=max(area.height, below + room / zoom))
