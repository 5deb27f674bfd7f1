"""``screenshot FILE --to OUT.png``: the whole window, drawn without a display."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from app.cli.problems import CommandError
from app.cli.sources import SourceFile, add_source, read_source
from app.cli.values import moment, output_path, theme, window_size
from app.export.figure import LARGEST_SCALE, ExportError, Settings
from app.export.pictures import Moment, indices, placed
from app.export.writing import check_folder
from app.model.files import Opened
from app.model.session import Session
from app.model.settings import Settings as Preferences
from app.model.theme import ThemeName
from app.preflight import problems as missing
from core.expr.evaluate import evaluate
from core.io.save import save_atomically

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

_USUAL_SIZE = (1440, 900)
_THEMES = [name for name in ThemeName if name is not ThemeName.PRINT]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)
    parser.add_argument("--to", metavar="OUT.png", required=True, type=output_path, help="the file")
    parser.add_argument("--size", type=window_size, default=_USUAL_SIZE, metavar="WxH", help="1440x900 by default")
    words = "where the debugger stands: before, end, or a step's number; without it nothing is stepped"
    parser.add_argument("--at", type=moment, metavar="STEP", help=words)
    parser.add_argument("--theme", type=theme, default=ThemeName.DARK, help=f"{', '.join(_THEMES)}; dark by default")
    parser.add_argument("--scale", type=float, default=1.0, metavar="N", help=f"up to {LARGEST_SCALE:g}; 1 by default")


def run(arguments: argparse.Namespace) -> int:
    """Draw the window and write the file."""
    path = arguments.to
    if path.suffix.lower() != ".png":
        raise CommandError(f"{path}: a screenshot is a PNG file.", "Let the name end with .png.")
    if arguments.at is Moment.EACH or arguments.theme not in _THEMES:
        raise CommandError("A screenshot shows one moment, in a theme of the window.", f"Use {', '.join(_THEMES)}.")
    check_folder(path)
    scale = Settings(arguments.scale).scale
    source = read_source(arguments)
    if source.has_errors:
        return 1
    save_atomically(path, _picture(source, arguments, scale), keep_backup=False)
    print(path)
    return 0


def _picture(source: SourceFile, arguments: argparse.Namespace, scale: float) -> bytes:
    if found := missing(window=False):
        raise CommandError(" ".join(found))
    from PySide6.QtCore import QCoreApplication, QEvent, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    qInstallMessageHandler(_say_what_matters)
    application = QApplication.instance() or QApplication([sys.argv[0], "-platform", "offscreen", "-style", "fusion"])
    window = _window(source, arguments)
    window.resize(*arguments.size)
    window.show()
    for _ in range(3):  # a layout may ask for another one
        application.processEvents()
    image = _grabbed(window, scale)
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
    qInstallMessageHandler(None)
    return _as_png(image)


def _say_what_matters(_: object, __: object, message: str) -> None:
    """Keep Qt from mentioning what only a real screen can do."""
    if "plugin does not support" not in message:
        print(message, file=sys.stderr)


def _window(source: SourceFile, arguments: argparse.Namespace) -> QWidget:
    from app.shell.window import Window

    document = placed(evaluate(source.document)).document
    session = Session(Opened(document, source=source.name), theme=arguments.theme)
    settings = Preferences()
    settings.change(theme=arguments.theme, reduced_motion=True, shows_welcome=False)
    if arguments.at is not None:
        _step_to(session, arguments.at)
    return Window(session, settings)


def _step_to(session: Session, at: Moment | int) -> None:
    recording = session.stepping.recording
    if recording is None or not recording.events:
        raise ExportError("There is no backward pass to step through.", "Leave --at out.")
    session.stepping.to_event(indices(recording, at)[0])


def _grabbed(window: QWidget, scale: float) -> QImage:
    from PySide6.QtGui import QImage

    image = QImage(window.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    window.render(image)
    return image


def _as_png(image: QImage) -> bytes:
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, Qt takes the name
    return bytes(buffer.data().data())
