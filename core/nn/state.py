"""Saving the state of a module, and loading it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.errors import OperandError
from core.tensor.tensor import Tensor

if TYPE_CHECKING:
    from core.nn.module import Module


class IncompatibleKeys(NamedTuple):
    """What did not fit when a state was loaded: names that it lacks, and names that the module lacks."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


def saved_state(module: Module, prefix: str, *, keep_vars: bool) -> OrderedDict[str, Tensor]:
    """Return the parameters and persistent buffers of a module by their paths."""
    return OrderedDict((prefix + path, one if keep_vars else one.detach()) for path, one in _members(module))


def load_state(module: Module, state: Mapping[str, Tensor], *, strict: bool) -> IncompatibleKeys:
    """Copy the values of `state` into a module; nothing is copied if something does not fit."""
    members = dict(_members(module))
    missing = [path for path in members if path not in state]
    unexpected = [path for path in state if path not in members]
    problems = [
        f"size mismatch for {path}: the saved value has shape {list(state[path].shape)}, the module's {list(one.shape)}"
        for path, one in members.items()
        if path in state and state[path].array.shape != one.array.shape
    ]
    if strict:
        problems += [f"missing key {path!r}" for path in missing] + [f"unexpected key {path!r}" for path in unexpected]
    if problems:
        raise OperandError(f"Error in loading the state of {type(module).__name__}: {'; '.join(problems)}.")
    for path, one in members.items():
        if path in state:
            one.array[...] = state[path].array
            one.storage.wrote("load_state_dict")
    return IncompatibleKeys(missing, unexpected)


def _members(module: Module) -> Iterator[tuple[str, Tensor]]:
    for path, inner in module.named_modules(remove_duplicate=False):
        prefix = f"{path}." if path else ""
        kept = {name: one for name, one in inner._buffers.items() if name not in inner._transient}
        for name, one in {**inner._parameters, **kept}.items():
            if one is not None:
                yield prefix + name, one
