"""The size budget: a file, a class and a function each fit in a reader's head."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*ROOT.glob("core/**/*.py"), *ROOT.glob("app/**/*.py"), ROOT / "main.py"])
SOURCES = [path for path in SOURCES if path.exists()]
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def blocks(path: Path, kind: type) -> Iterator[ast.stmt]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def body_length(node: ast.stmt) -> int:
    """Lines from the first to the last statement, without the docstring."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_class_or_function_is_too_long(path):
    assert lines_of(path) <= 500
    for node in blocks(path, ast.ClassDef):
        assert body_length(node) <= 300, f"class {node.name}"
    for node in blocks(path, FUNCTION):
        assert body_length(node) <= 50, f"{node.name}()"


def test_a_typical_file_and_function_are_short():
    assert median(lines_of(path) for path in SOURCES if path.name != "__init__.py") <= 150
    assert median(body_length(node) for path in SOURCES for node in blocks(path, FUNCTION)) <= 6
