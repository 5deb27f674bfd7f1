"""What is wrong with a document, as data: where, what, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from core.errors import GradwalkError
from core.expr.ids import NodeId, RegionId, WireId


class Severity(StrEnum):
    """Whether something does not work, or only deserves a look."""

    ERROR = "error"
    WARNING = "warning"


class Span(NamedTuple):
    """A stretch of source text: lines count from 1, columns from 0, and `end` is behind the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, and the part of the document or the place in the code it is about."""

    message: str
    hint: str = ""
    node: NodeId | None = None
    wire: WireId | None = None
    region: RegionId | None = None
    action: int | None = None  # the place of a backward call, print ... among the actions
    span: Span | None = None
    severity: Severity = Severity.ERROR

    @classmethod
    def of(cls, error: GradwalkError, node: NodeId | None = None, span: Span | None = None) -> Problem:
        """Describe an error that was raised for `node`."""
        return cls(message=error.message, hint=error.hint, node=node, span=span)


def placed(
    problems: Iterable[Problem], spans: Mapping[NodeId, Span], action_spans: Sequence[Span] = ()
) -> tuple[Problem, ...]:
    """Add the place in the code to problems of nodes and actions that were read from code."""
    return tuple(
        one if one.span is not None else replace(one, span=_span_of(one, spans, action_spans)) for one in problems
    )


def _span_of(problem: Problem, spans: Mapping[NodeId, Span], action_spans: Sequence[Span]) -> Span | None:
    if problem.action is not None:
        return action_spans[problem.action] if problem.action < len(action_spans) else None
    return spans.get(problem.node) if problem.node is not None else None
