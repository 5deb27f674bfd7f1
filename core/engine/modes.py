"""What autograd does in the current thread: whether it records, and who listens.

The modes are thread-local, as in PyTorch: a `no_grad` block in one thread leaves the others alone.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np

if TYPE_CHECKING:
    from core.engine.anomaly import Anomaly
    from core.engine.node import Node

Function = TypeVar("Function", bound=Callable[..., Any])


class Listener(Protocol):
    """Somebody who is told of every operation while a mode is on."""

    def applied(
        self,
        operation: Any,
        inputs: Sequence[Any],
        attributes: Mapping[str, Any],
        results: Sequence[Any],
        node: Node | None,
    ) -> None:
        """An operation ran, and left a node if it was recorded."""


class Mode(NamedTuple):
    """One setting of all modes. In the plain one, operations take their short way."""

    grad: bool = True
    inference: bool = False
    anomaly: Anomaly | None = None  # looks for the first bad gradient
    dual_level: Listener | None = None  # computes forward-mode derivatives along with the values
    saving: Listener | None = None  # has a say in what nodes keep
    origin: object = None  # the expression node that is being evaluated
    limit: int | None = None  # how many bytes the result of one operation may take

    @property
    def listeners(self) -> Iterator[Listener]:
        """Those who listen, in the order in which they are told."""
        return (one for one in (self.anomaly, self.dual_level, self.saving) if one is not None)

    @property
    def gradients_are_tensors(self) -> bool:
        """Whether a pass computes with tensors: because it is recorded, or because they may carry tangents."""
        return self.grad or self.dual_level is not None

    def recording(self, grad: bool) -> Mode:
        """Return this mode with recording switched on or off."""
        if self.grad == grad:
            return self
        return _UNRECORDED if self is _PLAIN else self._replace(grad=grad)


_PLAIN = Mode()
_UNRECORDED = Mode(grad=False)


class _ThreadState(threading.local):
    """The mode of one thread. Division by zero gives inf or nan there, without numpy's warnings."""

    def __init__(self) -> None:
        self.switch(_PLAIN)
        np.seterr(all="ignore")

    def switch(self, mode: Mode) -> None:
        """Make `mode` the current one. `STATE.plain` says that operations are recorded and nothing else is going on.

        There is one plain mode, so that it can be told by identity.
        """
        self.plain = mode == _PLAIN
        self.mode = _PLAIN if self.plain else mode


STATE = _ThreadState()


class ModeSwitch:
    """A block, or a decorated function, in which some modes have other values."""

    def __init__(self, **changes: Any) -> None:
        self._changes = changes
        self._before: list[Mode] = []

    def __enter__(self) -> Self:
        self._before.append(STATE.mode)
        STATE.switch(STATE.mode._replace(**self._changes))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        STATE.switch(self._before.pop())

    def __call__(self, function: Function) -> Function:
        if inspect.isgeneratorfunction(function):
            return _wrap_generator(function, self._changes)  # type: ignore[no-any-return]

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with ModeSwitch(**self._changes):
                return function(*args, **kwargs)

        return wrapped  # type: ignore[return-value]


class LastingSwitch(ModeSwitch):
    """Switches at once, when it is made. As a block it switches back at the end; as a decorator, right away."""

    def __init__(self, **changes: Any) -> None:
        super().__init__(**changes)
        self._outside = {name: getattr(STATE.mode, name) for name in changes}
        STATE.switch(STATE.mode._replace(**changes))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        self._switch_back()

    def __call__(self, function: Function) -> Function:
        self._switch_back()
        return super().__call__(function)

    def _switch_back(self) -> None:
        STATE.switch(STATE.mode._replace(**self._outside))


def _wrap_generator(function: Any, changes: dict[str, Any]) -> Any:
    """The modes hold while the generator runs, not while its caller does."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        generator = function(*args, **kwargs)
        resume = functools.partial(generator.send, None)
        while True:
            try:
                with ModeSwitch(**changes):
                    item = resume()
            except StopIteration as stop:
                return stop.value
            try:
                sent = yield item
            except BaseException as error:  # also GeneratorExit: it is the generator's to clean up
                resume = functools.partial(generator.throw, error)
            else:
                resume = functools.partial(generator.send, sent)

    return wrapped
