"""Stepping as a document remembers it: the stops, the bookmarks and the place, as plain data for its file.

What is read may come from anywhere: entries that make no sense are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from app.model.stepping import Stepping
from core.debug.breakpoints import OnEvent, OnGradient, OnNode, OnOp, Stop, Trigger
from core.debug.predicate_parser import PredicateError, parse_predicate
from core.expr.graph import Document

MOST_STOPS = 500
"""More stops or bookmarks are not read."""


_KEY = "stepping"
_UNKNOWN = 2**31
"""More events than any pass has, where it is not recorded yet."""


def with_memory(document: Document, stepping: Stepping) -> Document:
    """The document as it is written into its file, with what is remembered in its view."""
    view, memory = {**document.view}, remembered(stepping)
    view.pop(_KEY, None)
    return replace(document, view=view | {_KEY: memory} if memory else view)


def recall_from(document: Document, stepping: Stepping) -> None:
    """Go on with what the file of a document remembers."""
    memory = document.view.get(_KEY)
    if isinstance(memory, Mapping):
        recall(stepping, memory)
    stepping.marks.keep()


def remembered(stepping: Stepping) -> dict[str, Any]:
    """What there is to remember."""
    found = {
        "stops": [entry for stop in stepping.marks.stops if (entry := _written(stop))],
        "bookmarks": [*stepping.bookmarks],
        "event": stepping.index if stepping.is_stepping else None,
    }
    return {name: held for name, held in found.items() if held not in (None, [])}


def recall(stepping: Stepping, memory: Mapping[str, Any]) -> None:
    """Set the stops and bookmarks, and go to the place, as far as they are there."""
    stepping.marks.set_stops(_stops(memory.get("stops")))
    recording = stepping.recording
    last = len(recording.events) - 1 if recording is not None else -1
    listed = _events(memory.get("bookmarks"), last if recording is not None else _UNKNOWN)
    stepping.marks.recall_bookmarks(recording, listed)
    place = memory.get("event")
    if _is_event(place, last) and stepping.obstacle is None:
        stepping.to_event(place)


def _written(stop: Stop) -> dict[str, Any] | None:
    """A stop as plain data; None for one that only makes sense in one recording."""
    match stop.trigger:
        case OnNode(node=None, origin=origin) if origin is not None:
            trigger = {"on": "node", "node": str(origin)}
        case OnGradient(node=None, origin=origin):
            trigger = {"on": "gradient", "node": "" if origin is None else str(origin)}
        case OnOp(op):
            trigger = {"on": "op", "op": op}
        case OnEvent(kind):
            trigger = {"on": "event", "kind": kind}
        case _:
            return None
    rest = {"condition": stop.condition, "hit": stop.hit, "enabled": stop.enabled, "log": stop.log}
    return trigger | rest


def _stops(entries: Any) -> Iterator[Stop]:
    for entry in entries[:MOST_STOPS] if isinstance(entries, list) else ():
        stop = _read(entry) if isinstance(entry, dict) else None
        if stop is not None:
            yield stop


def _read(entry: Mapping[str, Any]) -> Stop | None:
    trigger, condition = _trigger(entry), _text(entry, "condition")
    hit = entry.get("hit", 0)
    if trigger is None or not isinstance(hit, int) or hit < 0:
        return None
    try:
        if condition:
            parse_predicate(condition)
    except PredicateError:
        return None
    return Stop(trigger, condition, hit, enabled=entry.get("enabled") is not False, log=_text(entry, "log"))


def _trigger(entry: Mapping[str, Any]) -> Trigger | None:
    match _text(entry, "on"):
        case "node" if node := _text(entry, "node"):
            return OnNode(origin=node)
        case "gradient":
            return OnGradient(origin=_text(entry, "node") or None)
        case "op" if op := _text(entry, "op"):
            return OnOp(op)
        case "event" if kind := _text(entry, "kind"):
            return OnEvent(kind)
    return None


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key, "")
    return value if isinstance(value, str) else ""


def _events(entries: Any, last: int) -> list[int]:
    listed = entries[:MOST_STOPS] if isinstance(entries, list) else []
    return [*dict.fromkeys(index for index in listed if _is_event(index, last))]


def _is_event(index: Any, last: int) -> TypeGuard[int]:
    return isinstance(index, int) and not isinstance(index, bool) and 0 <= index <= last
