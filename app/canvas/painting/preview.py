"""What a gesture shows while it is made, before anything is changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.canvas.scene.areas import NOTHING
from app.render.geometry import Floats
from app.render.marks import Cubic, Point, Rect


@dataclass(frozen=True, slots=True)
class Speech:
    """Words beside the pointer; `refusal` when they say why something cannot be."""

    place: Point
    text: str
    refusal: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """Shapes in scene coordinates. `sockets` (n, 2) are where a wire may go, `aim` where it would."""

    band: Rect | None = None
    band_colour: str = "selection"
    wire: Cubic | None = None
    sockets: Floats = field(default_factory=lambda: NOTHING[:, :2])
    aim: Point | None = None
    knife: tuple[Point, ...] = ()
    wires: tuple[str, ...] = ()  # wires that would be cut, or that would take a node in
    target: str = ""  # the region that nodes would come to stand in
    speech: Speech | None = None


NO_PREVIEW = Preview()
