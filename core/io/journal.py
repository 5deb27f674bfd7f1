"""Change sets as JSON, and a document with the changes since, as lines of text.

The first line holds the document, each further line one change set. Lines are only ever added, so a crash costs
at most the line that was being written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from core.errors import ArgumentError
from core.expr import graph
from core.expr.changes import Change, ChangeSet, Part, PartChange, Setting, SettingChange, apply
from core.expr.graph import Document
from core.io import fields as read
from core.io.assemble import Assembled
from core.io.fields import FormatError
from core.io.parts import REGION, WIRE, read_action, read_node, write_action, write_part
from core.io.project import document_of, json_of, parse_json

_READERS: dict[str, read.Read] = {"node": read_node, "wire": WIRE.read, "region": REGION.read}
_SETTINGS: dict[Setting, read.Read] = {
    Setting.TITLE: read.text,
    Setting.NOTE: read.text,
    Setting.ACTIONS: read.each(read_action),
    Setting.VIEW: read.mapping,
}


def write_changes(changes: ChangeSet) -> dict[str, Any]:
    """Return a change set as JSON."""
    return {"name": changes.name, "changes": [_write_change(one) for one in changes.changes]}


def _write_change(change: Change) -> dict[str, Any]:
    match change:
        case PartChange(before, after, at):
            parts = {"before": before and write_part(before), "after": after and write_part(after)}
            return {"part": _kind(change.part), **parts, "at": at}
        case SettingChange(setting, before, after):
            return {
                "setting": setting.value,
                "before": _write_setting(setting, before),
                "after": _write_setting(setting, after),
            }


def _kind(part: Part) -> str:
    match part:
        case graph.Wire():
            return "wire"
        case graph.Region():
            return "region"
    return "node"


def _write_setting(setting: Setting, value: Any) -> Any:
    return [write_action(one) for one in value] if setting is Setting.ACTIONS else value


def read_changes(value: Any) -> ChangeSet:
    """Read a change set, or raise FormatError."""
    given = read.mapping(value)
    changes = read.each(_read_change)(given.get("changes"))
    return ChangeSet(read.text(given.get("name")), changes)


def _read_change(value: Any) -> Change:
    given = read.mapping(value)
    if "setting" in given:
        setting: Setting = read.one_of(Setting, "title, note, actions or view")(given["setting"])
        reader = _SETTINGS[setting]
        return SettingChange(setting, reader(given.get("before")), reader(given.get("after")))
    part = given.get("part")
    if not isinstance(part, str) or part not in _READERS:
        raise read.wrong("node, wire or region", part)
    reader = read.optional(_READERS[part])
    before, after = reader(given.get("before")), reader(given.get("after"))
    if before is None and after is None:
        raise FormatError("a change has something before it or after it.")
    at = given.get("at", -1)
    return PartChange(before, after, -1 if at == -1 else read.count(at))


def first_line(document: Document, header: dict[str, Any]) -> bytes:
    """Return the first line of a journal: the document, and what else is to be known about it."""
    return _line({**header, "document": json_of(document)})


def line_of(changes: ChangeSet) -> bytes:
    """Return the line for one change set."""
    return _line(write_changes(changes))


def _line(data: Any) -> bytes:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def header_of(line: bytes) -> dict[str, Any]:
    """Return what stands in the first line, the document included."""
    return read.mapping(parse_json(line))


def replay(header: dict[str, Any], lines: Iterable[bytes]) -> Assembled:
    """Return the document at the end of a journal; a line that cannot be read ends it."""
    start = document_of(read.mapping(header.get("document")))
    document = start.document
    for line in lines:
        try:
            document = apply(document, read_changes(parse_json(line)).changes)
        except ArgumentError:
            break
    return Assembled(document, start.problems)
