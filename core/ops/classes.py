"""Losses for the choice among several classes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import ArgumentError, DtypeError, PositionError, ShapeError
from core.ops.arrays import Array, Result, widened
from core.ops.loss import REDUCTION
from core.ops.placing import pick
from core.ops.reduction import total
from core.ops.registry import Words, compose, define
from core.ops.spec import Attribute, Category, Kind, Op, Port, Promotion, Sample

_TARGET = Port("target", "The right classes, as numbers from 0.", as_is=True)
_WEIGHT = Port("weight", "A factor for every class.", optional=True)
_IGNORE = Attribute("ignore_index", Kind.INTEGER, -100, summary="A class number that does not count.")
_CLASSES = np.array([1, 0, 2])


def _class_dim(shape: tuple[int, ...]) -> int:
    return 1 if len(shape) > 1 else 0


def _check(shape: tuple[int, ...], target: Array, ignore_index: int) -> Result:
    """Refuse targets that do not fit the scores, and return where they count."""
    if target.dtype.kind not in "ui":
        raise DtypeError(
            f"nll_loss: expected class numbers of type long as the target, but found {target.dtype}.",
            "Convert it with .long(), or give class probabilities in the shape of the scores.",
        )
    _check_batch(shape, target.shape)
    counts = target != ignore_index
    classes = shape[_class_dim(shape)]
    wrong = counts & ((target < 0) | (target >= classes))
    if np.any(wrong):
        raise PositionError(
            f"nll_loss: Target {target[wrong].flat[0] if target.ndim else target} is out of bounds: there are "
            f"{classes} classes, numbered from 0."
        )
    return counts


def _check_batch(shape: tuple[int, ...], target: tuple[int, ...]) -> None:
    expected = shape[:1] + shape[2:] if len(shape) > 1 else ()
    if expected[:1] != target[:1] and target and expected:
        raise ArgumentError(
            f"nll_loss: expected input batch_size ({shape[0]}) to match target batch_size ({target[0]})."
        )
    if tuple(target) != expected:
        raise ShapeError(f"nll_loss: the target of size {list(target)} should have size {list(expected)}.")


def _class_weights(
    target: Array, weight: Array | None, shape: tuple[int, ...], dtype: Any, reduction: str, ignore_index: int
) -> Array:
    """Return the factor of every element's loss in the result."""
    counts = _check(shape, target, ignore_index)
    factors = counts.astype(dtype) if weight is None else np.where(counts, weight[np.where(counts, target, 0)], 0)
    return factors / factors.sum() if reduction == "mean" else factors


@widened
def _nll_loss(
    self: Array, target: Array, weight: Array | None = None, ignore_index: int = -100, reduction: str = "mean"
) -> Result:
    factors = _class_weights(target, weight, self.shape, self.dtype, reduction, ignore_index)
    chosen = pick(self, np.where(target == ignore_index, 0, target), _class_dim(self.shape), False)
    losses = np.where(target == ignore_index, 0, -chosen) * factors
    return losses if reduction == "none" else total(losses)


CLASS_WEIGHTS = define(
    "class_weights",
    Category.LOSS,
    "w",
    "The factor of the loss of every element: the weight of its class, and its share of the average.",
    formula="class_weights(self, weight, shape, dtype, reduction, ignore_index)",
    forward=_class_weights,
    inputs=(Port("self", as_is=True), _WEIGHT),
    attributes=(
        Attribute("shape", Kind.SHAPE),
        Attribute("dtype", Kind.DTYPE),
        Attribute("reduction", Kind.CHOICE, choices=("none", "mean", "sum")),
        _IGNORE,
    ),
    promotion=Promotion.NONE,
    hidden=True,
    samples=(
        Sample(_CLASSES, shape=(3, 4), dtype=np.dtype(np.float64), reduction="mean", ignore_index=2),
        Sample(_CLASSES, np.ones(4), shape=(3, 4), dtype=np.dtype(np.float64), reduction="sum"),
    ),
)
_SAMPLES = (
    Sample((3, 4), _CLASSES),
    Sample((3, 4), _CLASSES, np.array([1.0, 2.0, 0.5, 1.0]), reduction="sum"),
    Sample((3, 4), _CLASSES, reduction="none", ignore_index=2),
    Sample((4,), np.array(2)),
)


def _of_scores(name: str, node: str, samples: tuple[Sample, ...]) -> Op:
    return define(
        name,
        Category.LOSS,
        "falling_curve",
        "Minus the scores of the right classes, averaged.",
        formula="reduce(-pick(self, target, 1, False), reduction)",
        forward=_nll_loss,
        inputs=("self", _TARGET, _WEIGHT),
        attributes=(_IGNORE, REDUCTION),
        vjp={
            "self": (
                "place(-g * class_weights(target, weight, self.shape, self.dtype, reduction, ignore_index),"
                " where(target == ignore_index, 0, target), self.shape, 1 if len(self.shape) > 1 else 0, False)",
                "zeros, with -g at the right classes",
            )
        },
        node=node,
        hidden=True,
        zero_fills=True,
        samples=samples,
    )


_OF_PLANES = (
    Sample((1, 3, 2, 1), np.array([[[1], [2]]])),
    Sample((2, 3, 1, 2), np.array([[[1, 2]], [[0, 1]]]), reduction="none"),
)
NLL_LOSS1D = _of_scores("nll_loss1d", "NllLossBackward0", _SAMPLES)
NLL_LOSS2D = _of_scores("nll_loss2d", "NllLoss2DBackward0", _OF_PLANES)


def _nll(
    ops: Words, self: Any, target: Any, weight: Any = None, ignore_index: int = -100, reduction: str = "mean"
) -> Any:
    if self.ndim <= 2:
        return ops.nll_loss1d(self, target, weight, ignore_index, reduction=reduction)
    _check_batch(self.shape, target.shape)
    plane = self.shape if self.ndim == 4 else (*self.shape[:2], 1, math.prod(self.shape[2:]))
    scores, classes = ops.reshape(self, plane), ops.reshape(target, (plane[0], *plane[2:]))
    loss = ops.nll_loss2d(scores, classes, weight, ignore_index, reduction=reduction)
    return ops.reshape(loss, tuple(target.shape)) if reduction == "none" else loss


NLL_LOSS = compose(
    "nll_loss",
    Category.LOSS,
    "falling_curve",
    "Minus the log-probabilities of the right classes, averaged.",
    formula="reduce(-pick(self, target, 1, False), reduction)",
    body=_nll,
    inputs=("self", _TARGET, _WEIGHT),
    attributes=(_IGNORE, REDUCTION),
    methods=(),
    functions=(),
    nn=("nll_loss",),
    keywords=("negative log likelihood", "classification"),
    samples=(
        *_SAMPLES,
        Sample((1, 3, 2), np.array([[1, 2]]), reduction="none"),
        Sample((1, 3, 2, 1), np.array([[[1], [0]]])),
    ),
)


def _cross_entropy(
    ops: Words,
    self: Any,
    target: Any,
    weight: Any = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Any:
    dim = _class_dim(self.shape)
    scores = ops.log_softmax(self, dim)
    weight = None if weight is None else ops.fixed(weight)
    if tuple(target.shape) == tuple(self.shape) and target.dtype.name.startswith("float"):
        return _from_probabilities(ops, scores, target, weight, reduction, label_smoothing)
    loss = ops.nll_loss(scores, target, weight, ignore_index, reduction=reduction)
    if not label_smoothing:
        return loss
    share = label_smoothing / self.shape[dim]
    return loss * (1 - label_smoothing) + _smooth(ops, scores, target, weight, ignore_index, reduction) * share


def _smooth(ops: Words, scores: Any, target: Any, weight: Any, ignore_index: int, reduction: str) -> Any:
    """Return the loss against an even distribution over the classes, times their number."""
    dim = _class_dim(scores.shape)
    losses = -ops.sum(scores if weight is None else scores * _along_classes(ops, weight, scores.shape), dim)
    losses = ops.where(target == ignore_index, 0, losses)
    if reduction != "mean":
        return ops.reduce(losses, reduction)
    counting = ops.class_weights(target, weight, tuple(scores.shape), scores.dtype, "sum", ignore_index)
    return ops.sum(losses) / ops.sum(counting)


def _from_probabilities(ops: Words, scores: Any, target: Any, weight: Any, reduction: str, smoothing: float) -> Any:
    dim = _class_dim(scores.shape)
    if smoothing:
        target = target * (1 - smoothing) + smoothing / scores.shape[dim]
    products = scores * target
    if weight is not None:
        products = products * _along_classes(ops, weight, scores.shape)
    if reduction == "none":
        return -ops.sum(products, dim)
    loss = -ops.sum(products)
    return loss / (math.prod(scores.shape) // scores.shape[dim]) if reduction == "mean" else loss


def _along_classes(ops: Words, weight: Any, shape: tuple[int, ...]) -> Any:
    return ops.view(weight, (-1, *(1 for _ in shape[2:])))


CROSS_ENTROPY = compose(
    "cross_entropy",
    Category.LOSS,
    "falling_curve",
    "How surprising the right classes are, given scores for all of them.",
    formula="nll_loss(log_softmax(self, 1), target)",
    body=_cross_entropy,
    inputs=("self", Port("target", "The right classes as numbers, or a probability for each.", as_is=True), _WEIGHT),
    attributes=(
        _IGNORE,
        REDUCTION,
        Attribute("label_smoothing", Kind.NUMBER, 0.0, 0, 1, summary="How much of the target is spread evenly."),
    ),
    methods=(),
    functions=(),
    nn=("cross_entropy",),
    keywords=("softmax loss", "log loss", "classification", "logits"),
    samples=(
        Sample((3, 4), _CLASSES),
        Sample((3, 4), _CLASSES, np.array([1.0, 2.0, 0.5, 1.0]), label_smoothing=0.1),
        Sample((3, 4), _CLASSES, ignore_index=2, reduction="sum"),
        Sample((2, 3), np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]])),
        Sample((4,), np.array(2)),
    ),
)
