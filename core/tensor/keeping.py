"""What a node saves: only what the rules of the inputs that ask for a gradient will read.

For every operation and every combination of inputs (asking for a gradient, plain tensor, or a number) a
little source text is made from the record. It puts the saved values on a node, and for each value that lives in
a tensor a guard, which tells later whether somebody has written to it in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any

from core.engine.node import FACTS_ONLY
from core.ops.rule import compiled, root
from core.ops.spec import Kind, Op
from core.tensor.tensor import Tensor


class Input(Enum):
    """How an operation was given one of its inputs."""

    TRACKED = "asks for a gradient"
    TENSOR = "a tensor that asks for none"
    NUMBER = "a number, or nothing"


Keep = Callable[..., None]
"""Called with the node, the results, the inputs and the attributes of the operation."""


def make_keep(op: Op, inputs: tuple[Input, ...], *, in_place: bool = False) -> Keep:
    """Make the function that saves what a node of `op` needs."""
    saved, guards = saved_and_guards(op, inputs, in_place=in_place)
    parameters = ["_node", *op.outputs, *(port.name for port in op.inputs), *(one.name for one in op.attributes)]
    source = f"def keep({', '.join(parameters)}):\n    _node.saved = {saved}\n    _node.guards = {guards}"
    keep: Keep = compiled(source, {**WORDS}, "keep", f"what {op.name} saves")
    return keep


def saved_and_guards(
    op: Op, inputs: tuple[Input, ...], *, in_place: bool = False, spelled: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """Write what a node of `op` saves, and its guards, in terms of the results, the inputs and the attributes.

    These go by their names, or as they are `spelled` where that is given.

    An operation that works in place is about to overwrite `self`: of its old value a copy is saved, and the
    result is the one that the write will leave.
    """
    names = {port.name: given for port, given in zip(op.inputs, inputs, strict=True)}
    settings = {port.name for port in op.inputs if port.number_is_setting and names[port.name] is Input.NUMBER}
    needed = _needed(op, names, settings)
    indices = {attribute.name for attribute in op.attributes if attribute.kind is Kind.INDEX}
    tensors = {name for name, given in names.items() if given is not Input.NUMBER}
    overwritten = op.inputs[0].name if in_place else ""

    def word(name: str) -> str:
        subject, dot, fact = name.partition(".")
        return f"{(spelled or {}).get(subject, subject)}{dot}{fact}"

    def value_of(name: str) -> str:
        if name not in needed:
            return "None"
        if name in indices:
            return f"arrays_in({word(name)})"
        if root(name) in tensors:
            fact = word(name).replace(".", ".array.") if "." in name else f"{word(name)}.array"
            return f"{fact}.copy()" if name == overwritten else fact
        return f"{word(name)}.array" if name in op.outputs else word(name)

    def guard_of(name: str, place: int) -> str:
        if name in indices:
            return f"*guards_in({word(name)}, {place})"
        coming = " + 1" if in_place and name in op.outputs else ""
        return f"{word(name)}.storage, {word(name)}.storage.version{coming}, {place}"

    guarded = {*op.outputs, *tensors, *indices} - {overwritten}
    guards = [guard_of(name, place) for place, name in enumerate(op.saved) if name in needed & guarded]
    saved = f"({''.join(value_of(name) + ', ' for name in op.saved)})"
    if op.saved and not needed & ({*names, *op.outputs, *indices} - settings):
        return saved, "FACTS_ONLY"
    return saved, f"({''.join(guard + ', ' for guard in guards)})"


def _needed(op: Op, names: Mapping[str, Input], settings: set[str]) -> set[str]:
    """Return what a node saves: what the rules read whose inputs ask for a gradient.

    As in PyTorch, the results that any rule reads are saved as well, and so is what several rules read.
    """
    rules = {port.name: rule for port, rule in zip(op.inputs, op.rules, strict=True) if rule}
    asked = {name for port, rule in rules.items() if names[port] is Input.TRACKED for name in rule.names}
    uses = Counter(name for port, rule in rules.items() if port not in settings for name in rule.names)
    return asked | {name for name, count in uses.items() if count > 1 or name in op.outputs}


def make_keep_of_list(op: Op) -> Keep:
    """Make the saving function of an operation on a list of tensors, which saves all or nothing of them."""
    name = op.inputs[0].name

    def value_of(saved: str) -> str:
        fact = saved.partition(".")[2]
        return f"tuple(one.array{'.' + fact if fact else ''} for one in {name})" if root(saved) == name else saved

    place = op.saved.index(name) if name in op.saved else None
    guards = (
        "()"
        if place is None
        else f"tuple(part for one in {name} for part in (one.storage, one.storage.version, {place}))"
    )
    parameters = ["_node", *op.outputs, name, *(attribute.name for attribute in op.attributes)]
    return compiled(  # type: ignore[no-any-return]
        f"def keep({', '.join(parameters)}):\n"
        f"    _node.saved = ({''.join(value_of(saved) + ', ' for saved in op.saved)})\n"
        f"    _node.guards = {guards}",
        {"tuple": tuple},
        "keep",
        f"what {op.name} saves",
    )


def arrays_in(index: Any) -> Any:
    """Return an index (one part or a tuple of them) with every tensor in it as an array."""
    if isinstance(index, tuple):
        return tuple(map(arrays_in, index))
    return index.array if isinstance(index, Tensor) else index


def guards_in(index: Any, place: int) -> Iterator[Any]:
    """Return the guards of the tensors in an index, which is saved at `place`."""
    for one in index if isinstance(index, tuple) else (index,):
        if isinstance(one, Tensor):
            yield from (one.storage, one.storage.version, place)


WORDS = {"arrays_in": arrays_in, "guards_in": guards_in, "FACTS_ONLY": FACTS_ONLY}
"""What else the text of `saved_and_guards` refers to."""
