"""What has become of the nodes of a document: computed, failed, or waiting for one that failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.expr.ids import NodeId
from core.expr.problems import Problem
from core.tensor.tensor import Tensor


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """A node that ran. `notes` are warnings that came up on the way."""

    results: tuple[Tensor, ...]
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A node that could not run, and why."""

    problem: Problem


@dataclass(frozen=True, slots=True)
class Waiting:
    """A node that cannot run before others do: `on` are the nodes that failed."""

    on: tuple[NodeId, ...]


State: TypeAlias = Computed | Failed | Waiting
