"""What shows that something is under the pointer, or that the keyboard is at it."""

from __future__ import annotations

from collections.abc import Iterator

from app.canvas.scene.hit import SCISSORS_RADIUS, scissors_place
from app.canvas.scene.node_table import accented
from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import OnCard, OnInput, OnOutput, OnScissors, OnWire, Target
from app.render.detail import Detail, detail_at
from app.render.draw_wire import wire_stroke
from app.render.draw_wire_signs import scissors_marks
from app.render.inks import Ink
from app.render.looks import NodeLook, Ring
from app.render.marks import Curve, Disc, Mark, Stroke

_SOCKET_RADIUS = 8.0
_WIRE_EXTRA = 2.0


def accents(scene: Scene, hovered: Target, focused: str) -> dict[int, NodeLook]:
    """The cards that are drawn with one more ring, by their rows."""
    found: dict[int, NodeLook] = {}
    asked = ((hovered.node if isinstance(hovered, OnCard) else "", Ring.HOVERED), (focused, Ring.FOCUSED))
    for node, ring in asked:
        row = scene.nodes.rows.get(node)
        if row is not None:
            found[row] = accented(found.get(row, scene.nodes.looks[row]), ring)
    return found


def hover_marks(scene: Scene, hovered: Target, zoom: float, shade: Ink) -> Iterator[Mark]:
    """A ring around a socket, or a wire made stronger with the scissors on it; in scene coordinates."""
    match hovered:
        case OnInput(place=place) | OnOutput(place=place):
            yield Disc(*place, _SOCKET_RADIUS, stroke=Stroke(shade("selection"), 1.75))
        case OnWire(wire) | OnScissors(wire):
            yield from _stronger(scene, wire, shade)
            scissors = scissors_place(scene, wire)
            if scissors is not None and detail_at(zoom) >= Detail.NUMBERS:
                yield from scissors_marks(scissors, shade)
                if isinstance(hovered, OnScissors):
                    yield Disc(*scissors, SCISSORS_RADIUS + 2.5, stroke=Stroke(shade("selection"), 1.75))


def _stronger(scene: Scene, wire: str, shade: Ink) -> Iterator[Mark]:
    """The line of a wire, wider than it is."""
    for row in scene.wires.rows_of(wire):
        placed = scene.wires.placed[row]
        stroke = wire_stroke(placed.look, shade.theme)
        yield Curve(placed.points, Stroke(stroke.colour, stroke.width + _WIRE_EXTRA, round_cap=True))
