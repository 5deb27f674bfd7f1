"""The methods of tensors, each as short as its operation allows.

Most programs apply operations to one tensor, or to two of the same type, while gradients are recorded and nothing
else is going on. For these, the work of `Operation.run` is written out in one function (inlined.py), without the
questions that have only one answer there. Here the arguments of a call are looked at, to find out whether it is one
of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.engine.node import Node
from core.ops.spec import Kind, Op, Takes
from core.tensor import inlined
from core.tensor.apply import Operation
from core.tensor.bind import bind
from core.tensor.composite import Composite
from core.tensor.dtype import dtype
from core.tensor.tensor import Tensor, wrap

_NO_ARRAY = np.empty(0, bool)
_LEFT_OUT: Any = object()
"""Stands for an argument that a call does not give by position."""

Method = Callable[..., Any]


def fastest(operation: Operation | Composite, otherwise: Method | None = None) -> Method:
    """Make the fastest function that does what `operation` does for a tensor and further arguments.

    What is not usual is left to `otherwise`: to the operation itself, if it is not given.
    """
    otherwise = otherwise or operation
    op = operation.op
    simple = not (op.attributes or op.is_view)
    if any(port.variadic or port.optional or port.as_is for port in op.inputs) or op.has_many_results:
        pass
    elif isinstance(operation, Composite):
        if len(op.inputs) == 1 or simple:
            return composed(operation, otherwise)
    else:
        match len(op.inputs), len(op.slots):
            case 1, 1:
                if simple:
                    return callable_anyhow(inlined.unary(operation, otherwise), 1, otherwise)
                return configured(operation, otherwise)
            case 2, 2 if simple:
                return callable_anyhow(inlined.binary(operation, otherwise), 2, otherwise)
            case 2, 0 if simple:
                return relation(operation, otherwise)
    return lambda *arguments, **named: otherwise(*arguments, **named)


def _given(*values: Any) -> tuple[Any, ...]:
    """Return the positional arguments that a call really gave."""
    return tuple(one for one in values if one is not _LEFT_OUT)


def callable_anyhow(short: Method, count: int, otherwise: Method) -> Method:
    """Return `short`, which is for that many tensors, as a function that takes anything.

    As a method or an operator it can be used as it is: it is found under `short` on the function.
    """

    def of_one(self: Any = _LEFT_OUT, /, *rest: Any, **named: Any) -> Any:
        if rest or named or not isinstance(self, Tensor):
            return otherwise(*_given(self), *rest, **named)
        return short(self)

    def of_two(self: Any = _LEFT_OUT, other: Any = _LEFT_OUT, /, *rest: Any, **named: Any) -> Any:
        if rest or named or other is _LEFT_OUT or not isinstance(self, Tensor):
            return otherwise(*_given(self, other), *rest, **named)
        return short(self, other)

    method: Method = of_one if count == 1 else of_two
    vars(method)["short"] = short
    return method


def as_method(function: Method) -> Method:
    """Return the form of a function that is quickest when its first argument is known to be a tensor."""
    return getattr(function, "short", function)


def configured(operation: Operation, otherwise: Method) -> Method:
    """Make the short way for an operation on one tensor with attributes, or one that makes a view."""
    calls, short, is_view = Calls(operation), inlined.configured(operation), operation.op.is_view

    def bare(self: Tensor) -> Any:
        nonlocal bare
        bare = inlined.unary(operation, otherwise, calls.find(self, (), {})[0])
        return bare(self)

    def method(self: Any = _LEFT_OUT, *arguments: Any, **named: Any) -> Any:
        if not isinstance(self, Tensor):
            return otherwise(*_given(self), *arguments, **named)
        if not (arguments or named or is_view):
            return bare(self)
        if not STATE.plain or self.array.dtype.kind != "f" or (named and "out" in named):
            return otherwise(self, *arguments, **named)
        made = short(self, *calls.find(self, arguments, named))
        return otherwise(self, *arguments, **named) if made is None else made

    return method


Call = tuple[dict[str, Any], type[Node]]
"""The attributes of a call, and the class of the node that it leaves, if it leaves one of its own."""


class Calls:
    """How the arguments of calls match the attributes of an operation, worked out once for equal arguments."""

    def __init__(self, operation: Operation | Composite) -> None:
        self._operation = operation
        self._known: dict[Any, Call] = {}

    def find(self, tensor: Tensor, arguments: tuple[Any, ...], named: dict[str, Any]) -> Call:
        """Return what a call with these arguments, besides the tensor itself, means."""
        key = (arguments, *named.items()) if named else arguments
        try:
            return self._known[key]
        except (KeyError, TypeError):  # a new one, or one that holds a list
            pass
        operation = self._operation
        attributes = bind(operation.op, (tensor, *arguments), named)[1]
        call = attributes, operation.node_type((tensor,), attributes) if isinstance(operation, Operation) else Node
        if _is_plain((*arguments, *named.values())) and not _has_whole_number(operation.op, attributes):
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = call
        return call


_PLAIN = (bool, int, float, str, type(None), dtype)
_REMEMBERED = 256


def _is_plain(value: Any) -> bool:
    """Whether a value means the same wherever it is equal; a tensor, say, does not."""
    return all(map(_is_plain, value)) if isinstance(value, tuple) else isinstance(value, _PLAIN)


def _has_whole_number(op: Op, attributes: dict[str, Any]) -> bool:
    """Whether a number is given that Python finds equal to one of another type: 2 and 2.0."""
    given = [(attributes[one.name], one.default) for one in op.attributes if one.kind is Kind.NUMBER]
    return any(isinstance(one, int | float) and one is not default and one % 1 == 0 for one, default in given)


def relation(operation: Operation, otherwise: Method) -> Method:
    """Make the short way for an operation on two tensors that is never recorded, such as a comparison."""
    forward, takes_numbers = operation.op.forward, operation.op.inputs[1].takes is not Takes.TENSOR

    def method(self: Any = _LEFT_OUT, other: Any = _LEFT_OUT, *rest: Any, **named: Any) -> Any:
        first = self.array if isinstance(self, Tensor) else _NO_ARRAY
        if isinstance(other, Tensor):
            second = other.array
            short = first.dtype is second.dtype
        else:
            second = other
            short = takes_numbers and other.__class__ in (float, int)
        if not short or rest or named or not STATE.plain or first.dtype.kind != "f":
            return otherwise(*_given(self, other), *rest, **named)
        try:
            return wrap(np.asarray(forward(first, second)))
        except (ValueError, TypeError):
            return otherwise(self, other)  # which says what is wrong

    return method


def composed(operation: Composite, otherwise: Method) -> Method:
    """Make the short way for a composite operation on tensors, or on one tensor with attributes."""
    compute, count, for_matrices = operation.compute, len(operation.op.inputs), operation.op.for_matrices
    calls = Calls(operation)

    def with_attributes(self: Any = _LEFT_OUT, *arguments: Any, **named: Any) -> Any:
        if not isinstance(self, Tensor):
            return otherwise(*_given(self), *arguments, **named)
        return compute(self, **calls.find(self, arguments, named)[0])

    def of_tensors(*tensors: Any, **named: Any) -> Any:
        if named or len(tensors) != count or not all(isinstance(one, Tensor) for one in tensors):
            return otherwise(*tensors, **named)
        return compute(*tensors)

    def of_matrices(self: Tensor, other: Tensor) -> Any:
        nonlocal of_matrices
        of_matrices = as_method(operation.words[for_matrices])  # now that all operations are there
        return of_matrices(self, other)

    def of_two(self: Tensor, other: Any) -> Any:
        if not isinstance(other, Tensor):
            return otherwise(self, other)
        if for_matrices and self.array.ndim == 2 == other.array.ndim:
            return of_matrices(self, other)
        return compute(self, other)

    if operation.op.attributes:
        return with_attributes
    return callable_anyhow(of_two, 2, otherwise) if count == 2 else of_tensors
