"""``export FILE --to OUT``: pictures and code, in the format that the suffix of OUT picks."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.cli.problems import CommandError
from app.cli.sources import add_source, read_source
from app.cli.values import moment, output_path, theme, view
from app.export.application import ensure_application
from app.export.figure import LARGEST_SCALE, Settings
from app.export.formats import FORMATS, TextFormat, format_of
from app.export.pictures import PictureRequest, View
from app.export.writing import export
from app.model.theme import ThemeName
from app.preflight import problems as missing
from core.expr.expression import Expressions
from core.expr.graph import Document
from core.expr.ids import NodeId


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)
    parser.add_argument("--to", metavar="OUT", required=True, type=output_path, help=f"the file: {', '.join(FORMATS)}")
    parser.add_argument(
        "--view", type=view, default=View.EXPRESSION, metavar="VIEW", help=f"{' or '.join(View)}; expression by default"
    )
    parser.add_argument(
        "--at", type=moment, metavar="STEP",
        help="when the picture is taken: before, end, a step's number, or each; usually end, of walks each",
    )  # fmt: skip
    parser.add_argument(
        "--theme", type=theme, default=ThemeName.PRINT, help=f"{', '.join(ThemeName)}; print by default"
    )
    words = "the nodes to show, by their names and with commas between them; all by default"
    parser.add_argument("--only", metavar="NAMES", default="", help=words)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--scale", type=float, default=1.0, metavar="N", help=f"up to {LARGEST_SCALE:g}; 1 by default")
    size.add_argument("--dpi", type=float, metavar="N", help="dots per inch, in place of a scale; 96 is scale 1")
    parser.add_argument("--transparent", action="store_true", help="leave the ground out")
    parser.add_argument("--outlines", action="store_true", help="SVG: write letters as shapes, which need no fonts")
    parser.add_argument("--author", default="", metavar="NAME", help="PNG and PDF: who made it")
    parser.add_argument("--no-document", action="store_true", help="do not keep the document inside the picture")


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    path: Path = arguments.to
    is_picture = not isinstance(format_of(path), TextFormat)
    settings = _settings(arguments)
    source = read_source(arguments)
    if source.has_errors:
        return 1
    if is_picture:
        prepare_drawing()
    request = replace(_request(arguments), only=_nodes(source.document, arguments.only))
    for written in export(source.document, path, request, settings):
        print(written)
    return int(is_picture and source.report_run())


def prepare_drawing() -> None:
    """Make drawing without a display possible, or say what is missing."""
    if found := missing(window=False):
        raise CommandError(" ".join(found))
    ensure_application()


def _settings(arguments: argparse.Namespace) -> Settings:
    if arguments.dpi is not None:
        return Settings.at_dpi(arguments.dpi, outlines=arguments.outlines)
    return Settings(arguments.scale, arguments.outlines)


def _nodes(document: Document, names: str) -> frozenset[NodeId]:
    """The nodes that are named, by their own names or by those that the picture gives them."""
    known = {name: key for key, name in Expressions(document).names.items()}
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise CommandError(f"There is no node named {unknown[0]!r}.", f"There are {', '.join(known)}.")
    return frozenset(known[name] for name in wanted)


def _request(arguments: argparse.Namespace) -> PictureRequest:
    return PictureRequest(
        view=arguments.view,
        at=arguments.at,
        theme=arguments.theme,
        is_transparent=arguments.transparent,
        embeds=not arguments.no_document,
        author=arguments.author,
    )
