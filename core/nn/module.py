"""Modules: what a network is built from. A module owns parameters and other modules, and computes with them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

from core.engine.hooks import HookTable, Removable
from core.errors import KindError, MissingError, NameRefusedError, UnknownNameError
from core.nn.conversion import convert_parts, requested_type
from core.nn.parameter import Parameter
from core.nn.state import IncompatibleKeys, load_state, saved_state
from core.tensor.dtype import float16, float32, float64
from core.tensor.gradient import clear_gradient
from core.tensor.tensor import Tensor


class Module:
    """The base of all modules.

    A subclass makes its parts in `__init__`, after `super().__init__()`, and computes with them in `forward`.
    A Parameter or a module that is assigned to an attribute is registered under that name.
    """

    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Module | None]

    def __init__(self) -> None:
        self.__dict__.update(_parameters={}, _buffers={}, _modules={}, training=True)
        self._transient: set[str] = set()  # the buffers that state_dict() leaves out
        self._before = HookTable()
        self._after = HookTable()

    # Running ----------------------------------------------------------------------------------------

    def forward(self, *arguments: Any, **named: Any) -> Any:
        """Compute the output of the module; every subclass defines this."""
        raise MissingError(f"{type(self).__name__} has no forward().", "Define what it computes.")

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        for hook in self._before:
            replaced = hook(self, arguments)
            if replaced is not None:
                arguments = replaced if isinstance(replaced, tuple) else (replaced,)
        output = self.forward(*arguments, **named)
        for hook in self._after:
            replaced = hook(self, arguments, output)
            output = output if replaced is None else replaced
        return output

    def register_forward_pre_hook(self, hook: Callable[[Any, tuple[Any, ...]], Any]) -> Removable:
        """Call `hook(module, arguments)` before `forward`; what it returns replaces the arguments."""
        return self._before.add(hook)

    def register_forward_hook(self, hook: Callable[[Any, tuple[Any, ...], Any], Any]) -> Removable:
        """Call `hook(module, arguments, output)` after `forward`; what it returns replaces the output."""
        return self._after.add(hook)

    # Its parts --------------------------------------------------------------------------------------

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter under `name`; None keeps the name for one that there may be."""
        self._check_name(name)
        if param is not None and not isinstance(param, Parameter):
            raise KindError(f"{name!r} has to be a torch.nn.Parameter or None, not {type(param).__name__}.")
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is part of the state but no parameter; `persistent` puts it into state_dict()."""
        self._check_name(name)
        self._buffers[name] = tensor
        (self._transient.discard if persistent else self._transient.add)(name)

    def register_module(self, name: str, module: Module | None) -> None:
        """Add a module under `name`, which need not be a Python name."""
        self._check_name(name)
        if module is not None and not isinstance(module, Module):
            raise KindError(f"{name!r} has to be a module or None, not {type(module).__name__}.")
        self._modules[name] = module

    add_module = register_module

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or not name or "." in name:
            raise NameRefusedError(f"A part of a module cannot be called {name!r}: give it a name without dots.")
        if hasattr(self, name) and not any(name in self.__dict__[table] for table in _KINDS):
            raise NameRefusedError(f"The module already has an attribute {name!r}.")

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Parameter | Module):
            self._take(name, value, "_parameters" if isinstance(value, Parameter) else "_modules")
            return
        for table, kind in _KINDS.items():
            if name in self.__dict__.get(table, ()):
                if value is not None and not isinstance(value, kind):
                    raise KindError(
                        f"{name!r} is a {_SHOWN[table]} of {type(self).__name__}: it cannot be assigned a "
                        f"{type(value).__name__}, only a {kind.__name__} or None."
                    )
                self.__dict__[table][name] = value
                return
        object.__setattr__(self, name, value)

    def _take(self, name: str, part: Any, table: str) -> None:
        """Register a part that was assigned to an attribute; it replaces what had the name."""
        if table not in self.__dict__:
            raise UnknownNameError(
                f"{type(self).__name__} cannot be assigned {name!r} yet.",
                "Call super().__init__() first in its __init__.",
            )
        for other in (self.__dict__, *(self.__dict__[one] for one in _KINDS if one != table)):
            other.pop(name, None)
        self.__dict__[table][name] = part

    def __getattr__(self, name: str) -> Any:
        for table in _KINDS:
            if name in self.__dict__.get(table, ()):
                return self.__dict__[table][name]
        raise UnknownNameError(f"{type(self).__name__!r} object has no attribute {name!r}.")

    def __delattr__(self, name: str) -> None:
        for table in _KINDS:
            if name in self.__dict__[table]:
                del self.__dict__[table][name]
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self._parameters, *self._buffers, *self._modules]

    # Walking through them ---------------------------------------------------------------------------

    def named_modules(self, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        """Iterate over this module and all within it, with their paths; one that occurs twice comes once."""
        seen: set[int] = set()
        pending: list[tuple[str, Module]] = [(prefix, self)]
        while pending:
            path, module = pending.pop()
            if not (remove_duplicate and id(module) in seen):
                seen.add(id(module))
                yield path, module
                inner = [(_path(path, name), one) for name, one in module._modules.items() if one is not None]
                pending += reversed(inner)

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Iterate over the parameters with their paths; one that occurs twice comes once."""
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Iterate over the buffers with their paths; one that occurs twice comes once."""
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def _named(self, table: str, prefix: str, recurse: bool, remove_duplicate: bool) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        for path, module in self.named_modules(prefix, remove_duplicate) if recurse else [(prefix, self)]:
            for name, one in module.__dict__[table].items():
                if one is not None and not (remove_duplicate and id(one) in seen):
                    seen.add(id(one))
                    yield _path(path, name), one

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Iterate over the modules directly within this one, with their names."""
        return ((name, one) for name, one in self._modules.items() if one is not None)

    def modules(self) -> Iterator[Module]:
        """Iterate over this module and all within it."""
        return (one for _, one in self.named_modules())

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Iterate over the parameters."""
        return (one for _, one in self.named_parameters(recurse=recurse))

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Iterate over the buffers."""
        return (one for _, one in self.named_buffers(recurse=recurse))

    def children(self) -> Iterator[Module]:
        """Iterate over the modules directly within this one."""
        return (one for _, one in self.named_children())

    def get_submodule(self, target: str) -> Module:
        """Return the module at a path such as "encoder.0"."""
        module = self
        for name in filter(None, target.split(".")):
            found = module._modules.get(name)
            if found is None:
                raise UnknownNameError(f"{type(module).__name__} has no module {name!r} (of {target!r}).")
            module = found
        return module

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter at a path such as "encoder.0.weight"."""
        path, _, name = target.rpartition(".")
        found = self.get_submodule(path)._parameters.get(name)
        if found is None:
            raise UnknownNameError(f"There is no parameter {target!r}.")
        return found

    # Changing all of them ---------------------------------------------------------------------------

    def apply(self, fn: Callable[[Any], None]) -> Self:
        """Call `fn` with every module within this one, and then with this one."""
        for one in self.children():
            one.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> Self:
        """Switch all modules to training, which only some of them behave differently in."""
        for one in self.modules():
            one.training = mode
        return self

    def eval(self) -> Self:
        """Switch all modules to evaluation. Gradients are recorded all the same: see `no_grad` for that."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Switch the recording of all parameters on or off."""
        for one in self.parameters():
            one.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters; `set_to_none=False` makes them zero instead."""
        for one in self.parameters():
            clear_gradient(one, set_to_none=set_to_none)

    def to(self, *arguments: Any, **named: Any) -> Self:
        """Convert all floating point parameters and buffers to an element type; there is one device only."""
        convert_parts(self, requested_type(arguments, named))
        return self

    def float(self) -> Self:
        """Convert to float32."""
        return self.to(float32)

    def double(self) -> Self:
        """Convert to float64."""
        return self.to(float64)

    def half(self) -> Self:
        """Convert to float16."""
        return self.to(float16)

    def cpu(self) -> Self:
        """Return the module, which is on the CPU already."""
        return self

    # Saving and showing -----------------------------------------------------------------------------

    def state_dict(self, *, prefix: str = "", keep_vars: bool = False) -> OrderedDict[str, Tensor]:
        """Return all parameters and persistent buffers by their paths, cut off from the graph."""
        return saved_state(self, prefix, keep_vars=keep_vars)

    def load_state_dict(self, state_dict: Mapping[str, Tensor], strict: bool = True) -> IncompatibleKeys:
        """Copy values into the parameters and buffers; `strict` refuses names that are missing or too many."""
        return load_state(self, state_dict, strict=strict)

    def extra_repr(self) -> str:
        """Return the settings that repr() shows."""
        return ""

    def __repr__(self) -> str:
        settings = self.extra_repr()
        parts = [f"({name}): " + repr(one).replace("\n", "\n  ") for name, one in self._modules.items()]
        if not parts:
            return f"{type(self).__name__}({settings})"
        lines = "".join(f"\n  {line}" for line in ([settings] if settings else []) + parts)
        return f"{type(self).__name__}({lines}\n)"


_KINDS: dict[str, type] = {"_parameters": Parameter, "_modules": Module, "_buffers": Tensor}
_SHOWN = {"_parameters": "parameter", "_modules": "child module", "_buffers": "buffer"}


def _path(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name
