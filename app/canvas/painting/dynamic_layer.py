"""What moves or lasts for a moment, painted over the static picture in every frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from PySide6.QtGui import QPainter

from app.canvas.painting.hover import accents, hover_marks
from app.canvas.painting.journey import Fading
from app.canvas.painting.lift_painter import paint_lift
from app.canvas.painting.preview import NO_PREVIEW, Preview
from app.canvas.painting.preview_painter import PreviewPainter
from app.canvas.painting.scene_painter import ScenePainter
from app.canvas.painting.transforms import in_scene, paint_placed
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import OnGround, Target
from app.model.theme import Emphasis
from app.render.detail import Detail, detail_at
from app.render.draw_frame import tether_marks
from app.render.draw_packet import sum_marks
from app.render.frame import Frame
from app.render.geometry import Floats
from app.render.inks import ink
from app.render.looks import PacketLook
from app.render.paint import paint
from app.render.sprites import Drawable

Flying: TypeAlias = tuple[Sequence[PacketLook], Floats]
"""Packets on their way, and their places (n, 2) in the scene."""

NOTHING_FLIES: Flying = ((), np.zeros((0, 2)))


@dataclass(slots=True)
class Momentary:
    """What is shown besides the scene: the thing under the pointer, the keyboard's node, a gesture, packets."""

    hovered: Target = field(default_factory=OnGround)
    focused: str = ""
    framed: bool = False  # whether the keyboard is at the canvas, and at no node
    preview: Preview = NO_PREVIEW
    fading: Fading | None = None
    flying: Flying = NOTHING_FLIES


class DynamicLayer:
    """Paints with the sprites of the static picture; its painters draw device pixels."""

    def __init__(self, cards: ScenePainter) -> None:
        self._cards = cards
        self._previews = PreviewPainter(cards.theme)
        self._shade = ink(cards.theme, Emphasis.CURRENT)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera, shown: Momentary, now: float) -> None:
        """Paints a frame, in a number of calls that does not depend on how large the scene is."""
        if shown.fading is not None:
            cards = shown.fading.cards
            places = np.array([place for _, place in cards])
            self._blit(painter, camera, [look for look, _ in cards], places, shown.fading.opacity(now))
        if scene.lift is not None:
            paint_lift(painter, scene, camera, scene.lift, self._cards)
        self._paint_accents(painter, scene, camera, shown)
        if shown.preview is not NO_PREVIEW:
            self._previews.paint(painter, shown.preview, scene, camera)
        self._paint_packets(painter, scene.frame, camera, shown)

    def _paint_accents(self, painter: QPainter, scene: Scene, camera: Camera, shown: Momentary) -> None:
        found = accents(scene, shown.hovered, shown.focused)
        if found and detail_at(camera.zoom) > Detail.RECTANGLE:
            self._blit(painter, camera, [*found.values()], scene.nodes.places[[*found]])
        if marks := tuple(hover_marks(scene, shown.hovered, camera.zoom, self._shade)):
            with in_scene(painter, camera):
                paint(painter, marks)

    def _paint_packets(self, painter: QPainter, frame: Frame, camera: Camera, shown: Momentary) -> None:
        """Docked and flying packets, all in one call, and the plus where docked ones meet."""
        tied = [packet for packet in frame.packets if packet.tether is not None]
        with in_scene(painter, camera):
            paint_placed(painter, [(packet.x, packet.y, tether_marks(packet, frame.theme)) for packet in tied])
        flying, places = shown.flying
        docked = np.array([(packet.x, packet.y) for packet in frame.packets]).reshape(-1, 2)
        looks = [*(packet.look for packet in frame.packets), *flying]
        self._blit(painter, camera, looks, np.concatenate([docked, places]))
        with in_scene(painter, camera):
            paint_placed(painter, [(x, y, sum_marks(frame.theme)) for x, y in frame.sums])

    def _blit(
        self, painter: QPainter, camera: Camera, looks: Sequence[Drawable], places: Floats, opacity: float = 1.0
    ) -> None:
        self._cards.sprites.blit(painter, looks, camera.device(places), camera.zoom, camera.ratio, opacity)
