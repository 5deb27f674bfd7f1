"""Opening and saving: what is asked, what is remembered, and what is kept for a crash."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path
from typing import Protocol

from app.export.opening import Reading, read_file
from app.export.pictures import placed
from app.model.examples import find_example
from app.model.files import Opened, is_changed, with_suffix, would_replace
from app.model.recovery import Lost, Recovery
from app.model.session import Session
from app.model.settings import Settings
from app.model.signal import Signal
from app.model.stepping_memory import recall_from, with_memory
from core.errors import GradwalkError
from core.expr.evaluate import evaluate
from core.expr.graph import Document, new_document
from core.io import project


class Answer(Enum):
    """What the user wants of changes that are not saved."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class Overwriting(Enum):
    """What the user wants of a save to a file that has changed."""

    OVERWRITE = auto()
    SAVE_AS = auto()
    CANCEL = auto()


class Asker(Protocol):
    """Asks the user; the window does it with dialogs."""

    def unsaved(self, name: str) -> Answer:
        """What becomes of changes that are not saved."""

    def replaces(self, path: Path) -> bool:
        """Whether another document's file may be written over."""

    def changed(self, path: Path) -> Overwriting:
        """What becomes of a file that holds something else than what was opened or saved here."""

    def file_to_open(self, folder: Path | None) -> Path | None:
        """Which file to open; None for none."""

    def file_to_save(self, suggested: Path) -> Path | None:
        """Where to save; None for nowhere."""

    def tell(self, message: str, hint: str = "") -> None:
        """Say something that must not be missed."""


class Documents:
    """Opens documents into a session and saves them. `folder` is where recovery files are kept, if they are.

    `unkept` is emitted with a sentence when the disk does not take what is kept for a crash.
    """

    def __init__(self, session: Session, settings: Settings, asker: Asker, folder: Path | None = None) -> None:
        self._session = session
        self._settings = settings
        self._asker = asker
        self._folder = folder
        self._recovery: Recovery | None = None
        self.unkept: Signal[str] = Signal()
        session.stepping.marks.changed.connect(self._keep_marks)
        self._start_recovery()

    def open_path(self, path: Path) -> bool:
        """Open a file; False when it was not."""
        if not self.may_leave():
            return False
        try:
            reading = read_file(path)
        except OSError as error:
            self._asker.tell(f"{path.name} cannot be read.", error.strerror or "")
            self._settings.forget(path)
            return False
        except GradwalkError as error:
            self._asker.tell(f"{path.name} cannot be opened. {error.message}", error.hint)
            return False
        self._settings.opened(path)
        self.show(opened_from(reading, path))
        return True

    def ask_and_open(self) -> bool:
        """Ask for a file, and open it."""
        current = self._session.source.path
        path = self._asker.file_to_open(current.parent if current else None)
        return path is not None and self.open_path(path)

    def open_example(self, name: str) -> bool:
        """Open a shipped example."""
        example = find_example(name)
        if example is None or not self.may_leave():
            return False
        self.show(Opened(arranged(example.document), source=example.title))
        return True

    def open_new(self) -> bool:
        """Begin an empty document."""
        if not self.may_leave():
            return False
        self.show(Opened(new_document()))
        return True

    def recover(self, lost: Lost) -> bool:
        """Open what a crash has left behind; its file goes once the document is kept anew, against the next crash."""
        try:
            read = lost.recover()
        except (OSError, GradwalkError) as error:
            self._asker.tell("The document could not be recovered.", str(error))
            return False
        document = arranged(read.document)  # a crash may have come before new nodes had their places
        known = lost.fingerprint
        self.show(Opened(document, lost.path, lost.title, read.problems, is_recovered=True, fingerprint=known))
        if self._recovery is not None and self._recovery.keep():
            lost.discard()
        return True

    def show(self, opened: Opened) -> None:
        """Turn to another document; the present one may be left."""
        self.end()
        self._session.open(opened)
        recall_from(opened.document, self._session.stepping)
        self._start_recovery()

    def save(self, *, anew: bool = False) -> bool:
        """Write the document; False when the user gave up, or it could not be written."""
        source = self._session.source
        path = None if anew else source.path
        if path is None:
            suggested = source.path or Path(f"{_file_name(self._session)}.gradwalk")
            chosen = self._asker.file_to_save(suggested)
            if chosen is None:
                return False
            path = with_suffix(chosen)
            if would_replace(self._session.document, path):
                return self._asker.replaces(path) and self._write(path)
        if not is_changed(path, source.fingerprint):
            return self._write(path)
        match self._asker.changed(path):
            case Overwriting.OVERWRITE:
                return self._write(path)
            case Overwriting.SAVE_AS:
                return self.save(anew=True)
            case Overwriting.CANCEL:
                return False

    def may_leave(self) -> bool:
        """Whether the document may be left: it is saved, or the user has decided what becomes of it."""
        if not self._session.is_dirty:
            return True
        match self._asker.unsaved(self._session.source.title):
            case Answer.SAVE:
                return self.save()
            case Answer.DISCARD:
                return True
            case Answer.CANCEL:
                return False

    def end(self) -> None:
        """Forget what was kept for a crash: nothing is open any more."""
        if self._recovery is not None:
            self._recovery.close()
            self._recovery = None

    def _start_recovery(self) -> None:
        if self._folder is not None:
            source = self._session.source
            self._recovery = Recovery(self._session.history, self._folder, source.path, source.fingerprint, self._filed)
            self._recovery.failed.connect(self._tell_unkept)

    def _keep_marks(self, _: None) -> None:
        if self._recovery is not None:
            self._recovery.keep()

    def _filed(self, document: Document) -> Document:
        return with_memory(document, self._session.stepping)

    def _tell_unkept(self, error: OSError) -> None:
        self.unkept.emit(
            f"A crash would lose this: {self._folder} cannot be written to ({error.strerror or error}). Save often."
        )

    def _write(self, path: Path) -> bool:
        try:
            fingerprint = project.save(self._filed(self._session.document), path)
        except OSError as error:
            self._asker.tell(
                f"{path.name} could not be written.", f"{error.strerror or error}. Nothing is lost: save elsewhere."
            )
            return False
        self._session.saved(path, fingerprint)
        self._settings.opened(path)
        if self._recovery is not None:
            self._recovery.saved(path, fingerprint)
        return True


def opened_from(reading: Reading, path: Path) -> Opened:
    """What was read, ready to be shown: placed if it was not, and in its file if it has one of its own."""
    kept = path if reading.is_file else None
    document = arranged(reading.document)
    return Opened(document, kept, path.name, reading.problems, fingerprint=reading.fingerprint)


def arranged(document: Document) -> Document:
    """The document with those of its nodes placed that lie on top of each other."""
    return placed(evaluate(document)).document


def _file_name(session: Session) -> str:
    stem = Path(session.source.title).stem
    return "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in stem).strip() or "expression"
