"""Saving the state of an optimizer, and loading it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.errors import ArgumentError
from core.tensor.tensor import Tensor, wrap

Group = dict[str, Any]
States = Mapping[Tensor, dict[str, Any]]


def saved_states(groups: Iterable[Group], states: States) -> dict[str, Any]:
    """Return settings and states with numbers in place of parameters."""
    numbers: dict[int, int] = {}
    packed = []
    for group in groups:
        for one in group["params"]:
            numbers.setdefault(id(one), len(numbers))
        settings = {name: value for name, value in group.items() if name != "params"}
        packed.append(settings | {"params": [numbers[id(one)] for one in group["params"]]})
    return {"state": {numbers[id(one)]: dict(state) for one, state in states.items()}, "param_groups": packed}


def load_states(groups: list[Group], saved: Mapping[str, Any]) -> tuple[list[Group], dict[Tensor, dict[str, Any]]]:
    """Return groups and states with parameters in place of the numbers of `saved`, which are not shared with it."""
    packed = saved["param_groups"]
    if len(packed) != len(groups):
        raise ArgumentError(f"The loaded state dict has {len(packed)} parameter groups, not {len(groups)}.")
    parameters: dict[int, Tensor] = {}
    loaded = []
    for group, settings in zip(groups, packed, strict=True):
        if len(settings["params"]) != len(group["params"]):
            raise ArgumentError(
                "The loaded state dict contains a parameter group that doesn't match the size of the optimizer's group."
            )
        parameters |= dict(zip(settings["params"], group["params"], strict=True))
        loaded.append(dict(settings) | {"params": group["params"]})
    return loaded, {parameters[number]: _copied(state) for number, state in saved["state"].items()}


def _copied(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: wrap(one.array.copy()) if isinstance(one, Tensor) else one for name, one in state.items()}
