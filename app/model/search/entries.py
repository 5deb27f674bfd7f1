"""What can be added to a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.expr.graph import Constant, Slot
from core.ops.spec import Op


@dataclass(frozen=True, slots=True, eq=False)
class AddOp:
    """An operation, with settings and numbers in its inputs."""

    op: Op
    attributes: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[Slot, Constant] = field(default_factory=dict)

    @property
    def slot(self) -> Slot | None:
        """The input that takes what the operation is applied to: the first one without a number."""
        slots = (Slot(port.name) for port in self.op.inputs)
        return next((slot for slot in slots if slot not in self.constants), None)


@dataclass(frozen=True, slots=True)
class AddLeaf:
    """A leaf with these numbers."""

    text: str


@dataclass(frozen=True, slots=True)
class AddExpression:
    """All nodes of an expression."""

    text: str


Entry: TypeAlias = AddOp | AddLeaf | AddExpression
