"""RMSprop: the gradient over the root of the running mean of its square."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.optim.adam import move_towards
from core.optim.optimizer import Group, Optimizer, State, check_setting, decayed, kept_array, next_step
from core.tensor.tensor import Array


class RMSprop(Optimizer):
    """Moves by the gradient over the root of the running mean of its square, which forgets by `alpha`.

    `centered` takes the variance in place of the mean square.
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_setting("learning rate", lr, lr >= 0)
        check_setting("epsilon value", eps, eps >= 0)
        check_setting("momentum value", momentum, momentum >= 0)
        check_setting("weight_decay value", weight_decay, weight_decay >= 0)
        check_setting("alpha value", alpha, alpha >= 0)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(self, parameter: Array, g: Array, state: State, group: Group) -> None:
        next_step(state)
        g = decayed(g, parameter, group["weight_decay"])
        square = kept_array(state, "square_avg", parameter)
        square *= group["alpha"]
        square += (1 - group["alpha"]) * g * g
        buffer = kept_array(state, "momentum_buffer", parameter) if group["momentum"] > 0 else None
        if group["centered"]:
            mean = kept_array(state, "grad_avg", parameter)
            move_towards(mean, g, 1 - group["alpha"])
            square = square - mean * mean
        root = np.sqrt(square) + group["eps"]
        if buffer is not None:
            buffer *= group["momentum"]
            buffer += g / root
            parameter += -group["lr"] * buffer
        else:
            parameter += -group["lr"] * g / root
