"""Which part of the canvas the viewport shows, and how large.

Three kinds of coordinates meet here. *Scene* coordinates are pixels at zoom 1, as in frames and documents.
*Screen* coordinates are the widget's. *Device* pixels are what is painted: screen pixels times the ratio.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from app.model.metrics import metrics
from app.render.geometry import Floats
from app.render.marks import Point, Rect

LEAST_ZOOM, MOST_ZOOM = 0.01, 4.0
_NEARLY = 0.95
"""What nearly fits at zoom 1 is shown at it, where letters are sharpest; the margins give way."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The viewport of `width` x `height` device pixels.

    Its corner lies `left`, `top` device pixels from the scene's origin: whole numbers, so that moving it
    moves the picture by whole pixels.
    """

    width: int
    height: int
    ratio: float = 1.0
    zoom: float = 1.0
    left: int = 0
    top: int = 0

    @property
    def scale(self) -> float:
        """Device pixels per scene pixel."""
        return self.zoom * self.ratio

    @property
    def view(self) -> Rect:
        """What of the scene is visible."""
        return self.scene_area(0, 0, self.width, self.height)

    def scene_area(self, left: float, top: float, width: float, height: float) -> Rect:
        """A rectangle of device pixels in scene coordinates."""
        scale = self.scale
        return Rect((left + self.left) / scale, (top + self.top) / scale, width / scale, height / scale)

    def scene(self, screen: Point) -> Point:
        """The place in the scene under a point on the screen."""
        x, y = screen
        return (x * self.ratio + self.left) / self.scale, (y * self.ratio + self.top) / self.scale

    def screen(self, place: Point) -> Point:
        """Where a place in the scene is on the screen."""
        x, y = place
        return (x * self.scale - self.left) / self.ratio, (y * self.scale - self.top) / self.ratio

    def device(self, places: Floats) -> Floats:
        """Places (..., 2) in device pixels."""
        return np.asarray(places * self.scale - (self.left, self.top))

    def resized(self, width: int, height: int, ratio: float) -> Camera:
        """The camera of a viewport of another size or density, with the same corner."""
        grown = ratio / self.ratio
        return replace(
            self, width=width, height=height, ratio=ratio, left=round(self.left * grown), top=round(self.top * grown)
        )

    def panned(self, dx: float, dy: float) -> Camera:
        """Moved over the scene by so many screen pixels, in whole device pixels."""
        return replace(self, left=self.left + round(dx * self.ratio), top=self.top + round(dy * self.ratio))

    def zoomed(self, zoom: float, about: Point) -> Camera:
        """At another zoom, within the limits, with the scene under a point on the screen kept there."""
        zoom = clamped(zoom)
        x, y = self.scene(about)
        scale = zoom * self.ratio
        return replace(
            self,
            zoom=zoom,
            left=round(x * scale - about[0] * self.ratio),
            top=round(y * scale - about[1] * self.ratio),
        )

    def centred(self, place: Point) -> Camera:
        """With a place in the middle of the viewport."""
        x, y = place
        return replace(self, left=round(x * self.scale - self.width / 2), top=round(y * self.scale - self.height / 2))

    def fitted(self, area: Rect, most: float = 1.0, margin: float = 0.0) -> Camera:
        """With all of an area visible, so many screen pixels from the edges, not larger than at zoom `most`."""
        room = 2 * margin * self.ratio
        across = max(self.width - room, self.width / 2) / (max(area.width, 1.0) * self.ratio)
        down = max(self.height - room, self.height / 2) / (max(area.height, 1.0) * self.ratio)
        zoom = min(across, down, most)
        return replace(self, zoom=clamped(1.0 if _NEARLY <= zoom < 1.0 else zoom)).centred(area.centre)

    def revealing(self, area: Rect) -> Camera:
        """Moved as little as needed for an area to be visible, or its middle if it is too large."""
        margin = metrics().space.node_gap_x
        view, area = self.view, area.grown(margin)
        if area.width > view.width or area.height > view.height:
            return self.centred(area.centre)
        dx = min(area.x - view.x, 0.0) + max(area.right - view.right, 0.0)
        dy = min(area.y - view.y, 0.0) + max(area.bottom - view.bottom, 0.0)
        return self.panned(dx * self.zoom, dy * self.zoom)

    def between(self, other: Camera, share: float) -> Camera:
        """Part of the way to another camera; zoom changes by equal factors in equal times.

        The scene point that both show at the same place on the screen stays there.
        """
        if self.zoom == other.zoom:
            left = self.left + (other.left - self.left) * share
            return replace(other, left=round(left), top=round(self.top + (other.top - self.top) * share))
        zoom = math.exp(math.log(self.zoom) + (math.log(other.zoom) - math.log(self.zoom)) * share)
        along = (zoom - self.zoom) / (other.zoom - self.zoom)
        left = self.left + (other.left - self.left) * along
        return replace(other, zoom=zoom, left=round(left), top=round(self.top + (other.top - self.top) * along))


def clamped(zoom: float) -> float:
    """A zoom within the limits, in the steps that pictures of cards are kept for."""
    return round(min(max(zoom, LEAST_ZOOM), MOST_ZOOM), 3)
