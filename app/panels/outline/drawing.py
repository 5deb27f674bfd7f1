"""How a row of the outline is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.theme import Theme
from app.panels.outline.rows import NodeRow, RegionRow, Row, gradient_text, value_text
from app.render.draw_region import REGION_ICONS
from app.render.fonts import elided, text_width
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.looks import GradientLine, GradientState, Icon, NodeLook, RegionKind, Ring, Silhouette
from app.render.marks import Anchor, Box, Marks, Stroke, Text, TextStyle

ROW, HEADING = 26, 30
_LEFT, _NAME, _INSET = 16.0, 37.0, 7.0
_VALUE_SHARE = 0.635
_RIGHT = 13.0
_APART = 8.0
_ICON = 13.0


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns end, for some width of the pane."""

    width: float

    @property
    def value(self) -> float:
        """The right end of the values."""
        return self.width * _VALUE_SHARE

    @property
    def gradient(self) -> float:
        """The right end of the gradients."""
        return self.width - _RIGHT


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row stands out."""

    selected: bool = False
    pointed: bool = False
    focused: bool = False


def caption_marks(columns: Columns, theme: Theme) -> Marks:
    """The titles of the columns with numbers."""
    style, colour = TextStyle(theme.metrics.type.size.caption), theme.colour("text.quiet")
    ends = (("value", columns.value), ("grad", columns.gradient))
    return tuple(Text(x, 20.5, title, style, colour, Anchor.END) for title, x in ends)


def heading_marks(title: str, theme: Theme) -> Marks:
    """The title of a part."""
    return (Text(_LEFT, 20, title, TextStyle(theme.metrics.type.size.small), theme.colour("text.quiet")),)


def row_marks(row: Row, name: str, columns: Columns, state: RowState, theme: Theme) -> Marks:
    """A row: what it is, its value and its gradient. A name and a value that are both long have half of it each."""
    ink = Ink(theme)
    ground = _ground(row, columns, state, ink)
    number = TextStyle(theme.metrics.type.size.label)
    room, style = columns.value - _NAME - _APART, _name_style(theme)
    value = elided(value_text(row), number, max(room - text_width(name, style), room / 2))
    gradient = elided(gradient_text(row), number, columns.gradient - columns.value - 10)
    title = elided(name, style, room - text_width(value, number))
    return (
        *ground,
        *_sign(row, ink),
        Text(_NAME, 17.5, title, style, ink("text")),
        Text(columns.value, 17.5, value, number, ink(_value_token(row)), Anchor.END),
        Text(columns.gradient, 17.5, gradient, number, ink(_gradient_token(row)), Anchor.END),
    )


def _name_style(theme: Theme) -> TextStyle:
    return TextStyle(theme.metrics.type.size.label)


def _value_token(row: Row) -> str:
    return row.look.value.token if isinstance(row, NodeRow) else "text.quiet"


def _gradient_token(row: Row) -> str:
    if isinstance(row, RegionRow) or not isinstance(row.look.gradient, GradientLine):
        return "text.quiet"
    match row.look.gradient.state:
        case GradientState.NONE | GradientState.BLOCKED | GradientState.GHOST:
            return "text.quiet"
        case GradientState.NONFINITE:
            return "nan.text"
    return "gradient.strong"


def _ground(row: Row, columns: Columns, state: RowState, ink: Ink) -> Marks:
    width, radius = columns.width - 2 * _INSET, ink.theme.metrics.radius.button
    rings = row.look.rings if isinstance(row, NodeRow) else frozenset()
    marks: Marks = ()
    if state.selected or Ring.CURRENT in rings:
        marks += (Box(_INSET, 0, width, ROW, radius, fill=ink("row.selected")),)
    elif state.pointed:
        marks += (Box(_INSET, 0, width, ROW, radius, fill=ink("row.hover")),)
    if Ring.CURRENT in rings:
        marks += (Box(_INSET - 1, 3, 3, ROW - 6, 1.5, fill=ink("gradient.base")),)
    if Ring.READY in rings:
        dashed = Stroke(ink("gradient.base"), 1.25, ink.theme.metrics.line.ring_ready_dash)
        marks += (Box(_INSET + 0.5, 0.5, width - 1, ROW - 1, radius, stroke=dashed),)
    if state.focused:
        focus = Stroke(ink("focus"), ink.theme.metrics.line.hairline)
        marks += (Box(_INSET + 0.5, 0.5, width - 1, ROW - 1, radius, stroke=focus),)
    return marks


def _sign(row: Row, ink: Ink) -> Marks:
    if isinstance(row, RegionRow):
        colour = ink(f"region.{row.region.kind}.text")
        return icon_marks(REGION_ICONS[RegionKind(row.region.kind)], _LEFT - 1, 6.5, _ICON, colour)
    return _symbol(row.look, ink)


def _symbol(look: NodeLook, ink: Ink) -> Marks:
    colour = ink(f"card.symbol.{look.category}")
    if isinstance(look.symbol, Icon):
        return icon_marks(look.symbol.name, _LEFT - 1, 6.5, _ICON, colour, 1.6)
    is_leaf = look.silhouette is Silhouette.LEAF
    text = "x" if is_leaf else look.symbol.text if look.symbol is not None else ""
    style = TextStyle(13 if len(text) < 3 else 9, 600, italic=is_leaf)
    return (Text(_LEFT + 5, 17.5, elided(text, style, 22), style, colour, Anchor.MIDDLE),)
