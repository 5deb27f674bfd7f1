"""Colours of a theme as they look at some distance behind the canvas."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.colour import mix
from app.model.theme import Emphasis, Theme

MUTED = 0.55
"""How much of a muted card is left."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours by token, dimmed by mixing them with the canvas.

    That is the same as laying a half-transparent picture over an opaque silhouette in canvas colour, and
    needs no transparency, which vector files do not have for groups.
    """

    theme: Theme
    strength: float = 1.0

    def __call__(self, token: str) -> str:
        """The colour of a token."""
        return self.of(self.theme.colours[token])

    def of(self, colour: str) -> str:
        """A colour that is no token, such as one of a heat map."""
        return colour if self.strength == 1.0 else mix(self.theme.colours["canvas"], colour, self.strength)

    def over(self, base: str, token: str, share: float) -> str:
        """One token laid on another with some opacity."""
        return self.of(mix(self.theme.colours[base], self.theme.colours[token], share))


def ink(theme: Theme, emphasis: Emphasis, *, muted: bool = False) -> Ink:
    """The colours for something that stands at `emphasis`."""
    return Ink(theme, theme.dim[emphasis] * (MUTED if muted else 1.0))
