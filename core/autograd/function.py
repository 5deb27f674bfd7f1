"""Functions whose gradient the user writes.

A subclass of `Function` has a static `forward`, which computes with tensors while nothing is recorded, and a
static `backward`, which is given the gradients of the results and returns those of the arguments. `apply` runs
the first and records the second as one node, which is also the context `ctx` that both are given.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from core.autograd.custom import Context, CustomNode
from core.autograd.results import attach_results
from core.engine.modes import STATE, ModeSwitch
from core.engine.node import Gradient, Node
from core.errors import GradientError, KindError, MissingError
from core.tensor.tensor import Tensor

FunctionCtx = Context


class Function:
    """The base of functions with a gradient of their own.

    `class Square(Function)` defines `forward(ctx, x)` and `backward(ctx, grad)` as static methods and is used
    as `Square.apply(x)`. Alternatively `forward(x)` has no context and `setup_context(ctx, inputs, output)`
    saves what the gradient needs.
    """

    node_class: ClassVar[type[CustomNode]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.node_class = type(f"{cls.__name__}Backward", (CustomNode,), {"function": cls})

    def __init__(self) -> None:
        warnings.warn(
            f"{type(self).__name__} is not meant to be made an object of: its methods are static. Use "
            f"{type(self).__name__}.apply(...).",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *arguments: Any) -> Any:
        name = type(self).__name__
        raise GradientError(f"{name} has static methods and cannot be called.", f"Use {name}.apply(...).")

    @staticmethod
    def forward(*arguments: Any, **named: Any) -> Any:
        """Compute the results; the first argument is the context, unless there is a `setup_context`."""
        raise MissingError("A custom function has to define a static method forward().")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Save what the gradient needs, given what `forward` took and returned."""
        raise MissingError("This custom function does not define setup_context().")

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        """Return one gradient, or None, for each argument of `forward`."""
        raise MissingError("This custom function does not define backward(), so it cannot be differentiated.")

    @staticmethod
    def vjp(ctx: Any, *gradients: Any) -> Any:
        """Another name for `backward`, of which a function defines one."""
        raise MissingError("This custom function does not define vjp().")

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> Any:
        """Return the tangents of the results, given those of the arguments (None where there is none)."""
        raise MissingError("This custom function does not define jvp(), which forward-mode differentiation needs.")

    @classmethod
    def apply(cls, *arguments: Any, **named: Any) -> Any:
        """Compute the results for these arguments, and record how they came about."""
        split = cls.setup_context is not Function.setup_context
        given = _bound(cls, arguments, named, split=split)
        ctx = cls.node_class(given)
        mode = STATE.mode
        with ModeSwitch(grad=False, dual_level=None, saving=None):
            if split:
                output = cls.forward(*given)
                cls.setup_context(ctx, given, output)
            else:
                output = cls.forward(ctx, *given)
        results = attach_results(ctx, given, output if isinstance(output, tuple) else (output,))
        for listener in mode.listeners:
            listener.applied(cls, given, {}, results, ctx)
        return tuple(results) if isinstance(output, tuple) else results[0]

    @classmethod
    def gradient_rule(cls) -> Callable[..., Any]:
        """Return the static method that computes the gradients: `backward`, or `vjp` where that is defined."""
        if cls.vjp is Function.vjp:
            return cls.backward
        if cls.backward is not Function.backward:
            raise GradientError(f"{cls.__name__} defines both backward() and vjp().", "Keep one of them.")
        return cls.vjp


def _bound(
    function: type[Function], arguments: Sequence[Any], named: dict[str, Any], *, split: bool
) -> tuple[Any, ...]:
    """Return the arguments in order. Only a `forward` without a context can be given them by name."""
    if named and not split:
        raise KindError(f"{function.__name__}.apply() takes no arguments by name.")
    if not split:
        return tuple(arguments)
    bound = inspect.signature(function.forward).bind(*arguments, **named)
    bound.apply_defaults()
    return bound.args


class Error(Node):
    """The node of a gradient that cannot be differentiated again."""

    __slots__ = ("_message",)

    takes_none = True

    def __init__(self, message: str, result: Tensor) -> None:
        super().__init__((), result.array.shape, result.array.dtype)
        self._message = message

    def gradients(self, g: Gradient, edges: Sequence[Any]) -> Sequence[Gradient]:
        raise GradientError(self._message)

    recorded_gradients = gradients


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Declare that a `backward` computes its gradients in a way that cannot be differentiated again."""

    @functools.wraps(backward)
    def wrapped(ctx: Any, *gradients: Any) -> Any:
        with ModeSwitch(grad=False):
            returned = backward(ctx, *gradients)
        if not (STATE.mode.grad and any(isinstance(one, Tensor) and one.requires_grad for one in gradients)):
            return returned
        message = f"{ctx.name()} is differentiated twice, but its backward() is marked as once_differentiable."
        return tuple(_guarded(one, message) for one in (returned if isinstance(returned, tuple) else (returned,)))

    return wrapped


def _guarded(gradient: Any, message: str) -> Any:
    if isinstance(gradient, Tensor):
        gradient = gradient.detach()
        gradient.edge = (Error(message, gradient), 0)
    return gradient
