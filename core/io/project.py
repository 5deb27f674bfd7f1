"""The `.gradwalk` file: a document as UTF-8 JSON with sorted keys, in a stable order.

Reading one runs no code and takes bounded time and memory, whatever is in it. A file that is not a document, or
that a newer version wrote, is refused; a part that makes no sense is left out, and the reader is told.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from core.expr.graph import Document
from core.io import fields as read
from core.io.assemble import Assembled, assemble
from core.io.fields import FormatError
from core.io.migrations import SCHEMA, migrate
from core.io.parts import write_action, write_part
from core.io.save import fingerprint, save_atomically
from core.version import VERSION

SUFFIX = ".gradwalk"
MAX_BYTES = 32_000_000
_MAX_CONTAINERS = 400_000
_MAX_VALUES = 3_000_000
_FORMAT = "gradwalk"


def load(path: Path) -> Assembled:
    """Read a document from a file.

    Raises OSError when the file cannot be read, and FormatError when it holds no document of this version.
    """
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    return loads(content)


def loads(content: bytes) -> Assembled:
    """Read a document from the content of a file."""
    data = parse_json(content)
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise FormatError("This is not a Gradwalk document.", "Code in a .py file can be opened as well.")
    return document_of(data)


def document_of(data: dict[str, Any]) -> Assembled:
    """Read a document from JSON of any schema up to the present one."""
    schema = data.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool) or schema < 1:
        raise read.wrong("an integer from 1", schema).inside("schema")
    if schema > SCHEMA:
        raise _too_new(schema, data.get("made_by"))
    try:
        return assemble(migrate(data, schema))
    except RecursionError:
        raise _too_deep() from None


def dumps(document: Document) -> bytes:
    """Return what a file with this document contains."""
    return write_json(json_of(document))


def json_of(document: Document) -> dict[str, Any]:
    """Return a document as JSON of the present schema."""
    return {
        **document.extra,
        "format": _FORMAT,
        "schema": SCHEMA,
        "made_by": VERSION,
        "id": document.id,
        "title": document.title,
        "note": document.note,
        "nodes": [write_part(node) for node in document.nodes.values()],
        "wires": [write_part(wire) for wire in document.wires.values()],
        "regions": [write_part(region) for region in document.regions.values()],
        "actions": [write_action(action) for action in document.actions],
        "view": dict(document.view),
    }


def save(document: Document, path: Path) -> str:
    """Write a document to a file, in one step, and return its fingerprint; the content before is kept as a backup."""
    content = dumps(document)
    save_atomically(path, content)
    return fingerprint(content)


def write_json(data: Mapping[str, Any]) -> bytes:
    """Return JSON with sorted keys, and lists with one item a line, so that a small edit is a small difference."""
    entries = (f"{_line(key)}: {_block(value)}" for key, value in sorted(data.items()))
    text = "{\n" + ",\n".join(entries) + "\n}\n"
    return text.encode("utf-8", "backslashreplace")  # half a character becomes its JSON escape


def _block(value: Any) -> str:
    return "[\n" + ",\n".join(map(_line, value)) + "\n]" if isinstance(value, list) and value else _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def parse_json(content: bytes) -> Any:
    """Parse JSON from a stranger: of bounded size and depth, with finite numbers only."""
    if len(content) > MAX_BYTES:
        raise FormatError(f"The file is larger than {MAX_BYTES // 1_000_000} MB.", "Gradwalk does not open it.")
    if content.count(b"[") + content.count(b"{") > _MAX_CONTAINERS or content.count(b",") > _MAX_VALUES:
        raise FormatError("The file holds more parts than Gradwalk can show.", "It is not opened.")
    try:
        text = content.decode("utf-8-sig")
        return json.loads(text, parse_float=_finite, parse_constant=_not_finite)
    except UnicodeDecodeError as error:
        raise FormatError(f"The file is not UTF-8 text (byte {error.start}).") from None
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        raise FormatError(f"The file is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"The file is not JSON: {error}.") from None


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _not_finite(digits)


def _not_finite(word: str) -> NoReturn:
    raise FormatError(f"The file has the number {word[:20]} in it, which no document may hold.")


def _too_deep() -> FormatError:
    return FormatError("The file is nested too deeply.", "It is not opened.")


def _short(schema: int) -> str:
    return str(schema) if schema < 10**9 else "unknown"


def _too_new(schema: int, made_by: Any) -> FormatError:
    version = made_by if isinstance(made_by, str) and len(made_by) < 40 else "a newer version"
    return FormatError(
        f"The file was saved by Gradwalk {version} (schema {_short(schema)}); this is Gradwalk {VERSION}, "
        f"which opens files up to schema {SCHEMA}.",
        f"Open it with Gradwalk {version}.",
    )
