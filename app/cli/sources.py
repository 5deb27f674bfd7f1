"""What a command works on: FILE, `-e CODE`, or `-` for standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from app.cli.problems import CommandError, report
from app.export.opening import LARGEST, Reading, read_content, read_file
from app.model.examples import find_example
from core.expr.graph import Document
from core.expr.problems import Problem, Severity, placed
from core.expr.run import run as run_document
from core.io import project
from core.io.fields import FormatError

_CODE, _INPUT = _UNNAMED = "<code>", "<stdin>"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """What a command was given, by the name that messages call it."""

    name: str
    reading: Reading

    @property
    def title(self) -> str:
        """What a window calls it: the name of its file, if it is in one."""
        return "" if self.name in _UNNAMED else Path(self.name).name

    @property
    def document(self) -> Document:
        """The document that was read."""
        return self.reading.document

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be read."""
        return self.reading.problems

    @property
    def has_errors(self) -> bool:
        """Whether something could not be read."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def report_run(self) -> bool:
        """Print what cannot be computed or run, and so looks different in a picture; whether an error is among it."""
        return report(self.name, self.placed(run_document(self.document, is_whole=not self.has_errors).problems))

    def placed(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Problems of nodes and actions with their places in the code."""
        return placed(problems, self.reading.spans, self.reading.action_spans)


def add_source(parser: argparse.ArgumentParser) -> None:
    """Let a command take FILE, `-e CODE` or `-`."""
    given = parser.add_mutually_exclusive_group(required=True)
    words = "a document, code, or an exported picture; - reads standard input"
    given.add_argument("file", nargs="?", metavar="FILE", help=words)
    given.add_argument("-e", dest="code", metavar="CODE", help="the code itself, in place of FILE")


def read_source(arguments: argparse.Namespace) -> SourceFile:
    """Read what the command line names, and print what of it makes no sense.

    Raises CommandError (or OSError) when nothing can be read.
    """
    source = read_silently(arguments)
    report(source.name, source.problems)
    return source


def read_silently(arguments: argparse.Namespace) -> SourceFile:
    """Read what the command line names, for a command that prints the problems itself."""
    name = _CODE if arguments.code is not None else _INPUT if arguments.file == "-" else arguments.file
    try:
        reading = _read(arguments)
        return SourceFile(name, _identified(reading) if reading.is_code else reading)
    except FormatError as error:
        raise CommandError(f"{name}: {error.message}", error.hint) from None


def _identified(reading: Reading) -> Reading:
    """Give the same code the same id each time it is read, so that the files made of it are the same bytes."""
    content = project.dumps(replace(reading.document, id=""))
    return replace(reading, document=replace(reading.document, id=sha256(content).hexdigest()[:32]))


def _advice(name: str) -> str:
    example = find_example(name)
    if example is None:
        return "Check the name, or give code with -e."
    return f"An example has that name: `examples {example.name} --to {example.name}.py` writes it into a file."


def _read(arguments: argparse.Namespace) -> Reading:
    if arguments.code is not None:
        return read_content(arguments.code.encode("utf-8", "surrogateescape"), ".py")
    if arguments.file == "-":
        return read_content(sys.stdin.buffer.read(LARGEST))
    path = Path(arguments.file)
    if path.is_dir():
        raise CommandError(f"{path}: this is a folder.", "Name a file in it.")
    if not path.exists():
        raise CommandError(f"{path}: there is no such file.", _advice(arguments.file))
    return read_file(path)
