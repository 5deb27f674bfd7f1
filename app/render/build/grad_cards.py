"""Cards of the backward graph: what a grad_fn is given, and what it makes of it for each input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.model.metrics import metrics
from app.model.theme import Family
from app.render.build.gradients import Circumstances, gradient_line, rings
from app.render.build.ground import is_heat_map
from app.render.build.numbers import gradient_preview, is_broken
from app.render.build.progress import NodeProgress
from app.render.fonts import elided, text_width
from app.render.formula import Formula, Kind, Literal, Symbol
from app.render.formula_parse import FormulaError, Style, parse_formula
from app.render.looks import (
    Badge,
    ChipLook,
    GradientLine,
    NodeLook,
    NumberText,
    Preview,
    RuleLine,
    Side,
    Silhouette,
    Socket,
    SocketState,
    ValueLine,
)
from app.render.marks import TextStyle
from app.render.measure import code_title_style, rule_card_size, rule_width, variable_style
from app.render.previews import heat_map, largest, preview, value_sign
from core.debug.arrays import Array, Part, Value
from core.debug.events import EdgeId, Enter, NodeNumber, Unbroadcast, Vjp
from core.debug.formulas import operand_label, with_labels
from core.debug.nodes import GradNode
from core.debug.recording import Recording
from core.ops.rule import root

FLOW = Side.TOP
"""Results stand above what they were computed from, so that gradients run downwards."""
_WIDEST = 380.0
_LONGEST_FORMULA = 150.0
_LONGEST_VALUE = 72.0
_RULE_PAD = 30.0
_TITLE_PAD = 40.0


@dataclass(frozen=True, slots=True, eq=False)
class GradParts:
    """What does not change while stepping: the card of a grad_fn, and the tensors that it keeps."""

    look: NodeLook
    chips: tuple[ChipLook, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What happened in a recording: what each node was given, and for each edge the rule and what was summed."""

    given: Mapping[NodeNumber, Value]
    used: Mapping[EdgeId, Vjp]
    summed: Mapping[EdgeId, Unbroadcast]


@dataclass(frozen=True, slots=True)
class Ranges:
    """The ends of the ranges that the heat maps of gradients, and those of saved tensors, share."""

    gradients: float | None
    saved: float | None


def rules_of(recording: Recording) -> Rules:
    """Gather what a recording says about its nodes and edges."""
    given: dict[NodeNumber, Value] = {}
    used: dict[EdgeId, Vjp] = {}
    summed: dict[EdgeId, Unbroadcast] = {}
    for event in recording.events:
        match event:
            case Enter(node=node, gradients=(first, *_)) if first is not None:
                given[node] = first
            case Vjp(node=node, slot=slot):
                used[EdgeId(node, slot)] = event
            case Unbroadcast(node=node, slot=int() as slot) if event.axes:
                summed[EdgeId(node, slot)] = event
    return Rules(given, used, summed)


def saved_limit(rules: Rules) -> float | None:
    """The end of the range that the heat maps of all saved tensors share."""
    held = (one for event in rules.used.values() for _, one in event.operands)
    shown = (one for one in held if isinstance(one, np.ndarray) and one.dtype.kind == "f" and is_heat_map(one))
    return max(map(largest, shown), default=0.0) or None


def grad_parts(recording: Recording, node: GradNode, rules: Rules, ranges: Ranges) -> GradParts:
    """The card of a backward node before anything has come to it, with room for what will."""
    given = rules.given.get(node.number)
    shown = None if given is None else gradient_preview(given, ranges.gradients)
    if node.is_leaf:
        return GradParts(_leaf(node, shown), ())
    parts = tuple(_rule(recording, node, slot, rules) for slot in node.edges)
    title = text_width(node.name, code_title_style()) + text_width(_short(node.label), variable_style())
    width = max(rule_width(parts) + _RULE_PAD, title + _TITLE_PAD)
    look = NodeLook(
        rule_card_size(shown, min(width, _WIDEST)),
        category="leaf",
        title=node.name,
        code_title=True,
        name="" if node.label == node.name else _short(node.label),
        value=ValueLine("in", family=Family.GRADIENT),
        gradient=RuleLine(parts),
        inputs=(Socket(),) * len(node.edges),
        outputs=(Socket(),) * len(node.shapes),
        output_side=FLOW,
    )
    return GradParts(look, tuple(_chips(recording, node, rules, ranges.saved)))


def _leaf(node: GradNode, shown: Preview | None) -> NodeLook:
    return NodeLook(
        rule_card_size(shown, leaf=True),
        Silhouette.LEAF,
        "leaf",
        title=node.name,
        code_title=True,
        name=_short(node.label),
        value=ValueLine("in", family=Family.GRADIENT),
        gradient=GradientLine(label=".grad", code_label=True),
        outputs=(Socket(),),
        output_side=FLOW,
    )


def _short(label: str) -> str:
    return label if len(label) <= 10 else ""


def _rule(recording: Recording, node: GradNode, slot: int, rules: Rules) -> tuple[str, Formula, str]:
    """What an input receives, as far as a rule was used for it."""
    event = rules.used.get(EdgeId(node.number, slot))
    formula = Literal("…") if event is None else _formula(recording, event)
    return node.slot_name(slot), formula, ""


def _formula(recording: Recording, event: Vjp) -> Formula:
    """The rule with the names of the tensors: the gradient warm, the saved values cool."""
    text = with_labels(recording, event)
    labels = {operand_label(recording, event, name) for name, _ in event.operands if root(name) == name}
    names: dict[str, Formula] = {label: Symbol(label, Kind.VALUE) for label in labels if label.isidentifier()}
    style = Style(names | {"g": Symbol("g", Kind.GRADIENT)}, stacked=False)
    try:
        formula = parse_formula(text, style)
    except FormulaError:
        formula = Literal(text)
    if rule_width((("", formula, ""),)) > _LONGEST_FORMULA:
        return Literal(elided(text, _formula_style(), _LONGEST_FORMULA))
    return formula


def _formula_style() -> TextStyle:
    return TextStyle(metrics().type.size.number)


def _chips(recording: Recording, node: GradNode, rules: Rules, limit: float | None) -> Sequence[ChipLook]:
    """The tensors that the rules read, each once."""
    found: dict[str, ChipLook] = {}
    for event in (rules.used[edge] for slot in node.edges if (edge := EdgeId(node.number, slot)) in rules.used):
        for name, held in event.operands:
            if root(name) == name and isinstance(held, np.ndarray) and name not in found:
                variable, broken = _short(operand_label(recording, event, name)), value_sign(held) is not None
                found[name] = ChipLook(name, variable, _chip(held, limit), nonfinite=broken)
    return list(found.values())


def _chip(held: Array, limit: float | None) -> Preview:
    """The value on a chip: numbers if they are short, otherwise cells."""
    reach = limit if held.dtype.kind == "f" else None
    shown = preview(held, reach)
    if isinstance(shown, NumberText) and held.ndim and text_width(shown.text, _formula_style()) > _LONGEST_VALUE:
        return heat_map(held, reach)
    return shown


# While stepping -----------------------------------------------------------------------------------------


def grad_look(base: NodeLook, progress: NodeProgress, sent: Sequence[Part], limit: float | None) -> NodeLook:
    """The card at the cursor; `sent` are the gradients that have left by its inputs."""
    given = progress.arrivals[0] if progress.arrivals else None
    value = base.value
    if given is not None:
        sign = Badge.NONFINITE if is_broken(given) else None
        value = replace(value, preview=gradient_preview(given, limit), sign=sign)
    gradient = base.gradient
    if isinstance(gradient, GradientLine):
        line = gradient_line(progress, Circumstances(is_leaf=True, limit=limit, width=base.size.width))
        gradient = replace(line, label=gradient.label, code_label=True)
    return replace(
        base,
        value=value,
        gradient=gradient,
        inputs=tuple(_warm(one) for one in sent),
        outputs=tuple(_warm(one) for one in progress.arrivals),
        rings=rings(progress),
        queue=progress.place,
        emphasis=progress.emphasis,
    )


def _warm(gradient: Part) -> Socket:
    if gradient is None:
        return Socket()
    return Socket(SocketState.NONFINITE if is_broken(gradient) else SocketState.GRADIENT)
