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

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss."""
        return type(self).function(input, target, **self.chosen())  # type: ignore[no-any-return]


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
