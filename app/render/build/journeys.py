"""What travels when a node step is played: gradients into the node that runs, and those it sends on."""

from __future__ import annotations

from collections.abc import Iterator

from app.render.build.packets import packet
from app.render.build.walk import Walk
from app.render.marks import Point
from app.render.travel import Parcel, Travel
from core.debug.events import Receive, Sum
from core.expr.ids import WireId


def travel(before: Walk, after: Walk) -> Travel | None:
    """The packets between two moments; None unless the second one is the end of the node step behind the first."""
    if before.progress is None or after.progress is None or before.route is not after.route:
        return None
    step = after.progress.step
    if before.progress.index != step.first - 1 or after.progress.index != step.last or step.node is None:
        return None
    return Travel(tuple(_received(before, after)), tuple(_sent(after)))


def _received(before: Walk, after: Walk) -> Iterator[Parcel]:
    """The packets that were docked at the node that runs now."""
    step, route = after.progress and after.progress.step, after.route
    running = route.passage.origins[step.node] if route and step and step.node is not None else None
    for one in before.docked:
        if one.node == running:
            course = before.ground.courses[one.wires[0]]
            yield from (Parcel(placed.look, course, (placed.x, placed.y)) for placed in one.packets)


def _sent(after: Walk) -> Iterator[Parcel]:
    """The gradients that are delivered in the step, in order."""
    progress, route = after.progress, after.route
    if progress is None or route is None:
        return
    docks = dict(_docks(after))
    for event in progress.recording.events[progress.step.first : progress.index + 1]:
        if not isinstance(event, Receive | Sum) or event.source is None or event.source not in route.passage.wires:
            continue
        wire = route.passage.wires[event.source]
        value = event.incoming if isinstance(event, Sum) else event.gradient
        look = packet(value, route.limit, after.ground.flow.opposite)
        yield Parcel(look, after.ground.courses[wire], docks.get(wire))


def _docks(after: Walk) -> Iterator[tuple[WireId, Point]]:
    """Where the gradients of the step come to rest that are summed with earlier ones."""
    for one in after.docked:
        placed = one.packets[one.incoming]
        yield one.wires[0], (placed.x, placed.y)
