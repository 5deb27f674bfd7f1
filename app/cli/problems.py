"""Problems as lines: where, what, and what to do about it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from core.errors import ArgumentError
from core.expr.problems import Problem, Severity


class CommandError(ArgumentError):
    """What keeps a command from doing its work."""


def problem_line(source: str, problem: Problem) -> str:
    """Write a problem as ``model.py:3:5: what is wrong. What to do.`` in one line."""
    source = one_line(source)
    place = f"{source}:{problem.span.line}:{problem.span.column + 1}" if problem.span else source
    kind = "warning: " if problem.severity is Severity.WARNING else ""
    hint = f" {problem.hint}" if problem.hint else ""
    return f"{place}: {kind}{one_line(problem.message)}{one_line(hint)}"


def one_line(text: str) -> str:
    """Text with its line breaks as spaces; spaces at its ends stay."""
    return text.replace("\r", "").replace("\n", " ")


def report(source: str, problems: Iterable[Problem]) -> bool:
    """Print problems to the error stream; whether one of them is an error."""
    found = list(problems)
    for problem in found:
        print(problem_line(source, problem), file=sys.stderr)
    return any(problem.severity is Severity.ERROR for problem in found)
