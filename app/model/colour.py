"""Arithmetic on colours written as sRGB hex, such as "#3F98EB"."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]
"""Three channels: red, green and blue in 0..1, or the coordinates L, a, b of OKLab."""

# Linear sRGB to the cone responses of OKLab, and their cube roots to its coordinates (Ottosson, 2020).
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def channels(colour: str) -> Triple:
    """Red, green and blue of a hex colour, each in 0..1."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def hex_of(rgb: Triple) -> str:
    """The hex colour nearest to red, green and blue in 0..1."""
    return "#" + "".join(f"{round(255 * min(max(channel, 0.0), 1.0)):02X}" for channel in rgb)


@lru_cache(maxsize=4096)
def mix(base: str, over: str, share: float) -> str:
    """`over` laid on `base` with opacity `share`, as a painter blends them."""
    pairs = zip(channels(base), channels(over), strict=True)
    red, green, blue = (below + (above - below) * share for below, above in pairs)
    return hex_of((red, green, blue))


def oklab(colour: str) -> Triple:
    """The colour in OKLab, where equal distances look about equal."""
    red, green, blue = (_linear(channel) for channel in channels(colour))
    cones = _times(_TO_CONES, (red, green, blue))
    return _times(_TO_LAB, (cones[0] ** (1 / 3), cones[1] ** (1 / 3), cones[2] ** (1 / 3)))


def from_oklab(lab: Triple) -> str:
    """The hex colour of OKLab coordinates, clipped into sRGB."""
    roots = _times(_FROM_LAB, lab)
    red, green, blue = _times(_FROM_CONES, (roots[0] ** 3, roots[1] ** 3, roots[2] ** 3))
    return hex_of((_encoded(red), _encoded(green), _encoded(blue)))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, from 0 for black to 1 for white."""
    red, green, blue = (_linear(channel) for channel in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _encoded(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)
