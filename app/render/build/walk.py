"""What a backward pass adds to the cards and wires of a document, at one event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from app.model.theme import Emphasis
from app.render.build.gradients import Circumstances, gradient_line, rings
from app.render.build.ground import Ground
from app.render.build.labels import MIDDLE, Spot
from app.render.build.packets import Docked, Stage, docked
from app.render.build.progress import NodeProgress, Progress
from app.render.build.route import Route, make_route, spots
from app.render.build.scene import Manner, Scene
from app.render.build.wires import WireProgress, placed_wire, wire_look
from app.render.frame import PlacedNode, PlacedWire
from app.render.looks import Badge, GradientLine, GradientState, NodeLook, Silhouette, Socket, SocketState
from core.debug.arrays import Part, is_finite
from core.expr.graph import Wire
from core.expr.ids import NodeId, WireId

_CLOSE = list(Emphasis)
"""How far back things stand, the nearest first."""


@dataclass(frozen=True, eq=False)
class Walk:
    """The cards and wires at one event. What is the same as in an earlier one is the same object."""

    scene: Scene
    ground: Ground
    route: Route | None
    progress: Progress | None
    spots: Mapping[WireId, Spot]
    docked: tuple[Docked, ...]
    nodes: Mapping[NodeId, PlacedNode]
    wires: Mapping[WireId, tuple[PlacedWire, ...]]

    @property
    def stage(self) -> Stage:
        """What packets are placed on."""
        return stage_of(self.ground, self.route)


def stage_of(ground: Ground, route: Route | None) -> Stage:
    """What packets are placed on."""
    return Stage(ground.nodes, ground.courses, ground.cards, ground.flow, route.limit if route else None)


def take_walk(scene: Scene, ground: Ground, earlier: Walk | None) -> Walk:
    """Describe a scene on its ground; only what has changed since the earlier walk is described anew."""
    route = _route(scene, earlier)
    progress = Progress(scene.followed, scene.index) if scene.followed is not None else None
    same_courses = earlier is not None and earlier.ground is ground and earlier.route is route
    places = earlier.spots if earlier is not None and same_courses else spots(ground, route) if route else {}
    at_sums = tuple(docked(progress, route.passage, stage_of(ground, route))) if progress and route else ()
    changed = changed_nodes(scene, ground, route, progress, at_sums, earlier) if earlier is not None else None
    maker = _Maker(scene, ground, route, progress, places, at_sums)
    nodes, wires = maker.cards(changed, earlier), maker.wires(changed, earlier)
    return Walk(scene, ground, route, progress, places, at_sums, nodes, wires)


def _route(scene: Scene, earlier: Walk | None) -> Route | None:
    if scene.followed is None:
        return None
    known = earlier.route if earlier is not None else None
    if known is not None and known.serves(scene.document, scene.followed):
        return known
    return make_route(scene.document, scene.followed)


def changed_nodes(
    scene: Scene, ground: Ground, route: Route | None, progress: Progress | None, at_sums: Iterable[Docked],
    earlier: Walk,
) -> set[NodeId] | None:  # fmt: skip
    """The nodes that may look different, they or the wires into them; None when all may."""
    if earlier.route is not route:
        return None
    changed = ground.differences(earlier.ground) | (scene.changed ^ earlier.scene.changed)
    changed |= _differing(scene.ghosts, earlier.scene.ghosts) | _differing(scene.breakpoints, earlier.scene.breakpoints)
    at_docks = {wire for one in (*at_sums, *earlier.docked) for wire in one.wires}
    at_docks |= _differing(scene.wire_ghosts, earlier.scene.wire_ghosts)
    wires = scene.document.wires
    changed |= {wires[key].target for key in at_docks if key in wires}
    if route is None or progress is None or earlier.progress is None:
        return changed
    touched = progress.touched_since(earlier.progress)
    return None if touched is None else changed | route.passage.shown_by(touched)


Key = TypeVar("Key")


def _differing(one: Mapping[Key, object], other: Mapping[Key, object]) -> set[Key]:
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


class _Maker:
    """Makes the cards and wires of one walk."""

    def __init__(
        self, scene: Scene, ground: Ground, route: Route | None, progress: Progress | None,
        places: Mapping[WireId, Spot], at_sums: Iterable[Docked],
    ) -> None:  # fmt: skip
        self._scene = scene
        self._ground = ground
        self._passage = route.passage if route is not None else None
        self._limit = route.limit if route is not None else None
        self._progress = progress
        self._spots = places
        self._docked = {wire for one in at_sums for wire in one.wires}
        self._is_figure = scene.manner is Manner.FIGURE

    def cards(self, changed: Collection[NodeId] | None, earlier: Walk | None) -> dict[NodeId, PlacedNode]:
        """All cards; those that look as in an earlier walk are the same objects."""
        before = earlier.nodes if earlier is not None else {}
        kept = before if changed is not None else {}
        return {
            key: kept[key] if key in kept and key not in (changed or ()) else self.node(key, before.get(key, base))
            for key, base in self._ground.nodes.items()
        }

    def wires(self, changed: Collection[NodeId] | None, earlier: Walk | None) -> dict[WireId, tuple[PlacedWire, ...]]:
        """All wires; those that look as in an earlier walk are the same objects."""
        before = earlier.wires if earlier is not None else {}
        kept = before if changed is not None else {}
        return {
            key: kept[key]
            if key in kept and wire.target not in (changed or ())
            else _kept(self.wire(wire), before.get(key))
            for key, wire in self._ground.document.wires.items()
        }

    # Cards ------------------------------------------------------------------------------------------

    def node(self, key: NodeId, before: PlacedNode) -> PlacedNode:
        """The card of a node; the same object as `before` where that looks the same."""
        base = self._ground.nodes[key]
        look = self._look(key, base.look)
        if look == before.look and (before.x, before.y) == (base.x, base.y):
            return before
        return PlacedNode(key, base.x, base.y, look)

    def _look(self, key: NodeId, base: NodeLook) -> NodeLook:
        badges = self._badges(key)
        if self._passage is None or self._progress is None or _has_failed(base):
            return replace(base, badges=badges) if badges else base
        number = self._passage.heads.get(key)
        progress = self._progress.node(number) if number is not None else None
        own = progress if self._passage.is_own(key) else None
        line = gradient_line(progress, self._circumstances(key, base))
        return replace(
            base,
            gradient=line,
            inputs=self._inputs(key, base),
            outputs=tuple(_output(socket, line, progress, at) for at, socket in enumerate(base.outputs)),
            badges=badges,
            rings=rings(own),
            queue=own.place if own is not None and not self._is_figure else 0,
            order=own.order if own is not None and self._is_figure else 0,
            emphasis=self._progress.emphasis(number),
        )

    def _badges(self, key: NodeId) -> tuple[Badge, ...]:
        is_on = self._scene.breakpoints.get(key)
        if is_on is None:
            return ()
        return (Badge.BREAKPOINT if is_on else Badge.BREAKPOINT_OFF,)

    def _circumstances(self, key: NodeId, base: NodeLook) -> Circumstances:
        return Circumstances(
            is_tracked=base.tracked,
            is_leaf=base.silhouette is Silhouette.LEAF,
            cause=self._ground.causes.get(key, ""),
            ghost=self._scene.ghosts.get(key, ""),
            is_changed=key in self._scene.changed,
            plain=self._is_figure,
            limit=self._limit,
            width=base.size.width,
        )

    def _inputs(self, key: NodeId, base: NodeLook) -> tuple[Socket, ...]:
        """The inputs, warm where a gradient has left by them."""
        if not base.inputs:
            return ()
        document = self._ground.document
        sockets = list(base.inputs)
        for wire in document.wiring.into(key):
            gradient = self._carried(wire)
            if gradient is not None:
                sockets[self._ground.places[wire.id]] = Socket(_warm(gradient))
        return tuple(sockets)

    # Wires ------------------------------------------------------------------------------------------

    def wire(self, wire: Wire) -> tuple[PlacedWire, ...]:
        """The pieces of a wire."""
        link = self._ground.links[wire.id]
        spot, ghost = self._spots.get(wire.id, MIDDLE), self._scene.wire_ghosts.get(wire.id, "")
        look = wire_look(link, self._wire_progress(wire), self._limit, spot, ghost)
        frame = self._ground.frames[link.frame] if link.frame is not None else None
        return placed_wire(wire, look, self._ground.courses[wire.id], spot, frame)

    def _wire_progress(self, wire: Wire) -> WireProgress:
        if self._passage is None or self._progress is None:
            return WireProgress()
        emphasis = self._progress.emphasis(self._passage.heads.get(wire.target))
        is_docked = wire.id in self._docked
        if is_docked:
            emphasis = min(emphasis, Emphasis.STEP_BEFORE, key=_CLOSE.index)
        gradient = self._carried(wire)
        has_label = wire.id in self._passage.edges and not is_docked
        arriving = gradient is not None and emphasis is Emphasis.CURRENT and self._progress.is_stepping
        return WireProgress(gradient, emphasis, arriving and not self._is_figure, has_label)

    def _carried(self, wire: Wire) -> Part:
        """The gradient that has come along a wire; one that only hands a tensor on has that of the tensor."""
        if self._passage is None or self._progress is None:
            return None
        edge = self._passage.edges.get(wire.id)
        if edge is not None:
            return self._progress.state.edge(edge).gradient
        number = self._passage.heads.get(wire.target)
        if number is None or self._passage.is_own(wire.target):
            return None
        return self._progress.node(number).gradient


def _kept(made: tuple[PlacedWire, ...], before: tuple[PlacedWire, ...] | None) -> tuple[PlacedWire, ...]:
    return made if before is None or made != before else before


def _has_failed(look: NodeLook) -> bool:
    return isinstance(look.gradient, GradientLine) and look.gradient.state is GradientState.FAILED


def _warm(gradient: Part) -> SocketState:
    return SocketState.GRADIENT if is_finite(gradient) else SocketState.NONFINITE


def _output(socket: Socket, line: GradientLine, progress: NodeProgress | None, place: int) -> Socket:
    """An output, warm where a gradient has arrived and crossed out where none can."""
    arrived = progress.arrivals[place] if progress is not None and place < len(progress.arrivals) else None
    if arrived is not None:
        return Socket(_warm(arrived))
    if line.state in (GradientState.BLOCKED, GradientState.GHOST):
        return Socket(SocketState.BLOCKED)
    return socket
