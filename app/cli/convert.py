"""``convert FILE --to OUT``: code becomes a document, and a document becomes code."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.problems import CommandError
from app.cli.sources import add_source, read_source
from app.cli.values import output_path
from core.expr.graph import Document
from core.io import project
from core.io.save import save_atomically

CODE = ".py"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)
    parser.add_argument(
        "--to", metavar="OUT", required=True, type=output_path, help=f"a {project.SUFFIX} or {CODE} file"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    path: Path = arguments.to
    suffix = path.suffix.lower()
    if suffix not in (project.SUFFIX, CODE):
        raise CommandError(f"{path}: convert writes no {suffix or 'file without a suffix'}.", "Use .gradwalk or .py.")
    source = read_source(arguments)
    if source.has_errors:
        return 1
    save_atomically(path, content(source.document, suffix))
    print(path)
    return 0


def content(document: Document, suffix: str) -> bytes:
    """A document as code, or as a file with its nodes laid out."""
    if suffix == CODE:
        from core.codegen.torch import to_code

        return to_code(document).text.encode()
    from app.cli.export import prepare_drawing
    from app.export.pictures import placed
    from core.expr.evaluate import evaluate

    prepare_drawing()
    return project.dumps(placed(evaluate(document)).document)
