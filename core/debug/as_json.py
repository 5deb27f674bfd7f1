"""Events as JSON: one flat object each, with the field names in snake_case."""

from __future__ import annotations

import math
from dataclasses import fields
from enum import Enum
from typing import Any, TypeAlias

import numpy as np

from core.debug.arrays import Statistics, statistics
from core.debug.events import EdgeId, Event, PassBegin, Vjp
from core.debug.formulas import with_labels
from core.debug.recording import Recording

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | int | bool | None"

MOST_ELEMENTS = 1000
"""A larger array is given by its statistics."""

_HEAD = ("index", "node", "origin")


def event_as_json(recording: Recording, index: int) -> dict[str, Json]:
    """Return an event as JSON: ``{"i": 7, "event": "Vjp", "grad_fn": "MulBackward0", "node": "t1", ...}``.

    NaN and the infinities are the strings "nan", "inf" and "-inf".
    """
    event = recording.events[index]
    head: dict[str, Json] = {"i": index, "event": event.kind}
    if event.node is not None:
        node = recording.nodes[event.node]
        head |= {"grad_fn": node.name, "node": node.label}
    return head | _fields(recording, event)


def _fields(recording: Recording, event: Event) -> dict[str, Json]:
    match event:
        case PassBegin():
            labels: list[Json] = [recording.nodes[number].label for number in event.roots]
            settings = {name: _plain(getattr(event, name)) for name in ("retain_graph", "create_graph", "grad_enabled")}
            return {"roots": labels, **settings, "nodes": len(event.expected)}
        case Vjp():
            operands: dict[str, Json] = {name: _plain(one) for name, one in event.operands}
            numbers = {"incoming": _plain(event.incoming), "operands": operands, "result": _plain(event.result)}
            return {"slot": event.slot, "formula": with_labels(recording, event), **numbers}
    values = {one.name: getattr(event, one.name) for one in fields(event) if one.name not in _HEAD}
    return {name: _edge(recording, one) if isinstance(one, EdgeId) else _plain(one) for name, one in values.items()}


def _edge(recording: Recording, edge: EdgeId) -> Json:
    node = recording.nodes[edge.node]
    return {"grad_fn": node.name, "node": node.label, "slot": edge.slot}


def _plain(value: Any) -> Json:
    match value:
        case np.ndarray():
            return _plain(value.tolist()) if value.size <= MOST_ELEMENTS else _plain(statistics(value))
        case Statistics():
            return {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.name != "place"}
        case Enum():
            return str(value)
        case bool() | int() | str() | None:
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case (only,) if isinstance(value, tuple) and isinstance(only, np.ndarray | Statistics):
            return _plain(only)  # the gradient of a node's only result
        case tuple() | list():
            return [_plain(one) for one in value]
    return str(value)
