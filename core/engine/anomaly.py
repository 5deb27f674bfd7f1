"""Finding the operation that brings NaN or infinity into a backward pass.

While an `Anomaly` is on, every operation notes on its node which lines of the program called it, and each pass
is watched: the first bad number that a node hands on stops the pass, with an error that says which node it was,
which element, what it was computed from, and where the forward operation was called.
"""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import GradientError

if TYPE_CHECKING:
    from core.engine.hooks import HookKind
    from core.engine.node import Edge, Gradient, Node

CALLED_FROM = "traceback_"
"""Where the note of a node says which lines called its operation, the innermost last."""


@dataclass(frozen=True, slots=True)
class Anomaly:
    """What to look for in gradients. Without either it only notes where operations were called."""

    nan: bool = True
    inf: bool = False

    def applied(
        self,
        operation: Any,
        inputs: Sequence[Any],
        attributes: Mapping[str, Any],
        results: Sequence[Any],
        node: Node | None,
    ) -> None:
        """Note on the node which lines of the program called the operation."""
        if node is not None:
            node.note(CALLED_FROM, _lines_of_the_program())

    def bad(self, numbers: Any) -> Any:
        """Return where `numbers` are what is looked for, as an array of bools."""
        if self.nan and self.inf:
            return ~np.isfinite(numbers)
        return np.isnan(numbers) if self.nan else np.isinf(numbers) & self.inf


class Suspicion:
    """Watches one pass for an `Anomaly`."""

    def __init__(self, anomaly: Anomaly) -> None:
        self._anomaly = anomaly
        self._running: Node | None = None
        self._given: Gradient = None
        self._saved: Any = ()

    def began(self, missing: Mapping[Node, int]) -> None: ...

    def ready(self, node: Node) -> None: ...

    def enter(self, node: Node, g: Gradient) -> None:
        self._running = node

    def run_hook(self, node: Node, kind: HookKind, hook: Callable[..., Any], g: Gradient, *rest: Any) -> Gradient:
        return hook(g, *rest)

    def computed(self, node: Node, g: Gradient, edges: Sequence[Edge | None], gradients: Sequence[Gradient]) -> None:
        self._given = g
        self._saved = node.saved  # the pass is about to free it

    def releasing(self, node: Node, kept: bool) -> None: ...

    def fitted(self, node: Node | None, slot: int, before: Gradient, after: Gradient) -> None: ...

    def arrived(
        self, node: Node | None, slot: int, edge: Edge, gradient: Gradient, before: Gradient, after: Gradient
    ) -> None:
        if node is not None:
            self._inspect(node, slot, _array(gradient))

    def leave(self, node: Node) -> None:
        self._running = None

    def failed(self) -> None:
        """Warn, now that the pass has ended with an error, which lines called the operation that was its turn."""
        if self._running is not None:
            lines = "".join(_noted_lines(self._running)) or "  (unknown: the mode was off then)\n"
            warnings.warn(
                f"The error is in {self._running.name()}, whose operation was called here:\n{lines}",
                UserWarning,
                stacklevel=2,
            )

    def _inspect(self, node: Node, slot: int, numbers: Any) -> None:
        bad = self._anomaly.bad(numbers)
        if not bad.any():
            return
        place = tuple(int(one) for one in np.argwhere(bad)[0])
        lines = _noted_lines(node)
        raise GradientError(
            f"{node.name()} returned {float(numbers[place])} as the gradient of its input {slot}"
            f"{f', at element {list(place)}' if place else ''} ({int(bad.sum())} of {bad.size} elements are bad). "
            f"It computed it from {self._operands(node, place)}."
            + (f" Its operation was called here: {lines[-1].strip()}" if lines else ""),
            "Look at what the operation was given there: a gradient of 0 times an infinite slope is nan.",
        )

    def _operands(self, node: Node, place: tuple[int, ...]) -> str:
        """Say what a node computed with: the gradient it was given, and what it had saved."""
        parts = self._given if isinstance(self._given, list | tuple) else [self._given]
        named = ["no gradient" if one is None else f"the gradient {_at(_array(one), place)}" for one in parts]
        if node.op is not None and isinstance(self._saved, tuple):
            values = zip(node.op.saved, self._saved, strict=True)
            named += [f"{name} = {_at(value, place)}" for name, value in values if isinstance(value, _NUMBERS)]
        return " and ".join(named)


_NUMBERS = np.ndarray | int | float


def _noted_lines(node: Node) -> list[str]:
    return getattr(node, "notes", {}).get(CALLED_FROM, [])  # type: ignore[no-any-return]


def _at(value: Any, place: tuple[int, ...]) -> str:
    array = np.asarray(value)
    if array.ndim == 0:
        return f"{float(array)}"
    if array.ndim == len(place) and all(one < length for one, length in zip(place, array.shape, strict=True)):
        return f"{float(array[place])}"
    return f"an array of shape {list(array.shape)}"


def _array(gradient: Gradient) -> Any:
    return np.asarray(getattr(gradient, "array", gradient))


def _lines_of_the_program() -> list[str]:
    """Return the calls that led here, without those inside of this package."""
    package = __name__.partition(".")[0]
    frames = [
        frame for frame, _ in traceback.walk_stack(None) if frame.f_globals.get("__name__", "").split(".")[0] != package
    ]
    lines = [(frame, frame.f_lineno) for frame in reversed(frames)]
    return traceback.StackSummary.extract(iter(lines), lookup_lines=True).format()
