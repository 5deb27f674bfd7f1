"""How large cards are and how text fits into them, before anything is drawn.

A card's size follows from what it holds and what it is called, never from the state of stepping, so that
no toggle and no step ever moves anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.model.metrics import metrics
from app.render.fonts import elided, text_width
from app.render.formula import Formula
from app.render.formula_layout import typeset
from app.render.looks import (
    CardSize,
    Glyph,
    HeatMap,
    Note,
    NumberText,
    Preview,
    Problem,
    Silhouette,
    Symbol,
)
from app.render.marks import TextStyle

_GAP = 6.0
"""Between a label and the value behind it."""
LEAF_INDENT = 6.0
_SIGN_ROOM = 19.5
"""A gradient line keeps this free behind its label for a check or another sign."""
_COMFORTABLE = 12.0
"""A card grows wider before its number becomes smaller than this."""
_SOCKET_PITCH = 14.0
"""Many inputs make a card taller rather than touch each other."""
RULE_GAP = 8.0
"""Around the remark behind a rule."""
_LONGEST_PILL = 56.0
_LEAST_WELL = 28.0
"""What a sign and the gaps around a number in a well take at least."""
SWITCH_ROOM = 42.0
"""A leaf's switch with the sign in front of it."""
OPERATORS = frozenset("+−×÷·>≥<≤=≠")
"""Symbols that are small in the text face and are set larger."""


def card_size(
    value: Preview | None,
    *,
    silhouette: Silhouette = Silhouette.OPERATION,
    label: str = "",
    symbol: Symbol | None = None,
    title: str = "",
    name: str = "",
    inputs: int = 1,
    largest_cell: float | None = None,
) -> CardSize:
    """The size of a card that holds `value`, in the smallest of the three widths that is wide enough."""
    size = metrics().size
    leaf = silhouette is Silhouette.LEAF
    indent = LEAF_INDENT if leaf else 0.0
    title_room = _leaf_title_room(title) if leaf else _title_room(symbol, title, name)
    width = max(_width_for(value, label, indent), _width_for_title(title_room))
    cell = _cell(value, width, label, indent, largest_cell or size.heat_cell_card)
    heat = value.rows * (cell + 1) - 1 if isinstance(value, HeatMap) else 0.0
    value_row, well = max(size.card_value, heat + 8), max(size.card_well, heat + 10)
    crowded = inputs * _SOCKET_PITCH - (value_row + well) if inputs > 3 else 0.0
    return CardSize(width, value_row + max(crowded, 0.0), well, cell)


def _widths() -> tuple[float, float, float]:
    size = metrics().size
    return size.card_width_scalar, size.card_width_vector, size.card_width_matrix


def _width_for(value: Preview | None, label: str, indent: float) -> float:
    narrow, middle, wide = _widths()
    match value:
        case HeatMap():
            smallest = metrics().size.heat_cell_min
            return middle if _cell_room(value, middle, label, indent) >= smallest else wide
        case NumberText():
            fitting = (width for width in (narrow, middle) if _fits(value, width, label, indent))
            return next(fitting, wide)
        case _:
            return narrow


def _fits(value: NumberText, width: float, label: str, indent: float) -> bool:
    style = TextStyle(_COMFORTABLE, 600)
    return text_width(value.short or value.text, style) <= _value_room(width, label, indent)


def _value_room(width: float, label: str, indent: float) -> float:
    pad = metrics().space.card_pad
    return width - (pad + 2 + indent) - text_width(label, label_style()) - _GAP - pad


def _cell(value: Preview | None, width: float, label: str, indent: float, largest: float) -> float:
    if not isinstance(value, HeatMap):
        return largest
    return min(max(_cell_room(value, width, label, indent), metrics().size.heat_cell_min), largest)


def _cell_room(value: HeatMap, width: float, label: str, indent: float) -> float:
    """The largest whole cell with which the map fits both rows of a card."""
    inset = metrics().space.well_inset
    in_well = width - 2 * (inset + 6) - indent - text_width("grad", label_style(500)) - _SIGN_ROOM - _GAP / 2
    room = min(_value_room(width, label, indent), in_well)
    return (room + 1) // value.columns - 1


def _title_room(symbol: Symbol | None, title: str, name: str) -> float:
    names = text_width(name, title_style()) + 10 if name else 0.0
    return symbol_width(symbol) + text_width(title, title_style()) + names


def _leaf_title_room(title: str) -> float:
    return LEAF_INDENT + text_width(title, variable_style()) + SWITCH_ROOM


def _width_for_title(room: float) -> float:
    needed = room + 2 * metrics().space.card_pad
    return next((width for width in _widths() if needed <= width), _widths()[-1])


def fits_well(value: NumberText, width: float, *, leaf: bool) -> bool:
    """Whether a gradient can be read in the well of a card of some width, with few digits in small letters."""
    room = width - 2 * metrics().space.well_inset - (2 * LEAF_INDENT if leaf else 0.0) - _LEAST_WELL
    return text_width(value.short or value.text, TextStyle(metrics().type.smallest_number, 600)) <= room


def rule_card_size(value: Preview | None = None, least: float = 0.0, *, leaf: bool = False) -> CardSize:
    """The size of a card in the backward graph that holds `value`, and for a leaf twice; `least` is its width."""
    size = metrics().size
    cell, usual = size.heat_cell_card, 2 * size.heat_cell_card + 1  # two rows of cells
    heat = value.rows * (cell + 1) - 1 if isinstance(value, HeatMap) else 0.0
    row = max(usual, heat) + 8
    return CardSize(max(size.card_width_matrix, least), row, max(usual, heat if leaf else 0.0) + 10, cell)


def pill_style() -> TextStyle:
    """A constant in the place of a socket."""
    return TextStyle(metrics().type.size.caption, 600)


def pill_text(constant: str) -> str:
    """A constant as far as there is room for it in the place of a socket."""
    return elided(constant, pill_style(), _LONGEST_PILL)


def pill_width(constant: str) -> float:
    """How wide the pill of a constant is."""
    return max(metrics().size.constant_pill[0], text_width(pill_text(constant), pill_style()) + 12)


def code_title_style() -> TextStyle:
    """The name of a node of the backward graph."""
    return TextStyle(metrics().type.size.small, 500, code=True)


def slot_style() -> TextStyle:
    """The name of an input before its rule, and the remark behind it."""
    return TextStyle(metrics().type.size.badge)


def rule_width(parts: Sequence[tuple[str, Formula, str]]) -> float:
    """How much room the rules of a card take in its well, the gaps included."""
    size = metrics().type.size.number
    return sum(
        text_width(slot, slot_style()) + _GAP + typeset(formula, size).width + RULE_GAP
        + text_width(remark, slot_style()) + RULE_GAP
        for slot, formula, remark in parts
    )  # fmt: skip


def label_style(weight: int = 400) -> TextStyle:
    """Small words on a card: element type, shape, "grad"."""
    return TextStyle(metrics().type.size.micro, weight)


def title_style(*, italic: bool = False) -> TextStyle:
    """The name of an operation, or in italics of a variable."""
    return TextStyle(metrics().type.size.label, 500, italic)


def variable_style() -> TextStyle:
    """The name of a leaf."""
    return TextStyle(metrics().type.size.symbol_word, 600, italic=True)


def symbol_style(glyph: Glyph) -> TextStyle:
    """Operators are set larger than words."""
    sizes = metrics().type.size
    return TextStyle(sizes.symbol if glyph.text in OPERATORS else sizes.symbol_word, 600)


def symbol_width(symbol: Symbol | None) -> float:
    """Room that a symbol takes in front of a title, the gap included."""
    match symbol:
        case None:
            return 0.0
        case Glyph():
            return text_width(symbol.text, symbol_style(symbol)) + _GAP
        case _:
            return 22.0


def fitted(value: NumberText | Note | Problem, room: float, largest: float, weight: int) -> tuple[str, TextStyle]:
    """The text to write in `room` and its style: fewer digits come before smaller letters before cutting."""
    smallest = metrics().type.smallest_number
    short = value.short if isinstance(value, NumberText) else ""
    for text, least in ((value.text, _COMFORTABLE), (short, smallest), (value.text, smallest)):
        size = largest
        while text and size >= least:
            style = TextStyle(size, weight)
            if text_width(text, style) <= room:
                return text, style
            size -= 0.5
    style = TextStyle(smallest, weight)
    return elided(short or value.text, style, room), style
