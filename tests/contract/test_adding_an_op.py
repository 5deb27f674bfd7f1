"""A new operation is one new module: the example of docs/adding-an-op.md works everywhere, without another change."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/adding-an-op.md"

USE = """
import core as torch
from core.codegen.torch import to_code
from core.expr.parse import parse
from core.ops.registry import get

x = torch.tensor([0.5, -2.0], dtype=torch.float64, requires_grad=True)
y = torch.logcosh(x)
assert "LogcoshBackward0" in repr(y), y
loss = torch.nn.functional.logcosh_loss(x, torch.zeros(2))
assert loss.grad_fn.name() == "MeanBackward0"
assert torch.autograd.gradcheck(torch.logcosh, x) and torch.autograd.gradgradcheck(torch.logcosh, x)
assert torch.allclose(x.detach().clone().logcosh_(), y.detach())
loss.backward()
assert torch.allclose(x.grad, x.detach().tanh() / 2)

parsed = parse("x = torch.tensor([0.5, -2.0], requires_grad=True)\\ny = x.logcosh().sum()\\n")
assert not parsed.problems
assert "logcosh()" in to_code(parsed.document).text
assert get("logcosh").is_differentiable and get("logcosh_loss").body is not None
"""


@pytest.fixture(scope="module")
def extended(tmp_path_factory):
    """A copy of the core, its contract tests and the fonts, with what the guide says added to it."""
    place = tmp_path_factory.mktemp("extended")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "core", place / "core", ignore=ignored)
    shutil.copytree(ROOT / "tests/contract", place / "tests/contract", ignore=ignored)
    shutil.copytree(ROOT / "resources/fonts", place / "resources/fonts", ignore=ignored)
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (place / "core/ops/logcosh.py").write_text(code, encoding="utf-8")
    listing = place / "core/ops/__init__.py"
    listing.write_text(
        listing.read_text(encoding="utf-8").replace("    loss,\n", "    logcosh,\n    loss,\n"), encoding="utf-8"
    )
    return place


def python(place, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_example_of_the_guide_can_be_used_at_once(extended):
    done = python(extended, "-W", "error", "-c", USE)
    assert done.returncode == 0, done.stderr


def test_the_example_of_the_guide_passes_every_contract_test(extended):
    chosen = ("-k", "logcosh", "-p", "no:cacheprovider", "-W", "error", "-q")
    done = python(extended, "-m", "pytest", "tests/contract", "--ignore=tests/contract/test_adding_an_op.py", *chosen)
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) > 50


def test_a_name_can_be_taken_only_once():
    from core.errors import ArgumentError
    from core.ops.registry import all_ops, define
    from core.ops.spec import Category

    taken = next(all_ops())
    with pytest.raises(ArgumentError, match="already"):
        define(taken.name, Category.CUSTOM, "?", "Taken.", formula="self", forward=abs)
