"""Losses as modules: how far an output is from its target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from core.nn import functional
from core.nn.configured import Configured, Settings
from core.tensor.tensor import Tensor


class Loss(Configured):
    """A module that calls a function of an output and its target; its settings are the further arguments.

    `reduction` is "mean", "sum" or "none".
    """

    function: ClassVar[Callable[..., Any]]
    settings: ClassVar[Settings] = {"reduction": "mean"}

    def forward(self, *inputs: Tensor) -> Tensor:
        """Compute the loss: of an output and its target, or of as many tensors as the function takes."""
        result: Tensor = type(self).function(*inputs, **self.chosen())
        return result


class MSELoss(Loss):
    """The square of the difference."""

    function = functional.mse_loss


class L1Loss(Loss):
    """The absolute difference."""

    function = functional.l1_loss


class SmoothL1Loss(Loss):
    """The absolute difference, with a parabola within `beta` of 0."""

    function = functional.smooth_l1_loss
    settings: ClassVar[Settings] = {"reduction": "mean", "beta": 1.0}


class HuberLoss(Loss):
    """Half the square of the difference within `delta` of 0, and a straight line beyond."""

    function = functional.huber_loss
    settings: ClassVar[Settings] = {"reduction": "mean", "delta": 1.0}


class BCELoss(Loss):
    """The cross entropy of probabilities and targets between 0 and 1."""

    function = functional.binary_cross_entropy
    settings: ClassVar[Settings] = {"weight": None, "reduction": "mean"}


class BCEWithLogitsLoss(Loss):
    """The cross entropy of the sigmoid of scores, computed without rounding to 0 or 1."""

    function = functional.binary_cross_entropy_with_logits
    settings: ClassVar[Settings] = {"weight": None, "reduction": "mean", "pos_weight": None}


class CrossEntropyLoss(Loss):
    """The negative logarithm of the softmax of the scores, at the class that is right."""

    function = functional.cross_entropy
    settings: ClassVar[Settings] = {"weight": None, "ignore_index": -100, "reduction": "mean", "label_smoothing": 0.0}


class NLLLoss(Loss):
    """The negative of a logarithm of probabilities, at the class that is right."""

    function = functional.nll_loss
    settings: ClassVar[Settings] = {"weight": None, "ignore_index": -100, "reduction": "mean"}


class KLDivLoss(Loss):
    """How far a distribution, given by its logarithm, is from the target."""

    function = functional.kl_div
    settings: ClassVar[Settings] = {"reduction": "mean", "log_target": False}


class HingeEmbeddingLoss(Loss):
    """Distances where the target is 1, and what is missing to the margin where it is -1."""

    function = functional.hinge_embedding_loss
    settings: ClassVar[Settings] = {"margin": 1.0, "reduction": "mean"}


class MarginRankingLoss(Loss):
    """What is missing for one score to be above another by the margin; a target of -1 turns them around."""

    function = functional.margin_ranking_loss
    settings: ClassVar[Settings] = {"margin": 0.0, "reduction": "mean"}


class TripletMarginLoss(Loss):
    """What is missing for a vector to be nearer to its like than to another one by the margin."""

    function = functional.triplet_margin_loss
    settings: ClassVar[Settings] = {"margin": 1.0, "p": 2.0, "eps": 1e-6, "reduction": "mean"}


class SoftMarginLoss(Loss):
    """The logistic loss of scores and targets of 1 or -1."""

    function = functional.soft_margin_loss


class CosineEmbeddingLoss(Loss):
    """How far from parallel vectors are whose target is 1, and how much nearer than the margin others are."""

    function = functional.cosine_embedding_loss
    settings: ClassVar[Settings] = {"margin": 0.0, "reduction": "mean"}


class PoissonNLLLoss(Loss):
    """How surprising counts are, given their expectations or the logarithms of them."""

    function = functional.poisson_nll_loss
    settings: ClassVar[Settings] = {"log_input": True, "eps": 1e-8, "reduction": "mean"}


class GaussianNLLLoss(Loss):
    """How surprising numbers are, given the means and the variances of normal distributions."""

    function = functional.gaussian_nll_loss
    settings: ClassVar[Settings] = {"eps": 1e-6, "reduction": "mean"}


class PairwiseDistance(Loss):
    """The distances of the vectors in the last dimension of two tensors."""

    function = functional.pairwise_distance
    settings: ClassVar[Settings] = {"p": 2.0, "eps": 1e-6, "keepdim": False}


class CosineSimilarity(Loss):
    """The cosines of the angles between the vectors along a dimension of two tensors."""

    function = functional.cosine_similarity
    settings: ClassVar[Settings] = {"dim": 1, "eps": 1e-8}
