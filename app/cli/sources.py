"""What a command works on: FILE, `-e CODE`, or `-` for standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.problems import CommandError, report
from core.expr.graph import Document
from core.expr.ids import NodeId
from core.expr.parse import parse
from core.expr.problems import Problem, Severity, Span, placed
from core.io import project
from core.io.fields import FormatError

_LARGEST = 256_000_000
"""Bytes of a file that is read at all; documents in it have a smaller limit of their own."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A document that was read, what in the file makes no sense, and where in the code each node stands."""

    name: str
    document: Document
    problems: tuple[Problem, ...] = ()
    spans: Mapping[NodeId, Span] = field(default_factory=dict)
    action_spans: Sequence[Span] = ()

    def placed(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Problems of nodes and actions with their places in the code."""
        return placed(problems, self.spans, self.action_spans)

    @property
    def has_errors(self) -> bool:
        """Whether something could not be read."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


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
    if arguments.code is not None:
        return _from_code("<code>", arguments.code)
    if arguments.file == "-":
        return from_bytes("<stdin>", sys.stdin.buffer.read(_LARGEST))
    return read_file(Path(arguments.file))


def read_file(path: Path) -> SourceFile:
    """Read a document, code, or an exported picture."""
    if path.is_dir():
        raise CommandError(f"{path}: this is a folder.", "Name a file in it.")
    if not path.exists():
        raise CommandError(f"{path}: there is no such file.", "Check the name, or give code with -e.")
    with path.open("rb") as file:
        content = file.read(_LARGEST)
    return from_bytes(str(path), content, path.suffix.lower())


def from_bytes(name: str, content: bytes, suffix: str = "") -> SourceFile:
    """Read the content of a file; what it is shows in the content, save for pictures."""
    try:
        if suffix in (".svg", ".png", ".pdf"):
            from app.export.embedding import embedded_document

            content = embedded_document(content, suffix)
        if suffix == project.SUFFIX or content.lstrip()[:1] == b"{":
            read = project.loads(content)
            return SourceFile(name, read.document, read.problems)
        return _from_code(name, content.decode("utf-8-sig"))
    except FormatError as error:
        raise CommandError(f"{name}: {error.message}", error.hint) from None
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: This is not text (byte {error.start}).", "Code is UTF-8 text.") from None


def _from_code(name: str, code: str) -> SourceFile:
    parsed = parse(code)
    return SourceFile(name, parsed.document, parsed.problems, parsed.spans, parsed.action_spans)
