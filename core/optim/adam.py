"""Adam, and Adam with decoupled weight decay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.optim.optimizer import Group, Optimizer, State, check_setting, decayed, kept_array, next_step
from core.tensor.tensor import Array


class Adam(Optimizer):
    """Moves by the running mean of the gradient over the root of the running mean of its square.

    `betas` say how slowly the two means forget; both are corrected for having begun at zero. `amsgrad` divides
    by the largest mean square so far.
    """

    _decoupled = False

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_setting("learning rate", lr, lr >= 0)
        check_setting("epsilon value", eps, eps >= 0)
        check_setting("beta parameter at index 0", betas[0], 0 <= betas[0] < 1)
        check_setting("beta parameter at index 1", betas[1], 0 <= betas[1] < 1)
        check_setting("weight_decay value", weight_decay, weight_decay >= 0)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
            "fused": fused,
            "decoupled_weight_decay": self._decoupled,
        }
        super().__init__(params, defaults)

    def _update(self, parameter: Array, g: Array, state: State, group: Group) -> None:
        step = next_step(state)
        if group["decoupled_weight_decay"]:
            parameter *= 1 - group["lr"] * group["weight_decay"]
        else:
            g = decayed(g, parameter, group["weight_decay"])
        beta1, beta2 = group["betas"]
        mean = kept_array(state, "exp_avg", parameter)
        move_towards(mean, g, 1 - beta1)
        square = kept_array(state, "exp_avg_sq", parameter)
        square *= beta2
        square += (1 - beta2) * g * g
        if group["amsgrad"]:
            largest = kept_array(state, "max_exp_avg_sq", parameter)
            square = np.maximum(largest, square, out=largest)
        root = np.sqrt(square) / (1 - beta2**step) ** 0.5 + group["eps"]
        parameter += -(group["lr"] / (1 - beta1**step)) * mean / root


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameters directly, not through the gradient."""

    _decoupled = True

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **settings)


def move_towards(mean: Array, g: Array, weight: float) -> None:
    """Move a running mean towards `g`, rounding as PyTorch's lerp_ does."""
    if weight < 0.5:
        mean += weight * (g - mean)
    else:
        mean[...] = g - (g - mean) * (1 - weight)
