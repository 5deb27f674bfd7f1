"""Looking at other parts of the scene: fitting, zooming, and going to something."""

from __future__ import annotations

from collections.abc import Collection

from app.canvas.motion.motions import Motions
from app.canvas.scene.areas import around
from app.canvas.scene.camera import Camera
from app.canvas.stage import Stage
from app.render.marks import Point, Rect

ZOOM_STEP = 1.2
"""What a notch of the wheel, or a key, enlarges by."""
_MOST_FITTED, _MARGIN = 2.0, 24.0
"""The largest zoom at which something chosen is shown, and how many screen pixels from the edges."""


class Viewing:
    """Moves the camera of a stage, smoothly."""

    def __init__(self, stage: Stage, motions: Motions) -> None:
        self._stage = stage
        self._motions = motions
        self._fitted = stage.camera
        self._fitted_nodes: Collection[str] = ()

    def fit_all(self) -> None:
        """Shows the whole scene, not larger than it is to be seen."""
        self.fit(())

    def resize(self, width: int, height: int, ratio: float) -> None:
        """Fits another viewport; what was fitted stays in view as long as nobody has looked elsewhere."""
        goal = self._motions.goal
        camera = goal.resized(width, height, ratio)
        if goal == self._fitted:
            camera = self._fitted = self._around(self._fitted_nodes, camera)
        self._motions.jump(camera)

    def fit(self, nodes: Collection[str]) -> None:
        """Shows some nodes as large as they go; the whole scene for none."""
        self._fitted_nodes = tuple(nodes)
        self._fitted = self._around(self._fitted_nodes, self._motions.goal)
        self._motions.glide(self._fitted)

    def reveal(self, node: str) -> None:
        """Moves as little as is needed for a node to be visible."""
        area = self._area([node])
        if area is not None:
            self._motions.glide(self._motions.goal.revealing(area))

    def zoom_by(self, notches: float, about: Point | None = None) -> None:
        """Enlarges by so many steps about a point on the screen, or about its middle."""
        self.zoom_to(self._motions.goal.zoom * ZOOM_STEP**notches, about)

    def zoom_to(self, zoom: float, about: Point | None = None) -> None:
        """Enlarges to a zoom about a point on the screen, or about its middle."""
        goal = self._motions.goal
        middle = (goal.width / goal.ratio / 2, goal.height / goal.ratio / 2)
        self._motions.glide(goal.zoomed(zoom, about or middle))

    def look_at(self, place: Point, zoom: float) -> None:
        """Puts a place of the scene into the middle, at a zoom, at once."""
        goal = self._motions.goal
        self._motions.jump(goal.zoomed(zoom, (0.0, 0.0)).centred(place))

    def pan(self, dx: float, dy: float) -> None:
        """Moves over the scene by so many screen pixels, at once."""
        self._motions.jump(self._motions.goal.panned(dx, dy))

    def _around(self, nodes: Collection[str], camera: Camera) -> Camera:
        """A camera that shows some nodes as large as they go, or the whole scene."""
        area = self._area(nodes)
        return self._whole(camera) if area is None else camera.fitted(area, _MOST_FITTED, _MARGIN)

    def _whole(self, camera: Camera) -> Camera:
        scene = self._stage.scene
        bounds = scene.frame.bounds
        area = bounds if scene.frame.nodes else Rect(*bounds.centre, 0.0, 0.0)  # nothing has to be made smaller
        return camera.fitted(area, scene.magnification)

    def _area(self, nodes: Collection[str]) -> Rect | None:
        table = self._stage.scene.nodes
        return around(table.boxes[[table.rows[node] for node in nodes if node in table.rows]])
