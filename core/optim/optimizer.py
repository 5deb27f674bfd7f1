"""What all optimizers share: groups of parameters, their state, and the loop over them."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from core.engine.modes import ModeSwitch
from core.errors import ArgumentError, KindError
from core.optim.states import load_states, saved_states
from core.tensor.gradient import clear_gradient
from core.tensor.tensor import Array, Tensor, wrap

Group = dict[str, Any]
State = dict[str, Tensor]


class Optimizer(ABC):
    """Changes parameters, group by group: each group is a dict of "params" and of its own settings.

    `params` are tensors, or groups that override the defaults. Settings that only choose among equivalent
    implementations (foreach, fused, capturable, differentiable) are accepted and make no difference.
    """

    def __init__(self, params: Iterable[Any], defaults: Mapping[str, Any]) -> None:
        self.defaults = dict(defaults)
        self.state: defaultdict[Tensor, State] = defaultdict(dict)
        self.param_groups: list[Group] = []
        if isinstance(params, Tensor | Mapping):
            raise KindError(
                f"An optimizer takes a list of tensors or of groups, not a single {type(params).__name__}.",
                "Put it into a list.",
            )
        given = list(params)
        if not given:
            raise ArgumentError("The optimizer got an empty parameter list.")
        for group in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(group)

    @abstractmethod
    def _update(self, parameter: Array, g: Array, state: State, group: Group) -> None:
        """Change one parameter in place. `g` is its gradient, which must not be written to."""

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change every parameter that has a gradient. `closure` computes the loss again, and it is returned."""
        loss = None
        if closure is not None:
            with ModeSwitch(grad=True):
                loss = closure()
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    self._step(parameter, parameter.grad.array, group)
        return loss

    def _step(self, parameter: Tensor, g: Array, group: Group) -> None:
        state = self.state.get(parameter, {})
        self._update(parameter.array, -g if group["maximize"] else g, state, group)
        parameter.storage.wrote(f"{type(self).__name__}.step()")
        if state:
            self.state[parameter] = state

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters; `set_to_none=False` makes them zero instead."""
        for group in self.param_groups:
            for parameter in group["params"]:
                clear_gradient(parameter, set_to_none=set_to_none)

    def add_param_group(self, param_group: Group) -> None:
        """Add a group of parameters, whose missing settings are the defaults."""
        if not isinstance(param_group, dict):
            raise KindError(f"A parameter group has to be a dict, not {type(param_group).__name__}.")
        params = param_group["params"]
        listed = [params] if isinstance(params, Tensor) else list(params)
        for one in listed:
            _check_parameter(one)
        if len({id(one) for one in listed}) != len(listed):
            warnings.warn(
                "A parameter appears twice in its group, and will be changed twice.", UserWarning, stacklevel=4
            )
        known = {id(one) for group in self.param_groups for one in group["params"]}
        if any(id(one) in known for one in listed):
            raise ArgumentError("Some parameters appear in more than one parameter group.")
        self.param_groups.append({"params": listed} | self.defaults | param_group | {"params": listed})

    def state_dict(self) -> dict[str, Any]:
        """Return the settings and the state; parameters appear in it as numbers, in their order."""
        return saved_states(self.param_groups, self.state)

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Take over the settings and the state of an optimizer for parameters of the same number."""
        self.param_groups, state = load_states(self.param_groups, state_dict)
        self.state = defaultdict(dict, state)

    def __repr__(self) -> str:
        groups = []
        for number, group in enumerate(self.param_groups):
            settings = [f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params"]
            groups.append(f"Parameter Group {number}\n{''.join(settings)}")
        return f"{type(self).__name__} (\n" + "\n".join(groups) + ")"


def check_setting(name: str, value: float, valid: bool) -> None:
    """Refuse an impossible setting."""
    if not valid:
        raise ArgumentError(f"Invalid {name}: {value}.")


def kept_array(state: State, name: str, like: Array) -> Array:
    """Return the array that the state keeps under `name`, made of zeros the first time."""
    if name not in state:
        state[name] = wrap(np.zeros_like(like))
    return state[name].array


def next_step(state: State) -> float:
    """Count the updates of a parameter, and return which one this is."""
    if "step" not in state:
        state["step"] = wrap(np.zeros((), np.float32))
    state["step"].array[...] += 1
    return float(state["step"].array)


def decayed(g: Array, parameter: Array, weight_decay: float) -> Array:
    """Return the gradient with that of the penalty on large parameters."""
    return g + weight_decay * parameter if weight_decay != 0 else g


def _check_parameter(one: Any) -> None:
    if not isinstance(one, Tensor):
        raise KindError(f"An optimizer can only optimize tensors, but one of the params is {type(one).__name__}.")
    if not one.is_leaf:
        raise ArgumentError(
            "An optimizer can't optimize a non-leaf tensor: it is computed anew from others.",
            "Optimize those, or cut it off with detach().requires_grad_().",
        )
