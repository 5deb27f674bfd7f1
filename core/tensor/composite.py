"""Operations that consist of others: they compute with recorded operations, and leave those nodes behind."""

from __future__ import annotations

from typing import Any

from core.engine.modes import STATE
from core.ops.spec import Body, Op
from core.tensor.bind import bind
from core.tensor.budget import check_size
from core.tensor.out_argument import put_into
from core.tensor.tensor import Tensor


class Composite:
    """A composite operation that can be called with tensors; `words` says what its formula is made of."""

    def __init__(self, op: Op, body: Body, words: dict[str, Any]) -> None:
        self.op = op
        self.compute = body(words)
        self.words = words

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        """Bind arguments as a function of the operation's signature would, and compute the result."""
        out = named.pop("out", None) if named else None
        inputs, attributes = bind(self.op, arguments, named)
        if STATE.mode.limit is not None and (self.op.elements or self.op.pieces):  # else what it consists of is checked
            arrays = [one.array if isinstance(one, Tensor) else one for one in inputs]
            check_size(self.op, arrays, attributes, STATE.mode.limit)
        if out is None:
            return self.compute(*inputs, **attributes)
        asked = any(isinstance(one, Tensor) and one.requires_grad for one in inputs)
        return put_into(out, self.op.name, asked=asked, compute=lambda: self.compute(*inputs, **attributes).array)
