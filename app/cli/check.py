"""``check FILE``: everything that is wrong with an expression, one problem a line."""

from __future__ import annotations

import argparse

from app.cli.problems import problem_line
from app.cli.sources import SourceFile, add_source, read_silently
from core.expr.check import check_drawing
from core.expr.problems import Problem, Severity
from core.expr.run import run as run_document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the problems; the status is 1 if there is an error among them."""
    source = read_silently(arguments)
    found = problems_of(source)
    for problem in found:
        print(problem_line(source.name, problem))
    if not found:
        print(f"{source.name}: nothing is wrong.")
    return int(any(problem.severity is Severity.ERROR for problem in found))


def problems_of(source: SourceFile) -> list[Problem]:
    """What is wrong with a document as it was read, as it is drawn, and when it runs; in the order of the code."""
    document = source.document
    outcome = run_document(document, is_whole=not source.has_errors)
    found = [*source.problems, *source.placed((*check_drawing(document), *outcome.problems))]
    return sorted(dict.fromkeys(found), key=lambda problem: problem.span or (0,))
