"""Reading calls that make tensors of given numbers: `torch.tensor([1., 2.])`, `torch.zeros(2, 3)`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from core.errors import ArgumentError
from core.expr.arithmetic import constant_of
from core.expr.creation import CREATIONS, SEED
from core.expr.graph import Value
from core.expr.literal import TENSOR, array_of, dtype_of, natural_dtype, value_of
from core.expr.parsing.values import Numbers, Operand, is_plain
from core.expr.parsing.variables import Variables
from core.expr.syntax import CodeError, SourceText, dotted, span_of
from core.tensor import dtype as dtypes

_WITHOUT_MEANING = {"requires_grad", "device", "dtype", "copy", "generator"}
_OF_DATA = {
    "torch.tensor": "", "torch.as_tensor": "", "torch.asarray": "", "torch.from_numpy": "", "torch.Tensor": "float32",
    "torch.FloatTensor": "float32", "torch.DoubleTensor": "float64", "torch.LongTensor": "int64",
    "torch.scalar_tensor": "float32", "numpy.array": "", "numpy.asarray": "",
}  # fmt: skip
"""Functions that take numbers, and the element type they give whatever the numbers are."""


class LeafReader:
    """Turns calls into the numbers of leaves. The numbers of the variables of the code may be used.

    Random numbers count on from the last `torch.manual_seed`, so that the same code always gives the same ones.
    """

    def __init__(self, source: SourceText, variables: Variables, path: Callable[[ast.expr], str]) -> None:
        self._source = source
        self._variables = variables
        self.path = path
        self._seed = 0

    def set_seed(self, seed: int) -> None:
        """Start the random numbers that follow anew."""
        self._seed = seed

    def next_seed(self) -> int:
        """Return the seed for the next random numbers."""
        self._seed += 1
        return self._seed - 1

    def created(self, node: ast.Call) -> Numbers | None:
        """Return the numbers that a call makes, or None when it is a call of something else."""
        path = self.path(node.func)
        if path in _OF_DATA:
            return self._of_data(node, path)
        if creation_name(path):
            return Numbers(self._valued(node, _asked_dtype(node), numpy=path.startswith("numpy")))
        return None

    def calculated(self, node: ast.expr) -> Value | None:
        """Return the numbers of arithmetic with given numbers, or None when there is something else in it."""
        if isinstance(node, ast.Call) and (numbers := self.created(node)):
            return numbers.value
        return self._valued(node, "") if self._is_given(node) else None

    def _is_given(self, node: ast.expr) -> bool:
        match node:
            case ast.BinOp(left, _, right):
                return self._is_given(left) and self._is_given(right)
            case ast.UnaryOp(_, operand):
                return self._is_given(operand)
            case ast.List(parts) | ast.Tuple(parts):
                return all(map(self._is_given, parts))
            case ast.Name(name) if name in self._variables:
                return isinstance(self._variables.get(name), int | float | list)
            case ast.Call() if constant_of(node) is None:
                path = self.path(node.func)
                return path in _OF_DATA or bool(creation_name(path))
        return constant_of(node) is not None

    def _of_data(self, node: ast.Call, path: str) -> Numbers:
        if len(node.args) != 1:
            raise CodeError("One argument is needed here: the numbers.", span=span_of(node))
        _check_names(node, path.rpartition(".")[2])
        (data,) = node.args
        numpy = path.startswith("numpy")
        asked = _asked_dtype(node) or _OF_DATA[path]
        made = self._numpy_array(data)
        if made is None and path == "torch.from_numpy" and not isinstance(data, ast.Call):
            raise CodeError("from_numpy takes a numpy array.", "torch.tensor takes lists.", span_of(data))
        if made is not None:
            dtype = asked or made.value.dtype
            return Numbers(Value(made.value.text, dtype))
        return Numbers(self._valued(data, asked, numpy=numpy))

    def _numpy_array(self, node: ast.expr) -> Numbers | None:
        made = self.created(node) if isinstance(node, ast.Call) else None
        known = self._variables.get(node.id) if isinstance(node, ast.Name) else None
        return made or (known if isinstance(known, Numbers) else None)

    def _valued(self, node: ast.expr, asked: str, *, numpy: bool = False) -> Value:
        """Return the value that an expression of numbers stands for; its type is `asked` for, or follows."""
        has_words = any(isinstance(one, ast.Name) for one in ast.walk(node))
        text = "" if has_words else self._source.segment(node)
        plain: ast.expr = _Plain(self, self._variables).visit(node)
        text = text or ast.unparse(plain)
        dtype = asked or _natural(plain, numpy)
        value = value_of(plain, text, dtype)
        try:
            array_of(value)
        except ArgumentError as error:
            raise CodeError(error.message, error.hint, span_of(node)) from None
        return value


def creation_name(path: str) -> str:
    """Return the name of a function that makes a tensor of a size, given with its module; nothing for others."""
    home, _, name = path.rpartition(".")
    creation = CREATIONS.get(name)
    known = creation is not None and (home == "torch" or (home == "numpy" and not creation.is_random))
    return name if known else ""


def _check_names(node: ast.Call, name: str) -> None:
    """Refuse arguments that a function of numbers does not have: one that is misspelt would have no effect."""
    for one in node.keywords:
        if one.arg not in _WITHOUT_MEANING:
            known = ", ".join(sorted(_WITHOUT_MEANING))
            raise CodeError(f"{name} has no argument {one.arg!r}.", f"It has {known}.", span_of(one))


def _asked_dtype(node: ast.Call) -> str:
    asked = next((one.value for one in node.keywords if one.arg == "dtype"), None)
    if asked is None or (isinstance(asked, ast.Constant) and asked.value is None):
        return ""
    return dtype_of(asked)


def _natural(node: ast.expr, numpy: bool) -> str:
    kind = natural_dtype(node)
    return "float64" if numpy and kind.kind == "f" else dtypes.of(kind).name


class _Plain(ast.NodeTransformer):
    """Puts the numbers of variables in their places, and the short names of functions, as leaves have them."""

    def __init__(self, reader: LeafReader, variables: Variables) -> None:
        self._reader = reader
        self._variables = variables

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self._variables:
            return node
        value = self._variables.value(node.id, span_of(node))
        if isinstance(value, Operand):
            raise CodeError(
                f"{node.id} is a tensor: making numbers of it would copy them and cut it from the graph.",
                "To put tensors together, use torch.stack([...]).",
                span_of(node),
            )
        if isinstance(value, Numbers):
            raise CodeError("A numpy array cannot be a part of other numbers here.", span=span_of(node))
        if not is_plain(value):
            raise CodeError(f"{node.id} holds more than numbers.", "Write the numbers out.", span_of(node))
        return _located(value, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(self._variables.get(dotted(node).partition(".")[0]), Operand):
            raise CodeError(
                f"{dotted(node)} is not known before the code runs.", "Write the numbers out.", span_of(node)
            )
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if constant_of(node) is not None:
            return node
        path = self._reader.path(node.func)
        name = creation_name(path)
        if path in _OF_DATA:
            short, kept = TENSOR, []
        elif name:
            short, kept = name, [one for one in node.keywords if one.arg not in _WITHOUT_MEANING]
        else:
            what = dotted(node.func) or "This"
            raise CodeError(f"{what} does not make given numbers.", "torch.randn and the like do.", span_of(node))
        arguments = [self.visit(one) for one in node.args]
        keywords = [ast.keyword(one.arg, self.visit(one.value)) for one in kept]
        if name and CREATIONS[name].is_random and all(one.arg != SEED for one in kept):
            keywords.append(ast.keyword(SEED, ast.Constant(self._reader.next_seed())))
        call = ast.Call(ast.Name(short, ast.Load()), arguments, keywords)
        return ast.fix_missing_locations(ast.copy_location(call, node))


def _located(value: Any, node: ast.expr) -> ast.expr:
    """Return a plain value as a part of a tree, at the place of the name it replaces."""
    tree = ast.parse(repr(value), mode="eval").body
    for part in ast.walk(tree):
        if isinstance(part, ast.expr):
            ast.copy_location(part, node)
    return tree
