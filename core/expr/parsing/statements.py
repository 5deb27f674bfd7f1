"""Reading lines of code: assignments, `with` blocks, backward calls and prints, one after the other."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from core.errors import ArgumentError
from core.expr.changes import Setting
from core.expr.graph import Action, ClearGrad, Region, RegionKind
from core.expr.limits import MAX_FRAMES
from core.expr.parsing.expressions import ExpressionReader
from core.expr.parsing.markers import Marker, Markers
from core.expr.parsing.overwriting import overwritten
from core.expr.parsing.passes import PassReader
from core.expr.parsing.prints import read_print
from core.expr.parsing.values import Lost, Operand, Several
from core.expr.parsing.variables import LostError
from core.expr.problems import Problem, Span
from core.expr.syntax import CodeError, span_of

_HINT = "What is read: assignments, with torch.no_grad(), .backward(...), and print(...)."
_END = 2**31
"""A line behind all others."""
_BLOCKS = {
    "torch.no_grad": RegionKind.NO_GRAD,
    "torch.enable_grad": RegionKind.ENABLE_GRAD,
    "torch.inference_mode": RegionKind.INFERENCE_MODE,
    "torch.autograd.no_grad": RegionKind.NO_GRAD,
    "torch.autograd.enable_grad": RegionKind.ENABLE_GRAD,
    "torch.autograd.inference_mode": RegionKind.INFERENCE_MODE,
}


class StatementReader:
    """Reads a program into the builder of `expressions`; what cannot be read is reported and skipped."""

    def __init__(self, expressions: ExpressionReader, markers: Markers) -> None:
        self._read = expressions
        self._builder = expressions.builder
        self._names = expressions.names
        self._markers = markers
        self._passes = PassReader(expressions)
        self._actions: list[Action] = list(self._builder.draft.get(Setting.ACTIONS))
        self._opened: dict[tuple[object, ...], list[Region]] = {}
        self.problems: list[Problem] = []
        self.action_spans: list[Span] = []

    def read(self, statements: Sequence[ast.stmt]) -> None:
        """Read the lines of a program."""
        self._all(statements, _END)
        self._marked(self._markers.before(_END))
        self._builder.draft.set(Setting.ACTIONS, tuple(self._actions))

    def _all(self, statements: Sequence[ast.stmt], end: int) -> None:
        """Read statements; what follows them begins on the line `end`."""
        ends = [*(one.lineno for one in statements[1:]), end]
        for statement, following in zip(statements, ends, strict=False):
            self._marked(self._markers.before(statement.lineno))
            mark = self._builder.draft.mark()
            try:
                self._one(statement, following)
            except LostError:
                self._lose(statement, mark)
            except ArgumentError as error:
                span = error.span if isinstance(error, CodeError) else None
                self.problems.append(Problem.of(error, span=span or span_of(statement)))
                self._lose(statement, mark)

    def _one(self, statement: ast.stmt, end: int) -> None:
        match statement:
            case ast.Import() | ast.ImportFrom():
                self._read.modules.read_import(statement)
            case ast.Assign(targets, value):
                self._assign(targets, value)
            case ast.AnnAssign(ast.Name() as target, _, ast.expr() as value):
                self._assign([target], value)
            case ast.AugAssign(ast.Name() as target, op, value):
                self._augment(statement, target, op, value)
            case ast.With(items, body):
                self._block(statement, items, body, end)
            case ast.Expr(ast.Call() as call):
                self._call(call)
            case ast.Expr(value):
                self._read.read(value)
            case ast.Pass():
                pass
            case _:
                raise CodeError(_NOT_READ.get(type(statement), "This statement is not read."), _HINT)

    # Names ------------------------------------------------------------------------------------------------

    def _assign(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        match targets:
            case [ast.Attribute(owner, "requires_grad")]:
                self._read.flag(owner, self._read.flag_of(value))
                return
            case [ast.Attribute(owner, "grad")]:
                self._clear(owner, value)
                return
            case [ast.Name(name)] if path := self._read.module_path(value):
                self._read.modules.rename(name, path)
                return
        made = self._read.read(value)
        for target in targets:
            self._bind(target, made)

    def _bind(self, target: ast.expr, made: Any) -> None:
        match target:
            case ast.Name(name):
                self._names[name] = self._named(made, target)
            case ast.Tuple(parts) | ast.List(parts):
                for part, one in zip(parts, self._unpacked(made, len(parts), target), strict=True):
                    self._bind(part, one)
            case ast.Subscript():
                raise CodeError(
                    "Writing into a part of a tensor is not read: an expression shows what is computed, not what is "
                    "overwritten.",
                    "torch.where or torch.cat make a new tensor.",
                    span_of(target),
                )
            case _:
                raise CodeError("Only names can be assigned to.", _HINT, span_of(target))

    def _named(self, made: Any, target: ast.expr) -> Any:
        """Give what is cut from the graph a node that can have the name."""
        if isinstance(made, Operand) and made.detached:
            return self._builder.alias(made, span_of(target))
        return made

    def _unpacked(self, made: Any, count: int, target: ast.expr) -> Sequence[Any]:
        match made:
            case Several(source, names):
                if names and len(names) != count:
                    raise CodeError(f"There are {len(names)} results, not {count}.", span=span_of(target))
                return [Operand(source._replace(output=place)) for place in range(count)]
            case list() if len(made) == count:
                return made
            case Operand():
                raise CodeError("A tensor is not taken apart into names.", "Use x[0], x[1] ...", span_of(target))
        raise CodeError(f"{count} values are needed here.", span=span_of(target))

    def _augment(self, statement: ast.stmt, target: ast.Name, op: ast.operator, value: ast.expr) -> None:
        if isinstance(self._names.get(target.id), Operand):
            raise CodeError(
                f"This would overwrite the numbers of {target.id}, which an expression cannot show.",
                f"Make a new tensor: {target.id} = {target.id} ...",
            )
        combined = ast.copy_location(ast.BinOp(ast.Name(target.id, ast.Load()), op, value), statement)
        self._names[target.id] = self._read.read(ast.fix_missing_locations(combined))

    def _lose(self, statement: ast.stmt, mark: int) -> None:
        """Leave out what a statement began, and remember that what it should set or overwrite stands for nothing."""
        self._builder.draft.forget_since(mark)
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._forget(node.id)
        if _runs_backward(statement):
            self._read.doubtful_gradients |= self._builder.spans.keys()
        for name in dict.fromkeys(overwritten(statement)):
            self._forget(name)
            self._forget_views(self._names[name].before)

    def _forget(self, name: str) -> None:
        known = self._names.get(name)
        self._names[name] = known if isinstance(known, Lost) else Lost(known)

    def _forget_views(self, changed: Any) -> None:
        """Forget the tensors that have their numbers in the same memory as one that should have been overwritten."""
        if isinstance(changed, Operand):
            memory = self._builder.memory_of(changed)
            for name, one in list(self._names.items()):
                if isinstance(one, Operand) and self._builder.memory_of(one) == memory:
                    self._forget(name)

    # Frames -----------------------------------------------------------------------------------------------

    def _block(self, statement: ast.With, items: Sequence[ast.withitem], body: Sequence[ast.stmt], end: int) -> None:
        outside = self._builder.region
        if any(item.optional_vars is not None for item in items):
            raise CodeError("with ... as is not read.", _HINT)
        title, back = self._markers.title(statement.lineno)
        for kind in [self._kind_of(item.context_expr) for item in items]:
            if kind is not None:
                self._open(kind, title, statement.lineno, back=back)
        self._all(body, end)
        self._marked(self._markers.before(end, statement.col_offset + 1))
        self._builder.region = outside

    def _kind_of(self, node: ast.expr) -> RegionKind | None:
        """Return the kind of frame that a `with` opens; None when it changes nothing."""
        path = self._read.path(node.func) if isinstance(node, ast.Call) else ""
        arguments = node.args if isinstance(node, ast.Call) else []
        match path, [self._read.read(one) for one in arguments]:
            case "torch.set_grad_enabled", [bool() as enabled]:
                return RegionKind.ENABLE_GRAD if enabled else RegionKind.NO_GRAD
            case "torch.inference_mode", [False]:
                return None
            case _, [] | [True] if path in _BLOCKS:
                return _BLOCKS[path]
        raise CodeError(
            "This block is not read.", "torch.no_grad(), enable_grad() and inference_mode() are.", span_of(node)
        )

    def _open(
        self, kind: RegionKind, title: str, line: int, *, enabled: bool = True, folded: bool = False, back: int = 0
    ) -> None:
        """Enter a new frame, or go on with an earlier one that looks the same."""
        draft = self._builder.draft
        region = Region(
            id=draft.ids.region(), kind=kind, title=title, enabled=enabled, folded=folded, parent=self._builder.region
        )
        alike = self._opened.setdefault((kind, title, enabled, folded, region.parent), [])
        if 0 < back <= len(alike):
            region = alike[-back]
        elif self._depth() == MAX_FRAMES:
            message = f"More than {MAX_FRAMES} frames stand inside each other."
            self.problems.append(Problem(message=message, hint="Leave some out.", span=Span(line, 0, line, 0)))
            return
        else:
            draft.put(region)
            alike.append(region)
        self._builder.region = region.id

    def _depth(self) -> int:
        """Return how many frames stand around what is read now."""
        depth, region = 0, self._builder.region
        while region is not None:
            frame = self._builder.draft.region(region)
            depth, region = depth + 1, frame.parent if frame else None
        return depth

    def _marked(self, markers: Iterable[Marker]) -> None:
        for marker in markers:
            if marker.kind is not None:
                self._open(
                    marker.kind,
                    marker.title,
                    marker.line,
                    enabled=marker.enabled,
                    folded=marker.folded,
                    back=marker.back,
                )
            elif self._builder.region is not None:
                region = self._builder.draft.region(self._builder.region)
                self._builder.region = region.parent if region else None

    # Actions ----------------------------------------------------------------------------------------------

    def _call(self, call: ast.Call) -> None:
        path = self._read.path(call.func)
        match call.func:
            case ast.Name("print"):
                self._act(read_print(self._read, call), call)
            case _ if path == "torch.manual_seed":
                self._seed(call)
            case _ if path == "torch.autograd.backward":
                self._act(self._passes.of_several(call), call)
            case ast.Attribute(owner, "backward") if not path:
                self._act(self._passes.of_one(owner, call), call)
            case ast.Attribute(owner, "retain_grad") if not path:
                self._retain(owner)
            case ast.Attribute(ast.Attribute(owner, "grad"), "zero_"):
                self._act(ClearGrad(self._read.operand(owner).source.node, to_zero=True), call)
            case ast.Attribute(ast.Attribute(ast.Attribute(owner, "grad"), "data"), "zero_"):
                self._act(ClearGrad(self._read.operand(owner).source.node, to_zero=True), call)
            case _:
                self._read.read(call)

    def _act(self, action: Action, node: ast.expr) -> None:
        self._actions.append(action)
        self.action_spans.append(span_of(node))

    def _seed(self, call: ast.Call) -> None:
        match [self._read.read(one) for one in call.args]:
            case [int() as seed] if 0 <= seed < 2**62:
                self._read.leaves.set_seed(seed)
            case _:
                raise CodeError("A seed is an integer that is not negative.", span=span_of(call))

    def _retain(self, owner: ast.expr) -> None:
        key = self._read.operand(owner).source.node
        self._builder.draft.update(self._builder.node(key), retains_grad=True)

    def _clear(self, owner: ast.expr, value: ast.expr) -> None:
        if not (isinstance(value, ast.Constant) and value.value is None):
            raise CodeError("A gradient can only be set to None.", "x.grad = None forgets it.", span_of(value))
        key = self._read.operand(owner).source.node
        self._read.doubtful_gradients.discard(key)
        self._act(ClearGrad(key), owner)


def _runs_backward(statement: ast.stmt) -> bool:
    """Whether a backward pass is somewhere in a statement."""
    return any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(statement))


_NOT_READ: dict[type[ast.AST], str] = {
    ast.For: "Loops are not read: write the steps out, one line each.",
    ast.While: "Loops are not read: write the steps out, one line each.",
    ast.If: "Choices made while code runs are not read: use torch.where(condition, a, b).",
    ast.FunctionDef: "Functions are not read: write their lines out.",
    ast.ClassDef: "Classes are not read.",
    ast.Delete: "Names are not deleted here.",
    ast.Try: "Errors are shown, not caught.",
    ast.Assert: "Checks are not read.",
}
