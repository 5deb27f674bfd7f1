"""Modules that hold other modules."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from core.errors import PositionError
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Tensor


class _Sequence(Module):
    """Modules in an order, named by their places."""

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return self.children()

    def __getitem__(self, index: int | slice) -> Any:
        names = list(self._modules)
        if isinstance(index, slice):
            return self._of({name: self._modules[name] for name in names[index]})
        return self._modules[self._name(index)]

    def __setitem__(self, index: int, module: Module) -> None:
        self.register_module(self._name(index), module)

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.register_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end."""
        for module in modules:
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Add a module in front of the one at `index`; those behind it move on."""
        if not -len(self) <= index <= len(self):
            raise PositionError(f"There is no place {index} among {len(self)} modules.")
        listed = list(self)
        listed.insert(index, module)
        self._renumber(listed)
        return self

    def pop(self, index: int = -1) -> Module:
        """Take the module at `index` out, and return it."""
        name = self._name(index)
        listed = [one for key, one in self._modules.items() if key != name]
        taken: Module = self[index]
        self._renumber(listed)
        return taken

    def __delitem__(self, index: int) -> None:
        self.pop(index)

    def _renumber(self, modules: Iterable[Module | None]) -> None:
        self._modules.clear()
        self._modules.update((str(place), module) for place, module in enumerate(modules))

    @classmethod
    def _of(cls, modules: Mapping[str, Module | None]) -> Any:
        raise NotImplementedError

    def _name(self, index: int) -> str:
        names = list(self._modules)
        if not -len(names) <= index < len(names):
            raise PositionError(f"There is no module {index}: there are {len(names)}.")
        return names[index]


class Sequential(_Sequence):
    """Modules that each take what the one before has returned; given in order, or in a dict with names."""

    def __init__(self, *modules: Any) -> None:
        super().__init__()
        named = modules[0].items() if len(modules) == 1 and isinstance(modules[0], dict) else enumerate(modules)
        for name, module in named:
            self.register_module(str(name), module)

    def forward(self, input: Any) -> Any:
        """Send the input through all modules."""
        output = input
        for module in self:
            output = module(output)
        return output

    @classmethod
    def _of(cls, modules: Mapping[str, Module | None]) -> Sequential:
        return cls(OrderedDict(modules))


class ModuleList(_Sequence):
    """Modules in a list. It has no forward of its own: what is computed with them is up to the owner."""

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        super().__init__()
        self.extend(modules)

    @classmethod
    def _of(cls, modules: Mapping[str, Module | None]) -> ModuleList:
        return cls(one for one in modules.values() if one is not None)

    def __repr__(self) -> str:
        if not self._modules:
            return f"{type(self).__name__}()"
        lines, first = "", 0
        for text, alike in itertools.groupby(map(repr, self)):
            count = len(list(alike))
            name = f"({first}): " if count == 1 else f"({first}-{first + count - 1}): {count} x "
            lines += f"\n  {name}" + text.replace("\n", "\n  ")
            first += count
        return f"{type(self).__name__}({lines}\n)"


class ModuleDict(Module):
    """Modules under names. It has no forward of its own: what is computed with them is up to the owner."""

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        for name, module in (modules or {}).items():
            self[name] = module

    def __getitem__(self, name: str) -> Module | None:
        return self._modules[name]

    def __setitem__(self, name: str, module: Module) -> None:
        self.register_module(name, module)

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, name: str) -> bool:
        return name in self._modules

    def keys(self) -> Iterable[str]:
        """Return the names."""
        return self._modules.keys()

    def values(self) -> Iterable[Module | None]:
        """Return the modules."""
        return self._modules.values()

    def items(self) -> Iterable[tuple[str, Module | None]]:
        """Return the names with their modules."""
        return self._modules.items()


class ParameterList(Module):
    """Parameters in a list; tensors become parameters."""

    def __init__(self, values: Iterable[Tensor] = ()) -> None:
        super().__init__()
        for value in values:
            self.append(value)

    def append(self, value: Tensor) -> Self:
        """Add a parameter at the end."""
        self.register_parameter(str(len(self)), value if isinstance(value, Parameter) else Parameter(value))
        return self

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parameters.values())

    def __getitem__(self, index: int) -> Any:
        return list(self._parameters.values())[index]
