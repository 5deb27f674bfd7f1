"""Stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.errors import ArgumentError
from core.optim.optimizer import Group, Optimizer, State, check_setting, decayed
from core.tensor.tensor import Array, wrap


class SGD(Optimizer):
    """Moves against the gradient, by `lr` times it.

    With `momentum` it moves by a running sum of gradients, of which `dampening` leaves out a part; `nesterov`
    looks ahead along that sum.
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_setting("learning rate", lr, lr >= 0)
        check_setting("momentum value", momentum, momentum >= 0)
        check_setting("weight_decay value", weight_decay, weight_decay >= 0)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ArgumentError("Nesterov momentum requires a momentum and zero dampening.")
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def _update(self, parameter: Array, g: Array, state: State, group: Group) -> None:
        g = decayed(g, parameter, group["weight_decay"])
        if group["momentum"] != 0:
            buffer = self._buffer(g, state, group)
            g = g + group["momentum"] * buffer if group["nesterov"] else buffer
        parameter += -group["lr"] * g

    @staticmethod
    def _buffer(g: Array, state: State, group: Group) -> Array:
        """Return the running sum of gradients, which begins with the first one."""
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = wrap(np.array(g))
        else:
            buffer = state["momentum_buffer"].array
            buffer *= group["momentum"]
            buffer += (1 - group["dampening"]) * g
        return state["momentum_buffer"].array
