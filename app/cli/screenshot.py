"""``screenshot FILE --to OUT.png``: the whole window, drawn without a display."""

from __future__ import annotations

import argparse

from app.cli.problems import CommandError
from app.cli.sources import SourceFile, add_source, read_source
from app.cli.values import moment, output_path, theme, window_size
from app.export.figure import LARGEST_SCALE, Settings
from app.export.pictures import Moment
from app.export.writing import check_folder
from app.model.settings import USUAL_SIZE
from app.model.theme import ThemeName
from app.preflight import problems as missing
from core.io.save import save_atomically

_THEMES = [name for name in ThemeName if name is not ThemeName.PRINT]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)
    parser.add_argument("--to", metavar="OUT.png", required=True, type=output_path, help="the file")
    parser.add_argument("--size", type=window_size, default=USUAL_SIZE, metavar="WxH", help="1440x900 by default")
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
    return int(source.report_run())


def _picture(source: SourceFile, arguments: argparse.Namespace, scale: float) -> bytes:
    if found := missing(window=False):
        raise CommandError(" ".join(found))
    from app.shell.screenshot import as_png, screenshot

    image = screenshot(
        source.document, name=source.title, size=arguments.size, at=arguments.at, theme=arguments.theme, scale=scale
    )
    return as_png(image)
