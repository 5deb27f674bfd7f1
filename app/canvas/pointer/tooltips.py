"""What the canvas says about the thing under the pointer: exact values, shapes, reasons, and what a click does."""

from __future__ import annotations

import numpy as np

from app.canvas.model import Array, CanvasModel
from app.canvas.scene.targets import OnCard, OnInput, OnOutput, OnRegionSwitch, OnScissors, OnSwitch, OnWire, Target
from app.model.sockets import slot_at
from app.render.previews import type_label
from core.expr.graph import Call, Document, Source
from core.expr.ids import NodeId, RegionId, WireId
from core.expr.names import names_of
from core.expr.operations import port_named

_MOST_SHOWN = 64
"""Larger tensors are summarised."""
_WIDTH = 72


def tooltip(model: CanvasModel, target: Target) -> str:
    """The words for a target, several lines where needed, "" where there is nothing to say."""
    match target:
        case OnSwitch(node):
            return _switch(model.document, NodeId(node))
        case OnInput(node, index):
            return _input(model, NodeId(node), index)
        case OnOutput(node, index):
            return _node(model, NodeId(node), index)
        case OnCard(node):
            return _node(model, NodeId(node))
        case OnWire(wire):
            return _wire(model, WireId(wire))
        case OnScissors(wire):
            return _scissors(model.document, WireId(wire))
        case OnRegionSwitch(region):
            return _region_switch(model.document, RegionId(region))
        case _:
            return ""


def exact(array: Array) -> str:
    """Every digit that is needed to tell the numbers from others; large tensors are shortened."""
    return np.array2string(array, max_line_width=_WIDTH, threshold=_MOST_SHOWN, floatmode="unique", separator=", ")


def _node(model: CanvasModel, node: NodeId, output: int = 0) -> str:
    if node not in model.document.nodes:
        return ""
    value, gradient = model.value_of(Source(node, output)), model.gradient_of(node)
    lines = [names_of(model.document)[node]]
    if value is not None:
        lines += [type_label(value), exact(value)]
    if gradient is not None:
        lines.append(f"gradient {exact(gradient)}")
    return _joined(*lines, model.reason_at(node))


def _input(model: CanvasModel, node: NodeId, index: int) -> str:
    """The name of an input, and what is in it."""
    document = model.document
    slot = slot_at(document, node, index) if node in document.nodes else None
    if slot is None:
        return ""
    part, wire = document.nodes[node], document.wiring.at(node, slot)
    port = port_named(part, slot.port)
    if wire is not None:
        return _joined(slot.port, _wire(model, wire.id))
    constant = part.constants.get(slot) if isinstance(part, Call) else None
    held = "not connected" if constant is None else f"constant {constant}"
    return _joined(f"{slot.port}: {held}", port.summary if port else "")


def _wire(model: CanvasModel, wire: WireId) -> str:
    """What a wire carries from where to where, and why no gradient comes back on it."""
    document = model.document
    if wire not in document.wires:
        return ""
    part, names = document.wires[wire], names_of(document)
    value = model.value_of(part.source)
    ends = f"{names[part.source.node]} → {names[part.target]}"
    return _joined(ends, type_label(value) if value is not None else "", model.reason_at(wire))


def _scissors(document: Document, wire: WireId) -> str:
    if wire not in document.wires:
        return ""
    if document.wires[wire].detached:
        return "Attach: let the gradient pass again"
    return "Detach: the value passes, the gradient does not"


def _switch(document: Document, node: NodeId) -> str:
    if node not in document.nodes:
        return ""
    return f"requires_grad is {'on' if document.nodes[node].requires_grad else 'off'}"


def _region_switch(document: Document, region: RegionId) -> str:
    if region not in document.regions:
        return ""
    frame = document.regions[region]
    return f"{frame.kind} is {'on' if frame.enabled else 'off'}"


def _joined(*lines: str) -> str:
    return "\n".join(line for line in lines if line)
