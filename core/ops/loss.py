"""Losses that compare predictions with targets, element by element."""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import ArgumentError, OperandError
from core.ops.arrays import Array, Result, common_shape, widened
from core.ops.reduction import total
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import Attribute, Category, Domain, Kind, Op, Port, Sample

REDUCTION = Attribute(
    "reduction",
    Kind.CHOICE,
    "mean",
    choices=("none", "mean", "sum"),
    keyword_only=True,
    summary="Whether the losses of the elements are averaged, added up, or left as they are.",
)
TARGET = Port("target", "What should come out.")
BY_REDUCTION = (
    Sample((3,), (3,)),
    Sample((2, 3), (2, 3), reduction="sum"),
    Sample((2, 3), (2, 3), reduction="none"),
)


def combine(losses: Array, reduction: str) -> Result:
    """Average the losses, add them up, or leave them as they are."""
    if reduction == "none":
        return losses
    added = total(losses)
    return added / losses.dtype.type(losses.size) if reduction == "mean" else added


def _share(reduction: str, *shapes: tuple[int, ...]) -> float:
    """Return the weight of one element in the loss, for tensors of these shapes that are broadcast."""
    if reduction != "mean":
        return 1
    return 1 / max(int(math.prod(common_shape(*shapes))), 1)


define_word("share_of_one", _share)


def _of_one_size(ops: Words, self: Any, target: Any, *, by: str) -> tuple[Any, Any]:
    """Expand the smaller one, with a warning: that is rarely what is meant."""
    if self.shape == target.shape:
        return self, target
    warnings.warn(
        f"{by}: using a target size {list(target.shape)} that is different to the input size {list(self.shape)}. "
        "They are broadcast, which is rarely what is meant; give both the same shape.",
        UserWarning,
        stacklevel=2,
    )
    shape = common_shape(self.shape, target.shape, by=by)
    return tuple(one if one.shape == shape else ops.expand(one, shape) for one in (self, target))


def pair_loss(
    name: str,
    symbol: str,
    summary: str,
    forward: Callable[..., Any],
    slope: str,
    *,
    attributes: tuple[Attribute, ...] = (),
    shown: str = "",
    **further: Any,
) -> Op:
    """Define a loss whose gradient for the target is the opposite of that for the prediction.

    `slope` is how the loss of one element changes with its prediction.
    """
    weight = "g * share_of_one(reduction, self.shape, target.shape)"
    options = {"samples": BY_REDUCTION} | further
    return define(
        name,
        Category.LOSS,
        symbol,
        summary,
        forward=widened(forward),
        inputs=("self", TARGET),
        attributes=(REDUCTION, *attributes),
        prepare=functools.partial(_of_one_size, by=name),
        vjp={"self": f"{weight} * ({slope})", "target": f"-{weight} * ({slope})"},
        methods=(),
        functions=(),
        nn=(name,),
        **options,
    )


def _mse(x: Array, target: Array, reduction: str = "mean") -> Result:
    return combine(np.square(x - target), reduction)


MSE_LOSS = pair_loss(
    "mse_loss",
    "falling_curve",
    "The mean of the squared differences.",
    _mse,
    "2 * (self - target)",
    formula="reduce((self - target) ** 2, reduction)",
    keywords=("mean squared error", "regression", "l2", "quadratic"),
)


def _smooth_l1(x: Array, target: Array, reduction: str = "mean", beta: float = 1.0) -> Result:
    if beta < 0:
        raise OperandError(f"smooth_l1_loss: beta cannot be negative, as {beta} is.")
    distance = np.abs(x - target)
    inside = distance * distance * (0.5 / beta) if beta else distance
    return combine(np.where(distance < beta, inside, distance - 0.5 * beta), reduction)


SMOOTH_L1_LOSS = pair_loss(
    "smooth_l1_loss",
    "falling_curve",
    "The mean of the differences, squared where they are small.",
    _smooth_l1,
    "hardtanh((self - target) / beta) if beta else sign(self - target)",
    formula=(
        "reduce(where(abs(self - target) < beta, 0.5 * (self - target) ** 2 / beta,"
        " abs(self - target) - 0.5 * beta), reduction)"
    ),
    attributes=(Attribute("beta", Kind.NUMBER, 1.0, 0, summary="Up to which difference the loss is quadratic."),),
    keywords=("huber", "regression", "robust"),
)


def _huber(x: Array, target: Array, reduction: str = "mean", delta: float = 1.0) -> Result:
    if delta <= 0:
        raise OperandError(f"huber_loss: delta has to be greater than 0, not {delta}.")
    distance = np.abs(x - target)
    losses = np.where(distance <= delta, 0.5 * distance * distance, delta * (distance - 0.5 * delta))
    return combine(losses, reduction)


HUBER_LOSS = pair_loss(
    "huber_loss",
    "falling_curve",
    "The mean of half the squared differences, straight where they are large.",
    _huber,
    "hardtanh(self - target, -delta, delta)",
    formula=(
        "reduce(where(abs(self - target) <= delta, 0.5 * (self - target) ** 2,"
        " delta * (abs(self - target) - 0.5 * delta)), reduction)"
    ),
    attributes=(Attribute("delta", Kind.NUMBER, 1.0, 0, summary="Up to which difference the loss is quadratic."),),
    keywords=("regression", "robust"),
)

REDUCE = compose(
    "reduce",
    Category.LOSS,
    "Σ",
    "Averages the losses, adds them up, or leaves them as they are.",
    formula="mean(self) if reduction == 'mean' else sum(self) if reduction == 'sum' else self",
    attributes=(Attribute("reduction", Kind.CHOICE, choices=("none", "mean", "sum")),),
    hidden=True,
    samples=(Sample((3,), reduction="mean"), Sample((3,), reduction="sum"), Sample((3,), reduction="none")),
)


def _l1_loss(ops: Words, self: Any, target: Any, reduction: str = "mean") -> Any:
    self, target = _of_one_size(ops, self, target, by="l1_loss")
    return ops.reduce(ops.abs(self - target), reduction)


composed: Callable[..., Op] = functools.partial(compose, category=Category.LOSS, methods=(), functions=())

L1_LOSS = composed(
    "l1_loss",
    symbol="falling_curve",
    summary="The mean of the absolute differences.",
    formula="reduce(abs(self - target), reduction)",
    body=_l1_loss,
    inputs=("self", TARGET),
    attributes=(REDUCTION,),
    nn=("l1_loss",),
    kinks="Where both are equal, the gradient is 0.",
    keywords=("mean absolute error", "regression", "robust"),
    samples=BY_REDUCTION,
)


# Probabilities of yes or no ---------------------------------------------------------------------------

_WEIGHT = Port("weight", "A factor for the loss of every element.", optional=True)
_SHARES = Domain(0.1, 0.9, "probabilities, from 0 to 1")


def _require_shares(x: Array, target: Array) -> None:
    if np.shape(x) != np.shape(target):
        raise ArgumentError(
            f"binary_cross_entropy: target size {list(np.shape(target))} and input size {list(np.shape(x))} have to "
            "be the same."
        )
    if np.any((x < 0) | (x > 1)):
        raise OperandError(
            "binary_cross_entropy: all elements of input should be between 0 and 1.",
            "Apply sigmoid() first, or use binary_cross_entropy_with_logits().",
        )


@widened
def _bce(self: Array, target: Array, weight: Array | None = None, reduction: str = "mean") -> Result:
    _require_shares(self, target)
    losses = (target - 1) * np.maximum(np.log1p(-self), -100) - target * np.maximum(np.log(self), -100)
    return combine(losses if weight is None else losses * weight, reduction)


_BCE_WEIGHT = "scaled_by(g * share_of_one(reduction, self.shape), weight)"

BINARY_CROSS_ENTROPY = define(
    "binary_cross_entropy",
    Category.LOSS,
    "falling_curve",
    "How surprising the answers are, yes or no, given the probabilities of yes.",
    formula="reduce(-(target * log(self) + (1 - target) * log(1 - self)), reduction)",
    forward=_bce,
    inputs=("self", TARGET, _WEIGHT),
    attributes=(REDUCTION,),
    vjp={
        "self": f"{_BCE_WEIGHT} * ((self - target) / clamp_min((1 - self) * self, 1e-12))",
        "target": f"{_BCE_WEIGHT} * (clamp_min(log(1 - self), -100) - clamp_min(log(self), -100))",
    },
    methods=(),
    functions=(),
    nn=("binary_cross_entropy",),
    signature=("self", "target", "weight", "reduction"),
    domain=_SHARES,
    kinks="Logarithms are cut off at −100 and the denominator of the gradient at 1e-12: both stay finite at 0 and 1.",
    keywords=("bce", "log loss", "classification", "logistic"),
    samples=(
        Sample((3,), (3,)),
        Sample((2, 3), (2, 3), (3,), reduction="sum"),
        Sample((2, 3), (2, 3), reduction="none"),
    ),
)
SCALED_BY = compose(
    "scaled_by",
    Category.ARITHMETIC,
    "×",
    "Multiplies by a tensor, if there is one.",
    formula="self if weight is None else self * weight",
    inputs=("self", Port("weight", optional=True)),
    hidden=True,
    samples=(Sample((3,), (3,)), Sample((3,))),
)


@widened
def _bce_logits(
    self: Array,
    target: Array,
    weight: Array | None = None,
    reduction: str = "mean",
    pos_weight: Array | None = None,
) -> Result:
    if self.shape != target.shape:
        raise ArgumentError(
            f"binary_cross_entropy_with_logits: target size {list(target.shape)} and input size {list(self.shape)} "
            "have to be the same."
        )
    tail = np.log1p(np.exp(-np.abs(self))) + np.maximum(-self, 0)
    positive = 1 if pos_weight is None else 1 + (pos_weight - 1) * target
    losses = (1 - target) * self + positive * tail
    return combine(losses if weight is None else losses * weight, reduction)


BCE_WITH_LOGITS = define(
    "binary_cross_entropy_with_logits",
    Category.LOSS,
    "falling_curve",
    "How surprising the answers are, yes or no, given scores whose sigmoid is the probability of yes; stable.",
    formula="reduce(-(target * log(sigmoid(self)) + (1 - target) * log(1 - sigmoid(self))), reduction)",
    forward=_bce_logits,
    inputs=("self", TARGET, _WEIGHT, Port("pos_weight", "A factor for the answers yes.", optional=True)),
    attributes=(REDUCTION,),
    vjp={
        "self": (
            f"{_BCE_WEIGHT} * (sigmoid(self) - target if pos_weight is None"
            " else (pos_weight * target + 1 - target) * sigmoid(self) - pos_weight * target)",
            "g * (sigmoid(self) - target)",
        ),
        "target": (
            f"{_BCE_WEIGHT} * (-self if pos_weight is None else logsigmoid(-self) - pos_weight * logsigmoid(self))",
            "g * -self",
        ),
    },
    node="BinaryCrossEntropyWithLogitsBackward0",
    methods=(),
    nn=("binary_cross_entropy_with_logits",),
    signature=("self", "target", "weight", "reduction", "pos_weight"),
    keywords=("bce", "log loss", "classification", "logistic", "sigmoid"),
    samples=(
        Sample((3,), (3,)),
        Sample((2, 3), (2, 3), (3,), reduction="sum"),
        Sample((2, 3), (2, 3), None, (3,), reduction="none"),
    ),
)


# Distributions and directions -------------------------------------------------------------------------


def _kl_div(ops: Words, self: Any, target: Any, reduction: str = "mean", log_target: bool = False) -> Any:
    losses = ops.exp(target) * (target - self) if log_target else ops.xlogy(target, target) - target * self
    if reduction == "batchmean":
        return ops.sum(losses) / (self.shape[0] if self.ndim else 1)
    return ops.reduce(losses, reduction)


KL_DIV = composed(
    "kl_div",
    symbol="KL",
    summary="How far a distribution, given by logarithms, is from the target distribution.",
    formula="reduce(xlogy(target, target) - target * self, reduction)",
    body=_kl_div,
    inputs=("self", TARGET),
    attributes=(
        Attribute("reduction", Kind.CHOICE, "mean", choices=("none", "mean", "sum", "batchmean")),
        Attribute("log_target", Kind.FLAG, False, summary="Whether the target is given by logarithms, too."),
    ),
    nn=("kl_div",),
    domain=Domain(0.1, 0.9, "logarithms of probabilities, and probabilities"),
    keywords=("kullback leibler", "divergence", "distribution"),
    samples=(
        Sample((3,), (3,)),
        Sample((2, 3), (2, 3), reduction="batchmean"),
        Sample((2, 3), (2, 3), reduction="sum", log_target=True),
    ),
)


def _cosine_similarity(ops: Words, self: Any, other: Any, dim: int = 1, eps: float = 1e-8) -> Any:
    shape = common_shape(self.shape, other.shape, by="cosine_similarity")
    wide = (one if one.shape == shape else ops.expand(one, shape) for one in (self, other))
    first, second = (one / ops.clamp_min(ops.vector_norm(one, 2, dim, True), eps) for one in wide)
    return ops.sum(first * second, dim)


COSINE_SIMILARITY = composed(
    "cosine_similarity",
    symbol="cos",
    summary="The cosine of the angle between two vectors.",
    formula=(
        "sum(self / maximum(vector_norm(self, 2, dim, True), eps)"
        " * (other / maximum(vector_norm(other, 2, dim, True), eps)), dim)"
    ),
    body=_cosine_similarity,
    inputs=("self", "other"),
    attributes=(
        Attribute("dim", Kind.DIM, 1, summary="The dimension that the vectors lie along."),
        Attribute("eps", Kind.NUMBER, 1e-8, 0, summary="The smallest length to divide by."),
    ),
    nn=("cosine_similarity",),
    keywords=("angle", "similarity", "direction"),
    samples=(Sample((2, 3), (2, 3)), Sample((3,), (3,), dim=0)),
)
