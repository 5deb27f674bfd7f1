"""Reading expressions: each operation becomes a node as soon as its operands have been read."""

from __future__ import annotations

import ast
from collections.abc import Callable, MutableMapping
from typing import Any

from core.expr.arithmetic import combined, constant_of
from core.expr.ids import NodeId
from core.expr.limits import MAX_PLACE
from core.expr.literal import dtype_of
from core.expr.parsing.builder import Builder
from core.expr.parsing.calls import match_call, unknown
from core.expr.parsing.index import IndexReader
from core.expr.parsing.leaves import LeafReader
from core.expr.parsing.modules import Modules
from core.expr.parsing.tensor_methods import TensorMethods
from core.expr.parsing.values import DtypeName, Numbers, Operand, Several, is_plain
from core.expr.parsing.variables import Variables
from core.expr.parsing.vocabulary import INFIX, NN, PREFIX, vocabulary
from core.expr.problems import Span
from core.expr.syntax import CodeError, SourceText, dotted, span_of

Unknown = Callable[[str, Span], Any]
"""What a name that was never set stands for, or the error it is."""

_LEAF_MAKERS = {"torch.autograd.Variable": False, "torch.nn.Parameter": True, "torch.nn.parameter.Parameter": True}
"""Functions that make a leaf of a tensor, and whether it asks for a gradient unless told otherwise."""

_HINT = "Expressions are made of tensors, numbers, operators, square brackets and calls of known functions."


def undefined(name: str, span: Span) -> Any:
    """Refuse a name that was never set."""
    raise CodeError(f"Nothing is called {name!r} here.", "Give it a value on a line before this one.", span)


class ExpressionReader:
    """Reads expressions into a builder. `names` are the variables so far."""

    def __init__(
        self, builder: Builder, source: SourceText, names: MutableMapping[str, Any], unknown: Unknown = undefined
    ) -> None:
        self.builder = builder
        self.names = names
        self.modules = Modules()
        self.variables = Variables(names)
        self.doubtful_gradients: set[NodeId] = set()
        """The nodes of which it is not known what a backward pass that could not be read left in their `.grad`."""
        self.leaves = LeafReader(source, self.variables, self._function_path)
        self._unknown = unknown
        self._words = vocabulary()
        self._methods = TensorMethods(builder)
        self._index = IndexReader(builder, self.read)

    def path(self, node: ast.expr) -> str:
        """Return the full name of something in a module, such as ``torch.nn.functional.relu``."""
        return self.modules.path(node, self.names)

    def module_path(self, node: ast.expr) -> str:
        """Return the full name of a module, or nothing for anything else."""
        path = self.path(node)
        return path if path in self._words.modules else ""

    def read(self, node: ast.expr) -> Any:
        """Return what an expression stands for; its operations become nodes on the way."""
        match node:
            case ast.Constant(value) if value is None or isinstance(value, str):
                return value
            case ast.Name(name) if name in self.names:
                return self.variables.value(name, span_of(node))
            case ast.List(parts) | ast.Tuple(parts):
                return [self.read(one) for one in parts]
            case ast.UnaryOp(op, operand):
                return self._prefixed(node, op, operand)
            case ast.BinOp(left, op, right):
                return self._infix(node, op, left, right)
            case ast.Compare(left, [op], [right]):
                return self._infix(node, op, left, right)
            case ast.Subscript(value, index):
                return self._subscript(node, value, index)
            case ast.Call():
                return self._call(node)
        number = constant_of(node)
        if number is not None:
            return number
        match node:
            case ast.Attribute(value, name):
                return self._attribute(node, value, name)
            case ast.Name(name):
                return self._unknown(name, span_of(node))
        raise CodeError(_WHAT_INSTEAD.get(type(node), "This kind of expression is not read."), _HINT, span_of(node))

    def operand(self, node: ast.expr) -> Operand:
        """Return the tensor that an expression stands for."""
        return self.tensor(self.read(node), span_of(node))

    def tensor(self, value: Any, span: Span) -> Operand:
        """Return a value that has to be a tensor."""
        match value:
            case Operand():
                return value
            case Several(_, names):
                shown = f" ({', '.join(names)})" if names else ""
                raise CodeError(f"This has several results{shown}.", "Pick one, for example with [0].", span)
            case Numbers():
                raise CodeError("A numpy array is no tensor.", "Make one of it with torch.from_numpy(...).", span)
        raise CodeError("A tensor is needed here.", "Make one with torch.tensor(...).", span)

    def flag(self, node: ast.expr, requires_grad: bool) -> None:
        """Switch the recording of the tensor that an expression stands for."""
        self._methods.flagged(self.operand(node), requires_grad, span_of(node))

    def flag_of(self, node: ast.expr | None, usual: bool = False) -> bool:
        """Return the truth value that an expression is; `usual` when there is none."""
        value = usual if node is None else self.read(node)
        if not isinstance(value, bool):
            raise CodeError("True or False is needed here.", span=span_of(node) if node else None)
        return value

    def _prefixed(self, node: ast.UnaryOp, op: ast.unaryop, operand: ast.expr) -> Any:
        value = self.read(operand)
        if isinstance(op, ast.Not):
            raise CodeError("not works on one truth value, not on tensors.", "Use ~ for each element.", span_of(node))
        if isinstance(value, float) and isinstance(op, ast.Invert):
            raise CodeError("~ works on integers and truth values.", span=span_of(node))
        if isinstance(value, bool | int | float):
            return -value if isinstance(op, ast.USub) else +value if isinstance(op, ast.UAdd) else ~int(value)
        tensor = self.tensor(value, span_of(operand))
        if isinstance(op, ast.UAdd):
            return tensor
        return self._apply(PREFIX[type(op)], [tensor], span_of(node))

    def _infix(self, node: ast.expr, op: ast.AST, left: ast.expr, right: ast.expr) -> Any:
        first, second = self.read(left), self.read(right)
        if is_plain(first) and is_plain(second):
            return self._plain_result(node, op, first, second)
        if type(op) not in INFIX:
            raise CodeError("This operator does not work on tensors.", _HINT, span_of(node))
        for value, part in ((first, left), (second, right)):
            if not is_plain(value):
                self.tensor(value, span_of(part))
        return self._apply(INFIX[type(op)], [first, second], span_of(node))

    def _plain_result(self, node: ast.expr, op: ast.AST, first: Any, second: Any) -> Any:
        numbers = isinstance(first, int | float) and isinstance(second, int | float)
        if not numbers or not isinstance(op, ast.operator):
            raise CodeError("Only numbers can be calculated with before the code runs.", _HINT, span_of(node))
        return combined(op, first, second, node)

    def _apply(self, sign: str, values: list[Any], span: Span) -> Any:
        op = self._words.signs.get(sign)
        if op is None:
            raise CodeError(f"There is no operation for {sign} here.", span=span)
        return self.builder.call(op, dict(zip((port.name for port in op.inputs), values, strict=True)), span)

    def _subscript(self, node: ast.Subscript, value: ast.expr, index: ast.expr) -> Any:
        base = self.read(value)
        match base:
            case Several(source, _):
                return self._picked(source, self.read(index), span_of(index))
            case list():
                place = self.read(index)
                if isinstance(place, int) and -len(base) <= place < len(base):
                    return base[place]
                raise CodeError("This list has no such place.", span=span_of(index))
        return self._index.read(self.tensor(base, span_of(value)), index, span_of(node))

    def _picked(self, source: Any, place: Any, span: Span) -> Operand:
        if not isinstance(place, int) or not 0 <= place < MAX_PLACE:
            raise CodeError(f"One of several results is picked with a number from 0 to {MAX_PLACE - 1:,}.", span=span)
        return Operand(source._replace(output=place))

    def _attribute(self, node: ast.Attribute, value: ast.expr, name: str) -> Any:
        if path := self.path(node):
            try:
                return DtypeName(dtype_of(node))
            except CodeError:
                raise unknown(path, self._words.known_functions(), span_of(node)) from None
        base = self.read(value)
        if isinstance(base, Several):
            if name not in base.names:
                raise unknown(name, base.names, span_of(node))
            return Operand(base.node._replace(output=base.names.index(name)))
        tensor = self.tensor(base, span_of(value))
        if op := self._words.property_named(name):
            return self.builder.call(op, {op.inputs[0].name: tensor}, span_of(node))
        return self._methods.attribute(tensor, name, span_of(node))

    def _call(self, node: ast.Call) -> Any:
        number = constant_of(node)
        if number is not None:
            return number
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            raise CodeError("* and ** are not read in calls.", "Write the arguments out.", span_of(node))
        if path := self._function_path(node.func):
            return self._function(node, path)
        if not isinstance(node.func, ast.Attribute):
            raise CodeError("This cannot be called.", _HINT, span_of(node))
        return self._method(node, node.func.value, node.func.attr)

    def _function_path(self, node: ast.expr) -> str:
        """Return the full name of a function; one that stands alone is looked for in torch."""
        path = self.path(node)
        if path or not isinstance(node, ast.Name) or node.id in self.names:
            return path
        alone, nn = f"torch.{node.id}", f"{NN}.{node.id}"
        return nn if alone not in self._words.functions and nn in self._words.functions else alone

    def _function(self, node: ast.Call, path: str) -> Any:
        numbers = self.leaves.created(node)
        if numbers is not None:
            return self._leaf(node, path, numbers)
        arguments = [self.read(one) for one in node.args]
        named = {one.arg: self.read(one.value) for one in node.keywords if one.arg}
        if path in _LEAF_MAKERS:
            is_new = isinstance(node.args[0], ast.Call) if node.args else False
            flag = _LEAF_MAKERS[path]
            return self._methods.variable(arguments, named, span_of(node), is_new=is_new, flag=flag)
        candidates = self._words.functions.get(path)
        if candidates is None:
            raise unknown(dotted(node.func), self._words.known_functions(), span_of(node))
        op, given = match_call(path_end(path), candidates, arguments, named, span_of(node))
        return self.builder.call(op, given, span_of(node))

    def _leaf(self, node: ast.Call, path: str, numbers: Numbers) -> Operand | Numbers:
        if path.startswith("numpy"):
            return numbers
        asked = next((one.value for one in node.keywords if one.arg == "requires_grad"), None)
        return self.builder.leaf(numbers.value, self.flag_of(asked), span_of(node))

    def _method(self, node: ast.Call, value: ast.expr, name: str) -> Any:
        tensor = self.tensor(self.read(value), span_of(value))
        arguments = [self.read(one) for one in node.args]
        named = {one.arg: self.read(one.value) for one in node.keywords if one.arg}
        span = span_of(node)
        if self._methods.knows(name):
            return self._methods.call(tensor, name, arguments, named, span)
        candidates = self._words.methods.get(name)
        if candidates is None:
            raise self._methods.why_not(name, self._words.methods, span)
        op, given = match_call(name, candidates, [tensor, *arguments], named, span)
        return self.builder.call(op, given, span)


def path_end(path: str) -> str:
    """Return the last part of a full name."""
    return path.rpartition(".")[2]


_WHAT_INSTEAD: dict[type[ast.AST], str] = {
    ast.BoolOp: "and and or work on one truth value, not on tensors: use & and | for each element.",
    ast.IfExp: "A choice made while code runs is not read: use torch.where(condition, a, b).",
    ast.Compare: "Chained comparisons do not work on tensors: write (a < b) & (b < c).",
    ast.Lambda: "Functions are not read: write their steps out.",
    ast.ListComp: "Loops are not read: write the steps out.",
    ast.GeneratorExp: "Loops are not read: write the steps out.",
    ast.JoinedStr: "Texts with values in them can only be printed.",
    ast.Constant: "Only real numbers and texts are read.",
    ast.Dict: "Dictionaries are not read.",
}
