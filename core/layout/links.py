"""Links: the pieces of wires between cells of neighbouring layers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.layout.flow import Floats, Ints


@dataclass(frozen=True)
class Links:
    """Links from an upper cell to a lower one, and how far from the spine of each they touch it, in px."""

    upper: Ints
    lower: Ints
    leave: Floats
    enter: Floats

    @classmethod
    def straight(cls, pairs: Sequence[tuple[int, int]]) -> Links:
        """Links between the spines of cells."""
        upper, lower = np.array(pairs, int).reshape(-1, 2).T
        return cls(upper, lower, np.zeros(len(pairs)), np.zeros(len(pairs)))

    def and_also(self, other: Links) -> Links:
        """These links and then the others."""
        return Links(
            np.concatenate([self.upper, other.upper]),
            np.concatenate([self.lower, other.lower]),
            np.concatenate([self.leave, other.leave]),
            np.concatenate([self.enter, other.enter]),
        )
