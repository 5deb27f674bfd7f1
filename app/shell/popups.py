"""What pops up over the window: the search, the command palette, the search for a node, and menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.actions.menus import CANVAS_MENUS, PALETTE_TITLES
from app.actions.qt import QtActions
from app.actions.table import GROUPS
from app.canvas.requests import MenuRequest, SearchRequest
from app.canvas.scene.targets import OnCard, OnHeader, OnRegionSwitch, OnScissors, OnWire, Target
from app.model.metrics import metrics
from app.model.search.adding import Spot
from app.model.selection import Selection
from app.panels.quick import Choice, QuickPopup
from app.panels.search.popup import SearchPopup
from app.render.build.places import card_area
from app.render.frame import Frame
from app.render.marks import Point
from app.shell.assembly import place_new
from app.shell.parts import Parts
from core.expr.expression import Expressions
from core.expr.ids import NodeId, RegionId


class Popups:
    """Opens one popup at a time over a window; when it goes, the keyboard belongs to the canvas again."""

    def __init__(self, window: QWidget, parts: Parts, actions: Callable[[], QtActions]) -> None:
        self._window = window
        self._parts = parts
        self._actions = actions
        stage = parts.canvas.stage
        stage.search_wanted.connect(self.search)
        stage.menu_wanted.connect(self.menu)

    def search(self, request: SearchRequest) -> None:
        """Open the search for something to add at a place."""
        session, canvas, frame = self._parts.session, self._parts.canvas, self._parts.picture.frame
        place = uncovered(frame, request.place)
        spot = Spot(place, region_at(frame, request.place), request.source, request.target)
        popup = SearchPopup(session, self._parts.settings, spot, self._window)
        popup.added.connect(self._show_new)
        popup.closed.connect(self._back_to_canvas)
        x, y = request.screen
        popup.open_at(canvas.mapTo(self._window, QPoint(round(x), round(y))), self._window.rect())

    def commands(self) -> None:
        """Open the command palette."""
        actions = self._actions()
        actions.refresh()
        choices = [
            Choice(
                _palette_title(action.id, actions[action.id].text()), actions[action.id].trigger, group,
                next(iter(action.all_shortcuts), ""), actions[action.id].isEnabled(),
            )
            for group, listed in GROUPS.items()
            for action in listed
        ]  # fmt: skip
        self._open(QuickPopup("Command", choices, self._window))

    def find_node(self) -> None:
        """Open the search for a node of the document."""
        document = self._parts.session.document
        expressions = Expressions(document)
        choices = [
            Choice(expressions.title(key), partial(self._go_to, key), expressions.of(key).text)
            for key in document.nodes
        ]
        self._open(QuickPopup("Find a node", choices, self._window))

    def menu(self, request: MenuRequest) -> None:
        """Open the menu of what is under the pointer."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        actions = self._actions()
        actions.refresh()
        actions.fill(menu, CANVAS_MENUS[menu_name(request.target)])
        x, y = request.screen
        menu.popup(self._parts.canvas.mapToGlobal(QPoint(round(x), round(y))))

    def _show_new(self, nodes: list[NodeId]) -> None:
        """Arrange nodes that were made together; a single one stays where it was asked for."""
        if len(nodes) > 1:
            place_new(self._parts, nodes)
        else:
            for node in nodes:
                self._parts.middle.reveal(node)

    def _open(self, popup: QuickPopup) -> None:
        popup.closed.connect(self._back_to_canvas)
        popup.open_over(self._area())

    def _area(self) -> QRect:
        canvas = self._parts.middle
        return QRect(canvas.mapTo(self._window, QPoint(0, 0)), canvas.size())

    def _go_to(self, node: NodeId) -> None:
        self._parts.session.select(Selection.of_node(node))
        self._parts.middle.reveal(node)

    def _back_to_canvas(self) -> None:
        self._parts.middle.active.setFocus(Qt.FocusReason.PopupFocusReason)


def _palette_title(key: str, title: str) -> str:
    around = PALETTE_TITLES.get(key, "")
    return f"{around}: {title}".removeprefix(": ").rstrip("…")


def uncovered(frame: Frame, place: Point) -> Point:
    """A place for a card, moved down past those that it would lie on."""
    size, gap = metrics().size, metrics().space.node_gap_y
    x, y = place
    for card in sorted(map(card_area, frame.nodes), key=lambda area: area.y):
        is_beside = x + size.card_width_scalar <= card.x or card.right <= x
        if not is_beside and card.y < y + size.card_height and y < card.bottom:
            y = card.bottom + gap
    return x, y


def region_at(frame: Frame, place: Point) -> RegionId | None:
    """The innermost region around a place."""
    x, y = place
    around = [one for one in frame.regions if one.x <= x <= one.area.right and one.y <= y <= one.area.bottom]
    return RegionId(around[-1].id) if around else None


def menu_name(target: Target) -> str:
    """Which menu belongs to a target."""
    match target:
        case OnWire() | OnScissors():
            return "wire"
        case OnHeader() | OnRegionSwitch():
            return "region"
        case _ if isinstance(target, OnCard):
            return "node"
    return "ground"
