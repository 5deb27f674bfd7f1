"""Adagrad: the gradient over the root of the sum of all its squares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.optim.optimizer import Group, Optimizer, State, check_setting, decayed, next_step
from core.tensor.tensor import Array, wrap


class Adagrad(Optimizer):
    """Moves by the gradient over the root of the sum of all its squares, which starts at a given value."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_setting("learning rate", lr, lr >= 0)
        check_setting("lr_decay value", lr_decay, lr_decay >= 0)
        check_setting("weight_decay value", weight_decay, weight_decay >= 0)
        check_setting("initial_accumulator_value value", initial_accumulator_value, initial_accumulator_value >= 0)
        check_setting("epsilon value", eps, eps >= 0)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def _update(self, parameter: Array, g: Array, state: State, group: Group) -> None:
        step = next_step(state)
        g = decayed(g, parameter, group["weight_decay"])
        if "sum" not in state:
            state["sum"] = wrap(np.full_like(parameter, group["initial_accumulator_value"]))
        total = state["sum"].array
        total += g * g
        root = np.sqrt(total) + group["eps"]
        parameter += -(group["lr"] / (1 + (step - 1) * group["lr_decay"])) * g / root
