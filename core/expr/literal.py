"""The numbers of a leaf, written as text: what they mean, and how they are written as code.

A text is a number, a list of numbers, a call such as ``randn(3, seed=0)``, or arithmetic with these. It is
parsed and checked; no text is ever run as code. Sizes are checked before anything is allocated.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from core.errors import GradwalkError, KindError
from core.expr.arithmetic import combined, constant_of, number_of
from core.expr.creation import CREATIONS, SEED, create
from core.expr.graph import Value
from core.expr.syntax import CodeError, dotted, parse_expression, span_of
from core.tensor import dtype as dtypes

Array = np.ndarray[Any, np.dtype[Any]]
Dtype = np.dtype[Any]

MAX_TEXT = 200_000
TENSOR = "tensor"
"""In arithmetic, lists are written as ``tensor([1., 2.])``: Python's own lists cannot be calculated with."""
_LONG = 400
_HINT = "A leaf holds numbers, lists of numbers, or a call such as zeros(2, 3) or randn(3, seed=0)."
_ALIASES = {
    "float": "float32", "double": "float64", "half": "float16", "short": "int16", "int": "int32", "long": "int64",
    "bool_": "bool",
}  # fmt: skip
_LISTS = (ast.List, ast.Tuple)
_SIGNED = {ast.USub: -1, ast.UAdd: 1}


def array_of(value: Value) -> Array:
    """Return the numbers of a leaf. The array is shared: nobody may write to it."""
    return _parsed_array(value) if len(value.text) > _LONG else _array(value)


def _array(value: Value) -> Array:
    return made_array(_parse(value.text), dtype_named(value.dtype))


_parsed_array = functools.lru_cache(maxsize=256)(_array)
"""Long texts are mostly digits, and take long to parse; what they hold is no larger than they are."""


def natural_dtype(node: ast.expr) -> Dtype:
    """Return the element type of an expression when none is asked for: float32, int64 or bool."""
    if isinstance(node, _LISTS) or number_of(node) is not None:
        return _filled(numbers_of(node), None, node).dtype
    match node:
        case ast.Call(ast.Name(name), [data], []) if name == TENSOR:
            return natural_dtype(data)
        case ast.Call():
            creation = CREATIONS.get(dotted(node.func))
            given = [*node.args, *(one.value for one in node.keywords if one.arg != SEED)]
            return (creation and creation.natural) or _highest(map(natural_dtype, given))
        case ast.BinOp(left, op, right):
            division = [_FLOAT] if isinstance(op, ast.Div) else []
            return _highest([natural_dtype(left), natural_dtype(right), *division])
        case ast.UnaryOp(_, operand):
            return natural_dtype(operand)
    raise CodeError("This is not a number.", _HINT, span_of(node))


_FLOAT = np.dtype(np.float32)


def _highest(kinds: Iterable[Dtype]) -> Dtype:
    return max(kinds, key=lambda kind: "biuf".index(kind.kind), default=_FLOAT)


def dtype_named(name: str) -> Dtype:
    """Return the numpy type of an element type."""
    try:
        return dtypes.of(_ALIASES.get(name, name)).numpy
    except KindError as error:
        raise CodeError(error.message, error.hint) from None


def dtype_of(node: ast.expr) -> str:
    """Return the name of the element type that ``torch.float64`` and the like stand for."""
    name = dotted(node).rpartition(".")[2]
    if not name:
        raise CodeError("An element type is needed here, such as torch.float64.", span=span_of(node))
    return dtypes.of(dtype_named(name)).name


def made_array(node: ast.expr, dtype: Dtype | None) -> Array:
    """Return the array that an expression of numbers stands for."""
    try:
        with np.errstate(all="ignore"):
            made = _made(node, dtype)
            array = made if isinstance(made, np.ndarray) else _filled(made, dtype, node)
    except CodeError:
        raise
    except GradwalkError as error:
        raise CodeError(error.message, error.hint, span_of(node)) from None
    array.flags.writeable = False
    return array


def _made(node: ast.expr, dtype: Dtype | None) -> Any:
    """Return a Python number or an array."""
    number = number_of(node)
    if number is not None:
        return number
    match node:
        case ast.List() | ast.Tuple():
            return _filled(numbers_of(node), dtype, node)
        case ast.UnaryOp(op, operand) if type(op) in _SIGNED:
            return _made(operand, dtype) * _SIGNED[type(op)]
        case ast.BinOp(left, op, right):
            if isinstance(left, _LISTS) or isinstance(right, _LISTS):
                raise CodeError("Lists cannot be calculated with.", "Write the numbers out.", span_of(node))
            return combined(op, _made(left, dtype), _made(right, dtype), node)
        case ast.Call():
            return _call(node, dtype)
    raise CodeError("This is not a number.", _HINT, span_of(node))


def _call(node: ast.Call, dtype: Dtype | None) -> Array:
    name = dotted(node.func)
    if name == TENSOR and len(node.args) == 1 and not node.keywords:
        return _filled(numbers_of(node.args[0]), dtype, node)
    if name not in CREATIONS:
        known = ", ".join(CREATIONS)
        raise CodeError(f"{name or 'This'} does not make a leaf.", f"These do: {known}.", span_of(node))
    named = {one.arg or "**": numbers_of(one.value) for one in node.keywords}
    return create(name, [numbers_of(one) for one in node.args], named, dtype)


def numbers_of(node: ast.expr) -> Any:
    """Return a plain number, or nested lists of them."""
    if isinstance(node, ast.List | ast.Tuple):
        return [numbers_of(one) for one in node.elts]
    number = number_of(node)
    if number is None:
        raise CodeError("A plain number is needed here.", _HINT, span_of(node))
    return number


def _filled(numbers: Any, dtype: Dtype | None, node: ast.expr) -> Array:
    try:
        array = np.array(numbers)
    except ValueError:
        raise CodeError("The rows of this list do not have the same length.", span=span_of(node)) from None
    if array.dtype.kind not in "biuf" or (array.dtype.kind == "u" and array.dtype.itemsize == 8):
        raise CodeError("An integer here is too large for int64.", span=span_of(node))
    natural = np.dtype(np.float32) if array.dtype.kind == "f" else array.dtype
    return array.astype(dtype or natural)


def _parse(text: str) -> ast.expr:
    """Parse the text of a leaf; it holds one call for random numbers at most, since code sets one seed."""
    if len(text) > MAX_TEXT:
        raise CodeError(f"The text has {len(text):,} characters; {MAX_TEXT:,} are allowed.")
    if not text.strip():
        raise CodeError("A leaf needs a value.", _HINT)
    tree = parse_expression(text)
    if len([*_random_calls(tree)]) > 1:
        raise CodeError("A leaf draws random numbers once.", "Make two leaves, and combine them.")
    return tree


def _random_calls(tree: ast.expr) -> Iterator[ast.Call]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return (call for call in calls if (made := CREATIONS.get(dotted(call.func))) and made.is_random)


def retyped(text: str, dtype: str = "float32", *, exactly: bool = False) -> Value:
    """Return what a user means who types `text` where numbers of `dtype` were.

    A type in the text counts; otherwise the type stays, unless it cannot hold the numbers and is not meant
    `exactly`.
    """
    tree = _parse(text)
    if isinstance(tree, ast.Call):
        asked = next((one for one in tree.keywords if one.arg == "dtype"), None)
        if asked is not None:
            tree.keywords.remove(asked)
            dtype, exactly = dtype_of(asked.value), True
        if dotted(tree.func) in _WRAPPERS and len(tree.args) == 1:
            tree = tree.args[0]
        text = ast.unparse(tree)
    value = value_of(tree, text, dtype)
    natural = natural_dtype(_parse(value.text))
    if not exactly and not _holds(dtype_named(dtype), natural):
        value = value_of(tree, text, dtypes.of(natural).name)
    array_of(value)
    return value


_WRAPPERS = ("tensor", "torch.tensor")


def _holds(wanted: Dtype, natural: Dtype) -> bool:
    if natural.kind == "b" or wanted.kind == "b":
        return natural.kind == wanted.kind
    return wanted.kind == "f" or natural.kind != "f"


def value_of(tree: ast.expr, text: str, dtype: str) -> Value:
    """Return the value of a leaf in its usual form: words without their module, floats with a point."""
    dtype = dtypes.of(dtype_named(dtype)).name
    if any(isinstance(node, ast.Name) for node in ast.walk(tree)):
        return Value(ast.unparse(_Short().visit(tree)), dtype)
    plain = _COMMA.sub(", ", " ".join(text.split()))
    return Value(_INTEGER.sub(r"\1.", plain) if dtype.startswith("float") else plain, dtype)


_COMMA = re.compile(r" ?, ?")
_INTEGER = re.compile(r"(?<![\w.])(?<![eE][-+])([0-9]+)(?![\w.])")


class _Short(ast.NodeTransformer):
    """Turns ``float("inf")`` and ``torch.pi`` into ``inf`` and ``pi``, and ``torch.zeros(2)`` into ``zeros(2)``."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(node.attr, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        number = constant_of(node)
        return self.generic_visit(node) if number is None else ast.Name(str(number), ast.Load())


class _Code(ast.NodeTransformer):
    """Turns the words of a text into what they are called in code; seeds are set by a line of their own."""

    def __init__(self, *, keeps_seed: bool) -> None:
        self._keeps_seed = keeps_seed

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Attribute(ast.Name("torch", ast.Load()), node.id, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.keywords = [one for one in node.keywords if one.arg != SEED or self._keeps_seed]
        return self.generic_visit(node)


def code_of(value: Value, *, as_leaf: bool = True, keeps_seed: bool = False) -> str:
    """Return an expression of PyTorch code that makes a tensor of these numbers.

    Arithmetic makes a leaf only in a call of `as_tensor`; as an external gradient it can stand by itself. A seed
    is usually set on a line before; where several are needed at once, they have to stay (and only we read them).
    """
    tree = _parse(value.text)
    calls = any(isinstance(node, ast.Call) for node in ast.walk(tree))
    has_words = any(isinstance(node, ast.Name) for node in ast.walk(tree))
    dtype = "" if natural_dtype(tree) == dtype_named(value.dtype) else f"dtype=torch.{value.dtype}"
    is_creation = isinstance(tree, ast.Call) and dotted(tree.func) != TENSOR
    text = ast.unparse(_Code(keeps_seed=keeps_seed).visit(tree)) if has_words else value.text
    if is_creation:
        return f"{text[:-1]}, {dtype})" if dtype else text
    if calls and not dtype and not as_leaf:
        return text
    maker = "torch.as_tensor" if calls else "torch.tensor"
    return f"{maker}({text}, {dtype})" if dtype else f"{maker}({text})"


def seed_of(value: Value) -> int | None:
    """Return the seed of the random numbers in a value, or None when there are none."""
    for call in _random_calls(_parse(value.text)):
        return next((numbers_of(one.value) for one in call.keywords if one.arg == SEED), 0)
    return None
