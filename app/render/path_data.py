"""SVG path data ("M0 0H8a2 2 0 0 1 2 2z") as painter paths."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from PySide6.QtGui import QPainterPath

_TOKEN = re.compile(r"[MLHVCSQAZmlhvcsqaz]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}

Command: TypeAlias = tuple[str, tuple[float, ...]]


@lru_cache(maxsize=4096)
def painter_path(data: str) -> QPainterPath:
    """The path that `data` describes; ValueError where it is not path data."""
    path = QPainterPath()
    control = (0.0, 0.0)  # the last control point, that S reflects
    for letter, values in commands(data):
        control = _append(path, letter, values, control)
    return path


def commands(data: str) -> Iterator[Command]:
    """Letters with their numbers, one command a step; repeated numbers repeat the command."""
    letter, numbers = "", []
    for token in [*_TOKEN.findall(data), "Z"]:
        if not token.isalpha():
            numbers.append(float(token))
            continue
        yield from _split(letter, numbers)
        letter, numbers = token, []


def _split(letter: str, numbers: list[float]) -> Iterator[Command]:
    count = _ARGUMENTS[letter.upper()] if letter else 0
    if not count:
        if numbers:
            raise ValueError(f"Path data has numbers without a command: {numbers}.")
        if letter:
            yield letter, ()
        return
    if len(numbers) % count or not numbers:
        raise ValueError(f"The path command {letter} takes {count} numbers at a time, not {len(numbers)}.")
    for start in range(0, len(numbers), count):
        yield letter, tuple(numbers[start : start + count])
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _append(
    path: QPainterPath, letter: str, values: tuple[float, ...], control: tuple[float, float]
) -> tuple[float, float]:
    """Adds one command and gives the control point the next one may reflect."""
    here = path.currentPosition()
    x, y = here.x(), here.y()
    points = _absolute(letter, values, x, y)
    match letter.upper():
        case "M":
            path.moveTo(*points)
        case "L" | "H" | "V":
            path.lineTo(*points)
        case "C":
            path.cubicTo(*points)
            return points[2], points[3]
        case "S":
            path.cubicTo(2 * x - control[0], 2 * y - control[1], *points)
            return points[0], points[1]
        case "Q":
            path.quadTo(*points)
        case "A":
            _arc(path, (x, y), points)
        case _:
            path.closeSubpath()
    end = path.currentPosition()
    return end.x(), end.y()


def _absolute(letter: str, values: tuple[float, ...], x: float, y: float) -> tuple[float, ...]:
    if letter.isupper():
        x0, y0 = 0.0, 0.0
    else:
        x0, y0 = x, y
    match letter.upper():
        case "H":
            return x0 + values[0], y
        case "V":
            return x, y0 + values[0]
        case "A":
            return *values[:5], x0 + values[5], y0 + values[6]
        case _:
            return tuple(value + (y0 if index % 2 else x0) for index, value in enumerate(values))


def _arc(path: QPainterPath, start: tuple[float, float], values: tuple[float, ...]) -> None:
    """A circular arc by its end points, turned into a centre as the SVG specification does."""
    if values[0] != values[1]:
        raise ValueError("Only circular arcs are drawn: both radii of A must be equal.")
    radius, large, sweep, end_x, end_y = values[0], values[3], values[4], values[5], values[6]
    dx, dy = (start[0] - end_x) / 2, (start[1] - end_y) / 2
    half = math.hypot(dx, dy)
    if not half:
        return
    radius = max(radius, half)
    side = math.sqrt(max(radius * radius / (half * half) - 1, 0.0)) * (1 if large != sweep else -1)
    centre_x = (start[0] + end_x) / 2 + side * dy
    centre_y = (start[1] + end_y) / 2 - side * dx
    first = math.atan2(start[1] - centre_y, start[0] - centre_x)
    turn = math.atan2(end_y - centre_y, end_x - centre_x) - first
    turn += 2 * math.pi if sweep and turn < 0 else -2 * math.pi if not sweep and turn > 0 else 0
    box = (centre_x - radius, centre_y - radius, 2 * radius, 2 * radius)
    path.arcTo(*box, -math.degrees(first), -math.degrees(turn))
