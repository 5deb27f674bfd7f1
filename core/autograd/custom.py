"""The node of a custom function, which is also the context that its forward and backward are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from core.engine.modes import STATE
from core.engine.node import Edge, Gradient, ManyNode
from core.errors import GradientError, KindError
from core.tensor.recorded import at_edge
from core.tensor.storage import Storage
from core.tensor.tensor import Array, Tensor, gradient_edge, wrap

if TYPE_CHECKING:
    from core.autograd.function import Function


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A saved result of the node itself. Saving the tensor would be a cycle: it knows the node."""

    array: Array
    storage: Storage
    number: int


class Context:
    """What `forward` and `backward` of a custom function tell each other, and autograd.

    Any attribute may be set on it. Tensors among the inputs and results belong into `save_for_backward`, which
    notices when they are written to in between.
    """

    needs_input_grad: tuple[bool, ...]  # whether each argument asks for a gradient

    to_save: tuple[Tensor | None, ...] = ()
    dirty: tuple[Tensor, ...] = ()
    non_differentiable: tuple[Tensor, ...] = ()
    materializes: bool = True

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `backward`, which finds them in `ctx.saved_tensors`."""
        for place, one in enumerate(tensors):
            if one is not None and not isinstance(one, Tensor):
                raise KindError(
                    f"save_for_backward() takes tensors, but argument {place} is of type {type(one).__name__}.",
                    "Set other values as attributes of ctx.",
                )
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `jvp`, which finds them in `ctx.saved_tensors` too."""
        self.save_for_backward(*tensors)

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say which inputs `forward` has written to; each of them has to be returned as well."""
        self.dirty = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say which results have no gradient."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Choose what `backward` gets for a result that no gradient reached: zeros (the default), or None."""
        self.materializes = value


class CustomNode(Context, ManyNode):
    """The node of one application of a custom function; its edges are those of the tensors among the arguments."""

    function: ClassVar[type[Function]]
    keeps_values = True
    takes_none = True

    def __init__(self, arguments: Sequence[Any]) -> None:
        self._is_tensor = tuple(isinstance(one, Tensor) for one in arguments)
        super().__init__(tuple(gradient_edge(one) for one in arguments if isinstance(one, Tensor)), [], [])
        self.origin = STATE.mode.origin
        self.needs_input_grad = tuple(isinstance(one, Tensor) and one.requires_grad for one in arguments)
        self.outputs = 1

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{self.name()} object at {id(self):#x}>"

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What `save_for_backward` was given."""
        return tuple(map(self._as_tensor, self.values()))

    def take_results(self, results: Sequence[Any]) -> None:
        """Note what the gradients of the results look like."""
        shapes = [one.array.shape if isinstance(one, Tensor) else None for one in results]
        dtypes = [one.array.dtype if isinstance(one, Tensor) else None for one in results]
        self.outputs = len(results)
        self.shape, self.dtype = (shapes, dtypes) if len(results) != 1 else (shapes[0], dtypes[0])

    def save(self, results: Sequence[Any]) -> None:
        """Save what `save_for_backward` was given, now that it is known which of it are results."""
        numbers = {id(one): number for number, one in enumerate(results) if isinstance(one, Tensor) and one.edge}
        kept = [(place, one) for place, one in enumerate(self.to_save) if one is not None]
        self.guards = [part for place, one in kept for part in (one.storage, one.storage.version, place)]
        self.saved = tuple(
            OwnResult(one.array, one.storage, numbers[id(one)]) if one is not None and id(one) in numbers else one
            for one in self.to_save
        )
        self.to_save = self.dirty = self.non_differentiable = ()

    def gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        made = self.recorded_gradients(g, edges)
        return [one if one is None else one.array for one in made]

    def recorded_gradients(self, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        parts = [g] if self.outputs == 1 else g or [None] * self.outputs
        returned = self.function.gradient_rule()(self, *map(self._materialized, range(self.outputs), parts))
        return self._for_tensors(returned if isinstance(returned, tuple) else (returned,))

    def _materialized(self, number: int, part: Gradient) -> Tensor | None:
        if part is not None:
            return part if isinstance(part, Tensor) else wrap(np.asarray(part))
        shape, dtype = (self.shape, self.dtype) if self.outputs == 1 else (self.shape[number], self.dtype[number])
        return wrap(np.zeros(shape, dtype)) if self.materializes and dtype is not None else None

    def _for_tensors(self, returned: tuple[Any, ...]) -> list[Tensor | None]:
        """Check what `backward` returned, and pick the gradients of the tensors among the arguments."""
        expected = len(self._is_tensor)
        if len(returned) < expected or any(one is not None for one in returned[expected:]):
            raise GradientError(
                f"{self.name()}: backward() returned an incorrect number of gradients (expected {expected}, got "
                f"{len(returned)}).",
                "It has to return one for each argument of forward(); None for those without a gradient.",
            )
        for place, (one, is_tensor) in enumerate(zip(returned, self._is_tensor, strict=False)):
            if one is not None and not isinstance(one, Tensor):
                raise GradientError(f"{self.name()}: backward() returned {type(one).__name__}, not a tensor or None.")
            if one is not None and not is_tensor:
                raise GradientError(
                    f"{self.name()}: backward() returned a gradient for argument {place}, which is not a tensor.",
                    "Return None for it.",
                )
        return [one for one, is_tensor in zip(returned, self._is_tensor, strict=False) if is_tensor]

    def _as_tensor(self, saved: Tensor | OwnResult | None) -> Tensor | None:
        if not isinstance(saved, OwnResult):
            return saved
        tensor = at_edge(saved.array, (self, saved.number))
        tensor.storage = saved.storage
        return tensor
