"""How much of a picture is drawn at a zoom."""

from __future__ import annotations

from enum import IntEnum

from app.model.metrics import metrics

_FULL_FROM = 0.75
"""From here on the smallest words on a card are legible."""


class Detail(IntEnum):
    """From least to most."""

    SPECK = 0  # a point of at least a pixel
    RECTANGLE = 1  # one rectangle in the colour of the state
    SILHOUETTE = 2  # the outline and a bar in the colour of the state
    SYMBOL = 3  # and the symbol
    NUMBERS = 4  # the symbol, the value and the gradient, enlarged
    FULL = 5


def detail_at(zoom: float) -> Detail:
    """What is drawn at a zoom."""
    level = metrics().level
    limits = (level.rect_from, level.sprite_from, level.symbol_from, level.text_from, _FULL_FROM)
    return Detail(sum(zoom >= limit for limit in limits))
