"""Reading whatever holds an expression: a document, code, or a picture with a document inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.export.embedding import can_hold_document, embedded_document
from core.expr.graph import Document
from core.expr.ids import NodeId
from core.expr.limits import MAX_CODE
from core.expr.parse import parse
from core.expr.problems import Problem, Span
from core.io import project
from core.io.fields import FormatError
from core.io.save import fingerprint

LARGEST = 256_000_000
"""Bytes of a file that are read at all; documents have a smaller limit of their own."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, what of it makes no sense, and where in the code each node and each action stands.

    `is_file` says that it was a document in a file of its own, which saving may write to again, and `fingerprint`
    with what content; `is_code` that it was code, which gives the document no id that lasts.
    """

    document: Document
    problems: tuple[Problem, ...] = ()
    spans: Mapping[NodeId, Span] = field(default_factory=dict)
    is_file: bool = False
    is_code: bool = False
    action_spans: Sequence[Span] = ()
    fingerprint: str = ""


def read_file(path: Path) -> Reading:
    """Read a file; raises OSError, or FormatError where nothing in it can be read."""
    with path.open("rb") as file:
        content = file.read(LARGEST)
    return read_content(content, path.suffix.lower())


def read_content(content: bytes, suffix: str = "") -> Reading:
    """Read the content of a file; what it is shows in the content, save for pictures."""
    in_picture = can_hold_document(Path(f"_{suffix}"))
    if in_picture:
        content = embedded_document(content, suffix)
    if suffix == project.SUFFIX or content.lstrip()[:1] == b"{":
        read = project.loads(content)
        return Reading(read.document, read.problems, is_file=not in_picture, fingerprint=fingerprint(content))
    return _read_code(content)


def _read_code(content: bytes) -> Reading:
    if len(content) > MAX_CODE * 4:  # bytes of a character, at most
        raise FormatError(f"The code has {len(content):,} bytes; {MAX_CODE:,} characters are allowed.")
    try:
        code = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"This is not text (byte {error.start}).", "Code is UTF-8 text.") from None
    parsed = parse(code)
    return Reading(parsed.document, parsed.problems, parsed.spans, is_code=True, action_spans=parsed.action_spans)
