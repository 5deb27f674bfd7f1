"""What follows from a whole recording: where its gradients are found, how large they get, where labels stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.render.build.ground import Ground, is_heat_map
from app.render.build.labels import MOST_TOGETHER, Spot, label_spots
from app.render.build.numbers import largest_of
from app.render.build.passage import Passage, passage
from app.render.build.wires import label_forms, label_size
from core.debug.arrays import Statistics, Value
from core.debug.events import EdgeId, NonFinite, Receive, Sum
from core.debug.recording import Recording
from core.expr.graph import Document
from core.expr.ids import WireId


@dataclass(frozen=True, eq=False)
class Route:
    """A recording of a document.

    `limit` is the end of the range that all heat maps of gradients share, and `is_broken` whether one of the
    gradients has NaN or infinity in it.
    """

    document: Document
    recording: Recording
    passage: Passage
    limit: float | None
    is_broken: bool

    def serves(self, document: Document, recording: Recording) -> bool:
        """Whether this is about the same pass of a document with the same wires between the same nodes."""
        same_wires = self.document.wires is document.wires and self.document.nodes.keys() == document.nodes.keys()
        return self.recording is recording and same_wires


def make_route(document: Document, recording: Recording) -> Route:
    """Find out what can be said about a whole recording."""
    is_broken = any(isinstance(event, NonFinite) for event in recording.events)
    return Route(document, recording, passage(document, recording), gradient_limit(recording), is_broken)


def gradient_limit(recording: Recording) -> float | None:
    """The end of the range that all heat maps of gradients share."""
    shown = filter(_shows_cells, delivered(recording).values())
    return max(map(largest_of, shown), default=0.0) or None


def _shows_cells(value: Value) -> bool:
    return not isinstance(value, Statistics) and is_heat_map(value)


def delivered(recording: Recording) -> dict[EdgeId, Value]:
    """The gradient that each edge carries, in the end."""
    found: dict[EdgeId, Value] = {}
    for event in recording.events:
        match event:
            case Receive(source=source, gradient=gradient) | Sum(source=source, incoming=gradient) if (
                source is not None
            ):
                found[source] = gradient
    return found


def spots(ground: Ground, route: Route) -> Mapping[WireId, Spot]:
    """Where the gradient stands on each wire that carries one; among very many wires, simply in the middle."""
    values = delivered(route.recording)
    if len(values) > MOST_TOGETHER:
        return {}
    carried = dict(_labels(route, values))
    keys = [key for key in ground.courses if key in carried]
    sizes = [carried[key] for key in keys]
    return dict(zip(keys, label_spots([ground.courses[key] for key in keys], sizes, ground.cards), strict=True))


def _labels(route: Route, values: Mapping[EdgeId, Value]) -> Iterator[tuple[WireId, list[tuple[float, float]]]]:
    for edge, value in values.items():
        if edge in route.passage.wires:
            yield route.passage.wires[edge], [label_size(form) for form in label_forms(value, route.limit)]
