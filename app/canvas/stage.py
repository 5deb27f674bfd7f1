"""What gestures and commands work on: the model, what of it is shown, and how to say what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.canvas.model import CanvasModel
from app.canvas.painting.dynamic_layer import Momentary
from app.canvas.painting.preview import NO_PREVIEW, Preview
from app.canvas.painting.static_layer import StaticLayer
from app.canvas.requests import MenuRequest, SearchRequest
from app.canvas.scene.camera import Camera
from app.canvas.scene.lift import Lift
from app.canvas.scene.scene import Scene
from app.model.selection import Selection
from app.model.signal import Signal
from app.render.geometry import Floats
from core.errors import GradwalkError
from core.expr.changes import ChangeSet
from core.expr.graph import Document, Node
from core.expr.ids import NodeId

Edit = Callable[[Document], ChangeSet]


class Stage:
    """The state of a canvas. `changed` is emitted with what of the scene has to be painted (n, 4), None for all.

    `search_wanted` and `menu_wanted` ask others to open something, `refused` says why an edit was not made,
    `invitation_taken` that the next step was clicked.
    """

    def __init__(self, model: CanvasModel, scene: Scene, camera: Camera) -> None:
        self.model = model
        self.scene = scene
        self.layer = StaticLayer()
        self.shown = Momentary()
        self.changed: Signal[Floats | None] = Signal()
        self.camera_changed: Signal[Camera] = Signal()
        self.search_wanted: Signal[SearchRequest] = Signal()
        self.menu_wanted: Signal[MenuRequest] = Signal()
        self.refused: Signal[str] = Signal()
        self.invitation_taken: Signal[None] = Signal()
        self._camera = camera

    @property
    def camera(self) -> Camera:
        """What the viewport shows."""
        return self._camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        if camera != self._camera:
            self._camera = camera
            self.camera_changed.emit(camera)
            self.changed.emit(None)

    def node(self, key: str) -> Node | None:
        """A node of the document; None for a card that stands for something else."""
        return self.model.document.nodes.get(NodeId(key))

    def preview(self, preview: Preview) -> None:
        """Shows what a gesture would do."""
        self.shown.preview = preview
        self.changed.emit(None)

    def select(self, selection: Selection) -> None:
        """Selects parts, and draws them as selected."""
        self.model.select(selection)
        self.show_selection(self.model.selection)

    def show_selection(self, selection: Selection) -> None:
        """Draws parts as selected, whether the model has selected them yet or not."""
        self.layer.touch(self.scene.select(selection))
        self.changed.emit(None)

    def lift(self, lift: Lift | None) -> None:
        """Takes parts out of the static picture, or puts them back."""
        self.scene.lift = lift
        self.layer.touch(None)
        self.changed.emit(None)

    def carry(self, lift: Lift) -> None:
        """Moves what is lifted."""
        self.scene.lift = lift
        self.changed.emit(None)

    def settle(self) -> None:
        """Ends what a gesture has shown."""
        self.shown.preview = NO_PREVIEW
        if self.scene.lift is not None:
            self.lift(None)
        if self.scene.selection != self.model.selection:
            self.show_selection(self.model.selection)
        self.changed.emit(None)

    def attempt(self, edit: Edit, *, merge: str = "") -> bool:
        """Makes an edit as an undo step; where it is refused, nothing is changed, and it is said why."""
        try:
            self.model.perform(edit(self.model.document), merge=merge)
        except GradwalkError as error:
            self.refused.emit(str(error))
            return False
        return True

    def attempt_all(self, name: str, edits: Iterable[Edit]) -> bool:
        """Makes edits, each on the document that the ones before left, as one undo step: all of them or none."""
        try:
            with self.model.step(name):
                for edit in edits:
                    self.model.perform(edit(self.model.document))
        except GradwalkError as error:
            self.refused.emit(str(error))
            return False
        return True
