"""Who may import whom, as docs/architecture.md says. The contracts stand in pyproject.toml."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.application.use_cases import read_user_options
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[2]


def loaded_by(statement: str, package: str) -> list[str]:
    """The modules of `package` that a fresh interpreter has loaded after `statement`."""
    code = f"{statement}\nimport sys\nprint(*(m for m in sys.modules if m.split('.')[0] == {package!r}))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return result.stdout.split()


def test_every_import_contract_holds(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert read_user_options(config_filename="pyproject.toml").contracts_options
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("module", ["core", "app.model"])
def test_loads_no_qt(module):
    assert loaded_by(f"import {module}", "PySide6") == []


PICTURES = sorted(path for part in ("render", "export") for path in (ROOT / "app" / part).rglob("*.py"))


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pictures_are_drawn_without_widgets(path):
    names = (node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom))
    assert not {"PySide6.QtWidgets", "pyqtgraph"} & {*names}


def test_writing_pictures_loads_no_widgets():
    assert "PySide6.QtWidgets" not in loaded_by("import app.export.writing, app.cli.export", "PySide6")


@pytest.mark.parametrize("library", ["networkx", "pyqtgraph"])
def test_heavy_libraries_are_loaded_when_needed(library):
    assert loaded_by("import app.run", library) == []


def test_random_numbers_are_begun_when_they_are_asked_for():
    assert "numpy.random" not in loaded_by("import core", "numpy")
    assert "numpy.random" in loaded_by("import core; core.rand(1)", "numpy")
