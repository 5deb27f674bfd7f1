"""No operation is named in code outside core/ops: what is known of one stands in its record."""

import ast
from pathlib import Path, PurePath

from core.ops.registry import all_ops

ROOT = Path(__file__).parents[2]
NAMES = {op.name for op in all_ops()}

MEANS_IT = {
    "core/engine/node.py": ({"sum_to"}, "broadcasting is undone where gradients are added, for every rule"),
    "core/tensor/recorded.py": ({"sum_to", "to_dtype"}, "the same, over tensors"),
    "core/nn/functional.py": ({"softmax", "softmin", "log_softmax"}, "they guess the dimension, as functions only"),
    "core/expr/parsing/prints.py": ({"clone"}, "print(x.clone()) shows the same as print(x)"),
    "core/expr/parsing/tensor_methods.py": ({"positive"}, "it returns the tensor itself: no node of the document"),
}
"""Where an operation is meant: the files, the words and the reasons."""

MEANS_SOMETHING_ELSE = {
    "core/__init__.py": (NAMES, "public names, of functions written by hand that are no operations or do more"),
    "core/tensor/methods.py": (
        {"add", "sub", "mul", "pow", "matmul", "neg", "abs", "lt", "le", "gt", "ge", "eq", "ne"},
        "Python's names for its operators: __add__",
    ),
    "core/tensor/create.py": ({"full_like", "ones_like", "zeros_like"}, "functions that make leaves"),
    "core/tensor/limits.py": ({"min", "max"}, "attributes of finfo and iinfo"),
    "core/tensor/__init__.py": ({"index"}, "a module"),
    "core/layout/__init__.py": ({"place"}, "a function"),
    "core/tensor/device.py": ({"index"}, "an attribute of a device"),
    "core/tensor/show.py": ({"threshold"}, "a setting of printing"),
    "core/autograd/graph.py": ({"all", "any"}, "the modes of a hook for several tensors"),
    "core/nn/loss.py": ({"mean"}, "a reduction of losses"),
    "core/nn/activation.py": ({"threshold"}, "a setting of modules"),
    "core/optim/adagrad.py": ({"sum"}, "a key in the state of an optimizer"),
    "core/expr/changes.py": ({"view"}, "a kind of change: of what the window shows"),
    "core/expr/names.py": ({"t"}, "a variable in generated code"),
    "core/expr/parsing/leaves.py": ({"copy"}, "an argument of asarray()"),
    "core/io/*.py": ({"alias", "view"}, "keys of the file format"),
    "core/debug/predicate*.py": ({"min", "max", "mean", "norm", "sign"}, "words of conditions for stopping"),
    "core/debug/as_json.py": ({"index", "place"}, "keys of the JSON"),
    "core/debug/finding.py": ({"zero"}, "a kind of finding"),
    "core/debug/state.py": ({"zero"}, "a kind of finding"),
    "app/**/*.py": (
        {
            "add", "alias", "copy", "fill", "log", "max", "mean", "min", "norm", "round", "sum", "take", "unique",
            "view", "where", "zero",
        },
        "commands, keys of settings, attributes of SVG and labels",
    ),
}  # fmt: skip
"""Where a word that happens to be the name of an operation is used in another sense."""

EXEMPT = [*MEANS_IT.items(), *MEANS_SOMETHING_ELSE.items()]


def named():
    """Every place outside core/ops where a text is the name of an operation: the file and the name."""
    for path in sorted([*ROOT.glob("core/**/*.py"), *ROOT.glob("app/**/*.py"), ROOT / "main.py"]):
        if path.is_relative_to(ROOT / "core/ops"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES:
                yield path.relative_to(ROOT).as_posix(), node.value


def covers(pattern, path):
    top, _, rest = pattern.partition("/**/")
    return path.startswith(f"{top}/") and path.endswith(".py") if rest else PurePath(path).match(pattern)


def test_no_operation_is_named_outside_its_record():
    strange = {
        (path, name)
        for path, name in named()
        if not any(name in words and covers(pattern, path) for pattern, (words, _) in EXEMPT)
    }
    assert strange == set(), "Read it from the record, or ask the record for what is missing."


def test_each_place_that_means_an_operation_is_still_there():
    places = set(named())
    for path, (words, _) in MEANS_IT.items():
        assert {(path, word) for word in words} <= places
