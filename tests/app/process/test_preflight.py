"""What keeps Gradwalk from starting is named before Qt can abort."""

import subprocess
import sys
from pathlib import Path

import pytest

from app import preflight

ROOT = Path(__file__).parents[3]


def test_this_environment_has_no_problems():
    assert preflight.problems(window=False) == []


def test_missing_libraries_are_named_with_their_packages():
    present = set(preflight.DRAWING) - {"libEGL.so.1", "libzstd.so.1"}
    (problem,) = preflight.missing_libraries(preflight.DRAWING, present.__contains__)
    assert "libEGL.so.1, libzstd.so.1" in problem
    assert problem.endswith("sudo apt install libegl1 libzstd1")


def test_nothing_is_said_when_all_libraries_load():
    assert preflight.missing_libraries(preflight.X11_WINDOW, lambda library: True) == []


@pytest.mark.parametrize(
    ("python", "pyside", "safe"),
    [((3, 11), "6.11.3", True), ((3, 11), "6.12.0", False), ((3, 12), "6.12.0", True), ((3, 13), "6.8.0", True)],
)
def test_the_pyside_that_aborts_is_refused(python, pyside, safe):
    assert (not list(preflight._unsafe_pyside(python, pyside))) == safe


@pytest.mark.parametrize(
    ("environment", "shown", "x11"),
    [
        ({}, False, True),
        ({"DISPLAY": ":0"}, True, True),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, True, False),
        ({"QT_QPA_PLATFORM": "offscreen"}, True, False),
        ({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"}, True, True),
    ],
)
def test_where_windows_go(environment, shown, x11):
    assert preflight.has_display(environment) == shown
    assert preflight.on_x11(environment) == x11


def test_another_projects_core_is_noticed(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("")
    code = f"""
import sys
sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]
from app import preflight
print(*preflight.problems(window=False))
"""
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "The package 'core' is found at" in result.stdout
    assert "environment of its own" in result.stdout


def test_calls_into_pyside_keep_the_references_of_none():
    code = (
        "import sys\nfrom PySide6.QtCore import QObject\nthing = QObject()\n"
        "before = sys.getrefcount(None)\nfor _ in range(10_000): thing.setObjectName('a')\n"
        "print(before - sys.getrefcount(None))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert abs(int(result.stdout)) < 100
