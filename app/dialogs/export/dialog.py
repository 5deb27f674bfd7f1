"""The export dialog: format, moment and look at the left, what comes of it at the right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QHBoxLayout, QProgressBar, QWidget

from app.dialogs.dialog import Dialog
from app.dialogs.export.preview import ExportPreview
from app.dialogs.export.writer import ExportWriter
from app.export.figure import LARGEST_SCALE, SMALLEST_SCALE, Settings
from app.export.formats import FORMATS, AnyFormat, MotionFormat, TextFormat
from app.export.pictures import At, Moment, PictureRequest, figures_of
from app.model.metrics import metrics
from app.model.theme import ThemeName
from app.widgets.inputs import CheckBox, Choice
from app.widgets.labels import Tone, label, set_tone
from core.errors import GradwalkError
from core.expr.graph import Document

_PAUSE, _PATIENCE = 60, 300
"""Milliseconds before a preview is made, and before it is shown that writing takes a while."""
_THEMES = ((ThemeName.PRINT, "Print"), (ThemeName.LIGHT, "Light"), (ThemeName.DARK, "Dark"),
           (ThemeName.HIGH_CONTRAST, "High contrast"))  # fmt: skip

AskPath = Callable[[str], Path | None]
"""Given the suffix, asks where to write."""


class ExportDialog(Dialog):
    """Writes a document. `now` is the step that the window shows, None while it shows none."""

    def __init__(
        self, document: Document, now: int | None, steps: int, ask_path: AskPath, said: Callable[[str], object],
        parent: QWidget | None,
    ) -> None:  # fmt: skip
        super().__init__("Export", parent, remark="A picture keeps the document inside: opening it brings it back.")
        self._document = document
        self._ask_path = ask_path
        self._tell = said
        self._writer: ExportWriter | None = None
        self.formats, self.moments, self.themes = Choice(), Choice(), Choice()
        self.scale = QDoubleSpinBox()
        self.transparent = CheckBox("Transparent ground")
        self.outlines = CheckBox("Letters as outlines")
        self.embeds = CheckBox("Keep the document inside")
        self.preview = ExportPreview()
        self.progress = QProgressBar()
        self._said = label(tone=Tone.QUIET, size=metrics().type.size.small, wraps=True)
        self._timer, self._patience = QTimer(self), QTimer(self)
        self._fill(now, steps)
        self._lay_out()
        self.cancel, self.write = self.add_button("Cancel"), self.add_button("Export…", primary=True)
        self.cancel.clicked.connect(self.close)
        self.write.clicked.connect(self.ask_and_write)
        self._look_again()
        self.resize(920, 560)

    @property
    def request(self) -> PictureRequest:
        """What of the document is to be shown, and how."""
        return PictureRequest(
            at=self._at(),
            theme=ThemeName(self.themes.currentData()),
            is_transparent=self.transparent.isChecked(),
            embeds=self.embeds.isChecked(),
        )

    @property
    def format(self) -> AnyFormat:
        """The format that is chosen."""
        return FORMATS[self.formats.currentData()]

    def ask_and_write(self) -> None:
        """Ask for a file, and write it."""
        path = self._ask_path(self.format.suffix)
        if path is not None:
            self.start(path)

    def start(self, path: Path) -> None:
        """Write a file; the dialog closes when it is there."""
        settings = Settings(self.scale.value(), self.outlines.isChecked())
        self._writer = ExportWriter(self._document, path, self.request, settings)
        self._writer.done.connect(self._finish)
        self._writer.failed.connect(self._refuse)
        try:
            self._writer.start()
        except GradwalkError as error:
            self._refuse(str(error))
            return
        self.write.setEnabled(False)
        self._patience.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._writer is not None:
            self._writer.give_up()
            self._writer.wait()
        super().closeEvent(event)

    # What is chosen

    def _fill(self, now: int | None, steps: int) -> None:
        for suffix, one in FORMATS.items():
            self.formats.addItem(f"{one.name} ({suffix})", suffix)
        if now is not None:
            self.moments.addItem(f"Now: after step {now}", now)
        self.moments.addItem("After backward", Moment.END)
        self.moments.addItem("Before backward", Moment.BEFORE)
        self.moments.addItem(f"Each of the {steps} steps", Moment.EACH)
        for theme, title in _THEMES:
            self.themes.addItem(title, theme)
        self.scale.setRange(SMALLEST_SCALE, LARGEST_SCALE)
        self.scale.setSingleStep(0.5)
        self.scale.setValue(2.0)
        self.embeds.setChecked(True)

    def _at(self) -> At:
        chosen = self.moments.currentData()
        return chosen if isinstance(chosen, int) else Moment(chosen)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(8)
        for name, widget in (
            ("Format", self.formats), ("Moment", self.moments), ("Theme", self.themes), ("Scale", self.scale),
            ("", self.transparent), ("", self.outlines), ("", self.embeds),
        ):  # fmt: skip
            form.addRow(name, widget)
            widget.setAccessibleName(name or widget.accessibleName())
        side = QWidget()
        side.setFixedWidth(260)
        side.setLayout(form)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(side)
        row.addWidget(self.preview, 1)
        self.body.addLayout(row, 1)
        self.body.addWidget(self._said)
        self.body.addWidget(self.progress)
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.hide()
        self._listen()

    def _listen(self) -> None:
        for box in (self.formats, self.moments, self.themes):
            box.currentIndexChanged.connect(lambda _: self._timer.start())
        for check in (self.transparent, self.outlines):
            check.toggled.connect(lambda _: self._timer.start())
        for timer, interval, then in (
            (self._timer, _PAUSE, self._look_again), (self._patience, _PATIENCE, self.progress.show),
        ):  # fmt: skip
            timer.setSingleShot(True)
            timer.setInterval(interval)
            timer.timeout.connect(then)

    # What comes of it

    def _look_again(self) -> None:
        chosen = self.format
        is_picture = not isinstance(chosen, TextFormat)
        for widget in (self.themes, self.transparent, self.embeds):
            widget.setEnabled(is_picture)
        self.moments.setEnabled(is_picture and not isinstance(chosen, MotionFormat))
        self.scale.setEnabled(chosen.suffix == ".png" or isinstance(chosen, MotionFormat))
        self.outlines.setEnabled(chosen.suffix == ".svg")
        try:
            if isinstance(chosen, TextFormat):
                self.preview.show_text(chosen.write(self._document).decode())
            else:
                self.preview.show_figure(next(figures_of(self._document, self.request)))
            self._say("")
        except GradwalkError as error:
            self._say(str(error), tone=Tone.ERROR)

    def _finish(self, files: list[Path]) -> None:
        self._writer = None
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        self._tell(f"Wrote {files[0].name}{more}.")
        self.close()

    def _refuse(self, reason: str) -> None:
        self._writer = None
        self._patience.stop()
        self.progress.hide()
        self.write.setEnabled(True)
        self._say(reason, tone=Tone.ERROR)

    def _say(self, text: str, *, tone: Tone = Tone.QUIET) -> None:
        self._said.setText(text)
        set_tone(self._said, tone)
        self._said.setVisible(bool(text))
