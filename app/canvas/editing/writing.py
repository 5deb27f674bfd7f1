"""Opens texts of the document for editing in place, one at a time."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.canvas.editing.in_place import Editable
from app.canvas.editing.line_editor import LineEditor
from app.canvas.scene.camera import Camera
from app.canvas.stage import Stage
from core.errors import GradwalkError


class Writing:
    """Puts line edits over the cards of a canvas."""

    def __init__(self, canvas: QWidget, stage: Stage) -> None:
        self._canvas = canvas
        self._stage = stage
        self._editor: LineEditor | None = None
        stage.camera_changed.connect(self._follow)

    def open(self, editable: Editable | None) -> bool:
        """Opens a text; False when there is none."""
        if editable is None:
            return False
        if self._editor is not None:
            self._editor.dismiss()
        theme = self._stage.scene.frame.theme
        self._editor = LineEditor(self._canvas, editable.area, editable.text, partial(self._accept, editable), theme)
        self._editor.closed.connect(self._forget)
        self._editor.follow(self._stage.camera)
        self._editor.show()
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _accept(self, editable: Editable, text: str) -> str:
        """Makes the edit; returns why it was refused, or nothing."""
        model = self._stage.model
        try:
            model.perform(editable.edit(model.document, text))
        except GradwalkError as error:
            return str(error)
        return ""

    def _forget(self) -> None:
        self._editor = None

    def _follow(self, camera: Camera) -> None:
        if self._editor is not None:
            self._editor.follow(camera)
