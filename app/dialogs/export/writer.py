"""Writing in a thread of its own, so that the window stays alive; what is given up leaves nothing behind."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.export.figure import Settings
from app.export.pictures import PictureRequest
from app.export.writing import check_folder, export
from core.errors import GradwalkError
from core.expr.graph import Document


class ExportWriter(QObject):
    """Writes a document once. `done` is emitted with the files, `failed` with the reason."""

    done = Signal(object)
    failed = Signal(str)

    def __init__(self, document: Document, path: Path, request: PictureRequest, settings: Settings) -> None:
        super().__init__()
        self._document = document
        self._path = path
        self._request = request
        self._settings = settings
        self._is_given_up = False
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)

    def start(self) -> None:
        """Begin. Raises ExportError when there is no such folder."""
        check_folder(self._path)
        self._thread.start()

    def give_up(self) -> None:
        """Leave no file, and tell nobody."""
        self._is_given_up = True

    def wait(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    def _run(self) -> None:
        try:
            files = self._write()
        except (GradwalkError, OSError) as error:
            if not self._is_given_up:
                self.failed.emit(str(error))
        else:
            if not self._is_given_up:
                self.done.emit(files)

    def _write(self) -> list[Path]:
        """Write into a folder beside the file first: nothing comes to its place before all is there."""
        folder = Path(tempfile.mkdtemp(prefix=".export-", dir=self._path.parent))
        try:
            made = export(self._document, folder / self._path.name, self._request, self._settings)
            if self._is_given_up:
                return []
            return [one.replace(self._path.parent / one.name) for one in made]
        finally:
            shutil.rmtree(folder, ignore_errors=True)
