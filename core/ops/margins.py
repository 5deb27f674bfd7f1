"""Losses about distances, order and counts; each is a formula over other operations."""

from __future__ import annotations

import numpy as np

from core.ops.arrays import widened
from core.ops.loss import REDUCTION, TARGET, combine, composed
from core.ops.registry import define
from core.ops.spec import Attribute, Category, Domain, Kind, Port, Sample

_SIGNS = Port("target", "1 where the inputs belong together, −1 where they do not.")
_ANSWERS = np.array([1.0, -1.0, 1.0])


def _margin(default: float) -> Attribute:
    return Attribute("margin", Kind.NUMBER, default, summary="How far apart they have to be.")


PAIRWISE_DISTANCE = composed(
    "pairwise_distance",
    symbol="‖x−y‖",
    summary="The distances of the vectors in the last dimension of two tensors.",
    formula="norm_along(self - other + eps, p, -1, keepdim)",
    inputs=("self", "other"),
    attributes=(
        Attribute("p", Kind.NUMBER, 2.0, summary="The power of the norm."),
        Attribute("eps", Kind.NUMBER, 1e-6, summary="A small number that keeps the distance from 0."),
        Attribute("keepdim", Kind.FLAG, False, summary="Leave the dimension in place, with length 1."),
    ),
    nn=("pairwise_distance",),
    keywords=("distance", "euclidean", "metric"),
    samples=(Sample((2, 3), (2, 3)), Sample((3,), (2, 3), p=1.0, keepdim=True)),
)
HINGE_EMBEDDING_LOSS = composed(
    "hinge_embedding_loss",
    symbol="hinge",
    summary="Distances where things belong together, and what is missing to the margin where they do not.",
    formula=("reduce(where(target != -1, self, 0) + where(target != 1, clamp_min(margin - self, 0), 0), reduction)"),
    inputs=("self", _SIGNS),
    attributes=(_margin(1.0), REDUCTION),
    functions=("hinge_embedding_loss",),
    nn=("hinge_embedding_loss",),
    kinks="At the margin the gradient is −1.",
    keywords=("similarity", "metric learning"),
    samples=(Sample((3,), _ANSWERS), Sample((3,), _ANSWERS, margin=0.5, reduction="none")),
)
MARGIN_RANKING_LOSS = composed(
    "margin_ranking_loss",
    symbol="hinge",
    summary="What is missing for one score to be larger than another by a margin.",
    formula="reduce(clamp_min(-target * (self - other) + margin, 0), reduction)",
    inputs=("self", "other", Port("target", "1 where the first should be larger, −1 where the second should.")),
    attributes=(_margin(0.0), REDUCTION),
    functions=("margin_ranking_loss",),
    nn=("margin_ranking_loss",),
    kinks="At the margin the gradient is that of the missing part.",
    keywords=("order", "ranking", "preference"),
    samples=(Sample((3,), (3,), _ANSWERS), Sample((3,), (3,), _ANSWERS, margin=0.5, reduction="sum")),
)
TRIPLET_MARGIN_LOSS = composed(
    "triplet_margin_loss",
    symbol="hinge",
    summary="What is missing for an anchor to be nearer to a positive than to a negative by a margin.",
    formula=(
        "reduce(clamp_min(margin + pairwise_distance(self, positive, p, eps)"
        " - pairwise_distance(self, negative, p, eps), 0), reduction)"
    ),
    inputs=("self", "positive", "negative"),
    attributes=(
        _margin(1.0),
        Attribute("p", Kind.NUMBER, 2.0, summary="The power of the norm."),
        Attribute("eps", Kind.NUMBER, 1e-6, summary="A small number that keeps the distances from 0."),
        REDUCTION,
    ),
    nn=("triplet_margin_loss",),
    keywords=("metric learning", "distance", "similarity"),
    samples=(Sample((2, 3), (2, 3), (2, 3)), Sample((2, 3), (2, 3), (2, 3), margin=0.5, reduction="none")),
)
SOFT_MARGIN_LOSS = define(
    "soft_margin_loss",
    Category.LOSS,
    "soft_hinge",
    "How far scores are from having the right sign: the logarithm of one plus the exponential.",
    formula="reduce(log(1 + exp(-target * self)), reduction)",
    forward=widened(lambda x, target, reduction="mean": combine(np.logaddexp(0, -target * x), reduction)),
    inputs=("self", Port("target", "1 or −1: the right sign.")),
    attributes=(REDUCTION,),
    vjp={"self": "g * share_of_one(reduction, self.shape) * (-target * sigmoid(-target * self))"},
    methods=(),
    functions=(),
    nn=("soft_margin_loss",),
    keywords=("logistic", "classification"),
    samples=(Sample((3,), _ANSWERS), Sample((3,), _ANSWERS, reduction="sum")),
)
POISSON_NLL_LOSS = composed(
    "poisson_nll_loss",
    symbol="falling_curve",
    summary="How surprising counts are, given the logarithms of the counts that were expected.",
    formula="reduce(exp(self) - target * self if log_input else self - target * log(self + eps), reduction)",
    inputs=("self", TARGET),
    attributes=(
        Attribute("log_input", Kind.FLAG, True, summary="Whether the input holds logarithms."),
        Attribute("eps", Kind.NUMBER, 1e-8, keyword_only=True, summary="A small number that keeps away from log(0)."),
        Attribute("reduction", Kind.CHOICE, "mean", choices=("none", "mean", "sum"), keyword_only=True),
    ),
    nn=("poisson_nll_loss",),
    keywords=("counts", "likelihood", "regression"),
    samples=(Sample((3,), (3,)), Sample((2, 3), (2, 3), reduction="sum")),
)
COSINE_EMBEDDING_LOSS = composed(
    "cosine_embedding_loss",
    symbol="cos",
    summary="How far from parallel vectors are that belong together, and how much nearer than a margin others are.",
    formula=(
        "reduce(where(target == 1, 1 - cosine_similarity(self, other, -1), 0)"
        " + where(target == -1, clamp_min(cosine_similarity(self, other, -1) - margin, 0), 0), reduction)"
    ),
    inputs=("self", "other", _SIGNS),
    attributes=(_margin(0.0), REDUCTION),
    functions=("cosine_embedding_loss",),
    nn=("cosine_embedding_loss",),
    keywords=("similarity", "metric learning", "angle"),
    samples=(Sample((3, 2), (3, 2), _ANSWERS), Sample((3, 2), (3, 2), _ANSWERS, margin=-0.5, reduction="sum")),
)
GAUSSIAN_NLL_LOSS = composed(
    "gaussian_nll_loss",
    symbol="falling_curve",
    summary="How surprising numbers are, given the means and the variances of normal distributions.",
    formula="reduce((log(floored(var, eps)) + (self - target) ** 2 / floored(var, eps)) / 2, reduction)",
    inputs=("self", TARGET, Port("var", "The variances.")),
    attributes=(
        Attribute("eps", Kind.NUMBER, 1e-6, keyword_only=True, summary="The smallest variance to divide by."),
        REDUCTION,
    ),
    nn=("gaussian_nll_loss",),
    domain=Domain(0.25, 2.0),
    kinks="Variances below eps are taken as eps, and keep their gradient.",
    keywords=("likelihood", "regression", "uncertainty"),
    samples=(Sample((3,), (3,), (3,)), Sample((2, 3), (2, 3), (2, 3), reduction="sum")),
)
FLOORED = composed(
    "floored",
    symbol="max",
    summary="Raises numbers to a bound; the gradient does not notice.",
    formula="self + fixed(clamp_min(self, eps) - self)",
    attributes=(Attribute("eps", Kind.NUMBER),),
    hidden=True,
    samples=(Sample((3,), eps=-9.0), Sample((2, 3), eps=-9.0)),
)
