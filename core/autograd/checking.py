"""Comparing gradients with differences of the function: `gradcheck` and `gradgradcheck`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.autograd.function import Function
from core.autograd.jacobians import (
    Matrix,
    as_tuple,
    by_backward,
    by_differences,
    by_forward,
    difference,
    differentiable,
    of_floats,
    pulled_back,
)
from core.engine.modes import ModeSwitch
from core.errors import ArgumentError, GradientError, MissingError
from core.tensor.gradient import grad
from core.tensor.tensor import Array, Tensor, wrap


class GradcheckError(GradientError):
    """A gradient that is not what the differences of the function say."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a gradient may be off: `atol + rtol * |difference|`; `nondet` is for repeating the same pass."""

    eps: float
    atol: float
    rtol: float
    nondet: float

    def accepts(self, analytical: Matrix, numerical: Matrix) -> bool:
        """Whether two Jacobians agree."""
        return bool(np.allclose(analytical, numerical, self.rtol, self.atol))


def gradcheck(
    func: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_batched_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
) -> bool:
    """Return whether the gradients of `func` at `inputs` agree with central differences of step `eps`.

    The inputs that require grad are checked; they should be float64. `fast_mode` compares one number for each
    pair of output and input, a random combination of the elements of the Jacobian, which a wrong rule hardly
    ever gets right; the whole Jacobian is then computed only to say where a mismatch is. Without it the whole
    Jacobian is compared. A failure raises, or with `raise_exception=False` returns False.
    """
    if check_batched_grad:
        raise MissingError("gradcheck() does not check batched gradients.", "Leave check_batched_grad=False.")
    tolerance = Tolerance(eps, atol, rtol, nondet_tol)
    points = as_tuple(inputs)
    _check_inputs(points)
    with ModeSwitch(grad=True):
        try:
            if check_backward_ad:
                _check_backward(func, points, tolerance, fast_mode)
                _check_zeros(func, points, undefined=check_undefined_grad)
            if check_forward_ad:
                _check_forward(func, points, tolerance)
        except GradcheckError:
            if raise_exception:
                raise
            return False
    return True


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    grad_outputs: Tensor | Sequence[Tensor] | None = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
) -> bool:
    """Return whether second derivatives are right: `gradcheck` of the gradients of `func`.

    They are checked as functions of the inputs and of the external gradients `grad_outputs`, which are random
    if not given.
    """
    points = as_tuple(inputs)
    outputs = differentiable(func(*points))
    if grad_outputs is None:
        random = np.random.default_rng(0)
        given = tuple(_random_like(random, one, every_second=gen_non_contig_grad_outputs) for one in outputs)
    else:
        given = as_tuple(grad_outputs)

    def gradients(*arguments: Any) -> tuple[Tensor, ...]:
        ends = arguments[: len(points)]
        tracked = [one for one in ends if isinstance(one, Tensor) and one.requires_grad]
        made = differentiable(func(*ends))
        found = grad(made, tracked, arguments[len(points) :], create_graph=True, allow_unused=True)
        return tuple(one for one in found if one is not None)

    return gradcheck(
        gradients,
        (*points, *given),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_batched_grad=check_batched_grad,
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
        fast_mode=fast_mode,
    )


def _check_inputs(points: Sequence[Any]) -> None:
    tracked = _tracked(points)
    if not tracked:
        raise ArgumentError("gradcheck() needs at least one input that requires gradient; none has requires_grad=True.")
    for place in tracked:
        array = points[place].array
        if array.dtype != np.float64:
            warnings.warn(
                f"gradcheck(): input {place} is not of double precision: the differences are likely to be too rough.",
                UserWarning,
                stacklevel=3,
            )
        if 0 in array.strides and array.size > 1:
            raise GradientError(
                f"gradcheck(): input {place} has a dimension with stride 0, so that its elements cannot be changed "
                "one by one.",
                "Call .contiguous() on it first.",
            )


def _tracked(points: Sequence[Any]) -> list[int]:
    return [place for place, one in enumerate(points) if isinstance(one, Tensor) and one.requires_grad]


def _check_backward(func: Callable[..., Any], points: Sequence[Any], tolerance: Tolerance, fast: bool) -> None:
    outputs = differentiable(func(*points))
    if not outputs:
        _check_constant(func, points, tolerance)
    elif fast:
        _check_combination(func, points, outputs, tolerance)
    else:
        _check_jacobians(func, points, outputs, tolerance)


def _check_constant(func: Callable[..., Any], points: Sequence[Any], tolerance: Tolerance) -> None:
    for place in _tracked(points):
        for number, matrix in enumerate(by_differences(func, points, place, tolerance.eps, of_floats)):
            if not tolerance.accepts(np.zeros_like(matrix), matrix):
                raise GradcheckError(
                    f"No output requires grad, so the numerical gradient is expected to be zero, but output {number} "
                    f"changes with input {place}."
                )


def _check_jacobians(
    func: Callable[..., Any], points: Sequence[Any], outputs: Sequence[Tensor], tolerance: Tolerance
) -> None:
    """Compare every element of the Jacobians of the outputs."""
    places = _tracked(points)
    wanted = [points[place] for place in places]
    numerical = {place: by_differences(func, points, place, tolerance.eps) for place in places}
    for number, output in enumerate(outputs):
        analytical, again = by_backward(output, wanted), by_backward(output, wanted)
        for place, matrix, repeated in zip(places, analytical, again, strict=True):
            if not tolerance.accepts(matrix, numerical[place][number]):
                raise _mismatch("", number, place, numerical[place][number], matrix)
            if not np.allclose(matrix, repeated, 0, tolerance.nondet, equal_nan=True):
                raise GradcheckError(
                    f"Backward is not reentrant: two passes over the same graph gave different gradients of output "
                    f"{number} with respect to input {place}, although each agrees with the differences."
                )


def _check_combination(
    func: Callable[..., Any], points: Sequence[Any], outputs: Sequence[Tensor], tolerance: Tolerance
) -> None:
    """Compare one random combination of the elements of each Jacobian; look closer only if it is off."""
    random = np.random.default_rng(0)
    places = _tracked(points)
    wanted = [points[place] for place in places]
    weights = [_weights(random, one) for one in outputs]
    pulled = [pulled_back(output, wanted, weight) for output, weight in zip(outputs, weights, strict=True)]
    for slot, place in enumerate(places):
        direction = _weights(random, points[place])
        changes = difference(func, points, place, direction, tolerance.eps)
        for number, (weight, change) in enumerate(zip(weights, changes, strict=True)):
            numerical = float(weight.ravel() @ change)
            analytical = float(pulled[number][slot] @ direction.ravel())
            scale = np.abs(weight).sum() * np.abs(direction).sum()
            if not abs(analytical - numerical) <= tolerance.atol * scale + tolerance.rtol * abs(numerical):
                _check_jacobians(func, points, outputs, tolerance)  # says where, if an element alone is off
                raise GradcheckError(
                    f"Jacobian mismatch for output {number} with respect to input {place}, in a random combination of "
                    f"its elements: numerical {numerical}, analytical {analytical}."
                )


def _check_forward(func: Callable[..., Any], points: Sequence[Any], tolerance: Tolerance) -> None:
    for place in _tracked(points):
        pairs = zip(by_differences(func, points, place, tolerance.eps), by_forward(func, points, place), strict=True)
        for number, (numerical, analytical) in enumerate(pairs):
            if not tolerance.accepts(analytical, numerical):
                raise _mismatch("computed in forward mode ", number, place, numerical, analytical)


class _Undefined(Function):
    """Passes its argument on, and no gradient back."""

    @staticmethod
    def forward(ctx: Any, tensor: Tensor) -> Tensor:
        return tensor

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> None:
        return None


def _check_zeros(func: Callable[..., Any], points: Sequence[Any], *, undefined: bool) -> None:
    """Check that gradients of zero, and missing ones if `undefined`, give gradients of zero."""
    count = len(differentiable(func(*points)))
    missing: list[set[int]] = [set()]
    if undefined:
        missing += [set(range(count))] + ([{number} for number in range(count)] if count > 1 else [])
    for places in missing if count else ():
        made = differentiable(func(*points))
        outputs = [_Undefined.apply(one) if number in places else one for number, one in enumerate(made)]
        try:
            zeros = [wrap(np.zeros_like(one.array)) for one in outputs]
            gradients = grad(outputs, [points[place] for place in _tracked(points)], zeros, allow_unused=True)
        except Exception as error:
            raise GradcheckError(
                f"Backward does not handle undefined output gradients (of outputs {sorted(places)}): {error}",
                "Leave out what a gradient of None has no part in, or pass check_undefined_grad=False.",
            ) from error
        if any(one is not None and one.array.any() for one in gradients):
            raise GradcheckError("The gradient of the inputs is not zero although the gradient of the outputs is.")


def _mismatch(how: str, number: int, place: int, numerical: Matrix, analytical: Matrix) -> GradcheckError:
    distance = np.abs(analytical - numerical)
    row, column = np.unravel_index(np.argmax(np.where(np.isnan(distance), np.inf, distance)), distance.shape)
    return GradcheckError(
        f"Jacobian mismatch {how}for output {number} with respect to input {place}. It is largest for element "
        f"{column} of the output and element {row} of the input: numerical {numerical[row, column]}, analytical "
        f"{analytical[row, column]}.\nnumerical:\n{numerical}\nanalytical:\n{analytical}\n"
    )


def _weights(random: np.random.Generator, like: Tensor) -> Array:
    """Return random numbers, none of them near zero, so that every element counts."""
    weights = random.uniform(0.5, 1.5, like.array.shape) * random.choice([-1.0, 1.0], like.array.shape)
    return np.asarray(weights, like.array.dtype)


def _random_like(random: np.random.Generator, like: Tensor, *, every_second: bool) -> Tensor:
    """Return a random tensor that requires grad; `every_second` makes its elements lie apart in memory."""
    shape = like.array.shape
    numbers = np.asarray(random.standard_normal((*shape, 2)), like.array.dtype)
    return wrap(numbers[..., 0] if every_second else numbers[..., 0].copy()).requires_grad_()
