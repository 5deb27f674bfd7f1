"""The backward graph beside the expression, or in its place: looked at, stepped through, and not edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.canvas.canvas import Canvas
from app.model.history import Clock
from app.model.selection import Selection
from app.model.session import Session
from app.render.build.backward import BackwardBuilder
from app.render.frame import Frame
from app.shell.picture import Picture
from core.expr.changes import ChangeSet
from core.expr.edits import EditError
from core.expr.graph import Document, Source
from core.expr.ids import NodeId, WireId


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

    @property
    def selection(self) -> Selection:
        """The cards of the nodes that are selected."""
        chosen = self._session.selection
        cards = [NodeId(card) for card, origin in self._cards.items() if origin in chosen.nodes]
        current = next((card for card in cards if self._cards[card] == chosen.current), None)
        return Selection(frozenset(cards), current=current)

    def select(self, selection: Selection) -> None:
        """Select the nodes of these cards."""
        nodes = self._session.document.nodes
        chosen = [origin for card in selection.nodes if (origin := self._node(card)) in nodes]
        current = self._node(selection.current) if selection.current is not None else None
        self._session.select(Selection(frozenset(chosen), current=current if current in chosen else None))

    def perform(self, changes: ChangeSet, *, merge: str = "") -> None:
        """Refuse."""
        raise EditError("The backward graph is what was recorded.", "Edit the expression that it comes from.")

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Let the edits in a block be refused."""
        yield

    def value_of(self, source: Source) -> NDArray[Any] | None:
        """The value of the node that a card stands for."""
        return self._session.value_of(Source(self._node(source.node), source.output))

    def gradient_of(self, node: NodeId) -> NDArray[Any] | None:
        """The gradient that has reached it."""
        return self._session.gradient_of(self._node(node))

    def reason_at(self, part: NodeId | WireId) -> str:
        """Nothing: what was not recorded is not here."""
        return ""

    def _node(self, card: NodeId) -> NodeId:
        return NodeId(str(self._cards.get(card, "")))


class BackwardView(QObject):
    """Keeps a canvas with the backward graph up to date, while it is visible."""

    def __init__(self, session: Session, picture: Picture, clock: Clock) -> None:
        super().__init__()
        self._picture = picture
        self._builder = BackwardBuilder()
        self._model = BackwardModel(session)
        self.canvas = Canvas(self._model, self._frame(), clock=clock)
        self.canvas.setAccessibleName("Backward graph")
        self.setParent(self.canvas)
        ends = (
            picture.shown.connect(lambda _: self.refresh()),
            session.selected.connect(lambda _: self.canvas.show_selection(self._model.selection)),
            session.opened.connect(lambda _: self.canvas.viewing.fit_all()),
        )
        self.canvas.destroyed.connect(lambda: [end() for end in ends])

    def refresh(self) -> None:
        """Show the graph as it is now."""
        if not self.canvas.isHidden():
            self.canvas.show_frame(self._frame())
            self.canvas.show_selection(self._model.selection)

    def _frame(self) -> Frame:
        frame = self._builder.frame(self._picture.scene)
        self._model.show_cards(self._builder.origins())
        return frame
