"""Where a recorded graph came from: what the drawn expression can say about it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from core.debug.arrays import Array
    from core.ops.spec import Op
    from core.tensor.tensor import Tensor

Origin: TypeAlias = Hashable
"""The id of a node of the expression."""


class Reason(StrEnum):
    """Why an edge carries no gradient. It was not computed, which is not the same as zero."""

    NO_GRAD = "no_grad"
    INFERENCE_MODE = "inference_mode"
    DETACH = "detach"
    NOT_REQUIRED = "requires_grad=False"
    DTYPE = "integer dtype"
    NO_RULE = "no derivative"  # the operation passes no gradient to this input, whatever it is
    UNUSED = "unused"  # the rule gave no gradient for this input, or nobody asked for what it leads to


@dataclass(frozen=True, slots=True)
class Cut:
    """Why no gradient goes to an input, and which region and which node of the expression are to blame."""

    reason: Reason
    region: Hashable = None
    blamed: Origin = None


class Expression(Protocol):
    """The expression whose backward pass is recorded, as far as a recording asks about it.

    The origin of a node of the backward graph is in `Node.origin`; that of a leaf is found by its tensor.
    """

    def label(self, origin: Origin) -> str:
        """Return how to call a node in a sentence: its name, or its own expression, such as ``x[0]``."""

    def op(self, origin: Origin) -> Op | None:
        """Return the operation of a node. Its backward node may be another's: a composite one leaves several."""

    def operands(self, origin: Origin) -> Sequence[Origin]:
        """Return the nodes wired to the inputs, by the place of the input; None for a constant."""

    def cut(self, origin: Origin, slot: int) -> Cut | None:
        """Return why an input takes no gradient; None for a constant."""

    def value(self, origin: Origin) -> Array | None:
        """Return what a node was computed to be, if that is known."""

    def leaves(self) -> Mapping[Origin, Tensor]:
        """Return the tensors of all leaves."""

    def root_cuts(self) -> Sequence[Cut]:
        """Return what keeps gradients from the roots that ask for none."""

    def unkept(self) -> Sequence[Origin]:
        """Return the computed nodes whose `.grad` the program reads although they do not keep it."""
