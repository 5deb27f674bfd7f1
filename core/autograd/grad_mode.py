"""Switching the recording of operations on and off.

Each of these is used as a block (`with no_grad():`) or as a decorator of a function or a generator. The modes
belong to the thread that set them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.engine.modes import STATE, LastingSwitch, ModeSwitch


class _BareDecorator(ModeSwitch):
    """Can also decorate without parentheses: `@no_grad` above a function."""

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        return super().__new__(cls) if function is None else cls()(function)


class no_grad(_BareDecorator):  # noqa: N801  # torch's name
    """Operations in the block are not recorded: their results require no gradient."""

    def __init__(self) -> None:
        super().__init__(grad=False)


class enable_grad(_BareDecorator):  # noqa: N801
    """Operations in the block are recorded, also within a `no_grad` block."""

    def __init__(self) -> None:
        super().__init__(grad=True)


class set_grad_enabled(LastingSwitch):  # noqa: N801
    """Switches recording on or off: at once when it is called, or for a block or a function."""

    def __init__(self, mode: bool) -> None:
        super().__init__(grad=bool(mode))


class inference_mode(ModeSwitch):  # noqa: N801
    """Like `no_grad`, and tensors made in the block can never take part in a recorded operation's saved values."""

    def __new__(cls, mode: bool | Callable[..., Any] = True) -> Any:
        return super().__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(grad=not mode, inference=mode)


def is_grad_enabled() -> bool:
    """Return whether operations are recorded in this thread."""
    return STATE.mode.grad


def is_inference_mode_enabled() -> bool:
    """Return whether this thread is in inference mode."""
    return STATE.mode.inference
