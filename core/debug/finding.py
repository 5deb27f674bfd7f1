"""Something that a reader of a recording should know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.debug.source import Cut, Origin
from core.debug.text import Text


class FindingKind(StrEnum):
    """What a finding is about."""

    LOST = "lost"  # a leaf got no gradient
    UNKEPT = "unkept"  # the program reads the `.grad` of a computed tensor, which keeps none
    NONFINITE = "nonfinite"
    ZERO = "zero"  # a leaf got a gradient of zeros, which is not the same as none
    EXTREME = "extreme"  # a gradient grew or shrank by many orders of magnitude
    BROADCAST = "broadcast"  # both operands were broadcast, to a shape that neither had
    SUMMED = "summed"  # a `.grad` is the sum of several passes
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know. `index` is the event to look at, `origin` and `cut` what to look at in the expression.

    `detail` says where it comes from, or what to do.
    """

    kind: FindingKind
    text: Text
    index: int | None = None
    origin: Origin = None
    cut: Cut | None = None
    detail: Text = ()
