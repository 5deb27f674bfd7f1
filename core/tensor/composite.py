"""Operations that consist of others: they compute with recorded operations, and leave those nodes behind."""

from __future__ import annotations

from typing import Any

from core.ops.spec import Body, Op
from core.tensor.bind import bind


class Composite:
    """A composite operation that can be called with tensors; `words` says what its formula is made of."""

    def __init__(self, op: Op, body: Body, words: dict[str, Any]) -> None:
        self.op = op
        self.compute = body(words)

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        """Bind arguments as a function of the operation's signature would, and compute the result."""
        inputs, attributes = bind(self.op, arguments, named)
        return self.compute(*inputs, **attributes)
