"""``run FILE``: the values of an expression, and the gradients that its backward passes leave."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from app.cli.problems import report
from app.cli.sources import SourceFile, add_source, read_silently
from app.cli.step_text import Pen
from app.cli.terminal import shows_colour
from core.debug.text import Ink, Run, Text, gradient, name, plain, say, written
from core.expr.expression import Expressions
from core.expr.outcome_json import as_json, problem_json
from core.expr.problems import Severity
from core.expr.run import Outcome
from core.expr.run import run as run_document
from core.tensor.tensor import Tensor

_NOTHING = "There is no tensor to show. A number becomes one with torch.tensor(...)."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Run the document and print what is left."""
    source = read_silently(arguments)
    outcome = run_document(source.document, is_whole=not source.has_errors)
    problems = [*source.problems, *source.placed(outcome.problems)]
    if arguments.json:
        print(_json(source, outcome))
    else:
        lines = [*outcome.printed, *_tables(outcome, Pen(colour=shows_colour()))]
        if lines or not problems:
            print("\n".join(lines) or _NOTHING)
        report(source.name, problems)
    return int(any(problem.severity is Severity.ERROR for problem in problems))


def _json(source: SourceFile, outcome: Outcome) -> str:
    """The outcome as JSON, a list on each line; problems stand with their places in the code."""
    texts = Expressions(source.document)
    problems = [problem_json(one, texts) for one in (*source.problems, *source.placed(outcome.problems))]
    entries = (as_json(outcome) | {"problems": problems}).items()
    lines = (f" {json.dumps(key)}: {json.dumps(one, allow_nan=False)}" for key, one in entries)
    return "{\n" + ",\n".join(lines) + "\n}"


Row: TypeAlias = Sequence[Text]


def _tables(outcome: Outcome, pen: Pen) -> Iterator[str]:
    for title, rows in (("Roots", _roots(outcome)), ("Leaves", _leaves(outcome))):
        listed = [*rows]
        if listed:
            yield title
            yield from _aligned(listed, pen)


def _roots(outcome: Outcome) -> Iterator[Row]:
    texts = Expressions(outcome.evaluation.document)
    for source in outcome.roots():
        tensor = outcome.evaluation.tensor(source)
        node = tensor.grad_fn if tensor is not None else None
        yield _row(texts.result_title(source), tensor, say(node.name() if node else "no grad_fn"))


def _leaves(outcome: Outcome) -> Iterator[Row]:
    texts = Expressions(outcome.evaluation.document)
    for source in outcome.leaves():
        tensor = outcome.evaluation.tensor(source)
        grad = tensor.grad if tensor is not None else None
        kept = say("grad {}", gradient(None if grad is None else grad.array))
        is_asked = tensor is not None and tensor.requires_grad
        yield _row(texts.result_title(source), tensor, kept if is_asked else say("requires_grad off"))


def _row(title: str, tensor: Tensor | None, remark: Text) -> Row:
    """A tensor in a line: its name, its value, a remark, its element type and its shape."""
    if tensor is None:
        return say("{}", name(title)), say("not computed")
    value = say("= {}", Run(written(tensor.array), Ink.VALUE))
    return say("{}", name(title)), value, remark, say(tensor.dtype.name), say(str(list(tensor.shape)))


def _aligned(rows: Sequence[Row], pen: Pen) -> Iterator[str]:
    """Rows as lines, each column as wide as its widest cell."""
    widths = [max(len(plain(cell)) for cell in column if cell) for column in zip_longest(*rows, fillvalue=())]
    for row in rows:
        gaps = (" " * (width - len(plain(cell))) for cell, width in zip(row, widths, strict=False))
        yield "  " + "  ".join(pen(cell) + gap for cell, gap in zip(row, gaps, strict=True)).rstrip()
