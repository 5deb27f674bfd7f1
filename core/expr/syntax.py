"""Parsing text into Python's syntax tree: bounded, and with errors in our own words."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import cast

from core.errors import ArgumentError
from core.expr.limits import MAX_CODE
from core.expr.problems import Span

MAX_DEPTH = 150


class CodeError(ArgumentError):
    """Text that cannot be read, and where."""

    def __init__(self, message: str, hint: str = "", span: Span | None = None) -> None:
        super().__init__(message, hint)
        self.span = span


class SourceText:
    """Code as text. Python counts columns in bytes; `span` and `segment` turn that into characters."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._lines = self.text.split("\n")

    def span(self, span: Span) -> Span:
        """Return the same stretch with columns in characters."""
        start = self._column(span.line, span.column)
        return Span(span.line, start, span.end_line, self._column(span.end_line, span.end_column))

    def segment(self, node: ast.expr) -> str:
        """Return the text of a part of the tree, in one line."""
        span = self.span(span_of(node))
        lines = self._lines[span.line - 1 : span.end_line]
        lines[-1] = lines[-1][: span.end_column]
        lines[0] = lines[0][span.column :]
        return " ".join(line.partition("#")[0].strip() if len(lines) > 1 else line for line in lines)

    def _column(self, line: int, column: int) -> int:
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return column if text.isascii() else len(text.encode()[:column].decode("utf-8", "ignore"))


def parse_program(text: str) -> ast.Module:
    """Parse lines of code."""
    return cast(ast.Module, _parse(text, "exec"))


def parse_expression(text: str) -> ast.expr:
    """Parse one expression."""
    return cast(ast.Expression, _parse(text.strip(), "eval")).body


def _parse(text: str, mode: str) -> ast.AST:
    if len(text) > MAX_CODE:
        raise CodeError(f"The code has {len(text):,} characters; {MAX_CODE:,} are allowed.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as about 1if: not ours to report
            tree: ast.AST = compile(text, "<code>", mode, ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError as error:
        raise CodeError(f"This is not an expression: {error.msg}.", span=_place(error, text)) from None
    except (RecursionError, MemoryError):
        raise CodeError("The code is nested too deeply.", "Give parts of it names, on lines of their own.") from None
    except ValueError as error:
        raise CodeError(f"The code cannot be read: {error}.") from None
    _check_depth(tree)
    if "\\" in text:
        _check_texts(tree)
    return tree


def _place(error: SyntaxError, text: str) -> Span:
    """Return where an error is, with columns in bytes as those of the tree: an error counts characters."""
    lines = text.split("\n")
    line = min(error.lineno or 1, len(lines))
    column = max((error.offset or 1) - 1, 0)
    in_bytes = len(lines[line - 1][:column].encode())
    return Span(line, in_bytes, line, in_bytes)


def _check_texts(tree: ast.AST) -> None:
    """Refuse texts that no file and no terminal can hold, such as half of an emoji."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str() as text) if any("\ud800" <= one <= "\udfff" for one in text):
                raise CodeError("This text has half a character in it.", span=span_of(node))


def _check_depth(tree: ast.AST) -> None:
    """Refuse what would be too deep for the functions that walk the tree."""
    level = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    span = next((span_of(node) for node in level if isinstance(node, ast.expr | ast.stmt)), None)
    raise CodeError("The code is nested too deeply.", "Give parts of it names, on lines of their own.", span)


def span_of(node: ast.expr | ast.stmt | ast.keyword) -> Span:
    """Return where in the text a part of the tree stands."""
    return Span(node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def dotted(node: ast.AST) -> str:
    """Return a chain of names such as ``torch.nn.functional``, or nothing for anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(names)])


def walk_names(tree: ast.AST) -> Iterator[str]:
    """Iterate over the plain names in a tree, each as often as it is there."""
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
