"""What a node saves: only what the rules of the inputs that ask for a gradient will read.

For every operation and every combination of inputs (asking for a gradient, plain tensor, or a number) one
small function is made from the record. It puts the saved values on a node, and for each value that lives in
a tensor a guard, which tells later whether somebody has written to it in between.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from core.ops.rule import compiled, root
from core.ops.spec import Op


class Input(Enum):
    """How an operation was given one of its inputs."""

    TRACKED = "asks for a gradient"
    TENSOR = "a tensor that asks for none"
    NUMBER = "a number, or nothing"


Keep = Callable[..., None]
"""Called with the node, the results, the inputs and the attributes of the operation."""


def make_keep(op: Op, inputs: tuple[Input, ...], *, in_place: bool = False) -> Keep:
    """Make the function that saves what a node of `op` needs.

    Written in place, the operation overwrites `self`: its old value is saved as a copy.
    """
    names = {port.name: given for port, given in zip(op.inputs, inputs, strict=True)}
    asked = [rule for rule, given in zip(op.rules, inputs, strict=True) if rule and given is Input.TRACKED]
    needed = {name for rule in asked for name in rule.names}
    overwritten = op.inputs[0].name if in_place else ""

    def value(name: str) -> str:
        if name not in needed:
            return "None"
        if root(name) in names and names[root(name)] is not Input.NUMBER:
            fact = name.replace(".", ".array.") if "." in name else f"{name}.array"
            return f"{fact}.copy()" if name == overwritten else fact
        return f"{name}.array" if name in op.outputs else name

    def guarded(name: str) -> bool:
        lives_in_tensor = name in op.outputs or names.get(name, Input.NUMBER) is not Input.NUMBER
        return name in needed and lives_in_tensor and name != overwritten

    guards = [
        f"({name}.storage, {name}.storage.version, {place})" for place, name in enumerate(op.saved) if guarded(name)
    ]
    parameters = ["node", *op.outputs, *names, *(attribute.name for attribute in op.attributes)]
    return compiled(  # type: ignore[no-any-return]
        f"def keep({', '.join(parameters)}):\n"
        f"    node.saved = ({''.join(value(name) + ', ' for name in op.saved)})\n"
        f"    node.guards = ({''.join(guard + ', ' for guard in guards)})",
        {},
        "keep",
    )


def make_keep_of_list(op: Op) -> Keep:
    """Make the saving function of an operation on a list of tensors, which saves all or nothing of them."""
    name = op.inputs[0].name

    def value(saved: str) -> str:
        fact = saved.partition(".")[2]
        return f"tuple(one.array{'.' + fact if fact else ''} for one in {name})" if root(saved) == name else saved

    place = op.saved.index(name) if name in op.saved else None
    guards = "()" if place is None else f"tuple((one.storage, one.storage.version, {place}) for one in {name})"
    parameters = ["node", *op.outputs, name, *(attribute.name for attribute in op.attributes)]
    return compiled(  # type: ignore[no-any-return]
        f"def keep({', '.join(parameters)}):\n"
        f"    node.saved = ({''.join(value(saved) + ', ' for saved in op.saved)})\n"
        f"    node.guards = {guards}",
        {"tuple": tuple},
        "keep",
    )
