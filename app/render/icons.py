"""Icons as paths in a box of 16 x 16, so that they stay sharp at any size and need no font."""

from __future__ import annotations

from dataclasses import dataclass

from app.render.looks import Glyph, Icon, Symbol
from app.render.marks import Marks, Shape, Stroke

BOX = 16.0
"""The side of the box that paths are written in."""


@dataclass(frozen=True, slots=True)
class IconPaths:
    """An icon: paths that are stroked and paths that are filled, in SVG path data."""

    stroked: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()


def _stroke(*paths: str) -> IconPaths:
    return IconPaths(stroked=paths)


def _fill(*paths: str) -> IconPaths:
    return IconPaths(filled=paths)


_SCISSORS = (
    "M4.5 6.2a1.9 1.9 0 1 0 0-3.8a1.9 1.9 0 0 0 0 3.8z",
    "M4.5 13.6a1.9 1.9 0 1 0 0-3.8a1.9 1.9 0 0 0 0 3.8z",
    "M6.1 5.4L14 11.8M6.1 10.6L14 4.2",
)
_EYE = "M1.5 8c1.6-2.9 3.8-4.4 6.5-4.4s4.9 1.5 6.5 4.4c-1.6 2.9-3.8 4.4-6.5 4.4s-4.9-1.5-6.5-4.4z"
_CIRCLE = "M8 14a6 6 0 1 0 0-12a6 6 0 0 0 0 12z"
_FILE = "M4 1.8h5.5L12.5 5v9.2H4zM9.5 1.8V5h3"

ICONS: dict[str, IconPaths] = {
    # Symbols and signs on cards
    "cell": IconPaths(("M5 2.5H2.5v11H5M11 2.5h2.5v11H11",), ("M6 6h4v4H6z",)),
    "s_curve": _stroke("M1.5 12.5c4.6 0 4.2-.4 6.5-4.5s1.9-4.5 6.5-4.5"),
    "step_curve": _stroke("M1.5 13c5 0 4.6-10 13-10"),
    "hinge": _stroke("M1.5 12.5H8L14 4"),
    "soft_hinge": _stroke("M1.5 12.2c5.5-.2 6-1.2 12.5-9"),
    "bars": _stroke("M2 13.5h12M3.5 13.5v-3h2.4v3M6.8 13.5v-10h2.4v10M10.1 13.5v-5.5h2.4v5.5"),
    "falling_curve": _stroke("M2 13.5h12M2.5 3c1.5 7 4 9 11 9.2"),
    "ladder": _stroke("M3 4h4M3 8h7M3 12h10"),
    "swap": _stroke("M3 3h4v4H3zM9 9h4v4H9zM9.5 3.5c2.6 0 3 .6 3 3M6.5 12.5c-2.6 0-3-.6-3-3"),
    "grid": _stroke("M2 5h12v6H2zM6 5v6M10 5v6M2 8h12"),
    "group": _stroke("M2 2h8v8H2zM6 6h8v8H6z"),
    "check": _stroke("M3 8.5l3.2 3.2L13 4.8"),
    "zero": _stroke("M3 3h10v10H3zM3 13L13 3"),
    "changed": _fill("M3.5 1.2l10.6 6.8L3.5 14.8z"),
    "scissors": _stroke(*_SCISSORS),
    "no_grad": _stroke("M8 13.5a5.5 5.5 0 1 0 0-11a5.5 5.5 0 0 0 0 11zM4.2 4.2l7.6 7.6"),
    "enable_grad": _stroke("M8 13.5a5.5 5.5 0 1 0 0-11a5.5 5.5 0 0 0 0 11z", "M5.4 8.3l1.9 1.9L10.8 6"),
    "inference_mode": _stroke("M9 1.8L3.5 9h4L7 14.2L12.5 7h-4z"),
    "comment": _stroke("M2 3h12v8.5H7.5L4.5 14v-2.5H2z"),
    "eye": _stroke(_EYE, "M8 10a2 2 0 1 0 0-4a2 2 0 0 0 0 4z"),
    "eye_off": _stroke(_EYE, "M3 13.5L13 2.5"),
    # Commands
    "plus": _stroke("M8 3v10M3 8h10"),
    "close": _stroke("M4 4l8 8M12 4l-8 8"),
    "search": _stroke("M7 12a5 5 0 1 0 0-10a5 5 0 0 0 0 10zM10.8 10.8L14 14"),
    "undo": _stroke("M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7M3 6.5l3-3M3 6.5l3 3"),
    "redo": _stroke("M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9M13 6.5l-3-3M13 6.5l-3 3"),
    "layout": _stroke("M2 3h4v4H2zM10 3h4v4h-4zM10 10h4v4h-4zM6 5h4M8 5v7h2"),
    "fit": _stroke("M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5"),
    "export": _stroke("M8 10V2M5 5l3-3l3 3M2.5 9v4.5h11V9"),
    "panel": _stroke("M2 3h12v10H2zM10 3v10"),
    "file": _stroke(_FILE),
    "folder": _stroke("M1.8 4h4.4l1.4 1.8h6.6v7.4H1.8z"),
    "save": _stroke("M3 2.5h8l2 2v9H3zM5.5 2.5v3.5h4.5V2.5M5.5 13.5V9h5v4.5"),
    "copy": _stroke("M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3"),
    "delete": _stroke("M3 4.5h10M6 4.5V2.5h4v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4"),
    "edit": _stroke("M3 13l.6-3L11 2.6l2.4 2.4L6 12.4zM9.5 4.1l2.4 2.4"),
    "pin": _stroke("M6 2h4l-.5 4.5L12 9H4l2.5-2.5zM8 9v5"),
    "link": _stroke("M2 11.5c4 0 4-7 7-7h1M14 4.5l-3-2.5M14 4.5l-3 2.5M10 4.5h4"),
    "settings": _stroke("M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7", "M10.5 6a1.5 1.5 0 1 0 0-3a1.5 1.5 0 0 0 0 3z",
                        "M5.5 13a1.5 1.5 0 1 0 0-3a1.5 1.5 0 0 0 0 3z"),
    "help": _stroke(_CIRCLE, "M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3M8 11.2v.2"),
    "info": _stroke(_CIRCLE, "M8 7.4v3.6M8 5v.2"),
    "warning": _stroke("M8 2.2l6.2 11.3H1.8zM8 6.2v3.6M8 11.6v.2"),
    "branch": _stroke(
        "M4 5.5v5",
        "M4 5.5a1.7 1.7 0 1 0 0-3.4a1.7 1.7 0 0 0 0 3.4zM4 13.9a1.7 1.7 0 1 0 0-3.4a1.7 1.7 0 0 0 0 3.4z",
        "M12 5.5a1.7 1.7 0 1 0 0-3.4a1.7 1.7 0 0 0 0 3.4zM12 5.5c0 3.4-8 1.6-8 5",
    ),
    "history": _stroke("M3 8a5.2 5.2 0 1 1 1.6 3.7M3 8L1.4 6.2M3 8l2-1.6M8 5v3.4l2.2 1.4"),
    "bookmark": _stroke("M4.5 2h7v12L8 11l-3.5 3z"),
    "breakpoint": _fill("M8 12.5a4.5 4.5 0 1 0 0-9a4.5 4.5 0 0 0 0 9z"),
    "chevron_down": _stroke("M4 6l4 4l4-4"),
    "chevron_up": _stroke("M4 10l4-4l4 4"),
    "chevron_right": _stroke("M6 4l4 4l-4 4"),
    "chevron_left": _stroke("M10 4L6 8l4 4"),
    "arrow_right": _stroke("M2.5 8h11M9.5 4l4 4l-4 4"),
    # The player
    "play": _fill("M4.5 2.8v10.4L13.2 8z"),
    "pause": _fill("M4 3h3v10H4zM9 3h3v10H9z"),
    "play_backwards": _fill("M11.5 2.8v10.4L2.8 8z"),
    "next": IconPaths(("M12.2 3.2v9.6",), ("M3 3.2v9.6L10 8z",)),
    "previous": IconPaths(("M3.8 3.2v9.6",), ("M13 3.2v9.6L6 8z",)),
    "continue": _fill("M2 3.2v9.6L8 8zM8 3.2v9.6L14 8z"),
    "reverse_continue": _fill("M14 3.2v9.6L8 8zM8 3.2v9.6L2 8z"),
    "start": IconPaths(("M3.5 3v10M6 3v10",), ("M12.5 3v10L5.5 8z",)),
    "end": IconPaths(("M12.5 3v10M10 3v10",), ("M3.5 3v10L10.5 8z",)),
}  # fmt: skip


_DRAWN = {"[·]": "cell", "[x]": "cell", "✂": "scissors", "⊘": "no_grad", "↓": "ladder"}
"""Symbols that are drawn, because the text face lacks them or sets them badly."""


def symbol(text: str) -> Symbol:
    """An operation's symbol: an icon if `text` is the name of one, otherwise letters."""
    name = _DRAWN.get(text, text)
    return Icon(name) if name in ICONS else Glyph(text)


def icon_marks(name: str, x: float, y: float, size: float, colour: str, width: float = 1.5) -> Marks:
    """The marks of an icon with its upper left corner at (x, y); `width` is of its lines as drawn."""
    paths, scale = ICONS[name], size / BOX
    stroke = Stroke(colour, width, round_cap=True)
    stroked = tuple(Shape(path, stroke=stroke, x=x, y=y, scale=scale) for path in paths.stroked)
    return stroked + tuple(Shape(path, fill=colour, x=x, y=y, scale=scale) for path in paths.filled)
