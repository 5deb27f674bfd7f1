"""Modules that are made with settings and have no parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from core.errors import KindError
from core.nn.module import Module
from core.tensor.tensor import Tensor

Settings = Mapping[str, Any]


class Configured(Module):
    """A module that is made with settings. `settings` has their defaults, in the order in which they may be given."""

    settings: ClassVar[Settings] = {}

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__()
        if len(arguments) > len(self.settings):
            raise KindError(f"{type(self).__name__} takes {len(self.settings)} settings, not {len(arguments)}.")
        given = dict(zip(self.settings, arguments, strict=False))
        for name in named:
            if name in given or name not in self.settings:
                raise KindError(f"{type(self).__name__} takes no further {name!r}.")
        for name, value in {**self.settings, **given, **named}.items():
            if isinstance(value, Tensor):
                self.register_buffer(name, value)  # it is converted with the module, and part of its state
            else:
                self.__dict__[name] = value

    def chosen(self) -> dict[str, Any]:
        """Return the settings of this module."""
        return {name: getattr(self, name) for name in self.settings}
